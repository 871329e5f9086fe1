//! Evidence for a formula in one case of its claim: the regularities of the games that it speaks of, and for each
//! sentence, in order, how it is settled.
//!
//! ```text
//! games 1
//! game cut(1,4)
//! scale 1
//! along 4
//! method levels 1 4
//! ...
//! sentences 2
//! sentence computation
//! sentence classes
//! steps 24 1
//! late 1 0
//! ```
//!
//! A game is called by the expression that the claim makes of it. Nim-sets are decided with `scale` periods together, so that
//! a condition on parts is the same for heaps that lie so far apart. `along` is a number q for which N(n + 1, q + 1) =
//! N(n, q) for all n, so that nim-sets of more parts are those of q parts; 0 if none is needed. The steps and the late
//! beginnings are numbers for each number that a sentence binds: one without bound is followed in steps M from its least
//! number + late * M on, and the numbers below are taken one by one; for those within bounds they mean nothing.

use super::Regularity;
use crate::text::{Fault, Reader, Writer};

/// Why a formula is true in one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaEvidence {
    /// What is known of the games that it speaks of; a game that is missing is computed from its rules.
    pub games: Vec<GameEvidence>,
    /// How each sentence is settled.
    pub sentences: Vec<SentenceEvidence>,
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEvidence {
    /// Its expression.
    pub game: String,
    /// So many periods make one for nim-sets.
    pub scale: usize,
    /// From so many parts on nim-sets only move along; 0: nothing is said of that.
    pub along: usize,
    /// Why its nim-values are regular.
    pub regularity: Regularity,
}

/// How a sentence is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentenceEvidence {
    /// It speaks of finitely many numbers, which are looked at one by one.
    Computation,
    /// Class by class: numbers in arithmetic progressions along which every term is linear.
    Classes(Progressions),
    /// By induction on the number of parts, which begins with these classes.
    Induction(Progressions),
}

/// The arithmetic progressions of the numbers that a sentence binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progressions {
    /// The step of each number.
    pub steps: Vec<i64>,
    /// After so many steps they begin.
    pub late: Vec<i64>,
}

impl FormulaEvidence {
    pub(super) fn write(&self, out: &mut Writer) {
        out.field("games", self.games.len());
        for game in &self.games {
            game.write(out);
        }
        out.field("sentences", self.sentences.len());
        for sentence in &self.sentences {
            let (word, progressions) = match sentence {
                SentenceEvidence::Computation => ("computation", None),
                SentenceEvidence::Classes(progressions) => ("classes", Some(progressions)),
                SentenceEvidence::Induction(progressions) => ("induction", Some(progressions)),
            };
            out.field("sentence", word);
            if let Some(Progressions { steps, late }) = progressions {
                out.numbers("steps", steps);
                out.numbers("late", late);
            }
        }
    }

    pub(super) fn read(lines: &mut Reader) -> Result<FormulaEvidence, Fault> {
        let count: usize = lines.number("games")?;
        let mut games = Vec::new();
        for _ in 0..count {
            games.push(GameEvidence::read(lines)?);
        }
        let count: usize = lines.number("sentences")?;
        let mut sentences = Vec::new();
        for _ in 0..count {
            sentences.push(match lines.field("sentence")? {
                "computation" => SentenceEvidence::Computation,
                "classes" => SentenceEvidence::Classes(progressions(lines)?),
                "induction" => SentenceEvidence::Induction(progressions(lines)?),
                other => return Err(lines.unknown(other)),
            });
        }
        Ok(FormulaEvidence { games, sentences })
    }
}

impl GameEvidence {
    pub(super) fn write(&self, out: &mut Writer) {
        out.field("game", &self.game);
        out.field("scale", self.scale);
        out.field("along", self.along);
        self.regularity.write(out);
    }

    pub(super) fn read(lines: &mut Reader) -> Result<GameEvidence, Fault> {
        let game = lines.field("game")?.to_string();
        let (scale, along) = (lines.number("scale")?, lines.number("along")?);
        let regularity = Regularity::read(lines)?;
        Ok(GameEvidence { game, scale, along, regularity })
    }
}

fn progressions(lines: &mut Reader) -> Result<Progressions, Fault> {
    Ok(Progressions { steps: lines.numbers("steps")?, late: lines.numbers("late")? })
}
