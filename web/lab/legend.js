// What the colours of a table mean.

import { html } from "../elements.js";
import { NEW, WRONG, css, isDark, ofOutcome, ofValue } from "./colours.js";
import { word } from "./parts.js";

export function legend(root, header, marks) {
  const dark = isDark();
  const swatch = (colour) => {
    const square = html("span", { class: "swatch" });
    square.style.background = css(colour);
    return square;
  };
  const parts = [html("span", {}, swatch([0, 0, 0]), word("P-position", "P"))];
  if (header.kind === "outcome") {
    parts.push(html("span", {}, swatch(ofOutcome(1, dark)), word("N-position", "N")));
    if (header.partizan) parts.push(html("span", {}, swatch(ofOutcome(2, dark)), word("L", "L: Left wins")), html("span", {}, swatch(ofOutcome(3, dark)), word("R", "R: Right wins")));
  } else if (!marks) {
    const most = header.largest ?? 1;
    const ramp = html("canvas", { width: 140, height: 11, "aria-hidden": "true" });
    const brush = ramp.getContext("2d");
    for (let x = 0; x < 140; x++) {
      brush.fillStyle = css(ofValue(1 + Math.round((x / 139) * Math.max(0, most - 1)), most));
      brush.fillRect(x, 0, 1, 11);
    }
    parts.push(html("span", {}, word("nim-value"), " 1 ", ramp, ` ${most}`));
  }
  if (marks === "claim") parts.push(html("span", {}, swatch(WRONG), "the claim is wrong"));
  if (marks === "changed") parts.push(html("span", {}, swatch(NEW), "changed"));
  root.replaceChildren(...parts);
}
