"""Aircraft (14, 15): who flies where, Air Combat, Interception, Flak and whom it hits, raids, refit, the way home; from
carriers and against ships, too (18.2, 18.3).

Read from the log and the state alone. Not judged: drops, gliders and cargo, weather, and games with options for
aircraft.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from redball.core.state import State
from referee.afloat import Afloat
from referee.judge import Judge
from referee.moves import half_up
from referee.scene import Scene
from referee.setting import banded

OPTIONS = ("long_range_air", "three_bombers", "over_own_base", "late_flak", "rebasing_limits")
"""Switches that change what is judged here."""
AT_SHIPS = ("ship_barrage", "ship_hip_shoot")
AT_PORTS = ("port_barrage", "port_hip_shoot")
HIP_SHOOTS = ("hip_shoot", "base_hip_shoot", "port_hip_shoot", "ship_hip_shoot")
BARRAGES = ("barrage", "base_barrage", "port_barrage", "ship_barrage", *HIP_SHOOTS)
STRIKES = (*BARRAGES, "trainbusting")
PERHAPS = ("air_transport", "air_drop", "supply_drop", "base_transfer")
"""14.4a: missions that draw Flak always, and those that do in a Patrol Zone."""
IN_BARRAGE_SEGMENTS = ("barrage", "base_barrage", "port_barrage", "ship_barrage", "trainbusting")
"""14.2e-D, 14.8d; all others fly in Movement Segments."""
DAMAGED_REFIT = 2
"""18.2b."""
TWICE = ("base_transfer", "air_transport")
"""14.11, 14.9e-A: missions to twice the range."""


class Deck(NamedTuple):
    """The carriers of a side in a hex: a base without a Level (3.3c-C)."""

    hex: int
    side: str
    ships: tuple[str, ...]
    level: int = 0
    gliders: int = 0


class Sky:
    """The aircraft and bases of a state; with `scenario`, carriers among them."""

    def __init__(self, state: State, scenario: Any = None) -> None:
        record: Any = next((one for one in state.own if type(one).__name__ == "AirForce"), None)
        self.planes = {plane.id: plane for plane in record.planes} if record else {}
        self.bases: dict[int, Any] = {base.hex: base for base in record.bases} if record else {}
        if scenario is not None and scenario.ships:
            self.bases = self._decks(state, scenario) | self.bases

    def _decks(self, state: State, scenario: Any) -> dict[int, Deck]:
        fleet: Any = next((one for one in state.own if type(one).__name__ == "Fleet"), None)
        found: dict[int, Deck] = {}
        for ship in fleet.ships if fleet is not None else ():
            if ship.hex >= 0 and scenario.ships[ship.id].type == "carrier":
                before = found[ship.hex].ships if ship.hex in found else ()
                found[ship.hex] = Deck(ship.hex, ship.side, (*before, ship.id))
        return found

    def base(self, side: str, h: int) -> Any:
        """A side's base in a hex, or None."""
        found = self.bases.get(h)
        return found if found is not None and found.side == side else None


class Mission:
    """A mission under way: who is out of it, who intercepts, whether Flak has fired, the last die of Flak."""

    def __init__(self, event: Any) -> None:
        self.kind, self.side, self.hex, self.planes = event.kind, event.side, event.hex, event.planes
        self.out: set[str] = set()
        self.interceptor = ""
        self.flak = False
        self.resolved = False

    def left(self) -> list[str]:
        """Who is still on it, in its order."""
        return [pid for pid in self.planes if pid not in self.out]


