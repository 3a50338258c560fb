"""Take the pictures of the page that the documents show: every tab, narrow and wide, light and dark; and `today.gif`,
in which a hand of the day is arranged by taps.

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


LEARNED = """localStorage['kanamj.first'] = '{"done":true}';"""
DAY, NUMBER = "2026-11-21T09:00:00", 325
"""When the hand of the day is shown, and its number."""
SOLUTION = """async (number) => {
    const { days, solutionWords } = await import(new URL('js/today/day.js', document.baseURI).href);
    return solutionWords((await days()).hand(number, '8')); }"""
STILL = """(ms) => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 1e5)
    .map((one) => { one.pause(); one.currentTime = ms; return one.effect.getComputedTiming().endTime; })
    .reduce((last, end) => Math.max(last, end), 0)"""
"""Shows every movement as it is `ms` milliseconds after its start. Returns when the last one ends."""
DONE = "() => document.getAnimations().forEach((one) => one.effect.getComputedTiming().endTime < 1e5 && one.finish())"
FINGER = """([x, y]) => { document.getElementById('finger')?.remove();
    const dot = Object.assign(document.createElement('div'), { id: 'finger' });
    dot.style.cssText = `position:fixed;left:${x - 14}px;top:${y - 14}px;width:28px;height:28px;border-radius:50%;`
        + 'background:#fff9;border:2px solid #0006;pointer-events:none;z-index:99';
    document.body.append(dot); }"""
FRAME_MS = 80


def start(page: Page, home: str) -> None:
    """The first page, with one word of its hand laid."""
    page.goto(home)
    for letter in "さかな":
        page.locator("#room-start .tray .cell:has(.tile)", has_text=letter).first.click()


def today(page: Page, home: str) -> None:
    """A hand of the day, solved."""
    page.add_init_script(LEARNED)
    page.clock.set_fixed_time(DAY)
    page.goto(home)
    page.wait_for_selector("#today-place .tray .tile")
    for letter in "".join(page.evaluate(SOLUTION, NUMBER)):
        page.locator("#today-place .tray .cell:has(.tile)", has_text=letter).first.click()
    page.locator("#today-share").wait_for()


def judge(page: Page, home: str) -> None:
    """A hand of 14 tiles, with the chances of its discards."""
    page.set_viewport_size({"width": page.evaluate("innerWidth"), "height": 1600})
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


def motion(page: Page, home: str, path: Path) -> None:
    """Write an animated GIF: the hand of the day is arranged by taps. Time passes only between the frames."""
    page.add_init_script(LEARNED)
    page.clock.install(time=DAY)
    page.goto(home)
    page.wait_for_selector("#today-place .tray .tile")
    page.clock.pause_at(DAY.replace("09:00:00", "09:00:10"))
    words, frames, times = page.evaluate(SOLUTION, NUMBER), [], []
    clip = page.locator("#today-felt").bounding_box()

    def take(ms: int) -> None:
        frames.append(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB"))
        times.append(ms)

    take(900)
    for letter in "".join(words):
        cell = page.locator("#today-place .tray .cell:has(.tile)", has_text=letter).first
        box = cell.bounding_box()
        assert box, "the tile is not shown"
        page.evaluate(FINGER, [box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7])
        take(350)
        cell.click()
        page.clock.run_for(700)
        end = page.evaluate(STILL, 0)
        for ms in range(0, int(end), FRAME_MS):
            page.evaluate(STILL, ms)
            take(FRAME_MS)
        page.evaluate(DONE)
    page.evaluate("document.getElementById('finger').remove()")
    take(3000)
    palette = frames[-1].quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    first, *rest = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(path, save_all=True, append_images=rest, duration=times, loop=0, optimize=True)


def save(picture: bytes, path: Path) -> None:
    """Write a picture in 256 colours, a third of its size."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)


SHOTS = {"start": start, "today": today, "judge": judge, "arrange": arrange, "words": words, "play": play}


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
            if not tabs or "today" in tabs:
                context = browser.new_context(viewport={"width": 560, "height": 760}, locale="ja-JP")
                motion(context.new_page(), home, out / "today.gif")
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


if __name__ == "__main__":
    from start import start as run_script

    run_script(main, tabs=f"{', '.join(SHOTS)} [default: all]", out="the folder")
