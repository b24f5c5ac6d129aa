"""What a result asks: losses and their order, options, retreats, DG, Exploit markers, advance (9.10 to 9.13)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from redball.core.state import Unit
from referee.combat import Battle, Combat
from referee.scene import Scene


@dataclass
class Toll:
    """What one side of a combat lost and did. `steps` are those it had, by unit; `lost` names a unit for each step."""

    side: str
    loss: int
    option: int
    steps: dict[str, int]
    leader: str
    lost: list[str] = field(default_factory=list)
    retreat: int = 0
    ignored: bool = False

    def left(self) -> int:
        """Steps that are still there."""
        return sum(self.steps.values()) - len(self.lost)

    def hard(self) -> int:
        """Steps that the loss takes; what is beyond the side's ability is ignored (9.11b)."""
        return min(self.loss, sum(self.steps.values()))

    def owed(self) -> int:
        """What is left of the option."""
        return self.option - (len(self.lost) - self.hard()) - self.retreat


@dataclass
class Aftermath:
    """Everything after the reading of the table."""

    battle: Battle
    attacker: Toll
    defender: Toll
    hexes: list[int]
    dg_before: set[str]
    exploited: set[str] = field(default_factory=set)
    expected: set[str] = field(default_factory=set)
    way: dict[str, list[int]] = field(default_factory=dict)
    advanced: set[str] = field(default_factory=set)
    zoc_owed: int = 0
    zoc_paid: int = 0
    parts: set[str] = field(default_factory=set)


