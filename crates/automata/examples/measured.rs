//! States and times of the main statements: `cargo run --release -p sprague-automata --example
//! measured`.

use std::time::Instant;

use sprague_automata::boxes::{Guard, Step, System, mex};
use sprague_automata::residue::{Periodic, Relation};
use sprague_automata::{
    Blowup, Budget, Connective, Dfa, Digitwise, Formula, Linear, Relations, compile,
};

fn main() -> Result<(), Blowup> {
    let budget = Budget::default();
    println!("{:<36} {:>9} {:>10}  verdict", "statement", "states", "ms");
    for piles in 2..=6 {
        let x = piles_of(piles);
        let claim = compile(&Formula::xor_zero(x.clone()), &Relations::binary(), &budget)?;
        let moves: Vec<Vec<Linear>> = (0..piles).map(|i| take(&x, &[i])).collect();
        partition(&format!("Nim, {piles} piles"), &claim, &x, &moves, Formula::True, &budget)?;
    }
    let x = piles_of(2);
    let wythoff = [take(&x, &[0]), take(&x, &[1]), take(&x, &[0, 1])];
    let claim = compile(&wythoff_pairs(&x), &Relations::fibonacci(), &budget)?;
    partition("Wythoff, Fibonacci digits", &claim, &x, &wythoff, Formula::True, &budget)?;
    adder("the adder, Fibonacci digits", &budget)?;
    for piles in 3..=5 {
        ooooob_in_raw_piles(piles, &budget)?;
    }
    for c in 2..=8 {
        cut(c, &budget)?;
    }
    for size in 1..=3 {
        unit_moves(size, &budget);
    }
    Ok(())
}

fn report(statement: &str, states: impl std::fmt::Display, started: Instant, verdict: &str) {
    let time = started.elapsed().as_secs_f64() * 1e3;
    println!("{statement:<36} {states:>9} {time:>10.2}  {verdict}");
}

fn piles_of(piles: usize) -> Vec<Linear> {
    (0..piles).map(|i| Linear::var(format!("x{i}"))).collect()
}

/// The same number k from each of these piles.
fn take(x: &[Linear], from: &[usize]) -> Vec<Linear> {
    let left = |(i, x): (usize, &Linear)| {
        if from.contains(&i) { x - &Linear::var("k") } else { x.clone() }
    };
    x.iter().enumerate().map(left).collect()
}

/// "In P iff no move leads into P", with k >= 1 and `condition` on k.
fn partition(
    name: &str,
    claim: &Dfa,
    x: &[Linear],
    moves: &[Vec<Linear>],
    condition: Formula,
    budget: &Budget,
) -> Result<(), Blowup> {
    let started = Instant::now();
    let mut relations = Relations::new(claim.numeration());
    relations.define("P", (0..x.len()).map(|i| format!("x{i}")), claim.clone());
    let into = moves.iter().map(|to| Formula::relation("P", to.iter().cloned()));
    let body = Formula::and([Linear::var("k").at_least(1), condition, Formula::or(into)]);
    let theorem = Formula::relation("P", x.iter().cloned()).iff(Formula::exists(["k"], body).not());
    let violations = compile(&theorem.not(), &relations, budget)?;
    report(name, claim.states(), started, if violations.is_empty() { "proved" } else { "refuted" });
    Ok(())
}

fn wythoff_pairs(x: &[Linear]) -> Formula {
    let pair = |a: usize, b: usize| {
        Formula::and([
            Formula::digits(Digitwise::EvenZeros, [x[a].clone()]),
            Formula::digits(Digitwise::Shifted, [x[a].clone(), x[b].clone()]),
        ])
    };
    Formula::or([Formula::and([x[0].equals(0), x[1].equals(0)]), pair(0, 1), pair(1, 0)])
}

fn adder(name: &str, budget: &Budget) -> Result<(), Blowup> {
    let started = Instant::now();
    let sum = (Linear::var("x") + Linear::var("y")).equals(Linear::var("z"));
    let adder = compile(&sum, &Relations::fibonacci(), budget)?;
    report(name, adder.states(), started, "built");
    Ok(())
}

