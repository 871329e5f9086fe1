//! Claims for many rulesets at once: `for c in 2..20` with a game such as cut(1, 2c), and `family C within 1..12` with
//! cut(C), perhaps with a condition on the set.
//!
//! One number may have no bound, as in `for c >= 2`: then there are infinitely many games, and what is said is for all of
//! them.
//!
//! Each case is judged by itself. All are proved, or what is not is counted and named; one that is refuted refutes the
//! claim. Exponents and the saltus of a sequence may depend on the case: `(0,1)^c(+2)`, `(0)^{min(C)}(+1)`.

use sprague_rules::{Library, Ruleset};

use crate::formula::plain::{NoHeaps, Scene, Value};
use crate::formula::read::{self, Ranges};
use crate::formula::{Binding, Expr, Kind};
use crate::outcomes::Family;
use crate::shelf::Shelf;

/// What the cases of a claim differ in.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The ruleset with this left open: `cut(1, 2c)`.
    game: String,
    /// Where it is found.
    library: Library,
    names: Vec<(String, Kind)>,
    /// The numbers with their ranges.
    numbers: Vec<Binding>,
    /// The range of members of the set, which is then the only name.
    within: Option<(u32, u32)>,
    condition: Option<Expr>,
}

/// The least number of a range without bound is at most this.
const LARGEST_LEAST: i64 = 1000;

/// The most cases of a claim, with those that a condition leaves out.
const MOST: usize = 1 << 20;

impl Cases {
    /// Does the game leave open the name that these ranges begin with?
    pub fn mentions(game: &str, ranges: &str) -> bool {
        let name = ranges.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next();
        words_of_game(game).any(|word| Some(word) == name)
    }

    /// One case for all numbers of these ranges.
    pub fn of_numbers(game: &str, library: &Library, ranges: Ranges) -> Result<Cases, String> {
        for Binding { name, largest, .. } in &ranges.bindings {
            if !words_of_game(game).any(|word| word == name) {
                return Err(format!("{name} is not in the game: give its range another `for`"));
            }
            if largest.is_none() && (ranges.bindings.len() > 1 || ranges.condition.is_some()) {
                return Err(format!(
                    "{name} has no bound: it can be the only number of the game, and without a condition; \
                     else it needs a range such as 2..12"
                ));
            }
        }
        if let [Binding { name, least, largest: None }] = &ranges.bindings[..]
            && !matches!(least, Expr::Number(0..=LARGEST_LEAST))
        {
            return Err(format!("{name} begins with a number, as in {name} >= 2"));
        }
        let names = ranges.bindings.iter().map(|b| (b.name.clone(), Kind::Number)).collect();
        let (game, library, numbers) = (game.to_string(), library.clone(), ranges.bindings);
        Ok(Cases { game, library, names, numbers, within: None, condition: ranges.condition })
    }

    /// All sets of a family that fulfil a condition.
    pub fn of_sets(family: &Family, condition: Option<Expr>) -> Cases {
        Cases {
            game: family.expression.clone(),
            library: family.library.clone(),
            names: vec![(family.name.clone(), Kind::Set)],
            numbers: Vec::new(),
            within: Some((family.least, family.largest)),
            condition,
        }
    }

    /// The names that the cases differ in, with what they stand for.
    pub fn names(&self) -> &[(String, Kind)] {
        &self.names
    }

    /// Are the cases sets?
    pub fn are_sets(&self) -> bool {
        self.within.is_some()
    }

    /// The least number, where all numbers from it on are meant: then it is the only name.
    pub fn endless(&self) -> Option<i64> {
        match &self.numbers[..] {
            [Binding { least: Expr::Number(least), largest: None, .. }] => Some(*least),
            _ => None,
        }
    }

    /// The game's name and its arguments, which may speak of the names; none if they are not numbers between commas.
    pub fn arguments(&self) -> Result<(&str, Vec<Expr>), String> {
        let unknown = || format!("the arguments of {} are not numbers", self.game);
        let (name, arguments) = self.game.split_once('(').ok_or_else(unknown)?;
        let arguments = arguments.trim_end().strip_suffix(')').ok_or_else(unknown)?;
        let mut all = Vec::new();
        for (text, sign) in argument_list(arguments) {
            let (expr, kind) = self.read(text)?;
            if kind != Kind::Number || sign.is_some_and(|sign| sign != ',') {
                return Err(unknown());
            }
            all.push(expr);
        }
        Ok((name.trim(), all))
    }

    /// The least value of the one name, if it is a number that begins with one that is written.
    pub fn least_number(&self) -> Option<i64> {
        match &self.numbers[..] {
            [Binding { least: Expr::Number(least), .. }] => Some(*least),
            _ => None,
        }
    }

