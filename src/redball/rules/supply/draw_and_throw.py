"""On-map supply: which dumps a unit can use, by direct draw or thrown by an HQ, and how SP are spent.

A dump is any place with SP, on the ground or loaded (12.1b). Tokens are whole numbers, MP units of 1/12. Nothing here
moves SP to another place: what an HQ throws is spent at once, by `spend` (12.3b-A).

Cases: 12.0-A, 12.0-B, 12.3-A, 12.3-B, 12.3a-A, 12.3b-1, 12.3b-A, 12.3b-B, 12.3b-C, 12.3b-D, 12.9a, 13.1a-A, 13.1b,
13.1d-A, 13.1d-B, 13.2b, 13.2g-B, 5.8b-B, 12.9b, 12.9c, 12.3c-B,
K12.3a-draw, K12.3b-throw, K12.3b-throw-any
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from redball.board.kernel import united
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.events import SupplySpent
from redball.core.look import Look
from redball.core.state import Facing, Unit
from redball.core.world import World
from redball.forces.counter import Mobility
from redball.rules.ground.craft import SupplySpentAfloat, craft_in
from redball.rules.ground.fleet import LandingCraft, fleet_in
from redball.rules.supply.fields import Leg
from redball.rules.supply.paths import (
    Ways,
    area_serving,
    draw_legs,
    draw_limit,
    draw_mobilities,
    draw_mobility,
    drawn_by,
    field_from,
    leg_by,
    negating,
    open_ways,
)
from redball.rules.units.abilities import face_of, formation_of, is_organic
from redball.rules.units.zoc import NOBODY, rely_on_negation


class Stock(Struct, frozen=True, order=True, gc=False):
    """SP in a hex: on the ground (`holder` is "") or loaded. `only_for` is the formation that may use an Organic
    Truck's load."""

    hex: int
    holder: str
    tokens: int
    only_for: str = ""


class Payer(Struct, frozen=True, gc=False):
    """One way for SP to reach a unit: from `source` (on the ground, or loaded on `holder`), drawn directly or thrown by
    the HQ `via`.

    `tokens` is what is there. `mp` is the cost of `draw` plus `throw`; the throw ends in the unit's hex or next to it.
    `organic`: the SP are on an Organic Truck."""

    unit: str
    side: str
    hex: int
    source: int
    holder: str
    via: str
    tokens: int
    mp: int
    organic: bool
    draw: Leg
    throw: Leg | None

    @property
    def path(self) -> tuple[int, ...]:
        """The hexes from the unit to the dump."""
        drawn = self.draw.path if self.draw.end == self.source else (*self.draw.path, self.source)
        if self.throw is None:
            return drawn
        thrown = self.throw.path[::-1]
        return (*(() if self.throw.end == self.hex else (self.hex,)), *thrown, *drawn[1:])

    @property
    def entered(self) -> tuple[int, ...]:
        """The hexes that the draw and the throw enter."""
        return self.draw.entered if self.throw is None else self.draw.entered + self.throw.entered


class Reachable(Struct, frozen=True):
    """How far an HQ or a dump reaches: MP (1/12) by hex where a draw or a throw can go. Hexes next to these are served
    too (12.3c-A): `draw_beside`, `throw_beside`."""

    draw: dict[int, int]
    throw: dict[int, int]
    draw_beside: frozenset[int]
    throw_beside: frozenset[int]


# --- what there is ---------------------------------------------------------------------------------------------


@derived
def stocks(look: Look, side: str) -> dict[int, tuple[Stock, ...]]:
    """All SP of a side by hex (12.1b, 12.1d); in each hex, SP on the ground come first."""
    found: dict[int, list[Stock]] = {}
    for hex_, dump in look.state.dumps[side].items():
        found.setdefault(hex_, []).append(Stock(hex_, "", dump.tokens))
    for unit in look.own_of(side, "transport"):
        if unit.load:
            only_for = formation_of(look, unit) if is_organic(look, unit) else ""
            found.setdefault(unit.hex, []).append(Stock(unit.hex, unit.id, unit.load, only_for))
    return {hex_: tuple(found[hex_]) for hex_ in sorted(found)}


@derived
def stocked(look: Look, side: str) -> tuple[int, ...]:
    """The hexes that hold the `stocks`."""
    return tuple(stocks(look, side))


