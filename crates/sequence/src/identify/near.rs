//! Which known games begin in the same way, if none is the same?

use sprague_rules::parse_ruleset;
use sprague_solve::{Budget, Refusal, Watch};

use super::{FAR_ENOUGH, canonical, compared, first_difference, simplicity};
use crate::sequence::{Sequence, Terms};

/// A known game that begins like another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// The game.
    pub ruleset: String,
    /// The target's heap n is this game's heap n + shift.
    pub shift: i32,
    /// The largest heap up to which they agree.
    pub agrees_to: u32,
    /// Was nothing compared beyond it?
    pub is_all: bool,
}

/// Games that agree in fewer places where the values change do so by chance.
const CHANGES: usize = 24;

/// The known games that agree with nim-values from heap 0 on, if not with all of them, in the most heaps: so many, and only
/// those that agree further than games do by chance.
pub fn nearest(
    expression: &str,
    target: &[u32],
    best: usize,
    budget: &Budget,
    watch: &Watch,
) -> Result<Vec<Near>, Refusal> {
    let itself = canonical(expression);
    let to = target.len().min(FAR_ENOUGH as usize + 1);
    let near = &target[..to];
    let mut found: Vec<(usize, String, i32)> = Vec::new();
    for (_, name, agreement) in compared(near, budget, watch)? {
        let (shift, agreeing) = agreement;
        let changes = near[..agreeing].windows(2).filter(|pair| pair[0] != pair[1]).count();
        if changes >= CHANGES && (shift != 0 || canonical(&name) != itself) {
            found.push((agreeing, name, shift));
        }
    }
    // What agrees with all that was compared so far is compared further.
    found.sort_by_key(|(agreeing, name, shift)| (usize::MAX - agreeing, simplicity(name, *shift)));
    found.truncate(best);
    let mut games = Vec::new();
    for (mut agreeing, ruleset, shift) in found {
        let known = parse_ruleset(&ruleset).expect("candidates are well formed");
        if agreeing == to {
            let last = (target.len() as i64 - 1 + i64::from(shift)).max(0) as u32;
            if let Terms::NimValues(values) = Sequence::compute(&known, last, budget, watch)?.terms
            {
                let differs = first_difference(target, &values.to_vec(), shift);
                agreeing = differs.unwrap_or(target.len());
            }
        }
        let is_all = agreeing == target.len();
        games.push(Near { ruleset, shift, agrees_to: agreeing as u32 - 1, is_all });
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.agrees_to));
    Ok(games)
}
