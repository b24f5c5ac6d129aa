"""New OCS: the Barrage Table without halves, its shifts and prices (N10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.barrage import Barrage, column_of
from referee.scene import Scene
from referee.setting import banded


class NewBarrage(Barrage):
    """Follows each barrage on combat units; those on dumps are left out."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.works = False

    def on_BarrageDeclared(self, event: Any, scene: Scene) -> None:
        if event.case.startswith("N10-facilities"):
            self.book.skip("a barrage on a dump")
            self.column = -1
            return
        super().on_BarrageDeclared(event, scene)

    def allowed_phases(self) -> tuple[str, ...]:
        """N10-phasing."""
        return ("bombardment",)

    def least(self) -> int:
        """N10-table: 2 points at least."""
        return 2

    def aim(self, h: int, side: str, scene: Scene) -> None:
        """N10-shifts: density, Strat Mode, spotters; cover is added with the terrain."""
        charts, targets = self.setting.charts, scene.fighters(self.setting.enemy(side), h)
        value = {row["id"]: row["value"] for row in charts["barrage_shifts"]["modifiers"]}
        soft = sum((scene.size(unit) for unit in targets if self.is_soft(scene, unit)), Fraction(0))
        size = sum((scene.size(unit) for unit in targets), Fraction(0))
        crowd = banded(charts["barrage_soft_density"]["bands"]["re"], int(4 * soft))
        self.shift = crowd or banded(charts["barrage_density"]["bands"]["re"], int(4 * size))
        self.shift += value["strat_mode"] if any(unit.marker == "strat" for unit in targets) else 0
        self.shift += 0 if any(scene.fighters(side, n) for n in self.ground.ring(h)) else value["no_spotter"]
        works = scene.state.hedgehogs.get(h)
        self.works = works is not None and works.level >= self.setting.value("barrage_prices", "small_hedgehog_level")
        self.bracket = False

    def on_StrikeMade(self, event: Any, scene: Scene) -> None:
        """N14-strike: aircraft need no spotter, and a short way shifts nothing; only strikes on units are judged."""
        self.close()
        self.column = -1
        if event.kind == "barrage":
            self.column = column_of(self.setting.charts["barrage"], event.points)
            self.dice, self.terrain, self.naval = [], "", False
            self.aim(event.hex, event.side, scene)
            value = {row["id"]: row["value"] for row in self.setting.charts["barrage_shifts"]["modifiers"]}
            spotted = any(scene.fighters(event.side, n) for n in self.ground.ring(event.hex))
            self.shift -= 0 if spotted else value["no_spotter"]

    def is_soft(self, scene: Scene, unit: Unit) -> bool:
        """N3.2a-hard-soft."""
        counter = scene.counter(unit)
        return counter.colour not in ("armor", "mech") and counter.symbol != "sp_artillery"

    def terrain_shift(self, line: str) -> int:
        """Extremely Close terrain or works of level 2: one column, once."""
        value = {row["id"]: row["value"] for row in self.setting.charts["barrage_shifts"]["modifiers"]}
        shift: int = min(value.get(line, 0), value["hedgehog"] if self.works else 0)
        return shift

    def on_BarrageResolved(self, event: Any, scene: Scene) -> None:
        if self.column >= 0:
            super().on_BarrageResolved(event, scene)
