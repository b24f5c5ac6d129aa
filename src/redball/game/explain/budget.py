"""A side's supply budget: its tokens and where they are, and what everything that it could do this turn would cost:
fuel by formation, attacks and barrages in reach, food for units that cannot trace.

Needs are prices, not plans: nobody is told to pay them. `within` says how much could be brought to those who need it,
so that a need beyond it cannot be met where it arises. Everything is found from what the side believes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from redball.core.look import Look
from redball.core.state import Unit
from redball.game.explain.whole_side import SideSupply, supply_of_side
from redball.rules.barrage.segment import battery
from redball.rules.combat.odds import attack_cost
from redball.rules.combat.segment import refuse_plan
from redball.rules.moving_stack.fuel import has_fuel, needs_fuel, price
from redball.rules.supply.draw_and_throw import Payer, Stock, payers, stocks, tokens_of
from redball.rules.units.abilities import formation_of, may_still_move


class HqBudget(Struct, frozen=True):
    """An HQ that may throw: the tokens that it draws, and how many combat units it could pay for."""

    unit: str
    hex: int
    tokens: int
    serves: int


class Need(Struct, frozen=True):
    """What something would take: `tokens`, of which so many could be brought there (`within`). `name` is a formation,
    "" for others; `hex` the target of an attack or a barrage, -1 for others."""

    tokens: int
    within: int
    units: tuple[str, ...]
    name: str = ""
    hex: int = -1


class Budget(Struct, frozen=True):
    """All of a side, amounts in tokens. `tokens` is everything; `ground`, `loaded` and `organic` are what lies on the
    ground, on Transport Points and on Organic Trucks; `served` of `units` combat units could be paid for. `fueled` are
    the formations whose fuel is paid. `attacking` is the price if every unit that could attack did so once. `feeding`:
    who cannot trace, and their food (None: all trace)."""

    side: str
    tokens: int
    ground: int
    loaded: int
    organic: int
    stocks: tuple[Stock, ...]
    hqs: tuple[HqBudget, ...]
    units: int
    served: int
    fueled: tuple[str, ...]
    fuel: tuple[Need, ...]
    attacks: tuple[Need, ...]
    attacking: int
    barrages: tuple[Need, ...]
    feeding: Need | None


def budget(look: Look, side: str) -> Budget:
    """The budget of a side, from a look at what it believes."""
    net = supply_of_side(look, side)
    everything = tuple(stock for here in stocks(look, side).values() for stock in here)
    attacks = tuple(_attacks(look, side))
    attackers = dict.fromkeys(uid for need in attacks for uid in need.units)
    return Budget(
        side=side,
        tokens=sum(stock.tokens for stock in everything),
        ground=sum(stock.tokens for stock in everything if not stock.holder),
        loaded=sum(stock.tokens for stock in everything if stock.holder and not stock.only_for),
        organic=sum(stock.tokens for stock in everything if stock.only_for),
        stocks=everything,
        hqs=tuple(_hqs(net)),
        units=len(net.units),
        served=sum(unit.unpaid is None for unit in net.units),
        fueled=tuple(sorted(f for f in look.state.fueled_formations if _is_of(look, side, f))),
        fuel=tuple(_fuel(look, side)),
        attacks=attacks,
        attacking=sum(attack_cost(look, look.unit(uid)) for uid in attackers),
        barrages=tuple(_barrages(look, side)),
        feeding=_feeding(look, [look.unit(unit.unit) for unit in net.units if not unit.traces]),
    )


def _is_of(look: Look, side: str, formation: str) -> bool:
    return any(formation_of(look, unit) == formation for unit in look.own(side))


def _hqs(net: SideSupply) -> Iterator[HqBudget]:
    for number, source in enumerate(net.sources):
        if source.hq:
            serves = sum(number in unit.by for unit in net.units)
            yield HqBudget(source.hq, source.hex, source.tokens, serves)


def _within(look: Look, units: Iterable[Unit]) -> int:
    """The tokens that could be brought to any of these units."""
    found: list[Payer] = [payer for unit in units for payer in payers(look, unit)]
    return tokens_of(found)


def _fuel(look: Look, side: str) -> Iterator[Need]:
    """By formation, the cheaper of one payment for all (12.5c-A) and one for each (12.5c-C); then the others."""
    dry = [u for u in look.own(side) if needs_fuel(look, u) and not has_fuel(u) and may_still_move(look, u)]
    groups: dict[str, list[Unit]] = {}
    for unit in dry:
        groups.setdefault(formation_of(look, unit), []).append(unit)
    for name, units in sorted(groups.items(), key=lambda item: (not item[0], item[0])):
        single = sum(price(look, "single_unit", unit.id) for unit in units)
        together = price(look, "formation", units[0].id) if name else single
        yield Need(min(single, together), _within(look, units), tuple(unit.id for unit in units), name)


def _feeding(look: Look, hungry: list[Unit]) -> Need | None:
    """The price of food if one dump fed all (12.6c-A)."""
    if not hungry:
        return None
    per_token = 4 * look.world.charts.supply_costs.eat_off_map_re_per_t
    tokens = -(-sum(map(look.regimental_equivalents, hungry)) // per_token)
    return Need(tokens, _within(look, hungry), tuple(unit.id for unit in hungry))


def _attacks(look: Look, side: str) -> Iterator[Need]:
    """For each enemy hex in sight beside own units, the price if all who could attack it did."""
    enemy = look.enemy(side)
    near = {n for unit in look.own(side) for n in look.board.neighbours(unit.hex) if look.has_combat_units(n, enemy)}
    for hex_ in sorted(near):
        around = [unit for n in look.board.neighbours(hex_) for unit in look.combat_units_at(n, side)]
        able = [unit for unit in around if refuse_plan(look, side, unit, hex_) is None]
        if able:
            tokens = sum(attack_cost(look, unit) for unit in able)
            yield Need(tokens, _within(look, able), tuple(unit.id for unit in able), hex=hex_)


def _barrages(look: Look, side: str) -> Iterator[Need]:
    """Guns with an enemy in range, each with what it costs to fire alone."""
    seen: set[str] = set()
    enemy = look.enemy(side)
    for hex_ in sorted({unit.hex for unit in look.own(enemy)}):
        if not look.has_combat_units(hex_, enemy):
            continue
        for gun in battery(look, side, hex_):
            if gun.refused is None and gun.unit not in seen:
                seen.add(gun.unit)
                yield Need(gun.cost, _within(look, (look.unit(gun.unit),)), (gun.unit,), hex=hex_)
