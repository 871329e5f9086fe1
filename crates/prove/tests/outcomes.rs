//! Statements about outcomes of one heap against a direct recursion: random families, random sentences.
//!
//! The twin knows nothing of windows, planes of bits or periods: it writes out outcomes from the definition far enough, and
//! looks at every heap of every set.

use std::rc::Rc;

use sprague_certificate::{Certificate, Evidence, OutcomesEvidence, ValuesEvidence};
use sprague_claim::{Claim, Expected, parse_claims_with};
use sprague_prove::{Limits, Task, Verdict, judge};
use sprague_rules::Outcome;
use sprague_rules::random::Dice;
use sprague_verify::accept;

/// The outcomes of the heaps 0, 1, ... from the definition.
fn plain(set: &[usize], ends: &[char], to: usize) -> Vec<char> {
    let mut outcomes: Vec<char> = Vec::new();
    for n in 0..=to {
        let options: Vec<char> = set.iter().filter(|&&s| s <= n).map(|s| outcomes[n - s]).collect();
        if options.is_empty() {
            outcomes.push(ends[n]);
            continue;
        }
        let left = options.iter().any(|o| "LP".contains(*o));
        let right = options.iter().any(|o| "RP".contains(*o));
        outcomes.push(match (left, right) {
            (true, true) => 'N',
            (false, false) => 'P',
            (true, false) => 'L',
            (false, true) => 'R',
        });
    }
    outcomes
}

fn lr_ends(set: &[usize]) -> Vec<char> {
    (0..set[0]).map(|n| if n % 2 == 0 { 'L' } else { 'R' }).collect()
}

/// What the twin looks at: one set, what can be taken, the outcomes and those of normal play.
struct Plain {
    set: Vec<usize>,
    amounts: Vec<usize>,
    own: Vec<char>,
    normal: Vec<char>,
}

/// Heaps that are looked at, and that are written out.
const SEEN: usize = 250;
const WRITTEN: usize = 400;

/// Something said of a heap n: its words, and its meaning; `None` where it speaks of a heap below 0.
struct Piece {
    words: String,
    meaning: Box<Meaning>,
}

type Meaning = dyn Fn(&Plain, usize) -> Option<bool>;

fn letter(dice: &mut Dice) -> char {
    ['L', 'R', 'N', 'P'][dice.roll(4) as usize]
}

fn some_outcomes(dice: &mut Dice) -> (String, String) {
    let letters: Vec<char> = "LRNP".chars().filter(|_| dice.roll(2) == 0).collect();
    let letters = if letters.is_empty() { vec![letter(dice)] } else { letters };
    let list: Vec<String> = letters.iter().map(char::to_string).collect();
    (format!("{{{}}}", list.join(",")), letters.into_iter().collect())
}

fn piece(dice: &mut Dice) -> Piece {
    let (words, letters) = some_outcomes(dice);
    let shift = dice.roll(9) as i64 - 4;
    let (number, modulus) = (dice.roll(12) as usize, 1 + dice.roll(4) as usize);
    let there = move |n: usize, shift: i64| usize::try_from(n as i64 + shift).ok();
    match dice.roll(9) {
        0 | 1 => Piece {
            words: format!("{words} at n {} {}", if shift < 0 { '-' } else { '+' }, shift.abs()),
            meaning: Box::new(move |p, n| there(n, shift).map(|m| letters.contains(p.own[m]))),
        },
        2 => Piece {
            words: format!("not {words} at n - min(S) + 1"),
            meaning: Box::new(move |p, n| {
                there(n, 1 - p.set[0] as i64).map(|m| !letters.contains(p.own[m]))
            }),
        },
        3 => Piece {
            words: format!("{words} at some option"),
            meaning: Box::new(move |p, n| {
                let options = p.amounts.iter().filter_map(|&s| n.checked_sub(s));
                Some(options.into_iter().any(|m| letters.contains(p.own[m])))
            }),
        },
        4 => Piece {
            words: format!("{words} at every option"),
            meaning: Box::new(move |p, n| {
                let options = p.amounts.iter().filter_map(|&s| n.checked_sub(s));
                Some(options.into_iter().all(|m| letters.contains(p.own[m])))
            }),
        },
        5 => Piece {
            words: format!("n mod {modulus} = {}", number % modulus),
            meaning: Box::new(move |_, n| Some(n % modulus == number % modulus)),
        },
        6 => Piece {
            words: format!("n + max(S) > {number}"),
            meaning: Box::new(move |p, n| Some(n + p.set.last().unwrap() > number)),
        },
        7 => Piece {
            words: format!("{words} at n in normal"),
            meaning: Box::new(move |p, n| Some(letters.contains(p.normal[n]))),
        },
        _ => Piece {
            words: "same at n + max(S) in normal".to_string(),
            meaning: Box::new(move |p, n| Some(p.own[n] == p.normal[n + p.set.last().unwrap()])),
        },
    }
}

