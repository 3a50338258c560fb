// What went wrong, as a sentence in the language of the page.

import { current, t } from "../texts.js";

/** The sentence to show for an error of `ask`. */
export function sentence(error) {
  const data = error.data ?? {};
  const values = { ...data, fits: [].concat(data.fits ?? []).join(t("or")) };
  const known = t(`error.${error.code}`, values);
  if (known === `error.${error.code}`) return error.message;
  return current() === "en" && data.error ? data.error : known;
}
