//! Tables in LaTeX: a `tabular` for two small piles, otherwise the set of P-positions.

use std::ops::RangeInclusive;

use sprague_rules::Outcome;

use sprague_solve::Rows;

use crate::table::TablePage;

/// The widest `tabular`.
const WIDEST_TABULAR: u32 = 40;

impl TablePage<'_> {
    /// LaTeX that compiles as it is inside a document.
    pub fn latex(&self) -> String {
        let caption =
            format!("% {}: {}; {}\n", self.ruleset, self.extent_in_words(), self.summary());
        let body = match (&self.rows, self.extent.square()) {
            (None, _) => format!("{}\n", self.summary()),
            (Some(rows), Some(sizes)) if *sizes.end() <= WIDEST_TABULAR => {
                self.tabular(rows, sizes)
            }
            (Some(rows), _) if rows.has_values() => value_list(rows),
            (Some(rows), _) => self.set(rows),
        };
        caption + &body
    }

    fn tabular(&self, rows: &Rows, sizes: RangeInclusive<u32>) -> String {
        let cell = |x: u32, y: u32| {
            let index = self.pair(rows, x, y);
            match (rows.value(index), rows.outcome(index)) {
                (Some(value), _) => format!("${value}$"),
                (None, Outcome::N) => "$\\circ$".to_string(),
                (None, outcome) => format!("$\\mathcal{{{outcome}}}$"),
            }
        };
        let mut text = format!("\\begin{{tabular}}{{r|{}}}\n", "c".repeat(sizes.clone().count()));
        for y in sizes.clone().rev() {
            let cells: Vec<String> = sizes.clone().map(|x| cell(x, y)).collect();
            text.push_str(&format!("  ${y}$ & {} \\\\\n", cells.join(" & ")));
        }
        let foot: Vec<String> = sizes.map(|x| format!("${x}$")).collect();
        text.push_str(&format!("  \\hline\n  & {}\n\\end{{tabular}}\n", foot.join(" & ")));
        text
    }

    fn set(&self, rows: &Rows) -> String {
        let mut text = String::new();
        let outcomes = [Outcome::P, Outcome::L, Outcome::R];
        for outcome in outcomes {
            if outcome != Outcome::P && rows.with(outcome).next().is_none() {
                continue;
            }
            let tuples: Vec<String> = rows.with(outcome).map(tuple).collect();
            let lines: Vec<String> =
                tuples.chunks(8).map(|line| format!("  ${}$", line.join("$, $"))).collect();
            text.push_str(&format!("$\\mathcal{{{outcome}}} = \\{{$\n"));
            text.push_str(&lines.join(",\n"));
            text.push_str("\n$\\}$\n");
        }
        text
    }
}

fn tuple(position: &[u32]) -> String {
    let sizes: Vec<String> = position.iter().map(u32::to_string).collect();
    format!("({})", sizes.join(","))
}

fn value_list(rows: &Rows) -> String {
    let mut text = String::from("\\begin{tabular}{ll}\n  position & nim-value \\\\\n  \\hline\n");
    for i in 0..rows.len() {
        let value = rows.value(i).unwrap_or_default();
        text.push_str(&format!("  ${}$ & ${value}$ \\\\\n", tuple(rows.position(i))));
    }
    text + "\\end{tabular}\n"
}
