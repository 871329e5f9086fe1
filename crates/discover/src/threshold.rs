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

/// Numbers that are tried one by one; then their doubles, up to this.
const EACH: u32 = 256;
const MOST: u32 = 4096;

/// What became of the claim with a number in it.
enum Tried {
    Refuted {
        at: Vec<u32>,
        shown: String,
    },
    /// Proved, or it holds.
    So {
        verdict: &'static str,
        checked: bool,
        claim: String,
    },
}

/// The least number for which a claim, whose text has a name in its place, is not refuted. Small numbers are tried one by one; beyond them it
/// is looked for by doubling and halving, as if the claim were refuted for all numbers below and for none above. An error says what is wrong.
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
    let watch = task.watch();
    watch.expect(EACH.into());
    let (mut refuted, mut found) = (None, None);
    let mut t = 0;
    // What lies between a number for which it is refuted and one for which it is not.
    while found
        .as_ref()
        .is_none_or(|(least, _)| refuted.as_ref().is_some_and(|(t, _)| t + 1 < *least))
    {
        watch.advance(1);
        if let Err(stop) = task.glance() {
            return Err(match &refuted {
                Some((t, _)) => format!("{stop}; for {name} = {t} the claim is refuted"),
                None => stop.to_string(),
            });
        }
        match tried(&with(text, name, t), library, task) {
            Ok(Tried::Refuted { at, shown }) => refuted = Some((t, (at, shown))),
            Ok(so) => found = Some((t, so)),
            // Where 0 makes no sense, or leaves nothing to speak of, it is no bound.
            Err(_) if t == 0 => {}
            Err(why) => return Err(format!("with {name} = {t}: {why}")),
        }
        t = match (&refuted, &found) {
            (Some((below, _)), Some((least, _))) => below + (least - below) / 2,
            _ if t < EACH => t + 1,
            _ if t < MOST => 2 * t,
            _ if found.is_none() => {
                return Err(format!(
                    "for every {name} that was tried up to {MOST} the claim is refuted"
                ));
            }
            _ => t,
        };
    }
    match found {
        Some((t, Tried::So { verdict, checked, claim })) => {
            let (below, shown) =
                refuted.map_or((None, None), |(_, (at, shown))| (Some(at), Some(shown)));
            Ok(Threshold { t, verdict, checked, below, shown, claim })
        }
        _ => Err("nothing was found".into()),
    }
}

/// Judges the claim with a number in it.
fn tried(text: &str, library: &Library, task: &Task) -> Result<Tried, String> {
    let claim = read(text, library)?;
    let verdict = judge(&claim, &task.part(task.limits().steps)).verdict;
    match (&verdict, verdict.kind()) {
        (Verdict::Refuted { witness, shown, .. }, _) => {
            Ok(Tried::Refuted { at: witness.piles().to_vec(), shown: shown.clone() })
        }
        (_, kind @ (Expected::Proved | Expected::Holds)) => {
            let checked = matches!(verdict, Verdict::Proved(_));
            Ok(Tried::So { verdict: kind.name(), checked, claim: text.to_string() })
        }
        (Verdict::Undecided { why }, _) => Err(format!("it is undecided: {why}")),
        _ => Err("it is undecided".into()),
    }
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
