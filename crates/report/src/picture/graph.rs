//! A position on a graph: chips written in the vertices, the winning move marked.
//!
//! Vertices without chips are left pale, for they are as good as deleted; the edge in play is thick.
//! Of a winning move the edge is orange, and beside each stack that loses chips stands how many.

use sprague_graph::{Graph, Move, Position, layout::layout};

use super::PictureError;
use super::canvas::{Anchor, Canvas, Color, Text};
use super::page::Page;
use super::palette::{FRAME, GRID, INK, WHITE};
use super::{raster, svg};

/// Vermillion of Okabe and Ito: the winning move.
const MARK: Color = Color(213, 94, 0);
/// More vertices would be a tangle.
const MOST_VERTICES: usize = 200;
/// Around the graph, in pixels: beside and below it, and above it for the titles.
const MARGIN: (f32, f32) = (60.0, 120.0);

/// Two vertices, the smaller first.
type Edge = (usize, usize);

/// A position to draw.
pub struct GraphPicture<'a> {
    title: String,
    subtitle: String,
    position: &'a Position,
    winning: Option<Move>,
    places: Vec<(f32, f32)>,
    radius: f32,
    size: (u32, u32),
}

impl<'a> GraphPicture<'a> {
    /// Lays the graph out.
    pub fn new(
        title: String,
        subtitle: String,
        position: &'a Position,
        winning: Option<Move>,
    ) -> Result<GraphPicture<'a>, PictureError> {
        let vertices = position.chips.len();
        if vertices == 0 {
            return Err(PictureError::Empty);
        }
        if vertices > MOST_VERTICES {
            return Err(PictureError::Vertices { given: vertices, most: MOST_VERTICES });
        }
        let plan = layout(&position.graph);
        let wide = plan.iter().map(|p| p.0).fold(0.0, f64::max);
        let high = plan.iter().map(|p| p.1).fold(0.0, f64::max);
        let unit = (880.0 / wide.max(high).max(1.0)).min(110.0);
        let nearest = nearest(&plan) * unit;
        let radius = (nearest * 0.36).clamp(3.0, 24.0) as f32;
        let (left, top) = MARGIN;
        let width = ((wide * unit) as f32 + 2.0 * left).max(560.0);
        let shift = (width - (wide * unit) as f32) / 2.0;
        let places = plan
            .iter()
            .map(|&(x, y)| ((x * unit) as f32 + shift, (y * unit) as f32 + top))
            .collect();
        let size = (width as u32, ((high * unit) as f32 + top + left) as u32);
        Ok(GraphPicture { title, subtitle, position, winning, places, radius, size })
    }

    /// As an SVG document.
    pub fn svg(&self) -> Result<String, PictureError> {
        let heard = format!("{}: {}", self.title, self.subtitle);
        let mut canvas = svg::Svg::new(self.size, &heard);
        self.draw(&mut canvas)?;
        Ok(canvas.finish())
    }

    /// As the bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let mut canvas = raster::Raster::new(self.size)?;
        self.draw(&mut canvas)?;
        canvas.finish()
    }

    fn draw(&self, canvas: &mut dyn Canvas) -> Result<(), PictureError> {
        let page = Page::new(1.0, self.size.0)?;
        page.draw_titles(canvas, (24.0, 84.0), [&self.title, &self.subtitle]);
        let graph: &Graph = &self.position.graph;
        let (marked, taken) = self.marks();
        for (u, v) in graph.edges() {
            let there = self.position.alive(u) && self.position.alive(v);
            let played = self.position.play == Some((u, v));
            let color = match marked.contains(&(u, v)) {
                true => MARK,
                false if there => FRAME,
                false => GRID,
            };
            let thick = if played || color == MARK { 5.0 } else { 2.0 };
            canvas.stroke(self.places[u], self.places[v], thick, color);
        }
        for (v, &at) in self.places.iter().enumerate() {
            let loses = taken.iter().find(|(w, _)| *w == v);
            let rim = match loses {
                Some(_) => MARK,
                None if self.position.alive(v) => INK,
                None => GRID,
            };
            canvas.stroke(at, at, 2.0 * self.radius, rim);
            canvas.stroke(at, at, 2.0 * self.radius - 4.0, WHITE);
            let size = self.radius * 0.95;
            if size < 7.0 {
                continue;
            }
            if self.position.alive(v) {
                let chips = self.position.chips[v].to_string();
                canvas.text(Text { fill: INK, ..page.label(&chips, at, size, Anchor::Middle) });
            }
            if let Some((_, chips)) = loses {
                let beside = (at.0 + self.radius * 1.15, at.1 - self.radius * 1.1);
                let text = format!("-{chips}");
                canvas.text(Text { fill: MARK, ..page.label(&text, beside, size, Anchor::Middle) });
            }
        }
        Ok(())
    }

    /// The edges of the winning move, and the stacks that lose chips with how many.
    fn marks(&self) -> (Vec<Edge>, Vec<(usize, u32)>) {
        let chips = &self.position.chips;
        match self.winning {
            None => (vec![], vec![]),
            Some(Move::OnEdge { edge, take }) => {
                let taken = [(edge.0, take.0), (edge.1, take.1)];
                (vec![edge], taken.into_iter().filter(|t| t.1 > 0).collect())
            }
            Some(Move::Take { vertex, chips }) => (vec![], vec![(vertex, chips)]),
            Some(Move::DeleteEnds { edge }) => {
                (vec![edge], vec![(edge.0, chips[edge.0]), (edge.1, chips[edge.1])])
            }
            Some(Move::DeleteAround { vertex }) => {
                let around = self.position.neighbours(vertex).chain([vertex]);
                (vec![], around.map(|v| (v, chips[v])).collect())
            }
            Some(Move::DeleteEdge { edge }) => (vec![edge], vec![]),
        }
    }
}

/// The least distance between two vertices.
fn nearest(plan: &[(f64, f64)]) -> f64 {
    let mut nearest: f64 = 1.0;
    for (i, a) in plan.iter().enumerate() {
        for b in &plan[..i] {
            nearest = nearest.min((a.0 - b.0).hypot(a.1 - b.1));
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_with_chips_shows_them_and_the_winning_move_is_marked() {
        let position = Position::new(Graph::path(4), vec![1, 12, 0, 3]);
        let winning = Move::OnEdge { edge: (0, 1), take: (1, 1) };
        let picture = GraphPicture::new("wyg".into(), "a < b".into(), &position, Some(winning));
        let svg = picture.unwrap().svg().unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts: Vec<&str> = document.descendants().filter_map(|n| n.text()).collect();
        for text in ["1", "12", "3", "-1", "a < b"] {
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        assert!(svg.contains(&MARK.to_string()));
        let picture = GraphPicture::new("wyg".into(), String::new(), &position, None).unwrap();
        assert!(!picture.svg().unwrap().contains(&MARK.to_string()));
        assert!(picture.png().unwrap().starts_with(b"\x89PNG"));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let large = Position::constant(Graph::path(1000), 1);
        assert!(GraphPicture::new(String::new(), String::new(), &large, None).is_err());
        let empty = Position::constant(Graph::empty(0), 1);
        assert!(GraphPicture::new(String::new(), String::new(), &empty, None).is_err());
    }
}
