// Says in the language of the page what went wrong.

import { button, el } from "../dom.js";
import { inPage } from "../engine.js";
import { current, t } from "../texts.js";

/** The sentence to show for an error of `ask`. */
export function sentence(error) {
  const data = error.data ?? {};
  if (current() === "en" && data.error) return data.error;
  const values = { ...data, fits: [].concat(data.fits ?? []).join(t("or")) };
  if (error.code === "offline" && inPage) return t("error.engine");
  const name = [`error.${error.code}.${data.field}`, `error.${error.code}`].find((one) => t(one) !== one);
  if (name === "error.query" && data.ja) return data.ja;
  return t(name ?? "error.unknown", values);
}

/** Codes of errors that may be gone at the next try. */
const PASSING = ["offline", "late", "busy", "failed"];

/** The sentence and, if another try may help, a button with this `id` that calls `again`. */
export function failure(error, again, id) {
  return el`span.failure`(
    { role: "alert" },
    sentence(error),
    PASSING.includes(error.code) ? [" ", button(t("again"), again, { class: "button slim", id })] : null,
  );
}
