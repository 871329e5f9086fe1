"""Claims, verdicts, certificates."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _sprague
from ._automaton import Automaton
from ._errors import InputError
from ._limits import Progress, at_work

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._game import Game

__all__ = ["Certificate", "Statement", "Verdict", "claims", "prove", "statements", "verify"]


class Certificate(str):
    """The text of a certificate: all that the checker needs to decide a statement again.

    It is a text, to be written to a file as it is.
    """

    __slots__ = ()

    def verify(self) -> str:
        """What it states, if the checker accepts it; see `sprague.verify`."""
        return verify(self)

    def __repr__(self) -> str:
        return f"<certificate of {len(self)} characters>"


class Verdict:
    """What is known of a claim.

    It is neither true nor false: ask for its `kind`.

    >>> import sprague
    >>> verdict = sprague.prove('''
    ...     claim "taking one or two"
    ...       game subtract(1,2)
    ...       piles a
    ...       P iff a mod 3 = 0
    ... ''')
    >>> verdict.kind, verdict.checked
    ('proved', True)
    >>> if verdict: pass
    Traceback (most recent call last):
        ...
    TypeError: a verdict is neither true nor false: compare its kind, as in verdict.kind == 'proved'
    """

    __slots__ = ("_answer",)

    def __init__(self, answer: dict[str, Any]) -> None:
        self._answer = answer

    @property
    def claim(self) -> str:
        """The name of the claim."""
        return self._answer["claim"]  # type: ignore[no-any-return]

    @property
    def text(self) -> str:
        """The claim as it is written."""
        return self._answer["text"]  # type: ignore[no-any-return]

    @property
    def game(self) -> str:
        """The ruleset that it speaks of, as it is written."""
        return self._answer["game"]  # type: ignore[no-any-return]

    @property
    def kind(self) -> str:
        """`"proved"`, `"refuted"`, `"holds"` (as far as was looked) or `"undecided"`."""
        return self._answer["verdict"]  # type: ignore[no-any-return]

    @property
    def checked(self) -> bool | None:
        """Has the checker accepted the proof or the counterexample? None, where there is nothing to check."""
        return self._answer["checked"]  # type: ignore[no-any-return]

    @property
    def method(self) -> str | None:
        """The method of the proof."""
        return self._answer["by"]  # type: ignore[no-any-return]

    @property
    def scope(self) -> str:
        """For which positions the verdict stands."""
        return self._answer["scope"]  # type: ignore[no-any-return]

    @property
    def counterexample(self) -> tuple[int, ...] | str | None:
        """The position at which the claim is false: its numbers, or as it is written."""
        witness = self._answer["witness"]
        return tuple(witness) if isinstance(witness, list) else witness

    @property
    def why(self) -> str | None:
        """What is so at the counterexample, or why the claim is not proved."""
        return self._answer["why"]  # type: ignore[no-any-return]

    @property
    def steps(self) -> list[str]:
        """What was done on the way, sentence by sentence."""
        return list(self._answer["steps"])

    @property
    def certificate(self) -> Certificate | None:
        """The certificate, if there is one."""
        text = self._answer["certificate"]
        return None if text is None else Certificate(text)

    @property
    def automaton(self) -> Automaton | None:
        """The automaton of the certificate, where it is one of a board: the set of all P-positions, say."""
        text = self._answer["certificate"]
        return None if text is None else Automaton._of_certificate(text)

    @property
    def expected(self) -> str | None:
        """The kind of verdict that the text of the claim expects."""
        return self._answer["expected"]  # type: ignore[no-any-return]

    @property
    def as_expected(self) -> bool:
        """Is it the expected kind, if one is expected?"""
        return self._answer["ok"]  # type: ignore[no-any-return]

    @property
    def seconds(self) -> float:
        """How long it took to find."""
        return self._answer["seconds"]  # type: ignore[no-any-return]

    def __bool__(self) -> bool:
        raise TypeError("a verdict is neither true nor false: compare its kind, as in verdict.kind == 'proved'")

    def __repr__(self) -> str:
        kind = "proved, unchecked" if self.kind == "proved" and not self.checked else self.kind
        if self.kind == "refuted":
            where = self.counterexample
            at = ",".join(map(str, where)) if isinstance(where, tuple) else where
            detail = f"at {at}: {self.why}"
        elif self.kind == "undecided":
            detail = self.why or ""
        else:
            detail = f"for {self.scope}" + (f", by {self.method}" if self.method else "")
        return f"<{kind}: {self.claim!r} {detail}>"


class Statement(NamedTuple):
    """A statement of a paper: one or more claims."""

    #: The paper and its place there: `"self-referential/theorem-5.2"`.
    name: str
    #: The claims as they are written.
    text: str


def statements(name: str = "") -> list[Statement]:
    """The statements of the papers that come along: of all of them, of one paper, or a single one.

    >>> import sprague
    >>> [statement.name for statement in sprague.statements("ooooob")][:2]
    ['ooooob/corollary-1.1', 'ooooob/lemma-1.1']
    """
    return [Statement(*found) for found in _sprague.statements(name)]


def claims(
    text_or_path: str | os.PathLike[str],
    *,
    games: Iterable[Game] = (),
    deep: bool = False,
    progress: Progress = None,
) -> list[Verdict]:
    """The verdicts on the claims of a text, or of a file whose name ends in `.claim`, or of a statement that comes along:
    `"@ooooob/conjecture-2.1"`, `"@ooooob"`, and `"@"` for all; of these the claims that take long are left out, unless `deep`
    says otherwise.

    A game file that a claim names is found beside the file of the claim, or in the current folder; `games` are found by
    their expressions.

    >>> import sprague
    >>> [verdict.kind for verdict in sprague.claims("@classics/nim")]
    ['proved', 'proved', 'proved', 'proved']
    """
    if isinstance(text_or_path, str) and text_or_path.startswith("@"):
        with at_work(progress, "claims") as work:
            found = _sprague.prove_statements(work, text_or_path[1:], deep)
        return [Verdict(answer) for answer in json.loads(found)]
    text, folder = text_and_folder(text_or_path)
    texts = [pair for game in games for pair in game._ruleset.games]
    with at_work(progress, "claims") as work:
        return [Verdict(answer) for answer in json.loads(_sprague.prove(work, text, texts, folder))]


def prove(text: str, *, games: Iterable[Game] = ()) -> Verdict:
    """The verdict on a single claim, written as for `claims`. What is called proved or refuted, and `checked`, an independent checker has accepted.

    >>> import sprague
    >>> sprague.prove('''
    ...     claim "equal piles"
    ...       game minnie
    ...       piles a <= b
    ...       P iff a = b
    ... ''').counterexample
    (1, 3)
    """
    found = claims(text, games=games)
    if len(found) != 1:
        raise InputError(f"there are {len(found)} claims here: claims(...) judges several")
    return found[0]


def verify(certificate: str) -> str:
    """What a certificate states, if the checker accepts it; else `Rejected` is raised.

    The checker shares nothing with what finds proofs.
    """
    with at_work() as work:
        return _sprague.verify(work, str(certificate))


def text_and_folder(text_or_path: str | os.PathLike[str]) -> tuple[str, str]:
    """The text of claims, or of a file of them, and the folder in which the games that it names are."""
    if isinstance(text_or_path, str) and ("\n" in text_or_path or not text_or_path.endswith(".claim")):
        return text_or_path, os.curdir
    path = os.fspath(text_or_path)
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(), os.path.dirname(path) or os.curdir
    except (OSError, UnicodeDecodeError) as trouble:
        raise InputError(f"cannot read {path}: {trouble}") from trouble
