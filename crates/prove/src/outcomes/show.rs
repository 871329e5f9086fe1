//! Why a sentence is false of a set, in words.

use sprague_rules::Outcome;

use super::world::World;
use sprague_claim::outcomes::sentence::{Outcomes, Part, Sentence, Where};

/// Terms that are written out.
const FEW: usize = 60;

/// What is so at the heap where the sentence fails.
pub fn failure(world: &mut World, sentence: &Sentence, heap: usize) -> Result<String, String> {
    match sentence {
        Sentence::And(parts) => {
            for part in parts {
                if world.fails(part)?.is_some() {
                    return failure(world, part, heap);
                }
            }
            sequence(world)
        }
        Sentence::Whenever(one, other) => whenever(world, one, other, heap),
        Sentence::Runs { of, .. } => {
            let settled = world.outcomes(0)?;
            let is = |n: usize| of.contains(settled.outcome(n));
            let first = (0..heap).rev().take_while(|&n| is(n)).last().unwrap_or(heap);
            let endless = settled.often(*of) == settled.period;
            if endless && is(heap) && (heap..settled.preperiod).all(is) {
                return Ok(format!("all heaps from {first} on are {}", of.words()));
            }
            let run = (first..).take_while(|&n| is(n)).count();
            let side = |n: Option<usize>| match n {
                Some(n) => format!("{n} is {}", settled.outcome(n)),
                None => "nothing is before them".to_string(),
            };
            Ok(format!(
                "{run} heaps from {first} on are {}; {} and {}",
                of.words(),
                side(first.checked_sub(1)),
                side(Some(first + run)),
            ))
        }
        _ => sequence(world),
    }
}

/// The outcomes, if they are few.
fn sequence(world: &mut World) -> Result<String, String> {
    let settled = world.outcomes(0)?;
    let (preperiod, period) = (settled.preperiod, settled.period);
    if preperiod + period > FEW {
        return Ok(format!("the outcomes repeat with {period} from heap {preperiod} on"));
    }
    let letters = |from: usize, to: usize| -> String {
        (from..to).map(|heap| settled.outcome(heap).letter()).collect()
    };
    let repeated = letters(preperiod, preperiod + period);
    Ok(format!("the outcomes are {}({repeated})...", letters(0, preperiod)))
}

fn whenever(
    world: &mut World,
    one: &[Vec<Part>],
    other: &[Part],
    heap: usize,
) -> Result<String, String> {
    let mut facts = Vec::new();
    for part in one.iter().flatten() {
        for (game, place) in places(world, part, heap)? {
            facts.push(fact(world, game, place)?);
        }
    }
    facts.dedup();
    if facts.is_empty() {
        facts.push(format!("n = {heap}"));
    }
    for part in other {
        let allowed = match part {
            Part::At { outcomes, .. } => *outcomes,
            Part::Same { .. } => Outcomes::of(&[world.outcomes(0)?.outcome(heap)]),
            Part::Number(_) => continue,
        };
        let some = matches!(part, Part::At { place: Where::SomeOption, .. });
        let mut there = Vec::new();
        for (game, place) in places(world, part, heap)? {
            let outcome = world.outcomes(game)?.outcome(place);
            if !allowed.contains(outcome) {
                there.push(fact(world, game, place)?);
            }
        }
        let all = places(world, part, heap)?.len();
        if !there.is_empty() && (!some || there.len() == all) || some && all == 0 {
            let there = match (some, all) {
                (true, 0) => "there is no option".to_string(),
                (true, _) => there.join(", "),
                (false, _) => there.swap_remove(0),
            };
            return Ok(format!("{}, but {there}, not {}", facts.join(", "), allowed.words()));
        }
    }
    Ok(facts.join(", "))
}

/// The heaps that a part speaks of at n, with their games.
fn places(world: &mut World, part: &Part, heap: usize) -> Result<Vec<(usize, usize)>, String> {
    Ok(match part {
        Part::At { game, place: Where::Heaps(from, to), .. } => {
            let (from, to) = (world.value(from)?, world.value(to)?);
            let heaps = (from..=to).map(|shift| heap as i64 + shift).filter(|&n| n >= 0);
            heaps.map(|n| (*game, n as usize)).collect()
        }
        Part::At { game, .. } => {
            let options =
                world.amounts(*game)?.iter().filter_map(|&s| heap.checked_sub(s as usize));
            options.map(|n| (*game, n)).collect()
        }
        Part::Same { game, shift } => {
            let place = heap as i64 + world.value(shift)?;
            if place < 0 { Vec::new() } else { vec![(0, heap), (*game, place as usize)] }
        }
        Part::Number(_) => Vec::new(),
    })
}

fn fact(world: &mut World, game: usize, heap: usize) -> Result<String, String> {
    let outcome: Outcome = world.outcomes(game)?.outcome(heap);
    Ok(match game {
        0 => format!("{heap} is {outcome}"),
        _ => format!("{heap} is {outcome} there"),
    })
}
