// A slice of the positions of a game: some piles are fixed, two vary. Nothing is drawn here.

// The position of a cell [x, y], as it is written.
export function positionOf([x, y], fixed, isRow) {
  const sizes = [...fixed, x, y];
  const there = isRow ? sizes : sizes.filter((size) => size > 0);
  return there.join(",") || "-";
}

// The cell at which a position stands in the slice, or null. A position of piles stands at two, if its piles differ: the one is taken that is nearest in the
// sense of a move from [x, y], which keeps a pile if it can.
export function cellOf(sizes, [x, y], fixed, isRow) {
  if (isRow) {
    const prefix = fixed.every((size, place) => sizes[place] === size);
    return prefix && sizes.length === fixed.length + 2 ? sizes.slice(-2) : null;
  }
  const rest = [...sizes];
  for (const size of fixed) {
    if (size === 0) continue;
    const place = rest.indexOf(size);
    if (place < 0) return null;
    rest.splice(place, 1);
  }
  if (rest.length > 2) return null;
  while (rest.length < 2) rest.unshift(0);
  const [a, b] = rest;
  const cost = ([p, q]) => (p > x ? 4 : 0) + (q > y ? 4 : 0) + (p === x || q === y ? 0 : 2);
  const [one, other] = [[a, b], [b, a]];
  if (cost(one) !== cost(other)) return cost(one) < cost(other) ? one : other;
  const far = ([p, q]) => Math.abs(p - x) + Math.abs(q - y);
  return far(one) <= far(other) ? one : other;
}

// The sizes of a position that is written, or null.
export function sizesOf(text) {
  if (!text || text.trim() === "-") return [];
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : null;
}

// Where a position stands in a table with `piles` piles: which sizes are fixed, and at which cell it is.
export function sliceAt(sizes, piles, isRow) {
  const all = [...sizes];
  while (all.length < piles) all.unshift(0);
  if (!isRow) all.sort((a, b) => a - b);
  return { fixed: all.slice(0, all.length - 2), cell: all.slice(-2) };
}

// Which cells differ between two tables of the same sizes: 2 where they do, 1 elsewhere. `other(a, b)` says whether two values count as different.
export function difference(old, next, other = (a, b) => a !== b) {
  const marks = new Uint8Array(next.length);
  let changed = 0;
  let first = -1;
  for (let place = 0; place < next.length; place++) {
    const differs = other(old[place], next[place]);
    marks[place] = differs ? 2 : 1;
    if (differs) {
      changed++;
      if (first < 0) first = place;
    }
  }
  return { marks, changed, first };
}

// A statement such as `P iff a = b` as a whole claim about the game that is shown.
export function claimAbout(statement, { expression, piles, isRow }) {
  if (/^\s*(#.*\n\s*)*claim\b/.test(statement)) return statement;
  const names = "abcdefgh".slice(0, piles).split("");
  const board = isRow ? `places ${names.join(", ")}` : `piles ${names.join(" <= ")}`;
  return `claim "laid over the table"\n  game ${expression}\n  ${board}\n  ${statement.trim().replace(/\n/g, "\n  ")}\n`;
}
