//! Claims about the outcomes of one heap, for one set of amounts or for all sets of a family.
//!
//! A family has finitely many sets, and finitely many endings of stuck heaps for each of them. For each the outcomes of all
//! heaps are found out for ever ([`heaps`]), and what is said of them is decided for all heaps ([`world`]). So a proof
//! is the computation itself, which is done again here; a counterexample is one set, whose outcomes are also
//! computed from the rules; and sets are counted again.

mod games;
pub(crate) mod heaps;
mod many;
mod world;

use sprague_certificate::OutcomesEvidence;
use sprague_claim::Claim;
use sprague_claim::claim::OnOutcomes;
use sprague_claim::outcomes::Family;
use sprague_claim::outcomes::sentence::{Outcomes, Says, Sentence, is_least};
use sprague_rules::Outcome;
use sprague_task::Task;

use crate::plain::Plain;
use crate::{Rejection, induction};
pub(crate) use games::Known;
pub(crate) use games::{Game, position};
use games::{Source, amounts_of};
use heaps::bit;
use world::World;

/// Stuck heaps with all endings.
const MOST_STUCK: u32 = 12;
/// Sets that are looked at one by one, as a power of two.
const MOST_FREE: u32 = 30;
/// Heaps of a counterexample that are computed from the rules, beyond those that it is about.
const AGAIN: u64 = 3000;

/// Decides the evidence again.
pub(crate) fn check(
    _claim: &Claim,
    on: &OnOutcomes,
    evidence: &OutcomesEvidence,
    task: &Task,
) -> Result<(), Rejection> {
    let mut sources = Source::all(on);
    let unbounded = on.family.as_ref().is_some_and(|family| family.any.is_some());
    match (evidence, &on.saying.says) {
        (OutcomesEvidence::Induction { refutations }, Says::Every(sentence)) => {
            induction::check(on, refutations, task)?;
            // Some set that can be looked at is as supposed, and spoken of.
            every_world(on, &mut sources, sentence, task, &|spoken_of| {
                spoken_of.iter().all(|&spoken_of| spoken_of)
            })
        }
        (OutcomesEvidence::Computation, _) if unbounded => {
            Err(Rejection::new("not all sets of a family without bound can be computed"))
        }
        (OutcomesEvidence::Computation, Says::Every(sentence)) => {
            every_world(on, &mut sources, sentence, task, &|_| false)
        }
        (OutcomesEvidence::Computation, Says::Count { sets, of, sentence }) => {
            let (all, found) = count(on, &mut sources, sentence, task)?;
            if all == 0 {
                return Err(Rejection::new("no set is as supposed, so nothing is counted"));
            }
            match found == *sets && of.is_none_or(|of| of == all) {
                true => Ok(()),
                false => Err(Rejection::new(format!("there are {found}, of {all}"))),
            }
        }
        (OutcomesEvidence::Recount { all, found }, Says::Count { sets, of, sentence }) => {
            if found == sets && of.is_none_or(|of| of == *all) {
                return Err(Rejection::new("these numbers are the ones that are claimed"));
            }
            match count(on, &mut sources, sentence, task)? == (*all, *found) {
                true => Ok(()),
                false => Err(Rejection::new("the sets are counted wrong")),
            }
        }
        (OutcomesEvidence::Counterexample { set, ends, heap }, Says::Every(sentence)) => {
            counterexample(on, &mut sources, (set, ends, *heap), sentence, task)
        }
        _ => Err(Rejection::new(format!(
            "`{}` is no evidence for a claim that says this",
            evidence.kind()
        ))),
    }
}

