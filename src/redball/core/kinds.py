"""Kinds of records: the classes that a union is made of."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def leaves(base: type[T]) -> list[type[T]]:
    """The classes below `base` from which no other is derived, in a fixed order."""
    below = base.__subclasses__()
    return [leaf for kind in below for leaf in leaves(kind)] if below else [base]
