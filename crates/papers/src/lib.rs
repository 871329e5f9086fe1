//! The statements of the papers, compiled in: what is in the folder `claims/`, paper by paper.
//!
//! A [`Page`] is one file of claims. Its name is that of the paper and that of the file, `self-referential/theorem-5.2`;
//! a game that its claims name by a file, such as `./own.game`, comes with it.
//!
//! ```
//! let pages = sprague_papers::find("self-referential/theorem-5.2").unwrap();
//! let (claims, wrong) = pages[0].claims();
//! assert_eq!(claims[0].source.as_deref(), Some("self-referential, Theorem 5.2"));
//! assert!(wrong.is_empty());
//! assert!(sprague_papers::find("self-referential/theorem-5").is_err());
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod order;
mod record;

use std::sync::LazyLock;

use sprague_claim::{Claim, read_claims};
use sprague_rules::diagnostic::did_you_mean;
use sprague_rules::{Complaint, Diagnostic};

pub use order::order;
pub use record::{Recorded, recorded};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The paper and the file: `self-referential/theorem-5.2`.
    pub name: &'static str,
    /// What is in the file.
    pub text: &'static str,
}

/// All pages: papers in the order of their names, and the statements of each in the order of their numbers.
pub fn all() -> &'static [Page] {
    static ALL: LazyLock<Vec<Page>> = LazyLock::new(|| {
        let mut pages: Vec<Page> = FILES
            .iter()
            .filter_map(|&(file, text)| Some(Page { name: file.strip_suffix(".claim")?, text }))
            .collect();
        pages.sort_by_cached_key(|page| order(page.file().as_ref()));
        pages
    });
    &ALL
}

/// The papers.
pub fn papers() -> Vec<&'static str> {
    let mut papers: Vec<&str> = all().iter().map(Page::paper).collect();
    papers.dedup();
    papers
}

/// The pages that a name stands for: `PAPER/STATEMENT` for one, which may end in `.claim`, `PAPER` for all of that paper,
/// and nothing for all that there are.
pub fn find(name: &str) -> Result<Vec<&'static Page>, Complaint> {
    let (paper, rest) = match name.split_once('/') {
        Some((paper, rest)) => (paper, Some(rest)),
        None => (name, None),
    };
    if name.is_empty() {
        return Ok(all().iter().collect());
    }
    if !papers().contains(&paper) {
        let near = did_you_mean(paper, papers());
        let help = near.unwrap_or_else(|| format!("there are {}", papers().join(", ")));
        let message = format!("there is no paper called `{paper}`");
        return Err(Complaint::new(0..paper.len(), message).help(help));
    }
    let pages = all().iter().filter(|page| page.paper() == paper);
    let Some(rest) = rest.filter(|rest| !rest.is_empty()) else { return Ok(pages.collect()) };
    let statement = rest.strip_suffix(".claim").unwrap_or(rest);
    match pages.clone().find(|page| page.statement() == statement) {
        Some(page) => Ok(vec![page]),
        None => {
            let near = did_you_mean(statement, pages.map(Page::statement));
            let help = near.unwrap_or_else(|| format!("`sprague claims {paper}` lists them"));
            let message = format!("there is nothing called `{statement}` in `{paper}`");
            Err(Complaint::new(paper.len() + 1..name.len(), message).help(help))
        }
    }
}

impl Page {
    /// The paper that it belongs to.
    pub fn paper(&self) -> &'static str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Its name within the paper.
    pub fn statement(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(_, statement)| statement)
    }

    /// The file that it is, as messages and records call it: `@self-referential/theorem-5.2.claim`.
    pub fn file(&self) -> String {
        format!("@{}.claim", self.name)
    }

    /// Its claims, and what is wrong with those that are not understood.
    pub fn claims(&self) -> (Vec<Claim>, Vec<Diagnostic>) {
        read_claims(&self.file(), self.text, &|game| {
            let text = beside(self.name, game).and_then(|file| text(&file));
            text.map(str::to_string).ok_or_else(|| "it does not come with the program".to_string())
        })
    }
}

/// What is in a file of the folder.
fn text(file: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == file).map(|(_, text)| *text)
}

/// The place of a file that is named from another one's folder; none, if it lies outside.
fn beside(page: &str, file: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in file.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_from_the_folder_of_the_page() {
        assert_eq!(beside("cut/lemma-1", "./own.game").as_deref(), Some("cut/own.game"));
        assert_eq!(beside("cut/lemma-1", "games/own.game").as_deref(), Some("cut/games/own.game"));
        assert_eq!(beside("cut/lemma-1", "../own.game").as_deref(), Some("own.game"));
        assert_eq!(beside("cut/lemma-1", "../../own.game"), None);
        let found = beside("classics/nim", "./nim.claim").and_then(|file| text(&file));
        assert_eq!(found, Some(find("classics/nim").unwrap()[0].text));
    }

    #[test]
    fn a_name_stands_for_a_page_a_paper_or_everything() {
        assert_eq!(find("").unwrap().len(), all().len());
        let cut = find("cut").unwrap();
        assert!(cut.len() > 1 && cut.iter().all(|page| page.paper() == "cut"));
        assert_eq!(find("cut/").unwrap(), cut);
        assert_eq!(find("cut/lemma-7").unwrap(), find("cut/lemma-7.claim").unwrap());
        for page in all() {
            assert_eq!(find(page.name).unwrap(), [page]);
        }
    }

    #[test]
    fn what_is_not_there_is_pointed_at() {
        let wrong = |name: &str| find(name).unwrap_err();
        let paper = wrong("cutt/lemma-7");
        assert_eq!(
            (paper.span.clone(), paper.help.as_deref()),
            (0..4, Some("did you mean `cut`?"))
        );
        let statement = wrong("cut/lema-7");
        assert_eq!(statement.span, 4..10);
        assert_eq!(statement.help.as_deref(), Some("did you mean `lemma-7`?"));
        for name in ["/", "//", " ", "cut//lemma-7", "cut/lemma-7/", "@cut", "ünï/cödé", ".claim"]
        {
            assert!(find(name).is_err(), "{name}");
        }
    }
}
