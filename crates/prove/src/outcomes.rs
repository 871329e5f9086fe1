//! Statements about the outcomes of one heap, for one set of amounts or for all of a family: neighbouring heaps, heaps in
//! a row, periods, task, other games with the same set, and how many sets of a family are so.
//!
//! Each set is settled for ever ([`settled`]), so that what is said of all heaps of it is decided ([`world`]); a statement about a
//! family is decided set by set, and proved for that family, not beyond it. What refutes it is the first set in the order of
//! largest members, and the least heap of it, and its outcomes are computed again by the plain recursion from
//! the rules. How many sets are L from some heap on is counted by the census, 512 at a time.

mod any;
pub mod family;
pub mod settled;
mod show;
#[cfg(test)]
mod tests;
pub mod world;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use sprague_census::{Census, LrNim, Question, run};
use sprague_certificate::{Evidence, OutcomesEvidence};
use sprague_rules::Outcome;
use sprague_task::{Stop, Task};

use sprague_claim::claim::OnOutcomes;
use sprague_claim::outcomes::Family;
use sprague_claim::outcomes::sentence::{self, Outcomes, Saying, Says, Sentence};

use crate::finding::{Finding, Witness};
use family::{Template, amounts_of};
use world::{Games, World};

/// Sets that are looked at before the work that was done is looked at again.
const BLOCK: u64 = 1 << 13;
/// Stuck heaps with all endings.
const MOST_STUCK: u32 = 12;
/// A set for which something fails.
struct Found {
    bits: u64,
    ends: Vec<Outcome>,
}

/// The verdict on a statement about outcomes of one heap, and what was done for it.
pub fn judge(on: &OnOutcomes, task: &Task) -> (Finding, Vec<String>) {
    let saying = &on.saying;
    let undecided = |why: String| (Finding::Undecided { why }, Vec::new());
    let family = on.family.as_ref();
    let own = family.map_or(&on.ruleset.expression, |family| &family.expression);
    let expressions = std::iter::once(own).chain(saying.also.iter().map(|also| &also.expression));
    let templates = expressions.map(|text| Template::of(text, family)).collect();
    let also = saying.also.iter().map(|also| &also.ruleset);
    let rulesets = std::iter::once(&on.ruleset).chain(also).collect();
    let games = Games { family, templates, rulesets, task };
    let judged = match (&on.family, &saying.says) {
        (None, Says::Every(sentence)) => one(on, &games, saying, sentence),
        (Some(family), Says::Every(sentence)) if family.any.is_some() => {
            let looked_at = every(&games, family, saying, sentence);
            any::judge(on, family, looked_at, task)
        }
        (Some(family), Says::Every(sentence)) => every(&games, family, saying, sentence),
        (Some(family), Says::Count { sets, of, sentence }) => {
            count(&games, family, saying, *sets, *of, sentence)
        }
        (None, Says::Count { .. }) => Err("sets are counted in a family".into()),
    };
    judged.unwrap_or_else(undecided)
}

/// The checker computes it all again.
const COMPUTATION: Option<Evidence> = Some(Evidence::Outcomes(OutcomesEvidence::Computation));

type Judged = Result<(Finding, Vec<String>), String>;

/// One set.
fn one(on: &OnOutcomes, games: &Games, saying: &Saying, sentence: &Sentence) -> Judged {
    let mut world = World::new(games, 0, amounts_of(&on.ruleset)?);
    if world.fails(&saying.suppose)?.is_some() {
        return Err("it speaks of nothing: what is supposed is not so".into());
    }
    let clauses = sentence.clauses();
    let (fails, spoken) = world.fails_of(&clauses)?;
    match fails {
        None if spoken != all_of(&clauses) => Err(NO_HEAP.into()),
        None => Ok((Finding::Proved { by: "window", evidence: COMPUTATION }, Vec::new())),
        Some(heap) => {
            refuted(None, &mut world, sentence, heap).map(|verdict| (verdict, Vec::new()))
        }
    }
}

/// Why a claim that nothing contradicts is not proved all the same.
const NO_HEAP: &str = "it speaks of no heap: the condition of a `whenever` is never met";

/// A bit for each clause.
fn all_of(clauses: &[&Sentence]) -> u64 {
    (0..clauses.len()).fold(0, |bits, place| bits | 1 << place.min(63))
}

