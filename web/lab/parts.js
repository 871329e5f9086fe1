// Pieces that several screens share: the command that makes a result, a failure with its carets, words that are explained, files to keep.

import { html } from "../elements.js";
import { fetchFile, isAbort } from "./api.js";

// Words of the field, each explained where it first stands on a screen.
const WORDS = {
  "P-position": "The player who is about to move loses against perfect play: the Previous player wins. These are the positions to move to.",
  "N-position": "The player who is about to move wins: the Next player wins. It has a move to a P-position.",
  "P": "P-position: the player about to move loses against perfect play; the Previous player wins.",
  "N": "N-position: the player about to move, the Next player, wins.",
  "L": "Left wins, whoever begins.",
  "R": "Right wins, whoever begins.",
  "nim-value": "The size of the Nim pile that a position is worth: the least number that is not the value of one of its options. It is 0 exactly at the P-positions.",
  "misère": "The ending turned round: the player who cannot move wins.",
  "saltus": "What is added each time the sequence repeats: G(n + p) = G(n) + s.",
  "period": "From some heap on the sequence repeats every so many heaps.",
  "preperiod": "The heap size from which the sequence repeats.",
  "witness": "The smallest counterexample that was found.",
  "certificate": "A text with the claim, the rules and the evidence, which an independent checker has accepted.",
  "thermograph": "What Left and Right can get out of a game as moves become dearer. Its mast stands over the mean.",
  "canonical form": "The simplest game with the same value.",
  "option": "A position one move away.",
};

export function word(name, shown = name) {
  return html("abbr", { class: "word", title: WORDS[name] ?? "", tabindex: 0 }, shown);
}

// The command that makes what is shown, to be copied.
export function commandLine(command) {
  if (!command) return "";
  return html("div", { class: "command" },
    html("code", { tabindex: 0, role: "group", "aria-label": "the command that makes this" }, words(command)), copier("Copy as command", () => command));
}

// Lines of a command are broken between its words only.
function words(command) {
  return command.split(/(\s+)/).map((part) => (/^\S{1,28}$/.test(part) ? html("span", { class: "whole" }, part) : part));
}

// A button that copies what `text()` gives.
export function copier(label, text, title = null) {
  const button = html("button", { type: "button", class: "quiet", title }, label);
  button.addEventListener("click", async () => {
    const wanted = await text();
    if (wanted === null || wanted === undefined) return;
    try {
      await navigator.clipboard.writeText(wanted);
      button.textContent = "Copied";
      announce("Copied.");
    } catch {
      button.textContent = "Not allowed here";
    }
    setTimeout(() => { button.textContent = label; }, 1400);
  });
  return button;
}

// Says something to those who cannot see it.
let spoken = null;
export function announce(text) {
  spoken ??= document.body.appendChild(html("div", { class: "unseen", role: "status", "aria-live": "polite" }));
  spoken.textContent = "";
  setTimeout(() => { spoken.textContent = text; }, 30);
}

// What went wrong, where, and what would be right.
export function failure(error) {
  if (isAbort(error)) return html("p", { class: "note" }, "Stopped.");
  if (error.kind === "token") {
    return html("div", { class: "failure", role: "alert" }, html("p", {}, "This page does not know the token of the server. Open the address that `sprague lab` printed."));
  }
  if (error.kind === undefined) console.error(error);
  // A picture with carets says it all.
  const drawn = (error.places ?? []).filter((place) => place.excerpt);
  return html("div", { class: "failure", role: "alert" },
    drawn.length ? "" : html("p", {}, error.message),
    drawn.map((place) => html("pre", { tabindex: 0 }, place.excerpt)),
    error.help && !drawn.some((place) => place.excerpt.includes(error.help)) ? html("p", { class: "help" }, error.help) : null);
}

// Numbers with thin spaces between thousands.
export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

export function plural(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

export function seconds(time) {
  if (time === null || time === undefined) return "";
  if (time < 0.001) return "under 1 ms";
  if (time < 1) return `${Math.round(time * 1000)} ms`;
  return time < 100 ? `${time.toFixed(1)} s` : `${Math.round(time)} s`;
}

export function bytes(size) {
  const units = ["bytes", "kB", "MB", "GB"];
  let unit = 0;
  while (size >= 1000 && unit < 3) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}

// Keeps a file under a name.
export function keepFile(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Buttons that fetch a result in several formats.
export function exporter(formats, body, failed) {
  return html("div", { class: "export", role: "group", "aria-label": "keep as a file" }, html("span", { class: "label" }, "Keep as"),
    formats.map(([format, label, title]) => {
      const button = html("button", { type: "button", class: "quiet", title: title ?? null }, label);
      button.addEventListener("click", async () => {
        button.disabled = true;
        try {
          const { name, blob } = await fetchFile("export", { ...body(), format });
          keepFile(name, blob);
          announce(`${label} is kept as ${name}.`);
        } catch (error) {
          failed(error);
        } finally {
          button.disabled = false;
        }
      });
      return button;
    }));
}

// A picture that the server made, shown as an image: nothing in it can act.
export function picture(svgText, description) {
  const address = URL.createObjectURL(new Blob([svgText], { type: "image/svg+xml" }));
  const image = html("img", { src: address, alt: description, class: "picture" });
  image.addEventListener("load", () => URL.revokeObjectURL(address));
  return image;
}

// A field with its label.
export function field(label, input, title = null) {
  return html("label", { class: "field", title }, html("span", { class: "label" }, label), input);
}

export function numberField(label, value, { least = 0, most = 100000, title = null, act }) {
  const input = html("input", { type: "number", min: least, max: most, value, inputmode: "numeric", class: "number" });
  input.addEventListener("change", () => {
    const given = Math.round(Number(input.value));
    const wanted = Number.isFinite(given) ? Math.min(most, Math.max(least, given)) : value;
    input.value = wanted;
    act(wanted);
  });
  return field(label, input, title);
}

export function checkField(label, checked, act, title = null) {
  const input = html("input", { type: "checkbox", checked });
  input.addEventListener("change", () => act(input.checked));
  return html("label", { class: "check", title }, input, html("span", {}, label));
}

export function choice(label, value, options, act, title = null) {
  const select = html("select", {}, options.map(([name, shown]) => html("option", { value: name, selected: name === value }, shown)));
  select.addEventListener("change", () => act(select.value));
  return field(label, select, title);
}

// Waits until calls have been quiet for a while.
export function calm(milliseconds, act) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), milliseconds);
  };
}
