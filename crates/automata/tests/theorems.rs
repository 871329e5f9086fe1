//! Known theorems as sentences, and false variants of each, refuted at the least position.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sprague_automata::{
    Budget, Dfa, Digitwise, Formula, Limit, Linear, Numeration, Operation, Relations, compile,
};

fn names(piles: usize) -> Vec<String> {
    (0..piles).map(|i| format!("x{i}")).collect()
}

fn piles(piles: usize) -> Vec<Linear> {
    names(piles).into_iter().map(Linear::var).collect()
}

/// Taking k >= 1 from pile i.
fn take(piles: &[Linear], i: usize) -> Vec<Linear> {
    let mut left = piles.to_vec();
    left[i] = &left[i] - &Linear::var("k");
    left
}

/// The least position where "in P iff no move leads into P" fails. Each move leads, by some k >= 1,
/// to these terms of the position.
fn violation(claim: &Dfa, piles: &[Linear], moves: &[Vec<Linear>]) -> Option<Vec<u128>> {
    violation_where(claim, piles, moves, Formula::True)
}

/// The same, with a condition on k.
fn violation_where(
    claim: &Dfa,
    piles: &[Linear],
    moves: &[Vec<Linear>],
    condition: Formula,
) -> Option<Vec<u128>> {
    let mut relations = Relations::new(claim.numeration());
    relations.define("P", names(piles.len()), claim.clone());
    let budget = Budget::default();
    let into = moves.iter().map(|to| Formula::relation("P", to.iter().cloned()));
    let options = Formula::exists(
        ["k"],
        Formula::and([Linear::var("k").at_least(1), condition, Formula::or(into)]),
    );
    let theorem = Formula::relation("P", piles.iter().cloned()).iff(options.not());
    let violations = compile(&theorem.not(), &relations, &budget).unwrap();
    let sentence = Formula::forall(names(piles.len()), theorem);
    let decided = compile(&sentence, &relations, &budget).unwrap();
    assert_eq!(decided.tracks().len(), 0);
    assert_eq!(decided.is_universal(), violations.is_empty());
    violations.least()
}

/// The claim with the truth at one position turned round.
fn mutated(claim: &Dfa, piles: &[Linear], at: &[i64]) -> Dfa {
    let point = Formula::and(piles.iter().zip(at).map(|(x, &n)| x.equals(n)));
    let point = compile(&point, &Relations::new(claim.numeration()), &Budget::default()).unwrap();
    claim.product(&point, sprague_automata::Connective::Xor, &Budget::default()).unwrap()
}

#[test]
fn nim_is_lost_exactly_where_the_piles_xor_to_zero() {
    for count in 2..=4 {
        let x = piles(count);
        let nim: Vec<Vec<Linear>> = (0..count).map(|i| take(&x, i)).collect();
        let xor = Formula::xor_zero(x.clone());
        let claim = compile(&xor, &Relations::binary(), &Budget::default()).unwrap();
        assert_eq!(claim.states(), 2);
        assert_eq!(violation(&claim, &x, &nim), None);
        // A position wrongly put in or left out is itself the least violation.
        let mut there = vec![0; count];
        (there[0], there[1]) = (3, 3);
        for at in [there, vec![2; count], vec![1; count]] {
            let witness = violation(&mutated(&claim, &x, &at), &x, &nim);
            assert_eq!(witness, Some(at.iter().map(|&n| n as u128).collect()));
        }
    }
}

