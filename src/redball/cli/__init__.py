"""The command line. Each command is a module, loaded only when called."""

import gc
import sys

FEW_COLLECTIONS = 20_000
"""Allocations between garbage collections: a game makes many objects but few cycles, so the default of 700 wastes
time."""


def main() -> None:
    """The console script. Slows the garbage collector before imports, which already make many objects."""
    gc.set_threshold(FEW_COLLECTIONS)
    try:
        from redball.cli.main import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # while a command is loaded; later the command line answers it alike
        status = 130
    sys.exit(status)
