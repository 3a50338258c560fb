"""Draw the pictures of the page as PNG: its icons from kanamj/web/static/icon.svg, as phones want PNG for the home
screen, and the picture that messengers show beside a link to it, which the page itself draws (js/parts/picture.js).

    python scripts/icons.py

Needs a browser: apt-get install -y chromium-headless-shell && pip install playwright pillow
"""

from __future__ import annotations

import base64
import io
import os
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Route, sync_playwright

from kanamj.web.export import CARD

STATIC = Path(__file__).resolve().parent.parent / "kanamj" / "web" / "static"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
COLOURS = 64
WORDS = {"さくら": "桜", "なみだ": "涙", "たまご": "卵", "きつね": "狐", "いぬ": "犬"}
"""The words of the picture, a win."""
DRAWN = """words => import("/js/parts/picture.js").then(({ picture }) => picture("ひらがなのことば麻雀",
    Object.entries(words).map(([reading, spelling]) => ({ letters: reading, words: [{ reading, spelling }] })),
).toDataURL())"""
HOME = "http://kanamj.invalid/"
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


def main() -> None:
    """Write all pictures. The corners of the icons are filled, as phones round them."""
    svg = (
        (STATIC / "icon.svg").read_text(encoding="utf-8").replace('rx="28" fill="#1f5947"', 'fill="#1f5947"')
    )
    path = os.environ.get("KANAMJ_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{svg}"
            )
            write(name, page.screenshot())
            page.close()
        write(CARD, card(browser))
        browser.close()


def write(name: str, drawn: bytes) -> None:
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    few = image.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(STATIC / name, optimize=True)


def card(browser: Browser) -> bytes:
    """The picture of a link. Nothing is served: the files of the page are given to the browser as it asks for them."""

    def give(route: Route) -> None:
        file = STATIC / route.request.url.removeprefix(HOME)
        if file.is_file():
            route.fulfill(path=file)
        else:
            route.fulfill(status=404)

    page = browser.new_page(locale="ja-JP")
    page.route("**/*", give)
    page.goto(f"{HOME}index.html")
    drawn: str = page.evaluate(DRAWN, WORDS)
    page.close()
    return base64.b64decode(drawn.partition(",")[2])


if __name__ == "__main__":
    from start import start

    start(main)
