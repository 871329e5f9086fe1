//! Repairs: the smallest changes of a refuted claim that hold.
//!
//! Its statement, and what it supposes, are changed in one place: a comparison (= to !=, strict to weak), a number by one, a parity, a
//! name, a case or a condition left out, the counterexample excepted. Each change is a claim of its own, and is judged as any other.

use serde::Serialize;
use sprague_claim::{Claim, Expected, read_claims};
use sprague_prove::{Judgement, Verdict, judge};
use sprague_rules::Library;
use sprague_task::Task;

/// A changed claim and what is known of it.
#[derive(Clone, Debug, Serialize)]
pub struct Repair {
    /// The changed clauses.
    pub text: String,
    /// What was changed.
    pub change: String,
    /// `proved` or `holds`.
    pub verdict: &'static str,
    /// Has the checker accepted the proof?
    pub checked: bool,
    /// The whole claim.
    pub claim: String,
}

/// Words that begin a clause which repairs leave alone.
const KEPT: [&str; 21] = [
    "claim", "from", "note", "finding", "printed", "deep", "game", "piles", "places", "counts",
    "given", "graph", "for", "define", "family", "set", "also", "check", "expect", "lemma",
    "title",
];
/// Changes that are judged.
const MOST: usize = 400;
/// Repairs that are shown.
const SHOWN: usize = 10;

/// Repairs of a claim that hold, the most plausible first; an error, if it is not refuted.
pub fn repairs(claim: &Claim, library: &Library, task: &Task) -> Result<Vec<Repair>, String> {
    let judgement = judge(claim, &task.part(task.limits().steps));
    let Verdict::Refuted { witness, .. } = &judgement.verdict else {
        return Err(format!("it is not refuted: {}", judgement.verdict.kind().name()));
    };
    let mut found: Vec<(u32, Repair)> = Vec::new();
    let watch = task.watch();
    let changes = changes(claim, witness.piles());
    watch.expect(changes.len().min(MOST) as u64);
    for change in changes.into_iter().take(MOST) {
        if !task.goes_on() {
            break;
        }
        watch.advance(1);
        let Some(other) = read(&change.claim, library) else { continue };
        let Judgement { verdict, .. } = judge(&other, &task.part(task.limits().steps / 16));
        let checked = matches!(verdict, Verdict::Proved(_));
        let (kind, more) = match verdict.kind() {
            Expected::Proved => ("proved", 0),
            Expected::Holds => ("holds", 50),
            _ => continue,
        };
        let Change { text, change, claim, cost } = change;
        found.push((cost + more, Repair { text, change, verdict: kind, checked, claim }));
    }
    found.sort_by_key(|(cost, _)| *cost);
    Ok(found.into_iter().take(SHOWN).map(|(_, repair)| repair).collect())
}

fn read(text: &str, library: &Library) -> Option<Claim> {
    let (mut claims, wrong) = read_claims("claim", text, &|name| library.text(name));
    claims.pop().filter(|_| wrong.is_empty())
}

/// A change of one place.
struct Change {
    /// The clause after it.
    text: String,
    change: String,
    claim: String,
    cost: u32,
}

/// A word of a statement, with its place.
struct Token {
    from: usize,
    to: usize,
}

/// All changes of a claim, the smallest first.
fn changes(claim: &Claim, witness: &[u32]) -> Vec<Change> {
    let text = &claim.text;
    let names = names(text);
    let mut all: Vec<Change> = Vec::new();
    let mut at = 0;
    let mut kept = true;
    for line in text.split_inclusive('\n') {
        let first = line.split_whitespace().next().unwrap_or("");
        if KEPT.contains(&first) {
            kept = true;
        } else if is_clause(first) {
            kept = false;
        }
        if !kept {
            let within = at..at + line.trim_end().len();
            in_line(text, within, &names, &mut all);
        }
        at += line.len();
    }
    excepted(text, &names, witness, &mut all);
    all.sort_by_key(|change| change.cost);
    let mut seen = std::collections::HashSet::new();
    all.retain(|change| seen.insert(change.claim.clone()));
    all
}

/// Does the word begin a clause that says or supposes something?
fn is_clause(word: &str) -> bool {
    const SAID: [&str; 13] = [
        "P",
        "N",
        "nim-value",
        "suppose",
        "strategy",
        "adding",
        "outcome",
        "same",
        "formula",
        "sequence",
        "regular",
        "whenever",
        "then",
    ];
    SAID.contains(&word)
}

/// The names of the numbers of a position.
fn names(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let named = lines.filter_map(|line| {
        let rest = ["piles ", "places ", "counts "].iter().find_map(|word| line.strip_prefix(word));
        rest.filter(|rest| rest.contains("<=") || rest.contains(',') || rest.len() == 1)
    });
    let split = |rest: &str| -> Vec<String> {
        rest.split(['<', '=', ',']).map(|name| name.trim().to_string()).collect()
    };
    let mut names: Vec<String> = named.flat_map(split).collect();
    names.retain(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric()));
    names
}

