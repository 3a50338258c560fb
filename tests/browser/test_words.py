"""Words on the page: found by letters, with a blank, from kanji; own words; and errors shown beside the field."""

from __future__ import annotations

from urllib.parse import quote

from tests.browser.moves import Opener, Visit


def test_words_in_the_letters_of_a_hand(visit: Visit) -> None:
    page = visit(f"#p=look&h={quote('さかなくい')}")
    page.click("#spell")  # opens ことば with these letters
    word = page.locator('#found [data-reading="さかな"]')
    word.wait_for()
    first = page.locator("#found .word").first
    assert len(first.get_attribute("data-reading") or "") == 4  # longest first
    board = page.locator("#found .spell-board")
    word.click()
    assert board.locator(".gold").all_inner_texts() == list("さかな")
    page.locator('#found [data-reading="くい"]').click()  # laid beside it
    assert board.locator(".gold").all_inner_texts() == list("さかなくい")
    page.locator('#found [data-reading="くさ"]').click()  # takes its letters from both
    assert board.locator(".gold").all_inner_texts() == list("くさ")
    assert sorted(board.locator(".tile").all_inner_texts()) == sorted("さかなくい")
    page.locator('#found [data-reading="くさ"]').click()
    assert board.locator(".gold").count() == 0


def test_kanji_in_letters_looked_up_are_read(visit: Visit) -> None:
    page = visit(f"#p=words&spell={quote('桜☃')}")
    page.locator("#found .warn", has_text="☃").wait_for()
    assert "".join(page.locator("#found .spell-board .tile").all_inner_texts()) == "さくら"


