"""A game in a notebook, to be played by clicking. The drawing is in `web/`, which knows nothing of notebooks."""

from __future__ import annotations

import json
import re
from importlib import resources
from typing import Any, Literal

from . import _sprague
from ._errors import InputError, SpragueError
from ._game import Game
from ._graphs import GraphGame
from ._limits import at_work
from ._play import Play

try:
    import anywidget
    import traitlets
except ImportError:
    raise ImportError(
        "sprague.play needs anywidget: pip install 'sprague[widgets]'. Without it, sprague.Play(game, position) is a game "
        "without a picture"
    ) from None

__all__ = ["PlayWidget"]

#: The modules, those that others import first.
_MODULES = ["elements.js", "meaning.js", "piles.js", "graph.js", "play.js", "widget.js"]

#: So many moves are shown; what else there is may be typed.
_SHOWN = 2000


def _module() -> str:
    """The modules as one: a notebook loads a widget from a text, in which `./piles.js` has no place to be relative to. So
    every module becomes an address of its own, and the imports of the others name it."""
    texts = [(name, _read(name)) for name in _MODULES]
    return f"""
const addresses = {{}};
for (const [name, text] of {json.dumps(texts)}) {{
  const placed = text.replace(/ from "\\.\\/(\\w+\\.js)"/g, (_, other) => ` from "${{addresses[other]}}"`);
  addresses[name] = URL.createObjectURL(new Blob([placed], {{ type: "text/javascript" }}));
}}
export default (await import(addresses["widget.js"])).default;
"""


def _read(name: str) -> str:
    return resources.files(__package__).joinpath("web", name).read_text(encoding="utf-8")


class PlayWidget(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]
    """A game that is played by clicking tokens, vertices or edges, or by typing.

    `play` is the same game for Python: its position, its history, its moves.
    """

    _esm = _module()
    _css = _read("play.css")
    view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Game | GraphGame,
        position: Any,
        *,
        chips: Any = None,
        level: str = "perfect",
        begin: bool = True,
        side: Literal["L", "R"] = "L",
        seed: int = 0,
    ) -> None:
        self._begun = {"position": position, "chips": chips, "seed": seed}
        self._level = level
        self._new(game, begin, side)
        super().__init__(view=self._view())
        self.on_msg(lambda _widget, wish, _buffers: self._grant(wish))
        self._answer()

    def _new(self, game: Game | GraphGame, begin: bool, side: Literal["L", "R"]) -> None:
        self.play = Play(game, level=self._level, begin=begin, side=side, **self._begun)
        self._begin = begin
        self._said = self.play._state()["introduction"].partition("\n")[2]
        self._hint: str | None = None
        self._refusal: str | None = None
        self._worths: dict[str, bool | None] | None = None
        self._worth = ""

    def _view(self, thinking: bool = False) -> dict[str, Any]:
        state = self.play._state()
        yours = state["over"] is None and state["to_move"][0].upper() == self.play.side and not thinking
        moves: list[Any] = []
        if yours:
            with at_work() as work:
                moves = json.loads(self.play._play.moves(work))["moves"][:_SHOWN]
        return {
            "state": state,
            "moves": moves,
            "yours": yours,
            "thinking": thinking,
            "said": self._said,
            "hint": self._hint,
            "refusal": self._refusal,
            "worths": self._worths,
            "worth": self._worth,
            "level": self.play.level,
            "levels": _sprague.Play.levels(),
            "begin": self._begin,
            "side": self.play.side,
            "misere": self.play.game.expression.startswith("misere "),
        }

    def _grant(self, wish: dict[str, Any]) -> None:
        """Does what is wished for."""
        self._refusal = None
        try:
            self._do(wish)
        except SpragueError as trouble:
            self._refusal = str(trouble)
        except KeyboardInterrupt:
            self._refusal = "The thought was interrupted."
        self.view = self._view()

    def _do(self, wish: dict[str, Any]) -> None:
        kind = wish["do"]
        if kind in ("move", "type"):
            if self.play.to_move != self.play.side:
                raise InputError("it is not your turn")
            _, self._said = self.play._make(str(wish["id" if kind == "move" else "text"]), kind == "type")
            self._moved()
        elif kind == "undo":
            if not self.play.undo():
                raise InputError("There is no move of yours to take back.")
            self._said = ""
            self._moved()
        elif kind == "hint":
            self._hint = None if self._hint else str(self.play.hint())
        elif kind == "worth":
            self._worths = {} if wish["on"] else None
            self._price()
        elif kind == "level":
            self.play.level = self._level = str(wish["level"])
        elif kind == "new":
            game = self.play.game
            if game.expression.startswith("misere ") != bool(wish["misere"]):
                game = game.misere
            on = self._worths is not None
            self._new(game, bool(wish["begin"]), "R" if wish["side"] == "R" else "L")
            self._worths = {} if on else None
            self._moved()

    def _moved(self) -> None:
        """Nothing that was said of the position before is true any more; perhaps the opponent is to move."""
        self._hint = None
        self._answer()
        self._price()

    def _answer(self) -> None:
        """Lets the opponent move, if it is its turn, and tells the end."""
        if self.play.winner is None and self.play.to_move != self.play.side:
            self.view = self._view(thinking=True)
            _, words = self.play._reply()
            self._said = "\n".join(filter(None, [self._said, words]))
        with at_work() as work:
            ending = self.play._play.ending(work)
        if ending is not None:
            self._said = "\n".join(filter(None, [self._said, ending]))
        self.view = self._view()

    def _price(self) -> None:
        """Finds what moves are worth, if that is to be shown."""
        self._worth = ""
        if self._worths is None or self.play.winner is not None:
            return
        with at_work() as work:
            found = json.loads(self.play._play.worth(work))
        self._worths = {move["id"]: move["worth"]["wins"] for move in found["worths"]["moves"]}
        self._worth = re.split(r"\n  #", found["words"])[0]

    def __repr__(self) -> str:
        return repr(self.play)
