//! A proof by induction for sets that are left open: true instances of what is known of every set, and a tree of case splits
//! that shows that they contradict the opposite of what is claimed.
//!
//! Numbers are *terms*, sums of the unknowns: the least and the largest member of the set, the period and preperiod, then
//! constants, each brought in by an instance that says that there is such a number. What an instance says is for the checker to
//! work out; the certificate only names it. A leaf of the tree names an instance that is false there, or inequalities that
//! add up to 1 <= 0.

use crate::text::{Fault, Reader, Writer};

/// A sum of unknowns with integer factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term {
    /// What is added.
    pub constant: i64,
    /// The factors of the unknowns, in their order; the last one is not 0.
    pub factors: Vec<i64>,
}

impl Term {
    /// One unknown.
    pub fn unknown(place: usize) -> Term {
        let mut factors = vec![0; place + 1];
        factors[place] = 1;
        Term { constant: 0, factors }
    }

    /// A number.
    pub fn number(constant: i64) -> Term {
        Term { constant, factors: Vec::new() }
    }

    /// This and so many times another; `None` if a number is too large.
    pub fn plus(&self, times: i64, other: &Term) -> Option<Term> {
        let sum = |a: i64, b: i64| a.checked_add(times.checked_mul(b)?);
        let constant = sum(self.constant, other.constant)?;
        let long = self.factors.len().max(other.factors.len());
        let at = |factors: &[i64], place: usize| factors.get(place).copied().unwrap_or(0);
        let factors = (0..long).map(|p| sum(at(&self.factors, p), at(&other.factors, p)));
        let mut factors = factors.collect::<Option<Vec<i64>>>()?;
        while factors.last() == Some(&0) {
            factors.pop();
        }
        Some(Term { constant, factors })
    }

    fn text(&self) -> String {
        let numbers = std::iter::once(&self.constant).chain(&self.factors);
        numbers.map(i64::to_string).collect::<Vec<_>>().join(",")
    }

    fn read(text: &str, lines: &Reader) -> Result<Term, Fault> {
        let numbers = text.split(',').map(|part| lines.parse(part));
        let mut numbers = numbers.collect::<Result<Vec<i64>, Fault>>()?;
        let constant = numbers.remove(0);
        match numbers.last() {
            Some(0) => Err(lines.fault("the last factor is not 0")),
            _ => Ok(Term { constant, factors: numbers }),
        }
    }
}

/// Heaps of a game that follow each other, and whether all of them, from 0 on, have one of some outcomes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The game, by its place in the claim.
    pub game: usize,
    /// A bit for each of these outcomes, in the order L, R, N, P.
    pub outcomes: u8,
    /// The first heap.
    pub from: Term,
    /// The last one.
    pub to: Term,
}

/// The heaps to which one can move, and whether one of them has one of some outcomes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The game, by its place in the claim.
    pub game: usize,
    /// A bit for each of these outcomes.
    pub outcomes: u8,
    /// The heap from which one moves.
    pub heap: Term,
}

