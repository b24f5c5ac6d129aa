"""Transport Points load, pause, unload, divide and combine as they move."""

from __future__ import annotations

import pytest

from redball.core.actions import (
    AddUnit,
    BeginMove,
    CombineTransport,
    DivideTransport,
    LoadSupply,
    PayFuel,
    UnloadSupply,
)
from redball.core.events import FuelPaid, SupplyLoaded, SupplySpent, SupplyUnloaded, TransportCombined, TransportDivided
from redball.rules.transport.loading import handling_cost
from support import LEG, TANKS, Sitting, sit

FAR = f"soviet 06.05 r {LEG}"
DUMP = "[supply]\naxis 02.02 5\n"


def driving(truck: str = "truck 2 45T", rest: str = DUMP, others: str = "", at: str = "movement") -> Sitting:
    """A Transport Point `t` in 02.02 has been picked up."""
    return sit(f"axis 02.02 t {truck}\n{others}{FAR}", rest=rest, at=at).begin("t")


# --- what it costs ---------------------------------------------------------------------------------------------


@pytest.mark.case("13.2f-C", "K13.2f-loading")
@pytest.mark.parametrize(
    ("printed", "mp"), [("45T", 5), ("44T", 4), ("50T", 5), ("24T", 2), ("25T", 3), ("10T", 1), ("4T", 0)]
)
def test_loading_costs_a_tenth_of_the_printed_ma_rounded(printed: str, mp: int) -> None:
    table = driving(f"truck 1 {printed}")
    assert handling_cost(table.game.look, table.unit("t")) == 12 * mp


@pytest.mark.case("13.2f-C", "13.2f-A", "K13.2f-loading")
def test_any_amount_is_loaded_for_one_price() -> None:
    """Reading 1.108: each loading or unloading is paid for by itself."""
    table = driving().do(LoadSupply("t", 3))
    assert table.left("t") == "40"
    table.do(LoadSupply("t", 5))
    assert (table.left("t"), table.unit("t").load, table.tokens("axis", "02.02")) == ("35", 8, 12)
    assert [event.tokens for event in table.all(SupplyLoaded)] == [3, 5]


@pytest.mark.case("13.2f-C", "6.2")
def test_without_the_mp_nothing_is_loaded_or_unloaded() -> None:
    """An organic truck in Reserve Mode has a quarter of 45 MP: two loadings, not three."""
    table = driving("organic 2 45T formation=9.Pz reserve").do(LoadSupply("t", 1), LoadSupply("t", 1))
    assert table.left("t") == "1.25"
    assert table.refused(LoadSupply("t", 1)) == ("transport.few_mp", "13.2f-C")


@pytest.mark.case("13.2f-C")
def test_the_last_mp_may_load() -> None:
    """A truck of 10 MP has 2 left as it comes back to the dump; each loading takes one."""
    table = driving("truck 1 10T").go(*["02.03", "02.02"] * 4)
    assert table.do(LoadSupply("t", 1), LoadSupply("t", 1)).left("t") == "0"
    assert table.refused(LoadSupply("t", 1)) == ("transport.few_mp", "13.2f-C")


# --- loading ---------------------------------------------------------------------------------------------------


@pytest.mark.case("4.7-B")
@pytest.mark.parametrize("cargo", [f"axis 02.02 c {LEG}\n", "axis 02.02 c wagon 1 3L\n"])
def test_a_truck_carries_supply_and_nothing_else(cargo: str) -> None:
    """A unit that goes with a truck goes as far as it can itself; the truck drives on without it."""
    table = driving(others=cargo, rest="").do(AddUnit("c"))
    assert table.refused(LoadSupply("t", 1)) == ("transport.no_supply", "13.2f-A")
    table.go("03.02", "04.02", "05.02")
    assert (table.left("c"), table.hexes()) == ("0", set())
    assert table.drop("c").go("06.01").at("c") == "05.02"


@pytest.mark.case("13.2f-A", "3.3b-A", "3.3a-A", "12.2", "4.7c-A")
def test_a_transport_point_carries_one_sp_for_each_of_its_points() -> None:
    table = driving()
    assert max(load.tokens for load in table.offered(LoadSupply)) == 8
    assert table.refused(LoadSupply("t", 9)) == ("transport.full", "3.3b-A")
    assert table.do(LoadSupply("t", 8)).unit("t").load == 8
    assert table.refused(LoadSupply("t", 1)) == ("transport.full", "3.3b-A")


