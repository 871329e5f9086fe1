//! Which known game is this? A nim-sequence compared with those of many games.
//!
//! Compared are the named games of the catalogue whose moves act on one pile, subtraction sets within
//! {1, ..., 10}, take-and-break codes of up to three octal or hexadecimal digits with 0, 4, 8 or C
//! before the point, and cut-sets of up to three numbers within {1, ..., 8}. A game may be shifted:
//! G(n) = H(n + h) for some h from -6 to 6, where heaps that have no partner, those below -h in the
//! one game or below h in the other, must be dead (of value 0).
//!
//! Some eighteen thousand games take well under a second because almost all differ early: terms are computed
//! one at a time, and a game is given up at the first that rules out every shift. What is left is
//! computed again by the solver. Two games that agree are the same for ever if both have proved
//! regularity of the same period p and saltus s: for n from some E on, G(n + p) - G(n) and
//! H(n + h + p) - H(n + h) are both s, so that agreement up to E + p - 1 goes on by induction.

mod candidate;
mod near;

use std::collections::{BTreeSet, HashMap};

use sprague_rules::{Ruleset, catalogue, load_game, parse_ruleset};
use sprague_solve::{Budget, Refusal, Watch};

use crate::regularity::{Regularity, Verdict};
use crate::sequence::{Sequence, Terms};

pub use candidate::{Candidate, LazyTerms, candidates};
pub use near::{Near, nearest};

/// Shifts that are tried.
const FARTHEST: i32 = 6;

/// All candidates are compared up to this heap; only the best of them further.
const FAR_ENOUGH: u32 = 200;

/// Matches of one family that are reported: the simplest for each shift and digit before the point,
/// then others.
const BEST: usize = 4;

/// Kinds of games to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// A game of the catalogue without arguments.
    Named,
    /// Taking some of a set of amounts.
    Subtraction,
    /// Taking and breaking in at most two.
    Octal,
    /// Taking and breaking in at most three.
    Hexadecimal,
    /// CUT with some cut-set.
    Cut,
}

impl Family {
    /// All of them, the simplest first.
    pub const ALL: [Family; 5] =
        [Family::Named, Family::Subtraction, Family::Octal, Family::Hexadecimal, Family::Cut];

    /// What several of them are called.
    pub fn plural(self) -> &'static str {
        match self {
            Family::Named => "named games",
            Family::Subtraction => "subtraction sets",
            Family::Octal => "octal codes",
            Family::Hexadecimal => "hexadecimal codes",
            Family::Cut => "cut-sets",
        }
    }
}

/// A game with the same nim-sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The game.
    pub ruleset: String,
    /// What kind of game it is.
    pub family: Family,
    /// The target's heap n is this game's heap n + shift.
    pub shift: i32,
    /// The largest heap of the target that was compared; `None` if the sequences are proved to be
    /// the same for all heaps.
    pub agrees_to: Option<u32>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identification {
    /// The simplest first.
    pub matches: Vec<Match>,
    /// How many more of a family agree, and up to which heap.
    pub more: Vec<(Family, usize)>,
    /// The largest heap up to which those agree.
    pub more_to: u32,
}

/// Compares a ruleset with nim-values, computed up to heap `to`, with the games that are known.
pub fn identify(
    ruleset: &Ruleset,
    sequence: &Sequence,
    budget: &Budget,
    watch: &Watch,
) -> Result<Identification, Refusal> {
    let Terms::NimValues(target) = &sequence.terms else {
        let none = Identification { matches: Vec::new(), more: Vec::new(), more_to: 0 };
        return Ok(none);
    };
    let regularity = sequence.regularity_within(ruleset, watch);
    identify_values(&ruleset.expression, &target.to_vec(), regularity, BEST, budget, watch)
}

