//! What is said of the outcomes of one heap: phrases of the paper's words into sentences.

use sprague_rules::diagnostic::did_you_mean;
use sprague_rules::expr::{Expr, Mention};
use sprague_rules::parse::parse_condition;
use sprague_rules::syntax::{Node, Operator, Term};
use sprague_rules::{Complaint, Outcome};

use super::clause::Clause;
use super::family;
use super::heap::one_heap;
use super::kind::Kind;
use super::reading::{Read, Reading};
use crate::claim::{About, OnOutcomes};
use crate::condition::{Sight, condition, expression, value_of};
use crate::names::not_a_name;
use crate::outcomes::sentence::{
    Like, MAX, MOST_GAMES, N, Outcomes, Part, Place, SIZE, SUM, Saying, Says, Sentence, Where,
    names_slot,
};
use crate::outcomes::{Also, Any, Family};

pub(super) const KIND: Kind = Kind {
    about: "the outcomes of one heap",
    says: &["whenever", "runs", "then", "count"],
    beside: &["family", "set", "also", "suppose", "lemma"],
    example: "  game lr-nim(S)\n  family S within 2..8\n  whenever R at n: L at n + 1",
    read,
};

fn read(reading: &Reading) -> Read<About> {
    let game = &reading.game;
    reading.shelf.fetch(game.rest).map_err(|complaint| game.shifted(complaint))?;
    let also = reading.take_all("also");
    for clause in &also {
        if let Some((_, other)) = clause.rest.split_once(':') {
            let other = clause.part(other).trimmed();
            reading.shelf.fetch(other.rest).map_err(|complaint| other.shifted(complaint))?;
        }
    }
    let library = reading.shelf.library();
    let family = match (reading.take("family")?, reading.take("set")?) {
        (Some(_), Some(clause)) => {
            return Err(clause.complain("either a family or a set, not both").into());
        }
        (Some(clause), None) => Some(family::family(&clause, game.rest, &library)?),
        (None, Some(clause)) => Some(family::set(&clause, game.rest, &library)?),
        (None, None) => None,
    };
    let example = family.as_ref().map_or(game.rest.to_string(), Family::example);
    let ruleset = reading.ruleset(game, &example)?;
    one_heap(&reading.said, &ruleset)?;
    let suppose = reading.take("suppose")?;
    let also = also.iter().map(|clause| other_game(clause, family.as_ref(), reading));
    let also: Vec<Also> = also.collect::<Read<_>>()?;
    let lemmas = reading.take_all("lemma");
    let saying = saying(&reading.said, suppose.as_ref(), &lemmas, also, family.as_ref())?;
    Ok(About::Outcomes(OnOutcomes { ruleset, family, saying }))
}

/// Most sets that are looked at one by one, as a power of two.
const MOST_FREE: u32 = 24;

/// The whole statement, with what is supposed and the games that are compared.
fn saying(
    said: &Clause,
    suppose: Option<&Clause>,
    lemmas: &[Clause],
    also: Vec<Also>,
    family: Option<&Family>,
) -> Result<Saying, Complaint> {
    if also.len() >= MOST_GAMES {
        return Err(said.complain(format!("at most {MOST_GAMES} games")));
    }
    let twice = |(place, game): (usize, &Also)| also[..place].iter().any(|a| a.name == game.name);
    if also.iter().enumerate().any(twice) {
        return Err(said.complain("two other games are called the same"));
    }
    suppose.into_iter().chain(lemmas).chain([said]).try_for_each(Clause::without_remarks)?;
    let words = Words::new(family, &also);
    let any = family.and_then(|family| family.any);
    let supposed = suppose.map_or(Ok(Sentence::ALWAYS), |clause| words.supposed(clause))?;
    if let Some(clause) = lemmas.first().filter(|_| any.is_none()) {
        let complaint = clause.complain("a lemma helps to prove what is said of all sets");
        return Err(complaint.help("as with `family any S`; elsewhere every set is computed"));
    }
    let lemmas: Vec<Sentence> =
        lemmas.iter().map(|clause| words.lemma(clause)).collect::<Result<_, _>>()?;
    let suppose = match any {
        Some(Any::Symmetric) if supposed == Sentence::ALWAYS => Sentence::Set(Like::Symmetric),
        Some(Any::Symmetric) => Sentence::And(vec![Sentence::Set(Like::Symmetric), supposed]),
        _ => supposed,
    };
    let says = match said.word {
        "count" => words.count(said)?,
        "whenever" => Says::Every(words.whenever(said)?),
        "runs" => Says::Every(words.runs(said)?),
        _ => Says::Every(words.sentence_of(said)?),
    };
    let (Says::Every(sentence) | Says::Count { sentence, .. }) = &says;
    if let Some(family) = family {
        let named = |slot: usize| sentence.names(slot) || suppose.names(slot);
        if family.tail.is_some() && [MAX, SIZE, SUM].into_iter().any(named) {
            return Err(said.complain("this is for finite sets, and these are infinite"));
        }
        let finite = [&suppose, sentence].into_iter().chain(&lemmas);
        if any == Some(Any::Set) && finite.into_iter().any(Sentence::is_for_finite_sets) {
            return Err(said
                .complain("this is for finite sets, and some of these are infinite")
                .help("all finite sets are `family any finite S`"));
        }
        if any.is_some() && matches!(says, Says::Count { .. }) {
            return Err(said.complain("sets are counted in a family with a bound"));
        }
        if family.free() > MOST_FREE && matches!(says, Says::Every(_)) {
            return Err(said
                .complain(format!("more than 2^{MOST_FREE} sets"))
                .help("larger families can be counted"));
        }
    } else if matches!(says, Says::Count { .. }) {
        return Err(said.complain("sets are counted in a family: `family S within 2..12`"));
    }
    Ok(Saying { also, suppose, lemmas, says })
}

