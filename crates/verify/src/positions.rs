//! Certificates of claims: the claim's own text, and an automaton of the P-positions, or of the nim-values, of the
//! whole board.
//!
//! Every tuple of numbers is a position, moves lead from tuples to tuples, and play ends (the rule language sees to
//! that). So the automaton is right if these sentences hold for all numbers: a position is accepted iff no option
//! of it is (in misère play: and it has an option). For nim-values: every position has exactly one, no option has the
//! same, and each smaller number is the value of an option. What the claim says is then one more sentence.

use sprague_claim::claim::{About, Meaning, OnBoard, Says};
use sprague_claim::condition::SLOTS;
use sprague_claim::{Board, Claim, parse_claims_with};
use sprague_rules::{Options, Outcome, Player};

use crate::arithmetic::{Arithmetic, Automaton, Decided, Formula, TRUE, Term, Variable};
use crate::options::Game;
use crate::scene::Scene;
use crate::{Progress, Rejection};

pub const HEADING: &str = "sprague certificate of a claim 1";

/// Formulas and derivatives, together, that a check may meet.
const MOST_FORMULAS: usize = 20_000_000;
/// States that are believed.
const MOST_STATES: usize = 1_000_000;
/// Positions for which the options are compared with those that the rules list.
const COMPARED: usize = 700;

/// Checks a certificate of a claim; its statement in words if it is right.
pub fn verify(text: &str, progress: Progress) -> Result<String, Rejection> {
    let (claim, automaton, of_values) = parse(text)?;
    let About::Board(on) = &claim.about else {
        return Err(Rejection::new("the claim is not about piles or counts"));
    };
    let board = on.whole();
    let tracks = board.numbers() + usize::from(of_values);
    if automaton.tracks != tracks {
        return Err(Rejection::new(format!("the automaton must read {tracks} numbers at once")));
    }
    // The numbers of a position, a value, and a second one; then what conditions need.
    let fresh = board.numbers() as Variable + 2;
    let game = Game::new(&on.ruleset, board, fresh)?;
    let mut checker = Checker {
        claim: on,
        game,
        arithmetic: Arithmetic::new(automaton, MOST_FORMULAS),
        names: on.names.len(),
        progress,
    };
    match of_values {
        false => checker.outcomes()?,
        true => checker.nim_values()?,
    }
    checker.statement(of_values)?;
    // Its own name may be that of another game.
    let rules = match sprague_rules::game_file(&claim.game) {
        Some(file) => format!(", by the rules of {file} as they stand here"),
        None => String::new(),
    };
    Ok(format!("{}: \"{}\", for all positions{rules}", on.ruleset.expression, claim.name))
}

