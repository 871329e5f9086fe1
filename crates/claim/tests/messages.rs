//! Bad claim files get messages that point at the places: all of them, not only the first.

use sprague_claim::{parse_claims, read_claims};
use sprague_rules::Diagnostic;

/// The first complaint about the lines after `claim "it"`, which points at this text on this line.
fn refused(lines: &str, under: &str, line: usize, message: &str) -> Diagnostic {
    let text = format!("claim \"it\"\n{lines}\n");
    let all = parse_claims("it.claim", &text).expect_err(&text);
    let error = all.first().clone();
    let span = error.complaint.span.clone();
    assert!(text[span.clone()].starts_with(under), "under {:?}\n{error}", &text[span]);
    assert_eq!(error.line_and_column().0, line, "{error}");
    assert!(error.complaint.message.contains(message), "{error}");
    error
}

#[test]
fn bad_claims_are_pointed_at() {
    // The lines after `claim "it"`, the text under the caret, its line, a part of the message, a part of the help.
    let rows = [
        ("piles a <= b\nP iff a = b", "\"it\"", 1, "needs `game", ""),
        ("game nimm\npiles a <= b\nP iff a = b", "nimm", 2, "no game called", "`nim`"),
        ("game lr-nim(1,2)\npiles a\nP iff a = 1", "1", 2, "at least 2", ""),
        ("game nim\npiles a < b\nP iff a = b", "<", 3, "expected `<=`", "a <= b"),
        ("game nim\npiles a <= a\nP iff a = 1", "a", 3, "different names", ""),
        ("game nim\npiles a <= 2\nP iff a = 1", "2", 3, "a name", ""),
        ("game nim\npiles a <= b\ncounts a, b\nP iff a = b", "counts", 4, "not both", ""),
        ("game nim\npiles a <= b", "\"it\"", 1, "says one thing", "`nim-value`"),
        ("game nim\npiles a\nP iff a = 1\nN if a = 2", "N", 5, "says one thing", ""),
        ("game nim\npiles a\npiles b\nP iff a = 1", "piles", 4, "a second `piles`", ""),
        ("game nim\nP iff a = b", "\"it\"", 1, "name the piles", ""),
        (
            "game nim\npiles aa <= bb\nP iff a = bb",
            "a",
            4,
            "not one of the numbers",
            "they are aa, bb",
        ),
        ("game nim\npiles a <= b\nP a = b", "a = b", 4, "expected `P iff ...`", ""),
        ("game nim\npiles a <= b\nP iff a + b", "a + b", 4, "condition is wanted", ""),
        ("game nim\npiles a <= b\nP iff a = b and", "", 4, "expected", ""),
        ("game nim\npiles a <= b\nP iff\n  a =\n  = b", "=", 6, "expected", ""),
        ("game nim\npiles a <= b\nP iff <e, o, e>", "<e, o, e>", 4, "2 numbers, not 3", ""),
        ("game nim\npiles a <= b\nP iff a in b", "b", 4, "a set", ""),
        ("game nim\npiles a <= b\nP iff od(a)", "od", 4, "not known", "`odd`"),
        ("game nim\npiles a <= b\nP iff xor(a, b) < 2", "xor(a, b) < 2", 4, "= and != only", ""),
        ("game nim\npiles a <= b\nP iff 1 + xor(a, b) = 2", "xor(a, b)", 4, "stands alone", ""),
        ("game nim\npiles a <= b\nP iff a*a*a = b", "a*a*a", 4, "too large", ""),
        ("game nim\npiles a <= b\nP iff a = @", "@", 4, "means nothing", ""),
        ("game nim\npiles a <= b\ngiven a\nP iff a = b", "a", 4, "names, `:`", "given a <= b"),
        ("game nim\npiles a <= b\ngiven a: b = 1\nP iff a = b", "b", 4, "not one of", ""),
        ("game nim\npiles a\ngiven a <= b: a = b\nP iff a = 1", "a <= b", 4, "fewer names", ""),
        ("game nim\ncounts a\ngiven a: even(a)\nP iff a = 1", "a: even(a)", 4, "fewer names", ""),
        (
            "game nim\npiles a <= b\ngiven a: a = 1\ngiven b: b = 1\nP iff a = b",
            "b",
            5,
            "before",
            "",
        ),
        (
            "game nim\npiles a <= b <= c <= d <= e <= f <= g <= h\nP iff [1,2,3,4,5,6,7,8]",
            "[1",
            4,
            "too many",
            "",
        ),
        ("game nim\npiles a <= b\nsuppose c\nP iff a = b", "c", 4, "condition is wanted", ""),
        ("game nim\nsuppose a = 1\nsequence 1,2", "suppose", 3, "no use", ""),
        ("game nim\npiles a <= b\nnim-value xor(a, b)", "xor(a, b)", 4, "nim-value =", ""),
        ("game misere nim\npiles a\nnim-value = a", "= a", 4, "no nim-values", ""),
        ("game wythoff\npiles a <= b <= c\nP iff a = b", "a <= b <= c", 3, "at most 2 piles", ""),
        ("game vector(1,0;0,1)\npiles a\nP iff a = 1", "a", 3, "a row of 2", "places a, b"),
        ("game vector(1,0;0,1)\nplaces a\nP iff a = 1", "a", 3, "a row of 2", ""),
        ("game nim\nplaces a, b\nP iff a = b", "a, b", 3, "no places", "piles a <= b"),
        ("game vector(1,0;0,1)\nplaces a, b\nadding 1 keeps the outcome", "a, b", 3, "a row", ""),
        ("game nim\npiles a\nP iff a = 1\nexpect proven", "proven", 5, "expected `proved`", ""),
        ("game nim\npiles a\nP iff a = 1\ncheck 7", "7", 5, "check to N", ""),
        ("game nim\nfacts\n  3,x is P", "x", 4, "not the size", ""),
        ("game nim\nfacts\n  3,4 is Q", "3,4 is Q", 4, "an outcome is", ""),
        ("game nim\nfacts\n  3,4 to 3,3", "3,4 to 3,3", 4, "not a fact", "3,8 -> 3,7"),
        ("game nim\npiles a\nstrategy a = 1", "a = 1", 4, "move to", ""),
        ("game nim\npiles a\nadding 1 keeps", "1 keeps", 4, "keeps the outcome", ""),
        ("game nim\nfrom here\nfacts\n  1 is N", "here", 3, "a quotation", ""),
        (
            "game subtract(S)\nfamily S within 1..3\npiles a\nP iff a = 1",
            "S",
            2,
            "not a number",
            "",
        ),
        ("game lr-nim(S)\nfamily S in 2..5\nthen period = 1", "S in", 3, "family S within", ""),
        ("game lr-nim(2)\nfamily S within 2..5\nthen period = 1", "S within", 3, "lr-nim(S)", ""),
        (
            "game lr-nim(S)\nfamily S within 2..40\nthen period = 1",
            "S within",
            3,
            "more than 2^",
            "",
        ),
        ("game lr-nim(S)\nfamily S within 2..30\nthen period = 1", "period", 4, "2^24", "counted"),
        ("game lr-nim(S)\nfamily S within 2..5\nthen perid = 1", "perid", 4, "not one of", ""),
        ("game lr-nim(S)\nfamily S within 2..5\nthen n = 1", "n = 1", 4, "whenever", ""),
        (
            "game lr-nim(S)\nfamily S within 2..5\nthen symetric(S)",
            "symetric",
            4,
            "not known",
            "`symmetric`",
        ),
        ("game lr-nim(S)\nfamily S within 2..5\nthen eventually(Q)", "Q", 4, "an outcome", ""),
        ("game lr-nim(2,3)\nwhenever R at n", "R at n", 3, "`:`", "whenever R at n"),
        ("game lr-nim(2,3)\nwhenever R at n: Q at n", "Q at n", 3, "expected outcomes", ""),
        ("game lr-nim(2,3)\nwhenever R at n: L at 2*n", "2*n", 3, "a heap such as", ""),
        (
            "game lr-nim(2,3)\nwhenever R at n: L at n in normal",
            "normal",
            3,
            "not named",
            "also normal",
        ),
        ("game lr-nim(2,3)\nruns of P", "of P", 3, "expected `runs", ""),
        ("game lr-nim(2,3)\ncount 3 have period = 1", "3 have", 3, "in a family", ""),
        ("game lr-nim(S)\nset S: s*s >= 2\nthen period = 1", "s*s", 3, "compare s", ""),
        ("game lr-nim(S)\nset S: s >= 2\nruns of N at most max(S)", "of N", 4, "finite sets", ""),
        (
            "game lr-nim(2,3)\nalso subtract(2,3)\nthen period = 1",
            "subtract",
            3,
            "a name and a game",
            "",
        ),
        ("game lr-nim(2,3)\nvalue [n + 5] is Q", "Q", 3, "expected outcomes", ""),
        ("game lr-nim(2,3)\nvalue n + 5 is P", "n + 5", 3, "expected heaps", ""),
        ("game lr-nim(2,3)\nvalue [n*n] is P", "n*n", 3, "a size such as", ""),
        ("game lr-nim(2,3)\nfacts\n  5 has value {1|", "{", 4, "never closed", ""),
        (
            "game lr-nim(S)\nfamily any big S\nwhenever R at n: L at n + 1",
            "big S",
            3,
            "a name for the set",
            "family any finite S",
        ),
        (
            "game lr-nim(S)\nfamily any S\nwhenever N at n: L at n + max(S)",
            "N at n: L at n + max(S)",
            4,
            "some of these are infinite",
            "any finite S",
        ),
        ("game lr-nim(S)\nfamily any S\nthen period >= 2", "period >= 2", 4, "infinite", ""),
        (
            "game lr-nim(S)\nfamily any S, any E\nwhenever N at n: L at n",
            "any S, any E",
            3,
            "no such ending",
            "ending-nim(S; E)",
        ),
        (
            "game lr-nim(S)\nfamily S within 2..5\nlemma whenever R at n: L at n + 1\nwhenever R at n: L at n + 1",
            "whenever R at n: L at n + 1",
            4,
            "a lemma helps",
            "family any S",
        ),
        (
            "game lr-nim(S)\nfamily any S\nlemma R at n\nwhenever R at n: L at n + 1",
            "R at n",
            4,
            "expected `lemma whenever",
            "",
        ),
        (
            "game lr-nim(S)\nfamily any S\ncount 3 of 4 have eventually(L)",
            "3 of 4 have eventually(L)",
            4,
            "with a bound",
            "",
        ),
    ];
    for (lines, under, line, message, help) in rows {
        let error = refused(lines, under, line, message);
        let given = error.complaint.help.clone().unwrap_or_default();
        assert!(given.contains(help), "{error}\nhelp `{given}`");
    }
    for text in ["", "# nothing\n", "P iff a = b\n", "game nim\n", "nonsense\n"] {
        assert!(parse_claims("it.claim", text).is_err(), "{text}");
    }
}

