//! The value of a position, compared with one that is written.
//!
//! A game is what both players can move to. Of two games G <= H says that Left, moving second, does not lose H - G: no option
//! of Left in G is at least H, and no option of Right in H is at most G. Games with G <= H and H <= G are equal, and
//! then one may stand for the other, as an option or in a sum; so of equal games only the first that was met is kept. The sum of two
//! games is the game in which a move is one in either of them.
//!
//! In normal play a position is the game of its options. Where a ruleset decides its stuck positions, and both players
//! have the same moves, a stuck position is 0, *, 1 or -1, as it is won by the previous player, the next one, Left or
//! Right: that is how values of such games are defined.

use std::collections::HashMap;

use sprague_rules::ruleset::Ending;
use sprague_rules::{Outcome, Player, Ruleset};
use sprague_task::{Stop, Task};

use crate::Rejection;
use crate::plain::Plain;

/// A game, by its place in [`Games`].
type Id = usize;

/// Games that are kept.
const MOST_GAMES: usize = 4000;
/// Moves of the longest play in one of them.
const DEEPEST: usize = 1500;
/// Whole numbers, denominators as powers of two, nimbers and ups that are read.
const LARGEST: [u32; 4] = [200, 10, 64, 20];

/// Has the position this value?
pub(super) fn holds(
    ruleset: &Ruleset,
    position: &[u32],
    text: &str,
    plain: &mut Plain,
    task: &Task,
) -> Result<bool, Rejection> {
    let decided = matches!(ruleset.ending, Ending::Decided(_));
    if matches!(ruleset.ending, Ending::StuckWins) || decided && !ruleset.same_moves() {
        return Err(Rejection::new("this game has no values"));
    }
    let mut games = Games::new(task);
    let stated = Text { rest: text.trim() }.whole(&mut games)?;
    let mut known: HashMap<Vec<u32>, Id> = HashMap::new();
    let mut waiting = vec![position.to_vec()];
    while let Some(position) = waiting.last().cloned() {
        if known.contains_key(&position) {
            waiting.pop();
            continue;
        }
        let open = waiting.len();
        let mut options: [Vec<Id>; 2] = Default::default();
        for player in Player::BOTH {
            for option in plain.options(&position, player)? {
                match known.get(&option) {
                    Some(&game) => options[player as usize].push(game),
                    None => waiting.push(option),
                }
            }
        }
        if waiting.len() > open {
            continue;
        }
        let stuck = options.iter().all(Vec::is_empty);
        let game = match ruleset.stuck_outcome(&position) {
            Outcome::N if stuck && decided => games.nimber(1)?,
            Outcome::L if stuck && decided => games.whole(1)?,
            Outcome::R if stuck && decided => games.whole(-1)?,
            _ => games.game(options)?,
        };
        known.insert(position, game);
        waiting.pop();
    }
    Ok(known[position] == stated)
}

/// Games, each of which is equal to no other.
struct Games<'t> {
    /// The options of Left and of Right.
    options: Vec<[Vec<Id>; 2]>,
    /// How many moves the longest play has.
    depth: Vec<usize>,
    places: HashMap<[Vec<Id>; 2], Id>,
    at_most: HashMap<(Id, Id), bool>,
    /// What the newest game was compared with: forgotten if it is equal to one that is there.
    newest: Vec<(Id, Id)>,
    sums: HashMap<(Id, Id), Id>,
    task: &'t Task,
}

