//! Numbers split by residues: the operations, and nim-sequences of partition games proved with
//! them.

use std::collections::BTreeMap;

use sprague_automata::residue::{Periodic, Relation};
use sprague_automata::{Budget, Connective, Formula, Linear, Relations, Variable};

/// The nim-sequence of cut(1, 2c), from heap 1 on: period 12c, saltus 8.
fn cut(c: usize) -> Periodic {
    let two = |a: u64, b: u64, times: usize| [a, b].repeat(times);
    let period = [
        two(0, 1, c),
        two(2, 3, c),
        vec![1, 4],
        two(5, 4, c - 1),
        two(3, 2, c),
        two(4, 5, c),
        two(6, 7, c),
    ];
    Periodic { first: 1, preperiod: vec![], period: period.concat(), saltus: 8 }
}

/// A heap with the wrong value and that value, if any: no cut of n into 2 or 2c + 1 heaps has value
/// g(n), and every smaller value is that of such a cut.
fn counterexample(g: &Periodic, cuts: &[usize], budget: &Budget) -> Option<Vec<u128>> {
    let sums = g.sums("n", "v", cuts.iter().max().unwrap() + 1, budget).unwrap();
    let graph = &sums[0];
    let reached: Vec<&Relation> = cuts.iter().map(|&cuts| &sums[cuts]).collect();
    let options = reached[1..].iter().fold(reached[0].clone(), |union, reached| {
        union.product(reached, Connective::Or, budget).unwrap()
    });
    let same = options.product(graph, Connective::And, budget).unwrap();
    let below = g.below("n", "v", budget).unwrap();
    let missing = below.product(&options, Connective::AndNot, budget).unwrap();
    assert!(!below.is_empty() && !options.is_empty());
    [same.least(), missing.least()].into_iter().flatten().min()
}

#[test]
fn the_formula_for_cut_is_the_nim_sequence_for_all_heaps() {
    for c in 2..=3 {
        assert_eq!(counterexample(&cut(c), &[1, 2 * c], &Budget::default()), None, "c = {c}");
    }
}

#[test]
fn one_wrong_value_in_the_formula_is_found() {
    let mut wrong = cut(2);
    wrong.period[9] += 1;
    let witness = counterexample(&wrong, &[1, 4], &Budget::default()).unwrap();
    // Heap 10 is the first with the wrong value; nothing smaller can fail.
    assert_eq!(witness[0], 10);
    let mut late = cut(2);
    late.saltus = 16;
    let witness = counterexample(&late, &[1, 4], &Budget::default()).unwrap();
    assert_eq!(witness[0], 25);
}

#[test]
fn a_periodic_function_is_its_graph() {
    let kayles_like =
        Periodic { first: 1, preperiod: vec![3, 0, 7, 1], period: vec![4, 1, 2], saltus: 0 };
    let jumps =
        Periodic { first: 0, preperiod: vec![9, 9], period: vec![1, 13, 2, 2, 6], saltus: 12 };
    let budget = Budget::default();
    for f in [kayles_like, jumps, cut(2)] {
        let graph = f.graph("n", "v", &budget).unwrap();
        let below = f.below("n", "v", &budget).unwrap();
        for n in 0..60 {
            for v in 0..60 {
                let value = f.value(n);
                let tuple = [u128::from(n), u128::from(v)];
                assert_eq!(graph.contains(&tuple), value == Some(v));
                assert_eq!(below.contains(&tuple), value.is_some_and(|value| v < value));
            }
        }
    }
}

#[test]
fn sums_and_xors_of_two_graphs_are_all_sums_and_xors() {
    let f = Periodic { first: 1, preperiod: vec![5], period: vec![1, 4, 2], saltus: 4 };
    let budget = Budget::default();
    let graph = f.graph("n", "v", &budget).unwrap();
    let three = graph.sum_xor(&graph, &budget).unwrap().sum_xor(&graph, &budget).unwrap();
    let g = |n| f.value(n).unwrap();
    for n in 0..40u64 {
        let mut values = [false; 128];
        for a in 1..n {
            for b in (1..n).filter(|b| a + b < n) {
                values[(g(a) ^ g(b) ^ g(n - a - b)) as usize] = true;
            }
        }
        for (v, &expected) in values.iter().enumerate() {
            assert_eq!(three.contains(&[n.into(), v as u128]), expected, "({n}, {v})");
        }
    }
}

