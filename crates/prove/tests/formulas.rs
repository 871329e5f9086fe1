//! Formulas: what is proved is so number by number, what is refuted is wrong there, nim-sets are those of all
//! partitions, and the checker accepts what was found and nothing that is false.

use std::collections::BTreeSet;

use sprague_certificate::{
    CaseEvidence, Certificate, Evidence, FormulaEvidence, HeapEvidence, Progressions,
    SentenceEvidence,
};
use sprague_claim::claim::{About, OfHeap};
use sprague_claim::formula::Formula;
use sprague_claim::formula::games::Games;
use sprague_claim::formula::plain::Scene;
use sprague_claim::{Claim, Expected, parse_claims, parse_claims_with};
use sprague_prove::formula::heaps::Heaps;
use sprague_prove::{Judgement, Task, Verdict, judge};
use sprague_rules::random;

/// Random numbers below a bound.
struct Dice(random::Dice);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(random::Dice::new(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.roll(bound as u64) as usize
    }
}

fn claim(lines: &str) -> Claim {
    let text = format!("claim \"it\"\n{lines}\n");
    parse_claims("it.claim", &text).unwrap_or_else(|e| panic!("{text}\n{e}")).remove(0)
}

fn judged(lines: &str) -> Judgement {
    judge(&claim(lines), &Task::default())
}

fn verdict(lines: &str) -> Verdict {
    judged(lines).verdict
}

