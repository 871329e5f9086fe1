//! Any number of piles: a formula over what a position is as a whole, guessed from tables of few piles, and proved by the methods for any number
//! of piles.
//!
//! A position is looked at through *features*: its smallest and second smallest pile, how many piles there are of a small size or of a
//! residue, how many are odd, nim-sums of residues. Small positions are described by cases in these words ([`crate::cover`]); where the formula
//! is wrong about a table, or is refuted, the position is a new sample. What a claim with the formula is worth is for the prover to say,
//! and nothing is called proved but what the checker has accepted.

use std::cell::Cell;
use std::collections::HashSet;

use sprague_claim::Board;
use sprague_prove::{PilesAutomaton, Verdict, judge, piles_automaton};
use sprague_solve::Wanted;
use sprague_task::Task;

use crate::describe::{Dice, Words, described};
use crate::discovery::{Discovery, Known, Part, Wish};
use crate::formula::Formula;
use crate::heap;
use crate::literal::{Literal, Term};
use crate::subject::Subject;
use crate::table::{Table, tuples};

/// What a formula may look at.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Feature {
    Smallest,
    Second,
    Largest,
    Count,
    Odds,
    Total,
    /// How many piles have this size.
    Sized(u32),
    /// How many piles are as large as the largest.
    Tops,
    /// How many piles have one of these residues.
    Of(u32, Vec<u32>),
    /// The nim-sum of the piles, each modulo this; 0: as they are.
    NimSum(u32),
}

impl Feature {
    fn value(&self, piles: &[u32]) -> i64 {
        let many = |is: &dyn Fn(u32) -> bool| piles.iter().filter(|&&x| is(x)).count() as i64;
        let pile = |pile: Option<&u32>| pile.map_or(0, |&x| i64::from(x));
        match self {
            Feature::Smallest => pile(piles.first()),
            Feature::Second => pile(piles.get(1)),
            Feature::Largest => pile(piles.last()),
            Feature::Count => piles.len() as i64,
            Feature::Odds => many(&|x| x % 2 == 1),
            Feature::Total => piles.iter().map(|&x| i64::from(x)).sum(),
            Feature::Sized(size) => many(&|x| x == *size),
            Feature::Tops => many(&|x| Some(&x) == piles.last()),
            Feature::Of(modulus, rests) => many(&|x| rests.contains(&(x % modulus))),
            Feature::NimSum(0) => piles.iter().fold(0, |sum, &x| sum ^ i64::from(x)),
            Feature::NimSum(modulus) => {
                piles.iter().fold(0, |sum, &x| sum ^ i64::from(x % modulus))
            }
        }
    }

