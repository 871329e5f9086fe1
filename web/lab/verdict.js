// A verdict: a word, a shape and a colour, so that no one of them is needed.

import { html, svg } from "../elements.js";

const MEANING = {
  proved: "For all positions that the claim speaks of; the independent checker has accepted the proof.",
  holds: "True at every position that was looked at, in a region that is named. Nothing is said of the others.",
  refuted: "False: there is a counterexample.",
  undecided: "Neither a proof nor a counterexample was found. The reason is given.",
  waiting: "Being judged.",
};

export function verdict(name) {
  return html("span", { class: `verdict ${name ?? "waiting"}`, title: MEANING[name] ?? "" }, shape(name), html("span", {}, name ?? "judging"));
}

function shape(name) {
  const icon = (...parts) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...parts);
  const line = (d) => svg("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2.2, "stroke-linecap": "round", "stroke-linejoin": "round" });
  const ring = () => svg("circle", { cx: 8, cy: 8, r: 6.4, fill: "none", stroke: "currentColor", "stroke-width": 1.8 });
  if (name === "proved") return icon(svg("circle", { cx: 8, cy: 8, r: 7.3, fill: "currentColor" }), svg("path", { d: "M4.6 8.3l2.4 2.4 4.4-5", fill: "none", stroke: "var(--paper)", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }));
  if (name === "holds") return icon(ring(), svg("path", { d: "M8 1.6a6.4 6.4 0 0 0 0 12.8z", fill: "currentColor" }));
  if (name === "refuted") return icon(line("M3 3l10 10M13 3L3 13"));
  if (name === "undecided") return icon(svg("path", { d: "M8 1.4L14.6 8 8 14.6 1.4 8z", fill: "none", stroke: "currentColor", "stroke-width": 1.8 }));
  return icon(ring());
}

// A counterexample, in a line: the sizes of piles, or a text.
export function witnessText(witness) {
  if (witness === null || witness === undefined) return null;
  return Array.isArray(witness) ? witness.join(",") || "-" : String(witness);
}
