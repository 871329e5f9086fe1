//! Sequences as papers write them: `(0,1)^3(2,3)^3,1,4,(5,4)^2,(3,2)^3(4,5)^3(6,7)^3(+8)`.
//!
//! A block in parentheses with an exponent is repeated; blocks with the same exponent stand side by
//! side, everything else is set off by commas. `(+s)` at the end says that the whole repeats for
//! ever, s being added each time. That is the notation of Ellis and Thanatipanonda's paper on CUT,
//! whose nim-sequences begin with the heap of size 1. Three things that it has no use for are
//! written as follows.
//!
//! - What repeats is overlined if something stands before it: `0,1,2,\overline{3,4}`, and
//!   `0,1,2,\overline{3,4}(+2)`. So is a period that would be misread without: `\overline{(0,1)^3,2}`.
//! - A block that stands alone without exponent is a period, as in that paper's Table 1: `(0,1)`.
//! - Terms of which nothing is known further on end in dots: `0,1,3,\ldots`; a list that just ends says no more
//!   either.
//!
//! Outcomes are letters of a word, without commas: `LR\overline{LNNLP}`. All this is LaTeX for math
//! mode; [`parse_notation`] reads it again.

mod fold;
mod powers;
mod read;

use std::fmt;

use sprague_rules::Outcome;

pub use fold::{Block, fold};
pub use powers::{Power, powers};
pub use read::{dots, parse_notation};

/// What stands in a sequence: a nim-value or an outcome.
pub trait Symbol: Copy + Eq + fmt::Display {
    /// What stands between two of them.
    const BETWEEN: &'static str;
    /// What one is called.
    const NAME: &'static str;

    /// The one that the text begins with, and its length.
    fn read(text: &str) -> Option<(Self, usize)>;

    /// With a saltus added; `None` where there is nothing to add to, or too much.
    fn plus(self, saltus: u64) -> Option<Self>;
}

impl Symbol for u32 {
    const BETWEEN: &'static str = ",";
    const NAME: &'static str = "a nim-value";

    fn read(text: &str) -> Option<(u32, usize)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        Some((text[..digits].parse().ok()?, digits))
    }

    fn plus(self, saltus: u64) -> Option<u32> {
        u32::try_from(saltus).ok().and_then(|s| self.checked_add(s))
    }
}

impl Symbol for Outcome {
    const BETWEEN: &'static str = "";
    const NAME: &'static str = "an outcome L, R, N or P";

    fn read(text: &str) -> Option<(Outcome, usize)> {
        Some((Outcome::from_letter(text.get(..1)?)?, 1))
    }

    fn plus(self, saltus: u64) -> Option<Outcome> {
        (saltus == 0).then_some(self)
    }
}

/// A sequence: some terms, and a period that comes after them if it has any terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation<T> {
    /// The terms before the period, or all that are known.
    pub preperiod: Vec<T>,
    /// The first time round; empty where nothing is said of the terms that follow.
    pub period: Vec<T>,
    /// What is added each time round.
    pub saltus: u32,
}

impl<T: Symbol> Notation<T> {
    /// The term in that place, from 0 on, as far as the notation goes.
    pub fn term(&self, place: usize) -> Option<T> {
        let Some(after) = place.checked_sub(self.preperiod.len()) else {
            return Some(self.preperiod[place]);
        };
        let round = after.checked_div(self.period.len())? as u64;
        self.period[after % self.period.len()].plus(round.checked_mul(self.saltus.into())?)
    }

