"""The Barrage Segment: guns fire where an attack will follow, or where the enemy is dense."""

from __future__ import annotations

from redball.bots.steady.attack import strike_at
from redball.bots.steady.beneath import beneath
from redball.bots.steady.odds import DISORDER
from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import step_worth, token_price
from redball.core.actions import Action, AddUnit, Cancel, DeclareBarrage, Done, RemoveUnit
from redball.core.look import Look
from redball.rules.barrage.segment import BarragePreview, possible_targets, possible_units, preview

WORTHWHILE = 60

Shot = tuple[int, int, tuple[str, ...]]
"""Expected gain, hex, guns."""


def declare(scene: Scene) -> Action | None:
    """The best barrage first; then the next, until none is worth its supply."""
    target, chosen = scene.data.target, scene.data.units
    if target < 0:
        found = best_shot(scene)
        if found is None:
            return Done()
        scene.memory.strike = found[1:]
        return DeclareBarrage(found[1])
    if scene.memory.strike is None or scene.memory.strike[0] != target:
        found = shot_at(scene, target)
        scene.memory.strike = (target, found[2] if found else ())
    wanted = scene.memory.strike[1]
    for uid in wanted:
        if uid not in chosen:
            return AddUnit(uid)
    for uid in chosen:
        if uid not in wanted:
            return RemoveUnit(uid)
    scene.memory.dropped.add(target)
    return Done() if wanted and scene.allows(Done()) else Cancel()


def best_shot(scene: Scene) -> Shot | None:
    """The barrage with the highest expected gain, if it is worthwhile."""
    found = [
        shot
        for hex_ in possible_targets(scene.look, scene.side)
        if hex_ not in scene.memory.dropped and (shot := shot_at(scene, hex_)) is not None
    ]
    return max(found, default=None)


def shot_at(scene: Scene, hex_: int) -> Shot | None:
    """The best choice of guns against a hex: all that reach it, or one alone."""
    look, side = scene.look, scene.side
    able = possible_units(look, side, hex_)
    follow = scene.note(("follow", hex_), lambda: follow_up(scene, hex_))
    grudge = scene.guide.grudge(look, side)
    best: Shot | None = None
    for units in {able, *((uid,) for uid in able)}:
        found = preview(look, side, hex_, units)
        if found.refused is None and found.prospects:  # none where a draft is aimed at supply: the bot fires at units
            value = gain(look, side, hex_, found, follow) - grudge * found.cost
            if value >= WORTHWHILE and (best is None or (value, units) > (best[0], best[2])):
                best = value, hex_, units
    return best


def gain(look: Look, side: str, hex_: int, found: BarragePreview, follow: int) -> int:
    """Expected steps and disorder, less the price."""
    enemy = look.enemy(side)
    units = look.combat_units_at(hex_, enemy)
    fresh = any(unit.marker != "dg" for unit in units)
    step = min(step_worth(look, unit) for unit in units)
    upset = (follow + DISORDER * min(3, len(units))) if fresh else 0
    value = sum(p.ways * ((upset if p.dg else 0) + step * p.steps) for p in found.prospects)
    return value // sum(p.ways for p in found.prospects) - token_price(look, side) * found.cost


def follow_up(scene: Scene, hex_: int) -> int:
    """How much an attack on the hex in this phase gains if its units are Disorganized first."""
    look, side = scene.look, scene.side
    if look.state.clock.phase == "reaction" or nearest_enemy(look, scene.enemy, hex_) > 1:
        return 0
    doubt = beneath(scene, hex_)
    now = strike_at(look, side, hex_, doubt)
    later = strike_at(disordered(look, hex_, scene.enemy), side, hex_, doubt // 2)
    return max(0, (later[0] if later else 0) - (now[0] if now else 0))


def disordered(look: Look, hex_: int, side: str) -> Look:
    """How it would look if the combat units of a side in a hex were Disorganized."""
    upset = [unit.change(marker="dg", keeps_zoc=False) for unit in look.combat_units_at(hex_, side)]
    return look.after(look.state.with_units(upset), tuple([unit.id for unit in upset]))
