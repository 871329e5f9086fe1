//! What laws of all games look like: `law P at G iff N at every option`.
//!
//! `iff` binds least, then `or`, `and`, `not`.

use sprague_rules::diagnostic::{Span, did_you_mean};
use sprague_rules::lex::{Token, lex};
use sprague_rules::ruleset::Ending;
use sprague_rules::{Complaint, Outcome, Player, Ruleset, Shape};

use super::clause::Clause;
use super::kind::Kind;
use super::reading::{Read, Reading, all};
use crate::claim::About;
use crate::laws::{GAMES, Number, OnLaws, Place, Play, Sentence, Together};
use crate::names::not_a_name;
use crate::outcomes::Outcomes;

pub(super) const KIND: Kind = Kind {
    about: "all games",
    says: &["law", "whenever"],
    beside: &["sets", "suppose"],
    example: "  game any\n  law P at G iff N at every option",
    read,
};

/// Sets that a law may leave open.
const MOST_SETS: usize = 6;

/// Which games these words stand for, if any.
pub(super) fn play(game: &Clause) -> Option<Play> {
    let words: Vec<&str> = game.rest.split_whitespace().collect();
    Play::ALL.into_iter().find(|(_, text)| *text == words.join(" ")).map(|(play, _)| play)
}

fn read(reading: &Reading) -> Read<About> {
    let (said, game) = (&reading.said, &reading.game);
    let play = play(game).ok_or_else(|| {
        game.complain("a law is for `any` game")
            .help("`game any`, `game misere any`, `game ending any` or `game partizan any`")
    })?;
    let sets = match reading.take("sets")? {
        None => Vec::new(),
        Some(clause) => names_of(&clause)?,
    };
    let parser = |clause: &Clause| Parser::new(clause, play, &sets);
    let supposed = reading.take_all("suppose");
    let suppose = all(supposed.iter().map(|clause| parser(clause)?.whole(clause)))?;
    let (whenever, law) = match said.word {
        "law" => (None, parser(said)?.whole(said)?),
        _ => {
            let (one, other) = said.rest.split_once(':').ok_or_else(|| {
                said.complain("expected what is supposed of G, `:` and what follows")
                    .help("as in `whenever P at some option: N at G`")
            })?;
            let (one, other) = (said.part(one), said.part(other));
            (Some(parser(&one)?.whole(&one)?), parser(&other)?.whole(&other)?)
        }
    };
    let ruleset = Ruleset {
        expression: game.rest.split_whitespace().collect::<Vec<_>>().join(" "),
        name: "any".to_string(),
        summary: play.words().to_string(),
        sources: Vec::new(),
        shape: Shape::Piles { at_most: None },
        moves: Vec::new(),
        ending: Ending::StuckLoses,
    };
    let on = OnLaws { ruleset, play, sets, suppose, whenever, law };
    let of_one = on.sentences().all(Sentence::is_of_one);
    if !of_one && (!on.sets.is_empty() || !on.suppose.is_empty()) {
        let message = "of several games, and of nim-values beside 0, nothing is supposed";
        return Err(said.complain(message).into());
    }
    let of_options = |atom: &Sentence| match atom {
        Sentence::Outcome(_, place) => {
            matches!(place, Place::SomeOption(_) | Place::EveryOption(_))
        }
        Sentence::Stuck => true,
        _ => false,
    };
    if !of_one && on.sentences().flat_map(Sentence::atoms).any(of_options) {
        let message = "a law speaks of a game and its options, or of several games, not of both";
        return Err(said.complain(message).into());
    }
    let any_number = |atom: &&Sentence| match atom {
        Sentence::Outcome(_, place) => {
            matches!(place, Place::EveryGame | Place::Games(Together::SelectiveOfAll))
        }
        _ => false,
    };
    let atoms: Vec<&Sentence> = on.sentences().flat_map(Sentence::atoms).collect();
    if atoms.iter().any(any_number) && !atoms.iter().all(any_number) {
        let message = "any number of games, or games by name, not both";
        return Err(said.complain(message).into());
    }
    Ok(About::Laws(on))
}

/// `A, B`
fn names_of(clause: &Clause) -> Read<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for piece in clause.rest.split(',') {
        let (name, part) = (piece.trim(), clause.part(piece).trimmed());
        let wrong = match not_a_name(name) {
            Some(message) => Some(message),
            None if GAMES.contains(&name) => Some(format!("`{name}` is a game")),
            None if names.iter().any(|known| known == name) => {
                Some(format!("`{name}` is named twice"))
            }
            None if names.len() == MOST_SETS => Some(format!("at most {MOST_SETS} sets")),
            None => None,
        };
        match wrong {
            Some(message) => return Err(part.complain(message).into()),
            None => names.push(name.to_string()),
        }
    }
    Ok(names)
}

