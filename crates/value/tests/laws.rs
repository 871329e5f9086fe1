//! The laws, on random games to birthday 4, and the arena against the textbook.

use std::rc::Rc;

use proptest::prelude::*;
use proptest::sample::Index;
use sprague_rules::Outcome;
use sprague_value::domineering::{Board, Domineering};
use sprague_value::toads::{ToadsAndFrogs, parse_strip};
use sprague_value::{Arena, Dyadic, Evaluator, Plain, Relation, Value, ZERO};

/// Random games: each takes its options from those before it; none is older than day 4.
fn game() -> impl Strategy<Value = Rc<Plain>> {
    let option = || prop::collection::vec(any::<Index>(), 0..4);
    prop::collection::vec((option(), option()), 1..14).prop_map(|rows| {
        let mut games = vec![Plain::new(vec![], vec![])];
        for (left, right) in rows {
            let young: Vec<_> = games.iter().filter(|g| g.birthday() < 4).cloned().collect();
            let pick = |indices: &[Index]| indices.iter().map(|i| i.get(&young).clone()).collect();
            games.push(Plain::new(pick(&left), pick(&right)));
        }
        games.pop().expect("at least one game")
    })
}

fn outcome(game: &Plain) -> Outcome {
    let zero = Plain::default();
    Outcome::from_first_wins(!game.at_most(&zero), !zero.at_most(game))
}

fn sum(arena: &mut Arena, g: Value, h: Value) -> Value {
    arena.sum(g, h).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_arena_agrees_with_the_textbook(g in game(), h in game()) {
        let mut arena = Arena::new();
        let (a, b) = (g.value(&mut arena).unwrap(), h.value(&mut arena).unwrap());
        prop_assert_eq!(arena.at_most(a, b), g.at_most(&h));
        prop_assert_eq!(a == b, g.equals(&h));
        prop_assert_eq!(arena.outcome(a), outcome(&g));
        // The canonical form is the same tree, so nothing in it is dominated or reversible.
        let canonical = g.canonical();
        prop_assert!(Plain::of(&mut arena, a).same_tree(&canonical));
        prop_assert_eq!(arena.birthday(a), canonical.birthday());
        let total = sum(&mut arena, a, b);
        let plain = g.canonical().sum(&h.canonical());
        prop_assert_eq!(plain.value(&mut arena).unwrap(), total);
        let negative = arena.negative(a).unwrap();
        prop_assert_eq!(g.negative().value(&mut arena).unwrap(), negative);
    }

    #[test]
    fn values_form_an_ordered_group(g in game(), h in game(), k in game()) {
        let mut arena = Arena::new();
        let [a, b, c] = [&g, &h, &k].map(|g| g.value(&mut arena).unwrap());
        prop_assert_eq!(arena.difference(a, a).unwrap(), ZERO);
        let (ab, ba) = (sum(&mut arena, a, b), sum(&mut arena, b, a));
        prop_assert_eq!(ab, ba);
        let bc = sum(&mut arena, b, c);
        prop_assert_eq!(sum(&mut arena, ab, c), sum(&mut arena, a, bc));
        if arena.at_most(a, b) {
            prop_assert!(!arena.at_most(b, a) || a == b);
            prop_assert!(!arena.at_most(b, c) || arena.at_most(a, c));
            let ac = sum(&mut arena, a, c);
            prop_assert!(arena.at_most(ac, bc));
        }
        let difference = arena.difference(a, b).unwrap();
        prop_assert_eq!(arena.outcome(difference), arena.outcome_of_difference(a, b));
        let twice = sum(&mut arena, a, a);
        prop_assert_eq!(arena.multiple(2, a).unwrap(), twice);
    }

    #[test]
    fn canonical_forms_are_fixed_points(g in game()) {
        let mut arena = Arena::new();
        let a = g.value(&mut arena).unwrap();
        let (left, right) = arena.options(a);
        prop_assert_eq!(arena.game(&left, &right).unwrap(), a);
        // A fresh arena finds the same form again.
        let mut other = Arena::new();
        let tree = Plain::of(&mut arena, a);
        let b = tree.value(&mut other).unwrap();
        prop_assert_eq!(other.text(b).unwrap(), arena.text(a).unwrap());
    }

    #[test]
    fn what_is_written_can_be_read(g in game(), h in game()) {
        let mut arena = Arena::new();
        let (a, b) = (g.value(&mut arena).unwrap(), h.value(&mut arena).unwrap());
        let total = sum(&mut arena, a, b);
        for value in [a, b, total] {
            let text = arena.text(value).unwrap();
            prop_assert_eq!(arena.parse(&text).unwrap(), value, "{}", text);
            prop_assert_eq!(Arena::new().parse(&text).map(|_| ()), Ok(()));
        }
    }

    #[test]
    fn thermographs_obey_their_laws(g in game(), h in game()) {
        let mut arena = Arena::new();
        let (a, b) = (g.value(&mut arena).unwrap(), h.value(&mut arena).unwrap());
        let total = sum(&mut arena, a, b);
        let [ta, tb, tt] = [a, b, total].map(|v| arena.thermograph(v).unwrap());
        prop_assert_eq!(ta.mean().plus(tb.mean()).unwrap(), tt.mean());
        prop_assert!(tt.temperature() <= ta.temperature().max(tb.temperature()));
        prop_assert_eq!(ta.left_wall()[0].value, arena.left_stop(a));
        prop_assert_eq!(ta.right_wall()[0].value, arena.right_stop(a));
        prop_assert_eq!(ta.left_wall().last().unwrap().value, ta.mean());
        prop_assert_eq!(ta.right_wall().last().unwrap().value, ta.mean());
        if let Some(number) = arena.as_number(a) {
            prop_assert!(ta.left_wall().len() == 1 && ta.mean() == number);
        }
        // The walls are the stops of the cooled game.
        for t in [Dyadic::new(1, 2).unwrap(), Dyadic::new(1, 1).unwrap(), Dyadic::ONE] {
            let cooled = arena.cool(a, t).unwrap();
            prop_assert_eq!(arena.left_stop(cooled).to_f64(), ta.left_at(t.to_f64()));
            prop_assert_eq!(arena.right_stop(cooled).to_f64(), ta.right_at(t.to_f64()));
        }
    }

    #[test]
    fn cooling_undoes_heating_and_adds_up_as_products_do(g in game(), h in game()) {
        let mut arena = Arena::new();
        let (a, b) = (g.value(&mut arena).unwrap(), h.value(&mut arena).unwrap());
        let total = sum(&mut arena, a, b);
        let t = arena.parse("1/2").unwrap();
        let heated = arena.heat(a, t).unwrap();
        prop_assert_eq!(arena.cool(heated, Dyadic::new(1, 1).unwrap()), Ok(a));
        let cooled = [a, b, total].map(|v| arena.cool(v, Dyadic::ONE).unwrap());
        prop_assert_eq!(sum(&mut arena, cooled[0], cooled[1]), cooled[2]);
        let up = arena.parse("^").unwrap();
        let products = [a, b, total].map(|v| arena.norton(v, up).unwrap());
        prop_assert_eq!(sum(&mut arena, products[0], products[1]), products[2]);
        // A game is what its product with up weighs.
        prop_assert_eq!(arena.atomic_weight(products[0]).unwrap(), Some(a));
    }

    #[test]
    fn reduced_forms_are_infinitely_close_and_unique(g in game(), h in game()) {
        let mut arena = Arena::new();
        let (a, b) = (g.value(&mut arena).unwrap(), h.value(&mut arena).unwrap());
        let reduced = arena.reduced(a).unwrap();
        let difference = arena.difference(a, reduced).unwrap();
        prop_assert!(arena.is_infinitesimal(difference));
        prop_assert_eq!(arena.reduced(reduced).unwrap(), reduced);
        let infinitesimal = arena.parse("^*+Tiny(1)").unwrap();
        let near = sum(&mut arena, a, infinitesimal);
        prop_assert_eq!(arena.reduced(near).unwrap(), reduced);
        let apart = arena.difference(a, b).unwrap();
        let other = arena.reduced(b).unwrap();
        prop_assert_eq!(reduced == other, arena.is_infinitesimal(apart));
    }

    #[test]
    fn relations_exclude_each_other(g in game(), h in game()) {
        let mut arena = Arena::new();
        let (a, b) = (g.value(&mut arena).unwrap(), h.value(&mut arena).unwrap());
        let four = [Relation::Equal, Relation::Less, Relation::Greater, Relation::Confused];
        prop_assert_eq!(four.into_iter().filter(|&r| arena.holds(a, r, b)).count(), 1);
    }
}

