//! Games written out, and what laws say of them: the plain meaning, straight from the definitions.
//!
//! A game is written by its options: `{}` has none, `{{},{{}}}` is a heap of two tokens of Nim. Where the players have their own, Right's
//! follow after a bar: `{{|}|}`. Where an ending decides, a position without options is the letter of its outcome. The sets to which a
//! position belongs follow in brackets: `{}[A]`.

use std::collections::HashMap;
use std::fmt;

use sprague_rules::{Outcome, Player};

use super::{GAMES, Number, OnLaws, Place, Play, Sentence, Together};

/// Positions in one game: each stands after its options.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Node {
    /// The options of Left, ascending; of both, where they have the same.
    pub left: Vec<usize>,
    /// Those of Right, where Right has their own.
    pub right: Vec<usize>,
    /// Its outcome, if it has no options and an ending decides.
    pub end: Option<Outcome>,
    /// The sets that it belongs to, a bit each.
    pub sets: u32,
}

/// Positions in one game that is written.
const MOST_NODES: usize = 4096;
/// How deep a text may go.
const MOST_DEEP: usize = 200;

impl Tree {
    /// With these positions; the last is the game itself.
    pub fn new(nodes: Vec<Node>) -> Tree {
        Tree { nodes }
    }

    /// A heap of so many tokens of Nim.
    pub fn heap(tokens: usize) -> Tree {
        let node = |tokens| Node { left: (0..tokens).collect(), ..Node::default() };
        Tree::new((0..=tokens).map(node).collect())
    }

    /// All positions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    fn top(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The text of a game.
    pub fn read(text: &str, play: Play, sets: &[String]) -> Result<Tree, String> {
        let signs: Vec<char> = text.chars().collect();
        let mut reader =
            Reader { signs: &signs, at: 0, play, sets, known: HashMap::new(), nodes: Vec::new() };
        reader.node(0)?;
        if reader.at != signs.len() {
            return Err("there is more than one game".into());
        }
        Ok(Tree { nodes: reader.nodes })
    }

    /// The text of it.
    pub fn write(&self, play: Play, sets: &[String]) -> String {
        let mut out = String::new();
        self.write_node(self.top(), play, sets, &mut out);
        out
    }

    fn write_node(&self, at: usize, play: Play, sets: &[String], out: &mut String) {
        let node = &self.nodes[at];
        let list = |options: &[usize], out: &mut String| {
            for (place, &option) in options.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                self.write_node(option, play, sets, out);
            }
        };
        match node.end {
            Some(end) => out.push(end.letter()),
            None => {
                out.push('{');
                list(&node.left, out);
                if play == Play::Partizan {
                    out.push('|');
                    list(&node.right, out);
                }
                out.push('}');
            }
        }
        let names = sets.iter().enumerate().filter(|(set, _)| node.sets >> set & 1 == 1);
        let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        if !names.is_empty() {
            out.push_str(&format!("[{}]", names.join(",")));
        }
    }
}

struct Reader<'r> {
    signs: &'r [char],
    at: usize,
    play: Play,
    sets: &'r [String],
    known: HashMap<Node, usize>,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn next_is(&mut self, sign: char) -> bool {
        let is = self.signs.get(self.at) == Some(&sign);
        self.at += usize::from(is);
        is
    }

    fn node(&mut self, deep: usize) -> Result<usize, String> {
        if deep > MOST_DEEP || self.nodes.len() > MOST_NODES {
            return Err("the game is too large to be read".into());
        }
        let mut node = Node::default();
        if self.next_is('{') {
            node.left = self.options(deep)?;
            if self.play == Play::Partizan {
                if !self.next_is('|') {
                    return Err(
                        "expected `|` between the options of Left and those of Right".into()
                    );
                }
                node.right = self.options(deep)?;
            }
            if !self.next_is('}') {
                return Err("expected `}` after the options".into());
            }
            if self.play == Play::Ending && node.left.is_empty() {
                return Err("a position without options has an outcome here".into());
            }
        } else {
            let letter = self.signs.get(self.at).map(|sign| sign.to_string()).unwrap_or_default();
            let end = Outcome::from_letter(&letter).filter(|_| self.play == Play::Ending);
            node.end = Some(end.ok_or("expected a game, such as `{}`")?);
            self.at += 1;
        }
        if self.next_is('[') {
            loop {
                let begun = self.at;
                while self.signs.get(self.at).is_some_and(|sign| !",]".contains(*sign)) {
                    self.at += 1;
                }
                let name: String = self.signs[begun..self.at].iter().collect();
                let set = self.sets.iter().position(|known| *known == name);
                node.sets |= 1 << set.ok_or("there is no such set")?;
                if !self.next_is(',') {
                    break;
                }
            }
            if !self.next_is(']') {
                return Err("expected `]` after the sets".into());
            }
        }
        if let Some(&known) = self.known.get(&node) {
            return Ok(known);
        }
        self.known.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn options(&mut self, deep: usize) -> Result<Vec<usize>, String> {
        let mut options = Vec::new();
        if self.signs.get(self.at).is_some_and(|sign| "|}".contains(*sign)) {
            return Ok(options);
        }
        loop {
            options.push(self.node(deep + 1)?);
            if !self.next_is(',') {
                options.sort_unstable();
                options.dedup();
                return Ok(options);
            }
        }
    }
}