#[test]
fn relations_by_residues_mean_what_their_formula_says() {
    let (x, y, z) = (Linear::var("x"), Linear::var("y"), Linear::var("z"));
    let budget = Budget::default();
    let binary = Relations::binary();
    let less = Formula::and([(x.clone() * 2).less(&(y.clone() + 3)), (&x + &y).congruent(1, 3)]);
    let relation = Relation::new([("x", 3), ("y", 6)], &less, &binary, &budget).unwrap();
    let xor = Formula::xor_zero([x.clone(), y.clone(), z.clone()]);
    let xor = Relation::new([("x", 3), ("y", 6), ("z", 4)], &xor, &binary, &budget).unwrap();
    let both = relation.product(&xor, Connective::And, &budget).unwrap();
    let some = both.exists(&Variable::new("y"), &budget).unwrap();
    let terms = BTreeMap::from([("x".into(), &y - &z), ("y".into(), z.clone() * 2 + 1)]);
    let moved = relation.substitute(&terms, [("y", 3), ("z", 3)], &budget).unwrap();
    let meaning = |x: i64, y: i64| x >= 0 && y >= 0 && 2 * x < y + 3 && (x + y) % 3 == 1;
    let mut least: Option<(i64, i64)> = None;
    for x in 0..20i64 {
        for y in 0..20i64 {
            let tuple = [x as u128, y as u128];
            assert_eq!(relation.contains(&tuple), meaning(x, y));
            assert_eq!(relation.complement(&budget).unwrap().contains(&tuple), !meaning(x, y));
            // Here (x, y) stand for the variables (y, z).
            assert_eq!(moved.contains(&tuple), meaning(x - y, 2 * y + 1));
            // Both x and z are below 32, hence y = x xor z is.
            assert_eq!(some.contains(&tuple), meaning(x, x ^ y), "({x}, {y})");
            if meaning(x, y) {
                least = least.min(Some((x + y, x))).or(Some((x + y, x)));
            }
        }
    }
    let (sum, x) = least.unwrap();
    assert_eq!(relation.least(), Some(vec![x as u128, (sum - x) as u128]));
}

/// The nim-values of cut(1, 2c) from the rules: nim-sets of the cuts into q heaps.
#[test]
fn the_formula_for_cut_agrees_with_the_rules() {
    for c in 2..=3 {
        let mut g = vec![0u64; 60];
        for n in 1..60usize {
            // sets[q][m]: the xors of values of q heaps, each below n, that sum to m.
            let mut sets = vec![vec![[false; 128]; n + 1]; 2 * c + 2];
            sets[0][0][0] = true;
            for q in 1..=2 * c + 1 {
                for m in 1..=n {
                    for heap in 1..=m.min(n - 1) {
                        for v in 0..128 {
                            if sets[q - 1][m - heap][v] {
                                sets[q][m][v ^ g[heap] as usize] = true;
                            }
                        }
                    }
                }
            }
            let reached = |v: usize| sets[2][n][v] || sets[2 * c + 1][n][v];
            g[n] = (0..).find(|&v| !reached(v as usize)).unwrap();
            assert_eq!(cut(c).value(n as u64), Some(g[n]), "heap {n}");
        }
    }
}

#[test]
fn bound_variables_are_split_by_residues_too() {
    let (x, y, k) = (Linear::var("x"), Linear::var("y"), Linear::var("k"));
    let budget = Budget::default();
    // y is x plus a multiple of 3, not more than 2x; and no k in between is 1 mod 5.
    let steps = Formula::exists(["k"], (&y - &x).equals(k.clone() * 3));
    let between = Formula::and([x.less(&k), k.less(&y), k.congruent(1, 5)]);
    let f = Formula::and([
        steps,
        y.at_most(x.clone() * 2),
        Formula::forall(["k"], between.not()),
        Formula::exists(["k"], Formula::xor_zero([k.clone(), x.clone(), y.clone()])),
    ]);
    let binary = Relations::binary();
    let split = Relation::new([("x", 5), ("y", 5), ("k", 5)], &f, &binary, &budget).unwrap();
    let whole = Relation::new([("x", 5), ("y", 3)], &f, &binary, &budget).unwrap();
    let plain = sprague_automata::compile(&f, &binary, &budget).unwrap();
    for x in 0..40i128 {
        for y in 0..40i128 {
            let expected =
                (y - x) % 3 == 0 && y >= x && y <= 2 * x && !(x + 1..y).any(|k| k % 5 == 1);
            let tuple = [x as u128, y as u128];
            assert_eq!(split.contains(&tuple), expected, "({x}, {y})");
            assert_eq!(whole.contains(&tuple), expected);
            assert_eq!(plain.contains(&tuple), expected);
        }
    }
}

// A heap of one has value 0: it may be added to any heaps. From four heaps on nothing else is new,
// and the nim-sets only move along, N(n + 1, q + 1) = N(n, q), for all n.
#[test]
fn one_more_heap_of_one_changes_no_value() {
    let budget = Budget::default();
    let sums = cut(2).sums("n", "v", 8, &budget).unwrap();
    let coordinates: Vec<(Variable, u32)> = sums[0].coordinates().to_vec();
    let next = BTreeMap::from([("n".into(), Linear::var("n") + 1)]);
    let mut moved_along = Vec::new();
    for pair in sums.windows(2) {
        let more = pair[1].substitute(&next, coordinates.clone(), &budget).unwrap();
        assert!(pair[0].product(&more, Connective::AndNot, &budget).unwrap().is_empty());
        moved_along.push(pair[0].is_equivalent(&more, &budget).unwrap());
    }
    assert_eq!(moved_along, [false, false, false, true, true, true, true]);
}
