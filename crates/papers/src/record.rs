//! The verdicts that the statements had when they were judged last: what stands in `claims/README.md`, which `sprague prove`
//! writes.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What the record says of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// `proved`, `holds`, `refuted` or `undecided`.
    pub verdict: String,
    /// Has the checker accepted it? None, where there was nothing to check, or it was not judged again.
    pub checked: Option<bool>,
    /// For which positions.
    pub scope: String,
    /// The counterexample, and what is so there.
    pub witness: Option<String>,
}

/// What the record says of the claim at that place, from 1 on, of the page with that name; none, if it is not in the record.
///
/// ```
/// let lemma = sprague_papers::recorded("self-referential/lemma-4.7", 1).unwrap();
/// assert_eq!((&lemma.verdict[..], lemma.checked), ("refuted", Some(true)));
/// assert!(lemma.witness.as_ref().unwrap().starts_with("1,1"));
/// ```
pub fn recorded(name: &str, place: usize) -> Option<&'static Recorded> {
    static ALL: LazyLock<HashMap<(String, usize), Recorded>> =
        LazyLock::new(|| read(crate::text("README.md").unwrap_or_default()));
    ALL.get(&(name.to_string(), place))
}

/// Reads the rows `| statement | what it says | verdict | checked | scope | witness | again |`.
fn read(text: &str) -> HashMap<(String, usize), Recorded> {
    let mut all = HashMap::new();
    for line in text.lines() {
        let cells = cells(line);
        let [_, _, verdict, checked, scope, witness, again] = &cells[..] else { continue };
        let Some(key) = key(again) else { continue };
        let checked = match &checked[..] {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        let witness = (!witness.is_empty()).then(|| witness.clone());
        let verdict = verdict.split([' ', ',']).next().unwrap_or_default().to_string();
        all.insert(key, Recorded { verdict, checked, scope: scope.clone(), witness });
    }
    all
}

/// The cells of a row of a table, in which `\\|` stands for the sign itself.
fn cells(line: &str) -> Vec<String> {
    let Some(inside) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
        return Vec::new();
    };
    let mut cells = vec![String::new()];
    let mut letters = inside.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '\\' if letters.peek() == Some(&'|') => {
                letters.next();
                cells.last_mut().expect("there is one").push('|');
            }
            '|' => cells.push(String::new()),
            c => cells.last_mut().expect("there is one").push(c),
        }
    }
    cells.iter().map(|cell| cell.trim().to_string()).collect()
}

/// The page and the place in `sprague prove claims/cut/lemma-7.claim --claim 2`.
fn key(again: &str) -> Option<(String, usize)> {
    let words = again.trim_matches('`').strip_prefix("sprague prove ")?;
    let (file, place) = match words.split_once(" --claim ") {
        Some((file, place)) => (file, place.parse().ok()?),
        None => (words, 1),
    };
    let file = file.strip_prefix("claims/").or(file.strip_prefix('@'))?;
    Some((file.strip_suffix(".claim")?.to_string(), place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_that_is_no_border_stays_in_its_cell() {
        assert_eq!(cells(r"| a \| b | c |"), ["a | b", "c"]);
        assert_eq!(cells("no row"), Vec::<String>::new());
    }

    #[test]
    fn nearly_all_statements_are_in_the_record() {
        let (mut known, mut all) = (0, 0);
        for page in crate::all() {
            for place in 1..=page.claims().0.len() {
                all += 1;
                known += usize::from(recorded(page.name, place).is_some());
            }
        }
        // The record may be a little older than the newest statements.
        assert!(known * 10 > all * 9, "{known} of {all}");
    }
}
