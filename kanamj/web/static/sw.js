// The exported page without a network: every file of files.json is kept, and answered from there.

const LIST = "files.json";
const HOME = "kanamj-";

async function keepAll() {
  const list = await (await fetch(LIST, { cache: "no-store" })).json();
  if (await caches.has(HOME + list.version)) return;
  const cache = await caches.open(HOME + list.version);
  try {
    await cache.addAll(list.files.map((path) => new Request(path, { cache: "no-cache" })));
  } catch (error) {
    await caches.delete(HOME + list.version);  // all of it, or none
    throw error;
  }
  for (const name of await caches.keys()) {
    if (name.startsWith(HOME) && name !== HOME + list.version) await caches.delete(name);
  }
}

async function answer(request) {
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  url.search = "";
  const kept = await caches.match(url.href);
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === self.location.origin) {
    event.respondWith(answer(event.request));
    if (event.request.mode === "navigate") event.waitUntil(keepAll().catch(() => {}));  // a newer export, for the next visit
  }
});