/// `normal: subtract(S)`
fn other_game(clause: &Clause, family: Option<&Family>, reading: &Reading) -> Read<Also> {
    let expected = || clause.complain("expected a name and a game: `also normal: subtract(S)`");
    let (name, game) = clause.rest.split_once(':').ok_or_else(expected)?;
    let name = name.trim().to_string();
    if !name.chars().all(char::is_alphabetic) || name.is_empty() {
        return Err(expected().into());
    }
    if let Some(message) = not_a_name(&name) {
        return Err(clause.complain(message).into());
    }
    let game = clause.part(game).trimmed();
    let expression = game.rest.to_string();
    let example = family.map_or(expression.clone(), |family| family.example_of(&expression));
    let ruleset = reading.ruleset(&game, &example)?;
    one_heap(&game, &ruleset)?;
    Ok(Also { name, expression, ruleset })
}

/// The words that sentences may use.
struct Words {
    set: String,
    ends: Option<String>,
    /// The names of the other games.
    games: Vec<String>,
    /// Those of numbers, in the order of their slots.
    numbers: Vec<String>,
}

const FUNCTIONS: [&str; 9] = [
    "eventually",
    "recurs",
    "appears",
    "symmetric",
    "consecutive",
    "coprime",
    "has_period",
    "even",
    "odd",
];

impl Words {
    fn new(family: Option<&Family>, games: &[Also]) -> Words {
        let set = family.map_or("S".to_string(), |family| family.name.clone());
        let of_set = ["min", "max", "size", "gcd", "sum"].map(|f| format!("{f}({set})"));
        let own = ["period", "preperiod"].map(String::from);
        let others = (1..MOST_GAMES).flat_map(|place| {
            let name = games.get(place - 1).map_or("", |game| &game.name);
            [format!("period({name})"), format!("preperiod({name})")]
        });
        let often = Outcomes::EVERY.map(|outcome| format!("often({outcome})"));
        let numbers = std::iter::once("n".to_string()).chain(of_set).chain(own).chain(others);
        let numbers = numbers.chain(often);
        Words {
            set,
            ends: family.and_then(|family| family.ends.clone()),
            games: games.iter().map(|game| game.name.clone()).collect(),
            numbers: numbers.collect(),
        }
    }

    /// What is supposed: a sentence, `whenever ...`, or both, `... and whenever ...`.
    fn supposed(&self, clause: &Clause) -> Result<Sentence, Complaint> {
        let Some((before, rest)) = clause.rest.split_once("whenever ") else {
            return self.sentence_of(clause);
        };
        let whenever = self.whenever(&clause.part(rest))?;
        let before = clause.part(before).trimmed();
        if before.rest.is_empty() {
            return Ok(whenever);
        }
        let first =
            before.rest.strip_suffix("and").filter(|first| first.ends_with([' ', '\n', ')']));
        let first = first.ok_or_else(|| {
            before
                .complain("expected `and` before `whenever`")
                .help("as in `period = 1 and whenever R at n: n = 1`")
        })?;
        if pieces(first, "or").len() > 1 {
            return Err(before
                .complain(
                    "`or` binds less than `and`, so this would be an alternative to `whenever`",
                )
                .help("put it in parentheses: `(A or B) and whenever ...`"));
        }
        Ok(Sentence::And(vec![self.sentence_of(&before.part(first))?, whenever]))
    }

