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

#[test]
fn a_whole_game_on_a_graph_reads_like_a_dialogue() {
    let input = "moves\nhint\non 1-2 take 1 from 2\nworth\n3-4:1,1\n";
    assert_eq!(
        transcript(&["wyg", "P(5) chips=1"], input),
        "\
wyg: Choose an edge and play Wynnie on its ends until one is empty: take k from one end or from both, k at most the smaller stack. Then the other player chooses.
The player who cannot move loses. You begin.

Type a move, such as `on 3-4 take 1 from 4`, or its number in the list of moves.
Or: hint (h) for a winning move and why, moves (m) for all moves, undo (u), help (?), quit (q).

  0(1)──1(1)──2(1)──3(1)──4(1)
> moves
  #1  on 0-1 take 1 from both
  #2  on 0-1 take 1 from 0
  #3  on 0-1 take 1 from 1, or on 1-2 take 1 from 1
  #4  on 1-2 take 1 from both
  #5  on 1-2 take 1 from 2, or on 2-3 take 1 from 2
  #6  on 2-3 take 1 from both
  #7  on 2-3 take 1 from 3, or on 3-4 take 1 from 3
  #8  on 3-4 take 1 from both
  #9  on 3-4 take 1 from 4
> hint
You can win: on 1-2 take 1 from 2.
Whoever has to move then loses: every move has an answer.
  If I take 1 from both on 0-1, you take 1 from both on 3-4 and win.
  If I take 1 from 0 on 0-1, you take 1 from both on 3-4 and win.
  If I take 1 from 1 on 0-1, you take 1 from both on 3-4 and win.
  If I take 1 from both on 3-4, you take 1 from both on 0-1 and win.
  If I take 1 from 3 on 3-4, you take 1 from both on 0-1 and win.
  If I take 1 from 4 on 3-4, you take 1 from both on 0-1 and win.
> on 1-2 take 1 from 2

I take 1 from 0 on 0-1.

  3(1)──4(1)
  alone: 1(1)
> worth
You can win from here by 3 moves, nim-value 1.
  #1  on 3-4 take 1 from both  wins, nim-value 0
  #2  on 3-4 take 1 from 3     wins, nim-value 0
  #3  on 3-4 take 1 from 4     wins, nim-value 0
> 3-4:1,1

  alone: 1(1)
I cannot move, so I lose.
You have won in 2 moves. Well played!
"
    );
}

#[test]
fn an_edge_in_play_is_shown_and_binds() {
    let text = transcript(&["wyg", "P(4) chips=3"], "2,2,3,3\nundo\n");
    let board = "\n  0(3)──1(3)──2(3)──3(3)\n";
    assert_in_order(&text, &[board, "> 2,2,3,3\n\nI take ", " on 0-1.\n", "> undo\n", board]);
    let text = transcript(&["wyg", "P(3) chips=2,2,3 play=0-1"], "");
    assert_in_order(&text, &["\n  0(2)══1(2)──2(3)\n  in play: 0-1\n"]);
    let text = transcript(&["wyg", "P(3) chips=2 play=0-1"], "on 1-2 take 1 from both\n");
    assert_in_order(
        &text,
        &[
            "You cannot take 1 from both on 1-2. The edge 0-1 is in play:\n  Choose an edge",
            "^^^^^^^^^^^^^^^^^^\n",
            "Near it you may take 1 from 1 on 0-1  or  take 1 from both on 0-1",
            "The game stays unfinished at P(3) chips=2 play=0-1. Goodbye.",
        ],
    );
}

#[test]
fn all_games_on_graphs_are_played_to_the_end() {
    for game in ["wyg", "wyg-free", "wygthoff", "wygthoff-free", "mig"] {
        for misere in ["", "misere "] {
            let ruleset = format!("{misere}{game}");
            let text = transcript(&[&ruleset, "C(4) chips=2"], &"#1\n".repeat(20));
            assert!(text.contains(" have won"), "{text}");
        }
    }
    for game in ["node-kayles", "arc-kayles", "edge-delete", "misere node-kayles"] {
        let text = transcript(&[game, "K(4)"], &"1\n".repeat(20));
        assert!(text.contains(" have won"), "{text}");
    }
}

#[test]
fn levels_are_chosen_and_changed_and_a_seed_repeats_them() {
    let arguments = ["nim", "4,5,6", "--level", "random", "--seed", "7"];
    let input = "3,5,6\nlevel\nlevel perfect\nlevel master\n";
    let text = transcript(&arguments, input);
    assert_in_order(
        &text,
        &[
            "I play at the level random (seed 7).\n",
            "> level\nI play at the level random.\n",
            "> level perfect\nI play at the level perfect.\n",
            "`master` is no level of play: there are random, beginner, club, perfect.\n",
        ],
    );
    assert_eq!(text, transcript(&arguments, input));
    let output = run(&["nim", "4", "--level", "pefect"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("did you mean `perfect`?"));
}

#[test]
fn moves_of_piles_are_understood_in_words_and_by_number() {
    let text = transcript(&["minnie", "3,10"], "take 5 from 10\ntake 3 from the pile of 10\n#1\n");
    assert_in_order(
        &text,
        &[
            "You cannot take 5 from the pile of 10 at 3,10. The rule forbids it here:\n",
            "  move take k from one pile where k <= min(piles)\n",
            "                                  ^^^^^^^^^^^^^^^\n",
            "> take 3 from the pile of 10\n\nI take ",
            "> #1\nYou take ",
        ],
    );
}

#[test]
fn what_is_too_large_for_the_perfect_opponent_others_play() {
    let arguments = ["misere cut(1,2)", "30", "--memory", "10K", "--level", "club", "--seed", "1"];
    let text = transcript(&arguments, "hint\nworth\n#1\nlevel perfect\n#1\n#1\n");
    assert_in_order(
        &text,
        &[
            "> hint\nI cannot find out who wins here: ",
            "> worth\nI cannot find out who wins here: ",
            "Who wins from here is not known.\n",
            "> #1\nYou ",
            "I cannot find out who wins here: ",
            "I look a few moves ahead instead.\n",
        ],
    );
    let output = run(&["wyg", "P(3) chips=x"], "");
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["node-kayles", "P(3) chips=2"], "");
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["misere mig", "K(9) chips=9", "--memory", "100K"], "");
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}
