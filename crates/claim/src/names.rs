//! Names that a claim gives to numbers, sets and games. A word of the language is none, so that every word means one
//! thing wherever it stands.

use sprague_rules::parse::RESERVED;

/// Words with a meaning of their own, beside those of the rule language.
pub const WORDS: [&str; 47] = [
    // What is said of all piles.
    "total",
    "smallest",
    "largest",
    "second",
    "count",
    "odds",
    "evens",
    "others",
    "after",
    // Functions.
    "odd",
    "even",
    "min",
    "max",
    "sum",
    "size",
    "gcd",
    "xor",
    "mex",
    "power_of_two",
    "lowbit",
    "golden",
    "metallic",
    "length",
    "distinct",
    "G",
    // Outcomes.
    "P",
    "N",
    "L",
    "R",
    // Words between expressions.
    "always",
    "never",
    "within",
    "union",
    "without",
    "then",
    "for",
    "list",
    "all",
    "any",
    "iff",
    "is",
    "has",
    "at",
    "to",
    "with",
    "wins",
    "lasts",
];

/// Does the word mean something already?
pub fn is_word(name: &str) -> bool {
    WORDS.contains(&name) || RESERVED.contains(&name)
}

/// Why this cannot be a name; `None` if it can.
pub fn not_a_name(name: &str) -> Option<String> {
    let letters = name.chars().next().is_some_and(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    match (letters, is_word(name)) {
        (true, false) => None,
        (true, true) => Some(format!("`{name}` is a word of the language, and no name")),
        (false, _) => Some("expected a name: letters, and digits after them".into()),
    }
}
