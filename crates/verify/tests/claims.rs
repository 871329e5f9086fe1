//! Certificates of claims: what the prover finds is accepted, also for rules nobody has seen; what is altered is not.

use std::sync::OnceLock;
use std::time::Duration;

use sprague_claim::{Claim, parse_claims, parse_claims_with};
use sprague_prove::{Limits, certificate, judge};
use sprague_rules::random::{Moves, random_game};
use sprague_rules::{Outcome, parse_ruleset_with};
use sprague_solve::Reference;
use sprague_verify::verify;

const CLAIMS: &str = r#"
claim "Nim on three piles"
  game nim
  piles a <= b <= c
  given a <= b: a = b
  P iff xor(a, b, c) = 0

claim "MINNIE on two stacks"
  game minnie
  piles a <= b
  P iff a = 1 and odd(b) or a = 2 and b mod 4 = 2 or a = 3 and b mod 4 = 0 and b >= 8 or a = 4 and b = 4

claim "misère WYNNIE on two stacks"
  game misere wynnie
  piles m <= n
  P iff odd(m) and lowbit(n, (m + 1) / 2) and m < n or m = 2 and n = 2

claim "NIMB on two stacks"
  game nimb
  piles a <= b
  nim-value = a - 1

claim "version B, piles of at most three"
  game ooooob-b
  counts a1, a2, a3
  P if <e, >=1, 0> or <e, o, >=2>

claim "two piles of 1 change nothing"
  game ooooob-b
  piles a <= b
  adding 1,1 keeps the outcome

claim "how to win with a stack of 1"
  game wynnie
  piles a <= b
  strategy from a = 1 and odd(b) and b >= 3 move to a = 1 and even(b)

claim "how to win with two stacks alike"
  game wynnie
  piles a <= b
  suppose a >= 2
  strategy from a = b and even(a) move to (a + 2) / 2 * 2 = a + 2 and b >= a or b / 3 < a

claim "MINE with a stack of 1 and one of 2"
  game mine
  piles a <= b <= c
  suppose a = 1 and b = 2 and c > 4
  P iff even(c)
"#;

fn certified(claim: &Claim) -> Option<String> {
    let limits = Limits { time: Duration::from_secs(60), ..Limits::default() };
    certificate::write(claim, &judge(claim, &limits)).ok()
}

/// The claims that are proved, with their certificates.
fn certificates() -> &'static [(String, String)] {
    static ALL: OnceLock<Vec<(String, String)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let claims = parse_claims("claims", CLAIMS).unwrap();
        let with = |claim: &Claim| Some((claim.name.clone(), certified(claim)?));
        claims.iter().filter_map(with).collect()
    })
}

#[test]
fn proofs_are_accepted() {
    let all = certificates();
    assert!(all.len() == 9, "{:?}", all.iter().map(|(name, _)| name).collect::<Vec<_>>());
    for (name, certificate) in all {
        let statement = verify(certificate, &|_, _| true);
        assert!(statement.as_ref().is_ok_and(|said| said.contains(name)), "{statement:?}");
    }
}

/// Every state that an automaton goes to, and every acceptance, changed one at a time.
#[test]
fn altered_automata_are_rejected() {
    for (name, certificate) in certificates() {
        let (claim, automaton) = certificate.split_once("\nautomaton of ").unwrap();
        let lines: Vec<&str> = automaton.lines().collect();
        let states = lines.len() - 1;
        let letters = lines[1].split_whitespace().count();
        // Small ones wholly, large ones here and there.
        let step = (states * letters / 60).max(1);
        for place in (0..states * letters).step_by(step) {
            let (state, word) = (place / letters, place % letters);
            let mut altered: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            let (head, next) = lines[state + 1].split_once(':').unwrap();
            let mut next: Vec<String> = next.split_whitespace().map(String::from).collect();
            let mut head = head.to_string();
            match next.get_mut(word) {
                Some(next) => *next = ((next.parse::<usize>().unwrap() + 1) % states).to_string(),
                None => {
                    head = match head.strip_suffix(" yes") {
                        Some(bare) => bare.to_string(),
                        None => head + " yes",
                    }
                }
            }
            altered[state + 1] = format!("{head}: {}", next.join(" "));
            let altered = format!("{claim}\nautomaton of {}\n", altered.join("\n"));
            assert!(verify(&altered, &|_, _| true).is_err(), "{name}:\n{altered}");
        }
    }
}

