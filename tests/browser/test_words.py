"""Words on the page: found by letters, with a blank, from kanji; own words; and errors shown beside the field."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser.moves import Opener, Visit, step

if TYPE_CHECKING:
    from playwright.sync_api import Page


def texts(page: Page, selector: str) -> str:
    """The letters that are shown there, one after another."""
    return "".join(page.locator(selector).all_inner_texts())


def hand(page: Page, letters: str) -> None:
    """Wait until the page has read these letters as the hand."""
    page.wait_for_function(
        "n => document.querySelectorAll('#hand button.tile').length === n", arg=len(letters)
    )
    assert texts(page, "#hand button.tile") == letters


def test_words_in_the_letters_of_a_hand(visit: Visit) -> None:
    page = visit(f"#p=look&h={quote('さかなくい')}")
    page.click("#spell")  # opens ことば with these letters
    word = page.locator('#found [data-reading="さかな"]')
    word.wait_for()
    readings = page.eval_on_selector_all(
        "#found [data-reading]", "nodes => nodes.map((node) => node.dataset.reading)"
    )
    assert {"さかな", "さなか", "かい", "いか", "さくい", "かない"} <= {*readings}
    assert len(readings) == len({*readings})
    assert len(readings[0]) == 4  # longest first
    assert f"{len(readings)} 件" in page.inner_text("#found h2")
    board = page.locator("#found .spell-board")
    for laid, gold in (
        ("さかな", "さかな"),
        ("くい", "さかなくい"),  # beside it
        ("くさ", "くさ"),  # takes its letters from both
    ):
        page.locator(f'#found [data-reading="{laid}"]').click()
        assert "".join(board.locator(".gold").all_inner_texts()) == gold
    assert sorted(board.locator(".tile").all_inner_texts()) == sorted("さかなくい")
    page.locator('#found [data-reading="くさ"]').click()
    assert board.locator(".gold").count() == 0


@pytest.mark.parametrize(
    ("asked", "where", "told", "tiles"),
    [
        ("spell=桜☃", "#found .warn", ["☃"], "さくら"),
        ("waits=ぬぱ", "#found h2", ["ぬぱ: あと1文字でできることばは、単語表にありません。"], ""),
        (
            "q=とうきょう",
            "#found:has(.no)",
            [
                "教頭",  # of the same letters
                "5文字のことばは、PROのルールのカンでだけ使えます。",
                "場所の名まえです。単語表にあるのは、ふつうの名詞（ものやことの名まえ）だけです。",
            ],
            "",
        ),
        ("q=ヴァイオリン", "#found:has(.yes)", ["バイオリン"], "ばいおりん"),
        ("q=コーヒー", "#found", ["2枚いりますが、牌は1枚"], "こーひー"),
        ("q=桜", "#found:has(.yes)", ["桜"], "さくら"),
        ("q=とけい", "#found:has(.gloss)", ["なんじか なんぷんかが わかる きかい。"], "とけい"),
    ],
    ids=["kanji", "no wait", "too long", "katakana", "too few tiles", "kanji of a word", "meaning"],
)
def test_what_is_asked_is_told_with_its_tiles(
    visit: Visit, asked: str, where: str, told: list[str], tiles: str
) -> None:
    page = visit(f"#p=words&{asked}")
    for said in told:
        page.locator(where, has_text=said).wait_for()
    assert texts(page, ":is(#found .run, #found .spell-board) .tile") == tiles
    assert page.locator("[data-keep]").count() == 0  # no form takes it, so adding it is not offered


def test_a_blank_may_be_typed_as_a_box(visit: Visit) -> None:
    page = visit("#p=words")
    page.fill("#word-field", "か□な")
    page.locator("#found li", has_text="刀").wait_for()
    assert "単語表" not in page.inner_text("#found")
    assert page.locator('#word-ways [data-value="letters"][aria-pressed="true"]').count() == 1


def test_a_search_leaves_the_address_of_another_room(visit: Visit) -> None:
    page = visit("#p=play")
    page.wait_for_selector("#begin")
    page.evaluate("location.hash = '#p=words&q=いぬ'")
    page.locator("#found", has_text="犬").wait_for()
    page.fill("#word-field", "さかな")
    page.evaluate("location.hash = '#p=play'")
    page.wait_for_timeout(500)
    assert page.evaluate("location.hash") == "#p=play"
    page.evaluate("location.hash = '#p=words'")
    page.locator("#found", has_text="魚").wait_for()


def test_a_picture_names_the_words_that_its_tiles_read(visit: Visit) -> None:
    page = visit("#p=words")
    written = page.evaluate(
        """async () => {
          const texts = [];
          const { fillText } = CanvasRenderingContext2D.prototype;
          CanvasRenderingContext2D.prototype.fillText = (text) => texts.push(text);
          const { picture } = await import("./js/parts/picture.js");
          picture("title", [
            { letters: "くさら", words: [
              { reading: "さくら", spelling: "桜" }, { reading: "らくさ", spelling: "落差" }] },
            { letters: "うちん", words: [] },
          ]);
          CanvasRenderingContext2D.prototype.fillText = fillText;
          return texts;
        }"""
    )
    assert written[1:-1] == ["さ", "く", "ら", "桜", "う", "ち", "ん"]


def test_what_is_typed_or_pasted_becomes_a_hand_and_the_rest_is_named(visit: Visit) -> None:
    page = visit("#h=sakuranamidatamago&m=kitsune")
    with step("a link in romaji"):
        hand(page, "さくらなみだたまご")
        assert texts(page, "#felt .melds .tile") == "きつね"
    with step("kanji, and letters without a tile"):
        visit("#p=look")
        page.fill("#hand-field", "桜ヴァイオリン")
        hand(page, "さくらいおりん")
        page.press("#hand-field", "Tab")
        assert page.input_value("#hand-field") == "桜ヴァイオリン"
        note = page.inner_text("#hand-note")
        assert "ヴ" in note
        assert "ァ" in note
    with step("the field is selected on focus"):
        page.focus("#hand-field")
        page.keyboard.type("inu")
        hand(page, "いぬ")
    with step("more of a letter than there are"):
        page.fill("#hand-field", "")
        page.keyboard.insert_text("しんぶんおんな")
        hand(page, "しんぶんおな")
        assert page.inner_text("#hand-note") == "「ん」はもう残っていません。"
        page.fill("#hand-field", "しんぶん☃")
        assert page.inner_text("#hand-note") == "「☃」という牌はありません。"
    with step("words in romaji"):
        page.fill("#hand-field", "ringo mikan ine")
        hand(page, "りんごみかんいね")
        page.press("#hand-field", "Tab")


def test_a_called_word_that_is_not_in_the_list_is_told(visit: Visit) -> None:
    page = visit(f"#h={quote('なみだいぬ')}&m={quote('らゆへ')}&f=332")
    page.locator("#verdict[data-shanten] .warn", has_text="単語表にありません").wait_for()
    visit(f"#h={quote('なみだたまごきつねいぬ')}")
    page.click("#options summary")
    page.fill("#meld-field", "ぬぬら")
    page.click("#meld-add")
    page.locator("#meld-note", has_text="ぬぬら").wait_for()
    assert page.locator("#melds .meld").count() == 0
    page.fill("#meld-field", "さくら")
    page.press("#meld-field", "Enter")
    page.wait_for_selector('#verdict[data-shanten="-1"]:not([aria-busy])')
    assert page.inner_text("#meld-note") == ""


def test_own_words_count_in_every_room_and_tab_and_are_removed_one_by_one(
    served: str, new_page: Opener
) -> None:
    watched = new_page(served)
    watched.expected = ["400 (Bad Request)"]
    page = watched.open(f"#p=words&q={quote('のへむ')}")
    second = page.context.new_page()
    second.goto(page.url)
    second.locator("#found .no").wait_for()
    with step("what the table accepts is added by a button, and an open tab hears of it"):
        page.click("#counts summary")
        assert "きめるのは卓のみんな" in page.inner_text("#counts")
        page.click('[data-keep="のへむ"]')
        page.locator("#found .yes").wait_for()
        second.locator("#found .yes").wait_for()
    with step("it wins a hand"):
        page.evaluate("hash => { location.hash = hash; }", f"#h={quote('のへむさくらいぬ')}&f=332")
        page.wait_for_selector('#verdict[data-shanten="-1"]:not([aria-busy])')
        assert "のへむ" in page.inner_text("#verdict")
    page.evaluate("hash => { location.hash = hash; }", f"#p=words&q={quote('のへむ')}")
    page.click("#own summary")
    words = page.locator("#own-words .word")
    with step("what is no word is refused, and a spelling is no HTML"):
        page.fill("#own-reading", "<b>")
        page.click("#own-add")
        page.locator("#own-note.warn").wait_for()
        page.fill("#own-reading", "のへむ")
        page.fill("#own-spelling", "<i>ぬ</i>")
        page.click("#own-add")
        words.filter(has_text="<i>").wait_for()
        assert page.locator("#own-words i").count() == 0
    with step("the other spelling of a reading stays"):
        words.filter(has_text="<i>").locator("button").click()
        page.locator("#own-note", has_text="消しました").wait_for()
        page.wait_for_function("() => document.querySelectorAll('#own-words .word').length === 1")
        page.locator("#found .yes").wait_for()
    with step("without it the word is no word, in the open tab, too"):
        words.locator("button").click()
        page.locator("#found .no").wait_for()
        second.locator("#found .no").wait_for()
        words.wait_for(state="detached")
    with step("a word of the list is taken out and put back"):
        page.fill("#word-field", "むささび")
        page.locator("#found .yes").wait_for()
        page.fill("#own-reading", "ムササビ")
        page.click("#own-take")
        page.locator("#found .no").wait_for()
        assert "じぶんではずしたことばです。" in page.inner_text("#found")
        page.locator("#own-out .word", has_text="むささび").locator("button").click()
        page.locator("#found .yes").wait_for()
        assert page.locator("#own-out .word, #own-words .word").count() == 0


def test_flagged_words_are_shown_only_after_a_switch(served: str, new_page: Opener) -> None:
    hand, words = quote("のろいきつねへび"), quote("のろいきつね")
    page = new_page(served).open("#p=words")
    page.click("#counts summary")

    def seen() -> list[str]:
        texts = []
        for route, address, there in (
            ("judge", f"#h={hand}&f=332", '#verdict[data-shanten="-1"]:not([aria-busy])'),
            ("spell", f"#p=words&spell={words}", "#found:not([aria-busy]):has(.spelled)"),
        ):
            with page.expect_response(f"**/api/v1/{route}?*"):
                page.evaluate("hash => { location.hash = hash; }", address)
            page.wait_for_selector(there)
            texts.append(page.inner_text(there.split("[")[0].split(":")[0]))
        return texts

    family = seen()
    assert "ふせたことば" in family[0]
    assert "呪い" not in "".join(family)
    page.check("#all-words")
    assert all("呪い" in text for text in seen())
    page.reload()
    page.wait_for_selector("#counts", state="attached")
    assert page.is_checked("#all-words")  # the wish is kept
    page.goto(f"{served}#p=words&q={quote('のろい')}")
    page.click("#counts summary")
    page.uncheck("#all-words")
    page.locator("#found", has_text="形容詞").wait_for()  # what else the reading is
    assert "呪い" not in page.inner_text("#found")


def test_a_tapped_word_says_what_it_means(visit: Visit) -> None:
    page = visit(f"#p=look&h={quote('さくらなみだたまごきつねいぬ')}")
    page.locator("button.group", has_text="犬").first.click()
    page.locator("#sheet .gloss", has_text="ワンワンと なき").wait_for()
    assert page.locator("#sheet .gloss").count() == 1  # 犬 and イヌ mean the same


def test_in_english_a_word_says_in_english_what_it_means(served: str, new_page: Opener) -> None:
    watched = new_page(served)
    watched.page.add_init_script("localStorage.setItem('kanamj.language', JSON.stringify('en'))")
    page = watched.open(f"#p=look&h={quote('さくらなみだたまごきつねいぬ')}")
    page.locator("button.group", has_text="犬").first.click()
    page.locator("#sheet .gloss").wait_for()
    assert page.inner_text("#sheet .gloss") == "dog"
    assert "inu" in page.inner_text("#sheet dt")
    page.goto(f"{served}#p=words&q={quote('くも とけい')}")
    page.wait_for_function("() => document.querySelectorAll('#found .gloss').length === 3")
    assert page.locator("#found .gloss").all_inner_texts() == ["雲 cloud", "蜘蛛 spider", "clock, watch"]


def test_own_words_of_another_tab_count_in_the_hand_that_is_shown(served: str, new_page: Opener) -> None:
    first = new_page(served).open(f"#h={quote('のへむさくらなみだたまごいぬ')}")
    first.wait_for_selector("#verdict[data-shanten='0']")
    second = first.context.new_page()
    second.goto(f"{served}#p=words&q={quote('のへむ')}")
    second.click('[data-keep="のへむ"]')
    second.locator("#found .yes").wait_for()
    first.wait_for_selector("#verdict[data-shanten='-1']")
    second.click("#own summary")
    second.locator("#own-words .word button").click()
    first.wait_for_selector("#verdict[data-shanten='0']")


@pytest.mark.parametrize("way", ["q", "spell", "waits"])
def test_a_link_that_is_cut_within_a_letter_says_so_and_asks_nothing(visit: Visit, way: str) -> None:
    page = visit("#p=play")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    whole = f"#p=words&{way}={quote('さかな')}"
    for less in (1, 2, 4):
        page.evaluate("hash => { location.hash = hash; }", whole[:-less])
        page.wait_for_selector("#words-cut")
        assert page.input_value("#word-field") == "さか"
        assert page.evaluate("location.hash") == whole[:-less]
        page.evaluate("document.querySelector('#words-cut').remove()")
    assert not [url for url in asked if any(f"v1/{name}" in url for name in ("find", "spell", "waits"))]
    page.fill("#word-field", "さかな" if way != "waits" else "さか")
    page.wait_for_selector("#found h2")
