"""Beach Assaults: where craft with troops lie before a defended coast, whether the attack is worth it, and what the
defender answers.

A failure costs all attackers and the Landing Craft that carried them (18.6a-E), so that it counts beside what the
combat itself gains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from redball.bots.steady import attack
from redball.bots.steady.beneath import beneath
from redball.bots.steady.odds import expected, ground_worth, spread
from redball.bots.steady.scene import Scene
from redball.bots.steady.sea_landing import ASHORE, CRAFT_POINT, price
from redball.bots.steady.worth import power, stack_power, step_worth
from redball.core.actions import Action, DeclareAttack
from redball.core.actions.naval import AnswerAssault
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.combat.odds import preview
from redball.rules.combat.points import ASSAULTS, COMBAT_RESULT
from redball.rules.combat.segment import usual_attackers
from redball.rules.ground.craft import carrier, poised, with_craft
from redball.rules.ground.fleet import LandingCraft
from redball.rules.naval.assault import refuse_launch
from redball.rules.naval.sea_boxes import Ways

BOLD = 200
"""What a Beach Assault must gain."""


class Blow(NamedTuple):
    """A Beach Assault in mind: what it gains, its hex, who attacks."""

    value: int
    hex: int
    units: tuple[str, ...]


def strikes(scene: Scene) -> Iterator[Blow]:
    """The assaults that could be declared now and are worth it."""
    look, side = scene.look, scene.side
    for hex_ in look.policies[ASSAULTS](look, side) if look.world.scenario.craft else ():
        if hex_ not in scene.memory.dropped:
            found = blow_at(look, side, hex_, beneath(scene, hex_))
            if found is not None:
                yield found


def blow_at(look: Look, side: str, hex_: int, doubt: int) -> Blow | None:
    """The assault on a defended hex by as many from one hex as may attack, if it is worth it."""
    held = stack_power(look, hex_, look.enemy(side))
    units = usual_attackers(look, side, hex_)
    if not held or not units or any(look.unit(uid).on_map for uid in units):
        return None  # units ashore beside it attack from there
    ready = poised(look, units)
    if 2 * sum(power(look, look.unit(uid)) for uid in units) < 3 * held:
        return None
    if refuse_launch(look, side, hex_, units) is not None:
        return None
    value = expected(ready, side, "regular", hex_, units, doubt) - lost(look, ready, hex_, units)
    return Blow(value, hex_, units) if value >= BOLD else None


def failing(ready: Look, hex_: int, units: Sequence[str], defenders: Sequence[Unit]) -> float:
    """The chance that a defender still holds the hex afterwards; one that is given a choice leaves it."""
    odds, steps = preview(ready, "regular", hex_, units).odds, sum(ready.steps(unit) for unit in defenders)
    ways, bad = spread(ready.world, "regular", odds), 0
    for result, count in ways.items():
        cell = ready.world.policies[COMBAT_RESULT](ready.world.charts, result)
        if cell.d_loss < steps and not cell.d_retreat and not cell.d_option:
            bad += count
    return bad / sum(ways.values())


def lost(look: Look, ready: Look, hex_: int, units: Sequence[str]) -> int:
    """What a failure is likely to cost."""
    side = look.unit(units[0]).side
    defenders = look.combat_units_at(hex_, look.enemy(side))
    craft = {one.id: one for uid in units if (one := carrier(look, uid)) is not None}
    all_of_it = sum(step_worth(look, look.unit(uid)) * look.steps(look.unit(uid)) for uid in units)
    all_of_it += CRAFT_POINT * sum(one.points for one in craft.values())
    return int(failing(ready, hex_, units, defenders) * all_of_it)


def declare(scene: Scene) -> Action | None:
    """A Beach Assault, if it is the best attack; else an attack by troops ashore."""
    if scene.data.target < 0 and scene.look.world.scenario.craft:
        blow, strike = max(strikes(scene), default=None), attack.best_strike(scene)
        if blow is not None and (strike is None or blow.value > strike[0]):
            scene.memory.strike = (blow.hex, blow.units)
            return DeclareAttack(blow.hex)
    return attack.declare(scene)


# --- where to lie ------------------------------------------------------------------------------------------------


def launches(scene: Scene, craft: LandingCraft, ways: Ways, left: int) -> Iterator[tuple[Blow, int]]:
    """Where these craft could lie for an assault in this turn, with what it is worth: before each defended coast that
    no other craft are bound for, and that nobody attacks from a beach beside it."""
    look, side = scene.look, scene.side
    if look.state.clock.phase != "movement":
        return
    bound: set[int] = scene.memory.notes.get("sea.assaults", set())
    meant: dict[int, tuple[str, ...]] = scene.memory.notes.get("sea.beaches", {})
    near: dict[int, int] = {}
    for hex_, (cost, _) in ways.items():
        for target in look.board.neighbours(hex_) if cost <= left else ():
            if look.has_combat_units(target, scene.enemy):
                near.setdefault(target, hex_)
    for target, launch in sorted(near.items()):
        if target not in bound and meant.keys().isdisjoint(look.board.neighbours(target)):
            moved = look.after(with_craft(look.state, [craft.change(hex=launch)]), ())
            found = blow_at(moved, side, target, beneath(scene, target))
            if found is not None:
                yield found._replace(value=found.value + ASHORE * len(found.units)), launch


# --- the defender ------------------------------------------------------------------------------------------------


def answer(scene: Scene) -> Action | None:
    """To let the table decide costs the defenders for certain: only if combat would cost more."""
    look, data = scene.look, scene.data
    if not all(scene.knows(uid) for uid in data.units):
        return AnswerAssault(False)
    defenders = look.combat_units_at(data.hex, scene.side)
    ready = poised(look, data.units)
    fought = expected(ready, data.side, "regular", data.hex, data.units) - lost(look, ready, data.hex, data.units)
    craft = {one.id: one for uid in data.units if (one := carrier(look, uid)) is not None}
    given = sum(step_worth(look, unit) * look.steps(unit) for unit in defenders)
    given += ground_worth(look, data.side, data.hex)
    attackers = [look.unit(uid) for uid in data.units]
    return AnswerAssault(given - price(look, data.side, data.hex, attackers, list(craft.values())) < fought)
