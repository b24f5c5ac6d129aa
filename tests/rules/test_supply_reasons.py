"""Why supply does not reach a unit: the way that was meant, what stops it, what is missing, which HQ cannot help."""

from __future__ import annotations

import pytest

from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.supply.lines import Mark, lines_of_payer
from redball.rules.supply.reasons import Obstacle, Reason, explain_payers
from redball.rules.trace.closed_stops import closed_stops
from redball.rules.trace.reasons import explain_trace
from rules.supply_table import look_at
from rules.test_railroads import GAUGES
from rules.test_supply import crossing, thrown
from rules.test_trace import RAIL, rails
from support import line

INF = "Rgt infantry other 4-3-3L/2-3-8T"
HQ = "hq 4T-3T/10T-20T"
FAR = f"soviet 20.01 s {INF} strat"


def row(units: str, supply: str = "axis 01.01 1") -> Look:
    """A row of twenty open hexes."""
    return look_at(line(20, f"{units}\n{FAR}", f"[supply]\n{supply}" if supply else ""))


def obstacle(look: Look, uid: str = "a") -> Obstacle:
    """What keeps a unit from supply."""
    found = explain_payers(look, look.unit(uid)).obstacle
    assert found is not None
    return found


def marks(look: Look, found: tuple[Mark, ...]) -> list[tuple[str, int]]:
    """Hex and MP."""
    return [(look.hex_name(mark.hex), mark.mp) for mark in found]


# --- the path and its MP ---------------------------------------------------------------------------------------


@pytest.mark.case("12.3a-A", "12.3c-A")
def test_a_draw_is_told_hex_by_hex_and_the_last_step_costs_nothing() -> None:
    look = row(f"axis 07.01 a {INF}")
    told = explain_payers(look, look.unit("a"))
    ((draw,),) = told.lines
    assert (draw.kind, draw.user, draw.mobility, draw.limit, draw.mp) == ("draw", "a", "truck", 60, 60)
    assert marks(look, draw.marks) == [(f"0{c}.01", (7 - c) * 12) for c in range(7, 1, -1)]
    assert look.hex_name(draw.beside) == "01.01"
    assert told.obstacle is None


@pytest.mark.case("12.3b-1", "12.3b-2")
def test_a_throw_and_its_draw_are_two_legs() -> None:
    look = thrown("12.01")
    (payer,) = explain_payers(look, look.unit("a")).payers
    throw, draw = lines_of_payer(look, look.unit("a"), payer)
    assert (throw.kind, throw.user, throw.mp, look.hex_name(throw.beside)) == ("throw", "h", 48, "12.01")
    assert (draw.kind, draw.user, draw.mp, look.hex_name(draw.beside)) == ("draw", "h", 60, "01.01")
    assert payer.mp == throw.mp + draw.mp


@pytest.mark.case("4.5b-A", "12.3d-C")
def test_units_that_negate_a_zoc_on_the_way_are_named() -> None:
    look = crossing(f"soviet 03.02 s {INF}\naxis 02.01 b {INF}\naxis 03.01 c {INF}\naxis 04.01 d {INF}")
    ((draw,),) = explain_payers(look, look.unit("a")).lines
    assert [mark.negators for mark in draw.marks] == [(), ("b",), ("c",), ("d",), ()]


# --- what is in the way ----------------------------------------------------------------------------------------


@pytest.mark.case("12.3a-A")
@pytest.mark.parametrize(("at", "need"), [("07.01", None), ("08.01", 72)])
def test_enough_mp_and_one_short(at: str, need: int | None) -> None:
    look = row(f"axis {at} a {INF}")
    if need is None:
        assert explain_payers(look, look.unit("a")).obstacle is None
        return
    found = obstacle(look)
    assert (found.reason, found.have, found.need, look.hex_name(found.target)) == ("too_far", 60, need, "01.01")
    assert marks(look, found.path)[-1] == ("02.01", 72)


@pytest.mark.case("12.3d-C", "4.5a-B")
def test_a_zoc_names_the_hex_and_the_unit() -> None:
    look = crossing(f"soviet 03.02 s {INF}")
    found = obstacle(look)
    assert (found.reason, look.hex_name(found.hex), found.units) == ("enemy_zoc", "02.01", ("s",))
    assert (found.need, found.have, found.around) == (48, 60, -1)
    assert marks(look, found.path) == [(f"0{c}.01", (c - 1) * 12) for c in range(1, 6)]
    negated = crossing(f"soviet 03.02 s {INF}\naxis 02.01 b {INF}")
    assert look.hex_name(obstacle(negated).hex) == "03.01"
    assert explain_payers(*both(crossing(f"soviet 03.02 s {INF} move"))).obstacle is None


def both(look: Look) -> tuple[Look, Unit]:
    """A look and its unit a."""
    return look, look.unit("a")


