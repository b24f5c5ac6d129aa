"""Two kinds of DG: Fire DG from a barrage, Combat DG from a retreat of two hexes or more.

The effects of both are those of the series rules. The source words the end of Combat DG in three ways, which differ
only for units of the phasing side that a reaction overrun drove back; the switch `combat_dg` chooses.

Cases: N2.2-cleanup-phasing-dg, N2.2-cleanup-fire-dg, N5.10-fire, N5.10-combat, N5.10-effects, N5.10-fire-removal,
N5.10-combat-removal, N10-table-features-dg
"""

from __future__ import annotations

from redball.core.edition import Switch
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.modes.disorganization import GONE, dg_kind

COMBAT_DG = Switch(
    "combat_dg",
    "N5.10",
    "own_clean_up",
    ("own_clean_up", "two_clean_ups", "next_own_turn"),
    "Combat DG from the unit's own Player Turn ends with that turn, after two Clean Up Phases, or with its own next "
    "Player Turn",
)
SWITCHES = (COMBAT_DG,)


def kind_of(cause: str) -> str:
    """The Barrage Table gives Fire DG, a retreat Combat DG."""
    return "fire" if cause == "barrage" else "combat"


def left(look: Look, unit: Unit, phasing: str) -> str:
    """What is left after a Clean Up Phase: Fire DG goes in every one, Combat DG as the switch says.

    If one of two markers comes off, the rest counts as Fire DG and goes in the next Clean Up Phase.
    """
    if dg_kind(unit) != "combat":
        return GONE
    reading = look.switch(COMBAT_DG.name)
    if reading == "own_clean_up":
        return GONE if unit.side == phasing else "combat"
    if reading == "two_clean_ups":
        return "fire"
    return "combat" if unit.side == phasing else "fire"


POLICIES = {"dg_kind": kind_of, "dg_left": left}