/// All sets of a family.
fn every(games: &Games, family: &Family, saying: &Saying, sentence: &Sentence) -> Judged {
    let (spoken_of, spoken) = (AtomicU64::new(0), AtomicU64::new(0));
    let clauses = sentence.clauses();
    let look = |world: &mut World, bits: u64| -> Option<Result<Found, String>> {
        match world.fails(&saying.suppose) {
            Ok(None) => {}
            Ok(Some(_)) => return None,
            Err(why) => return Some(Err(why)),
        }
        spoken_of.fetch_add(1, Ordering::Relaxed);
        match world.fails_of(&clauses) {
            Ok((None, some)) => {
                spoken.fetch_or(some, Ordering::Relaxed);
                None
            }
            Ok((Some(_), _)) => Some(Ok(Found { bits, ends: world.ends().to_vec() })),
            Err(why) => Some(Err(why)),
        }
    };
    let halt = Halt::new(games.task);
    let total = 1u64 << family.free();
    let mut before = 0;
    for first in (0..total).step_by(BLOCK as usize) {
        let block = first..(first + BLOCK).min(total);
        let found = block.into_par_iter().find_map_first(|bits| {
            let mut look = |world: &mut World| look(world, bits);
            each_ending(games, family, bits, &saying.suppose, &halt, &mut look)
        });
        let sets = spoken_of.load(Ordering::Relaxed);
        let steps = |sets: u64| vec![format!("{sets} sets were settled, each for ever")];
        // What is found in a block that is not looked through depends on the order of threads.
        match (found, halt.stopped()) {
            (Some(Ok(found)), None) => {
                let members = family.members(found.bits, family.listed()?);
                let mut world = World::new(games, found.bits, members);
                world.ending(found.ends);
                let heap =
                    world.fails(sentence)?.ok_or("the answers differ from one time to the next")?;
                return Ok((refuted(Some(family), &mut world, sentence, heap)?, steps(sets)));
            }
            (_, Some(stop)) if before == 0 => return Err(stop.to_string()),
            (_, Some(stop)) => {
                let region = format!("{before} sets, the first that are as supposed");
                return Ok((Finding::Holds { region, why: stop.to_string() }, steps(before)));
            }
            (Some(Err(why)), None) => return Err(why),
            (None, None) => before = sets,
        }
    }
    let steps = vec![format!("{before} sets were settled, each for ever")];
    if before == 0 {
        let why = match family.any {
            None => format!("it speaks of no set: of {}, none is as supposed", family.words()),
            Some(_) => {
                let looked_at = family.words_of_part();
                format!("none of the sets that were looked at, {looked_at}, is as supposed")
            }
        };
        return Ok((Finding::Undecided { why }, steps));
    }
    if spoken.into_inner() != all_of(&clauses) {
        let why = match family.any {
            None => NO_HEAP.to_string(),
            Some(_) => {
                let looked_at = family.words_of_part();
                format!("the condition of a `whenever` is met by no heap of {looked_at}")
            }
        };
        return Ok((Finding::Undecided { why }, steps));
    }
    Ok((Finding::Proved { by: "window, set by set", evidence: COMPUTATION }, steps))
}

/// Whether the work must end, for all threads.
struct Halt<'a> {
    task: &'a Task,
    stop: OnceLock<Stop>,
}