    /// The same cases of another game, which is written with the same names.
    pub(crate) fn of_game(&self, game: &str) -> Cases {
        Cases { game: game.to_string(), ..self.clone() }
    }

    /// The library that the games are found in.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// In words: `every c in 2..12`, `496 sets C within 1..12`.
    pub fn words(&self) -> String {
        if let Some((least, largest)) = self.within {
            let name = &self.names[0].0;
            return match (&self.condition, self.all()) {
                (Some(_), Ok(all)) => {
                    format!("{} sets {name} within {least}..{largest}", all.len())
                }
                _ => format!("every {name} within {least}..{largest}"),
            };
        }
        let range = |binding: &Binding| match (&binding.least, &binding.largest) {
            (Expr::Number(least), Some(Expr::Number(most))) => {
                format!("{} in {least}..{most}", binding.name)
            }
            (Expr::Number(least), None) => format!("{} >= {least}", binding.name),
            _ => format!("all {} of its range", binding.name),
        };
        let ranges: Vec<String> = self.numbers.iter().map(range).collect();
        match (&self.condition, self.all()) {
            (Some(_), Ok(all)) => format!("{} cases with {}", all.len(), ranges.join(", ")),
            _ => format!("every {}", ranges.join(", ")),
        }
    }

    /// The values of the one name without bound up to this one, case by case.
    pub fn until(&self, most: i64) -> Vec<Vec<Value>> {
        let least = self.endless().unwrap_or(most.saturating_add(1));
        (least..=most).map(|number| vec![Value::Number(number)]).collect()
    }

    /// Some cases: all, or the first few of infinitely many.
    pub(crate) fn some(&self) -> Result<Vec<Vec<Value>>, String> {
        match self.endless() {
            Some(least) => Ok(self.until(least + 4)),
            None => self.all(),
        }
    }

    /// The values of the names, case by case.
    pub fn all(&self) -> Result<Vec<Vec<Value>>, String> {
        if let Some(least) = self.endless() {
            return Err(format!("there is one for every {} from {least} on", self.names[0].0));
        }
        let mut cases: Vec<Vec<Value>> = Vec::new();
        match self.within {
            Some((least, largest)) => {
                let members: Vec<i64> = (least.into()..=largest.into()).collect();
                for bits in 1..1u64 << members.len() {
                    let chosen = members.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
                    let case = vec![Value::Set(chosen.map(|(_, &member)| member).collect())];
                    if self.fits(&case)? {
                        cases.push(case);
                    }
                }
                // Small sets first.
                cases.sort_by_key(|case| match &case[0] {
                    Value::Set(set) => (set.len(), set.clone()),
                    _ => (0, Vec::new()),
                });
            }
            None => self.numbers_from(&mut Vec::new(), &mut 0, &mut cases)?,
        }
        Ok(cases)
    }

    fn fits(&self, case: &[Value]) -> Result<bool, String> {
        self.condition
            .as_ref()
            .map_or(Ok(true), |condition| Ok(evaluated(condition, case)?.truth()))
    }

    fn numbers_from(
        &self,
        numbers: &mut Vec<i64>,
        tried: &mut usize,
        all: &mut Vec<Vec<Value>>,
    ) -> Result<(), String> {
        let Some(binding) = self.numbers.get(numbers.len()) else {
            let condition = self.condition.as_ref();
            let fits = condition.map_or(Ok(true), |condition| {
                Ok::<_, String>(scene_value(condition, &[], numbers)?.truth())
            })?;
            if fits {
                all.push(numbers.iter().map(|&number| Value::Number(number)).collect());
            }
            return Ok(());
        };
        let mut bound =
            |expr: &Expr| -> Result<i64, String> { Ok(scene_value(expr, &[], numbers)?.number()) };
        let least = bound(&binding.least)?;
        let largest = binding.largest.as_ref().map_or(Ok(least), &mut bound)?;
        for number in least..=largest {
            *tried += 1;
            if *tried > MOST {
                return Err("too many cases".into());
            }
            numbers.push(number);
            self.numbers_from(numbers, tried, all)?;
            numbers.pop();
        }
        Ok(())
    }

    /// The ruleset of a case.
    pub fn ruleset(&self, case: &[Value]) -> Result<Ruleset, String> {
        let text = self.expanded_game(case)?;
        self.library.ruleset(&text).map_err(|found| format!("{text}: {}", found.complaint.message))
    }

    /// The text of some case, to know what kind of game it is.
    pub fn first_game(&self) -> Result<String, String> {
        let first = match self.within {
            Some((least, largest)) => vec![Value::Set((least.into()..=largest.into()).collect())],
            None => self.some()?.into_iter().next().ok_or("there are no cases")?,
        };
        self.expanded_game(&first)
    }

