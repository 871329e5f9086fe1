//! Claims about positions that are written out: facts, plays, and lines with a number left open.

use sprague_prove::Witness;
use sprague_rules::{Outcome, Player, write_position};

use crate::games::{Named, on_piles};
use crate::play::{Play, sorted};
use crate::tape::Tape;
use crate::{Attack, Meaning, Reach};

/// A position with a number k left open: each pile is a*k + b.
type Open = Vec<(i64, i64)>;

enum Saying {
    Is(Outcome),
    Nim(u32),
    To(Open),
    Wins(Open),
}

struct Line {
    from: Open,
    least: i64,
    saying: Saying,
}

struct Listed {
    play: Play,
    lines: Vec<Line>,
    /// Is a number left open?
    open: bool,
    /// A play, and who wins it if that is said: true for the first player.
    told: Option<(Vec<Vec<u32>>, Option<bool>)>,
}

fn at(position: &Open, k: i64) -> Option<Vec<u32>> {
    let pile = |(a, b): &(i64, i64)| u32::try_from(a * k + b).ok();
    Some(sorted(position.iter().map(pile).collect::<Option<Vec<u32>>>()?))
}

impl Listed {
    fn right(&self, line: &Line, k: i64) -> bool {
        let Some(from) = at(&line.from, k) else { return false };
        let options = || self.play.options(&from, Player::Left);
        match &line.saying {
            Saying::Is(outcome) => self.play.outcome(&from) == *outcome,
            Saying::Nim(value) => self.play.nim_value(&from) == *value,
            Saying::To(to) => at(to, k).is_some_and(|to| options().contains(&to)),
            Saying::Wins(to) => at(to, k)
                .is_some_and(|to| options().contains(&to) && self.play.outcome(&to) == Outcome::P),
        }
    }

    fn told_right(&self) -> bool {
        let Some((positions, winner)) = &self.told else { return true };
        let mut player = Player::Left;
        for pair in positions.windows(2) {
            if !self.play.options(&pair[0], player).contains(&pair[1]) {
                return false;
            }
            player = player.opponent();
        }
        let Some(first) = winner else { return true };
        let last = &positions[positions.len() - 1];
        if !self.play.options(last, player).is_empty() {
            return false;
        }
        // Who is to move is stuck.
        let mover_wins = self.play.ruleset.stuck_outcome(last).first_wins(player);
        (mover_wins == (player == Player::Left)) == *first
    }
}

impl Meaning for Listed {
    fn counterexample(&self, reach: Reach) -> Option<String> {
        if !self.told_right() {
            return Some("the play".into());
        }
        let to = match (self.open, reach) {
            (false, _) => 0,
            (true, Reach::Far) => 40,
            (true, Reach::UpTo(to)) => i64::from(to.min(12)),
        };
        for (place, line) in self.lines.iter().enumerate() {
            for k in line.least..=line.least.max(to) {
                if self.play.looked.get() > reach.budget() {
                    return None;
                }
                if !self.right(line, k) {
                    return Some(format!("line {place}, k = {k}"));
                }
            }
        }
        None
    }

    fn is_false_at(&self, _: &Witness) -> Option<bool> {
        None
    }
}

fn written(position: &Open) -> String {
    let pile = |&(a, b): &(i64, i64)| match (a, b) {
        (0, b) => b.to_string(),
        (1, 0) => "k".to_string(),
        (1, b) => format!("k+{b}"),
        (a, 0) => format!("{a}k"),
        (a, b) => format!("{a}k+{b}"),
    };
    position.iter().map(pile).collect::<Vec<_>>().join(",")
}

fn impartial(tape: &mut Tape) -> Named {
    loop {
        let game = on_piles(tape);
        if game.ruleset.is_impartial() && game.ruleset.same_moves() {
            return game;
        }
    }
}

