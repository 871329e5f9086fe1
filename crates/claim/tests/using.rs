//! A claim may use what another one of its file says: then that is part of what has to be proved.

use sprague_claim::claim::About;
use sprague_claim::{Claim, parse_claims};

const LEMMA: &str = "claim \"neighbours\"
  game lr-nim(S)
  family any S
  whenever {R,N} at n: {L,N} at n - 1; {L,N} at n + 1
";

const TWO: &str = "claim \"two\"
  game nim
  piles a <= b
  P iff a = b
";

fn last(text: &str) -> Claim {
    parse_claims("it.claim", text).unwrap_or_else(|e| panic!("{e}")).pop().unwrap()
}

#[test]
fn what_is_used_is_written_out_and_the_text_is_whole() {
    let of_heaps = "claim \"beside R\"\n  game lr-nim(S)\n  family any finite S # all of them\n  using \"neighbours\"\n  \
        whenever R at n: L at n - 1; L at n + 1\n  expect proved\n";
    let claim = last(&format!("{LEMMA}\n{of_heaps}"));
    let About::Outcomes(on) = &claim.about else { panic!() };
    assert_eq!(on.saying.lemmas.len(), 1);
    let alone = last(&claim.text);
    assert_eq!((&alone.text, &alone.said), (&claim.text, &claim.said));
    let spelled = of_heaps.replace(
        "using \"neighbours\"",
        "lemma whenever {R,N} at n: {L,N} at n - 1; {L,N} at n + 1",
    );
    assert_eq!(claim.said, last(&spelled).said);

    let three = "claim \"three\"\n  game nim\n  piles a <= b <= c\n  using \"two\"\n  P iff xor(a, b, c) = 0\n";
    // Where the other claim stands does not matter.
    for text in [format!("{TWO}\n{three}"), format!("{three}\n{TWO}")] {
        let claims = parse_claims("it.claim", &text).unwrap_or_else(|e| panic!("{e}"));
        let claim = claims.iter().find(|claim| claim.name == "three").unwrap();
        let About::Board(on) = &claim.about else { panic!() };
        assert_eq!(on.given.len(), 1);
        assert_eq!(on.given[0].names, ["a", "b"]);
    }
}

#[test]
fn what_a_used_claim_needs_comes_along_once() {
    let text = format!(
        "{LEMMA}
claim \"beside R\"\n  game lr-nim(S)\n  family any S\n  using \"neighbours\"\n  whenever R at n: L at n - 1; L at n + 1
claim \"beside N\"\n  game lr-nim(S)\n  family any S\n  using \"neighbours\"\n  using \"beside R\"\n  whenever N at n: {{L,N}} at n + 1"
    );
    let About::Outcomes(on) = &last(&text).about.clone() else { panic!() };
    assert_eq!(on.saying.lemmas.len(), 2);
}

#[test]
fn what_cannot_be_used_is_pointed_at() {
    let sums = "claim \"sums\"\n  game nim\n  piles any\n  P iff xor(piles) = 0\n";
    let some = "claim \"some\"\n  game nim\n  piles a <= b\n  suppose a > 3\n  P iff a = b\n";
    let finite = LEMMA.replace("any S", "any finite S").replace("neighbours", "finite");
    let round = "claim \"round\"\n  game nim\n  piles a <= b\n  using \"it\"\n  P iff a = b\n";
    let file = format!("{LEMMA}{TWO}{sums}{some}{finite}{round}");
    let rows = [
        ("  game nim\n  piles a <= b <= c\n  using \"tow\"\n  P iff never", "called so", "`two`"),
        ("  game nim\n  piles a <= b <= c\n  using \"it\"\n  P iff never", "itself", ""),
        ("  game nim\n  piles a <= b <= c\n  using \"round\"\n  P iff never", "itself", ""),
        ("  game wythoff\n  piles a <= b\n  using \"two\"\n  P iff a = b", "another game", ""),
        ("  game nim\n  piles a <= b\n  using \"two\"\n  P iff a = b", "with fewer names", ""),
        ("  game nim\n  piles a <= b <= c\n  using \"sums\"\n  P iff a = b", "not used", "`P iff`"),
        ("  game nim\n  piles a <= b <= c\n  using \"some\"\n  P iff a = b", "supposes", ""),
        ("  game nim\n  piles any\n  using \"two\"\n  P iff xor(piles) = 0", "no use", ""),
        (
            "  game lr-nim(S)\n  family any S\n  using \"finite\"\n  whenever R at n: L at n + 1",
            "other sets",
            "",
        ),
        ("  game nim\n  piles a <= b <= c\n  using two\n  P iff never", "quotation", ""),
    ];
    for (lines, message, help) in rows {
        let text = format!("{file}claim \"it\"\n{lines}\n");
        let all = parse_claims("it.claim", &text).expect_err(lines);
        let begin = text.rfind("claim \"it\"").unwrap();
        let error = all
            .iter()
            .find(|error| error.complaint.span.start >= begin)
            .unwrap_or_else(|| panic!("{all}"));
        assert!(error.complaint.message.contains(message), "{error}");
        assert!(error.complaint.help.as_deref().unwrap_or_default().contains(help), "{error}");
        let line = text.lines().nth(error.line_and_column().0 - 1).unwrap_or_default();
        assert!(line.contains("using") || message == "no use", "{error}");
    }
}

