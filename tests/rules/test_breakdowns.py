"""Breakdowns: steps that a division detaches, and takes in again."""

from __future__ import annotations

from dataclasses import replace as altered
from typing import Any

import pytest
from msgspec.structs import replace

from as_json import view
from redball.core.actions import Absorb, AddUnit, Advance, Detach, Done, Halt, LoseStep, RetreatTo, SplitOff
from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import BreakdownAbsorbed, BreakdownDetached, PhaseBegan, StepLost
from redball.core.look import Look
from redball.core.state import DEAD_PILE, REMOVED
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.watch.bookkeeping import steps
from redball.rules.units.breakdowns import refuse_detach
from redball.rules.units.losses import lose_step
from rules.table import resolved, retreat
from support import LEG, Sitting, sit
from support import text as position_text

DIV = "Div infantry other 27-3-3L/9-3-6L re=3"
GOOD = "axis pool bd4 Rgt infantry other 4-4-3L/2-4-6L kind=breakdown"
EQUAL = "axis pool bd3 Rgt infantry other 4-3-3L/2-3-6L kind=breakdown"
POOR = "axis pool bd2 Rgt infantry other 3-2-3L/1-2-6L kind=breakdown"
POOLS = f"{GOOD}\n{EQUAL}\n{POOR}"
PART = "Rgt infantry other 4-3-3L/2-3-6L kind=breakdown"
WEAK = "Rgt infantry other 3-2-3L/1-2-6L kind=breakdown"
FAR = f"soviet 06.05 r {LEG}"
SOURCES = "[sources]\naxis 01.02 02.02\nsoviet 06.05\n"


def camp(
    units: str = f"axis 02.02 d {DIV}", *, pools: str = f"{GOOD}\n{EQUAL}\n{POOR}", at: str = "movement"
) -> Sitting:
    """A phase of the axis with three kinds of Breakdowns in its pool."""
    return sit(f"{units}\n{pools}\n{FAR}", rest=SOURCES, at=at)


# --- detaching -------------------------------------------------------------------------------------------------


@pytest.mark.case("20.0-A", "20.0a", "20.0e", "20.0f", "20.0c")
def test_a_division_detaches_a_step_as_it_begins_to_move() -> None:
    table = camp().begin("d").do(Detach("d", "bd3"))
    event = table.one(BreakdownDetached)
    assert (event.unit, event.new, event.counter) == ("d", "bd3/1", "bd3")
    assert (table.unit("d").steps_lost, table.at("bd3/1"), table.unit("bd3/1").mode) == (1, "02.02", "combat")
    assert table.game.look.regimental_equivalents(table.unit("bd3/1")) == 4
    assert table.game.look.counter("bd3/1").is_independent
    assert table.left("d") == "3", "no MP"
    table.go("02.03").halt().begin("bd3/1").go("03.02").halt()
    assert table.game.state.steps_lost["axis"] == 0, "no loss"
    axis = [unit for unit in table.game.state.units.values() if unit.side == "axis"]
    assert sum(steps(table.game.world, unit) for unit in axis) == 3


@pytest.mark.case("20.0a")
def test_both_may_go_on_together() -> None:
    table = camp().begin("d").do(Detach("d", "bd3"), AddUnit("bd3/1"), Detach("d", "bd2"))
    assert table.refused(Detach("d", "bd3")) == ("breakdown.last_step", "20.0-A")
    table.go("02.03")
    assert (table.at("d"), table.at("bd3/1"), table.at("bd2/1")) == ("02.03", "02.03", "02.02")


@pytest.mark.case("20.0a")
def test_nothing_is_detached_on_the_way_or_by_those_that_do_not_move() -> None:
    table = camp(f"axis 02.02 d {DIV}\naxis 02.02 e {DIV}").begin("d")
    assert table.refused(Detach("e", "bd3")) == ("breakdown.too_late", "20.0a")
    table.go("02.03")
    assert table.refused(Detach("d", "bd3")) == ("breakdown.too_late", "20.0a")