    /// In the language of claims.
    fn text(&self) -> String {
        let list = |rests: &[u32]| rests.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Feature::Smallest => "smallest".into(),
            Feature::Second => "second".into(),
            Feature::Largest => "largest".into(),
            Feature::Count => "count".into(),
            Feature::Odds => "odds".into(),
            Feature::Total => "total".into(),
            Feature::Sized(size) => format!("count(x in piles where x = {size})"),
            Feature::Tops => "count(x in piles where x = largest)".into(),
            Feature::Of(modulus, rests) => match &rests[..] {
                [one] => format!("count(x in piles where x mod {modulus} = {one})"),
                _ => format!("count(x in piles where x mod {modulus} in {{{}}})", list(rests)),
            },
            Feature::NimSum(0) => "xor(piles)".into(),
            Feature::NimSum(modulus) => format!("xor(x mod {modulus} for x in piles)"),
        }
    }

    /// For a paper.
    fn latex(&self) -> String {
        let many = |which: &str| format!(r"\#\{{x : {which}\}}");
        match self {
            Feature::Smallest => r"\min".into(),
            Feature::Second => r"x_2".into(),
            Feature::Largest => r"\max".into(),
            Feature::Count => "n".into(),
            Feature::Odds => many(r"x \text{ odd}"),
            Feature::Total => r"\textstyle\sum x".into(),
            Feature::Sized(size) => many(&format!("x = {size}")),
            Feature::Tops => many(r"x = \max"),
            Feature::Of(modulus, rests) => {
                let list = rests.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
                many(&format!(r"x \bmod {modulus} \in \{{{list}\}}"))
            }
            Feature::NimSum(0) => r"\textstyle\bigoplus x".into(),
            Feature::NimSum(modulus) => format!(r"\textstyle\bigoplus (x \bmod {modulus})"),
        }
    }

    /// What it costs to read, beyond a plain number.
    fn cost(&self) -> u32 {
        match self {
            Feature::Smallest | Feature::Count | Feature::Odds | Feature::Total => 0,
            Feature::Largest | Feature::Second | Feature::NimSum(0) => 1,
            Feature::Sized(_) | Feature::Tops | Feature::NimSum(_) => 2,
            Feature::Of(_, rests) => 4 + rests.len() as u32,
        }
    }

    /// What may be said of it.
    fn literals(&self, term: Term, richer: bool) -> Vec<Literal> {
        let all = |numbers: std::ops::RangeInclusive<i64>| {
            let each = |number: i64| {
                [
                    Literal::In(term.clone(), vec![number]),
                    Literal::NotIn(term.clone(), vec![number]),
                    Literal::AtLeast(term.clone(), number),
                    Literal::AtMost(term.clone(), number),
                ]
            };
            numbers.flat_map(each).collect::<Vec<Literal>>()
        };
        let parity = || (0..2).map(|rest| Literal::Mod(term.clone(), 2, vec![rest]));
        match self {
            Feature::Smallest | Feature::Second | Feature::Largest => {
                all(0..=if richer { 9 } else { 5 })
            }
            Feature::Count | Feature::Odds => all(0..=3).into_iter().chain(parity()).collect(),
            Feature::Sized(_) | Feature::Tops => all(0..=2).into_iter().chain(parity()).collect(),
            Feature::Total => {
                let rests = [3, 4, 5].into_iter().flat_map(|m| (0..m).map(move |rest| (m, rest)));
                let rests = rests.map(|(m, rest)| Literal::Mod(term.clone(), m, vec![rest]));
                parity().chain(rests).collect()
            }
            Feature::Of(3, _) => {
                let some = [Literal::In(term.clone(), vec![0]), Literal::AtLeast(term.clone(), 1)];
                parity().chain(some).collect()
            }
            Feature::Of(..) => parity().collect(),
            // A nim-sum is equal to a number, or is not: claims say no more of it.
            Feature::NimSum(modulus) => {
                let sums = if *modulus == 0 { 0..=3 } else { 0..=i64::from(modulus - 1) };
                let each = |sum: i64| {
                    [Literal::In(term.clone(), vec![sum]), Literal::NotIn(term.clone(), vec![sum])]
                };
                sums.flat_map(each).collect()
            }
        }
    }
}

/// The features of a vocabulary, the plain one or the rich one.
fn features(richer: bool) -> Vec<Feature> {
    use Feature as F;
    let mut all = vec![F::Smallest, F::Second];
    all.extend((1..=if richer { 8 } else { 5 }).map(F::Sized));
    all.extend([F::Tops, F::Largest, F::Count, F::Odds, F::Total, F::NimSum(0)]);
    all.extend([3, 4, 5, 6, 7, 8].map(F::NimSum));
    all.extend((0..3).map(|rest| F::Of(3, vec![rest])));
    for modulus in if richer { &[4, 8][..] } else { &[4] } {
        // Parities of how many piles have some residues. Of all piles, and of the odd ones, they are known by shorter names.
        for subset in 1u32..(1 << modulus) - 1 {
            let rests: Vec<u32> = (0..*modulus).filter(|rest| subset >> rest & 1 == 1).collect();
            let coarser = |half: u32| {
                half >= 2 && (0..half).all(|r| rests.contains(&r) == rests.contains(&(r + half)))
            };
            if !coarser(modulus / 2) {
                all.push(F::Of(*modulus, rests));
            }
        }
    }
    all
}

/// Piles, and the largest of them, of the tables that samples are taken from.
const TABLES: [(usize, u32); 7] = [(1, 60), (2, 60), (3, 36), (4, 24), (5, 19), (6, 14), (7, 11)];
/// Samples of each table with which a description begins.
const SAMPLES: usize = 500;
/// Samples that are added at once.
const WRONG: usize = 60;
/// Positions that a formula is compared with where an automaton knows them.
const SCATTERED: usize = 200_000;
/// How often a formula is corrected.
const ROUNDS: usize = 60;
/// Cases of a formula.
const CASES: usize = 30;

