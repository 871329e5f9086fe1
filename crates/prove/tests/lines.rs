//! Lines with numbers left open, and plays, against the plain recursion: on random lines, and on wrong ones.

use sprague_claim::claim::{About, Line, OfLine, OfListed};
use sprague_claim::{Claim, Expected, Sight, parse_claims};
use sprague_prove::{Task, Verdict, judge};
use sprague_rules::expr::Expr;
use sprague_rules::position::canonical;
use sprague_rules::random::Dice;
use sprague_rules::{Options, Outcome, Player};
use sprague_solve::Reference;

fn claim(text: &str) -> Claim {
    let mut claims = parse_claims("test", text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    claims.remove(0)
}

/// The value of what the lines below are made of.
fn value(expr: &Expr, numbers: &[i64]) -> i64 {
    match expr {
        Expr::Const(c) => *c,
        Expr::Slot(slot) => numbers[*slot],
        Expr::Add(a, b) => value(a, numbers) + value(b, numbers),
        Expr::Sub(a, b) => value(a, numbers) - value(b, numbers),
        Expr::Mul(a, b) => value(a, numbers) * value(b, numbers),
        other => panic!("{other:?}"),
    }
}

fn position(piles: &[Expr], numbers: &[i64]) -> Option<Vec<u32>> {
    let sizes = piles.iter().map(|pile| u32::try_from(value(pile, numbers)).ok());
    let mut sizes = sizes.collect::<Option<Vec<u32>>>()?;
    canonical(&mut sizes);
    Some(sizes)
}

/// Is the line so at these numbers, by the plain recursion and the list of options?
fn is_so(claim: &Claim, line: &Line, numbers: &[i64], reference: &mut Reference) -> bool {
    let Some(from) = position(&line.from, numbers) else { return false };
    let options = Options::new(claim.ruleset()).list(&from, Player::Left);
    let there = |to: &[Expr]| position(to, numbers).filter(|to| options.contains(to));
    match &line.saying {
        OfLine::Outcome(outcome) => reference.outcome(&from) == *outcome,
        OfLine::Option(to) => there(to).is_some(),
        OfLine::Winning(to) => there(to).is_some_and(|to| reference.outcome(&to) == Outcome::P),
        OfLine::Options(all) => {
            let stated: Option<Vec<Vec<u32>>> =
                all.iter().map(|to| position(to, numbers)).collect();
            stated.is_some_and(|mut stated| {
                stated.sort();
                stated.dedup();
                let mut options = options.clone();
                options.sort();
                options.dedup();
                stated == options
            })
        }
        OfLine::NimValue(number) => i64::from(reference.nim_value(&from)) == value(number, numbers),
        OfLine::Lasts(_) => true,
    }
}

/// Judges a claim of one line; what is proved must be so, what is refuted must not, at its witness and by its numbers.
fn compare(text: &str, most: i64) -> Expected {
    let claim = claim(text);
    let About::Listed(listed) = &claim.about else { panic!("{text}") };
    let OfListed::Lines(lines) = &listed.says else { panic!("{text}") };
    let judgement = judge(&claim, &Task::default());
    let mut reference = Reference::new(claim.ruleset());
    let line = &lines[0];
    let tuples: Vec<Vec<i64>> = match line.names.len() {
        0 => vec![vec![]],
        1 => (0..=most).map(|k| vec![k]).collect(),
        _ => (0..=most).flat_map(|j| (0..=most).map(move |k| vec![j, k])).collect(),
    };
    let spoken: Vec<Vec<i64>> =
        tuples.into_iter().filter(|t| line.when.holds(Sight::of(t))).collect();
    let wrong = spoken.iter().find(|numbers| !is_so(&claim, line, numbers, &mut reference));
    match &judgement.verdict {
        Verdict::Proved(_) => assert_eq!(wrong, None, "{text}\n{judgement:?}"),
        // Only so far.
        Verdict::Holds { .. } => {
            let beyond = |numbers: &Vec<i64>| {
                let to = claim.check_to.map_or(most, i64::from);
                numbers.iter().any(|&n| n > to)
            };
            assert!(wrong.is_none_or(beyond), "{text}\n{judgement:?}");
        }
        Verdict::Refuted { witness, .. } => {
            let seen = spoken.iter().any(|numbers| {
                !is_so(&claim, line, numbers, &mut reference)
                    && position(&line.from, numbers).is_none_or(|from| from == witness.piles())
            });
            assert!(seen, "{text}\n{judgement:?}");
        }
        Verdict::Undecided { why } => assert!(!why.contains("checker"), "{text}\n{why}"),
        Verdict::Unchecked { .. } => panic!("nobody has checked\n{text}"),
    }
    judgement.verdict.kind()
}

/// A random size: `3`, `4k + 1`, `k - 2`.
fn size(dice: &mut Dice, names: &[&str]) -> String {
    let more = dice.roll(6);
    if names.is_empty() || dice.roll(3) == 0 {
        return more.to_string();
    }
    let name = names[dice.roll(names.len() as u64) as usize];
    match dice.roll(6) {
        0 => name.to_string(),
        1 => format!("{name} - {}", dice.roll(3)),
        2 => format!("2{name} + {more}"),
        _ => format!("4{name} + {more}"),
    }
}

#[test]
fn random_lines_agree_with_the_plain_recursion() {
    let games = ["minnie", "mine", "wynnie", "misere minnie", "nimb"];
    let (mut proved, mut refuted) = (0, 0);
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let game = games[dice.roll(5) as usize];
        let names: &[&str] = &["k", "j"][..dice.roll(3) as usize];
        let mut position = || [size(&mut dice, names), size(&mut dice, names)].join(",");
        let (from, to, third) = (position(), position(), position());
        let said = match dice.roll(7) {
            0 | 1 => format!("{from} is P"),
            2 | 3 => format!("{from} is N"),
            4 => format!("{from} -> {to}"),
            5 => format!("{from} -> {to} wins"),
            _ => format!("{from} has options {to}; {third}"),
        };
        let least = dice.roll(4) + 1;
        let open = match names {
            [] => String::new(),
            ["k"] => format!(" for k: k >= {least}\n  check to 5"),
            _ => format!(" for k, j: k >= {least} and j > k and even(j)\n  check to 5"),
        };
        let text = format!("claim \"it\"\n  game {game}\n  lines\n    {said}{open}\n");
        match compare(&text, 12) {
            Expected::Proved => proved += 1,
            Expected::Refuted => refuted += 1,
            _ => {}
        }
    }
    assert!(proved >= 20 && refuted >= 40, "{proved} proved, {refuted} refuted");
}

