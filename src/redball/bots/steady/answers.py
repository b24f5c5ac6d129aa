"""Short answers: leaders, terrain, losses, options, the defender's supply, advance."""

from __future__ import annotations

from msgspec.structs import replace

from redball.bots.steady import flights
from redball.bots.steady.odds import RETREAT, Stakes, ground_worth, mean
from redball.bots.steady.places import danger, haven, threat
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import POINT, power, stack_power, step_worth, token_price, victory_points
from redball.core.actions import (
    Action,
    Advance,
    Breakout,
    ChooseLeader,
    ChooseTerrain,
    Done,
    ElectOrder,
    Eliminate,
    IgnoreOption,
    LoseStep,
    Pay,
    PlaceRest,
    ShareToken,
    TakeRetreat,
    UseInternals,
    Withhold,
)
from redball.core.battle import CHARGE, CombatResult
from redball.core.look import Look
from redball.editions.burma.banzai import DeclareBanzai
from redball.editions.new_ocs.defensive_fire import SupportWith
from redball.editions.options.raiders import CallRaiderCheck
from redball.editions.v1992.combat import AtAllCosts
from redball.rules.barrage.on_board import terrain_shift
from redball.rules.combat.odds import hardest_terrain
from redball.rules.combat.points import AT_LEVEL, COMBAT_RESULT
from redball.rules.combat.record import OWN_TERRAIN
from redball.rules.combat.strength import defence_strength
from redball.rules.supply.draw_and_throw import payers
from redball.rules.units.abilities import action_rating

LAST_STEP = 200
"""The extra worth of a unit's last step."""
HOPELESS = 8
"""Odds beyond which supply would be wasted on a defence."""
WORTH_FIRE = 48
"""The power of a defence that is worth Defensive Artillery Fire."""
LOST = 5
"""Odds at which a cut-off unit gives up its pocket: most units that try to break out are lost."""


def elect(scene: Scene) -> Action | None:
    """Second in the last turn, for the last word; else first."""
    return ElectOrder(scene.look.state.clock.turn < scene.look.world.scenario.turns)


def ordinary(scene: Scene) -> Action | None:
    """No attack is worth any cost."""
    return AtAllCosts(False)


def call_raider_check(scene: Scene) -> Action | None:
    """Raiders go."""
    return CallRaiderCheck()


def set_up(scene: Scene) -> Action | None:
    """Let the program place everything."""
    return next(iter(scene.of(PlaceRest)), None)


def leader(scene: Scene) -> Action | None:
    """The best Action Rating; on ties the unit whose step is worth least, since it loses the first step."""
    look = scene.look
    choices = [c for c in scene.of(ChooseLeader) if scene.knows(c.unit)]
    return max(
        choices,
        key=lambda c: (action_rating(look, look.unit(c.unit)), -step_worth(look, look.unit(c.unit))),
        default=None,
    )


def lose_step(scene: Scene) -> Action | None:
    """The step worth least, preferably not a unit's last."""
    return least(scene, scene.of(LoseStep))


def least(scene: Scene, choices: list[LoseStep]) -> LoseStep | None:
    """The smallest of several losses."""
    look = scene.look

    def worth(choice: LoseStep) -> tuple[int, str]:
        unit = look.unit(choice.unit)
        return step_worth(look, unit) + (LAST_STEP if look.steps(unit) == 1 else 0), unit.id

    return min(choices, key=worth, default=None)


def eliminate(scene: Scene) -> Action | None:
    """The unit worth least."""
    look = scene.look

    def worth(choice: Eliminate) -> tuple[int, str]:
        unit = look.unit(choice.unit)
        return look.steps(unit) * step_worth(look, unit), unit.id

    return min(scene.of(Eliminate), key=worth, default=None)


# --- breakout --------------------------------------------------------------------------------------------------


def break_out(scene: Scene) -> Action | None:
    """Units cut off without supply in reach, not even from the air, facing an enemy they could not hold; no unit leaves
    a place with points."""
    look, side = scene.look, scene.side
    if not scene.guide.hands.breaks_out:
        return Done()
    for action in scene.of(Breakout):
        unit = look.unit(action.unit)
        if victory_points(look, unit.hex) or payers(look, unit) or flights.reached_by_supply(scene, unit.hex):
            continue
        if threat(look, side, unit.hex) > LOST * max(1, stack_power(look, unit.hex, side)):
            return action
    return Done()