    /// `whenever ...`, or `runs ...`.
    fn lemma(&self, clause: &Clause) -> Result<Sentence, Complaint> {
        let text = clause.trimmed();
        if let Some(rest) = text.rest.strip_prefix("whenever ") {
            return self.whenever(&text.part(rest));
        }
        match text.rest.strip_prefix("runs ") {
            Some(rest) => self.runs(&text.part(rest)),
            None => Err(text.complain("expected `lemma whenever ...` or `lemma runs ...`")),
        }
    }

    /// The tree of a piece of text, with `min(S)` and the like as names.
    fn node(&self, clause: &Clause) -> Result<Node, Complaint> {
        Ok(self.named(parse_condition(clause.rest).map_err(|c| clause.shifted(c))?))
    }

    fn named(&self, node: Node) -> Node {
        let below = |inner: Box<Node>| Box::new(self.named(*inner));
        let term = match node.term {
            Term::Call { function, arguments } => {
                let name = match &arguments[..] {
                    [Node { term: Term::Name(of), .. }] => format!("{}({of})", function.text),
                    _ => String::new(),
                };
                match self.numbers.contains(&name) {
                    true => Term::Name(name),
                    false => {
                        let arguments = arguments.into_iter().map(|a| self.named(a)).collect();
                        Term::Call { function, arguments }
                    }
                }
            }
            Term::Not(inner) => Term::Not(below(inner)),
            Term::Negative(inner) => Term::Negative(below(inner)),
            Term::Binary(operator, a, b) => Term::Binary(operator, below(a), below(b)),
            other => other,
        };
        Node { term, ..node }
    }

    fn sentence_of(&self, clause: &Clause) -> Result<Sentence, Complaint> {
        self.sentence(&self.node(clause)?).map_err(|complaint| clause.shifted(complaint))
    }

    fn sentence(&self, node: &Node) -> Result<Sentence, Complaint> {
        let is = |node: &Node, name: &str| matches!(&node.term, Term::Name(n) if n == name);
        let two = |a: &Node, b: &Node| Ok(vec![self.sentence(a)?, self.sentence(b)?]);
        match &node.term {
            Term::Not(inner) => Ok(Sentence::Not(Box::new(self.sentence(inner)?))),
            Term::Binary(Operator::And, a, b) => Ok(Sentence::And(two(a, b)?)),
            Term::Binary(Operator::Or, a, b) => Ok(Sentence::Or(two(a, b)?)),
            Term::Binary(Operator::In, a, b) if is(b, &self.set) => {
                Ok(Sentence::Has(self.expression(a)?))
            }
            Term::Binary(Operator::In, a, b) if self.ends.as_ref().is_some_and(|e| is(b, e)) => {
                Ok(Sentence::Ends(outcome(a)?))
            }
            Term::Call { function, arguments } => match (function.text.as_str(), &arguments[..]) {
                ("symmetric", [s]) if is(s, &self.set) => Ok(Sentence::Set(Like::Symmetric)),
                ("consecutive", [s]) if is(s, &self.set) => Ok(Sentence::Set(Like::Consecutive)),
                ("even", [s]) if is(s, &self.set) => Ok(Sentence::Set(Like::Even)),
                ("odd", [s]) if is(s, &self.set) => Ok(Sentence::Set(Like::Odd)),
                ("coprime", [a, b]) => {
                    Ok(Sentence::Coprime(self.expression(a)?, self.expression(b)?))
                }
                ("has_period", [a]) => Ok(Sentence::HasPeriod(self.expression(a)?)),
                (word @ ("eventually" | "recurs" | "appears"), arguments) => {
                    let (game, outcomes) = self.outcomes_in(arguments, node)?;
                    Ok(match word {
                        "eventually" => Sentence::Eventually(game, outcomes),
                        "recurs" => Sentence::Recurs(game, outcomes),
                        _ => Sentence::Appears(game, outcomes),
                    })
                }
                ("even" | "odd", _) => self.numbers(node),
                (name, _) => {
                    let message = format!("`{name}` is not known here, or of something else");
                    let complaint = Complaint::new(function.span.clone(), message);
                    Err(match did_you_mean(name, FUNCTIONS) {
                        Some(help) => complaint.help(help),
                        None => complaint,
                    })
                }
            },
            _ => self.numbers(node),
        }
    }

