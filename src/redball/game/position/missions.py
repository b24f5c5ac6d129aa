"""Sections `[missions]` and `[by_air]` of a written position, for editions in which aircraft stay over a hex (New OCS).

A mission that stays, such as a patrol: side, kind, hex, then its aircraft, each `f` or `f:escort`; their lines in
`[aircraft]` name the base that they came from. Who has left the mission is `f:gone`. Supply that came by air in this
player turn: side, hex, how much (`axis 05.01 2T`). A unit that did has the mark `by_air`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from redball.board.board import Board
from redball.core.own import find, put
from redball.core.state import State
from redball.core.world import World
from redball.editions.new_ocs.air_kinds import ESCORT, AirTask
from redball.editions.new_ocs.by_air import FlownSupply, flown_supply
from redball.game.position.sections import Sections
from redball.game.position.units import one_of, tokens_of
from redball.rules.air.kind import Mission
from redball.rules.air.points import MISSION_KINDS
from redball.rules.air.tasks import Task, tasks_in, with_tasks
from redball.rules.ground.air_force import Plane, plane_in, with_planes

GONE = "gone"


def staying(world: World) -> tuple[str, ...]:
    """The kinds of mission of the edition whose aircraft stay over the hex."""
    kinds = world.edition.policies[MISSION_KINDS]()
    return tuple([name for name, kind in kinds.items() if isinstance(kind, AirTask) and kind.stays])


def read_missions(read: Sections, world: World, state: State) -> State:
    """The state with these missions in the air."""

    def one(line: str) -> None:
        nonlocal state
        state = with_mission(line, world, state)

    list(read.each("missions", one))
    return state


def with_mission(line: str, world: World, state: State) -> State:
    """The state with one more: `axis patrol 06.01 f g:escort`. Raises ValueError, BoardError for an unknown hex."""
    words = line.split()
    if len(words) < 4:
        raise ValueError("a mission reads: SIDE KIND HEX AIRCRAFT, perhaps more aircraft")
    side = one_of("side", words[0], world.sides)
    kinds = staying(world)
    if words[1] not in kinds:
        raise ValueError(f"{words[1]!r} is no mission whose aircraft stay; there are: {', '.join(kinds) or 'none'}")
    members = [_member(state, side, word) for word in words[3:]]
    ids = [member.plane.id for member in members]
    most = world.charts.air_transport_limits.aircraft_per_mission
    if len(ids) > most or len({*ids}) < len(ids):
        raise ValueError(f"a mission has at most {most} aircraft, each once")
    hex_ = world.board.index(words[2])
    mission = Mission(words[1], side, hex_, tuple(ids), trips=tuple([member.trip for member in members]))
    over = [one.plane.change(hex=hex_, base=one.plane.hex) for one in members if not one.gone]
    return with_tasks(with_planes(state, over), (*tasks_in(state), Task(mission)))


class Member(NamedTuple):
    """An aircraft of a mission, its way to fly, and whether it has left the mission."""

    plane: Plane
    trip: str
    gone: bool


def _member(state: State, side: str, word: str) -> Member:
    """`f`, `f:escort`, `f:gone`: an Active aircraft of the side at a base, which flies nothing else, unless it is gone.
    Raises ValueError."""
    pid, *marks = word.split(":")
    if len(marks) != len({*marks}) or not {*marks} <= {ESCORT, GONE}:
        raise ValueError(f"after an aircraft may stand :{ESCORT} and :{GONE}, not {word!r}")
    plane = plane_in(state, pid)
    if plane is None or plane.side != side:
        raise ValueError(f"{pid!r} is no aircraft of {side}")
    if GONE not in marks and (plane.hex < 0 or not plane.active or not plane.parked):
        raise ValueError(f"{pid!r} is not Active at a base and free")
    return Member(plane, ESCORT if ESCORT in marks else "", GONE in marks)


def read_by_air(read: Sections, board: Board, sides: tuple[str, str], state: State) -> State:
    """The state with supply that came by air in the player turn of the phasing side."""
    phasing = state.clock.phasing
    found: dict[int, int] = {}

    def one(line: str) -> None:
        words = line.split()
        if len(words) != 3:
            raise ValueError("supply that came by air reads: SIDE HEX AMOUNT")
        if one_of("side", words[0], sides) != phasing:
            raise ValueError(f"only supply of the phasing side, {phasing}, came by air in this player turn")
        hex_, tokens = board.index(words[1]), tokens_of(words[2])
        if not tokens > 0 or hex_ in found:
            raise ValueError("each hex once, with what came there")
        found[hex_] = tokens

    list(read.each("by_air", one))
    return state.change(own=put(state.own, FlownSupply(phasing, tuple(sorted(found.items()))))) if found else state


# --- writing -----------------------------------------------------------------------------------------------------


def dump_missions(world: World, state: State) -> Iterator[str]:
    """The lines of these sections. Missions of the open phase that do not stay are not part of a position."""
    name, kinds = world.board.hex_name, staying(world)
    tasks = [task.mission for task in tasks_in(state) if task.mission.kind in kinds]
    if tasks:
        yield "[missions]"
    for mission in tasks:
        trips = mission.trips or ("",) * len(mission.planes)
        members = [_written(state, pid, trip) for pid, trip in zip(mission.planes, trips, strict=True)]
        yield " ".join([mission.side, mission.kind, name(mission.hex), *members])
    flown = find(state.own, FlownSupply) if state.own else None
    if flown is not None:
        yield "[by_air]"
        for hex_, tokens in flown_supply(state).items():
            yield f"{flown.side} {name(hex_)} {tokens}T"


def _written(state: State, pid: str, trip: str) -> str:
    plane = plane_in(state, pid)
    gone = plane is None or plane.parked
    return ":".join(filter(None, (pid, trip, GONE if gone else "")))
