"""Hexes: names, neighbours, distance."""

import copy
import pickle
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redball.board import hexes
from redball.board.board import Board, BoardError
from redball.board.formats import dump_board
from redball.board.sketch import sketch_board


def plain(columns: int, rows: int, raised: str = "even", letter: str = "") -> Board:
    return Board(
        name="plain", columns=columns, rows=rows, raised=raised, letter=letter, base=["open"] * (columns * rows)
    )


boards = st.builds(plain, st.integers(1, 9), st.integers(1, 9), st.sampled_from(["even", "odd"]))


@st.composite
def board_and_hexes(draw: st.DrawFn, count: int) -> tuple[Board, list[int]]:
    board = draw(boards)
    return board, draw(st.lists(st.integers(0, board.size - 1), min_size=count, max_size=count))


@pytest.mark.case("SETUP-I-A")
def test_columns_count_from_the_left_and_rows_from_the_bottom() -> None:
    board = sketch_board("""
        w f
        . s
    """)
    assert board.terrain[board.index("01.02")] == ("woods",)
    assert board.terrain[board.index("02.02")] == ("forest",)
    assert board.terrain[board.index("01.01")] == ("open",)
    assert board.terrain[board.index("02.01")] == ("swamp",)


@pytest.mark.case("SETUP-I-A")
def test_a_hex_name_may_begin_with_the_letter_of_its_map() -> None:
    board = plain(12, 12, letter="B")
    assert board.hex_name(board.index("B10.10")) == "B10.10"
    assert board.index("10.10") == board.index("B10.10")
    with pytest.raises(BoardError, match=r"no hex A10\.10 on this board"):
        board.index("A10.10")


@pytest.mark.parametrize("name", ["13.01", "01.13", "00.01", "01.00"])
@pytest.mark.case("SETUP-I-A")
def test_a_hex_off_the_board_is_refused_by_name(name: str) -> None:
    with pytest.raises(BoardError, match=rf"no hex {name} on this board, which goes from 01\.01 to 12\.12"):
        plain(12, 12).index(name)


@pytest.mark.parametrize("name", ["", "1.1", "0101", "001.01", "01.001", "b01.01", "01.01 ", "01.01/N"])
@pytest.mark.case("SETUP-I-A")
def test_what_is_no_hex_name_is_refused(name: str) -> None:
    with pytest.raises(BoardError, match="is not the name of a hex"):
        plain(12, 12).index(name)


@given(boards)
def test_names_go_round(board: Board) -> None:
    names = [board.hex_name(h) for h in range(board.size)]
    assert [board.index(name) for name in names] == list(range(board.size))


def test_three_digits_where_the_board_is_wide() -> None:
    board = plain(120, 2)
    assert board.hex_name(board.index("120.02")) == "120.02"


@pytest.mark.parametrize(
    ("raised", "hex_name", "around"),
    [
        ("even", "03.03", ["03.04", "04.03", "04.02", "03.02", "02.02", "02.03"]),
        ("even", "02.03", ["02.04", "03.04", "03.03", "02.02", "01.03", "01.04"]),
        ("odd", "02.03", ["02.04", "03.03", "03.02", "02.02", "01.02", "01.03"]),
        ("odd", "03.03", ["03.04", "04.04", "04.03", "03.02", "02.03", "02.04"]),
    ],
)
def test_neighbours_clockwise_from_north(raised: str, hex_name: str, around: list[str]) -> None:
    board = plain(5, 5, raised)
    h = board.index(hex_name)
    assert [board.hex_name(n) for n in board.neighbours(h)] == around
    assert [board.hex_name(board.neighbour(h, d)) for d in range(6)] == around


def test_the_map_ends_at_its_edge() -> None:
    board = plain(2, 2)
    corner = board.index("01.01")
    assert [board.neighbour(corner, d) for d in range(6)] == [
        board.index("01.02"),
        board.index("02.01"),
        -1,
        -1,
        -1,
        -1,
    ]
    assert board.neighbours(corner) == (board.index("01.02"), board.index("02.01"))


@given(board_and_hexes(1), st.integers(0, 5))
def test_every_step_has_its_way_back(drawn: tuple[Board, list[int]], d: int) -> None:
    board, (h,) = drawn
    n = board.neighbour(h, d)
    if n >= 0:
        assert board.neighbour(n, hexes.opposite(d)) == h
        assert board.direction(h, n) == d
        assert board.distance(h, n) == 1


@given(board_and_hexes(1))
def test_distance_is_that_of_a_flood(drawn: tuple[Board, list[int]]) -> None:
    board, (start,) = drawn
    far = {start: 0}
    queue = deque([start])
    while queue:
        h = queue.popleft()
        for n in board.neighbours(h):
            if n not in far:
                far[n] = far[h] + 1
                queue.append(n)
    # On a map of one column or row the flood may have to stay on it: the straight count is never longer.
    assert {h: board.distance(start, h) for h in far} == far
    assert len(far) == board.size


@given(board_and_hexes(2))
def test_distance_agrees_with_the_plain_version_and_away_is_farther(drawn: tuple[Board, list[int]]) -> None:
    board, (a, b) = drawn
    assert board.distance(a, b) == hexes.distance(board.position(a), board.position(b), board.raised)
    farther = tuple(n for n in board.neighbours(b) if board.distance(a, n) == board.distance(a, b) + 1)
    assert board.away(a, b) == farther
    assert board.away(a, b) is board.away(a, b)


@given(board_and_hexes(1), st.integers(0, 12))
def test_within_is_every_hex_so_near(drawn: tuple[Board, list[int]], n: int) -> None:
    board, (h,) = drawn
    near = tuple(other for other in range(board.size) if board.distance(h, other) <= n)
    assert board.within(h, n) == near
    assert board.within(h, n) is board.within(h, n)


@given(board_and_hexes(2))
def test_direction_of_others_is_none(drawn: tuple[Board, list[int]]) -> None:
    board, (a, b) = drawn
    assert (board.direction(a, b) >= 0) == (board.distance(a, b) == 1)


def test_a_board_does_not_change_and_travels() -> None:
    board = sketch_board(
        ". w\n. .",
        places={"01.01": ("port", "Haven"), "02.02": ("village", "Mill")},
        rivers={"minor_river": ["01.01/N"]},
        roads=["01.01 02.01"],
    )
    with pytest.raises(AttributeError, match="does not change"):
        board.rows = 3
    assert copy.copy(board) is board
    assert copy.deepcopy([board])[0] is board
    twin = pickle.loads(pickle.dumps(board))
    assert twin is not board
    assert dump_board(twin) == dump_board(board)
    assert twin.terrain == board.terrain


def test_a_board_needs_terrain_for_every_hex() -> None:
    with pytest.raises(BoardError, match="3 terrains for 4 hexes"):
        Board(name="short", columns=2, rows=2, raised="even", base=["open"] * 3)


def test_many_rings_are_not_all_remembered() -> None:
    board = plain(100, 100)
    first = board.within(0, 1)
    for h in range(board.size):
        board.within(h, 1)
    assert board.within(0, 1) == first
    assert board.within(0, 1) is not first
