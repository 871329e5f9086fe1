//! Lines of a proof or table: positions with numbers left open, `2,4k+1 -> 1,4k+1 wins for k: k >= 1`.
//!
//! Every line is looked at for small numbers first. Then the P-positions of the whole board are learned and proved
//! as automata ([`crate::prove`]), and each line becomes a sentence: for all of its numbers that fulfil its
//! condition, the terms of its positions are none of them below 0, their sorted differences lie in that set, or lead
//! into it by a move, as the line says. A line that is not of outcomes and options, such as a nim-value with a number
//! left open, is not proved.

mod sentence;

use crate::cost;
use sprague_task::Task;
use std::collections::HashMap;

use sprague_certificate::{Evidence, ListedEvidence};
use sprague_rules::expr::Expr;
use sprague_rules::position::canonical;
use sprague_rules::{Options, Outcome, Player, Ruleset, write_position};
use sprague_solve::{Question, Reference, Wanted};

use sprague_claim::claim::{Line, OfLine};
use sprague_claim::condition::value_of;
use sprague_claim::{Claim, Sight};

use crate::check::deep_enough;
use crate::finding::{Finding, Trace};
use sentence::{Broken, Proved, prove};

/// Largest numbers that are put into a line, by how many are left open.
const PUT_IN: [u32; 4] = [0, 60, 30, 14];

pub fn judge(
    claim: &Claim,
    ruleset: &Ruleset,
    lines: &[Line],
    task: &Task,
    judgement: &mut Trace,
) -> Finding {
    let instances = match instances(claim, lines, task) {
        Ok(instances) => instances,
        Err(verdict) => return verdict,
    };
    let positions: Vec<&[u32]> = instances.iter().flat_map(|i| i.positions()).collect();
    let valued = lines.iter().any(|line| matches!(line.saying, OfLine::NimValue(_)));
    let wanted = if valued { Wanted::NimValues } else { Wanted::Outcomes };
    let (budget, watch) = (cost::budget(task), task.watch());
    let question = Question::about_positions(ruleset, positions.iter().copied()).wanted(wanted);
    let mut solver = match question.budget(&budget).watch(&watch).solver() {
        Ok(solver) => solver,
        Err(refusal) => return Finding::Undecided { why: refusal.to_string() },
    };
    let options = Options::new(ruleset);
    let mut lasting = Lasting { options, known: HashMap::new(), task };
    for instance in &instances {
        let outcome = |p: &[u32]| solver.outcome(p).map_err(|refusal| refusal.to_string());
        let wrong = match &instance.said {
            Said::NimValue(value) => match solver.nim_value(&instance.from) {
                Err(refusal) => Err(refusal.to_string()),
                Ok(truly) => Ok(truly.map(i64::from) != Some(*value)),
            },
            Said::Lasts(moves) => deep_enough(&instance.from, || lasting.moves(&instance.from))
                .map(|truly| truly != *moves)
                .ok_or_else(|| "the longest play was not found in time".to_string()),
            said => instance.wrong(ruleset, said, outcome),
        };
        match wrong {
            Err(why) => return Finding::Undecided { why },
            Ok(false) => {}
            Ok(true) => return instance.refuted(ruleset, &lines[instance.line]),
        }
    }
    if lines.iter().all(|line| line.names.is_empty()) {
        let evidence = Some(Evidence::Listed(ListedEvidence::Computation));
        return Finding::Proved { by: "computation", evidence };
    }
    match prove(ruleset, lines, task, judgement) {
        Ok(Proved::All(set)) => {
            let evidence = set.map(|set| Evidence::Listed(ListedEvidence::Lines(set)));
            Finding::Proved { by: "learned automaton", evidence }
        }
        Ok(Proved::Broken(broken)) => {
            let line = &lines[broken.line];
            confirmed(ruleset, line, &broken).unwrap_or_else(|| Finding::Holds {
                region: region_words(claim, lines),
                why: format!("the proof breaks far out, in the line `{}`", line.text),
            })
        }
        Err(why) => Finding::Holds { region: region_words(claim, lines), why },
    }
}

/// Positions below a broken line that the plain recursion goes through.
const CONFIRMED: u64 = 300_000;

/// The refutation where a proof broke, if the plain recursion can follow.
fn confirmed(ruleset: &Ruleset, line: &Line, broken: &Broken) -> Option<Finding> {
    let numbers: Vec<i64> =
        broken.numbers.iter().map(|&n| i64::try_from(n).ok()).collect::<Option<_>>()?;
    let (from, said) = instance(line, &numbers).ok()?;
    let below = from.iter().map(|&size| u64::from(size) + 1).fold(1, u64::saturating_mul);
    let tokens: u64 = from.iter().map(|&size| u64::from(size)).sum();
    if below > CONFIRMED || tokens > 2000 {
        return None;
    }
    let verdict = Instance { line: broken.line, numbers, from, said }.refuted(ruleset, line);
    matches!(verdict, Finding::Refuted { .. }).then_some(verdict)
}

