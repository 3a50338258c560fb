"""The fixtures of this folder; the bench uses them too."""

from tests.browser.fixtures import browser, hosted, new_page, served, site

__all__ = ["browser", "hosted", "new_page", "served", "site"]