class Air(Judge):
    """Follows each mission."""

    refits_in = "aircraft_refit"
    """The phase in which aircraft refit (15.1)."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.charts = self.setting.charts
        self.limits = self.charts["air_transport_limits"]["values"]
        self.judges = not any(self.setting.switches.get(name) for name in OPTIONS)
        self.mission: Mission | None = None
        self.dice: list[tuple[int, ...]] = []
        self.refitted: set[int] = set()
        self.paid = 0
        self.raid = ""
        self.struck: list[str] = []

    def hears(self, event: Any, scene: Scene) -> None:
        if self.judges:
            super().hears(event, scene)

    def sky(self, scene: Scene) -> Sky:
        """Everything that flies, and where it can come down."""
        return Sky(scene.state, self.setting.scenario)

    # --- what is printed -----------------------------------------------------------------------------------------

    def face(self, plane: Any) -> Any:
        """14.1b: the side that shows."""
        printed = self.setting.scenario.aircraft[plane.id]
        return printed.back if plane.steps_lost else printed.front

    def is_fighter(self, pid: str) -> bool:
        """14.1-A."""
        return "F" in self.setting.scenario.aircraft[pid].types

    def patrolled(self, sky: Sky, side: str, h: int) -> bool:
        """14.4c: within the zone of a base with an Active Fighter."""
        return any(
            plane.side == side
            and plane.active
            and plane.base < 0
            and plane.hex >= 0
            and self.is_fighter(plane.id)
            and sky.base(side, plane.hex) is not None
            and self.ground.apart(plane.hex, h) <= self.limits["patrol_zone_hexes"]
            for plane in sky.planes.values()
        )

    # --- a mission -----------------------------------------------------------------------------------------------

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        self.mission = None
        if event.new_phase:
            self.refitted, self.paid = set(), 0

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice.append(event.dice)

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        self.mission, self.dice = Mission(event), []
        sky, clock, what = self.sky(scene), scene.clock, f"{event.kind} to {self.name(event.hex)}"
        most = 1 if event.kind in HIP_SHOOTS else self.limits["aircraft_per_mission"]
        self.book.holds("14.2a-A", f"{what}: {len(event.planes)} aircraft", 0 < len(event.planes) <= most)
        self.book.same("14.1g", f"{what}: acting", clock.acting, event.side)
        self.book.holds("14.1g", f"{what}: in {clock.phase}", clock.phase in ("movement", "reaction", "exploitation"))
        segment = "barrage" if event.kind in IN_BARRAGE_SEGMENTS else "movement"
        self.book.same("14.2e-D", f"{what}: segment", clock.segment, segment)
        for pid in event.planes:
            plane = sky.planes[pid]
            shown = self.face(plane)
            able = plane.side == event.side and plane.active and not plane.flown and plane.base < 0 <= plane.hex
            self.book.holds("14.1a", f"{what}: {pid} is Active at a base of its side and has not flown", able)
            self.book.holds("14.1c-A", f"{what}: {pid} starts at a base", sky.base(event.side, plane.hex) is not None)
            far = self.ground.apart(plane.hex, event.hex)
            reach = shown.range * (2 if event.kind in TWICE else 1)
            if not any(h >= self.setting.board.map_size for h in (plane.hex, event.hex)):
                self.book.holds("14.2d", f"{what}: {pid} flies {far} of {reach}", 0 < far <= reach)
        self.may_aim(event, scene, sky, what)

    def may_aim(self, event: Any, scene: Scene, sky: Sky, what: str) -> None:
        """What each kind needs at its hex."""
        enemy = self.setting.enemy(event.side)
        if event.kind in ("barrage", "hip_shoot"):
            self.book.holds("14.7", f"{what}: enemy units", bool(scene.fighters(enemy, event.hex)))
        afloat = Afloat(self.setting, scene.state)
        if event.kind in ("base_barrage", "base_hip_shoot"):
            there = sky.base(enemy, event.hex)
            self.book.holds("10.0c-A", f"{what}: an enemy base", there is not None and not isinstance(there, Deck))
        if event.kind in AT_PORTS:
            port = afloat.port(enemy, event.hex)
            self.book.holds("10.0c-B", f"{what}: an enemy port", port is not None and not port.lst)
        if event.kind in AT_SHIPS:
            self.book.holds("18.3c", f"{what}: enemy ships", bool(afloat.at(enemy, event.hex)))
        if event.kind in ("barrage", "base_barrage", "port_barrage"):
            self.book.holds("10.0e-A", f"{what}: one in a phase", event.hex not in scene.state.barraged)
        if event.kind in HIP_SHOOTS:
            spotted = any(scene.fighters(event.side, n) for n in self.ground.ring(event.hex))
            self.book.holds("14.7d-C", f"{what}: a spotter", spotted)
        if event.kind == "fighter_sweep":
            met = [p for p in sky.planes.values() if p.side == enemy and p.hex == event.hex and p.active]
            self.book.holds("14.6", f"{what}: Active enemy aircraft", bool(met))
            self.book.holds("14.6", f"{what}: a Fighter", any(map(self.is_fighter, event.planes)))
        if event.kind in TWICE:
            self.book.holds("14.11", f"{what}: a base there", sky.base(event.side, event.hex) is not None)

    def exposed(self, sky: Sky, mission: Mission) -> bool:
        """14.4a."""
        zone = self.patrolled(sky, self.setting.enemy(mission.side), mission.hex)
        return mission.kind in STRIKES or (mission.kind in PERHAPS and zone)

    def on_FighterScrambled(self, event: Any, scene: Scene) -> None:
        mission, sky, plane = self.mission, self.sky(scene), self.sky(scene).planes[event.plane]
        assert mission is not None  # it is intercepted
        what = f"interception by {event.plane} at {self.name(event.hex)}"
        self.book.same("14.5-B", f"{what}: hex", event.hex, mission.hex)
        self.book.holds("14.5-B", f"{what}: the only one", not mission.interceptor)
        self.book.holds("14.5-A", f"{what}: the mission may draw Flak", self.exposed(sky, mission))
        self.book.holds("14.1-A", f"{what}: a Fighter", self.is_fighter(event.plane))
        able = plane.side != mission.side and plane.active and not plane.flown and plane.base < 0 <= plane.hex
        self.book.holds("14.5-B", f"{what}: Active, and has not flown", able)
        far = self.ground.apart(plane.hex, event.hex)
        self.book.holds("14.5-B", f"{what}: its base is {far} away", far <= self.limits["patrol_zone_hexes"])
        mission.interceptor = event.plane

    # --- Air Combat ----------------------------------------------------------------------------------------------

    def on_AirRound(self, event: Any, scene: Scene) -> None:
        sky, what = self.sky(scene), f"{event.attacker} against {event.defender}"
        ours, theirs = sky.planes[event.attacker], sky.planes[event.defender]
        shown, met = self.face(ours), self.face(theirs)
        self.book.holds("14.3a", f"{what}: no rating in parentheses attacks", not shown.parenthesized)
        self.book.holds("14.3-B", f"{what}: one of each side", {ours.side, theirs.side} == set(self.setting.sides))
        self.book.holds("14.3-C", f"{what}: both Active", ours.active and theirs.active)
        self.book.same("14.3-B", f"{what}: in one hex", ours.hex, theirs.hex)
        self.book.same("14.3e-C", f"{what}: ratings", event.ratings, (shown.rating, met.rating))
        first, second, die = self.dice[-1]
        roll = first + second + shown.rating - met.rating
        self.book.same("14.3e-C", f"{what}: roll", event.roll, roll)
        bands = self.charts["air_combat"]["bands"]
        result = banded(bands["main"], roll)
        self.book.same("14.3e-C", f"{what}: result", event.result, result)
        lost = banded(bands["loss_die"], die) == "step_loss"
        self.book.same("14.3e-C", f"{what}: a step is lost", event.loss, lost)
        gone = [pid for pid, how in ((event.attacker, "attacker"), (event.defender, "defender")) if how in result]
        gone = [event.attacker, event.defender] if result == "both_abort" else gone
        self.book.same("14.3e-C", f"{what}: who aborts", sorted(event.aborted), sorted(gone))
        self.roles(sky, ours, what)
        if self.mission is not None:
            self.mission.out |= {*gone} & {*self.mission.planes}

    def roles(self, sky: Sky, attacker: Any, what: str) -> None:
        """14.3c: who flies the mission or intercepts attacks, while one of them can."""
        mission = self.mission
        if mission is None:
            return
        begins = self.setting.enemy(mission.side) if mission.interceptor else mission.side
        there = [p for p in sky.planes.values() if p.side == begins and p.hex == attacker.hex and p.active]
        able = any(not self.face(plane).parenthesized for plane in there)
        self.book.same("14.3c", f"{what}: the attacker", attacker.side, begins if able else self.setting.enemy(begins))

    def on_AircraftAborted(self, event: Any, scene: Scene) -> None:
        if self.mission is not None:
            self.mission.out.add(event.plane)

    # --- Flak ----------------------------------------------------------------------------------------------------

    def on_FlakFired(self, event: Any, scene: Scene) -> None:
        mission, sky = self.mission, self.sky(scene)
        assert mission is not None  # it is fired at
        what = f"Flak at {self.name(event.hex)}"
        enemy, left = self.setting.enemy(mission.side), mission.left()
        value = {row["id"]: row["value"] for row in self.charts["flak"]["modifiers"]}
        self.book.same("14.4", f"{what}: who fires", event.side, enemy)
        self.book.holds("14.4a", f"{what}: the mission draws it", self.exposed(sky, mission) and bool(left))
        self.book.holds("14.4e", f"{what}: once", not mission.flak)
        points = value["three_or_more_aircraft"] if len(left) >= 3 else 0
        here = [unit for unit in scene.at(event.hex) if unit.side == enemy]
        points += value["hq"] if any(scene.counter(unit).kind == "hq" for unit in here) else 0
        base = sky.base(enemy, event.hex)
        points += base.level if base is not None else 0
        if mission.kind in BARRAGES:
            afloat = Afloat(self.setting, scene.state)
            points += sum(afloat.face(one.id).flak for one in afloat.at(enemy, event.hex) if one.id in afloat.ships)
        if self.patrolled(sky, enemy, event.hex):
            fighter = any(map(self.is_fighter, left))
            points += value["patrol_zone_with_fighter" if fighter else "patrol_zone_no_fighter"]
            points += value["patrol_zone_trainbusting"] if mission.kind == "trainbusting" else 0
        roll = sum(self.dice[-1]) + points
        self.book.same("14.4e", f"{what}: roll", event.roll, roll)
        hit = banded(self.charts["flak"]["bands"]["main"], roll) != "none"
        self.book.same("14.4e", f"{what}: hit", event.hit, hit)
        mission.flak, self.dice = True, []

    def on_AircraftHit(self, event: Any, scene: Scene) -> None:
        plane, mission = self.sky(scene).planes[event.plane], self.mission
        if event.cause == "Flak" and mission is not None:
            left = mission.left()
            self.book.holds("14.4d", f"Flak hits {event.plane}: of the mission", event.plane in left)
            if len(left) > 1:
                self.book.holds("14.4f", f"Flak hits {event.plane}", event.plane in self.drawn(scene, left))
        elif event.cause == "the barrage":
            self.checked(event)
        if mission is not None and plane.steps_lost:
            mission.out.add(event.plane)

    def drawn(self, scene: Scene, left: list[str]) -> list[str]:
        """14.4f: whom the die names: by place, or all that are weakest or strongest."""
        chart, planes = self.charts["mission_loss"], self.sky(scene).planes
        pick = chart["results"][self.dice[-1][0] - 1][chart["columns"].index(str(len(left)))]
        if pick.isdigit():
            return [left[int(pick) - 1]]
        points = {pid: self.face(planes[pid]).barrage for pid in left}
        extreme = min(points.values()) if pick == "weakest" else max(points.values())
        return [pid for pid in left if points[pid] == extreme]

    # --- what it is flown for ------------------------------------------------------------------------------------

    def on_StrikeMade(self, event: Any, scene: Scene) -> None:
        mission, planes = self.mission, self.sky(scene).planes
        assert mission is not None  # it strikes
        what = f"{event.kind} at {self.name(event.hex)}"
        self.book.holds("14.2f-E", f"{what}: Flak has fired", mission.flak)
        self.book.same("14.2f-F", f"{what}: who is left", [*event.planes], mission.left())
        faces = [self.face(planes[pid]) for pid in mission.left()]
        at_ships = event.kind in AT_SHIPS
        points = sum(max(face.barrage, face.torpedo) if at_ships else face.barrage for face in faces)
        self.book.same("14.7", f"{what}: points", event.points, points)
        self.dice, mission.resolved = [], True

    def facility(self, event: Any, what: str) -> dict[str, Any]:
        """10.0c: the result on the Facility Table, as its code."""
        chart = self.charts["facility"]
        least = [number for number, points in enumerate(chart["column_min"]) if half_up(event.points) >= points]
        self.book.same("10.0c", f"{what}: column", event.column, chart["columns"][least[-1]])
        die = self.dice[-1][0]
        self.book.same("10.0c", f"{what}: roll", event.roll, die)
        result = chart["results"][die - 1][least[-1]]
        self.book.same("10.0c", f"{what}: result", event.result, result)
        code: dict[str, Any] = chart["codes"][result]
        return code

    def on_BaseRaided(self, event: Any, scene: Scene) -> None:
        what, base = f"raid on {self.name(event.hex)}", self.sky(scene).bases[event.hex]
        if self.mission is None or not self.mission.resolved:
            self.book.skip("guns at a base")
            self.raid = ""
            return
        hits = self.facility(event, what)["hits"]
        self.book.same("10.0c-A", f"{what}: Levels", event.levels, min(hits, max(0, base.level - 1)))
        self.raid = event.result
        there = (plane for plane in self.sky(scene).planes.values() if plane.side == base.side and plane.base < 0)
        self.struck = sorted(plane.id for plane in there if plane.hex == event.hex)

    def checked(self, event: Any) -> None:
        """10.0c-A: a die for each aircraft on the base, that takes a loss at the number in parentheses or more."""
        need = self.charts["facility"]["codes"][self.raid]["plane_check"] if self.raid else 0
        if need:
            dice = dict(zip(self.struck, self.dice[-1], strict=True))
            self.book.holds("10.0c-A", f"{event.plane} is hit on its base", dice.get(event.plane, 0) >= need)

    def on_TrainbustingRolled(self, event: Any, scene: Scene) -> None:
        what = f"Trainbusting at {self.name(event.hex)}"
        self.book.same("14.8a", f"{what}: a marker", event.placed, self.facility(event, what)["trainbust"])
        self.book.same("14.8a", f"{what}: against", event.against, self.setting.enemy(event.side))

    # --- home, refit ---------------------------------------------------------------------------------------------

    def on_AircraftLanded(self, event: Any, scene: Scene) -> None:
        sky, mission = self.sky(scene), self.mission
        plane, base = sky.planes[event.plane], self.sky(scene).base(event.side, event.hex)
        what = f"{event.plane} lands at {self.name(event.hex)}"
        self.book.holds("14.1c-A", f"{what}: a base of its side", base is not None)
        far, reach = self.ground.apart(plane.hex, event.hex), self.face(plane).range
        fled = 2 if event.case.startswith("9.14f") else 1
        winner = event.case == "14.5-D"  # it may come from farther than its range if that is short
        if not winner and not any(h >= self.setting.board.map_size for h in (plane.hex, event.hex)):
            self.book.holds("14.2d", f"{what}: {far} of {fled * reach}", far <= fled * reach)
        if event.active and base is not None:
            moved = mission is not None and mission.kind == "base_transfer" and self.is_fighter(event.plane)
            near = moved and self.ground.apart(plane.base, event.hex) <= reach
            won = mission is not None and event.plane == mission.interceptor and plane.active
            self.book.holds("14.1c-A", f"{what}: may stay Active", near or won)
            there = [p for p in sky.planes.values() if p.side == event.side and p.hex == event.hex and p.base < 0]
            count = 1 + sum(p.active and p.id != event.plane for p in there)
            more = self.limits["active_aircraft_at_base_besides_level"] + base.level
            room = more if base.level else self.limits["active_aircraft_at_air_strip"]
            room = count if isinstance(base, Deck) else room  # what a carrier holds is 18.2a, Active or not
            self.book.holds("14.2a-B", f"{what}: {count} Active of {room}", count <= room or won)

    def on_deck(self, event: Any, scene: Scene, sky: Sky, what: str) -> None:
        """18.2b: all that are Inactive on each carrier, two if it is damaged, for nothing."""
        afloat = Afloat(self.setting, scene.state)
        idle = all(sky.planes[pid].ship in event.ships and not sky.planes[pid].active for pid in event.planes)
        self.book.holds("14.1d", f"{what}: Inactive ones on {event.ships}", idle and bool(event.planes))
        self.book.same("18.2b", f"{what}: tokens", self.paid, 0)
        for sid in event.ships:
            count = sum(sky.planes[pid].ship == sid for pid in event.planes)
            fit = not afloat.ships[sid].damaged or count <= DAMAGED_REFIT
            self.book.holds("18.2b", f"{what}: {count} on {sid}", fit)
        self.refitted.add(event.hex)

    def on_SupplySpent(self, event: Any, scene: Scene) -> None:
        if event.purpose == "refit":
            self.paid += event.tokens

    def on_AircraftRefitted(self, event: Any, scene: Scene) -> None:
        sky, what = self.sky(scene), f"refit at {self.name(event.hex)}"
        base = sky.base(event.side, event.hex)
        self.book.holds("15.1", f"{what}: a base", base is not None)
        self.book.same("15.1", f"{what}: phase", scene.clock.phase, self.refits_in)
        self.book.holds("15.1-A", f"{what}: once", event.hex not in self.refitted)
        if event.ships:
            self.on_deck(event, scene, sky, what)
            return
        level = base.level if base is not None else 0
        most = level * self.limits["refit_per_base_level"] if level else self.limits["refit_per_air_strip"]
        self.book.holds("15.1-B", f"{what}: {len(event.planes)} of {most}", 0 < len(event.planes) <= most)
        idle = all(sky.planes[pid].hex == event.hex and not sky.planes[pid].active for pid in event.planes)
        self.book.holds("14.1d", f"{what}: Inactive ones there", idle)
        self.book.same("15.1-B", f"{what}: tokens", self.paid, 1)
        enemy = self.setting.enemy(event.side)
        free = not scene.zoc(enemy, event.hex) or bool(scene.fighters(event.side, event.hex))
        self.book.holds("15.1-C", f"{what}: no ZOC that nothing negates", free)
        self.paid = 0
        self.refitted.add(event.hex)
