"""Base classes of actions, and words that several actions share."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from redball.core.shown import Shown
from redball.core.telling import MODES

PAYER = "[{holder} in {source}|the dump in {source}], [thrown by {via}|drawn directly]"
"""Words for the source that pays."""
EITHER_SIDE = ("reserve", "dg")
"""Modes that allow either side of the counter to face up."""


def mode_words(after: str = "") -> dict[str, str]:
    """Words for a field `mode`; they add the field `facing` in modes that allow either side up.

    >>> mode_words()["move"], mode_words(" Mode")["reserve"]
    ('Move', 'Reserve Mode ({facing} side)')
    """
    side = " ({facing} side)"
    return {mode: name + after + (side if mode in EITHER_SIDE else "") for mode, name in MODES.items()}


BY_MODE = {"mode": mode_words()}


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """The base of all actions."""

    shown: ClassVar[Shown]
    unit_fields: ClassVar[tuple[str, ...]] = ()
    hex_fields: ClassVar[tuple[str, ...]] = ()
    may_be_none: ClassVar[frozenset[str]] = frozenset()


class OnUnit(Action, frozen=True):
    """The base of actions that name a unit and nothing else."""

    unit: str
    unit_fields: ClassVar = ("unit",)


class OnHex(Action, frozen=True):
    """The base of actions that name a hex and nothing else."""

    hex: int
    hex_fields: ClassVar = ("hex",)


class FromSource(Action, frozen=True):
    """The base of actions that draw on one source for a unit: a hex, and `holder` a unit that carries the SP ("" on the
    ground), through the HQ `via` ("" directly)."""

    unit: str
    source: int
    holder: str = ""
    via: str = ""
    unit_fields: ClassVar = ("unit", "holder", "via")
    hex_fields: ClassVar = ("source",)
    may_be_none: ClassVar = frozenset({"holder", "via"})
