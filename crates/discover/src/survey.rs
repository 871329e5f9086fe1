//! A grid of rulesets: a rule with holes, each way to fill them a ruleset, and each of these put through discovery.

use sprague_rules::Game;
use sprague_task::Task;

use crate::discovery::{Discovery, Wish, discover};
use crate::subject::{Positions, Subject};

/// The most rulesets that a text may stand for.
const MOST: usize = 100_000;

/// A ruleset of a survey, with what was found out about it.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The rule in one line.
    pub rule: String,
    /// In misère play?
    pub misere: bool,
    /// How many piles.
    pub piles: usize,
    /// What was found; an error says why it is no ruleset that patterns are looked for in.
    pub found: Result<Discovery, String>,
}

/// The rules that the lines of a text stand for: `{min, max}` is a hole with two ways to fill it, `{a | b}` too, where commas belong to
/// them; braces behind the word `in` are a set. What follows `#` is a comment.
pub fn variants(text: &str) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    for line in lines.filter(|line| !line.is_empty()) {
        let mut open = vec![String::new()];
        let mut rest = line;
        while let Some(start) = rest.find('{') {
            let end = rest[start..].find('}').map(|end| start + end);
            let end =
                end.ok_or_else(|| format!("this brace is never closed: {}", &rest[start..]))?;
            let (front, inner) = (&rest[..start], &rest[start + 1..end]);
            let is_set = front.trim_end().ends_with(" in");
            let ways: Vec<&str> = match (is_set, inner.contains('|')) {
                (true, _) => vec![&rest[start..=end]],
                (false, true) => inner.split('|').map(str::trim).collect(),
                (false, false) => inner.split(',').map(str::trim).collect(),
            };
            if open.len() * ways.len() + all.len() > MOST {
                return Err(format!("it stands for more than {MOST} rulesets"));
            }
            open = open
                .iter()
                .flat_map(|begun| ways.iter().map(move |way| format!("{begun}{front}{way}")))
                .collect();
            rest = &rest[end + 1..];
        }
        let whole = open.iter().map(|begun| format!("{begun}{rest}"));
        all.extend(whole.map(|rule| rule.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    all.dedup();
    Ok(all)
}

/// What is found out about one ruleset of a survey.
pub fn surveyed(rule: &str, misere: bool, piles: usize, task: &Task) -> Surveyed {
    let subject = Game::from_rule(rule)
        .and_then(|game| Ok((game.ruleset("")?.expression, game.library())))
        .map_err(|wrong| wrong.complaint.message.clone())
        .and_then(|(expression, library)| {
            let expression = if misere { format!("misere {expression}") } else { expression };
            Subject::new(&expression, &library, Some(Positions::Piles(piles)))
        });
    let found = subject.map(|subject| discover(&subject, Wish::Outcomes, task));
    Surveyed { rule: rule.to_string(), misere, piles, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_in_every_way() {
        let wrong = variants("take k from one pile where k <= {min, max").unwrap_err();
        assert!(wrong.contains("never closed"), "{wrong}");
        let rules = variants("take k in {1, 2} from one pile {| where odd(k)} # two").unwrap();
        assert_eq!(
            rules,
            ["take k in {1, 2} from one pile", "take k in {1, 2} from one pile where odd(k)"]
        );
        assert_eq!(variants("take {1,2,3} from {one, two} pile").unwrap().len(), 6);
    }
}
