"""Operation zones: which hexes belong to which army, and where a boundary may stand.

A zone lies between two flank hexes at the enemy front line and runs so many hexes to the rear; the rear limit is
parallel to the line between the flanks. Where the front bends forward the zone follows up to the enemy. Positions are
counted in hexes along the rear direction (depth) and across it (lane), so that everything is exact. A subordinate army
has no zone of its own: it uses that of its parent.

Cases: C4.1, C4.2-front, C4.2-flanks, C4.2-rear, C4.2-subordinate-zone, C4.2-no-zone
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from redball.board.board import Board
from redball.board.hexes import direction_vector, half_rows, opposite
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.editions.command_control import slots
from redball.editions.command_control.charts import CommandZones
from redball.editions.command_control.record import Zone, command_in
from redball.rules.units.visibility import top_unit
from redball.scenarios.records import ArmyInfo

FRONT = "front"
"""The kind of army with the zone of a Soviet front."""


# --- geometry --------------------------------------------------------------------------------------------------


def place(board: Board, hex_: int) -> tuple[int, int]:
    """Column, and height in half hexes."""
    column, row = board.position(hex_)
    return column, half_rows(column, row, board.raised)


def offset(board: Board, rear: int, start: int, hex_: int) -> tuple[int, int]:
    """How far a hex lies from another: hexes to the rear, and lanes across."""
    (dx, dy), (ex, ey) = direction_vector(rear), direction_vector((rear + 1) % 6)
    (x, y), (x0, y0) = place(board, hex_), place(board, start)
    columns, heights = x - x0, y - y0
    across = dx * ey - dy * ex
    return (columns * ey - heights * ex) // across, (dx * heights - dy * columns) // across


def depth(board: Board, zone: Zone, hex_: int) -> tuple[int, int] | None:
    """How deep a hex lies behind the line between the flanks, as (parts, parts of a hex); None outside the lanes."""
    to_rear, lanes = offset(board, zone.rear, zone.left, zone.right)
    back, lane = offset(board, zone.rear, zone.left, hex_)
    if lanes < 0:
        lanes, lane = -lanes, -lane
    if not 0 <= lane <= lanes or not lanes:
        return None
    return back * lanes - to_rear * lane, lanes


def holds(look: Look, zone: Zone, hex_: int) -> bool:
    """A hex lies in a zone: behind the line between its flanks as far as the rear limit (C4.2-flanks, C4.2-rear), or
    before that line with no enemy combat unit on the way back to it (C4.2-front)."""
    deep = depth(look.board, zone, hex_)
    return (
        deep is not None
        and abs(deep[0]) <= length(look, zone.side, zone.army) * deep[1]
        and _free(look, zone, hex_, deep)
    )


def _free(look: Look, zone: Zone, hex_: int, deep: tuple[int, int]) -> bool:
    """A hex so deep behind the line is not before it, or no enemy combat unit is on the way back (C4.2-front)."""
    if deep[0] < 0 and look.has_combat_units(hex_, look.enemy(zone.side)):
        return False
    near = _near(look, look.enemy(zone.side))
    while deep[0] + deep[1] < 0:
        hex_, deep = look.board.neighbour(hex_, zone.rear), (deep[0] + deep[1], deep[1])
        if hex_ < 0 or hex_ in near:
            return False
    return True


@derived
def _near(look: Look, side: str) -> frozenset[int]:
    """The hexes of the combat units of a side, and those next to them."""
    there = [hex_ for hex_, count in enumerate(look.facts.combat_units[side]) if count]
    return frozenset(there).union(*map(look.board.neighbours, there))


@derived
def hexes_of(look: Look, zone: Zone) -> frozenset[int]:
    """The hexes of a zone: those for which `holds` is true."""
    return frozenset([hex_ for hex_, deep in _in_lanes(look, zone) if _free(look, zone, hex_, deep)])


def _in_lanes(look: Look, zone: Zone) -> Iterator[tuple[int, tuple[int, int]]]:
    """The hexes in the lanes of a zone that are no deeper than it is long, on either side of its line, with their
    `depth`."""
    board, by_lane = look.board, _lanes(look.world, zone.rear)
    to_rear, lanes = offset(board, zone.rear, zone.left, zone.right)
    first_back, first_lane = offset(board, zone.rear, 0, zone.left)
    reach, sign = length(look, zone.side, zone.army), 1 if lanes > 0 else -1
    for across in range(abs(lanes) + 1) if lanes else ():
        for hex_, back in by_lane.get(first_lane + sign * across, ()):
            parts = (back - first_back) * abs(lanes) - to_rear * across
            if abs(parts) <= reach * abs(lanes):
                yield hex_, (parts, abs(lanes))


@of_world
def _lanes(world: World, rear: int) -> dict[int, list[tuple[int, int]]]:
    """The hexes of the map by lane, each with how far it lies to the rear: counted from hex 0."""
    found: dict[int, list[tuple[int, int]]] = {}
    for hex_ in range(world.board.size):
        if not world.board.is_box(hex_):
            back, lane = offset(world.board, rear, 0, hex_)
            found.setdefault(lane, []).append((hex_, back))
    return found


def borders(look: Look, zone: Zone) -> frozenset[int]:
    """The hexes of its flanks."""
    lanes = _lanes(look.world, zone.rear)
    flanks = [lanes[offset(look.board, zone.rear, 0, flank)[1]] for flank in (zone.left, zone.right)]
    return hexes_of(look, zone).intersection([hex_ for there in flanks for hex_, _ in there])


def overlap(look: Look, one: Zone, other: Zone) -> bool:
    """Two zones share more than a boundary (C4.1)."""
    shared = hexes_of(look, one) & hexes_of(look, other)
    return bool(shared and shared - borders(look, one) - borders(look, other))


# --- whose zones -----------------------------------------------------------------------------------------------


def info(look: Look, side: str, army: str) -> ArmyInfo:
    """The record of an army."""
    return next(one for one in slots.armies_of(look, side) if one.id == army)


def owner(look: Look, side: str, army: str) -> str:
    """The army whose zone an army uses: its parent's if it is subordinate (C4.2-subordinate-zone)."""
    return slots.parent_of(look, side, info(look, side, army)) or army


