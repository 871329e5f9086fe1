//! A claim laid over a table: of which positions it speaks, where it is right and where it is wrong. It is a picture for people, not a verdict:
//! what it shows is computed by the solver alone, and nothing is proved by it.

use sprague_claim::claim::{About, Meaning, OnBoard, OnPiles, Says};
use sprague_claim::meaning::{Demand, with_piles};
use sprague_claim::{Board, Claim};
use sprague_rules::{Outcome, Ruleset, Shape};
use sprague_solve::{Budget, Pool, Question, Refusal, Region, Solver, Wanted, Watch};

/// What a claim is at one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Mark {
    /// It does not speak of it.
    Silent = 0,
    /// It is as claimed.
    Right = 1,
    /// It is otherwise.
    Wrong = 2,
    /// It was not found out.
    Unknown = 3,
}

/// A claim at all positions of a sheet: of so many piles, all but the last two fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// How many rows there are: 1, if there is one pile.
    pub rows: usize,
    /// How many columns there are: sizes from 0 on.
    pub columns: usize,
    /// Row by row.
    pub marks: Vec<Mark>,
    /// Do places keep their order?
    pub row: bool,
}

impl Overlay {
    /// How many positions are silent, right, wrong and unknown.
    pub fn counts(&self) -> [u64; 4] {
        self.marks.iter().fold([0; 4], |mut counts, &mark| {
            counts[mark as usize] += 1;
            counts
        })
    }
}

/// Why a claim cannot be laid over a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Because of what it says, or of what is asked.
    Claim(String),
    /// The table is too large, or was stopped.
    Refused(Refusal),
}

impl From<Refusal> for Unfit {
    fn from(refusal: Refusal) -> Unfit {
        Unfit::Refused(refusal)
    }
}

/// Who demands something of positions.
enum Speaker<'c> {
    Board(&'c OnBoard),
    Piles(&'c OnPiles),
}

impl Speaker<'_> {
    fn of(claim: &Claim) -> Option<Speaker<'_>> {
        let speaker = match &claim.about {
            About::Board(on) if matches!(on.board, Board::Piles(_) | Board::Row(_)) => {
                Speaker::Board(on)
            }
            About::Piles(on) => Speaker::Piles(on),
            _ => return None,
        };
        match speaker.says() {
            Says::Depends(_) | Says::SameAs { .. } => None,
            _ => Some(speaker),
        }
    }

    fn says(&self) -> &Says {
        match self {
            Speaker::Board(on) => &on.says,
            Speaker::Piles(on) => &on.says,
        }
    }

    fn ruleset(&self) -> &Ruleset {
        match self {
            Speaker::Board(on) => &on.ruleset,
            Speaker::Piles(on) => &on.ruleset,
        }
    }

    fn demands(&self, position: &[u32], solver: &mut Solver) -> Result<Vec<Demand>, Refusal> {
        let mut is_lost = |piles: &[u32]| Ok(solver.outcome(piles)? == Outcome::P);
        match self {
            Speaker::Board(on) => on.demands(position, &mut is_lost),
            Speaker::Piles(on) => Ok(vec![on.demand(position, &mut is_lost)?]),
        }
    }

    fn mark(&self, position: &[u32], solver: &mut Solver) -> Result<Mark, Refusal> {
        let mut mark = Mark::Silent;
        for demand in self.demands(position, solver)? {
            let right = match &demand {
                Demand::Nothing => continue,
                Demand::Outcome(outcome) => solver.outcome(position)? == *outcome,
                Demand::NimValue(value) => {
                    solver.nim_value(position)?.map(i64::from) == Some(*value)
                }
                Demand::Move(to) => {
                    let targets = match self {
                        Speaker::Board(on) => on.targets(position, to),
                        Speaker::Piles(on) => on.targets(position, to),
                    };
                    let mut found = false;
                    for option in targets {
                        found = found || solver.outcome(&option)? == Outcome::P;
                    }
                    found
                }
                Demand::Same(piles) => {
                    let more = with_piles(position, piles);
                    solver.outcome(position)? == solver.outcome(&more)?
                }
            };
            if !right {
                return Ok(Mark::Wrong);
            }
            mark = Mark::Right;
        }
        Ok(mark)
    }
}

/// For how many piles a claim can be laid over a table: the least and the largest number; none, if it cannot.
pub fn piles(claim: &Claim) -> Option<(usize, Option<usize>)> {
    match Speaker::of(claim)? {
        Speaker::Board(on) => Some((on.board.numbers(), Some(on.board.numbers()))),
        Speaker::Piles(on) => {
            let least = on.most.map_or(2, |most| most.min(2)).max(on.least);
            Some((least.max(1), on.most))
        }
    }
}

/// The claim at the positions of so many piles of sizes from 0 to `max`, all but the last two fixed.
pub fn overlay(
    claim: &Claim,
    count: usize,
    max: u32,
    fixed: &[u32],
    budget: &Budget,
    watch: &Watch,
    pool: Option<&Pool>,
) -> Result<Overlay, Unfit> {
    let unfit = |why: String| Unfit::Claim(why);
    let speaker = Speaker::of(claim).ok_or_else(|| {
        unfit("only claims about the outcomes or nim-values of piles are laid over a table".into())
    })?;
    let ruleset = speaker.ruleset();
    let row = matches!(ruleset.shape, Shape::Row { .. });
    if let (Speaker::Board(on), true) = (&speaker, count != 0)
        && on.board.numbers() != count
    {
        return Err(unfit(format!("the claim speaks of {} piles", on.board.numbers())));
    }
    if count == 0 || fixed.len() != count.saturating_sub(2) {
        return Err(unfit(format!("of {count} piles all but two are fixed")));
    }
    let (added, largest) = match speaker.says() {
        Says::Adding(piles) => (piles.len(), piles.iter().max().copied().unwrap_or(0)),
        _ => (0, 0),
    };
    let largest = fixed.iter().fold(max.max(largest), |largest, &size| largest.max(size));
    let wanted = match speaker.says() {
        Says::Exactly(Meaning::NimValue(_)) => Wanted::NimValues,
        _ => Wanted::Outcomes,
    };
    let region = Region::new(ruleset, count + added, largest);
    let question = Question::about_region(ruleset, region).wanted(wanted).pool(pool);
    let mut solver = question.budget(budget).watch(watch).solver()?;
    if let Some(complete) = solver.complete() {
        let reached = format!("the table is complete up to size {complete}");
        return Err(Refusal::Stopped { reached }.into());
    }
    let side = max as usize + 1;
    let rows = if count == 1 { 1 } else { side };
    let mut marks = vec![Mark::Unknown; rows * side];
    let mut position = Vec::with_capacity(count);
    for i in 0..rows {
        if !watch.goes_on() {
            let reached = format!("{i} rows of {rows} are compared");
            return Err(Refusal::Stopped { reached }.into());
        }
        let first = if row || count == 1 { 0 } else { i };
        for j in first..side {
            position.clear();
            position.extend_from_slice(fixed);
            if count > 1 {
                position.push(i as u32);
            }
            position.push(j as u32);
            if !row {
                position.retain(|&size| size > 0);
                position.sort_unstable();
            }
            let mark = speaker.mark(&position, &mut solver)?;
            marks[i * side + j] = mark;
            if !row && count > 1 {
                marks[j * side + i] = mark;
            }
        }
    }
    Ok(Overlay { rows, columns: side, marks, row })
}
