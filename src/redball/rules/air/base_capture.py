"""An air base is captured: it changes hands, and each aircraft of its owner there rolls, then gets away or is lost.

It is the last step of the procedure "capture", so every way into the hex leads here. Aircraft on a mission elsewhere
are not there. Weather does not matter.

Cases: 9.14f-A, 9.14f-B, 9.14f-C, 14.10e-B
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.engine import Run
from redball.core.ledger import Tally, Term, signed
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.rules.air.air import AircraftHit, BaseCaptured, GlidersDestroyed
from redball.rules.air.bases import own_base
from redball.rules.air.homing import Homing
from redball.rules.capture.claims import Capture
from redball.rules.ground.air_force import Plane, parked_at, plane_in

TIMES = 2
"""How many times their range displaced aircraft may fly."""


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
    return loses_step(charts, caught, throw.two("dice"))


def loses_step(charts: Charts, caught: Caught, dice: int) -> bool:
    """The same on two dice of this sum."""
    return charts.air_base_capture.read("main", dice + capture_tally(charts, caught).value) == "step_loss"


# --- on the board ------------------------------------------------------------------------------------------------


class BaseCapture(Struct, frozen=True, tag=True):
    """Aircraft of `side` at a base in `hex` that has been captured, by an advance or otherwise, in the order in which
    they roll; `done` of them have."""

    side: str
    hex: int
    planes: tuple[str, ...]
    advance: bool = False
    done: int = 0


def capture_base(run: Run, data: Capture) -> None:
    """9.14f-A."""
    base = own_base(run.look, data.loser, data.hex)
    if base is None:
        return
    planes = tuple([plane.id for plane in parked_at(run.look, data.hex, data.loser)])
    if base.gliders:
        run.emit(GlidersDestroyed(case="14.10e-B", side=data.loser, hex=data.hex, gliders=base.gliders))
    run.emit(BaseCaptured(case="9.14f-A", side=data.side, hex=data.hex, level=base.level))
    if planes:
        run.push("base_capture", BaseCapture(data.loser, data.hex, planes, data.after_combat))


def next_plane(look: Look, data: BaseCapture) -> Plane | None:
    """Who rolls now."""
    return plane_in(look.state, data.planes[data.done]) if data.done < len(data.planes) else None


def dice(look: Look, data: BaseCapture) -> int:
    """Two for each aircraft."""
    return 2 if next_plane(look, data) else 0


def rolled(run: Run, data: BaseCapture, thrown: tuple[int, ...]) -> None:
    """9.14f-B: a step is lost, or not; then the next one rolls."""
    plane = next_plane(run.look, data)
    assert plane is not None  # it rolled
    if loses_step(run.world.charts, Caught(plane.active, data.advance), sum(thrown)):
        run.emit(
            AircraftHit(case="9.14f-B", side=data.side, plane=plane.id, hex=data.hex, cause="the capture of its base")
        )
    run.set(replace(data, done=data.done + 1))
    run.go("roll")


def displace(run: Run, data: BaseCapture) -> None:
    """Aircraft that are left fly to a base within twice their range, and are Inactive there."""
    left = [plane for pid in data.planes if (plane := plane_in(run.state, pid)) is not None and plane.hex >= 0]
    if left:
        run.push("air_return", Homing(data.side, tuple([plane.id for plane in left]), TIMES))


CAPTURE = Procedure(
    "base_capture",
    BaseCapture,
    (
        Chance("roll", "Air Base Capture Table", "9.14f-B", dice, rolled, lambda look, data: data.side),
        Do("displace", displace),
    ),
)

PROCEDURES = (CAPTURE,)
EDITS = (("capture", "after", "hedgehog", Do("air_base", capture_base)),)
