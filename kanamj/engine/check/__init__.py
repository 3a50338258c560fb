"""The other solvers: each answers the same question another way, and all are held to agree."""
