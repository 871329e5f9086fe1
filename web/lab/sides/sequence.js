// One heap by the rules being written.

import { html } from "../../elements.js";
import { number } from "../address.js";
import { ask, lane } from "../api.js";
import { commandLine, failure } from "../parts.js";
import { folded } from "../strip.js";
import { verdict } from "../verdict.js";

export function sequenceSide(root, lab) {
  const sequences = lane();
  const words = html("div", {});
  const command = html("div", {});
  let shown = null;
  const fold = folded({ label: "the sequence of one heap", dragged: (period) => { lab.keep({ period }); draw(); } });
  root.replaceChildren(words, fold.element, command);
  const retheme = () => fold.draw();
  window.addEventListener("sprague-theme", retheme);

  function draw() {
    const { regularity } = shown;
    const values = shown.values ?? [...shown.outcomes];
    fold.show({ values, letters: !shown.values, period: number(lab.params().period, Math.min(values.length, regularity?.period ?? 20), 1, values.length), saltus: 0, from: regularity?.preperiod ?? 0, true: regularity?.period ?? 1 });
    words.replaceChildren(regularity
      ? html("p", {}, verdict(regularity.verdict), ` period ${regularity.period} from heap ${regularity.preperiod} on${regularity.saltus ? `, saltus ${regularity.saltus}` : ""}`)
      : html("p", { class: "note" }, "No period is seen so far."));
    command.replaceChildren(commandLine(shown.command));
  }

  return {
    async show({ game }) {
      try {
        const answer = await sequences.run((signal) => ask("sequence", { game, to: 239 }, signal));
        if (!answer) return;
        shown = answer;
        draw();
      } catch (error) {
        words.replaceChildren(failure(error));
      }
    },
    stop: () => sequences.stop(),
    close: () => { sequences.stop(); window.removeEventListener("sprague-theme", retheme); },
  };
}
