// The automaton of a proof: a machine that reads the digits of a position and says whether it is P. Drawn where it is small, and followed digit by digit.

import { html, svg } from "../../elements.js";
import { number } from "../address.js";
import { ask, lane, listen } from "../api.js";
import { claimsOf } from "../claim-source.js";
import { commandLine, copier, failure, field, plural, seconds } from "../parts.js";
import { sizesOf } from "../slice.js";
import { verdict } from "../verdict.js";

export function open(root, given, lab) {
  let params = given;
  let asked = "";
  let machine = null;
  let certificate = null;
  let run = null; // digits and states of the position that is read
  let at = 0;
  const work = lane();
  const reads = lane();
  const status = html("p", { class: "note", role: "status", "aria-live": "polite" });
  const stopper = html("button", { type: "button", hidden: true, onclick: stop }, "Stop");
  const drawing = html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "the automaton" });
  const reader = html("section", { class: "card" });
  const text = html("section", { class: "card" });
  const below = html("div", {});
  root.append(
    html("h1", {}, "Automaton"),
    html("p", { class: "lead" }, "Behind a proof for all positions there is a machine with finitely many states. It reads the digits of all numbers at once, lowest first, and accepts the positions that the claim names: those of states with a double ring."),
    html("div", { class: "bar" }, status, stopper),
    html("div", { class: "two wide-left" }, drawing, html("div", {}, text, reader, below)));
  update(given);

  async function update(next) {
    params = next;
    const question = JSON.stringify([params.claim, params.statement, params.n, params.games]);
    if (question === asked && machine) return read();
    asked = question;
    machine = null;
    drawing.replaceChildren();
    try {
      const source = await claimsOf({ claim: params.claim, statement: params.statement, n: params.n, games: params.games });
      drawText(source.text);
      await judge(source);
    } catch (error) {
      status.replaceChildren(failure(error));
    }
  }

  function drawText(claim) {
    text.replaceChildren(html("h2", {}, "The claim"), html("pre", { tabindex: 0 }, claim),
      html("a", { href: lab.link("claim", { claim: params.claim ?? claim, statement: params.claim ? null : params.statement, games: params.games }) }, "Change it"));
  }

  async function judge({ text: claim, games, only }) {
    status.textContent = "Judging the claim …";
    stopper.hidden = false;
    let found = null;
    let wrong = null;
    const done = await work.run(async (signal) => {
      await listen("claim", { text: claim, games, only: only ?? [0] }, signal, (name, data) => {
        if (name === "verdict" && !found) found = data;
        if (name === "error") wrong = data.error;
      });
      return true;
    });
    stopper.hidden = true;
    if (!done) return void (status.textContent = "Stopped.");
    if (wrong) return status.replaceChildren(failure(wrong));
    if (!found?.certificate || !found.automaton) {
      return status.replaceChildren(verdict(found?.verdict ?? "undecided"), " ", found ? "There is no automaton in this proof." : "Nothing was judged.");
    }
    certificate = found.certificate;
    machine = await ask("automaton", { certificate });
    status.replaceChildren(verdict(found.verdict), ` in ${seconds(found.seconds)}. ${plural(machine.states, "state")}, ${machine.digits} digits of ${machine.names?.join(", ") ?? plural(machine.numbers, "number")}.`);
    below.replaceChildren(
      html("div", { class: "bar" }, html("span", { class: "label" }, "Copy as"), copier("Graphviz", () => machine.graphviz), copier("Walnut", () => machine.walnut), copier("TikZ", () => machine.tikz)),
      commandLine(found.command));
    drawReader();
    draw();
    read();
  }

  function stop() {
    work.stop();
  }

  function drawReader() {
    const position = html("input", { type: "text", class: "position", value: params.at ?? "3,8", spellcheck: "false" });
    position.addEventListener("change", () => { lab.keep({ at: position.value.trim(), read: null }); params = lab.params(); read(); });
    const slider = html("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "digits read" });
    slider.addEventListener("input", () => {
      if (!run) return;
      at = Number(slider.value);
      lab.keep({ read: at === run.states.length - 1 ? null : at });
      params = lab.params();
      drawRun();
      draw();
    });
    const told = html("div", { role: "status", "aria-live": "polite" });
    reader.replaceChildren(html("h2", {}, "Read a position"), field("Position", position), slider, told);
    reader.parts = { slider, told };
  }

  async function read() {
    if (!machine || !reader.parts) return;
    const sizes = sizesOf(params.at ?? "3,8");
    if (!sizes) return reader.parts.told.replaceChildren(html("p", { class: "note" }, "A position is written 3,8."));
    try {
      run = await reads.run((signal) => ask("automaton/read", { certificate, position: sizes }, signal));
      if (!run) return;
      at = number(params.read, run.states.length - 1, 0, run.states.length - 1);
      reader.parts.slider.max = run.states.length - 1;
      reader.parts.slider.value = at;
      drawRun();
      draw();
    } catch (error) {
      run = null;
      reader.parts.told.replaceChildren(failure(error));
    }
  }

  function drawRun() {
    const names = machine.names ?? [];
    const rows = (run.digits[0] ?? []).map((_, number) => html("tr", {}, html("th", { scope: "row" }, names[number] ?? String(number + 1)),
      run.digits.map((digits, place) => html("td", { class: place < at ? "" : "faint" }, digits[number]))));
    reader.parts.told.replaceChildren(
      html("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "the digits" }, html("table", { class: "fold" }, html("tbody", {}, rows))),
      html("p", {}, `After ${plural(at, "digit")}: state ${run.states[at]}`),
      html("p", {}, html("strong", {}, run.accepted ? "accepted" : "not accepted")));
  }

  function draw() {
    if (!machine.layout || !machine.drawn) {
      return drawing.replaceChildren(html("p", { class: "note" }, `It has ${plural(machine.states, "state")}, too many to draw; copy it for Graphviz or Walnut instead.`));
    }
    const { width, height, nodes, edges } = machine.layout;
    const accepting = new Set(machine.accepting.map((one, place) => (typeof one === "boolean" ? (one ? place : -1) : one)));
    const here = run ? run.states[at] : null;
    const marker = svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, svg("path", { d: "M0 0L8 4L0 8z", class: "tip" }));
    // Letters lie over all lines.
    const lines = [...edges.map(({ path }) => svg("path", { d: curve(path), "marker-end": "url(#tip)" })),
      ...edges.map(({ label, labels, at: [x, y] }) => svg("text", { x, y: y + 4, class: "digit" }, label === labels.join(", ") ? null : svg("title", {}, labels.join(", ")), label))];
    const used = new Set([0, here, ...edges.flatMap(({ from, to }) => [from, to])]);
    const circles = nodes.map(([x, y], state) => (!used.has(state) && !accepting.has(state) ? null : svg("g", {},
      svg("circle", { cx: x, cy: y, r: 16, class: state === here ? "state here" : "state" }),
      accepting.has(state) ? svg("circle", { cx: x, cy: y, r: 12.5, class: state === here ? "ring here-ring" : "ring" }) : null,
      svg("text", { x, y: y + 4, class: state === here ? "here-text" : "" }, String(state)))));
    const [x0, y0] = nodes[0];
    const begin = svg("path", { d: `M${x0 - 40},${y0}L${x0 - 17},${y0}`, "marker-end": "url(#tip)" });
    const dead = nodes.map((_, state) => state).filter((state) => !used.has(state) && !accepting.has(state));
    drawing.replaceChildren(svg("svg", {
      class: "automaton", viewBox: `-44 -30 ${width + 68} ${height + 60}`, width: Math.round((width + 68) * 1.35), role: "img", "aria-label": `an automaton with ${machine.states} states; state 0 is the first`,
    }, svg("defs", {}, marker), begin, lines, circles),
    dead.length ? html("p", { class: "note" }, `${dead.length === 1 ? `State ${dead[0]}, from which nothing is accepted, is` : `States ${dead.join(", ")}, from which nothing is accepted, are`} left out, with all that leads there.`) : "");
  }

  function curve(path) {
    if (path.length === 4) return `M${path[0]}C${path[1]} ${path[2]} ${path[3]}`;
    if (path.length === 3) return `M${path[0]}Q${path[1]} ${path[2]}`;
    return `M${path.map((point) => point.join(",")).join("L")}`;
  }

  return { update, run: () => { asked = ""; update(lab.params()); }, stop, close: () => { work.stop(); reads.stop(); } };
}
