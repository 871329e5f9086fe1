// A claim about the rules being written: one line, judged.

import { html } from "../../elements.js";
import { claimPane } from "../claim-pane.js";
import { field } from "../parts.js";
import { claimAbout } from "../slice.js";

export function claimSide(root, lab) {
  let given = null;
  const statement = html("input", { type: "text", value: "P iff a = b", spellcheck: "false", class: "statement" });
  const judge = html("button", { type: "button", class: "first", onclick: () => pane.run() }, "Judge");
  const stop = html("button", { type: "button", disabled: true, onclick: () => pane.stop() }, "Stop");
  const more = html("span", {});
  const results = html("div", {});
  const pane = claimPane(results, () => ({ text: claim(), games: { [file()]: given.game.text } }), {
    busy: (is) => { stop.disabled = !is; judge.disabled = is; }, link: (screen, next) => lab.link(screen, next),
  });
  root.replaceChildren(
    html("p", { class: "note" }, "Of positions with two piles a ≤ b (one pile: a; a row: places a, b, …), say which are P, or what their nim-value is: ", html("code", {}, "nim-value = b - a"), "."),
    html("div", { class: "bar" }, field("Claim", statement), judge, stop, more), results);
  statement.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.ctrlKey) pane.run(); });

  function file() {
    return `./${given.found.name || "my"}.game`;
  }

  function claim() {
    const { game, found } = given;
    const expression = `${game.misere ? "misere " : ""}${file()}${game.arguments ? `(${game.arguments})` : ""}`;
    return claimAbout(statement.value, { expression, piles: found.on === "row" ? found.places : Math.min(2, found.most ?? 2), isRow: found.on === "row" });
  }

  return {
    show(next) {
      given = next;
      more.replaceChildren(html("a", { href: lab.link("claim", { claim: claim(), games: JSON.stringify({ [file()]: given.game.text }) }) }, "Write more"));
    },
    run: () => { pane.run(); return true; },
    stop: () => pane.stop(),
    close: () => pane.stop(),
  };
}
