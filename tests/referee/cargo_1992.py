"""What flies with aircraft by the charts of 1992: weights (E92-transportation), a die for each load of supply
(E92-supply-drop) and for each unit (E92-unit-drop), which may scatter.
Capacity, range and plans are those of the series.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.air import Sky
from referee.cargo import HALVES, TOKEN, Cargo, Flown, plan_of
from referee.scene import Scene

LANDS, SCATTERS = 4, 5
"""Up to the first a load or a unit lands; at the second a unit scatters."""
NORTH_FIRST = 1
"""Direction 1; the others follow clockwise."""


class Cargo92(Cargo):
    """Follows each mission with cargo."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.rolls: list[tuple[int, ...]] = []
        self.missed, self.scattered = False, -1
        self.down_in: dict[str, int] = {}
        self.down_from: dict[int, list[int]] = {}
        self.read = 0

    def weight(self, scene: Scene, unit: Any) -> Fraction:
        """E92-transportation-re: 1 RE is 1 SP, whatever its MA."""
        return HALVES * scene.size(unit)

    def may_load(self, scene: Scene, flown: Flown, what: str) -> None:
        """E92-transportation: armor and mech go by train or ship only."""
        super().may_load(scene, flown, what)
        for uid in flown.units:
            colour = scene.counter(scene.units[uid]).colour
            self.book.holds("E92-transportation", f"{what}: {uid} is {colour}", colour not in ("armor", "mech"))

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        super().on_MissionFlown(event, scene)
        self.down_from, self.down_in = {}, {}

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        super().on_DiceRolled(event, scene)
        self.rolls, self.read = [*self.rolls[-1:], event.dice], 0

    # --- supply --------------------------------------------------------------------------------------------------

    def on_LoadDropped(self, event: Any, scene: Scene) -> None:
        """A die for what an aircraft carries, and one for what is on the gliders behind it."""
        flown, what = self.flown, f"{event.tokens}T dropped on {self.name(event.hex)}"
        assert flown is not None  # it is dropped
        self.book.same("E92-supply-drop", f"{what}: hex", event.hex, flown.hex)
        enemy = self.setting.enemy(flown.side)
        self.book.holds("14.10d-B", f"{what}: no enemy there", not scene.fighters(enemy, event.hex))
        die = self.dice[self.read]
        self.read += 1
        self.book.same("E92-supply-drop", f"{what}: roll", event.roll, die)
        self.book.same("E92-supply-drop", f"{what}: lands", event.lands, die <= LANDS)
        aboard = sum(flown.tokens.get((event.start, glider), 0) for glider in (False, True))
        each = self.loads(scene, flown, event.start)
        down = self.down_from.setdefault(event.start, [])
        down.append(event.tokens)
        self.book.holds("E92-supply-drop", f"{what}: {sum(down)}T of {aboard}T on board", sum(down) <= aboard)
        most = max(each, default=0) // TOKEN or sum(each) // TOKEN  # two of half a token carry one together (14.9b)
        self.book.holds("E92-supply-drop", f"{what}: the load of one aircraft", event.tokens <= most)
        self.book.holds("E92-supply-drop", f"{what}: one die for each load", len(down) <= len(each))
        self.book.holds("14.4g", f"{what}: they carry it still", TOKEN * sum(down) <= sum(each) + sum(each) % TOKEN)

    def loads(self, scene: Scene, flown: Flown, start: int) -> list[int]:
        """What each aircraft from a base that is over the hex carries, and what its gliders do, in half tokens."""
        planes = Sky(scene.state).planes
        mine = [pid for pid in flown.trips if flown.starts[pid] == start and planes[pid].hex == flown.hex]
        each = [self.carries(planes[pid], flown.trips[pid], glider) for pid in mine for glider in (False, True)]
        return [halves for halves in each if halves]

    # --- units ---------------------------------------------------------------------------------------------------

    def on_DropScattered(self, event: Any, scene: Scene) -> None:
        what = f"{event.unit} misses {self.name(event.hex)}"
        self.book.same("E92-unit-drop", f"{what}: dice", (event.direction, event.distance), self.dice)
        h = event.hex
        for _ in range(event.distance):
            h = self.beyond(h, event.direction - NORTH_FIRST) if h >= 0 else -1
        self.book.same("E92-unit-drop", f"{what}: where to", event.to, h)
        self.missed, self.scattered = True, h

    def beyond(self, h: int, direction: int) -> int:
        """The next hex in a direction; -1 off the map."""
        return next((n for n in self.ground.ring(h) if self.ground.direction(h, n) == direction), -1)

    def on_UnitDropped(self, event: Any, scene: Scene) -> None:
        flown, what = self.flown, f"{event.unit} dropped on {self.name(event.hex)}"
        assert flown is not None  # it drops
        unit = scene.units[event.unit]
        load = flown.units.pop(event.unit, None)
        self.book.holds("14.10d-A", f"{what}: was on board", load == (event.start, event.glider))
        if load is not None:
            self.falls(scene, flown, load, self.weight(scene, unit), what)
        die = self.rolls[0 if self.missed else -1][0] + any(
            kind != "open" for kind in self.setting.board.terrain[flown.hex]
        )
        self.book.same("E92-unit-drop", f"{what}: roll", event.roll, die)
        self.book.same("E92-unit-drop", f"{what}: scatters", self.missed, die == SCATTERS)
        aimed = self.scattered if self.missed else flown.hex
        if die > SCATTERS or aimed < 0:
            self.book.holds("E92-unit-drop", f"{what}: {die} destroys it", not event.lands)
        else:
            self.book.same("E92-unit-drop", f"{what}: hex", event.hex if event.lands else aimed, aimed)
            can = not scene.fighters(self.setting.enemy(unit.side), aimed) and self.enters(scene, unit, aimed)
            self.book.same("E92-unit-drop-enemy", f"{what}: lands", event.lands, can)
        self.missed = False
        self.fallen = "" if event.lands else event.unit
        plan = plan_of(scene.state, event.unit)
        due = plan is not None and (plan.hex, plan.turn) == (flown.hex, scene.clock.turn)
        self.book.holds("14.10b", f"{what}: as planned", due)
        if event.lands:
            self.down_in[event.unit] = event.hex

    def enters(self, scene: Scene, unit: Any, h: int) -> bool:
        """4.8c, 6.1a: a unit could be there."""
        enemy = self.setting.enemy(unit.side)
        taken = scene.anything_of(enemy, h)
        return scene.is_attack_capable(unit) or not taken

    def ends(self, action: Any, scene: Scene) -> None:
        """E92-unit-drop-mode: who has landed is DG, with its Combat side up."""
        if not any(frame.procedure == "mission" for frame in scene.state.stack):
            for uid, h in self.down_in.items():
                unit = scene.units[uid]
                if unit.hex == h:
                    now = unit.facing, unit.marker
                    self.book.same("E92-unit-drop-mode", f"{uid} after its drop", now, ("combat", "dg"))
            self.down_in = {}
