"""Overruns as they are made in a move: who, against what, at what cost, and what comes after."""

from __future__ import annotations

import pytest

from redball.core.actions import (
    AddUnit,
    BeginMove,
    DeclareOverrun,
    Detach,
    Done,
    DropUnit,
    Halt,
    IgnoreOption,
    LoseStep,
    RetreatTo,
    StepTo,
    TagAlong,
    TakeRetreat,
    UseInternals,
)
from redball.core.engine import decision
from redball.core.events import AttackCancelled, CombatResolved, FuelDrawn, OverrunDeclared, UnitAdvanced, UnitMoved
from redball.core.look import Look
from redball.core.state import Frame
from redball.rules.movement.segment import MovementSegment
from redball.rules.moving_stack.move_ends import MoveData
from rules.table import Table, movement
from support import position

FAST = "Rgt infantry other 8-3-9L/4-3-12L"
DIV = "Div infantry other 40-3-9L/4-3-12L re=3"
WEAK = "Bn infantry other 1-3-3L/1-3-6L exhausted"
STRONG = "Div infantry other 40-3-3L/1-3-6L re=3 exhausted"


def field(units: str, *, target: str = ".", more: str = "") -> str:
    """A 5x5 board of open ground but for 03.03, whose neighbours are 03.04, 04.03, 04.02, 03.02, 02.02, 02.03."""
    return f"[terrain]\n. . . . .\n. . . . .\n. . {target} . .\n. . . . .\n. . . . .\n[units]\n{units}\n{more}"


def begun(units: str, *stack: str, dice: tuple[int, ...] = (), phase: str = "movement", **more: str) -> Table:
    """A stack that has been picked up."""
    table = movement(field(units, **more), dice=dice, phase=phase).do(BeginMove(stack[0]))
    return table.do(*(AddUnit(uid) for uid in stack[1:]))


def overrun(table: Table, name: str = "03.03") -> DeclareOverrun:
    return DeclareOverrun(table.hex(name))


def spent(table: Table, uid: str) -> int:
    """MP (whole) that a unit of the moving stack has spent."""
    data = table.data
    assert isinstance(data, MoveData)
    return data.spent[data.units.index(uid)] // 12


def overran(units: str, *stack: str, dice: tuple[int, ...] = ()) -> Table:
    """The stack has overrun 03.03 and used its stocks."""
    table = begun(units, *stack, dice=dice)
    return table.do(overrun(table), *(UseInternals(uid) for uid in stack))


# --- against what ----------------------------------------------------------------------------------------------


@pytest.mark.case("8.0-A", "8.0-B", "8.1d")
def test_overruns_are_against_neighbouring_hexes_with_enemy_combat_units() -> None:
    units = f"axis 03.02 a1 {FAST}\nsoviet 03.03 r1 {WEAK}\nsoviet 05.05 r2 {WEAK}\nsoviet 04.02 t1 truck 2 45T"
    table = begun(units, "a1")
    assert table.refused(overrun(table, "05.05")) == ("overrun.not_adjacent", "8.0-B")
    for name in ("03.01", "04.02"):
        assert table.refused(overrun(table, name)) == ("overrun.no_enemy", "8.0-A")
    assert table.offered(DeclareOverrun) == [overrun(table)]


@pytest.mark.case("8.0-A")
@pytest.mark.parametrize("line", ["hq 15T-4T/10T-20T", "artillery b20-3-4-3L/b7-3-4-8T"])
def test_hqs_and_artillery_must_be_overrun(line: str) -> None:
    table = begun(f"axis 03.02 a1 {FAST}\nsoviet 03.03 r1 {line}", "a1")
    assert table.refused(StepTo(table.hex("03.03"))) == ("move.enemy", "4.8-G")
    assert table.offered(DeclareOverrun) == [overrun(table)]


