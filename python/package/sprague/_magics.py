"""Cells of a notebook that hold a game or claims."""

from __future__ import annotations

from typing import Any

from ._claims import Verdict, claims
from ._game import Game

__all__ = ["load"]


def load(ipython: Any) -> None:
    """Registers `%%game` and `%%claim` with an IPython shell."""
    from IPython.core.magic import no_var_expand

    # Braces are those of a set.
    @no_var_expand  # type: ignore[untyped-decorator,unused-ignore]
    def game(line: str, cell: str) -> Game:
        """`%%game NAME [ARGUMENTS]`: the game with the rules of the cell, which the variable NAME holds from now on."""
        name, _, arguments = line.strip().partition(" ")
        found = Game.from_text(cell, *([arguments.strip()] if arguments.strip() else []))
        ipython.user_ns[name or found.name.replace("-", "_")] = found
        return found

    def claim(line: str, cell: str) -> list[Verdict]:
        """`%%claim [NAME]`: the verdicts on the claims of the cell, which may speak of the games of the notebook."""
        games = {g.expression: g for g in ipython.user_ns.values() if isinstance(g, Game)}
        found = claims(cell, games=games.values())
        if line.strip():
            ipython.user_ns[line.strip()] = found
        return found

    ipython.register_magic_function(game, "cell", "game")
    ipython.register_magic_function(claim, "cell", "claim")