macro_rules! instances {
    ($($(#[$doc:meta])* $word:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty),* })*) => {
        /// Something that is true of every set with its games.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Instance {
            $($(#[$doc])* $name { $($(#[$field_doc])* $field: $kind),* },)*
        }

        impl Instance {
            fn text(&self) -> String {
                match self {
                    $(Instance::$name { $($field),* } => {
                        let mut words = vec![$word.to_string()];
                        $($field.say(&mut words);)*
                        words.join(" ")
                    })*
                }
            }

            fn read(line: &str, lines: &Reader) -> Result<Instance, Fault> {
                let mut words = line.split(' ');
                let instance = match words.next().unwrap_or_default() {
                    $($word => Instance::$name { $($field: <$kind>::hear(&mut words, lines)?),* },)*
                    other => return Err(lines.fault(format!("there is no instance called `{other}`"))),
                };
                match words.next() {
                    None => Ok(instance),
                    Some(_) => Err(lines.fault("there is nothing more to say here")),
                }
            }
        }
    };
}

instances! {
    /// A member of the set lies between its least and its largest one.
    "member" Member {
        /// If this is a member.
        number: Term
    }
    /// A member of a set that is symmetric, even, odd or consecutive, in this order.
    "like" Like {
        /// What the set is like.
        like: usize,
        /// If this is a member, or lies between the least and the largest one.
        number: Term
    }
    /// There is a number that shows that the set is not so.
    "unlike" Unlike {
        /// What the set is not like.
        like: usize
    }
    /// Who can move to a heap at which the other loses, wins.
    "take" Take {
        /// The game, by its place in the claim.
        game: usize,
        /// The heap.
        heap: Term,
        /// What is taken, if it is a member and not more than the heap.
        amount: Term
    }
    /// Who wins can move to a heap at which the other loses: there is an amount.
    "win" Win {
        /// The game, by its place in the claim.
        game: usize,
        /// 0 for Left, 1 for Right.
        player: usize,
        /// The heap.
        heap: Term
    }
    /// How a stuck heap ends.
    "stuck" Stuck {
        /// The game, by its place in the claim.
        game: usize,
        /// The heap.
        heap: Term
    }
    /// No stuck heap ends so, if the claim says that.
    "never" Never {
        /// The outcome: L, R, N, P.
        outcome: usize,
        /// The heap.
        heap: Term
    }
    /// There is a stuck heap that ends so, if the claim says that.
    "ends" Ends {
        /// The outcome: L, R, N, P.
        outcome: usize
    }
    /// What is so of every heap is so of this one.
    "so" So {
        /// Which sentence about every heap.
        sentence: usize,
        /// The heap.
        heap: Term
    }
    /// If it is not so of every heap, there is a least one of which it is not.
    "least" Least {
        /// Which sentence about every heap.
        sentence: usize
    }
    /// And it is so of every smaller one: the hypothesis of the induction.
    "below" Below {
        /// The unknown that is the least heap.
        least: usize,
        /// A smaller heap.
        heap: Term
    }
    /// A row has this heap.
    "in" In {
        /// The row.
        row: Row,
        /// The heap.
        heap: Term
    }
    /// There is a heap of the row that has another outcome.
    "out" Out {
        /// The row.
        row: Row
    }
    /// No option has such an outcome, so this one has not.
    "option" Option {
        /// The options.
        choice: Choice,
        /// The amount taken.
        amount: Term
    }
    /// There is an option with such an outcome.
    "choice" Choice {
        /// The options.
        choice: Choice
    }
    /// If all outcomes are such from some heap on, there is such a heap.
    "lasting" Lasting {
        /// The game, by its place in the claim.
        game: usize,
        /// A bit for each of these outcomes.
        outcomes: u8
    }
    /// And from it on they are.
    "later" Later {
        /// The unknown that is this heap.
        from: usize,
        /// A heap from there on.
        heap: Term
    }
    /// If not all outcomes are such from some heap on, there is another one beyond every heap.
    "beyond" Beyond {
        /// The game, by its place in the claim.
        game: usize,
        /// A bit for each of these outcomes.
        outcomes: u8,
        /// Beyond this heap.
        heap: Term
    }
    /// If the sequence has this period from some heap on, there is such a heap.
    "periodic" Periodic {
        /// The period.
        step: Term
    }
    /// And two heaps from there on, a period apart, have the same outcome.
    "repeat" Repeat {
        /// The unknown that is this heap.
        from: usize,
        /// A heap.
        heap: Term,
        /// Another one.
        other: Term
    }
    /// If the sequence has not this period from any heap on, beyond every heap there is one whose outcome is another a step later.
    "differ" Differ {
        /// The step.
        step: Term,
        /// Beyond this heap.
        heap: Term
    }
    /// With the period 1, or 2, two heaps after the preperiod, of the same parity, have the same outcome.
    "cycle" Cycle {
        /// A heap.
        heap: Term,
        /// Another one.
        other: Term
    }
    /// An outcome that comes again a step later comes beyond every heap.
    "climb" Climb {
        /// Which sentence says that it comes again.
        sentence: usize,
        /// Where it is to be seen first.
        start: Term,
        /// Beyond this heap.
        heap: Term
    }
    /// Outcomes a step later that never come back to where they were make the step a period.
    "chain" Chain {
        /// The step.
        step: Term
    }
    /// Equal heaps have the same outcome.
    "equal" Equal {
        /// The game, by its place in the claim.
        game: usize,
        /// A heap.
        heap: Term,
        /// Another one.
        other: Term
    }
    /// Equal numbers are both members or not.
    "both" Both {
        /// A number.
        number: Term,
        /// Another one.
        other: Term
    }
    /// What is 0 is even.
    "zero" Zero {
        /// A number.
        number: Term
    }
}

/// What stands in an instance.
trait Said: Sized {
    fn say(&self, words: &mut Vec<String>);
    fn hear<'t>(words: &mut impl Iterator<Item = &'t str>, lines: &Reader) -> Result<Self, Fault>;
}

fn next<'t>(words: &mut impl Iterator<Item = &'t str>, lines: &Reader) -> Result<&'t str, Fault> {
    words.next().ok_or_else(|| lines.fault("something is missing in this line"))
}

