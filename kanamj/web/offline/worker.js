// Python in a web worker (a module: Pyodide refuses classic workers), for the exported page: one question in, its answer out in parts.
// page -> worker: {id, route, params}, {id, stop} for what nobody waits for any more; worker -> page: {id, ok, ...} for each part,
// {id, done} after the last and, while it starts, {progress, share}.

const home = new URL("../", self.location.href).href;
const started = start();
started.catch((error) => self.postMessage({ progress: "failed", share: 0, error: String(error) }));

async function start() {
  self.postMessage({ progress: "loading", share: 0.05 });
  const archive = fetch(`${home}python/kanamj.zip`).then((answer) => {
    if (!answer.ok) throw new Error(`python/kanamj.zip: HTTP ${answer.status}`);
    return answer.arrayBuffer();
  });
  const { loadPyodide } = await import(`${home}pyodide/pyodide.mjs`);
  self.postMessage({ progress: "loading", share: 0.2 });
  const python = await loadPyodide({ indexURL: `${home}pyodide/` });
  self.postMessage({ progress: "loading", share: 0.7 });
  python.unpackArchive(await archive, "zip", { extractDir: "/kanamj" });
  const ask = python.runPython(
    "import sys; sys.path.insert(0, '/kanamj'); from kanamj.web.inpage import ask; ask",
  );
  self.postMessage({ progress: "ready", share: 1 });
  return ask;
}

const stopped = new Set();
let last = started.catch(() => {});

self.addEventListener("message", ({ data }) => {
  if (data.stop) stopped.add(data.id);
  else last = last.then(() => answer(data));
});

async function answer({ id, route, params }) {
  const heard = () => new Promise((resolve) => { setTimeout(resolve); });  // what was sent while Python was at work
  try {
    const ask = await started;
    await heard();
    if (!stopped.has(id)) {
      for (const part of ask(String(route), JSON.stringify(params ?? {}))) {
        self.postMessage({ id, ...JSON.parse(part) });
        await heard();
        if (stopped.has(id)) break;
      }
    }
  } catch (error) {
    self.postMessage({ id, ok: false, error: String(error), code: "failed", field: null, status: 500 });
  }
  self.postMessage({ id, done: true });
  stopped.delete(id);
}
