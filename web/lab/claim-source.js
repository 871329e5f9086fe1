// Where the text of claims comes from: the address itself, a statement of the papers, or an example to begin with. Games of one's own come along.

import { ask } from "./api.js";
import { describe } from "./describe.js";

export const FIRST = `claim "MINNIE on two stacks"
  game minnie
  piles a <= b
  P iff a = 1 and odd(b)
     or a = 2 and b mod 4 = 2
     or a = 3 and b mod 4 = 0 and b >= 8
     or a = 4 and b = 4
`;

// { text, games, only } that the address names; `only` are places of claims, or null for all.
export async function claimsOf(params, signal) {
  const place = params.n !== undefined && /^\d+$/.test(params.n) ? Number(params.n) : null;
  const games = { ...ownGame(params), ...written(params.games) };
  if (params.claim) return { text: params.claim, games, only: place === null ? null : [place] };
  if (params.statement) {
    const found = await ask("statement", { name: params.statement }, signal);
    return { text: found.text, games: { ...found.games, ...games }, only: place === null ? null : [place] };
  }
  if (params.text || (params.game && params.game !== "minnie") || params.misere === "1") {
    const about = await describe(params, signal);
    return { text: `claim "a guess"\n  game ${about.expression}\n${guess(about)}\n`, games: { ...about.games, ...games }, only: null };
  }
  return { text: FIRST, games, only: null };
}

// Something to begin with that can be said of such a game.
function guess({ on, isRow, most, partizan }) {
  if (on === "graph") return "  graph K(n) chips=1 for n in 1..8\n  P iff n mod 3 = 1";
  if (partizan) return most === 1 || most === null ? "  regular" : "  facts\n    3,5 is P";
  const names = "abcdefgh".slice(0, isRow ? most ?? 2 : Math.min(2, most ?? 2)).split("");
  if (isRow) return `  places ${names.join(", ")}\n  P iff ${names.length > 1 ? "a = b" : "even(a)"}`;
  return `  piles ${names.join(" <= ")}\n  P iff ${names.length > 1 ? "a = b" : "even(a)"}`;
}

function ownGame(params) {
  if (!params.text) return {};
  const name = /^\s*game\s+([A-Za-z0-9_-]+)/m.exec(params.text)?.[1] ?? "my";
  return { [`./${name}.game`]: params.text };
}

function written(text) {
  if (!text) return {};
  try {
    const games = JSON.parse(text);
    return Object.fromEntries(Object.entries(games).filter(([name, game]) => typeof name === "string" && typeof game === "string"));
  } catch {
    return {};
  }
}
