"""Trace supply: sources, railroads, HQs, formations, and hexes from which a trace would be possible."""

from __future__ import annotations

from itertools import pairwise

import pytest

from redball.core.events import NegationRelied
from redball.core.look import Look
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply.paths import draw_legs
from redball.rules.supply.reasons import Obstacle
from redball.rules.trace.rail_control import controlled_rail
from redball.rules.trace.reasons import TraceExplained, explain_trace
from redball.rules.trace.sources import detrainable, open_sources, stations
from redball.rules.trace.tracing import (
    TraceResult,
    can_trace_from,
    rely_on_trace,
    splits,
    traced,
    ways,
)
from rules.supply_table import look_at, run_at, scattered
from support import in_scenario

INF = "Rgt infantry other 4-3-3L/2-3-8T"
HQ = "hq 4T-3T/10T-20T"
RAIL = "01.02 02.02 03.02 04.02 05.02 06.02"


def rails(units: str, rest: str = "", *, places: str = "", rail: str = RAIL, source: str = "01.02") -> str:
    """A railroad along the second of three rows from the source at 01.02 to 06.02; a lone enemy far off."""
    return f"""[terrain]
. . . . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . . . . . . .
[places]
{places}
[paths]
railroad "-" {rail}
[sources]
axis {source}
[units]
soviet 24.01 far {INF} strat
{units}
{rest}
"""


def found(look: Look, uid: str) -> TraceResult:
    """How a unit traces."""
    return traced(look, "axis")[uid]


def named(look: Look, hexes: object) -> list[str]:
    """Names of hexes, in order."""
    return [look.hex_name(h) for h in hexes]  # type: ignore[attr-defined]


VILLAGE = '06.02 village "V"'


# --- sources ---------------------------------------------------------------------------------------------------


@pytest.mark.case("12.6a", "12.6a-1", "12.3c-A", "K12.6-connections")
@pytest.mark.parametrize(("at", "traces"), [("07.02", True), ("08.02", False)])
def test_a_map_edge_source_is_drawn_from(at: str, traces: bool) -> None:
    look = look_at(rails(f"axis {at} a {INF}"))
    result = found(look, "a")
    assert result.found is traces
    if traces:
        assert (look.hex_name(result.source), result.via, result.mp) == ("01.02", "", 60)
        assert named(look, (result.path[0], result.path[-1], *result.rail)) == ["07.02", "01.02", "01.02"]
        assert all(look.board.distance(a, b) == 1 for a, b in pairwise(result.path))
        assert len(result.path) == 7


@pytest.mark.case("12.6a-1")
@pytest.mark.parametrize("source", ["06.02", "12.01"])
def test_a_source_that_is_named_may_lie_inland_and_off_the_railroad(source: str) -> None:
    look = look_at(rails(f"axis 13.01 a {INF}\naxis 20.02 b {INF}", source=source))
    assert found(look, "a").found is (source == "12.01")
    assert not found(look, "b").found


@pytest.mark.case("12.6a-1")
def test_a_source_is_a_source_for_its_own_side_only() -> None:
    look = look_at(rails(f"axis 02.02 a {INF}\nsoviet 06.02 s {INF}"))
    assert traced(look, "axis")["a"].found
    assert not traced(look, "soviet")["s"].found


@pytest.mark.case("12.6a-2", "13.3c-1", "K12.6-connections", "12.6a")
@pytest.mark.parametrize("place", ["village", "minor_city", "major_city", "port"])
def test_a_stop_on_the_railroad_is_a_source(place: str) -> None:
    look = look_at(rails(f"axis 12.02 a {INF}", places=f'06.02 {place} "P"'))
    result = found(look, "a")
    assert (result.found, look.hex_name(result.source)) == (True, "06.02")
    assert named(look, result.rail) == [f"0{c}.02" for c in range(6, 0, -1)]
    assert named(look, sorted(detrainable(look, "axis"))) == ["06.02"]


@pytest.mark.case("12.6a-2", "13.3c-1", "12.6a")
def test_a_stop_off_the_railroad_and_a_railroad_without_a_stop_are_none() -> None:
    off = look_at(rails(f"axis 12.02 a {INF}", places='07.02 village "V"'))
    assert not found(off, "a").found
    bare = look_at(rails(f"axis 12.02 a {INF}"))
    assert not found(bare, "a").found
    assert detrainable(bare, "axis") == frozenset()


