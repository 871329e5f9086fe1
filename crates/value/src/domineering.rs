//! Domineering: Left places vertical dominoes, Right horizontal ones, on the free cells of a board.
//!
//! A board falls into connected pieces of free cells, which are independent. A piece is held as bits
//! in its bounding box, in the first of its eight orientations: reflections keep the value, and a
//! quarter turn exchanges the players. Cells on their own are worth nothing and dropped.

use smallvec::SmallVec;
use sprague_rules::Complaint;
use sprague_task::Watch;

use crate::arena::{Arena, Value, ZERO};
use crate::limit::Limit;
use crate::play::{Evaluator, Moves, Part, Parts, Play};

/// The most cells a piece's bounding box may have.
pub const MOST_CELLS: usize = 64;

/// Free cells in a box, row by row from the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    width: u8,
    height: u8,
    cells: u64,
}

impl Board {
    /// An empty board.
    pub fn empty(rows: usize, columns: usize) -> Option<Board> {
        let cells = rows.checked_mul(columns).filter(|&n| (1..=MOST_CELLS).contains(&n))?;
        Some(Board { width: columns as u8, height: rows as u8, cells: u64::MAX >> (64 - cells) })
    }

    /// The board with these free cells, given row by row from the lowest bit.
    pub fn with_cells(self, cells: u64) -> Board {
        Board {
            cells: cells & Board::empty(self.rows(), self.columns()).expect("fits").cells,
            ..self
        }
    }

    /// The height of the box.
    pub fn rows(self) -> usize {
        self.height.into()
    }

    /// The width of the box.
    pub fn columns(self) -> usize {
        self.width.into()
    }

    /// The cells of the first column.
    fn first_column(self) -> u64 {
        (0..self.height).fold(0, |column, row| column | 1 << (row as u32 * self.width as u32))
    }

    /// The lower-numbered cells of all places for a vertical domino.
    fn vertical(self) -> u64 {
        self.cells & self.cells.checked_shr(self.width.into()).unwrap_or(0)
    }

    /// The lower-numbered cells of all places for a horizontal domino.
    fn horizontal(self) -> u64 {
        self.cells & (self.cells >> 1) & !(self.first_column() >> 1 | 1u64.rotate_right(1))
    }

    /// The connected pieces of at least two cells, each in its standard orientation.
    pub fn parts(self) -> Parts<Board> {
        let mut parts = Parts::new();
        let mut rest = self.cells;
        let first = self.first_column();
        let width = u32::from(self.width);
        let last = first << (width - 1);
        while rest != 0 {
            let mut piece = rest & rest.wrapping_neg();
            loop {
                let grown = piece
                    | (piece & !last) << 1
                    | (piece & !first) >> 1
                    | piece.checked_shl(width).unwrap_or(0)
                    | piece.checked_shr(width).unwrap_or(0);
                let grown = grown & rest;
                if grown == piece {
                    break;
                }
                piece = grown;
            }
            rest &= !piece;
            if piece.count_ones() > 1 {
                parts.push(Board { cells: piece, ..self }.cropped().standard());
            }
        }
        parts
    }

    /// Without empty rows and columns at the edges.
    fn cropped(self) -> Board {
        let width = u32::from(self.width);
        let row = u64::MAX >> (64 - width);
        let top = self.cells.trailing_zeros() / width;
        let bottom = (63 - self.cells.leading_zeros()) / width;
        let columns = (top..=bottom).fold(0, |c, r| c | self.cells >> (r * width) & row);
        let left = columns.trailing_zeros();
        let narrow = 64 - columns.leading_zeros() - left;
        let mut cells = 0u64;
        for r in (top..=bottom).rev() {
            let bits = self.cells >> (r * width) & row;
            cells = cells.checked_shl(narrow).unwrap_or(0) | bits >> left;
        }
        Board { width: narrow as u8, height: (bottom - top + 1) as u8, cells }
    }

    /// The first of its orientations, and whether that exchanges the players.
    fn standard(self) -> Part<Board> {
        let least = |b: Board| {
            let turned = b.half_turned();
            let flipped = b.flipped();
            [b, turned, flipped, flipped.half_turned()].into_iter().min().expect("four boards")
        };
        if self.width < self.height {
            return Part { position: least(self), negated: false };
        }
        let transposed = least(self.transposed());
        if self.width > self.height {
            return Part { position: transposed, negated: true };
        }
        let upright = least(self);
        Part { position: upright.min(transposed), negated: transposed < upright }
    }

    fn half_turned(self) -> Board {
        let cells = u32::from(self.width) * u32::from(self.height);
        Board { cells: self.cells.reverse_bits() >> (64 - cells), ..self }
    }

    /// Top row to the bottom.
    fn flipped(self) -> Board {
        let width = u32::from(self.width);
        let row = u64::MAX >> (64 - width);
        let flip = |cells: u64, r: u32| {
            cells.checked_shl(width).unwrap_or(0) | self.cells >> (r * width) & row
        };
        Board { cells: (0..self.height.into()).fold(0, flip), ..self }
    }

