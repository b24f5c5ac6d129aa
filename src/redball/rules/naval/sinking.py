"""Landing Craft that lose points, and what goes down with them ("sinking"): by lot.

A lot is a point of the craft; of the cargo it is a step of a unit, a Transport Point with what it carries, or a Supply
Point. All lots have the same chance, and cargo is lost until the rest fits (readings, 18.3d-B).

Cases: 18.3d-B
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.forces.craft import LST
from redball.rules.ground.craft import capacity, cargo, craft_at, craft_in, kind_of, the_craft
from redball.rules.naval.beach import drawn, lots
from redball.rules.naval.cargo_events import CargoSunk, CraftLost
from redball.rules.units.losses import eliminated, step_lost

PROCEDURE = "sinking"
SUPPLY = ""
"""The lot of a Supply Point; those of units and Transport Points are ids."""
SP = 4
"""Tokens of a Supply Point."""


class Sinking(Struct, frozen=True, tag=True):
    """Points that the Landing Craft of a side lose in a hex, of which so many are `due`; the dice are thrown `by` a
    side. `craft`: those that have lost one and may carry too much; `lot`: what was drawn, -1: nothing yet."""

    side: str
    by: str
    hex: int
    due: int = 0
    craft: str = ""
    lot: int = -1
    cause: str = "barrage"
    case: str = "18.3d-B"


def points_at_stake(look: Look, data: Sinking) -> list[str]:
    """The Landing Craft of each point that may be drawn."""
    return [one.id for one in craft_at(look, data.hex, data.side) for _ in range(one.points)]


def point_dice(look: Look, data: Sinking) -> int:
    """None, if no point is due, if all are of one counter, or if all are lost."""
    points = points_at_stake(look, data)
    drawn_for = data.due and not data.craft and data.due < len(points) and len({*points}) > 1
    return lots(len(points))[0] if drawn_for else 0


def take_point(run: Run, data: Sinking, dice: tuple[int, ...]) -> None:
    lot = drawn(dice, len(points_at_stake(run.look, data)))
    if lot < 0:
        run.go("point")
    run.set(replace(data, lot=lot))


def sink(run: Run, data: Sinking) -> None:
    """The point that was drawn is gone."""
    points = points_at_stake(run.look, data)
    if data.craft or not data.due or not points:
        return
    cid = points[max(data.lot, 0)]
    sink_point(run, cid, data.cause, data.case)
    afloat = craft_in(run.state, cid) is not None
    run.set(replace(data, due=data.due - 1, craft=cid if afloat else "", lot=-1))


def sink_point(run: Run, cid: str, cause: str, case: str) -> None:
    """A point of Landing Craft is gone, the last one with everything aboard; an LST is plain Landing Craft then."""
    for event in point_lost(run.look, cid, cause, case):
        run.emit(event)


def point_lost(look: Look, cid: str, cause: str, case: str) -> tuple[Event, ...]:
    """The events of `sink_point`."""
    craft = the_craft(look.state, cid)
    last = craft.points == 1
    dead = tuple([eliminated(look, uid, cause, case) for uid in craft.units]) if last else ()
    tokens, lesser = craft.tokens if last else 0, craft.lesser or kind_of(look.world, craft) == LST
    return *dead, CraftLost(case=case, side=craft.side, craft=cid, hex=craft.hex, tokens=tokens, lesser=lesser)


# --- cargo -------------------------------------------------------------------------------------------------------


def too_much(look: Look, cid: str) -> int:
    """What Landing Craft carry beyond their capacity, in 1/16 SP."""
    craft = craft_in(look.state, cid)
    return max(cargo(look, craft.units, craft.tokens) - capacity(craft), 0) if craft is not None else 0


def pieces(look: Look, cid: str) -> list[str]:
    """The lots of what is aboard."""
    craft = the_craft(look.state, cid)
    units = [uid for uid in craft.units for _ in range(look.unit(uid).points or look.steps(look.unit(uid)))]
    return [*units, *[SUPPLY] * -(-craft.tokens // SP)]


def cargo_dice(look: Look, data: Sinking) -> int:
    """None, if everything fits, or if all lots are alike."""
    if not data.craft or not too_much(look, data.craft):
        return 0
    there = pieces(look, data.craft)
    return lots(len(there))[0] if len({*there}) > 1 else 0


def take_cargo(run: Run, data: Sinking, dice: tuple[int, ...]) -> None:
    lot = drawn(dice, len(pieces(run.look, data.craft)))
    if lot < 0:
        run.go("cargo")
    run.set(replace(data, lot=lot))


def lose_cargo(run: Run, data: Sinking) -> None:
    """What was drawn goes down; then the next lot, or the next point."""
    if data.craft and too_much(run.look, data.craft):
        for event in piece_lost(run.look, data, pieces(run.look, data.craft)[max(data.lot, 0)]):
            run.emit(event)
        data = replace(data, lot=-1)
    if data.craft and not too_much(run.look, data.craft):
        data = replace(data, craft="")
    run.set(data)
    if data.craft:
        run.go("cargo")
    elif data.due:
        run.go("point")


def piece_lost(look: Look, data: Sinking, piece: str) -> tuple[Event, ...]:
    """A lot is lost: a Supply Point as a whole, as in the example of the book, what is not a whole one first."""
    craft = the_craft(look.state, data.craft)
    gone = CargoSunk(case=data.case, side=craft.side, craft=craft.id, hex=craft.hex)
    if piece == SUPPLY:
        return (replace(gone, tokens=craft.tokens % SP or SP),)
    unit = look.unit(piece)
    if unit.points > 1:
        return (replace(gone, unit=piece, points=1, load=max(unit.load - SP * (unit.points - 1), 0)),)
    if unit.points:
        return eliminated(look, piece, data.cause, data.case), replace(gone, unit=piece)
    step = step_lost(look, piece, data.cause, data.case)
    return (step, replace(gone, unit=piece)) if step.destroyed else (step,)


SINKING = Procedure(
    PROCEDURE,
    Sinking,
    (
        Chance("point", "Landing Craft lost, by lot", "18.3d-B", point_dice, take_point, lambda look, data: data.by),
        Do("sink", sink),
        Chance("cargo", "Cargo lost, by lot", "18.3d-B", cargo_dice, take_cargo, lambda look, data: data.by),
        Do("lose", lose_cargo),
    ),
)

PROCEDURES = (SINKING,)