@pytest.mark.case("13.8c", "13.3c-1", "12.6a-2", "13.1b")
@pytest.mark.parametrize(
    ("marks", "stop"),
    [("", True), ("dg", True), ("move", False), ("dg move", False), ("reserve", False), ("strat", False)],
)
def test_an_engineer_capable_hq_makes_its_rail_hex_detrainable(marks: str, stop: bool) -> None:
    """13.8a: Combat Mode, or DG with the Combat side up. At 06.02 it is a hex too far from the source to draw there."""
    look = look_at(rails(f"axis 08.02 h {HQ} {marks}", rail=f"{RAIL} 07.02 08.02"))
    assert found(look, "h").found is stop
    assert (look.board.index("08.02") in detrainable(look, "axis")) is stop


@pytest.mark.case("13.3c-1", "13.8c")
def test_only_hqs_make_stops() -> None:
    look = look_at(rails("axis 08.02 e Bn engineer other 2-3-3L/1-3-8T kind=engineer", rail=f"{RAIL} 07.02 08.02"))
    assert not found(look, "e").found


# --- enemies ---------------------------------------------------------------------------------------------------


@pytest.mark.case("12.6b", "K12.6b-zoc")
def test_an_enemy_zoc_shuts_a_source_unless_negated() -> None:
    near = f"axis 04.02 a {INF}\nsoviet 01.03 s {INF}"
    look = look_at(rails(near))
    assert open_sources(look, "axis") == ()
    assert not found(look, "a").found
    assert found(look_at(rails(f"{near}\naxis 01.02 b {INF}")), "a").found
    assert found(look_at(rails(f"{near} move")), "a").found
    assert not found(look_at(rails(f"axis 04.02 a {INF}\nsoviet 01.02 s {INF} strat")), "a").found


@pytest.mark.case("12.6b")
def test_an_enemy_zoc_shuts_a_detrainable_hex() -> None:
    near = f"axis 11.02 a {INF}\nsoviet 06.03 s {INF}"
    assert not found(look_at(rails(near, places=VILLAGE)), "a").found
    held = f"{near}\naxis 06.02 b {INF}\naxis 07.02 c {INF}"
    assert found(look_at(rails(held, places=VILLAGE)), "a").found


@pytest.mark.case("4.5a-D", "13.3c-3", "K12.3d-path-block")
def test_an_enemy_zoc_cuts_the_rail_unless_negated() -> None:
    near = f"axis 12.02 a {INF}\nsoviet 04.03 s {INF}"
    look = look_at(rails(near, places=VILLAGE))
    assert named(look, stations(look, "axis")) == ["01.02"]
    assert not found(look, "a").found
    held = look_at(rails(f"{near}\naxis 04.02 b {INF} strat", places=VILLAGE))
    assert named(held, stations(held, "axis")) == ["01.02", "06.02"]
    assert found(held, "a").found


@pytest.mark.case("13.3c-3", "13.3h")
def test_an_enemy_unit_on_the_rail_cuts_it_and_an_enemy_truck_does_not() -> None:
    near = f"axis 12.02 a {INF}\n"
    assert not found(look_at(rails(f"{near}soviet 03.02 s {INF} strat", places=VILLAGE)), "a").found
    assert found(look_at(rails(f"{near}soviet 03.02 t truck 2 40T", places=VILLAGE)), "a").found


@pytest.mark.case("13.3c-3")
def test_the_rail_path_must_lead_to_a_source() -> None:
    look = look_at(rails(f"axis 12.02 a {INF}", places=VILLAGE, rail="03.02 04.02 05.02 06.02"))
    assert not found(look, "a").found


# --- control ---------------------------------------------------------------------------------------------------


@pytest.mark.case("13.3h", "13.3c-2")
def test_a_line_is_controlled_as_far_as_it_supplies_somebody() -> None:
    long = " ".join(f"{c:02}.02" for c in range(1, 21))
    look = look_at(rails(f"axis 08.01 a {INF}", rail=long, places='04.02 village "A"\n20.02 village "B"'))
    assert named(look, sorted(controlled_rail(look, "axis"))) == [f"{c:02}.02" for c in range(1, 15)]
    assert named(look, sorted(detrainable(look, "axis"))) == ["04.02"], "B supplies nobody"
    assert "20.02" in named(look, stations(look, "axis"))
    reached = look_at(rails(f"axis 14.01 a {INF}", rail=long, places='20.02 village "B"'))
    assert named(reached, sorted(detrainable(reached, "axis"))) == ["20.02"]


