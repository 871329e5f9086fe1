//! What a person types: a command, the position after a move, or the changes of some piles.

use sprague_rules::diagnostic::did_you_mean;
use sprague_rules::position::canonical;
use sprague_rules::{Shape, parse_position};

use super::judge::Position;
use super::wording::difference;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Nothing,
    Hint,
    Moves,
    Undo,
    Help,
    Quit,
    /// A move to this position, which need not be legal.
    Move(Position),
}

/// The words and what they mean; a single letter is enough.
const COMMANDS: [(&str, &str, Line); 6] = [
    ("hint", "h", Line::Hint),
    ("why", "w", Line::Hint),
    ("moves", "m", Line::Moves),
    ("undo", "u", Line::Undo),
    ("help", "?", Line::Help),
    ("quit", "q", Line::Quit),
];

/// Understands a line typed at `position`, or says what is wrong with it.
pub fn parse_line(text: &str, position: &[u32], shape: Shape) -> Result<Line, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Line::Nothing);
    }
    let word = text.to_lowercase();
    if let Some((.., line)) = COMMANDS.iter().find(|(name, key, _)| *name == word || *key == word) {
        return Ok(line.clone());
    }
    if word.starts_with(|c: char| c.is_alphabetic()) {
        let names = COMMANDS.map(|(name, ..)| name);
        let near = did_you_mean(&word, names).map_or(String::new(), |near| format!(" ({near})"));
        return Err(format!("`{text}` is neither a move nor a command{near}; `help` lists them."));
    }
    match text.contains('>') {
        true => Ok(Line::Move(apply(&parse_changes(text)?, position, shape)?)),
        false => parse_target(text, shape).map(Line::Move),
    }
}

/// The position after a move: `3,5`, `3 5`, or `-`.
fn parse_target(text: &str, shape: Shape) -> Result<Position, String> {
    let target = pieces(text).collect::<Vec<_>>().join(",");
    parse_position(&target, shape).map_err(|complaint| match complaint.help {
        Some(help) => format!("{}: {help}.", complaint.message),
        None => format!("{}.", complaint.message),
    })
}

/// A pile of this size becomes these piles; 0 stands for none.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    from: u32,
    to: Vec<u32>,
}

/// `8>5`, `8>5,3>0`, `9>3+4`.
fn parse_changes(text: &str) -> Result<Vec<Change>, String> {
    let mut text = text.replace("->", ">");
    for sign in [">", "+"] {
        text = text.split(sign).map(str::trim).collect::<Vec<_>>().join(sign);
    }
    pieces(&text).map(parse_change).collect()
}

fn parse_change(text: &str) -> Result<Change, String> {
    let number = |piece: &str| piece.parse::<u32>().ok();
    let change = text.split_once('>').and_then(|(from, to)| {
        let to = to.split('+').map(number).collect::<Option<Vec<u32>>>()?;
        Some(Change { from: number(from)?, to })
    });
    change.ok_or_else(|| {
        format!("`{text}` is not the change of a pile, such as 8>5 or, into two piles, 8>3+4.")
    })
}

/// The short form of a move between piles: `8>5,3>0`.
pub fn changes(before: &[u32], after: &[u32]) -> String {
    let (gone, made) = difference(before, after);
    let write = |sizes: &[u32]| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("+");
    match &gone[..] {
        [one] if made.len() > 1 => format!("{one}>{}", write(&made)),
        _ => {
            let left = made.iter().rev().chain(std::iter::repeat(&0));
            let changes = gone.iter().rev().zip(left).map(|(from, to)| format!("{from}>{to}"));
            changes.collect::<Vec<_>>().join(",")
        }
    }
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|piece| !piece.is_empty())
}

