//! `sprague new`: a first game, or a first claim, to change.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use crate::failure::{Failure, Outcome};

/// Writes the example that the ending of the name asks for, and says what can be done with it.
pub fn run(file: &Path) -> Outcome {
    let (text, next) = match file.extension().and_then(|ending| ending.to_str()) {
        Some("game") => (game(file), "games"),
        Some("claim") => (CLAIM.to_string(), "prove"),
        _ => {
            let message = "name it NAME.game for rules, or NAME.claim for a claim about a game";
            return Err(Failure::Usage(message.into()));
        }
    };
    let cannot = |why: std::io::Error| match why.kind() {
        ErrorKind::AlreadyExists => {
            Failure::Usage(format!("{} is there already, and stays as it is", file.display()))
        }
        _ => Failure::Usage(format!("cannot write {}: {why}", file.display())),
    };
    let mut new = OpenOptions::new().write(true).create_new(true).open(file).map_err(cannot)?;
    new.write_all(text.as_bytes()).map_err(cannot)?;
    // A name without a folder is that of a game in the catalogue: `./` makes it a file.
    let here = file.parent().is_some_and(|folder| folder.as_os_str().is_empty());
    let shown = if here { format!("./{}", file.display()) } else { file.display().to_string() };
    println!("{shown} is written. Change it, then:");
    println!("  sprague {next} '{shown}'");
    if next == "games" {
        println!("  sprague table '{shown}' --piles 2 --max 20");
        println!("  sprague play '{shown}' 5,7");
    }
    Ok(())
}

/// A game called like its file.
fn game(file: &Path) -> String {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let name: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let named = name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('-');
    GAME.replace("NAME", if named { &name } else { "mine" })
}

const GAME: &str = "\
game NAME
  \"Take at most three chips from one pile, or one chip from each of two piles.\"
  # A position is a number of piles; `piles 2` would be at most two, `row of 3` three places in a row.
  piles any
  # Each move says what is taken, and where. Conditions follow `where`: they may speak of k, of the pile (`from one pile a`),
  # and of all piles: min(piles), max(piles), sum(piles), count(piles), k not in piles.
  move take k from one pile where k <= 3
  move take 1 from each of 2 piles
  # Whoever cannot move loses. Examples are checked by `sprague games`.
  example 4 is P
  example 1,2 is P
";

const CLAIM: &str = "\
claim \"Nim on two piles\"
  game nim
  # The piles in their order, smallest first.
  piles a <= b
  # P: the player who has just moved wins. Try `a + 1 = b`, and see what refutes it.
  P iff a = b
  expect proved
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_in_order() {
        for file in ["my.game", "Zwölf Chips.game", "9.game"] {
            let game = sprague::Game::from_text(&game(Path::new(file))).unwrap();
            let examples = sprague::Session::new().examples(&game).unwrap();
            assert!(
                examples.len() == 2 && examples.iter().all(|example| example.holds),
                "{examples:?}"
            );
        }
        let judged = sprague::Session::new().prove(CLAIM, &sprague::Library::catalogue()).unwrap();
        assert!(judged.iter().all(|claim| claim.judgement.verdict.accepted().is_some()));
    }
}
