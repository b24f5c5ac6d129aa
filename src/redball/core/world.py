"""What never changes during a game: board, scenario, edition, switches, compiled movement costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from msgspec import Raw

from redball.board.board import Board
from redball.board.costs import CostTable, MoveGraph, compile_graph
from redball.charts import Charts
from redball.core.actions import Action
from redball.core.events import Event
from redball.core.own import Own
from redball.core.point import Policies
from redball.forces.counter import Counter, Mobility
from redball.scenarios.records import Scenario


class Rules(Protocol):
    """What a game needs of its edition; `core/edition.py` assembles it."""

    @property
    def name(self) -> str:
        """Base and overlays."""

    @property
    def charts(self) -> Charts:
        """Its tables."""

    @property
    def own_charts(self) -> str:
        """The text of a player's chart file, "" for none."""

    @property
    def policies(self) -> Policies:
        """The functions in which editions differ, by their points."""

    @property
    def procedures(self) -> Mapping[str, Any]:
        """Its tables of steps (`core/procedures.py`), by name."""

    @property
    def switches(self) -> Mapping[str, Any]:
        """The choices that it offers, by name."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Every kind of action in it."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The kinds of event that its parts add."""

    @property
    def records(self) -> tuple[type[Own], ...]:
        """The kinds of record that its parts keep with units and with the state."""

    def read_action(self, raw: object) -> Action:
        """An action from its plain form."""

    def decode_action(self, raw: bytes | Raw) -> Action:
        """An action from its JSON text."""

    def read_events(self, raw: bytes | Raw) -> tuple[Event, ...]:
        """Events from their JSON text."""


T = TypeVar("T")
P = ParamSpec("P")

MOST_KEPT = 4096


@overload
def of_world(function: Callable[Concatenate[World, P], T], /) -> Callable[Concatenate[World, P], T]: ...
@overload
def of_world(*, most: int) -> Callable[[Callable[Concatenate[World, P], T]], Callable[Concatenate[World, P], T]]: ...
def of_world(function: Any = None, /, *, most: int = MOST_KEPT) -> Any:
    """Cache a function of the world, which never changes, and of further arguments (hashable, positional). Beyond the
    given number of results it drops them all."""
    if function is None:
        return partial(of_world, most=most)

    @wraps(function)
    def constant(world: World, *args: Any) -> Any:
        try:
            return world.constants[constant][args]
        except KeyError:
            results = world.constants.setdefault(constant, {})
            if len(results) >= most:
                results.clear()
            value = results[args] = function(world, *args)
            return value

    return constant


@dataclass(frozen=True, eq=False)
class World:
    """The fixed part of a game. `switches` holds the value of every switch of the edition."""

    board: Board
    scenario: Scenario
    edition: Rules
    switches: dict[str, Any]
    counters: dict[str, Counter]
    sides: tuple[str, str]
    position: str = ""
    """The written position that the game began from ("": from its scenario's set-up)."""
    facts: dict[Any, Any] = field(default_factory=dict, repr=False, init=False)
    """Facts derived from states, with their inputs (`redball.core.derived`)."""
    lists: dict[Any, Any] = field(default_factory=dict, repr=False, init=False)
    """The latest lists of facts about each of several things."""
    constants: dict[Any, dict[Any, Any]] = field(default_factory=dict, repr=False, init=False)
    """Results that depend on the world alone, by function (`of_world`)."""

    procedures: dict[str, Any] = field(repr=False, init=False)
    """The edition's tables of steps, by name, without what this game never has (`procedures.Held`)."""

    def __post_init__(self) -> None:
        tables = self.edition.procedures.items()
        object.__setattr__(self, "procedures", {name: table.fitted(self) for name, table in tables})

    def forget(self) -> None:
        """Drop all caches, so that a check can compute everything again."""
        self.facts.clear()
        self.lists.clear()
        self.constants.clear()

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

    @of_world
    def counters_of(self, *kinds: str) -> frozenset[str]:
        """Ids of the counters of some kinds."""
        return frozenset(name for name, counter in self.counters.items() if counter.kind in kinds)

    @of_world
    def combat_counters(self) -> frozenset[str]:
        """Ids of the counters of combat units (3.2)."""
        return frozenset(name for name, counter in self.counters.items() if counter.is_combat_unit)

    @property
    def policies(self) -> Policies:
        """The functions in which editions differ, by their points."""
        return self.edition.policies

    @property
    def charts(self) -> Charts:
        """The edition's charts."""
        return self.edition.charts

    def graph(self, mobility: Mobility, weather: str = "") -> MoveGraph:
        """Movement costs of one mobility (6.1a) in a weather; "" is normal ground, as supply paths count it
        (12.3d-D)."""
        changed = any(mobility in costs for costs in self.weather_costs(weather).values())
        return self._graph(mobility, weather if changed else "")

    @of_world
    def _graph(self, mobility: Mobility, weather: str) -> MoveGraph:
        return compile_graph(self.board, self.cost_table(weather), mobility)

    @of_world
    def weather_costs(self, weather: str) -> dict[str, dict[str, str]]:
        """Movement costs that a weather changes: by the terrain that a hex then counts as, and by its own table
        (17.0a)."""
        own, changed = self.scenario.terrain_movement, {}
        printed = {row.id: row for row in self.charts.terrain_movement.values()}
        for kind, other in self.scenario.weather_terrain.get(weather, {}).items():
            row = printed[other]
            changed[kind] = {"leg": row.leg, "track": row.track, "truck": row.truck} | own.get(other, {})
        for kind, costs in self.scenario.weather_effects.get(weather, {}).items():
            changed[kind] = changed.get(kind, {}) | costs
        return changed

    def terrain_in(self, weather: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """What terrains and hexside features count as in a weather (17.0a)."""
        changed = self.scenario.weather_terrain.get(weather)
        return tuple(dict.fromkeys(changed.get(kind, kind) for kind in kinds)) if changed else kinds

    def cost_table(self, weather: str = "", bridges: int = 0) -> CostTable:
        """The movement chart in force across hexsides with this many bridges."""
        found = self._table(weather)
        for _ in range(bridges):
            found = found.bridged()
        return found

    @of_world
    def _table(self, weather: str) -> CostTable:
        table = CostTable.from_records(self.charts.terrain_movement.values())
        return table.with_changes(self.scenario.terrain_movement).with_changes(self.weather_costs(weather))
