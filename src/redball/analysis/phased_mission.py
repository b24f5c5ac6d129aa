"""A whole air mission of an edition that flies in several phases, as one exact distribution: it strikes with all that
are on it, and Flak fires afterwards.

The engine flies it as if its side had assigned nothing else, through those procedures of the phase that are its own.
What opens (a barrage, a landing) is in `mission_ends`. The strike changes two things that Flak asks for, the Level of a
base and what is left of a ship, so Flak is flown once for each Level and each fate of the ship.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any, cast

from msgspec.structs import replace

from redball.analysis import mission
from redball.analysis.mission import (
    MOST_PAIRS,
    Arrival,
    Begun,
    Ended,
    Flyer,
    Known,
    Meeting,
    MissionAnswer,
    Named,
    Why,
    answer,
    at_step,
    deeds,
    mission_answer,
    steps_lost,
)
from redball.analysis.mission_ends import Effect, Purpose
from redball.analysis.policy import Certain, follow
from redball.analysis.second_leg import MISSION
from redball.core import engine
from redball.core.actions import Action, SendPlane
from redball.core.chances import Spread, from_chances
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions.new_ocs.air_interception import Scramble, may_be_intercepted, refuse_interceptor, struck_base
from redball.editions.new_ocs.air_kinds import brought_points, guards_at, is_escort, striking, task_kind
from redball.editions.new_ocs.air_rounds import Rounds
from redball.editions.new_ocs.interdict import points_of
from redball.rules.air.combat import Aircraft, Standing, last_standings
from redball.rules.air.flak_fire import draws_flak, flying, tally_of
from redball.rules.air.kind import Mission
from redball.rules.air.long_range import rating
from redball.rules.air.points import AIR_COMBAT, FLAK_CHANCE
from redball.rules.air.tasks import InterceptorSent, Task, task_named, tasks_of
from redball.rules.ground.air_force import Plane, base_in, force_in, plane_in, with_base
from redball.rules.ground.fleet import ship_in, sunk, with_ship
from redball.rules.naval.ship_target import RANKS

TAKE_OFF, SORTIE, FLAK = (MISSION, "take_off"), ("air_sortie", "take_home"), ("air_flak", "flak")
DAMAGED = RANKS.index("damaged, and DG")
MOST_INTERCEPTORS = 2
"""More Fighters that must intercept are not told: following each fight takes too long beside a panel."""


def phased(look: Look) -> bool:
    """Whether the edition flies its missions so."""
    return TAKE_OFF[1] in {step.name for step in look.world.edition.procedures[MISSION].steps}


def foreseen(look: Look, data: Mission) -> MissionAnswer:
    """The distribution of a mission in the edition that is played.

    Raises Unforeseen where dice cannot be foreseen.
    """
    return (phased_answer if phased(look) else mission_answer)(look, data)


def unopposed(look: Look, data: Mission) -> Spread[Ended]:
    """What comes of a mission that meets nobody in the air.

    Raises Unforeseen where dice cannot be foreseen.
    """
    known = Known({}, {})
    if phased(look):
        begun = begin(look, data)
        return ends_of(begun, begun.look, known)
    over = mission.begin(look, data)
    return mission.ends_of(over, over.look, known)


def phased_answer(look: Look, data: Mission) -> MissionAnswer:
    """The distribution of a mission that could be assigned; pass a look with only what its side may know.

    Raises Unforeseen where dice cannot be foreseen.
    """
    begun = begin(look, data)
    planes, kind = flying(begun.look, begun.data), task_kind(look, data)
    fired = kind.strike and bool(planes) and draws_flak(look, data.side, data.hex, kind)
    points = tally_of(look, data.side, data.hex, kind, planes) if fired else None
    hit = look.policies[FLAK_CHANCE](look, points, planes) if points is not None else Fraction(0)
    known = Known({}, {})
    ends = ends_of(begun, begun.look, known)
    unhurt, _ = next(iter(known.deeds.values()))[0]
    met_ = meeting(begun, known)
    intercepted, first = bool(interceptors(begun)), points is not None
    return MissionAnswer(data, points, hit, ends, unhurt.column, met_, intercepted=intercepted, strikes_first=first)


def begin(look: Look, data: Mission) -> Begun:
    """Its aircraft are over its hex, and wait."""
    (there,) = follow(at_step(look, TAKE_OFF, data), answered, (), Certain)
    return Begun(look, there.look, tasks_of(there.look.state, data.side)[-1].mission)


def answered(look: Look) -> Action:
    """As `mission.answer`; in Air Combat each side sends its best rating."""
    sends = cast(list[SendPlane], engine.choices(look, SendPlane))
    return max(sends, key=lambda action: _rating(look, action.plane)) if sends else answer(look)


def _rating(look: Look, pid: str) -> int:
    plane = plane_in(look.state, pid)
    return rating(look, plane) if plane is not None else 0


# --- the strike, then Flak ---------------------------------------------------------------------------------------


def ends_of(begun: Begun, look: Look, known: Known) -> Spread[Ended]:
    """Every end of the mission by those that are on it now."""
    aloft = force_in(look.state).planes
    if aloft not in known.ends:
        found = known.deeds[aloft] = deeds(begun, at_step(look, SORTIE, begun.data))
        which = from_chances({number: chance for number, (_, chance) in enumerate(found)})
        known.ends[aloft] = which.then(lambda number: _with_flak(begun, look, found[number][0]))
    return known.ends[aloft]


def _with_flak(begun: Begun, look: Look, what: Purpose) -> Spread[Ended]:
    """The strike together with the Flak after it."""
    flak: dict[tuple[int, int], Spread[Arrival]] = {}

    def following(effect: Effect) -> Spread[Ended]:
        key = effect.levels, effect.struck
        if key not in flak:
            flak[key] = under_flak(begun, after_strike(look, effect), effect.levels)
        return flak[key].map(lambda arrival: Ended(arrival, effect))

    return what.spread.then(following)


def after_strike(look: Look, effect: Effect) -> Look:
    """Once the strike has damaged or sunk a ship: what is left of it fires."""
    ship = ship_in(look.state, effect.ship)
    if ship is None or effect.struck < DAMAGED:
        return look
    state = look.state
    state = with_ship(state, ship.id, damaged=True) if effect.struck == DAMAGED else sunk(state, [ship.id])
    return look.after(state, ())


def under_flak(begun: Begun, look: Look, levels: int) -> Spread[Arrival]:
    """What Flak leaves of the mission once the base there has lost so many Levels: the points are those that it struck
    with."""
    data, points = begun.data, brought(begun, look)
    base = base_in(look.state, data.hex)
    if levels and base is not None:
        look = look.after(with_base(look.state, replace(base, level=base.level - levels)), ())
    if not task_kind(look, data).strike or not flying(look, data):
        return Spread.sure(_arrived(begun, look, points))
    courses = follow(at_step(look, FLAK, data), answered, (), Certain)
    which = from_chances({number: course.chance for number, course in enumerate(courses)})
    return which.map(lambda number: _arrived(begun, courses[number].look, points))


def _arrived(begun: Begun, look: Look, points: int) -> Arrival:
    planes = flying(look, begun.data)
    reduced = tuple([plane.id for plane in planes if plane.steps_lost])
    lost = steps_lost(look, begun.data) - steps_lost(begun.before, begun.data)
    return Arrival(tuple([plane.id for plane in planes]), reduced, points, lost)


def brought(begun: Begun, look: Look) -> int:
    """Barrage Points of those that are there and no escorts."""
    data, planes = begun.data, flying(look, begun.data)
    if task_kind(look, data).strike:
        return brought_points(look, data, planes)
    bombs = task_kind(look, data).trips is not None and not task_kind(look, data).covered
    return points_of(look, striking(look, data, planes)) if bombs else 0


# --- Air Combat --------------------------------------------------------------------------------------------------


def meeting(begun: Begun, known: Known) -> Meeting | None:
    """A sweep's combat with the known Fighters there; the interception by the best known Fighter that may, or by those
    that must since their own base is struck. None if there is nobody, or it takes too long to tell."""
    if task_kind(begun.look, begun.data).stage == "sweep":
        return swept(begun)
    fighters = interceptors(begun)
    return met(begun, fighters, known) if 0 < len(fighters) <= MOST_INTERCEPTORS else None


def task_of(begun: Begun) -> Task:
    """The mission as it waits over its hex."""
    found = task_named(begun.look.state, begun.data.planes[0])
    assert found is not None  # it has just been assigned
    return found


def interceptors(begun: Begun) -> tuple[Plane, ...]:
    """Who must intercept it, or the best that may."""
    look, task = begun.look, task_of(begun)
    if not may_be_intercepted(look, task):
        return ()
    enemy = look.enemy(begun.data.side)
    scramble = Scramble(enemy, task.name)
    able = [
        plane
        for plane in force_in(look.state).planes
        if plane.side == enemy and refuse_interceptor(look, scramble, plane.id) is None
    ]
    must = tuple([plane for plane in able if struck_base(look, plane) == task.name])
    return must or tuple([max(able, key=partial(rating, look))] if able else [])


def met(begun: Begun, fighters: tuple[Plane, ...], known: Known) -> Meeting:
    """The mission once these Fighters have fought it, each one once."""
    look, data, task = begun.look, begun.data, task_of(begun)
    enemy, ids = look.enemy(data.side), tuple([plane.id for plane in fighters])
    state = look.state
    for pid in ids:
        event = InterceptorSent(case="N14-interception-number", side=enemy, plane=pid, hex=data.hex, task=task.name)
        state = event.apply(state)
    frame = Frame("air_rounds", "disclose", Rounds(enemy, data.hex, ids, task.name))
    fights = look.after(state.change(stack=(frame,)), ())
    courses = follow(fights, answered, (), Certain)
    which = from_chances({number: course.chance for number, course in enumerate(courses)})
    ends = which.then(lambda number: ends_of(begun, courses[number].look, known))
    through = which.chance(lambda number: flying(courses[number].look, data))
    before = sum(plane.steps_lost for plane in fighters)
    losses = which.map(lambda number: sum(_steps(courses[number].look, pid) for pid in ids) - before)
    won = last_standings(look.world.charts, _standing(begun, fighters), look.policies[AIR_COMBAT](False))
    driven_off = won.chance(lambda found: not found.flown_home and not found.sides[0])
    why: Why = "must" if struck_base(look, fighters[0]) == task.name else "intercepts"
    return Meeting(why, ids, ends, through, driven_off, losses)


def _steps(look: Look, pid: str) -> int:
    plane = plane_in(look.state, pid)
    return plane.steps_lost if plane is not None else 0


def _standing(begun: Begun, fighters: tuple[Plane, ...]) -> Standing:
    """The same fight in ratings. Escorts are those without parentheses: they fight before the others."""
    look, data = begun.look, begun.data
    attackers = [Aircraft(rating(look, plane)) for plane in _best_first(look, fighters)]
    others = [Aircraft(rating(look, plane), not is_escort(look, data, plane.id)) for plane in flying(look, data)]
    return Standing((tuple(attackers), tuple(others)))


def _best_first(look: Look, planes: Iterable[Plane]) -> tuple[Plane, ...]:
    return tuple(sorted(planes, key=partial(rating, look), reverse=True))


class Swept(Named, frozen=True, kw_only=True):
    """A sweep between two rounds, with those that have fought and were not driven off."""

    unbeaten: tuple[str, ...] = ()

    def after(self, hit: Iterable[tuple[int, tuple[int, ...], int]], **more: Any) -> Swept:
        first, found = self.sides[0][0], cast(Swept, super().after(hit, **more))
        stood = found.flown_home > self.flown_home and isinstance(first, Flyer)
        return replace(found, unbeaten=(*self.unbeaten, first.id)) if stood and isinstance(first, Flyer) else found


def swept(begun: Begun) -> Meeting | None:
    """A sweep against the known Fighters there."""
    look, data = begun.look, begun.data
    ours, theirs = flying(look, data), guards_at(look, data.hex, look.enemy(data.side))
    if not theirs or len(ours) * len(theirs) > MOST_PAIRS:
        return None
    one, other = (
        tuple([Flyer(rating(look, plane), id=plane.id) for plane in _best_first(look, side)]) for side in (ours, theirs)
    )
    standing = Swept((one, other))
    last = cast(Spread[Swept], last_standings(look.world.charts, standing, look.policies[AIR_COMBAT](True)))
    ends = last.map(partial(_after_sweep, look, data))
    through = last.chance(lambda found: found.unbeaten or found.sides[0])
    won = last.chance(lambda found: not found.sides[1])
    losses = last.map(lambda found: found.lost[1])
    return Meeting("there", tuple([plane.id for plane in theirs]), ends, through, won, losses)


def _after_sweep(look: Look, data: Mission, found: Swept) -> Ended:
    """Who was not driven off; all of them go home."""
    left = {*found.unbeaten, *(plane.id for plane in found.sides[0] if isinstance(plane, Flyer))}
    stood = [plane for plane in flying(look, data) if plane.id in left]
    reduced = tuple([plane.id for plane in stood if plane.steps_lost])
    return Ended(Arrival(tuple([plane.id for plane in stood]), reduced, 0, found.lost[0]), Effect())
