//! Any bytes as a game text: it is refused with a diagnostic, or its moves make positions smaller.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_fuzz::{play, show};
use sprague_rules::Game;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if let Err(diagnostic) = Game::parse("fuzz.game", &text) {
        return show(&diagnostic);
    }
    // One more example cannot spoil a game; without parameters it has a ruleset to play.
    let text = format!("{text}\nexample - is P");
    let game = Game::parse("fuzz.game", &text).expect("a good text stays good");
    match game.examples() {
        Ok(examples) => examples.iter().rev().take(4).for_each(|e| play(&e.ruleset)),
        Err(diagnostic) => show(&diagnostic),
    }
});
