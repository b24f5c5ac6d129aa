"""SP by rail: trains are opened, loaded and sent."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.core.actions import Cancel, Done, LoadSupply, LoadTrain, OpenTrain, PlaceUnit, RideRail, SendTrain
from redball.core.events import PhaseBegan, ReplArrived, SupplyArrived, SupplyRailed
from redball.core.state import Dump, PhaseName
from redball.rules.rail.cap import cap_left
from rules.rail_table import FOE, INF, LINE, arriving, railway
from support import Sitting


def open_at(table: Sitting, name: str) -> OpenTrain:
    return OpenTrain(table.hex(name))


def send_to(table: Sitting, name: str) -> SendTrain:
    return SendTrain(table.hex(name))


def amounts(table: Sitting) -> list[int]:
    return [action.tokens for action in table.offered(LoadTrain)]


@pytest.mark.case("13.3e", "13.3e-1", "13.3e-3", "4.7a", "4.7-A", "12.2")
def test_supply_is_loaded_and_sent() -> None:
    table = railway("", supply="axis 01.02 3+1T\naxis 08.02 1")
    table.do(open_at(table, "01.02"))
    assert amounts(table) == list(range(13, 0, -1))
    table.do(LoadTrain(9))
    assert [table.game.look.hex_name(a.hex) for a in table.offered(SendTrain)] == ["04.02", "08.02", "12.02"]
    table.do(send_to(table, "08.02"))
    assert (table.tokens("axis", "01.02"), table.tokens("axis", "08.02"), table.step) == (
        4,
        13,
        "movement_segment.choose_unit",
    )
    event = table.one(SupplyRailed)
    assert (event.tokens, event.cost, len(event.path), event.new) == (9, 36, 8, False)
    assert cap_left(table.game.look, "axis") == 28


@pytest.mark.case("12.2a", "13.3e-1")
def test_what_came_by_rail_goes_no_farther_in_this_phase() -> None:
    table = railway(f"axis 08.02 t truck 2 45T\naxis 08.02 a {INF}", supply="axis 01.02 2\naxis 08.02 1")
    table.do(open_at(table, "01.02"), LoadTrain(8), send_to(table, "08.02"))
    assert table.game.state.dumps["axis"][table.hex("08.02")] == Dump(12, 8)
    table.do(open_at(table, "08.02"))
    assert amounts(table) == [4, 3, 2, 1]
    table.do(LoadTrain(4), send_to(table, "04.02"))
    assert table.refused(open_at(table, "08.02")) == ("rail.fresh", "12.2a")
    assert open_at(table, "08.02") not in table.offered(OpenTrain)
    table.begin("t")
    assert table.offered(LoadSupply) == []


@pytest.mark.case("13.3e")
def test_nothing_is_spent_until_the_train_is_sent() -> None:
    table = railway("", supply="axis 01.02 2")
    before = table.game.state
    table.do(open_at(table, "01.02"), LoadTrain(3), Cancel())
    assert table.game.state == before
    table.do(open_at(table, "01.02"), Cancel())
    assert table.game.state == before


@pytest.mark.case("13.3b", "13.3a-B", "K13.3-capacity")
@pytest.mark.parametrize(
    ("cap", "paths", "most"),
    [("1", f"railroad - {LINE}", 4), ("1", f"railroad/multi - {LINE}", 8), ("1/4", f"railroad - {LINE}", 1)],
)
def test_as_much_as_the_rail_cap_carries(cap: str, paths: str, most: int) -> None:
    table = railway("", cap=f"axis {cap}", paths=paths, supply="axis 01.02 9").do(OpenTrain(railway("").hex("01.02")))
    assert max(amounts(table)) == most
    assert table.refused(LoadTrain(most + 1)) == ("rail.amount", "13.3b")
    assert table.refused(LoadTrain(0)) == ("rail.amount", "13.3b")
    table.do(LoadTrain(most), send_to(table, "12.02"))
    assert table.refused(open_at(table, "01.02")) == ("rail.no_cap", "13.3b")


@pytest.mark.case("13.3b", "13.3a-B")
def test_the_amount_for_a_cheap_way_may_be_too_much_for_a_dear_one() -> None:
    paths = "railroad/multi - 01.02 02.02 03.02 04.02\nrailroad - 04.02 05.02 06.02 07.02 08.02"
    table = railway(f"axis 08.02 a {INF}", cap="axis 1", paths=paths, supply="axis 01.02 9")
    table.do(open_at(table, "01.02"), LoadTrain(5))
    assert table.refused(send_to(table, "08.02")) == ("rail.no_cap", "13.3b")
    assert table.offered(SendTrain) == [send_to(table, "04.02")]
    table.do(send_to(table, "04.02"))
    assert table.one(SupplyRailed).cost == 10


@pytest.mark.case("13.3e-1", "13.3a-A")
def test_a_train_is_opened_where_supply_of_ones_own_can_entrain() -> None:
    table = railway("", supply="axis 03.02 1\naxis 02.01 1\nsoviet 15.01 1")
    assert table.offered(OpenTrain) == []
    assert table.refused(open_at(table, "03.02")) == ("rail.not_detrainable", "13.3c-1")
    assert table.refused(open_at(table, "02.01")) == ("rail.no_railroad", "13.3e-1")
    assert table.refused(open_at(table, "04.02")) == ("rail.no_supply", "13.3a-A")
    assert table.refused(open_at(table, "15.01")) == ("rail.no_supply", "13.3a-A")


@pytest.mark.case("13.3e-1")
@pytest.mark.parametrize("new", ["new=1T", "", "new=0T"])
def test_one_new_token_is_enough_for_a_train(new: str) -> None:
    table = railway("", supply=f"axis 03.02 2 {new}")
    assert table.offered(OpenTrain) == [open_at(table, "03.02")] * (new == "new=1T")


@pytest.mark.case("13.3e-1")
@pytest.mark.parametrize(("new", "offered"), [("new=4T", True), ("", False)])
def test_only_new_supply_entrains_between_stations_and_only_once(new: str, offered: bool) -> None:
    """4T of 8T at 03.02 came in there this turn; off the railroad that is no help."""
    table = railway("", supply=f"axis 03.02 2 {new}\naxis 03.01 2 {new}")
    assert table.offered(OpenTrain) == [open_at(table, "03.02")] * offered
    if offered:
        table.do(open_at(table, "03.02"))
        assert amounts(table) == [4, 3, 2, 1]
        table.do(LoadTrain(4), send_to(table, "08.02"))
        assert (table.tokens("axis", "03.02"), table.offered(OpenTrain)) == (4, [])
        assert table.refused(open_at(table, "03.02")) == ("rail.not_detrainable", "13.3c-1")


@pytest.mark.case("13.3e-3")
def test_a_train_needs_somewhere_to_go() -> None:
    table = railway("", supply="axis 01.02 1", places='01.02 village "Brest"')
    assert table.refused(open_at(table, "01.02")) == ("rail.nowhere", "13.3e-3")


@pytest.mark.case("4.5a-C")
def test_no_supply_entrains_or_passes_in_a_zoc() -> None:
    table = railway(f"soviet 08.03 z {FOE}", supply="axis 01.02 1\naxis 12.02 1")
    assert table.refused(open_at(table, "12.02")) == ("rail.no_line", "13.3c-3")
    table.do(open_at(table, "01.02"), LoadTrain(4))
    assert table.offered(SendTrain) == [send_to(table, "04.02")]
    assert table.refused(send_to(table, "08.02")) == ("rail.zoc", "4.5a-C")


@pytest.mark.case("13.3b")
def test_trains_run_in_the_movement_phase_only() -> None:
    table = railway(f"axis 08.02 a {INF} released", supply="axis 01.02 1", at="exploitation_movement")
    assert table.refused(open_at(table, "01.02")) == ("rail.phase", "13.3b")


# --- where supply arrives --------------------------------------------------------------------------------------

NO_STATION = '04.02 village "Minsk"'


@pytest.mark.case("13.3e-1")
def test_new_supply_entrains_where_it_arrives_without_a_station() -> None:
    table = railway("", supply="axis 01.02 3 new=2", places=NO_STATION).do(OpenTrain(railway("").hex("01.02")))
    assert amounts(table) == list(range(8, 0, -1))
    table.do(LoadTrain(5), send_to(table, "04.02"))
    assert (table.one(SupplyRailed).new, table.game.state.landed) == (True, {table.hex("01.02"): 3})
    table.do(open_at(table, "01.02"))
    assert amounts(table) == [3, 2, 1]
    table.do(Cancel(), Done())
    assert table.game.state.landed == {}


@pytest.mark.case("13.3e-1")
def test_but_not_from_hexes_that_no_train_can_use() -> None:
    zoc = railway(f"soviet 01.03 z {FOE}", supply="axis 01.02 3 new=2", places=NO_STATION)
    assert zoc.refused(open_at(zoc, "01.02")) == ("rail.zoc", "4.5a-C")
    old = railway("", supply="axis 01.02 3", places=NO_STATION)
    assert old.refused(open_at(old, "01.02")) == ("rail.not_detrainable", "13.3c-1")


@pytest.mark.case("13.3e-1", "13.6c")
def test_supply_that_an_arriving_truck_has_loaded_is_not_new_any_more() -> None:
    """3 SP of old lie in the entry hex; 2 SP come in, and the truck that comes with them takes one."""
    table = arriving("axis 01.01 t truck 1 45T", "t", "01.02", sp=8, supply="axis 01.02 3", places=NO_STATION)
    hex_ = table.hex("01.02")
    table.do(PlaceUnit("t", hex_, "move", "move"))
    assert (table.one(SupplyArrived).tokens, table.game.state.landed) == (8, {hex_: 8})
    table.do(LoadSupply("t", 4))
    while table.step != "movement_segment.choose_unit":
        table.done()
    assert (table.game.state.landed, table.tokens("axis", "01.02")) == ({hex_: 4}, 16)
    table.do(OpenTrain(hex_))
    assert max(amounts(table)) == 4


@pytest.mark.case("13.3e-1", "13.6b-A")
def test_units_entrain_off_the_map_in_the_hex_where_they_arrive() -> None:
    table = arriving(f"axis 01.01 a {INF}\naxis 01.02 b {INF} move", "a", "01.02", places=NO_STATION)
    table.do(PlaceUnit("a", table.hex("01.02"), "move", "move"))
    table.done().begin("b")
    assert table.refused(RideRail(table.hex("04.02"))) == ("rail.not_detrainable", "13.3c-1")
    table.halt().begin("a").go("02.02", "01.02")
    assert table.refused(RideRail(table.hex("04.02"))) == ("rail.not_detrainable", "13.3c-1")
    table = arriving(f"axis 01.01 a {INF}", "a", "01.02", places=NO_STATION)
    table.do(PlaceUnit("a", table.hex("01.02"), "move", "move"))
    table.done().begin("a").do(RideRail(table.hex("04.02")))
    assert table.at("a") == "04.02"


@pytest.mark.case("13.3e-1")
def test_repls_that_arrive_count_as_new_until_the_movement_phase_is_over() -> None:
    state = railway("", at="reinforcement").game.state
    state = state.change(clock=replace(state.clock, phase="reinforcement"))
    state = ReplArrived(case="13.5-A", side="axis", unit="pax/2", counter="pax", hex=0).apply(state)
    assert state.arrived == {"pax/2"}

    def begun(phase: PhaseName) -> PhaseBegan:
        return PhaseBegan(case="2.2", side="axis", phase=phase, segment=phase, phasing="axis", new_phase=True)

    moving = begun("movement").apply(state)
    assert moving.arrived == {"pax/2"}
    assert begun("supply").apply(moving).arrived == frozenset()
