"""Barrages of New OCS: shifts, prices, who loses steps, and tapping guns that fire.

The table itself is data; prices are in `barrage_prices`. Where the text is silent: the first loss of a hex goes to a
soft unit at full strength, then to other soft units, then to the others.

Cases: N5-tap-barrage, N10-one-per-hex, N10-one-per-hex-tap, N10-one-per-hex-consequence, N10-shifts-soft,
N10-shifts-re, N10-shifts-strat, N10-shifts-spotter, N10-shifts-extreme, N10-shifts-hedgehog, N9-terrain-bombardment,
N10-step-losses
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redball.charts import Charts
from redball.core.engine import Run
from redball.core.ledger import Term
from redball.core.look import Look
from redball.core.procedures import Do
from redball.editions.new_ocs.charts import BarragePrices, SoftDensity
from redball.editions.new_ocs.classes import is_hard
from redball.editions.new_ocs.density import in_hex
from redball.editions.new_ocs.tap import UnitTapped
from redball.rules.barrage.chart import Target, term
from redball.rules.barrage.procedure import Barrage


def tap(run: Run, data: Barrage) -> None:
    """Guns that fire are tapped until the next Movement Phase of their owner."""
    for uid in data.units:
        run.emit(UnitTapped(case="N10-one-per-hex-tap", side=data.side, unit=uid))


def soft_density(look: Look, side: str, hex_: int) -> int:
    """RE of the soft combat units in a hex, in quarters; or their steps."""
    return in_hex(look, side, hex_, soft=True)


def density(look: Look, side: str, hex_: int) -> int:
    """RE of all combat units in a hex, in quarters, divisions in full; or the steps of the hard ones."""
    return in_hex(look, side, hex_, soft=False)


def shifts(charts: Charts, target: Target) -> Iterator[Term[int]]:
    """Soft density or else density; Strat Mode; spotter; terrain or else a hedgehog of Level 2."""
    table = charts.barrage
    soft = charts.table(SoftDensity).shift(target.soft)
    if soft:
        yield from term(soft, "density of soft units in the target", "N10-shifts-soft", "barrage_soft_density")
    else:
        density = table.density_shift(target.density)
        yield from term(density, "density of the target", "N10-shifts-re", "barrage_density")
    if target.strat:
        reason = "a Strat Mode unit in the target"
        yield from term(table.strat_shift, reason, "N10-shifts-strat", "barrage_shifts.strat_mode")
    if not target.spotter and target.arm != "air":
        reason = "no spotter next to the target"
        yield from term(table.no_spotter_shift, reason, "N10-shifts-spotter", "barrage_shifts.no_spotter")
    terrain = table.terrain_shift(target.line)
    if terrain:
        reason = f"terrain: {target.terrain or target.line.replace('_', ' ')}"
        yield from term(terrain, reason, "N10-shifts-extreme", f"barrage_shifts.{target.line}")
    elif target.hedgehog >= charts.table(BarragePrices).small_hedgehog_level:
        by = table.hedgehog_shift(target.hedgehog)
        yield from term(by, "hedgehog", "N10-shifts-hedgehog", "barrage_shifts.hedgehog")


def may_lose(look: Look, side: str, hex_: int, lost: tuple[str, ...]) -> tuple[str, ...]:
    """Soft units first, those at full strength before others, until every unit present has lost a step."""
    units = look.combat_units_at(hex_, side)
    units = [unit for unit in units if unit.id not in lost] or units
    units = [unit for unit in units if not is_hard(look.counter(unit))] or units
    units = [unit for unit in units if not unit.steps_lost] or units
    return tuple(unit.id for unit in units)


POLICIES: dict[str, Any] = {
    "barrage_shifts": shifts,
    "may_lose_to_barrage": may_lose,
    "barrage_density": density,
    "soft_density": soft_density,
}
EDITS = (("barrage", "after", "declare", Do("tap", tap)),)
