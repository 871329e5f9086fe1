//! Formulas about nim-values and nim-sets, for all numbers of their ranges.
//!
//! *Computation.* A sentence that speaks of finitely many numbers is looked at for each of them, by its plain meaning.
//!
//! *Classes.* Each number without bound has a step M and a late beginning L. From its least number on, the numbers below
//! least + L M are taken one by one; each of the next M numbers stands for all that follow it in steps of M. So every number
//! belongs to one class, and the sentence is true if it is true for the whole of each class, which [`classes`] decides: by linear
//! arithmetic, by the regularities of nim-values that the certificate gives and that are checked, and for nim-sets by
//! binary digits.
//!
//! *Induction on the parts.* Let A(n, p) and B(n, p) be nim-sets N(n + a, p + b), perhaps of splits whose parts fulfil a condition, or
//! not all do, and perhaps nim-added to a number. Suppose that A(n, p) lies within B(n, p) for one p, with p + b >= 1 on
//! both sides, and all n with n + a >= 1 on either. A split of A(n, p + 1) is a heap h beside a split of A(n - h, p), where h can be chosen such that the
//! rest is a split of the kind of A (if not all parts fulfil a condition, there are two parts or more, and one that may
//! go); the rest has its value in B(n - h, p), or there is no rest at all; and h beside a split of B(n - h, p) is one of B(n, p + 1), if B allows h: a nim-set
//! without a condition allows all heaps, and so does "not all"; "all" of the same condition allows what A allows. So A(n, p + 1) lies
//! within B(n, p + 1), for all n. Equality is this both ways.

mod classes;
mod digits;
mod heaps;
mod linear;
mod nim_sets;
mod relations;
mod sets;

use sprague_certificate::{FormulaEvidence, GameEvidence, Progressions, SentenceEvidence};
use sprague_claim::formula::games::{Games, Of};
use sprague_claim::formula::plain::Scene;
use sprague_claim::formula::{
    Arithmetic, Binding, Definition, Expr, Formula, Only, Sentence, SetRelation,
};
use sprague_task::Task;

use crate::Rejection;
use crate::heap::Case;
use classes::Classes;
use heaps::Heaps;
use linear::{Checked, Linear, MOST_OPEN, reject};

/// Decides the sentences of one case again.
pub(crate) fn check<'c>(
    case: &Case<'c>,
    formula: &'c Formula,
    evidence: &'c FormulaEvidence,
    task: &'c Task,
) -> Result<(), Rejection> {
    let (found, needed) = (evidence.sentences.len(), formula.sentences.len());
    if found != needed {
        return reject(format!("{found} sentences are settled; there are {needed}"));
    }
    let games = Games { own: case.ruleset, texts: &case.claim.games };
    let mut heaps = Heaps::new(games, &evidence.games, task);
    let definitions = &formula.definitions[..];
    for (place, (sentence, evidence)) in
        formula.sentences.iter().zip(&evidence.sentences).enumerate()
    {
        let settled = match evidence {
            SentenceEvidence::Computation => {
                let mut all = All { case, definitions, sentence, heaps: &mut heaps, task };
                all.computation(&mut Vec::new())
            }
            SentenceEvidence::Classes(progressions) => {
                let mut classes = Classes::new(definitions, case.globals, &mut heaps, task);
                by_classes(&mut classes, sentence, progressions)
            }
            SentenceEvidence::Induction(progressions) => {
                let mut classes = Classes::new(definitions, case.globals, &mut heaps, task);
                base(&mut classes, sentence)
                    .and_then(|base| by_classes(&mut classes, &base, progressions))
            }
        };
        settled.map_err(|rejection| match formula.sentences.len() {
            1 => rejection,
            _ => {
                let why = format!("sentence {}: {}", place + 1, rejection.why);
                Rejection { why, ..rejection }
            }
        })?;
    }
    Ok(())
}

/// The nim-values of a game in one case, tested: the regularity that is given, and from how many parts on nim-sets move along.
pub(crate) fn tested<'c>(
    case: &Case<'c>,
    given: &'c [GameEvidence],
    game: &Of,
    task: &'c Task,
) -> Checked<&'c GameEvidence> {
    let games = Games { own: case.ruleset, texts: &case.claim.games };
    let mut heaps = Heaps::new(games, given, task);
    let mut classes = Classes::new(&[], case.globals, &mut heaps, task);
    classes.moves_along(game)?;
    heaps.regularity(game)
}

