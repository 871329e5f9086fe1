//! The sharp constant: a claim with a name in place of a number, and the least number for which it is true.

use serde::Serialize;
use sprague_claim::{Claim, Expected, read_claims};
use sprague_prove::{Verdict, judge};
use sprague_rules::Library;
use sprague_task::Task;

/// A constant, with what is known of the claim at it and just below it.
#[derive(Clone, Debug, Serialize)]
pub struct Threshold {
    /// The least number for which the claim was not refuted.
    pub t: u32,
    /// What is known of the claim there: `proved`, `holds`.
    pub verdict: &'static str,
    /// Has the checker accepted the proof?
    pub checked: bool,
    /// The position that refutes the claim for the number just below; none, if the number is 0.
    pub below: Option<Vec<u32>>,
    /// What is so there.
    pub shown: Option<String>,
    /// The claim with the number in it.
    pub claim: String,
}

/// Numbers that are tried.
const MOST: u32 = 64;

/// The least number for which a claim, whose text has a name in its place, is not refuted. An error says what is wrong.
pub fn threshold(
    text: &str,
    name: &str,
    library: &Library,
    task: &Task,
) -> Result<Threshold, String> {
    if !name.chars().all(char::is_alphanumeric) || name.is_empty() {
        return Err(format!("`{name}` is no name"));
    }
    if with(text, name, 0) == text {
        return Err(format!("the claim does not speak of `{name}`"));
    }
    let mut below: Option<(Vec<u32>, String)> = None;
    let watch = task.watch();
    watch.expect(MOST.into());
    for t in 0..=MOST {
        watch.advance(1);
        if let Err(stop) = task.glance() {
            return Err(format!("{stop}; for {name} < {t} the claim is refuted"));
        }
        let text = with(text, name, t);
        let claim = read(&text, library)?;
        let verdict = judge(&claim, &task.part(task.limits().steps)).verdict;
        let verdict_name = verdict.kind();
        match (&verdict, verdict_name) {
            (Verdict::Refuted { witness, shown, .. }, _) => {
                below = Some((witness.piles().to_vec(), shown.clone()));
            }
            (_, kind @ (Expected::Proved | Expected::Holds)) => {
                let checked = matches!(verdict, Verdict::Proved(_));
                let (at, shown) = below.map_or((None, None), |(at, shown)| (Some(at), Some(shown)));
                let verdict = kind.name();
                return Ok(Threshold { t, verdict, checked, below: at, shown, claim: text });
            }
            (Verdict::Undecided { why }, _) => {
                return Err(format!("for {name} = {t} it is undecided: {why}"));
            }
            _ => return Err(format!("for {name} = {t} it is undecided")),
        }
    }
    Err(format!("for every {name} up to {MOST} the claim is refuted"))
}

fn read(text: &str, library: &Library) -> Result<Claim, String> {
    let (mut claims, wrong) = read_claims("claim", text, &|name| library.text(name));
    match (wrong.first(), claims.len()) {
        (Some(wrong), _) => Err(wrong.to_string()),
        (None, 1) => claims.pop().ok_or_else(|| "no claim".into()),
        (None, count) => Err(format!("one claim is expected, not {count}")),
    }
}

/// The text with a number in the place of a name, outside of quotations.
fn with(text: &str, name: &str, number: u32) -> String {
    let mut out = String::new();
    let (mut word, mut quoted) = (String::new(), false);
    let flush = |word: &mut String, quoted: bool, out: &mut String| {
        match !quoted && word == name {
            true => out.push_str(&number.to_string()),
            false => out.push_str(word),
        }
        word.clear();
    };
    for c in text.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        flush(&mut word, quoted, &mut out);
        quoted ^= c == '"';
        out.push(c);
    }
    flush(&mut word, quoted, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_where_they_stand_alone() {
        let text = "claim \"t\"\n  P iff a >= t and total > 2*t";
        assert_eq!(with(text, "t", 3), "claim \"t\"\n  P iff a >= 3 and total > 2*3");
    }
}
