"""Fire at ships, and fire of ships (18.2d, 18.3): who may fire at what, strength and column, hits, DG."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from redball.core.state import State
from referee.afloat import COASTAL, Afloat, Waters
from referee.barrage import column_of, strength_of
from referee.judge import Judge
from referee.moves import half_up
from referee.scene import Scene

ASHORE = ("units", "base", "port")
"""What ships fire at on the ground; everything else is a naval target."""
NAVAL_PHASES = ("movement", "reaction", "exploitation")
COASTAL_PHASES = (*NAVAL_PHASES, "combat")
FEWEST_TO_SINK = 2


class Shot(NamedTuple):
    """Fire at a ship, or at coastal artillery by itself, that is being resolved: a column, before shifts, and the
    shift."""

    at: str
    target: str
    column: int


class Struck(NamedTuple):
    """What a ship, or all Landing Craft of a hex, must suffer now (18.3d)."""

    ship: str
    hits: int
    sunk: bool = False


class Gunfire(Judge):
    """Follows each barrage of ships and at ships."""

    phases: tuple[str, ...] = NAVAL_PHASES
    coastal_phases: tuple[str, ...] = COASTAL_PHASES
    segment = "barrage"
    """When ships fire, when coastal artillery does."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.waters = Waters(self.setting, self.ground)
        self.dice: list[tuple[int, ...]] = []
        self.fired: set[str] = set()
        self.aimed: set[str] = set()
        self.ashore: dict[str, int] = {}
        self.starts: dict[str, int] = {}
        self.shot: Shot | None = None
        self.struck: Struck | None = None
        self.sinks = ""
        self.points_due = 0
        self.begun = False

    def begins(self, action: Any, scene: Scene) -> None:
        self.dice = []
        if not self.begun:
            afloat, self.begun = Afloat(self.setting, scene.state), True
            ships = afloat.ships.values()
            self.fired = {ship.id for ship in ships if ship.fired}
            self.aimed = {ship.id for ship in ships if ship.shelled} | {*afloat.shelled}
            self.ashore = {ship.id: ship.ashore for ship in ships if ship.ashore}

    def ends(self, action: Any, scene: Scene) -> None:
        self.book.same("18.3d", "a ship that must be struck was not", self.struck, None)
        self.book.same("18.3g-C", "coastal artillery that must be lost was not", self.sinks, "")
        self.struck, self.sinks = None, ""
        stack = scene.state.stack
        if not stack or stack[-1].procedure != "sinking":
            self.book.same("18.3d-B", "points that must still be lost", self.points_due, 0)
            self.points_due = 0

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        if event.new_phase:
            self.fired, self.aimed = set(), set()

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice.append(event.dice)

    # --- ships and coastal artillery fire ------------------------------------------------------------------------

    def on_GunfireOpened(self, event: Any, scene: Scene) -> None:
        afloat, clock = Afloat(self.setting, scene.state), scene.clock
        what = f"fire at {event.at} at {self.name(event.hex)}"
        phases = self.coastal_phases if event.guns else self.phases
        self.book.holds("10.0e", f"{what}: in {clock.phase}", clock.phase in phases and clock.segment == self.segment)
        self.book.same("18.3a", f"{what}: acting", clock.acting, event.side)
        self.book.holds("10.0e-F", f"{what}: of one type", bool(event.ships) != bool(event.guns))
        strength = sum((Fraction(afloat.face(sid).barrage) for sid in event.ships), Fraction(0))
        strength += sum((strength_of(scene, scene.units[uid]) for uid in event.guns), Fraction(0))
        self.book.same("18.3", f"{what}: strength", Fraction(event.strength), strength)
        for sid in event.ships:
            self.may_fire(afloat, event, sid, clock.turn, what)
        for uid in event.guns:
            unit = scene.units[uid]
            symbol, far = scene.counter(unit).symbol, self.ground.apart(unit.hex, event.hex)
            self.book.holds(
                "18.3g", f"{what}: {uid}", symbol == COASTAL and event.at == "ships" and unit.side == event.side
            )
            self.book.holds("10.1a", f"{what}: {uid} at {far}", far <= scene.face(unit).barrage_range)
            self.book.holds(
                "18.3g-A", f"{what}: {uid} fires once", not unit.activity.barraged and uid not in self.fired
            )
        self.fired |= {*event.ships, *event.guns}
        self.may_aim(scene, afloat, event, what)
        self.dice = []
        self.shot = None
        if event.at not in ASHORE:
            protection = self.protection(afloat, event.target)
            self.book.holds("10.0-E", f"{what}: a point", half_up(strength / protection) >= self.least())
            self.shot = Shot(event.at, event.target, column_of(self.setting.charts["barrage"], strength / protection))
            self.aimed |= self.aimed_at(afloat, event.target)

    def least(self) -> int:
        """10.0-E: the points that it takes to get on the table."""
        return int(self.setting.charts["barrage"]["minimum_strength"])

    def protection(self, afloat: Afloat, target: str) -> int:
        """18.3c-C: 1 where none is printed."""
        return max(1, afloat.face(target).protection) if target in afloat.ships else 1

    def aimed_at(self, afloat: Afloat, target: str) -> set[str]:
        """18.3c-D: all Landing Craft of a hex are one target."""
        craft = afloat.craft.get(target)
        return {target} if craft is None else {one.id for one in afloat.craft.values() if one.hex == craft.hex}

    def may_fire(self, afloat: Afloat, event: Any, sid: str, turn: int, what: str) -> None:
        """18.3a, 18.3b: an own ship on the map in range; once a segment, at the ground once a turn."""
        ship, shown = afloat.ships[sid], afloat.face(sid)
        on_map = 0 <= ship.hex < self.setting.board.map_size
        self.book.holds("18.3a", f"{what}: {sid} can fire", ship.side == event.side and on_map and shown.barrage > 0)
        self.book.holds("18.3a", f"{what}: {sid} fires once", sid not in self.fired)
        far = self.ground.apart(ship.hex, event.hex)
        self.book.holds("18.3a", f"{what}: {sid} at {far} of {shown.range}", far <= shown.range)
        if event.at in ASHORE:
            self.book.holds("18.3a-B", f"{what}: {sid} at the ground once a turn", self.ashore.get(sid, 0) != turn)
            self.ashore[sid] = turn

    def may_aim(self, scene: Scene, afloat: Afloat, event: Any, what: str) -> None:
        """18.3b, 18.3c, 18.2d, 18.3g-C: what is there, and was not barraged before."""
        enemy = self.setting.enemy(event.side)
        record: Any = next((one for one in scene.state.own if type(one).__name__ == "AirForce"), None)
        bases = {base.hex for base in record.bases if base.side == enemy} if record is not None else set()
        port = afloat.port(enemy, event.hex)
        unit = scene.units.get(event.target)
        there = {
            "units": bool(scene.fighters(enemy, event.hex)),
            "base": event.hex in bases,
            "port": port is not None and not port.lst,
            "ships": event.target in {one.id for one in afloat.at(enemy, event.hex)},
            "battery": unit is not None
            and unit.hex == event.hex
            and unit.side == enemy
            and scene.counter(unit).symbol == COASTAL,
        }
        self.book.holds("18.3c", f"{what}: the target is there", there[event.at])
        if event.at in ASHORE:
            self.book.holds("10.0e-A", f"{what}: one in a phase", event.hex not in scene.state.barraged)
            return
        self.book.holds("18.3c", f"{what}: {event.target} once in a phase", event.target not in self.aimed)
        if event.at == "ships" and event.ships and event.target in afloat.ships and afloat.is_carrier(event.target):
            screen = [
                s for s in afloat.ships.values() if s.side == enemy and s.hex >= 0 and not afloat.is_carrier(s.id)
            ]
            reach = [(afloat.ships[sid].hex, afloat.face(sid).range) for sid in event.ships]
            near = [s.id for s in screen for h, far in reach if self.ground.apart(h, s.hex) <= far]
            self.book.same("18.2d", f"{what}: in range before the carrier", near, [])

    # --- aircraft at ships ---------------------------------------------------------------------------------------

    def on_MissionFlown(self, event: Any, scene: Scene) -> None:
        self.starts = {plane.id: plane.hex for plane in planes_in(scene.state)}

    def on_ShipBombed(self, event: Any, scene: Scene) -> None:
        afloat, charts = Afloat(self.setting, scene.state), self.setting.charts
        what = f"{len(event.planes)} aircraft at {event.ship}"
        faces, ship = [], afloat.vessel(event.ship)
        for plane in planes_in(scene.state):
            if plane.id in event.planes:
                printed = self.setting.scenario.aircraft[plane.id]
                faces.append(printed.back if plane.steps_lost else printed.front)
                self.book.holds("14.1e-B", f"{what}: {plane.id} is no Strategic Bomber", "S" not in printed.types)
        self.book.same("18.3c", f"{what}: where", (ship.hex, ship.side), (event.hex, self.setting.enemy(event.side)))
        points = sum(max(face.barrage, face.torpedo) for face in faces)
        self.book.same("18.3e", f"{what}: points", event.points, points)
        strength = Fraction(2 * points, self.protection(afloat, event.ship))
        self.book.same("10.0-E", f"{what}: they fire", event.fires, half_up(strength) >= self.least())
        if event.fires and event.counts:
            self.book.holds("18.3c", f"{what}: once in a phase", event.ship not in self.aimed)
            self.aimed |= self.aimed_at(afloat, event.ship)
        value = {row["id"]: row["value"] for row in charts["barrage_shifts"]["modifiers"]}
        near = self.setting.value("air_transport_limits", "short_range_hexes")
        close = all(self.ground.apart(self.starts[pid], event.hex) <= near for pid in event.planes)
        column = column_of(charts["barrage"], strength) + (value["short_range_air"] if close else 0)
        self.shot, self.dice = Shot("ships", event.ship, min(column, len(charts["barrage"]["columns"]) - 1)), []

    # --- what it does --------------------------------------------------------------------------------------------

    def on_GunfireResolved(self, event: Any, scene: Scene) -> None:
        shot, chart = self.shot, self.setting.charts["barrage"]
        assert shot is not None  # it was opened
        what = f"fire at {event.target}"
        self.book.same("18.3c", f"{what}: target", (event.at, event.target), (shot.at, shot.target))
        self.book.same("18.3c", f"{what}: column", event.column, chart["columns"][shot.column])
        roll = sum(self.dice[0])
        self.book.same("18.3c", f"{what}: roll", event.roll, roll)
        result = chart["results"][roll - chart["rows"][0]][shot.column]
        self.book.same("18.3c", f"{what}: result", event.result, result)
        code = chart["codes"][result]
        steps = int(self.dice[1][0] >= chart["step_loss_on"]) if code["half"] else code["steps"]
        if shot.at == "battery":
            self.sinks = shot.target if steps else ""
            return
        afloat = Afloat(self.setting, scene.state)
        if shot.target in afloat.craft:
            there = [afloat.craft[cid] for cid in self.aimed_at(afloat, shot.target)]
            hits = steps + (code["dg"] and any(craft.dg for craft in there))
            if hits or code["dg"]:
                self.struck = Struck(shot.target, hits)
                self.points_due = min(hits, sum(craft.points for craft in there))
            return
        ship = afloat.ships[shot.target]
        in_port = ship.hex < self.setting.board.map_size and not self.waters.is_sea(ship.hex)
        hits = steps + (code["dg"] and (ship.dg or in_port))
        if hits or code["dg"]:
            self.struck = Struck(ship.id, hits, ship.damaged + hits >= FEWEST_TO_SINK)

    def on_ShipStruck(self, event: Any, scene: Scene) -> None:
        due = self.struck
        self.book.same("18.3d", f"{event.ship} is struck", event.ship, due.ship if due else "")
        if due is None:
            return
        ship = Afloat(self.setting, scene.state).ships[event.ship]
        self.book.same("18.3d-A", f"{event.ship}: sunk", event.sunk, due.sunk)
        if not due.sunk:
            self.book.same("18.3d-A", f"{event.ship}: damaged", event.damaged, ship.damaged or due.hits > 0)
            self.book.same("18.3d-C", f"{event.ship}: DG", event.dg, True)
        on_deck = [p.id for p in planes_in(scene.state) if p.ship == event.ship and p.hex >= 0 and p.base < 0]
        self.book.same("18.2c", f"{event.ship}: who sinks with it", [*event.planes], on_deck if due.sunk else [])
        self.struck = None

    def on_CraftStruck(self, event: Any, scene: Scene) -> None:
        """18.3d-B, 18.3d-C: each hit costs a point; all Landing Craft of the hex are DG."""
        afloat, due = Afloat(self.setting, scene.state), self.struck
        there = [one.id for one in afloat.at(event.side, event.hex) if one.id in afloat.craft]
        self.book.same("18.3c-D", f"Landing Craft struck at {self.name(event.hex)}", [*event.craft], there)
        self.book.same("18.3d-B", f"hits at {self.name(event.hex)}", event.hits, due.hits if due else 0)
        self.book.holds("18.3d-C", f"DG at {self.name(event.hex)}", event.dg)
        self.struck = None

    def on_CraftLost(self, event: Any, scene: Scene) -> None:
        if event.case == "18.3d-B":
            self.points_due -= 1
            self.book.holds("18.3d-B", f"a point of {event.craft} is due", self.points_due >= 0)

    def on_UnitEliminated(self, event: Any, scene: Scene) -> None:
        if event.case == "18.3g-C":
            self.book.same("18.3g-C", f"{event.unit} is lost to gunfire", event.unit, self.sinks)
            self.sinks = ""

    def on_ShipsDestroyed(self, event: Any, scene: Scene) -> None:
        there = [one.id for one in Afloat(self.setting, scene.state).at(event.side, event.hex) if one.id in event.ships]
        self.book.same("9.14g", f"ships lost at {self.name(event.hex)}", [*event.ships], there)
        entered = scene.fighters(self.setting.enemy(event.side), event.hex)
        self.book.holds("9.14g", f"who enters {self.name(event.hex)}", any(map(scene.is_attack_capable, entered)))


def planes_in(state: State) -> tuple[Any, ...]:
    """All aircraft of a state."""
    record: Any = next((one for one in state.own if type(one).__name__ == "AirForce"), None)
    return tuple(record.planes) if record is not None else ()


class NewGunfire(Gunfire):
    """New OCS: ships fire in the Bombardment Phase (N10-phasing), aircraft at them as strikes by day."""

    phases = coastal_phases = ("bombardment",)
    segment = "bombardment"


class Gunfire92(Gunfire):
    """1992: the phases of its barrages; aircraft fire at ships from where they wait over them."""

    phases = COASTAL_PHASES