/// A sentence, by its place, and the numbers that it binds: it must be false for them, and they must be in its ranges.
pub(crate) fn counterexample<'c>(
    case: &Case<'c>,
    formula: &'c Formula,
    at: &[i64],
    task: &'c Task,
) -> Result<(), Rejection> {
    let sentence = at.first().and_then(|&place| usize::try_from(place).ok());
    let sentence = sentence.and_then(|place| formula.sentences.get(place));
    let Some(sentence) = sentence else { return reject("there is no such sentence") };
    let numbers = &at[1..];
    if numbers.len() != sentence.bindings.len() {
        return reject(format!("the sentence binds {} numbers", sentence.bindings.len()));
    }
    let games = Games { own: case.ruleset, texts: &case.claim.games };
    let mut heaps = Heaps::new(games, &[], task);
    let definitions = &formula.definitions[..];
    let mut all = All { case, definitions, sentence, heaps: &mut heaps, task };
    for (place, binding) in sentence.bindings.iter().enumerate() {
        let (least, largest) = all.range(binding, &numbers[..place])?;
        if numbers[place] < least || largest.is_some_and(|largest| numbers[place] > largest) {
            return reject(format!("{} is not in the range of {}", numbers[place], binding.name));
        }
    }
    match all.holds(numbers)? {
        None => reject("the sentence does not speak of these numbers"),
        Some(true) => reject("the sentence is true for these numbers"),
        Some(false) => Ok(()),
    }
}

/// A sentence, number by number.
struct All<'a, 'c> {
    case: &'a Case<'c>,
    definitions: &'a [Definition],
    sentence: &'a Sentence,
    heaps: &'a mut Heaps<'c>,
    task: &'a Task,
}

/// Classes of one number: no proof that was ever found has a thousandth of them.
const MOST_CLASSES: i64 = 1 << 22;

/// All classes of a sentence.
fn by_classes(
    classes: &mut Classes,
    sentence: &Sentence,
    progressions: &Progressions,
) -> Checked<()> {
    let count = sentence.bindings.len();
    if progressions.steps.len() != count || progressions.late.len() != count {
        return reject(format!("there must be {count} steps and late beginnings"));
    }
    if count > MOST_OPEN {
        return reject(format!("at most {MOST_OPEN} numbers are bound"));
    }
    class_by_class(classes, sentence, progressions, &mut Vec::new())
}

fn class_by_class(
    classes: &mut Classes,
    sentence: &Sentence,
    progressions: &Progressions,
    numbers: &mut Vec<Linear>,
) -> Checked<()> {
    classes.task.spend(1)?;
    let place = numbers.len();
    let Some(binding) = sentence.bindings.get(place) else {
        if let Some(condition) = &sentence.condition
            && !classes.settled(condition, numbers)?
        {
            return Ok(());
        }
        return match classes.truth(&sentence.says, numbers)? {
            Some(true) => Ok(()),
            Some(false) => reject("it is false for a whole class"),
            None => reject("it is not true for a whole class"),
        };
    };
    let least = classes.number(&binding.least, numbers)?.constant()?;
    let (step, raised_from, end) = match &binding.largest {
        Some(largest) => (0, i64::MAX, classes.number(largest, numbers)?.constant()?),
        None => {
            let (step, late) = (progressions.steps[place], progressions.late[place]);
            let raised_from = late.checked_mul(step).and_then(|later| least.checked_add(later));
            let end = raised_from.and_then(|from| from.checked_add(step - 1));
            match (raised_from, end) {
                (Some(_), Some(end)) if end.saturating_sub(least) >= MOST_CLASSES => {
                    return reject(format!(
                        "at most {MOST_CLASSES} classes of a number are gone through"
                    ));
                }
                (Some(from), Some(end)) if step >= 1 && late >= 0 => (step, from, end),
                _ => return reject("a step is at least 1, and no class begins before its numbers"),
            }
        }
    };
    for number in least..=end {
        numbers.push(match number >= raised_from {
            true => Linear::raised(number, place, step),
            false => Linear::fixed(number),
        });
        class_by_class(classes, sentence, progressions, numbers)?;
        numbers.pop();
    }
    Ok(())
}

/// The sentence with its least number of parts, for all heaps, from which induction proves it for all.
fn base(classes: &mut Classes, sentence: &Sentence) -> Checked<Sentence> {
    // Where no number is bound yet: the ranges may not depend on each other.
    base_within(sentence, &mut |least| classes.number(least, &[])?.constant())
}

/// The same where the ranges begin with numbers that are written out, so that it is the same in all cases of a claim.
pub(crate) fn base_of_all(sentence: &Sentence) -> Checked<Sentence> {
    base_within(sentence, &mut |least| match least {
        Expr::Number(least) => Ok(*least),
        _ => reject("a range that begins with a number that varies"),
    })
}

