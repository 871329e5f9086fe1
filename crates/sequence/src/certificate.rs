//! Certificates: a proved regularity as a small text that a checker of its own accepts without trusting
//! anything here. One line a field; the terms are the first e + p, from which all others follow.

use sprague_rules::{HeapMoves, Leave, Ruleset};

use crate::regularity::{Method, Regularity, Verdict};
use crate::sequence::{Sequence, Terms};

/// The certificate of the sequence's regularity, if that is proved.
pub fn write(ruleset: &Ruleset, sequence: &Sequence, regularity: Regularity) -> Option<String> {
    let Regularity { preperiod, period, saltus, verdict: Verdict::Proved(method) } = regularity
    else {
        return None;
    };
    let moves: Vec<String> = HeapMoves::of(ruleset)?.leaves.iter().map(leave).collect();
    let method = match method {
        Method::Levels(levels) => format!("levels {} {}", levels.factor, levels.lifts),
        other => other.name().to_string(),
    };
    let terms = match &sequence.terms {
        Terms::NimValues(values) => {
            let terms: Vec<String> =
                values[..preperiod + period].iter().map(u32::to_string).collect();
            format!("values {}", terms.join(" "))
        }
        Terms::Outcomes(outcomes) => {
            let letters: String =
                outcomes[..preperiod + period].iter().map(|outcome| outcome.letter()).collect();
            format!("outcomes {letters}")
        }
    };
    Some(format!(
        "sprague certificate 1\nruleset {}\nmoves {}\nmethod {method}\npreperiod {preperiod}\n\
         period {period}\nsaltus {saltus}\n{terms}\n",
        ruleset.expression,
        moves.join("; "),
    ))
}

fn leave(leave: &Leave) -> String {
    let mut words = format!("take {} leave {}", leave.take, leave.parts);
    if leave.least > 0 {
        words += &format!(" from {}", leave.least);
    }
    if leave.largest != u32::MAX {
        words += &format!(" to {}", leave.largest);
    }
    words
}
