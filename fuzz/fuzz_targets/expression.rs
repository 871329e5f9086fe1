//! Any text as an expression of games: it is refused with a complaint, or its value is written and read again.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use sprague_task::Watch;
use sprague_value::{Arena, Evaluation};

fuzz_target!(|text: &str| {
    let mut arena = Arena::new();
    arena.limit_memory(64 << 20);
    arena.watch(Watch::new(Some(Duration::from_secs(1))));
    let Ok(Evaluation::Game(value)) = arena.evaluate(text) else { return };
    let Ok(written) = arena.text(value) else { return };
    if let Ok(again) = arena.parse(&written) {
        assert_eq!(again, value, "{text} is {written}");
    }
});
