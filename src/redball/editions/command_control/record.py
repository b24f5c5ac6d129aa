"""Who commands whom: the record that goes with the state, and what it does to a unit."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from redball.core.own import UnitOwn, drop, find, put
from redball.core.state import SHORT_NAMES, State, StateOwn, Unit


class Zone(Struct, frozen=True):
    """The zone of operations of an army: two flank hexes at the enemy front line, and the direction to the rear."""

    side: str
    army: str
    left: int
    right: int
    rear: int


class Command(StateOwn, frozen=True):
    """Who commands whom.

    Of the phase: the `army` and the `hq` that are being played, `played` armies and HQs, `spare`: a unit without
    command may move now; `slot`: the one that does; `forgotten`: units that no HQ led move now; `closing`: the HQ has
    moved behind its units; (HQ, slot) pairs `joined`: corps that attacked with a small unit; (slot, HQ) pairs `fed`
    with combat supply. Kept longer: pairs `led` in the last Movement Phase of their side, the `zones`
    of armies, and what players changed of the scenario: (HQ, army) pairs `attached`, and (side, army, parent) of armies
    put `under` others.

    Packed whole, because equal states must pack alike: packing omits only the default empty set itself.
    """

    army: str = ""
    hq: str = ""
    played: frozenset[str] = frozenset()
    led: tuple[tuple[str, str], ...] = ()
    spare: bool = False
    slot: str = ""
    forgotten: bool = False
    closing: bool = False
    fed: tuple[tuple[str, str], ...] = ()
    zones: tuple[Zone, ...] = ()
    attached: tuple[tuple[str, str], ...] = ()
    under: tuple[tuple[str, str, str], ...] = ()
    joined: tuple[tuple[str, str], ...] = ()

    def in_new_phase(self, state: State) -> Command | None:
        """Drop what belongs to the last phase and, in a Movement Phase, whom the phasing side led."""
        rest = replace(self, army="", hq="", played=frozenset(), spare=False, slot="")
        rest = replace(rest, forgotten=False, closing=False, joined=(), fed=())
        if state.clock.phase == "movement":
            kept = tuple(pair for pair in rest.led if state.units[pair[1]].side != state.clock.phasing)
            rest = replace(rest, led=kept)
        return rest if rest != NO_COMMAND else None

    def as_seen(self, look: Any, viewer: str) -> Command | None:
        """The record without the units that enemy HQs led or served; zones of operations are public."""

        def own(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
            return tuple(pair for pair in pairs if look.state.units[pair[1]].side == viewer)

        attached = tuple(pair for pair in self.attached if look.state.units[pair[0]].side == viewer)
        joined = tuple(pair for pair in self.joined if look.state.units[pair[0]].side == viewer)
        return replace(self, led=own(self.led), fed=own(self.fed), attached=attached, joined=joined)

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> Command | None:
        """`command` of the state."""
        found = msgspec.convert({"of": cls.__name__} | fields.get("command", {}), cls)
        return found if found != NO_COMMAND else None


NO_COMMAND = Command()


def command_in(state: State) -> Command:
    """Who commands whom now."""
    return find(state.own, Command) or NO_COMMAND


def with_command(state: State, command: Command) -> State:
    """The state with this record of command."""
    return state.change(own=put(state.own, command) if command != NO_COMMAND else drop(state.own, Command))


class HalfMovement(UnitOwn, frozen=True):
    """The unit has half its MA in this phase because of who commands it or where (C1.3-forgotten, C4.4-other)."""

    passing: ClassVar[bool] = True

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> HalfMovement | None:
        """`halved` of a unit's activity."""
        return cls() if fields.get(SHORT_NAMES["activity"], {}).get("halved") else None


def halved(unit: Unit) -> bool:
    """Whether the unit has half its MA in this phase."""
    return find(unit.own, HalfMovement) is not None


def with_half_movement(unit: Unit) -> Unit:
    """The unit with half its MA."""
    return unit.change(own=put(unit.own, HalfMovement()))


RECORDS = (Command, HalfMovement)
POLICIES = {"allowance": lambda look, unit, mp: mp // 2 if halved(unit) else mp}
