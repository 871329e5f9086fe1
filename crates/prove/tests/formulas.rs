//! Formulas: what is proved is so number by number, what is broken is wrong there, and nim-sets are those of all partitions.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use sprague_claim::formula::heaps::Heaps;
use sprague_claim::formula::plain::Scene;
use sprague_claim::formula::prove::{Proof, Prover};
use sprague_claim::formula::sets::Sets;
use sprague_claim::{Claim, Expected, Limits, Statement, Verdict, judge, parse_claims};
use sprague_rules::random;
use sprague_solve::{Budget, Watch};

/// Random numbers below a bound.
struct Dice(random::Dice);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(random::Dice::new(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.roll(bound as u64) as usize
    }
}

fn claim(lines: &str) -> Claim {
    let text = format!("claim \"it\"\n{lines}\n");
    parse_claims("it.claim", &text).unwrap_or_else(|e| panic!("{text}\n{e}")).remove(0)
}

fn verdict(lines: &str) -> Verdict {
    judge(&claim(lines), &Limits::default()).verdict
}

/// All partitions of n into so many parts, none smaller than the least.
fn partitions(n: u32, parts: u32, least: u32) -> Vec<Vec<u32>> {
    if parts == 1 {
        return if n >= least { vec![vec![n]] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for first in least..=n / parts {
        for mut rest in partitions(n - first, parts - 1, first) {
            rest.push(first);
            all.push(rest);
        }
    }
    all
}

/// Nim-values of CUT from the definition.
fn values(cuts: &[u32], to: u32) -> Vec<u32> {
    let mut values = vec![0, 0];
    for n in 2..=to {
        let options = cuts.iter().flat_map(|cut| partitions(n, cut + 1, 1));
        let reached: BTreeSet<u32> =
            options.map(|o| o.iter().fold(0, |sum, &h| sum ^ values[h as usize])).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn written(set: &BTreeSet<u32>) -> String {
    let members: Vec<String> = set.iter().map(|member| member.to_string()).collect();
    format!("{{{}}}", members.join(","))
}

fn random_cuts(dice: &mut Dice) -> Vec<u32> {
    let cuts: BTreeSet<u32> = (0..1 + dice.below(3)).map(|_| 1 + dice.below(7) as u32).collect();
    cuts.into_iter().collect()
}

#[test]
fn nim_sets_are_the_values_of_all_partitions() {
    let mut dice = Dice::new(5);
    for _ in 0..25 {
        let cuts = random_cuts(&mut dice);
        let game: Vec<String> = cuts.iter().map(|cut| cut.to_string()).collect();
        let (to, parts) = (16, 1 + dice.below(4) as u32);
        let values = values(&cuts, to);
        let modulus = 2 + dice.below(3) as u32;
        let fits = |h: u32| h % modulus == 1;
        for (bar, wanted) in
            [("", None), (" | all fits", Some(true)), (" | not all fits", Some(false))]
        {
            let of = |n: u32| -> BTreeSet<u32> {
                let all = partitions(n, parts, 1).into_iter();
                let kept =
                    all.filter(|p| wanted.is_none_or(|all| p.iter().all(|&h| fits(h)) == all));
                kept.map(|p| p.iter().fold(0, |sum, &h| sum ^ values[h as usize])).collect()
            };
            let mut sets: Vec<BTreeSet<u32>> = (1..=to).map(of).collect();
            let lines = |sets: &[BTreeSet<u32>]| {
                let list: Vec<String> = sets.iter().map(written).collect();
                format!(
                    "game cut({})\ndefine fits(h) = h mod {modulus} = 1\nformula list N(n, {parts}{bar}) from n = 1: {}",
                    game.join(","),
                    list.join(", ")
                )
            };
            let right = verdict(&lines(&sets));
            assert_eq!(right.kind(), Expected::Proved, "{}: {right:?}", lines(&sets));
            // One member more or less is noticed, and where.
            let (place, member) = (dice.below(to as usize), dice.below(5) as u32);
            if !sets[place].remove(&member) {
                sets[place].insert(member);
            }
            let Verdict::Refuted { witness, .. } = verdict(&lines(&sets)) else {
                panic!("not seen")
            };
            assert_eq!(witness.piles(), [place as u32 + 1]);
        }
    }
}

/// What the prover says of a claim's only sentence, and whether the sentence is so at a tuple.
struct Trial {
    claim: Claim,
    heaps: Heaps,
}

impl Trial {
    fn new(lines: &str) -> Trial {
        let claim = claim(lines);
        let (budget, watch) = (Budget::default(), Watch::new(None));
        let heaps = Heaps::new(&claim.ruleset, 2000, budget, watch);
        Trial { claim, heaps }
    }

    fn proof(&mut self) -> Proof {
        let Statement::Formula(formula) = &self.claim.statement else { panic!("a formula") };
        let deadline = Instant::now() + Duration::from_secs(20);
        let budget = sprague_automata::Budget::default();
        let (definitions, globals) = (&formula.definitions[..], &[][..]);
        let (heaps, sets) = (&mut self.heaps, &mut Sets::new(budget));
        Prover { definitions, globals, heaps, sets, deadline }.prove(&formula.sentences[0])
    }

    fn is_so(&mut self, tuple: &[i64]) -> bool {
        let Statement::Formula(formula) = &self.claim.statement else { panic!("a formula") };
        let sentence = &formula.sentences[0];
        let mut scene =
            Scene { definitions: &formula.definitions, globals: &[], heaps: &mut self.heaps };
        let spoken = sentence.condition.as_ref().is_none_or(|c| scene.truth(c, tuple) == Ok(true));
        !spoken || scene.truth(&sentence.says, tuple) == Ok(true)
    }

    /// A proof is right on a box of tuples; a break is one.
    fn agrees(&mut self, boxed: &[Vec<i64>], about: &str) -> Option<bool> {
        match self.proof() {
            Proof::Complete { .. } => {
                for tuple in boxed {
                    assert!(self.is_so(tuple), "{about}\nproved, but not so at {tuple:?}");
                }
                Some(true)
            }
            Proof::Broken(tuple) => {
                assert!(!self.is_so(&tuple), "{about}\nbroken at {tuple:?}, where it is so");
                Some(false)
            }
            Proof::None(_) => None,
        }
    }
}

/// A random number made of n and m.
fn number(dice: &mut Dice, depth: usize) -> String {
    let small = |dice: &mut Dice| 1 + dice.below(6);
    if depth == 0 {
        return match dice.below(4) {
            0 => small(dice).to_string(),
            1 => "m".to_string(),
            _ => "n".to_string(),
        };
    }
    let inner = number(dice, depth - 1);
    match dice.below(9) {
        0 => format!("({inner} + {})", number(dice, depth - 1)),
        1 => format!("({inner} mod {})", small(dice)),
        2 => format!("({inner} / {})", small(dice)),
        3 => format!("({} * {inner})", small(dice)),
        4 => format!("(if {} then {inner} else {inner} + {})", truth(dice, depth - 1), small(dice)),
        5 => format!("G({inner} + 1)"),
        6 => format!("xor({inner}, {})", dice.below(3)),
        7 => format!("max({inner}, {})", small(dice)),
        _ => inner,
    }
}

fn truth(dice: &mut Dice, depth: usize) -> String {
    let (a, b) = (number(dice, depth), number(dice, depth));
    match dice.below(5) {
        0 => format!("{a} = {b}"),
        1 => format!("{a} < {b}"),
        2 => format!("odd({a})"),
        3 => format!("({a} <= {b} or even({b}))"),
        _ => format!("{a} <= {b} + {}", dice.below(9)),
    }
}

#[test]
fn what_is_proved_of_numbers_is_so() {
    let mut dice = Dice::new(11);
    let boxed: Vec<Vec<i64>> = (0..40).flat_map(|n| (1..40).map(move |m| vec![n, m])).collect();
    let (mut proved, mut broken, mut open) = (0, 0, 0);
    for _ in 0..600 {
        let game = ["cut(1,4)", "cut(1,2,4)", "kayles", "cut(2,3)"][dice.below(4)];
        let lines = format!(
            "game {game}\nformula {} for n >= 0, m >= 1 where {}",
            truth(&mut dice, 2),
            truth(&mut dice, 1)
        );
        match Trial::new(&lines).agrees(&boxed, &lines) {
            Some(true) => proved += 1,
            Some(false) => broken += 1,
            None => open += 1,
        }
    }
    assert!(proved >= 30 && broken >= 100, "{proved} proved, {broken} broken, {open} open");
}

#[test]
fn what_is_proved_of_nim_sets_is_so() {
    let mut dice = Dice::new(23);
    let (mut proved, mut broken) = (0, 0);
    for _ in 0..150 {
        let cuts = ["1,4", "1,2,4", "1,3,4", "2,3", "1,4,6"][dice.below(5)];
        let bars = ["", "", " | all small", " | not all small"];
        let set = |dice: &mut Dice, parts: &str| {
            let bar = bars[dice.below(4)];
            let added = ["", " xor 1", " xor 2"][dice.below(3)];
            let more = ["", " + 1", " + 2"];
            format!("N(n{}, {parts}{}{bar}){added}", more[dice.below(3)], more[dice.below(2)])
        };
        let parts = 1 + dice.below(4);
        let (named, range) = match dice.below(2) {
            0 => ("p".to_string(), format!(", p >= {parts}")),
            _ => (parts.to_string(), String::new()),
        };
        let relation = ["within", "="][dice.below(2)];
        let modulus = [2, 3, 4, 8][dice.below(4)];
        let lines = format!(
            "game cut({cuts})\ndefine small(h) = h mod {modulus} < 2 or h = 3\nformula {} {relation} {} for n >= 1{range}",
            set(&mut dice, &named),
            set(&mut dice, &named)
        );
        let sizes = 1..70;
        let boxed: Vec<Vec<i64>> = match range.is_empty() {
            true => sizes.map(|n| vec![n]).collect(),
            false => sizes.flat_map(|n| (0..3).map(move |i| vec![n, parts as i64 + i])).collect(),
        };
        match Trial::new(&lines).agrees(&boxed, &lines) {
            Some(true) => proved += 1,
            Some(false) => broken += 1,
            None => {}
        }
    }
    assert!(proved >= 5 && broken >= 50, "{proved} proved, {broken} broken");
}

#[test]
fn claims_for_many_games_are_judged_game_by_game() {
    let kind = |lines: &str| verdict(lines).kind();
    // Table 1 of the paper, and what is beside it.
    let rows = "game cut(C)\nfamily C within 2..6\nsequence";
    assert_eq!(kind(&format!("{rows} (0)^{{min(C)}}(+1)")), Expected::Proved);
    assert_eq!(kind(&format!("{rows} (0)^{{max(C)}}(+1)")), Expected::Refuted);
    let theorem = "(2,3)^c,1,4,(5,4)^{c-1},(3,2)^c(4,5)^c(6,7)^c(+8)";
    let lines = |c: &str| format!("game cut(1,2c)\nfor c in {c}\nsequence (0,1)^c{theorem}");
    assert_eq!(kind(&lines("2..5")), Expected::Proved);
    let Verdict::Refuted { shown, .. } = verdict("game cut(1,c)\nfor c in 3..5\nsequence (0,1)")
    else {
        panic!("not refuted")
    };
    assert!(shown.starts_with("cut(1,4)"), "{shown}");
    assert_eq!(kind("game cut(1,c)\nfor c in 2..4\nregular\ncheck to 300"), Expected::Holds);
    assert_eq!(
        kind("game cut(C)\nfamily C within 2..4\nsuppose 1 in C\nregular"),
        Expected::Undecided
    );
    // Nothing is spoken of: nothing is proved.
    let nothing = "game cut(1,4)\nformula G(n) = 99 for n >= 1 where n < 0";
    assert_eq!(kind(nothing), Expected::Undecided);
}

#[test]
fn bad_formulas_are_pointed_at() {
    // The lines, the text under the caret, a part of the message.
    let rows = [
        ("game cut(1,4)\nformula G(q) = 1 for n >= 1", "q", "nothing says what q is"),
        (
            "game cut(1,4)\nformula G(n) = {1} for n >= 1",
            "{1}",
            "a number is wanted here, not a set",
        ),
        ("game cut(1,4)\nformula G(n) for n >= 1", "G(n)", "a condition is wanted"),
        ("game cut(1,4)\nformula H(n) = 1 for n >= 1", "H", "H is not known"),
        (
            "game cut(1,4)\nformula N(n, 2 | all big) = {} for n >= 1",
            "big",
            "no condition on one number",
        ),
        ("game cut(1,4)\nformula G(n) = 1 for n > 1", ">", "expected `>= 1`, or `in 4..7`"),
        ("game cut(1,4)\nformula G(n) = 1 for n >= 1, n >= 2", "n", "stands for something already"),
        ("game cut(1,4)\ndefine G(n) = n\nformula G(1) = 1", "G", "has a meaning already"),
        ("game cut(1,4)\nfor k in 1..2\nsequence (0)", "k in 1..2", "no such name is in the game"),
        ("game cut(1,2c)\nfor c >= 2\nregular", "c >= 2", "needs a range"),
        ("game cut(1,4)\nregular indeed", "indeed", "nothing follows"),
        ("game cut(C)\nfamily C within 1..4\nsuppose D = C\nregular", "C", "is wanted here"),
    ];
    for (lines, under, message) in rows {
        let text = format!("claim \"it\"\n{lines}\n");
        let found = parse_claims("it.claim", &text).expect_err(lines).complaint;
        assert!(found.message.contains(message), "{lines}: {}", found.message);
        assert_eq!(&text[found.span], under, "{lines}: {}", found.message);
    }
}
