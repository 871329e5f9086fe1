//! **Beside any position: context closure.** `adding A keeps the outcome`, of every position G that is not empty, with any
//! number of piles of any size; perhaps only of those with a pile of at least c.
//!
//! Moves take one token from each of some piles, or from each pile, on no condition. What a move of C + G does is then one thing in C and one
//! in G: from G it takes a token from each of exactly j piles, or of at least j, or from every pile, or nothing. Call these
//! *demands*; what is left of C is again a context. So take A and the empty context, and all that is left of them in this way: finitely many
//! contexts. The *row* of G says for each context C whether C + G is P. It is a function of the rows of the options of G, for each demand,
//! and of those only whether there is one, and which contexts are P beside one of them.
//!
//! The rows of positions 1, ..., 1 and of positions 1, ..., 1, 2 are computed one after the other, until what the next ones depend on comes again. All
//! other positions keep a pile of 2 or more when one token is taken, and they lead to 1, ..., 1 only if tokens are taken from two piles or
//! more. So beginning without rows of these, add the rows that arise from any choice of known rows for each demand, until there are no more. More
//! choices are made than positions have, but every position has one of these rows, by induction on tokens: if in all of them the
//! entries of A and of the empty context agree, the claim is proved.

use std::collections::{BTreeMap, BTreeSet};

use sprague_claim::Condition;
use sprague_claim::claim::{OnPiles, Says};
use sprague_claim::meaning::with_piles;
use sprague_rules::expr::{Aggregate, Comparison, Cond, Expr, Piles};
use sprague_rules::ruleset::{Amount, Ending, MoveAct};
use sprague_rules::{Ruleset, Shape};
use sprague_task::Task;

use crate::Rejection;

/// Contexts, each a bit of a row.
const MOST_CONTEXTS: usize = 64;
const MOST_TOKENS: u64 = 60;
const MOST_ROWS: usize = 400;
const MOST_CHOICES: usize = 1_000_000;
/// How many piles of 1 are looked at, until rows repeat.
const MOST_ONES: usize = 300;

/// Decides it.
pub(crate) fn check(on: &OnPiles, task: &Task) -> Result<(), Rejection> {
    let Says::Adding(added) = &on.says else {
        return Err(Rejection::new("this is for claims that piles may be added"));
    };
    let least = pile_supposed(&on.suppose)
        .ok_or_else(|| Rejection::new("the claim supposes more than a pile of some size"))?;
    if on.least < 1 {
        return Err(Rejection::new("this is for positions that are not empty"));
    }
    let moves = Moves::of(&on.ruleset)
        .ok_or_else(|| Rejection::new("moves take more than single tokens, or look at piles"))?;
    let added = with_piles(&[], added);
    let contexts = Contexts::of(moves, &added)?;
    let (ones, twos) = contexts.chains(task)?;
    let others = contexts.others(&ones, &twos, task)?;
    let (none, all) = (contexts.place(&[])?, contexts.place(&added)?);
    let right = |row: &Row| row >> none & 1 == row >> all & 1;
    // Positions with a pile of 3 or more are among the others.
    let ones = ones.iter().filter(|_| least <= 1);
    let twos = twos.iter().filter(|_| least <= 2);
    match ones.chain(twos).chain(&others).all(right) {
        true => Ok(()),
        false => Err(Rejection::new("the rows of what may stand beside are not all alike there")),
    }
}

/// `largest >= c`, or nothing: the least size of a pile that there must be.
fn pile_supposed(suppose: &Condition) -> Option<u32> {
    let largest = Expr::Of(Aggregate::Max, Piles::Before);
    match suppose {
        Condition::Plain(Cond::Always) => Some(1),
        Condition::Plain(Cond::Compare(comparison, Expr::Const(c), other)) if *other == largest => {
            let least = match comparison {
                Comparison::AtMost => *c,
                Comparison::Less => c.checked_add(1)?,
                _ => return None,
            };
            u32::try_from(least.max(1)).ok()
        }
        _ => None,
    }
}

