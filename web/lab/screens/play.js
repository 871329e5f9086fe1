// Play against an opponent, on piles and on graphs. The start, the settings and all moves are in the address.

import { html } from "../../elements.js";
import { fetchFile, lane } from "../api.js";
import { entryOf, gameField, gameOf, kept } from "../game-of.js";
import { announce, commandLine, copier, failure, field, keepFile, word } from "../parts.js";
import { inAddress, playPane, settingOf } from "../play-pane.js";
import { sizesOf } from "../slice.js";

export function open(root, given, lab) {
  let params = given;
  let pane = null;
  let start = null;
  let game = null; // the game and start that the pane was made for
  const exports = lane();
  const controls = html("div", { class: "bar" });
  const place = html("div", {});
  const history = html("ol", { class: "history" });
  const none = html("p", { class: "note" }, "None yet.");
  const aside = html("div", {});
  root.append(
    html("h1", {}, "Play"),
    html("p", { class: "lead" }, "You against the machine. Press a token to take it and all above it; press a vertex or an edge of a graph. Hints, and the worth of moves, come only when you ask."),
    controls,
    html("div", { class: "two wide-left" }, place,
      html("aside", {}, html("section", { class: "card" }, html("h2", {}, "Moves so far"), none, history), aside)));
  update(given);

  async function update(next) {
    params = next;
    const now = JSON.stringify([kept(params), params.at ?? ""]);
    if (now === game && pane) return pane.again();
    game = now;
    pane?.stop();
    let entry = null;
    try {
      entry = await entryOf(params);
    } catch (error) {
      return place.replaceChildren(failure(error));
    }
    start = params.at || firstPosition(entry);
    drawControls();
    pane = playPane(place, setting, changed, seen);
  }

  function setting() {
    const now = lab.params();
    return { ...settingOf(now), game: gameOf({ ...now, misere: null }), position: start };
  }

  function changed(changes) {
    lab.keep(inAddress(changes));
    params = lab.params();
    game = JSON.stringify([kept(params), params.at ?? ""]);
  }

  function drawControls() {
    const position = html("input", { type: "text", class: "position", value: start, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    position.addEventListener("change", () => again({ at: position.value.trim() }));
    controls.replaceChildren(
      gameField(params, (named) => again({ ...named, at: null })),
      field("Start", position, "Piles such as 3,8, or a graph with chips such as P(4) chips=1,2,2,1"),
      html("span", { class: "keys" }, "Keys: ", html("kbd", {}, "h"), " hint, ", html("kbd", {}, "w"), " worth, ", html("kbd", {}, "m"), " moves, ", html("kbd", {}, "u"), " undo. With ", word("misère"), " play who cannot move wins."));
  }

  function again(changes) {
    lab.keep({ ...changes, moves: null });
    update(lab.params());
  }

  function seen({ view, command }) {
    const { state } = view;
    history.replaceChildren(...state.history.map((made) => html("li", {},
      html("span", { class: "faint" }, String(made.player).toUpperCase().startsWith(view.side) ? "you: " : "I: "), made.words)));
    none.hidden = state.history.length > 0;
    history.scrollTop = history.scrollHeight;
    const board = state.board;
    const here = { ...kept(params), at: board.text };
    const sizes = board.kind === "piles" ? sizesOf(board.text) : null;
    aside.replaceChildren(
      html("section", { class: "card" },
        html("h2", {}, "This position"),
        html("p", {}, html("code", {}, board.text)),
        html("div", { class: "bar" },
          copier("Copy link to the position", () => new URL(lab.link("play", here), location.href).href, "A game that begins here"),
          copier("Copy link to the game", () => lab.address(), "With all moves so far"),
          sizes && sizes.length >= 1 ? html("a", { href: lab.link("table", { ...kept(params), piles: Math.max(2, sizes.length), at: board.text, max: Math.max(60, ...sizes), fix: sizes.slice(0, Math.max(0, sizes.length - 2)).join(",") }) }, "See it in the table") : "",
          board.kind === "piles" ? "" : html("button", { type: "button", class: "quiet", onclick: keepGraph }, "Keep as SVG"))),
      commandLine(command));
    if (view.said) announce(view.said);

    async function keepGraph() {
      try {
        const file = await exports.run((signal) => fetchFile("export", { what: "graph", format: "svg", game: gameOf(params), position: board.text }, signal));
        if (file) keepFile(file.name, file.blob);
      } catch (error) {
        aside.append(failure(error));
      }
    }
  }

  return { update, run: () => pane?.again(), stop: () => pane?.stop() };
}

// A position that takes a few moves.
function firstPosition(entry) {
  return entry?.start || "3,5,7";
}