@pytest.mark.case("12.3d-B")
@pytest.mark.parametrize(("wall", "around"), [((1, 2), None), ((1, 2, 3, 4), 108), ((1, 2, 3, 4, 5, 6), -1)])
def test_an_enemy_unit_in_the_way_and_the_way_round(wall: tuple[int, ...], around: int | None) -> None:
    picture = "\n".join([" ." * 9] * 6)
    units = "\n".join(f"soviet 04.0{r} s{r} {INF} move" for r in wall)
    look = look_at(f"[terrain]\n{picture}\n[units]\naxis 01.02 a {INF}\n{units}\n[supply]\naxis 07.02 1")
    if around is None:
        assert explain_payers(look, look.unit("a")).obstacle is None
        return
    found = obstacle(look)
    assert (found.reason, found.need, found.around) == ("enemy_unit", 60, around)
    assert found.units == (f"s{look.hex_name(found.hex)[-1]}",)


@pytest.mark.case("12.3b-1", "12.3b-B")
def test_only_other_hqs_are_asked_why_they_do_not_help() -> None:
    hq = "hq 4T-3T/10T-20T"
    look = row(f"axis 09.01 a {INF}\naxis 09.01 b {INF}\naxis 10.01 g {hq}\naxis 12.01 h {hq}")
    assert [why.hq for why in explain_payers(look, look.unit("a")).hqs] == ["g", "h"]
    assert [why.hq for why in explain_payers(look, look.unit("g")).hqs] == ["h"]


@pytest.mark.case("12.3d-A")
def test_terrain_that_nothing_crosses_is_named() -> None:
    units = f"axis 01.01 a {INF}\nsoviet 06.01 s {INF} strat"
    look = look_at(f"[terrain]\n. . . ~ . .\n[units]\n{units}\n[supply]\naxis 06.01 1")
    found = obstacle(look)
    assert (found.reason, look.hex_name(found.hex), found.need, look.hex_name(found.target)) == (
        "no_way",
        "04.01",
        -1,
        "06.01",
    )
    assert found.terrain


@pytest.mark.case("12.3d-A", "6.2")
@pytest.mark.parametrize(
    ("terrain", "hexsides", "unit", "hex_", "words"),
    [
        (". . . . . .", 'sea_or_lake "s" 03.01/NE', INF, "04.01", "sea or lake"),
        (". . . . . .", 'sea_or_lake "s" 01.01/NE', INF, "02.01", "sea or lake"),
        (". . m m . .", "", "hq 4L-3L/10L-20L", "03.01", "mountain"),
        ("~ . . m m .", "", "hq 4L-3L/10L-20L", "04.01", "mountain"),
    ],
)
def test_the_hexside_or_hex_nearest_to_the_dump_that_ends_every_way_is_named(
    terrain: str, hexsides: str, unit: str, hex_: str, words: str
) -> None:
    """Two mountains in a row, each of which takes all the MP, are too much for an HQ that draws on foot."""
    start = terrain.split().index(".") + 1
    units = f"axis 0{start}.01 a {unit}\nsoviet 06.01 s {INF} strat"
    look = look_at(f"[terrain]\n{terrain}\n[units]\n{units}\n[supply]\naxis 06.01 1\n[hexsides]\n{hexsides}")
    found = obstacle(look)
    assert (found.reason, look.hex_name(found.hex), found.terrain) == ("no_way", hex_, words)


@pytest.mark.case("12.1b", "12.0-B", "13.2g-B")
@pytest.mark.parametrize(
    ("units", "supply", "reason"),
    [
        (f"axis 03.01 a {INF}", "", "no_dump"),
        ("axis 03.01 a truck 1 40T", "axis 03.01 1", "no_need"),
        (f"axis 03.01 a {INF}\naxis 03.01 t organic 1 40T load=1 formation=x", "", "organic"),
    ],
)
def test_where_there_is_nothing_to_draw(units: str, supply: str, reason: Reason) -> None:
    look = row(units, supply)
    assert obstacle(look) == Obstacle(reason, look.board.index("03.01"), 0, 0)


@pytest.mark.case("12.3a-A")
def test_the_dump_that_is_nearest_in_mp_is_meant() -> None:
    """Not the one that is nearest in a straight count, behind a wood."""
    picture = "[terrain]\n . . . . . . . . . . . f f f f . . .\n"
    body = f"{picture}[units]\naxis 10.01 a {INF}\nsoviet 18.01 s {INF} strat\n[supply]\naxis 16.01 1\naxis 03.01 1\n"
    look = look_at(body)
    assert look.hex_name(obstacle(look).target) == "03.01"


@pytest.mark.case("12.3a-A")
def test_of_dumps_equally_near_the_lowest_hex_is_meant() -> None:
    look = row(f"axis 09.01 a {INF}", "axis 17.01 1\naxis 01.01 1")
    assert obstacle(look).need == 7 * 12
    assert look.hex_name(obstacle(look).target) == "01.01"


