//! Machine code that looks at options: compiled for a ruleset and a region, then bound to its tables.

use sprague_jit::{BoundMex, BoundSearch, Native, Query, Unsupported};
use sprague_rules::{Player, Ruleset};

use crate::budget::Refusal;
use crate::finder::{FindLost, FindMex, Found, Lost, Stamps};
use crate::region::{Ranking, Region};
use crate::store::{Numbers, Width};

/// The code of both players; the second is missing where they have the same moves.
pub struct Code(Vec<Native>);

impl Code {
    /// The code that looks for lost options.
    pub fn for_outcomes(ruleset: &Ruleset, region: Region) -> Result<Code, Refusal> {
        let players = if ruleset.same_moves() { &Player::BOTH[..1] } else { &Player::BOTH[..] };
        let compile = |player: &Player| {
            Native::compile(ruleset, *player, region.places, region.max, Query::Search)
        };
        players.iter().map(compile).collect::<Result<_, _>>().map(Code).map_err(refusal)
    }

    /// The code that looks for the mex.
    pub fn for_values(ruleset: &Ruleset, region: Region, width: Width) -> Result<Code, Refusal> {
        let width = match width {
            Width::U8 => sprague_jit::Width::U8,
            Width::U16 => sprague_jit::Width::U16,
            Width::U32 => sprague_jit::Width::U32,
        };
        let Region { places, max, .. } = region;
        Native::compile(ruleset, Player::Left, places, max, Query::Mex(width))
            .map(|code| Code(vec![code]))
            .map_err(refusal)
    }

    /// Can this be compiled? If not, why.
    pub fn supports(ruleset: &Ruleset, region: Region) -> Result<(), String> {
        Code::for_outcomes(ruleset, region).map(|_| ()).map_err(|refusal| match refusal {
            Refusal::Unsuitable { why, .. } => why,
            other => other.to_string(),
        })
    }

    /// Binds the code to the tables of lost positions.
    pub fn find<'t>(&'t self, ranking: &'t Ranking, lost: Lost<'t>) -> Search<'t> {
        let codes = [&self.0[0], &self.0[self.0.len() - 1]];
        let bind = |i: usize| {
            let opponent = Player::BOTH[i].opponent();
            codes[i].bind_search(&ranking.terms, lost.by(opponent).words())
        };
        Search([bind(0), bind(1)])
    }

    /// Binds the code to the table of nim-values.
    pub fn mex<'t>(&'t self, ranking: &'t Ranking, values: &'t Numbers) -> Mex<'t> {
        let code = &self.0[0];
        Mex(match values {
            Numbers::U8(list) => code.bind_mex(&ranking.terms, list),
            Numbers::U16(list) => code.bind_mex(&ranking.terms, list),
            Numbers::U32(list) => code.bind_mex(&ranking.terms, list),
        })
    }
}

fn refusal(Unsupported(why): Unsupported) -> Refusal {
    Refusal::Unsuitable { kernel: "native", why }
}

/// Compiled searches, bound to the tables of lost positions.
pub struct Search<'t>([BoundSearch<'t>; 2]);

/// A compiled mex, bound to the table of nim-values.
pub struct Mex<'t>(BoundMex<'t>);

impl FindLost for Search<'_> {
    fn find(&self, position: &[u32], player: Player) -> Found {
        self.0[usize::from(player == Player::Right)].search(position)
    }
}

impl FindMex for Mex<'_> {
    fn mex(&self, position: &[u32], stamps: &mut Stamps) -> u32 {
        self.0.mex(position, stamps)
    }
}
