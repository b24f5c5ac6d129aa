"""A side's supply in one answer: what each dump and HQ serves, which units none of them serves, and why.

As in `redball.game.explain.supply`, everything is computed from what the side believes. An obstacle is found once for
all units that stand in one hex and draw in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress

from msgspec import Struct

from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.supply.draw_and_throw import afloat, may_use, payers, served_by_craft, stocks, throwers, uses_supply
from redball.rules.supply.paths import area_serving, draw_legs, draw_limit, draw_mobility, field_from
from redball.rules.supply.reasons import Obstacle, Reason, draw_obstacle
from redball.rules.trace.reasons import source_obstacle
from redball.rules.trace.tracing import certain_hexes, outcomes


class SourceServes(Struct, frozen=True):
    """A hex with SP, on Landing Craft too (`hq` is ""), or an HQ that may throw, and the hexes that it serves: units
    there draw from the dump or the craft, or get what the HQ throws. `tokens` are the SP there, or all that the HQ
    draws; `obstacle`: why it draws nothing, so that it serves nobody."""

    hq: str
    hex: int
    tokens: int
    serves: tuple[int, ...]
    obstacle: Obstacle | None = None


class UnitServed(Struct, frozen=True):
    """A combat unit: the sources that could pay for it, as indices; whether it traces.

    `untraced` and `unpaid` say why not (None: it does). `dropped` is the case that denies a trace it could have."""

    unit: str
    hex: int
    by: tuple[int, ...]
    traces: bool
    marked: bool
    dropped: str = ""
    untraced: Obstacle | None = None
    unpaid: Obstacle | None = None


class SideSupply(Struct, frozen=True):
    """All sources and combat units of a side. `traced` are the hexes where any unit that draws in Truck MP traces."""

    side: str
    sources: tuple[SourceServes, ...]
    units: tuple[UnitServed, ...]
    traced: tuple[int, ...]


def supply_of_side(look: Look, side: str) -> SideSupply:
    """The supply of a side, from a look at what it believes."""
    sources = (*_dumps(look, side), *_craft(look, side), *_hqs(look, side))
    return SideSupply(side, sources, _units(look, side, sources), _set(certain_hexes(look, side)))


def _set(mask: bytes) -> tuple[int, ...]:
    """The hexes of a mask."""
    return tuple(compress(range(len(mask)), mask))


def _dumps(look: Look, side: str) -> Iterable[SourceServes]:
    """Hexes with SP, on the ground or loaded (12.1b), with the hexes from which units draw them."""
    aboard = afloat(look, side)
    for hex_, here in stocks(look, side).items():
        reached = area_serving(look, side, (hex_,), "truck", draw_limit(look.world))
        tokens = sum(stock.tokens for stock in here) + sum(craft.tokens for craft in aboard.get(hex_, ()))
        yield SourceServes("", hex_, tokens, tuple(sorted(reached)))


def _craft(look: Look, side: str) -> Iterable[SourceServes]:
    """Other hexes with SP aboard Landing Craft, with the hexes from which units draw them (12.3c-B)."""
    there = stocks(look, side)
    for hex_, craft in afloat(look, side).items():
        if hex_ not in there:
            yield SourceServes("", hex_, sum(one.tokens for one in craft), served_by_craft(look, side, hex_))


def _hqs(look: Look, side: str) -> Iterable[SourceServes]:
    """The HQs that may throw, with the hexes that their throws reach or come next to."""
    there = stocks(look, side)
    hexes = tuple(there)
    for hq in throwers(look, side):
        drawn = draw_legs(look, hq, hexes)
        if not drawn:
            obstacle = draw_obstacle(look, hq, hexes) if hexes else Obstacle("no_dump", hq.hex, 0, 0)
            yield SourceServes(hq.id, hq.hex, 0, (), obstacle)
            continue
        face = look.face(hq)
        field = field_from(look, side, hq.hex, face.throw_mobility, face.throw_range, facing=hq.facing, thrown=True)
        tokens = sum(stock.tokens for hex_ in drawn for stock in there[hex_])
        yield SourceServes(hq.id, hq.hex, tokens, _set(field.served))


def _units(look: Look, side: str, sources: tuple[SourceServes, ...]) -> tuple[UnitServed, ...]:
    numbers = {source.hq or source.hex: i for i, source in enumerate(sources)}
    traced = outcomes(look, side)
    untraced, unpaid = _Kept(source_obstacle), _Kept(_unpaid)
    found = []
    for unit in look.own(side):
        if not uses_supply(look, unit):
            continue
        paying = payers(look, unit)
        way, dropped = traced[unit.id]
        by = sorted({numbers[payer.via or payer.source] for payer in paying})
        found.append(
            UnitServed(
                unit=unit.id,
                hex=unit.hex,
                by=tuple(by),
                traces=way is not None,
                marked=unit.out_of_supply,
                dropped=dropped,
                untraced=None if way is not None or dropped else untraced.of(look, unit) or _nothing("no_source", unit),
                unpaid=None if paying else unpaid.of(look, unit),
            )
        )
    return tuple(found)


def _nothing(reason: Reason, unit: Unit) -> Obstacle:
    return Obstacle(reason, unit.hex, 0, 0)


def _unpaid(look: Look, unit: Unit) -> Obstacle | None:
    """What keeps a unit without payers from the nearest SP that it may use."""
    everything = [stock for here in stocks(look, unit.side).values() for stock in here]
    usable = [stock.hex for stock in everything if may_use(look.world, unit, stock)]
    if not usable:
        return _nothing("organic" if everything else "no_dump", unit)
    return draw_obstacle(look, unit, usable)


class _Kept:
    """Obstacles, found once for each hex, mobility of draws and formation."""

    def __init__(self, find: Callable[[Look, Unit], Obstacle | None]) -> None:
        self._find = find
        self._found: dict[tuple[int, str, str], Obstacle | None] = {}

    def of(self, look: Look, unit: Unit) -> Obstacle | None:
        """What keeps this unit out."""
        key = (unit.hex, draw_mobility(look.face(unit)), look.counter(unit).formation)
        if key not in self._found:
            self._found[key] = self._find(look, unit)
        return self._found[key]