@pytest.mark.case("8.1b", "8.1c", "9.1f-B")
@pytest.mark.parametrize(
    ("mobility", "target", "sides", "refused"),
    [
        ("L", ".", "", None),
        ("L", "s", "", None),  # swamp costs legs 3
        ("L", "s", 'minor_river "r" 03.03/S', ("overrun.too_dear", "8.1b")),
        ("L", "m", "", ("overrun.too_dear", "8.1b")),  # "all"
        ("K", "f", "", None),  # 3 for tracks
        ("K", "f", 'minor_river "r" 03.03/S', ("overrun.too_dear", "8.1b")),
        ("K", ".", 'minor_river "r" 03.03/S', None),  # 1 + 2
        ("K", "m", "", ("overrun.prohibited", "8.1c")),
        ("K", ".", 'major_river "r" 03.03/S', ("overrun.prohibited", "8.1c")),
    ],
)
@pytest.mark.parametrize("road", ["", '[paths]\nroad "r" 03.01 03.02 03.03'])
def test_the_hex_may_cost_at_most_three_whatever_roads_there_are(
    mobility: str, target: str, sides: str, refused: tuple[str, str] | None, road: str
) -> None:
    units = f"axis 03.02 a1 Rgt infantry other 8-3-9{mobility}/4-3-12{mobility} fueled\nsoviet 03.03 r1 {WEAK}"
    table = begun(units, "a1", target=target, more=f"[hexsides]\n{sides}\n{road}")
    if refused is None:
        assert table.offered(DeclareOverrun) == [overrun(table)]
    else:
        assert table.refused(overrun(table)) == refused


@pytest.mark.case("8.1c", "6.1d")
def test_a_road_out_of_prohibited_terrain_does_not_help() -> None:
    board = "[terrain]\n. . . .\n. . . .\n. m . .\n[units]\n"
    units = f"axis 02.01 a1 Bn tank armor 8-3-9K/4-3-12K fueled\nsoviet 03.02 r1 {WEAK}"
    table = movement(f'{board}{units}\n[paths]\nroad "r" 02.01 03.02').do(BeginMove("a1"))
    assert table.refused(DeclareOverrun(table.hex("03.02"))) == ("overrun.prohibited", "8.1c")


# --- who -------------------------------------------------------------------------------------------------------


@pytest.mark.case("8.1-A", "5.7-A", "5.8-C", "5.10b-C", "4.4a", "8.1g")
@pytest.mark.parametrize(
    ("line", "refused"),
    [
        (FAST, None),
        (FAST + " move", None),
        ("Rgt infantry other 0-3-9L/0-3-12L", None),
        (FAST + " dg", ("overrun.mode", "5.10b-C")),
        (FAST + " reserve", ("overrun.mode", "8.1-A")),
        (FAST + " strat", ("overrun.mode", "8.1-A")),
        ("Rgt infantry other (8)-3-9L/(4)-3-12L", ("overrun.not_capable", "8.1-A")),
        ("hq 15T-9L/10T-20L", ("overrun.not_capable", "8.1-A")),
        ("artillery b20-3-4-9L/b7-3-4-9L", ("overrun.not_capable", "8.1-A")),
    ],
)
def test_every_unit_of_the_stack_must_be_able_to_overrun(line: str, refused: tuple[str, str] | None) -> None:
    """A unit that cannot take part has to be dropped first (8.1g)."""
    units = f"axis 03.02 a1 {FAST}\naxis 03.02 a2 {line}\nsoviet 03.03 r1 {WEAK}"
    table = begun(units, "a1", "a2")
    if refused is None:
        table.do(overrun(table))
        assert table.one(OverrunDeclared).units == ("a1", "a2")
    else:
        assert table.refused(overrun(table)) == refused
        assert begun(units, "a1").offered(DeclareOverrun)


@pytest.mark.case("8.1-A", "5.9-B", "11.0c")
def test_exploiting_units_overrun_in_the_exploitation_phase() -> None:
    units = f"axis 03.02 a1 {FAST} exploit\nsoviet 03.03 r1 {WEAK}"
    table = begun(units, "a1", phase="exploitation")
    assert table.offered(DeclareOverrun) == [overrun(table)]


