//! The changes of a claim in one place: a comparison (= to !=, strict to weak), a number by one or two, alone or throughout a clause, an outcome, a
//! parity, a kind of pile, a name, a case or a condition left out, a condition added that leaves the counterexample out, the
//! counterexample as an exception or as a case.

use std::collections::HashSet;
use std::ops::Range;

use sprague_claim::Claim;

/// Words that begin a clause which repairs leave alone.
const KEPT: [&str; 21] = [
    "claim", "from", "note", "finding", "printed", "deep", "game", "piles", "places", "counts",
    "given", "graph", "for", "define", "family", "set", "also", "check", "expect", "lemma",
    "title",
];
/// Words that begin a clause which says or supposes something.
const SAID: [&str; 16] = [
    "P",
    "N",
    "L",
    "R",
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
    "lines",
];

/// A change of one place.
pub struct Change {
    /// The clause after it.
    pub text: String,
    /// What was changed, in words.
    pub change: String,
    /// The whole claim after it.
    pub claim: String,
    /// How large it is.
    pub cost: u32,
}

/// A clause that says or supposes something: its place in the text, without the word that begins it.
struct Clause {
    word: String,
    within: Range<usize>,
}

/// All changes of a claim, the smallest first.
pub fn changes(claim: &Claim, witness: &[u32]) -> Vec<Change> {
    let text = &claim.text;
    let mut all = All { text, changes: Vec::new() };
    let names = names(text);
    let numbers = numbers(text, &names, witness);
    let clauses = clauses(text);
    for clause in &clauses {
        all.words(clause, &names);
        all.left_out(clause);
        all.added(clause, &names, &numbers, witness);
    }
    all.supposed(&clauses, &names, &numbers);
    all.excepted(&clauses, &names, &numbers);
    let mut changes = all.changes;
    changes.sort_by_key(|change| change.cost);
    let mut seen = HashSet::new();
    changes.retain(|change| seen.insert(change.claim.clone()));
    changes
}

/// The clauses of a claim that say or suppose something. Quotations are none.
fn clauses(text: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let (mut at, mut quoted, mut open) = (0, false, false);
    for line in text.split_inclusive('\n') {
        let front = line.len() - line.trim_start().len();
        let first = line.split_whitespace().next().unwrap_or("");
        if !quoted {
            let (from, to) = (at + front + first.len(), at + line.trim_end().len());
            if SAID.contains(&first) || first == "facts" {
                open = true;
                clauses.push(Clause { word: first.to_string(), within: from.min(to)..to });
            } else if KEPT.contains(&first) {
                open = false;
            } else if let Some(last) = clauses.last_mut().filter(|_| open && !first.is_empty()) {
                last.within.end = to;
            }
        }
        quoted ^= line.matches('"').count() % 2 == 1;
        at += line.len();
    }
    clauses
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

/// What the named numbers are at the counterexample; none, if that is not plain.
fn numbers(text: &str, names: &[String], witness: &[u32]) -> Option<Vec<u32>> {
    if text.lines().any(|line| line.trim_start().starts_with("counts ")) {
        let count = |size: u32| witness.iter().filter(|&&pile| pile == size).count() as u32;
        return Some((1..=names.len() as u32).map(count).collect());
    }
    (!names.is_empty() && names.len() == witness.len()).then(|| witness.to_vec())
}

/// The words of a part of a text: letters and digits, or signs of comparison.
fn tokens(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 1,
        '<' | '>' | '=' | '!' => 2,
        _ => 0,
    };
    let mut before = 0;
    for (i, c) in text[within.clone()].char_indices() {
        let (here, at) = (class(c), within.start + i);
        match tokens.last_mut() {
            Some(token) if here != 0 && here == before => token.end = at + c.len_utf8(),
            _ if here != 0 => tokens.push(at..at + c.len_utf8()),
            _ => {}
        }
        before = here;
    }
    tokens
}

