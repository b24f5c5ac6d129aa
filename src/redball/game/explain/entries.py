"""What supply and units find where they come onto the map: the ways on, and whom the hex serves.

Computed from what the side believes, as the rest of `redball.game.explain`.
"""

from __future__ import annotations

from msgspec import Struct

from redball.core.look import Look
from redball.rules.rail.paths import SUPPLIES, refuse_track, trips
from redball.rules.supply.draw_and_throw import throwers, uses_supply
from redball.rules.supply.paths import area_serving, draw_legs, draw_limit

RAILROAD = "railroad"
MOST_TOWNS = 3


class EntryServes(Struct, frozen=True):
    """An entry hex. `ways` are the kinds of road and track through it, `rail` whether a railroad runs through it, and
    `shut` the code of the refusal if trains cannot use it. `towns` are the stations with a name that its trains reach
    and that lie nearest to the enemy, the nearest first. Supply on the ground there serves the HQs that would draw it
    (`hqs`) and the other units that could (`units`)."""

    hex: int
    ways: tuple[str, ...]
    rail: bool
    shut: str
    towns: tuple[int, ...]
    hqs: tuple[str, ...]
    units: tuple[str, ...]


def entry_serves(look: Look, side: str, hex_: int) -> EntryServes:
    """What an entry hex leads to, from a look at what the side believes."""
    kinds = sorted({line.kind for line in look.board.lines if hex_ in line.hexes})
    area = area_serving(look, side, (hex_,), "truck", draw_limit(look.world))
    trains, hqs = trips(look, side, SUPPLIES), throwers(look, side)
    refused = refuse_track(look, side, SUPPLIES, hex_) if RAILROAD in kinds else None
    return EntryServes(
        hex=hex_,
        ways=tuple([kind for kind in kinds if kind != RAILROAD]),
        rail=RAILROAD in kinds,
        shut=refused.code if refused is not None else "",
        towns=_towards_the_enemy(look, side, trains.ends(hex_)) if RAILROAD in kinds and refused is None else (),
        hqs=tuple([hq.id for hq in hqs if draw_legs(look, hq, (hex_,))]),
        units=tuple([u.id for u in look.own(side) if u.hex in area and u not in hqs and uses_supply(look, u)]),
    )


def _towards_the_enemy(look: Look, side: str, stations: tuple[int, ...]) -> tuple[int, ...]:
    """The named stations nearest to enemy units; by name where no enemy is known."""
    board, enemies = look.board, look.hexes_of(look.enemy(side))
    named = [hex_ for hex_ in stations if (place := board.places.get(hex_)) is not None and place.name]
    far = {hex_: min((board.distance(hex_, enemy) for enemy in enemies), default=0) for hex_ in named}
    return tuple(sorted(named, key=lambda hex_: (far[hex_], hex_))[:MOST_TOWNS])
