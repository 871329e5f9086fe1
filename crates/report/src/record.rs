//! The record of a folder of claims: what became of every statement, paper by paper, and what readers of the
//! papers do not know yet.
//!
//! Papers are folders. A claim's source is the paper and the number of the statement, `cut, Theorem 13`; a claim that
//! mends a refuted one has the same source with `, repaired` behind it.

mod numbered;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sprague_claim::claim::Printed;
use sprague_claim::{About, Claim, Expected};
use sprague_prove::Verdict;

use crate::verdicts::{Judged, cell};

/// The first line, by which a record is known.
pub const MARK: &str = "<!-- Written by `sprague prove` from the claims in this folder. -->";

/// A claim of the folder, with its file and, if it was judged, its judgement.
pub struct Entry<'c> {
    /// As it is written on the command line.
    pub file: PathBuf,
    /// Its place in the file, from 1 on, where there are several.
    pub place: Option<usize>,
    /// The claim.
    pub claim: &'c Claim,
    /// The verdict on it, if it was judged.
    pub judged: Option<Judged<'c>>,
}

impl Entry<'_> {
    /// The paper, and the statement's name in it.
    fn source(&self) -> (&str, &str) {
        let paper = self.file.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        // What comes with the program is called `@PAPER/NAME`.
        let paper = paper.map_or("claims", |name| name.strip_prefix('@').unwrap_or(name));
        let source = self.claim.source.as_deref().unwrap_or_default();
        let own = source.strip_prefix(paper).and_then(|rest| rest.strip_prefix(", "));
        (paper, own.unwrap_or(source))
    }

    /// Is it the repaired form of another claim?
    fn mends(&self, other: &Entry) -> bool {
        let ((paper, label), (own_paper, own)) = (other.source(), self.source());
        let behind = own.strip_prefix(label);
        paper == own_paper && behind.is_some_and(|rest| rest.starts_with(", repaired"))
    }

    fn is_repaired(&self) -> bool {
        self.source().1.contains("repaired")
    }

    /// The verdict, or what the file says that it will be.
    fn verdict(&self) -> Option<Expected> {
        match &self.judged {
            Some(judged) => Some(judged.judgement.verdict.kind()),
            None => self.claim.expected,
        }
    }

    fn kind(&self) -> Kind {
        let label = self.source().1.to_lowercase();
        if label.starts_with("conjecture") {
            Kind::Conjecture
        } else if label.contains("question") || label.contains("problem") {
            Kind::Question
        } else if self.verdict() == Some(Expected::Refuted) || self.is_repaired() {
            Kind::Error
        } else {
            Kind::Besides
        }
    }

    fn command(&self) -> String {
        let place = self.place.map_or(String::new(), |place| format!(" --claim {place}"));
        format!("sprague prove {}{place}", self.file.display())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Error,
    Conjecture,
    Question,
    Besides,
}

const NEWS: [(Kind, &str); 4] = [
    (Kind::Error, "Errors in print"),
    (Kind::Conjecture, "Conjectures"),
    (Kind::Question, "Questions"),
    (Kind::Besides, "Found besides"),
];

/// How many claims have which verdict.
#[derive(Clone, Copy, Default)]
pub struct Totals {
    /// All of them.
    pub claims: usize,
    /// Proved, and the checker has accepted the proof.
    pub proved: usize,
    /// Proved, and nobody has looked at it.
    pub unchecked: usize,
    /// Of the proved ones, those whose files say that this is all that is printed.
    pub as_printed: usize,
    /// Of the proved ones, those whose files say that more is printed.
    pub fewer_cases: usize,
    /// They hold on a region.
    pub hold: usize,
    /// Refuted, and the checker has computed the counterexample again.
    pub refuted: usize,
    /// Refuted by a counterexample that nobody has looked at.
    pub refuted_unchecked: usize,
    /// Nothing is known.
    pub undecided: usize,
    /// Those that take long, and were not judged.
    pub deep: usize,
}