    fn expanded_game(&self, case: &[Value]) -> Result<String, String> {
        let Some((name, arguments)) = self.game.split_once('(') else {
            return Ok(self.game.clone());
        };
        let arguments = arguments.trim_end().strip_suffix(')').unwrap_or(arguments);
        let argument = |text: &str| -> Result<String, String> {
            if !words(text).any(|word| self.names.iter().any(|(name, _)| name == word)) {
                return Ok(text.to_string());
            }
            Ok(match self.value(text, case)? {
                Value::Set(set) => {
                    set.iter().map(|member| member.to_string()).collect::<Vec<_>>().join(",")
                }
                other => other.to_string(),
            })
        };
        let mut written = String::new();
        for (text, sign) in argument_list(arguments) {
            written += &argument(text)?;
            written.extend(sign);
        }
        Ok(format!("{name}({written})"))
    }

    fn value(&self, text: &str, case: &[Value]) -> Result<Value, String> {
        evaluated(&self.read(text)?.0, case)
    }

    /// An expression that may speak of the names.
    pub fn read(&self, text: &str) -> Result<(Expr, Kind), String> {
        let none = |_: &str| Err("no games are named here".to_string());
        let shelf = Shelf::new(&none);
        let known = read::Known { globals: &self.names, definitions: &[], shelf: &shelf };
        read::expression(text, known)
            .map_err(|complaint| format!("`{}`: {}", text.trim(), complaint.message))
    }

    /// Does a sequence name what the cases differ in?
    pub fn varies(&self, text: &str) -> bool {
        let pieces = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut words = pieces.map(|piece| piece.trim_start_matches(|c: char| c.is_ascii_digit()));
        words.any(|word| self.names.iter().any(|(name, _)| name == word))
    }

    /// A sequence with its exponents and its saltus worked out.
    pub fn expanded_sequence(&self, text: &str, case: &[Value]) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(place) = rest.find(['^', '+']) {
            let (before, after) = rest.split_at(place + 1);
            out.push_str(before);
            let braced = after.trim_start().strip_prefix('{');
            let (inner, then) = match (before.ends_with('^'), braced) {
                (true, Some(inner)) => closed(inner, '{', '}')?,
                (true, None) => {
                    let end = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
                    after.split_at(end)
                }
                (false, _) => {
                    let (inner, then) = closed(after, '(', ')')?;
                    (inner, &after[after.len() - then.len() - 1..])
                }
            };
            let varies = words(inner).any(|w| self.names.iter().any(|(name, _)| name == w));
            let number =
                if varies { self.value(inner, case)?.to_string() } else { inner.to_string() };
            match before.ends_with('^') {
                true => out.push_str(&format!("{{{number}}}")),
                false => out.push_str(&number),
            }
            rest = then;
        }
        out.push_str(rest);
        Ok(out)
    }
}

/// What stands before the sign that closes, and what after it.
fn closed(text: &str, open: char, close: char) -> Result<(&str, &str), String> {
    let mut depth = 0;
    for (place, sign) in text.char_indices() {
        if sign == close && depth == 0 {
            return Ok((&text[..place], &text[place + sign.len_utf8()..]));
        }
        depth += i32::from(sign == open) - i32::from(sign == close);
    }
    Err(format!("`{close}` is missing after `{}`", text.trim()))
}

/// Arguments between commas and semicolons that stand in no brackets, each with the sign after it.
pub(crate) fn argument_list(text: &str) -> Vec<(&str, Option<char>)> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (place, sign) in text.char_indices() {
        match sign {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' | ';' if depth == 0 => {
                parts.push((&text[start..place], Some(sign)));
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push((&text[start..], None));
    parts
}

/// The words of a game's arguments.
fn words_of_game(game: &str) -> impl Iterator<Item = &str> {
    words(game.split_once('(').map_or("", |(_, arguments)| arguments))
}

/// The words of a text. `2c` holds the word c.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let pieces = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let names = pieces.map(|piece| piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    names.filter(|word| !word.is_empty())
}

/// The value of an expression in a case, with these numbers for what it binds.
pub(crate) fn evaluated_at(expr: &Expr, case: &[Value], locals: &[i64]) -> Result<Value, String> {
    scene_value(expr, case, locals)
}

fn evaluated(expr: &Expr, case: &[Value]) -> Result<Value, String> {
    scene_value(expr, case, &[])
}

/// The value of an expression that speaks of no game.
fn scene_value(expr: &Expr, globals: &[Value], locals: &[i64]) -> Result<Value, String> {
    Scene { definitions: &[], globals, heaps: &mut NoHeaps }.value(expr, locals)
}
