use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use proptest::prelude::*;

use super::{UnitMoves, UnitTable, nondecreasing, spread};
use crate::plain_units::PlainTable;

/// The definition: a position is P unless a move leads to a P-position, or it is stuck and the
/// play is misère.
fn by_definition(moves: &UnitMoves, piles: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&p) = known.get(piles) {
        return p;
    }
    let mut options = Vec::new();
    for &m in moves.sizes() {
        spread(piles.len(), m, &|_| 1, &mut |s| {
            options.push(piles.iter().zip(s).map(|(&x, &s)| x - s as u32).collect())
        });
    }
    if moves.each() && !piles.is_empty() {
        options.push(piles.iter().map(|&x| x - 1).collect::<Vec<u32>>());
    }
    let stuck = options.is_empty();
    let p = options.into_iter().all(|mut option| {
        option.retain(|&x| x > 0);
        option.sort_unstable();
        !by_definition(moves, &option, known)
    });
    let p = p && !(stuck && moves.misere());
    known.insert(piles.to_vec(), p);
    p
}

/// All positions of the region, each with its piles ascending.
fn region(piles: usize, max: usize) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    nondecreasing(piles, max, &mut |sizes| {
        all.push(sizes.iter().map(|&x| x as u32).filter(|&x| x > 0).collect())
    });
    all
}

/// Compares the table, with the given number of coordinates below the tiles or its own choice,
/// with its twin and with the definition.
fn check(moves: &UnitMoves, piles: usize, max: usize, free: Option<usize>) {
    let table = match free {
        Some(free) => UnitTable::sweep(moves, piles, max, free, &|_| true),
        None => UnitTable::compute(moves, piles, max, &|_| true),
    };
    let table = table.expect("not stopped");
    let twin = PlainTable::compute(moves, piles, max);
    let mut known = HashMap::new();
    let mut exact = Vec::new();
    for position in region(piles, max) {
        let p = by_definition(moves, &position, &mut known);
        assert_eq!(twin.is_p(&position), p, "the twin at {position:?}");
        assert_eq!(table.is_p(&position), p, "the table at {position:?}");
        if p && position.len() == piles {
            exact.push(position);
        }
    }
    assert_eq!(table.count_p_exact(), exact.len() as u64);
    exact.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
    let mut seen = Vec::new();
    table.for_each_p_exact(&mut |position| seen.push(position.to_vec()));
    assert_eq!(seen, exact);
}

fn rules() -> impl Strategy<Value = UnitMoves> {
    let sizes = prop::collection::vec(1usize..9, 0..4);
    let small = prop::collection::vec(1usize..4, 0..3);
    (prop_oneof![small, sizes], any::<bool>(), any::<bool>())
        .prop_map(|(sizes, each, misere)| UnitMoves::new(&sizes, each, misere))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn agrees_with_the_definition(moves in rules(), piles in 0usize..=7, max in 0usize..=6) {
        check(&moves, piles, max, None);
    }

    #[test]
    fn agrees_however_it_is_split(
        moves in rules(),
        piles in 0usize..=7,
        (max, free) in (1usize..=6).prop_flat_map(|max| (Just(max), 1..=max)),
    ) {
        check(&moves, piles, max, Some(free));
    }
}

#[test]
fn tiny_regions() {
    for (sizes, each) in [(&[][..], false), (&[], true), (&[1], true), (&[2], false), (&[9], true)]
    {
        for misere in [false, true] {
            for (piles, max) in [(0, 0), (0, 3), (3, 0), (1, 1), (1, 9), (9, 1), (2, 2), (9, 2)] {
                check(&UnitMoves::new(sizes, each, misere), piles, max, None);
            }
        }
    }
}

