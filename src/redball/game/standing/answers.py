"""The policies of standing answers: each picks one of the legal actions, or None where the player must decide.

They read what the side may believe, and never change anything. What they pick is an ordinary action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from redball.core.actions import (
    Action,
    ChooseDeck,
    ChooseLeader,
    ChooseTerrain,
    Done,
    IgnoreOption,
    Intercept,
    LoseStep,
    Pay,
    RetreatTo,
    ReturnTo,
    ShareToken,
    TagAlong,
    TakeRetreat,
    UseInternals,
    Withhold,
)
from redball.core.state import Unit
from redball.game.standing.asked import Asked
from redball.game.standing.places import NEAR, Aim, Place, escapes, retreats
from redball.rules.barrage.on_board import terrain_shift
from redball.rules.combat.odds import OddsPreview, preview
from redball.rules.combat.record import CombatData
from redball.rules.combat.results import steps_left
from redball.rules.combat.supply import unsupplied
from redball.rules.ground.air_force import face, force_in, plane_in
from redball.rules.units.abilities import action_rating, is_organic, printed_strength

Policy = Callable[[Asked], Action | None]


# --- whether to do anything at all -------------------------------------------------------------------------------


def passes_on(asked: Asked) -> Action | None:
    """Nothing is done."""
    return next(iter(asked.of(Done)), None)


def unless_near(asked: Asked) -> Action | None:
    """Nothing is done, unless enemy combat units that the side sees are near one of its units in Reserve."""
    look = asked.look
    waiting = {unit.hex for unit in look.own(asked.side) if unit.marker == "reserve" and unit.on_map}
    near = {hex_ for there in waiting for hex_ in (there, *look.board.within(there, NEAR))}
    return None if any(look.has_combat_units(hex_, asked.enemy) for hex_ in near) else passes_on(asked)


def best_fighter(asked: Asked) -> Action | None:
    """The fighter with the highest Air Combat Rating intercepts."""
    able = [(air_rating(asked, action.plane) or 0, action.plane, action) for action in asked.of(Intercept)]
    return max(able, default=(0, "", None))[2]


def better_fighter(asked: Asked) -> Action | None:
    """The same if it is better than every aircraft of the mission, else nobody intercepts; the player decides where the
    side cannot tell."""
    best, theirs = best_fighter(asked), [air_rating(asked, plane) for plane in asked.data.planes]
    if not isinstance(best, Intercept) or None in theirs:
        return passes_on(asked) if best is None else None
    ours = air_rating(asked, best.plane) or 0
    return best if all(ours > (rating or 0) for rating in theirs) else passes_on(asked)


def air_rating(asked: Asked, pid: str) -> int | None:
    """An aircraft's printed Air Combat Rating, None if the side does not know it."""
    plane = plane_in(asked.look.state, pid)
    return None if plane is None else face(asked.look.world, plane).rating


# --- where aircraft return ---------------------------------------------------------------------------------------


def back_home(asked: Asked) -> Action | None:
    """The base from which the aircraft came, if it may land there, and the carrier."""
    on = {plane.id: plane.ship for plane in force_in(asked.look.state).planes}
    deck = next((action for action in asked.of(ChooseDeck) if on.get(action.plane) == action.ship), None)
    if deck is not None:
        return deck
    planes = {plane.id: plane.base for plane in force_in(asked.look.state).planes}
    return next((action for action in asked.of(ReturnTo) if planes.get(action.plane) == action.hex), None)


# --- who leads, and who loses ----------------------------------------------------------------------------------


def highest_rating(asked: Asked) -> Action | None:
    """The highest Action Rating; among equals the unit whose step costs least, since it loses the first one."""
    known = [action for action in asked.of(ChooseLeader) if asked.knows(action.unit)]
    return max(known, key=lambda a: (rating(asked, a.unit), *map(_less, step_cost(asked, a.unit))), default=None)


def cheapest_leader(asked: Asked) -> Action | None:
    """The unit whose step costs least; among equals the highest Action Rating."""
    known = [action for action in asked.of(ChooseLeader) if asked.knows(action.unit)]
    return max(known, key=lambda a: (*map(_less, step_cost(asked, a.unit)), rating(asked, a.unit)), default=None)


def rating(asked: Asked, uid: str) -> int:
    """A unit's Action Rating now."""
    return action_rating(asked.look, asked.unit(uid))


def _less(number: int) -> int:
    return -number


def step_cost(asked: Asked, uid: str) -> tuple[int, int]:
    """Whether it is the unit's last step, and its strength for each of its printed steps, in twelfths."""
    unit = asked.unit(uid)
    return int(asked.look.steps(unit) == 1), strength_of_step(asked, unit)


def strength_of_step(asked: Asked, unit: Unit) -> int:
    """The printed strength for each printed step, in twelfths."""
    return 12 * printed_strength(asked.look, unit) // max(1, asked.look.counter(unit).steps)


def spare_steps(asked: Asked) -> LoseStep | None:
    """Units that survive it first; among these the weakest."""
    return min(asked.of(LoseStep), key=lambda a: (*step_cost(asked, a.unit), a.unit), default=None)


def weakest_step(asked: Asked) -> LoseStep | None:
    """The weakest step, though it be a unit's last."""
    return min(asked.of(LoseStep), key=lambda a: (*reversed(step_cost(asked, a.unit)), a.unit), default=None)


