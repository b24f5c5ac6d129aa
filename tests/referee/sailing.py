"""Ships and Landing Craft under way (18.1, 18.2, 18.4): where they go and how far, whom they meet, DG, carriers."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from referee.afloat import Afloat, Waters
from referee.judge import Judge
from referee.moves import MP, allowance
from referee.scene import Scene

PHASES = ("movement", "reaction", "exploitation")
FAST, SLOW, DUKW = 20, 10, 8
LAND_TO_SEA = 3


class Sailing(Judge):
    """Follows each voyage."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.waters = Waters(self.setting, self.ground)
        self.spent: dict[str, Fraction] = defaultdict(Fraction)
        self.on_land: dict[str, Fraction] = defaultdict(Fraction)
        self.hexes: dict[str, int] = defaultdict(int)
        self.done: set[str] = set()
        self.emptied: set[str] = set()
        self.rolled = self.begun = False

    def begins(self, action: Any, scene: Scene) -> None:
        """What had happened before the referee came is taken from the first state."""
        if not self.begun:
            afloat, self.begun = Afloat(self.setting, scene.state), True
            self.done = {one.id for one in (*afloat.ships.values(), *afloat.craft.values()) if one.sailed}
            self.spent |= {one.id: Fraction(one.spent, MP) for one in afloat.craft.values()}

    def on_PhaseBegan(self, event: Any, scene: Scene) -> None:
        if scene.clock.phase == "clean_up" and event.new_phase:
            own = (one for one in Afloat(self.setting, scene.state).ships.values() if one.side == scene.clock.acting)
            self.book.same("18.1d", "ships DG after Clean Up", [one.id for one in own if one.dg and one.hex >= 0], [])
        if event.new_phase:
            for kept in (self.spent, self.on_land, self.hexes, self.done, self.emptied):
                kept.clear()
            self.rolled = False

    # --- voyages -------------------------------------------------------------------------------------------------

    def speed(self, afloat: Afloat, sid: str) -> int:
        """18.1f, 18.4b."""
        if sid in afloat.craft:
            return DUKW if afloat.kind(afloat.craft[sid]) == "dukw" else SLOW
        printed, ship = afloat.printed(sid), afloat.ships[sid]
        return SLOW if printed.slow or (ship.damaged and not printed.several) else FAST

    def on_ShipSailed(self, event: Any, scene: Scene) -> None:
        afloat, clock, sid = Afloat(self.setting, scene.state), scene.clock, event.ship
        vessel, enemy = afloat.vessel(sid), self.setting.enemy(event.side)
        what = f"{sid} from {self.name(event.start)} to {self.name(event.hex)}"
        self.book.same("18.1e", f"{what}: side", (vessel.side, clock.acting), (event.side, event.side))
        self.book.same("18.1e", f"{what}: start", vessel.hex, event.start)
        self.book.holds("18.1e", f"{what}: in {clock.phase}", clock.phase in PHASES and clock.segment == "movement")
        self.book.holds("18.1e", f"{what}: its move is not over", sid not in self.done)
        cost = self.cost(afloat, event, what)
        self.book.same("18.1e", f"{what}: MP", Fraction(event.mp, MP), cost)
        self.spent[sid] += cost
        self.hexes[sid] += 1
        self.book.holds("18.1f", f"{what}: {self.spent[sid]} MP", self.spent[sid] <= self.speed(afloat, sid))
        self.book.holds("18.1b", f"{what}: no enemy ships", not afloat.at(enemy, event.hex))
        self.book.holds("18.1b", f"{what}: no enemy combat units", not scene.fighters(enemy, event.hex))
        if sid in afloat.craft:
            self.book.holds("18.5f", f"{what}: before the first landing", not self.rolled)
            self.book.holds("18.5a", f"{what}: it has unloaded nothing", sid not in self.emptied)

    def cost(self, afloat: Afloat, event: Any, what: str) -> Fraction:
        """18.1c, 18.1e: 1 MP for a hex that it may enter; what the scenario says of a box."""
        a, b = event.start, event.hex
        if max(a, b) >= self.setting.board.map_size:
            price = self.waters.box_price(event.side, a, b)
            self.book.holds("SETUP-I-F-B", f"{what}: a way of the sea", price is not None)
            return Fraction(self.speed(afloat, event.ship)) if price is None or price < 0 else Fraction(price, MP)
        self.book.same("18.1e", f"{what}: next to it", self.ground.apart(a, b), 1)
        if event.ship in afloat.craft:
            self.book.holds("18.1c", f"{what}: water all the way", self.waters.craft_may_cross(a, b))
        else:
            haven = afloat.printed(event.ship).type in self.setting.scenario.ships_in_ports
            ends = [self.waters.is_sea(h) or (haven and self.waters.is_port(h)) for h in (a, b)]
            self.book.holds("18.1c", f"{what}: all sea, or a port", all(ends) and any(map(self.waters.is_sea, (a, b))))
        return Fraction(1)

    def on_VoyageEnded(self, event: Any, scene: Scene) -> None:
        afloat = Afloat(self.setting, scene.state)
        self.book.same("18.1e", f"{event.ship} has gone so many hexes", event.hexes, self.hexes[event.ship])
        if event.ship in afloat.craft:
            self.book.same("18.4b", f"{event.ship}: MP", Fraction(event.mp, MP), self.spent[event.ship])
        self.done.add(event.ship)
        self.hexes[event.ship] = 0

    def on_LandingRolled(self, event: Any, scene: Scene) -> None:
        self.rolled = True

    def on_WentAshore(self, event: Any, scene: Scene) -> None:
        self.emptied.add(event.craft)

    def on_SupplyCarried(self, event: Any, scene: Scene) -> None:
        if event.tokens < 0:
            self.emptied.add(event.craft)

    def on_UnitLanded(self, event: Any, scene: Scene) -> None:
        self.done.add(event.craft)

    # --- Landing Craft that change -------------------------------------------------------------------------------

    def on_CraftDivided(self, event: Any, scene: Scene) -> None:
        afloat = Afloat(self.setting, scene.state)
        craft, what = afloat.craft[event.craft], f"{event.craft} divides"
        self.book.holds("18.4d", f"{what}: no LST", afloat.kind(craft) != "lst")
        self.book.holds("18.4d", f"{what}: points", 0 < event.points < craft.points)
        self.book.holds(
            "18.4d", f"{what}: its cargo", {*event.units} <= {*craft.units} and event.tokens <= craft.tokens
        )
        self.spent[event.new] = self.spent[event.craft]
        if self.hexes[event.craft] or event.craft in self.emptied:
            self.done.add(event.new)

    def on_CraftCombined(self, event: Any, scene: Scene) -> None:
        afloat = Afloat(self.setting, scene.state)
        one, other = afloat.craft[event.craft], afloat.craft[event.other]
        what = f"{event.craft} and {event.other} combine"
        kinds = {afloat.kind(one), afloat.kind(other)}
        self.book.holds("18.4d", f"{what}: one kind", len(kinds) == 1 and kinds != {"lst"})
        self.book.same("18.4d", f"{what}: where", (one.hex, one.side), (other.hex, other.side))
        self.book.holds("18.4d", f"{what}: the other could move", event.other not in self.done)
        self.book.holds("18.4d", f"{what}: no MP are won", self.spent[event.other] <= self.spent[event.craft])

    # --- DUKWs ---------------------------------------------------------------------------------------------------

    def on_UnitMoved(self, event: Any, scene: Scene) -> None:
        self.on_land[event.unit] += Fraction(event.mp, MP)

    def on_TransportDivided(self, event: Any, scene: Scene) -> None:
        self.on_land[event.new] = self.on_land[event.unit]

    def on_TransportCombined(self, event: Any, scene: Scene) -> None:
        self.on_land[event.unit] = max(self.on_land[event.unit], self.on_land[event.other])

    def handles(self, event: Any, scene: Scene) -> None:
        """13.2f: 10% of the printed MA, which is 24 (18.4e-C)."""
        if scene.clock.phase == "movement" and scene.units[event.unit].counter in self.setting.scenario.craft:
            self.on_land[event.unit] += 2

    on_SupplyLoaded = on_SupplyUnloaded = handles

    def on_WadedAshore(self, event: Any, scene: Scene) -> None:
        what = f"{event.unit} comes ashore"
        craft = Afloat(self.setting, scene.state).craft[event.unit]
        self.book.same("18.4e", f"{what}: a DUKW", Afloat(self.setting, scene.state).kind(craft), "dukw")
        self.book.same("18.4e-A", f"{what}: phase", scene.clock.phase, "movement")
        left = DUKW - self.spent[event.unit]
        self.book.same("18.4e", f"{what}: MP left", DUKW * LAND_TO_SEA - Fraction(event.spent, MP), left * LAND_TO_SEA)
        self.on_land[event.unit] = self.spent[event.unit] * LAND_TO_SEA

    def on_TookToWater(self, event: Any, scene: Scene) -> None:
        unit, what = scene.units[event.unit], f"{event.unit} takes to the water"
        printed = self.setting.scenario.craft.get(unit.counter)
        own = printed is not None and printed.side == unit.side and printed.kind == "dukw"
        self.book.holds("18.4e", f"{what}: a DUKW of its side", own)
        self.book.same("18.4e", f"{what}: phase", scene.clock.phase, "movement")
        self.book.holds("18.1c", f"{what}: on the coast", self.waters.is_coast(event.hex))
        left = (allowance(scene, unit) - self.on_land[event.unit]) / LAND_TO_SEA
        exact = DUKW - left
        self.book.holds(
            "18.4e",
            f"{what}: spent {event.spent}/12 of {exact}",
            0 <= Fraction(event.spent, MP) - exact < Fraction(1, MP),
        )
        self.spent[event.unit] = Fraction(event.spent, MP)

    # --- what must always hold -----------------------------------------------------------------------------------

    def ends(self, action: Any, scene: Scene) -> None:
        afloat = Afloat(self.setting, scene.state)
        sides: dict[int, set[str]] = defaultdict(set)
        for one in (*afloat.ships.values(), *afloat.craft.values()):
            if one.hex >= 0:
                sides[one.hex].add(one.side)
        for h, there in sides.items():
            self.book.same("18.1b", f"sides at sea at {self.name(h)}", len(there), 1)
            enemy = scene.fighters(self.setting.enemy(next(iter(there))), h)
            self.book.same("9.14g", f"enemies among ships at {self.name(h)}", [unit.id for unit in enemy], [])
        self.decks(scene, afloat)

    def decks(self, scene: Scene, afloat: Afloat) -> None:
        """18.2a, 18.2c: who is on a carrier, and that they are where it is."""
        record: Any = next((one for one in scene.state.own if type(one).__name__ == "AirForce"), None)
        planes = [plane for plane in record.planes if plane.ship and plane.hex >= 0] if record is not None else []
        on: dict[str, int] = defaultdict(int)
        for plane in planes:
            ship, printed = afloat.ships[plane.ship], self.setting.scenario.aircraft[plane.id]
            number = afloat.printed(ship.id).aircraft
            self.book.same(
                "18.2c", f"{plane.id} is with {ship.id}", plane.hex if plane.base < 0 else plane.base, ship.hex
            )
            able = printed.carrier == ship.id or (printed.carrier == "any" and number > 0)
            self.book.holds("18.2a", f"{plane.id} may use {ship.id}", able and afloat.is_carrier(ship.id))
            on[ship.id] += number > 0
            if number:
                self.book.holds("18.2a", f"{on[ship.id]} aircraft on {ship.id}", on[ship.id] <= number)
