"""axe-core finds no fault in any room of the page. It is one of the packages of tests/js."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

import pytest

from tests.browser.moves import Opener, begin
from tests.places import ROOT

AXE = ROOT / "tests" / "js" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
MISMATCH = "label-content-name-mismatch"
SOME = {
    "#": "#room-start .tile",
    f"#h={quote('てがきねあげひよこみみずぬぽ')}": "#discards tbody",
    "#p=arrange&level=1&seed=axe": "#room-arrange .tray .tile",
    f"#p=words&q={quote('さかな')}": "#found .yes",
    "#p=play": "#begin",
    "?today#day=331": "#today-place .tile",
}
"""An address -> what is there when the room is ready."""
ROOMS = {
    **SOME,
    f"#p=look&h={quote('さく')}": "#verdict .big",
    f"#h={quote('さくらなみだたまごきつねいぬ')}": '#verdict[data-shanten="-1"]:not([aria-busy])',
    f"#h={quote('さくらなみだたまごきつねいぬ')}&r=pro": "#verdict .worth .chip",
    f"#h={quote('てがきねあげひよこみみずぬ')}&r=pro": "#worth .tile",
    f"#p=words&spell={quote('さかなくい')}": "#found .spelled",
}
FOUND = """async rules => {
    const groups = [{ runOnly: rules[0] }, { runOnly: { type: 'rule', values: [rules[1]] } }];
    const found = [];
    const only = { resultTypes: ['violations'] };
    for (const group of groups) found.push(...(await axe.run(document, { ...group, ...only })).violations);
    return found.map((one) => `${one.id}: ${one.nodes[0].html}`);
}"""


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not here; run: npm ci --prefix tests/js")
@pytest.mark.parametrize(
    ("rooms", "width", "height", "scheme"),
    [
        (SOME, 1280, 900, "light"),
        *(
            pytest.param(ROOMS, *window, marks=pytest.mark.slow)
            for window in ((1280, 800, "dark"), (375, 667, "light"), (667, 375, "light"))
        ),
    ],
    ids=["one of each room", "dark", "upright", "on its side"],
)
def test_axe_finds_nothing(
    served: str, new_page: Opener, rooms: Mapping[str, str], width: int, height: int, scheme: str
) -> None:
    watched = new_page(served, width=width, height=height, bypass_csp=True, color_scheme=scheme)
    page = watched.page
    for address, there in rooms.items():
        watched.open(address)
        page.wait_for_selector(there)
        page.evaluate(
            "document.querySelectorAll('.room:not([hidden]) details').forEach((one) => { one.open = true; })"
        )
        page.wait_for_selector("main:not(:has([aria-busy]))")
        page.wait_for_timeout(500)
        page.add_script_tag(path=AXE)
        assert page.evaluate(FOUND, [RULES, MISMATCH]) == [], address
    if rooms is ROOMS:
        watched.open("#p=play")
        begin(page)
        assert page.evaluate(FOUND, [RULES, MISMATCH]) == []
