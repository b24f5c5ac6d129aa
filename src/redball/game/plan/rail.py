"""Railroads above the engine: where cargo could go by rail, why not elsewhere, and what a view shows of railroads.

As in `redball.game.plan.moves`, answers use only what a side may believe.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.actions import BeginMove, OpenTrain, RideRail, SendTrain, SetMode
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.telling import show_rail_points
from redball.game.game import Game
from redball.game.sight.belief import believed, fogged
from redball.rules.ground.points import DAMAGED_RAILS
from redball.rules.ground.railroads import rail_hexes, railheads, side_gauge
from redball.rules.modes.change import refuse_mode_change
from redball.rules.movement.move import NOT_TOGETHER
from redball.rules.movement.segment import MovementSegment, refuse_begin
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.rail.cap import cap_left, price, rail_cap
from redball.rules.rail.paths import SUPPLIES, Cargo, way_to
from redball.rules.rail.ride import cargo_of, is_repair, refuse_entrain, refuse_ride
from redball.rules.rail.train import Train, cost_of, most, refuse_open, refuse_send
from redball.rules.trace.sources import is_stop
from redball.rules.units.equivalents import unit_equivalent


class RailStop(Struct, frozen=True):
    """A hex where cargo could detrain: the Rail Cap that it takes (1/16 points) for all units, or for 1T; the way; and
    whether all of it is multi-track."""

    cost: int
    path: tuple[int, ...]
    multi: bool


class RailReach(Struct, frozen=True):
    """Where cargo could go by rail, why not to the `others`, and why nowhere at all (`refusal`).

    `left` is the Rail Cap left (1/16 points), `tokens` the most that a train with SP could load. `change` are units
    that must first change to Move Mode, and may.
    """

    left: int
    hexes: dict[int, RailStop] = {}
    others: dict[int, Refusal] = {}
    tokens: int = 0
    change: tuple[str, ...] = ()
    refusal: Refusal | None = None


def rail_reach(game: Game, side: str, uids: tuple[str, ...]) -> RailReach:
    """Where these units of one hex could go by rail together, as they are or after changing to Move Mode."""
    look = believed(game.look, side)
    data = _stack(game, look, side, uids)
    left = cap_left(look, side)
    for uid in uids:
        refused = refuse_begin(look, MovementSegment(side), BeginMove(uid))
        if refused is None and look.unit(uid).hex != data.hex:
            refused = NOT_TOGETHER(units=(uid,))
        if refused is not None:
            return RailReach(left, refusal=refused)
    change = _must_change(look, data)
    if change:
        turned = [look.unit(uid).change(facing="move", marker="").act(changed=True) for uid in change]
        look = look.after(look.state.with_units(turned), change)
    refused = refuse_entrain(look, data)
    if refused is not None:
        return RailReach(left, refusal=refused)
    units = [look.unit(uid) for uid in uids]
    cargo, hexes, others = cargo_of(look, units), {}, {}
    for hex_ in _stations(look, side, cargo, data.hex):
        refused = refuse_ride(look, data, RideRail(hex_))
        if refused is not None:
            others[hex_] = refused
            continue
        way = way_to(look, side, cargo, data.hex, hex_)
        assert way is not None  # or the ride would be refused
        cost = sum(price(look.world, unit_equivalent(look, unit), way.rate) for unit in units)
        hexes[hex_] = RailStop(cost, way.path, way.rate.multi)
    return RailReach(left, hexes, others, change=change)


def _stack(game: Game, look: Look, side: str, uids: tuple[str, ...]) -> MoveData:
    """The record of these units' move, begun or about to begin."""
    frame = game.state.stack[-1].data if game.state.stack else None
    if isinstance(frame, MoveData) and set(uids) == set(frame.units):
        return frame
    return MoveData(side, look.unit(uids[0]).hex, uids, (0,) * len(uids))


def _must_change(look: Look, data: MoveData) -> tuple[str, ...]:
    """Units of the stack that can ride only in Move Mode, are not in it, and may change to it now."""
    if refuse_entrain(look, data) is None:
        return ()
    return tuple(
        unit.id
        for unit in map(look.unit, data.units)
        if unit.mode != "move"
        and not is_repair(look, unit)
        and refuse_mode_change(look, unit, SetMode(unit.id, "move", "move"), data.begun) is None
    )


def _stations(look: Look, side: str, cargo: Cargo, start: int) -> list[int]:
    """Rail hexes worth checking: those with a station, or all of them for Rail Repair units."""
    return [h for h in rail_hexes(look.world) if h != start and (cargo.anywhere or is_stop(look, side, h))]


def train_reach(game: Game, side: str, hex_: int) -> RailReach:
    """Where SP on the ground in a hex could go by rail; costs are for 1T."""
    look = believed(game.look, side)
    left = cap_left(look, side)
    refused = refuse_open(look, MovementSegment(side), OpenTrain(hex_))
    if refused is not None:
        return RailReach(left, refusal=refused)
    hexes, others = {}, {}
    for there in _stations(look, side, SUPPLIES, hex_):
        refused = refuse_send(look, Train(side, hex_, 1), SendTrain(there))
        way = way_to(look, side, SUPPLIES, hex_, there) if refused is None else None
        if refused is not None:
            others[there] = refused
        elif way is not None:
            hexes[there] = RailStop(cost_of(look, side, hex_, there, 1), way.path, way.rate.multi)
    return RailReach(left, hexes, others, tokens=most(look, side, hex_))


# --- what a view shows -----------------------------------------------------------------------------------------


class RailheadView(Struct, frozen=True):
    """A railhead of a side."""

    hex: int
    side: str


class RailView(Struct, frozen=True):
    """Railroads. `cap` is the Rail Cap of this turn by side, and `left` what is still usable now, as players write it
    ("1 1/2"); `left` is None where it is hidden. `gauge` is the gauge of the rail hexes that `gauges` does not list, ""
    for any; `side_gauges` is what each side can use. `converted` hexes were converted or repaired in this phase; nobody
    can use `damaged` ones."""

    cap: dict[str, str]
    left: dict[str, str | None]
    gauge: str
    side_gauges: dict[str, str]
    gauges: dict[int, str]
    railheads: tuple[RailheadView, ...]
    converted: tuple[int, ...]
    damaged: tuple[int, ...]


def rail_view(look: Look, viewer: str) -> RailView:
    """Rail Cap, gauges and railheads as a side may see them: the Rail Cap that the other side has left is hidden."""
    return _rail_view(look, look.enemy(viewer) if fogged(look, viewer) else "")


@derived
def _rail_view(look: Look, hidden: str) -> RailView:
    """`hidden`: the side whose Rail Cap left is hidden, if any."""
    world = look.world
    rail = world.scenario.rail
    return RailView(
        cap={side: show_rail_points(rail_cap(look, side)) for side in world.sides},
        left={side: None if side == hidden else show_rail_points(cap_left(look, side)) for side in world.sides},
        gauge=rail.gauge,
        side_gauges={side: side_gauge(world, side) for side in world.sides},
        gauges={h: g for h, g in sorted((rail.hexes | look.state.regauged).items()) if g != rail.gauge},
        railheads=tuple(RailheadView(h, side) for side in world.sides for h in railheads(look, side)),
        converted=tuple(sorted(look.state.new_rails)),
        damaged=tuple(sorted(look.policies[DAMAGED_RAILS](look))),
    )
