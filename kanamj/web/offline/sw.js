// The service worker: with it the exported page works without a network. An export writes VERSION and FILES (path: SHA-256) above this line,
// so each export has its own worker and its own cache. A page never mixes two versions: a worker is installed only if every file is as it was
// exported, and it waits until no page of the version before is open. If the only open page is reloaded, it counts as closed.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const SCOPE = worker.registration.scope;
const CACHES = `kanamj ${SCOPE} `;
const CACHE = `${CACHES}${VERSION}`;

async function keepAll() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(Object.entries(FILES).map(([path, sum]) => keep(cache, path, sum)));
    await caches.delete(`${CACHES}first`);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Put a file into the cache. A file that the browser has already is not loaded again if it is as it was exported. */
async function keep(cache, path, sum) {
  for await (const file of found(path)) {
    if (file?.ok && (await sumOf(file.clone())) === sum) return cache.put(path, file);
  }
  throw new Error(`${path} is not of version ${VERSION}; the host may be changing to another`);
}

/** Where a file may be: in the cache of another version or of the first visit (loading.js), in the browser's own cache, at the host. */
async function* found(path) {
  const url = new URL(path, SCOPE).href;
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHES)) yield await (await caches.open(name)).match(url);
  }
  const asked = path === "index.html" ? SCOPE : url; // as a visitor asks for it
  yield await fetch(asked, { cache: "force-cache" });
  yield await fetch(asked, { cache: "reload" });
}

async function sumOf(file) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Delete the caches of other versions of this page. The caches of other pages of the host stay. */
async function forgetOthers() {
  for (const name of await caches.keys()) {
    const other = name.startsWith("kanamj") && name !== CACHE;
    if (other && (await (await caches.open(name)).match(`${SCOPE}index.html`))) await caches.delete(name);
  }
}

async function answer(request) {
  if (
    request.mode === "navigate" &&
    worker.registration.waiting &&
    (await worker.clients.matchAll()).length < 2
  ) {
    worker.registration.waiting.postMessage("take over");
    return new Response("", { headers: { Refresh: "0" } }); // let the browser read the page again, from the new worker
  }
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  url.search = "";
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url.href);
  return kept ?? fetch(request).catch(() => new Response(null, { status: 204 })); // without a network there is nothing else
}

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(SCOPE))
    event.respondWith(answer(event.request));
});
