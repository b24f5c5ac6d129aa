"""Movement: allowances, the cost of every hex, ZOCs on the way, who may enter what, overruns, changes of mode.

It takes no account of the moving frame of the program: it adds up for itself what every unit spent in the phase.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.board import Cost
from referee.judge import Judge
from referee.scene import HALF, Scene

MP = 12
"""The log counts MP in twelfths."""
STACK_LIMIT = 10
FUELED_BY = ("single_unit", "hq")


def half_up(number: Fraction) -> int:
    """4.1."""
    return int(number + HALF)


def allowance(scene: Scene, unit: Unit) -> Fraction:
    """The MA of a unit in this phase (6.1b, 6.1h): the side showing, its mode, the weather."""
    face = scene.face(unit)
    left = scene.setting.scenario.weather_allowances.get(scene.state.weather, {})
    ma = Fraction(face.ma, MP) * left.get(face.mobility, Fraction(1))
    if unit.marker == "strat":
        ma *= 2
    elif unit.marker == "reserve" and scene.clock.phase == "movement":
        ma /= 4
    elif unit.marker in ("dg", "exploit"):
        ma /= 2
    if scene.clock.phase == "reaction":
        ma /= 2
    return ma


def halved_twice(scene: Scene, unit: Unit) -> str:
    """The case for a unit in Reaction that is DG as well: both halve its MA (4.3)."""
    return "5.10b" if scene.clock.phase == "reaction" and unit.marker == "dg" else ""


class Moves(Judge):
    """What units spend, where they go, and in which mode."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.stack: list[str] = []
        self.spent: dict[str, Fraction] = defaultdict(Fraction)
        self.ways: dict[str, list[int]] = defaultdict(list)
        self.relied: list[tuple[int, set[str]]] = []
        self.start: Scene | None = None
        self.thrown_back: set[str] = set()

    # --- the frame of a move -------------------------------------------------------------------------------------

    def begins(self, action: Any, scene: Scene) -> None:
        kind = type(action).__name__
        self.start = scene
        if kind == "BeginMove":
            self.stack = [action.unit]
        elif kind == "AddUnit" and self.stack:
            self.stack.append(action.unit)

    def on_MoveFinished(self, event: Any, scene: Scene) -> None:
        if event.unit in self.stack:
            self.stack.remove(event.unit)

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        self.stack = []
        if event.new_phase:
            self.spent.clear()
            self.ways.clear()
            self.relied.clear()
            self.thrown_back.clear()

    def spend(self, scene: Scene, unit: Unit, mp: Fraction, case: str, what: str) -> None:
        """Add to what the unit has spent, which may not exceed its allowance."""
        self.spent[unit.id] += mp
        ma = allowance(scene, unit)
        spent = self.spent[unit.id]
        case = halved_twice(scene, unit) or "6.1b"
        self.book.holds(case, f"{unit.id} spends {spent} of {ma} MP ({what})", spent <= ma)
        for _, trusted in self.relied:
            trusted.discard(unit.id)
        for h, trusted in self.relied:
            self.book.holds("4.5b", f"somebody still negates at {self.name(h)} as {unit.id} moves", bool(trusted))
        self.relied = [(h, trusted) for h, trusted in self.relied if trusted]

    # --- steps ---------------------------------------------------------------------------------------------------

    def on_UnitMoved(self, event: Any, scene: Scene) -> None:
        assert self.start is not None
        unit, began = scene.units[event.unit], self.start
        self.goes_on(unit)
        where = f"{unit.id} from {self.name(event.start)} to {self.name(event.hex)}"
        self.may_move(scene, unit, where)
        ma, spent = allowance(scene, unit), self.spent[unit.id]
        cost = self.step_cost(began, unit, event.start, event.hex)
        if cost == "all" or (isinstance(cost, Fraction) and cost > ma - spent and not self.has_spent(unit)):
            self.book.holds("6.1c", f"{where}: whole allowance at first only", not self.has_spent(unit))
            cost = ma
        self.book.same(halved_twice(scene, unit) or "6.1a", where, Fraction(event.mp, MP), cost)
        self.leaves_zoc(began, unit, event.start, where)
        self.enters(began, unit, event.hex, where)
        self.spend(scene, unit, Fraction(event.mp, MP), "6.1a", where)
        if not self.ways[unit.id]:
            self.ways[unit.id].append(event.start)
        self.ways[unit.id].append(event.hex)

    def has_spent(self, unit: Unit) -> bool:
        return unit.activity.spent or self.spent[unit.id] > 0

    def step_cost(self, scene: Scene, unit: Unit, a: int, b: int) -> Cost:
        """6.1a: by the map, the weather and bridges; to and from an off-map box what the scenario says."""
        if max(a, b) >= self.setting.board.map_size:
            use = next(use for use in self.setting.scenario.boxes if use.box == max(a, b))
            self.book.holds("SETUP-I-F-B", f"{unit.id} uses an exit of a box", min(a, b) in use.exits)
            return Fraction(use.mp, MP) if use.mp >= 0 else "all"
        bridges = scene.bridges(unit.side, a, b)
        if unit.activity.bridge == a:
            bridges = max(bridges, 1)
        cost = self.ground.step(a, b, scene.face(unit).mobility, scene.state.weather, bridges=bridges)
        more = self.zoc_toll(scene, unit, a, b) + self.busted(scene, unit, b)
        return cost + more if isinstance(cost, Fraction) else cost

    def busted(self, scene: Scene, unit: Unit, h: int) -> Fraction:
        """14.8b, 14.8c-A: 1 MP more in a Trainbusting Zone: the hex of a marker and, but for Leg MP, its neighbours."""
        record: Any = next((one for one in scene.state.own if type(one).__name__ == "BustedRails"), None)
        hexes = [at for at, against in record.markers if against == unit.side] if record is not None else []
        far = 0 if scene.face(unit).mobility == "leg" else 1
        return Fraction(int(any(self.ground.apart(at, h) <= far for at in hexes)))

    def zoc_toll(self, scene: Scene, unit: Unit, a: int, b: int) -> Fraction:
        """MP for ZOCs, on top of the ground."""
        return Fraction(0)

    def may_move(self, scene: Scene, unit: Unit, where: str) -> None:
        """Who may move in this phase at all."""
        clock, did = scene.clock, unit.activity
        self.book.holds("6.3a", f"{where}: it is that side's segment", unit.side == clock.acting)
        if clock.phase == "reaction":
            self.book.holds("7.0a", f"{where}: released", did.released)
        elif clock.phase == "exploitation":
            self.book.holds("11.0", f"{where}: released or exploiting", did.released or unit.marker == "exploit")
        else:
            self.book.same("2.3", f"{where}: phase", clock.phase, "movement")
        self.book.holds("6.1f", f"{where}: its move is not over", not did.moved)
        self.book.holds("4.5b", f"{where}: it does not negate", not did.negates)
        self.book.holds("13.8d", f"{where}: it has not worked", not did.worked)
        if did.railed:
            self.book.holds("13.3e", f"{where}: no move after rail", self.counter_kind(scene, unit) == "rail_repair")
        if scene.is_combat(unit) and scene.face(unit).mobility != "leg":
            fueled = did.fueled or unit.formation_fueled or unit.hq_fueled
            self.book.holds("12.5a", f"{where}: fueled", fueled)

    def counter_kind(self, scene: Scene, unit: Unit) -> str:
        return scene.counter(unit).kind

    def leaves_zoc(self, scene: Scene, unit: Unit, h: int, where: str) -> None:
        """4.5a-A: a unit using Truck MP goes no farther once it has entered an un-negated ZOC."""
        entered = len(self.ways[unit.id]) > 1
        enemy = self.setting.enemy(unit.side)
        if not entered or scene.face(unit).mobility != "truck" or not scene.zoc(enemy, h):
            return
        negating = {other.id for other in scene.fighters(unit.side, h) if other.id not in self.stack}
        self.book.holds("4.5a", f"{where}: a Truck MP unit leaves an enemy ZOC that it entered", bool(negating))
        if negating:
            self.relied.append((h, negating))

    def enters(self, scene: Scene, unit: Unit, h: int, where: str) -> None:
        """4.4c, 4.8c, 5.8a: what may stand in the hex, and ZOCs for Strat Mode."""
        enemy = self.setting.enemy(unit.side)
        self.book.holds("4.8c", f"{where}: no enemy combat units", not scene.fighters(enemy, h))
        if scene.anything_of(enemy, h):
            able = any(scene.is_attack_capable(scene.units[uid]) for uid in self.stack)
            self.book.holds("4.4c", f"{where}: Attack-Capable", able)
        if unit.marker == "strat":
            self.book.holds("5.8a", f"{where}: no ZOC for Strat Mode", not scene.zoc(enemy, h))

    # --- what else costs MP --------------------------------------------------------------------------------------

    def on_SupplyLoaded(self, event: Any, scene: Scene) -> None:
        if scene.clock.phase == "movement":
            self.handles(event, scene)

    def on_SupplyUnloaded(self, event: Any, scene: Scene) -> None:
        self.handles(event, scene)

    def handles(self, event: Any, scene: Scene) -> None:
        """13.2f: 10% of the printed MA, rounded."""
        unit = scene.units[event.unit]
        percent = self.setting.value("supply_costs", "load_or_unload_ma_percent")
        printed = Fraction(scene.counter(unit).move.ma, MP)
        self.spend(scene, unit, Fraction(half_up(printed * percent / 100)), "13.2f", "loads or unloads")
        if type(event).__name__ == "SupplyUnloaded":
            on_ground = scene.state.dumps[unit.side].get(unit.hex) is not None
            self.book.holds(
                "13.2f-B",
                f"{unit.id} may unload here",
                bool(scene.fighters(unit.side, unit.hex)) or on_ground or self.facility(scene, unit),
            )
            self.book.holds("13.2g-A", f"{unit.id} unloads", not scene.is_organic(unit))

    def facility(self, scene: Scene, unit: Unit) -> bool:
        """13.2f-B: a port, an LST that is one, or an air base of its side."""
        printed = any(place.kind == "port" for place in self.setting.board.places_in(unit.hex))
        records: dict[str, Any] = {type(one).__name__: one for one in scene.state.own}
        built = (*getattr(records.get("AirForce"), "bases", ()), *getattr(records.get("Harbours"), "ports", ()))
        return printed or any(one.hex == unit.hex and one.side == unit.side for one in built)

    def on_PointsPledged(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        self.spend(scene, unit, allowance(scene, unit) / 2, "12.7d", "forms an Extender")
        if event.unit in self.stack:
            self.stack.remove(event.unit)

    def on_ExtenderReverted(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        if event.paid:
            self.spend(scene, unit, allowance(scene, unit) / 2, "12.7d", "was an Extender")

    def on_UnitRailed(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        self.goes_on(unit)
        kind = scene.counter(unit).kind
        half = allowance(scene, unit) / 2
        self.book.holds("13.3e", f"{unit.id} spent at most half before the train", self.spent[unit.id] <= half)
        if kind != "rail_repair":
            self.book.same("5.6a", f"{unit.id} goes by rail in mode", unit.mode, "move")
        enemy = self.setting.enemy(unit.side)
        for h in event.path:
            clear = not scene.zoc(enemy, h) and not scene.fighters(enemy, h)
            self.book.holds("13.3e-2", f"{unit.id} by rail through {self.name(h)}", clear)
        for a, b in zip(event.path, event.path[1:], strict=False):
            kinds = self.setting.board.paths(a, self.ground.direction(a, b))
            self.book.holds("13.3e-2", f"a railroad from {self.name(a)} to {self.name(b)}", "railroad" in kinds)

    def on_TransportDivided(self, event: Any, scene: Scene) -> None:
        self.spent[event.new] = self.spent[event.unit]
        self.ways[event.new] = [*self.ways[event.unit]]

    def on_TransportCombined(self, event: Any, scene: Scene) -> None:
        self.spent[event.unit] = max(self.spent[event.unit], self.spent[event.other])

    def on_TransportCaptured(self, event: Any, scene: Scene) -> None:
        self.spent.pop(event.unit, None)
        self.ways.pop(event.unit, None)

    def on_BreakdownDetached(self, event: Any, scene: Scene) -> None:
        self.spent[event.new] = self.spent[event.unit]
        self.ways[event.new] = [*self.ways[event.unit]]
        unit, part = scene.units[event.unit], self.setting.counters[event.counter]
        counter = scene.counter(unit)
        rating = part.combat.action_rating if unit.facing == "combat" and part.combat else part.move.action_rating
        self.book.holds("20.0b", f"{event.new} is no better than {unit.id}", rating <= scene.face(unit).action_rating)
        self.book.holds("20.0", f"{unit.id} has steps to spare", scene.steps(unit) > 1)
        self.book.same("20.0", f"{unit.id} is", counter.colour, "other")

    # --- overruns ------------------------------------------------------------------------------------------------

    def on_OverrunDeclared(self, event: Any, scene: Scene) -> None:
        what = f"overrun of {self.name(event.hex)} from {self.name(event.start)}"
        units = [scene.units[uid] for uid in event.units]
        side = units[0].side
        enemy = self.setting.enemy(side)
        self.book.same("8.1g", f"{what}: units", sorted(event.units), sorted(self.stack))
        self.book.holds("8.0", f"{what}: enemy combat units there", bool(scene.fighters(enemy, event.hex)))
        self.book.same("8.0", f"{what}: where they stand", {unit.hex for unit in units}, {event.start})
        self.book.same("8.1", f"{what}: began in one hex", len({unit.began_at for unit in units}), 1)
        self.book.same("8.1", f"{what}: came one way", len({(*self.ways[unit.id][1:],) for unit in units}), 1)
        weight = sum(scene.size(unit) for unit in scene.fighters(side, event.start))
        self.book.holds("4.8a", f"{what}: {weight} RE in the hex", weight <= STACK_LIMIT)
        for unit in units:
            self.overruns(event, scene, unit, what)

    def overruns(self, event: Any, scene: Scene, unit: Unit, what: str) -> None:
        """8.1: one unit of the stack, its mode, the ground in front of it, and 3 MP."""
        self.may_move(scene, unit, f"{what}, {unit.id}")
        self.book.holds("4.4a", f"{what}: {unit.id} is Attack-Capable", scene.is_attack_capable(unit))
        self.book.holds("8.1", f"{what}: {unit.id} in {unit.mode} Mode", unit.marker in ("", "exploit"))
        self.overrun_ground(event, scene, unit, what)
        self.spend(scene, unit, Fraction(3), "8.1a", what)

    def overrun_ground(self, event: Any, scene: Scene, unit: Unit, what: str) -> None:
        """8.1b, 8.1c: off the road, without bridges, for 3 MP at most."""
        cost = self.ground.step(event.start, event.hex, scene.face(unit).mobility, scene.state.weather, road=False)
        able = isinstance(cost, Fraction) and cost + self.busted(scene, unit, event.hex) <= 3
        self.book.holds("8.1b", f"{what}: {unit.id} enters for {cost}", able)

    def on_UnitAdvanced(self, event: Any, scene: Scene) -> None:
        if scene.clock.segment == "movement":
            unit = scene.units[event.unit]
            if not self.ways[unit.id]:
                self.ways[unit.id].append(event.start)
            self.ways[unit.id].append(event.hex)

    def on_StepLost(self, event: Any, scene: Scene) -> None:
        if event.destroyed and event.unit in self.stack:
            self.stack.remove(event.unit)

    def on_UnitEliminated(self, event: Any, scene: Scene) -> None:
        if event.unit in self.stack:
            self.stack.remove(event.unit)

    def goes_on(self, unit: Unit) -> None:
        """8.1f: units that retreat from their overrun have moved, with what they detach on the way."""
        if unit.id in self.thrown_back:
            self.book.holds("8.1f", f"{unit.id} goes on after it retreated from its overrun", False)
            self.thrown_back.discard(unit.id)
            self.spent[unit.id] = Fraction(0)

    def on_UnitRetreated(self, event: Any, scene: Scene) -> None:
        if scene.clock.segment == "movement" and event.side == scene.clock.acting and event.unit in self.ways:
            self.thrown_back.add(event.unit)
        if event.unit in self.stack:
            self.stack.remove(event.unit)

    # --- modes ---------------------------------------------------------------------------------------------------

    def on_ModeChanged(self, event: Any, scene: Scene) -> None:
        if scene.clock.phase != "movement":
            self.book.holds("5.4", f"{event.unit} changes its mode in the {scene.clock.phase} phase", False)
            return
        unit = scene.units[event.unit]
        counter, enemy = scene.counter(unit), self.setting.enemy(unit.side)
        what = f"{unit.id} changes to {event.mode} Mode"
        self.book.holds("5.4", f"{what}: from a voluntary mode", unit.marker in ("", "reserve", "strat"))
        self.book.holds("5.4", f"{what}: before it spends MP", not self.has_spent(unit))
        zoc = scene.zoc(enemy, unit.hex)
        if event.mode == "reserve":
            self.book.holds("5.7c", f"{what}: not in a ZOC", unit.marker == "reserve" or self.may_reserve(scene, unit))
            self.book.holds("5.7f", f"{what}: no truck", scene.is_combat(unit) or scene.is_organic(unit))
        if event.mode == "strat":
            self.book.holds("5.8a", f"{what}: not in a ZOC", unit.marker == "strat" or not zoc)
            self.book.holds("5.8c", f"{what}: no truck", counter.kind != "transport")
            self.book.same("5.8", f"{what}: side up", event.facing, "move")
        if event.facing == "combat":
            self.book.holds("5.5c", f"{what}: it has a Combat side", counter.combat is not None)

    def may_reserve(self, scene: Scene, unit: Unit) -> bool:
        """5.7c: not in an enemy ZOC."""
        return not scene.zoc(self.setting.enemy(unit.side), unit.hex)

    def on_ReserveReleased(self, event: Any, scene: Scene) -> None:
        unit = scene.units[event.unit]
        self.book.same("5.7b", f"{unit.id} is released from", unit.marker, "reserve")
        phase = scene.clock.phase in ("reaction", "exploitation")
        self.book.holds("5.7b", f"{unit.id} is released in the {scene.clock.phase} phase", phase)
