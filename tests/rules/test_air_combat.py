"""Air Combat on the board: who lays out, aborts and fights; Interception."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import AbortPlane, AddPlane, AimMission, Done, Intercept, PlanMission, ReturnTo, SendPlane
from redball.game.sight.belief import out_of_sight
from redball.game.view.air import AirView, air_view
from redball.rules.air.air import (
    AirCombatEnded,
    AircraftAborted,
    AircraftDisclosed,
    AirRound,
    FighterScrambled,
    FlakFired,
)
from redball.rules.ground.air_force import Plane, plane_in
from support import LEG, Sitting, land, sit

LAGG, IL2 = "F 2-2-8/1-1-8", "T (2)-9-8/(1)-4-8"
BF109, STUKA = "F 4-3-12/3-2-12", "T (1)-18-9/(1)-9-9"
UNITS = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"
NO_LOSS, LOSS = 4, 5


def sky(planes: str, bases: str, *, phasing: str = "soviet", dice: tuple[int, ...] = (), **more: Any) -> Sitting:
    """A row of fourteen hexes."""
    rest = f"[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(UNITS, land(columns=14, rows=1), rest=rest, phasing=phasing, dice=dice, **more)


def flown(table: Sitting, kind: str, where: str, *planes: str) -> Sitting:
    """A mission up to the first decision after its draft."""
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes), Done())


def plane(table: Sitting, pid: str) -> Plane:
    """The record of an aircraft."""
    found = plane_in(table.game.state, pid)
    assert found is not None
    return found


def at(table: Sitting, pid: str) -> tuple[str, bool, int]:
    """Where an aircraft is, whether it is Active, steps lost."""
    found = plane(table, pid)
    return table.game.look.hex_name(found.hex) if found.hex >= 0 else "dead", found.active, found.steps_lost


BASES = "axis 04.01 2\nsoviet 11.01 2"
GERMANS = f"axis 04.01 bf109 {BF109} name=Bf_109f\naxis 04.01 s1 {STUKA}\naxis 04.01 s2 {STUKA}"
SOVIETS = f"soviet 11.01 lagg {LAGG} name=LaGG-3\nsoviet 11.01 il2 {IL2} name=IL-2"


def example(*dice: int, more: str = "") -> Sitting:
    """The example under 14.3e: a LaGG-3 and an IL-2 over a base with a Bf 109f, two Stukas and Inactive aircraft."""
    idle = f"axis 04.01 i1 {BF109} inactive\naxis 04.01 i2 {STUKA} inactive"
    table = sky(f"{GERMANS}\n{idle}\n{SOVIETS}{more}", BASES, dice=dice)
    return flown(table, "fighter_sweep", "04.01", "lagg", "il2")


# --- rounds ------------------------------------------------------------------------------------------------------


@pytest.mark.case("14.3-A", "14.3-B", "14.3-C", "14.3a", "14.3b", "14.3c", "14.3e-A", "14.3e-B", "14.3e-C", "14.3e-D")
@pytest.mark.case("14.2f-C", "14.6", "4.9d")
def test_the_example_of_the_rulebook() -> None:
    """Nine on the dice, + 2 - 4: seven, both abort without a loss. The IL-2 and the Stukas ignore each other."""
    table = example(4, 5, NO_LOSS)
    assert (table.step, table.side) == ("air_combat.before_first", "soviet")
    assert [(e.side, e.planes) for e in table.all(AircraftDisclosed)] == [
        ("soviet", ("il2", "lagg")),
        ("axis", ("bf109", "s1", "s2")),
    ]
    table.done().done()
    assert (table.step, table.side) == ("air_combat.meet", "axis"), "only the LaGG-3 can attack"
    assert table.offered(SendPlane) == [SendPlane("bf109"), SendPlane("s1"), SendPlane("s2")]
    table.do(SendPlane("bf109"))
    fought = table.one(AirRound)
    assert (fought.attacker, fought.defender, fought.ratings) == ("lagg", "bf109", (2, 4))
    assert (fought.roll, fought.result, fought.loss) == (7, "both_abort", False)
    assert table.told(AirRound) == "LaGG-3 (2) attacks Bf 109f (4): 7, LaGG-3 and Bf 109f abort"
    assert (table.step, table.side) == ("air_combat.after_second", "axis")
    table.done()
    assert table.told(AirCombatEnded) == "The Air Combat at 04.01 is over"
    assert (at(table, "bf109"), at(table, "lagg")) == (("04.01", False, 0), ("11.01", False, 0))
    assert at(table, "s1") == at(table, "s2") == ("04.01", True, 0)
    assert at(table, "il2") == ("11.01", False, 0), "and home, win or lose"


@pytest.mark.case("14.3e-C", "14.1b", "14.1c-B", "14.1c-A")
@pytest.mark.parametrize(
    ("dice", "soviet", "german"),
    [
        ((3, 5, NO_LOSS), ("11.01", False, 0), ("04.01", True, 0)),
        ((3, 5, LOSS), ("11.01", False, 1), ("04.01", True, 0)),
        ((4, 5, LOSS), ("11.01", False, 1), ("04.01", False, 1)),
        ((4, 6, NO_LOSS), ("11.01", False, 0), ("04.01", False, 0)),
        ((4, 6, LOSS), ("11.01", False, 0), ("04.01", False, 1)),
    ],
)
def test_six_seven_and_eight_say_who_aborts_and_the_third_die_who_loses_a_step(
    dice: tuple[int, ...], soviet: tuple[str, bool, int], german: tuple[str, bool, int]
) -> None:
    """Ratings 2 against 4. Who aborts over an own base lands there, others return."""
    planes = f"axis 04.01 g {BF109}\nsoviet 11.01 l {LAGG}"
    table = flown(sky(planes, BASES, dice=dice), "fighter_sweep", "04.01", "l")
    if table.step.startswith("air_combat.after"):
        table.done()
    assert (at(table, "l"), at(table, "g")) == (soviet, german)
    assert table.step == "movement_segment.choose_unit"


@pytest.mark.case("14.1b", "14.3e-C")
def test_a_second_step_lost_ends_an_aircraft() -> None:
    planes = f"axis 04.01 g {BF109} reduced\nsoviet 11.01 l {LAGG}"
    table = flown(sky(planes, BASES, dice=(6, 6, LOSS)), "fighter_sweep", "04.01", "l")
    assert (table.one(AirRound).ratings, at(table, "g")) == ((2, 3), ("dead", False, 2))
    assert table.told(AirRound) == "L (2) attacks g (3): 11, g aborts and loses a step"


@pytest.mark.case("14.3e-D", "14.3-B", "14.3e-B")
def test_rounds_go_on_with_the_same_or_others_until_a_side_is_alone() -> None:
    """Two Stukas fall to one LaGG-3; the defender chooses the first of them."""
    planes = f"axis 04.01 s1 {STUKA}\naxis 04.01 s2 {STUKA}\nsoviet 11.01 l {LAGG}"
    table = flown(sky(planes, BASES, dice=(4, 4, LOSS, 4, 4, NO_LOSS)), "fighter_sweep", "04.01", "l").done()
    table.do(SendPlane("s2"))
    assert [(e.attacker, e.defender) for e in table.all(AirRound)] == [("l", "s2"), ("l", "s1")]
    assert (at(table, "s1"), at(table, "s2")) == (("04.01", False, 0), ("04.01", False, 1))
    assert at(table, "l") == ("11.01", False, 0)


@pytest.mark.case("14.3c", "14.3a", "14.3e-B")
def test_roles_switch_when_the_attacker_has_only_parenthesized_ratings() -> None:
    """A fighter with a rating in parentheses sweeps: the Bf 109f attacks it, and may not send a Stuka."""
    planes = f"{GERMANS}\nsoviet 11.01 l F (2)-2-8/(1)-1-8"
    table = flown(sky(planes, BASES, dice=(4, 4, NO_LOSS)), "fighter_sweep", "04.01", "l").done()
    fought = table.one(AirRound)
    assert (fought.side, fought.attacker, fought.defender, fought.roll) == ("axis", "bf109", "l", 10)


@pytest.mark.case("14.3a", "14.3e-B", "14.3-C")
def test_who_may_be_sent() -> None:
    more = f"\nsoviet 11.01 mig {LAGG}\naxis 04.01 z {BF109}"
    table = sky(f"{GERMANS}\naxis 04.01 i1 {BF109} inactive\n{SOVIETS}{more}", BASES)
    flown(table, "fighter_sweep", "04.01", "lagg", "il2", "mig").done().done()
    assert (table.step, table.side) == ("air_combat.send", "soviet")
    assert table.offered(SendPlane) == [SendPlane("lagg"), SendPlane("mig")]
    refusal = table.why(SendPlane("il2"))
    assert (refusal.code, refusal.case, refusal.have) == ("air_combat.parenthesized", "14.3a", "2")
    assert table.refused(SendPlane("bf109")) == ("air.not_yours", "14.1a")
    assert table.refused(SendPlane("nobody")) == ("air.unknown_plane", "3.5")
    table.do(SendPlane("mig"))
    assert table.refused(SendPlane("i1")) == ("air_combat.not_there", "14.3-C")
    assert table.refused(SendPlane("mig")) == ("air.not_yours", "14.1a")


# --- voluntary aborts --------------------------------------------------------------------------------------------


@pytest.mark.case("14.2b", "14.3d-A", "14.3e-A")
def test_both_sides_may_abort_all_but_one_before_the_combat_starts() -> None:
    table = example(4, 4, NO_LOSS)
    assert table.refused(AbortPlane("bf109")) == ("air.not_yours", "14.1a")
    assert table.refused(AbortPlane("nobody")) == ("air.unknown_plane", "3.5")
    table.do(AbortPlane("lagg"))
    assert table.told(AircraftAborted) == "LaGG-3 aborts"
    assert at(table, "lagg") == ("11.01", False, 0)
    assert (table.step, table.side) == ("air_combat.before_second", "axis"), "one must stay"
    assert table.refused(AbortPlane("i1")) == ("air_combat.not_there", "14.3-C")
    table.do(AbortPlane("s1"), AbortPlane("bf109"))
    assert at(table, "bf109") == ("04.01", False, 0)
    assert table.all(AirRound) == [], "a Stuka and an IL-2 are left, and ignore each other (14.3a)"
    assert at(table, "s2") == ("04.01", True, 0)


@pytest.mark.case("14.3d-A", "14.3d-B")
def test_the_last_aircraft_stays_and_nobody_aborts_between_rounds() -> None:
    table = example()
    table.do(Done())
    table.do(AbortPlane("s1"))
    table.do(Done())
    assert table.step == "air_combat.meet"
    assert table.refused(AbortPlane("s2"))[0] == "turn.not_now"


@pytest.mark.case("14.3d-C")
def test_who_is_left_may_abort_after_the_combat() -> None:
    """Also the last one."""
    planes = f"axis 04.01 g {BF109}\naxis 04.01 s1 {STUKA}\nsoviet 11.01 l {LAGG}"
    table = flown(sky(planes, BASES, dice=(1, 1, NO_LOSS)), "fighter_sweep", "04.01", "l").done()
    table.do(SendPlane("g"))
    assert (table.step, table.side) == ("air_combat.after_second", "axis")
    table.do(AbortPlane("g"), AbortPlane("s1"))
    assert (at(table, "g"), at(table, "s1")) == (("04.01", False, 0), ("04.01", False, 0))


# --- what is seen ------------------------------------------------------------------------------------------------


@pytest.mark.case("4.9d", "14.3e-A", "4.9a-A")
def test_an_air_combat_shows_all_that_fight_to_both_and_hides_them_again() -> None:
    table = example(4, 5, NO_LOSS)
    seen = air_view(table.look, "soviet")
    assert isinstance(seen, AirView)
    assert [p.id for p in seen.planes if p.side == "axis"] == ["bf109", "s1", "s2"], "no Inactive one"
    refused = table.game.undo("soviet")
    assert refused is not None, "what has been seen stays seen"
    assert refused.code == "undo.sealed"
    table.done().done().do(SendPlane("bf109")).done()
    assert out_of_sight(table.look, "soviet") == {"bf109", "i1", "i2", "s2"}


# --- interception ------------------------------------------------------------------------------------------------

AIRLIFT = "axis 11.01 2\naxis 13.01 1\nsoviet 01.01 1\nsoviet 04.01 1\nsoviet 07.01 2"


def transfer(planes: str, *dice: int, bases: str = AIRLIFT, flies: tuple[str, ...] = ("b",)) -> Sitting:
    """A Soviet Base Transfer from 01.01 to 04.01, seven hexes from the axis base at 11.01."""
    return flown(sky(planes, bases, dice=dice), "base_transfer", "04.01", *flies)


BOMBER = f"soviet 01.01 b {IL2}"


@pytest.mark.case("14.5-A", "14.5-B", "14.5-C", "14.2f-D", "14.4c", "14.1-A")
def test_one_fighter_with_a_patrol_zone_over_the_hex_may_intercept() -> None:
    planes = f"axis 11.01 g {BF109}\naxis 11.01 s {STUKA}\naxis 11.01 i {BF109} inactive\naxis 13.01 w {BF109} flown"
    table = transfer(f"{BOMBER}\n{planes}\naxis 13.01 h {BF109}\nsoviet 07.01 l {LAGG}")
    assert (table.step, table.side) == ("air_mission.intercept", "axis")
    assert table.offered(Intercept) == [Intercept("g"), Intercept("h")]
    assert table.refused(Intercept("s")) == ("intercept.not_a_fighter", "14.1-A")
    assert table.refused(Intercept("i")) == ("mission.inactive", "14.1a")
    assert table.refused(Intercept("w")) == ("mission.flown", "14.2e-A")
    assert table.refused(Intercept("l")) == ("air.not_yours", "14.1a")
    assert table.refused(Intercept("nobody")) == ("air.unknown_plane", "3.5")
    table.done()
    assert at(table, "b") == ("04.01", False, 0), "it is an option"
    assert table.step == "movement_segment.choose_unit"


@pytest.mark.case("14.5-B", "14.4c")
@pytest.mark.parametrize(("base", "open_"), [("14.01", True), ("15.01", False)])
def test_the_base_of_the_fighter_must_be_within_ten_hexes(base: str, open_: bool) -> None:
    """Its own range does not matter, only its Patrol Zone."""
    rest = (
        f"[bases]\naxis {base} 1\naxis 08.01 1\nsoviet 01.01 1\nsoviet 04.01 1\n[aircraft]\n"
        f"{BOMBER}\naxis {base} g F 4-3-6/3-2-6\naxis 08.01 i {STUKA}\n"
    )
    units = f"axis 16.01 a {LEG}\nsoviet 02.01 r {LEG}"
    table = sit(units, land(columns=16, rows=1), rest=rest, phasing="soviet")
    flown(table, "base_transfer", "04.01", "b")
    assert (table.step == "air_mission.intercept") is open_


@pytest.mark.case("14.5-B")
def test_a_fighter_beyond_its_patrol_zone_is_refused() -> None:
    rest = (
        "[bases]\naxis 15.01 1\naxis 08.01 1\nsoviet 01.01 1\nsoviet 04.01 1\n[aircraft]\n"
        f"{BOMBER}\naxis 15.01 g {BF109}\naxis 08.01 h {BF109}\n"
    )
    table = sit(f"axis 16.01 a {LEG}\nsoviet 02.01 r {LEG}", land(columns=16, rows=1), rest=rest, phasing="soviet")
    flown(table, "base_transfer", "04.01", "b")
    refusal = table.why(Intercept("g"))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("intercept.too_far", "14.5-B", "11", "10")


@pytest.mark.case("14.5-C")
@pytest.mark.parametrize("weather", ["mud", "no_flight"])
def test_no_weather_stops_interception(weather: str) -> None:
    table = sky(f"{BOMBER}\naxis 13.01 g {BF109}", AIRLIFT, head=f"weather {weather}\n")
    flown(table, "base_transfer", "04.01", "b")
    assert table.offered(Intercept) == [Intercept("g")]


@pytest.mark.case("14.6", "14.2e-C")
def test_a_hex_is_swept_again_in_the_same_segment() -> None:
    planes = f"axis 04.01 s {STUKA}\nsoviet 11.01 l {LAGG}\nsoviet 11.01 m {LAGG}"
    table = flown(sky(planes, BASES, dice=(2, 2, NO_LOSS, 6, 6, LOSS)), "fighter_sweep", "04.01", "l").done()
    flown(table, "fighter_sweep", "04.01", "m")
    assert [at(table, pid)[1:] for pid in ("l", "m", "s")] == [(False, 0), (False, 0), (False, 1)]
    assert table.refused(PlanMission("fighter_sweep")) == ("mission.nobody", "14.1a")


@pytest.mark.case("14.5-A", "14.4a")
def test_no_sweep_is_intercepted() -> None:
    planes = f"axis 04.01 s {STUKA}\naxis 13.01 g {BF109}\nsoviet 01.01 l {LAGG}"
    table = flown(
        sky(planes, "axis 04.01 1\naxis 13.01 1\nsoviet 01.01 1", dice=(6, 6, NO_LOSS)), "fighter_sweep", "04.01", "l"
    )
    assert len(table.all(AirRound)) == 1
    assert (table.all(FighterScrambled), table.all(FlakFired)) == ([], [])
    assert table.step == "movement_segment.choose_unit"


@pytest.mark.case("14.5-D", "14.2e-A", "14.1c-A", "14.1c-B", "14.3c")
def test_an_interceptor_that_wins_is_active_at_its_base_and_has_flown() -> None:
    """The mission that it drove off lands at the base below, Inactive; another one in this phase it lets pass."""
    planes = f"{BOMBER}\nsoviet 01.01 c {IL2}\naxis 13.01 g {BF109}"
    table = transfer(planes, 3, 3, LOSS).do(Intercept("g"))
    assert table.told(FighterScrambled) == "G intercepts at 04.01"
    assert (table.one(AirRound).ratings, table.one(AirRound).roll) == ((4, 2), 8)
    assert table.step == "air_combat.after_second" or table.step == "air_combat.after_first"
    table.done()
    assert (at(table, "g"), at(table, "b")) == (("13.01", True, 0), ("04.01", False, 1))
    flown(table, "base_transfer", "04.01", "c")
    assert table.offered(Intercept) == []
    assert table.refused(Intercept("g")) == ("mission.flown", "14.2e-A")


@pytest.mark.case("14.5-D", "14.1c-B")
@pytest.mark.parametrize("nearer", ["", "\naxis 05.01 1"])
def test_an_interceptor_that_loses_is_inactive_at_the_base_that_it_came_from(nearer: str) -> None:
    """The mission goes on: a fighter within its range stays Active at its new base."""
    planes = f"soviet 01.01 l {LAGG}\naxis 13.01 g {BF109}"
    table = transfer(planes, 1, 2, LOSS, bases=AIRLIFT + nearer, flies=("l",)).do(Intercept("g"))
    assert table.one(AirRound).attacker == "g"
    table.done()
    assert (at(table, "g"), at(table, "l")) == (("13.01", False, 1), ("04.01", True, 0))


@pytest.mark.case("14.5-D", "14.3d-C")
def test_an_interceptor_may_abort_after_it_has_won() -> None:
    table = transfer(f"{BOMBER}\naxis 13.01 g {BF109}", 6, 6, NO_LOSS).do(Intercept("g"), AbortPlane("g"))
    assert at(table, "g") == ("13.01", False, 0)


@pytest.mark.case("14.4d", "14.5-D", "14.1c-B")
def test_active_aircraft_at_the_base_below_take_part_in_an_interception() -> None:
    planes = f"{BOMBER}\nsoviet 04.01 l {LAGG}\nsoviet 04.01 m {LAGG} inactive\naxis 11.01 g {BF109}"
    table = transfer(planes, 1, 1, NO_LOSS).do(Intercept("g"))
    assert (table.step, table.side) == ("air_combat.before_second", "soviet")
    table.done()
    assert table.offered(SendPlane) == [SendPlane("b"), SendPlane("l")]
    table.do(SendPlane("l"))
    assert at(table, "g") == ("11.01", False, 0)
    table.do(AbortPlane("b"))
    assert (table.step, at(table, "b")) == ("air_combat.after_second", ("04.01", False, 0))
    table.done()
    assert at(table, "l") == ("04.01", True, 0)


@pytest.mark.case("14.3a", "14.5-D")
def test_an_interceptor_that_cannot_attack_parenthesized_aircraft_goes_back_active() -> None:
    table = transfer(f"{BOMBER}\naxis 13.01 g F (4)-3-12/(3)-2-12").do(Intercept("g"))
    assert table.all(AirRound) == []
    assert (at(table, "g"), at(table, "b")) == (("13.01", True, 0), ("04.01", False, 0))


@pytest.mark.case("14.1c-A")
def test_a_sweeper_driven_off_chooses_among_bases_in_range() -> None:
    planes = f"axis 04.01 g {BF109}\nsoviet 11.01 l {LAGG}"
    table = flown(
        sky(planes, f"{BASES}\nsoviet 08.01 1\nsoviet 13.01 1", dice=(1, 1, NO_LOSS)), "fighter_sweep", "04.01", "l"
    )
    assert table.offered(ReturnTo) == [ReturnTo("l", table.hex("08.01")), ReturnTo("l", table.hex("11.01"))]
    table.do(ReturnTo("l", table.hex("08.01"))).done()
    assert at(table, "l") == ("08.01", False, 0)
