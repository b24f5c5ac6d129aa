"""The list of possible works for the player, from what each engineer can do and what the units of each hex can do
together.

Must agree with calling `construction.refuse` for every unit, hex and task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.board.kernel import united
from redball.board.masks import with_hexes
from redball.core.actions import Construct
from redball.core.derived import derived, of_each
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.state import Unit
from redball.core.world import World, of_world
from redball.forces.counter import TRUCK
from redball.rules.ground.occupancy import held_by
from redball.rules.moving_stack.fuel import loaded_trucks
from redball.rules.supply.draw_and_throw import beside_craft
from redball.rules.supply.enough import ALL, certain_hexes, enough, gets
from redball.rules.supply.paths import draw_mobility
from redball.rules.units.engineers import KINDS, engineer_capable
from redball.rules.works.construction import (
    ALL_TASKS,
    PARTY_RE,
    RARE_TASKS,
    Moving,
    Works,
    opened,
    party_can_pay,
    radius,
    refuse,
    refuse_still,
    take,
    tasks_of,
    wanted_for,
)


def candidates(look: Look, data: Moving) -> Sequence[Construct]:
    """Every task that an engineer can do within its radius, or that the units of a hex can do together: exactly those
    that `refuse` accepts."""
    if look.state.clock.phase != "movement" or not pays(look, data):
        return ()
    blank = opened(look, data, Construct("", NO_HEX, ""))
    return _while_moving(look, blank) if blank.moving else works_of(look, data.side)


def pays(look: Look, data: Moving) -> bool:
    """Whether work can be paid: with a moving stack, only if it carries SP."""
    moving: tuple[str, ...] = getattr(data, "units", ())
    return not moving or bool(loaded_trucks(look, data))  # type: ignore[arg-type]


def prices_of(look: Look, side: str) -> dict[str, int]:
    """Tokens for each task."""
    return {name: task.price(look, side) for name, task in tasks_of(look).items()}


@derived
def works_of(look: Look, side: str) -> list[Construct]:
    """All works of a side while no stack is moving."""
    blank, prices = Works(side, NO_HEX, ""), prices_of(look, side)
    return _by_engineers(look, blank, prices) + _by_parties(look, blank, prices)


def _while_moving(look: Look, blank: Works) -> list[Construct]:
    """All works while a stack pauses in its move: its loads pay, and none of its units works (13.2a-A)."""
    loads = sum([look.unit(uid).load for uid in blank.trucks])
    prices = {name: price for name, price in prices_of(look, blank.side).items() if price and price <= loads}
    return _by_engineers(look, blank, prices) + _by_parties(look, blank, prices) if prices else []


# --- engineers -------------------------------------------------------------------------------------------------


@derived
def engineers(look: Look, side: str) -> tuple[Unit, ...]:
    """Units that could work alone, in id order."""
    there = look.own_of(side, *KINDS)
    return tuple([unit for unit in there if refuse_still(unit) is None and engineer_capable(look, unit)])


def _by_engineers(look: Look, blank: Works, prices: Mapping[str, int]) -> list[Construct]:
    """Tasks that engineers can pay for, in the hexes of their radius where nothing forbids them."""
    shut, around = open_tasks(look, blank.side), radius(look, blank.side)
    supply = {price: enough(look, wanted_for(look, blank, price)) for price in prices.values() if price}
    found: list[Construct] = []
    for unit in engineers(look, blank.side):
        if unit.id not in blank.moving:
            able = [0, *[price for price, who in supply.items() if gets(look, unit, who)]]
            paid = tuple([name for name, price in prices.items() if price in able])
            hexes = around(unit.hex)
            found += _in_hexes(look.world, unit.id, paid, hexes, bytes(map(shut.__getitem__, hexes)))
            for name in filter(paid.__contains__, RARE_TASKS):
                closed = _closed(look, blank.side, name)
                found += [Construct(unit.id, hex_, name) for hex_ in hexes if not closed[hex_]]
    return found


@of_world
def _in_hexes(
    world: World, uid: str, paid: tuple[str, ...], hexes: tuple[int, ...], shut: bytes
) -> tuple[Construct, ...]:
    there = zip(hexes, shut, strict=True)
    return tuple([Construct(uid, hex_, name) for hex_, closed in there for name in LEFT_OPEN[closed] if name in paid])


# --- parties ---------------------------------------------------------------------------------------------------


@derived
def hexes_of_workers(look: Look, side: str) -> tuple[tuple[int, bool], ...]:
    """Hexes, in index order, with 1 RE of units that could form a party there (`construction.works_in_hex`), and
    whether all of them draw in Truck MP."""
    found: dict[int, tuple[int, bool]] = {}
    for hex_, here in filter(None, _working(look, side)):
        before = found.get(hex_)
        found[hex_] = here if before is None else (before[0] + here[0], before[1] and here[1])
    return tuple(sorted([(h, by_truck) for h, (quarters, by_truck) in found.items() if quarters >= PARTY_RE]))


@of_each
def _working(look: Look, unit: Unit) -> tuple[int, tuple[int, bool]] | None:
    """Hex, quarter RE, and whether it draws in Truck MP, of a unit that could join a party; else None."""
    if unit.mode != "combat" or refuse_still(unit) is not None or not look.counter(unit).is_combat_unit:
        return None
    return unit.hex, (look.regimental_equivalents(unit), draw_mobility(look.face(unit)) == TRUCK)


def _by_parties(look: Look, blank: Works, prices: Mapping[str, int]) -> list[Construct]:
    """What the units of each hex can do together at these `prices`."""
    theirs = [price for name, price in prices.items() if ALL_TASKS[name].party]
    if not theirs:
        return []
    shut, supply = open_tasks(look, blank.side), enough(look, wanted_for(look, blank, max(theirs)))
    certain = certain_hexes(look, blank.side, supply)
    open_to = _for_parties(look.world, tuple(prices))
    free = _for_parties(look.world, tuple([name for name, price in prices.items() if not price]))
    pausing = look.unit(blank.moving[0]).hex if blank.moving else NO_HEX
    found: list[Construct] = []
    for hex_, by_truck in hexes_of_workers(look, blank.side):
        names = open_to[shut[hex_]]
        if names:
            alike = by_truck and hex_ != pausing
            if alike and certain[hex_] == ALL:
                found += _in_hex(look.world, hex_, names)
            elif alike and (certain[hex_] or (supply.scarce(hex_) and not beside_craft(look, blank.side, hex_))):
                found += _in_hex(look.world, hex_, free[shut[hex_]])
            else:
                found += _by_party(look, replace(blank, hex=hex_), names)
    return found + _rare_by_parties(look, blank.side, tuple(prices)) if RARE_TASKS.keys() & prices.keys() else found


@derived
def _rare_by_parties(look: Look, side: str, names: tuple[str, ...]) -> list[Construct]:
    """Those of these tasks without a bit that the units of a hex can do; such tasks are free."""
    free = [name for name in names if name in RARE_TASKS and ALL_TASKS[name].party]
    there = [hex_ for hex_, _ in hexes_of_workers(look, side)]
    return [Construct("", hex_, name) for name in free for hex_ in there if not _closed(look, side, name)[hex_]]


@of_world
def _for_parties(world: World, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """By set of shut tasks, as in LEFT_OPEN: those of `names` that are left for parties."""
    return [tuple([name for name in left if name in names and ALL_TASKS[name].party]) for left in LEFT_OPEN]


@of_world
def _in_hex(world: World, hex_: int, names: tuple[str, ...]) -> tuple[Construct, ...]:
    return tuple([Construct("", hex_, name) for name in names])


@derived
def _by_party(look: Look, works: Works, names: tuple[str, ...]) -> tuple[Construct, ...]:
    """The tasks that a party in the hex can pay for, where that depends on its units."""
    able = tuple([name for name in names if party_can_pay(look, replace(works, task=name))])
    return _in_hex(look.world, works.hex, able)


# --- where -----------------------------------------------------------------------------------------------------


@derived
def open_tasks(look: Look, side: str) -> bytes:
    """By hex, an index of LEFT_OPEN: the tasks that neither `refuse` nor an enemy in the hex forbids."""
    held = with_hexes(bytes(look.board.size), held_by(look, look.enemy(side))).translate(ALL_SHUT)
    bits = [(name, table) for name, table in SHUT.items() if name in tasks_of(look)]
    return united((held, *[_shut(look, side, name).translate(table) for name, table in bits]))


@derived
def _shut(look: Look, side: str, task: str) -> bytes:
    """Mask of the hexes where a task is forbidden."""
    return bytes(tasks_of(look)[task].shut(look, side))


@derived
def _closed(look: Look, side: str, task: str) -> bytes:
    """Mask of the hexes where a task that has no bit is forbidden, or the enemy is in the way."""
    return united([_shut(look, side, task), with_hexes(bytes(look.board.size), held_by(look, look.enemy(side)))])


IN_A_BYTE = tuple(name for name in ALL_TASKS if name not in RARE_TASKS)
"""The tasks that have a bit in the masks; few games have others."""
SHUT = {name: bytes((0, *(1 << place,) * 255)) for place, name in enumerate(IN_A_BYTE)}
"""The bit of each such task where it is shut, for `bytes.translate`."""
ALL_SHUT = bytes((0, *((1 << len(IN_A_BYTE)) - 1,) * 255))
LEFT_OPEN = tuple(
    tuple(name for number, name in enumerate(IN_A_BYTE) if not shut >> number & 1)
    for shut in range(1 << len(IN_A_BYTE))
)
"""By set of shut tasks, as bits of one byte: the tasks left open. Callers pick out those of this game."""


OPTION = Option(Construct, candidates, refuse, take, exact=True)
