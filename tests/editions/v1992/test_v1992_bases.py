"""Air bases of 1992: the Levels that are paid for each turn, and refit by a die."""

from __future__ import annotations

from typing import Any

import pytest

from redball.cli.air_text import air_lines
from redball.core.actions import AddPlane, Construct, Done, Pay, RefitAt
from redball.core.events import SupplySpent
from redball.editions.v1992.base_supply import BasesSupplied, RefitRolled, SupplyBase, bill_of, supply_in, with_usable
from redball.game.position.dump import dump_position
from redball.game.position.sections import PositionError
from redball.game.sentences import Namer, sentence
from redball.game.standing.alone import gives_up
from redball.game.view.air import AirView, air_view
from redball.rules.air.air import AircraftRefitted
from redball.rules.ground.air_force import base_in
from support import HQ, LEG, Sitting, asked, land, sit

FIGHTER, BOMBER = "F 4-3-6/3-2-4", "T (1)-18-6/(1)-9-6"
IDLE = "\n".join(f"axis 02.01 f{i} {FIGHTER} inactive" for i in range(8))
UNITS = f"axis 01.01 a {LEG}\nsoviet 12.01 r {LEG}"


def bases(held: str, planes: str = IDLE, *, supply: str = "axis 01.01 3", units: str = UNITS, **more: Any) -> Sitting:
    """A row of hexes by 1992, with these bases and aircraft."""
    rest = f"[supply]\n{supply}\n[sources]\naxis 01.01\nsoviet 12.01\n[bases]\n{held}\n[aircraft]\n{planes}\n"
    return sit(units, land(columns=12, rows=1), rest=rest, edition="1992", **more)


def usable(table: Sitting, where: str) -> int:
    """The Levels that a base uses, as the enemy sees them too."""
    look = table.game.look
    seen = [air_view(look, side) for side in ("axis", "soviet")]
    found = {
        base.usable for view in seen if isinstance(view, AirView) for base in view.bases if base.hex == table.hex(where)
    }
    (one,) = found
    return one


# --- the Supply Usage Segment ------------------------------------------------------------------------------------


@pytest.mark.case("E92-special-supply-bases")
def test_the_page_gets_the_price_of_a_level() -> None:
    """What two Levels cost is twice that; who may not know the base's aircraft does not get it either."""
    table = bases("axis 02.01 3\nsoviet 11.01 2", at="supply", switches={"fog": True})
    own, theirs = (air_view(table.game.look, side) for side in ("axis", "soviet"))
    assert isinstance(own, AirView)
    assert isinstance(theirs, AirView)
    base = base_in(table.game.state, table.hex("02.01"))
    assert base is not None
    prices = {b.hex: b.level_price for b in own.bases}
    assert 2 * prices[base.hex] == bill_of(table.game.look, base, 2).tokens > 0
    assert {b.hex: b.level_price for b in theirs.bases}[base.hex] == 0


@pytest.mark.case("E92-special-supply-bases")
def test_a_base_pays_for_each_level_that_it_is_to_use() -> None:
    table = bases("axis 02.01 3\naxis 04.01 1\nsoviet 11.01 2", at="supply")
    two, three = SupplyBase(table.hex("02.01"), 2), SupplyBase(table.hex("02.01"), 3)
    assert table.offered(SupplyBase) == [
        SupplyBase(table.hex("02.01"), 1),
        two,
        three,
        SupplyBase(table.hex("04.01"), 1),
    ]
    assert table.refused(SupplyBase(table.hex("02.01"), 4)) == ("usage.base_levels", "E92-special-supply-bases")
    assert table.refused(SupplyBase(table.hex("11.01"), 1)) == ("air.no_base", "15.0")
    table.do(two)
    while table.offered(Pay):
        table.do(table.offered(Pay)[0])
    assert sum(event.tokens for event in table.all(SupplySpent)) == 8
    assert table.refused(SupplyBase(table.hex("02.01"), 1)) == ("usage.base_supplied", "E92-special-supply-bases")
    table.do(Done())
    assert table.all(BasesSupplied)[0].levels == ((table.hex("02.01"), 2), (table.hex("04.01"), 0))
    assert (
        sentence(table.all(BasesSupplied)[0], Namer(table.game.world, {}, "", None))
        == "Axis supplies air base Levels: 2 at 02.01, 0 at 04.01"
    )
    assert [usable(table, where) for where in ("02.01", "04.01")] == [2, 0]


@pytest.mark.case("E92-special-supply-bases")
def test_who_leaves_aircraft_without_supply_is_asked_once() -> None:
    """Bases with aircraft that could be paid for are counted, no others."""
    table = bases(
        "axis 02.01 3\naxis 04.01 1\naxis 05.01 2", f"axis 02.01 f {FIGHTER}\naxis 05.01 g {FIGHTER}", at="supply"
    )
    told = [gives_up(table.look, asked(table.game))]
    table.do(SupplyBase(table.hex("02.01"), 1))
    table.do(*table.offered(Pay)[:1])
    told.append(gives_up(table.look, asked(table.game)))
    assert told == ["2 air bases stay without supply for this turn", "1 air base stays without supply for this turn"]
    table.do(SupplyBase(table.hex("05.01"), 1))
    table.do(*table.offered(Pay)[:1])
    assert gives_up(table.look, asked(table.game)) == "", "nobody is at the third base"


