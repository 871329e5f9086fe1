//! The games that come with the program: the files of `games/`, compiled in.

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The names of the catalogue, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The text of the game with that name.
pub fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(n, _)| *n == name).map(|(_, text)| *text)
}
