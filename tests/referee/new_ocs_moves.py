"""New OCS: ZOCs of hexes by their steps, what they cost, who must stop, and overruns (N4.5, N5.7, N6, N8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.barrage import column_of, strength_of
from referee.board import Cost
from referee.ends import Ends
from referee.moves import MP
from referee.prices import Prices
from referee.scene import Scene

MAJOR = ("major_river", "frozen_major_river")


class NewScene(Scene):
    """A state as New OCS reads it."""

    def is_unhurried(self, unit: Unit) -> bool:
        """N4.5: counts towards a ZOC: printed strength without parentheses, not DG, Strat or Out of Supply."""
        face = self.face(unit)
        printed = self.is_combat(unit) and face.strength is not None and not face.parenthesized
        return printed and not unit.out_of_supply and unit.marker not in ("dg", "strat")

    def zoc_steps(self, side: str, h: int, without: Collection[str] = ()) -> tuple[int, int]:
        """Steps in Combat Mode, and in Move or Reserve Mode, that count towards the ZOC of a hex."""
        combat = move = 0
        for unit in self.at(h):
            if unit.side != side or unit.id in without or not self.is_unhurried(unit):
                continue
            stands = unit.marker == "" and unit.facing == "combat"
            stands |= unit.marker == "exploit" and unit.keeps_zoc and unit.facing == "combat"
            if stands:
                combat += self.steps(unit)
            else:
                move += self.steps(unit)
        return combat, move

    def projects(self, side: str, h: int, without: Collection[str] = ()) -> bool:
        """N4.5: 2 steps in Combat Mode, 3 in Move and Reserve Mode; with `together` Combat Mode helps to make the 3."""
        need = self.setting.charts["zoc_steps"]["values"]
        combat, move = self.zoc_steps(side, h, without)
        together = self.setting.switches.get("zoc_mixture", "together") == "together"
        more = move + (combat if together else 0)
        return bool(combat >= need["combat_mode"] or more >= need["move_mode"])

    def zoc(self, side: str, h: int, without: Iterable[str] = ()) -> bool:
        """Whether a ZOC of that side lies on the hex (N4.5-terrain)."""
        absent = frozenset(without)
        key = (side, h)
        if absent or key not in self._zoc:
            found = any(self.projects(side, n, absent) and self.crosses(side, n, h) for n in self.ground.ring(h))
            if absent:
                return found
            self._zoc[key] = found
        return self._zoc[key]

    def crosses(self, side: str, a: int, b: int) -> bool:
        """N4.5-terrain: not over an impassable hexside, nor a major river without a bridge of that side (13.8b)."""
        d = self.ground.direction(a, b)
        if any(self.setting.board.paths(a, d)):
            return True
        changes = self.setting.scenario.weather_terrain.get(self.state.weather, {})
        kinds = [changes.get(kind, kind) for kind in self.setting.board.hexsides(a, d)]
        shut = all(
            any(self.ground.price(kind, mobility, self.state.weather) == "prohibited" for kind in kinds)
            for mobility in ("leg", "track", "truck")
        )
        if shut:
            return False
        return "major_river" not in kinds or self.bridges(side, a, b) > 0

    def toll(self, side: str, a: int, b: int, mobility: str, facing: str, negated: Collection[int] = ()) -> Fraction:
        """N6: MP for leaving and entering enemy ZOCs."""
        enemy = self.setting.enemy(side)
        rows = {row["id"]: row for row in self.setting.charts["zoc_movement"]["records"]}
        row = rows[f"{facing}_{mobility}"]
        mp = Fraction(0)
        if a not in negated and self.zoc(enemy, a):
            mp += row["leave"]
        if b not in negated and self.zoc(enemy, b):
            mp += row["enter"]
        return mp


class NewMoves(Prices):
    """Moves and prices by New OCS."""

    def zoc_toll(self, scene: Scene, unit: Unit, a: int, b: int) -> Fraction:
        """N4.5: combat units pay in any company, Transport Points not where a friendly combat unit stands."""
        negated: set[int] = set()
        if not scene.is_combat(unit):
            negated = {h for h in (a, b) if self.others(scene, unit.side, h)}
        return scene.toll(unit.side, a, b, scene.face(unit).mobility, unit.facing, negated)

    def busted(self, scene: Scene, unit: Unit, h: int) -> Fraction:
        """N8: overruns pay for no zone; `step_cost` has the rest."""
        return Fraction(0)

    def interdicted(self, scene: Scene, side: str, h: int) -> bool:
        """N6-interdiction: the hex of a marker, and all around it."""
        record: Any = next((one for one in scene.state.own if type(one).__name__ == "BustedRails"), None)
        markers = record.markers if record is not None else ()
        return any(against == side and self.ground.apart(at, h) <= 1 for at, against in markers)

    def step_cost(self, scene: Scene, unit: Unit, a: int, b: int) -> Cost:
        """N14-interdiction-zone: in Move Mode 1 MP more, on roads 1 MP at least; the highest of this and the tolls of
        ZOCs (N14-interdiction-strat-rail)."""
        if not self.interdicted(scene, unit.side, b) or max(a, b) >= self.setting.board.map_size:
            return super().step_cost(scene, unit, a, b)
        self.book.holds("N14-interdiction-strat-rail", f"{unit.id} enters a zone", unit.marker != "strat")
        slow = unit.facing == "move"  # the side that shows, as for ZOCs
        bridges = scene.bridges(unit.side, a, b)
        cost = self.ground.step(a, b, scene.face(unit).mobility, scene.state.weather, bridges=bridges)
        toll = self.zoc_toll(scene, unit, a, b)
        if not isinstance(cost, Fraction):
            return cost
        return max(max(cost, Fraction(1)) + 1, cost + toll) if slow else cost + toll

    def on_UnitMoved(self, event: Any, scene: Scene) -> None:
        """Transport pays for zones only once it spends more than half its MA, which is left out."""
        unit = scene.units[event.unit]
        if scene.is_combat(unit) or not self.interdicted(scene, unit.side, event.hex):
            super().on_UnitMoved(event, scene)
            return
        self.book.skip("transport in an Interdiction Zone")
        self.spent[unit.id] += Fraction(event.mp, MP)
        self.ways[unit.id] = [*(self.ways[unit.id] or [event.start]), event.hex]

    def others(self, scene: Scene, side: str, h: int) -> bool:
        """A combat unit stands there that is not of the moving stack: one that spends MP negates nothing (4.5b-A)."""
        return any(other.id not in self.stack for other in scene.fighters(side, h))

    def leaves_zoc(self, scene: Scene, unit: Unit, h: int, where: str) -> None:
        """N4.5-hard: a unit with its Move side up stops where it has entered a ZOC."""
        entered = len(self.ways[unit.id]) > 1
        enemy = self.setting.enemy(unit.side)
        if not entered or unit.facing != "move" or not scene.zoc(enemy, h):
            return
        negated = not scene.is_combat(unit) and self.others(scene, unit.side, h)
        self.book.holds("N4.5-hard", f"{where}: it leaves a ZOC that it entered", negated)

    def enters(self, scene: Scene, unit: Unit, h: int, where: str) -> None:
        super().enters(scene, unit, h, where)
        enemy = self.setting.enemy(unit.side)
        if unit.facing == "move" and scene.is_combat(unit) and scene.zoc(enemy, unit.hex) and scene.zoc(enemy, h):
            self.book.holds("N4.5-minimum-move", f"{where}: from ZOC to ZOC with the Move side up", False)

    def may_reserve(self, scene: Scene, unit: Unit) -> bool:
        """N5.7: anywhere; a unit next to the enemy must use its quarter to break contact."""
        return True

    def on_MoveFinished(self, event: Any, scene: Scene) -> None:
        super().on_MoveFinished(event, scene)
        unit = scene.units[event.unit]
        if unit.marker == "reserve" and unit.activity.changed:
            near = any(scene.fighters(self.setting.enemy(unit.side), n) for n in self.ground.ring(unit.hex))
            self.book.holds("N5.7", f"{unit.id} in Reserve stops away from the enemy", not near)

    def formation_price(self, scene: Scene, formation: str) -> int:
        """N13.7-small-formation-fuel: 2T for a formation without armor (or with little, by a switch)."""
        armor = [
            unit
            for unit in scene.units.values()
            if scene.counter(unit).formation == formation and scene.counter(unit).colour == "armor"
        ]
        if self.setting.switches.get("small_formation", "without_armor") != "without_armor":
            self.book.skip("fuel of formations with little armor")
        full = bool(armor) or any(
            one.formation == formation and one.colour == "armor" for one in self.setting.counters.values()
        )
        small: int = self.setting.value("fuel_prices", "small_formation")
        return super().formation_price(scene, formation) if full else small

    def barrage_prices(self, event: Any, scene: Scene, units: list[Unit]) -> tuple[int, ...]:
        """N10-table: guns with their Move side up count twice; small barrages may share a token."""
        points = sum(strength_of(scene, unit) * (2 if unit.facing == "move" else 1) for unit in units)
        if event.case.startswith("N10-facilities"):
            chart = self.setting.charts["facility"]
            return (chart["column_cost_t"][column_of(chart, points)],)
        prices = self.setting.charts["barrage_prices"]["values"]
        quarters = prices["column_cost_quarters"][column_of(self.setting.charts["barrage"], points)]
        return (quarters // 4,) if quarters >= 4 else (0, 1)

    def overrun_ground(self, event: Any, scene: Scene, unit: Unit, what: str) -> None:
        """N8-terrain: anything but a major river and a mountain; each hex once in a phase."""
        kinds = self.setting.board.hexsides(event.start, self.ground.direction(event.start, event.hex))
        changes = self.setting.scenario.weather_terrain.get(scene.state.weather, {})
        rivers = {changes.get(kind, kind) for kind in kinds}
        terrain = self.setting.board.terrain[event.hex]
        open_ = not rivers.intersection({"major_river", "sea_or_lake"}) and "mountain" not in terrain
        self.book.holds("N8-terrain", f"{what}: ground", open_)
        self.book.holds("N8-one-attempt", f"{what}: the first", event.hex not in scene.state.overrun)


class NewEnds(Ends):
    """The ends of segments by New OCS, and of Reserve Mode."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.came: set[tuple[str, int]] = set()

    def stops_clear(self, scene: Scene, unit: Unit) -> None:
        """Contact takes Reserve markers away (N5.7), which may bring a ZOC about where the unit stands by then; that it
        enters none is judged as it moves."""

    def on_UnitMoved(self, event: Any, scene: Scene) -> None:
        """A combat unit comes next to what is there."""
        unit = scene.units[event.unit]
        if scene.is_combat(unit):
            self.came.add((unit.side, event.hex))

    def ends(self, action: Any, scene: Scene) -> None:
        """N5.7, N7-reserve-contact: enemies next to it have lost their Reserve markers."""
        for side, h in self.came:
            near = [unit for n in self.ground.ring(h) for unit in scene.fighters(self.setting.enemy(side), n)]
            waiting = [unit.id for unit in near if unit.marker == "reserve"]
            self.book.same("N7-reserve-contact", f"in Reserve next to {self.name(h)}", waiting, [])
        self.came.clear()
