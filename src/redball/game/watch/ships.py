"""What must hold of ships after every action."""

from __future__ import annotations

from redball.core.look import Look
from redball.core.state import ABOARD, NOT_ARRIVED, REMOVED, State
from redball.core.world import World
from redball.game.watch.broken import InvariantBroken
from redball.rules.ground.craft import room
from redball.rules.ground.fleet import Vessel, fleet_in, ship_hexes
from redball.rules.naval.lanes import is_open_to


def check_ships(world: World, number: int, state: State) -> None:
    """Raises InvariantBroken: ships came or went, or are out of order; one is where it cannot be, or neither afloat nor
    off the map; ships of both sides share a hex; one has fired ashore in another turn."""
    ships = fleet_in(state).ships
    if [ship.id for ship in ships] != sorted(world.scenario.ships):
        raise InvariantBroken("ships", number, "ships came or went, or are out of order")
    for ship in ships:
        if fault := _fault(world, state, ship):
            raise InvariantBroken("ships", number, f"{ship.id} {fault}")
    craft = fleet_in(state).craft
    if world.scenario.craft:
        _check_craft(world, number, state)
    if ships or craft:
        look, (one, other) = Look(world, state), world.sides
        for hex_ in ship_hexes(look, one) & ship_hexes(look, other):
            raise InvariantBroken("ships", number, f"ships of both sides are at {look.hex_name(hex_)}")


def _check_craft(world: World, number: int, state: State) -> None:
    """Raises InvariantBroken: Landing Craft are where they cannot be, have no points or carry too much; a unit is
    aboard of none, or of several."""
    look, craft = Look(world, state), fleet_in(state).craft
    for one in craft:
        if one.points < 1 or one.tokens < 0 or not is_open_to(world, one, one.hex):
            raise InvariantBroken("ships", number, f"{one.id} of {one.points} points is at {one.hex}")
        if room(look, one) < 0:
            raise InvariantBroken("ships", number, f"{one.id} carries too much")
    aboard = [uid for one in craft for uid in one.units]
    away = [uid for uid, unit in state.units.items() if unit.hex == ABOARD]
    if sorted(aboard) != sorted(away) or [one.id for one in craft] != sorted({one.id for one in craft}):
        raise InvariantBroken("ships", number, f"{aboard} are aboard Landing Craft, and {away} off the map there")


def _fault(world: World, state: State, ship: Vessel) -> str:
    """What is wrong with a ship, "" if nothing."""
    if not ship.afloat:
        return "" if ship.hex in (REMOVED, NOT_ARRIVED) else f"is at {ship.hex}"
    if not is_open_to(world, ship, ship.hex):
        return f"is at {world.board.hex_name(ship.hex)}, where it cannot be"
    turn, early = state.clock.turn, state.clock.phase == "pre_turn"
    if ship.ashore not in (0, turn) and not (early and ship.ashore < turn):
        return f"has fired ashore in turn {ship.ashore} of turn {turn}"
    return ""
