//! Periodic boxes: against the recursion itself on larger regions, and what they must refuse.

use std::collections::HashMap;

use proptest::prelude::*;
use sprague_automata::Budget;
use sprague_automata::boxes::{Failure, Guard, Shape, Step, System, kernel, mex, misere_kernel};

/// The recursion from the definition, without any box.
fn plain(system: &System, x: &[u64], memory: &mut HashMap<Vec<u64>, u8>) -> u8 {
    if let Some(&value) = memory.get(x) {
        return value;
    }
    let holds = |guard: &Guard| {
        let sum = |c: &[u64]| -> u64 { c.iter().zip(x).map(|(c, x)| c * x).sum() };
        match guard {
            Guard::AtLeast { coefficients, bound } => sum(coefficients) >= *bound,
            Guard::Below { coefficients, bound } => sum(coefficients) < *bound,
            Guard::Congruent { coefficients, residue, modulus } => {
                sum(coefficients) % modulus == *residue
            }
        }
    };
    let mut values = Vec::new();
    for step in &system.steps {
        let to: Vec<i64> = x.iter().zip(&step.by).map(|(&x, by)| x as i64 + by).collect();
        if to.iter().all(|&x| x >= 0) && step.guards.iter().all(holds) {
            let to: Vec<u64> = to.into_iter().map(|x| x as u64).collect();
            values.push(plain(system, &to, memory));
        }
    }
    let value = (system.rule)(&values);
    memory.insert(x.to_vec(), value);
    value
}

fn take(amounts: &[i64]) -> Vec<Step> {
    amounts.iter().map(|&k| Step::adding(vec![-k], vec![])).collect()
}

#[test]
fn taking_one_two_or_three_has_period_four() {
    let game = System { steps: take(&[1, 2, 3]), weights: vec![1], bounded: vec![], rule: mex };
    let table = game.prove(&Shape::uniform(1, 0, 4), &Budget::default()).unwrap();
    assert_eq!(table.values, [0, 1, 2, 3]);
    let wrong = game.prove(&Shape::uniform(1, 0, 3), &Budget::default());
    assert!(matches!(wrong, Err(Failure::Differs { .. })));
}

#[test]
fn a_table_with_one_wrong_entry_is_refuted() {
    let game = System { steps: take(&[2, 5]), weights: vec![1], bounded: vec![], rule: kernel };
    let budget = Budget::default();
    let good = game.prove(&Shape::uniform(1, 0, 7), &budget).unwrap();
    for place in 0..good.values.len() {
        let mut bad = good.clone();
        bad.values[place] ^= 1;
        assert!(matches!(game.check(&bad, &budget), Err(Failure::Differs { .. })));
    }
}

#[test]
fn guards_past_the_threshold_and_steps_that_do_not_end_are_refused() {
    let guarded = |bound| {
        let guards = vec![Guard::coordinate(1, 0, bound)];
        System {
            steps: vec![Step::adding(vec![-1], guards)],
            weights: vec![1],
            bounded: vec![],
            rule: kernel,
        }
    };
    let budget = Budget::default();
    let shape = Shape::uniform(1, 5, 2);
    assert!(guarded(5).prove(&shape, &budget).is_ok());
    assert_eq!(guarded(6).prove(&shape, &budget), Err(Failure::Guard { step: 0 }));
    let idle = System { steps: take(&[0]), weights: vec![1], bounded: vec![], rule: kernel };
    assert_eq!(idle.prove(&shape, &budget), Err(Failure::NotWellFounded { step: 0 }));
    let huge = Shape::uniform(1, u64::MAX / 2, 1);
    let one = System { steps: take(&[1]), weights: vec![1], bounded: vec![], rule: kernel };
    assert!(matches!(one.prove(&huge, &budget), Err(Failure::OverBudget(_))));
}

