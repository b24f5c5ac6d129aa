"""Aircraft of 1992: stations, who moves when, interception, doubling up, Flak by the strength of a hex."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from redball.cli.air_text import air_lines
from redball.core.actions import (
    AddPlane,
    AimMission,
    Done,
    Intercept,
    LoadPlanes,
    PlanMission,
    ReturnTo,
    SendPlane,
)
from redball.core.actions.air import AbortPlane
from redball.core.state import DEAD_PILE
from redball.editions.v1992.doubling import TakeHit, UseAttack
from redball.editions.v1992.hex_flak import HexFlakFired, flak_chance, flak_turns_back, strength_in
from redball.editions.v1992.load_drop import LoadDropped
from redball.editions.v1992.stations import stationed
from redball.game.position.dump import dump_position
from redball.game.view.air import AirView, air_view
from redball.rules.air.air import AircraftStoodDown, AirRound, FighterScrambled
from redball.rules.air.patrol import patrols_over
from redball.rules.ground.air_force import Plane, force_in, plane_in
from support import LEG, Sitting, land, sit

FIGHTER, ACE, BOMBER = "F 3-3-9/2-2-6", "F 4-3-9/3-2-6", "T (1)-18-9/(1)-9-6"
WORN = "F 3-3-9/2-2-9 reduced"
JU52 = "Tpt (0)-0-9/(0)-0-9 carries=2T,1T"
BASES = "axis 01.01 3\naxis 02.02 3\nsoviet 14.01 3\nsoviet 14.02 3"
UNITS = f"axis 01.02 army {LEG}\nsoviet 12.02 r {LEG}"


def sky(planes: str, bases: str = BASES, *, units: str = UNITS, supply: str = "axis 01.01 4", **more: Any) -> Sitting:
    """Two rows of hexes by 1992: bases of the axis in the west, of the Soviets in the east, all supplied."""
    rest = f"[supply]\n{supply}\n[sources]\naxis 01.02\nsoviet 14.02\n[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(units, land(columns=14, rows=2), rest=rest, edition="1992", **more)


def planned(table: Sitting, kind: str, where: str, *planes: str) -> Sitting:
    """A mission in its draft."""
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes))


def plane(table: Sitting, pid: str) -> Plane:
    """The record of an aircraft."""
    found = plane_in(table.game.state, pid)
    assert found is not None
    return found


def at(table: Sitting, pid: str) -> tuple[str, bool]:
    """Where an aircraft is, and whether it is Active."""
    found = plane(table, pid)
    return ("dead" if found.hex == DEAD_PILE else table.game.look.hex_name(found.hex)), found.active


def phase(table: Sitting, name: str, phasing: str = "axis") -> Sitting:
    """Do nothing until a phase of that player."""

    def reached() -> bool:
        clock = table.game.state.clock
        return (clock.phase, clock.phasing) == (name, phasing)

    return table.idle(reached)


# --- stations ----------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-air-phasing-supplied", "E92-air-phasing-elsewhere", "E92-sequence-player-turn")
def test_aircraft_enter_a_station_stay_and_come_home_inactive_in_the_return_phase() -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}\nsoviet 14.01 x {BOMBER}")
    planned(table, "station", "08.01", "f").done()
    assert at(table, "f") == ("08.01", True)
    assert [p.id for p in stationed(table.game.look, "axis")] == ["f"]
    assert "on a mission" in next(iter(air_lines(table.game.look, "axis", table.hex("08.01"))))
    planned(table, "station", "07.01")
    assert table.refused(AddPlane("f"))[0] == "mission.flown"
    table.do(AddPlane("g")).done()
    phase(table, "exploitation")
    assert at(table, "f") == ("08.01", True)
    table.idle(lambda: table.game.state.clock.phasing == "soviet")
    assert at(table, "f") == ("08.01", True)
    phase(table, "aircraft_refit", "axis")
    assert at(table, "f")[1] is False
    assert plane(table, "f").base < 0
    assert at(table, "f")[0] in ("01.01", "02.02")


@pytest.mark.case("E92-air-phasing-elsewhere")
def test_who_is_on_a_station_moves_no_further() -> None:
    table = sky(f"axis 01.01 f {FIGHTER} over=08.01\naxis 01.01 g {FIGHTER}")
    planned(table, "station", "07.01")
    assert table.refused(AddPlane("f")) == ("mission.away", "E92-air-phasing-elsewhere")
    assert table.offered(AddPlane) == [AddPlane("g")]


@pytest.mark.case("E92-air-phasing-inactive", "E92-air-phasing-supplied")
def test_inactive_aircraft_do_not_move_and_a_station_is_within_range() -> None:
    table = sky(f"axis 01.01 f {FIGHTER} inactive\naxis 01.01 g {FIGHTER}")
    table.do(PlanMission("station"))
    hexes = {table.game.look.hex_name(aim.hex) for aim in table.offered(AimMission)}
    assert "10.01" in hexes
    assert not {"11.01", "01.01", "02.02"} & hexes
    assert table.refused(AimMission(table.hex("02.02"))) == ("station.own_base", "E92-air-phasing-supplied")
    table.do(AimMission(table.hex("10.01")))
    assert table.refused(AddPlane("f"))[0] == "mission.inactive"


@pytest.mark.case("E92-air-phasing-supplied", "E92-air-phasing-elsewhere")
def test_nobody_takes_off_at_a_base_without_supply_and_its_aircraft_stand_down() -> None:
    planes = f"axis 01.01 f {FIGHTER}\naxis 02.02 g {FIGHTER}"
    bases = BASES.replace("axis 01.01 3", "axis 01.01 3 usable=0")
    table = sky(planes, bases)
    planned(table, "station", "07.01")
    assert table.refused(AddPlane("f")) == ("mission.unsupplied", "E92-air-phasing-supplied")
    assert table.offered(AddPlane) == [AddPlane("g")]
    again = sky(planes, bases, at="aircraft_return")
    assert (again.one(AircraftStoodDown).plane, at(again, "f"), at(again, "g")) == (
        "f",
        ("01.01", False),
        ("02.02", True),
    )


@pytest.mark.case("E92-air-phasing-move-phases", "E92-air-phasing-moves-phasing")
@pytest.mark.parametrize(
    ("step", "side"),
    [("movement", "axis"), ("reaction_movement", "soviet"), ("exploitation_movement", "axis")],
)
def test_who_moves_aircraft_in_which_phase(step: str, side: str) -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\nsoviet 14.01 x {FIGHTER}", at=step)
    assert table.side == side
    assert PlanMission("station") in table.offered(PlanMission)


@pytest.mark.case("E92-air-phasing-move-phases", "E92-air-phasing-moves-phasing")
@pytest.mark.parametrize("step", ["combat_barrage", "combat", "movement_barrage", "exploitation_barrage"])
def test_nobody_moves_aircraft_in_other_segments(step: str) -> None:
    table = sky(f"axis 01.01 f {FIGHTER} over=12.02\nsoviet 14.01 x {FIGHTER} over=01.02", at=step)
    clock = table.game.state.clock
    while table.game.state.clock.segment == clock.segment and table.game.state.clock.phase == clock.phase:
        assert not table.offered(PlanMission)
        table.do(Done())


@pytest.mark.case("E92-air-phasing-supplied")
def test_a_position_keeps_who_is_on_a_station_and_the_enemy_does_not_see_where_from() -> None:
    line = f"axis 01.01 f {FIGHTER} over=08.01"
    table = sky(f"{line}\naxis 01.01 g {FIGHTER}")
    assert line in dump_position(table.game.world, table.game.state).splitlines()
    views = [air_view(table.game.look, side) for side in ("axis", "soviet")]
    seen = [{p.id: (p.hex, p.base) for p in view.planes} for view in views if isinstance(view, AirView)]
    assert seen[0]["f"] == (table.hex("08.01"), table.hex("01.01"))
    assert seen[1]["f"] == (table.hex("08.01"), -1)


# --- interception ------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-air-phasing-moves-intercept")
@pytest.mark.parametrize(("where", "open_"), [("09.01", True), ("08.01", False)])
def test_a_fighter_within_five_hexes_intercepts_whatever_moves(where: str, open_: bool) -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\nsoviet 14.01 x {FIGHTER}\nsoviet 14.01 y {BOMBER}", dice=(1, 1))
    planned(table, "station", where, "f").done()
    assert bool(table.offered(Intercept)) is open_
    assert bool(patrols_over(table.game.look, "soviet", table.hex(where))) is open_
    if open_:
        assert table.refused(Intercept("y"))[0] == "intercept.not_a_fighter"
        table.do(Intercept("x"))
        assert table.one(FighterScrambled).plane == "x"
        table.idle(lambda: table.step.startswith("movement_segment"))
        assert at(table, "x")[0] in ("14.01", "14.02")
        assert at(table, "f") == ("09.01", True)


@pytest.mark.case("E92-air-phasing-moves-intercept", "E92-air-phasing-elsewhere")
def test_who_is_on_a_station_or_at_a_base_without_supply_does_not_intercept() -> None:
    planes = (
        f"axis 01.01 f {FIGHTER}\nsoviet 14.01 x {FIGHTER} over=12.01\nsoviet 14.02 z {FIGHTER}\nsoviet 14.01 y {ACE}"
    )
    table = sky(planes, BASES.replace("soviet 14.02 3", "soviet 14.02 3 usable=0"))
    planned(table, "station", "10.01", "f").done()
    assert table.refused(Intercept("x")) == ("mission.away", "E92-air-phasing-elsewhere")
    assert table.refused(Intercept("z")) == ("mission.unsupplied", "E92-air-phasing-supplied")
    assert table.offered(Intercept) == [Intercept("y")]
    over = patrols_over(table.game.look, "soviet", table.hex("10.01"))
    assert [patrol.fighters for patrol in over] == [("y",)]


@pytest.mark.case("E92-flak-results", "14.4a")
@pytest.mark.parametrize("kind", ["station", "fighter_sweep"])
def test_flak_does_not_fire_at_who_only_enters_a_station_or_sweeps(kind: str) -> None:
    """It does at barrages, drops, transports and transfers."""
    planes = f"axis 01.01 f {FIGHTER}\nsoviet 14.01 x {BOMBER} over=08.02"
    table = sky(planes, units=f"{UNITS}\nsoviet 08.02 d {LEG}", dice=(6, 6) * 4)
    planned(table, kind, "08.02", "f").done()
    table.idle(lambda: table.step.startswith("movement_segment"))
    assert strength_in(table.look, "axis", table.hex("08.02")).value == 1
    assert not table.all(HexFlakFired)


@pytest.mark.case("E92-air-phasing-moves-intercept")
def test_in_reaction_the_phasing_side_intercepts() -> None:
    table = sky(f"axis 01.01 f {FIGHTER}\nsoviet 14.01 x {BOMBER}", at="reaction_movement")
    planned(table, "station", "06.01", "x").done()
    assert (table.side, table.offered(Intercept)) == ("axis", [Intercept("f")])


# --- air combat --------------------------------------------------------------------------------------------------


def swept(ours: list[str], theirs: list[str], *dice: int, kind: str = "fighter_sweep") -> Sitting:
    """A sweep by the axis against what is on a station at 08.01, or what it does there by another `kind` of mission;
    nobody aborts beforehand."""
    lines = [f"axis 01.01 {pid} {kind}" for pid, kind in zip("abcdef", ours, strict=False)]
    lines += [f"soviet 14.02 {pid} {kind} over=08.01" for pid, kind in zip("uvwxyz", theirs, strict=False)]
    table = sky("\n".join(lines), dice=dice)
    planned(table, kind, "08.01", *"abcdef"[: len(ours)]).done()
    while AbortPlane in {type(a) for a in table.game.choices()} and "before" in table.step:
        table.do(Done())
    return table


@pytest.mark.case("E92-air-combat-4", "E92-air-combat-5", "E92-air-combat-7", "E92-air-combat-10")
@pytest.mark.parametrize(
    ("dice", "gone", "loses"),
    [
        ((1, 3), "a", "a"),
        ((1, 4), "a", ""),
        ((3, 3), "a", ""),
        ((3, 4), "u", ""),
        ((4, 5), "u", ""),
        ((5, 5), "u", "u"),
    ],
)
def test_the_lines_of_the_table(dice: tuple[int, int], gone: str, loses: str) -> None:
    table = swept([FIGHTER], [FIGHTER], *dice)
    assert table.one(AirRound).aborted == (gone,)
    assert [plane(table, pid).steps_lost for pid in "au"] == [int(pid == loses) for pid in "au"]
    assert at(table, gone)[1] is False
    assert table.one(AirRound).case in ("E92-air-combat-4", "E92-air-combat-5", "E92-air-combat-7", "E92-air-combat-10")


@pytest.mark.case("E92-air-combat-10")
@pytest.mark.parametrize(("kind", "result"), [(ACE, "defender_aborts"), (FIGHTER, "attacker_aborts")])
def test_the_ratings_modify_the_roll(kind: str, result: str) -> None:
    assert swept([kind], [FIGHTER], 3, 3).one(AirRound).result == result


@pytest.mark.case("21.4-B", "E92-air-doubling-attacker", "E92-air-doubling-defender")
@pytest.mark.parametrize(("on", "ratings"), [(True, (3, 3)), (False, (4, 3))])
def test_with_the_option_the_rating_of_who_is_far_out_is_one_lower(on: bool, ratings: tuple[int, int]) -> None:
    """An ace, seven of nine hexes away, sweeps against a fighter at its base."""
    planes = f"axis 01.01 a {ACE}\nsoviet 08.01 u {FIGHTER}"
    table = sky(planes, f"{BASES}\nsoviet 08.01 1", dice=(3, 4), switches={"long_range_air": on})
    planned(table, "fighter_sweep", "08.01", "a").done()
    while AbortPlane in {type(a) for a in table.game.choices()}:
        table.do(Done())
    assert (table.one(AirRound).ratings, table.one(AirRound).roll) == (ratings, 7 + ratings[0] - ratings[1])


def test_aircraft_that_wait_may_be_driven_off_in_the_reaction_phase() -> None:
    planes = f"axis 01.01 b {BOMBER} over=07.02\nsoviet 14.02 x {FIGHTER}"
    table = sky(planes, at="reaction_movement", dice=(6, 6))
    planned(table, "fighter_sweep", "07.02", "x").done()
    while isinstance(table.game.choices()[0], (AbortPlane, ReturnTo)):
        table.do(table.game.choices()[-1])
    assert (at(table, "b")[1], plane(table, "b").steps_lost) == (False, 1)
    assert at(table, "b")[0] in ("01.01", "02.02")


@pytest.mark.case("E92-air-doubling", "E92-air-doubling-availability")
@pytest.mark.parametrize(
    ("ours", "theirs", "may"),
    [
        ([FIGHTER] * 3, [FIGHTER], True),
        ([FIGHTER] * 2, [FIGHTER], False),
        ([FIGHTER, FIGHTER, WORN], [WORN], True),
        ([FIGHTER, FIGHTER, WORN], [FIGHTER], False),
        ([FIGHTER, FIGHTER, BOMBER], [BOMBER], True),
        ([FIGHTER, BOMBER, BOMBER], [BOMBER], False),
    ],
)
def test_two_fighters_more_may_double(ours: list[str], theirs: list[str], may: bool) -> None:
    table = swept(ours, theirs, 6, 6, 6, 6)
    if table.step == "air_combat.send":
        table.do(SendPlane("a"))
    assert (table.step == "air_combat.send_beside") is may


@pytest.mark.case("E92-air-doubling-attacker", "E92-air-doubling-availability")
def test_an_attacker_chooses_one_of_two_attacks_and_only_its_aircraft_suffers() -> None:
    """Ratings 3 and 4 against 3: rolls of 5 and 3 read 5 (abort) and 4 (a step)."""
    table = swept([FIGHTER, ACE, FIGHTER], [FIGHTER], 1, 4, 1, 2, 6, 6, 3, 4)
    table.do(SendPlane("a"))
    assert table.refused(SendPlane("a")) == ("air_combat.same", "E92-air-doubling")
    assert table.offered(SendPlane) == [SendPlane("b"), SendPlane("c")]
    table.do(SendPlane("b"))
    assert table.data.rolls == (5, 4)
    for pid in ("c", "nobody"):
        assert table.refused(UseAttack(pid)) == ("air_combat.not_of_round", "E92-air-doubling")
    assert str(table.why(UseAttack("nobody")).detail) == "'nobody'"
    assert table.offered(UseAttack) == [UseAttack("a"), UseAttack("b")]
    table.do(UseAttack("b"))
    assert (plane(table, "b").steps_lost, at(table, "b")[1]) == (1, False)
    assert (plane(table, "a").steps_lost, at(table, "a")) == (0, ("08.01", True))
    assert at(table, "u")[1] is True
    assert table.data.doubling == (1, 0)
    table.do(SendPlane("a"))
    assert table.step == "air_combat.send_beside"
    table.do(Done())
    assert table.all(AirRound)[-1].attacker == "a"
    assert (plane(table, "u").steps_lost, at(table, "u")[1]) == (1, False)


@pytest.mark.case("E92-air-doubling")
def test_nobody_has_to_double() -> None:
    table = swept([FIGHTER] * 3, [FIGHTER], 3, 4)
    table.do(SendPlane("b"), Done())
    assert (table.one(AirRound).attacker, table.one(AirRound).aborted) == ("b", ("u",))


@pytest.mark.case("E92-air-doubling-defender")
def test_two_defenders_are_both_subtracted_abort_together_and_one_loses_the_step() -> None:
    """Rating 4 on a 12 against 1 and 1: 14."""
    table = swept([ACE], [BOMBER, BOMBER, *[FIGHTER] * 3], 6, 6)
    assert table.step == "air_combat.meet"
    table.do(SendPlane("u"))
    assert table.step == "air_combat.meet_beside"
    assert table.refused(SendPlane("u")) == ("air_combat.same", "E92-air-doubling")
    table.do(SendPlane("v"))
    assert (table.step, table.side) == ("air_combat.take_hit", "soviet")
    assert table.refused(TakeHit("w")) == ("air_combat.not_of_round", "E92-air-doubling")
    table.do(TakeHit("v"))
    assert (table.one(AirRound).roll, table.one(AirRound).ratings) == (14, (4, 2))
    assert [plane(table, pid).steps_lost for pid in "uvw"] == [0, 1, 0]
    assert [at(table, pid)[1] for pid in "uvw"] == [False, False, True]


@pytest.mark.case("E92-air-doubling-defender")
def test_both_defenders_abort_without_a_loss_and_none_when_the_attacker_does() -> None:
    one, other = (swept([ACE], [BOMBER, BOMBER, *[FIGHTER] * 3], *dice) for dice in ((3, 4), (1, 2)))
    for table in (one, other):
        table.do(SendPlane("u"), SendPlane("v"))
    assert ([at(one, pid)[1] for pid in "auv"], plane(one, "u").steps_lost) == ([True, False, False], 0)
    assert [at(other, pid)[1] for pid in "auv"] == [False, True, True]


@pytest.mark.case("E92-air-doubling-availability")
def test_a_defender_doubles_no_more_often_than_it_may() -> None:
    """Two combats; the first of them drives the attacker off (4 against 3 and 3, on an 8)."""
    table = swept([ACE], [*[FIGHTER] * 3, BOMBER, BOMBER], *[4] * 12)
    assert table.data.doubling == (0, 2)
    table.do(SendPlane("u"), SendPlane("v"), ReturnTo("a", table.hex("01.01")))
    assert (table.data.doubling, table.data.rolls, table.data.beside) == ((0, 1), (), ("", ""))


@pytest.mark.case("E92-air-doubling-defender", "E92-air-doubling-availability")
def test_the_side_that_began_doubles_as_it_defends() -> None:
    """Four Fighters in parentheses cannot attack; 3 on a 7 against 1 and 1 drives two of them off."""
    table = swept(["F (1)-3-9/(1)-2-9"] * 4, [FIGHTER] * 2, 3, 4, 1, 1, kind="station")
    assert (table.data.doubling, table.step) == ((2, 0), "air_combat.send")
    table.do(SendPlane("u"), SendPlane("a"))
    assert (table.side, table.step) == ("axis", "air_combat.meet_beside")
    table.do(SendPlane("b"), ReturnTo("a", table.hex("01.01")), ReturnTo("b", table.hex("01.01")))
    fought = table.all(AirRound)[0]
    assert (fought.attacker, fought.ratings, fought.roll, table.data.doubling) == ("u", (3, 2), 8, (1, 0))


# --- flak --------------------------------------------------------------------------------------------------------


@pytest.mark.case("E92-flak-strength")
@pytest.mark.parametrize(
    ("units", "rest", "strength"),
    [
        ("soviet 08.01 r " + LEG, "", 1),
        ("soviet 08.01 r Div infantry other 12-3-3L/6-3-8L re=4", "", 4),
        ("soviet 08.01 r " + LEG, "soviet 08.01 20", 2),
        ("soviet 12.01 r " + LEG, "soviet 08.01 1T", 1),
        ("axis 08.01 r " + LEG, "axis 08.01 3", 0),
        ("soviet 12.01 r " + LEG, "", 0),
    ],
)
def test_the_strength_of_a_hex(units: str, rest: str, strength: int) -> None:
    table = sky(f"axis 01.01 f {FIGHTER}", units=units, supply=f"axis 01.01 4\n{rest}")
    assert strength_in(table.game.look, "axis", table.hex("08.01")).value == strength


@pytest.mark.case("E92-flak-strength")
def test_an_air_base_adds_its_actual_level_and_a_city_one() -> None:
    bases = f"{BASES}\nsoviet 08.01 2 usable=0"
    table = sky(f"axis 01.01 f {FIGHTER}", bases)
    assert strength_in(table.game.look, "axis", table.hex("08.01")).value == 2
    city = sky(f"axis 01.01 f {FIGHTER}", bases)
    look = city.game.look
    assert strength_in(look, "soviet", city.hex("01.01")).value == 3 + 1


CITY_UNITS = f"axis 01.02 army {LEG}\nsoviet 14.02 r {LEG}\n"


@pytest.mark.case("E92-flak-strength")
@pytest.mark.parametrize("city", ["c", "C"])
@pytest.mark.parametrize(
    ("unit", "dump", "base", "strength"),
    [
        ("", "", "", 0),
        (f"soviet 08.01 x {LEG}", "", "", 2),
        ("", "soviet 08.01 1T", "", 2),
        ("", "", "soviet 08.01 1", 2),
        (f"axis 08.01 x {LEG}", "axis 08.01 1T", "axis 08.01 1", 0),
        ("soviet 08.01 t truck 2 45T", "", "", 2),
        ("soviet 08.01 t truck 2 45T load=1", "soviet 08.01 1T", "", 2),
    ],
)
def test_a_city_counts_where_the_firing_side_has_something(
    city: str, unit: str, dump: str, base: str, strength: int
) -> None:
    """Its own unit, supply or base; transport has no steps that count, and with supply it counts once."""
    rest = f"[supply]\n{dump}\n[bases]\naxis 01.01 3\n{base}\n[aircraft]\naxis 01.01 f {FIGHTER}\n"
    table = sit(CITY_UNITS + unit, land(f"08.01={city}", columns=14, rows=2), rest=rest, edition="1992")
    assert strength_in(table.look, "axis", table.hex("08.01")).value == strength


@pytest.mark.case("E92-flak-results")
@pytest.mark.parametrize(("planes", "left"), [(1, Fraction(35, 36)), (2, Fraction(35, 36) ** 2)])
def test_the_chance_that_flak_takes_a_step(planes: int, left: Fraction) -> None:
    """A hex of strength 3 takes a step on 12; one of strength 1 never does, and 0 does not fire."""
    div = "Div infantry other 12-3-3L/6-3-8L re=4 lost=1"
    table = sky("\n".join(f"axis 01.01 f{i} {FIGHTER}" for i in range(planes)), units=f"{UNITS}\nsoviet 08.01 d {div}")
    look, flown = table.look, tuple(force_in(table.look.state).planes)
    for where, due in (("08.01", 1 - left), ("12.02", 0), ("05.01", 0)):
        assert flak_chance(look, strength_in(look, "axis", table.hex(where)), flown) == due


@pytest.mark.case("E92-flak-results")
@pytest.mark.parametrize(("planes", "back"), [(1, Fraction(3, 36)), (2, 1 - Fraction(33, 36) ** 2)])
def test_the_chance_that_flak_turns_somebody_back(planes: int, back: Fraction) -> None:
    """A hex of strength 1 makes aircraft abort on 11 and 12."""
    look = sky("\n".join(f"axis 01.01 f{i} {FIGHTER}" for i in range(planes))).look
    hex_ = look.board.index("12.02")
    flown = tuple(force_in(look.state).planes)
    assert flak_turns_back(look, strength_in(look, "axis", hex_), flown) == back
    assert flak_turns_back(look, strength_in(look, "axis", look.board.index("08.01")), flown) == 0


# --- drops, and Flak at them -------------------------------------------------------------------------------------


def dropping(*dice: int, planes: int = 2, tokens: int = 3, army: str = f"soviet 12.02 r {LEG}") -> Sitting:
    """A supply drop at 06.01, next to which nobody is; aircraft carry 2T each."""
    lines = "\n".join(f"axis 01.01 j{i} {JU52}" for i in range(planes))
    table = sky(lines, units=f"axis 01.02 army {LEG}\n{army}", dice=dice)
    table.do(PlanMission("supply_drop"), AimMission(table.hex("06.01")))
    table.do(*(AddPlane(f"j{i}", "return") for i in range(planes)), LoadPlanes(table.hex("01.01"), tokens))
    return table.done()


@pytest.mark.case("E92-supply-drop")
@pytest.mark.parametrize(("dice", "landed"), [((4, 4), 3), ((4, 5), 2), ((5, 4), 1), ((6, 5), 0), ((1, 1), 3)])
def test_each_load_has_a_die(dice: tuple[int, int], landed: int) -> None:
    """3T are a load of 2T and one of 1T."""
    table = dropping(*dice)
    assert table.tokens("axis", "06.01") == landed
    assert [event.tokens for event in table.all(LoadDropped)] == [2, 1]
    assert table.tokens("axis", "01.01") == 16 - 3


@pytest.mark.case("E92-air-phasing-supplied", "SETUP-I-F-B")
def test_nobody_is_stationed_in_a_box_off_the_map() -> None:
    rest = "[bases]\naxis 01.01 3\n[aircraft]\naxis 01.01 f F 3-3-40/2-2-40\n"
    box = '[boxes]\nfar off_map "Far" at=-12,1\n[supply]\naxis 01.01 4\n'
    table = sit(UNITS, land(columns=14, rows=2), rest=box + rest, edition="1992").do(PlanMission("station"))
    assert table.refused(AimMission(table.hex("far")))[0] == "mission.box"