impl Piece {
    /// Is it so of heap n? `below`, where it speaks of a heap below 0.
    fn is_so(&self, plain: &Plain, n: usize, below: bool) -> bool {
        (self.meaning)(plain, n).unwrap_or(below)
    }
}

/// Is all of one of these so?
fn is_supposed(alternatives: &[Vec<Piece>], plain: &Plain, n: usize) -> bool {
    alternatives.iter().any(|pieces| pieces.iter().all(|piece| piece.is_so(plain, n, false)))
}

/// A sentence: its words as a clause, the first heap at which it fails, and whether it speaks of any heap.
struct Said {
    words: String,
    fails: Box<Fails>,
    speaks: Box<dyn Fn(&Plain) -> bool>,
}

type Fails = dyn Fn(&Plain) -> Option<usize>;

fn said(dice: &mut Dice) -> Said {
    let (words, letters) = some_outcomes(dice);
    let most = dice.roll(4) as usize;
    match dice.roll(8) {
        0 => Said {
            words: format!("runs of {words} at most min(S) + {most} between {{L,N}} and {{L,P,R}}"),
            fails: Box::new(move |p| {
                let mut run = 0;
                for n in 0..SEEN + 100 {
                    if letters.contains(p.own[n]) {
                        if run == 0 && n > 0 && !"LN".contains(p.own[n - 1]) {
                            return Some(n);
                        }
                        run += 1;
                        if run > p.set[0] + most {
                            return Some(n);
                        }
                    } else {
                        if run > 0 && !"LPR".contains(p.own[n]) {
                            return Some(n);
                        }
                        run = 0;
                    }
                }
                None
            }),
            speaks: Box::new(|_| true),
        },
        1 => {
            let list: String = letters.chars().map(String::from).collect::<Vec<_>>().join(", ");
            let word = dice.pick(&["eventually", "recurs", "appears"]);
            Said {
                words: format!("then {word}({list}) or even(S) and size(S) < 3"),
                fails: Box::new(move |p| {
                    let late = &p.own[SEEN - 100..SEEN + 100];
                    let is = |o: &char| letters.contains(*o);
                    let holds = match word {
                        "eventually" => late.iter().all(is),
                        "recurs" => late.iter().any(is),
                        _ => p.own.iter().any(is),
                    };
                    let even = p.set.iter().all(|s| s % 2 == 0) && p.set.len() < 3;
                    (!holds && !even).then_some(0)
                }),
                speaks: Box::new(|_| true),
            }
        }
        _ => {
            let some =
                |dice: &mut Dice| (0..1 + dice.roll(2)).map(|_| piece(dice)).collect::<Vec<_>>();
            let alternatives: Vec<Vec<Piece>> =
                (0..1 + dice.roll(5) / 3).map(|_| some(dice)).collect();
            let conclusions = some(dice);
            let alternatives = Rc::new(alternatives);
            let again = alternatives.clone();
            let words = |pieces: &[Piece], sign: &str| {
                pieces.iter().map(|piece| piece.words.clone()).collect::<Vec<_>>().join(sign)
            };
            let hypotheses: Vec<String> =
                alternatives.iter().map(|pieces| words(pieces, " and ")).collect();
            Said {
                words: format!(
                    "whenever {}: {}",
                    hypotheses.join(" or "),
                    words(&conclusions, "; ")
                ),
                fails: Box::new(move |p| {
                    (0..SEEN).find(|&n| {
                        is_supposed(&alternatives, p, n)
                            && !conclusions.iter().all(|piece| piece.is_so(p, n, true))
                    })
                }),
                speaks: Box::new(move |p| (0..SEEN).any(|n| is_supposed(&again, p, n))),
            }
        }
    }
}

