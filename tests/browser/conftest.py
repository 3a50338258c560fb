"""The fixtures of the browser tests."""

from tests.browser.fixtures import _kept_open, browser, hosted, new_page, pyodide, served, site, visit

__all__ = ["_kept_open", "browser", "hosted", "new_page", "pyodide", "served", "site", "visit"]
