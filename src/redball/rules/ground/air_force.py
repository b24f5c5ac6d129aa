"""Aircraft and air bases in play: one record of the state, so that a game without them has nothing of it.

Aircraft are not units: they occupy nothing, have no ZOC, and neither count for stacking nor stand in a path.

Cases: SETUP-IV-E, 4.8b-E, 14.1a, 14.1b, 14.10e, 15.0d, HR-3
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.derived import derived
from redball.core.edition import option
from redball.core.look import Look
from redball.core.own import drop, find, put
from redball.core.state import DEAD_PILE, NOT_ARRIVED, State, StateOwn
from redball.core.world import World
from redball.forces.aircraft import FIGHTER, STEPS, Aircraft, AirFace
from redball.rules.ground.points import AIR_FACE

AIR_STRIP = 0
"""The Level of an air strip (15.2)."""

OPEN_BASES = option("open_air_bases", "HR-3", "Each side sees all aircraft of the other, and which of them are Active")
SWITCHES = (OPEN_BASES,)


class Plane(Struct, frozen=True, omit_defaults=True):
    """An aircraft in play. `hex` is where it is, or NOT_ARRIVED, DEAD_PILE. On a mission `base` is where it came from,
    otherwise NO_HEX. `flown`: its mission of this phase is behind it, or it flies it now (14.2e-A). `shown`: an Air
    Combat has disclosed it (4.9d). `ship`: the carrier that it is on, or came from; "" on land (18.2c)."""

    id: str
    side: str
    hex: int
    active: bool = True
    steps_lost: int = 0
    flown: bool = False
    base: int = NO_HEX
    shown: bool = False
    ship: str = ""

    @property
    def parked(self) -> bool:
        """It is on the map and on no mission, so at a base."""
        return self.hex >= 0 and self.base == NO_HEX

    def change(self, **fields: object) -> Plane:
        """A new record with some fields changed."""
        return replace(self, **fields)


class Base(Struct, frozen=True, omit_defaults=True):
    """An air base and its Level; AIR_STRIP is an air strip, or the carriers in a hex of the sea, whose ids are
    `ships` (3.3c-C; `rules/air/decks` makes these). `refitted`: it has refitted in this phase (15.1-A);
    `reduced`: it has been reduced in this phase (15.4-B); `unloaded`: what Air Transport has unloaded in this phase and
    counts against its limit, in half tokens (14.9f); `raised`: the turn in which it last gained a Level, else 0
    (15.3-B); `gliders`: its Glider Points (14.10e); `rebased`: aircraft that came Active in the turn `rebased_in`
    (21.5)."""

    hex: int
    side: str
    level: int
    refitted: bool = False
    reduced: bool = False
    raised: int = 0
    unloaded: int = 0
    gliders: int = 0
    rebased: int = 0
    rebased_in: int = 0
    ships: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What sentences call it."""
        if self.ships:
            return "carrier" if len(self.ships) == 1 else "carriers"
        return "air strip" if self.level == AIR_STRIP else f"air base of Level {self.level}"


class AirForce(StateOwn, frozen=True):
    """All aircraft in the order of their ids, and all bases by hex. There is one base in a hex at most."""

    planes: tuple[Plane, ...] = ()
    bases: tuple[Base, ...] = ()

    def in_new_phase(self, state: State) -> AirForce:
        planes = tuple([p.change(flown=False, shown=False) if p.flown or p.shown else p for p in self.planes])
        bases = tuple([_rested(base, state.clock.turn) for base in self.bases])
        return self if planes == self.planes and bases == self.bases else AirForce(planes, bases)

    def as_seen(self, look: Any, viewer: str) -> AirForce:
        """All of one's own; of the enemy's the bases, the top Active aircraft of each hex (4.8b-E), what an Air Combat
        has disclosed, and what is off the map. Nothing of what they did in this phase, or where they came from. With
        HR-3 aircraft lie side by side, Active and Inactive ones apart, and none is hidden."""
        open_ = look.option(OPEN_BASES.name)
        on_top = tops(look.world, self.planes)
        planes = [
            p if p.side == viewer else p.change(flown=False, base=NO_HEX, ship=p.ship if p.parked else "")
            for p in self.planes
            if p.side == viewer or p.hex < 0 or p.shown or p.id in on_top or open_
        ]
        hidden = {"refitted": False, "unloaded": 0, "gliders": 0, "rebased": 0, "rebased_in": 0}
        bases = [base if base.side == viewer else replace(base, **hidden) for base in self.bases]
        return AirForce(tuple(planes), tuple(bases))


def _rested(base: Base, turn: int) -> Base:
    """The base as a phase of that turn begins."""
    raised = base.raised if base.raised == turn else 0
    rebased = (base.rebased, turn) if base.rebased_in == turn else (0, 0)
    rested = replace(base, refitted=False, reduced=False, raised=raised, unloaded=0)
    rested = replace(rested, rebased=rebased[0], rebased_in=rebased[1])
    return base if base == rested else rested


RECORDS = (AirForce,)
_ID, _HEX = attrgetter("id"), attrgetter("hex")
NO_FORCE = AirForce()


# --- reading and changing ----------------------------------------------------------------------------------------


def force_in(state: State) -> AirForce:
    """The record of a state; an empty one if it has none."""
    return find(state.own, AirForce) or NO_FORCE


def has_aircraft(world: World) -> bool:
    """Whether a game has aircraft, now or later."""
    return bool(world.scenario.aircraft)