# --- terrain ---------------------------------------------------------------------------------------------------


def terrain(scene: Scene) -> Action | None:
    """The terrain that hurts the visible attackers most, or helps own units most."""
    look, data = scene.look, scene.data
    choices = scene.of(ChooseTerrain)
    if not choices:
        return None
    if not hasattr(data, "stacks"):
        return min(choices, key=lambda c: terrain_shift(look, c.terrain))
    against = choices[0].against
    own = look.combat_units_at(data.hex, scene.side)
    if against == OWN_TERRAIN:
        lines = list(look.world.charts.combat.lines)
        charts = look.world.charts.terrain_combat

        def helps(choice: ChooseTerrain) -> tuple[int, object]:
            strength = sum(defence_strength(look, unit, choice.terrain, True).value for unit in own)
            return lines.index(charts[choice.terrain].line), strength

        return max(choices, key=helps)
    stack = next(s for s in data.stacks if s.hex == against)
    seen = type(stack)(stack.hex, tuple(uid for uid in stack.units if scene.knows(uid)))
    known = [look.unit(uid) for s in data.stacks for uid in s.units if scene.knows(uid)]
    level = look.policies[AT_LEVEL](look, scene.side, data.hex, known, own)
    name = hardest_terrain(look, seen, data.hex, level)
    return next((c for c in choices if c.terrain == name), choices[0])


# --- the defender ----------------------------------------------------------------------------------------------


def defend(scene: Scene) -> Action | None:
    """Pay, unless the defence is hopeless either way; internal stocks only for units worth keeping."""
    look, data = scene.look, scene.data
    shared = scene.of(ShareToken)
    if shared:
        return shared[0]
    attack = sum(power(look, look.unit(uid)) for stack in data.stacks for uid in stack.units if scene.knows(uid))
    if attack > HOPELESS * max(1, stack_power(look, data.hex, scene.side)):
        return Withhold()
    pays = scene.of(Pay)
    if pays:
        together = [pay for pay in pays if not pay.unit]
        return (together or pays)[0]
    use = scene.of(UseInternals)
    strong = [u for u in use if power(look, look.unit(u.unit)) >= 24]
    return strong[0] if strong else Withhold()


def support(scene: Scene) -> Action | None:
    """The strongest guns first, if the defence is worth supporting and supply can pay."""
    look = scene.look
    guns = [look.unit(action.unit) for action in scene.of(SupportWith)]
    if not guns or stack_power(look, scene.data.hex, scene.side) < WORTH_FIRE or not any(payers(look, u) for u in guns):
        return Withhold()
    best = max(guns, key=lambda unit: (bool(payers(look, unit)), look.face(unit).barrage, unit.id))
    return SupportWith(best.id)


def pay_for_fire(scene: Scene) -> Action | None:
    """From supply within reach, never from stocks."""
    pays = scene.of(Pay)
    return pays[0] if pays else Withhold()


def charge(scene: Scene) -> Action | None:
    """Charge if its expected outcome is worth more than an ordinary attack's."""
    look, data = scene.look, scene.data
    found = scene.of(DeclareBanzai)
    against = data.odds.attackers if data.odds is not None else None
    seen = look.combat_units_at(data.hex, look.enemy(scene.side))
    if not found or not seen or against is None or data.attack_leader is None:
        return Done()
    action = found[0]
    other = replace(against, ambush=action.ambush, surprise=action.surprise, effect=CHARGE)
    stakes = Stakes(look, scene.side, data.hex, [look.unit(uid) for uid in data.attackers], data.attack_leader.unit)
    plain, charging = (
        mean(look.world, data.kind, replace(data.odds, attackers=attackers), stakes) for attackers in (against, other)
    )
    return action if charging > plain else Done()


# --- options ---------------------------------------------------------------------------------------------------


