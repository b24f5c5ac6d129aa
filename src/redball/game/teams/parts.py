"""The parts a side can be divided into: each HQ with what stands nearest to it at the start, the aircraft of a nation,
the ships, and supply that nobody carries.

It depends on the scenario alone, so a part is the same all game long, and says nothing of how the game stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from redball.core.world import World, of_world
from redball.forces.counter import Counter

SUPPLY = "supply"
"""The part of what moves or blows up supply as such: trains, shipments, arriving SP, dumps."""
SEA = "sea"
AIR = "air:"
FORMATION = "formation:"
"""Before the name of a formation that is given away apart from its part."""


class Part(Struct, frozen=True):
    """A part of a side. `army` is what it belongs to in turn, for the eye: an army of the scenario, or a nation where
    a side has several; "" nothing. `counters` are ids of counters, aircraft, ships and Landing Craft."""

    id: str
    name: str
    army: str
    counters: tuple[str, ...]


@of_world
def parts(world: World, side: str) -> tuple[Part, ...]:
    """The parts of a side, HQs in the order of the counters. What is in none is the chief's: Repls, and who has neither
    an HQ nor a place at the start."""
    own = [counter for counter in world.scenario.counters.values() if counter.side == side]
    hqs = [counter for counter in own if counter.kind == "hq"]
    places = _places(world, side)
    led: dict[str, list[str]] = {hq.id: [hq.id] for hq in hqs}
    for group in _groups(own):
        found = _leader(world, hqs, group, places)
        if found:
            led[found] += [counter.id for counter in group]
    armies = _armies(world, side, hqs)
    found_parts = [Part(hq.id, hq.called, armies.get(hq.id, ""), tuple(led[hq.id])) for hq in hqs]
    scenario = world.scenario
    planes = [plane for plane in scenario.aircraft.values() if plane.side == side]
    for nation in dict.fromkeys(plane.nation for plane in planes):
        ids = tuple(plane.id for plane in planes if plane.nation == nation)
        found_parts.append(Part(AIR + nation, f"Aircraft ({nation})", "", ids))
    afloat = [ship.id for ship in scenario.ships.values() if ship.side == side]
    afloat += [one.id for one in scenario.craft.values() if one.side == side and one.id not in scenario.counters]
    if afloat:
        found_parts.append(Part(SEA, "Ships and Landing Craft", "", tuple(afloat)))
    return (*found_parts, Part(SUPPLY, "Trains, shipments, arriving supply and dumps", "", ()))


def _groups(own: Iterable[Counter]) -> Iterable[list[Counter]]:
    """Formations, which stay together, and units without one, one by one. Repls and Breakdowns without a formation are
    made during play, and are left out."""
    groups: dict[str, list[Counter]] = {}
    for counter in own:
        made = counter.kind in ("repl", "breakdown") and not counter.formation
        if counter.kind != "hq" and not made:
            groups.setdefault(FORMATION + counter.formation if counter.formation else counter.id, []).append(counter)
    return groups.values()


def _places(world: World, side: str) -> dict[str, int]:
    """Where each counter stands or floats at the start, or else arrives first."""
    found: dict[str, int] = {}
    for placement in world.scenario.setup:
        if placement.side == side:
            found |= dict.fromkeys(placement.units, placement.hex)
    for afloat in world.scenario.flotillas:
        if world.scenario.craft[afloat.craft].side == side:
            found |= dict.fromkeys(afloat.units, afloat.hex)
    for arrival in sorted(world.scenario.arrivals, key=lambda one: one.turn):
        if arrival.side == side and arrival.entry:
            for uid in arrival.units:
                found.setdefault(uid, arrival.entry[0])
    return found


def _leader(world: World, hqs: list[Counter], group: list[Counter], places: dict[str, int]) -> str:
    """The HQ that a formation or unit belongs to: one with its name, else the nearest of its nation, else the nearest;
    "" if it has no place."""
    named = [hq.id for hq in hqs if group[0].formation and hq.name == group[0].formation]
    if named:
        return named[0]
    stand = [places[counter.id] for counter in group if counter.id in places]
    placed = [hq for hq in hqs if hq.id in places]
    countrymen = [hq for hq in placed if hq.nation == group[0].nation]
    if not stand or not placed:
        return countrymen[0].id if len(countrymen) == 1 and len(hqs) == 1 else ""

    def far(hq: Counter) -> int:
        return sum(world.board.distance(places[hq.id], hex_) for hex_ in stand)

    return min(countrymen or placed, key=far).id


def _armies(world: World, side: str, hqs: list[Counter]) -> dict[str, str]:
    """The army of each HQ, by its name: as the scenario's command says, else its nation where there are several."""
    command = world.scenario.command
    if command is not None and side in command.sides:
        return {hq: army.name for army in command.sides[side].armies for hq in army.headquarters}
    nations = {hq.nation for hq in hqs}
    return {hq.id: hq.nation.upper() for hq in hqs} if len(nations) > 1 else {}