/// A kind of pile or count: `e4`, `o`, by its letter and from where on.
fn kind(word: &str) -> Option<(char, Option<u32>)> {
    let letter = word.chars().next().filter(|c| ['e', 'o'].contains(c))?;
    match &word[1..] {
        "" => Some((letter, None)),
        rest => Some((letter, Some(rest.parse().ok()?))),
    }
}

/// Other words for a word, with what the change costs.
fn others(word: &str, names: &[String], in_kinds: bool) -> Vec<(String, u32)> {
    let one = |other: &str, cost: u32| vec![(other.to_string(), cost)];
    match word {
        "=" => vec![("!=".into(), 2), (">=".into(), 3), ("<=".into(), 3)],
        "!=" => one("=", 2),
        "<" => one("<=", 1),
        "<=" => one("<", 1),
        ">" => one(">=", 1),
        ">=" => one(">", 1),
        "even" => one("odd", 2),
        "odd" => one("even", 2),
        "min" => one("max", 2),
        "max" => one("min", 2),
        "and" => one("or", 5),
        "or" => one("and", 5),
        "P" => one("N", 1),
        "N" => one("P", 1),
        "L" => one("R", 1),
        "R" => one("L", 1),
        number if number.chars().all(|c| c.is_ascii_digit()) => {
            let Ok(n) = number.parse::<u64>() else { return Vec::new() };
            let near = [n + 1, n.wrapping_sub(1), n + 2, n.wrapping_sub(2)];
            let near = near.into_iter().zip([1, 1, 3, 3]).filter(|(n, _)| *n < 1 << 40);
            let mut all: Vec<(String, u32)> = near.map(|(n, cost)| (n.to_string(), cost)).collect();
            if in_kinds {
                let letter = if n.is_multiple_of(2) { 'e' } else { 'o' };
                all.push((format!("{letter}{n}"), 2));
                all.push(("*".into(), 3));
                // A slip of the press.
                all.extend((n == 0).then(|| ("o".to_string(), 1)));
            }
            all
        }
        word if in_kinds && kind(word).is_some() => {
            let Some((letter, from)) = kind(word) else { return Vec::new() };
            let other = if letter == 'e' { 'o' } else { 'e' };
            let mut all = vec![("*".to_string(), 3)];
            match from {
                None => {
                    all.push((other.to_string(), 2));
                    all.extend((letter == 'o').then(|| ("0".to_string(), 1)));
                }
                Some(n) => {
                    all.push((format!("{other}{}", n + 1), 3));
                    all.push((format!("{letter}{}", n + 2), 2));
                    all.push((letter.to_string(), 3));
                    if n >= 2 {
                        all.push((format!("{letter}{}", n - 2), 2));
                        all.push((format!("{other}{}", n - 1), 3));
                    }
                    all.push((n.to_string(), 3));
                }
            }
            all
        }
        name if names.iter().any(|known| known == name) => {
            let others = names.iter().filter(|known| *known != name);
            others.map(|other| (other.clone(), 4)).collect()
        }
        _ => Vec::new(),
    }
}

/// The brackets `[...]` and `<...>` of kinds in a part of a text.
fn brackets(text: &str, within: &Range<usize>) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let part = &text[within.clone()];
    for (i, c) in part.char_indices() {
        let close = match c {
            '[' => ']',
            '<' => '>',
            _ => continue,
        };
        // `>=` within `<...>` closes nothing.
        let closing = |(j, d): &(usize, char)| *d == close && !part[i + j + 1..].starts_with('=');
        let Some((j, _)) = part[i..].char_indices().skip(1).find(closing) else { continue };
        let inner = &part[i + 1..i + j];
        let entries = inner.split(',').count() >= 2;
        let plain = |c: char| c.is_ascii_alphanumeric() || " ,.*{}<>=".contains(c);
        if entries && inner.chars().all(plain) && !inner.contains(" or ") {
            all.push(within.start + i..within.start + i + j + 1);
        }
    }
    all
}

