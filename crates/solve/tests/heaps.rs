//! The kernels for one heap agree with walking the rules, and that with the reference, on random
//! codes, cut-sets and subtraction sets; also when they are taken up again in the middle.

use proptest::prelude::*;
use proptest::sample::subsequence;
use sprague_rules::{HeapMoves, Leave, Options, Outcome, Player, Position, Ruleset, parse_ruleset};
use sprague_solve::heaps::{HeapValues, Pairs, Total, Width, nim_sets};
use sprague_solve::{Kernel, Question, Reference, Watch, Winning, window};

fn ruleset(expression: &str) -> Ruleset {
    parse_ruleset(expression).unwrap_or_else(|e| panic!("{expression}: {e:?}"))
}

fn plainly(ruleset: &Ruleset, to: u32) -> Vec<u32> {
    let mut heaps = HeapValues::plainly(ruleset, 1 << 30);
    heaps.reach(to, &Watch::new(None)).unwrap();
    heaps.into_values().to_vec()
}

/// Compares, with a stop and a new start in between.
fn compare(expression: &str, to: u32, cut: u32) {
    let ruleset = ruleset(expression);
    let watch = Watch::new(None);
    let expected = plainly(&ruleset, to);
    let mut reference = Reference::new(&ruleset);
    for n in 0..=to.min(24) {
        let position: &[u32] = if n == 0 { &[] } else { &[n] };
        assert_eq!(expected[n as usize], reference.nim_value(position), "{expression} at {n}");
    }
    let mut heaps = HeapValues::new(&ruleset, 1 << 30);
    heaps.reach(cut.min(to), &watch).unwrap();
    let mut again = HeapValues::resume(&ruleset, 1 << 30, heaps.values().clone());
    heaps.reach(to, &watch).unwrap();
    again.reach(to, &watch).unwrap();
    assert_eq!(heaps.values().to_vec(), expected, "{expression} by {}", heaps.way());
    assert_eq!(
        again.values().to_vec(),
        expected,
        "{expression} by {}, taken up at {cut}",
        again.way()
    );
}

/// Compares the values that a law gives with those that are computed.
fn compare_law(expression: &str, to: u32) {
    let ruleset = ruleset(expression);
    let watch = Watch::new(None);
    let mut computed = HeapValues::new(&ruleset, 1 << 30);
    computed.reach(to, &watch).unwrap();
    let mut settled = HeapValues::new(&ruleset, 1 << 30);
    settled.settle(to, &watch).unwrap();
    for n in 0..=to {
        assert_eq!(settled.value(n), computed.value(n), "{expression} at {n}: {:?}", settled.law());
    }
}

/// Compares the winning moves that a law gives with a look at every option.
fn compare_moves(expression: &str, position: &[u32]) {
    let ruleset = ruleset(expression);
    let mut heaps = HeapValues::new(&ruleset, 1 << 30);
    heaps.settle(4000, &Watch::new(None)).unwrap();
    if heaps.law().is_none() {
        return;
    }
    let mut expected = Vec::new();
    Options::new(&ruleset).visit(position, Player::Left, &mut |option| {
        if heaps.sum(option) == 0 {
            expected.push(Position::reached(option));
        }
        true
    });
    expected.sort_unstable();
    expected.dedup();
    // With no option at all there is nothing to list.
    let Some(listed) = heaps.winning_within(position, 0, u64::MAX) else { return };
    if listed.total == Total::Uncounted {
        assert!(listed.options.iter().all(|option| expected.contains(option)), "{expression}");
        assert_eq!(listed.options.is_empty(), expected.is_empty(), "{expression} {position:?}");
    } else {
        assert_eq!(listed.options, expected, "{expression} at {position:?}: {:?}", heaps.law());
        assert_eq!(listed.total, Total::Counted(expected.len() as u64));
    }
}

