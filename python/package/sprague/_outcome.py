"""Who wins."""

from __future__ import annotations

from enum import Enum

__all__ = ["Outcome"]


class Outcome(str, Enum):
    """Who wins a position: the Next player to move, the Previous one, Left, or Right, whoever begins.

    An outcome is also the text of its letter.

    >>> Outcome.P == "P", Outcome("L").name, str(Outcome.N)
    (True, 'L', 'N')
    """

    N = "N"
    P = "P"
    L = "L"
    R = "R"

    # What `enum.StrEnum` does, which Python 3.10 does not have.
    def __str__(self) -> str:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"
