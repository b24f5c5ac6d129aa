"""The missions of aircraft, and what ships and Landing Craft do: how rollouts count them, and how a plan says them."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from redball.board.hexes import NO_HEX
from redball.core.actions.air import MISSIONS
from redball.core.actions.naval import GUN_TARGETS
from redball.core.events import Event
from redball.core.look import Look
from redball.core.telling import listed
from redball.rules.air.air import MissionFlown
from redball.rules.ground.air_force import force_in
from redball.rules.ground.fleet import fleet_in
from redball.rules.naval.assault_events import AssaultLaunched
from redball.rules.naval.cargo_events import WentAshore
from redball.rules.naval.invasion_events import LandingRolled
from redball.rules.naval.naval import GunfireOpened, VoyageEnded

AIRCRAFT, SHIPS = "Aircraft", "Ships"
MOST = 6
"""Deeds that are told of aircraft, and of ships."""
FLOWN_TO = ("base_transfer", "air_transport", "onward")
"""Missions that bring aircraft or cargo to their hex."""
SAID = {
    AIRCRAFT: {kind: f"{name.split(',')[0]} {'to' if kind in FLOWN_TO else 'at'}" for kind, name in MISSIONS.items()},
    SHIPS: GUN_TARGETS | {"landing": "Landing at", "assault": "Beach Assault on", "voyage": "Voyage to"},
}
"""What each kind of deed is called, before its hex."""


class Deed(Struct, frozen=True, order=True):
    """A kind of mission, or of what ships do, and its hex (NO_HEX: one here, one there). `by`: AIRCRAFT or SHIPS."""

    by: str
    kind: str
    hex: int = NO_HEX


Deeds = dict[Deed, int]
"""How often a side did each in one game."""


def deed_of(event: Event, side: str) -> Deed | None:
    """What aircraft, ships or Landing Craft of a side begin by this event, or a voyage that it ends; None if nothing.
    Fire of coastal artillery alone is nothing, nor is a voyage that stays where it began."""
    if event.side != side:
        return None
    match event:
        case MissionFlown():
            return Deed(AIRCRAFT, event.kind, event.hex)
        case GunfireOpened() if event.ships:
            return Deed(SHIPS, event.at, event.hex)
        case VoyageEnded() if event.hexes:
            return Deed(SHIPS, "voyage", event.hex)
        case LandingRolled() | WentAshore():
            return Deed(SHIPS, "landing", event.hex)
        case AssaultLaunched():
            return Deed(SHIPS, "assault", event.hex)
    return None


def mission_words(look: Look, side: str, found: list[Deeds]) -> str:
    """What aircraft and ships of a side do in at least half of the imagined games, in the first Player Turn of each:
    the commonest first. "" without games, and if the side has neither and did nothing."""
    told = " ".join(filter(None, (_told(look, by, found) for by in (AIRCRAFT, SHIPS))))
    return told or ("No missions expected." if found and flies_or_sails(look, side) else "")


def flies_or_sails(look: Look, side: str) -> bool:
    """Whether a side has aircraft, ships or Landing Craft in play."""
    afloat = (ship for ship in fleet_in(look.state).vessels if ship.afloat)
    flying = (plane for plane in force_in(look.state).planes if plane.hex >= 0)
    return any(one.side == side for one in (*afloat, *flying))


def _told(look: Look, by: str, found: list[Deeds]) -> str:
    """The sentence of aircraft, or of ships."""
    deeds = expected([{deed: times for deed, times in game.items() if deed.by == by} for game in found])
    places: dict[str, list[str]] = {}
    for deed in deeds[:MOST]:
        words = SAID[by][deed.kind]
        places.setdefault(words, []).append("various hexes" if deed.hex == NO_HEX else look.hex_name(deed.hex))
    if not places:
        return ""
    parts = [f"{words} {listed(list(dict.fromkeys(names)))}" for words, names in places.items()]
    return f"{by}: {'; '.join(parts)}{'; and others' if len(deeds) > MOST else ''}."


def expected(found: list[Deeds]) -> list[Deed]:
    """The deeds of at least half of the games, the commonest first. A kind of so many games that has no such hex is
    there without one."""
    games: Counter[Deed] = Counter()
    times: Counter[Deed] = Counter()
    for game in found:
        whole: Counter[Deed] = Counter(game)
        for deed, number in game.items():
            whole[Deed(deed.by, deed.kind)] += number
        games.update(whole.keys())
        times.update(whole)
    common = [deed for deed, number in games.items() if 2 * number >= len(found)]
    placed = {(deed.by, deed.kind) for deed in common if deed.hex != NO_HEX}
    kept = [deed for deed in common if deed.hex != NO_HEX or (deed.by, deed.kind) not in placed]
    return sorted(kept, key=lambda deed: (-games[deed], -times[deed], deed))
