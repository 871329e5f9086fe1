//! Where to draw the vertices.
//!
//! Each component is laid out so that distances on paper come close to distances in the graph (stress
//! majorisation, Gansner, Koren and North 2004): paths become straight, cycles round. Where it
//! starts is fixed, so the result is the same every time. Components stand side by side, an edge's
//! length apart.

use crate::graph::Graph;

/// Steps of the majorisation at most; it ends when nothing moves by more than [`STILL`].
const STEPS: usize = 3000;
const STILL: f64 = 1e-4;

/// A place for every vertex, an edge being about 1 long; all coordinates are at least 0.
pub fn layout(graph: &Graph) -> Vec<(f64, f64)> {
    let n = graph.vertices();
    let mut places = vec![(0.0, 0.0); n];
    let mut placed = vec![false; n];
    let mut right = 0.0;
    for start in 0..n {
        if placed[start] {
            continue;
        }
        let members = reach(graph, start);
        let own = component(graph, &members);
        let (low, high) = own.iter().fold(((f64::MAX, f64::MAX), f64::MIN), |(low, high), p| {
            ((low.0.min(p.0), low.1.min(p.1)), high.max(p.0))
        });
        for (&v, p) in members.iter().zip(&own) {
            placed[v] = true;
            places[v] = (p.0 - low.0 + right, p.1 - low.1);
        }
        right += high - low.0 + 1.0;
    }
    places
}

/// The vertices of the component of `start`, nearest first.
fn reach(graph: &Graph, start: usize) -> Vec<usize> {
    let mut members = vec![start];
    let mut seen = vec![false; graph.vertices()];
    seen[start] = true;
    let mut next = 0;
    while let Some(&v) = members.get(next) {
        next += 1;
        for &w in graph.neighbours(v) {
            if !std::mem::replace(&mut seen[w as usize], true) {
                members.push(w as usize);
            }
        }
    }
    members
}

fn component(graph: &Graph, members: &[usize]) -> Vec<(f64, f64)> {
    let n = members.len();
    let ends: usize = members.iter().map(|&v| graph.degree(v)).sum();
    let mut places =
        if ends + 2 == 2 * n { in_layers(graph, members) } else { on_a_circle(members) };
    let distances: Vec<Vec<f64>> = members.iter().map(|&v| distances(graph, v, members)).collect();
    for _ in 0..STEPS {
        let mut farthest: f64 = 0.0;
        for i in 0..n {
            let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
            for j in (0..n).filter(|&j| j != i) {
                let wanted = distances[i][j];
                let weight = wanted.powi(-2);
                let (dx, dy) = (places[i].0 - places[j].0, places[i].1 - places[j].1);
                let apart = dx.hypot(dy).max(1e-9);
                x += weight * (places[j].0 + wanted * dx / apart);
                y += weight * (places[j].1 + wanted * dy / apart);
                weights += weight;
            }
            if weights > 0.0 {
                let to = (x / weights, y / weights);
                farthest = farthest.max((to.0 - places[i].0).hypot(to.1 - places[i].1));
                places[i] = to;
            }
        }
        if farthest < STILL {
            break;
        }
    }
    upright(places)
}

/// Where a tree starts: in layers by the distance from an end, so that a path is straight.
fn in_layers(graph: &Graph, members: &[usize]) -> Vec<(f64, f64)> {
    let end = *reach(graph, members[0]).last().expect("a component has vertices");
    let layer = distances(graph, end, members);
    let mut filled = std::collections::BTreeMap::<usize, Vec<usize>>::new();
    (0..members.len()).for_each(|i| filled.entry(layer[i] as usize).or_default().push(i));
    let mut places = vec![(0.0, 0.0); members.len()];
    for (&far, inside) in &filled {
        for (place, &i) in inside.iter().enumerate() {
            places[i] = (far as f64, place as f64 - (inside.len() - 1) as f64 / 2.0);
        }
    }
    places
}

/// Where other graphs start: on a circle in the order of their numbers, as families are drawn.
fn on_a_circle(members: &[usize]) -> Vec<(f64, f64)> {
    let n = members.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&i| members[i]);
    let mut places = vec![(0.0, 0.0); n];
    for (turn, &i) in order.iter().enumerate() {
        let angle = (turn as f64 + 0.1) / n as f64 * std::f64::consts::TAU;
        places[i] = (angle.cos(), angle.sin());
    }
    places
}

/// Turned so that the longest extent lies along the page.
fn upright(places: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let n = places.len() as f64;
    let (mx, my) =
        (places.iter().map(|p| p.0).sum::<f64>() / n, places.iter().map(|p| p.1).sum::<f64>() / n);
    let moment =
        |f: &dyn Fn(f64, f64) -> f64| places.iter().map(|p| f(p.0 - mx, p.1 - my)).sum::<f64>();
    let (xx, yy, xy) = (moment(&|x, _| x * x), moment(&|_, y| y * y), moment(&|x, y| x * y));
    // A round figure has no longest extent: it stays.
    let angle = if (xx - yy).hypot(2.0 * xy) < 0.05 * (xx + yy) {
        0.0
    } else {
        (2.0 * xy).atan2(xx - yy) / 2.0
    };
    let (sin, cos) = angle.sin_cos();
    let turn = |&(x, y): &(f64, f64)| {
        let (x, y) = (x - mx, y - my);
        (x * cos + y * sin, y * cos - x * sin)
    };
    places.iter().map(turn).collect()
}

/// How many edges lead from `start` to each member.
fn distances(graph: &Graph, start: usize, members: &[usize]) -> Vec<f64> {
    let mut distance = vec![usize::MAX; graph.vertices()];
    distance[start] = 0;
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(v) = queue.pop_front() {
        for &w in graph.neighbours(v) {
            if distance[w as usize] == usize::MAX {
                distance[w as usize] = distance[v] + 1;
                queue.push_back(w as usize);
            }
        }
    }
    members.iter().map(|&v| distance[v] as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_straight_and_cycles_round() {
        let path = layout(&Graph::path(6));
        assert!((path[0].0 - path[5].0).abs() > 4.9, "{path:?}");
        assert!(path.iter().all(|p| p.1.abs() < 0.1), "{path:?}");
        let cycle = layout(&Graph::cycle(8));
        let side = |i: usize| {
            let (a, b) = (cycle[i], cycle[(i + 1) % 8]);
            (a.0 - b.0).hypot(a.1 - b.1)
        };
        assert!((0..8).all(|i| (side(i) - side(0)).abs() < 0.05), "{cycle:?}");
    }

    #[test]
    fn no_two_vertices_fall_together() {
        let sum = Graph::wheel(9).beside(&Graph::star(7)).beside(&Graph::empty(3));
        let places = layout(&sum);
        for u in 0..places.len() {
            for v in 0..u {
                let (dx, dy) = (places[u].0 - places[v].0, places[u].1 - places[v].1);
                assert!(dx.hypot(dy) > 0.3, "{u} and {v}: {places:?}");
            }
        }
    }
}
