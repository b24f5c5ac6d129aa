"""What must hold as a segment ends: stacking (4.8a), Reserve markers (5.4a) and works (5.7g), Strat Mode (5.8b)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.judge import Judge
from referee.moves import STACK_LIMIT
from referee.scene import Scene
from referee.traces import Sources

BEFORE_MOVES = ("aircraft_refit", "reinforcement", "air_operations")
"""Phases in which arrivals may stand too close, because they could not move yet (13.6a)."""


class Ends(Judge):
    """Looks at the whole map whenever a phase or segment gives way to the next."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.parts: list[str] = []

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        clock = scene.clock
        if clock.phase in ("pre_turn", "set_up") or not clock.acting:
            return
        self.stacking(scene)
        self.markers(scene)
        if clock.segment == "movement":
            self.works(scene)
            self.left_behind(scene)
        self.parts = []

    def on_MoveFinished(self, event: Any, scene: Scene) -> None:
        """5.8a, 5.8b (reading 1.28): where a unit in Strat Mode may stop, with HQs where they are now."""
        unit = scene.units[event.unit]
        if unit.marker == "strat" and (unit.activity.spent or unit.activity.changed):
            self.stops_clear(scene, unit)
            way = Sources(scene, unit.side).way(unit)
            self.book.holds("5.8b", f"{unit.id} in Strat Mode stops where it traces", way is not None)

    def stops_clear(self, scene: Scene, unit: Unit) -> None:
        """5.8a: it stops in no ZOC."""
        zoc = scene.zoc(self.setting.enemy(unit.side), unit.hex)
        self.book.holds("5.8a", f"{unit.id} in Strat Mode stops in no ZOC", not zoc)

    def on_BreakdownDetached(self, event: Any, scene: Scene) -> None:
        self.parts.append(event.new)

    def left_behind(self, scene: Scene) -> None:
        """20.0c, 5.8b: a Breakdown in Strat Mode that stayed where its division left it."""
        for uid in self.parts:
            unit = scene.units.get(uid)
            if unit is not None and unit.hex >= 0 and unit.marker == "strat" and not unit.activity.spent:
                way = Sources(scene, unit.side).way(unit)
                self.book.holds("5.8b", f"the Breakdown {uid} in Strat Mode is left where it traces", way is not None)

    def stacking(self, scene: Scene) -> None:
        """4.8a: 10 RE; not in the Reinforcement Phase, nor before arrivals could move (13.6a)."""
        clock = scene.clock
        sizes: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
        for unit in scene.units.values():
            if 0 <= unit.hex < self.setting.board.map_size:
                sizes[unit.side, unit.hex] += scene.size(unit)
        before_moves = (
            clock.phase in ("aircraft_refit", "reinforcement", "air_operations") or clock.segment == "breakout"
        )
        for (side, h), size in sizes.items():
            if before_moves and side == clock.acting:
                continue
            self.book.holds(
                "4.8a", f"{size} RE of {side} at {self.name(h)}", size <= STACK_LIMIT or h in scene.state.overfull
            )
        sides: dict[int, set[str]] = defaultdict(set)
        for unit in scene.units.values():
            if unit.hex >= 0 and scene.is_combat(unit):
                sides[unit.hex].add(unit.side)
        both = [self.name(h) for h, there in sides.items() if len(there) > 1]
        self.book.same("4.8", "hexes with combat units of both sides", both, [])

    def markers(self, scene: Scene) -> None:
        """5.4a: a marker shows all Reserve units of a stack."""
        for side in self.setting.scenario.sides:
            hexes = {
                unit.hex
                for unit in scene.units.values()
                if unit.side == side.id and unit.marker == "reserve" and unit.hex >= 0
            }
            self.book.holds("5.4a", f"{len(hexes)} stacks of {side.id} in Reserve", len(hexes) <= side.reserve_markers)

    def works(self, scene: Scene) -> None:
        """5.7g, 16.0f."""
        if self.setting.switches.get("reserves_in_hedgehogs"):
            return
        for unit in scene.units.values():
            if unit.marker == "reserve" and unit.side == scene.clock.acting and unit.hex >= 0:
                self.book.holds("5.7g", f"{unit.id} in Reserve, not in works", unit.hex not in scene.state.hedgehogs)