/// A game of one's own: LR-Nim in which 7 tokens can be taken, too.
const OWN: &str = "game own(S: set of numbers >= 2)
  \"Take a number of S, or 7.\"
  piles 1
  move take s in S from one pile
  move take 7 from one pile
  stuck: left wins if even(total), else right wins
";

fn claim(text: &str) -> Claim {
    let games = [("./own.game".to_string(), OWN.to_string())];
    parse_claims_with("it.claim", &format!("claim \"it\"\n{text}\n"), &games)
        .unwrap_or_else(|error| panic!("{text}\n{error}"))
        .remove(0)
}

fn task() -> Task {
    Task::new(Limits::default())
}

/// Is it accepted with this evidence?
fn accepts(claim: &Claim, evidence: OutcomesEvidence) -> bool {
    let evidence = Evidence::Outcomes(evidence);
    let (claim, games) = (claim.text.clone(), claim.games.clone());
    accept(Certificate { claim, games, evidence }, &task()).is_ok()
}

/// A counterexample that somebody made up.
fn made_up(dice: &mut Dice, least: usize, largest: usize, any_end: bool) -> OutcomesEvidence {
    let set: Vec<u32> = (least as u32..=largest as u32).filter(|_| dice.roll(2) == 0).collect();
    let stuck = if any_end { set.first().copied().unwrap_or(0) } else { 0 };
    let ends = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
    let ends = (0..stuck).map(|_| ends[dice.roll(ends.len() as u64) as usize]).collect();
    OutcomesEvidence::Counterexample { set, ends, heap: dice.roll(20) }
}

#[test]
fn sentences_agree_with_the_plain_recursion() {
    let mut dice = Dice::new(7);
    let (mut proved, mut refuted) = (0, 0);
    for round in 0..400 {
        let said = said(&mut dice);
        let any_end = round % 4 == 0;
        let (least, largest) = match any_end {
            true => (1 + dice.roll(2) as usize, 3 + dice.roll(2) as usize),
            false => (2 + dice.roll(2) as usize, 5 + dice.roll(4) as usize),
        };
        let (game, more, family) = match round % 4 {
            0 => ("ending-nim(S; E)", None, format!("family S within {least}..{largest}, any E")),
            1 => ("./own.game(S)", Some(7), format!("family S within {least}..{largest}")),
            2 => ("lr-nim(S, 9)", Some(9), format!("family S within {least}..{largest}")),
            _ => ("lr-nim(S)", None, format!("family S within {least}..{largest}")),
        };
        let odd = dice.roll(4) == 0;
        let suppose = if odd { "suppose not even(S) and max(S) >= 4\n" } else { "" };
        let text =
            format!("game {game}\n{family}\nalso normal: subtract(S)\n{suppose}{}", said.words);
        // The first set that fails, in the order of their largest members, and its first heap.
        let mut expected: Option<(String, usize)> = None;
        let mut spoken_of = 0;
        'sets: for bits in 1u32..1 << (largest + 1 - least) {
            let set: Vec<usize> =
                (least..=largest).filter(|s| bits >> (s - least) & 1 == 1).collect();
            if odd && (set.iter().all(|s| s % 2 == 0) || *set.last().unwrap() < 4) {
                continue;
            }
            let mut amounts = set.clone();
            amounts.extend(more);
            amounts.sort_unstable();
            amounts.dedup();
            let endings: Vec<Vec<char>> = match any_end {
                false => vec![lr_ends(&amounts)],
                true => (0..1usize << (2 * set[0]))
                    .map(|number| {
                        let end = |heap: usize| {
                            ['L', 'R', 'N', 'P'][number >> (2 * (set[0] - 1 - heap)) & 3]
                        };
                        (0..set[0]).map(end).collect()
                    })
                    .collect(),
            };
            let normal = plain(&set, &vec!['P'; set[0]], WRITTEN);
            for ends in endings {
                let own = plain(&amounts, &ends, WRITTEN);
                let (set, amounts) = (set.clone(), amounts.clone());
                let list: Vec<String> = set.iter().map(usize::to_string).collect();
                let world = Plain { set, amounts, own, normal: normal.clone() };
                spoken_of += usize::from((said.speaks)(&world));
                if let Some(heap) = (said.fails)(&world) {
                    let ends: Vec<String> = ends.iter().map(char::to_string).collect();
                    let ends = format!(", E = {}", ends.join(","));
                    let ends = if any_end { ends } else { String::new() };
                    expected = Some((format!("S = {{{}}}{ends}: ", list.join(",")), heap));
                    break 'sets;
                }
            }
        }
        let claim = claim(&text);
        match (judge(&claim, &task()).verdict, expected) {
            (Verdict::Refuted { witness, shown, accepted, .. }, Some((set, heap))) => {
                assert!(shown.starts_with(&set), "{text}\n{shown}, not {set}");
                assert_eq!(witness.piles(), [heap as u32], "{text}\n{shown}");
                assert!(accepted.is_some(), "{text}");
                assert!(!accepts(&claim, OutcomesEvidence::Computation), "{text}");
                refuted += 1;
            }
            (Verdict::Proved(_), None) => {
                assert!(spoken_of > 0, "{text}");
                for _ in 0..10 {
                    let forged = made_up(&mut dice, least, largest, any_end);
                    assert!(!accepts(&claim, forged.clone()), "{text}\n{forged:?}");
                }
                proved += 1;
            }
            (Verdict::Undecided { .. }, None) => assert_eq!(spoken_of, 0, "{text}"),
            (verdict, expected) => panic!("{text}\n{verdict:?}, but {expected:?}"),
        }
    }
    assert!(proved > 20 && refuted > 100, "{proved} proved, {refuted} refuted");
}