def with_force(state: State, force: AirForce) -> State:
    """The state with this record."""
    return state.change(own=drop(state.own, AirForce) if force == NO_FORCE else put(state.own, force))


def force_at_start(world: World) -> AirForce:
    """The bases of the scenario and its aircraft, all of them Active (SETUP-IV-E)."""
    scenario = world.scenario
    at = {pid: base.hex for base in scenario.air_bases for pid in base.aircraft}
    on = {pid: sid for sid, planes in scenario.carriers.items() for pid in planes}
    berths = {sid: fleet.hex for fleet in scenario.fleets for sid in fleet.ships}
    at |= {pid: berths.get(sid, NOT_ARRIVED) for pid, sid in on.items()}
    planes = [
        Plane(pid, one.side, at.get(pid, NOT_ARRIVED), ship=on.get(pid, ""))
        for pid, one in sorted(scenario.aircraft.items())
    ]
    placed = sorted(scenario.air_bases, key=attrgetter("hex"))
    bases = [Base(base.hex, base.side, base.level, gliders=base.gliders) for base in placed]
    return AirForce(tuple(planes), tuple(bases))


def plane_in(state: State, pid: str) -> Plane | None:
    """The aircraft of that id."""
    planes = force_in(state).planes
    at = bisect_left(planes, pid, key=_ID)
    return planes[at] if at < len(planes) and planes[at].id == pid else None


def planes_in(state: State, ids: Iterable[str]) -> list[Plane]:
    """The aircraft of these ids that there are, in this order."""
    planes = force_in(state).planes
    found = ((bisect_left(planes, pid, key=_ID), pid) for pid in ids)
    return [planes[at] for at, pid in found if at < len(planes) and planes[at].id == pid]


def base_in(state: State, hex_: int) -> Base | None:
    """The base on land in a hex; `rules/air/bases.own_base` finds carriers, too."""
    bases = force_in(state).bases
    at = bisect_left(bases, hex_, key=_HEX)
    return bases[at] if at < len(bases) and bases[at].hex == hex_ else None


def with_planes(state: State, changed: Iterable[Plane]) -> State:
    """The state with these records in place of those of the same ids."""
    force = force_in(state)
    by_id = {plane.id: plane for plane in force.planes} | {plane.id: plane for plane in changed}
    return with_force(state, AirForce(tuple([by_id[pid] for pid in sorted(by_id)]), force.bases))


def with_base(state: State, base: Base) -> State:
    """The state with this base in its hex."""
    force = force_in(state)
    by_hex = {one.hex: one for one in force.bases} | {base.hex: base}
    return with_force(state, AirForce(force.planes, tuple([by_hex[hex_] for hex_ in sorted(by_hex)])))


def printed(world: World, plane: Plane) -> Aircraft:
    """Its counter."""
    return world.scenario.aircraft[plane.id]


def face(world: World, plane: Plane) -> AirFace:
    """The values of the side that shows."""
    aircraft, changed = printed(world, plane), world.policies[AIR_FACE]
    shown = aircraft.face(plane.steps_lost)
    return shown if changed is None else changed(world.charts, aircraft, shown)


def losing_step(plane: Plane) -> Plane:
    """14.1b: the first loss turns it over, the second puts it into the Dead Pile."""
    lost = plane.steps_lost + 1
    if lost < STEPS:
        return plane.change(steps_lost=lost)
    return dead(plane)


def dead(plane: Plane) -> Plane:
    """It is in the Dead Pile, wherever it was."""
    return plane.change(steps_lost=STEPS, hex=DEAD_PILE, base=NO_HEX, active=False, shown=False, ship="")


# --- who is where ------------------------------------------------------------------------------------------------


@derived
def planes_at(look: Look) -> dict[int, tuple[Plane, ...]]:
    """All aircraft on the map by hex, in the order of their ids: at bases and on missions, of both sides."""
    found: dict[int, list[Plane]] = {}
    for plane in force_in(look.state).planes:
        if plane.hex >= 0:
            found.setdefault(plane.hex, []).append(plane)
    return {hex_: tuple(there) for hex_, there in found.items()}


def parked_at(look: Look, hex_: int, side: str) -> tuple[Plane, ...]:
    """Aircraft of a side at its base in a hex, Active or not."""
    return tuple([p for p in planes_at(look).get(hex_, ()) if p.side == side and p.parked])


def active_at(look: Look, hex_: int, side: str) -> tuple[Plane, ...]:
    """Active aircraft of a side in a hex, at a base there or on a mission."""
    return tuple([p for p in planes_at(look).get(hex_, ()) if p.side == side and p.active])


def is_fighter(world: World, plane: Plane) -> bool:
    """Whether its type is F, or one of its types."""
    return printed(world, plane).is_a(FIGHTER)


def tops(world: World, planes: Iterable[Plane]) -> frozenset[str]:
    """Ids of the aircraft on top of the Active ones of a side in a hex: a fighter first (4.8b-E)."""
    found: dict[tuple[int, str], tuple[bool, str]] = {}
    for plane in planes:
        if plane.active and plane.hex >= 0:
            key, place = (plane.hex, plane.side), (not is_fighter(world, plane), plane.id)
            found[key] = min(place, found.get(key, place))
    return frozenset(pid for _, pid in found.values())


def hidden_from(look: Look, viewer: str) -> frozenset[str]:
    """Ids of the aircraft that the viewer does not see."""
    force = force_in(look.state)
    seen = {plane.id for plane in force.as_seen(look, viewer).planes}
    return frozenset(plane.id for plane in force.planes if plane.id not in seen)


POLICIES = {"air_face": None}
