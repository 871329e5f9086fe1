//! Moves between piles in words: `take 3 from the pile of 8`.

use std::collections::BTreeMap;

use sprague_rules::ruleset::MoveAct;
use sprague_rules::write_position;

/// What a move that `act` allows does from `before` to `after`, as an order.
pub fn describe(act: &MoveAct, row: bool, before: &[u32], after: &[u32]) -> String {
    if row {
        return describe_row(before, after);
    }
    let (gone, made) = difference(before, after);
    match act {
        MoveAct::TakeEach { least, most, .. } => {
            let most = most.unwrap_or(before.len());
            describe_equal(before, after, *least..=most)
        }
        MoveAct::TakeAll { .. } => describe_equal(before, after, before.len()..=before.len()),
        MoveAct::Take(takes) => {
            let mut changes = in_order(&gone, &made);
            if changes.len() != takes.len() {
                changes = in_order(before, after);
            }
            describe_takes(&changes)
        }
        MoveAct::Break { .. } => describe_break(&gone, &made),
        MoveAct::Replace { .. } | MoveAct::Subtract(_) => describe_exchange(&gone, &made),
    }
}

/// What would have to be done, whatever the rule says.
pub fn describe_freely(row: bool, before: &[u32], after: &[u32]) -> String {
    if row {
        return match before.iter().zip(after).all(|(b, a)| b >= a) {
            true => describe_row(before, after),
            false => format!("turn the row into {}", write_position(after)),
        };
    }
    let (gone, made) = difference(before, after);
    match gone.len() {
        1 if sum(&made) <= u64::from(gone[0]) => describe_break(&gone, &made),
        _ if made.len() <= gone.len() && in_order(&gone, &made).iter().all(|(b, a)| b > a) => {
            describe_takes(&in_order(&gone, &made))
        }
        _ => describe_exchange(&gone, &made),
    }
}

fn describe_row(before: &[u32], after: &[u32]) -> String {
    let taken = |(place, (b, a)): (usize, (&u32, &u32))| {
        (b > a).then(|| format!("{} from place {}", b - a, place + 1))
    };
    let takes: Vec<String> = before.iter().zip(after).enumerate().filter_map(taken).collect();
    format!("take {}", listed(&takes))
}

/// The piles that are only in the first position, and those only in the second; both in order.
fn difference(before: &[u32], after: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut gone, mut made) = (Vec::new(), Vec::new());
    let (mut before, mut after) = (before.iter().peekable(), after.iter().peekable());
    loop {
        match (before.peek(), after.peek()) {
            (Some(b), Some(a)) if b == a => drop((before.next(), after.next())),
            (Some(b), Some(a)) if b > a => made.extend(after.next()),
            (Some(_), _) => gone.extend(before.next()),
            (None, Some(_)) => made.extend(after.next()),
            (None, None) => return (gone, made),
        }
    }
}

/// Pairs the largest with the largest: which pile becomes which.
fn in_order(before: &[u32], after: &[u32]) -> Vec<(u32, u32)> {
    let left = after.iter().rev().copied().chain(std::iter::repeat(0));
    let mut pairs: Vec<_> =
        before.iter().rev().copied().zip(left).filter(|(b, a)| b != a).collect();
    pairs.reverse();
    pairs
}

/// The same number from each of some piles; of several ways the one with the smallest number.
fn describe_equal(before: &[u32], after: &[u32], many: std::ops::RangeInclusive<usize>) -> String {
    let taken = sum(before).saturating_sub(sum(after));
    let most = before.len().min(*many.end());
    let from_so_many = |count: usize| {
        let k = taken.checked_div(count as u64).filter(|k| k * count as u64 == taken)?;
        let k = u32::try_from(k).ok()?;
        Some((k, taken_from(before, after, k).filter(|piles| piles.len() == count)?))
    };
    let Some((k, piles)) = (*many.start()..=most).rev().find_map(from_so_many) else {
        return describe_freely(false, before, after);
    };
    match &piles[..] {
        [size] => describe_takes(&[(*size, size - k)]),
        [_, _] if before.len() == 2 => format!("take {k} from both piles"),
        _ if piles.len() == before.len() => format!("take {k} from each pile"),
        _ => format!("take {k} from each of the {}", piles_of(&piles)),
    }
}

/// From which piles `k` must be taken to get from `before` to `after`: from the largest down, a
/// pile must be one of those taken from if `after` has no such pile left.
fn taken_from(before: &[u32], after: &[u32], k: u32) -> Option<Vec<u32>> {
    let mut left: BTreeMap<u32, usize> = BTreeMap::new();
    for &size in after {
        *left.entry(size).or_default() += 1;
    }
    let count = |size: u32| before.iter().filter(|&&s| s == size).count();
    let mut chosen = Vec::new();
    let mut sizes = before.to_vec();
    sizes.dedup();
    for &size in sizes.iter().rev() {
        let kept = left.remove(&size).unwrap_or(0);
        let here = count(size).checked_sub(kept)?;
        let rest = if here > 0 { size.checked_sub(k)? } else { 0 };
        if rest > 0 {
            let there = left.get_mut(&rest)?;
            *there = there.checked_sub(here)?;
        }
        chosen.extend(std::iter::repeat_n(size, here));
    }
    chosen.reverse();
    left.values().all(|&n| n == 0).then_some(chosen)
}

fn describe_takes(changes: &[(u32, u32)]) -> String {
    let take = |&(before, after): &(u32, u32)| match after {
        0 if before == 1 => "the pile of 1".to_string(),
        0 => format!("the whole pile of {before}"),
        _ => format!("{} from the pile of {before}", before - after),
    };
    format!("take {}", listed(&changes.iter().map(take).collect::<Vec<_>>()))
}

