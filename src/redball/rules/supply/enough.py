"""Who can get so many tokens, without listing how: what `redball.rules.supply.payers.payers` come to.

Of two paths it does not matter here which a draw or throw would take (4.5b-A), nor what is left in a dump that has
enough: so that the answer holds through most moves. The plain version is the tokens of the `payers` together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.counter import TRUCK, Mobility
from redball.rules.supply.paths import Ways, draw_limit, draw_mobility, drawing_on, open_ways
from redball.rules.supply.payers import Described, Stock, described, may_use, serves, stocks, throwers, uses_supply
from redball.rules.units.zoc import NOBODY

Hexes = tuple[int, ...]
Reach = tuple[Hexes, list[tuple[Unit, Hexes]]]
NONE, ALL = 1, 2
"""What may be certain of all who draw in Truck MP in a hex: see `Enough.certain`."""
NOT_SERVED = bytes((NONE, *(0,) * 255))


class Serving:
    """Whence SP could reach whom: the same object as long as the ways of a side, its HQs and the hexes with SP
    (`stocked`) do not change. `passing` are the HQs that pass on SP, with the hexes of these and a byte for each hex of
    the board, not zero where they throw to. The rest fills as it is asked for: `drawn` by hex and mobility, and `reach`
    (see `_reach`)."""

    __slots__ = ("_areas", "_served", "drawn", "passing", "reach", "stocked", "ways")

    def __init__(self, look: Look, ways: Ways, hqs: Sequence[Unit], stocked: tuple[int, ...]) -> None:
        self.ways = ways
        self.stocked = stocked
        self._areas: dict[Mobility, bytes] = {}
        self._served: bytes | None = None
        self.drawn: dict[tuple[int, Mobility], Hexes] = {}
        self.reach: dict[tuple[int, Mobility], Reach] = {}
        able = ((hq, self.draws(look, hq)) for hq in hqs)
        self.passing = tuple([(hq, sources, ways.throws(look, hq)[-1].served) for hq, sources in able if sources])

    def draws(self, look: Look, unit: Unit) -> Hexes:
        """The hexes with SP from which a unit draws."""
        kind = draw_mobility(look.face(unit))
        found = self.drawn.get((unit.hex, kind))
        if found is None:
            found = ()
            if self._area(look, kind)[unit.hex] and len(self.stocked) == 1:
                found = self.stocked
            elif self._area(look, kind)[unit.hex]:
                served = self.ways.fields(look, unit.hex, kind, draw_limit(look.world))[-1].served
                found = tuple([hex_ for hex_ in self.stocked if served[hex_]])
            self.drawn[unit.hex, kind] = found
        return found

    def _area(self, look: Look, kind: Mobility) -> bytes:
        """The hexes from which somebody draws SP at all: not zero in their bytes."""
        if kind not in self._areas:
            self._areas[kind] = self.drawing_on(look, self.stocked, kind)
        return self._areas[kind]

    def drawing_on(self, look: Look, stocked: Hexes, kind: Mobility) -> bytes:
        """The same for some of the hexes with SP."""
        return drawing_on(look, self.ways.side, stocked, kind, draw_limit(look.world), self.ways.away)

    def served(self, look: Look) -> bytes:
        """A byte for each hex of the board, zero where no SP come to anybody who draws in Truck MP."""
        if self._served is None:
            together = _number(self._area(look, TRUCK))
            for _, _, near in self.passing:
                together |= _number(near)
            self._served = together.to_bytes(look.board.size, "little")
        return self._served


class Enough:
    """Who can get so many `tokens`: while it is the same object, the answer is the same for units that do not change,
    alone and together. SP that a stock has beyond them do not matter: of `there` they are left out. `feeders` are the
    HQs that pass on enough which anybody may use (on no Organic Truck), and where they throw to. `can_get` fills as it
    is asked for."""

    __slots__ = ("_certain", "_for_all", "can_get", "feeders", "serving", "there", "tokens")

    def __init__(self, serving: Serving, there: Mapping[int, tuple[Stock, ...]], tokens: int) -> None:
        self.serving = serving
        self.there = there
        self.tokens = tokens
        for_all = {hex_: sum([s.tokens for s in here if not s.only_for]) for hex_, here in there.items()}
        able = ((hq, near) for hq, sources, near in serving.passing if sum([for_all[h] for h in sources]) >= tokens)
        self.feeders = tuple(able)
        self.can_get: dict[Described, bool] = {}
        self._for_all = for_all
        self._certain: bytes | None = None

    def certain(self, look: Look) -> bytes:
        """What is certain of all who use supply in a hex and draw in Truck MP, a byte for each hex: NONE of them gets
        so many tokens, or ALL do, alone and together; 0: it depends on who they are. HQs that serve some units only are
        left out here, others where they stand themselves."""
        if self._certain is None:
            rich = tuple([hex_ for hex_, tokens in self._for_all.items() if tokens >= self.tokens])
            fed = _number(self.serving.drawing_on(look, rich, TRUCK)) if rich else 0
            for hq, near in self.feeders:
                if not look.counter(hq).divisional:
                    fed |= _number(near) - (near[hq.hex] << 8 * hq.hex)
            nobody = _number(self.serving.served(look).translate(NOT_SERVED))
            self._certain = (fed * ALL | nobody).to_bytes(look.board.size, "little")
        return self._certain


def _number(mask: bytes) -> int:
    """A mask with a byte of 0 or 1 for each hex as one number, so that many can be put together at once."""
    return int.from_bytes(mask, "little")


def enough(look: Look, side: str, tokens: int, moving: frozenset[str] = NOBODY) -> Enough:
    """Who of a side can get so many tokens (1 or more) while units are `moving`."""
    ways = open_ways(look, side, moving, plainly=True)

    def find() -> Enough:
        hqs, there = throwers(look, side), stocks(look, side)
        stocked = tuple(there)
        parts = (ways, described(look, side), stocked)
        key: tuple[object, ...] = ("supply_enough.serving", side, ways.away)
        serving = look.while_same(key, parts, lambda: Serving(look, ways, hqs, stocked))
        capped = look.while_same(("supply_enough.capped", side, tokens), (there,), lambda: _capped(there, tokens))
        key = ("supply_enough.enough", side, ways.away, tokens)
        return look.while_same(key, (serving, capped), lambda: Enough(serving, capped, tokens))

    return look.memo(("supply_enough.enough", side, ways.away, tokens), find)


def enough_in(
    look: Look, side: str, tokens: int, hex_: int, holders: Collection[str], moving: frozenset[str]
) -> Enough:
    """The same of the loads of some `holders`, which all are in one hex."""
    ways, loads = open_ways(look, side, moving, plainly=True), stocks(look, side).get(hex_, ())

    def find() -> Enough:
        key = ("supply_enough.serving_in", side, hex_, ways.away)
        serving = look.memo(key, lambda: Serving(look, ways, throwers(look, side), (hex_,)))
        return Enough(serving, {hex_: tuple([s for s in loads if s.holder in holders])}, tokens)

    return look.memo(("supply_enough.enough_in", side, tokens, hex_, tuple(holders), ways.away), find)


def _capped(there: Mapping[int, tuple[Stock, ...]], tokens: int) -> dict[int, tuple[Stock, ...]]:
    """The stocks without what each has beyond so many tokens."""
    return {
        h: tuple([s._replace(tokens=tokens) if s.tokens > tokens else s for s in here]) for h, here in there.items()
    }


def can_get(look: Look, unit: Unit, tokens: int, moving: frozenset[str] = NOBODY) -> bool:
    """The `payers` of a unit have so many tokens together (1 or more)."""
    return gets(look, unit, enough(look, unit.side, tokens, moving))


def gets(look: Look, unit: Unit, supply: Enough) -> bool:
    """The same, where it is asked of many units."""
    if not uses_supply(look, unit):
        return False
    key = (unit.id, unit.counter, unit.hex, unit.facing)
    found = supply.can_get.get(key)
    if found is None:
        sure = certain(look, supply, (unit,))
        if sure is None:
            sure = fed_by_one(look, supply, (unit,)) or _can_get(look, unit, supply)
        found = supply.can_get[key] = sure
    return found


def certain(look: Look, supply: Enough, units: Sequence[Unit]) -> bool | None:
    """What `can_get` is of all of some units that stand in one hex and use supply, alone and together, as far as their
    hex tells; None: they must be asked."""
    sure = supply.certain(look)[units[0].hex]
    return sure == ALL if sure and draw_by_truck(look, units) else None


def draw_by_truck(look: Look, units: Iterable[Unit]) -> bool:
    """Some units draw in Truck MP, as all but HQs do."""
    return all(draw_mobility(look.face(unit)) == TRUCK for unit in units)


def fed_by_one(look: Look, supply: Enough, units: Sequence[Unit]) -> bool:
    """One HQ throws to all of these units, which stand in one hex and use supply, and has enough: so `can_get` is true
    of each of them, and the same is true of all together."""
    here = units[0].hex
    return any(near[here] and all(serves(look, hq, u) for u in units) for hq, near in supply.feeders)


def out_of_reach(look: Look, units: Sequence[Unit], supply: Enough) -> bool:
    """No SP at all come to units that stand in one hex: so `can_get` is false of each of them."""
    return not any(own or thrown for own, thrown in [_reach(look, unit, supply) for unit in units])


def reaching(look: Look, units: Sequence[Unit], supply: Enough) -> object:
    """The stocks that reach a hex where units stand, by the HQ: while they are equal, whether these units can get those
    tokens, alone or together, does not change."""
    there = supply.there.__getitem__
    own, thrown = {}, _reach(look, units[0], supply)[1]
    for unit in units:
        own[draw_mobility(look.face(unit))] = tuple(map(there, _reach(look, unit, supply)[0]))
    return own, [(hq.id, *map(there, sources)) for hq, sources in thrown]


def _can_get(look: Look, unit: Unit, supply: Enough) -> bool:
    found: set[int] = set()
    have = 0
    for sources in _sources(look, unit, supply):
        for source in sources:
            if source not in found:
                found.add(source)
                have += sum([stock.tokens for stock in supply.there[source] if may_use(look, unit, stock)])
        if have >= supply.tokens:
            return True
    return False


def _sources(look: Look, unit: Unit, supply: Enough) -> Iterator[Sequence[int]]:
    """The hexes of a unit's own draws, then those of each HQ that throws to it."""
    own, thrown = _reach(look, unit, supply)
    if own:
        yield own
    for hq, sources in thrown:
        if serves(look, hq, unit):
            yield sources


def _reach(look: Look, unit: Unit, supply: Enough) -> Reach:
    """The hexes with SP from which a unit draws, and the HQs that throw to its hex with those of the SP that they pass
    on: the same for all of a hex that draw alike."""
    here, serving = unit.hex, supply.serving
    key = (here, draw_mobility(look.face(unit)))
    found = serving.reach.get(key)
    if found is None:
        thrown = [(hq, sources) for hq, sources, near in serving.passing if near[here]]
        found = serving.reach[key] = (serving.draws(look, unit), thrown)
    return found
