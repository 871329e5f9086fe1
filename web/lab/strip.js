// A sequence folded into rows by a period that one can drag, and drawn as a plot. Both are canvases; the numbers themselves stand beside them as text.

import { html } from "../elements.js";
import { css, isDark, legible, ofOutcome, ofValue } from "./colours.js";

const EDGE = 52; // room for the first heap of each row

// Rows of `period` cells; `dragged(period)` is called while the edge is dragged. values: numbers, or letters of PNLR.
export function folded({ label, dragged }) {
  const canvas = html("canvas", { class: "strip", role: "img", "aria-label": label });
  const element = html("div", { class: "folded scroll", tabindex: 0, role: "group", "aria-label": "the sequence, folded" }, canvas);
  let shown = null;
  let cell = 24;
  const step = () => shown.period * cell;
  canvas.addEventListener("pointermove", (event) => {
    if (!shown) return;
    const x = event.offsetX - EDGE;
    canvas.style.cursor = Math.abs(x - step()) < 10 ? "ew-resize" : "default";
    if (event.buttons & 1 && canvas.hasPointerCapture(event.pointerId)) {
      const wanted = Math.max(1, Math.min(shown.values.length, Math.round(x / cell)));
      if (wanted !== shown.period) dragged(wanted);
    }
  });
  canvas.addEventListener("pointerdown", (event) => {
    if (shown && Math.abs(event.offsetX - EDGE - step()) < 14) canvas.setPointerCapture(event.pointerId);
  });
  new ResizeObserver(() => shown && draw()).observe(element);

  function show(next) {
    shown = next;
    draw();
  }

  function draw() {
    const { values, period, letters, saltus, from } = shown;
    const ratio = window.devicePixelRatio || 1;
    const room = Math.max(200, element.clientWidth - 2);
    if (!element.dragging) cell = Math.max(11, Math.min(34, (room - EDGE - 26) / period));
    const rows = Math.min(400, Math.ceil(values.length / period));
    const high = Math.max(15, Math.min(26, cell));
    const wide = Math.max(room, EDGE + period * cell + 26);
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${rows * high + 6}px`;
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round((rows * high + 6) * ratio);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    const style = getComputedStyle(element);
    const [faint, accent] = ["--faint", "--accent"].map((name) => style.getPropertyValue(name).trim());
    const dark = isDark();
    const reduced = (value, place) => (letters ? value : saltus ? value - saltus * Math.floor(Math.max(0, place - from) / shown.true) : value);
    const all = values.map(reduced);
    const most = letters ? 1 : all.reduce((a, b) => Math.max(a, b), 1);
    context.font = `${Math.min(13, cell * 0.5)}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    for (let place = 0; place < Math.min(all.length, rows * period); place++) {
      const [row, column] = [Math.floor(place / period), place % period];
      const colour = letters ? ofOutcome("PNLR".indexOf(all[place]), dark) : all[place] < 0 ? [200, 120, 120] : ofValue(all[place], most);
      context.fillStyle = css(colour);
      context.fillRect(EDGE + column * cell, row * high, cell - (cell > 5 ? 1 : 0), high - 1);
      if (cell >= 17) {
        context.fillStyle = legible(colour);
        context.textAlign = "center";
        context.fillText(String(all[place]), EDGE + (column + 0.5) * cell, (row + 0.5) * high);
      }
    }
    context.fillStyle = faint;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "right";
    for (let row = 0; row < rows; row++) context.fillText(String(row * period), EDGE - 8, (row + 0.5) * high);
    context.fillStyle = accent;
    context.fillRect(EDGE + period * cell + 2, 0, 3, rows * high);
    context.beginPath();
    context.arc(EDGE + period * cell + 3.5, Math.min(26, (rows * high) / 2), 6, 0, 7);
    context.fill();
  }

  return { element, show, draw: () => shown && draw(), hold: (on) => { element.dragging = on; } };
}

// The values over the heap sizes; the preperiod is shaded.
export function plot({ label }) {
  const canvas = html("canvas", { class: "plot", role: "img", "aria-label": label });
  let shown = null;
  new ResizeObserver(() => shown && draw()).observe(canvas);

  function draw() {
    const { values, preperiod, period } = shown;
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    if (wide === 0) return;
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const [faint, panel, accent, line] = ["--faint", "--panel", "--accent", "--line"].map((name) => style.getPropertyValue(name).trim());
    const most = values.reduce((a, b) => Math.max(a, b), 1);
    const x = (place) => 40 + (place / Math.max(1, values.length - 1)) * (wide - 52);
    const y = (value) => high - 24 - (value / most) * (high - 38);
    if (preperiod !== null) {
      context.fillStyle = panel;
      context.fillRect(x(0), 8, Math.max(0, x(preperiod) - x(0)), high - 32);
      context.strokeStyle = line;
      context.beginPath();
      for (let place = preperiod; place < values.length && (values.length / period) < 120; place += period) {
        context.moveTo(x(place), 8);
        context.lineTo(x(place), high - 24);
      }
      context.stroke();
    }
    context.fillStyle = accent;
    const size = Math.max(1.2, Math.min(3, (wide - 52) / values.length / 1.6));
    values.forEach((value, place) => {
      context.beginPath();
      context.arc(x(place), y(value), size, 0, 7);
      context.fill();
    });
    context.fillStyle = faint;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const value of new Set([0, Math.round(most / 2), most])) context.fillText(String(value), 32, y(value));
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const place = Math.round(part * (values.length - 1));
      context.fillText(String(place), Math.min(wide - 16, x(place)), high - 18);
    }
  }

  return { element: canvas, show: (next) => { shown = next; draw(); }, draw: () => shown && draw() };
}
