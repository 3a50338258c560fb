"""Take the pictures of the page that the documents show: every tab, narrow and wide, light and dark.

    python scripts/screenshots.py [TAB]… [--out docs/images]

Needs a browser: apt-get install -y chromium-headless-shell fonts-ipafont-gothic && pip install playwright pillow
"""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page, sync_playwright

WIDTHS = {320: 1100, 1280: 900}
SCHEMES = {"light": "", "dark": "-dark"}
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


def start(page: Page, home: str) -> None:
    """The first page, with one word of its hand laid."""
    page.goto(home)
    for letter in "さかな":
        page.locator("#room-start .tray .cell:has(.tile)", has_text=letter).first.click()


def judge(page: Page, home: str) -> None:
    """A hand of 14 tiles, with the chances of its discards."""
    page.set_viewport_size({"width": page.viewport_size["width"], "height": 1600})
    page.goto(f"{home}#h={quote('てがきねあげひよこみみずぬぽ')}")
    page.wait_for_selector("#discards td.chance:nth-child(6):not(:has(.spin))", timeout=180_000)
    page.evaluate("scrollTo(0, 0)")


def arrange(page: Page, home: str) -> None:
    """A practice hand with two words laid."""
    page.goto(f"{home}#p=arrange&level=1&seed=picture")
    page.wait_for_selector(".tray .cell .tile")
    answer = page.request.get(f"{home}api/v1/deal?level=1&seed=picture&answer=1").json()
    words = [block["words"][0]["reading"] for block in answer["arrangements"][0]]
    racks = page.locator(".rack")
    for rack, word in enumerate(sorted(words, key=len, reverse=True)[:2]):
        for place, letter in enumerate(word):
            page.locator(".tray .cell:has(.tile)", has_text=letter).first.focus()
            page.keyboard.press("Space")
            racks.nth(rack).locator(".cell").nth(place).focus()
            page.keyboard.press("Space")
    page.wait_for_selector(".rack.gold >> nth=1")


def words(page: Page, home: str) -> None:
    """The letters that a pair of letters waits for."""
    page.goto(f"{home}#p=words&waits={quote('なみ')}")
    page.wait_for_selector("#found .wait-list li")


def play(page: Page, home: str) -> None:
    """The first turn of a game."""
    page.goto(f"{home}#p=play")
    page.click("#begin")
    page.wait_for_selector("#room-play.asked #acts button", timeout=180_000)


def save(picture: bytes, path: Path) -> None:
    """Write a picture in 256 colours, a third of its size."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)


SHOTS = {"start": start, "judge": judge, "arrange": arrange, "words": words, "play": play}


def main(tabs: list[str], out: Path = Path("docs/images")) -> None:
    """Take all pictures, or those of the tabs that are named."""
    out.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("KANAMJ_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    server = subprocess.Popen(
        [sys.executable, "-m", "kanamj", "web", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    home = server.stderr.readline().split()[0]
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for width, height in WIDTHS.items():
                for scheme in SCHEMES:
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme=scheme,  # type: ignore[arg-type]
                        locale="ja-JP",
                        reduced_motion="reduce",
                    )
                    for tab in tabs or SHOTS:
                        page = context.new_page()
                        SHOTS[tab](page, home)
                        page.wait_for_timeout(400)
                        save(page.screenshot(), out / f"{tab}-{width}{SCHEMES[scheme]}.png")
                        page.close()
                    context.close()
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


if __name__ == "__main__":
    from start import start

    start(main, tabs=f"{', '.join(SHOTS)} [default: all]", out="the folder")