@pytest.mark.case("13.2f-A")
@pytest.mark.parametrize(
    ("tokens", "code"), [(0, "transport.amount"), (-4, "transport.amount"), (8, "transport.leapfrog")]
)
def test_what_is_not_there_is_not_loaded(tokens: int, code: str) -> None:
    assert driving(rest="[supply]\naxis 02.02 1+3T\n").refused(LoadSupply("t", tokens))[0] == code


@pytest.mark.case("13.2f-A")
def test_only_supply_of_the_own_hex_is_loaded() -> None:
    """The dump next door could be drawn from, but not loaded from."""
    table = driving(rest="[supply]\naxis 02.03 2\n")
    assert table.refused(LoadSupply("t", 4)) == ("transport.no_supply", "13.2f-A")
    assert table.go("02.03").do(LoadSupply("t", 4)).unit("t").load == 4


@pytest.mark.case("13.2", "3.3a-B")
def test_only_transport_points_of_the_moving_stack_load() -> None:
    table = driving(others=f"axis 02.02 u {LEG}\naxis 02.02 s truck 1 45T\n")
    for uid in ("u", "s"):
        assert table.refused(LoadSupply(uid, 1)) == ("transport.not_transport", "13.2")
        assert table.refused(UnloadSupply(uid, 1)) == ("transport.not_transport", "13.2")
        assert table.refused(DivideTransport(uid, 1, 0)) == ("transport.not_transport", "13.2")
        assert table.refused(CombineTransport(uid, "t")) == ("transport.not_transport", "13.2")


@pytest.mark.case("12.2a")
def test_what_was_unloaded_is_not_loaded_again_in_the_phase() -> None:
    others = f"axis 02.02 u {LEG}\naxis 02.02 s truck 2 45T\n"
    table = driving("truck 2 45T load=2", rest="[supply]\naxis 02.02 1\n", others=others)
    table.do(UnloadSupply("t", 8)).halt().begin("s")
    assert {load.tokens for load in table.offered(LoadSupply)} == {1, 2, 3, 4}
    assert table.refused(LoadSupply("s", 5)) == ("transport.leapfrog", "12.2a")
    table.do(LoadSupply("s", 4))
    assert table.refused(LoadSupply("s", 1)) == ("transport.leapfrog", "12.2a")


@pytest.mark.case("12.2b")
def test_what_was_moved_may_be_used_in_the_same_phase() -> None:
    others = f"axis 02.02 u {LEG}\naxis 02.02 p {TANKS}\n"
    table = driving("truck 2 45T load=2", rest="", others=others).do(UnloadSupply("t", 8)).halt()
    table.begin("p").fuel("p")
    assert table.tokens("axis", "02.02") == 7
    assert table.one(SupplySpent).holder == ""


@pytest.mark.case("12.2a")
def test_the_owner_spends_first_what_may_not_be_loaded_again() -> None:
    others = f"axis 02.02 u {LEG}\naxis 02.02 p {TANKS}\naxis 02.02 s truck 2 45T\n"
    table = (
        driving("truck 2 45T load=1", rest="[supply]\naxis 02.02 1\n", others=others).do(UnloadSupply("t", 1)).halt()
    )
    table.begin("p").do(PayFuel("single_unit", "p", table.hex("02.02"))).halt().begin("s")
    assert {load.tokens for load in table.offered(LoadSupply)} == {1, 2, 3, 4}


# --- unloading -------------------------------------------------------------------------------------------------


@pytest.mark.case("13.2f-B", "K13.2f-loading-unload")
@pytest.mark.parametrize(
    ("others", "rest", "allowed"),
    [
        ("", "", False),
        ("axis 02.02 s truck 1 45T\n", "", False),
        (f"axis 02.02 u {LEG}\n", "", True),
        ("", "[supply]\naxis 02.02 1T\n", True),
        ("", "[places]\n02.02 port Harbour\n", True),
        ("", "[places]\n02.02 village Hamlet\n", False),
    ],
)
def test_where_supply_may_be_unloaded(others: str, rest: str, allowed: bool) -> None:
    table = driving("truck 2 45T load=2", rest=rest, others=others)
    if allowed:
        table.do(UnloadSupply("t", 5))
        assert (table.unit("t").load, table.left("t")) == (3, "40")
        assert table.one(SupplyUnloaded).tokens == 5
    else:
        assert table.refused(UnloadSupply("t", 5)) == ("transport.nowhere", "13.2f-B")


@pytest.mark.case("13.2f-B")
def test_no_more_is_unloaded_than_is_carried() -> None:
    table = driving("truck 2 45T load=1", others=f"axis 02.02 u {LEG}\n")
    assert table.refused(UnloadSupply("t", 5)) == ("transport.empty", "13.2f-B")
    assert table.refused(UnloadSupply("t", 0)) == ("transport.empty", "13.2f-B")
    assert max(unload.tokens for unload in table.offered(UnloadSupply)) == 4


