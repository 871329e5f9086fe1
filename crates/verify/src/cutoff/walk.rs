//! A sentence for all c at once: every expression is followed with c left open, and with each number that lies in blocks given by its block and
//! a remainder: one of the first, one of the last, or any between them of one residue. Each step has to come out the same way for all
//! c from the cutoff on and for all these remainders: a comparison, the block in which a sum lies, the guards of a nim-set. What is left then
//! is a function of blocks, and of numbers that have nothing to do with c. Its value is not worked out here: it is the
//! same for c as for the cutoff, where the sentence is known.
//!
//! A condition that depends on blocks may decide between two expressions; then both are followed.

use std::collections::HashMap;

use sprague_certificate::Stretch;
use sprague_claim::formula::{Arithmetic, Builtin, Comparison, Definition, Expr, Game, Only};
use sprague_task::Task;

use super::form::{Checked, Form, Linear, Range, Ranges, Symbol, reject};
use super::guards::{Class, Guards, classes};

/// What is the same for all sentences.
pub(super) struct World<'w> {
    pub(super) definitions: &'w [Definition],
    pub(super) stretch: Stretch,
    /// The cutoff.
    pub(super) from: i64,
    /// The games that depend on c; the first is the claim's own.
    pub(super) families: Vec<Family>,
    pub(super) task: &'w Task,
}

/// A game whose set depends on c.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Family {
    /// The members of its set, as coefficients of c and constants; ascending, each once.
    pub(super) members: Vec<(i64, i64)>,
    /// Is its nim-sequence known?
    pub(super) given: bool,
    /// From so many parts on nim-sets move along; 0: nothing is known of that.
    pub(super) along: i64,
}

/// Whether something is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Known(bool),
    /// It depends on blocks and on numbers that have nothing to do with c, in the way that the words say.
    Open(String),
}

/// A set.
enum Set {
    /// It has nothing to do with c once blocks are given; what it is, in words.
    Free(String),
    /// Written out: members, and ranges of them.
    Written(Vec<(Form, Form)>),
}

/// Which game.
enum Of {
    Family(usize),
    Fixed(String),
}

/// One way through the expressions of a sentence.
pub(super) struct Walk<'w> {
    pub(super) world: &'w World<'w>,
    pub(super) ranges: Ranges,
    guards: &'w mut Guards,
    /// Numbers that have nothing to do with c, by the words for them.
    frees: HashMap<String, usize>,
    /// Numbers that are known to be at least this.
    pub(super) at_least: HashMap<Symbol, i64>,
    /// What is chosen where a condition is open, and which conditions came up.
    path: Vec<bool>,
    chosen: Vec<(String, bool)>,
}

/// Ways through one sentence.
const MOST_PATHS: usize = 4096;
/// So few remainders are followed one by one.
const FEW_RESIDUES: i64 = 12;
/// What is supposed of sums of remainders at once.
const MOST_FACTS: usize = 12;
/// The most parts of a nim-set.
const MOST_PARTS: i64 = 12;