/// A position as the textbook sees it, without parts and without memory.
fn plain_board(cells: u32, rows: u32, columns: u32) -> Rc<Plain> {
    let free = |at: u32| cells >> at & 1 == 1;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for at in 0..rows * columns {
        if at + columns < rows * columns && free(at) && free(at + columns) {
            left.push(plain_board(cells & !(1 << at | 1 << (at + columns)), rows, columns));
        }
        if at % columns + 1 < columns && free(at) && free(at + 1) {
            right.push(plain_board(cells & !(0b11 << at), rows, columns));
        }
    }
    Plain { left, right }.canonical()
}

#[test]
fn all_small_boards_agree_with_the_textbook() {
    for (rows, columns) in [(3, 3), (2, 4), (4, 2)] {
        let mut arena = Arena::new();
        let board = Board::empty(rows, columns).unwrap();
        let table = sprague_value::domineering::all_subsets(&mut arena, board).unwrap();
        let mut evaluator = Evaluator::new(Domineering);
        for (cells, &value) in table.iter().enumerate() {
            let plain = plain_board(cells as u32, rows as u32, columns as u32);
            assert_eq!(plain.value(&mut arena).unwrap(), value);
            let parts = board.with_cells(cells as u64).parts();
            assert_eq!(evaluator.value(&mut arena, &parts).unwrap(), value);
        }
    }
}

fn plain_strip(strip: &[u8]) -> Rc<Plain> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for at in 0..strip.len() {
        let go = |options: &mut Vec<Rc<Plain>>, to: usize| {
            let mut after = strip.to_vec();
            after.swap(at, to);
            options.push(plain_strip(&after));
        };
        match strip[at..] {
            [b'T', b'.', ..] => go(&mut left, at + 1),
            [b'T', b'F', b'.', ..] => go(&mut left, at + 2),
            _ => {}
        }
        match strip[..=at] {
            [.., b'.', b'F'] => go(&mut right, at - 1),
            [.., b'.', b'T', b'F'] => go(&mut right, at - 2),
            _ => {}
        }
    }
    Plain { left, right }.canonical()
}

#[test]
fn all_short_strips_agree_with_the_textbook() {
    let mut arena = Arena::new();
    let mut evaluator = Evaluator::new(ToadsAndFrogs);
    for length in 1..=6u32 {
        for code in 0..3usize.pow(length) {
            let place = |i: u32| b"TF."[code / 3usize.pow(i) % 3];
            let strip: Vec<u8> = (0..length).map(place).collect();
            let text = String::from_utf8(strip.clone()).unwrap();
            let value = evaluator.value(&mut arena, &parse_strip(&text).unwrap()).unwrap();
            assert_eq!(plain_strip(&strip).value(&mut arena).unwrap(), value, "{text}");
        }
    }
}