@pytest.mark.case("E92-special-supply-bases")
def test_the_price_must_be_within_reach_of_the_base() -> None:
    table = bases(
        "axis 02.01 3",
        at="supply",
        supply="axis 01.01 4T\naxis 12.01 9",
        units=f"axis 01.01 a {LEG}\nsoviet 10.01 r {LEG}",
    )
    assert table.offered(SupplyBase) == [SupplyBase(table.hex("02.01"), 1)]
    refusal = table.why(SupplyBase(table.hex("02.01"), 2))
    assert (refusal.code, refusal.have, refusal.need) == ("usage.base_unpaid", "1 SP", "2 SP")
    short = bases("axis 02.01 3", at="supply", supply="axis 01.01 3T")
    assert not short.offered(SupplyBase)
    assert usable(short, "02.01") == 0


@pytest.mark.case("E92-special-supply-bases")
def test_a_new_payment_replaces_the_old_one_and_a_position_keeps_it() -> None:
    table = bases("axis 02.01 3 usable=1\naxis 04.01 2 usable=0\nsoviet 11.01 2", at="supply", supply="axis 01.01 3")
    text = dump_position(table.game.world, table.game.state)
    assert [
        line
        for line in text.splitlines()
        if line.split()[1:2] in (["02.01"], ["04.01"], ["11.01"]) and " F " not in line
    ] == ["axis 02.01 3 usable=1", "axis 04.01 2 usable=0", "soviet 11.01 2"]
    assert [usable(table, where) for where in ("02.01", "04.01", "11.01")] == [1, 0, 2]
    lines = [next(air_lines(table.game.look, "axis", table.hex(where))) for where in ("02.01", "04.01")]
    assert [line.split(",")[0] for line in lines] == [
        "  axis: air base of Level 3 (1 usable)",
        "  axis: air base of Level 2 (without supply)",
    ]
    table.do(SupplyBase(table.hex("02.01"), 3))
    while table.offered(Pay):
        table.do(table.offered(Pay)[0])
    assert [usable(table, where) for where in ("02.01", "04.01", "11.01")] == [3, 0, 0]
    assert [usable(again, "02.01") for again in (bases("axis 02.01 3"),)] == [3]


@pytest.mark.case("9.14f-A", "E92-special-supply-bases")
@pytest.mark.parametrize(("mark", "forgotten"), [("usable=0", 1), ("usable=1", 1), ("", 0)])
def test_whoever_captures_a_base_uses_all_its_levels_whatever_was_paid_for(mark: str, forgotten: int) -> None:
    """Nobody has decided about it for its new owner, who may land there and take off again in this turn."""
    units = f"axis 04.01 a {LEG} move\naxis 01.01 b {LEG}\nsoviet 12.01 r {LEG}"
    table = bases(f"soviet 05.01 3 {mark}\nsoviet 11.01 2 usable=1", f"soviet 11.01 f {FIGHTER}", units=units)
    table.move("a", "05.01")
    assert [event.levels for event in table.all(BasesSupplied)] == [((table.hex("05.01"), 3),)] * forgotten
    assert [usable(table, where) for where in ("05.01", "11.01")] == [3, 1]


@pytest.mark.case("E92-special-supply-bases")
def test_a_position_refuses_more_usable_levels_than_there_are() -> None:
    with pytest.raises(PositionError, match="usable= takes a number up to the Level"):
        bases("axis 02.01 2 usable=3")


# --- refit -------------------------------------------------------------------------------------------------------


def refit(table: Sitting, where: str, count: int) -> Sitting:
    """Refit so many of the idle fighters there."""
    return table.do(RefitAt(table.hex(where)), *(AddPlane(f"f{i}") for i in range(count)))


@pytest.mark.case("E92-air-refit-roll", "E92-air-refit-choice", "E92-special-supply-bases")
@pytest.mark.parametrize(
    ("mark", "die", "most"), [("", 2, 6), ("usable=2", 3, 6), ("usable=1", 3, 3), ("usable=1", 1, 1)]
)
def test_a_base_refits_what_its_die_allows_times_its_usable_levels_for_nothing(mark: str, die: int, most: int) -> None:
    table = bases(f"axis 02.01 3 {mark}", at="aircraft_refit", dice=(die,), supply="axis 12.01 1")
    assert table.one(RefitRolled).bases == ((table.hex("02.01"), most),)
    assert table.one(RefitRolled).audience == "own"
    assert table.told(RefitRolled) == f"Aircraft that may refit: {most} at 02.01"
    view = air_view(table.game.look, "axis")
    assert isinstance(view, AirView)
    assert view.bases[0].refit is not None
    assert (view.bases[0].refit.tokens, view.bases[0].refit.most) == (0, most)
    refit(table, "02.01", most)
    refusal = table.why(AddPlane(f"f{most}"))
    assert (refusal.code, refusal.need) == ("refit.limit", str(most))
    table.done()
    assert table.one(AircraftRefitted).planes == tuple(f"f{i}" for i in range(most))
    assert not table.all(SupplySpent)
    table.idle(lambda: table.game.state.clock.phase == "movement")
    assert not supply_in(table.game.state).rolled


