// A play by the rules being written. The address has all of it, as on the screen for plays; the player is `player` there, since `side` is the tab.

import { html } from "../../elements.js";
import { commandLine, field } from "../parts.js";
import { inAddress, playPane, settingOf } from "../play-pane.js";

export function playSide(root, lab) {
  let given = null;
  let pane = null;
  let shown = ""; // the setting that is shown
  const position = html("input", { type: "text", class: "position", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const place = html("div", {});
  const command = html("div", {});
  root.replaceChildren(html("div", { class: "bar" }, field("Start", position)), place, command);
  position.addEventListener("change", () => {
    lab.keep({ at: position.value.trim(), moves: null });
    begin();
  });

  function start() {
    const { found } = given;
    return lab.params().at || (given.start ?? (found.on === "row" ? Array(found.places).fill(5).join(",") : found.most === 1 ? "12" : "3,8"));
  }

  function setting() {
    const setting = { ...settingOf(lab.params(), "player"), game: { ...given.game, misere: false }, position: start() };
    shown = JSON.stringify(setting);
    return setting;
  }

  function changed(changes) {
    const turned = changes.misere !== undefined && changes.misere !== given.game.misere;
    lab.keep(inAddress(changes, "player"));
    shown = JSON.stringify({ ...JSON.parse(shown), ...changes });
    // The rules beside it are of the other ending now.
    if (turned) given.again();
  }

  function begin() {
    position.value = start();
    pane?.stop();
    pane = playPane(place, setting, changed, (answer) => command.replaceChildren(commandLine(answer.command)));
  }

  return {
    show(next) {
      const same = given && JSON.stringify(given.game) === JSON.stringify(next.game);
      // Moves by other rules may be none by these.
      if (given && !same) lab.keep({ moves: null });
      given = next;
      const before = shown;
      if (same && pane && (setting(), shown === before)) return;
      begin();
    },
    stop: () => pane?.stop(),
    close: () => pane?.stop(),
  };
}
