// What kind of game the address names: on piles, in a row or on a graph; how many piles at most; whether it has nim-values. And how a claim names it.

import { ask } from "./api.js";
import { entryOf, gameOf, nameOf } from "./game-of.js";

// { on, isRow, least, most, nim, partizan, start, expression, games } of the game; `most` is null where any number of piles will do.
export async function describe(params, signal) {
  if (params.text) {
    const game = gameOf(params);
    const found = await ask("check", { ...game, examples: false }, signal);
    const file = `./${found.name ?? "my"}.game`;
    return {
      ...shape(found), ok: found.ok, wrong: found.wrong ?? [], nim: found.nim && !game.misere, partizan: found.partizan,
      start: null, expression: `${game.misere ? "misere " : ""}${file}${params.args ? `(${params.args})` : ""}`, games: { [file]: params.text }, name: nameOf(params),
    };
  }
  const entry = await entryOf(params);
  const expression = gameOf(params).ruleset;
  // What positions are may depend on the arguments.
  const given = /\((.*)\)\s*$/s.exec(params.game ?? "")?.[1];
  const exact = entry?.text && given ? await ask("check", { text: entry.text, arguments: given, misere: false, examples: false }, signal) : null;
  return {
    ...shape(exact?.ok ? exact : entry ?? {}), ok: true, wrong: [],
    nim: (entry?.nim ?? true) && !expression.startsWith("misere "), partizan: entry?.partizan ?? false, start: entry?.start ?? null, expression, games: {}, name: nameOf(params),
  };
}

// What positions are: a row has so many places, piles are perhaps at most so many.
export function shape({ on, most }) {
  const isRow = on === "row";
  return { on: on ?? "piles", isRow, places: isRow ? most : null, most: most ?? null };
}
