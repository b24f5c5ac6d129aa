"""Air Combats of many aircraft foreseen: held to a count that shares no code, to thrown battles, to flights through the
façade, and what voluntary aborts could make of them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from analysis.mission_dice import Rating, fought, fought_out
from analysis.mission_skies import JU52, Sky, held
from analysis.test_mission_odds import draft, foreseen, spun, within
from analysis.test_monte_carlo import chance_above, compared
from analysis.test_phased_odds import draft as assigned
from editions.new_ocs.test_new_air import BOMBER
from editions.new_ocs.test_new_air import sky as new_sky
from redball.analysis.aborts import AbortSpans, abort_spans
from redball.analysis.bounds import Span
from redball.analysis.mission import MissionAnswer, mission_answer
from redball.analysis.mission_report import IGNORED, mission_report
from redball.analysis.phased_mission import foreseen as phased_foreseen
from redball.cli.mission_text import report_lines
from redball.core.actions import AddPlane, AimMission, LoadPlanes, PlanMission
from redball.core.chances import Rolled
from redball.rules.air.combat import Aircraft, Standing, throw_battle
from redball.rules.air.outcomes import Outcomes
from rules.test_air_strikes import BLENHEIM, FIGHTER, HQ, STUKA, TANKS, front
from support import LEG, Sitting, land, sit

CHARTS = front("", "").game.world.charts
BASE = "axis 01.01 3\nsoviet 15.01 3"


def laid_out(text: str) -> tuple[Aircraft, ...]:
    """`4 (2) 3h`: ratings, in parentheses or over a base of their side."""
    return tuple([Aircraft(int(one.strip("(h)")), one[0] == "(", home="h" in one) for one in text.split()])


def plain(planes: tuple[Aircraft, ...]) -> tuple[Rating, ...]:
    return tuple([(plane.rating, plane.parenthesized, plane.home) for plane in planes])


def added(ways: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    """Chances of what is told several times."""
    found: dict[Any, Fraction] = {}
    for key, chance in ways:
        found[key] = found.get(key, Fraction(0)) + chance
    return found


@pytest.mark.case("14.3a", "14.3c", "14.3e-B", "14.3e-C", "HR-13")
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("4", "3"),
        ("2 (2)", "4 (1) (1)"),
        ("4 3 (1)", "3h 2h"),
        ("4 4 (1) (1)", "4h 3h 3h (1)h (1)h"),
        ("(2) (1)", "3 (5)"),
        ("4 3 (2) (1)", "5 4 4 3 (2) (1) (1)"),
        ("5h 5h 4h", "4 4 4 4 (1)"),
    ],
)
def test_an_air_combat_is_counted_as_every_throw_of_its_dice_falls(ours: str, theirs: str) -> None:
    """One to 28 pairs, roles that change, equal and unequal aircraft, one side over its base."""
    one, other = laid_out(ours), laid_out(theirs)
    due = fought_out(plain(one), plain(other))
    ends = Outcomes(CHARTS).standings(Standing((one, other)))
    told = added(((tuple(sorted(plain(e.sides[0]))), tuple(sorted(plain(e.sides[1]))), *e.lost), p) for e, p in ends)
    assert told == added(((tuple(sorted(k[0])), tuple(sorted(k[1])), *k[2:]), p) for k, p in due.items())


@pytest.mark.case("14.3e-C")
def test_sixty_four_pairs_fall_as_counted() -> None:
    """Eight against eight, 1,500 battles thrown."""
    standing = Standing((laid_out("5 4 4 3 3 2 (2) (1)"), laid_out("4 4 4 3 3 3 (2) (1)")))
    foreseen_ = dict(Outcomes(CHARTS).battle(standing))
    rng = Random(17)
    fell = Counter(throw_battle(CHARTS, standing, Rolled(rng)) for _ in range(1500))
    assert set(fell) <= set(foreseen_)
    square, freedom = compared(fell, foreseen_, 1500)  # type: ignore[arg-type]
    assert freedom > 10
    assert chance_above(square, freedom) > 0.001


def raid(*, option: bool = False) -> Sitting:
    """Two Fighters and two bombers (two of one sort) go for a base with three Fighters and two bombers Active."""
    ours = (FIGHTER, FIGHTER, STUKA, STUKA)
    theirs = (FIGHTER, FIGHTER, FIGHTER.replace("F 4", "F 3"), BLENHEIM, BLENHEIM)
    planes = [f"axis 01.01 {pid} {one}" for pid, one in zip("abcd", ours, strict=True)]
    planes += [f"soviet 15.01 g{i} {one}" for i, one in enumerate(theirs)]
    table = front(f"t {TANKS}", "\n".join(planes), bases=BASE, switches={"over_own_base": option})
    return draft(table, *"abcd", kind="base_barrage")


def all_foreseen(table: Sitting) -> MissionAnswer:
    """What is foreseen of the mission in its draft by who sees everything."""
    return mission_answer(table.game.look, table.data)


@pytest.mark.case("14.3e-D", "14.2f", "HR-13")
@pytest.mark.parametrize("option", [False, True])
def test_a_raid_that_twenty_pairs_fight_falls_as_foreseen_through_the_façade(*, option: bool) -> None:
    table = raid(option=option)
    found = all_foreseen(table)
    assert found.meeting is not None
    assert len(found.meeting.planes) == 5
    assert held(Sky(table, table.data, found, met=True), 60, 1700 + option) > 0.001


@pytest.mark.case("14.4g", "14.5-B", "14.9")
def test_who_of_several_sorts_was_hit_counts_for_what_arrives() -> None:
    """Four Transports, two of which are full, meet a Fighter and fly on to a base of theirs: every end, with aircraft
    that are alike counted by number, is what it is with each of them counted by name."""
    table = lift()
    found = all_foreseen(table)
    assert found.meeting is not None
    assert held(Sky(table, table.data, found, met=True), 60, 1800) > 0.001


def lift() -> Sitting:
    """Four Transports (one reduced) with 4T and an escort's Patrol Zone before them."""
    planes = [f"axis 01.01 {pid} {JU52}{mark}" for pid, mark in zip("abc", ("", "", " reduced"), strict=True)]
    planes += [f"soviet 14.01 mig {FIGHTER}"]
    air = "[supply]\naxis 01.01 8\n[bases]\naxis 01.01 2\naxis 09.01 3\nsoviet 14.01 1\n[aircraft]\n" + "\n".join(
        planes
    )
    table = sit(f"soviet 14.01 r {LEG}", land(columns=14, rows=1), rest=air + "\n")
    table.do(PlanMission("air_transport"), AimMission(table.hex("09.01")), *(AddPlane(pid, "return") for pid in "abc"))
    loads = table.offered(LoadPlanes)
    return table.do(max(loads, key=lambda load: load.tokens))


