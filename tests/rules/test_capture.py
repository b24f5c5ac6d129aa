"""What Attack-Capable units take when they enter a hex."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import BeginMove, Displace, GiveUp, Halt, StepTo
from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import (
    ControlChanged,
    DiceRolled,
    DumpCaptured,
    HedgehogCaptured,
    LoadCaptured,
    LoadShifted,
    SupplyDisplaced,
    SupplySpent,
    TransportCaptured,
    TransportDisplaced,
    UnitEliminated,
)
from redball.core.look import Look
from redball.core.state import Frame, State
from redball.rules.capture.claims import CAPTURE, Capture, capture_on_entry, come_into
from redball.rules.capture.transport import type_of
from redball.rules.supply.draw_and_throw import payers
from redball.rules.units.abilities import formation_of, is_organic, may_still_move
from redball.scenarios.records import VictoryHex
from rules.table import Table
from support import in_scenario, land, position, sit

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
WIDE = "[terrain]\n" + (". " * 16 + "\n") * 3 + "[units]\n"


def entered(
    units: str, *dice: int, rest: str = "", phase: str = "movement", side: str = "axis", **switches: str
) -> Table:
    """A motorcycle battalion of the axis is in 03.02 with what the Soviets left there."""
    text = f"{WIDE}axis 03.02 krad Bn motorcycle mech 2-4-8T/1-4-20T\nsoviet 16.01 far {RIFLES}\n{units}\n{rest}"
    return capturing(position(text, phase=phase, side=side, **switches), "03.02", *dice)


def capturing(look: Look, where: str, *dice: int) -> Table:
    """The axis has entered a hex."""
    data = Capture("axis", look.board.index(where), "soviet")
    return Table(look, Frame("capture", CAPTURE.steps[0].name, data), dice)


def carried(table: Table, *units: str) -> list[int]:
    """Tokens on Transport Points."""
    return [table.unit(uid).load for uid in units]


# --- the worked example --------------------------------------------------------------------------------------------


@pytest.mark.case("9.14c-A", "9.14c-C", "9.14c-E", "9.14b", "9.14c-D", "13.2i", "K9.14-capture-when", "13.2")
def test_worked_example_of_9_14c() -> None:
    """Three trucks with 3 SP and 9 SP on the ground: a 3 takes a truck and 3T, a 5 takes 4 SP and 2T of the dump."""
    table = entered("soviet 03.02 tr truck 3 50T load=3", 3, 5, rest="[supply]\nsoviet 03.02 9\n")
    assert (table.step, table.asked.side) == ("displace", "soviet")
    taken = table.one(TransportCaptured)
    captured, kept = table.unit(taken.unit), table.unit("tr")
    assert (captured.side, captured.points, captured.load, captured.captured) == ("axis", 1, 3, True)
    assert (kept.side, kept.points, kept.load) == ("soviet", 2, 9)
    assert may_still_move(table.look.after(moving(table.look), ()), captured)
    table.do(Displace("tr", table.hex("13.02")))
    assert (table.at("tr"), table.unit("tr").load, table.tokens("soviet", "13.02")) == ("13.02", 8, 1)
    dump = table.one(DumpCaptured)
    assert (dump.captured, dump.destroyed, dump.loser) == (18, 18, "soviet")
    assert (table.tokens("axis", "03.02"), table.tokens("soviet", "03.02")) == (18, 0)
    assert table.step == ""


@pytest.mark.case("9.14c-A", "9.14b")
@pytest.mark.parametrize(
    ("order", "reasons"),
    [("transport_first", ["trucks", "dump"]), ("dump_first", ["dump", "trucks"])],
)
def test_the_order_of_the_rolls_in_a_hex(order: str, reasons: list[str]) -> None:
    """Reading 1.73 and its switch: the first die is a 3, the second a 5."""
    table = entered("soviet 03.02 tr truck 4 50T", 3, 5, rest="[supply]\nsoviet 03.02 2\n", capture_order=order)
    while table.step:
        table.do(table.offered(Displace)[0])
    assert [event.reason for event in table.all(DiceRolled)] == [f"Capture Table, {kind}" for kind in reasons]
    taken = sum(table.unit(event.unit).points for event in table.all(TransportCaptured))
    dump = table.one(DumpCaptured).captured
    assert (taken, dump) == ((1, 4) if order == "transport_first" else (2, 2))


@pytest.mark.case("9.14c-A", "9.14b")
def test_what_falls_to_the_ground_after_the_dump_is_rolled_for_by_itself() -> None:
    """75% of the dump's 4T, then the only truck with half of its 4T, then half of the other 2T."""
    rest = "[supply]\nsoviet 03.02 1\n"
    table = entered("soviet 03.02 tr truck 1 50T load=1", 6, 4, 5, rest=rest, capture_order="dump_first")
    assert [(e.captured, e.destroyed) for e in table.all(DumpCaptured)] == [(3, 1), (1, 1)]
    assert (table.tokens("axis", "03.02"), table.tokens("soviet", "03.02")) == (4, 0)


