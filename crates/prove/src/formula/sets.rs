//! Nim-sets of all heaps at once, as automata.
//!
//! For a game whose regularity is proved, {(n, v) : v in N(n, p)} is an automaton with n kept as a residue and a
//! quotient. Splits with a condition on the parts are built in the same way from the heaps that fulfil it:
//!
//! * all parts fulfil it: sums of such heaps alone;
//! * not all do: with one part, a heap that does not; with one part more, any heap beside such a split. (A split into
//!   two or more parts of which one does not fulfil it keeps that one when some other part is taken away.)
//!
//! *Moving along.* If N(n + 1, q + 1) = N(n, q) for one q and all n, then for all larger q, too, since N(n + 1, q + 2) is
//! the union over h of N(n + 1 - h, q + 1) nim-added to G(h), which is N(n - h, q) nim-added to G(h), whose union is N(n, q + 1).
//! From such a q on, N(n, q + i) is N(n - i, q).

use std::collections::{BTreeMap, HashMap};

use sprague_automata::residue::{Periodic, Relation};
use sprague_automata::{Blowup, Budget, Connective, Formula, Linear, Relations, Variable};

use sprague_claim::formula::games::Of;

use super::Only;
use super::heaps::Line;

/// The automata of the games that a proof speaks of.
pub struct Sets {
    /// What automata may cost.
    pub budget: Budget,
    games: HashMap<Of, Sums>,
    /// The largest number that a nim-set was nim-added to.
    pub largest_added: i64,
}

struct Sums {
    sequence: Periodic,
    graph: Relation,
    /// By the condition on the parts: one part, two parts, ...
    sums: HashMap<Option<Only>, Vec<Relation>>,
    moves_along: Option<Option<usize>>,
    /// The moduli of the conditions on parts.
    moduli: Vec<i64>,
}

/// The largest q from which on nim-sets are tried to move along.
const FEW: usize = 6;

/// Heaps of these residues from some heap on, and some before.
#[derive(Clone, Debug)]
pub struct Residues {
    /// The modulus.
    pub modulus: i64,
    /// From where on it holds.
    pub from: i64,
    /// The heaps below `from + modulus` that fulfil the condition; those from `from` on stand for all that
    /// follow them in steps of the modulus.
    pub members: Vec<i64>,
}

impl Residues {
    fn formula(&self) -> Formula {
        let n = Linear::var("n");
        Formula::or(self.members.iter().map(|&heap| match heap >= self.from {
            true => Formula::and([n.congruent(heap, self.modulus as u32), n.at_least(heap)]),
            false => n.equals(heap),
        }))
    }
}

impl Sets {
    /// No sets so far.
    pub fn new(budget: Budget) -> Sets {
        Sets { budget, games: HashMap::new(), largest_added: 0 }
    }

    /// Is the set of this game known?
    pub fn knows(&self, game: &Of) -> bool {
        self.games.contains_key(game)
    }

    /// Takes up a game whose regularity is proved.
    pub fn add(&mut self, game: &Of, line: &Line) -> Result<bool, Blowup> {
        let Some(regularity) = line.regularity else { return Ok(false) };
        let start = regularity.preperiod.max(1);
        let wide = |values: &[u32]| values.iter().map(|&value| u64::from(value)).collect();
        let sequence = Periodic {
            first: 1,
            preperiod: wide(&line.values[1..start]),
            period: wide(&line.values[start..start + regularity.period]),
            saltus: regularity.saltus.unsigned_abs(),
        };
        let graph = sequence.graph("n", "v", &self.budget)?;
        let sums = HashMap::from([(None, vec![graph.clone()])]);
        self.games.insert(
            game.clone(),
            Sums { sequence, graph, sums, moves_along: None, moduli: Vec::new() },
        );
        Ok(true)
    }

    /// The number of parts from which on nim-sets of a game move along, if that was asked; none if its nim-sets were not.
    pub fn along_from(&self, game: &Of) -> Option<Option<usize>> {
        self.games.get(game).map(|sums| sums.moves_along.flatten())
    }

    /// The moduli of the conditions on parts that were taken up.
    pub fn moduli(&self, game: &Of) -> &[i64] {
        self.games.get(game).map_or(&[], |sums| &sums.moduli)
    }

    /// The modulus of heaps in a game's automata.
    pub fn period(&self, game: &Of) -> i64 {
        self.games[game].sequence.moduli().0.into()
    }

    /// Is a condition on the parts taken up?
    pub fn knows_condition(&self, game: &Of, only: Only) -> bool {
        self.games[game].sums.contains_key(&Some(only))
    }

