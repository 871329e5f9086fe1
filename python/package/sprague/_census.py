"""Whole families of games at once."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from . import _sprague
from ._errors import InputError
from ._game import _number
from ._limits import Progress, at_work

__all__ = ["Census", "Group", "Ranked", "census"]

#: The families, with their numbers as the command names them and what they are if nothing is said.
_FAMILIES: dict[str, dict[str, int | None]] = {
    "lr-nim": {"min": None, "max": None},
    "ending-nim": {"min": None, "max": None},
    "subtract": {"min": 1, "max": None, "to": 1 << 22},
    "cut": {"within": None, "size": None, "to": 400},
    "octal": {"digits": None, "before": 0, "to": 1000},
}


class Group(NamedTuple):
    """The games that agree in a key."""

    #: What they have in common: a number, the name of a class, or none where it is not known.
    value: int | str | None
    #: How many they are.
    games: int
    #: How many of them Left wins from some heap on; none, where games do not end with Left or Right.
    eventually_left: int | None


class Ranked(NamedTuple):
    """A game with what it is ranked by."""

    ruleset: str
    value: int


class Census:
    """A family of games. Nothing is computed before it is asked for; what is asked is decided for every game, for ever.

    It is also a stream of rows, one for each game, which Polars, pyarrow and DuckDB read as it is: `polars.DataFrame(census)`,
    `pyarrow.RecordBatchReader.from_stream(census)`, `duckdb.sql("from census")`. Rows are computed while they are read.

    >>> import sprague
    >>> census = sprague.census("lr-nim", min=2, max=20)
    >>> len(census), census.eventually_left
    (262144, 200992)
    >>> census.group_by("class")
    [Group(value='all-L', games=200992, eventually_left=200992), Group(value='mixed', games=61152, eventually_left=0)]
    >>> census.top(1, by="period")
    [Ranked(ruleset='lr-nim(2,5,9,11,17,18,20)', value=78)]
    """

    def __init__(self, family: str, **numbers: int) -> None:
        known = _FAMILIES.get(family)
        if known is None:
            raise InputError(f"there is no census of {family!r}: there are {', '.join(_FAMILIES)}")
        strangers = [name for name in numbers if name not in known]
        missing = [name for name, usual in known.items() if usual is None and name not in numbers]
        if strangers or missing:
            wanted = ", ".join(name if usual is None else f"{name}={usual}" for name, usual in known.items())
            raise InputError(f"the census of {family} takes {wanted}")
        given = [_number(numbers.get(name, usual)) for name, usual in known.items()]
        self._census = _sprague.Census(family, given)
        self._left: int | None = None

    @property
    def name(self) -> str:
        """The family, as the command names it."""
        return self._census.name

    @property
    def keys(self) -> list[str]:
        """What its games can be counted by."""
        return self._census.keys

    def __len__(self) -> int:
        return self._census.total

    @property
    def eventually_left(self) -> int | None:
        """How many games Left wins from some heap on, whoever moves; none, where games do not end with Left or Right."""
        if self._left is None:
            self._left = self._count([], None).get("eventually_left")
        return self._left

    def group_by(self, key: str, *, progress: Progress = None) -> list[Group]:
        """The games counted by `"period"`, `"preperiod"`, `"class"`, `"max"` (the largest element) or, of games with nim-values,
        `"saltus"` or `"value"` (the largest nim-value)."""
        found = self._count([key], None, progress)["groups"][key]
        return [Group(group[key], group["games"], group.get("eventually_left")) for group in found]

    def top(self, games: int = 10, by: str = "period", *, progress: Progress = None) -> list[Ranked]:
        """The games with the greatest period, or by another key, the greatest first."""
        found = self._count([], (_number(games), by), progress)["top"]
        return [Ranked(game["ruleset"], game[by]) for game in found]

    def to_parquet(self, path: str | os.PathLike[str], *, progress: Progress = None) -> None:
        """Writes a row for each game to a file. If it is interrupted, the same call goes on where it was: until it is finished, a
        folder beside the file, whose name ends in `.run`, keeps what is done."""
        with at_work(progress, "games") as work:
            self._census.write(work, os.fspath(path))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows, for libraries that read Arrow."""
        with at_work() as work:
            return self._census.stream(work)

    def _count(
        self, group_by: list[str], top: tuple[int, str] | None, progress: Progress = None
    ) -> dict[str, Any]:
        with at_work(progress, "games") as work:
            return json.loads(self._census.count(work, group_by, top))  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self)} games>"


def census(family: str, **numbers: int) -> Census:
    """A family of games: `"lr-nim"` and `"ending-nim"` (min, max), `"subtract"` (min, max, to), `"cut"` (within, size, to) or
    `"octal"` (digits, before, to), with the numbers that `sprague help census` explains.

    >>> [group.games for group in census("octal", digits=2).group_by("class")]
    [17, 2, 44]
    """
    return Census(family, **numbers)