impl Totals {
    /// Of these claims.
    pub fn of<'e, 'c: 'e>(entries: impl IntoIterator<Item = &'e Entry<'c>>) -> Totals {
        let mut totals = Totals::default();
        for entry in entries {
            totals.claims += 1;
            let place = match entry.judged.as_ref().map(|judged| &judged.judgement.verdict) {
                None => &mut totals.deep,
                Some(Verdict::Proved(_)) => &mut totals.proved,
                Some(Verdict::Unchecked { .. }) => &mut totals.unchecked,
                Some(Verdict::Holds { .. }) => &mut totals.hold,
                Some(Verdict::Refuted { accepted: Some(_), .. }) => &mut totals.refuted,
                Some(Verdict::Refuted { accepted: None, .. }) => &mut totals.refuted_unchecked,
                Some(Verdict::Undecided { .. }) => &mut totals.undecided,
            };
            *place += 1;
            let judged = entry.judged.as_ref();
            let proved =
                judged.filter(|judged| judged.judgement.verdict.kind() == Expected::Proved);
            match proved.and_then(Judged::as_printed) {
                Some(true) => totals.as_printed += 1,
                Some(false) => totals.fewer_cases += 1,
                None => {}
            }
        }
        totals
    }

    /// How many were judged, and how.
    pub fn in_words(&self) -> String {
        let Totals { claims, deep, hold, undecided, .. } = self;
        let (judged, proved) = (claims - deep, self.proved + self.unchecked);
        let refuted = self.refuted + self.refuted_unchecked;
        format!(
            "{judged} judged: {proved} proved, {hold} hold, {refuted} refuted, {undecided} undecided"
        )
    }

    /// How many of the proofs and counterexamples were checked.
    pub fn checked_in_words(&self) -> String {
        let Totals { proved, unchecked, refuted, refuted_unchecked, .. } = self;
        let (checked, not) = (proved + refuted, unchecked + refuted_unchecked);
        match (checked + not, not) {
            (0, _) => "there is no proof or counterexample to check".to_string(),
            (1, 0) if *proved == 1 => "the proof was checked".to_string(),
            (1, 0) => "the counterexample was checked".to_string(),
            (all, 0) => format!("{all} proofs and counterexamples, all of them checked"),
            (all, _) => format!(
                "{all} proofs and counterexamples, {checked} of them checked: {unchecked} proofs and {refuted_unchecked} counterexamples are not"
            ),
        }
    }

    const HEADING: [&'static str; 9] = [
        "statements",
        "proved and checked",
        "proved, unchecked",
        "for fewer cases than printed",
        "hold",
        "refuted and checked",
        "refuted, unchecked",
        "undecided",
        "with `--deep`",
    ];

    fn row(&self) -> String {
        let Totals { claims, proved, unchecked, fewer_cases, hold, .. } = self;
        let Totals { refuted, refuted_unchecked, undecided, deep, .. } = self;
        let all = [claims, proved, unchecked, fewer_cases, hold];
        let rest = [refuted, refuted_unchecked, undecided, deep];
        let numbers = all.into_iter().chain(rest).map(usize::to_string);
        numbers.collect::<Vec<_>>().join(" | ")
    }
}

/// The whole record, in Markdown.
pub fn record(entries: &[Entry]) -> String {
    let mut papers: Vec<&str> = Vec::new();
    for entry in entries {
        if !papers.contains(&entry.source().0) {
            papers.push(entry.source().0);
        }
    }
    let mut text = format!("{MARK}\n\n# What became of the statements\n\n");
    text += "`proved` is for all positions that the statement speaks of, `holds` for the region named, and a refuted statement has \
             the smallest witness that was found beside it. What is `checked` was accepted by the independent checker. Any row can be judged again by the command in it; where the scope says `--deep`, that takes longer than some \
             seconds, and the verdict shown is the one that it had then.\n\n";
    let _ = writeln!(text, "| paper | {} |", Totals::HEADING.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(Totals::HEADING.len()));
    for paper in &papers {
        let totals = Totals::of(entries.iter().filter(|entry| entry.source().0 == *paper));
        let _ = writeln!(text, "| [{paper}](#{}) | {} |", anchor(paper), totals.row());
    }
    let _ = writeln!(text, "| all | {} |", Totals::of(entries).row());
    text += &numbered::section(&papers, entries);
    text += "\n## News\n";
    for (kind, heading) in NEWS {
        news(&mut text, heading, entries, kind);
    }
    for paper in papers {
        let _ = writeln!(text, "\n## {paper}\n");
        text += "| statement | what it says | verdict | checked | scope | witness | again |\n|---|---|---|---|---|---|---|\n";
        for entry in entries.iter().filter(|entry| entry.source().0 == paper) {
            let _ = writeln!(text, "{}", row(entry));
        }
    }
    text
}

