// Give a text away: the device's own sheet, else the clipboard, else a field to copy from.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { openSheet } from "./sheet.js";

/** Share, and what to tell the player about it. */
export async function shareText(title, text, url = "") {
  const whole = url ? `${text}\n${url}` : text;
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ title, text, url: url || undefined });
      return t("share.done");
    }
    await navigator.clipboard.writeText(whole);
    return t("share.copied");
  } catch (error) {
    if (error.name === "AbortError") return "";
    const field = el("textarea", { rows: 5, readonly: true, "aria-label": t("share.text") });
    field.value = whole;
    openSheet(t("share.text"), field);
    field.select();
    return "";
  }
}

/** Let the browser save `text` as a file. */
export function download(name, text, type = "application/x-ndjson") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
