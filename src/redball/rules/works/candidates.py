"""Which works can be done: the list for the player, worked out from what has changed only.

What one engineer or one party can do is kept while nothing changes that it depends on (`Look.while_same`). The plain
version is `construction.refuse`, asked of every unit, hex and task.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, groupby
from operator import attrgetter

from msgspec.structs import replace

from redball.core.actions import Construct
from redball.core.look import Look
from redball.core.procedures import Option
from redball.core.state import Unit
from redball.rules.ground import hedgehogs
from redball.rules.ground.bridges import ground
from redball.rules.ground.occupancy import held_by
from redball.rules.moving_stack.fuel import loaded_trucks
from redball.rules.supply.enough import ALL, Enough, draw_by_truck, fed_by_one, gets, out_of_reach, reaching
from redball.rules.units.engineers import KINDS, engineer_capable
from redball.rules.works.construction import (
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
    supply_for,
    take,
    tasks_of,
)

Supplies = Mapping[int, Enough]
"""Who can get each price."""


def candidates(look: Look, data: Moving) -> Sequence[Construct]:
    """Every task that an engineer can do in a hex of its radius, and that those who stand in a hex can do together:
    none but what `refuse` accepts."""
    if look.state.clock.phase != "movement" or not pays(look, data):
        return ()
    blank = opened(look, data, Construct("", -1, ""))
    costs = {name: task.price(look, data.side) for name, task in tasks_of(look).items()}
    prices = costs
    if blank.moving:  # it pays by its loads alone
        loads = sum([look.unit(uid).load for uid in blank.trucks])
        prices = {name: price for name, price in costs.items() if 0 < price <= loads}
        if not prices:
            return ()
    supply = {price: supply_for(look, blank, price) for price in prices.values() if price}
    engineers, workers = _engineers(look, blank), _workers(look, blank)

    def by_engineers() -> list[Construct]:
        return _by_engineers(look, blank, engineers, prices, supply)

    def by_parties() -> list[Construct]:
        return _by_parties(look, blank, workers, prices, supply)

    if blank.moving:  # what the loads pay for changes with them
        return by_engineers() + by_parties()
    common = (open_tasks(look, data.side), prices, *supply.values())
    around = (ground(look, data.side, "leg"), look.facts.combat_units[look.enemy(data.side)])
    alone = look.while_same(("works_offered.by_engineers", data.side), (engineers, *around, *common), by_engineers)
    return alone + look.while_same(("works_offered.by_parties_of", data.side), (workers, *common), by_parties)


# --- engineers -------------------------------------------------------------------------------------------------


def _engineers(look: Look, blank: Works) -> tuple[Unit, ...]:
    """Who could work alone."""
    there = look.own_of(blank.side, *KINDS)

    def works(unit: Unit) -> bool:
        return refuse_still(unit) is None and engineer_capable(look, unit)

    able = tuple(compress(there, look.each(("works_offered.engineers", blank.side), there, (), works)))
    return tuple([u for u in able if u.id not in blank.moving]) if blank.moving else able


class Alone:
    """What was found for an engineer (`works`), with all that it followed from: its `radius` over some ground among
    some enemies (`around`), what it can pay for of some `supply`, and which tasks are `open` there (`near`)."""

    __slots__ = ("around", "near", "open", "paid", "radius", "supply", "unit", "works")

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.around: tuple[object, ...] = ()
        self.supply: list[Enough] | None = None
        self.paid: tuple[str, ...] = ()
        self.radius: tuple[int, ...] = ()
        self.open = self.near = b""
        self.works: list[Construct] = []


def _by_engineers(
    look: Look, blank: Works, engineers: Iterable[Unit], prices: Mapping[str, int], supply: Supplies
) -> list[Construct]:
    open_, afoot = open_tasks(look, blank.side), ground(look, blank.side, "leg")
    around, reserves = (afoot, look.facts.combat_units[look.enemy(blank.side)]), list(supply.values())
    known: dict[str, Alone]
    known = look.while_same(("works_offered.alone", blank.side, bool(blank.moving)), (prices,), dict)
    found: list[Construct] = []
    for unit in engineers:
        alone = known.get(unit.id)
        if alone is None or alone.unit is not unit:
            alone = known[unit.id] = Alone(unit)
        radius, paid = alone.radius, alone.paid
        if alone.around != around:
            radius, alone.around = radius_over(look, unit, afoot), around
        if alone.supply != reserves:
            able = {price for price in supply if gets(look, unit, supply[price])}
            paid, alone.supply = tuple([name for name, price in prices.items() if not price or price in able]), reserves
        if radius is not alone.radius or paid != alone.paid or open_ is not alone.open:
            near = bytes(map(open_.__getitem__, radius))
            if radius != alone.radius or paid != alone.paid or near != alone.near:
                alone.works = list(_by_engineer(unit.id, paid, radius, near))
            alone.radius, alone.paid, alone.open, alone.near = radius, paid, open_, near
        found += alone.works
    return found


def _by_engineer(uid: str, paid: tuple[str, ...], hexes: tuple[int, ...], open_: bytes) -> Iterator[Construct]:
    for hex_, shut in zip(hexes, open_, strict=True):
        yield from (Construct(uid, hex_, name) for name in LEFT_OPEN[shut] if name in paid)


# --- parties ---------------------------------------------------------------------------------------------------


def _workers(look: Look, blank: Works) -> tuple[Unit, ...]:
    """Who could be of a party in its hex: as `construction.works_in_hex`."""
    own = look.own(blank.side)

    def works(unit: Unit) -> bool:
        still = (unit.marker or unit.facing) == "combat" and refuse_still(unit) is None
        return still and look.counter(unit).is_combat_unit

    there = tuple(compress(own, look.each(("works_offered.workers", blank.side), own, (), works)))
    return tuple([u for u in there if u.id not in blank.moving]) if blank.moving else there


class Party:
    """Those who could work together in a hex, if they are `strong` enough, and what was found for them (`works`), with
    all that it followed from: which tasks are `open` there, and what matters of the SP that reach them (`near`, of that
    `supply`). `by_truck`: all draw in Truck MP."""

    __slots__ = ("by_truck", "near", "open", "strong", "supply", "units", "works")

    def __init__(self, look: Look, units: list[Unit]) -> None:
        self.units = units
        self.by_truck = draw_by_truck(look, units)
        self.strong = sum(map(look.regimental_equivalents, units)) >= PARTY_RE
        self.supply: Enough | None = None
        self.near: object = None
        self.open = -1
        self.works: tuple[Construct, ...] = ()


def _by_parties(
    look: Look, blank: Works, workers: Iterable[Unit], prices: Mapping[str, int], supply: Supplies
) -> list[Construct]:
    open_, prices = open_tasks(look, blank.side), {name: price for name, price in prices.items() if name in TASKS}
    free = {name: price for name, price in prices.items() if not price}
    most = supply.get(max(prices.values(), default=0))
    known: dict[int, Party]
    known = look.while_same(("works_offered.parties", blank.side, bool(blank.moving)), (prices,), dict)
    found: list[Construct] = []
    where = attrgetter("hex")
    for hex_, together in groupby(sorted(workers, key=where), where):
        there, now, party = list(together), open_[hex_], known.get(hex_)
        if party is None or party.units != there:
            party = known[hex_] = Party(look, there)
        if party.strong and (party.supply is not most or party.open != now):
            near = party.near if party.supply is most and party.open >= 0 else _near(look, hex_, party, most)
            if near != party.near or now != party.open:
                paid = prices if near else free
                party.works = tuple(_by_party(look, hex_, blank, paid, near is True)) if paid else ()
            party.open, party.near, party.supply = now, near, most
        found += party.works
    return found


def _near(look: Look, hex_: int, party: Party, supply: Enough | None) -> object:
    """Whether all of a hex get enough together (or nothing has a price), or nobody does; else all that reaches them."""
    if supply is None:
        return True
    sure, there = supply.certain(look)[hex_] if party.by_truck else 0, party.units
    if sure:
        return sure == ALL
    if out_of_reach(look, there, supply):
        return False
    if fed_by_one(look, supply, there):
        return True
    return any(gets(look, unit, supply) for unit in there) and reaching(look, there, supply)


def _by_party(look: Look, hex_: int, blank: Works, prices: Mapping[str, int], fed: bool) -> Iterator[Construct]:
    """`fed`: all of the hex get enough together, so that any party of them can pay."""
    for name in LEFT_OPEN[open_tasks(look, blank.side)[hex_]]:
        if name in prices and (fed or party_can_pay(look, replace(blank, hex=hex_, task=name))):
            yield Construct("", hex_, name)


# --- where -----------------------------------------------------------------------------------------------------


def open_tasks(look: Look, side: str) -> bytes:
    """By hex, which tasks nothing forbids there, neither `refuse` nor an enemy in the hex: an index of LEFT_OPEN."""

    def closed(held: frozenset[int]) -> int:
        mask = bytearray(look.board.size)
        for hex_ in held:
            mask[hex_] = (1 << len(tasks_of(look))) - 1
        return int.from_bytes(mask, "little")

    def find(held: frozenset[int]) -> bytes:
        together = look.while_same(("works_offered.held", side), (held,), lambda: closed(held))
        for number, task in enumerate(tasks_of(look).values()):
            together |= int.from_bytes(task.shut(look, side), "little") << number
        return together.to_bytes(look.board.size, "little")

    def kept() -> bytes:
        held = held_by(look, look.enemy(side))
        parts = (held, *hedgehogs.depend_on(look, side))
        return look.while_same(("works_offered.open_tasks", side), parts, lambda: find(held))

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