/// Every set that is as supposed is as the sentence says, and each of its clauses speaks of some set; of the clauses that
/// did so far `enough` tells whether the sets that are left may be passed over.
fn every_world<'c>(
    on: &'c OnOutcomes,
    sources: &mut [Source<'c>],
    sentence: &Sentence,
    task: &'c Task,
    enough: &dyn Fn(&[bool]) -> bool,
) -> Result<(), Rejection> {
    let mut world = World::new(on, sources, task);
    let clauses = sentence.clauses();
    let mut spoken_of = vec![false; clauses.len()];
    each_world(on, &mut world, task, &mut |world| {
        if enough(&spoken_of) || world.fails(&on.saying.suppose)?.is_some() {
            return Ok(());
        }
        for (clause, spoken_of) in clauses.iter().zip(&mut spoken_of) {
            if let Some(heap) = world.fails(clause)? {
                return Err(Rejection::new(format!("it is false at heap {heap}")));
            }
            *spoken_of |= world.speaks(clause);
        }
        Ok(())
    })?;
    match spoken_of.into_iter().all(|spoken_of| spoken_of) {
        true => Ok(()),
        false => Err(Rejection::new("nothing is as supposed, so nothing is said")),
    }
}

/// What is done with every set and ending.
type Look<'l> = dyn FnMut(&mut World) -> Result<(), Rejection> + 'l;

/// Every set with every ending, but for those of which it is seen from the set alone that they are not as supposed.
fn each_world(
    on: &OnOutcomes,
    world: &mut World,
    task: &Task,
    look: &mut Look,
) -> Result<(), Rejection> {
    let Some(family) = &on.family else {
        world.turn_to(0, amounts_of(&on.ruleset)?);
        return look(world);
    };
    if family.free() > MOST_FREE {
        return Err(Rejection::new(format!("more than 2^{MOST_FREE} sets")));
    }
    let to = family.listed().map_err(Rejection::new)?;
    for bits in 0..1u64 << family.free() {
        let set = family.members(bits, to);
        if set.is_empty() {
            continue;
        }
        task.spend(8)?;
        world.turn_to(bits, set);
        if world.excludes(&on.saying.suppose)? {
            continue;
        }
        if family.tail.is_none() {
            world.admit()?;
        }
        each_ending(family, world, look)?;
    }
    Ok(())
}

/// Every ending of the stuck heaps.
fn each_ending(family: &Family, world: &mut World, look: &mut Look) -> Result<(), Rejection> {
    if family.ends.is_none() {
        return look(world);
    }
    let stuck = world.least();
    if stuck > MOST_STUCK {
        return Err(Rejection::new(format!("{stuck} stuck heaps have too many endings")));
    }
    let mut ends = Vec::with_capacity(stuck as usize);
    for number in 0..1u64 << (2 * stuck) {
        let end = |heap: u32| Outcomes::EVERY[(number >> (2 * heap) & 3) as usize];
        ends.clear();
        ends.extend((0..stuck).map(end));
        world.end(&ends);
        look(world)?;
    }
    Ok(())
}

/// How many sets, with endings, are as supposed, and how many of them are so.
fn count<'c>(
    on: &'c OnOutcomes,
    sources: &mut [Source<'c>],
    sentence: &Sentence,
    task: &'c Task,
) -> Result<(u64, u64), Rejection> {
    if on.family.is_none() {
        return Err(Rejection::new("sets are counted in a family"));
    }
    if let Some(counts) = by_blocks(on, sources, sentence, task)? {
        return Ok(counts);
    }
    let mut world = World::new(on, sources, task);
    let (mut all, mut found) = (0, 0);
    each_world(on, &mut world, task, &mut |world| {
        if world.fails(&on.saying.suppose)?.is_none() {
            all += 1;
            found += u64::from(world.fails(sentence)?.is_none());
        }
        Ok(())
    })?;
    Ok((all, found))
}

