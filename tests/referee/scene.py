"""One state of a game as the referee reads it: who stands where, what units are worth now, and whose ZOC is where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from fractions import Fraction

from redball.core.state import State, Unit
from redball.forces.counter import Counter, Face
from referee.board import Ground
from referee.setting import Setting

HALF = Fraction(1, 2)


class Scene:
    """A state with the fixed things around it. `hidden` are units to count as absent."""

    def __init__(self, setting: Setting, ground: Ground, state: State) -> None:
        self.setting, self.ground, self.state = setting, ground, state
        self.units = state.units
        self.clock = state.clock
        self._at: dict[int, list[Unit]] | None = None
        self._zoc: dict[tuple[str, int], bool] = {}

    # --- counters ------------------------------------------------------------------------------------------------

    def counter(self, unit: Unit) -> Counter:
        """What is printed on it."""
        return self.setting.counters[unit.counter]

    def face(self, unit: Unit) -> Face:
        """The side that shows; a counter without a Combat side shows the other (5.6b)."""
        counter = self.counter(unit)
        return counter.combat if unit.facing == "combat" and counter.combat is not None else counter.move

    def is_combat(self, unit: Unit) -> bool:
        """3.2, 3.3: everything but Transport Points."""
        return self.counter(unit).kind != "transport"

    def is_organic(self, unit: Unit) -> bool:
        """13.2g: an Organic Truck; once captured it is a regular one (13.2g-F)."""
        return self.counter(unit).transport == "organic" and not unit.captured

    def steps(self, unit: Unit) -> int:
        """4.6: steps left."""
        return (self.counter(unit).printed_re or 1) - unit.steps_lost if self.is_combat(unit) else 0

    def size(self, unit: Unit) -> Fraction:
        """4.6: RE now."""
        counter = self.counter(unit)
        if not self.is_combat(unit):
            return Fraction(0)
        if counter.printed_re:
            return Fraction(counter.printed_re - unit.steps_lost)
        if counter.kind == "hq":
            return Fraction(1)
        if counter.kind == "repl" or counter.size == "Co":
            return Fraction(1, 4)
        return HALF if counter.size == "Bn" else Fraction(1)

    def rating(self, unit: Unit) -> int:
        """9.6a, 13.1c: the Action Rating in combat."""
        if unit.marker == "strat" or self.counter(unit).kind == "hq":
            return 0 - (unit.marker == "dg")
        return self.face(unit).action_rating - (unit.marker == "dg")

    def is_attack_capable(self, unit: Unit) -> bool:
        """4.4: a printed strength without parentheses, not in Strat or Reserve Mode."""
        face = self.face(unit)
        printed = self.is_combat(unit) and face.strength is not None and not face.parenthesized
        return printed and unit.marker not in ("strat", "reserve")

    def has_zoc(self, unit: Unit) -> bool:
        """4.4b, 4.5, 5.9c: Attack-Capable, in Combat Mode, not Out of Supply; Exploitation Mode keeps what it had."""
        if unit.out_of_supply or not self.is_attack_capable(unit):
            return False
        return unit.keeps_zoc if unit.marker == "exploit" else unit.marker == "" and unit.facing == "combat"

    def is_engineer(self, unit: Unit) -> bool:
        """13.8a: HQs and Engineers in Combat Mode, or DG with the Combat side up."""
        able = self.counter(unit).kind in ("hq", "engineer")
        return able and unit.facing == "combat" and unit.marker in ("", "dg")

    # --- places --------------------------------------------------------------------------------------------------

    def at(self, h: int) -> list[Unit]:
        """All units in a hex, of both sides."""
        if self._at is None:
            found = defaultdict(list)
            for unit in self.units.values():
                if unit.hex >= 0:
                    found[unit.hex].append(unit)
            self._at = found
        return self._at.get(h, [])

    def fighters(self, side: str, h: int) -> list[Unit]:
        """The combat units of a side in a hex."""
        return [unit for unit in self.at(h) if unit.side == side and self.is_combat(unit)]

    def zoc(self, side: str, h: int, without: Iterable[str] = ()) -> bool:
        """Whether a ZOC of that side lies on the hex."""
        absent = set(without)
        if not absent and (side, h) in self._zoc:
            return self._zoc[side, h]
        found = any(
            unit.side == side and unit.id not in absent and self.has_zoc(unit)
            for n in self.ground.ring(h)
            for unit in self.at(n)
        )
        if not absent:
            self._zoc[side, h] = found
        return found

    def toll(self, side: str, a: int, b: int, mobility: str, facing: str, negated: Collection[int] = ()) -> Fraction:
        """MP that ZOCs add to a step; none by the series."""
        return Fraction(0)

    def works(self, side: str, h: int) -> int:
        """The level of a side's hedgehog in a hex."""
        hedgehog = self.state.hedgehogs.get(h)
        return hedgehog.level if hedgehog is not None and hedgehog.side == side else 0

    def anything_of(self, side: str, h: int) -> bool:
        """Units, SP or works of a side in a hex."""
        here = any(unit.side == side for unit in self.at(h))
        return here or self.state.dumps[side].get(h) is not None or self.works(side, h) > 0

    def bridges(self, side: str, a: int, b: int) -> int:
        """13.8b: engineers of a side at either end of a step; several count once but for a switch."""
        there = sum(self.is_engineer(unit) for h in (a, b) for unit in self.at(h) if unit.side == side)
        return min(there, 2 if self.setting.switches.get("double_bridge") == "twice" else 1)
