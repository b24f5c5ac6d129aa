"""Barrages of 1992 (E92-barrage, E92-barrage-dump, E92-facility): guns and the aircraft over a hex together, at units,
at supply and transport, at what is built there; shifts, results, what is lost, and what guns pay.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.air import Sky
from referee.barrage import Barrage, column_of, strength_of
from referee.moves import half_up
from referee.scene import HALF, Scene

TOKENS = 4
"""In 1 SP."""
COVER = ("close", "very_close", "extremely_close")
STRONG = 3
"""From this Level a hedgehog shifts two columns."""
ON_UNITS, ON_SUPPLY, ON_WORKS = "10.0a-A", "E92-barrage-dump", "E92-facility"
"""Cases of the three tables, by which an event says what was aimed at."""


class Barrage92(Barrage):
    """Follows each barrage; what it is aimed at is known from the draft, or from the table that is read."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.aimed = ""
        self.at = -1
        self.side = ""
        self.points = self.air = Fraction(0)
        self.high = False
        self.paid = 0
        self.due: dict[str, int] | None = None
        self.had: Counter[str] = Counter()
        self.burned = 0
        self.broken: tuple[str, int] | None = None

    def begins(self, action: Any, scene: Scene) -> None:
        kind = type(action).__name__
        if kind == "DeclareBarrage":
            self.aimed, self.paid, self.air, self.at = "", 0, Fraction(0), -1
        elif kind == "AimBarrage":
            self.aimed = action.target

    # --- who fires -----------------------------------------------------------------------------------------------

    def strength(self, scene: Scene, units: list[Unit]) -> Fraction:
        """E92-supply-levels: half with Low supply, nothing with none; with the aircraft that have just struck."""
        found = self.air
        for unit in units:
            low = HALF if any(type(one).__name__ == "LowSupply" for one in unit.own or ()) else 1
            found += 0 if unit.out_of_supply else strength_of(scene, unit) * low
        return found

    def only_one(self, scene: Scene, h: int, what: str) -> None:
        """The aircraft of the same barrage have struck before its guns are told."""
        if not self.air:
            super().only_one(scene, h, what)

    def has_target(self, scene: Scene, side: str, h: int, what: str) -> None:
        """Supply, transport and what is built are targets, too, and a railroad of either side."""
        if self.aimed in ("units", "") and scene.fighters(self.setting.enemy(side), h):
            super().has_target(scene, side, h, what)

    def on_SupplySpent(self, event: Any, scene: Scene) -> None:
        if event.purpose == "barrage":
            self.paid += event.tokens

    def on_SupplySpentAfloat(self, event: Any, scene: Scene) -> None:
        """12.3c-B: supply aboard Landing Craft pays as a dump does."""
        self.on_SupplySpent(event, scene)

    def on_BarrageDeclared(self, event: Any, scene: Scene) -> None:
        """E92-air-phasing-wait: guns fire with the aircraft that have just struck the hex, if any have."""
        if self.at != event.hex:
            self.air = Fraction(0)
        self.high = False
        super().on_BarrageDeclared(event, scene)
        what, units = f"barrage on {self.name(event.hex)}", [scene.units[uid] for uid in event.units]
        price = half_up(sum((scene.size(unit) for unit in units), Fraction(0)))
        self.book.same("E92-barrage-supply", f"{what}: tokens", self.paid, price)
        self.at, self.side, self.points = event.hex, units[0].side, Fraction(event.strength)

    def on_GunfireOpened(self, event: Any, scene: Scene) -> None:
        """Ships fire at units by the same table, and at what is built with all their strength (18.3b)."""
        self.at, self.side, self.high, self.aimed = event.hex, event.side, False, "units"
        self.points = Fraction(event.strength)
        super().on_GunfireOpened(event, scene)

    def on_AircraftStruck(self, event: Any, scene: Scene) -> None:
        """Aircraft begin their barrage, before the guns of the same draft; what is done to ships is no such barrage."""
        if not event.once:
            self.column = -1
            return
        self.close()
        self.only_one(scene, event.hex, f"raid on {self.name(event.hex)}")
        self.at, self.side, self.air = event.hex, event.side, Fraction(event.points)
        self.points = self.air
        self.high = any("S" in self.setting.scenario.aircraft[pid].types for pid in event.planes)
        self.column = column_of(self.setting.charts["barrage"], self.points)
        self.dice, self.terrain, self.naval = [], "", False
        self.aim(event.hex, event.side, scene)

    # --- units ---------------------------------------------------------------------------------------------------

    def aim(self, h: int, side: str, scene: Scene) -> None:
        """E92-barrage-shifts: each line once; terrain comes with the result."""
        value = {row["id"]: row["value"] for row in self.setting.charts["barrage_shifts"]["modifiers"]}
        size = sum((scene.size(unit) for unit in scene.fighters(self.setting.enemy(side), h)), Fraction(0))
        self.shift = 3 if size >= 6 else 2 if size >= 4 else 1 if size >= 3 else 0
        self.shift -= 2 if size < 1 else size == 1
        works = scene.state.hedgehogs.get(h)
        if works is not None:
            self.shift -= 2 if works.level >= STRONG else 1
        spotted = any(scene.fighters(side, n) for n in self.ground.ring(h)) and not self.high
        self.shift += 0 if spotted else value["no_spotter"]
        self.bracket = False

    def terrain_shift(self, line: str) -> int:
        """E92-barrage-shifts-terrain."""
        return -1 if line in COVER else 0

    def who_may_lose(self, scene: Scene, targets: list[Unit]) -> list[Unit]:
        """E92-barrage-table-hq: no HQ."""
        return [unit for unit in targets if scene.counter(unit).kind != "hq"]

    # --- what table ----------------------------------------------------------------------------------------------

    def on_BarrageResolved(self, event: Any, scene: Scene) -> None:
        what = f"barrage on {self.name(event.hex)}"
        self.book.same("10.0", f"{what}: hex", event.hex, self.at)
        if event.case.startswith(ON_SUPPLY):
            self.book.holds(ON_SUPPLY, f"{what}: aimed at {self.aimed}", self.aimed in ("supply", ""))
            self.at_supply(event, scene, what)
        elif event.case.startswith(ON_WORKS):
            self.book.holds(
                ON_WORKS, f"{what}: aimed at {self.aimed}", self.aimed in ("works", "rails", "base", "port", "")
            )
            hits = self.at_works(event, what)
            self.broken = (self.aimed, hits) if hits else None
        elif self.column >= 0:
            self.book.holds(ON_UNITS, f"{what}: aimed at {self.aimed}", self.aimed in ("units", ""))
            super().on_BarrageResolved(event, scene)

    def covered(self, h: int) -> set[bool]:
        """Whether the target stands in Close terrain or closer; both where the owner may choose."""
        lines = {row["id"]: row["line"] for row in self.setting.charts["terrain_combat"]["records"]}
        kinds = {*self.setting.board.terrain[h]} & lines.keys()
        return {lines[kind] in COVER for kind in kinds - {"open"} or {"open"}}

    # --- supply and transport ------------------------------------------------------------------------------------

    def transport(self, scene: Scene, enemy: str, h: int) -> Counter[str]:
        """Truck and Wagon Points of a side in a hex, and its supply in tokens, on the ground and on board."""
        dump, here = scene.state.dumps[enemy].get(h), [unit for unit in scene.at(h) if unit.side == enemy]
        found = Counter(supply=(dump.tokens if dump is not None else 0) + sum(unit.load for unit in here))
        for unit in here:
            kind = scene.counter(unit).transport
            if unit.points and kind in ("truck", "wagon", "organic"):
                found["wagon" if kind == "wagon" else "truck"] += unit.points
        return found

    def at_supply(self, event: Any, scene: Scene, what: str) -> None:
        """E92-barrage-dump: a percentage of each kind, which is at stake apart from the others."""
        chart, had = self.setting.charts["barrage_dump"], self.transport(scene, self.setting.enemy(self.side), self.at)
        points = had["truck"] + had["wagon"] + Fraction(had["supply"], TOKENS)
        seen = points > 0 or any(unit.side != self.side for unit in scene.at(self.at))
        self.book.holds(ON_SUPPLY, f"{what}: perhaps something is there", seen)
        crowd = 2 if points > 15 else 1 if 5 <= points < 15 else 0
        base = column_of(chart, self.points) + crowd - (self.at in scene.state.hedgehogs)
        columns = {max(0, min(len(chart["columns"]) - 1, base - 2 * cover)) for cover in self.covered(self.at)}
        names = {chart["columns"][column] for column in columns}
        self.book.holds(
            f"{ON_SUPPLY}-shifts", f"{what}: column {event.column} of {sorted(names)}", event.column in names
        )
        die = self.dice[-1][0]
        self.book.same(ON_SUPPLY, f"{what}: roll", event.roll, die)
        percent = chart["results"][die - 1][chart["columns"].index(event.column)]
        self.book.same(ON_SUPPLY, f"{what}: result", event.result, f"{percent}%")
        self.due = {kind: half_up(Fraction(had[kind] * percent, 100)) for kind in ("truck", "wagon")}
        lost = TOKENS * half_up(Fraction(had["supply"] * percent, 100 * TOKENS))
        self.due["supply"], self.burned, self.had = min(lost, had["supply"]), 0, had

    def on_SupplyBarraged(self, event: Any, scene: Scene) -> None:
        self.burned += event.ground + sum(tokens for _, tokens in event.loads)

    def ends(self, action: Any, scene: Scene) -> None:
        super().ends(action, scene)
        if self.due is not None and not any(frame.procedure == "barrage" for frame in scene.state.stack):
            left = self.transport(scene, self.setting.enemy(self.side), self.at)
            for kind in ("truck", "wagon"):
                what = f"{kind} points lost at {self.name(self.at)}"
                self.book.same(f"{ON_SUPPLY}-each", what, self.had[kind] - left[kind], self.due[kind])
            self.book.same(f"{ON_SUPPLY}-each", f"tokens lost at {self.name(self.at)}", self.burned, self.due["supply"])
            self.due = None

    # --- what is built -------------------------------------------------------------------------------------------

    def at_works(self, event: Any, what: str) -> int:
        """E92-facility: how many hits."""
        chart = self.setting.charts["facility"]
        column = column_of(chart, self.points)
        self.book.same(ON_WORKS, f"{what}: column", event.column, chart["columns"][column])
        die = self.dice[-1][0]
        self.book.same(ON_WORKS, f"{what}: roll", event.roll, die)
        result = chart["results"][die - 1][column]
        self.book.same(ON_WORKS, f"{what}: result", event.result, result)
        return int(chart["codes"][result]["hits"])

    def on_BaseRaided(self, event: Any, scene: Scene) -> None:
        self.book.same(ON_WORKS, f"raid on {self.name(event.hex)}: points", Fraction(event.points), self.points)
        self.column, base = -1, Sky(scene.state).bases[event.hex]
        self.book.same(ON_WORKS, f"raid on {self.name(event.hex)}: whose", base.side, self.setting.enemy(self.side))

    def on_RailDamaged(self, event: Any, scene: Scene) -> None:
        self.book.same(f"{ON_WORKS}-rail-hedgehog", "railroad damaged", (event.hex, bool(self.broken)), (self.at, True))
        self.broken = None

    def on_HedgehogReduced(self, event: Any, scene: Scene) -> None:
        if event.units:
            return  # by work
        what = f"hedgehog at {self.name(event.hex)}"
        hits = self.broken[1] if self.broken else 0
        self.book.same(f"{ON_WORKS}-rail-hedgehog", f"{what}: hit", hits > 0 and event.hex == self.at, True)
        self.broken = None
