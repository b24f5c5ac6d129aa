"""Movement costs on a board: hexes, hexsides, roads, prohibited ground."""

from array import array
from dataclasses import dataclass

import pytest

from redball.board.board import Board, BoardError
from redball.board.costs import (
    ALL,
    MOBILITIES,
    PROHIBITED,
    CostError,
    CostTable,
    Mobility,
    compile_graph,
    explain_cost,
    parse_cost,
    path_graph,
    total,
)
from redball.board.hexes import DIRECTION_INDEX, MP
from redball.board.kernel import reach
from redball.board.sketch import sketch_board
from redball.board.terrain import STANDARD
from redball.charts.loading import load_charts

NE, SE, SW = DIRECTION_INDEX["NE"], DIRECTION_INDEX["SE"], DIRECTION_INDEX["SW"]


def step(table: CostTable, board: Board, mobility: Mobility, a: str = "01.01", b: str = "02.01") -> int:
    """The cost of one step, after a look that its explanation says the same, on and off the road."""
    graph = compile_graph(board, table, mobility)
    h, d = board.index(a), board.direction(board.index(a), board.index(b))
    assert total(units for _, units in explain_cost(board, table, mobility, h, d)) == graph.step_cost(h, d)
    off_road = explain_cost(board, table, mobility, h, d, off_road=True)
    assert total(units for _, units in off_road) == graph.overrun_cost(h, d)
    return graph.step_cost(h, d)


@pytest.mark.case("6.1a")
@pytest.mark.parametrize(("mobility", "mp"), [("leg", 1), ("track", 2), ("truck", 2)])
def test_the_hex_entered_is_paid_for_by_mobility(table: CostTable, mobility: Mobility, mp: int) -> None:
    board = sketch_board(". w")
    assert step(table, board, mobility) == mp * MP
    assert step(table, board, mobility, "02.01", "01.01") == MP  # not the hex left


@pytest.mark.case("6.2")
@pytest.mark.usefixtures("either_kernel")
def test_the_whole_cost_must_be_there(table: CostTable) -> None:
    board = sketch_board(". f", rivers={"minor_river": ["01.01/NE"]})
    graph = compile_graph(board, table, "truck")
    assert reach(graph.cost, graph.neighbours, [0], 7 * MP).cost_to(1) == 7 * MP
    assert reach(graph.cost, graph.neighbours, [0], 7 * MP - 1).cost_to(1) is None