/// Lemma 3.1 on OOOOOB, "one token from one pile or from each of two", with piles in any order: its
/// parities are those of the sorted piles, so the claim is a case for each order. The hard way on
/// purpose.
fn ooooob_in_raw_piles(piles: usize, budget: &Budget) -> Result<(), Blowup> {
    let patterns: &[&str] = match piles {
        3 => &["eee", "ooo"],
        4 => &["eeee", "eooo"],
        _ => &["eeeee", "eeooo", "ooeeo", "ooooe"],
    };
    let started = Instant::now();
    let x = piles_of(piles);
    let cases = orders(piles).into_iter().map(|order| {
        let sorted = order.windows(2).map(|pair| x[pair[0]].at_most(&x[pair[1]]));
        let parities = patterns.iter().map(|pattern| {
            let letters = order.iter().zip(pattern.chars());
            Formula::and(letters.map(|(&i, parity)| x[i].congruent(i64::from(parity == 'o'), 2)))
        });
        Formula::and(sorted.chain([Formula::or(parities)]))
    });
    let claim = compile(&Formula::or(cases), &Relations::binary(), budget)?;
    let lowered = |from: &[usize]| -> Vec<Linear> {
        let lower = |(i, x): (usize, &Linear)| x.clone() - i64::from(from.contains(&i));
        x.iter().enumerate().map(lower).collect()
    };
    let pairs = (0..piles).flat_map(|i| (i..piles).map(move |j| [i, j]));
    let moves: Vec<Vec<Linear>> = pairs.map(|pair| lowered(&pair)).collect();
    report(&format!("OOOOOB claim, {piles} raw piles"), claim.states(), started, "built");
    partition(&format!("OOOOOB, {piles} raw piles"), &claim, &x, &moves, Formula::True, budget)
}

fn orders(n: usize) -> Vec<Vec<usize>> {
    let Some(last) = n.checked_sub(1) else { return vec![vec![]] };
    let places = |order: Vec<usize>| {
        (0..n).map(move |place| {
            let mut longer = order.clone();
            longer.insert(place, last);
            longer
        })
    };
    orders(last).into_iter().flat_map(places).collect()
}

/// cut(1, 2c): heaps are cut into 2 or 2c + 1 heaps. Its nim-sequence has period 12c and saltus 8.
fn cut(c: usize, budget: &Budget) -> Result<(), Blowup> {
    let started = Instant::now();
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
    let g = Periodic { first: 1, preperiod: vec![], period: period.concat(), saltus: 8 };
    let sums = g.sums("n", "v", 2 * c + 1, budget)?;
    let sizes = sums.iter().map(Relation::sizes);
    let largest = sizes.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let options = sums[1].product(&sums[2 * c], Connective::Or, budget)?;
    let same = options.product(&sums[0], Connective::And, budget)?;
    let missing = g.below("n", "v", budget)?.product(&options, Connective::AndNot, budget)?;
    let proved = same.is_empty() && missing.is_empty();
    let states = format!("{} x {}", largest.0, largest.1);
    report(
        &format!("cut(1,{}), all heaps", 2 * c),
        states,
        started,
        if proved { "proved" } else { "refuted" },
    );
    Ok(())
}

/// Take one chip from one pile or one from each of two, piles of at most `size`; the coordinates
/// are how many piles there are of each size.
fn unit_moves(size: usize, budget: &Budget) {
    let started = Instant::now();
    let lower = |by: &mut [i64], i: usize| {
        by[i] -= 1;
        if i > 0 {
            by[i - 1] += 1;
        }
    };
    let mut steps = Vec::new();
    for i in 0..size {
        let mut by = vec![0; size];
        lower(&mut by, i);
        steps.push(Step::adding(by.clone(), vec![]));
        for j in i..size {
            let mut by = by.clone();
            lower(&mut by, j);
            // A pile that is lowered must be there before another becomes like it.
            let there = |s: usize| Guard::coordinate(size, s, 1 + u64::from(i == j));
            steps.push(Step::adding(by, vec![there(i), there(j)]));
        }
    }
    let weights = (1..=size as u64).collect();
    let system = System { steps, weights, bounded: vec![], rule: mex };
    let name = format!("one or two chips, piles up to {size}");
    match system.search(&[2, 3, 6], 1 << 22, budget) {
        Ok(Some(table)) => {
            let (thresholds, period) = (&table.shape.thresholds, table.shape.periods[0]);
            let verdict = format!("proved, thresholds {thresholds:?}, period {period}");
            report(&name, table.values.len(), started, &verdict);
        }
        Ok(None) => report(&name, 0, started, "no box found"),
        Err(failure) => report(&name, 0, started, &failure.to_string()),
    }
}