@pytest.mark.case("13.2g-A", "13.2g-F")
def test_organic_trucks_never_unload_but_captured_ones_do() -> None:
    others = f"axis 02.02 u {LEG}\n"
    table = driving("organic 2 45T load=2 formation=9.Pz", others=others)
    assert table.refused(UnloadSupply("t", 4)) == ("transport.organic", "13.2g-A")
    table = driving("organic 2 45T load=2 formation=9.Pz captured", others=others)
    assert table.do(UnloadSupply("t", 4)).unit("t").load == 4


# --- pausing ---------------------------------------------------------------------------------------------------


@pytest.mark.case("13.2a-A", "13.2a-B", "13.2")
def test_a_truck_pauses_to_fuel_others_and_goes_on() -> None:
    """Reading 1.95: the battalion in 02.04 is fueled for this phase, before it moves itself."""
    others = f"axis 02.05 p {TANKS}\n"
    table = driving("truck 2 45T load=2", rest="", others=others)
    assert PayFuel("single_unit", "p", table.hex("02.02"), "t") in table.game.choices(), "drawn over two hexes"
    table.go("02.03").do(PayFuel("single_unit", "p", table.hex("02.03"), "t")).go("01.03").halt()
    assert table.one(FuelPaid).unit == "p"
    assert table.unit("t").load == 7
    assert table.begin("p").go("03.05").at("p") == "03.05"
    kinds = {type(action).__name__ for action in driving("truck 2 45T load=2", others=others).game.choices()}
    assert not kinds & {"Pay", "UseInternals", "DeclareAttack", "DeclareBarrage"}, "nothing is paid in advance but fuel"


@pytest.mark.case("13.2a-A")
def test_an_empty_truck_or_one_that_stands_pays_for_nobody_later() -> None:
    others = f"axis 02.03 p {TANKS}\naxis 02.02 s truck 1 45T load=1\n"
    table = driving("truck 2 45T", rest="", others=others)
    assert table.offered(PayFuel) == []
    assert table.refused(PayFuel("single_unit", "p", table.hex("02.02"), "s"))[0] == "fuel.not_moving"


@pytest.mark.case("13.2b")
def test_transport_needs_no_fuel() -> None:
    assert driving(rest="").go("02.03").left("t") == "44"


# --- dividing and combining ------------------------------------------------------------------------------------


@pytest.mark.case("13.2c-A")
def test_a_transport_point_divides_with_a_share_of_its_load_for_no_mp() -> None:
    table = driving("truck 3 45T load=2").do(DivideTransport("t", 1, 4))
    assert (table.unit("t").points, table.unit("t").load) == (2, 4)
    assert (table.unit("t/2").points, table.unit("t/2").load) == (1, 4)
    assert table.left("t") == "45"
    assert table.one(TransportDivided).new == "t/2"
    table.go("02.03").halt()
    assert table.begin("t/2").go("02.01").at("t/2") == "02.01", "it had not begun to move"


@pytest.mark.case("13.2c-A")
def test_parts_of_parts_have_names_of_their_own() -> None:
    table = driving("truck 4 45T").do(DivideTransport("t", 2, 0), DivideTransport("t", 1, 0)).halt()
    table.begin("t/2").do(DivideTransport("t/2", 1, 0))
    assert [uid for uid in table.game.state.units if uid.startswith("t")] == ["t", "t/2", "t/3", "t/4"]


@pytest.mark.case("13.2c-A", "6.1f")
def test_what_is_split_off_on_the_way_has_finished_its_move() -> None:
    table = driving("truck 3 45T").go("02.03").do(DivideTransport("t", 1, 0)).go("02.04").halt()
    assert table.at("t/2") == "02.03"
    assert table.refused(BeginMove("t/2")) == ("move.moved", "6.1f")


@pytest.mark.case("13.2c-A")
@pytest.mark.parametrize(
    ("points", "tokens", "code"), [(0, 0, "points"), (3, 0, "points"), (1, 5, "full"), (1, 0, "full")]
)
def test_neither_part_is_empty_or_overloaded(points: int, tokens: int, code: str) -> None:
    """Of 3 points with 9T, one point takes 1 to 4T."""
    table = driving("truck 3 45T load=2+1T")
    assert table.refused(DivideTransport("t", points, tokens))[0] == f"transport.{code}"
    assert code == "points" or table.why(DivideTransport("t", points, tokens)).need == "1 SP"
    assert {d.tokens for d in table.offered(DivideTransport) if d.points == 1} == {1, 2, 3, 4}
    assert {d.tokens for d in table.offered(DivideTransport) if d.points == 2} == {5, 6, 7, 8}


