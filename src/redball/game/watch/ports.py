"""What must hold of ports after every action."""

from __future__ import annotations

from redball.board.ports import MOST_HITS
from redball.core.look import Look
from redball.core.state import State
from redball.core.world import World
from redball.game.watch.broken import InvariantBroken
from redball.rules.ground.harbours import Harbours, harbours_in, record_in
from redball.rules.naval.shipping import allowance


def check_ports(world: World, number: int, state: State) -> None:
    """Raises InvariantBroken: a port that the scenario does not have, out of order, with a wrong number of hits, of a
    side whose enemy is ashore in its hex (nobody captures from the water); or more was shipped than the allowance."""
    record = record_in(state)
    hexes = [port.hex for port in record.ports]
    on_map = {port.hex for port in record.ports if not port.lst}
    if hexes != sorted(set(hexes)) or not on_map <= {port.hex for port in world.scenario.ports}:
        raise InvariantBroken("ports", number, "ports came, or are out of order")
    if record == Harbours() and not world.scenario.ports:
        return
    look = Look(world, state)
    if record.shipped and record.shipped > allowance(look, state.clock.phasing):
        raise InvariantBroken("ports", number, f"{state.clock.phasing} has shipped {record.shipped}/16 points")
    capturing = any(frame.procedure == "capture" for frame in state.stack)
    for hex_, port in harbours_in(world, state).items():
        if not 0 <= port.hits <= MOST_HITS or port.used < 0:
            raise InvariantBroken("ports", number, f"the port {look.hex_name(hex_)} has {port.hits} hits")
        enemy = look.enemy(port.side)
        if not capturing and (look.has_combat_units(hex_, enemy) or hex_ in state.dumps[enemy]):
            raise InvariantBroken("ports", number, f"the enemy is in the port {look.hex_name(hex_)}")
