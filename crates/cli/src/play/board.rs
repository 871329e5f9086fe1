//! The board as it is drawn in a terminal.

use sprague::play::Board;
use sprague::write_position;

/// The board, a line or more.
pub fn draw(board: &Board) -> String {
    match board {
        Board::Piles { piles: sizes, .. } => piles(sizes),
        Board::Graph { text, chips, edges, in_play, counts_chips } => {
            let graph = Graph { chips, edges, in_play: *in_play, counts_chips: *counts_chips };
            graph.draw(text)
        }
    }
}

/// The largest pile and the most piles that are drawn.
const LONGEST: u32 = 40;
const TALLEST: usize = 12;

/// The piles, each on a line with its size if they are few and small, else the position as it is
/// written.
fn piles(position: &[u32]) -> String {
    let small = position.iter().all(|&size| size <= LONGEST) && position.len() <= TALLEST;
    if !small || position.is_empty() {
        let written =
            if position.is_empty() { "no piles".into() } else { write_position(position) };
        return format!("  {written}\n");
    }
    let width = position.iter().map(|size| size.to_string().len()).max().unwrap_or(1);
    let line = |&size: &u32| {
        let drawn = dots(size);
        format!("  {size:>width$}  {drawn}").trim_end().to_string() + "\n"
    };
    position.iter().map(line).collect()
}

/// So many dots, in fives.
fn dots(size: u32) -> String {
    let fives = std::iter::repeat_n(5, size as usize / 5);
    let groups = fives.chain([size as usize % 5]).map(|n| "●".repeat(n));
    groups.collect::<Vec<_>>().join(" ").trim_end().to_string()
}

/// Vertices that are drawn at most.
const MOST_VERTICES: usize = 60;

struct Graph<'b> {
    chips: &'b [u32],
    edges: &'b [(usize, usize)],
    in_play: Option<(usize, usize)>,
    counts_chips: bool,
}

impl Graph<'_> {
    /// Paths and cycles as chains; of other parts, every vertex with its neighbours.
    fn draw(&self, text: &str) -> String {
        let alive: Vec<usize> = (0..self.chips.len()).filter(|&v| self.chips[v] > 0).collect();
        if alive.is_empty() {
            return "  nothing left\n".into();
        }
        if alive.len() > MOST_VERTICES {
            return format!("  {text}\n");
        }
        let mut lines: Vec<String> = Vec::new();
        let mut lone: Vec<String> = Vec::new();
        let mut drawn = vec![false; self.chips.len()];
        for &v in &alive {
            if drawn[v] {
                continue;
            }
            let part = self.part(v);
            part.iter().for_each(|&w| drawn[w] = true);
            match part.iter().map(|&w| self.neighbours(w).len()).max() {
                Some(0) | None => lone.push(self.vertex(v)),
                Some(1 | 2) => lines.push(self.chain(&part)),
                Some(_) => lines.extend(self.lists(&part)),
            }
        }
        if !lone.is_empty() {
            lines.push(format!("alone: {}", lone.join(" ")));
        }
        if let Some((u, v)) = self.in_play {
            lines.push(format!("in play: {u}-{v}"));
        }
        lines.iter().map(|line| format!("  {line}\n")).collect()
    }

    /// `2(5)`: vertex 2 with 5 chips.
    fn vertex(&self, v: usize) -> String {
        match self.counts_chips {
            true => format!("{v}({})", self.chips[v]),
            false => v.to_string(),
        }
    }

    fn neighbours(&self, v: usize) -> Vec<usize> {
        let ends = self.edges.iter().filter_map(|&(a, b)| match v {
            _ if a == v => Some(b),
            _ if b == v => Some(a),
            _ => None,
        });
        ends.collect()
    }

    /// The vertices that hang together with this one, in order.
    fn part(&self, start: usize) -> Vec<usize> {
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&v) = part.get(next) {
            next += 1;
            let new: Vec<usize> =
                self.neighbours(v).into_iter().filter(|w| !part.contains(w)).collect();
            part.extend(new);
        }
        part.sort_unstable();
        part
    }

    /// A path or a cycle from one end to the other, or round.
    fn chain(&self, part: &[usize]) -> String {
        let end = part.iter().find(|&&v| self.neighbours(v).len() == 1);
        let start = *end.unwrap_or(&part[0]);
        let mut walk = vec![start];
        while let Some(next) =
            self.neighbours(walk[walk.len() - 1]).into_iter().find(|next| !walk.contains(next))
        {
            walk.push(next);
        }
        if end.is_none() {
            walk.push(start);
        }
        let mut text = self.vertex(start);
        for pair in walk.windows(2) {
            let edge = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            text.push_str(if self.in_play == Some(edge) { "══" } else { "──" });
            text.push_str(&self.vertex(pair[1]));
        }
        text
    }

    /// Every vertex with its neighbours.
    fn lists(&self, part: &[usize]) -> Vec<String> {
        let width = part.iter().map(|&v| self.vertex(v).len()).max().unwrap_or(0);
        let line = |&v: &usize| {
            let others: Vec<String> = self.neighbours(v).iter().map(usize::to_string).collect();
            format!("{:<width$} ── {}", self.vertex(v), others.join(" "))
        };
        part.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_are_drawn_and_large_ones_written() {
        assert_eq!(piles(&[3, 12]), "   3  ●●●\n  12  ●●●●● ●●●●● ●●\n");
        assert_eq!(piles(&[0, 1]), "  0\n  1  ●\n");
        assert_eq!(piles(&[17, 99]), "  17,99\n");
        assert_eq!(piles(&[]), "  no piles\n");
    }

    fn drawn(ruleset: &str, position: &str) -> String {
        let library = sprague::Library::catalogue();
        let setting = sprague::play::Setting::read(&library, ruleset, position).unwrap();
        let play = sprague::play::Play::new(setting, sprague::Player::Left);
        draw(&play.state().board)
    }

    #[test]
    fn graphs_are_drawn_as_chains_or_as_lists_of_neighbours() {
        assert_eq!(
            drawn("wyg", "P(4) chips=1,2,3,1 play=1-2"),
            "  0(1)──1(2)══2(3)──3(1)\n  in play: 1-2\n"
        );
        assert_eq!(drawn("arc-kayles", "C(4) + P(2)"), "  0──1──2──3──0\n  4──5\n");
        assert_eq!(
            drawn("mig", "S(3) chips=2 + P(2) chips=0,4"),
            "  0(2) ── 1 2 3\n  1(2) ── 0\n  2(2) ── 0\n  3(2) ── 0\n  alone: 5(4)\n"
        );
        assert_eq!(drawn("wyg", "P(2) chips=0"), "  nothing left\n");
        assert_eq!(drawn("node-kayles", "P(61)"), "  P(61) chips=1\n");
    }
}
