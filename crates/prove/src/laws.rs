//! Laws of all games: a game of which a law is false is looked for among small ones; if there is none, the checker goes through
//! all kinds of positions, which decides it.
//!
//! One game of each kind is enough to look at, where a kind is all that a law sees of an option: its outcome, whether its
//! nim-value is 0, its sets. So games are built from those that stand for their kinds, with every choice of them as options, until no new
//! kind comes. Several games together are tried as heaps of Nim.

use std::collections::BTreeSet;

use sprague_certificate::{Certificate, Evidence, LawsEvidence};
use sprague_claim::Claim;
use sprague_claim::laws::tree::{Games, Node, Sight, TooLarge, Tree, World};
use sprague_claim::laws::{OnLaws, Play, Sentence};
use sprague_rules::Outcome;
use sprague_task::Task;

use crate::finding::{Finding, Witness};

/// Kinds of positions that are told apart, at most.
const MOST_KINDS: usize = 14;
/// The largest heaps that stand for games, by how many games there are.
const LARGEST: [u32; 3] = [15, 7, 4];

/// Judges a law.
pub fn judge(claim: &Claim, on: &OnLaws, task: &Task) -> Finding {
    let of_one = on.sentences().all(Sentence::is_of_one);
    let found = match of_one {
        true => Search::new(on).of_one(task),
        false => of_heaps(on, task),
    };
    if let Some(trees) = found {
        let games = trees.iter().map(|tree| tree.write(on.play, &on.sets)).collect();
        return Finding::Refuted {
            witness: Witness::Written(Games(&trees, on.play, &on.sets).to_string()),
            shown: "the law is not so there".into(),
            evidence: Some(Evidence::Laws(LawsEvidence::Counterexample { games })),
        };
    }
    let evidence = Evidence::Laws(LawsEvidence::Kinds);
    let (text, games) = (claim.text.clone(), claim.games.clone());
    let certificate = Certificate { claim: text, games, evidence: evidence.clone() };
    match sprague_verify::accept(certificate, &task.part(task.limits().steps)) {
        Ok(_) => {
            let by = if of_one { "kinds of positions" } else { "nim-values of games together" };
            Finding::Proved { by, evidence: Some(evidence) }
        }
        Err(rejection) => Finding::Undecided { why: rejection.why },
    }
}

/// One game of each kind, and all games that can be built from them.
struct Search<'s> {
    on: &'s OnLaws,
    nodes: Vec<Node>,
    kinds: BTreeSet<Sight>,
}

impl<'s> Search<'s> {
    fn new(on: &'s OnLaws) -> Search<'s> {
        Search { on, nodes: Vec::new(), kinds: BTreeSet::new() }
    }

    /// A game of which the law is false.
    fn of_one(mut self, task: &Task) -> Option<Vec<Tree>> {
        loop {
            let before = self.nodes.len();
            let own = self.on.play == Play::Partizan;
            if before > MOST_KINDS || own && before > MOST_KINDS / 2 {
                return None;
            }
            let choice = |bits: u32| -> Vec<usize> {
                (0..before).filter(|place| bits >> place & 1 == 1).collect()
            };
            for left in 0..1u32 << before {
                for right in if own { 0..1u32 << before } else { 0..1 } {
                    task.spend(1).ok()?;
                    let node = Node { left: choice(left), right: choice(right), ..Node::default() };
                    if let Some(tree) = self.try_all(node) {
                        return Some(vec![tree]);
                    }
                }
            }
            if self.nodes.len() == before {
                return None;
            }
        }
    }

    /// A position with every ending and in every choice of sets.
    fn try_all(&mut self, node: Node) -> Option<Tree> {
        let stuck = node.left.is_empty() && node.right.is_empty();
        let ends: &[Option<Outcome>] = match self.on.play {
            Play::Ending if stuck => {
                &[Some(Outcome::L), Some(Outcome::R), Some(Outcome::N), Some(Outcome::P)]
            }
            _ => &[None],
        };
        for &end in ends {
            for sets in 0..1 << self.on.sets.len() {
                let node = Node { end, sets, ..node.clone() };
                let nodes: Vec<Node> = self.nodes.iter().chain([&node]).cloned().collect();
                let trees = [Tree::new(nodes)];
                let mut world = World::new(self.on, &trees);
                if !world.is_as_supposed().ok()? {
                    continue;
                }
                if self.kinds.insert(world.sight().ok()?) {
                    self.nodes.push(node);
                }
                if world.is_spoken_of().ok()? && !world.law_holds().ok()? {
                    let [tree] = trees;
                    return Some(tree);
                }
            }
        }
        None
    }
}

/// Heaps of Nim of which the law is false.
fn of_heaps(on: &OnLaws, task: &Task) -> Option<Vec<Tree>> {
    let counts = if on.is_of_any_number() { 1..=LARGEST.len() } else { on.games()..=on.games() };
    for count in counts {
        let sizes = LARGEST[count.min(LARGEST.len()) - 1] + 1;
        for code in 0..sizes.pow(count as u32) {
            task.spend(1).ok()?;
            let heap = |place: usize| Tree::heap((code / sizes.pow(place as u32) % sizes) as usize);
            let trees: Vec<Tree> = (0..count).map(heap).collect();
            let is_false = |mut world: World| -> Result<bool, TooLarge> {
                Ok(world.is_spoken_of()? && !world.law_holds()?)
            };
            if is_false(World::new(on, &trees)).ok()? {
                return Some(trees);
            }
        }
    }
    None
}
