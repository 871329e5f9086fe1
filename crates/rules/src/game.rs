//! Games and how they are named: a text becomes a [`Game`], a game with arguments a [`Ruleset`].

mod arguments;

use crate::check::{Refusal, Value, check};
use crate::diagnostic::{Complaint, Diagnostic};
use crate::library::Library;
use crate::parse::parse_game;
use crate::ruleset::{Example, Ruleset};
use crate::syntax::{
    Act, GameText, Kind, Mover, Node, Operator, PartsText, ShapeText, StuckText, Term,
};

/// A game text that has been parsed and checked, with its parameters still open.
#[derive(Clone, Debug)]
pub struct Game {
    /// The file the text came from, or its name in the catalogue.
    pub origin: String,
    /// The whole text.
    pub text: String,
    /// How expressions name it: by its file, or by its name in the catalogue.
    called: String,
    syntax: GameText,
}

impl Game {
    /// Parses and checks a game text.
    pub fn parse(origin: &str, text: &str) -> Result<Game, Diagnostic> {
        let syntax = parse_game(text).map_err(|c| c.about(origin, text))?;
        let sample = |p: &crate::syntax::Parameter| (p.name.text.clone(), Value::sample(&p.kind));
        let sample = syntax.parameters.iter().map(sample).collect();
        match check(&syntax, text, &sample, true) {
            Ok(_) => {}
            Err(Refusal::Text(complaint)) => return Err(complaint.about(origin, text)),
            Err(Refusal::Requirement(_)) => unreachable!("samples need not meet requirements"),
        }
        Ok(Game { origin: origin.into(), text: text.into(), called: origin.into(), syntax })
    }

    /// A game from its text alone. Where a name is needed, in claims and certificates, it is called like a file:
    /// [`Game::library`] finds it by the expressions of its rulesets.
    ///
    /// ```
    /// use sprague_rules::Game;
    ///
    /// let text = "game few(S: set of numbers >= 1) \"Take.\" piles any move take k in S from one pile";
    /// let few = Game::from_text(text).unwrap().ruleset("1,3").unwrap();
    /// assert_eq!(few.expression, "./few.game(1,3)");
    /// assert!(Game::from_text(text).unwrap().library().ruleset("misere ./few.game(2)").is_ok());
    /// ```
    pub fn from_text(text: &str) -> Result<Game, Diagnostic> {
        let game = Game::parse("game text", text)?;
        let called = format!("./{}.game", game.name());
        Ok(Game { called, ..game })
    }

    /// A game in one line: a move, such as `take k from one pile where k <= 3`, on any number of piles, or several moves, each
    /// behind the word `move`. What positions are may stand in front (`row of 2 move ...`), and how play ends behind. What is wrong
    /// with it is pointed at in the line itself.
    ///
    /// ```
    /// use sprague_rules::Game;
    ///
    /// let few = Game::from_rule("take k from one pile where k <= 3").unwrap();
    /// assert_eq!(few.ruleset("").unwrap().moves.len(), 1);
    /// assert_eq!(Game::from_rule("take k form one pile").unwrap_err().line_and_column(), (1, 8));
    /// ```
    pub fn from_rule(rule: &str) -> Result<Game, Diagnostic> {
        let front = match rule.split_whitespace().next() {
            Some("piles" | "row") => "",
            Some("move" | "left" | "right") => "piles any\n",
            _ => "piles any\nmove ",
        };
        let head = format!("game rule \"a game in one line\"\n{front}");
        Game::from_text(&format!("{head}{rule}\n")).map_err(|mut wrong| {
            let within = |at: usize| at.saturating_sub(head.len()).min(rule.len());
            let span = &wrong.complaint.span;
            wrong.complaint.span = within(span.start)..within(span.end);
            wrong.complaint.about("rule", rule)
        })
    }

    /// The ruleset with these arguments, written with commas; nothing is written where there are no parameters.
    pub fn ruleset(&self, arguments: &str) -> Result<Ruleset, Diagnostic> {
        let given = !(arguments.trim().is_empty() && self.syntax.parameters.is_empty());
        self.bind(given.then_some(arguments), 0, arguments)
    }

    /// The catalogue and this game.
    pub fn library(&self) -> Library {
        Library::with(vec![(self.called.clone(), self.text.clone())])
    }

    /// A text of the catalogue.
    pub(crate) fn of_catalogue(name: &str, text: &str) -> Result<Game, Diagnostic> {
        let game = Game::parse(&format!("games/{name}.game"), text)?;
        Ok(Game { called: name.into(), ..game })
    }

    /// The name that the text gives it.
    pub fn name(&self) -> &str {
        &self.syntax.name.text
    }

    /// The rule in one sentence.
    pub fn summary(&self) -> &str {
        &self.syntax.summary
    }

    /// Where the game comes from.
    pub fn sources(&self) -> &[String] {
        &self.syntax.sources
    }

    /// The parameters as they are declared: `S: set of numbers >= 2`.
    pub fn parameters(&self) -> Vec<String> {
        let least = |least: &i64| if *least > 0 { format!(" >= {least}") } else { String::new() };
        let kind = |kind: &Kind| match kind {
            Kind::Set { least: l } => format!("set of numbers{}", least(l)),
            Kind::Number { least: l } => format!("number{}", least(l)),
            Kind::Outcomes => "list of outcomes".to_string(),
            Kind::Vectors => "list of vectors".to_string(),
            Kind::Function { variable } => format!("function of {variable}"),
            Kind::Code => "code".to_string(),
        };
        let parameters = self.syntax.parameters.iter();
        parameters.map(|p| format!("{}: {}", p.name.text, kind(&p.kind))).collect()
    }

