//! Bad expressions: what is wrong, at which column, and what would be right.

use proptest::prelude::*;
use sprague_value::Arena;
use sprague_value::domineering::parse_board;
use sprague_value::toads::parse_strip;

/// The text, the column it is pointed at, and words of the message or the help.
const BAD: [(&str, usize, &str); 28] = [
    ("", 1, "nothing"),
    ("{1|", 1, "never closed"),
    ("{|", 1, "never closed"),
    ("2+{1|{0|-1}", 3, "never closed"),
    ("(1+^", 1, "never closed"),
    ("{1}", 1, "no bar"),
    ("{1|2|3}", 5, "outer bars are longer"),
    ("{1||2||3}", 6, "same level"),
    ("1/0", 3, "divides by 0"),
    ("1/3", 3, "power of two"),
    ("1 + ", 5, "ends where a game"),
    ("^ + )", 5, "a game should be"),
    ("{1,|2}", 4, "a game should be"),
    ("1}", 2, "no { for it"),
    ("1)", 2, "no ( for it"),
    ("{1|0} * 2", 7, "with a point"),
    ("(1+1)/2", 6, "whole numbers"),
    ("1|2", 2, "in braces"),
    ("Foo(2)", 1, "Tiny"),
    ("heat(*,1)", 1, "did you mean `Heat`"),
    ("Heat(*)", 7, "second game"),
    ("Cool(*2,-1)", 9, "at least 0"),
    ("Cool(*2,*)", 9, "by a number"),
    ("Norton(1/2,*)", 12, "greater than 0"),
    ("+-^", 3, "a number or braces"),
    ("1/2.^", 1, "whole number"),
    ("*99999999", 1, "too large"),
    ("3 + 1234567890123456789012", 5, "at most 18 digits"),
];

#[test]
fn complaints_point_at_the_column() {
    for (text, column, words) in BAD {
        let complaint = Arena::new().evaluate(text).expect_err(text);
        let diagnostic = complaint.clone().about("expression", text);
        assert_eq!(diagnostic.line_and_column(), (1, column), "{diagnostic}");
        let said = format!("{} {}", complaint.message, complaint.help.unwrap_or_default());
        assert!(said.contains(words), "{text}: {said}");
    }
}

#[test]
fn a_number_of_a_million_digits_is_refused_kindly() {
    let text = "9".repeat(1_000_000);
    let complaint = Arena::new().evaluate(&text).unwrap_err();
    assert!(complaint.message.contains("1000000 digits"), "{}", complaint.message);
}

#[test]
fn bad_positions_are_pointed_at() {
    let column = |c: sprague_rules::Complaint| c.span.start + 1;
    assert_eq!(column(parse_board("..|.a").unwrap_err()), 5);
    assert_eq!(column(parse_board("..|...").unwrap_err()), 4);
    assert_eq!(column(parse_board("9x9").unwrap_err()), 1);
    assert_eq!(column(parse_board("").unwrap_err()), 1);
    assert_eq!(column(parse_strip("TT.G").unwrap_err()), 4);
    assert_eq!(column(parse_strip("").unwrap_err()), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in "[-{}|0-9*^v<>+.,/:()= ]{0,24}") {
        let mut arena = Arena::new();
        arena.limit_memory(16 << 20);
        if let Err(complaint) = arena.evaluate(&text) {
            let _ = complaint.about("expression", &text).to_string();
        }
    }

    #[test]
    fn any_characters_are_survived(text in any::<String>()) {
        let mut arena = Arena::new();
        arena.limit_memory(16 << 20);
        for complaint in [arena.evaluate(&text).err(), parse_board(&text).err(), parse_strip(&text).err()] {
            let _ = complaint.map(|c| c.about("text", &text).to_string());
        }
    }
}
