// Asks the engine. It is a server with an API or, in the exported page, Python in a worker.

import { load } from "./store.js";

/** Whether Python runs in the page itself. It is slower, and works out chances within two draws at most. */
export const inPage = document.querySelector('meta[name="kanamj-engine"][content="worker"]') !== null;
/** Whether this browser can run Python at all: the files of the engine are packed. */
export const canRun = typeof DecompressionStream === "function";
const POSTED = new Set(["game", "review", "own"]);

/** An error of the engine: its sentence, its `code` (docs/web.md lists them: tile, size, late …) and the whole answer as `data`. The code is "offline" if nobody answered. */
export class EngineError extends Error {
  constructor(answer) {
    super(String(answer.error ?? answer.code ?? "?"));
    this.code = String(answer.code ?? "failed");
    this.data = answer;
  }
}

/**
 * The engine's answer, parsed from JSON. `params`: strings, numbers, or arrays of strings (sent one by one); "" and undefined are not sent.
 * Throws EngineError with the engine's sentence, or an AbortError when `signal` was fired.
 * @template {keyof Answers} R
 * @param {R} route
 * @param {Record<string, any>} params
 * @param {{signal?: AbortSignal}} options
 * @returns {Promise<Answers[R]>}
 */
export async function ask(route, params = {}, options = {}) {
  for await (const first of parts(route, params, options)) return first;
  throw new EngineError({ code: "offline" });
}

/**
 * The parts of an answer, each as soon as it comes: for a hand judged with `draws`, first the report, then the chances. Throws what `ask` throws.
 * @template {keyof Answers} R
 * @param {R} route
 * @param {Record<string, any>} params
 * @param {{signal?: AbortSignal}} options
 * @returns {AsyncGenerator<Answers[R]>}
 */
export async function* parts(route, params = {}, { signal } = {}) {
  const asked = clean({ all_words: allWords() ? 1 : "", ...params });
  yield* inPage ? askWorker(route, asked, signal) : askServer(route, asked, signal);
}

/** Whether the player wants to see all words, including flagged ones. */
export function allWords() {
  return load("all-words", false) === true;
}

/** Fires "progress" events while the engine loads; their detail is what the worker says (offline/worker.js). */
export const progress = new EventTarget();
let stage = { progress: "loading" };
/** The last of these events. */
export const loading = () => stage;

function clean(params) {
  const kept = Object.entries(params).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept);
}

async function* askServer(route, params, signal) {
  try {
    const response = POSTED.has(route)
      ? await fetch(`api/v1/${route}`, {
          method: "POST",
          signal,
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(params),
        })
      : await fetch(`api/v1/${route}?${query(params)}`, { signal });
    for await (const line of lines(response)) {
      const answer = JSON.parse(line);
      if (answer.code && answer.error) throw new EngineError(answer);
      yield answer;
    }
  } catch (error) {
    if (error.name === "AbortError" || error instanceof EngineError) throw error;
    throw new EngineError({ code: error instanceof SyntaxError ? "failed" : "offline" });
  }
}

/** The lines of a response, each as soon as it comes. */
async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      const whole = (rest + value).split("\n");
      rest = whole.pop();
      yield* whole;
    }
    if (rest) yield rest;
  } finally {
    reader.cancel().catch(() => {}); // closes the connection if the caller stops early
  }
}

function query(params) {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one));
  }
  return pairs;
}

let worker = null;
let count = 0;
const waiting = new Map();

function start() {
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const fail = () => {
    // the next question starts another worker
    worker?.terminate();
    worker = null;
    for (const hear of waiting.values()) hear({ ok: false, code: "offline" });
    waiting.clear();
  };
  worker.addEventListener("message", ({ data }) => {
    if (data.progress) stage = data;
    if (data.progress) progress.dispatchEvent(new CustomEvent("progress", { detail: data }));
    else waiting.get(data.id)?.(data);
    if (data.progress === "failed") fail();
  });
  worker.addEventListener("error", fail);
}

async function* askWorker(route, params, signal) {
  if (!canRun) throw new EngineError({ code: "old" });
  if (!worker) start();
  const id = ++count;
  const heard = [];
  let wake = (_heard = null) => {};
  const hear = (data) => {
    heard.push(data);
    wake();
  };
  const stop = () => hear({ stopped: true });
  waiting.set(id, hear);
  signal?.addEventListener("abort", stop, { once: true });
  worker.postMessage({ id, route, params });
  try {
    for (;;) {
      if (signal?.aborted) throw new DOMException("stopped", "AbortError");
      const data = heard.shift();
      if (!data)
        await new Promise((resolve) => {
          wake = resolve;
        });
      else if (data.done) return;
      else if (!data.ok) throw new EngineError(data);
      else yield data.result;
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    if (waiting.delete(id)) worker?.postMessage({ id, stop: true });
  }
}

let known = null;
/** What the engine offers: word lists, tile sets, the most draws of the chances, and `within` how many draws discards are measured (docs/web.md, info). It is asked once; without an answer this returns a default. */
export function info() {
  known ??= ask("info", { all_words: "" }).catch(() => {
    known = null;
    return { lexicons: [], draws: inPage ? 2 : 3, within: 2 };
  });
  return known;
}

/** In the exported page, load the engine before the first question. */
export function warm() {
  if (inPage && canRun && !worker) start();
}
