"""Supply and transport whose hex the enemy enters."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from editions.new_ocs.new_support import sit
from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import DiceRolled, DumpCaptured, TransportCaptured, TransportDisplaced
from redball.core.look import Look
from redball.core.state import Frame
from redball.editions.evaded import SupplyEvaded
from redball.editions.new_ocs.cleared import Cleared, HexCleared, note_cleared
from redball.editions.new_ocs.evasion import EvadeTo
from redball.rules.capture.claims import Capture
from redball.rules.combat.record import CombatData
from rules.table import Table
from support import LEG, Sitting, land, position

SOURCES = "[sources]\nsoviet 08.03\naxis 01.01\n"
GROUND = land(columns=8)
FRIEND = f"soviet 06.03 f {LEG}\nsoviet 08.05 far {LEG}\nsoviet 02.05 back {LEG}"


def enter(units: str, *, dump: str = "2", dice: tuple[int, int], **switches: Any) -> Sitting:
    """The axis marches into 04.03, where the soviet side has supply and what else is named."""
    lines = f"axis 03.03 u {LEG}\n{FRIEND}\n{units}"
    return (
        sit(lines, GROUND, rest=f"[supply]\nsoviet 04.03 {dump}\n{SOURCES}", dice=dice, **switches)
        .begin("u")
        .go("04.03")
    )


def told(table: Sitting) -> tuple[int, int, int]:
    """Tokens that evaded, were captured, were destroyed."""
    taken = table.all(DumpCaptured)
    evaded = sum(event.tokens for event in table.all(SupplyEvaded))
    return evaded, sum(e.captured for e in taken), sum(e.destroyed for e in taken)


@pytest.mark.case("N12.11-procedure", "N12.11-evade-placement-other")
@pytest.mark.parametrize(
    ("dice", "result"),
    [((3, 3), (0, 4, 4)), ((3, 4), (4, 0, 4)), ((4, 5), (4, 0, 4)), ((5, 5), (8, 0, 0))],
)
def test_supply_without_lift(dice: tuple[int, int], result: tuple[int, int, int]) -> None:
    table = enter("", dice=dice)
    if result[0]:
        assert table.step == "capture.evade"
        assert table.refused(EvadeTo(table.hex("06.04"))) == ("evasion.no_refuge", "N12.11-evade-placement-other")
        assert table.refused(EvadeTo(table.hex("02.05"))) == ("evasion.no_refuge", "N12.11-evade-placement-other")
        assert {table.game.look.hex_name(a.hex) for a in table.offered(EvadeTo)} == {"06.03", "08.05"}
        table.do(EvadeTo(table.hex("06.03")))
    assert told(table) == result
    assert table.tokens("soviet", "04.03") == 0
    assert (table.tokens("soviet", "06.03"), table.tokens("axis", "04.03")) == result[:2]


@pytest.mark.case("N12.11-procedure-lift", "N12.11-partial-lift")
def test_one_throw_serves_what_trucks_and_wagons_lift_and_the_rest() -> None:
    """Of 20T a truck point lifts 8T, a wagon point 4T. A 8: by truck all evades, by wagon and without lift half."""
    table = enter("soviet 04.03 t truck 1 20T load=1\nsoviet 04.03 w wagon 1 10T", dump="4", dice=(4, 4))
    table.do(EvadeTo(table.hex("06.03")))
    assert [(e.unit, e.hex) for e in table.all(TransportDisplaced)] == [("t", table.hex("06.03"))]
    assert told(table)[0] == 8
    table.do(EvadeTo(table.hex("06.03")))
    assert told(table) == (8 + 2 + 4, 0, 6)
    assert len([e for e in table.all(DiceRolled) if e.reason == "Supply evasion"]) == 1


def by_truck(wood: str = "") -> Sitting:
    """All supply of 04.03 evades by truck towards the source in 16.03. Soviet units stand ahead of it, 10 and 11 hexes
    ahead, behind, and as far from the source; there is supply in 10.01 and 02.03."""
    held = "".join(f"soviet {name} f{name} {LEG}\n" for name in ("05.03", "14.03", "15.03", "03.01", "04.01"))
    return sit(
        f"axis 04.04 u {LEG}\n{held}soviet 04.03 t truck 1 20T\n",
        land(*(f"{wood}.{row:02d}=w" for row in range(1, 6) if wood), columns=16),
        rest="[supply]\nsoviet 04.03 1\nsoviet 10.01 1\nsoviet 02.03 1\n[sources]\nsoviet 16.03\naxis 01.01\n",
        dice=(6, 6),
    ).begin("u").go("04.03")  # fmt: skip


@pytest.mark.case("N12.11-evade-placement-truck")
def test_by_truck_supply_evades_ten_mp_nearer_to_a_source_to_where_a_dump_may_be() -> None:
    table = by_truck()
    assert {table.look.hex_name(a.hex) for a in table.offered(EvadeTo)} == {"05.03", "14.03", "10.01"}
    refused = {name: table.refused(EvadeTo(table.hex(name))) for name in ("15.03", "02.03", "03.01", "04.01", "08.03")}
    assert set(refused.values()) == {("evasion.no_refuge", "N12.11-evade-placement-truck")}
    table.do(EvadeTo(table.hex("14.03")))
    assert (table.at("t"), table.tokens("soviet", "14.03"), told(table)) == ("14.03", 4, (4, 0, 0))


@pytest.mark.case("N12.11-evade-placement-truck")
def test_evading_trucks_count_truck_mp_and_not_hexes() -> None:
    """A wood in the way costs a truck more than 1 MP."""
    table = by_truck("09")
    assert {table.look.hex_name(a.hex) for a in table.offered(EvadeTo)} == {"05.03", "10.01"}


@pytest.mark.case("N12.11-partial-lift")
@pytest.mark.parametrize(
    ("dice", "wagon", "truck"),
    [
        ((2, 3), (0, 10, 10), (4, 6, 10)),
        ((3, 3), (2, 8, 10), (4, 6, 10)),
        ((3, 5), (10, 0, 10), (14, 0, 6)),
        ((3, 6), (12, 0, 8), (14, 0, 6)),
        ((5, 5), (20, 0, 0), (20, 0, 0)),
    ],
)
def test_what_is_lifted_and_the_rest_are_read_on_columns_of_their_own(
    dice: tuple[int, int], wagon: tuple[int, int, int], truck: tuple[int, int, int]
) -> None:
    """Of 20T a wagon point lifts 4T, a truck point 8T: what evades, is captured, is lost."""
    for unit, result in (("wagon 1 10T", wagon), ("truck 1 20T", truck)):
        table = enter(f"soviet 04.03 t {unit}", dump="5", dice=dice)
        while table.step == "capture.evade":
            table.do(table.offered(EvadeTo)[0])
        assert told(table) == result, unit


@pytest.mark.case("N12.11-transport")
def test_half_of_the_points_are_captured_on_the_lowest_line_and_the_rest_lost() -> None:
    """A 4 takes trucks and wagons."""
    table = enter("soviet 04.03 t truck 3 20T\nsoviet 04.03 w wagon 2 10T", dump="1", dice=(2, 2))
    taken = [table.unit(event.unit) for event in table.all(TransportCaptured)]
    assert sorted((unit.counter, unit.points, unit.side) for unit in taken) == [("t", 2, "axis"), ("w", 1, "axis")]
    own = [u for u in table.game.look.own("soviet") if u.points]
    assert own == []
    assert told(table) == (0, 2, 2)


@pytest.mark.case("N12.11-transport", "N12.11-table-truck")
def test_on_the_middle_line_half_of_the_points_are_lost() -> None:
    table = enter("soviet 04.03 t truck 3 20T", dump="1", dice=(3, 3))
    table.do(EvadeTo(table.hex("06.03")))
    assert [(u.points, table.at(u.id)) for u in table.game.look.own("soviet") if u.points] == [(1, "06.03")]
    assert told(table) == (2, 0, 2)


@pytest.mark.case("N12.11-transport", "N12.11-table-truck")
@pytest.mark.parametrize(
    ("reading", "dice", "left"),
    [
        ("half_lost", (1, 3), []),
        ("half_lost", (2, 3), [1]),
        ("half_lost", (3, 4), [1]),
        ("half_lost", (4, 4), [3]),
        ("all_evade", (1, 3), []),
        ("all_evade", (2, 3), [3]),
        ("all_evade", (3, 4), [3]),
        ("all_evade", (4, 4), [3]),
    ],
)
def test_what_the_middle_line_does_to_points_is_a_switch(reading: str, dice: tuple[int, int], left: list[int]) -> None:
    """Supply fares by its own lines: half of it is lost on the middle one, whatever becomes of the trucks."""
    table = enter("soviet 04.03 t truck 3 20T", dump="1", dice=dice, evading_transport=reading)
    if left:
        table.do(EvadeTo(table.hex("06.03")))
    assert [u.points for u in table.game.look.own("soviet") if u.points] == left
    assert told(table)[0] == (0 if sum(dice) < 5 else 2 if sum(dice) < 8 else 4)


@pytest.mark.case("N12.11-drm")
@pytest.mark.parametrize(("after_combat", "evaded"), [(False, 4), (True, 8)])
def test_after_a_combat_the_throw_counts_one_more(after_combat: bool, evaded: int) -> None:
    lines = f"edition new-ocs\n[terrain]\n{GROUND}\n[units]\naxis 04.03 u {LEG}\n{FRIEND}\n"
    look = position(f"{lines}[supply]\nsoviet 04.03 2\n{SOURCES}")
    hex_ = look.board.index("04.03")
    data = Capture("axis", hex_, "soviet", after_combat)
    table = Table(look, Frame("capture", "extenders", data), (4, 5)).do(EvadeTo(look.board.index("06.03")))
    assert sum(event.tokens for event in table.all(SupplyEvaded)) == evaded


@pytest.mark.case("N12.11-drm")
@pytest.mark.parametrize(
    ("result", "left", "evaded"), [("Dr1", "", 8), ("", "", 4), ("Dr1", f"soviet 04.03 r {LEG}", 4)]
)
def test_whoever_enters_later_counts_one_more_if_a_combat_cleared_the_hex(result: str, left: str, evaded: int) -> None:
    lines = f"edition new-ocs\n[terrain]\n{GROUND}\n[units]\naxis 04.03 u {LEG}\n{FRIEND}\n"
    look = position(f"{lines}[supply]\nsoviet 04.03 2\n{SOURCES}")
    hex_ = look.board.index("04.03")
    before = position(f"{lines.replace('axis 04.03', 'axis 03.03')}{left}\n[supply]\nsoviet 04.03 2\n{SOURCES}")
    run = Run(before, Dice(seed=1))
    note_cleared(run, CombatData("regular", "axis", hex_, ("u",), result=result))
    assert run.events == ([HexCleared(case="N12.11-drm", side="axis", hex=hex_)] if evaded == 8 else [])
    after = Look(look.world, look.state.change(own=run.state.own))
    table = Table(after, Frame("capture", "extenders", Capture("axis", hex_, "soviet")), (4, 5))
    table.do(EvadeTo(look.board.index("06.03")))
    assert sum(event.tokens for event in table.all(SupplyEvaded)) == evaded


@pytest.mark.case("N12.11-drm")
def test_which_hexes_were_cleared_is_kept_to_the_end_of_the_player_turn() -> None:
    look = position(f"edition new-ocs\n[terrain]\n{GROUND}\n[units]\naxis 04.03 u {LEG}\n")
    record = Cleared(look.state.clock.phasing, (3,))
    assert record.in_new_phase(look.state) == record
    assert record.in_new_phase(look.state.change(clock=replace(look.state.clock, phasing="soviet"))) is None
    assert "note_cleared" in [step.name for step in look.world.edition.procedures["combat"].steps]


@pytest.mark.case("N12.11-evade-placement-other")
def test_what_finds_no_place_is_lost() -> None:
    table = sit(
        f"axis 03.03 u {LEG}\nsoviet 08.05 far {LEG}\nsoviet 04.03 t truck 1 20T", GROUND,
        rest=f"[supply]\nsoviet 04.03 2\n{SOURCES.replace('08.03', '01.05')}", dice=(6, 6),
    ).begin("u").go("04.03")  # fmt: skip
    assert told(table) == (0, 0, 8)
    assert table.at("t") == "dead"
