"""Option 21.7: what a step costs, where Repls arrive, and how many are used at once."""

from __future__ import annotations

import dataclasses

import pytest

from redball.core.actions import Done, PlaceRepl, RegainStep
from redball.core.events import ReplsSpent, StepRegained
from redball.core.look import Look
from redball.core.state import Frame
from redball.rules.reinforcement.rebuild import Rebuilding, on_map, one_repl, step_cost
from redball.scenarios.records import Cost
from rules.renewal_table import DIVISION, EQ, PAX, TANKS, renewal
from rules.table import Table
from rules.test_replacements import phase
from support import HQ


def with_option(table: Table) -> Look:
    """The same position with the option."""
    world = table.look.world
    return Look(dataclasses.replace(world, switches=world.switches | {"revised_rebuilds": True}), table.look.state)


def rebuilding(units: str, *fresh: str, on: bool = True) -> Table:
    """The axis rebuilds; `fresh` are Repls that came in this phase."""
    made = renewal(units)
    look = with_option(made) if on else made.look
    data = Rebuilding("axis", fresh=fresh, held=on_map(look, "axis"))
    return Table(Look(look.world, look.state.change(stack=())), Frame("rebuilding", "rebuild", data))


@pytest.mark.case("21.7-C")
@pytest.mark.parametrize(
    ("words", "usual", "revised"),
    [
        ("Bn tank armor 9-5-12K/3-5-15K", Cost(1, 2), Cost(eq=1)),
        ("Bn tank armor 9-5-12T/3-5-15K", Cost(1, 2), Cost(eq=1)),
        ("Bn tank armor 9-5-12T/3-5-15T", Cost(1, 2), Cost(pax=1)),
        (HQ, Cost(pax=2), Cost(pax=1)),
        (DIVISION, Cost(pax=1), Cost(pax=1)),
        ("Rgt militia other (3)-1-2L/(1)-1-4L", None, None),
    ],
)
def test_a_step_costs_one_repl(words: str, usual: Cost | None, revised: Cost | None) -> None:
    """An Eq only where the table mixes both and some side has Track MP; what has no price gets none."""
    table = renewal(f"axis 03.02 hq {HQ}\naxis 02.02 x {words}")
    assert step_cost(table.look, table.unit("x")) == usual
    look = with_option(table)
    assert step_cost(look, look.unit("x")) == revised


@pytest.mark.case("21.7-C")
@pytest.mark.parametrize(
    ("line", "cost", "revised"),
    [
        (TANKS, Cost(eq=2), Cost(eq=1)),
        (TANKS, Cost(pax=2), Cost(pax=1)),
        (DIVISION, Cost(eq=2), Cost(eq=1)),
        (DIVISION, Cost(2, 2), Cost(pax=1)),
    ],
)
def test_a_table_that_asks_for_one_kind_gets_one_of_that_kind(line: str, cost: Cost, revised: Cost) -> None:
    look = renewal(f"axis 02.02 x {line}").look
    assert one_repl(look, look.unit("x"), cost) == revised


def spent(table: Table) -> list[str]:
    """Repls that were used, or are gone."""
    return [uid for event in table.all(ReplsSpent) for uid in event.units]


PARTY = f"axis 03.03 d {DIVISION} lost=2\n" + "".join(f"axis 03.03 pax/{n} {PAX}\n" for n in range(1, 4))


@pytest.mark.case("21.7-A")
@pytest.mark.parametrize(
    ("fresh", "used", "gone"),
    [(0, 0, 0), (1, 0, 1), (1, 1, 0), (2, 0, 1), (2, 1, 0), (3, 0, 2), (3, 1, 1), (3, 2, 0)],
)
def test_half_of_the_repls_that_came_are_used_at_once(fresh: int, used: int, gone: int) -> None:
    """Rounded up: a single one is used, of two one may be kept."""
    ids = [f"pax/{n}" for n in range(3, 3 - fresh, -1)]
    table = rebuilding(PARTY, *ids)
    counters = table.look.world.counters | {"pax": table.look.world.counters["pax/1"]}
    world = dataclasses.replace(table.look.world, counters=counters)
    table.look = Look(world, table.look.state)
    table.do(*[RegainStep("d")] * used)
    if table.step:
        table.do(Done())
    assert len(table.all(StepRegained)) == used
    assert len(spent(table)) == used + gone


@pytest.mark.case("21.7-A")
@pytest.mark.parametrize(("used", "gone"), [(0, ["e1"]), (1, [])])
def test_half_of_each_kind_is_used(used: int, gone: list[str]) -> None:
    """A use of Eq does not save Pax, nor the other way round."""
    tanks = f"axis 03.03 t {TANKS.replace('Bn', 'Div')} re=3 lost=1"
    units = f"{tanks}\naxis 03.03 e1 {EQ}\naxis 03.03 e2 {EQ}\naxis 03.03 p1 {PAX}"
    table = rebuilding(units, "e1", "e2", "p1").do(*[RegainStep("t")] * used)
    if table.step:
        table.do(Done())
    assert spent(table)[used:] == ["p1", *gone]


@pytest.mark.case("21.7-A")
def test_generic_repls_that_were_used_up_are_known_by_their_counter() -> None:
    made = rebuilding(PARTY, "pax/1", "pax/2", "pax/3")
    look, stack = made.look, made.look.state.stack
    counters = {uid: counter for uid, counter in look.world.counters.items() if not uid.startswith("pax/")}
    counters["pax"] = look.world.counters["pax/1"]
    repls = [look.unit(f"pax/{n}").change(counter="pax") for n in (1, 2, 3)]
    state = look.state.with_units(repls).change(stack=())
    table = Table(Look(dataclasses.replace(look.world, counters=counters), state), stack[-1])
    table.do(RegainStep("d"), Done())
    assert len(spent(table)) == 2, "one was used; of the half that must be, one is left"


@pytest.mark.case("21.7-A")
def test_without_the_option_they_are_kept() -> None:
    table = rebuilding(PARTY, "pax/1", "pax/2", "pax/3", on=False)
    assert spent(table.do(Done())) == []


@pytest.mark.case("21.7-B")
def test_repls_arrive_where_an_hq_traces() -> None:
    units = f"axis 04.03 hq {HQ}\naxis 05.01 other {HQ} strat\n"
    table = phase(units, 2, rest="[sources]\naxis 01.01\n")
    hex_ = table.hex("04.03")
    assert {action.hex for action in table.offered(PlaceRepl)} == {table.hex("01.01")}
    look = with_option(table)
    revised = Table(Look(look.world, look.state.change(stack=())), look.state.stack[-1])
    assert {action.hex for action in revised.offered(PlaceRepl)} == {table.hex("01.01"), hex_, table.hex("05.01")}
    eating = phase(units, 2, rest="[supply]\naxis 04.03 2\n")
    look = with_option(eating)
    cut_off = Table(Look(look.world, look.state.change(stack=())), look.state.stack[-1])
    assert {action.hex for action in cut_off.offered(PlaceRepl)} == {table.hex("01.01")}


def test_the_price_of_tanks_is_paid_in_eq() -> None:
    table = rebuilding(f"axis 03.03 t {TANKS.replace('Bn', 'Div')} re=2 lost=1\naxis 03.03 e1 {EQ}")
    table.do(RegainStep("t"))
    assert spent(table) == ["e1"]