@pytest.mark.case("6.2-A", "6.2a-A")
@pytest.mark.parametrize(("kind", "cost"), [("roads", MP // 2), ("tracks", MP), ("railroads", MP)])
def test_any_grade_of_road_replaces_hex_and_hexside(table: CostTable, kind: str, cost: int) -> None:
    rivers = {"minor_river": ["01.01/NE"]}
    chain = {kind: ["01.01 02.01"]}
    assert step(table, sketch_board(". f", rivers=rivers, **chain), "truck") == cost  # type: ignore[arg-type]
    assert step(table, sketch_board(". f", rivers=rivers), "truck") == 7 * MP


@pytest.mark.case("6.2a-A")
def test_a_road_counts_only_from_hex_to_hex_along_it(table: CostTable) -> None:
    board = sketch_board("f f\nf f", roads=["01.01 01.02", "02.01 02.02"])
    assert step(table, board, "truck", "01.01", "01.02") == MP // 2
    assert step(table, board, "truck", "01.01", "02.01") == 4 * MP  # both have roads, but none joins them


@pytest.mark.case("6.2a-A")
def test_the_cheapest_of_several_ways_is_taken(table: CostTable) -> None:
    both = sketch_board(". f", roads=["01.01 02.01"], railroads=["01.01 02.01"])
    assert step(table, both, "truck") == MP // 2
    no_gain = CostTable.from_records(
        [
            {"id": "open", "scope": "hex", "leg": "1", "track": "1", "truck": "1"},
            {"id": "track", "scope": "path", "leg": "2", "track": "2", "truck": "prohibited"},
        ]
    )
    slow = sketch_board(". .", tracks=["01.01 02.01"])
    assert step(no_gain, slow, "leg") == MP  # a road may be used, it need not be
    assert step(no_gain, slow, "truck") == MP


@pytest.mark.case("6.2a-B")
@pytest.mark.usefixtures("either_kernel")
def test_roads_that_meet_in_a_hex_are_joined(table: CostTable) -> None:
    board = sketch_board("f f f\nf f f", roads=["01.01 02.01"], railroads=["02.01 03.02"])
    graph = compile_graph(board, table, "truck")
    found = reach(graph.cost, graph.neighbours, [board.index("01.01")], MP // 2 + MP)
    assert found.cost_to(board.index("03.02")) == MP // 2 + MP
    assert len(found) == 3  # and nothing off the road


@pytest.mark.case("6.2b")
@pytest.mark.parametrize(("mobility", "mp"), [("leg", 2), ("track", 3), ("truck", 4)])
def test_a_hexside_is_added_to_the_hex(table: CostTable, mobility: Mobility, mp: int) -> None:
    board = sketch_board(". .", rivers={"minor_river": ["01.01/NE"]})
    assert step(table, board, mobility) == mp * MP
    assert step(table, board, mobility, "02.01", "01.01") == mp * MP
    assert step(table, sketch_board(". ."), mobility) == MP


@pytest.mark.case("6.2b")
def test_several_dry_features_on_a_hexside_add_up(table: CostTable) -> None:
    board = sketch_board(". .", rivers={"wadi": ["01.01/NE"], "escarpment": ["01.01/NE"]})
    assert step(table, board, "leg") == 5 * MP
    assert step(table, board, "truck") == PROHIBITED


@pytest.mark.case("6.2c-A")
@pytest.mark.parametrize("mobility", MOBILITIES)
def test_prohibited_ground_is_open_only_along_a_road(table: CostTable, mobility: Mobility) -> None:
    swamp, lake = sketch_board(". ~"), sketch_board(". .", rivers={"sea_or_lake": ["01.01/NE"]})
    for board in (swamp, lake):
        assert step(table, board, mobility) == PROHIBITED
    causeway = sketch_board(". ~", roads=["01.01 02.01"])
    ferry = sketch_board(". .", rivers={"sea_or_lake": ["01.01/NE"]}, roads=["02.01 01.01"])
    for board in (causeway, ferry):
        assert step(table, board, mobility) == MP // 2
        assert compile_graph(board, table, mobility).overrun_cost(0, NE) == PROHIBITED


@pytest.mark.case("6.1d")
def test_no_step_that_could_not_be_taken_back(table: CostTable) -> None:
    """A unit in prohibited ground, where a road took it, leaves only along a road; no cost is the matter."""
    board = sketch_board(". s .", roads=["02.01 03.01"])
    assert step(table, board, "truck", "02.01", "01.01") == PROHIBITED
    assert step(table, board, "truck", "02.01", "03.01") == MP // 2
    assert step(table, board, "leg", "02.01", "01.01") == MP
    assert compile_graph(board, table, "truck").overrun_cost(board.index("02.01"), SE) == PROHIBITED


@pytest.mark.case("6.1d")
def test_a_cost_of_all_on_the_way_back_does_not_forbid(table: CostTable) -> None:
    board = sketch_board(". m")
    assert step(table, board, "leg") == ALL
    assert step(table, board, "leg", "02.01", "01.01") == MP
    assert step(table, board, "truck", "02.01", "01.01") == PROHIBITED


def test_all_for_a_hexside_or_hex_takes_everything_with_it(table: CostTable) -> None:
    river = sketch_board(". f", rivers={"major_river": ["01.01/NE"]})
    assert step(table, river, "leg") == ALL
    assert step(table, river, "track") == PROHIBITED
    lake = sketch_board(". m", rivers={"sea_or_lake": ["01.01/NE"]})
    assert step(table, lake, "leg") == PROHIBITED
    bridged = sketch_board(". m", roads=["01.01 02.01"])
    assert step(table, bridged, "leg") == MP // 2


@pytest.mark.case("6.2d-A")
@pytest.mark.parametrize(
    ("also", "mobility", "mp"),
    [("hills", "truck", 3), ("forest", "truck", 4), ("open", "truck", 2), ("hills", "leg", 2), ("forest", "leg", 2)],
)
def test_the_costliest_terrain_counts(table: CostTable, also: str, mobility: Mobility, mp: int) -> None:
    assert step(table, sketch_board(". w", also={"02.01": also}), mobility) == mp * MP


@pytest.mark.case("6.2d-A")
def test_prohibited_terrain_in_a_hex_is_the_costliest(table: CostTable) -> None:
    assert step(table, sketch_board(". f", also={"02.01": "swamp"}), "truck") == PROHIBITED
    assert step(table, sketch_board(". f", also={"02.01": "mountain"}), "leg") == ALL
    assert step(table, sketch_board(". f", also={"02.01": "swamp"}), "leg") == 3 * MP


@pytest.mark.case("6.2d-A")
def test_a_place_is_terrain_of_its_hex_and_a_scrap_of_one_is_not_listed(table: CostTable) -> None:
    city = {"02.01": ("major_city", "Town")}
    assert step(table, sketch_board(". .", places=city), "truck") == 2 * MP
    assert step(table, sketch_board(". f", places=city), "truck") == 4 * MP
    assert step(table, sketch_board(". ."), "truck") == MP
    assert step(table, sketch_board(". .", places={"02.01": ("port", "Haven")}), "truck") == MP


@pytest.mark.case("6.2d-B")
def test_water_on_a_shore_is_ignored(table: CostTable) -> None:
    """A coastal hex has land and water: the land counts; only a hexside that is water all along stops movement."""
    assert step(table, sketch_board(". .", also={"02.01": "sea_or_lake"}), "truck") == MP
    assert step(table, sketch_board(". ~", also={"02.01": "woods"}), "truck") == 2 * MP
    assert step(table, sketch_board(". ~"), "truck") == PROHIBITED
    coast = sketch_board(". .", also={"02.01": "sea_or_lake"}, rivers={"sea_or_lake": ["01.01/NE"]})
    assert step(table, coast, "truck") == PROHIBITED


@pytest.mark.case("6.2d-C")
def test_of_several_waters_on_a_hexside_the_cheapest_counts(table: CostTable) -> None:
    mixed = {"sea_or_lake": ["01.01/NE"], "minor_river": ["02.01/SW"]}
    assert step(table, sketch_board(". .", rivers=mixed), "truck") == 4 * MP
    mixed = {"major_river": ["01.01/NE"], "minor_river": ["02.01/SW"]}
    assert step(table, sketch_board(". .", rivers=mixed), "leg") == 2 * MP
    assert step(table, sketch_board(". .", rivers={"sea_or_lake": ["01.01/NE"]}), "truck") == PROHIBITED


@pytest.mark.case("6.2d-C")
def test_only_water_gives_way_to_water(table: CostTable) -> None:
    mixed = {"escarpment": ["01.01/NE"], "frozen_minor_river": ["01.01/NE"], "minor_river": ["01.01/NE"]}
    assert step(table, sketch_board(". .", rivers=mixed), "leg") == 4 * MP
    assert step(table, sketch_board(". .", rivers=mixed), "track") == PROHIBITED


@pytest.mark.case("6.2d-D")
def test_a_river_is_paid_on_its_own_hexsides_only(table: CostTable) -> None:
    board = sketch_board(". .\n. .", rivers={"minor_river": ["01.01/N"]})
    assert step(table, board, "truck", "01.01", "01.02") == 4 * MP
    for a, b in (("01.01", "02.01"), ("02.01", "01.02"), ("01.02", "02.02")):  # its ends touch these
        assert step(table, board, "truck", a, b) == MP


def test_explanations_name_what_counted(table: CostTable) -> None:
    board = sketch_board(
        ". f .",
        rivers={"minor_river": ["01.01/NE"], "major_river": ["01.01/NE"]},
        roads=["02.01 03.01"],
        also={"03.01": "swamp"},
    )
    assert explain_cost(board, table, "truck", 0, NE) == [("forest", 4 * MP), ("minor river", 3 * MP)]
    assert explain_cost(board, table, "truck", 1, SE) == [("road", MP // 2)]
    assert explain_cost(board, table, "truck", 2, 5, off_road=True) == [
        ("forest", 4 * MP),
        ("the way back into swamp", PROHIBITED),
    ]
    with pytest.raises(BoardError, match=r"no hex in that direction from 01\.01"):
        explain_cost(board, table, "truck", 0, SW)


@pytest.mark.parametrize(
    ("text", "scope", "units"),
    [("1", "hex", 12), ("1/2", "path", 6), ("1/3", "hex", 4), ("+0", "hexside", 0), ("all", "hexside", ALL)],
)
def test_costs_are_read_exactly(text: str, scope: str, units: int) -> None:
    assert parse_cost(text, scope) == units  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "scope"),
    [("0", "hex"), ("+1", "hex"), ("1", "hexside"), ("1/5", "hex"), ("much", "hex"), ("-1", "path"), ("1/0", "hex"),
     ("3000", "hex")],
)  # fmt: skip
def test_what_is_no_cost_is_refused(text: str, scope: str) -> None:
    with pytest.raises(CostError, match="cost"):
        parse_cost(text, scope)  # type: ignore[arg-type]


def test_charts_that_cannot_be_used() -> None:
    row = {"id": "open", "scope": "hex", "leg": "1", "track": "1", "truck": "1"}
    with pytest.raises(CostError, match="open: given twice"):
        CostTable.from_records([row, row])
    with pytest.raises(CostError, match='open: "x" is not a movement cost'):
        CostTable.from_records([{**row, "truck": "x"}])
    table = CostTable.from_records([row])
    with pytest.raises(CostError, match='the movement chart has no "woods"'):
        table["woods"]
    with pytest.raises(CostError, match=r"lacks road, woods, which the board sketch uses"):
        compile_graph(sketch_board(". w", roads=["01.01 02.01"]), table, "leg")
    river = {"id": "minor_river", "scope": "hexside", "leg": "+2730", "track": "+2730", "truck": "+2730"}
    with pytest.raises(CostError, match="is more than"):
        compile_graph(
            sketch_board(". .", rivers={"minor_river": ["01.01/NE"]}), CostTable.from_records([row, river]), "leg"
        )


def test_weather_changes_some_costs_and_leaves_the_chart_alone(table: CostTable) -> None:
    wet = table.with_changes({"open": {"truck": "2"}, "minor_river": {"leg": "all"}})
    board = sketch_board(". .", rivers={"minor_river": ["01.01/NE"]})
    assert step(wet, board, "truck") == 5 * MP
    assert step(wet, board, "leg") == ALL
    assert step(wet, board, "track") == 3 * MP
    assert step(table, board, "truck") == 4 * MP
    with pytest.raises(CostError, match='has no "mud"'):
        table.with_changes({"mud": {"truck": "2"}})
    with pytest.raises(CostError, match="no mobility type boat"):
        table.with_changes({"open": {"boat": "2"}})


def test_records_may_be_objects() -> None:
    @dataclass
    class Row:
        id: str
        scope: str
        leg: str
        track: str
        truck: str

    assert CostTable.from_records([Row("open", "hex", "1", "2", "3")])["open"].truck == 3 * MP


def test_the_graph_of_a_railroad(table: CostTable) -> None:
    board = sketch_board(". . .", railroads=["01.01 02.01 03.01"], roads=["01.01 02.01"])
    rail = path_graph(board, ["railroad"])
    assert [rail[h * 6 + NE] for h in range(2)] == [1, PROHIBITED]
    assert rail.count(1) == 4
    assert path_graph(board, ["road"], cost=5).count(5) == 2
    assert path_graph(board, ["track"]) == array("h", [PROHIBITED]) * 18


def test_the_standard_vocabulary_is_that_of_the_generic_chart() -> None:
    chart = load_charts("v4").terrain_movement
    by_scope = {
        scope: {name for name, row in chart.items() if row.scope == scope} for scope in ("hex", "hexside", "path")
    }
    assert by_scope == {"hex": STANDARD.hexes, "hexside": STANDARD.hexsides, "path": STANDARD.paths}
    assert STANDARD.water <= STANDARD.hexsides
    table = CostTable.from_records(chart.values())
    assert table["open"].truck == MP
    assert table["road"].truck == MP // 2


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize(
    ("mobility", "kind", "once", "twice"),
    [
        ("leg", "minor_river", MP, MP),
        ("truck", "minor_river", MP, MP),
        ("track", "major_river", 3 * MP, MP),
        ("truck", "frozen_major_river", 2 * MP, MP),
        ("track", "escarpment", PROHIBITED, PROHIBITED),
    ],
)
def test_a_bridged_river_counts_as_the_lesser_one(mobility: Mobility, kind: str, once: int, twice: int) -> None:
    table = CostTable.from_records(load_charts("v4").terrain_movement.values())
    board = sketch_board(". .", rivers={kind: ["01.01/NE"]})
    assert step(table.bridged(), board, mobility) == once
    assert step(table.bridged().bridged(), board, mobility) == twice


@pytest.mark.case("13.8b-A")
def test_a_bridge_never_makes_a_river_dearer() -> None:
    """A scenario may freeze the great rivers and leave the brooks as they are."""
    table = CostTable.from_records(load_charts("v4").terrain_movement.values())
    frozen = table.with_changes({"major_river": {"truck": "+0"}}).bridged()
    assert (frozen["major_river"].truck, frozen["minor_river"].truck) == (0, 0)


@pytest.mark.case("13.8b-B")
def test_bridges_lie_over_the_graph_of_the_hexes_where_they_stand() -> None:
    table = CostTable.from_records(load_charts("v4").terrain_movement.values())
    board = sketch_board(". . .", rivers={"major_river": ["01.01/NE", "02.01/SE"]})
    plain = compile_graph(board, table, "track")
    there = board.index("01.01")
    edges = [(there, NE), (board.index("02.01"), (NE + 3) % 6), (board.index("02.01"), SE)]

    def costs(bridges: dict[int, int], most: int) -> list[int]:
        over = plain.with_bridges(bridges, most)
        assert over.cost_off_road == plain.cost_off_road
        return [over.step_cost(*edge) for edge in edges]

    assert costs({}, 1) == [PROHIBITED] * 3
    assert costs({there: 1}, 1) == [3 * MP, 3 * MP, PROHIBITED]
    assert costs({there: 1, board.index("02.01"): 1}, 1) == [3 * MP] * 3
    assert costs({there: 1, board.index("02.01"): 1}, 2) == [MP, MP, 3 * MP]


def test_steps_that_take_the_whole_allowance_are_known_over_bridges_too() -> None:
    table = CostTable.from_records(load_charts("v4").terrain_movement.values())
    board = sketch_board(". . .", rivers={"major_river": ["01.01/NE", "02.01/SE"]})
    plain, bridged = (compile_graph(board, t, "leg") for t in (table, table.bridged()))
    dearer = array(
        "h", [PROHIBITED if step % 4 == 1 else cost + 6 if cost > 0 else cost for step, cost in enumerate(plain.cost)]
    )
    for graph in (plain, bridged, plain.with_bridges({board.index("01.01"): 1}, 1), plain.repriced(dearer)):
        assert list(graph.whole) == [step for step, cost in enumerate(graph.cost) if cost == ALL]
    assert len(plain.whole) > len(plain.with_bridges({board.index("01.01"): 1}, 1).whole) > 0
    assert len(plain.whole) > len(plain.repriced(dearer).whole) > 0
