"""The works that are offered: all that are not refused, and no others."""

from __future__ import annotations

from itertools import product

import pytest

from redball.core.actions import Construct
from redball.rules.works.construction import BIG_TASKS
from support import HQ, LEG, Sitting, sit

ENGINEERS = "Bn engineer other 3-4-3L/1-4-8T kind=engineer"
BATTALION = "Bn infantry other 4-3-3L/2-3-6L"
COMPANY = "Co infantry other 1-3-3L/1-3-6L"
FAR = f"soviet 06.05 r {LEG}"
BUILD, REDUCE = "build_hedgehog", "reduce_hedgehog"


def offered(table: Sitting) -> set[tuple[str, str, str]]:
    """The works offered, by unit, hex and task. They are those that are not refused."""
    found = table.offered(Construct)
    units = ["", *(unit.id for unit in table.look.own("axis"))]
    named = [Construct(uid, h, task) for uid, h, task in product(units, range(table.look.board.size), BIG_TASKS)]
    assert {work for work in named if table.game.check("axis", work) is None} == set(found)
    return {(work.unit, table.look.hex_name(work.hex), work.task) for work in found}


@pytest.mark.case("16.0b-A")
@pytest.mark.parametrize(
    ("units", "supply", "able"),
    [
        (f"axis 02.02 a {LEG}", 2, True),
        (f"axis 02.02 a {LEG}", 1, False),
        (f"axis 02.02 a {LEG} move\naxis 02.02 b {BATTALION}", 2, False),
        (f"axis 02.02 a {BATTALION}\naxis 02.02 b {BATTALION}\naxis 02.02 c {BATTALION}", 2, True),
        (f"axis 02.02 a {BATTALION}\naxis 02.02 b {COMPANY}", 2, False),
        (f"axis 02.02 a {LEG}\naxis 02.02 h {HQ} move", 2, True),
        (f"axis 02.02 a {LEG}\naxis 02.02 h {HQ} worked", 2, True),
    ],
)
def test_a_party_of_one_re_is_offered_the_work_that_it_can_pay(units: str, supply: int, able: bool) -> None:
    """An HQ in the hex, which draws in its own way, neither helps nor hinders."""
    table = sit(f"{units}\n{FAR}", rest=f"[supply]\naxis 02.02 {supply}\n")
    assert (("", "02.02", BUILD) in offered(table)) == able


@pytest.mark.case("16.0b-A")
@pytest.mark.parametrize(("supply", "able"), [(2, True), (1, False)])
def test_a_party_beside_an_hq_that_draws_on_foot_is_offered_what_it_can_pay_itself(supply: int, able: bool) -> None:
    units = f"axis 02.02 a {LEG}\naxis 02.02 h hq 15L-4L/10L-20L"
    table = sit(f"{units}\n{FAR}", rest=f"[supply]\naxis 04.02 {supply}\n")
    assert (("", "02.02", BUILD) in offered(table)) == able


@pytest.mark.case("13.8d-A")
@pytest.mark.parametrize("enhanced", [False, True])
def test_an_engineer_is_offered_no_work_where_the_enemy_is(enhanced: bool) -> None:
    """Supply, works and units of the enemy's shut a hex to every task, to those that raise a hedgehog too (21.11)."""
    table = sit(
        f"axis 02.02 e {ENGINEERS}\nsoviet 03.03 z {LEG}\n{FAR}",
        rest="[supply]\naxis 02.02 9\nsoviet 02.03 1\n[hedgehogs]\nsoviet 01.02 1\naxis 02.01 1\n",
        switches={"enhanced_construction": enhanced},
    )
    hexes = {hex_ for _, hex_, _ in offered(table)}
    assert "02.01" in hexes
    assert hexes.isdisjoint({"03.03", "02.03", "01.02"})


@pytest.mark.case("13.2a-A")
@pytest.mark.parametrize(("load", "tasks"), [(2, {BUILD}), (1, set())])
def test_while_a_stack_moves_its_loads_pay_for_work_and_nothing_is_free(load: int, tasks: set[str]) -> None:
    table = sit(
        f"axis 02.02 e {ENGINEERS}\naxis 02.03 t truck 2 40T load={load}\naxis 02.03 a {LEG}\n{FAR}",
        rest="[supply]\naxis 02.02 9\n[hedgehogs]\naxis 02.01 1\n",
    )
    assert {task for _, _, task in offered(table)} >= {BUILD, REDUCE}
    table.begin("t").go("02.04")
    assert {task for _, _, task in offered(table)} == tasks


@pytest.mark.case("13.2a-A", "16.0b-A")
@pytest.mark.parametrize(("stays", "able"), [(f"\naxis 02.02 b {LEG}", True), ("", False)])
def test_who_has_begun_to_move_is_no_party_for_the_loads_of_its_stack(stays: str, able: bool) -> None:
    table = sit(f"axis 02.02 t truck 2 40T load=2\naxis 02.02 a {LEG} move{stays}\n{FAR}")
    table.begin("t", "a").mode("a", "combat")
    assert (("", "02.02", BUILD) in offered(table)) == able
