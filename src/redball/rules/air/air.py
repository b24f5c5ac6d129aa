"""What happens to aircraft and air bases, as events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions.air import MISSIONS
from redball.core.events import Event, UnitEvent
from redball.core.ledger import Ledger, show_tokens
from redball.core.state import DEAD_PILE, REMOVED, Dump, State, Unit
from redball.core.telling import Names, counted
from redball.forces.aircraft import show_capacity
from redball.rules.air.combat import aborting
from redball.rules.ground.air_force import base_in, dead, force_in, losing_step, plane_in, with_base, with_planes
from redball.rules.ground.fleet import fleet_in, with_ships
from redball.rules.units.airlift import Airlift, airlift_of, with_airlift


class AircraftRefitted(Event, frozen=True, kw_only=True):
    """A base, or the carriers of a hex (`ships`), have refitted, and these aircraft there are Active (15.1, 18.2b)."""

    audience: ClassVar[str] = "own"
    hex: int
    planes: tuple[str, ...]
    ships: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        state = _changed(state, self.planes, active=True)
        if self.ships:
            return with_ships(state, [s.change(refitted=True) for s in fleet_in(state).ships if s.id in self.ships])
        base = base_in(state, self.hex)
        assert base is not None  # it refits
        return with_base(state, replace(base, refitted=True))

    def told(self, n: Names) -> str:
        return f"Refit at {n.hex(self.hex)}: {n.planes(self.planes)}"


class MissionFlown(Event, frozen=True, kw_only=True):
    """Aircraft have left their bases for the hex of a mission (14.2f-A, 14.2f-B). `once`: it is the barrage of that hex
    in this phase, whatever becomes of it (10.0e-A). `via`: they fly on from there as from a base (21.12a)."""

    kind: str
    hex: int
    planes: tuple[str, ...]
    once: bool = False
    via: int = NO_HEX

    def apply(self, state: State) -> State:
        state = aloft(state, self.planes, self.hex)
        if self.via != NO_HEX:
            state = _changed(state, self.planes, base=self.via)
        return state.change(barraged=state.barraged | {self.hex}) if self.once else state

    def told(self, n: Names) -> str:
        return f"{MISSIONS[self.kind]}: {n.planes(self.planes)} to {n.hex(self.hex)}"


class FlakFired(Event, frozen=True, kw_only=True):
    """Flak fires at a mission (14.4e): the modified roll, whether it takes a step, and how many aircraft it turns back
    (HR-14). `side` fires."""

    hex: int
    roll: int
    hit: bool
    ledger: Ledger
    aborts: int = 0

    def told(self, n: Names) -> str:
        effect = "one aircraft loses a step" if self.hit else "no effect"
        if self.aborts:
            who = "two aircraft abort" if self.aborts > 1 else "one aircraft aborts"
            effect = f"{who}{' and one loses a step' if self.hit else ''}"
        return f"Flak at {n.hex(self.hex)}: {self.roll}, {effect}"


class AircraftHit(Event, frozen=True, kw_only=True):
    """An aircraft loses a step to Flak, to a barrage on its base or to its capture (14.4f, 10.0c-A, 9.14f-B)."""

    openly: ClassVar[bool] = True
    plane: str
    hex: int
    cause: str

    def apply(self, state: State) -> State:
        plane = plane_in(state, self.plane)
        assert plane is not None  # it was hit
        return with_planes(state, [losing_step(plane)])

    def told(self, n: Names) -> str:
        return f"{n.plane(self.plane)} loses a step to {self.cause} at {n.hex(self.hex)}"


class StrikeMade(Event, frozen=True, kw_only=True):
    """Aircraft barrage a hex with so many Barrage Points; with none they go home (10.0-E)."""

    kind: str
    hex: int
    planes: tuple[str, ...]
    points: int

    def told(self, n: Names) -> str:
        return f"{MISSIONS[self.kind]} at {n.hex(self.hex)}: {counted(self.points, 'point')} ({n.planes(self.planes)})"


class BaseRaided(Event, frozen=True, kw_only=True):
    """A barrage on an air base was read on the Barrage vs Facility Table (10.0c-A); it loses `levels`. `shift`: by so
    many columns (left if negative)."""

    hex: int
    points: int
    column: str
    roll: int
    result: str
    levels: int
    shift: int = 0

    def apply(self, state: State) -> State:
        base = base_in(state, self.hex)
        assert base is not None  # it was the target
        return with_base(state, replace(base, level=base.level - self.levels)) if self.levels else state

    def told(self, n: Names) -> str:
        lost = f"; the base loses {counted(self.levels, 'Level')}" if self.levels else ""
        moved = f" ({abs(self.shift)} {'left' if self.shift < 0 else 'right'})" if self.shift else ""
        read = f"column {self.column}{moved}, roll {self.roll}: {self.result}"
        return f"Barrage on the air base at {n.hex(self.hex)}: {read}{lost}"


class BaseCaptured(Event, frozen=True, kw_only=True):
    """`side` has taken an air base, which it can use at once (9.14f-A)."""

    hex: int
    level: int

    def apply(self, state: State) -> State:
        base = base_in(state, self.hex)
        assert base is not None  # it was captured
        return with_base(state, replace(base, side=self.side, refitted=False, rebased=0, rebased_in=0))

    def told(self, n: Names) -> str:
        what = f"air base of Level {self.level}" if self.level else "air strip"
        return f"{n.side(self.side)} captures the {what} at {n.hex(self.hex)}"


class FighterScrambled(Event, frozen=True, kw_only=True):
    """A fighter intercepts a mission over its hex (14.5-B)."""

    plane: str
    hex: int

    def apply(self, state: State) -> State:
        return aloft(state, (self.plane,), self.hex)

    def told(self, n: Names) -> str:
        return f"{n.plane(self.plane)} intercepts at {n.hex(self.hex)}"


class AircraftDisclosed(Event, frozen=True, kw_only=True):
    """A side lays out its Active aircraft in the hex of an Air Combat (14.3e-A, 4.9d)."""

    hex: int
    planes: tuple[str, ...]

    def apply(self, state: State) -> State:
        return _changed(state, self.planes, shown=True)

    def told(self, n: Names) -> str:
        return f"Air Combat at {n.hex(self.hex)}: {', '.join(map(n.aircraft, self.planes))}"


class AircraftIgnored(Event, frozen=True, kw_only=True):
    """Aircraft of both sides are in a hex, and none of them can attack (14.3a)."""

    hex: int

    def told(self, n: Names) -> str:
        return f"the aircraft at {n.hex(self.hex)} ignore each other"


class AircraftAborted(Event, frozen=True, kw_only=True):
    """An aircraft aborts of its own will, before or after an Air Combat (14.3d), or because of Flak (HR-14)."""

    plane: str

    def apply(self, state: State) -> State:
        return _changed(state, (self.plane,), active=False)

    def told(self, n: Names) -> str:
        return f"{n.aircraft(self.plane)} aborts"


class AirRound(Event, frozen=True, kw_only=True):
    """A round of an Air Combat: who fought, the ratings, the modified roll, its result, whether those that abort lose a
    step (14.3e-C), and those of them that do not (HR-13). `side` is the attacker's. `beside` is an aircraft that
    defends with the first one: it aborts with it, at no loss."""

    attacker: str
    defender: str
    ratings: tuple[int, int]
    roll: int
    result: str
    loss: bool
    beside: str = ""
    spared: tuple[str, ...] = ()

    @property
    def aborted(self) -> tuple[str, ...]:
        """Those that abort, the attacker first."""
        both = zip((self.attacker, self.defender), aborting(self.result), strict=True)
        gone = [pid for pid, aborts in both if aborts]
        return (*gone, self.beside) if self.beside and self.defender in gone else tuple(gone)

    @property
    def hit(self) -> tuple[str, ...]:
        """Those of them that lose a step."""
        return tuple([pid for pid in self.aborted if self.loss and pid not in (*self.spared, self.beside)])

    def apply(self, state: State) -> State:
        found = [plane.change(active=False) for pid in self.aborted if (plane := plane_in(state, pid)) is not None]
        return with_planes(state, [losing_step(plane) if plane.id in self.hit else plane for plane in found])

    def told(self, n: Names) -> str:
        names = [
            f"{n.aircraft(pid)} ({by})" for pid, by in zip((self.attacker, self.defender), self.ratings, strict=True)
        ]
        who = " and ".join(map(n.aircraft, self.aborted))
        verb = "abort" if len(self.aborted) > 1 else "aborts"
        cost = (" and lose a step each" if len(self.hit) > 1 else " and loses a step") if self.hit else ""
        if 0 < len(self.hit) < len(self.aborted):
            cost = f"; {n.aircraft(self.hit[0])} loses a step"
        return f"{names[0]} attacks {names[1]}: {self.roll}, {who} {verb}{cost}"


class AirCombatEnded(Event, frozen=True, kw_only=True):
    """An Air Combat is over; what it disclosed is hidden again."""

    hex: int

    def apply(self, state: State) -> State:
        there = [plane.id for plane in force_in(state).planes if plane.shown and plane.hex == self.hex]
        return _changed(state, there, shown=False)

    def told(self, n: Names) -> str:
        return f"the Air Combat at {n.hex(self.hex)} is over"


class AircraftStoodDown(Event, frozen=True, kw_only=True):
    """An aircraft is Inactive because its base has no room for it since it lost a Level (reading 1.119)."""

    audience: ClassVar[str] = "own"
    plane: str
    hex: int

    def apply(self, state: State) -> State:
        return _changed(state, (self.plane,), active=False)

    def told(self, n: Names) -> str:
        return f"{n.plane(self.plane)} stands down at {n.hex(self.hex)}"


class AircraftLanded(Event, frozen=True, kw_only=True):
    """An aircraft is at a base again, Inactive as a rule (14.1c); `ship`: on that carrier."""

    audience: ClassVar[str] = "own"
    plane: str
    hex: int
    active: bool = False
    ship: str = ""

    def apply(self, state: State) -> State:
        down = {"hex": self.hex, "base": NO_HEX, "active": self.active, "shown": False, "ship": self.ship}
        return _changed(state, (self.plane,), **down)

    def told(self, n: Names) -> str:
        where = f"on {n.ship(self.ship)}" if self.ship else f"at {n.hex(self.hex)}"
        return f"{n.plane(self.plane)} lands {where} and is {'Active' if self.active else 'Inactive'}"


class DeckChosen(Event, frozen=True, kw_only=True):
    """An aircraft that has landed where several carriers are is on this one (18.2a)."""

    audience: ClassVar[str] = "own"
    plane: str
    ship: str

    def apply(self, state: State) -> State:
        return _changed(state, (self.plane,), ship=self.ship)

    def told(self, n: Names) -> str:
        return f"{n.plane(self.plane)} is on {n.ship(self.ship)}"


class UnitAirlifted(UnitEvent, frozen=True, kw_only=True):
    """A unit has come by air from `start` to `hex` (14.9); `moved`: it has no MP left. Its flight is part of its move,
    so it can no longer change its mode."""

    openly: ClassVar[bool] = True
    start: int
    hex: int
    moved: bool = False

    def changed(self, unit: Unit) -> Unit:
        activity = replace(unit.activity, origin=unit.began_at, moved=self.moved, changed=True)
        airlift = Airlift(airlift_of(unit).spent, flown=True)
        return with_airlift(unit.change(hex=self.hex, activity=activity), airlift)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} flies from {n.hex(self.start)} to {n.hex(self.hex)}"


class SupplyAirlifted(Event, frozen=True, kw_only=True):
    """Tokens have come by air from the ground of `start` to that of `hex`; nobody moves them on in this phase
    (14.9d-D). So many of them came to `start` in the same mission (`fresh`, 21.12a)."""

    audience: ClassVar[str] = "own"
    start: int
    hex: int
    tokens: int
    fresh: int = 0

    def apply(self, state: State) -> State:
        here = state.ground_supply(self.side, self.start)
        state = state.with_dump(self.side, self.start, Dump(here.tokens - self.tokens, here.fresh - self.fresh))
        there = state.ground_supply(self.side, self.hex)
        return state.with_dump(self.side, self.hex, Dump(there.tokens + self.tokens, there.fresh + self.tokens))

    def told(self, n: Names) -> str:
        return f"{show_tokens(self.tokens)} flown from {n.hex(self.start)} to {n.hex(self.hex)}"


class CargoLost(Event, frozen=True, kw_only=True):
    """Tokens loaded at `hex` are lost, because their aircraft were hit (14.4g); so many of them came there in the same
    mission (`fresh`, 21.12a)."""

    audience: ClassVar[str] = "own"
    hex: int
    tokens: int
    fresh: int = 0

    def apply(self, state: State) -> State:
        dump = state.ground_supply(self.side, self.hex)
        return state.with_dump(self.side, self.hex, Dump(dump.tokens - self.tokens, dump.fresh - self.fresh))

    def told(self, n: Names) -> str:
        return f"{show_tokens(self.tokens)} from {n.hex(self.hex)} lost with the aircraft"


class CargoCounted(Event, frozen=True, kw_only=True):
    """So many half tokens of what a base has unloaded count against what it can unload in this segment (14.9f)."""

    audience: ClassVar[str] = "own"
    hex: int
    halves: int

    def apply(self, state: State) -> State:
        base = base_in(state, self.hex)
        assert base is not None  # it unloads
        return with_base(state, replace(base, unloaded=base.unloaded + self.halves))

    def told(self, n: Names) -> str:
        return f"the base at {n.hex(self.hex)} unloads {show_capacity(self.halves)}"


class GlidersTowed(Event, frozen=True, kw_only=True):
    """Gliders have left a base behind their Transports; none comes back (14.10e-A)."""

    audience: ClassVar[str] = "own"
    hex: int
    gliders: int

    def apply(self, state: State) -> State:
        return _with_gliders(state, self.hex, -self.gliders)

    def told(self, n: Names) -> str:
        return f"{points_text(self.gliders)} towed from {n.hex(self.hex)}"


class GlidersBuilt(Event, frozen=True, kw_only=True):
    """Glider Points have been built at a base (14.10e-A)."""

    audience: ClassVar[str] = "own"
    hex: int
    gliders: int

    def apply(self, state: State) -> State:
        return _with_gliders(state, self.hex, self.gliders)

    def told(self, n: Names) -> str:
        return f"{points_text(self.gliders)} built at {n.hex(self.hex)}"


class GlidersDestroyed(Event, frozen=True, kw_only=True):
    """The gliders of a captured base are destroyed (14.10e-B); `side` loses them."""

    hex: int
    gliders: int

    def apply(self, state: State) -> State:
        return _with_gliders(state, self.hex, -self.gliders)

    def told(self, n: Names) -> str:
        return f"{points_text(self.gliders)} destroyed with the base at {n.hex(self.hex)}"


class AircraftArrived(Event, frozen=True, kw_only=True):
    """An aircraft has arrived as a Reinforcement, Active (13.6), unless its base takes no more in this turn (21.5);
    `ship`: on that carrier."""

    audience: ClassVar[str] = "own"
    plane: str
    hex: int
    active: bool = True
    ship: str = ""

    def apply(self, state: State) -> State:
        return _changed(state, (self.plane,), hex=self.hex, active=self.active, ship=self.ship)

    def told(self, n: Names) -> str:
        where = f"on {n.ship(self.ship)}" if self.ship else f"at {n.hex(self.hex)}"
        return f"{n.plane(self.plane)} arrives {where}{'' if self.active else ' and is Inactive'}"


class AircraftRebuilt(Event, frozen=True, kw_only=True):
    """An aircraft has a step again: at its base, or from the Dead Pile, and then it is Active (13.5f); `ship`: on that
    carrier."""

    audience: ClassVar[str] = "own"
    plane: str
    hex: int
    ship: str = ""

    def apply(self, state: State) -> State:
        plane = plane_in(state, self.plane)
        assert plane is not None  # it is rebuilt
        active, lost = plane.active or plane.hex == DEAD_PILE, plane.steps_lost - 1
        return with_planes(state, [plane.change(hex=self.hex, steps_lost=lost, active=active, ship=self.ship)])

    def told(self, n: Names) -> str:
        return f"{n.plane(self.plane)} regains a step at {n.hex(self.hex)}"


class AircraftMerged(Event, frozen=True, kw_only=True):
    """Two reduced aircraft are one at full strength; the `other` is in the Dead Pile (13.9-4)."""

    audience: ClassVar[str] = "own"
    plane: str
    other: str
    hex: int

    def apply(self, state: State) -> State:
        one, other = plane_in(state, self.plane), plane_in(state, self.other)
        assert one is not None  # both are there
        assert other is not None
        gone = dead(other).change(flown=False)
        return with_planes(state, [one.change(steps_lost=0, flown=one.flown or other.flown), gone])

    def told(self, n: Names) -> str:
        return f"{n.plane(self.other)} is merged into {n.plane(self.plane)} at {n.hex(self.hex)}"


class AircraftForfeited(Event, frozen=True, kw_only=True):
    """An aircraft that should have arrived was not placed, and is lost (13.6)."""

    plane: str

    def apply(self, state: State) -> State:
        return _changed(state, (self.plane,), hex=REMOVED, active=False, ship="")

    def told(self, n: Names) -> str:
        return f"{n.aircraft(self.plane)} was not placed and is lost"


class AircraftLost(Event, frozen=True, kw_only=True):
    """An aircraft has no base in range to return to (reading 1.118), or to get away to (9.14f-C)."""

    plane: str
    hex: int

    def apply(self, state: State) -> State:
        plane = plane_in(state, self.plane)
        assert plane is not None  # it was in the air
        return with_planes(state, [dead(plane)])

    def told(self, n: Names) -> str:
        return f"{n.aircraft(self.plane)} has no base in range of {n.hex(self.hex)} and is lost"


def points_text(gliders: int) -> str:
    """`1 Glider Point`, `2 Glider Points`."""
    return counted(gliders, "Glider Point")


def _with_gliders(state: State, hex_: int, more: int) -> State:
    base = base_in(state, hex_)
    assert base is not None  # it has gliders, or gets some
    return with_base(state, replace(base, gliders=base.gliders + more))


def aloft(state: State, planes: Iterable[str], hex_: int) -> State:
    """The state with these aircraft on a mission over a hex; they have flown in this phase (14.2e-A). An aircraft that
    was in the air already still belongs to the base that it came from."""
    found = [plane for pid in planes if (plane := plane_in(state, pid)) is not None]
    return with_planes(
        state,
        [plane.change(hex=hex_, base=plane.hex if plane.parked else plane.base, flown=True) for plane in found],
    )


def _changed(state: State, planes: Iterable[str], **fields: object) -> State:
    found = [plane for pid in planes if (plane := plane_in(state, pid)) is not None]
    return with_planes(state, [plane.change(**fields) for plane in found])


EVENTS = (
    AircraftRefitted,
    MissionFlown,
    FlakFired,
    AircraftHit,
    StrikeMade,
    BaseRaided,
    BaseCaptured,
    FighterScrambled,
    AircraftDisclosed,
    AircraftIgnored,
    AircraftAborted,
    AirRound,
    AirCombatEnded,
    AircraftStoodDown,
    AircraftLanded,
    DeckChosen,
    UnitAirlifted,
    SupplyAirlifted,
    CargoLost,
    GlidersTowed,
    GlidersBuilt,
    GlidersDestroyed,
    CargoCounted,
    AircraftArrived,
    AircraftRebuilt,
    AircraftMerged,
    AircraftForfeited,
    AircraftLost,
)