/// Take one token from one pile or from each of two, in the differences d1 = x1, d2 = x2 - x1, ...
/// of sorted piles. Of equal piles the first is lowered, and of two of them the first two, so that
/// the order stays.
fn ooooob(piles: usize) -> System {
    let lowered = |from: &[usize]| {
        let mut by = vec![0; piles];
        for &i in from {
            by[i] -= 1;
            if i + 1 < piles {
                by[i + 1] += 1;
            }
        }
        by
    };
    let mut steps = Vec::new();
    for i in 0..piles {
        let there = |i| Guard::coordinate(piles, i, 1);
        steps.push(Step::adding(lowered(&[i]), vec![there(i)]));
        for j in i + 1..piles {
            let guards = if j == i + 1 { vec![there(i)] } else { vec![there(i), there(j)] };
            steps.push(Step::adding(lowered(&[i, j]), guards));
        }
    }
    System { steps, weights: (1..=piles as u64).rev().collect(), bounded: vec![], rule: kernel }
}

// Danai, Ellis and Thanatipanonda, Generalizing OOOOOB, Lemma 3.1: e even, o odd, piles in
// nondecreasing order.
#[test]
fn lemma_3_1_of_ooooob_holds_for_all_positions() {
    let lemma: [(usize, &[&str]); 3] =
        [(3, &["eee", "ooo"]), (4, &["eeee", "eooo"]), (5, &["eeeee", "eeooo", "ooeeo", "ooooe"])];
    for (piles, patterns) in lemma {
        let table = ooooob(piles).search(&[1, 2], 1 << 16, &Budget::default()).unwrap().unwrap();
        for number in 0..6u64.pow(piles as u32) {
            let mut pile = 0;
            let differences: Vec<u64> =
                (0..piles as u32).map(|i| number / 6u64.pow(i) % 6).collect();
            let parities = differences.iter().map(|d| {
                pile += d;
                if pile % 2 == 0 { 'e' } else { 'o' }
            });
            let expected = patterns.contains(&parities.collect::<String>().as_str());
            assert_eq!(table.value(&differences) == 1, expected, "{differences:?}");
        }
    }
}

fn any_guard(k: usize) -> impl Strategy<Value = Guard> {
    let coefficients = prop::collection::vec(0u64..3, k);
    (coefficients, 0u64..4, 0..3).prop_map(|(coefficients, bound, kind)| match kind {
        0 => Guard::AtLeast { coefficients, bound },
        1 => Guard::Below { coefficients, bound },
        _ => Guard::Congruent { coefficients, residue: bound % 2, modulus: 2 },
    })
}

fn any_system() -> impl Strategy<Value = System> {
    (1usize..3).prop_flat_map(|k| {
        let step = (prop::collection::vec(-3i64..=1, k), prop::collection::vec(any_guard(k), 0..2));
        let rules = prop_oneof![
            Just(mex as fn(&[u8]) -> u8),
            Just(kernel as fn(&[u8]) -> u8),
            Just(misere_kernel as fn(&[u8]) -> u8)
        ];
        (prop::collection::vec(step, 1..4), rules).prop_map(move |(steps, rule)| System {
            steps: steps
                .into_iter()
                .filter(|(by, _)| by.iter().sum::<i64>() < 0)
                .map(|(by, guards)| Step::adding(by, guards))
                .collect(),
            weights: vec![1; k],
            bounded: vec![],
            rule,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_a_box_proves_is_what_the_recursion_gives(
        system in any_system(), threshold in 0u64..6, period in 1u64..9,
    ) {
        let k = system.weights.len();
        let shape = Shape::uniform(k, threshold, period);
        if let Ok(table) = system.prove(&shape, &Budget::default()) {
            let mut memory = HashMap::new();
            let side = 30u64;
            for number in 0..side.pow(k as u32) {
                let x: Vec<u64> = (0..k as u32).map(|i| number / side.pow(i) % side).collect();
                prop_assert_eq!(table.value(&x), plain(&system, &x, &mut memory), "at {:?}", x);
            }
        }
    }
}