fn news(text: &mut String, heading: &str, entries: &[Entry], kind: Kind) {
    let told = |entry: &&Entry| entry.claim.finding.is_some() && entry.kind() == kind;
    let mut told = entries.iter().filter(told).peekable();
    if told.peek().is_some() {
        let _ = writeln!(text, "\n### {heading}\n");
    }
    for entry in told {
        let (paper, label) = entry.source();
        let finding = sentence(entry.claim.finding.as_deref().unwrap_or_default());
        let _ = write!(text, "- **{paper}, {label}.** {finding}");
        let witness = entry.judged.as_ref().and_then(Judged::witness);
        if let Some(witness) = witness.filter(|witness| witness != "-") {
            let _ = write!(text, " Witness: {}.", cell(&witness));
        }
        let mut files: Vec<(&Path, &str)> = Vec::new();
        for other in entries.iter().filter(|other| other.mends(entry)) {
            let verdict = other.verdict().map_or("undecided", Expected::name);
            if !files.contains(&(&other.file, verdict)) {
                files.push((&other.file, verdict));
            }
        }
        let mended = |(file, verdict): &(&Path, &str)| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            format!("{verdict} ([{name}]({paper}/{name}))")
        };
        if !files.is_empty() {
            let _ = write!(
                text,
                " Repaired: {}.",
                files.iter().map(mended).collect::<Vec<_>>().join(", ")
            );
        }
        text.push('\n');
    }
}

/// With a capital letter in front and a full stop behind.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{}{}{stop}", first.unwrap_or_default(), letters.as_str())
}

fn row(entry: &Entry) -> String {
    let (verdict, checked, scope, witness) = match &entry.judged {
        Some(judged) => (
            judged.verdict().to_string(),
            judged.checked().map_or("", |checked| if checked { "yes" } else { "no" }),
            judged.scope(),
            judged.witness().map(|witness| match judged.reason() {
                Some(shown) => format!("{witness}: {shown}"),
                None => witness,
            }),
        ),
        None => {
            let expected = entry.claim.expected.map_or("undecided", Expected::name);
            (expected.to_string(), "", format!("{}, with `--deep`", deep_scope(entry.claim)), None)
        }
    };
    let (_, label) = entry.source();
    let witness = witness.unwrap_or_default();
    let scope = match &entry.claim.printed {
        Some(Printed::Whole) => format!("{scope}, as printed"),
        Some(Printed::More(printed)) => format!("{scope}; printed {printed}"),
        None => scope,
    };
    let cells = [label, &entry.claim.name, &verdict, checked, &scope, &witness];
    let cells = cells.map(cell);
    format!("| {} | `{}` |", cells.join(" | "), entry.command())
}

/// For what the verdict is that a claim had with `--deep`, as far as its text tells: what holds was looked at up to a bound.
fn deep_scope(claim: &Claim) -> String {
    match (claim.expected, claim.check_to, &claim.about) {
        (Some(Expected::Holds), Some(most), About::Board(on)) => {
            format!("{} up to {most}", on.names.join(", "))
        }
        (Some(Expected::Holds), Some(most), _) => format!("{} up to {most}", claim.scope()),
        (Some(Expected::Holds), None, About::Board(_) | About::Piles(_)) => {
            "as far as was looked".to_string()
        }
        _ => claim.scope(),
    }
}

/// The link to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    kept.chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' => Some(c),
            _ => None,
        })
        .collect()
}
