//! Proving a sentence for all numbers of its ranges.
//!
//! *Classes.* Each number without bound has a step M, and a place T from which on it is raised in steps. The tuples with
//! such numbers below T + M then stand for all: a larger number is taken down by M as often as it takes. If the
//! sentence is so along the class of each of these tuples ([`super::classes`]), it is so for all numbers.
//!
//! *Induction on the parts.* Let A(n, p) and B(n, p) be nim-sets, perhaps with a condition on the parts and nim-added to a number,
//! and let A(n + a, p + b) lie within B(n + c, p + d) for one p and all n. Splits into one part more are splits beside one more
//! heap h, and if h is a heap of the kind that A allows,
//! A(n + a, p + b + 1) is the union over h of A(n - h + a, p + b) nim-added to G(h); each lies within B(n - h + c, p + d)
//! nim-added to G(h), and so within B(n + c, p + d + 1), provided that B allows the heap h, too. So it is so for all larger p.
//! A nim-set without a condition allows all heaps, "all are so" those that are so, and "not all are so" all heaps.

use sprague_certificate::{Progressions, SentenceEvidence};
use sprague_task::Task;

use super::Scene;
use super::classes::Classes;
use super::heaps::Heaps;
use super::linear::{LinearNumber, Need};
use super::sets::Sets;
use super::{Arithmetic, Binding, Definition, Expr, Only, Sentence, SetRelation};
use sprague_claim::formula::plain::Value;

/// How a proof went.
pub enum Proof {
    /// It is proved.
    Complete {
        /// The method.
        by: &'static str,
        /// How the checker settles it.
        evidence: SentenceEvidence,
    },
    /// It is not so at these numbers.
    Broken(Vec<i64>),
    /// Why there is none.
    None(String),
}

/// The largest step of a number, and how many steps a class may begin late.
const LARGEST_STEP: i64 = 20_000;
const LATEST: i64 = 200;
/// Steps after which sets may differ for the plain meaning to be asked.
const FURTHEST: i64 = 30;
/// Classes of one sentence.
const MOST: usize = 20_000_000;

/// Proves sentences by the regularity of the sequences that they speak of.
pub struct Prover<'p, 'c> {
    /// The definitions.
    pub definitions: &'p [Definition],
    /// What free names stand for.
    pub globals: &'p [Value],
    /// The heaps of the games.
    pub heaps: &'p mut Heaps<'c>,
    /// The sets that are spoken of.
    pub sets: &'p mut Sets,
    /// What it may cost.
    pub task: &'p Task,
}

