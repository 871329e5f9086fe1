//! What a claim says of all members of a family, decided: what an argument says of them ([`super::arguments`]) is a
//! function of their numbers that is periodic from some number on, so the claim is a sentence of arithmetic.

use crate::cost;
use sprague_task::Task;
use std::cell::Cell;

use sprague_automata::{Budget, Formula, Linear, Relations, Variable, compile};
use sprague_certificate::GraphsEvidence;
use sprague_rules::Outcome;
use sprague_rules::expr::{Comparison, Cond, Expr};

use super::arguments::{NO_GRAPH, Table, common, forced, mirrored, periodic, points};
use sprague_arithmetic::{Inexpressible, Scene, all, any};
use sprague_claim::graphs::board::{Boards, Chips, Part, Range, Source};
use sprague_claim::graphs::{OnGraphs, Saying};
use sprague_claim::{Condition, Number};

/// What came of trying.
pub enum Proof {
    Complete {
        by: &'static str,
        steps: Vec<String>,
        states: usize,
        evidence: Option<GraphsEvidence>,
    },
    /// It is not so where the names have these values.
    Broken { values: Vec<i64> },
}

/// Decides the claim for all values of its names.
pub fn prove(said: &OnGraphs, boards: &Boards, task: &Task) -> Result<Proof, String> {
    if boards.ranges.is_empty() && matches!(boards.source, Source::Sum(_)) {
        let evidence = Some(GraphsEvidence::Computation);
        return Ok(Proof::Complete { by: "computation", steps: Vec::new(), states: 0, evidence });
    }
    if !boards.ranges.iter().any(Range::is_endless) {
        return Err("only these were looked at".into());
    }
    let unknown = || "no argument for all of them is known".to_string();
    let Source::Sum(parts) = &boards.source else { return Err(unknown()) };
    let [Part::Family { family, numbers, .. }] = &parts[..] else { return Err(unknown()) };
    if said.misere || !said.game.on_edges() {
        return Err(unknown());
    }
    let outcomes = matches!(said.saying, Saying::Exactly(_) | Saying::If { .. });
    let single = boards.chips == Chips::Each(Expr::Const(1));
    let mirrored = || mirrored(*family, numbers, &boards.chips, said.game);
    let forced = || forced(*family, numbers, &boards.chips, said.game);
    let (by, evidence, tables) = if let Some(table) = outcomes.then(mirrored).flatten() {
        ("mirroring", Some(GraphsEvidence::Mirroring), vec![table])
    } else if let Some(table) = outcomes.then(forced).flatten() {
        ("forcing", Some(GraphsEvidence::Forcing), vec![table])
    } else if single {
        let tables = periodic(boards, (*family, numbers), outcomes, task)?;
        ("periodicity", common(&tables), tables)
    } else {
        return Err(unknown());
    };
    let prover = Prover::new(boards, task);
    prover.decide(said, &tables, (by, evidence)).map_err(|Inexpressible(why)| why)
}

/// Decides sentences about the names of a claim.
struct Prover<'b> {
    boards: &'b Boards,
    names: Vec<Linear>,
    fresh: Cell<usize>,
    budget: Budget,
}

impl<'b> Prover<'b> {
    fn new(boards: &'b Boards, task: &Task) -> Prover<'b> {
        let names = (0..boards.ranges.len()).map(|i| Linear::var(variable(i))).collect();
        let budget = cost::automata(task);
        Prover { boards, names, fresh: Cell::new(0), budget }
    }

    fn scene(&self) -> Scene<'_> {
        Scene { slots: &self.names, before: &[], chosen: &[], after: &[], fresh: &self.fresh }
    }

