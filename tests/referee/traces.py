"""Trace supply: sources, open railroads, Extenders, who traces how, and attrition (12.6 to 12.8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.afloat import Afloat
from referee.judge import Judge
from referee.paths import Paths
from referee.scene import Scene
from referee.setting import banded

STATIONS = ("village", "minor_city", "major_city", "port")


class Sources:
    """The places in which a side finds trace supply in one scene (12.6a)."""

    def __init__(self, scene: Scene, side: str) -> None:
        self.scene, self.side = scene, side
        self.setting, self.ground = scene.setting, scene.ground
        self.enemy = scene.setting.enemy(side)
        self.paths = Paths(scene)
        self.given = {h for h in self.printed() | self.quays() if self.is_open(h)}
        self.rails = self.ride(self.given)
        self.hexes = self.given | self.stations()
        self.extend()

    def printed(self) -> set[int]:
        """12.6a, 19.0e: what the scenario names, but for ports of less than 1 SP."""
        afloat = Afloat(self.setting, self.scene.state)
        small = {h for h, port in afloat.ports.items() if not port.lst and afloat.capacity(port) < 1}
        return {*self.setting.scenario.sources.get(self.side, ())} - small

    def quays(self) -> set[int]:
        """18.4f-D, E: LSTs that serve as ports."""
        ports = Afloat(self.setting, self.scene.state).ports.values()
        return {port.hex for port in ports if port.lst and not port.fresh and port.side == self.side}

    def is_open(self, h: int) -> bool:
        """12.6b: no enemy combat unit, no un-negated ZOC."""
        return self.may_ride(h) and not (self.scene.zoc(self.enemy, h) and not self.paths.negated(self.side, h))

    def may_ride(self, h: int) -> bool:
        return not self.scene.fighters(self.enemy, h)

    def gauge(self, h: int) -> str:
        """The gauge of the railroad in a hex now."""
        rail = self.setting.scenario.rail
        return self.scene.state.regauged.get(h, rail.hexes.get(h, rail.gauge))

    def usable(self, h: int) -> bool:
        """13.3f: the side's gauge."""
        mine = self.setting.scenario.rail.sides.get(self.side)
        return mine is None or not mine.gauge or self.gauge(h) == mine.gauge

    def is_rail(self, h: int) -> bool:
        """A railroad runs through the hex."""
        return any("railroad" in self.setting.board.paths(h, d) for d in range(6))

    def ride(self, starts: set[int]) -> set[int]:
        """13.3c: rail hexes of an open line to one of the starts."""
        line = {h for h in starts if self.is_rail(h) and self.usable(h) and self.is_open(h)}
        new = [*line]
        while new:
            h = new.pop()
            for d in range(6):
                n = self.setting.board.neighbour_array[h * 6 + d]
                if n < 0 or n in line or "railroad" not in self.setting.board.paths(h, d):
                    continue
                if self.usable(n) and self.is_open(n):
                    line.add(n)
                    new.append(n)
        return line

    def stations(self) -> set[int]:
        """13.3c, 13.8c: where one may detrain."""
        found = set()
        for h in self.rails:
            kinds = {place.kind for place in self.setting.board.places_in(h)} | {*self.setting.board.terrain[h]}
            staff = any(
                self.scene.counter(unit).kind == "hq" and self.scene.is_engineer(unit)
                for unit in self.scene.fighters(self.side, h)
            )
            if kinds.intersection(STATIONS) or staff:
                found.add(h)
        return found

    def extend(self) -> None:
        """12.7: Extenders that reach a source, a station, an open railroad or each other, and what they add."""
        standing = [
            unit
            for unit in self.scene.units.values()
            if unit.side == self.side and unit.extender and unit.hex >= 0 and self.is_open(unit.hex)
        ]
        linked: set[str] = set()
        sources: set[int] = set()
        grown = True
        while grown:
            grown = False
            for unit in standing:
                kind = "wagon" if self.scene.counter(unit).transport == "wagon" else "truck"
                mix = self.setting.scenario.extenders.get(self.side, {}).get(kind)
                if mix is None:
                    continue
                found = self.paths.reach(self.side, unit.hex, mix.mobility, Fraction(mix.range, 12))
                ends = self.hexes | sources
                if unit.hex not in sources and any(self.paths.near(found, h) for h in ends - {unit.hex}):
                    sources.add(unit.hex)
                    grown = True
                if unit.id not in linked and (
                    unit.hex in sources or any(self.paths.near(found, h) for h in self.rails)
                ):
                    linked.add(unit.id)
                    joined = {unit.hex, *self.ground.ring(unit.hex)}
                    self.rails |= self.ride({h for h in joined if self.is_rail(h)})
                    self.hexes |= self.stations()
                    grown = True
        self.hexes |= sources

    def way(self, unit: Unit) -> tuple[str, int] | None:
        """How a unit traces: (HQ, source); ("", source) directly."""
        for h in self.hexes:
            if self.paths.draws(unit, h):
                return "", h
        for hq in self.headquarters():
            if self.paths.throws(hq, unit):
                for h in self.hexes:
                    if self.paths.draws(hq, h):
                        return hq.id, h
        return None

    def headquarters(self) -> list[Unit]:
        """The HQs of the side on the map."""
        return [
            unit
            for unit in self.scene.units.values()
            if unit.side == self.side and unit.hex >= 0 and self.scene.counter(unit).kind == "hq"
        ]


