"""Which units can get a given number of tokens, without listing how.

Must agree with adding up the tokens of `redball.rules.supply.draw_and_throw.payers`. Here it does not matter which of
two paths a draw or throw would take (4.5b-A), nor what a dump holds beyond the need, so an answer survives most moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.board.kernel import united
from redball.board.masks import without
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import TRUCK, Mobility
from redball.rules.supply.draw_and_throw import (
    Served,
    Stock,
    User,
    afloat,
    beside_craft,
    may_use,
    payers,
    served,
    serves,
    stocked,
    stocks,
    throwing,
    tokens_of,
    uses_supply,
)
from redball.rules.supply.paths import Ways, draw_limit, draw_mobility, negating, open_ways
from redball.rules.units.abilities import face_of
from redball.rules.units.zoc import NOBODY

Hexes = tuple[int, ...]
Reach = tuple[Hexes, list[tuple[Served, Hexes]]]
NONE, ALL = 1, 2
"""The two certain answers for a hex: see `Enough.certain`."""
NOT_SERVED = bytes((NONE, *(0,) * 255))
ALL_FED = bytes((0, *(ALL,) * 255))


class Serving:
    """Which of the hexes with SP (`stocked`) can serve which units, over a side's supply paths (`ways`) and its HQs.

    `passing` are the HQs that can pass on SP, each with the hexes it draws from and the mask of hexes it throws to.
    `drawn` and `reach` are caches, by hex and mobility."""

    def __init__(self, ways: Ways, hqs: Sequence[Served], stocked: tuple[int, ...]) -> None:
        self.world = ways.world
        self.ways = ways
        self.stocked = stocked
        self._areas: dict[Mobility, bytes] = {}
        self._served: bytes | None = None
        self.drawn: dict[tuple[int, Mobility], Hexes] = {}
        self.reach: dict[tuple[int, Mobility], Reach] = {}
        able = ((hq, self.draws(hq.hex, self.drawn_by(hq))) for hq in hqs)
        self.passing = tuple([(hq, sources, ways.throws(hq)[-1].served) for hq, sources in able if sources])

    def drawn_by(self, unit: User) -> Mobility:
        """The mobility in which a unit draws."""
        return draw_mobility(face_of(self.world, unit))

    def reaching(self, hex_: int, kind: Mobility) -> Reach:
        """The hexes that a unit in this hex draws SP from in this mobility, and the HQs that throw to the hex, each
        with the hexes it draws from."""
        found = self.reach.get((hex_, kind))
        if found is None:
            thrown = [(hq, sources) for hq, sources, near in self.passing if near[hex_]]
            found = self.reach[hex_, kind] = (self.draws(hex_, kind), thrown)
        return found

    def draws(self, hex_: int, kind: Mobility) -> Hexes:
        """The hexes that a unit in this hex draws SP from in this mobility."""
        found = self.drawn.get((hex_, kind))
        if found is None:
            found = ()
            if self._area(kind)[hex_] and len(self.stocked) == 1:
                found = self.stocked
            elif self._area(kind)[hex_]:
                served = self.ways.fields(hex_, kind, draw_limit(self.world))[-1].served
                found = tuple(compress(self.stocked, map(served.__getitem__, self.stocked)))
            self.drawn[hex_, kind] = found
        return found

    def _area(self, kind: Mobility) -> bytes:
        """Mask of the hexes where a draw in this mobility reaches any SP."""
        if kind not in self._areas:
            self._areas[kind] = self.ways.drawing_on(self.stocked, kind)
        return self._areas[kind]

    def served(self) -> bytes:
        """Mask of the hexes where SP could reach a unit that draws in Truck MP."""
        if self._served is None:
            self._served = united((self._area(TRUCK), *(near for _, _, near in self.passing)))
        return self._served


class Enough:
    """Which units can get `tokens`. As long as this object is the same, so are the answers for unchanged units, alone
    and together. Stocks in `there` may be capped at `tokens`, as more makes no difference. `feeders` are the HQs that
    can pass on enough SP without Organic Trucks, each with the mask of hexes it throws to. `loads`: only loads count.
    `can_get` is a cache."""

    def __init__(
        self, serving: Serving, there: Mapping[int, tuple[Stock, ...]], tokens: int, loads: bool = False
    ) -> None:
        self.serving = serving
        self.there = there
        self.tokens = tokens
        self.loads = loads
        for_all = {hex_: sum([s.tokens for s in here if not s.only_for]) for hex_, here in there.items()}
        able = ((hq, near) for hq, sources, near in serving.passing if sum([for_all[h] for h in sources]) >= tokens)
        self.feeders = tuple(able)
        self.can_get: dict[Served, bool] = {}
        self._for_all = for_all
        self._certain: bytes | None = None
        self._scarce: dict[tuple[int, Mobility], bool] = {}

    def certain(self) -> bytes:
        """One byte per hex, about the units there that use supply and draw in Truck MP: NONE can get the tokens, ALL
        can (alone and together), or 0: it depends on the units. Divisional HQs do not count here, nor does any HQ in
        its own hex."""
        if self._certain is None:
            world = self.serving.world
            rich = tuple([hex_ for hex_, tokens in self._for_all.items() if tokens >= self.tokens])
            fed = [self.serving.ways.drawing_on(rich, TRUCK)] if rich else []
            fed += [without(near, hq.hex) for hq, near in self.feeders if not world.counters[hq.counter].divisional]
            nobody = self.serving.served().translate(NOT_SERVED)
            self._certain = united((united(fed).translate(ALL_FED), nobody)) if fed else nobody
        return self._certain

    def scarce(self, hex_: int, kind: Mobility = TRUCK) -> bool:
        """Whether all SP that reach the units in a hex that draw in this mobility are too few."""
        found = self._scarce.get((hex_, kind))
        if found is None:
            own, thrown = self.serving.reaching(hex_, kind)
            sources = set(own).union(*[sources for _, sources in thrown]) if thrown else own
            there = sum([stock.tokens for source in sources for stock in self.there[source]])
            found = self._scarce[hex_, kind] = there < self.tokens
        return found

    def gets(self, unit: User) -> bool:
        """Whether a unit can get the tokens."""
        sure = self.certain()[unit.hex]
        if sure and self.serving.drawn_by(unit) == TRUCK:
            return sure == ALL
        one = served(unit)
        found = self.can_get.get(one)
        if found is None:
            alike = self.together((one,))
            found = self.can_get[one] = self._gets(one) if alike is None else alike
        return found

    def together(self, units: Sequence[Served]) -> bool | None:
        """Whether units in one hex, one or more, can all get the tokens, alone and together. None: check them one by
        one."""
        here = units[0].hex
        sure = self.certain()[here]
        kinds = {self.serving.drawn_by(unit) for unit in units}
        if sure and kinds == {TRUCK}:
            return sure == ALL
        if all(self.scarce(here, kind) for kind in kinds):
            return False
        world = self.serving.world
        fed = any(near[here] and all(serves(world, hq, unit) for unit in units) for hq, near in self.feeders)
        return True if fed else None

    def _gets(self, unit: Served) -> bool:
        found: set[int] = set()
        have, world = 0, self.serving.world
        own, thrown = self.serving.reaching(unit.hex, self.serving.drawn_by(unit))
        for sources in (own, *(sources for hq, sources in thrown if serves(world, hq, unit))):
            for source in sources:
                if source not in found:
                    found.add(source)
                    have += sum([stock.tokens for stock in self.there[source] if may_use(world, unit, stock)])
            if have >= self.tokens:
                return True
        return False


class Wanted(NamedTuple):
    """A need of 1 or more `tokens` for units of a side: from any SP, or only from the loads of `holders`, all in `hex`.
    `away` are moving units that would negate a ZOC if they stayed."""

    side: str
    tokens: int
    away: frozenset[str] = NOBODY
    hex: int = NO_HEX
    holders: tuple[str, ...] = ()


def wanted(
    look: Look,
    side: str,
    tokens: int,
    moving: frozenset[str] = NOBODY,
    hex_: int = NO_HEX,
    holders: tuple[str, ...] = (),
) -> Wanted:
    """The need while units are `moving`: keeps only those that matter for ZOCs."""
    return Wanted(side, tokens, negating(look, side, moving), hex_, holders)


@derived
def enough(look: Look, want: Wanted) -> Enough:
    """Which units can meet this need."""
    if not want.holders:
        return Enough(_serving(look, want.side, want.away), _capped(look, want.side, want.tokens), want.tokens)
    loads = tuple([stock for stock in stocks(look, want.side).get(want.hex, ()) if stock.holder in want.holders])
    serving = Serving(open_ways(look, want.side, want.away, True), throwing(look, want.side), (want.hex,))
    return Enough(serving, {want.hex: loads}, want.tokens, loads=True)


@derived
def _serving(look: Look, side: str, away: frozenset[str]) -> Serving:
    return Serving(open_ways(look, side, away, True), throwing(look, side), stocked(look, side))


@derived
def _capped(look: Look, side: str, tokens: int) -> dict[int, tuple[Stock, ...]]:
    """The side's stocks, each capped at `tokens`."""
    return {
        h: tuple([replace(s, tokens=tokens) if s.tokens > tokens else s for s in here])
        for h, here in stocks(look, side).items()
    }


