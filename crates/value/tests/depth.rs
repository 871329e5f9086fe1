//! Large and deep games: nothing depends on the machine's stack, and numbers cost nothing.

use sprague_rules::Outcome;
use sprague_task::Watch;
use sprague_value::{Arena, Limit};

#[test]
fn a_birthday_of_a_million_is_no_trouble() {
    let mut arena = Arena::new();
    let sum = arena.up_powers(1_000_000).unwrap();
    assert_eq!(arena.birthday(sum), 1_000_001);
    assert_eq!(arena.outcome(sum), Outcome::L);
    let negative = arena.negative(sum).unwrap();
    assert_eq!(arena.outcome(negative), Outcome::R);
    assert_eq!(arena.difference(sum, sum).unwrap(), sprague_value::ZERO);
    let ten = arena.integer(10);
    let moved = arena.sum(sum, ten).unwrap();
    assert_eq!(arena.mean(moved).unwrap().to_string(), "10");
    assert_eq!(arena.nodes(sum, 2_000_000), Some(1_000_002));
    let up = arena.parse("^").unwrap();
    assert!(arena.at_most(up, sum) && !arena.at_most(sum, up));
}

#[test]
fn numbers_and_ups_are_never_unfolded() {
    let mut arena = Arena::new();
    let before = arena.len();
    for text in ["1000000000000 > {2||1|0}", "^1000000 < 1/2", "^1000000 > Tiny(5)"] {
        arena.evaluate(text).unwrap();
    }
    let switch = arena.parse("1000000000+{1|-1}").unwrap();
    assert_eq!(arena.text(switch).unwrap(), "{1000000001|999999999}");
    assert!(arena.len() < before + 100, "{}", arena.len());
    assert_eq!(arena.birthday(switch), 1_000_000_002);
    assert_eq!(arena.nodes(switch, 1000), None);
}

#[test]
fn memory_is_a_limit_that_is_named() {
    let mut arena = Arena::new();
    arena.limit_memory(1 << 20);
    let result = arena.up_powers(1_000_000);
    assert_eq!(result, Err(Limit::Memory { most: 1 << 20 }));
    assert!(result.unwrap_err().to_string().contains("1 MB"));
}

#[test]
fn a_watch_stops_the_work() {
    let mut arena = Arena::new();
    let watch = Watch::default();
    watch.stop();
    arena.watch(watch);
    assert_eq!(arena.up_powers(1_000_000), Err(Limit::Stopped));
}

#[test]
fn deep_texts_are_read_on_a_stack_of_their_own() {
    let mut arena = Arena::new();
    let deep = format!("{}0{}", "{0|".repeat(5_000), "}".repeat(5_000));
    assert!(arena.parse(&deep).is_ok());
    let parentheses = format!("{}^{}", "(".repeat(10_000), ")".repeat(10_000));
    let up = arena.parse("^").unwrap();
    assert_eq!(arena.parse(&parentheses), Ok(up));
    let too_deep = "(".repeat(30_000);
    assert!(arena.parse(&too_deep).unwrap_err().message.contains("nested"));
}

#[test]
fn numbers_out_of_range_are_refused() {
    let mut arena = Arena::new();
    let mut text = String::from("1");
    for _ in 0..70 {
        text = format!("{{0|{text}}}");
    }
    assert!(arena.parse(&text).unwrap_err().message.contains("binary digits"));
    assert!(arena.parse("999999999999999999.999999999999999999").is_err());
    assert!(arena.parse("999999999999.^999999999999").is_err());
}
