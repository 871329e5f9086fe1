//! What is said of the shape of a position: its properties, and whether two positions are the same up to the names of
//! their vertices. Vertices without chips are not there.
//!
//! Isomorphisms are looked for by giving one vertex after the other an image with the same chips and the same
//! edges to the vertices before it, and going back where there is none. Vertices come in an order in which each, where that
//! can be, is joined to one before it, so that its image is joined to the image of that one.

use sprague_claim::graphs::{Game, Position, property};
use sprague_task::{Stop, Task};

use super::play::{Play, State};

/// Vertices with chips, numbered anew, and the edges between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    chips: Vec<u32>,
    near: Vec<Vec<usize>>,
}

/// How many properties there are.
const PROPERTIES: usize = 9;
const _: () = assert!(PROPERTIES == property::NAMES.len());

impl Shape {
    /// The vertices with chips, and these edges, whose ends have chips.
    pub(super) fn new(chips: &[u32], edges: &[(usize, usize)]) -> Shape {
        let alive: Vec<usize> = (0..chips.len()).filter(|&v| chips[v] > 0).collect();
        let mut place = vec![usize::MAX; chips.len()];
        alive.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let mut near = vec![Vec::new(); alive.len()];
        for &(u, v) in edges.iter().filter(|&&(u, v)| chips[u] > 0 && chips[v] > 0) {
            near[place[u]].push(place[v]);
            near[place[v]].push(place[u]);
        }
        Shape { chips: alive.iter().map(|&v| chips[v]).collect(), near }
    }

    /// That of a position.
    pub(super) fn of(position: &Position) -> Shape {
        Shape::new(&position.chips, &position.graph.edges().collect::<Vec<_>>())
    }

    fn joined(&self, u: usize, v: usize) -> bool {
        self.near[u].contains(&v)
    }

    fn edges(&self) -> usize {
        self.near.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The vertices of each connected part, each vertex after one that it is joined to.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.chips.len()];
        let mut parts = Vec::new();
        for start in 0..self.chips.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut members = vec![start];
            let mut next = 0;
            while let Some(&v) = members.get(next) {
                next += 1;
                for &w in &self.near[v] {
                    if !seen[w] {
                        seen[w] = true;
                        members.push(w);
                    }
                }
            }
            parts.push(members);
        }
        parts
    }

    /// The shape on some of the vertices.
    fn on(&self, members: &[usize]) -> Shape {
        let place = |v: &usize| members.iter().position(|w| w == v);
        Shape {
            chips: members.iter().map(|&v| self.chips[v]).collect(),
            near: members
                .iter()
                .map(|&v| self.near[v].iter().filter_map(place).collect())
                .collect(),
        }
    }

    /// Can the vertices be coloured with two colours so that no edge has ends of one colour?
    fn is_bipartite(&self) -> bool {
        let mut colour = vec![0; self.chips.len()];
        for part in self.parts() {
            colour[part[0]] = 1;
            for &v in &part {
                for &w in &self.near[v] {
                    if colour[w] == colour[v] {
                        return false;
                    }
                    colour[w] = 3 - colour[v];
                }
            }
        }
        true
    }

    /// Is it the other one up to the names of vertices?
    pub(super) fn is_like(&self, other: &Shape, task: &Task) -> Result<bool, Stop> {
        let looks = |shape: &Shape| {
            let look = |v: usize| (shape.chips[v], shape.near[v].len());
            let mut looks: Vec<(u32, usize)> = (0..shape.chips.len()).map(look).collect();
            looks.sort_unstable();
            looks
        };
        if looks(self) != looks(other) {
            return Ok(false);
        }
        let order: Vec<usize> = self.parts().concat();
        let fits = |v: usize, w: usize, images: &[Option<usize>]| {
            self.chips[v] == other.chips[w]
                && self.near[v].len() == other.near[w].len()
                && (0..images.len()).all(|x| match images[x] {
                    Some(y) => y != w && self.joined(v, x) == other.joined(w, y),
                    None => true,
                })
        };
        extend(&order, &vec![None; order.len()], &fits, &|_, _, _| {}, task)
    }

    /// Has it an automorphism f with f(f(x)) = x that respects the chips, with f(x) neither x nor joined to x, for all x?
    fn has_mirror(&self, task: &Task) -> Result<bool, Stop> {
        let order: Vec<usize> = self.parts().concat();
        let fits = |v: usize, w: usize, images: &[Option<usize>]| {
            v != w
                && images[w].is_none()
                && !self.joined(v, w)
                && self.chips[v] == self.chips[w]
                && (0..images.len()).all(|x| match images[x] {
                    Some(y) => {
                        self.joined(v, x) == self.joined(w, y)
                            && self.joined(w, x) == self.joined(v, y)
                    }
                    None => true,
                })
        };
        // With f(v) = w comes f(w) = v.
        let both = |v: usize, w: usize, images: &mut [Image]| images[w] = Some(v);
        extend(&order, &vec![None; order.len()], &fits, &both, task)
    }
}