@pytest.mark.case("13.3h")
def test_control_ends_at_enemy_units_and_not_at_their_zoc() -> None:
    look = look_at(rails(f"axis 08.01 a {INF}\nsoviet 03.03 s {INF}"))
    assert len(controlled_rail(look, "axis")) == 6
    look = look_at(rails(f"axis 10.01 a {INF}\nsoviet 03.02 s {INF} strat"))
    assert controlled_rail(look, "axis") == frozenset(), "nobody is supplied on this side of the enemy"
    look = look_at(rails(f"axis 05.01 a {INF}\nsoviet 03.02 s {INF} strat"))
    assert named(look, sorted(controlled_rail(look, "axis"))) == ["01.02", "02.02"]


@pytest.mark.case("13.3h")
def test_a_branch_that_supplies_nobody_is_not_controlled() -> None:
    branch = f'[paths]\nrailroad "-" {" ".join(f"{c:02}.02" for c in range(1, 21))}\nrailroad "-" 17.02 17.03'
    body = rails(f"axis 03.01 a {INF}\naxis 20.01 b {INF}").replace(f'[paths]\nrailroad "-" {RAIL}', branch)
    look = look_at(body)
    held = named(look, sorted(controlled_rail(look, "axis")))
    assert "17.03" in held
    away = look_at(body.replace("axis 20.01", "axis 09.01"))
    held = named(away, sorted(controlled_rail(away, "axis")))
    assert "15.02" in held
    assert "16.02" not in held
    assert "17.03" not in held


@pytest.mark.case("13.3h")
def test_a_line_is_not_broken_where_a_dead_branch_leaves_it() -> None:
    lines = f'railroad "-" {" ".join(f"{c:02}.02" for c in range(1, 21))}\nrailroad "-" 11.02 11.03 12.03'
    body = rails(f"axis 02.01 a {INF}\naxis 20.01 b {INF}").replace(f'railroad "-" {RAIL}', lines)
    held = named(look_at(body), sorted(controlled_rail(look_at(body), "axis")))
    assert held == [f"{c:02}.02" for c in range(1, 21)]


@pytest.mark.case("13.3h")
def test_only_railroads_are_controlled() -> None:
    look = look_at(rails(f"axis 16.03 a {INF}", source="01.02 16.02"))
    assert found(look, "a").found
    assert controlled_rail(look, "axis") == frozenset(), "16.02 is a source without a railroad"


@pytest.mark.case("13.3h")
def test_both_sides_may_control_a_hex() -> None:
    look = look_at(rails(f"axis 03.01 a {INF}\nsoviet 04.03 s {INF}").replace("axis 01.02", "axis 01.02\nsoviet 06.02"))
    both = controlled_rail(look, "axis") & controlled_rail(look, "soviet")
    assert both


@pytest.mark.case("13.3c-2")
@pytest.mark.parametrize("seed", range(6))
def test_a_unit_that_draws_from_a_stop_controls_it(seed: int) -> None:
    """Why `stations` need not ask for control: the plain version agrees wherever somebody draws."""
    long = " ".join(f"{c:02}.02" for c in range(1, 21))
    spots = [f"axis {2 + 3 * ((seed + n) % 6):02}.0{1 + n % 3} a{n} {INF}" for n in range(3)]
    look = look_at(rails("\n".join(spots), rail=long, places='04.02 village "A"\n11.02 village "B"\n20.02 village "C"'))
    held = detrainable(look, "axis") | set(open_sources(look, "axis"))
    for uid in ("a0", "a1", "a2"):
        for way in ways(look, look.unit(uid)):
            assert way.source in held


# --- HQs -------------------------------------------------------------------------------------------------------


