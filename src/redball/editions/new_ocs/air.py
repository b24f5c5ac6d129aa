"""The dice of New OCS aircraft: one round for each attacker, flak after strikes, the price of refit.

Procedures without a board, as in `rules/` (`air.combat`, `flak`, `refit`), which the table companion plays, too. On the
board `air_phase` and `air_rounds` play them. Drops, and how many aircraft a base refits, are those of the series.

Cases: N14-refit-cost, N14-refit-limit, N12-refit
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Tally
from redball.editions.new_ocs.charts import AirOperations, StrikeFlak
from redball.rules.air.combat import AirCombat, RoundDice, Standing, aborting, best, costs, fit, result_of
from redball.rules.air.flak import FlakRead, FlakTarget, Point, points_in_hex, read_flak, tally_of
from redball.rules.air.refit import Refit

# --- air combat ----------------------------------------------------------------------------------------------------


def sweep_goes_on(standing: Standing) -> bool:
    """Whether sweeping fighters and enemy fighters are left; a sweep never fights bombers (N14-sweep-targets)."""
    return bool(standing.sides[0]) and fit(standing.sides[1])


def interception_goes_on(standing: Standing) -> bool:
    """Whether interceptors and aircraft of the mission are left (N14.3-intercept-escorts)."""
    return bool(standing.sides[0] and standing.sides[1])


def after_round(charts: Charts, standing: Standing, throw: Throw) -> Standing:
    """The next attacker fights a fighter if one is left, and is then out, whether driven off or not (N14.3-once)."""
    place = defending(standing)
    result = result_of(charts, throw.two("dice") + advantage(standing, place))
    return fallen(standing, place, result, costs(charts, throw.one("loss")))


def defending(standing: Standing) -> int:
    """The place of the next defender."""
    others = standing.sides[1]
    return best(others, attacks=fit(others))


def advantage(standing: Standing, place: int) -> int:
    """The rating of the next attacker less that of the defender in this place."""
    return standing.sides[0][0].rating - standing.sides[1][place].rating


def fallen(standing: Standing, place: int, result: str, cost: tuple[bool, bool]) -> Standing:
    """The standing after that result of a round and what its loss die costs."""
    ours, theirs = standing.sides
    driven_off, aborts = aborting(result)
    gone = [(0, (0,), int(cost[ours[0].home] and driven_off))]
    if aborts:
        gone.append((1, (place,), int(cost[theirs[place].home])))
    return standing.after(gone, flown_home=standing.flown_home + (not driven_off))


def each_round(dice: RoundDice, standing: Standing) -> dict[Standing, int]:
    """Every `after_round`, with its different results only, and in how many of 216 throws."""
    place = defending(standing)
    return dice.standings(advantage(standing, place), partial(fallen, standing, place))


SWEEP = AirCombat(sweep_goes_on, after_round, each_round)
INTERCEPTION = AirCombat(interception_goes_on, after_round, each_round)


def air_combat(sweep: bool) -> AirCombat:
    """Each attacker fights once (N14.3-once)."""
    return SWEEP if sweep else INTERCEPTION


def interception_reach(charts: Charts, patrolling: bool) -> int:
    """How far fighters intercept, on patrol or ready (N14-interception-patrol, N14-interception-ready)."""
    chart = charts.table(AirOperations)
    return chart.patrol_intercept_hexes if patrolling else chart.ready_intercept_hexes


# --- flak, refit ---------------------------------------------------------------------------------------------------


def flak_points(charts: Charts, target: FlakTarget) -> Iterator[Point]:
    """Large strikes and strong bases; patrol zones add nothing (N14.4-roll, N14.4-exempt)."""
    of = charts.table(StrikeFlak).modifier
    if target.aircraft >= 3:
        yield "three_or_four_units", of("three_or_four_units"), f"{target.aircraft} air units in the strike"
    strong = target.air_base >= charts.table(AirOperations).strong_base_level
    base = of("air_base_level_2") if strong else 0
    yield from points_in_hex(charts, target, ("air_base_level_2", base, f"an air base of level {target.air_base}"))


def flak_tally(charts: Charts, target: FlakTarget) -> Tally[int]:
    """The modifiers of the roll, with their reasons."""
    return tally_of(flak_points(charts, target), "N14.4-roll", "strike_flak")


def throw_flak(charts: Charts, target: FlakTarget, throw: Throw) -> FlakRead:
    """One roll for the whole strike, after it (N14.4-roll)."""
    return read_flak(charts, target, flak_tally(charts, target), throw)


def refit_price(charts: Charts, refit: Refit) -> int:
    """The price by aircraft: fighters, and the factors of all bombers together, halves of a token up (N14-refit-cost,
    N12-refit)."""
    chart = charts.table(AirOperations)
    per = chart.refit_bomber_factors_per_token
    bombers = (2 * refit.bomber_factors + per) // (2 * per)
    return refit.fighters * chart.refit_tokens_per_fighter + bombers


POLICIES = {
    "air_combat": air_combat,
    "interception_reach": interception_reach,
    "flak": throw_flak,
    "refit_price": refit_price,
}
