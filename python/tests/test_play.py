"""A game being played."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import sprague
from sprague import Game, Play, game


@pytest.mark.parametrize(
    ("name", "position"),
    [("nim", (3, 4, 5)), ("wythoff", (4, 7)), ("kayles", 12), ("misere minnie", (3, 8)), ("vector(1,0;0,1;1,1)", (2, 5))],
)
def test_moves_are_options_and_their_worth_is_that_of_the_solver(name, position):
    rules = game(name)
    play = Play(rules, position)
    assert sorted(move.to for move in play.moves) == sorted(rules.options(position))
    for priced in play.worth():
        assert priced.wins == (rules.outcome(priced.move.to) == "P")
        if priced.nim is not None:
            assert priced.nim == rules.nim(priced.move.to)
    assert play.hint().wins == (rules.outcome(position) == "N")


def test_the_perfect_opponent_wins_what_can_be_won():
    for position in [(1, 2, 4), (2, 3, 6), (5, 7)]:
        for level in ["random", "beginner", "club"]:
            play = Play(game("nim"), position, level="perfect", begin=False, seed=7)
            while play.winner is None:
                play.level = "perfect" if play.to_move == "R" else level
                play.reply()
            assert play.winner == "R"


def test_a_move_may_be_said_in_many_ways():
    for move in [(3, 5), "3,5", "8>5", "take 3 from 8", "take 3 from the pile of 8", [5, 3]]:
        play = Play(game("minnie"), (3, 8))
        assert play.move(move).to == (3, 5)
        assert play.history[0].player == "L" and play.to_move == "R"
    play = Play(game("minnie"), (3, 8))
    assert play.move(play.moves[0]).id == play.history[0].id
    wyg = Play(game("wyg"), "P(5)", chips=1)
    assert wyg.move("take 1 from 2").to == wyg.position == "P(5) chips=1,1,0,1,1"


def test_what_is_no_move_is_refused_with_the_reason_and_nothing_changes():
    play = Play(game("minnie"), (3, 8))
    with pytest.raises(sprague.IllegalMove, match="The rule forbids it here") as caught:
        play.move((3, 4))
    assert caught.value.reason == "condition" and isinstance(caught.value, sprague.InputError)
    assert pickle.loads(pickle.dumps(caught.value)).reason == "condition"
    for wrong in ["nonsense", (9, 9), None, 1.5]:
        with pytest.raises(sprague.InputError):
            play.move(wrong)
    assert play.history == [] and play.position == (3, 8) and not play.undo()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Play("nim", (1, 2)),
        lambda: Play(game("nim"), "x"),
        lambda: Play(game("nim"), (1, 2), level="grandmaster"),
        lambda: Play(game("nim"), (1, 2), side="X"),
        lambda: Play(game("nim"), (1, 2), chips=1),
        lambda: Play(game("wyg"), "K(x)"),
        lambda: Play(game("nim"), ()).reply(),
        lambda: Play(game("wyg"), "P(3)").move((1, 2)),
    ],
)
def test_what_cannot_be_played_is_refused(ask):
    with pytest.raises(sprague.InputError):
        ask()


def test_games_of_ones_own_and_of_left_and_right_are_played():
    own = Game.from_text('game few(S: set of numbers >= 1)\n "A."\n piles any\n move take k in S from one pile', {1, 3})
    assert Play(own, 5).hint().best.to in [(2,), (4,)]
    play = Play(game("lr-nim", {2, 3}), 8, side="R", begin=False)
    assert play.to_move == "L" and play.reply().player == "L" and "R to move" in repr(play)
    assert "You are Right, I am Left." in play._state()["introduction"]


def test_a_position_that_is_too_large_is_unknown_and_not_guessed():
    with sprague.limits(memory="1M", time=5):
        play = Play(game("jennifer"), (900, 901, 902, 903, 904))
    hint = play.hint()
    assert hint.wins is None and hint.unknown and "cannot find out" in str(hint)


def test_the_widget_shows_what_happens_and_grants_wishes():
    widget = sprague.play(game("nim"), (1, 3, 5))
    view = widget.view
    assert view["yours"] and len(view["moves"]) == 9 and view["worths"] is None and view["hint"] is None
    widget._grant({"do": "move", "id": "1,2,3"})
    assert [made.player for made in widget.play.history] == ["L", "R"]
    assert widget.view["said"].startswith("You take 3 from the pile of 5: 1,2,3.\nI take ")
    widget._grant({"do": "worth", "on": True})
    assert set(widget.view["worths"]) == {move["id"] for move in widget.view["moves"]}
    widget._grant({"do": "type", "text": "take 17 from 1"})
    assert "does not hold" in widget.view["refusal"] and len(widget.play.history) == 2
    widget._grant({"do": "undo"})
    assert widget.play.history == [] and widget.view["refusal"] is None
    widget._grant({"do": "new", "begin": False, "side": "L", "misere": True})
    assert widget.view["misere"] and widget.view["worths"] and [made.player for made in widget.play.history] == ["R"]
    while widget.play.winner is None:
        widget._grant({"do": "move", "id": widget.view["moves"][0]["id"]})
    assert "have won" in widget.view["said"] and not widget.view["yours"]


def test_the_package_has_every_module_of_a_play():
    def modules(folder):
        # The folders below hold the page of the lab, which no notebook needs.
        return {file.name: file.read_text() for file in folder.iterdir() if file.is_file()}

    assert modules(Path(sprague.__file__).parent / "web") == modules(Path(__file__).parents[2] / "web")


def test_without_anywidget_one_is_told_what_to_install():
    code = """
        import sys
        sys.modules["anywidget"] = None
        import sprague
        try:
            sprague.play(sprague.game("nim"), (1, 2))
        except ImportError as missing:
            print(missing)
        print(sprague.Play(sprague.game("nim"), (1, 2)).hint().best.to)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)
    first, second = done.stdout.splitlines()
    assert "pip install 'sprague[widgets]'" in first and second == "(1, 1)"
