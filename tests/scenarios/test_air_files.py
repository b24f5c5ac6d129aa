"""Aircraft and air bases of a scenario: its files, the start of the game, and aircraft that arrive."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from redball.core.actions import PlacePlane, StandDown
from redball.core.state import NOT_ARRIVED, REMOVED
from redball.forces.aircraft import Aircraft, face_of
from redball.game.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.standing.alone import gives_up
from redball.game.view.forces import scheduled
from redball.game.view.whole import view
from redball.game.watch.air import check_air
from redball.rules.air.air import AircraftArrived, AircraftForfeited, AircraftStoodDown
from redball.rules.air.set_up import check_air_setup
from redball.rules.ground.air_force import Base, force_in, plane_in
from redball.scenarios.air import COLUMNS
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import AirArrival, AirBaseSetup, Scenario
from scenarios.test_load import SCENARIO, folder
from support import Sitting

ROWS = (
    "bf109	axis	Bf 109	german	F	4-3-12	3-2-12		",
    "ju52	axis	Ju 52	german	Tpt	(0)-0-18	(0)-0-18	2T	1T",
    "lagg	soviet			F	2-2-8	1-1-8		",
    "late	axis	Bf 110	german	F+T	3-6-14	2-3-14		",
)
BASES = """hip_shoots = ["german"]
[[air_bases]]
hex = "02.02"
side = "axis"
level = 1
aircraft = ["ju52", "bf109"]
[[air_bases]]
hex = "04.02"
side = "soviet"
level = 0
aircraft = ["lagg"]
[[air_arrivals]]
turn = 1
side = "axis"
aircraft = ["late"]
"""


def written(path: Path, bases: str = BASES, rows: tuple[str, ...] = ROWS) -> Path:
    """The folder of the scenario with these bases and rows of `aircraft.tsv`."""
    head, rest = bases.split("\n", 1)
    text = SCENARIO.replace('first_turn_first_player = "soviet"', 'first_turn_first_player = "axis"')
    there = folder(
        path, scenario=text.replace("[[sides]]", f"{head}\n[[sides]]", 1).replace("[victory]", rest + "[victory]")
    )
    (there / "aircraft.tsv").write_text("\n".join(["\t".join(COLUMNS), *rows, ""]), encoding="utf-8")
    return there


def loaded(path: Path, bases: str = BASES, rows: tuple[str, ...] = ROWS) -> Scenario:
    """That scenario."""
    return load_scenario(written(path, bases, rows))


def started(path: Path, bases: str = BASES, rows: tuple[str, ...] = ROWS) -> Sitting:
    """A game of that scenario."""
    return Sitting(Game.new(str(written(path, bases, rows)), seed=1))


def test_files_become_records(tmp_path: Path) -> None:
    scenario = loaded(tmp_path)
    at = scenario.board.index
    assert scenario.air_bases == (
        AirBaseSetup(at("02.02"), "axis", 1, ("ju52", "bf109")),
        AirBaseSetup(at("04.02"), "soviet", 0, ("lagg",)),
    )
    assert scenario.air_arrivals == (AirArrival(1, "axis", ("late",)),)
    assert scenario.hip_shoots == ("german",)
    assert scenario.aircraft["ju52"] == Aircraft(
        "ju52", "axis", "Ju 52", "german", ("Tpt",), face_of("(0)-0-18", 4), face_of("(0)-0-18", 2)
    )
    lagg = scenario.aircraft["lagg"]
    assert (lagg.name, lagg.nation) == ("lagg", "soviet")  # unless the file says otherwise


@pytest.mark.case("15.0a")
@pytest.mark.parametrize(
    ("old", "new", "where", "message"),
    [
        ('["german"]', '["finnish"]', "hip_shoots", "'finnish'"),
        ('"04.02"', '"02.02"', "air_bases[2].hex", "has an air base already"),
        ('"04.02"', '"09.09"', "air_bases[2].hex", "no hex 09.09"),
        ("level = 0", "level = 4", "air_bases[2].level", ""),
        ('side = "soviet"', 'side = "turk"', "air_bases[2].side", "no side 'turk'"),
        ('"lagg"', '"yak"', "air_bases[2].aircraft", "no aircraft 'yak'"),
        ('"lagg"', '"lagg", "late"', "air_bases[2].aircraft", "late belongs to axis"),
        ('"bf109"]', '"bf109", "ju52"]', "air_bases[1].aircraft", "placed in air_bases[1].aircraft already"),
        ('["late"]', '["ju52"]', "air_arrivals[1].aircraft", "placed in air_bases[1].aircraft already"),
        ('["ju52", "bf109"]', '["ju52"]', "air_bases", "'bf109' is neither at a base nor does it arrive"),
        ("turn = 1", "turn = 3", "air_arrivals[1].turn", "turn 3 of 2"),
    ],
)
def test_faults_of_the_scenario(tmp_path: Path, old: str, new: str, where: str, message: str) -> None:
    assert old in BASES
    with pytest.raises(ScenarioError) as caught:
        loaded(tmp_path, BASES.replace(old, new, 1))
    assert caught.value.where == where
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("row", "where", "message"),
    [
        (ROWS[0].replace("bf109", "Bf109"), "line 2, id", "lower-case"),
        (ROWS[0].replace("bf109", "de-ir"), "aircraft.tsv", "a counter has the id 'de-ir'"),
        (ROWS[0].replace("bf109", "ju52"), "line 3", "stands there twice"),
        (ROWS[0].replace("axis", "turk"), "line 2, side", "'turk'"),
        (ROWS[0].replace("\tF\t", "\tX\t"), "line 2, types", "'X'"),
        (ROWS[0].replace("4-3-12", "4-3"), "line 2, front", "rating-barrage-range"),
        (ROWS[0].replace("3-2-12", ""), "line 2, back", "rating-barrage-range"),
        (ROWS[0][:-1], "line 2", "8 cells for 9 columns"),
        (ROWS[0] + "T", "line 2, back", "not a capacity"),
    ],
)
def test_faults_of_the_aircraft(tmp_path: Path, row: str, where: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        loaded(tmp_path, rows=(row, *ROWS[1:]))
    assert caught.value.where == where
    assert message in caught.value.message


@pytest.mark.case("SETUP-IV-E")
def test_aircraft_begin_active_at_their_bases(tmp_path: Path) -> None:
    game = started(tmp_path).game
    force, at = force_in(game.state), game.world.board.index
    assert force.bases == (Base(at("02.02"), "axis", 1), Base(at("04.02"), "soviet", 0))
    assert [(p.id, p.hex, p.active, p.steps_lost) for p in force.planes] == [
        ("bf109", at("02.02"), True, 0),
        ("ju52", at("02.02"), True, 0),
        ("lagg", at("04.02"), True, 0),
        ("late", NOT_ARRIVED, True, 0),
    ]
    check_air(game.world, 0, game.state)


@pytest.mark.case("SETUP-IV-E", "14.2a-B", "15.0b-D")
def test_a_base_has_room_for_those_set_up_there(tmp_path: Path) -> None:
    five = [f"bf{n}" for n in range(5)]
    rows = tuple(ROWS[0].replace("bf109", name) for name in five) + ROWS[1:]
    listed = ", ".join(f'"{name}"' for name in five)
    fits = BASES.replace('"ju52", "bf109"', listed).replace('["late"]', '["late", "ju52"]')
    assert len(force_in(started(tmp_path, fits, rows).game.state).planes) == 8
    with pytest.raises(ValueError, match="holds 5 Active aircraft at most and has 6"):
        started(tmp_path, BASES.replace('"bf109"', listed), rows)


@pytest.mark.case("SETUP-IV-I")
def test_a_base_is_where_units_can_be(tmp_path: Path) -> None:
    there = written(tmp_path)
    board = there / "board.hexmap"
    shore = "[hexsides]\nsea_or_lake  02.02/N 02.02/NE 02.02/SE 02.02/S 02.02/SW 02.02/NW\n"
    board.write_text(board.read_text(encoding="utf-8").replace("[paths]", f"{shore}[paths]"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"02\.02 has an air base, and no unit can enter it"):
        Game.new(str(there), seed=1)
    shut = load_scenario(there).board
    bare = dataclasses.replace(started(tmp_path).game.world, board=shut)
    assert [refused.code for refused in check_air_setup(bare)] == ["setup.base_closed"]


# --- arrivals ------------------------------------------------------------------------------------------------------


def arriving(path: Path, bases: str = BASES, rows: tuple[str, ...] = ROWS) -> Sitting:
    """The moment at which the axis places aircraft."""
    table = started(path, bases, rows)
    return table.idle(lambda: table.step == "reinforcement_phase.place_aircraft")


@pytest.mark.case("13.6")
def test_aircraft_arrive_active_at_any_base_of_their_side(tmp_path: Path) -> None:
    table = arriving(tmp_path, BASES + '[[air_bases]]\nhex = "01.02"\nside = "axis"\nlevel = 0\n')
    assert table.asked.side == "axis"
    assert {table.look.hex_name(a.hex) for a in table.offered(PlacePlane)} == {"01.02", "02.02"}
    assert table.refused(PlacePlane("late", table.hex("04.02"))) == ("air.no_base", "15.0")
    assert table.refused(PlacePlane("late", table.hex("03.01"))) == ("air.no_base", "15.0")
    assert table.refused(PlacePlane("bf109", table.hex("01.02"))) == ("arrival.aircraft_not_due", "13.6")
    assert table.refused(PlacePlane("nobody", table.hex("01.02"))) == ("air.unknown_plane", "3.5")
    table.do(PlacePlane("late", table.hex("01.02")))
    assert table.one(AircraftArrived).case == "13.6"
    assert table.step != "reinforcement_phase.place_aircraft"
    late = plane_in(table.game.state, "late")
    assert late is not None
    assert (late.hex, late.active) == (table.hex("01.02"), True)


@pytest.mark.case("13.6")
def test_aircraft_not_placed_are_lost(tmp_path: Path) -> None:
    table = arriving(tmp_path)
    assert gives_up(table.look, table.asked) == "1 aircraft is lost"
    table.done()
    assert table.one(AircraftForfeited).plane == "late"
    late = plane_in(table.game.state, "late")
    assert late is not None
    assert late.hex == REMOVED
    check_air(table.game.world, 0, table.game.state)
    again = parse_position(dump_position(table.game.world, table.game.state))[1]
    assert plane_in(again, "late") == late


@pytest.mark.case("13.6", "13.6a-B", "15.0b-D")
def test_who_has_no_room_at_a_full_base_stands_down(tmp_path: Path) -> None:
    """A base of Level 1 holds five; the owner chooses who is Inactive (reading 1.119)."""
    more = [f"bf{n}" for n in range(3)]
    rows = (*ROWS, *(ROWS[0].replace("bf109", name) for name in more))
    full = BASES.replace('"bf109"', '"bf109", ' + ", ".join(f'"{name}"' for name in more))
    table = arriving(tmp_path, full, rows)
    table.do(PlacePlane("late", table.hex("02.02")))
    check_air(table.game.world, 0, table.game.state)
    assert {a.plane for a in table.offered(StandDown)} == {"bf109", "ju52", "late", *more}
    table.do(StandDown("ju52"))
    assert table.one(AircraftStoodDown).plane == "ju52"
    check_air(table.game.world, 0, table.game.state)


def test_the_schedule_names_aircraft_that_are_still_to_come(tmp_path: Path) -> None:
    table = arriving(tmp_path)
    told = [(a.turn, a.side, a.aircraft) for a in scheduled(table.look) if a.aircraft]
    assert told == [(1, "axis", ("Bf 110",))]
    table.do(PlacePlane("late", table.hex("02.02")))
    assert not [a for a in scheduled(table.look) if a.aircraft]


def test_the_enemy_sees_the_arrival_only_as_an_aircraft_on_top(tmp_path: Path) -> None:
    """4.8b-E: the Bf 110 lands beside a Bf 109, which is on top."""
    table = arriving(tmp_path)
    table.do(PlacePlane("late", table.hex("02.02")))
    seen = view(table.game, "soviet").air
    assert seen
    assert [plane.id for plane in seen.planes if plane.side == "axis"] == ["bf109"]


@pytest.mark.case("15.2", "15.2-A")
def test_the_allies_build_strips_at_kohima() -> None:
    """With its aircraft, and nobody else does: two on the map at most."""
    told = {
        switch: Game.new("kohima", seed=1, switches={"aircraft": switch}).world.scenario for switch in (False, True)
    }
    assert [dict(one.air_strips) for one in told.values()] == [{}, {"allied": 2}]


def test_the_allied_fields_of_sedan_are_guarded() -> None:
    """A base on the map has a garrison with the switch only; Troyes is off the map, and its aircraft are in play."""
    with_, without = (Game.new("sedan", seed=1, switches={"aircraft": switch}) for switch in (True, False))
    force = force_in(with_.state)
    allied = [base.hex for base in force.bases if base.side == "allied"]
    beyond = [hex_ for hex_ in allied if with_.world.board.is_box(hex_)]
    here = [unit for hex_ in allied for unit in with_.look.units_at(hex_)]
    guards = {unit.id for unit in here if with_.look.counter(unit).is_combat_unit}
    assert guards == {"br-53haa", "br-73haa", "fr-air"}
    assert not guards & set(without.state.units)
    assert len(allied) == 3
    assert len(beyond) == 1
    assert [plane.id for plane in force.planes if plane.hex in beyond] == ["amiot"]
