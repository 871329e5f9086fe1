// Journeys through the lab in a real browser. SPRAGUE_BIN names the program; it is started and ended here. Words on the command line choose journeys by name.
// Times are bounded loosely, since machines are shared and programs under test are slow. On a quiet machine and with a release build, `--strict` asks for what the
// lab promises: SPRAGUE_BIN=target/release/sprague node target/journeys/run.mjs --strict
// Every journey fails loudly; all of them together take less than two minutes, and are ended after seven.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { accessible, fits, go, makeFolder, openPage, startBrowser, startServer } from "./stage.mjs";

const program = process.env.SPRAGUE_BIN;
assert.ok(program, "SPRAGUE_BIN must name the program, such as target/release/sprague");
const strict = process.argv.includes("--strict");
// What the lab promises, and what it must keep anywhere: milliseconds, frames a second, megabytes.
const LIMITS = strict ? { paint: 1000, edit: 100, table: 2000, frames: 30, idle: 30 } : { paint: 3000, edit: 2000, table: 15000, frames: 10, idle: 150 };
const pictures = process.env.SPRAGUE_PICTURES; // a folder for the two pictures of the README
setTimeout(() => { console.error("the journeys take too long"); process.exit(1); }, 420000).unref();

const SCREENS = {
  game: "#/game?game=minnie", table: "#/table?game=wythoff&max=60&at=3,8", play: "#/play?game=wynnie&at=5,9", claim: "#/claim", sequence: "#/sequence?game=kayles&to=120",
  papers: "#/papers?paper=classics&name=classics/nim&place=1", automaton: "#/automaton", value: "#/value", census: "#/census",
};
const FALSE_CLAIM = "claim \"a guess\"\n  game nim\n  piles a <= b\n  P iff a = b or a = 2 and b = 5\n";
const LONG_CLAIM = "claim \"a long one\"\n  game susen\n  piles a <= b <= c\n  P iff N(a, b) and N(a, c) and N(b, c)\n  check to 300\n";

// Waits until a screen shows its result.
async function settled(page, screen) {
  const sign = {
    game: ".map[tabindex]", table: ".map[data-ready]", play: ".sprague-controls button", claim: ".cm-content", sequence: ".command", papers: ".claim-text", automaton: "svg.automaton",
    value: ".canonical", census: "table.rows",
  }[screen];
  await page.locator(sign).first().waitFor();
  await page.waitForTimeout(250);
}

const text = (page, selector) => page.locator(selector).first().innerText();

async function replaceText(page, wanted) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.evaluate((text) => navigator.clipboard.writeText(text), wanted);
  await page.keyboard.press("Control+V");
}

// The position under the cursor of the table.
async function under(page, position) {
  await page.waitForFunction((wanted) => document.querySelector(".screen-table h2.position")?.textContent === wanted, position);
}

