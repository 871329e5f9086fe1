// The colours of a table. P is black. Nim-values go from yellow to violet blue along a scale whose lightness falls evenly, so that it can be read
// without telling hues apart; its dark end stays away from black. Wrong positions are red, and the rest then steps back into greys.

export const UNKNOWN = 65535;
export const WRONG = [226, 27, 27]; // where a claim is wrong
export const NEW = [240, 128, 20]; // where a table has changed
const STOPS = [[253, 231, 37], [173, 220, 48], [94, 201, 98], [40, 174, 128], [33, 145, 140], [44, 113, 142], [59, 82, 139], [72, 52, 120]];

// Red, green and blue of a nim-value, where `most` is the largest of the table.
export function ofValue(value, most) {
  if (value === 0) return [0, 0, 0];
  const t = most <= 1 ? 0 : Math.min(1, (value - 1) / (most - 1));
  const place = t * (STOPS.length - 1);
  const before = Math.min(STOPS.length - 2, Math.floor(place));
  return STOPS[before].map((from, part) => Math.round(from + (STOPS[before + 1][part] - from) * (place - before)));
}

// Outcomes are numbered P, N, L, R.
export const OUTCOMES = "PNLR";
export function ofOutcome(number, dark) {
  return [[0, 0, 0], dark ? [138, 143, 152] : [232, 226, 212], [86, 160, 211], [230, 159, 0]][number] ?? [128, 128, 128];
}

// Colours by number as pixels of an image, for all that a table of values or outcomes can hold.
export function palette({ outcomes, most, dark, faded }) {
  const pixels = new Uint32Array(65536).fill(pixel(dark ? [52, 53, 58] : [205, 200, 190]));
  const last = outcomes ? 3 : Math.min(most, 65533);
  for (let value = 0; value <= last; value++) {
    const plain = outcomes ? ofOutcome(value, dark) : ofValue(value, most);
    pixels[value] = pixel(faded && value !== 0 ? fade(plain, dark) : plain);
  }
  return pixels;
}

function fade([red, green, blue], dark) {
  const light = (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
  return Array(3).fill(Math.round(dark ? 90 + 60 * light : 196 + 44 * light));
}

// An image holds red, green, blue and opacity in this order; machines with a page for this are little-endian.
export function pixel([red, green, blue]) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

export function css([red, green, blue]) {
  return `rgb(${red} ${green} ${blue})`;
}

// Black or white, whichever can be read on a colour.
export function legible([red, green, blue]) {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 120 ? "#000" : "#fff";
}

export function isDark() {
  return document.documentElement.dataset.theme === "dark";
}
