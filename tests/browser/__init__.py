"""Tests of the page in a browser. As a package, they share one browser, which is closed before other tests run."""
