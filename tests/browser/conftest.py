"""The fixtures of the browser tests."""

from tests.browser.fixtures import browser, hosted, new_page, pyodide, served, site

__all__ = ["browser", "hosted", "new_page", "pyodide", "served", "site"]
