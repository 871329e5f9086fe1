"""Games that are played on graphs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _sprague
from ._errors import InputError
from ._game import _number, _numbers
from ._limits import at_work
from ._outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._play import Hint

__all__ = ["GraphGame", "GraphSolution"]


class GraphSolution(NamedTuple):
    """What is known of one position on a graph."""

    #: The ruleset as it is written.
    ruleset: str
    #: The position as it is written.
    position: str
    #: Who wins.
    outcome: Outcome
    #: The nim-value, where there is one that did not take long.
    nim: int | None
    #: Why the nim-value is missing.
    nim_missing: str | None
    #: What it is worth in sums where a chosen edge binds: a number, or `"loony"`.
    entailing: int | str | None
    #: The options that win, as they are written.
    winning: list[str]
    #: The moves to them, in words.
    moves: list[str]
    #: The position as an SVG document; none, if it is too large to draw.
    svg: str | None

    def _repr_svg_(self) -> str | None:
        return self.svg


class GraphGame:
    """A game that is played on graphs.

    A position is a text such as `"K(5) chips=1"` or `"g6:DQc chips=deg"`, or a graph of networkx with its chips.

    >>> import sprague
    >>> wyg = sprague.game("wyg")
    >>> wyg.outcome("K(5) chips=1"), wyg.nim("K(5)")
    (Outcome.N, 1)
    """

    __slots__ = ("_misere", "_name", "_summary")

    def __init__(self, name: str, summary: str, misere: bool) -> None:
        self._name = name
        self._summary = summary
        self._misere = misere

    @property
    def name(self) -> str:
        """The game's name."""
        return self._name

    @property
    def expression(self) -> str:
        """How it is written: `misere wyg`."""
        return f"misere {self._name}" if self._misere else self._name

    @property
    def summary(self) -> str:
        """The rules in a sentence or two."""
        return self._summary

    @property
    def misere(self) -> GraphGame:
        """The same game in misère play."""
        return GraphGame(self._name, self._summary, not self._misere)

    def solve(self, position: Any, chips: Any = None) -> GraphSolution:
        """Who wins a position, its nim-value, and every option that wins.

        `chips` is a number for every vertex, `"deg"` for as many as neighbours, a list, or (for a graph of networkx) a
        mapping from its nodes; without it there is one chip each.

        >>> import sprague
        >>> sprague.game("node-kayles").solve("P(5)").nim
        3
        """
        with at_work() as work:
            found = _sprague.solve_graph(work, self.expression, written(position, chips), True)
        answer = json.loads(found[0])
        return GraphSolution(
            answer["ruleset"],
            answer["position"],
            Outcome(answer["outcome"]),
            answer["nim"],
            answer.get("nim_missing"),
            answer.get("entailing"),
            answer["winning"],
            answer["moves"],
            found[1],
        )

    def outcome(self, position: Any, chips: Any = None) -> Outcome:
        """Who wins a position."""
        return self.solve(position, chips).outcome

    def nim(self, position: Any, chips: Any = None) -> int | None:
        """The nim-value of a position; none, where there is none or it takes long."""
        return self.solve(position, chips).nim

    def winning(self, position: Any, chips: Any = None) -> list[str]:
        """The options that win."""
        return self.solve(position, chips).winning

    def why(self, position: Any, chips: Any = None) -> Hint:
        """Why the next player wins, by which move and with which answers to every reply, or why every move loses."""
        from ._play import Play

        return Play(self, position, chips=chips).hint()

    def __repr__(self) -> str:
        return f"<game {self.expression}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GraphGame) and self.expression == other.expression

    def __hash__(self) -> int:
        return hash(self.expression)


def written(position: Any, chips: Any = None) -> str:
    """A position as it is written.

    >>> written("K(5)", [1, 1, 2, 1, 1]), written("K(5)")
    ('K(5) chips=1,1,2,1,1', 'K(5)')
    """
    if not isinstance(position, str):
        if not (hasattr(position, "nodes") and hasattr(position, "edges")):
            raise InputError(f"{position!r} is no position on a graph: write one, such as 'K(5) chips=1'")
        return _of_networkx(position, chips)
    if chips is None:
        return position
    if isinstance(chips, str):
        return f"{position} chips={chips}"
    if hasattr(chips, "__index__"):
        return f"{position} chips={_number(chips)}"
    return f"{position} chips={_listed(_numbers(chips))}"


def _of_networkx(graph: Any, chips: Any) -> str:
    """The nodes are numbered in their order."""
    if graph.is_directed() or graph.is_multigraph():
        raise InputError("the games are played on graphs without directions and without multiple edges")
    nodes = list(graph.nodes)
    place = {node: index for index, node in enumerate(nodes)}
    if isinstance(chips, Mapping):
        strangers = [node for node in chips if node not in place]
        if strangers:
            raise InputError(f"{strangers[0]!r} is no node of the graph")
        numbers = [_number(chips.get(node, 0)) for node in nodes]
    elif chips == "deg":
        numbers = [graph.degree[node] for node in nodes]
    elif chips is None or hasattr(chips, "__index__"):
        numbers = [1 if chips is None else _number(chips)] * len(nodes)
    else:
        numbers = _numbers(chips)
        if len(numbers) != len(nodes):
            raise InputError(f"the graph has {len(nodes)} nodes, and the list of chips has {len(numbers)} numbers")
    edges = ",".join(f"{place[u]}-{place[v]}" for u, v in graph.edges)
    if not edges:
        # Without edges every node is a path on one vertex.
        return " + ".join(f"P(1) chips={count}" for count in numbers)
    return f"edges:{edges} chips={_listed(numbers)}"


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
