"""Reports: what is read out of the results of several studies.

- `table1.py` makes Table 1 of the paper with more settings, `table1_pictures.py` its pictures.
- `columns.py` collects the distributions of shanten to compare; `paper.py` has those that the paper prints.
- `fit.py` says whether two distributions differ.
- `differences.py` compares two results row by row.
- `index.py` writes the page of a folder of results.
"""
