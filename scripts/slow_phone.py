"""Measure how long the exported page takes to answer on a slow phone: python scripts/slow_phone.py SITE [CASE …]

The network gives 200,000 bytes per second after 150 ms for each request. The processor is slowed in two ways: `page`
slows what runs in the page by six, as Chromium does; `all` lets the whole renderer, with the worker in which Python
runs, work for a sixth of the time.
Prints the seconds, the requests and the kilobytes until the answer is there: medians of --rounds first visits. The load
of the machine counts, and is printed too.
"""

from __future__ import annotations

import functools
import http.server
import os
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

RATE, LATENCY = 200_000, 0.15
SLOWER = 6
ON, OFF = 0.01, 0.05
"""Seconds for which the renderer works, and for which it is stopped."""
LEARNED = "localStorage.setItem('kanamj.first', JSON.stringify({ cells: null, done: true }))"
WIN = "() => document.querySelector('#verdict')?.dataset.shanten === '-1'"
TENPAI = "() => document.querySelector('#verdict')?.dataset.shanten === '0'"
CASES = {
    "win": (f"#h={quote('さくらなみだたまごきつねいぬ')}", WIN, ""),
    "tenpai": (f"#h={quote('てがきねあげひよこみみずぬ')}", TENPAI, ""),
    "choose": (f"#h={quote('てがきねあげひよこみみずぬぽ')}", TENPAI, ""),
    "called": (f"#h={quote('なみだいぬ')}&m={quote('さくら')}&f=332", WIN, ""),
    "arrange": ("#p=arrange", "() => document.querySelector('#place .tray .tile')", ""),
    "lesson": ("", "() => document.querySelector('#room-start .tray .tile')", ""),
    "today": ("", "() => document.querySelector('#today-place .tray .tile')", LEARNED),
}
"""What is opened -> the address, when it is there, and a script that runs before."""


class Slow(http.server.SimpleHTTPRequestHandler):
    """A static host behind a slow line: all connections share RATE."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012
    lock = threading.Lock()
    free = 0.0
    sent: list[int] = []  # noqa: RUF012

    def log_message(self, *_args: object) -> None:
        pass

    def do_GET(self) -> None:
        time.sleep(LATENCY)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        self.sent.append(0)
        while part := source.read(8192):
            with Slow.lock:
                now = time.monotonic()
                Slow.free = max(now, Slow.free) + len(part) / RATE
                wait = Slow.free - now
            time.sleep(wait)
            try:
                outputfile.write(part)
            except OSError:
                return  # the visit is over
            self.sent.append(len(part))


class Host(http.server.ThreadingHTTPServer):
    """The host; it does not report that a visitor has left."""

    def handle_error(self, request: object, client_address: object) -> None:
        pass


def renderers(process: int) -> Iterator[int]:
    """The renderers among the children of a process."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(process)], capture_output=True, text=True
    )
    for line in filter(str.strip, listed.stdout.splitlines()):
        child = int(line.split()[0])
        if "--type=renderer" in line:
            yield child
        yield from renderers(child)


@contextmanager
def stopped_most_of_the_time(slow: bool) -> Iterator[None]:
    """While this lasts, all renderers that this process has started work in one of six parts of the time."""
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            found = list(renderers(os.getpid()))
            for _ in range(40):
                for how, seconds in ((signal.SIGCONT, ON), (signal.SIGSTOP, OFF)):
                    for process in found:
                        with suppress(ProcessLookupError):
                            os.kill(process, how)
                    time.sleep(seconds)
            for process in found:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    thread = threading.Thread(target=work, daemon=True)
    if slow:
        thread.start()
    yield
    ended.set()
    if slow:
        thread.join()


def measured(browser: Any, url: str, case: str, rate: int) -> tuple[float, int, float]:
    """Seconds, requests and kilobytes until the answer of a case is there, on a first visit."""
    address, there, before = CASES[case]
    context = browser.new_context(
        viewport={"width": 375, "height": 667}, locale="ja-JP", has_touch=True, is_mobile=True
    )
    if before:
        context.add_init_script(before)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    Slow.sent.clear()
    Slow.free = 0.0
    begun = time.monotonic()
    page.goto(url + address, wait_until="commit")
    page.wait_for_function(there, timeout=200_000, polling=50)
    seconds, sent = time.monotonic() - begun, list(Slow.sent)
    context.close()
    return seconds, sent.count(0), sum(sent) / 1000


def main(site: Path, cases: list[str], rounds: int = 3) -> None:
    from playwright.sync_api import sync_playwright

    host = Host(("127.0.0.1", 0), functools.partial(Slow, directory=str(site)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{host.server_address[1]}/"
    path = os.environ.get("KANAMJ_CHROMIUM", "/usr/bin/chromium-headless-shell")
    print("throttle  case      seconds  requests  kB    load")
    with sync_playwright() as playwright:
        for throttle in ("page", "all"):
            for case in cases or CASES:
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                with stopped_most_of_the_time(throttle == "all"):
                    rate = SLOWER if throttle == "page" else 1
                    found = sorted(measured(browser, url, case, rate) for _ in range(rounds))
                browser.close()
                seconds, requests, kilobytes = (
                    statistics.median(column) for column in zip(*found, strict=True)
                )
                load = os.getloadavg()[0]
                print(
                    f"{throttle:8}  {case:8}  {seconds:7.1f}  {requests:8.0f}  {kilobytes:4.0f}  {load:4.1f}",
                    flush=True,
                )


if __name__ == "__main__":
    from start import start

    start(main, site="the folder of an exported page", cases="what to open", rounds="visits of each case")
