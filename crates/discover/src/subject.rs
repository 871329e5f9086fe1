//! What a pattern is looked for in: a ruleset, by the expression and the library that a claim would name it with, and
//! the positions that are asked about. Whatever is found is said as a claim about it, and is read back from that text, so that
//! what is proved is what is printed.

use sprague_claim::claim::{About, OnBoard};
use sprague_claim::{Board, Claim, read_claims};
use sprague_rules::{Library, Ruleset, Shape};

/// The most piles, places or counted sizes.
pub const MOST_NUMBERS: usize = 10;

/// A ruleset and a board of it.
#[derive(Clone)]
pub struct Subject {
    /// How a claim names the ruleset.
    pub expression: String,
    /// Where its texts come from.
    pub library: Library,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The board, whose smaller boards belong to it.
    pub board: Board,
    /// Is it any number of piles of any size that is asked about, from this number on? Then the board is one of those that are looked at.
    pub any: Option<usize>,
}

/// Which positions are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// So many piles; of a row, all of its places.
    Piles(usize),
    /// Any number of piles, none larger than this.
    Counts(usize),
    /// Any number of piles of any size.
    Any,
}

impl Subject {
    /// The ruleset of an expression, on the positions that are asked about. An error says what would be right.
    pub fn new(
        expression: &str,
        library: &Library,
        positions: Option<Positions>,
    ) -> Result<Subject, String> {
        let ruleset = library.ruleset(expression).map_err(|wrong| wrong.to_string())?;
        let board = board(&ruleset, positions)?;
        let (expression, library) = (expression.trim().to_string(), library.clone());
        let any = (positions == Some(Positions::Any)).then_some(1);
        Ok(Subject { expression, library, ruleset, board, any })
    }

    /// The same ruleset on another board.
    pub fn on(&self, board: Board) -> Subject {
        Subject { board, any: None, ..self.clone() }
    }

    /// Names for the numbers of a position; none, where any number of piles is asked about.
    pub fn names(&self) -> Vec<String> {
        let numbers = self.board.numbers();
        match self.board {
            _ if self.any.is_some() => Vec::new(),
            Board::Counts(_) => (1..=numbers).map(|size| format!("a{size}")).collect(),
            _ => ('a'..).take(numbers).map(String::from).collect(),
        }
    }

    /// The clause that names them.
    fn named(&self) -> String {
        match self.any {
            Some(0 | 1) => return "piles any".into(),
            Some(least) => return format!("piles {least}.."),
            None => {}
        }
        let names = self.board.listed(&self.names());
        match self.board {
            Board::Piles(_) | Board::Mixed { .. } => format!("piles {names}"),
            Board::Row(_) => format!("places {names}"),
            Board::Counts(_) => format!("counts {names}"),
        }
    }

    /// The board in words.
    pub fn words(&self) -> String {
        match self.board {
            _ if self.any.is_some_and(|least| least > 1) => {
                format!("any number of piles from {} on", self.any.unwrap_or(1))
            }
            _ if self.any.is_some() => "any number of piles".into(),
            Board::Piles(1) => "one pile".into(),
            Board::Piles(count) => format!("{count} piles"),
            Board::Row(count) => format!("a row of {count} places"),
            Board::Counts(size) => format!("any number of piles of at most {size}"),
            Board::Mixed { sizes, piles } => {
                format!("any number of piles of at most {sizes} and {piles} more")
            }
        }
    }

    /// The text of a claim that says this of the positions.
    pub fn claim_text(&self, said: &str) -> String {
        let (game, words, named) = (&self.expression, self.words(), self.named());
        let title = format!("{game} on {words}").replace('"', "'");
        format!("claim \"{title}\"\n  game {game}\n  {named}\n  {said}\n  expect proved\n")
    }

    /// The claim that says this of the positions.
    pub fn claim(&self, said: &str) -> Result<Claim, String> {
        let text = self.claim_text(said);
        let (mut claims, wrong) = read_claims("claim", &text, &|name| self.library.text(name));
        match (wrong.first(), claims.pop()) {
            (Some(wrong), _) => Err(wrong.to_string()),
            (None, Some(claim)) => Ok(claim),
            (None, None) => Err("no claim was read".into()),
        }
    }

