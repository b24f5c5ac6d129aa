"""Where supply and units may arrive now, which ways lead on from there, and what lies along them.

It helps to choose, and is no rule: the lines are followed as they are drawn, up to what the side knows the enemy holds.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.actions import Action, PlaceSupply, PlaceUnit
from redball.core.look import Look
from redball.rules.ground.occupancy import holds_enemy

WAYS = ("railroad", "road")
PHASE = "reinforcement_phase"


class Met(Struct, frozen=True):
    """Something on a line, or of the side's own beside it, and the hexes from the entry along the line. `name` is that
    of a place, `unit` an HQ; with neither it is supply on the ground."""

    hex: int
    away: int
    name: str = ""
    unit: str = ""


class Way(Struct, frozen=True):
    """A railroad or road out of an entry hex, and what it serves, the nearest first. `shut`: hexes of the enemy's that
    end it."""

    kind: str
    length: int
    met: tuple[Met, ...]
    shut: tuple[int, ...]


class Entry(Struct, frozen=True):
    """An entry hex and its ways; none leads on from a hex without."""

    hex: int
    ways: tuple[Way, ...]


def entries(look: Look, side: str, offered: list[Action]) -> list[Entry]:
    """The hexes where these actions place supply or units, by index, as the side sees the map (`look`)."""
    hexes = {action.hex for action in offered if isinstance(action, PlaceSupply | PlaceUnit)}
    return [Entry(hex_, tuple(ways(look, side, hex_))) for hex_ in sorted(hexes)]


def ways(look: Look, side: str, hex_: int) -> list[Way]:
    """The ways out of a hex, railroads first."""
    found = []
    for kind in WAYS:
        line, shut = _along(look, side, hex_, kind)
        if len(line) > 1 or shut:
            found.append(Way(kind, len(line) - 1, tuple(_met(look, side, line)), tuple(sorted(shut))))
    return found


def _along(look: Look, side: str, start: int, kind: str) -> tuple[dict[int, int], set[int]]:
    """The hexes of a line by their distance along it, and those of the enemy's where it ends."""
    board, line, shut = look.board, {start: 0}, set()
    ring = [start]
    while ring:
        following = []
        for hex_ in ring:
            for direction in range(6):
                to = board.neighbour(hex_, direction)
                if to < 0 or to in line or to in shut or kind not in board.paths(hex_, direction):
                    continue
                if holds_enemy(look, side, to):
                    shut.add(to)
                else:
                    line[to] = line[hex_] + 1
                    following.append(to)
        ring = following
    return line, shut


def _met(look: Look, side: str, line: dict[int, int]) -> list[Met]:
    found = []
    for hex_, away in line.items():
        if away:
            found += [Met(hex_, away, name=name) for name in dict.fromkeys(p.name for p in look.board.places_in(hex_))]
    for unit in look.own_of(side, "hq"):
        if (away_ := _near(look, line, unit.hex)) is not None:
            found.append(Met(unit.hex, away_, unit=unit.id))
    for hex_ in look.state.dumps[side]:
        if (away_ := _near(look, line, hex_)) is not None:
            found.append(Met(hex_, away_))
    return sorted(found, key=lambda one: (one.away, one.hex, one.name, one.unit))


def _near(look: Look, line: dict[int, int], hex_: int) -> int | None:
    """How far along a line a hex is that is on it or next to it; None for another."""
    return min((line[near] for near in (hex_, *look.board.neighbours(hex_)) if near in line), default=None)
