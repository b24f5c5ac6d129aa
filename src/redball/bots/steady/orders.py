"""For editions where armies and HQs play one after the other: which the bot takes next.

It plays the armies in order, in each first the HQs with most units around them, then ends the rest.
"""

from __future__ import annotations

from redball.bots.steady.scene import Scene
from redball.core.actions import Action, BeginMove, Done, PayFuel
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.command_control.actions import TakeArmy, TakeHq
from redball.editions.command_control.record import command_in
from redball.rules.movement.points import COMMAND_SHOWN, REFUSE_TURN
from redball.rules.moving_stack.fuel import fuel_leg, has_fuel, needs_fuel, price
from redball.rules.supply.paths import throw_leg
from redball.rules.trace.tracing import ways

AROUND = 4
"""Hexes within which units count for an HQ."""


def may_begin(scene: Scene, unit: Unit) -> bool:
    """It is the unit's turn; no unit moves without command if that would leave it Out of Supply."""
    look = scene.look
    if look.policies[REFUSE_TURN](look, unit) is not None:
        return False
    command = command_in(look.state)
    unled = (command.spare or command.forgotten) and look.counter(unit).is_combat_unit
    return not unled or unit.out_of_supply or any(not way.via for way in ways(look, unit))


def last(scene: Scene, unit: Unit) -> bool:
    """The leading HQ moves after its units."""
    return unit.id == command_in(scene.look.state).hq


def go_on(scene: Scene) -> Action:
    """The next HQ, else the next army, else the end; of units that an HQ must lead,
    one that has nowhere to go."""
    hqs = scene.of(TakeHq)
    if hqs:
        return max(hqs, key=lambda take: (around(scene, take.unit), take.unit))
    armies = scene.of(TakeArmy)
    if armies:
        return armies[0]
    if not scene.allows(Done()):
        for begin in scene.of(BeginMove):
            if begin.unit in scene.memory.passed:
                return begin
    return Done()


def shared_fuel(scene: Scene) -> PayFuel | None:
    """Fuel for the leading HQ, if the units it serves would cost as much one by one: independent units in its throw
    range that have not moved, and HQs of its army that are played after it."""
    look = scene.look
    leader = command_in(look.state).hq
    offers = [pay for pay in scene.of(PayFuel) if (pay.method, pay.unit) == ("hq", leader)] if leader else []
    if not offers:
        return None
    hq = look.unit(leader)
    waiting = [u for u in look.own(scene.side) if not u.activity.moved and needs_fuel(look, u) and not has_fuel(u)]
    later = comrades(scene, leader) - command_in(look.state).played
    served = [u for u in waiting if (u.id in later and throw_leg(look, hq, u.hex)) or follows(look, hq, u)]
    enough = sum(price(look, "single_unit", u.id) for u in served) >= price(look, "hq", leader)
    return offers[0] if enough else None


def follows(look: Look, hq: Unit, unit: Unit) -> bool:
    """The HQ would fuel an independent unit from where it is."""
    return unit.id == hq.id or fuel_leg(look, hq, unit) is not None


def comrades(scene: Scene, hq: str) -> set[str]:
    """The other HQs of an army."""

    def find() -> list[set[str]]:
        shown = scene.look.policies[COMMAND_SHOWN](scene.look, (scene.side,))
        return [{one.unit for one in army.hqs} for army in shown.armies] if shown else []

    armies = scene.note("armies", find)
    return next((army - {hq} for army in armies if hq in army), set())


def around(scene: Scene, hq: str) -> int:
    """Units near an HQ that may still move."""
    look = scene.look
    here = look.unit(hq).hex
    near = (u for u in look.own(scene.side) if look.counter(u).is_combat_unit and not u.activity.moved)
    return sum(not look.board.is_box(u.hex) and look.board.distance(here, u.hex) <= AROUND for u in near)
