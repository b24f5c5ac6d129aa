"""The table companion: every roll of the charts, for play at a table without a board.

>>> from redball.analysis.companion import KINDS
>>> from redball.charts import load_charts
>>> asked = {"terrain": "open", "attack": "17", "defend": "20", "ar": [5, 3]}
>>> told = KINDS["combat"].roll(load_charts("v4"), asked, {"surprise": [9], "shift": [2], "dice": [5]})
>>> told["odds"], told["column"], told["roll"], told["result"]
('1:1', '3:1', 7, 'Ao1 Do1')
"""

from typing import Any

from redball.analysis.companion import air_battles, combat, fire, flak, landings, supply
from redball.analysis.companion.kinds import AskError, Kind

KINDS: dict[str, Kind[Any]] = {
    kind.name: kind
    for kind in (
        combat.COMBAT,
        combat.OVERRUN,
        fire.BARRAGE,
        fire.FACILITY,
        air_battles.AIR_COMBAT,
        flak.FLAK,
        supply.ATTRITION,
        supply.CAPTURE,
        supply.BLOWING,
        supply.BREAKOUT,
        landings.LANDING,
        landings.AIR_DROP,
    )
}

__all__ = ["KINDS", "AskError", "Kind"]
