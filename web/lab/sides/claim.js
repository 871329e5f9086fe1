// A claim about the rules being written: one line, judged.

import { html } from "../../elements.js";
import { ask } from "../api.js";
import { claimPane } from "../claim-pane.js";
import { field, plural } from "../parts.js";
import { claimAbout } from "../slice.js";
import { verdict } from "../verdict.js";

const LISTED = 30; // statements of the papers
const FIRST = "P iff a = b";

export function claimSide(root, lab) {
  let given = null;
  let judged = ""; // the question that is judged, or was
  const statement = html("input", { type: "text", value: FIRST, spellcheck: "false", class: "statement" });
  const judge = html("button", { type: "button", class: "first", onclick: () => run() }, "Judge");
  const stop = html("button", { type: "button", disabled: true, onclick: () => stopped() }, "Stop");
  const more = html("span", {});
  const results = html("div", {});
  const known = html("div", {});
  let pane = fresh();
  root.replaceChildren(
    html("p", { class: "note" }, "Of positions with two piles a ≤ b (one pile: a; a row: places a, b, …), say which are P, or what their nim-value is: ", html("code", {}, "nim-value = b - a"), "."),
    html("div", { class: "bar" }, field("Claim", statement), judge, stop, more), results, known);
  statement.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.ctrlKey) run(); });
  statement.addEventListener("input", () => {
    lab.keep({ claim: statement.value === FIRST ? null : statement.value });
    forget();
    drawMore();
  });

  function fresh() {
    return claimPane(results, () => ({ text: claim(), games: { [file()]: given.game.text } }), {
      busy: (is) => { stop.disabled = !is; judge.disabled = is; }, link: (screen, next) => lab.link(screen, next),
    });
  }

  // A verdict on other words, or by other rules, is none.
  function forget() {
    if (judged === "") return;
    judged = "";
    lab.keep({ run: null });
    pane.stop();
    pane = fresh();
  }

  // Who opens the address of a verdict sees the claim judged.
  function run() {
    judged = asked();
    lab.keep({ run: "1" });
    pane.run();
  }

  function stopped() {
    if (!pane.stop()) return false;
    lab.keep({ run: null });
    return true;
  }

  function asked() {
    return JSON.stringify([claim(), given.game.text]);
  }

  function drawMore() {
    more.replaceChildren(html("a", { href: lab.link("claim", { claim: claim(), games: JSON.stringify({ [file()]: given.game.text }) }) }, "Write more"));
  }

  function file() {
    return `./${given.found.name || "my"}.game`;
  }

  function claim() {
    const { game, found } = given;
    const expression = `${game.misere ? "misere " : ""}${file()}${game.arguments ? `(${game.arguments})` : ""}`;
    return claimAbout(statement.value, { expression, piles: found.on === "row" ? found.places : Math.min(2, found.most ?? 2), isRow: found.on === "row" });
  }

  // What the papers say of a game of the catalogue.
  async function statements() {
    const name = given.found.name;
    if (known.dataset.of === name) return;
    known.dataset.of = name;
    known.replaceChildren();
    try {
      const found = (await ask("record")).statements.filter((one) => one.game.replace(/^misere\s+/, "").replace(/\(.*$/, "") === name);
      if (found.length === 0 || known.dataset.of !== name) return;
      known.replaceChildren(html("h2", {}, `What the papers say of ${name}`), html("ul", { class: "plain" }, found.slice(0, LISTED).map((one) => html("li", {},
        verdict(one.verdict), " ", html("a", { href: lab.link("papers", { name: one.name, place: one.place ?? 1 }) }, one.title)))),
      found.length > LISTED ? html("a", { href: lab.link("papers", { word: name }) }, `All ${plural(found.length, "statement")}`) : "");
    } catch { /* the record is only beside the point here */ }
  }

  return {
    show(next) {
      given = next;
      const { claim: wanted, run: is } = lab.params();
      if (statement.value !== (wanted ?? FIRST)) statement.value = wanted ?? FIRST;
      statements();
      drawMore();
      if (judged !== "" && judged !== asked()) forget();
      else if (judged === "" && is === "1") run();
    },
    run: () => { run(); return true; },
    stop: stopped,
    close: () => pane.stop(),
  };
}