/// All partitions of n into so many parts, none smaller than the least.
fn partitions(n: u32, parts: u32, least: u32) -> Vec<Vec<u32>> {
    if parts == 1 {
        return if n >= least { vec![vec![n]] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for first in least..=n / parts {
        for mut rest in partitions(n - first, parts - 1, first) {
            rest.push(first);
            all.push(rest);
        }
    }
    all
}

/// Nim-values of CUT from the definition.
fn values(cuts: &[u32], to: u32) -> Vec<u32> {
    let mut values = vec![0, 0];
    for n in 2..=to {
        let options = cuts.iter().flat_map(|cut| partitions(n, cut + 1, 1));
        let reached: BTreeSet<u32> =
            options.map(|o| o.iter().fold(0, |sum, &h| sum ^ values[h as usize])).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn written(set: &BTreeSet<u32>) -> String {
    let members: Vec<String> = set.iter().map(|member| member.to_string()).collect();
    format!("{{{}}}", members.join(","))
}

fn random_cuts(dice: &mut Dice) -> Vec<u32> {
    let cuts: BTreeSet<u32> = (0..1 + dice.below(3)).map(|_| 1 + dice.below(7) as u32).collect();
    cuts.into_iter().collect()
}

#[test]
fn nim_sets_are_the_values_of_all_partitions() {
    let mut dice = Dice::new(5);
    for _ in 0..25 {
        let cuts = random_cuts(&mut dice);
        let game: Vec<String> = cuts.iter().map(|cut| cut.to_string()).collect();
        let (to, parts) = (16, 1 + dice.below(4) as u32);
        let values = values(&cuts, to);
        let modulus = 2 + dice.below(3) as u32;
        let fits = |h: u32| h % modulus == 1;
        for (bar, wanted) in
            [("", None), (" | all fits", Some(true)), (" | not all fits", Some(false))]
        {
            let of = |n: u32| -> BTreeSet<u32> {
                let all = partitions(n, parts, 1).into_iter();
                let kept =
                    all.filter(|p| wanted.is_none_or(|all| p.iter().all(|&h| fits(h)) == all));
                kept.map(|p| p.iter().fold(0, |sum, &h| sum ^ values[h as usize])).collect()
            };
            let mut sets: Vec<BTreeSet<u32>> = (1..=to).map(of).collect();
            let lines = |sets: &[BTreeSet<u32>]| {
                let list: Vec<String> = sets.iter().map(written).collect();
                format!(
                    "game cut({})\ndefine fits(h) = h mod {modulus} = 1\nformula list N(n, {parts}{bar}) from n = 1: {}",
                    game.join(","),
                    list.join(", ")
                )
            };
            let right = verdict(&lines(&sets));
            assert_eq!(right.kind(), Expected::Proved, "{}: {right:?}", lines(&sets));
            // One member more or less is noticed, and where.
            let (place, member) = (dice.below(to as usize), dice.below(5) as u32);
            if !sets[place].remove(&member) {
                sets[place].insert(member);
            }
            let Verdict::Refuted { witness, .. } = verdict(&lines(&sets)) else {
                panic!("not seen")
            };
            assert_eq!(witness.piles(), [place as u32 + 1]);
        }
    }
}

/// A claim's only sentence, by its plain meaning.
fn formula(claim: &Claim) -> &Formula {
    match &claim.about {
        About::Heap(on) => match &on.says {
            OfHeap::Formula(formula) => formula,
            _ => panic!("a formula"),
        },
        _ => panic!("a formula"),
    }
}

/// The first tuple of a box at which the sentence is false.
fn false_at<'b>(claim: &Claim, boxed: &'b [Vec<i64>]) -> Option<&'b Vec<i64>> {
    let formula = formula(claim);
    let games = Games { own: claim.ruleset(), texts: &claim.games };
    let task = Task::default();
    let mut heaps = Heaps::plainly(games, &task);
    let sentence = &formula.sentences[0];
    let mut scene = Scene { definitions: &formula.definitions, globals: &[], heaps: &mut heaps };
    boxed.iter().find(|tuple| {
        let condition = sentence.condition.as_ref();
        condition.is_none_or(|condition| scene.truth(condition, tuple) == Ok(true))
            && scene.truth(&sentence.says, tuple) == Ok(false)
    })
}

/// What is proved is checked, and so on a box of tuples; what is refuted is checked.
fn agrees(lines: &str, boxed: &[Vec<i64>]) -> Option<bool> {
    let claim = claim(lines);
    match judge(&claim, &Task::default()).verdict {
        Verdict::Proved(_) => {
            let wrong = false_at(&claim, boxed);
            assert!(wrong.is_none(), "{lines}\nproved, but not so at {wrong:?}");
            Some(true)
        }
        Verdict::Refuted { accepted, witness, .. } => {
            assert!(accepted.is_some(), "{lines}\nnot checked at {witness}");
            Some(false)
        }
        // The checker wants a power of two as saltus for nim-sets, of so many periods that a condition on parts is the
        // same for heaps that lie so far apart.
        Verdict::Unchecked { .. } => {
            assert!(lines.contains("cut(2,3)") && lines.contains("mod 3"), "{lines}\nnot checked");
            None
        }
        Verdict::Undecided { why } => {
            assert!(!why.contains("checker"), "{lines}\n{why}");
            None
        }
        Verdict::Holds { .. } => None,
    }
}

/// A random number made of n and m.
fn number(dice: &mut Dice, depth: usize) -> String {
    let small = |dice: &mut Dice| 1 + dice.below(6);
    if depth == 0 {
        return match dice.below(4) {
            0 => small(dice).to_string(),
            1 => "m".to_string(),
            _ => "n".to_string(),
        };
    }
    let inner = number(dice, depth - 1);
    match dice.below(9) {
        0 => format!("({inner} + {})", number(dice, depth - 1)),
        1 => format!("({inner} mod {})", small(dice)),
        2 => format!("({inner} / {})", small(dice)),
        3 => format!("({} * {inner})", small(dice)),
        4 => format!("(if {} then {inner} else {inner} + {})", truth(dice, depth - 1), small(dice)),
        5 => format!("G({inner} + 1)"),
        6 => format!("xor({inner}, {})", dice.below(3)),
        7 => format!("max({inner}, {})", small(dice)),
        _ => inner,
    }
}

fn truth(dice: &mut Dice, depth: usize) -> String {
    let (a, b) = (number(dice, depth), number(dice, depth));
    match dice.below(5) {
        0 => format!("{a} = {b}"),
        1 => format!("{a} < {b}"),
        2 => format!("odd({a})"),
        3 => format!("({a} <= {b} or even({b}))"),
        _ => format!("{a} <= {b} + {}", dice.below(9)),
    }
}

#[test]
fn what_is_proved_of_numbers_is_so() {
    let mut dice = Dice::new(11);
    let boxed: Vec<Vec<i64>> = (0..40).flat_map(|n| (1..40).map(move |m| vec![n, m])).collect();
    let (mut proved, mut broken, mut open) = (0, 0, 0);
    for _ in 0..300 {
        let game = ["cut(1,4)", "cut(1,2,4)", "kayles", "cut(2,3)"][dice.below(4)];
        let lines = format!(
            "game {game}\nformula {} for n >= 0, m >= 1 where {}",
            truth(&mut dice, 2),
            truth(&mut dice, 1)
        );
        match agrees(&lines, &boxed) {
            Some(true) => proved += 1,
            Some(false) => broken += 1,
            None => open += 1,
        }
    }
    assert!(proved >= 15 && broken >= 50, "{proved} proved, {broken} broken, {open} open");
}

#[test]
fn what_is_proved_of_nim_sets_is_so() {
    let mut dice = Dice::new(23);
    let (mut proved, mut broken) = (0, 0);
    for _ in 0..100 {
        let cuts = ["1,4", "1,2,4", "1,3,4", "2,3", "1,4,6"][dice.below(5)];
        let bars = ["", "", " | all small", " | not all small"];
        let set = |dice: &mut Dice, parts: &str| {
            let bar = bars[dice.below(4)];
            let added = ["", " xor 1", " xor 2"][dice.below(3)];
            let more = ["", " + 1", " + 2"];
            format!("N(n{}, {parts}{}{bar}){added}", more[dice.below(3)], more[dice.below(2)])
        };
        let parts = 1 + dice.below(4);
        let (named, range) = match dice.below(2) {
            0 => ("p".to_string(), format!(", p >= {parts}")),
            _ => (parts.to_string(), String::new()),
        };
        let relation = ["within", "="][dice.below(2)];
        let modulus = [2, 3, 4, 8][dice.below(4)];
        let lines = format!(
            "game cut({cuts})\ndefine small(h) = h mod {modulus} < 2 or h = 3\nformula {} {relation} {} for n >= 1{range}",
            set(&mut dice, &named),
            set(&mut dice, &named)
        );
        let sizes = 1..70;
        let boxed: Vec<Vec<i64>> = match range.is_empty() {
            true => sizes.map(|n| vec![n]).collect(),
            false => sizes.flat_map(|n| (0..3).map(move |i| vec![n, parts as i64 + i])).collect(),
        };
        match agrees(&lines, &boxed) {
            Some(true) => proved += 1,
            Some(false) => broken += 1,
            None => {}
        }
    }
    assert!(proved >= 4 && broken >= 30, "{proved} proved, {broken} broken");
}

#[test]
fn claims_for_many_games_are_judged_game_by_game() {
    let kind = |lines: &str| verdict(lines).kind();
    // Table 1 of the paper, and what is beside it.
    let rows = "game cut(C)\nfamily C within 2..6\nsequence";
    assert_eq!(kind(&format!("{rows} (0)^{{min(C)}}(+1)")), Expected::Proved);
    assert_eq!(kind(&format!("{rows} (0)^{{max(C)}}(+1)")), Expected::Refuted);
    let theorem = "(2,3)^c,1,4,(5,4)^{c-1},(3,2)^c(4,5)^c(6,7)^c(+8)";
    let lines = |c: &str| format!("game cut(1,2c)\nfor c in {c}\nsequence (0,1)^c{theorem}");
    assert_eq!(kind(&lines("2..5")), Expected::Proved);
    let Verdict::Refuted { shown, .. } = verdict("game cut(1,c)\nfor c in 3..5\nsequence (0,1)")
    else {
        panic!("not refuted")
    };
    assert!(shown.starts_with("cut(1,4)"), "{shown}");
    assert_eq!(kind("game cut(1,c)\nfor c in 2..4\nregular\ncheck to 300"), Expected::Holds);
    assert_eq!(
        kind("game cut(C)\nfamily C within 2..4\nsuppose 1 in C\nregular"),
        Expected::Undecided
    );
    // Nothing is spoken of: nothing is proved.
    let nothing = "game cut(1,4)\nformula G(n) = 99 for n >= 1 where n < 0";
    assert_eq!(kind(nothing), Expected::Undecided);
}

/// The certificate of what is found.
fn certificate(lines: &str) -> Certificate {
    let judgement = judged(lines);
    let accepted = judgement.verdict.accepted();
    accepted.unwrap_or_else(|| panic!("{lines}\n{:?}", judgement.verdict)).certificate().clone()
}

#[test]
fn certificates_are_read_as_they_are_written_and_accepted_again() {
    for lines in [
        "game cut(1,4)\nformula G(n + 24) = G(n) + 8 for n >= 1; xor(G(1), 3) = 3",
        "game cut(1,2c)\nfor c in 2..3\nformula N(n + 1, p + 1) = N(n, p) for n >= 1, p >= 4",
        "game cut(1,4)\nformula N(n + 1, 4) = N(n, 3) for n >= 1",
    ] {
        let certificate = certificate(lines);
        let text = certificate.write();
        let read = Certificate::read(&text).unwrap();
        assert_eq!(read.evidence, certificate.evidence, "{text}");
        assert_eq!(read.write(), text);
        sprague_verify::accept(read, &Task::default()).unwrap();
    }
}

#[test]
fn no_changed_number_makes_the_checker_accept_what_is_false() {
    let boxed: Vec<Vec<i64>> = (1..150).map(|n| vec![n]).collect();
    let (mut accepted, mut rejected) = (0, 0);
    for lines in [
        "game cut(1,4)\nformula G(n + 24) = G(n) + 8 for n >= 1",
        "game cut(1,4)\nformula G(n) = mex(N(n, 2) union N(n, 5)) for n >= 1",
        "game cut(1,4)\ndefine out(h) = h mod 4 = 0 or h mod 24 = 9\nformula N(n, 4 | all out) within N(n, 4 | not all out) for n >= 1",
        "game subtract(1,2)\nformula G(n) = n mod 3 for n >= 5 where n != 7",
    ] {
        let text = certificate(lines).write();
        let mut places = Vec::new();
        let mut before = ' ';
        for (place, sign) in text.char_indices() {
            if sign.is_ascii_digit() && !before.is_ascii_digit() {
                places.push(place);
            }
            before = sign;
        }
        // The first line is that of the format, and the values of a sequence are many.
        let step = (places.len() / 50).max(1);
        for &place in places.iter().skip(1).step_by(step) {
            let end = place + text[place..].find(|c: char| !c.is_ascii_digit()).unwrap();
            let number: u64 = text[place..end].parse().unwrap();
            for changed in [number + 1, number.wrapping_sub(1), 0, number * 2] {
                if changed == number || changed > 1 << 40 {
                    continue;
                }
                let text = format!("{}{changed}{}", &text[..place], &text[end..]);
                let Ok(certificate) = Certificate::read(&text) else { continue };
                let Ok(claims) = parse_claims("it", &certificate.claim) else { continue };
                match sprague_verify::accept(certificate, &Task::default()) {
                    Ok(_) => {
                        accepted += 1;
                        let wrong = false_at(&claims[0], &boxed);
                        assert!(wrong.is_none(), "{text}\nis false at {wrong:?}");
                    }
                    Err(_) => rejected += 1,
                }
            }
        }
    }
    assert!(accepted > 10 && rejected > 100, "{accepted} accepted, {rejected} rejected");
}

#[test]
fn no_forged_evidence_proves_what_is_false() {
    let forged = |claim: &Claim, sentence: SentenceEvidence, games: &Certificate| {
        let Evidence::Heap(HeapEvidence::Proof(cases)) = &games.evidence else { panic!("a proof") };
        let [CaseEvidence::Formula(known)] = &cases[..] else { panic!("a formula") };
        let formula = FormulaEvidence { games: known.games.clone(), sentences: vec![sentence] };
        let evidence = Evidence::Heap(HeapEvidence::Proof(vec![CaseEvidence::Formula(formula)]));
        Certificate { claim: claim.text.clone(), games: Vec::new(), evidence }
    };
    // A right regularity of the game, and a wrong use of it.
    let games = certificate("game cut(1,4)\nformula N(n + 1, p + 1) = N(n, p) for n >= 1, p >= 4");
    for lines in [
        "formula N(n + 1, 4) = N(n, 3) for n >= 1",
        "formula N(n + 1, p + 1) = N(n, p) for n >= 1, p >= 3",
        "formula N(n, p) xor 1 within N(n + 1, p) for n >= 1, p >= 3",
        "formula G(n + 12) = G(n) + 4 for n >= 1",
        "formula n < 1000 for n >= 1",
        "formula G(n) = mex(N(n, 2)) for n >= 1",
        "formula 0 in N(n, 4) for n >= 4",
    ] {
        let claim = claim(&format!("game cut(1,4)\n{lines}"));
        let count = formula(&claim).sentences[0].bindings.len();
        for step in [1, 2, 24, 48, 72] {
            for late in [0, 1, 2, 9] {
                let steps = || Progressions { steps: vec![step; count], late: vec![late; count] };
                for sentence in [
                    SentenceEvidence::Computation,
                    SentenceEvidence::Classes(steps()),
                    SentenceEvidence::Induction(steps()),
                ] {
                    let forged = forged(&claim, sentence, &games);
                    let found = sprague_verify::accept(forged, &Task::default());
                    assert!(found.is_err(), "{lines}: step {step}, late {late}");
                }
            }
        }
    }
    // Counterexamples to what is true, or out of range.
    let right = claim("game cut(1,4)\nformula G(n + 24) = G(n) + 8 for n in 1..9 where n != 5");
    for at in
        [vec![], vec![0], vec![0, 0], vec![0, 3], vec![0, 5], vec![0, 10], vec![1, 3], vec![-1, 3]]
    {
        let evidence = Evidence::Heap(HeapEvidence::Counterexample { case: 0, at });
        let forged = Certificate { claim: right.text.clone(), games: Vec::new(), evidence };
        assert!(sprague_verify::accept(forged, &Task::default()).is_err());
    }
}

#[test]
fn too_large_numbers_prove_nothing() {
    for lines in [
        "n*65536*65536*65536*65536 = 0 for n >= 0",
        "n*2097152*2097152*2097152 = 0 for n >= 0",
        "n*65536*65536*65536*32768*2 >= 0 for n >= 0",
    ] {
        let kind = verdict(&format!("game nim\nformula {lines}")).kind();
        assert!(kind != Expected::Proved || lines.contains(">="), "{lines}");
    }
}

#[test]
fn a_mex_of_a_plain_set_is_a_number() {
    assert_eq!(verdict("game nim\nformula 2 = mex({0,1})").kind(), Expected::Proved);
    assert_eq!(verdict("game nim\nformula 1 = mex({0,1})").kind(), Expected::Refuted);
    let open = "game nim\nformula n + 2 = mex({0,1}) for n >= 0";
    assert_eq!(verdict(open).kind(), Expected::Refuted);
}

#[test]
fn division_is_that_of_the_rules() {
    let kind = |lines: &str| verdict(&format!("game nim\nformula {lines}")).kind();
    let rows = "7 / 2 = 3 and (0 - 7) / 2 = 0 - 4 and (0 - 7) mod 2 = 1 and 7 / (0 - 2) = 0 - 4";
    assert_eq!(kind(rows), Expected::Proved);
    assert_eq!(kind("n / m = 0 and n mod m = n for n in 0..9, m in 0..0"), Expected::Proved);
    assert_eq!(kind("n / m = 0 and n mod m = n for n >= 0, m in 0..0"), Expected::Proved);
    assert_eq!(kind("2 * (n / (0 - 2)) <= 0 - n + 1 for n >= 0"), Expected::Proved);
}

#[test]
fn formulas_speak_of_the_game_that_the_claim_was_read_with() {
    // Called like a game of the catalogue, but another one.
    let text = "game kayles\n  \"At most three.\"\n  piles any\n  move take k from one pile where k <= 3\n";
    let games = vec![("./kayles.game".to_string(), text.to_string())];
    let kind = |lines: &str| {
        let text = format!("claim \"it\"\ngame ./kayles.game\nformula {lines}\n");
        let claims = parse_claims_with("it.claim", &text, &games);
        let claim = claims.unwrap_or_else(|e| panic!("{text}\n{e}")).remove(0);
        judge(&claim, &Task::default()).verdict.kind()
    };
    assert_eq!(kind("G(4) = 1"), Expected::Refuted);
    assert_eq!(kind("G(n + 4) = G(n) for n >= 0"), Expected::Proved);
    assert_eq!(kind("G(n, \"kayles\") = G(n + 12, \"kayles\") for n >= 71"), Expected::Proved);
    assert_eq!(kind("G(n, \"kayles\") = G(n) for n >= 0"), Expected::Refuted);
}

#[test]
fn bad_formulas_are_pointed_at() {
    // The lines, the text under the caret, a part of the message.
    let rows = [
        ("game cut(1,4)\nformula G(q) = 1 for n >= 1", "q", "nothing says what q is"),
        (
            "game cut(1,4)\nformula G(n) = {1} for n >= 1",
            "{1}",
            "a number is wanted here, not a set",
        ),
        ("game cut(1,4)\nformula G(n) for n >= 1", "G(n)", "a condition is wanted"),
        ("game cut(1,4)\nformula H(n) = 1 for n >= 1", "H", "H is not known"),
        (
            "game cut(1,4)\nformula N(n, 2 | all big) = {} for n >= 1",
            "big",
            "no condition on one number",
        ),
        ("game cut(1,4)\nformula G(n) = 1 for n > 1", ">", "expected `>= 1`, or `in 4..7`"),
        ("game cut(1,4)\nformula G(n) = 1 for n >= 1, n >= 2", "n", "stands for something already"),
        ("game cut(1,4)\ndefine G(n) = n\nformula G(1) = 1", "G", "is a word of the language"),
        ("game cut(1,4)\nfor k in 1..2\nsequence (0)", "for", "`for` has no use"),
        ("game cut(c,d)\nfor c >= 2, d >= 2\nregular", "c >= 2, d >= 2", "needs a range"),
        ("game cut(1,4)\nregular indeed", "indeed", "expected `regular`"),
        ("game cut(C)\nfamily C within 1..4\nsuppose D = C\nregular", "C", "is wanted here"),
    ];
    for (lines, under, message) in rows {
        let text = format!("claim \"it\"\n{lines}\n");
        let found = parse_claims("it.claim", &text).expect_err(lines).first().complaint.clone();
        assert!(found.message.contains(message), "{lines}: {}", found.message);
        assert_eq!(&text[found.span], under, "{lines}: {}", found.message);
    }
}