@pytest.mark.case("20.0b", "20.0g")
@pytest.mark.parametrize(
    ("counter", "wanted"),
    [
        ("bd4", ("breakdown.too_good", "20.0b")),
        ("bd3", None),
        ("bd2", None),
        ("d", ("breakdown.no_pool", "20.0g")),
        ("", ("breakdown.no_pool", "20.0g")),
    ],
)
def test_a_breakdown_is_not_better_than_its_parent(counter: str, wanted: tuple[str, str] | None) -> None:
    table = camp().begin("d")
    if wanted is None:
        table.do(Detach("d", counter))
    else:
        assert table.refused(Detach("d", counter)) == wanted


@pytest.mark.case("20.0b")
@pytest.mark.parametrize(("mode", "wanted"), [("", ("breakdown.too_good", "20.0b")), ("move", None)])
def test_the_side_that_shows_is_compared(mode: str, wanted: tuple[str, str] | None) -> None:
    pool = "axis pool bdx Rgt infantry other 4-4-3L/2-2-6L kind=breakdown"
    table = camp(f"axis 02.02 d {DIV} {mode}", pools=pool).begin("d")
    if wanted is None:
        table.do(Detach("d", "bdx"))
    else:
        assert table.refused(Detach("d", "bdx")) == wanted


@pytest.mark.case("20.0-A", "20.0c")
def test_two_of_a_kind_are_told_apart_by_number() -> None:
    table = camp().begin("d").do(Detach("d", "bd3"), Detach("d", "bd3"))
    assert [event.new for event in table.all(BreakdownDetached)] == ["bd3/1", "bd3/2"]
    assert [table.at(uid) for uid in ("bd3/1", "bd3/2")] == ["02.02", "02.02"]


@pytest.mark.case("20.0-B", "20.0-A")
@pytest.mark.parametrize(
    ("unit", "code"),
    [
        ("Div tank armor 20-3-6K/9-3-9K re=3 fueled", "breakdown.no_parent"),
        ("Div motorized_infantry mech 20-3-6T/9-3-9T re=3 fueled", "breakdown.no_parent"),
        (LEG, "breakdown.no_parent"),
        (f"{DIV} nation=hu", "breakdown.no_parent"),
        (f"{DIV} lost=2", "breakdown.last_step"),
        (f"{DIV} lost=1", ""),
    ],
)
def test_who_breaks_down(unit: str, code: str) -> None:
    table = camp(f"axis 02.02 d {unit}").begin("d")
    if code:
        assert table.refused(Detach("d", "bd3"))[0] == code
    else:
        table.do(Detach("d", "bd3"))


@pytest.mark.case("20.0g")
def test_a_pool_may_be_limited_and_units_without_part() -> None:
    table = camp(f"axis 02.02 d {DIV}\naxis 02.02 e {DIV}").begin("d", "e")
    world = table.game.world
    (pool,) = world.scenario.breakdowns
    assert (pool.side, pool.nation, pool.counters) == ("axis", "axis", ("bd4", "bd3", "bd2"))
    short = replace(world.scenario, breakdowns=(replace(pool, without=("e",), limit=1),))
    limited = altered(world, scenario=short)

    def refused(uid: str) -> tuple[str, str]:
        found = refuse_detach(Look(limited, table.game.state), table.unit(uid), "bd3")
        return (found.code, found.have) if found is not None else ("", "")

    assert (refused("d"), refused("e")) == (("", ""), ("breakdown.no_parent", ""))
    table.do(Detach("d", "bd3"))
    assert refused("d") == ("breakdown.empty", "1")