def may_use(world: World, unit: User, stock: Stock) -> bool:
    """13.2g-B: only combat units of its formation may use an Organic Truck's SP, even through an HQ."""
    return not stock.only_for or (bool(unit.counter) and stock.only_for == world.counters[unit.counter].formation)


def uses_supply(look: Look, unit: Unit) -> bool:
    """12.0-B, 12.9a, 13.2b: only combat units use supply."""
    return unit.on_map and look.world.counters[unit.counter].is_combat_unit


# --- HQs -------------------------------------------------------------------------------------------------------


def may_throw(look: Look, hq: Unit) -> bool:
    """An HQ throws in any mode but Strat (12.3b-C, 5.8b-B, 13.1a-A, reading 1.91)."""
    is_hq = look.counter(hq).kind == "hq"
    return is_hq and hq.on_map and hq.marker != "strat" and look.face(hq).throw_range > 0


def throwers(look: Look, side: str) -> tuple[Unit, ...]:
    """The HQs of a side that may throw, in id order."""
    return tuple([unit for unit in look.own_of(side, "hq") if may_throw(look, unit)])


class Served(Struct, frozen=True, gc=False):
    """What supply depends on, of a unit that uses it or an HQ that passes it on."""

    id: str
    counter: str
    side: str
    hex: int
    facing: Facing


User = Unit | Served


def served(unit: User) -> Served:
    """The unit as supply sees it."""
    return Served(unit.id, unit.counter, unit.side, unit.hex, unit.facing)


PassingOn = tuple[Served, dict[int, Leg], Leg]
"""An HQ that throws to a hex, the draws that it passes on, and the throw."""


@derived
def throwing(look: Look, side: str) -> tuple[Served, ...]:
    """The HQs of a side that may throw, as supply sees them."""
    return tuple(map(served, throwers(look, side)))


def serves(world: World, hq: User, unit: User) -> bool:
    """An HQ throws to every friendly ground unit but itself (13.1d-A, 12.3b-B); a divisional HQ only to its own
    division and to independent units of its nationality (13.1d-B, reading 1.107)."""
    if hq.id == unit.id or hq.side != unit.side:
        return False
    counter = world.counters[hq.counter]
    if not counter.divisional:
        return True
    if not unit.counter:
        return False
    user = world.counters[unit.counter]
    own = bool(counter.formation) and counter.formation == user.formation
    return own or (user.is_independent and user.nation == counter.nation)


# --- who can pay -----------------------------------------------------------------------------------------------


def payers(look: Look, unit: Unit, moving: frozenset[str] = NOBODY) -> tuple[Payer, ...]:
    """Every way for SP to reach this unit now, best first; none for units that use no supply (12.0-B).

    `moving` units negate no ZOC. An HQ passes on only what it draws itself (12.3b-D), though another HQ may throw to it
    for its own needs. Each (source, holder, via) comes once, over its cheapest path. A path that binds a negating unit
    (4.5b-A) is used only if there is no other.
    """
    if not uses_supply(look, unit):
        return ()
    if unit.activity.afloat:  # 18.6a-B
        return tuple(sorted(_from_craft(look, served(unit), moving), key=_worth))
    found = _paying(look, unit.side, negating(look, unit.side, moving)).payers(served(unit))
    if not beside_craft(look, unit.side, unit.hex):
        return found
    return tuple(sorted((*found, *_from_craft(look, served(unit), moving)), key=_worth))


@derived
def afloat(look: Look, side: str) -> dict[int, tuple[LandingCraft, ...]]:
    """The Landing Craft of a side that carry supply, by hex."""
    found: dict[int, tuple[LandingCraft, ...]] = {}
    for craft in fleet_in(look.state).craft:
        if craft.side == side and craft.tokens:
            found[craft.hex] = (*found.get(craft.hex, ()), craft)
    return found


def beside_craft(look: Look, side: str, hex_: int) -> tuple[int, ...]:
    """The hexes with supply on Landing Craft that serve units in a hex: that hex and its neighbours (12.3c-B)."""
    if not look.world.scenario.craft:
        return ()
    there = afloat(look, side)
    return tuple([h for h in (hex_, *look.board.neighbours(hex_)) if h in there]) if there else ()