impl<'a> Halt<'a> {
    fn new(task: &'a Task) -> Halt<'a> {
        Halt { task, stop: OnceLock::new() }
    }

    /// Counts a step; must the work end?
    fn is_due(&self) -> bool {
        if let Err(stop) = self.task.spend(1) {
            let _ = self.stop.set(stop);
        }
        self.stop.get().is_some()
    }

    /// Why anything was left out.
    fn stopped(&self) -> Option<Stop> {
        self.stop.get().copied().or_else(|| self.task.spend(0).err())
    }
}

/// The set, unless it is known to be out, with every ending in order; stops at the first answer, or when the work must end.
fn each_ending<T>(
    games: &Games,
    family: &Family,
    bits: u64,
    suppose: &Sentence,
    halt: &Halt,
    look: &mut dyn FnMut(&mut World) -> Option<Result<T, String>>,
) -> Option<Result<T, String>> {
    let members = match family.listed() {
        Ok(to) => family.members(bits, to),
        Err(why) => return Some(Err(why)),
    };
    if members.is_empty() || halt.is_due() {
        return None;
    }
    let mut world = World::new(games, bits, members);
    if family.ends.is_none() {
        return look(&mut world);
    }
    match world.is_out(suppose) {
        Ok(false) => {}
        Ok(true) => return None,
        Err(why) => return Some(Err(why)),
    }
    let heaps = world.least();
    if heaps > MOST_STUCK {
        return Some(Err(format!("{heaps} stuck heaps have too many endings")));
    }
    for number in 0..1u64 << (2 * heaps) {
        if halt.is_due() {
            return None;
        }
        // The first heaps are written first, so they change last.
        let end = |heap: u32| Outcomes::EVERY[(number >> (2 * (heaps - 1 - heap)) & 3) as usize];
        world.ending((0..heaps).map(end).collect());
        if let Some(answer) = look(&mut world) {
            return Some(answer);
        }
    }
    None
}

/// How many sets of a family are so.
fn count(
    games: &Games,
    family: &Family,
    saying: &Saying,
    sets: u64,
    of: Option<u64>,
    sentence: &Sentence,
) -> Judged {
    let (all, found, steps) = match by_census(games, family, saying, sentence)? {
        Some((all, found)) => (all, found, "counted by the census".to_string()),
        None => {
            let (all, found) = one_by_one(games, family, saying, sentence)?;
            (all, found, "counted set by set".to_string())
        }
    };
    let refuted = |shown: String| Finding::Refuted {
        witness: Witness::Piles(Vec::new()),
        shown,
        evidence: Some(Evidence::Outcomes(OutcomesEvidence::Recount { all, found })),
    };
    let verdict = if all == 0 && sets == 0 && of.is_none_or(|of| of == 0) {
        let why = format!("it speaks of no set: of {}, none is as supposed", family.words());
        Finding::Undecided { why }
    } else if found != sets {
        refuted(format!("there are {found}, of {all}"))
    } else if of.is_some_and(|of| of != all) {
        refuted(format!("they are of {all}"))
    } else {
        Finding::Proved { by: "counting", evidence: COMPUTATION }
    };
    Ok((verdict, vec![steps]))
}

/// Sets that are counted one by one, as a power of two.
const MOST_FREE: u32 = 24;

/// How many sets are as supposed, and how many of them are so.
fn one_by_one(
    games: &Games,
    family: &Family,
    saying: &Saying,
    sentence: &Sentence,
) -> Result<(u64, u64), String> {
    if family.free() > MOST_FREE {
        return Err(format!("more than 2^{MOST_FREE} sets to be looked at one by one"));
    }
    let (all, so) = (AtomicU64::new(0), AtomicU64::new(0));
    let halt = Halt::new(games.task);
    let trouble = (0..1u64 << family.free()).into_par_iter().find_map_any(|bits| {
        each_ending(games, family, bits, &saying.suppose, &halt, &mut |world| {
            let look = |world: &mut World| -> Result<(bool, bool), String> {
                let supposed = world.fails(&saying.suppose)?.is_none();
                Ok((supposed, supposed && world.fails(sentence)?.is_none()))
            };
            match look(world) {
                Err(why) => Some(Err::<(), String>(why)),
                Ok((supposed, holds)) => {
                    all.fetch_add(u64::from(supposed), Ordering::Relaxed);
                    so.fetch_add(u64::from(holds), Ordering::Relaxed);
                    None
                }
            }
        })
    });
    match (trouble, halt.stopped()) {
        (_, Some(stop)) => Err(stop.to_string()),
        (Some(Err(why)), None) => Err(why),
        (Some(Ok(())), None) => Err("nothing is looked for".into()),
        (None, None) => Ok((all.into_inner(), so.into_inner())),
    }
}

/// The same where the census knows it: sets of LR-Subtraction Nim that are L from some heap on, all of them or those
/// with a given least member.
fn by_census(
    games: &Games,
    family: &Family,
    saying: &Saying,
    sentence: &Sentence,
) -> Result<Option<(u64, u64)>, String> {
    let left = Sentence::Eventually(0, Outcomes::of(&[Outcome::L]));
    if games.templates[0] != Template::LrNim || *sentence != left {
        return Ok(None);
    }
    let mut leasts = family.least..=family.largest;
    if saying.suppose != Sentence::ALWAYS {
        let Some(least) = sentence::is_least(&saying.suppose) else { return Ok(None) };
        if !leasts.contains(&least) {
            return Ok(None);
        }
        leasts = least..=least;
    }
    let (mut all, mut found) = (0, 0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let watch = games.task.watch();
    for least in leasts {
        let Ok(sets) = LrNim::new(least, family.largest) else { return Ok(None) };
        let question = Question::default();
        let census = Census::new(sprague_census::Family::LrNim(sets), question);
        let tally =
            run::in_memory(&census, threads, &watch).map_err(|trouble| trouble.to_string())?;
        all += tally.all.games;
        found += tally.all.left;
    }
    Ok(Some((all, found)))
}

/// The verdict at a set of which the sentence fails, at this heap. The checker computes its outcomes from the rules.
fn refuted(
    family: Option<&Family>,
    world: &mut World,
    sentence: &Sentence,
    heap: usize,
) -> Result<Finding, String> {
    let mut shown = show::failure(world, sentence, heap)?;
    let mut set = Vec::new();
    if let Some(family) = family {
        let list: Vec<String> = world.members().iter().map(u32::to_string).collect();
        let dots = if family.tail.is_some() { ",..." } else { "" };
        let ends = match &family.ends {
            Some(name) => {
                let ends: Vec<String> = world.ends().iter().map(Outcome::to_string).collect();
                format!(", {name} = {}", ends.join(","))
            }
            None => String::new(),
        };
        shown = format!("{} = {{{}{dots}}}{ends}: {shown}", family.name, list.join(","));
        set = (0..family.free()).filter(|place| world.bits() >> place & 1 == 1).collect();
        set.iter_mut().for_each(|place| *place += family.least);
    }
    let ends = world.ends().to_vec();
    let evidence = OutcomesEvidence::Counterexample { set, ends, heap: heap as u64 };
    let (witness, evidence) = (vec![heap as u32].into(), Some(Evidence::Outcomes(evidence)));
    Ok(Finding::Refuted { witness, shown, evidence })
}