    /// The notation in lines of LaTeX of at most some `width`, where that can be done; each has its
    /// braces closed, so that a break may come between them.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let mut page = Page { lines: Vec::new(), line: String::new(), overlined: false, width };
        if self.period.is_empty() {
            for piece in pieces(&fold(&self.preperiod)) {
                page.put(&piece, false);
            }
            let comma = if self.preperiod.is_empty() { "" } else { T::BETWEEN };
            page.put(&format!("{comma}\\ldots"), false);
            return page.finish();
        }
        let blocks = fold(&self.period);
        // May the paper's own form be used?
        let alone = matches!(&blocks[..], [Block { times: 1, .. }]);
        let powers = self.saltus > 0 && blocks.last().is_some_and(|last| last.times > 1);
        let plain = self.preperiod.is_empty() && (alone || powers);
        let mut before = pieces(&fold(&self.preperiod));
        if let Some(last) = before.last_mut() {
            last.push_str(T::BETWEEN);
        }
        for piece in before {
            page.put(&piece, false);
        }
        let mut period = pieces(&blocks);
        if plain && alone {
            period[0].insert(0, '(');
            period.last_mut().expect("a block has terms").push(')');
        }
        for piece in period {
            page.put(&piece, !plain);
        }
        if self.saltus > 0 {
            page.put(&format!("(+{})", self.saltus), false);
        }
        page.finish()
    }
}

impl<T: Symbol> fmt::Display for Notation<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.lines(usize::MAX).concat())
    }
}

/// The terms, each with the signs that stand before and after it.
fn pieces<T: Symbol>(blocks: &[Block<T>]) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut exponent = None;
    for Block { terms, times } in blocks {
        let together = *times > 1 && exponent == Some(times);
        if let Some(last) = pieces.last_mut().filter(|_| !together) {
            last.push_str(T::BETWEEN);
        }
        exponent = Some(times);
        let first = pieces.len();
        let (last, others) = terms.split_last().expect("a block has terms");
        pieces.extend(others.iter().map(|term| format!("{term}{}", T::BETWEEN)));
        pieces.push(match times {
            1 => last.to_string(),
            2..=9 => format!("{last})^{times}"),
            _ => format!("{last})^{{{times}}}"),
        });
        if *times > 1 {
            pieces[first].insert(0, '(');
        }
    }
    pieces
}

/// Lines being filled.
struct Page {
    lines: Vec<String>,
    line: String,
    /// Is an overline open?
    overlined: bool,
    width: usize,
}

impl Page {
    fn put(&mut self, piece: &str, overlined: bool) {
        if !self.line.is_empty() && self.line.len().saturating_add(piece.len()) > self.width {
            self.end_line();
        }
        if self.overlined != overlined {
            self.line.push_str(if overlined { "\\overline{" } else { "}" });
            self.overlined = overlined;
        }
        self.line.push_str(piece);
    }

    /// Adjoining overlines look like one.
    fn end_line(&mut self) {
        if self.overlined {
            self.line.push('}');
            self.overlined = false;
        }
        self.lines.push(std::mem::take(&mut self.line));
    }

