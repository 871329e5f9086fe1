// The table of the rules being written, and what changed in it: the old table against the new.

import { html } from "../../elements.js";
import { askCells, lane } from "../api.js";
import { OUTCOMES } from "../colours.js";
import { heatmap } from "../heatmap.js";
import { legend } from "../legend.js";
import { checkField, commandLine, count, failure, plural } from "../parts.js";
import { difference, positionOf } from "../slice.js";

export function changesSide(root, lab) {
  const tables = lane();
  const olds = new Map(); // tables of old texts
  let given = null;
  let shown = null;
  let compared = null;
  let marking = true;
  const words = html("p", { class: "note", role: "status", "aria-live": "polite" });
  const changes = html("div", {});
  const key = html("div", { class: "legend" });
  const trouble = html("div", {});
  const under = html("p", { class: "note" }, "\u00a0");
  const command = html("div", {});
  const map = heatmap({
    label: "Table of the game being written. Arrow keys move the cursor; Enter plays from the position.",
    point: pointed,
    open: (cell) => lab.go("play", { ...given.params, max: null, at: positionOf(cell, fixed(), given.found.on === "row") }),
  });
  root.replaceChildren(changes, trouble, map.element, under, key, words, command);
  const retheme = () => { map.repaint(); if (shown) draw(); };
  window.addEventListener("sprague-theme", retheme);

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
      compared = { before, ...difference(before.cells, shown.cells) };
      draw();
    } catch { /* the old text may have had other parameters: there is nothing to compare */ }
  }

  function draw() {
    const { header, cells } = shown;
    const mark = compared && compared.changed > 0 && marking;
    map.show({
      size: header.columns, least: 0, values: cells, outcomes: header.kind === "outcome", most: header.largest ?? 1, marks: mark ? compared.marks : null, markKind: "changed",
    });
    legend(key, header, mark ? "changed" : null);
    const { tally } = header;
    words.textContent = `${count(tally.p)} of ${count(tally.n + tally.p + tally.l + tally.r)} cells are P.`;
    command.replaceChildren(commandLine(header.command));
    drawChanges();
  }

  function drawChanges() {
    if (!compared) return changes.replaceChildren();
    const size = shown.header.columns;
    const { changed, first, before } = compared;
    if (changed === 0) {
      return changes.replaceChildren(html("p", { class: "note" }, "Nothing changed: the old rules give the same table."));
    }
    const cell = [first % size, Math.floor(first / size)];
    const label = ({ header, cells }) => (header.kind === "outcome" ? OUTCOMES[cells[first]] : `value ${cells[first]}`);
    changes.replaceChildren(html("div", { class: "bar" },
      html("span", {}, html("strong", {}, `${plural(changed, "cell")} of ${count(shown.cells.length)} changed`), `, first ${positionOf(cell, fixed(), given.found.on === "row")}: ${label(before)} is now ${label(shown)}`),
      checkField("mark", marking, (on) => { marking = on; draw(); }),
      html("button", { type: "button", class: "quiet", title: "Compare with the rules as they are now", onclick: () => given.renew() }, "Compare from here")));
  }

  function pointed(cell) {
    if (!cell || !shown) return void (under.textContent = "\u00a0");
    const { value } = map.cell(cell);
    const outcome = shown.header.kind === "outcome" ? OUTCOMES[value] ?? "not known" : value === 0 ? "P, value 0" : `N, value ${value}`;
    const before = compared && compared.marks[cell[1] * shown.header.columns + cell[0]] === 2 ? compared.before.cells[cell[1] * shown.header.columns + cell[0]] : null;
    under.textContent = `${positionOf(cell, fixed(), given.found.on === "row")}: ${outcome}${before === null ? "" : `; before ${shown.header.kind === "outcome" ? OUTCOMES[before] : before}`}`;
  }

  return { show, stop: () => tables.stop(), close: () => { tables.stop(); window.removeEventListener("sprague-theme", retheme); } };
}
