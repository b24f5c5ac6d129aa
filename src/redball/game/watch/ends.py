"""Does every unit end where its mode may end, however it got there?"""

from __future__ import annotations

from redball.core import events as ev
from redball.core.events import Event
from redball.core.look import Look
from redball.core.state import State, Unit
from redball.core.world import World
from redball.game.watch.broken import InvariantBroken
from redball.rules.ground.hedgehogs import closed_to_reserves
from redball.rules.modes.change import refuse_reserve_markers, reserve_hexes
from redball.rules.trace.tracing import can_trace_from
from redball.rules.units.zoc import NOBODY


def check_ends(world: World, number: int, before: State, happened: tuple[Event, ...]) -> None:
    """Raises InvariantBroken if a segment ended with a unit in Reserve Mode where none may be, or with Reserve units in
    more hexes than there are markers; or if a unit in Strat Mode stopped where it cannot trace."""
    state = before
    for event in happened:
        if isinstance(event, ev.PhaseBegan):
            _check_reserves(world, number, state)
        state = event.apply(state)
        if isinstance(event, ev.MoveFinished):
            _check_strat(world, number, state, state.units[event.unit])
        elif isinstance(event, ev.BreakdownDetached):
            _check_strat(world, number, state, state.units[event.new])


def _check_reserves(world: World, number: int, state: State) -> None:
    look = Look(world, state)
    for side in world.sides:
        hexes = reserve_hexes(look, side)
        refused = refuse_reserve_markers(look, side, hexes)
        if refused is not None:
            raise InvariantBroken("ends", number, f"{side} has Reserve units in too many hexes: {refused}")
        works = [look.hex_name(hex_) for hex_ in hexes if closed_to_reserves(look, hex_)]
        if works:
            raise InvariantBroken("ends", number, f"{side} has Reserve units with a hedgehog in {', '.join(works)}")


def _check_strat(world: World, number: int, state: State, unit: Unit) -> None:
    if unit.marker == "strat" and unit.on_map and unit.activity.origin >= 0:
        look = Look(world, state)
        if not can_trace_from(look, unit, unit.hex, NOBODY):
            where = look.hex_name(unit.hex)
            raise InvariantBroken("ends", number, f"{unit.id} stops in Strat Mode at {where} and traces no supply")
