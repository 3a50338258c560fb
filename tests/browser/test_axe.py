"""axe-core (from npm) finds no fault in any room of the page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from tests.browser.fixtures import npm_package
from tests.browser.moves import Opener, begin

pytestmark = pytest.mark.slow

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MISMATCH = "label-content-name-mismatch"
ROOMS = {
    "#": "#room-start .tile",
    f"#p=look&h={quote('さく')}": "#verdict .big",
    f"#h={quote('さくらなみだたまごきつねいぬ')}": '#verdict[data-shanten="-1"]:not([aria-busy])',
    f"#h={quote('てがきねあげじもんろまんぬび')}": "#discards tbody",
    f"#h={quote('さくらなみだたまごきつねいぬ')}&r=pro": "#verdict .worth .chip",
    f"#h={quote('てがきねあげじもんろまんぬ')}&r=pro": "#worth .tile",
    "#p=arrange&level=1&seed=axe": "#room-arrange .tray .tile",
    "#p=throw": "#room-throw .tray .tile",
    f"#p=words&q={quote('さかな')}": "#found .yes",
    f"#p=words&spell={quote('さかなくい')}": "#found .spelled",
    "#p=play": "#begin",
}
"""An address -> what is there when the room is ready."""
FOUND = """async rules => {
    const groups = [{ runOnly: rules[0] }, { runOnly: { type: 'rule', values: [rules[1]] } }];
    const found = [];
    for (const group of groups) found.push(...(await axe.run(document, group)).violations);
    return found.map((one) => `${one.id}: ${one.nodes[0].html}`);
}"""


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return npm_package("axe-core", tmp_path_factory.mktemp("npm")) / "axe.min.js"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (375, 667), (667, 375)])
def test_axe_finds_nothing(served: str, new_page: Opener, axe: Path, width: int, height: int) -> None:
    watched = new_page(served, width=width, height=height, bypass_csp=True)
    page = watched.page
    for address, there in ROOMS.items():
        watched.open(address)
        page.wait_for_selector(there)
        page.evaluate(
            "document.querySelectorAll('.room:not([hidden]) details').forEach((one) => { one.open = true; })"
        )
        page.wait_for_selector("main:not(:has([aria-busy]))")
        page.wait_for_timeout(500)
        page.add_script_tag(path=axe)
        assert page.evaluate(FOUND, [RULES, MISMATCH]) == [], address
    begin(page)
    assert page.evaluate(FOUND, [RULES, MISMATCH]) == []