/// Elements joined by commas.
fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn octal_codes(digits in prop::collection::vec(0u32..8, 1..5), first in 0u32..2, cut in 0u32..300) {
        prop_assume!(first > 0 || digits.iter().any(|&digit| digit > 0));
        let code: String = digits.iter().map(u32::to_string).collect();
        compare(&format!("octal({}.{code})", 4 * first), 300, cut);
    }

    #[test]
    fn two_parts_by_words_of_every_width(
        digits in prop::collection::vec(0u32..8, 1..4),
        first in 0u32..2,
        cut in 0u32..4000,
    ) {
        let code: String = digits.iter().map(u32::to_string).collect();
        let moves = HeapMoves::of(&ruleset(&format!("octal({}.{code}4)", 4 * first))).unwrap();
        let (to, watch) = (4000, Watch::new(None));
        let expected = all_splits(&moves, to);
        for width in Width::EVERY.into_iter().filter(|width| width.is_here()) {
            let (mut pairs, mut values) = (Pairs::with_width(&moves.leaves, width), Vec::new());
            pairs.extend(&mut values, cut as usize, &watch);
            pairs.extend(&mut values, to, &watch);
            prop_assert_eq!(&values, &expected, "{:?}", width);
        }
    }

    #[test]
    fn two_parts_after_taking_numbers_far_apart(near in 0usize..5, zeros in 0usize..60, last in 4u32..8) {
        let code = format!("octal(0.{}4{}{last})", "0".repeat(near), "0".repeat(zeros));
        let moves = HeapMoves::of(&ruleset(&code)).unwrap();
        let mut values = Vec::new();
        Pairs::new(&moves.leaves).extend(&mut values, 2500, &Watch::new(None));
        prop_assert_eq!(values, all_splits(&moves, 2500), "{}", code);
    }

    /// Ranges of heaps that are split, and others between them that are not.
    #[test]
    fn two_parts_in_some_heaps_alone(
        takes in prop::collection::vec(1u32..6, 1..4),
        splits in prop::collection::vec((0u32..4, 0u32..3000, 0u32..900), 1..4),
    ) {
        let any = |parts, take| Leave { parts, take, least: 0, largest: u32::MAX, unequal: false };
        let whole = takes.iter().map(|&take| any(1, take));
        let within = |&(take, least, many): &(u32, u32, u32)| {
            Leave { least, largest: least + many, ..any(2, take) }
        };
        let moves = HeapMoves { leaves: whole.chain(splits.iter().map(within)).collect() };
        let mut values = Vec::new();
        Pairs::new(&moves.leaves).extend(&mut values, 4000, &Watch::new(None));
        prop_assert!(values == all_splits(&moves, 4000), "{:?}", moves.leaves);
    }

    #[test]
    fn laws_of_codes(digits in prop::collection::vec(0u32..8, 1..4), first in 0u32..2) {
        prop_assume!(first > 0 || digits.iter().any(|&digit| digit > 0));
        let code: String = digits.iter().map(u32::to_string).collect();
        compare_law(&format!("octal({}.{code})", 4 * first), 3000);
    }

    #[test]
    fn laws_of_sets(set in subsequence((1..12u32).collect::<Vec<_>>(), 1..4)) {
        compare_law(&format!("subtract({})", listed(&set)), 3000);
        compare_law(&format!("cut({})", listed(&set)), 300);
    }

    #[test]
    fn moves_by_a_law(
        digits in prop::collection::vec(0u32..8, 1..3),
        first in 0u32..2,
        mut piles in prop::collection::vec(1u32..900, 1..4),
    ) {
        prop_assume!(first > 0 || digits.iter().any(|&digit| digit > 0));
        piles.sort_unstable();
        let code: String = digits.iter().map(u32::to_string).collect();
        compare_moves(&format!("octal({}.{code})", 4 * first), &piles);
        compare_moves("nim", &piles);
        let mut small: Vec<u32> = piles.iter().map(|pile| pile % 24 + 1).collect();
        small.sort_unstable();
        for cuts in ["1", "1,3", "1,5"] {
            compare_moves(&format!("cut({cuts})"), &small);
        }
    }

    #[test]
    fn hexadecimal_codes(digits in prop::collection::vec(0u32..16, 1..4), cut in 0u32..60) {
        prop_assume!(digits.iter().any(|&digit| digit > 0));
        let code: String = digits.iter().map(|d| format!("{d:X}")).collect();
        compare(&format!("octal(0.{code})"), 60, cut);
    }

    #[test]
    fn cut_sets(set in subsequence((1..8u32).collect::<Vec<_>>(), 1..4), cut in 0u32..70) {
        compare(&format!("cut({})", listed(&set)), 70, cut);
    }

    #[test]
    fn subtraction_sets(
        small in subsequence((1..70u32).collect::<Vec<_>>(), 1..9),
        large in subsequence((70..700u32).collect::<Vec<_>>(), 0..3),
        cut in 0u32..900,
    ) {
        compare(&format!("subtract({})", listed(&[small, large].concat())), 900, cut);
    }

    #[test]
    fn outcomes_of_ending_games(
        set in subsequence((2..80u32).collect::<Vec<_>>(), 1..8),
        ends in prop::collection::vec(prop::sample::select(vec!["L", "R", "N", "P"]), 80),
        misere in any::<bool>(),
    ) {
        let least = set[0] as usize;
        let expressions = [
            format!("lr-nim({})", listed(&set)),
            format!("ending-nim({}; {})", listed(&set), ends[..least].join(",")),
            format!("misere subtract({})", listed(&set)),
        ];
        for expression in expressions {
            let expression = if misere && !expression.starts_with("misere") {
                format!("misere {expression}")
            } else {
                expression
            };
            let ruleset = ruleset(&expression);
            let amounts = HeapMoves::of(&ruleset).unwrap().subtraction_set().unwrap();
            let watch = Watch::new(None);
            let (to, far) = (300, 20_000);
            let found = window::outcomes(&ruleset, &amounts, far, &watch);
            let plain = window::by_options(&ruleset, &amounts, far, &watch);
            prop_assert_eq!(&found, &plain, "{}", expression);
            let mut reference = Reference::new(&ruleset);
            let expected: Vec<Outcome> = (0..=to)
                .map(|n| if n == 0 { reference.outcome(&[]) } else { reference.outcome(&[n]) })
                .collect();
            prop_assert_eq!(&found[..=to as usize], &expected[..], "{}", expression);
        }
    }

    #[test]
    fn nim_sets_are_those_of_all_splits(values in prop::collection::vec(0u32..200, 1..14), parts in 0usize..6) {
        fn splits(n: usize, parts: usize, values: &[u32], sum: u32, out: &mut Vec<u32>) {
            match parts {
                0 if n == 0 => out.push(sum),
                0 => {}
                _ => (1..=n).for_each(|h| splits(n - h, parts - 1, values, sum ^ values[h], out)),
            }
        }
        for (n, set) in nim_sets(&values, parts).iter().enumerate() {
            let mut expected = Vec::new();
            splits(n, parts, &values, 0, &mut expected);
            expected.sort();
            expected.dedup();
            prop_assert_eq!(set, &expected);
        }
    }
}

