//! What a person types: a command, or a move in whichever way.

use sprague::Complaint;
use sprague::did_you_mean;
use sprague::play::{Level, Play, Proposal};

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Nothing,
    Hint,
    Moves,
    Worth,
    Undo,
    Help,
    Quit,
    /// Play at this level from now on, or say which it is.
    Level(Option<Level>),
    /// A move, which need not be legal.
    Move(Proposal),
}

/// The words and what they mean; a single letter is enough.
const COMMANDS: [(&str, &str, Line); 8] = [
    ("hint", "h", Line::Hint),
    ("why", "w", Line::Hint),
    ("moves", "m", Line::Moves),
    ("worth", "o", Line::Worth),
    ("undo", "u", Line::Undo),
    ("level", "l", Line::Level(None)),
    ("help", "?", Line::Help),
    ("quit", "q", Line::Quit),
];

/// Understands a line, or says what is wrong with it.
pub fn parse_line(text: &str, play: &Play) -> Result<Line, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Line::Nothing);
    }
    let word = text.to_lowercase();
    if let Some((.., line)) = COMMANDS.iter().find(|(name, key, _)| *name == word || *key == word) {
        return Ok(line.clone());
    }
    if let Some(("level" | "l", level)) = word.split_once(' ') {
        return level.parse().map(|level| Line::Level(Some(level))).map_err(sentence);
    }
    play.read(text).map(Line::Move).map_err(|complaint| {
        let names = COMMANDS.map(|(name, ..)| name);
        match did_you_mean(&word, names) {
            Some(near) => {
                format!("`{text}` is neither a move nor a command ({near}); `help` lists them.")
            }
            None => sentence(complaint),
        }
    })
}

/// A complaint as a sentence.
pub fn sentence(complaint: Complaint) -> String {
    match complaint.help {
        Some(help) => format!("{}: {help}.", complaint.message),
        None => format!("{}.", complaint.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::play::{Position, Setting};
    use sprague::{Library, Player};

    fn at(ruleset: &str, position: &str) -> Play {
        let setting = Setting::read(&Library::catalogue(), ruleset, position).unwrap();
        Play::new(setting, Player::Left)
    }

    #[test]
    fn commands_are_words_or_letters_in_any_case() {
        let play = at("nim", "3,8");
        for (text, line) in [
            ("hint", Line::Hint),
            (" H ", Line::Hint),
            ("why", Line::Hint),
            ("m", Line::Moves),
            ("worth", Line::Worth),
            ("Undo", Line::Undo),
            ("?", Line::Help),
            ("help", Line::Help),
            ("q\r\n", Line::Quit),
            ("level", Line::Level(None)),
            ("Level CLUB", Line::Level(Some(Level::Club))),
            ("  ", Line::Nothing),
            ("3 5", Line::Move(Proposal::To(Position::Piles(vec![3, 5])))),
        ] {
            assert_eq!(parse_line(text, &play), Ok(line), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let complaint = |text| parse_line(text, &at("nim", "3,8")).unwrap_err();
        assert_eq!(complaint("7>5"), "There is no pile of 7.");
        assert_eq!(complaint("8>5,8>3"), "There is no further pile of 8.");
        assert!(complaint("8>x").starts_with("`8>x` is not the change of a pile"));
        assert!(complaint(">").starts_with("`>` is not the change of a pile"));
        assert!(complaint("3,-5").starts_with("`-5` is not the size of a pile"));
        assert!(complaint("hnit").contains("did you mean `hint`?"));
        assert!(complaint("99999999999,1").contains("too large"));
        assert!(complaint("level grandmaster").contains("random, beginner, club, perfect"));
        let complaint = |text| parse_line(text, &at("vector(1,0,0;0,1,0)", "2,3,2")).unwrap_err();
        assert_eq!(complaint("2>1"), "Places 1 and 3 both hold 2: type the whole row.");
        assert_eq!(complaint("3>1+1"), "The pile of 3 stays in its place: it cannot become two.");
        assert!(complaint("2,3").contains("a row of 3 places"));
        let complaint = |text| parse_line(text, &at("wyg", "P(3) chips=2")).unwrap_err();
        assert!(complaint("take 1 from both").starts_with("It is not said on which edge"));
        assert!(complaint("nonsense").contains("is not a move"));
    }
}
