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
from typing import cast

from msgspec.structs import replace

from redball.analysis import mission
from redball.analysis.mission import (
    Arrival,
    Begun,
    Crew,
    Ended,
    Flyer,
    Known,
    Meeting,
    MissionAnswer,
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
from redball.board.hexes import NO_HEX
from redball.core import engine
from redball.core.actions import Action, SendPlane
from redball.core.chances import Spread, from_chances
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions.new_ocs.air_interception import Scramble, may_be_intercepted, refuse_interceptor, struck_base
from redball.editions.new_ocs.air_kinds import brought_points, guards_at, is_escort, striking, task_kind
from redball.editions.new_ocs.interdict import points_of
from redball.rules.air.combat import Aircraft, Standing
from redball.rules.air.dogfight import over_home
from redball.rules.air.flak_fire import draws_flak, flying, tally_of
from redball.rules.air.homing import Homing
from redball.rules.air.kind import Mission
from redball.rules.air.long_range import rating
from redball.rules.air.outcomes import Fell, Outcomes
from redball.rules.air.points import AIR_COMBAT, FLAK_CHANCE
from redball.rules.air.tasks import Task, task_named, tasks_of
from redball.rules.ground.air_force import (
    Plane,
    base_in,
    force_in,
    losing_step,
    plane_in,
    with_base,
    with_planes,
)
from redball.rules.ground.fleet import ship_in, sunk, with_ship
from redball.rules.naval.ship_target import RANKS

TAKE_OFF, SORTIE, FLAK = (MISSION, "take_off"), ("air_sortie", "take_home"), ("air_flak", "flak")
DAMAGED = RANKS.index("damaged, and DG")


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
    return met(begun, fighters, known) if fighters else None


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
    return must or tuple([max(able, key=lambda plane: rating(look, _over(plane, begun.data.hex)))] if able else [])


def _over(plane: Plane, hex_: int) -> Plane:
    """A Fighter as it is once it has flown there, from its base or from a patrol."""
    return plane.change(hex=hex_, base=plane.hex if plane.parked else plane.base)


def met(begun: Begun, fighters: tuple[Plane, ...], known: Known) -> Meeting:
    """The mission once these Fighters have fought it, each one once."""
    look = begun.look
    outcomes, start = Outcomes(look.world.charts, look.policies[AIR_COMBAT](False)), _standing(begun, fighters)
    crew = Crew.of(begun, look, 1, same=False)
    last = outcomes.last(start, crew.unhurt, crew.hurt)

    def following(found: tuple[Standing, tuple[int, ...]]) -> Spread[Ended]:
        return ends_of(begun, _after_rounds(begun, fighters, crew.stayed(found[0]), crew.hit(*found)), known)

    ends = last.then(following)
    through = last.chance(lambda found: crew.stayed(found[0]))
    losses = outcomes.last(start, 0, lambda lost, fell: lost + fell.lost[0]).map(lambda found: found[1])
    driven_off = last.chance(lambda found: not found[0].flown_home and not found[0].sides[0])
    why: Why = "must" if struck_base(look, fighters[0]) == task_of(begun).name else "intercepts"
    return Meeting(why, tuple([plane.id for plane in fighters]), ends, through, driven_off, losses)


def _after_rounds(begun: Begun, fighters: tuple[Plane, ...], stayed: tuple[str, ...], hit: frozenset[str]) -> Look:
    """The mission after its Air Combat: those that are gone are home again, and so is every interceptor."""
    look, data = begun.look, begun.data
    gone = [plane.change(active=False) for plane in flying(look, data) if plane.id not in stayed]
    changed = [losing_step(plane) if plane.id in hit else plane for plane in gone]
    home = [plane.change(active=False) for plane in fighters]
    if not data.cargo:
        landed = [plane.change(hex=plane.base, base=NO_HEX) for plane in changed if plane.hex >= 0]
        lost = [plane for plane in changed if plane.hex < 0]
        return look.after(with_planes(look.state, [*landed, *lost, *home]), ())
    homing = Homing(data.side, tuple([plane.id for plane in changed if plane.hex >= 0]))
    stack = (Frame(*FLAK, data), *([Frame("air_return", "settle", homing)] if homing.planes else []))
    state = with_planes(look.state, [*changed, *home])
    (back,) = follow(look.after(state.change(stack=stack), ()), answered, (FLAK,), Certain)
    return back.look


def _standing(begun: Begun, fighters: tuple[Plane, ...]) -> Standing:
    """Escorts are those without parentheses: they fight before the others."""
    look, data = begun.look, begun.data
    there = _best_first(look, [_over(plane, data.hex) for plane in fighters])
    attackers = [Aircraft(rating(look, plane), home=over_home(look, plane, data.hex)) for plane in there]
    others = [_flyer(look, plane, data.hex, not is_escort(look, data, plane.id)) for plane in flying(look, data)]
    return Standing((tuple(attackers), tuple(others)))


def _flyer(look: Look, plane: Plane, hex_: int, last: bool = False) -> Flyer:
    """An aircraft as the arithmetic has it over that hex; `last`: it fights after all others."""
    return Flyer(rating(look, plane), last, home=over_home(look, plane, hex_), id=plane.id)


def _best_first(look: Look, planes: Iterable[Plane]) -> tuple[Plane, ...]:
    return tuple(sorted(planes, key=partial(rating, look), reverse=True))


Unbeaten = tuple[tuple[str, ...], int]
"""Of a sweep: who has fought and was not driven off, and the steps that were lost."""


def swept(begun: Begun) -> Meeting | None:
    """A sweep against the known Fighters there."""
    look, data = begun.look, begun.data
    ours, theirs = flying(look, data), guards_at(look, data.hex, look.enemy(data.side))
    if not theirs:
        return None
    one, other = (
        tuple([_flyer(look, plane, data.hex) for plane in _best_first(look, side)]) for side in (ours, theirs)
    )
    outcomes, start = Outcomes(look.world.charts, look.policies[AIR_COMBAT](True)), Standing((one, other))

    def marked(before: Unbeaten, fell: Fell) -> Unbeaten:
        unbeaten, lost = before
        stood = [plane.id for plane in fell.gone[0] if isinstance(plane, Flyer) and fell.unbeaten]
        return (*unbeaten, *stood), lost + fell.lost[0]

    none: Unbeaten = ((), 0)
    last = outcomes.last(start, none, marked)
    ends = last.map(lambda found: _after_sweep(look, data, found[0], *found[1]))
    through = last.chance(lambda found: found[1][0] or found[0].sides[0])
    won = last.chance(lambda found: not found[0].sides[1])
    losses = outcomes.last(start, 0, lambda lost, fell: lost + fell.lost[1]).map(lambda found: found[1])
    return Meeting("there", tuple([plane.id for plane in theirs]), ends, through, won, losses)


def _after_sweep(look: Look, data: Mission, found: Standing, unbeaten: tuple[str, ...], lost: int) -> Ended:
    """Who was not driven off; all of them go home."""
    left = {*unbeaten, *(plane.id for plane in found.sides[0] if isinstance(plane, Flyer))}
    stood = [plane for plane in flying(look, data) if plane.id in left]
    reduced = tuple([plane.id for plane in stood if plane.steps_lost])
    return Ended(Arrival(tuple([plane.id for plane in stood]), reduced, 0, lost), Effect())
