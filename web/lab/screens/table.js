// All positions at once: a picture of the table that pans and zooms, what is under the cursor, slices for more than two piles, a claim laid over it.

import { html } from "../../elements.js";
import { number } from "../address.js";
import { ask, askCells, isAbort, lane, listen } from "../api.js";
import { OUTCOMES, UNKNOWN } from "../colours.js";
import { describe } from "../describe.js";
import { gameField, gameOf, kept } from "../game-of.js";
import { heatmap } from "../heatmap.js";
import { legend } from "../legend.js";
import { announce, calm, checkField, choice, commandLine, copier, count, exporter, failure, numberField, plural, seconds, word } from "../parts.js";
import { cellOf, claimAbout, positionOf, sizesOf, sliceAt } from "../slice.js";

const MANY = 24; // winning moves in the list

export function open(root, given, lab) {
  let params = given;
  let about = null; // what kind of game it is
  let shown = null; // header and cells of the table
  let asked = ""; // the question that the table answers
  let solved = new Map(); // positions that were asked about
  let drawn = ""; // the controls that are drawn
  let claimed = null; // the claim whose card is drawn
  const tables = lane();
  const points = lane();
  const overlays = lane();

  const controls = html("div", { class: "bar" });
  const sliders = html("div", { class: "sliders" });
  const words = html("p", { class: "note", role: "status", "aria-live": "polite" });
  const trouble = html("div", {});
  const key = html("div", { class: "legend" });
  const card = html("section", { class: "card", "aria-label": "the position under the cursor" });
  const spoken = html("div", { class: "unseen", role: "status", "aria-live": "polite" });
  const claimCard = html("section", { class: "card" });
  const below = html("div", {});
  const map = heatmap({
    label: "Table of positions. Arrow keys move the cursor, with Shift by ten; plus and minus zoom, 0 shows all; Enter plays from the position.",
    point: pointed, open: play, moved: (view) => lab.keep({ view: view ? view.join(",") : null }),
  });
  const zooms = html("div", { class: "bar" },
    html("button", { type: "button", class: "quiet", onclick: () => map.zoom(1.5) }, "Zoom in"),
    html("button", { type: "button", class: "quiet", onclick: () => map.zoom(1 / 1.5) }, "Zoom out"),
    html("button", { type: "button", class: "quiet", onclick: () => map.fit() }, "Show all"),
    html("span", { class: "keys" }, "Drag to pan, turn the wheel to zoom, click to play from a position. The arrow keys move the cursor, ", html("kbd", {}, "Enter"), " plays."));
  const stage = html("div", { class: "two wide-left" },
    html("div", {}, map.element, key, zooms, words),
    html("div", {}, card, spoken, claimCard, below));
  stage.hidden = true;
  root.append(
    html("h1", {}, "Table"),
    html("p", { class: "lead" }, "Every position at once. Black are the ", word("P-position", "P-positions"), "; the others are coloured by their ", word("nim-value"), ". Point at one to see how it is won."),
    controls, sliders, trouble,
    stage);
  const retheme = () => { map.repaint(); if (shown) drawLegend(); };
  window.addEventListener("sprague-theme", retheme);
  drawCard(null);
  update(given);

  async function update(next) {
    params = next;
    trouble.replaceChildren();
    try {
      about = await describe(params);
    } catch (error) {
      stage.hidden = true;
      return trouble.replaceChildren(failure(error));
    }
    drawControls();
    drawClaim();
    if (!about.ok || about.on === "graph" || piles() === 1) stage.hidden = true;
    if (!about.ok) return trouble.replaceChildren(failure({ kind: "input", message: "The text of the game has an error.", places: about.wrong }));
    if (about.on === "graph") {
      return trouble.replaceChildren(html("p", { class: "note" }, "Positions of this game are graphs, which have no table. ",
        html("a", { href: lab.link("play", kept(params)) }, "Play it"), "."));
    }
    await load(false);
  }

  // What is asked.

  function piles() {
    if (about.isRow) return about.places ?? 2;
    const most = about.most ?? 8;
    return number(params.piles, Math.min(2, most), 1, most);
  }

  function most() {
    return number(params.max, piles() > 2 ? 60 : 200, 1, 2047);
  }

  function fixed() {
    const given = sizesOf(params.fix ?? "") ?? [];
    return Array.from({ length: Math.max(0, piles() - 2) }, (_, place) => Math.min(most(), given[place] ?? 1));
  }

  function body() {
    return { game: gameOf(params), piles: piles(), max: most(), nim: params.nim !== "0", fixed: fixed() };
  }

  function change(changes) {
    lab.keep(changes);
    update(lab.params());
  }

  async function load(large) {
    const question = body();
    const same = JSON.stringify(question) === asked;
    if (same && shown) {
      stage.hidden = false;
      overlay();
      return restore();
    }
    if (question.piles === 1) {
      return trouble.replaceChildren(html("p", { class: "note" }, "One heap is a line, not a table. ", html("a", { href: lab.link("sequence", kept(params)) }, "See its sequence"), "."));
    }
    const began = performance.now();
    const job = `table-${Math.random().toString(36).slice(2)}`;
    const busy = setTimeout(() => waiting(job), 350);
    try {
      const answer = await tables.run((signal) => askCells("table", { ...question, large, job }, signal));
      if (!answer) return;
      trouble.replaceChildren();
      const games = JSON.stringify(question.game);
      if (!asked.includes(games)) solved = new Map();
      asked = JSON.stringify(question);
      shown = answer;
      stage.hidden = false;
      show(null);
      drawLegend();
      drawWords(performance.now() - began);
      drawBelow();
      restore();
      overlay();
    } catch (error) {
      shown = null;
      asked = "";
      stage.hidden = true;
      trouble.replaceChildren(error.kind === "estimate" ? estimate(error) : failure(error));
    } finally {
      clearTimeout(busy);
    }
  }

  // Work that takes a while shows how far it is, and can be stopped.
  function waiting(job) {
    const bar = html("progress", { max: 1, "aria-label": "how far the table is" });
    trouble.replaceChildren(html("div", { class: "bar" }, html("span", { class: "note" }, "Computing …"), bar,
      html("button", { type: "button", onclick: stop }, "Stop")));
    const control = new AbortController();
    listen("progress", { job }, control.signal, (name, data) => {
      if (!tables.busy()) return control.abort();
      if (name === "progress" && data.expected > 0) bar.value = Math.min(1, data.done / data.expected);
    }).catch(() => {});
  }

  function estimate(error) {
    const told = error.estimate;
    return html("div", { class: "failure", role: "alert" }, html("p", {}, `${error.message[0].toUpperCase()}${error.message.slice(1)}${told ? `, for ${plural(told.positions, "position")}` : ""}.`),
      html("button", { type: "button", class: "first", onclick: () => load(true) }, "Compute it all the same"));
  }

  function stop() {
    const busy = tables.stop();
    if (busy) trouble.replaceChildren(html("p", { class: "note", role: "status" }, "Stopped."));
  }

  // What is shown.

  function show(marks) {
    const { header, cells } = shown;
    map.show({
      size: header.columns, least: 0, values: cells, outcomes: header.kind === "outcome", most: header.largest ?? 1, marks, markKind: "claim",
    });
    map.element.dataset.ready = asked;
  }

  // The cursor and the part of the table that the address names.
  function restore() {
    const look = (params.view ?? "").split(",").map(Number);
    if (look.length === 3 && look.every(Number.isFinite)) map.look(look);
    const sizes = sizesOf(params.at ?? "");
    if (params.at && sizes && sizes.length <= piles()) {
      // A position of piles stands at two cells: the address says which is meant.
      const { cell } = sliceAt(sizes, piles(), about.isRow);
      const named = sizesOf(params.cell ?? "") ?? [];
      const wanted = named.length === 2 && same([...fixed(), ...named], [...fixed(), ...cell]) ? named : cell;
      map.place(wanted);
      pointed(wanted);
    }
  }

  function same(one, other) {
    const sorted = (sizes) => [...sizes].sort((a, b) => a - b).join();
    return sorted(one) === sorted(other);
  }

  function drawControls() {
    const k = piles();
    const now = JSON.stringify([kept(params), k, most(), params.nim ?? ""]);
    if (now === drawn) return;
    drawn = now;
    controls.replaceChildren(
      gameField(params, (game) => change({ ...game, at: null, cell: null, view: null, fix: null, claim: null }), { wanted: (game) => game.on !== "graph" }),
      checkField("misère", params.misere === "1", (on) => change({ misere: on }), "The player who cannot move wins."),
      about.isRow || about.most === 2 || about.most === 1 ? "" : numberField("Piles", k, { least: 2, most: Math.min(8, about.most ?? 8), act: (n) => change({ piles: n, fix: null, at: null, cell: null }) }),
      numberField("Sizes up to", most(), { least: 1, most: 2047, act: (n) => change({ max: n, view: null }) }),
      about.partizan || params.misere === "1" ? "" : choice("Colours", params.nim === "0" ? "0" : "1", [["1", "nim-values"], ["0", "outcomes"]], (nim) => change({ nim: nim === "0" ? "0" : null })),
    );
    const sizes = fixed();
    sliders.replaceChildren(...sizes.map((size, place) => {
      const shownSize = html("output", {}, String(size));
      const input = html("input", { type: "range", min: 0, max: most(), value: size });
      const apply = calm(25, () => change({ fix: fixed().map((other, index) => (index === place ? input.value : other)).join(",") }));
      input.addEventListener("input", () => { shownSize.textContent = input.value; apply(); });
      return html("label", {}, html("span", { class: "label" }, about.isRow ? `Place ${place + 1}` : `Pile ${place + 1} of ${sizes.length + 2}`), input, shownSize);
    }));
  }

  function drawLegend() {
    legend(key, shown.header, params.claim ? "claim" : null);
  }

  function drawWords(took) {
    const { header } = shown;
    const { tally } = header;
    const all = tally.n + tally.p + tally.l + tally.r;
    const parts = [`${count(tally.p)} of ${count(all)} cells are P`];
    if (header.partizan) parts.push(`${count(tally.l)} won by Left, ${count(tally.r)} by Right, ${count(tally.n)} by who moves`);
    if (header.largest !== null && header.largest !== undefined) parts.push(`largest nim-value ${count(header.largest)}`);
    if (header.complete !== null && header.complete !== undefined) parts.push(`finished up to size ${count(header.complete)}`);
    words.replaceChildren(`${parts.join("; ")}. `, html("span", { title: header.reason ?? "" }, `Computed in ${seconds(header.seconds)}${header.kernel ? ` by ${header.kernel}` : ""}, here after ${Math.round(took)} ms.`));
  }

  function drawBelow() {
    below.replaceChildren(
      exporter([["png", "PNG"], ["svg", "SVG"], ["csv", "CSV"], ["latex", "LaTeX"], ["bfile", "b-file", "By antidiagonals, as the OEIS wants it"]],
        () => ({ what: "table", ...body() }), (error) => trouble.replaceChildren(failure(error))),
      commandLine(shown.header.command),
      html("div", { class: "bar" }, copier("Copy link", () => lab.address(), "The link shows this very table")));
  }

  // The position under the cursor.

  function pointed(cell) {
    drawCard(cell);
    if (!cell) return points.stop();
    const text = positionOf(cell, fixed(), about.isRow);
    keepPlace(cell, text);
    const known = solved.get(text);
    if (known) return explain(cell, known);
    solve(cell, text);
  }

  const keepPlace = calm(200, (cell, text) => { if (shown) lab.keep({ at: text, cell: cell.join(",") }); });

  const solve = calm(30, async (cell, text) => {
    try {
      const answer = await points.run((signal) => ask("solve", { game: gameOf(params), position: text }, signal));
      if (!answer) return;
      solved.set(text, answer);
      const now = map.cursor();
      if (now && now[0] === cell[0] && now[1] === cell[1]) explain(cell, answer);
    } catch (error) {
      if (!isAbort(error)) card.append(failure(error));
    }
  });

  function winners({ winning }) {
    if (!winning) return [];
    return Array.isArray(winning) ? winning : [...winning.left, ...winning.right];
  }

  function explain(cell, answer) {
    const to = winners(answer).map((sizes) => cellOf(sizes, cell, fixed(), about.isRow)).filter(Boolean);
    map.arrows(cell, to);
    drawCard(cell, answer);
  }

  function drawCard(cell, answer = null) {
    if (!cell || !shown) {
      card.replaceChildren(html("p", { class: "note" }, "Point at a position, or move the cursor with the arrow keys."));
      return;
    }
    const found = map.cell(cell);
    if (!found) return;
    const text = positionOf(cell, fixed(), about.isRow);
    const outcomes = shown.header.kind === "outcome";
    const outcome = answer?.outcome ?? (found.value === UNKNOWN ? null : outcomes ? OUTCOMES[found.value] : found.value === 0 ? "P" : "N");
    const value = answer ? answer.nim : outcomes || found.value >= 65534 ? null : found.value;
    const said = { P: "the previous player wins", N: "the next player wins", L: "Left wins", R: "Right wins" };
    const lines = [
      html("h2", { class: "position" }, text === "-" ? "no piles" : text.replace(/,/g, ", ")),
      html("p", {}, outcome ? [html("strong", {}, word(outcome)), `: ${said[outcome]}`] : "not known", value === null || value === undefined ? "" : [", ", word("nim-value"), ` ${value}`]),
    ];
    if (found.mark === 2) lines.push(html("p", { class: "verdict refuted" }, "The claim is wrong here."));
    if (answer) lines.push(...moves(answer));
    lines.push(html("div", { class: "bar" }, html("a", { href: playLink(text) }, `Play from ${text}`),
      answer?.command ? copier("Copy as command", () => answer.command, answer.command) : ""));
    card.replaceChildren(...lines);
    if (answer) {
      const winning = winners(answer);
      spoken.textContent = `${text}: ${outcome ? said[outcome] : "not known"}${value === null || value === undefined ? "" : `, nim-value ${value}`}. ${
        winning.length ? `Winning moves: to ${winning.slice(0, 6).map((sizes) => sizes.join(" ") || "nothing").join("; ")}.` : "No winning move."}`;
    }
  }

  function moves(answer) {
    const here = map.cursor();
    const list = (title, sizes) => {
      if (sizes.length === 0) return [html("p", { class: "note" }, `${title}: no move`)];
      return [html("h3", {}, `${title} (${count(answer.winning_total ?? sizes.length)})`),
        html("ul", { class: "plain moves" }, sizes.slice(0, MANY).map((after) => {
          const text = after.join(",") || "-";
          const outside = here && !cellOf(after, here, fixed(), about.isRow);
          return html("li", {}, html("a", { href: playLink(text), title: outside ? "outside this slice" : `play from ${text}` }, `to ${text === "-" ? "nothing" : text}`), outside ? " ↗" : "");
        })),
        sizes.length > MANY ? html("p", { class: "note" }, `and ${sizes.length - MANY} more`) : ""];
    };
    if (!answer.winning) return [];
    if (Array.isArray(answer.winning)) return list("Winning moves", answer.winning);
    return [...list("Left, moving first, wins by", answer.winning.left), ...list("Right, moving first, wins by", answer.winning.right)];
  }

  function playLink(text) {
    return lab.link("play", { ...kept(params), at: text });
  }

  function play(cell) {
    lab.go("play", { ...kept(params), at: positionOf(cell, fixed(), about.isRow) });
  }

  // A claim over the table.

  function drawClaim() {
    const now = JSON.stringify([params.claim ?? "", kept(params), piles()]);
    if (now === claimed) return;
    claimed = now;
    const input = html("textarea", { rows: 3, class: "statement", spellcheck: "false", placeholder: "P iff a = b" });
    input.value = params.claim ?? "";
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) lay();
    });
    const lay = () => change({ claim: input.value.trim() || null, n: null });
    const told = html("div", { class: "told", role: "status", "aria-live": "polite" });
    claimCard.replaceChildren(
      html("h2", {}, "Lay a claim over it"),
      html("label", {}, html("span", { class: "label" }, about.isRow ? "The places are a, b, …" : "The piles are a ≤ b ≤ …"), input),
      html("div", { class: "bar" }, html("button", { type: "button", onclick: lay }, "Compare"),
        params.claim ? html("button", { type: "button", class: "quiet", onclick: () => change({ claim: null, n: null }) }, "Take it off") : "",
        params.claim ? html("a", { href: lab.link("claim", { ...kept(params), claim: wholeClaim() }) }, "Judge it") : ""),
      told);
    claimCard.told = told;
  }

  function wholeClaim() {
    return claimAbout(params.claim, { expression: about.expression, piles: piles(), isRow: about.isRow });
  }

  async function overlay() {
    if (!params.claim || !shown) {
      if (shown && map.marked) {
        map.marked = false;
        show(null);
        drawLegend();
      }
      return;
    }
    try {
      const answer = await overlays.run((signal) => askCells("overlay", {
        claim: wholeClaim(), games: about.games, place: number(params.n, 0), piles: piles(), max: most(), fixed: fixed(), large: true,
      }, signal));
      if (!answer || !shown) return;
      if (answer.cells.length !== shown.cells.length) throw Object.assign(new Error("The claim speaks of another number of piles."), { kind: "input", places: [] });
      map.marked = true;
      show(Uint8Array.from(answer.cells));
      drawLegend();
      const { counts, wrong_at: wrongAt } = answer.header;
      const told = claimCard.told;
      if (counts.wrong === 0) {
        told.replaceChildren(html("p", { class: "fine" }, `Right at all ${plural(counts.right, "cell")} of the table that it speaks of.`));
      } else {
        told.replaceChildren(html("p", { class: "verdict refuted" }, `Wrong at ${wrongAt.length < 200 ? plural(wrongAt.length, "position") : plural(counts.wrong, "cell")}`),
          html("p", {}, "first ", wrongAt.slice(0, 5).map((sizes, place) => [place ? ", " : "", html("button", {
            type: "button", class: "quiet", onclick: () => { const { cell } = sliceAt(sizes, piles(), about.isRow); map.place(cell); map.element.focus(); },
          }, sizes.join(","))])));
      }
      if (answer.header.ruleset && answer.header.ruleset !== shown.header.ruleset) {
        told.append(html("p", { class: "note" }, `The claim speaks of ${answer.header.ruleset}, the table shows ${shown.header.ruleset}.`));
      }
      announce(counts.wrong === 0 ? "The claim is right on this table." : "The claim is wrong on this table.");
      const now = map.cursor();
      if (now) pointed(now);
    } catch (error) {
      claimCard.told.replaceChildren(failure(error));
    }
  }

  return {
    update,
    run: () => load(true),
    stop,
    close: () => { stop(); points.stop(); overlays.stop(); window.removeEventListener("sprague-theme", retheme); },
    map,
  };
}
