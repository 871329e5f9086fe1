// The whole state of the page is in the address after `#`: `#/table?game=minnie&piles=2&max=200`. A link reproduces what is seen.

// The screen and the parameters that a fragment names.
export function read(fragment) {
  const text = fragment.replace(/^#?\/?/, "");
  const cut = text.indexOf("?");
  const screen = cut < 0 ? text : text.slice(0, cut);
  const params = Object.fromEntries(new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1)));
  return { screen, params };
}

// The fragment for a screen and its parameters; what is empty is left out.
export function write(screen, params) {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false);
  const query = given.map(([name, value]) => `${name}=${escaped(value === true ? "1" : String(value))}`).join("&");
  return `#/${screen}${query ? `?${query}` : ""}`;
}

// Only what would break the address is escaped, so that it stays legible.
function escaped(text) {
  return encodeURIComponent(text)
    .replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%3B/g, ";").replace(/%2F/g, "/").replace(/%40/g, "@").replace(/%20/g, "+");
}

// A whole number of the parameters, within bounds.
export function number(text, otherwise, least = 0, most = Number.MAX_SAFE_INTEGER) {
  if (text === undefined || text === null || !/^\d{1,15}$/.test(text)) return otherwise;
  return Math.min(most, Math.max(least, Number(text)));
}
