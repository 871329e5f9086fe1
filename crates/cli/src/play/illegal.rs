//! Why a move is not allowed, and what would be.

use std::cell::Cell;

use sprague_rules::expr::Cond;
use sprague_rules::options::may_make;
use sprague_rules::{Options, Player, Ruleset, Shape, write_position};

use super::explain::words;
use super::game::name;
use super::judge::{Judge, Position, total};
use super::wording::describe_freely;

/// Legal options that are offered instead.
const OFFERED: usize = 3;

/// Options that are looked at for a move that only a condition forbids.
const TRIED: u32 = 1_000_000;

/// Says why `player` cannot move to `target`, and what lies near it.
pub fn refuse(judge: &Judge, position: &[u32], target: &[u32], player: Player) -> String {
    let ruleset = judge.ruleset;
    let at = write_position(position);
    if target == position {
        return format!("The position is {at} already: a move must change it.\n");
    }
    let other = player.opponent();
    if judge.allows(position, target, other) {
        let done = words(judge, position, target, other);
        return format!("Only {} may {done}; your rule:\n", name(other))
            + &rule_lines(ruleset, player)
            + &offer(judge, position, target, player);
    }
    let row = matches!(ruleset.shape, Shape::Row { .. });
    let done = describe_freely(row, position, target);
    let forbidden = forbidden_by_condition(ruleset, position, target, player);
    let reason = match forbidden.is_empty() {
        true => "The rule:\n".to_string() + &rule_lines(ruleset, player),
        false => {
            let lines = forbidden.iter().map(|&index| rule_line(ruleset, index));
            "The rule forbids it here:\n".to_string() + &lines.collect::<String>()
        }
    };
    format!("You cannot {done} at {at}. {reason}") + &offer(judge, position, target, player)
}

/// Legal moves near `target`.
fn offer(judge: &Judge, position: &[u32], target: &[u32], player: Player) -> String {
    let near: Vec<String> =
        nearest(judge, position, target, player).iter().map(|o| write_position(o)).collect();
    format!("Near it you may move to {}.\n", near.join("  or  "))
}

/// The moves that would reach `target` if it were not for their conditions.
fn forbidden_by_condition(
    ruleset: &Ruleset,
    position: &[u32],
    target: &[u32],
    player: Player,
) -> Vec<usize> {
    if total(target) > total(position) {
        return Vec::new();
    }
    let mut free = ruleset.clone();
    free.moves.iter_mut().for_each(|m| m.condition = Cond::Always);
    let options = Options::new(&free);
    let left = Cell::new(TRIED);
    let reaches = |&index: &usize| {
        let mut found = false;
        options.visit_one(index, position, &mut |option| {
            found = option == target;
            left.set(left.get().saturating_sub(1));
            !found && left.get() > 0
        });
        found
    };
    let own = |&index: &usize| may_make(ruleset.moves[index].mover, player);
    (0..ruleset.moves.len()).filter(own).filter(reaches).collect()
}

/// The rule's lines about the moves of `player`.
pub fn rule_lines(ruleset: &Ruleset, player: Player) -> String {
    let own = |&index: &usize| may_make(ruleset.moves[index].mover, player);
    (0..ruleset.moves.len()).filter(own).map(|index| rule_line(ruleset, index)).collect()
}

fn rule_line(ruleset: &Ruleset, index: usize) -> String {
    let words: Vec<&str> = ruleset.moves[index].text.split_whitespace().collect();
    format!("  {}\n", words.join(" "))
}

/// The legal options nearest to `target`.
fn nearest(judge: &Judge, position: &[u32], target: &[u32], player: Player) -> Vec<Position> {
    let mut options = judge.options(position, player);
    options.sort_by_key(|option| distance(option, target));
    options.truncate(OFFERED);
    options
}

/// How many tokens lie differently, the largest pile compared with the largest.
fn distance(one: &[u32], other: &[u32]) -> u64 {
    let places = one.len().max(other.len());
    let size =
        |piles: &[u32], i: usize| i.checked_sub(places - piles.len()).map_or(0, |i| piles[i]);
    (0..places).map(|i| u64::from(size(one, i).abs_diff(size(other, i)))).sum()
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::judge;
    use super::*;

    fn refused(ruleset: &str, position: &[u32], target: &[u32], player: Player) -> String {
        refuse(&judge(ruleset, position), position, target, player)
    }

    #[test]
    fn the_condition_that_forbids_a_move_is_shown() {
        assert_eq!(
            refused("minnie", &[3, 8], &[3, 4], Player::Left),
            "You cannot take 4 from the pile of 8 at 3,8. The rule forbids it here:\n  \
             move take k from one pile where k <= min(piles)\n\
             Near it you may move to 3,5  or  3,6  or  3,7.\n"
        );
    }

    #[test]
    fn a_move_of_another_kind_is_refused_with_the_whole_rule() {
        let text = refused("wythoff", &[3, 8], &[2, 5], Player::Left);
        assert!(
            text.contains("The rule:\n  move take k from one pile\n  move take k from each"),
            "{text}"
        );
        let text = refused("nim", &[3, 8], &[3, 9], Player::Left);
        assert!(text.starts_with("You cannot turn the pile of 8 into 9 at 3,8."), "{text}");
        let text = refused("nim", &[3, 8], &[3, 8], Player::Left);
        assert_eq!(text, "The position is 3,8 already: a move must change it.\n");
    }

    #[test]
    fn a_move_of_the_other_player_is_refused_as_such() {
        let text = refused("partizan-euclid", &[5, 7], &[3, 5], Player::Left);
        assert!(
            text.starts_with("Only Right may turn the pile of 7 into 3; your rule:\n  left move "),
            "{text}"
        );
    }
}