@pytest.mark.case("12.3b-D", "12.3b-1", "13.1b", "12.6a", "12.3-B")
def test_an_hq_throws_trace_that_it_draws_itself() -> None:
    look = look_at(rails(f"axis 07.02 h {HQ}\naxis 12.02 a {INF}\naxis 12.02 b {HQ}\naxis 16.02 c {INF}"))
    result = found(look, "a")
    assert (result.found, result.via, result.mp) == (True, "h", 9 * 12)
    assert named(look, (result.path[0], result.path[-1])) == ["12.02", "01.02"]
    assert all(look.board.distance(a, b) == 1 for a, b in pairwise(result.path))
    assert look.unit("h").hex in result.path
    assert found(look, "b").via == "h", "thrown trace serves an HQ"
    assert not found(look, "c").found, "but it is not thrown on"


@pytest.mark.case("12.6e", "5.8b-B", "12.3b-C")
def test_a_strat_hq_throws_no_trace() -> None:
    look = look_at(rails(f"axis 07.02 h {HQ} strat\naxis 12.02 a {INF}"))
    assert found(look, "h").found
    assert not found(look, "a").found


@pytest.mark.case("13.1d-B")
def test_a_divisional_hq_throws_trace_to_its_own() -> None:
    hq = f"axis 07.02 h {HQ} divisional formation=pz nation=de"
    look = look_at(rails(f"{hq}\naxis 12.02 a {INF} nation=ro\naxis 12.02 b {INF} nation=de"))
    assert [found(look, uid).found for uid in "ab"] == [False, True]


@pytest.mark.case("12.9a", "13.2b", "12.9b")
def test_transport_needs_no_trace_and_hqs_do() -> None:
    look = look_at(rails(f"axis 20.02 t truck 2 40T\naxis 20.02 h {HQ}"))
    assert traced(look, "axis").keys() == {"h"}
    assert not found(look, "h").found


# --- the example of the two HQs ----------------------------------------------------------------------------------


@pytest.mark.case("12.3b-1", "12.3b-2", "12.3c-A", "12.3a-A", "13.3c-1")
def test_the_stretch_of_two_hqs() -> None:
    """The example under 12.3. Its map is lost: this one keeps what the text tells, light woods at 2 MP for trucks.

    HQ A stands on the railroad and is its own detrainable hex; its throw comes next to the division. HQ B draws back
    into A's hex for trace, throws next to the division too, and draws 5 MP to a hex beside the SP at C.
    """

    def drawn(dump: str) -> Look:
        return look_at(f"""[terrain]
. . . . . . . . . . . . . . . .
. . . . . . . . . . w . . . . .
. . . . . . . . . . . . . . . .
[paths]
railroad "-" 01.02 02.02 03.02 04.02 05.02 06.02 07.02
[sources]
axis 01.02
[units]
axis 07.02 A hq 7T-4T/12T-20T
axis 12.03 B hq 3T-4T/8T-20T
axis 14.02 div Div infantry other 12-3-3L/6-3-8L re=3
soviet 16.01 s {INF} strat
[supply]
axis {dump} 3
""")

    look = drawn("06.03")
    assert "07.02" in named(look, stations(look, "axis"))
    by = {way.via: way for way in ways(look, look.unit("div"))}
    assert by.keys() == {"A", "B"}
    throw = by["A"].throw
    assert throw is not None
    assert throw.end != look.unit("div").hex
    assert throw.mp <= 7 * 12
    assert look.hex_name(by["B"].source) == "07.02"
    assert by["B"].draw.mp <= 5 * 12
    assert "B" in {p.via for p in payers(look, look.unit("div"))}
    draw = draw_legs(look, look.unit("B"), (look.board.index("06.03"),))
    assert draw[look.board.index("06.03")].mp == 5 * 12
    assert "B" not in {p.via for p in payers(drawn("05.03"), look.unit("div"))}, "a hex too far"


# --- formations --------------------------------------------------------------------------------------------------


TWO_HQS = f"axis 07.01 h1 {HQ}\naxis 07.03 h2 {HQ}"


@pytest.mark.case("12.6f", "13.7a")
def test_a_formation_that_can_traces_as_one() -> None:
    look = look_at(rails(f"{TWO_HQS}\naxis 12.01 a {INF} formation=pz\naxis 12.03 b {INF} formation=pz"))
    assert splits(look, "axis") == {}
    assert {found(look, uid).via for uid in "ab"} == {"h1"}, "each could trace through either"


