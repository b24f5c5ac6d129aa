"""Simulcast turns: if both players agree, they play a quiet game turn at the same time.

With the switch on, both are asked as a game turn begins, the scenario's first side first. In lock step means:
each phase for the first player, then the same phase for the second; no Reaction, Combat or Exploitation.

Cases: 2.4, 2.4-2, 2.4-3
"""

from __future__ import annotations

from redball.core.actions import AgreeSimulcast
from redball.core.edition import Switch
from redball.core.look import Look
from redball.core.procedures import only
from redball.core.refusals import Refusal, refusal
from redball.rules.ground.occupancy import holds_enemy
from redball.rules.units.zoc import enemy_zoc

SIMULCAST = Switch(
    "simulcast",
    "2.4",
    False,
    (False, True),
    "Simulcast turns: each turn both players are asked whether to play it at the same time, without fighting",
)
SWITCHES = (SIMULCAST,)

NO_COMBAT = refusal("simulcast.no_combat", case="2.4-2", text="there is no fighting in a simulcast turn")
OFFENSIVE = refusal(
    "simulcast.offensive",
    case="2.4-3",
    text="in a simulcast turn units may not move next to the enemy or onto anything of theirs: {hexes}",
    remedy="stay out of reach of the enemy until the turn is over",
)


def asked(look: Look, agreed: int, declined: bool) -> str | None:
    """The side to ask next; none once both have agreed or one has declined."""
    if not look.switch("simulcast") or declined or agreed == len(look.world.sides):
        return None
    return look.world.sides[agreed]


def refuse_fight(look: Look) -> Refusal | None:
    """Overruns are fights too."""
    return NO_COMBAT() if look.state.clock.simulcast else None


def refuse_step(look: Look, side: str, hex_: int) -> Refusal | None:
    """Nothing offensive: no step into an enemy ZOC, onto anything of the enemy's, or into a victory hex the enemy
    controls."""
    if not look.state.clock.simulcast:
        return None
    enemy = look.enemy(side)
    his = holds_enemy(look, side, hex_) or look.state.control.get(hex_) == enemy
    return OFFENSIVE(hexes=(hex_,)) if his or enemy_zoc(look, side, hex_) else None


CANDIDATES = only(AgreeSimulcast(False), AgreeSimulcast(True))
