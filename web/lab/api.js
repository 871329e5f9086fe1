// Questions to the server on this machine. Every question can be dropped, and its work stops with it.

const KEPT = "sprague-token";

// Takes the token out of the address, and keeps it for other pages of the same server.
export function takeToken() {
  const found = /(?:^#|[?&])token=([0-9a-fA-F]+)/.exec(location.hash);
  if (!found) return;
  localStorage.setItem(KEPT, found[1]);
  const rest = location.hash.replace(/^#token=[0-9a-fA-F]+&?/, "#").replace(/([?&])token=[0-9a-fA-F]+&?/, "$1");
  history.replaceState(null, "", rest.length > 1 ? rest : location.pathname);
}

// What went wrong, as the server says it.
export class Failure extends Error {
  constructor(error, status) {
    super(error.message ?? "The server did not answer as expected.");
    this.kind = error.kind ?? "inside";
    this.help = error.help ?? null;
    this.places = error.places ?? [];
    this.estimate = error.estimate ?? null;
    this.status = status;
  }
}

async function send(route, body, signal) {
  let answer;
  try {
    answer = await fetch(`/api/${route}`, {
      method: "POST", signal, credentials: "omit", cache: "no-store",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${localStorage.getItem(KEPT) ?? ""}` },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure({ kind: "gone", message: "The server does not answer. Is `sprague lab` still running?" }, 0);
  }
  if (answer.ok) return answer;
  let error = { message: `The server answers ${answer.status}.` };
  try {
    error = (await answer.json()).error ?? error;
  } catch { /* not JSON: the status says enough */ }
  throw new Failure(error, answer.status);
}

export async function ask(route, body = {}, signal = undefined) {
  return (await send(route, body, signal)).json();
}

// A file to be kept: its bytes, and the name the server gives it.
export async function fetchFile(route, body, signal) {
  const answer = await send(route, body, signal);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "sprague";
  return { name, blob: await answer.blob() };
}

// A table or an overlay: a header, and a number for each cell.
export async function askCells(route, body, signal) {
  const bytes = await (await send(route, body, signal)).arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  return { header, cells: new Uint16Array(bytes, 4 + length) };
}

// Events one by one as the server sends them: `heard(name, data)`.
export async function listen(route, body, signal, heard) {
  const reader = (await send(route, body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const name = lines.find((line) => line.startsWith("event:"))?.slice(6).trim();
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart()).join("\n");
      if (name) heard(name, data ? JSON.parse(data) : {});
    }
  }
}

export function isAbort(error) {
  return error?.name === "AbortError";
}

// One question at a time: a new one drops the one before.
export function lane() {
  let current = null;
  return {
    async run(work) {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      try {
        return await work(mine.signal);
      } catch (error) {
        if (isAbort(error)) return undefined;
        throw error;
      } finally {
        if (current === mine) current = null;
      }
    },
    stop() {
      const busy = current !== null;
      current?.abort();
      current = null;
      return busy;
    },
    busy: () => current !== null,
  };
}
