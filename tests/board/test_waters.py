"""Sea, coasts and estuaries of a board."""

from __future__ import annotations

import pytest

from redball.board.board import BoardError
from redball.board.costs import PROHIBITED, CostTable, compile_graph
from redball.board.formats import dump_board, load_board
from redball.board.sketch import sketch_board
from redball.board.waters import has_sea, is_coast, is_port, is_sea, sea_graph
from redball.charts import load_charts


@pytest.mark.case("18.1c")
def test_a_hex_is_all_sea_or_it_is_land_and_lakes_are_neither_sea_nor_make_a_coast() -> None:
    board = sketch_board("- - . . ~ .", also={"02.01": "village"})
    at = board.index
    assert [is_sea(board, at(f"{column:02d}.01")) for column in range(1, 7)] == [True, *[False] * 5]
    assert [is_coast(board, at(f"{column:02d}.01")) for column in range(1, 7)] == [False, True, *[False] * 4]
    assert has_sea(board)
    assert not has_sea(sketch_board(". ~"))


@pytest.mark.case("18.1c")
@pytest.mark.parametrize("kind", ["sea", "estuary"])
def test_a_sea_hexside_makes_a_coast_of_both_hexes(kind: str) -> None:
    board = sketch_board(". . .", rivers={kind: ["01.01/NE"]})
    assert [is_coast(board, board.index(f"{column:02d}.01")) for column in (1, 2, 3)] == [True, True, False]


def test_sea_is_closed_to_ground_units_and_an_estuary_is_not_unless_open_water_lies_along_it() -> None:
    sides = {"estuary": ["01.01/NE", "03.01/NE"], "sea": ["03.01/NE"]}
    board = sketch_board(". . . . -", rivers=sides)
    graph = compile_graph(board, CostTable.from_records(load_charts("v4").terrain_movement.values()), "leg")

    def step(a: str, b: str) -> int:
        start, end = board.index(a), board.index(b)
        return graph.step_cost(start, board.direction(start, end))

    assert step("01.01", "02.01") == 12
    assert step("03.01", "04.01") == PROHIBITED
    assert step("04.01", "05.01") == PROHIBITED


@pytest.mark.case("18.1c")
def test_ships_step_from_sea_to_sea_and_into_the_havens_that_are_theirs() -> None:
    board = sketch_board("- . -\n- . -", places={"02.01": ("port", "Haven")})
    haven = board.index("02.01")
    assert is_port(board, haven)
    open_, shut = (sea_graph(board, havens, 12) for havens in ((haven,), ()))
    edges = {(edge // 6, board.neighbour_array[edge]) for edge, cost in enumerate(open_) if cost == 12}
    sea = {board.index(name) for name in ("01.01", "01.02", "03.01", "03.02")}
    assert {(a, b) for a, b in edges if haven not in (a, b)} == {
        (a, b) for a in sea for b in sea if board.direction(a, b) >= 0
    }
    assert {b for a, b in edges if a == haven} == {n for n in board.neighbours(haven) if n in sea}
    assert {a for a, b in edges if b == haven} == {n for n in board.neighbours(haven) if n in sea}
    assert not any(shut[haven * 6 + d] > 0 for d in range(6))


def test_a_board_with_sea_is_written_and_read_again() -> None:
    board = sketch_board("- . -", rivers={"estuary": ["02.01/NE"]}, also={"01.01": "open"})
    again = load_board(dump_board(board))
    assert (again.terrain, again.features) == (board.terrain, board.features)
    assert not is_sea(again, again.index("01.01"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('[places]\n02.01 port "Haven"', "13: a port is at the coast; 02.01 is open sea"),
        ("[hexsides]\nestuary - 01.01/NE", "13: an estuary is at the coast; 01.01 is open sea"),
    ],
)
def test_a_port_or_an_estuary_in_the_open_sea_is_refused_with_its_line(line: str, says: str) -> None:
    head = "redball-board 1\nname x\ncolumns 3\nrows 1\nraised even\n[key]\n- sea\n. open\n\n[terrain]\n01 - - .\n"
    text = f"{head}{line}\n"
    with pytest.raises(BoardError, match=says):
        load_board(text)
    assert is_coast(load_board(text.replace("01 - - .", "01 - . .").replace("01.01/NE", "02.01/NE")), 1)
