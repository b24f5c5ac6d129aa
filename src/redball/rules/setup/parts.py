"""Breakdowns that divisions deploy as they are set up: each goes where its division may.

Until set-up ends a Breakdown may be taken back into its division.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from redball.core.look import Look
from redball.core.state import NOT_ARRIVED
from redball.core.world import World
from redball.rules.setup.places import group_of
from redball.scenarios.records import SetUpGroup


class Part(Struct, frozen=True):
    """A Breakdown on the map, and the unit `of` which it is a step."""

    unit: str
    of: str


def group_for(world: World, parts: Iterable[Part], uid: str) -> SetUpGroup:
    """The group of a unit, for a Breakdown that of its division.

    Raises KeyError for a unit that is not set up freely.
    """
    return group_of(world, next((part.of for part in parts if part.unit == uid), uid))


def without_part(look: Look, uid: str) -> Look:
    """A Breakdown in hand takes no room where it was detached."""
    unit = look.unit(uid)
    if not unit.on_map:
        return look
    return Look(look.world, look.state.with_unit(unit.change(hex=NOT_ARRIVED)))
