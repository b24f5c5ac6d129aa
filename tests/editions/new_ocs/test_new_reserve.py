"""Reserve Mode and contact; prices of New OCS."""

from __future__ import annotations

import pytest

from editions.new_ocs.new_support import look, sit
from redball.core.actions import PlaceUnit, Recover, Release, RideRail
from redball.core.events import MarkerRemoved, SupplySpent
from redball.core.look import Look
from redball.editions.new_ocs.fuel import formation_fuel
from redball.rules.combat.strength import defence_strength
from redball.rules.ground.hedgehogs import open_for_raising, refuse_build, refuse_raise, shut_for_building
from redball.rules.supply_phase.recovery import level_price
from redball.rules.works.candidates import open_tasks
from redball.scenarios.records import Arrival
from rules.game_book import reinforcement, waiting
from rules.rail_table import INF, position
from support import GUNS, LEG, TANKS, TRUCK, in_scenario, land, sitting

FAST = "Rgt infantry other 4-3-8L/2-3-16L"
STOCKS = "[supply]\naxis 02.02 9\nsoviet 06.05 9\n"


@pytest.mark.case("N5.7-contact", "N7-reserve-contact")
def test_reserves_lose_their_marker_as_the_enemy_comes_near() -> None:
    units = (
        f"axis 01.03 u {FAST}\nsoviet 03.04 r {LEG} reserve\nsoviet 03.04 q {LEG} reserve move\nsoviet 06.05 s {LEG}"
    )
    table = sit(units, rest=STOCKS).begin("u").go("02.02")
    assert table.unit("r").mode == "reserve"
    table.go("02.03")
    assert [(event.unit, event.case) for event in table.all(MarkerRemoved)] == [
        ("q", "N5.7-contact"),
        ("r", "N5.7-contact"),
    ]
    assert (table.unit("r").mode, table.unit("q").mode) == ("combat", "move")
    table.halt().done()
    while table.game.state.clock.phase != "exploitation":
        assert not [a for a in table.offered(Release) if a.unit in ("r", "q")]
        table.do(table.game.choices()[-1])


@pytest.mark.case("N5.7-contact")
def test_transport_is_no_contact() -> None:
    table = sit(f"axis 01.03 t truck 1 45T\nsoviet 03.04 r {LEG} reserve", rest=STOCKS).begin("t").go("02.02", "02.03")
    assert table.unit("r").mode == "reserve"


@pytest.mark.case("N5.7-contact")
def test_whoever_detrains_beside_reserves_makes_contact() -> None:
    units = f"axis 01.02 u {INF} move\nsoviet 08.03 r {INF} reserve"
    table = sitting(position(units), edition="new-ocs").begin("u")
    table.do(RideRail(table.hex("08.02")))
    assert [(event.unit, event.case) for event in table.all(MarkerRemoved)] == [("r", "N5.7-contact")]


@pytest.mark.case("N5.7-contact")
def test_whoever_arrives_beside_reserves_makes_contact() -> None:
    units = f"axis 01.02 u {INF}\nsoviet 01.03 r {INF} reserve"
    here = sitting(position(units, at="reinforcement"), edition="new-ocs").look
    arrival = Arrival(1, "axis", (here.board.index("01.02"),), ("u",), 0)
    table = reinforcement(waiting(in_scenario(here, arrivals=(arrival,)), "u"))
    table.do(PlaceUnit("u", table.hex("01.02"), "combat", "combat"))
    assert [(event.unit, event.case) for event in table.all(MarkerRemoved)] == [("r", "N5.7-contact")]


@pytest.mark.case("N5.7-full-defence", "N7-reserve-contact")
def test_reserves_defend_at_full_strength() -> None:
    here = look(f"axis 02.02 a {LEG}\naxis 02.02 b {LEG} reserve\nsoviet 06.05 r {LEG}")
    values = [defence_strength(here, here.unit(uid), "open", True).value for uid in ("a", "b")]
    assert values[0] == values[1]