def test_a_blank_may_be_typed_as_a_box(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=words")
    page.fill("#word-field", "か□な")
    page.locator("#found li", has_text="刀").wait_for()
    assert "単語表" not in page.inner_text("#found")
    assert page.locator('#word-ways [data-value="letters"][aria-pressed="true"]').count() == 1


def test_letters_that_no_letter_completes_are_told(visit: Visit) -> None:
    page = visit(f"#p=words&waits={quote('ぬぱ')}")
    page.locator("#found h2", has_text="ぬぱ: あと1文字でできることばは、単語表にありません。").wait_for()


def test_words_of_the_same_letters_and_lengths_that_no_form_takes(visit: Visit) -> None:
    page = visit(f"#p=words&q={quote('とうきょう')}")
    page.locator("#found .no").wait_for()
    found = page.inner_text("#found")
    assert "教頭" in found
    assert "5文字のことばは、PROのルールのカンでだけ使えます。" in found
    assert "地名です。付属の単語表に載せているのは、ふつうの名詞だけです。" in found
    assert page.locator("[data-keep]").count() == 0  # no form takes it, so adding it is not offered
    page.fill("#word-field", "ヴァイオリン")
    page.locator("#found .yes").wait_for()
    assert page.locator("#found .run .tile").all_inner_texts() == list("ばいおりん")
    page.fill("#word-field", "コーヒー")
    page.locator("#found h2", has_text="コーヒー").wait_for()
    assert "2枚いりますが、牌は1枚" in page.inner_text("#found")
    page.fill("#word-field", "桜")
    page.locator("#found h2", has_text="桜").wait_for()
    page.locator("#found .yes").wait_for()
    assert page.locator("#found .run .tile").all_inner_texts() == list("さくら")


def test_all_words_in_some_letters_are_shown_with_all_their_readings(visit: Visit) -> None:
    page = visit(f"#p=words&spell={quote('さかなくい')}")
    page.locator("#found .spelled").first.wait_for()
    readings = page.eval_on_selector_all(
        "#found [data-reading]", "nodes => nodes.map((node) => node.dataset.reading)"
    )
    assert {"さかな", "さなか", "かい", "いか", "さくい", "かない"} <= {*readings}
    assert len(readings) == len({*readings})
    assert f"{len(readings)} 件" in page.inner_text("#found h2")


def test_a_link_in_romaji_opens_its_hand(visit: Visit) -> None:
    page = visit("#h=sakuranamidatamago&m=kitsune")
    page.wait_for_function("() => document.querySelectorAll('#hand button.tile').length === 9")
    assert "".join(page.locator("#hand button.tile").all_inner_texts()) == "さくらなみだたまご"
    assert "".join(page.locator("#felt .melds .tile").all_inner_texts()) == "きつね"


def test_a_picture_names_the_words_that_its_tiles_read(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=words")
    written = page.evaluate(
        """async () => {
          const texts = [];
          CanvasRenderingContext2D.prototype.fillText = (text) => texts.push(text);
          const { picture } = await import("./js/parts/picture.js");
          picture("title", [
            { letters: "くさら", words: [
              { reading: "さくら", spelling: "桜" }, { reading: "らくさ", spelling: "落差" }] },
            { letters: "うちん", words: [] },
          ]);
          return texts;
        }"""
    )
    assert written[1:-1] == ["さ", "く", "ら", "桜", "う", "ち", "ん"]


def test_kanji_are_read_and_unknown_letters_stay_visible(visit: Visit) -> None:
    page = visit("#p=look")
    page.fill("#hand-field", "桜ヴァイオリン")
    page.wait_for_function("() => document.querySelectorAll('#hand button.tile').length === 7")
    assert "".join(page.locator("#hand button.tile").all_inner_texts()) == "さくらいおりん"
    page.press("#hand-field", "Tab")
    assert page.input_value("#hand-field") == "桜ヴァイオリン"
    note = page.inner_text("#hand-note")
    assert "ヴ" in note
    assert "ァ" in note


def test_a_letter_that_is_taken_out_of_a_pasted_hand_is_named(visit: Visit) -> None:
    page = visit("#p=look")
    page.focus("#hand-field")
    page.keyboard.insert_text("しんぶんおんな")
    page.wait_for_function("() => document.querySelectorAll('#hand button.tile').length === 6")
    assert page.inner_text("#hand-note") == "「ん」はもう残っていません。"
    page.fill("#hand-field", "しんぶん☃")
    assert page.inner_text("#hand-note") == "「☃」という牌はありません。"
    page.fill("#hand-field", "ringo mikan ine")
    page.wait_for_function("() => document.querySelectorAll('#hand button.tile').length === 8")
    assert "".join(page.locator("#hand button.tile").all_inner_texts()) == "りんごみかんいね"
    page.press("#hand-field", "Tab")


def test_the_field_is_selected_on_focus(visit: Visit) -> None:
    page = visit(f"#h={quote('さくらなみだ')}")
    page.locator("#hand button.tile").first.wait_for()
    page.focus("#hand-field")
    page.keyboard.type("inu")
    page.wait_for_function("() => document.querySelectorAll('#hand button.tile').length === 2")


def test_a_called_word_that_is_not_a_word_is_refused_beside_the_field(visit: Visit) -> None:
    page = visit(f"#h={quote('なみだたまごきつねいぬ')}")
    page.click("#options summary")
    page.fill("#meld-field", "ぬぬら")
    page.click("#meld-add")
    page.locator("#meld-note", has_text="ぬぬら").wait_for()
    assert page.locator("#melds .meld").count() == 0
    page.fill("#meld-field", "さくら")
    page.press("#meld-field", "Enter")
    page.wait_for_selector('#verdict[data-shanten="-1"]:not([aria-busy])')
    assert page.inner_text("#meld-note") == ""


def test_a_called_word_in_a_link_that_is_not_in_the_list_is_marked(visit: Visit) -> None:
    page = visit(f"#h={quote('なみだいぬ')}&m={quote('らゆへ')}&f=332")
    page.locator("#verdict[data-shanten] .warn").wait_for()
    assert "単語表にありません" in page.inner_text("#verdict")


def test_what_the_table_accepts_counts_in_every_room(served: str, new_page: Opener) -> None:
    page = new_page(served).open(f"#p=words&q={quote('のへむ')}")
    page.click("#counts summary")
    assert "きめるのは卓のみんな" in page.inner_text("#counts")
    page.click('[data-keep="のへむ"]')
    page.locator("#found .yes").wait_for()
    page.evaluate("hash => { location.hash = hash; }", f"#h={quote('のへむさくらいぬ')}&f=332")
    page.wait_for_selector('#verdict[data-shanten="-1"]:not([aria-busy])')
    assert "のへむ" in page.inner_text("#verdict")
    page.evaluate("location.hash = '#p=words'")
    page.click("#own summary")
    word = page.locator("#own-words .word", has_text="のへむ")
    word.locator("button").click()
    word.wait_for(state="detached")


def test_a_word_of_the_list_is_taken_out_and_put_back(served: str, new_page: Opener) -> None:
    page = new_page(served).open(f"#p=words&q={quote('むささび')}")
    page.locator("#found .yes").wait_for()
    page.click("#own summary")
    page.fill("#own-reading", "ムササビ")
    page.click("#own-take")
    page.locator("#found .no").wait_for()
    assert "自分で外した単語" in page.inner_text("#found")
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


def test_an_own_word_counts_in_an_open_tab_and_each_spelling_is_removed_alone(
    served: str, new_page: Opener
) -> None:
    watched = new_page(served)
    first = watched.open("#p=words&q=のへむ")
    second = watched.page.context.new_page()
    second.goto(served + "#p=words&q=のへむ")
    second.locator("#found .no").wait_for()
    first.click("#own summary")
    for spelling in ("", "野辺夢"):
        first.fill("#own-reading", "のへむ")
        first.fill("#own-spelling", spelling)
        first.click("#own-add")
        first.locator("#own-note", has_text="加えました").wait_for()
    second.locator("#found .yes").wait_for()
    words = first.locator("#own-words .word")
    first.wait_for_function("() => document.querySelectorAll('#own-words .word').length === 2")
    words.filter(has_text="野辺夢").locator("button").click()
    first.wait_for_function("() => document.querySelectorAll('#own-words .word').length === 1")
    first.locator("#found .yes").wait_for()  # the other entry of this reading stays
    words.locator("button").click()
    second.locator("#found .no").wait_for()


def test_own_words_are_added_and_removed(served: str, new_page: Opener) -> None:
    watched = new_page(served)
    watched.expected = ["400 (Bad Request)"]
    page = watched.open(f"#p=words&q={quote('のへむ')}")
    page.click('[data-keep="のへむ"]')
    page.locator("#found .yes").wait_for()
    page.click("#own summary")
    page.locator("#own-words .word", has_text="のへむ").wait_for()
    page.fill("#own-reading", "<b>")
    page.click("#own-add")
    page.locator("#own-note.warn").wait_for()
    page.fill("#own-reading", "ぬへほ")
    page.fill("#own-spelling", "<i>ぬ</i>")
    page.click("#own-add")
    page.locator("#own-words .word", has_text="<i>").wait_for()
    assert page.locator("#own-words i").count() == 0
    for word in ("のへむ", "<i>ぬ</i>"):
        page.locator("#own-words .word", has_text=word).locator("button").click()
        page.locator("#own-note", has_text="消しました").wait_for()
        page.locator("#own-words .word", has_text=word).wait_for(state="detached")
    page.locator("#found .no").wait_for()


def test_a_word_that_is_looked_up_or_tapped_says_what_it_means(visit: Visit) -> None:
    page = visit(f"#p=words&q={quote('とけい')}")
    page.locator("#found .gloss", has_text="なんじか なんぷんかが わかる きかい。").wait_for()
    visit(f"#p=look&h={quote('さくらなみだたまごきつねいぬ')}")
    page.locator("button.group", has_text="犬").first.click()
    page.locator("#sheet .gloss", has_text="ワンワンと なき").wait_for()
    assert page.locator("#sheet .gloss").count() == 1  # 犬 and イヌ mean the same
