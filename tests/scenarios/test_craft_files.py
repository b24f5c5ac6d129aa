"""Landing Craft of a scenario: its files, and the start of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.core.actions import BeginSail
from redball.core.state import ABOARD
from redball.forces.craft import Craft
from redball.game.game import Game
from redball.rules.ground.craft import craft_in
from redball.rules.ground.fleet import LandingCraft
from redball.rules.naval.set_up import check_ship_setup
from redball.scenarios.craft import COLUMNS
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import CraftArrival, CraftWithdrawal, FlotillaSetup, Scenario
from scenarios.test_load import SCENARIO, folder
from scenarios.test_ship_files import SEA
from support import Sitting

ROWS = ("lc-1\taxis\tForce J\tgb\tlanding_craft\t3", "dukw\taxis\t\t\tdukw\t2", "lst\tsoviet\t\t\tlst\t2")
FLOTILLAS = """[[flotillas]]
craft = "lc-1"
hex = "02.03"
units = ["de-ir"]
sp = "1"
mode = "move"
[[flotillas]]
craft = "lst"
hex = "04.04"
[[setup.axis]]
hex = "02.01"
units = ["dukw"]
load = { dukw = "1" }
"""


def written(path: Path, flotillas: str = FLOTILLAS, rows: tuple[str, ...] = ROWS) -> Path:
    """The folder of the scenario, on a board with a sea, with these flotillas and rows of `craft.tsv`."""
    text = SCENARIO.replace('first_turn_first_player = "soviet"', 'first_turn_first_player = "axis"')
    text = text.replace('units = ["de-ir", "de-org"]', 'units = ["de-org"]').replace(
        'mode = "reserve"\nfacing = "move"\n', ""
    )
    there = folder(path, scenario=text.replace("[victory]", flotillas + "[victory]"))
    (there / "board.hexmap").write_text(SEA, encoding="utf-8")
    (there / "craft.tsv").write_text("\n".join(["\t".join(COLUMNS), *rows, ""]), encoding="utf-8")
    return there


def loaded(path: Path, flotillas: str = FLOTILLAS, rows: tuple[str, ...] = ROWS) -> Scenario:
    """That scenario."""
    return load_scenario(written(path, flotillas, rows))


@pytest.mark.case("3.4-B", "18.4")
def test_files_become_records(tmp_path: Path) -> None:
    scenario = loaded(tmp_path)
    at = scenario.board.index
    assert scenario.flotillas == (
        FlotillaSetup("lc-1", at("02.03"), ("de-ir",), 4, "move"),
        FlotillaSetup("lst", at("04.04")),
    )
    assert scenario.craft["lc-1"] == Craft("lc-1", "axis", "Force J", "gb", "landing_craft", 3)
    assert (scenario.craft["lst"].called, scenario.craft["lst"].nation) == ("LST", "soviet")
    land = scenario.counters["dukw"]
    assert (land.kind, land.transport, land.points, land.move.ma) == ("transport", "truck", 2, 24 * 12)


@pytest.mark.case("18.4e", "18.4a")
def test_a_game_begins_with_them_and_who_is_aboard(tmp_path: Path) -> None:
    table = Sitting(Game.new(str(written(tmp_path)), seed=1))
    state = table.look.state
    assert craft_in(state, "lc-1") == LandingCraft("lc-1", "lc-1", "axis", table.hex("02.03"), 3, ("de-ir",), 4)
    assert (table.unit("de-ir").hex, table.unit("de-ir").facing) == (ABOARD, "move")
    assert craft_in(state, "dukw") is None
    assert (table.at("dukw"), table.unit("dukw").points, table.unit("dukw").load) == ("02.01", 2, 4)
    assert [*check_ship_setup(table.look.world)] == []
    table.idle(lambda: bool(table.offered(BeginSail)))


@pytest.mark.case("18.4a")
def test_a_set_up_with_too_much_aboard_is_found(tmp_path: Path) -> None:
    there = written(tmp_path, FLOTILLAS.replace('sp = "1"', 'sp = "3"'))
    with pytest.raises(ValueError, match="carries 3 1/2 SP of cargo and has room for 3"):
        Game.new(str(there), seed=1)
    craft = FLOTILLAS.replace('hex = "04.04"', 'hex = "04.01"')
    with pytest.raises(ValueError, match="LST cannot be in"):
        Game.new(str(written(tmp_path, craft)), seed=1)


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ('craft = "lst"', 'craft = "lsd"', "no Landing Craft 'lsd'"),
        ('craft = "lst"', 'craft = "lc-1"', "placed in"),
        ('units = ["dukw"]\nload = { dukw = "1" }', 'sp = "1"', "neither afloat nor on land"),
        ('[[flotillas]]\ncraft = "lst"\nhex = "04.04"\n', "", "'lst' is not placed"),
        ('units = ["de-ir"]', 'units = ["de-org"]', "placed"),
        ('units = ["de-ir"]', 'units = ["su-gun"]', "belongs to"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(tmp_path: Path, was: str, now: str, says: str) -> None:
    assert was in FLOTILLAS
    with pytest.raises(ScenarioError, match=says):
        loaded(tmp_path, FLOTILLAS.replace(was, now))


SCHEDULE = (
    FLOTILLAS.replace('[[flotillas]]\ncraft = "lst"\nhex = "04.04"\n', "")
    + """[[craft_arrivals]]
