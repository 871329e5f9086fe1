use sprague_claim::{Limits, judge, parse_claims};
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        match parse_claims(&file, &text) {
            Err(d) => println!("{d}"),
            Ok(claims) => {
                for claim in claims {
                    let j = judge(
                        &claim,
                        &Limits { time: std::time::Duration::from_secs(100), ..Limits::default() },
                    );
                    let ok = if j.is_expected(&claim) { "ok " } else { "BAD" };
                    println!(
                        "{ok} {:.2?} {} | {:?} {:?} | {:?}",
                        j.time, claim.name, j.states, j.points, j.verdict
                    );
                    if std::env::var("V").is_ok() {
                        for s in &j.steps {
                            println!("      {s}");
                        }
                    }
                }
            }
        }
    }
}