# --- terrain ---------------------------------------------------------------------------------------------------


def best_terrain(asked: Asked) -> Action | None:
    """The terrain that helps most against what the side can see."""
    choices = asked.of(ChooseTerrain)
    data = asked.data
    if not choices:
        return None
    if not isinstance(data, CombatData):
        return min(choices, key=lambda choice: terrain_shift(asked.look, choice.terrain))
    if not any(map(asked.knows, data.attackers)):
        return choices[0]
    wanted = {(one.terrain, one.against) for one in shown_odds(asked, data).terrain}
    return next((choice for choice in choices if (choice.terrain, choice.against) in wanted), choices[0])


def shown_odds(asked: Asked, data: CombatData, withheld: tuple[str, ...] | None = None) -> OddsPreview:
    """The odds of a combat by what the side can see of it; `withheld`: defenders without combat supply."""
    without = unsupplied(data) if withheld is None else withheld
    return preview(
        asked.look,
        data.kind,
        data.hex,
        [uid for uid in data.attackers if asked.knows(uid)],
        {choice.against: choice.terrain for choice in data.terrain},
        unsupplied=without,
        fire=bool(data.fire) or None,
    )


# --- supply ----------------------------------------------------------------------------------------------------


def usual_payer(asked: Asked) -> Action | None:
    """The payer that is offered first: the nearest supply."""
    return _payer(asked, lambda pays: pays[0])


def fullest_payer(asked: Asked) -> Action | None:
    """The payer with the most supply."""
    return _payer(asked, lambda pays: max(pays, key=lambda pay: stock(asked, pay)))


def ground_payer(asked: Asked) -> Action | None:
    """Supply on the ground before supply on transport."""
    return _payer(asked, lambda pays: min(pays, key=lambda pay: bool(pay.holder)))


def _payer(asked: Asked, pick: Callable[[Sequence[Pay]], Pay]) -> Pay | None:
    """One of the payers, for all units together where that is possible."""
    pays = asked.of(Pay)
    together = [pay for pay in pays if not pay.unit]
    return pick(together or pays) if pays else None


def stock(asked: Asked, pay: Pay) -> int:
    """Tokens where a payment comes from."""
    state = asked.look.state
    return state.units[pay.holder].load if pay.holder else state.ground_supply(asked.side, pay.source).tokens


def within_reach(asked: Asked) -> int:
    """Tokens of every stock that could pay."""
    stocks = {(pay.source, pay.holder): stock(asked, pay) for pay in asked.of(Pay)}
    return sum(stocks.values())


def defend(payer: Policy, asked: Asked) -> Action | None:
    """Pay for the defence from the map, and share a token that covers more; internal stocks are the player's to use."""
    shared = asked.of(ShareToken)
    return shared[0] if shared else payer(asked)


def from_stocks(asked: Asked) -> Action | None:
    """Internal stocks, where nothing else can pay."""
    return next(iter(asked.of(UseInternals)), None)


def no_column(asked: Asked) -> bool:
    """Combat supply changes nothing in the odds, by the attackers that the side can see."""
    data = asked.data
    if not isinstance(data, CombatData) or not any(map(asked.knows, data.attackers)):
        return False
    paid, withheld = shown_odds(asked, data, ()), shown_odds(asked, data)
    return _columns(paid) == _columns(withheld)


def _columns(found: OddsPreview) -> tuple[Any, ...]:
    odds = found.odds
    other = odds.attackers
    return odds.column, odds.drm, other and (other.column, other.drm)


def withhold(asked: Asked) -> Action | None:
    """Spend nothing."""
    return next(iter(asked.of(Withhold)), None)


# --- options and ways ------------------------------------------------------------------------------------------


def give_ground(asked: Asked) -> Action | None:
    """Skip the option if that is allowed, else retreat."""
    return next(iter((*asked.of(IgnoreOption), *asked.of(TakeRetreat))), None)


def stand(asked: Asked) -> Action | None:
    """Skip the option if that is allowed; lose steps unless that would wipe out the defence."""
    if asked.of(IgnoreOption):
        return give_ground(asked)
    data = asked.data
    dies = steps_left(asked.look, data, "defender") <= data.defence.option
    return give_ground(asked) if dies else spare_steps(asked) or give_ground(asked)


def hold_places(asked: Asked) -> Action | None:
    """Stand where victory points lie, give ground elsewhere."""
    counts = any(entry.hex == asked.data.hex for entry in asked.look.world.scenario.victory.hexes)
    return stand(asked) if counts else give_ground(asked)


def retreat_to(aim: Aim | None, asked: Asked) -> Action | None:
    """Organic Trucks go along; then the best hex, as `places.retreats` ranks them."""
    trucks = [tag for tag in asked.of(TagAlong) if is_organic(asked.look, asked.unit(tag.unit))]
    if trucks:
        return trucks[0]
    return first(retreats(asked, aim)) if asked.of(RetreatTo) else None


def escape_to(aim: Aim, asked: Asked) -> Action | None:
    """The best hex, as `places.escapes` ranks them."""
    return first(escapes(asked, aim))


def first(places: Sequence[Place]) -> Action | None:
    """The action of the best place."""
    return places[0].action if places else None