impl<'c> Prover<'_, 'c> {
    /// A proof of the sentence, or why there is none.
    pub fn prove(&mut self, sentence: &Sentence) -> Proof {
        match self.by_induction(sentence) {
            Some(Proof::Complete { evidence: SentenceEvidence::Classes(base), .. }) => {
                let evidence = SentenceEvidence::Induction(base);
                Proof::Complete { by: "automata, by induction on the parts", evidence }
            }
            Some(Proof::Broken(tuple)) => Proof::Broken(tuple),
            Some(Proof::None(why)) => match self.by_classes(sentence) {
                Proof::None(_) => Proof::None(why),
                proof => proof,
            },
            Some(Proof::Complete { .. }) | None => self.by_classes(sentence),
        }
    }

    fn scene(&mut self) -> Scene<'_, 'c> {
        Scene { definitions: self.definitions, globals: self.globals, heaps: self.heaps }
    }

    fn by_classes(&mut self, sentence: &Sentence) -> Proof {
        let count = sentence.bindings.len();
        let mut steps = vec![1; count];
        let mut late = vec![0; count];
        loop {
            let mut classes = Classes {
                scene: Scene {
                    definitions: self.definitions,
                    globals: self.globals,
                    heaps: self.heaps,
                },
                sets: self.sets,
                numbers: count,
                differ: None,
            };
            let mut search =
                Search { sentence, steps: &steps, late: &late, task: self.task, seen: 0, tried: 0 };
            match search.go(&mut classes, &mut Vec::new()) {
                Ok(None) if search.seen == 0 => {
                    return Proof::None("no numbers are spoken of".into());
                }
                Ok(None) => {
                    let sets = |expr: &Expr| matches!(expr, Expr::NimSet { .. });
                    let unbound = sentence.bindings.iter().any(|binding| binding.largest.is_none());
                    let by = match (unbound, sentence.says.any(&sets)) {
                        (false, _) => "computation",
                        (true, false) => "residue classes",
                        (true, true) => "automata",
                    };
                    let evidence = match unbound {
                        true => SentenceEvidence::Classes(Progressions { steps, late }),
                        false => SentenceEvidence::Computation,
                    };
                    return Proof::Complete { by, evidence };
                }
                Ok(Some(tuple)) => return Proof::Broken(tuple),
                Err(Need::Factor(place, factor)) if steps[place] * factor <= LARGEST_STEP => {
                    // Where a class begins late, it does so by as many numbers.
                    late[place] = (late[place] + factor - 1) / factor;
                    steps[place] *= factor;
                }
                Err(Need::Later(place)) if late[place] < LATEST => late[place] += 1,
                Err(Need::Never(why)) => return Proof::None(why),
                Err(_) => return Proof::None("no regularity of all terms was found".into()),
            }
        }
    }

    /// The sentence at its least number of parts, for all heaps.
    fn by_induction(&mut self, sentence: &Sentence) -> Option<Proof> {
        let Expr::Sets(relation, pair) = &sentence.says else { return None };
        if sentence.condition.is_some() || *relation == SetRelation::Unequal {
            return None;
        }
        let sides = [side(&pair[0])?, side(&pair[1])?];
        let (heap, parts) = (sides[0].heap.0, sides[0].parts.0);
        let binding = |local: usize| sentence.bindings.get(local).filter(|b| b.largest.is_none());
        let (n, p) = (binding(heap)?, binding(parts)?);
        let same = sides.iter().all(|side| side.heap.0 == heap && side.parts.0 == parts);
        let directions: &[[usize; 2]] =
            if *relation == SetRelation::Equal { &[[0, 1], [1, 0]] } else { &[[0, 1]] };
        let allowed = |[inner, outer]: &[usize; 2]| match (sides[*inner].only, sides[*outer].only) {
            (_, None | Some(Only { all: false, .. })) => true,
            (inner, outer) => inner == outer,
        };
        if heap == parts || sentence.bindings.len() != 2 || !same || !directions.iter().all(allowed)
        {
            return None;
        }
        // The induction begins at one number of parts, whatever the heap.
        let varies = |least: &Expr| least.any(&|expr| matches!(expr, Expr::Local(_)));
        if varies(&n.least) || varies(&p.least) {
            return None;
        }
        let mut scene = self.scene();
        let least = scene.number(&p.least, &[0, 0]).ok()?;
        let lowest = scene.number(&n.least, &[0, 0]).ok()?;
        // All heaps from 1 on, on either side.
        let lowest = sides.iter().map(|side| 1 - side.heap.1).fold(lowest, i64::min);
        if sides.iter().any(|side| least + side.parts.1 < 1) {
            return None;
        }
        let mut base = sentence.clone();
        let number = |name: &str, least: i64, largest: Option<i64>| Binding {
            name: name.to_string(),
            least: Expr::Number(least),
            largest: largest.map(Expr::Number),
        };
        base.bindings[parts] = number(&p.name, least, Some(least));
        base.bindings[heap] = number(&n.name, lowest, None);
        Some(match self.by_classes(&base) {
            // Below the heaps that the sentence speaks of, it may well fail.
            Proof::Broken(tuple) if tuple[heap] < scene_least(self, &n.least) => {
                Proof::None("it does not hold for smaller heaps".into())
            }
            proof => proof,
        })
    }
}