    fn numbers(&self, node: &Node) -> Result<Sentence, Complaint> {
        let condition = condition(node, &self.numbers)?;
        let complain = |message: &str| Err(Complaint::new(node.span.clone(), message));
        if condition.speaks_of_piles() {
            return complain("there is one heap here");
        }
        match names_slot(&condition, N) {
            true => complain("of a heap n one says `whenever ...`"),
            false => Ok(Sentence::Numbers(condition)),
        }
    }

    /// A number that does not name n.
    fn expression(&self, node: &Node) -> Result<Expr, Complaint> {
        let expr = expression(node, &self.numbers)?;
        match expr.mentions(&|mention| {
            mention == Mention::Slot(N) || matches!(mention, Mention::Piles(_))
        }) {
            true => Err(Complaint::new(node.span.clone(), "this is the same for all heaps")),
            false if expr.mentions(&|_| true) => Ok(expr),
            false => Ok(Expr::Const(value_of(&expr, Sight::of(&[])))),
        }
    }

    /// `(L)`, `(L, R)` or `(normal, P)`.
    fn outcomes_in(&self, arguments: &[Node], node: &Node) -> Result<(Place, Outcomes), Complaint> {
        let game = |node: &Node| match &node.term {
            Term::Name(name) => self.games.iter().position(|game| game == name),
            _ => None,
        };
        let (place, letters) = match arguments.split_first() {
            Some((first, rest)) if game(first).is_some() => {
                (game(first).map_or(0, |g| g + 1), rest)
            }
            _ => (0, arguments),
        };
        let some = letters.iter().map(outcome).collect::<Result<Vec<_>, _>>()?;
        match some.is_empty() {
            true => Err(Complaint::new(node.span.clone(), "of which outcomes? As in `(L, R)`")),
            false => Ok((place, Outcomes::of(&some))),
        }
    }

    /// `R at n and n >= 5: L at n - 1; L at n + 1`. As everywhere `and` binds more than `or`; conditions on n in
    /// parentheses may be anything.
    fn whenever(&self, clause: &Clause) -> Result<Sentence, Complaint> {
        let expected = || {
            clause
                .complain("expected what is supposed of n, `:` and what follows")
                .help("as in `whenever R at n: L at n - 1; L at n + 1`")
        };
        let (one, other) = clause.rest.split_once(':').ok_or_else(expected)?;
        let part = |text: &str| self.part(&clause.part(text));
        let all = |text: &str| pieces(text, "and").into_iter().map(part).collect::<Result<_, _>>();
        let one = pieces(one, "or").into_iter().map(all).collect::<Result<_, _>>()?;
        let other = pieces(other, ";").into_iter().map(part).collect::<Result<_, _>>()?;
        Ok(Sentence::Whenever(one, other))
    }

    /// `L at n + 1`, `{L,N} at every option`, `same at n in normal`, or a condition on n.
    fn part(&self, clause: &Clause) -> Result<Part, Complaint> {
        let text = clause.trimmed();
        let Some((what, place)) = text.rest.split_once(" at ") else {
            let node = self.node(&text)?;
            let condition = condition(&node, &self.numbers).map_err(|c| text.shifted(c))?;
            return match condition.speaks_of_piles() {
                true => Err(text.complain("there is one heap here")),
                false => Ok(Part::Number(condition)),
            };
        };
        let (place, game) = match place.rsplit_once(" in ") {
            None => (place, 0),
            Some((place, name)) => {
                let known = self.games.iter().position(|game| game == name.trim());
                let game = known.ok_or_else(|| {
                    let complaint = text.part(name.trim()).complain("this game is not named");
                    complaint.help("as in `also normal: subtract(S)`")
                })?;
                (place, game + 1)
            }
        };
        let what = what.trim();
        if what == "same" {
            return Ok(Part::Same { game, shift: self.shift(&text.part(place))? });
        }
        let outcomes = match what.strip_prefix("not ") {
            Some(what) => outcomes(&text, what)?.others(),
            None => outcomes(&text, what)?,
        };
        let place = match place.trim() {
            "some option" => Where::SomeOption,
            "every option" => Where::EveryOption,
            place => match place.split_once(" to ") {
                Some((from, to)) => {
                    Where::Heaps(self.shift(&text.part(from))?, self.shift(&text.part(to))?)
                }
                None => {
                    let shift = self.shift(&text.part(place))?;
                    Where::Heaps(shift.clone(), shift)
                }
            },
        };
        Ok(Part::At { game, outcomes, place })
    }

