// The record: the statements of the papers, what became of each, and doors from there to the table, to a play and to a new judgement.

import { html } from "../../elements.js";
import { ask, lane } from "../api.js";
import { claimPane } from "../claim-pane.js";
import { paramsOf } from "../game-of.js";
import { calm, commandLine, copier, failure, field, plural } from "../parts.js";
import { sizesOf } from "../slice.js";
import { verdict } from "../verdict.js";

const PAGE = 120; // rows at first
const PAPERS = {
  "classics": "Classics", "cut": "CUT", "ending-partizan": "Ending-partizan subtraction", "ooooob": "One-or-one-or-one-of-both", "self-referential": "Self-referential Nim",
};

export function open(root, given, lab) {
  let params = given;
  let record = null;
  let pane = null;
  let moved = false; // was a statement shown before?
  const details = lane();
  const filters = html("div", { class: "bar" });
  const summary = html("p", { class: "note", role: "status", "aria-live": "polite" });
  const list = html("div", {});
  const detail = html("div", { class: "detail" });
  root.append(
    html("h1", {}, "Papers"),
    html("p", { class: "lead" }, "The statements of the papers that come with the program, and what became of them. Each can be looked at, played and judged again."),
    filters, summary,
    html("div", { class: "two" }, html("div", { class: "scroll record", tabindex: 0, role: "region", "aria-label": "statements" }, list), detail));
  load();

  async function load() {
    try {
      record = await ask("record");
      for (const one of record.statements) {
        one.place ??= 1;
        one.verdict ??= "not judged";
      }
      drawFilters();
      update(params);
    } catch (error) {
      summary.replaceChildren(failure(error));
    }
  }

  function update(next) {
    params = next;
    if (!record) return;
    drawList();
    drawDetail();
  }

  function drawFilters() {
    const { statements } = record;
    const options = (name, shown = (value) => value) => [["", "all"], ...[...new Set(statements.map((one) => one[name]).filter(Boolean))].sort().map((value) => [value, shown(value)])];
    const select = (label, name, choices) => {
      const element = html("select", {}, choices.map(([value, text]) => html("option", { value, selected: (params[name] ?? "") === value }, text)));
      element.addEventListener("change", () => filter({ [name]: element.value }));
      return field(label, element);
    };
    const search = html("input", { type: "text", value: params.word ?? "", placeholder: "a word of the title, game, source", class: "search" });
    search.addEventListener("input", calm(120, () => filter({ word: search.value.trim() })));
    filters.replaceChildren(
      select("Paper", "paper", options("paper", (paper) => PAPERS[paper] ?? paper)), select("Verdict", "verdict", options("verdict")), select("Kind", "kind", options("kind")), field("Search", search));
  }

  function filter(changes) {
    lab.keep({ ...changes, all: null });
    params = lab.params();
    drawList();
  }

  function wanted() {
    const words = (params.word ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    return record.statements.filter((one) => (!params.paper || one.paper === params.paper) && (!params.verdict || one.verdict === params.verdict) && (!params.kind || one.kind === params.kind)
      && words.every((word) => `${one.name} ${one.title} ${one.source ?? ""} ${one.game}`.toLowerCase().includes(word)));
  }

  function drawList() {
    const found = wanted();
    const tally = ["proved", "holds", "refuted", "undecided"].map((name) => [name, found.filter((one) => one.verdict === name).length]).filter(([, many]) => many > 0);
    summary.textContent = `${plural(found.length, "statement")}${tally.length ? ": " : ""}${tally.map(([name, many]) => `${many} ${name}`).join(", ")}.`;
    const rows = params.all === "1" ? found.length : PAGE;
    const chosen = params.name ? `${params.name} ${params.place ?? 1}` : "";
    list.replaceChildren(
      html("table", { class: "rows" },
        html("thead", {}, html("tr", {}, ["Verdict", "Statement", "Source"].map((title) => html("th", { scope: "col" }, title)))),
        html("tbody", {}, found.slice(0, rows).map((one) => html("tr", { class: `${one.name} ${one.place}` === chosen ? "chosen" : "" },
          html("td", {}, verdict(one.verdict)),
          html("td", {}, html("a", { href: lab.link("papers", { ...params, name: one.name, place: one.place, run: null }) }, one.title)),
          html("td", { class: "faint" }, one.source ?? one.name))))),
      found.length > rows ? html("button", { type: "button", onclick: () => { lab.keep({ all: "1" }); params = lab.params(); drawList(); } }, `Show all ${found.length}`) : "");
  }

  async function drawDetail() {
    pane?.stop();
    const one = record.statements.find((other) => other.name === params.name && String(other.place) === (params.place ?? "1"));
    if (!one) {
      moved = true;
      return detail.replaceChildren(html("p", { class: "note" }, "Choose a statement to read it and to judge it again."));
    }
    try {
      const found = await details.run(async (signal) => {
        const statement = await ask("statement", { name: one.name }, signal);
        return { statement, checked: await ask("claims/check", { text: statement.text, games: statement.games }, signal) };
      });
      if (!found) return;
      showDetail(one, found.statement, found.checked);
      // In one column the statement stands below the list.
      if (moved && window.innerWidth <= 900) detail.scrollIntoView({ block: "start" });
      moved = true;
    } catch (error) {
      detail.replaceChildren(failure(error));
    }
  }

  function showDetail(one, statement, checked) {
    const claim = checked.claims[one.place - 1];
    const results = html("div", {});
    const stop = html("button", { type: "button", disabled: true, onclick: stopped }, "Stop");
    const judge = html("button", { type: "button", class: "first", onclick: run }, "Judge again");
    pane = claimPane(results, () => ({ text: statement.text, games: statement.games, deep: true, only: [one.place - 1] }), {
      busy: (is) => { stop.disabled = !is; judge.disabled = is; }, link: (screen, next) => lab.link(screen, next),
    });
    results.firstChild.replaceChildren();
    const game = gameOfStatement(one.game, statement.games);
    // The record says after a colon what is so there.
    const position = one.witness?.split(": ")[0] ?? null;
    const sizes = position ? sizesOf(position) : null;
    const graph = /chips=/.test(position ?? "");
    const piles = claim?.piles ?? null;
    detail.replaceChildren(html("section", { class: "card" },
      html("div", { class: "claim-head" }, verdict(one.verdict), html("h2", {}, one.title)),
      html("p", { class: "note" }, [one.source, one.checked ? "checked" : null, one.deep ? "takes long" : null].filter(Boolean).join("; ")),
      one.scope ? html("p", {}, one.scope) : "",
      one.witness ? html("p", {}, "Counterexample ", html("strong", {}, one.witness)) : "",
      html("pre", { tabindex: 0, class: "claim-text" }, claim?.text ?? statement.text),
      html("div", { class: "bar" }, judge, stop,
        html("a", { href: lab.link("claim", { statement: one.name, n: one.place - 1 }) }, "Open as a claim"),
        claim?.overlay && game ? html("a", { href: lab.link("table", { ...game, piles, at: sizes && sizes.length <= piles ? position : null, max: sizes ? Math.max(40, ...sizes.map((size) => size + 5)) : null,
          fix: sizes && sizes.length > 2 ? [...sizes].sort((a, b) => a - b).slice(0, sizes.length - 2).join(",") : null, claim: claim.text }) }, "In the table") : "",
        game && (sizes || graph) ? html("a", { href: lab.link("play", { ...game, at: position }) }, "Play from the counterexample")
          : game && piles ? html("a", { href: lab.link("play", game) }, "Play the game") : "",
        copier("Copy the text", () => claim?.text ?? statement.text)),
      commandLine(one.command)), results);
    if (params.run === "1") run();
  }

  // Who opens the address of a verdict sees the statement judged.
  function run() {
    if (!pane) return;
    lab.keep({ run: "1" });
    params = lab.params();
    pane.run();
  }

  function stopped() {
    if (!pane?.stop()) return;
    lab.keep({ run: null });
    params = lab.params();
  }

  // The game of a statement as parameters of an address; null where it stands for many games at once.
  function gameOfStatement(expression, games) {
    if (!expression) return null;
    const own = /^(misere\s+)?(\.\/[^\s(]+\.game)(?:\((.*)\))?$/.exec(expression);
    if (own) return games[own[2]] ? paramsOf({ text: games[own[2]], arguments: own[3] ?? "", misere: Boolean(own[1]) }) : null;
    return /\([^)]*[A-Za-z][^)]*\)/.test(expression) ? null : paramsOf({ ruleset: expression });
  }

  return { update, run, stop: stopped, close: () => { pane?.stop(); details.stop(); } };
}