/// Which contexts are P beside a position: bit by bit.
type Row = u64;

/// From how many piles of the position beside a context a move takes one token each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Demand {
    Exactly(usize),
    AtLeast(usize),
    All,
}

/// A kind of move: one token from each of so many piles, or any number from so many on; or from each.
#[derive(Clone, Copy, Debug)]
enum Taking {
    Some(usize, Option<usize>),
    All,
}

/// What a move leaves of a context, and what it demands of the position beside it.
type Part = (Vec<u32>, Option<Demand>);

struct Moves {
    takings: Vec<Taking>,
    misere: bool,
}

impl Moves {
    fn of(ruleset: &Ruleset) -> Option<Moves> {
        let misere = match ruleset.ending {
            Ending::StuckLoses => false,
            Ending::StuckWins => true,
            Ending::Decided(_) => return None,
        };
        if !ruleset.same_moves() || ruleset.shape != (Shape::Piles { at_most: None }) {
            return None;
        }
        let one = |amount: &Amount| *amount == Amount::Fixed(Expr::Const(1));
        let taking = |act: &MoveAct| match act {
            MoveAct::Take(takes) if takes.iter().all(|(_, amount)| one(amount)) => {
                Some(Taking::Some(takes.len(), Some(takes.len())))
            }
            MoveAct::TakeEach { amount, least, most } if one(amount) => {
                Some(Taking::Some((*least).max(1), *most))
            }
            MoveAct::TakeAll { amount } if one(amount) => Some(Taking::All),
            _ => None,
        };
        let free = ruleset.moves.iter().all(|m| m.condition == Cond::Always);
        let takings = ruleset.moves.iter().map(|m| taking(&m.act)).collect::<Option<_>>()?;
        free.then_some(Moves { takings, misere })
    }

    /// What moves can leave of a context, and what they then demand of the position beside it: nothing, or something.
    fn parts(&self, context: &[u32]) -> BTreeSet<Part> {
        let mut parts = BTreeSet::new();
        for taking in &self.takings {
            let Taking::Some(least, most) = *taking else {
                let left: Vec<u32> = context.iter().map(|pile| pile - 1).collect();
                parts.insert((with_piles(&[], &left), Some(Demand::All)));
                continue;
            };
            for inside in 0..=context.len().min(most.unwrap_or(usize::MAX)) {
                let wanted = least.saturating_sub(inside);
                for left in lowered(context, inside) {
                    if inside >= least {
                        parts.insert((left.clone(), None));
                    }
                    match most {
                        None => {
                            parts.insert((left, Some(Demand::AtLeast(wanted.max(1)))));
                        }
                        Some(most) => {
                            let demands = (wanted.max(1)..=most - inside).map(Demand::Exactly);
                            parts.extend(demands.map(|demand| (left.clone(), Some(demand))));
                        }
                    }
                }
            }
        }
        parts
    }
}

/// What is left when one token is taken from each of so many piles.
fn lowered(piles: &[u32], many: usize) -> BTreeSet<Vec<u32>> {
    if many == 0 {
        return BTreeSet::from([piles.to_vec()]);
    }
    let mut left = BTreeSet::new();
    if piles.len() < many {
        return left;
    }
    let (pile, rest) = (piles[0], &piles[1..]);
    left.extend(lowered(rest, many - 1).iter().map(|other| with_piles(other, &[pile - 1])));
    left.extend(lowered(rest, many).iter().map(|other| with_piles(other, &[pile])));
    left
}

struct Contexts {
    contexts: Vec<Vec<u32>>,
    /// For each context what moves leave of it, by place, with what they demand, by place.
    parts: Vec<Vec<(usize, Option<usize>)>>,
    demands: Vec<Demand>,
    misere: bool,
}

