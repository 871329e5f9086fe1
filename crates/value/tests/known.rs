//! Known answers, row by row, and rows that are wrong on purpose.

use sprague_value::domineering::{Board, Domineering, all_subsets, parse_board};
use sprague_value::toads::{ToadsAndFrogs, parse_strip};
use sprague_value::{Arena, Evaluation, Evaluator};

/// The answer to one question.
fn answer(arena: &mut Arena, question: &str, text: &str) -> String {
    let game = |arena: &mut Arena| {
        arena.parse(text).unwrap_or_else(|c| panic!("{}", c.about("expression", text)))
    };
    let value = match question {
        "holds" => match arena.evaluate(text).unwrap() {
            Evaluation::Comparison { holds, .. } => return holds.to_string(),
            Evaluation::Game(_) => panic!("{text} is no comparison"),
        },
        "domineering" => {
            let board = parse_board(text).unwrap();
            Evaluator::new(Domineering).value(arena, &board).unwrap()
        }
        "toads" => {
            let strip = parse_strip(text).unwrap();
            Evaluator::new(ToadsAndFrogs).value(arena, &strip).unwrap()
        }
        _ => game(arena),
    };
    match question {
        "value" | "domineering" | "toads" => arena.text(value).unwrap(),
        "outcome" => arena.outcome(value).to_string(),
        "mean" => arena.mean(value).unwrap().to_string(),
        "temperature" => arena.temperature(value).unwrap().to_string(),
        "birthday" => arena.birthday(value).to_string(),
        "nodes" => arena.nodes(value, 1000).unwrap().to_string(),
        "weight" => {
            let weight = arena.atomic_weight(value).unwrap().expect("all small");
            arena.text(weight).unwrap()
        }
        "reduced" => {
            let reduced = arena.reduced(value).unwrap();
            arena.text(reduced).unwrap()
        }
        _ => panic!("`{question}` is not asked"),
    }
}

#[test]
fn every_row_is_answered_and_every_wrong_row_is_caught() {
    // One arena for all rows and, again, one for each: answers do not depend on what came before.
    let mut shared = Arena::new();
    let (mut rows, mut wrong) = (0, 0);
    for line in include_str!("known.txt").lines() {
        // Boards contain #; a comment begins the line or has a space around it.
        let line = line.split_once(" # ").map_or(line, |(row, _)| row);
        if line.starts_with('#') {
            continue;
        }
        let Some((question, rest)) = line.trim().split_once(' ') else { continue };
        let (text, expected) = rest.rsplit_once(" = ").expect("a row has an answer");
        let (text, expected) = (text.trim(), expected.trim());
        let right = question.trim_start_matches('!');
        for arena in [&mut shared, &mut Arena::new()] {
            let found = answer(arena, right, text);
            match question.starts_with('!') {
                true => assert_ne!(found, expected, "a wrong row passed: {line}"),
                false => assert_eq!(found, expected, "{line}"),
            }
        }
        rows += 1;
        wrong += usize::from(question.starts_with('!'));
    }
    assert!(rows > 100 && wrong >= 5, "{rows} rows, {wrong} of them wrong");
}

/// The published count of different values.
#[test]
fn the_subsets_of_the_4x5_board_have_5891_values() {
    let mut arena = Arena::new();
    let mut values = all_subsets(&mut arena, Board::empty(4, 5).unwrap()).unwrap();
    assert_eq!(values.len(), 1 << 20);
    values.sort_unstable();
    values.dedup();
    assert_eq!(values.len(), 5891);
}
