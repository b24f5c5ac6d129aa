"""What each group is expected to do in this Player Turn: how rollouts note it, and how a plan says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import fmean

from redball.board.hexes import NO_HEX
from redball.bots.planner.mission_words import Deed, Deeds, expected
from redball.core.events import Event
from redball.core.events.combat import AttackDeclared
from redball.core.events.movement import ModeChanged, OverrunDeclared
from redball.core.events.sequence import ControlChanged
from redball.core.look import Look
from redball.core.telling import counted, listed

GROUND = "Ground"
SAID = {"attack": "attacks at", "overrun": "overruns at", "take": "takes"}
"""What each kind of deed is called, before its hex."""
ELSEWHERE = ("attack", "overrun")
"""Kinds that are told without a hex, if it is another in each game."""
MOST = 4
"""Hexes that are told of each kind."""


def ground_deed(event: Event, side: str) -> tuple[Deed, tuple[str, ...]] | None:
    """What combat units of a side begin or win by this event, and the units, if it names them; None if nothing."""
    if event.side != side:
        return None
    match event:
        case AttackDeclared():
            return Deed(GROUND, "attack", event.hex), event.units
        case OverrunDeclared():
            return Deed(GROUND, "overrun", event.hex), event.units
        case ControlChanged():
            return Deed(GROUND, "take", event.hex), ()
        case ModeChanged() if event.mode == "reserve":
            return Deed(GROUND, "reserve"), (event.unit,)
    return None


def group_at(look: Look, deed: Deed, units: tuple[str, ...], home: Mapping[str, int]) -> int | None:
    """The number of the group that does it: that of most of the units, or of those who stand in the hex; None if they
    belong to no group."""
    names = units or tuple([unit.id for unit in look.units_at(deed.hex)])
    found = Counter(home[uid] for uid in names if uid in home)
    return min(found, key=lambda number: (-found[number], number)) if found else None


def ground_words(look: Look, found: list[Deeds]) -> str:
    """What a group does in at least half of the imagined games, in the first Player Turn of each, and how many of its
    units go into Reserve on the average. "" if nothing."""
    places: dict[str, list[str]] = {}
    for deed in expected(found):
        if deed.hex != NO_HEX:
            places.setdefault(deed.kind, []).append(named(look, deed.hex))
        elif deed.kind in ELSEWHERE:
            places[deed.kind] = ["various hexes"]
    told = [f"{SAID[kind]} {listed(found_at(names))}" for kind, names in places.items()]
    waiting = round(fmean(game.get(Deed(GROUND, "reserve"), 0) for game in found)) if found else 0
    if waiting:
        told.append(f"{counted(waiting, 'unit')} in Reserve")
    return "; ".join(told)


def found_at(names: list[str]) -> list[str]:
    """The first names, and that there are more."""
    return names if len(names) <= MOST else [*names[:MOST], "elsewhere"]


def named(look: Look, hex_: int) -> str:
    """A hex, with its name if it has points."""
    names = {entry.hex: entry.name for entry in look.world.scenario.victory.hexes}
    return f"{names[hex_]} ({look.hex_name(hex_)})" if names.get(hex_) else look.hex_name(hex_)
