"""What never changes during a game: board, scenario, edition, switches, compiled movement costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from redball.board.board import Board
from redball.board.costs import CostTable, MoveGraph, compile_graph
from redball.charts import Charts
from redball.forces.counter import Counter, Mobility

if TYPE_CHECKING:
    from redball.core.edition import Edition
    from redball.core.policies import Policies
    from redball.scenarios.records import Scenario


@dataclass(frozen=True, eq=False)
class World:
    """The fixed part of a game. `switches` holds the value of every switch of the edition."""

    board: Board
    scenario: Scenario
    edition: Edition
    switches: dict[str, Any]
    counters: dict[str, Counter]
    sides: tuple[str, str]
    position: str = ""
    """The written position that the game began from ("" it began from its scenario's set-up)."""
    _graphs: dict[tuple[str, str], MoveGraph] = field(default_factory=dict, repr=False)
    caches: dict[str, dict[Any, Any]] = field(default_factory=dict, repr=False, init=False)
    """Results of searches, by the name of the rule that keeps them; each key holds all that its result depends on."""

    def enemy(self, side: str) -> str:
        """The other side.

        Raises ValueError for a side that is not in the game.
        """
        one, other = self.sides
        if side == one:
            return other
        if side == other:
            return one
        raise ValueError(f"there is no side {side!r}")

    def counters_of(self, *kinds: str) -> frozenset[str]:
        """Ids of the counters of some kinds."""
        known = self.caches.setdefault("world.counters_of", {})
        if kinds not in known:
            known[kinds] = frozenset(name for name, counter in self.counters.items() if counter.kind in kinds)
        found: frozenset[str] = known[kinds]
        return found

    def combat_counters(self) -> frozenset[str]:
        """Ids of the counters of combat units (3.2)."""
        known = self.caches.setdefault("world.combat_counters", {})
        if None not in known:
            known[None] = frozenset(name for name, counter in self.counters.items() if counter.is_combat_unit)
        found: frozenset[str] = known[None]
        return found

    @property
    def policies(self) -> Policies:
        """The functions in which editions differ."""
        return self.edition.policies

    @property
    def charts(self) -> Charts:
        """The edition's charts."""
        return self.edition.charts

    def graph(self, mobility: Mobility, weather: str = "") -> MoveGraph:
        """Movement costs of one mobility (6.1a) in a weather; "" is normal ground, as supply paths count it
        (12.3d-D)."""
        changed = any(mobility in costs for costs in self.weather_costs(weather).values())
        key = (mobility, weather if changed else "")
        if key not in self._graphs:
            self._graphs[key] = compile_graph(self.board, self.cost_table(key[1]), mobility)
        return self._graphs[key]

    def weather_costs(self, weather: str) -> dict[str, dict[str, str]]:
        """Movement costs that a weather changes: those of what a terrain then counts as, and what it states itself
        (17.0a)."""
        known = self.caches.setdefault("world.weather_costs", {})
        if weather not in known:
            own, changed = self.scenario.terrain_movement, {}
            printed = {row.id: row for row in self.charts.terrain_movement.values()}
            for kind, other in self.scenario.weather_terrain.get(weather, {}).items():
                row = printed[other]
                changed[kind] = {"leg": row.leg, "track": row.track, "truck": row.truck} | own.get(other, {})
            for kind, costs in self.scenario.weather_effects.get(weather, {}).items():
                changed[kind] = changed.get(kind, {}) | costs
            known[weather] = changed
        found: dict[str, dict[str, str]] = known[weather]
        return found

    def terrain_in(self, weather: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """What terrains and hexside features count as in a weather (17.0a)."""
        changed = self.scenario.weather_terrain.get(weather)
        return tuple(dict.fromkeys(changed.get(kind, kind) for kind in kinds)) if changed else kinds

    def cost_table(self, weather: str = "", bridges: int = 0) -> CostTable:
        """The movement chart in force, across hexsides with so many bridges."""
        known = self.caches.setdefault("world.cost_table", {})
        if weather not in known:
            table = CostTable.from_records(self.charts.terrain_movement.values())
            known[weather] = table.with_changes(self.scenario.terrain_movement).with_changes(
                self.weather_costs(weather)
            )
        found: CostTable = known[weather]
        for _ in range(bridges):
            found = found.bridged()
        return found
