"""For researchers: games as an environment for learning (`environment`), what a side sees as numbers (`observation`),
and sets of data from saved games (`dataset`). Needs `redball[rl]`; data sets need `redball[study]`."""
