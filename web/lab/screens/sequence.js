// One heap, size by size: the sequence folded into rows by a period that one can drag, a plot, what is proved of it, and which known games have it.

import { html } from "../../elements.js";
import { number } from "../address.js";
import { ask, lane } from "../api.js";
import { describe } from "../describe.js";
import { gameField, gameOf } from "../game-of.js";
import { checkField, commandLine, copier, exporter, failure, numberField, plural, word } from "../parts.js";
import { folded, plot } from "../strip.js";
import { verdict } from "../verdict.js";

export function open(root, given, lab) {
  let params = given;
  let shown = null;
  let asked = "";
  const sequences = lane();
  const identities = lane();
  const controls = html("div", { class: "bar" });
  const foldBar = html("div", { class: "bar" });
  const trouble = html("div", {});
  const fold = folded({ label: "the sequence in rows of one period", dragged: (period) => { fold.hold(true); setPeriod(period); } });
  const graph = plot({ label: "nim-values over heap sizes" });
  const regular = html("section", { class: "card" });
  const known = html("section", { class: "card" }, html("h2", {}, "The same nim-values"), html("p", { class: "note" }, "…"));
  const below = html("div", {});
  const numbers = html("details", {});
  root.append(
    html("h1", {}, "Sequence"),
    html("p", { class: "lead" }, "One heap of size 0, 1, 2, … and its ", word("nim-value"), ", or who wins it. Fold it by a ", word("period"), " to see it repeat."),
    controls, trouble,
    html("div", { class: "two wide-left" },
      html("div", {}, foldBar, fold.element, html("h2", {}, "Plot"), graph.element, numbers),
      html("div", {}, regular, known, below)));
  fold.element.addEventListener("pointerup", () => { fold.hold(false); fold.draw(); });
  const retheme = () => { fold.draw(); graph.draw(); };
  window.addEventListener("sprague-theme", retheme);
  update(given);

  async function update(next) {
    params = next;
    drawControls();
    await load();
  }

  function to() {
    return number(params.to, 300, 1, 20000);
  }

  function body() {
    return { game: gameOf(params), to: to() };
  }

  function change(changes) {
    lab.keep(changes);
    update(lab.params());
  }

  function drawControls() {
    controls.replaceChildren(
      gameField({ ...params, game: params.game || "kayles" }, (game) => change({ ...game, period: null, flat: null }), { wanted: (game) => game.on === "piles" }),
      checkField("misère", params.misere === "1", (on) => change({ misere: on, period: null }), "The player who cannot move wins."),
      numberField("Heaps up to", to(), { least: 1, most: 20000, act: (n) => change({ to: n }) }));
  }

  async function load() {
    if (!params.game && !params.text) {
      lab.keep({ game: "kayles" });
      params = lab.params();
    }
    const question = JSON.stringify(body());
    if (question === asked && shown) return draw();
    trouble.replaceChildren();
    const busy = setTimeout(() => trouble.replaceChildren(html("div", { class: "bar" }, html("span", { class: "note" }, "Computing …"), html("button", { type: "button", onclick: stop }, "Stop"))), 350);
    try {
      const answer = await sequences.run((signal) => ask("sequence", body(), signal));
      clearTimeout(busy);
      if (!answer) return;
      trouble.replaceChildren();
      shown = answer;
      asked = question;
      draw();
      identify();
    } catch (error) {
      shown = null;
      asked = "";
      trouble.replaceChildren(failure(error));
      const about = await describe(params).catch(() => null);
      if (about?.on === "graph" || about?.isRow) trouble.append(html("p", { class: "note" }, "A sequence is of games on heaps."));
    } finally {
      clearTimeout(busy);
    }
  }

  function stop() {
    if (sequences.stop()) trouble.replaceChildren(html("p", { class: "note", role: "status" }, "Stopped."));
    identities.stop();
  }

  function period() {
    return number(params.period, shown.regularity?.period ?? 20, 1, Math.max(1, terms().length));
  }

  function terms() {
    return shown.values ?? [...shown.outcomes];
  }

  function setPeriod(wanted) {
    lab.keep({ period: wanted });
    params = lab.params();
    draw();
  }

  function draw() {
    const letters = !shown.values;
    const values = terms();
    const { regularity } = shown;
    drawFoldBar(values);
    fold.show({
      values, letters, period: period(), saltus: params.flat === "1" ? regularity?.saltus ?? 0 : 0, from: regularity?.preperiod ?? 0, true: regularity?.period ?? 1,
    });
    graph.show({
      values: letters ? values.map((letter) => "PNRL".indexOf(letter)) : values, preperiod: regularity?.preperiod ?? null, period: regularity?.period ?? null,
    });
    graph.element.hidden = letters;
    graph.element.previousElementSibling.hidden = letters;
    numbers.replaceChildren(html("summary", {}, "The numbers"), html("pre", { tabindex: 0, class: "numbers" }, values.join(letters ? " " : ", ")));
    drawRegular();
    below.replaceChildren(
      exporter([["bfile", "b-file", "As the OEIS wants it"], ["latex", "LaTeX"], ["csv", "CSV"], ["svg", "SVG"], ["png", "PNG"]], () => ({ what: "sequence", ...body() }), (error) => trouble.replaceChildren(failure(error))),
      commandLine(shown.command), html("div", { class: "bar" }, copier("Copy link", () => lab.address())));
  }

  function drawFoldBar(values) {
    const most = Math.min(values.length, 400);
    const existing = foldBar.querySelector("input[type=range]");
    const saltus = shown.regularity?.saltus ?? 0;
    if (existing && Number(existing.max) === most && foldBar.dataset.saltus === String(saltus)) {
      existing.value = period();
      foldBar.querySelector("output").textContent = String(period());
      return;
    }
    const output = html("output", {}, String(period()));
    const input = html("input", { type: "range", min: 1, max: most, value: Math.min(most, period()) });
    input.addEventListener("input", () => setPeriod(Number(input.value)));
    foldBar.dataset.saltus = String(saltus);
    foldBar.replaceChildren(
      html("label", { class: "field fold-by" }, html("span", { class: "label" }, "Rows of"), input, output),
      shown.regularity ? html("button", { type: "button", class: "quiet", onclick: () => setPeriod(shown.regularity.period) }, `The period, ${shown.regularity.period}`) : "",
      saltus !== 0 ? checkField("take the saltus off", params.flat === "1", (on) => { lab.keep({ flat: on }); params = lab.params(); draw(); }, "Subtract what each period adds") : "");
  }

  function drawRegular() {
    const { regularity } = shown;
    const head = html("h2", {}, "What it does for ever");
    if (!regularity) return regular.replaceChildren(head, html("p", {}, `No period is seen up to heap ${to()}.`));
    const { preperiod, period: length, saltus, verdict: how, by } = regularity;
    regular.replaceChildren(head,
      html("p", {}, verdict(how)),
      html("p", {}, `G(n + ${length}) = G(n)${saltus ? ` + ${saltus}` : ""} for all n ≥ ${preperiod}`),
      html("p", { class: "note" }, word("period"), ` ${length}, `, word("preperiod"), ` ${preperiod}`, saltus ? [", ", word("saltus"), ` ${saltus}`] : "", "."),
      html("p", { class: "note" }, how === "proved" ? `Proved for all heaps${by ? ` (${by})` : ""}.` : `Only seen, up to heap ${to()}: it may end beyond.`));
  }

  async function identify() {
    if (!shown.values) return known.replaceChildren(html("h2", {}, "The same nim-values"), html("p", { class: "note" }, "This game has no nim-values to compare."));
    try {
      const found = await identities.run((signal) => ask("identify", { game: gameOf(params), to: 500 }, signal));
      if (!found) return;
      known.replaceChildren(html("h2", {}, "The same nim-values"),
        found.matches.length === 0 ? html("p", { class: "note" }, "No known game has them.") : "",
        html("ul", { class: "plain" }, found.matches.slice(0, 12).map((match) => html("li", {},
          html("a", { href: lab.link("sequence", { game: match.ruleset }) }, match.ruleset), " ",
          html("span", { class: "note" }, [match.shift ? `heap n is n ${match.shift > 0 ? "+" : "−"} ${Math.abs(match.shift)} there; ` : "",
            match.verdict === "proved" ? "the same for all heaps" : `agrees up to heap ${match.agrees_to}`].join(""))))),
        found.more?.length ? html("p", { class: "note" }, found.more.map((more) => `and ${plural(more.count, "game")} among ${more.family}`).join("; ")) : "",
        commandLine(found.command));
    } catch (error) {
      known.replaceChildren(html("h2", {}, "The same nim-values"), html("p", { class: "note" }, error.message));
    }
  }

  return { update, run: () => { asked = ""; load(); }, stop, close: () => { stop(); window.removeEventListener("sprague-theme", retheme); } };
}
