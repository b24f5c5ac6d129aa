"""Artillery barrages (10.0, 10.1): strength, column, shifts, result, who may fire at what."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.judge import Judge
from referee.moves import half_up
from referee.scene import HALF, Scene
from referee.setting import banded


def strength_of(scene: Scene, unit: Unit) -> Fraction:
    """5.10b, 10.1b-B: DG halves, being Out of Supply does not."""
    return scene.face(unit).barrage * (HALF if unit.marker == "dg" else Fraction(1))


def column_of(chart: dict[str, Any], strength: Fraction | int) -> int:
    """The column of a strength, rounded (4.1)."""
    points = half_up(Fraction(strength))
    return max(number for number, least in enumerate(chart["column_min"]) if points >= least)


class Barrage(Judge):
    """Follows each barrage."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.dice: list[tuple[int, ...]] = []
        self.column = -1
        self.terrain = ""
        self.shift = 0
        self.bracket = self.naval = False
        self.dg_at, self.target = -1, ""
        self.owed: tuple[int, int] | None = None
        self.lost = 0
        self.starts: dict[str, int] = {}

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        self.close()
        self.all_dg(scene)

    def on_StepLost(self, event: Any, scene: Scene) -> None:
        if event.cause == "barrage":
            self.lost += 1

    def close(self) -> None:
        """10.0a: the steps of the last barrage are lost, or all there were."""
        if self.owed is not None:
            self.book.same("10.0a", f"barrage on {self.name(self.owed[0])}: steps lost", self.lost, self.owed[1])
        self.owed, self.lost = None, 0

    def ends(self, action: Any, scene: Scene) -> None:
        self.all_dg(scene)

    def all_dg(self, scene: Scene) -> None:
        """5.10a-A: a barrage that disorganizes does so to all combat units in the hex."""
        if self.dg_at >= 0:
            calm = [unit.id for unit in scene.fighters(self.target, self.dg_at) if unit.marker != "dg"]
            self.book.same("5.10a", f"not DG after a barrage on {self.name(self.dg_at)}", calm, [])
        self.dg_at = -1

    def on_TerrainChosen(self, event: Any, scene: Scene) -> None:
        self.terrain = event.terrain

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice.append(event.dice)

    def on_BarrageDeclared(self, event: Any, scene: Scene) -> None:
        self.close()
        what = f"barrage on {self.name(event.hex)}"
        units = [scene.units[uid] for uid in event.units]
        side, clock = units[0].side, scene.clock
        strength = self.strength(scene, units)
        self.book.same("10.0", f"{what}: strength", Fraction(event.strength), strength)
        self.book.holds("10.0", f"{what}: points at least", half_up(strength) >= self.least())
        self.only_one(scene, event.hex, what)
        self.book.same("10.0e", f"{what}: acting", clock.acting, side)
        self.book.holds("10.0e-C", f"{what}: phase", clock.phase in self.allowed_phases())
        self.has_target(scene, side, event.hex, what)
        for unit in units:
            far = self.ground.apart(unit.hex, event.hex)
            self.book.holds("10.1a", f"{what}: {unit.id} at {far}", 1 <= far <= scene.face(unit).barrage_range)
            self.book.holds("10.0e-B", f"{what}: {unit.id} fires once", not unit.activity.barraged)
            self.book.holds("13.4a", f"{what}: {unit.id}: {unit.mode}", unit.marker not in ("reserve", "strat"))
            if clock.phase == "reaction":
                self.book.holds("7.0a", f"{what}: {unit.id} is released", unit.activity.released)
            if clock.phase == "exploitation":
                able = unit.activity.released or unit.marker == "exploit"
                self.book.holds("11.0", f"{what}: {unit.id} may fire in Exploitation", able)
        self.column = column_of(self.setting.charts["barrage"], strength)
        self.dice, self.terrain, self.naval = [], "", False
        self.aim(event.hex, side, scene)

    def on_GunfireOpened(self, event: Any, scene: Scene) -> None:
        """18.3b: ships at ground units; results are read with the losses of naval fire."""
        if event.at == "units":
            self.close()
            self.column = column_of(self.setting.charts["barrage"], Fraction(event.strength))
            self.dice, self.terrain, self.naval = [], "", True
            self.aim(event.hex, event.side, scene)

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        record: Any = next(one for one in scene.state.own if type(one).__name__ == "AirForce")
        self.starts = {plane.id: plane.hex for plane in record.planes}

    def on_StrikeMade(self, event: Any, scene: Scene) -> None:
        """10.2: a barrage by aircraft is that of artillery with their points, and without a price."""
        self.close()
        self.column = column_of(self.setting.charts["barrage"], event.points)
        self.dice, self.terrain, self.naval = [], "", False
        self.aim(event.hex, event.side, scene)
        value = {row["id"]: row["value"] for row in self.setting.charts["barrage_shifts"]["modifiers"]}
        high = any("S" in self.setting.scenario.aircraft[pid].types for pid in event.planes)
        near = self.setting.value("air_transport_limits", "short_range_hexes")
        if high and not self.unspotted(event, scene):
            self.shift += value["no_spotter"]
        self.bracket = self.bracket or self.setting.charts["barrage"]["bracket_is_dg_when"]["air_barrage"]
        if not high and all(self.ground.apart(self.starts[pid], event.hex) <= near for pid in event.planes):
            self.shift += value["short_range_air"]

    def only_one(self, scene: Scene, h: int, what: str) -> None:
        """10.0e-A: a hex is barraged once in a phase."""
        self.book.holds("10.0e-A", f"{what}: one in a phase", h not in scene.state.barraged)

    def has_target(self, scene: Scene, side: str, h: int, what: str) -> None:
        """10.0: enemy combat units in the hex."""
        self.book.holds("10.0", f"{what}: a target", bool(scene.fighters(self.setting.enemy(side), h)))

    def unspotted(self, event: Any, scene: Scene) -> bool:
        """10.0b: nobody spots, so that shift counts already; with a Strategic Bomber it always does (14.1e)."""
        return not any(scene.fighters(event.side, n) for n in self.ground.ring(event.hex))

    def allowed_phases(self) -> tuple[str, ...]:
        """10.0e-C, D, E."""
        return ("combat", "reaction", "exploitation")

    def strength(self, scene: Scene, units: list[Unit]) -> Fraction:
        """10.0-D: that of all who fire."""
        return sum((strength_of(scene, unit) for unit in units), Fraction(0))

    def least(self) -> int:
        """10.0: it takes a point to get on the table."""
        return 1

    def terrain_shift(self, line: str) -> int:
        """10.0a: columns for the terrain of the target."""
        value = {row["id"]: row["value"] for row in self.setting.charts["barrage_shifts"]["modifiers"]}
        shift: int = value.get(line, 0)
        return shift

    def aim(self, h: int, side: str, scene: Scene) -> None:
        """10.0a, 10.0b: the shifts that do not depend on the owner's choice of terrain."""
        enemy = self.setting.enemy(side)
        targets = scene.fighters(enemy, h)
        charts = self.setting.charts
        value = {row["id"]: row["value"] for row in charts["barrage_shifts"]["modifiers"]}
        spotted = any(scene.fighters(side, n) for n in self.ground.ring(h))
        works = scene.state.hedgehogs.get(h)
        quarters = 4 * self.density(scene, targets)
        self.shift = banded(charts["barrage_density"]["bands"]["re"], int(quarters))
        self.shift += value["hedgehog"] if works is not None else 0
        self.shift += 0 if spotted else value["no_spotter"]
        self.shift += value["strat_mode"] if any(unit.marker == "strat" for unit in targets) else 0
        high = works is not None and works.level >= charts["barrage"]["bracket_is_dg_when"]["hedgehog_level_at_least"]
        self.bracket = high or not spotted

    def who_may_lose(self, scene: Scene, targets: list[Unit]) -> list[Unit]:
        """10.0a: all combat units in the hex."""
        return targets

    def density(self, scene: Scene, targets: list[Unit]) -> Fraction:
        """10.0a: a division never counts as more than 3 RE."""
        groups: dict[str, Fraction] = defaultdict(Fraction)
        for unit in targets:
            counter = scene.counter(unit)
            division = counter.formation or (unit.id if counter.printed_re else "")
            groups[division] += scene.size(unit)
        cap = Fraction(self.setting.charts["barrage_density"]["re_cap_per_division"], 4)
        return sum((min(size, cap) if name else size for name, size in groups.items()), Fraction(0))

    def on_BarrageResolved(self, event: Any, scene: Scene) -> None:
        charts = self.setting.charts
        chart = charts["barrage"]
        what = f"barrage on {self.name(event.hex)}"
        lines = {row["id"]: row["line"] for row in charts["terrain_combat"]["records"]}
        changes = self.setting.scenario.weather_terrain.get(scene.state.weather, {})
        kinds = {changes.get(kind, kind) for kind in self.setting.board.terrain[event.hex]} & lines.keys()
        choices = {self.terrain_shift(lines[kind]) for kind in kinds - {"open"} or {"open"}}
        if self.terrain:
            self.book.holds("10.0a", f"{what}: {self.terrain} is there", self.terrain in kinds)
            choices = {self.terrain_shift(lines[self.terrain])}
        columns = {
            chart["columns"][max(0, min(len(chart["columns"]) - 1, self.column + self.shift + terrain))]
            for terrain in choices
        }
        self.book.holds("10.0a", f"{what}: column {event.column} of {sorted(columns)}", event.column in columns)
        roll = sum(self.dice[0])
        self.book.same("10.0a", f"{what}: roll", event.roll, roll)
        row = max(0, min(len(chart["rows"]) - 1, roll - chart["rows"][0]))
        result = chart["results"][row][chart["columns"].index(event.column)]
        if self.naval:
            result = charts["ship_to_shore"]["values"]["reading"][result]
            self.book.same("18.3b", f"{what}: result", event.result, result)
        self.book.same("10.0a", f"{what}: result", event.result, result)
        code = chart["codes"][result]
        steps = code["steps"]
        if code["half"] and not (code["bracketed"] and self.bracket):
            steps = int(self.dice[1][0] >= chart["step_loss_on"])
        self.book.same("10.0a", f"{what}: steps", event.steps, steps)
        targets = scene.fighters(self.setting.enemy(event.side), event.hex)
        self.owed, self.lost = (event.hex, min(steps, sum(map(scene.steps, self.who_may_lose(scene, targets))))), 0
        self.dg_at, self.target = event.hex if code["dg"] else -1, self.setting.enemy(event.side)
