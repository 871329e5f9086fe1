"""A laboratory for combinatorial games: who wins, whole tables, patterns, and proofs that are checked.

>>> import sprague
>>> minnie = sprague.game("minnie")
>>> minnie.outcome((3, 8)), minnie.nim((5, 9))
(Outcome.P, 8)
>>> verdict = sprague.prove('''
...     claim "three stacks, the smallest above 3 and the second above 5"
...       game minnie
...       piles a <= b <= c
...       suppose a > 3 and b > 5
...       N if always
... ''')
>>> verdict.kind, verdict.checked
('proved', True)

`sprague.games()` lists the games of the catalogue, `sprague.limits(...)` says what work may cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, overload

from . import _sprague
from ._automaton import Automaton
from ._census import Census, Group, Ranked, census
from ._claims import Certificate, Statement, Verdict, claims, prove, statements, verify
from ._discover import Comparison, Discovery, Part, Repair, Threshold, repair, threshold
from ._errors import IllegalMove, InputError, InternalError, LimitError, Rejected, SpragueError, Stopped
from ._game import Argument, Game, Refused, Solution, Winning, written_arguments
from ._graphs import GraphGame, GraphSolution
from ._limits import limits
from ._outcome import Outcome
from ._play import Hint, Made, Move, Play, Priced
from ._sequence import Match, Regularity, Sequence
from ._table import Table
from ._value import Thermograph, Value, value

if TYPE_CHECKING:
    from typing import Any

    from ._widget import PlayWidget

__all__ = [
    "Automaton",
    "Census",
    "Certificate",
    "Comparison",
    "Discovery",
    "Entry",
    "Game",
    "GraphGame",
    "GraphSolution",
    "Group",
    "Hint",
    "IllegalMove",
    "InputError",
    "InternalError",
    "LimitError",
    "Made",
    "Match",
    "Move",
    "Outcome",
    "Part",
    "Play",
    "Priced",
    "Ranked",
    "Refused",
    "Regularity",
    "Rejected",
    "Repair",
    "Sequence",
    "Solution",
    "SpragueError",
    "Statement",
    "Stopped",
    "Table",
    "Thermograph",
    "Threshold",
    "Value",
    "Verdict",
    "Winning",
    "census",
    "claims",
    "game",
    "games",
    "limits",
    "play",
    "prove",
    "repair",
    "statements",
    "threshold",
    "value",
    "verify",
]

#: The games on graphs, for the checkers of types.
_OnGraphs = Literal[
    "wyg", "wyg-free", "wygthoff", "wygthoff-free", "mig", "node-kayles", "arc-kayles", "edge-delete"
]


class Entry(NamedTuple):
    """A game of the catalogue."""

    name: str
    #: The parameters as they are declared.
    parameters: list[str]
    summary: str


def games() -> list[Entry]:
    """The games of the catalogue, those on graphs last.

    >>> [entry.name for entry in games()][:3]
    ['couples', 'cut', 'dawson']
    """
    known = [Entry(*entry) for entry in _sprague.games()]
    return known + [Entry(name, [], summary) for name, summary in _sprague.graph_games()]


@overload
def game(name: _OnGraphs) -> GraphGame: ...  # type: ignore[overload-overlap]
@overload
def game(name: str, *arguments: Argument) -> Game: ...
def game(name: str, *arguments: Argument) -> Game | GraphGame:
    """A game of the catalogue, or of a file whose name ends in `.game`, with its arguments.

    Arguments are Python values, or stand in parentheses behind the name, as on the command line.

    >>> game("lr-nim", {2, 3}) == game("lr-nim(2,3)")
    True
    >>> game("ending-nim", {2, 3}, "LN").outcome(7)
    Outcome.L
    >>> game("vector", [(1, 0), (0, 1), (1, 1)]).outcome((2, 4))
    Outcome.P
    >>> game("misere nim").outcome((1,)), game("octal", "0.77").nim(9)
    (Outcome.P, 4)
    """
    known = None if arguments else _sprague.graph_game(name)
    if known is not None:
        return GraphGame(*known)
    expression = f"{name}({written_arguments(arguments)})" if arguments else name
    return Game(_sprague.Ruleset.named(expression, [], "."))


def play(
    game: Game | GraphGame,
    position: Any,
    *,
    chips: Any = None,
    level: str = "perfect",
    begin: bool = True,
    side: Literal["L", "R"] = "L",
    seed: int = 0,
) -> PlayWidget:
    """A game in a notebook, played by clicking; it needs `pip install 'sprague[widgets]'`. See `Play` for the arguments, and
    for a game without a picture.

    >>> widget = play(game("nim"), (1, 2))
    >>> widget.play.hint().best.words
    'take 1 from the pile of 2'
    """
    from ._widget import PlayWidget

    return PlayWidget(game, position, chips=chips, level=level, begin=begin, side=side, seed=seed)


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext sprague` brings the cell magics `%%game` and `%%claim`."""
    from ._magics import load

    load(ipython)
