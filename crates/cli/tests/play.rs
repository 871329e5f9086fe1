//! Whole games through the command, with the input from a pipe.

mod common;

use std::process::Output;

use common::sprague;

fn run(arguments: &[&str], input: &str) -> Output {
    sprague(&[&["play"], arguments].concat(), input)
}

/// Plays and gives the whole output.
fn transcript(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts that the parts occur in this order.
#[track_caller]
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("no {part:?} in the rest of\n{text}") };
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_whole_game_of_minnie_reads_like_a_dialogue() {
    assert_eq!(
        transcript(&["minnie", "2,3"], "hint\n1,3\n1,1\n-\n"),
        "\
minnie: Take at most as many chips from one stack as the smallest stack holds.
The player who cannot move loses. You begin.

Type the position after your move, such as 1,3, or only what changes: 2>1.
Or: hint (h) for a winning move and why, moves (m) for all moves, undo (u), help (?), quit (q).

  2  ●●
  3  ●●●
> hint
You can win by moving to 1,3: take 1 from the pile of 2.
Whoever has to move at 1,3 loses: every move there has an answer.
  If I take 1 from the pile of 3 (1,2), you take 1 from the pile of 2 (1,1).
  If I take the pile of 1 (3), you take the whole pile of 3 (nothing left) and win.
> 1,3

I take 1 from the pile of 3: 1,2.

  1  ●
  2  ●●
> 1,1

I take the pile of 1: 1.

  1  ●
> -

  no piles
I cannot move, so I lose.
You have won in 3 moves. Well played!
"
    );
}

#[test]
fn a_lost_game_says_why_it_was_lost() {
    let lost = transcript(&["minnie", "2,2"], "1,2\n1\n");
    assert_in_order(
        &lost,
        &[
            "> 1,2\n\nI take 1 from the pile of 2: 1,1.\n",
            "> 1\n\nI take the pile of 1: nothing left.\n",
            "You cannot move, so you lose.\nI have won; in your place nobody could have won 2,2.\n",
        ],
    );
    let given_away = transcript(&["nim", "1,2"], "2\n");
    assert_in_order(
        &given_away,
        &["I take the whole pile of 2: nothing left.", "though 1,2 was yours to win"],
    );
}

#[test]
fn in_misere_play_the_stuck_player_wins() {
    let text = transcript(&["misere wynnie", "2,3"], "1,2\nhint\nundo\nhint\n1\n");
    assert_in_order(
        &text,
        &[
            "Misère play: the player who cannot move wins. You begin.",
            "I take 1 from both piles: 1.",
            "Whoever has to move at 1 loses (in misère play, who cannot move wins)",
            "If you take the pile of 1 (nothing left), I cannot move, so I win.",
            "Your last move gave the win away: `undo` takes it back.",
            "> undo\n\n  2  ●●\n  3  ●●●\n",
            "You can win by moving to 1: take 2 from both piles.",
            "I take the pile of 1: nothing left.",
            "You cannot move, so you win.\nYou have won in one move. Well played!\n",
        ],
    );
}

#[test]
fn an_ending_partizan_game_is_played_by_left_and_right() {
    let left = transcript(&["lr-nim(2,3)", "8"], "h\n5\n-\n");
    assert_in_order(
        &left,
        &[
            "You are Left, I am Right. You begin.",
            "You can win by moving to 5: take 3 from the pile of 8.",
            "Right, to move at 5, loses",
            "I take 2 from the pile of 5: 3.",
            "I cannot move, and Left wins the end 0, so I lose.\nYou have won in 2 moves.",
        ],
    );
    let right = transcript(&["lr-nim(2,3)", "20", "--as", "right", "--second"], "h\n");
    assert_in_order(
        &right,
        &["You are Right, I am Left. I begin.", "I take ", "Right, to move at 17, loses"],
    );
}

#[test]
fn piles_are_split_in_kayles() {
    let text = transcript(&["kayles", "5"], "2>1\n5>2+2\n2>1\n1,1\n1>0\n");
    assert_in_order(
        &text,
        &[
            "> 2>1\nThere is no pile of 2.\n",
            "I take 1 from the pile of 2: 1,2.",
            "I take the pile of 1: 1.",
            "You cannot add 1 at 1. The rule:\n  move take k from one pile leaving at most 2 parts",
            "You have won in 3 moves.",
        ],
    );
}

#[test]
fn illegal_input_is_explained_and_changes_nothing() {
    let input = "3,5\nhnit\n3,10\n3,x\n\n3,99999999999999\n\u{ff}>\nmoves\n";
    let text = transcript(&["minnie", "3,10"], input);
    assert_in_order(
        &text,
        &[
            "You cannot take 5 from the pile of 10 at 3,10. The rule forbids it here:",
            "  move take k from one pile where k <= min(piles)\n",
            "Near it you may move to 3,7  or  3,8  or  3,9.\n",
            "did you mean `hint`?",
            "The position is 3,10 already",
            "`x` is not the size of a pile",
            "this pile is too large",
            "> moves\n  1,10  take 2 from the pile of 3\n",
            "  10    take the whole pile of 3\n",
            "The game stays unfinished at 3,10. Goodbye.\n",
        ],
    );
}

#[test]
fn undo_goes_back_to_the_last_choice_and_no_further_than_the_first() {
    let text = transcript(&["nim", "2,4", "--second"], "u\n1,2\nu\nq\n");
    assert_in_order(
        &text,
        &[
            "I begin.",
            "I take 2 from the pile of 4: 2,2.",
            "> u\nThere is no move of yours to take back.\n",
            "I take 1 from the pile of 2: 1,1.",
            "> u\n\n  2  ●●\n  2  ●●\n",
            "> q\nThe game stays unfinished at 2,2. Goodbye.\n",
        ],
    );
}

#[test]
fn a_game_without_a_move_is_over_at_once() {
    let text = transcript(&["nim", "-"], "");
    assert!(text.ends_with("You cannot move, so you lose.\nI have won before the first move.\n"));
    let text = transcript(&["misere nim", "-"], "");
    assert!(text.ends_with("You cannot move, so you win.\nYou have won before the first move.\n"));
}

#[test]
fn bad_input_and_small_budgets_have_their_exit_codes() {
    let output = run(&["minnie", "3,x"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("3,x\n  |   ^"));
    assert_eq!(run(&["minie", "3"], "").status.code(), Some(2));
    let output = run(&["misere cut(1,2)", "30", "--memory", "10K"], "");
    assert_eq!(output.status.code(), Some(3));
}
