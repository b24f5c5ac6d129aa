"""The charts of the rulebook: tables as data files, loaded strictly, looked up by name.

`load_charts("v4")` gives every table as a frozen record. Units: supply in tokens, regimental equivalents in quarters,
strengths and multipliers as exact fractions, movement points in whole MP as printed. No other part of the project holds
a number of a table.

>>> charts = load_charts("v4")
>>> combat = charts.combat
>>> combat.odds_text(15, 6), combat.column_label("open", combat.initial_column("open", 15, 6))
('3:1', '3:1')
>>> combat.lookup(combat.shift(combat.initial_column("open", 17, 20), +2), 7).text
'Ao1 Do1'
>>> charts.barrage.lookup(charts.barrage.column(20), 4).text
'-'
>>> charts.surprise.who("overrun", 9), charts.capture.percent("trucks", 3), charts.supply_costs.attack_per_step
('attacker', 25, 1)
"""

from redball.charts.air_sea import (
    AirCombatTable,
    AirTransportLimits,
    FlakRolls,
    LandingTable,
    MissionLossTable,
    NavalTargets,
    PortDamageTable,
    ShipToShore,
)
from redball.charts.barrage import BarrageCell, BarrageTable, FacilityCell, FacilityTable
from redball.charts.errors import ChartError
from redball.charts.ground_combat import (
    ActionRatingStates,
    AtEffects,
    Cell,
    CombatTable,
    StrengthStates,
    SurpriseTable,
)
from redball.charts.loading import Charts, load_charts, parse_charts
from redball.charts.rounding import percent_of, round_half_up
from redball.charts.shapes import Modifier, Provenance
from redball.charts.supply import (
    ALL,
    AttritionTable,
    BreakoutTable,
    CaptureTable,
    DumpBlowingTable,
    Sizes,
    SupplyCosts,
)
from redball.charts.terrain import ByClass, TerrainCombat, TerrainCost

__all__ = [
    "ALL",
    "ActionRatingStates",
    "AirCombatTable",
    "AirTransportLimits",
    "AtEffects",
    "AttritionTable",
    "BarrageCell",
    "BarrageTable",
    "BreakoutTable",
    "ByClass",
    "CaptureTable",
    "Cell",
    "ChartError",
    "Charts",
    "CombatTable",
    "DumpBlowingTable",
    "FacilityCell",
    "FacilityTable",
    "FlakRolls",
    "LandingTable",
    "MissionLossTable",
    "Modifier",
    "NavalTargets",
    "PortDamageTable",
    "Provenance",
    "ShipToShore",
    "Sizes",
    "StrengthStates",
    "SupplyCosts",
    "SurpriseTable",
    "TerrainCombat",
    "TerrainCost",
    "load_charts",
    "parse_charts",
    "percent_of",
    "round_half_up",
]