    /// Names stand for natural numbers in what is decided; may one of them be less?
    fn goes_below_zero(&self) -> Result<bool, Inexpressible> {
        let less = |number: &Expr| Cond::Compare(Comparison::Less, number.clone(), Expr::Const(0));
        for (slot, range) in self.boards.ranges.iter().enumerate() {
            let below = match &range.members {
                Some(members) => members.iter().any(|&member| member < 0),
                None => {
                    let least = self.scene().formula(&less(&range.least))?;
                    self.least(&all([self.ranges(slot)?, least]))?.1.is_some()
                }
            };
            if below {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The values of the names that the claim speaks of.
    fn domain(&self) -> Result<Formula, Inexpressible> {
        self.ranges(self.boards.ranges.len())
    }

    /// The ranges of the first names.
    fn ranges(&self, names: usize) -> Result<Formula, Inexpressible> {
        let mut parts = Vec::new();
        for (slot, range) in self.boards.ranges[..names].iter().enumerate() {
            let least = Cond::Compare(Comparison::AtMost, range.least.clone(), Expr::Slot(slot));
            parts.push(self.scene().formula(&least)?);
            if let Some(most) = &range.most {
                let most = Cond::Compare(Comparison::AtMost, Expr::Slot(slot), most.clone());
                parts.push(self.scene().formula(&most)?);
            }
            if let Some(members) = &range.members {
                let members = Cond::InSet(Expr::Slot(slot), members.clone());
                parts.push(self.scene().formula(&members)?);
            }
        }
        Ok(all(parts))
    }

    /// Where the tables have this value.
    fn has(&self, tables: &[Table], wanted: u32) -> Result<Formula, Inexpressible> {
        let mut cases = Vec::new();
        for table in tables {
            let points = points(table.numbers.len(), table.threshold + table.period);
            for (point, _) in points.iter().zip(&table.values).filter(|(_, v)| **v == wanted) {
                let mut parts = Vec::new();
                for (number, &n) in table.numbers.iter().zip(point) {
                    parts.push(self.scene().formula(&alike(number, n, table))?);
                }
                if let Some((number, members)) = &table.fixed {
                    let fixed = Cond::InSet(number.clone(), members.clone());
                    parts.push(self.scene().formula(&fixed)?);
                }
                cases.push(all(parts));
            }
        }
        Ok(any(cases))
    }

    fn decide(
        &self,
        said: &OnGraphs,
        tables: &[Table],
        (by, evidence): (&'static str, Option<GraphsEvidence>),
    ) -> Result<Proof, Inexpressible> {
        let names = self.boards.ranges.len();
        let formula = |condition: &Condition| {
            let refuse = |why: &str| Err(Inexpressible(why.into()));
            match (condition.mentions_beyond(names), !condition.metallic().is_empty()) {
                (true, _) => refuse("it speaks of properties of graphs"),
                (_, true) => refuse("golden pairs are not decided for graphs"),
                _ => self.scene().claimed(condition),
            }
        };
        if self.goes_below_zero()? {
            return Err(Inexpressible("names below 0 are not decided for graphs".into()));
        }
        let domain = all([self.domain()?, formula(&said.suppose)?]);
        let values = tables.iter().flat_map(|table| &table.values).copied();
        let most = values.filter(|&value| value != NO_GRAPH).max().unwrap_or(0);
        let levels = (0..=most).map(|v| self.has(tables, v)).collect::<Result<Vec<_>, _>>()?;
        let lost = levels[0].clone();
        let wrong = match &said.saying {
            Saying::Exactly(condition) => lost.iff(formula(condition)?).not(),
            Saying::If { outcome: Outcome::P, condition } => all([formula(condition)?, lost.not()]),
            Saying::If { condition, .. } => all([formula(condition)?, lost]),
            Saying::NimValue(Number::Plain(expr)) if !expr_beyond(expr, names) => {
                let level = |(v, level): (usize, &Formula)| {
                    let is = self.scene().formula(&equal(expr.clone(), v))?;
                    Ok::<_, Inexpressible>(all([level.clone(), is.not()]))
                };
                any(levels.iter().enumerate().map(level).collect::<Result<Vec<_>, _>>()?)
            }
            _ => return Err(Inexpressible("this kind of statement is not decided".into())),
        };
        let mut steps: Vec<String> = tables.iter().map(words).collect();
        let uncovered = all([domain.clone(), any(levels).not()]);
        if self.least(&uncovered)?.1.is_some() {
            return Err(Inexpressible("not all of them are covered".into()));
        }
        let (states, least) = self.least(&all([domain, wrong]))?;
        steps.push(format!("a member other than claimed: {states} states"));
        Ok(match least {
            Some(values) => Proof::Broken { values },
            None => Proof::Complete { by, steps, states, evidence },
        })
    }

    /// The states of the automaton, and its least member.
    fn least(&self, formula: &Formula) -> Result<(usize, Option<Vec<i64>>), Inexpressible> {
        let blowup = |blowup| Inexpressible(format!("too large for automata: {blowup}"));
        let set = compile(formula, &Relations::binary(), &self.budget).map_err(blowup)?;
        if set.is_empty() {
            return Ok((set.states(), None));
        }
        let far = || Inexpressible("it fails far out".into());
        let (least, tracks) = (set.least().ok_or_else(far)?, set.tracks().to_vec());
        let value = |slot: usize| match tracks.iter().position(|track| *track == variable(slot)) {
            Some(place) => i64::try_from(least[place]).map_err(|_| far()),
            None => Ok(0),
        };
        let values = (0..self.names.len()).map(value).collect::<Result<_, _>>()?;
        Ok((set.states(), Some(values)))
    }
}

fn variable(slot: usize) -> Variable {
    Variable::from(format!("x{slot}"))
}

fn expr_beyond(expr: &Expr, names: usize) -> bool {
    Number::Plain(expr.clone()).mentions_beyond(names)
}

fn equal(expr: Expr, value: usize) -> Cond {
    Cond::Compare(Comparison::Equal, expr, Expr::Const(value as i64))
}

/// Is the number alike to this entry of the box?
fn alike(number: &Expr, entry: usize, table: &Table) -> Cond {
    if entry < table.threshold {
        return equal(number.clone(), entry);
    }
    let far =
        Cond::Compare(Comparison::AtMost, Expr::Const(table.threshold as i64), number.clone());
    let period = Expr::Const(table.period as i64);
    let rest = Expr::Mod(Box::new(number.clone()), Box::new(period));
    Cond::And(vec![far, equal(rest, entry % table.period)])
}

fn words(table: &Table) -> String {
    let fixed = table.fixed.as_ref();
    let fixed = fixed.map_or(String::new(), |(_, k)| format!(" for lengths {k:?}"));
    format!("values from {} on with period {}{fixed}", table.threshold, table.period)
}