turn = 2
craft = "lst"
entry = ["04.04", "04.03"]
sp = "1"
[[craft_withdrawals]]
turn = 2
side = "axis"
kind = "landing_craft"
points = 2
"""
)


@pytest.mark.case("13.6")
def test_their_schedule_becomes_records_and_who_comes_later_is_not_there(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, SCHEDULE)
    at = scenario.board.index
    assert scenario.craft_arrivals == (CraftArrival(2, (at("04.04"), at("04.03")), "lst", (), 4),)
    assert scenario.craft_withdrawals == (CraftWithdrawal(2, "axis", "landing_craft", 2),)
    game = Game.new(str(written(tmp_path, SCHEDULE)), seed=1)
    assert craft_in(game.state, "lst") is None


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("turn = 2\ncraft", "turn = 3\ncraft", r"craft_arrivals\[1\]\.turn: turn 3 of 2"),
        ('craft = "lst"', 'craft = "lsd"', r"craft_arrivals\[1\]\.craft: there is no Landing Craft 'lsd'"),
        ('craft = "lst"', 'craft = "lc-1"', r"craft_arrivals\[1\]\.craft: lc-1 is placed in flotillas\[1\] already"),
        ('"04.04", "04.03"', '"09.09"', r"craft_arrivals\[1\]\.entry"),
        ('sp = "1"\n[[craft_w', 'sp = "?"\n[[craft_w', r"craft_arrivals\[1\]\.sp"),
        ("turn = 2\nside", "turn = 3\nside", r"craft_withdrawals\[1\]\.turn: turn 3 of 2"),
        ('side = "axis"\nkind', 'side = "finland"\nkind', r"craft_withdrawals\[1\]\.side"),
        ('kind = "landing_craft"', 'kind = "dukw"', "dukw"),
        ("points = 2", "points = 4", r"craft_withdrawals\[1\]\.points: 4 points of Landing Craft of axis leave, of 3"),
    ],
)
def test_what_is_wrong_with_their_schedule_is_said_with_its_place(
    tmp_path: Path, was: str, now: str, says: str
) -> None:
    assert was in SCHEDULE
    with pytest.raises(ScenarioError, match=says):
        loaded(tmp_path, SCHEDULE.replace(was, now, 1))


def test_a_second_withdrawal_counts_the_first(tmp_path: Path) -> None:
    second = """[[craft_withdrawals]]
turn = 1
side = "axis"
kind = "landing_craft"
points = 1
"""
    assert len(loaded(tmp_path, SCHEDULE + second).craft_withdrawals) == 2
    with pytest.raises(ScenarioError, match=r"craft_withdrawals\[2\]\.points: 4 points"):
        loaded(tmp_path, SCHEDULE + second.replace("points = 1", "points = 2"))


@pytest.mark.case("18.1c")
def test_where_they_cannot_arrive_is_found(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"LST cannot be in 04\.01"):
        Game.new(str(written(tmp_path, SCHEDULE.replace('"04.04", ', '"04.01", '))), seed=1)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("lst\tsoviet\t\t\traft\t2", "kind"),
        ("lst\tsoviet\t\t\tlst\t0", "points"),
        ("lst\tfinland\t\t\tlst\t1", "side"),
        ("de-hq\taxis\t\t\tdukw\t1", "a counter has the id"),
        ("de-hq\taxis\t\t\tlst\t1", "a counter has the id"),
    ],
)
def test_a_faulty_row_is_refused(tmp_path: Path, row: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        loaded(tmp_path, rows=(*ROWS[:2], row))
