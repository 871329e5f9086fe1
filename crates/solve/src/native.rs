//! Machine code as a [`Finder`].
use crate::budget::Refusal;
use crate::finder::{Finder, Found, Seen};
use crate::region::{Ranking, Region};
use crate::store::{Bits, Numbers, Width};
use sprague_rules::{Player, Ruleset};

pub struct Native;
impl Native {
    pub fn for_outcomes(_: &Ruleset, _: &Ranking, _: &[Bits; 2]) -> Result<Native, Refusal> {
        Err(Refusal::Unsuitable { kernel: "native", why: "not yet".into() })
    }
    pub fn for_values(_: &Ruleset, _: &Ranking, _: &Numbers, _: Width) -> Result<Native, Refusal> {
        Err(Refusal::Unsuitable { kernel: "native", why: "not yet".into() })
    }
    pub fn supports(_: &Ruleset, _: Region) -> Result<(), String> {
        Err("not yet".into())
    }
}
impl Finder for Native {
    fn find(&self, _: &[u32], _: Player, _: &Bits) -> Found {
        unreachable!()
    }
    fn mex(&self, _: &[u32], _: &Numbers, _: &mut Seen) -> u32 {
        unreachable!()
    }
}
