"""The other solvers: each finds the distance of a hand in another way, and all must agree.

- `solvers` lists them by name, asks them all and compares their answers.
- `bitmask` (the definition in code), `subsets`, `graph` and `cpsat` are solvers; `parts` is what `subsets` and `graph`
  share.
- `batch` and `tables` ask the kernels about one hand.
"""
