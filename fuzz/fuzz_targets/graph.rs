//! Any text as a position on a graph: it is refused with a complaint, or what is read is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_graph::parse;

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(written) => {
            let again = parse(&written.position.text()).expect("what is written can be read");
            assert_eq!(again.position, written.position, "{text}");
        }
        Err(complaint) => assert!(complaint.span.end <= text.len(), "{text}"),
    }
});
