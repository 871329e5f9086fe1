//! The games that one claim names. Those of the catalogue are known; the text of a game in a file is asked for, by the
//! name that the claim calls it, and stays with the claim, so that it can be read again with no file at hand.

use std::cell::RefCell;

use sprague_rules::{Complaint, Diagnostic, Library, Ruleset, game_file};

/// Gives the text of the game file with a name, or says in words why there is none.
pub type Lookup<'l> = dyn Fn(&str) -> Result<String, String> + 'l;

/// The game files that a claim has named so far.
pub(crate) struct Shelf<'l> {
    lookup: &'l Lookup<'l>,
    found: RefCell<Vec<(String, String)>>,
}

impl<'l> Shelf<'l> {
    pub(crate) fn new(lookup: &'l Lookup<'l>) -> Shelf<'l> {
        Shelf { lookup, found: RefCell::default() }
    }

    /// Asks for the file that an expression names, if it names one.
    pub(crate) fn fetch(&self, expression: &str) -> Result<(), Complaint> {
        let Some(file) = game_file(expression) else { return Ok(()) };
        if self.found.borrow().iter().any(|(name, _)| name == file) {
            return Ok(());
        }
        let start = file.as_ptr() as usize - expression.as_ptr() as usize;
        let text = (self.lookup)(file).map_err(|why| {
            let message = format!("cannot read the game file `{file}`: {why}");
            Complaint::new(start..start + file.len(), message)
        })?;
        self.found.borrow_mut().push((file.to_string(), text));
        Ok(())
    }

    /// The ruleset that an expression names.
    pub(crate) fn ruleset(&self, expression: &str) -> Result<Ruleset, Diagnostic> {
        self.fetch(expression).map_err(|complaint| complaint.about("ruleset", expression))?;
        self.library().ruleset(expression)
    }

    /// The catalogue and the files found so far.
    pub(crate) fn library(&self) -> Library {
        Library::with(self.found.borrow().clone())
    }
}
