//! A claim that `prove` takes by itself. What was found is proved by an automaton that knows all smaller boards as well; whoever has the claim
//! alone may have to be told what holds on these.

use sprague_claim::{Board, Claim, Expected};
use sprague_prove::judge;
use sprague_task::Task;

use crate::discovery::{Discovery, Wish, formula_of};
use crate::subject::Subject;

/// The part of the steps that one judgement, or one smaller board, may take.
const PART: u64 = 4;

/// The claim that was found, with what holds for fewer piles if the prover needs it; it expects what it then comes to.
pub fn claim_to_prove(
    subject: &Subject,
    wish: Wish,
    found: &Discovery,
    task: &Task,
) -> Option<String> {
    let (claim, formula) = (found.claim.clone()?, found.formula.as_ref()?);
    let said = match wish {
        Wish::Outcomes => format!("P iff {formula}"),
        Wish::NimValues => format!("nim-value = {formula}"),
    };
    // Regularities, and what is so of any number of piles, are proved as they stand.
    let Some(plain) = subject.claim(&said).ok().filter(|plain| plain.text == claim) else {
        return Some(claim);
    };
    let first = verdict(&plain, task);
    if first == Expected::Proved {
        return Some(plain.text);
    }
    if let Some(told) = with_fewer_piles(subject, wish, &said, task)
        && verdict(&told, task) == Expected::Proved
    {
        return Some(told.text);
    }
    let expect = format!("expect {}", first.name());
    Some(plain.text.replace("expect proved", &expect))
}

fn verdict(claim: &Claim, task: &Task) -> Expected {
    judge(claim, &task.part(task.limits().steps / PART)).verdict.kind()
}

/// The claim, told what holds for fewer piles.
fn with_fewer_piles(subject: &Subject, wish: Wish, said: &str, task: &Task) -> Option<Claim> {
    let Board::Piles(count @ 2..) = subject.board else { return None };
    let mut lines = String::new();
    for fewer in 1..count {
        let smaller = subject.on(Board::Piles(fewer));
        let formula = formula_of(&smaller, wish, &task.part(task.limits().steps / PART))?;
        let names = smaller.board.listed(&smaller.names());
        lines += &format!("given {names}: {formula}\n  ");
    }
    subject.claim(&format!("{lines}{said}")).ok()
}
