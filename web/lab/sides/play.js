// A play by the rules being written.

import { html } from "../../elements.js";
import { commandLine, field } from "../parts.js";
import { playPane } from "../play-pane.js";

export function playSide(root) {
  let state = { side: "L", begin: true, level: "perfect", seed: 1, moves: [], worth: false };
  let given = null;
  let pane = null;
  const position = html("input", { type: "text", class: "position", spellcheck: "false" });
  const place = html("div", {});
  const command = html("div", {});
  root.replaceChildren(html("div", { class: "bar" }, field("Start", position)), place, command);
  position.addEventListener("change", again);

  function again() {
    state = { ...state, moves: [] };
    pane?.stop();
    pane = playPane(place, () => ({ ...state, game: { ...given.game, misere: false }, misere: state.misere ?? given.game.misere, position: position.value.trim() || "-" }), (changes) => { state = { ...state, ...changes }; }, (answer) => command.replaceChildren(commandLine(answer.command)));
  }

  return {
    show(next) {
      const same = given && JSON.stringify(given.game) === JSON.stringify(next.game);
      given = next;
      if (same && pane) return;
      if (!position.value) position.value = next.start ?? (next.found.on === "row" ? Array(next.found.places).fill(5).join(",") : next.found.most === 1 ? "12" : "3,8");
      again();
    },
    stop: () => pane?.stop(),
    close: () => pane?.stop(),
  };
}
