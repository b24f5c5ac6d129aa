"""What has changed in a view since an earlier one was sent. Compares records and knows no rules.

Parts of a view that did not change are mostly the same objects (`redball.core.derived`), so lists are compared by
identity, and elsewhere equality is decided quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from redball.game.view.whole import View


class Run(Struct, frozen=True):
    """A part of a list: `count` elements of the earlier list from number `start` (0: the first), then some others."""

    start: int
    count: int
    then: list[Any]


class Changes(Struct, frozen=True):
    """What makes a later view from an earlier one: new values of `fields`, and `lists` as runs. Other fields stay as
    they are."""

    fields: dict[str, Any]
    lists: dict[str, list[Run]]


def changes(before: View, after: View) -> Changes:
    """What makes one view from another. Putting it together must give all of `after`."""
    fields: dict[str, Any] = {}
    lists: dict[str, list[Run]] = {}
    for name in View.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new or old == new:
            continue
        found = runs(old, new) if isinstance(new, list | tuple) else []
        if any(run.count for run in found):
            lists[name] = found
        else:
            fields[name] = new
    return Changes(fields, lists)


def runs(old: Sequence[Any], new: Sequence[Any]) -> list[Run]:
    """The new list in parts of the old one and new elements. An element counts as kept if it is the same object, or
    equals the element of the old list that would be next if the others were only replaced.

    >>> runs(["a", "b", "c", "d"], ["a", "x", "c", "d", "y"])
    [Run(start=0, count=1, then=['x']), Run(start=2, count=2, then=['y'])]
    """
    places = {id(one): place for place, one in enumerate(old)}
    found: list[Run] = []
    start, at, then = 0, 0, list[Any]()
    end = 0
    for one in new:
        place = places.get(id(one), -1)
        if place < 0 and at < len(old) and old[at] == one:
            place = at
        if place < 0:
            then.append(one)
            at += 1
            continue
        if then or place != end:
            found.append(Run(start, end - start, then))
            start, then = place, []
        at = end = place + 1
    found.append(Run(start, end - start, then))
    return found[1:] if found[0] == NOTHING else found


NOTHING = Run(0, 0, [])


def applied(old: Sequence[Any], found: Sequence[Run]) -> list[Any]:
    """The list that `runs` came from.

    >>> applied("abcd", runs("abcd", "dbxc"))
    ['d', 'b', 'x', 'c']
    """
    return [one for run in found for one in (*old[run.start : run.start + run.count], *run.then)]
