"""Aircraft of New OCS (N14, N10-interdiction, N10-night): one Air Operations Phase with its stages, Air Combat in which
each attacker fights once, interception by patrols and ready Fighters, Flak after the strikes, Interdiction, refit.
Cargo is judged by `new_ocs_cargo`, fire at ships by `gunfire`. Not judged: weather of Smolensk and Burma.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.afloat import Afloat
from referee.air import Air, Sky
from referee.moves import half_up
from referee.scene import Scene
from referee.setting import banded

PHASE = "air_operations"
DAY = ("barrage", "base_barrage", "port_barrage", "dump_barrage", "ship_barrage")
NIGHT = ("night_base_barrage", "night_port_barrage", "night_dump_barrage")
ON_BASES = ("base_barrage", "night_base_barrage")
ON_DUMPS = ("dump_barrage", "night_dump_barrage")
CARRYING = ("air_transport", "air_drop", "supply_drop", "base_transfer")
STAY = ("patrol", "interdiction")
NOT_INTERCEPTED = ("fighter_sweep", "patrol", *NIGHT)
LARGE = 3
DOUBLE_REACH = 2


class Task:
    """A mission that has been assigned."""

    def __init__(self, event: Any, order: int) -> None:
        self.kind, self.side, self.hex = event.kind, event.side, event.hex
        self.planes: tuple[str, ...] = event.planes
        self.order = order
        self.escorts: set[str] = set()
        self.sent: list[str] = []
        self.fought: set[str] = set()
        self.struck = self.fired_at = False


class NewAir(Air):
    """Follows each task from its assignment until its aircraft are home."""

    refits_in = PHASE

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.tasks: list[Task] = []
        self.hexes: set[int] = set()
        self.after: str = ""
        self.refits = 0

    # --- who is who ----------------------------------------------------------------------------------------------

    def attacks(self, plane: Any) -> bool:
        """A Fighter whose rating has no parentheses."""
        return self.is_fighter(plane.id) and not self.face(plane).parenthesized

    def task_of(self, pid: str) -> Task | None:
        """The last task that an aircraft flies."""
        return next((task for task in reversed(self.tasks) if pid in task.planes), None)

    def on_it(self, sky: Sky, task: Task) -> list[str]:
        """Who is still over the hex of a task."""
        return [pid for pid in task.planes if sky.planes[pid].base >= 0 and sky.planes[pid].hex == task.hex]

    def guards(self, sky: Sky, side: str, h: int) -> list[str]:
        """N14-sweep-targets: ready Fighters at a base there, and patrols."""
        patrols = {pid for task in self.tasks if task.kind == "patrol" for pid in task.planes}
        there = [p for p in sky.planes.values() if p.side == side and p.hex == h and p.active and self.attacks(p)]
        return [plane.id for plane in there if plane.base < 0 or plane.id in patrols]

    # --- assignment ----------------------------------------------------------------------------------------------

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        sky, clock = self.sky(scene), scene.clock
        if clock.phase == PHASE and event.new_phase:
            self.all_home(sky, clock.acting)
        if clock.phase == "clean_up" and event.new_phase:
            enemy = self.setting.enemy(clock.phasing)
            out = [p.id for p in sky.planes.values() if p.side == enemy and p.base >= 0]
            self.book.same("N2.2-cleanup-air", "in the air after the enemy's Clean Up", out, [])
        if event.new_phase:
            self.hexes, self.after, self.refits = set(), "", 0
            self.refitted, self.paid = set(), 0
            still = {p.id for p in sky.planes.values() if p.base >= 0}
            self.tasks = [task for task in self.tasks if still & {*task.planes}]

    def all_home(self, sky: Sky, side: str) -> None:
        """N14-end-of-phase: patrols and Interdiction stay, all others are home and Inactive."""
        for plane in sky.planes.values():
            if plane.side == side and plane.base >= 0:
                task = self.task_of(plane.id)
                if task is not None:
                    stays = task.kind in STAY
                    self.book.holds("N14-end-of-phase", f"{plane.id} of a {task.kind} stays out", stays)
        mine = {pid for task in self.tasks if task.side == side and task.kind not in STAY for pid in task.planes}
        idle = [pid for pid in mine if sky.planes[pid].hex >= 0 and sky.planes[pid].active]
        self.book.same("N14-end-of-phase", "Active after a mission", idle, [])

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        sky, clock, what = self.sky(scene), scene.clock, f"{event.kind} to {self.name(event.hex)}"
        task = Task(event, len(self.tasks))
        self.book.same("N2.2-air-operations", f"{what}: when", (clock.phase, clock.acting), (PHASE, event.side))
        self.book.same("N14-strike-order", f"{what}: before all that is resolved", self.after, "")
        most = self.limits["aircraft_per_mission"]
        self.book.holds("N14.2e-size", f"{what}: {len(event.planes)} aircraft", 0 < len(event.planes) <= most)
        for pid in event.planes:
            plane, shown = sky.planes[pid], self.face(sky.planes[pid])
            able = plane.side == event.side and plane.active and not plane.flown and plane.base < 0 <= plane.hex
            self.book.holds("14.1a", f"{what}: {pid} is Active at a base and has not flown", able)
            self.book.holds("14.1c-A", f"{what}: {pid} starts at a base", sky.base(event.side, plane.hex) is not None)
            far = self.ground.apart(plane.hex, event.hex)
            reach = shown.range * (DOUBLE_REACH if event.kind in ("air_transport", "base_transfer") else 1)
            if not any(h >= self.setting.board.map_size for h in (plane.hex, event.hex)):
                self.book.holds("14.2d", f"{what}: {pid} flies {far} of {reach}", far <= reach)
            self.book.holds("N14-assign", f"{what}: {pid} may fly it", self.may_fly(event.kind, plane))
        self.aims(event, scene, sky, what)
        self.tasks.append(task)

    def may_fly(self, kind: str, plane: Any) -> bool:
        """N14-assign."""
        printed, shown = self.setting.scenario.aircraft[plane.id], self.face(plane)
        if kind in ("fighter_sweep", "patrol"):
            return self.attacks(plane)
        if kind in NIGHT:
            bomber = "T" in printed.types or "S" in printed.types
            return bomber and printed.engined > 1 and shown.barrage > 0
        if kind in ("air_transport", "air_drop", "supply_drop"):
            return shown.capacity > 0 or printed.integral_glider or self.attacks(plane) or "Tpt" in printed.types
        if kind == "ship_barrage":
            return max(shown.barrage, shown.torpedo) > 0 or self.attacks(plane)
        return kind == "base_transfer" or shown.barrage > 0 or self.attacks(plane)

    def aims(self, event: Any, scene: Scene, sky: Sky, what: str) -> None:
        """What each kind needs at its hex; one strike at a hex in a phase (N14.2e)."""
        enemy, h = self.setting.enemy(event.side), event.hex
        if event.kind == "barrage":
            self.book.holds("14.7", f"{what}: enemy units", bool(scene.fighters(enemy, h)))
        if event.kind in ON_BASES:
            base = sky.base(enemy, h)
            self.book.holds("10.0c-A", f"{what}: an enemy base", base is not None and hasattr(base, "refitted"))
        if event.kind in ("port_barrage", "night_port_barrage"):
            self.book.holds(
                "10.0c-B", f"{what}: an enemy port", Afloat(self.setting, scene.state).port(enemy, h) is not None
            )
        if event.kind in ON_DUMPS:
            there = scene.state.dumps[enemy].get(h) is not None or scene.fighters(enemy, h)
            self.book.holds("N10-facilities", f"{what}: perhaps a dump", bool(there))
        if event.kind == "fighter_sweep":
            self.book.holds("N14-sweep-targets", f"{what}: Fighters there", bool(self.guards(sky, enemy, h)))
        if event.kind in DAY + NIGHT:
            self.book.holds("N14.2e-one-strike", f"{what}: one in a phase", h not in self.hexes)
            self.hexes.add(h)
        if event.kind == "interdiction":
            markers: Any = next((one for one in scene.state.own if type(one).__name__ == "BustedRails"), None)
            marked = markers is not None and h in {at for at, _ in markers.markers}
            again = any(t.kind == "interdiction" and t.hex == h and t.side == event.side for t in self.tasks)
            self.book.holds("14.8", f"{what}: no marker, no other mission there", not marked and not again)

    def on_MissionAssigned(self, event: Any, scene: Scene) -> None:
        task, mission = self.tasks[-1], event.mission
        self.book.same("N2.2-air-operations", "the mission that waits", mission.planes, task.planes)
        if task.kind in CARRYING:
            planes = self.sky(scene).planes
            task.escorts = {pid for pid in task.planes if self.attacks(planes[pid])}
        elif mission.trips:
            task.escorts = {pid for pid, trip in zip(mission.planes, mission.trips, strict=True) if trip == "escort"}
        planes = self.sky(scene).planes
        able = [self.attacks(planes[pid]) for pid in task.escorts]
        self.book.holds("N14-assign-fighters", f"escorts of a {task.kind}", all(able))

    # --- interception --------------------------------------------------------------------------------------------

    def on_InterceptorSent(self, event: Any, scene: Scene) -> None:
        sky = self.sky(scene)
        plane, task = sky.planes[event.plane], self.task_of(event.task)
        assert task is not None  # it is in the air
        what, own = f"{event.plane} intercepts a {task.kind} at {self.name(task.hex)}", self.task_of(event.plane)
        self.book.same("N14-interception", f"{what}: hex", event.hex, task.hex)
        self.book.holds("N14-interception-night", f"{what}: it may", task.kind not in NOT_INTERCEPTED)
        self.book.holds("N14-interception", f"{what}: somebody is there", bool(self.on_it(sky, task)))
        patrols = own is not None and own.kind == "patrol" and plane.base >= 0
        ready = plane.base < 0 <= plane.hex and not plane.flown
        able = plane.side == self.setting.enemy(task.side) and plane.active and self.attacks(plane)
        self.book.holds("N14-interception", f"{what}: a ready Fighter or a patrol", able and (ready or patrols))
        limits = self.charts["air_operations"]["values"]
        far, reach = (
            self.ground.apart(plane.hex, task.hex),
            limits["patrol_intercept_hexes" if patrols else "ready_intercept_hexes"],
        )
        self.book.holds("N14-interception", f"{what}: {far} of {reach}", far <= reach)
        sent = [other for other in self.tasks if event.plane in other.sent]
        self.book.same("N14-interception", f"{what}: its only one", len(sent), 0)
        task.sent.append(event.plane)

    # --- Air Combat ----------------------------------------------------------------------------------------------

    def roles(self, sky: Sky, attacker: Any, what: str) -> None:
        """N14.3: each attacker once; sweeps against guards, interceptors against escorts first."""

    def on_AirRound(self, event: Any, scene: Scene) -> None:
        super().on_AirRound(event, scene)
        self.after = self.after or "sweeps"
        sky, what = self.sky(scene), f"{event.attacker} against {event.defender}"
        task = next((t for t in self.tasks if event.attacker in t.sent and event.attacker not in t.fought), None)
        if task is not None:
            there = self.on_it(sky, task)
            escorts = [pid for pid in there if pid in task.escorts]
            self.book.holds("N14.3-intercept-escorts", f"{what}: escorts first", event.defender in (escorts or there))
            self.book.same("N14.3-intercept-roles", f"{what}: attacks", event.side, self.setting.enemy(task.side))
        else:
            task = self.task_of(event.attacker)
            assert task is not None  # it flies
            self.book.same("N14.3-sweep", f"{what}: a sweep", task.kind, "fighter_sweep")
            guards = self.guards(sky, self.setting.enemy(task.side), task.hex)
            self.book.holds("N14.3-sweep", f"{what}: a guard", event.defender in guards)
        self.book.holds("N14.3-once", f"{what}: once", event.attacker not in task.fought)
        task.fought.add(event.attacker)

    # --- strikes -------------------------------------------------------------------------------------------------

    def on_StrikeMade(self, event: Any, scene: Scene) -> None:
        sky, what = self.sky(scene), f"{event.kind} at {self.name(event.hex)}"
        task = next((t for t in self.tasks if t.kind == event.kind and t.hex == event.hex and not t.struck), None)
        assert task is not None  # it was assigned
        stage = "night" if event.kind in NIGHT else "day"
        self.book.holds("N14-strike-order", f"{what}: after {self.after}", self.after in ("", "sweeps", "day", stage))
        self.after = stage
        left = [pid for pid in self.on_it(sky, task) if pid not in task.escorts]
        self.book.same("N14-strike", f"{what}: who is left", [*event.planes], left)
        faces = [self.face(sky.planes[pid]) for pid in left]
        at_ships = event.kind == "ship_barrage"
        points = sum(max(shown.barrage, shown.torpedo) if at_ships else shown.barrage for shown in faces)
        points = points // 2 if stage == "night" else points
        least = 1 if at_ships else self.charts["barrage" if event.kind == "barrage" else "facility"]["minimum_strength"]
        self.book.same("N10-night-half", f"{what}: points", event.points, points if points >= least else 0)
        task.struck = True
        self.dice = []
        base = sky.base(self.setting.enemy(task.side), event.hex)
        if stage == "day" and base is not None and self.setting.switches.get("own_base_duty", "must") == "must":
            idle = [p for p in sky.planes.values() if p.side != task.side and p.hex == event.hex and p.base < 0]
            home = [p.id for p in idle if p.active and not p.flown and self.attacks(p)]
            self.book.same("N14-interception-ready", f"{what}: ready Fighters that stayed at home", home, [])

    def on_BaseRaided(self, event: Any, scene: Scene) -> None:
        what, sky = f"raid on {self.name(event.hex)}", self.sky(scene)
        base = sky.bases[event.hex]
        hits = self.facility(event, what)["hits"]
        self.book.same("10.0c-A", f"{what}: Levels", event.levels, min(hits, max(0, base.level - 1)))
        self.raid = event.result
        there = [p for p in sky.planes.values() if p.side == base.side and p.base < 0 and p.hex == event.hex]
        self.struck = sorted(p.id for p in there if not (p.active and self.attacks(p)))

    # --- Flak ----------------------------------------------------------------------------------------------------

    def on_FlakFired(self, event: Any, scene: Scene) -> None:
        sky, what = self.sky(scene), f"Flak at {self.name(event.hex)}"
        task = next((t for t in self.tasks if t.struck and not t.fired_at and t.hex == event.hex), None)
        self.book.holds("N14.4-roll", f"{what}: at a strike", task is not None)
        if task is None:
            return
        waiting = [t for t in self.tasks if t.kind in DAY + NIGHT and not t.struck and self.on_it(sky, t)]
        self.book.same("N14-strike-flak", f"{what}: strikes still to come", [t.kind for t in waiting], [])
        self.after = "flak"
        enemy, left = self.setting.enemy(task.side), self.on_it(sky, task)
        self.book.same("14.4", f"{what}: who fires", event.side, enemy)
        value = {row["id"]: row["value"] for row in self.charts["strike_flak"]["modifiers"]}
        base, roll = sky.base(enemy, event.hex), sum(self.dice[-1])
        roll += value["three_or_four_units"] if len(left) >= LARGE else 0
        strong = self.charts["air_operations"]["values"]["strong_base_level"]
        raided = task.kind in ON_BASES and base is not None and base.level >= strong
        roll += value["air_base_level_2"] if raided else 0
        here = [unit for unit in scene.at(event.hex) if unit.side == enemy]
        of = {row["id"]: row["value"] for row in self.charts["flak"]["modifiers"]}
        roll += of["hq"] if any(scene.counter(unit).kind == "hq" for unit in here) else 0
        afloat = Afloat(self.setting, scene.state)
        roll += sum(afloat.face(one.id).flak for one in afloat.at(enemy, event.hex) if one.id in afloat.ships)
        self.book.same("N14.4-roll", f"{what}: roll", event.roll, roll)
        hit = banded(self.charts["flak"]["bands"]["main"], roll) != "none"
        self.book.same("N14.4-roll", f"{what}: hit", event.hit, hit)
        task.fired_at, self.shot_at, self.dice = True, task, []

    def on_AircraftHit(self, event: Any, scene: Scene) -> None:
        if event.cause == "Flak":
            left = self.on_it(self.sky(scene), self.shot_at)
            self.book.holds("14.4d", f"Flak hits {event.plane}: of the mission", event.plane in left)
            if len(left) > 1:
                self.book.holds("14.4f", f"Flak hits {event.plane}", event.plane in self.drawn(scene, left))
        elif event.cause == "the barrage":
            self.checked(event)

    # --- Interdiction --------------------------------------------------------------------------------------------

    def on_InterdictionFlown(self, event: Any, scene: Scene) -> None:
        sky, what = self.sky(scene), f"Interdiction at {self.name(event.hex)}"
        task = next(t for t in self.tasks if t.kind == "interdiction" and t.hex == event.hex and t.side == event.side)
        points = 0
        for pid in self.on_it(sky, task):
            if pid not in task.escorts:
                shown = self.face(sky.planes[pid])
                points += shown.barrage * (1 if shown.parenthesized else 2)
        self.book.same("N14-interdiction-fighters", f"{what}: points", event.points, points)
        chart = self.charts["interdiction"]["values"]
        need = [chart["least_roll"][i] for i, least in enumerate(chart["points_from"]) if points >= least][-1]
        roll = self.dice[-1][0] if need else 0
        self.book.same("N10-interdiction", f"{what}: needs", (event.need, event.roll), (need, roll))
        self.book.same("N10-interdiction", f"{what}: placed", event.placed, roll >= need)
        self.book.same("N10-interdiction", f"{what}: against", event.against, self.setting.enemy(event.side))
        self.after, self.dice = "interdiction", []

    # --- home, refit ---------------------------------------------------------------------------------------------

    def on_AircraftLanded(self, event: Any, scene: Scene) -> None:
        sky = self.sky(scene)
        plane, what = sky.planes[event.plane], f"{event.plane} lands at {self.name(event.hex)}"
        self.book.holds("14.1c-A", f"{what}: a base of its side", sky.base(event.side, event.hex) is not None)
        self.book.same("N14-end-of-phase", f"{what}: Active", event.active, False)
        task = self.task_of(event.plane)
        carried = task is not None and task.kind in CARRYING
        if plane.base >= 0 and not carried and sky.base(event.side, plane.base) is not None and not event.ship:
            self.book.same("N14-end-of-phase", f"{what}: where it came from", event.hex, plane.base)

    def on_AircraftRefitted(self, event: Any, scene: Scene) -> None:
        if event.ships:
            super().on_AircraftRefitted(event, scene)
            return
        sky, what = self.sky(scene), f"refit at {self.name(event.hex)}"
        base = sky.base(event.side, event.hex)
        self.book.same("N2.2-air-operations", f"{what}: phase", scene.clock.phase, PHASE)
        self.book.holds("15.1-A", f"{what}: once, at a base", base is not None and event.hex not in self.refitted)
        self.book.same("N14-refit", f"{what}: before any mission", self.after, "")
        level = base.level if base is not None else 0
        most = level * self.limits["refit_per_base_level"] if level else self.limits["refit_per_air_strip"]
        self.book.holds("N14-refit-limit", f"{what}: {len(event.planes)} of {most}", 0 < len(event.planes) <= most)
        planes = [sky.planes[pid] for pid in event.planes]
        idle = all(plane.hex == event.hex and not plane.active for plane in planes)
        self.book.holds("14.1d", f"{what}: Inactive ones there", idle)
        factors = sum(self.face(plane).barrage for plane in planes if not self.is_fighter(plane.id))
        fighters = sum(self.is_fighter(plane.id) for plane in planes)
        price = fighters + half_up(
            Fraction(factors, self.charts["air_operations"]["values"]["refit_bomber_factors_per_token"])
        )
        self.book.same("N14-refit-cost", f"{what}: tokens", self.paid, price)
        enemy = self.setting.enemy(event.side)
        free = not scene.zoc(enemy, event.hex) or bool(scene.fighters(event.side, event.hex))
        self.book.holds("15.1-C", f"{what}: no ZOC that nothing negates", free)
        self.paid = 0
        self.refitted.add(event.hex)