#[test]
fn counterexamples_are_right_in_every_number() {
    let text = "game ending-nim(S; E)\nfamily S within 2..5, any E\nsuppose L in E\nwhenever L at n: {L,N} at n + 1";
    let claim = claim(text);
    let Verdict::Refuted { accepted: Some(accepted), .. } = judge(&claim, &task()).verdict else {
        panic!("it is false")
    };
    let Evidence::Outcomes(OutcomesEvidence::Counterexample { set, ends, heap }) =
        &accepted.certificate().evidence
    else {
        panic!("it is a counterexample")
    };
    let with = |set: &[u32], ends: &[Outcome], heap: u64| {
        let (set, ends) = (set.to_vec(), ends.to_vec());
        accepts(&claim, OutcomesEvidence::Counterexample { set, ends, heap })
    };
    assert!(with(set, ends, *heap));
    assert!(!with(set, ends, heap + 1));
    assert!(!with(&[set[0], set[0]], ends, *heap));
    assert!(!with(&[set[0], 77], ends, *heap));
    assert!(!with(&[], &[], *heap));
    assert!(!with(set, &[], *heap));
    assert!(!with(set, &[ends.clone(), vec![Outcome::P]].concat(), *heap));
    assert!(!with(set, &vec![Outcome::R; ends.len()], *heap), "this is not as supposed");
    assert!(!with(set, ends, u64::MAX));
    assert!(!accepts(&claim, OutcomesEvidence::Recount { all: 1, found: 0 }));
}

/// The verdict on a claim about LR-Nim with an amount beside the set, or about any other game.
fn verdict(text: &str) -> Verdict {
    judge(&claim(text), &task()).verdict
}

#[test]
fn options_know_the_amounts_beside_the_set() {
    for game in ["subtract(S,9)", "./own.game(S)"] {
        let beside = if game == "subtract(S,9)" { 9 } else { 7 };
        let family = format!("game {game}\nfamily S within 2..2\n");
        let every = format!("{family}whenever n = {beside}: N at every option");
        assert_eq!(verdict(&every).kind(), Expected::Refuted, "{every}");
        let outcome = if beside == 9 { "P" } else { "L" };
        let some = format!("{family}whenever n = {beside}: {outcome} at some option");
        assert!(matches!(verdict(&some), Verdict::Proved(_)), "{some}");
        let set = format!("game {game}\nset S: s >= 20 or s = 2\nwhenever n = {beside}: N at n");
        assert!(matches!(verdict(&set), Verdict::Proved(_)), "{set}");
    }
}

