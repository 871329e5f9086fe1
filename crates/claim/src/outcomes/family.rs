//! The sets that a claim is for, and the games that they make.

use sprague_census::game::Game;
use sprague_rules::{HeapMoves, Outcome, Ruleset, parse_ruleset};
use sprague_solve::Watch;
use sprague_solve::window::by_options;

use super::onwards::Onwards;
use super::sentence::Outcomes;
use super::settled::Settled;
use crate::condition::Condition;
use crate::verdict::Limits;

/// Sets of numbers, and perhaps outcomes of the stuck heaps, all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The ruleset with the set left open: `lr-nim(S)`.
    pub expression: String,
    pub name: String,
    /// Every number from the first to the second may be in the set or not; none, if the second is smaller.
    pub least: u32,
    pub largest: u32,
    /// All numbers that are so are in it, too; with the words for it.
    pub tail: Option<(Condition, String)>,
    /// The name for the outcomes of the stuck heaps, where these are left open.
    pub ends: Option<String>,
}

/// The largest amount that fits the windows of machine words.
const MOST: u32 = 63;
/// Heaps that are computed of an infinite set, as many as are needed.
const FAR: [usize; 3] = [150, 600, 3000];
/// Members of an infinite set that are listed at least.
const LISTED: u32 = 60;
/// Heaps that are computed of amounts beyond machine words.
const LONG: usize = 200_000;
/// Heaps within which a set must come to repeat.
const PATIENCE: usize = 50_000_000;

impl Family {
    /// How many numbers may be in the set or not.
    pub fn free(&self) -> u32 {
        (self.largest + 1).saturating_sub(self.least)
    }

    /// The family in words, as the scope of a verdict.
    pub fn words(&self) -> String {
        let Family { name, least, largest, .. } = self;
        let ends = match &self.ends {
            Some(ends) => format!(", every {ends}"),
            None => String::new(),
        };
        match &self.tail {
            None => format!("every {name} within {least}..{largest}{ends}"),
            Some((_, words)) if self.free() == 0 => format!("{name} of all s with {words}{ends}"),
            Some((_, words)) => {
                format!("every {name} within {least}..{largest} and all s with {words}{ends}")
            }
        }
    }

    /// The ruleset of one of its sets.
    pub fn example(&self) -> String {
        let members = match &self.tail {
            Some(_) => self.members(0, 1000),
            None => vec![self.largest],
        };
        let ends = vec![Outcome::P; members.first().map_or(0, |&least| least as usize)];
        self.written(&self.expression, &members, &ends)
    }

    /// The members up to a bound of the set whose free numbers these are, bit i for the i-th.
    pub fn members(&self, bits: u64, to: u32) -> Vec<u32> {
        let Some((condition, _)) = &self.tail else {
            let mut rest = bits;
            let mut members = Vec::with_capacity(bits.count_ones() as usize);
            while rest != 0 {
                members.push(self.least + rest.trailing_zeros());
                rest &= rest - 1;
            }
            members.retain(|&s| s <= to);
            return members;
        };
        let held = |s: u32| condition.holds(&[i64::from(s)]);
        (1..=to).filter(|&s| self.is_free_member(bits, s) || held(s)).collect()
    }

    fn is_free_member(&self, bits: u64, s: u32) -> bool {
        let place = s.wrapping_sub(self.least);
        place < self.free() && bits >> place & 1 == 1
    }

    /// Is it in the set whose free numbers these are?
    pub fn has(&self, bits: u64, s: u32) -> bool {
        let held = |(condition, _): &(Condition, _)| condition.holds(&[i64::from(s)]);
        s > 0 && (self.is_free_member(bits, s) || self.tail.as_ref().is_some_and(held))
    }

