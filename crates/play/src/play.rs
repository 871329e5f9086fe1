//! A game being played: whose move it is, what has been played and what may be.

use serde::Serialize;
use sprague_graph::random::Random;
use sprague_rules::{Complaint, Player};
use sprague_solve::{Budget, Watch};

use crate::illegal::{Illegal, Reason};
use crate::moves::{Move, Moves};
use crate::on_graph;
use crate::oracle::{Oracle, Unknown};
use crate::position::{Board, Position};
use crate::read::{self, Proposal};
use crate::setting::{End, Finish, Rules, Setting, player};

/// A game being played. It owns all it needs.
pub struct Play {
    rules: Rules,
    start: Position,
    first: Player,
    seed: u64,
    pub(crate) position: Position,
    past: Vec<Past>,
    pub(crate) oracle: Oracle,
}

/// A move that was made, and where.
struct Past {
    before: Position,
    made: Made,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Made {
    /// By whom.
    #[serde(serialize_with = "player")]
    pub player: Player,
    /// The id of the move.
    pub id: String,
    /// What was done.
    pub words: String,
    /// The position after it.
    pub to: String,
}

/// All there is to know of a play but what its moves are worth. With the ruleset, the start, who
/// began, the seed and the ids of the moves, it can be played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// How the ruleset is written.
    pub ruleset: String,
    /// Its rules in a sentence.
    pub summary: String,
    /// What becomes of a player who cannot move.
    pub finish: Finish,
    /// Does it matter who is Left and who is Right?
    pub partizan: bool,
    /// What the opponents draw from.
    pub seed: u64,
    /// Where it began.
    pub start: Board,
    /// Who began.
    #[serde(serialize_with = "player")]
    pub first: Player,
    /// The moves that were made.
    pub history: Vec<Made>,
    /// The position at hand.
    pub board: Board,
    /// Whose move it is.
    #[serde(serialize_with = "player")]
    pub to_move: Player,
    /// The end, if the player to move cannot.
    pub over: Option<End>,
}

impl Play {
    /// A play in which `first` begins, with the default limits and the seed 0.
    pub fn new(setting: Setting, first: Player) -> Play {
        Play::within(setting, first, 0, &Budget::default(), &Watch::default())
    }

    /// A play whose opponents draw from this seed, and whose thoughts keep within the budget. The watch
    /// is started anew for each thought; it shows how far that is, and stops it.
    pub fn within(
        setting: Setting,
        first: Player,
        seed: u64,
        budget: &Budget,
        watch: &Watch,
    ) -> Play {
        let Setting { rules, start } = setting;
        let oracle = Oracle::new(rules.clone(), budget.clone(), watch.clone());
        Play { rules, position: start.clone(), start, first, seed, past: Vec::new(), oracle }
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Everything but what moves are worth.
    pub fn state(&self) -> State {
        State {
            ruleset: self.rules.expression(),
            summary: self.rules.summary(),
            finish: self.rules.finish(),
            partizan: !self.rules.is_impartial(),
            seed: self.seed,
            start: self.rules.board(&self.start),
            first: self.first,
            history: self.history().into_iter().cloned().collect(),
            board: self.rules.board(&self.position),
            to_move: self.to_move(),
            over: self.over(),
        }
    }

    /// Where to draw the vertices of the graph on which it is played, an edge being about 1 long; none, where there are
    /// piles.
    pub fn layout(&self) -> Option<Vec<(f64, f64)>> {
        match &self.start {
            Position::Piles(_) => None,
            Position::Graph(start) => Some(sprague_graph::layout::layout(&start.graph)),
        }
    }

    /// The position at hand.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position at hand as it is written.
    pub fn text(&self) -> String {
        self.rules.write(&self.position)
    }

    /// Whose move it is.
    pub fn to_move(&self) -> Player {
        match self.past.len() % 2 {
            0 => self.first,
            _ => self.first.opponent(),
        }
    }

    /// The moves that were made.
    pub fn history(&self) -> Vec<&Made> {
        self.past.iter().map(|past| &past.made).collect()
    }

    /// The end, if the player to move cannot.
    pub fn over(&self) -> Option<End> {
        let player = self.to_move();
        self.rules.is_stuck(&self.position, player).then(|| self.rules.end(&self.position, player))
    }

    /// The moves of the player to move.
    pub fn moves(&self) -> Moves {
        self.rules.moves(&self.position, self.to_move())
    }

    /// Understands what someone types as a move, which need not be legal: the position after it, what
    /// changes, its id, its words, or `#3` for the third of the moves.
    pub fn read(&self, text: &str) -> Result<Proposal, Complaint> {
        read::read(&self.rules, &self.position, &self.moves(), text)
    }

    /// Makes the move with this id.
    pub fn play(&mut self, id: &str) -> Result<Made, Illegal> {
        let made = self.named(id)?;
        Ok(self.make(made))
    }

    /// Makes a move that was understood, if it is legal.
    pub fn propose(&mut self, proposal: &Proposal) -> Result<Made, Illegal> {
        let made = self.resolve(proposal)?;
        Ok(self.make(made))
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(past) => self.position = past.before,
            None => return false,
        }
        true
    }

