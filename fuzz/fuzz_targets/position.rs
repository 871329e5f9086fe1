//! Any text as a position of three shapes: what is read can be written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_fuzz::show;
use sprague_rules::{Shape, parse_position, write_position};

fuzz_target!(|text: &str| {
    // The shapes of nim, wythoff and vector(1,0;0,1).
    let shapes = [None, Some(2)].map(|at_most| Shape::Piles { at_most });
    for shape in shapes.into_iter().chain([Shape::Row { places: 2 }]) {
        match parse_position(text, shape) {
            Ok(piles) => assert_eq!(parse_position(&write_position(&piles), shape), Ok(piles)),
            Err(complaint) => show(&complaint.about("position", text)),
        }
    }
});
