// The level as a path: the hands of 8 tiles, then those of 14, and the place where the player stands.

import { el, fill, once } from "../dom.js";
import { t } from "../texts.js";
import { LADDER, clock, nameOf, read } from "./stats.js";

/** The name of a level: "8枚 レベル3". */
export const levelName = (form, level) =>
  t(form === "332" ? "arrange.shortname" : "arrange.levelname", { level });

/** The path: `box`, and `draw({form, level}, following)`. A press on a step calls `pick({form, level})`, the switch `pick({follow})`. */
export function path(pick) {
  const steps = el`ol.steps`();
  const follow = el`input#follow`({
    type: "checkbox",
    role: "switch",
    on: { change: () => pick({ follow: follow.checked }) },
  });
  const line = el`p.note`();
  const box = el`section#path.card.stack`(
    { "aria-label": t("arrange.level") },
    steps,
    el`label.switch`(follow, t("arrange.follow")),
    line,
  );
  return {
    box,
    draw({ form, level }, following) {
      const stats = read();
      const step = ([of, at], i) => {
        const chosen = of === form && at === level;
        const look = [i < stats.level && "done", i === stats.level && "here", chosen && "chosen"];
        const run = i === stats.level ? stats.run : 0;
        const said = `${levelName(of, at)}${i === stats.level ? ` ${t("path.here")}` : ""}`;
        const props = {
          class: look.filter(Boolean).join(" "),
          "aria-label": `${of === "332" ? 8 : 14}-${at} ${said}`,
          "aria-current": chosen && "true",
          data: { level: `${of}/${at}` },
          on: { click: () => pick({ form: of, level: at }) },
        };
        return once([look, run, of, at], () =>
          el`li`(
            el`button.step`(props, `${of === "332" ? 8 : 14}-${at}`),
            run > 0 && el`i.half`({ "aria-hidden": "true" }),
          ),
        );
      };
      fill(steps, LADDER.map(step));
      follow.checked = following;
      const best = stats.best[nameOf(form, level)];
      fill(
        line,
        t("path.sum", { solved: stats.solved, shown: stats.shown }),
        best && t("path.best", { time: clock(best) }),
      );
    },
  };
}
