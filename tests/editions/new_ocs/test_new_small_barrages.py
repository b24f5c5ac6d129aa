"""Small barrages share the tokens of a source."""

from __future__ import annotations

from random import Random

import pytest

from editions.new_ocs.new_support import sit
from redball.core.actions import AddUnit, DeclareBarrage, Done
from redball.core.events import SupplySpent
from redball.core.ledger import Ledger
from redball.editions.new_ocs.covers import BarrageCovered, covered_in
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.sight.belief import believed
from redball.game.watch.invariants import check_hidden
from redball.rules.barrage.segment import preview
from support import HQ, LEG, Sitting, land

TINY = "artillery b3-4-3-4L/b2-4-3-12T"
SMALL = "artillery b6-4-3-4L/b3-4-3-12T"
MEDIUM = "artillery b10-4-3-4L/b5-4-3-12T"
TARGETS = ("04.03", "04.04", "05.04", "05.03", "04.02")
UNITS = "\n".join((f"axis 02.02 s {LEG}", *(f"soviet {hex_} r{i} {LEG}" for i, hex_ in enumerate((*TARGETS, "05.02")))))
DUMP = "[supply]\naxis 02.02 9T\nsoviet 06.05 9\n"


def battery(*guns: str, rest: str = DUMP, more: str = "", dice: int = 20) -> Sitting:
    """Guns in 02.02 in the Bombardment Phase, and targets within their range; one more gun keeps the phase open."""
    guns = (*guns, TINY)
    rows = "\n".join(f"axis 02.02 g{i} {gun}" for i, gun in enumerate(guns))
    return sit(f"{UNITS}\n{rows}\n{more}", at="bombardment", rest=rest, dice=(1, 1) * dice)


def fire(table: Sitting, target: str, *units: str) -> None:
    """A barrage to its end, paid from the first source that is offered."""
    table.do(DeclareBarrage(table.hex(target)), *map(AddUnit, units), Done())
    while table.step.startswith(("pay", "barrage.")):
        table.do(table.game.choices()[0])


def left(table: Sitting) -> list[tuple[str, int]]:
    """What is covered, by HQ or hex."""
    covers = covered_in(table.game.state)
    return [(c.via or table.game.look.hex_name(c.source), c.quarters) for c in covers]


def price(table: Sitting, target: str, *units: str) -> tuple[int, Ledger | None]:
    found = preview(table.game.look, "axis", table.hex(target), units)
    return found.cost, found.price


@pytest.mark.case("N10-table-sharing")
@pytest.mark.parametrize(
    ("guns", "tokens", "covered"),
    [
        ([TINY], 1, 3),
        ([TINY] * 2, 1, 2),
        ([TINY] * 4, 1, 0),
        ([TINY] * 5, 2, 3),
        ([SMALL], 1, 2),
        ([SMALL] * 2, 1, 0),
        ([SMALL, TINY, TINY], 1, 0),
        ([SMALL] * 3, 2, 2),
        ([TINY] * 3 + [SMALL], 2, 3),
        ([MEDIUM, TINY], 2, 3),
        ([TINY, MEDIUM], 2, 3),
        ([f"{MEDIUM} move", f"{SMALL} move", SMALL], 2, 0),
    ],
)
def test_what_small_barrages_of_one_dump_cost_together(guns: list[str], tokens: int, covered: int) -> None:
    """Move Mode guns are paid as twice their strength: 10, which pays a whole token, and 6."""
    table = battery(*guns)
    for i, target in zip(range(len(guns)), TARGETS, strict=False):
        assert price(table, target, f"g{i}")[0] == (before := tokens_of(table, target, f"g{i}"))
        was = table.spent()
        fire(table, target, f"g{i}")
        assert table.spent() - was == before, "the preview says what is paid"
    assert table.spent() == tokens
    assert left(table) == ([("02.02", covered)] if covered else [])


def tokens_of(table: Sitting, target: str, *units: str) -> int:
    """The price as its ledger has it, or as the preview has it where there is none."""
    cost, told = price(table, target, *units)
    if told is not None:
        assert told.total == f"{cost}T"
    return cost


