//! Claims about games on graphs against the plain twin of the solver: random positions, random claims about families and
//! about all small graphs, changed constants in what is proved, bad texts, and limits.

mod common;

use std::time::{Duration, Instant};

use sprague_certificate::{Certificate, Evidence, GraphsEvidence};
use sprague_claim::graphs::property;
use sprague_claim::{Expected, parse_claims};
use sprague_graph::plain::{self, Plain};
use sprague_graph::random::Random;
use sprague_graph::{Game, Graph, Position, deep, generate, parse};
use sprague_prove::{Limits, Task, Verdict, Witness, judge};
use sprague_verify::accept;

use common::refused;

fn limits() -> Limits {
    Limits { time: Duration::from_secs(20), ..Limits::default() }
}

/// The verdict; what is proved or refuted has passed the checker.
fn verdict(text: &str) -> Verdict {
    let claims = parse_claims("it.claim", &format!("claim \"it\"\n{text}\n"));
    let claims = claims.unwrap_or_else(|e| panic!("{text}: {e}"));
    let judgement = judge(&claims[0], &Task::new(limits()));
    let decided = matches!(judgement.verdict.kind(), Expected::Proved | Expected::Refuted);
    assert_eq!(judgement.verdict.accepted().is_some(), decided, "{text}: {judgement:?}");
    judgement.verdict
}

/// Does the checker accept this for these lines?
fn accepts(lines: &str, evidence: GraphsEvidence) -> bool {
    let claim = format!("claim \"it\"\n{lines}\n");
    let certificate =
        Certificate { claim, games: Vec::new(), evidence: Evidence::Graphs(evidence) };
    // As text and back.
    let read = Certificate::read(&certificate.write()).unwrap_or_else(|e| panic!("{lines}: {e}"));
    assert_eq!(read, certificate);
    accept(read, &Task::new(limits())).is_ok()
}

fn is_p(game: Game, misere: bool, position: &Position) -> bool {
    !Plain::new(game, misere).wins(position)
}

/// The position of a refutation, as the command line would read it.
fn witness(verdict: &Verdict, about: &str) -> Position {
    match verdict {
        Verdict::Refuted { witness: Witness::Written(text), .. } => parse(text).unwrap().position,
        other => panic!("{about}: {other:?}"),
    }
}

#[test]
fn facts_about_random_positions_are_right_or_refuted() {
    let mut random = Random::new(31);
    for game in Game::ALL {
        for misere in [false, true] {
            for _ in 0..60 {
                let vertices = 1 + random.below(5) as usize;
                let most = if game.counts_chips() { 1 + random.below(3) as u32 } else { 1 };
                let position = random.position(vertices, 60, most);
                let (text, p) = (position.text(), is_p(game, misere, &position));
                let play = if misere { "misere " } else { "" };
                let (right, wrong) = if p { ("P", "N") } else { ("N", "P") };
                let fact = |letter: &str| {
                    verdict(&format!("game {play}{}\nfacts\n  {text} is {letter}", game.name()))
                };
                assert_eq!(fact(right).kind(), Expected::Proved, "{text}");
                assert_eq!(witness(&fact(wrong), &text), position);
                if !misere && !game.binds() {
                    let value = Plain::new(game, false).nim_value(&position);
                    let fact = |value: u32| {
                        let name = game.name();
                        verdict(&format!("game {name}\nfacts\n  {text} has nim-value {value}"))
                    };
                    assert_eq!(fact(value).kind(), Expected::Proved, "{text}");
                    assert_eq!(fact(value + 1).kind(), Expected::Refuted, "{text}");
                }
                // Every option is one, and wins if it is P.
                let options = plain::options(game, &position);
                let Some(option) = options.first() else { continue };
                let (to, wins) = (option.text(), is_p(game, misere, option));
                let line = format!("game {play}{}\nfacts\n  {text} -> {to}", game.name());
                assert_eq!(verdict(&line).kind(), Expected::Proved, "{line}");
                let kind = if wins { Expected::Proved } else { Expected::Refuted };
                assert_eq!(verdict(&format!("{line} wins")).kind(), kind, "{line}");
            }
        }
    }
}

