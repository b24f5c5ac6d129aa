"""Which units act together: those about an HQ; many of them in two groups."""

from __future__ import annotations

from redball.bots.planner.plans import Group
from redball.bots.steady.worth import power
from redball.core.look import Look
from redball.core.state import Unit

MOST = 5
"""HQs with a group of their own."""
LARGE = 12
"""A group of more units is divided in two."""
LEAST = 4
"""So many units at least are a group of their own then."""
REST = ", rest"
"""What the second of them is called."""


def groups_of(look: Look, side: str) -> tuple[Group, ...]:
    """The groups of a side's combat units on the map, the strongest first.

    Each unit goes with the nearest HQ; the weakest group joins the one that is nearest to it until at most `MOST` are
    left. A side without HQs is one group about its strongest unit. A group of many units is divided between the
    two that are farthest apart.
    """
    units = [u for u in look.own(side) if look.counter(u).is_combat_unit and not look.board.is_box(u.hex)]
    if not units:
        return ()
    heads = sorted((u for u in units if look.counter(u).kind == "hq"), key=lambda u: u.id)
    heads = heads or [max(units, key=lambda u: (power(look, u), u.id))]
    led: dict[str, list[Unit]] = {head.id: [] for head in heads}
    place = {head.id: head.hex for head in heads}
    for unit in sorted(units, key=lambda u: u.id):
        led[min(place, key=lambda uid: (look.board.distance(unit.hex, place[uid]), uid))].append(unit)
    while len(led) > MOST:
        least = min(led, key=lambda uid: (weight(look, led[uid]), uid))
        moved = led.pop(least)
        near = min(led, key=lambda uid: (look.board.distance(place[uid], place[least]), uid))
        led[near] += moved
    found = [group for head, those in led.items() if those for group in divided(look, look.unit(head), those)]
    return tuple(sorted(found, key=lambda g: (-weight(look, [look.unit(uid) for uid in g.units]), g.name, g.hex)))


def divided(look: Look, head: Unit, units: list[Unit]) -> list[Group]:
    """The units about an HQ as one group or two."""
    name, away = look.counter(head).name, look.board.distance
    far = max(units, key=lambda u: (away(u.hex, head.hex), u.id))
    near = max(units, key=lambda u: (away(u.hex, far.hex), u.id))
    others = [u for u in units if away(u.hex, far.hex) < away(u.hex, near.hex)]
    if len(units) <= LARGE or len(others) < LEAST:
        others = []
    own = [u for u in units if u not in others]
    parts = [(name, own, head.hex)] + ([(name + REST, others, middle(look, others))] if others else [])
    return [Group(each, tuple(sorted(u.id for u in those)), hex_) for each, those, hex_ in parts]


def middle(look: Look, units: list[Unit]) -> int:
    """The place of the unit that is nearest to all others."""
    hexes = sorted({unit.hex for unit in units})
    return min(hexes, key=lambda h: (sum(look.board.distance(h, unit.hex) for unit in units), h))


def weight(look: Look, units: list[Unit]) -> int:
    """Their strength together, in twelfths of a point."""
    return sum(power(look, unit) for unit in units)
