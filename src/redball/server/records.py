"""Prepares records for reading before a server has threads.

msgspec works out how to read a kind of record when it first reads one. If two threads do that at once, each finds what
the other has half made, and the process ends with a segmentation fault: two people at a server that has just started.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

import msgspec

from redball import editions


@cache  # the tests make hundreds of servers in a process
def make_ready() -> int:
    """Let msgspec look at every kind of record that there is, of all editions; how many it can read. Some are answers
    that are only written. It stays so for the process."""
    for module in walk_packages(editions.__path__, f"{editions.__name__}."):
        import_module(module.name)
    ready = 0
    for kind in set(_below(msgspec.Struct)):
        try:
            msgspec.json.Decoder(kind)
        except TypeError:
            continue
        ready += 1
    return ready


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)
