"""Missions of New OCS foreseen: held to every throw of the dice, and to flights through the façade."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

from analysis.mission_dice import Steps, burnt, flak_after, fought, struck, struck_base, swept
from analysis.mission_skies import held
from analysis.phased_skies import new_skies
from analysis.test_monte_carlo import holm
from editions.new_ocs.test_new_air import BOMBER, FIGHTER, STRONG, sky
from redball.analysis.mission import MissionAnswer
from redball.analysis.phased_mission import foreseen
from redball.core.actions import AddPlane, AimMission, PlanMission
from redball.editions.new_ocs.air import INTERCEPTION, SWEEP
from redball.game.sight.belief import believed
from redball.rules.air.combat import Aircraft, Standing
from redball.rules.air.outcomes import Outcomes
from support import HQ, LEG, Sitting

TANKS = "Bde tank mech 4-4-4K/2-4-6K"
TWIN = "T (1)-18-15/(1)-9-12 engines=2"
FULL: Steps = [(18, 9, 0)]
ARMY = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"
TARGET = f"{ARMY}\nsoviet 08.01 t {TANKS}"
THROWS = 25
CHARTS = sky(f"axis 01.01 b {BOMBER}").game.world.charts


def draft(table: Sitting, kind: str, *planes: str, where: str = "08.01") -> Sitting:
    """A mission in its draft; a plane written `f+` flies as an escort."""
    adds = [AddPlane(pid.rstrip("+"), "escort" if pid.endswith("+") else "") for pid in planes]
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *adds)


def told(table: Sitting) -> MissionAnswer:
    """What the axis foresees."""
    return foreseen(believed(table.game.look, "axis"), table.data)


@pytest.mark.case("N14-strike-flak", "N14.4-roll", "N14-strike-tables")
@pytest.mark.parametrize(("planes", "hq", "more"), [(1, False, 0), (2, True, 1), (3, False, 1), (4, True, 2)])
def test_a_strike_comes_before_flak(planes: int, hq: bool, more: int) -> None:
    """All strike at full strength, whatever Flak does then; three aircraft and an HQ add to it."""
    units = TARGET + (f"\nsoviet 08.01 hq {HQ}" if hq else "")
    table = sky("\n".join(f"axis 01.01 b{i} {BOMBER}" for i in range(planes)), units=units)
    draft(table, "barrage", *(f"b{i}" for i in range(planes)))
    found = foreseen(table.game.look, table.data)
    due = struck(FULL * planes, more, 0)
    assert dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.dg, end.effect.steps))) == due
    assert {end.arrival.points for end in found.ends.ways} == {18 * planes}
    assert found.flak is not None
    assert found.flak.value == more
    assert found.strikes_first
    assert found.meeting is None


@pytest.mark.case("N14.4-roll-airbase", "N14-strike-parked", "N14-strike-flak")
@pytest.mark.parametrize(("level", "planes"), [(1, 1), (2, 1), (2, 2), (3, 3)])
def test_a_base_that_a_raid_has_reduced_may_add_nothing_to_flak(level: int, planes: int) -> None:
    """What Flak adds for the base depends on what the raid has left of it."""
    lines = "\n".join(f"axis 01.01 b{i} {BOMBER}" for i in range(planes))
    table = sky(lines, bases=f"axis 01.01 3\nsoviet 08.01 {level}", units=TARGET)
    found = told(draft(table, "base_barrage", *(f"b{i}" for i in range(planes))))
    due = struck_base(FULL * planes, int(planes >= 3), level)
    assert dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.levels, end.effect.aircraft))) == due


@pytest.mark.case("N10-night-half", "N10-facilities-dumps", "N14-interception-night")
def test_night_strikes_are_foreseen_at_half_strength_and_nobody_intercepts() -> None:
    table = sky(
        f"axis 01.01 b {TWIN}\nsoviet 12.01 x {FIGHTER}",
        bases="axis 01.01 3\nsoviet 08.01 3\nsoviet 12.01 1",
        units=TARGET,
    )
    found = told(draft(table, "night_base_barrage", "b"))
    due = struck_base(FULL, 0, 3, night=True)
    table = sky(f"axis 01.01 b {TWIN}\nsoviet 12.01 x {FIGHTER}", units=TARGET)
    dump = told(draft(table, "night_dump_barrage", "b"))
    assert dict(dump.ends.map(lambda end: end.effect.burnt)) == burnt(9)
    assert dict(dump.ends.map(lambda end: end.arrival.lost)) == flak_after(FULL, 0)
    assert dump.meeting is None
    assert found.meeting is None
    assert found.column is None
    told_ = dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.levels, end.effect.aircraft)))
    assert told_ == due


@pytest.mark.case("N10-interdiction-3-4", "N14-interdiction-auto", "N14.4-exempt")
@pytest.mark.parametrize(("points", "chance"), [(4, Fraction(1, 3)), (8, Fraction(1))])
def test_interdiction_is_foreseen_and_meets_no_flak(points: int, chance: Fraction) -> None:
    found = told(draft(sky(f"axis 01.01 b T (1)-{points}-15/(1)-1-15"), "interdiction", "b"))
    assert found.ends.chance(lambda end: end.effect.zone) == chance
    assert {end.arrival.points for end in found.ends.ways} == {points}
    assert (found.flak, found.strikes_first, found.meeting) == (None, False, None)


# --- Air Combat --------------------------------------------------------------------------------------------------


@pytest.mark.case("21.4-B", "N14-interception-ready")
@pytest.mark.parametrize(("on", "more"), [(False, 3), (True, 2)])
def test_an_interceptor_is_foreseen_as_good_as_it_is_where_it_fights(on: bool, more: int) -> None:
    """Eight hexes of its twelve away from its base; the bomber has seven of fifteen behind it."""
    planes = f"axis 01.01 b {BOMBER}\nsoviet 16.01 x {FIGHTER}"
    table = sky(planes, "axis 01.01 2\nsoviet 16.01 1", units=TARGET, long_range_air=on)
    found = told(draft(table, "barrage", "b"))
    assert found.meeting is not None
    assert found.meeting.through == sum(p for (_, gone, _), p in fought(more).items() if not gone)


@pytest.mark.case("HR-13", "N14.3-loss-die")
@pytest.mark.parametrize("on", [False, True])
def test_a_sweep_is_foreseen_with_the_shelter_of_the_base_below(on: bool) -> None:
    """A loss die of 5 costs a step only who is not over a base of its side."""
    table = sky(f"axis 05.01 f {FIGHTER}\nsoviet 12.01 x {FIGHTER}", over_own_base=on)
    found = told(draft(table, "fighter_sweep", "f", where="12.01"))
    assert found.meeting is not None
    aborts = Fraction(21, 36)
    assert dict(found.meeting.their_losses)[1] == aborts * Fraction(1 if on else 2, 6)
    assert found.meeting.ends.chance(lambda end: end.arrival.lost) == aborts * Fraction(2, 6)


@pytest.mark.case("HR-13", "N14.3-intercept-roles")
@pytest.mark.parametrize("on", [False, True])
def test_who_must_intercept_over_its_own_base_has_its_shelter(on: bool) -> None:
    table = sky(f"axis 05.01 b {BOMBER}\nsoviet 12.01 x {FIGHTER}", over_own_base=on)
    found = told(draft(table, "base_barrage", "b", where="12.01"))
    assert found.meeting is not None
    driven = sum(p for (driven, _, _), p in fought(3).items() if driven)
    assert dict(found.meeting.their_losses)[1] == driven * Fraction(1 if on else 2, 6)


@pytest.mark.case("N14.3-once", "N14.3-intercept-roles", "N14.3-intercept-survivors", "N14-interception-ready")
def test_an_interceptor_fights_one_round_against_a_bomber() -> None:
    """A 4 against a (1); the other bomber strikes alone if it succeeds."""
    table = sky(f"axis 01.01 b {BOMBER}\naxis 01.01 c {BOMBER}\nsoviet 12.01 x {FIGHTER}", units=TARGET)
    found = told(draft(table, "barrage", "b", "c"))
    assert found.meeting is not None
    due: dict[tuple[int, bool, int], Fraction] = {}
    for (_, gone, loss), chance in fought(3).items():
        for (lost, dg, steps), more in struck(FULL * (1 if gone else 2), 0, 0).items():
            key = (lost + (gone and loss), dg, steps)
            due[key] = due.get(key, Fraction(0)) + chance * more
    assert dict(found.meeting.ends.map(lambda end: (end.arrival.lost, end.effect.dg, end.effect.steps))) == due
    assert (found.meeting.why, found.meeting.planes) == ("intercepts", ("x",))
    assert found.meeting.through == 1
    assert found.meeting.won == sum((p for (gone, _, _), p in fought(3).items() if gone), Fraction(0))
    assert found.intercepted
    alone = told(draft(sky(f"axis 01.01 b {BOMBER}\nsoviet 12.01 x {FIGHTER}", units=TARGET), "barrage", "b"))
    assert alone.meeting is not None
    assert alone.meeting.through == sum((p for (_, gone, _), p in fought(3).items() if not gone), Fraction(0))


@pytest.mark.case("N14.3-intercept-escorts")
def test_an_escort_takes_the_round_for_the_bombers() -> None:
    """3 (the better interceptor) against 4: the escort carries nothing, so all 18 points get there."""
    planes = f"axis 01.01 b {BOMBER}\naxis 01.01 e {STRONG}\nsoviet 12.01 x F 3-0-9/2-0-9\nsoviet 12.01 y F 2-0-9/1-0-9"
    found = told(draft(sky(planes, units=TARGET), "barrage", "b", "e+"))
    assert found.meeting is not None
    assert found.meeting.planes == ("x",)
    assert {end.arrival.points for end in found.meeting.ends.ways} == {18}
    gone = sum((p for (_, gone, _), p in fought(-1).items() if gone), Fraction(0))
    assert found.meeting.ends.chance(lambda end: "e" not in end.arrival.planes) == gone
    assert found.meeting.won == sum((p for (one, _, _), p in fought(-1).items() if one), Fraction(0))


@pytest.mark.case("N14-interception-ready")
@pytest.mark.parametrize(
    ("own", "duty", "met"), [(True, "must", ("w",)), (True, "may", ("x",)), (False, "must", ("x",))]
)
def test_who_must_intercept_is_told_before_who_may(own: bool, duty: str, met: tuple[str, ...]) -> None:
    """A ready Fighter (2) at the base that is struck, and a better one elsewhere."""
    weak = f"soviet {'08.01' if own else '12.01'} w F 2-0-9/1-0-9"
    table = sky(
        f"axis 01.01 b {BOMBER}\n{weak}\nsoviet 12.01 x {FIGHTER}",
        bases="axis 01.01 3\nsoviet 08.01 1\nsoviet 12.01 2",
        units=TARGET,
        own_base_duty=duty,
    )
    found = foreseen(draft(table, "base_barrage", "b").game.look, table.data)
    assert found.meeting is not None
    assert (found.meeting.planes, found.meeting.why) == (met, "must" if met == ("w",) else "intercepts")


@pytest.mark.case("N14.3-sweep", "N14.3-once", "N14-sweep-targets")
@pytest.mark.parametrize(("ours", "theirs"), [((4,), (4,)), ((3, 4), (4, 2)), ((2, 3, 4), (3, 3))])
def test_a_sweep_is_foreseen_fighter_by_fighter(ours: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    lines = [f"axis 01.01 f{i} F {n}-0-14/{n - 1}-0-9" for i, n in enumerate(ours)]
    lines += [f"soviet 08.01 g{i} F {n}-0-12/{n - 1}-0-9" for i, n in enumerate(theirs)]
    table = sky("\n".join(lines), bases="axis 01.01 3\nsoviet 08.01 3")
    found = foreseen(draft(table, "fighter_sweep", *(f"f{i}" for i in range(len(ours)))).look, table.data)
    assert found.meeting is not None
    assert found.meeting.why == "there"
    due = swept(tuple(sorted(ours, reverse=True)), theirs)
    lost, their_lost, won = dict[int, Fraction](), dict[int, Fraction](), Fraction(0)
    for (mine, their, left), chance in due.items():
        lost[mine] = lost.get(mine, Fraction(0)) + chance
        their_lost[their] = their_lost.get(their, Fraction(0)) + chance
        won += chance * (not left)
    assert dict(found.meeting.ends.map(lambda end: end.arrival.lost)) == lost
    assert dict(found.meeting.their_losses) == their_lost
    assert found.meeting.won == won


def test_under_fog_a_sweep_meets_the_fighter_on_top() -> None:
    lines = f"axis 01.01 f {FIGHTER}\nsoviet 12.01 g {FIGHTER}\nsoviet 12.01 h {FIGHTER}"
    found = told(draft(sky(lines, bases="axis 01.01 3\nsoviet 12.01 3"), "fighter_sweep", "f", where="12.01"))
    assert found.meeting is not None
    assert len(found.meeting.planes) == 1
    assert found.ends.chance(lambda end: end.arrival.planes == ("f",)) == 1
    beaten = found.meeting.ends.chance(lambda end: not end.arrival.planes)
    assert beaten == 1 - found.meeting.through == sum((p for (gone, _, _), p in fought(0).items() if gone), Fraction(0))


@pytest.mark.parametrize("rules", [SWEEP, INTERCEPTION])
@pytest.mark.parametrize("ratings", ["4 3", "3 3 1b", "2 4", "1 4b 3"])
def test_going_round_by_round_is_walking_the_dice(rules: object, ratings: str) -> None:
    assert rules in (SWEEP, INTERCEPTION)
    game = SWEEP if rules is SWEEP else INTERCEPTION
    planes = [Aircraft(int(text[0]), text.endswith("b")) for text in ratings.split()]
    for standing in (Standing((tuple(planes[:1]), tuple(planes[1:]))), Standing((tuple(planes), (Aircraft(3),)))):
        assert Outcomes(CHARTS, game).battle(standing) == Outcomes(CHARTS, game._replace(each_round=None)).battle(
            standing
        )


# --- flights -----------------------------------------------------------------------------------------------------


def test_missions_flown_through_the_facade_fall_as_foreseen() -> None:
    """Every kind once; `make soak` flies a hundred, many times each."""
    drawn = [*islice(new_skies(1), 11)]
    assert len({sky.data.kind for sky in drawn}) == len(drawn)
    assert {sky.met for sky in drawn} == {True, False}
    chances = [held(sky, THROWS, 1000 * number) for number, sky in enumerate(drawn)]
    assert holm(chances), sorted(chances)[:3]
