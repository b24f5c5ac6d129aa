"""Ships of a scenario: its files, and the start of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.board.costs import ALL
from redball.core.actions import BeginSail
from redball.core.state import NOT_ARRIVED
from redball.forces.ship import Ship, ShipFace
from redball.game.game import Game
from redball.rules.ground.air_force import force_in
from redball.rules.ground.fleet import Vessel, fleet_in
from redball.rules.naval.set_up import check_ship_setup
from redball.scenarios import air
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import BoxUse, FleetSetup, Scenario, ShipArrival, ShipWithdrawal
from redball.scenarios.ships import COLUMNS
from scenarios.test_load import BOARD, SCENARIO, folder
from support import Sitting

ROWS = (
    "nelson\taxis\tNelson\tgb\tbattleship\t30-4-2-3\t20-3-1-2\t\tyes\t",
    "dd\taxis\t\t\tdestroyer\t8-2-1-0\t4-2-0-0\tyes\t\t",
    "cv\tsoviet\tArk\tsu\tcarrier\t0-0-3-2\t0-0-1-2\t\t\t6",
)
SEA = (
    BOARD.replace("rows     2", "rows     4")
    .replace("02  . .", "04  - - - -\n03  - - - -\n02  . .")
    .replace(".  open", ".  open\n-  sea")
)
FLEETS = """ships_in_ports = ["destroyer"]
[[fleets]]
hex = "02.04"
side = "axis"
ships = ["nelson", "dd"]
[[fleets]]
hex = "04.03"
side = "soviet"
ships = ["cv"]
"""


def written(path: Path, fleets: str = FLEETS, rows: tuple[str, ...] = ROWS, board: str = "") -> Path:
    """The folder of the scenario, on a board with a sea, with these fleets and rows of `ships.tsv`."""
    head, rest = fleets.split("\n", 1)
    text = SCENARIO.replace('first_turn_first_player = "soviet"', 'first_turn_first_player = "axis"')
    there = folder(
        path, scenario=text.replace("[[sides]]", f"{head}\n[[sides]]", 1).replace("[victory]", rest + "[victory]")
    )
    (there / "board.hexmap").write_text(board or SEA, encoding="utf-8")
    (there / "ships.tsv").write_text("\n".join(["\t".join(COLUMNS), *rows, ""]), encoding="utf-8")
    return there


def loaded(path: Path, fleets: str = FLEETS, rows: tuple[str, ...] = ROWS, board: str = "") -> Scenario:
    """That scenario."""
    return load_scenario(written(path, fleets, rows, board))


@pytest.mark.case("3.4-A")
def test_files_become_records(tmp_path: Path) -> None:
    scenario = loaded(tmp_path)
    at = scenario.board.index
    assert scenario.fleets == (
        FleetSetup(at("02.04"), "axis", ("nelson", "dd")),
        FleetSetup(at("04.03"), "soviet", ("cv",)),
    )
    assert scenario.ships_in_ports == ("destroyer",)
    big, small = ShipFace(30, 4, 2, 3), ShipFace(20, 3, 1, 2)
    assert scenario.ships["nelson"] == Ship("nelson", "axis", "Nelson", "gb", "battleship", big, small, False, True)
    assert (scenario.ships["dd"].name, scenario.ships["dd"].nation, scenario.ships["dd"].several) == (
        "dd",
        "axis",
        True,
    )
    assert scenario.ships["cv"].aircraft == 6


def test_a_game_begins_with_them_undamaged(tmp_path: Path) -> None:
    table = Sitting(Game.new(str(written(tmp_path)), seed=1))
    at = table.hex
    assert fleet_in(table.look.state).ships == (
        Vessel("cv", "soviet", at("04.03")),
        Vessel("dd", "axis", at("02.04")),
        Vessel("nelson", "axis", at("02.04")),
    )
    table.idle(lambda: bool(table.offered(BeginSail)))


@pytest.mark.case("18.1b", "18.1c")
def test_ships_on_land_or_with_the_enemy_are_refused(tmp_path: Path) -> None:
    aground = Game.new(str(written(tmp_path)), seed=1).world
    assert [*check_ship_setup(aground)] == []
    with pytest.raises(ValueError, match=r"Nelson cannot be in 02\.02, which is not all sea"):
        Game.new(str(written(tmp_path, FLEETS.replace("02.04", "02.02"))), seed=1)
    with pytest.raises(ValueError, match="Both sides are set up"):
        Game.new(str(written(tmp_path, FLEETS.replace("02.04", "04.03"))), seed=1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"nelson", "dd"', '"nelson"', "the ship 'dd' is neither placed nor does it arrive"),
        ('"nelson", "dd"', '"nelson", "dd", "hood"', "there is no ship 'hood'"),
        ('"nelson", "dd"', '"nelson", "dd", "cv"', "cv belongs to soviet, not to axis"),
        ('["cv"]', '["cv", "cv"]', "cv is placed in"),
        ('["destroyer"]', '["frigate"]', "'frigate' is not a type of ship"),
        ('["destroyer"]', '["carrier"]', "carriers stay at sea"),
        ("02.04", "09.04", "no hex"),
    ],
)
def test_what_is_wrong_with_fleets_is_said(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        loaded(tmp_path, FLEETS.replace(old, new, 1))


PLANES = (
    "f1\tsoviet\t\t\tF\t4-3-6\t3-2-4\t\t\tany",
    "f2\tsoviet\t\t\tF\t4-3-6\t3-2-4\t\t\tcv",
    "f3\tsoviet\t\t\tF\t4-3-6\t3-2-4\t\t\tcv",
)
COMING = (
    FLEETS.replace('ships = ["cv"]', 'ships = ["old"]')
    + """[[ship_arrivals]]
