//! Certificates of claims about boards: what the prover finds is accepted, also for rules nobody has seen; what is altered
//! is not.

use std::sync::OnceLock;

use sprague_certificate::{
    Automaton, BoardEvidence, Certificate, Digits, Evidence, PositionSet, SetOf,
};
use sprague_claim::{Claim, parse_claims, parse_claims_with};
use sprague_prove::{Limits, Task, Verdict, judge};
use sprague_rules::Outcome;
use sprague_rules::random::{Moves, random_game};
use sprague_solve::Reference;
use sprague_verify::accept;

const CLAIMS: &str = r#"
claim "Nim on three piles"
  game nim
  piles a <= b <= c
  given a <= b: a = b
  P iff xor(a, b, c) = 0

claim "Wythoff's pairs"
  game wythoff
  piles a <= b
  P iff golden(a, b)

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

claim "MINE with a stack of 1 and one of 2"
  game mine
  piles a <= b <= c
  suppose a = 1 and b = 2 and c > 4
  P iff even(c)

claim "lines of a proof"
  game minnie
  lines
    1,2k+1 is P for k
    2,4k+1 -> 1,4k+1 wins for k: k >= 1
"#;

/// The claims with their certificates.
fn certificates() -> &'static [(String, Certificate)] {
    static ALL: OnceLock<Vec<(String, Certificate)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let claims = parse_claims("claims", CLAIMS).unwrap();
        let with = |claim: &Claim| {
            let judgement = judge(claim, &Task::default());
            let accepted = match &judgement.verdict {
                Verdict::Proved(accepted) => accepted,
                other => panic!("{}: {other:?}", claim.name),
            };
            (claim.name.clone(), accepted.certificate().clone())
        };
        claims.iter().map(with).collect()
    })
}

fn of(name: &str) -> Certificate {
    let found = certificates().iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("no claim is called {name}")).1.clone()
}

fn is_accepted(certificate: &Certificate) -> bool {
    accept(certificate.clone(), &Task::default()).is_ok()
}

fn automaton(evidence: &mut Evidence) -> Option<&mut Automaton> {
    match evidence {
        Evidence::Board(BoardEvidence::Automaton(set)) => Some(&mut set.automaton),
        Evidence::Listed(sprague_certificate::ListedEvidence::Lines(set)) => {
            Some(&mut set.automaton)
        }
        _ => None,
    }
}

