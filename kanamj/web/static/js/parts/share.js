// Shares a text: a phone opens its share sheet, other devices copy to the clipboard. If that fails, the text is shown in a field to copy from.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { plain } from "../texts/kana.js";
import { openSheet } from "./sheet.js";

const HOME = document.querySelector('meta[name="kanamj-home"]')?.getAttribute("content") ?? "";

/** Whether a link opens on this device only. */
const onlyHere = () => !HOME && ["", "127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/**
 * Share a text and the link to `hash` ("#h=さくら"), which begins with the address that the host has set, or else with that of this page.
 * Returns the sentence to show to the player, or "".
 */
export async function shareText(title, text, hash = "") {
  const url = hash && (HOME || location.href.split("#")[0]) + hash;
  const whole = plain(url ? `${text}\n${url}` : text);
  const note = url && onlyHere() ? ` ${t("share.here")}` : "";
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: plain(title), text: whole });
      return t("share.done") + note;
    }
    await navigator.clipboard.writeText(whole);
    return t("share.copied") + note;
  } catch (error) {
    if (error.name === "AbortError") return "";
    const field = el`textarea`({ rows: 5, readonly: true, "aria-label": t("share.text") });
    field.value = whole;
    openSheet(t("share.text"), field);
    field.select();
    return note.trim();
  }
}

/** Save a text or a Blob as a file. */
export function download(name, data, type = "application/x-ndjson") {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  el`a`({ href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
