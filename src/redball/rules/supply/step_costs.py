"""What a step of a supply path costs.

Cases: 12.3d-D, K12.3d-path-cost
"""

from __future__ import annotations

from typing import Any

from redball.board.costs import ALL, HIGHEST_COST, PROHIBITED, MoveGraph, compile_graph, parse_cost
from redball.core.look import Look
from redball.core.world import World
from redball.forces.counter import Mobility
from redball.rules.ground.bridges import bridged, counted, while_standing


def supply_ground(look: Look, side: str, mobility: Mobility) -> MoveGraph:
    """12.3d-D: costs of normal ground, except what this weather makes cheaper, over the bridges of a side (reading
    1.115)."""
    key = ("supply_ground.supply_ground", mobility, look.state.weather)
    return while_standing(look, side, key, lambda: _supply_ground(look, side, mobility))


def _supply_ground(look: Look, side: str, mobility: Mobility) -> MoveGraph:
    weather = look.state.weather
    plain = supply_graph(look.world, mobility, weather)
    return bridged(look, ("supply", mobility, weather), counted(look, side), plain)


def supply_graph(world: World, mobility: Mobility, weather: str) -> MoveGraph:
    """The same without bridges."""
    lowered = _lowered(world, weather)
    if not any(mobility in costs for costs in lowered.values()):
        return world.graph(mobility)
    graphs = world.caches.setdefault("supply_ground.supply_graph", {})
    key = (mobility, weather)
    if key not in graphs:
        table = world.cost_table("").with_changes(lowered)
        graphs[key] = compile_graph(world.board, table, mobility)
    found: MoveGraph = graphs[key]
    return found


def _lowered(world: World, weather: str) -> dict[str, dict[str, str]]:
    """The costs of normal ground that a weather makes cheaper, by terrain."""
    known = world.caches.setdefault("supply_ground.lowered", {})
    if weather not in known:
        normal = world.cost_table("")
        known[weather] = {
            terrain: {kind: cost for kind, cost in costs.items() if _cheaper(cost, normal[terrain], kind)}
            for terrain, costs in world.weather_costs(weather).items()
        }
    found: dict[str, dict[str, str]] = known[weather]
    return found


def _cheaper(cost: str, entry: Any, kind: Any) -> bool:
    def dear(units: int) -> int:
        return {PROHIBITED: HIGHEST_COST + 2, ALL: HIGHEST_COST + 1}.get(units, units)

    return dear(parse_cost(cost, entry.scope)) < dear(entry.of(kind))
