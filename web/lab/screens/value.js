// What a partizan game is worth: its canonical form, mean and temperature, the thermograph, and its options as a tree.

import { html } from "../../elements.js";
import { ask, lane } from "../api.js";
import { gameField, gameOf } from "../game-of.js";
import { choice, commandLine, copier, failure, field, picture, word } from "../parts.js";

export function open(root, given, lab) {
  let params = given;
  const work = lane();
  const controls = html("div", { class: "bar" });
  const result = html("div", {});
  root.append(
    html("h1", {}, "Value"),
    html("p", { class: "lead" }, "What a game is worth in sums with others: a number, an up, a switch. Its ", word("canonical form"), " is the simplest game with that value."),
    controls, result);
  update(given);

  function kind() {
    return params.of === "position" ? "position" : "expression";
  }

  function change(changes) {
    lab.keep(changes);
    update(lab.params());
  }

  async function update(next) {
    params = next;
    drawControls();
    const body = kind() === "expression" ? { expression: params.expr ?? "{3|-1}+^*" } : { game: gameOf({ ...params, game: params.game || "domineering" }), position: params.at ?? "2x3" };
    try {
      const answer = await work.run((signal) => ask("value", body, signal));
      if (answer) draw(answer);
    } catch (error) {
      result.replaceChildren(failure(error));
    }
  }

  function drawControls() {
    const now = JSON.stringify([kind(), params.game, params.text]);
    if (controls.dataset.now === now) return;
    controls.dataset.now = now;
    const input = (value, name, label, title) => {
      const box = html("input", { type: "text", class: "expression", value, spellcheck: "false", autocapitalize: "off" });
      box.addEventListener("change", () => change({ [name]: box.value.trim() }));
      return field(label, box, title);
    };
    controls.replaceChildren(
      choice("Of", kind(), [["expression", "an expression"], ["position", "a position"]], (of) => change({ of: of === "position" ? of : null })),
      ...(kind() === "expression" ? [input(params.expr ?? "{3|-1}+^*", "expr", "Expression", "In CGSuite's notation: {1|-1}, ^*, 3/4, +, -, comparisons")]
        : [gameField({ ...params, game: params.game || "domineering" }, (game) => change({ ...game, at: null })), input(params.at ?? "2x3", "at", "Position", "As on the command line")]));
  }

  function draw(found) {
    const facts = [["Outcome", found.outcome ? word(found.outcome) : null], ["Mean", found.mean], ["Temperature", found.temperature], ["Left stop", found.left_stop], ["Right stop", found.right_stop],
      ["Birthday", found.birthday], ["Atomic weight", found.atomic_weight]].filter(([, value]) => value !== null && value !== undefined);
    const thermograph = typeof found.thermograph === "string" ? found.thermograph : found.thermograph_svg ?? null;
    result.replaceChildren(
      html("div", { class: "two" },
        html("section", { class: "card" },
          html("h2", {}, word("canonical form", "Canonical form")),
          html("p", { class: "position canonical" }, found.canonical ?? (found.holds === undefined ? "too large to write" : found.holds ? "true" : "false")),
          html("table", { class: "rows" }, html("tbody", {}, facts.map(([name, value]) => html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, value instanceof Node ? value : String(value)))))),
          html("div", { class: "bar" }, found.canonical ? copier("Copy the value", () => found.canonical) : "", copier("Copy link", () => lab.address())),
          commandLine(found.command)),
        html("div", {},
          thermograph ? html("section", { class: "card" }, html("h2", {}, word("thermograph", "Thermograph")), picture(thermograph, `thermograph with mean ${found.mean} and temperature ${found.temperature}`)) : "",
          found.options ? html("section", { class: "card" }, html("h2", {}, "Options"), html("ul", { class: "tree" }, tree(found.options, 0))) : "")));
  }

  function tree(node, depth) {
    const children = [["L", node.left ?? []], ["R", node.right ?? []]].filter(([, list]) => list.length > 0);
    if (children.length === 0) return html("li", {}, node.cut ? `${node.text} …` : node.text);
    return html("li", {}, html("details", { open: depth < 2 }, html("summary", {}, node.text),
      html("ul", { class: "tree" }, children.map(([side, list]) => list.map((child) => {
        const item = tree(child, depth + 1);
        (item.querySelector("summary") ?? item).prepend(html("span", { class: "faint" }, `${side === "L" ? "Left" : "Right"} `));
        return item;
      })))));
  }

  return { update, run: () => update(lab.params()), stop: () => work.stop(), close: () => work.stop() };
}