/// The same where it is asked which finite sets, all of them or those with a given least member, are L from some heap on,
/// and their numbers are all that can be taken.
fn by_blocks(
    on: &OnOutcomes,
    sources: &mut [Source],
    sentence: &Sentence,
    task: &Task,
) -> Result<Option<(u64, u64)>, Rejection> {
    let Some(family) = on.family.as_ref().filter(|f| f.tail.is_none() && f.ends.is_none()) else {
        return Ok(None);
    };
    let Some(known) = sources.first_mut().and_then(Source::known).filter(|k| k.takes_just_set())
    else {
        return Ok(None);
    };
    if *sentence != Sentence::Eventually(0, Outcomes::of(&[Outcome::L])) {
        return Ok(None);
    }
    let leasts = match (&on.saying.suppose, is_least(&on.saying.suppose)) {
        (_, Some(least)) if (family.least..=family.largest).contains(&least) => least..=least,
        (suppose, _) if *suppose == Sentence::ALWAYS => family.least..=family.largest,
        _ => return Ok(None),
    };
    let (mut all, mut found) = (0u64, 0u64);
    for least in leasts {
        let stuck: Vec<Outcome> = (0..least).map(|heap| known.stuck(heap)).collect();
        all += 1 << (family.largest - least);
        found += many::eventually_left(least, family.largest, &stuck, task)?;
    }
    Ok(Some((all, found)))
}

/// A set, with an ending, that is as supposed and of which the sentence is false.
fn counterexample<'c>(
    on: &'c OnOutcomes,
    sources: &mut [Source<'c>],
    (set, ends, heap): (&[u32], &[Outcome], u64),
    sentence: &Sentence,
    task: &'c Task,
) -> Result<(), Rejection> {
    let mut bits = 0u64;
    let members = match &on.family {
        None if set.is_empty() && ends.is_empty() => amounts_of(&on.ruleset)?,
        None => return Err(Rejection::new("the game is given, with its set")),
        Some(family) => {
            for s in set {
                let place = s.checked_sub(family.least).filter(|place| *place < family.free());
                let place = place.filter(|place| bits >> place == 0);
                bits |=
                    1 << place.ok_or_else(|| Rejection::new("this is not a set of the family"))?;
            }
            family.members(bits, family.listed().map_err(Rejection::new)?)
        }
    };
    let Some(&least) = members.first() else { return Err(Rejection::new("the set is empty")) };
    let open = on.family.as_ref().is_some_and(|family| family.ends.is_some());
    if ends.len() != if open { least as usize } else { 0 } {
        return Err(Rejection::new(
            "there is one outcome for each stuck heap, where these are open",
        ));
    }
    let from_rules = from_rules(on, sources, bits, ends, heap, task)?;
    let mut world = World::new(on, sources, task);
    world.turn_to(bits, members);
    world.end(ends);
    if on.family.as_ref().is_none_or(|family| family.tail.is_none()) {
        world.admit()?;
    }
    for (place, outcomes) in from_rules.iter().enumerate() {
        let heaps = world.heaps(place)?;
        if (0..).zip(outcomes).any(|(heap, &outcome)| heaps.at(heap) != bit(outcome)) {
            return Err(Rejection::new("two computations of the outcomes differ"));
        }
    }
    if world.fails(&on.saying.suppose)?.is_some() {
        return Err(Rejection::new("the set is not as supposed"));
    }
    match world.fails(sentence)? {
        Some(found) if found == heap => Ok(()),
        Some(found) => Err(Rejection::new(format!("it is heap {found} at which it is false"))),
        None => Err(Rejection::new("it is true of this set")),
    }
}

/// The outcomes of all games by the definitions, some way beyond the heap.
fn from_rules(
    on: &OnOutcomes,
    sources: &[Source],
    bits: u64,
    ends: &[Outcome],
    heap: u64,
    task: &Task,
) -> Result<Vec<Vec<Outcome>>, Rejection> {
    let to = heap.min(10 * AGAIN) as u32 + if on.family.is_some() { 200 } else { AGAIN as u32 };
    let set = on.family.as_ref().map_or(Vec::new(), |family| family.members(bits, to));
    let mut all = Vec::new();
    for source in sources {
        let ruleset = source.ruleset(&set, ends)?;
        let mut plain = Plain::new(&ruleset, task);
        let outcomes = (0..=to).map(|heap| plain.outcome(&position(heap)));
        all.push(outcomes.collect::<Result<Vec<Outcome>, _>>()?);
    }
    Ok(all)
}
