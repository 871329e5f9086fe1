// Whole families of games: the Parquet files of the folder that was given at the start, as distributions and rows. A row opens as a game or a sequence.

import { html } from "../../elements.js";
import { number } from "../address.js";
import { ask, lane } from "../api.js";
import { bytes, choice, commandLine, count, failure, picture } from "../parts.js";

const PAGE = 50;

export function open(root, given, lab) {
  let params = given;
  let files = null;
  const work = lane();
  const rowsLane = lane();
  const controls = html("div", { class: "bar" });
  const result = html("div", {});
  const rows = html("div", {});
  root.append(
    html("h1", {}, "Census"),
    html("p", { class: "lead" }, "A family of games examined at once, one row a game. ", html("code", {}, "sprague census … --out games.parquet"), " makes such a file; ", html("code", {}, "sprague lab FOLDER"), " shows those of a folder."),
    controls, result, rows);
  start();

  async function start() {
    try {
      files = (await ask("folder")).files.filter((file) => file.kind === "census");
    } catch (error) {
      return result.replaceChildren(failure(error));
    }
    update(params);
  }

  function change(changes) {
    lab.keep(changes);
    update(lab.params());
  }

  async function update(next) {
    params = next;
    if (!files) return;
    if (files.length === 0) {
      controls.replaceChildren();
      return result.replaceChildren(html("section", { class: "card" }, html("p", {}, "There is no census in the folder of this lab. Make one and start the lab there:"),
        html("pre", { tabindex: 0 }, "sprague census lr-nim --min 2 --max 20 --out lr.parquet\nsprague lab ."),
        html("p", { class: "note" }, "The first of these counts 262 144 games and takes about a second.")));
    }
    const file = files.find((one) => one.id === params.file || one.name === params.file) ?? files[0];
    controls.replaceChildren(choice("File", file.id, files.map((one) => [one.id, `${one.name} (${bytes(one.bytes)})`]), (id) => change({ file: id, from: null, by: null })));
    try {
      const found = await work.run((signal) => ask("census", { id: file.id }, signal));
      if (!found) return;
      draw(found);
      await drawRows(file);
    } catch (error) {
      result.replaceChildren(failure(error));
    }
  }

  function draw(found) {
    const distribution = (title, heads, list) => (list?.length ? html("section", {}, html("h2", {}, title), html("div", { class: "scroll short", tabindex: 0, role: "region", "aria-label": title },
      html("table", { class: "rows narrow" }, html("thead", {}, html("tr", {}, heads.map((head, place) => html("th", { scope: "col", class: typeof list[0][place] === "number" ? "number" : "" }, head)))),
        html("tbody", {}, list.map((line) => html("tr", {}, line.map((value) => html("td", { class: typeof value === "number" ? "number" : "" }, typeof value === "number" ? count(value) : String(value))))))))) : "");
    result.replaceChildren(
      html("p", {}, `${count(found.rows)} games.`),
      html("div", { class: "two" },
        found.svg ? picture(found.svg, "the census drawn: shares and periods") : html("div", {}),
        html("div", {},
          distribution("Classes", ["class", "games"], found.classes),
          distribution("Periods", ["period", "games"], found.periods),
          distribution(found.asked ? `Share: ${found.asked}` : "Share", ["largest number", "games that do", "games"], found.share_by_max))),
      commandLine(found.command));
  }

  async function drawRows(file) {
    const from = number(params.from, 0);
    const found = await rowsLane.run((signal) => ask("census/rows", { id: file.id, from, count: PAGE, ...(params.by ? { by: params.by, down: params.down === "1" } : {}) }, signal));
    if (!found) return;
    const order = (column) => change(params.by === column ? { down: params.down === "1" ? null : "1", from: null } : { by: column, down: "1", from: null });
    rows.replaceChildren(html("h2", {}, "Rows"),
      html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "rows" }, html("table", { class: "rows" },
        html("thead", {}, html("tr", {}, found.columns.map((column) => html("th", { scope: "col", class: typeof found.rows[0]?.[found.columns.indexOf(column)] === "number" ? "number" : "", "aria-sort": params.by === column ? (params.down === "1" ? "descending" : "ascending") : null },
          html("button", { type: "button", class: "quiet", onclick: () => order(column) }, column))), html("th", { scope: "col" }, "opens as"))),
        html("tbody", {}, found.rows.map((row, place) => html("tr", {}, row.map((value) => html("td", { class: typeof value === "number" ? "number" : "" }, value === null ? "–" : String(value))),
          html("td", {}, found.game?.[place] ? [html("a", { href: lab.link("game", { game: found.game[place] }) }, "game"), " ", html("a", { href: lab.link("sequence", { game: found.game[place] }) }, "sequence")] : "")))))),
      html("div", { class: "bar" },
        html("button", { type: "button", disabled: from === 0, onclick: () => change({ from: Math.max(0, from - PAGE) || null }) }, "Before"),
        html("span", { class: "note" }, `${count(from + 1)} to ${count(Math.min(found.of, from + PAGE))} of ${count(found.of)}`),
        html("button", { type: "button", disabled: from + PAGE >= found.of, onclick: () => change({ from: from + PAGE }) }, "After")));
  }

  return { update, run: () => update(lab.params()), stop: () => { work.stop(); rowsLane.stop(); }, close: () => { work.stop(); rowsLane.stop(); } };
}
