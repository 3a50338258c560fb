// The one way to the engine: ask(route, params). Two backends: the server's API, or Python in a worker (the export).

const META = document.querySelector('meta[name="kanamj-engine"]');
/** Whether Python runs in the page itself: slower, and chances one draw deep only. */
export const inPage = META?.content === "worker";
const POSTED = new Set(["game", "review"]);

/** What went wrong: the engine's sentence, and `code` with its data (api.md: tile, size, late, …); code "offline" when nobody answered. */
export class EngineError extends Error {
  constructor(answer) {
    super(String(answer.error ?? answer.code ?? "?"));
    this.code = String(answer.code ?? "failed");
    this.data = answer;
  }
}

/**
 * The engine's answer, as JSON. `params`: strings, numbers, or arrays of strings (repeated); nothing is sent for "" and undefined.
 * Throws EngineError with the engine's sentence, or an AbortError when `signal` was fired.
 */
export function ask(route, params = {}, { signal } = {}) {
  return inPage ? askWorker(route, clean(params), signal) : askServer(route, clean(params), signal);
}

/** Hear about the loading of the engine: {progress, share}. */
export const progress = new EventTarget();

function clean(params) {
  const kept = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== ""
    && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(kept);
}

async function askServer(route, params, signal) {
  let response;
  try {
    response = POSTED.has(route)
      ? await fetch(`api/v1/${route}`, { method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(params) })
      : await fetch(`api/v1/${route}?${query(params)}`, { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new EngineError({ code: "offline" });
  }
  let answer;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new EngineError({ error: `HTTP ${response.status}` });
  }
  if (!response.ok) throw new EngineError(answer);
  return answer;
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
  worker.addEventListener("message", ({ data }) => {
    if (data.progress) return progress.dispatchEvent(new CustomEvent("progress", { detail: data }));
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (!asked) return undefined;
    return data.ok ? asked.resolve(data.result) : asked.reject(new EngineError(data));
  });
  worker.addEventListener("error", () => {
    for (const asked of waiting.values()) asked.reject(new EngineError({ code: "offline" }));
    waiting.clear();
  });
}

function askWorker(route, params, signal) {
  if (!worker) start();
  return new Promise((resolve, reject) => {
    const id = ++count;
    const stop = () => { waiting.delete(id); reject(new DOMException("stopped", "AbortError")); };
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop, { once: true });
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, route, params });
    return undefined;
  });
}

let known = null;
/** What the engine has: lists, tile sets, how deep chances go (api.md, info). Asked once; a plain answer if it cannot be had. */
export function info() {
  known ??= ask("info").catch(() => { known = null; return { lexicons: [], draws: inPage ? 1 : 3, game: !inPage }; });
  return known;
}

/** In the export: load the engine at once, so that the first question finds it ready. */
export function warm() {
  if (inPage && !worker) start();
}
