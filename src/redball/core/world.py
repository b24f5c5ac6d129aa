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
    _graphs: dict[tuple[str, str, int], MoveGraph] = field(default_factory=dict, repr=False)
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

    @property
    def charts(self) -> Charts:
        """The edition's charts."""
        return self.edition.charts

    def graph(self, mobility: Mobility, weather: str = "", bridges: int = 0) -> MoveGraph:
        """Movement costs of one mobility (6.1a) in a weather; "" is normal ground, as supply paths count it
        (12.3d-D). With `bridges` every hexside of the board is bridged so many times (13.8b).
        """
        effects = self.scenario.weather_effects.get(weather, {})
        key = (mobility, weather if effects else "", bridges)
        if key not in self._graphs:
            self._graphs[key] = compile_graph(self.board, self.cost_table(weather, bridges), mobility)
        return self._graphs[key]

    def cost_table(self, weather: str = "", bridges: int = 0) -> CostTable:
        """The movement chart in force, across hexsides with so many bridges."""
        table = CostTable.from_records(self.charts.terrain_movement.values())
        effects = self.scenario.weather_effects.get(weather, {})
        table = table.with_changes(self.scenario.terrain_movement).with_changes(effects)
        for _ in range(bridges):
            table = table.bridged()
        return table