def moving(look: Look) -> State:
    """The state in a Movement Segment of the axis."""
    return look.state.change(clock=replace(look.state.clock, segment="movement"))


# --- dumps and works -----------------------------------------------------------------------------------------------


@pytest.mark.case("9.14b")
@pytest.mark.parametrize(
    ("tokens", "die", "captured"),
    [("5", 1, 0), ("5", 2, 5), ("1+1T", 2, 1), ("1+2T", 2, 2), ("5", 6, 15), ("1T", 4, 1)],
)
def test_a_percentage_of_a_dump_is_captured_and_the_rest_destroyed(tokens: str, die: int, captured: int) -> None:
    table = entered("", die, rest=f"[supply]\nsoviet 03.02 {tokens}\n")
    assert table.one(DumpCaptured).captured == captured
    assert table.one(DiceRolled).dice == (die,)
    assert table.tokens("axis", "03.02") == captured
    assert not table.look.state.dumps["soviet"]


@pytest.mark.case("9.14b", "12.1d", "3.3a-C")
def test_captured_supply_joins_the_captor_s_own() -> None:
    table = entered("", 6, rest="[supply]\nsoviet 03.02 1\naxis 03.02 2\n")
    assert table.tokens("axis", "03.02") == 11


@pytest.mark.case("9.14e", "3.3c-A", "16.0")
def test_a_hedgehog_is_captured_as_it_is() -> None:
    table = entered("", rest="[hedgehogs]\nsoviet 03.02 3\n")
    assert table.one(HedgehogCaptured).side == "axis"
    hedgehog = table.look.state.hedgehogs[table.hex("03.02")]
    assert (hedgehog.side, hedgehog.level) == ("axis", 3)
    assert not table.all(DumpCaptured)


# --- points --------------------------------------------------------------------------------------------------------


@pytest.mark.case("9.14c-A", "9.14c-E")
@pytest.mark.parametrize(
    ("points", "die", "captured"),
    [(3, 2, 0), (3, 3, 1), (1, 3, 0), (1, 4, 1), (2, 3, 1), (5, 3, 1), (6, 3, 2), (3, 6, 2), (4, 6, 3)],
)
def test_points_are_captured_to_the_nearest_whole_one(points: int, die: int, captured: int) -> None:
    table = entered(f"soviet 03.02 tr truck {points} 50T", die)
    assert sum(table.unit(event.unit).points for event in table.all(TransportCaptured)) == captured
    left = [u.points for u in table.look.units_at(table.hex("03.02"), "soviet")]
    assert sum(left) == points - captured


@pytest.mark.case("9.14c-A")
@pytest.mark.parametrize(("ma", "captured"), [("11T", 2), ("10L", 4)])
def test_ma_above_ten_is_rolled_on_the_trucks_column_and_others_on_the_wagons(ma: str, captured: int) -> None:
    """A 5 is 50% for trucks and 75% for wagons."""
    table = entered(f"soviet 03.02 tr wagon 5 {ma}", 5)
    assert sum(table.unit(e.unit).points for e in table.all(TransportCaptured)) == captured + (ma == "11T")


@pytest.mark.case("9.14c-A")
def test_trucks_and_wagons_are_rolled_for_apart_trucks_first() -> None:
    table = entered("soviet 03.02 wg wagon 4 10L\nsoviet 03.02 tr truck 4 50T", 6, 1)
    assert [event.unit for event in table.all(TransportCaptured)] == ["tr/2"]
    table.do(Displace("tr", table.hex("04.02")))
    assert len(table.all(TransportCaptured)) == 1
    assert table.offered(Displace)[0].unit == "wg"