    /// Takes up a condition on the parts.
    pub fn condition(&mut self, game: &Of, only: Only, heaps: &Residues) -> Result<(), Blowup> {
        let budget = self.budget.clone();
        let Some(sums) = self.games.get_mut(game) else { return Ok(()) };
        sums.moduli.push(heaps.modulus);
        let (period, _) = sums.sequence.moduli();
        let formula = match only.all {
            true => heaps.formula(),
            false => heaps.formula().not(),
        };
        let heaps = Relation::new([("n", period)], &formula, &Relations::binary(), &budget)?;
        let one = sums.graph.product(&heaps, Connective::And, &budget)?;
        sums.sums.insert(Some(only), vec![one]);
        Ok(())
    }

    /// {(n, v) : v in N(n, parts)}, for one or more parts.
    pub fn sums(
        &mut self,
        game: &Of,
        parts: usize,
        only: Option<Only>,
    ) -> Result<&Relation, Blowup> {
        let budget = self.budget.clone();
        let game = self.games.get_mut(game).expect("the game was taken up");
        let all = game.sums.get_mut(&only).expect("the condition was taken up");
        let part = match only {
            Some(Only { all: true, .. }) => all[0].clone(),
            _ => game.graph.clone(),
        };
        while all.len() < parts {
            let next = all[all.len() - 1].sum_xor(&part, &budget)?;
            all.push(next);
        }
        Ok(&all[parts - 1])
    }

    /// The least q from which on N(n + 1, q + 1) = N(n, q) for all n, if it is small.
    pub fn moves_along(&mut self, game: &Of) -> Result<Option<usize>, Blowup> {
        if let Some(known) = self.games[game].moves_along {
            return Ok(known);
        }
        let budget = self.budget.clone();
        let mut found = None;
        for q in 1..=FEW {
            let here = self.sums(game, q, None)?.clone();
            let next = self.sums(game, q + 1, None)?;
            let further = BTreeMap::from([(Variable::new("n"), Linear::var("n") + 1)]);
            let moved = next.substitute(&further, here.coordinates().to_vec(), &budget)?;
            if moved.is_equivalent(&here, &budget)? {
                found = Some(q);
                break;
            }
        }
        if let Some(sums) = self.games.get_mut(game) {
            sums.moves_along = Some(found);
        }
        Ok(found)
    }

    /// {(k, v) : v in N(at + step k, parts)}, where the step is a multiple of the game's modulus.
    pub fn along(
        &mut self,
        game: &Of,
        (at, step): (i64, i64),
        parts: usize,
        only: Option<Only>,
    ) -> Result<Relation, Blowup> {
        let budget = self.budget.clone();
        let relation = self.sums(game, parts, only)?;
        let low = relation.coordinates()[1].1;
        let heap = Linear::var("k") * step + at;
        let terms = BTreeMap::from([(Variable::new("n"), heap)]);
        relation.substitute(&terms, [("k", 1), ("v", low)], &budget)
    }

    /// {(k, v) : v = at + step k}
    pub fn single(&self, at: i64, step: i64) -> Result<Relation, Blowup> {
        self.made(&Linear::var("v").equals(&(Linear::var("k") * step + at)))
    }

    /// {(k, v) : v < at + step k}
    pub fn below(&self, at: i64, step: i64) -> Result<Relation, Blowup> {
        self.made(&Linear::var("v").less(&(Linear::var("k") * step + at)))
    }

    /// The same members for all k.
    pub fn fixed(&self, members: &[i64]) -> Result<Relation, Blowup> {
        self.made(&Formula::or(members.iter().map(|&member| Linear::var("v").equals(member))))
    }

    fn made(&self, formula: &Formula) -> Result<Relation, Blowup> {
        let relation =
            Relation::new([("k", 1), ("v", 1)], formula, &Relations::binary(), &self.budget)?;
        relation.substitute(&BTreeMap::new(), [("k", 1), ("v", 1)], &self.budget)
    }

    /// Both with the same modulus of values.
    fn aligned(&self, a: &Relation, b: &Relation) -> Result<[Relation; 2], Blowup> {
        let low = |relation: &Relation| relation.coordinates()[1].1;
        let common = low(a).max(low(b));
        let to = |relation: &Relation| {
            relation.substitute(&BTreeMap::new(), [("k", 1), ("v", common)], &self.budget)
        };
        Ok([to(a)?, to(b)?])
    }

    /// Two sets, put together.
    pub fn combined(&self, a: &Relation, b: &Relation, by: Connective) -> Result<Relation, Blowup> {
        let [a, b] = self.aligned(a, b)?;
        a.product(&b, by, &self.budget)
    }

    /// Every value nim-added to a number.
    pub fn added(&mut self, set: &Relation, number: i64) -> Result<Relation, Blowup> {
        self.largest_added = self.largest_added.max(number);
        let point = Formula::and([Linear::var("k").equals(0), Linear::var("v").equals(number)]);
        let [set, point] = self.aligned(set, &self.made(&point)?)?;
        set.sum_xor(&point, &self.budget)
    }
}
