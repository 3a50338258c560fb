// Python in a web worker, for the exported page. It gets questions and sends each answer in parts. It is a module, since Pyodide refuses
// classic workers.
// page -> worker: {id, route, params} asks; {id, stop} says that nobody waits for this answer any more.
// worker -> page: {id, ok, ...} for each part, {id, done} after the last part; while the worker starts, {progress: "loading", come, total}
// with numbers of bytes, {progress: "starting"}, then {progress: "ready"} or {progress: "failed", error}.
// Between two parts the worker answers newer questions first; then it goes on with the older ones.

import { DataFolder } from "./datafolder.js";
import { allKept, failure, module, watch } from "./loading.js";

const home = new URL("../", self.location.href).href;
const DATA = "/data";
const KEEPING = new Set(["game", "own"]); // routes that write into the data folder

const TELL_MS = 100;

const started = start();
started.catch((error) => self.postMessage({ progress: "failed", error: String(error) }));

async function start() {
  let last = -TELL_MS;
  watch((come, total) => {
    if (come === total) self.postMessage({ progress: "starting" });
    else if (performance.now() - last >= TELL_MS) {
      last = performance.now();
      self.postMessage({ progress: "loading", come, total });
    }
  });
  const [archive, lock, { loadPyodide }] = [
    fetch(`${home}python/kanamj.zip`).then((answer) => answer.arrayBuffer()),
    fetch(`${home}pyodide/pyodide-lock.json`).then((answer) => answer.json()),
    await import(`${home}pyodide/pyodide.mjs`),
  ];
  const python = await Promise.race([
    failure,
    loadPyodide({
      indexURL: `${home}pyodide/`,
      env: { HOME: "/home/pyodide", KANAMJ_DATA: DATA },
      lockFileContents: lock,
      createPyodideModule: async (settings) => (await module("pyodide/pyodide.asm.mjs")).default(settings),
    }),
  ]);
  const unpack = (bytes) => python.unpackArchive(bytes, "zip", { extractDir: "/kanamj" });
  unpack(await archive);
  const data = new DataFolder(python.FS, DATA);
  await data.recall();
  const ask = python.runPython(
    "import sys; sys.path.insert(0, '/kanamj'); from kanamj.web.inpage import ask; ask",
  );
  await allKept();
  self.postMessage({ progress: "ready" });
  return { ask, data, unpack };
}

let explained = false;
/** Whether an answer of `find` lacks what the archive says of words in no list: now it is there, and the question can be asked again. */
async function isExplained(route, { result = [] }) {
  const lacking = ({ found, words = [] }) => found === false || (found && words.every(({ flag }) => flag));
  if (route !== "find" || explained || !result.some?.(lacking)) return false;
  const answer = await fetch(`${home}python/why.zip`).catch(() => null);
  const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => null) : null;
  if (!bytes?.byteLength) return false; // there is no network
  (await started).unpack(bytes);
  explained = true;
  return true;
}

const questions = []; // questions without a complete answer, the newest last
let working = false;

self.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (!data.stop) questions.push({ ...data, parts: null });
  else drop(data.id);
  if (!working) work();
});

async function work() {
  working = true;
  while (questions.length) {
    const question = questions.at(-1);
    try {
      if (await isAnswered(question)) end(question.id);
    } catch (error) {
      self.postMessage({
        id: question.id,
        ok: false,
        error: String(error),
        code: "failed",
        field: null,
        status: 500,
      });
      end(question.id);
    }
    await new Promise((resolve) => {
      setTimeout(resolve);
    }); // receive messages that came while Python was at work
  }
  working = false;
}

/** Send the next part of an answer. True if there is no further part. An empty part is not sent: it only lets newer questions pass. */
async function isAnswered(question) {
  const { ask, data } = await started;
  const { route, params } = question;
  if (!question.parts) {
    await data.recall(params?.id); // another tab may have changed own words
    if (!questions.includes(question)) return false; // stopped in the meantime
    question.parts = ask(String(route), JSON.stringify(params ?? {}))[Symbol.iterator]();
  }
  const { value, done } = question.parts.next();
  if (done) return true;
  if (value && (await isExplained(route, JSON.parse(value)))) {
    question.parts = null;
    return false;
  }
  if (value && KEEPING.has(route)) await data.keep();
  if (value) self.postMessage({ id: question.id, ...JSON.parse(value) });
  return false;
}

function end(id) {
  drop(id);
  self.postMessage({ id, done: true });
}

function drop(id) {
  const at = questions.findIndex((question) => question.id === id);
  if (at >= 0) questions.splice(at, 1);
}
