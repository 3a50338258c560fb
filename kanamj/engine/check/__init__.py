"""The other solvers: each finds the distance of a hand in another way, and all must agree.

- `solvers.py` lists them by name, asks them all and compares their answers.
- `bitmask.py` is the definition in code.
- `subsets.py` transforms functions on subsets, `graph.py` looks for independent sets, `cpsat.py` solves integer
  programs.
- `parts.py` has the parts of blocks that `subsets.py` and `graph.py` share, and says which parts can be completed.
- `batch.py` asks the kernels of words about one hand. `tables.py` looks its suits up in the tables of riichi.
"""
