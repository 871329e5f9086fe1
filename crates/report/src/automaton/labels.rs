//! Where to write the letters of arrows, so that no two lie over each other and none over a state.
//!
//! A label may stand anywhere along its arrow, a little beside it if need be. Arrows are served one by one, short ones first, since they
//! have the least room; each takes the place that covers least of what is there already, and of several such places that nearest to the
//! middle.

use super::layout::{Edge, RADIUS};

/// The width of a character and the height of a line.
const CHARACTER: f64 = 5.6;
const LINE: f64 = 12.0;
/// How far along an arrow, and how far beside it, a label may stand.
const ALONG: [f64; 9] = [0.5, 0.43, 0.57, 0.36, 0.64, 0.29, 0.71, 0.22, 0.78];
const BESIDE: [f64; 5] = [0.0, 9.0, -9.0, 16.0, -16.0];
/// Letters that are written out.
const WRITTEN: usize = 3;

/// The middle of a label, and half its width and height.
#[derive(Clone, Copy)]
struct Area {
    middle: [f64; 2],
    half: [f64; 2],
}

impl Area {
    fn common(&self, other: &Area) -> f64 {
        let side = |axis: usize| {
            let apart = (self.middle[axis] - other.middle[axis]).abs();
            (self.half[axis] + other.half[axis] - apart).max(0.0)
        };
        side(0) * side(1)
    }

    fn has(&self, [x, y]: [f64; 2]) -> bool {
        (x - self.middle[0]).abs() < self.half[0] && (y - self.middle[1]).abs() < self.half[1]
    }
}

/// The letters as they are written: all, or the first of many.
pub fn shown(letters: &[String]) -> String {
    match letters.len() > WRITTEN {
        true => format!("{}, …", letters[..WRITTEN - 1].join(", ")),
        false => letters.join(", "),
    }
}

/// Places the labels of all arrows.
pub fn place(edges: &mut [Edge], nodes: &[[f64; 2]]) {
    let states: Vec<Area> =
        nodes.iter().map(|&middle| Area { middle, half: [RADIUS + 1.0; 2] }).collect();
    let curves: Vec<Vec<[f64; 2]>> = edges
        .iter()
        .map(|edge| (1..24).map(|step| point(&edge.path, f64::from(step) / 24.0)).collect())
        .collect();
    let mut order: Vec<usize> = (0..edges.len()).collect();
    let length = |edge: &Edge| {
        let (from, to) = (edge.path[0], edge.path[edge.path.len() - 1]);
        (to[0] - from[0]).hypot(to[1] - from[1])
    };
    order.sort_by(|&one, &other| length(&edges[one]).total_cmp(&length(&edges[other])));
    let mut placed: Vec<Area> = Vec::new();
    for index in order {
        let edge = &edges[index];
        let characters = edge.label.chars().count() as f64;
        // With some air around it.
        let half = [characters * CHARACTER / 2.0 + 4.0, LINE / 2.0 + 1.0];
        let cost = |area: &Area, away: f64| {
            let covered: f64 = placed.iter().chain(&states).map(|other| area.common(other)).sum();
            let others = curves.iter().enumerate().filter(|&(other, _)| other != index);
            let crossed = others.flat_map(|(_, curve)| curve).filter(|&&at| area.has(at)).count();
            10.0 * covered + 4.0 * crossed as f64 + away
        };
        let candidates =
            ALONG.iter().flat_map(|&along| BESIDE.iter().map(move |&beside| (along, beside)));
        let (_, best) = candidates
            .map(|(along, beside)| {
                let (at, ahead) = (point(&edge.path, along), point(&edge.path, along + 0.01));
                let (dx, dy) = (ahead[0] - at[0], ahead[1] - at[1]);
                let length = dx.hypot(dy).max(1e-9);
                let middle = [at[0] + dy / length * beside, at[1] - dx / length * beside];
                let area = Area { middle, half };
                (cost(&area, 20.0 * (along - 0.5).abs() + 0.5 * beside.abs()), area)
            })
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .unwrap_or((0.0, Area { middle: point(&edge.path, 0.5), half }));
        placed.push(best);
        edges[index].at = best.middle.map(|size| (size * 10.0).round() / 10.0);
    }
}

/// A point of a quadratic or cubic curve, by de Casteljau's construction.
pub fn point(path: &[[f64; 2]], along: f64) -> [f64; 2] {
    let mut points = path.to_vec();
    while points.len() > 1 {
        let between = |two: &[[f64; 2]]| {
            [0, 1].map(|axis| two[0][axis] + along * (two[1][axis] - two[0][axis]))
        };
        points = points.windows(2).map(between).collect();
    }
    points[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Machine;
    use sprague_claim::Board;

    /// A small generator: the tests need variety, not quality.
    fn draws(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        }
    }

    fn area(edge: &Edge) -> Area {
        let half = [edge.label.chars().count() as f64 * CHARACTER / 2.0, LINE / 2.0];
        Area { middle: edge.at, half }
    }

    /// Pairs of labels, and labels and states, that lie over each other.
    fn overlaps(edges: &[Edge], nodes: &[[f64; 2]]) -> usize {
        let states = nodes.iter().map(|&middle| Area { middle, half: [RADIUS * 0.8; 2] });
        let states: Vec<Area> = states.collect();
        let labels: Vec<Area> = edges.iter().map(area).collect();
        let over = |one: usize| {
            let later = labels[one + 1..].iter().chain(&states);
            later.filter(|other| labels[one].common(other) > 6.0).count()
        };
        (0..labels.len()).map(over).sum()
    }

    #[test]
    fn labels_of_random_automata_lie_apart() {
        let (mut all, mut over, mut before) = (0, 0, 0);
        for seed in 0..60 {
            let mut draw = draws(seed);
            let states = 2 + draw(11);
            let transitions: Vec<Vec<u32>> =
                (0..states).map(|_| (0..4).map(|_| draw(states) as u32).collect()).collect();
            let accepting = (0..states).filter(|_| draw(2) == 0).collect();
            let (names, board) = (vec!["a".into(), "b".into()], Board::Piles(2));
            let (of, digits, numbers) = ("P-positions", "binary".to_string(), 2);
            let machine = Machine { of, digits, numbers, names, accepting, transitions, board };
            let mut layout = machine.layout();
            all += layout.edges.len();
            over += overlaps(&layout.edges, &layout.nodes);
            layout.edges.iter_mut().for_each(|edge| edge.at = point(&edge.path, 0.5));
            before += overlaps(&layout.edges, &layout.nodes);
        }
        assert!(20 * over <= all && 4 * over <= before, "{over} of {all}; in the middle {before}");
    }

    #[test]
    fn many_letters_are_cut_short() {
        let letters: Vec<String> = ["00", "01", "10", "11"].map(String::from).to_vec();
        assert_eq!(shown(&letters), "00, 01, …");
        assert_eq!(shown(&letters[..3]), "00, 01, 10");
    }
}
