"""Aircraft by the charts of 1992 (E92-air, E92-flak): where they go and when, stations, interception, Air Combat with
doubling up, Flak by the strength of the hex, raids on bases, refit by die, the Return Phase.

Not judged: the ground and its barrages, cargo and drops, what bases pay.
"""

from __future__ import annotations

from typing import Any

from referee.afloat import Afloat
from referee.air import Air, Deck, Mission, Sky
from referee.scene import Scene
from referee.setting import banded

PHASES = ("movement", "reaction", "exploitation")
BARRAGE_PHASES = (*PHASES, "combat")
KINDS = ("station", "base_transfer", "fighter_sweep", "air_transport", "supply_drop", "air_drop")
TWICE = ("base_transfer", "air_transport")
CITIES = ("minor_city", "major_city")
OUTCOMES = {
    "attacker_loses_and_aborts": ("attacker", True),
    "attacker_aborts": ("attacker", False),
    "defender_aborts": ("defender", False),
    "defender_loses_and_aborts": ("defender", True),
}
"""Who aborts, and whether a step is lost."""
HALVES = 2
"""Of a Fighter at full strength, for doubling up."""


class Air92(Air):
    """Follows each mission, and each Air Combat."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.doubles: dict[str, int] | None = None
        self.strikers: tuple[str, ...] = ()
        self.fallen: tuple[int, ...] = ()
        self.fires = 0
        self.rolled: dict[int, int] = {}
        self.begun = False

    def begins(self, action: Any, scene: Scene) -> None:
        """What was rolled before the referee came is in the first state."""
        if not self.begun:
            self.begun = True
            record: Any = next((one for one in scene.state.own if type(one).__name__ == "BaseSupply"), None)
            self.rolled = dict(record.rolled) if record is not None else {}

    # --- bases ---------------------------------------------------------------------------------------------------

    def usable(self, scene: Scene, base: Any) -> int:
        """E92-special-supply-bases: the Levels in use; a strip or a carrier needs none."""
        record: Any = next((one for one in scene.state.own if type(one).__name__ == "BaseSupply"), None)
        used = dict(record.usable) if record is not None else {}
        return int(min(base.level, used.get(base.hex, base.level)))

    def is_supplied(self, scene: Scene, base: Any) -> bool:
        """Aircraft take off and refit there."""
        return base is not None and (base.level == 0 or self.usable(scene, base) > 0)

    # --- missions ------------------------------------------------------------------------------------------------

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        super().on_PhaseBegan(event, scene)
        self.doubles, self.fires = None, 0
        if event.new_phase:
            self.rolled = {}
        if scene.clock.phase == "aircraft_return":
            sky = self.sky(scene)
            own = [plane for plane in sky.planes.values() if plane.side == scene.clock.acting and plane.active]
            away = [plane.id for plane in own if plane.hex >= 0 and plane.base >= 0]
            self.book.same("E92-air-phasing-elsewhere", "on stations after the Return Phase", away, [])
            unfed = [p.id for p in own if p.hex >= 0 and not self.is_supplied(scene, sky.base(p.side, p.hex))]
            self.book.same("E92-air-phasing-elsewhere", "Active at bases without supply", unfed, [])

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        self.mission, self.dice = Mission(event), []
        sky, clock, what = self.sky(scene), scene.clock, f"{event.kind} to {self.name(event.hex)}"
        now = (clock.phase in PHASES, clock.segment, clock.acting)
        self.book.same("E92-air-phasing-moves-phasing", f"{what}: when", now, (True, "movement", event.side))
        self.book.holds("E92-air-phasing", f"{what}: a kind of 1992", event.kind in KINDS)
        most = self.limits["aircraft_per_mission"]
        self.book.holds("14.2a-A", f"{what}: {len(event.planes)} aircraft", 0 < len(event.planes) <= most)
        for pid in event.planes:
            plane = sky.planes[pid]
            able = plane.side == event.side and plane.active and not plane.flown and plane.base < 0 <= plane.hex
            self.book.holds("E92-air-phasing-inactive", f"{what}: {pid} is Active at a base", able)
            base = sky.base(event.side, plane.hex)
            self.book.holds(
                "E92-air-phasing-supplied", f"{what}: {pid} starts at a supplied base", self.is_supplied(scene, base)
            )
            far, reach = self.ground.apart(plane.hex, event.hex), self.face(plane).range
            reach *= 2 if event.kind in TWICE else 1
            if not any(h >= self.setting.board.map_size for h in (plane.hex, event.hex)):
                self.book.holds("14.2d", f"{what}: {pid} flies {far} of {reach}", far <= reach)
        base = sky.base(event.side, event.hex)
        if event.kind == "station":
            self.book.same("E92-air-phasing-supplied", f"{what}: no own base", base, None)
        elif event.kind in TWICE:
            self.book.holds("14.11", f"{what}: a base there", base is not None)
        elif event.kind == "fighter_sweep":
            enemy = self.setting.enemy(event.side)
            met = [p for p in sky.planes.values() if p.side == enemy and p.hex == event.hex and p.active]
            self.book.holds("14.6", f"{what}: Active enemy aircraft", bool(met))
            self.book.holds("14.6", f"{what}: a Fighter", any(map(self.is_fighter, event.planes)))

    def on_FighterScrambled(self, event: Any, scene: Scene) -> None:
        mission, sky = self.mission, self.sky(scene)
        plane, what = sky.planes[event.plane], f"interception by {event.plane} at {self.name(event.hex)}"
        assert mission is not None  # it is intercepted
        self.book.same("14.5-B", f"{what}: hex", event.hex, mission.hex)
        self.book.holds("14.5-B", f"{what}: the only one", not mission.interceptor)
        self.book.holds("14.1-A", f"{what}: a Fighter", self.is_fighter(event.plane))
        able = plane.side != mission.side and plane.active and not plane.flown and plane.base < 0 <= plane.hex
        self.book.holds("14.5-B", f"{what}: Active at a base, and has not flown", able)
        base = sky.base(plane.side, plane.hex)
        self.book.holds("E92-air-phasing-supplied", f"{what}: a supplied base", self.is_supplied(scene, base))
        far, reach = self.ground.apart(plane.hex, event.hex), self.charts["air_reach"]["values"]["intercept_hexes"]
        self.book.holds("E92-air-phasing-moves-intercept", f"{what}: {far} of {reach}", far <= reach)
        mission.interceptor = event.plane

    # --- Air Combat ----------------------------------------------------------------------------------------------

    def on_AirCombatEnded(self, event: Any, scene: Scene) -> None:
        self.doubles = None

    def allowed(self, sky: Sky, h: int) -> dict[str, int]:
        """E92-air-doubling-availability: by the Fighters as the rounds begin, reduced ones as halves."""
        count = dict.fromkeys(self.setting.sides, 0)
        for plane in sky.planes.values():
            if plane.hex == h and plane.active and self.is_fighter(plane.id):
                count[plane.side] += 1 if plane.steps_lost else HALVES
        one, other = self.setting.sides
        more = count[one] - count[other]
        least = HALVES * self.charts["doubling_up"]["values"]["needed_advantage"]
        return {
            one: more // HALVES if more >= least else 0,
            other: -more // HALVES if -more >= least else 0,
        }

    def on_AirRound(self, event: Any, scene: Scene) -> None:
        sky, what = self.sky(scene), f"{event.attacker} against {event.defender}"
        ours, met = sky.planes[event.attacker], [sky.planes[pid] for pid in (event.defender, event.beside) if pid]
        if self.doubles is None:
            self.doubles = self.allowed(sky, ours.hex)
        self.book.holds("14.3a", f"{what}: no rating in parentheses attacks", not self.face(ours).parenthesized)
        self.book.same("14.3-B", f"{what}: sides", {p.side for p in met}, {self.setting.enemy(ours.side)})
        self.book.same("14.3-C", f"{what}: hexes of Active ones", {p.hex for p in (ours, *met) if p.active}, {ours.hex})
        against = sum(self.face(plane).rating for plane in met)
        self.book.same(
            "E92-air-doubling-defender", f"{what}: ratings", event.ratings, (self.face(ours).rating, against)
        )
        dice = self.fallen
        rolls = {sum(dice[i : i + 2]) + self.face(ours).rating - against for i in range(0, len(dice), 2)}
        self.book.holds("E92-air-combat", f"{what}: roll {event.roll} of {sorted(rolls)}", event.roll in rolls)
        who, loss = OUTCOMES[banded(self.charts["air_to_air"]["bands"]["main"], event.roll)]
        self.book.same("E92-air-combat", f"{what}: result", (event.result, event.loss), (f"{who}_aborts", loss))
        gone = [event.attacker] if who == "attacker" else [plane.id for plane in met]
        self.book.same("E92-air-combat", f"{what}: who aborts", sorted(event.aborted), sorted(gone))
        twice = {ours.side: len(dice) > HALVES, met[0].side: len(met) > 1}
        for side, doubled in twice.items():
            self.doubles[side] -= doubled
            if doubled:
                self.book.seen["E92-air-doubling-used"] += 1
            self.book.holds(
                "E92-air-doubling-availability", f"{what}: doubling of {side}", not doubled or self.doubles[side] >= 0
            )
        self.roles(sky, ours, what)
        if self.mission is not None:
            self.mission.out |= {*gone} & {*self.mission.planes}

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        super().on_DiceRolled(event, scene)
        self.fallen, self.fires = event.dice, 0

    # --- Flak ----------------------------------------------------------------------------------------------------

    def strength(self, scene: Scene, enemy: str, h: int, *, barrage: bool) -> int:
        """E92-flak-strength: steps, transport or supply, a base, a port or a city; of ships at barrages (18.3f)."""
        here = [unit for unit in scene.at(h) if unit.side == enemy]
        dump = scene.state.dumps[enemy].get(h)
        loads = dump is not None or any(unit.points or unit.load for unit in here)
        base = self.sky(scene).base(enemy, h)
        level = base.level if base is not None and not isinstance(base, Deck) else 0
        afloat = Afloat(self.setting, scene.state)
        port = afloat.port(enemy, h)
        held = bool(here) or loads or (base is not None and not isinstance(base, Deck))
        city = held and not {*self.setting.board.terrain[h]}.isdisjoint(CITIES)
        steps = sum(scene.steps(unit) for unit in here)
        ships = [one for one in afloat.at(enemy, h) if one.id in afloat.ships]
        of_ships = sum(afloat.face(ship.id).flak for ship in ships) if barrage else 0
        return int(steps + loads + level + (port is not None or city) + of_ships)

    def on_HexFlakFired(self, event: Any, scene: Scene) -> None:
        what, chart = f"Flak at {self.name(event.hex)}", self.charts["hex_flak"]
        barrage = scene.clock.segment == "barrage"
        strength = self.strength(scene, event.side, event.hex, barrage=barrage)
        self.book.holds("E92-flak-strength", f"{what}: somebody fires", strength > 0)
        roll = sum(self.fallen[2 * self.fires : 2 * self.fires + 2])
        self.fires += 1
        self.book.same("E92-flak-results", f"{what}: roll", event.roll, roll)
        column = max(i for i, least in enumerate(chart["column_min"]) if strength >= least)
        self.book.same("E92-flak-results", f"{what}: result", event.result, chart["results"][roll - 2][column])

    def on_AircraftHit(self, event: Any, scene: Scene) -> None:
        if event.cause == "the barrage":
            self.checked(event)

    # --- barrages ------------------------------------------------------------------------------------------------

    def on_AircraftStruck(self, event: Any, scene: Scene) -> None:
        sky, clock, what = self.sky(scene), scene.clock, f"barrage from stations over {self.name(event.hex)}"
        now = (clock.phase in BARRAGE_PHASES, clock.segment, clock.acting)
        self.book.same("E92-air-phasing", f"{what}: when", now, (True, "barrage", event.side))
        planes = [sky.planes[pid] for pid in event.planes]
        there = all(p.active and p.base >= 0 and p.hex == event.hex and p.side == event.side for p in planes)
        self.book.holds("E92-air-phasing-elsewhere", f"{what}: Active on that station", there)
        points = {
            sum(self.face(p).barrage for p in planes),
            sum(max(self.face(p).barrage, self.face(p).torpedo) for p in planes),
        }
        self.book.holds("14.7", f"{what}: {event.points} points of {points}", event.points in points)

    def on_BaseRaided(self, event: Any, scene: Scene) -> None:
        what, sky = f"raid on {self.name(event.hex)}", self.sky(scene)
        base = sky.bases[event.hex]
        hits = self.facility(event, what)["hits"]
        self.book.same("10.0c-A", f"{what}: Levels", event.levels, min(hits, max(0, base.level - 1)))
        self.raid = event.result
        there = [p for p in sky.planes.values() if p.side == base.side and p.base < 0 and p.hex == event.hex]
        self.struck = sorted(plane.id for plane in there if not plane.active)

    # --- home, refit ---------------------------------------------------------------------------------------------

    def on_RefitRolled(self, event: Any, scene: Scene) -> None:
        sky = self.sky(scene)
        bases = [b for b in sky.bases.values() if b.side == event.side and b.level and self.usable(scene, b)]
        own = sorted((base.hex, self.usable(scene, base)) for base in bases)
        due = tuple((h, die * levels) for (h, levels), die in zip(own, self.fallen, strict=True))
        self.book.same("E92-air-refit-roll", "how many each base refits", event.bases, due)
        self.rolled = dict(due)

    def on_AircraftRefitted(self, event: Any, scene: Scene) -> None:
        sky, what = self.sky(scene), f"refit at {self.name(event.hex)}"
        base = sky.base(event.side, event.hex)
        self.book.same("15.1", f"{what}: phase", scene.clock.phase, "aircraft_refit")
        if event.ships:
            return
        self.book.holds("E92-supply-levels-bases", f"{what}: a supplied base", self.is_supplied(scene, base))
        self.book.holds("15.1-A", f"{what}: once", event.hex not in self.refitted)
        level = base.level if base is not None else 0
        most = self.rolled.get(event.hex, 0) if level else self.limits["refit_per_air_strip"]
        self.book.holds("E92-air-refit-roll", f"{what}: {len(event.planes)} of {most}", 0 < len(event.planes) <= most)
        idle = all(sky.planes[pid].hex == event.hex and not sky.planes[pid].active for pid in event.planes)
        self.book.holds("14.1d", f"{what}: Inactive ones there", idle)
        self.refitted.add(event.hex)