// The thesis on self-referential Nim, Theorem 5.2. A single stack is Nim.
#[test]
fn minnie_on_two_stacks_is_lost_exactly_where_theorem_5_2_says() {
    let x = piles(2);
    let listed = |a: &Linear, b: &Linear| {
        Formula::or([
            Formula::and([a.equals(0), b.equals(0)]),
            Formula::and([a.equals(1), b.congruent(1, 2)]),
            Formula::and([a.equals(2), b.congruent(2, 4)]),
            Formula::and([a.equals(3), b.congruent(0, 4), b.at_least(8)]),
            Formula::and([a.equals(4), b.equals(4)]),
        ])
    };
    // Stacks a <= b: [2, 1] is no row of the table, but [1, 2] could be.
    let ordered = |a: &Linear, b: &Linear| Formula::and([a.at_most(b), listed(a, b)]);
    let claim = Formula::or([ordered(&x[0], &x[1]), ordered(&x[1], &x[0])]);
    let claim = compile(&claim, &Relations::binary(), &Budget::default()).unwrap();
    // At most the smallest stack that is not empty.
    let k = Linear::var("k");
    let at_most_min = Formula::and(x.iter().map(|x| Formula::or([x.equals(0), k.at_most(x)])));
    let minnie = [take(&x, 0), take(&x, 1)];
    assert_eq!(violation_where(&claim, &x, &minnie, at_most_min.clone()), None);
    for at in [[1, 1], [3, 4], [4, 4], [9, 17], [3, 16]] {
        let witness = violation_where(&mutated(&claim, &x, &at), &x, &minnie, at_most_min.clone());
        assert_eq!(witness, Some(at.map(|n| n as u128).to_vec()));
    }
    // As Nim, without the limit on k, it is false.
    assert!(violation(&claim, &x, &minnie).is_some());
}

/// No tokens, or a word that ends in an even number of zeros beside the same word with one more zero, in either order.
fn pairs(x: &[Linear]) -> Formula {
    let pair = |a: usize, b: usize| {
        Formula::and([
            Formula::digits(Digitwise::EvenZeros, [x[a].clone()]),
            Formula::digits(Digitwise::Shifted, [x[a].clone(), x[b].clone()]),
        ])
    };
    let none = Formula::and([x[0].equals(0), x[1].equals(0)]);
    Formula::or([none, pair(0, 1), pair(1, 0)])
}

#[test]
fn wythoff_is_lost_exactly_at_the_pairs_of_a_word_with_even_zeros_and_its_shift() {
    let x = piles(2);
    let claim = pairs(&x);
    let claim = compile(&claim, &Relations::fibonacci(), &Budget::default()).unwrap();
    // floor(n phi) and that plus n.
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    for n in 0..200u128 {
        let low = (n as f64 * phi).floor() as u128;
        assert!(claim.contains(&[low, low + n]) && claim.contains(&[low + n, low]));
    }
    assert_eq!(
        claim.count_below(300),
        2 * (0..).take_while(|&n| (n as f64 * phi).floor() + (n as f64) < 300.0).count() as u128
            - 1
    );
    let both = x.iter().map(|x| x - &Linear::var("k")).collect();
    let wythoff = [take(&x, 0), take(&x, 1), both];
    assert_eq!(violation(&claim, &x, &wythoff), None);
    // Of the mirrored violations, the first in lexicographic order: (3, 5) is missing here, and
    // is then a position without a move into P.
    assert_eq!(violation(&mutated(&claim, &x, &[3, 5]), &x, &wythoff), Some(vec![3, 5]));
    assert_eq!(violation(&mutated(&claim, &x, &[7, 2]), &x, &wythoff), Some(vec![7, 2]));
    // Without the diagonal move the claim fails at once: (1, 1) is lost then.
    assert_eq!(violation(&claim, &x, &wythoff[..2]), Some(vec![1, 1]));
}