impl<'t> Games<'t> {
    fn new(task: &'t Task) -> Games<'t> {
        Games {
            options: Vec::new(),
            depth: Vec::new(),
            places: HashMap::new(),
            at_most: HashMap::new(),
            newest: Vec::new(),
            sums: HashMap::new(),
            task,
        }
    }

    /// The game with these options.
    fn game(&mut self, mut options: [Vec<Id>; 2]) -> Result<Id, Rejection> {
        for side in &mut options {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(&known) = self.places.get(&options) {
            return Ok(known);
        }
        let depth = options.iter().flatten().map(|&game| self.depth[game] + 1).max().unwrap_or(0);
        let new = self.options.len();
        if new >= MOST_GAMES || depth > DEEPEST {
            return Err(Stop::States { limit: MOST_GAMES }.into());
        }
        self.options.push(options.clone());
        self.depth.push(depth);
        self.newest.clear();
        for known in 0..new {
            if self.is_at_most(known, new)? && self.is_at_most(new, known)? {
                // Its place is free again.
                self.options.pop();
                self.depth.pop();
                for pair in self.newest.drain(..) {
                    self.at_most.remove(&pair);
                }
                self.places.insert(options, known);
                return Ok(known);
            }
        }
        self.places.insert(options, new);
        Ok(new)
    }

    /// G <= H, by the definition.
    fn is_at_most(&mut self, g: Id, h: Id) -> Result<bool, Rejection> {
        if let Some(&known) = self.at_most.get(&(g, h)) {
            return Ok(known);
        }
        self.task.spend(1)?;
        let mut holds = true;
        for place in 0..self.options[g][0].len() {
            let left = self.options[g][0][place];
            holds = holds && !self.is_at_most(h, left)?;
        }
        for place in 0..self.options[h][1].len() {
            let right = self.options[h][1][place];
            holds = holds && !self.is_at_most(right, g)?;
        }
        self.at_most.insert((g, h), holds);
        if g.max(h) + 1 == self.options.len() {
            self.newest.push((g, h));
        }
        Ok(holds)
    }

    fn sum(&mut self, g: Id, h: Id) -> Result<Id, Rejection> {
        if let Some(&known) = self.sums.get(&(g, h)) {
            return Ok(known);
        }
        let mut options: [Vec<Id>; 2] = Default::default();
        for (player, side) in options.iter_mut().enumerate() {
            for option in self.options[g][player].clone() {
                side.push(self.sum(option, h)?);
            }
            for option in self.options[h][player].clone() {
                side.push(self.sum(g, option)?);
            }
        }
        let sum = self.game(options)?;
        self.sums.insert((g, h), sum);
        Ok(sum)
    }

    /// The game with the roles exchanged.
    fn negative(&mut self, g: Id) -> Result<Id, Rejection> {
        let mut options: [Vec<Id>; 2] = Default::default();
        for (player, side) in options.iter_mut().enumerate() {
            for option in self.options[g][1 - player].clone() {
                side.push(self.negative(option)?);
            }
        }
        self.game(options)
    }

    /// n = {n - 1|}, and -n the other way round.
    fn whole(&mut self, n: i64) -> Result<Id, Rejection> {
        let mut game = self.game(Default::default())?;
        for _ in 0..n.unsigned_abs() {
            let side = vec![game];
            game = self.game(if n > 0 { [side, vec![]] } else { [vec![], side] })?;
        }
        Ok(game)
    }

    /// m / 2^k; for odd m and k >= 1 it is {(m - 1) / 2^k|(m + 1) / 2^k}.
    fn fraction(&mut self, m: i64, k: u32) -> Result<Id, Rejection> {
        match k {
            0 => self.whole(m),
            _ if m % 2 == 0 => self.fraction(m / 2, k - 1),
            _ => {
                let (below, above) = (self.fraction(m - 1, k)?, self.fraction(m + 1, k)?);
                self.game([vec![below], vec![above]])
            }
        }
    }

    /// *n: both players can move to all smaller ones.
    fn nimber(&mut self, n: u32) -> Result<Id, Rejection> {
        let mut smaller = Vec::new();
        for _ in 0..=n {
            let game = self.game([smaller.clone(), smaller.clone()])?;
            smaller.push(game);
        }
        smaller.pop().ok_or_else(|| Rejection::new("no nimber"))
    }

    /// So many times ^ = {0|*}, or its negative.
    fn ups(&mut self, n: i64) -> Result<Id, Rejection> {
        let (zero, star) = (self.nimber(0)?, self.nimber(1)?);
        let up = self.game([vec![zero], vec![star]])?;
        let one = if n < 0 { self.negative(up)? } else { up };
        let mut sum = zero;
        for _ in 0..n.unsigned_abs() {
            sum = self.sum(sum, one)?;
        }
        Ok(sum)
    }
}

/// What is left to be read of a value as it is written: sums and differences of numbers, `*2`, `^`, `v3*`, `1*`, parentheses, and
/// braces such as `{1,*|0}` and `{2||1|0}`.
struct Text<'t> {
    rest: &'t str,
}

impl<'t> Text<'t> {
    fn whole(mut self, games: &mut Games) -> Result<Id, Rejection> {
        let game = self.sum(games)?;
        if self.rest.is_empty() { Ok(game) } else { Err(self.unknown()) }
    }