@pytest.mark.case("E92-supply-levels-bases", "E92-air-refit-roll")
def test_a_base_without_supply_rolls_nothing_and_refits_nobody() -> None:
    planes = f"{IDLE}\naxis 04.01 g {FIGHTER} inactive"
    table = bases("axis 02.01 3 usable=0\naxis 04.01 1", planes, at="aircraft_refit", dice=(5,))
    assert table.one(RefitRolled).bases == ((table.hex("04.01"), 5),)
    assert table.refused(RefitAt(table.hex("02.01"))) == ("refit.unsupplied", "E92-supply-levels-bases")
    assert table.offered(RefitAt) == [RefitAt(table.hex("04.01"))]


@pytest.mark.case("E92-air-refit-roll")
def test_a_die_is_thrown_for_every_supplied_base_so_that_the_dice_tell_nothing_of_what_stands_there() -> None:
    table = bases("axis 02.01 3\naxis 04.01 1\naxis 06.01 strip", at="aircraft_refit", dice=(1, 6))
    assert table.one(RefitRolled).bases == ((table.hex("02.01"), 3), (table.hex("04.01"), 6))


@pytest.mark.case("E92-air-refit-roll")
def test_an_air_strip_needs_no_supply_and_refits_one() -> None:
    planes = f"axis 06.01 g {FIGHTER} inactive\naxis 06.01 h {FIGHTER} inactive"
    table = bases("axis 06.01 strip", planes, at="aircraft_refit", supply="axis 12.01 1")
    assert not table.all(RefitRolled)
    table.do(RefitAt(table.hex("06.01")), AddPlane("g"))
    assert table.refused(AddPlane("h"))[0] == "refit.limit"
    table.done()
    assert not table.all(SupplySpent)


# --- flights and building ----------------------------------------------------------------------------------------


@pytest.mark.case("E92-special-supply-build-base")
def test_an_engineer_builds_one_level_in_a_game_turn_for_one_sp() -> None:
    units = f"axis 03.01 hq {HQ}\naxis 01.01 a {LEG}\nsoviet 12.01 r {LEG}"
    table = bases("axis 02.01 1", f"axis 02.01 f {FIGHTER}", supply="axis 03.01 4", units=units)
    assert table.refused(Construct("a", table.hex("01.01"), "build_air_base"))[0] == "construct.not_capable"
    table.do(Construct("hq", table.hex("02.01"), "build_air_base"))
    while table.offered(Pay):
        table.do(table.offered(Pay)[0])
    assert table.spent() == 4
    base = base_in(table.game.state, table.hex("02.01"))
    assert base is not None
    assert (base.level, base.raised) == (2, 1)
    more = f"{units}\naxis 02.01 h2 {HQ}"
    again = bases("axis 02.01 2 raised", f"axis 02.01 f {FIGHTER}", supply="axis 03.01 4", units=more)
    assert again.refused(Construct("hq", again.hex("02.01"), "build_air_base"))[0] == "air_base.raised"


# --- the record ----------------------------------------------------------------------------------------------------


def test_rolls_are_the_owners_and_of_one_phase_levels_are_open_and_stay() -> None:
    table = bases("axis 02.01 3 usable=2\nsoviet 11.01 2", at="aircraft_refit", dice=(4, 3))
    table.idle(lambda: bool(table.all(RefitRolled)))
    look = table.game.look
    hex_, record = table.hex("02.01"), supply_in(table.game.state)
    assert (record.usable, record.rolled) == (((hex_, 2),), ((hex_, 8),))
    mine, theirs = record.as_seen(look, "axis"), record.as_seen(look, "soviet")
    assert mine == record
    assert theirs is not None
    assert (theirs.usable, theirs.rolled) == (record.usable, ())
    later = record.in_new_phase(table.game.state)
    assert later is not None
    assert (later.usable, later.rolled) == (record.usable, ())


def test_a_base_that_uses_all_its_levels_again_needs_no_record() -> None:
    table = bases("axis 02.01 3 usable=2")
    hex_ = table.hex("02.01")
    assert supply_in(with_usable(table.game.state, {hex_: 1})).usable == ((hex_, 1),)
    assert supply_in(with_usable(table.game.state, {hex_: 3})).usable == ()


@pytest.mark.case("E92-special-supply-bases")
def test_the_bill_names_the_base_and_no_units() -> None:
    table = bases("axis 02.01 3")
    base = base_in(table.game.state, table.hex("02.01"))
    assert base is not None
    bill = bill_of(table.game.look, base, 2)
    assert (bill.tokens, bill.place, bill.units, bill.purpose) == (8, table.hex("02.01"), (), "air base")