/// Positions with their outcomes.
struct Samples {
    piles: Vec<(Vec<u32>, bool)>,
    seen: HashSet<Vec<u32>>,
}

impl Samples {
    fn add(&mut self, piles: Vec<u32>, lost: bool) -> bool {
        let new = self.seen.insert(piles.clone());
        if new {
            self.piles.push((piles, lost));
        }
        new
    }
}

/// All positions of the tables.
fn tables(subject: &Subject, task: &Task) -> Vec<Vec<(Vec<u32>, bool)>> {
    let mut all = Vec::new();
    for (count, most) in TABLES {
        let on = subject.on(Board::Piles(count));
        let Some(mut table) = Table::new(&on, most, Wanted::Outcomes, task) else { break };
        let positions = tuples(&on, most, usize::MAX).into_iter().filter(|t| on.speaks_of(t));
        let known = positions.filter_map(|tuple| {
            let lost = table.is_lost(&tuple)?;
            Some((on.numbers(&tuple).into_iter().map(|n| n as u32).collect(), lost))
        });
        all.push(known.collect());
        if !task.goes_on() {
            break;
        }
    }
    all
}

/// Looks for the pattern over any number of piles.
pub fn discover(subject: &Subject, wish: Wish, task: &Task) -> Discovery {
    if wish == Wish::NimValues {
        return nim_values(subject, task);
    }
    let tables = tables(subject, &task.part(task.limits().steps / 4));
    let mut notes = Vec::new();
    let mut best: Option<Guess> = None;
    let automaton = piles_automaton(&subject.ruleset, task);
    if let Some(automaton) = &automaton {
        let states = automaton.lost.len();
        notes.push(format!("an automaton with {states} states reads the piles in any order"));
    }
    // In plain words; the same where a single pile is not spoken of, as many theorems do not; in more words.
    for (least, richer) in [(1, false), (2, false), (1, true)] {
        if !task.goes_on() {
            break;
        }
        // One pile alone is left out only where what it spoils is right but for the proof.
        if least == 2 && best.as_ref().is_none_or(|guess| guess.fails_at.is_some()) {
            continue;
        }
        let subject = Subject { any: Some(least), ..subject.clone() };
        let tables = tables.get(least - 1..).unwrap_or_default();
        let automaton = automaton.as_ref();
        let mut search = Search { subject: &subject, tables, automaton, task, notes: &mut notes };
        match search.exactly(richer) {
            Ok(mut found) => {
                found.scope = (least > 1).then(|| subject.words());
                return found;
            }
            Err(Some(guess)) if least == 1 => best = Some(guess),
            Err(_) => {}
        }
    }
    let why = match (task.glance(), &best) {
        (Err(stop), _) => stop.to_string(),
        (Ok(()), Some(guess)) => guess.why.clone(),
        (Ok(()), None) => "no formula in these words fits the tables".into(),
    };
    let mut discovery = Discovery::undecided(why, notes);
    discovery.parts.extend(one_pile(subject, task));
    if let Some(Guess { formula, features, fails_at, region, .. }) = best {
        let texts: Vec<String> = features.iter().map(Feature::text).collect();
        let latex: Vec<String> = features.iter().map(Feature::latex).collect();
        discovery.formula = Some(formula.text(&texts));
        discovery.latex = Some(formula.latex(&latex));
        discovery.cases = Some(formula.parts());
        discovery.fails_at = fails_at;
        let part = |region: String| Part {
            part: region,
            verdict: "evidence",
            formula: formula.text(&texts),
        };
        discovery.parts.extend(region.map(part));
    }
    discovery
}

/// Where piles do not affect each other, one of them tells all, if its nim-values are known.
fn one_pile(subject: &Subject, task: &Task) -> Option<Part> {
    let ruleset = &subject.ruleset;
    if !ruleset.has_nim_values() || !ruleset.is_sum_of_piles() {
        return None;
    }
    let found = heap::looked_at(&subject.on(Board::Piles(1)), task).regular?;
    found.accepted()?;
    let part = "one pile, and nim-values of piles are nim-added".into();
    Some(Part { part, verdict: "proved", formula: found.formula? })
}

/// A formula that was not proved.
struct Guess {
    formula: Formula,
    features: Vec<Feature>,
    fails_at: Option<Vec<u32>>,
    why: String,
    /// Where it is right.
    region: Option<String>,
}