@pytest.mark.case("13.2c-A")
def test_transport_points_combine_and_go_on_together() -> None:
    table = driving("truck 2 45T load=1", others="axis 02.02 s truck 3 45T load=2\n").do(CombineTransport("t", "s"))
    assert (table.unit("t").points, table.unit("t").load) == (5, 12)
    assert "s" not in table.game.state.units
    assert table.one(TransportCombined).other == "s"
    assert table.go("02.03").left("t") == "44"


@pytest.mark.case("13.2c-A", "6.1f")
def test_a_moving_transport_point_takes_another_along_but_none_that_has_finished() -> None:
    others = "axis 02.03 s truck 1 45T\naxis 02.03 f truck 1 45T moved\n"
    table = driving(others=others).go("02.03")
    assert table.refused(CombineTransport("t", "f")) == ("transport.apart", "13.2c-A")
    table.do(CombineTransport("t", "s"))
    assert (table.left("t"), table.unit("t").points) == ("44", 3)


@pytest.mark.case("13.2c-A", "6.1e")
def test_combined_within_a_stack_they_have_what_the_more_tired_one_has() -> None:
    table = sit(f"axis 02.02 t truck 1 45T\naxis 02.02 s truck 1 45T\n{FAR}", rest=DUMP).begin("t", "s")
    table.do(LoadSupply("s", 1), CombineTransport("t", "s"))
    assert (table.left("t"), table.data.units) == ("40", ("t",))


@pytest.mark.case("13.2c-A")
def test_only_in_one_hex_and_in_the_movement_phase() -> None:
    table = driving(others="axis 02.03 s truck 1 45T\n")
    assert table.refused(CombineTransport("t", "s")) == ("transport.apart", "13.2c-A")
    table = driving("truck 2 45T released", others="axis 02.02 s truck 1 45T\n", at="exploitation_movement")
    assert table.refused(DivideTransport("t", 1, 0)) == ("transport.points", "13.2c-A")
    assert table.refused(CombineTransport("t", "s")) == ("transport.apart", "13.2c-A")


@pytest.mark.case("13.2c-B")
@pytest.mark.parametrize(
    ("one", "other", "allowed"),
    [
        ("truck 1 45T", "truck 1 45T", True),
        ("truck 1 45T", "truck 1 50T", False),
        ("truck 1 45T", "wagon 1 10T", False),
        ("truck 1 45T", "organic 1 45T formation=9.Pz", False),
        ("organic 1 45T formation=9.Pz", "organic 1 45T formation=9.Pz", False),
        ("truck 1 45T", "organic 1 45T formation=9.Pz captured", True),
    ],
)
def test_different_kinds_never_combine(one: str, other: str, allowed: bool) -> None:
    table = driving(one, others=f"axis 02.02 s {other}\n")
    if allowed:
        assert table.do(CombineTransport("t", "s")).unit("t").points == 2
    else:
        assert table.refused(CombineTransport("t", "s")) == ("transport.kind", "13.2c-B")


@pytest.mark.case("13.2c-B")
def test_an_organic_truck_does_not_divide_and_nothing_combines_with_itself() -> None:
    table = driving("organic 2 45T formation=9.Pz")
    assert table.refused(DivideTransport("t", 1, 0)) == ("transport.points", "13.2c-A")
    assert driving().refused(CombineTransport("t", "t")) == ("transport.kind", "13.2c-B")


# --- captured --------------------------------------------------------------------------------------------------


@pytest.mark.case("13.2i")
def test_transport_captured_in_the_movement_phase_moves_at_once() -> None:
    """With three quarters of its load; in the Exploitation Phase it must wait."""
    units = f"axis 02.02 u {LEG}\nsoviet 02.03 t truck 1 45T load=1\n{FAR}"
    table = sit(units, dice=(6,)).begin("u").go("02.03").halt()
    assert table.unit("t").side == "axis"
    table.begin("t").go("02.02", "01.02").halt()
    assert (table.at("t"), table.unit("t").load) == ("01.02", 3)
    table = sit(units.replace(f"u {LEG}", f"u {LEG} exploit"), dice=(6,), at="exploitation_movement").begin("u")
    table.go("02.03").halt()
    assert table.unit("t").side == "axis"
    assert table.refused(BeginMove("t")) == ("move.moved", "6.1f")
