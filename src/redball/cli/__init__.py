"""The command line. Each command is a module of its own, loaded only when it is asked for."""

from redball.cli.main import main

__all__ = ["main"]
