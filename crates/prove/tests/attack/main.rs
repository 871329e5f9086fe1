//! An attack on the word *proved*: random claims of every kind over random rulesets, true ones, nearly true ones and
//! false ones, each written together with a plain meaning of its own that does not pass through the reader of claims.
//!
//! What is proved must be right far beyond what the prover looked at; what is refuted must be false at the counterexample;
//! what holds must be right on the region named. The certificate of every proof and counterexample is written, read
//! and checked again; and with any one of its numbers changed, or one of the claim's, it is rejected or says something that is true.

mod absorption;
mod any;
mod any_number;
mod boards;
mod cutoff;
mod families;
mod games;
mod graphs;
mod heaps;
mod laws;
mod listed;
mod multiples;
mod open;
mod piles;
mod play;
mod tape;
mod values;
mod words;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use sprague_certificate::{Certificate, Verdict as Side};
use sprague_claim::{Claim, parse_claims_with};
use sprague_prove::{Limits, Task, Verdict, Witness, judge};
use tape::Tape;

/// A claim to be judged.
pub struct Attack {
    pub kind: &'static str,
    pub text: String,
    /// The texts of its own games.
    pub games: Vec<(String, String)>,
    pub meaning: Box<dyn Meaning>,
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// As far as can be afforded.
    Far,
    /// Numbers up to this.
    UpTo(u32),
}

impl Reach {
    /// Options that may be looked at.
    fn budget(self) -> u64 {
        if nightly() { 3_000_000 } else { 400_000 }
    }
}

/// What a claim means, by definition.
pub trait Meaning {
    /// A place where it is false.
    fn counterexample(&self, reach: Reach) -> Option<String>;

    /// Is it false there? None, if that cannot be told of this place alone.
    fn is_false_at(&self, witness: &Witness) -> Option<bool>;

    /// Does it speak of anything? What says nothing is true, and is not to be called proved.
    fn speaks(&self) -> bool {
        true
    }
}

fn nightly() -> bool {
    std::env::args().any(|argument| argument == "--ignored" || argument == "--include-ignored")
}

type Maker = fn(&mut Tape) -> Attack;

const MAKERS: [(&str, Maker); 15] = [
    ("boards", boards::attack),
    ("piles", piles::attack),
    ("any-number", any_number::attack),
    ("words", any_number::of_words),
    ("open", open::attack),
    ("multiples", multiples::attack),
    ("heaps", heaps::attack),
    ("families", families::attack),
    ("any", any::attack),
    ("cutoff", cutoff::attack),
    ("absorption", absorption::attack),
    ("values", values::attack),
    ("graphs", graphs::attack),
    ("listed", listed::attack),
    ("laws", laws::attack),
];

/// What became of the claims of one kind.
#[derive(Default, Debug)]
struct Tally {
    refused: usize,
    proved: usize,
    refuted: usize,
    holds: usize,
    undecided: usize,
    unchecked: usize,
    /// Counterexamples that the checker accepts and that lie beyond what the plain meaning looks at.
    beyond: usize,
    changed: usize,
    accepted: usize,
}

impl Tally {
    /// Claims that were understood, and got a verdict.
    fn judged(&self) -> usize {
        self.proved + self.refuted + self.holds + self.undecided
    }
}

struct Report {
    tallies: BTreeMap<(&'static str, &'static str), Tally>,
    wrong: Vec<String>,
}

fn task() -> Task {
    limited(if nightly() { 60_000_000 } else { 5_000_000 })
}

/// For certificates in which something was changed: what is not decided soon is not accepted.
fn glance() -> Task {
    limited(300_000)
}

fn limited(steps: u64) -> Task {
    Task::new(Limits {
        steps,
        states: 4_000,
        bytes: 256 << 20,
        positions: 1_200,
        time: Duration::from_secs(if nightly() { 60 } else { 10 }),
        threads: 1,
    })
}

/// Is it refuted, and the counterexample checked, with far more steps? On a busy machine the usual time may not be enough.
fn at_leisure(claim: &Claim) -> bool {
    let limits = Limits { threads: 1, time: Duration::from_secs(300), ..Limits::default() };
    matches!(judge(claim, &Task::new(limits)).verdict, Verdict::Refuted { accepted: Some(_), .. })
}

