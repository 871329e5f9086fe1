//! Bad texts get a message that points at the place and says what would be right.

use sprague_rules::{Game, parse_position, parse_ruleset};

/// A game with this move line and nothing else of note.
fn with_move(line: &str) -> String {
    format!("game g\n  \"A game.\"\n  piles any\n  {line}\n")
}

#[test]
fn bad_moves_are_pointed_at() {
    // The line, the text under the caret, a part of the message, a part of the help.
    let rows = [
        ("move take k from one pile where k <= mim(piles)", "mim", "not known", "`min`"),
        ("mvoe take k from one pile", "mvoe", "expected", "`move`"),
        ("move take 0 from one pile", "0", "unchanged", "at least 1"),
        ("move take k in {0, 2} from one pile", "{0, 2}", "unchanged", "leave out 0"),
        ("move take min(others) from one pile", "min(others)", "less than 1", "at least 1"),
        ("move split one pile into 1 part", "1 part", "unchanged", "two parts"),
        ("move split one pile into x", "x", "unchanged", "two parts"),
        ("move take k from one pile where k in {}", "{}", "empty", ""),
        ("move take k from one pile where k", "k", "expected a condition", "compare"),
        ("move take k from one pile where k < distinct(piles)", "distinct(piles)", "condition", ""),
        ("move take k from one pile where k <= 9999999999", "9999999999", "too large", "go up to"),
        ("move take k from one pile a and j from another pile a", "a", "a meaning", "another name"),
        ("move take k from one pile where k <= min(S)", "S", "not known", ""),
        ("move take k from one pile where total*total*total > k", "total*total", "large", ""),
        ("move replace piles p >= q by p, q", "", "smaller", "sum(after) < total"),
        ("move take k from one pile if k = 2", "if", "the line to go on", "`where`"),
        ("move take k from one pile where k in 1, 4", ",", "the line to go on", "{1, 4, 9}"),
        ("move take k from one pile where k is even", "is", "the line to go on", "even(k)"),
        ("move take k from one pile where 3(k - 1) < 2", "(", "the line to go on", "3*(k - 1)"),
        ("move take k from one pile where k % 2 = 0", "%", "means nothing", "`mod`"),
        ("move take k from one pile stuck wins if odd(total)", "if", "next clause", "stuck: next"),
        ("move replace piles p >= q by q - p", "", "negative", "at least 0"),
        ("move take k from onne pile", "onne", "expected `one`, `each` or `the`", "`one`"),
        ("move take k from one pile stuck: left wins if odd(total)", "", "otherwise", "else"),
        ("move take k from one pile where (k <= 2", "", "expected `)`", ""),
        ("move take k from one pile @", "@", "means nothing", ""),
        ("move take k from one pile \"open", "\"", "never closed", ""),
        ("move take 1 + count(after) from one pile", "count(after)", "after the move", "`piles`"),
        ("move take k from one pile where k mod 0 = 1", "0", "divides by 0", ""),
        ("move take k from each of 0 piles", "0", "at least one pile", "each pile"),
    ];
    for (line, under, message, help) in rows {
        let text = with_move(line);
        let error = Game::parse("g.game", &text).expect_err(line);
        let found = &text[error.complaint.span.clone()];
        assert!(found.contains(under), "{line}: points at `{found}`");
        assert!(error.complaint.message.contains(message), "{line}: {}", error.complaint.message);
        let given = error.complaint.help.clone().unwrap_or_default();
        assert!(given.contains(help), "{line}: help `{given}`");
        let shown = error.to_string();
        assert!(shown.contains("g.game:") && shown.contains('^'), "{shown}");
    }
}

/// Otherwise play would go through positions that are none of the game.
#[test]
fn a_game_on_so_many_piles_makes_no_more_of_them() {
    for line in ["move split one pile into 2 parts", "move replace pile p by p - 1, 1 where p > 2"]
    {
        let text = format!("game g\n  \"A game.\"\n  piles 2\n  {line}\n");
        let any = Game::parse("g.game", &text.replace("piles 2", "piles any"));
        if any.is_err() {
            continue;
        }
        let error = Game::parse("g.game", &text).expect_err(line);
        assert!(error.complaint.message.contains("more piles"), "{}", error.complaint.message);
        assert!(text[error.complaint.span.clone()].contains("piles 2"), "{error}");
    }
}

#[test]
fn bad_ruleset_expressions_are_pointed_at() {
    let rows = [
        ("mnnie", "mnnie", "no game called"),
        ("misere m", "m", "no game called"),
        ("lr-nim", "", "needs 1 argument"),
        ("lr-nim(1,2)", "1", "at least 2"),
        ("lr-nim(2,x)", "x", "not a number"),
        ("lr-nim()", "", "empty"),
        ("lr-nim(2;3)", "2;3", "takes 1 argument, not 2"),
        ("ending-nim(2,3;L)", "2,3;L", "one outcome for each stuck heap"),
        ("ending-nim(2,3;L,X)", "X", "not an outcome"),
        ("subtract(-3)", "-3", "too small"),
        ("subtract(99999999999)", "99999999999", "too large"),
        ("subtract(5..2)", "5..2", "range"),
        ("maximum-nim(n/)", "", "expected a number"),
        ("maximum-nim(m)", "m", "not known"),
        ("maximum-nim(n/0)", "0", "divides by 0"),
        ("maximum-nim(n < 3)", "<", "expected the end"),
        ("nim(3)", "3", "no arguments"),
        ("octal(2.7)", "2", "stay as it is"),
        ("octal(0.7x)", "x", "expected a digit"),
        ("vector(1,0;1)", "1", "differ in length"),
        ("vector(0,0)", "0,0", "unchanged"),
        ("minnie(", "(", "never closed"),
        ("missing.game", "missing.game", "not at hand"),
        ("", "", "missing"),
    ];
    for (expression, under, message) in rows {
        let error = parse_ruleset(expression).expect_err(expression);
        assert_eq!(error.text[error.complaint.span.clone()], *under, "{expression}");
        assert!(error.complaint.message.contains(message), "{expression}: {error}");
    }
    assert_eq!(parse_ruleset("misere m").unwrap_err().line_and_column(), (1, 8));
}

#[test]
fn bad_positions_are_pointed_at() {
    let rows = [
        ("minnie", "3,x", "x", "not the size"),
        ("minnie", "3,,4", "", "not the size"),
        ("minnie", "", "", "not the size"),
        ("minnie", "-3", "-3", "not the size"),
        ("minnie", "3, 99999999999", "99999999999", "too large"),
        ("wythoff", "1,2,3", "1,2,3", "at most 2 piles"),
        ("lr-nim(2,3)", "1,2", "1,2", "at most 1 pile"),
        ("vector(1,0;0,1)", "5", "5", "row of 2"),
    ];
    for (ruleset, position, under, message) in rows {
        let shape = parse_ruleset(ruleset).unwrap().shape;
        let complaint = parse_position(position, shape).expect_err(position);
        assert_eq!(position[complaint.span.clone()], *under, "{position}");
        assert!(complaint.message.contains(message), "{position}: {}", complaint.message);
    }
}

#[test]
fn positions_are_read_in_any_order_and_without_piles_that_are_gone() {
    let minnie = parse_ruleset("minnie").unwrap();
    assert_eq!(parse_position(" 8, 3,0 ", minnie.shape).unwrap(), [3, 8]);
    assert!(parse_position("-", minnie.shape).unwrap().is_empty());
    let row = parse_ruleset("vector(1,0;0,1)").unwrap();
    assert_eq!(parse_position("8,0", row.shape).unwrap(), [8, 0]);
}
