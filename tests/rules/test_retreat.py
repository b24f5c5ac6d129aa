"""Retreat: how far, where to, who comes along, what a ZOC does."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import LoseStep, RetreatTo, SplitOff, TagAlong
from redball.core.events import (
    DumpCaptured,
    FacingChanged,
    FuelPaid,
    StepLost,
    SupplySpent,
    UnitEliminated,
    UnitRetreated,
)
from redball.rules.modes.disorganization import Disorganized
from rules.table import Table
from rules.table import retreat as open_retreat

RGT = "Rgt infantry other 8-3-3L/4-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
PZ = "Bn tank armor 6-5-12K/3-5-15K"
NO_ZOC = "Rgt infantry other (8)-3-3L/(4)-3-6L"


RIVERS = '[hexsides]\nmajor_river "r" 05.04/N 05.04/NE 05.04/SE 05.04/S 05.04/SW 05.04/NW\n'


def field(units: str, *, target: str = ".", more: str = "") -> str:
    """A 9x7 board; what retreats begins in 05.04."""
    rows = [". " * 9 for _ in range(7)]
    rows[3] = f". . . . {target} . . . ."
    picture = "\n".join(rows)
    return f"[terrain]\n{picture}\n[units]\naxis 01.01 x1 {RGT}\n{units}\n{more}"


def going(units: str, distance: int, *groups: tuple[str, ...], **more: Any) -> Table:
    """A retreat of the soviets (or of `side`) over that many hexes."""
    text = {key: more.pop(key) for key in ("target", "more") if key in more}
    return open_retreat(field(units, **text), distance, *groups, **more)


def to(table: Table, *names: str) -> Table:
    return table.do(*(RetreatTo(table.hex(name)) for name in names))


def names(table: Table) -> set[str]:
    """The hexes that may be entered next."""
    return {table.look.hex_name(action.hex) for action in table.offered(RetreatTo)}


# --- distance and direction ------------------------------------------------------------------------------------


@pytest.mark.case("9.12-A", "9.12c-A")
def test_one_hex_goes_anywhere_around() -> None:
    table = going(f"soviet 05.04 r1 {RGT}", 1, ("r1",))
    assert (table.asked.side, len(names(table))) == ("soviet", 6)
    to(table, "06.04")
    assert (table.step, table.at("r1")) == ("", "06.04")
    assert table.one(UnitRetreated).case == "9.12-A"


@pytest.mark.case("9.12c-B", "9.12-A")
def test_every_hex_is_one_farther_from_the_start() -> None:
    table = going(f"soviet 05.04 r1 {RGT}", 2, ("r1",))
    assert table.refused(RetreatTo(table.hex("07.05"))) == ("retreat.not_adjacent", "9.12c-A")
    to(table, "06.04")
    assert table.refused(RetreatTo(table.hex("05.05"))) == ("retreat.zigzag", "9.12c-B")
    zigzag = table.why(RetreatTo(table.hex("05.05")))
    assert (zigzag.have, zigzag.need) == ("1", "2")
    assert table.refused(RetreatTo(table.hex("05.04"))) == ("retreat.zigzag", "9.12c-B")
    assert names(table) == {"06.05", "07.05", "07.04"}
    to(table, "06.05")
    assert (table.step, table.at("r1")) == ("", "06.05")


@pytest.mark.case("9.12c-B")
def test_a_retreat_does_not_enter_a_dead_end() -> None:
    """Beyond 05.05 the enemy holds all hexes two away, so it is no first step of two hexes, but one of one hex."""
    blocked = f"axis 04.05 a1 {NO_ZOC}\naxis 05.06 a2 {NO_ZOC}\naxis 06.05 a3 {NO_ZOC}\nsoviet 05.04 r1 {RGT}"
    two = going(blocked, 2, ("r1",))
    assert two.refused(RetreatTo(two.hex("05.05"))) == ("retreat.dead_end", "9.12c-B")
    assert "05.05" in names(going(blocked, 1, ("r1",)))


@pytest.mark.case("9.12c-A")
def test_a_stack_may_stay_together_or_split_up() -> None:
    units = "\n".join(f"soviet 05.04 r{i} {RGT}" for i in (1, 2, 3))
    together = to(going(units, 1, ("r1", "r2", "r3")), "05.05")
    assert {together.at(uid) for uid in ("r1", "r2", "r3")} == {"05.05"}
    table = going(units, 2, ("r1", "r2", "r3"))
    to(table, "05.05")
    table.do(SplitOff("r1"), SplitOff("r2"))
    assert table.refused(SplitOff("r3")) == ("retreat.alone", "9.12c-A")
    assert table.refused(SplitOff("r1")) == ("retreat.not_in_group", "9.12c-A")
    to(table, "05.06")
    assert table.data.groups[0].units == ("r1", "r2")  # those split off in one place go on together
    table.do(SplitOff("r2"))
    to(table, "04.05", "06.05")
    assert [table.at(uid) for uid in ("r3", "r1", "r2")] == ["05.06", "04.05", "06.05"]


@pytest.mark.case("9.12c-A")
def test_units_split_off_go_before_the_groups_of_other_hexes() -> None:
    units = f"soviet 05.04 r1 {RGT}\nsoviet 05.04 r2 {RGT}\nsoviet 02.04 r3 {RGT}"
    table = going(units, 1, ("r1", "r2"), ("r3",)).do(SplitOff("r2"))
    assert [one.units for one in table.data.groups] == [("r1",), ("r2",), ("r3",)]
    to(table, "05.05", "05.03", "02.05")
    assert [table.at(uid) for uid in ("r1", "r2", "r3")] == ["05.05", "05.03", "02.05"]


@pytest.mark.case("SETUP-I-C", "9.12-B")
def test_units_with_no_way_but_off_the_map_are_destroyed() -> None:
    walls = "\n".join(f"axis {name} a{i} {NO_ZOC}" for i, name in enumerate(("09.02", "08.01"), start=1))
    table = going(f"soviet 09.01 r1 {RGT}\n{walls}", 1, ("r1",))
    assert (table.step, table.one(UnitEliminated).case) == ("", "9.12-B")
    free = going(f"soviet 09.01 r1 {RGT}\naxis 09.02 a1 {NO_ZOC}", 1, ("r1",))
    assert names(free) == {"08.01"}


SIDES = "soviet 05.04 r1 " + RGT + "\naxis 05.03 a1 " + RGT


@pytest.mark.case("9.12c-A")
def test_away_means_by_no_hex_next_to_the_enemy_units_of_the_combat() -> None:
    """Reading 1.70 and its switch."""
    free = going(SIDES, 1, ("r1",), foes=("a1",))
    assert names(free) == {"04.03", "04.04", "05.05", "06.04", "06.03"}
    table = going(SIDES, 1, ("r1",), foes=("a1",), retreat_direction="away")
    assert names(table) == {"04.04", "05.05", "06.04"}
    assert table.refused(RetreatTo(table.hex("06.03"))) == ("retreat.not_away", "9.12c-A")
    others = going(SIDES, 1, ("r1",), retreat_direction="away")
    assert len(names(others)) == 5, "a1 is not in the combat"


@pytest.mark.case("9.12c-A")
def test_away_looks_ahead() -> None:
    """a1 has gone back two hexes; 05.02 is next to it, 06.02 and 04.02 are not."""
    units = f"soviet 05.04 r1 {RGT}\naxis 05.01 a1 {NO_ZOC}"
    table = to(going(units, 2, ("r1",), foes=("a1",), retreat_direction="away"), "05.03")
    assert names(table) == {"06.02", "04.02"}
    walls = f"axis 06.02 a2 {NO_ZOC}\naxis 04.02 a3 {NO_ZOC}"
    table = going(f"{units}\n{walls}", 2, ("r1",), foes=("a1",), retreat_direction="away")
    assert table.refused(RetreatTo(table.hex("05.03"))) == ("retreat.not_away", "9.12c-A")
    assert "05.03" in names(going(f"{units}\n{walls}", 2, ("r1",), foes=("a1",)))


@pytest.mark.case("9.12c-A")
def test_away_looks_no_farther_than_the_retreat_goes() -> None:
    """Beyond 09.01 is nothing, and a retreat of one hex needs no more."""
    units = f"soviet 09.02 r1 {RGT}\naxis 09.03 a1 {RGT}"
    table = going(units, 1, ("r1",), foes=("a1",), retreat_direction="away")
    assert "09.01" in names(table)


@pytest.mark.case("9.12c-A")
@pytest.mark.parametrize(("line", "expected"), [(NO_ZOC, {"05.05"}), (RGT, {"05.05", "06.03", "04.03"})])
def test_a_retreat_may_bend_where_all_ways_away_lead_into_a_zoc(line: str, expected: set[str]) -> None:
    walls = f"axis 04.04 w1 {NO_ZOC}\naxis 06.04 w2 {NO_ZOC}\naxis 05.06 w3 {line}"
    assert names(going(f"{SIDES}\n{walls}", 1, ("r1",), foes=("a1",), retreat_direction="away")) == expected


@pytest.mark.case("9.12c-A")
def test_units_that_have_no_way_away_in_common_split_up() -> None:
    """The tanks have only the road to 06.03, the regiment has better ways."""
    more = f'{RIVERS}[paths]\nroad "r" 05.04 06.03\n'
    units = f"{SIDES}\nsoviet 05.04 r2 {PZ}"
    table = going(units, 1, ("r1", "r2"), foes=("a1",), more=more, retreat_direction="away")
    assert names(table) == set()
    table.do(SplitOff("r2"))
    to(table, "06.04", "06.03")
    assert (table.at("r1"), table.at("r2"), table.step) == ("06.04", "06.03", "")


# --- enemies and terrain ---------------------------------------------------------------------------------------


@pytest.mark.case("9.12f-A", "9.12-B")
def test_no_retreat_into_enemy_combat_units() -> None:
    units = f"axis 05.05 a1 {NO_ZOC}\naxis 06.04 h1 hq 15T-4T/10T-20T\nsoviet 05.04 r1 {RGT}"
    table = going(units, 1, ("r1",))
    for name in ("05.05", "06.04"):
        assert table.refused(RetreatTo(table.hex(name))) == ("retreat.enemy", "9.12f-A")
    assert len(names(table)) == 4
    ring = "\n".join(
        f"axis {name} a{name[1]}{name[4]} {NO_ZOC}" for name in ("05.05", "06.04", "06.03", "05.03", "04.03")
    )
    assert names(going(f"{ring}\nsoviet 05.04 r1 {RGT}", 1, ("r1",))) == {"04.04"}
    closed = going(f"{ring}\naxis 04.04 a9 {NO_ZOC}\nsoviet 05.04 r1 {RGT}", 1, ("r1",))
    assert (closed.at("r1"), closed.one(UnitEliminated).steps) == ("dead", 1)


@pytest.mark.case("9.12f-B", "4.8c-A", "9.14b")
def test_attack_capable_units_retreat_through_supply_and_capture_it() -> None:
    dump = "[supply]\naxis 05.05 2\n"
    table = to(going(f"soviet 05.04 r1 {RGT}", 2, ("r1",), more=dump), "05.05")
    assert table.one(DumpCaptured).side == "soviet"
    assert table.tokens("axis", "05.05") == 0
    to(table, "05.06")
    assert table.step == ""


@pytest.mark.case("9.12f-B", "4.8c-A")
def test_a_group_with_others_may_not_enter_enemy_supply() -> None:
    dump = "[supply]\naxis 05.05 2\n"
    units = f"soviet 05.04 r1 {RGT}\nsoviet 05.04 h1 hq 15T-4T/10T-20T"
    table = going(units, 1, ("r1", "h1"), more=dump)
    assert table.refused(RetreatTo(table.hex("05.05"))) == ("retreat.enemy_noncombat", "9.12f-B")
    table.do(SplitOff("h1"))
    to(table, "05.05", "06.04")
    assert (table.at("r1"), table.at("h1")) == ("05.05", "06.04")


@pytest.mark.case("9.12-B", "9.12f-B")
def test_an_hq_between_enemies_and_enemy_supply_is_lost() -> None:
    ring = ("06.04", "06.03", "05.03", "04.03", "04.04")
    units = "\n".join(f"axis {name} a{name[1]}{name[4]} {NO_ZOC}" for name in ring)
    text = f"{units}\nsoviet 05.04 h1 hq 15T-4T/10T-20T"
    assert going(text, 1, ("h1",), more="[supply]\naxis 05.05 2\n").at("h1") == "dead"
    assert names(going(text, 1, ("h1",))) == {"05.05"}


@pytest.mark.case("9.12-B", "6.2c-B")
def test_prohibited_terrain_but_along_a_road() -> None:
    road = f'{RIVERS}[paths]\nroad "r" 05.04 05.05\n'
    unit = f"soviet 05.04 r1 {PZ}"
    assert going(unit, 1, ("r1",), more=RIVERS).at("r1") == "dead"
    table = going(unit, 1, ("r1",), more=road)
    assert table.refused(RetreatTo(table.hex("06.04"))) == ("bridge.needed", "13.8b-A")
    assert names(table) == {"05.05"}
    assert len(names(going(f"soviet 05.04 r1 {RGT}", 1, ("r1",), more=RIVERS))) == 6


@pytest.mark.case("9.12-B")
def test_a_retreat_goes_up_no_escarpment_that_its_mp_could_not() -> None:
    table = going(f"soviet 05.04 r1 {PZ}", 1, ("r1",), more='[hexsides]\nescarpment "e" 05.04/N 05.04/NE\n')
    assert table.refused(RetreatTo(table.hex("05.05"))) == ("retreat.prohibited", "9.12-B")
    assert len(names(table)) == 4


@pytest.mark.case("12.5b-A", "K12.5-required")
def test_a_retreat_needs_no_fuel_and_no_mp() -> None:
    table = to(going(f"soviet 05.04 r1 {PZ}", 1, ("r1",)), "05.05")
    assert table.at("r1") == "05.05"
    assert not table.all(SupplySpent)
    assert not table.all(FuelPaid)
    assert not table.unit("r1").activity.spent


# --- Movement Allowance ----------------------------------------------------------------------------------------


@pytest.mark.case("9.12b-A", "9.12b-B", "6.1b-B")
def test_units_without_ma_turn_over_or_die() -> None:
    static = "Rgt infantry other 8-3-0L/4-3-6L"
    table = going(f"soviet 05.04 r1 {static}\nsoviet 05.04 r2 {RGT}", 1, ("r1", "r2"))
    turned = table.one(FacingChanged)
    assert (turned.unit, turned.facing, turned.case) == ("r1", "move", "9.12b-A")
    assert table.unit("r2").facing == "combat"
    fort = going("soviet 05.04 r1 Rgt infantry other 8-3-0L/8-3-0L", 1, ("r1",))
    assert (fort.at("r1"), fort.one(UnitEliminated).case) == ("dead", "9.12b-B")


@pytest.mark.case("9.12b-A")
def test_a_dg_unit_only_turns_over() -> None:
    table = going("soviet 05.04 r1 Rgt infantry other 8-3-0L/4-3-6L dg", 1, ("r1",))
    assert (table.unit("r1").facing, table.unit("r1").marker) == ("move", "dg")


@pytest.mark.case("13.1c-B")
def test_an_hq_turns_to_its_move_side() -> None:
    table = going("soviet 05.04 h1 hq 15T-4T/10T-20T", 1, ("h1",))
    assert (table.unit("h1").facing, table.one(FacingChanged).case) == ("move", "13.1c-B")
    assert not going("soviet 05.04 h1 hq 15T-4T/10T-20T move", 1, ("h1",)).all(FacingChanged)


# --- Disorganization and ZOCs ----------------------------------------------------------------------------------


@pytest.mark.case("9.12a-B", "5.10a-B", "5.10a")
def test_the_second_hex_disorganizes_everybody_there() -> None:
    units = (
        f"soviet 05.04 r1 {RGT}\nsoviet 05.06 r2 {RGT}\nsoviet 05.05 r3 {RGT}\nsoviet 05.06 t1 organic 2 45T reserve"
    )
    table = to(going(units, 2, ("r1",)), "05.05")
    assert not table.all(Disorganized)
    to(table, "05.06")
    assert {event.unit for event in table.all(Disorganized)} == {"r1", "r2"}
    assert {event.case for event in table.all(Disorganized)} == {"9.12a-B"}
    assert (table.unit("r3").mode, table.unit("t1").mode) == ("combat", "move")


@pytest.mark.case("9.12a-B", "5.10a")
def test_the_third_hex_is_no_new_trigger() -> None:
    """Reading 1.31."""
    units = f"soviet 05.04 r1 {RGT}\nsoviet 05.07 r2 {RGT}"
    table = to(going(units, 3, ("r1",)), "05.05", "05.06", "05.07")
    assert (table.unit("r1").mode, table.unit("r2").mode) == ("dg", "combat")


ZOC = f"axis 07.05 a1 {RGT}\n"  # reaches 06.04, 06.05, 07.06, 08.05, 08.04, 07.04


@pytest.mark.case("9.12e-A", "4.5c", "9.12e-C", "5.10a-C")
def test_a_zoc_disorganizes_the_hex_and_friends_do_not_help() -> None:
    units = f"{ZOC}soviet 05.04 r1 {RGT}\nsoviet 06.04 r2 {RGT}"
    table = to(going(units, 1, ("r1",)), "06.04")
    assert {event.unit for event in table.all(Disorganized)} == {"r1", "r2"}
    assert {event.case for event in table.all(Disorganized)} == {"9.12e-A"}
    assert not table.all(StepLost)
    assert to(going(units, 1, ("r1",)), "05.05").unit("r1").mode == "combat"


@pytest.mark.case("9.12e-A", "9.12e-C")
def test_a_zoc_works_across_any_hexside() -> None:
    table = going(f"{ZOC}soviet 05.04 r1 {RGT}", 1, ("r1",), more='[hexsides]\nmajor_river "s" 07.05/SW\n')
    assert to(table, "06.04").unit("r1").mode == "dg"


@pytest.mark.case("9.12e-B", "5.10a-C", "9.11c-B")
def test_a_dg_unit_in_a_zoc_costs_a_step() -> None:
    table = to(going(f"{ZOC}soviet 05.04 r1 {DIV} dg", 1, ("r1",)), "06.04")
    assert (table.one(StepLost).case, table.unit("r1").steps_lost) == ("9.12e-B", 1)
    assert not table.all(Disorganized)  # DG already (5.10a-1)
    assert not to(going(f"{ZOC}soviet 05.04 r1 {DIV} dg", 1, ("r1",)), "05.05").all(StepLost)


@pytest.mark.case("9.12e-B", "5.10a-C", "9.11c-B")
def test_the_owner_chooses_among_the_units_that_were_dg() -> None:
    """Reading 1.32: one step a stack; only those that were DG before are candidates."""
    units = f"{ZOC}soviet 05.04 r1 {RGT}\nsoviet 05.04 r2 {RGT} dg\nsoviet 05.04 r3 {DIV} dg\nsoviet 06.04 r4 {RGT} dg"
    table = to(going(units, 1, ("r1", "r2", "r3")), "06.04")
    assert (table.step, table.asked.side) == ("owed", "soviet")
    for uid in ("r1", "r4", "a1"):
        assert table.refused(LoseStep(uid)) == ("retreat.not_owed", "9.12e-B")
    table.do(LoseStep("r3"))
    assert [event.unit for event in table.all(StepLost)] == ["r3"]
    assert table.step == ""
    assert all(table.unit(uid).mode == "dg" for uid in ("r1", "r2", "r3", "r4"))


@pytest.mark.case("9.12e-B", "5.10a-C")
def test_split_groups_pay_separately() -> None:
    units = f"{ZOC}soviet 05.04 r1 {DIV} dg\nsoviet 05.04 r2 {DIV} dg"
    table = going(units, 1, ("r1", "r2")).do(SplitOff("r2"))
    to(table, "06.04", "06.04")
    assert [event.unit for event in table.all(StepLost)] == ["r1", "r2"]


@pytest.mark.case("9.12e-B", "9.12a-B", "5.10a-C")
def test_a_zoc_in_the_second_hex_costs_nothing_to_a_unit_that_was_not_dg() -> None:
    """Reading 1.33; and a ZOC in the first hex makes the second one cost a step."""
    units = f"{ZOC}soviet 05.04 r1 {DIV}"
    table = to(going(units, 2, ("r1",)), "05.05", "06.05")
    assert (table.unit("r1").mode, table.all(StepLost)) == ("dg", [])
    table = to(going(units, 2, ("r1",)), "06.04", "07.04")
    assert (table.unit("r1").mode, len(table.all(StepLost))) == ("dg", 1)
    table = to(going(f"{units} dg", 2, ("r1",)), "06.04", "07.04")
    assert [event.case for event in table.all(StepLost)] == ["9.12e-B", "9.12e-B"], "each hex costs one"


@pytest.mark.case("9.12e-B", "9.11-B")
def test_a_unit_that_dies_in_a_zoc_ends_its_retreat() -> None:
    units = f"{ZOC}soviet 05.04 r1 {RGT} dg\nsoviet 05.04 r2 {RGT}"
    table = to(going(units, 2, ("r1", "r2")), "06.04")
    assert (table.at("r1"), table.step, table.data.groups[0].units) == ("dead", "go", ("r2",))
    alone = to(going(f"{ZOC}soviet 05.04 r1 {RGT} dg", 2, ("r1",)), "06.04")
    assert (alone.at("r1"), alone.step) == ("dead", "")


@pytest.mark.case("5.8a-B")
def test_strat_units_do_not_retreat_into_a_zoc() -> None:
    table = going(f"{ZOC}soviet 05.04 r1 {RGT} strat", 1, ("r1",))
    assert table.refused(RetreatTo(table.hex("06.04"))) == ("retreat.strat_zoc", "5.8a-B")
    assert "05.05" in names(table)


@pytest.mark.case("5.8a-B")
def test_a_strat_unit_that_could_only_enter_a_zoc_is_eliminated() -> None:
    walls = ("05.05", "06.03", "05.03", "04.03", "04.04")
    units = ZOC + "\n".join(f"axis {name} b{name[1]}{name[4]} {NO_ZOC}" for name in walls)
    strat = going(f"{units}\nsoviet 05.04 r1 {RGT} strat", 1, ("r1",))
    assert (strat.at("r1"), strat.one(UnitEliminated).case) == ("dead", "5.8a-B")
    assert names(going(f"{units}\nsoviet 05.04 r1 {RGT}", 1, ("r1",))) == {"06.04"}


@pytest.mark.case("5.8a-B", "9.12a-B")
def test_beyond_its_second_hex_a_strat_unit_is_dg_and_may_enter_a_zoc() -> None:
    far = f"axis 05.08 a1 {RGT}\n"
    rows = "\n".join(". " * 9 for _ in range(9))
    text = f"[terrain]\n{rows}\n[units]\n{far}soviet 05.04 r1 {RGT} strat"
    table = to(open_retreat(text.replace(RGT + " strat", DIV + " strat"), 3, ("r1",)), "05.05", "05.06", "05.07")
    assert (table.at("r1"), table.unit("r1").mode, table.one(StepLost).case) == ("05.07", "dg", "9.12e-B")
    corridor = "[terrain]\n.\n.\n.\n.\n.\n[units]\naxis 01.05 a1 " + RGT + "\nsoviet 01.01 r1 " + DIV + " strat"
    assert to(open_retreat(corridor, 3, ("r1",)), "01.02", "01.03", "01.04").unit("r1").steps_lost == 1
    near = to(open_retreat(text, 2, ("r1",)), "05.05", "05.06")
    assert (near.at("r1"), near.unit("r1").mode) == ("05.06", "dg")


# --- tagging along ---------------------------------------------------------------------------------------------

CROWD = f"""
axis 04.04 e1 {NO_ZOC}
soviet 05.04 r1 {RGT}
soviet 05.04 b1 {RGT}
soviet 05.04 o1 organic 2 45T formation=f load=1
soviet 05.04 t1 truck 2 45T load=1
soviet 05.05 b2 {RGT}
[supply]
soviet 05.04 1
[hedgehogs]
soviet 05.04 2
"""


@pytest.mark.case("9.12d-A", "9.12d-B", "13.2g-E", "9.0-D")
def test_who_may_tag_along() -> None:
    table = going(CROWD, 1, ("r1",))
    assert table.offered(TagAlong) == [TagAlong("b1"), TagAlong("o1")]
    assert table.refused(TagAlong("t1")) == ("retreat.stays", "9.12d-B")
    assert table.refused(TagAlong("b2")) == ("retreat.not_bystander", "9.12d-A")
    assert table.refused(TagAlong("r1")) == ("retreat.not_bystander", "9.12d-A")
    assert table.refused(TagAlong("e1")) == ("retreat.not_bystander", "9.12d-A")
    table.do(TagAlong("b1"), TagAlong("o1"))
    to(table, "05.05")
    assert [table.at(uid) for uid in ("r1", "b1", "o1", "t1")] == ["05.05", "05.05", "05.05", "05.04"]
    assert (table.tokens("soviet", "05.04"), table.unit("o1").load) == (4, 4)
    assert table.look.state.hedgehogs[table.hex("05.04")].level == 2


@pytest.mark.case("9.12d-A")
def test_nobody_joins_a_retreat_under_way() -> None:
    table = going(CROWD, 2, ("r1",))
    to(table, "05.05")
    assert table.refused(TagAlong("b1")) == ("retreat.begun", "9.12d-A")
    assert table.refused(TagAlong("b2")) == ("retreat.begun", "9.12d-A")


@pytest.mark.case("9.12d-A", "9.12b-B")
def test_a_bystander_that_cannot_move_or_has_no_way_does_not_join() -> None:
    units = f"soviet 05.04 r1 {RGT}\nsoviet 05.04 b1 Rgt infantry other 8-3-0L/8-3-0L\nsoviet 05.04 b2 {PZ}"
    units += "\nsoviet 05.04 b3 Rgt infantry other 8-3-0L/4-3-6L"
    table = going(units, 1, ("r1",), more=RIVERS)
    assert table.refused(TagAlong("b1")) == ("retreat.immobile", "9.12b-B")
    assert table.refused(TagAlong("b2")) == ("retreat.dead_end", "9.12c-B")
    table.do(TagAlong("b3"))
    assert table.unit("b3").facing == "move"


@pytest.mark.case("9.12d-A", "13.1c-B", "9.12b-A")
def test_a_bystander_is_judged_by_the_side_on_which_it_would_go() -> None:
    """The HQ would have to climb an escarpment on its Move side, by truck; the regiment goes as it stands, on foot."""
    units = f"soviet 05.04 r1 {RGT}\nsoviet 05.04 h1 hq 15T-4L/10T-20T"
    units += "\nsoviet 05.04 b1 Rgt infantry other 8-3-3L/4-3-6T"
    table = going(units, 1, ("r1",), more=RIVERS.replace("major_river", "escarpment"))
    assert table.refused(TagAlong("h1")) == ("retreat.dead_end", "9.12c-B")
    table.do(TagAlong("b1"))
    assert table.unit("b1").facing == "combat"


@pytest.mark.case("13.2g-E", "9.12d-A")
def test_organic_trucks_do_not_retreat_alone() -> None:
    table = going(CROWD, 1, ("r1",)).do(TagAlong("o1"))
    assert table.refused(SplitOff("r1")) == ("retreat.escort", "13.2g-E")
    table.do(SplitOff("o1"))
    to(table, "05.05")
    assert (table.at("r1"), table.at("o1")) == ("05.05", "05.04")


@pytest.mark.case("13.2g-E", "9.12e-B")
def test_organic_trucks_stay_where_their_escort_dies() -> None:
    units = f"{ZOC}soviet 05.04 r1 {RGT} dg\nsoviet 05.04 o1 organic 2 45T formation=f"
    table = going(units, 2, ("r1",)).do(TagAlong("o1"))
    to(table, "06.04")
    assert (table.at("r1"), table.at("o1"), table.step) == ("dead", "06.04", "")


@pytest.mark.case("8.1h")
def test_bystanders_can_be_kept_out() -> None:
    table = going(CROWD, 1, ("r1",), bystanders=False)
    assert table.offered(TagAlong) == []
    assert table.refused(TagAlong("b1")) == ("retreat.no_tagging", "8.1h")
