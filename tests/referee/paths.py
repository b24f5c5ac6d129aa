"""Supply paths by a plain search: draw, throw, and what lies in between (12.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from heapq import heappop, heappush

from redball.core.state import Unit
from referee.moves import MP
from referee.scene import Scene


class Paths:
    """Searches in one scene. `moving` negate nothing; with `sure`, only units that cannot move later in the phase do
    (4.5b)."""

    def __init__(self, scene: Scene, moving: Collection[str] = (), sure: bool = False) -> None:
        self.scene, self.moving, self.sure = scene, frozenset(moving), sure
        self._found: dict[tuple[str, int, str, Fraction, str], Mapping[int, Fraction]] = {}
        self._open: dict[tuple[str, int, str], bool] = {}

    def negated(self, side: str, h: int) -> bool:
        """4.5b: a friendly combat unit is there that will not spend MP any more."""
        return any(self.trusts(unit) for unit in self.scene.fighters(side, h) if unit.id not in self.moving)

    def trusts(self, unit: Unit) -> bool:
        """Whether it counts as negating."""
        if not self.sure or unit.activity.moved or unit.activity.negates or unit.activity.worked:
            return True
        clock = self.scene.clock
        if unit.side != clock.acting or clock.segment not in ("movement", "breakout"):
            return True
        if clock.phase == "movement":
            return not can_ever_move(self.scene, unit)
        return not (unit.activity.released or unit.marker in ("reserve", "exploit"))

    def may_enter(self, side: str, h: int, mobility: str) -> bool:
        """12.3d: no enemy combat units; no un-negated ZOC for a path in Truck MP."""
        key = (side, h, mobility)
        if key not in self._open:
            enemy = self.scene.setting.enemy(side)
            self._open[key] = not self.scene.fighters(enemy, h) and not (
                mobility == "truck" and self.scene.zoc(enemy, h) and not self.negated(side, h)
            )
        return self._open[key]

    def reach(self, side: str, start: int, mobility: str, limit: Fraction, facing: str = "") -> Mapping[int, Fraction]:
        """MP to every hex that a path can enter within the limit; `facing` of an HQ that throws."""
        key = (side, start, mobility, limit, facing)
        if key in self._found:
            return self._found[key]
        ground, scene = self.scene.ground, self.scene
        best, heap = {start: Fraction(0)}, [(Fraction(0), start)]
        while heap:
            spent, h = heappop(heap)
            if spent > best[h]:
                continue
            for n in ground.ring(h):
                cost = ground.path_step(h, n, mobility, scene.state.weather, scene.bridges(side, h, n))
                if cost == "all" and h == start:
                    cost = limit  # all that the path has
                if facing and isinstance(cost, Fraction):
                    cost += self.toll(side, h, n, mobility, facing)
                if not isinstance(cost, Fraction) or spent + cost > limit:
                    continue
                if spent + cost < best.get(n, limit + 1) and self.may_enter(side, n, mobility):
                    best[n] = spent + cost
                    heappush(heap, (best[n], n))
        self._found[key] = best
        return best

    def toll(self, side: str, a: int, b: int, mobility: str, facing: str) -> Fraction:
        """What un-negated ZOCs add to a step."""
        negated = frozenset(h for h in (a, b) if self.negated(side, h))
        return self.scene.toll(side, a, b, mobility, facing, negated)

    def near(self, found: Mapping[int, Fraction], h: int) -> bool:
        """12.3c: adjacent is close enough."""
        return h in found or any(n in found for n in self.scene.ground.ring(h))

    def drawing(self, unit: Unit) -> Mapping[int, Fraction]:
        """Where a unit draws from: 5 MP by truck, or by the throwing mobility of an HQ (12.3a)."""
        limit = Fraction(self.scene.setting.value("supply_costs", "direct_draw_truck_mp"))
        face = self.scene.face(unit)
        mobility = face.throw_mobility if self.scene.counter(unit).kind == "hq" else "truck"
        return self.reach(unit.side, unit.hex, mobility, limit)

    def draws(self, unit: Unit, h: int) -> bool:
        """Whether a unit can draw what is in a hex."""
        return self.near(self.drawing(unit), h)

    def throws(self, hq: Unit, unit: Unit) -> bool:
        """12.3b, 13.1d: whether an HQ can throw to a unit."""
        scene = self.scene
        if scene.counter(hq).kind != "hq" or hq.marker == "strat" or hq.side != unit.side or hq.hex < 0:
            return False
        face = scene.face(hq)
        found = self.reach(hq.side, hq.hex, face.throw_mobility, Fraction(face.throw_range, MP), hq.facing)
        return self.serves(hq, unit) and self.near(found, unit.hex)

    def serves(self, hq: Unit, unit: Unit) -> bool:
        """13.1d: a divisional HQ serves its division, and independents of its nation."""
        headquarters, user = self.scene.counter(hq), self.scene.counter(unit)
        if not headquarters.divisional or user.formation == headquarters.formation:
            return True
        independent = not user.formation and not user.printed_re and user.kind != "transport"
        return independent and user.nation == headquarters.nation

    def supplies(self, unit: Unit, h: int, holder: str = "", via: str = "") -> bool:
        """Whether supply in a hex can reach a unit: directly, or through an HQ; loads of Organic Trucks only for their
        formation (13.2g-B)."""
        if holder:
            carrier = self.scene.units[holder]
            formation = self.scene.counter(carrier).formation
            if self.scene.is_organic(carrier) and formation != self.scene.counter(unit).formation:
                return False
        if not via:
            return self.draws(unit, h)
        hq = self.scene.units[via]
        return self.throws(hq, unit) and self.draws(hq, h)


def can_ever_move(scene: Scene, unit: Unit) -> bool:
    """Whether a unit has an MA on a side that it may turn up in the Movement Phase."""
    counter = scene.counter(unit)
    return counter.move.ma > 0 or (counter.combat is not None and counter.combat.ma > 0)