@pytest.mark.case("N5.7-break-contact")
def test_reserve_mode_next_to_the_enemy_needs_a_move_away() -> None:
    """A quarter of 16 MP is 4: out of the ZOC costs 2, and the next hex 1."""
    units = f"axis 02.03 u {FAST}\nsoviet 03.04 r {LEG}\nsoviet 03.04 q {LEG}\nsoviet 06.05 s {LEG}"
    table = sit(units, rest=STOCKS).begin("u").mode("u", "reserve", "move")
    assert table.refused(table.to("03.03"))[1] in ("N4.5-minimum-move-move", "N5.7-break-contact")
    table.go("02.02")
    assert table.left("u") == "2"
    table.halt()
    assert table.unit("u").mode == "reserve"


@pytest.mark.case("N5.7-break-contact")
def test_who_cannot_get_away_does_not_enter_reserve() -> None:
    walls = "\n".join(f"soviet {h} w{i} {LEG}" for i, h in enumerate(("02.01", "01.03")))
    table = sit(f"axis 01.01 u {LEG}\n{walls}", rest=STOCKS).begin("u")
    assert table.refused(table.set_mode("u", "reserve")) == ("mode.reserve_contact", "N5.7-break-contact")


@pytest.mark.case("5.8a-A", "N4.5-strat")
def test_no_strat_mode_in_a_zoc() -> None:
    units = f"axis 02.03 u {FAST}\nsoviet 03.04 r {LEG}\nsoviet 03.04 q {LEG}"
    table = sit(units, rest=STOCKS + "[sources]\naxis 01.01\n").begin("u")
    assert table.refused(table.set_mode("u", "strat")) == ("mode.strat_in_zoc", "5.8a-A")


@pytest.mark.case("N13.7-small-formation-fuel", "N12.5-fuel")
def test_a_formation_without_armor_costs_half() -> None:
    armored = f"axis 02.02 a {TANKS} formation=1.PD\naxis 02.02 b {TRUCK} formation=1.PD"
    here = look(f"{armored}\naxis 02.03 c {TRUCK} formation=2.ID\nsoviet 06.05 r {LEG}")
    assert (formation_fuel(here, "1.PD"), formation_fuel(here, "2.ID")) == (4, 2)


@pytest.mark.case("N13.7-small-formation-fuel", "N12.5-fuel")
@pytest.mark.parametrize(
    ("armor", "without", "little"),
    [
        ([], 2, 2),
        (["Co tank armor 5-4-12K/3-4-15K"], 4, 2),
        (["Bn tank armor 5-4-12K/3-4-15K"], 4, 2),
        (["Bn tank armor 5-4-12K/3-4-15K"] * 2, 4, 4),
        (["Rgt tank armor 5-4-12K/3-4-15K"], 4, 4),
    ],
)
def test_what_counts_as_a_smaller_formation_is_a_switch(armor: list[str], without: int, little: int) -> None:
    """Less than 1 RE of armor, or none: what is lost counts, too."""
    units = "\n".join(f"axis {'dead' if i else '02.02'} a{i} {line} formation=GD" for i, line in enumerate(armor))
    rows = f"{units}\naxis 02.03 c {TRUCK} formation=GD\nsoviet 06.05 r {LEG}"
    assert (
        formation_fuel(look(rows), "GD") == formation_fuel(look(rows, small_formation="without_armor"), "GD") == without
    )
    assert formation_fuel(look(rows, small_formation="little_armor"), "GD") == little


@pytest.mark.case("N12.5-fuel")
@pytest.mark.parametrize(("reading", "price"), [("without_armor", 4), ("little_armor", 2)])
def test_the_reading_is_what_a_formation_pays(reading: str, price: int) -> None:
    guns = "Co assault_gun armor 3-4-12K/2-4-15K"
    units = f"axis 02.02 b {TRUCK} formation=GD\naxis 02.02 s {guns} formation=GD\nsoviet 06.05 r {LEG}"
    table = sit(units, rest=STOCKS, small_formation=reading).begin("b").fuel("b", "formation")
    assert table.tokens("axis", "02.02") == 36 - price


