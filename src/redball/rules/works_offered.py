"""Which works can be done: the list for the player, worked out from what has changed only.

What one engineer or one party can do is kept while nothing changes that it depends on (`Look.while_same`). The plain
version is `construction.refuse`, asked of every unit, hex and task.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    party_of,
    quarters,
    radius_over,
    refuse,
    refuse_still,
    take,
    tasks_of,
)
from redball.rules.engineers import engineer_capable, engineers_of
from redball.rules.fuel import loaded_trucks
from redball.rules.paying import Bill, offers
from redball.rules.standing import held_by
from redball.rules.supply import Enough, comes_from, enough, fed_by_one, gets, reaching

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
    yield from _by_engineers(look, blank, prices, supply)
    yield from _by_parties(look, blank, prices, supply)


# --- engineers -------------------------------------------------------------------------------------------------


def _by_engineers(look: Look, blank: Works, prices: Mapping[str, int], supply: Supplies) -> Iterator[Construct]:
    open_, afoot = open_tasks(look, blank.side), ground(look, blank.side, "leg")
    for uid in engineers_of(look.world, blank.side):
        unit = look.state.units.get(uid)
        if unit is None or uid in blank.moving or not engineer_capable(look, unit) or refuse_still(unit) is not None:
            continue
        paid = tuple([name for name, price in prices.items() if _payable_alone(look, unit, price, blank, supply)])
        hexes = radius_over(look, unit, afoot) if paid else ()
        parts = (paid, hexes, bytes([open_[h] for h in hexes]))
        key = ("works_offered.by_engineer", uid, bool(blank.moving))
        yield from look.while_same(key, parts, lambda u=uid, p=parts: tuple(_by_engineer(u, *p)))  # type: ignore[misc]


def _by_engineer(uid: str, paid: tuple[str, ...], hexes: tuple[int, ...], open_: bytes) -> Iterator[Construct]:
    for hex_, shut in zip(hexes, open_, strict=True):
        yield from (Construct(uid, hex_, name) for name in LEFT_OPEN[shut] if name in paid)


def _payable_alone(look: Look, unit: Unit, price: int, blank: Works, supply: Supplies) -> bool:
    """An engineer can get a price: as `construction.payable`."""
    moving = frozenset(blank.moving)
    if not price or not blank.trucks:
        return not price or gets(look, unit, supply[price], moving)
    if not comes_from(look, unit, look.unit(blank.trucks[0]).hex, supply[price], moving):
        return False
    return bool(offers(look, Bill(blank.side, (unit.id,), price, "", "", moving=blank.moving, holders=blank.trucks)))


# --- parties ---------------------------------------------------------------------------------------------------


def _by_parties(look: Look, blank: Works, prices: Mapping[str, int], supply: Supplies) -> Iterator[Construct]:
    open_, most = open_tasks(look, blank.side), supply.get(max(prices.values(), default=0))
    for hex_, there in _parties(look, blank):
        if most is None:  # whatever can be done is free
            yield from _by_party(look, hex_, blank, prices)
            continue
        parts = (there, blank, open_[hex_], most, prices)
        key = ("works_offered.by_parties", hex_, bool(blank.moving))
        yield from look.while_same(key, parts, lambda p=parts: _while_reached(look, *p))  # type: ignore[misc]


def _while_reached(
    look: Look, there: tuple[Unit, ...], blank: Works, open_: int, supply: Enough, prices: Mapping[str, int]
) -> tuple[Construct, ...]:
    """What a party can do: worked out anew when something changes of the supply that reaches it."""
    key = ("works_offered.by_party", there[0].hex, bool(blank.moving))
    reached = _reached(look, there, blank, supply)
    paid = prices if reached else {name: price for name, price in prices.items() if not price}
    parts = (there, blank, open_, reached)
    return look.while_same(key, parts, lambda: tuple(_by_party(look, there[0].hex, blank, paid)))


def _reached(look: Look, there: tuple[Unit, ...], blank: Works, supply: Enough) -> object:
    """Whether all of a hex get enough from one HQ, or nobody does (from a pausing truck, if one pays); else all that
    reaches them."""
    moving = frozenset(blank.moving)
    if blank.trucks:
        here = look.unit(blank.trucks[0]).hex
        if not any(comes_from(look, unit, here, supply, moving) for unit in there):
            return False
    elif fed_by_one(look, supply, there):
        return True
    return any(gets(look, u, supply, moving) for u in there) and [reaching(look, u, supply, moving) for u in there]


def _by_party(look: Look, hex_: int, blank: Works, prices: Mapping[str, int]) -> Iterator[Construct]:
    for name in LEFT_OPEN[open_tasks(look, blank.side)[hex_]]:
        if name in TASKS and name in prices and party_can_pay(look, replace(blank, hex=hex_, task=name)):
            yield Construct("", hex_, name)


def _parties(look: Look, blank: Works) -> Iterator[tuple[int, tuple[Unit, ...]]]:
    """Hexes in index order with those who could be of a party there, if they are 1 RE."""
    by_hex: dict[int, list[Unit]] = {}
    for unit in look.own(blank.side):
        by_hex.setdefault(unit.hex, []).append(unit)

    def find(hex_: int) -> tuple[Unit, ...]:
        able = party_of(look, replace(blank, hex=hex_))
        return tuple(map(look.unit, able)) if quarters(look, able) >= PARTY_RE else ()

    for hex_ in sorted(by_hex):
        parts = (by_hex[hex_], blank.moving)
        able = look.while_same(("works_offered.party", blank.side, hex_), parts, lambda h=hex_: find(h))  # type: ignore[misc]
        if able:
            yield hex_, able


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