/// Take from one pile, or from both so that what is taken differs by less than t.
#[test]
fn generalised_wythoff_is_lost_at_the_pairs_of_its_own_numeration() {
    for quotient in 1..=4u8 {
        let x = piles(2);
        let claim = pairs(&x);
        let relations = Relations::new(Numeration::Ostrowski(quotient));
        let claim = compile(&claim, &relations, &Budget::default()).unwrap();
        let t = f64::from(quotient);
        let alpha = (2.0 - t + (t * t + 4.0).sqrt()) / 2.0;
        for n in 0..200u128 {
            let low = (n as f64 * alpha).floor() as u128;
            let high = low + u128::from(quotient) * n;
            assert!(claim.contains(&[low, high]) && claim.contains(&[high, low]));
        }
        let wythoff = |t: i64| -> Vec<Vec<Linear>> {
            let both = |more: i64| {
                vec![&x[0] - &Linear::var("k"), (&x[1] - &Linear::var("k")) + (1 - more)]
            };
            let other = |more: i64| {
                vec![(&x[0] - &Linear::var("k")) + (1 - more), &x[1] - &Linear::var("k")]
            };
            let more = (1..=t).flat_map(|more| [both(more), other(more)]);
            [take(&x, 0), take(&x, 1)].into_iter().chain(more).collect()
        };
        // Where (k, k - 1) would take nothing from the second pile, it is a move from one pile.
        let t = i64::from(quotient);
        assert_eq!(violation(&claim, &x, &wythoff(t)), None, "{quotient}");
        assert!(violation(&claim, &x, &wythoff(t + 1)).is_some());
        if t > 1 {
            assert!(violation(&claim, &x, &wythoff(t - 1)).is_some());
        }
    }
}

#[test]
fn words_add_as_numbers_do() {
    for quotient in 1..=3 {
        let relations = Relations::new(Numeration::Ostrowski(quotient));
        let (x, y, z) = (Linear::var("x"), Linear::var("y"), Linear::var("z"));
        let adder = compile(&(&x + &y).equals(&z), &relations, &Budget::default()).unwrap();
        for a in 0..40 {
            for b in 0..40 {
                for c in a + b - u128::min(2, a + b)..a + b + 3 {
                    assert_eq!(adder.contains(&[a, b, c]), a + b == c);
                }
            }
        }
        // Associativity of a sum through a common middle term, for all numbers.
        let w = Linear::var("w");
        let through = Formula::exists(
            ["m"],
            Formula::and([
                (&x + &y).equals(Linear::var("m")),
                (Linear::var("m") + z.clone()).equals(&w),
            ]),
        );
        let direct = (&(&x + &y) + &z).equals(&w);
        let same = compile(&through.iff(direct), &relations, &Budget::default()).unwrap();
        assert!(same.is_universal());
    }
}

