// Piles of tokens as columns. A pile is a slider: what is above the mark is to be taken.

import { svg } from "./elements.js";
import { ofMarks } from "./meaning.js";

const STEP = 22; // from token to token
const WIDE = 64; // from pile to pile
const TALL = 14; // tokens that a column shows one by one; larger piles are bars

// Draws `board` with its marks. `mark(place, kept)` is called when a token is pressed, `nudge(place, kept)` when a mark is
// moved by the keyboard; `worths` maps ids of moves to true, false or null.
export function drawPiles({ board, moves, worths, marks, yours }, { mark, nudge, confirm }) {
  const largest = Math.max(1, ...board.piles);
  const bars = largest > TALL;
  const scale = bars ? (TALL * STEP) / largest : STEP;
  const bottom = 16 + largest * scale;
  const width = Math.max(WIDE, board.piles.length * WIDE);
  const columns = board.piles.map((size, place) => column(size, place));
  if (board.piles.length === 0) {
    columns.push(svg("text", { x: WIDE / 2, y: bottom - 4, class: "sprague-label" }, "–"));
  }
  return svg("svg", {
    class: "sprague-piles", viewBox: `0 0 ${width} ${bottom + 34}`, width, role: "group", "aria-label": `position ${board.text}`,
  }, svg("line", { x1: 4, x2: width - 4, y1: bottom + 3, y2: bottom + 3, class: "sprague-ground" }), columns);

  function column(size, place) {
    const middle = WIDE * (place + 0.5);
    const kept = marks.get(place) ?? size;
    const keys = {
      ArrowDown: kept - 1, ArrowLeft: kept - 1, ArrowUp: kept + 1, ArrowRight: kept + 1,
      PageDown: kept - 10, PageUp: kept + 10, Home: 0, End: size,
    };
    return svg("g", {
      class: "sprague-pile", "data-key": `pile ${place}`,
      tabindex: yours && size > 0 ? 0 : null, role: "slider",
      "aria-label": board.row ? `place ${place + 1}` : `pile of ${size}`,
      "aria-valuemin": 0, "aria-valuemax": size, "aria-valuenow": kept,
      "aria-valuetext": kept === size ? `${size}, nothing taken` : `take ${size - kept}, leaving ${kept}`,
      onkeydown: (event) => {
        if (!yours) return;
        if (event.key === "Enter" || event.key === " ") confirm();
        else if (event.key in keys) nudge(place, Math.min(size, Math.max(0, keys[event.key])));
        else return;
        event.preventDefault();
      },
    },
    bars ? bar(size, place, middle, kept) : tokens(size, place, middle, kept),
    svg("text", { x: middle, y: bottom + 20, class: "sprague-label" }, String(size)));
  }

  function tokens(size, place, middle, kept) {
    return Array.from({ length: size }, (_, index) => svg("circle", {
      cx: middle, cy: bottom - STEP * (index + 0.5), r: STEP * 0.44,
      class: ["sprague-token", index >= kept ? "sprague-marked" : "", worthOf(place, index)].join(" "),
      "data-token": `${place}:${index}`,
      onclick: yours ? () => mark(place, index) : null,
    }));
  }

  function bar(size, place, middle, kept) {
    const at = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      return Math.min(size - 1, Math.floor((size * (box.bottom - event.clientY)) / box.height));
    };
    const part = (from, to, name) => svg("rect", {
      x: middle - 14, width: 28, y: bottom - to * scale, height: Math.max(0, (to - from) * scale), class: name,
    });
    return svg("g", { "data-token": `${place}:bar`, onclick: yours ? (event) => mark(place, at(event)) : null },
      part(0, kept, "sprague-token"), part(kept, size, "sprague-token sprague-marked"));
  }

  function worthOf(place, index) {
    if (!worths || !yours) return "";
    const also = new Map(marks).set(place, index);
    const { exact } = ofMarks(board, moves, also);
    return exact.length === 0 ? "sprague-illegal" : best(exact, worths);
  }
}

// The colour for some moves: that of the best of them.
export function best(moves, worths) {
  const found = moves.map(({ id, name }) => worths[name ?? id]);
  if (found.includes(true)) return "sprague-wins";
  return found.every((wins) => wins === false) ? "sprague-loses" : "";
}