/// Many tiles, deep blocks, runs of more than 64; the definition would take too long.
#[test]
fn large_regions_agree_with_the_twin() {
    for (sizes, each) in [(&[1][..], true), (&[1, 2], false), (&[2, 3], true), (&[1, 4], false)] {
        for (piles, max, misere) in [(80, 3, true), (11, 10, false), (13, 8, true)] {
            let moves = UnitMoves::new(sizes, each, misere);
            let twin = PlainTable::compute(&moves, piles, max);
            let table = UnitTable::compute(&moves, piles, max, &|_| true).expect("not stopped");
            let mut count = 0;
            for position in region(piles, max) {
                let p = twin.is_p(&position);
                assert_eq!(table.is_p(&position), p, "{moves:?} {position:?}");
                count += u64::from(p && position.len() == piles);
            }
            assert_eq!(table.count_p_exact(), count);
        }
    }
}

#[test]
fn even_piles_are_p() {
    for moves in [UnitMoves::new(&[1], true, false), UnitMoves::new(&[1, 2], false, false)] {
        let table = UnitTable::compute(&moves, 6, 8, &|_| true).expect("not stopped");
        for position in region(6, 8) {
            let even = position.iter().all(|x| x % 2 == 0);
            assert!(!even || table.is_p(&position), "{position:?}");
            if position.len() == 2 && moves.each() {
                assert_eq!(table.is_p(&position), even, "{position:?}");
            }
        }
    }
}

#[test]
fn stops_when_told() {
    let moves = UnitMoves::new(&[1], true, false);
    assert!(UnitTable::compute(&moves, 12, 8, &|done| done < 1000).is_none());
}

#[test]
fn positions_are_counted() {
    assert_eq!(UnitTable::positions(25, 11), Some(600_805_296));
    assert_eq!(UnitTable::positions(12, 14), Some(9_657_700));
    assert_eq!(UnitTable::positions(0, 5), Some(1));
    assert_eq!(UnitTable::positions(5, 0), Some(1));
    assert_eq!(UnitTable::positions(usize::MAX, 1), None);
    assert_eq!(UnitTable::positions(80, 80), None);
    let moves = UnitMoves::new(&[1], false, false);
    let table = UnitTable::compute(&moves, 9, 9, &|_| true).expect("not stopped");
    assert!(table.resident_bytes() < 2 * 48_620);
}

/// The runs of bits against the definition: every position with a largest pile, one of them replaced.
#[test]
fn tables_repeat_exactly_where_single_positions_do() {
    let mut found = [0, 0];
    for (sizes, each) in
        [(&[1][..], true), (&[1], false), (&[1, 2], false), (&[2], true), (&[1, 3], true)]
    {
        for (piles, max) in [(1, 4), (2, 5), (3, 3), (4, 6), (5, 7), (6, 5), (3, 9)] {
            let moves = UnitMoves::new(sizes, each, false);
            let table = UnitTable::compute(&moves, piles, max, &|_| true).expect("not stopped");
            for period in 1..max {
                let same = region(piles, max).iter().all(|position| {
                    position.last() != Some(&(max as u32)) || {
                        let mut other = position.clone();
                        *other.last_mut().expect("a pile") -= period as u32;
                        table.is_p(position) == table.is_p(&other)
                    }
                });
                assert_eq!(table.repeats(period), same, "{moves:?} {piles} {max} {period}");
                found[usize::from(same)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&n| n > 10), "{found:?}");
}

/// One tile of these has a third of all positions: it is told of in parts, and stopped in between.
#[test]
fn large_tiles_tell_how_far_they_are() {
    let (moves, piles, max) = (UnitMoves::new(&[1, 2], true, false), 8, 24);
    let total = UnitTable::positions(piles, max).unwrap();
    let (calls, most) = (AtomicU64::new(0), AtomicU64::new(0));
    let told = |done: u64| {
        calls.fetch_add(1, Relaxed);
        most.fetch_max(done, Relaxed);
        true
    };
    UnitTable::compute(&moves, piles, max, &told).expect("not stopped");
    assert_eq!(most.load(Relaxed), total);
    let all = calls.load(Relaxed);
    calls.store(0, Relaxed);
    let stop = |_| calls.fetch_add(1, Relaxed) < all / 2;
    assert!(UnitTable::compute(&moves, piles, max, &stop).is_none());
    let threads = rayon::current_num_threads() as u64;
    assert!(calls.load(Relaxed) <= all / 2 + 1 + threads);
}