/// What a vertex is sent to, if that is settled.
type Image = Option<usize>;

/// Gives images to the vertices that have none, in this order, going back where none fits. `also` sets what comes with one.
fn extend(
    order: &[usize],
    images: &[Image],
    fits: &dyn Fn(usize, usize, &[Image]) -> bool,
    also: &dyn Fn(usize, usize, &mut [Image]),
    task: &Task,
) -> Result<bool, Stop> {
    // What there was before each choice, the vertex, and the image that is tried next.
    let mut open: Vec<(Vec<Image>, usize, usize)> = Vec::new();
    let Some(&first) = order.iter().find(|&&v| images[v].is_none()) else { return Ok(true) };
    open.push((images.to_vec(), first, 0));
    while let Some((before, vertex, tried)) = open.last_mut() {
        let (vertex, image) = (*vertex, *tried);
        if image == order.len() {
            open.pop();
            continue;
        }
        *tried += 1;
        task.spend(order.len() as u64)?;
        if !fits(vertex, image, before) {
            continue;
        }
        let mut after = before.clone();
        after[vertex] = Some(image);
        also(vertex, image, &mut after);
        match order.iter().find(|&&v| after[v].is_none()) {
            None => return Ok(true),
            Some(&next) => open.push((after, next, 0)),
        }
    }
    Ok(false)
}

/// The properties of a position, in the order in which the language of claims names them; 0 and 1 for what is false or true.
/// The last two are looked for only if they are wanted.
pub(super) fn properties(
    game: Game,
    position: &Position,
    long: bool,
    task: &Task,
) -> Result<[i64; PROPERTIES], Stop> {
    let shape = Shape::of(position);
    let (vertices, edges, parts) = (shape.chips.len(), shape.edges(), shape.parts().len());
    let chips: i64 = position.chips.iter().map(|&c| i64::from(c)).sum();
    Ok([
        vertices as i64,
        edges as i64,
        parts as i64,
        chips,
        i64::from(parts <= 1),
        i64::from(shape.is_bipartite()),
        i64::from(parts == 1 && edges + 1 == vertices),
        i64::from(long && has_halves(game, position, task)?),
        i64::from(long && shape.has_mirror(task)?),
    ])
}

/// Does some move leave exactly two connected parts, the same up to the names of vertices, and no edge in play?
fn has_halves(game: Game, position: &Position, task: &Task) -> Result<bool, Stop> {
    let play = Play::new(game, false, &position.graph, task);
    for option in play.options(&play.state(position))? {
        let shape = left(&play, &option);
        let parts = shape.parts();
        if let ([one, other], None) = (&parts[..], option.play)
            && shape.on(one).is_like(&shape.on(other), task)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What is left of a position.
pub(super) fn left(play: &Play, state: &State) -> Shape {
    Shape::new(&state.chips, &play.edges(state))
}