def served_by_craft(look: Look, side: str, hex_: int) -> tuple[int, ...]:
    """The hexes in which units draw on Landing Craft in a hex (12.3c-B), in order."""
    near = (hex_, *look.board.neighbours(hex_))
    ways = open_ways(look, side, NOBODY)
    return tuple(sorted(h for h in near if ways.draws(Served("", "", side, h, "combat"), (hex_,))))


def _from_craft(look: Look, unit: Served, moving: frozenset[str]) -> Iterator[Payer]:
    """12.3c-B, 18.5e: supply aboard Landing Craft is drawn next to them, and never thrown."""
    there = afloat(look, unit.side)
    legs = open_ways(look, unit.side, moving).draws(unit, beside_craft(look, unit.side, unit.hex))
    for source, leg in legs.items():
        for craft in there[source]:
            yield Payer(unit.id, unit.side, unit.hex, source, craft.id, "", craft.tokens, leg.mp, False, leg, None)


def payers_at(look: Look, side: str, hex_: int) -> tuple[Payer, ...]:
    """Every way for SP to reach a place of a side that is no unit: an air base (12.9c). Best first; drawn directly, or
    thrown by any HQ but a divisional one."""
    return _paying(look, side, negating(look, side, NOBODY)).payers(Served("", "", side, hex_, "combat"))


class Throws:
    """Where the `hqs` throw over the supply paths `ways`, whatever there is to throw. Answers are kept."""

    def __init__(self, ways: Ways, hqs: tuple[Served, ...]) -> None:
        self.ways = ways
        self.hqs = hqs
        self._to: dict[int, tuple[tuple[Served, Leg], ...]] = {}

    def to(self, hex_: int) -> tuple[tuple[Served, Leg], ...]:
        """The HQs that can throw to a hex, each with its throw."""
        found = self._to.get(hex_)
        if found is None:
            legs = [(hq, leg_by(self.ways.world, self.ways.throws(hq), hex_)) for hq in self.hqs]
            found = self._to[hex_] = tuple([(hq, leg) for hq, leg in legs if leg is not None])
        return found


class Net:
    """Which units of a side can draw from which of the `targets` (hexes with SP), directly or by `throws`. Searches are
    kept."""

    def __init__(self, throws: Throws, targets: tuple[int, ...]) -> None:
        self.world = throws.ways.world
        self.ways = throws.ways
        self.targets = targets
        self.throws = throws
        self._passing_on: dict[int, tuple[PassingOn, ...]] = {}
        self._draws: dict[tuple[int, Mobility], dict[int, Leg]] = {}

    def draws(self, user: User) -> dict[int, Leg]:
        """The targets that a unit can draw from, each with its leg."""
        key = (user.hex, drawn_by(self.world, user))
        found = self._draws.get(key)
        if found is None:
            found = self._draws[key] = self.ways.draws(user, self.targets)
        return found

    def passing_on(self, hex_: int) -> tuple[PassingOn, ...]:
        """HQs that can throw to a hex and draw SP to throw (12.3b-D)."""
        found = self._passing_on.get(hex_)
        if found is None:
            able = [(hq, self.draws(hq), throw) for hq, throw in self.throws.to(hex_)]
            found = self._passing_on[hex_] = tuple([entry for entry in able if entry[1]])
        return found

    def payers(self, unit: Served, there: Mapping[int, tuple[Stock, ...]]) -> tuple[Payer, ...]:
        """Every way for the stocks `there` to reach a unit, best first."""
        return tuple(sorted(self._payers(unit, there), key=_worth))

    def _payers(self, unit: Served, there: Mapping[int, tuple[Stock, ...]]) -> Iterator[Payer]:
        uid, side, here, world = unit.id, unit.side, unit.hex, self.world
        for source, leg in self.draws(unit).items():
            for stock in there[source]:
                if may_use(world, unit, stock):
                    organic = bool(stock.only_for)
                    yield Payer(uid, side, here, source, stock.holder, "", stock.tokens, leg.mp, organic, leg, None)
        for hq, legs, throw in self.passing_on(here):
            if not serves(world, hq, unit):
                continue
            via, mp = hq.id, throw.mp
            for source, leg in legs.items():
                for stock in there[source]:
                    if may_use(world, unit, stock):
                        organic, total = bool(stock.only_for), leg.mp + mp
                        yield Payer(
                            uid, side, here, source, stock.holder, via, stock.tokens, total, organic, leg, throw
                        )


