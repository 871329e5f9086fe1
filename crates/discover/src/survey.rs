//! A grid of rulesets: a rule with holes, each way to fill them a ruleset, and each of these put through discovery, side by side.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;

use sprague_rules::Game;
use sprague_task::Task;

use crate::discovery::{Discovery, Wish, Wordless, discover};
use crate::subject::{Positions, Subject};

/// The most rulesets that a text may stand for.
const MOST: usize = 100_000;

/// A ruleset that a survey asks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The rule in one line.
    pub rule: String,
    /// In misère play?
    pub misere: bool,
    /// How many piles.
    pub piles: usize,
}

/// A ruleset of a survey, with what was found out about it.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The ruleset.
    pub asked: Asked,
    /// What was found; an error says why it is no ruleset that patterns are looked for in.
    pub found: Result<Discovery, String>,
}

impl Surveyed {
    /// Would more time not change it?
    pub fn is_settled(&self) -> bool {
        let said = |found: &Discovery| {
            found.accepted().is_some() && found.wordless != Some(Wordless::Stopped)
        };
        self.found.as_ref().map_or(true, said)
    }
}

/// All rulesets that a text stands for, each in normal play and, if that is wanted, in misère play next to it.
pub fn grid(text: &str, misere: bool, piles: usize) -> Result<Vec<Asked>, String> {
    let plays: &[bool] = if misere { &[false, true] } else { &[false] };
    let asked =
        |rule: String| plays.iter().map(move |&misere| Asked { rule: rule.clone(), misere, piles });
    Ok(variants(text)?.into_iter().flat_map(asked).collect())
}

/// The rules that the lines of a text stand for: `{min, max}` is a hole with two ways to fill it, `{a | b}` too, where commas belong to
/// them; braces behind the word `in` are a set. What follows `#` is a comment.
pub fn variants(text: &str) -> Result<Vec<String>, String> {
    let mut all: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        let rule = line.split('#').next().unwrap_or("").trim();
        if rule.is_empty() {
            continue;
        }
        let room = MOST.saturating_sub(all.len());
        let filled = filled(rule, room).map_err(|why| format!("line {number}: {why}"))?;
        // A line of which nothing is a rule is a slip; some of its holes may well be filled in vain.
        let wrong = |rule: &String| Game::from_rule(rule).and_then(|game| game.ruleset("")).err();
        if let Some(wrong) = wrong(&filled[0])
            && filled.iter().all(|rule| Game::from_rule(rule).is_err())
        {
            return Err(format!("line {number} is no rule: {wrong}"));
        }
        all.extend(filled.into_iter().filter(|rule| seen.insert(rule.clone())));
    }
    match all.is_empty() {
        true => Err("there is no rule in it".into()),
        false => Ok(all),
    }
}

/// A line with its holes filled in every way, at most so many.
fn filled(line: &str, most: usize) -> Result<Vec<String>, String> {
    let mut open = vec![String::new()];
    let mut rest = line;
    while let Some(start) = rest.find(['{', '}']) {
        let front = &rest[..start];
        if rest[start..].starts_with('}') {
            return Err(format!("this brace closes nothing: {}", &rest[start..]));
        }
        let inside = &rest[start + 1..];
        let end = inside.find(['{', '}']);
        let end = end.ok_or_else(|| format!("this brace is never closed: {}", &rest[start..]))?;
        if inside[end..].starts_with('{') {
            return Err(format!("a hole has no braces inside: {}", &rest[start..]));
        }
        let inner = &inside[..end];
        let is_set = front.trim_end().ends_with(" in");
        let ways: Vec<&str> = match (is_set, inner.contains('|')) {
            (true, _) => vec![&rest[start..start + end + 2]],
            (false, true) => inner.split('|').map(str::trim).collect(),
            (false, false) => inner.split(',').map(str::trim).collect(),
        };
        if open.len() * ways.len() > most {
            return Err(format!("by here the text stands for more than {MOST} rulesets"));
        }
        open = open
            .iter()
            .flat_map(|begun| ways.iter().map(move |way| format!("{begun}{front}{way}")))
            .collect();
        rest = &inside[end + 1..];
    }
    let whole = open.iter().map(|begun| format!("{begun}{rest}"));
    Ok(whole.map(|rule| rule.split_whitespace().collect::<Vec<_>>().join(" ")).collect())
}

