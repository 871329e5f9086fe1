//! Claims for all c from some number on.

use sprague_claim::parse_claims;
use sprague_prove::{Verdict, judge};
use sprague_task::Task;

#[test]
fn scratch() {
    let Ok(file) = std::env::var("CLAIMS") else { return };
    let text = std::fs::read_to_string(file).unwrap();
    for claim in parse_claims("x", &text).unwrap() {
        let begun = std::time::Instant::now();
        let judgement = judge(&claim, &Task::default());
        let words = match &judgement.verdict {
            Verdict::Proved(accepted) => {
                format!("PROVED {:?}, {} bytes", judgement.trace.how, accepted.certificate().write().len())
            }
            other => format!("{other:?}").chars().take(300).collect(),
        };
        println!("{:>6.2} + {:.2} s  {}: {words}", begun.elapsed().as_secs_f64(), judgement.checking.as_secs_f64(), claim.name);
    }
}