@pytest.mark.case("20.0c")
@pytest.mark.parametrize("marks", ["low", "exhausted oos", "dg", "move", "exploit"])
def test_what_is_detached_has_the_mode_and_markers_of_its_parent(marks: str) -> None:
    at = "exploitation_movement" if marks == "exploit" else "movement"
    table = camp(f"axis 02.02 d {DIV} {marks}", at=at).begin("d").do(Detach("d", "bd3"))
    unit, part = table.unit("d"), table.unit("bd3/1")
    assert (part.mode, part.facing, part.internals, part.out_of_supply, part.keeps_zoc) == (
        unit.mode,
        unit.facing,
        unit.internals,
        unit.out_of_supply,
        unit.keeps_zoc,
    )


@pytest.mark.case("12.5c-C", "20.0c")
@pytest.mark.parametrize("paid_first", [True, False])
def test_a_token_of_fuel_does_not_serve_what_is_detached(paid_first: bool) -> None:
    """One counter, one token: the order of paying and detaching makes no difference."""
    motorized = "axis pool bd3 Rgt infantry other 4-3-3L/2-3-12T kind=breakdown"
    units = f"axis 02.02 d Div infantry other 27-3-3L/9-3-12T re=3 move\n{motorized}\n{FAR}"
    table = sit(units, rest=f"{SOURCES}[supply]\naxis 02.02 2\n").begin("d")
    if paid_first:
        table.fuel("d").do(Detach("d", "bd3"))
    else:
        table.do(Detach("d", "bd3")).fuel("d")
    table.go("02.03").halt().begin("bd3/1")
    assert table.refused(table.to("03.02"))[0] == "move.no_fuel"
    assert table.fuel("bd3/1").go("03.02").at("bd3/1") == "03.02"
    assert table.tokens("axis", "02.02") == 6


# --- combat ----------------------------------------------------------------------------------------------------

FIELD = """
[terrain]
. . . . . .
. . . . . .
. . . . . .
. . . . . .
. . . . . .
[units]
{}
"""


@pytest.mark.case("20.0a", "13.5b-B")
def test_a_retreating_division_detaches_what_goes_another_way() -> None:
    pool = EQUAL.replace("axis", "soviet")
    table = retreat(FIELD.format(f"soviet 03.03 d {DIV}\n{pool}\naxis 06.05 a {LEG}"), 1, ("d",))
    table.do(Detach("d", "bd3"))
    assert table.data.groups[0].units == ("d", "bd3/1")
    table.do(SplitOff("bd3/1"), RetreatTo(table.hex("03.04")))
    assert table.refused(Detach("bd3/1", "bd3")) == ("breakdown.no_parent", "20.0-B")
    table.do(RetreatTo(table.hex("02.03")))
    assert (table.at("d"), table.at("bd3/1")) == ("03.04", "02.03")


@pytest.mark.case("20.0a")
def test_nothing_is_detached_after_the_first_hex_of_a_retreat() -> None:
    pool = EQUAL.replace("axis", "soviet")
    table = retreat(FIELD.format(f"soviet 03.03 d {DIV}\n{pool}\naxis 06.05 a {LEG}"), 2, ("d",))
    table.do(RetreatTo(table.hex("03.04")))
    assert table.refused(Detach("d", "bd3")) == ("breakdown.too_late", "20.0a")


@pytest.mark.case("20.0a")
def test_an_advancing_division_leaves_a_breakdown_behind_or_sends_it() -> None:
    units = FIELD.format(f"axis 02.02 d {DIV}\n{EQUAL}\naxis 01.01 x {LEG}\nsoviet 02.03 r {LEG}\nsoviet 06.05 y {LEG}")
    table = resolved(units, "02.03", "d", result="Ao1 DL1o1").do(LoseStep("d"))
    assert (table.step, table.refused(Detach("x", "bd3"))) == ("advance", ("breakdown.too_late", "20.0a"))
    table.do(Detach("d", "bd3"), Advance("bd3/1"))
    assert (table.at("d"), table.at("bd3/1"), table.unit("d").steps_lost) == ("02.02", "02.03", 2)
    table.do(Done())
    assert table.step == ""


