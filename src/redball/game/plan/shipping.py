"""Shipping above the engine: where units or SP could go from port to port, why not elsewhere, and what a view shows of
the Shipping Allowance.

As in `redball.game.plan.moves`, answers use only what a side may believe.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from redball.core.actions import BeginMove, OpenShipment, SetMode, ShipTo
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.telling import show_rail_points
from redball.game.game import Game
from redball.game.sight.belief import believed, fogged
from redball.rules.ground.harbours import port_hexes
from redball.rules.modes.change import refuse_mode_change
from redball.rules.movement.move import NOT_TOGETHER
from redball.rules.movement.segment import MovementSegment, refuse_begin
from redball.rules.moving_stack.move_ends import MoveData
from redball.rules.naval.shipment import Shipment, most, refuse_open
from redball.rules.naval.shipping import NO_PORT, allowance, allowance_left, cargo_of, price, refuse_any, refuse_ship
from redball.rules.transport.extenders import already_spent
from redball.rules.units.equivalents import supply_equivalent


class ShippingView(Struct, frozen=True):
    """A side's Shipping Allowance of this turn, and what is left of it in this phase, as players write them; None where
    fog hides what the enemy has used."""

    side: str
    allowance: str
    left: str | None


class SeaReach(Struct, frozen=True):
    """Where cargo could be shipped: the points of the allowance that it takes (1/16) for all units, or for 1T, by port;
    for SP the most tokens, too. Why not to the `others`, or nowhere at all (`refusal`). `change` are units that must
    first change to Move Mode, and may."""

    left: int
    hexes: dict[int, int] = {}
    others: dict[int, Refusal] = {}
    tokens: dict[int, int] = {}
    change: tuple[str, ...] = ()
    refusal: Refusal | None = None


def shipping_view(look: Look, viewer: str) -> list[ShippingView] | UnsetType:
    """What each side may ship; UNSET in a game without shipping."""
    if not look.world.scenario.shipping:
        return UNSET
    hidden = look.enemy(viewer) if fogged(look, viewer) else ""
    return [
        ShippingView(
            side,
            show_rail_points(allowance(look, side)),
            None if side == hidden else show_rail_points(allowance_left(look, side)),
        )
        for side in look.world.sides
    ]


def units_by_sea(game: Game, side: str, uids: tuple[str, ...]) -> SeaReach:
    """Where these units of one hex could be shipped together, as they are or after changing to Move Mode."""
    look = believed(game.look, side)
    data, left = _stack(game, look, side, uids), allowance_left(look, side)
    for uid in uids:
        refused = refuse_begin(look, MovementSegment(side), BeginMove(uid)) if uid not in _moving(game) else None
        if refused is None and look.unit(uid).hex != data.hex:
            refused = NOT_TOGETHER(units=(uid,))
        if refused is not None:
            return SeaReach(left, refusal=refused)
    change = tuple(
        unit.id
        for unit in map(look.unit, uids)
        if unit.mode != "move" and refuse_mode_change(look, unit, SetMode(unit.id, "move", "move"), data.begun) is None
    )
    if change:
        turned = [look.unit(uid).change(facing="move", marker="").act(changed=True) for uid in change]
        look = look.after(look.state.with_units(turned), change)
    refused = _nothing_from(look, side, data.hex)
    if refused is not None:
        return SeaReach(left, refusal=refused)
    amount, _ = cargo_of(look, uids)
    answers = {hex_: refuse_ship(look, data, ShipTo(hex_)) for hex_ in _others(look, side, data.hex)}
    return _reach(look, left, data.hex, amount, answers, change)


def supply_by_sea(game: Game, side: str, hex_: int) -> SeaReach:
    """Where SP on the ground of a hex could be shipped; costs are for 1T."""
    look = believed(game.look, side)
    left, refused = allowance_left(look, side), _nothing_from(look, side, hex_)
    if refused is not None:
        return SeaReach(left, refusal=refused)
    answers = {there: refuse_open(look, side, OpenShipment(hex_, there)) for there in _others(look, side, hex_)}
    reach = _reach(look, left, hex_, supply_equivalent(look.world, 1), answers, ())
    tokens = {there: most(look, Shipment(side, hex_, there)) for there in reach.hexes}
    return SeaReach(left, reach.hexes, reach.others, tokens)


def _nothing_from(look: Look, side: str, hex_: int) -> Refusal | None:
    """Why nothing at all is shipped from a hex."""
    here = port_hexes(look, side)
    return refuse_any(look, side) or (None if hex_ in here else NO_PORT(hexes=(hex_,)))


def _others(look: Look, side: str, hex_: int) -> list[int]:
    return sorted(port_hexes(look, side) - {hex_})


def _reach(
    look: Look, left: int, start: int, amount: int, answers: dict[int, Refusal | None], change: tuple[str, ...]
) -> SeaReach:
    hexes = {hex_: price(look, start, hex_, amount) for hex_, refused in answers.items() if refused is None}
    return SeaReach(left, hexes, {h: refused for h, refused in answers.items() if refused is not None}, change=change)


def _moving(game: Game) -> tuple[str, ...]:
    """The units of a move that is open."""
    frame = game.state.stack[-1].data if game.state.stack else None
    return frame.units if isinstance(frame, MoveData) else ()


def _stack(game: Game, look: Look, side: str, uids: tuple[str, ...]) -> MoveData:
    """The record of these units' move, begun or about to begin."""
    if {*uids} == {*_moving(game)}:
        found: MoveData = game.state.stack[-1].data
        return found
    spent = tuple(already_spent(look, look.unit(uid)) for uid in uids)
    return MoveData(side, look.unit(uids[0]).hex, uids, spent)