#[test]
fn proofs_are_accepted_and_come_back_from_their_text() {
    for (name, certificate) in certificates() {
        let text = certificate.write();
        let again = Certificate::read(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(again.evidence, certificate.evidence, "{name}");
        assert_eq!(again.write(), text, "{name}");
    }
}

/// Every state that an automaton goes to, and every acceptance, changed one at a time. In digits other than binary ones some
/// transitions read no number, and do not matter.
#[test]
fn altered_automata_are_rejected() {
    for (name, certificate) in certificates() {
        let mut whole = certificate.clone();
        let Some(original) = automaton(&mut whole.evidence).cloned() else { continue };
        if original.digits != Digits::Binary {
            continue;
        }
        let (states, places) = (original.states() as u32, original.next.len());
        // Small ones wholly, large ones here and there.
        for place in (0..places).step_by((places / 16).max(1)) {
            let mut altered = original.clone();
            altered.next[place] = (altered.next[place] + 1) % states;
            *automaton(&mut whole.evidence).unwrap() = altered;
            assert!(states == 1 || !is_accepted(&whole), "{name}: transition {place}");
        }
        for state in (0..states as usize).step_by((states as usize / 6).max(1)) {
            let mut altered = original.clone();
            altered.accepting[state] = !altered.accepting[state];
            *automaton(&mut whole.evidence).unwrap() = altered;
            assert!(!is_accepted(&whole), "{name}: state {state}");
        }
    }
}

/// Other claims do not follow from the automaton.
#[test]
fn other_statements_are_rejected() {
    let minnie = of("MINNIE on two stacks");
    for (from, to) in [
        ("b mod 4 = 2", "b mod 4 = 3"),
        ("b >= 8", "b >= 4"),
        ("game minnie", "game mine"),
        ("game minnie", "game misere minnie"),
        ("piles a <= b", "piles a <= b <= c"),
        ("odd(b)", "even(b)"),
        ("piles a <= b\n", "piles a <= b\n  suppose a > b\n"),
    ] {
        let mut altered = minnie.clone();
        altered.claim = minnie.claim.replacen(from, to, 1);
        assert_ne!(altered, minnie);
        assert!(!is_accepted(&altered), "{from} -> {to}");
    }
    let mut values = of("NIMB on two stacks");
    values.claim = values.claim.replace("a - 1", "a");
    assert!(!is_accepted(&values));
    let mut lines = of("lines of a proof");
    lines.claim = lines.claim.replace("2,4k+1 -> 1,4k+1", "2,4k+3 -> 1,4k+2");
    assert!(!is_accepted(&lines));
    let mut given = of("Nim on three piles");
    given.claim = given.claim.replace("given a <= b: a = b", "given a <= b: a = b and a != 1000");
    assert!(!is_accepted(&given));
    let mut wythoff = of("Wythoff's pairs");
    wythoff.claim = wythoff.claim.replace("golden(a, b)", "golden(a, b) and a != 4");
    assert!(!is_accepted(&wythoff));
}

/// For random rules: whatever the prover learns and proves, the checker accepts; and a wrong claim about the same
/// automaton it does not.
#[test]
fn random_rules_are_checked() {
    let mut proved = 0;
    for seed in 0..10 {
        let rules = random_game(seed, Moves::Taking);
        let files = [("./random.game".to_string(), rules.clone())];
        let any = "claim \"random\"\n  game ./random.game\n  piles a <= b\n  P if a = 2\n";
        let Ok(claims) = parse_claims_with("random", any, &files) else { continue };
        let ruleset = claims[0].ruleset().clone();
        let outcome = Reference::new(&ruleset).outcome(&[2, 3]);
        let other = if outcome == Outcome::P { Outcome::N } else { Outcome::P };
        let text = format!(
            "claim \"random\"\n  game ./random.game\n  piles a <= b\n  {outcome} if a = 2 and b = 3\n"
        );
        let Ok(claims) = parse_claims_with("random", &text, &files) else { continue };
        let limits = Limits { states: 1000, steps: 20_000_000, ..Limits::default() };
        let judgement = judge(&claims[0], &Task::new(limits));
        assert!(
            !matches!(&judgement.verdict, Verdict::Undecided { why } if why.contains("checker")),
            "{:?}\n{rules}",
            judgement.verdict
        );
        let Some(accepted) = judgement.verdict.accepted() else { continue };
        proved += 1;
        let mut wrong = accepted.certificate().clone();
        wrong.claim = wrong.claim.replace(&format!("{outcome} if"), &format!("{other} if"));
        assert!(!is_accepted(&wrong), "{rules}");
    }
    assert!(proved >= 2, "only {proved}");
}

fn with(claim: &str, games: &[(String, String)], evidence: BoardEvidence) -> Certificate {
    let evidence = Evidence::Board(evidence);
    Certificate { claim: claim.to_string(), games: games.to_vec(), evidence }
}

/// Positions are P iff the number of tokens is even.
fn even_tokens(tracks: usize, weights: impl Fn(usize) -> usize) -> PositionSet {
    // Only the last digits count: 0 is the first state, 1 and 2 say that the sum was even or odd.
    let parity = |letter: usize| {
        (0..tracks).map(|track| (letter >> track & 1) * weights(track)).sum::<usize>() % 2
    };
    let mut next: Vec<u32> = (0..1 << tracks).map(|letter| 1 + parity(letter) as u32).collect();
    for state in [1, 2] {
        next.extend(std::iter::repeat_n(state, 1 << tracks));
    }
    let automaton =
        Automaton { digits: Digits::Binary, tracks, next, accepting: vec![true, true, false] };
    PositionSet { of: SetOf::Lost, automaton }
}

/// Adding a pile of 1 changes the outcome where every move takes one token: neither counts nor piles may say otherwise.
#[test]
fn piles_added_to_counts_are_counted() {
    for (board, set) in [
        ("counts a1", even_tokens(1, |_| 1)),
        ("counts a1, a2", even_tokens(2, |track| track + 1)),
        ("piles a <= b", even_tokens(3, |track| 3 - track)),
        ("piles 1^k, a", even_tokens(2, |_| 1)),
    ] {
        let claim = |piles: &str| {
            format!(
                "claim \"it\"\n  game subtract(1)\n  {board}\n  adding {piles} keeps the outcome\n"
            )
        };
        let evidence = || BoardEvidence::Automaton(set.clone());
        assert!(!is_accepted(&with(&claim("1"), &[], evidence())), "{board}");
    }
    let claim = "claim \"it\"\n  game subtract(1)\n  counts a1, a2\n  adding 2 keeps the outcome\n";
    let evidence = BoardEvidence::Automaton(even_tokens(2, |track| track + 1));
    assert!(is_accepted(&with(claim, &[], evidence)));
    let claim = "claim \"it\"\n  game subtract(1)\n  counts a1, a2\n  adding 3 keeps the outcome\n";
    let evidence = BoardEvidence::Automaton(even_tokens(2, |track| track + 1));
    assert!(!is_accepted(&with(claim, &[], evidence)));
}

/// A counterexample must be one.
#[test]
fn counterexamples_are_computed_again() {
    let claim = "claim \"it\"\n  game nim\n  piles a <= b\n  P iff a = b and a != 5\n";
    for (at, right) in
        [(vec![5, 5], true), (vec![4, 4], false), (vec![5], false), (vec![5, 6], false)]
    {
        assert_eq!(
            is_accepted(&with(claim, &[], BoardEvidence::Counterexample(at.clone()))),
            right,
            "{at:?}"
        );
    }
    let given = "claim \"it\"\n  game nim\n  piles a <= b <= c\n  given a <= b: a != b\n  P iff xor(a, b, c) = 0\n";
    let judged = judge(&parse_claims("it", given).unwrap()[0], &Task::default()).verdict;
    match &judged {
        Verdict::Refuted { accepted: Some(_), shown, .. } => {
            assert!(shown.contains("given"), "{shown}")
        }
        other => panic!("{other:?}"),
    }
}

/// What is wrong far beyond every table is found, and shown by the P-positions.
#[test]
fn far_counterexamples_are_found_and_checked() {
    for far in ["999999999", "1048576"] {
        let text =
            format!("claim \"it\"\n  game nim\n  piles a <= b\n  P iff a = b and a != {far}\n");
        let verdict = judge(&parse_claims("it", &text).unwrap()[0], &Task::default()).verdict;
        let Verdict::Refuted { accepted: Some(accepted), witness, .. } = &verdict else {
            panic!("{verdict:?}")
        };
        assert_eq!(witness.to_string(), format!("{far},{far}"));
        let mut wrong = accepted.certificate().clone();
        wrong.claim = wrong.claim.replace(&format!(" and a != {far}"), "");
        assert!(!is_accepted(&wrong));
    }
}