    fn unknown(&self) -> Rejection {
        Rejection::new(format!("`{}` of a value is not read here", self.rest))
    }

    fn eat(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn sum(&mut self, games: &mut Games) -> Result<Id, Rejection> {
        let mut sum = self.atom(games)?;
        loop {
            self.skip_spaces();
            // What `+-` and the like stand for is not read here.
            if self.rest.starts_with("+-")
                || self.rest.starts_with("+_")
                || self.rest.starts_with("-_")
            {
                return Err(self.unknown());
            }
            let minus = match (self.eat('+'), self.rest.starts_with('-')) {
                (true, _) => false,
                (false, true) => self.eat('-'),
                (false, false) => return Ok(sum),
            };
            let next = self.atom(games)?;
            let next = if minus { games.negative(next)? } else { next };
            sum = games.sum(sum, next)?;
        }
    }

    fn atom(&mut self, games: &mut Games) -> Result<Id, Rejection> {
        self.skip_spaces();
        if self.rest.starts_with(['*', '^', 'v']) {
            return self.infinitesimal(games);
        }
        if self.eat('(') {
            let game = self.sum(games)?;
            self.skip_spaces();
            return if self.eat(')') { Ok(game) } else { Err(self.unknown()) };
        }
        if self.rest.starts_with('{') {
            return self.braces(games);
        }
        let minus = self.eat('-');
        let top = self.digits(LARGEST[0])?.ok_or_else(|| self.unknown())?;
        let mut power = 0;
        if self.eat('/') {
            let bottom = self.digits(1 << LARGEST[1])?.filter(|n| n.is_power_of_two());
            power = bottom.ok_or_else(|| self.unknown())?.trailing_zeros();
        }
        let top = i64::from(top);
        let number = games.fraction(if minus { -top } else { top }, power)?;
        match self.rest.starts_with(['*', '^', 'v']) {
            false => Ok(number),
            true => {
                let rest = self.infinitesimal(games)?;
                games.sum(number, rest)
            }
        }
    }

    /// `^3*2`, `vv`, `*`
    fn infinitesimal(&mut self, games: &mut Games) -> Result<Id, Rejection> {
        let mut ups = 0;
        for sign in ['^', 'v'] {
            if ups == 0 && self.rest.starts_with(sign) {
                while self.eat(sign) {
                    ups += 1;
                }
                ups *= i64::from(self.digits(LARGEST[3])?.unwrap_or(1));
                if ups > LARGEST[3].into() || self.rest.starts_with(['<', '[']) {
                    return Err(self.unknown());
                }
                ups *= if sign == 'v' { -1 } else { 1 };
            }
        }
        let mut sum = games.ups(ups)?;
        if self.eat('*') {
            let nim = self.digits(LARGEST[2])?.unwrap_or(1);
            let nimber = games.nimber(nim)?;
            sum = games.sum(sum, nimber)?;
        }
        match self.rest.starts_with(|c: char| c.is_alphanumeric() || "*^.".contains(c)) {
            true => Err(self.unknown()),
            false => Ok(sum),
        }
    }

    /// A whole number up to this, if digits follow.
    fn digits(&mut self, most: u32) -> Result<Option<u32>, Rejection> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if end == 0 {
            return Ok(None);
        }
        let number = self.rest[..end].parse().ok().filter(|n| *n <= most);
        let number = number.ok_or_else(|| self.unknown())?;
        self.rest = &self.rest[end..];
        Ok(Some(number))
    }

