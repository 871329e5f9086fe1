"""The automata of proofs: sets of tuples of numbers, read digit by digit."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Automaton"]


class Automaton:
    """The set of all P-positions of a board, or of all positions with their nim-values, as a finite automaton.

    A position of k piles is read as k numbers, the smallest pile and what each next one has more; with nim-values, these come
    last. The automaton starts in state 0 and reads a digit of each number at a time, the least significant ones first.

    >>> import sprague
    >>> verdict = sprague.prove('''
    ...     claim "equal piles"
    ...       game nim
    ...       piles a <= b
    ...       P iff a = b
    ... ''')
    >>> verdict.automaton
    <automaton of P-positions: 2 numbers, binary, 2 states>
    >>> (7, 7) in verdict.automaton, (6, 7) in verdict.automaton, verdict.automaton.transitions
    (True, False, [(0, 0, 1, 1), (1, 1, 1, 1)])
    """

    def __init__(
        self, of: str, digits: str, numbers: int, accepting: Iterable[int], transitions: list[tuple[int, ...]]
    ) -> None:
        #: `"P-positions"` or `"nim-values"`.
        self.of = of
        #: `"binary"`, or `"fibonacci"` for the sums of Fibonacci numbers of Zeckendorf.
        self.digits = digits
        #: How many numbers a tuple has.
        self.numbers = numbers
        #: The states in which a tuple belongs to the set.
        self.accepting = frozenset(accepting)
        #: For each state the states that follow, by letter: bit i of a letter is the digit of number i.
        self.transitions = transitions

    @classmethod
    def _of_certificate(cls, certificate: str) -> Automaton | None:
        """The automaton of a certificate about a board; none, if it has no such evidence."""
        of, fields, transitions = None, {}, []
        for line in certificate.splitlines():
            word, _, rest = line.strip().partition(" ")
            if word == "of" and rest in ("P-positions", "nim-values"):
                if of is not None:
                    return None  # evidence for several boards
                of = rest
            elif of is not None and word == "next":
                transitions.append(tuple(map(int, rest.split())))
            elif of is not None and word in ("digits", "tracks", "yes"):
                fields[word] = rest
        if of is None or not transitions:
            return None
        accepting = map(int, fields.get("yes", "").split())
        return cls(of, fields["digits"], int(fields["tracks"]), accepting, transitions)

    def __len__(self) -> int:
        return len(self.transitions)

    def accepts(self, *numbers: int) -> bool:
        """Is the tuple of these numbers in the set?"""
        if len(numbers) != self.numbers or min(numbers, default=0) < 0:
            raise ValueError(f"a tuple of this automaton has {self.numbers} numbers from 0 on")
        words = [list(_binary(n) if self.digits == "binary" else _zeckendorf(n)) for n in numbers]
        state = 0
        for place in range(max(map(len, words), default=0)):
            digits = (word[place] if place < len(word) else 0 for word in words)
            state = self.transitions[state][sum(digit << i for i, digit in enumerate(digits))]
        return state in self.accepting

    def __contains__(self, position: Iterable[int]) -> bool:
        """Is a position, of at most as many piles as the board has, one of the P-positions?"""
        if self.of != "P-positions":
            raise ValueError("this is an automaton of nim-values: ask accepts(...)")
        piles = sorted(position)
        piles = [0] * (self.numbers - len(piles)) + piles
        return self.accepts(*(high - low for low, high in zip([0, *piles], piles)))

    def to_dot(self) -> str:
        """A directed graph for Graphviz. The state from which nothing is accepted is left out."""
        live = self._live()
        lines = ["digraph {", "  rankdir=LR;", '  start [shape=none, label=""];', "  start -> 0;"]
        for state, row in enumerate(self.transitions):
            if state and state not in live:
                continue
            lines.append(f"  {state} [shape={'doublecircle' if state in self.accepting else 'circle'}];")
            letters = defaultdict(list)
            for letter, target in enumerate(row):
                letters[target].append("".join(str(letter >> i & 1) for i in range(self.numbers)))
            lines += [f'  {state} -> {t} [label="{", ".join(names)}"];' for t, names in letters.items() if t in live]
        return "\n".join([*lines, "}", ""])

    def _live(self) -> set[int]:
        """The states from which an accepting one is reached."""
        live, more = set(self.accepting), True
        while more:
            found = {state for state, row in enumerate(self.transitions) if state not in live and live.intersection(row)}
            live |= found
            more = bool(found)
        return live

    def __repr__(self) -> str:
        return f"<automaton of {self.of}: {self.numbers} numbers, {self.digits}, {len(self)} states>"


def _binary(number: int) -> Iterator[int]:
    while number:
        yield number & 1
        number >>= 1


def _zeckendorf(number: int) -> list[int]:
    """The digits by which 1, 2, 3, 5, 8, ... add up to a number, no two neighbours being 1."""
    weights = [1, 2]
    while weights[-1] <= number:
        weights.append(weights[-1] + weights[-2])
    digits = []
    for weight in reversed(weights):
        digits.append(int(weight <= number))
        number -= digits[-1] * weight
    return digits[::-1]
