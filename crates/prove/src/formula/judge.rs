//! The verdict on a formula: looked at number by number up to a bound, then proved.

use super::evidence;
use crate::cost;
use sprague_certificate::{CaseEvidence, Evidence, HeapEvidence};
use sprague_task::Task;

use super::Scene;
use super::heaps::Heaps;
use super::prove::{Proof, Prover};
use super::sets::Sets;
use super::{Expr, Formula, Sentence};
use crate::finding::{Finding, Witness};
use sprague_claim::formula::games::Games;
use sprague_claim::formula::plain::Value;

/// One formula about one game: the numbers and sets that its case fixes, and how far to look.
pub struct Case<'c> {
    /// The formula.
    pub formula: &'c Formula,
    /// The games that it speaks of.
    pub games: Games<'c>,
    /// What its free names stand for.
    pub globals: &'c [Value],
    /// How far the claim is to be looked at, if it says so.
    pub check_to: Option<u32>,
}

/// Values that are computed at least, for a regularity to show.
const SHOWN: u32 = 2000;
/// Heaps that nim-sets are looked at for, and other numbers alone, if nothing is said.
const QUICK_SETS: i64 = 120;
const QUICK: i64 = 1500;
/// Parts of splits beyond the least that are looked at.
const PARTS: i64 = 3;
/// Tuples that are looked at, if nothing is said.
const TUPLES: f64 = 30_000.0;

/// Looks for a counterexample, then for a proof.
pub fn judge(case: &Case, task: &Task) -> Finding {
    let to = case.check_to.unwrap_or(0).max(SHOWN);
    let mut heaps = Heaps::new(case.games, to, task);
    let mut sets = Sets::new(cost::automata(task));
    let (mut by, mut open, mut blind) = ("computation", None, None);
    let mut settled = Vec::new();
    for (place, sentence) in case.formula.sentences.iter().enumerate() {
        let mut look = Look { case, sentence, heaps: &mut heaps, task, seen: 0, tried: 0 };
        let region = match look.around() {
            Err(why) => return Finding::Undecided { why },
            Ok(Looked::Wrong(tuple)) => return refuted(case, place, &tuple, task),
            Ok(Looked::Fine(region)) => region,
        };
        let looked = look.seen > 0;
        let mut prover = Prover {
            definitions: &case.formula.definitions,
            globals: case.globals,
            heaps: &mut heaps,
            sets: &mut sets,
            task,
        };
        match prover.prove(sentence) {
            Proof::Complete { by: found, evidence } => {
                settled.push(evidence);
                by = match (by, found) {
                    (_, "computation") => by,
                    ("computation", found) => found,
                    (by, found) if by == found => by,
                    _ => "automata",
                };
            }
            Proof::Broken(tuple) => return refuted(case, place, &tuple, task),
            Proof::None(why) if looked => open = open.or(Some((region, why))),
            Proof::None(why) => blind = blind.or(Some(why)),
        }
    }
    match (blind, open) {
        // Of one sentence nothing was looked at.
        (Some(why), _) => Finding::Undecided { why },
        (None, None) => {
            let evidence = evidence::of(&heaps, &sets, settled).map(|formula| {
                Evidence::Heap(HeapEvidence::Proof(vec![CaseEvidence::Formula(formula)]))
            });
            Finding::Proved { by, evidence }
        }
        (None, Some((region, why))) => Finding::Holds { region, why },
    }
}

/// The refutation, if the plain twin agrees.
fn refuted(case: &Case, place: usize, tuple: &[i64], task: &Task) -> Finding {
    let sentence = &case.formula.sentences[place];
    let mut heaps = Heaps::plainly(case.games, task);
    let (definitions, globals) = (&case.formula.definitions[..], case.globals);
    let mut scene = Scene { definitions, globals, heaps: &mut heaps };
    match scene.truth(&sentence.says, tuple) {
        Ok(false) => {}
        Ok(true) => return Finding::Undecided { why: format!("two ways disagree at {tuple:?}") },
        Err(why) => return Finding::Undecided { why },
    }
    let named: Vec<String> = sentence
        .bindings
        .iter()
        .zip(tuple)
        .map(|(binding, number)| format!("{} = {number}", binding.name))
        .collect();
    let mut found = differing(&mut scene, &sentence.says, tuple);
    if !named.is_empty() {
        found = format!("{}: {found}", named.join(", "));
    }
    let witness = tuple.iter().filter_map(|&number| u32::try_from(number).ok());
    let witness = Witness::Piles(witness.collect());
    let at = std::iter::once(place as i64).chain(tuple.iter().copied()).collect();
    let evidence = Some(Evidence::Heap(HeapEvidence::Counterexample { case: 0, at }));
    Finding::Refuted { witness, shown: found, evidence }
}

