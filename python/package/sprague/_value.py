"""Values of partizan games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _sprague
from ._errors import InputError
from ._limits import at_work
from ._outcome import Outcome

if TYPE_CHECKING:
    from fractions import Fraction

    Summand = Union["Value", int, Fraction]

__all__ = ["Thermograph", "Value", "value"]


class Thermograph(NamedTuple):
    """What is left of a value when every move costs a tax: the walls of Left and Right, from the ground up."""

    #: The corners of the left wall: temperature and value.
    left: list[tuple[Fraction, Fraction]]
    #: The corners of the right wall.
    right: list[tuple[Fraction, Fraction]]
    #: A picture.
    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


class Value:
    """The value of a game, in canonical form: two games have the same if neither matters more in any sum.

    It can be added, subtracted, multiplied by a whole number and compared, also with numbers. The order is
    partial: of two values, none may be the greater.

    >>> from sprague import value
    >>> hot = value("{3|1||-2}")
    >>> hot.mean, hot.temperature, hot.outcome
    (Fraction(0, 1), Fraction(2, 1), Outcome.N)
    >>> value("^") + value("*") == value("^*"), value("*") < 1, value("*").is_confused_with(0)
    (True, True, True)
    """

    __slots__ = ("_facts",)

    def __init__(self, expression: Summand | str) -> None:
        with at_work() as work:
            self._facts: dict[str, Any] = json.loads(_sprague.evaluate(work, _text(expression)))
        if self._facts["holds"] is not None:
            raise InputError("this is a comparison: compare values with <, <=, ==, >= and >")

    @classmethod
    def _of(cls, facts: str) -> Value:
        new = cls.__new__(cls)
        new._facts = json.loads(facts)
        return new

    @property
    def canonical(self) -> str:
        """The canonical form in CGSuite's notation."""
        return self._facts["canonical"]  # type: ignore[no-any-return]

    @property
    def outcome(self) -> Outcome:
        """Who wins."""
        return Outcome(self._facts["outcome"])

    @property
    def mean(self) -> Fraction:
        """The mean value."""
        from fractions import Fraction

        return Fraction(self._facts["mean"])

    @property
    def temperature(self) -> Fraction:
        """The temperature: how urgent it is to move."""
        from fractions import Fraction

        return Fraction(self._facts["temperature"])

    @property
    def birthday(self) -> int:
        """The day on which it is born: how deep the canonical form is."""
        return self._facts["birthday"]  # type: ignore[no-any-return]

    @property
    def thermograph(self) -> Thermograph:
        """Its thermograph, which notebooks draw.

        >>> from sprague import value
        >>> [(str(t), str(v)) for t, v in value("{3|1||-2}").thermograph.right]
        [('0', '-2'), ('2', '0')]
        """
        from fractions import Fraction

        with at_work() as work:
            walls, svg = _sprague.thermograph(work, self.canonical)
        found = json.loads(walls)
        corners = {side: [(Fraction(t), Fraction(v)) for t, v in found[side]] for side in ("left", "right")}
        return Thermograph(corners["left"], corners["right"], svg)

    def __add__(self, other: Summand) -> Value:
        return Value(f"({self.canonical})+({_text(other)})") if _fits(other) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Summand) -> Value:
        return Value(f"({self.canonical})-({_text(other)})") if _fits(other) else NotImplemented

    def __rsub__(self, other: Summand) -> Value:
        return Value(f"({_text(other)})-({self.canonical})") if _fits(other) else NotImplemented

    def __neg__(self) -> Value:
        return Value(f"-({self.canonical})")

    def __mul__(self, times: int) -> Value:
        if not isinstance(times, int):
            return NotImplemented
        return Value(f"{times}.({self.canonical})")

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return self._compare("=", other)  # type: ignore[no-any-return]

    def __lt__(self, other: Summand) -> bool:
        return self._compare("<", other)  # type: ignore[no-any-return]

    def __le__(self, other: Summand) -> bool:
        return self._compare("<=", other)  # type: ignore[no-any-return]

    def __gt__(self, other: Summand) -> bool:
        return self._compare(">", other)  # type: ignore[no-any-return]

    def __ge__(self, other: Summand) -> bool:
        return self._compare(">=", other)  # type: ignore[no-any-return]

    def is_confused_with(self, other: Summand) -> bool:
        """Is neither at most the other?"""
        return self._compare("<>", other)  # type: ignore[no-any-return]

    def _compare(self, relation: str, other: Any) -> Any:
        if not _fits(other):
            return NotImplemented
        with at_work() as work:
            facts = _sprague.evaluate(work, f"({self.canonical}){relation}({_text(other)})")
        return json.loads(facts)["holds"]

    def __hash__(self) -> int:
        # What equals a number has its hash. The canonical form is written in one way only.
        from fractions import Fraction

        try:
            return hash(Fraction(self.canonical))
        except ValueError:
            return hash(self.canonical)

    def __str__(self) -> str:
        return self.canonical

    def __repr__(self) -> str:
        return f"value({self.canonical!r})"

    def _repr_latex_(self) -> str:
        return f"${to_latex(self.canonical)}$"

    def to_latex(self) -> str:
        """The canonical form for math mode."""
        return to_latex(self.canonical)


def value(expression: Summand | str) -> Value:
    """The value of an expression in CGSuite's notation.

    >>> value("{1|-1} + ^*").temperature
    Fraction(1, 1)
    """
    return Value(expression)


def _fits(other: object) -> bool:
    from fractions import Fraction

    return isinstance(other, (Value, int, Fraction))


def _text(other: object) -> str:
    return other.canonical if isinstance(other, Value) else str(other)


_SIGNS = {
    "{": r"\left\{",
    "}": r"\right\}",
    "^": r"{\uparrow}",
    "v": r"{\downarrow}",
    "*": r"{\ast}",
    "+-": r"\pm ",
    ",": ",\\,",
}


def to_latex(canonical: str) -> str:
    """A value for math mode.

    >>> print(to_latex("{3|1||-2}"), to_latex("+-{2|1}"), to_latex("^3*2"), to_latex("3/4"))
    \\left\\{3\\mid 1\\parallel -2\\right\\} \\pm \\left\\{2\\mid 1\\right\\} {\\uparrow}3{\\ast}2 \\frac{3}{4}
    """

    import re

    def sign(found: re.Match[str]) -> str:
        text = found[0]
        if "/" in text:
            return r"\frac{%s}{%s}" % tuple(text.split("/"))
        if text[0] == "|":
            bars = [r"\parallel "] * (len(text) // 2) + [r"\mid "] * (len(text) % 2)
            return "".join(bars)
        if text[0].isalpha() and text != "v":
            return rf"\mathrm{{{text}}}"
        return _SIGNS[text]

    return re.sub(r"\d+/\d+|\|+|\+-|[A-Za-z]+|[{}^*,]", sign, canonical)
