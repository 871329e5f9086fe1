//! Periodic boxes as a prover: their steps against the interpreter of rules, their verdicts against the plain recursion, on
//! random games and random claims, right ones and wrong ones; and the checker, which must accept every box that is found,
//! and none for a claim that is false.

use std::collections::{BTreeSet, HashMap};

use sprague_arithmetic::{steps, tokens};
use sprague_automata::Budget;
use sprague_automata::boxes::{System, Table, kernel};
use sprague_certificate::{BoardEvidence, Certificate, Evidence, PeriodicBox};
use sprague_claim::claim::OnBoard;
use sprague_claim::meaning::{Demand, with_piles};
use sprague_claim::{About, Board, Claim, parse_claims_with};
use sprague_prove::prove::Proof;
use sprague_prove::{Limits, Task, Verdict, boxes, judge};
use sprague_rules::random::Dice;
use sprague_rules::{Options, Outcome, Player, Ruleset, parse_ruleset};
use sprague_solve::Reference;
use sprague_verify::accept;

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
        let game = constant_moves(&mut Dice::new(seed));
        let ruleset = claim_about(&game, "  counts a1\n  P if never").ruleset().clone();
        same_options(&ruleset, Board::Counts(3), 3);
        same_options(&ruleset, Board::Counts(4), 2);
    }
}

/// A game whose moves take constant amounts.
fn constant_moves(dice: &mut Dice) -> String {
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
    format!("game own\n  \"A game.\"\n  piles any\n{moves}")
}

/// A claim about a game that is given by its text.
fn claim_about(game: &str, text: &str) -> Claim {
    let text = format!("claim \"random\"\n  game ./own.game\n{text}\n");
    let games = [("./own.game".to_string(), game.to_string())];
    match parse_claims_with("random", &text, &games) {
        Ok(mut claims) => claims.remove(0),
        Err(error) => panic!("{text}\n{error}"),
    }
}

/// A claim about a game of the catalogue.
fn claim_of(game: &str, text: &str) -> Claim {
    let text = format!("claim \"it\"\n  game {game}\n{text}\n");
    match parse_claims_with("test", &text, &[]) {
        Ok(mut claims) => claims.remove(0),
        Err(error) => panic!("{text}\n{error}"),
    }
}

fn board_of(claim: &Claim) -> &OnBoard {
    match &claim.about {
        About::Board(on) => on,
        _ => panic!("not about a board"),
    }
}

/// Is what is demanded of the position not so?
fn unfulfilled(
    demand: Demand,
    at: &[u32],
    targets: impl Fn(&sprague_claim::Condition) -> Vec<Vec<u32>>,
    outcome: &mut dyn FnMut(&[u32]) -> Outcome,
) -> bool {
    match demand {
        Demand::Nothing => false,
        Demand::Outcome(stated) => outcome(at) != stated,
        Demand::NimValue(_) => panic!("not compared here"),
        Demand::Move(to) => !targets(&to).iter().any(|option| outcome(option) == Outcome::P),
        Demand::Same(piles) => outcome(at) != outcome(&with_piles(at, &piles)),
    }
}