def gets(look: Look, unit: Unit, supply: Enough) -> bool:
    """Whether the `payers` of a unit together have the tokens."""
    if not uses_supply(look, unit):
        return False
    return supply.gets(unit) or (not supply.loads and _gets_afloat(look, unit, supply.tokens))


def can_get(look: Look, unit: Unit, want: Wanted) -> bool:
    """As `gets`, kept for this one unit."""
    if not uses_supply(look, unit):
        return False
    return _can_get(look, served(unit), want) or (not want.holders and _gets_afloat(look, unit, want.tokens, want.away))


def _gets_afloat(look: Look, unit: Unit, tokens: int, away: frozenset[str] = NOBODY) -> bool:
    """Whether what Landing Craft beside it carry is what a unit lacks (12.3c-B)."""
    near = beside_craft(look, unit.side, unit.hex)
    return bool(near) and tokens_of(payers(look, unit, away)) >= tokens


def certain_hexes(look: Look, side: str, supply: Enough) -> bytes:
    """What `Enough.certain` says of each hex, and nothing of those beside Landing Craft with supply."""
    sure = supply.certain()
    near = [h for hex_ in afloat(look, side) for h in (hex_, *look.board.neighbours(hex_))]
    if not near:
        return sure
    doubtful = bytearray(sure)
    for hex_ in near:
        doubtful[hex_] = 0
    return bytes(doubtful)


@derived
def _can_get(look: Look, unit: Served, want: Wanted) -> bool:
    return enough(look, want).gets(unit)


def together(look: Look, units: Sequence[Unit], want: Wanted) -> bool | None:
    """Whether units in one hex, one or more, can all meet the need, alone and together, if the hex and the HQs decide
    that. None: check each unit."""
    if beside_craft(look, units[0].side, units[0].hex):
        return None
    there = tuple([served(unit) for unit in units if uses_supply(look, unit)])
    return _together(look, there, want) if len(there) == len(units) else None


@derived
def _together(look: Look, units: tuple[Served, ...], want: Wanted) -> bool | None:
    return enough(look, want).together(units)
