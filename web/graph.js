// A graph with chips on its vertices. Vertices and edges are buttons.

import { pressed, svg } from "./elements.js";
import { ofEdge, ofVertex } from "./meaning.js";
import { best } from "./piles.js";

const UNIT = 84; // pixels to the length of an edge
const ROOM = 34; // around the outermost vertices

// Draws `board`, whose vertices stand at `layout`. `press({ vertex })` and `press({ edge })` are called for what is pressed.
export function drawGraph({ board, moves, layout, worths, chosen, yours }, { press }) {
  // The first vertex stands on the left.
  const right = Math.max(...layout.map(([x]) => x), 0);
  const turned = layout.length > 0 && layout[0][0] > layout[layout.length - 1][0];
  const at = layout.map(([x, y]) => [ROOM + (turned ? right - x : x) * UNIT, ROOM + y * UNIT]);
  const width = Math.max(...at.map(([x]) => x), 0) + ROOM;
  const height = Math.max(...at.map(([, y]) => y), 0) + ROOM + 8;
  return svg("svg", {
    class: "sprague-graph", viewBox: `0 0 ${width} ${height}`, width: Math.min(width, 760), role: "group",
    "aria-label": `position ${board.text}`,
  }, board.edges.map(edge), board.chips.map(vertex));

  function edge([u, v]) {
    const [[x1, y1], [x2, y2]] = [at[u], at[v]];
    const inPlay = board.in_play && board.in_play[0] === u && board.in_play[1] === v;
    const here = ofEdge(moves, [u, v]);
    const names = ["sprague-edge", inPlay ? "sprague-in-play" : "", colour(here),
      chosen?.edge && chosen.edge[0] === u && chosen.edge[1] === v ? "sprague-chosen" : ""];
    return svg("g", {
      class: names.join(" "), "data-key": `edge ${u}-${v}`, ...button(`edge ${u}-${v}`, here, () => press({ edge: [u, v] })),
    }, svg("line", { x1, y1, x2, y2, class: "sprague-grip" }), svg("line", { x1, y1, x2, y2, class: "sprague-line" }));
  }

  function vertex(chips, number) {
    const [cx, cy] = at[number];
    if (chips === 0) return svg("circle", { cx, cy, r: 5, class: "sprague-gone" });
    const here = ofVertex(moves, number);
    const names = ["sprague-vertex", colour(here), chosen?.vertex === number ? "sprague-chosen" : ""];
    const label = board.counts_chips ? `vertex ${number}, chips: ${chips}` : `vertex ${number}`;
    return svg("g", {
      class: names.join(" "), "data-key": `vertex ${number}`, ...button(label, here, () => press({ vertex: number })),
    },
    svg("circle", { cx, cy, r: 17 }),
    svg("text", { x: cx, y: cy + 5, class: "sprague-count" }, String(board.counts_chips ? chips : number)),
    board.counts_chips ? svg("text", { x: cx + 16, y: cy + 27, class: "sprague-number" }, String(number)) : null);
  }

  function button(label, here, act) {
    if (!yours) return {};
    return { role: "button", tabindex: here.length > 0 ? 0 : -1, "aria-label": label, ...pressed(act) };
  }

  function colour(here) {
    if (!worths || !yours) return "";
    return here.length === 0 ? "sprague-illegal" : best(here, worths);
  }
}
