//! stub
use super::*;
pub enum Proof { Complete { by: &'static str, steps: Vec<String>, states: usize }, Broken { values: Vec<i64> } }
pub fn prove(_: &Claim, _: &OnGraphs, _: &Boards, _: &Limits, _: Instant) -> Result<Proof, String> { Err("no".into()) }