#[test]
fn words_of_the_language_are_no_names() {
    let words = [
        "total", "count", "P", "N", "xor", "smallest", "second", "min", "odd", "golden", "lowbit",
        "take", "piles", "mod", "always",
    ];
    let places = [
        "game nim\npiles WORD <= b\nP iff b = 1",
        "game nim\npiles a <= WORD\nP iff a = 1",
        "game nim\ncounts a, WORD\nP iff a = 1",
        "game nim\npiles 1^WORD, a\nP iff a = 1",
        "game nim\npiles a <= b\ngiven WORD: never\nP iff a = b",
        "game nim\nlines\n  4WORD is N for WORD: WORD >= 1",
        "game nim\nformula G(WORD) = WORD for WORD >= 0",
        "game nim\ndefine WORD(n) = n\nformula G(n) = n for n >= 0",
        "game nim\ndefine f(WORD) = 1\nformula G(n) = n for n >= 0",
        "game subtract(WORD)\nfamily WORD within 1..3\nthen period = 1",
        "game subtract(1, WORD)\nfor WORD in 2..4\nregular",
        "game subtract(S)\nfamily S within 1..3\nalso WORD: misere subtract(S)\nthen period = 1",
        "game wyg\ngraph K(WORD) chips=1 for WORD in 1..3\nP iff edges = 0",
    ];
    for place in places {
        for word in words {
            let text = format!("claim \"it\"\n{}\n", place.replace("WORD", word));
            let wrong = parse_claims("it.claim", &text).expect_err(&text);
            assert!(wrong.first().complaint.span.start > 10, "{wrong}");
        }
        let text = format!("claim \"it\"\n{}\n", place.replace("WORD", "w"));
        parse_claims("it.claim", &text).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

#[test]
fn a_clause_that_nobody_uses_is_an_error() {
    let rows = [
        ("game nim\npiles a <= b\nformula G(n) = n for n >= 0", "piles"),
        ("game nim\nsuppose a = 1\nformula G(n) = n for n >= 0", "suppose"),
        ("game nim\ngiven a: never\nsequence 1,2,...", "given"),
        ("game nim\ncheck to 9\nfacts\n  1 is N", "check"),
        ("game nim\ncheck to 9\nlines\n  1 is N", "check"),
        ("game nim\ncheck to 9\nplay 1 -> -", "check"),
        ("game subtract(1,2)\ncheck to 9\nwhenever n = 1: N at n", "check"),
        ("game subtract(1,2)\nfamily S within 1..3\npiles a\nP iff a = 1", "family"),
        ("game nim\npiles a <= b\nalso x: wythoff\nP iff a = b", "also"),
        ("game nim\npiles any\ncounts a, b\nP iff even(total)", "counts"),
        ("game nim\npiles any\ngiven a: never\nP iff even(total)", "given"),
        ("game nim\npiles a\ngraph K(3)\nP iff a = 1", "graph"),
        ("game nim\npiles a\nfor n in 1..2\nP iff a = 1", "for"),
        ("game nim\npiles a\ndefine f(n) = n\nP iff a = 1", "define"),
        ("game nim\nset S: s >= 1\nsequence 1,2,...", "set"),
        ("game wyg\ngraph K(n) chips=1 for n in 1..3\npiles a\nP iff n = 1", "piles"),
        ("game wyg\nsuppose n = 1\nfacts\n  K(2) chips=1 is N", "n = 1"),
    ];
    for (lines, under) in rows {
        let text = format!("claim \"it\"\n{lines}\n");
        let wrong = parse_claims("it.claim", &text).expect_err(&text);
        let pointed = |d: &Diagnostic| text[d.complaint.span.clone()] == *under;
        assert!(wrong.iter().any(pointed), "{under}:\n{wrong}");
    }
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let text = "claim \"one\"\n game nim\n piles a <= b\n from here\n expect proven\n P iff a = c\n\
        claim \"two\"\n game nim\n facts\n  1 is Q\n  2 is N\n  3 is X\n\
        claim \"three\"\n game nim\n facts\n  1 is N\n";
    let none = |_: &str| Err("not here".to_string());
    let (claims, wrong) = read_claims("it.claim", text, &none);
    assert_eq!(claims.len(), 1);
    assert_eq!(claims[0].name, "three");
    let lines: Vec<usize> = wrong.iter().map(|d| d.line_and_column().0).collect();
    assert_eq!(lines, [4, 5, 6, 10, 12], "{wrong:?}");
}

#[test]
fn signs_and_comments_are_the_same_everywhere() {
    let good = [
        "game nim # the game\npiles a ≤ b # ordered\nP iff a ≥ b # equal\n  and a xor b = 0 # or so",
        "game nim\npiles a <= b\nnim-value = a xor b",
        "game nim\npiles a <= b\nP iff xor(a, b) = 0",
        "game kayles\nformula G(n) ≥ 0 # never below\n  for n ≥ 1",
        "game nim\nformula G(n) xor G(n) = 0 for n >= 0",
        "game nim\nformula xor(G(n), n) == 0 for n >= 0",
        "game subtract(1,2)\nwhenever n ≥ 3 # later\n and N at n: N at n + 3",
        "game nim\nfacts # of one pile\n  1 is N # the mover takes it\n\n  - is P",
        "game nim\nlines\n  k is N for k: k ≥ 1 # every pile",
    ];
    for lines in good {
        let text = format!("claim \"it\"\n{lines}\n");
        parse_claims("it.claim", &text).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    let bad = [
        "game nim\npiles a <= b\nP iff a / 0 = b",
        "game nim\nformula n mod 0 = 1 for n >= 0",
        "game subtract(1,2)\nwhenever n / 0 = 1: N at n",
    ];
    for lines in bad {
        refused(lines, "0", lines.lines().count() + 1, "divides by 0");
    }
}

#[test]
fn what_is_not_understood_is_never_left_open() {
    let rows = [
        "game nim\nsequence hello",
        "game lr-nim(2,3)\nsequence L,R,L",
        "game nim\nsequence",
        "game vector(1,0;0,1)\nsequence 2,...",
        "game vector(1,0;0,1)\nvalue [n] is P",
        "game wythoff\nformula G(n) = n for n >= 0",
        "game misere nim\nformula G(n) = n for n >= 0",
        "game cut(1, c)\nfor c in 5..2\nregular",
        "game cut(1, 2c)\nfor c in 2..4\nsequence (0,1)^d(+2)",
        "game lr-nim(2,3)\npiles a <= b\nP iff a = b",
        "game partizan-euclid\npiles a <= b\nN if always",
        "game partizan-euclid\npiles a <= b\noutcome depends on a",
        "game nim\npiles a <= b\nsame outcomes as lr-nim(2,3)",
    ];
    for lines in rows {
        let text = format!("claim \"it\"\n{lines}\n");
        let wrong = parse_claims("it.claim", &text).expect_err(&text);
        assert!(wrong.first().complaint.span.start > 10, "{wrong}");
    }
}
