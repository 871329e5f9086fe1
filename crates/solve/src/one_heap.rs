//! One heap of any size, from which moves only take amounts out of a finite set, under any ending: its outcomes up to where
//! a window of them comes again, which is proved to go on for ever, or up to the heap that is asked for.

use sprague_rules::{HeapMoves, Outcome, Ruleset};

use crate::budget::{Refusal, Watch};
use crate::regularity::{self, Reach, Regularity, Verdict};
use crate::window;

/// So many outcomes are cheap: perhaps they show how the others go on.
const CHEAP: u32 = 1 << 16;

/// The outcomes of single heaps.
pub struct OneHeap {
    outcomes: Vec<Outcome>,
    /// What is proved of the heaps beyond.
    law: Option<Regularity>,
}

impl OneHeap {
    /// The amounts that moves take, ascending, if that is all they do.
    pub fn amounts(ruleset: &Ruleset) -> Option<Vec<u32>> {
        HeapMoves::of(ruleset)?.subtraction_set()
    }

    /// Outcomes of heaps up to `max`: so many that all are known. They may take so many bytes.
    pub fn settle(
        ruleset: &Ruleset,
        max: u32,
        memory: u64,
        watch: &Watch,
    ) -> Result<OneHeap, Refusal> {
        let amounts = OneHeap::amounts(ruleset).expect("the planner looked");
        let near = max.min(CHEAP);
        let outcomes = window::outcomes(ruleset, &amounts, near as usize, watch);
        complete(&outcomes, near)?;
        if near == max {
            return Ok(OneHeap { outcomes, law: None });
        }
        let reach = Reach::of(ruleset);
        let law = regularity::find_within(&outcomes, false, reach.as_ref(), watch)
            .filter(|found| matches!(found.verdict, Verdict::Proved(_)));
        if law.is_some() {
            return Ok(OneHeap { outcomes, law });
        }
        if u64::from(max) > memory {
            return Err(Refusal::Memory {
                what: format!("the outcomes of heaps up to {max}"),
                needed: Some(u64::from(max) + 1),
                budget: memory,
                fits: format!("Heaps below {memory} fit."),
            });
        }
        let outcomes = window::outcomes(ruleset, &amounts, max as usize, watch);
        complete(&outcomes, max)?;
        Ok(OneHeap { outcomes, law: None })
    }

    /// Who wins a position of one heap, or of none; `None` if that is not known.
    pub fn outcome(&self, position: &[u32]) -> Option<Outcome> {
        let heap = match *position {
            [] => 0,
            [size] => size as usize,
            _ => return None,
        };
        match (self.outcomes.get(heap), self.law) {
            (Some(&outcome), _) => Some(outcome),
            (None, Some(Regularity { preperiod, period, .. })) => {
                Some(self.outcomes[preperiod + (heap - preperiod) % period])
            }
            (None, None) => None,
        }
    }

    /// Says in words what was computed.
    pub fn size(&self) -> String {
        match self.law {
            Some(Regularity { preperiod, period, .. }) => format!(
                "one outcome for each size of heap: period {period} from {preperiod} on, proved for all heaps (window)"
            ),
            None => format!("{} outcomes, one for each size of heap", self.outcomes.len()),
        }
    }
}

fn complete(outcomes: &[Outcome], to: u32) -> Result<(), Refusal> {
    match outcomes.len() as u64 > u64::from(to) {
        true => Ok(()),
        false => Err(Refusal::Stopped {
            reached: format!("outcomes of heaps below {} are known", outcomes.len()),
        }),
    }
}
