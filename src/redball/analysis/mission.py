"""A whole air mission as one exact distribution: Flak and what is lost to it, what gets there, what that does.

The procedure "air_mission" itself flies the mission up to the end of Flak, once for every course of its dice; what then
opens (a barrage, drops, a landing) is in `mission_ends`. Nobody can foresee whether the enemy intercepts, so a mission
is told as if nobody did; `Meeting` tells the same mission if it meets aircraft of the enemy's that its side knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.aborts import Contest
from redball.analysis.air_fight import doubling, may_double
from redball.analysis.mission_ends import ENDS, STOPOVER, Effect, Purpose, purpose
from redball.analysis.policy import Certain, Played, Unforeseen, follow
from redball.analysis.second_leg import ENGAGE, FLAK, MISSION, OVER, legs, second_bases
from redball.board.hexes import NO_HEX
from redball.core import engine
from redball.core.actions import Action, ChooseTerrain, LoseCargo, LosePlane, ReturnTo
from redball.core.chances import Spread, from_chances
from redball.core.ledger import Ledger, Tally
from redball.core.look import Look
from redball.core.state import Frame
from redball.core.world import World, of_world
from redball.rules.air.air import FighterScrambled
from redball.rules.air.combat import Aircraft, Standing
from redball.rules.air.dogfight import Dogfight, goes_on, standing
from redball.rules.air.flak_fire import draws_flak, flying, tally_of, under_fire
from redball.rules.air.homing import Homing
from redball.rules.air.kind import Mission, escort_of, kind_of
from redball.rules.air.long_range import rating
from redball.rules.air.mission import may_be_intercepted, open_to_interception
from redball.rules.air.outcomes import Fell, Outcomes
from redball.rules.air.patrol import patrols_over
from redball.rules.air.points import AIR_COMBAT, FLAK_CHANCE
from redball.rules.air.strikes import bombers, has_points, members, points_of
from redball.rules.barrage.on_board import terrain_shift
from redball.rules.ground.air_force import Plane, active_at, force_in, losing_step, plane_in, with_planes

Why = Literal["there", "intercepts", "must"]


class Arrival(Struct, frozen=True):
    """What gets through to the hex: aircraft, those of them with a step lost, Barrage Points; steps `lost` on the
    way."""

    planes: tuple[str, ...]
    reduced: tuple[str, ...] = ()
    points: int = 0
    lost: int = 0


class Ended(Struct, frozen=True):
    """One end of a mission."""

    arrival: Arrival
    effect: Effect


class Meeting(Struct, frozen=True):
    """The mission if it meets these enemy aircraft in Air Combat: they are `there`, or the first one `intercepts`, or
    all of them `must`. Everybody fights to the end. `through`: some of the mission's aircraft get past them; `won`:
    they are all driven off. `doubled`: a side may send two aircraft against one, and does (1992). `contest` is the
    fight as it begins, for what aborts could make of it; None where they change who doubles up, or where others of its
    side fight beside the mission."""

    why: Why
    planes: tuple[str, ...]
    ends: Spread[Ended]
    through: Fraction
    won: Fraction
    their_losses: Spread[int]
    doubled: bool = False
    contest: Contest | None = None


class MissionAnswer(Struct, frozen=True):
    """A mission foreseen: what adds to the roll of Flak (None: none fires) and the chance that it takes a step, the
    distribution if nobody opposes it, how the column of a barrage by all its aircraft comes about, and the known
    aircraft that it meets, or may meet. The enemy may have it `intercepted`; it is `engaged` by what is seen at its
    hex; it `strikes_first`, and Flak fires afterwards. `legs`: what comes of both legs of XYZ transport together."""

    mission: Mission
    flak: Tally[int] | None
    hit: Fraction
    ends: Spread[Ended]
    column: Ledger | None
    meeting: Meeting | None
    intercepted: bool = False
    engaged: bool = False
    strikes_first: bool = False
    legs: tuple[BothLegs, ...] = ()


class BothLegs(Struct, frozen=True):
    """XYZ transport to a second base (21.12a): what arrives there and comes down there, with what both legs lose; and
    the same if the first leg meets the aircraft of the `Meeting`."""

    hex: int
    ends: Spread[Ended]
    met: Spread[Ended] | None = None


class Begun(NamedTuple):
    """A mission whose aircraft are over its hex; `onward`: what counts is what comes to that hex by a second leg."""

    before: Look
    look: Look
    data: Mission
    onward: int = NO_HEX


def mission_answer(look: Look, data: Mission) -> MissionAnswer:
    """The distribution of a mission that could be flown; pass a look with only what its side may know.

    Raises Unforeseen where the edition's dice cannot be foreseen.
    """
    begun = begin(look, data)
    planes = under_fire(look, data, members(look, data))
    kind = kind_of(look, data.kind)
    fired = bool(planes) and data.calls and draws_flak(look, data.side, data.hex, kind)
    points = tally_of(look, data.side, data.hex, kind, planes) if fired else None
    hit = look.policies[FLAK_CHANCE](look, points, planes) if points is not None else Fraction(0)
    known = Known({}, {})
    ends = ends_of(begun, begun.look, known)
    unhurt, _ = next(iter(known.deeds.values()))[0]
    engaged = bool(active_at(look, data.hex, look.enemy(data.side)))
    met, intercepted = meeting(begun, known), may_be_intercepted(look, data)
    further = tuple([both_legs(begun._replace(onward=hex_)) for hex_ in second_bases(look, data)])
    return MissionAnswer(
        data, points, hit, ends, unhurt.column, met, intercepted=intercepted, engaged=engaged, legs=further
    )


def both_legs(begun: Begun) -> BothLegs:
    """Both legs of a mission together."""
    known = Known({}, {})
    ends, met = ends_of(begun, begun.look, known), meeting(begun, known)
    return BothLegs(begun.onward, ends, met.ends if met is not None else None)


def begin(look: Look, data: Mission) -> Begun:
    """Its aircraft have left their bases."""
    if FLAK[1] not in {step.name for step in look.world.edition.procedures[MISSION].steps}:
        raise Unforeseen("in this edition missions are flown in several phases")
    opened = look.at_stack(look.state.change(stack=(Frame(MISSION, "fly", data),)))
    (there,) = follow(opened, answer, (ENGAGE,), Certain)
    flown: Mission = there.look.state.stack[-1].data
    return Begun(look, there.look, flown)


# --- decisions ---------------------------------------------------------------------------------------------------


def answer(look: Look) -> Action:
    """How open decisions of a mission are answered: the first aircraft with the most steps takes a loss, supply is lost
    before units, aircraft go to the nearest base, the enemy chooses the terrain that helps it most."""
    return min(engine.choices(look), key=partial(_preferred, look))


def _preferred(look: Look, action: Action) -> tuple[int, ...]:
    if isinstance(action, LosePlane) and (plane := plane_in(look.state, action.plane)) is not None:
        return (plane.steps_lost,)
    if isinstance(action, LoseCargo):
        return (bool(action.unit),)
    if isinstance(action, ReturnTo) and (plane := plane_in(look.state, action.plane)) is not None:
        return (look.board.distance(plane.hex, action.hex),)
    return (terrain_shift(look, action.terrain),) if isinstance(action, ChooseTerrain) else (0,)


# --- from Flak to the end ----------------------------------------------------------------------------------------


class Way(NamedTuple):
    """One course of Flak: what gets through, what that does, and the chance."""

    arrival: Arrival
    purpose: Purpose
    chance: Fraction

    def ends(self) -> Spread[Ended]:
        """Everything that it comes to."""
        return self.purpose.spread.map(partial(Ended, self.arrival))


class Known(NamedTuple):
    """What has been found of one mission: what comes of it from Flak on, by all aircraft as they are then, and what
    those that come through Flak do, by their sorts and the other aircraft."""

    ends: dict[tuple[Plane, ...], Spread[Ended]]
    deeds: dict[Any, list[tuple[Purpose, Fraction]]]


def ends_of(begun: Begun, look: Look, known: Known, lost: int = 0) -> Spread[Ended]:
    """Every end of a mission from Flak on; `lost` steps are not among those that its aircraft show."""
    aloft = force_in(look.state).planes
    if aloft not in known.ends:
        ways = [*_ways(begun, look, known)]
        chances = from_chances({number: way.chance for number, way in enumerate(ways)})
        known.ends[aloft] = chances.then(lambda number: ways[number].ends())
    found = known.ends[aloft]
    return found.map(partial(with_lost, lost)) if lost else found


def with_lost(lost: int, ended: Ended) -> Ended:
    """The end of a mission that has lost so many steps more."""
    return Ended(replace(ended.arrival, lost=ended.arrival.lost + lost), ended.effect)


def _ways(begun: Begun, look: Look, known: Known) -> Iterator[Way]:
    for course in follow(at_step(look, FLAK, begun.data), answer, (OVER,), Certain):
        if begun.onward != NO_HEX:
            yield from _both(begun, course)
            continue
        arrival = arrived(begun.look, course.look, course.look.state.stack[-1].data)
        for what, chance in _deeds(begun, course.look, known):
            yield Way(arrival, what, course.chance * chance)


def _both(begun: Begun, course: Played) -> Iterator[Way]:
    """What comes of a second leg after this course of the Flak on the first one."""
    for stop in follow(course.look, answer, (*ENDS, STOPOVER), Certain):
        for leg in legs(stop.look, begun.onward, answer):
            lost = steps_lost(leg.look, begun.data) - steps_lost(begun.look, begun.data)
            reduced = tuple([plane.id for plane in leg.planes if plane.steps_lost])
            arrival = Arrival(tuple([plane.id for plane in leg.planes]), reduced, lost=lost)
            yield Way(arrival, leg.purpose, course.chance * stop.chance * leg.chance)


def _deeds(begun: Begun, look: Look, known: Known) -> list[tuple[Purpose, Fraction]]:
    """What those who have come through Flak do. Aircraft of the same sorts do the same, where it does not matter what
    has become of the others (`alike`); `deeds` is the plain version."""
    data = begun.data
    if not alike(look, data):
        found = known.deeds[force_in(look.state).planes, data.cargo] = deeds(begun, look)
        return found
    escort = escort_of(look, kind_of(look, data.kind), data.planes)
    sorts = Counter([(plane.id == escort, _sort(look, plane)) for plane in flying(look, data)])
    others = tuple([plane for plane in force_in(look.state).planes if plane.id not in data.planes])
    key = frozenset(sorts.items()), others
    if key not in known.deeds:
        known.deeds[key] = deeds(begun, look)
    return known.deeds[key]


def deeds(begun: Begun, look: Look) -> list[tuple[Purpose, Fraction]]:
    """What the mission does from the end of Flak on, by the procedure."""
    data: Mission = look.state.stack[-1].data
    ends = follow(look, answer, (*ENDS, STOPOVER), Certain)
    return [(purpose(begun.before, one.look, data), one.chance) for one in ends]


def _sort(look: Look, plane: Plane) -> tuple[Any, ...]:
    """All that tells an aircraft from others, but for its names."""
    return plane.change(id=""), nameless(look.world, plane.id)


@of_world
def nameless(world: World, pid: str) -> tuple[Any, ...]:
    """What is printed on an aircraft, but for its names."""
    aircraft = world.scenario.aircraft[pid]
    return tuple([getattr(aircraft, field) for field in aircraft.__struct_fields__ if field not in ("id", "name")])


def at_step(look: Look, step: tuple[str, str], data: Mission) -> Look:
    """The look with the mission at one of its steps."""
    return look.at_stack(look.state.change(stack=(Frame(*step, data),)))


def arrived(before: Look, look: Look, data: Mission) -> Arrival:
    """Who is still on the mission after Flak, and what was lost since `before`."""
    planes = flying(look, data)
    reduced = tuple([plane.id for plane in planes if plane.steps_lost])
    lost = steps_lost(look, data) - steps_lost(before, data)
    kind = kind_of(look, data.kind)
    barrages = kind.barrages or kind.lead is has_points
    points = points_of(look, bombers(look, data, planes), kind.bombs) if barrages else 0
    return Arrival(tuple([plane.id for plane in planes]), reduced, points, lost)


def steps_lost(look: Look, data: Mission) -> int:
    """Steps that the aircraft of a mission have lost."""
    return sum(plane.steps_lost for plane in members(look, data))


# --- Air Combat --------------------------------------------------------------------------------------------------


class Flyer(Aircraft, frozen=True, kw_only=True):
    """An aircraft that can be told from its like."""

    id: str


def meeting(begun: Begun, known: Known) -> Meeting | None:
    """The Air Combat that the mission must fight with what is seen at its hex, or that the best known Fighter which may
    intercept it could begin; None if there is neither, or it cannot be foreseen."""
    look, data = begun.look, begun.data
    enemy = look.enemy(data.side)
    there = active_at(look, data.hex, enemy)
    if there:
        return fought(begun, look, "there", there, known)
    fighter = best_interceptor(look, data)
    if fighter is None:
        return None
    event = FighterScrambled(case="14.5-B", side=enemy, plane=fighter.id, hex=data.hex)
    state = event.apply(look.state)
    return fought(begun, look.after(state, event.touched()), "intercepts", (fighter,), known)


def best_interceptor(look: Look, data: Mission) -> Plane | None:
    """The known enemy Fighter of the highest rating that patrols the hex and could fight. Whether it has flown already
    is hidden."""
    if not open_to_interception(look, data):
        return None
    ids = [pid for patrol in patrols_over(look, look.enemy(data.side), data.hex) for pid in patrol.fighters]
    planes = [plane for pid in ids if (plane := plane_in(look.state, pid)) is not None and not plane.flown]
    return max(planes, key=partial(rating, look), default=None)


def fought(begun: Begun, look: Look, why: Why, theirs: tuple[Plane, ...], known: Known) -> Meeting | None:
    """The mission with this Air Combat before Flak."""
    data, enemy = begun.data, look.enemy(begun.data.side)
    begins = enemy if why == "intercepts" else data.side
    sweep = why == "there" and kind_of(look, data.kind).sweep
    fight = Dogfight(begins, begins, data.hex, sweep)
    if not goes_on(look, fight):
        return None
    sides = [active_at(look, data.hex, side) for side in (begins, look.enemy(begins))]
    start, ours = named(look, fight, sides), 0 if begins == data.side else 1
    outcomes = Outcomes(look.world.charts, look.policies[AIR_COMBAT](sweep))
    crew = Crew.of(begun, look, ours, same=alike(look, data))
    last = outcomes.last(start, crew.unhurt, crew.hurt)

    def lasting(found: tuple[Standing, tuple[int, ...]]) -> tuple[Fate, int]:
        stayed, hit = crew.stayed(found[0]), crew.hit(*found)
        theirs = _ids(found[0], 1 - ours) if stayed or not crew.same else ()
        return Fate(stayed, hit, theirs), sum(found[1]) if crew.same else 0

    def following(lasted: tuple[Fate, int]) -> Spread[Ended]:
        fate, lost = lasted
        return ends_of(begun, _after(begun, look, fate), known, lost)

    ends = last.map(lasting).then(following)
    through = last.chance(lambda found: crew.stayed(found[0]))
    losses = outcomes.last(start, 0, lambda lost, fell: lost + fell.lost[1 - ours]).map(lambda found: found[1])
    won = last.chance(lambda found: not found[0].sides[1 - ours])
    doubled = any(start.doubling)
    ids, told = (
        tuple([plane.id for plane in theirs]),
        len(start.sides[ours]) == len(crew.sorts) and not may_double(look),
    )
    contest = Contest(start, ours, sweep) if told else None
    return Meeting(why, ids, ends, through, won, losses, doubled, contest)


class Crew(NamedTuple):
    """The aircraft of a mission in an Air Combat, by sort: it is counted how many of each sort are hit, not who. Where
    it matters nothing who was hit, all are of one sort. Of two that are driven off together the first is hit."""

    side: int
    sorts: dict[str, int]
    unhurt: tuple[int, ...]
    same: bool

    @classmethod
    def of(cls, begun: Begun, look: Look, side: int, *, same: bool) -> Crew:
        """That of a mission which is this side of the combat."""
        found: dict[Any, int] = {}
        sorts = {
            plane.id: found.setdefault(None if same else _sort(look, plane), len(found))
            for plane in flying(look, begun.data)
        }
        return cls(side, sorts, (0,) * len(found), same)

    def hurt(self, hits: tuple[int, ...], fell: Fell) -> tuple[int, ...]:
        """Hits by sort after one more round."""
        lost = fell.lost[self.side]
        plane = fell.gone[self.side][0] if lost else None
        if not isinstance(plane, Flyer) or plane.id not in self.sorts:
            return hits
        sort = self.sorts[plane.id]
        return (*hits[:sort], hits[sort] + lost, *hits[sort + 1 :])

    def stayed(self, found: Standing) -> tuple[str, ...]:
        """Who of the mission is left."""
        return tuple([pid for pid in _ids(found, self.side) if pid in self.sorts])

    def hit(self, found: Standing, hits: tuple[int, ...]) -> frozenset[str]:
        """Who of those that are gone lost a step: the first ones of each sort; nobody where that does not matter."""
        if self.same:
            return frozenset()
        stayed = self.stayed(found)
        gone = [pid for pid in self.sorts if pid not in stayed]
        by_sort = ([pid for pid in gone if self.sorts[pid] == sort][:many] for sort, many in enumerate(hits))
        return frozenset(pid for some in by_sort for pid in some)


def named(look: Look, fight: Dogfight, sides: list[tuple[Plane, ...]]) -> Standing:
    """The standing at the beginning, in which every aircraft keeps its name."""
    found = standing(look, fight)
    one, other = (
        tuple([flyer(aircraft, plane) for aircraft, plane in zip(rated, planes, strict=True)])
        for rated, planes in zip(found.sides, sides, strict=True)
    )
    return Standing((one, other), doubling=doubling(look, sides))


def flyer(aircraft: Aircraft, plane: Plane) -> Flyer:
    """An aircraft of the arithmetic with its name."""
    return Flyer(aircraft.rating, aircraft.parenthesized, aircraft.reduced, aircraft.home, id=plane.id)


def _ids(found: Standing, side: int) -> tuple[str, ...]:
    return tuple([plane.id for plane in found.sides[side] if isinstance(plane, Flyer)])


class Fate(NamedTuple):
    """What an Air Combat leaves: those of the mission's aircraft that stay, those that are gone with a step less, and
    those of the enemy's that stay."""

    stayed: tuple[str, ...]
    hit: frozenset[str]
    theirs: tuple[str, ...]


