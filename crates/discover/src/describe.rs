//! A pattern in words: the shortest formula that is exactly it.
//!
//! Samples of the pattern are described ([`crate::cover`]); the description is read back as a claim and compared with the
//! pattern for all positions; where it differs, these positions become samples. So what comes out is not a guess.

use std::cell::Cell;

use sprague_automata::Numeration;
use sprague_automata::boxes::Shape;
use sprague_certificate::BoardEvidence;
use sprague_claim::{Board, Claim};
use sprague_task::Task;

use crate::cover::{Problem, Word};
use crate::exact::{Compared, compare};
use crate::find::Pattern;
use crate::formula::{Formula, Rule};
use crate::literal::{Literal, Term};
use crate::subject::{Subject, on_board};
use crate::table::tuples;
use crate::vocabulary::{Level, literals};

/// Samples with which a description begins, and beyond which it gives up.
const SAMPLES: usize = 3000;
const SCATTERED: usize = 1500;
/// How often it is corrected.
const ROUNDS: usize = 30;
/// Cases of a formula that is not looked for in richer words, in plain ones and in rich ones, and of one that is better than none.
const FEW: usize = 4;
const READABLE: usize = 8;
const MOST_CASES: usize = 60;
/// Elementary steps for one level of the vocabulary; a quarter of them where a formula is known already.
const STEPS: u64 = 4_000_000_000;
/// A formula that costs no more is not looked for in richer words.
const SHORT: u32 = 40;

/// A description that is exactly a pattern.
pub struct Description {
    /// What is said.
    pub formula: Formula,
    /// The claim that says it.
    pub claim: Claim,
    /// What a checker needs to see that it is so.
    pub evidence: BoardEvidence,
}

/// The shortest description of the P-positions that is found; none, if it would be too long, or there is no more time.
pub fn describe(subject: &Subject, pattern: &Pattern, task: &Task) -> Option<Description> {
    let numeration = match pattern {
        Pattern::Lost(set) | Pattern::NimValues(set) => set.numeration(),
        Pattern::Boxed(_) => Numeration::Binary,
    };
    let mut samples = Samples::of(subject, pattern);
    let mut best: Option<Description> = None;
    let enough_left = task.remaining() / 3;
    for level in Level::ALL {
        let mut words = literals(subject.board, numeration, level);
        if let Pattern::Boxed(outcomes) = pattern {
            let shape = &outcomes.table.shape;
            words.retain(|word| is_seen_by_boxes(subject.board, shape, word));
        }
        for form in [Form::Cases, Form::Exceptions] {
            // What is short needs no exceptions, and what is known is not put at risk.
            let is_enough =
                |best: &Description| best.formula.cost() <= SHORT || task.remaining() < enough_left;
            if best.as_ref().is_some_and(is_enough) {
                break;
            }
            let work = Cell::new(if best.is_some() { STEPS / 4 * 3 } else { 0 });
            if let Some(found) = exactly(subject, pattern, &words, form, &mut samples, &work, task)
                && best.as_ref().is_none_or(|best| found.formula.cost() < best.formula.cost())
            {
                best = Some(found);
            }
        }
        let cost = best.as_ref().map(|best| best.formula.cost());
        let cases = best.as_ref().map_or(usize::MAX, |best| best.formula.parts());
        let enough = if level == Level(0) { FEW } else { READABLE };
        if cost.is_some_and(|cost| cost <= SHORT) || cases <= enough || !task.goes_on() {
            break;
        }
    }
    best
}

/// Does the literal tell tuples apart by thresholds and residues of their coordinates alone, such as the box has?
fn is_seen_by_boxes(board: Board, shape: &Shape, literal: &Literal) -> bool {
    use Literal as L;
    let furthest = shape.thresholds.iter().sum::<u64>() as i64 + 1;
    match literal {
        L::In(Term::Sized(_), _)
        | L::NotIn(Term::Sized(_), _)
        | L::AtLeast(Term::Sized(_), _)
        | L::AtMost(Term::Sized(_), _)
        | L::Mod(Term::Sized(_), ..) => false,
        L::Mod(Term::Odds, ..) => true,
        L::Mod(_, modulus, _) => shape.periods.iter().any(|&p| p % modulus.unsigned_abs() == 0),
        L::In(term, members) | L::NotIn(term, members) => {
            members.iter().all(|&n| n <= furthest) && is_sign_seen(board, term)
        }
        L::AtLeast(term, n) | L::AtMost(term, n) => *n <= furthest && is_sign_seen(board, term),
        _ => false,
    }
}

