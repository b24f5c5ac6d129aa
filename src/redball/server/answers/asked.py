"""Checks of units and hexes in questions against what a side may know, and refusals as it may read them."""

from __future__ import annotations

from redball.analysis.mission_report import Named
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import ABOARD
from redball.game.sentences import Namer, ToldRefusal, told_refusal
from redball.game.sight.belief import OPEN, fogged, knows, visible
from redball.server.session import Session


def namer(session: Session, side: str) -> Namer:
    """Names as a side may read them."""
    look = session.game.look
    counters = {u.id: u.counter for u in look.state.units.values()}
    return Namer(look.world, counters, side, knows(look, side) if fogged(look, side) else None)


def called(names: Namer) -> Named:
    """Names of units, aircraft and ships."""
    aircraft, ships = names.world.scenario.aircraft, names.world.scenario.ships

    def name(thing: str) -> str:
        if thing in ships:
            return names.ship(thing)
        return names.plane(thing) if thing in aircraft else names.unit(thing)

    return name


def told(session: Session, side: str, refusal: Refusal) -> ToldRefusal:
    """A refusal with its sentence and remedy, without the ids of units that the side does not see."""
    return told_refusal(refusal, namer(session, side))


def told_or_none(session: Session, side: str, refusal: Refusal | None) -> ToldRefusal | None:
    """As `told`, for a refusal or None."""
    return None if refusal is None else told(session, side, refusal)


def units_named(look: Look, side: str, ids: str) -> tuple[str, ...]:
    """`a,b` as ids of units that the side sees.

    Raises ValueError naming an unknown one.
    """
    named = tuple(filter(None, ids.split(",")))
    seen = visible(look, side)
    for uid in named:
        if uid not in seen:
            raise ValueError(f"there is no unit {uid!r} in this game")
    if not named:
        raise ValueError("name at least one unit")
    return named


def unit_named(look: Look, side: str, uid: str) -> str:
    """As `units_named`, for one unit."""
    (found,) = units_named(look, side, uid.replace(",", " "))
    return found


def own_units(look: Look, side: str, ids: str, *, aboard: bool = False) -> tuple[str, ...]:
    """As `units_named`, for the side's own units on the map, or `aboard` Landing Craft, too."""
    named = units_named(look, side, ids)
    for unit in map(look.unit, named):
        if unit.side != side or not (unit.on_map or (aboard and unit.hex == ABOARD)):
            raise ValueError(f"{unit.id!r} is not one of your units on the map")
    return named


def unit_of_viewer(session: Session, viewer: str, unit: str) -> tuple[str, str]:
    """(id, side) of a unit of the viewer; in open play, of any side.

    Raises ValueError.
    """
    uid = unit_named(session.game.look, viewer, unit)
    side = session.game.look.unit(uid).side
    if viewer not in (OPEN, side):
        raise ValueError(f"{uid!r} is not your unit")
    return uid, side


def hex_named(look: Look, hex_: int) -> int:
    """A hex of the board.

    Raises ValueError.
    """
    if not 0 <= hex_ < look.board.size:
        raise ValueError(f"there is no hex {hex_} on this map")
    return hex_