fn base_within(
    sentence: &Sentence,
    least: &mut dyn FnMut(&Expr) -> Checked<i64>,
) -> Checked<Sentence> {
    let unsuited = || Rejection::new("induction on the parts proves nothing of this kind");
    let Expr::Sets(relation, pair) = &sentence.says else { return Err(unsuited()) };
    let sides = [side(&pair[0]).ok_or_else(unsuited)?, side(&pair[1]).ok_or_else(unsuited)?];
    let [heap, parts] = [sides[0].heap.0, sides[0].parts.0];
    let directions: &[[usize; 2]] = match relation {
        SetRelation::Equal => &[[0, 1], [1, 0]],
        SetRelation::Within => &[[0, 1]],
        SetRelation::Unequal => return Err(unsuited()),
    };
    let allowed = |&[inner, outer]: &[usize; 2]| match (sides[inner].only, sides[outer].only) {
        (_, None | Some(Only { all: false, .. })) => true,
        (inner, outer) => inner == outer,
    };
    let same = sides.iter().all(|side| side.heap.0 == heap && side.parts.0 == parts);
    let [n, p] = [sentence.bindings.get(heap), sentence.bindings.get(parts)];
    let (Some(n), Some(p)) = (n, p) else { return Err(unsuited()) };
    let open = n.largest.is_none() && p.largest.is_none();
    let two = sentence.bindings.len() == 2 && heap != parts;
    if !(same && two && open && sentence.condition.is_none() && directions.iter().all(allowed)) {
        return Err(unsuited());
    }
    let fewest = least(&p.least)?;
    let mut lowest = least(&n.least)?;
    for side in &sides {
        if fewest.checked_add(side.parts.1).is_none_or(|parts| parts < 1) {
            return reject("the induction begins with one part or more");
        }
        // All heaps from 1 on.
        lowest = lowest.min(1i64.checked_sub(side.heap.1).ok_or_else(unsuited)?);
    }
    let mut base = sentence.clone();
    let bound = |name: &str, least: i64, largest: Option<i64>| Binding {
        name: name.to_string(),
        least: Expr::Number(least),
        largest: largest.map(Expr::Number),
    };
    base.bindings[parts] = bound(&p.name, fewest, Some(fewest));
    base.bindings[heap] = bound(&n.name, lowest, None);
    Ok(base)
}

/// A nim-set of n + a and p + b.
struct Side {
    heap: (usize, i64),
    parts: (usize, i64),
    only: Option<Only>,
}

/// One side, perhaps nim-added to a number.
fn side(expr: &Expr) -> Option<Side> {
    match expr {
        Expr::Added(pair) if matches!(pair[1], Expr::Number(_) | Expr::Global(_)) => side(&pair[0]),
        Expr::NimSet { heap, parts, game: None, only } => {
            Some(Side { heap: shifted(heap)?, parts: shifted(parts)?, only: *only })
        }
        _ => None,
    }
}

/// A bound number, and what is added to it.
fn shifted(expr: &Expr) -> Option<(usize, i64)> {
    match expr {
        Expr::Local(place) => Some((*place, 0)),
        Expr::Arithmetic(operation @ (Arithmetic::Plus | Arithmetic::Minus), pair) => {
            let Expr::Number(more) = pair[1] else { return None };
            let (place, before) = shifted(&pair[0])?;
            let more = if *operation == Arithmetic::Plus { Some(more) } else { more.checked_neg() };
            Some((place, before.checked_add(more?)?))
        }
        _ => None,
    }
}

impl All<'_, '_> {
    /// All numbers from here on.
    fn computation(&mut self, numbers: &mut Vec<i64>) -> Checked<()> {
        self.task.spend(1)?;
        let Some(binding) = self.sentence.bindings.get(numbers.len()) else {
            return match self.holds(numbers)? {
                Some(false) => reject(format!("it is false for {numbers:?}")),
                Some(true) | None => Ok(()),
            };
        };
        let (least, largest) = self.range(binding, numbers)?;
        let Some(largest) = largest else {
            return reject(format!("{} has no bound", binding.name));
        };
        for number in least..=largest {
            numbers.push(number);
            self.computation(numbers)?;
            numbers.pop();
        }
        Ok(())
    }

    /// The least and the largest number that a name stands for.
    fn range(&mut self, binding: &Binding, numbers: &[i64]) -> Checked<(i64, Option<i64>)> {
        let least = self.valued(|scene| scene.number(&binding.least, numbers))?;
        let largest = match &binding.largest {
            Some(largest) => Some(self.valued(|scene| scene.number(largest, numbers))?),
            None => None,
        };
        Ok((least, largest))
    }

    /// Is the sentence true for these numbers? None: it does not speak of them.
    fn holds(&mut self, numbers: &[i64]) -> Checked<Option<bool>> {
        let sentence = self.sentence;
        if let Some(condition) = &sentence.condition
            && !self.valued(|scene| scene.truth(condition, numbers))?
        {
            return Ok(None);
        }
        self.valued(|scene| scene.truth(&sentence.says, numbers)).map(Some)
    }

    fn valued<T>(&mut self, of: impl FnOnce(&mut Scene<Heaps>) -> Result<T, String>) -> Checked<T> {
        let (definitions, globals) = (self.definitions, self.case.globals);
        let value = of(&mut Scene { definitions, globals, heaps: self.heaps });
        value.map_err(|why| self.heaps.stopped.take().unwrap_or_else(|| Rejection::new(why)))
    }
}