/// Does a term, written in the coordinates of tuples, go up with all of them, or down?
fn is_sign_seen(board: Board, term: &Term) -> bool {
    let Term::Sum(factors) = term else { return true };
    // A pile is the sum of the coordinates up to its own.
    let factor = |place: usize| match board {
        Board::Piles(_) => factors[place..].iter().sum::<i64>(),
        _ => factors[place],
    };
    let signs = || (0..factors.len()).map(factor);
    signs().all(|f| f >= 0) || signs().all(|f| f <= 0)
}

/// Tuples with what is so there.
pub struct Samples {
    all: Vec<(Vec<i64>, bool)>,
    seen: std::collections::HashSet<Vec<u64>>,
}

impl Samples {
    /// Small positions, and some that are scattered further out.
    fn of(subject: &Subject, pattern: &Pattern) -> Samples {
        let mut samples = Samples { all: Vec::new(), seen: Default::default() };
        for tuple in tuples(subject, 200, SAMPLES) {
            samples.add(subject, tuple.clone(), pattern.is_lost(&tuple));
        }
        let bounds: Vec<u64> = match pattern {
            Pattern::Boxed(outcomes) => {
                let shape = &outcomes.table.shape;
                shape.thresholds.iter().zip(&shape.periods).map(|(t, p)| t + 3 * p).collect()
            }
            _ => vec![40; subject.board.numbers()],
        };
        let mut dice = Dice::new();
        let mut roll = |sides: u64| dice.roll(sides);
        for _ in 0..SCATTERED {
            let tuple: Vec<u64> = bounds
                .iter()
                .map(|&bound| match roll(3) {
                    0 => roll(bound.min(8)),
                    _ => roll(bound),
                })
                .collect();
            samples.add(subject, tuple.clone(), pattern.is_lost(&tuple));
        }
        samples
    }

    /// Samples that a table knows.
    pub fn known(
        subject: &Subject,
        tuples: Vec<Vec<u64>>,
        mut is_lost: impl FnMut(&[u64]) -> Option<bool>,
    ) -> Samples {
        let mut samples = Samples { all: Vec::new(), seen: Default::default() };
        for tuple in tuples {
            if let Some(lost) = is_lost(&tuple) {
                samples.add(subject, tuple, lost);
            }
        }
        samples
    }

    fn add(&mut self, subject: &Subject, tuple: Vec<u64>, lost: bool) -> bool {
        let new = subject.speaks_of(&tuple) && self.seen.insert(tuple.clone());
        if new {
            self.all.push((subject.numbers(&tuple), lost));
        }
        new
    }
}

/// What a formula looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Cases alone.
    Cases,
    /// A rule with its exceptions, and the cases that the rule leaves out.
    Exceptions,
}

/// A formula in these words that is exactly the pattern.
fn exactly(
    subject: &Subject,
    pattern: &Pattern,
    words: &[Literal],
    form: Form,
    samples: &mut Samples,
    work: &Cell<u64>,
    task: &Task,
) -> Option<Description> {
    for _ in 0..ROUNDS {
        if !task.goes_on() {
            return None;
        }
        let formula = fitted(words, samples, form, MOST_CASES, work, task)?;
        let said = format!("P iff {}", formula.text(&subject.names()));
        let claim = subject.claim(&said).ok()?;
        let wrong = match scanned(subject, pattern, &formula, task) {
            wrong if !wrong.is_empty() => wrong,
            _ => match compare(subject, on_board(&claim)?, pattern, task).ok()? {
                Compared::Same(evidence) => {
                    return Some(Description { formula, claim, evidence: *evidence });
                }
                Compared::Differ(wrong) => wrong,
            },
        };
        let mut more = false;
        for tuple in wrong {
            let lost = pattern.is_lost(&tuple);
            more |= samples.add(subject, tuple, lost);
        }
        if !more {
            return None;
        }
    }
    None
}

/// Numbers that are the same every time.
pub struct Dice(u64);

impl Dice {
    /// From the beginning.
    pub fn new() -> Dice {
        Dice(0x9e37_79b9_7f4a_7c15)
    }

    /// A number below this.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides.max(1)
    }
}

