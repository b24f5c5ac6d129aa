"""The dice of aircraft by the charts of 1992: air combat with doubling up, flak, drops, refit.

Procedures without a board, as in `rules/` (`air.combat`, `flak`, `air.drop`, `refit`). The table companion plays them;
on the board `doubling`, `hex_flak`, `load_drop` and `base_supply` read the same tables.
"""

from __future__ import annotations

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Tally, Term, signed
from redball.core.telling import counted
from redball.editions.v1992.charts import (
    AirDrops,
    AirReach,
    AirToAir,
    DoublingUp,
    FlakStrength,
    HexFlak,
    SpecialSupply,
)
from redball.rules.air.combat import AirCombat, Aircraft, Standing, goes_on, pairing
from redball.rules.air.drop import Drop, DropResult
from redball.rules.air.flak import FlakRead, FlakTarget, Point, tally_of
from redball.rules.air.refit import Refit

# Whether attacker and defender abort, and the steps that they lose; the worst for the attacker first.
RESULTS = {
    "attacker_loses_and_aborts": ((True, 1), (False, 0)),
    "attacker_aborts": ((True, 0), (False, 0)),
    "defender_aborts": ((False, 0), (True, 0)),
    "defender_loses_and_aborts": ((False, 0), (True, 1)),
}
WORTH = list(RESULTS)


# --- air combat ----------------------------------------------------------------------------------------------------


def doubled_combats(charts: Charts, sides: tuple[tuple[Aircraft, ...], tuple[Aircraft, ...]]) -> tuple[int, int]:
    """How often each side may send two aircraft: its advantage in fighters (reduced ones count half), if that is enough
    when the combat begins (E92-air-doubling-availability)."""
    halves = [sum(1 if plane.reduced else 2 for plane in side if not plane.parenthesized) for side in sides]
    return allowed_doubles(charts, halves[0], halves[1])


def allowed_doubles(charts: Charts, ours: int, theirs: int) -> tuple[int, int]:
    """The same, by the fighters of both sides in halves."""
    more = abs(ours - theirs)
    allowed = more // 2 if more >= 2 * charts.table(DoublingUp).needed_advantage else 0
    return (allowed, 0) if ours > theirs else (0, allowed)


def second(standing: Standing, side: int, place: int, *, attacks: bool) -> int | None:
    """The place of the aircraft that flies beside the one at `place`: the best of the others that may."""
    able = [i for i, p in enumerate(standing.sides[side]) if i != place and not (attacks and p.parenthesized)]
    return max(able, key=lambda i: (standing.sides[side][i].rating, -i), default=None)


def after_round(charts: Charts, standing: Standing, throw: Throw) -> Standing:
    """One round; a side that may double up does (E92-air-doubling)."""
    pair, places = pairing(standing)
    planes = standing.sides
    partners = [
        second(standing, side, place, attacks=i == 0) if standing.doubling[side] else None
        for i, (side, place) in enumerate(zip(pair, places, strict=True))
    ]
    defending = [places[1], *([partners[1]] if partners[1] is not None else [])]
    against = sum(planes[pair[1]][place].rating for place in defending)
    attacking = [places[0], *([partners[0]] if partners[0] is not None else [])]
    reads = [
        str(charts.table(AirToAir).read("main", throw.two("dice") + planes[pair[0]][place].rating - against))
        for place in attacking
    ]
    used = max(range(len(reads)), key=lambda i: (WORTH.index(reads[i]), -i))
    (attacker_aborts, attacker_steps), (defender_aborts, defender_steps) = RESULTS[reads[used]]
    gone: list[tuple[int, tuple[int, ...], int]] = []
    if attacker_aborts:
        gone.append((pair[0], (attacking[used],), attacker_steps))
    if defender_aborts:
        gone.append((pair[1], tuple(defending), defender_steps))
    left = list(standing.doubling)
    for side, partner in zip(pair, partners, strict=True):
        left[side] -= partner is not None
    return standing.after(gone, doubling=(left[0], left[1]))


ROUNDS = AirCombat(goes_on, after_round)


def air_combat(sweep: bool) -> AirCombat:
    """Rounds on the table of 1992; a combat ends as in the series."""
    return ROUNDS


def interception_reach(charts: Charts, patrolling: bool) -> int:
    """How far any fighter deploys, on patrol or not (E92-air-phasing-moves-intercept)."""
    return charts.table(AirReach).intercept_hexes


# --- flak, drops, refit --------------------------------------------------------------------------------------------


def flak_strength(charts: Charts, target: FlakTarget) -> list[Point]:
    """The terms of a hex's flak strength (E92-flak-strength)."""
    of = charts.table(FlakStrength).modifier
    return [
        ("step", of("step") * target.steps, f"{counted(target.steps, 'step')} in the hex"),
        ("transport_or_supply", of("transport_or_supply") * target.transport_or_supply, "transport or supply"),
        ("air_base", target.air_base, "level of the air base"),
        ("port_or_city", of("port_or_city") * target.port_or_city, "a friendly port or city"),
    ]


def flak_tally(charts: Charts, target: FlakTarget) -> Tally[int]:
    """The flak strength of a hex."""
    return tally_of(flak_strength(charts, target), "E92-flak-strength", "hex_flak_strength")


def throw_flak(charts: Charts, target: FlakTarget, throw: Throw) -> FlakRead:
    """Two dice for one aircraft on the column of the hex (E92-flak-results)."""
    roll = throw.two("dice")
    cell = charts.table(HexFlak).read(flak_tally(charts, target).value, roll)
    return FlakRead(roll, "1" if cell.steps else "", cell.abort)


def drop_tally(charts: Charts, drop: Drop) -> Tally[int]:
    """Terrain matters to units only (E92-unit-drop-terrain)."""
    by = charts.table(AirDrops).modifier("not_open") if drop.closed and not drop.supply else 0
    terms = (Term(by, "not open", "E92-unit-drop-terrain", "air_drops.not_open"),) if by else ()
    return Tally("Air drop", terms, total=signed)


def throw_drop(charts: Charts, drop: Drop, throw: Throw) -> DropResult:
    """One die for a load of supply or for a unit (E92-supply-drop, E92-unit-drop)."""
    die = throw.one("die") + drop_tally(charts, drop).value
    read = charts.table(AirDrops).read("supply" if drop.supply else "unit", die)
    return "scatters" if read == "scatters" else "lands" if read == "lands" else "destroyed"


def refit_limit(charts: Charts, refit: Refit, throw: Throw) -> int:
    """A die times the levels that were supplied (E92-air-refit-roll)."""
    return throw.one("die") * refit.usable


def refit_price(charts: Charts, refit: Refit) -> int:
    """A price for each level that is to be usable (E92-special-supply-bases)."""
    return charts.table(SpecialSupply).air_base_per_usable_level * refit.usable


POLICIES = {
    "air_combat": air_combat,
    "interception_reach": interception_reach,
    "flak": throw_flak,
    "air_drop": throw_drop,
    "drop_tally": drop_tally,
    "refit_limit": refit_limit,
    "refit_price": refit_price,
}