@pytest.mark.case("8.1-A", "6.1f")
def test_units_must_have_begun_the_phase_together() -> None:
    """In another phase's record a1 began elsewhere: it was moved by an advance, which takes no MP."""
    look = position(field(f"axis 03.02 a1 {FAST}\naxis 03.02 a2 {FAST}\nsoviet 03.03 r1 {WEAK}"), phase="movement")
    clock = look.state.clock
    state = look.state.with_unit(look.unit("a2").act(origin=look.board.index("03.01")))
    look = Look(look.world, state.change(clock=clock))
    table = Table(look, Frame("movement_segment", "choose_unit", MovementSegment("axis")))
    table.do(BeginMove("a1"), AddUnit("a2"))
    assert table.refused(overrun(table)) == ("overrun.not_stacked", "8.1-A")


@pytest.mark.case("4.5b-A")
def test_a_unit_that_negated_a_zoc_spends_no_mp_on_an_overrun() -> None:
    look = position(field(f"axis 03.02 a1 {FAST}\naxis 03.02 a2 {FAST}\nsoviet 03.03 r1 {WEAK}"), phase="movement")
    table = Table(look, Frame("movement_segment", "choose_unit", MovementSegment("axis"))).do(BeginMove("a1"))
    state = table.look.state
    table.look = Look(look.world, state.with_unit(table.unit("a1").act(negates=True)))
    assert table.refused(overrun(table)) == ("move.negating", "4.5b-A")


@pytest.mark.case("8.1-A", "6.1f")
def test_others_may_have_been_dropped_before() -> None:
    units = f"axis 03.01 a1 {FAST}\naxis 03.01 a2 {FAST}\naxis 03.01 a3 {FAST}\nsoviet 03.03 r1 {WEAK}"
    table = begun(units, "a1", "a2", "a3")
    table.do(StepTo(table.hex("03.02")), DropUnit("a3"), overrun(table))
    assert table.one(OverrunDeclared).units == ("a1", "a2")


@pytest.mark.case("8.1a")
@pytest.mark.parametrize(("ma", "able"), [(4, True), (3, False)])
def test_three_mp_must_be_left(ma: int, able: bool) -> None:
    """One MP is spent to get next to the target."""
    table = begun(f"axis 03.01 a1 Rgt infantry other 8-3-{ma}L/4-3-12L\nsoviet 03.03 r1 {WEAK}", "a1")
    table.do(StepTo(table.hex("03.02")))
    if able:
        table.do(overrun(table))
    else:
        assert table.refused(overrun(table)) == ("overrun.few_mp", "8.1a")


@pytest.mark.case("8.1a", "6.1c-B")
def test_the_minimum_move_is_no_overrun() -> None:
    table = begun(f"axis 03.02 a1 Rgt infantry other 8-3-2L/4-3-12L\nsoviet 03.03 r1 {WEAK}", "a1")
    assert table.refused(overrun(table)) == ("overrun.few_mp", "8.1a")


@pytest.mark.case("12.5b-B")
def test_an_overrun_needs_fuel() -> None:
    unit = "axis 03.02 a1 Bn tank armor 8-3-9K/4-3-12K"
    dry = begun(f"{unit}\nsoviet 03.03 r1 {WEAK}", "a1")
    assert dry.refused(overrun(dry)) == ("overrun.no_fuel", "12.5b-B")
    fueled = begun(f"{unit} fueled\nsoviet 03.03 r1 {WEAK}", "a1")
    assert fueled.offered(DeclareOverrun) == [overrun(fueled)]


@pytest.mark.case("4.8a-D", "8.1h")
@pytest.mark.parametrize(("re", "able"), [(7, True), (8, False)])
def test_ten_re_with_the_bystanders(re: int, able: bool) -> None:
    """3 RE overrun; bystanders of the hex count, up to 10 RE together."""
    units = f"axis 03.02 a1 {DIV}\naxis 03.02 b1 Div infantry other 9-3-3L/4-3-6L re={re}\nsoviet 03.03 r1 {WEAK}"
    table = begun(units, "a1")
    if able:
        table.do(overrun(table))
    else:
        assert table.refused(overrun(table)) == ("overrun.overstacked", "4.8a-D")


