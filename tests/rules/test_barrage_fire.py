"""A barrage resolved: shifts, terrain, dice, DG and losses."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, ChooseTerrain, DeclareBarrage, Done, LoseStep, Pay
from redball.core.events import BarrageDeclared, BarrageResolved, DiceRolled, StepLost, TerrainChosen
from redball.rules.barrage.chart import shift_terms
from redball.rules.barrage.on_board import density, has_spotter, needs_rounding_die, target_of
from redball.rules.modes.disorganization import Disorganized
from rules.table import Table, barrage_segment
from support import position

GUN = "artillery b8-3-3-3T/b2-2-3-14T"
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
DIVISION = "Div infantry other 12-3-3L/6-3-8L"
BOARD = "[terrain]\n. . . . . .\n. . . {} . .\n. . . . . .\n"


def scene(targets: str, *, terrain: str = ".", spotter: bool = True, rest: str = "", guns: str = "b8") -> str:
    """Two guns of 8 points at 01.02 and 02.01, the target at 04.02, a spotter next to it."""
    words = GUN.replace("b8", guns)
    units = [f"axis 01.02 g1 {words}", f"axis 02.01 g2 {words}", *(["axis 03.02 ir1 " + RIFLES] if spotter else [])]
    units += [f"soviet 04.02 {line}" for line in targets.splitlines() if line.strip()]
    supply = "[supply]\naxis 01.01 9\nsoviet 06.01 5\n"
    return BOARD.format(terrain) + "[units]\n" + "\n".join(units) + "\n" + supply + rest


def barrage(text: str, *dice: int) -> Table:
    """A barrage of both guns on 04.02, committed and paid."""
    table = barrage_segment(text, dice=dice)
    table.do(DeclareBarrage(table.hex("04.02")), AddUnit("g1"), AddUnit("g2"), Done())
    return table.do(Pay("", table.hex("01.01")))


def shift(text: str, terrain: str = "open") -> int:
    """Columns of all shifts for a barrage by the axis on 04.02."""
    look = position(text)
    target = target_of(look, "axis", look.board.index("04.02"), terrain)
    return sum(term.by for term in shift_terms(look.world.charts, target))


PAIR = f"rr1 {RIFLES}\nrr2 {RIFLES}"
EIGHT_RE = f"rd1 {DIVISION} re=3\nrd2 {DIVISION} re=3\n{PAIR}"
HOG = "[hedgehogs]\nsoviet 04.02 {}\n"


# --- the worked example --------------------------------------------------------------------------------------------


@pytest.mark.case("10.0-D", "10.0a-A", "10.1b-1", "5.10a-A", "10.0a-C", "4.9c")
def test_worked_example_of_10_1() -> None:
    """16 points on 8 RE in a Level-1 hedgehog in close terrain: two columns right, 8 is [1/2], a 3 loses nothing."""
    table = barrage(scene(EIGHT_RE, terrain="w", rest=HOG.format(1)), 5, 3, 3)
    assert table.one(BarrageDeclared).strength == "16"
    result = table.one(BarrageResolved)
    assert (result.column, result.roll, result.result, result.steps) == ("25-40", 8, "[1/2]", 0)
    assert [(line.amount, line.case) for line in result.ledger.lines] == [
        ("12-16", "10.0-D"),
        ("+4", "10.0a-C"),
        ("-1", "10.0a-A"),
        ("-1", "10.0a-B"),
    ]
    assert result.ledger.total == "25-40"
    assert {event.unit for event in table.all(Disorganized)} == {"rd1", "rd2", "rr1", "rr2"}
    assert not table.all(StepLost)
    assert table.look.state.hedgehogs[table.hex("04.02")].level == 1


@pytest.mark.case("10.0a-A")
@pytest.mark.parametrize(("die", "steps"), [(3, 0), (4, 1)])
def test_the_rounding_die_loses_the_step_from_four(die: int, steps: int) -> None:
    table = barrage(scene(EIGHT_RE, terrain="w", rest=HOG.format(1)), 5, 3, die)
    assert table.one(BarrageResolved).steps == steps
    assert table.step == ("losses" if steps else "")


# --- results -------------------------------------------------------------------------------------------------------


@pytest.mark.case("10.0a-A", "5.10a-A")
@pytest.mark.parametrize(("dice", "result", "dg"), [((2, 3), "-", False), ((3, 3), "DG", True)])
def test_a_result_disorganizes_or_not(dice: tuple[int, int], result: str, dg: bool) -> None:
    table = barrage(scene(PAIR), *dice)
    assert table.one(BarrageResolved).result == result
    assert (table.unit("rr1").marker == "dg") is dg
    assert len(table.all(DiceRolled)) == 1


@pytest.mark.case("10.0a-A")
@pytest.mark.parametrize(
    ("level", "spotter", "asks"), [(0, True, True), (2, True, True), (3, True, False), (0, False, False)]
)
def test_a_bracketed_half_is_a_mere_dg_without_spotter_or_in_a_strong_hedgehog(
    level: int, spotter: bool, asks: bool
) -> None:
    look = position(scene(PAIR, spotter=spotter, rest=HOG.format(level) if level else ""))
    codes = look.world.charts.barrage.codes
    target = look.board.index("04.02")
    assert needs_rounding_die(look, "axis", target, codes["[1/2]"]) is asks
    assert needs_rounding_die(look, "axis", target, codes["1/2"])
    assert not needs_rounding_die(look, "axis", target, codes["DG"])
    assert not needs_rounding_die(look, "axis", target, codes["1"])


@pytest.mark.case("10.0a-A", "10.0a-B")
def test_a_downgraded_bracket_costs_nothing_in_play() -> None:
    """Without a spotter three columns left: 50 points read 12-16, where a 9 is [1/2], here a mere DG."""
    table = barrage(scene(PAIR, spotter=False, guns="b25"), 4, 5)
    result = table.one(BarrageResolved)
    assert (result.column, result.result, result.steps) == ("12-16", "[1/2]", 0)
    assert len(table.all(DiceRolled)) == 1
    assert table.unit("rr1").marker == "dg"
    assert not table.all(StepLost)


@pytest.mark.case("10.0a-B", "9.11c-B")
def test_the_target_s_owner_chooses_who_loses_steps() -> None:
    """117 points and more: a 12 on the last column loses three steps, all from one division if he likes."""
    table = barrage(scene(f"rd1 {DIVISION} re=4\nrr1 {RIFLES}", guns="b90"), 6, 6)
    assert table.one(BarrageResolved).steps == 3
    assert table.asked.side == "soviet"
    assert set(table.offered(LoseStep)) == {LoseStep("rd1"), LoseStep("rr1")}
    assert table.refused(LoseStep("ir1")) == ("barrage.not_in_target", "10.0a-B")
    table.do(LoseStep("rd1"), LoseStep("rd1"), LoseStep("rd1"))
    assert table.step == ""
    assert (table.unit("rd1").steps_lost, table.at("rd1"), table.at("rr1")) == (3, "04.02", "04.02")
    assert table.look.state.steps_lost == {"axis": 0, "soviet": 3}


@pytest.mark.case("10.0a-B")
def test_a_unit_left_alone_takes_what_remains_as_far_as_it_lasts() -> None:
    table = barrage(scene(PAIR, guns="b90"), 6, 6).do(LoseStep("rr1"))
    assert (table.at("rr1"), table.at("rr2"), table.step) == ("dead", "dead", "")
    assert table.look.state.steps_lost["soviet"] == 2


@pytest.mark.case("10.0a-A", "10.0a-B")
def test_a_lone_division_loses_the_steps_of_the_result_and_no_more() -> None:
    table = barrage(scene(f"rd1 {DIVISION} re=4", guns="b90"), 6, 6)
    assert table.one(BarrageResolved).steps == 3
    assert (table.at("rd1"), table.unit("rd1").steps_lost, table.step) == ("04.02", 3, "")


@pytest.mark.case("10.0a-B")
def test_transport_in_the_target_loses_no_step_and_takes_no_dg() -> None:
    table = barrage(scene(f"{PAIR}\ntr truck 2 50T", guns="b90"), 6, 6)
    assert LoseStep("tr") not in table.offered(LoseStep)
    assert table.refused(LoseStep("tr")) == ("barrage.not_in_target", "10.0a-B")
    assert table.unit("tr").marker == ""


# --- shifts --------------------------------------------------------------------------------------------------------


@pytest.mark.case("10.0a-C")
@pytest.mark.parametrize(
    ("targets", "quarters"),
    [
        (f"rr1 {RIFLES}", 4),
        (f"rd1 {DIVISION} re=4", 12),
        (f"rd1 {DIVISION} re=4 lost=2", 8),
        ("\n".join(f"a{n} {RIFLES} formation=9.TD" for n in range(4)), 12),
        ("\n".join(f"a{n} {RIFLES} formation={n // 2}.TD" for n in range(4)), 16),
        (f"rd1 {DIVISION} re=4 formation=9.TD\na1 {RIFLES} formation=9.TD", 12),
        (f"rr1 {RIFLES}\ntr truck 5 50T", 4),
    ],
)
def test_density_counts_re_and_a_division_as_three_at_most(targets: str, quarters: int) -> None:
    look = position(scene(targets))
    assert density(look, "soviet", look.board.index("04.02")) == quarters


@pytest.mark.case("10.0a-C")
@pytest.mark.parametrize(("units", "by"), [(1, -1), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 4)])
def test_density_shifts(units: int, by: int) -> None:
    assert shift(scene("\n".join(f"r{n} {RIFLES}" for n in range(units)))) == by


@pytest.mark.case("10.0b-A", "10.0b-B")
@pytest.mark.parametrize(
    ("units", "spots"),
    [
        (f"axis 03.02 x {RIFLES}", True),
        (f"axis 03.02 x {RIFLES} strat", True),
        (f"axis 03.02 x {RIFLES} dg", True),
        ("axis 03.02 x hq 8T-4T/6T-12T", True),
        ("axis 03.02 x truck 2 50T", False),
        (f"axis 02.02 x {RIFLES}", False),
        (f"soviet 03.02 x {RIFLES}", False),
    ],
)
def test_a_friendly_combat_unit_next_to_the_target_spots(units: str, spots: bool) -> None:
    text = scene(PAIR, spotter=False).replace("[supply]", f"{units}\n[supply]")
    look = position(text)
    assert has_spotter(look, "axis", look.board.index("04.02")) is spots
    assert shift(text) == (0 if spots else -3)


@pytest.mark.case("10.0a-A", "16.0h")
@pytest.mark.parametrize(("level", "by"), [(0, 0), (1, -1), (4, -1)])
def test_a_hedgehog_shifts_one_column_whatever_its_level(level: int, by: int) -> None:
    assert shift(scene(PAIR, rest=HOG.format(level) if level else "")) == by


@pytest.mark.case("16.0h")
def test_a_barrage_never_lowers_a_hedgehog() -> None:
    table = barrage(scene(PAIR, rest=HOG.format(2), guns="b90"), 6, 6)
    assert table.look.state.hedgehogs[table.hex("04.02")].level == 2


@pytest.mark.case("10.0a-A")
@pytest.mark.parametrize(("mode", "by"), [("strat", 3), ("reserve", 0), ("dg", 0), ("move", 0)])
def test_any_strat_mode_unit_in_the_target_shifts_three_right(mode: str, by: int) -> None:
    assert shift(scene(f"rr1 {RIFLES} {mode}\nrr2 {RIFLES}")) == by


@pytest.mark.case("10.0a-A")
def test_shifts_do_not_leave_the_table() -> None:
    table = barrage(scene(f"rr1 {RIFLES}", spotter=False, guns="b1"), 1, 1)
    assert table.one(BarrageResolved).column == "1 or less"
    table = barrage(scene("\n".join(f"r{n} {RIFLES}" for n in range(8)), guns="b60"), 1, 1)
    assert table.one(BarrageResolved).column == "117+"


# --- terrain -------------------------------------------------------------------------------------------------------

BOTH = "[also]\n04.02 major_city\n"


@pytest.mark.case("10.0a-B")
@pytest.mark.parametrize(("terrain", "column"), [("woods", "8-11"), ("major_city", "5-7")])
def test_the_target_s_owner_picks_the_terrain(terrain: str, column: str) -> None:
    table = barrage(scene(PAIR, terrain="w", rest=BOTH), 1, 1)
    assert (table.step, table.asked.side) == ("terrain", "soviet")
    assert set(table.offered(ChooseTerrain)) == {ChooseTerrain("woods"), ChooseTerrain("major_city")}
    assert table.refused(ChooseTerrain("swamp")) == ("barrage.terrain_absent", "10.0a-B")
    assert table.refused(ChooseTerrain("woods", table.hex("03.02"))) == ("barrage.terrain_absent", "10.0a-B")
    table.do(ChooseTerrain(terrain))
    assert table.one(TerrainChosen).side == "soviet"
    assert table.one(BarrageResolved).column == column


@pytest.mark.case("10.0a-B")
def test_where_the_terrain_makes_no_difference_nobody_is_asked() -> None:
    table = barrage(scene(PAIR, terrain="w", rest="[also]\n04.02 hills\n"), 1, 1)
    assert table.one(BarrageResolved).column == "8-11"
    assert not table.all(TerrainChosen)
