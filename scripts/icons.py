"""Draw the icons of the page as PNG, from kanamj/web/static/icon.svg: phones want PNG for the home screen.

    python scripts/icons.py

Needs a browser: apt-get install -y chromium-headless-shell && pip install playwright pillow
"""

from __future__ import annotations

import io
import os
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "kanamj" / "web" / "static"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
COLOURS = 64
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


def main() -> None:
    """Write all icons. Their corners are filled, as phones round them themselves."""
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
            image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            image.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
                STATIC / name, optimize=True
            )
            page.close()
        browser.close()


if __name__ == "__main__":
    from start import start

    start(main)
