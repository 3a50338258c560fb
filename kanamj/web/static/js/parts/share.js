// Shares a text: a phone opens its share sheet, other devices copy to the clipboard. If that fails, the text is shown in a field to copy from.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { plain } from "../ruby.js";
import { openSheet } from "./sheet.js";

const HOME = document.querySelector('meta[name="kanamj-home"]')?.getAttribute("content") ?? "";

/** The address with which links begin: the one that the host has set, or else that of this page; "" if that opens on this device only. */
const address = () =>
  HOME ||
  (["", "127.0.0.1", "localhost", "[::1]"].includes(location.hostname) ? "" : location.href.split("#")[0]);

/** Share a text and, if the page has an address, the link to `hash` ("#h=さくら"). Returns the sentence to show to the player, or "". */
export async function shareText(title, text, hash = "") {
  const url = hash && address() && address() + hash;
  const whole = plain(url ? `${text}\n${url}` : text);
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title: plain(title), text: whole });
      return t("share.done");
    }
    await navigator.clipboard.writeText(whole);
    return t("share.copied");
  } catch (error) {
    if (error.name === "AbortError") return "";
    const field = el`textarea`({ rows: 5, readonly: true, "aria-label": t("share.text") });
    field.value = whole;
    openSheet(t("share.text"), field);
    field.select();
    return "";
  }
}

/** Save a text or a Blob as a file. */
export function download(name, data, type = "application/x-ndjson") {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  el`a`({ href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
