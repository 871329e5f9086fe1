//! Graph notation: what is read, and what is refused with the place.

use sprague_graph::{Game, Graph, Position, parse};

fn position(text: &str) -> Position {
    parse(text).unwrap_or_else(|c| panic!("{}", c.about("position", text))).position
}

#[test]
fn positions_are_read() {
    assert_eq!(position("K(5) chips=1"), Position::constant(Graph::complete(5), 1));
    assert_eq!(position("P(4) chips=1,2,2,1"), Position::new(Graph::path(4), vec![1, 2, 2, 1]));
    assert_eq!(position(" C(6)  chips=deg "), Position::constant(Graph::cycle(6), 2));
    assert_eq!(position("K(2,3)"), Position::constant(Graph::complete_bipartite(2, 3), 1));
    assert_eq!(position("DS(2,3,4) chips=deg").chips, [3, 2, 2, 2, 4, 1, 1, 1, 1, 1]);
    assert_eq!(position("g6:Bw chips=2"), Position::constant(Graph::complete(3), 2));
    assert_eq!(position("edges:0-1,1-2 chips=1,1,1,5").chips.len(), 4);
    assert_eq!(position("edges: chips=4,2"), Position::new(Graph::empty(2), vec![4, 2]));
    assert_eq!(
        position("edges:2-0 chips=7,7,7"),
        Position::constant(Graph::from_edges(3, &[(0, 2)]), 7)
    );
    assert_eq!(position("P(3) chips=1,2,1 play=2-1").play, Some((1, 2)));
}

#[test]
fn sums_share_the_chips_that_come_after_them() {
    assert_eq!(position("P(2) + P(1) chips=3").chips, [3, 3, 3]);
    assert_eq!(position("P(2) + P(1) chips=3,4,5").chips, [3, 4, 5]);
    assert_eq!(position("P(2) chips=2 + P(1) chips=3").chips, [2, 2, 3]);
    assert_eq!(position("P(2) chips=2 + P(2)").chips, [2, 2, 1, 1]);
    assert_eq!(position("P(2) + C(3) chips=deg").chips, [1, 1, 2, 2, 2]);
}

#[test]
fn what_is_written_is_read_back() {
    for text in ["P(3) + K(3) chips=1,2,3,4,5,6", "edges:0-1 chips=1,1,0", "C(4) chips=2 play=0-3"]
    {
        let written = parse(text).unwrap();
        assert_eq!(written.write(&written.position), text);
        assert_eq!(position(&written.position.text()), written.position);
    }
}

/// Each text with the bytes that are marked and a word of the message or the remedy.
#[test]
fn bad_graphs_are_refused_with_the_place() {
    let refused = [
        ("edges:0-1,2-2 chips=1", 10..13, "loop"),
        ("edges:0-1,1-0", 10..13, "already"),
        ("edges:0-1,1-7 chips=1,1", 10..13, "no vertex 7"),
        ("edges:0-1;1-2", 9..13, "comma"),
        ("edges:0-", 8..8, "vertex"),
        ("P(4) chips=1,2", 5..14, "2 stacks for 4 vertices"),
        ("K(2) + K(2) chips=1,2,3", 12..23, "3 stacks for 4"),
        ("g6:D!c", 4..5, "graph6"),
        ("g6:DQ chips=1", 3..5, "characters"),
        ("g6: chips=1", 3..3, "empty"),
        ("Q(5)", 0..1, "no family"),
        ("K", 1..1, "parentheses"),
        ("K(1,2,3)", 0..8, "K(n) or K(m,n)"),
        ("K(x)", 2..4, "number"),
        ("C(2)", 0..4, "at least 3"),
        ("W(3)", 0..4, "at least 4"),
        ("DS(1,1,0)", 0..9, "at least one edge"),
        ("K(99999)", 0..8, "too large"),
        ("K(3) chips=x", 11..12, "deg"),
        ("K(3) stones=1", 5..13, "chips="),
        ("K(3) play=0-3", 5..13, "no edge"),
        ("P(2) chips=1,0 play=0-1", 15..23, "both ends"),
        ("K(3) chips=999999999", 0..20, "chips"),
        ("", 0..0, "a graph is expected"),
        ("K(3) +", 6..6, "a graph is expected"),
        ("K(3) chips=99999999999999999999", 11..31, "out of reach"),
    ];
    for (text, span, word) in refused {
        let complaint = parse(text).expect_err(text);
        assert_eq!(complaint.span, span, "{text}: {}", complaint.message);
        let said = format!("{} {}", complaint.message, complaint.help.unwrap_or_default());
        assert!(said.contains(word), "{text}: {said}");
    }
}

#[test]
fn chips_and_edges_in_play_are_refused_where_they_mean_nothing() {
    let written = parse("K(3) chips=2").unwrap();
    assert!(written.check(Game::Mig).is_ok());
    assert_eq!(written.check(Game::NodeKayles).unwrap_err().span, 5..12);
    let written = parse("K(3) chips=2 play=0-1").unwrap();
    assert!(written.check(Game::Wyg).is_ok());
    assert_eq!(written.check(Game::WygFree).unwrap_err().span, 13..21);
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut random = sprague_graph::random::Random::new(7);
    let words = [
        "K",
        "(",
        ")",
        "5",
        ",",
        "-",
        "+",
        " ",
        "chips=",
        "deg",
        "play=",
        "edges:",
        "g6:",
        "DQc",
        "é",
        "0-1",
        "DS(1,2,3)",
        "~",
        "999999999999",
        "1",
    ];
    for _ in 0..20_000 {
        let text: String = (0..random.below(9))
            .map(|_| words[random.below(words.len() as u64) as usize])
            .collect();
        if let Err(complaint) = parse(&text) {
            assert!(complaint.span.end <= text.len(), "{text}");
        }
    }
}

#[test]
fn a_vertex_that_no_edge_names_must_be_in_a_list() {
    for text in
        ["edges:1-2,2-3", "edges:1-2,2-3 chips=1", "edges:0-1,3-4 chips=deg", "edges:1-2 + P(2)"]
    {
        let complaint = parse(text).map(|written| written.position).unwrap_err();
        assert!(complaint.message.contains("has no edge"), "{text}: {}", complaint.message);
    }
    assert_eq!(parse("edges:1-2,2-3 chips=1,1,1,1").unwrap().position.chips.len(), 4);
    assert_eq!(parse("edges:1-2 chips=0,1,1 + P(2)").unwrap().position.chips.len(), 5);
    assert!(sprague_graph::parse_graph("edges:1-2", false).is_err());
    assert_eq!(sprague_graph::parse_graph("edges:1-2", true).unwrap().vertices(), 3);
    assert!(sprague_graph::parse_graph("K(3) chips=1", true).is_err());
}