/// What is wrong, with both sides where there are two.
fn differing(scene: &mut Scene, expr: &Expr, tuple: &[i64]) -> String {
    let (word, pair) = match expr {
        Expr::And(all) => {
            let wrong = all.iter().find(|part| scene.truth(part, tuple) == Ok(false));
            return wrong.map_or("it is not so".into(), |wrong| differing(scene, wrong, tuple));
        }
        Expr::Sets(super::SetRelation::Within, pair) => ("is not within", pair),
        Expr::Compare(super::Comparison::Equal, pair)
        | Expr::Sets(super::SetRelation::Equal, pair) => ("is not", pair),
        Expr::Compare(super::Comparison::Less, pair) => ("is not less than", pair),
        Expr::Compare(super::Comparison::AtMost, pair) => ("is not at most", pair),
        Expr::In(pair) => ("is not in", pair),
        _ => return "it is not so".into(),
    };
    match (scene.value(&pair[0], tuple), scene.value(&pair[1], tuple)) {
        (Ok(a), Ok(b)) => format!("{a} {word} {b}"),
        _ => "it is not so".into(),
    }
}

enum Looked {
    Fine(String),
    Wrong(Vec<i64>),
}

struct Look<'l, 'c> {
    case: &'l Case<'c>,
    sentence: &'l Sentence,
    heaps: &'l mut Heaps<'c>,
    task: &'l Task,
    /// Tuples that are spoken of, and numbers that were put in.
    seen: usize,
    tried: u64,
}

impl Look<'_, '_> {
    /// All tuples up to a bound, in the order of the first number.
    fn around(&mut self) -> Result<Looked, String> {
        let bindings = &self.sentence.bindings;
        let free: Vec<usize> =
            (0..bindings.len()).filter(|&place| bindings[place].largest.is_none()).collect();
        let parts = |expr: &Expr| matches!(expr, Expr::NimSet { .. });
        let sets = self.sentence.says.any(&parts);
        let share = TUPLES.powf(1.0 / free.len().max(1) as f64) as i64;
        let quick = share.min(if sets { QUICK_SETS } else { QUICK });
        let most = self.case.check_to.map_or(quick, i64::from);
        if let Some(tuple) = self.go(&mut Vec::new(), most)? {
            return Ok(Looked::Wrong(tuple));
        }
        let names: Vec<&str> = free.iter().map(|&place| bindings[place].name.as_str()).collect();
        Ok(Looked::Fine(match names.is_empty() {
            true => "all numbers spoken of".into(),
            false => format!("{} up to {most}: {} cases", names.join(", "), self.seen),
        }))
    }

    fn go(&mut self, tuple: &mut Vec<i64>, most: i64) -> Result<Option<Vec<i64>>, String> {
        let place = tuple.len();
        let sentence = self.sentence;
        let definitions = &self.case.formula.definitions[..];
        let mut scene = Scene { definitions, globals: self.case.globals, heaps: self.heaps };
        let Some(binding) = sentence.bindings.get(place) else {
            if let Some(condition) = &sentence.condition
                && !scene.truth(condition, tuple)?
            {
                return Ok(None);
            }
            let holds = scene.truth(&sentence.says, tuple)?;
            self.seen += 1;
            return Ok((!holds).then(|| tuple.clone()));
        };
        let least = scene.number(&binding.least, tuple)?;
        let largest = match &binding.largest {
            Some(largest) => scene.number(largest, tuple)?,
            None if counts_parts(&sentence.says, place) => most.min(least + PARTS),
            None => most,
        };
        for number in least..=largest {
            self.tried += 1;
            if self.tried.is_multiple_of(256) && !self.task.goes_on() {
                return Err(format!("time ran out at {tuple:?}"));
            }
            tuple.push(number);
            let found = self.go(tuple, most)?;
            tuple.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Does a nim-set have that many parts?
fn counts_parts(expr: &Expr, local: usize) -> bool {
    expr.any(&|expr| matches!(expr, Expr::NimSet { parts, .. } if parts.mentions(local)))
}
