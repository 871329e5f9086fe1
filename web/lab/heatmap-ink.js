// What a table is drawn with: its picture, one pixel a cell; arrows; the numbers beside it.

import { NEW, WRONG, isDark, palette, pixel } from "./colours.js";

// The picture of a table, the second pile upwards.
export function painted(what) {
  const { size, values, marks } = what;
  const colours = palette({ outcomes: what.outcomes, most: what.most, dark: isDark(), faded: marks !== null });
  const sheet = document.createElement("canvas");
  sheet.width = size;
  sheet.height = size;
  const brush = sheet.getContext("2d");
  const image = brush.createImageData(size, size);
  const pixels = new Uint32Array(image.data.buffer);
  const wrong = pixel(what.markKind === "changed" ? NEW : WRONG);
  for (let y = 0; y < size; y++) {
    const [row, target] = [y * size, (size - 1 - y) * size];
    for (let x = 0; x < size; x++) {
      pixels[target + x] = marks !== null && marks[row + x] === 2 ? wrong : colours[values[row + x]];
    }
  }
  brush.putImageData(image, 0, 0);
  return sheet;
}

// An arrow with a light edge, so that it is seen on every colour.
export function arrow(context, [x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 3) return;
  const [along, aside] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(11, Math.max(5, length / 3));
  const [bx, by] = [x2 - along * head, y2 - aside * head];
  for (const [colour, width] of [["#fff", 5], ["#d6006c", 2.5]]) {
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(bx, by);
    context.stroke();
    context.lineWidth = width - 2;
    context.beginPath();
    context.moveTo(x2, y2);
    context.lineTo(bx - aside * head * 0.5, by + along * head * 0.5);
    context.lineTo(bx + aside * head * 0.5, by - along * head * 0.5);
    context.closePath();
    context.fill();
    context.stroke();
  }
}

// The sizes beside a table, as many as there is room for.
export function ticks(context, { least, size, view, left, foot, wide, faint }) {
  context.fillStyle = faint;
  context.font = "12px system-ui, sans-serif";
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((length) => length * view.cell >= 34) ?? 10000;
  const from = (corner) => Math.ceil(Math.max(least, corner - 0.5) / step) * step;
  context.textAlign = "center";
  context.textBaseline = "top";
  for (let x = from(view.x); x < least + size; x += step) {
    const at = left + (x + 0.5 - view.x) * view.cell;
    if (at > wide - 4) break;
    if (at > left) context.fillText(String(x), at, foot + 7);
  }
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (let y = from(view.y); y < least + size; y += step) {
    const at = foot - (y + 0.5 - view.y) * view.cell;
    if (at < 4) break;
    if (at < foot) context.fillText(String(y), left - 8, at);
  }
}