@pytest.mark.case("9.14c-A", "9.14c-E")
@pytest.mark.parametrize(("load", "captured"), [("1", 1), ("1+1T", 1), ("1+2T", 2), ("3", 3)])
def test_loads_are_captured_to_the_nearest_token(load: str, captured: int) -> None:
    table = entered(f"soviet 03.02 tr truck 4 50T load={load}", 3)
    total = table.unit("tr/2").load + table.unit("tr").load
    assert (table.unit("tr/2").load, table.unit("tr/2").side) == (captured, "axis")
    assert total == {"1": 4, "1+1T": 5, "1+2T": 6, "3": 12}[load]


@pytest.mark.case("9.14c-A")
@pytest.mark.parametrize(
    ("loads", "after"), [("0 4 4", [2, 2, 4]), ("4 0 0", [1, 3, 0]), ("4 3 2", [2, 4, 3]), ("0 1 1", [1, 0, 1])]
)
def test_captured_points_take_loads_of_others_or_give_them_up(loads: str, after: list[int]) -> None:
    """Three counters of a point each, of which 25% are one: the first, with a quarter of all tokens."""
    there = zip((1, 2, 3), loads.split(), strict=True)
    table = entered("\n".join(f"soviet 03.02 t{n} truck 1 50T load={load}T" for n, load in there), 3)
    assert [event.unit for event in table.all(TransportCaptured)] == ["t1"]
    assert carried(table, "t1", "t2", "t3") == after


@pytest.mark.case("9.14c-A", "9.14c-C")
def test_captured_points_give_up_more_than_the_others_can_carry() -> None:
    """Half of three points is two, half of 12T are 6T: a full counter of two hands 2T on to a full one of one."""
    table = entered("soviet 03.02 t1 truck 2 50T load=2\nsoviet 03.02 t2 truck 1 50T load=1", 4)
    assert [event.unit for event in table.all(TransportCaptured)] == ["t1"]
    assert [(event.giver, event.taker, event.tokens) for event in table.all(LoadShifted)] == [("t1", "t2", 2)]
    assert carried(table, "t1", "t2") == [6, 6]
    table.do(Displace("t2", table.hex("05.02")))
    assert (table.unit("t2").load, table.tokens("soviet", "05.02"), table.one(SupplyDisplaced).tokens) == (4, 2, 2)


@pytest.mark.case("9.14c-A")
def test_the_first_of_two_captured_counters_gives_up_what_is_too_much() -> None:
    """Half of three points is two, half of 12T are 6T: 2T are handed on, once."""
    table = entered("\n".join(f"soviet 03.02 t{n} truck 1 50T load=1" for n in (1, 2, 3)), 4)
    assert [event.unit for event in table.all(TransportCaptured)] == ["t1", "t2"]
    assert carried(table, "t1", "t2", "t3") == [2, 4, 6]


@pytest.mark.case("9.14c-A")
def test_a_part_of_an_empty_counter_is_captured_empty() -> None:
    table = entered("soviet 03.02 tr truck 4 50T", 3)
    assert carried(table, "tr", "tr/2") == [0, 0]
    assert not table.all(LoadShifted)


@pytest.mark.case("9.14c-C")
@pytest.mark.parametrize(("overload", "ground"), [("on_the_ground", 1), ("lost", 0)])
def test_what_displaced_points_cannot_carry_lies_where_they_went_or_is_lost(overload: str, ground: int) -> None:
    """Reading 1.74 and its switch: of the 9T of the worked example two trucks carry eight."""
    table = entered("soviet 03.02 tr truck 3 50T load=3", 3, displaced_overload=overload)
    assert carried(table, "tr") == [9]
    table.do(Displace("tr", table.hex("13.02")))
    assert (carried(table, "tr"), table.tokens("soviet", "13.02")) == ([8], ground)
    lost = [(event.purpose, event.tokens, event.hex, event.case) for event in table.all(SupplySpent)]
    assert lost == ([] if ground else [("wasted", 1, table.hex("13.02"), "9.14c-C")])