struct All<'t> {
    text: &'t str,
    changes: Vec<Change>,
}

impl All<'_> {
    /// Puts other words in one place of a clause.
    fn put(&mut self, clause: &Clause, place: Range<usize>, with: &str, cost: u32, what: String) {
        self.put_throughout(clause, std::slice::from_ref(&place), with, cost, what);
    }

    /// Puts other words in the place of some, which are in ascending order and in one clause.
    fn put_throughout(
        &mut self,
        clause: &Clause,
        places: &[Range<usize>],
        with: &str,
        cost: u32,
        what: String,
    ) {
        let (mut claim, mut shown, mut at) = (String::new(), String::new(), 0);
        for place in places {
            claim += &self.text[at..place.start];
            claim += with;
            at = place.end;
        }
        claim += &self.text[at..];
        let grown = claim.len() as isize - self.text.len() as isize;
        // Of what stands in lines of its own the line that was changed, of other clauses all.
        let lines = ["lines", "facts", "formula"].contains(&&clause.word[..]);
        let start = if lines { places[0].start } else { clause.within.start };
        let from = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = match lines {
            true => claim[start..].find('\n').map_or(claim.len(), |end| start + end),
            false => clause.within.end.saturating_add_signed(grown),
        };
        shown += claim.get(from..end).unwrap_or("").trim();
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        self.changes.push(Change { text: shown, change: what, claim: unexpected(&claim), cost });
    }

    /// One word for another, alone and wherever it stands in a clause or in a bracket.
    fn words(&mut self, clause: &Clause, names: &[String]) {
        let text = self.text;
        // The outcome with which a clause begins.
        let head = clause.within.start - clause.word.len()..clause.within.start;
        if ["P", "N"].contains(&&text[head.clone()]) {
            let other = if &text[head.clone()] == "P" { "N" } else { "P" };
            self.put(clause, head, other, 2, format!("{other} for {}", clause.word));
        }
        let brackets = brackets(text, &clause.within);
        let inside = |token: &Range<usize>| {
            brackets.iter().position(|b| b.start <= token.start && token.end <= b.end)
        };
        let tokens = tokens(text, clause.within.clone());
        for token in &tokens {
            let word = &text[token.clone()];
            let bracket = inside(token);
            if bracket.is_some_and(|b| brackets[b].start == token.start)
                || brackets.iter().any(|b| b.end == token.end && word.starts_with('>'))
            {
                continue;
            }
            for (other, cost) in others(word, names, bracket.is_some()) {
                // A fact is about its position: what is said of it is wrong, rather.
                let cost = if clause.word == "facts" && word.parse::<u64>().is_ok() {
                    cost + 3
                } else {
                    cost
                };
                let change = format!("{other} for {word}");
                self.put(clause, token.clone(), &other, cost, change.clone());
                let same = |t: &&Range<usize>| &text[(*t).clone()] == word;
                let number = word.chars().all(|c| c.is_ascii_digit());
                let alike: Vec<Range<usize>> = match bracket {
                    Some(_) => tokens
                        .iter()
                        .filter(same)
                        .filter(|t| inside(t) == bracket)
                        .cloned()
                        .collect(),
                    None if number => tokens.iter().filter(same).cloned().collect(),
                    None => Vec::new(),
                };
                if alike.len() > 1 && alike[0] == *token {
                    self.put_throughout(
                        clause,
                        &alike,
                        &other,
                        cost + 1,
                        format!("{change}, {} times", alike.len()),
                    );
                }
            }
        }
        // An entry `>=1` of a bracket that may be anything.
        for bracket in &brackets {
            let part = &text[bracket.start + 1..bracket.end - 1];
            for entry in part.split(',') {
                let from = entry.as_ptr() as usize - text.as_ptr() as usize;
                let front = entry.len() - entry.trim_start().len();
                let place = from + front..from + entry.trim_end().len();
                if entry.trim().starts_with(">=") {
                    self.put(clause, place, "*", 2, format!("any instead of {}", entry.trim()));
                }
            }
        }
    }

    /// A case or a condition left out.
    fn left_out(&mut self, clause: &Clause) {
        let text = self.text;
        let whole = &text[clause.within.clone()];
        for (word, cost) in [("or", 4), ("and", 3)] {
            let parts = split(whole, word);
            for (from, to) in parts.iter().skip(1) {
                let part = &whole[*from..*to];
                if part.matches('(').count() != part.matches(')').count() {
                    continue;
                }
                let begin = whole[..*from].rfind(word).unwrap_or(*from);
                let place = clause.within.start + begin..clause.within.start + to;
                self.put(clause, place, "", cost, format!("without `{}`", part.trim()));
            }
            if let [(_, end), (next, _), ..] = parts[..] {
                let part = whole[..end].trim();
                let after =
                    ["iff ", "if "].iter().find_map(|w| part.strip_prefix(w)).unwrap_or(part);
                if after.matches('(').count() == after.matches(')').count() {
                    let from = clause.within.start + end
                        - after.len()
                        - (whole[..end].len() - whole[..end].trim_end().len());
                    self.put(
                        clause,
                        from..clause.within.start + next,
                        "",
                        cost,
                        format!("without `{after}`"),
                    );
                }
            }
        }
    }

    /// A condition added to a case, or to a line, by which the counterexample is left out.
    fn added(
        &mut self,
        clause: &Clause,
        names: &[String],
        numbers: &Option<Vec<u32>>,
        witness: &[u32],
    ) {
        let text = self.text;
        let whole = &text[clause.within.clone()];
        if clause.word == "lines" || clause.word == "formula" {
            for line in whole.lines().filter(|line| line.contains(" for ") && line.contains(": ")) {
                let named = line.rsplit_once(" for ").map_or("", |(_, rest)| rest);
                let named = named.split(':').next().unwrap_or("");
                let named: Vec<String> =
                    named.split(',').map(|name| name.trim().to_string()).collect();
                let end = line.as_ptr() as usize - text.as_ptr() as usize + line.trim_end().len();
                let mut seen = HashSet::new();
                for name in &named {
                    for value in witness.iter().filter(|value| seen.insert((name.clone(), **value)))
                    {
                        let condition = format!("{name} != {value}");
                        self.put(
                            clause,
                            end..end,
                            &format!(" and {condition}"),
                            4,
                            format!("{condition} added"),
                        );
                    }
                }
            }
            return;
        }
        let Some(numbers) = numbers else { return };
        if !whole.trim_start().starts_with("if") || clause.word == "nim-value" {
            return;
        }
        let said = if whole.trim_start().starts_with("iff") { "iff" } else { "if" };
        let begin = whole.find(said).map_or(0, |at| at + said.len());
        let cases = split(&whole[begin..], "or");
        for condition in leaving_out(names, numbers) {
            let change = format!("{} added", condition.0);
            let cost = condition.1;
            for (from, to) in &cases {
                let part = whole[begin + from..begin + to].trim_end();
                if part.matches('(').count() != part.matches(')').count() {
                    continue;
                }
                let end = clause.within.start + begin + from + part.len();
                let more = usize::from(cases.len() > 1) as u32;
                // What was said to be so always is so under this condition.
                if part.trim() == "always" {
                    let place = end - "always".len()..end;
                    self.put(clause, place, &condition.0, cost + more, change.clone());
                    continue;
                }
                self.put(
                    clause,
                    end..end,
                    &format!(" and {}", condition.0),
                    cost + more,
                    change.clone(),
                );
            }
            if cases.len() > 1 {
                let place = clause.within.start + begin..clause.within.end;
                let all = format!(" ({}) and {}", whole[begin..].trim(), condition.0);
                self.put(clause, place, &all, cost, change);
            }
        }
    }

    /// A condition added to what is supposed.
    fn supposed(&mut self, clauses: &[Clause], names: &[String], numbers: &Option<Vec<u32>>) {
        let Some(numbers) = numbers else { return };
        let text = self.text;
        for (condition, cost) in leaving_out(names, numbers) {
            let change = format!("{condition} supposed");
            match clauses.iter().find(|clause| clause.word == "suppose") {
                Some(clause) => {
                    let end = clause.within.end;
                    let with = match text[clause.within.clone()].contains(" or ") {
                        false => format!(" and {condition}"),
                        true => {
                            let all = text[clause.within.clone()].trim();
                            let with = format!(" ({all}) and {condition}");
                            self.put(clause, clause.within.clone(), &with, cost, change);
                            continue;
                        }
                    };
                    self.put(clause, end..end, &with, cost, change);
                }
                None => {
                    let Some(clause) = clauses.first() else { return };
                    let at = clause.within.start - clause.word.len();
                    let with = format!("suppose {condition}\n  ");
                    self.put(clause, at..at, &with, cost + 1, change);
                }
            }
        }
    }

    /// The counterexample as an exception, or as a case.
    fn excepted(&mut self, clauses: &[Clause], names: &[String], numbers: &Option<Vec<u32>>) {
        let Some(numbers) = numbers else { return };
        let equal: Vec<String> =
            names.iter().zip(numbers).map(|(name, n)| format!("{name} = {n}")).collect();
        let here = equal.join(" and ");
        let text = self.text;
        for clause in clauses.iter().filter(|clause| ["P", "N"].contains(&&clause.word[..])) {
            let whole = &text[clause.within.clone()];
            let said = if whole.trim_start().starts_with("iff") { "iff" } else { "if" };
            let Some(begin) = whole.find(said).map(|at| at + said.len()) else { continue };
            let place = clause.within.start + begin..clause.within.end;
            let all = whole[begin..].trim();
            self.put(
                clause,
                place.clone(),
                &format!(" ({all}) and not ({here})"),
                4,
                format!("{here} excepted"),
            );
            self.put(clause, place, &format!(" {all} or {here}"), 4, format!("{here} added"));
        }
    }
}

