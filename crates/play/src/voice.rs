//! The opponent's voice: `you` and `I`, hints, refusals and endings as sentences, the same for every face.

use sprague_rules::Player;

use crate::hint::Hint;
use crate::illegal::{Illegal, Passage, Reason};
use crate::level::Reply;
use crate::moves::Move;
use crate::oracle::Unknown;
use crate::play::{Made, State};
use crate::position::Board;
use crate::setting::{End, Finish};
use crate::worth::Worths;

/// Moves of a list that are shown.
const LISTED: usize = 40;

/// Says `you` and `I`, and where it matters who is Left and who is Right.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// Whom it says `you` to.
    pub person: Player,
    /// Does it matter who is Left?
    named: bool,
    /// Is the game played on a graph? Then a move is better told by what is done than by where it
    /// leads.
    graph: bool,
    finish: Finish,
}

impl Voice {
    /// A voice for the game in this state.
    pub fn new(state: &State, person: Player) -> Voice {
        let graph = matches!(state.board, Board::Graph { .. });
        Voice { person, named: state.partizan, graph, finish: state.finish }
    }

    /// `you` or `I`, both followed by the same form of a verb.
    fn subject(self, player: Player) -> &'static str {
        if player == self.person { "you" } else { "I" }
    }

    /// Who is to move at a position: `Right, to move at 5,` or `whoever has to move at 3,8`.
    fn mover_at(self, player: Player, position: &str) -> String {
        match (self.named, self.graph) {
            (true, _) => format!("{}, to move at {position},", name(player)),
            (false, false) => format!("whoever has to move at {position}"),
            (false, true) => "whoever has to move".to_string(),
        }
    }

    /// What is left after a move, in parentheses, where that is short.
    fn rest(self, to: &str) -> String {
        if self.graph { String::new() } else { format!(" ({})", left(to)) }
    }

    /// Who begins, who is who, and what becomes of a stuck player.
    pub fn introduction(self, state: &State) -> String {
        let ending = match self.finish {
            Finish::StuckLoses => "The player who cannot move loses.",
            Finish::StuckWins => "Misère play: the player who cannot move wins.",
            Finish::Decided => "Where a player cannot move, the end decides who wins.",
            Finish::DecidedMisere => {
                "Misère play: every end is won by the other side than the rule says."
            }
        };
        let (you, me) = (name(self.person), name(self.person.opponent()));
        let sides = if self.named { format!("You are {you}, I am {me}. ") } else { String::new() };
        let begins = if state.to_move == self.person { "You begin." } else { "I begin." };
        format!("{}: {}\n{ending} {sides}{begins}\n", state.ruleset, state.summary)
    }

    /// `I take 1 from the pile of 3: 1,2.`
    pub fn made(self, made: &Made) -> String {
        let who = capital(self.subject(made.player));
        let rest = if self.graph { String::new() } else { format!(": {}", left(&made.to)) };
        format!("{who} {}{rest}.\n", done(&made.words))
    }

    /// Why the opponent could not know what to do, if it could not.
    pub fn doubt(self, reply: &Reply) -> Option<String> {
        let unknown = reply.unknown.as_ref()?;
        Some(format!("{}\nI look a few moves ahead instead.\n", unsure(unknown)))
    }

    /// Why the player to move wins or loses.
    pub fn hint(self, hint: &Hint) -> String {
        let mut text = hint.unknown.as_ref().map(|why| unsure(why) + "\n").unwrap_or_default();
        let position = &hint.position;
        match (hint.wins, &hint.best, &hint.end) {
            (Some(true), Some(best), Some(end)) => {
                let end = self.stuck(end);
                text += &format!("You can win at once: {}. Then {end}.\n", best.words);
            }
            (Some(true), Some(best), None) => {
                let by =
                    if self.graph { String::new() } else { format!(" by moving to {}", best.to) };
                text += &format!("You can win{by}: {}.\n", best.words);
                if hint.unknown.is_none() {
                    let mover = capital(&self.mover_at(hint.to_move.opponent(), &best.to));
                    let (then, place) = if self.graph { (" then", "") } else { ("", " there") };
                    let kind = self.kind();
                    text +=
                        &format!("{mover}{then} loses{kind}: every move{place} has an answer.\n");
                }
            }
            (Some(false), best, None) => {
                let mover = capital(&self.mover_at(hint.to_move, position));
                let here = if self.graph { " here" } else { "" };
                let kind = self.kind();
                text += &format!("{mover}{here} loses{kind}: I have an answer to every move.\n");
                if let Some(best) = best.as_ref().filter(|_| hint.exchanges.len() > 1) {
                    text += &format!("Hardest to answer, perhaps: {}.\n", best.words);
                }
            }
            (Some(true), None, _) => text += "You can win from here.\n",
            _ => text += "As far as I can see, every move is as good as another.\n",
        }
        text += &self.exchanges(hint);
        if hint.gave_away {
            text += "Your last move gave the win away: `undo` takes it back.\n";
        }
        text
    }

    fn exchanges(self, hint: &Hint) -> String {
        let mut text = String::new();
        let loser = match hint.wins {
            Some(true) => hint.to_move.opponent(),
            _ => hint.to_move,
        };
        let winner = loser.opponent();
        for exchange in &hint.exchanges {
            let answer = match (&exchange.answer, &exchange.end) {
                (Some(answer), end) => {
                    let end = if end.is_some() { " and win" } else { "" };
                    let (who, rest) = (self.subject(winner), self.rest(&answer.to));
                    format!("{who} {}{rest}{end}", done(&answer.words))
                }
                (None, Some(end)) => self.stuck(end),
                (None, None) => continue,
            };
            let (who, made) = (self.subject(loser), &exchange.made);
            let rest = self.rest(&made.to);
            text += &format!("  If {who} {}{rest}, {answer}.\n", done(&made.words));
        }
        match hint.more {
            0 => {}
            more => text += &format!("  And so for {more} more.\n"),
        }
        text
    }

    /// A reminder where a stuck player does not lose.
    fn kind(self) -> &'static str {
        match self.finish {
            Finish::StuckWins => " (in misère play, who cannot move wins)",
            _ => "",
        }
    }

    /// What becomes of a player who cannot move: `you cannot move, so you lose`.
    fn stuck(self, end: &End) -> String {
        let who = self.subject(end.stuck);
        let verb = if end.winner == end.stuck { "win" } else { "lose" };
        let at = if end.position == "-" { "0" } else { &end.position };
        let decision = match end.decided {
            None => return format!("{who} cannot move, so {who} {verb}"),
            Some('L') => format!("Left wins the end {at}"),
            Some('R') => format!("Right wins the end {at}"),
            Some('N') => format!("at the end {at} the player to move wins"),
            Some(_) => format!("at the end {at} the player to move loses"),
        };
        format!("{who} cannot move, and {decision}, so {who} {verb}")
    }

    /// The end of a game, in which the first player could have won if that is known.
    pub fn ending(self, state: &State, end: &End, first_could_win: Option<bool>) -> String {
        let reason = capital(&self.stuck(end));
        let won = end.winner == self.person;
        if state.history.is_empty() {
            let winner = if won { "You" } else { "I" };
            return format!("{reason}.\n{winner} have won before the first move.\n");
        }
        let moves = match state.history.iter().filter(|made| made.player == self.person).count() {
            1 => "in one move".to_string(),
            n => format!("in {n} moves"),
        };
        let start = state.start.text();
        let could_win = first_could_win.map(|first| first == (state.first == self.person));
        let closing = match (won, could_win) {
            (true, _) => format!("You have won {moves}. Well played!"),
            (false, Some(true)) => format!("I have won, though {start} was yours to win."),
            (false, Some(false)) => {
                format!("I have won; in your place nobody could have won {start}.")
            }
            (false, None) => "I have won.".to_string(),
        };
        format!("{reason}.\n{closing}\n")
    }

    /// Why the person cannot do that, and what lies near it.
    pub fn refuse(self, position: &str, illegal: &Illegal) -> String {
        let words = done(&illegal.words);
        let chips = |n: u32| if n == 1 { "1 chip".to_string() } else { format!("{n} chips") };
        let at = if self.graph { String::new() } else { format!(" at {position}") };
        let cannot = format!("You cannot {words}{at}.");
        let why = match &illegal.reason {
            Reason::Unchanged => {
                return format!("The position is {position} already: a move must change it.\n");
            }
            Reason::NotListed => {
                return format!("There is no move {} here; `moves` lists them.\n", illegal.words);
            }
            Reason::Over => return "The game is over.\n".to_string(),
            Reason::OtherPlayer => {
                let other = name(self.person.opponent());
                format!("Only {other} may {words}; your rule:")
            }
            Reason::Condition => format!("{cannot} The rule forbids it here:"),
            Reason::NotAMove => format!("{cannot} The rule:"),
            Reason::TooManyChoices => {
                return format!(
                    "There are too many moves here to find out whether you may {words}.\n"
                );
            }
            Reason::NoVertex { vertex } => format!("{cannot} There is no vertex {vertex}."),
            Reason::Gone { vertex } => format!("{cannot} Vertex {vertex} is gone."),
            Reason::NoEdge { edge: (u, v) } => format!("{cannot} There is no edge {u}-{v}:"),
            Reason::InPlay { edge: (u, v) } => format!("{cannot} The edge {u}-{v} is in play:"),
            Reason::TooFew { vertex, chips: there } => {
                format!("{cannot} Vertex {vertex} has only {}.", chips(*there))
            }
            Reason::TooMany { most } => format!("{cannot} Here you may take at most {most}:"),
            Reason::Unequal => {
                format!("{cannot} From both ends the same number has to be taken:")
            }
            Reason::Isolates { vertex } => {
                format!("{cannot} Vertex {vertex} would be left without edges:")
            }
        };
        let rules: String = match why.ends_with(':') {
            true => illegal.rules.iter().map(marked).collect(),
            false => String::new(),
        };
        format!("{why}\n{rules}{}", self.offer(&illegal.near))
    }

    fn offer(self, near: &[Move]) -> String {
        if near.is_empty() {
            return String::new();
        }
        let near: Vec<String> =
            near.iter().map(|m| if self.graph { done(&m.words) } else { m.to.clone() }).collect();
        let what = if self.graph { "may" } else { "may move to" };
        format!("Near it you {what} {}.\n", near.join("  or  "))
    }

    /// The moves, by where they lead or by number.
    pub fn moves(self, moves: &[Move], complete: bool) -> String {
        let keys: Vec<String> = moves
            .iter()
            .take(LISTED)
            .enumerate()
            .map(|(i, m)| match self.graph {
                true => format!("#{}", i + 1),
                false => m.to.clone(),
            })
            .collect();
        let width = keys.iter().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for (m, key) in moves.iter().zip(&keys) {
            text += &format!("  {key:<width$}  {}{}\n", m.words, ways(m));
        }
        text + &more(moves.len(), complete)
    }

    /// The moves with what they are worth, the winning ones first.
    pub fn worth(self, worths: &Worths) -> String {
        let mut text = worths.unknown.as_ref().map(|why| unsure(why) + "\n").unwrap_or_default();
        let nim =
            |nim: Option<u32>| nim.map(|nim| format!(", nim-value {nim}")).unwrap_or_default();
        let winning = worths.moves.iter().filter(|m| m.worth.wins == Some(true)).count();
        text += &match (worths.position.wins, winning) {
            (Some(true), 0) => "You can win from here".to_string(),
            (Some(true), 1) => "You can win from here by one move".to_string(),
            (Some(true), n) => format!("You can win from here by {n} moves"),
            (Some(false), _) => "Every move loses".to_string(),
            (None, _) => "Who wins from here is not known".to_string(),
        };
        text += &format!("{}.\n", nim(worths.position.nim));
        let mut order: Vec<usize> = (0..worths.moves.len()).collect();
        order.sort_by_key(|&i| match worths.moves[i].worth.wins {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        });
        let shown = &order[..order.len().min(LISTED)];
        let key = |&i: &usize| {
            let m = &worths.moves[i].made;
            (format!("#{}", i + 1), if self.graph { &m.words } else { &m.to })
        };
        let widths = shown.iter().map(key).map(|(n, k)| (n.len(), k.len()));
        let (w, v) = widths.fold((0, 0), |(w, v), (n, k)| (w.max(n), v.max(k)));
        for i in shown {
            let (number, what) = key(i);
            let worth = worths.moves[*i].worth;
            let verdict = match worth.wins {
                Some(true) => "wins",
                Some(false) => "loses",
                None => "not known",
            };
            text += &format!("  {number:<w$}  {what:<v$}  {verdict}{}\n", nim(worth.nim));
        }
        text + &more(order.len(), worths.complete)
    }
}

