"""Studies: long computations on many deals or games, whose results are tables.

A study is a declaration: what a chunk of the work adds to which sums, and which tables are read off the sums.
docs/own-study.md shows how to write one. To add one to the package: write a file here, and a command in `cli/study.py`
that calls `cli.running.carry_out`; list it in `STUDIES` of scripts/results_index.py if the page of results shall show
it, its files in docs/formats.md, and its columns in scripts/columns.tsv.

The studies
- `deals.py`: how far from complete is a hand as it is dealt? Studies of dealt hands derive from its `OnDeals`.
- `games.py`: when do games end, how, and who wins?
- `strength.py`: who plays better, and by how much?
- `learn/order.py`, in another room: which words should one learn next?
- `yaku.py`: how often is each yaku there, and what are hands worth?
- `deal_results.py` and `game_results.py` declare the tables of deals and games.
- `table1.py` makes Table 1 of the paper with more settings (`table1_columns.py`, `table1_picture.py`); `paper.py` has
  what the paper prints, `fit.py` says whether two distributions differ.

What runs a study
- `study.py` says what a study must have, and derives from this its record, its files and the command of its manifest.
- `sums.py` has what a chunk adds up, `measures.py` the columns that are read off the sums: every mean and error.
- `tables.py` makes tables of these columns, and reads them again.
- `run.py` does the chunks, and resumes a run that was stopped.
- `workers.py` does chunks in threads, processes or on a Dask cluster (`cluster.py`); `warm.py` makes processes start
  quickly.
- `csvtext.py` writes and reads CSV files.
- `stats.py` computes shares, intervals and quantiles; `ratings.py` computes Elo, and errors by the jackknife.
"""
