"""Which works can be done: the list for the player, put together from what each engineer and each hex can do.

The plain version is `construction.refuse`, asked of every unit, hex and task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from redball.board.masks import number
from redball.core.actions import Construct
from redball.core.derived import derived, of_each
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.state import Unit
from redball.rules.ground.occupancy import held_by
from redball.rules.moving_stack.fuel import loaded_trucks
from redball.rules.supply.enough import can_get, enough, gets, together
from redball.rules.units.engineers import KINDS, engineer_capable
from redball.rules.works.construction import (
    BIG_TASKS,
    PARTY_RE,
    TASKS,
    Moving,
    Works,
    opened,
    party_can_pay,
    party_of,
    radius,
    refuse,
    refuse_still,
    supply_for,
    take,
    tasks_of,
)


def candidates(look: Look, data: Moving) -> Sequence[Construct]:
    """Every task that an engineer can do in a hex of its radius, and that those who stand in a hex can do together:
    none but what `refuse` accepts."""
    if look.state.clock.phase != "movement" or not pays(look, data):
        return ()
    blank = opened(look, data, Construct("", -1, ""))
    return _while_moving(look, blank) if blank.moving else works_of(look, data.side)


def pays(look: Look, data: Moving) -> bool:
    """A moving stack is asked only if it has supply with it."""
    moving: tuple[str, ...] = getattr(data, "units", ())
    return not moving or bool(loaded_trucks(look, data))  # type: ignore[arg-type]


def prices_of(look: Look, side: str) -> dict[str, int]:
    """Tokens for each task."""
    return {name: task.price(look, side) for name, task in tasks_of(look).items()}


@derived
def works_of(look: Look, side: str) -> list[Construct]:
    """All that a side can do while nobody is on the move."""
    alone = (_by_engineer(look, unit.id) for unit in engineers(look, side))
    together = (_by_party(look, side, hex_) for hex_ in hexes_of_workers(look, side))
    return [work for works in (*alone, *together) for work in works]


def _while_moving(look: Look, blank: Works) -> list[Construct]:
    """What can be done while a stack pauses in its move: its loads pay, and none of it works (13.2a-A)."""
    loads = sum([look.unit(uid).load for uid in blank.trucks])
    prices = {name: price for name, price in prices_of(look, blank.side).items() if 0 < price <= loads}
    supply = {price: supply_for(look, blank, price) for price in prices.values()}
    found: list[Construct] = []
    for unit in engineers(look, blank.side):
        if unit.id not in blank.moving:
            paid = [name for name, price in prices.items() if gets(look, unit, supply[price])]
            found += _in_reach(look, unit, paid) if paid else ()
    for hex_ in hexes_of_workers(look, blank.side) if prices else ():
        found += _together(look, replace(blank, hex=hex_), prices, fed=False)
    return found


# --- engineers -------------------------------------------------------------------------------------------------


@derived
def engineers(look: Look, side: str) -> tuple[Unit, ...]:
    """Who could work alone, in the order of their ids."""
    there = look.own_of(side, *KINDS)
    return tuple([unit for unit in there if refuse_still(unit) is None and engineer_capable(look, unit)])


@derived
def _by_engineer(look: Look, uid: str) -> tuple[Construct, ...]:
    unit = look.unit(uid)
    prices = prices_of(look, unit.side)
    paid = [name for name, price in prices.items() if not price or can_get(look, unit, price)]
    return tuple(_in_reach(look, unit, paid))


def _in_reach(look: Look, unit: Unit, paid: Collection[str]) -> Iterator[Construct]:
    """The tasks that an engineer can pay for, in the hexes of its radius where nothing forbids them."""
    for hex_, shut in open_near(look, unit.side, unit.hex):
        yield from (Construct(unit.id, hex_, name) for name in LEFT_OPEN[shut] if name in paid)


@derived
def open_near(look: Look, side: str, hex_: int) -> tuple[tuple[int, int], ...]:
    """The hexes of the radius of an engineer in a hex, each with its `open_tasks`."""
    shut = open_tasks(look, side)
    return tuple([(near, shut[near]) for near in radius(look, side, hex_)])


# --- parties ---------------------------------------------------------------------------------------------------


@derived
def hexes_of_workers(look: Look, side: str) -> tuple[int, ...]:
    """Hexes with 1 RE of those who could be of a party there (`construction.works_in_hex`), in index order."""
    found: dict[int, int] = {}
    for hex_, quarters in filter(None, _working(look, look.own(side))):
        found[hex_] = found.get(hex_, 0) + quarters
    return tuple(sorted(hex_ for hex_, quarters in found.items() if quarters >= PARTY_RE))


@of_each
def _working(look: Look, unit: Unit) -> tuple[int, int] | None:
    """The hex and the size of a unit that could be of a party."""
    still = unit.mode == "combat" and refuse_still(unit) is None and look.counter(unit).is_combat_unit
    return (unit.hex, look.regimental_equivalents(unit)) if still else None


@derived
def _by_party(look: Look, side: str, hex_: int) -> tuple[Construct, ...]:
    prices = {name: price for name, price in prices_of(look, side).items() if name in TASKS}
    fed = _fed(look, side, hex_, max(prices.values()))
    paid = [name for name, price in prices.items() if not price or fed is not False]
    return tuple(_together(look, Works(side, hex_, ""), paid, fed=fed is True))


@derived
def _fed(look: Look, side: str, hex_: int, tokens: int) -> bool | None:
    """All who could be of a party in a hex get so many tokens together, or nobody does; None: any party must be
    asked."""
    there = [look.unit(uid) for uid in party_of(look, Works(side, hex_, ""))]
    return together(look, there, enough(look, side, tokens)) if tokens else True


def _together(look: Look, works: Works, paid: Collection[str], *, fed: bool) -> Iterator[Construct]:
    """The tasks of a party in its hex; `fed`: all who stand there get enough together."""
    for name in LEFT_OPEN[_open_in(look, works.side, works.hex)]:
        if name in paid and name in TASKS and (fed or party_can_pay(look, replace(works, task=name))):
            yield Construct("", works.hex, name)


# --- where -----------------------------------------------------------------------------------------------------


@derived
def _open_in(look: Look, side: str, hex_: int) -> int:
    return open_tasks(look, side)[hex_]


@derived
def open_tasks(look: Look, side: str) -> bytes:
    """By hex, which tasks nothing forbids there, neither `refuse` nor an enemy in the hex: an index of LEFT_OPEN."""
    size, tasks = look.board.size, tasks_of(look)
    mask = bytearray(size)
    for hex_ in held_by(look, look.enemy(side)):
        mask[hex_] = (1 << len(tasks)) - 1
    together = number(mask)
    for place, name in enumerate(tasks):
        together |= number(_shut(look, side, name)) << place
    return together.to_bytes(size, "little")


@derived
def _shut(look: Look, side: str, task: str) -> bytes:
    """The mask of the hexes where a task is forbidden."""
    return bytes(tasks_of(look)[task].shut(look, side))


LEFT_OPEN = tuple(
    tuple(name for number, name in enumerate(BIG_TASKS) if not shut >> number & 1)
    for shut in range(1 << len(BIG_TASKS))
)
"""The tasks that are open where those are shut whose bits are set; whoever asks knows which of them are played."""


OPTION = Option(Construct, candidates, refuse, take, exact=True)