/// From all splits, heap by heap.
fn all_splits(moves: &HeapMoves, to: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    let mut seen = vec![usize::MAX; 1 << 16];
    for n in 0..=to {
        for leave in moves.leaves.iter().filter(|leave| leave.fits(n as u32)) {
            let rest = n - leave.take as usize;
            match leave.parts {
                2 => {
                    (1..=rest / 2).for_each(|h| seen[usize::from(values[h] ^ values[rest - h])] = n)
                }
                _ => seen[usize::from(values[rest])] = n,
            }
        }
        values.push(seen.iter().position(|&at| at != n).unwrap() as u16);
    }
    values
}

/// Cuts into many parts are not all listed, those into two are.
#[test]
fn cuts_into_two_by_a_law_with_a_saltus() {
    let mut found = 0;
    for game in ["cut(1,4)", "cut(1,6)", "cut(1,8)"] {
        let mut heaps = HeapValues::new(ruleset(game), 1 << 30);
        heaps.settle(4000, &Watch::new(None)).unwrap();
        assert!(heaps.law().unwrap().saltus > 0, "{game}: {:?}", heaps.law());
        for (beside, pile) in [(1, 400), (7, 401), (77, 422), (150, 555), (321, 600), (599, 777)] {
            let listed = heaps.winning_within(&[beside, pile], 0, u64::MAX).unwrap().options;
            for part in 1..=pile / 2 {
                let mut option = [beside, part, pile - part];
                option.sort_unstable();
                let wins = heaps.sum(&option) == 0;
                assert_eq!(
                    listed.contains(&Position::reached(&option)),
                    wins,
                    "{game}: {option:?}"
                );
                found += usize::from(wins);
            }
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn piles_of_nim_are_worth_their_size() {
    let mut heaps = HeapValues::new(ruleset("nim"), 1 << 30);
    heaps.settle(4_000_000_000, &Watch::new(None)).unwrap();
    assert_eq!(heaps.value(3_999_999_999), 3_999_999_999);
    compare("nim", 200, 100);
    compare("max-nim", 200, 100);
}

/// Among them all forms of sparse space: none, a handful of rare heaps, and more and more of them.
#[test]
fn two_parts_in_every_code_of_two_digits() {
    for code in 1..64 {
        let moves = HeapMoves::of(&ruleset(&format!("octal(0.{code:02o})"))).unwrap();
        let (mut pairs, mut values) = (Pairs::new(&moves.leaves), Vec::new());
        pairs.extend(&mut values, 2000, &Watch::new(None));
        assert!(values == all_splits(&moves, 2000), "0.{code:02o}");
    }
}

#[test]
fn two_parts_by_any_number_of_threads() {
    for code in ["octal(0.764)", "octal(0.04)", "octal(0.6)"] {
        let (moves, to) = (HeapMoves::of(&ruleset(code)).unwrap(), 12_000);
        let expected = all_splits(&moves, to);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (mut pairs, mut values) = (Pairs::new(&moves.leaves), Vec::new());
            pool.install(|| pairs.extend(&mut values, to, &Watch::new(None)));
            assert!(values == expected, "{code} by {threads} threads");
        }
    }
}

/// A heap that is answered by the proved period, against all heaps below it.
#[test]
fn huge_heaps_under_any_ending() {
    let games = [
        "lr-nim(2,3)",
        "lr-nim(2,3,6)",
        "ending-nim(2,5;L,N)",
        "misere subtract(1,2,3)",
        "misere subtract(3,7,8)",
    ];
    for game in games {
        let ruleset = ruleset(game);
        let amounts = HeapMoves::of(&ruleset).unwrap().subtraction_set().unwrap();
        let expected = window::by_options(&ruleset, &amounts, 300_000, &Watch::new(None));
        for heap in [0, 1, 7, 65_535, 65_536, 65_537, 200_003, 299_999, 300_000] {
            let position: &[u32] = if heap == 0 { &[] } else { &[heap] };
            let mut solver = Question::about_positions(&ruleset, [position]).solver().unwrap();
            assert_eq!(solver.choice.kernel, Kernel::Window, "{game}");
            assert_eq!(solver.outcome(position), Ok(expected[heap as usize]), "{game} {heap}");
            let options = |player| {
                let wins = |heap: &u32| !expected[*heap as usize].first_wins(player);
                let all = amounts.iter().filter_map(|&amount| heap.checked_sub(amount));
                let mut winning: Vec<u32> = all.filter(wins).collect();
                winning.sort_unstable();
                winning
            };
            let listed = |options: Vec<Position>| -> Vec<u32> {
                options.iter().map(|option| option.first().copied().unwrap_or(0)).collect()
            };
            match solver.winning(position).unwrap() {
                Winning::Either(found) => assert_eq!(listed(found), options(Player::Left)),
                Winning::Each { left, right } => {
                    assert_eq!(listed(left), options(Player::Right), "{game} {heap}");
                    assert_eq!(listed(right), options(Player::Left), "{game} {heap}");
                }
            }
        }
    }
}

#[test]
fn known_games_far_out() {
    for expression in
        ["kayles", "dawson", "grundy", "couples", "officers", "octal(4!.3)", "octal(0.007)"]
    {
        compare(expression, 3000, 1500);
    }
    compare("cut(1,2)", 700, 133);
    compare("cut(2)", 200, 50);
    compare("cut(1,2,7)", 150, 50);
    compare("subtract(1,5000)", 12_000, 7000);
}
