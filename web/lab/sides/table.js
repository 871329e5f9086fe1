// The table of the rules being written, and what changed in it: the old table against the new.

import { html } from "../../elements.js";
import { askCells, lane } from "../api.js";
import { OUTCOMES } from "../colours.js";
import { heatmap } from "../heatmap.js";
import { legend } from "../legend.js";
import { choice, commandLine, count, failure } from "../parts.js";
import { difference, positionOf, sizesOf } from "../slice.js";

export function changesSide(root, lab) {
  const tables = lane();
  const olds = new Map(); // tables of old texts
  let given = null;
  let shown = null;
  let compared = null; // the old table, and what differs in values and in outcomes
  let placed = false; // was the part that the address names looked at?
  const words = html("p", { class: "note", role: "status", "aria-live": "polite" });
  const changes = html("div", {});
  const key = html("div", { class: "legend" });
  const trouble = html("div", {});
  const under = html("p", { class: "note" }, "\u00a0");
  const command = html("div", {});
  const map = heatmap({
    label: "Table of the game being written. Arrow keys move the cursor; Enter plays from the position.",
    point: (cell) => { lab.keep({ cell: cell ? cell.join(",") : null }); pointed(cell); },
    moved: (view) => lab.keep({ view: view ? view.join(",") : null }),
    open: (cell) => lab.go("play", { ...given.params, max: null, at: positionOf(cell, fixed(), given.found.on === "row") }),
  });
  root.replaceChildren(changes, trouble, map.element, under, key, words, command);
  const retheme = () => { map.repaint(); if (shown) draw(); };
  window.addEventListener("sprague-theme", retheme);

  // At what: outcomes or values that changed, the new table or the old one.
  function looking() {
    const { show: what } = lab.params();
    return ["values", "new", "old"].includes(what) ? what : "outcomes";
  }

  // The part of the table and the cell that the address names.
  function restore() {
    const { view, cell } = lab.params();
    const look = (view ?? "").split(",").map(Number);
    if (look.length === 3 && look.every(Number.isFinite)) map.look(look);
    const [x, y] = sizesOf(cell ?? "") ?? [];
    if (cell && x < shown.header.columns && y < shown.header.columns) map.place([x, y]);
  }

  function piles() {
    return given.found.on === "row" ? given.found.places : Math.min(2, given.found.most ?? 2);
  }

  function fixed() {
    return Array(Math.max(0, piles() - 2)).fill(1);
  }

  function body(game) {
    return { game, piles: piles(), max: Number(given.params.max ?? 199), nim: true, fixed: fixed() };
  }

  async function show(next) {
    given = next;
    if (piles() < 2) {
      tables.stop();
      return trouble.replaceChildren(html("p", { class: "note" }, "This game has one pile only: see its sequence."));
    }
    try {
      const answer = await tables.run((signal) => askCells("table", body(given.game), signal));
      if (!answer) return;
      trouble.replaceChildren();
      shown = answer;
      compared = null;
      draw();
      if (!placed) restore();
      placed = true;
      root.dataset.drawn = String(performance.now());
      if (given.old) await compare(given.old);
    } catch (error) {
      trouble.replaceChildren(failure(error));
    }
  }

  async function compare(old) {
    const name = JSON.stringify(body(old));
    try {
      if (!olds.has(name)) {
        if (olds.size > 20) olds.clear();
        olds.set(name, await tables.run((signal) => askCells("table", body(old), signal)));
      }
      const before = olds.get(name);
      if (!before) return void olds.delete(name);
      if (before.cells.length !== shown.cells.length || before.header.kind !== shown.header.kind) return;
      const values = difference(before.cells, shown.cells);
      const outcomes = shown.header.kind === "nim" ? difference(before.cells, shown.cells, (a, b) => (a === 0) !== (b === 0)) : values;
      compared = { before, values, outcomes };
      draw();
    } catch { /* the old text may have had other parameters: there is nothing to compare */ }
  }

  function draw() {
    const what = looking();
    const old = compared && what === "old";
    const { header, cells } = old ? compared.before : shown;
    const marked = compared && (what === "outcomes" || what === "values") && compared[what].changed > 0 ? compared[what].marks : null;
    map.show({
      size: header.columns, least: 0, values: cells, outcomes: header.kind === "outcome", most: header.largest ?? 1, marks: marked, markKind: "changed",
    });
    legend(key, header, marked ? "changed" : null);
    const { tally } = header;
    words.textContent = `${count(tally.p)} of ${count(tally.n + tally.p + tally.l + tally.r)} cells are P${old ? " by the old rules" : ""}.`;
    command.replaceChildren(commandLine(header.command));
    drawChanges();
  }

  function isRow() {
    return given.found.on === "row";
  }

  function label({ header, cells }, place) {
    if (header.kind === "outcome") return OUTCOMES[cells[place]] ?? "not known";
    return cells[place] === 0 ? "P, value 0" : `N, value ${cells[place]}`;
  }

  function drawChanges() {
    if (!compared) return changes.replaceChildren();
    const { values, outcomes, before } = compared;
    if (values.changed === 0) return changes.replaceChildren(html("p", { class: "note" }, "Nothing changed: the old rules give the same table."));
    const size = shown.header.columns;
    const first = outcomes.changed > 0 ? outcomes.first : values.first;
    const cell = [first % size, Math.floor(first / size)];
    const nim = shown.header.kind === "nim";
    const counted = nim ? `${count(outcomes.changed)} outcomes and ${count(values.changed)} nim-values changed` : `${count(values.changed)} outcomes changed`;
    const options = [["outcomes", "outcomes that changed"], ...(nim ? [["values", "nim-values that changed"]] : []), ["new", "the new table"], ["old", "the old table"]];
    changes.replaceChildren(
      html("p", {}, html("strong", {}, counted), ` in ${count(shown.cells.length)} cells; first ${positionOf(cell, fixed(), isRow())}: ${label(before, first)} is now ${label(shown, first)}.`),
      html("div", { class: "bar" }, choice("Show", looking(), options, (what) => { lab.keep({ show: what === "outcomes" ? null : what }); draw(); changes.querySelector("select")?.focus(); }),
        html("button", { type: "button", class: "quiet", title: "Compare with the rules as they are now", onclick: () => given.renew() }, "Compare from here")));
  }

  function pointed(cell) {
    if (!cell || !shown) return void (under.textContent = "\u00a0");
    const place = cell[1] * shown.header.columns + cell[0];
    const before = compared && compared.values.marks[place] === 2 ? `; before: ${label(compared.before, place)}` : "";
    under.textContent = `${positionOf(cell, fixed(), isRow())}: ${label(shown, place)}${before}`;
  }

  return { show, stop: () => tables.stop(), close: () => { tables.stop(); window.removeEventListener("sprague-theme", retheme); } };
}
