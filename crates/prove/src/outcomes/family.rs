//! The games that the sets of a family make, and their outcomes for ever.

use sprague_census::game::Game;
use sprague_claim::outcomes::Outcomes;
use sprague_claim::outcomes::family::Family;
use sprague_claim::outcomes::onwards::Onwards;
use sprague_rules::{HeapMoves, Outcome, Ruleset};
use sprague_solve::window::by_options;
use sprague_task::Task;

use super::settled::Settled;

/// The largest amount that fits the windows of machine words.
const MOST: u32 = 63;
/// Heaps that are computed of an infinite set, as many as are needed.
const FAR: [usize; 3] = [150, 600, 3000];
/// Heaps that are computed of amounts beyond machine words.
const LONG: usize = 200_000;
/// Heaps within which a set must come to repeat.
const PATIENCE: usize = 50_000_000;

/// A game of a claim, ready to be made for many sets: those that are known by name need no reading of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Template {
    LrNim,
    Subtract {
        misere: bool,
    },
    /// The endings are those of the family.
    EndingNim,
    Written(String),
}

impl Template {
    pub fn of(expression: &str, family: Option<&Family>) -> Template {
        let written = || Template::Written(expression.to_string());
        let Some(family) = family else { return written() };
        let bare: String = expression.chars().filter(|c| !c.is_whitespace()).collect();
        let ends = family.ends.as_deref().unwrap_or_default();
        match bare.replace(&format!("({}", family.name), "(S").as_str() {
            "lr-nim(S)" if family.least >= 2 && family.tail.is_none() => Template::LrNim,
            "subtract(S)" => Template::Subtract { misere: false },
            "miseresubtract(S)" => Template::Subtract { misere: true },
            text if family.ends.is_some() && text == format!("ending-nim(S;{ends})") => {
                Template::EndingNim
            }
            _ => written(),
        }
    }

    /// Are the amounts that can be taken known to be those of the set?
    pub fn takes_set(&self) -> bool {
        !matches!(self, Template::Written(_))
    }

    /// The game of a set that fits into machine words, if its rules need not be read.
    fn quick(&self, amounts: u64, ends: &[Outcome]) -> Option<Game> {
        let all = |loses: bool| if loses { u64::MAX } else { 0 };
        Some(match self {
            Template::LrNim => Game::lr_nim(amounts),
            Template::Subtract { misere } => {
                Game { amounts, right_loses: all(!misere), left_loses: all(!misere) }
            }
            Template::EndingNim => ended(amounts, ends),
            Template::Written(_) => return None,
        })
    }

    /// The ruleset as it is written, with the set left open.
    pub fn text(&self, family: &Family) -> String {
        match self {
            Template::LrNim => format!("lr-nim({})", family.name),
            Template::Subtract { misere: false } => format!("subtract({})", family.name),
            Template::Subtract { misere: true } => format!("misere subtract({})", family.name),
            Template::EndingNim => format!(
                "ending-nim({}; {})",
                family.name,
                family.ends.as_deref().unwrap_or_default()
            ),
            Template::Written(text) => text.clone(),
        }
    }
}

/// A game whose stuck heaps 0, 1, ... end so.
fn ended(amounts: u64, ends: &[Outcome]) -> Game {
    let loses = |loses: Outcomes| {
        let heaps = ends.iter().enumerate().filter(|(_, end)| loses.contains(**end));
        heaps.fold(0, |bits, (heap, _)| bits | 1 << heap)
    };
    Game {
        amounts,
        right_loses: loses(Outcomes::of(&[Outcome::L, Outcome::P])),
        left_loses: loses(Outcomes::of(&[Outcome::R, Outcome::P])),
    }
}

/// The amounts that can be taken, if that is all that moves do.
pub fn amounts_of(ruleset: &Ruleset) -> Result<Vec<u32>, String> {
    let amounts = HeapMoves::of(ruleset).and_then(|moves| moves.subtraction_set());
    let amounts = amounts.filter(|amounts| ruleset.same_moves() && !amounts.is_empty());
    amounts.ok_or_else(|| {
        let game = &ruleset.expression;
        format!("it is not seen that the moves of {game} take amounts of a small set and do nothing else")
    })
}

/// The outcomes of a ruleset for ever.
pub fn settled(ruleset: &Ruleset, task: &Task) -> Result<Settled, String> {
    let amounts = amounts_of(ruleset)?;
    let (least, largest) = (amounts[0], amounts[amounts.len() - 1]);
    if largest > MOST {
        return at_length(ruleset, &amounts, task);
    }
    let stuck = |heap: u32| {
        ruleset.stuck_outcome(if heap == 0 { &[] } else { std::slice::from_ref(&heap) })
    };
    let ends: Vec<Outcome> = (0..least).map(stuck).collect();
    let bits = amounts.iter().fold(0, |bits, amount| bits | 1 << amount);
    quickly(&ended(bits, &ends))
}

/// The same for amounts that need longer windows.
fn at_length(ruleset: &Ruleset, amounts: &[u32], task: &Task) -> Result<Settled, String> {
    let window = amounts[amounts.len() - 1] as usize;
    let watch = task.watch();
    for windows in [8, 64, 512] {
        let outcomes = by_options(ruleset, amounts, (windows * window).min(LONG), &watch);
        task.glance().map_err(|stop| stop.to_string())?;
        if let Some(settled) = Settled::windows(&outcomes, window) {
            return Ok(settled);
        }
    }
    Err(format!("no period is proved by the heaps up to {}", (512 * window).min(LONG)))
}

fn quickly(game: &Game) -> Result<Settled, String> {
    Settled::game(game, PATIENCE).ok_or_else(|| format!("no period within {PATIENCE} heaps"))
}

/// The outcomes of a set of a family for ever.
pub fn settle(
    template: &Template,
    family: &Family,
    bits: u64,
    ends: &[Outcome],
    task: &Task,
) -> Result<Settled, String> {
    let ruleset = |members: &[u32]| family.ruleset(&template.text(family), members, ends);
    if let Some((condition, _)) = &family.tail {
        let onwards = Onwards::of(condition, &[0]);
        let onwards = onwards.ok_or("it is not seen from where on the set repeats")?;
        let from = onwards.from.max(i64::from(family.largest) + 1);
        let watch = task.watch();
        for far in FAR {
            let members = family.members(bits, far as u32);
            let ruleset = ruleset(&members)?;
            let outcomes = by_options(&ruleset, &amounts_of(&ruleset)?, far, &watch);
            task.spend(outcomes.len() as u64).map_err(|stop| stop.to_string())?;
            let settled = Settled::infinite(&outcomes, from as usize, onwards.period as usize);
            if let Some(settled) = settled {
                return Ok(settled);
            }
        }
        return Err(format!("no period is proved by the heaps up to {}", FAR[2]));
    }
    let quick = match family.largest <= MOST {
        true => template.quick(bits << family.least, ends),
        false => None,
    };
    match quick {
        Some(game) => quickly(&game),
        None => settled(&ruleset(&family.members(bits, family.largest))?, task),
    }
}
