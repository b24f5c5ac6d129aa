"""Who commands whom, as a player reads it: the answer of the policy `command_shown` in editions that limit command."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Played = Literal["now", "played", "waits"]
"""Whether an army or HQ is being played, has been, or waits."""


class SlotsView(Struct, frozen=True):
    """An HQ's slots of one kind: how many are filled, and how many it has (`most` None: no limit)."""

    kind: str
    have: int
    most: int | None


class HqView(Struct, frozen=True):
    """An HQ, the slots that it fills, and the formations or units that it leads."""

    unit: str
    state: Played
    slots: tuple[SlotsView, ...]
    led: tuple[str, ...]


class ArmyView(Struct, frozen=True):
    """An army and its HQs; `under` is its superior army ("": none)."""

    id: str
    side: str
    name: str
    under: str
    state: Played
    hqs: tuple[HqView, ...]


class LeftView(Struct, frozen=True):
    """A formation or unit that no HQ has led: its slot, its units that have not moved, and their hexes."""

    slot: str
    units: tuple[str, ...]
    hexes: tuple[int, ...]


class ZoneView(Struct, frozen=True):
    """The zone of operations of an army: its two flank hexes, the direction to the rear (0 to 5), its hexes and
    those of its two flanks."""

    side: str
    army: str
    name: str
    left: int
    right: int
    rear: int
    hexes: tuple[int, ...]
    borders: tuple[int, ...]


class CommandView(Struct, frozen=True):
    """The order of command. `holds`: units move army by army now; `hq` is the HQ that is being played ("": none, or
    hidden from the viewer); `spare`: a unit without command may move now; `forgotten`: units that no HQ led move now.
    `left` lists formations and units that no HQ has led yet. `zones` holds those of both sides."""

    holds: bool
    hq: str
    spare: bool
    forgotten: bool
    armies: tuple[ArmyView, ...]
    left: tuple[LeftView, ...]
    zones: tuple[ZoneView, ...]
