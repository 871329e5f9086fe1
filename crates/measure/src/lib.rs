//! The page that the benches print together: `cargo bench --workspace`, a part of it for each room.
//!
//! A row says what was done, what it cost, what the plain way or a peer costs, how many times better ours is, and how the
//! cost grows. Times are those of the processor, all threads together, so that whatever else the machine does hardly matters;
//! where a wait is measured, the row says so.
//!
//! Words after `--` choose: `deep` adds the rows that take long, any other word leaves only the parts whose names have it.
//!
//! ```
//! use sprague_measure::{Page, Row, cpu};
//!
//! let page = Page::open("numbers");
//! if page.part("sums") {
//!     let (by_formula, ours) = cpu(|| 1000 * 1001 / 2);
//!     let (one_by_one, plain) = cpu(|| (1..=1000).sum::<u32>());
//!     assert_eq!(by_formula, one_by_one);
//!     page.row(Row::new("numbers to 1000").ours(ours).against("one by one", plain));
//! }
//! ```

mod clock;
mod figure;
mod row;

pub use clock::{best, cpu, wait};
pub use figure::Figure;
pub use row::{Growth, Row};

/// The part of the page that one room prints.
pub struct Page {
    deep: bool,
    chosen: Vec<String>,
}

impl Page {
    /// Begins the part of this name.
    pub fn open(room: &str) -> Page {
        let words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
        let (deep, chosen): (Vec<_>, _) = words.partition(|word| word == "deep");
        println!("\n{}", row::head(room));
        Page { deep: !deep.is_empty(), chosen }
    }

    /// Are the rows wanted that take long?
    pub fn deep(&self) -> bool {
        self.deep
    }

    /// Are the rows about this wanted?
    pub fn wants(&self, name: &str) -> bool {
        self.chosen.is_empty() || self.chosen.iter().any(|word| name.contains(word))
    }

    /// Begins the rows about something, if they are wanted.
    pub fn part(&self, name: &str) -> bool {
        let wanted = self.wants(name);
        if wanted {
            println!("{name}");
        }
        wanted
    }

    /// Prints a row.
    pub fn row(&self, row: Row) {
        println!("{row}");
    }
}