fn largest(claim: &Claim, names: usize) -> u32 {
    claim.check_to.unwrap_or(PUT_IN.get(names).copied().unwrap_or(6))
}

fn region_words(claim: &Claim, lines: &[Line]) -> String {
    let most = lines.iter().map(|line| line.names.len()).max().unwrap_or(0);
    format!("{} lines, numbers up to {}", lines.len(), largest(claim, most))
}

/// A line with numbers put in.
struct Instance {
    line: usize,
    numbers: Vec<i64>,
    from: Vec<u32>,
    said: Said,
}

enum Said {
    Outcome(Outcome),
    NimValue(i64),
    Option(Vec<u32>),
    Winning(Vec<u32>),
    Options(Vec<Vec<u32>>),
    Lasts(i64),
}

impl Instance {
    fn positions(&self) -> Vec<&[u32]> {
        let there: Vec<&[u32]> = match &self.said {
            Said::Option(to) | Said::Winning(to) => vec![to],
            Said::Options(all) => all.iter().map(Vec::as_slice).collect(),
            Said::Outcome(_) | Said::NimValue(_) | Said::Lasts(_) => Vec::new(),
        };
        [vec![self.from.as_slice()], there].concat()
    }

    /// Is it otherwise? Nim-values and the length of play are looked at elsewhere.
    fn wrong(
        &self,
        ruleset: &Ruleset,
        said: &Said,
        mut outcome: impl FnMut(&[u32]) -> Result<Outcome, String>,
    ) -> Result<bool, String> {
        let options = |from: &[u32]| {
            let options = Options::new(ruleset);
            let mut list: Vec<Vec<u32>> =
                Player::BOTH.iter().flat_map(|&player| options.list(from, player)).collect();
            list.sort();
            list.dedup();
            list
        };
        Ok(match said {
            Said::Outcome(stated) => outcome(&self.from)? != *stated,
            Said::Option(to) => !options(&self.from).contains(to),
            Said::Winning(to) => {
                !options(&self.from).contains(to) || {
                    let truly = outcome(to)?;
                    truly.first_wins(Player::Left) && truly.first_wins(Player::Right)
                }
            }
            Said::Options(stated) => {
                let mut stated = stated.clone();
                stated.sort();
                stated.dedup();
                options(&self.from) != stated
            }
            Said::NimValue(_) | Said::Lasts(_) => false,
        })
    }

    /// The refutation, confirmed by the plain recursion.
    fn refuted(&self, ruleset: &Ruleset, line: &Line) -> Finding {
        deep_enough(&self.from, || Some(self.plainly_refuted(ruleset, line))).unwrap_or_else(|| {
            let why = format!("{} is too deep to be confirmed", write_position(&self.from));
            Finding::Undecided { why }
        })
    }

    fn plainly_refuted(&self, ruleset: &Ruleset, line: &Line) -> Finding {
        let mut reference = Reference::new(ruleset);
        let shown = match &self.said {
            Said::NimValue(_) => format!("its nim-value is {}", reference.nim_value(&self.from)),
            Said::Lasts(_) => "its longest play has another number of moves".to_string(),
            said => {
                if self.wrong(ruleset, said, |p| Ok(reference.outcome(p))) != Ok(true) {
                    let why = format!("two solvers disagree at {}", write_position(&self.from));
                    return Finding::Undecided { why };
                }
                match said {
                    Said::Outcome(_) => format!("it is {}", reference.outcome(&self.from)),
                    Said::Winning(to) => {
                        let (there, outcome) = (write_position(to), reference.outcome(to));
                        format!("{there} is {outcome}, or no option")
                    }
                    Said::Option(to) => format!("{} is not an option", write_position(to)),
                    _ => "its options are others".to_string(),
                }
            }
        };
        let put_in = put_in(line, &self.numbers);
        let shown = format!("{shown} (in the line `{}`{put_in})", line.text);
        let evidence = counterexample(self.line, &self.numbers);
        Finding::Refuted { witness: self.from.clone().into(), shown, evidence }
    }
}

