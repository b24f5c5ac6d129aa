"""Ports and what goes through them (19.0, 18.4c, 18.5g, 13.6a, 9.14h): capacity, hits, repair, shipping, loading.

Not judged: prices by option 21.11, and shipping by the chart sheet of v4.1a.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from redball.core.state import Unit
from referee.afloat import TOKENS, Afloat
from referee.judge import Judge
from referee.moves import MP, half_up
from referee.scene import Scene

SIXTEENTHS = 16
LIGHT = 6
NIGHT = 4
"""21.12b: what a shipment by night costs."""
HITS = 4


def weight(scene: Scene, unit: Unit) -> Fraction:
    """4.7: what a unit takes, in SP."""
    if not scene.is_combat(unit):
        return Fraction(unit.points)
    face = scene.counter(unit).move
    light = face.mobility == "leg" and 0 < face.ma <= LIGHT * MP
    return scene.size(unit) / (2 if light else 1)


class Ports(Judge):
    """Counts for each port what goes through it, and follows its hits."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.used: dict[int, Fraction] = defaultdict(Fraction)
        self.alone: set[int] = set()
        self.shipped = Fraction(0)
        self.moved: set[str] = set()
        self.mended: set[int] = set()
        self.dice: tuple[int, ...] = ()
        self.paid = 0
        self.begun = False
        self.night = bool(self.setting.switches.get("cloak_of_night"))

    def begins(self, action: Any, scene: Scene) -> None:
        if type(action).__name__ not in ("Pay", "Done"):
            self.paid = 0
        if not self.begun:
            self.begun = True
            for h, port in Afloat(self.setting, scene.state).ports.items():
                self.used[h] = Fraction(port.used, SIXTEENTHS)
                if getattr(port, "mended", False):
                    self.mended.add(h)

    def ends(self, action: Any, scene: Scene) -> None:
        """19.0a-A: the port counts as the referee does."""
        afloat = Afloat(self.setting, scene.state)
        ports, stack = afloat.ports, scene.state.stack
        if not stack or stack[-1].procedure != "sinking":
            for craft in afloat.craft.values():
                self.has_room(scene, craft, Fraction(0), f"{craft.id} carries")
        for h in self.used.keys() & ports.keys():
            if h not in self.alone:
                used = Fraction(ports[h].used, SIXTEENTHS)
                self.book.same("19.0a-A", f"what the port {self.name(h)} has handled", used, self.used[h])

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        if event.new_phase:
            for kept in (self.used, self.alone, self.moved, self.mended):
                kept.clear()
            self.shipped = Fraction(0)

    # --- capacity ------------------------------------------------------------------------------------------------

    def shut(self, scene: Scene, side: str, h: int) -> bool:
        """19.0a-C, 4.5a: an enemy ZOC, negated or not."""
        return scene.zoc(self.setting.enemy(side), h)

    def goes_through(self, scene: Scene, side: str, h: int, size: Fraction, what: str, *, alone: bool = False) -> None:
        """19.0a: one more thing goes through a port; `alone`: it is a combat unit."""
        afloat = Afloat(self.setting, scene.state)
        port = afloat.port(side, h)
        self.book.holds("19.0", f"{what}: an own port", port is not None)
        if port is None:
            return
        room = afloat.capacity(port)
        fits = self.used[h] + size <= room and h not in self.alone
        whole = alone and not self.used[h] and 0 < room < size and h not in self.alone
        self.book.holds("19.0a-A", f"{what}: {size} SP, {self.used[h]} of {room} used", fits or whole)
        self.used[h] += size
        if whole and not fits:
            self.alone.add(h)

    def by_day(self, scene: Scene, side: str, h: int, what: str) -> None:
        """What is not shipped goes through by day only."""
        self.book.holds("19.0a-C", f"{what}: the port is open", not self.shut(scene, side, h))

    # --- Landing Craft in ports ----------------------------------------------------------------------------------

    def on_UnitMoved(self, event: Any, scene: Scene) -> None:
        self.moved.add(event.unit)

    on_UnitRailed = on_UnitAirlifted = on_UnitMoved

    def has_room(self, scene: Scene, craft: Any, size: Fraction, what: str) -> None:
        """18.4a."""
        aboard = sum((weight(scene, scene.units[uid]) for uid in craft.units), Fraction(craft.tokens, TOKENS))
        self.book.holds("18.4a", f"{what}: {aboard + size} SP on {craft.points}", aboard + size <= craft.points)

    def goes_down(self, event: Any, scene: Scene) -> None:
        """18.3d-B: cargo is lost while it finds no room, and with the last point."""
        craft = Afloat(self.setting, scene.state).carrier_of(event.unit)
        if craft is None or event.case not in ("18.3d-B", "18.5f-C"):
            return
        aboard = sum((weight(scene, scene.units[uid]) for uid in craft.units), Fraction(craft.tokens, TOKENS))
        self.book.holds(
            "18.3d-B",
            f"{event.unit} goes down: {aboard} SP on {craft.points}",
            aboard > craft.points or craft.points == 1,
        )

    on_StepLost = on_UnitEliminated = goes_down

    def on_WentAboard(self, event: Any, scene: Scene) -> None:
        unit, afloat, what = scene.units[event.unit], Afloat(self.setting, scene.state), f"{event.unit} goes aboard"
        craft, size = afloat.craft[event.craft], weight(scene, unit)
        self.book.same("18.4c", f"{what}: where", (unit.hex, unit.side, craft.hex), (event.hex, event.side, event.hex))
        still = event.unit not in self.moved and not unit.activity.spent
        self.book.holds("18.4c", f"{what}: it has not moved", still)
        self.book.holds("18.5c", f"{what}: in {unit.mode} Mode", unit.mode in ("combat", "move"))
        if afloat.kind(craft) == "dukw":
            face, most = (
                scene.counter(unit).move,
                self.setting.value("air_transport_limits", "max_leg_ma_of_cargo_units"),
            )
            light = scene.is_combat(unit) and face.mobility == "leg" and face.ma <= most * MP
            self.book.holds("18.4e-B", f"{what}: goes by air, too", light and unit.mode == "move")
        self.has_room(scene, craft, size, what)
        self.by_day(scene, event.side, event.hex, what)
        self.goes_through(scene, event.side, event.hex, size, what, alone=scene.is_combat(unit))

    def on_WentAshore(self, event: Any, scene: Scene) -> None:
        unit, what = scene.units[event.unit], f"{event.unit} lands in a port"
        craft = Afloat(self.setting, scene.state).craft[event.craft]
        self.book.holds("18.5g", f"{what}: it is aboard there", event.unit in craft.units and craft.hex == event.hex)
        self.by_day(scene, event.side, event.hex, what)
        self.goes_through(scene, event.side, event.hex, weight(scene, unit), what, alone=scene.is_combat(unit))

    def on_SupplyCarried(self, event: Any, scene: Scene) -> None:
        what, craft = f"{event.tokens}T in port", Afloat(self.setting, scene.state).craft[event.craft]
        size = Fraction(abs(event.tokens), TOKENS)
        self.book.same("18.4c", f"{what}: where", craft.hex, event.hex)
        if event.tokens > 0:
            dump = scene.state.dumps[event.side].get(event.hex)
            still = dump.tokens - dump.fresh if dump is not None else 0
            self.book.holds("12.2a", f"{what}: of {still}T that nobody has moved", event.tokens <= still)
            self.has_room(scene, craft, size, what)
        else:
            self.book.holds("18.5g", f"{what}: aboard", -event.tokens <= craft.tokens)
        self.by_day(scene, event.side, event.hex, what)
        self.goes_through(scene, event.side, event.hex, size, what)

    # --- arrivals ------------------------------------------------------------------------------------------------

    def on_UnitArrived(self, event: Any, scene: Scene) -> None:
        if self.harbour(scene, event.side, event.hex):
            unit, what = scene.units[event.unit], f"{event.unit} arrives in a port"
            self.by_day(scene, event.side, event.hex, what)
            self.goes_through(scene, event.side, event.hex, weight(scene, unit), what, alone=scene.is_combat(unit))

    def on_SupplyArrived(self, event: Any, scene: Scene) -> None:
        if self.harbour(scene, event.side, event.hex):
            what = f"{event.tokens}T arrive in a port"
            self.by_day(scene, event.side, event.hex, what)
            self.goes_through(scene, event.side, event.hex, Fraction(event.tokens, TOKENS), what)

    def harbour(self, scene: Scene, side: str, h: int) -> bool:
        """A port of the map that is the side's."""
        port = Afloat(self.setting, scene.state).port(side, h)
        return port is not None and not port.lst

    # --- shipping ------------------------------------------------------------------------------------------------

    def ships(self, scene: Scene, event: Any, size: Fraction, what: str, *, alone: bool = False) -> None:
        """19.0f: between two own ports, in the Movement Phase, within the allowance."""
        clock = scene.clock
        self.book.same("19.0f-B", f"{what}: when", (clock.phase, clock.acting), ("movement", event.side))
        closed = [self.shut(scene, event.side, h) for h in (event.start, event.hex)]
        self.book.holds("19.0f-F", f"{what}: no enemy ZOC", self.night or not any(closed))
        self.book.holds("19.0f", f"{what}: to another port", event.start != event.hex)
        self.book.same(
            "19.0f-E", f"{what}: price", Fraction(event.cost, SIXTEENTHS), size * (NIGHT if any(closed) else 1)
        )
        self.shipped += Fraction(event.cost, SIXTEENTHS)
        given = self.setting.scenario.shipping.get(event.side, ())
        most = Fraction(next((tokens for turn, tokens in reversed(given) if turn <= clock.turn), 0), TOKENS)
        self.book.holds("19.0f-E", f"{what}: {self.shipped} of {most}", self.shipped <= most)
        for h in (event.start, event.hex):
            self.goes_through(scene, event.side, h, size, what, alone=alone)

    def on_UnitShipped(self, event: Any, scene: Scene) -> None:
        unit, what = scene.units[event.unit], f"{event.unit} is shipped to {self.name(event.hex)}"
        self.book.same("19.0f-A", f"{what}: mode", unit.mode, "move")
        self.book.same("19.0f", f"{what}: from", unit.hex, event.start)
        self.book.holds("19.0f-C", f"{what}: has not moved", event.unit not in self.moved and not unit.activity.spent)
        self.moved.add(event.unit)
        self.ships(scene, event, weight(scene, unit), what, alone=scene.is_combat(unit))

    def on_SupplyShipped(self, event: Any, scene: Scene) -> None:
        dump = scene.state.dumps[event.side].get(event.start)
        still = dump.tokens - dump.fresh if dump is not None else 0
        what = f"{event.tokens}T are shipped to {self.name(event.hex)}"
        self.book.holds("12.2a", f"{what}: of {still}T that nobody has moved", 0 < event.tokens <= still)
        self.ships(scene, event, Fraction(event.tokens, TOKENS), what)

    # --- hits ----------------------------------------------------------------------------------------------------

    def on_DiceRolled(self, event: Any, scene: Scene) -> None:
        self.dice = event.dice

    def on_SupplySpent(self, event: Any, scene: Scene) -> None:
        if event.purpose.startswith("repair"):
            self.paid += event.tokens

    on_SupplySpentAfloat = on_SupplySpent

    def on_PortRaided(self, event: Any, scene: Scene) -> None:
        """10.0c-B: the Facility Table, without shifts."""
        what, chart = f"raid on the port {self.name(event.hex)}", self.setting.charts["facility"]
        port = Afloat(self.setting, scene.state).port(event.owner, event.hex)
        self.book.holds("10.0c-B", f"{what}: the enemy's", port is not None and not port.lst)
        least = [
            number for number, points in enumerate(chart["column_min"]) if half_up(Fraction(event.points)) >= points
        ]
        self.book.same("10.0c", f"{what}: column", event.column, chart["columns"][least[-1]])
        self.book.same("10.0c", f"{what}: roll", event.roll, self.dice[0])
        result = chart["results"][self.dice[0] - 1][least[-1]]
        self.book.same("10.0c", f"{what}: result", event.result, result)
        before = port.hits if port is not None else 0
        hits = min(HITS, before + chart["codes"][result]["hits"])
        self.book.same("19.0b", f"{what}: hits", (event.hits, event.more), (hits, hits - before))

    def works(self, event: Any, scene: Scene, what: str) -> Any:
        """13.8d: who may work there."""
        port = Afloat(self.setting, scene.state).port(event.side, event.hex)
        self.book.holds("19.0", f"{what}: an own port", port is not None and not port.lst)
        self.book.same("13.8d", f"{what}: phase", scene.clock.phase, "movement")
        for uid in event.units:
            unit = scene.units[uid]
            still = uid not in self.moved and not unit.activity.spent
            self.book.holds("13.8d-C", f"{what}: {uid} has not moved nor worked", still and not unit.activity.worked)
        return port

    def on_PortRepaired(self, event: Any, scene: Scene) -> None:
        what = f"repair of the port {self.name(event.hex)}"
        port = self.works(event, scene, what)
        able = [scene.is_engineer(scene.units[uid]) for uid in event.units]
        near = all(self.ground.apart(scene.units[uid].hex, event.hex) <= 2 for uid in event.units)
        self.book.holds("19.0d", f"{what}: engineers in reach", bool(able) and all(able) and near)
        self.book.same("19.0d", f"{what}: hits", event.hits, port.hits - 1)
        self.book.holds("19.0d", f"{what}: one in a phase", event.hex not in self.mended)
        if not self.setting.switches.get("enhanced_construction"):
            self.book.same("19.0d", f"{what}: tokens", self.paid, TOKENS)
        self.mended.add(event.hex)

    def on_PortWrecked(self, event: Any, scene: Scene) -> None:
        what = f"damage of the port {self.name(event.hex)}"
        port = self.works(event, scene, what)
        units = [scene.units[uid] for uid in event.units]
        engineers = bool(units) and all(map(scene.is_engineer, units))
        here = all(unit.hex == event.hex and unit.mode == "combat" for unit in units)
        party = here and sum((scene.size(unit) for unit in units), Fraction(0)) >= 1
        self.book.holds("19.0c", f"{what}: engineers, or 1 RE in Combat Mode", engineers or party)
        self.book.holds("19.0c", f"{what}: once a turn", port.wrecked != scene.clock.turn)
        self.book.same("19.0b", f"{what}: hits", event.hits, port.hits + 1)
        self.book.holds("19.0b", f"{what}: {event.hits} hits", event.hits <= HITS)

    def on_PortCaptured(self, event: Any, scene: Scene) -> None:
        what, enemy = f"capture of the port {self.name(event.hex)}", self.setting.enemy(event.side)
        port = Afloat(self.setting, scene.state).port(enemy, event.hex)
        self.book.holds("9.14h", f"{what}: the enemy's", port is not None and not port.lst)
        self.book.same("9.14h", f"{what}: hits", event.hits, port.hits if port is not None else -1)
        entered = scene.fighters(event.side, event.hex)
        self.book.holds("9.14h", f"{what}: by Attack-Capable units", any(map(scene.is_attack_capable, entered)))

    def on_LstDestroyed(self, event: Any, scene: Scene) -> None:
        port, what = Afloat(self.setting, scene.state).port(event.side, event.hex), f"LST at {self.name(event.hex)}"
        self.book.holds("18.4f-B", f"{what}: it is one", port is not None and port.lst)
        entered = scene.fighters(self.setting.enemy(event.side), event.hex)
        self.book.holds("18.4f-B", f"{what}: by Attack-Capable units", any(map(scene.is_attack_capable, entered)))
