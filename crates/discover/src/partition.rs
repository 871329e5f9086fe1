//! Is a guess right for all positions? The partition theorem as sentences that automata decide, and the smallest position
//! at which one of them fails.
//!
//! A set A is that of the P-positions iff every position outside of A, and none inside, has an option in A (in misère
//! play: or has no option). Where this fails first, by the number of tokens, everything smaller is right by induction, so
//! that the guess is wrong about that very position: a failed proof tells something that no table has shown.

use sprague_arithmetic::{Coordinates, all, any, some_option};
use sprague_automata::{Budget, Dfa, Formula, Linear, Relations, compile};
use sprague_claim::Board;
use sprague_prove::{automata_budget, smallest};
use sprague_rules::Ruleset;
use sprague_rules::ruleset::Ending;
use sprague_task::Task;

/// The guess, in formulas.
const GUESS: &str = "guess";
/// The nim-value, as certificates call it, and another one.
pub const VALUE: &str = "v";
const OTHER: &str = "w";

/// The first position at which a set is not that of the P-positions, as a tuple; none, if it is. An error says why that was
/// not decided.
pub fn wrong_outcome(
    ruleset: &Ruleset,
    board: Board,
    set: &Dfa,
    task: &Task,
) -> Result<Option<Vec<u64>>, String> {
    let misere = match ruleset.ending {
        Ending::StuckLoses => false,
        Ending::StuckWins => true,
        Ending::Decided(_) => return Err("an ending that names a winner".into()),
    };
    let variables = board.variables();
    let mut sentences = Sentences::new(set, task);
    sentences.define(GUESS, variables.clone(), set.clone())?;
    let into = |name: &'static str| {
        some_option(ruleset, board, &|option| Formula::relation(name, option))
            .map_err(|what| format!("the prover does not know such moves: {}", what.0))
    };
    let reaches = sentences.compile(&into(GUESS)?)?;
    sentences.define("reaches", variables.clone(), reaches)?;
    let terms: Vec<Linear> = variables.iter().map(Linear::var).collect();
    let is = |name: &str| Formula::relation(name, terms.clone());
    let mut won = is("reaches");
    if misere {
        let everything = sentences.all(&variables)?;
        sentences.define("any", variables.clone(), everything)?;
        let moves = sentences.compile(&into("any")?)?;
        sentences.define("moves", variables.clone(), moves)?;
        won = any([won, is("moves").not()]);
    }
    sentences.first(&is(GUESS).iff(won), board)
}

/// The same for a relation between positions and their nim-values; the position is where it fails first.
pub fn wrong_value(
    ruleset: &Ruleset,
    board: Board,
    set: &Dfa,
    task: &Task,
) -> Result<Option<Vec<u64>>, String> {
    let mut variables = board.variables();
    let terms: Vec<Linear> = variables.iter().map(Linear::var).collect();
    let mut sentences = Sentences::new(set, task);
    variables.push(VALUE.into());
    sentences.define(GUESS, variables, set.clone())?;
    let has =
        |value: &str| Formula::relation(GUESS, [terms.clone(), vec![Linear::var(value)]].concat());
    let reached = some_option(ruleset, board, &|option| {
        Formula::relation(GUESS, [option, vec![Linear::var(OTHER)]].concat())
    });
    let reached =
        reached.map_err(|what| format!("the prover does not know such moves: {}", what.0))?;
    let reached = sentences.compile(&reached)?;
    let mut with = board.variables();
    with.push(OTHER.into());
    sentences.define("reached", with, reached)?;
    let reaches = |value: &str| {
        Formula::relation("reached", [terms.clone(), vec![Linear::var(value)]].concat())
    };
    let smaller = Linear::var(OTHER).less(Linear::var(VALUE));
    // No value; two values; an option of the same value; a smaller value that no option has.
    let broken = [
        Formula::exists([VALUE], has(VALUE)).not(),
        Formula::exists([VALUE, OTHER], all([has(VALUE), has(OTHER), smaller.clone()])),
        Formula::exists([VALUE], all([has(VALUE), reaches(VALUE)])),
        Formula::exists([VALUE, OTHER], all([has(VALUE), smaller, reaches(OTHER).not()])),
    ];
    let mut first: Option<Vec<u64>> = None;
    for sentence in broken {
        if let Some(at) = sentences.first(&sentence, board)? {
            let tokens = |tuple: &[u64]| tuple.iter().sum::<u64>();
            if first.as_ref().is_none_or(|first| tokens(&at) < tokens(first)) {
                first = Some(at);
            }
        }
    }
    Ok(first)
}

/// Sentences about named sets.
pub struct Sentences {
    relations: Relations,
    budget: Budget,
}

impl Sentences {
    /// About sets in the numeration of this one.
    pub fn new(set: &Dfa, task: &Task) -> Sentences {
        Sentences { relations: Relations::new(set.numeration()), budget: automata_budget(task) }
    }

    /// Gives a set a name.
    pub fn define(
        &mut self,
        name: &str,
        variables: Vec<sprague_automata::Variable>,
        set: Dfa,
    ) -> Result<(), String> {
        let set = set.extend(&variables, &self.budget).map_err(|blowup| blowup.to_string())?;
        self.relations.define(name, variables, set);
        Ok(())
    }

    /// The set of a formula.
    pub fn compile(&self, formula: &Formula) -> Result<Dfa, String> {
        compile(formula, &self.relations, &self.budget).map_err(|blowup| {
            let words: String = blowup.to_string().chars().take(160).collect();
            format!("too large for automata: {words}")
        })
    }

    fn all(&self, variables: &[sprague_automata::Variable]) -> Result<Dfa, String> {
        Dfa::universe(self.relations.numeration(), variables, &self.budget)
            .map_err(|blowup| blowup.to_string())
    }

    /// The first position of a set by its tokens, as a tuple.
    pub fn first(&self, formula: &Formula, board: Board) -> Result<Option<Vec<u64>>, String> {
        let set = self.compile(formula)?;
        if set.is_empty() {
            return Ok(None);
        }
        let found = smallest(set, board, &self.relations, &self.budget)
            .map_err(|blowup| blowup.to_string())?;
        let far = || "it fails far out".to_string();
        let tuple = found.ok_or_else(far)?;
        let tuple = tuple.into_iter().map(|n| u64::try_from(n).ok().filter(|&n| n < 1 << 40));
        tuple.collect::<Option<Vec<u64>>>().map(Some).ok_or_else(far)
    }
}
