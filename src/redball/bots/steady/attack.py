"""The Combat Segment: which hex to attack, and with which units."""

from __future__ import annotations

from redball.bots.steady.beneath import beneath
from redball.bots.steady.odds import Kind, expected
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import power, stack_power
from redball.core.actions import Action, AddUnit, Cancel, DeclareAttack, Done, LeaveOut, Pay, RemoveUnit, UseInternals
from redball.core.look import Look
from redball.rules.combat.odds import attack_cost
from redball.rules.combat.segment import possible_attackers, possible_targets
from redball.rules.supply.draw_and_throw import payers, tokens_of
from redball.rules.trace.tracing import untraced

WORTHWHILE = 120
"""The least expected gain worth an attack."""
KEPT = 2
"""Tokens to leave within reach for the defence, unless none of the attackers traces: they gain nothing by waiting."""
MOST = 7

Strike = tuple[int, int, tuple[str, ...]]
"""Expected gain, hex, attackers."""


def declare(scene: Scene) -> Action | None:
    """The best attack first; then the next, until none is worth its supply."""
    target, chosen = scene.data.target, scene.data.units
    if target < 0:
        found = best_strike(scene)
        if found is None:
            return Done()
        scene.memory.strike = found[1:]
        return DeclareAttack(found[1])
    if scene.memory.strike is None or scene.memory.strike[0] != target:
        found = strike(scene, target)
        scene.memory.strike = (target, found[2] if found else ())
    wanted = scene.memory.strike[1]
    for uid in wanted:
        if uid not in chosen:
            return AddUnit(uid)
    for uid in chosen:
        if uid not in wanted:
            return RemoveUnit(uid)
    scene.memory.dropped.add(target)
    return Done() if wanted else Cancel()


def best_strike(scene: Scene) -> Strike | None:
    """The attack with the highest expected gain, if it is worthwhile."""
    found = [
        best
        for hex_ in possible_targets(scene.look, scene.side)
        if hex_ not in scene.memory.dropped and (best := strike(scene, hex_)) is not None
    ]
    return max(found, default=None)


def strike(scene: Scene, hex_: int) -> Strike | None:
    """The best attack on a hex, as a plan would have it."""
    look, side, guide = scene.look, scene.side, scene.guide
    least, grudge = WORTHWHILE - guide.strike(look, hex_), guide.grudge(look, side)
    return strike_at(look, side, hex_, beneath(scene, hex_), least=least, grudge=grudge)


def strike_at(
    look: Look, side: str, hex_: int, doubt: int, kind: Kind = "regular", least: int = WORTHWHILE, grudge: int = 0
) -> Strike | None:
    """The best attack on a hex: add units, strongest first, while that helps. `doubt`: the power that may lie under its
    top (`beneath`); `least`: the gain below which there is none; `grudge`: what a token costs beyond its price."""
    if not look.has_combat_units(hex_, look.enemy(side)):
        return None  # an empty hex (21.8): the bot has no use for it
    able = [look.unit(uid) for uid in possible_attackers(look, side, hex_)]
    reach = {unit.id: tokens_of(payers(look, unit)) for unit in able}
    able = [unit for unit in able if reach[unit.id] >= attack_cost(look, unit) and power(look, unit)]
    able.sort(key=lambda unit: (-power(look, unit) // max(1, attack_cost(look, unit)), -power(look, unit), unit.id))
    if 2 * sum(power(look, unit) for unit in able) < 3 * stack_power(look, hex_, look.enemy(side)):
        return None
    best: tuple[int, tuple[str, ...]] | None = None
    chosen: tuple[str, ...] = ()
    paid = 0
    for unit in able[:MOST]:
        cost = attack_cost(look, unit)
        left = max(reach[uid] for uid in (*chosen, unit.id)) - paid - cost
        if left < 0 or (left < KEPT and len(untraced(look, able)) < len(able)):
            continue
        value = expected(look, side, kind, hex_, (*chosen, unit.id), doubt) - grudge * (paid + cost)
        if best is None or value > best[0]:
            best = value, (*chosen, unit.id)
            chosen, paid = (*chosen, unit.id), paid + cost
        elif len(chosen) < 2:
            chosen, paid = (*chosen, unit.id), paid + cost
    if best is None or best[0] < least:
        return None
    return best[0], hex_, best[1]


def pay(scene: Scene) -> Action | None:
    """Supply every attacker from the nearest supply; one that would need its own stocks stays out."""
    pays = scene.of(Pay)
    if pays:
        return pays[0]
    out = scene.of(LeaveOut)
    if out and len(scene.data.attackers) > 1:
        return out[0]
    use = scene.of(UseInternals)
    return use[0] if use else None