impl Contexts {
    fn of(moves: Moves, added: &[u32]) -> Result<Contexts, Rejection> {
        let too_many = || Rejection::new("there are too many contexts");
        if added.iter().map(|&pile| u64::from(pile)).sum::<u64>() > MOST_TOKENS {
            return Err(too_many());
        }
        let large = |taking: &Taking| match taking {
            Taking::Some(least, most) => least.max(&most.unwrap_or(0)) > &16,
            Taking::All => false,
        };
        if moves.takings.iter().any(large) {
            return Err(Rejection::new("moves take from too many piles"));
        }
        let mut found: BTreeMap<Vec<u32>, BTreeSet<Part>> = BTreeMap::new();
        let mut waiting = vec![Vec::new(), added.to_vec()];
        while let Some(context) = waiting.pop() {
            if found.contains_key(&context) {
                continue;
            }
            if found.len() == MOST_CONTEXTS {
                return Err(too_many());
            }
            let parts = moves.parts(&context);
            waiting.extend(parts.iter().map(|(left, _)| left.clone()));
            found.insert(context, parts);
        }
        // Fewer tokens come first, so that what is left of a context stands before it, or is the same.
        let mut contexts: Vec<Vec<u32>> = found.keys().cloned().collect();
        contexts.sort_by_key(|context| (context.iter().sum::<u32>(), context.clone()));
        let wanted = found.values().flatten().filter_map(|(_, demand)| *demand);
        let demands: Vec<Demand> = wanted.collect::<BTreeSet<_>>().into_iter().collect();
        let place = |context: &[u32]| contexts.iter().position(|known| known == context);
        let demanded = |demand: &Demand| demands.iter().position(|known| known == demand);
        let mut parts = Vec::new();
        for context in &contexts {
            let of = found[context].iter().map(|(left, demand)| {
                let left = place(left).ok_or_else(too_many)?;
                Ok((left, demand.as_ref().and_then(demanded)))
            });
            parts.push(of.collect::<Result<Vec<_>, Rejection>>()?);
        }
        Ok(Contexts { contexts, parts, demands, misere: moves.misere })
    }

    fn place(&self, context: &[u32]) -> Result<usize, Rejection> {
        let place = self.contexts.iter().position(|known| known == context);
        place.ok_or_else(|| Rejection::new("a context is missing"))
    }

    /// The row of a position with piles, where for each demand this is what is P beside some option; none, if there is no option.
    fn row(&self, answers: &[Option<Row>]) -> Row {
        self.filled(|row, _, left, demand| match demand {
            None => Some(row >> left & 1 == 1),
            Some(demand) => answers[demand].map(|answer| answer >> left & 1 == 1),
        })
    }

    /// The row of the empty position, beside which a context moves alone; taking from every pile is then taking from its own.
    fn row_of_nothing(&self) -> Row {
        self.filled(|row, place, left, demand| {
            let alone = demand.is_none_or(|demand| self.demands[demand] == Demand::All);
            (alone && left != place).then_some(row >> left & 1 == 1)
        })
    }

    /// Context by context: is there such a move, and is what it leads to P?
    fn filled(&self, leads: impl Fn(Row, usize, usize, Option<usize>) -> Option<bool>) -> Row {
        let mut row: Row = 0;
        for (place, parts) in self.parts.iter().enumerate() {
            let options =
                parts.iter().filter_map(|&(left, demand)| leads(row, place, left, demand));
            let (mut stuck, mut wins) = (true, false);
            for lost in options {
                stuck = false;
                wins |= lost;
            }
            let wins = wins || self.misere && stuck;
            row |= Row::from(!wins) << place;
        }
        row
    }

