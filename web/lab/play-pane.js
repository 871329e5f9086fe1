// A game being played, in this page: the face of `play.js`, whose views come from the server. The server keeps nothing: the start and the moves are the game.

import { html } from "../elements.js";
import { mount } from "../play.js";
import { number } from "./address.js";
import { ask, lane } from "./api.js";
import { failure } from "./parts.js";

// What the address says of a play: all but the game and where it starts. On a screen whose `side` is something else, the player has another name.
export function settingOf(params, player = "side") {
  return {
    side: params[player] === "R" ? "R" : "L", begin: params.begin !== "0", misere: params.misere === "1", level: params.level || "perfect", seed: number(params.seed, 1),
    moves: (params.moves ?? "").split(" ").filter(Boolean), worth: params.worth === "1",
  };
}

// What became of a play, for the address.
export function inAddress({ moves, begin, side, level, ...rest }, player = "side") {
  return {
    ...rest,
    ...(moves ? { moves: moves.join(" ") } : {}),
    ...(begin === undefined ? {} : { begin: begin ? null : "0" }),
    ...(side === undefined ? {} : { [player]: side === "R" ? "R" : null }),
    ...(level === undefined ? {} : { level: level === "perfect" ? null : level }),
  };
}

// `setting()` gives game, position, begin, side, misere, level, seed, moves and worth; `changed(changes)` is told what became of them; `seen(answer)` gets every
// answer.
export function playPane(root, setting, changed, seen = () => {}) {
  const board = html("div", {});
  const trouble = html("div", {});
  root.replaceChildren(board, trouble);
  const turns = lane();
  const face = mount(board, wish);
  let last = null;

  async function say(wanted) {
    try {
      let answer = await turns.run((signal) => ask("play", { ...setting(), ...(wanted ? { wish: wanted } : {}) }, signal));
      if (!answer) return;
      show(answer);
      while (answer.view.thinking) {
        answer = await turns.run((signal) => ask("play", { ...setting(), wish: { do: "reply" } }, signal));
        if (!answer) return halted();
        show(answer);
      }
    } catch (error) {
      trouble.replaceChildren(failure(error));
      if (last && last.view.thinking) face.update({ ...last.view, thinking: false });
    }
  }

  // The opponent was stopped while it thought.
  function halted() {
    if (turns.busy() || !last?.view.thinking) return;
    trouble.replaceChildren(html("p", { class: "note", role: "status" }, "I was stopped. ", html("button", { type: "button", onclick: () => say({ do: "reply" }) }, "Go on")));
  }

  function show(answer) {
    trouble.replaceChildren();
    last = answer;
    changed({ moves: answer.moves });
    face.update(answer.view);
    board.hidden = false;
    seen(answer);
  }

  function wish(wanted) {
    if (wanted.do === "worth") changed({ worth: wanted.on });
    else if (wanted.do === "level") changed({ level: wanted.level });
    else if (wanted.do === "new") {
      changed({ begin: wanted.begin, side: wanted.side, misere: wanted.misere, moves: [], seed: Math.floor(Math.random() * 1e6) });
    } else return say(wanted);
    return say(null);
  }

  board.hidden = true;
  say(null);
  return { again: () => say(null), stop: () => turns.stop(), wish };
}
