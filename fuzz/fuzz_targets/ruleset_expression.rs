//! Any text as a ruleset expression, except for those that name files.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_fuzz::{play, show};
use sprague_rules::parse_ruleset;

fuzz_target!(|text: &str| {
    // The name ends at the first parenthesis; one without dots and slashes is never a file's.
    let (name, arguments) = text.split_at(text.find('(').unwrap_or(text.len()));
    let expression = name.replace(['.', '/', '\\'], "-") + arguments;
    match parse_ruleset(&expression) {
        Ok(ruleset) => play(&ruleset),
        Err(diagnostic) => show(&diagnostic),
    }
});
