//! The statements of the papers that come with the program, as a list.

use serde::Serialize;
use sprague_claim::Claim;
use sprague_claim::claim::Printed;

use crate::verdicts::VerdictWord;

/// A statement of a paper.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimLine {
    /// By this name `sprague prove @NAME` judges it, with all that is in the same file: `self-referential/theorem-5.2`.
    pub name: String,
    /// Its place in the file, from 1 on, where there are several: `--claim` takes it. Null where it is alone.
    pub place: Option<usize>,
    /// What the statement is about, in a line.
    pub title: String,
    /// Where it stands: the paper, and its number there.
    pub source: Option<String>,
    /// The ruleset that it speaks of.
    pub game: String,
    /// The verdict that its file expects.
    pub expected: Option<VerdictWord>,
    /// Is it all that its source prints? Null if the file does not say.
    pub as_printed: Option<bool>,
    /// Does it take long? Then `prove` judges it only by its name or with `--deep`.
    pub deep: bool,
    /// The file, where it was asked for by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub text: Option<String>,
}

impl ClaimLine {
    /// A claim by the name of its file and, where it has several, its place there.
    pub fn new(name: &str, place: Option<usize>, claim: &Claim) -> ClaimLine {
        ClaimLine {
            name: name.to_string(),
            place,
            title: claim.name.clone(),
            source: claim.source.clone(),
            game: claim.ruleset().expression.clone(),
            expected: claim.expected.map(VerdictWord::from),
            as_printed: claim.printed.as_ref().map(|printed| *printed == Printed::Whole),
            deep: claim.deep,
            text: None,
        }
    }

    /// The paper: the first part of the name.
    pub fn paper(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Does this word occur in the name, the title, the source or the game? Capitals make no difference.
    pub fn mentions(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let source = self.source.as_deref().unwrap_or_default();
        let parts = [&self.name[..], &self.title, source, &self.game];
        parts.iter().any(|part| part.to_lowercase().contains(&word))
    }
}

/// Paper by paper, one line a statement: its name, what its file expects, its title.
pub fn text(lines: &[ClaimLine]) -> String {
    let mut text = String::new();
    let names = |line: &ClaimLine| {
        let place = line.place.map_or(String::new(), |place| format!(" {place}"));
        format!("{}{place}", line.name)
    };
    for paper in lines.chunk_by(|one, next| one.paper() == next.paper()) {
        let several = if paper.len() == 1 { "statement" } else { "statements" };
        text += &format!("{}: {} {several}\n", paper[0].paper(), paper.len());
        let width = paper.iter().map(|line| names(line).chars().count()).max().unwrap_or(0);
        for line in paper {
            let expected = line.expected.map_or("", VerdictWord::name);
            text += &format!("  {:width$}  {expected:<9}  {}\n", names(line), line.title);
        }
        text.push('\n');
    }
    match lines.len() {
        1 => text + "1 statement\n",
        all => text + &format!("{all} statements\n"),
    }
}