@pytest.mark.case("12.6f", "13.7a")
def test_a_formation_that_cannot_is_split_by_its_owner() -> None:
    rest = f"axis 12.02 b {INF} formation=pz\naxis 12.01 c {INF} formation=pz"
    near = look_at(rails(f"axis 07.02 h1 {HQ}\naxis 04.02 a {INF} formation=pz\n{rest}"))
    assert splits(near, "axis") == {}, "h1 serves a too, so all trace through it"
    far = look_at(rails(f"axis 07.02 h1 {HQ}\naxis 01.03 a {INF} formation=pz\n{rest}"))
    source = far.board.index("01.02")
    covered = splits(far, "axis")
    assert covered == {"pz": {("h1", -1): ("b", "c"), ("", source): ("a",)}}
    results = traced(far, "axis")
    assert [results[uid].found for uid in "abc"] == [False, True, True], "the larger part, unless the owner chooses"
    assert results["a"].dropped
    results = traced(far, "axis", {"pz": ("", source)})
    assert [results[uid].found for uid in "abc"] == [True, False, False]
    assert results["h1"].found, "others are not concerned"


@pytest.mark.case("12.6f")
def test_units_that_cannot_trace_at_all_split_nobody() -> None:
    look = look_at(rails(f"axis 04.02 a {INF} formation=pz\naxis 20.02 b {INF} formation=pz"))
    assert splits(look, "axis") == {}
    assert [found(look, uid).found for uid in "ab"] == [True, False]
    assert not found(look, "b").dropped


@pytest.mark.case("12.6f")
def test_a_formation_shares_the_trace_of_its_own_hq() -> None:
    """The HQ draws, its units are thrown to: all of them trace through that HQ."""
    look = look_at(rails(f"axis 07.02 h {HQ} formation=pz\naxis 12.02 a {INF} formation=pz"))
    assert splits(look, "axis") == {}
    assert found(look, "h").found
    assert found(look, "a").found


@pytest.mark.case("12.6f")
def test_independent_units_trace_each_for_itself() -> None:
    look = look_at(rails(f"axis 07.02 h1 {HQ}\naxis 02.02 a {INF}\naxis 12.02 b {INF}"))
    assert [found(look, uid).via for uid in "ab"] == ["", "h1"]
    assert splits(look, "axis") == {}


@pytest.mark.case("12.6f", "13.2b")
def test_an_organic_truck_splits_nobody() -> None:
    units = f"axis 02.02 a {INF} formation=pz\naxis 12.02 t organic 1 40T formation=pz\naxis 07.02 h {HQ}"
    look = look_at(rails(units))
    assert splits(look, "axis") == {}
    assert found(look, "a").found


# --- where a trace would be possible ---------------------------------------------------------------------------


@pytest.mark.case("5.8b-A", "12.6e")
@pytest.mark.parametrize(("at", "possible"), [("07.02", True), ("08.02", False), ("16.02", False)])
def test_a_strat_unit_could_trace_directly_from_there(at: str, possible: bool) -> None:
    look = look_at(rails(f"axis 03.02 a {INF} strat"), "movement")
    assert can_trace_from(look, look.unit("a"), look.board.index(at)) is possible


@pytest.mark.case("5.8b-A", "12.6e")
@pytest.mark.parametrize(("at", "possible"), [("12.02", True), ("13.02", False)])
def test_a_strat_unit_could_be_thrown_to_there(at: str, possible: bool) -> None:
    look = look_at(rails(f"axis 07.02 h {HQ}\naxis 03.02 a {INF} strat"), "movement")
    assert can_trace_from(look, look.unit("a"), look.board.index(at)) is possible
    assert not can_trace_from(look, look.unit("a"), look.board.index("12.02"), frozenset({"h"})), "h moves along"


@pytest.mark.case("5.8b-A")
def test_an_hq_that_changes_to_strat_is_no_stop_for_itself() -> None:
    """Reading 1.28: HQs as they then are."""
    look = look_at(rails(f"axis 08.02 h {HQ}", rail=f"{RAIL} 07.02 08.02"), "movement")
    hq = look.unit("h")
    assert found(look, "h").found
    assert not can_trace_from(look, hq.change(facing="move", marker="strat"), hq.hex)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.case("12.6e")
