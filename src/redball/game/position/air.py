"""Sections `[bases]`, `[aircraft]`, `[trainbusting]`, `[drops]` of a written position, and its line `hip_shoots`.

A base: side, hex, Level 1 to 3 or `strip`, and marks: `refitted` or `reduced` in this phase, `raised` in this turn,
`unloaded=2T` by Air Transport in this segment, `rebased=1` came Active in this turn (21.5), `gliders=2` Glider Points,
`usable=1` if it uses fewer of its Levels (1992). An aircraft: side, place (the hex of its base, `waiting`, `dead` or
`removed`), id, type, front and back as rating-barrage-range, then marks: `carries=2T,1T` front and back, `name=`,
`nation=`, `engines=`, `integral_glider`, `no_drops` (14.10f), `inactive`, `reduced`, `flown` its mission of this phase,
`over=04.03` if it is on a station there (1992). A Trainbusting marker: the side that it hinders, and its hex.
`hip_shoots german soviet` names the nations whose aircraft make Hip Shoots, `gliders axis` the sides that have gliders,
`allied_drops axis` those whose drops are Allied ones in Europe (14.10d), `air_strips axis=4` those that build air
strips, with how many they may have. A line of `[flights]` says what a weather leaves of missions (14.1f).
A Drop Plan: unit, hex, turn, `delayed` in this turn; or a unit that was dropped in this turn, and `landed`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from redball.board.board import Board
from redball.board.hexes import NO_HEX
from redball.core.actions.air import MISSIONS
from redball.core.look import Look
from redball.core.state import NOT_ARRIVED, State
from redball.core.world import World
from redball.editions.v1992.base_supply import supply_in, with_usable
from redball.editions.v1992.stations import STATION
from redball.forces.aircraft import STEPS, Aircraft, capacity_of, face_of, show_capacity, show_face, types_of
from redball.game.position.sections import Sections
from redball.game.position.units import PILES, WAITING, one_of, one_word, spaced, whole
from redball.game.sentences import Namer, refusal_text
from redball.rules.air.bases import active_count, active_limit, own_base
from redball.rules.air.decks import deck_faults
from redball.rules.air.kind import FLIGHT_PHASES
from redball.rules.air.points import MISSION_KINDS
from redball.rules.ground.air_force import AIR_STRIP, AirForce, Base, Plane, force_in, with_force
from redball.rules.ground.drops import DropPlan, drops_in, plan_in, with_landed, with_plan
from redball.rules.ground.trainbusting import markers_in, with_markers
from redball.scenarios.records import FlightLimit

STRIP = "strip"
HIGHEST_BASE = 3
BASE_MARKS = ("refitted", "reduced", "raised")
UNLOADED, GLIDERS = "unloaded=", "gliders="
USABLE = "usable="
REBASED = "rebased="
PLAIN = ("inactive", "reduced", "flown")
PRINTED = ("integral_glider", "no_drops")
"""Marks of the counter, wherever it is."""
WITH_VALUE = ("carries", "name", "nation", "engines", "over", "carrier", "on")
OVER = "over="
DEAD = "dead"
LANDED, DELAYED, TURN = "landed", "delayed", "turn="
FLIGHTS = {"phases": "phase", "missions": "mission", "sides": "side"}
"""What may stand in a line of `[flights]`, and what one of them is called."""
OFF_MAP = {NOT_ARRIVED: WAITING} | {hex_: name for name, hex_ in PILES.items()}


def read_base(line: str, board: Board, sides: Collection[str], turn: int) -> Base:
    """`axis 02.03 2 refitted`. Raises ValueError, BoardError for an unknown hex."""
    words = [word for word in line.split() if not word.startswith(USABLE)]
    marks = words[3:]
    unloaded = [capacity_of(mark.removeprefix(UNLOADED)) for mark in marks if mark.startswith(UNLOADED)]
    gliders = [whole(mark.removeprefix(GLIDERS)) for mark in marks if mark.startswith(GLIDERS)]
    came = [whole(mark.removeprefix(REBASED)) for mark in marks if mark.startswith(REBASED)]
    plain = [mark for mark in marks if not mark.startswith((UNLOADED, GLIDERS, REBASED))]
    once = len(set(plain)) == len(plain) and max(len(unloaded), len(gliders), len(came)) < 2
    if len(words) < 3 or not once or not set(plain) <= {*BASE_MARKS}:
        marked = ", ".join((*BASE_MARKS, f"{UNLOADED}2T", f"{REBASED}1", f"{GLIDERS}2", f"{USABLE}1"))
        raise ValueError(f"a base reads: SIDE HEX LEVEL, then any of {marked}")
    side, where, text = words[:3]
    level = AIR_STRIP if text == STRIP else whole(text)
    if text != STRIP and not 1 <= level <= HIGHEST_BASE:
        raise ValueError(f"levels go from 1 to {HIGHEST_BASE}; an air strip is {STRIP!r}")
    refitted, reduced, raised = (mark in marks for mark in BASE_MARKS)
    side = one_of("side", side, sides)
    since = turn if raised else 0
    base = Base(board.index(where), side, level, refitted, reduced, since, sum(unloaded), sum(gliders))
    return replace(base, rebased=sum(came), rebased_in=turn) if came else base


def read_usable(line: str, base: Base) -> int:
    """The Levels that a base uses: all of them without a mark. Raises ValueError."""
    found = [whole(word.removeprefix(USABLE)) for word in line.split() if word.startswith(USABLE)] or [base.level]
    if len(found) > 1 or found[0] > base.level:
        raise ValueError(f"{USABLE} takes a number up to the Level of the base")
    return found[0]


def read_aircraft(line: str, board: Board) -> tuple[Aircraft, Plane]:
    """`axis 02.03 bf109 F 4-3-12/3-2-12 inactive`. Raises ValueError, BoardError for an unknown hex."""
    words = line.split()
    if len(words) < 5:
        raise ValueError("an aircraft is side, place, id, type, front/back, marks")
    side, where, pid, types, values, *rest = words
    marks: dict[str, str] = {}
    for word in rest:
        name, sign, value = word.partition("=")
        if name not in (WITH_VALUE if sign else (*PLAIN, *PRINTED)):
            raise ValueError(f"unknown mark {word!r}")
        marks[name] = value
    front, stroke, back = values.partition("/")
    if not stroke:
        raise ValueError(f"{values!r} has no reduced side")
    carries = [capacity_of(text) for text in marks["carries"].split(",")] if "carries" in marks else [0, 0]
    if len(carries) != STEPS:
        raise ValueError("carries= takes two capacities: of the front and of the back")
    faces = face_of(front, carries[0]), face_of(back, carries[1])
    name, nation = spaced(marks.get("name", pid)), marks.get("nation", side)
    engines = whole(marks["engines"]) if "engines" in marks else 0
    integral, no_drops = (mark in marks for mark in PRINTED)
    one, other = faces
    named, ship = marks.get("carrier", ""), marks.get("on", "")
    aircraft = Aircraft(pid, side, name, nation, types_of(types), one, other, engines, integral, no_drops, named)
    if where in (*PILES, WAITING):
        if {*PLAIN, "over"} & marks.keys() or (ship and where != WAITING):
            raise ValueError(f"an aircraft that is {where} has no such marks")
        hex_ = PILES.get(where, NOT_ARRIVED)
        return aircraft, Plane(pid, side, hex_, where == WAITING, STEPS if where == DEAD else 0, ship=ship)
    base, active = board.index(where), "inactive" not in marks
    plane = Plane(pid, side, base, active, int("reduced" in marks), "flown" in marks, ship=ship)
    if "over" not in marks:
        return aircraft, plane
    if not active:
        raise ValueError("an aircraft on a station is Active")
    return aircraft, plane.change(hex=board.index(marks["over"]), base=base)


def air_force(bases: Iterable[Base], planes: Iterable[Plane]) -> AirForce:
    """The record. Raises ValueError for two bases in a hex (15.0a)."""
    by_hex: dict[int, Base] = {}
    for base in bases:
        if base.hex in by_hex:
            raise ValueError("a hex holds one air base at most")
        by_hex[base.hex] = base
    by_id = {plane.id: plane for plane in planes}
    return AirForce(tuple(by_id[pid] for pid in sorted(by_id)), tuple(by_hex[hex_] for hex_ in sorted(by_hex)))


def check_plane(world: World, state: State, plane: Plane) -> None:
    """It belongs to a side of the game; on the map it is at a base of that side, or on a carrier there, which has room
    for it. Raises ValueError."""
    one_of("side", plane.side, world.sides)
    if plane.ship:
        one_of("carrier", plane.ship, [ship.id for ship in world.scenario.ships.values() if ship.side == plane.side])
    if plane.hex < 0:
        return
    home = plane.hex if plane.parked else plane.base
    if not plane.parked and STATION not in world.edition.policies[MISSION_KINDS]():
        raise ValueError(f"{OVER} names a station, which this edition does not have")
    look = Look(world, state)
    base = own_base(look, plane.side, home)
    if base is None:
        raise ValueError(f"{world.board.hex_name(home)} has no air base of {plane.side}")
    if plane.ship not in (base.ships or ("",)):
        raise ValueError(f"at {world.board.hex_name(home)} aircraft are on={' or '.join(base.ships) or 'no carrier'}")
    if base.ships and (fault := next(deck_faults(look, plane.ship), None)) is not None:
        raise ValueError(refusal_text(fault, Namer(world, {}, "", None))[0])
    most = active_limit(world, base)
    if active_count(look, base) > most:
        raise ValueError(f"the {base.called} holds {most} Active aircraft at most")


def read_marker(line: str, board: Board, sides: Collection[str]) -> tuple[int, str]:
    """`soviet 02.03`. Raises ValueError, BoardError for an unknown hex."""
    words = line.split()
    if len(words) != 2:
        raise ValueError("a Trainbusting marker reads: SIDE HEX")
    return board.index(words[1]), one_of("side", words[0], sides)


def read_drop(line: str, board: Board, state: State) -> DropPlan | str:
    """`p1 05.01 turn=4 delayed`; the id of the unit if it has landed. Raises ValueError, BoardError for an unknown
    hex."""
    words = line.split()
    if not words or words[0] not in state.units:
        raise ValueError("a drop begins with the id of a unit")
    if words[1:] == [LANDED]:
        return words[0]
    if len(words) not in (3, 4) or not words[2].startswith(TURN) or words[3:] not in ([], [DELAYED]):
        raise ValueError(f"a drop reads: UNIT HEX {TURN}4, perhaps {DELAYED}; or UNIT {LANDED}")
    delayed = state.clock.turn if words[3:] else 0
    return DropPlan(words[0], board.index(words[1]), whole(words[2].removeprefix(TURN)), delayed)


def with_drop(state: State, drop: DropPlan | str) -> State:
    """The state with one more plan, or one more unit that has landed. Raises ValueError for a second plan of a unit."""
    if isinstance(drop, str):
        return with_landed(state, drop)
    if plan_in(state, drop.unit) is not None:
        raise ValueError(f"{drop.unit} is on a Drop Plan already")
    return with_plan(state, drop)


def with_air(state: State, force: AirForce) -> State:
    """The state with these bases and aircraft."""
    return with_force(state, force)


def read_strips(word: str, sides: Collection[str]) -> tuple[str, int]:
    """`axis=4`. Raises ValueError."""
    side, sign, most = word.partition("=")
    if not sign or not whole(most):
        raise ValueError(f"{word!r} is not a side with the number of its air strips, as in axis=4")
    return one_of("side", side, sides), whole(most)


def read_flights(line: str, sides: Collection[str]) -> FlightLimit:
    """`rain phases=movement,reaction missions=base_transfer sides=axis`, all but the weather optional. Raises
    ValueError."""
    weather, *rest = line.split()
    said = {name: tuple(value.split(",")) for name, sign, value in (word.partition("=") for word in rest) if sign}
    if len(said) < len(rest) or not said.keys() <= FLIGHTS.keys():
        raise ValueError(f"a line of [flights] reads: WEATHER, then any of {', '.join(f'{name}=' for name in FLIGHTS)}")
    for name, known in (("phases", FLIGHT_PHASES), ("missions", MISSIONS), ("sides", sides)):
        for word in said.get(name, ()):
            one_of(FLIGHTS[name], word, known)
    return FlightLimit(weather, **said)


def said_of_air(read: Sections, sides: Collection[str]) -> dict[str, Any]:
    """What the lines before the sections say, as fields of a scenario."""

    def listed(line: str) -> tuple[str, ...]:
        return tuple([one_of("side", side, sides) for side in line.split()])

    return {
        "hip_shoots": tuple(sorted(read.header.get("hip_shoots", "").split())),
        "gliders": read.head("gliders", "", listed),
        "allied_drops": read.head("allied_drops", "", listed),
        "air_strips": read.head("air_strips", "", lambda line: dict(read_strips(word, sides) for word in line.split())),
        "flight_limits": tuple(read.each("flights", lambda line: read_flights(line, sides))),
    }


def aircraft_of(read: Sections, board: Board, taken: Collection[str]) -> list[tuple[Aircraft, Plane]]:
    """The lines of `[aircraft]`; ids are unique, also among units."""
    ids = set(taken)

    def one(line: str) -> tuple[Aircraft, Plane]:
        found = read_aircraft(line, board)
        if found[1].id in ids:
            raise ValueError(f"the id {found[1].id!r} is used twice")
        ids.add(found[1].id)
        return found

    return list(read.each("aircraft", one))


def in_the_air(read: Sections, world: World, state: State, flying: list[tuple[Aircraft, Plane]]) -> State:
    """The state with bases and aircraft, checked line by line."""
    bases: list[Base] = []

    def add(line: str) -> tuple[int, int]:
        bases.append(read_base(line, world.board, world.sides, state.clock.turn))
        air_force(bases, ())
        return bases[-1].hex, read_usable(line, bases[-1])

    usable = dict(read.each("bases", add))
    planes = {plane.id: plane for _, plane in flying}
    state = with_usable(with_air(state, air_force(bases, planes.values())), usable)
    state = with_markers(
        state, dict(read.each("trainbusting", lambda line: read_marker(line, world.board, world.sides)))
    )
    for _ in read.each("aircraft", lambda line: check_plane(world, state, planes[line.split()[2]])):
        pass

    def planned(line: str) -> None:
        nonlocal state
        state = with_drop(state, read_drop(line, world.board, state))

    list(read.each("drops", planned))
    return state


# --- writing -----------------------------------------------------------------------------------------------------


def dump_air(world: World, state: State) -> Iterator[str]:
    """The lines of these sections; none in a game without air forces. Aircraft on a mission are written at the base
    that they came from."""
    force = force_in(state)
    name, usable = world.board.hex_name, dict(supply_in(state).usable)
    if force.bases:
        yield "[bases]"
    for base in force.bases:
        level = STRIP if base.level == AIR_STRIP else str(base.level)
        used = [f"{USABLE}{usable[base.hex]}"] if base.hex in usable else []
        yield " ".join([base.side, name(base.hex), level, *_base_marks(base, state.clock.turn), *used])
    if force.planes:
        yield "[aircraft]"
    for plane in force.planes:
        yield " ".join(_plane(world, plane))
    if world.scenario.flight_limits:
        yield "[flights]"
        yield from dump_flights(world.scenario.flight_limits)
    markers = markers_in(state)
    if markers:
        yield "[trainbusting]"
    for hex_, side in sorted(markers.items()):
        yield f"{side} {name(hex_)}"
    drops = drops_in(state)
    landed = drops.landed if drops.turn == state.clock.turn else ()
    if drops.plans or landed:
        yield "[drops]"
    for plan in drops.plans:
        marks = [DELAYED] if plan.delayed == state.clock.turn else []
        yield " ".join([plan.unit, name(plan.hex), f"{TURN}{plan.turn}", *marks])
    for uid in landed:
        yield f"{uid} {LANDED}"


def dump_flights(limits: Iterable[FlightLimit]) -> Iterator[str]:
    """The lines of `[flights]`."""
    for limit in limits:
        said = ((name, getattr(limit, name)) for name in FLIGHTS)
        yield " ".join([limit.weather, *(f"{name}={','.join(words)}" for name, words in said if words)])


def _base_marks(base: Base, turn: int) -> list[str]:
    held = (base.refitted, base.reduced, base.raised == turn)
    unloaded = [f"{UNLOADED}{show_capacity(base.unloaded)}"] if base.unloaded else []
    gliders = [f"{GLIDERS}{base.gliders}"] if base.gliders else []
    came = [f"{REBASED}{base.rebased}"] if base.rebased_in == turn and base.rebased else []
    return [*(mark for mark, holds in zip(BASE_MARKS, held, strict=True) if holds), *unloaded, *gliders, *came]


def _plane(world: World, plane: Plane) -> Iterator[str]:
    aircraft = world.scenario.aircraft[plane.id]
    hex_ = plane.hex if plane.base == NO_HEX else plane.base
    yield plane.side
    yield world.board.hex_name(hex_) if hex_ >= 0 else OFF_MAP[hex_]
    yield from (plane.id, "+".join(aircraft.types), f"{show_face(aircraft.front)}/{show_face(aircraft.back)}")
    faces = (aircraft.front, aircraft.back)
    if any(face.capacity for face in faces):
        yield "carries=" + ",".join(show_capacity(face.capacity) for face in faces)
    if aircraft.name != plane.id:
        yield f"name={one_word(aircraft.name)}"
    if aircraft.nation != plane.side:
        yield f"nation={aircraft.nation}"
    if aircraft.engines:
        yield f"engines={aircraft.engines}"
    if aircraft.carrier:
        yield f"carrier={aircraft.carrier}"
    if plane.ship:
        yield f"on={plane.ship}"
    yield from (mark for mark in PRINTED if getattr(aircraft, mark))
    if plane.base != NO_HEX and STATION in world.edition.policies[MISSION_KINDS]():
        yield OVER + world.board.hex_name(plane.hex)
    if hex_ >= 0:
        marks = (("inactive", not plane.active), ("reduced", plane.steps_lost), ("flown", plane.flown))
        yield from (mark for mark, there in marks if there)
