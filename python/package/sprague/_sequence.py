"""Sequences of one heap."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _sprague
from ._game import _number
from ._limits import at_work
from ._outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing

    from ._claims import Certificate
    from ._game import Game

__all__ = ["Match", "Regularity", "Sequence"]


class Regularity(NamedTuple):
    """`a(n + period) = a(n) + saltus` for every n from the preperiod on."""

    preperiod: int
    period: int
    saltus: int
    #: `"proved"` for all heaps, or `"holds"` as far as was computed.
    verdict: str
    #: The method of the proof.
    by: str | None


class Match(NamedTuple):
    """A known game with the same nim-values."""

    ruleset: str
    #: Heap n here is heap n + shift there.
    shift: int
    #: The largest heap that was compared; none, if it is proved for all heaps.
    agrees_to: int | None


class Sequence:
    """The terms of one heap of size 0, 1, 2, ...: nim-values, or outcomes where there are none.

    >>> import sprague
    >>> kayles = sprague.game("kayles").sequence(10_000)
    >>> kayles.regularity
    Regularity(preperiod=71, period=12, saltus=0, verdict='proved', by='guy-smith')
    >>> kayles.numpy()[:8].tolist(), kayles[10_000]
    ([0, 1, 2, 3, 1, 4, 3, 2], 1)
    """

    def __init__(self, game: Game, sequence: _sprague.Sequence) -> None:
        #: The game.
        self.game = game
        self._sequence = sequence

    def __len__(self) -> int:
        return len(self._sequence)

    @cached_property
    def _terms(self) -> Any:
        import numpy

        if self._sequence.has_nim_values:
            return numpy.frombuffer(self._sequence.terms, numpy.uint32)
        letters = numpy.frombuffer(self._sequence.terms, "S1").astype("U1")
        letters.flags.writeable = False
        return letters

    def numpy(self) -> numpy.typing.NDArray[Any]:
        """The terms as an array: numbers, or letters."""
        return self._terms  # type: ignore[no-any-return]

    @property
    def outcomes(self) -> str | None:
        """The outcomes as a text of letters; none, if the terms are nim-values.

        >>> import sprague
        >>> sprague.game("lr-nim", {2, 3}).sequence(12).outcomes
        'LRLNNLPLNNLPL'
        """
        return None if self._sequence.has_nim_values else self._sequence.terms.decode("ascii")

    def __getitem__(self, heap: int) -> int | Outcome:
        heap = _number(heap)
        if heap >= len(self):
            raise IndexError(f"the sequence ends with the heap of size {len(self) - 1}")
        term = self._terms[heap]
        return int(term) if self._sequence.has_nim_values else Outcome(str(term))

    def __iter__(self) -> Iterator[int | Outcome]:
        return (self[heap] for heap in range(len(self)))

    @cached_property
    def regularity(self) -> Regularity | None:
        """What is known of its regularity; none, if none is seen."""
        found = json.loads(self._sequence.regularity)
        return None if found is None else Regularity(**found)

    def certificate(self) -> Certificate:
        """The certificate that the sequence is regular for ever, accepted by the checker.

        >>> import sprague
        >>> sprague.game("kayles").sequence(400).certificate().verify()
        '"one heap of kayles", for all heaps: game kayles; regular from 71 with period 12'
        """
        from ._claims import Certificate

        with at_work() as work:
            return Certificate(self.game._ruleset.certify(work, len(self) - 1))

    def identify(self) -> list[Match]:
        """The known games with the same nim-values, the simplest first.

        >>> import sprague
        >>> sprague.game("dawson").sequence(300).identify()[0]
        Match(ruleset='octal(0.137)', shift=0, agrees_to=None)
        """
        with at_work() as work:
            found = json.loads(self._sequence.identify(work))
        return [Match(**match) for match in found]

    def bfile(self) -> str:
        """A b-file of the encyclopedia of sequences: an index and a value a line.

        >>> import sprague
        >>> sprague.game("nim").sequence(2).bfile()
        '0 0\\n1 1\\n2 2\\n'
        """
        return self._written("bfile")

    def to_latex(self) -> str:
        """The sequence in the notation of papers. A period is claimed only if it is proved."""
        return self._written("latex")

    def to_csv(self) -> str:
        """One line a term."""
        return self._written("csv")

    def to_svg(self) -> str:
        """A picture."""
        return self._written("svg")

    def _written(self, format: str) -> str:
        with at_work() as work:
            return self._sequence.written(work, format)

    def _repr_latex_(self) -> str | None:
        if self.regularity is None and len(self) > 1000:
            return None
        formula = self.to_latex().partition("\\ensuremath{")[2].strip().removesuffix("}")
        return f"${formula}$"

    def __repr__(self) -> str:
        return f"{self.game.expression}: one heap, sizes 0 to {len(self) - 1}; {self._sequence.in_words}"