@pytest.mark.case("N12.5-fuel")
def test_the_price_is_paid_with_a_formation() -> None:
    units = f"axis 02.02 b {TRUCK} formation=2.ID\naxis 02.02 c {TRUCK} formation=2.ID\nsoviet 06.05 r {LEG}"
    table = sit(units, rest=STOCKS).begin("b").fuel("b", "formation")
    assert table.tokens("axis", "02.02") == 36 - 2
    assert table.unit("c").formation_fueled


@pytest.mark.case("N12.10")
def test_internal_stocks_cost_one_token_a_step_and_level() -> None:
    division = "Div infantry other 20-3-6L/10-3-12L re=4 lost=1"
    units = f"axis 02.02 a {LEG} exhausted\naxis 02.02 d {division} low\nsoviet 06.05 r {LEG}"
    here = look(units)
    assert (level_price(here, here.unit("a")), level_price(here, here.unit("d"))) == (1, 3)
    table = sit(units, at="supply", rest=f"{STOCKS}[sources]\naxis 01.01\nsoviet 06.01\n")
    assert table.offered(Recover)


@pytest.mark.case("N9.5-defensive-fire-restore", "N12.10")
@pytest.mark.parametrize(("stocks", "paid"), [("low", 1), ("exhausted", 2)])
def test_guns_that_fired_from_their_stocks_pay_for_them_in_the_next_supply_phase(stocks: str, paid: int) -> None:
    units = f"axis 02.02 g {GUNS} {stocks}\nsoviet 06.05 r {LEG}"
    table = sit(units, at="supply", rest=f"{STOCKS}[sources]\naxis 01.01\nsoviet 06.01\n")
    while table.offered(Recover):
        table.do(table.offered(Recover)[0])
    assert table.unit("g").internals == 0
    assert sum(event.tokens for event in table.all(SupplySpent) if event.purpose == "recovery") == paid


@pytest.mark.case("N9-hedgehog-shifts-cap")
@pytest.mark.parametrize(
    ("terrain", "level", "refused"),
    [
        ("w", 1, ""),
        ("C", 1, ""),
        ("C", 2, "hedgehog.highest_in_dense N9-hedgehog-shifts-cap"),
        (".", 2, ""),
        (".", 3, ""),
        (".", 4, "hedgehog.highest 16.0a"),
    ],
)
def test_works_in_very_and_extremely_close_terrain_stop_at_level_2(terrain: str, level: int, refused: str) -> None:
    works = f"[hedgehogs]\naxis 02.02 {level}\n"
    here = look(f"axis 02.02 a {LEG}", land(f"02.02={terrain}"), rest=works)
    hex_ = here.board.index("02.02")
    found = refuse_build(here, "axis", hex_)
    assert (f"{found.code} {found.case}" if found is not None else "") == refused
    assert (hex_ in shut_for_building(here, "axis")) is bool(refused)
    raised = refuse_raise(here, "axis", hex_, level + 1)
    assert (f"{raised.code} {raised.case}" if raised is not None else "") == refused
    assert (hex_ in open_for_raising(here, "axis", level + 1)) is not bool(refused)


@pytest.mark.case("N9-hedgehog-shifts-cap", "17.0a")
def test_what_is_very_close_terrain_follows_the_weather() -> None:
    """Also where the list of works is kept from one decision to the next."""
    here = look(f"axis 02.02 a {LEG}", land("02.02=C"), rest="[hedgehogs]\naxis 02.02 2\n")
    hex_ = here.board.index("02.02")
    (city,) = {terrain for terrain in here.board.terrain[hex_] if terrain != "open"}
    world = in_scenario(here, weather_terrain={"frost": {city: "open"}}).world
    shut = [open_tasks(Look(world, here.state.change(weather=weather)), "axis")[hex_] for weather in ("", "frost", "")]
    assert shut[0] == shut[2] != shut[1]


@pytest.mark.case("N16.0b")
def test_a_level_of_a_hedgehog_costs_one_sp() -> None:
    assert look(f"axis 02.02 a {LEG}").world.charts.supply_costs.build_or_improve_hedgehog_level == 4
