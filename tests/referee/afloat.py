"""What is afloat in a state, and the waters of a map, as the referee reads them (18.0, 19.0)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from redball.core.state import State
from referee.board import Ground
from referee.moves import half_up
from referee.setting import Setting

WET = ("sea", "estuary")
TOKENS = 4
"""In 1 SP."""
COASTAL = "coastal_artillery"


class Port(NamedTuple):
    """A port of which the state keeps nothing: it is as the scenario says."""

    hex: int
    side: str
    hits: int
    lst: bool = False
    fresh: bool = False
    wrecked: int = 0
    used: int = 0


class Afloat:
    """The ships, Landing Craft and ports of a state."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting = setting
        records: dict[str, Any] = {type(one).__name__: one for one in state.own}
        fleet, kept = records.get("Fleet"), records.get("Harbours")
        self.ships = {ship.id: ship for ship in fleet.ships} if fleet else {}
        self.craft = {craft.id: craft for craft in fleet.craft} if fleet else {}
        self.shelled = fleet.shelled if fleet else ()
        self.ports: dict[int, Any] = {one.hex: Port(one.hex, one.side, one.hits) for one in setting.scenario.ports}
        self.ports |= {port.hex: port for port in kept.ports} if kept else {}

    def vessel(self, sid: str) -> Any:
        """A ship or Landing Craft; None if it is not in play."""
        return self.ships.get(sid) or self.craft.get(sid)

    def at(self, side: str, h: int) -> list[Any]:
        """What a side has afloat in a hex."""
        every = (*self.ships.values(), *self.craft.values())
        return [one for one in every if one.side == side and one.hex == h]

    def printed(self, sid: str) -> Any:
        """The counter of a ship."""
        return self.setting.scenario.ships[sid]

    def face(self, sid: str) -> Any:
        """18.1d: the side that shows; DG changes nothing."""
        printed = self.printed(sid)
        return printed.back if self.ships[sid].damaged else printed.front

    def is_carrier(self, sid: str) -> bool:
        """By what is printed."""
        return bool(self.printed(sid).type == "carrier")

    def kind(self, craft: Any) -> str:
        """18.3d-B: an LST that was hit is plain Landing Craft."""
        return "landing_craft" if craft.lesser else str(self.setting.scenario.craft[craft.counter].kind)

    def carrier_of(self, uid: str) -> Any:
        """The Landing Craft that a unit is aboard of; None on land."""
        return next((craft for craft in self.craft.values() if uid in craft.units), None)

    def port(self, side: str, h: int) -> Any:
        """A side's port in a hex, or None."""
        found = self.ports.get(h)
        return found if found is not None and found.side == side else None

    def capacity(self, port: Any) -> Fraction:
        """19.0a, 19.0b, 18.4f-D, E: in SP, whether it is shut or not."""
        if port.lst:
            return Fraction(0 if port.fresh else 1)
        printed = self.setting.board.ports[port.hex]
        if printed.track:
            return Fraction((printed.capacity, *printed.track)[port.hits], TOKENS)
        percent = self.setting.charts["port_damage"]["results"][port.hits][0]
        return Fraction(half_up(Fraction(printed.capacity * percent, 100)), TOKENS)


class Waters:
    """Where the sea is on a map."""

    def __init__(self, setting: Setting, ground: Ground) -> None:
        self.setting, self.board, self.ground = setting, setting.board, ground

    def is_sea(self, h: int) -> bool:
        """18.1c: an all-sea hex."""
        return {*self.board.terrain[h]} == {"sea"}

    def is_port(self, h: int) -> bool:
        """An anchor is printed there."""
        return any(place.kind == "port" for place in self.board.places_in(h))

    def is_coast(self, h: int) -> bool:
        """Land with a sea hexside."""
        if h >= self.board.map_size or self.is_sea(h):
            return False
        sides = {kind for d in range(6) for kind in self.board.hexsides(h, d)}
        return "sea" in self.board.terrain[h] or any(map(self.is_sea, self.ground.ring(h))) or not sides.isdisjoint(WET)

    def craft_may_cross(self, a: int, b: int) -> bool:
        """18.1c: no all-land hexside, from sea or coast to sea or coast."""
        if not all(self.is_sea(h) or self.is_coast(h) for h in (a, b)):
            return False
        kinds = self.board.hexsides(a, self.ground.direction(a, b))
        both = "sea" in self.board.terrain[a] and "sea" in self.board.terrain[b]
        return self.is_sea(a) or self.is_sea(b) or both or not {*kinds}.isdisjoint(WET)

    def box_price(self, side: str, a: int, b: int) -> int | None:
        """What a way into or out of a side's box of the sea costs, as the scenario has it; None: there is none."""
        for use in self.setting.scenario.boxes:
            if use.sea and use.side == side and use.box in (a, b):
                other = a if use.box == b else b
                if other in use.exits:
                    return int(use.mp)
        return None