/// Compares nim-values of any origin, from heap 0 on, with the games that are known. Without a proved
/// regularity there is agreement as far as the values go, and no proof. Of each family `best` matches
/// are reported.
pub fn identify_values(
    expression: &str,
    target: &[u32],
    regularity: Option<Regularity>,
    best: usize,
    budget: &Budget,
    watch: &Watch,
) -> Result<Identification, Refusal> {
    let to = target.len() as u32 - 1;
    let near = &target[..=to.min(FAR_ENOUGH) as usize];
    let itself = canonical(expression);
    let all = compared(near, budget, watch)?.into_iter();
    let same = all.filter(|(_, _, (_, agreeing))| *agreeing == near.len());
    let mut found: Vec<(Family, String, i32)> =
        same.map(|(family, expression, (shift, _))| (family, expression, shift)).collect();
    found.retain(|(_, expression, shift)| *shift != 0 || canonical(expression) != itself);
    found.sort_by_key(|(_, expression, shift)| simplicity(expression, *shift));

    let mut identification =
        Identification { matches: Vec::new(), more: Vec::new(), more_to: to.min(FAR_ENOUGH) };
    for family in Family::ALL {
        let of_family = varied(found.iter().filter(|f| f.0 == family));
        let mut listed = 0;
        let mut seen = 0;
        for (_, expression, shift) in &of_family {
            if listed == best {
                break;
            }
            seen += 1;
            let known = parse_ruleset(expression).expect("candidates are well formed");
            let last = (i64::from(to) + i64::from(*shift)).max(0) as u32;
            let computed = Sequence::compute(&known, last, budget, watch)?;
            let Terms::NimValues(values) = &computed.terms else { continue };
            if first_difference(target, &values.to_vec(), *shift).is_some() {
                continue;
            }
            listed += 1;
            let last = values.len() as i64 - 1 - i64::from(*shift);
            let compared = last.clamp(0, i64::from(to)) as u32;
            let same = same_for_ever(
                regularity,
                computed.regularity_within(&known, watch),
                i64::from(*shift),
                i64::from(compared),
            );
            identification.matches.push(Match {
                ruleset: expression.clone(),
                family,
                shift: *shift,
                agrees_to: (!same).then_some(compared),
            });
        }
        if of_family.len() > seen {
            identification.more.push((family, of_family.len() - seen));
        }
    }
    identification
        .matches
        .sort_by_key(|m| (m.family != Family::Named, simplicity(&m.ruleset, m.shift)));
    Ok(identification)
}

/// A game that a sequence was compared with: the longest agreement that a shift gives, and how many heaps it is.
type Compared = (Family, String, (i32, usize));

/// All games, each with how far it agrees.
fn compared(near: &[u32], budget: &Budget, watch: &Watch) -> Result<Vec<Compared>, Refusal> {
    let mut all: Vec<Compared> = Vec::new();
    for name in named() {
        let known = parse_ruleset(name).expect("the catalogue is well formed");
        let last = near.len() as u32 - 1 + FARTHEST as u32;
        let Terms::NimValues(values) = Sequence::compute(&known, last, budget, watch)?.terms else {
            continue;
        };
        let mut values = values.iter();
        let agreement = longest(near, || values.next());
        all.extend(agreement.map(|found| (Family::Named, name.to_string(), found)));
    }
    for candidate in candidates() {
        if !watch.goes_on() {
            return Err(Refusal::Stopped { reached: "before all games were compared".into() });
        }
        let mut terms = candidate.terms();
        let agreement = longest(near, || Some(terms.next_term()));
        all.extend(agreement.map(|found| (candidate.family, candidate.expression.clone(), found)));
    }
    Ok(all)
}

/// The lower, the simpler: small shifts, nothing before the point, short.
fn simplicity(expression: &str, shift: i32) -> (u32, bool, usize, String) {
    (
        shift.unsigned_abs(),
        digit_before_point(expression).is_some(),
        expression.len(),
        expression.to_string(),
    )
}

/// The digit before the point of a code, if it is not 0.
fn digit_before_point(expression: &str) -> Option<char> {
    let digit = expression.strip_prefix("octal(")?.chars().next();
    digit.filter(|&digit| digit != '0')
}

/// Matches in the same order, but the first of each shift and digit before the point come first,
/// then the second ones, and so on.
fn varied<'a>(
    found: impl Iterator<Item = &'a (Family, String, i32)>,
) -> Vec<&'a (Family, String, i32)> {
    let mut before: HashMap<(i32, Option<char>), usize> = HashMap::new();
    let mut ranked: Vec<_> = found
        .map(|found| {
            let rank = before.entry((found.2, digit_before_point(&found.1))).or_default();
            *rank += 1;
            (*rank, found)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, found)| found).collect()
}

/// The names of the catalogue that stand for games of one heap with nim-values.
fn named() -> impl Iterator<Item = &'static str> {
    catalogue::names().filter(|name| {
        let open = load_game(name).is_ok_and(|game| !game.parameters().is_empty());
        let sum = |r: Ruleset| r.has_nim_values() && r.is_sum_of_piles();
        !open && parse_ruleset(name).is_ok_and(sum)
    })
}