#[test]
fn and_binds_more_than_or_in_what_is_supposed() {
    let game = "game lr-nim(2,3)\n";
    // The outcomes begin LRLNN L P L N N: 1 is R, and 5 is L.
    let cases = [
        ("whenever n = 1 or n = 5 and n > 3: L at n", Expected::Refuted),
        ("whenever (n = 1 or n = 5) and n > 3: L at n", Expected::Proved),
        ("whenever n = 5 and n > 3 or n = 1: L at n", Expected::Refuted),
        ("whenever n = 0 or L at n and n > 3: L at n", Expected::Proved),
        ("whenever n = 3 or L at n and n > 3: L at n", Expected::Refuted),
        ("whenever R at n or P at n: not N at n", Expected::Proved),
        (
            "suppose (period = 5 or period = 1) and whenever n = 1: R at n\nthen period = 5",
            Expected::Proved,
        ),
    ];
    for (text, kind) in cases {
        assert_eq!(verdict(&format!("{game}{text}")).kind(), kind, "{text}");
    }
    let unclear = format!(
        "claim \"it\"\n{game}suppose period = 5 or period = 1 and whenever n = 1: R at n\nthen period = 5\n"
    );
    let refused = parse_claims_with("it.claim", &unclear, &[]).unwrap_err().to_string();
    assert!(refused.contains("in parentheses"), "{refused}");
}

#[test]
fn sets_are_counted_again() {
    let count = |sets: u64| {
        format!(
            "game lr-nim(S)\nfamily S within 2..9\nsuppose min(S) = 2\ncount {sets} of 128 have period = 1"
        )
    };
    let Verdict::Refuted { accepted: Some(accepted), .. } = verdict(&count(1)) else {
        panic!("there are more")
    };
    let Evidence::Outcomes(OutcomesEvidence::Recount { all, found }) =
        accepted.certificate().evidence
    else {
        panic!("they are counted")
    };
    assert_eq!(all, 128);
    assert!(matches!(verdict(&count(found)), Verdict::Proved(_)));
    let (right, wrong) = (claim(&count(found)), claim(&count(found + 1)));
    assert!(accepts(&right, OutcomesEvidence::Computation));
    assert!(!accepts(&wrong, OutcomesEvidence::Computation));
    assert!(accepts(&wrong, OutcomesEvidence::Recount { all, found }));
    assert!(!accepts(&wrong, OutcomesEvidence::Recount { all, found: found + 2 }));
    assert!(!accepts(&wrong, OutcomesEvidence::Recount { all: 127, found }));
    for forged in [(all, found), (all, found + 1), (127, found)] {
        let (all, found) = forged;
        assert!(!accepts(&right, OutcomesEvidence::Recount { all, found }));
    }
}

#[test]
fn the_census_counts_what_is_counted_one_by_one() {
    let count = |suppose: &str, sets: u64| {
        let text = format!(
            "game lr-nim(S)\nfamily S within 2..13\n{suppose}\ncount {sets} have eventually(L)"
        );
        judge(&claim(&text), &task()).verdict
    };
    let number = |verdict: Verdict| match verdict {
        Verdict::Refuted { shown, .. } => shown,
        other => panic!("{other:?}"),
    };
    for (quick, slow) in [
        ("suppose min(S) = 3", "suppose min(S) = 3 and max(S) <= 13"),
        ("", "suppose max(S) <= 13"),
    ] {
        let shown = number(count(quick, 0));
        assert_eq!(shown, number(count(slow, 0)));
        let sets = shown.split([' ', ',']).nth(2).unwrap().parse().unwrap();
        assert_eq!(count(quick, sets).kind(), Expected::Proved);
        assert_eq!(count(slow, sets).kind(), Expected::Proved);
        assert_eq!(count(slow, sets + 1).kind(), Expected::Refuted);
    }
}

