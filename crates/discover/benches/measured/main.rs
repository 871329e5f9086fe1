//! Time, states, cases and length of the patterns that are found with no formula given: `cargo bench -p sprague-discover`. Names after `--`
//! choose games; `deep` adds those that take long.

use std::time::Duration;

use sprague_discover::{Known, Positions, Subject, Wish, discover};
use sprague_measure::{Page, Row, cpu};
use sprague_rules::{Game, Library};
use sprague_task::{Limits, Task};

/// Games that are not in the catalogue.
const TEXTS: [&str; 6] = [
    include_str!("../../games/knight.game"),
    include_str!("../../games/king.game"),
    include_str!("../../games/chomp.game"),
    include_str!("../../games/silver-dollar.game"),
    include_str!("../../games/wythoff-2.game"),
    include_str!("../../games/wythoff-3.game"),
];

/// Games with the positions that are asked about: piles, `c` for counts.
const LIST: &[&str] = &[
    "wynnie 2",
    "misere wynnie 2",
    "minnie 2",
    "minnie 3",
    "minnie 4",
    "misere minnie 2",
    "misere minnie 3",
    "mine 2",
    "mine 3",
    "mine 4",
    "nimb 2",
    "nimb 3",
    "nimtb 2",
    "nimtb 3",
    "ooooob-b 3",
    "ooooob-b 4",
    "ooooob-b 5",
    "ooooob-b 6",
    "ooooob-b 7",
    "ooooob-b 8",
    "ooooob-b c1",
    "ooooob-b c2",
    "ooooob-b c3",
    "ooooob-b c4",
    "ooooob-b c5",
    "ooooob-c 3",
    "ooooob-c 4",
    "ooooob-c 5",
    "ooooob-c c1",
    "ooooob-c c2",
    "ooooob-c c3",
    "ooooob-c c4",
    "nim 2",
    "nim 3",
    "nim 4",
    "greedy-nim 2",
    "greedy-nim 3",
    "wythoff 2",
    "wythoff-2 2",
    "wythoff-3 2",
    "nim any",
    "minnie any",
    "misere minnie any",
    "greedy-nim any",
    "knight 2",
    "king 2",
    "chomp 2",
    "silver-dollar 3",
    "silver-dollar 4",
    "jennifer 2",
    "susen 4",
];

/// Those of them that take long.
const LONG: &[&str] = &[
    "minnie 4",
    "minnie any",
    "mine 4",
    "ooooob-b 6",
    "ooooob-b 7",
    "ooooob-b 8",
    "ooooob-b c5",
    "ooooob-c 5",
    "ooooob-c c4",
];

fn main() {
    let page = Page::open("patterns");
    for line in LIST.iter().filter(|line| page.deep() || !LONG.contains(line)) {
        let (game, asked) = line.rsplit_once(' ').expect("a game and its positions");
        if !page.wants(line) {
            continue;
        }
        let positions = match asked.strip_prefix('c') {
            _ if asked == "any" => Positions::Any,
            Some(size) => Positions::Counts(size.parse().expect("a size")),
            None => Positions::Piles(asked.parse().expect("a number of piles")),
        };
        let text = TEXTS.iter().find(|text| text.starts_with(&format!("game {game}\n")));
        let (library, game) = match text.map(|text| Game::from_text(text).expect("a game")) {
            Some(own) => (own.library(), own.ruleset("").expect("no arguments").expression),
            None => (Library::catalogue(), game.to_string()),
        };
        let subject = Subject::new(&game, &library, Some(positions)).expect("a game");
        let limits = Limits {
            steps: 40_000_000_000,
            bytes: 4 << 30,
            time: Duration::from_secs(120),
            ..Limits::default()
        };
        let (found, time) = cpu(|| discover(&subject, Wish::Outcomes, &Task::new(limits)));
        let verdict = match found.known {
            Known::Proved(_) => "proved",
            Known::Unchecked { .. } => "unchecked",
            Known::Undecided { .. } => "undecided",
        };
        let number = |n: Option<usize>| n.map_or("-".to_string(), |n| n.to_string());
        let (states, cases) = (number(found.states), number(found.cases));
        let by = found.by.as_deref().unwrap_or("-");
        let row = Row::new(*line).ours(time).note(format!("{verdict} by {by}"));
        let letters = number(found.formula.as_ref().map(String::len));
        page.row(row.note(format!("states {states}, cases {cases}, letters {letters}")));
    }
}
