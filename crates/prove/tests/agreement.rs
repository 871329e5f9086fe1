//! The arithmetic of proofs against the interpreter of rules, position by position: every proof rests on it.
//!
//! For a ruleset and a set of positions, "some option lies in the set" is computed twice: as an automaton from
//! the formula of the moves, and by walking the options. Conditions of claims are evaluated twice likewise.

use std::cell::Cell;
use std::time::{Duration, Instant};

use sprague_arithmetic::{Coordinates, Scene, some_option};
use sprague_automata::{Budget, Dfa, Formula, Linear, Numeration, Relations, compile};
use sprague_claim::condition::{SLOTS, condition};
use sprague_claim::{Board, Sight};
use sprague_rules::parse::parse_condition;
use sprague_rules::random::{Dice, Moves, random_game};
use sprague_rules::{Library, Options, Player, Ruleset, Shape, parse_ruleset};

/// Every tuple of so many numbers, each at most `most`.
fn tuples(numbers: usize, most: u128) -> Vec<Vec<u128>> {
    let mut all: Vec<Vec<u128>> = vec![Vec::new()];
    for _ in 0..numbers {
        let longer = |head: Vec<u128>| (0..=most).map(move |n| [head.clone(), vec![n]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The tuple of a position on a board.
fn tuple(board: Board, position: &[u32]) -> Vec<u128> {
    match board {
        Board::Piles(count) => {
            assert!(position.len() <= count, "{position:?} has too many piles");
            let mut piles = vec![0; count - position.len()];
            piles.extend(position.iter().map(|&n| u128::from(n)));
            let differences = piles.windows(2).map(|pair| pair[1] - pair[0]);
            piles.first().copied().into_iter().chain(differences).collect()
        }
        Board::Row(_) => position.iter().map(|&n| n.into()).collect(),
        Board::Counts(most) => {
            let count = |size: u32| position.iter().filter(|&&n| n == size).count() as u128;
            (1..=most as u32).map(count).collect()
        }
        Board::Mixed { .. } => panic!("a position has several tuples there"),
    }
}

/// A random set of tuples: an automaton with a few states and random steps.
fn random_set(dice: &mut Dice, board: Board) -> Dfa {
    let variables = board.variables();
    let states = 2 + dice.roll(4) as usize;
    let letters = 1usize << variables.len();
    let next: Vec<usize> =
        (0..states * letters).map(|_| dice.roll(states as u64) as usize).collect();
    // Zeros at the end change nothing.
    let step = |state: usize, letter: usize| match letter {
        0 => state,
        _ => next[state * letters + letter],
    };
    let accepting: Vec<bool> = (0..states).map(|_| dice.roll(2) == 0).collect();
    let letter = |digits: &[u8]| digits.iter().enumerate().map(|(i, &d)| usize::from(d) << i).sum();
    Dfa::reading(
        Numeration::Binary,
        variables,
        0usize,
        |&state, digits| step(state, letter(digits)),
        |&state| accepting[state],
        &Budget::default(),
    )
    .unwrap()
}

/// Compares "some option is in the set" on all tuples up to `most`; was it possible?
fn compare(ruleset: &Ruleset, board: Board, set: &Dfa, most: u128) -> bool {
    let variables = board.variables();
    let mut relations = Relations::binary();
    relations.define("G", variables.clone(), set.clone());
    let formula = some_option(ruleset, board, &|option| Formula::relation("G", option));
    let Ok(formula) = formula else { return false };
    let deadline = Some(Instant::now() + Duration::from_secs(2));
    let budget = Budget { states: 20_000, deadline, ..Budget::default() };
    let Ok(reaches) = compile(&formula, &relations, &budget) else { return false };
    let reaches = reaches.extend(&variables, &budget).unwrap();
    let options = Options::new(ruleset);
    for numbers in tuples(variables.len(), most) {
        let position = board.position(&numbers).unwrap();
        let list = options.list(&position, Player::Left);
        let truly = list.iter().any(|option| set.contains(&tuple(board, option)));
        assert_eq!(
            reaches.contains(&numbers),
            truly,
            "{:?} at {position:?}, options {list:?}",
            ruleset.moves.iter().map(|m| &m.text).collect::<Vec<_>>(),
        );
    }
    true
}

/// Compares a ruleset on a board with the set of all positions and with some random sets; was it possible?
fn agrees(ruleset: &Ruleset, board: Board, most: u128, seed: u64) -> bool {
    let mut dice = Dice::new(seed);
    let all = Dfa::universe(Numeration::Binary, board.variables(), &Budget::default()).unwrap();
    let sets = std::iter::once(all).chain((0..3).map(|_| random_set(&mut dice, board)));
    // All of them, not only up to the first that could be said.
    sets.filter(|set| compare(ruleset, board, set, most)).count() > 0
}

/// On how many of the boards with one, two and three piles it was possible.
fn on_piles(ruleset: &Ruleset, seed: u64) -> usize {
    let boards = [(1, 40), (2, 14), (3, 7)];
    boards.iter().filter(|(count, most)| agrees(ruleset, Board::Piles(*count), *most, seed)).count()
}

#[test]
fn the_moves_of_the_catalogue_agree_with_the_interpreter() {
    let games = [
        "nim",
        "wynnie",
        "minnie",
        "mine",
        "nimb",
        "nimtb",
        "nimtb-free",
        "wythoff",
        "jennifer",
        "susen",
        "ooooob-a",
        "ooooob-b",
        "ooooob-c",
        "wynnie-two",
        "wynnie-any",
        "wynnie-all",
        "greedy-nim",
        "max-nim",
        "maximum-nim((n+1)/2)",
        "maximum-nim(n - n/3)",
        "subtract(1,3,4)",
        "misere minnie",
        "misere ooooob-c",
    ];
    for game in games {
        let boards = on_piles(&parse_ruleset(game).unwrap(), 1);
        // Wythoff's game is played on two piles.
        let possible = if game == "wythoff" { 2 } else { 3 };
        assert!(boards >= possible, "{game}: {boards} boards");
    }
}

/// The ruleset of a text, read from a file as a user's would be.
fn load(text: &str) -> Ruleset {
    let library = Library::with(vec![("./it.game".to_string(), text.to_string())]);
    library.ruleset("./it.game").unwrap_or_else(|e| panic!("{text}\n{e}"))
}

fn with_moves(moves: &[&str]) -> Ruleset {
    let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
    load(&format!("game own\n  \"A game.\"\n  piles any\n{moves}"))
}

#[test]
fn moves_of_every_form_agree_with_the_interpreter() {
    let texts: &[&[&str]] = &[
        &["take k from one pile a and j from another pile b where k + j <= a and j <= 2k"],
        &["take k from one pile a and k + 1 from another pile b where a <= b"],
        &["take k from one pile a and 2 from another pile b where a mod 3 != b mod 2"],
        &["take 1 from one pile and 2 from another pile and 1 from another pile"],
        &["take 1 + count(others) from one pile"],
        &["take 1 + min(others) from one pile a where a > max(others)"],
        &["take 1 + a/2 from one pile a"],
        &["take 1 + a mod 3 from one pile a"],
        &["take max(1, a - 4) from one pile a where total mod 3 != 0"],
        &["take 1 + a/2 from one pile a and 1 + b/3 from another pile b"],
        &["take 1 + count(others) from each of two piles"],
        &["take 1 + total mod 2 from each pile"],
        &["take k from each of two or more piles where k not in others"],
        &["take k from each of 1 or 2 piles where k < max(piles) and distinct(after)"],
        &["take k from each of 2 to 3 piles where count(after) > 0"],
        &["take k from each pile where k in piles and even(total)"],
        &["take k from one pile a where a - k in others"],
        &["take k from one pile a where a - k not in others"],
        &["take k from one pile a where count(x in after where x > a - k) >= 1"],
        &["take k from one pile a where count(x in piles where x mod 2 = k mod 2) = 2"],
        &["take k from one pile where max(after) - min(after) <= 2"],
        &["take k from one pile where (max(after) - 3) / 2 < k"],
        &["take k from one pile where (min(piles) - k) mod 3 = 1 and min(others) <= k"],
        &["take k from one pile where min(k, max(others)) != count(piles)"],
        &["take k in {2, 3, 7} from one pile a where a != 5", "take 1 from one pile a where a = 5"],
        &["replace piles p >= q by p - q where q < p"],
        &["replace piles p >= q by p - q, q where q < p"],
        &["replace piles p >= q by q/2, p - q where q > 1 and sum(after) < total"],
        &["replace piles p >= q by p/2, q where sum(after) < total"],
        &["replace piles p >= q by p - 1 - p mod 3, q where p mod 3 < p and sum(after) < total"],
        &["replace piles p >= q by (p + q)/2 where sum(after) < total"],
        &["replace piles p >= q by p - q, q mod 3 where p != 4 and sum(after) < total"],
        &["take k from one pile where k = total / 3", "take 1 from each pile where total < 6"],
    ];
    let mut said = 0;
    for (seed, moves) in (0..).zip(texts) {
        let boards = on_piles(&with_moves(moves), seed);
        assert!(boards >= 2, "{boards} boards: {moves:?}");
        said += boards;
    }
    assert!(said >= 90, "{said} boards");
}

#[test]
fn random_moves_agree_with_the_interpreter() {
    let mut said = 0;
    for seed in 0..400 {
        if said >= 60 {
            break;
        }
        let ruleset = load(&random_game(seed, Moves::Any));
        if matches!(ruleset.shape, Shape::Row { .. }) || !ruleset.same_moves() {
            continue;
        }
        said += on_piles(&ruleset, seed);
    }
    assert!(said >= 50, "{said} boards");
}

#[test]
fn moves_on_counts_agree_with_the_interpreter() {
    let texts: &[&[&str]] = &[
        &["take 1 from one pile"],
        &["take 1 from one pile", "take 1 from each pile"],
        &["take 1 from one pile", "take 1 from each of two piles"],
        &["take k from one pile"],
        &["take k from each pile"],
        &["take k from each of 1 to 3 piles where odd(k)"],
        &["take k from one pile a where a - k != 1"],
        &["take k from one pile a and j from another pile b where a - k < b - j and k != j"],
        &["take 2 from one pile a and 1 from another pile b where a = b"],
        &["take k from each of two piles where k != 3"],
        &["take 2 from each pile", "take 3 from one pile"],
    ];
    for (seed, moves) in (0..).zip(texts) {
        for (size, most) in [(1, 9), (2, 7), (3, 4), (4, 3)] {
            assert!(agrees(&with_moves(moves), Board::Counts(size), most, seed), "{moves:?}");
        }
    }
}

#[test]
fn what_looks_at_other_piles_is_not_said_on_counts() {
    for line in [
        "take k from one pile where k <= min(piles)",
        "take 1 from one pile where total > 3",
        "take 1 from one pile where distinct(after)",
        "take 1 + count(others) from one pile",
    ] {
        assert!(!agrees(&with_moves(&[line]), Board::Counts(2), 2, 0), "{line}");
    }
}

/// A random condition on a, b and c, in the words of claims.
struct Writer<'d> {
    dice: &'d mut Dice,
    /// The t of the metallic pairs that it speaks of; 0: of none, but of binary digits.
    metallic: u8,
    piles: bool,
}

impl Writer<'_> {
    fn condition(&mut self, depth: u64) -> String {
        if depth > 0 {
            let left = self.condition(depth - 1);
            return match self.dice.roll(3) {
                0 => format!("not ({left})"),
                1 => format!("({left}) or ({})", self.condition(depth - 1)),
                _ => format!("({left}) and ({})", self.condition(depth - 1)),
            };
        }
        let number = self.number(2);
        let other = self.number(1);
        match self.dice.roll(if self.metallic > 0 { 9 } else { 13 }) {
            0 => format!("even({number})"),
            1 => format!("odd({number})"),
            2 => format!("{number} in {{1, 3..5, 9}}"),
            3 => self.pattern(),
            4 | 5 if self.metallic == 1 => format!("golden({number}, {other})"),
            4 | 5 if self.metallic > 0 => format!("metallic({number}, {other}, {})", self.metallic),
            9 => format!("xor({number}, {other}, c) = 0"),
            10 => format!("xor(a, {number}) != {other}"),
            11 => format!("power_of_two({number})"),
            12 => format!("lowbit({number}, {other})"),
            _ => {
                let comparison = self.dice.pick(&["<=", "<", ">=", ">", "=", "!="]);
                format!("{number} {comparison} {other}")
            }
        }
    }

    fn pattern(&mut self) -> String {
        let entries =
            ["e", "o", "e2", "o1", "o3", "e4", "0", "1", "2", ">=1", ">=3", "{0,2..4}", "*"];
        let entries: Vec<&str> = (0..3).map(|_| self.dice.pick(&entries)).collect();
        match self.dice.roll(2) {
            0 => format!("<{}>", entries.join(", ")),
            _ => format!("[{}]", entries.join(", ")),
        }
    }

    fn number(&mut self, depth: u64) -> String {
        if self.piles && self.dice.roll(3) == 0 {
            let all = ["total", "smallest", "largest", "odds", "evens"];
            return self.dice.pick(&all).to_string();
        }
        if depth == 0 || self.dice.roll(2) == 0 {
            let constant = self.dice.roll(7).to_string();
            return self.dice.pick(&["a", "b", "c", &constant]).to_string();
        }
        let left = self.number(depth - 1);
        let right = self.number(depth - 1);
        let constant = 1 + self.dice.roll(4);
        match self.dice.roll(8) {
            0 => format!("({left} + {right})"),
            1 => format!("({left} - {right})"),
            2 => format!("{constant}*({left})"),
            3 => format!("({left}) mod {constant}"),
            4 => format!("({left}) / {constant}"),
            5 => format!("min({left}, {right})"),
            6 => format!("max({left}, {right}, {constant})"),
            _ => format!("(-({left}))"),
        }
    }
}

/// Compares the two meanings of a condition on a, b and c; was it possible? With `piles` they are the piles of a board,
/// in ascending order, and conditions may speak of all of them.
fn condition_agrees(text: &str, relations: &Relations, most: u128, piles: bool) -> bool {
    let names = ["a", "b", "c"].map(String::from);
    let node = parse_condition(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let condition = condition(&node, &names).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let board = Board::Piles(3);
    let named = match piles {
        true => board.terms(),
        false => board.variables().iter().map(Linear::var).collect(),
    };
    let mut slots = named.clone();
    slots.resize(SLOTS, Linear::constant(0));
    let fresh = Cell::new(0);
    let scene = Scene { slots: &slots, before: &named, chosen: &[], after: &[], fresh: &fresh };
    let Ok(formula) = scene.claimed(&condition) else { return false };
    let deadline = Some(Instant::now() + Duration::from_secs(2));
    let budget = Budget { states: 50_000, deadline, ..Budget::default() };
    let Ok(set) = compile(&formula, relations, &budget) else { return false };
    let set = set.extend(&board.variables(), &budget).unwrap();
    for numbers in tuples(3, most) {
        let mut values: Vec<i64> = numbers.iter().map(|&n| n as i64).collect();
        if piles {
            values[1] += values[0];
            values[2] += values[1];
        }
        let position: Vec<u32> = values.iter().map(|&n| n as u32).collect();
        let sight = Sight { numbers: &values, piles: &position };
        assert_eq!(set.contains(&numbers), condition.holds(sight), "{text} at {values:?}");
    }
    true
}

fn compared(relations: &Relations, count: usize, most: u128, piles: bool) -> usize {
    let metallic = match relations.numeration() {
        Numeration::Binary => 0,
        Numeration::Ostrowski(quotient) => quotient,
    };
    let mut dice = Dice::new(7 + count as u64);
    let mut compared = 0;
    for _ in 0..count {
        let depth = dice.roll(3);
        let text = Writer { dice: &mut dice, metallic, piles }.condition(depth);
        compared += usize::from(condition_agrees(&text, relations, most, piles));
    }
    compared
}

#[test]
fn random_conditions_mean_the_same_in_both_ways() {
    let compared = compared(&Relations::binary(), 500, 11, false);
    assert!(compared >= 330, "{compared}");
}

#[test]
fn random_conditions_on_all_piles_mean_the_same_in_both_ways() {
    let compared = compared(&Relations::binary(), 300, 7, true);
    assert!(compared >= 150, "{compared}");
}

#[test]
fn random_conditions_with_metallic_pairs_mean_the_same_in_both_ways() {
    for quotient in 1..=3 {
        let relations = Relations::new(Numeration::Ostrowski(quotient));
        let compared = compared(&relations, 160 / usize::from(quotient), 9, false);
        assert!(compared >= 80 / usize::from(quotient), "{quotient}: {compared}");
    }
}
