//! Where to draw an automaton: states in columns by how many letters lead to them, so that reading goes from left to right. In a column
//! they are ordered by the middle of their neighbours, a few times to and fro (the barycentre method), which leaves few
//! crossings.

use serde::Serialize;

use super::{Machine, labels};
use labels::point;

/// Between columns, and between the states of one.
const ACROSS: f64 = 124.0;
const DOWN: f64 = 90.0;
/// The radius of a state.
pub(super) const RADIUS: f64 = 16.0;
/// Times that every column is put in order.
const ROUNDS: usize = 8;

/// Where to draw states and arrows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Layout {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// The middle of each state.
    pub nodes: Vec<[f64; 2]>,
    /// The arrows. Those into a dead state are left out.
    pub edges: Vec<Edge>,
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edge {
    /// From this state.
    pub from: usize,
    /// To this state.
    pub to: usize,
    /// The letters: the digits of all numbers.
    pub labels: Vec<String>,
    /// The letters as they are written: the first of them, if there are many.
    pub label: String,
    /// The middle of what is written.
    pub at: [f64; 2],
    /// Three points of a quadratic curve, or four of a cubic one.
    pub path: Vec<[f64; 2]>,
}

impl Machine {
    /// Where to draw it.
    pub fn layout(&self) -> Layout {
        let mut columns = self.columns();
        let place = self.ordered(&mut columns);
        let tallest = columns.iter().map(Vec::len).max().unwrap_or(1);
        let height = (tallest.saturating_sub(1)) as f64 * DOWN;
        let mut nodes = vec![[0.0, 0.0]; self.states()];
        for (x, column) in columns.iter().enumerate() {
            let above = (height - (column.len().saturating_sub(1)) as f64 * DOWN) / 2.0;
            for &state in column {
                nodes[state] = [x as f64 * ACROSS, above + place[state] as f64 * DOWN];
            }
        }
        // Loops stand above their states.
        let room = 48.0;
        nodes.iter_mut().for_each(|node| node[1] += room);
        let mut edges = self.edges(&nodes);
        labels::place(&mut edges, &nodes);
        let width = (columns.len().saturating_sub(1)) as f64 * ACROSS;
        Layout { width, height: height + room, nodes, edges }
    }

    /// The states by the least number of letters that lead to them; dead ones last.
    fn columns(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.states()];
        let (mut columns, mut column) = (Vec::new(), vec![0]);
        seen[0] = true;
        while !column.is_empty() {
            let mut next = Vec::new();
            for &state in &column {
                for &target in &self.transitions[state] {
                    let target = target as usize;
                    if !seen[target] && !self.is_dead(target) {
                        seen[target] = true;
                        next.push(target);
                    }
                }
            }
            columns.push(std::mem::replace(&mut column, next));
        }
        let rest: Vec<usize> = (0..self.states()).filter(|&state| !seen[state]).collect();
        if !rest.is_empty() {
            columns.push(rest);
        }
        columns
    }

    /// Puts every column in order, and says at which place each state is.
    fn ordered(&self, columns: &mut [Vec<usize>]) -> Vec<usize> {
        let mut place = vec![0; self.states()];
        let mut beside: Vec<Vec<usize>> = vec![Vec::new(); self.states()];
        for (state, row) in self.transitions.iter().enumerate() {
            for &target in row {
                let target = target as usize;
                if target != state && !self.is_dead(target) {
                    beside[state].push(target);
                    beside[target].push(state);
                }
            }
        }
        for column in columns.iter() {
            column.iter().enumerate().for_each(|(at, &state)| place[state] = at);
        }
        for _ in 0..ROUNDS {
            for column in columns.iter_mut() {
                let middle = |state: usize, place: &[usize]| {
                    let near = &beside[state];
                    match near.is_empty() {
                        true => place[state] as f64,
                        false => {
                            near.iter().map(|&n| place[n] as f64).sum::<f64>() / near.len() as f64
                        }
                    }
                };
                let mut keyed: Vec<(f64, usize)> =
                    column.iter().map(|&state| (middle(state, &place), state)).collect();
                keyed.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
                *column = keyed.into_iter().map(|(_, state)| state).collect();
                column.iter().enumerate().for_each(|(at, &state)| place[state] = at);
            }
        }
        place
    }

    fn edges(&self, nodes: &[[f64; 2]]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for from in (0..self.states()).filter(|&state| !self.is_dead(state)) {
            for (to, letters) in self.arrows(from) {
                if self.is_dead(to) {
                    continue;
                }
                let labels: Vec<String> =
                    letters.iter().map(|&letter| self.letter(letter, "")).collect();
                let path =
                    if from == to { loop_at(nodes[from]) } else { clear_bow((from, to), nodes) };
                let (label, at) = (labels::shown(&labels), [0.0, 0.0]);
                edges.push(Edge { from, to, labels, label, at, path });
            }
        }
        edges
    }
}

fn loop_at([x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    let (side, top) = (RADIUS * 0.45, RADIUS * 0.89);
    let (wide, high) = (RADIUS * 1.5, RADIUS * 3.2);
    vec![[x - side, y - top], [x - wide, y - high], [x + wide, y - high], [x + side, y - top]]
}

/// How much more a bow may be bent than usual.
const BENT: [f64; 4] = [1.0, 1.8, 2.8, 0.4];

/// The bow between two states that comes too near to the fewest others, and of several such the most usual one.
fn clear_bow((from, to): (usize, usize), nodes: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let touched = |path: &[[f64; 2]]| {
        let others = nodes.iter().enumerate().filter(|&(state, _)| state != from && state != to);
        let near = |&(_, node): &(usize, &[f64; 2])| {
            (1..20)
                .map(|step| point(path, f64::from(step) / 20.0))
                .any(|at| (at[0] - node[0]).hypot(at[1] - node[1]) < RADIUS + 5.0)
        };
        others.filter(near).count()
    };
    let bows = BENT.map(|bent| bow(nodes[from], nodes[to], bent));
    bows.into_iter().min_by_key(|path| touched(path)).unwrap_or_default()
}

/// From the rim of one state to that of another, bent to the left of the way so that the way back is another one.
fn bow([x, y]: [f64; 2], [to_x, to_y]: [f64; 2], bent: f64) -> Vec<[f64; 2]> {
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy).max(1.0);
    let bend = (length * 0.18).clamp(10.0, 60.0) * bent;
    let middle = [(x + to_x) / 2.0 + dy / length * bend, (y + to_y) / 2.0 - dx / length * bend];
    let rim = |[x, y]: [f64; 2]| {
        let (dx, dy) = (middle[0] - x, middle[1] - y);
        let length = dx.hypot(dy).max(1.0);
        [x + dx / length * RADIUS, y + dy / length * RADIUS]
    };
    vec![rim([x, y]), middle, rim([to_x, to_y])]
}
