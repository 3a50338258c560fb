"""Timings of the page, printed and not asserted: pytest -m bench -s tests/bench/test_bench_web.py

Aims: first paint under 1 s; a judged hand of 14 tiles on the page within 0.3 s; the exported page's first answer within
8 s of opening, later ones under 1 s; its files without Pyodide and word lists under 300 kB; Ctrl-C within 1 s.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from kanamj.tiles import HIRAGANA_120
from kanamj.web.pagefiles import STATIC
from tests.browser.fixtures import Host, Watched, browser, hosted, new_page, served, site
from tests.unit.web.test_serve import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["browser", "hosted", "new_page", "served", "site"]

pytestmark = pytest.mark.bench

Opener = Callable[..., Watched]
HANDS = 50
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
JUDGED = """(hand) => new Promise((done) => {
  const box = document.getElementById("verdict");
  const field = document.getElementById("hand-field");
  const begun = performance.now();
  new MutationObserver((_, seen) => {
    if (box.hasAttribute("aria-busy") || !box.querySelector("strong.big")) return;
    seen.disconnect();
    requestAnimationFrame(() => done(performance.now() - begun));
  }).observe(box, { attributes: true, childList: true, subtree: true });
  field.value = hand;
  field.dispatchEvent(new Event("change"));
})"""


def hands(count: int) -> list[str]:
    """Dealt hands of 14 tiles."""
    wall = [kind for kind, copies in enumerate(HIRAGANA_120.copies) for _ in range(copies)]
    return [HIRAGANA_120.format(random.Random(seed).sample(wall, 14)) for seed in range(count)]


def judged(page: Page, texts: list[str]) -> list[float]:
    """Milliseconds from a hand typed to its verdict on the screen, hand by hand."""
    return [page.evaluate(JUDGED, text) for text in texts]


def test_first_paint(served: str, new_page: Opener) -> None:
    times = []
    for _ in range(5):
        page = new_page(served).open()
        page.wait_for_selector("#room-look h1")
        page.wait_for_timeout(200)
        times.append(page.evaluate(PAINT))
    print(
        f"\nfirst paint: median {median(times):.0f} ms of {len(times)} new browsers, worst {max(times):.0f} ms"
    )


def test_a_judged_hand(served: str, new_page: Opener) -> None:
    page = new_page(served).open(f"#h={quote(hands(1)[0])}")
    page.wait_for_selector("#verdict strong.big")
    times = judged(page, hands(HANDS + 1)[1:])
    print(
        f"\na hand of 14 judged on the page: median {median(times):.0f} ms of {HANDS}, worst {max(times):.0f} ms"
    )


def test_the_exported_page(hosted: Host, new_page: Opener) -> None:
    watched = new_page(hosted.url + "somewhere/kanamj/")
    watched.page.set_default_timeout(180_000)
    begun = time.perf_counter()
    page = watched.open(f"#h={quote(hands(1)[0])}")
    page.wait_for_selector("#verdict strong.big")
    first = time.perf_counter() - begun
    times = judged(page, hands(21)[1:])
    print(
        f"\nexported page: first answer {first:.1f} s after opening, then median {median(times):.0f} ms of 20,",
        end=" ",
    )
    print(f"worst {max(times):.0f} ms")


def test_sizes(site: Path) -> None:
    def kilobytes(folder: Path) -> float:
        return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1000

    home = site / "somewhere" / "kanamj"
    print(f"\nthe page's files {kilobytes(STATIC):.0f} kB; exported, Python side and word lists", end=" ")
    print(f"{kilobytes(home / 'python'):.0f} kB, Pyodide {kilobytes(home / 'pyodide') / 1000:.1f} MB")


def test_stopping() -> None:
    running = Served("--port", "0")
    running.get(f"api/v1/judge?hand={quote(hands(1)[0])}")
    code, _, seconds = running.stop()
    print(f"\nCtrl-C to the end of the process: {seconds:.2f} s, exit code {code}")