fn scene_least(prover: &mut Prover, least: &Expr) -> i64 {
    prover.scene().number(least, &[0, 0]).unwrap_or(0)
}

/// A nim-set of n + a and p + b, perhaps nim-added to a number.
struct Side {
    heap: (usize, i64),
    parts: (usize, i64),
    only: Option<Only>,
}

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
        Expr::Arithmetic(operation, pair) => {
            let Expr::Number(more) = pair[1] else { return None };
            let (place, before) = shifted(&pair[0])?;
            match operation {
                Arithmetic::Plus => Some((place, before + more)),
                Arithmetic::Minus => Some((place, before - more)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// All classes of a sentence, one after the other.
struct Search<'s> {
    sentence: &'s Sentence,
    steps: &'s [i64],
    /// How many steps below the place from which on numbers are raised.
    late: &'s [i64],
    task: &'s Task,
    /// Classes of which the sentence speaks, and numbers that were put in.
    seen: usize,
    tried: u64,
}

impl Search<'_> {
    /// The first tuple at which it fails.
    fn go(
        &mut self,
        classes: &mut Classes,
        tuple: &mut Vec<LinearNumber>,
    ) -> Result<Option<Vec<i64>>, Need> {
        let place = tuple.len();
        let Some(binding) = self.sentence.bindings.get(place) else {
            return self.look(classes, tuple);
        };
        let least = classes.number(&binding.least, tuple)?;
        let largest = match &binding.largest {
            Some(largest) => Some(classes.number(largest, tuple)?),
            None => None,
        };
        let varies = |number: &LinearNumber| number.slopes.iter().any(|&slope| slope != 0);
        if varies(&least) || largest.as_ref().is_some_and(varies) {
            return Err(Need::Never("a range that depends on a number without bound".into()));
        }
        let raised_from = least.at + self.late[place] * self.steps[place];
        let end = match &largest {
            Some(largest) => largest.at,
            None => raised_from + self.steps[place] - 1,
        };
        for number in least.at..=end {
            self.tried += 1;
            if self.tried.is_multiple_of(256) && !self.task.goes_on() {
                return Err(Need::Never("time ran out".into()));
            }
            let raised = largest.is_none() && number >= raised_from;
            let step = if raised { self.steps[place] } else { 0 };
            tuple.push(classes.raised(number, place, step));
            let found = self.go(classes, tuple)?;
            tuple.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn look(
        &mut self,
        classes: &mut Classes,
        tuple: &[LinearNumber],
    ) -> Result<Option<Vec<i64>>, Need> {
        self.seen += 1;
        if self.seen > MOST {
            return Err(Need::Never("there are too many classes".into()));
        }
        if let Some(condition) = &self.sentence.condition {
            match classes.truth(condition, tuple)? {
                Some(true) => {}
                Some(false) => {
                    self.seen -= 1;
                    return Ok(None);
                }
                None => return Err(Need::Never("a condition that depends on nim-sets".into())),
            }
        }
        match classes.truth(&self.sentence.says, tuple)? {
            Some(true) => Ok(None),
            Some(false) => Ok(Some(tuple.iter().map(|number| number.at).collect())),
            None => {
                // Where nim-sets differ it may be wrong; the plain meaning decides.
                let further = |(place, steps): (usize, i64)| {
                    let mut numbers: Vec<i64> = tuple.iter().map(|number| number.at).collect();
                    numbers[place] += steps * tuple[place].slopes[place];
                    let wrong = classes.scene.truth(&self.sentence.says, &numbers) == Ok(false);
                    wrong.then_some(numbers)
                };
                let found = classes.differ.filter(|(_, steps)| *steps < FURTHEST).and_then(further);
                match found {
                    Some(numbers) => Ok(Some(numbers)),
                    None => Err(Need::Never("it fails further out, for large numbers".into())),
                }
            }
        }
    }
}