/// Is the claim wrong at this position?
fn wrong(on: &OnBoard, at: &[u32], outcome: &mut dyn FnMut(&[u32]) -> Outcome) -> bool {
    let mut is_lost = |_: &[u32]| Err(());
    on.readings(at).iter().any(|numbers| {
        let demand = on.demand(at, numbers, &mut is_lost).unwrap();
        unfulfilled(demand, at, |to| on.targets(at, to), outcome)
    })
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

fn certificate(claim: &Claim, periodic: &PeriodicBox) -> Certificate {
    let evidence = Evidence::Board(BoardEvidence::Box(periodic.clone()));
    Certificate { claim: claim.text.clone(), games: claim.games.clone(), evidence }
}

/// What the boxes say of the claim, seen to be right on all tuples up to `most`; the checker accepts what is proved, from its
/// text too, and nothing of what is broken.
fn seen_right(claim: &Claim, most: u64, found: &mut [usize; 3]) {
    let on = board_of(claim);
    let task = Task::new(Limits { states: 3_000, ..Limits::default() });
    let Ok(proof) = boxes::prove(claim, on, &task, &mut Vec::new()) else {
        found[2] += 1;
        return;
    };
    let mut outcome = truth(&on.ruleset);
    match &proof {
        Proof::Boxed { periodic, .. } => {
            found[0] += 1;
            for tuple in tuples(on.board.numbers(), most) {
                let at = position(on.board, &tuple);
                let broken = wrong(on, &at, &mut outcome);
                assert!(!broken, "called proved, but not so at {at:?}:\n{}", claim.text);
            }
            let certificate = certificate(claim, periodic);
            let read = Certificate::read(&certificate.write()).unwrap();
            assert_eq!(read.evidence, certificate.evidence);
            let accepted = accept(read, &Task::default());
            assert!(accepted.is_ok(), "{:?}\n{}", accepted.err(), certificate.write());
        }
        Proof::Broken { at, .. } => {
            found[1] += 1;
            assert!(wrong(on, at, &mut outcome), "not broken at {at:?}:\n{}", claim.text);
            let numbers = on.whole().numbers();
            for (threshold, period) in [(1, 1), (2, 2), (5, 2), (4, 6), (7, 12)] {
                let shape = || (vec![threshold; numbers], vec![period; numbers]);
                let ((thresholds, periods), (claim_thresholds, claim_periods)) = (shape(), shape());
                let forged = PeriodicBox { thresholds, periods, claim_thresholds, claim_periods };
                let accepted = accept(certificate(claim, &forged), &Task::default());
                assert!(accepted.is_err(), "a false claim is accepted:\n{}", claim.text);
            }
        }
        Proof::Apart { .. } | Proof::Complete { .. } => panic!("nothing of this was said"),
    }
}

#[test]
fn boxes_agree_with_the_recursion_and_the_checker() {
    let mut found = [0; 3];
    for seed in 0..8 {
        let mut dice = Dice::new(1000 + seed);
        let game = constant_moves(&mut dice);
        let ruleset = claim_about(&game, "  counts a1\n  P if never").ruleset().clone();
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
            for said in ["P iff", "P if", "N if"] {
                let text =
                    format!("  counts a1, a2\n  suppose a1 + a2 >= {z}\n  {said} {condition}");
                seen_right(&claim_about(&game, &text), 9, &mut found);
            }
            let text =
                format!("  counts a1, a2\n  strategy from not ({condition}) move to {condition}");
            seen_right(&claim_about(&game, &text), 9, &mut found);
        }
        let text = "  counts a1, a2\n  adding 1,1 keeps the outcome";
        seen_right(&claim_about(&game, text), 9, &mut found);
    }
    assert!(found[0] > 8 && found[1] > 20, "{found:?}");
}

#[test]
fn boxes_on_piles_agree_with_the_recursion_and_the_checker() {
    let mut found = [0; 3];
    for game in ["ooooob-b", "ooooob-c", "misere ooooob-b"] {
        let mut dice = Dice::new(7);
        for _ in 0..8 {
            let entry = |dice: &mut Dice| dice.pick(&["e2", "o1", "o3", "1", "2", ">=2", "*"]);
            let (x, y, z) = (entry(&mut dice), entry(&mut dice), entry(&mut dice));
            let said = dice.pick(&["P iff", "P if", "N if"]);
            let text = format!("  piles a <= b <= c\n  {said} [{x}, {y}, {z}] or odds = 0");
            seen_right(&claim_of(game, &text), 5, &mut found);
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
            seen_right(&claim_of(game, text), 5, &mut found);
        }
    }
    assert!(found[0] >= 6 && found[1] > 10, "{found:?}");
}