    /// Is the game, whatever its set is, to split one pile into n parts where n - k is in the set, and nothing else? Then
    /// this is k. It is read off the text itself, so that it is so for all sets at once.
    ///
    /// ```
    /// assert_eq!(sprague_rules::load_game("cut").unwrap().splits_by_set(), Some(1));
    /// assert_eq!(sprague_rules::load_game("subtract").unwrap().splits_by_set(), None);
    /// ```
    pub fn splits_by_set(&self) -> Option<i64> {
        let GameText { parameters, shape, requirements, moves, stuck, .. } = &self.syntax;
        let ([parameter], [only]) = (&parameters[..], &moves[..]) else { return None };
        let normal =
            matches!(stuck, None | Some((StuckText::Loses, _))) && only.mover == Mover::Both;
        let any = matches!(shape, Some((ShapeText::Piles(None), _))) && requirements.is_empty();
        let Act::Split { parts: PartsText::Chosen(count), .. } = &only.act else { return None };
        let Term::Binary(Operator::In, member, set) = &only.condition.as_ref()?.term else {
            return None;
        };
        let name = |node: &Node, wanted: &str| matches!(&node.term, Term::Name(n) if n == wanted);
        let plain = matches!(parameter.kind, Kind::Set { least } if least >= 1);
        if !(normal && any && plain && name(set, &parameter.name.text)) {
            return None;
        }
        match &member.term {
            Term::Binary(Operator::Subtract, parts, less) if name(parts, &count.text) => {
                if let Term::Number(less) = less.term {
                    Some(less)
                } else {
                    None
                }
            }
            _ => name(member, &count.text).then_some(0),
        }
    }

    /// The ruleset with these arguments, which stand in `whole` from `offset` on; `None` if no
    /// parentheses were written.
    pub(crate) fn bind(
        &self,
        arguments: Option<&str>,
        offset: usize,
        whole: &str,
    ) -> Result<Ruleset, Diagnostic> {
        let span = offset..offset + arguments.map_or(0, str::len);
        let about = |complaint: Complaint| complaint.about("ruleset", whole);
        let written = &self.called;
        let bindings = arguments::bind(&self.syntax, written, arguments, offset).map_err(about)?;
        match check(&self.syntax, &self.text, &bindings, false) {
            Ok(mut ruleset) => {
                ruleset.expression = match arguments {
                    Some(arguments) => format!("{written}({})", closed_up(arguments)),
                    None => written.to_string(),
                };
                Ok(ruleset)
            }
            Err(Refusal::Text(complaint)) => Err(complaint.about(&self.origin, &self.text)),
            Err(Refusal::Requirement(words)) => Err(about(Complaint::new(span, words))),
        }
    }

    /// The examples that the text gives, as positions of rulesets.
    pub fn examples(&self) -> Result<Vec<Example>, Diagnostic> {
        let mut examples = Vec::new();
        for example in &self.syntax.examples {
            let (arguments, offset) = match &example.arguments {
                Some((arguments, offset)) => (Some(arguments.as_str()), *offset),
                None => (None, example.span.start),
            };
            let ruleset = self.bind(arguments, offset, &self.text).map_err(|mut d| {
                d.origin.clone_from(&self.origin);
                d
            })?;
            let ruleset = if example.misere { ruleset.misere() } else { ruleset };
            let written = crate::position::write_position(&example.piles);
            let piles = crate::position::parse_position(&written, ruleset.shape)
                .map_err(|c| Complaint { span: example.span.clone(), ..c })
                .map_err(|c| c.about(&self.origin, &self.text))?;
            let text = self.text[example.span.clone()].to_string();
            examples.push(Example { ruleset, piles, expected: example.expected, text });
        }
        Ok(examples)
    }
}

/// The text with no more spaces than its words need: `n mod 3`, but `2,3` for `2, 3`.
fn closed_up(text: &str) -> String {
    let is_of_a_word = |c: char| c.is_alphanumeric() || c == '_';
    text.split_whitespace().fold(String::new(), |closed, word| {
        let apart = closed.ends_with(is_of_a_word) && word.starts_with(is_of_a_word);
        closed + if apart { " " } else { "" } + word
    })
}

/// A ruleset of the catalogue: `NAME`, `NAME(arguments)`, and `misere ` in front. No file is opened: see [`Library`].
pub fn parse_ruleset(expression: &str) -> Result<Ruleset, Diagnostic> {
    Library::catalogue().ruleset(expression)
}

/// A game of the catalogue.
pub fn load_game(name: &str) -> Result<Game, Diagnostic> {
    Library::catalogue().game(name)
}

#[cfg(test)]
mod tests {
    use super::parse_ruleset;

    #[test]
    fn names_keep_the_spaces_that_their_words_need() {
        for (typed, shown) in [
            ("maximum-nim( n  mod 3 )", "maximum-nim(n mod 3)"),
            ("maximum-nim((n + 1) / 2)", "maximum-nim((n+1)/2)"),
            ("misere lr-nim( 2, 3 )", "misere lr-nim(2,3)"),
            ("ending-nim(2, 3; L, N)", "ending-nim(2,3;L,N)"),
        ] {
            let ruleset = parse_ruleset(typed).unwrap();
            assert_eq!(ruleset.expression, shown);
            assert_eq!(parse_ruleset(shown).unwrap().expression, shown);
        }
    }
}
