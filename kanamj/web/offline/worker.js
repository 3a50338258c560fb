// Python in a web worker (a module: Pyodide refuses classic workers), for the exported page: one question in, one answer out.
// page -> worker: {id, route, params}; worker -> page: {id, ok, ...} and, while it starts, {progress, share}.

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

self.addEventListener("message", async ({ data: { id, route, params } }) => {
  try {
    const ask = await started;
    self.postMessage({ id, ...JSON.parse(ask(String(route), JSON.stringify(params ?? {}))) });
  } catch (error) {
    self.postMessage({ id, ok: false, error: String(error), code: "failed", field: null, status: 500 });
  }
});