/// The position after all changes, each of a pile of its own.
fn apply(changes: &[Change], position: &[u32], shape: Shape) -> Result<Position, String> {
    let row = matches!(shape, Shape::Row { .. });
    let mut after = position.to_vec();
    let mut untouched = vec![true; position.len()];
    let mut made = Vec::new();
    for Change { from, to } in changes {
        let mut places = (0..position.len()).filter(|&i| position[i] == *from && untouched[i]);
        let Some(place) = places.next() else {
            let more = if position.contains(from) { "further pile" } else { "pile" };
            return Err(format!("There is no {more} of {from}."));
        };
        if row && let Some(other) = places.next() {
            let (one, other) = (place + 1, other + 1);
            return Err(format!("Places {one} and {other} both hold {from}: type the whole row."));
        }
        let (first, rest) = to.split_first().expect("there is at least one number");
        if row && !rest.is_empty() {
            return Err(format!("The pile of {from} stays in its place: it cannot become two."));
        }
        (after[place], untouched[place]) = (*first, false);
        made.extend_from_slice(rest);
    }
    after.extend(made);
    if !row {
        canonical(&mut after);
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PILES: Shape = Shape::Piles { at_most: None };
    const ROW: Shape = Shape::Row { places: 3 };

    fn target(text: &str, position: &[u32], shape: Shape) -> Position {
        match parse_line(text, position, shape) {
            Ok(Line::Move(target)) => target,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn commands_are_words_or_letters_in_any_case() {
        for (text, line) in [
            ("hint", Line::Hint),
            (" H ", Line::Hint),
            ("m", Line::Moves),
            ("Undo", Line::Undo),
            ("?", Line::Help),
            ("help", Line::Help),
            ("q\r\n", Line::Quit),
            ("  ", Line::Nothing),
        ] {
            assert_eq!(parse_line(text, &[3, 8], PILES), Ok(line), "{text}");
        }
    }

    #[test]
    fn a_move_is_the_position_after_it() {
        assert_eq!(target("3,5", &[3, 8], PILES), [3, 5]);
        assert_eq!(target("5 3", &[3, 8], PILES), [3, 5]);
        assert_eq!(target(" 5 , 0 , 3", &[3, 8], PILES), [3, 5]);
        assert!(target("-", &[3], PILES).is_empty());
        assert_eq!(target("2,0,1", &[2, 3, 1], ROW), [2, 0, 1]);
    }

    #[test]
    fn a_move_is_the_change_of_some_piles() {
        assert_eq!(target("8>5", &[3, 8], PILES), [3, 5]);
        assert_eq!(target("8>5,3>0", &[3, 8], PILES), [5]);
        assert_eq!(target("8 -> 5  3 > 0", &[3, 8], PILES), [5]);
        assert_eq!(target("3>1 3>2", &[3, 3], PILES), [1, 2]);
        assert_eq!(target("9>4+3", &[1, 9], PILES), [1, 3, 4]);
        assert_eq!(target("3>1", &[2, 3, 2], ROW), [2, 1, 2]);
    }

    #[test]
    fn the_short_form_reads_back() {
        for (before, after, short) in [
            (&[3, 8][..], &[3, 5][..], "8>5"),
            (&[3, 8], &[2, 7], "8>7,3>2"),
            (&[3, 3], &[], "3>0,3>0"),
            (&[1, 9], &[1, 3, 4], "9>3+4"),
        ] {
            assert_eq!(changes(before, after), short);
            assert_eq!(target(short, before, PILES), after);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let complaint = |text| parse_line(text, &[3, 8], PILES).unwrap_err();
        assert_eq!(complaint("7>5"), "There is no pile of 7.");
        assert_eq!(complaint("8>5,8>3"), "There is no further pile of 8.");
        assert!(complaint("8>x").starts_with("`8>x` is not the change of a pile"));
        assert!(complaint(">").starts_with("`>` is not the change of a pile"));
        assert!(complaint("3,-5").starts_with("`-5` is not the size of a pile"));
        assert!(complaint("hnit").contains("did you mean `hint`?"));
        assert!(complaint("99999999999,1").contains("too large"));
        let complaint = |text| parse_line(text, &[2, 3, 2], ROW).unwrap_err();
        assert_eq!(complaint("2>1"), "Places 1 and 3 both hold 2: type the whole row.");
        assert_eq!(complaint("3>1+1"), "The pile of 3 stays in its place: it cannot become two.");
        assert!(complaint("2,3").contains("a row of 3 places"));
    }
}