#[test]
fn a_blow_up_ends_early_and_says_where() {
    // Odd multiples under xor, with the multiplier hidden: subsets without end.
    let (x, y, k) = (Linear::var("x"), Linear::var("y"), Linear::var("k"));
    let hard = Formula::exists(
        ["k"],
        Formula::and([
            Formula::xor_zero([k.clone() * 7, x.clone() * 11, y.clone() * 13 + 5]),
            k.congruent(&x, 37),
        ]),
    );
    let formula = Formula::and([x.less(&y), hard]);
    let started = Instant::now();
    let budget = Budget::with_states(20_000);
    let blowup = compile(&formula, &Relations::binary(), &budget).unwrap_err();
    assert_eq!(blowup.limit, Limit::States(20_000));
    assert!(blowup.reached > 20_000);
    let text = blowup.to_string();
    assert!(
        text.contains("passed 20000 states, in `exists k: xor-zero(7 k, 11 x, 13 y + 5) and"),
        "{text}"
    );

    // A fast machine may be done before any later moment.
    let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
    let blowup = compile(&formula, &Relations::binary(), &late).unwrap_err();
    assert_eq!(blowup.limit, Limit::Deadline);
    let small = Budget { bytes: 1 << 16, ..Budget::default() };
    let blowup = compile(&formula, &Relations::binary(), &small).unwrap_err();
    assert_eq!(blowup.limit, Limit::Bytes(1 << 16));
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let stopped = Budget { cancel, ..Budget::default() };
    let blowup = compile(&formula, &Relations::binary(), &stopped).unwrap_err();
    assert_eq!(blowup.limit, Limit::Cancelled);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

/// Some digit of x is 1 and the digit of y twenty places on is 0: a guess and a count for whoever knows
/// the place p, but without it the last twenty digits of x must be remembered.
#[test]
fn runaway_subsets_are_stopped() {
    const DONE: u32 = 21;
    const FAILED: u32 = 22;
    let step = |&state: &u32, digits: &[u8]| match (state, digits[0]) {
        (0, 1) if digits[1] == 1 => 1,
        (0, 0) => 0,
        (DONE, 0) => DONE,
        (20, 0) if digits[2] == 0 => DONE,
        (1..20, 0) => state + 1,
        _ => FAILED,
    };
    let budget = Budget::with_states(50_000);
    let accepting = |&state: &u32| state == DONE;
    let set =
        Dfa::reading(Numeration::Binary, ["p", "x", "y"], 0, step, accepting, &budget).unwrap();
    assert_eq!(set.states(), 23);
    let started = Instant::now();
    let blowup = set.exists(&["p".into()], &budget).unwrap_err();
    assert_eq!((blowup.operation, blowup.limit), (Operation::Projection, Limit::States(50_000)));
    let small = Budget { bytes: 1 << 20, ..Budget::default() };
    let blowup = set.exists(&["p".into()], &small).unwrap_err();
    assert_eq!((blowup.operation, blowup.limit), (Operation::Projection, Limit::Bytes(1 << 20)));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn too_many_tracks_and_too_large_coefficients_are_refused() {
    let budget = Budget::default();
    let sum = (0..11).fold(Linear::constant(0), |sum, i| sum + Linear::var(format!("x{i}")));
    let refused = compile(&sum.equals(0), &Relations::binary(), &budget).unwrap_err();
    assert_eq!((refused.limit, refused.operation), (Limit::Tracks(10), Operation::Atom));
    let large = Linear::var("x").less(1 << 60);
    let refused = compile(&large, &Relations::binary(), &budget).unwrap_err();
    assert!(matches!(refused.limit, Limit::Coefficient(_)));
}

#[test]
fn relations_are_false_at_negative_arguments_even_where_they_do_not_look() {
    let mut relations = Relations::binary();
    let budget = Budget::default();
    let all = Dfa::universe(Numeration::Binary, ["a", "b"], &budget).unwrap();
    relations.define("All", ["a", "b"], all.clone());
    relations.define("Some", ["a", "b"], all.without_idle_tracks());
    let x = Linear::var("x");
    for name in ["All", "Some"] {
        let shifted = Formula::relation(name, [x.clone() - 3, x.clone()]);
        let set = compile(&shifted, &relations, &budget).unwrap();
        assert_eq!(set, compile(&x.at_least(3), &relations, &budget).unwrap());
    }
}

#[test]
fn large_least_members_are_found() {
    let x = Linear::var("x");
    let budget = Budget::default();
    let set = compile(&x.at_least(1 << 47), &Relations::binary(), &budget).unwrap();
    assert_eq!(set.least(), Some(vec![1 << 47]));
    // The least x with x = 1 mod 97 and x = 0 mod 101 past a million, by plain search.
    let f = Formula::and([x.congruent(1, 97), x.congruent(0, 101), x.at_least(1_000_000)]);
    let expected = (1_000_000u128..).find(|x| x % 97 == 1 && x % 101 == 0).unwrap();
    let set = compile(&f, &Relations::binary(), &budget).unwrap();
    assert_eq!(set.least(), Some(vec![expected]));
}

#[test]
fn exports_name_every_state_and_letter() {
    let xor = Formula::xor_zero([Linear::var("x"), Linear::var("y")]);
    let set = compile(&xor, &Relations::binary(), &Budget::default()).unwrap();
    let walnut = "lsd_2 lsd_2\n\n0 1\n0 0 -> 0\n1 0 -> 1\n0 1 -> 1\n1 1 -> 0\n\n\
                  1 0\n0 0 -> 1\n1 0 -> 1\n0 1 -> 1\n1 1 -> 1\n";
    assert_eq!(set.to_walnut(), walnut);
    let dot = set.to_dot();
    assert!(dot.contains("0 [shape=doublecircle]") && dot.contains("0 -> 0 [label=\"00, 11\"]"));
    assert!(!dot.contains("1 ["), "the dead state is not drawn: {dot}");
}
