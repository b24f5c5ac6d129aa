"""Ports in files: what a board prints, whose they are in a scenario, and what is wrong with faulty ones."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

from redball.board.board import BoardError
from redball.board.formats import dump_board, load_board
from redball.board.ports import Port
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import PortSetup
from scenarios.test_load import BOARD, SCENARIO, folder

PORTS = '[places]\n03.02  port  "Haven"\n04.02  port  "Bay"\n[ports]\n03.02  3  2 1 2T 0\n04.02  1T\n'
POSITION = """redball-position 1
sides axis soviet
[terrain]
. . .
[places]
01.01 port "Haven"
[ports]
01.01 2
"""


def with_ports(path: Path, more: str, board: str = PORTS) -> Path:
    """A scenario folder whose board has ports, with more in its file."""
    there = folder(path, scenario=f"{SCENARIO}\n{more}")
    (there / "board.hexmap").write_text(BOARD + board, encoding="utf-8")
    return there


def test_a_board_prints_ports_and_is_written_again() -> None:
    board = load_board(BOARD + PORTS)
    haven, bay = board.index("03.02"), board.index("04.02")
    assert board.ports == {haven: Port(12, (8, 4, 2, 0)), bay: Port(1)}
    assert load_board(dump_board(board)).ports == board.ports
    assert copy.deepcopy(board).ports == pickle.loads(pickle.dumps(board)).ports == board.ports


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("03.02  0", "a port has a capacity of 1T at least"),
        ("03.02  3 2 1", "after 1 hit, 2, 3 and 4, not 2"),
        ("03.02  1 2 1 1 0", "no hit makes a port larger"),
        ("03.02  much", "'much' is not an amount of supply"),
        ("02.02  3", "02.02 has no place of the kind port"),
        ("03.02  3\n03.02  3", "the port 03.02 a second time"),
    ],
)
def test_a_faulty_port_of_a_board_is_told(line: str, said: str) -> None:
    with pytest.raises(BoardError, match=said):
        load_board(f'{BOARD}[places]\n03.02  port  "Haven"\n[ports]\n{line}\n')


def test_a_scenario_says_whose_the_ports_are(tmp_path: Path) -> None:
    entries = '[[ports]]\nhex = "04.02"\nside = "soviet"\n[[ports]]\nhex = "03.02"\nside = "axis"\nhits = 2\n'
    found = load_scenario(with_ports(tmp_path, entries + '[shipping]\naxis = "2+1T"\n'))
    at = found.board.index
    assert found.ports == (PortSetup(at("03.02"), "axis", 2), PortSetup(at("04.02"), "soviet"))
    assert found.shipping == {"axis": ((1, 9),)}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[[ports]]\nhex = "02.02"\nside = "axis"\n', r"ports\[1\].hex: the board has no port at 02.02"),
        ('[[ports]]\nhex = "03.02"\nside = "axis"\n' * 2, r"ports\[2\].hex: the port 03.02 stands there twice"),
        ('[[ports]]\nhex = "03.02"\nside = "west"\n', r"ports\[1\].side"),
        ('[[ports]]\nhex = "03.02"\nside = "axis"\nhits = 5\n', r"ports\[1\].hits"),
        ('[shipping]\naxis = "2"\n', r"shipping: there are no \[\[ports\]\]"),
        ('[[ports]]\nhex = "03.02"\nside = "axis"\n[shipping]\nwest = "2"\n', "shipping"),
        ('[[ports]]\nhex = "03.02"\nside = "axis"\n[shipping]\naxis = "lots"\n', "shipping.axis: 'lots'"),
    ],
)
def test_a_faulty_port_of_a_scenario_is_told(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        load_scenario(with_ports(tmp_path, more))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("[harbours]\naxis 02.01", "line 10.*02.01 is not in"),
        ("[harbours]\naxis", "a harbour reads"),
        ("[harbours]\nwest 01.01", "side"),
        ("[harbours]\naxis 01.01 hits=5", "4 hits at most"),
        ("[harbours]\naxis 01.01 sunk", "unknown mark 'sunk'"),
        ("[harbours]\naxis 01.01\nsoviet 01.01", "line 11.*stands there twice"),
        ("[shipping]\naxis", "a line of .shipping. reads"),
        ("[shipping]\naxis 2 used=3", "a line of .shipping. reads"),
        ("[shipping]\nwest 2", "side"),
    ],
)
def test_a_faulty_port_of_a_position_is_told(lines: str, said: str) -> None:
    assert parse_position(f"{POSITION}[harbours]\naxis 01.01 hits=4 used=3 whole mended wrecked\n")
    with pytest.raises(PositionError, match=said):
        parse_position(f"{POSITION}{lines}\n")
