"""Starts a browser, and serves the page to it. Without a browser, tests are skipped, and say what to install."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

NEEDED = "apt-get install -y chromium-headless-shell fonts-ipafont-gothic && pip install -e '.[browser]'"
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


def find_browser() -> str:
    """The path of a Chromium; KANAMJ_CHROMIUM names another. Skips where there is none, or no Playwright."""
    path = os.environ.get("KANAMJ_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None or find_spec("playwright") is None:
        lacking = "Chromium" if path is None else "Playwright"
        pytest.skip(f"no {lacking} found. To run the browser tests: {NEEDED}")
    return path


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser; closed with the package, since Playwright's event loop runs in this thread as long as it is open."""
    path = find_browser()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield started
        started.close()


SAME_WALLS = Path(__file__).parent / "same_walls"
"""With this folder in PYTHONPATH all games that the page deals have the same wall, as each process that answers reads
the module there. So a test plays the same game in every run."""

SECRETS = b"""from os import urandom

randbits = lambda bits: 44
token_hex = token_urlsafe = lambda size: urandom(size).hex()
"""
"""What the archive of the exported page has for the same."""


class Server:
    """`kanamj web` in a process of its own; port 0 takes any. All its games have the same wall."""

    def __init__(self, port: int = 0, options: Iterable[str] = ()) -> None:
        command = [sys.executable, "-m", "kanamj", "web", "--no-open", "--port", str(port), *options]
        environment = {**os.environ, "PYTHONPATH": str(SAME_WALLS)}
        self.process = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment
        )
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        found = re.match(r"http://[^ ]+", line)
        assert found, line + self.process.stderr.read()
        self.url = found[0]

    def stop(self) -> None:
        """Stop serving; once is enough."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            _, errors = self.process.communicate(timeout=30)
            assert "Traceback" not in errors


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """The address of `kanamj web`; asks for a browser first, so that nothing is served in vain."""
    find_browser()
    server = Server()
    yield server.url
    server.stop()


class Watched:
    """A page whose console, errors and requests are written down."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.page: Page = context.new_page()
        self.home = home
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        self.expected: list[str] = []
        self.page.set_default_timeout(90_000)  # the first answers may compile kernels
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda shown: self.complaints.append(f"dialog {shown.message}"))
        context.on("request", lambda asked: self._note(asked.url))

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(said.text)

    def _note(self, url: str) -> None:
        if not url.startswith((self.home, "blob:")):
            self.strangers.append(url)

    def open(self, hash_: str = "") -> Page:
        self.page.goto(self.home + hash_)
        return self.page

    def check(self) -> None:
        """No complaint on the console but the expected, no request to anybody else."""
        left = [said for said in self.complaints if not any(part in said for part in self.expected)]
        strangers = self.strangers.copy()
        self.complaints.clear()
        self.strangers.clear()
        assert left == []
        assert strangers == []


TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}


@pytest.fixture(scope="package")
def _kept_open(browser: Browser, served: str) -> Iterator[dict[bool, Watched]]:
    """Whether it is touched -> a page that several tests use."""
    contexts = {
        touch: browser.new_context(
            viewport={"width": 1280, "height": 900}, locale="ja-JP", **(TOUCH if touch else {})
        )
        for touch in (False, True)
    }
    yield {touch: Watched(context, served) for touch, context in contexts.items()}
    for context in contexts.values():
        context.close()


LEFT = """() => { localStorage.clear();
    for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close(); }"""


@pytest.fixture
def visit(_kept_open: dict[bool, Watched]) -> Iterator[Callable[..., Page]]:
    """Goes to an address in a page that other tests have used: to load the page takes a processor a second.

    For tests of rooms that show what their address says, which leave the language and the switches as they were.
    expected: complaints that are none.
    """
    used = set()

    def go(
        hash_: str = "",
        width: int = 1280,
        height: int = 900,
        touch: bool = False,
        expected: Iterable[str] = (),
    ) -> Page:
        watched = _kept_open[touch]
        used.add(touch)
        watched.expected += expected
        watched.page.set_viewport_size({"width": width, "height": height})
        return watched.open(hash_)

    yield go
    for touch in used:
        watched = _kept_open[touch]
        watched.page.unroute_all()
        watched.page.evaluate(LEFT)
        watched.check()
        watched.expected.clear()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Watched]]:
    """Opens pages, each with a storage of its own; afterwards nothing may have gone wrong on any."""
    opened: list[tuple[BrowserContext, Watched]] = []

    def make(home: str, width: int = 1280, height: int = 900, **options: object) -> Watched:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale="ja-JP",
            **options,  # type: ignore[arg-type]
        )
        watched = Watched(context, home)
        opened.append((context, watched))
        return watched

    yield make
    for context, watched in opened:
        watched.check()
        context.close()


def npm_package(name: str, folder: Path) -> Path:
    """The unpacked npm package; skips where npm cannot get it."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"no npm to get {name} with; install Node.js")
    got = subprocess.run(
        [npm, "pack", name, "--silent"], cwd=folder, capture_output=True, text=True, timeout=300
    )
    if got.returncode:
        pytest.skip(f"npm could not get {name}: {got.stderr.strip()[-200:]}")
    with tarfile.open(folder / got.stdout.split()[-1]) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


class Host:
    """A static host: `python -m http.server`, which writes into `log` what it is asked for."""

    def __init__(self, folder: Path, log: Path) -> None:
        self.log = log
        serve = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        with log.open("w", encoding="utf-8") as written:
            self.process = subprocess.Popen(
                [*serve, "--directory", str(folder)], stdout=subprocess.PIPE, stderr=written, text=True
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split("(")[1].split(")")[0]

    def sent(self) -> Counter[str]:
        """How often each file was sent, whole; "" is the folder itself, as index.html."""
        lines = self.log.read_text(encoding="utf-8")
        return Counter(re.findall(r'"GET /([^ ?]*)[^"]*" 200 ', lines))

    def stop(self) -> None:
        """Stop serving; once is enough."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.communicate()


@pytest.fixture(scope="session")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked npm package of Pyodide."""
    return npm_package("pyodide", tmp_path_factory.mktemp("npm"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, pyodide: Path) -> Path:
    """The exported page, in a folder below the one that is served, as on a host shared with others. All its games have
    the same wall, too: its archive is before Python's own modules."""
    from kanamj.web import archive
    from kanamj.web.export import export_page

    home, files = tmp_path_factory.mktemp("host"), archive._files
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive, "_files", lambda *given: [*files(*given), ("secrets.py", SECRETS)])
        export_page(home / "somewhere" / "kanamj", pyodide)
    return home


@pytest.fixture
def hosted(browser: Browser, site: Path, tmp_path: Path) -> Iterator[Host]:
    """A host that serves the exported page."""
    assert browser.is_connected()
    host = Host(site, tmp_path / "host.log")
    yield host
    host.stop()
