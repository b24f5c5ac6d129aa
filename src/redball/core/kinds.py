"""Kinds of records: the member classes of a union."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def leaves(base: type[T]) -> list[type[T]]:
    """The subclasses of `base` that have no subclasses, in a fixed order."""
    below = base.__subclasses__()
    return [leaf for kind in below for leaf in leaves(kind)] if below else [base]