/// Judges the claim of a seed, and compares.
fn strike(group: &'static str, make: Maker, seed: u64, report: &mut Report) {
    let mut tape = Tape::new(seed, None);
    let attack = make(&mut tape);
    let numbers = tape.numbers();
    let tally = report.tallies.entry((group, attack.kind)).or_default();
    let claims = match parse_claims_with("it.claim", &attack.text, &attack.games) {
        Ok(claims) => claims,
        Err(error) => {
            tally.refused += 1;
            if std::env::var("ATTACK_SHOW").is_ok() {
                eprintln!("{}{error}", attack.text);
            }
            return;
        }
    };
    let task_of_claim = task();
    let judgement = judge(&claims[0], &task_of_claim);
    if std::env::var("ATTACK_SHOW").is_ok() && judgement.time + judgement.checking > SLOW {
        let (finding, checking) = (judgement.time, judgement.checking);
        eprintln!(
            "{finding:.1?} to find, {checking:.1?} to check, {} steps\n{}",
            task_of_claim.spent(),
            attack.text
        );
    }
    let mut wrong = |what: String| {
        let by = judgement.by.unwrap_or("-");
        let games: Vec<&str> = attack.games.iter().map(|(_, text)| text.as_str()).collect();
        let text =
            format!("{group} seed {seed}, by {by}: {what}\n{}{}", attack.text, games.concat());
        eprintln!("{text}\n");
        report.wrong.push(text);
    };
    match &judgement.verdict {
        Verdict::Proved(_) | Verdict::Unchecked { .. } => {
            tally.proved += 1;
            tally.unchecked += usize::from(judgement.verdict.accepted().is_none());
            if let Some(place) = attack.meaning.counterexample(Reach::Far) {
                wrong(format!("proved, but false at {place}"));
            }
            if !attack.meaning.speaks() {
                wrong("proved, but it says nothing".into());
            }
        }
        Verdict::Refuted { witness, accepted, .. } => {
            tally.refuted += 1;
            tally.unchecked += usize::from(accepted.is_none());
            match attack.meaning.is_false_at(witness) {
                Some(true) => {}
                Some(false) => wrong(format!("refuted at {witness}, where it is right")),
                None if attack.meaning.counterexample(Reach::Far).is_some() => {}
                None if accepted.is_some() || at_leisure(&claims[0]) => tally.beyond += 1,
                None => wrong(format!("refuted at {witness}, but no place is found")),
            }
        }
        Verdict::Holds { region, .. } => {
            tally.holds += 1;
            if let Some(most) = up_to(region)
                && let Some(place) = attack.meaning.counterexample(Reach::UpTo(most))
            {
                wrong(format!("holds for {region}, but false at {place}"));
            }
        }
        Verdict::Undecided { why } => {
            tally.undecided += 1;
            // That there is too much to check is no disagreement.
            let too_much = why.contains("too many numbers to check at once");
            if (why.contains("does not accept") && !too_much) || why.contains("disagree") {
                wrong(why.clone());
            }
        }
    }
    let Some(accepted) = judgement.verdict.accepted() else { return };
    let certificate = accepted.certificate();
    let text = certificate.write();
    let again = Certificate::read(&text).map_err(|fault| fault.to_string());
    let again = again.and_then(|again| {
        let same = again.write() == text;
        let accepted = sprague_verify::accept(again, &task()).map_err(|why| why.to_string())?;
        same.then_some(accepted).ok_or_else(|| "it is another one".to_string())
    });
    if let Err(why) = again {
        wrong(format!("its certificate is not read and accepted again: {why}"));
    }
    // Changes of numbers: of the evidence, and of the claim.
    let changes = if nightly() { 6 } else { 2 };
    let mut dice = Tape::new(seed ^ 0x5eed, None);
    let Some(start) = text.find("\nevidence ") else { return };
    let spans = spans_of_numbers(&text, start);
    for _ in 0..changes.min(spans.len()) {
        let (span, by) = (dice.pick(&spans), dice.pick(&[-1i128, 1, 2, 1000]));
        let Ok(number) = text[span.clone()].parse::<i128>() else { continue };
        let other = format!("{}{}{}", &text[..span.start], (number + by).max(0), &text[span.end..]);
        if other == text {
            continue;
        }
        tally.changed += 1;
        let Ok(altered) = Certificate::read(&other) else { continue };
        if let Ok(seen) = sprague_verify::accept(altered, &glance()) {
            tally.accepted += 1;
            let found = attack.meaning.counterexample(Reach::Far);
            if found.is_some() && seen.verdict() == Side::Proved {
                wrong(format!(
                    "accepted with another number in its evidence, but false ({found:?}):\n{other}"
                ));
            }
        }
    }
    for _ in 0..changes.min(numbers) {
        let change = (dice.roll(numbers as u64) as usize, dice.pick(&[-1, 1, 2]));
        let other = make(&mut Tape::new(seed, Some(change)));
        if other.text == attack.text {
            continue;
        }
        let altered = Certificate { claim: other.text.clone(), ..certificate.clone() };
        tally.changed += 1;
        if let Ok(seen) = sprague_verify::accept(altered, &glance()) {
            tally.accepted += 1;
            let found = other.meaning.counterexample(Reach::Far);
            // A counterexample stands at the same place, which may lie beyond what was looked at just now.
            let place = match &judgement.verdict {
                Verdict::Refuted { witness, .. } => other.meaning.is_false_at(witness),
                _ => None,
            };
            let refuted = seen.verdict() == Side::Refuted;
            if if refuted { found.is_none() && place == Some(false) } else { found.is_some() } {
                wrong(format!(
                    "accepted for another claim, but false ({found:?}):\n{}",
                    other.text
                ));
            }
        }
    }
}