/// Other ways to make the move.
fn ways(m: &Move) -> String {
    m.also.iter().map(|way| format!(", or {}", way.words)).collect()
}

fn more(all: usize, complete: bool) -> String {
    match (all.saturating_sub(LISTED), complete) {
        (0, true) => String::new(),
        (more, true) => format!("  and {more} more\n"),
        (_, false) => format!("  and more than {} others\n", all.saturating_sub(LISTED)),
    }
}

fn unsure(unknown: &Unknown) -> String {
    format!("I cannot find out who wins here: {}.", unknown.why.trim_end_matches('.'))
}

/// What is left, in words if there is nothing left.
fn left(to: &str) -> &str {
    if to == "-" { "nothing left" } else { to }
}

/// An order that can follow a subject: `take 1 from both on 5-6` for `on 5-6 take 1 from both`.
fn done(words: &str) -> String {
    match words.strip_prefix("on ").and_then(|rest| rest.split_once(' ')) {
        Some((edge, rest)) => format!("{rest} on {edge}"),
        None => words.to_string(),
    }
}

/// A rule on a line, with carets under what forbids a move.
fn marked(passage: &Passage) -> String {
    let mut text = format!("  {}\n", passage.text);
    let whole = |range: &std::ops::Range<usize>| *range == (0..passage.text.len());
    if passage.forbid.is_empty() || passage.forbid.iter().any(whole) {
        return text;
    }
    let marks: String = passage
        .text
        .char_indices()
        .map(
            |(at, _)| {
                if passage.forbid.iter().any(|range| range.contains(&at)) { '^' } else { ' ' }
            },
        )
        .collect();
    text += &format!("  {}\n", marks.trim_end());
    text
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
