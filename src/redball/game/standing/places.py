"""Where units that must leave a hex go: judges every hex on offer, the best first.

Nobody goes next to the enemy, into an enemy ZOC or into a hex that is too full if there is another way; beyond that
the player's aim counts. Distances are counted in hexes, straight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from redball.core.actions import Action, RetreatTo
from redball.core.look import Look
from redball.game.standing.asked import Asked
from redball.rules.units.stacking import re_in_hex, stacking_limit

NEAR = 2
"""Hexes within which enemy combat units endanger transport and supply."""
MOST = 8
"""Places that are proposed beside the best one."""
FAR = 999


class Place(NamedTuple):
    """A hex on offer, why it is worse than others (0: it is not), and how far it is from the aim; less is better."""

    peril: int
    distance: int
    hex: int
    action: Action


Aim = Callable[[Look, str, Sequence[str]], Sequence[int]]
"""The hexes that a side's units make for; those that leave are named."""


def dumps(look: Look, side: str) -> tuple[int, ...]:
    """Own supply on the ground."""
    return tuple(sorted(hex_ for hex_, dump in look.state.dumps[side].items() if dump.tokens))


def hqs(look: Look, side: str, leaving: Sequence[str]) -> tuple[int, ...]:
    """Own HQs that do not leave themselves."""
    return tuple(unit.hex for unit in look.own_of(side, "hq") if unit.id not in leaving)


def supply(look: Look, side: str, leaving: Sequence[str]) -> tuple[int, ...]:
    """Own dumps and HQs."""
    return (*dumps(look, side), *hqs(look, side, leaving))


def sources(look: Look, side: str, leaving: Sequence[str]) -> tuple[int, ...]:
    """The side's sources of supply, or where none are named its dumps."""
    return tuple(look.world.scenario.sources.get(side, ())) or dumps(look, side)


def nearest(look: Look, hex_: int, aims: Iterable[int]) -> int:
    """Hexes to the nearest aim."""
    return min((look.board.distance(hex_, aim) for aim in aims), default=FAR)


def retreats(asked: Asked, aim: Aim | None) -> list[Place]:
    """The hexes of a retreat, the best first; without an aim those farthest from the enemy."""
    look, side = asked.look, asked.side
    group = asked.data.groups[0].units
    size = sum(look.regimental_equivalents(look.unit(uid)) for uid in group)
    aims = aim(look, side, group) if aim is not None else ()
    foes = [hex_ for hex_ in sorted(look.hexes_of(asked.enemy)) if look.has_combat_units(hex_, asked.enemy)]
    found = []
    for action in asked.of(RetreatTo):
        full = re_in_hex(look, side, action.hex) + size > stacking_limit(look.world)
        peril = 2 * look.in_zoc_of(asked.enemy, action.hex) + full
        away = nearest(look, action.hex, aims) if aim is not None else -nearest(look, action.hex, foes)
        found.append(Place(peril, away, action.hex, action))
    return sorted(found, key=_order)


def escapes(asked: Asked, aim: Aim) -> list[Place]:
    """Where supply, transport or an HQ can get away to, the best first: out of the enemy's reach, near the aim, and
    then the shortest way."""
    look, side = asked.look, asked.side
    going = [action for kind, alike in asked.offered.items() if kind.hex_fields for action in alike]
    moving = [uid for action in going[:1] for uid in [getattr(action, "unit", "")] if uid]
    start = look.unit(moving[0]).hex if moving else int(asked.data.hex)
    aims = aim(look, side, moving)
    found = []
    for action in going:
        if not moving or getattr(action, "unit", "") in moving:
            hex_ = int(getattr(action, action.hex_fields[0]))
            found.append(Place(_peril(look, side, hex_), nearest(look, hex_, aims), hex_, action))

    def order(place: Place) -> tuple[int, int, int, int]:
        return place.peril, place.distance, look.board.distance(start, place.hex), place.hex

    return sorted(found, key=order)


def sensible(places: Sequence[Place]) -> tuple[int, ...]:
    """The hexes worth a look: no more dangerous than the best one, the nearest to the aim."""
    safe = [place.hex for place in places if place.peril == places[0].peril]
    return tuple(dict.fromkeys(safe))[:MOST]


def _order(place: Place) -> tuple[int, int, int]:
    return place.peril, place.distance, place.hex


def _peril(look: Look, side: str, hex_: int) -> int:
    """3 in an enemy ZOC, 2 next to enemy combat units, 1 near them, else 0."""
    enemy = look.enemy(side)
    if look.in_zoc_of(enemy, hex_):
        return 3
    reach = _to_enemy(look, enemy, hex_)
    return 2 if reach <= 1 else 1 if reach <= NEAR else 0


def _to_enemy(look: Look, enemy: str, hex_: int) -> int:
    """Hexes to the nearest enemy combat units, as far as that is near."""
    for distance in range(1, NEAR + 1):
        if any(look.has_combat_units(there, enemy) for there in look.board.within(hex_, distance)):
            return distance
    return NEAR + 1
