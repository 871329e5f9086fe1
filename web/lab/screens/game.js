// Rules being written: the editor, the examples as they are checked, and beside it what the text gives at once: its table and what changed in it, a play, the
// sequence of one heap, a claim.

import { html } from "../../elements.js";
import { ask, lane } from "../api.js";
import { shape } from "../describe.js";
import { editor } from "../editor.js";
import { catalogue, kept } from "../game-of.js";
import { checkField, copier, failure, field, keepFile, numberField, plural } from "../parts.js";
import { number } from "../address.js";
import { changesSide } from "../sides/table.js";
import { claimSide } from "../sides/claim.js";
import { playSide } from "../sides/play.js";
import { sequenceSide } from "../sides/sequence.js";

const SIDES = [["table", "Table"], ["play", "Play"], ["sequence", "Sequence"], ["claims", "Claims"]];
const EMPTY = `game my-game
  "Take one, two or three tokens from a pile."
  piles any
  move take k from one pile where k <= 3
  example 4 is P
`;

export function open(root, given, lab) {
  let params = given;
  let written = null;
  let games = [];
  let side = null;
  let sideName = "";
  let found = null; // what the check says
  let old = null; // the text that the new one is compared with
  const checks = lane();
  const tries = lane();
  const controls = html("div", { class: "bar" });
  const place = html("div", {});
  const status = html("p", { role: "status", "aria-live": "polite", class: "note" });
  const examples = html("div", { class: "examples" });
  const links = html("div", { class: "bar" });
  const tabs = html("div", { class: "tabs", role: "tablist", "aria-label": "what the text gives" });
  const panel = html("div", { role: "tabpanel", id: "side", tabindex: 0, "aria-labelledby": "tab-table" });
  root.append(
    html("h1", {}, "Game"),
    html("p", { class: "lead" }, "A game is one text: what a position is, which moves there are, and who wins at the end. Change it and see at once what it gives."),
    controls,
    html("div", { class: "two" },
      html("div", {}, place, status, examples, links),
      html("div", {}, tabs, panel)));
  start();

  async function start() {
    try {
      games = (await catalogue()).filter((game) => game.text);
      await folderGames();
    } catch (error) {
      return place.replaceChildren(failure(error));
    }
    written = editor({ text: textOf(params), label: "Rules of the game", kind: "game", changed });
    place.replaceChildren(written.element);
    update(params);
  }

  // Games of the folder that was given at the start stand beside the catalogue.
  async function folderGames() {
    const { files } = await ask("folder").catch(() => ({ files: [] }));
    for (const file of files.filter((one) => one.kind === "game")) {
      const { text } = await ask("file", { id: file.id });
      games.push({ name: file.name, text, own: true, arguments: "", start: "3,8" });
    }
  }

  function template(name) {
    return games.find((game) => game.name === name);
  }

  function nameOf(from) {
    return (from.game || "minnie").replace(/\(.*$/s, "");
  }

  function named(name, given) {
    return given ? `${name}(${given})` : name;
  }

  function textOf(from) {
    return from.text ?? template(nameOf(from))?.text ?? template("minnie").text;
  }

  function argumentsOf(from) {
    if (from.args !== undefined) return from.args;
    const inName = /\((.*)\)$/s.exec(from.game ?? "")?.[1];
    return inName ?? template(nameOf(from))?.arguments ?? "";
  }

  function update(next) {
    params = next;
    if (!written) return;
    if (!params.text && argumentsOf(params)) {
      lab.keep({ game: named(nameOf(params), argumentsOf(params)), args: null });
      params = lab.params();
    }
    written.set(textOf(params));
    old = params.base ?? (params.text && !params.game ? params.text : template(nameOf(params))?.text ?? textOf(params));
    drawControls();
    check(false);
  }

  function game() {
    return { text: written.text(), arguments: argumentsOf(params), misere: params.misere === "1" };
  }

  function changed(text) {
    const same = template(nameOf(params))?.text === text;
    const given = argumentsOf(params);
    lab.keep(same ? { text: null, args: null, game: named(nameOf(params), given) } : { text, args: given, game: nameOf(params) });
    params = lab.params();
    check(true);
  }

  function drawControls() {
    const select = html("select", {}, html("option", { value: "" }, "an empty page"), games.map((one) => html("option", {
      value: one.name, selected: one.name === nameOf(params),
    }, one.own ? `${one.name} (your folder)` : one.name)));
    select.addEventListener("change", () => {
      if (select.value === "") return lab.go("game", { text: EMPTY, side: params.side });
      const chosen = template(select.value);
      lab.go("game", chosen.own ? { text: chosen.text, game: chosen.name, side: params.side } : { game: named(chosen.name, chosen.arguments), side: params.side });
    });
    const given = html("input", { type: "text", value: argumentsOf(params), class: "number", spellcheck: "false" });
    given.addEventListener("change", () => {
      const wanted = given.value.trim();
      lab.keep(params.text ? { args: wanted } : { game: named(nameOf(params), wanted), args: null });
      update(lab.params());
    });
    controls.replaceChildren(
      field("Begin with", select, "The games of the catalogue are texts like yours"),
      argumentsOf(params) || found?.needs_arguments ? field("Arguments", given, "What the parameters of the game are, such as 2,3") : "",
      checkField("misère", params.misere === "1", (on) => { lab.keep({ misere: on }); update(lab.params()); }, "The player who cannot move wins."),
      numberField("Table up to", number(params.max, 199, 1, 999), { least: 1, most: 999, act: (n) => { lab.keep({ max: n, view: null }); update(lab.params()); } }),
      // Games on graphs are built in; and a name may be a slip.
      params.text || template(nameOf(params)) ? "" : html("p", { class: "note", role: "status" }, `There are no rules of ${nameOf(params)} to edit: these are those of minnie. `,
        html("a", { href: lab.link("play", { game: params.game }) }, `Play ${nameOf(params)}`)));
  }

  // The text itself takes no time, and what it gives is shown at once; its examples may take longer.
  async function check(typed) {
    try {
      const answer = await checks.run((signal) => ask("check", { ...game(), examples: false }, signal));
      if (!answer) return;
      const needed = found?.needs_arguments;
      found = { ...answer, ...(answer.ok ? shape(answer) : {}) };
      // Without arguments there is nothing to see: those of an example will do.
      if (found.needs_arguments && found.sample && params.text && params.args === undefined) {
        lab.keep({ args: found.sample });
        return update(lab.params());
      }
      if (needed !== found.needs_arguments) drawControls();
      written.wrong(found.wrong ?? []);
      drawStatus();
      if (!found.ok) return void tries.stop();
      show(typed);
      await tryExamples();
    } catch (error) {
      status.replaceChildren(failure(error));
    }
  }

  async function tryExamples() {
    const answer = await tries.run((signal) => ask("check", { ...game(), examples: true }, signal));
    if (!answer?.ok || !found?.ok) return;
    found.examples = answer.examples ?? [];
    written.wrong(found.examples.filter((one) => !one.holds).map((one) => ({ from: one.from, to: one.to, severity: "warning", message: `found: ${one.found}`, excerpt: "" })));
    drawStatus();
    if (answer.examples_missing) status.append(` The examples were not checked: ${answer.examples_missing.message}`);
  }

  function drawStatus() {
    if (!found.ok) {
      status.replaceChildren(side ? "Beside it stands what the last sound rules gave." : "");
      links.replaceChildren();
      examples.replaceChildren();
      return;
    }
    const wrong = (found.examples ?? []).filter((one) => !one.holds).length;
    status.replaceChildren(html("span", { class: "fine" }, "✓ The rules are sound, and play ends. "),
      found.examples?.length ? `${plural(found.examples.length, "example")}${wrong ? `, ${wrong} wrong` : ", all right"}.` : "");
    examples.replaceChildren(...(found.examples ?? []).map((one) => html("span", { class: one.holds ? "ok" : "no" },
      one.holds ? one.text : `${one.text} (found: ${one.found})`)));
    const along = kept(params);
    const name = found.name || "my";
    links.replaceChildren(
      ...[["table", "Table"], ["play", "Play"], ["sequence", "Sequence"], ["claim", "Claim"]].map(([screen, label]) => html("a", { href: lab.link(screen, withArguments(along)) }, label)),
      html("button", { type: "button", class: "quiet", onclick: () => keepFile(`${name}.game`, new Blob([written.text()], { type: "text/plain" })) }, `Keep as ${name}.game`),
      copier("Copy link", () => lab.address()));
  }

  // A game of the catalogue takes its arguments behind its name.
  function withArguments(along) {
    const given = argumentsOf(params);
    if (!given) return along;
    return along.text ? { ...along, args: given } : { ...along, game: named(nameOf(params), given), args: null };
  }

  // What stands beside the editor.
  function show(typed) {
    const wanted = params.side ?? (found.most === 1 ? "sequence" : "table");
    if (wanted !== sideName) {
      side?.close?.();
      sideName = wanted;
      const make = { table: changesSide, play: playSide, sequence: sequenceSide, claims: claimSide }[wanted] ?? changesSide;
      side = make(panel, lab);
    }
    drawTabs(wanted);
    side.show({ game: game(), found, params: { ...withArguments(kept(params)), max: params.max }, old: old === written.text() ? null : { ...game(), text: old }, typed, start: template(nameOf(params))?.start ?? null, renew, again: () => update(lab.params()) });
  }

  // From now on the table is compared with that of the text as it is.
  function renew() {
    lab.keep({ base: written.text() });
    params = lab.params();
    old = written.text();
    check(false);
  }

  function drawTabs(wanted) {
    if (tabs.childElementCount === 0) {
      tabs.append(...SIDES.map(([name, label]) => html("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "side",
        onclick: () => { lab.keep({ side: name }); params = lab.params(); check(false); },
        onkeydown: (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          const all = [...tabs.children];
          const next = all[(all.indexOf(event.currentTarget) + step + all.length) % all.length];
          next.focus();
          next.click();
        },
      }, label)));
    }
    for (const tab of tabs.children) {
      const is = tab.id === `tab-${wanted}`;
      tab.setAttribute("aria-selected", String(is));
      tab.tabIndex = is ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `tab-${wanted}`);
  }

  return { update, run: () => side?.run?.() ?? check(false), stop: () => side?.stop?.(), close: () => { checks.stop(); tries.stop(); side?.close?.(); written?.close(); } };
}
