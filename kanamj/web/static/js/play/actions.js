// The buttons above the hand: the moves that the player can make now. Without help, only words that the player has laid are offered;
// with help on, all that the rules allow.

import { button, el, fill } from "../dom.js";
import { openSheet } from "../parts/sheet.js";
import { spelt } from "../parts/tile.js";
import { t } from "../texts.js";
import { keyOf } from "../tiles.js";
import { RULES } from "./game.js";

const MOST = 3; // calls shown as buttons; a narrow screen shows one
const NARROW = 360; // pixels

/**
 * The buttons now. `act(move)` plays a move, `refuse(sentence)` says why a move is not possible, `reveal()` turns help on for this question,
 * `riichi()` turns riichi on or off, `reshape(form)` changes the racks to that form.
 */
export function actions(state, { act, refuse, reveal, riichi, reshape }) {
  const {
    hand: { view, rules },
    racks,
    wishes,
  } = state;
  const told = wishes.help || state.told;
  const legal = (event) => view.legal.filter((move) => move.event === event);
  const arranged = racks.length > 0 && racks.every((rack) => rack.words.length);
  const wins = (event) => {
    const can = legal(event)[0];
    if (told && !can) return null;
    return button(
      t(`act.${event}`),
      () => {
        if (!told && !arranged) return refuse(t("act.arrange"));
        return can ? act(can) : refuse(t(view.missed ? "act.missed" : "act.nowin"));
      },
      { class: can && (told || arranged) ? "button main" : "button", id: `act-${event}` },
    );
  };
  const me = view.seats[view.seat];
  const [usual, pairs] = RULES[rules];
  const shape =
    pairs && !me.melds.length
      ? button(t(`shape.${pairs}`), () => reshape(state.form === pairs ? usual : pairs), {
          id: "shape",
          "aria-pressed": String(state.form === pairs),
          class: state.form === pairs ? "button main" : "button",
        })
      : null;
  if (view.phase === "Discard") {
    const may = me.riichi === 0 && me.melds.length === 0 && rules !== "basic";
    return [
      view.drawn ? wins("tsumo") : null,
      may
        ? button(t("riichi"), riichi, {
            class: state.riichi ? "button main" : "button",
            id: "riichi",
            "aria-pressed": String(state.riichi),
          })
        : null,
      shape,
    ];
  }
  const claims = [...legal("kan"), ...legal("call")];
  const mine = told
    ? claims
    : claims.filter((move) =>
        racks.some((rack) => rack.words.length && keyOf(rack.text) === keyOf(move.letters)),
      );
  const call = (move, more = () => {}) =>
    fill(
      button(
        "",
        () => {
          more();
          act(move);
        },
        { class: "button main call", data: { letters: move.letters } },
      ),
      t(`act.${move.event}`),
      el`strong`(
        move.words?.length ? `${move.words[0].reading} ${spelt(move.words.slice(0, 1))}` : move.letters,
      ),
    );
  const close = () => document.getElementById("sheet").close();
  const most = innerWidth < NARROW ? 1 : MOST;
  return [
    wins("ron"),
    mine.slice(0, most).map((move) => call(move)),
    mine.length > most
      ? button(
          t("act.more", { n: mine.length - most }),
          () => openSheet(t("act.calls"), el`div.row`(mine.map((move) => call(move, close)))),
          { id: "act-more" },
        )
      : null,
    !told && claims.length > mine.length ? button(t("act.reveal"), reveal, { id: "act-reveal" }) : null,
    button(t("act.pass"), () => act({ event: "pass" }), { id: "act-pass" }),
    shape,
  ].flat();
}
