"""What a step of a supply path costs.

Cases: 12.3d-D, 17.0c, K12.3d-path-cost
"""

from __future__ import annotations

from typing import Any

from redball.board.costs import MoveGraph, compile_graph, dearness, parse_cost
from redball.core.look import Look
from redball.core.world import World, of_world
from redball.forces.counter import Mobility
from redball.rules.ground.bridges import bridged, counted


def supply_ground(look: Look, side: str, mobility: Mobility) -> MoveGraph:
    """12.3d-D, 17.0c: costs of normal ground, lowered where this weather is cheaper, with the bridges of a side
    (reading 1.115)."""
    return bridged(look, supply_graph(look.world, mobility, look.state.weather), counted(look, side))


@of_world
def supply_graph(world: World, mobility: Mobility, weather: str) -> MoveGraph:
    """As `supply_ground`, without bridges."""
    lowered = _lowered(world, weather)
    if not any(mobility in costs for costs in lowered.values()):
        return world.graph(mobility)
    return compile_graph(world.board, world.cost_table("").with_changes(lowered), mobility)


def _lowered(world: World, weather: str) -> dict[str, dict[str, str]]:
    """Costs of normal ground that a weather lowers, by terrain."""
    normal = world.cost_table("")
    return {
        terrain: {kind: cost for kind, cost in costs.items() if _cheaper(cost, normal[terrain], kind)}
        for terrain, costs in world.weather_costs(weather).items()
    }


def _cheaper(cost: str, entry: Any, kind: Any) -> bool:
    return dearness(parse_cost(cost, entry.scope)) < dearness(entry.of(kind))