@pytest.mark.case("9.14c-C")
def test_points_that_can_carry_their_load_lose_nothing() -> None:
    table = entered("soviet 03.02 tr truck 4 50T load=3", 3, displaced_overload="lost")
    table.do(Displace("tr", table.hex("13.02")))
    assert (carried(table, "tr"), table.all(SupplySpent)) == ([9], [])
    table = entered("soviet 03.02 tr truck 4 50T load=4", 3, displaced_overload="lost")
    table.do(Displace("tr", table.hex("13.02")))
    assert (carried(table, "tr"), table.all(SupplySpent)) == ([12], []), "just full"


@pytest.mark.case("9.14c-A")
def test_points_that_get_away_help_each_other_carry() -> None:
    """One point of a full counter of three is captured with 3T: of its 9T one goes to the empty counter."""
    table = entered("soviet 03.02 t1 truck 3 50T load=3\nsoviet 03.02 t2 truck 1 50T", 3)
    assert [event.unit for event in table.all(TransportCaptured)] == ["t1/2"]
    assert carried(table, "t1/2", "t1", "t2") == [3, 8, 1]


@pytest.mark.case("9.14c-A")
def test_tokens_that_no_captured_point_can_carry_are_captured_on_the_ground() -> None:
    """25% of a single point is none, 25% of its 4T is 1T."""
    table = entered("soviet 03.02 tr truck 1 50T load=1", 3)
    assert table.one(LoadCaptured).tokens == 1
    assert (table.tokens("axis", "03.02"), table.unit("tr").load) == (1, 3)
    assert not table.all(TransportCaptured)


@pytest.mark.case("9.14c-A")
def test_tokens_beyond_the_captured_points_are_taken_from_the_first_that_get_away() -> None:
    """25% of five points is one, with 4T; 25% of their 20T are 5T."""
    table = entered("\n".join(f"soviet 03.02 t{n} truck 1 50T load=1" for n in range(1, 6)), 3)
    assert carried(table, "t1", "t2", "t3", "t4", "t5") == [4, 3, 4, 4, 4]
    assert [(event.unit, event.tokens) for event in table.all(LoadCaptured)] == [("t2", 1)]


@pytest.mark.case("9.14c-A", "9.14b")
def test_tokens_left_without_points_fall_to_the_ground_and_are_rolled_for() -> None:
    """Half of a point is one, half of its 4T are 2T; the other 2T lie there, of which a 5 takes half."""
    table = entered("soviet 03.02 tr truck 1 50T load=1", 4, 5)
    assert (table.unit("tr").side, table.unit("tr").load) == ("axis", 2)
    assert table.one(DumpCaptured).captured == 1
    assert table.tokens("axis", "03.02") == 1
    assert table.step == ""


@pytest.mark.case("9.14c-B")
def test_the_owner_picks_among_points_of_several_types() -> None:
    units = "soviet 03.02 org organic 1 50T formation=9.TD\nsoviet 03.02 tr truck 2 50T"
    table = entered(units, 4)
    assert (table.step, table.asked.side) == ("give_up", "soviet")
    assert set(table.offered(GiveUp)) == {GiveUp("org"), GiveUp("tr")}
    assert table.refused(GiveUp("krad")) == ("capture.not_there", "9.14c-B")
    table.do(GiveUp("org"))
    assert [event.unit for event in table.all(TransportCaptured)] == ["org", "tr/2"]


@pytest.mark.case("9.14c-B")
def test_one_type_leaves_nothing_to_pick() -> None:
    table = entered("soviet 03.02 t1 truck 1 50T\nsoviet 03.02 t2 truck 2 50T", 4)
    assert table.step == "displace"
    assert sum(table.unit(event.unit).points for event in table.all(TransportCaptured)) == 2


@pytest.mark.case("13.2g-F")
def test_a_captured_organic_truck_is_a_regular_one() -> None:
    table = entered("soviet 03.02 org organic 1 50T formation=9.TD load=1\nsoviet 03.02 tr truck 1 50T", 4)
    before = position(f"{WIDE}axis 01.01 a {RIFLES}\nsoviet 03.02 org organic 1 50T formation=9.TD")
    assert is_organic(before, before.unit("org"))
    table.do(GiveUp("org"))
    captured = table.unit("org")
    assert not is_organic(table.look, captured)
    assert formation_of(table.look, captured) == ""
    found = payers(table.look, table.unit("krad"))
    assert {(payer.holder, payer.organic) for payer in found} == {("org", False)}