/// A search for a formula: tables, an automaton that knows more, and what was done.
struct Search<'s> {
    subject: &'s Subject,
    tables: &'s [Vec<(Vec<u32>, bool)>],
    automaton: Option<&'s PilesAutomaton>,
    task: &'s Task,
    notes: &'s mut Vec<String>,
}

impl Search<'_> {
    /// The samples to begin with: the smallest positions of each table, and some of the others.
    fn samples(&self) -> Samples {
        let mut samples = Samples { piles: Vec::new(), seen: HashSet::new() };
        for table in self.tables {
            let step = (table.len() / SAMPLES).max(1);
            let chosen = table.iter().take(SAMPLES / 2).chain(table.iter().step_by(step));
            for (piles, lost) in chosen {
                samples.add(piles.clone(), *lost);
            }
        }
        samples
    }

    /// Positions about which a formula is wrong, in the tables or as the automaton knows.
    fn wrong(&self, is_wrong: &dyn Fn(&[u32], bool) -> bool) -> Vec<(Vec<u32>, bool)> {
        let in_tables = self.tables.iter().flat_map(|table| {
            table.iter().filter(|(piles, lost)| is_wrong(piles, *lost)).take(WRONG / 4)
        });
        let wrong: Vec<(Vec<u32>, bool)> = in_tables.take(WRONG).cloned().collect();
        let Some(automaton) = self.automaton.filter(|_| wrong.is_empty()) else { return wrong };
        let least = self.subject.any.unwrap_or(1) as u64;
        let (mut dice, mut wrong) = (Dice::new(), Vec::new());
        let largest = u64::from(automaton.threshold + 2 * automaton.period);
        for round in 0..SCATTERED {
            if round % (1 << 10) == 0 && !self.task.goes_on() {
                break;
            }
            let mut piles: Vec<u32> = Vec::new();
            let (many, kinds) = (least + dice.roll(10), 1 + dice.roll(5));
            let sizes: Vec<u32> = (0..kinds).map(|_| 1 + dice.roll(largest) as u32).collect();
            while piles.len() < many as usize {
                piles.push(sizes[dice.roll(kinds) as usize]);
            }
            piles.sort_unstable();
            let lost = automaton.is_lost(&piles);
            if is_wrong(&piles, lost) {
                wrong.push((piles, lost));
                if wrong.len() >= WRONG {
                    break;
                }
            }
        }
        wrong
    }

    /// A formula, corrected until the prover is satisfied or can say no more.
    fn exactly(&mut self, richer: bool) -> Result<Discovery, Option<Guess>> {
        let mut features = features(richer);
        // What finitely many states know, no nim-sum of whole piles is needed for, and none is proved with it.
        features.retain(|feature| self.automaton.is_none() || *feature != Feature::NimSum(0));
        let unit = |place: usize| {
            let mut factors = vec![0; features.len()];
            factors[place] = 1;
            Term::Sum(factors)
        };
        let all = features.iter().enumerate();
        let literals: Vec<Literal> =
            all.flat_map(|(place, feature)| feature.literals(unit(place), richer)).collect();
        let texts: Vec<String> = features.iter().map(Feature::text).collect();
        let latex: Vec<String> = features.iter().map(Feature::latex).collect();
        let cost = |literal: &Literal| literal.cost() + features[about(literal)].cost();
        let words = Words { literals: &literals, cost: &cost, whole: false };
        let numbers = |piles: &[u32]| features.iter().map(|f| f.value(piles)).collect::<Vec<i64>>();
        let (task, work) = (self.task, Cell::new(0));
        let mut samples = self.samples();
        let mut known: Vec<(Vec<i64>, bool)> = Vec::new();
        let mut guess = None;
        for round in 0..ROUNDS {
            let new = &samples.piles[known.len()..];
            known.extend(new.iter().map(|(piles, lost)| (numbers(piles), *lost)));
            let told: Vec<(&Vec<i64>, bool)> = known.iter().map(|(n, lost)| (n, *lost)).collect();
            let Some(formula) = described(&told, &words, CASES, &work, task) else {
                self.notes.push(format!("no short formula fits {} samples", told.len()));
                return Err(guess);
            };
            // Only what the formula speaks of is computed.
            let used: HashSet<usize> = formula.literals().map(about).collect();
            let holds = |piles: &[u32]| {
                let mut numbers = vec![0; features.len()];
                used.iter().for_each(|&place| numbers[place] = features[place].value(piles));
                formula.holds(&numbers)
            };
            let mut more = false;
            for (piles, lost) in self.wrong(&|piles, lost| holds(piles) != lost) {
                more |= samples.add(piles, lost);
            }
            if !task.goes_on() {
                return Err(guess);
            }
            if more {
                continue;
            }
            let text = formula.text(&texts);
            self.notes.push(format!("round {round}: {text}"));
            let Ok(claim) = self.subject.claim(&format!("P iff {text}")) else { return Err(guess) };
            let judgement = judge(&claim, &task.part(task.limits().steps / 2));
            let mut found = Discovery::undecided(String::new(), self.notes.clone());
            match judgement.verdict {
                Verdict::Proved(accepted) => found.known = Known::Proved(accepted),
                Verdict::Unchecked { certificate: Some(certificate), why } => {
                    found.known = Known::Unchecked { certificate, why };
                }
                Verdict::Refuted { witness, .. } => {
                    let mut piles = witness.piles().to_vec();
                    piles.sort_unstable();
                    let lost = !holds(&piles);
                    let why = "what fits the tables is wrong further out".to_string();
                    let (fails_at, region) = (Some(piles.clone()), None);
                    guess =
                        Some(Guess { formula, features: features.clone(), fails_at, why, region });
                    if piles.is_empty() || !samples.add(piles, lost) {
                        return Err(guess);
                    }
                    continue;
                }
                Verdict::Holds { region, why } => {
                    let (fails_at, region) = (None, Some(region));
                    return Err(Some(Guess { formula, features, fails_at, why, region }));
                }
                Verdict::Undecided { why } | Verdict::Unchecked { why, .. } => {
                    let (fails_at, region) = (None, None);
                    return Err(Some(Guess { formula, features, fails_at, why, region }));
                }
            }
            found.by = judgement.by.map(String::from);
            found.states = judgement.trace.states;
            found.claim = Some(claim.text.clone());
            found.cases = Some(formula.parts());
            found.latex = Some(formula.latex(&latex));
            found.formula = Some(text);
            return Ok(found);
        }
        Err(guess)
    }
}

