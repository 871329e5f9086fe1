//! Certificates: a claim's text with the automaton of all P-positions, or nim-values, of its board, for a checker
//! that shares nothing with the prover.

use std::fmt::Write as _;

use sprague_automata::Numeration;

use crate::board::Board;
use crate::text::{Claim, Meaning, Statement, Subject};
use crate::verdict::{Judgement, Verdict};

/// The certificate of a claim that was proved; why there is none, in words.
pub fn write(claim: &Claim, judgement: &Judgement) -> Result<String, String> {
    let Verdict::Proved { by } = judgement.verdict else {
        return Err(format!("it is {}, not proved", judgement.verdict.kind().name()));
    };
    let automaton = match (automaton(claim, judgement), &claim.statement) {
        (Some(automaton), _) => automaton,
        (None, Statement::Sequence(_)) => {
            let ruleset = &claim.ruleset.expression;
            return Err(format!("it is proved by {by}; `sprague certify '{ruleset}'` writes one"));
        }
        (None, _) => {
            return Err(format!(
                "it is proved by {by}, but certificates are for what automata with binary digits say \
                 of all positions"
            ));
        }
    };
    let mut text = String::from("sprague certificate of a claim 1\n");
    if let Some(file) = sprague_rules::game_file(&claim.game) {
        let rules =
            std::fs::read_to_string(file).map_err(|e| format!("cannot read {file}: {e}"))?;
        let _ = writeln!(text, "rules {file}");
        rules.lines().for_each(|line| text += &format!("| {line}\n"));
    }
    let _ = writeln!(text, "{}", claim.text);
    Ok(text + &automaton)
}

/// The automaton of a proof, as it stands in a certificate: a line a state, with the next ones by letter.
pub fn automaton(claim: &Claim, judgement: &Judgement) -> Option<String> {
    let automaton = judgement.automaton.as_ref()?;
    let Subject::Board { board, .. } = &claim.subject else { return None };
    if automaton.numeration() != Numeration::Binary {
        return None;
    }
    let board = match (&claim.statement, board) {
        (Statement::Adding(piles), Board::Piles(count)) => Board::Piles(count + piles.len()),
        _ => *board,
    };
    let of_values = matches!(claim.statement, Statement::Exactly(Meaning::NimValue(_)));
    let mut variables = board.variables();
    variables.extend(of_values.then(|| crate::prove::VALUE.into()));
    // The letters of the certificate have a bit for each number in order; those of the automaton, for each track.
    let places: Option<Vec<usize>> = variables
        .iter()
        .map(|variable| automaton.tracks().iter().position(|track| track == variable))
        .collect();
    let places = places?;
    let letters: Vec<usize> = (0..1usize << places.len())
        .map(|letter| {
            places.iter().enumerate().map(|(bit, place)| (letter >> bit & 1) << place).sum()
        })
        .collect();
    let what = if of_values { "nim-values" } else { "P-positions" };
    let mut text = format!("automaton of {what}\n");
    for state in 0..automaton.states() as u32 {
        let accepting = if automaton.accepts_in(state) { " yes" } else { "" };
        let _ = write!(text, "{state}{accepting}:");
        for &letter in &letters {
            let _ = write!(text, " {}", automaton.successor(state, letter));
        }
        text.push('\n');
    }
    Some(text)
}