@pytest.mark.case("9.14c-D", "13.2i", "K9.14-capture-vehicles")
@pytest.mark.parametrize(
    ("phase", "side", "free"),
    [
        ("movement", "axis", True),
        ("combat", "axis", False),
        ("exploitation", "axis", False),
        ("movement", "soviet", False),
    ],
)
def test_captured_points_move_only_in_the_movement_phase_of_who_captures(phase: str, side: str, free: bool) -> None:
    table = entered("soviet 03.02 tr truck 2 50T", 4, phase=phase, side=side)
    assert table.unit("tr/2").activity.moved is not free


# --- displacement --------------------------------------------------------------------------------------------------


@pytest.mark.case("9.14c-C")
@pytest.mark.parametrize(("words", "reach"), [("truck 2 50T load=2", 10), ("wagon 2 10L", 5)])
def test_points_get_away_so_far_and_no_farther(words: str, reach: int) -> None:
    table = entered(f"soviet 03.02 tr {words}", 1)
    near, beyond = f"{3 + reach:02d}.02", f"{4 + reach:02d}.02"
    assert table.refused(Displace("tr", table.hex(beyond))) == ("capture.too_far", "9.14c-C")
    assert table.refused(Displace("tr", table.hex("03.02"))) == ("capture.too_far", "9.14c-C")
    assert table.refused(Displace("krad", table.hex(near))) == ("capture.not_there", "9.14c-B")
    table.do(Displace("tr", table.hex(near)))
    assert (table.at("tr"), table.one(TransportDisplaced).start) == (near, table.hex("03.02"))
    assert not table.all(SupplyDisplaced)


@pytest.mark.case("9.14c-C")
def test_enemy_units_and_zocs_on_the_way_do_not_matter_but_in_the_new_hex_units_do() -> None:
    wall = "\n".join(f"axis 04.0{row} w{row} {RIFLES}" for row in (1, 2, 3))
    things = "axis 06.01 e truck 1 50T\nsoviet 03.02 tr truck 2 50T"
    rest = "[supply]\naxis 07.01 1\n[hedgehogs]\naxis 08.01 1\n"
    table = entered(f"{wall}\n{things}", 1, rest=rest)
    for held in ("04.02", "06.01", "07.01", "08.01"):
        assert table.refused(Displace("tr", table.hex(held))) == ("capture.enemy_there", "9.14c-C")
    table.do(Displace("tr", table.hex("05.02")))
    assert table.at("tr") == "05.02"


@pytest.mark.case("9.14c-C")
def test_points_go_only_where_their_kind_may_stand_and_water_in_between_does_not_stop_them() -> None:
    rows = ". . . . s . .\n" * 3
    text = f"[terrain]\n{rows}[units]\naxis 01.02 krad {RIFLES}\nsoviet 01.02 tr truck 1 50T\nsoviet 07.01 f {RIFLES}\n"
    look = position(text.replace(" s ", " ~ "), phase="movement")
    table = capturing(look, "01.02", 1)
    assert table.refused(Displace("tr", table.hex("05.02"))) == ("capture.closed", "9.14c-C")
    table.do(Displace("tr", table.hex("06.02")))
    assert table.at("tr") == "06.02"


@pytest.mark.case("9.14c-C")
def test_points_without_any_hex_to_go_to_are_lost() -> None:
    text = (
        f"[terrain]\n. .\n[units]\naxis 01.01 a {RIFLES}\naxis 02.01 b {RIFLES}\nsoviet 01.01 tr truck 2 50T load=1\n"
    )
    look = position(text, phase="movement")
    table = capturing(look, "01.01", 1)
    assert table.one(UnitEliminated).unit == "tr"
    assert (table.at("tr"), table.step) == ("dead", "")
    assert table.look.state.steps_lost == {"axis": 0, "soviet": 0}


# --- entry ---------------------------------------------------------------------------------------------------------


class Nothing(Struct, frozen=True, tag=True):
    """The record of no procedure."""