/// Every line with all small numbers put in. A position with a pile below 0 refutes its line.
fn instances(claim: &Claim, lines: &[Line], task: &Task) -> Result<Vec<Instance>, Finding> {
    let mut all = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let most = largest(claim, line.names.len());
        let mut tuples: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in &line.names {
            if tuples.len() as u64 * (u64::from(most) + 1) > task.limits().positions.max(60_000) {
                let why = format!("too many numbers to put into the line `{}`", line.text);
                return Err(Finding::Undecided { why });
            }
            let longer =
                |head: Vec<i64>| (0..=i64::from(most)).map(move |n| [&head[..], &[n]].concat());
            tuples = tuples.into_iter().flat_map(longer).collect();
        }
        tuples.sort_by_key(|tuple| tuple.iter().sum::<i64>());
        let before = all.len();
        for numbers in tuples.into_iter().filter(|numbers| line.when.holds(Sight::of(numbers))) {
            let put_in = put_in(line, &numbers);
            match instance(line, &numbers) {
                Ok((from, said)) => all.push(Instance { line: index, numbers, from, said }),
                Err(Misfit::Below) => {
                    let witness = position(&line.from, &numbers).unwrap_or_default();
                    let shown = format!("a pile below 0 (in the line `{}`{put_in})", line.text);
                    let evidence = counterexample(index, &numbers);
                    return Err(Finding::Refuted { witness: witness.into(), shown, evidence });
                }
                Err(Misfit::Huge) => {
                    let why = format!("a pile is too large (in the line `{}`{put_in})", line.text);
                    return Err(Finding::Undecided { why });
                }
            }
        }
        if all.len() == before {
            let why = format!("the line `{}` speaks of no position up to {most}", line.text);
            return Err(Finding::Undecided { why });
        }
    }
    Ok(all)
}

/// What the checker needs to see that a line is false for these numbers.
fn counterexample(place: usize, numbers: &[i64]) -> Option<Evidence> {
    let numbers = numbers.iter().map(|&n| u32::try_from(n)).collect::<Result<_, _>>().ok()?;
    Some(Evidence::Listed(ListedEvidence::Counterexample { place, numbers }))
}

/// The numbers put into a line, in words.
fn put_in(line: &Line, numbers: &[i64]) -> String {
    line.names.iter().zip(numbers).map(|(name, number)| format!(", {name} = {number}")).collect()
}

/// Why numbers are no position.
enum Misfit {
    Below,
    Huge,
}

/// The position that the piles stand for, if none is below 0 or beyond what a pile can be.
fn position(piles: &[Expr], numbers: &[i64]) -> Result<Vec<u32>, Misfit> {
    let sizes: Vec<i64> = piles.iter().map(|pile| value_of(pile, Sight::of(numbers))).collect();
    if sizes.iter().any(|&size| size < 0) {
        return Err(Misfit::Below);
    }
    let sizes = sizes.into_iter().map(|size| u32::try_from(size).map_err(|_| Misfit::Huge));
    let mut sizes: Vec<u32> = sizes.collect::<Result<_, _>>()?;
    canonical(&mut sizes);
    Ok(sizes)
}

fn instance(line: &Line, numbers: &[i64]) -> Result<(Vec<u32>, Said), Misfit> {
    let position = |piles: &Vec<Expr>| position(piles, numbers);
    let said = match &line.saying {
        OfLine::Outcome(outcome) => Said::Outcome(*outcome),
        OfLine::NimValue(value) => Said::NimValue(value_of(value, Sight::of(numbers))),
        OfLine::Option(to) => Said::Option(position(to)?),
        OfLine::Winning(to) => Said::Winning(position(to)?),
        OfLine::Options(all) => Said::Options(all.iter().map(position).collect::<Result<_, _>>()?),
        OfLine::Lasts(moves) => Said::Lasts(value_of(moves, Sight::of(numbers))),
    };
    Ok((position(&line.from)?, said))
}

/// How many moves the longest play has, whoever moves.
struct Lasting<'r> {
    options: Options,
    known: HashMap<Vec<u32>, i64>,
    task: &'r Task,
}

impl Lasting<'_> {
    /// None, if there is no more time.
    fn moves(&mut self, position: &[u32]) -> Option<i64> {
        if let Some(&known) = self.known.get(position) {
            return Some(known);
        }
        if !self.task.goes_on() {
            return None;
        }
        let options = Player::BOTH.map(|player| self.options.list(position, player)).concat();
        let mut longest = 0;
        for option in &options {
            longest = longest.max(1 + self.moves(option)?);
        }
        self.known.insert(position.to_vec(), longest);
        Some(longest)
    }
}

/// The positions that a line speaks of.
fn positions(line: &Line) -> Vec<&Vec<Expr>> {
    let there = match &line.saying {
        OfLine::Option(to) | OfLine::Winning(to) => vec![to],
        OfLine::Options(all) => all.iter().collect(),
        OfLine::Outcome(_) | OfLine::NimValue(_) | OfLine::Lasts(_) => Vec::new(),
    };
    [vec![&line.from], there].concat()
}
