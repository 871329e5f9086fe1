//! Claims at the edges of what arguments cover: false ones that must not be proved, and ones that must end in time.

use std::time::{Duration, Instant};

use sprague_claim::{About, Expected, parse_claims};
use sprague_prove::{Limits, Task, Verdict, judge};

fn verdict(lines: &str) -> Verdict {
    let text = format!("claim \"it\"\n{lines}\n");
    let claims = parse_claims("it.claim", &text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    let limits = Limits { time: Duration::from_secs(3), ..Limits::default() };
    judge(&claims[0], &Task::new(limits)).verdict
}

fn is_not_proved(lines: &str) {
    let verdict = verdict(lines);
    assert!(verdict.kind() != Expected::Proved, "{lines}\n{verdict:?}");
}

fn is_refuted(lines: &str) {
    let verdict = verdict(lines);
    assert!(matches!(verdict, Verdict::Refuted { .. }), "{lines}\n{verdict:?}");
}

fn is_proved(lines: &str) {
    let verdict = verdict(lines);
    assert!(verdict.kind() == Expected::Proved, "{lines}\n{verdict:?}");
}

fn is_undecided(lines: &str) {
    let began = Instant::now();
    let verdict = verdict(lines);
    assert!(matches!(verdict, Verdict::Undecided { .. }), "{lines}\n{verdict:?}");
    assert!(began.elapsed() < Duration::from_secs(12), "{lines}: {:?}", began.elapsed());
}

/// K(2) at n = 22, m = -21 is N.
#[test]
fn names_of_graphs_may_be_below_zero() {
    for range in ["m >= 0 - n", "m in 0-n..0"] {
        let graph = format!("graph K(n + m + 1) chips=1 for n >= 1, {range}");
        is_not_proved(&format!(
            "game wyg\n{graph}\nP if (n + m + 1) mod 3 = 1 and m >= 0 or m < 0 - 20"
        ));
    }
    is_proved("game wyg\ngraph K(n + m) chips=1 for n >= 2, m >= n - 2\nP iff (n + m) mod 3 = 1");
}

#[test]
fn nothing_is_proved_of_graphs_that_do_not_exist() {
    let graph = "graph C(20 - min(n, 19)) chips=1 for n >= 1";
    is_not_proved(&format!("game wyg\n{graph}\nP iff n != 17\ncheck to 17"));
    is_not_proved(&format!("game wyg\n{}\nN if always\ncheck to 17", graph.replace("s=1", "s=2")));
    for chips in ["2", "deg"] {
        is_proved(&format!(
            "game wyg\ngraph C(n) chips={chips} for n >= 3\nN if always\ncheck to 8"
        ));
    }
    is_proved("game wyg\ngraph C(n) chips=1 for n >= 3\nN iff n = 3");
    is_proved("game wyg\ngraph W(n) chips=1 for n >= 4\nP iff n = 4");
}

/// N(150, 2) is not N(149, 1).
#[test]
fn an_induction_on_the_parts_begins_at_one_number_of_parts() {
    for least in ["max(1, 150 - n)", "150 - n"] {
        is_not_proved(&format!(
            "game cut(1,4)\nformula N(n + 1, p + 1) = N(n, p) for n >= 1, p >= {least}"
        ));
    }
    is_not_proved("game cut(1,4)\nformula N(n + 1, p + 1) = N(n, p) for p >= 1, n >= 150 - 4*p");
}

#[test]
fn nim_sets_have_no_negative_members() {
    for last in [151, 152, 175, 176, 199, 200] {
        is_not_proved(&format!(
            "game cut(1,4)\nformula (if n <= {last} then 0 else 0 - 1) in N(n, 3) for n >= 9 where n mod 2 = 1"
        ));
        is_not_proved(&format!(
            "game cut(1,4)\nformula (if n <= {last} then {{}} else {{0 - 1}}) within N(n, 3) for n >= 9"
        ));
    }
}

#[test]
fn infinite_sets_are_known_as_far_as_they_are_spoken_of() {
    let far = "game lr-nim(S)\nset S: s = 4 or s >= 101 and odd(s)";
    is_refuted(&format!("{far}\nthen gcd(S) = 4"));
    is_proved(&format!("{far}\nthen gcd(S) = 1 and min(S) = 4 and 999999999 in S"));
    is_proved("game lr-nim(S)\nset S: s >= 101\nthen min(S) = 101");
    is_refuted("game lr-nim(S)\nfamily S within 2..3 with s >= 101 and odd(s)\nthen min(S) <= 3");
}

#[test]
fn cases_of_which_nothing_is_known_do_not_hold() {
    let text = "claim \"it\"\ngame cut(1,2c)\nfor c in 2..4\nformula 1 / 0 = 1\n";
    assert!(parse_claims("it.claim", text).is_err());
    is_undecided("game subtract(1,2)\nformula G(n) = 5 for n >= 0 where n mod 3 = 4");
    is_undecided("game lr-nim(2,3,6)\nvalue [n - 1000] is P\ncheck to 200");
}

#[test]
fn the_scope_counts_the_cases_that_are_spoken_of() {
    let text = "claim \"it\"\ngame cut(1,2c)\nfor c in 2..6 where odd(c)\nregular\n";
    let claims = parse_claims("it.claim", text).unwrap_or_else(|e| panic!("{e}"));
    let About::Heap(on) = &claims[0].about else { panic!("{text}") };
    let words = on.cases.as_ref().map(|cases| cases.words());
    assert_eq!(words.as_deref(), Some("2 cases with c in 2..6"));
}

#[test]
fn formulas_end_in_time() {
    is_undecided("game cut(1,4)\nformula G(n) = 0 for n in 1..1000000*1000000 where n < 0");
    is_undecided("game cut(1,4)\nformula 0 in N(20000, 10000)");
    is_undecided(
        "game cut(1,4)\ndefine small(h) = h < 5\nformula 0 in N(1000000*1000000, 2 | all small)",
    );
    let text = "claim \"it\"\ngame cut(1,2c)\nfor c in 2..1000000*1000000 where c < 5\nregular\n";
    assert!(parse_claims("it.claim", text).is_err());
}

/// From heap 0 on all are L, N or P, which is seen before the outcomes repeat.
#[test]
fn heaps_in_a_row_without_end_are_shown() {
    is_refuted("game ending-nim(3,6,8; L,P,L)\nruns of {P,L,N} at most 5");
}
