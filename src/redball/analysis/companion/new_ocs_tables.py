"""New OCS barrages and supply evasion for the companion: other shifts, prices, and a roll for captures."""

from __future__ import annotations

from msgspec import Struct

from redball.analysis.companion.fire import density
from redball.analysis.companion.kinds import Asked, AskError, named, quarters, strength
from redball.analysis.companion.questions import EvasionQuestion, ShiftedQuestion
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.ledger import Line, show, show_quarters, show_tokens
from redball.editions.new_ocs.barrage import shifts
from redball.editions.new_ocs.charts import BarragePrices, SupplyEvasion
from redball.editions.new_ocs.evasion import (
    BY_TRUCK,
    OTHERWISE,
    SETTLED,
    Fate,
    fate_of_points,
    fate_of_supply,
    lifted_by,
)
from redball.rules.barrage.chart import BarrageRead, Target, aim_at, throw_barrage

# --- barrages ------------------------------------------------------------------------------------------------------


def make_barrage(charts: Charts, asked: ShiftedQuestion) -> Asked:
    """Column, shifts and price."""
    table, prices = charts.barrage, charts.table(BarragePrices)
    line = named(asked.terrain, charts.combat.lines, "terrain")
    points, size, soft = strength(asked.strength, "strength"), density(asked.re), quarters(asked.soft, "soft")
    if soft > size:
        raise AskError(f"of {asked.re} RE in the target {asked.soft} cannot be soft")
    if not table.allows(points):
        raise AskError(f"a barrage needs at least {table.minimum_strength} points, and this is {show(points)}")
    target = Target(
        asked.arm,
        size,
        asked.hedgehog,
        line,
        "",
        spotter=not asked.no_spotter,
        strat=asked.strat,
        soft=soft,
    )
    aim = aim_at(charts, points, target, shifts)
    paid = table.column(points * (prices.move_mode_factor if asked.move_mode else 1))
    cost = prices.column_cost_quarters[paid] if asked.arm == "artillery" else 0
    price = Line(show_quarters(cost), f"price of column {table.columns[paid]}", "N12-barrage-supply", "barrage_prices")

    def procedure(throw: Throw) -> BarrageRead:
        return throw_barrage(charts, aim.column, target, throw)

    return Asked(
        {
            "initial_column": table.columns[aim.initial],
            "column": aim.label,
            "cost": show_quarters(cost),
        },
        (*aim.shifts.lines, *((price,) if cost else ())),
        procedure,
        expected=dict.fromkeys(("steps", "dg"), Source("N10-table-features-results", "barrage")),
    )


# --- supply that evades --------------------------------------------------------------------------------------------


class Evaded(Struct, frozen=True):
    """The result: tokens and Transport Points captured, lost, or evading."""

    captured: int
    lost: int
    evades: int
    points_captured: int
    points_lost: int
    points_evade: int


def make_evasion(charts: Charts, asked: EvasionQuestion) -> Asked:
    """One roll for all of it, read on the column of each lift."""
    table = charts.table(SupplyEvasion)
    points = {BY_TRUCK: asked.trucks, OTHERWISE: asked.wagons}
    lifts = lifted_by(table, asked.tokens, points)
    ledger = [
        Line(show_tokens(tokens), f"supply, {lift.replace('_', ' ')}", "N12.11-procedure-lift", "supply_evasion")
        for lift, tokens in lifts.items()
        if tokens
    ]

    def procedure(throw: Throw) -> Evaded:
        roll = throw.two("dice")
        supply = [fate_of_supply(table, lift, n, roll, asked.after_combat) for lift, n in lifts.items()]
        carriers = [
            fate_of_points(table, way, n, roll, asked.after_combat, half_lost=asked.evading_transport == "half_lost")
            for way, n in points.items()
        ]
        return Evaded(*together(supply), *together(carriers))

    case = Source("N12.11-procedure", "supply_evasion")
    carried = Source("N12.11-transport", "supply_evasion")
    expected = {name: carried if name.startswith("points") else case for name in Evaded.__struct_fields__}
    return Asked({"modifier": "+1" if asked.after_combat else "0"}, tuple(ledger), procedure, expected=expected)


def together(fates: list[Fate]) -> Fate:
    """Several results as one."""
    return Fate(*(sum(several) for several in zip(*fates, strict=True))) if fates else SETTLED
