//! Evidence for laws of all games.
//!
//! What a law says of a game is decided by finitely many kinds of positions, and the checker finds these by itself: so a proof is
//! nothing but the word that they are enough. A counterexample is a game for each name, written out.

use crate::Verdict;
use crate::text::{Fault, Reader, Writer};

/// Why a law is true of all games, or a game of which it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LawsEvidence {
    /// The kinds of positions, or the numbers that are nim-values, are gone through.
    Kinds,
    /// It is false of these games.
    Counterexample {
        /// One for each name in the law, as the room of claims writes games.
        games: Vec<String>,
    },
}

impl LawsEvidence {
    /// What it is for.
    pub fn verdict(&self) -> Verdict {
        match self {
            LawsEvidence::Kinds => Verdict::Proved,
            LawsEvidence::Counterexample { .. } => Verdict::Refuted,
        }
    }

    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            LawsEvidence::Kinds => "kinds",
            LawsEvidence::Counterexample { .. } => "counterexample",
        }
    }

    /// Writes the lines that belong to its word.
    pub fn write(&self, out: &mut Writer) {
        if let LawsEvidence::Counterexample { games } = self {
            out.field("games", games.len());
            games.iter().for_each(|game| out.field("is", game));
        }
    }

    /// Reads the lines that belong to a word.
    pub fn read(kind: &str, lines: &mut Reader) -> Result<LawsEvidence, Fault> {
        match kind {
            "kinds" => Ok(LawsEvidence::Kinds),
            "counterexample" => {
                let count: usize = lines.number("games")?;
                let mut games = Vec::new();
                for _ in 0..count {
                    games.push(lines.field("is")?.to_string());
                }
                Ok(LawsEvidence::Counterexample { games })
            }
            _ => Err(lines.unknown(kind)),
        }
    }
}
