"""A captured air base ("air_base_capture"): one roll for each aircraft there, then the rest get away and are Inactive.

`rules.capture.claims` opens it for every way of entering a hex. The roll itself needs no board. Weather does not
matter. Aircraft that are out on a mission are not there; none can be, because ground units do not move meanwhile.

Cases: 9.14f-A, 9.14f-B, 9.14f-C, 15.0
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from redball.charts import Charts
from redball.core.actions import ReturnTo
from redball.core.chances import Throw
from redball.core.engine import Run
from redball.core.ledger import Tally, Term, signed
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import AircraftHit, AircraftLanded, AircraftLost, BaseCaptured
from redball.rules.air.bases import NO_BASE, NOT_YOURS, UNKNOWN_PLANE, own_base, own_bases
from redball.rules.capture.claims import Capture
from redball.rules.ground.air_force import Plane, face, parked_at, plane_in, printed

REFUGE_TIMES = 2
"""How many times its range an aircraft gets away (9.14f-B)."""

NOT_CAUGHT = refusal(
    "displace.not_now", case="9.14f-B", text="{detail} is not the aircraft that gets away from {hexes} now"
)
LOST_BASE = refusal(
    "displace.captured", case="9.14f-B", text="the base at {hexes} is captured", remedy="choose another base"
)
TOO_FAR = refusal(
    "displace.range",
    case="9.14f-B",
    text="{hexes} is {have} hexes away and {detail} gets away {need} hexes at most",
    remedy="choose a nearer base",
)


# --- the roll ----------------------------------------------------------------------------------------------------


class Caught(Struct, frozen=True):
    """An aircraft on the base: it is Active; the base was entered by an advance after combat."""

    active: bool = False
    advance: bool = False


def capture_tally(charts: Charts, caught: Caught) -> Tally[int]:
    """Every modifier with its chart line."""
    return Tally("Air Base Capture Table", _terms(charts, caught), total=signed)


def _terms(charts: Charts, caught: Caught) -> Iterator[Term[int]]:
    named = (
        ("active", caught.active, "the aircraft is Active"),
        ("advance_after_combat", caught.advance, "an advance after combat"),
    )
    for name, holds, reason in named:
        if holds:
            yield Term(charts.air_base_capture.modifier(name), reason, "9.14f-B", f"air_base_capture.{name}")


def throw_capture(charts: Charts, caught: Caught, throw: Throw) -> bool:
    """9.14f-B: whether the aircraft loses a step."""
    roll = throw.two("dice") + capture_tally(charts, caught).value
    return charts.air_base_capture.read("main", roll) == "step_loss"


class Fallen(Struct, frozen=True):
    """Two dice that have been thrown, as a `Throw`."""

    dice: tuple[int, ...]

    def two(self, name: str = "dice") -> int:
        return sum(self.dice)

    def one(self, name: str = "die") -> int:
        return self.dice[0]


# --- on the board ------------------------------------------------------------------------------------------------


def caught(look: Look, data: Capture) -> tuple[Plane, ...]:
    """The aircraft on the base that are still there, in the order of their ids."""
    return parked_at(look, data.hex, data.loser)


def dice(look: Look, data: Capture) -> int:
    """Two for each aircraft, Active or not (reading 1.78)."""
    return 2 * len(caught(look, data))


def rolled(run: Run, data: Capture, thrown: tuple[int, ...]) -> None:
    """9.14f-B: each loses a step or not."""
    for at, plane in enumerate(caught(run.look, data)):
        record = Caught(plane.active, data.after_combat)
        if throw_capture(run.world.charts, record, Fallen(thrown[2 * at : 2 * at + 2])):
            run.emit(AircraftHit(case="9.14f-B", side=plane.side, plane=plane.id, hex=data.hex, cause="the capture"))


def refuges(look: Look, data: Capture, plane: Plane) -> tuple[int, ...]:
    """Other bases of its side that it can get away to, by hex."""
    most = REFUGE_TIMES * face(look.world, plane).range
    others = (base.hex for base in own_bases(look, data.loser) if base.hex != data.hex)
    return tuple([hex_ for hex_ in others if look.board.distance(data.hex, hex_) <= most])


def settle(run: Run, data: Capture) -> None:
    """Whoever has no choice goes to the only base, or is destroyed (9.14f-C), until somebody has one."""
    for plane in caught(run.look, data):
        found = refuges(run.look, data, plane)
        if len(found) > 1:
            return
        if found:
            run.emit(AircraftLanded(case="9.14f-B", side=plane.side, plane=plane.id, hex=found[0]))
        else:
            run.emit(AircraftLost(case="9.14f-C", side=plane.side, plane=plane.id, hex=data.hex))


def who_decides(look: Look, data: Capture) -> str | None:
    """The owner, while an aircraft is there."""
    return data.loser if caught(look, data) else None


def _ways(look: Look, data: Capture) -> Iterator[ReturnTo]:
    plane = caught(look, data)[0]
    return (ReturnTo(plane.id, hex_) for hex_ in refuges(look, data, plane))


def refuse_refuge(look: Look, data: Capture, action: ReturnTo) -> Refusal | None:
    """The next aircraft, to another base of its side within twice its range."""
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    name = printed(look.world, plane).name
    if plane.side != data.loser:
        return NOT_YOURS(detail=name)
    if plane != caught(look, data)[0]:
        return NOT_CAUGHT(detail=name, hexes=(data.hex,))
    if action.hex == data.hex:
        return LOST_BASE(hexes=(data.hex,))
    if own_base(look, data.loser, action.hex) is None:
        return NO_BASE(hexes=(action.hex,))
    have, need = look.board.distance(data.hex, action.hex), REFUGE_TIMES * face(look.world, plane).range
    return TOO_FAR(hexes=(action.hex,), have=have, need=need, detail=name) if have > need else None


def take_refuge(run: Run, data: Capture, action: ReturnTo) -> None:
    run.emit(AircraftLanded(case="9.14f-B", side=data.loser, plane=action.plane, hex=action.hex))
    run.go("settle")


def change_hands(run: Run, data: Capture) -> None:
    """9.14f-A: the base is the enemy's when nobody is left there."""
    run.emit(BaseCaptured(case="9.14f-A", side=data.side, hex=data.hex))


CAPTURE = Procedure(
    "air_base_capture",
    Capture,
    (
        Chance("roll", "Air Base Capture Table", "9.14f-B", dice, rolled, lambda look, data: data.side),
        Do("settle", settle),
        Choose(
            "refuge",
            "Choose the base to which the aircraft gets away",
            who_decides,
            (Option(ReturnTo, _ways, refuse_refuge, take_refuge, exact=True),),
            case="9.14f-B",
        ),
        Do("change_hands", change_hands),
    ),
)

PROCEDURES = (CAPTURE,)
