// A table of positions as a picture that pans and zooms: one pixel a cell, painted once, then drawn at any scale. The first pile goes to the right, the second
// upwards. A cursor for the keyboard and the pointer alike says which cell is meant; arrows lead from it to the winning moves.

import { html } from "../elements.js";
import { NEW, OUTCOMES, UNKNOWN, WRONG, isDark, legible, ofOutcome, ofValue } from "./colours.js";
import { arrow, painted, ticks } from "./heatmap-ink.js";

const LEFT = 46; // room for the numbers beside the table
const BELOW = 26;

// Makes a map. `point(cell)` is called when the cursor moves, `open(cell)` when a cell is chosen, `moved(view)` after panning and zooming.
// A cell is [x, y], the sizes themselves.
export function heatmap({ label, point, open, moved }) {
  const canvas = html("canvas", { class: "map-canvas", "aria-hidden": "true" });
  const element = html("div", {
    class: "map", tabindex: 0, role: "application", "aria-roledescription": "table of positions", "aria-label": label,
  }, canvas);
  const context = canvas.getContext("2d", { alpha: false });
  let table = null; // size, least, values, outcomes, most, marks, markKind
  let picture = null;
  let view = null; // x, y: the sizes at the lower left corner; cell: pixels to a cell
  let cursor = null;
  let pinned = false;
  let arrows = { from: null, to: [] };
  let waiting = false;
  let wide = 0;
  let high = 0;

  new ResizeObserver(() => resize()).observe(element);
  listen();

  function resize() {
    const ratio = window.devicePixelRatio || 1;
    const box = element.getBoundingClientRect();
    if (box.width < 10 || box.height < 10) return;
    const fitted = view && table && wide > 0 && isFitted();
    wide = box.width;
    high = box.height;
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (table && (!view || fitted)) fit();
    draw();
  }

  // Shows a table, where the old one was if it has the same sizes.
  function show(next, wanted) {
    const same = table && table.size === next.size && table.least === next.least;
    table = next;
    picture = painted(table);
    if (wide === 0) resize();
    if (wanted) look(wanted);
    else if (!same || !view) fit();
    if (cursor && !inside(cursor)) cursor = null;
    arrows = { from: null, to: [] };
    draw();
  }

  function fitting() {
    return Math.min(wide - LEFT - 16, high - BELOW - 12) / table.size;
  }

  function isFitted() {
    const cell = fitting();
    return [view.cell - cell, view.x - table.least + 4 / cell, view.y - table.least + 4 / cell].every((apart) => Math.abs(apart) < 1e-6);
  }

  function fit() {
    if (wide === 0 || !table) return;
    const cell = fitting();
    view = { cell, x: table.least - 4 / cell, y: table.least - 4 / cell };
  }

  // Looks at [x, y] in the middle, with so many pixels to a cell.
  function look([x, y, cell]) {
    if (wide === 0) return void setTimeout(() => wide && (look([x, y, cell]), draw()), 30);
    view = { cell, x: x - (wide - LEFT) / 2 / cell, y: y - (high - BELOW) / 2 / cell };
    keep();
  }

  function looked() {
    if (!view || isFitted()) return null;
    const round = (size) => Math.round(size * 100) / 100;
    return [round(view.x + (wide - LEFT) / 2 / view.cell), round(view.y + (high - BELOW) / 2 / view.cell), round(view.cell)];
  }

  function keep() {
    const least = Math.min(fitting(), 4);
    view.cell = Math.min(120, Math.max(least, view.cell));
    const bound = (corner, room) => {
      const seen = room / view.cell;
      const margin = Math.min(seen, table.size) / 2;
      return Math.min(table.least + table.size - margin, Math.max(table.least - seen + margin, corner));
    };
    view.x = bound(view.x, wide - LEFT);
    view.y = bound(view.y, high - BELOW);
  }

  function inside([x, y]) {
    return table && x >= table.least && y >= table.least && x < table.least + table.size && y < table.least + table.size;
  }

  function at([x, y]) {
    const place = (y - table.least) * table.size + (x - table.least);
    return { value: table.values[place], mark: table.marks ? table.marks[place] : 0 };
  }

  // Drawing.

  function draw() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (table && view && wide) paint();
    });
  }

  function across(x) {
    return LEFT + (x - view.x) * view.cell;
  }

  function up(y) {
    return high - BELOW - (y - view.y) * view.cell;
  }

  function paint() {
    const style = getComputedStyle(element);
    const [paper, ink, faint] = ["--paper", "--ink", "--faint"].map((name) => style.getPropertyValue(name).trim());
    context.fillStyle = paper;
    context.fillRect(0, 0, wide, high);
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, wide - LEFT, high - BELOW);
    context.clip();
    const { cell } = view;
    const side = table.size * cell;
    context.imageSmoothingEnabled = cell * (window.devicePixelRatio || 1) < 1;
    context.drawImage(picture, across(table.least), up(table.least) - side, side, side);
    const from = [0, 1].map((axis) => Math.max(table.least, Math.floor(axis ? view.y : view.x)));
    const to = [Math.min(table.least + table.size, Math.ceil(view.x + (wide - LEFT) / cell)),
      Math.min(table.least + table.size, Math.ceil(view.y + (high - BELOW) / cell))];
    if (cell >= 9) grid(from, to, paper);
    if (cell >= 20) numbers(from, to);
    if (cursor) crosshair(ink);
    drawArrows();
    context.restore();
    ticks(context, { least: table.least, size: table.size, view, left: LEFT, foot: high - BELOW, wide, faint });
  }

  function grid(from, to, paper) {
    context.strokeStyle = paper;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = from[0]; x <= to[0]; x++) line(across(x), up(from[1]), across(x), up(to[1]));
    for (let y = from[1]; y <= to[1]; y++) line(across(from[0]), up(y), across(to[0]), up(y));
    context.stroke();
  }

  function line(x1, y1, x2, y2) {
    context.moveTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
    context.lineTo(Math.round(x2) + 0.5, Math.round(y2) + 0.5);
  }

  function numbers(from, to) {
    const dark = isDark();
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${Math.min(15, view.cell * 0.42)}px system-ui, sans-serif`;
    for (let y = from[1]; y < to[1]; y++) {
      for (let x = from[0]; x < to[0]; x++) {
        const { value, mark } = at([x, y]);
        if (value === UNKNOWN) continue;
        const faded = table.marks !== null && value !== 0;
        const colour = mark === 2 ? (table.markKind === "changed" ? NEW : WRONG)
          : faded ? (dark ? [100, 100, 100] : [225, 225, 225])
            : table.outcomes ? ofOutcome(value, dark) : ofValue(value, table.most);
        context.fillStyle = legible(colour);
        context.fillText(table.outcomes ? OUTCOMES[value] : value === 0 ? "0" : String(value), across(x + 0.5), up(y + 0.5) + 0.5);
      }
    }
  }

  function crosshair(ink) {
    const [x, y] = cursor;
    const { cell } = view;
    context.strokeStyle = ink;
    context.globalAlpha = 0.22;
    context.lineWidth = 1;
    context.beginPath();
    line(across(x + 0.5), 0, across(x + 0.5), high);
    line(0, up(y + 0.5), wide, up(y + 0.5));
    context.stroke();
    context.globalAlpha = 1;
    const side = Math.max(cell, 7);
    const [left, top] = [across(x + 0.5) - side / 2, up(y + 0.5) - side / 2];
    context.strokeStyle = "#fff";
    context.lineWidth = 4;
    context.strokeRect(left, top, side, side);
    context.strokeStyle = "#d6006c";
    context.lineWidth = 2;
    context.strokeRect(left, top, side, side);
  }

  function drawArrows() {
    if (!arrows.from) return;
    const [x1, y1] = [across(arrows.from[0] + 0.5), up(arrows.from[1] + 0.5)];
    for (const [x, y] of arrows.to) arrow(context, [x1, y1], [across(x + 0.5), up(y + 0.5)]);
  }

  // Pointer and keyboard.

  function listen() {
    const held = new Map();
    let pinch = null;
    let dragged = 0;
    const where = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const cellAt = ([px, py]) => {
      if (!table || !view || px < LEFT || py > high - BELOW) return null;
      const cell = [Math.floor(view.x + (px - LEFT) / view.cell), Math.floor(view.y + (high - BELOW - py) / view.cell)];
      return inside(cell) ? cell : null;
    };
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      held.set(event.pointerId, where(event));
      dragged = 0;
      pinch = null;
    });
    element.addEventListener("pointermove", (event) => {
      const here = where(event);
      if (held.size === 0) {
        const cell = cellAt(here);
        if (!pinned || cell) hover(cell);
        return;
      }
      const before = held.get(event.pointerId);
      if (!before || !view) return;
      held.set(event.pointerId, here);
      if (held.size === 2) {
        const [a, b] = [...held.values()];
        const apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (pinch) zoom(apart / pinch, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
        pinch = apart;
        dragged = 99;
        return;
      }
      dragged += Math.hypot(here[0] - before[0], here[1] - before[1]);
      if (dragged < 4) return;
      view.x -= (here[0] - before[0]) / view.cell;
      view.y += (here[1] - before[1]) / view.cell;
      keep();
      draw();
    });
    const release = (event) => {
      if (!held.delete(event.pointerId)) return;
      pinch = null;
      if (dragged >= 4) return moved?.(looked());
      const cell = cellAt(where(event));
      if (!cell || event.type !== "pointerup") return;
      const again = pinned && cursor && cursor[0] === cell[0] && cursor[1] === cell[1];
      pinned = true;
      place(cell);
      // A finger cannot point without pressing: its first touch points, the second opens.
      if (again || event.pointerType === "mouse") open(cell);
    };
    element.addEventListener("pointerup", release);
    element.addEventListener("pointercancel", release);
    element.addEventListener("pointerleave", () => {
      if (held.size === 0 && !pinned && document.activeElement !== element) hover(null);
    });
    element.addEventListener("wheel", (event) => {
      if (!view) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), where(event));
      moved?.(looked());
    }, { passive: false });
    element.addEventListener("keydown", key);
  }

  function hover(cell) {
    if (pinned && cell && cursor && cell[0] === cursor[0] && cell[1] === cursor[1]) return;
    pinned = false;
    place(cell);
  }

  function place(cell) {
    if (cell === cursor || (cell && cursor && cell[0] === cursor[0] && cell[1] === cursor[1])) return;
    cursor = cell;
    if (arrows.from) arrows = { from: null, to: [] };
    draw();
    point(cell);
  }

  function zoom(factor, [px, py]) {
    const x = view.x + (px - LEFT) / view.cell;
    const y = view.y + (high - BELOW - py) / view.cell;
    view.cell = Math.min(120, Math.max(Math.min(fitting(), 4), view.cell * factor));
    view.x = x - (px - LEFT) / view.cell;
    view.y = y - (high - BELOW - py) / view.cell;
    keep();
    draw();
  }

  function key(event) {
    if (!table || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 10 : 1;
    const last = table.least + table.size - 1;
    const steps = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowDown: [0, -step], ArrowUp: [0, step] };
    const clamp = (size) => Math.min(last, Math.max(table.least, size));
    if (event.key in steps) {
      const start = cursor ?? [clamp(Math.floor(view.x + (wide - LEFT) / 2 / view.cell)), clamp(Math.floor(view.y + (high - BELOW) / 2 / view.cell))];
      pinned = true;
      place(cursor ? [0, 1].map((axis) => clamp(start[axis] + steps[event.key][axis])) : start);
      follow();
    } else if (event.key === "Home" || event.key === "End") {
      pinned = true;
      place(event.key === "Home" ? [table.least, table.least] : [last, last]);
      follow();
    } else if (event.key === "+" || event.key === "=" || event.key === "-") {
      const middle = cursor ? [across(cursor[0] + 0.5), up(cursor[1] + 0.5)] : [wide / 2, high / 2];
      zoom(event.key === "-" ? 1 / 1.4 : 1.4, middle);
      moved?.(looked());
    } else if (event.key === "0") {
      fit();
      draw();
      moved?.(null);
    } else if (event.key === "Enter" || event.key === " ") {
      if (cursor) open(cursor);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Keeps the cursor in sight.
  function follow() {
    if (!view) return;
    const [x, y] = cursor;
    const [seenX, seenY] = [(wide - LEFT) / view.cell, (high - BELOW) / view.cell];
    if (x < view.x) view.x = x;
    if (x + 1 > view.x + seenX) view.x = x + 1 - seenX;
    if (y < view.y) view.y = y;
    if (y + 1 > view.y + seenY) view.y = y + 1 - seenY;
    draw();
  }

  return {
    element,
    show,
    draw,
    fit: () => { fit(); draw(); moved?.(null); },
    zoom: (factor) => { zoom(factor, [LEFT + (wide - LEFT) / 2, (high - BELOW) / 2]); moved?.(looked()); },
    look: (wanted) => { look(wanted); draw(); },
    repaint: () => { if (table) { picture = painted(table); draw(); } },
    arrows: (from, to) => { arrows = { from, to }; draw(); },
    cursor: () => cursor,
    place: (cell) => { pinned = true; if (table && inside(cell)) { place(cell); follow(); } },
    cell: (cell) => (table && inside(cell) ? at(cell) : null),
    where: (cell) => [across(cell[0] + 0.5), up(cell[1] + 0.5)],
    view: () => view,
    picture: () => picture,
  };
}