/// The text of a family, and its members for n from 3 on.
type Members = (&'static str, fn(usize) -> Graph);

/// Families small enough for the plain twin.
const FAMILIES: [Members; 5] = [
    ("P(n)", Graph::path),
    ("C(n)", Graph::cycle),
    ("K(n)", Graph::complete),
    ("S(n)", Graph::star),
    ("DS(1,n,2)", |n| Graph::double_star(1, n, 2)),
];

#[test]
fn random_claims_about_families_fail_where_the_plain_twin_says() {
    let mut random = Random::new(32);
    let (mut held, mut refuted) = (0, 0);
    for game in Game::ALL {
        for misere in [false, true] {
            for (text, member) in FAMILIES {
                let chips = if game.counts_chips() { 1 + random.below(2) as u32 } else { 1 };
                let most = if chips == 1 { 6 } else { 4 };
                let modulus = 1 + random.below(3);
                let residue = random.below(modulus);
                let outcome = |n: usize| is_p(game, misere, &Position::constant(member(n), chips));
                let truth: Vec<bool> = (3..=most).map(outcome).collect();
                let claimed = |n: usize| n as u64 % modulus == residue;
                let first = (3..=most).find(|&n| truth[n - 3] != claimed(n));
                let play = if misere { "misere " } else { "" };
                let claim = format!(
                    "game {play}{}\ngraph {text} chips={chips} for n in 3..{most}\nP iff n mod {modulus} = {residue}",
                    game.name()
                );
                let found = verdict(&claim);
                match first {
                    None => assert_eq!(found.kind(), Expected::Holds, "{claim}"),
                    Some(n) => {
                        let expected = Position::constant(member(n), chips);
                        assert_eq!(witness(&found, &claim), expected, "{claim}");
                    }
                }
                held += usize::from(first.is_none());
                refuted += usize::from(first.is_some());
            }
        }
    }
    assert!(held > 5 && refuted > 20, "{held} held, {refuted} refuted");
}

#[test]
fn claims_about_all_graphs_fail_at_the_fewest_chips() {
    type Said = (&'static str, fn(&Position) -> bool);
    let conditions: [Said; 4] = [
        ("even(edges)", |p| p.edges().count() % 2 == 0),
        ("connected", |p| p.components().len() <= 1),
        ("even(chips)", |p| p.total() % 2 == 0),
        ("edges = 0 or components > 1", |p| p.edges().count() == 0 || p.components().len() > 1),
    ];
    for game in [Game::Wyg, Game::WygFree, Game::Wygthoff, Game::Mig] {
        let positions: Vec<Position> = (1..=4)
            .flat_map(generate::all)
            .flat_map(|graph| {
                let n = graph.vertices();
                (0..1u32 << n).map(move |bits| {
                    let chips = (0..n).map(|v| 1 + (bits >> v & 1)).collect();
                    Position::new(graph.clone(), chips)
                })
            })
            .collect();
        let truth: Vec<bool> = positions.iter().map(|p| is_p(game, false, p)).collect();
        for (text, condition) in conditions {
            let wrong = positions.iter().zip(&truth).filter(|(p, t)| condition(p) != **t);
            let least = wrong.map(|(p, _)| p.total()).min();
            let claim = format!(
                "game {}\ngraph any on 1..4 vertices chips=1..2\nP iff {text}",
                game.name()
            );
            let found = verdict(&claim);
            match least {
                None => assert_eq!(found.kind(), Expected::Holds, "{claim}"),
                Some(least) => {
                    let at = witness(&found, &claim);
                    assert_eq!(at.total(), least, "{claim}");
                    assert_ne!(condition(&at), is_p(game, false, &at), "{claim}");
                }
            }
        }
    }
}

#[test]
fn properties_agree_with_their_definitions() {
    let mut random = Random::new(33);
    let value = |position: &Position, name: &str| {
        let place = property::NAMES.iter().position(|known| *known == name).unwrap();
        property::values(Game::WygFree, position, true).unwrap()[place] == 1
    };
    let mut met = [0, 0, 0];
    for _ in 0..400 {
        let vertices = 1 + random.below(6) as usize;
        let position = random.position(vertices, 45, 2);
        let alive: Vec<usize> = (0..position.chips.len()).filter(|&v| position.alive(v)).collect();
        let sides = 0..1u32 << position.chips.len();
        let bipartite =
            sides.clone().any(|side| position.edges().all(|(u, v)| side >> u & 1 != side >> v & 1));
        assert_eq!(value(&position, "bipartite"), bipartite, "{}", position.text());
        let mirror = bijections(&alive, &alive).into_iter().any(|f| {
            let image = |v: usize| f[alive.iter().position(|&w| w == v).unwrap()];
            alive.iter().all(|&v| {
                image(v) != v
                    && image(image(v)) == v
                    && !position.graph.adjacent(v, image(v))
                    && position.chips[v] == position.chips[image(v)]
                    && alive.iter().all(|&w| {
                        position.graph.adjacent(v, w) == position.graph.adjacent(image(v), image(w))
                    })
            })
        });
        assert_eq!(value(&position, "mirror"), mirror, "{}", position.text());
        let halves = plain::options(Game::WygFree, &position).iter().any(|option| {
            let parts = option.components();
            parts.len() == 2 && isomorphic(&parts[0], &parts[1])
        });
        assert_eq!(value(&position, "halves"), halves, "{}", position.text());
        met[0] += usize::from(bipartite);
        met[1] += usize::from(mirror);
        met[2] += usize::from(halves);
    }
    assert!(met.iter().all(|&met| met > 10 && met < 390), "{met:?}");
}

/// All ways to give each of the first an image among the second.
fn bijections(from: &[usize], to: &[usize]) -> Vec<Vec<usize>> {
    if from.is_empty() {
        return vec![Vec::new()];
    }
    let with = |&first: &usize| {
        let rest: Vec<usize> = to.iter().copied().filter(|&v| v != first).collect();
        let longer = move |mut tail: Vec<usize>| {
            tail.insert(0, first);
            tail
        };
        bijections(&from[1..], &rest).into_iter().map(longer).collect::<Vec<_>>()
    };
    to.iter().flat_map(with).collect()
}

fn isomorphic(one: &Position, other: &Position) -> bool {
    let n = one.chips.len();
    let all: Vec<usize> = (0..n).collect();
    n == other.chips.len()
        && bijections(&all, &all).iter().any(|f| {
            (0..n).all(|v| {
                one.chips[v] == other.chips[f[v]]
                    && (0..n).all(|w| one.graph.adjacent(v, w) == other.graph.adjacent(f[v], f[w]))
            })
        })
}

/// Claims for all sizes with numbers in them, `#`, that make them right, and how their members are made.
type Endless = (&'static str, &'static [u32], fn(usize, usize) -> Option<String>);

const ENDLESS: [Endless; 10] = [
    (
        "game wyg\ngraph K(m,n) chips=1 for m >= 1, n >= m\nnim-value = #*((m + n) mod #) + n mod #",
        &[2, 2, 2],
        |m, n| (m <= n).then(|| format!("K({m},{n}) chips=1")),
    ),
    ("game wyg\ngraph K(n) chips=1 for n >= 1\nP iff n mod # = #", &[3, 1], |n, _| {
        Some(format!("K({n}) chips=1"))
    }),
    ("game wyg\ngraph K(n) chips=1 for n >= #\nnim-value = (n + #) mod #", &[1, 2, 3], |n, _| {
        Some(format!("K({n}) chips=1"))
    }),
    (
        "game wyg\ngraph K(m,n) chips=1 for m >= 1, n >= m\nP iff m mod # = # and n mod # = #",
        &[2, 0, 2, 0],
        |m, n| (m <= n).then(|| format!("K({m},{n}) chips=1")),
    ),
    ("game wygthoff\ngraph C(n) chips=1 for n >= #\nP iff n > #", &[3, 3], |n, _| {
        (n >= 3).then(|| format!("C({n}) chips=1"))
    }),
    ("game wyg\ngraph W(n) chips=1 for n >= 4\nN iff n > #", &[4], |n, _| {
        (n >= 4).then(|| format!("W({n}) chips=1"))
    }),
    ("game wyg\ngraph P(n) chips=# for n >= #\nN if n != #", &[2, 2, 7], |n, _| {
        Some(format!("P({n}) chips=2"))
    }),
    ("game wyg\ngraph C(n) chips=# for n >= #\nN if always", &[2, 3], |n, _| {
        (n >= 3).then(|| format!("C({n}) chips=2"))
    }),
    (
        "game wyg\ngraph DS(m,n,#) chips=1 for m >= 1, n >= 1\nN iff (m + n) mod # = #",
        &[2, 2, 0],
        |m, n| Some(format!("DS({m},{n},2) chips=1")),
    ),
    (
        "game wyg\ngraph DS(m,n,3) chips=1 for m >= 0, n >= m\nP iff m = # and n > # and n mod # = #",
        &[0, 0, 2, 0],
        |m, n| (m <= n).then(|| format!("DS({m},{n},3) chips=1")),
    ),
];

fn filled(text: &str, numbers: &[u32]) -> String {
    let mut numbers = numbers.iter();
    let number = |c: char| match c {
        '#' => numbers.next().unwrap().to_string(),
        c => c.to_string(),
    };
    text.chars().map(number).collect()
}

/// What is proved agrees with the plain twin, and of what is changed nothing false is proved.
#[test]
fn proofs_for_all_sizes_notice_changed_numbers() {
    let (mut proved, mut refuted) = (0, 0);
    for (text, numbers, _) in ENDLESS {
        let right = filled(text, numbers);
        assert_eq!(verdict(&right).kind(), Expected::Proved, "{right}");
        for place in 0..numbers.len() {
            for other in [numbers[place] + 1, numbers[place].wrapping_sub(1)] {
                let mut changed = numbers.to_vec();
                changed[place] = other;
                if other > 100 {
                    continue;
                }
                let claim = filled(text, &changed);
                let Ok(claims) = parse_claims("it.claim", &format!("claim \"it\"\n{claim}\n"))
                else {
                    continue;
                };
                drop(claims);
                let found = verdict(&claim);
                match &found {
                    Verdict::Proved(_) => proved += 1,
                    Verdict::Refuted { .. } => {
                        // The solver named it, the twin confirmed it; here it is read back.
                        witness(&found, &claim);
                        refuted += 1;
                    }
                    _ => {}
                }
                // With the range cut off, and no proof, the verdict is no other.
                let bounded = claim.replace(">= m", "in m..9");
                let bounded = ["m", "n"].iter().fold(bounded, |text, name| {
                    let open = format!("{name} >= ");
                    match text.split_once(&open) {
                        Some((before, after)) => {
                            let end = after.find([',', '\n']).unwrap();
                            let (least, rest) = after.split_at(end);
                            format!("{before}{name} in {least}..9{rest}")
                        }
                        None => text,
                    }
                });
                let near = verdict(&bounded);
                match (&found, near.kind()) {
                    (Verdict::Proved(_), kind) => {
                        assert_eq!(kind, Expected::Holds, "{bounded}")
                    }
                    (Verdict::Refuted { .. }, kind) => {
                        assert!(matches!(kind, Expected::Refuted | Expected::Holds), "{bounded}");
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(refuted > 12 && proved < refuted, "{proved} proved, {refuted} refuted");
}

/// The members of the families above, by the plain twin.
#[test]
fn proved_families_agree_with_the_plain_twin() {
    for (text, numbers, member) in ENDLESS {
        let claim = filled(text, numbers);
        for m in 1..=4 {
            for n in 1..=5 {
                let Some(written) = member(n, m) else { continue };
                let game = if text.contains("wygthoff") { Game::Wygthoff } else { Game::Wyg };
                let position = parse(&written).unwrap().position;
                let p = is_p(game, false, &position);
                let letter = if p { "P" } else { "N" };
                let fact = format!("game {}\nfacts\n  {written} is {letter}", game.name());
                assert_eq!(verdict(&fact).kind(), Expected::Proved, "{claim}");
            }
        }
    }
}

#[test]
fn comparisons_with_other_games_find_the_first_difference() {
    let holds = [
        "game wyg\ngraph P(n) chips=1 for n in 1..60\nsame nim-value as octal(0.67) on n",
        "game mig\ngraph K(2) chips=a,b for a in 1..9, b in a..9\nsame outcome as minnie on a, b",
        "game wyg\ngraph K(n) chips=1 for n in 1..9\nsame outcome as wyg on K(n+3) chips=1",
        "game arc-kayles\ngraph P(n) for n in 1..20\nsame nim-value as octal(0.07) on n",
    ];
    for claim in holds {
        assert_eq!(verdict(claim).kind(), Expected::Holds, "{claim}");
    }
    let refuted = [
        (
            "game wyg\ngraph P(n) chips=1 for n in 1..60\nsame nim-value as kayles on n",
            "P(1) chips=1",
        ),
        ("game wyg\ngraph C(n) chips=2 for n in 3..6\nsame outcome as wyg-free", "C(4) chips=2"),
        (
            "game wyg\ngraph K(n) chips=1 for n in 1..9\nsame outcome as wyg on K(n+1) chips=1",
            "K(1) chips=1",
        ),
    ];
    for (claim, expected) in refuted {
        let Verdict::Refuted { witness, .. } = verdict(claim) else { panic!("{claim}") };
        assert_eq!(witness.to_string(), expected, "{claim}");
    }
}

#[test]
fn bad_claims_about_graphs_are_pointed_at() {
    // The lines after `claim "it"`, the text under the caret, its line, a part of the message.
    let rows = [
        ("game wyg\nP iff n = 1", "iff n = 1", 3, "which graphs"),
        ("game nim\ngraph K(n) for n in 1..3\nP iff n = 1", "graph", 3, "has no use"),
        ("game wyg\npiles a\nP iff a = 1", "piles", 3, "has no use"),
        ("game wyg\ngraph Q(n) for n in 1..3\nP if always", "Q(n)", 3, "a graph is expected"),
        ("game wyg\ngraph K(n,n,n) for n in 1..3\nP if always", "K(n,n,n)", 3, "does not take 3"),
        ("game wyg\ngraph K(m) for n in 1..3\nP if always", "m", 3, "not one of the numbers"),
        ("game wyg\ngraph K(n) for n from 3\nP if always", "n from 3", 3, "the range of a name"),
        (
            "game wyg\ngraph K(n) for n in 1..3, n in 1..2\nP if always",
            "n in 1..2",
            3,
            "different names",
        ),
        (
            "game wyg\ngraph K(n) for edges in 1..3\nP if always",
            "edges in 1..3",
            3,
            "different names",
        ),
        ("game wyg\ngraph any on 1..12 vertices\nP if always", "on 1..12", 3, "at most 9"),
        ("game wyg\ngraph any with 3 vertices\nP if always", "with 3", 3, "expected `any on"),
        (
            "game wyg\ngraph K(n) chips=x for n in 1..3\nP if always",
            "x",
            3,
            "not one of the numbers",
        ),
        ("game node-kayles\ngraph K(3) chips=2\nP if always", "K(3) chips=2", 3, "without chips"),
        ("game wyg\ngraph K(3)\nP if planar", "planar", 4, "condition is wanted"),
        ("game wyg\ngraph K(3)\nP if total = 3", "total = 3", 4, "are of piles"),
        ("game misere wyg\ngraph K(3)\nnim-value = 1", "= 1", 4, "no values"),
        ("game wyg\ngraph K(3)\nsequence 1,2", "sequence", 4, "not said of positions on graphs"),
        ("game wyg\ngraph K(3)\nsame colour as wyg", "colour", 4, "expected `same outcome"),
        ("game wyg\ngraph K(3)\nsame outcome as nimm on 3", "nimm", 4, "no game called"),
        ("game wyg\ngraph K(3)\nsame outcome as wynnie on 1,2,3", "1,2,3", 4, "not so many"),
        ("game wyg\nfacts\n  K(x) is N", "x", 4, "a number is expected"),
        ("game wyg\nfacts\n  K(3) is L", "K(3) is L", 4, "P, N or loony"),
        ("game wyg\nfacts\n  K(3) wins", "K(3) wins", 4, "not a fact"),
        ("game nim\npiles a\nloony if a = 1", "nim", 2, "no game on graphs"),
    ];
    for (lines, under, line, message) in rows {
        refused(lines, under, line, message);
    }
}

#[test]
fn what_takes_too_long_is_undecided_in_time() {
    let few = Limits { time: Duration::from_millis(200), bytes: 256 << 20, ..Limits::default() };
    for text in [
        "game wyg-free\ngraph K(6,6) chips=5\nP if always",
        "game mig\ngraph any on 7 vertices chips=1..4\nP if always",
        "game wyg\ngraph any on 9 vertices\nP if always",
        "game wyg\ngraph P(n) chips=1 for n in 1..900000\nN if n > 1",
        "game wyg\ngraph DS(m,n,3) for m in 1..3000, n in m..3000\nN if always",
        "game edge-delete\ngraph K(9)\nP if always",
        "game wyg\ngraph C(n) chips=a for n in 3..9, a in 1..999999\nP if always",
        "game wyg\ngraph K(n-5) for n in 1..9\nP if always",
        "game wyg\ngraph C(n) for n in 1..9\nP if always",
        "game wyg\ngraph P(n) chips=1,2 for n in 1..9\nP if always",
        "game wyg\ngraph K(3)\nsuppose not connected\nP if always",
    ] {
        let claims = parse_claims("it.claim", &format!("claim \"it\"\n{text}\n")).unwrap();
        let begun = Instant::now();
        let found = deep(|| judge(&claims[0], &Task::new(few.clone()))).verdict;
        assert_eq!(found.kind(), Expected::Undecided, "{text}: {found:?}");
        assert!(begun.elapsed() < Duration::from_secs(12), "{text}: {:?}", begun.elapsed());
    }
}

/// Evidence of every kind for all sizes.
fn arguments() -> Vec<GraphsEvidence> {
    let mut all =
        vec![GraphsEvidence::Mirroring, GraphsEvidence::Forcing, GraphsEvidence::Computation];
    for threshold in 0..6 {
        for period in 0..7 {
            all.push(GraphsEvidence::Periodicity { threshold, period });
        }
    }
    all.push(GraphsEvidence::Periodicity { threshold: usize::MAX, period: usize::MAX });
    all
}

#[test]
fn no_argument_carries_a_false_claim() {
    for (text, numbers, _) in ENDLESS {
        let right = filled(text, numbers);
        assert!(arguments().into_iter().any(|evidence| accepts(&right, evidence)), "{right}");
        for place in 0..numbers.len() {
            let mut changed = numbers.to_vec();
            changed[place] += 1;
            let claim = filled(text, &changed);
            if let Verdict::Refuted { .. } = verdict(&claim) {
                for evidence in arguments() {
                    assert!(!accepts(&claim, evidence.clone()), "{claim}: {evidence:?}");
                }
            }
        }
    }
}

#[test]
fn arguments_do_not_reach_where_they_were_not_made() {
    for lines in [
        // Chips, games, plays and families for which they say nothing.
        "game wyg\ngraph P(n) chips=3 for n >= 2\nN if always",
        "game wyg\ngraph P(n) chips=c for n >= 2, c >= 2\nN if always",
        "game wyg-free\ngraph C(n) chips=2 for n >= 3\nN if always",
        "game misere wyg\ngraph P(n) chips=1 for n >= 2\nN if always",
        "game mig\ngraph P(n) chips=1 for n >= 2\nN if always",
        "game wyg\ngraph P(n) chips=2,2^(n-1) for n >= 2\nN if n > 30",
        "game wyg\ngraph P(n) chips=1,2^(n-2),1 for n >= 3\nN if n > 30",
        "game wyg\ngraph P(n) + P(n) chips=1 for n >= 2\nP if always",
        // There are no such graphs.
        "game wyg\ngraph C(n) chips=1 for n >= 2\nP if n > 3",
        "game wyg\ngraph W(n) chips=1 for n >= 3\nN if n > 4",
        "game wyg\ngraph K(n - 4) chips=1 for n >= 1\nP if n mod 3 = 2 and n > 4",
        "game wyg\ngraph P(n) chips=2^(n-1),1 for n >= 0\nN if n > 1",
        "game wyg\ngraph DS(m,n,k) chips=1 for m >= 1, n >= 1, k in 0..3\nN if k = 3",
        // Paths of any length.
        "game wyg\ngraph DS(1,1,k) chips=1 for k >= 3\nN if k = 3",
        // Names below 0.
        "game wyg\ngraph K(n + 9) chips=1 for n >= 0 - 3\nP if (n + 9) mod 3 = 1",
        // Properties and values that they do not know.
        "game wyg\ngraph P(n) chips=1 for n >= 2\nN if connected",
        "game wyg\ngraph P(n) chips=1 for n >= 2\nnim-value = 1",
        "game wyg\ngraph K(n) chips=1 for n >= 2\nloony if n = 0",
    ] {
        for evidence in arguments() {
            assert!(!accepts(lines, evidence.clone()), "{lines}: {evidence:?}");
        }
    }
}

#[test]
fn counterexamples_are_of_the_claim_or_rejected() {
    let position = |values: &[i64], board: Option<&str>| GraphsEvidence::Position {
        values: values.to_vec(),
        board: board.map(str::to_string),
    };
    let claim =
        "game wyg\ngraph K(m,n) chips=1 for m in 1..4, n in m..5\nP iff m = 2 and n in {2, 4}";
    for m in -1..=6i64 {
        for n in -1..=6i64 {
            let spoken = (1..=4).contains(&m) && (m..=5).contains(&n);
            let lost = m % 2 == 0 && n % 2 == 0;
            let wrong = spoken && lost != (m == 2 && (n == 2 || n == 4));
            assert_eq!(accepts(claim, position(&[m, n], None)), wrong, "{m} {n}");
            assert!(!accepts(claim, position(&[m, n], Some("K(4,4) chips=1"))));
        }
    }
    assert!(!accepts(claim, position(&[4], None)) && !accepts(claim, position(&[4, 4, 4], None)));
    assert!(!accepts(claim, position(&[i64::MAX, i64::MIN], None)));
    // Any graph, and chips that are left open.
    let any = "game wyg\ngraph any on 2..4 vertices chips=1..2\nsuppose connected\nN if always";
    for (board, wrong) in [
        ("P(3) chips=1,2,1", true),
        ("P(3) chips=1", false),
        ("C(4) chips=1", true),
        ("C(4) chips=3", false),
        ("C(5) chips=1", false),
        ("P(2) + P(2) chips=1", false),
        ("P(3) chips=1,2,0", false),
        ("P(2) chips=1 play=0-1", false),
        ("Q(4)", false),
    ] {
        assert_eq!(accepts(any, position(&[], Some(board))), wrong, "{board}");
    }
    // A list of chips on any graph is meant in every order.
    let listed = "game wyg\ngraph any on 3 vertices chips=2,1,1\nsuppose connected and edges = 2\nN if always";
    assert!(accepts(listed, position(&[], Some("P(3) chips=1,2,1"))));
    assert_eq!(verdict(listed).kind(), Expected::Refuted);
}

#[test]
fn facts_are_false_only_where_they_are() {
    let facts = "game wyg\nfacts\n  K(4) chips=1 is P\n  K(5) chips=1 is P\n  C(4) chips=2 is loony\n  C(4) chips=2 has nim-value 0";
    let wrong = [false, true, false, true, false];
    for (place, wrong) in wrong.into_iter().enumerate() {
        assert_eq!(accepts(facts, GraphsEvidence::Fact { place }), wrong, "{place}");
    }
    assert!(!accepts(facts, GraphsEvidence::Computation));
    assert!(!accepts(facts, GraphsEvidence::Mirroring));
    let right = "game wyg\nfacts\n  K(4) chips=1 is P\n  C(4) chips=2 is loony";
    assert!(accepts(right, GraphsEvidence::Computation));
}

/// Every kind of statement about single random positions: what the twin says is proved, anything else is refuted.
#[test]
fn statements_about_single_positions_are_decided_with_the_checker() {
    let mut random = Random::new(35);
    for game in Game::ALL {
        for misere in [false, true] {
            for _ in 0..12 {
                let most = if game.counts_chips() { 2 } else { 1 };
                let vertices = 1 + random.below(5) as usize;
                let position = random.position(vertices, 60, most);
                let edges: Vec<String> =
                    position.graph.edges().map(|(u, v)| format!("{u}-{v}")).collect();
                let chips: Vec<String> = position.chips.iter().map(u32::to_string).collect();
                if edges.is_empty() || position.graph.vertices() < 2 {
                    continue;
                }
                let largest = position.graph.edges().map(|(_, v)| v + 1).max();
                if largest != Some(position.graph.vertices()) || !game.counts_chips() {
                    continue;
                }
                let (play, name) = (if misere { "misere " } else { "" }, game.name());
                let head = format!(
                    "game {play}{name}\ngraph edges:{} chips={}",
                    edges.join(","),
                    chips.join(",")
                );
                let (right, wrong) = match is_p(game, misere, &position) {
                    true => ("P", "N"),
                    false => ("N", "P"),
                };
                assert_eq!(
                    verdict(&format!("{head}\n{right} if always")).kind(),
                    Expected::Proved,
                    "{head}"
                );
                assert_eq!(
                    verdict(&format!("{head}\n{wrong} if always")).kind(),
                    Expected::Refuted,
                    "{head}"
                );
            }
        }
    }
}

#[test]
fn a_vertex_that_no_edge_names_is_meant_only_in_a_list() {
    refused(
        "game wyg\ngraph edges:1-2,2-3 chips=1\nP if always",
        "1-2,2-3",
        3,
        "vertex 0 has no edge",
    );
    refused("game wyg\nfacts\n  edges:1-2,2-3 is P", "1-2,2-3", 4, "vertex 0 has no edge");
    let meant = "game wyg\ngraph edges:1-2,2-3 chips=1,1,1,1\nN if always";
    assert_eq!(verdict(meant).kind(), Expected::Proved);
}

/// Where a chosen edge binds, values are nim-values or loony; the solver and the checker have them in different ways.
#[test]
fn values_of_positions_that_bind_are_decided_with_the_checker() {
    let mut random = Random::new(36);
    let mut loony = 0;
    for game in [Game::Wyg, Game::Wygthoff] {
        for _ in 0..40 {
            let vertices = 1 + random.below(4) as usize;
            let position = random.position(vertices, 60, 3);
            let value = sprague_graph::Solver::new(game, false).value(&position).unwrap();
            let words = |value: sprague_graph::Value| match value {
                sprague_graph::Value::Nim(nim) => format!("has nim-value {nim}"),
                sprague_graph::Value::Loony => "is loony".to_string(),
            };
            loony += usize::from(value == sprague_graph::Value::Loony);
            let other = match value {
                sprague_graph::Value::Nim(nim) => sprague_graph::Value::Nim(nim + 1),
                sprague_graph::Value::Loony => sprague_graph::Value::Nim(0),
            };
            let fact = |value| {
                format!("game {}\nfacts\n  {} {}", game.name(), position.text(), words(value))
            };
            assert_eq!(verdict(&fact(value)).kind(), Expected::Proved, "{}", fact(value));
            assert_eq!(verdict(&fact(other)).kind(), Expected::Refuted, "{}", fact(other));
        }
    }
    assert!(loony > 5 && loony < 75, "{loony}");
}
