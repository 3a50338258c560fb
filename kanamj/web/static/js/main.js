// The frame: which room is open, which language, and the service worker of the export.

import { read } from "./address.js";
import { el, fill } from "./dom.js";
import { inPage, progress, warm } from "./engine.js";
import { choose, changes, current, dress, t } from "./texts.js";

const ROOMS = {
  look: () => import("./look/look.js"),
  arrange: () => import("./arrange/arrange.js"),
  words: () => import("./words/words.js"),
  play: () => import("./play/play.js"),
};
let open = "";

async function route() {
  const asked = read().get("p") ?? "look";
  const name = Object.hasOwn(ROOMS, asked) ? asked : "look";
  const before = open;
  open = name;
  for (const room of document.querySelectorAll(".room")) room.hidden = room.id !== `room-${name}`;
  for (const link of document.querySelectorAll("#tabs a")) {
    if (link.dataset.room === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const room = await ROOMS[name]();
  const section = document.getElementById(`room-${name}`);
  if (open !== name) return;
  if (!section.hasChildNodes()) room.build(section);
  room.show(read());
  if (before && before !== name) document.getElementById("main").focus({ preventScroll: true });
}

function manners() {
  fill(document.getElementById("how-text"), el("ol", {}, t("how.rules").map((text) => el("li", { text }))),
    el("p", { text: t("how.more") }));
  const button = document.getElementById("language");
  button.textContent = current() === "ja" ? "English" : "日本語";
  button.lang = current() === "ja" ? "en" : "ja";
}

function rebuild() {
  manners();
  for (const room of document.querySelectorAll(".room")) if (room.id !== `room-${open}`) room.replaceChildren();
  document.getElementById(`room-${open}`).replaceChildren();
  route();
}

function watchLoading() {
  const bar = document.getElementById("loading");
  progress.addEventListener("progress", ({ detail }) => {
    bar.hidden = detail.progress === "ready";
    bar.textContent = detail.progress === "failed" ? t("engine.failed", { why: detail.error ?? "" }) : t("engine.loading", { share: Math.round(100 * (detail.share ?? 0)) });
  });
}

dress();
manners();
document.getElementById("language").addEventListener("click", () => choose(current() === "ja" ? "en" : "ja"));
changes.addEventListener("language", rebuild);
window.addEventListener("hashchange", route);
watchLoading();
route();
warm();
if (inPage && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
