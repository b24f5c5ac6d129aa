"""What a barrage does to a ship, to the Landing Craft of a hex, or to coastal artillery as a naval target, on the
board; `ship_target` says it in numbers.

Cases: 18.3c-D, 18.3d, 18.3d-A, 18.3d-C, 18.3g-C
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from redball.charts import BarrageCell
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Chance
from redball.rules.barrage.chart import BarrageRead, asks_for_die
from redball.rules.ground.craft import craft_at, craft_in
from redball.rules.ground.fleet import LandingCraft, aboard, ship_face, ship_in
from redball.rules.naval.lanes import counts_as_dg
from redball.rules.naval.naval import CraftStruck, ShipStruck
from redball.rules.naval.ship_target import BY_SPOTTED_GUNS, NavalTarget, ShipTarget, struck
from redball.rules.naval.sinking import PROCEDURE, Sinking
from redball.rules.units.losses import eliminate

BATTERY_TARGET = ShipTarget("coastal_artillery")


def table_dice(cell_of: Callable[[Look, Any], BarrageCell]) -> tuple[Chance, Chance]:
    """The dice of fire at ships: two on the Barrage Table, kept as `roll`; then one, kept as `die`, if the result that
    `cell_of` reads is a 1/2."""
    return (
        Chance(
            "roll",
            "Barrage Table",
            "18.3c",
            lambda look, data: 2,
            lambda run, data, dice: run.set(replace(data, roll=sum(dice))),
            lambda look, data: data.side,
        ),
        Chance(
            "rounding",
            "Barrage Table, 1/2",
            "18.3c",
            lambda look, data: int(asks_for_die(look.world.charts, BY_SPOTTED_GUNS, cell_of(look, data))),
            lambda run, data, dice: run.set(replace(data, die=dice[0])),
            lambda look, data: data.side,
        ),
    )


def target_of(look: Look, at: str, target: str) -> ShipTarget:
    """The target as the procedure without a board sees it."""
    if at != "ships":
        return BATTERY_TARGET
    ship = ship_in(look.state, target)
    if ship is None:
        craft = craft_with(look, target)
        return ShipTarget("landing_craft", dg=any(c.dg for c in craft), points=sum(c.points for c in craft))
    what: NavalTarget = "damaged_ship" if ship.damaged else "ship"
    return ShipTarget(what, max(ship_face(look.world, ship).protection, 1), counts_as_dg(look, ship))


def craft_with(look: Look, target: str) -> tuple[LandingCraft, ...]:
    """18.3c-D: all Landing Craft of the hex, for which the first of them stands."""
    first = craft_in(look.state, target)
    return craft_at(look, first.hex, first.side) if first is not None else ()


def strike_at_sea(run: Run, by: str, target: str, read: BarrageRead) -> None:
    """What a barrage by a side does to a ship, or to the Landing Craft of a hex; those lose points by lot, in a
    procedure that is opened."""
    if ship_in(run.state, target) is None:
        strike_craft(run, by, target, read)
    else:
        strike_ship(run, target, read)


def strike_craft(run: Run, by: str, target: str, read: BarrageRead) -> None:
    """18.3d-B: each hit costs a point, and all Landing Craft of the hex share one DG; a second one is a hit."""
    craft, before = craft_with(run.look, target), target_of(run.look, "ships", target)
    found = struck(run.world.charts, before, read)
    if not found.hits and not read.dg:
        return
    hex_, side = craft[0].hex, craft[0].side
    ids, dg = tuple([one.id for one in craft]), found.dg or found.eliminated
    case = "18.3d-B" if found.hits else "18.3c-D"
    run.emit(CraftStruck(case=case, side=side, hex=hex_, craft=ids, hits=found.hits, dg=dg))
    if found.points_lost:
        run.push(PROCEDURE, Sinking(side, by, hex_, due=found.points_lost))


def strike_ship(run: Run, sid: str, read: BarrageRead) -> None:
    """18.3d: a hit turns it over, a second sinks it; damage is never repaired. A DG result on one that is DG takes the
    marker and is a hit, which brings DG again."""
    ship = ship_in(run.state, sid)
    assert ship is not None  # it was fired at
    found = struck(run.world.charts, target_of(run.look, "ships", sid), read)
    if found.hits or read.dg:
        damaged = ship.damaged or found.hits > 0
        run.emit(
            ShipStruck(
                case="18.3d-A" if found.hits else "18.3d-C",
                side=ship.side,
                ship=sid,
                hex=ship.hex,
                hits=found.hits,
                damaged=damaged,
                dg=found.dg,
                sunk=found.eliminated,
                planes=tuple([plane.id for plane in aboard(run.state, sid)]) if found.eliminated else (),
            )
        )


def strike_battery(run: Run, uid: str, read: BarrageRead) -> None:
    """18.3g-C: a step loss eliminates coastal artillery, DG is ignored."""
    if struck(run.world.charts, BATTERY_TARGET, read).eliminated:
        eliminate(run, uid, "barrage", "18.3g-C")