    /// The rows of all positions 1, ..., 1, and of all positions 1, ..., 1, 2.
    fn chains(&self, task: &Task) -> Result<(BTreeSet<Row>, BTreeSet<Row>), Rejection> {
        let nothing = self.row_of_nothing();
        // By the number of piles of 1; without any, the first chain begins with the empty position.
        let (mut ones, mut twos) = (vec![nothing], Vec::<Row>::new());
        // What a demand reaches lies so far back at most, or is all there is further back.
        let window = self.demands.iter().map(|demand| match demand {
            Demand::Exactly(many) | Demand::AtLeast(many) => *many,
            Demand::All => 1,
        });
        let window = window.max().unwrap_or(1) + 1;
        let mut seen = BTreeSet::new();
        for many in 1..MOST_ONES {
            task.spend((self.demands.len() * self.contexts.len()) as u64)?;
            let of_ones = |demand: &Demand| match demand {
                Demand::Exactly(j) => many.checked_sub(*j).map(|left| ones[left]),
                Demand::AtLeast(j) => any(&ones, many.checked_sub(*j)),
                Demand::All => Some(nothing),
            };
            let row = self.row(&self.demands.iter().map(of_ones).collect::<Vec<_>>());
            ones.push(row);
            // With one pile of 2 beside many - 1 of 1: it becomes a pile of 1, or stays.
            let beside = many - 1;
            let of_twos = |demand: &Demand| match demand {
                Demand::Exactly(j) => {
                    let becomes = (beside + 1).checked_sub(*j).map(|left| ones[left + 1]);
                    let stays = beside.checked_sub(*j).map(|left| twos[left]);
                    either(becomes, stays)
                }
                Demand::AtLeast(j) => {
                    let most = (beside + 1).checked_sub(*j);
                    let becomes = most.and_then(|most| any(&ones[1..], Some(most)));
                    either(becomes, any(&twos, beside.checked_sub(*j)))
                }
                Demand::All => Some(ones[1]),
            };
            let row = self.row(&self.demands.iter().map(of_twos).collect::<Vec<_>>());
            twos.push(row);
            if twos.len() > window + 1 {
                // What is further back than the window is seen all together.
                let back = twos.len() - window;
                let key = (
                    ones[ones.len() - window..].to_vec(),
                    twos[back..].to_vec(),
                    ones[..ones.len() - window].iter().fold(0, |all, row| all | row),
                    ones[1..ones.len() - window].iter().fold(0, |all, row| all | row),
                    twos[..back].iter().fold(0, |all, row| all | row),
                );
                if !seen.insert(key) {
                    return Ok((ones[1..].iter().copied().collect(), twos.into_iter().collect()));
                }
            }
        }
        Err(Rejection::new("the rows of many piles of 1 do not repeat soon enough"))
    }

    /// The rows of all other positions, and perhaps of none.
    fn others(
        &self,
        ones: &BTreeSet<Row>,
        twos: &BTreeSet<Row>,
        task: &Task,
    ) -> Result<BTreeSet<Row>, Rejection> {
        let mut rows: BTreeSet<Row> = BTreeSet::new();
        loop {
            let before = rows.len();
            let choices: Vec<Vec<Option<Row>>> = self
                .demands
                .iter()
                .map(|demand| {
                    let mut known: BTreeSet<Row> = rows.union(twos).copied().collect();
                    if *demand != Demand::Exactly(1) {
                        known.extend(ones);
                    }
                    // Taking from each pile leads to one position, from some to several; and every position has a pile.
                    let always =
                        matches!(demand, Demand::All | Demand::Exactly(1) | Demand::AtLeast(1));
                    let sums = if *demand == Demand::All { known } else { unions(&known) };
                    sums.into_iter().map(Some).chain((!always).then_some(None)).collect()
                })
                .collect();
            let many = choices.iter().try_fold(1usize, |n, list| n.checked_mul(list.len()));
            let many = many.filter(|&many| many <= MOST_CHOICES);
            let many = many.ok_or_else(|| Rejection::new("there are too many choices"))?;
            task.spend((many * self.contexts.len()) as u64)?;
            let mut picked = vec![0; choices.len()];
            for _ in 0..many {
                let answers: Vec<Option<Row>> =
                    picked.iter().zip(&choices).map(|(&i, list)| list[i]).collect();
                rows.insert(self.row(&answers));
                for (place, list) in picked.iter_mut().zip(&choices) {
                    *place += 1;
                    if *place < list.len() {
                        break;
                    }
                    *place = 0;
                }
            }
            if rows.len() > MOST_ROWS {
                return Err(Rejection::new("there are too many rows"));
            }
            if rows.len() == before {
                return Ok(rows);
            }
        }
    }
}