#[test]
fn lines_of_known_theorems_are_proved_and_their_neighbours_are_not() {
    let good = [
        ("minnie", "2,4k+2 has options 0,4k+2; 1,4k+2; 2,4k; 2,4k+1 for k"),
        ("minnie", "m,n -> 1,n wins for m, n: 4 <= m and m <= n and odd(n)"),
        ("mine", "1,2k has options 0,2k; 1,2k-1 for k: k >= 2"),
        ("wynnie", "r,c -> 1,c-r+1 wins for r, c: odd(r) and even(c) and 1 < r and r < c"),
        ("misere wynnie", "m,m+1 -> 0,1 wins for m: m >= 1"),
    ];
    let bad = [
        ("minnie", "2,4k+2 has options 0,4k+2; 1,4k+2; 2,4k for k"),
        ("minnie", "m,n -> 1,n wins for m, n: 4 <= m and m <= n"),
        ("mine", "1,2k has options 0,2k; 1,2k-1 for k: k >= 1"),
        ("wynnie", "r,c -> 1,c-r+1 wins for r, c: 1 < r and r < c"),
        ("misere wynnie", "m,n -> 1,n-m+1 wins for m, n: 1 < m and m <= n and even(n - m)"),
        ("minnie", "k - 1,k is N for k"),
    ];
    // Legal up to k = 100 only.
    let far = "claim \"it\"\n  game nimb\n  lines\n    201,2k+2 -> 201,2k for k\n";
    assert_ne!(judge(&claim(far), &Task::default()).verdict.kind(), Expected::Proved);
    let judged = |(game, line): (&str, &str)| {
        compare(&format!("claim \"it\"\n  game {game}\n  lines\n    {line}\n"), 20)
    };
    for row in good {
        assert_eq!(judged(row), Expected::Proved, "{row:?}");
    }
    for row in bad {
        assert_eq!(judged(row), Expected::Refuted, "{row:?}");
    }
}