/// The words of a part of a text.
fn tokens(text: &str, within: std::ops::Range<usize>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        '<' | '>' | '=' | '!' => 2,
        _ => 0,
    };
    let mut before = 0;
    for (i, c) in text[within.clone()].char_indices() {
        let (here, at) = (class(c), within.start + i);
        match tokens.last_mut() {
            Some(token) if here != 0 && here == before => token.to = at + c.len_utf8(),
            _ if here != 0 => tokens.push(Token { from: at, to: at + c.len_utf8() }),
            _ => {}
        }
        before = here;
    }
    tokens
}

/// The changes of one line.
fn in_line(text: &str, within: std::ops::Range<usize>, names: &[String], all: &mut Vec<Change>) {
    let mut put = |from: usize, to: usize, with: &str, cost: u32, change: String| {
        let claim = format!("{}{with}{}", &text[..from], &text[to..]);
        let line_end =
            claim[within.start..].find('\n').map_or(claim.len(), |end| within.start + end);
        let line = claim[within.start..line_end].trim().to_string();
        all.push(Change { text: line, change, claim: unexpected(&claim), cost });
    };
    for token in tokens(text, within.clone()) {
        let word = &text[token.from..token.to];
        let others: Vec<(String, u32)> = match word {
            "=" => vec![("!=".into(), 2), (">=".into(), 3), ("<=".into(), 3)],
            "!=" => vec![("=".into(), 2)],
            "<" => vec![("<=".into(), 1)],
            "<=" => vec![("<".into(), 1)],
            ">" => vec![(">=".into(), 1)],
            ">=" => vec![(">".into(), 1)],
            "even" => vec![("odd".into(), 2)],
            "odd" => vec![("even".into(), 2)],
            "and" => vec![("or".into(), 5)],
            "or" => vec![("and".into(), 5)],
            number if number.chars().all(|c| c.is_ascii_digit()) => match number.parse::<u64>() {
                Ok(n) => {
                    let near = [n + 1, n.wrapping_sub(1), n + 2, n.wrapping_sub(2)];
                    let near = near.into_iter().zip([1, 1, 3, 3]).filter(|(n, _)| *n < 1 << 40);
                    near.map(|(n, cost)| (n.to_string(), cost)).collect()
                }
                Err(_) => continue,
            },
            name if names.iter().any(|known| known == name) => {
                let others = names.iter().filter(|known| *known != name);
                others.map(|other| (other.clone(), 4)).collect()
            }
            _ => continue,
        };
        for (other, cost) in others {
            let change = format!("{other} for {word}");
            put(token.from, token.to, &other, cost, change);
        }
    }
    // A case or a condition left out.
    let line = &text[within.clone()];
    for (word, cost) in [(" or ", 4), (" and ", 3)] {
        let parts: Vec<&str> = line.split(word).collect();
        if parts.len() < 2 {
            continue;
        }
        for (place, part) in parts.iter().enumerate() {
            let from = part.as_ptr() as usize - text.as_ptr() as usize;
            let (from, to) = match place {
                0 => continue,
                _ => (from - word.len(), from + part.len()),
            };
            put(from, to, "", cost, format!("without `{}`", part.trim()));
        }
    }
}

/// The counterexample as an exception.
fn excepted(text: &str, names: &[String], witness: &[u32], all: &mut Vec<Change>) {
    if names.is_empty() || names.len() != witness.len() {
        return;
    }
    let equal: Vec<String> =
        names.iter().zip(witness).map(|(name, n)| format!("{name} = {n}")).collect();
    let here = equal.join(" and ");
    let Some(start) = text.find("P iff ").map(|at| at + "P iff ".len()) else { return };
    // The statement ends where the next clause begins.
    let mut end = start;
    for (place, line) in text[start..].split_inclusive('\n').enumerate() {
        let first = line.split_whitespace().next().unwrap_or("");
        if place > 0 && (KEPT.contains(&first) || is_clause(first)) {
            break;
        }
        end += line.len();
    }
    let said = text[start..end].trim_end();
    let (front, back) = (&text[..start], &text[end..]);
    let more = [
        (format!("({said}) and not ({here})"), format!("{} excepted", here)),
        (format!("{said} or {here}"), format!("{} added", here)),
    ];
    for (said, change) in more {
        let claim = format!("{front}{said}\n{back}");
        all.push(Change {
            text: format!("P iff {said}"),
            change,
            claim: unexpected(&claim),
            cost: 6,
        });
    }
}

/// The claim without what its file expects of it, which is no longer so.
fn unexpected(claim: &str) -> String {
    let lines = claim.lines().filter(|line| !line.trim_start().starts_with("expect "));
    lines.map(|line| format!("{line}\n")).collect()
}
