"""New OCS: the Barrage Table without halves, its shifts and prices (N10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.barrage import Barrage, column_of
from referee.scene import Scene
from referee.setting import banded

TOKENS = 4
"""In 1 SP."""


class NewBarrage(Barrage):
    """Follows each barrage on combat units or on a dump."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.works = False
        self.on_dump: Fraction | None = None
        self.burns: tuple[int, int] | None = None

    def on_BarrageDeclared(self, event: Any, scene: Scene) -> None:
        if event.case.startswith("N10-facilities"):
            units = [scene.units[uid] for uid in event.units]
            self.close()
            self.on_dump, self.column, self.dice = self.strength(scene, units), -1, []
            what = f"barrage on the dump at {self.name(event.hex)}"
            self.book.same("10.0", f"{what}: strength", Fraction(event.strength), self.on_dump)
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
        self.column, self.dice = -1, []
        self.on_dump = Fraction(event.points) if event.kind.endswith("dump_barrage") else None
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
        elif self.on_dump is not None:
            self.at_dump(event, scene, self.on_dump)

    def at_dump(self, event: Any, scene: Scene, points: Fraction) -> None:
        """N10-facilities: a 1 of the Facility Table destroys 1 SP, a 2 destroys 2, as far as they are there."""
        chart, what = self.setting.charts["facility"], f"barrage on the dump at {self.name(event.hex)}"
        column, die = column_of(chart, points), self.dice[0][0]
        self.book.same("N10-facilities", f"{what}: column", event.column, chart["columns"][column])
        self.book.same("N10-facilities", f"{what}: roll", event.roll, die)
        result = chart["results"][die - 1][column]
        self.book.same("N10-facilities", f"{what}: result", event.result, result)
        enemy = self.setting.enemy(event.side)
        dump = scene.state.dumps[enemy].get(event.hex)
        there = (dump.tokens if dump is not None else 0) + sum(u.load for u in scene.at(event.hex) if u.side == enemy)
        hits = chart["codes"][result]["hits"]
        self.burns = (event.hex, min(there, TOKENS * hits)) if hits and there else None
        self.on_dump = None

    def on_SupplyBarraged(self, event: Any, scene: Scene) -> None:
        lost = event.ground + sum(tokens for _, tokens in event.loads)
        self.book.same("N10-facilities-dumps", "tokens lost by a barrage", (event.hex, lost), self.burns)
        self.burns = None

    def ends(self, action: Any, scene: Scene) -> None:
        super().ends(action, scene)
        self.book.same("N10-facilities-dumps", "tokens that a barrage must still destroy", self.burns, None)
        self.burns = None