/// Points of a box where a formula is wrong, found without asking the prover.
fn scanned(subject: &Subject, pattern: &Pattern, formula: &Formula, task: &Task) -> Vec<Vec<u64>> {
    let Pattern::Boxed(outcomes) = pattern else { return Vec::new() };
    let shape = &outcomes.table.shape;
    let sides = shape.sides();
    let is_wrong = |x: &[u64]| {
        subject.speaks_of(x) && formula.holds(&subject.numbers(x)) != pattern.is_lost(x)
    };
    let mut wrong = Vec::new();
    let mut x = vec![0u64; sides.len()];
    let mut looked = 0u32;
    while wrong.len() < WRONG {
        looked += 1;
        if looked.is_multiple_of(1 << 14) && !task.goes_on() {
            break;
        }
        if is_wrong(&x) {
            wrong.push(x.clone());
        }
        let Some(i) = (0..x.len()).find(|&i| x[i] + 1 < sides[i]) else { break };
        x[i] += 1;
        x[..i].fill(0);
    }
    // Some further out, where the formula may have thresholds that the box does not have.
    let mut dice = Dice::new();
    for _ in 0..OUTSIDE {
        let far = sides.iter().zip(&shape.periods).map(|(side, p)| dice.roll(side + 3 * p));
        let far: Vec<u64> = far.collect();
        if wrong.len() < WRONG && is_wrong(&far) {
            wrong.push(far);
        }
    }
    wrong
}

/// Points that correct a formula at once, and points outside of a box that are looked at.
const WRONG: usize = 100;
const OUTSIDE: usize = 20_000;

/// A short formula in these words that is right about the samples.
pub fn fitted(
    words: &[Literal],
    samples: &Samples,
    form: Form,
    most: usize,
    work: &Cell<u64>,
    task: &Task,
) -> Option<Formula> {
    let told: Vec<(&Vec<i64>, bool)> = samples.all.iter().map(|(n, lost)| (n, *lost)).collect();
    let words = Words::of_board(words);
    match form {
        Form::Cases => described(&told, &words, most, work, task),
        Form::Exceptions => with_exceptions(&told, &words, most, work, task),
    }
}

/// The words of a description.
pub struct Words<'w> {
    /// The literals.
    pub literals: &'w [Literal],
    /// What each costs to read.
    pub cost: &'w dyn Fn(&Literal) -> u32,
    /// Do its numbers make up a sample, so that a case for one alone may name them all?
    pub whole: bool,
}