fn describe_break(gone: &[u32], parts: &[u32]) -> String {
    let [size] = gone else { return describe_exchange(gone, parts) };
    let taken = u64::from(*size) - sum(parts);
    match parts {
        [] => describe_takes(&[(*size, 0)]),
        [rest] => describe_takes(&[(*size, *rest)]),
        _ if taken == 0 => format!("split the pile of {size} into {}", numbers(parts)),
        _ => format!("take {taken} from the pile of {size}, leaving {}", numbers(parts)),
    }
}

fn describe_exchange(gone: &[u32], made: &[u32]) -> String {
    match (gone, made) {
        ([], _) => format!("add {}", numbers(made)),
        (_, []) => format!("remove the {}", piles_of(gone)),
        _ => format!("turn the {} into {}", piles_of(gone), numbers(made)),
    }
}

/// `pile of 3`, `piles of 3 and 7`.
fn piles_of(sizes: &[u32]) -> String {
    format!("{} of {}", if sizes.len() == 1 { "pile" } else { "piles" }, numbers(sizes))
}

fn numbers(sizes: &[u32]) -> String {
    listed(&sizes.iter().map(u32::to_string).collect::<Vec<_>>())
}

/// `a`, `a and b`, `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn sum(piles: &[u32]) -> u64 {
    piles.iter().map(|&size| u64::from(size)).sum()
}

/// The short form of a move between piles: `8>5,3>0`.
pub fn changes(before: &[u32], after: &[u32]) -> String {
    let (gone, made) = difference(before, after);
    let write = |sizes: &[u32]| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("+");
    match &gone[..] {
        [one] if made.len() > 1 => format!("{one}>{}", write(&made)),
        _ => {
            let left = made.iter().rev().chain(std::iter::repeat(&0));
            let changes = gone.iter().rev().zip(left).map(|(from, to)| format!("{from}>{to}"));
            changes.collect::<Vec<_>>().join(",")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_rules::{Options, Player, parse_ruleset};

    /// The description by the first move of the rule that reaches `after`.
    fn said(ruleset: &str, before: &[u32], after: &[u32]) -> String {
        let ruleset = parse_ruleset(ruleset).unwrap();
        let row = matches!(ruleset.shape, sprague_rules::Shape::Row { .. });
        let options = Options::new(&ruleset);
        let reaches = |&i: &usize| !options.visit_one(i, before, &mut |option| option != after);
        let index = (0..ruleset.moves.len()).find(reaches).expect("the move is legal");
        describe(&ruleset.moves[index].act, row, before, after)
    }

    #[test]
    fn moves_are_described_in_the_words_of_their_rule() {
        for (ruleset, before, after, words) in [
            ("minnie", &[3, 8][..], &[3, 5][..], "take 3 from the pile of 8"),
            ("minnie", &[3, 3], &[3], "take the whole pile of 3"),
            ("nim", &[1, 4], &[4], "take the pile of 1"),
            ("wynnie", &[2, 4], &[2], "take 2 from both piles"),
            ("wynnie", &[3, 5], &[3, 4], "take 1 from the pile of 5"),
            (
                "wynnie-any",
                &[3, 5, 7, 7],
                &[3, 4, 6, 6],
                "take 1 from each of the piles of 5, 7 and 7",
            ),
            ("wynnie-all", &[2, 4, 6], &[2, 4], "take 2 from each pile"),
            ("ooooob-b", &[1, 2, 3], &[1, 2], "take 1 from each pile"),
            ("kayles", &[9], &[3, 4], "take 2 from the pile of 9, leaving 3 and 4"),
            ("kayles", &[2], &[], "take the whole pile of 2"),
            ("grundy", &[2, 9], &[2, 4, 5], "split the pile of 9 into 4 and 5"),
            ("partizan-euclid", &[3, 7], &[1, 3], "turn the pile of 7 into 1"),
            ("vector(1,0;0,1;1,1)", &[2, 4], &[1, 3], "take 1 from place 1 and 1 from place 2"),
        ] {
            assert_eq!(said(ruleset, before, after), words, "{ruleset} {before:?}");
        }
    }

    #[test]
    fn every_option_of_small_positions_is_described_with_what_it_takes() {
        // `describe` must neither panic nor fall back to exchanges where a rule takes.
        for name in ["wynnie-two", "wythoff", "ooooob-a", "ooooob-c", "wynnie-any", "dawson"] {
            let ruleset = parse_ruleset(name).unwrap();
            let options = Options::new(&ruleset);
            for before in [&[5, 8][..], &[2, 2], &[1, 2], &[4, 8]] {
                for after in options.list(before, Player::Left) {
                    let words = said(name, before, &after);
                    assert!(words.starts_with("take "), "{name} {before:?} {after:?}: {words}");
                }
            }
        }
    }

    #[test]
    fn what_no_rule_does_is_described_too() {
        assert_eq!(
            describe_freely(false, &[3, 8], &[2, 4]),
            "take 1 from the pile of 3 and 4 from the pile of 8"
        );
        assert_eq!(describe_freely(false, &[3], &[3, 4]), "add 4");
        assert_eq!(describe_freely(false, &[3, 8], &[3, 9]), "turn the pile of 8 into 9");
        assert_eq!(describe_freely(false, &[8], &[3, 5]), "split the pile of 8 into 3 and 5");
        assert_eq!(describe_freely(true, &[1, 2], &[0, 3]), "turn the row into 0,3");
    }
}