struct Parser<'p> {
    tokens: Vec<(Token, Span)>,
    at: usize,
    play: Play,
    sets: &'p [String],
    deep: usize,
}

const MOST_DEEP: usize = 60;

impl<'p> Parser<'p> {
    fn new(clause: &Clause, play: Play, sets: &'p [String]) -> Result<Parser<'p>, Complaint> {
        let clause = clause.trimmed();
        let tokens = lex(clause.rest).map_err(|complaint| clause.shifted(complaint))?;
        Ok(Parser { tokens, at: 0, play, sets, deep: 0 })
    }

    fn whole(mut self, clause: &Clause) -> Result<Sentence, Complaint> {
        let clause = clause.trimmed();
        let sentence = self.sentence().and_then(|sentence| match self.token() {
            Token::End => Ok(sentence),
            _ => Err(self.expected("nothing more, or `and`, `or`, `iff`")),
        });
        sentence.map_err(|complaint| clause.shifted(complaint))
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn expected(&self, what: &str) -> Complaint {
        Complaint::new(self.tokens[self.at].1.clone(), format!("expected {what}"))
    }

    fn word(&mut self, word: &str) -> bool {
        let is = matches!(self.token(), Token::Word(here) if here == word);
        self.at += usize::from(is);
        is
    }

    fn sign(&mut self, sign: &str) -> bool {
        let is = matches!(self.token(), Token::Sign(here) if *here == sign);
        self.at += usize::from(is);
        is
    }

    fn wants_sign(&mut self, sign: &str) -> Result<(), Complaint> {
        if self.sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn wants_word(&mut self, word: &str) -> Result<(), Complaint> {
        if self.word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn sentence(&mut self) -> Result<Sentence, Complaint> {
        let first = self.either()?;
        match self.word("iff") {
            true => Ok(Sentence::Iff(Box::new(first), Box::new(self.either()?))),
            false => Ok(first),
        }
    }

    fn either(&mut self) -> Result<Sentence, Complaint> {
        let mut parts = vec![self.both()?];
        while self.word("or") {
            parts.push(self.both()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Sentence::Or(parts) })
    }

    fn both(&mut self) -> Result<Sentence, Complaint> {
        let mut parts = vec![self.one()?];
        while self.word("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Sentence::And(parts) })
    }

    fn one(&mut self) -> Result<Sentence, Complaint> {
        self.deep += 1;
        if self.deep > MOST_DEEP {
            return Err(self.expected("fewer parentheses"));
        }
        let sentence = if self.word("not") {
            Sentence::Not(Box::new(self.one()?))
        } else if self.sign("(") {
            let inner = self.sentence()?;
            self.wants_sign(")")?;
            inner
        } else {
            self.atom()?
        };
        self.deep -= 1;
        Ok(sentence)
    }

    fn atom(&mut self) -> Result<Sentence, Complaint> {
        let begun = self.at;
        if let Some(some) = self.outcomes()? {
            self.wants_word("at")?;
            return Ok(Sentence::Outcome(some, self.place(true)?));
        }
        if self.is_number() {
            if self.play != Play::Normal {
                return Err(self.expected("no nim-value: these are for `game any`"));
            }
            let first = self.nim_sum()?;
            let equal = match (self.sign("="), self.sign("!=")) {
                (true, _) => true,
                (_, true) => false,
                _ => return Err(self.expected("`=` or `!=`")),
            };
            let equation = Sentence::Equal(first, self.nim_sum()?);
            return Ok(if equal { equation } else { Sentence::Not(Box::new(equation)) });
        }
        let place = self.place(false)?;
        let one = place == Place::Games(Together::one(0));
        if one && self.word("is") {
            self.wants_word("stuck")?;
            return Ok(Sentence::Stuck);
        }
        if one && self.play == Play::Ending && self.word("ends") {
            let some = self.outcomes()?;
            return some.map(Sentence::Ends).ok_or_else(|| self.expected("an outcome"));
        }
        let inside = !self.word("not");
        if !self.word("in") {
            let complaint = self.expected("`in` and the name of a set");
            return Err(complaint.help("as in `G in A`, `P at G`, `G is stuck`"));
        }
        let span = self.tokens[self.at].1.clone();
        let Token::Word(name) = self.token().clone() else {
            return Err(self.expected("the name of a set"));
        };
        self.at += 1;
        let set = self.sets.iter().position(|set| *set == name).ok_or_else(|| {
            let complaint = Complaint::new(span, format!("there is no set `{name}`"));
            match did_you_mean(&name, self.sets.iter().map(String::as_str)) {
                Some(help) => complaint.help(help),
                None => complaint.help("sets are named before: `sets A, B`"),
            }
        })?;
        let options = matches!(place, Place::SomeOption(_) | Place::EveryOption(_));
        if !one && !options {
            let span = self.tokens[begun].1.start..self.tokens[self.at - 1].1.end;
            return Err(Complaint::new(span, "sets are of positions of G"));
        }
        Ok(Sentence::In { place, set, inside })
    }

    /// `P`, or `{L,N}`.
    fn outcomes(&mut self) -> Result<Option<Outcomes>, Complaint> {
        let letter = |token: &Token| match token {
            Token::Word(word) => Outcome::from_letter(word),
            _ => None,
        };
        let mut some = Vec::new();
        if self.sign("{") {
            loop {
                let found = letter(self.token());
                some.push(found.ok_or_else(|| self.expected("an outcome: L, R, N or P"))?);
                self.at += 1;
                if !self.sign(",") {
                    self.wants_sign("}")?;
                    break;
                }
            }
        } else if let Some(outcome) = letter(self.token()) {
            some.push(outcome);
            self.at += 1;
        } else {
            return Ok(None);
        }
        let owned = |outcome: &Outcome| matches!(outcome, Outcome::L | Outcome::R);
        if matches!(self.play, Play::Normal | Play::Misere) && some.iter().any(owned) {
            self.at -= 1;
            return Err(self.expected("N or P: these games are impartial"));
        }
        Ok(Some(Outcomes::of(&some)))
    }

    /// `G`, `some option`, `every Left option`; of an outcome also `G + H`, `selective(G, H)`, `every game`.
    fn place(&mut self, together: bool) -> Result<Place, Complaint> {
        for every in [false, true] {
            if !self.word(if every { "every" } else { "some" }) {
                continue;
            }
            if every && together && self.play == Play::Normal && self.word("game") {
                return Ok(Place::EveryGame);
            }
            let player = match (self.word("Left"), self.word("Right")) {
                (true, _) => Some(Player::Left),
                (_, true) => Some(Player::Right),
                _ => None,
            };
            let own = self.play == Play::Partizan;
            if own != player.is_some() {
                let what = if own { "`Left option` or `Right option`" } else { "`option`" };
                self.at -= usize::from(player.is_some());
                return Err(self.expected(what));
            }
            self.wants_word("option")?;
            return Ok(if every { Place::EveryOption(player) } else { Place::SomeOption(player) });
        }
        let begun = self.at;
        let games = self.together()?;
        if games != Together::one(0) && (!together || self.play != Play::Normal) {
            self.at = begun;
            return Err(self.expected("`G`, `some option` or `every option`"));
        }
        Ok(Place::Games(games))
    }

    /// `G + H`, `selective(G, H)` or `selective(games)`.
    fn together(&mut self) -> Result<Together, Complaint> {
        if self.word("selective") {
            self.wants_sign("(")?;
            if self.word("games") {
                self.wants_sign(")")?;
                return Ok(Together::SelectiveOfAll);
            }
            let mut games = vec![self.game()?];
            while self.sign(",") {
                games.push(self.game()?);
            }
            self.wants_sign(")")?;
            return Ok(Together::Selective(games));
        }
        let mut games = vec![self.game()?];
        while self.sign("+") {
            games.push(self.game()?);
        }
        Ok(Together::Sum(games))
    }

    fn game(&mut self) -> Result<usize, Complaint> {
        let found = match self.token() {
            Token::Word(name) => GAMES.iter().position(|game| game == name),
            _ => None,
        };
        let found = found.ok_or_else(|| {
            self.expected("an outcome, a nim-value, or a game G, H or K")
                .help("as in `P at G`, `nim(G) = 0`, `some option in A`, `G is stuck`")
        })?;
        self.at += 1;
        Ok(found)
    }

    fn is_number(&self) -> bool {
        match self.token() {
            Token::Number(_) => true,
            Token::Word(word) => word == "nim" || word == "mex",
            _ => false,
        }
    }

    /// `nim(G) xor nim(H)`
    fn nim_sum(&mut self) -> Result<Vec<Number>, Complaint> {
        let mut numbers = vec![self.number()?];
        while self.word("xor") || self.sign("⊕") {
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    fn number(&mut self) -> Result<Number, Complaint> {
        if let Token::Number(number) = *self.token() {
            let small = u32::try_from(number).ok().filter(|&number| number < 1024);
            let small = small.ok_or_else(|| self.expected("a number below 1024"))?;
            self.at += 1;
            return Ok(Number::Constant(small));
        }
        if self.word("mex") {
            self.wants_sign("(")?;
            for word in ["options", "of", "G"] {
                self.wants_word(word)?;
            }
            self.wants_sign(")")?;
            return Ok(Number::Mex);
        }
        if !self.word("nim") {
            return Err(self.expected("`nim(G)`, `mex(options of G)` or a number"));
        }
        self.wants_sign("(")?;
        let games = self.together()?;
        if games == Together::SelectiveOfAll {
            return Err(self.expected("games by name in a nim-value"));
        }
        self.wants_sign(")")?;
        Ok(Number::Nim(games))
    }
}
