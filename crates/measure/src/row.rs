//! A row of the page.

use std::fmt;

use crate::Figure;

/// What was done, what it cost, against what, and how that grows.
#[derive(Clone, Debug, Default)]
pub struct Row {
    what: String,
    ours: Option<Figure>,
    other: Option<(String, Figure)>,
    ratio: Option<f64>,
    growth: Vec<String>,
    notes: Vec<String>,
}

impl Row {
    /// A row about this.
    pub fn new(what: impl Into<String>) -> Row {
        Row { what: what.into(), ..Row::default() }
    }

    /// What it costs us.
    pub fn ours(self, ours: impl Into<Figure>) -> Row {
        Row { ours: Some(ours.into()), ..self }
    }

    /// What it costs the plain way, or a peer, of this name.
    pub fn against(self, name: impl Into<String>, other: impl Into<Figure>) -> Row {
        Row { other: Some((name.into(), other.into())), ..self }
    }

    /// How many times better ours is, where that is not the ratio of the two figures.
    pub fn ratio(self, ratio: f64) -> Row {
        Row { ratio: Some(ratio), ..self }
    }

    /// How the cost grows; nothing at the first step.
    pub fn growth(mut self, growth: impl Into<String>) -> Row {
        self.growth.push(growth.into());
        self
    }

    /// What else there is to say.
    pub fn note(mut self, note: impl Into<String>) -> Row {
        self.notes.push(note.into());
        self
    }
}

/// The line above the rows of a room.
pub(crate) fn head(room: &str) -> String {
    let room = room.to_uppercase();
    format!(
        "{room:<44} {:>8} {:>8} {:>7}  growth; against what, and more",
        "ours", "other", "ratio"
    )
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let figure = |figure: Option<Figure>| figure.map(|f| f.to_string()).unwrap_or_default();
        let other = self.other.as_ref().map(|(_, other)| *other);
        let ratio = self.ratio.or_else(|| Some(self.ours?.of(other?)));
        let ratio = ratio.map(times).unwrap_or_default();
        let against = self.other.iter().map(|(name, _)| format!("against {name}"));
        let more = self.growth.iter().cloned().chain(against).chain(self.notes.iter().cloned());
        let (ours, other) = (figure(self.ours), figure(other));
        let more = more.filter(|said| !said.is_empty()).collect::<Vec<_>>().join("; ");
        let line = format!("  {:<42} {ours:>8} {other:>8} {ratio:>7}  {more}", self.what);
        f.write_str(line.trim_end())
    }
}

/// A ratio, with as many places as mean something.
fn times(ratio: f64) -> String {
    let places = [100.0, 10.0, 0.1].iter().filter(|&&bound| ratio < bound).count();
    format!("{ratio:.places$}x")
}

/// Figures of larger and larger questions: how they grow from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    before: Option<Figure>,
    steps: Vec<String>,
}

impl Growth {
    /// The next figure, and how many times the one before it is.
    pub fn step(&mut self, figure: impl Into<Figure>) -> String {
        let figure = figure.into();
        let step = self.before.map(|before| times(before.of(figure))).unwrap_or_default();
        self.before = Some(figure);
        if !step.is_empty() {
            self.steps.push(step.clone());
        }
        step
    }

    /// All steps so far.
    pub fn steps(&self) -> String {
        self.steps.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_both_figures_their_ratio_and_what_it_is_against() {
        let row = Row::new("a sum").ours(0.0015).against("adding", 3.0).growth("2.0x for twice");
        let shown = "  a sum                                       1.50 ms   3.00 s   2000x  2.0x for twice; against adding";
        assert_eq!(row.to_string(), shown);
    }

    #[test]
    fn growth_is_told_from_one_figure_to_the_next() {
        let mut growth = Growth::default();
        let steps = [1.0, 2.0, 9.0].map(|seconds| growth.step(seconds));
        assert_eq!(steps, ["", "2.00x", "4.50x"]);
        assert_eq!(growth.steps(), "2.00x, 4.50x");
    }
}