class Results(Combat):
    """Goes on where the table was read, until something else begins."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.after: Aftermath | None = None
        self.moved_to: dict[int, list[str]] = {}
        self.was: Scene | None = None

    # --- beginning and end ---------------------------------------------------------------------------------------

    def on_CombatResolved(self, event: Any, scene: Scene) -> None:
        super().on_CombatResolved(event, scene)
        assert self.battle is not None
        assert self.battle.result is not None
        battle, result = self.battle, self.battle.result
        enemy = self.setting.enemy(battle.side)
        attackers = [scene.units[uid] for uid in battle.attackers]
        defenders = scene.fighters(enemy, battle.hex)
        self.after = Aftermath(
            battle,
            Toll(
                battle.side,
                result["a_loss"],
                result["a_option"],
                {unit.id: scene.steps(unit) for unit in attackers},
                battle.leaders[battle.side],
            ),
            Toll(
                enemy,
                result["d_loss"],
                result["d_option"],
                {unit.id: scene.steps(unit) for unit in defenders},
                battle.leaders[enemy],
            ),
            sorted({unit.hex for unit in attackers}),
            {unit.id for unit in [*attackers, *defenders] if unit.marker == "dg"},
        )
        self.after.expected = self.exploiters(scene, attackers)

    def exploiters(self, scene: Scene, attackers: list[Unit]) -> set[str]:
        """9.13: attackers who earn an Exploit marker if they live and nobody retreats."""
        assert self.after is not None
        battle, result = self.after.battle, self.after.battle.result
        assert result is not None
        close = len(self.after.hexes) == 1
        close |= len(self.after.hexes) == 2 and self.ground.apart(*self.after.hexes) == 1
        if not result["exploit"] or battle.kind == "overrun" or scene.clock.phase != "combat" or not close:
            return set()
        able = (unit for unit in attackers if scene.face(unit).action_rating >= result["exploit"])
        return {unit.id for unit in able if unit.marker != "dg"}

    def begins(self, action: Any, scene: Scene) -> None:
        super().begins(action, scene)
        self.was, self.moved_to = scene, {}
        if self.after is not None and type(action).__name__ in (
            "StepTo", "DeclareOverrun", "DeclareAttack", "BeginMove", "Halt", "Release",
        ):  # fmt: skip
            self.close(scene)

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        if self.after is not None:
            self.settle(self.after, scene)  # the last retreat of a phase ends it with the same action
            self.close(scene)

    def close(self, scene: Scene) -> None:
        """Everything must have been carried out."""
        after = self.after
        assert after is not None
        self.after = self.battle = None
        what = f"{after.battle.code} at {self.name(after.battle.hex)}"
        for toll in (after.attacker, after.defender):
            alive = [uid for uid in toll.steps if scene.units[uid].hex >= 0]
            self.book.holds("9.11b", f"{what}: {toll.side} loses {len(toll.lost)}", len(toll.lost) >= toll.hard())
            self.book.holds("9.10a", f"{what}: {toll.side} pays no more than it owes", toll.owed() >= 0)
            if toll.ignored:
                unpaid = after.attacker.owed() > 0
                excused = after.attacker.retreat > 0 or unpaid
                self.book.holds("9.10c", f"{what}: {toll.side} is excused", toll is after.defender and excused)
                self.book.same("9.10c", f"{what}: an excused side pays nothing", toll.owed(), toll.option)
            elif alive:
                self.book.same("9.10a", f"{what}: {toll.side} still owes", toll.owed(), 0)
            if toll.retreat:
                self.retreated(after, toll, scene, what)
        living = {uid for uid in after.expected if scene.units[uid].hex >= 0}
        expected = set() if after.attacker.retreat else living
        if after.expected or after.exploited:
            gained = {uid for uid in after.exploited if scene.units[uid].hex >= 0}
            self.book.same("9.13", f"{what}: exploit", sorted(gained), sorted(expected))
        self.book.same("9.12e", f"{what}: steps lost to ZOCs in retreat", after.zoc_paid, after.zoc_owed)
        self.advances(after, scene, what)

    def retreated(self, after: Aftermath, toll: Toll, scene: Scene, what: str) -> None:
        """9.12: all of them the whole distance, or lost."""
        for uid in toll.steps:
            if scene.units[uid].hex >= 0:
                self.book.same("9.12", f"{what}: {uid} retreats", len(after.way.get(uid, [0])) - 1, toll.retreat)

    def advances(self, after: Aftermath, scene: Scene, what: str) -> None:
        """9.12g: everybody after an overrun, never after a retreat."""
        open_ = not scene.fighters(after.defender.side, after.battle.hex)
        if after.attacker.retreat:
            self.book.same("9.12g-B", f"{what}: advance after a retreat", sorted(after.advanced), [])
        elif after.battle.kind == "overrun" and open_:
            alive = [scene.units[uid] for uid in after.attacker.steps if scene.units[uid].hex >= 0]
            left = [unit.id for unit in alive if unit.hex != after.battle.hex and scene.face(unit).ma > 0]
            self.book.same("9.12g-D", f"{what}: overrunning units left behind", left, [])

    # --- losses --------------------------------------------------------------------------------------------------

    def toll(self, uid: str) -> Toll | None:
        """The side of the combat in which a unit stands."""
        for toll in (self.after.attacker, self.after.defender) if self.after is not None else ():
            if uid in toll.steps:
                return toll
        return None

    def on_StepLost(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        self.book.same("9.11", f"{unit.id} is destroyed by its last step", event.destroyed, scene.steps(unit) == 1)
        if self.after is None:
            return
        if event.cause == "retreat":
            self.after.zoc_paid += 1
            return
        toll = self.toll(event.unit)
        what = f"{self.after.battle.code}: {event.unit} loses a step"
        if event.cause != "combat" or toll is None:
            self.book.skip(f"a step lost by {event.cause} after a combat")
            return
        if not toll.lost:
            self.book.same("9.11c", f"{what}, first", event.unit, toll.leader)
        else:
            count = Counter(toll.lost)
            alive = [uid for uid, steps in toll.steps.items() if count[uid] < steps]
            fewest = min((count[uid] for uid in alive), default=0)
            self.book.same("9.11c", f"{what}: steps it has lost before", count[event.unit], fewest)
        toll.lost.append(event.unit)

    def on_OptionTaken(self, event: Any, scene: Scene) -> None:
        assert self.after is not None
        toll = self.after.attacker if event.side == self.after.attacker.side else self.after.defender
        toll.retreat, toll.ignored = event.retreat, event.ignored

    def on_ExploitGained(self, event: Any, scene: Scene) -> None:
        if self.after is not None:
            self.after.exploited.add(event.unit)

    # --- retreat -------------------------------------------------------------------------------------------------

    def on_UnitRetreated(self, event: Any, scene: Scene) -> None:
        if self.after is None:
            self.book.skip("a retreat outside a combat")
            return
        unit, way = scene.units[event.unit], self.after.way.setdefault(event.unit, [event.start])
        way.append(event.hex)
        what = f"{unit.id} retreats to {self.name(event.hex)}"
        far = self.ground.apart(way[0], event.hex)
        self.book.same("9.12c", f"{what}: hexes from where it began", far, len(way) - 1)
        enemy = self.setting.enemy(unit.side)
        self.book.holds("9.12f", f"{what}: no enemy combat units", not scene.fighters(enemy, event.hex))
        bridges = max(scene.bridges(unit.side, event.start, event.hex), unit.activity.bridge == event.start)
        cost = self.ground.step(event.start, event.hex, scene.face(unit).mobility, scene.state.weather, bridges=bridges)
        self.book.holds("9.12-B", f"{what}: it may go there", cost != "prohibited")
        self.book.holds("9.12b", f"{what}: it can move at all", scene.face(unit).ma > 0)
        if scene.counter(unit).kind == "hq":
            self.book.same("13.1c", f"{what}: side up", unit.facing, "move")
        if unit.marker == "strat":
            self.book.holds("5.8a", f"{what}: no ZOC for Strat Mode", not scene.zoc(enemy, event.hex))
        if unit.id not in self.after.attacker.steps and unit.id not in self.after.defender.steps:
            along = scene.is_combat(unit) or scene.is_organic(unit)
            self.book.holds("9.12d", f"{what}: it may come along", along)
        self.moved_to.setdefault(event.hex, []).append(event.unit)

    def on_BreakdownDetached(self, event: Any, scene: Scene) -> None:
        """20.0a: a step that leaves as its division advances or retreats."""
        if self.after is not None and event.unit in self.after.attacker.steps:
            self.after.parts.add(event.new)

    def on_UnitAdvanced(self, event: Any, scene: Scene) -> None:
        if self.after is None:
            self.book.skip("an advance outside a combat")
            return
        unit = scene.units[event.unit]
        what = f"{unit.id} advances to {self.name(event.hex)}"
        attacked = unit.id in self.after.attacker.steps or unit.id in self.after.parts
        self.book.holds("9.12g-A", f"{what}: it attacked", attacked)
        self.book.same("9.12g", f"{what}: the hex attacked", event.hex, self.after.battle.hex)
        enemy = self.setting.enemy(unit.side)
        self.book.holds("9.12g", f"{what}: nobody defends it", not scene.fighters(enemy, event.hex))
        self.book.holds("9.12b", f"{what}: it can move", scene.face(unit).ma > 0)
        self.after.advanced.add(unit.id)

    def ends(self, action: Any, scene: Scene) -> None:
        super().ends(action, scene)
        if self.after is not None:
            self.settle(self.after, scene)

    def settle(self, after: Aftermath, scene: Scene) -> None:
        """Judge what the action did to defenders and to those who retreated."""
        self.reserves_and_dg(after, scene)
        assert self.was is not None
        for h, uids in self.moved_to.items():
            self.in_retreat_hex(after, self.was, scene, h, uids)

    def reserves_and_dg(self, after: Aftermath, scene: Scene) -> None:
        """5.7d, 9.12a: what the result itself does to defenders."""
        result = after.battle.result
        assert result is not None
        here = [scene.units[uid] for uid in after.defender.steps if scene.units[uid].hex >= 0]
        if result["d_loss"] or result["d_option"] or result["d_dg"]:
            waiting = [unit.id for unit in here if unit.marker == "reserve"]
            self.book.same("5.7d", f"{after.battle.code}: defenders still in Reserve", waiting, [])
        if result["d_dg"]:
            calm = [unit.id for unit in here if unit.marker != "dg"]
            self.book.same("9.12a", f"{after.battle.code}: defenders not DG", calm, [])

    def in_retreat_hex(self, after: Aftermath, was: Scene, scene: Scene, h: int, uids: list[str]) -> None:
        """5.10a, 9.12e: who is DG now, and who owes a step for the ZOC."""
        units = [was.units[uid] for uid in uids if uid in was.units]
        side = units[0].side
        zoc = was.zoc(self.setting.enemy(side), h)
        second = any(len(after.way[uid]) == 3 for uid in uids)
        if zoc or second:
            calm = [unit.id for unit in scene.fighters(side, h) if unit.marker != "dg"]
            self.book.same("5.10a", f"not DG at {self.name(h)} after a retreat", calm, [])
        if zoc and any(unit.marker == "dg" for unit in units):
            after.zoc_owed += 1