@pytest.mark.case("20.0f", "13.5b-B")
def test_a_breakdown_that_is_destroyed_returns_to_the_pool() -> None:
    table = camp().begin("d").do(Detach("d", "bd3"))
    run = Run(table.game.look, Dice(seed=1))
    lose_step(run, "bd3/1", "test", "9.11-B")
    lost = [event for event in run.events if isinstance(event, StepLost)]
    assert lost[0].destroyed
    assert run.look.unit("bd3/1").hex == REMOVED != DEAD_PILE
    assert run.state.steps_lost["axis"] == 1


# --- absorption ------------------------------------------------------------------------------------------------


def after_phase(units: str) -> Sitting:
    """The end of the axis Movement Phase."""
    return camp(units).done()


@pytest.mark.case("20.0d", "20.0b", "20.0c", "20.0-B", "20.0g")
@pytest.mark.parametrize(
    ("parent", "part", "absorbed"),
    [
        (f"{DIV} lost=1", PART, True),
        (f"{DIV} lost=2", "Rgt infantry other 4-4-3L/2-4-6L kind=breakdown", True),
        (DIV, PART, False),
        (f"{DIV} lost=1", WEAK, False),
        (f"{DIV} lost=1", f"{PART} move", False),
        (f"{DIV} lost=1 low", PART, False),
        (f"{DIV} lost=1 low", f"{PART} low", True),
        (f"{DIV} lost=1 dg", f"{PART} dg", True),
        (f"{DIV} lost=1", f"{PART} dg", False),
        (f"{DIV} lost=1", f"{PART} oos", False),
        (f"{DIV} lost=1 oos", f"{PART} oos", True),
        (f"{DIV} lost=1", f"{PART} nation=hu", False),
        (f"{DIV} lost=1", LEG, False),
        ("Div tank armor 20-3-6K/9-3-9K re=3 lost=1", PART, False),
    ],
)
def test_what_stands_together_at_the_end_of_a_phase_is_absorbed(parent: str, part: str, absorbed: bool) -> None:
    table = after_phase(f"axis 02.02 d {parent}\naxis 02.02 b {part}\naxis 01.05 x {LEG}")
    events = list(table.game.events())
    supply = next(n for n, event in enumerate(events) if isinstance(event, PhaseBegan) and event.phase == "supply")
    taken = [event for event in events[:supply] if isinstance(event, BreakdownAbsorbed)]
    assert [(event.unit, event.other) for event in taken] == [("d", "b")] * absorbed


@pytest.mark.case("20.0d")
def test_absorption_waits_for_the_end_of_the_phase_and_for_the_same_hex() -> None:
    table = camp(f"axis 02.02 d {DIV} lost=1\naxis 02.04 b {PART}\naxis 02.03 c {PART}\naxis 02.02 e {PART}")
    table.move("b", "02.03").move("d", "02.03")
    assert not table.all(BreakdownAbsorbed)
    table.done()
    assert table.step == "absorption.absorb", "b or c; e stands elsewhere"
    table.do(Absorb("d", "c"))
    assert (table.unit("d").steps_lost, table.at("b"), table.at("e")) == (0, "02.03", "02.02")


@pytest.mark.case("20.0d")
def test_the_owner_chooses_where_there_is_a_choice() -> None:
    """Two divisions lack a step each, and one Breakdown is there; nothing else is legal than to take it in."""
    table = after_phase(f"axis 02.02 d {DIV} lost=1\naxis 02.02 e {DIV} lost=1\naxis 02.02 b {PART}")
    assert (table.step, table.side) == ("absorption.absorb", "axis")
    assert table.game.choices() == [Absorb("d", "b"), Absorb("e", "b")]
    assert table.refused(Absorb("b", "d")) == ("breakdown.not_pair", "20.0d")
    table.do(Absorb("e", "b"))
    assert (table.unit("d").steps_lost, table.unit("e").steps_lost) == (1, 0)
    assert table.step != "absorption.absorb"