/// What is found out about one ruleset of a survey.
pub fn surveyed(asked: &Asked, task: &Task) -> Surveyed {
    let subject = Game::from_rule(&asked.rule)
        .and_then(|game| Ok((game.ruleset("")?.expression, game.library())))
        .map_err(|wrong| wrong.complaint.message.clone())
        .and_then(|(expression, library)| {
            let expression = if asked.misere { format!("misere {expression}") } else { expression };
            Subject::new(&expression, &library, Some(Positions::Piles(asked.piles)))
        });
    let found = subject.map(|subject| discover(&subject, Wish::Outcomes, task));
    Surveyed { asked: asked.clone(), found }
}

/// Puts a question about every item to so many threads, and tells the answers in the order of the items. Where there is no answer nothing
/// more is asked; what was found after a gap is not told. Were all told?
pub fn side_by_side<T: Sync, A: Send, E>(
    items: &[T],
    threads: usize,
    answer: impl Fn(&T) -> Option<A> + Sync,
    mut tell: impl FnMut(A) -> Result<(), E>,
) -> Result<bool, E> {
    let next = AtomicUsize::new(0);
    let (found, told) = channel::<(usize, Option<A>)>();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let (found, next, answer) = (found.clone(), &next, &answer);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Relaxed);
                    let Some(item) = items.get(place) else { return };
                    let answered = answer(item);
                    let ends = answered.is_none();
                    // Whoever listens may have gone.
                    if found.send((place, answered)).is_err() || ends {
                        return next.store(items.len(), Relaxed);
                    }
                }
            });
        }
        drop(found);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (place, answered) in told {
            waiting.insert(place, answered);
            while let Some(answered) = waiting.remove(&due) {
                let Some(answered) = answered else { return Ok(false) };
                tell(answered)?;
                due += 1;
            }
        }
        Ok(due == items.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_in_every_way() {
        let wrong = variants("take k from one pile where k <= {min, max").unwrap_err();
        assert!(wrong.contains("line 1: this brace is never closed"), "{wrong}");
        for (text, wrong) in [
            ("", "no rule"),
            ("take k from one pile\n\ntake k from one pile where k <= min}(piles)", "line 3"),
            ("take k from one pile where k {<= 2 | in {1, 2}}", "no braces inside"),
            ("blah {1, 2}", "line 1 is no rule"),
        ] {
            let why = variants(text).unwrap_err();
            assert!(why.contains(wrong), "{why}");
        }
        let rules = variants("take k in {1, 2} from one pile {| where odd(k)} # two").unwrap();
        assert_eq!(
            rules,
            ["take k in {1, 2} from one pile", "take k in {1, 2} from one pile where odd(k)"]
        );
        assert_eq!(variants("take {1,2,3} from one {pile, pile}").unwrap().len(), 3);
        let both = grid("take k from one pile{, where odd(k)}", true, 3).unwrap();
        let plays: Vec<bool> = both.iter().map(|asked| asked.misere).collect();
        assert_eq!(plays, [false, true, false, true]);
    }

    #[test]
    fn answers_are_told_in_order_up_to_the_first_gap() {
        let items: Vec<u64> = (0..200).collect();
        for threads in [1, 2, 7] {
            let mut told = Vec::new();
            let mut tell = |n| {
                told.push(n);
                Ok::<(), String>(())
            };
            assert_eq!(side_by_side(&items, threads, |&n| Some(n), &mut tell), Ok(true));
            assert_eq!(told, items);
            let mut few = Vec::new();
            let mut tell = |n| {
                few.push(n);
                Ok::<(), String>(())
            };
            let gap = |&n: &u64| (n != 70).then_some(n);
            assert_eq!(side_by_side(&items, threads, gap, &mut tell), Ok(false));
            assert_eq!(few, items[..70]);
            let full = |n| if n == 5 { Err("no room") } else { Ok(()) };
            assert_eq!(side_by_side(&items, threads, |&n| Some(n), full), Err("no room"));
        }
        assert_eq!(side_by_side(&[], 4, |&n: &u64| Some(n), |_| Ok::<(), String>(())), Ok(true));
    }
}
