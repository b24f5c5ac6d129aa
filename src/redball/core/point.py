"""A point at which editions differ in what they compute: a named function that each edition fills.

The room that asks a point declares it, typed, in its `points`: of several rooms the lowest. A rule asks for it by
`look.policies[POINT](...)`. The module that is the home of the series rule fills the point, by its name, in its
`POLICIES`; an overlay of `editions/` fills it anew. What differs in steps is no policy but an edit of a procedure, what
differs in numbers is a chart.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView
from typing import Any, Generic, Protocol, TypeVar

F = TypeVar("F")


class Point(Generic[F]):
    """A point that is filled by functions of the type F; `numbers` are its rows in docs/editions.md.

    Its docstring says how it is called, what it answers, and the case of the series rules that fills it.
    """

    __slots__ = ("name", "numbers")

    def __init__(self, name: str, *numbers: str) -> None:
        self.name = name
        self.numbers = numbers

    def __repr__(self) -> str:
        return f"Point({self.name!r})"


class Policies(Protocol):
    """The functions of an edition, by the points that they fill: a dictionary, read by whoever knows the point."""

    def __getitem__(self, point: Point[F], /) -> F: ...

    def __iter__(self) -> Iterator[Point[Any]]: ...

    def keys(self) -> KeysView[Point[Any]]:
        """Every point."""

    def items(self) -> ItemsView[Point[Any], Any]:
        """Every point and what fills it."""