def test_asking_ahead_agrees_with_standing_there(seed: int) -> None:
    look = scattered(seed)
    sources = {"axis": tuple(range(0, look.board.size, 17)), "soviet": ()}
    look = in_scenario(look, sources=sources)
    unit = look.unit("a1").change(marker="strat", facing="move")
    enemies = {u.hex for u in look.own("soviet")}
    for hex_ in range(look.board.size):
        if hex_ in enemies or look.in_zoc_of("soviet", hex_):
            continue  # a Strat unit may not be there
        there = Look(look.world, look.state.with_unit(unit.change(hex=hex_)))
        assert can_trace_from(look, unit, hex_) == bool(ways(there, there.unit("a1"))), look.hex_name(hex_)


@pytest.mark.case("4.5b-A")
def test_ending_a_move_by_a_trace_binds_the_units_it_relies_on() -> None:
    units = f"axis 08.02 a {INF} strat move\naxis 04.02 b {INF}\nsoviet 04.03 s {INF}"
    run = run_at(rails(units, places='05.02 village "V"'), "movement")
    rely_on_trace(run, run.look.unit("a"))
    assert [e.unit for e in run.events if isinstance(e, NegationRelied)] == ["b"]
    run = run_at(rails(f"axis 02.02 a {INF} strat move", places='04.02 village "V"'), "movement")
    rely_on_trace(run, run.look.unit("a"))
    assert run.events == []


@pytest.mark.case("12.6a-2", "12.3c-A")
def test_the_best_way_comes_first_whatever_the_hqs_are_called() -> None:
    look = look_at(rails(f"axis 09.02 a {INF}\naxis 11.02 h1 {HQ}\naxis 08.02 h2 {HQ}", places=VILLAGE))
    found = [(way.via, way.mp) for way in ways(look, look.unit("a"))]
    assert found[0][0] == "", "directly before through an HQ"
    assert [via for via, _ in found[1:]] == ["h2", "h1"]
    assert found[1][1] < found[2][1]


# --- explanations ----------------------------------------------------------------------------------------------


def test_an_explanation_of_a_trace_that_fails() -> None:
    look = look_at(rails(f"axis 13.02 a {INF}\naxis 07.02 h {HQ}"))
    told = explain_trace(look, look.unit("a"))
    assert not told.result.found
    assert look.hex_name(told.nearest) == "01.02"
    assert told.obstacle is not None
    assert (told.obstacle.reason, told.obstacle.have, told.obstacle.need) == ("too_far", 60, 11 * 12)
    assert [(h.hq, h.side_of_path, h.obstacle.need) for h in told.hqs] == [("h", "throw", 60)]
    near = explain_trace(look, look.unit("h"))
    assert near.result.found
    assert near.obstacle is None
    cut = look_at(rails(f"axis 06.02 a {INF}\naxis 06.01 h {HQ}\nsoviet 03.03 s {INF}\nsoviet 03.01 z {INF}"))
    told = explain_trace(cut, cut.unit("a"))
    assert told.obstacle is not None
    assert told.obstacle.reason == "enemy_zoc"
    assert [h.side_of_path for h in told.hqs] == ["draw"]
    truck = look_at(rails("axis 20.02 t truck 1 40T"))
    told = explain_trace(truck, truck.unit("t"))
    assert told == TraceExplained(TraceResult(False), obstacle=Obstacle("no_need", truck.unit("t").hex, 0, 0))
    rest = f"axis 12.02 b {INF} formation=pz\naxis 12.01 c {INF} formation=pz"
    split = look_at(rails(f"axis 07.02 h1 {HQ}\naxis 01.03 a {INF} formation=pz\n{rest}"))
    told = explain_trace(split, split.unit("a"))
    assert told.result.dropped
    assert told.obstacle is None
    nowhere = look_at(rails(f"axis 20.02 a {INF}\nsoviet 01.02 s {INF}"))
    told = explain_trace(nowhere, nowhere.unit("a"))
    assert told.obstacle is not None
    assert (told.obstacle.reason, told.obstacle.need, told.obstacle.units) == ("too_far", 18 * 12, ())
    bare = look_at(f"[terrain]\n. . . .\n[units]\naxis 02.01 a {INF}\nsoviet 04.01 s {INF}\n")
    told = explain_trace(bare, bare.unit("a"))
    assert (told.result.found, told.obstacle) == (False, Obstacle("no_source", bare.unit("a").hex, 0, 0))