/// The claim, the automaton, and whether it is one of nim-values.
fn parse(text: &str) -> Result<(Claim, Automaton, bool), Rejection> {
    let lines: Vec<&str> = text.lines().collect();
    let at = |line: usize, why: String| Rejection { line: Some(line + 1), ..Rejection::new(why) };
    if lines.first() != Some(&HEADING) {
        return Err(at(0, format!("expected `{HEADING}`")));
    }
    let place = lines.iter().skip(2).position(|line| line.starts_with("automaton ")).map(|p| p + 2);
    let place = place.ok_or_else(|| Rejection::new("there is no automaton"))?;
    // The rules of a game that is not in the catalogue come first.
    let rules = lines[1].strip_prefix("rules ");
    let ruled = lines[2..].iter().take_while(|line| rules.is_some() && line.starts_with("| "));
    let ruled: Vec<&str> = ruled.map(|line| &line[2..]).collect();
    // A game of the catalogue has its own rules, whatever a certificate says of it.
    if rules.is_some_and(|file| sprague_rules::game_file(file) != Some(file)) {
        return Err(at(1, "rules are those of a file, such as `./my.game`".into()));
    }
    let begins = if rules.is_some() { 2 + ruled.len() } else { 1 };
    let games: Vec<(String, String)> =
        rules.into_iter().map(|file| (file.to_string(), ruled.join("\n") + "\n")).collect();
    let text = lines.get(begins..place).unwrap_or_default().join("\n");
    let claims = parse_claims_with("certificate", &text, &games)
        .map_err(|wrong| Rejection::new(wrong.first().complaint.message.clone()))?;
    let [claim] = <[Claim; 1]>::try_from(claims)
        .map_err(|_| Rejection::new("a certificate is for one claim"))?;
    let of_values = match lines[place] {
        "automaton of P-positions" => false,
        "automaton of nim-values" => true,
        _ => return Err(at(place, "an automaton is of P-positions or of nim-values".into())),
    };
    let mut automaton = Automaton { tracks: 0, next: Vec::new(), accepting: Vec::new() };
    let states = lines.len() - place - 1;
    if states == 0 || states > MOST_STATES {
        return Err(at(place, format!("an automaton of {states} states is not believed")));
    }
    for (line, text) in lines.iter().enumerate().skip(place + 1) {
        let (head, letters) =
            text.split_once(':').ok_or_else(|| at(line, "expected `STATE: NEXT...`".into()))?;
        let state = (line - place - 1).to_string();
        let accepting = match head.strip_prefix(&state) {
            Some("") => false,
            Some(" yes") => true,
            _ => return Err(at(line, format!("expected state {state}"))),
        };
        let next: Option<Vec<u32>> =
            letters.split_whitespace().map(|state| state.parse().ok()).collect();
        let next = next.filter(|next| next.iter().all(|&state| (state as usize) < states));
        let next = next.ok_or_else(|| at(line, "there is no such state".into()))?;
        if automaton.accepting.is_empty() {
            automaton.tracks = next.len().trailing_zeros() as usize;
        }
        if next.len() != 1 << automaton.tracks || automaton.tracks > 12 {
            return Err(at(line, "there must be a state for every letter".into()));
        }
        automaton.accepting.push(accepting);
        automaton.next.extend(next);
    }
    for state in 0..states {
        if automaton.accepting[state]
            != automaton.accepting[automaton.step(state as u32, 0) as usize]
        {
            return Err(at(place + 1 + state, "zeros must not change what is accepted".into()));
        }
    }
    Ok((claim, automaton, of_values))
}

struct Checker<'c> {
    claim: &'c OnBoard,
    game: Game<'c>,
    arithmetic: Arithmetic,
    names: usize,
    progress: Progress<'c>,
}

