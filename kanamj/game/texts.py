"""What the terminal says, in English and in Japanese."""

from __future__ import annotations

from collections.abc import Mapping

from kanamj.engine.hand import UNREACHABLE
from kanamj.engine.report import shanten_name
from kanamj.errors import KanamjError, not_one_of
from kanamj.language import LANGUAGES

_EN = {
    "draws": "{who} draws{tile}",
    "asks": "{who} asks for {word} ({event})",
    "discards": "{who} discards {tile}",
    "riichi": "{who} discards {tile} and declares riichi",
    "passes": "{who} passes",
    "says": "{who} says {event}",
    "nobody": "The wall is empty; nobody wins.",
    "tsumo": "{who} wins by tsumo on {tile}:",
    "ron": "{who} wins by ron from {source} on {tile}:",
    "seat": "{who}: {tiles} tiles{riichi}; discards",
    "is_riichi": " riichi",
    "none": "none",
    "called": "called",
    "turn": "turn {turn}, {wall} tiles in the wall",
    "own": "you: discards",
    "hand": "hand",
    "drawn": "drawn",
    "words": "words",
    "waits": "waits:",
    "no_tile": "none of them is left",
    "barred": "ron is barred: you let a winning tile pass",
    "you": "you",
    "bot": "bot {number}",
    "keys": "keys:",
    "key_call": "{event} {word}",
    "worth": "({before} -> {after})",
    "key_drawn": "{tile} = discard it",
    "key_discard": "a letter or kana = discard it",
    "key_riichi": "r + letter = riichi",
    "key_hints": "? = hints",
    "key_quit": "q = quit",
    "no_key": "{typed} is not one of the keys above; ? gives hints, q quits.",
    "throw_away": "You can win now. Throw the win away? y = yes, anything else = no: ",
    "hint_win": "hint: you can win",
    "hint_call": "hint: calling {word} brings you nearer",
    "hint_no_call": "hint: no call brings you nearer",
    "hint_discard": "hint: without {tile} {shanten}, unseen {unseen}:",
    "you_drew": "riichi: you draw and discard {tile}",
    "round": "hand {round} of {rounds}; {dealer} deals",
    "next": "Enter = next hand, q = stop: ",
    "table": "hands won:",
    "stopped": "stopped",
    "begins": "seed {seed}; you: human, {others}",
    "recorded": "recorded in {file}; to review it: kanamj game review {file}",
}
_JA = {
    "draws": "{who}: ツモ{tile}",
    "asks": "{who}: 「{word}」を{event}",
    "discards": "{who}: {tile} を捨てる",
    "riichi": "{who}: {tile} を捨ててリーチ",
    "passes": "{who}: 見送り",
    "says": "{who}: {event}",
    "nobody": "流局。山がなくなり、和了はありません。",
    "tsumo": "{who}がツモ和了 {tile}:",
    "ron": "{who}がロン和了 {tile} ({source}の捨て牌):",
    "seat": "{who}: 手牌{tiles}枚{riichi}、捨て牌",
    "is_riichi": " リーチ",
    "none": "なし",
    "called": "副露",
    "turn": "{turn}巡目、山に残り{wall}枚",
    "own": "あなた: 捨て牌",
    "hand": "手牌",
    "drawn": "ツモ",
    "words": "ことば",
    "waits": "待ち:",
    "no_tile": "もう残っていません",
    "barred": "和了を見逃したのでロンできません",
    "you": "あなた",
    "bot": "相手{number}",
    "keys": "キー:",
    "key_call": "{event} {word}",
    "worth": "({before}→{after})",
    "key_drawn": "{tile} = 捨てる",
    "key_discard": "牌の前の英字、または牌の文字 = 捨てる",
    "key_riichi": "r と英字 (例: ra) = 捨ててリーチ",
    "key_hints": "? = ヒント",
    "key_quit": "q = やめる",
    "no_key": "{typed} は上のキーにありません。? でヒント、q でやめます。",
    "throw_away": "いま和了できます。見逃しますか? y = 見逃す、そのほか = 選びなおす: ",
    "hint_win": "ヒント: 和了できます",
    "hint_call": "ヒント: 「{word}」を鳴くと和了に近づきます",
    "hint_no_call": "ヒント: 鳴いても和了に近づきません",
    "hint_discard": "ヒント: {tile} を捨てると{shanten}、有効牌は{unseen}枚:",
    "you_drew": "リーチ中: {tile} をツモ切り",
    "round": "第{round}局 (全{rounds}局)、親は{dealer}",
    "next": "Enter = 次の局、q = やめる: ",
    "table": "和了の回数:",
    "stopped": "中断しました",
    "begins": "シード {seed}、{others}",
    "recorded": "{file} に記録しました。振り返るには: kanamj game review {file}",
}
_TEXTS: Mapping[str, Mapping[str, str]] = {"en": _EN, "ja": _JA}
_EVENTS_JA = {
    "tsumo": "ツモ",
    "ron": "ロン",
    "pass": "見送り",
    "call": "ポン",
    "kan": "カン",
    "riichi": "リーチ",
}


class Language:
    """The texts of one language.

    >>> Language("en")("discards", who="bot 1", tile="あ"), Language("ja").shanten(1)
    ('bot 1 discards あ', '聴牌')

    Raises KanamjError for an unknown language.
    """

    def __init__(self, name: str = "en") -> None:
        if name not in LANGUAGES:
            raise KanamjError(not_one_of(name, "a language", LANGUAGES))
        self.name = name
        self._texts = _TEXTS[name]

    def __call__(self, text: str, **values: object) -> str:
        return self._texts[text].format(**values)

    def event(self, event: str) -> str:
        """The name of an event."""
        return _EVENTS_JA.get(event, event) if self.name == "ja" else event

    def shanten(self, distance: int) -> str:
        """The name of a distance.

        >>> Language("en").shanten(1), Language("en").shanten(3), Language("ja").shanten(3)
        ('聴牌 tenpai', '二向聴 shanten 2', '二向聴')
        >>> Language("ja").shanten(99)
        '和了形なし'
        """
        japanese, romaji = shanten_name(distance - 1)
        if self.name == "ja":
            return japanese
        names = {0: "complete", 1: "tenpai", UNREACHABLE: romaji}
        return f"{japanese} {names.get(distance, f'shanten {distance - 1}')}"