const journeys = {
  async "edit a rule and see the caret"({ open }) {
    const { page, finish } = await open(SCREENS.game);
    await page.locator(".fine").waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("  example 3,9 is");
    const carets = page.locator("pre.carets").first();
    await carets.waitFor();
    assert.match(await carets.innerText(), /\^/);
    assert.ok(await page.locator(".cm-lintRange-error, .cm-lintPoint-error").count() > 0, "the place is underlined");
    await page.keyboard.type(" P");
    await page.locator(".examples .no").waitFor();
    assert.match(await text(page, ".examples .no"), /3,9/);
    await finish();
  },

  async "a changed rule shows what changed, quickly"({ open }) {
    const { page, finish } = await open(SCREENS.game);
    await page.locator("#side[data-drawn]").waitFor();
    await page.locator(".cm-content").click();
    await page.getByText("min(piles)").click();
    await page.keyboard.press("End");
    const took = await page.evaluate(async () => {
      const side = document.getElementById("side");
      const before = side.dataset.drawn;
      const content = document.querySelector(".cm-content");
      content.focus();
      const began = performance.now();
      document.execCommand("insertText", false, " + 1");
      while (side.dataset.drawn === before) await new Promise((next) => requestAnimationFrame(next));
      return performance.now() - began;
    });
    await page.getByText(/nim-values changed/).waitFor();
    await page.reload();
    await page.getByText(/nim-values changed/).waitFor();
    console.log(`    the table of the new rule was there after ${Math.round(took)} ms`);
    assert.ok(took < LIMITS.edit, `${took} ms`);
    await finish();
  },

  async "zoom, hover and arrow keys in the table"({ open }) {
    const { page, finish } = await open("#/table?game=wythoff&max=40");
    await settled(page, "table");
    const box = await page.locator(".map").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator("h2.position").waitFor();
    const seen = await text(page, "h2.position");
    await page.mouse.wheel(0, -400);
    await page.waitForFunction(() => location.hash.includes("view="));
    await page.mouse.move(box.x + 90, box.y + box.height - 60);
    await page.waitForFunction((before) => document.querySelector("h2.position")?.textContent !== before, seen);
    await page.locator(".map").focus();
    await page.keyboard.press("Home");
    await under(page, "no piles");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await under(page, "1, 2");
    await page.locator(".card").getByText("the previous player wins").waitFor();
    await page.keyboard.press("Shift+ArrowUp");
    await under(page, "1, 12");
    await page.getByRole("heading", { name: /Winning moves/ }).waitFor();
    await page.keyboard.press("+");
    await page.keyboard.press("0");
    await page.keyboard.press("Enter");
    await page.locator(".screen-play .sprague-pile").first().waitFor();
    assert.match(page.url(), /at=1,12/);
    await page.goBack();
    await settled(page, "table");
    const again = await page.locator(".map").boundingBox();
    await page.mouse.click(again.x + again.width / 2, again.y + again.height / 2);
    await page.locator(".screen-play .sprague-pile").first().waitFor();
    await finish();
  },

  async "a thousand by a thousand pans"({ open }) {
    const { page, finish } = await open("#/table?game=nim&max=40");
    await settled(page, "table");
    const began = Date.now();
    await go(page, "#/table?game=wythoff&max=999");
    await page.waitForFunction(() => document.querySelector(".map").dataset.ready.includes("\"max\":999"));
    const came = Date.now() - began;
    const box = await page.locator(".map").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, -500);
    await page.evaluate(() => {
      globalThis.frames_ = 0;
      const count = () => { globalThis.frames_++; requestAnimationFrame(count); };
      requestAnimationFrame(count);
    });
    await page.mouse.down();
    const from = Date.now();
    for (let step = 1; step <= 40; step++) await page.mouse.move(box.x + box.width / 2 + 3 * step, box.y + box.height / 2 - 2 * step);
    const frames = await page.evaluate(() => globalThis.frames_);
    const rate = Math.round((1000 * frames) / (Date.now() - from));
    await page.mouse.up();
    console.log(`    it came after ${came} ms and pans at ${rate} frames a second`);
    assert.ok(came < LIMITS.table && rate >= LIMITS.frames, `${came} ms, ${rate} frames a second`);
    await finish();
  },

  async "slices, and a claim laid over the table"({ open }) {
    const { page, finish } = await open("#/table?game=minnie&piles=3&max=30&fix=3");
    await settled(page, "table");
    const slider = page.getByRole("slider").first();
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".map").dataset.ready.includes("\"fixed\":[4]"));
    assert.equal(await slider.evaluate((element) => element === document.activeElement), true, "the slider keeps the focus");
    await go(page, "#/table?game=nim&max=30");
    await page.waitForFunction(() => document.querySelector(".map").dataset.ready.includes("nim"));
    await page.locator("textarea.statement").fill("P iff a = b or a = 2 and b = 5");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText(/Wrong at/).waitFor();
    await page.getByRole("button", { name: "2,5" }).click();
    await under(page, "2, 5");
    await page.getByText("The claim is wrong here.").waitFor();
    await finish();
  },

  async "files are kept and commands copied"({ open }) {
    const { page, finish } = await open("#/table?game=wythoff&max=20");
    await settled(page, "table");
    for (const name of ["PNG", "SVG", "CSV", "LaTeX", "b-file"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
      assert.ok(fs.statSync(await download.path()).size > 100, `${name} is a file`);
    }
    await page.getByRole("button", { name: "Copy as command" }).first().click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^sprague table wythoff/);
    await finish();
  },

  async "win and lose a game on piles"({ open }) {
    const { page, finish } = await open("#/play?game=wythoff&at=4,6");
    await playOut(page, true);
    await go(page, "#/play?game=wythoff&at=3,5");
    await page.waitForFunction(() => document.querySelectorAll(".sprague-pile").length === 2);
    await playOut(page, false);
    await finish();
  },

  async "win and lose a game on a graph"({ open }) {
    const { page, finish } = await open("#/play?game=node-kayles&at=P(5)+chips%3D1");
    await playOut(page, true);
    await go(page, "#/play?game=node-kayles&at=P(4)+chips%3D1");
    await page.locator(".sprague-vertex").first().waitFor();
    await playOut(page, false);
    await finish();
  },

  async "hints and undo in a play, and a link to it"({ open }) {
    const { page, context, finish } = await open("#/play?game=wynnie&at=5,9");
    await page.locator(".sprague-pile").first().waitFor();
    assert.equal(await page.locator(".sprague-hint").count(), 0, "nothing is given away unasked");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".sprague-hint").waitFor();
    await page.locator("[data-key=typed]").fill("5,8");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("moves="));
    await page.waitForFunction(() => document.querySelectorAll(".history li").length >= 2);
    const link = page.url();
    const history = await text(page, ".history");
    const other = await context.newPage();
    await other.goto(link);
    await other.waitForFunction(() => document.querySelectorAll(".history li").length >= 2);
    assert.equal(await text(other, ".history"), history, "the link shows the same game");
    assert.ok(!link.includes("token"), "a link holds no token");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => !location.hash.includes("moves="));
    await finish();
  },

  async "refute a claim and open its counterexample"({ open }) {
    const { page, finish } = await open("#/claim");
    await page.locator(".cm-content").waitFor();
    await replaceText(page, FALSE_CLAIM);
    await page.keyboard.press("Control+Enter");
    await page.locator("[data-verdict=refuted]").waitFor();
    assert.match(await text(page, "[data-verdict=refuted]"), /2,5/);
    await page.getByRole("link", { name: "Open the counterexample in the table" }).click();
    await page.locator(".screen-table").waitFor();
    await under(page, "2, 5");
    await page.getByText("The claim is wrong here.").waitFor();
    await page.goBack();
    await page.locator(".screen-claim").waitFor();
    await page.getByRole("button", { name: "Judge" }).click();
    await page.getByRole("link", { name: "Play from the counterexample" }).click();
    await page.locator(".screen-play .sprague-pile").first().waitFor();
    await finish();
  },

  async "prove a claim, with steps and a certificate"({ open }) {
    const { page, finish } = await open("#/claim");
    await page.locator(".cm-content").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator("[data-verdict=proved]").waitFor();
    assert.match(await text(page, "[data-verdict=proved]"), /independent checker/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Keep the certificate" }).click()]);
    assert.match(download.suggestedFilename(), /\.cert$/);
    await finish();
  },

  async "stop a proof"({ open }) {
    const { page, finish } = await open("#/claim");
    await page.locator(".cm-content").waitFor();
    await replaceText(page, LONG_CLAIM);
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(() => !document.querySelector(".screen-claim button[title=Esc]").disabled);
    await page.waitForTimeout(400);
    await page.keyboard.press("Escape");
    await page.getByText(/^Stopped after/).waitFor({ timeout: 2000 });
    await page.getByRole("button", { name: "Judge" }).isEnabled();
    await finish();
  },

  async "reload a link"({ open }) {
    const { page, finish } = await open("#/table?game=minnie&max=50&nim=0&at=3,8&cell=8,3");
    await settled(page, "table");
    await under(page, "8, 3");
    await page.reload();
    await settled(page, "table");
    await under(page, "8, 3");
    assert.equal(await page.locator("select").last().inputValue(), "0");
    await finish();
  },

  async "a link shows what stands beside the rules"({ open }) {
    const { page, context, finish } = await open("#/game?game=wynnie");
    const again = async (ready) => {
      await page.waitForTimeout(250); // the address follows
      const other = await context.newPage();
      other.setDefaultTimeout(15000);
      await other.goto(page.url());
      await ready(other);
      return other;
    };
    // A play: its start, who begins, and all moves.
    await page.getByRole("tab", { name: "Play" }).click();
    await page.locator("#side .sprague-pile").first().waitFor();
    await page.locator("#side input.position").fill("6,11");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("at=6,11"));
    await page.locator("#side [data-key=typed]").fill("6,10");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /moves=[^&]*\+/.test(location.hash));
    const board = await page.locator("#side .sprague-board").innerText();
    const played = await again((other) => other.locator("#side .sprague-board").waitFor());
    assert.equal(await played.locator("#side input.position").inputValue(), "6,11");
    await played.waitForFunction((wanted) => document.querySelector("#side .sprague-board").innerText === wanted, board);
    await played.close();
    // Other rules, and the play begins anew.
    await page.getByLabel("misère", { exact: true }).first().check();
    await page.waitForFunction(() => !location.hash.includes("moves="));
    // A claim: its words and its verdict.
    await page.getByLabel("misère", { exact: true }).first().uncheck();
    await page.getByRole("tab", { name: "Claims" }).click();
    await page.locator("#side input.statement").fill("P iff a = 0 and b = 0");
    await page.keyboard.press("Enter");
    const verdict = page.locator("#side [data-verdict]");
    await verdict.waitFor();
    const judged = await again((other) => other.locator("#side [data-verdict]").waitFor());
    assert.equal(await judged.locator("#side input.statement").inputValue(), "P iff a = 0 and b = 0");
    assert.equal(await judged.locator("#side [data-verdict]").getAttribute("data-verdict"), await verdict.getAttribute("data-verdict"));
    await judged.close();
    // A table: its part, and which of the two is shown.
    await page.getByRole("tab", { name: "Table" }).click();
    await page.locator("#side[data-drawn]").waitFor();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("  example 1 is N");
    await page.locator("#side .map").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("+");
    await page.waitForFunction(() => /cell=0,1/.test(location.hash) && location.hash.includes("view="));
    const looked = await again((other) => other.locator("#side[data-drawn]").waitFor());
    await looked.getByText(/^1: N/).waitFor();
    assert.equal(new URL(looked.url()).hash, new URL(page.url()).hash);
    await looked.close();
    // A verdict of a claim, and of a statement.
    await go(page, `#/claim?claim=${encodeURIComponent(FALSE_CLAIM)}`);
    await page.locator(".cm-content").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator("[data-verdict=refuted]").waitFor();
    await (await again((other) => other.locator("[data-verdict=refuted]").waitFor())).close();
    await go(page, SCREENS.papers);
    await page.getByRole("button", { name: "Judge again" }).click();
    await page.locator("[data-verdict=proved]").waitFor();
    await (await again((other) => other.locator("[data-verdict=proved]").waitFor())).close();
    // How far an automaton has read.
    await go(page, "#/automaton?at=5,9");
    await settled(page, "automaton");
    await page.getByLabel("digits read").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.getByText("After 1 digit:").waitFor();
    await (await again((other) => other.getByText("After 1 digit:").waitFor())).close();
    await finish();
  },

  async "keyboard only"({ open }) {
    const { page, finish } = await open("#/game?game=nim");
    await page.locator(".fine").waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 40) ?? "");
    await page.evaluate(() => document.activeElement?.blur?.());
    const reach = async (name) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press("Tab");
        if (await focused() === name) return;
      }
      assert.fail(`${name} cannot be reached by Tab`);
    };
    await reach("Play");
    await page.keyboard.press("Enter");
    await page.locator(".screen-play .sprague-pile").first().waitFor();
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.classList.contains("sprague-pile"))) break;
    }
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("moves="));
    await go(page, "#/claim");
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+Enter");
    await page.locator("[data-verdict]").waitFor();
    // The editor lets the focus go on.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("cm-content")), false);
    await finish();
  },

  async "the sequence folds, and tells what is proved"({ open }) {
    const { page, finish } = await open(SCREENS.sequence);
    await settled(page, "sequence");
    await page.getByText("G(n + 12) = G(n) for all n ≥ 71").waitFor();
    const slider = page.getByRole("slider").first();
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash.includes("period=13"));
    const canvas = await page.locator("canvas.strip").boundingBox();
    const edge = await page.evaluate(() => 52 + 13 * Math.max(11, Math.min(34, (document.querySelector(".folded").clientWidth - 2 - 52 - 26) / 13)));
    await page.mouse.move(canvas.x + edge + 2, canvas.y + 20);
    await page.mouse.down();
    await page.mouse.move(canvas.x + edge - 100, canvas.y + 20, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => /period=(?!13)\d+/.test(location.hash));
    await finish();
  },

  async "the record is filtered, and a statement judged again"({ open }) {
    const { page, finish } = await open("#/papers");
    await page.locator("table.rows tbody tr").first().waitFor();
    await page.getByLabel("Paper").selectOption("cut");
    await page.getByLabel("Verdict").selectOption("refuted");
    await page.waitForFunction(() => /refuted/.test(document.querySelector(".screen-papers [role=status]").textContent) && !/proved/.test(document.querySelector(".screen-papers [role=status]").textContent));
    await go(page, SCREENS.papers);
    await settled(page, "papers");
    await page.getByRole("button", { name: "Judge again" }).click();
    await page.locator("[data-verdict=proved]").waitFor();
    await page.getByRole("link", { name: "In the table", exact: true }).click();
    await page.getByText(/Right at all/).waitFor();
    await finish();
  },

  async "nothing in a text becomes markup"({ open }) {
    const { page, finish } = await open("#/game");
    await page.locator(".fine").waitFor();
    const evil = "game evil\n  \"<img src=x onerror=alert(1)><b>bold</b>\"\n  piles any\n  move take k from one pile\n  example <script>alert(2)</script> is P\n";
    await replaceText(page, evil);
    await page.locator("pre.carets").first().waitFor();
    await go(page, `#/play?text=${encodeURIComponent(evil.replace(/ {2}example.*\n/, ""))}&at=2,3`);
    await page.locator(".sprague-pile").first().waitFor();
    await go(page, `#/claim?claim=${encodeURIComponent("claim \"<img src=x onerror=alert(1)>\"\n  game nim\n  piles a <= b\n  P iff a = b\n")}&run=1`);
    await page.locator("[data-verdict]").waitFor();
    assert.equal(await page.locator("main img, main script, main b").count(), 0);
    await finish();
  },

  async "a large table asks first, and work can be stopped"({ open }) {
    const { page, finish } = await open("#/table?game=minnie&piles=5&max=110");
    const button = page.getByRole("button", { name: "Compute it all the same" });
    await button.waitFor();
    assert.match(await text(page, ".failure"), /may take .* position/);
    await button.click();
    await page.getByText("Computing …").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Stopped.").first().waitFor({ timeout: 3000 });
    await finish();
  },

  async "files of the folder"({ open }) {
    const { page, finish } = await open("#/claim");
    await page.getByRole("button", { name: "thirds.claim" }).click();
    await page.getByText("With ./thirds.game as you wrote it.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.locator("[data-verdict=proved]").waitFor();
    await go(page, "#/game");
    await page.getByLabel("Begin with").selectOption("thirds.game");
    await page.waitForFunction(() => document.querySelector(".cm-content").innerText.includes("game thirds"));
    await go(page, SCREENS.census);
    await settled(page, "census");
    await page.getByRole("link", { name: "sequence" }).first().click();
    await page.locator(".screen-sequence .command").first().waitFor();
    await finish();
  },

  async "a game without a text says so"({ open }) {
    const { page, finish } = await open("#/game?game=node-kayles");
    await page.getByText("There are no rules of node-kayles to edit").waitFor();
    await page.getByRole("link", { name: "Play node-kayles" }).click();
    await page.locator(".sprague-vertex").first().waitFor();
    await finish();
  },

  async "the theme is kept, and a page without the token says so"({ browser, server, open }) {
    const { page, finish } = await open("", { colorScheme: "light" });
    await page.getByRole("button", { name: "Dark" }).click();
    await page.reload();
    await page.locator("main .screen").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await finish();
    const stranger = await browser.newPage();
    await stranger.goto(`${server.origin}/#/table`);
    await stranger.getByText("Open the address that `sprague lab` printed.").first().waitFor();
    await stranger.close();
  },

  async "plain functions keep their word on random input"({ open }) {
    const { page, finish } = await open("");
    const wrong = await page.evaluate(async () => {
      const { read, write } = await import("/lab/address.js");
      const { cellOf, positionOf, sizesOf, sliceAt } = await import("/lab/slice.js");
      const { ofValue } = await import("/lab/colours.js");
      let seed = 1;
      const draw = (below) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % below; };
      const found = [];
      const say = (what, ...about) => { if (found.length < 10) found.push(`${what}: ${JSON.stringify(about)}`); };
      const sorted = (sizes) => sizes.filter((size) => size > 0).sort((a, b) => a - b).join();
      for (let trial = 0; trial < 3000; trial++) {
        const letters = () => Array.from({ length: draw(9) + 1 }, () => String.fromCodePoint([32 + draw(95), 10, 0x3b1 + draw(20), 0x1f600 + draw(50)][draw(4)])).join("");
        const params = { a: letters(), text: letters(), z: letters() };
        const back = read(write("table", params));
        if (back.screen !== "table" || JSON.stringify(back.params) !== JSON.stringify(params)) say("the address loses something", params, back);
        // A position of piles stands where the slice says, and nowhere if the fixed piles are not among its own.
        const fixed = Array.from({ length: draw(3) }, () => draw(4));
        const sizes = Array.from({ length: draw(5) }, () => draw(6)).filter((size) => size > 0);
        const from = [draw(8), draw(8)];
        const cell = cellOf(sizes, from, fixed, false);
        let there = null;
        for (let x = 0; x < 6; x++) for (let y = 0; y < 6; y++) if (sorted([...fixed, x, y]) === sorted([...sizes])) there = [x, y];
        if ((cell === null) !== (there === null)) say("a cell is missed or made up", sizes, fixed, cell, there);
        if (cell && sorted([...fixed, ...cell]) !== sorted([...sizes])) say("a wrong cell", sizes, fixed, cell);
        const slice = sliceAt(sizes, sizes.length + 2, false);
        const again = sizesOf(positionOf(slice.cell, slice.fixed, false));
        if (sorted(again) !== sorted([...sizes])) say("a slice is of another position", sizes, slice);
      }
      const light = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      for (let value = 2; value <= 200; value++) if (light(ofValue(value, 200)) > light(ofValue(value - 1, 200)) + 0.01) say("the scale does not darken", value);
      if (light(ofValue(200, 200)) < 40) say("the scale ends too near to black");
      return found;
    });
    assert.deepEqual(wrong, []);
    await finish();
  },

  async "every screen, light and dark, wide and narrow"({ browser, server }) {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [1280, 400]) {
        const { page, finish } = await openPage(browser, server, "", { colorScheme, viewport: { width, height: 860 } });
        for (const [screen, fragment] of Object.entries(SCREENS)) {
          await go(page, fragment);
          await settled(page, screen);
          const name = `${screen}, ${colorScheme}, ${width} pixels`;
          await fits(page, name);
          await accessible(page, name);
          if (process.env.SPRAGUE_LOOK) await page.screenshot({ path: path.join(process.env.SPRAGUE_LOOK, `${screen}-${colorScheme}-${width}.png`), fullPage: true });
        }
        await finish();
      }
    }
  },

  async "the first paint is quick"({ open }) {
    const { page, finish } = await open("");
    const paint = await page.evaluate(() => performance.getEntriesByType("paint").find(({ name }) => name === "first-contentful-paint")?.startTime);
    console.log(`    the first paint came after ${Math.round(paint)} ms`);
    assert.ok(paint < LIMITS.paint, `${paint} ms`);
    await finish();
  },

  async "the file that the browser is handed leads to the lab"({ browser }) {
    if (process.platform !== "linux") return;
    const session = fs.mkdtempSync(path.join(os.tmpdir(), "sprague-session-"));
    fs.writeFileSync(path.join(session, "xdg-open"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const { server, origin } = await startServer(program, session, [], { XDG_RUNTIME_DIR: session, PATH: `${session}:${process.env.PATH}` });
    const named = () => fs.readdirSync(session).find((name) => name.endsWith(".html"));
    for (let tries = 0; !named() && tries < 100; tries++) await new Promise((next) => setTimeout(next, 50));
    const page = await browser.newPage();
    await page.goto(`file://${path.join(session, named())}`);
    await page.waitForURL(`${origin}/**`);
    await page.locator("#side[data-drawn]").waitFor();
    assert.ok(!page.url().includes("token"), "the token does not stay in the address");
    await page.close();
    const ended = new Promise((next) => server.on("exit", next));
    server.kill("SIGINT");
    await ended;
    assert.equal(named(), undefined, "the file goes with the lab");
    fs.rmSync(session, { recursive: true });
  },

  async "an idle server is small"() {
    const empty = fs.mkdtempSync(path.join(os.tmpdir(), "sprague-idle-"));
    const { server, address } = await startServer(program, empty);
    const status = `/proc/${server.pid}/status`;
    assert.ok((await fetch(new URL("/", address))).ok);
    if (fs.existsSync(status)) {
      const held = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(status, "utf8"))[1]) / 1000;
      console.log(`    the idle server holds ${held.toFixed(1)} MB`);
      assert.ok(held < LIMITS.idle, `${held} MB`);
    }
    server.kill();
    fs.rmdirSync(empty);
  },

  async "pictures for the README"({ browser, server }) {
    if (!pictures) return;
    const size = { viewport: { width: 1200, height: 800 }, colorScheme: "light" };
    const table = await openPage(browser, server, "#/table?game=jennifer&max=150&at=39,46", size);
    await settled(table.page, "table");
    await table.page.getByRole("heading", { name: /Winning moves/ }).waitFor();
    await table.page.screenshot({ path: path.join(pictures, "lab-table.png") });
    await table.finish();
    const play = await openPage(browser, server, "#/play?game=wyg&at=C(5)+chips%3D2&worth=1", size);
    await settled(play.page, "play");
    await play.page.locator(".sprague-edge.sprague-wins").first().click({ force: true });
    await play.page.locator(".sprague-choice.sprague-wins").first().click();
    await play.page.waitForFunction(() => document.querySelectorAll(".history li").length >= 2);
    await play.page.getByRole("button", { name: "Hint" }).click();
    await play.page.locator(".sprague-hint").waitFor();
    await play.page.screenshot({ path: path.join(pictures, "lab-play.png") });
    await play.finish();
  },
};