    fn finish(mut self) -> Vec<String> {
        self.end_line();
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn periodic(preperiod: &[u32], period: &[u32], saltus: u32) -> String {
        let notation = Notation { preperiod: preperiod.to_vec(), period: period.to_vec(), saltus };
        notation.to_string()
    }

    /// The nim-sequence of cut(1,2c), from Theorem 3 of the paper on CUT.
    fn cut(c: usize) -> Vec<u32> {
        let rows: [[u32; 2]; 6] = [[0, 1], [2, 3], [5, 4], [3, 2], [4, 5], [6, 7]];
        let mut terms: Vec<u32> = rows.iter().flat_map(|row| row.repeat(c)).collect();
        terms[4 * c] = 1;
        terms
    }

    #[test]
    fn the_notation_of_the_paper_is_found() {
        let theorem = "(0,1)^3(2,3)^3,1,4,(5,4)^2,(3,2)^3(4,5)^3(6,7)^3(+8)";
        assert_eq!(periodic(&[], &cut(3), 8), theorem);
        let theorem = "(0,1)^{12}(2,3)^{12},1,4,(5,4)^{11},(3,2)^{12}(4,5)^{12}(6,7)^{12}(+8)";
        assert_eq!(periodic(&[], &cut(12), 8), theorem);
        // Its Table 1.
        assert_eq!(periodic(&[], &[0, 0], 1), "(0)^2(+1)");
        assert_eq!(periodic(&[], &[0, 1], 0), "(0,1)");
        assert_eq!(periodic(&[], &[0], 1), "(0)(+1)");
        assert_eq!(periodic(&[], &[0, 1, 0, 1, 0, 1, 0, 1], 2), "(0,1)^4(+2)");
    }

    #[test]
    fn what_the_paper_has_no_use_for_is_overlined_or_dotted() {
        assert_eq!(periodic(&[0, 1, 2], &[3, 4], 2), "0,1,2,\\overline{3,4}(+2)");
        assert_eq!(periodic(&[], &[0, 1, 0, 1, 2], 0), "\\overline{(0,1)^2,2}");
        assert_eq!(periodic(&[0, 1, 0, 1], &[], 0), "(0,1)^2,\\ldots");
        let word = |text: &str| -> Vec<Outcome> {
            text.split("").filter_map(Outcome::from_letter).collect()
        };
        let lr = Notation { preperiod: word("LR"), period: word("LNNLP"), saltus: 0 };
        assert_eq!(lr.to_string(), "LR\\overline{LNNLP}");
        let ending = Notation { preperiod: vec![], period: word("NLPLN"), saltus: 0 };
        assert_eq!(ending.to_string(), "(NLPLN)");
    }

    #[test]
    fn terms_go_on_as_the_notation_says() {
        let notation = parse_notation::<u32>("7,\\overline{0,1}(+3)").unwrap();
        let terms: Vec<u32> = (0..6).map_while(|place| notation.term(place)).collect();
        assert_eq!(terms, [7, 0, 1, 3, 4, 6]);
        assert_eq!(parse_notation::<u32>("7,1,\\ldots").unwrap().term(2), None);
    }

    /// Terms with many repetitions in them.
    fn repetitive<T: Symbol + fmt::Debug + 'static>(
        term: impl Strategy<Value = T> + 'static,
    ) -> impl Strategy<Value = Vec<T>> {
        let block = (prop::collection::vec(term, 1..5), 1usize..14);
        prop::collection::vec(block, 0..5).prop_map(|blocks| {
            blocks.into_iter().flat_map(|(terms, times)| terms.repeat(times)).collect()
        })
    }

    fn outcome() -> impl Strategy<Value = Outcome> {
        prop::sample::select(vec![Outcome::N, Outcome::P, Outcome::L, Outcome::R])
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            preperiod in repetitive(0u32..30),
            period in repetitive(prop_oneof![0u32..4, any::<u32>()]),
            saltus in prop_oneof![Just(0u32), 1u32..100],
            width in 1usize..120,
        ) {
            let saltus = if period.is_empty() { 0 } else { saltus };
            let notation = Notation { preperiod, period, saltus };
            let written = notation.to_string();
            prop_assert_eq!(parse_notation(&written), Ok(notation.clone()), "{}", written);
            let broken = notation.lines(width).join("\\allowbreak\n");
            prop_assert_eq!(parse_notation(&broken), Ok(notation), "{}", broken);
        }

        #[test]
        fn words_are_read_again(
            preperiod in repetitive(outcome()),
            period in repetitive(outcome()),
            width in 1usize..60,
        ) {
            let notation = Notation { preperiod, period, saltus: 0 };
            let broken = notation.lines(width).join("\\allowbreak\n");
            prop_assert_eq!(parse_notation(&broken), Ok(notation), "{}", broken);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-3LN(),^{}+.% \\\\a-z]{0,30}|\\PC{0,20}") {
            for complaint in [
                parse_notation::<u32>(&text).err(),
                parse_notation::<Outcome>(&text).err(),
            ].into_iter().flatten() {
                prop_assert!(text.get(complaint.span).is_some());
            }
        }
    }
}
