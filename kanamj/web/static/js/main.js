// The frame of the page: it opens rooms, changes the language, and registers the service worker of the exported page.

import { read } from "./address.js";
import { all, button, el, fill, say } from "./dom.js";
import { inPage, progress, warm } from "./engine.js";
import { click, feels, setFeels } from "./parts/feel.js";
import { trouble } from "./store.js";
import { choose, changes, current, dress, t } from "./texts.js";

const ROOMS = {
  start: () => import("./start/start.js"),
  look: () => import("./look/look.js"),
  arrange: () => import("./arrange/arrange.js"),
  words: () => import("./words/words.js"),
  play: () => import("./play/play.js"),
};
let open = "";
let built = new AbortController(); // aborted when the rooms are built anew; this ends the listeners and timers of the old rooms

/** The name of the room that an address opens: みる if it has only a hand, the first page if it names no room that exists. */
function roomOf(params) {
  const asked = params.get("p") ?? (params.has("h") ? "look" : "start");
  return Object.hasOwn(ROOMS, asked) ? asked : "start";
}

/** Open the room of the address. Resolves when it shows what it can show without Python. */
async function route() {
  const name = roomOf(read());
  const before = open;
  open = name;
  for (const room of all(".room")) room.hidden = room.id !== `room-${name}`;
  document.body.dataset.room = name;
  for (const link of all("#tabs a")) {
    if (link.dataset.room === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const section = document.getElementById(`room-${name}`);
  const { signal } = built;
  const room = await ROOMS[name]().catch(() => null);
  if (open !== name || signal.aborted) return null;
  let shown = null;
  try {
    if (room && !section.dataset.built) {
      room.build(section, signal);
      section.dataset.built = "yes";
    }
    if (room) shown = room.show(read());
    else unopened(section, t("room.why"));
  } catch (error) {
    unopened(section, t("room.broken", { why: String(error) }));
  }
  if (before && before !== name) {
    document.getElementById("main").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
  return shown;
}

/** Say why a room cannot be opened. Loading the page again loses nothing. */
function unopened(section, why) {
  fill(
    section,
    el`div.card.stack`(
      el`h1.title`(t("room.failed")),
      el`p.warn`({ role: "alert" }, why),
      el`p`(button(t("room.again"), () => location.reload(), { class: "button main", id: "room-again" })),
    ),
  );
}

/** Fill in あそびかた. That is done when it is opened, or when the first room is there. */
const explain = () =>
  import("./parts/howto.js").then(
    ({ howTo }) => fill(document.getElementById("how-text"), howTo()),
    () => {}, // it is tried again when it is opened again
  );

function manners() {
  const turn = document.getElementById("language");
  fill(turn, current() === "ja" ? "English" : "日本語");
  turn.lang = current() === "ja" ? "en" : "ja";
  document.getElementById("feel").setAttribute("aria-pressed", String(feels()));
}

function rebuild() {
  built.abort();
  built = new AbortController();
  manners();
  explain();
  for (const room of all(".room")) {
    room.replaceChildren();
    delete room.dataset.built;
  }
  route();
}

/** Keep the page for use without a network. On the first visit this waits for the engine: what it has loaded is not loaded again. */
function keepPage() {
  if (!inPage || !("serviceWorker" in navigator)) return;
  const register = () => navigator.serviceWorker.register("sw.js").catch(() => {});
  // A host whose files are older than before an update answers "not modified", unless it is asked for the file itself.
  if (navigator.serviceWorker.controller) fetch("sw.js", { cache: "reload" }).then(register, () => {});
  else
    progress.addEventListener("progress", (/** @type {CustomEvent} */ { detail }) => {
      if (detail.progress === "ready") register();
    });
}

function watchStorage() {
  trouble.addEventListener("forgetful", () => {
    const note = document.getElementById("memory");
    const hide = () => (note.hidden = true);
    note.hidden = false;
    fill(note, t("memory.none"), " ", button(t("close"), hide, { class: "button slim", id: "memory-close" }));
    say(t("memory.none"));
  });
}

document.getElementById("opening").remove();
dress();
manners();
document.getElementById("language").addEventListener("click", () => choose(current() === "ja" ? "en" : "ja"));
document.getElementById("feel").addEventListener("click", () => {
  setFeels(!feels());
  manners();
  click();
});
changes.addEventListener("language", rebuild);
window.addEventListener("hashchange", route);
document.getElementById("how").addEventListener("toggle", explain);
watchStorage();
keepPage();
if (roomOf(read()) !== "start")
  import("./early.js").then(
    ({ early }) => early(),
    () => {},
  );
route()
  .catch(() => {}) // what the first room shows does not share its way with Python
  .then(() => {
    warm();
    for (const load of [explain, ...Object.values(ROOMS)]) load().catch(() => {}); // while there is a network
  });