@pytest.mark.case("9.1a")
def test_only_the_moving_side_overruns() -> None:
    table = movement(field(f"axis 03.02 a1 {FAST}\nsoviet 03.03 r1 {FAST}"))
    assert table.asked.side == "axis"
    assert table.refused(BeginMove("r1")) == ("move.not_own", "6.3a")


# --- and then --------------------------------------------------------------------------------------------------


@pytest.mark.case("8.1a", "8.0-D", "8.0-E", "8.0-C", "8.1b")
def test_a_successful_overrun_costs_three_mp_and_the_move_goes_on() -> None:
    """40 to 1/2 is off the table; the target dies and the stack enters its hex within the 3 MP."""
    table = overran(f"axis 03.02 a1 {DIV}\nsoviet 03.03 r1 {WEAK}", "a1", dice=(3, 4, 6, 6))
    assert table.one(CombatResolved).kind == "overrun"
    assert [event.hex for event in table.all(UnitAdvanced)] == [table.hex("03.03")]
    assert (table.step, table.data.hex, spent(table, "a1")) == ("go", table.hex("03.03"), 3)
    table.do(StepTo(table.hex("03.04")))
    assert spent(table, "a1") == 4


@pytest.mark.case("8.1-B", "8.1d", "9.1c-D", "8.1a", "8.0-D", "8.0-B")
def test_a_hex_may_be_overrun_again_and_others_after_it() -> None:
    """9 MP are three overruns: 4:1 gives Ao1 DL1o1, then 2:1 gives AL1 Do1; the defenders stay."""
    giant = "Div infantry other 80-3-9L/4-3-12L re=9"
    wall = "Div infantry other 40-3-3L/1-3-6L re=9 exhausted"
    units = f"axis 03.02 a1 {giant}\nsoviet 03.03 r1 {wall}\nsoviet 04.02 r2 {wall}"
    table = begun(units, "a1", dice=(3, 4, 3, 4) * 3, more="[supply]\naxis 03.02 9")
    table.do(overrun(table)).run_to("attacker_option").do(LoseStep("a1"), LoseStep("r1"))
    assert (spent(table, "a1"), table.unit("r1").steps_lost) == (3, 2)
    table.do(overrun(table)).run_to("defender_option").do(LoseStep("r1"))
    assert (spent(table, "a1"), table.unit("r1").steps_lost) == (6, 3)
    table.do(overrun(table, "04.02")).run_to("defender_option").do(LoseStep("r2"))
    assert (spent(table, "a1"), table.at("a1")) == (9, "03.02")
    assert [event.hex for event in table.all(OverrunDeclared)] == [table.hex(h) for h in ("03.03", "03.03", "04.02")]
    assert table.refused(overrun(table)) == ("overrun.few_mp", "8.1a")


# 8 against 20 is 1:3; a 12 gives Ao1 Do1.
REPULSED = (3, 4, 6, 6)


@pytest.mark.case("8.1f", "8.0-D")
def test_a_retreat_ends_the_move() -> None:
    table = overran(f"axis 03.02 a1 {FAST}\nsoviet 03.03 r1 {STRONG}", "a1", dice=REPULSED)
    table.do(TakeRetreat(), RetreatTo(table.hex("03.01")), IgnoreOption())
    assert (table.step, table.at("a1"), table.unit("a1").activity.moved) == ("choose_unit", "03.01", True)
    assert table.refused(BeginMove("a1")) == ("move.moved", "6.1f")


