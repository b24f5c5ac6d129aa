"""How both sides are taken to meet what a combat leaves open: a stated policy, played through the rules' own decisions.

Nothing here is a rule. A policy answers each decision of the procedures "combat", "retreat" and "capture" with one of
its legal actions; analysis plays them out and says under which policy its numbers hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, cast

from msgspec import Struct

from redball.core import engine
from redball.core.actions import Action, Advance, Done, IgnoreOption, LoseStep, RetreatTo, SplitOff, TakeRetreat
from redball.core.look import Look
from redball.rules.combat_data import CombatData
from redball.rules.retreat import RetreatData, leads_on
from redball.rules.zoc import enemy_zoc

Way = Literal["losses", "retreat", "mixed"]


class Policy(Struct, frozen=True):
    """How options are met: `losses` stands as long as a unit can, `retreat` goes at once, `mixed` loses one step and
    goes for the rest. An excused defender ignores his option if `ignore` (9.10c-A); `advance`: attackers enter."""

    attacker: Way = "losses"
    defender: Way = "retreat"
    ignore: bool = True
    advance: bool = True


def answer(look: Look, policy: Policy) -> Action:
    """The policy's action at the open decision. Raises ValueError when nobody decides."""
    open_ = engine.decision(look)
    if open_ is None:
        raise ValueError("nobody decides")
    if open_.procedure.name == "combat":
        return _in_combat(look, open_.step.name, open_.data, policy)
    if open_.procedure.name == "retreat":
        return _in_retreat(look, open_.data)
    if open_.procedure.name == "barrage":
        return cheapest(look, losses_open(look))
    return engine.choices(look)[0]


def losses_open(look: Look) -> list[LoseStep]:
    """The steps that may be lost now."""
    return cast(list[LoseStep], engine.choices(look, LoseStep))


def _in_combat(look: Look, step: str, data: CombatData, policy: Policy) -> Action:
    if step == "advance":
        inside = any(look.unit(uid).hex == data.hex for uid in data.attackers)
        able = engine.choices(look, Advance) if policy.advance and not inside else ()
        return able[0] if able else Done()
    if step.endswith("_loss"):
        return cheapest(look, losses_open(look))
    if policy.ignore and engine.choices(look, IgnoreOption):
        return IgnoreOption()
    way, execution = (policy.attacker, data.attack) if step.startswith("attacker") else (policy.defender, data.defence)
    stands = way == "losses" or (way == "mixed" and execution.option == _option(look, data, step))
    losses = losses_open(look) if stands else []
    return cheapest(look, losses) if losses else TakeRetreat()


def _option(look: Look, data: CombatData, step: str) -> int:
    cell = look.policies.combat_result(look.world.charts, data.result)
    return cell.a_option if step.startswith("attacker") else cell.d_option


def cheapest(look: Look, losses: Iterable[LoseStep]) -> LoseStep:
    """The loss that keeps most counters alive: from the unit with the most steps, of these the first by name."""
    return min(losses, key=lambda action: (-look.steps(look.unit(action.unit)), action.unit))


def _in_retreat(look: Look, data: RetreatData) -> Action:
    """The way through the fewest enemy ZOCs; who cannot go along is split off."""
    if data.owed:
        return cheapest(look, losses_open(look))
    ways = cast(list[RetreatTo], engine.choices(look, RetreatTo))
    if len(ways) == 1:
        return ways[0]
    if ways:
        return min(ways, key=lambda action: (zocs_ahead(look, data, action.hex), action.hex))
    return engine.choices(look, SplitOff)[0]


def zocs_ahead(look: Look, data: RetreatData, hex_: int) -> int:
    """Enemy ZOCs on the best way over the full distance whose next hex this is, for the first unit of the group."""
    going = data.groups[0]
    unit = look.unit(going.units[0])

    def count(hex_: int, gone: int) -> int:
        here = int(enemy_zoc(look, data.side, hex_))
        if gone == data.distance:
            return here
        following = [
            count(next_, gone + 1)
            for next_ in look.board.away(going.origin, hex_)
            if leads_on(look, unit, going.origin, hex_, next_, gone, data.distance)
        ]
        return here + min(following, default=data.distance)

    return count(hex_, going.gone + 1)


def play_out(look: Look, policy: Policy, dice: Any, until: tuple[str, str] | None = None) -> Look:
    """Answer every decision until nothing is open, or a step of a procedure is next.

    The policy answers with legal actions only, so nobody asks `engine.check` again; a test does.
    """
    run = engine.Run(look, dice, until)
    run.to_decision()
    while run.state.stack and not run.arrived:
        open_ = engine.decision(run.look)
        assert open_ is not None  # a game that is over has its stack still, but no combat ends a game
        action = answer(run.look, policy)
        run.take(next(option for option in open_.step.options if option.action is type(action)), action)
    return run.look
