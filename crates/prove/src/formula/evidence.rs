//! What the checker needs for a formula: the regularities of the games of which infinitely many heaps are spoken of, or
//! large ones, and the progressions of each sentence.
//!
//! The checker decides nim-sets by levels and digits, for which the saltus must be a power of two, or 0; the values before the
//! period less than it, and those of the first period less than twice as much. Several periods together make one, if a
//! condition on parts asks for that or if another game has a larger saltus; the steps of all numbers are then so many
//! times as large. What is not of this form has no evidence.

use sprague_certificate::{FormulaEvidence, GameEvidence, Progressions, SentenceEvidence};
use sprague_claim::formula::games::Of;

use super::heaps::{Heaps, Line};
use super::sets::Sets;

/// Heaps up to this one are computed again from the rules as quickly as a regularity is checked.
const NEAR: usize = 240;
/// More periods are not taken together.
const MOST_TOGETHER: usize = 256;

/// The evidence, or none if the checker cannot decide it.
pub(super) fn of(
    heaps: &Heaps,
    sets: &Sets,
    mut sentences: Vec<SentenceEvidence>,
) -> Option<FormulaEvidence> {
    // As many digits for all games whose nim-sets are spoken of.
    let added = usize::try_from(sets.largest_added).ok()?;
    let (mut digits, mut flat) = ((added + 1).next_power_of_two(), None);
    for (game, line) in heaps.lines().filter(|(game, _)| sets.along_from(game).is_some()) {
        let (saltus, fewest) = (line.saltus()?, fewest_together(line, sets.moduli(game))?);
        let own = match saltus {
            0 => Some((line.largest()? + 1).next_power_of_two()),
            _ => None,
        };
        if flat.is_some_and(|flat| flat != own) || own.is_some_and(|own| added >= own) {
            return None;
        }
        flat = Some(own);
        digits = digits.max(saltus.checked_mul(fewest)?);
    }
    let mut together = 1;
    let mut games = Vec::new();
    for (game, line) in heaps.lines() {
        let scale = match sets.along_from(game) {
            None => 1,
            Some(_) => scale(game, line, sets, digits)?,
        };
        together = least_common_multiple(together, scale);
        if line.endless && line.regularity.is_some() && line.certified.is_none() {
            return None;
        }
        if let Some(regularity) = &line.certified
            && (line.endless || line.asked > NEAR)
        {
            games.push(GameEvidence {
                game: heaps.games.expression(game),
                scale,
                along: sets.along_from(game).flatten().unwrap_or(0),
                regularity: regularity.clone(),
            });
        }
    }
    games.sort_by(|a, b| a.game.cmp(&b.game).then(b.scale.cmp(&a.scale)));
    games.dedup_by(|a, b| a.game == b.game);
    let together = i64::try_from(together).ok()?;
    for sentence in &mut sentences {
        if let SentenceEvidence::Classes(Progressions { steps, late })
        | SentenceEvidence::Induction(Progressions { steps, late }) = sentence
        {
            steps.iter_mut().for_each(|step| *step *= together);
            late.iter_mut().for_each(|late| *late = (*late + together - 1) / together);
        }
    }
    Some(FormulaEvidence { games, sentences })
}

/// The periods that make one so that each condition on parts is the same for heaps so far apart.
fn fewest_together(line: &Line, moduli: &[i64]) -> Option<usize> {
    let period = line.regularity?.period;
    let whole = moduli.iter().try_fold(period, |whole, &modulus| {
        Some(least_common_multiple(whole, usize::try_from(modulus).ok()?))
    })?;
    Some(whole / period)
}

/// The periods that make one so that there are as many digits as for the other games.
fn scale(game: &Of, line: &Line, sets: &Sets, digits: usize) -> Option<usize> {
    let (saltus, fewest) = (line.saltus()?, fewest_together(line, sets.moduli(game))?);
    let scale = digits.checked_div(saltus).unwrap_or(fewest);
    let regularity = line.regularity?;
    let start = regularity.preperiod.max(1);
    let below = |values: &[u32], bound: usize| values.iter().all(|&value| (value as usize) < bound);
    let suits = scale.is_multiple_of(fewest)
        && scale <= MOST_TOGETHER
        && (saltus == 0
            || digits.is_power_of_two()
                && below(line.values.get(..start)?, digits)
                && below(line.values.get(start..start + regularity.period)?, digits + saltus));
    suits.then_some(scale)
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x.max(1) * b
}

impl Line {
    /// The saltus of its regularity.
    fn saltus(&self) -> Option<usize> {
        usize::try_from(self.regularity?.saltus).ok()
    }

    /// The largest value up to the end of the first period.
    fn largest(&self) -> Option<usize> {
        let end = self.regularity?.preperiod + self.regularity?.period;
        self.values.get(..end)?.iter().max().map(|&value| value as usize)
    }
}
