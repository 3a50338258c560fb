"""Data sets of a lexicon: which letters wait for what, and how often each letter occurs.

- `build.py` computes the data sets, and describes their columns.
- `folder.py` writes them with a manifest, and verifies a folder by computing them again.
- `pictures.py` draws them.
"""
