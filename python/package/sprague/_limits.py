"""What work may cost, and how far it is."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Callable, NamedTuple, Union

from . import _sprague
from ._errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Progress", "limits"]

#: `True` shows a bar (that of `tqdm`, if it is installed); a function is called with what is done and of how much.
Progress = Union[bool, Callable[[int, int], object], None]


class Limits(NamedTuple):
    """The limits that are in force; none where nothing was said."""

    time: float | None = None
    memory: int | None = None
    threads: int | None = None


_current: ContextVar[Limits] = ContextVar("sprague_limits", default=Limits())

_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


@contextmanager
def limits(
    *,
    time: float | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
) -> Iterator[None]:
    """Limits every call inside the `with` block: seconds, bytes (or `"2G"`), threads.

    What is not said stays as it is outside. Other threads have limits of their own.

    >>> import sprague
    >>> with sprague.limits(time=60, memory="1M"):
    ...     sprague.game("nimb").table(piles=3, max=3000)
    Traceback (most recent call last):
        ...
    sprague._errors.LimitError: ...
    """
    outside = _current.get()
    new = Limits(
        outside.time if time is None else _seconds(time),
        outside.memory if memory is None else _bytes(memory),
        outside.threads if threads is None else _positive(threads, "threads"),
    )
    token = _current.set(new)
    try:
        yield
    finally:
        _current.reset(token)


def _seconds(time: float) -> float:
    if not 0 < float(time) < 1e9:
        raise InputError(f"the time is a number of seconds, not {time!r}")
    return float(time)


def _bytes(memory: int | str) -> int:
    if isinstance(memory, str):
        number, unit = memory[:-1], memory[-1:].upper()
        if unit not in _UNITS or not number.strip().isdigit():
            raise InputError(f"the memory is a number of bytes, or a text such as '2G', not {memory!r}")
        memory = int(number) * _UNITS[unit]
    return _positive(memory, "bytes")


def _positive(number: int, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 1 << 63:
        raise InputError(f"the number of {what} is at least 1, not {number!r}")
    return number


@contextmanager
def at_work(progress: Progress = None, what: str = "") -> Iterator[_sprague.Work]:
    """The limits that are in force, for one call, and a way to tell its progress."""
    if progress is None or progress is False:
        yield _sprague.Work(*_current.get())
    elif progress is True:
        bar = _bar(what)
        try:
            yield _sprague.Work(*_current.get(), bar.show)
        finally:
            bar.close()
    else:
        yield _sprague.Work(*_current.get(), progress)


class _Bar:
    """A line on standard error."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = False

    def show(self, done: int, expected: int) -> None:
        import sys

        of = f" of {expected}" if expected else ""
        print(f"\r{done}{of} {self.what}", end="", file=sys.stderr, flush=True)
        self.shown = True

    def close(self) -> None:
        import sys

        if self.shown:
            print(file=sys.stderr)


class _Tqdm(_Bar):
    """The bar of `tqdm`."""

    def __init__(self, what: str) -> None:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]

        self.bar = tqdm(unit=f" {what}", leave=False)

    def show(self, done: int, expected: int) -> None:
        if expected:
            self.bar.total = expected
        self.bar.n = done
        self.bar.refresh()

    def close(self) -> None:
        self.bar.close()


def _bar(what: str) -> _Bar:
    try:
        return _Tqdm(what)
    except ImportError:
        return _Bar(what)
