"""あそぶ in a browser: a player finds calls and wins, and is asked and helped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.moves import Opener, begin, choose, lay, outside, phone

if TYPE_CHECKING:
    from playwright.sync_api import Route

HAND = "さくなみだたまごきつねいぬ"  # with ら of another player: さくら なみだ たまご きつね いぬ
SEAT = {"turns": 0, "riichi": 0, "discards": [], "melds": []}


def window(moves: list[Any]) -> dict[str, Any]:
    """An answer of api/v1/game: the player on the right has thrown ら, and it can be called or won on."""
    seats = [{**SEAT, "seat": seat, "hand": 13} for seat in range(4)]
    seats[1]["discards"] = ["ら"]
    words = [{"reading": "さくら", "spelling": "桜"}]
    return {
        "id": "abcdefgh",
        "rules": "paper",
        "lexicon": "common",
        "agents": "400w",
        "seat": 0,
        "players": [{"seat": seat, "name": f"bot {seat}", "agent": "400w"} for seat in range(4)],
        "moves": moves,
        "phase": "CallWindow",
        "turn": 1,
        "wall": 60,
        "reshuffles": 0,
        "hand": HAND,
        "drawn": None,
        "missed": False,
        "seats": seats,
        "last": {"player": 1, "tile": "ら"},
        "seen": "ら",
        "legal": [
            {"event": "ron"},
            {"event": "call", "letters": "くさら", "words": words},
            {"event": "pass"},
        ],
        "since": [{"event": "draw", "player": 1}, {"event": "discard", "player": 1, "tile": "ら"}],
        "end": None,
        "hands": None,
        "record": None,
    }


def test_every_game_of_the_tests_has_the_same_wall(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=play")
    wanted = {"rules": "basic", "agents": "290w", "seat": 0, "moves": []}
    first, second = (page.request.post(f"{served}api/v1/game", data=wanted).json() for _ in range(2))
    assert first["id"] != second["id"]
    assert first["hand"] == second["hand"]


def test_calls_and_ron_are_found_by_the_player(served: str, new_page: Opener) -> None:
    sent: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_json or {})
        route.fulfill(json=window(sent[-1].get("moves", [])))

    page = new_page(served).open("#p=play")
    page.route("**/api/v1/game", answer)
    begin(page)
    assert "ら" in page.inner_text("#prompt")
    assert page.locator(".call").count() == 0  # nothing told
    page.click("#act-ron")
    assert "✓" in page.inner_text("#prompt")  # first the words
    lay(page, "さくら", "play")
    assert "桜" in page.inner_text('.call[data-letters="くさら"]')
    for word in ("なみだ", "たまご", "きつね", "いぬ"):
        lay(page, word, "play")
    assert page.locator(".rack.gold").count() == 5
    page.click("#act-ron")
    page.wait_for_selector("#prompt:not(:empty)")
    assert sent[-1]["moves"] == [{"event": "ron"}]


OTHERS = ["ごらく", "たなだ", "ねつい", "みさき", "ぬま"]
WIDER = {"reading": "ていと", "spelling": "帝都", "list": "wide"}


def test_words_that_only_the_wide_list_has_are_offered_when_they_are_laid(
    served: str, new_page: Opener
) -> None:
    """They are not hinted at before, and the page says of them which list has them."""
    sent: list[dict[str, Any]] = []
    beyond = {"events": ["ron", "call"], "words": {"いてと": [WIDER]}, "declared": []}
    mine = {"player": 0, "tile": "と", "from": 1, "arrangement": [{"letters": "いてと", "words": [WIDER]}]}

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_json or {})
        table = window(moves := sent[-1].get("moves", []))
        table |= {"hand": "てい" + HAND[2:], "last": {"player": 1, "tile": "と"}, "wide": beyond}
        table["legal"] = [{"event": "pass"}]
        if moves:
            end = {"how": "ron", "wins": [mine]}
            table |= {"phase": "End", "end": end, "legal": [], "since": [], "hands": [HAND] * 4}
            table["wide"] = {"events": [], "words": {}, "declared": [WIDER]}
        route.fulfill(json=table)

    page = new_page(served).open("#p=play")
    page.route("**/api/v1/game", answer)
    begin(page)
    assert page.locator(".call, #act-reveal").count() == 0
    lay(page, "ていと", "play")
    assert page.inner_text("#prompt") == "ていと: 広いほうの単語表にあります。"
    assert "帝都" in page.inner_text('.call[data-letters="いてと"]')
    for word in ("なみだ", "たまご", "きつね", "いぬ"):
        lay(page, word, "play")
    page.click("#act-ron")
    assert page.inner_text("#declared") == "広いほうの単語表だけにあることば: 帝都"
    assert sent[-1]["moves"] == [{"event": "ron"}]


def test_a_win_is_shown_as_the_player_laid_it(served: str, new_page: Opener) -> None:
    """The letters of a win have other arrangements, too."""
    found = [{"letters": word, "words": [{"reading": word, "spelling": word}]} for word in OTHERS]
    mine = {"player": 0, "tile": "ら", "from": 1, "arrangement": found}

    def answer(route: Route) -> None:
        moves = (route.request.post_data_json or {}).get("moves", [])
        end = {"phase": "End", "end": {"how": "ron", "wins": [mine]}, "legal": [], "since": []}
        route.fulfill(json=window(moves) | ({**end, "hands": [HAND] * 4} if moves else {}))

    page = new_page(served).open("#p=play")
    page.route("**/api/v1/game", answer)
    begin(page)
    laid = ["さくら", "なみだ", "たまご", "きつね", "いぬ"]
    for word in laid:
        lay(page, word, "play")
    page.click("#act-ron")
    page.wait_for_selector("#ending")
    assert [rack.replace("\n", "") for rack in page.locator(".rack-cells").all_inner_texts()] == laid
    words = page.locator(".rack-word").all_inner_texts()
    assert words[0] == "✓ 桜"
    assert all(word.startswith("✓") for word in words)
    page.reload()
    page.wait_for_selector("#ending")
    assert [rack.replace("\n", "") for rack in page.locator(".rack-cells").all_inner_texts()] == laid


def test_the_focus_goes_to_the_hand_when_its_button_is_gone(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=play")
    page.route("**/api/v1/game", lambda route: route.fulfill(json=window([])))
    choose(page, pace="fast")
    for key in ("#begin", "#act-pass"):
        page.focus(key)
        page.keyboard.press("Enter")
        page.wait_for_selector("#room-play.asked #act-pass")
        page.wait_for_function("() => document.activeElement.matches('#room-play .cell:has(.tile)')")


def test_help_names_the_possible_calls(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=play")
    page.route("**/api/v1/game", lambda route: route.fulfill(json=window([])))
    begin(page)
    page.click("#act-reveal")
    assert page.locator(".call").count() == 1
    page.check("#help-switch")
    page.click("#lay")
    assert "あがり" in page.inner_text("#help")
    assert page.locator(".rack.gold .tile").count() == 14


def test_help_lays_a_win_by_seven_pairs(served: str, new_page: Opener) -> None:
    page = new_page(served).open("#p=play")
    told = {
        **window([]),
        "hand": "てがきねあげひよこみみずぬ",
        "legal": [{"event": "ron"}, {"event": "pass"}],
    }
    told |= {"last": {"player": 1, "tile": "ぽ"}, "seen": "ぽ"}
    page.route("**/api/v1/game", lambda route: route.fulfill(json=told))
    begin(page, rules="standard")
    page.check("#help-switch")
    page.click("#lay")
    assert page.locator(".rack.gold").count() == 7


def test_the_buttons_of_a_call_are_in_view_on_a_small_phone(served: str, new_page: Opener) -> None:
    page = phone(new_page, served, "#p=play", 320, 640)
    calls = [
        {"event": "call", "letters": key, "words": [{"reading": key, "spelling": "桜桜"}]}
        for key in ("くさら", "いらぬ", "たらき", "みらき")
    ]
    view = window([])
    view["legal"][1:2] = calls
    page.route("**/api/v1/game", lambda route: route.fulfill(json=view))
    begin(page)
    page.check("#help-switch")
    page.wait_for_selector("#lay")
    assert outside(page, "#prompt", "#help", "#acts button", ".cell", ".seat") == []
    page.tap("#act-more")
    assert page.locator("#sheet .call").count() == 4