def owners(look: Look, side: str) -> list[ArmyInfo]:
    """The armies that may have a zone."""
    return [army for army in slots.armies_of(look, side) if not army.under]


def length(look: Look, side: str, army: str) -> int:
    """Hexes from the front to the rear limit, by the kind of army (C4.2-flanks)."""
    kind = info(look, side, army).kind
    return look.world.charts.table(CommandZones).zone_hexes[FRONT if kind == FRONT else "army"]


def zones(look: Look, side: str) -> tuple[Zone, ...]:
    """The zones of a side."""
    return tuple(zone for zone in command_in(look.state).zones if zone.side == side)


def zone_of(look: Look, side: str, army: str) -> Zone | None:
    """The zone that an army uses, if there is one."""
    name = owner(look, side, army)
    return next((zone for zone in zones(look, side) if zone.army == name), None)


def in_another(look: Look, side: str, army: str, hex_: int) -> bool:
    """The hex lies in the zone of another army and not in that of this one."""
    name = owner(look, side, army)
    there = {zone.army for zone in zones(look, side) if not look.board.is_box(hex_) and holds(look, zone, hex_)}
    return bool(there) and name not in there


def abroad(look: Look, unit: Unit, army: str, hex_: int) -> bool:
    """Whether a unit of the army would be in another's zone there; never if its army has no zone (C4.2-no-zone)."""
    if not command_in(look.state).zones or not army or zone_of(look, unit.side, army) is None:
        return False
    return in_another(look, unit.side, army, hex_)


def headquarters(look: Look, side: str, army: str) -> list[Unit]:
    """The HQs of an army and of those that are subordinate to it, on the map."""
    armies = slots.armies_of(look, side)
    names = [one.id for one in armies if army in (one.id, slots.parent_of(look, side, one))]
    return [hq for name in names for hq in slots.headquarters_of(look, side, name) if not look.board.is_box(hq.hex)]


# --- the enemy front line --------------------------------------------------------------------------------------


@derived
def enemies(look: Look, side: str) -> list[int]:
    """Hexes with enemy combat units that have trace supply (C4.2-no-zone). Both sides read it off the map: the top unit
    of the stack is not marked Out of Supply. What lies under it, and how it traces since, fog hides (4.9a-A)."""
    other = look.enemy(side)
    fighting = [h for h in look.hexes_of(other) if look.has_combat_units(h, other) and not look.board.is_box(h)]
    tops = (top_unit(look, hex_, other) for hex_ in fighting)
    return sorted(top.hex for top in tops if top is not None and not top.out_of_supply)


def near_enemy(look: Look, side: str, army: str) -> bool:
    """Some HQ of the army is within the length of its zone of enemy units that have trace supply (C4.2-no-zone)."""
    reach, board = length(look, side, army), look.board
    hqs = headquarters(look, side, army)
    return any(board.distance(hq.hex, there) <= reach for hq in hqs for there in enemies(look, side))


