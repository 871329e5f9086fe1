// Claims being judged: each with its steps as they are decided, then its verdict, and where its counterexample can be seen.

import { html } from "../elements.js";
import { Failure, isAbort, lane, listen } from "./api.js";
import { paramsOf } from "./game-of.js";
import { announce, commandLine, copier, failure, keepFile, plural, seconds, word } from "./parts.js";
import { sizesOf } from "./slice.js";
import { verdict, witnessText } from "./verdict.js";

// `question()` gives the body of the request. `busy(is)` is told when work begins and ends. `link(screen, params)` makes addresses.
export function claimPane(root, question, { busy, link }) {
  const judging = lane();
  const summary = html("p", { class: "note", role: "status", "aria-live": "polite" }, "The verdict will stand here.");
  const cards = html("div", {});
  root.replaceChildren(summary, cards);
  let shown = new Map();
  let stopped = false;

  async function run() {
    stopped = false;
    shown = new Map();
    cards.replaceChildren();
    summary.replaceChildren("Judging …");
    busy(true);
    const began = performance.now();
    const asked = question();
    try {
      await judging.run((signal) => listen("claim", asked, signal, heard));
      if (stopped) {
        const rest = [...shown.values()].filter((card) => !card.done);
        rest.forEach((card) => card.status.replaceChildren(html("span", { class: "verdict undecided" }, "stopped")));
        summary.replaceChildren(`Stopped after ${seconds((performance.now() - began) / 1000)}.`);
      }
    } catch (error) {
      if (!isAbort(error)) summary.replaceChildren(failure(error));
    } finally {
      busy(judging.busy());
    }
  }

  function stop() {
    if (!judging.busy()) return false;
    stopped = true;
    judging.stop();
    busy(false);
    announce("Stopped.");
    return true;
  }

  function heard(name, data) {
    if (name === "claims") {
      for (const claim of data.claims) if (!data.only || data.only.includes(claim.index)) add(claim);
    } else if (name === "begin") shown.get(data.index)?.status.replaceChildren(verdict(null));
    else if (name === "step") step(data);
    else if (name === "progress") progress(data);
    else if (name === "verdict") judged(data);
    else if (name === "done") {
      summary.replaceChildren(data.words ?? "");
      for (const [index, card] of shown) if (!card.done) { card.element.remove(); shown.delete(index); }
    } else if (name === "error") summary.replaceChildren(failure(new Failure(data.error, 200)));
  }

  function add(claim) {
    const status = html("span", {}, html("span", { class: "faint" }, "waiting"));
    const steps = html("ol", { class: "steps", hidden: true });
    const clock = html("span", { class: "note" });
    const body = html("div", {});
    const element = html("section", { class: "card", "aria-label": `claim ${claim.claim}` },
      html("div", { class: "claim-head" }, status, html("h2", {}, claim.claim), clock),
      claim.from ? html("p", { class: "note" }, claim.from) : "", body, steps);
    cards.append(element);
    shown.set(claim.index, { claim, element, status, steps, clock, body, done: false });
  }

  function step({ index, step: words }) {
    const card = shown.get(index);
    if (!card) return;
    card.steps.hidden = false;
    card.steps.append(html("li", {}, words));
    card.steps.scrollTop = card.steps.scrollHeight;
  }

  function progress({ index, seconds: time }) {
    const card = shown.get(index);
    if (card && !card.done) card.clock.textContent = seconds(time);
  }

  function judged(found) {
    const card = shown.get(found.index);
    if (!card) return;
    card.done = true;
    card.status.replaceChildren(verdict(found.verdict));
    card.clock.textContent = seconds(found.seconds);
    card.element.dataset.verdict = found.verdict;
    const witness = witnessText(found.witness);
    const lines = [
      found.scope ? html("p", {}, found.scope) : "",
      witness ? html("p", {}, word("witness", "counterexample"), " ", html("strong", {}, witness)) : "",
      found.why ? html("p", {}, found.why) : "",
      html("p", { class: "note" }, facts(found)),
      found.ok === false ? html("p", { class: "verdict undecided" }, `The text expects: ${found.expected}.`) : "",
      opens(found),
      html("div", { class: "bar" },
        copier("Copy as text", () => found.words ?? found.text), found.latex ? copier("Copy as LaTeX", () => found.latex) : "",
        found.certificate ? html("button", {
          type: "button", class: "quiet", title: "A text that anybody can check: sprague verify",
          onclick: () => keepFile(`${slug(found.claim)}.cert`, new Blob([found.certificate], { type: "text/plain" })),
        }, "Keep the certificate") : "",
        found.automaton ? html("a", { href: link("automaton", { claim: found.text, ...gamesOf() }) }, "See the automaton") : ""),
      commandLine(found.command),
    ];
    card.body.replaceChildren(...lines);
    if (found.steps?.length) {
      const list = html("ol", { class: "steps" }, found.steps.map((words) => html("li", {}, words)));
      const details = html("details", {}, html("summary", {}, plural(found.steps.length, "step")), list);
      card.steps.replaceWith(details);
    }
    announce(`${found.claim}: ${found.verdict}.`);
  }

  function facts(found) {
    const parts = [];
    if (found.by) parts.push(`by ${found.by}`);
    if (found.checked === true) parts.push(`accepted by the independent checker${found.check_seconds === null ? "" : ` in ${seconds(found.check_seconds)}`}`);
    if (found.checked === false) parts.push("not checked");
    if (found.states) parts.push(plural(found.states, "state"));
    if (found.as_printed === true) parts.push("as printed");
    if (found.as_printed === false) parts.push("for fewer cases than printed");
    return parts.join("; ");
  }

  // Where the counterexample, or the board, can be seen.
  function opens(found) {
    if (!found.open) return "";
    const { game, position, piles, max } = found.open;
    const along = paramsOf(game);
    const sizes = sizesOf(position ?? "");
    const parts = [];
    if (piles >= 2 && (sizes || !position)) {
      const fix = sizes && sizes.length > 2 ? [...sizes].sort((a, b) => a - b).slice(0, sizes.length - 2).join(",") : null;
      parts.push(html("a", { href: link("table", { ...along, piles, max, at: position, fix, claim: found.text }) }, found.witness ? "Open the counterexample in the table" : "See it in the table"));
    }
    if (position && position !== "-") parts.push(html("a", { href: link("play", { ...along, at: position }) }, found.witness ? "Play from the counterexample" : "Play from it"));
    return parts.length ? html("div", { class: "bar" }, parts) : "";
  }

  function gamesOf() {
    const { games } = question();
    return games && Object.keys(games).length ? { games: JSON.stringify(games) } : {};
  }

  return { run, stop, busy: () => judging.busy() };
}

function slug(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "claim";
}