#[test]
fn what_breaks_far_out_is_refuted_there() {
    // Wrong from k = 101 on, where no number is put in.
    let text = "claim \"it\"\n  game minnie\n  lines\n    1,2k+1 is P for k: k < 100\n    1,k is N for k: even(k) and k >= 1 or k >= 101\n";
    assert_eq!(judge(&claim(text), &Task::default()).verdict.kind(), Expected::Refuted);
    // A line that speaks of nothing says nothing.
    let text = "claim \"it\"\n  game minnie\n  lines\n    1,k is P for k: k > 5 and k < 3\n";
    assert_eq!(judge(&claim(text), &Task::default()).verdict.kind(), Expected::Undecided);
}

#[test]
fn other_kinds_of_lines() {
    let rows = [
        ("nim", "k has nim-value k for k", Expected::Holds),
        ("nim", "k,k has nim-value 1 for k", Expected::Refuted),
        ("nim", "3,5 has nim-value 6", Expected::Proved),
        ("subtractive-euclid", "7,8 lasts 9", Expected::Proved),
        ("subtractive-euclid", "7,8 lasts 8", Expected::Refuted),
        ("nim", "a,b lasts a + b for a, b", Expected::Holds),
        ("partizan-euclid", "5,12 is L", Expected::Refuted),
    ];
    for (game, line, expected) in rows {
        let check = if line.contains(" for ") { "  check to 12\n" } else { "" };
        let text = format!("claim \"it\"\n  game {game}\n  lines\n    {line}\n{check}");
        let judgement = judge(&claim(&text), &Task::default());
        assert_eq!(judgement.verdict.kind(), expected, "{line}: {judgement:?}");
    }
}

#[test]
fn plays_are_followed() {
    let rows = [
        ("nim", "3,4 -> 3,3 -> 3 -> -; the first player wins", Expected::Proved),
        ("nim", "3,4 -> 3,3 -> 3 -> -; the second player wins", Expected::Refuted),
        ("nim", "3,4 -> 3,3 -> 3; the second player wins", Expected::Refuted),
        ("nim", "3,4 -> 3,3 -> 3", Expected::Proved),
        ("nim", "3,4 -> 2,3 -> 3,3", Expected::Refuted),
        ("misere nim", "1,1 -> 1 -> -; the first player wins", Expected::Proved),
        ("partizan-euclid", "12,31 -> 7,12 -> 2,7 -> 1,2; Left wins", Expected::Proved),
        // Left has to leave 7, not 5.
        ("partizan-euclid", "12,31 -> 5,12 -> 2,5 -> 1,2; Left wins", Expected::Refuted),
    ];
    for (game, play, expected) in rows {
        let text = format!("claim \"it\"\n  game {game}\n  play {play}\n");
        let judgement = judge(&claim(&text), &Task::default());
        assert_eq!(judgement.verdict.kind(), expected, "{play}: {judgement:?}");
    }
}

#[test]
fn bad_lines_are_pointed_at() {
    let rows = [
        ("lines\n    3,8 is Q", "an outcome is"),
        ("lines\n    3,8 wins", "says nothing"),
        ("lines", "expected lines"),
        ("lines\n    3,j is P for k", "not one of the numbers"),
        ("lines\n    3,k is P for k: total > 3", "only the names"),
        ("lines\n    3,total is P for k", "only numbers and the names"),
        ("lines\n    3,xor(1, k) is P for k", "no size"),
        ("lines\n    1,2,3,4,5,6,7,8,9 is P", "at most 8 piles"),
        ("lines\n    3,k is P for 3", "expected a name"),
        ("play 3,4", "expected a play"),
        ("play 3,4 -> 3,3; nobody wins", "who wins"),
        ("play 3,4 -> 3,x", "not the size"),
        ("piles a\nsame fortune as nim", "expected `same"),
        ("sequence is odd", "expected `sequence is fractal`"),
        ("piles 3..2\nP iff total = 1", "expected numbers of piles"),
        ("piles any\nP iff a = 1", "not one of the numbers"),
        ("piles a\nP iff even(count(x in others where x = a))", "among `piles`"),
        ("piles a\nnim-value = a if a > 1", "expected `else`"),
        ("piles a\nnim-value = a\nsuppose P(a)", "stand in"),
        ("piles a\nstrategy from P(a) move to always", "not spoken of here"),
    ];
    for (said, message) in rows {
        let text = format!("claim \"it\"\n  game nim\n  {said}\n");
        let error = parse_claims("test", &text).map(|_| ()).expect_err(&text).to_string();
        assert!(error.contains(message), "{text}{error}");
    }
}