    /// `n`, `n - 1`, `n + min(S) - 1`: what is added to n.
    fn shift(&self, clause: &Clause) -> Result<Expr, Complaint> {
        let text = clause.trimmed();
        let expected = || text.complain("expected a heap such as `n`, `n - 1` or `n + max(S)`");
        fn rest_of(mut node: Node) -> Option<Node> {
            match node.term {
                Term::Name(name) if name == "n" => node.term = Term::Number(0),
                Term::Binary(operator @ (Operator::Add | Operator::Subtract), a, b) => {
                    node.term = Term::Binary(operator, Box::new(rest_of(*a)?), b);
                }
                _ => return None,
            }
            Some(node)
        }
        let node = rest_of(self.node(&text)?).ok_or_else(expected)?;
        self.expression(&node).map_err(|complaint| text.shifted(complaint))
    }

    /// `of P at most min(S) - 1 between L and L`
    fn runs(&self, clause: &Clause) -> Result<Sentence, Complaint> {
        let expected = || {
            clause.complain(
                "expected `runs of P at most min(S) - 1 between L and L`, or a part of it",
            )
        };
        let text = clause.trimmed();
        let rest = text.rest.strip_prefix("of ").ok_or_else(expected)?;
        let (rest, between) = match rest.split_once(" between ") {
            None => (rest, None),
            Some((rest, sides)) => {
                let (before, after) = sides.split_once(" and ").ok_or_else(expected)?;
                (rest, Some((outcomes(&text, before)?, outcomes(&text, after)?)))
            }
        };
        let (of, most) = match rest.split_once(" at most ") {
            None => (rest, None),
            Some((of, most)) => {
                let most = text.part(most);
                let expr = self.expression(&self.node(&most)?).map_err(|c| most.shifted(c))?;
                (of, Some(expr))
            }
        };
        if most.is_none() && between.is_none() {
            return Err(expected());
        }
        Ok(Sentence::Runs { of: outcomes(&text, of)?, most, between })
    }

    /// `116794921 of 134217728 have eventually(L)`
    fn count(&self, clause: &Clause) -> Result<Says, Complaint> {
        let expected = || clause.complain("expected `count 7 of 16 have SENTENCE`");
        let (numbers, rest) = clause.rest.split_once(" have ").ok_or_else(expected)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| expected());
        let (sets, of) = match numbers.split_once(" of ") {
            Some((sets, of)) => (number(sets)?, Some(number(of)?)),
            None => (number(numbers)?, None),
        };
        let sentence = self.supposed(&clause.part(rest))?;
        Ok(Says::Count { sets, of, sentence })
    }
}

/// `R`, or `{R,N}`.
fn outcomes(clause: &Clause, text: &str) -> Result<Outcomes, Complaint> {
    let letters = text.trim().trim_matches(['{', '}']).split(',');
    let some =
        letters.map(|letter| Outcome::from_letter(letter.trim())).collect::<Option<Vec<_>>>();
    let some = some.ok_or_else(|| clause.complain("expected outcomes, such as L or {L,N}"))?;
    Ok(Outcomes::of(&some))
}

fn outcome(node: &Node) -> Result<Outcome, Complaint> {
    let known = match &node.term {
        Term::Name(name) => Outcome::from_letter(name),
        _ => None,
    };
    known.ok_or_else(|| Complaint::new(node.span.clone(), "expected an outcome: L, R, N or P"))
}

/// The text cut at a sign, or a word, that stands outside of all brackets.
fn pieces<'t>(text: &'t str, sign: &str) -> Vec<&'t str> {
    let is_word = sign.chars().all(char::is_alphabetic);
    let alone = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + sign.len()..].chars().next();
        let apart = |c: char| !c.is_alphanumeric() && c != '_';
        [before, after].into_iter().all(|c| c.is_none_or(apart))
    };
    let mut pieces = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(sign) && (!is_word || alone(at)) => {
                pieces.push(&text[start..at]);
                start = at + sign.len();
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}
