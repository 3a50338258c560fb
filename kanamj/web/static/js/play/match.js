// A hand by rules with points at the table: its style, which hand of the match it is, and the points of a seat.

import { el } from "../dom.js";
import { t } from "../texts.js";

/** 8 -> "8,000", 0 -> "0". `sign`: with + before a gain. */
export const thousands = (n, sign = false) =>
  `${sign && n > 0 ? "+" : ""}${n ? `${n},000` : 0}`.replace("-", "−");
export const points = (n, sign = false) => t("match.points", { n: thousands(n, sign) });

/** Load the style of what a match adds to the room. */
export function dressed() {
  if (document.getElementById("match-style")) return;
  const href = new URL("./match.css", import.meta.url).href;
  document.head.append(el`link#match-style`({ rel: "stylesheet", href }));
}

/** Whether a kept hand has what a hand with points needs. */
export function soundMatch({ rounds, match, view }) {
  const { points: now, began, gains, hands, settlement } = view.match ?? {};
  const each = [now, began, gains].every(
    (row) => row?.length === view.seats.length && row.every(Number.isInteger),
  );
  return each && [match, hands, settlement].every(Array.isArray) && [0, 1, 2].includes(rounds);
}

/** "東1局 1本場 山60 供託2": which hand of the match this is, and what lies on the table; "" by rules without points. */
export function wallName({ players, match, wall, deposits }) {
  if (!match) return "";
  const { rounds, passed, honba } = match;
  const wind = t(`wind.${Math.floor(passed / players.length)}`);
  return [
    rounds && t("match.hand", { wind, n: (passed % players.length) + 1 }),
    honba && t("match.honba", { n: honba }),
    t("match.wall", { n: wall }),
    deposits && t("match.sticks", { n: deposits }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** The points of a seat at the table, and whether it deals. */
export const purse = (view, seat) =>
  view.match && [
    seat === view.dealer && el`span.deals`(t("match.dealer")),
    el`span.purse`(thousands(view.match.points[seat])),
  ];
