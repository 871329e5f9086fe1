//! Which known game is this?

use sprague_rules::Ruleset;
use sprague_sequence::{Identification, Sequence, identify, identify_values};

use crate::error::Error;
use crate::graphs::graph_game;
use crate::session::Session;

/// Matches of one family that are listed for nim-values of other origin than a ruleset: codes that differ only in moves
/// that never matter are all worth seeing.
const LISTED: usize = 8;

impl Session {
    /// The known games that have the nim-values of a computed sequence, the simplest first. Only nim-values can be
    /// identified.
    ///
    /// ```
    /// use sprague::{Library, Session};
    ///
    /// let dawson = Library::catalogue().ruleset("dawson").unwrap();
    /// let session = Session::new();
    /// let found = session.sequence(&dawson, 400).unwrap();
    /// let known = session.identify(&dawson, &found.sequence).unwrap();
    /// assert!(known.matches.iter().any(|game| game.ruleset == "octal(0.137)"));
    /// ```
    pub fn identify(
        &self,
        ruleset: &Ruleset,
        sequence: &Sequence,
    ) -> Result<Identification, Error> {
        only_nim_values(ruleset)?;
        Ok(identify(ruleset, sequence, &self.budget(), &self.watch())?)
    }

    /// The same for one heap of a ruleset, of size 0, 1, ..., `to`.
    pub fn identify_heaps(&self, ruleset: &Ruleset, to: u32) -> Result<Identification, Error> {
        only_nim_values(ruleset)?;
        let found = self.sequence(ruleset, to)?;
        self.identify(ruleset, &found.sequence)
    }

    /// The known games that have these nim-values, from heap 0 on; the name is of no account but that it is not compared
    /// with itself.
    pub fn identify_values(&self, name: &str, values: &[u32]) -> Result<Identification, Error> {
        if values.is_empty() {
            return Err(Error::Request("there are no nim-values to compare".into()));
        }
        Ok(identify_values(name, values, None, LISTED, &self.budget(), &self.watch())?)
    }

    /// The known games that have the nim-values of a game on a family of graphs, such as `wyg P(n)`, with one chip on each
    /// vertex, for n up to `to`. `None` if the text names no game on graphs.
    ///
    /// ```
    /// let known = sprague::Session::new().identify_graphs("arc-kayles P(n)", 60).unwrap().unwrap();
    /// assert!(known.matches.iter().any(|game| game.ruleset == "dawson"));
    /// ```
    pub fn identify_graphs(&self, text: &str, to: u32) -> Result<Option<Identification>, Error> {
        let Some((game, family)) = text.trim().split_once(' ') else { return Ok(None) };
        if graph_game(game).is_none() {
            return Ok(None);
        }
        let values = self.sweep(game)?.sequence(family, to)?;
        self.identify_values(text, &values).map(Some)
    }
}

fn only_nim_values(ruleset: &Ruleset) -> Result<(), Error> {
    if ruleset.has_nim_values() {
        return Ok(());
    }
    let message = "has no nim-values, and only nim-sequences can be identified";
    Err(Error::Request(format!("`{}` {message}", ruleset.expression)))
}
