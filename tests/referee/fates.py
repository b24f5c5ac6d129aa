"""What dice decide outside combat: breakouts, captured and blown dumps (9.14b, 12.8e, 12.11a)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.judge import Judge
from referee.moves import half_up
from referee.paths import Paths
from referee.scene import Scene
from referee.traces import Sources


class Fates(Judge):
    """Follows these dice."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.dice: list[tuple[int, ...]] = []
        self.first_turn = False
        self.tries = ""

    # --- breakout ------------------------------------------------------------------------------------------------

    def begins(self, action: Any, scene: Scene) -> None:
        self.dice, self.tries = [], ""
        if type(action).__name__ == "Breakout":
            self.tries = action.unit
            self.may_break_out(scene, scene.units[action.unit])

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice.append(event.dice)

    def may_break_out(self, scene: Scene, unit: Unit) -> None:
        """12.8e: no trace; but for the first turn, a way to friends in supply, and some of them within 15 hexes."""
        what = f"{unit.id} may break out"
        counter = scene.counter(unit)
        sources = Sources(scene, unit.side)
        self.book.same("12.8e", f"{what}: in the segment", scene.clock.segment, "breakout")
        self.book.same("12.8e", f"{what}: trace", sources.way(unit), None)
        self.first_turn = not (unit.out_of_supply or unit.cut_off)
        if not scene.is_combat(unit):
            self.book.holds("12.8e-4", f"{what}: trucks in the first turn only", self.first_turn)
            return
        able = counter.move.ma > 0 or (counter.combat is not None and counter.combat.ma > 0)
        self.book.holds("12.8e", f"{what}: a printed MA", able)
        if self.first_turn:
            return
        friends = [
            other
            for other in scene.units.values()
            if other.side == unit.side and other.hex >= 0 and scene.is_combat(other) and sources.way(other) is not None
        ]
        near = self.setting.charts["breakout"]["friend_within"]
        close = any(self.ground.apart(unit.hex, other.hex) <= near for other in friends)
        self.book.holds("12.8e-B", f"{what}: friends within {near} hexes", close)
        reached = set(self.walk(scene, unit))
        self.book.holds("12.8e-A", f"{what}: a way to friends", any(other.hex in reached for other in friends))

    def walk(self, scene: Scene, unit: Unit) -> Iterator[int]:
        """The hexes that its Move side could ever come to (12.8e-A)."""
        mobility = scene.counter(unit).move.mobility
        paths, seen, new = Paths(scene), {unit.hex}, [unit.hex]
        while new:
            h = new.pop()
            yield h
            for n in self.ground.ring(h):
                bridges = scene.bridges(unit.side, h, n)
                cost = self.ground.step(h, n, mobility, scene.state.weather, bridges=bridges)
                if n not in seen and cost != "prohibited" and paths.may_enter(unit.side, n, mobility):
                    seen.add(n)
                    new.append(n)

    def escapes(self) -> bool:
        """5 and 6, in the first turn 4 as well."""
        more = self.setting.charts["breakout"]["modifiers"][0]["value"] if self.first_turn else 0
        return self.dice[0][0] + more >= 5

    def on_UnitBrokeOut(self, event: Any, scene: Scene) -> None:
        if self.tries == event.unit and scene.is_combat(scene.units[event.unit]):
            self.book.holds("12.8e-2", f"{event.unit} breaks out with {self.dice[0]}", self.escapes())
            self.book.same("12.8e-2", f"{event.unit} returns", event.turn, scene.clock.turn + self.dice[1][0])

    def on_UnitEliminated(self, event: Any, scene: Scene) -> None:
        if self.tries == event.unit and scene.is_combat(scene.units[event.unit]):
            self.book.holds("12.8e-1", f"{event.unit} fails with {self.dice[0]}", not self.escapes())

    # --- dumps ---------------------------------------------------------------------------------------------------

    def on_DumpCaptured(self, event: Any, scene: Scene) -> None:
        if self.setting.edition != "v4.2" or not self.dice:
            self.book.skip("a capture by evasion, or without its dice")
            return
        there = scene.state.dumps[event.loser].get(event.hex)
        total = there.tokens if there is not None else 0
        chart = self.setting.charts["capture"]
        percent = chart["results"][self.dice[-1][0] - 1][chart["columns"].index("dump")]
        captured = half_up(Fraction(total * percent, 100))
        what = f"the dump of {total}T at {self.name(event.hex)}"
        self.book.same("9.14b", what, (event.captured, event.destroyed), (captured, total - captured))

    def on_DumpBlown(self, event: Any, scene: Scene) -> None:
        chart = self.setting.charts["dump_blowing"]
        percent = chart["results"][self.dice[-1][0] - 1][0]
        what = f"{event.tokens}T at {self.name(event.hex)} blown"
        self.book.same("12.11a", what, event.destroyed, half_up(Fraction(event.tokens * percent, 100)))
        self.book.holds("12.11a", f"{what}: once in a phase", event.hex not in scene.state.blown)