    fn transposed(self) -> Board {
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        let mut cells = 0u64;
        let mut rest = self.cells;
        while rest != 0 {
            let at = rest.trailing_zeros();
            rest &= rest - 1;
            cells |= 1 << (at % width * height + at / width);
        }
        Board { width: self.height, height: self.width, cells }
    }
}

/// The rules of Domineering.
pub struct Domineering;

impl Play for Domineering {
    type Position = Board;

    fn moves(&self, board: &Board, _: usize, _: &Watch) -> Result<Moves<Board>, Limit> {
        let place = |mut at: u64, step: u32| {
            let mut options: Vec<Parts<Board>> = Vec::with_capacity(at.count_ones() as usize);
            while at != 0 {
                let cell = at & at.wrapping_neg();
                at &= at - 1;
                let domino = cell | cell << step;
                options.push(Board { cells: board.cells & !domino, ..*board }.parts());
            }
            options
        };
        let (vertical, horizontal) = (board.vertical(), board.horizontal());
        Ok(Moves::Options([place(vertical, board.width.into()), place(horizontal, 1)]))
    }
}

/// The values of all subsets of a board's cells, the subset being the index. The options of a subset
/// are smaller numbers, so one pass from 0 on suffices, and a piece is looked up by its cells.
pub fn all_subsets(arena: &mut Arena, board: Board) -> Result<Vec<Value>, Limit> {
    let mut values: Vec<Value> = Vec::with_capacity(1 << board.cells.count_ones());
    let first = board.first_column();
    let width = u32::from(board.width);
    let last = first << (width - 1);
    for cells in 0..=board.cells {
        let mut piece = cells & cells.wrapping_neg();
        loop {
            let grown = piece
                | (piece & !last) << 1
                | (piece & !first) >> 1
                | piece << width
                | piece >> width;
            let grown = grown & cells;
            if grown == piece {
                break;
            }
            piece = grown;
        }
        let value = if piece != cells {
            arena.sum(values[piece as usize], values[(cells & !piece) as usize])?
        } else if piece.count_ones() < 2 {
            ZERO
        } else {
            let board = Board { cells, ..board };
            let options = |mut at: u64, step: u32| {
                let mut options = SmallVec::<[Value; 32]>::new();
                while at != 0 {
                    let cell = at & at.wrapping_neg();
                    at &= at - 1;
                    options.push(values[(cells & !(cell | cell << step)) as usize]);
                }
                options
            };
            let (left, right) = (options(board.vertical(), width), options(board.horizontal(), 1));
            arena.game(&left, &right)?
        };
        values.push(value);
    }
    Ok(values)
}

/// Reads a board: `4x5` (rows, columns), or rows of `.` (free) and `#` (taken) with `|` between.
pub fn parse_board(text: &str) -> Result<Parts<Board>, Complaint> {
    let whole = 0..text.len();
    let size = text.split_once(['x', 'X']).and_then(|(rows, columns)| {
        Some((rows.trim().parse::<usize>().ok()?, columns.trim().parse::<usize>().ok()?))
    });
    if let Some((rows, columns)) = size {
        let board = Board::empty(rows, columns).ok_or_else(|| {
            Complaint::new(whole, format!("a board has from 1 to {MOST_CELLS} cells"))
        })?;
        return Ok(board.parts());
    }
    let mut rows: Vec<Vec<bool>> = vec![Vec::new()];
    for (at, sign) in text.char_indices() {
        match sign {
            '.' => rows.last_mut().expect("a row").push(true),
            '#' | 'X' | 'x' => rows.last_mut().expect("a row").push(false),
            '|' | '/' => rows.push(Vec::new()),
            ' ' => {}
            _ => {
                let message = format!("`{sign}` is no cell of a board");
                let help = "write `.` for a free cell, `#` for a taken one and `|` between rows, \
                            or a size such as 4x5";
                return Err(Complaint::new(at..at + sign.len_utf8(), message).help(help));
            }
        }
    }
    let width = rows[0].len();
    let mut at = 0;
    for row in text.split(['|', '/']) {
        let cells = row.chars().filter(|&c| c != ' ').count();
        if cells != width || width == 0 {
            let message = format!("this row has {cells} cells, the first one {width}");
            let message = if width == 0 { "there are no cells".into() } else { message };
            return Err(Complaint::new(at..at + row.len(), message));
        }
        at += row.len() + 1;
    }
    let Some(board) = Board::empty(rows.len(), width) else {
        return Err(Complaint::new(whole, format!("a board has from 1 to {MOST_CELLS} cells")));
    };
    let cells = rows.into_iter().flatten().enumerate();
    let cells = cells.fold(0, |cells, (at, free)| cells | u64::from(free) << at);
    Ok(Board { cells, ..board }.parts())
}

/// The value of one board.
pub fn value(arena: &mut Arena, board: Board) -> Result<Value, Limit> {
    Evaluator::new(Domineering).value(arena, &board.parts())
}