@pytest.mark.case("8.1f", "20.0a")
def test_what_is_detached_in_that_retreat_moves_no_more_either() -> None:
    division = FAST.replace("Rgt", "Div") + " re=3"
    pool = "axis pool bd Rgt infantry other 4-3-3L/2-3-6L kind=breakdown"
    table = overran(f"axis 03.02 a1 {division}\n{pool}\nsoviet 03.03 r1 {STRONG}", "a1", dice=REPULSED)
    table.do(TakeRetreat(), Detach("a1", "bd"), RetreatTo(table.hex("03.01")), IgnoreOption())
    assert table.at("bd/1") == "03.01"
    assert [table.refused(BeginMove(uid)) for uid in ("a1", "bd/1")] == [("move.moved", "6.1f")] * 2


@pytest.mark.case("8.1h", "8.1g")
def test_bystanders_are_untouched() -> None:
    units = f"axis 03.02 a1 {FAST}\naxis 03.02 b1 {FAST}\nsoviet 03.03 r1 {STRONG}"
    table = overran(units, "a1", dice=REPULSED).do(TakeRetreat())
    assert table.refused(TagAlong("b1")) == ("retreat.no_tagging", "8.1h")
    table.do(RetreatTo(table.hex("03.01")), IgnoreOption())
    assert (table.at("b1"), table.unit("b1").mode, table.unit("b1").activity.moved) == ("03.02", "combat", False)
    table.do(BeginMove("b1"))


@pytest.mark.case("9.0-E", "8.1a")
def test_a_cancelled_overrun_still_cost_its_mp() -> None:
    units = f"axis 03.02 a1 {FAST} exhausted\nsoviet 03.03 r1 {WEAK}"
    table = begun(units, "a1")
    table.do(overrun(table))
    assert table.one(AttackCancelled).case == "9.0-E"
    assert (table.step, spent(table, "a1"), table.at("a1")) == ("go", 3, "03.02")
    assert not table.all(CombatResolved)


@pytest.mark.case("6.1f", "8.1g")
def test_nobody_joins_a_stack_that_has_overrun() -> None:
    table = begun(f"axis 03.02 a1 {FAST} exhausted\naxis 03.02 b1 {FAST}\nsoviet 03.03 r1 {WEAK}", "a1")
    table.do(overrun(table))
    assert table.refused(AddUnit("b1")) == ("move.begun", "6.1f")


@pytest.mark.case("12.5e-A", "12.5b-B")
def test_an_overrun_uses_the_fuel_of_an_hq() -> None:
    units = (
        f"axis 03.02 a1 Bn tank armor 8-3-9K/4-3-12K\naxis 03.01 h1 hq 15T-4T/10T-20T hqfuel\nsoviet 03.03 r1 {WEAK}"
    )
    table = begun(units, "a1")
    table.do(overrun(table))
    assert table.one(FuelDrawn).unit == "a1"


@pytest.mark.case("8.0-B")
def test_the_stack_does_not_move_to_overrun() -> None:
    table = begun(f"axis 03.02 a1 {FAST}\nsoviet 03.03 r1 {STRONG}", "a1", dice=(3, 4, 3, 4))
    table.do(overrun(table))
    assert not table.all(UnitMoved)
    assert table.at("a1") == "03.02"


@pytest.mark.case("8.0-D")
def test_a_stack_that_dies_ends_its_move() -> None:
    table = overran(f"axis 03.02 a1 {FAST}\nsoviet 03.03 r1 {STRONG}", "a1", dice=(3, 4, 1, 1))
    assert table.at("a1") == "dead"
    found = decision(table.look)
    assert found is not None
    assert (found.procedure.name, found.step.name) == ("movement_segment", "choose_unit")
    table.do(Done())
    assert table.step == ""


@pytest.mark.case("8.0-D", "6.1g")
def test_the_mover_may_also_halt_after_an_overrun() -> None:
    table = overran(f"axis 03.02 a1 {DIV}\nsoviet 03.03 r1 {WEAK}", "a1", dice=(3, 4, 6, 6)).do(Halt())
    assert (table.step, table.at("a1")) == ("choose_unit", "03.03")
