// The page: which screen is shown, and what is the same on all of them: navigation, the theme, Ctrl-Enter and Esc.
//
// A screen is a module with `open(root, params, lab)`. It gives { update(params), run(), stop(), close() }, each of which may be missing; without `update` it is opened anew.

import { html } from "../elements.js";
import { read, write } from "./address.js";
import { ask, takeToken } from "./api.js";
import { kept } from "./game-of.js";
import { announce, failure } from "./parts.js";

const SCREENS = [
  ["game", "Game", "Write rules and see what they give"],
  ["table", "Table", "All positions at once"],
  ["play", "Play", "Play against an opponent"],
  ["claim", "Claim", "Prove or refute a statement"],
  ["sequence", "Sequence", "One heap, size by size"],
  ["papers", "Papers", "The statements of the papers, judged"],
  ["automaton", "Automaton", "The machine behind a proof"],
  ["value", "Value", "What a partizan position is worth"],
  ["census", "Census", "Whole families of games"],
];

const main = document.getElementById("main");
const navigation = document.getElementById("screens");
let shown = { screen: null, params: {}, face: null };
let opening = 0;

// What a screen can ask of the page, as long as it is shown.
function labFor(mine) {
  const here = () => mine === opening;
  return {
    // Goes to an address, which can be gone back from.
    go: (screen, params) => { if (here()) location.hash = write(screen, params); },
    // Changes the address of what is shown already.
    keep(changes) {
      if (!here()) return;
      shown.params = clean({ ...shown.params, ...changes });
      links();
      if (performance.now() - writtenAt > 150) writeAddress();
      else if (!unwritten) unwritten = setTimeout(writeAddress, 150);
    },
    link: (screen, params) => write(screen, params),
    params: () => (here() ? shown.params : {}),
    address() {
      writeAddress();
      return location.href;
    },
  };
}

// Browsers allow only so many changes of the address in a time.
let writtenAt = 0;
let unwritten = 0;
let lastSeen = ""; // the fragment as it was read or written last
function writeAddress() {
  clearTimeout(unwritten);
  unwritten = 0;
  // The reader has gone elsewhere, and the page is about to follow.
  if (location.hash !== lastSeen) return;
  writtenAt = performance.now();
  const wanted = write(shown.screen, shown.params);
  if (location.hash !== wanted) history.replaceState(null, "", wanted);
  lastSeen = location.hash;
}
window.addEventListener("pagehide", () => { if (unwritten) writeAddress(); });

function clean(params) {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
    .map(([name, value]) => [name, value === true ? "1" : String(value)]));
}

function links() {
  const along = kept(shown.params);
  if (navigation.childElementCount === 0) navigation.append(...SCREENS.map(([, label, title]) => html("a", { title }, label)));
  SCREENS.forEach(([name], place) => {
    const link = navigation.children[place];
    link.href = write(name, along);
    if (name === shown.screen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
}

async function route() {
  clearTimeout(unwritten);
  unwritten = 0;
  takeToken();
  lastSeen = location.hash;
  const { screen: wanted, params } = read(location.hash);
  const known = SCREENS.find(([name]) => name === wanted);
  const screen = known ? wanted : "game";
  if (shown.screen === screen && shown.face?.update) {
    shown.params = params;
    links();
    shown.face.update(params);
    return;
  }
  const mine = ++opening;
  shown.face?.stop?.();
  shown.face?.close?.();
  const first = shown.screen === null;
  shown = { screen, params, face: null };
  links();
  const label = SCREENS.find(([name]) => name === screen)[1];
  document.title = `${label} · Sprague`;
  const root = html("div", { class: `screen screen-${screen}` });
  try {
    const module = await import(`./screens/${screen}.js`);
    if (mine !== opening) return;
    main.replaceChildren(root);
    shown.face = module.open(root, params, labFor(mine)) ?? {};
  } catch (error) {
    if (mine !== opening) return;
    main.replaceChildren(failure(error));
  }
  if (!first) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
    announce(`${label}.`);
  }
}

// The theme: that of the system, unless one was chosen.

const system = matchMedia("(prefers-color-scheme: dark)");
const themeButton = document.getElementById("theme");

function theme() {
  const chosen = localStorage.getItem("sprague-theme");
  const dark = chosen ? chosen === "dark" : system.matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.jpThemeLight = String(!dark);
  themeButton.setAttribute("aria-pressed", String(dark));
  themeButton.title = dark ? "Use light colours" : "Use dark colours";
  window.dispatchEvent(new Event("sprague-theme"));
}

themeButton.addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme === "dark";
  localStorage.setItem("sprague-theme", dark ? "light" : "dark");
  theme();
});
system.addEventListener("change", theme);

// Ctrl-Enter runs, Esc stops.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    shown.face?.run?.();
  } else if (event.key === "Escape") {
    shown.face?.stop?.();
  }
}, true);

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

takeToken();
theme();
window.addEventListener("hashchange", route);
route();
ask("about").then((about) => { document.documentElement.dataset.version = about.version; }).catch((error) => {
  if (error.kind === "token" || error.kind === "gone") main.prepend(failure(error));
});