    /// The tuple of a position: what a claim's proof calls its numbers.
    pub fn tuple(&self, position: &[u32]) -> Option<Vec<u64>> {
        match self.board {
            Board::Row(places) => {
                (position.len() == places).then(|| position.iter().map(|&n| n.into()).collect())
            }
            Board::Piles(count) => {
                let mut piles: Vec<u64> =
                    position.iter().filter(|&&n| n > 0).map(|&n| n.into()).collect();
                piles.sort_unstable();
                let gone = count.checked_sub(piles.len())?;
                let mut tuple = vec![0; gone];
                let mut before = 0;
                for pile in piles {
                    tuple.push(pile - before);
                    before = pile;
                }
                Some(tuple)
            }
            Board::Counts(size) => {
                let mut counts = vec![0; size];
                for &pile in position.iter().filter(|&&pile| pile > 0) {
                    *counts.get_mut(pile as usize - 1)? += 1;
                }
                Some(counts)
            }
            Board::Mixed { .. } => None,
        }
    }

    /// The numbers that a claim names, of a tuple: piles in ascending order, or counts.
    pub fn numbers(&self, tuple: &[u64]) -> Vec<i64> {
        let mut sum = 0;
        let each = tuple.iter().map(|&n| match self.board {
            Board::Piles(_) => {
                sum += n as i64;
                sum
            }
            _ => n as i64,
        });
        each.collect()
    }

    /// Is the tuple spoken of by a claim that names all numbers?
    pub fn speaks_of(&self, tuple: &[u64]) -> bool {
        match self.board {
            Board::Piles(_) => tuple[0] > 0,
            Board::Counts(_) => tuple.iter().any(|&count| count > 0),
            Board::Row(_) | Board::Mixed { .. } => true,
        }
    }

    /// Tokens of a position.
    pub fn tokens(&self, tuple: &[u64]) -> u64 {
        let numbers = self.numbers(tuple);
        let weight = |place: usize| match self.board {
            Board::Counts(_) => place as u64 + 1,
            _ => 1,
        };
        numbers.iter().enumerate().map(|(place, &n)| n as u64 * weight(place)).sum()
    }
}

/// What a claim about a board speaks of.
pub fn on_board(claim: &Claim) -> Option<&OnBoard> {
    match &claim.about {
        About::Board(on) => Some(on),
        _ => None,
    }
}

/// The board that is asked about.
fn board(ruleset: &Ruleset, positions: Option<Positions>) -> Result<Board, String> {
    let game = &ruleset.expression;
    if ruleset.same_moves() && !ruleset.is_impartial() {
        return Err(format!(
            "the end of {game} says who wins a stuck position, and patterns are looked for in normal and misère play only"
        ));
    }
    if !ruleset.is_impartial() {
        return Err(format!(
            "{game} is partizan: its positions may be L or R, and patterns are looked for among P and N; \
             `sprague sequence` shows the outcomes of one heap"
        ));
    }
    let board = match (ruleset.shape, positions) {
        (Shape::Row { places }, None) => Board::Row(places),
        (Shape::Row { places }, Some(Positions::Piles(count))) if count == places => {
            Board::Row(places)
        }
        (Shape::Row { places }, Some(_)) => {
            return Err(format!("{game} is played on a row of {places} places: --piles {places}"));
        }
        (Shape::Piles { at_most }, None) => Board::Piles(at_most.unwrap_or(2).min(2)),
        (Shape::Piles { at_most: Some(most) }, Some(Positions::Piles(count))) if count > most => {
            return Err(format!("{game} has at most {most} piles, not {count}"));
        }
        (Shape::Piles { .. }, Some(Positions::Piles(count))) => Board::Piles(count),
        (Shape::Piles { at_most: Some(_) }, Some(Positions::Counts(_) | Positions::Any)) => {
            return Err(format!("{game} is not played on any number of piles"));
        }
        (Shape::Piles { .. }, Some(Positions::Any)) => Board::Piles(2),
        (Shape::Piles { .. }, Some(Positions::Counts(size))) => Board::Counts(size),
    };
    match board.numbers() {
        0 => Err("there must be at least one pile".into()),
        n if n > MOST_NUMBERS => {
            Err(format!("a position may have up to {MOST_NUMBERS} numbers, not {n}"))
        }
        _ => Ok(board),
    }
}
