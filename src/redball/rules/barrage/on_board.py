"""A barrage on combat units on the board: strength, density, spotters, terrain.

Nothing here changes a game: preview, price and resolution read the same ledger.

Cases: 10.0a-C, 10.0b-A, 10.0b-B, 10.1b-1, 10.1b-B
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from redball.charts import BarrageCell
from redball.core.ledger import worth
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.barrage.chart import Aim, Flown, Target, aim_at, asks_for_die, shift_terms
from redball.rules.barrage.points import AIR_SHIFTS, BARRAGE_DENSITY, BARRAGE_FACTORS, BARRAGE_SHIFTS, SOFT_DENSITY
from redball.rules.combat.terrain import hex_terrains
from redball.rules.units.abilities import formation_of
from redball.rules.units.points import SUPPLY_FACTORS


def barrage_strength(look: Look, unit: Unit) -> Fraction:
    """Barrage Strength of the side showing; DG halves it (5.10b-A), Out of Supply does not (10.1b-B)."""
    states = look.world.charts.strength_states
    value = Fraction(look.face(unit).barrage)
    if unit.marker == "dg":
        value *= states.dg_barrage
    return worth(look.policies[SUPPLY_FACTORS](look, unit, "barrage", True), value)


def total_strength(look: Look, units: Iterable[str], halved: tuple[str, ...] = ()) -> Fraction:
    """The total strength of several units, not rounded; `halved` units count half."""
    total = Fraction(0)
    for uid in units:
        strength = barrage_strength(look, look.unit(uid))
        total += strength / 2 if uid in halved else strength
    return total


def effective(look: Look, side: str, strength: Fraction) -> Fraction:
    """The part of a strength that counts on the table."""
    return worth(look.policies[BARRAGE_FACTORS](look, side), strength)


def cost_tokens(look: Look, units: tuple[str, ...], strength: Fraction) -> int:
    """10.1b-1: the price of the initial column, before shifts, whatever fires. Raises ValueError below one point."""
    table = look.world.charts.barrage
    return table.cost_tokens(table.column(strength))


def has_spotter(look: Look, side: str, hex_: int) -> bool:
    """A friendly combat unit next to the target is a correct spotter, whatever its mode (10.0b-A)."""
    return any(look.has_combat_units(n, side) for n in look.board.neighbours(hex_))


def density(look: Look, side: str, hex_: int) -> int:
    """RE of the target side's combat units in a hex, in quarters; one division counts as at most 3 RE (10.0a-C).

    A division is a multi-step unit, or the units of one formation together (reading 1.84).
    """
    cap = look.world.charts.barrage.re_cap_per_division
    sizes: dict[str, int] = {}
    for unit in look.combat_units_at(hex_, side):
        division = formation_of(look, unit) or unit.id
        sizes[division] = sizes.get(division, 0) + look.regimental_equivalents(unit)
    return sum(min(size, cap) for size in sizes.values())


def hedgehog_level(look: Look, hex_: int) -> int:
    """Level of the hedgehog in a hex, 0 for none."""
    hedgehog = look.state.hedgehogs.get(hex_)
    return hedgehog.level if hedgehog is not None else 0


def terrain_shift(look: Look, terrain: str) -> int:
    """Columns for a terrain that the target's owner may choose."""
    charts = look.world.charts
    return charts.barrage.terrain_shift(charts.terrain_combat[terrain].line)


def best_terrain(look: Look, hex_: int) -> str:
    """The terrain of a hex that helps its units most; the first on ties."""
    return min(hex_terrains(look, hex_), key=lambda terrain: terrain_shift(look, terrain))


def target_of(
    look: Look, side: str, hex_: int, terrain: str, flown: Flown | None = None, *, naval: bool = False
) -> Target:
    """What shifts a barrage by `side` on a hex: by artillery, as it is `flown`, or by ships."""
    enemy = look.enemy(side)
    known = look.world.charts.terrain_combat[terrain]
    return Target(
        density=look.policies[BARRAGE_DENSITY](look, enemy, hex_),
        soft=look.policies[SOFT_DENSITY](look, enemy, hex_),
        hedgehog=hedgehog_level(look, hex_),
        line=known.line,
        terrain=known.name,
        arm="air" if flown else "naval" if naval else "artillery",
        spotter=has_spotter(look, side, hex_) and not (flown and flown.high),
        short_range=flown is not None and flown.near and not flown.high,
        long_range=flown is not None and flown.far,
        strat=any(unit.marker == "strat" for unit in look.combat_units_at(hex_, enemy)),
    )


def aim(
    look: Look,
    side: str,
    hex_: int,
    strength: Fraction,
    terrain: str,
    flown: Flown | None = None,
    *,
    naval: bool = False,
) -> Aim:
    """The final column of a barrage and its ledger. Raises ValueError below one point (10.0-E)."""
    target, policies = target_of(look, side, hex_, terrain, flown, naval=naval), look.policies
    if naval:
        return aim_at(look.world.charts, strength, target, policies[BARRAGE_SHIFTS])
    if flown is None:
        return aim_at(
            look.world.charts, strength, target, policies[BARRAGE_SHIFTS], policies[BARRAGE_FACTORS](look, side)
        )
    more = policies[AIR_SHIFTS](look, hex_, False)
    return aim_at(look.world.charts, strength, target, lambda *of: (*policies[BARRAGE_SHIFTS](*of), *more))


def needs_rounding_die(
    look: Look, side: str, hex_: int, cell: BarrageCell, flown: Flown | None = None, *, naval: bool = False
) -> bool:
    """A result of 1/2 needs a die, unless its brackets make it only DG here."""
    target = target_of(look, side, hex_, best_terrain(look, hex_), flown, naval=naval)
    return asks_for_die(look.world.charts, target, cell)


def anybody(look: Look, side: str, hex_: int, lost: tuple[str, ...]) -> tuple[str, ...]:
    """10.0a-B: combat units of the hex, as their owner chooses."""
    return tuple(unit.id for unit in look.combat_units_at(hex_, side))


def none_apart(look: Look, side: str, hex_: int) -> int:
    """All units count alike (10.0a-C)."""
    return 0


POLICIES = {
    "barrage_cost": cost_tokens,
    "barrage_quarters": lambda look, units, strength: (units, 0),
    "barrage_price_told": lambda look, units, strength: None,
    "aimed_preview": lambda look, side, hex_, units: None,
    "barrage_shifts": shift_terms,
    "may_lose_to_barrage": anybody,
    "barrage_density": density,
    "soft_density": none_apart,
    "barrage_factors": lambda look, side: (),
    "air_shifts": lambda look, hex_, night: (),
    "refuse_fire_together": lambda look, units: None,
}
