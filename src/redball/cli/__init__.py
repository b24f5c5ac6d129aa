"""The command line. Each command is a module of its own, loaded only when it is asked for."""

import gc
import sys

FEW_COLLECTIONS = 20_000
"""A game makes many objects and few cycles: the garbage collector need not look for these every 700 objects."""


def main() -> None:
    """The console script. Even importing the commands makes many objects, so the collector is slowed down before."""
    gc.set_threshold(FEW_COLLECTIONS)
    from redball.cli.main import run

    sys.exit(run(sys.argv[1:]))