    /// How far members must be listed to know the least one and the common divisor of all. Where a set repeats with q from t
    /// on, its members below t + 2q are enough: every larger one is s + q i for some s from t on, and s and s + q are
    /// among them.
    pub fn listed(&self) -> Result<u32, String> {
        let Some((condition, _)) = &self.tail else { return Ok(self.largest) };
        let onwards = Onwards::of(condition, &[0]);
        let onwards = onwards.ok_or("it is not seen from where on the set repeats")?;
        let from = onwards.from.max(i64::from(self.largest) + 1);
        let far = from.saturating_add(onwards.period.saturating_mul(2));
        match u32::try_from(far) {
            Ok(far) if far as usize <= FAR[2] => Ok(far.max(self.largest + LISTED)),
            _ => Err(format!("the set does not repeat within {} numbers", FAR[2])),
        }
    }

    /// The ruleset of a set; for heaps up to a bound no member beyond it is needed.
    pub fn ruleset(
        &self,
        expression: &str,
        members: &[u32],
        ends: &[Outcome],
    ) -> Result<Ruleset, String> {
        let text = self.written(expression, members, ends);
        parse_ruleset(&text).map_err(|diagnostic| diagnostic.complaint.message)
    }

    /// The expression with the set written out.
    fn written(&self, expression: &str, members: &[u32], ends: &[Outcome]) -> String {
        let list: Vec<String> = members.iter().map(u32::to_string).collect();
        let ends: Vec<String> = ends.iter().map(Outcome::to_string).collect();
        filled(expression, |word| match word {
            _ if word == self.name => Some(list.join(",")),
            _ if Some(word) == self.ends.as_deref() => Some(ends.join(",")),
            _ => None,
        })
    }
}

/// The text with some of its words replaced.
pub fn filled(text: &str, replace: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let end = match in_word(first) {
            true => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, more) = rest.split_at(end);
        out += &replace(word).unwrap_or_else(|| word.to_string());
        rest = more;
    }
    out
}

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

    fn text(&self, family: &Family) -> String {
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
    amounts
        .ok_or_else(|| format!("the moves of {} do not take amounts of a set", ruleset.expression))
}

/// The outcomes of a ruleset for ever.
pub fn settled(ruleset: &Ruleset) -> Result<Settled, String> {
    let amounts = amounts_of(ruleset)?;
    let (least, largest) = (amounts[0], amounts[amounts.len() - 1]);
    if largest > MOST {
        return at_length(ruleset, &amounts);
    }
    let stuck = |heap: u32| {
        ruleset.stuck_outcome(if heap == 0 { &[] } else { std::slice::from_ref(&heap) })
    };
    let ends: Vec<Outcome> = (0..least).map(stuck).collect();
    let bits = amounts.iter().fold(0, |bits, amount| bits | 1 << amount);
    quickly(&ended(bits, &ends))
}

/// The same for amounts that need longer windows.
fn at_length(ruleset: &Ruleset, amounts: &[u32]) -> Result<Settled, String> {
    let window = amounts[amounts.len() - 1] as usize;
    let watch = Watch::new(None);
    for windows in [8, 64, 512] {
        let outcomes = by_options(ruleset, amounts, (windows * window).min(LONG), &watch);
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
    limits: &Limits,
) -> Result<Settled, String> {
    if let Some((condition, _)) = &family.tail {
        let onwards = Onwards::of(condition, &[0]);
        let onwards = onwards.ok_or("it is not seen from where on the set repeats")?;
        let from = onwards.from.max(i64::from(family.largest) + 1);
        let watch = limits.watch();
        for far in FAR {
            let members = family.members(bits, far as u32);
            let ruleset = family.ruleset(&template.text(family), &members, ends)?;
            let outcomes = by_options(&ruleset, &amounts_of(&ruleset)?, far, &watch);
            let settled = Settled::infinite(&outcomes, from as usize, onwards.period as usize);
            if let Some(settled) = settled {
                return Ok(settled);
            }
            if !watch.goes_on() {
                return Err("time ran out".into());
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
        None => settled(&family.ruleset(
            &template.text(family),
            &family.members(bits, family.largest),
            ends,
        )?),
    }
}
