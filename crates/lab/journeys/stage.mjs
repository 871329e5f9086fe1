// The stage of the journeys: a server of the program's own, a browser, and what must hold on every page whatever happens there.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// A folder with a game, claims and a census, as a reader may have one.
export function makeFolder(program) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sprague-journey-"));
  fs.writeFileSync(path.join(folder, "thirds.game"), "game thirds\n  \"Take one, two or three tokens.\"\n  piles any\n  move take k from one pile where k <= 3\n  example 4 is P\n");
  fs.writeFileSync(path.join(folder, "thirds.claim"), "claim \"one pile\"\n  game ./thirds.game\n  piles a\n  P iff a mod 4 = 0\n");
  execFileSync(program, ["census", "lr-nim", "--min", "2", "--max", "9", "--out", path.join(folder, "lr.parquet")], { stdio: "ignore" });
  return folder;
}

// Starts `sprague lab` and waits for the address that it prints.
export function startServer(program, folder, options = ["--no-open"], environment = {}) {
  const server = spawn(program, ["lab", folder, "--port", "0", ...options], { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
  process.on("exit", () => server.kill());
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]+/.exec(said);
      if (found) resolve({ server, address: found[0], origin: new URL(found[0]).origin });
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`the server printed no address within 20 seconds: ${said}`)), 20000).unref();
  });
}

export async function startBrowser() {
  const executablePath = BROWSERS.find((name) => name && fs.existsSync(name));
  assert.ok(executablePath, "no Chromium is installed; CHROMIUM may name one");
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

// A page that fails the journey if anything leaves its origin, or if the browser reports an error.
export async function openPage(browser, { address, origin }, fragment, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  const troubles = [];
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith(`blob:${origin}/`) && !url.startsWith("data:")) troubles.push(`a request left the page: ${url}`);
  });
  page.on("pageerror", (error) => troubles.push(`an error in the page: ${error.stack}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text())) troubles.push(`the console says: ${message.text()}`);
  });
  page.setDefaultTimeout(15000);
  await page.goto(address);
  await page.locator("main .screen").waitFor().catch((error) => { throw new Error([error.message, ...troubles].join("\n")); });
  if (fragment) await go(page, fragment);
  return { page, context, finish: async () => { await context.close(); assert.deepEqual(troubles, []); } };
}

export async function go(page, fragment) {
  await page.evaluate((to) => { location.hash = to; }, fragment);
  const screen = /^#\/(\w+)/.exec(fragment)[1];
  await page.locator(`main .screen-${screen}`).waitFor();
}

// What axe has against the page.
export async function accessible(page, name) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const said = found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 4).map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join(" | ")}`);
  assert.deepEqual(said, [], `axe on ${name}`);
}

// Nothing sticks out on the right.
export async function fits(page, name) {
  const [inner, content] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  assert.ok(content <= inner, `${name} is ${content} pixels wide in a window of ${inner}`);
}