/// Conditions that are not so of the counterexample, with what adding them costs.
fn leaving_out(names: &[String], numbers: &[u32]) -> Vec<(String, u32)> {
    let mut all = Vec::new();
    for (place, (name, &n)) in names.iter().zip(numbers).enumerate() {
        all.push((format!("{name} != {n}"), 3));
        all.push((format!("{name} >= {}", n + 1), 3));
        if n >= 1 {
            all.push((format!("{name} <= {}", n - 1), 3));
        }
        all.push((format!("{}({name})", if n % 2 == 1 { "even" } else { "odd" }), 4));
        for (other, &m) in names.iter().zip(numbers).skip(place + 1) {
            if n == m {
                all.push((format!("{name} < {other}"), 3));
                all.push((format!("{name} != {other}"), 3));
            }
        }
    }
    all
}

/// The parts of a text between a word that stands outside of all brackets, as ranges.
fn split(text: &str, word: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let (mut from, mut depth) = (0, 0i32);
    for (i, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        let alone = text[..i].ends_with(char::is_whitespace)
            && text[i..]
                .strip_prefix(word)
                .is_some_and(|rest| rest.starts_with(char::is_whitespace));
        if depth == 0 && alone && i >= from {
            parts.push((from, i));
            from = i + word.len();
        }
    }
    parts.push((from, text.len()));
    parts
}

/// The claim without what its file expects of it, which is no longer so.
fn unexpected(claim: &str) -> String {
    let lines = claim.lines().filter(|line| !line.trim_start().starts_with("expect "));
    lines.map(|line| format!("{line}\n")).collect()
}
