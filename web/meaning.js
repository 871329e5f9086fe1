// What a click means: which of the legal moves the marked tokens, the vertex or the edge stand for. Nothing is drawn here,
// and no rule of any game is known: all comes from the list of moves, each with its id and the position after it.

// The sizes of a position that is written: `3,8`, or `-`.
export function sizes(text) {
  return text === "-" ? [] : text.split(",").map(Number);
}

// The position as it would be if of every marked pile only so many tokens were kept. `marks` maps places to numbers.
export function left(board, marks) {
  const after = board.piles.map((size, place) => marks.get(place) ?? size);
  return board.row ? after : after.filter((size) => size > 0).sort((a, b) => a - b);
}

export function written(position) {
  return position.join(",") || "-";
}

// The moves that the marks stand for, and those for which more piles would have to be marked.
//
// A single pile that keeps k tokens may also be broken: into parts that have k tokens together, or at k, with nothing taken.
export function ofMarks(board, moves, marks) {
  const target = written(left(board, marks));
  const exact = moves.filter((move) => move.to === target);
  if (board.row) {
    const further = (move) => sizes(move.to).every((size, place) =>
      marks.has(place) ? size === marks.get(place) : size <= board.piles[place]);
    return { exact, more: moves.filter((move) => move.to !== target && further(move)) };
  }
  if (marks.size === 1) {
    const [[place, kept]] = marks;
    exact.push(...moves.filter((move) => breaks(board.piles, sizes(move.to), board.piles[place], kept)));
  }
  const several = moves.some((move) => difference(board.piles, sizes(move.to)).length > 1);
  const more = several ? moves.filter((move) => !exact.includes(move) && goesOn(board, marks, sizes(move.to))) : [];
  return { exact, more };
}

function breaks(before, after, size, kept) {
  const gone = difference(before, after);
  const parts = difference(after, before);
  if (gone.length !== 1 || gone[0] !== size || parts.length < 2) return false;
  const sum = parts.reduce((total, part) => total + part, 0);
  return sum === kept || (sum === size && parts.includes(kept));
}

// Can `after` be reached by taking from unmarked piles as well? Sorted lists can be matched so if their members can be
// compared one by one.
function goesOn(board, marks, after) {
  const kept = [...marks.values()].filter((size) => size > 0);
  const rest = difference(after, kept);
  if (rest.length + kept.length !== after.length) return false;
  const unmarked = board.piles.filter((_, place) => !marks.has(place)).sort((a, b) => b - a);
  const padded = rest.sort((a, b) => b - a).concat(Array(Math.max(0, unmarked.length - rest.length)).fill(0));
  return padded.length === unmarked.length
    && padded.every((size, place) => size <= unmarked[place])
    && padded.some((size, place) => size < unmarked[place]);
}

// What is in the first multiset and not in the second.
function difference(these, those) {
  const rest = [...those];
  return these.filter((size) => {
    const place = rest.indexOf(size);
    if (place >= 0) rest.splice(place, 1);
    return place < 0;
  });
}

// What the id of a move on a graph speaks of: `5-6:1,0` takes from 5 on the edge 5-6, `v3:2` and `v3` are about 3, `5-6` about
// an edge.
export function touched(id) {
  const vertex = /^v(\d+)/.exec(id);
  if (vertex) return { edge: null, vertices: [Number(vertex[1])] };
  const [, u, v, a, b] = /^(\d+)-(\d+)(?::(\d+),(\d+))?$/.exec(id);
  const ends = [Number(u), Number(v)];
  if (a === undefined) return { edge: ends, vertices: ends };
  return { edge: ends, vertices: ends.filter((_, place) => Number([a, b][place]) > 0) };
}

// The ways to move that are on an edge.
export function ofEdge(moves, [u, v]) {
  return ways(moves, ({ edge }) => edge !== null && edge[0] === u && edge[1] === v);
}

// The ways to move that take from a vertex alone; or else those that have to do with it.
export function ofVertex(moves, vertex) {
  const alone = ways(moves, ({ vertices }) => vertices.length === 1 && vertices[0] === vertex);
  return alone.length > 0 ? alone : ways(moves, ({ vertices }) => vertices.includes(vertex));
}

// Each move in the first of its ways that is wanted.
function ways(moves, wanted) {
  return moves.flatMap((move) => {
    const way = [move, ...(move.also ?? [])].find(({ id }) => wanted(touched(id)));
    return way ? [{ ...move, name: move.id, id: way.id, words: way.words }] : [];
  });
}

// What to propose where there is no such move, so that the reason is told: a move like the others there are.
export function unlikely(moves, { edge, vertex }) {
  const like = moves[0]?.id ?? "";
  if (vertex !== undefined) return like.startsWith("v") ? like.replace(/^v\d+/, `v${vertex}`) : `v${vertex}`;
  return like.includes("-") && like.includes(":") ? `${edge[0]}-${edge[1]}:1,1` : `${edge[0]}-${edge[1]}`;
}
