"""Who can get so many tokens, without listing how: what `redball.rules.supply.payers.payers` come to.

Of two paths it does not matter here which a draw or throw would take (4.5b-A), nor what is left in a dump that has
enough: so that the answer holds through most moves. The plain version is the tokens of the `payers` together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from redball.board.masks import number, united
from redball.core.derived import derived
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import TRUCK, Mobility
from redball.rules.supply.paths import Ways, draw_limit, draw_mobility, negating, open_ways
from redball.rules.supply.payers import (
    Served,
    Stock,
    User,
    may_use,
    served,
    serves,
    stocked,
    stocks,
    throwing,
    uses_supply,
)
from redball.rules.units.abilities import face_of
from redball.rules.units.zoc import NOBODY

Hexes = tuple[int, ...]
Reach = tuple[Hexes, list[tuple[Served, Hexes]]]
NONE, ALL = 1, 2
"""What may be certain of all who draw in Truck MP in a hex: see `Enough.certain`."""
NOT_SERVED = bytes((NONE, *(0,) * 255))


class Serving:
    """From where SP could reach whom: by the `ways` of a side, through its HQs, from the hexes with SP (`stocked`).
    `passing` are the HQs that pass on SP, with the hexes of these and the mask of where they throw to. The rest fills
    as it is asked for: `drawn` and `reach`, by hex and mobility."""

    def __init__(self, ways: Ways, hqs: Sequence[Served], stocked: tuple[int, ...]) -> None:
        self.world = ways.world
        self.ways = ways
        self.stocked = stocked
        self._areas: dict[Mobility, bytes] = {}
        self._served: bytes | None = None
        self.drawn: dict[tuple[int, Mobility], Hexes] = {}
        self.reach: dict[tuple[int, Mobility], Reach] = {}
        able = ((hq, self.draws(hq)) for hq in hqs)
        self.passing = tuple([(hq, sources, ways.throws(hq)[-1].served) for hq, sources in able if sources])

    def drawn_by(self, unit: User) -> Mobility:
        """How a unit draws."""
        return draw_mobility(face_of(self.world, unit))

    def reaching(self, unit: Served) -> Reach:
        """The hexes with SP from which a unit draws, and the HQs that throw to its hex with those of the SP that they
        pass on: the same for all of a hex that draw alike."""
        key = (unit.hex, self.drawn_by(unit))
        found = self.reach.get(key)
        if found is None:
            thrown = [(hq, sources) for hq, sources, near in self.passing if near[unit.hex]]
            found = self.reach[key] = (self.draws(unit), thrown)
        return found

    def draws(self, unit: User) -> Hexes:
        """The hexes with SP from which a unit draws."""
        kind = self.drawn_by(unit)
        found = self.drawn.get((unit.hex, kind))
        if found is None:
            found = ()
            if self._area(kind)[unit.hex] and len(self.stocked) == 1:
                found = self.stocked
            elif self._area(kind)[unit.hex]:
                served = self.ways.fields(unit.hex, kind, draw_limit(self.world))[-1].served
                found = tuple([hex_ for hex_ in self.stocked if served[hex_]])
            self.drawn[unit.hex, kind] = found
        return found

    def _area(self, kind: Mobility) -> bytes:
        """The mask of the hexes from which somebody draws SP at all."""
        if kind not in self._areas:
            self._areas[kind] = self.ways.drawing_on(self.stocked, kind)
        return self._areas[kind]

    def served(self) -> bytes:
        """The mask of the hexes where SP come to somebody who draws in Truck MP."""
        if self._served is None:
            self._served = united((self._area(TRUCK), *(near for _, _, near in self.passing)))
        return self._served


class Enough:
    """Who can get so many `tokens`: while it is the same object, the answer is the same for units that do not change,
    alone and together. SP that a stock has beyond them do not matter: of `there` they are left out. `feeders` are the
    HQs that pass on enough which anybody may use (on no Organic Truck), and where they throw to. `can_get` fills as it
    is asked for."""

    def __init__(self, serving: Serving, there: Mapping[int, tuple[Stock, ...]], tokens: int) -> None:
        self.serving = serving
        self.there = there
        self.tokens = tokens
        for_all = {hex_: sum([s.tokens for s in here if not s.only_for]) for hex_, here in there.items()}
        able = ((hq, near) for hq, sources, near in serving.passing if sum([for_all[h] for h in sources]) >= tokens)
        self.feeders = tuple(able)
        self.can_get: dict[Served, bool] = {}
        self._for_all = for_all
        self._certain: bytes | None = None

    def certain(self) -> bytes:
        """What is certain of all who use supply in a hex and draw in Truck MP, a byte for each hex: NONE of them gets
        so many tokens, or ALL do, alone and together; 0: it depends on who they are. HQs that serve some units only are
        left out here, others where they stand themselves."""
        if self._certain is None:
            world = self.serving.world
            rich = tuple([hex_ for hex_, tokens in self._for_all.items() if tokens >= self.tokens])
            fed = number(self.serving.ways.drawing_on(rich, TRUCK)) if rich else 0
            for hq, near in self.feeders:
                if not world.counters[hq.counter].divisional:
                    fed |= number(near) - (near[hq.hex] << 8 * hq.hex)
            nobody = number(self.serving.served().translate(NOT_SERVED))
            self._certain = (fed * ALL | nobody).to_bytes(world.board.size, "little")
        return self._certain

    def gets(self, unit: Served) -> bool:
        """A unit gets so many tokens."""
        found = self.can_get.get(unit)
        if found is None:
            sure = self.together((unit,))
            found = self.can_get[unit] = self._gets(unit) if sure is None else sure
        return found

    def together(self, units: Sequence[Served]) -> bool | None:
        """Whether all of some units in one hex get so many tokens, alone and together; None: it depends on who they
        are."""
        if not units:
            return False
        here = units[0].hex
        sure = self.certain()[here]
        if sure and all(self.serving.drawn_by(unit) == TRUCK for unit in units):
            return sure == ALL
        if not any(own or thrown for own, thrown in map(self.serving.reaching, units)):
            return False
        world = self.serving.world
        fed = any(near[here] and all(serves(world, hq, unit) for unit in units) for hq, near in self.feeders)
        return True if fed else None

    def _gets(self, unit: Served) -> bool:
        found: set[int] = set()
        have, world = 0, self.serving.world
        own, thrown = self.serving.reaching(unit)
        for sources in (own, *(sources for hq, sources in thrown if serves(world, hq, unit))):
            for source in sources:
                if source not in found:
                    found.add(source)
                    have += sum([stock.tokens for stock in self.there[source] if may_use(world, unit, stock)])
            if have >= self.tokens:
                return True
        return False


class Wanted(NamedTuple):
    """So many tokens (1 or more) for units of a side, while some units that would negate a ZOC are `away`: from all its
    SP, or only from the loads of some `holders` in one hex."""

    side: str
    tokens: int
    away: frozenset[str] = NOBODY
    hex: int = -1
    holders: tuple[str, ...] = ()


def wanted(
    look: Look, side: str, tokens: int, moving: frozenset[str] = NOBODY, hex_: int = -1, holders: tuple[str, ...] = ()
) -> Wanted:
    """The same while units are `moving`."""
    return Wanted(side, tokens, negating(look, side, moving), hex_, holders)


@derived
def enough(look: Look, want: Wanted) -> Enough:
    """Who can get it."""
    if not want.holders:
        return Enough(_serving(look, want.side, want.away), _capped(look, want.side, want.tokens), want.tokens)
    loads = tuple([stock for stock in stocks(look, want.side).get(want.hex, ()) if stock.holder in want.holders])
    serving = Serving(open_ways(look, want.side, want.away, True), throwing(look, want.side), (want.hex,))
    return Enough(serving, {want.hex: loads}, want.tokens)


@derived
def _serving(look: Look, side: str, away: frozenset[str]) -> Serving:
    return Serving(open_ways(look, side, away, True), throwing(look, side), stocked(look, side))


@derived
def _capped(look: Look, side: str, tokens: int) -> dict[int, tuple[Stock, ...]]:
    """The stocks without what each has beyond so many tokens."""
    return {
        h: tuple([s._replace(tokens=tokens) if s.tokens > tokens else s for s in here])
        for h, here in stocks(look, side).items()
    }


def gets(look: Look, unit: Unit, supply: Enough) -> bool:
    """The `payers` of a unit have so many tokens together."""
    return uses_supply(look, unit) and supply.gets(served(unit))


def can_get(look: Look, unit: Unit, want: Wanted) -> bool:
    """The same, where it is asked of a single unit."""
    return uses_supply(look, unit) and _can_get(look, served(unit), want)


@derived
def _can_get(look: Look, unit: Served, want: Wanted) -> bool:
    return enough(look, want).gets(unit)


def together(look: Look, units: Sequence[Unit], want: Wanted) -> bool | None:
    """Whether all of some units that stand in one hex get so many, alone and together, as far as that follows from the
    hex and the HQs; None: any of them must be asked."""
    there = tuple([served(unit) for unit in units if uses_supply(look, unit)])
    return _together(look, there, want) if len(there) == len(units) else None


@derived
def _together(look: Look, units: tuple[Served, ...], want: Wanted) -> bool | None:
    return enough(look, want).together(units)
