"""Exact distributions: every hand counted, none sampled."""