class Paying:
    """The payers of a side's units; answers are kept."""

    def __init__(self, net: Net, there: Mapping[int, tuple[Stock, ...]]) -> None:
        self._net = net
        self._there = there
        self._known: dict[Served, tuple[Payer, ...]] = {}

    def payers(self, unit: Served) -> tuple[Payer, ...]:
        """The unit's payers, best first."""
        found = self._known.get(unit)
        if found is None:
            found = self._known[unit] = self._net.payers(unit, self._there) if self._there else ()
        return found


@derived
def _throws(look: Look, side: str, away: frozenset[str]) -> Throws:
    return Throws(open_ways(look, side, away), throwing(look, side))


@derived
def _net(look: Look, side: str, away: frozenset[str]) -> Net:
    return Net(_throws(look, side, away), stocked(look, side))


@derived
def _paying(look: Look, side: str, away: frozenset[str]) -> Paying:
    return Paying(_net(look, side, away), stocks(look, side))


def payers_in(look: Look, unit: Unit, hex_: int, moving: frozenset[str] = NOBODY) -> tuple[Payer, ...]:
    """The `payers` of a unit whose SP are in `hex_`, without listing the others."""
    there = stocks(look, unit.side).get(hex_, ())
    if not uses_supply(look, unit) or not there:
        return ()
    return _net_from(look, unit.side, hex_, negating(look, unit.side, moving)).payers(served(unit), {hex_: there})


def paid_by_loads(
    look: Look, side: str, hex_: int, holders: Collection[str], units: Iterable[Unit], moving: frozenset[str]
) -> Iterator[tuple[Unit, list[tuple[Stock, str]]]]:
    """The units that can use the loads of `holders`, which must all be in `hex_`. Each comes with the loads it can get
    and the HQ used for each ("" if none). Must agree with its `payers_in`, order included."""
    net, loads = _net_from(look, side, hex_, negating(look, side, moving)), stocks(look, side).get(hex_, ())
    there = tuple([load for load in loads if load.holder in holders])
    near, known = net.served(), dict[tuple[int, Mobility, tuple[Stock, ...]], list[Loaded]]()
    of_formation: dict[str, tuple[Stock, ...]] = {}
    for unit in units:
        if not near[unit.hex]:
            continue
        mobility = draw_mobility(look.face(unit))
        formation = formation_of(look, unit)
        usable = of_formation.get(formation)
        if usable is None:
            usable = of_formation[formation] = tuple([load for load in there if may_use(look.world, unit, load)])
        if usable:
            key = (unit.hex, mobility, usable)
            ways = known.get(key)
            if ways is None:
                ways = known[key] = net.loaded(unit, usable)
            found = [(way.load, way.via) for way in ways if way.hq is None or serves(look.world, way.hq, unit)]
            if found:
                yield unit, found


class Loaded(NamedTuple):
    """A way for a load to reach a hex. Sorts like `Payer`s, best first. `via` is the HQ's id, "" if none."""

    organic: bool
    thrown: bool
    mp: int
    holder: str
    via: str
    load: Stock
    hq: Served | None


class NetFrom(Net):
    """The net for the SP of one hex. One search backward from there rules out units that are too far away."""

    def __init__(self, throws: Throws, hex_: int) -> None:
        super().__init__(throws, (hex_,))
        self._served: bytes | None = None

    def draws(self, user: User) -> dict[int, Leg]:
        """The unit's draw from that hex, if there is one."""
        area = self.area(draw_mobility(face_of(self.world, user)))
        return super().draws(user) if area[user.hex] else {}

    def area(self, mobility: Mobility) -> bytes:
        """Mask of the hexes from which units can draw from that hex."""
        return self.ways.drawing_on(self.targets, mobility)

    def served(self) -> bytes:
        """Mask of the hexes where its SP can reach any unit."""
        if self._served is None:
            passing = (hq for hq in self.throws.hqs if self.draws(hq))
            thrown = (field.served for hq in passing for field in self.ways.throws(hq))
            self._served = united((*map(self.area, draw_mobilities(self.world)), *thrown))
        return self._served

    def loaded(self, unit: User, there: tuple[Stock, ...]) -> list[Loaded]:
        """The ways for the loads `there` to reach any unit of this hex and draw mobility, best first."""
        draws = [(leg.mp, "", None) for leg in self.draws(unit).values()]
        throws = [(legs[self.targets[0]].mp + leg.mp, hq.id, hq) for hq, legs, leg in self.passing_on(unit.hex)]
        ways = product(there, (*draws, *throws))
        return sorted(
            Loaded(bool(load.only_for), hq is not None, mp, load.holder, via, load, hq) for load, (mp, via, hq) in ways
        )