# --- voluntary aborts --------------------------------------------------------------------------------------------


def kept(planes: tuple[Rating, ...]) -> Iterator[tuple[Rating, ...]]:
    """Every way to abort some of them, one by one, with at least one that stays."""
    for many in range(1, len(planes) + 1):
        yield from combinations(planes, many)


@pytest.mark.case("14.3d-A", "14.2b")
def test_what_aborts_could_make_of_it_is_the_least_and_the_most_of_every_choice() -> None:
    """31 choices of the enemy's and 15 own ones, each counted by every throw; keeping everybody lies between."""
    table = raid()
    found = all_foreseen(table).meeting
    assert found is not None
    assert found.contest is not None
    both = abort_spans(table.game.look, found.contest)
    ours = ((4, False, False), (4, False, False), (1, True, False), (1, True, False))
    theirs = ((4, False, False), (4, False, False), (3, False, False), (2, True, False), (2, True, False))
    assert [spans is not None for spans in both] == [True, True]
    for spans, fights in (
        (both[0], [(one, theirs) for one in kept(ours)]),
        (both[1], [(ours, other) for other in kept(theirs)]),
    ):
        numbers = [reckoned(*fight) for fight in fights]
        assert spans is not None
        assert spans == AbortSpans(*(Span(min(values), max(values)) for values in zip(*numbers, strict=True)))
        assert spans.past.holds(found.through)
        assert spans.driven_off.holds(found.won)
        assert spans.past.least < spans.past.most


