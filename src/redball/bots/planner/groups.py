"""Which units act together: those about an HQ, until there are few groups."""

from __future__ import annotations

from redball.bots.planner.plans import Group
from redball.bots.steady.worth import power
from redball.core.look import Look
from redball.core.state import Unit

MOST = 4
"""Groups of a side."""
LONE = 5
"""Hexes from every other centre beyond which units without an HQ are a group of their own."""


def groups_of(look: Look, side: str) -> tuple[Group, ...]:
    """The groups of a side's combat units on the map, the strongest first.

    Each unit goes with the nearest HQ; the weakest group joins the one that is nearest to it until at most `MOST` are
    left. A side without HQs is one group about its strongest unit.
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
    found = [
        Group(look.counter(look.unit(head)).name, tuple(sorted(u.id for u in those)), place[head])
        for head, those in led.items()
    ]
    return tuple(sorted(found, key=lambda g: (-weight(look, [look.unit(uid) for uid in g.units]), g.name, g.hex)))


def weight(look: Look, units: list[Unit]) -> int:
    """Their strength together, in twelfths of a point."""
    return sum(power(look, unit) for unit in units)
