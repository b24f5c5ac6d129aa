"""What air bases pay by the charts of 1992 (E92-special-supply-bases): 1 SP for each Level that is to be used, once in
a Supply Usage Segment; by draw in Truck MP or through an HQ (12.9c).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from referee.air import Sky
from referee.judge import Judge
from referee.moves import MP
from referee.paths import Paths
from referee.scene import Scene

CASE = "E92-special-supply-bases"
PURPOSE = "air base"
TOKENS = 4
"""In 1 SP."""


class Upkeep92(Judge):
    """Follows what is paid for each base until its side's bases are supplied."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.paying = -1
        self.wanted: dict[int, int] = {}
        self.paid: Counter[int] = Counter()

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        if event.new_phase:
            self.wanted, self.paid, self.paying = {}, Counter(), -1

    def begins(self, action: Any, scene: Scene) -> None:
        if type(action).__name__ == "SupplyBase":
            self.paying = action.hex
            what, base = f"the base at {self.name(action.hex)}", Sky(scene.state).bases.get(action.hex)
            level = base.level if base is not None and base.side == scene.clock.acting else 0
            self.book.holds(CASE, f"{what}: {action.levels} of {level} Levels", 0 < action.levels <= level)
            self.book.holds(CASE, f"{what}: once", action.hex not in self.wanted)
            self.wanted[action.hex] = action.levels

    def on_SupplySpent(self, event: Any, scene: Scene) -> None:
        if event.purpose != PURPOSE:
            return
        self.paid[self.paying] += event.tokens
        what = f"{event.tokens}T at {self.name(event.hex)} for the base at {self.name(self.paying)}"
        self.book.same(CASE, f"{what}: phase", scene.clock.phase, "supply")
        paths = Paths(scene)
        draw = Fraction(self.setting.value("supply_costs", "direct_draw_truck_mp"))
        holder = scene.units.get(event.holder) if event.holder else None
        if holder is not None:
            self.book.holds("12.9c", f"{what}: not of an Organic Truck", not scene.is_organic(holder))
        if event.via:
            hq = scene.units[event.via]
            self.book.holds("12.9c", f"{what}: no divisional HQ", not scene.counter(hq).divisional)
            face = scene.face(hq)
            found = paths.reach(hq.side, hq.hex, face.throw_mobility, Fraction(face.throw_range, MP), hq.facing)
            reached = paths.near(found, self.paying) and paths.draws(hq, event.hex)
        else:
            reached = paths.near(paths.reach(event.side, self.paying, "truck", draw), event.hex)
        self.book.holds("12.9c", f"{what} through {event.via or 'nobody'}: in reach", reached)

    def on_BasesSupplied(self, event: Any, scene: Scene) -> None:
        own = {base.hex: base for base in Sky(scene.state).bases.values() if base.side == event.side}
        used = dict(event.levels)
        self.book.same(CASE, "bases with Levels", {*used}, {h for h, base in own.items() if base.level})
        for h, levels in used.items():
            what = f"the base at {self.name(h)}"
            self.book.same(CASE, f"{what}: Levels in use", levels, self.wanted.get(h, 0))
            self.book.same(CASE, f"{what}: tokens", self.paid[h], TOKENS * levels)