#[test]
fn sums_of_heaps_are_won_as_they_are_played() {
    use sprague_value::{Arena, Plain};
    use std::rc::Rc;
    // A heap as a tree, with 1 and -1 for stuck heaps won by Left and by Right.
    fn tree(set: &[usize], heap: usize) -> Rc<Plain> {
        let options: Vec<Rc<Plain>> =
            set.iter().filter(|&&s| s <= heap).map(|&s| tree(set, heap - s)).collect();
        let zero = Plain::new(vec![], vec![]);
        match (options.is_empty(), heap % 2) {
            (false, _) => Plain::new(options.clone(), options),
            (true, 0) => Plain::new(vec![zero], vec![]),
            (true, _) => Plain::new(vec![], vec![zero]),
        }
    }
    let mut arena = Arena::new();
    for (set, list) in [(vec![2, 3], "2,3"), (vec![2, 3, 6], "2,3,6"), (vec![3, 4], "3,4")] {
        for shift in 1..5 {
            for n in 0..9usize {
                let high = tree(&set, n + shift).value(&mut arena).unwrap();
                let low = tree(&set, n).value(&mut arena).unwrap();
                let truly = arena.outcome_of_difference(high, low);
                let game = format!("game lr-nim({list})\n");
                let sum = format!("value [n + {shift}] - [n]");
                let right = format!("{game}{sum} is {truly} if n = {n}\ncheck to 12");
                let verdict = judge(&claim(&right), &task()).verdict;
                assert!(!matches!(verdict, Verdict::Refuted { .. }), "{right}: {verdict:?}");
                let wrong = format!("{game}{sum} is not {truly} if n = {n}\ncheck to 12");
                let verdict = judge(&claim(&wrong), &task()).verdict;
                assert!(
                    matches!(&verdict, Verdict::Refuted { witness, accepted: Some(_), .. } if witness.piles() == [n as u32]),
                    "{wrong}: {verdict:?}"
                );
            }
        }
    }
}

#[test]
fn periods_of_values_are_checked_by_playing() {
    let accepts = |text: &str, evidence: ValuesEvidence| {
        let claim = claim(text);
        let evidence = Evidence::Values(evidence);
        let (claim, games) = (claim.text.clone(), claim.games.clone());
        accept(Certificate { claim, games, evidence }, &task()).is_ok()
    };
    let right = "game lr-nim(2,3)\nvalue [n + 5] - [n] is P if n >= 5";
    let wrong = "game lr-nim(2,3)\nvalue [n + 5] - [n] is P if n >= 1";
    let keeps = "game lr-nim(2,3)\nvalue [n] keeps the outcome";
    let irregular = "game lr-nim(2,3)\nvalue [n] is not regular";
    for text in [right, keeps] {
        assert!(matches!(verdict(text), Verdict::Proved(_)), "{text}");
    }
    for text in [wrong, irregular] {
        let refuted = verdict(text);
        assert!(matches!(&refuted, Verdict::Refuted { accepted: Some(_), .. }), "{refuted:?}");
    }
    for preperiod in 0..12 {
        for period in 0..12 {
            let is = preperiod >= 5 && period > 0 && period % 5 == 0;
            let periodic = ValuesEvidence::Periodic { preperiod, period };
            let regular = ValuesEvidence::Regular { preperiod, period };
            assert_eq!(accepts(right, periodic.clone()), is, "{preperiod}, {period}");
            assert_eq!(accepts(keeps, periodic.clone()), is, "{preperiod}, {period}");
            assert_eq!(accepts(irregular, regular.clone()), is, "{preperiod}, {period}");
            assert!(!accepts(wrong, periodic.clone()) && !accepts(irregular, periodic));
            assert!(!accepts(right, regular));
        }
    }
    for n in 0..30 {
        let at = ValuesEvidence::Counterexample(n);
        assert!(!accepts(right, at.clone()) && !accepts(keeps, at.clone()));
        assert_eq!(accepts(wrong, at), [1, 3, 4].contains(&n), "{n}");
    }
    let far = ValuesEvidence::Periodic { preperiod: u32::MAX, period: u32::MAX };
    assert!(!accepts(right, far) && !accepts(right, ValuesEvidence::Counterexample(u32::MAX)));
}

#[test]
fn work_that_is_too_much_or_not_wanted_ends() {
    let text = "game lr-nim(S)\nfamily S within 2..20\nwhenever R at n: L at n - 1";
    let few = Task::new(Limits { steps: 2_000_000, ..Limits::default() });
    let first = judge(&claim(text), &few).verdict;
    let Verdict::Holds { region, .. } = &first else { panic!("{first:?}") };
    for _ in 0..3 {
        let few = Task::new(Limits { steps: 2_000_000, ..Limits::default() });
        let Verdict::Holds { region: again, .. } = judge(&claim(text), &few).verdict else {
            panic!("{text}")
        };
        assert_eq!(*region, again);
    }
    let task = task();
    task.cancel().store(true, std::sync::atomic::Ordering::Relaxed);
    let begun = std::time::Instant::now();
    assert_eq!(judge(&claim(text), &task).verdict.kind(), Expected::Undecided);
    assert!(begun.elapsed().as_secs() < 1);
}
