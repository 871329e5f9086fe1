"""The package says what the command says, and what the definitions say."""

from __future__ import annotations

import random
from functools import cache

import pytest
import sprague

PILES = ["nim", "wythoff", "minnie", "misere wynnie", "jennifer", "euclid", "partizan-euclid", "misere susen", "couples"]
HEAPS = ["lr-nim(2,3)", "ending-nim(2,3;L,N)", "kayles", "misere grundy", "cut(1,6)", "octal(0.137)"]
ROWS = ["vector(1,0;0,1;1,1)", "misere vector(2,1;1,2)"]


def some_positions(expression: str, count: int) -> list[tuple[int, ...]]:
    rng = random.Random(expression)
    if expression in HEAPS:
        return [(rng.randrange(30 if "misere" in expression else 60),) for _ in range(count)]
    if expression in ROWS:
        return [(rng.randrange(15), rng.randrange(15)) for _ in range(count)]
    piles = 2 if "euclid" in expression or "w" in expression else 3
    return [tuple(rng.randrange(1, 12) for _ in range(rng.randint(1, piles))) for _ in range(count)]


@pytest.mark.parametrize("expression", PILES + HEAPS + ROWS)
def test_random_positions_have_the_answers_of_the_command(command, expression):
    game = sprague.game(expression)
    positions = some_positions(expression, 30)
    lines = "".join(",".join(map(str, position)) + "\n" for position in positions)
    expected = command("solve", expression, "--positions", "-", given=lines)
    found = game.solve_many(positions)
    assert len(found) == len(expected) == len(positions)
    for one, other in zip(found, expected):
        assert (one.ruleset, list(one.position), one.outcome, one.nim) == (
            other["ruleset"],
            other["position"],
            other["outcome"],
            other["nim"],
        )
        winning = other["winning"]
        if isinstance(winning, dict):
            assert one.winning == ([tuple(p) for p in winning["left"]], [tuple(p) for p in winning["right"]])
        else:
            assert one.winning == [tuple(p) for p in winning]
        assert game.outcome(one.position) == one.outcome


@pytest.mark.parametrize("expression", ["nim", "minnie", "wythoff", "misere nim", "misere minnie"])
def test_outcomes_and_nim_values_are_those_of_the_definitions(expression):
    game = sprague.game(expression)
    stuck = "N" if expression.startswith("misere") else "P"

    @cache
    def outcome(position):
        options = game.options(position)
        if not options:
            return stuck
        return "N" if any(outcome(option) == "P" for option in options) else "P"

    @cache
    def nim(position):
        seen = {nim(option) for option in game.options(position)}
        return next(n for n in range(len(seen) + 1) if n not in seen)

    for a in range(7):
        for b in range(a, 7):
            position = tuple(size for size in (a, b) if size)
            assert game.outcome((a, b)) == outcome(position)
            if game.has_nim_values:
                assert game.nim((b, a)) == nim(position)


def test_tables_and_sequences_are_those_of_the_command(command):
    [expected] = command("table", "minnie", "--piles", "3", "--max", "12", "--nim")
    table = sprague.game("minnie").table(piles=3, max=12, nim=True)
    assert table.p_positions.tolist() == expected["p_positions"]
    assert len(table) == expected["positions"]
    assert [[p, v] for p, v in zip(table.positions.tolist(), table.nim_list.tolist())] == expected["nim"]
    for position, value in expected["nim"]:
        assert table[tuple(reversed(position))] == value
        assert table.slice(position[1])[position[2], position[0]] == value

    [expected] = command("table", "wynnie-any", "--counts", "2,1,2")
    table = sprague.game("wynnie-any").table(counts=[2, 1, 2])
    assert table.p_positions.tolist() == expected["p_positions"]
    assert all(table[tuple(position)] == "P" for position in expected["p_positions"])

    [expected] = command("sequence", "cut(1,6)", "--to", "500")
    sequence = sprague.game("cut", {1, 6}).sequence(500)
    assert sequence.numpy().tolist() == expected["values"]
    assert sequence.regularity._asdict() == expected["regularity"]

    [expected] = command("sequence", "lr-nim(2,3,6)", "--to", "100")
    assert sprague.game("lr-nim", [2, 3, 6]).sequence(100).outcomes == expected["outcomes"]


def test_values_and_graphs_are_those_of_the_command(command):
    for text in ["{3|1||-2}", "{1|-1}+^*", "+-1+*2", "v3*", "3/4", "Tiny(2)"]:
        [expected] = command("eval", text)
        found = sprague.value(text)
        assert (found.canonical, found.outcome) == (expected["canonical"], expected["outcome"])
        assert (str(found.mean), str(found.temperature)) == (expected["mean"], expected["temperature"])
        assert found.birthday == expected["birthday"]
    for name, text in [("wyg", "K(5) chips=1"), ("misere wyg", "P(3) chips=1,2,1"), ("node-kayles", "C(6)")]:
        [expected] = command("solve", name, text)
        found = sprague.game(name).solve(text)
        assert (found.outcome, found.nim, found.winning) == (expected["outcome"], expected["nim"], expected["winning"])


def test_verdicts_are_those_of_the_command(command, tmp_path):
    text = """
claim "one"
  game subtract(1,2)
  piles a
  P iff a mod 3 = 0
claim "two"
  game minnie
  piles a <= b
  P iff a = b
"""
    file = tmp_path / "two.claim"
    file.write_text(text)
    expected = command("prove", str(file))
    for found in [sprague.claims(text), sprague.claims(file), sprague.claims(str(file))]:
        assert [v.kind for v in found] == [v["verdict"] for v in expected] == ["proved", "refuted"]
        assert [v.checked for v in found] == [True, True]
        assert found[1].counterexample == tuple(expected[1]["witness"])
        for verdict in found:
            assert verdict.certificate.verify().startswith(f'"{verdict.claim}"') or verdict.kind == "refuted"