/// The place of the feature that a literal speaks of.
fn about(literal: &Literal) -> usize {
    match literal {
        Literal::In(Term::Sum(factors), _)
        | Literal::NotIn(Term::Sum(factors), _)
        | Literal::AtLeast(Term::Sum(factors), _)
        | Literal::AtMost(Term::Sum(factors), _)
        | Literal::Mod(Term::Sum(factors), ..) => factors.iter().position(|&f| f != 0).unwrap_or(0),
        _ => 0,
    }
}

/// Moduli of a nim-sum that is tried as the nim-value.
const MODULI: std::ops::RangeInclusive<u32> = 2..=16;

/// The nim-values: those of sums of piles.
fn nim_values(subject: &Subject, task: &Task) -> Discovery {
    let sums = std::iter::once(Feature::NimSum(0)).chain(MODULI.map(Feature::NimSum));
    let one = subject.on(Board::Piles(1));
    let table = Table::new(&one, 100, Wanted::NimValues, task);
    let undecided = |why: &str| Discovery::undecided(why.into(), Vec::new());
    let Some(mut table) = table else { return undecided("a table takes too many steps") };
    for sum in sums {
        let mut fits =
            |n: u32| table.nim_value(&[n.into()]).map(i64::from) == Some(sum.value(&[n]));
        if !(1..=100).all(&mut fits) {
            continue;
        }
        let text = sum.text();
        let Ok(claim) = subject.claim(&format!("nim-value = {text}")) else { continue };
        let judgement = judge(&claim, &task.part(task.limits().steps / 2));
        if let Verdict::Proved(accepted) = judgement.verdict {
            let mut found = undecided("");
            found.known = Known::Proved(accepted);
            found.by = judgement.by.map(String::from);
            found.states = judgement.trace.states;
            found.claim = Some(claim.text.clone());
            found.cases = Some(1);
            found.latex = Some(sum.latex());
            found.formula = Some(text);
            return found;
        }
    }
    let mut found = undecided("the nim-values are no nim-sum of residues");
    found.parts.extend(one_pile(subject, task));
    found
}
