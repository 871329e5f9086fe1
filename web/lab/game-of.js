// The game that a screen is about: an expression of the catalogue, or a text of one's own with its arguments. It is in the address, and goes along from screen to screen.

import { html } from "../elements.js";
import { ask } from "./api.js";
import { field } from "./parts.js";

let asked = null;

// The catalogue, asked for once.
export function catalogue() {
  asked ??= ask("games").then(({ games }) => games).catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

// The parameters of the address that name a game; they are kept from screen to screen.
export const KEPT = ["game", "text", "args", "misere"];

export function kept(params) {
  return Object.fromEntries(KEPT.filter((name) => params[name]).map((name) => [name, params[name]]));
}

// The game as the server wants it.
export function gameOf(params) {
  const misere = params.misere === "1";
  if (params.text) return { text: params.text, arguments: params.args ?? "", misere };
  const named = params.game || "minnie";
  return { ruleset: misere && !named.startsWith("misere ") ? `misere ${named}` : named };
}

// A game of an answer as parameters of an address.
export function paramsOf(game) {
  if (game.text) return { text: game.text, args: game.arguments || null, misere: game.misere ? "1" : null };
  const plain = game.ruleset.replace(/^misere\s+/, "");
  return { game: plain, misere: plain === game.ruleset ? null : "1" };
}

export function nameOf(params) {
  const misere = params.misere === "1" ? "misère " : "";
  if (!params.text) return misere + (params.game || "minnie");
  const name = /^\s*game\s+([^\s("]+)/m.exec(params.text)?.[1] ?? "the text";
  return `${misere}${name}${params.args ? `(${params.args})` : ""}`;
}

// What the catalogue knows of a game that is named.
export async function entryOf(params) {
  if (params.text) return null;
  const name = (params.game || "minnie").replace(/\(.*$/s, "").trim();
  return (await catalogue()).find((game) => game.name === name) ?? null;
}

// The field in which a game is named. `act(params)` is called with what it is to be.
export function gameField(params, act, { wanted = () => true, label = "Game" } = {}) {
  if (params.text) {
    return html("div", { class: "field" }, html("span", { class: "label" }, label),
      html("span", { class: "own" }, html("strong", {}, nameOf({ ...params, misere: null })), " ",
        html("span", { class: "faint" }, "your text"), " ",
        html("button", { type: "button", class: "quiet", onclick: () => act({ text: null, args: null, game: "minnie" }) }, "Use the catalogue")));
  }
  const list = html("datalist", { id: `games-${Math.random().toString(36).slice(2)}` });
  catalogue().then((games) => list.append(...games.filter(wanted).map((game) => html("option", {
    value: game.arguments ? `${game.name}(${game.arguments})` : game.name,
  }, game.summary)))).catch(() => {});
  const input = html("input", { type: "text", class: "game", value: params.game || "minnie", list: list.id, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  input.addEventListener("change", () => {
    const text = input.value.trim() || "minnie";
    const plain = text.replace(/^misere\s+/, "");
    act({ game: plain, misere: plain === text ? params.misere ?? null : "1" });
  });
  return html("span", {}, field(label, input, "A game of the catalogue, with its arguments in parentheses: lr-nim(2,3)"), list);
}