/// Games that were written out, and what is known of them.
pub struct World<'w> {
    on: &'w OnLaws,
    trees: &'w [Tree],
    /// For each position of each tree, whether Left wins moving first, and whether Right does.
    firsts: Vec<Vec<[bool; 2]>>,
    nims: HashMap<(bool, Vec<usize>, Vec<usize>), u32>,
}

/// It is too large to be computed.
#[derive(Debug)]
pub struct TooLarge;

/// All that a law about a game sees of one of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sight {
    /// Who wins moving first: Left, and Right.
    firsts: [bool; 2],
    /// The nim-value is 0.
    zero: bool,
    sets: u32,
}

/// Positions of games played together.
const MOST_TOGETHER: usize = 200_000;

impl<'w> World<'w> {
    /// With a game for each name that the law uses.
    pub fn new(on: &'w OnLaws, trees: &'w [Tree]) -> World<'w> {
        let firsts = trees.iter().map(|tree| firsts(tree, on.play)).collect();
        World { on, trees, firsts, nims: HashMap::new() }
    }

    /// What a law would see of G, if it were an option.
    pub fn sight(&mut self) -> Result<Sight, TooLarge> {
        let top = self.trees[0].top();
        let zero = self.nim(false, &[0], &[top])? == 0;
        Ok(Sight { firsts: self.firsts[0][top], zero, sets: self.trees[0].nodes[top].sets })
    }

    /// Is what is supposed true of every position?
    pub fn is_as_supposed(&mut self) -> Result<bool, TooLarge> {
        for game in 0..self.trees.len() {
            for at in 0..self.trees[game].nodes.len() {
                for supposed in &self.on.suppose {
                    if !self.is_so(supposed, Some((game, at)))? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Is it one of the games of which something is claimed?
    pub fn is_spoken_of(&mut self) -> Result<bool, TooLarge> {
        match &self.on.whenever {
            Some(whenever) => self.is_so(whenever, None),
            None => Ok(true),
        }
    }

    /// Is the law true of them?
    pub fn law_holds(&mut self) -> Result<bool, TooLarge> {
        self.is_so(&self.on.law, None)
    }

    /// A sentence, where G is this position; none: the game itself.
    fn is_so(&mut self, sentence: &Sentence, g: Option<(usize, usize)>) -> Result<bool, TooLarge> {
        let mut failed = false;
        let is = sentence.is_so(&mut |atom| {
            self.atom(atom, g).unwrap_or_else(|TooLarge| {
                failed = true;
                false
            })
        });
        if failed { Err(TooLarge) } else { Ok(is) }
    }

    fn atom(&mut self, atom: &Sentence, g: Option<(usize, usize)>) -> Result<bool, TooLarge> {
        let here = g.unwrap_or((0, self.trees[0].top()));
        let node = &self.trees[here.0].nodes[here.1];
        match atom {
            Sentence::Stuck => Ok(node.left.is_empty() && node.right.is_empty()),
            Sentence::Ends(some) => Ok(node.end.is_some_and(|end| some.contains(end))),
            Sentence::Outcome(some, place) => {
                let of_tree = |at: usize| some.contains(outcome(self.firsts[here.0][at]));
                match place {
                    Place::SomeOption(player) => {
                        Ok(options(node, *player).iter().any(|&at| of_tree(at)))
                    }
                    Place::EveryOption(player) => {
                        Ok(options(node, *player).iter().all(|&at| of_tree(at)))
                    }
                    Place::EveryGame => Ok((0..self.trees.len()).all(|game| {
                        some.contains(outcome(self.firsts[game][self.trees[game].top()]))
                    })),
                    Place::Games(games) if *games == Together::one(0) => Ok(of_tree(here.1)),
                    Place::Games(games) => {
                        // Games together are for normal play without ownership, so the nim-value tells.
                        let lost = self.nim_of(games, here)? == 0;
                        Ok(some.contains(if lost { Outcome::P } else { Outcome::N }))
                    }
                }
            }
            Sentence::In { place, set, inside } => {
                let of_tree =
                    |at: usize| (self.trees[here.0].nodes[at].sets >> set & 1 == 1) == *inside;
                match place {
                    Place::SomeOption(player) => {
                        Ok(options(node, *player).iter().any(|&at| of_tree(at)))
                    }
                    Place::EveryOption(player) => {
                        Ok(options(node, *player).iter().all(|&at| of_tree(at)))
                    }
                    _ => Ok(of_tree(here.1)),
                }
            }
            Sentence::Equal(a, b) => Ok(self.nim_sum(a, here)? == self.nim_sum(b, here)?),
            _ => Ok(false),
        }
    }

    fn nim_sum(&mut self, numbers: &[Number], here: (usize, usize)) -> Result<u32, TooLarge> {
        let mut sum = 0;
        for number in numbers {
            sum ^= match number {
                Number::Constant(number) => *number,
                Number::Nim(games) => self.nim_of(games, here)?,
                Number::Mex => {
                    let options = self.trees[here.0].nodes[here.1].left.clone();
                    let values = options.into_iter().map(|at| self.nim(false, &[here.0], &[at]));
                    mex(values.collect::<Result<_, _>>()?)
                }
            };
        }
        Ok(sum)
    }

    fn nim_of(&mut self, games: &Together, here: (usize, usize)) -> Result<u32, TooLarge> {
        let place = |game: &usize| if *game == 0 { here } else { (*game, self.trees[*game].top()) };
        let (selective, named): (bool, Vec<(usize, usize)>) = match games {
            Together::Sum(games) => (false, games.iter().map(place).collect()),
            Together::Selective(games) => (true, games.iter().map(place).collect()),
            Together::SelectiveOfAll => {
                (true, (0..self.trees.len()).map(|game| (game, self.trees[game].top())).collect())
            }
        };
        let (trees, places): (Vec<usize>, Vec<usize>) = named.into_iter().unzip();
        self.nim(selective, &trees, &places)
    }

    /// The nim-value of positions played together, from the definition.
    fn nim(&mut self, selective: bool, trees: &[usize], places: &[usize]) -> Result<u32, TooLarge> {
        let key = (selective, trees.to_vec(), places.to_vec());
        if let Some(&known) = self.nims.get(&key) {
            return Ok(known);
        }
        if self.nims.len() > MOST_TOGETHER {
            return Err(TooLarge);
        }
        let mut after = vec![Vec::new()];
        let mut values = Vec::new();
        for (&tree, &place) in trees.iter().zip(places) {
            let options = &self.trees[tree].nodes[place].left;
            after = after
                .into_iter()
                .flat_map(|moved: Vec<usize>| {
                    [place]
                        .iter()
                        .chain(options)
                        .map(move |&to| [&moved[..], &[to]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        for next in after {
            let moved = next.iter().zip(places).filter(|(to, from)| to != from).count();
            if moved == 1 || selective && moved > 1 {
                values.push(self.nim(selective, trees, &next)?);
            }
        }
        let value = mex(values);
        self.nims.insert(key, value);
        Ok(value)
    }
}

fn options(node: &Node, player: Option<Player>) -> &[usize] {
    match player {
        Some(Player::Right) => &node.right,
        _ => &node.left,
    }
}

/// Who wins moving first, position by position: Left, and Right.
fn firsts(tree: &Tree, play: Play) -> Vec<[bool; 2]> {
    let mut known: Vec<[bool; 2]> = Vec::new();
    for node in &tree.nodes {
        let right = if play == Play::Partizan { &node.right } else { &node.left };
        let wins = match node.end {
            Some(end) => {
                [matches!(end, Outcome::L | Outcome::N), matches!(end, Outcome::R | Outcome::N)]
            }
            None if play == Play::Misere && node.left.is_empty() => [true, true],
            None => [
                node.left.iter().any(|&option| !known[option][1]),
                right.iter().any(|&option| !known[option][0]),
            ],
        };
        known.push(wins);
    }
    known
}

/// The outcome, where it is known who wins moving first.
pub fn outcome([left, right]: [bool; 2]) -> Outcome {
    match (left, right) {
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
        (false, false) => Outcome::P,
    }
}

fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..)
        .zip(&values)
        .find(|(least, value)| least != *value)
        .map_or(values.len() as u32, |(least, _)| least)
}

/// The games of a counterexample: `G = {}, H = {{}}`.
pub struct Games<'g>(pub &'g [Tree], pub Play, pub &'g [String]);

impl fmt::Display for Games<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Games(trees, play, sets) = self;
        for (place, tree) in trees.iter().enumerate() {
            let before = if place > 0 { ", " } else { "" };
            write!(
                f,
                "{before}{} = {}",
                GAMES.get(place).unwrap_or(&"..."),
                tree.write(*play, sets)
            )?;
        }
        Ok(())
    }
}