turn = 1
side = "soviet"
entry = ["04.04", "04.03"]
ships = ["cv"]
[[ship_withdrawals]]
turn = 2
side = "soviet"
ships = ["old", "cv"]
[carriers]
old = ["f1"]
cv = ["f2", "f3"]
"""
)
OLD = "old\tsoviet\tOld\tsu\tcarrier\t0-0-3-2\t0-0-1-2\t\t\t1"


def flying(path: Path, fleets: str = COMING, planes: tuple[str, ...] = PLANES, old: str = OLD) -> Path:
    """The folder with carriers and their aircraft; one carrier arrives later."""
    there = written(path, fleets, (*ROWS, old))
    text = "\n".join(["\t".join((*air.COLUMNS, air.CARRIER_COLUMN)), *planes, ""])
    (there / air.FILE).write_text(text, encoding="utf-8")
    return there


@pytest.mark.case("13.6", "18.2a")
def test_carriers_and_the_schedule_of_ships_become_records_and_a_game(tmp_path: Path) -> None:
    there = flying(tmp_path)
    scenario = load_scenario(there)
    at = scenario.board.index
    assert scenario.ship_arrivals == (ShipArrival(1, "soviet", (at("04.04"), at("04.03")), ("cv",)),)
    assert scenario.ship_withdrawals == (ShipWithdrawal(2, "soviet", ("old", "cv")),)
    assert scenario.carriers == {"old": ("f1",), "cv": ("f2", "f3")}
    assert [scenario.aircraft[pid].carrier for pid in ("f1", "f2")] == ["any", "cv"]
    state = Game.new(str(there), seed=1).state
    assert [(p.id, p.hex, p.ship) for p in force_in(state).planes] == [
        ("f1", at("04.03"), "old"),
        ("f2", NOT_ARRIVED, "cv"),
        ("f3", NOT_ARRIVED, "cv"),
    ]
    assert {ship.id: ship.hex for ship in fleet_in(state).ships}["cv"] == NOT_ARRIVED


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("turn = 1", "turn = 3", "turn 3 of 2"),
        ("turn = 2", "turn = 1", "cv is not there before turn 1"),
        ('["old", "cv"]', '["old", "old"]', "old leaves by ship_withdrawals"),
        ('["old", "cv"]', '["dd"]', "dd belongs to axis"),
        ('["old", "cv"]', '["hood"]', "there is no ship 'hood'"),
        ("old = [", "dd = [", "there is no carrier 'dd'"),
        ('cv = ["f2", "f3"]', 'cv = ["f2"]', "'f3' is neither at a base"),
        ('cv = ["f2", "f3"]', 'cv = ["f1", "f2", "f3"]', "f1 is placed in"),
    ],
)
def test_what_is_wrong_with_the_schedule_of_ships_is_said(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        load_scenario(flying(tmp_path, COMING.replace(old, new, 1)))


@pytest.mark.case("18.2a")
def test_aircraft_for_no_carrier_or_too_many_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="f2 names 'dd', which is no carrier of soviet"):
        load_scenario(flying(tmp_path, planes=(PLANES[0], PLANES[1].replace("cv", "dd"), PLANES[2])))
    with pytest.raises(ValueError, match="F1 cannot use the carriers"):
        Game.new(str(flying(tmp_path, planes=(PLANES[0].replace("any", ""), *PLANES[1:]))), seed=1)
    crowd = COMING.replace('["f2", "f3"]', '["f2"]').replace('["f1"]', '["f1", "f3"]')
    with pytest.raises(ValueError, match="F3 finds no room"):
        Game.new(str(flying(tmp_path, crowd, (*PLANES[:2], PLANES[2].replace("cv", "any")))), seed=1)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("Dd\taxis\t\t\tdestroyer\t1-1-1-1\t1-1-1-1\t\t\t", "line 5, id"),
        ("d2\tfinland\t\t\tdestroyer\t1-1-1-1\t1-1-1-1\t\t\t", "line 5, side"),
        ("d2\taxis\t\t\tfrigate\t1-1-1-1\t1-1-1-1\t\t\t", "line 5, type"),
        ("d2\taxis\t\t\tdestroyer\t1-1-1\t1-1-1-1\t\t\t", "line 5, front"),
        ("d2\taxis\t\t\tdestroyer\t1-1-1-1\t1\t\t\t", "line 5, back"),
        ("d2\taxis\t\t\tdestroyer\t1-1-1-1\t1-1-1-1\tno\t\t", "line 5, several"),
        ("d2\taxis\t\t\tdestroyer\t1-1-1-1\t1-1-1-1\t\tvery\t", "line 5, slow"),
        ("d2\taxis\t\t\tdestroyer\t1-1-1-1\t1-1-1-1\t\t\tmany", "line 5, aircraft"),
        ("dd\taxis\t\t\tdestroyer\t1-1-1-1\t1-1-1-1\t\t\t", "stands there twice"),
        ("de-hq\taxis\t\t\tdestroyer\t1-1-1-1\t1-1-1-1\t\t\t", "has the id 'de-hq', too"),
        ("d2\taxis", "2 cells for 10 columns"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused(tmp_path: Path, row: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        loaded(tmp_path, rows=(*ROWS, row))


def test_wrong_columns_and_a_board_without_sea_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="has no hex of terrain 'sea'"):
        loaded(tmp_path, FLEETS.replace("02.04", "02.02").replace("04.03", "04.02"), board=BOARD)
    there = written(tmp_path)
    (there / "ships.tsv").write_text("id\tside\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="line 1: the columns must be id side name"):
        load_scenario(there)


SEA_BOX = """[[boxes]]
id = "aegean"
side = "axis"
kind = "sea"
mp = "4"
exits = ["02.04", "alex"]
[[boxes]]
id = "alex"
side = "axis"
kind = "sea"
"""


def with_boxes(path: Path, boxes: str) -> Path:
    """The folder with boxes of the sea beside its board."""
    return written(path, FLEETS + boxes, board=SEA + '[boxes]\naegean off_map "Aegean"\nalex off_map "Alexandria"\n')


@pytest.mark.case("SETUP-I-F-B")
def test_boxes_of_the_sea_are_joined_to_the_sea_and_to_each_other(tmp_path: Path) -> None:
    scenario = load_scenario(with_boxes(tmp_path, SEA_BOX))
    at = scenario.board.index
    assert scenario.boxes == (
        BoxUse(at("aegean"), "axis", (at("02.04"), at("alex")), 48, sea=True),
        BoxUse(at("alex"), "axis", (), ALL, sea=True),
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("02.04", "02.02", "hexes that are all sea, and to boxes"),
        ('kind = "sea"\n', 'kind = "land"\n', "hexes of the map"),
        ('side = "axis"\nkind = "sea"\n', 'side = "soviet"\nkind = "sea"\n', "boxes of the sea of one side"),
    ],
)
def test_what_is_wrong_with_boxes_of_the_sea_is_said(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        load_scenario(with_boxes(tmp_path, SEA_BOX.replace(old, new, 1)))