// Plays on until the game is over, by moves that win if `winning`, and by any others if not.
async function playOut(page, winning) {
  await page.locator(".sprague-controls button").first().waitFor();
  if (winning) await page.getByRole("button", { name: "Show worth" }).click();
  for (let turn = 0; turn < 40; turn++) {
    await page.waitForFunction(() => document.querySelector("[data-key='Play again']") || (document.querySelector("[data-key=typed]") && !document.querySelector("[data-key=typed]").disabled));
    if (await page.locator("[data-key='Play again']").count() > 0) break;
    const made = () => page.locator(".history li").count();
    const before = await made();
    const good = winning ? ".sprague-wins" : ":not(.sprague-illegal)";
    const board = page.locator(`.sprague-board .sprague-token${good}[data-token]:not(.sprague-marked), .sprague-board .sprague-vertex${good}[role=button][tabindex='0'], .sprague-board .sprague-edge${good}[role=button][tabindex='0']`);
    // A move that takes from several piles is no single token: it is in the list.
    if (await board.count() > 0) await board.last().click({ force: true });
    else await page.getByRole("button", { name: "Moves", exact: true }).click();
    await page.waitForTimeout(60);
    if (await made() === before && await page.locator(".sprague-choice").count() > 0) {
      await page.locator(winning ? ".sprague-choice.sprague-wins" : ".sprague-choice").first().click();
    }
    await page.waitForFunction((old) => document.querySelectorAll(".history li").length > old, before);
  }
  const said = await text(page, ".sprague-said");
  assert.match(said, winning ? /you win|you have won|you won/i : /I win|I have won|you lose|you have lost/i, said);
}

const wanted = process.argv.slice(2).filter((word) => word !== "--strict");
const chosen = Object.entries(journeys).filter(([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
assert.ok(chosen.length > 0, "no journey has such a name");
const folder = makeFolder(program);
const server = await startServer(program, folder);
const browser = await startBrowser();
let failed = 0;
for (const [name, travel] of chosen) {
  const began = Date.now();
  try {
    await travel({ browser, server, open: (fragment, options) => openPage(browser, server, fragment, options) });
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await browser.close();
server.server.kill();
fs.rmSync(folder, { recursive: true, force: true });
console.log(failed === 0 ? `all ${chosen.length} journeys arrived` : `${failed} of ${chosen.length} journeys failed`);
process.exit(failed === 0 ? 0 : 1);
