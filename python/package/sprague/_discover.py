"""Patterns that are found and proved, rulesets compared, claims that are nearly right."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _sprague
from ._automaton import Automaton
from ._claims import Certificate, text_and_folder
from ._limits import Progress, at_work

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from ._game import Game

__all__ = ["Comparison", "Discovery", "Part", "Repair", "Threshold", "repair", "threshold"]


class Part(NamedTuple):
    """What is known of a part of the positions."""

    #: Which part.
    part: str
    #: `"proved"`, or `"evidence"`: seen in a table and no further.
    verdict: str
    #: What is so there.
    formula: str


class Discovery:
    """What was found out about a ruleset: `Game.discover` finds it.

    >>> import sprague
    >>> found = sprague.game("minnie").discover(piles=2)
    >>> found.verdict, found.checked, found.states
    ('proved', True, 8)
    >>> found.formula.split(" or ")[0]
    'a = 1 and odd(b)'
    >>> sprague.prove(found.claim).kind
    'proved'
    """

    __slots__ = ("_answer",)

    def __init__(self, answer: dict[str, Any]) -> None:
        self._answer = answer

    @property
    def verdict(self) -> str:
        """`"proved"` for all positions, or `"undecided"`."""
        return self._answer["verdict"]  # type: ignore[no-any-return]

    @property
    def checked(self) -> bool | None:
        """Has the independent checker accepted the proof? None, where there is nothing to check."""
        return self._answer["checked"]  # type: ignore[no-any-return]

    @property
    def positions(self) -> str:
        """The positions that it speaks of, in words."""
        return self._answer["positions"]  # type: ignore[no-any-return]

    @property
    def formula(self) -> str | None:
        """Which positions are P, or the nim-value, as a claim takes it; None, where nothing is proved or it would be too long."""
        return self._answer["formula"]  # type: ignore[no-any-return]

    @property
    def latex(self) -> str | None:
        """The formula, or the guess, for a paper."""
        return self._answer["latex"]  # type: ignore[no-any-return]

    @property
    def claim(self) -> str | None:
        """The claim that was proved."""
        return self._answer["claim"]  # type: ignore[no-any-return]

    @property
    def certificate(self) -> Certificate | None:
        """Its certificate."""
        text = self._answer["certificate"]
        return None if text is None else Certificate(text)

    @property
    def automaton(self) -> Automaton | None:
        """The automaton of the certificate, where it has one."""
        text = self._answer["certificate"]
        return None if text is None else Automaton._of_certificate(text)

    @property
    def states(self) -> int | None:
        """States of the automaton that was proved, or guessed."""
        return self._answer["states"]  # type: ignore[no-any-return]

    @property
    def method(self) -> str | None:
        """How it was found."""
        return self._answer["by"]  # type: ignore[no-any-return]

    @property
    def guess(self) -> str | None:
        """What fits the small positions and is not proved. It may be false."""
        return self._answer["guess"]  # type: ignore[no-any-return]

    @property
    def holds_to(self) -> int | None:
        """The largest pile, or count, of the positions that the guess was found to be right about."""
        return self._answer["holds_to"]  # type: ignore[no-any-return]

    @property
    def fails_at(self) -> tuple[int, ...] | None:
        """The first position about which the guess is known to be wrong."""
        at = self._answer["fails_at"]
        return None if at is None else tuple(at)

    @property
    def parts(self) -> list[Part]:
        """What is known of parts of the positions, where not all is proved."""
        return [Part(**part) for part in self._answer["parts"]]

    @property
    def structure(self) -> dict[str, Any] | None:
        """What the terms of one heap show, where nothing is proved: evidence, with the keys of the schema of `sprague discover`;
        None elsewhere, or where they show nothing.

        >>> import sprague
        >>> seen = sprague.game("grundy").discover(piles=1, nim=True).structure
        >>> bin(seen["rare"]["mask"])
        '0b1111110'
        """
        return self._answer["structure"]  # type: ignore[no-any-return]

    @property
    def why(self) -> str | None:
        """Why nothing is proved, or not checked."""
        return self._answer["why"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        what = f"{self._answer['ruleset']} on {self.positions}"
        if self.verdict != "proved":
            guess = "" if self.guess is None else f"; a guess: {self.guess}"
            return f"<undecided: {what}: {self.why}{guess}>"
        kind = "proved" if self.checked else "proved, unchecked"
        said = f"an automaton with {self.states} states" if self.formula is None else self.formula
        return f"<{kind}: {what}: {said}>"


class Comparison(NamedTuple):
    """Whether two games have the same outcomes, or nim-values."""

    #: That they are the same is `"proved"`, `"holds"` as far as was looked, is `"refuted"` or `"undecided"`.
    verdict: str
    #: The P-positions, or the nim-value, of both, where it is proved.
    formula: str | None
    #: The first position at which they differ.
    witness: tuple[int, ...] | None
    #: Has the independent checker accepted it? None, where there is nothing to check.
    checked: bool | None
    #: What is so at the position; where they agree; why nothing is proved.
    why: str | None


class Repair(NamedTuple):
    """A changed claim that holds."""

    #: The clause that was changed.
    text: str
    #: What was changed.
    change: str
    #: `"proved"`, or `"holds"` as far as was looked.
    verdict: str
    #: Has the independent checker accepted the proof?
    checked: bool
    #: The whole changed claim.
    claim: str


class Threshold(NamedTuple):
    """The least number for which a claim is not refuted."""

    t: int
    #: What is known of the claim there: `"proved"`, or `"holds"` as far as was looked.
    verdict: str
    #: Has the independent checker accepted the proof?
    checked: bool
    #: The position that refutes the claim for the number just below; None, if the number is 0.
    below: tuple[int, ...] | None
    #: What is so there.
    shown: str | None
    #: The claim with the number in it.
    claim: str


def repair(
    text_or_path: str | os.PathLike[str], *, games: Iterable[Game] = (), progress: Progress = None
) -> list[Repair]:
    """The small changes of a refuted claim that hold, the most plausible first. The text has one claim.

    >>> import sprague
    >>> found = sprague.repair('''
    ...     claim "taking one or two"
    ...       game subtract(1,2)
    ...       piles a
    ...       P iff a mod 3 = 1
    ... ''')
    >>> found[0].text, found[0].verdict
    ('P iff a mod 3 = 0', 'proved')
    """
    text, folder = text_and_folder(text_or_path)
    with at_work(progress, "changes") as work:
        answer = json.loads(_sprague.repair(work, text, _texts(games), folder))
    return [Repair(**found) for found in answer["repairs"]]


def threshold(
    text_or_path: str | os.PathLike[str], name: str, *, games: Iterable[Game] = (), progress: Progress = None
) -> Threshold:
    """The sharp constant of a claim in whose text `name` stands for it, with the counterexample just below.

    >>> import sprague
    >>> sharp = sprague.threshold('''
    ...     claim "large stacks"
    ...       game minnie
    ...       piles a <= b
    ...       suppose a >= t
    ...       N if always
    ... ''', "t")
    >>> sharp.t, sharp.verdict, sharp.below
    (5, 'proved', (4, 4))
    """
    text, folder = text_and_folder(text_or_path)
    with at_work(progress, "numbers") as work:
        answer = json.loads(_sprague.threshold(work, text, name, _texts(games), folder))
    below = answer["below"]
    return Threshold(
        answer["t"],
        answer["verdict"],
        answer["checked"],
        None if below is None else tuple(below),
        answer["shown"],
        answer["claim"],
    )


def _texts(games: Iterable[Game]) -> list[tuple[str, str]]:
    return [pair for game in games for pair in game._ruleset.games]