@pytest.mark.case("N10-table-sharing")
def test_the_ledger_and_the_log_tell_what_covers() -> None:
    table = battery(TINY, SMALL)
    _, told = price(table, TARGETS[0], "g0")
    assert told is not None
    assert [line.amount for line in told.lines] == ["1/4T", "+3/4T"]
    fire(table, TARGETS[0], "g0")
    cost, told = price(table, TARGETS[1], "g1")
    assert told is not None
    assert (cost, [line.amount for line in told.lines]) == (0, ["1/2T", "-1/2T"])
    assert told.lines[1].reason == "covered by a token paid at 02.02; 1/4T of it is left"
    fire(table, TARGETS[1], "g1")
    assert [(event.used, event.quarters) for event in table.all(BarrageCovered)] == [(1, 3), (2, 1)]


def apart(supply: str) -> Sitting:
    """Two guns fourteen hexes from each other, an HQ between them that throws to both, targets near each."""
    units = (
        f"axis 02.02 g0 {TINY}\naxis 16.02 g1 {TINY}\naxis 16.02 g2 {TINY}\naxis 16.02 g3 {TINY}\naxis 09.02 h {HQ}\n"
        f"soviet 04.03 r0 {LEG}\nsoviet 13.03 r1 {LEG}\nsoviet 13.02 r2 {LEG}\nsoviet 14.03 r3 {LEG}"
    )
    return sit(units, land(columns=17), at="bombardment", rest=f"[supply]\n{supply}\nsoviet 16.05 9\n", dice=(1, 1) * 9)


@pytest.mark.case("N10-table-sharing")
def test_a_dump_covers_only_whom_it_serves() -> None:
    table = apart("axis 01.02 9T\naxis 17.02 9T")
    fire(table, "04.03", "g0")
    assert left(table) == [("01.02", 3)]
    assert price(table, "13.03", "g1")[0] == 1
    fire(table, "13.03", "g1")
    assert sorted(left(table)) == [("01.02", 3), ("17.02", 3)]
    assert price(table, "13.02", "g2")[0] == 0
    fire(table, "13.02", "g2")
    assert sorted(left(table)) == [("01.02", 3), ("17.02", 2)]


@pytest.mark.case("N10-table-sharing")
def test_what_was_paid_through_an_hq_covers_all_that_it_serves() -> None:
    table = apart("axis 09.02 1T")
    fire(table, "04.03", "g0")
    assert left(table) == [("h", 3)]
    assert table.all(SupplySpent)[-1].via == "h"
    cost, told = price(table, "13.03", "g1")
    assert told is not None
    assert (cost, told.lines[1].reason) == (0, "covered by a token paid through h; 1/2T of it is left")
    fire(table, "13.03", "g1")
    assert left(table) == [("h", 2)]


@pytest.mark.case("N10-table-sharing")
def test_a_covered_barrage_needs_no_token_and_the_phase_ends_it() -> None:
    table = battery(TINY, TINY, rest="[supply]\naxis 02.02 1T\nsoviet 06.05 9\n")
    fire(table, TARGETS[0], "g0")
    assert not table.game.state.dumps["axis"]
    fire(table, TARGETS[1], "g1")
    assert table.spent() == 1
    while table.game.state.clock.phase == "bombardment":
        table.do(table.game.choices()[-1])
    assert covered_in(table.game.state) == ()


@pytest.mark.case("N10-table-sharing")
def test_without_a_token_the_first_one_cannot_fire() -> None:
    table = battery(TINY, rest="[supply]\nsoviet 06.05 9\n")
    table.do(DeclareBarrage(table.hex(TARGETS[0])), AddUnit("g0"))
    assert table.refused(Done())[1] == "10.1b-2"


@pytest.mark.case("N10-table-sharing")
def test_a_position_keeps_what_is_covered() -> None:
    table = battery(TINY, TINY)
    fire(table, TARGETS[0], "g0")
    text = dump_position(table.game.look.world, table.game.state)
    assert "covers axis 3 at=02.02" in text
    again = Game.from_position(text, seed=1)
    assert covered_in(again.state) == covered_in(table.game.state)


@pytest.mark.case("N10-table-sharing", "4.9a-A")
def test_the_enemy_is_not_told_what_is_covered() -> None:
    table = battery(TINY)
    fire(table, TARGETS[0], "g0")
    assert left(table) == [("02.02", 3)]
    look = table.game.look
    assert covered_in(believed(look, "axis").state) == covered_in(look.state)
    assert covered_in(believed(look, "soviet").state) == ()
    check_hidden(table.game, "soviet", Random(1))
