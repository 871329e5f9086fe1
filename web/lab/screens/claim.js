// A statement about a game: written, checked as one types, judged.

import { html } from "../../elements.js";
import { ask, lane } from "../api.js";
import { claimPane } from "../claim-pane.js";
import { claimsOf } from "../claim-source.js";
import { editor } from "../editor.js";
import { checkField, copier, failure, plural } from "../parts.js";

export function open(root, given, lab) {
  let params = given;
  let written = null; // the editor
  let games = {};
  let only = null;
  let claims = [];
  const checks = lane();
  const place = html("div", {});
  const status = html("p", { class: "note", role: "status" });
  const judge = html("button", { type: "button", class: "first", title: "Ctrl-Enter", onclick: () => run() }, "Judge");
  const stop = html("button", { type: "button", disabled: true, title: "Esc", onclick: () => stopped() }, "Stop");
  const which = html("span", { class: "bar" });
  const results = html("div", {});
  const pane = claimPane(results, () => ({ text: written.text(), games, deep: params.deep === "1", ...(only ? { only } : {}) }), {
    busy: (is) => { stop.disabled = !is; judge.disabled = is; }, link: (screen, next) => lab.link(screen, next),
  });
  const own = html("div", {});
  const folder = html("div", {});
  root.append(
    html("h1", {}, "Claim"),
    html("p", { class: "lead" }, "A statement about a game, as a paper would put it. The answer is proved for all positions, holds on a region, refuted by a counterexample, or undecided. Proofs and counterexamples pass an independent checker."),
    html("div", { class: "two" },
      html("div", {}, place, status, own,
        html("div", { class: "bar" }, judge, stop, which,
          checkField("take long if need be", given.deep === "1", (on) => { lab.keep({ deep: on }); params = lab.params(); }, "Judge also what takes longer than some seconds"),
          copier("Copy link", () => lab.address())),
        html("p", { class: "keys" }, html("kbd", {}, "Ctrl"), " ", html("kbd", {}, "Enter"), " judges, ", html("kbd", {}, "Esc"), " stops."),
        folder),
      results));
  files();
  update(given);

  async function update(next) {
    params = next;
    try {
      const source = await claimsOf(params);
      games = source.games;
      only = source.only;
      if (written) written.set(source.text);
      else {
        written = editor({ text: source.text, label: "Claims", kind: "claim", changed });
        place.replaceChildren(written.element);
      }
      const names = Object.keys(games);
      own.replaceChildren(names.length ? html("p", { class: "note" }, `With ${names.join(", ")} as you wrote ${names.length === 1 ? "it" : "them"}.`) : "");
      await check();
      if (params.run === "1") run();
    } catch (error) {
      place.replaceChildren(failure(error));
    }
  }

  function changed(text) {
    lab.keep({ claim: text, statement: null, n: null, run: null });
    params = lab.params();
    only = null;
    check();
  }

  async function check() {
    try {
      const found = await checks.run((signal) => ask("claims/check", { text: written.text(), games }, signal));
      if (!found) return;
      claims = found.claims ?? [];
      written.wrong(found.wrong ?? []);
      judge.disabled = pane.busy() || claims.length === 0;
      status.replaceChildren(found.ok ? html("span", { class: "fine" }, `✓ ${plural(claims.length, "claim")} ${claims.length === 1 ? "is" : "are"} well written.`)
        : claims.length ? `${plural(claims.length, "claim")} can be judged.` : "");
      drawWhich();
    } catch (error) {
      status.replaceChildren(failure(error));
    }
  }

  // Which claims of a file are judged: all, or one.
  function drawWhich() {
    if (claims.length < 2) return which.replaceChildren();
    const select = html("select", { "aria-label": "which claims" }, html("option", { value: "" }, `all ${claims.length}`),
      claims.map((claim) => html("option", { value: claim.index, selected: only?.includes(claim.index) ?? false }, `${claim.index + 1}: ${claim.claim}`.slice(0, 60))));
    select.addEventListener("change", () => {
      only = select.value === "" ? null : [Number(select.value)];
      lab.keep({ n: select.value === "" ? null : select.value });
      params = lab.params();
    });
    which.replaceChildren(select);
  }

  async function files() {
    try {
      const { files: found } = await ask("folder");
      const here = found.filter((file) => file.kind === "claim");
      if (here.length === 0) return;
      folder.replaceChildren(html("h2", {}, "Claims of your folder"), html("ul", { class: "plain" }, here.map((file) => html("li", {},
        html("button", {
          type: "button", class: "quiet", onclick: async () => {
            const { text } = await ask("file", { id: file.id });
            const others = await Promise.all(found.filter((other) => other.kind === "game").map(async (other) => [`./${other.name.split("/").pop()}`, (await ask("file", { id: other.id })).text]));
            const needed = Object.fromEntries(others.filter(([name]) => text.includes(name)));
            lab.go("claim", { claim: text, games: Object.keys(needed).length ? JSON.stringify(needed) : null });
          },
        }, file.name)))));
    } catch { /* no folder */ }
  }

  function run() {
    if (!written || pane.busy()) return;
    // Who opens the address of a verdict sees the claim judged.
    lab.keep({ claim: params.statement ? null : written.text(), run: "1" });
    params = lab.params();
    pane.run();
  }

  function stopped() {
    if (!pane.stop()) return;
    lab.keep({ run: null });
    params = lab.params();
  }

  return { update, run, stop: stopped, close: () => { pane.stop(); checks.stop(); written?.close(); } };
}