@pytest.mark.case("20.0d")
def test_what_leaves_no_choice_any_more_is_not_asked() -> None:
    table = after_phase(
        f"axis 02.02 d {DIV} lost=1\naxis 02.02 e {DIV} lost=1\naxis 02.02 b {PART}\naxis 02.02 c {PART}"
    )
    table.do(Absorb("d", "c"))
    assert table.step != "absorption.absorb"
    assert [(event.unit, event.other) for event in table.all(BreakdownAbsorbed)] == [("d", "c"), ("e", "b")]


@pytest.mark.case("20.0d")
@pytest.mark.parametrize(("lost", "asked"), [(2, False), (1, True)])
def test_a_unit_that_lacks_as_many_steps_as_there_are_takes_in_all(lost: int, asked: bool) -> None:
    table = after_phase(f"axis 02.02 d {DIV} lost={lost}\naxis 02.02 b {PART}\naxis 02.02 c {PART}")
    assert (table.step == "absorption.absorb") is asked
    assert len(table.all(BreakdownAbsorbed)) == (0 if asked else 2)


@pytest.mark.case("20.0d", "20.0e")
def test_a_detached_step_returns_if_nobody_goes() -> None:
    table = camp().begin("d").do(Detach("d", "bd3"), Halt()).done()
    assert table.unit("d").steps_lost == 0
    assert table.one(BreakdownAbsorbed).other == "bd3/1"


@pytest.mark.case("20.0d")
def test_alike_breakdowns_are_not_asked_about() -> None:
    table = after_phase(f"axis 02.02 d {DIV} lost=1\naxis 02.02 b {WEAK}\naxis 02.02 c {PART}")
    assert [event.other for event in table.all(BreakdownAbsorbed)] == ["c"], "b is too poor"
    table = camp(f"axis 02.02 d {DIV}\naxis 02.03 e {DIV}")
    table.begin("d").do(Detach("d", "bd3")).go("02.03").halt().begin("e").do(Detach("e", "bd3")).halt()
    table.begin("bd3/1").go("02.03").halt()
    assert table.done().step == "absorption.absorb", "two divisions"


@pytest.mark.case("20.0d")
def test_the_other_side_absorbs_too() -> None:
    part = PART.replace("kind=breakdown", "kind=breakdown nation=su")
    pool = EQUAL.replace("axis pool bd3", "soviet pool sd3") + " nation=su"
    table = camp(f"axis 02.02 x {LEG}\nsoviet 05.04 d {DIV} lost=1 nation=su\nsoviet 05.04 b {part}", pools=pool).done()
    assert [event.side for event in table.all(BreakdownAbsorbed)] == ["soviet"]


# --- told ------------------------------------------------------------------------------------------------------


@pytest.mark.case("20.0g")
def test_the_enemy_does_not_learn_of_it() -> None:
    table = camp().begin("d").do(Detach("d", "bd3"))
    assert [c["id"] for c in view(table.game, "soviet")["breakdowns"][0]["counters"]] == ["bd4", "bd3", "bd2"]
    assert "bd3/1" in {u["id"] for u in view(table.game, "axis")["units"]}
    seen: list[dict[str, Any]] = view(table.game, "soviet")["units"]
    assert sum(u["hex"] == table.hex("02.02") for u in seen) == 1


@pytest.mark.case("20.0g")
def test_pools_are_part_of_a_position() -> None:
    world, state = parse_position(position_text(f"axis 02.02 d {DIV} nation=de\n{EQUAL} nation=de\n{FAR}"))
    assert "bd3" not in state.units
    again, same = parse_position(dump_position(world, state))
    assert again.scenario.breakdowns == world.scenario.breakdowns
    assert same.units == state.units
    assert again.counters["d"].nation == "de"
    for bad in (f"axis pool d {DIV}", f"{EQUAL}\n{EQUAL}"):
        with pytest.raises(PositionError, match=r"not a Breakdown|listed twice"):
            Game.from_position(position_text(f"axis 02.02 x {LEG}\n{bad}\n{FAR}"))