def reckoned(ours: tuple[Rating, ...], theirs: tuple[Rating, ...]) -> tuple[Fraction, ...]:
    """The chances to get past and to drive all off, and the steps lost on both sides, by every throw."""
    ends = fought_out(ours, theirs)
    past = sum((chance for end, chance in ends.items() if end[0]), Fraction(0))
    won = sum((chance for end, chance in ends.items() if not end[1]), Fraction(0))
    mine, their = (sum((end[i] * chance for end, chance in ends.items()), Fraction(0)) for i in (2, 3))
    return past, won, mine, their


@pytest.mark.case("14.3d-A")
def test_one_aircraft_has_nobody_to_abort_and_both_sides_are_told() -> None:
    planes = f"axis 01.01 a {STUKA}\naxis 01.01 b {FIGHTER}\nsoviet 20.01 m {FIGHTER}"
    table = draft(front(f"t {TANKS}", planes, bases="axis 01.01 3\nsoviet 20.01 2"), "a", "b")
    found = foreseen(table)
    assert found.meeting is not None
    assert found.meeting.contest is not None
    both = abort_spans(table.game.look, found.meeting.contest)
    assert [spans is not None for spans in both] == [True, False]
    lines = [*report_lines(mission_report(found, str, (), aborts=both), 2, str)]
    told = [line.strip() for line in lines if "before it" in line]
    assert [line.split(":")[0] for line in told] == ["if some of yours abort before it"]


@pytest.mark.case("14.3a")
def test_aircraft_that_cannot_attack_ignore_each_other_and_the_forecast_says_so() -> None:
    planes = f"axis 01.01 a {STUKA}\nsoviet 15.01 b {BLENHEIM}"
    table = draft(front(f"t {TANKS}", planes, bases=BASE), "a", kind="base_barrage")
    found = foreseen(table)
    assert found.meeting is None
    assert found.engaged
    assert IGNORED in report_lines(mission_report(found, str, ()), 1, str)


# --- New OCS -----------------------------------------------------------------------------------------------------


@pytest.mark.case("N14-interception-ready", "N14.3-once")
def test_three_that_must_intercept_are_foreseen_one_after_the_other() -> None:
    """Each of them fights once, the best first, against the last of two equal bombers that is there."""
    lines = "\n".join(f"soviet 08.01 g{i} F {n}-0-9/1-0-9" for i, n in enumerate((2, 4, 3)))
    table = new_sky(
        f"axis 01.01 b {BOMBER}\naxis 01.01 c {BOMBER}\n{lines}",
        bases="axis 01.01 3\nsoviet 08.01 3",
        units=f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}\nsoviet 08.01 t {TANKS}",
        own_base_duty="must",
    )
    found = phased_foreseen(assigned(table, "base_barrage", "b", "c").game.look, table.data)
    assert found.meeting is not None
    assert len(found.meeting.planes) == 3
    left: dict[tuple[int, int, int], Fraction] = {(2, 0, 0): Fraction(1)}
    for rating in (4, 3, 2):
        left = added(
            ((bombers - (gone and bombers > 0), mine + (gone and loss), their + (driven and loss)), chance * more)
            if bombers
            else ((bombers, mine, their), chance * more)
            for (bombers, mine, their), chance in left.items()
            for (driven, gone, loss), more in fought(rating - 1).items()
        )
    assert found.meeting.through == 1 - sum(p for (bombers, _, _), p in left.items() if not bombers)
    their = added((their, p) for (_, _, their), p in left.items())
    assert dict(found.meeting.their_losses) == their


# --- time --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("many", [False, True])
def test_a_mission_that_many_meet_takes_milliseconds(*, many: bool) -> None:
    """10 ms of a processor by issue 17, also against five aircraft of three sorts and against seven."""
    table = raid()
    if many:
        theirs = (FIGHTER,) * 4 + (BLENHEIM,) * 3
        planes = [f"axis 01.01 {pid} {one}" for pid, one in zip("abcd", (FIGHTER, FIGHTER, STUKA, STUKA), strict=True)]
        planes += [f"soviet 15.01 g{i} {one}" for i, one in enumerate(theirs)]
        table = draft(front(f"t {TANKS}\nhq {HQ}", "\n".join(planes), bases=BASE), *"abcd", kind="base_barrage")
    taken, spins = [], []
    for _ in range(20):
        began = time.process_time()
        all_foreseen(table)
        taken.append(time.process_time() - began)
        spins.append(spun())
    assert within(0.010, taken, spins), (min(taken), min(spins))