impl<'w> Walk<'w> {
    pub(super) fn new(world: &'w World<'w>, guards: &'w mut Guards) -> Walk<'w> {
        let Stretch { block, modulo, .. } = world.stretch;
        let ranges = Ranges::new(world.from, block, modulo);
        let (frees, at_least) = (HashMap::new(), HashMap::new());
        let (path, chosen) = (Vec::new(), Vec::new());
        Walk { world, ranges, guards, frees, at_least, path, chosen }
    }

    /// Every way through something. Where a comparison of a sum of remainders does not come out the same, either answer is
    /// supposed in turn.
    pub(super) fn every_way(
        &mut self,
        through: &mut dyn FnMut(&mut Walk<'w>) -> Checked<()>,
    ) -> Checked<()> {
        let mut supposed = vec![Vec::new()];
        while let Some(facts) = supposed.pop() {
            self.ranges.facts = facts;
            self.ranges.wanted.take();
            let through = self.every_path(through);
            let mut facts = std::mem::take(&mut self.ranges.facts);
            match (through, self.ranges.wanted.take()) {
                (Ok(()), _) => {
                    self.ranges.facts = facts;
                    if !self.ranges.exist() {
                        return reject("the cutoff has no remainders like these");
                    }
                }
                (Err(rejection), Some(sum))
                    if rejection.stopped.is_none() && facts.len() < MOST_FACTS =>
                {
                    let mut others = facts.clone();
                    others.push(self.ranges.negated(&sum)?);
                    facts.push(sum);
                    supposed.extend([others, facts]);
                }
                (Err(rejection), _) => return Err(rejection),
            }
        }
        self.ranges.facts.clear();
        Ok(())
    }

    /// With both outcomes of each condition that is open.
    fn every_path(&mut self, through: &mut dyn FnMut(&mut Walk<'w>) -> Checked<()>) -> Checked<()> {
        self.path.clear();
        for _ in 0..MOST_PATHS {
            self.world.task.spend(1)?;
            self.chosen.clear();
            through(self)?;
            let mut path: Vec<bool> = self.chosen.iter().map(|(_, truth)| *truth).collect();
            while path.last() == Some(&true) {
                path.pop();
            }
            let Some(last) = path.last_mut() else { return Ok(()) };
            *last = true;
            self.path = path;
        }
        reject("there are too many cases to tell apart")
    }

    /// A number in a block.
    pub(super) fn placed(&mut self, place: usize, class: &Class) -> Checked<Form> {
        let block = Form::free(Symbol::Block(place)).times(&self.ranges.length())?;
        let rest = self.rest(class);
        block.plus(&rest, 1)
    }

    /// A remainder: one of the first, one of the last, or any between them of one residue.
    pub(super) fn rest(&mut self, class: &Class) -> Form {
        if class.least == class.most {
            return Form::of_c(class.least);
        }
        let range = Range {
            least: class.least.1,
            short_of_end: self.ranges.block.1 - class.most.1,
            residue: class.residue,
        };
        self.ranges.rests.push(range);
        Form::free(Symbol::Rest(self.ranges.rests.len() - 1))
    }

    fn free(&mut self, words: String) -> Form {
        let next = self.frees.len();
        Form::free(Symbol::Free(*self.frees.entry(words).or_insert(next)))
    }

    /// A number that has nothing to do with c, of which nothing is known but that it is at least this.
    pub(super) fn plain(&mut self, place: usize, least: i64) -> Form {
        let form = self.free(format!("number {place}"));
        if let Some(&symbol) = form.rest.terms.keys().next() {
            self.at_least.insert(symbol, least);
        }
        form
    }

    /// Which way a condition goes that is open.
    fn decided(&mut self, truth: Truth) -> bool {
        let words = match truth {
            Truth::Known(known) => return known,
            Truth::Open(words) => words,
        };
        if let Some((_, known)) = self.chosen.iter().find(|(found, _)| *found == words) {
            return *known;
        }
        let goes = self.path.get(self.chosen.len()).copied().unwrap_or(false);
        self.chosen.push((words, goes));
        goes
    }

    pub(super) fn number(&mut self, expr: &Expr, locals: &[Form]) -> Checked<Form> {
        self.world.task.spend(1)?;
        let form = self.number_of(expr, locals)?;
        self.ranges.pinned(form)
    }

    fn number_of(&mut self, expr: &Expr, locals: &[Form]) -> Checked<Form> {
        match expr {
            Expr::Number(number) => Ok(Form::number(*number)),
            Expr::Local(place) => match locals.get(*place) {
                Some(form) => Ok(form.clone()),
                None => reject("a number is not bound"),
            },
            Expr::Global(0) => Ok(Form::of_c((1, 0))),
            Expr::Arithmetic(operation, pair) => {
                let (one, other) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                match operation {
                    Arithmetic::Plus => one.plus(&other, 1),
                    Arithmetic::Minus => one.plus(&other, -1),
                    Arithmetic::Times => one.times(&other),
                    Arithmetic::Over => self.divided(&one, &other, true),
                    Arithmetic::Mod => self.divided(&one, &other, false),
                }
            }
            Expr::If(three) => {
                let truth = self.truth(&three[0], locals)?;
                let branch = if self.decided(truth) { 1 } else { 2 };
                self.number(&three[branch], locals)
            }
            Expr::Defined(place, arguments) => {
                let arguments = self.numbers(arguments, locals)?;
                self.number(&self.definition(*place)?.body, &arguments)
            }
            Expr::NimValue { heap, game } => {
                let heap = self.number(heap, locals)?;
                match self.game(game.as_deref(), locals)? {
                    Of::Family(family) => {
                        let (class, blocks) = self.class(&heap)?;
                        Ok(self.free(format!("G{family} of class {class} in block {blocks:?}")))
                    }
                    Of::Fixed(game) if heap.is_free() => {
                        Ok(self.free(format!("G of {:?} in {game}", heap.rest)))
                    }
                    Of::Fixed(game) => reject(format!(
                        "a heap of {game} whose size depends on c or on a remainder"
                    )),
                }
            }
            Expr::Call(builtin @ (Builtin::Min | Builtin::Max), arguments) => {
                let numbers = self.numbers(arguments, locals)?;
                let mut all = numbers.into_iter();
                let Some(mut best) = all.next() else { return reject("no number is given") };
                for number in all {
                    let less = self.compared(Comparison::Less, &number, &best)?;
                    if self.decided(less) == (*builtin == Builtin::Min) {
                        best = number;
                    }
                }
                Ok(best)
            }
            Expr::Call(Builtin::Xor, arguments) => {
                let numbers = self.numbers(arguments, locals)?;
                if let Some(fixed) = numbers.iter().map(Form::fixed).collect::<Option<Vec<i64>>>()
                    && fixed.iter().all(|number| *number >= 0)
                {
                    return Ok(Form::number(fixed.into_iter().fold(0, |a, b| a ^ b)));
                }
                match numbers.iter().all(Form::is_free) {
                    true => Ok(self.free(format!("xor of {numbers:?}"))),
                    false => reject("a nim-sum of numbers that depend on c"),
                }
            }
            Expr::Call(builtin, arguments) => {
                let [set] = &arguments[..] else { return reject("one set is expected") };
                let words = self.free_set(set, locals)?;
                Ok(self.free(format!("{builtin:?} of {words}")))
            }
            _ => reject("a number is expected"),
        }
    }

    fn numbers(&mut self, all: &[Expr], locals: &[Form]) -> Checked<Vec<Form>> {
        all.iter().map(|one| self.number(one, locals)).collect()
    }

    fn definition(&self, place: usize) -> Checked<&'w Definition> {
        match self.world.definitions.get(place) {
            Some(definition) => Ok(definition),
            None => reject("there is no such definition"),
        }
    }

    /// The quotient, rounded down, or the remainder.
    fn divided(&mut self, number: &Form, by: &Form, quotient: bool) -> Checked<Form> {
        let word = if quotient { "quotient" } else { "remainder" };
        if let Some(by) = by.fixed() {
            if by <= 0 {
                return reject("a divisor that is not above 0");
            }
            if let Some(number) = number.fixed() {
                let result = if quotient { number.div_euclid(by) } else { number.rem_euclid(by) };
                return Ok(Form::number(result));
            }
            if number.is_free() && number.rest.terms.values().all(|count| count % by == 0) {
                // A multiple of the divisor, and a number.
                let constant = number.rest.constant;
                let whole = number.rest.plus(&Linear::number(constant), -1)?.over(by);
                return match (quotient, whole) {
                    (true, Some(whole)) => {
                        let rest = whole.plus(&Linear::number(constant.div_euclid(by)), 1)?;
                        Ok(Form { by_c: Linear::default(), rest })
                    }
                    _ => Ok(Form::number(constant.rem_euclid(by))),
                };
            }
            if number.is_free() && !quotient && by <= FEW_RESIDUES {
                // Each of few remainders in turn.
                for rest in 0..by - 1 {
                    let words = format!("remainder of {:?} by {by} is {rest}", number.rest);
                    if self.decided(Truth::Open(words)) {
                        return Ok(Form::number(rest));
                    }
                }
                return Ok(Form::number(by - 1));
            }
            if number.is_free() {
                return Ok(self.free(format!("{word} of {:?} by {by}", number.rest)));
            }
            if quotient {
                return reject(format!("a quotient by {by} of a number that depends on c"));
            }
            let known = self.ranges.modulo(number, by)?;
            return Ok(match known.fixed() {
                Some(number) => Form::number(number.rem_euclid(by)),
                None => self.free(format!("remainder of {known:?} by {by}")),
            });
        }
        let (a, b) = self.ranges.block;
        let times = match by.in_c() {
            Some((x, y)) if x > 0 && x % a == 0 && y == x / a * b => x / a,
            _ => return reject("a divisor that is not a multiple of the length of blocks"),
        };
        let (blocks, rest) = self.ranges.in_blocks(number, 0)?;
        let whole = match (blocks.fixed(), times) {
            (_, 1) => [Form { by_c: Linear::default(), rest: blocks }, Form::default()],
            (Some(fixed), _) => {
                [Form::number(fixed.div_euclid(times)), Form::number(fixed.rem_euclid(times))]
            }
            _ => {
                let words = |word: &str| format!("{word} of {blocks:?} by {times}");
                [self.free(words("quotient")), self.free(words("remainder"))]
            }
        };
        let [over, left] = whole;
        if quotient { Ok(over) } else { left.times(&self.ranges.length())?.plus(&rest, 1) }
    }

    fn compared(&mut self, comparison: Comparison, one: &Form, other: &Form) -> Checked<Truth> {
        let less = one.plus(other, -1)?;
        let by_sign = |sign: i64| match comparison {
            Comparison::Equal => sign == 0,
            Comparison::Unequal => sign != 0,
            Comparison::Less => sign < 0,
            Comparison::AtMost => sign <= 0,
        };
        if less.is_free() {
            return Ok(match less.fixed() {
                Some(number) => Truth::Known(by_sign(number.signum())),
                None => Truth::Open(format!("{comparison:?} {:?}", less.rest)),
            });
        }
        if less.by_c.fixed().is_some() && less.rest.only_rests() {
            return match self.ranges.sign(&less)? {
                Some(sign) => Ok(Truth::Known(by_sign(sign))),
                None => reject(
                    "a comparison that does not come out the same for all c, or for all remainders that are alike",
                ),
            };
        }
        let (blocks, rest) = self.ranges.in_blocks(&less, 0)?;
        let sign = self.ranges.sign(&rest)?;
        match (sign, blocks.fixed()) {
            (_, Some(blocks)) if blocks != 0 => Ok(Truth::Known(by_sign(blocks.signum()))),
            (Some(sign), Some(_)) => Ok(Truth::Known(by_sign(sign))),
            // Not a number of whole blocks: no two such numbers are equal.
            (Some(1), None) if comparison == Comparison::Equal => Ok(Truth::Known(false)),
            (Some(1), None) if comparison == Comparison::Unequal => Ok(Truth::Known(true)),
            (Some(sign), None) => Ok(Truth::Open(format!("{comparison:?} {blocks:?}, {sign}"))),
            (None, _) => reject(
                "a comparison that does not come out the same for all remainders that are alike",
            ),
        }
    }

    pub(super) fn truth(&mut self, expr: &Expr, locals: &[Form]) -> Checked<Truth> {
        match expr {
            Expr::Compare(comparison, pair) => {
                let (one, other) = (self.number(&pair[0], locals)?, self.number(&pair[1], locals)?);
                self.compared(*comparison, &one, &other)
            }
            Expr::Sets(relation, pair) => {
                let (one, other) =
                    (self.free_set(&pair[0], locals)?, self.free_set(&pair[1], locals)?);
                Ok(Truth::Open(format!("{relation:?} {one}, {other}")))
            }
            Expr::In(pair) => {
                let member = self.number(&pair[0], locals)?;
                match self.set(&pair[1], locals)? {
                    Set::Free(words) if member.is_free() => {
                        Ok(Truth::Open(format!("{:?} in {words}", member.rest)))
                    }
                    Set::Free(_) => reject("a member that depends on c"),
                    Set::Written(ranges) => {
                        let mut any = Vec::new();
                        for (least, most) in &ranges {
                            let from = self.compared(Comparison::AtMost, least, &member)?;
                            let to = self.compared(Comparison::AtMost, &member, most)?;
                            any.push(joined(vec![from, to], false));
                        }
                        Ok(joined(any, true))
                    }
                }
            }
            Expr::Not(inner) => Ok(match self.truth(inner, locals)? {
                Truth::Known(known) => Truth::Known(!known),
                Truth::Open(words) => Truth::Open(format!("not {words}")),
            }),
            Expr::And(all) | Expr::Or(all) => {
                let by = matches!(expr, Expr::Or(_));
                let mut parts = Vec::new();
                for part in all {
                    let truth = self.truth(part, locals)?;
                    let ends = truth == Truth::Known(by);
                    parts.push(truth);
                    if ends {
                        break;
                    }
                }
                Ok(joined(parts, by))
            }
            Expr::If(three) => {
                let truth = self.truth(&three[0], locals)?;
                let branch = if self.decided(truth) { 1 } else { 2 };
                self.truth(&three[branch], locals)
            }
            Expr::Defined(place, arguments) => {
                let arguments = self.numbers(arguments, locals)?;
                self.truth(&self.definition(*place)?.body, &arguments)
            }
            Expr::Call(builtin @ (Builtin::Even | Builtin::Odd), arguments) => {
                let [number] = &arguments[..] else { return reject("one number is expected") };
                let number = self.number(number, locals)?;
                let rest = self.divided(&number, &Form::number(2), false)?;
                let wanted = Form::number((*builtin == Builtin::Odd).into());
                self.compared(Comparison::Equal, &rest, &wanted)
            }
            _ => reject("a condition is expected"),
        }
    }

    /// A set that has nothing to do with c once blocks are given.
    fn free_set(&mut self, expr: &Expr, locals: &[Form]) -> Checked<String> {
        match self.set(expr, locals)? {
            Set::Free(words) => Ok(words),
            Set::Written(ranges) if ranges.iter().all(|(a, b)| a.is_free() && b.is_free()) => {
                Ok(format!("{ranges:?}"))
            }
            Set::Written(_) => reject("a set with members that depend on c"),
        }
    }

    fn set(&mut self, expr: &Expr, locals: &[Form]) -> Checked<Set> {
        self.world.task.spend(1)?;
        match expr {
            Expr::Set(members) => {
                let mut ranges = Vec::new();
                for (least, most) in members {
                    let least = self.number(least, locals)?;
                    let most = match most {
                        Some(most) => self.number(most, locals)?,
                        None => least.clone(),
                    };
                    ranges.push((least, most));
                }
                Ok(Set::Written(ranges))
            }
            Expr::Combine(combination, pair) => {
                let (one, other) =
                    (self.free_set(&pair[0], locals)?, self.free_set(&pair[1], locals)?);
                Ok(Set::Free(format!("({one} {combination:?} {other})")))
            }
            Expr::Added(pair) => {
                let (set, more) =
                    (self.free_set(&pair[0], locals)?, self.number(&pair[1], locals)?);
                match more.is_free() {
                    true => Ok(Set::Free(format!("({set} xor {:?})", more.rest))),
                    false => reject("a set nim-added to a number that depends on c"),
                }
            }
            Expr::Call(builtin @ (Builtin::Evens | Builtin::Odds), arguments) => {
                let [set] = &arguments[..] else { return reject("one set is expected") };
                let words = self.free_set(set, locals)?;
                Ok(Set::Free(format!("{builtin:?} of {words}")))
            }
            Expr::If(three) => {
                let truth = self.truth(&three[0], locals)?;
                let branch = if self.decided(truth) { 1 } else { 2 };
                self.set(&three[branch], locals)
            }
            Expr::Defined(place, arguments) => {
                let arguments = self.numbers(arguments, locals)?;
                self.set(&self.definition(*place)?.body, &arguments)
            }
            Expr::NimSet { heap, parts, game, only } => {
                let (heap, parts) = (self.number(heap, locals)?, self.number(parts, locals)?);
                match self.game(game.as_deref(), locals)? {
                    Of::Family(family) => {
                        let (heap, parts) = self.moved(family, heap, parts, *only)?;
                        self.nim_set(family, &heap, parts, *only).map(Set::Free)
                    }
                    Of::Fixed(game) => match heap.is_free() && parts.is_free() && only.is_none() {
                        true => Ok(Set::Free(format!("N of {heap:?}, {parts:?} in {game}"))),
                        false => reject(format!("a nim-set of {game} that depends on c")),
                    },
                }
            }
            _ => reject("a set is expected"),
        }
    }

    fn game(&mut self, game: Option<&Game>, locals: &[Form]) -> Checked<Of> {
        let set = match game {
            None => return self.family(0),
            Some(Game::Called(text)) => return Ok(Of::Fixed(text.clone())),
            Some(Game::With(set)) => set,
        };
        let Set::Written(ranges) = self.set(set, locals)? else {
            return reject("a game whose set is not written out");
        };
        let mut members = Vec::new();
        for (least, most) in &ranges {
            match (least.in_c(), least == most) {
                (Some(member), true) => members.push(member),
                _ => return reject("a game whose set is not written out"),
            }
        }
        members.sort_unstable();
        members.dedup();
        if members.iter().all(|(by_c, _)| *by_c == 0) {
            return Ok(Of::Fixed(format!("{members:?}")));
        }
        match self.world.families.iter().position(|family| family.members == members) {
            Some(place) => self.family(place),
            None => reject("a game that depends on c, and of which nothing is given"),
        }
    }

    fn family(&self, place: usize) -> Checked<Of> {
        match self.world.families.get(place) {
            Some(Family { given: true, .. }) => Ok(Of::Family(place)),
            _ => reject("a game that depends on c, and of which nothing is given"),
        }
    }

    /// The class of a heap, by its place among all, and its block.
    pub(super) fn class(&self, heap: &Form) -> Checked<(usize, Linear)> {
        let (blocks, rest) = self.ranges.in_blocks(heap, 1)?;
        let modulo = self.world.stretch.modulo;
        let residue = self.ranges.modulo(&rest, modulo)?.fixed().map(|r| r.rem_euclid(modulo));
        for (place, class) in classes(&self.world.stretch).iter().enumerate() {
            let above = self.ranges.natural(&rest.plus(&Form::of_c(class.least), -1)?)?;
            let below = self.ranges.natural(&Form::of_c(class.most).plus(&rest, -1)?)?;
            if (above, below, residue) == (Some(true), Some(true), Some(class.residue)) {
                return Ok((place, blocks));
            }
        }
        reject(
            "a heap that is not of the same class for all c, or for all remainders that are alike",
        )
    }

    /// Nim-sets of many parts, as those of fewer.
    pub(super) fn moved(
        &self,
        family: usize,
        heap: Form,
        parts: Form,
        only: Option<Only>,
    ) -> Checked<(Form, i64)> {
        let along = self.world.families[family].along;
        if let Some(parts) = parts.fixed()
            && (along == 0 || only.is_some() || parts <= along)
        {
            return Ok((heap, parts));
        }
        if along == 0 || only.is_some() {
            return reject("a number of parts that varies");
        }
        let more = parts.plus(&Form::number(along), -1)?;
        // Numbers without bound are at least what they are known to be.
        let mut fewest = more.clone();
        for (symbol, &count) in &more.rest.terms {
            match self.at_least.get(symbol) {
                Some(least) if count > 0 => {
                    let known = Linear::number(*least).plus(&Linear::symbol(*symbol), -1)?;
                    fewest.rest = fewest.rest.plus(&known, count)?;
                }
                _ => return reject("a number of parts that may be small"),
            }
        }
        match self.ranges.natural(&fewest)? {
            Some(true) => Ok((heap.plus(&more, -1)?, along)),
            _ => reject("too few parts for nim-sets to move along"),
        }
    }

    /// A nim-set depends on the block alone.
    pub(super) fn nim_set(
        &mut self,
        family: usize,
        heap: &Form,
        parts: i64,
        only: Option<Only>,
    ) -> Checked<String> {
        if !(1..=MOST_PARTS).contains(&parts) {
            return reject(format!("nim-sets of {parts} parts"));
        }
        if let Some(Only { definition, .. }) = only {
            self.condition_on_parts(definition)?;
        }
        let (blocks, rest) = self.ranges.in_blocks(heap, 1)?;
        let stretch = self.world.stretch;
        self.world.task.spend(1 << parts.min(10))?;
        self.guards.agree(&stretch, &self.ranges, parts as usize, &rest)?;
        Ok(format!("N{family} of {blocks:?}, {rest:?}, {parts}, {only:?}"))
    }

    /// Does a condition on parts depend on the class and the block of a part alone?
    fn condition_on_parts(&mut self, definition: usize) -> Checked<()> {
        let body = &self.definition(definition)?.body;
        for class in classes(&self.world.stretch) {
            let mut guards = Guards::default();
            let mut walk = Walk::new(self.world, &mut guards);
            let part = [walk.placed(0, &class)?];
            walk.every_way(&mut |walk| walk.truth(body, &part).map(|_| ()))?;
        }
        Ok(())
    }
}

/// All of these, or one of them.
fn joined(parts: Vec<Truth>, by: bool) -> Truth {
    let mut open = Vec::new();
    for part in parts {
        match part {
            Truth::Known(known) if known == by => return Truth::Known(by),
            Truth::Known(_) => {}
            Truth::Open(words) => open.push(words),
        }
    }
    match open.is_empty() {
        true => Truth::Known(!by),
        false => Truth::Open(format!("({})", open.join(if by { " or " } else { " and " }))),
    }
}
