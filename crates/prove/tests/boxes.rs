//! Periodic boxes as a prover: their steps against the interpreter of rules, their verdicts against the plain recursion and
//! against automata, on random games and random claims, right ones and wrong ones.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sprague_automata::Budget;
use sprague_automata::boxes::{System, Table, kernel};
use sprague_claim::board::Board;
use sprague_claim::check::readings;
use sprague_claim::prove::{self, Proof};
use sprague_claim::steps::{steps, tokens};
use sprague_claim::text::{Meaning, Subject};
use sprague_claim::{Claim, Limits, Statement, Verdict, boxes, judge, parse_claims};
use sprague_rules::random::Dice;
use sprague_rules::{Options, Outcome, Player, Ruleset, parse_ruleset};
use sprague_solve::Reference;

fn tuples(numbers: usize, most: u64) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..numbers {
        let longer = |head: Vec<u64>| (0..=most).map(move |n| [head.clone(), vec![n]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

fn position(board: Board, tuple: &[u64]) -> Vec<u32> {
    let wide: Vec<u128> = tuple.iter().map(|&n| n.into()).collect();
    board.position(&wide).unwrap()
}

/// Do the steps from every tuple lead to the options of its position, and to nothing else?
fn same_options(ruleset: &Ruleset, board: Board, most: u64) {
    let steps = steps(ruleset, board).unwrap();
    let options = Options::new(ruleset);
    for tuple in tuples(board.numbers(), most) {
        let here = position(board, &tuple);
        let reached = steps.iter().filter_map(|step| step.target(&tuple));
        let reached: BTreeSet<Vec<u32>> = reached.map(|to| position(board, &to)).collect();
        let truly: BTreeSet<Vec<u32>> = options.list(&here, Player::Left).into_iter().collect();
        assert_eq!(reached, truly, "{} {board:?} at {tuple:?}", ruleset.expression);
    }
}

#[test]
fn steps_lead_to_the_options() {
    for game in ["ooooob-b", "ooooob-c", "misere ooooob-b"] {
        let ruleset = parse_ruleset(game).unwrap();
        for (count, most) in [(1, 9), (2, 6), (3, 4), (4, 3), (5, 2)] {
            same_options(&ruleset, Board::Piles(count), most);
            same_options(&ruleset, Board::Counts(count), most);
        }
        for (sizes, piles) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)] {
            same_options(&ruleset, Board::Mixed { sizes, piles }, 3);
        }
    }
    for seed in 0..60 {
        let ruleset = constant_moves(&mut Dice::new(seed));
        same_options(&ruleset, Board::Counts(3), 3);
        same_options(&ruleset, Board::Counts(4), 2);
    }
}

/// A game whose moves take constant amounts.
fn constant_moves(dice: &mut Dice) -> Ruleset {
    let texts = [
        "take 1 from one pile",
        "take 2 from one pile",
        "take k in {1, 3} from one pile",
        "take 1 from each of two piles",
        "take 2 from each of two piles",
        "take 1 from each of 2 to 3 piles",
        "take 1 from one pile and 2 from another pile",
        "take 1 from each pile",
        "take 2 from each pile",
        "take 1 from one pile a where a != 2",
    ];
    let moves: String =
        (0..1 + dice.roll(3)).map(|_| format!("  move {}\n", dice.pick(&texts))).collect();
    let text = format!("game own\n  \"A game.\"\n  piles any\n{moves}");
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("sprague-boxes-{}-{number}.game", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).unwrap();
    let ruleset = parse_ruleset(path.to_str().unwrap()).unwrap();
    std::fs::remove_file(&path).unwrap();
    ruleset
}

/// A claim about the ruleset in place of the one its text names.
fn claim_about(ruleset: &Ruleset, text: &str) -> Claim {
    let text = format!("claim \"random\"\n  game ooooob-b\n{text}\n");
    let mut claim =
        parse_claims("random", &text).unwrap_or_else(|e| panic!("{text}\n{e}")).remove(0);
    claim.ruleset = ruleset.clone();
    claim
}

/// Is the claim wrong at these numbers?
fn wrong(
    claim: &Claim,
    at: &[u32],
    numbers: &[i64],
    outcome: &mut dyn FnMut(&[u32]) -> Outcome,
) -> bool {
    if !claim.suppose.holds(numbers) {
        return false;
    }
    match &claim.statement {
        Statement::Exactly(Meaning::P(condition)) => {
            condition.holds(numbers) != (outcome(at) == Outcome::P)
        }
        Statement::If { outcome: stated, condition } => {
            condition.holds(numbers) && outcome(at) != *stated
        }
        Statement::Strategy { from, to } => {
            let options = Options::new(&claim.ruleset).list(at, Player::Left);
            let mut reached = options
                .iter()
                .filter(|o| outcome(o) == Outcome::P)
                .flat_map(|o| all_readings(claim, o));
            from.holds(numbers) && !reached.any(|numbers| to.holds(&numbers))
        }
        Statement::Adding(piles) => {
            let mut more = [at, piles].concat();
            more.sort_unstable();
            outcome(at) != outcome(&more)
        }
        _ => panic!("not compared here"),
    }
}

/// The counts of any position with small piles, also of those that the claim leaves out.
fn all_readings(claim: &Claim, position: &[u32]) -> Vec<Vec<i64>> {
    match &claim.subject {
        Subject::Board { board: Board::Counts(most), .. } => {
            let count = |size: u32| position.iter().filter(|&&n| n == size).count() as i64;
            vec![(1..=*most as u32).map(count).collect()]
        }
        Subject::Board { board: Board::Piles(count), .. } => {
            let gone = std::iter::repeat_n(0, count - position.len());
            vec![gone.chain(position.iter().map(|&n| i64::from(n))).collect()]
        }
        _ => readings(claim, position),
    }
}

fn truth(ruleset: &Ruleset) -> impl FnMut(&[u32]) -> Outcome {
    let mut reference = Reference::new(ruleset);
    let mut known: HashMap<Vec<u32>, Outcome> = HashMap::new();
    move |position: &[u32]| match known.get(position) {
        Some(outcome) => *outcome,
        None => {
            let outcome = reference.outcome(position);
            known.insert(position.to_vec(), outcome);
            outcome
        }
    }
}

/// The P-positions of a table as a condition, with one class more or less if `flip`.
fn as_condition(table: &Table, flip: Option<usize>) -> String {
    let sides = table.shape.sides();
    let mut cases = vec!["never".to_string()];
    for (number, &value) in table.values.iter().enumerate() {
        if (value == 1) == (flip == Some(number)) {
            continue;
        }
        let mut rest = number as u64;
        let parts = sides.iter().enumerate().map(|(i, &side)| {
            let (x, t, p) = (rest % side, table.shape.thresholds[i], table.shape.periods[i]);
            rest /= side;
            match x < t {
                true => format!("a{} = {x}", i + 1),
                false => format!("a{0} >= {x} and a{0} mod {p} = {1}", i + 1, x % p),
            }
        });
        cases.push(parts.collect::<Vec<_>>().join(" and "));
    }
    cases.join(" or ")
}

/// What the boxes say of the claim, seen to be right on all counts up to `most`; and the same as what automata say.
fn seen_right(claim: &Claim, most: u64, found: &mut [usize; 3]) {
    let limits = Limits { states: 3_000, ..Limits::default() };
    let deadline = || Instant::now() + Duration::from_secs(5);
    let Ok(proof) = boxes::prove(claim, &limits, deadline(), &mut Vec::new()) else {
        found[2] += 1;
        return;
    };
    let Subject::Board { board, .. } = &claim.subject else { panic!("a board") };
    let ruleset = claim.ruleset.clone();
    let mut outcome = truth(&ruleset);
    match &proof {
        Proof::Complete { .. } => {
            found[0] += 1;
            for tuple in tuples(board.numbers(), most) {
                let at = position(*board, &tuple);
                for numbers in readings(claim, &at) {
                    let broken = wrong(claim, &at, &numbers, &mut outcome);
                    assert!(
                        !broken,
                        "{:?} is called proved, but not so at {at:?}",
                        claim.statement
                    );
                }
            }
        }
        Proof::Broken { at } => {
            found[1] += 1;
            let broken = readings(claim, at).iter().any(|n| wrong(claim, at, n, &mut outcome));
            assert!(broken, "{:?} is not broken at {at:?}", claim.statement);
        }
        Proof::Apart { .. } => panic!("nothing was said of two positions"),
    }
    // Automata learn what is left open from a table, which takes its time: some of the claims will do.
    if !found.iter().sum::<usize>().is_multiple_of(6) {
        return;
    }
    let soon = Instant::now() + Duration::from_millis(300);
    if let Ok(other) = prove::prove(claim, &limits, soon, &mut Vec::new()) {
        let complete = |proof: &Proof| matches!(proof, Proof::Complete { .. });
        assert_eq!(complete(&proof), complete(&other), "{:?}", claim.statement);
    }
}

#[test]
fn boxes_agree_with_the_recursion_and_with_automata() {
    let mut found = [0; 3];
    for seed in 0..8 {
        let mut dice = Dice::new(1000 + seed);
        let ruleset = constant_moves(&mut dice);
        let board = Board::Counts(2);
        let system = System {
            steps: steps(&ruleset, board).unwrap(),
            weights: tokens(board),
            bounded: vec![],
            rule: kernel,
        };
        let Ok(Some(table)) = system.search(&[2, 3, 4, 6], 300, &Budget::default()) else {
            continue;
        };
        let flip = dice.roll(table.values.len() as u64) as usize;
        let number = |dice: &mut Dice| dice.roll(4).to_string();
        let mut conditions = vec![as_condition(&table, None)];
        conditions.push(as_condition(&table, Some(flip)));
        let (x, y, z) = (number(&mut dice), number(&mut dice), number(&mut dice));
        conditions.push(format!("(a1 + {x}*a2) mod 3 = {y} and a2 >= {z}"));
        conditions.push(format!("even(a1) and a2 != {x} or 2*a1 + a2 <= {y}"));
        for condition in conditions {
            for said in ["P iff", "P if", "N if", "N iff"] {
                let text =
                    format!("  counts a1, a2\n  suppose a1 + a2 >= {z}\n  {said} {condition}");
                seen_right(&claim_about(&ruleset, &text), 9, &mut found);
            }
            let text =
                format!("  counts a1, a2\n  strategy from not ({condition}) move to {condition}");
            seen_right(&claim_about(&ruleset, &text), 9, &mut found);
        }
        seen_right(
            &claim_about(&ruleset, "  counts a1, a2\n  adding 1,1 keeps the outcome"),
            9,
            &mut found,
        );
    }
    assert!(found[0] > 10 && found[1] > 30, "{found:?}");
}

#[test]
fn boxes_on_piles_agree_with_the_recursion_and_with_automata() {
    let mut found = [0; 3];
    for game in ["ooooob-b", "ooooob-c", "misere ooooob-b"] {
        let ruleset = parse_ruleset(game).unwrap();
        let mut dice = Dice::new(7);
        for _ in 0..8 {
            let entry = |dice: &mut Dice| dice.pick(&["e2", "o1", "o3", "1", "2", ">=2", "*"]);
            let (x, y, z) = (entry(&mut dice), entry(&mut dice), entry(&mut dice));
            let said = dice.pick(&["P iff", "P if", "N if"]);
            let text = format!("  piles a <= b <= c\n  {said} [{x}, {y}, {z}] or odds = 0");
            seen_right(&claim_about(&ruleset, &text), 5, &mut found);
        }
        for text in [
            "  piles a <= b <= c\n  P if odds = 0",
            "  piles a <= b <= c\n  N if odds = 1 and total > 4",
            "  piles a <= b\n  adding 1,1 keeps the outcome",
            "  piles a <= b\n  adding 2,2 keeps the outcome",
            "  piles a <= b\n  suppose b - a >= 1\n  adding 1,3 keeps the outcome",
            "  piles a <= b <= c\n  strategy from odds = 1 move to odds = 0",
            "  piles a <= b <= c\n  strategy from odds = 2 move to smallest = 1 and odd(c)",
            "  piles a <= b <= c\n  strategy from odds = 2 move to a = 1 and odd(c)",
            "  piles a <= b <= c\n  strategy from odds = 2 move to evens >= 1 or b > 3",
        ] {
            seen_right(&claim_about(&ruleset, text), 5, &mut found);
        }
    }
    assert!(found[0] >= 6 && found[1] > 10, "{found:?}");
}

#[test]
fn claims_on_any_number_of_piles_agree_with_the_recursion() {
    let texts = [
        ("P if odds = 0", true),
        ("P if odds = 1", false),
        ("N if odds = 1", true),
        ("N if odds = 1 or smallest = 3", false),
        ("P iff odds = 0 or smallest = 1 and odds = 2", false),
        ("N if count = 2 and odds = 2 and second >= 3", true),
        ("N if total mod 2 = 1 and count <= 2", true),
        ("N if total mod 3 = 1", false),
        ("adding 1,1 keeps the outcome", true),
        ("adding 3,3 keeps the outcome", false),
        ("strategy from odds = 1 move to odds = 0", true),
        ("strategy from odds = 1 move to odds = 0 and smallest >= 2", false),
    ];
    let ruleset = parse_ruleset("ooooob-b").unwrap();
    let mut outcome = truth(&ruleset);
    for (said, right) in texts {
        let claim = claim_about(&ruleset, &format!("  piles 1..5\n  {said}"));
        let verdict = judge(&claim, &Limits::default()).verdict;
        match &verdict {
            Verdict::Proved { .. } => assert!(right, "{said}"),
            Verdict::Refuted { witness, .. } => {
                assert!(!right, "{said}");
                let witness = witness.piles();
                let numbers = readings(&claim, witness);
                assert!(
                    numbers.iter().any(|n| wrong_any(&claim, witness, n, &mut outcome)),
                    "{said}"
                );
            }
            other => panic!("{said}: {other:?}"),
        }
        let all = claim_about(&ruleset, &format!("  piles any\n  {said}\n  check to 6 piles of 7"));
        let verdict = judge(&all, &Limits::default()).verdict;
        assert_eq!(matches!(verdict, Verdict::Refuted { .. }), !right, "{said}: {verdict:?}");
    }
}

fn wrong_any(
    claim: &Claim,
    at: &[u32],
    numbers: &[i64],
    outcome: &mut dyn FnMut(&[u32]) -> Outcome,
) -> bool {
    if let Statement::Strategy { from, to } = &claim.statement {
        let options = Options::new(&claim.ruleset).list(at, Player::Left);
        let good = |o: &Vec<u32>, outcome: &mut dyn FnMut(&[u32]) -> Outcome| {
            outcome(o) == Outcome::P && to.holds(&sprague_claim::any::features(o))
        };
        return from.holds(numbers) && !options.iter().any(|o| good(o, outcome));
    }
    wrong(claim, at, numbers, outcome)
}

/// A table of too few sizes must not prove anything: what repeats must be seen to.
#[test]
fn outcomes_of_version_c_do_not_repeat_in_sizes() {
    let ruleset = parse_ruleset("ooooob-c").unwrap();
    let claim = claim_about(&ruleset, "  piles 1..4\n  N if odds = 1\n  check to 4 piles of 9");
    let verdict = judge(&claim, &Limits::default()).verdict;
    assert!(matches!(verdict, Verdict::Holds { .. }), "{verdict:?}");
}
