"""Which works can be done: the list for the player, worked out from what has changed only.

What one engineer or one party can do is kept while nothing changes that it depends on (`Look.while_same`). The plain
version is `construction.refuse`, asked of every unit, hex and task.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import compress, groupby
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from redball.core.actions import Construct
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.state import Unit
from redball.rules import hedgehogs
from redball.rules.bridging import ground
from redball.rules.construction import (
    BIG_TASKS,
    PARTY_RE,
    TASKS,
    Moving,
    Works,
    opened,
    party_can_pay,
    radius_over,
    refuse,
    refuse_still,
    take,
    tasks_of,
)
from redball.rules.engineers import KINDS, engineer_capable
from redball.rules.fuel import loaded_trucks
from redball.rules.paying import Bill, offers
from redball.rules.standing import held_by
from redball.rules.supply_enough import Enough, comes_from, enough, fed_by_one, gets, out_of_reach, reaching

Supplies = Mapping[int, Enough]
"""Who can get each price."""


def candidates(look: Look, data: Moving) -> Iterator[Construct]:
    """Every task that an engineer can do in a hex of its radius, and that those who stand in a hex can do together:
    none but what `refuse` accepts."""
    if look.state.clock.phase != "movement" or not pays(look, data):
        return
    blank = opened(look, data, Construct("", -1, ""))
    costs = {name: task.price(look, data.side) for name, task in tasks_of(look).items()}
    prices = {name: price for name, price in costs.items() if not blank.moving or price}
    moving = frozenset(blank.moving)
    supply = {price: enough(look, data.side, price, moving) for price in prices.values() if price}
    engineers, workers = _engineers(look, blank), _workers(look, blank)

    def by_engineers() -> tuple[Construct, ...]:
        return tuple(_by_engineers(look, blank, engineers, prices, supply))

    def by_parties() -> tuple[Construct, ...]:
        return tuple(_by_parties(look, blank, workers, prices, supply))

    if blank.moving:  # what the loads of the stack pay for changes with them
        yield from (*by_engineers(), *by_parties())
        return
    common = (open_tasks(look, data.side), prices, *supply.values())
    around = (ground(look, data.side, "leg"), look.facts.combat_units[look.enemy(data.side)])
    yield from look.while_same(("works_offered.by_engineers", data.side), (engineers, *around, *common), by_engineers)
    yield from look.while_same(("works_offered.by_parties_of", data.side), (workers, *common), by_parties)


# --- engineers -------------------------------------------------------------------------------------------------


def _engineers(look: Look, blank: Works) -> tuple[Unit, ...]:
    """Who could work alone."""
    there = look.own_of(blank.side, *KINDS)

    def works(unit: Unit) -> bool:
        return refuse_still(unit) is None and engineer_capable(look, unit)

    able = tuple(compress(there, look.each(("works_offered.engineers", blank.side), there, (), works)))
    return tuple([u for u in able if u.id not in blank.moving]) if blank.moving else able


def _by_engineers(
    look: Look, blank: Works, engineers: Iterable[Unit], prices: Mapping[str, int], supply: Supplies
) -> Iterator[Construct]:
    open_, afoot = open_tasks(look, blank.side), ground(look, blank.side, "leg")
    for unit in engineers:
        able = {price for price in set(prices.values()) if _payable_alone(look, unit, price, blank, supply)}
        paid = tuple([name for name, price in prices.items() if price in able])
        hexes = radius_over(look, unit, afoot) if paid else ()
        parts = (paid, hexes, bytes([open_[h] for h in hexes]))
        key = ("works_offered.by_engineer", unit.id, bool(blank.moving))
        yield from look.while_same(key, parts, lambda u=unit.id, p=parts: tuple(_by_engineer(u, *p)))  # type: ignore[misc]


def _by_engineer(uid: str, paid: tuple[str, ...], hexes: tuple[int, ...], open_: bytes) -> Iterator[Construct]:
    for hex_, shut in zip(hexes, open_, strict=True):
        yield from (Construct(uid, hex_, name) for name in LEFT_OPEN[shut] if name in paid)


def _payable_alone(look: Look, unit: Unit, price: int, blank: Works, supply: Supplies) -> bool:
    """An engineer can get a price: as `construction.payable`."""
    if not price or not blank.trucks:
        return not price or gets(look, unit, supply[price])
    if not comes_from(look, unit, look.unit(blank.trucks[0]).hex, supply[price]):
        return False
    return bool(offers(look, Bill(blank.side, (unit.id,), price, "", "", moving=blank.moving, holders=blank.trucks)))


# --- parties ---------------------------------------------------------------------------------------------------


def _workers(look: Look, blank: Works) -> tuple[Unit, ...]:
    """Who could be of a party in its hex: as `construction.works_in_hex`."""
    own = look.own(blank.side)

    def works(unit: Unit) -> bool:
        still = (unit.marker or unit.facing) == "combat" and refuse_still(unit) is None
        return still and look.counter(unit).is_combat_unit

    there = tuple(compress(own, look.each(("works_offered.workers", blank.side), own, (), works)))
    return tuple([u for u in there if u.id not in blank.moving]) if blank.moving else there


class Party(NamedTuple):
    """What was found for those in a hex, and all that it followed from: who they are, which tasks are open there, and
    what matters of the SP that reach them (`near`, of that `supply`)."""

    units: list[Unit]
    open: int
    supply: Enough | None
    near: object
    works: tuple[Construct, ...]


def _by_parties(
    look: Look, blank: Works, workers: Iterable[Unit], prices: Mapping[str, int], supply: Supplies
) -> Iterator[Construct]:
    open_, prices = open_tasks(look, blank.side), {name: price for name, price in prices.items() if name in TASKS}
    most = supply.get(max(prices.values(), default=0))
    known: dict[int, Party]
    known = look.while_same(("works_offered.parties", blank.side, bool(blank.moving)), (blank, prices), dict)
    where = attrgetter("hex")
    for hex_, together in groupby(sorted(workers, key=where), where):
        there, now, found = list(together), open_[hex_], known.get(hex_)
        alike = found is not None and found.open == now and found.units == there
        if found is None or not alike or (found.supply is not most and found.near is not None):
            near = _near(look, there, blank, most)
            if found is not None and alike and found.near == near:
                works = found.works
            else:
                paid = prices if near else {name: price for name, price in prices.items() if not price}
                works = tuple(_by_party(look, hex_, blank, paid, near is True)) if near is not None else ()
            found = known[hex_] = Party(there, now, most, near, works)
        yield from found.works


def _near(look: Look, there: list[Unit], blank: Works, supply: Enough | None) -> object:
    """None for less than 1 RE, whatever reaches them; whether all of a hex get enough from one HQ (or nothing has a
    price), or nobody does (from a pausing truck, if one pays); else all that reaches them."""
    if sum(map(look.regimental_equivalents, there)) < PARTY_RE:
        return None
    if supply is None:
        return True
    if blank.trucks:
        here = look.unit(blank.trucks[0]).hex
        if not any(comes_from(look, unit, here, supply) for unit in there):
            return False
    elif out_of_reach(look, there, supply):
        return False
    elif fed_by_one(look, supply, there):
        return True
    return any(gets(look, unit, supply) for unit in there) and reaching(look, there, supply)


def _by_party(look: Look, hex_: int, blank: Works, prices: Mapping[str, int], fed: bool) -> Iterator[Construct]:
    """`fed`: all of the hex get enough from one HQ, so that any party of them can pay."""
    for name in LEFT_OPEN[open_tasks(look, blank.side)[hex_]]:
        if name in prices and (fed or party_can_pay(look, replace(blank, hex=hex_, task=name))):
            yield Construct("", hex_, name)


# --- where -----------------------------------------------------------------------------------------------------


def open_tasks(look: Look, side: str) -> bytes:
    """By hex, which tasks nothing forbids there, neither `refuse` nor an enemy in the hex: an index of LEFT_OPEN."""
    held = held_by(look, look.enemy(side))

    def find() -> bytes:
        together = 0
        for number, task in enumerate(tasks_of(look).values()):
            shut = task.shut(look, side)
            for hex_ in held:
                shut[hex_] = 1
            together |= int.from_bytes(shut, "little") << number
        return together.to_bytes(look.board.size, "little")

    def kept() -> bytes:
        return look.while_same(("works_offered.open_tasks", side), (held, *hedgehogs.depend_on(look, side)), find)

    return look.memo(("works_offered.open_tasks", side), kept)


LEFT_OPEN = tuple(
    tuple(name for number, name in enumerate(BIG_TASKS) if not shut >> number & 1)
    for shut in range(1 << len(BIG_TASKS))
)
"""The tasks that are open where those are shut whose bits are set; whoever asks knows which of them are played."""


def pays(look: Look, data: Moving) -> bool:
    """A moving stack is asked only if it has supply with it."""
    moving: tuple[str, ...] = getattr(data, "units", ())
    return not moving or bool(loaded_trucks(look, data))  # type: ignore[arg-type]


OPTION = Option(Construct, candidates, refuse, take, exact=True)