impl Checker<'_> {
    /// A sentence must hold for all numbers: those of a position, and so many more.
    fn demand(&mut self, formula: Formula, more: usize, fault: &str) -> Result<(), Rejection> {
        let variables = self.game.board.numbers() + more;
        let progress = self.progress;
        let go_on = |done: u64| progress(done, 0);
        match self.arithmetic.always(formula, variables, &go_on) {
            Err(_) => Err(Rejection::new("the sentences are too large to be checked")),
            Ok(Decided::Holds) => Ok(()),
            Ok(Decided::Fails(numbers)) => {
                let tuple: Vec<u128> = numbers.iter().map(|&n| n.into()).collect();
                let position = self.game.board.position(&tuple[..self.game.board.numbers()]);
                let position = position.map_or("a huge position".into(), |p| format!("{p:?}"));
                Err(Rejection::new(format!("{fault}: {position}")))
            }
        }
    }

    fn value(&self, which: usize) -> Term {
        Term::variable((self.game.board.numbers() + which) as Variable)
    }

    /// The position of these terms is accepted, with a value if there is one.
    fn accepted(&mut self, terms: &[Term], value: Option<Term>) -> Formula {
        let tuple = self.game.coordinates(terms).into_iter().chain(value).collect();
        self.arithmetic.member(tuple)
    }

    /// Some option is accepted.
    fn reaches(&mut self, value: Option<Term>) -> Result<Formula, Rejection> {
        let game = &self.game;
        let goal = |a: &mut Arithmetic, terms: &[Term], _| {
            Ok(a.member(game.coordinates(terms).into_iter().chain(value.clone()).collect()))
        };
        game.some_option(&goal, &mut self.arithmetic)
    }

    /// The automaton accepts the P-positions.
    fn outcomes(&mut self) -> Result<(), Rejection> {
        let mut won = self.reaches(None)?;
        self.compare(won)?;
        if self.game.is_misere() {
            let moves = self.game.some_option(&|_, _, _| Ok(TRUE), &mut self.arithmetic)?;
            let stuck = self.arithmetic.not(moves);
            won = self.arithmetic.or([won, stuck]);
        }
        let lost = self.accepted(&self.game.terms(), None);
        let not = self.arithmetic.not(won);
        let sentence = self.arithmetic.iff(lost, not);
        self.demand(sentence, 0, "the automaton does not accept the P-positions; it is wrong about")
    }

    /// A second look at small positions: the options that the rules list, one by one.
    fn compare(&mut self, reaches: Formula) -> Result<(), Rejection> {
        let numbers = self.game.board.numbers() as u32;
        let most = (1..40u64).take_while(|n| (n + 1).pow(numbers) <= COMPARED as u64).last();
        let side = most.unwrap_or(1) + 1;
        let options = Options::new(self.game.ruleset);
        for index in 0..side.pow(numbers).min(COMPARED as u64) {
            let tuple: Vec<u64> = (0..numbers).map(|i| index / side.pow(i) % side).collect();
            let wide: Vec<u128> = tuple.iter().map(|&n| n.into()).collect();
            let Some(position) = self.game.board.position(&wide) else { continue };
            let listed = options.list(&position, Player::Left);
            let listed = listed.iter().any(|option| {
                let terms = self.terms_of(option);
                let lost = self.accepted(&terms, None);
                self.arithmetic.holds_at(lost, &[]) == Ok(true)
            });
            if self.arithmetic.holds_at(reaches, &tuple) != Ok(listed) {
                let why = format!("the options of {position:?} are not those of the rules");
                return Err(Rejection::new(why));
            }
        }
        Ok(())
    }

    /// The terms of a position written out.
    fn terms_of(&self, position: &[u32]) -> Vec<Term> {
        let numbers = self.game.board.numbers();
        let sizes = position.iter().filter(|&&size| size > 0);
        match self.game.board {
            Board::Piles(_) => {
                let mut sizes: Vec<i64> = sizes.map(|&size| size.into()).collect();
                sizes.resize(numbers, 0);
                sizes.sort_unstable();
                sizes.into_iter().map(Term::number).collect()
            }
            Board::Counts(_) | Board::Mixed { .. } => {
                let count = |size| position.iter().filter(|&&n| n == size).count() as i64;
                (1..=numbers as u32).map(|size| Term::number(count(size))).collect()
            }
        }
    }

    /// The automaton accepts each position with its nim-value.
    fn nim_values(&mut self) -> Result<(), Rejection> {
        if !self.claim.ruleset.has_nim_values() {
            return Err(Rejection::new("there are no nim-values in this kind of play"));
        }
        let (v, w) = (self.value(0), self.value(1));
        let terms = self.game.terms();
        let (has, has_too) =
            (self.accepted(&terms, Some(v.clone())), self.accepted(&terms, Some(w.clone())));
        let some = self.arithmetic.exists(self.game.board.numbers() as Variable, has);
        self.demand(some, 0, "a position has no value")?;
        let same = self.arithmetic.equal(&v, &w);
        let both = self.arithmetic.and([has, has_too]);
        let sentence = self.arithmetic.implies(both, same);
        self.demand(sentence, 2, "a position has two values")?;
        let reaches = self.reaches(Some(v.clone()))?;
        let other = self.arithmetic.not(reaches);
        let sentence = self.arithmetic.implies(has, other);
        self.demand(sentence, 1, "an option has the same value")?;
        let less = self.arithmetic.less(&w, &v);
        let reaches = self.reaches(Some(w))?;
        let smaller = self.arithmetic.and([has, less]);
        let sentence = self.arithmetic.implies(smaller, reaches);
        self.demand(sentence, 2, "no option has some smaller value")
    }

    /// What the claim says follows from the automaton.
    fn statement(&mut self, of_values: bool) -> Result<(), Rejection> {
        let terms = self.game.terms();
        let scene = named(&self.game, self.names, &terms);
        let boards: Vec<usize> = self.claim.boards(self.names).collect();
        let a = &mut self.arithmetic;
        let boards: Vec<Formula> =
            boards.into_iter().map(|size| self.game.exactly(size, a)).collect();
        let board = self.arithmetic.or(boards);
        let supposed = scene.claimed(&self.claim.suppose, &mut self.arithmetic)?;
        let spoken_of = self.arithmetic.and([board, supposed]);
        let value = of_values.then(|| self.value(0));
        let accepted = self.accepted(&terms, value.clone());
        let a = &mut self.arithmetic;
        let part = match &self.claim.says {
            Says::If { condition, .. } => scene.claimed(condition, a)?,
            Says::Strategy { from, .. } => scene.claimed(from, a)?,
            _ => TRUE,
        };
        let spoken_of = a.and([spoken_of, part]);
        let says = match (&self.claim.says, value) {
            (Says::Exactly(Meaning::P(condition)), None) => {
                let claimed = scene.claimed(condition, a)?;
                a.iff(accepted, claimed)
            }
            (Says::Exactly(Meaning::NimValue(number)), Some(value)) => {
                let mut scene = scene.clone();
                let slot = self.names;
                scene.slots[slot] = value;
                let claimed = scene.equals(slot, number, a)?;
                a.iff(accepted, claimed)
            }
            (Says::If { outcome: Outcome::P, .. }, None) => accepted,
            (Says::If { .. }, None) => a.not(accepted),
            (Says::Strategy { to, .. }, None) => {
                let (game, names) = (&self.game, self.names);
                let goal = |a: &mut Arithmetic, option: &[Term], fresh| {
                    let to = Scene { fresh, ..named(game, names, option) }.claimed(to, a)?;
                    let lost = a.member(game.coordinates(option));
                    Ok(a.and([to, lost]))
                };
                game.some_option(&goal, a)?
            }
            (Says::Adding(more), None) => {
                let mut orders = vec![terms[terms.len() - self.names..].to_vec()];
                for &pile in more {
                    let pile = Term::number(pile.into());
                    let inserted = |order: &Vec<Term>| {
                        let at = |place| {
                            [&order[..place], std::slice::from_ref(&pile), &order[place..]].concat()
                        };
                        (0..=order.len()).map(at).collect::<Vec<_>>()
                    };
                    orders = orders.iter().flat_map(inserted).collect();
                }
                let with: Vec<Formula> =
                    orders.iter().map(|order| a.member(self.game.coordinates(order))).collect();
                let with = a.or(with);
                a.iff(accepted, with)
            }
            _ => return Err(Rejection::new("the automaton does not speak of what is claimed")),
        };
        let none = self.arithmetic.not(spoken_of);
        if self.demand(none, 0, "").is_ok() {
            return Err(Rejection::new("the claim speaks of no position"));
        }
        let sentence = self.arithmetic.implies(spoken_of, says);
        self.demand(sentence, usize::from(of_values), "the claim is wrong at")
    }
}

/// The numbers that the claim names, of a position given by terms.
fn named(game: &Game, names: usize, terms: &[Term]) -> Scene {
    let named = match game.board {
        Board::Piles(whole) => &terms[whole - names..],
        Board::Counts(_) | Board::Mixed { .. } => &terms[..names],
    };
    let mut slots = named.to_vec();
    slots.resize(SLOTS, Term::number(0));
    let (others, after) = (Vec::new(), Vec::new());
    Scene { slots, before: named.to_vec(), others, after, fresh: game.fresh }
}