@pytest.mark.case("12.3b-C", "12.3b-1", "13.1d-B")
@pytest.mark.parametrize(
    ("hq", "side_of_path", "reason"),
    [
        (f"07.01 h {HQ}", "throw", "too_far"),
        (f"07.01 h {HQ} strat", "throw", "strat_hq"),
        (f"09.01 h {HQ}", "draw", "too_far"),
        (f"07.01 h {HQ} divisional formation=x", "throw", "divisional_hq"),
        ("07.01 h hq 0T-3T/10T-20T", "throw", "no_throw"),
    ],
)
def test_why_an_hq_does_not_help(hq: str, side_of_path: str, reason: Reason) -> None:
    look = row(f"axis 13.01 a {INF} formation=y\naxis {hq}")
    (found,) = explain_payers(look, look.unit("a")).hqs
    assert (found.hq, found.side_of_path, found.obstacle.reason) == ("h", side_of_path, reason)
    if reason != "too_far":
        assert found.obstacle == Obstacle(reason, look.unit("h").hex, 0, 0)


@pytest.mark.case("12.3b-1")
def test_a_throw_that_just_reaches_and_one_that_is_one_short() -> None:
    assert explain_payers(*both(thrown("12.01"))).obstacle is None
    look = thrown("13.01")
    (hq,) = explain_payers(look, look.unit("a")).hqs
    assert (hq.obstacle.have, hq.obstacle.need) == (48, 60)


# --- trace -----------------------------------------------------------------------------------------------------

VILLAGE = '06.02 village "V"'


@pytest.mark.case("12.6a-2", "12.3c-A")
def test_a_trace_is_told_with_its_railroad() -> None:
    look = look_at(rails(f"axis 12.02 a {INF}", places=VILLAGE))
    told = explain_trace(look, look.unit("a"))
    draw, rail = told.lines
    assert (draw.kind, draw.mp, look.hex_name(draw.beside)) == ("draw", 60, "06.02")
    assert [look.hex_name(mark.hex) for mark in rail.marks] == RAIL.split()
    assert told.obstacle is None


@pytest.mark.case("4.5a-D", "12.6b", "13.3c-3")
@pytest.mark.parametrize(
    ("enemy", "place", "hex_", "reason"),
    [
        (f"soviet 03.03 s {INF}", "rail", "02.02", "enemy_zoc"),
        (f"soviet 04.02 s {INF} move", "rail", "04.02", "enemy_unit"),
        (f"soviet 01.02 s {INF} move", "source", "01.02", "enemy_unit"),
        (f"soviet 01.03 s {INF}", "source", "01.02", "enemy_zoc"),
    ],
)
def test_a_railroad_that_is_cut_behind_a_stop_in_reach(enemy: str, place: str, hex_: str, reason: str) -> None:
    look = look_at(rails(f"axis 12.02 a {INF}\n{enemy}", places=VILLAGE))
    found = explain_trace(look, look.unit("a")).obstacle
    assert found is not None
    assert (found.place, look.hex_name(found.hex), found.reason, found.units) == (place, hex_, reason, ("s",))
    assert (look.hex_name(found.target), found.need) == ("06.02", 60)
    assert look.board.index("06.02") in closed_stops(look, "axis")


@pytest.mark.case("13.3f")
def test_a_railroad_that_goes_on_in_another_gauge() -> None:
    look = look_at(rails(f"axis 13.02 a {INF}", GAUGES, places='07.02 village "V"', rail=f"{RAIL} 07.02"))
    found = explain_trace(look, look.unit("a")).obstacle
    assert found is not None
    assert (found.reason, found.place, found.terrain) == ("wrong_gauge", "rail", "broad")
    assert (look.hex_name(found.hex), look.hex_name(found.target)) == ("05.02", "07.02")


@pytest.mark.case("4.5a-D")
def test_a_negated_zoc_shuts_no_railroad() -> None:
    held = "".join(f"axis 0{c}.02 b{c} {INF}\n" for c in (2, 3, 4))
    look = look_at(rails(f"axis 12.02 a {INF}\n{held}soviet 03.03 s {INF}", places=VILLAGE))
    assert explain_trace(look, look.unit("a")).result.found
    assert closed_stops(look, "axis") == {}


@pytest.mark.case("12.6f")
def test_a_unit_that_its_formation_leaves_behind_is_shown_its_own_way() -> None:
    rest = f"axis 12.02 b {INF} formation=pz\naxis 12.01 c {INF} formation=pz"
    look = look_at(rails(f"axis 07.02 h1 {HQ}\naxis 01.03 a {INF} formation=pz\n{rest}"))
    told = explain_trace(look, look.unit("a"))
    assert told.result.dropped
    assert [leg.kind for leg in told.lines] == ["draw"]
