"""The exported page without a browser: its archive answers like the server, and its manifest lists all its files."""

from __future__ import annotations

import hashlib
import html
import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kanamj.errors import KanamjError
from kanamj.game.remote import games_folder
from kanamj.lexicon import shipped_lexicons
from kanamj.pausing import to_end
from kanamj.web import inpage
from kanamj.web.answers import Answers
from kanamj.web.archive import LEFT_OUT
from kanamj.web.export import PYODIDE_FILES, export_page
from kanamj.web.parameters import QueryError, error_value
from tests.places import ROOT, python

FULL = "てがきねあげひよこみみずぬぽ"


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the names of the npm package, empty files."""
    folder: Path = tmp_path_factory.mktemp("package")
    for name in (*PYODIDE_FILES, "pyodide.d.ts"):
        (folder / name).write_text("", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pyodide: Path) -> Path:
    return export_page(tmp_path_factory.mktemp("export") / "site", pyodide)


def listed(site: Path) -> tuple[str, dict[str, str]]:
    """The version of an export, and the files that its service worker keeps, with their SHA-256."""
    text = (site / "sw.js").read_text(encoding="utf-8")
    found = re.match(r'const VERSION = "(\w+)";\nconst FILES = (\{.*?\});\n', text, re.DOTALL)
    assert found
    return found[1], json.loads(found[2])


def in_archive(site: Path, questions: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The answers of a Python process that has only the archive and the standard library."""
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); from kanamj.web.inpage import ask\n"
        "for route, params in json.loads(sys.argv[2]):\n"
        "    for part in filter(None, ask(route, json.dumps(params))): print(part)\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)"
    )
    place = site.with_name("unpacked")
    for name in ("kanamj.zip", "why.zip"):
        with zipfile.ZipFile(site / "python" / name) as archive:
            archive.extractall(place)
    done = python("-I", "-S", "-X", "utf8", "-c", code, str(place), json.dumps(questions), check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def as_the_server() -> list[tuple[str, dict[str, Any]]]:
    """Questions that archive and server answer alike, also of a game to its end, and of its review."""
    table: dict[str, Any] = {"rules": "basic", "agents": "290w", "id": "archived", "moves": []}
    view: dict[str, Any] = Answers("common").reply("game", table)[1]
    while not view["end"]:
        table["moves"].append(view["legal"][-1])
        view = Answers("common").reply("game", table)[1]
    record = view["record"].splitlines(keepends=True)[0]
    (games_folder() / "archived.jsonl").write_text(record, encoding="utf-8")  # as it was begun
    return [
        ("judge", {"hand": "さくらなみだたまごきつねいぬ"}),
        ("judge", {"hand": "なみだいぬ", "meld": ["さくら"], "form": "332", "limit": 3}),
        ("judge", {"hand": FULL, "form": "4442"}),
        ("judge", {"hand": "を"}),
        ("chances", {"hand": FULL, "draws": 1}),
        ("chances", {"hand": FULL, "draws": 2}),
        ("chances", {"hand": FULL, "draws": 2, "form": "33332,2222222"}),
        ("judge", {"hand": FULL, "form": "9"}),
        ("deal", {"level": 3, "seed": "2026-11-22", "answer": 1}),
        ("deal", {"level": 2, "seed": "2026-11-22", "answer": 1, "kind": "tenpai"}),
        ("worth", {"hand": FULL[:13]}),
        ("worth", {"hand": FULL, "rules": "pro-online", "draws": 2}),
        ("hint", {"hand": "さくらなみだたまごきつねいぬ", "laid": ["さくら"]}),
        ("find", {"q": "さかな へげろ とうきょう 食べる"}),
        ("find", {"letters": "か？な"}),
        ("waits", {"letters": "か"}),
        ("spell", {"letters": "さかなくい"}),
        ("read", {"text": "桜ヴ"}),
        ("waits", {"size": 2, "limit": 5}),
        ("words", {"size": 3, "words": 1}),
        ("nix", {}),
        ("game", table),
        ("review", {"record": view["record"]}),
    ]


@pytest.fixture(scope="module")
def answered(
    site: Path,
) -> tuple[list[tuple[str, dict[str, Any]]], list[dict[str, Any]], list[dict[str, Any]]]:
    """These questions with their answers, and the answers to what a browser answers in its own way."""
    questions = as_the_server()
    found = in_archive(site, [*questions, *IN_ITS_OWN_WAY])
    return questions, found[: len(questions)], found[len(questions) :]


IN_ITS_OWN_WAY: list[tuple[str, dict[str, Any]]] = [
    ("info", {}),
    ("chances", {"hand": FULL, "draws": 3}),
    ("judge", {"hand": "123m456p789s11z22z3z", "tiles": "riichi-136"}),
]


def test_the_archive_answers_as_the_server_does(answered: Any) -> None:
    """The same game is there, with the same bots: its file is in the folder of games of both."""
    questions, answers, _ = answered
    here = Answers("common")
    for (route, params), answer in zip(questions, answers, strict=True):
        try:
            status, value = to_end(here.reply_in_parts(inpage.question(route, params)))
        except QueryError as error:
            status, value = error_value(error)
        assert answer.pop("ok") == (status == 200)
        assert answer.pop("status", 200) == status
        assert answer.get("result", answer) == json.loads(json.dumps(value)), (route, params)


def test_what_the_browser_cannot_do_is_reported(answered: Any) -> None:
    info, chances, riichi = answered[2]
    result = info["result"]
    assert (result["backend"], result["draws"]) == ("browser", 2)
    assert {tiles["notation"] for tiles in result["tiles"]} == {"kana"}
    for answer in (chances, riichi):
        assert answer["code"] == "never"
        assert "kanamj web" in answer["error"]


@pytest.mark.usefixtures("answered")
def test_the_archive_has_the_shipped_lists_with_their_notices(site: Path) -> None:
    """The words of the narrower lists are made from those of the widest before the first answer."""
    names = zipfile.ZipFile(site / "python" / "kanamj.zip").namelist()
    assert {"kanamj/web/answers.py", "kanamj/game/remote.py", "kanamj/game/review.py"} <= set(names)
    assert not [name for name in names if name.endswith(".npz") or set(name.split("/")) & {*LEFT_OUT}]
    assert sum(name.endswith("words.tsv") for name in names) == 1
    for name, folder in shipped_lexicons().items():
        if folder.parent == ROOT / "wordlists":
            there = site.with_name("unpacked") / "kanamj" / "_wordlists" / name / "words.tsv"
            assert there.read_bytes() == (folder / "words.tsv").read_bytes()
            assert f"kanamj/_wordlists/{name}/NOTICE" in names
    why = zipfile.ZipFile(site / "python" / "why.zip").namelist()
    assert set(why) - set(names) == {"kanamj/_wordlists/why/why.tsv", "kanamj/_wordlists/why/NOTICE"}
    assert any(name.startswith("jaconv/LICENSE") for name in names)
    assert any(name.startswith("platformdirs/LICENSE") for name in names)


def test_the_page_asks_the_worker_and_nobody_else(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    assert '<meta name="kanamj-engine" content="worker">' in text
    assert "Content-Security-Policy" in text
    assert "default-src 'self'" in text
    assert (site / "js" / "worker.js").is_file()


def test_every_file_is_listed_so_that_the_browser_keeps_it(site: Path) -> None:
    _, sums = listed(site)
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert set(sums) == there - {"sw.js", "MANIFEST.toml", "python/why.zip", "card.png"}
    first_visit = sum((site / name).stat().st_size for name in [*sums, "sw.js"])
    assert first_visit < 10_300_000
    assert not [name for name in sums if name.endswith(".d.ts")]
    for name, digest in sums.items():
        assert hashlib.sha256((site / name).read_bytes()).hexdigest() == digest


def test_exporting_again_gives_the_same_files(site: Path, pyodide: Path, tmp_path: Path) -> None:
    again = export_page(tmp_path / "new" / "site", pyodide)
    assert listed(again) == listed(site)


def test_without_an_address_nothing_names_one(pyodide: Path, tmp_path: Path) -> None:
    text = (export_page(tmp_path / "site", pyodide) / "index.html").read_text(encoding="utf-8")
    assert '<meta name="kanamj-home" content="">' in text
    assert not re.search("og:|https?:", text)


@pytest.mark.parametrize("address", ["https://example.org/kanamj", "http://localhost:8000/a&b/"])
def test_links_begin_with_the_given_address(site: Path, pyodide: Path, tmp_path: Path, address: str) -> None:
    made = export_page(tmp_path / "site", pyodide, address=address)
    text = (made / "index.html").read_text(encoding="utf-8")
    home = html.escape(address.removesuffix("/")) + "/"
    assert f'<meta name="kanamj-home" content="{home}">' in text
    assert f'<meta property="og:url" content="{home}">' in text
    assert f'<meta property="og:image" content="{home}card.png">' in text
    assert '<meta property="og:title"' in text
    assert (made / "card.png").read_bytes().startswith(b"\x89PNG")
    assert listed(made)[0] != listed(site)[0]


@pytest.mark.parametrize(
    "address",
    ["example.org", "ftp://example.org/", "https://", "javascript:alert(1)", "https://a.b/?q=1", "https://a.b/#x",
     'https://a.b/"><script>', "https://a b/", "https://[::1", "https://a.b:99999/", "file:///tmp/"],
)  # fmt: skip
def test_what_is_not_an_address_is_refused(pyodide: Path, tmp_path: Path, address: str) -> None:
    with pytest.raises(KanamjError, match=r"give one such as https://example\.org/kanamj/"):
        export_page(tmp_path / "site", pyodide, address=address)
    assert not (tmp_path / "site").exists()


def test_the_page_is_not_written_over_files_it_is_made_from(pyodide: Path, tmp_path: Path) -> None:
    package = tmp_path / "outer" / "package"
    shutil.copytree(pyodide, package)
    (tmp_path / "link").symlink_to(package)
    before = sorted(tmp_path.rglob("*"))
    inside = ROOT / "kanamj" / "web" / "static" / "site"
    for place in (package, package / "sub" / "site", tmp_path / "outer", tmp_path / "link" / "site", inside):
        with pytest.raises(KanamjError, match="overlaps .*, from which the page is made"):
            export_page(place, package, replace=True)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_missing_folder_of_pyodide_is_an_error_that_says_where_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(KanamjError, match="npm pack pyodide"):
        export_page(tmp_path / "site", None)
    with pytest.raises(KanamjError, match=r"it lacks pyodide\.mjs. Get it: npm pack pyodide"):
        export_page(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()


def test_own_lists_can_be_exported(pyodide: Path, tmp_path: Path) -> None:
    own = tmp_path / "pets"
    own.mkdir()
    (own / "2gram.txt").write_text("２文字集合\t可能な２文字単語\nいぬ\t犬\n", encoding="utf-8")
    (own / "3gram.txt").write_text("３文字集合\t可能な３文字単語\nかさな\t魚\nくさら\t桜\n", encoding="utf-8")
    site = export_page(tmp_path / "site", pyodide, str(own))
    info, judged = in_archive(site, [("info", {}), ("judge", {"hand": "さかなさくらいぬ", "form": "332"})])
    assert info["result"]["lexicon"] == "pets"
    assert judged["result"]["shanten"] == -1
    with pytest.raises(KanamjError, match="is not a lexicon"):
        export_page(tmp_path / "other", pyodide, "nix")
