//! What may be said of every position on a graph: numbers, and properties that it has or has not.

use sprague_graph::canonical::Canonical;
use sprague_graph::{Game, Position};

/// The names, in the order of [`values`].
pub const NAMES: [&str; 9] = [
    "vertices",
    "edges",
    "components",
    "chips",
    "connected",
    "bipartite",
    "tree",
    "halves",
    "mirror",
];
/// How many of them are numbers; the others are true or false.
const NUMBERS: usize = 4;
/// From here on they take long on large graphs.
pub const LONG: usize = 7;
/// Steps after which an involution is looked for no longer.
const MOST_STEPS: u64 = 2_000_000;

/// Is this the name of something that is true or false?
pub fn is_flag(name: &str) -> bool {
    NAMES[NUMBERS..].contains(&name)
}

/// The names that a text can use: those of the claim, and those of properties if it mentions any.
pub fn with(names: &[String], text: &str) -> Vec<String> {
    let mut all = names.to_vec();
    if mentioned(text) {
        all.extend(NAMES.iter().map(|name| name.to_string()));
    }
    all
}

/// Does the text mention a property?
fn mentioned(text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| NAMES.contains(&word))
}

/// The values of all names at a position, 0 or 1 for what is false or true, and 0 for those that take long unless they are
/// wanted. Vertices without chips are not there.
pub fn values(game: Game, position: &Position, long: bool) -> Result<[i64; NAMES.len()], String> {
    let vertices = position.chips.iter().filter(|&&c| c > 0).count();
    let edges = position.edges().count();
    let components = position.components().len();
    Ok([
        vertices as i64,
        edges as i64,
        components as i64,
        position.total() as i64,
        i64::from(components <= 1),
        i64::from(bipartite(position)),
        i64::from(components == 1 && edges + 1 == vertices),
        i64::from(long && halves(game, position)),
        i64::from(long && mirror(position).ok_or("an involution is not found in time")?),
    ])
}

fn bipartite(position: &Position) -> bool {
    let n = position.chips.len();
    let mut side = vec![None; n];
    for start in (0..n).filter(|&v| position.alive(v)) {
        if side[start].is_some() {
            continue;
        }
        side[start] = Some(false);
        let mut open = vec![start];
        while let Some(v) = open.pop() {
            for w in position.neighbours(v) {
                match side[w] {
                    None => {
                        side[w] = side[v].map(|s| !s);
                        open.push(w);
                    }
                    known if known == side[v] => return false,
                    _ => {}
                }
            }
        }
    }
    true
}

/// Does some move leave exactly two parts that are isomorphic, chips and all, with no edge in play?
fn halves(game: Game, position: &Position) -> bool {
    let mut canonical = Canonical::default();
    game.options(position).iter().any(|(_, option)| {
        let parts = option.components();
        let mut key = |part: &Position| canonical.key(&part.graph, &part.chips);
        option.play.is_none() && parts.len() == 2 && key(&parts[0]) == key(&parts[1])
    })
}

/// Has the graph an automorphism f with f(f(x)) = x that respects the chips, with f(x) neither x nor a neighbour of x,
/// for all x?
fn mirror(position: &Position) -> Option<bool> {
    let alive: Vec<usize> = (0..position.chips.len()).filter(|&v| position.alive(v)).collect();
    if !alive.len().is_multiple_of(2) {
        return Some(false);
    }
    pair_up(position, &alive, &mut vec![None; position.chips.len()], &mut 0)
}

/// Pairs the vertices that have no image yet; `None` if that takes too many steps.
fn pair_up(
    position: &Position,
    alive: &[usize],
    image: &mut Vec<Option<usize>>,
    steps: &mut u64,
) -> Option<bool> {
    let Some(&x) = alive.iter().find(|&&v| image[v].is_none()) else { return Some(true) };
    let joined = |u: usize, v: usize| position.graph.adjacent(u, v);
    for &y in alive {
        if y == x || image[y].is_some() || joined(x, y) || position.chips[x] != position.chips[y] {
            continue;
        }
        let fits = |&v: &usize| match image[v] {
            Some(w) => joined(x, v) == joined(y, w) && joined(y, v) == joined(x, w),
            None => true,
        };
        *steps += alive.len() as u64;
        if *steps > MOST_STEPS {
            return None;
        }
        if alive.iter().all(fits) {
            (image[x], image[y]) = (Some(y), Some(x));
            if pair_up(position, alive, image, steps)? {
                return Some(true);
            }
            (image[x], image[y]) = (None, None);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_graph::parse;

    fn of(text: &str, name: &str) -> i64 {
        let position = parse(text).unwrap().position;
        let place = NAMES.iter().position(|known| *known == name).unwrap();
        values(Game::Wyg, &position, true).unwrap()[place]
    }

    #[test]
    fn properties_are_those_of_well_known_graphs() {
        for (text, name, value) in [
            ("K(5) chips=1", "edges", 10),
            ("P(5) chips=1,1,0,1,1", "components", 2),
            ("P(5) chips=1,1,0,1,1", "edges", 2),
            ("P(5) chips=1,2,0,1,1", "chips", 5),
            ("P(3) + P(2) chips=1", "connected", 0),
            ("C(5) chips=1", "bipartite", 0),
            ("C(6) chips=1", "bipartite", 1),
            ("DS(2,3,4) chips=1", "tree", 1),
            ("C(4) chips=1", "tree", 0),
            ("P(3) + P(2) chips=1", "tree", 0),
            ("P(6) chips=2", "halves", 1),
            ("P(6) chips=1,2,2,2,2,2", "halves", 0),
            ("P(5) chips=1,2,1,2,1", "halves", 1),
            ("K(5) chips=1", "halves", 0),
            // Opposite vertices of an even cycle; on a square each is beside the next one.
            ("C(4) chips=1", "mirror", 1),
            ("C(6) chips=1", "mirror", 1),
            ("C(5) chips=1", "mirror", 0),
            ("P(4) chips=1", "mirror", 0),
            ("P(4) + P(4) chips=1", "mirror", 1),
            ("C(4) chips=1,1,1,2", "mirror", 0),
            ("K(2,3) chips=1", "mirror", 0),
            ("K(2,4) chips=1", "mirror", 1),
        ] {
            assert_eq!(of(text, name), value, "{name} of {text}");
        }
    }
}