def _after(begun: Begun, look: Look, fate: Fate) -> Look:
    """The mission at Flak after an Air Combat. Who was driven off is Inactive, so the Patrol Zone that a lone Fighter
    makes is gone with it; an interceptor is at its base again (14.5-D)."""
    gone = [plane for plane in flying(look, begun.data) if plane.id not in fate.stayed]
    aborted = [plane.change(active=False) for plane in gone]
    changed = [losing_step(plane) if plane.id in fate.hit else plane for plane in aborted]
    foes = [
        plane.change(active=plane.id in fate.theirs, base=NO_HEX, hex=plane.hex if plane.parked else plane.base)
        for plane in active_at(look, begun.data.hex, look.enemy(begun.data.side))
    ]
    if alike(look, begun.data):
        home = [plane.change(hex=plane.base, base=NO_HEX) for plane in changed]
        return look.after(with_planes(look.state, [*home, *foes]), ())
    homing = Homing(begun.data.side, tuple([plane.id for plane in changed if plane.hex >= 0]))
    state = with_planes(look.state, [*changed, *foes])
    stack = (Frame(*FLAK, begun.data), *([Frame("air_return", "settle", homing)] if homing.planes else []))
    (back,) = follow(look.after(state.change(stack=stack), ()), answer, (FLAK,), Certain)
    return back.look


def alike(look: Look, data: Mission) -> bool:
    """Who of those that are gone was hit, and where they are, matters neither to cargo nor to a base that is far away:
    all fly within their range."""
    return not data.cargo and not kind_of(look, data.kind).peaceful
