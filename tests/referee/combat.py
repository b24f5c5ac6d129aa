"""Combat up to its result: who pays, who leads, terrain, both strengths, odds, surprise, the table (9.2 to 9.9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from redball.core.state import Unit
from referee.afloat import Afloat, Waters
from referee.judge import Judge
from referee.moves import half_up
from referee.scene import HALF, Scene
from referee.setting import banded

BEACH_RE = 3
"""18.6a-A."""
LEVELS = {"none": 0, "light": 1, "heavy": 2}


@dataclass
class Battle:
    """One combat as the log tells it; `attackers` are those left when the odds are set."""

    kind: str
    side: str
    hex: int
    attackers: list[str]
    leaders: dict[str, str] = field(default_factory=dict)
    ratings: dict[str, int] = field(default_factory=dict)
    terrain: dict[int, str] = field(default_factory=dict)
    unsupplied: set[str] = field(default_factory=set)
    paid: dict[str, int] = field(default_factory=dict)
    stocks: set[str] = field(default_factory=set)
    dice: list[tuple[int, ...]] = field(default_factory=list)
    line: str = ""
    column: int = 0
    surprise: str = "none"
    result: dict[str, Any] | None = None
    code: str = ""
    beach: bool = False


class Combat(Judge):
    """Follows each combat from its declaration to the reading of the table."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.battle: Battle | None = None

    # --- declaration and supply ----------------------------------------------------------------------------------

    def on_AttackDeclared(self, event: Any, scene: Scene) -> None:
        self.battle = Battle("regular", event.side, event.hex, [*event.units])
        self.declared(event, scene)
        what = f"attack on {self.name(event.hex)}"
        self.book.holds("9.1c", f"{what}: only once", event.hex not in scene.state.attacked)
        self.book.same("9.1a", f"{what}: segment", (scene.clock.segment, scene.clock.acting), ("combat", event.side))
        self.beach(event, scene, what)
        for uid in event.units:
            unit = scene.units[uid]
            self.book.holds("9.1c", f"{what}: {uid} attacks once", not unit.activity.attacked)
            if self.battle.beach:
                continue
            face = scene.face(unit)
            bridges = scene.bridges(unit.side, unit.hex, event.hex)
            cost = self.ground.step(unit.hex, event.hex, face.mobility, scene.state.weather, bridges=bridges)
            self.book.holds("9.1f", f"{what}: {uid} could enter", cost != "prohibited")
            if scene.clock.phase == "exploitation":
                able = unit.marker == "exploit" or unit.activity.released
                self.book.holds("11.0", f"{what}: {uid} may fight in Exploitation", able)

    def beach(self, event: Any, scene: Scene, what: str) -> None:
        """18.6a: a Beach Assault, if somebody who attacks is aboard Landing Craft."""
        afloat, waters = Afloat(self.setting, scene.state), Waters(self.setting, self.ground)
        carriers = [afloat.carrier_of(uid) for uid in event.units]
        assert self.battle is not None  # it has just been declared
        self.battle.beach = any(carriers)
        if not self.battle.beach:
            return
        self.book.holds("18.6a-G", f"{what}: all of them aboard", all(carriers))
        hexes = {craft.hex for craft in carriers if craft is not None}
        self.book.same("18.6a-A", f"{what}: from one hex", len(hexes), 1)
        wet = all(waters.is_coast(event.hex) and waters.craft_may_cross(h, event.hex) for h in hexes)
        self.book.holds("18.6", f"{what}: a coast next to their craft", wet)
        units = [scene.units[uid] for uid in event.units]
        modes = {unit.mode for unit in units}
        self.book.same("18.6a-A", f"{what}: modes", modes, {"combat"})
        size = sum((scene.size(unit) for unit in units), Fraction(0))
        self.book.holds("18.6a-A", f"{what}: {size} RE", size <= BEACH_RE)
        self.book.same("18.6a", f"{what}: phase", scene.clock.phase, "combat")

    def on_OverrunDeclared(self, event: Any, scene: Scene) -> None:
        self.battle = Battle("overrun", scene.units[event.units[0]].side, event.hex, [*event.units])
        self.declared(event, scene)

    def declared(self, event: Any, scene: Scene) -> None:
        what = f"attack on {self.name(event.hex)}"
        side = scene.units[event.units[0]].side
        defenders = scene.fighters(self.setting.enemy(side), event.hex)
        self.book.holds("9.0", f"{what}: combat units to attack", bool(defenders))
        for uid in event.units:
            unit = scene.units[uid]
            self.book.holds("4.4a", f"{what}: {uid} is Attack-Capable", scene.is_attack_capable(unit))
            beside = unit.hex < 0 or self.ground.apart(unit.hex, event.hex) == 1  # 18.6: where their craft are
            self.book.holds("9.0", f"{what}: {uid} is next to it", beside)

    def on_AttackCancelled(self, event: Any, scene: Scene) -> None:
        self.battle = None

    def on_AttackerLeftOut(self, event: Any, scene: Scene) -> None:
        if self.battle is not None and event.unit in self.battle.attackers:
            self.battle.attackers.remove(event.unit)

    def on_SupplySpent(self, event: Any, scene: Scene) -> None:
        if self.battle is not None and self.battle.result is None and event.purpose == "combat":
            if self.battle.beach and event.side == self.battle.side:
                self.book.holds("18.6a-B", f"{event.tokens}T for a Beach Assault: from Landing Craft", False)
            self.pays_for_combat(event)

    def on_SupplySpentAfloat(self, event: Any, scene: Scene) -> None:
        if self.battle is not None and self.battle.result is None and event.purpose == "combat":
            self.pays_for_combat(event)

    def pays_for_combat(self, event: Any) -> None:
        """Tokens of a combat, by who is paid for."""
        assert self.battle is not None  # it is fought
        key = event.unit or event.side
        self.battle.paid[key] = self.battle.paid.get(key, 0) + event.tokens

    def on_InternalsUsed(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        self.book.holds("12.10b", f"{unit.id} has stocks", unit.internals < 2)
        if self.battle is not None:
            self.battle.stocks.add(event.unit)

    def on_DefenderUnsupplied(self, event: Any, scene: Scene) -> None:
        if self.battle is not None:
            self.battle.unsupplied |= {*event.units}

    def supplied(self, battle: Battle, scene: Scene, attackers: list[Unit], defenders: list[Unit]) -> None:
        """12.4: a token for each attacking step; 2T for the defence, 1T up to 1 RE; or internal stocks (12.10)."""
        what = f"combat at {self.name(battle.hex)}"
        for unit in attackers:
            paid = battle.paid.get(unit.id, 0)
            if unit.id not in battle.stocks:
                price = scene.steps(unit) * self.setting.value("supply_costs", "attack_per_step")
                self.book.same("12.4-A", f"{what}: tokens for {unit.id}", paid, price)
        enemy = self.setting.enemy(battle.side)
        size = sum((scene.size(unit) for unit in defenders), Fraction(0))
        tokens = sum(battle.paid.get(key, 0) for key in [enemy, *(unit.id for unit in defenders)])
        price = self.defence_price(size)
        if tokens >= price:
            if tokens > price and not battle.unsupplied:
                self.book.skip("a defence that is paid for unit by unit, for more than the price of all")
            return
        by_token = [unit for unit in defenders if unit.id not in battle.unsupplied | battle.stocks]
        covered = sum((scene.size(unit) for unit in by_token if scene.size(unit) <= 1), Fraction(0))
        large = price * sum(scene.size(unit) > 1 for unit in by_token)
        what = f"{what}: {tokens}T for {covered} RE and {large}T of divisions"
        self.book.holds("12.4-B", what, covered + large <= tokens)

    def defence_price(self, size: Fraction) -> int:
        """12.4: what a defence of this size costs."""
        small = 4 * size <= self.setting.value("supply_costs", "defence_small_re_max")
        price: int = self.setting.value(
            "supply_costs", "defence_per_combat_1_re_or_less" if small else "defence_per_combat"
        )
        return price

    # --- the odds ------------------------------------------------------------------------------------------------

    def on_LeaderChosen(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        battle, unit = self.battle, scene.units[event.unit]
        battle.leaders[unit.side] = unit.id
        battle.ratings[unit.side] = scene.rating(unit)
        self.book.same("9.6a", f"rating of {unit.id}", event.action_rating, scene.rating(unit))
        takes_part = unit.id in battle.attackers if unit.side == battle.side else unit.hex == battle.hex
        self.book.holds("9.6", f"{unit.id} takes part", takes_part and scene.is_combat(unit))

    def on_TerrainChosen(self, event: Any, scene: Scene) -> None:
        if self.battle is None or self.battle.result is not None or event.hex != self.battle.hex:
            return
        allowed = self.hex_terrains(scene, event.hex)
        if event.against >= 0:
            sides = self.setting.board.hexsides(event.hex, self.ground.direction(event.hex, event.against))
            allowed |= {self.counts_as(scene, kind) for kind in sides}
            allowed |= {"beach_assault"} if self.battle.beach else set()
        self.book.holds(
            "9.4b", f"{event.terrain} against {event.against} of {sorted(allowed)}", event.terrain in allowed
        )
        self.battle.terrain[event.against] = event.terrain

    def counts_as(self, scene: Scene, kind: str) -> str:
        """17.0a: what the terrain is in this weather."""
        return self.setting.scenario.weather_terrain.get(scene.state.weather, {}).get(kind, kind)

    def hex_terrains(self, scene: Scene, h: int) -> set[str]:
        """9.3b: everything in the hex that the table has, so no sea; open ground only where there is nothing else."""
        known = {row["id"] for row in self.setting.charts["terrain_combat"]["records"]}
        kinds = {self.counts_as(scene, kind) for kind in self.setting.board.terrain[h]} & known
        return kinds - {"open"} or {"open"}

    def row(self, terrain: str) -> dict[str, Any]:
        """The terrain's row of the chart."""
        found: dict[str, Any] = next(
            row for row in self.setting.charts["terrain_combat"]["records"] if row["id"] == terrain
        )
        return found

    def on_OddsSet(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        battle = self.battle
        what = f"combat at {self.name(battle.hex)}"
        enemy = self.setting.enemy(battle.side)
        attackers = [scene.units[uid] for uid in battle.attackers]
        defenders = scene.fighters(enemy, battle.hex)
        self.supplied(battle, scene, attackers, defenders)
        level = self.shield(scene, battle.hex, defenders)
        attack = sum((self.attack(scene, battle, unit, level) for unit in attackers), Fraction(0))
        defence = sum((self.defence(scene, battle, unit) for unit in defenders), Fraction(0))
        self.book.same("9.4", f"{what}: attack", Fraction(event.attack), attack)
        self.book.same("9.4", f"{what}: defence", Fraction(event.defend), defence)
        battle.line = self.row(battle.terrain[-1])["line"]
        self.book.same("9.4c", f"{what}: line", event.line, battle.line)
        names = self.setting.charts["combat"]["lines"][battle.line]
        battle.column = self.first_column(names, attack, defence)
        self.book.same("9.7", f"{what}: {attack} to {defence}, column", event.column, names[battle.column])
        drm = battle.ratings[battle.side] - battle.ratings[enemy]
        self.book.same("9.6", f"{what}: DRM", event.drm, drm)

    def first_column(self, names: list[str], attack: Fraction, defence: Fraction) -> int:
        """9.7, 9.7a, 9.14a: divide by the smaller, round the other, the highest column not above."""
        if not attack and not defence:
            return names.index("1:1")
        if not attack or not defence:
            return 0 if not attack else len(names) - 1
        small = min(attack, defence)
        odds = Fraction(half_up(attack / small), half_up(defence / small))
        below = [number for number, name in enumerate(names) if Fraction(*map(int, name.split(":"))) <= odds]
        return below[-1] if below else 0

    def shield(self, scene: Scene, h: int, defenders: list[Unit]) -> int:
        """9.4e: the highest level of Anti-Tank Effects in the hex."""
        works = [2] if h in scene.state.hedgehogs else []
        return max([0, *works, *(self.at_level(scene, unit) for unit in defenders)])

    def at_level(self, scene: Scene, unit: Unit) -> int:
        """9.4e: heavy 2, light 1, none 0."""
        counter = scene.counter(unit)
        if counter.colour == "armor" or counter.symbol in ("anti_tank", "anti_aircraft"):
            return LEVELS["heavy"]
        if counter.colour == "mech":
            return LEVELS["heavy" if counter.symbol == "tank" else "light"]
        return LEVELS["none"]

    def printed(self, scene: Scene, unit: Unit) -> Fraction:
        """The strength on the side showing; what HQs and artillery have without it being printed (13.1c, 13.4b)."""
        kind = scene.counter(unit).kind
        if kind == "hq":
            return Fraction(5 if unit.facing == "combat" else 1)
        strength = scene.face(unit).strength
        return Fraction(1 if kind == "artillery" and strength is None else strength or 0)

    def attack(self, scene: Scene, battle: Battle, unit: Unit, shield: int) -> Fraction:
        """9.4, 9.5a, 9.11d, 5.10b: the strength of an attacker."""
        colour = scene.counter(unit).colour or "other"
        times = Fraction(self.row(battle.terrain[unit.hex])["attack"][colour])
        if times == 2 and colour != "other" and 0 < self.at_level(scene, unit) <= shield:
            times = Fraction(3, 2)
        halved = [unit.marker == "dg", unit.out_of_supply, unit.steps_lost > 0]
        return self.printed(scene, unit) * times * prod(HALF for half in halved if half)

    def defence(self, scene: Scene, battle: Battle, unit: Unit) -> Fraction:
        """The same of a defender: also 5.7, 5.8, 9.5-B."""
        if unit.marker == "strat":
            return Fraction(0)
        counter = scene.counter(unit)
        times = Fraction(self.row(battle.terrain[-1])["defend"][counter.colour or "other"])
        halved = [
            unit.marker == "dg",
            unit.marker == "reserve",
            unit.out_of_supply,
            unit.id in battle.unsupplied,
            counter.printed_re > 0 and 2 * unit.steps_lost >= counter.printed_re,
        ]
        return self.printed(scene, unit) * times * prod(HALF for half in halved if half)

    # --- dice ----------------------------------------------------------------------------------------------------

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        if self.battle is not None and self.battle.result is None:
            self.battle.dice.append(event.dice)

    def on_SurpriseRolled(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        battle = self.battle
        roll = sum(battle.dice[-1]) + self.drm(battle) - (battle.hex in scene.state.hedgehogs)
        self.book.same("9.8", f"surprise at {self.name(battle.hex)}: roll", event.roll, roll)
        bands = self.setting.charts["surprise"]["bands"][battle.kind]
        who = banded(bands, roll)
        self.book.same("9.8", f"surprise at {self.name(battle.hex)}", event.who, who)
        battle.surprise = who

    def drm(self, battle: Battle) -> int:
        """9.6: the attacker's rating less the defender's."""
        return battle.ratings[battle.side] - battle.ratings[self.setting.enemy(battle.side)]

    def on_CombatResolved(self, event: Any, scene: Scene) -> None:
        assert self.battle is not None
        battle, chart = self.battle, self.setting.charts["combat"]
        what = f"combat at {self.name(battle.hex)}"
        names = chart["lines"][battle.line]
        column, who = battle.column, battle.surprise
        if who != "none":
            shift = battle.dice[-2][0]
            column = max(0, min(len(names) - 1, column + (shift if who == "attacker" else -shift)))
        level = scene.state.hedgehogs[battle.hex].level if battle.hex in scene.state.hedgehogs else 0
        roll = sum(battle.dice[-1]) + self.drm(battle) - level
        self.book.same("9.9", f"{what}: column", event.column, names[column])
        self.book.same("9.9", f"{what}: roll", event.roll, roll)
        row = max(0, min(len(chart["rows"]) - 1, roll - chart["rows"][0]))
        battle.code = chart["results"][row][column]
        battle.result = chart["codes"][battle.code]
        self.book.same("9.9", f"{what}: result", event.result, battle.code)