impl<'w> Words<'w> {
    /// Literals about the numbers of a board.
    pub fn of_board(literals: &'w [Literal]) -> Words<'w> {
        Words { literals, cost: &Literal::cost, whole: true }
    }
}

/// Rules that are tried, those with the fewest exceptions first.
const RULES: usize = 3;

/// The same as a rule, which is one literal, with its exceptions and with the cases that it leaves out; none, if every rule has more
/// exceptions than it is right about.
pub fn with_exceptions(
    told: &[(&Vec<i64>, bool)],
    words: &Words,
    most: usize,
    work: &Cell<u64>,
    task: &Task,
) -> Option<Formula> {
    let members = told.iter().filter(|(_, is)| *is).count();
    let wrong = |rule: &Literal| told.iter().filter(|(n, is)| rule.holds(n) != *is).count();
    let mut rules: Vec<(usize, u32, &Literal)> = Vec::new();
    for rule in words.literals {
        if !task.goes_on() {
            return None;
        }
        rules.push((wrong(rule), (words.cost)(rule), rule));
    }
    rules.retain(|(wrong, ..)| *wrong < members);
    rules.sort();
    let formula = |(_, _, rule): &(usize, u32, &Literal)| {
        let (inside, outside): (Vec<_>, Vec<_>) = told.iter().partition(|(n, _)| rule.holds(n));
        let exceptions: Vec<(&Vec<i64>, bool)> = inside.iter().map(|(n, is)| (*n, !is)).collect();
        let except = described(&exceptions, words, most, work, task)?.cases;
        let cases = described(&outside, words, most, work, task)?.cases;
        Some(Formula { rule: Some(Rule { is: (*rule).clone(), except }), cases })
    };
    rules.iter().take(RULES).filter_map(formula).min_by_key(Formula::cost)
}

/// A short formula that is so of the numbers that are told to be, and not of the others.
pub fn described(
    told: &[(&Vec<i64>, bool)],
    words: &Words,
    most: usize,
    work: &Cell<u64>,
    task: &Task,
) -> Option<Formula> {
    let ins: Vec<&Vec<i64>> = told.iter().filter(|s| s.1).map(|s| s.0).collect();
    let outs: Vec<&Vec<i64>> = told.iter().filter(|s| !s.1).map(|s| s.0).collect();
    if ins.is_empty() {
        return Some(Formula::default());
    }
    if outs.is_empty() {
        return Some(Formula::cases(vec![vec![]]));
    }
    let pack = |literal: &Literal, all: &[&Vec<i64>]| -> Vec<u64> {
        all.chunks(64)
            .map(|chunk| {
                let bit =
                    |(i, numbers): (usize, &&Vec<i64>)| u64::from(literal.holds(numbers)) << i;
                chunk.iter().enumerate().map(bit).sum()
            })
            .collect()
    };
    let full = |all: &[&Vec<i64>]| -> Vec<u64> {
        all.chunks(64).map(|c| if c.len() == 64 { u64::MAX } else { (1 << c.len()) - 1 }).collect()
    };
    let (members, others) = (full(&ins), full(&outs));
    let mut used: Vec<&Literal> = Vec::new();
    let mut packed: Vec<Word> = Vec::new();
    let mut alike: std::collections::HashMap<Vec<u64>, usize> = Default::default();
    for literal in words.literals {
        if !task.goes_on() {
            return None;
        }
        let inside = pack(literal, &ins);
        if inside.iter().all(|&word| word == 0) {
            continue;
        }
        let outside = pack(literal, &outs);
        if outside == others {
            continue;
        }
        let (bits, cost) = ([inside, outside].concat(), (words.cost)(literal));
        // Of literals that are alike on the samples the cheapest, and of these the first.
        match alike.get(&bits) {
            Some(&known) if packed[known].cost <= cost => {}
            Some(&known) => (packed[known].cost, used[known]) = (cost, literal),
            None => {
                alike.insert(bits.clone(), packed.len());
                packed.push(Word { bits, cost });
                used.push(literal);
            }
        }
    }
    if packed.is_empty() {
        return None;
    }
    let problem = Problem { inside: members.len(), members, words: packed };
    let goes_on = |steps: u64| {
        work.set(work.get() + steps);
        work.get() < STEPS && task.goes_on()
    };
    let cases = problem.cover(most, &goes_on)?;
    let case = |case: &crate::cover::Case| {
        // A single position is named.
        if let Some(member) = case.only().filter(|_| words.whole) {
            return named(ins[member]);
        }
        let mut literals: Vec<Literal> =
            case.words.iter().map(|&word| used[word].clone()).collect();
        pinched(&mut literals);
        literals.sort_by_key(|literal| (place(literal), literal.clone()));
        literals
    };
    Some(Formula::cases(cases.iter().map(case).collect()).merged())
}

/// What is at least and at most a number is that number.
fn pinched(literals: &mut Vec<Literal>) {
    for place in 0..literals.len() {
        let Literal::AtLeast(term, least) = literals[place].clone() else { continue };
        let above = Literal::AtMost(term.clone(), least);
        if let Some(other) = literals.iter().position(|literal| *literal == above) {
            literals[place] = Literal::In(term, vec![least]);
            literals.remove(other);
            return pinched(literals);
        }
    }
}

/// The literals of one position: each number is what it is.
fn named(numbers: &[i64]) -> Vec<Literal> {
    let each = numbers.iter().enumerate().map(|(place, &number)| {
        let mut factors = vec![0; numbers.len()];
        factors[place] = 1;
        Literal::In(Term::Sum(factors), vec![number])
    });
    each.collect()
}

/// Where a literal stands in a case: by the first number that it speaks of.
fn place(literal: &Literal) -> (usize, usize) {
    use Literal as L;
    match literal {
        L::In(term, _)
        | L::NotIn(term, _)
        | L::AtLeast(term, _)
        | L::AtMost(term, _)
        | L::Mod(term, ..)
        | L::Power(term, _)
        | L::NotPower(term, _) => match term {
            Term::Sum(factors) => {
                let first = factors.iter().position(|&f| f != 0).unwrap_or(0);
                (factors.iter().filter(|&&f| f != 0).count(), first)
            }
            Term::Odds => (90, 0),
            Term::Sized(_) => (91, 0),
        },
        L::LowBit(..) => (50, 0),
        L::Metallic(..) | L::NotMetallic(..) => (51, 0),
        L::Xor(..) | L::NotXor(..) => (60, 0),
    }
}
