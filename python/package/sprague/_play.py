"""A game being played, move by move, against an opponent of any strength."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union

from . import _sprague
from ._errors import IllegalMove, InputError
from ._game import Game, _number
from ._graphs import GraphGame, written
from ._limits import at_work

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Hint", "Made", "Move", "Play", "Priced"]

#: A position: a tuple of piles, or the text of a position on a graph.
_Position = Union[tuple[int, ...], str]


class Move(NamedTuple):
    """A legal move."""

    #: Its name, which `Play.move` understands.
    id: str
    #: What is done, as an order.
    words: str
    #: The position after it.
    to: _Position


class Made(NamedTuple):
    """A move that was made."""

    #: By whom: `"L"` or `"R"`.
    player: str
    id: str
    words: str
    #: The position after it.
    to: _Position


class Priced(NamedTuple):
    """A move with its worth to the player who makes it."""

    move: Move
    #: Does it win? None, if that is not known.
    wins: bool | None
    #: The nim-value after it, where there is one that did not take long.
    nim: int | None


class Hint(NamedTuple):
    """What the player to move should know. As a text it is a sentence or two, with the reasons.

    >>> import sprague
    >>> print(sprague.Play(sprague.game("nim"), (1, 2)).hint())
    You can win by moving to 1,1: take 1 from the pile of 2.
    Whoever has to move at 1,1 loses: every move there has an answer.
      If I take the pile of 1 (1), you take the pile of 1 (nothing left) and win.
    """

    #: Does that player win? None, if it is not known.
    wins: bool | None
    #: A winning move, or else the one that is hardest to answer.
    best: Move | None
    #: Has the last move of the player given a win away?
    gave_away: bool
    #: What could not be found out.
    unknown: str | None
    #: All this in words, with the answers to every reply.
    words: str

    def __str__(self) -> str:
        return self.words


class Play:
    """A game that you play against an opponent, or that two people play.

    `level` is how well the opponent plays: `"random"`, `"beginner"`, `"club"` or `"perfect"`. You are Left, unless `side`
    says `"R"`, and begin, unless `begin` says no; on graphs `chips` may say what lies on the vertices. The weaker
    opponents draw their moves from the `seed`. Thoughts keep within the `limits` in which the game was begun.

    >>> import sprague
    >>> play = sprague.Play(sprague.game("nim"), (1, 2))
    >>> [move.words for move in play.moves]
    ['take the whole pile of 2', 'take 1 from the pile of 2', 'take the pile of 1']
    >>> play.move((1, 1)).words
    'take 1 from the pile of 2'
    >>> play.reply().to, play.move("take 1"), play.winner
    ((1,), Made(player='L', id='-', words='take the pile of 1', to=()), 'L')
    >>> len(play.history), play.undo(), play.position
    (3, True, (1,))

    A move that is not allowed is refused with the reason:

    >>> sprague.Play(sprague.game("minnie"), (3, 8)).move((3, 4))
    Traceback (most recent call last):
        ...
    sprague._errors.IllegalMove: You cannot take 4 from the pile of 8 at 3,8. The rule forbids it here:
      move take k from one pile where k <= min(piles)
                                      ^^^^^^^^^^^^^^^
    Near it you may move to 3,5  or  3,6  or  3,7.
    """

    def __init__(
        self,
        game: Game | GraphGame,
        position: Any,
        *,
        chips: Any = None,
        level: str = "perfect",
        begin: bool = True,
        side: Literal["L", "R"] = "L",
        seed: int = 0,
    ) -> None:
        if isinstance(game, GraphGame):
            texts: list[tuple[str, str]] = []
            start = written(position, chips)
        elif isinstance(game, Game):
            if chips is not None:
                raise InputError("chips lie on graphs: this game is played with piles")
            texts, start = game._ruleset.games, _written(game._sizes(position))
        else:
            raise InputError(f"{game!r} is no game: write sprague.game('nim'), say")
        #: The game.
        self.game = game
        #: Which player you are: `"L"` or `"R"`.
        self.side = side
        self.level = level
        with at_work() as work:
            self._play = _sprague.Play(
                work, game.expression, texts, start, side, bool(begin), _number(seed)
            )

    @property
    def level(self) -> str:
        """How well the opponent plays."""
        return self._level

    @level.setter
    def level(self, level: str) -> None:
        if level not in _sprague.Play.levels():
            raise InputError(f"{level!r} is no level of play: there are {', '.join(_sprague.Play.levels())}")
        self._level = level

    def _state(self) -> dict[str, Any]:
        with at_work() as work:
            return json.loads(self._play.state(work))  # type: ignore[no-any-return]

    @property
    def position(self) -> _Position:
        """The position at hand."""
        board = self._state()["board"]
        return tuple(board["piles"]) if board["kind"] == "piles" else str(board["text"])

    @property
    def to_move(self) -> str:
        """Whose move it is: `"L"` or `"R"`."""
        return _letter(self._state()["to_move"])

    @property
    def winner(self) -> str | None:
        """Who has won; none, if the game is not over."""
        over = self._state()["over"]
        return None if over is None else _letter(over["winner"])

    @property
    def history(self) -> list[Made]:
        """The moves that were made."""
        return [self._made(made) for made in self._state()["history"]]

    @property
    def moves(self) -> list[Move]:
        """The moves of the player to move; of very many the first 20,000."""
        with at_work() as work:
            return [self._move(move) for move in json.loads(self._play.moves(work))["moves"]]

    def move(self, move: Move | str | int | Iterable[int]) -> Made:
        """Makes a move of the player to move: one of `moves`, the position after it, or what `sprague play` understands,
        such as `"take 3 from 8"`, `"8>5"`, `"on 5-6 take 1 from both"`."""
        typed = not isinstance(move, Move)
        if isinstance(move, Move):
            text = move.id
        elif isinstance(move, str):
            text = move
        elif isinstance(self.game, Game):
            text = _written(self.game._sizes(move))
        else:
            raise InputError(f"{move!r} is no move on a graph: write one, such as 'on 5-6 take 1 from both'")
        return self._make(text, typed)[0]

    def reply(self) -> Made:
        """Lets the opponent move, as well as its level allows."""
        return self._reply()[0]

    def hint(self) -> Hint:
        """A winning move and why it wins, or why every move loses."""
        with at_work() as work:
            found = json.loads(self._play.hint(work))
        hint = found["hint"]
        best = None if hint["best"] is None else self._move(hint["best"])
        unknown = None if hint["unknown"] is None else hint["unknown"]["why"]
        return Hint(hint["wins"], best, hint["gave_away"], unknown, found["words"])

    def worth(self) -> list[Priced]:
        """The moves with what they are worth.

        >>> import sprague
        >>> [(str(p.move.to), p.wins) for p in sprague.Play(sprague.game("nim"), (1, 2)).worth()]
        [('(1,)', False), ('(1, 1)', True), ('(2,)', False)]
        """
        with at_work() as work:
            found = json.loads(self._play.worth(work))["worths"]["moves"]
        return [Priced(self._move(move), move["worth"]["wins"], move["worth"]["nim"]) for move in found]

    def undo(self) -> bool:
        """Takes back your last move and what came after it; false, if there is none."""
        with at_work() as work:
            return self._play.undo(work, False)

    def _make(self, text: str, typed: bool) -> tuple[Made, str]:
        with at_work() as work:
            answer = json.loads(self._play.make(work, text, typed))
        if "illegal" in answer:
            raise IllegalMove(answer["words"], answer["illegal"]["reason"]["kind"])
        return self._made(answer["made"]), answer["words"]

    def _reply(self) -> tuple[Made, str]:
        """The opponent's move, and what there is to say about it."""
        with at_work() as work:
            chosen = json.loads(self._play.choose(work, self.level))
        if chosen is None:
            raise InputError("the game is over")
        made, words = self._make(chosen["reply"]["made"]["id"], False)
        return made, "\n".join(filter(None, [chosen["words"], words]))

    def _to(self, text: str) -> _Position:
        if isinstance(self.game, GraphGame):
            return text
        return () if text == "-" else tuple(map(int, text.split(",")))

    def _move(self, move: dict[str, Any]) -> Move:
        return Move(move["id"], move["words"], self._to(move["to"]))

    def _made(self, made: dict[str, Any]) -> Made:
        return Made(_letter(made["player"]), made["id"], made["words"], self._to(made["to"]))

    def __repr__(self) -> str:
        position = self.position
        where = position if isinstance(position, str) else _written(position)
        winner = self.winner
        state = f"{self.to_move} to move" if winner is None else f"{winner} has won"
        return f"<play {self.game.expression} at {where}: {state}>"


def _written(sizes: Iterable[int]) -> str:
    return ",".join(map(str, sizes)) or "-"


def _letter(player: str) -> str:
    return player[0].upper()
