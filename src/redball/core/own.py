"""Records that a part of an edition keeps with a unit or with the state; core does not look into them.

A part lists its kinds in the `RECORDS` of a module and reads them with its own function (`tapped(unit)`). A unit
or state has at most one record of a kind, and only if it differs from the default: the series pays nothing for them.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from msgspec import Struct

K = TypeVar("K", bound="Own")


class Own(Struct, frozen=True, tag_field="of", tag=True):
    """Base class of these records."""

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> Own | None:
        """The record for what older saves keep in separate fields of a packed unit or state; None if those fields are
        absent."""
        return None


class UnitOwn(Own, frozen=True):
    """Base of records kept with a unit. They go when the unit leaves the map for good."""

    with_marker: ClassVar[bool] = False
    """It belongs to the unit's mode marker and comes off with it."""
    weakens: ClassVar[bool] = False
    """The unit is less than fully supplied; policies decide what follows."""
    passing: ClassVar[bool] = False
    """It concerns this phase only, like the unit's activity; the other side cannot see it."""


def find(own: tuple[Any, ...], kind: type[K]) -> K | None:
    """The record of a kind."""
    for record in own:
        if type(record) is kind:
            found: K = record
            return found
    return None


def put(own: tuple[Any, ...], record: Own) -> tuple[Any, ...]:
    """The records with this one in place of any of its kind, sorted by the names of their kinds so that equal states
    pack alike."""
    return tuple(sorted((*drop(own, type(record)), record), key=_name))


def drop(own: tuple[Any, ...], kind: type[Own]) -> tuple[Any, ...]:
    """The records without the one of a kind."""
    return tuple([record for record in own if type(record) is not kind])


def bare(own: tuple[Any, ...]) -> tuple[Any, ...]:
    """The records without those that belong to the mode marker."""
    return tuple([record for record in own if not record.with_marker]) if own else own


def lying(own: tuple[Any, ...]) -> tuple[Any, ...]:
    """The records that belong to the mode marker, and are seen with it."""
    return tuple([record for record in own if record.with_marker]) if own else own


def lasting(own: tuple[Any, ...]) -> tuple[Any, ...]:
    """The records without those of this phase only."""
    return tuple([record for record in own if not record.passing]) if any(record.passing for record in own) else own


def _name(record: Own) -> str:
    return type(record).__name__
