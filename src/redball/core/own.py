"""What a part of an edition keeps with a unit or with the state: its own records, which core carries and does not know.

A part names its kinds in the `RECORDS` of a module, and reads them by a function of its own (`tapped(unit)`). A unit or
a state has at most one record of a kind, and none where there is nothing to say: the series pays nothing for them.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from msgspec import Struct

K = TypeVar("K", bound="Own")


class Own(Struct, frozen=True, tag_field="of", tag=True):
    """The base of all such records."""

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> Own | None:
        """The record that says what older saves have in fields of their own, of a unit or of the state as it was
        packed; None where they say nothing."""
        return None


class UnitOwn(Own, frozen=True):
    """The base of what is kept with a unit. It is gone when the unit leaves the map for good."""

    with_marker: ClassVar[bool] = False
    """It lies with the unit's mode marker and comes off with it."""
    weakens: ClassVar[bool] = False
    """The unit's supply is less than full: what that does is asked of the policies."""
    passing: ClassVar[bool] = False
    """It tells of this phase, as the unit's activity does: gone with the next, and unknown to the other side."""


def find(own: tuple[Any, ...], kind: type[K]) -> K | None:
    """The record of a kind."""
    for record in own:
        if type(record) is kind:
            found: K = record
            return found
    return None


def put(own: tuple[Any, ...], record: Own) -> tuple[Any, ...]:
    """The same with a record in place of the one of its kind, in the order of the kinds' names: equal states are packed
    alike."""
    return tuple(sorted((*drop(own, type(record)), record), key=_name))


def drop(own: tuple[Any, ...], kind: type[Own]) -> tuple[Any, ...]:
    """The same without the record of a kind."""
    return tuple([record for record in own if type(record) is not kind])


def bare(own: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same without what lies with the mode marker."""
    return tuple([record for record in own if not record.with_marker]) if own else own


def lying(own: tuple[Any, ...]) -> tuple[Any, ...]:
    """What lies with the mode marker, and so is seen with it."""
    return tuple([record for record in own if record.with_marker]) if own else own


def lasting(own: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same without what tells of this phase only."""
    return tuple([record for record in own if not record.passing]) if any(record.passing for record in own) else own


def _name(record: Own) -> str:
    return type(record).__name__
