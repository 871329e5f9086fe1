//! Certificates: what a proof or a refutation leaves behind for a checker that trusts nobody.
//!
//! A certificate holds everything that its statement depends on: the text of the claim, the texts of the games that are
//! not in the catalogue, and the evidence. It never names a file to be read. As a text it looks like this:
//!
//! ```text
//! sprague certificate 2
//! game ./my.game
//! | game my
//! |   "..."
//! claim
//! | claim "its name"
//! |   game ./my.game
//! |   ...
//! evidence board automaton
//! ...
//! end
//! ```
//!
//! The lines after `evidence` belong to the kind that is named; each kind is one file here, with its type, its text form and
//! what it must fulfil. The checker is the crate `verify`; the page on certificates in the book says the same for a
//! stranger who writes another one.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod automaton;
mod board;
mod boxed;
mod evidence;
mod graphs;
mod heap;
pub mod induction;
mod laws;
mod listed;
mod outcomes;
mod piles;
mod quotient;
mod text;
mod values;
mod words;

pub use automaton::{Automaton, Digits};
pub use board::{BoardEvidence, PositionSet, SetOf};
pub use boxed::PeriodicBox;
pub use evidence::{Evidence, Verdict};
pub use graphs::GraphsEvidence;
pub use heap::{
    AbsorptionEvidence, CaseEvidence, CutoffEvidence, FormulaEvidence, GameEvidence, HeapEvidence,
    Method, Progressions, Regularity, SentenceEvidence, Stretch, Terms,
};
pub use laws::LawsEvidence;
pub use listed::ListedEvidence;
pub use outcomes::OutcomesEvidence;
pub use piles::PilesEvidence;
pub use quotient::Quotient;
pub use text::{Fault, Reader, Writer};
pub use values::ValuesEvidence;
pub use words::Words;

/// A certificate of one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The claim as it is written.
    pub claim: String,
    /// The games that it names and that are not in the catalogue: the name in the claim, and the text.
    pub games: Vec<(String, String)>,
    /// Why it is true, or where it is false.
    pub evidence: Evidence,
}

/// How a certificate begins.
pub const HEADING: &str = "sprague certificate 2";

impl Certificate {
    /// The certificate as text.
    pub fn write(&self) -> String {
        let mut out = Writer::default();
        out.line(HEADING);
        for (name, text) in &self.games {
            out.field("game", name);
            out.quoted(text);
        }
        out.line("claim");
        out.quoted(&self.claim);
        self.evidence.write(&mut out);
        out.line("end");
        out.finish()
    }

    /// Reads the text of a certificate.
    pub fn read(text: &str) -> Result<Certificate, Fault> {
        let mut lines = Reader::new(text);
        lines.exactly(HEADING)?;
        let mut games: Vec<(String, String)> = Vec::new();
        while let Some(name) = lines.optional("game") {
            if games.iter().any(|(known, _)| known == name) {
                return Err(lines.fault("this game was given before"));
            }
            let name = name.to_string();
            games.push((name, lines.quoted()?));
        }
        lines.exactly("claim")?;
        let claim = lines.quoted()?;
        let evidence = Evidence::read(&mut lines)?;
        lines.exactly("end")?;
        lines.finish()?;
        Ok(Certificate { claim, games, evidence })
    }
}
