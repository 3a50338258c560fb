// What is shown while an answer is worked out: that it is, and, while the engine of the exported page is still loaded, how much has come and what can
// be done meanwhile.

import { el, fill, once } from "../dom.js";
import { inPage, loading, progress } from "../engine.js";
import { t } from "../texts.js";

/** A node that says so. It stops listening when it leaves the page. */
export function waiting(text = t("waiting.busy")) {
  const node = el`span.waiting`();
  const show = () => {
    const { progress: stage, come = 0, total = 1 } = loading();
    const share = stage === "loading" ? Math.floor((100 * come) / total) : 100;
    const begun = inPage && stage !== "ready" && stage !== "failed";
    fill(
      node,
      once("text", () =>
        el`span`(el`span.spin`({ "aria-hidden": "true" }), ` ${text} `, el`small.slow`(t("waiting.first"))),
      ),
      begun && [
        once(
          "share",
          () => el`progress`({ max: 100, "aria-label": t("waiting.loading") }),
          (bar) => (bar.value = share),
        ),
        once("way", () => el`small`(t("waiting.loading"), " ", el`a`({ href: "#" }, t("waiting.meanwhile")))),
      ],
    );
  };
  const follow = () => {
    if (node.isConnected) show();
    else progress.removeEventListener("progress", follow);
  };
  progress.addEventListener("progress", follow);
  show();
  return node;
}
