use crate::args::{Limits, Side};
use crate::failure::Outcome;
pub fn run(_: &str, _: &str, _: bool, _: Side, _: &Limits) -> Outcome {
    Ok(())
}
