//! Evidence for all numbers c from some number on, where the game depends on c: the cases up to a cutoff, one by one,
//! and how larger ones are seen to be like the last of them.
//!
//! ```text
//! evidence heap cutoff
//! cases 9
//! case formula
//! ...
//! block 2 0
//! classes 1 0 2
//! around 14 5
//! games 1
//! game cut(1,20)
//! scale 1
//! along 4
//! ...
//! sentences 1
//! numbers blocks plain
//! end
//! ```
//!
//! Heaps lie in blocks of a c + b, with remainders from 1 on. In a block, the first few heaps and the last few are classes of their own, and all
//! between them are told apart by their remainders modulo a number only: these are the three `classes`. `around` says
//! how many of the first and of the last remainders of a number are looked at one by one when a sentence is
//! compared. The games are those that depend on c, in the last case. Of the numbers that a sentence
//! binds, those in `blocks` keep their block when c grows, and plain ones stay as they are.

use super::{CaseEvidence, GameEvidence};
use crate::text::{Fault, Reader, Writer};

/// Why a claim is true for all numbers from some number on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutoffEvidence {
    /// The cases from the first to the cutoff.
    pub cases: Vec<CaseEvidence>,
    /// How larger cases are compared with the last of these.
    pub stretch: Stretch,
    /// What is known of the games that depend on c, in the last case.
    pub games: Vec<GameEvidence>,
    /// Which of the numbers that a sentence binds lie in blocks, for each sentence.
    pub sentences: Vec<Vec<bool>>,
}

/// Blocks that grow with c, and which of their heaps are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The length of a block is the first times c, plus the second.
    pub block: (i64, i64),
    /// So many heaps at the beginning of a block are classes of their own.
    pub first: i64,
    /// So many at its end.
    pub last: i64,
    /// The others are told apart modulo this.
    pub modulo: i64,
    /// So many first and last remainders are looked at one by one.
    pub around: (i64, i64),
}

impl CutoffEvidence {
    pub(super) fn write(&self, out: &mut Writer) {
        out.field("cases", self.cases.len());
        for case in &self.cases {
            out.field("case", case.kind());
            case.write(out);
        }
        let Stretch { block, first, last, modulo, around } = self.stretch;
        out.numbers("block", [block.0, block.1]);
        out.numbers("classes", [first, last, modulo]);
        out.numbers("around", [around.0, around.1]);
        out.field("games", self.games.len());
        for game in &self.games {
            game.write(out);
        }
        out.field("sentences", self.sentences.len());
        for sentence in &self.sentences {
            let word = |&blocks: &bool| if blocks { "blocks" } else { "plain" };
            let words: Vec<&str> = sentence.iter().map(word).collect();
            out.field("numbers", if words.is_empty() { "none".into() } else { words.join(" ") });
        }
    }

    pub(super) fn read(lines: &mut Reader) -> Result<CutoffEvidence, Fault> {
        let count: usize = lines.number("cases")?;
        let mut cases = Vec::new();
        for _ in 0..count {
            let kind = lines.field("case")?;
            cases.push(CaseEvidence::read(kind, lines)?);
        }
        let [a, b] = numbers(lines, "block")?;
        let [first, last, modulo] = numbers(lines, "classes")?;
        let [before, after] = numbers(lines, "around")?;
        let around = (before, after);
        let stretch = Stretch { block: (a, b), first, last, modulo, around };
        let count: usize = lines.number("games")?;
        let mut games = Vec::new();
        for _ in 0..count {
            games.push(GameEvidence::read(lines)?);
        }
        let count: usize = lines.number("sentences")?;
        let mut sentences = Vec::new();
        for _ in 0..count {
            let words = lines.field("numbers")?;
            let word = |word: &str| match word {
                "blocks" => Some(true),
                "plain" => Some(false),
                _ => None,
            };
            let kinds: Option<Vec<bool>> = match words {
                "none" => Some(Vec::new()),
                _ => words.split(' ').map(word).collect(),
            };
            sentences.push(kinds.ok_or_else(|| lines.unknown(words))?);
        }
        Ok(CutoffEvidence { cases, stretch, games, sentences })
    }
}

/// As many numbers as the field has.
fn numbers<const N: usize>(lines: &mut Reader, field: &str) -> Result<[i64; N], Fault> {
    let all: Vec<i64> = lines.numbers(field)?;
    let count = all.len();
    all.try_into().map_err(|_| lines.unknown(&format!("{count} numbers")))
}
