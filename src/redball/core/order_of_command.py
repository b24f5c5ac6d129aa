"""Who commands whom as a player reads it: what the policy `command_shown` answers where an edition limits command."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Played = Literal["now", "played", "waits"]
"""Whether an army or an HQ is being played, has been, or waits."""


class SlotsView(Struct, frozen=True):
    """Slots of an HQ of one kind: how many are filled of how many; `most` None without a limit."""

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
    """An army and its HQs; `under` is the army to which it is subordinate, "" none."""

    id: str
    side: str
    name: str
    under: str
    state: Played
    hqs: tuple[HqView, ...]


class LeftView(Struct, frozen=True):
    """A formation or unit that nobody has led: its slot, its units that have not moved, and where they are."""

    slot: str
    units: tuple[str, ...]
    hexes: tuple[int, ...]


class ZoneView(Struct, frozen=True):
    """The zone of operations of an army: its two flank hexes, the direction to the rear (0 to 5), its hexes and those
    of its two flanks."""

    side: str
    army: str
    name: str
    left: int
    right: int
    rear: int
    hexes: tuple[int, ...]
    borders: tuple[int, ...]


class CommandView(Struct, frozen=True):
    """The order of command. `holds`: units move army by army now; `hq` is the HQ that is being played ("" none or not
    for the viewer to know); `spare`: a unit without command may move now; `forgotten`: those whom nobody led are being
    moved. `left` are the formations and units that nobody has led yet. `zones` are those of both sides."""

    holds: bool
    hq: str
    spare: bool
    forgotten: bool
    armies: tuple[ArmyView, ...]
    left: tuple[LeftView, ...]
    zones: tuple[ZoneView, ...]
