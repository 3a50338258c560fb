"""The page for its place on the web: its address is in one place, and Pyodide comes from npm."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from kanamj.errors import KanamjError
from scripts import publish_page
from scripts.publish_page import PROJECT, PYODIDE, address, main, package


def test_the_address_is_in_one_place() -> None:
    assert (
        address('[project.urls]\nHomepage = "https://example.org/kanamj/"\n[project]')
        == "https://example.org/kanamj/"
    )
    assert address("[project.urls]\n[project]") == address("[project]") == ""
    assert address(PROJECT.read_text(encoding="utf-8")) == "", (
        "it is settled: the page's links are to be tried"
    )


def test_the_page_has_the_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: dict[str, Any] = {}
    monkeypatch.setattr(publish_page, "package", lambda folder: folder)
    monkeypatch.setattr(publish_page, "address", lambda _: "https://example.org/kanamj/")
    monkeypatch.setattr(publish_page, "export_page", lambda *given, **more: told.update(more, given=given))
    main(tmp_path / "site", replace=True)
    assert told["given"][0] == tmp_path / "site"
    assert (told["address"], told["replace"]) == ("https://example.org/kanamj/", True)


def test_without_npm_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    failed = subprocess.CompletedProcess([], 1, "", "no such package")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(KanamjError, match=f"npm could not get {PYODIDE}: no such package"):
        package(tmp_path)
    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(KanamjError, match="install Node"):
        package(tmp_path)
