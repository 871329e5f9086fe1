//! One heap: its sequence of nim-values is regular, with proof; or is not known to be.

use sprague_claim::{Claim, read_claims};
use sprague_prove::{Verdict, judge};
use sprague_sequence::{Sequence, Terms};
use sprague_solve::Budget;
use sprague_task::Task;

use crate::discovery::{Discovery, Known};
use crate::subject::Subject;

/// Heaps that are looked at, one after the other.
const HEAPS: [u32; 2] = [1000, 20_000];

/// The regularity of one heap, proved; none, if none was found, or the ruleset has no nim-values.
pub fn regular(subject: &Subject, task: &Task) -> Option<Discovery> {
    let ruleset = &subject.ruleset;
    if !ruleset.has_nim_values() {
        return None;
    }
    let budget = Budget { memory: task.limits().bytes, ..Budget::default() };
    for to in HEAPS {
        let watch = task.watch();
        let sequence = Sequence::compute(ruleset, to, &budget, &watch).ok()?;
        if !matches!(sequence.terms, Terms::NimValues(_)) {
            return None;
        }
        let Some(found) = sequence.regularity_within(ruleset, &watch) else { continue };
        let saltus = match found.saltus {
            0 => String::new(),
            saltus => format!(" and saltus {saltus}"),
        };
        let said = format!("from {} with period {}{saltus}", found.preperiod, found.period);
        let claim = claim(subject, &format!("regular {said}"))?;
        let judgement = judge(&claim, task);
        let latex = format!(
            r"\mathcal{{G}}(n + {}) = \mathcal{{G}}(n) + {} \text{{ for all }} n \geq {}",
            found.period, found.saltus, found.preperiod
        );
        let mut discovery = Discovery::undecided(String::new(), judgement.trace.steps);
        discovery.formula = Some(format!("regular {said}"));
        discovery.latex = Some(latex.replace(" + 0 ", " "));
        discovery.claim = Some(claim.text.clone());
        match judgement.verdict {
            Verdict::Proved(accepted) => {
                discovery.known = Known::Proved(accepted);
                discovery.by = judgement.by;
                return Some(discovery);
            }
            Verdict::Unchecked { certificate: Some(certificate), why } => {
                discovery.known = Known::Unchecked { certificate, why };
                discovery.by = judgement.by;
                return Some(discovery);
            }
            // It may end beyond what was computed: more heaps tell.
            _ if to < HEAPS[HEAPS.len() - 1] => {}
            _ => {
                let why = "the sequence repeats as far as it was computed, which proves nothing";
                discovery.known = Known::Undecided { why: why.into() };
                discovery.holds_to = Some(to);
                return Some(discovery);
            }
        }
    }
    None
}

fn claim(subject: &Subject, said: &str) -> Option<Claim> {
    let game = &subject.expression;
    let title = format!("{game}, one heap").replace('"', "'");
    let text = format!("claim \"{title}\"\n  game {game}\n  {said}\n  expect proved\n");
    let (mut claims, wrong) = read_claims("claim", &text, &|name| subject.library.text(name));
    claims.pop().filter(|_| wrong.is_empty())
}