/// Every number of the evidence changed by one: the claim is true, so that the checker may accept, but it must come to an
/// end, and may accept only shapes that outcomes and claim really have.
#[test]
fn changed_boxes_are_rejected_or_still_boxes() {
    let text = "  counts a1, a2, a3\n  P iff <e, >=1, 0> or <o, o, 1> or <e, o, >=2>";
    let claim = claim_of("ooooob-b", text);
    let Ok(Proof::Boxed { periodic, .. }) =
        boxes::prove(&claim, board_of(&claim), &Task::default(), &mut Vec::new())
    else {
        panic!("there is a box");
    };
    let lists = |periodic: &mut PeriodicBox, list: usize| match list {
        0 => std::mem::take(&mut periodic.thresholds),
        1 => std::mem::take(&mut periodic.periods),
        2 => std::mem::take(&mut periodic.claim_thresholds),
        _ => std::mem::take(&mut periodic.claim_periods),
    };
    let mut rejected = 0;
    for list in 0..4 {
        for place in 0..3 {
            for change in [-1, 1] {
                let mut changed = periodic.clone();
                let mut numbers = lists(&mut changed, list);
                let Some(number) = numbers[place].checked_add_signed(change) else { continue };
                numbers[place] = number;
                match list {
                    0 => changed.thresholds = numbers,
                    1 => changed.periods = numbers,
                    2 => changed.claim_thresholds = numbers,
                    _ => changed.claim_periods = numbers,
                }
                rejected +=
                    usize::from(accept(certificate(&claim, &changed), &Task::default()).is_err());
            }
        }
    }
    assert!(rejected >= 8, "{rejected}");
    for huge in [u64::MAX, u64::MAX / 2, 1 << 40] {
        let mut changed = periodic.clone();
        changed.thresholds[1] = huge;
        changed.claim_thresholds[1] = huge;
        assert!(accept(certificate(&claim, &changed), &Task::default()).is_err());
    }
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
        ("P if count(x in piles where odd(x)) = 0", true),
        ("N if count(x in piles where x mod 2 = 1) = 1", true),
        ("N if count(x in piles where x mod 2 = 1 or x = 4) = 1", false),
        ("adding 1,1 keeps the outcome", true),
        ("adding 3,3 keeps the outcome", false),
        ("strategy from odds = 1 move to odds = 0", true),
        ("strategy from odds = 1 move to odds = 0 and smallest >= 2", false),
    ];
    for (said, right) in texts {
        let claim = claim_of("ooooob-b", &format!("  piles 1..5\n  {said}"));
        let About::Piles(on) = &claim.about else { panic!("about piles") };
        let mut outcome = truth(&on.ruleset);
        let verdict = judge(&claim, &Task::default()).verdict;
        match &verdict {
            Verdict::Proved(_) => assert!(right, "{said}"),
            Verdict::Refuted { witness, accepted, .. } => {
                assert!(!right && accepted.is_some(), "{said}: {verdict:?}");
                let at = witness.piles();
                let demand = on.demand(at, &mut |_| Err(())).unwrap();
                assert!(unfulfilled(demand, at, |to| on.targets(at, to), &mut outcome), "{said}");
            }
            other => panic!("{said}: {other:?}"),
        }
        let all = claim_of("ooooob-b", &format!("  piles any\n  {said}\n  check to 6 piles of 7"));
        let verdict = judge(&all, &Task::default()).verdict;
        assert_eq!(matches!(verdict, Verdict::Refuted { .. }), !right, "{said}: {verdict:?}");
    }
}

/// A table of too few sizes must not prove anything: what repeats must be seen to.
#[test]
fn outcomes_of_version_c_do_not_repeat_in_sizes() {
    let claim = claim_of("ooooob-c", "  piles 1..8\n  N if odds = 1\n  check to 6");
    let verdict = judge(&claim, &Task::default()).verdict;
    assert!(matches!(verdict, Verdict::Holds { .. }), "{verdict:?}");
}
