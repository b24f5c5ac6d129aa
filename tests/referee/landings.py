"""Landings by the Amphibious Landing Table (18.5, 18.4e, 18.4f): where, who, groups, the roll, losses, what follows.

Not judged: which point or step the lots draw, beyond that it is one of those at stake.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil
from typing import Any

from referee.afloat import COASTAL, Afloat, Waters
from referee.judge import Judge
from referee.moves import MP, allowance, half_up
from referee.ports import weight
from referee.scene import HALF, Scene

GROUP = 3
"""RE of one roll (18.5f-B)."""
HARDER = ("port", "open_village", "low_hills", "hills", "rough", "mountain_city")
ROWS = {"low_hills": "low_hills", "hills": "hills", "rough": "rough", "lava": "rough", "mountain": "mountain_city"}
ROWS |= {"minor_city": "mountain_city", "major_city": "mountain_city"}
ELITE = ("commando", "marine", "sp_artillery", "assault_gun")


class Group:
    """A group that has been rolled for: what it costs, and what it has at stake."""

    def __init__(self, event: Any, scene: Scene, dice: tuple[int, ...]) -> None:
        self.hex, self.side, self.result = event.hex, event.side, event.result
        self.event, self.scene, self.dice = event, scene, dice
        self.units: list[str] = []
        self.points: Counter[str] = Counter()
        self.steps = 0
        self.loaded: dict[str, Fraction] = {}
        self.points_lost: Counter[str] = Counter()
        self.steps_lost = 0


class Landings(Judge):
    """Follows each landing, group by group."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.waters = Waters(self.setting, self.ground)
        self.groups: list[list[str]] = []
        self.drafted: set[str] = set()
        """Who was put into the landing by name; whom "land all" adds are units, which come ashore as `UnitLanded`."""
        self.regrouped = False
        """After "land all": who was in the landing stays in it, in a group of the program's choice (18.5f-B)."""
        self.group: Group | None = None
        self.dice: tuple[int, ...] = ()
        self.inland: dict[str, Fraction] = {}

    # --- the draft, from its actions -----------------------------------------------------------------------------

    def begins(self, action: Any, scene: Scene) -> None:
        kind = type(action).__name__
        if kind == "PlanLanding":
            self.groups, self.drafted, self.regrouped = [], set(), False
        elif kind in ("LandUnit", "LandCraft"):
            name = action.unit if kind == "LandUnit" else action.ship
            while len(self.groups) <= action.group:
                self.groups.append([])
            self.groups[action.group].append(name)
            self.drafted.add(name)
        elif kind in ("StayAboard", "StayAfloat"):
            gone = action.unit if kind == "StayAboard" else action.ship
            kept = [[name for name in group if name != gone] for group in self.groups]
            self.groups = [group for group in kept if group]
            self.drafted.discard(gone)
        elif kind == "LandAll":
            self.regrouped = True

    def ends(self, action: Any, scene: Scene) -> None:
        if (
            self.group is not None
            and scene.state.stack
            and scene.state.stack[-1].procedure not in ("landing", "sinking")
        ):
            self.close(scene)

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        self.close(scene)
        if event.new_phase:
            self.inland = {}

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice = event.dice

    # --- the roll ------------------------------------------------------------------------------------------------

    def on_LandingRolled(self, event: Any, scene: Scene) -> None:
        self.close(scene)
        what, enemy = f"landing at {self.name(event.hex)}, group {event.group + 1}", self.setting.enemy(event.side)
        self.book.same("18.5d", f"{what}: when", (scene.clock.phase, scene.clock.acting), ("movement", event.side))
        self.book.holds("18.5", f"{what}: on the coast", self.waters.is_coast(event.hex))
        self.book.same("18.5", f"{what}: defenders", [u.id for u in scene.fighters(enemy, event.hex)], [])
        self.book.same("18.5f", f"{what}: terrain", event.terrain, self.terrain(event, scene))
        self.group = Group(event, scene, self.dice)

    def terrain(self, event: Any, scene: Scene) -> str:
        """18.5f-A: the most difficult; a port stands for open ground, and what the table does not name counts as
        that. An own LST is a port, but not in its first phase (18.4f-E)."""
        board, h = self.setting.board, event.hex
        kinds = {*board.terrain[h], *(place.kind for place in board.places_in(h))}
        rows = {ROWS.get(kind, "open_village") for kind in kinds}
        hardest = max(rows, key=HARDER.index)
        lst = Afloat(self.setting, scene.state).port(event.side, h)
        port = self.waters.is_port(h) or (lst is not None and lst.lst and not lst.fresh)
        return "port" if hardest == "open_village" and port else hardest

    def judge_roll(self, group: Group) -> None:
        """Once all who land in the group are known: modifiers, result, how many RE."""
        scene, event = group.scene, group.event
        what, enemy = f"landing at {self.name(event.hex)}, group {event.group + 1}", self.setting.enemy(event.side)
        value = {row["id"]: row["value"] for row in self.setting.charts["alt"]["modifiers"]}
        near = [unit for n in self.ground.ring(event.hex) for unit in scene.fighters(enemy, n)]
        afloat, h = Afloat(self.setting, scene.state), event.hex
        roll = sum(group.dice)
        roll += value["non_dg_adjacent"] if any(unit.marker != "dg" for unit in near) else 0
        roll += value["dg_adjacent"] if any(unit.marker == "dg" for unit in near) else 0
        roll += value["enemy_zoc"] if scene.zoc(enemy, h) else 0
        roll -= sum(
            scene.counter(unit).symbol == COASTAL
            and scene.face(unit).barrage > 0
            and self.ground.apart(unit.hex, h) <= scene.face(unit).barrage_range
            for unit in scene.units.values()
            if unit.side == enemy and unit.hex >= 0
        )
        guns = [s for s in afloat.ships.values() if s.side == event.side and 0 <= s.hex < self.setting.board.map_size]
        reach = [self.ground.apart(s.hex, h) <= afloat.face(s.id).range for s in guns if afloat.face(s.id).barrage]
        roll += value["naval_support"] if any(reach) else 0
        units = [scene.units[uid] for uid in group.units]
        elite = bool(units) and all(scene.counter(unit).symbol in ELITE for unit in units)
        roll += value["elite"] if elite else 0
        self.book.same("18.5f", f"{what}: roll", event.roll, roll)
        bands = self.setting.charts["alt"]["bands"][event.terrain]
        result = next(b["result"] for b in bands if b.get("min", roll) <= roll <= b.get("max", roll))
        self.book.same("18.5f", f"{what}: result", event.result, result)
        size = sum((scene.size(unit) for unit in units), Fraction(0))
        self.book.holds("18.5f-B", f"{what}: {size} RE", size <= GROUP or len(units) == 1)

    # --- who comes ashore ----------------------------------------------------------------------------------------

    def on_UnitLanded(self, event: Any, scene: Scene) -> None:
        group, unit, afloat = self.group, scene.units[event.unit], Afloat(self.setting, scene.state)
        assert group is not None  # it was rolled for
        what, craft = f"{event.unit} lands at {self.name(event.hex)}", afloat.craft[event.craft]
        aboard = event.unit in craft.units and craft.hex == event.hex == group.hex
        self.book.holds("18.5", f"{what}: from Landing Craft there", aboard)
        self.book.holds("18.5e", f"{what}: no Transport Points", scene.is_combat(unit))
        self.book.holds("18.5c", f"{what}: in {unit.mode} Mode", unit.mode in ("combat", "move"))
        group.units.append(unit.id)
        group.loaded[craft.id] = group.loaded.get(craft.id, Fraction(0)) + weight(scene, unit)
        group.steps += scene.steps(unit)
        group.points[craft.id] = min(craft.points, ceil(group.loaded[craft.id]))
        self.inland[unit.id] = Fraction(0)

    # --- losses --------------------------------------------------------------------------------------------------

    def on_CraftLost(self, event: Any, scene: Scene) -> None:
        if event.case != "18.5f-C" or self.group is None:
            return
        group, afloat = self.group, Afloat(self.setting, scene.state)
        craft, what = afloat.craft[event.craft], f"a point of {event.craft} is lost"
        self.book.same("18.5f-C", f"{what}: where", (event.hex, craft.side), (group.hex, group.side))
        group.points_lost[event.craft] += 1
        self.book.same(
            "18.3d-B", f"{what}: an LST is one no more", event.lesser, craft.lesser or afloat.kind(craft) == "lst"
        )
        with_it = craft.tokens if craft.points == 1 else 0
        self.book.same("18.5f-C", f"{what}: tokens that go with the last one", event.tokens, with_it)

    def on_StepLost(self, event: Any, scene: Scene) -> None:
        ashore = scene.units[event.unit].hex >= 0  # others go down with their craft
        if event.case == "18.5f-C" and self.group is not None and ashore:
            self.book.holds("18.5f-C", f"{event.unit} loses a step: it landed", event.unit in self.group.units)
            self.group.steps_lost += 1

    def close(self, scene: Scene) -> None:
        """All of a group's losses are known."""
        group, self.group = self.group, None
        if group is None:
            return
        self.judge_roll(group)
        what, codes = f"landing at {self.name(group.hex)}", self.setting.charts["alt"]["codes"][group.result]
        share = Fraction(codes["units_lost"])
        self.book.same("18.5f", f"{what}: steps lost", group.steps_lost, half_up(share * group.steps))
        if self.regrouped:
            self.book.skip("points of a landing of all")
            return
        first, number = Afloat(self.setting, group.scene.state), group.event.group
        drafted = self.groups[number] if number < len(self.groups) else []
        for name in {*drafted} & first.craft.keys():
            if first.kind(first.craft[name]) in ("dukw", "lst"):
                group.points[name] = first.craft[name].points
        stake = sum(group.points.values())
        due = half_up(Fraction(codes["landing_craft_lost"]) * stake)
        self.book.same("18.5f", f"{what}: points lost of {stake}", sum(group.points_lost.values()), due)
        within = all(lost <= group.points[cid] for cid, lost in group.points_lost.items())
        self.book.holds("18.5f-C", f"{what}: points of those that carried it", within)

    # --- what follows --------------------------------------------------------------------------------------------

    def on_WadedAshore(self, event: Any, scene: Scene) -> None:
        craft = Afloat(self.setting, scene.state).craft[event.unit]
        self.book.holds("18.4e-A", f"{event.unit} comes ashore by a roll", event.unit in self.drafted)
        self.book.same("18.4e-C", f"{event.unit} on land: units aboard", [*craft.units], [])

    def on_LstDeployed(self, event: Any, scene: Scene) -> None:
        afloat, what = Afloat(self.setting, scene.state), f"{event.craft} becomes a port"
        craft = afloat.craft[event.craft]
        self.book.same("18.4f", f"{what}: an LST", (afloat.kind(craft), craft.hex), ("lst", event.hex))
        self.book.holds(
            "18.4f-F", f"{what}: no other port", not self.waters.is_port(event.hex) and event.hex not in afloat.ports
        )
        self.book.same("18.4f", f"{what}: aboard", ([*craft.units], craft.tokens), ([], 0))
        self.book.holds("18.4f", f"{what}: on the coast", self.waters.is_coast(event.hex))

    def on_UnitMoved(self, event: Any, scene: Scene) -> None:
        if event.unit in self.inland:
            unit = scene.units[event.unit]
            self.close(scene)
            self.inland[unit.id] += Fraction(event.mp, MP)
            most, spent = allowance(scene, unit) * HALF, self.inland[unit.id]
            self.book.holds("18.5h", f"{unit.id} spends {spent} of {most} MP after landing", spent <= most)

    def on_WentAshore(self, event: Any, scene: Scene) -> None:
        self.inland.pop(event.unit, None)

    def on_ShipSailed(self, event: Any, scene: Scene) -> None:
        self.close(scene)