@derived
def _net_from(look: Look, side: str, hex_: int, away: frozenset[str]) -> NetFrom:
    return NetFrom(_throws(look, side, away), hex_)


def payers_from(look: Look, unit: Unit, there: Iterable[Stock]) -> tuple[Payer, ...]:
    """The payers from the stocks `there`, which need not be in the state (a dump that was just emptied, say)."""
    if not uses_supply(look, unit):
        return ()
    stock_at: dict[int, tuple[Stock, ...]] = {}
    for stock in there:
        stock_at[stock.hex] = (*stock_at.get(stock.hex, ()), stock)
    return Net(_throws(look, unit.side, NOBODY), tuple(stock_at)).payers(served(unit), stock_at)


def _worth(payer: Payer) -> tuple[bool, bool, int, int, str, str]:
    return (payer.organic, bool(payer.via), payer.mp, payer.source, payer.holder, payer.via)


def find_payer(
    look: Look, unit: Unit, source: int, holder: str, via: str, moving: frozenset[str] = NOBODY
) -> Payer | None:
    """The unit's payer with this source, holder and HQ, or None."""
    for payer in payers(look, unit, moving):
        if (payer.source, payer.holder, payer.via) == (source, holder, via):
            return payer
    return None


def tokens_of(found: Iterable[Payer]) -> int:
    """Tokens that the payers have together; a dump that serves through two HQs counts once."""
    return sum({(p.source, p.holder): p.tokens for p in found}.values())


def ordinary(found: Iterable[Payer]) -> tuple[Payer, ...]:
    """The payers without the SP on Organic Trucks, which the owner may withhold (12.10e-B)."""
    return tuple(p for p in found if not p.organic)


def spend(
    run: Run, payer: Payer, tokens: int, purpose: str, unit: str = "", case: str = "", moving: frozenset[str] = NOBODY
) -> None:
    """Spend tokens at once (12.3b-A), and bind the units whose negation the path relies on (4.5b-A).

    `payer` must come from `payers` of this very state. Raises ValueError for more tokens than it has, or for none.
    """
    if not 0 < tokens <= payer.tokens:
        raise ValueError(f"{tokens}T from a payer that has {payer.tokens}T")
    spent = SupplySpentAfloat if craft_in(run.state, payer.holder) is not None else SupplySpent
    run.emit(
        spent(
            case=case or ("12.3b-1" if payer.via else "12.3a-A"),
            side=payer.side,
            hex=payer.source,
            tokens=tokens,
            purpose=purpose,
            holder=payer.holder,
            via=payer.via,
            unit=unit,
        )
    )
    rely_on_negation(run, payer.side, payer.entered, moving)


# --- reach, for the page ---------------------------------------------------------------------------------------


def hq_reach(look: Look, hq: Unit) -> Reachable:
    """How far an HQ draws, and throws if it may (12.3b-C)."""
    face = look.face(hq)
    draw = field_from(look, hq.side, hq.hex, draw_mobility(face), draw_limit(look.world)).cost
    throw: dict[int, int] = {}
    if may_throw(look, hq):
        throw = field_from(
            look, hq.side, hq.hex, face.throw_mobility, face.throw_range, facing=hq.facing, thrown=True
        ).cost
    return Reachable(draw, throw, _beside(look, draw), _beside(look, throw))


def dump_reach(look: Look, side: str, hex_: int) -> Reachable:
    """The hexes from which a unit can draw from a dump in `hex_`, and where HQs that draw from it can throw."""
    draw = area_serving(look, side, (hex_,), "truck", draw_limit(look.world))
    throw: dict[int, int] = {}
    for hq in throwers(look, side):
        if draw_legs(look, hq, (hex_,)):
            for there, mp in hq_reach(look, hq).throw.items():
                throw[there] = min(mp, throw.get(there, mp))
    return Reachable(draw, throw, frozenset(), _beside(look, throw))


def _beside(look: Look, hexes: dict[int, int]) -> frozenset[int]:
    return frozenset(n for h in hexes for n in look.board.neighbours(h) if n not in hexes)
