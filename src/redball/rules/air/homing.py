"""Aircraft go home: after their mission, or when they abort. Their owner chooses a base in range for each of them.

An aircraft that aborts over a base of its own side goes Inactive there; an interceptor goes back to the base that it
came from (14.5-D). An aircraft without a base in range is lost (reading 1.118).

Cases: 14.1c-A, 14.1c-B
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import ReturnTo
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import AircraftLanded, AircraftLost
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE, deck_for, landings, refuse_landing
from redball.rules.air.deck_choice import ask_decks
from redball.rules.ground.air_force import Plane, face, plane_in, printed

NOT_RETURNING = refusal("return.not_now", case="14.1c-A", text="{detail} is not the aircraft that returns now")
TOO_FAR = refusal(
    "return.range",
    case="14.2d",
    text="{hexes} is {have:hex} away and {detail} flies {need:hex}",
    remedy="return to a nearer base",
)


class Homing(Struct, frozen=True, tag=True):
    """Aircraft of a side that are on their way back from a hex; the first one is next. They flee from a captured base
    up to so many `times` their range (9.14f-B). After Air Transport they fly on from the base to which they brought
    cargo (`onward`); those with double capacity have half their range (`halved`). Those whose mission is over (`free`)
    may leave a base of their side below them, too: only aborts end there (14.1c-B)."""

    side: str
    planes: tuple[str, ...]
    times: int = 1
    onward: bool = False
    halved: bool = False
    free: bool = False

    @property
    def case(self) -> str:
        """The rule by which they fly."""
        if self.onward:
            return "14.9e-C" if self.halved else "14.9e-B"
        return "14.1c-A" if self.times == 1 else "9.14f-B"

    def reach(self, range_: int) -> int:
        """The hexes that an aircraft of that range may fly; a half is not enough for another one."""
        return range_ // 2 if self.halved else self.times * range_


def bases_home(look: Look, plane: Plane, way: Homing) -> tuple[int, ...]:
    """Bases to which it can return from where it is, by hex."""
    if refuse_landing(look, plane, plane.hex) is None and not (way.onward or way.free):
        return (plane.hex,)
    most = way.reach(face(look.world, plane).range)
    return tuple([hex_ for hex_ in landings(look, plane) if look.board.distance(plane.hex, hex_) <= most])


def send_home(run: Run, planes: Iterable[str], *, free: bool = False) -> None:
    """These aircraft return and are Inactive; sides one after the other. `free`: their mission is over."""
    found = [plane for pid in planes if (plane := plane_in(run.state, pid)) is not None and plane.hex >= 0]
    for side in sorted({plane.side for plane in found}):
        run.push("air_return", Homing(side, tuple([plane.id for plane in found if plane.side == side]), free=free))


def settle(run: Run, data: Homing) -> None:
    """An aircraft without a choice is down: at the only base, or lost."""
    planes = [plane for pid in data.planes if (plane := plane_in(run.state, pid)) is not None]
    ready = [*takewhile(lambda plane: len(bases_home(run.look, plane, data)) < 2, planes)]
    for plane in ready:
        _down(run, plane, bases_home(run.look, plane, data), data.case)
    if ready:
        run.set(replace(data, planes=data.planes[len(ready) :]))
        ask_decks(run, data.side, [plane.id for plane in ready])


def _down(run: Run, plane: Plane, bases: tuple[int, ...], case: str) -> None:
    if not bases:
        lost = "9.14f-C" if case == "9.14f-B" else case
        run.emit(AircraftLost(case=lost, side=plane.side, plane=plane.id, hex=plane.hex))
        return
    come_down(run, plane, bases[0], case)


def come_down(run: Run, plane: Plane, hex_: int, case: str, *, active: bool = False) -> None:
    """An aircraft lands at a base of its side, on one of the carriers if it is one of the sea (18.2c)."""
    ship = deck_for(run.look, plane, hex_)
    run.emit(AircraftLanded(case=case, side=plane.side, plane=plane.id, hex=hex_, active=active, ship=ship))


def decides(look: Look, data: Homing) -> str | None:
    """The owner, while an aircraft is in the air."""
    return data.side if data.planes else None


def _ways(look: Look, data: Homing) -> Iterator[ReturnTo]:
    plane = plane_in(look.state, data.planes[0])
    assert plane is not None  # it flies
    return (ReturnTo(plane.id, hex_) for hex_ in bases_home(look, plane, data))


def refuse_return(look: Look, data: Homing, action: ReturnTo) -> Refusal | None:
    """The next aircraft, to a base of its side in range."""
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    if plane.side != data.side:
        return NOT_YOURS(detail=printed(look.world, plane).name)
    if action.plane != data.planes[0]:
        return NOT_RETURNING(detail=printed(look.world, plane).name)
    if refused := refuse_landing(look, plane, action.hex):
        return refused
    have, most = look.board.distance(plane.hex, action.hex), data.reach(face(look.world, plane).range)
    if have > most:
        return TOO_FAR(hexes=(action.hex,), have=have, need=most, detail=printed(look.world, plane).name)
    return None


def take_return(run: Run, data: Homing, action: ReturnTo) -> None:
    plane = plane_in(run.state, action.plane)
    assert plane is not None  # it flies
    come_down(run, plane, action.hex, data.case)
    run.set(replace(data, planes=data.planes[1:]))
    run.go("settle")
    ask_decks(run, data.side, (plane.id,))


RETURN = Procedure(
    "air_return",
    Homing,
    (
        Do("settle", settle),
        Choose(
            "base",
            "Choose the base to which the aircraft returns",
            decides,
            (Option(ReturnTo, _ways, refuse_return, take_return, exact=True),),
            case="14.1c-A",
        ),
    ),
)

PROCEDURES = (RETURN,)
