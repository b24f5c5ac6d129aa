"""Who can get so many tokens, without listing how: what `redball.rules.supply.payers` come to.

Of two paths it does not matter here which a draw or throw would take (4.5b-A), nor what is left in a dump that has
enough: so that the answer holds through most moves. The plain version is the tokens of the `payers` together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.supply import Described, Stock, described, may_use, serves, stocks, throwers, uses_supply
from redball.rules.supply_paths import Ways, draw_limit, draw_mobility, open_ways
from redball.rules.zoc import NOBODY

Hexes = frozenset[int]


class Serving:
    """From which hexes SP could reach whom: the same object as long as the ways of a side and its HQs do not change.
    `hqs` are those that throw, each with the hexes that it draws from and those that it throws to; `drawn` fills as it
    is asked for."""

    __slots__ = ("drawn", "hqs", "ways")

    def __init__(self, look: Look, ways: Ways, hqs: Sequence[Unit]) -> None:
        self.ways = ways
        self.drawn: dict[tuple[int, str], Hexes] = {}
        self.hqs = tuple([(hq, self.draws(look, hq), self._throws(look, hq)) for hq in hqs])

    def draws(self, look: Look, unit: Unit) -> Hexes:
        """The hexes from which a unit draws."""
        kind = draw_mobility(look.face(unit))
        found = self.drawn.get((unit.hex, kind))
        if found is None:
            field = self.ways.fields(look, unit.side, unit.hex, kind, draw_limit(look.world))[-1]
            found = self.drawn[unit.hex, kind] = field.around(look.board)
        return found

    def _throws(self, look: Look, hq: Unit) -> Hexes:
        face = look.face(hq)
        field = self.ways.fields(look, hq.side, hq.hex, face.throw_mobility, face.throw_range, hq.facing)[-1]
        return field.around(look.board)


class Enough:
    """Who can get so many `tokens`: while it is the same object, the answer is the same for units that do not change,
    alone and together. SP that a stock has beyond them do not matter: of `there` they are left out. `passing` are the
    HQs that pass on SP, with the hexes of these and those that they serve; `feeders` those of them that pass on enough
    which anybody may use (on no Organic Truck), and the hexes that they serve. The rest fills as it is asked for."""

    __slots__ = ("can_get", "feeders", "passing", "reach", "serving", "there", "tokens")

    def __init__(self, serving: Serving, there: Mapping[int, tuple[Stock, ...]], tokens: int) -> None:
        self.serving = serving
        self.there = there
        self.tokens = tokens
        for_all = {hex_: sum([s.tokens for s in here if not s.only_for]) for hex_, here in there.items()}
        drawn = [(hq, sorted(there.keys() & draws), near) for hq, draws, near in serving.hqs]
        self.passing = tuple([entry for entry in drawn if entry[1]])
        able = [(hq, near) for hq, sources, near in self.passing if sum(map(for_all.__getitem__, sources)) >= tokens]
        self.feeders = tuple(able)
        self.can_get: dict[Described, bool] = {}
        self.reach: dict[tuple[int, str], Reach] = {}


def enough(look: Look, side: str, tokens: int, moving: frozenset[str] = NOBODY) -> Enough:
    """Who of a side can get so many tokens (1 or more) while units are `moving`."""
    ways = open_ways(look, side, moving, plainly=True)

    def find() -> Enough:
        hqs, there = throwers(look, side), stocks(look, side)
        parts = (ways, described(hqs))
        serving = look.while_same(("supply_enough.serving", side, ways.away), parts, lambda: Serving(look, ways, hqs))
        capped = look.while_same(("supply_enough.capped", side, tokens), (there,), lambda: _capped(there, tokens))
        key = ("supply_enough.enough", side, ways.away, tokens)
        return look.while_same(key, (serving, capped), lambda: Enough(serving, capped, tokens))

    return look.memo(("supply_enough.enough", side, ways.away, tokens), find)


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
        found = supply.can_get[key] = fed_by_one(look, supply, (unit,)) or _can_get(look, unit, supply)
    return found


def fed_by_one(look: Look, supply: Enough, units: Sequence[Unit]) -> bool:
    """One HQ throws to all of these units, which stand in one hex and use supply, and has enough: so `can_get` is true
    of each of them, and the same is true of all together."""
    here = units[0].hex
    return any(here in near and all(serves(look, hq, u) for u in units) for hq, near in supply.feeders)


def comes_from(look: Look, unit: Unit, hex_: int, supply: Enough) -> bool:
    """SP in that hex reach a unit: some of its `payers` have that source, if it may use what is there."""
    return any(hex_ in sources for sources in _sources(look, unit, supply))


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


Reach = tuple[list[int], list[tuple[Unit, list[int]]]]


def _reach(look: Look, unit: Unit, supply: Enough) -> Reach:
    """The hexes with SP from which a unit draws, and the HQs that throw to its hex with those of the SP that they pass
    on: the same for all of a hex that draw alike."""
    here = unit.hex
    key = (here, draw_mobility(look.face(unit)))
    found = supply.reach.get(key)
    if found is None:
        own = sorted(supply.there.keys() & supply.serving.draws(look, unit))
        found = supply.reach[key] = (own, [(hq, sources) for hq, sources, near in supply.passing if here in near])
    return found