#[test]
fn other_mistakes_are_pointed_at_behind_what_is_used() {
    let text = format!(
        "{TWO}claim \"it\"\n  game nim\n  piles a <= b <= c\n  using \"two\"\n  P iff xor(a, b, d) = 0\n"
    );
    let all = parse_claims("it.claim", &text).expect_err(&text);
    let span = all.first().complaint.span.clone();
    assert_eq!(&text[span], "d", "{all}");
}

#[test]
fn what_cannot_be_read_is_not_used() {
    // Put between parentheses as it stands, it would say something else.
    let text = "claim \"two\"\n  game nim\n  piles a <= b\n  N iff a != b) or (a = 1\n\
        claim \"it\"\n  game nim\n  piles a <= b <= c\n  using \"two\"\n  P iff xor(a, b, c) = 0\n";
    let all = parse_claims("it.claim", text).expect_err(text);
    assert_eq!(all.to_string().matches("error:").count(), 2, "{all}");
}

#[test]
fn many_claims_that_use_many_others_are_read_in_a_moment() {
    let mut text = LEMMA.to_string();
    for k in 0..400 {
        text += &format!("claim \"c{k}\"\n  game lr-nim(S)\n  family any S\n");
        for before in (0..k).step_by(7) {
            text += &format!("  using \"c{before}\"\n");
        }
        text += &format!("  whenever R at n: L at n + {k}\n");
    }
    let begun = std::time::Instant::now();
    let read = parse_claims("it.claim", &text);
    assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
    assert!(read.is_ok() || read.is_err_and(|all| all.to_string().contains("would be used")));
}

#[test]
fn long_chains_are_written_out_in_a_moment() {
    let mut text = LEMMA.to_string();
    for k in 0..60 {
        let (last, before) =
            (if k == 0 { "neighbours".into() } else { format!("c{}", k - 1) }, k.max(2) - 2);
        let also = if k < 2 { "neighbours".into() } else { format!("c{before}") };
        text += &format!(
            "claim \"c{k}\"\n  game lr-nim(S)\n  family any S\n  using \"{last}\"\n  using \"{also}\"\n  whenever R at n: L at n + {k}\n"
        );
    }
    let claims = parse_claims("it.claim", &text).unwrap_or_else(|e| panic!("{e}"));
    let About::Outcomes(on) = &claims[60].about else { panic!() };
    assert_eq!(on.saying.lemmas.len(), 60);
    // One that is too long is refused, not followed.
    let mut text = LEMMA.to_string();
    for k in 0..1000 {
        let last = if k == 0 { "neighbours".into() } else { format!("c{}", k - 1) };
        text += &format!(
            "claim \"c{k}\"\n  game lr-nim(S)\n  family any S\n  using \"{last}\"\n  whenever R at n: L at n + 1\n"
        );
    }
    let all = parse_claims("it.claim", &text).expect_err("too long");
    assert!(all.first().complaint.message.contains("more than 64"), "{}", all.first());
}