impl Said for Term {
    fn say(&self, words: &mut Vec<String>) {
        words.push(self.text());
    }

    fn hear<'t>(words: &mut impl Iterator<Item = &'t str>, lines: &Reader) -> Result<Term, Fault> {
        Term::read(next(words, lines)?, lines)
    }
}

impl Said for usize {
    fn say(&self, words: &mut Vec<String>) {
        words.push(self.to_string());
    }

    fn hear<'t>(words: &mut impl Iterator<Item = &'t str>, lines: &Reader) -> Result<usize, Fault> {
        lines.parse(next(words, lines)?)
    }
}

impl Said for u8 {
    fn say(&self, words: &mut Vec<String>) {
        words.push(self.to_string());
    }

    fn hear<'t>(words: &mut impl Iterator<Item = &'t str>, lines: &Reader) -> Result<u8, Fault> {
        lines.parse(next(words, lines)?)
    }
}

impl Said for Row {
    fn say(&self, words: &mut Vec<String>) {
        self.game.say(words);
        self.outcomes.say(words);
        self.from.say(words);
        self.to.say(words);
    }

    fn hear<'t>(words: &mut impl Iterator<Item = &'t str>, lines: &Reader) -> Result<Row, Fault> {
        let (game, outcomes) = (usize::hear(words, lines)?, u8::hear(words, lines)?);
        let (from, to) = (Term::hear(words, lines)?, Term::hear(words, lines)?);
        Ok(Row { game, outcomes, from, to })
    }
}

impl Said for Choice {
    fn say(&self, words: &mut Vec<String>) {
        self.game.say(words);
        self.outcomes.say(words);
        self.heap.say(words);
    }

    fn hear<'t>(
        words: &mut impl Iterator<Item = &'t str>,
        lines: &Reader,
    ) -> Result<Choice, Fault> {
        let (game, outcomes) = (usize::hear(words, lines)?, u8::hear(words, lines)?);
        Ok(Choice { game, outcomes, heap: Term::hear(words, lines)? })
    }
}

/// Why the instances cannot all be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// An atom, by its place in the order in which they are first spoken of, is true or false.
    Split {
        /// The atom.
        atom: usize,
        /// If it is true.
        yes: Box<Tree>,
        /// If it is false.
        no: Box<Tree>,
    },
    /// What was said there, as the so manieth, is false now.
    False(usize),
    /// These inequalities, each so many times, add up to 1 <= 0 or more.
    Sum(Vec<(usize, u64)>),
}

/// The deepest tree.
const DEEPEST: usize = 3000;

impl Tree {
    fn write(&self, out: &mut Writer) {
        match self {
            Tree::Split { atom, yes, no } => {
                out.field("split", atom);
                yes.write(out);
                no.write(out);
            }
            Tree::False(place) => out.field("false", place),
            Tree::Sum(parts) => {
                let numbers = parts.iter().flat_map(|&(atom, times)| [atom as u64, times]);
                out.numbers("sum", numbers);
            }
        }
    }

    fn read(lines: &mut Reader, depth: usize) -> Result<Tree, Fault> {
        if depth > DEEPEST {
            return Err(lines.fault("the tree is too deep"));
        }
        if lines.is_next("split") {
            let atom = lines.number("split")?;
            let yes = Box::new(Tree::read(lines, depth + 1)?);
            let no = Box::new(Tree::read(lines, depth + 1)?);
            return Ok(Tree::Split { atom, yes, no });
        }
        if lines.is_next("false") {
            return Ok(Tree::False(lines.number("false")?));
        }
        let numbers: Vec<u64> = lines.numbers("sum")?;
        if !numbers.len().is_multiple_of(2) {
            return Err(lines.fault("inequalities come with how often they are added"));
        }
        Ok(Tree::Sum(numbers.chunks(2).map(|two| (two[0] as usize, two[1])).collect()))
    }
}

/// Why one sentence is true of every set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// What is used.
    pub instances: Vec<Instance>,
    /// Why that is enough.
    pub tree: Tree,
}

impl Refutation {
    pub(crate) fn write(&self, out: &mut Writer) {
        out.field("instances", self.instances.len());
        self.instances.iter().for_each(|instance| out.line(&instance.text()));
        self.tree.write(out);
    }

    pub(crate) fn read(lines: &mut Reader) -> Result<Refutation, Fault> {
        let count: usize = lines.number("instances")?;
        let mut instances = Vec::new();
        for _ in 0..count {
            let line = lines.line()?;
            instances.push(Instance::read(line, lines)?);
        }
        Ok(Refutation { instances, tree: Tree::read(lines, 0)? })
    }
}