/// One way to write what can be written in several: numbers in order, digits in capitals without
/// idle zeros.
fn canonical(expression: &str) -> String {
    let Some((name, arguments)) = expression.strip_suffix(')').and_then(|e| e.split_once('('))
    else {
        return expression.to_string();
    };
    if name == "octal" {
        let code = arguments.to_ascii_uppercase();
        return format!("octal({})", code.trim_end_matches('0'));
    }
    let numbers: Result<BTreeSet<u64>, _> = arguments.split(',').map(str::parse).collect();
    match numbers {
        Ok(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            format!("{name}({})", numbers.join(","))
        }
        Err(_) => expression.to_string(),
    }
}

/// The shift with which the most heaps of the target, from 0 on, have the values of their partners, and how many: of such shifts the
/// least. All heaps without a partner must be dead.
fn longest(target: &[u32], mut known: impl FnMut() -> Option<u32>) -> Option<(i32, usize)> {
    let mut shifts: Vec<i32> = (-FARTHEST..=FARTHEST)
        .filter(|&h| target.iter().take((-h).max(0) as usize).all(|&value| value == 0))
        .collect();
    let mut best: Option<(usize, i32)> = None;
    let better = |best: Option<(usize, i32)>, agreeing: usize, h: i32| match best {
        Some((most, shift)) if (agreeing, -h.abs(), -h) <= (most, -shift.abs(), -shift) => best,
        _ => Some((agreeing, h)),
    };
    // All heaps of the target have had their partners after this one.
    for m in 0..target.len() as i64 + i64::from(FARTHEST) {
        let value = known()?;
        shifts.retain(|&h| {
            let n = usize::try_from(m - i64::from(h)).ok();
            let agrees = match n {
                Some(n) => target.get(n).is_none_or(|&t| t == value),
                None => value == 0,
            };
            if !agrees {
                best = better(best, n.unwrap_or(0), h);
            }
            agrees
        });
        if shifts.is_empty() {
            break;
        }
    }
    let all = shifts.into_iter().fold(best, |best, h| better(best, target.len(), h));
    all.map(|(agreeing, shift)| (shift, agreeing))
}

/// The first heap of the target that differs from its partner.
fn first_difference(target: &[u32], known: &[u32], shift: i32) -> Option<usize> {
    (0..target.len()).find(|&n| {
        let partner = usize::try_from(n as i64 + i64::from(shift)).ok();
        let value = partner.map_or(Some(0), |m| known.get(m).copied());
        value.is_some_and(|value| value != target[n])
    })
}

/// Does it follow from two proved regularities that sequences which agree up to a heap always do?
fn same_for_ever(
    target: Option<Regularity>,
    known: Option<Regularity>,
    shift: i64,
    agrees_to: i64,
) -> bool {
    let (Some(target), Some(known)) = (target, known) else { return false };
    let proved = |r: Regularity| matches!(r.verdict, Verdict::Proved(_));
    let from = (target.preperiod as i64).max(known.preperiod as i64 - shift).max(-shift).max(0);
    proved(target)
        && proved(known)
        && (target.period, target.saltus) == (known.period, known.saltus)
        && agrees_to + 1 >= from + target.period as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_match_heaps_and_leave_only_dead_ones_out() {
        let known = [0, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2];
        let compare = |target: &[u32]| {
            let mut values = known.into_iter();
            let found = longest(target, || values.next());
            found.filter(|(_, agreeing)| *agreeing == target.len()).map(|(shift, _)| shift)
        };
        assert_eq!(compare(&[0, 1, 2, 0, 1, 2]), Some(1));
        assert_eq!(compare(&[0, 0, 0, 1, 2, 0, 1]), Some(-1));
        assert_eq!(compare(&[0, 0, 1, 2, 0]), Some(0));
        // The same from heap 3 on, but heaps 1 and 2 are alive.
        assert_eq!(compare(&[0, 3, 1, 2, 0, 1]), None);
        assert_eq!(compare(&[0, 1, 2, 0, 1, 3]), None);
        let mut values = known.into_iter();
        assert_eq!(longest(&[0, 1, 2, 0, 1, 3], || values.next()), Some((1, 5)));
    }

    #[test]
    fn one_game_has_one_form() {
        assert_eq!(canonical("subtract(3,1,3)"), canonical("subtract(1,3)"));
        assert_eq!(canonical("octal(0.7f0)"), canonical("octal(0.7F)"));
        assert_ne!(canonical("cut(1,3)"), canonical("subtract(1,3)"));
        assert_eq!(canonical("ending-nim(2;L)"), "ending-nim(2;L)");
    }
}