def on_entry(units: str, rest: str = "", victory: tuple[str, ...] = (), controlled: str = "") -> Run:
    """What entering 02.01 with `units` opens."""
    look = position(
        f"[terrain]\n. . .\n. . .\n[units]\nsoviet 03.02 far {RIFLES}\naxis 01.02 near {RIFLES}\n{units}\n{rest}"
    )
    hexes = tuple(VictoryHex(look.board.index(name), 1, name) for name in victory)
    look = in_scenario(look, victory=replace(look.world.scenario.victory, hexes=hexes))
    control = {entry.hex: controlled for entry in hexes if controlled}
    frame = Frame("game", "turn_end", Nothing())
    run = Run(Look(look.world, look.state.change(stack=(frame,), control=control)), Dice(seed=1))
    capture_on_entry(run, "axis", run.look.board.index("02.01"))
    return run


SOVIET_DUMP = "[supply]\nsoviet 02.01 1\n"


@pytest.mark.case("4.8c-A", "9.14b", "12.11b")
@pytest.mark.parametrize(
    ("words", "rest", "opens"),
    [
        (RIFLES, SOVIET_DUMP, True),
        (RIFLES, "[hedgehogs]\nsoviet 02.01 1\n", True),
        (RIFLES, "[hedgehogs]\naxis 02.01 1\n[supply]\naxis 02.01 1\n", False),
        (RIFLES, "", False),
        ("Rgt anti_aircraft other (3)-3-3L/(1)-3-6L", SOVIET_DUMP, False),
        ("hq 8T-4T/6T-12T", SOVIET_DUMP, False),
        (f"{RIFLES} dg", SOVIET_DUMP, True),
    ],
)
def test_attack_capable_units_capture_what_is_there(words: str, rest: str, opens: bool) -> None:
    run = on_entry(f"axis 02.01 a {words}", rest)
    assert (run.state.stack[-1].procedure == "capture") is opens


@pytest.mark.case("SETUP-III")
@pytest.mark.parametrize(
    ("words", "victory", "before", "claims"),
    [
        (RIFLES, "02.01", "soviet", True),
        (RIFLES, "02.01", "", True),
        (RIFLES, "02.01", "axis", False),
        (RIFLES, "02.02", "soviet", False),
        ("hq 8T-4T/6T-12T", "02.01", "soviet", True),
        ("truck 1 50T", "02.01", "soviet", False),
    ],
)
def test_a_combat_unit_claims_a_victory_hex(words: str, victory: str, before: str, claims: bool) -> None:
    run = on_entry(f"axis 02.01 a {words}", "", (victory,), before)
    assert any(isinstance(event, ControlChanged) for event in run.events) is claims
    held = run.state.control.get(run.look.board.index(victory), "")
    assert held == ("axis" if claims else before)
    come_into(run, "axis", run.look.board.index("02.01"))
    assert len(run.events) == claims


@pytest.mark.case("4.8c-A", "9.14c-D", "13.2i")
def test_a_moving_unit_goes_on_after_a_capture_and_so_does_the_captured_truck() -> None:
    units = f"axis 01.01 ir Rgt infantry other 4-3-6L/2-3-6L\nsoviet 02.01 tr truck 1 50T\nsoviet 05.02 far {RIFLES}"
    game = sit(units, land(columns=5, rows=2), dice=(6,)).game
    index = game.world.board.index
    for action in (BeginMove("ir"), StepTo(index("02.01")), StepTo(index("03.01")), Halt(), BeginMove("tr")):
        assert game.do(action).refusal is None, action
    assert game.look.unit("tr").side == "axis"
    assert StepTo(index("02.02")) in game.choices()


@pytest.mark.case("13.2g-F")
def test_a_captured_organic_truck_is_of_the_type_of_a_truck() -> None:
    words = ("o organic 1 45T formation=f", "t truck 1 45T", "w wagon 1 45T")
    units = "\n".join(f"axis 01.01 {line}" for line in words)
    look = position(f"[terrain]\n. . .\n[units]\n{units}\n")
    taken = look.unit("o").change(captured=True)
    assert type_of(look, taken) == type_of(look, look.unit("t"))
    assert type_of(look, look.unit("o")) != type_of(look, look.unit("t"))
    assert type_of(look, look.unit("w")) != type_of(look, look.unit("t"))
