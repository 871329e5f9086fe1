"""Tables: all positions of some piles at once, as arrays."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _sprague
from ._errors import InputError
from ._game import _number, _numbers
from ._limits import at_work
from ._outcome import Outcome

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from ._game import Game

__all__ = ["Table"]

#: Larger tables are not drawn unasked.
_DRAWN = 300


class Table:
    """A computed table of a game.

    Its arrays are computed when they are first asked for, and cannot be written to. An index is the size of a pile: 0 is
    a pile that is gone.

    >>> import sprague
    >>> table = sprague.game("minnie").table(piles=2, max=200, nim=True)
    >>> len(table), table[3, 8], table.nim[3, 8], table.outcomes[3, 8]
    (20100, 0, np.uint16(0), np.str_('P'))
    >>> table.p_positions[:4].tolist()
    [[1, 1], [1, 3], [1, 5], [1, 7]]
    """

    def __init__(self, game: Game, table: _sprague.Table, nim: bool) -> None:
        #: The game.
        self.game = game
        self._table = table
        self._has_nim = nim
        self._slices: dict[tuple[bool, tuple[int, ...]], Any] = {}

    @property
    def piles(self) -> int | None:
        """How many piles there are; none, if the table is one of counts."""
        return self._table.piles

    @property
    def max(self) -> int | None:
        """The largest size; none, if the table is one of counts."""
        return self._table.max

    @property
    def counts(self) -> list[int] | None:
        """The most piles of size 1, 2, ...; none, if the table is one of piles."""
        return self._table.counts

    @property
    def complete(self) -> bool:
        """Is it as large as was asked for? If its time was over before, it ends at a smaller size, which `max` says."""
        return self._table.complete is None

    def __len__(self) -> int:
        return len(self._table)

    @cached_property
    def tally(self) -> dict[Outcome, int]:
        """How many positions have each outcome.

        >>> import sprague
        >>> sprague.game("nim").table(piles=2, max=10).tally[sprague.Outcome.P]
        10
        """
        with at_work() as work:
            found = self._table.tally(work)
        return dict(zip((Outcome.N, Outcome.P, Outcome.L, Outcome.R), found))

    @property
    def nim(self) -> numpy.typing.NDArray[numpy.uint16]:
        """The nim-values: of two piles a square, of one pile a list, indexed by sizes from 0 on."""
        return self._dense(True)  # type: ignore[no-any-return]

    @property
    def outcomes(self) -> numpy.typing.NDArray[numpy.str_]:
        """The outcomes in the same form, a letter each."""
        return self._dense(False)  # type: ignore[no-any-return]

    def slice(self, *fixed: int, nim: bool | None = None) -> Any:
        """The square of two piles beside fixed ones: their nim-values, or outcomes if there are none.

        >>> import sprague
        >>> table = sprague.game("nim").table(piles=3, max=10, nim=True)
        >>> table.slice(3)[5, 6], table[3, 5, 6]
        (np.uint16(0), 0)
        """
        return self._square(self._has_nim if nim is None else nim, tuple(_numbers(fixed)))

    @cached_property
    def positions(self) -> numpy.typing.NDArray[numpy.uint32]:
        """All positions, one a row, in lexicographic order; of counts, the count vectors."""
        return self._rows(None)

    @cached_property
    def p_positions(self) -> numpy.typing.NDArray[numpy.uint32]:
        """The P-positions, one a row."""
        return self._rows("P")

    def positions_with(self, outcome: Outcome | str) -> numpy.typing.NDArray[numpy.uint32]:
        """The positions with an outcome, one a row."""
        return self._rows(str(outcome))

    @cached_property
    def nim_list(self) -> numpy.typing.NDArray[numpy.uint16]:
        """The nim-values of `positions`, in their order."""
        import numpy

        with at_work() as work:
            return numpy.frombuffer(self._table.nim_list(work), numpy.uint16)

    @cached_property
    def outcome_list(self) -> numpy.typing.NDArray[numpy.str_]:
        """The outcomes of `positions`, in their order."""
        with at_work() as work:
            return _letters(self._table.outcome_list(work))  # type: ignore[no-any-return]

    def __getitem__(self, position: int | tuple[int, ...]) -> int | Outcome:
        """The nim-value of a position, or its outcome if there are no nim-values."""
        sizes = _numbers(position) if isinstance(position, (tuple, list)) else [_number(position)]
        width = len(self.counts) if self.counts is not None else self.piles
        if len(sizes) != width:
            raise InputError(f"a position of this table has {width} numbers, not {len(sizes)}")
        most = self.counts if self.counts is not None else [self.max or 0] * len(sizes)
        if any(size > largest for size, largest in zip(sizes, most)):
            raise IndexError(f"{position} is not in the table")
        if self.counts is not None:
            found = (self.nim_list if self._has_nim else self.outcome_list)[self._places[tuple(sizes)]]
        elif len(sizes) == 1:
            found = self._dense(self._has_nim)[sizes[0]]
        else:
            if not self._table.row:
                sizes.sort()
            found = self._square(self._has_nim, tuple(sizes[:-2]))[sizes[-2], sizes[-1]]
        return int(found) if self._has_nim else Outcome(str(found))

    @cached_property
    def _places(self) -> dict[tuple[int, ...], int]:
        return {tuple(position): place for place, position in enumerate(self.positions.tolist())}

    def _dense(self, nim: bool) -> Any:
        if self.piles == 2:
            return self._square(nim, ())
        if self.piles != 1:
            raise InputError("the array of this table is no square: take a slice(...), or nim_list and outcome_list")
        known = self._slices.get((nim, ()))
        if known is None:
            import numpy

            known = self.nim_list if nim else self.outcome_list
            # A place may be 0; a pile of size 0 is gone, and the table begins with 1.
            if not self._table.row:
                nothing = numpy.array([self.game.nim(0) if nim else self.game.outcome(0).value], known.dtype)
                known = numpy.concatenate([nothing, known])
                known.flags.writeable = False
            self._slices[nim, ()] = known
        return known

    def _square(self, nim: bool, fixed: tuple[int, ...]) -> Any:
        known = self._slices.get((nim, fixed))
        if known is None:
            import numpy

            with at_work() as work:
                if nim:
                    rows, columns, entries = self._table.nim_square(work, list(fixed))
                    known = numpy.frombuffer(entries, numpy.uint16).reshape(rows, columns)
                else:
                    rows, columns, entries = self._table.outcome_square(work, list(fixed))
                    known = _letters(entries).reshape(rows, columns)
            # A table of many piles has many slices: only some are kept.
            if len(self._slices) >= 16:
                self._slices.pop(next(iter(self._slices)))
            self._slices[nim, fixed] = known
        return known

    def _rows(self, letter: str | None) -> numpy.typing.NDArray[numpy.uint32]:
        import numpy

        with at_work() as work:
            rows, columns, entries = self._table.positions(work, letter)
        return numpy.frombuffer(entries, numpy.uint32).reshape(rows, columns)

    def to_text(self) -> str:
        """The table for a terminal."""
        return self._written("text")

    def to_latex(self) -> str:
        """The table for a paper."""
        return self._written("latex")

    def to_csv(self) -> str:
        """One line a position."""
        return self._written("csv")

    def to_svg(self) -> str:
        """The picture of a table of two piles."""
        return self._written("svg")

    def _written(self, format: str) -> str:
        with at_work() as work:
            return self._table.written(work, format)

    def _repr_svg_(self) -> str | None:
        small = self.piles == 2 and 0 < (self.max or 0) <= _DRAWN
        return self.to_svg() if small else None

    def plot(self, ax: Any = None, *fixed: int) -> Any:
        """Draws the table of two piles, or of two piles beside fixed ones, with matplotlib; gives the axes.

        >>> import sprague
        >>> axes = sprague.game("nim").table(piles=2, max=30, nim=True).plot()  # doctest: +SKIP
        """
        if ax is None:
            try:
                from matplotlib import pyplot
            except ImportError:
                raise ImportError("plot() needs matplotlib: pip install 'sprague[plot]'") from None
            ax = pyplot.figure().add_subplot()
        if self.piles == 1:
            square = self._dense(self._has_nim).reshape(1, -1)
        else:
            square = self._square(self._has_nim, tuple(_numbers(fixed)))
        if not self._has_nim:
            import numpy

            square = numpy.searchsorted(numpy.array(["L", "N", "P", "R"]), square)
        ax.imshow(square, origin="lower", interpolation="nearest", aspect="equal" if self.piles != 1 else "auto")
        ax.set_title(self.game.expression)
        ax.set_xlabel("second pile" if self.piles != 1 else "pile")
        ax.set_ylabel("first pile" if self.piles != 1 else "")
        return ax

    def __repr__(self) -> str:
        what = "nim-values" if self._has_nim else "outcomes"
        if self.counts is not None:
            extent = f"at most {tuple(self.counts)} piles of size 1, 2, ..."
        else:
            extent = f"{self.piles} pile{'' if self.piles == 1 else 's'}, sizes up to {self.max}"
        return f"<table of {what} of {self.game.expression}: {extent}>"


def _letters(entries: bytes) -> Any:
    """Letters, one for each byte, as an array that compares with texts."""
    import numpy

    letters = numpy.frombuffer(entries, "S1").astype("U1")
    letters.flags.writeable = False
    return letters