/// What is P beside one of the first rows, up to this place.
fn any(rows: &[Row], last: Option<usize>) -> Option<Row> {
    last.map(|last| rows[..=last].iter().fold(0, |all, row| all | row))
}

fn either(a: Option<Row>, b: Option<Row>) -> Option<Row> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a | b),
        (a, b) => a.or(b),
    }
}

/// What may be P beside one of any number of options.
fn unions(rows: &BTreeSet<Row>) -> BTreeSet<Row> {
    let mut all = rows.clone();
    let mut waiting: Vec<Row> = rows.iter().copied().collect();
    while let Some(row) = waiting.pop() {
        for other in rows {
            if all.len() <= MOST_CHOICES && all.insert(row | other) {
                waiting.push(row | other);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::Plain;
    use sprague_claim::claim::About;
    use sprague_claim::parse_claims;
    use sprague_rules::{Outcome, parse_ruleset};

    fn is_proved(game: &str, suppose: &str, added: &str) -> bool {
        let suppose = match suppose {
            "" => String::new(),
            condition => format!("\n  suppose {condition}"),
        };
        let text = format!(
            "claim \"it\"\n  game {game}\n  piles any{suppose}\n  adding {added} keeps the outcome\n"
        );
        let claim = parse_claims("it", &text).unwrap().remove(0);
        let About::Piles(on) = &claim.about else { panic!() };
        check(on, &Task::default()).is_ok()
    }

    #[test]
    fn pairs_may_be_added() {
        assert!(is_proved("ooooob-b", "", "1,1"));
        assert!(is_proved("ooooob-b", "", "1,1,1,1"));
        assert!(is_proved("ooooob-b", "largest >= 2", "2,2"));
        assert!(is_proved("ooooob-b", "largest > 2", "2,2"));
        assert!(!is_proved("ooooob-b", "", "2,2"));
        assert!(!is_proved("ooooob-b", "", "1"));
        assert!(!is_proved("ooooob-b", "largest >= 3", "3,3"));
    }

    /// What is proved is so of every small position; and the rows that are computed one after the other are right.
    #[test]
    fn rows_agree_with_the_definitions() {
        let task = Task::default();
        for game in ["ooooob-a", "ooooob-b", "ooooob-c", "misere ooooob-a", "misere ooooob-b"] {
            let ruleset = parse_ruleset(game).unwrap();
            let mut plain = Plain::new(&ruleset, &task);
            for added in [&[1][..], &[2], &[1, 1], &[2, 2], &[1, 2], &[3, 3]] {
                let contexts = Contexts::of(Moves::of(&ruleset).unwrap(), added).unwrap();
                let row = |position: &[u32], plain: &mut Plain| -> Row {
                    let lost = |context: &Vec<u32>, plain: &mut Plain| {
                        plain.outcome(&with_piles(position, context)).unwrap() == Outcome::P
                    };
                    let bits = contexts.contexts.iter().enumerate();
                    bits.map(|(i, context)| Row::from(lost(context, plain)) << i).sum()
                };
                assert_eq!(contexts.row_of_nothing(), row(&[], &mut plain), "{game} {added:?}");
                let (ones, twos) = contexts.chains(&task).unwrap();
                for many in 0..6 {
                    let position = vec![1; many];
                    assert!(many == 0 || ones.contains(&row(&position, &mut plain)));
                    assert!(twos.contains(&row(&with_piles(&position, &[2]), &mut plain)));
                }
                let Ok(others) = contexts.others(&ones, &twos, &task) else { continue };
                for position in
                    [&[3][..], &[2, 2], &[1, 3], &[2, 3], &[1, 2, 2], &[4, 5], &[1, 1, 4]]
                {
                    assert!(others.contains(&row(position, &mut plain)), "{game} {position:?}");
                }
            }
        }
    }
}
