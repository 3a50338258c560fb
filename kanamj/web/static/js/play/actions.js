// The buttons above the hand: the moves that the player can make now. Without help, only words that the player has laid are offered;
// with help on, all that the rules allow.

import { button, el, fill, once } from "../dom.js";
import { RULES } from "../offers.js";
import { closeSheet, openSheet } from "../parts/sheet.js";
import { named } from "../parts/tile.js";
import { isWider } from "../parts/board.js";
import { t } from "../texts.js";
import { keyOf } from "../tiles.js";

const MOST = 3; // calls shown as buttons; a narrow screen shows one
const WHY = { yaku: "worth.none.why", furiten: "match.furiten", called: "match.called" }; // why a complete hand cannot win
const NARROW = "(max-width: 22.4375em)";

/**
 * The buttons now. `act(move)` plays a move, `refuse(sentence)` says why a move is not possible, `reveal()` turns help on for this question,
 * `riichi()` turns riichi on or off, `reshape(form)` changes the racks to that form.
 */
export function actions(state, { act, refuse, reveal, riichi, reshape }) {
  const { racks, wishes } = state;
  const { view, rules } = state.hand;
  const told = wishes.help || state.told;
  const beyond = view.wide?.events ?? []; // what only words of the wide list allow; it is offered when they are laid
  const legal = (event) => view.legal.filter((move) => move.event === event);
  const arranged = racks.length > 0 && racks.every((rack) => rack.words.length);
  const wins = (event) => {
    const can = legal(event)[0] ?? (arranged && beyond.includes(event) ? { event } : null);
    if (told && !can) return null;
    const press = () => {
      if (!told && !arranged) return refuse(t("act.arrange"));
      return can
        ? act(can)
        : refuse(t(WHY[view.match?.barred] ?? (view.missed ? "act.missed" : "act.nowin")));
    };
    const look = can && (told || arranged) ? "button main" : "button";
    return once([event, can, told, arranged, view.missed, view.match?.barred], () =>
      button(t(`act.${event}`), press, { class: look, id: `act-${event}` }),
    );
  };
  const me = view.seats[view.seat];
  const [usual, pairs] = RULES[rules];
  const onOff = (id, label, on, press) =>
    once([id, on], () =>
      button(label, press, { id, class: on ? "button main" : "button", "aria-pressed": String(on) }),
    );
  const paired = state.form === pairs;
  const shape =
    pairs && !me.melds.length
      ? onOff("shape", t(`shape.${pairs}`), paired, () => reshape(paired ? usual : pairs))
      : null;
  if (view.phase === "Discard") {
    const may =
      me.riichi === 0 && me.melds.length === 0 && rules !== "basic" && view.match?.points[view.seat] !== 0;
    return [
      view.drawn ? wins("tsumo") : null,
      may ? onOff("riichi", t("riichi"), state.riichi, riichi) : null,
      shape,
    ];
  }
  const claims = [...legal("kan"), ...legal("call")];
  const known = told
    ? claims
    : claims.filter((move) =>
        racks.some((rack) => rack.words.length && keyOf(rack.text) === keyOf(move.letters)),
      );
  const wider = racks
    .filter(({ text, words }) => isWider(words) && text.includes(view.last.tile))
    .map(({ text, words }) => ({ event: text.length === 4 ? "kan" : "call", letters: keyOf(text), words }))
    .filter(({ event }) => beyond.includes(event));
  const mine = [...known, ...wider];
  const call = (move) => {
    const text = named({ ...move, words: move.words?.slice(0, 1) });
    const press = () => {
      closeSheet();
      act(move);
    };
    const node = button("", press, { class: "button main call", data: { letters: move.letters } });
    return fill(node, t(`act.${move.event}`), el`strong`(text));
  };
  const most = matchMedia(NARROW).matches ? 1 : MOST;
  return [
    wins("ron"),
    mine.slice(0, most).map((move) => once(move, () => call(move))),
    mine.length > most &&
      once(["more", mine], () =>
        button(
          t("more.n", { n: mine.length - most }),
          () => openSheet(t("act.calls"), el`div.row`(mine.map(call))),
          { id: "act-more" },
        ),
      ),
    !told &&
      claims.length > known.length &&
      once("reveal", () => button(t("act.reveal"), reveal, { id: "act-reveal" })),
    once("pass", () => button(t("act.pass"), () => act({ event: "pass" }), { id: "act-pass" })),
    shape,
  ].flat();
}