/// Other claims do not follow from the automaton, and broken files are no certificates.
#[test]
fn other_statements_are_rejected() {
    let all = certificates();
    let of = |name: &str| &all.iter().find(|(known, _)| known == name).unwrap().1;
    let minnie = of("MINNIE on two stacks");
    for (from, to) in [
        ("b mod 4 = 2", "b mod 4 = 3"),
        ("b >= 8", "b >= 4"),
        ("game minnie", "game mine"),
        ("game minnie", "game misere minnie"),
        ("piles a <= b", "piles a <= b <= c"),
        ("odd(b)", "even(b)"),
        ("piles a <= b\n", "piles a <= b\n  suppose a > b\n"),
        ("automaton of P-positions", "automaton of nim-values"),
        ("automaton of P-positions", "automaton of N-positions"),
        ("claim 1\n", "claim 2\n"),
        ("0 yes:", "0:"),
        ("1 yes:", "2 yes:"),
    ] {
        let altered = minnie.replacen(from, to, 1);
        assert_ne!(&altered, minnie);
        assert!(verify(&altered, &|_, _| true).is_err(), "{from} -> {to}");
    }
    for end in (0..minnie.len()).step_by(17) {
        assert!(verify(&minnie[..end], &|_, _| true).is_err(), "cut off at {end}");
    }
    let values = of("NIMB on two stacks");
    let altered = values.replace("a - 1", "a");
    assert!(verify(&altered, &|_, _| true).is_err());
}

/// For random rules: whatever the prover learns and proves, the checker accepts; and a wrong claim about the same
/// automaton it does not.
#[test]
fn random_rules() {
    let mut accepted = 0;
    for seed in 0..30 {
        let rules = random_game(seed, Moves::Taking);
        let files = [("random.game".to_string(), rules.clone())];
        let Ok(ruleset) = parse_ruleset_with("random.game", &files) else { continue };
        if !ruleset.is_impartial() {
            continue;
        }
        let outcome = Reference::new(&ruleset).outcome(&[2, 3]);
        let other = if outcome == Outcome::P { Outcome::N } else { Outcome::P };
        let claim = format!(
            "claim \"random\"\n  game random.game\n  piles a <= b\n  {outcome} if a = 2 and b = 3\n"
        );
        let Ok(claims) = parse_claims_with("random", &claim, &files) else { continue };
        let limits = Limits { time: Duration::from_secs(2), states: 3000, ..Limits::default() };
        let judgement = judge(&claims[0], &limits);
        let Some(automaton) = certificate::automaton(&claims[0], &judgement) else { continue };
        let rules: String = rules.lines().map(|line| format!("| {line}\n")).collect();
        let whole = |claim: &str| {
            format!(
                "sprague certificate of a claim 1\nrules random.game\n{rules}{claim}{automaton}"
            )
        };
        let verdict = verify(&whole(&claim), &|_, _| true);
        assert!(verdict.is_ok(), "{verdict:?}\n{}", whole(&claim));
        accepted += 1;
        let wrong = claim.replace(&format!("{outcome} if"), &format!("{other} if"));
        assert!(verify(&whole(&wrong), &|_, _| true).is_err(), "{wrong}");
    }
    assert!(accepted >= 6, "only {accepted}");
}

/// A certificate may bring the rules of a file, but not other rules for a game of the catalogue.
#[test]
fn rules_do_not_pass_for_those_of_the_catalogue() {
    let text = |file: &str| {
        format!(
            "sprague certificate of a claim 1\nrules {file}\n| game nim \"one token\"\n| piles any\n\
             | move take 1 from one pile\nclaim \"even\"\n  game {file}\n  piles a <= b\n  P iff even(a + b)\n\
             automaton of P-positions\n0 yes: 1 1 2 2\n1 yes: 1 1 1 1\n2: 2 2 2 2\n"
        )
    };
    let accepted = verify(&text("./nim.game"), &|_, _| true).unwrap();
    assert!(accepted.ends_with("by the rules of ./nim.game as they stand here"), "{accepted}");
    assert!(verify(&text("nim"), &|_, _| true).is_err());
}
