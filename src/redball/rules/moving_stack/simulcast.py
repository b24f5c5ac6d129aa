"""Simulcast turns: where both players agree, a quiet game turn is played by both sides at the same time.

With the switch on, both are asked as a game turn begins, the first side of the scenario first. In lock step means:
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
    "Simulcast turns: each turn both players are asked whether they play it at the same time, without any fighting",
)
SWITCHES = (SIMULCAST,)

NO_COMBAT = refusal("simulcast.no_combat", case="2.4-2", text="there is no fighting in a simulcast turn")
OFFENSIVE = refusal(
    "simulcast.offensive",
    case="2.4-3",
    text="nobody moves next to the enemy, or onto what is his, in a simulcast turn: {hexes}",
    remedy="do not agree to a simulcast turn when you mean to attack",
)


def asked(look: Look, agreed: int, declined: bool) -> str | None:
    """Who is asked next; nobody once both have agreed or one has declined."""
    if not look.switch("simulcast") or declined or agreed == len(look.world.sides):
        return None
    return look.world.sides[agreed]


def refuse_fight(look: Look) -> Refusal | None:
    """Overruns are fights, too."""
    return NO_COMBAT() if look.state.clock.simulcast else None


def refuse_step(look: Look, side: str, hex_: int) -> Refusal | None:
    """Nothing offensive: into no enemy ZOC, onto nothing of the enemy's, into no victory hex that he controls."""
    if not look.state.clock.simulcast:
        return None
    enemy = look.enemy(side)
    his = holds_enemy(look, side, hex_) or look.state.control.get(hex_) == enemy
    return OFFENSIVE(hexes=(hex_,)) if his or enemy_zoc(look, side, hex_) else None


CANDIDATES = only(AgreeSimulcast(False), AgreeSimulcast(True))