    /// Takes back the last move of `player` and what came after it; false if there is none.
    pub fn undo_for(&mut self, player: Player) -> bool {
        let Some(last) = self.past.iter().rposition(|past| past.made.player == player) else {
            return false;
        };
        self.position = self.past.swap_remove(last).before;
        self.past.truncate(last);
        true
    }

    /// Where `player` made the last move, and how many had been made before.
    pub(crate) fn last_choice(&self, player: Player) -> Option<(Position, usize)> {
        let last = self.past.iter().rposition(|past| past.made.player == player)?;
        Some((self.past[last].before.clone(), last))
    }

    /// Could the player who began have won? `None` if that was not found out at the beginning; then it
    /// is not made up for.
    pub fn first_could_win(&mut self) -> Option<bool> {
        let (start, first) = (self.start.clone(), self.first);
        if !self.oracle.covers(0) {
            return None;
        }
        self.oracle.prepare(&start, 0).and_then(|()| self.wins(&start, first)).ok()
    }

    /// Finds out who wins the position at hand, or says why that cannot be known.
    pub fn wins_now(&mut self) -> Result<bool, Unknown> {
        if let Some(end) = self.over() {
            return Ok(end.winner == self.to_move());
        }
        self.think()?;
        let (position, player) = (self.position.clone(), self.to_move());
        self.wins(&position, player)
    }

    /// How the answers are computed, once there are some.
    pub fn way(&self) -> Option<&str> {
        self.oracle.way()
    }

    /// The move that is proposed, or why it is none.
    pub(crate) fn resolve(&self, proposal: &Proposal) -> Result<Move, Illegal> {
        let player = self.to_move();
        if self.over().is_some() {
            let illegal = self.rules.not_listed("move");
            return Err(Illegal { reason: Reason::Over, ..illegal });
        }
        match proposal {
            Proposal::Number(number) => {
                let mut moves = self.moves().moves;
                match number.checked_sub(1).filter(|&place| place < moves.len()) {
                    Some(place) => Ok(moves.swap_remove(place)),
                    None => Err(self.rules.not_listed(&format!("#{number}"))),
                }
            }
            Proposal::Id(id) => self.named(id),
            Proposal::To(target) => self
                .rules
                .move_to(&self.position, target, player)
                .ok_or_else(|| self.rules.refuse(&self.position, target, player)),
            Proposal::OnGraph(m) => {
                let refuse = || self.rules.refuse_on_graph(&self.position, *m, player);
                let after = self.rules.after(&self.position, *m).ok_or_else(refuse)?;
                let found = self.rules.move_to(&self.position, &after, player);
                found.and_then(|found| found.called(&on_graph::id(*m))).ok_or_else(refuse)
            }
        }
    }

    /// The move with this id.
    fn named(&self, id: &str) -> Result<Move, Illegal> {
        if let Some(found) = self.moves().moves.into_iter().find_map(|found| found.called(id)) {
            return Ok(found);
        }
        match read::id(&self.rules, id) {
            Some(proposal) => self.resolve(&proposal),
            None => Err(self.rules.not_listed(id)),
        }
    }

    fn make(&mut self, m: Move) -> Made {
        let made = Made { player: self.to_move(), id: m.id, words: m.words, to: m.to };
        let before = std::mem::replace(&mut self.position, m.after);
        self.past.push(Past { before, made: made.clone() });
        made
    }

    /// A number below `bound` that depends on the seed and on how many moves were made.
    pub(crate) fn drawn(&self, bound: usize) -> usize {
        let moves = self.past.len() as u64;
        let mut random = Random::new(self.seed ^ moves.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.below(bound as u64) as usize
    }
}

impl Move {
    /// The move, made in the way with this id, if it is one of its ways.
    fn called(mut self, id: &str) -> Option<Move> {
        if self.id == id {
            return Some(self);
        }
        let place = self.also.iter().position(|way| way.id == id)?;
        let way = &mut self.also[place];
        std::mem::swap(&mut self.id, &mut way.id);
        std::mem::swap(&mut self.words, &mut way.words);
        Some(self)
    }
}
