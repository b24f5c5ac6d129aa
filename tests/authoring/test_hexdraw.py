"""Drawing geography on a hex grid: projection, rivers, roads, areas."""

from itertools import pairwise

import pytest

from author_board import Author, clipped, geography_of, joined
from hexdraw import Grid, Waters, Ways, cover, distance_to_line, grain, inside, pieces, without_loops
from redball.board.hexes import distance, step
from redball.scenarios.load import load_scenario

GRID = Grid(columns=10, rows=8, raised="even", miles=2.5, west=30.0, south=50.0, middle=50.0)


def test_a_place_falls_into_the_hex_whose_centre_is_nearest() -> None:
    assert GRID.hex_at(30.0, 50.0) == (1, 1)
    x, y = GRID.centre((4, 5))
    km = GRID.km(31.0, 51.0)
    lon, lat = 30.0 + x / km[0], 50.0 + y / km[1]
    assert GRID.hex_at(lon, lat) == (4, 5)
    assert GRID.hex_at(lon, lat + 0.4 * GRID.height / km[1]) == (4, 5)
    assert GRID.hex_at(lon, lat + 0.6 * GRID.height / km[1]) == (4, 6)


def test_a_place_off_the_map_gets_the_hex_at_the_edge() -> None:
    assert GRID.hex_at(20.0, 40.0) == (1, 1)
    assert GRID.hex_at(40.0, 60.0) == (10, 8)


def test_neighbours_share_the_corners_of_their_hexside() -> None:
    for at in ((3, 4), (4, 4)):
        for d in range(6):
            ends = {GRID.corners(at)[d], GRID.corners(at)[(d + 1) % 6]}
            assert ends <= set(GRID.corners(step(*at, d, GRID.raised)))


def test_a_river_is_a_chain_of_hexsides_without_repeats() -> None:
    waters = Waters(GRID)
    west, east = GRID.centre((1, 4)), GRID.centre((10, 5))
    sides = waters.draw("Main", [west, east])
    assert len(set(sides)) == len(sides)
    assert len(sides) == len(waters.courses["Main"]) - 1
    for (column, row, d), (a, b) in zip(sides, pairwise(waters.courses["Main"]), strict=True):
        corners = GRID.corners((column, row))
        assert {corners[d], corners[(d + 1) % 6]} == {a, b}
    assert all(distance_to_line(GRID.place(c), [west, east]) < GRID.height for c in waters.courses["Main"])


def test_a_tributary_ends_on_the_river_and_does_not_run_along_it() -> None:
    waters = Waters(GRID)
    main = waters.draw("Main", [GRID.centre((1, 4)), GRID.centre((10, 4))])
    brook = waters.draw("Brook", [GRID.centre((4, 8)), GRID.centre((5, 5)), GRID.centre((6, 4))], into="Main")
    assert not set(main) & set(brook)
    course = waters.courses["Brook"]
    assert course[-1] in waters.courses["Main"]
    assert not set(course[:-1]) & set(waters.courses["Main"])


def test_a_road_is_a_chain_of_neighbours_and_goes_round_what_is_dear() -> None:
    straight = Ways(GRID, {}, {}).draw("road", [(1, 4), (6, 4), (10, 2)])
    assert straight[0] == (1, 4)
    assert straight[-1] == (10, 2)
    assert (6, 4) in straight
    assert all(distance(a, b, GRID.raised) == 1 for a, b in pairwise(straight))
    bog = {(5, 4): 9.0, (5, 5): 9.0}
    assert not set(Ways(GRID, bog, {}).draw("road", [(1, 4), (10, 4)])) & set(bog)


def test_a_road_keeps_off_a_ford_when_there_is_a_way_round() -> None:
    free = Ways(GRID, {}, {}).draw("road", [(4, 4), (6, 4)])
    ford = (free[0], free[1])
    around = Ways(GRID, {}, {(min(ford), max(ford)): 9.0}).draw("road", [(4, 4), (6, 4)])
    assert ford not in list(pairwise(around))


def test_cover_gives_each_terrain_its_share_once() -> None:
    hexes = list(GRID.hexes())
    found = cover(GRID, hexes, [("forest", 0.25), ("woods", 0.5)])
    kinds = list(found.values())
    assert kinds.count("forest") == 20
    assert kinds.count("woods") == 40
    assert set(found) <= set(hexes)
    assert found == cover(GRID, reversed(hexes), [("forest", 0.25), ("woods", 0.5)])


def test_the_noise_is_the_same_everywhere() -> None:
    assert grain(3, 4) == pytest.approx(0.7292438515)
    assert grain(30, 24) == pytest.approx(0.1615689245)
    assert len({grain(c, r) for c, r in GRID.hexes()}) == 80
    assert all(0 <= grain(c, r) < 1 for c, r in GRID.hexes())


def test_a_point_lies_in_a_polygon_or_not() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert inside((1.9, 1.0), square)
    assert not inside((2.1, 1.0), square)


def test_a_line_is_cut_into_pieces_that_join() -> None:
    line = [(float(x), 0.0) for x in range(10)]
    parts = pieces(line, 3.0)
    assert [part[0] for part in parts] == [(0.0, 0.0), (3.0, 0.0), (6.0, 0.0)]
    assert all(a[-1] == b[0] for a, b in pairwise(parts))


def test_detours_are_taken_out_of_a_walk() -> None:
    assert without_loops("abcbd") == ["a", "b", "d"]
    assert without_loops("abc") == ["a", "b", "c"]


def test_pieces_of_a_river_are_joined_end_to_end() -> None:
    a, b, c = [(0.0, 0.0), (1.0, 0.0)], [(3.0, 0.0), (2.1, 0.0)], [(3.1, 0.0), (4.0, 0.0)]
    line = joined([b, c, a])
    assert line in ([*a, *b[::-1], *c], [*c[::-1], *b, *a[::-1]])


def test_a_line_is_clipped_to_a_box() -> None:
    line = [[31.0, 54.0], [32.0, 54.5], [33.0, 55.0]]
    assert clipped(line, {"west": 31.5, "north": 54.8}) == [(32.0, 54.5)]


@pytest.mark.parametrize("name", ["smolensk", "yelnya"])
def test_the_shipped_board_has_the_places_of_the_geography(name: str) -> None:
    board = load_scenario(name).board
    drawn = Author(geography_of(name), [])
    for h, place in drawn.places():
        assert place in board.places_in(h)