def attacker_option(scene: Scene) -> Action | None:
    """Lose a step to stay, if the enemy's half and the ground are worth it; else retreat."""
    look, data = scene.look, scene.data
    loss = least(scene, scene.of(LoseStep))
    if loss is None or not scene.of(TakeRetreat):  # no retreat into the sea (18.6a-C)
        return loss or TakeRetreat()
    cell = look.policies[COMBAT_RESULT](look.world.charts, data.result)
    own = [look.unit(uid) for stack in data.stacks for uid in stack.units]
    left = sum(look.steps(unit) for unit in own) - data.attack.option
    hope = hope_of(scene, data.hex, cell, takes=left > 0)
    price = step_worth(look, look.unit(loss.unit)) * data.attack.option
    stands_well = sum(victory_points(look, stack.hex) for stack in data.stacks)
    return loss if hope + RETREAT + stands_well * POINT > price else TakeRetreat()


def hope_of(scene: Scene, hex_: int, cell: CombatResult, *, takes: bool) -> int:
    """What staying gains: the ground, if no defender is left and an attacking step is that `takes` it; else whichever
    hurts the defender less. There may be more defenders than are seen."""
    look = scene.look
    foes = look.combat_units_at(hex_, scene.enemy)
    ground = ground_worth(look, scene.side, hex_) if takes else 0
    left = sum(look.steps(unit) for unit in foes) - cell.d_loss
    if left <= 0 and cell.d_loss:
        return ground // 2 if scene.fogged else ground
    if not cell.d_option:
        return 0
    fled = ground + RETREAT * cell.d_option
    stood = cell.d_option * min((step_worth(look, unit) for unit in foes), default=0)
    return min(fled, stood) if scene.fogged or left > cell.d_option else fled


def defender_option(scene: Scene) -> Action | None:
    """Ignore the option if allowed; give ground rather than steps, but not ground that counts."""
    look, data = scene.look, scene.data
    if scene.of(IgnoreOption):
        return IgnoreOption()
    loss = least(scene, scene.of(LoseStep))
    if loss is None or not scene.of(TakeRetreat):
        return loss
    own = look.combat_units_at(data.hex, scene.side)
    option = data.defence.option
    points = victory_points(look, data.hex)
    works = 300 if data.hex in look.state.hedgehogs else 0
    stay = option * step_worth(look, look.unit(loss.unit))
    if sum(look.steps(unit) for unit in own) <= option:
        stay += POINT * points + works
    flight = POINT * points + works + 100 + escape_price(scene, data.hex, option)
    return loss if stay <= flight else TakeRetreat()


def escape_price(scene: Scene, hex_: int, distance: int) -> int:
    """The cost of a retreat: a step for DG units that can only enter a ZOC; everything if there is no way."""
    look = scene.look
    own = look.combat_units_at(hex_, scene.side)
    empty = [h for h in look.board.neighbours(hex_) if not look.has_combat_units(h, scene.enemy)]
    if any(not look.in_zoc_of(scene.enemy, h) for h in empty):
        return RETREAT * (distance - 1)
    if empty:
        return 500 if any(unit.marker == "dg" for unit in own) else 200
    return sum(look.steps(unit) * step_worth(look, unit) for unit in own)


# --- advance ---------------------------------------------------------------------------------------------------


def advance(scene: Scene) -> Action | None:
    """Take the hex with the strongest attacker if it counts or can be held; leave a unit behind where it matters."""
    look, data = scene.look, scene.data
    gain = ground_worth(look, scene.side, data.hex)
    able = [look.unit(c.unit) for c in scene.of(Advance)]
    inside = look.combat_units_at(data.hex, scene.side)
    room = 4 * look.world.charts.strength_states.stacking_re - sum(look.regimental_equivalents(u) for u in inside)
    fits = [u for u in able if look.regimental_equivalents(u) <= room and not leaves_gap(look, scene.side, u.hex, u.id)]
    if not fits:
        return Done()
    best = max(fits, key=lambda u: (power(look, u), u.id))
    held = stack_power(look, data.hex, scene.side) + power(look, best)
    if gain < POINT and inside:
        return Done()
    if gain < POINT and danger(look, scene.side, data.hex, held) > gain + haven(scene, data.hex):
        return Done()
    if inside and danger(look, scene.side, data.hex, held - power(look, best)) < token_price(look, scene.side):
        return Done()
    return Advance(best.id)


def leaves_gap(look: Look, side: str, hex_: int, uid: str) -> bool:
    """The unit is the only one in a victory hex or in works."""
    if not victory_points(look, hex_) and hex_ not in look.state.hedgehogs:
        return False
    return all(unit.id == uid for unit in look.combat_units_at(hex_, side))