class Traces(Judge):
    """Judges the checks of the Supply Phase and what follows from them."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.sources: Sources | None = None
        self.traced: dict[str, tuple[str, int]] = {}
        self.dice: tuple[int, ...] = ()

    def begins(self, action: Any, scene: Scene) -> None:
        self.sources = None

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        self.sources, self.traced = None, {}

    def of(self, scene: Scene, side: str) -> Sources:
        """The sources as the checks of this action found them."""
        if self.sources is None:
            self.sources = Sources(scene, side)
        return self.sources

    def on_TraceChecked(self, event: Any, scene: Scene) -> None:
        if event.ate:
            return
        unit = scene.units[event.unit]
        sources = self.of(scene, unit.side)
        if event.found:
            self.traced[unit.id] = (event.via, event.source)
            what = f"{unit.id} traces to {self.name(event.source)} through {event.via or 'nobody'}"
            self.book.holds("12.6a", f"{what}: a source", event.source in sources.hexes)
            self.book.holds("12.6", what, sources.paths.supplies(unit, event.source, "", event.via))
            return
        way = sources.way(unit)
        if way is not None and scene.counter(unit).formation:
            self.book.skip("a unit whose formation traces elsewhere")
            return
        self.book.same("12.6d", f"{unit.id}: no way to trace", None, way)

    def on_MarkedOutOfSupply(self, event: Any, scene: Scene) -> None:
        self.book.holds("12.6d", f"{event.unit} is marked, and did not trace", event.unit not in self.traced)

    def on_CutOffNoted(self, event: Any, scene: Scene) -> None:
        for uid in event.units:
            unit = scene.units[uid]
            way = self.of(scene, unit.side).way(unit)
            if way is not None and scene.counter(unit).formation:
                self.book.skip("a unit whose formation traces elsewhere")
            else:
                self.book.same("12.8e-4", f"{uid} is cut off", None, way)

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice = event.dice

    def on_AttritionResult(self, event: Any, scene: Scene) -> None:
        here = [unit for unit in scene.fighters(scene.clock.acting, event.hex) if unit.out_of_supply]
        chart = self.setting.charts["attrition"]
        best = max(self.rating(scene, unit) for unit in here)
        steps = sum(scene.steps(unit) for unit in here)
        more = chart["modifiers"][0]["value"] if steps >= chart["many_steps"] else 0
        result = banded(chart["bands"][f"ar{max(0, min(5, best))}"], sum(self.dice) + more)
        lost = -1 if result == "all" else int(result)
        self.book.same("12.8b", f"attrition at {self.name(event.hex)}, rating {best}, {steps} steps", event.steps, lost)

    def rating(self, scene: Scene, unit: Unit) -> int:
        """12.8c: not adjusted for DG, but for Strat Mode."""
        if unit.marker == "strat" or scene.counter(unit).kind == "hq":
            return 0
        return scene.face(unit).action_rating