fn line(tape: &mut Tape, play: &Play, piles: usize, open: bool) -> Line {
    let slope = |tape: &mut Tape| if open { tape.pick(&[0, 1, 1, 2, 3, 4]) } else { 0 };
    let mut from: Open =
        (0..piles).map(|_| (slope(tape), tape.number(if open { 0 } else { 1 }, 8))).collect();
    from.sort_by_key(|&(a, b)| (a, b));
    if open && from.iter().all(|pile| pile.0 == 0) {
        from[piles - 1].0 = 1;
    }
    let least = if open { tape.number(0, 3) } else { 0 };
    let here = at(&from, least).unwrap_or_default();
    // One pile that becomes smaller, by a number or down to one.
    let mut to = from.clone();
    let place = tape.roll(piles as u64) as usize;
    match tape.roll(3) {
        0 => to[place] = (0, tape.number(0, 3)),
        1 if to[place].1 > 0 => to[place].1 -= 1,
        _ => to[place].1 = (to[place].1 - tape.number(1, 3)).max(0),
    }
    let saying = match tape.roll(5) {
        0 | 1 => {
            let truly = play.outcome(&here);
            let other = tape.pick(&[Outcome::P, Outcome::N]);
            Saying::Is(if tape.one_in(5) { other } else { truly })
        }
        2 if play.ruleset.has_nim_values() => {
            let value = i64::from(play.nim_value(&here)) + i64::from(tape.one_in(4));
            Saying::Nim(tape.told(value) as u32)
        }
        3 => Saying::To(to),
        _ => {
            // A move that wins, if there is one.
            let wins = play
                .options(&here, Player::Left)
                .into_iter()
                .find(|option| play.outcome(option) == Outcome::P);
            match wins.filter(|_| !open && !tape.one_in(4)) {
                Some(option) => Saying::Wins(option.iter().map(|&n| (0, n.into())).collect()),
                None => Saying::Wins(to),
            }
        }
    };
    Line { from, least, saying }
}

fn said(line: &Line, open: bool) -> String {
    let from = written(&line.from);
    let what = match &line.saying {
        Saying::Is(outcome) => format!("{from} is {outcome}"),
        Saying::Nim(value) => format!("{from} has nim-value {value}"),
        Saying::To(to) => format!("{from} -> {}", nonempty(to)),
        Saying::Wins(to) => format!("{from} -> {} wins", nonempty(to)),
    };
    match (open, line.least) {
        (false, _) => what,
        (true, 0) => format!("{what} for k"),
        (true, least) => format!("{what} for k: k >= {least}"),
    }
}

fn nonempty(position: &Open) -> String {
    if position.is_empty() { "-".into() } else { written(position) }
}

pub fn attack(tape: &mut Tape) -> Attack {
    let game = impartial(tape);
    let play = Play::new(&game.ruleset);
    let most = game.most_piles(3) as u64;
    let kind = tape.pick(&["facts", "lines", "lines", "play"]);
    let mut listed = Listed { play, lines: vec![], open: kind == "lines", told: None };
    let statement = match kind {
        "play" => {
            let mut position =
                sorted((0..=tape.roll(most)).map(|_| 1 + tape.roll(7) as u32).collect());
            position.truncate(most as usize);
            let mut positions = vec![position.clone()];
            let mut player = Player::Left;
            for _ in 0..tape.roll(9) {
                let options = listed.play.options(&position, player);
                if options.is_empty() {
                    break;
                }
                position = tape.pick(&options);
                positions.push(position.clone());
                player = player.opponent();
            }
            if tape.one_in(4) && positions.len() > 2 {
                // A step is left out.
                let place = 1 + tape.roll(positions.len() as u64 - 1) as usize;
                positions.remove(place);
            }
            let winner = tape.one_in(2).then(|| tape.one_in(2));
            let steps: Vec<String> = positions.iter().map(|p| write_position(p)).collect();
            let end = match winner {
                Some(true) => "; the first player wins",
                Some(false) => "; the second player wins",
                None => "",
            };
            listed.told = Some((positions, winner));
            format!("play {}{end}", steps.join(" -> "))
        }
        kind => {
            let open = kind == "lines";
            for _ in 0..=tape.roll(3) {
                let piles = 1 + tape.roll(most.min(2)) as usize;
                let next = line(tape, &listed.play, piles, open);
                listed.lines.push(next);
            }
            let lines: Vec<String> =
                listed.lines.iter().map(|line| format!("\n    {}", said(line, open))).collect();
            format!("{kind}{}", lines.concat())
        }
    };
    let Named { expression, own, .. } = game;
    let text = format!("claim \"it\"\n  game {expression}\n  {statement}\n");
    Attack { kind, text, games: own, meaning: Box::new(listed) }
}
