"""Cells of a notebook that hold a game or claims."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ._claims import Verdict, claims
from ._errors import InputError
from ._game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["load"]


def load(ipython: Any) -> None:
    """Registers `%%game` and `%%claim` with an IPython shell."""
    from IPython.core.magic import no_var_expand

    # Braces are those of a set.
    @no_var_expand  # type: ignore[untyped-decorator,unused-ignore]
    def game(line: str, cell: str) -> Game:
        """`%%game NAME [ARGUMENTS]`: the game with the rules of the cell, which the variable NAME holds from now on."""
        name, _, arguments = line.strip().partition(" ")
        with _pointing():
            found = Game.from_text(cell, *([arguments.strip()] if arguments.strip() else []))
        ipython.user_ns[name or found.name.replace("-", "_")] = found
        return found

    def claim(line: str, cell: str) -> list[Verdict]:
        """`%%claim [NAME]`: the verdicts on the claims of the cell, which may speak of the games of the notebook."""
        games = {g.expression: g for g in ipython.user_ns.values() if isinstance(g, Game)}
        with _pointing():
            found = claims(cell, games=games.values())
        if line.strip():
            ipython.user_ns[line.strip()] = found
        return found

    ipython.register_magic_function(game, "cell", "game")
    ipython.register_magic_function(claim, "cell", "claim")


@contextmanager
def _pointing() -> Iterator[None]:
    """Shows what is wrong with a cell by the place in the cell, and not by the calls that found it."""
    try:
        yield
    except InputError as wrong:
        shown = [str(wrong)]
        wrong._render_traceback_ = lambda: shown  # type: ignore[attr-defined]
        raise
