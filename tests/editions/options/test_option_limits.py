"""Options that lift or set limits: initiative, Reserves in hedgehogs, columns in Strat Mode."""

from __future__ import annotations

import pytest

from redball.core.actions import Construct, ElectOrder, Eliminate, Halt, Pay
from redball.core.events import DiceRolled, FirstPlayerSet, UnitEliminated
from redball.rules.setup.fixed import unit_faults
from redball.rules.units.stacking import crowded_columns
from rules.table import Table, stacking_check
from support import HEAD, HQ, LEG, Sitting, land, line, sit, sitting

EDGES = "[sources]\naxis 01.01\nsoviet 06.01\n"
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
DIVISION = "Div infantry other 12-3-3L/6-3-8L"
BOARD = "[terrain]\n. . . .\n. . . .\n[units]\n"


# --- HR-1 ----------------------------------------------------------------------------------------------------------


def turn_two(dice: tuple[int, ...], *, first: str, on: bool) -> Sitting:
    """The beginning of game turn 2, after a turn in which `first` went first."""
    second = {"axis": "soviet", "soviet": "axis"}[first]
    return sitting(
        f"{HEAD}turns 3\nat clean_up phasing={second} first={first} turn=1\n"
        + line(6, f"axis 01.01 u {LEG}\nsoviet 06.01 r {LEG}", EDGES),
        dice=dice,
        switches={"initiative_ties": on},
    )


@pytest.mark.case("HR-1")
@pytest.mark.parametrize("first", ["axis", "soviet"])
def test_a_tie_goes_to_who_went_first_last_turn(first: str) -> None:
    table = turn_two((6, 1, 3, 4), first=first, on=True)
    assert (table.side, table.step) == (first, "game.elect")
    table.do(ElectOrder(False))
    assert table.one(FirstPlayerSet).side == first


@pytest.mark.case("HR-1")
def test_without_it_a_tie_is_rolled_again_and_what_is_no_tie_is_won_as_ever() -> None:
    table = turn_two((6, 1, 3, 4, 1, 1, 2, 2), first="axis", on=False)
    assert [e.dice for e in table.all(DiceRolled)] == [(6, 1, 3, 4), (1, 1, 2, 2)]
    assert table.side == "soviet"
    assert turn_two((1, 1, 2, 2), first="axis", on=True).side == "soviet"


# --- HR-4 ----------------------------------------------------------------------------------------------------------


WORKS = "[hedgehogs]\naxis 02.02 1\n[supply]\naxis 03.03 9\n"


def inside(on: bool, units: str = f"axis 02.02 u {LEG} reserve", rest: str = WORKS) -> Sitting:
    """Axis units in or near a hedgehog."""
    return sit(f"{units}\nsoviet 06.05 r {LEG}", rest=rest, switches={"reserves_in_hedgehogs": on, "fog": False})


@pytest.mark.case("HR-4")
def test_reserves_end_their_move_in_a_hedgehog() -> None:
    table = inside(True, f"axis 01.02 u {LEG}").begin("u").mode("u", "reserve").go("02.02")
    assert table.halt().at("u") == "02.02"
    table = inside(False, f"axis 01.02 u {LEG}").begin("u").mode("u", "reserve")
    assert table.refused(table.to("02.02")) == ("move.reserve_hedgehog", "5.7g")


@pytest.mark.case("HR-4")
@pytest.mark.parametrize("on", [True, False])
def test_works_are_begun_around_reserves(on: bool) -> None:
    units = f"axis 03.03 h {HQ}\naxis 04.03 u {LEG} reserve"
    table = inside(on, units)
    build = Construct("h", table.hex("04.03"), "build_hedgehog")
    if on:
        table.do(build)
        table.do(table.offered(Pay)[0])
        assert table.game.state.hedgehogs[table.hex("04.03")].level == 1
    else:
        assert table.refused(build) == ("hedgehog.reserves", "16.0f")


@pytest.mark.case("HR-4")
@pytest.mark.parametrize(("on", "faults"), [(True, []), (False, ["setup.reserve_in_hedgehog"])])
def test_reserves_are_set_up_in_a_hedgehog(on: bool, faults: list[str]) -> None:
    look = inside(on).game.look
    assert [fault.code for fault in unit_faults(look, look.unit("u"))] == faults


# --- 21.12c --------------------------------------------------------------------------------------------------------


def check(units: str, *, on: bool = True) -> Table:
    """A stacking check at the end of a segment in which the axis acts."""
    others = f"axis 04.01 other {RIFLES}\nsoviet 01.02 enemy {RIFLES}\n"
    return stacking_check(BOARD + units + others, phase="movement", strat_spacing=on)


def column(number: int, words: str = "strat") -> str:
    """So many regiments in a hex."""
    return "".join(f"axis 02.01 u{n} {RIFLES} {words}\n" for n in range(number))


@pytest.mark.case("21.12c")
@pytest.mark.parametrize(
    ("units", "asked"),
    [
        (column(3), False),
        (column(3) + f"axis 02.01 x {RIFLES}\naxis 02.01 t truck 3 45T\n", False),
        (column(3) + "axis 02.01 x Co infantry other 1-3-3L/1-3-6L strat\n", True),
        (column(4), True),
        (column(4, "strat formation=one"), False),
        (column(4, "strat formation=one") + "axis 02.01 x Co infantry other 1-3-3L/1-3-6L strat\n", True),
        (f"axis 02.01 d {DIVISION} re=5 strat\n", False),
        (f"axis 02.01 d {DIVISION} re=3 strat\naxis 02.01 x {RIFLES} strat\n", True),
    ],
)
def test_three_re_in_strat_mode_end_a_segment_in_a_hex(units: str, asked: bool) -> None:
    """A single unit of several steps, or one formation, may always."""
    assert (check(units).step == "eliminate") is asked
    assert check(units, on=False).step == ""


@pytest.mark.case("21.12c")
def test_the_owner_chooses_which_column_is_lost() -> None:
    table = check(column(4) + f"axis 02.01 x {RIFLES}\n")
    assert table.refused(Eliminate("x")) == ("stacking.not_in_column", "21.12c")
    assert table.offered(Eliminate) == [Eliminate(f"u{n}") for n in range(4)]
    table.do(Eliminate("u2"))
    assert table.one(UnitEliminated).unit == "u2"
    assert (table.step, crowded_columns(table.look, "axis")) == ("", ())


# --- 21.12d --------------------------------------------------------------------------------------------------------


WIDE = land(columns=19, rows=3)
EDGE = "[sources]\naxis 01.01\n"


@pytest.mark.case("21.12d")
@pytest.mark.parametrize("on", [True, False])
def test_a_strat_unit_ends_where_it_draws_itself(on: bool) -> None:
    """A draw of 5 MP in the open, to next to the source, reaches to column 07; the HQ there throws farther."""
    hq = HQ.replace("-4T/", "-4L/")
    units = f"axis 07.02 h {hq}\naxis 07.02 u {LEG}\nsoviet 19.03 r {LEG} move"
    table = sit(units, WIDE, rest=EDGE, switches={"strat_direct_draw": on}).begin("u").mode("u", "strat").go("08.02")
    if on:
        assert table.refused(Halt()) == ("move.strat_draw", "21.12d")
        assert table.go("07.02").halt().at("u") == "07.02"
    else:
        assert table.halt().at("u") == "08.02"
