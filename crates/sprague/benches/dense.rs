//! What a dense table costs beyond the bare computation of it, for two piles up to 1000.

use sprague::{Library, Outcome, Session};
use sprague_measure::{Page, Row, best};
use sprague_solve::{Question, Region};

fn main() {
    let page = Page::open("the front door");
    if !page.part("two piles to 1000 as arrays") {
        return;
    }
    let session = Session::new();
    for name in ["wythoff", "minnie", "jennifer"] {
        let ruleset = Library::catalogue().ruleset(name).expect("it is in the catalogue");
        let region = Region::new(&ruleset, 2, 1000);
        let (_, bare) = best(3, || {
            Question::about_region(&ruleset, region).nim_values().solver().expect("it fits")
        });
        let (_, matrix) = best(3, || {
            let request = session.table(&ruleset).piles(2).max(1000).nim_values();
            let mut table = request.compute().expect("it fits");
            table.nim_square(&[], 0).expect("the values fit")
        });
        let mut table = session.table(&ruleset).piles(2).max(1000).compute().expect("it fits");
        let (_, losing) = best(3, || table.positions_with(Outcome::P).expect("it is computed"));
        let row = Row::new(format!("{name}, nim-values")).ours(matrix);
        page.row(row.against("the values alone", bare));
        page.row(Row::new(format!("{name}, P-positions of a table")).ours(losing));
    }
}
