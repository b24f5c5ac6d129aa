"""Events of command, in editions that limit it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from redball.core.events import Event, UnitEvent
from redball.core.state import State, Unit
from redball.core.telling import Names
from redball.editions.command_control.record import Command, Zone, command_in, with_command, with_half_movement


class CommandEvent(Event, frozen=True, kw_only=True):
    """An event of command, hidden from the other side."""

    audience: ClassVar[str] = "own"

    def commanded(self, command: Command) -> Command:
        """The record after the event."""
        return command

    def apply(self, state: State) -> State:
        return with_command(state, self.commanded(command_in(state)))


class ArmyTaken(CommandEvent, frozen=True, kw_only=True):
    """An army is being played."""

    army: str

    def commanded(self, command: Command) -> Command:
        return replace(command, army=self.army)

    def told(self, n: Names) -> str:
        return f"{n.army(self.side, self.army)} begins its moves"


class ArmyEnded(CommandEvent, frozen=True, kw_only=True):
    """An army has finished its moves."""

    army: str

    def commanded(self, command: Command) -> Command:
        return replace(command, army="", spare=False, slot="", played=command.played | {self.army})

    def told(self, n: Names) -> str:
        return f"{n.army(self.side, self.army)} has finished its moves"


class HqTaken(CommandEvent, frozen=True, kw_only=True):
    """An HQ leads its units now."""

    hq: str

    def commanded(self, command: Command) -> Command:
        return replace(command, hq=self.hq, spare=False, slot="", closing=False)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.hq)} begins to lead its units"


class HqEnded(CommandEvent, frozen=True, kw_only=True):
    """An HQ has played its units; one unit without command may follow."""

    hq: str

    def commanded(self, command: Command) -> Command:
        return replace(command, hq="", spare=True, closing=False, played=command.played | {self.hq})

    def told(self, n: Names) -> str:
        return f"{n.unit(self.hq)} has finished leading its units"


class CorpsJoined(CommandEvent, frozen=True, kw_only=True):
    """A corps attacks together with a small unit, as one of those to which its tank army allows it."""

    hq: str
    slot: str

    def commanded(self, command: Command) -> Command:
        return replace(command, joined=(*command.joined, (self.hq, self.slot)))

    def told(self, n: Names) -> str:
        return f"{self.slot} attacks together with a small unit"


class SpareForgone(CommandEvent, frozen=True, kw_only=True):
    """No (further) unit without command moves behind this HQ."""

    def commanded(self, command: Command) -> Command:
        return replace(command, spare=False, slot="")

    def told(self, n: Names) -> str:
        return "No more units move without command after this HQ"


class ForgottenBegan(CommandEvent, frozen=True, kw_only=True):
    """All armies have been played: units that no HQ led move now."""

    def commanded(self, command: Command) -> Command:
        return replace(command, army="", spare=False, slot="", forgotten=True)

    def told(self, n: Names) -> str:
        return "Units that no HQ has led may now move with half their MA"


class UnitLed(CommandEvent, frozen=True, kw_only=True):
    """A unit begins to move under an HQ, in a `slot` that it shares with its formation."""

    unit: str
    hq: str
    slot: str

    def commanded(self, command: Command) -> Command:
        pair = (self.slot, self.hq)
        return command if pair in command.led else replace(command, led=(*command.led, pair))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.hq)} leads {n.unit(self.unit)}"


class HqMovedBehind(CommandEvent, frozen=True, kw_only=True):
    """An HQ moves behind the units that it led: it leads no others."""

    hq: str

    def commanded(self, command: Command) -> Command:
        return replace(command, closing=True)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.hq)} moves after its units"


class UnledMoved(CommandEvent, frozen=True, kw_only=True):
    """A unit without command begins to move; others of its `slot` may move with it."""

    unit: str
    slot: str

    def commanded(self, command: Command) -> Command:
        return replace(command, slot=self.slot)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} moves without command"


class MovementHalved(UnitEvent, frozen=True, kw_only=True):
    """A unit has half its MA in this phase."""

    audience: ClassVar[str] = "own"

    def changed(self, unit: Unit) -> Unit:
        return with_half_movement(unit)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} has half its Movement Allowance"


class CombatSupplyThrown(CommandEvent, frozen=True, kw_only=True):
    """An HQ threw combat supply to a unit in this player turn."""

    unit: str
    hq: str
    slot: str

    def commanded(self, command: Command) -> Command:
        pair = (self.slot, self.hq)
        return command if pair in command.fed else replace(command, fed=(*command.fed, pair))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.hq)} throws combat supply to {n.unit(self.unit)}"


class HqAttached(CommandEvent, frozen=True, kw_only=True):
    """An HQ belongs to this army from now on."""

    hq: str
    army: str

    def commanded(self, command: Command) -> Command:
        others = tuple(pair for pair in command.attached if pair[0] != self.hq)
        return replace(command, attached=(*others, (self.hq, self.army)))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.hq)} is attached to {n.army(self.side, self.army)}"


class ArmySubordinated(CommandEvent, frozen=True, kw_only=True):
    """An army is subordinate to this one from now on, and uses its zone."""

    audience: ClassVar[str] = "all"
    army: str
    parent: str

    def commanded(self, command: Command) -> Command:
        others = tuple(one for one in command.under if one[:2] != (self.side, self.army))
        return replace(command, under=(*others, (self.side, self.army, self.parent)))

    def told(self, n: Names) -> str:
        return f"{n.army(self.side, self.army)} is subordinate to {n.army(self.side, self.parent)}"


class ZonePlaced(CommandEvent, frozen=True, kw_only=True):
    """An army has this zone of operations from now on: boundary markers lie open."""

    audience: ClassVar[str] = "all"
    army: str
    left: int
    right: int
    rear: int

    def commanded(self, command: Command) -> Command:
        others = tuple(zone for zone in command.zones if (zone.side, zone.army) != (self.side, self.army))
        return replace(command, zones=(*others, Zone(self.side, self.army, self.left, self.right, self.rear)))

    def told(self, n: Names) -> str:
        return f"Zone of {n.army(self.side, self.army)}: from {n.hex(self.left)} to {n.hex(self.right)}"


class ZoneLifted(CommandEvent, frozen=True, kw_only=True):
    """An army has no zone of operations any more."""

    audience: ClassVar[str] = "all"
    army: str

    def commanded(self, command: Command) -> Command:
        others = tuple(zone for zone in command.zones if (zone.side, zone.army) != (self.side, self.army))
        return replace(command, zones=others)

    def told(self, n: Names) -> str:
        return f"{n.army(self.side, self.army)} has no zone of operations"


EVENTS = (
    ArmyTaken,
    ArmyEnded,
    HqTaken,
    HqEnded,
    SpareForgone,
    ForgottenBegan,
    CorpsJoined,
    UnitLed,
    HqMovedBehind,
    HqAttached,
    ArmySubordinated,
    ZonePlaced,
    ZoneLifted,
    UnledMoved,
    MovementHalved,
    CombatSupplyThrown,
)
