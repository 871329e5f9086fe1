"""Games that are played with piles, and who wins them."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

from . import _sprague
from ._errors import InputError, LimitError
from ._limits import Progress, at_work
from ._outcome import Outcome

if TYPE_CHECKING:
    from ._discover import Comparison, Discovery
    from ._play import Hint
    from ._sequence import Sequence
    from ._table import Table
    from ._value import Value

__all__ = ["Argument", "Game", "PositionLike", "Refused", "Solution", "Winning"]

#: A position: a tuple (or other iterable) of pile sizes, one number for a single heap, or a text such as `"3,8"`.
PositionLike = Union[int, str, Iterable[int]]

#: An argument of a game: a number, a set or list of numbers, a list of outcomes or of vectors, or the text of any.
Argument = Union[int, str, Iterable[Any]]

_MOST = (1 << 32) - 1


class Winning(NamedTuple):
    """The winning options where it matters who moves."""

    left: list[tuple[int, ...]]
    right: list[tuple[int, ...]]


class Solution(NamedTuple):
    """What is known of one position."""

    #: The ruleset as it is written.
    ruleset: str
    #: The piles in nondecreasing order, or the places of a row.
    position: tuple[int, ...]
    #: Who wins.
    outcome: Outcome
    #: The nim-value, where there is one that did not take long.
    nim: int | None
    #: Why the nim-value is missing, although there is one.
    nim_missing: str | None
    #: The options that win; by player, where their outcomes may be L or R. None, if they were not asked for.
    winning: list[tuple[int, ...]] | Winning | None


class Refused(NamedTuple):
    """One of many positions that could not be answered, and why."""

    ruleset: str
    position: tuple[int, ...]
    error: str


class Game:
    """A game with its arguments: `sprague.game` finds one in the catalogue, `Game.from_text` reads the rules you write.

    >>> import sprague
    >>> minnie = sprague.game("minnie")
    >>> minnie.outcome((3, 8))
    Outcome.P
    >>> minnie.summary
    'Take at most as many chips from one stack as the smallest stack holds.'
    """

    __slots__ = ("_ruleset",)

    def __init__(self, ruleset: _sprague.Ruleset) -> None:
        self._ruleset = ruleset

    @classmethod
    def from_text(cls, text: str, *arguments: Argument) -> Game:
        """The game with the rules of a text.

        >>> few = Game.from_text('''
        ...     game few(S: set of numbers >= 1)
        ...       "Take a number of tokens that is in S."
        ...       piles any
        ...       move take k in S from one pile
        ... ''', {1, 3})
        >>> few.nim(5), few.expression
        (1, './few.game(1,3)')
        """
        return cls(_sprague.Ruleset.of_text(text, written_arguments(arguments)))

    @property
    def name(self) -> str:
        """The game's name, without arguments."""
        return self._ruleset.name

    @property
    def expression(self) -> str:
        """How it is written on the command line and in claims: `lr-nim(2,3)`."""
        return self._ruleset.expression

    @property
    def summary(self) -> str:
        """The rule in one sentence."""
        return self._ruleset.summary

    @property
    def text(self) -> str:
        """The text of the rules.

        >>> import sprague
        >>> print(sprague.game("nim").text.splitlines()[0])
        game nim
        """
        return self._ruleset.text or ""

    @property
    def sources(self) -> list[str]:
        """Where the game comes from."""
        return self._ruleset.sources

    @property
    def has_nim_values(self) -> bool:
        """Have its positions nim-values? So it is where both players have the same moves and a stuck player loses."""
        return self._ruleset.has_nim_values

    @property
    def is_impartial(self) -> bool:
        """Are all outcomes N or P?"""
        return self._ruleset.is_impartial

    @property
    def misere(self) -> Game:
        """The same game in misère play: who cannot move wins.

        >>> import sprague
        >>> sprague.game("nim").misere.outcome((1, 1, 1))
        Outcome.P
        """
        return Game(self._ruleset.misere())

    def solve(self, position: PositionLike, *, nim: bool = False) -> Solution:
        """Who wins a position, its nim-value, and every option that wins.

        A nim-value that would take long is left out, unless `nim` insists on it.

        >>> import sprague
        >>> sprague.game("wythoff").solve((4, 6)).winning
        [(3, 5)]
        """
        with at_work() as work:
            answer = self._ruleset.solve(work, self._sizes(position), True, nim)
        return _solution(json.loads(answer))

    def solve_many(
        self,
        positions: Iterable[PositionLike],
        *,
        moves: bool = True,
        progress: Progress = None,
    ) -> list[Solution | Refused]:
        """The answers for many positions, which share their work. One that cannot be answered is refused in its place.

        >>> import sprague
        >>> [found.outcome.value for found in sprague.game("nim").solve_many([(1, 1), (1, 2), ()])]
        ['P', 'N', 'P']
        """
        sizes = [self._sizes(position) for position in positions]
        with at_work(progress, "positions") as work:
            answers = json.loads(self._ruleset.solve_many(work, sizes, moves))
        return [_refused(answer) if "error" in answer else _solution(answer) for answer in answers]

    def outcome(self, position: PositionLike) -> Outcome:
        """Who wins a position.

        >>> import sprague
        >>> sprague.game("lr-nim", {2, 3}).outcome(5)
        Outcome.L
        """
        with at_work() as work:
            answer = self._ruleset.solve(work, self._sizes(position), False, False)
        return Outcome(json.loads(answer)["outcome"])

    def nim(self, position: PositionLike) -> int:
        """The nim-value of a position, however long it takes.

        >>> import sprague
        >>> sprague.game("jennifer").nim((7, 21, 39))
        37
        """
        if not self.has_nim_values:
            raise InputError(
                f"`{self.expression}` has no nim-values: they belong to normal play in which both players have the same moves"
            )
        with at_work() as work:
            answer = json.loads(self._ruleset.solve(work, self._sizes(position), False, True))
        if answer["nim"] is None:
            raise LimitError(answer.get("nim_missing") or "the nim-value was not computed")
        return int(answer["nim"])

    def winning(self, position: PositionLike) -> list[tuple[int, ...]] | Winning:
        """The options that win.

        >>> import sprague
        >>> sprague.game("minnie").winning((3, 8))
        []
        >>> sprague.game("lr-nim", {2, 3}).winning(8)
        Winning(left=[(5,), (6,)], right=[(6,)])
        """
        found = self.solve(position).winning
        assert found is not None, "they were asked for"
        return found

    def why(self, position: PositionLike) -> Hint:
        """Why the next player wins, by which move and with which answers to every reply, or why every move loses.

        >>> import sprague
        >>> print(sprague.game("nim").why((1, 1)))
        Whoever has to move at 1,1 loses: I have an answer to every move.
          If you take the pile of 1 (1), I take the pile of 1 (nothing left) and win.
        """
        from ._play import Play

        return Play(self, position).hint()

    def options(self, position: PositionLike, player: str | None = None) -> list[tuple[int, ...]]:
        """The different options: the positions one move away. Where the players have different moves, say whose: L or R.

        >>> import sprague
        >>> sprague.game("minnie").options((1, 3))
        [(1, 2), (3,)]
        """
        if player is None and not self._ruleset.has_same_moves:
            raise InputError(f"in `{self.expression}` the players have different moves: say whose, 'L' or 'R'")
        with at_work() as work:
            found = self._ruleset.options(work, self._sizes(position), str(player or "L"))
        return [tuple(option) for option in found]

    def table(
        self,
        piles: int | None = None,
        max: int | None = None,
        *,
        nim: bool = False,
        counts: Iterable[int] | None = None,
        progress: Progress = None,
    ) -> Table:
        """All positions of exactly `piles` piles of at most `max`, with their nim-values if `nim` says so; or all that have
        at most `counts[i]` piles of size i + 1.

        >>> import sprague
        >>> table = sprague.game("wythoff").table(piles=2, max=20, nim=True)
        >>> table[3, 5], table.nim.shape
        (0, (21, 21))
        """
        from ._table import Table

        if (counts is None) == (max is None) or (counts is not None and piles is not None):
            raise InputError("say how many piles and their largest size, or say counts")
        numbers = None if counts is None else _numbers(counts)
        places = self._ruleset.places or 1 if piles is None else _number(piles)
        with at_work(progress, "positions") as work:
            table = self._ruleset.table(work, places, _number(max or 0), numbers, nim)
        return Table(self, table, nim)

    def sequence(self, to: int, *, progress: Progress = None) -> Sequence:
        """The nim-values, or where there are none the outcomes, of one heap of size 0, 1, ..., `to`.

        >>> import sprague
        >>> sprague.game("kayles").sequence(400)
        kayles: one heap, sizes 0 to 400; period 12 from 71 on: proved for all heaps (guy-smith)
        """
        from ._sequence import Sequence

        with at_work(progress, "heaps") as work:
            return Sequence(self, self._ruleset.sequence(work, _number(to)))

    def discover(
        self,
        piles: int | Literal["any"] | None = None,
        *,
        largest: int | None = None,
        nim: bool = False,
        progress: Progress = None,
    ) -> Discovery:
        """The pattern of the P-positions, or of the nim-values, with no formula given: proved for all positions, or the best guess,
        marked as one. `piles="any"` asks about any number of piles, with `largest` about those of which none is larger.

        >>> import sprague
        >>> sprague.game("wythoff").discover()
        <proved: wythoff on 2 piles: golden(a, b)>
        >>> sprague.game("nim").discover(piles="any").formula
        'xor(piles) = 0'
        >>> sprague.game("ooooob-b").discover(piles="any", largest=2).formula
        'even(a1) and a2 >= 1'
        >>> sprague.game("nimtb").discover(piles=2, nim=True).formula
        'a - 1 if a < b, else 0'
        """
        from ._discover import Discovery

        if largest is not None and piles != "any":
            raise InputError("`largest` bounds the piles where there may be any number of them: piles='any'")
        count = None if piles is None or piles == "any" else _number(piles)
        bound = None if largest is None else _number(largest)
        with at_work(progress, "steps") as work:
            answer = _sprague.discover(work, self._named(), count, piles == "any", bound, nim)
        return Discovery(json.loads(answer))

    def compare(
        self, other: Game, piles: int | None = None, *, nim: bool = False, progress: Progress = None
    ) -> Comparison:
        """Has another game the same P-positions, or nim-values? Proved, or with the first difference.

        >>> import sprague
        >>> nim, greedy = sprague.game("nim"), sprague.game("greedy-nim")
        >>> nim.compare(greedy, piles=2).formula
        'a = b'
        >>> nim.compare(greedy, piles=3).witness
        (1, 2, 2)
        """
        from ._discover import Comparison

        count = None if piles is None else _number(piles)
        with at_work(progress, "steps") as work:
            answer = json.loads(_sprague.compare(work, self._named(), other._named(), count, nim))
        witness = answer["witness"]
        return Comparison(
            answer["verdict"],
            answer["formula"],
            None if witness is None else tuple(witness),
            answer["checked"],
            answer["why"],
        )

    def value(self, position: PositionLike) -> Value:
        """The value of a position, as a game.

        >>> import sprague
        >>> sprague.game("partizan-subtract", {1, 2}, {2, 3}).value(3).canonical
        '{1,{1|0}|0}'
        """
        from ._value import Value

        with at_work() as work:
            return Value._of(self._ruleset.value(work, self._sizes(position)))

    def values(self, to: int) -> list[str | None]:
        """The values of one heap of size 0, 1, ..., `to`, as texts; none where one is too long to write.

        >>> import sprague
        >>> sprague.game("nim").values(3)
        ['0', '*', '*2', '*3']
        """
        with at_work() as work:
            return self._ruleset.values(work, _number(to))

    def _named(self) -> tuple[str, list[tuple[str, str]]]:
        return self.expression, self._ruleset.games

    def _sizes(self, position: PositionLike) -> list[int]:
        if isinstance(position, str):
            return self._ruleset.position(position)
        if hasattr(position, "__index__") and not hasattr(position, "__iter__"):
            return [_number(position)]
        return _numbers(position)

    def __repr__(self) -> str:
        return f"<game {self.expression}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.expression, self._ruleset.games) == (other.expression, other._ruleset.games)

    def __hash__(self) -> int:
        return hash(self.expression)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.expression, self._ruleset.games)


