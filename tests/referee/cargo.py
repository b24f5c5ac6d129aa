"""What flies with aircraft (4.7, 14.4g, 14.9, 14.10): what they carry and how far, what is lost with them, drops and
their plans, gliders.

What is on board is known from the actions of the draft alone. Not judged: which pieces aborted aircraft carry home from
a drop, what each unit may still move, and XYZ transport.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from redball.core.state import DEAD_PILE, State
from referee.air import Sky
from referee.judge import Judge
from referee.scene import Scene
from referee.setting import banded

KINDS = ("air_transport", "supply_drop", "air_drop")
OPTIONS = ("xyz_transport", "drop_terrain", "long_range_air")
"""Switches that change what is judged here."""
HALVES = 8
"""Half tokens in 1 RE, as in 1 SP (4.7a)."""
TOKEN = 2
"""In half tokens."""
TWELFTHS = 12
"""Of a movement point."""
SLOW = 6
FACTORS = {"stay": 1, "return": 1, "double": 2, "double_mixed": 1}
"""By the way to fly, what an aircraft carries itself (14.9e); others only tow."""
TOWED = {"stay_tow": 1, "return_tow": 1, "double_tow": 2, "double_mixed": 1}
"""14.10e-C."""
PARACHUTES = ("parachute", "para_engineer")
CLEAR = ("open", "village")
LEAD = 2
"""Turns between a plan and its drop (14.10b)."""

Load = tuple[int, bool]
"""The base that a piece of cargo comes from, and whether it goes by glider."""


class Flown:
    """A mission with cargo under way: who flies from where and how, and what is still on board."""

    def __init__(self, event: Any, starts: dict[str, int], trips: dict[str, str]) -> None:
        self.kind, self.side, self.hex = event.kind, event.side, event.hex
        self.starts, self.trips = starts, trips
        self.tokens: dict[Load, int] = {}
        self.units: dict[str, Load] = {}
        self.counted: int | None = None
        self.down: dict[Load, Fraction] = {}
        """Half tokens that have been dropped."""

    def loads(self) -> set[Load]:
        """Every place where something is on board."""
        return {*self.units.values(), *(load for load, tokens in self.tokens.items() if tokens)}


class Cargo(Judge):
    """Follows each mission with cargo from its draft on."""

    plans_in = "aircraft_refit"
    """The phase in which drops are planned and delayed (14.10b)."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.limits = self.setting.charts["air_transport_limits"]["values"]
        self.judges = not any(self.setting.switches.get(name) for name in OPTIONS)
        self.trips: dict[str, str] = {}
        self.tokens: dict[Load, int] = {}
        self.units: dict[str, Load] = {}
        self.flown: Flown | None = None
        self.dice: tuple[int, ...] = ()
        self.fallen = ""
        """The unit whose drop has just failed."""

    def hears(self, event: Any, scene: Scene) -> None:
        if self.judges:
            super().hears(event, scene)

    # --- the draft -----------------------------------------------------------------------------------------------

    def begins(self, action: Any, scene: Scene) -> None:
        kind = type(action).__name__
        if kind in ("PlanMission", "Cancel"):
            self.trips, self.tokens, self.units = {}, {}, {}
        elif kind == "AddPlane":
            self.trips[action.plane] = action.trip
        elif kind == "RemovePlane":
            self.trips.pop(action.plane, None)
        elif kind == "LoadPlanes":
            self.tokens[action.hex, action.glider] = action.tokens
        elif kind == "Embark":
            self.units[action.unit] = scene.units[action.unit].hex, action.glider
        elif kind == "Disembark":
            self.units.pop(action.unit, None)

    # --- how much ------------------------------------------------------------------------------------------------

    def weight(self, scene: Scene, unit: Any) -> Fraction:
        """4.7a, 4.7b: RE as half tokens; half of it where Move Mode has 1 to 6 Leg MP."""
        face = scene.counter(unit).move
        light = face.mobility == "leg" and 0 < face.ma <= SLOW * TWELFTHS
        return HALVES * scene.size(unit) / (2 if light else 1)

    def aboard(self, scene: Scene, flown: Flown, load: Load) -> Fraction:
        """What is on board of a load, in half tokens."""
        riders = (uid for uid, where in flown.units.items() if where == load and uid in scene.units)
        units = sum((self.weight(scene, scene.units[uid]) for uid in riders), Fraction(0))
        return units + 2 * flown.tokens.get(load, 0)

    def carries(self, plane: Any, trip: str, glider: bool) -> int:
        """14.9a, 14.9e, 14.10e-C, F, 14.10f: what an aircraft or its gliders carry, in half tokens."""
        printed = self.setting.scenario.aircraft[plane.id]
        face = printed.back if plane.steps_lost else printed.front
        limits, towed = self.limits, TOWED.get(trip, 0)
        if glider and towed:
            each: int = limits["transport_plus_glider_t_after_loss" if plane.steps_lost else "transport_plus_glider_t"]
            return 2 * each * towed
        return face.capacity * FACTORS.get(trip, 0) if glider is printed.integral_glider else 0

    def room(self, state: State, flown: Flown, load: Load, *, staying: bool = False) -> int:
        """What those of a base that are at the hex of the mission carry; or those that stay there."""
        sky, found = Sky(state), 0
        for pid, trip in flown.trips.items():
            plane = sky.planes[pid]
            stays = trip.startswith("stay") or plane.base < 0  # it aborted over the base, and is there
            if flown.starts[pid] == load[0] and plane.hex == flown.hex and (stays or not staying):
                found += self.carries(plane, trip, load[1])
        return found

    # --- the flight ----------------------------------------------------------------------------------------------

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice = event.dice

    def on_GlidersTowed(self, event: Any, scene: Scene) -> None:
        sky = Sky(scene.state)
        there = [pid for pid, trip in self.trips.items() if sky.planes[pid].hex == event.hex and trip in TOWED]
        what, base = f"gliders from {self.name(event.hex)}", sky.base(event.side, event.hex)
        self.book.same("14.10e-A", f"{what}: how many", event.gliders, sum(TOWED[self.trips[pid]] for pid in there))
        self.book.holds("14.10e-A", f"{what}: they are there", base is not None and base.gliders >= event.gliders)
        for pid in there:
            printed = self.setting.scenario.aircraft[pid]
            whole = "Tpt" in printed.types and not sky.planes[pid].steps_lost and not printed.integral_glider
            self.book.holds("14.10e-C", f"{what}: {pid} is a Transport at full strength", whole)

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        self.flown = None
        if event.kind not in KINDS:
            return
        sky, what = Sky(scene.state), f"{event.kind} to {self.name(event.hex)}"
        starts = {pid: sky.planes[pid].hex for pid in event.planes}
        flown = self.flown = Flown(event, starts, {pid: self.trips.get(pid, "") for pid in event.planes})
        flown.units = dict(self.units)
        flown.tokens = {load: tokens for load, tokens in self.tokens.items() if tokens and load[0] in starts.values()}
        self.book.holds("14.9", f"{what}: something is on board", bool(flown.loads()))
        self.may_fly(scene, flown, what)
        self.may_load(scene, flown, what)
        if event.kind == "air_transport":
            self.may_unload(scene, flown, what)
        self.when(event, scene, what)

    def when(self, event: Any, scene: Scene, what: str) -> None:
        """14.10b: planned drops are flown in the Movement Phase."""
        if event.kind == "air_drop":
            self.book.same("14.10b", f"{what}: phase", scene.clock.phase, "movement")

    def may_fly(self, scene: Scene, flown: Flown, what: str) -> None:
        """14.9e: to twice the range, to the range, or to half of it."""
        sky = Sky(scene.state)
        for pid, trip in flown.trips.items():
            plane, printed = sky.planes[pid], self.setting.scenario.aircraft[pid]
            face = printed.back if plane.steps_lost else printed.front
            far = self.ground.apart(plane.hex, flown.hex)
            halves = 4 if trip.startswith("stay") else 1 if trip.startswith("double") else 2
            if not any(h >= self.setting.board.map_size for h in (plane.hex, flown.hex)):
                self.book.holds("14.9e", f"{what}: {pid} goes {far} ({trip})", 2 * far <= halves * face.range)
            if flown.kind != "air_transport":
                self.book.holds("14.9e-A", f"{what}: {pid} stays only at a base", not trip.startswith("stay"))
                self.book.holds("14.10f", f"{what}: {pid} may drop", not printed.no_drops)

    def may_load(self, scene: Scene, flown: Flown, what: str) -> None:
        """14.9a, 14.9c, 14.9d: how much, which units, which supply."""
        sky = Sky(scene.state)
        for load in sorted(flown.loads()):
            mine = [pid for pid, start in flown.starts.items() if start == load[0]]
            most = sum(self.carries(sky.planes[pid], flown.trips[pid], load[1]) for pid in mine)
            have = self.aboard(scene, flown, load)
            self.book.holds("14.9a", f"{what}: {have} of {most} half tokens from {self.name(load[0])}", have <= most)
        for start in {load[0] for load in flown.tokens}:
            dump = scene.state.dumps[flown.side].get(start)
            still = dump.tokens - dump.fresh if dump is not None else 0
            taken = sum(tokens for load, tokens in flown.tokens.items() if load[0] == start)
            self.book.holds("14.9d-D", f"{what}: {taken}T of {still}T that nobody has moved", taken <= still)
        for uid, load in flown.units.items():
            unit, counter = scene.units[uid], scene.counter(scene.units[uid])
            leg = (
                counter.move.mobility == "leg"
                and counter.move.ma <= TWELFTHS * self.limits["max_leg_ma_of_cargo_units"]
            )
            self.book.holds("14.9c", f"{what}: {uid} is light enough", scene.is_combat(unit) and leg)
            self.book.holds("14.9c", f"{what}: {uid} is in Move Mode", unit.facing == "move" and unit.marker == "")
            self.book.holds("4.7d-A", f"{what}: {uid} has not ridden on rails", not unit.activity.railed)
            if flown.kind == "air_drop":
                fit = load[1] or counter.symbol in PARACHUTES
                self.book.holds("14.10a", f"{what}: {uid} may be dropped", fit)
                self.book.holds("4.7d", f"{what}: {uid} has spent nothing", not unit.activity.spent)

    def may_unload(self, scene: Scene, flown: Flown, what: str) -> None:
        """14.9f, 15.2-C: 2T for each Level and segment, without what stays there or goes by glider."""
        base, sky = self.base_at(scene, flown), Sky(scene.state)
        self.book.holds("14.9e", f"{what}: an own base", base is not None)
        if base is None:
            return
        limits = self.limits
        most = 2 * (limits["unload_t_per_base_level"] * base.level if base.level else limits["unload_t_air_strip"])
        counted = Fraction(0)
        for load in flown.loads():
            stay = [p for p, t in flown.trips.items() if t.startswith("stay") and flown.starts[p] == load[0]]
            kept = sum(self.carries(sky.planes[pid], flown.trips[pid], False) for pid in stay)
            counted += max(self.aboard(scene, flown, load) - kept, Fraction(0)) if not load[1] else 0
        have = base.unloaded + counted
        self.book.holds("14.9f", f"{what}: {have} of {most} half tokens unloaded", have <= most)

    def base_at(self, scene: Scene, flown: Flown) -> Any:
        """The base of its side to which a mission flies, or None."""
        return Sky(scene.state).base(flown.side, flown.hex)

    # --- losses --------------------------------------------------------------------------------------------------

    def on_CargoLost(self, event: Any, scene: Scene) -> None:
        flown = self.flown
        assert flown is not None  # it flies
        over = [load for load in flown.tokens if load[0] == event.hex and self.is_over(scene, flown, load)]
        what = f"{event.tokens}T from {self.name(event.hex)} lost"
        self.book.holds("14.4g", f"{what}: more than they carry now", bool(over))
        if over:
            flown.tokens[over[0]] -= event.tokens

    def on_UnitEliminated(self, event: Any, scene: Scene) -> None:
        flown = self.flown
        if event.case == "14.10d-A":
            self.book.same("14.10d-A", f"{event.unit} is destroyed: its drop failed", event.unit, self.fallen)
            self.fallen = ""
        if flown is not None and event.unit in flown.units and event.case == "14.4g":
            load = flown.units[event.unit]
            over = self.is_over(scene, flown, load)
            self.book.holds("14.4g", f"{event.unit} is lost with its aircraft: more than they carry now", over)
            del flown.units[event.unit]

    def is_over(self, scene: Scene, flown: Flown, load: Load) -> bool:
        """Half a token too little is enough for a token."""
        room = self.room(scene.state, flown, load)
        return self.aboard(scene, flown, load) > room + room % 2

    def survives(self, scene: Scene, flown: Flown, load: Load, what: str) -> None:
        """Before anything of a load lands: no more is on board than is carried now."""
        self.book.holds("14.4g", f"{what}: they carry it still", not self.is_over(scene, flown, load))

    def fits(self, scene: Scene, flown: Flown, load: Load, halves: Fraction) -> bool:
        """Whether a piece is, with what was dropped before it, no more than those carry who are still there. Who
        aborted has taken the rest home."""
        room = self.room(scene.state, flown, load)
        return flown.down.get(load, Fraction(0)) + halves <= room + room % 2

    def falls(self, scene: Scene, flown: Flown, load: Load, halves: Fraction, what: str) -> None:
        """A piece is dropped."""
        self.book.holds("14.4g", f"{what}: they carry it still", self.fits(scene, flown, load, halves))
        planes = Sky(scene.state).planes
        mine = (planes[pid].hex for pid, start in flown.starts.items() if start == load[0])
        if all(h in (flown.hex, DEAD_PILE) for h in mine):  # nobody has taken anything home
            self.survives(scene, flown, load, what)
        flown.down[load] = flown.down.get(load, Fraction(0)) + halves

    # --- landing -------------------------------------------------------------------------------------------------

    def on_SupplyAirlifted(self, event: Any, scene: Scene) -> None:
        flown, what = self.flown, f"{event.tokens}T land at {self.name(event.hex)}"
        assert flown is not None  # it lands
        self.book.same("14.9", f"{what}: hex", event.hex, flown.hex)
        loads = [load for load, tokens in flown.tokens.items() if load[0] == event.start and tokens == event.tokens]
        self.book.holds("14.9", f"{what}: what was on board", bool(loads))
        if loads:
            self.counts(scene, flown)
            self.survives(scene, flown, loads[0], what)
            del flown.tokens[loads[0]]

    def on_UnitAirlifted(self, event: Any, scene: Scene) -> None:
        flown, what = self.flown, f"{event.unit} lands at {self.name(event.hex)}"
        assert flown is not None  # it lands
        self.book.same("14.9", f"{what}: hex", event.hex, flown.hex)
        load = flown.units.get(event.unit)
        self.book.holds("14.9", f"{what}: was on board", load is not None)
        if load is not None:
            self.counts(scene, flown)
            self.survives(scene, flown, load, what)
            del flown.units[event.unit]

    def counts(self, scene: Scene, flown: Flown) -> None:
        """What counts against unloading, as the first piece lands."""
        if flown.counted is None:
            own = [load for load in flown.loads() if not load[1]]
            over = [self.aboard(scene, flown, one) - self.room(scene.state, flown, one, staying=True) for one in own]
            flown.counted = int(sum((more for more in over if more > 0), Fraction(0)))

    def on_CargoCounted(self, event: Any, scene: Scene) -> None:
        if self.flown is not None and self.flown.counted is not None:
            what = f"unloading at {self.name(event.hex)}"
            self.book.same("14.9f", f"{what}: half tokens that count", event.halves, self.flown.counted)

    # --- drops ---------------------------------------------------------------------------------------------------

    def lands(self, event: Any, scene: Scene, what: str, glider: bool) -> bool:
        """14.10d-A: the roll with its modifiers, read in one of four bands."""
        chart = self.setting.charts["air_transport"]
        value = {row["id"]: row["value"] for row in chart["modifiers"]}
        flown = self.flown
        assert flown is not None  # it drops
        mine = (unit for unit in scene.units.values() if unit.side == flown.side and scene.is_combat(unit))
        friendly = any((unit.activity.origin if unit.activity.origin >= 0 else unit.hex) == event.hex for unit in mine)
        terrain = self.setting.board.terrain[event.hex]
        clear = event.hex in Sky(scene.state).bases or all(kind in CLEAR for kind in terrain)
        over = (Sky(scene.state).planes[pid] for pid in flown.trips)
        nation = next((self.setting.scenario.aircraft[p.id].nation for p in over if p.hex == event.hex), "")
        allied = flown.side in self.setting.scenario.allied_drops
        roll = sum(self.dice) + (value["glider"] if glider else 0) + value.get(nation, 0)
        if allied and nation not in value:
            self.book.skip("drops of Allied nations")
            return bool(event.lands)
        self.book.same("14.10d-A", f"{what}: roll", event.roll, roll)
        band = f"{'friendly' if friendly else 'enemy'}_{'clear' if clear else 'closed'}"
        return bool(banded(chart["bands"][band], roll) == "success")

    def on_SupplyDropped(self, event: Any, scene: Scene) -> None:
        flown, what = self.flown, f"1T dropped on {self.name(event.hex)}"
        assert flown is not None  # it is dropped
        self.book.same("14.10", f"{what}: hex", event.hex, flown.hex)
        loads = sorted((load for load, tokens in flown.tokens.items() if tokens), key=lambda load: not load[1])
        self.book.holds("14.10d-A", f"{what}: was on board", any(load[0] == event.start for load in loads))
        if not loads:
            return
        mine = [load for load in loads if load[0] == event.start] or loads
        load = next((load for load in mine if self.fits(scene, flown, load, Fraction(TOKEN))), mine[0])
        self.falls(scene, flown, load, Fraction(TOKEN), what)
        self.book.same("14.10d-A", f"{what}: lands", event.lands, self.lands(event, scene, what, load[1]))
        flown.tokens[load] -= 1
        enemy = self.setting.enemy(flown.side)
        self.book.holds("14.10d-B", f"{what}: no enemy there", not scene.fighters(enemy, event.hex))

    def on_UnitDropped(self, event: Any, scene: Scene) -> None:
        flown, what = self.flown, f"{event.unit} dropped on {self.name(event.hex)}"
        assert flown is not None  # it is dropped
        self.book.same("14.10d-A", f"{what}: whose drop failed before is gone", self.fallen, "")
        self.fallen = "" if event.lands else event.unit
        load = flown.units.pop(event.unit, None)
        self.book.holds("14.10d-A", f"{what}: was on board", load == (event.start, event.glider))
        if load is not None:
            self.falls(scene, flown, load, self.weight(scene, scene.units[event.unit]), what)
        self.book.same("14.10d-A", f"{what}: lands", event.lands, self.lands(event, scene, what, event.glider))
        enemy = self.setting.enemy(flown.side)
        self.book.holds("14.10d-B", f"{what}: no enemy combat unit", not scene.fighters(enemy, event.hex))
        plan = plan_of(scene.state, event.unit)
        due = plan is not None and (plan.hex, plan.turn) == (event.hex, scene.clock.turn)
        self.book.holds("14.10b", f"{what}: as planned", due)

    def on_DropPlanned(self, event: Any, scene: Scene) -> None:
        what, turn = f"plan of {event.unit}", scene.clock.turn
        self.book.same("14.10b", f"{what}: phase", scene.clock.phase, self.plans_in)
        self.book.holds("14.10b", f"{what}: for turn {event.turn} in turn {turn}", event.turn >= turn + LEAD)
        self.book.holds("14.10b", f"{what}: the only one", plan_of(scene.state, event.unit) is None)

    def on_DropDelayed(self, event: Any, scene: Scene) -> None:
        what, plan = f"delay of {event.unit}", plan_of(scene.state, event.unit)
        self.book.same("14.10c", f"{what}: phase", scene.clock.phase, self.plans_in)
        self.book.same("14.10c", f"{what}: to the next turn", event.turn, plan.turn + 1 if plan is not None else None)

    def on_DropCancelled(self, event: Any, scene: Scene) -> None:
        self.book.holds("14.10c", f"no plan of {event.unit}: one before", plan_of(scene.state, event.unit) is not None)


def plan_of(state: State, uid: str) -> Any:
    """The Drop Plan of a unit, or None."""
    record: Any = next((one for one in state.own if type(one).__name__ == "Drops"), None)
    return next((plan for plan in record.plans if plan.unit == uid), None) if record is not None else None
