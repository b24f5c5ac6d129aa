"""Density in combat: full hexes suffer more. All combat units in the attackers' hexes count.

The source counts RE in one place; in another it counts steps, those of soft or those of hard units: the switch
`density_by`, which applies to barrages too.

Cases: N4.3-density, N9-density-soft, N9-density-other, N9-density-defender
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.battle import Confrontation
from redball.core.edition import Switch
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.new_ocs.classes import is_hard
from redball.editions.new_ocs.combat_charts import DensityEffect

BY = Switch(
    "density_by",
    "N9-density",
    "re",
    ("re", "steps"),
    "Density in combat and barrages means six RE or more in a hex, soft or any; or six steps or more, soft or hard",
)
SWITCHES = (BY,)
STEP = 4


def size(look: Look, unit: Unit) -> int:
    """Quarters of an RE, or of a step."""
    return look.steps(unit) * STEP if look.switch(BY.name) == "steps" else look.regimental_equivalents(unit)


def in_hex(look: Look, side: str, hex_: int, *, soft: bool) -> int:
    """The size of a side's combat units in a hex: of soft ones or of all; where steps count, of soft or of hard
    ones."""
    units = look.combat_units_at(hex_, side)
    if not soft and look.switch(BY.name) != "steps":
        return sum(size(look, unit) for unit in units)
    return sum(size(look, unit) for unit in units if is_hard(look.counter(unit)) is not soft)


def effects(look: Look, met: Confrontation) -> Iterator[DensityEffect]:
    """The rows that apply: at most one for the attackers, and the defenders'."""
    rows = look.world.charts.rows(DensityEffect)
    hexes = {unit.hex for unit in met.attackers}
    for name in ("attackers_soft", "attackers"):
        row = rows[name]
        if any(in_hex(look, met.side, hex_, soft=row.soft) >= row.least for hex_ in hexes):
            yield row
            break
    row = rows["defenders"]
    if in_hex(look, look.enemy(met.side), met.hex, soft=row.soft) >= row.least:
        yield row
