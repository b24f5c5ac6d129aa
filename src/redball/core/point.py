"""A point at which editions differ in what they compute: a named function that each edition fills.

The package that asks a point declares it, typed, in its `points`; if several ask, the lowest declares it. A rule calls
`look.policies[POINT](...)`. The module with the series rule fills the point by name in its `POLICIES`; an overlay of
`editions/` may refill it. Editions that differ in steps edit a procedure instead; those that differ in numbers bring a
chart.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView
from typing import Any, Generic, Protocol, TypeVar

F = TypeVar("F")


class Point(Generic[F]):
    """A point for functions of type F; `numbers` are its rows in docs/editions.md.

    Its docstring gives the arguments, the answer, and the case of the series rule that fills it.
    """

    __slots__ = ("name", "numbers")

    def __init__(self, name: str, *numbers: str) -> None:
        self.name = name
        self.numbers = numbers

    def __repr__(self) -> str:
        return f"Point({self.name!r})"


class Policies(Protocol):
    """The functions of an edition, by point: a dictionary, typed through its keys."""

    def __getitem__(self, point: Point[F], /) -> F: ...

    def __iter__(self) -> Iterator[Point[Any]]: ...

    def keys(self) -> KeysView[Point[Any]]:
        """Every point."""

    def items(self) -> ItemsView[Point[Any], Any]:
        """Every point and what fills it."""