    /// `{...}`
    fn braces(&mut self, games: &mut Games) -> Result<Id, Rejection> {
        let mut depth = 0;
        let end = self.rest.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        let (end, _) = end.ok_or_else(|| self.unknown())?;
        let inside = &self.rest[1..end];
        self.rest = &self.rest[end + 1..];
        match self.rest.starts_with(|c: char| c.is_alphanumeric() || "*^.{(".contains(c)) {
            true => Err(self.unknown()),
            false => barred(inside, games),
        }
    }
}

/// What stands between braces: the longest run of bars parts Left's options from Right's.
fn barred(inside: &str, games: &mut Games) -> Result<Id, Rejection> {
    let unread = || Rejection::new(format!("`{{{inside}}}` is not read here"));
    // Where runs of bars begin that stand in no inner braces, and how long they are.
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut depth = 0;
    for (at, c) in inside.char_indices() {
        depth += i32::from("{(".contains(c)) - i32::from("})".contains(c));
        if c == '|' && depth == 0 {
            match runs.last_mut() {
                Some((start, length)) if *start + *length == at => *length += 1,
                _ => runs.push((at, 1)),
            }
        }
    }
    let longest = runs.iter().map(|run| run.1).max().ok_or_else(unread)?;
    let mut main = runs.iter().filter(|run| run.1 == longest);
    let (Some(&(at, length)), None) = (main.next(), main.next()) else { return Err(unread()) };
    let sides = [&inside[..at], &inside[at + length..]];
    let mut options: [Vec<Id>; 2] = Default::default();
    for (player, side) in sides.into_iter().enumerate() {
        let within = |run: &(usize, usize)| (run.0 < at) == (player == 0) && *run != (at, length);
        if runs.iter().any(within) {
            options[player].push(barred(side, games)?);
            continue;
        }
        for option in listed(side) {
            options[player].push(Text { rest: option.trim() }.whole(games)?);
        }
    }
    games.game(options)
}

/// The parts between commas that stand in no brackets; none, if there is nothing at all.
fn listed(side: &str) -> Vec<&str> {
    if side.trim().is_empty() {
        return Vec::new();
    }
    let mut depth = 0;
    side.split(|c: char| {
        depth += i32::from("{(".contains(c)) - i32::from("})".contains(c));
        c == ',' && depth == 0
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, games: &mut Games) -> Id {
        Text { rest: text }.whole(games).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn equal_games_are_one() {
        let task = Task::default();
        let mut games = Games::new(&task);
        for (one, other) in [
            ("{0,*|*}", "^"),
            ("{0|1}", "1/2"),
            ("{-1|1}", "0"),
            ("{1|1}", "1*"),
            ("{0,*|0}", "^*"),
            ("{1*|1*}", "1"),
            ("^+v", "0"),
            ("{2||1|0}", "{2|{1|0}}"),
            ("{2|1||0}", "{{2|1}|0}"),
            ("^^*", "{0|^}"),
            ("1/4 + 3/4", "1"),
            ("*3", "*1 + *2"),
            ("-1/2", "{-1|0}"),
            ("({1|-1}) - {1|-1}", "0"),
            ("^2", "^ + ^"),
        ] {
            assert_eq!(value(one, &mut games), value(other, &mut games), "{one} and {other}");
        }
        for (one, other) in [("{1|-1}", "0"), ("^", "0"), ("{1|0}", "1/2"), ("*", "0"), ("^*", "^")]
        {
            assert_ne!(value(one, &mut games), value(other, &mut games), "{one} and {other}");
        }
    }

    #[test]
    fn what_is_not_read_is_not_believed() {
        let task = Task::default();
        for text in
            ["", "+-1", "1/3", "{1|", "{1}", "{1|2|3}", "^<2>", "2.^", "Tiny(1)", "1 1", "*9999"]
        {
            assert!(Text { rest: text }.whole(&mut Games::new(&task)).is_err(), "{text}");
        }
    }
}