/// The least number that stands behind `up to` in a region.
fn up_to(region: &str) -> Option<u32> {
    let numbers = region.split("up to ").skip(1).map(|rest| {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().ok()
    });
    numbers.collect::<Option<Vec<u32>>>()?.into_iter().min()
}

fn spans_of_numbers(text: &str, start: usize) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut spans = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 && digits < 30 {
            spans.push(at..at + digits);
        }
        at += digits.max(1);
    }
    spans
}

/// What takes longer is told.
const SLOW: Duration = Duration::from_secs(3);

/// So many claims are judged, the groups in turn; those that the language refuses do not count. ATTACK_ONLY names one group.
fn attacked(claims: u64, first: u64) {
    let only = std::env::var("ATTACK_ONLY").ok();
    let makers: Vec<(&str, Maker)> =
        MAKERS.into_iter().filter(|(group, _)| only.as_ref().is_none_or(|o| o == group)).collect();
    let mut report = Report { tallies: BTreeMap::new(), wrong: Vec::new() };
    for round in 0.. {
        let judged: usize = report.tallies.values().map(Tally::judged).sum();
        if judged as u64 >= claims {
            break;
        }
        // Most claims are understood: otherwise something is wrong with the attack.
        assert!(round <= 2 * claims, "{judged} of {claims} claims are judged");
        for &(group, make) in &makers {
            let begun = Instant::now();
            strike(group, make, first + round, &mut report);
            if begun.elapsed() > SLOW {
                eprintln!("{group} seed {} took {:.1?}", first + round, begun.elapsed());
            }
        }
    }
    for ((group, kind), tally) in &report.tallies {
        eprintln!("{group:>9} {kind:<12} {tally:?}");
    }
    let wrong = report.wrong.len();
    assert!(report.wrong.is_empty(), "{wrong} wrong answers:\n\n{}", report.wrong.join("\n\n"));
}

/// The plain recursions of the meanings go as deep as plays are long: they get a stack for that.
fn with_a_deep_stack(work: impl FnOnce() + Send + 'static) {
    let deep = std::thread::Builder::new().stack_size(1 << 30).spawn(work).unwrap();
    if let Err(panic) = deep.join() {
        std::panic::resume_unwind(panic);
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_claims_get_no_wrong_answer() {
    with_a_deep_stack(|| attacked(number("ATTACK_CLAIMS", 300), number("ATTACK_SEED", 1)));
}

/// The long form: `cargo test --release -p sprague-prove --test attack -- --ignored`, with ATTACK_CLAIMS and ATTACK_SEED.
#[test]
#[ignore = "takes an hour"]
fn many_random_claims_get_no_wrong_answer() {
    with_a_deep_stack(|| attacked(number("ATTACK_CLAIMS", 5000), number("ATTACK_SEED", 1_000_000)));
}