@derived
def front(look: Look, side: str, rear: int) -> tuple[int, ...]:
    """Hexes at the enemy front line: next to supplied enemy combat units, with no enemy units behind (C4.2-front)."""
    return _front(look, side, rear)


def _front(look: Look, side: str, rear: int) -> tuple[int, ...]:
    other, board = look.enemy(side), look.board
    beside = {h for there in enemies(look, side) for h in board.neighbours(there)}
    found = []
    for hex_ in sorted(beside):
        behind, clear = hex_, not board.is_box(hex_)
        for _ in range(1 + max(look.world.charts.table(CommandZones).zone_hexes.values())):
            clear = clear and not look.has_combat_units(behind, other)
            behind = board.neighbour(behind, rear)
            if behind < 0 or not clear:
                break
        if clear:
            found.append(hex_)
    return tuple(found)


def gap(look: Look, zone: Zone) -> tuple[int, int] | None:
    """How deep behind a zone's line the deepest enemy in its lanes stands, as (parts, parts of a hex): less
    than 0 before it; None if there is none within its length."""
    reach = length(look, zone.side, zone.army)
    deep = [found for hex_ in enemies(look, zone.side) if (found := depth(look.board, zone, hex_)) is not None]
    return max((d for d in deep if abs(d[0]) <= reach * d[1]), default=None)


def slid(look: Look, zone: Zone, forward: bool) -> Zone | None:
    """The zone one hex farther forward or back, None off the map."""
    direction = opposite(zone.rear) if forward else zone.rear
    left, right = look.board.neighbour(zone.left, direction), look.board.neighbour(zone.right, direction)
    return Zone(zone.side, zone.army, left, right, zone.rear) if left >= 0 and right >= 0 else None


# --- a sensible default ----------------------------------------------------------------------------------------


def towards_rear(look: Look, side: str, own: Iterable[Unit]) -> int:
    """The direction that leads away from the enemy."""
    here = [place(look.board, unit.hex) for unit in own]
    there = [place(look.board, hex_) for hex_ in enemies(look, side)]
    x = sum(p[0] for p in here) * len(there) - sum(p[0] for p in there) * len(here)
    y = sum(p[1] for p in here) * len(there) - sum(p[1] for p in there) * len(here)

    def along(direction: int) -> int:
        dx, dy = direction_vector(direction)
        return 3 * x * dx + y * dy  # columns lie farther apart than half rows, as the root of three to one

    return max(range(6), key=along)


def proposed(look: Look, side: str) -> tuple[Zone, ...]:
    """Zones side by side, parted half-way between the HQs of neighbours: for armies that are near the enemy."""
    armies = [army.id for army in owners(look, side) if near_enemy(look, side, army.id)]
    groups = {army: headquarters(look, side, army) for army in armies}
    if not groups:
        return ()
    rear = towards_rear(look, side, [hq for hqs in groups.values() for hq in hqs])
    start = next(iter(groups.values()))[0].hex
    reach = {army: length(look, side, army) for army in armies}
    lanes = {a: sorted(offset(look.board, rear, start, hq.hex)[1] for hq in hqs) for a, hqs in groups.items()}
    order = sorted(armies, key=lambda army: (lanes[army][len(lanes[army]) // 2], army))
    middles = [lanes[army][len(lanes[army]) // 2] for army in order]
    parting = [(one + other) // 2 for one, other in pairwise(middles)]
    ends = [lanes[order[0]][0] - reach[order[0]] // 2, lanes[order[-1]][-1] + reach[order[-1]] // 2]
    marks = [ends[0], *parting, ends[1]]
    flanks = [_front_near(look, side, rear, start, mark) for mark in marks]
    found = []
    for army, right, left in zip(order, flanks, flanks[1:], strict=False):  # the left as one faces the enemy
        zone = Zone(side, army, left, right, rear) if min(left, right) >= 0 else None
        if zone is not None and offset(look.board, rear, right, left)[1] > 0:
            found.append(zone)
    return tuple(found)


def _front_near(look: Look, side: str, rear: int, start: int, lane: int) -> int:
    """The front hex of the lane, or of the lane nearest to it, that lies farthest back; -1 where there is no front."""

    def key(hex_: int) -> tuple[int, int, int]:
        back, across = offset(look.board, rear, start, hex_)
        return abs(across - lane), -back, hex_

    return min(front(look, side, rear), key=key, default=-1)
