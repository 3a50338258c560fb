// Loads the files of the engine, and says how many of their bytes have come. An export writes SIZES (path: bytes) above this line.
// A file whose name ends with .bin is packed by gzip. On the first visit each file is also put into a cache, from which the service worker
// takes it (sw.js). So it is loaded once.

const HOME = new URL("../", self.location.href).href;
const CACHES = `kanamj ${HOME} `; // with this the names of the caches of sw.js begin
const TYPES = { wasm: "application/wasm", mjs: "text/javascript" };
const TOTAL = Object.values(SIZES).reduce((sum, size) => sum + size, 0);

const plainFetch = self.fetch.bind(self);
let come = 0;
let told = () => {};
const putting = [];
const first = self.caches
  ? caches.keys().then((names) => !names.some((name) => name.startsWith(CACHES) && !name.endsWith(" first")))
  : false;

/** Call `tell(come, total)` with numbers of bytes, now and whenever more bytes have come. */
export function watch(tell) {
  told = () => tell(come, TOTAL);
  told();
}

let fail = () => {};
/** Rejects if a file cannot be loaded. Pyodide itself would wait for ever. */
export const failure = new Promise((_, reject) => {
  fail = reject;
});

/** Let Pyodide's own fetch("…/pyodide.asm.wasm") get the packed file. */
self.fetch = (asked, options) => {
  const { href } = new URL(asked instanceof Request ? asked.url : asked, HOME);
  const path = href.slice(HOME.length);
  const there = href.startsWith(HOME) && [path, `${path}.bin`].find((one) => Object.hasOwn(SIZES, one));
  if (!there) return plainFetch(asked, options);
  const loaded = load(there);
  loaded.catch(fail);
  return loaded;
};

/** The module in a file. A packed module is imported by a URL of its text. */
export async function module(path) {
  const url = URL.createObjectURL(await (await self.fetch(HOME + path)).blob());
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Resolves when all loaded files are in the cache, or the browser has refused them. */
export function allKept() {
  return Promise.allSettled(putting);
}

async function load(path) {
  const answer = await plainFetch(HOME + path);
  if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
  const { readable, writable } = new TransformStream({
    transform(bytes, out) {
      come += bytes.length;
      told();
      out.enqueue(bytes);
    },
  });
  answer.body.pipeTo(writable).catch(fail);
  const body = (await first) ? putAside(path, readable) : readable;
  const [, name, packed] = path.match(/^(.*?)(\.bin)?$/);
  const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
  return new Response(packed ? body.pipeThrough(new DecompressionStream("gzip")) : body, {
    headers: { "Content-Type": type },
  });
}

/** Put the bytes into the cache of the first visit while they come. Returns them as another stream. */
function putAside(path, bytes) {
  const [used, kept] = bytes.tee();
  putting.push(caches.open(`${CACHES}first`).then((cache) => cache.put(HOME + path, new Response(kept))));
  return used;
}