def _again(expression: str, games: list[tuple[str, str]]) -> Game:
    return Game(_sprague.Ruleset.named(expression, games, None))


def _solution(answer: dict[str, Any]) -> Solution:
    winning = answer.get("winning")
    if isinstance(winning, dict):
        winning = Winning(_positions(winning["left"]), _positions(winning["right"]))
    elif winning is not None:
        winning = _positions(winning)
    return Solution(
        answer["ruleset"],
        tuple(answer["position"]),
        Outcome(answer["outcome"]),
        answer["nim"],
        answer.get("nim_missing"),
        winning,
    )


def _refused(answer: dict[str, Any]) -> Refused:
    return Refused(answer["ruleset"], tuple(answer["position"]), answer["error"])


def _positions(found: list[list[int]]) -> list[tuple[int, ...]]:
    return [tuple(position) for position in found]


def _number(number: object) -> int:
    """A number that the library can hold, or an exception."""
    try:
        number = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"{number!r} is not a whole number") from None
    if not 0 <= number <= _MOST:
        raise InputError(f"{number} is {'too large' if number > 0 else 'negative'}")
    return number


def _numbers(numbers: object) -> list[int]:
    try:
        return [_number(number) for number in numbers]  # type: ignore[attr-defined]
    except TypeError:
        raise InputError(f"{numbers!r} is not a list of whole numbers") from None


def written_arguments(arguments: Iterable[Argument]) -> str:
    """Arguments as they are written: `2,3; L,N`.

    >>> written_arguments([{3, 2}, "LN"]), written_arguments([[(1, 0), (0, 1)]]), written_arguments([range(1, 4)])
    ('2,3;L,N', '1,0;0,1', '1,2,3')
    """
    return ";".join(map(_argument, arguments))


def _argument(argument: Argument) -> str:
    if isinstance(argument, str):
        # Outcomes one after the other.
        several = len(argument) > 1 and not argument.strip("NPLR")
        return ",".join(argument) if several else argument
    if isinstance(argument, (int, float)) or hasattr(argument, "__index__"):
        if isinstance(argument, float):
            raise InputError(f"{argument!r} is not a whole number; write a code as a text, such as '0.77'")
        return str(operator.index(argument))  # type: ignore[arg-type]
    if not isinstance(argument, Iterable):
        raise InputError(f"{argument!r} is no argument of a game")
    if isinstance(argument, (set, frozenset)):
        argument = sorted(argument)
    members = list(argument)
    if members and all(isinstance(m, Iterable) and not isinstance(m, str) for m in members):
        return ";".join(map(_argument, members))
    return ",".join(map(_argument, members))
