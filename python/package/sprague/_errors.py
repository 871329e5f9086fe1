"""What can go wrong, as exceptions."""

from __future__ import annotations

__all__ = ["IllegalMove", "InputError", "InternalError", "LimitError", "Rejected", "SpragueError", "Stopped"]


class SpragueError(Exception):
    """There is no answer. Every exception of this package is one of these."""


class InputError(SpragueError, ValueError):
    """What was given is wrong: a text, a position, a request.

    `message` says what is wrong; where a text is to blame, `line` and `column` (from 1 on) say where, `help` what would be
    right, and `excerpt` shows the place with a caret under it.

    >>> import sprague
    >>> try:
    ...     sprague.game("minni")
    ... except sprague.InputError as wrong:
    ...     print(wrong.message, wrong.line, wrong.column, wrong.help, sep="; ")
    there is no game called `minni`; 1; 1; did you mean `minnie`?
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        help: str | None = None,
        excerpt: str | None = None,
    ) -> None:
        super().__init__(message, line, column, help, excerpt)
        self.message = message
        self.line = line
        self.column = column
        self.help = help
        self.excerpt = excerpt

    def __str__(self) -> str:
        return self.excerpt or self.message


class IllegalMove(InputError):
    """A move that the rules do not allow: `message` says why and what would be allowed, `reason` is one word for it."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.args = (message, reason)
        self.reason = reason


class LimitError(SpragueError):
    """More memory or work would be needed than is allowed: see `sprague.limits`."""


class Stopped(SpragueError):
    """The work was stopped before its end, because its time was over."""


class Rejected(SpragueError):
    """The checker does not accept a certificate: `message` says why, `line` where."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


class InternalError(SpragueError):
    """A mistake in this package, not in what it was given. Please report it."""
