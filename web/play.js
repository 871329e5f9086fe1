// A game being played: the board, what is said, and the controls. It knows neither rules nor who computes: it is shown
// views and sends wishes.
//
// A view has
//   state     of the room `play`: ruleset, summary, partizan, board, history, over, ...; and layout, where there is a graph
//   moves     the legal moves, if it is your turn: id, words, to, also
//   yours     is it your turn?      thinking  is the opponent at work?
//   said      what was done last, in words         refusal  why a move was not allowed
//   hint      the hint that was asked for, in words
//   worths    null, or which moves win, by id; worth  the same in words
//   level, levels, begin, side, misere             the settings of this game
// A wish is { do: "move", id }, { do: "type", text }, { do: "undo" }, { do: "hint" }, { do: "worth", on }, { do: "level", level }, or
// { do: "new", begin, side, misere }.

import { html } from "./elements.js";
import { drawGraph } from "./graph.js";
import { left, ofEdge, ofMarks, ofVertex, unlikely, written } from "./meaning.js";
import { drawPiles } from "./piles.js";

const LISTED = 200; // moves in the list
const OFFERED = 12; // moves to choose from after a click

// Makes a face in `root` that sends its wishes by `send`; shows views by `update`.
export function mount(root, send) {
  let view = null;
  let marks = new Map(); // piles that are marked, and what they keep
  let chosen = null; // the vertex or edge that was pressed
  let offered = []; // the moves that this may mean
  let listing = false;
  const board = html("div", { class: "sprague-board" });
  const choices = html("div", { class: "sprague-choices" });
  const said = html("div", { class: "sprague-said", role: "status", "aria-live": "polite" });
  const told = html("div", { class: "sprague-told" });
  const controls = html("div", { class: "sprague-controls" });
  const head = html("div", { class: "sprague-head" });
  root.classList.add("sprague-play");
  root.replaceChildren(head, board, choices, said, told, controls);
  root.addEventListener("keydown", shortcut);

  function update(next) {
    const moved = view === null || view.state.board.text !== next.state.board.text || view.yours !== next.yours;
    view = next;
    if (moved || view.refusal) clear();
    if (moved) listing = false;
    draw();
  }

  function clear() {
    marks = new Map();
    chosen = null;
    offered = [];
  }

  function draw() {
    const focus = root.contains(document.activeElement) ? document.activeElement.getAttribute("data-key") : null;
    const { state } = view;
    head.replaceChildren(html("strong", {}, state.ruleset), " ", html("span", {}, state.summary));
    const shown = { ...view, board: state.board, layout: state.layout, marks, chosen };
    board.replaceChildren(state.board.kind === "piles"
      ? drawPiles(shown, { mark, nudge, confirm })
      : drawGraph(shown, { press }));
    choices.replaceChildren(...offer());
    said.replaceChildren(...paragraphs(view.said || (view.yours ? "Your move." : "")), ...paragraphs(view.thinking && "I am thinking …"));
    told.replaceChildren(...notes());
    controls.replaceChildren(...settings());
    if (focus) root.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  }

  // What a press means.

  function mark(place, kept) {
    const size = view.state.board.piles[place];
    if (marks.get(place) === kept || kept === size) marks.delete(place);
    else marks.set(place, kept);
    if (marks.size === 0) return retreat();
    const { exact, more } = ofMarks(view.state.board, view.moves, marks);
    if (exact.length === 1 && more.length === 0) return move(exact[0]);
    if (exact.length + more.length === 0) return propose();
    offered = [...exact, ...more];
    draw();
  }

  function nudge(place, kept) {
    if (kept === view.state.board.piles[place]) marks.delete(place);
    else marks.set(place, kept);
    const { exact, more } = ofMarks(view.state.board, view.moves, marks);
    offered = marks.size === 0 ? [] : [...exact, ...more];
    draw();
  }

  function confirm() {
    if (marks.size === 0) return;
    const { exact } = ofMarks(view.state.board, view.moves, marks);
    if (exact.length === 1) move(exact[0]);
    else if (exact.length === 0) propose();
    else choices.querySelector("button")?.focus();
  }

  function press(what) {
    const here = what.edge ? ofEdge(view.moves, what.edge) : ofVertex(view.moves, what.vertex);
    if (here.length === 1) return move(here[0]);
    if (here.length === 0) return send({ do: "move", id: unlikely(view.moves, what) });
    chosen = what;
    offered = here;
    draw();
  }

  function propose() {
    send({ do: "type", text: written(left(view.state.board, marks)) });
  }

  function move({ id }) {
    clear();
    send({ do: "move", id });
  }

  function retreat() {
    clear();
    draw();
  }

  function shortcut(event) {
    if (event.key === "Escape") retreat();
    else if (event.target.tagName === "INPUT" || event.target.tagName === "SELECT") return;
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "h") send({ do: "hint" });
    else if (event.key === "u") send({ do: "undo" });
    else if (event.key === "w") send({ do: "worth", on: view.worths === null });
    else if (event.key === "m") list();
    else return;
    // The notebook has shortcuts of its own.
    event.preventDefault();
    event.stopPropagation();
  }

  function list() {
    listing = !listing;
    draw();
  }

  // What is shown.

  function offer() {
    const few = listing ? view.moves.slice(0, LISTED) : offered.slice(0, OFFERED);
    const all = listing ? view.moves.length : offered.length;
    const buttons = few.map((one) => html("button", {
      type: "button", class: `sprague-choice ${colour(one)}`, onclick: () => move(one), "data-key": `move ${one.id}`,
    }, `${sign(one)}${one.words}`));
    if (all > few.length) buttons.push(html("span", {}, `and ${all - few.length} more: type the move you want`));
    return buttons;
  }

  function worth({ id, name }) {
    return view.worths?.[name ?? id];
  }

  function colour(one) {
    return { true: "sprague-wins", false: "sprague-loses" }[worth(one)] ?? "";
  }

  function sign(one) {
    return { true: "✓ ", false: "✗ " }[worth(one)] ?? "";
  }

  function notes() {
    return [
      view.refusal ? html("pre", { class: "sprague-refusal", role: "alert" }, view.refusal) : "",
      view.hint ? html("pre", { class: "sprague-hint", role: "status" }, view.hint) : "",
      view.worths && view.worth ? html("p", {}, view.worth) : "",
    ];
  }

  function settings() {
    const over = view.state.over !== null;
    const free = view.yours && !view.thinking;
    const typed = html("input", {
      type: "text", class: "sprague-typed", placeholder: "or type a move", "aria-label": "type a move", "data-key": "typed",
      disabled: !free, onkeydown: (event) => {
        // The notebook would take the keys for its shortcuts.
        event.stopPropagation();
        if (event.key === "Enter" && event.target.value.trim()) send({ do: "type", text: event.target.value });
      },
    });
    return [
      button("Hint", "h", free, () => send({ do: "hint" })),
      button(view.worths === null ? "Show worth" : "Hide worth", "w", free, () => send({ do: "worth", on: view.worths === null })),
      button(listing ? "Hide moves" : "Moves", "m", free, list),
      button("Undo", "u", !view.thinking && view.state.history.length > 0, () => send({ do: "undo" })),
      typed,
      html("span", { class: "sprague-gap" }),
      select("Opponent", view.level, view.levels.map((level) => [level, level]), (level) => send({ do: "level", level })),
      select("First", String(view.begin), [["true", "you"], ["false", "I"]], (first) => begin({ begin: first === "true" })),
      view.state.partizan || view.side === "R"
        ? select("You are", view.side, [["L", "Left"], ["R", "Right"]], (side) => begin({ side })) : "",
      html("label", {}, html("input", {
        type: "checkbox", checked: view.misere, "data-key": "misere", onchange: (event) => begin({ misere: event.target.checked }),
      }), " misère"),
      button(over ? "Play again" : "New game", null, !view.thinking, () => begin({})),
    ];
  }

  function begin(changes) {
    send({ do: "new", begin: view.begin, side: view.side, misere: view.misere, ...changes });
  }

  return { update };
}

function button(label, key, enabled, act) {
  const title = key ? `${label} (key ${key})` : label;
  return html("button", { type: "button", title, disabled: !enabled, onclick: act, "data-key": label }, label);
}

function select(label, value, options, act) {
  const choice = ([name, shown]) => html("option", { value: name, selected: name === value }, shown);
  return html("label", {}, `${label} `,
    html("select", { "data-key": label, onchange: (event) => act(event.target.value) }, options.map(choice)));
}

function paragraphs(text) {
  return (text || "").split("\n").filter(Boolean).map((line) => html("p", {}, line));
}
