"""New OCS: the two-sided combat table, with its strengths, ratings, armor, cover and density (N9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, prod
from typing import Any

from redball.core.state import Unit
from referee.combat import Battle, Combat
from referee.moves import half_up
from referee.scene import HALF, Scene
from referee.setting import banded

HARD = ("armor", "mech")


@dataclass
class Table:
    """What the odds came to: columns and DRM of both sides, and the chances of surprise."""

    right: int = 0
    left: int = 0
    right_drm: int = 0
    left_drm: int = 0
    ambush: int = 0
    surprise: int = 0
    ignores_r1: bool = False


@dataclass
class Outcome:
    """What is still to come from a result."""

    hex: int
    attackers: dict[str, int]
    defenders: dict[str, int]
    loss: dict[str, int]
    retreat: int
    may_ignore: bool
    lost: dict[str, int] = field(default_factory=dict)
    way: dict[str, list[int]] = field(default_factory=dict)
    where: str = ""


class NewCombat(Combat):
    """Follows each combat; losses and retreats are counted, not their order."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.table = Table()
        self.fire = False
        self.outcome: Outcome | None = None

    def declared(self, event: Any, scene: Scene) -> None:
        super().declared(event, scene)
        self.close(scene)
        self.fire = False

    def on_DefensiveFire(self, event: Any, scene: Scene) -> None:
        self.fire = True
        points = sum(scene.face(scene.units[uid]).barrage for uid in event.units)
        least = self.setting.value("combat_limits", "fire_points")
        self.book.holds("N9.5-defensive-fire", f"{points} points of defensive fire", points >= least)

    # --- ratings -------------------------------------------------------------------------------------------------

    def on_LeaderChosen(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        battle, unit = self.battle, scene.units[event.unit]
        battle.leaders[unit.side] = unit.id
        if unit.side == battle.side:
            units = [scene.units[uid] for uid in battle.attackers]
            rating = min(scene.rating(one) for one in units)
            whole = self.whole_formations(scene, units)
            rating = max([rating, *(scene.rating(one) for one in units if scene.counter(one).formation in whole)])
        else:
            there = scene.fighters(unit.side, battle.hex)
            able = [one for one in there if scene.counter(one).kind != "hq"]
            rating = max(self.led(scene, one) for one in able or there)
        battle.ratings[unit.side] = rating
        self.book.same("N9.6-ar-choice", f"rating of {unit.side}", event.action_rating, rating)

    def led(self, scene: Scene, unit: Unit) -> int:
        """N13.1c: an HQ that must lead has a rating of 1."""
        if scene.counter(unit).kind != "hq":
            return scene.rating(unit)
        best: int = self.setting.value("combat_limits", "hq_rating")
        return 0 if unit.marker == "strat" else best - (unit.marker == "dg")

    def whole_formations(self, scene: Scene, units: list[Unit]) -> set[str]:
        """N13.7-integrity: formations of which every unit on the map that could attack takes part; guns cannot."""
        taking = {unit.id for unit in units}
        found = {scene.counter(unit).formation for unit in units} - {""}
        for unit in scene.units.values():
            if (
                unit.hex >= 0
                and unit.side == units[0].side
                and self.could_attack(scene, unit)
                and unit.id not in taking
            ):
                found.discard(scene.counter(unit).formation)
        return found

    def could_attack(self, scene: Scene, unit: Unit) -> bool:
        """Some side of the counter has a strength to attack with."""
        counter = scene.counter(unit)
        faces = [face for face in (counter.combat, counter.move) if face is not None]
        able = any(face.strength is not None and not face.parenthesized for face in faces)
        return scene.is_combat(unit) and able

    # --- odds ----------------------------------------------------------------------------------------------------

    def supplied(self, battle: Battle, scene: Scene, attackers: list[Unit], defenders: list[Unit]) -> None:
        """N9.5: 1T for 2 attacking RE; the defence as the chart has it."""
        if not battle.stocks:
            size = sum((scene.size(unit) for unit in attackers), Fraction(0))
            paid = sum(battle.paid.get(unit.id, 0) for unit in attackers) + battle.paid.get(battle.side, 0)
            per_token = Fraction(self.setting.value("combat_limits", "attack_quarters_per_token"), 4)
            self.book.same("N9.5-supply-cost", f"tokens for {size} RE of attackers", paid, ceil(size / per_token))
        enemy = self.setting.enemy(battle.side)
        tokens = sum(battle.paid.get(key, 0) for key in [enemy, *(unit.id for unit in defenders)])
        size = sum((scene.size(unit) for unit in defenders), Fraction(0))
        self.book.holds(
            "N9.5-supply-cost", f"{tokens}T for {size} RE", tokens <= max(self.defence_price(size), len(defenders))
        )

    def on_OddsSet(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        battle = self.battle
        what = f"combat at {self.name(battle.hex)}"
        attackers = [scene.units[uid] for uid in battle.attackers]
        defenders = scene.fighters(self.setting.enemy(battle.side), battle.hex)
        self.supplied(battle, scene, attackers, defenders)
        advantage = self.armor(scene, battle, attackers, defenders)
        attack = sum((self.blow(scene, battle, unit, advantage) for unit in attackers), Fraction(0))
        defence = sum((self.defence(scene, battle, unit) for unit in defenders), Fraction(0))
        self.book.same("N9", f"{what}: attack", Fraction(event.attack), attack)
        self.book.same("N9", f"{what}: defence", Fraction(event.defend), defence)
        self.table = self.read(scene, battle, attackers, defenders, advantage, attack, defence)
        right, left = self.setting.charts["combat_defenders"], self.setting.charts["combat_attackers"]
        self.book.same(
            "N9-base-columns", f"{what}: {attack} to {defence}", event.column, right["columns"][self.table.right]
        )
        self.book.same("N9-base-columns", f"{what}: left", event.attackers_column, left["columns"][self.table.left])
        drm = (self.table.right_drm, self.table.left_drm)
        self.book.same("N9-ar-effects", f"{what}: DRM", (event.drm, event.attackers_drm), drm)

    def read(
        self, scene: Scene, battle: Battle, attackers: list[Unit], defenders: list[Unit],
        advantage: str, attack: Fraction, defence: Fraction,
    ) -> Table:  # fmt: skip
        """Columns and DRM of both sides."""
        charts, table = self.setting.charts, Table()
        names = charts["combat_defenders"]["columns"]
        left, right, table.ignores_r1 = self.cover(scene, battle)
        table.right = max(0, self.first_column(names, attack, defence) - right)
        least = charts["combat_attackers"]["column_min"]
        base = next(number for number, points in enumerate(least) if half_up(defence) >= points)
        table.left = max(0, base - left)  # to the left are the columns of stronger defences
        difference = battle.ratings[battle.side] - battle.ratings[self.setting.enemy(battle.side)]
        rows = {row["difference"]: row for row in charts["rating_effects"]["records"]}
        row = rows[max(-4, min(4, difference))]
        crowd = self.crowd(scene, attackers, defenders)
        armor = charts["armor_advantage"]["drm"][advantage]
        fire = self.setting.value("combat_limits", "fire_drm") if self.fire else 0
        table.right_drm = row["right"] + armor + fire + crowd[1]
        table.left_drm = row["left"] + armor + fire + crowd[0]
        ready = any(unit.marker != "dg" for unit in defenders)
        table.ambush, table.surprise = (row["ambush"] if ready else 0), row["surprise"]
        return table

    def cover(self, scene: Scene, battle: Battle) -> tuple[int, int, bool]:
        """N9-terrain, N9-hedgehog-shifts: columns on the left and on the right side, and whether R1 may be ignored."""
        rows = {row["id"]: row for row in self.setting.charts["cover_shifts"]["records"]}
        terrain = battle.terrain[-1]
        battle.line = self.row(terrain)["line"]
        ground = rows.get("swamp" if terrain in ("swamp", "salt_marsh", "frozen_swamp") else battle.line, rows["open"])
        level = scene.state.hedgehogs[battle.hex].level if battle.hex in scene.state.hedgehogs else 0
        most = self.setting.value("combat_limits", "most_hedgehog_in_very_close")
        if battle.line in ("very_close", "extremely_close"):
            level = min(level, most)
        works = rows[f"hedgehog_{level}"]
        limit = self.setting.value("combat_limits", "most_shift")
        left, right = (min(limit, ground[side] + works[side]) for side in ("left", "right"))
        return left, right, ground["ignores_r1"] or works["ignores_r1"]

    def crowd(self, scene: Scene, attackers: list[Unit], defenders: list[Unit]) -> tuple[int, int]:
        """N9-density: by RE in each attacking hex, soft ones first; of all defenders."""
        rows = {row["id"]: row for row in self.setting.charts["combat_density"]["records"]}
        hexes = {unit.hex: scene.fighters(unit.side, unit.hex) for unit in attackers}

        def crowded(units: list[Unit], row: dict[str, Any]) -> bool:
            size = sum(
                (scene.size(unit) for unit in units if not row["soft"] or self.is_soft(scene, unit)), Fraction(0)
            )
            return bool(4 * size >= row["least"])

        left = 0
        for name in ("attackers_soft", "attackers"):
            if any(crowded(units, rows[name]) for units in hexes.values()):
                left = rows[name]["left"]
                break
        right = rows["defenders"]["right"] if crowded(defenders, rows["defenders"]) else 0
        return left, right

    def is_soft(self, scene: Scene, unit: Unit) -> bool:
        """N3.2a-hard-soft."""
        counter = scene.counter(unit)
        return counter.colour not in HARD and counter.symbol != "sp_artillery"

    # --- armor ---------------------------------------------------------------------------------------------------

    def armor(self, scene: Scene, battle: Battle, attackers: list[Unit], defenders: list[Unit]) -> str:
        """N9-armor: who has the armor advantage."""
        hard = [unit for unit in attackers if scene.counter(unit).colour in HARD]
        if not any(self.terrain_times(scene, battle, unit) >= 1 for unit in hard):
            return "none"
        for kind in ("heavy", "light"):
            ours = sum((self.anti_tank(scene, unit, kind, defends=False) for unit in attackers), Fraction(0))
            theirs = sum((self.anti_tank(scene, unit, kind, defends=True) for unit in defenders), Fraction(0))
            if ours or theirs:
                odds = half_up(ours / theirs) if theirs and ours >= theirs else (0 if theirs else 99)
                result: str = banded(self.setting.charts["armor_advantage"]["bands"]["at_odds"], odds)
                return result
        return "none"

    def anti_tank(self, scene: Scene, unit: Unit, kind: str, *, defends: bool) -> Fraction:
        """N9-armor-classes: a unit's heavy or light anti-tank strength: its printed one after losses (N9.11d)."""
        counter = scene.counter(unit)
        if counter.colour == "armor":
            name = "yellow"
        elif counter.colour == "mech":
            name = "red_with_tank_symbol" if counter.symbol == "tank" else "red_other"
        else:
            name = "anti_tank_or_anti_aircraft" if counter.symbol in ("anti_tank", "anti_aircraft") else "other"
        row = next(row for row in self.setting.charts["at_shares"]["records"] if row["id"] == name)
        if row["defenders_only"] and not defends:
            return Fraction(0)
        points, factor = self.after_losses(scene, unit)
        return points * factor * Fraction(row[kind])

    def terrain_times(self, scene: Scene, battle: Battle, unit: Unit) -> Fraction:
        """The multiplier of the terrain chart for an attacker."""
        return Fraction(self.row(battle.terrain[unit.hex])["attack"][scene.counter(unit).colour or "other"])

    def blow(self, scene: Scene, battle: Battle, unit: Unit, advantage: str) -> Fraction:
        """The strength of an attacker."""
        times = self.terrain_times(scene, battle, unit)
        most = Fraction(self.setting.charts["armor_advantage"]["most"][advantage])
        if most and scene.counter(unit).colour in HARD:
            times = min(times, most)
        points, factor = self.after_losses(scene, unit)
        halved = [unit.marker == "dg", unit.out_of_supply]
        return points * factor * times * prod(HALF for half in halved if half)

    def defence(self, scene: Scene, battle: Battle, unit: Unit) -> Fraction:
        """The same of a defender; Reserves are not halved (N5.7)."""
        if unit.marker == "strat":
            return Fraction(0)
        times = Fraction(self.row(battle.terrain[-1])["defend"][scene.counter(unit).colour or "other"])
        points, factor = self.after_losses(scene, unit)
        halved = [unit.marker == "dg", unit.out_of_supply, unit.id in battle.unsupplied]
        return points * factor * times * prod(HALF for half in halved if half)

    def after_losses(self, scene: Scene, unit: Unit) -> tuple[Fraction, Fraction]:
        """N9.11d, N13.1c, N13.4: points, and the half for half of the steps or fewer."""
        counter = scene.counter(unit)
        value = self.setting.charts["loss_strength"]["values"]
        state = self.setting.charts["strength_states"]["values"]
        combat = unit.facing == "combat"
        if counter.kind == "hq":
            return Fraction(state["hq_defence_combat_mode" if combat else "hq_defence_move_mode"]), Fraction(1)
        if counter.kind == "artillery" and scene.face(unit).strength is None:
            guns = self.setting.charts["artillery_strength"]["values"]
            points = banded(guns["by_points"], scene.face(unit).barrage) if combat else guns["move_mode"]
            return Fraction(points), Fraction(1)
        points = Fraction(scene.face(unit).strength or 0)
        steps, left = counter.printed_re or 1, scene.steps(unit)
        factor = HALF if 2 * left <= steps and unit.steps_lost else Fraction(1)
        off = value["combat_mode"] if combat else value["move_mode"]
        if steps >= value["least_steps"] and (left == steps - 1 or (steps >= 4 and left == 1)):
            # the half comes first, then the points
            return max(Fraction(0), points * factor - off), Fraction(1)
        return points, factor

    # --- dice ----------------------------------------------------------------------------------------------------

    def on_SurpriseRolled(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        self.battle.surprise = event.who

    def on_CombatResolved(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        battle, table, charts = self.battle, self.table, self.setting.charts
        what = f"combat at {self.name(battle.hex)}"
        white, red = battle.dice[-1]
        who = "none"
        if white <= table.ambush:
            who = "defender"
        elif table.surprise and red >= table.surprise:
            who = "attacker"
        self.book.same("N9-surprise-normal", f"{what}: white {white}, red {red}", battle.surprise, who)
        rolls = (white + red + table.right_drm, white + red + table.left_drm)
        self.book.same("N9-ar-effects", f"{what}: rolls", (event.roll, event.attackers_roll), rolls)
        theirs = self.cell(charts["combat_defenders"], table.right, rolls[0])
        ours = self.cell(charts["combat_attackers"], table.left, rolls[1])
        loss, hits, retreat = ours["loss"], theirs["loss"], theirs["retreat"]
        if who == "defender":
            retreat = max(0, retreat - 1)
            loss, hits = (loss + 1, hits) if not hits else (loss, hits - 1)
        elif who == "attacker":
            retreat += 1
            loss, hits = (loss, hits + 1) if not loss else (loss - 1, hits)
        parts = [
            "A" + (f"L{loss}" if loss else "") + (f"e{theirs['exploit']}" if theirs["exploit"] else ""),
            "D" + (f"L{hits}" if hits else "") + (f"R{retreat}" if retreat else ""),
        ]
        told = " ".join(part for part in parts if len(part) > 1) or "-"
        self.book.same("N9-surprise-effects", f"{what}: result", event.result, told)
        battle.result = theirs
        enemy = self.setting.enemy(battle.side)
        self.outcome = Outcome(
            battle.hex,
            {uid: scene.steps(scene.units[uid]) for uid in battle.attackers},
            {unit.id: scene.steps(unit) for unit in scene.fighters(enemy, battle.hex)},
            {battle.side: loss, enemy: hits},
            retreat,
            table.ignores_r1 and retreat == 1,
            where=f"{told} at {self.name(battle.hex)}",
        )

    def cell(self, chart: dict[str, Any], column: int, roll: int) -> dict[str, Any]:
        """A result; rolls off the table read its first or last row."""
        row = max(0, min(len(chart["rows"]) - 1, roll - chart["rows"][0]))
        found: dict[str, Any] = chart["codes"][chart["results"][row][column]]
        return found

    # --- results -------------------------------------------------------------------------------------------------

    def begins(self, action: Any, scene: Scene) -> None:
        super().begins(action, scene)
        if type(action).__name__ in ("StepTo", "DeclareOverrun", "DeclareAttack", "BeginMove", "Halt", "Release"):
            self.close(scene)

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        self.close(scene)

    def on_StepLost(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        self.book.same("9.11", f"{unit.id} is destroyed by its last step", event.destroyed, scene.steps(unit) == 1)
        if self.outcome is not None and event.cause == "combat":
            self.outcome.lost[unit.side] = self.outcome.lost.get(unit.side, 0) + 1

    def on_UnitEliminated(self, event: Any, scene: Scene) -> None:
        """N13.1c-relocate: an HQ whose evasion fails is the step to be lost, unless it owed that in retreat."""
        unit = scene.units[event.unit]
        if self.outcome is None or event.unit in self.outcome.way:
            return
        if event.case.startswith("N13.1c"):
            self.outcome.lost[unit.side] = self.outcome.lost.get(unit.side, 0) + 1

    def on_HqEvaded(self, event: Any, scene: Scene) -> None:
        if self.outcome is not None:
            self.book.skip("losses where an HQ evaded")
            self.outcome = None

    def on_UnitRetreated(self, event: Any, scene: Scene) -> None:
        if self.outcome is None:
            return
        unit, way = scene.units[event.unit], self.outcome.way.setdefault(event.unit, [event.start])
        way.append(event.hex)
        what = f"{unit.id} retreats to {self.name(event.hex)}"
        self.book.same("9.12c", f"{what}: hexes away", self.ground.apart(way[0], event.hex), len(way) - 1)
        enemy = self.setting.enemy(unit.side)
        self.book.holds("9.12f", f"{what}: no enemy combat units", not scene.fighters(enemy, event.hex))
        self.book.holds("N9.12-no-attacker-retreat", f"{what}: a defender", unit.id not in self.outcome.attackers)

    def close(self, scene: Scene) -> None:
        """Every step is lost that was to be lost, and every survivor has gone the whole way."""
        outcome, self.outcome = self.outcome, None
        if outcome is None:
            return
        self.battle = None
        for side, loss in outcome.loss.items():
            own = outcome.attackers if side == scene.units[next(iter(outcome.attackers))].side else outcome.defenders
            due = min(loss, sum(own.values()))
            self.book.same("9.11b", f"{outcome.where}: steps that {side} loses", outcome.lost.get(side, 0), due)
        for uid in outcome.defenders:
            unit = scene.units[uid]
            if unit.hex < 0:
                continue
            hexes = len(outcome.way.get(uid, [0])) - 1
            allowed = {outcome.retreat, 0} if outcome.may_ignore else {outcome.retreat}
            self.book.holds("N9.12-defender-retreat", f"{outcome.where}: {uid} retreats {hexes}", hexes in allowed)
            if hexes >= 2:
                self.book.same("N5.10", f"{outcome.where}: {uid} after {hexes} hexes", unit.marker, "dg")
