"""What shipping does to a unit in its phase: it goes by no other transport, and neither moves nor works (4.7d-A,
4.7d-B)."""

from __future__ import annotations

from typing import ClassVar

from redball.core.own import UnitOwn, find, put
from redball.core.state import Unit


class Shipped(UnitOwn, frozen=True):
    """The unit has been shipped in this phase (19.0f)."""

    passing: ClassVar[bool] = True


RECORDS = (Shipped,)


def was_shipped(unit: Unit) -> bool:
    """Whether it has been shipped in this phase."""
    return bool(unit.own) and find(unit.own, Shipped) is not None


def with_passage(unit: Unit) -> Unit:
    """The unit as one that has been shipped."""
    return unit.change(own=put(unit.own, Shipped()))
