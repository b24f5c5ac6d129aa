"""A barrage on an air base ("base_raid"): one die on the Barrage vs Facility Table, then one for each enemy aircraft
there if the result says so. The arithmetic is that of `rules.barrage.facility`.

Aircraft on their way to other hexes are not there; Active and Inactive ones are (10.0c-A).

Cases: 10.0b-D, 10.0c, 10.0c-A, 15.0c
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import FacilityCell
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.rules.air.air import AircraftHit, BaseRaided
from redball.rules.air.points import EXPOSED
from redball.rules.barrage.facility import Facility, read_facility
from redball.rules.barrage.points import AIR_SHIFTS
from redball.rules.ground.air_force import Plane, base_in, planes_at
from redball.rules.ground.airfields import Crowded


class BaseRaid(Struct, frozen=True, tag=True):
    """A barrage on the base in a hex with so many Barrage Points, perhaps by `night`; `roll` is its die (0: not
    rolled). `naval`: ships make it."""

    side: str
    hex: int
    points: int
    roll: int = 0
    night: bool = False
    naval: bool = False


def shift_of(look: Look, data: BaseRaid) -> int:
    """Columns to the right; left if negative. The table itself has no shifts (10.0c)."""
    return 0 if data.naval else sum(term.by for term in look.policies[AIR_SHIFTS](look, data.hex, data.night))


def column_of(look: Look, data: BaseRaid) -> int:
    """The column that is read."""
    table = look.world.charts.facility
    return table.shift(table.column(data.points), shift_of(look, data))


def cell_of(look: Look, data: BaseRaid) -> FacilityCell:
    """The result that was rolled."""
    return look.world.charts.facility.lookup(column_of(look, data), data.roll)


def exposed(look: Look, data: BaseRaid) -> tuple[Plane, ...]:
    """The enemy aircraft in the hex that can be hit, in the order of their ids."""
    enemy, hit = look.enemy(data.side), look.policies[EXPOSED]
    return tuple([plane for plane in planes_at(look).get(data.hex, ()) if plane.side == enemy and hit(look, plane)])


def any_aircraft(look: Look, plane: Plane) -> bool:
    """Whatever is there."""
    return True


def rolled(run: Run, data: BaseRaid, dice: tuple[int, ...]) -> None:
    run.set(replace(data, roll=dice[0]))


def hit(run: Run, data: BaseRaid) -> None:
    """The base loses Levels, down to the first; a strip none."""
    base, cell = base_in(run.state, data.hex), cell_of(run.look, data)
    assert base is not None  # it was the target
    levels = read_facility(run.world.charts, Facility("air_base", base.level), cell, 0).levels
    column = run.world.charts.facility.columns[column_of(run.look, data)]
    run.emit(
        BaseRaided(
            case="10.0c-A",
            side=data.side,
            hex=data.hex,
            points=data.points,
            column=column,
            roll=data.roll,
            result=cell.text,
            levels=levels,
            shift=shift_of(run.look, data),
        )
    )


def checks(look: Look, data: BaseRaid) -> int:
    """A die for each aircraft, if the result has a number in parentheses."""
    return len(exposed(look, data)) if cell_of(look, data).plane_check else 0


def checked(run: Run, data: BaseRaid, dice: tuple[int, ...]) -> None:
    """10.0c-A: an aircraft that rolls that number or more loses a step (reading 1.81)."""
    cell = cell_of(run.look, data)
    for plane, die in zip(exposed(run.look, data), dice, strict=True):
        if cell.hits_plane(die):
            run.emit(AircraftHit(case="10.0c-A", side=plane.side, plane=plane.id, hex=data.hex, cause="the barrage"))


def crowded(run: Run, data: BaseRaid) -> None:
    """The base may have no room any more for all its Active aircraft."""
    run.push("air_crowded", Crowded(run.look.enemy(data.side), data.hex))


RAID = Procedure(
    "base_raid",
    BaseRaid,
    (
        Chance(
            "roll", "Barrage vs Facility Table", "10.0c", lambda look, data: 1, rolled, lambda look, data: data.side
        ),
        Do("hit", hit),
        Chance("planes", "aircraft on the base", "10.0c-A", checks, checked, lambda look, data: data.side),
        Do("crowded", crowded),
    ),
)

PROCEDURES = (RAID,)
POLICIES = {"exposed": any_aircraft}
