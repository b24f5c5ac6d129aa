"""A beach on the board: the terrain and the modifiers of the Amphibious Landing Table, who may land together, and what
a result costs.

Readings (docs/readings.md, 18.5f): what the table does not name counts as open, and a port stands for open ground; half
of the points and of the steps of a group are lost, one half rounds up.

Cases: 18.5f-A, 18.5f-B, 18.5f-C
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from redball.board.waters import is_port
from redball.charts.rounding import round_half_up
from redball.core.look import Look
from redball.forces.craft import DUKW, LST
from redball.rules.ground.craft import boats_of, carrying, kind_of, the_craft
from redball.rules.ground.fleet import fleet_in, ship_face
from redball.rules.ground.harbours import lst_hexes
from redball.rules.naval.landing import Landing

GROUP = 12
"""Quarter RE that one roll lands (18.5f-B)."""
EASIEST_FIRST = ("port", "open_village", "low_hills", "hills", "rough", "mountain_city")
BAND_OF = {
    "low_hills": "low_hills",
    "hills": "hills",
    "rough": "rough",
    "lava": "rough",
    "mountain": "mountain_city",
    "minor_city": "mountain_city",
    "major_city": "mountain_city",
}
"""The row of the table for terrains that it names; all others are open."""
ELITE = frozenset({"commando", "marine", "sp_artillery", "assault_gun"})
"""Symbols of units that land better, if all of a group do."""
COASTAL = "coastal_artillery"


def terrain_of(look: Look, side: str, hex_: int) -> str:
    """18.5f-A: the most difficult terrain of the hex, as the table calls it, for a side that lands there."""
    kinds = (*look.board.terrain[hex_], *(place.kind for place in look.board.places_in(hex_)))
    bands = {BAND_OF.get(kind, "open_village") for kind in kinds}
    if bands == {"open_village"} and (is_port(look.board, hex_) or hex_ in lst_hexes(look, side)):
        return "port"
    return max(bands, key=EASIEST_FIRST.index)


def landing_at(look: Look, side: str, hex_: int, units: Sequence[str]) -> Landing:
    """18.5f: a landing of a group, with what bears on it."""
    enemy = look.enemy(side)
    near = [unit for n in look.board.neighbours(hex_) for unit in look.combat_units_at(n, enemy)]
    holds = {
        "non_dg_adjacent": any(unit.marker != "dg" for unit in near),
        "dg_adjacent": any(unit.marker == "dg" for unit in near),
        "enemy_zoc": look.in_zoc_of(enemy, hex_),
        "naval_support": any(_supports(look, side, hex_)),
        "elite": bool(units) and all(look.counter(uid).symbol in ELITE for uid in units),
    }
    guns = sum(_bears(look, enemy, hex_))
    return Landing(terrain_of(look, side, hex_), tuple([name for name, on in holds.items() if on]), guns)


def _supports(look: Look, side: str, hex_: int) -> Iterator[bool]:
    """Whether each of the side's ships has guns that reach the hex."""
    for ship in fleet_in(look.state).ships:
        if ship.side == side and ship.afloat:
            face = ship_face(look.world, ship)
            yield face.barrage > 0 and look.board.distance(ship.hex, hex_) <= face.range


def _bears(look: Look, enemy: str, hex_: int) -> Iterator[bool]:
    """Whether each of the enemy's units of coastal artillery reaches the hex."""
    for unit in look.own(enemy):
        if look.counter(unit).symbol == COASTAL:
            face = look.face(unit)
            yield face.barrage > 0 and look.board.distance(unit.hex, hex_) <= face.barrage_range


def size_of(look: Look, name: str) -> int:
    """What a member of a group counts toward its 3 RE, in quarters: DUKWs and LSTs themselves nothing."""
    return look.regimental_equivalents(look.unit(name)) if name in look.state.units else 0


def fewest(sizes: Sequence[int]) -> int:
    """18.5f-B: in how few groups of 3 RE all of these land; a larger one is a group by itself.

    >>> fewest([4, 4, 4]), fewest([8, 8]), fewest([16, 4]), fewest([0]), fewest([])
    (1, 2, 2, 1, 0)
    """
    large = sum(1 for size in sizes if size > GROUP)
    small = sorted((size for size in sizes if 0 < size <= GROUP), reverse=True)
    if not small:
        return large or min(len(sizes), 1)
    groups = -(-sum(small) // GROUP)
    while _fit(small, [GROUP] * groups) is None:
        groups += 1
    return large + groups


def _fit(sizes: list[int], rooms: list[int]) -> list[int] | None:
    """The room for each of these, the largest first; None if they do not all fit."""
    if not sizes:
        return []
    tried = set[int]()
    for i, room in enumerate(rooms):
        if room >= sizes[0] and room not in tried:
            tried.add(room)
            rest = _fit(sizes[1:], [*rooms[:i], room - sizes[0], *rooms[i + 1 :]])
            if rest is not None:
                return [i, *rest]
    return None


def grouped(sizes: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """These in the fewest groups, by name and size.

    >>> grouped({"a": 4, "b": 16, "c": 8})
    (('b',), ('c', 'a'))
    """
    order = sorted(sizes, key=lambda name: -sizes[name])
    alone = [name for name in order if sizes[name] > GROUP]
    small = [name for name in order if sizes[name] <= GROUP]
    count = fewest([sizes[name] for name in small])
    places = _fit([sizes[name] for name in small], [GROUP] * count)
    assert places is not None  # so many groups are enough
    groups = [tuple([name for name, at in zip(small, places, strict=True) if at == i]) for i in range(count)]
    return (*((name,) for name in alone), *groups)


def last_with(groups: Sequence[Sequence[str]], names: Sequence[str], otherwise: int) -> int:
    """The last of these groups with somebody of those names.

    >>> last_with((("a",), ("b",), ("c",)), ("a", "b"), 0), last_with((("a",),), (), 7)
    (1, 7)
    """
    return max((i for i, group in enumerate(groups) if not {*names}.isdisjoint(group)), default=otherwise)


class Stakes(NamedTuple):
    """What a group has at stake, by lot: the Landing Craft of each point, the unit of each step."""

    points: tuple[str, ...]
    steps: tuple[str, ...]


def stakes_of(look: Look, group: Sequence[str]) -> Stakes:
    """The points that carry a group, each counter no more than its cargo takes, and the steps of its units. A DUKW or
    an LST that comes ashore is there with all its points."""
    units = [name for name in group if name in look.state.units]
    swum = [the_craft(look.state, name) for name in group if name not in look.state.units]
    whole = {craft.id for craft in swum if kind_of(look.world, craft) in (DUKW, LST)}
    points = [cid for cid in carrying(look, boats_of(look, units)) if cid not in whole]
    points += [craft.id for craft in swum if craft.id in whole for _ in range(craft.points)]
    return Stakes(tuple(sorted(points)), tuple([uid for uid in units for _ in range(look.steps(look.unit(uid)))]))


def due(of: int, share: Fraction) -> int:
    """How many of these a share costs."""
    return round_half_up(of * share)


def lots(count: int) -> tuple[int, int]:
    """How to draw one of so many with dice: how many dice, and how many of their throws count; others are thrown again.

    >>> lots(2), lots(4), lots(7)
    ((1, 6), (1, 4), (2, 35))
    """
    dice = 1
    while 6**dice < count:
        dice += 1
    return dice, 6**dice // count * count


def drawn(dice: Sequence[int], count: int) -> int:
    """Which of so many these dice draw; -1: throw again."""
    value = 0
    for die in dice:
        value = 6 * value + die - 1
    return value % count if value < lots(count)[1] else -1
