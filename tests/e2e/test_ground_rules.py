"""Railroads, replacements, bridges, Extenders, Breakdowns by clicking; the screen always equals the engine's state."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import support
from e2e.desk import Desk, Served, key_of, says
from redball.core.actions import BeginMove, Detach, Done, Halt, JoinExtender
from redball.core.dice import Dice
from redball.core.events import (
    BreakdownDetached,
    ExtenderFormed,
    HedgehogBuilt,
    RailConverted,
    StepRegained,
    SupplyRailed,
    UnitMoved,
    UnitRailed,
    UnitRebuilt,
)
from redball.core.state import Frame
from redball.game import Game
from redball.rules.reinforcement.rebuild import Rebuilding
from rules import rail_table, renewal_table, test_breakdowns, test_bridging, test_free_setup

MULTI = """railroad/multi "-" 01.02 02.02 03.02 04.02
railroad "-" 04.02 05.02 06.02 07.02 08.02 09.02 10.02 11.02 12.02"""


@pytest.fixture
def railway(desk: Desk, served: Served) -> Desk:
    """Two regiments and a dump at the source, a Rail Repair unit at the railhead, an enemy beside the line."""
    units = (
        f"axis 01.02 a1 {rail_table.INF}\naxis 01.02 a2 {rail_table.INF} move\n"
        f"axis 06.02 rr {rail_table.REPAIR}\nsoviet 10.03 e {rail_table.FOE}\n"
    )
    sitting = rail_table.railway(
        units, gauges=rail_table.GAUGES, cap="axis 2 gauge=standard", supply="axis 01.02 6", paths=MULTI
    )
    return desk.open(served.sit(sitting.game), "axis").same().push("layer-rail")


def test_units_go_by_rail(railway: Desk) -> None:
    desk = railway.pick("a1")
    minsk, orsha = desk.hex("04.02"), desk.hex("08.02")
    price = desk.the(f"rail-to-{minsk}")
    price.wait_for()
    says(price, "1/4")  # 1 RE takes half a point, on multi-track half of that
    desk.look(minsk).hover(minsk)
    says(desk.the("rail-price"), "1/4 Rail Cap")
    desk.hover(orsha)
    says(desk.the("rail-missing"), "gauge")
    says(desk.the("rail-panel"), "a1 Rgt changes to Move Mode first")
    desk.click(minsk).same()
    assert desk.game.look.unit("a1").hex == minsk
    assert desk.happened(UnitRailed)[-1].path[0] == desk.hex("01.02")
    says(desk.the("rail-cap-axis"), "1 3/4 of 2")


@pytest.mark.long
def test_a_click_on_supply_by_the_railway_may_mean_that_supply(railway: Desk) -> None:
    desk, minsk = railway.pick("a2").push("rail-supply"), railway.hex("04.02")
    expect(desk.the(f"rail-to-{minsk}")).to_have_count(1)
    desk.push(f"rail-to-{minsk}").same()
    desk.pick("a1").the(f"rail-to-{minsk}").wait_for()
    desk.look(minsk).click(minsk).push("menu-pick-here")
    expect(desk.the("stack-panel").get_by_role("heading").first).to_contain_text("04.02")
    assert not desk.happened(UnitRailed)
    desk.pick("a1").the(f"rail-to-{minsk}").wait_for()
    desk.look(minsk).click(minsk)
    expect(desk.the("menu-ride-here")).to_contain_text("1/4 Rail Cap")
    desk.push("menu-ride-here").same()
    assert [event.unit for event in desk.happened(UnitRailed)] == ["a1"]


@pytest.mark.long
def test_supply_goes_by_rail(railway: Desk) -> None:
    desk, start, minsk = railway, railway.hex("01.02"), railway.hex("04.02")
    desk.pick("a2").push("rail-supply")
    desk.the("rail-tokens").select_option("8")
    expect(desk.the(f"rail-to-{minsk}")).to_have_count(1)
    desk.push(f"rail-to-{minsk}").same()
    sent = desk.happened(SupplyRailed)[-1]
    assert (sent.start, sent.hex, sent.tokens) == (start, minsk, 8)
    assert desk.game.state.dumps["axis"][minsk].tokens == 8


@pytest.mark.long
def test_a_railroad_is_converted_under_the_wheels(railway: Desk) -> None:
    desk, there = railway.push("layer-rail"), railway.hex("07.02")
    desk.pick("rr").click(there)
    if desk.the("decision").locator("[data-testid^=choice-convert_rail]").count():
        desk.page.locator("[data-testid^=choice-convert_rail]").first.click()
    desk.same()
    assert desk.happened(RailConverted)[-1].hex == there
    assert there in desk.state()["rail"]["converted"]
    desk.push("layer-rail")
    says(desk.the("rail-converted"), "07.02")


@pytest.mark.long
def test_nothing_walks_while_the_railways_are_in_hand(railway: Desk) -> None:
    desk = railway.pick("a2")
    desk.click(desk.hex("02.03")).same()
    assert not desk.happened(UnitMoved)


@pytest.fixture
def rebuilding(desk: Desk, served: Served) -> Desk:
    """A side with Repls beside its HQ; a company and tanks lie in the Dead Pile, a division lacks a step."""
    table = renewal_table.renewal(
        f"axis 03.02 p1 {renewal_table.PAX} move\naxis 03.02 p2 {renewal_table.PAX} move\n"
        f"axis 03.02 d {renewal_table.DIVISION} lost=1\n"
        f"axis dead foot Rgt infantry other 4-3-3L/2-3-6L\naxis dead tk {renewal_table.TANKS}\n"
    )
    frame = Frame("rebuilding", "rebuild", Rebuilding("axis"))
    game = Game.begin(table.look.world, table.look.state.change(stack=(frame,)), Dice(1))
    return desk.open(served.sit(game), "axis").same()


@pytest.mark.long
def test_a_unit_is_rebuilt_from_repls(rebuilding: Desk) -> None:
    desk, panel = rebuilding, rebuilding.the("rebuild-panel")
    says(panel, "2 Pax ready")
    panel.get_by_text("Not now").click()
    says(panel, "1 Pax and 2 Eq")  # why the tanks are not to be had
    desk.push("rebuild-foot").same()
    assert desk.happened(UnitRebuilt)[-1].unit == "foot"
    assert desk.game.look.unit("foot").hex == desk.hex("03.02")
    desk.push("rebuild-d").same()
    assert desk.happened(StepRegained)[-1].unit == "d"
    assert Done() not in desk.game.choices(), "no Repls, no more rebuilding"
    desk.push("tab-lists").page.get_by_role("button", name="Losses").click()
    says(desk.the("lists"), "tk")


def test_transport_points_become_an_extender_that_links(desk: Desk, served: Served) -> None:
    units = f"axis 07.01 one truck 3 20T\naxis 09.01 two truck 2 20T\nsoviet 30.01 far {support.LEG}"
    rest = (
        '[paths]\nrailroad "-" 01.01 02.01 03.01 04.01 05.01\n[places]\n05.01 village "Station"\n'
        "[sources]\naxis 01.01\n[extenders]\naxis truck 2 10T\n"
    )
    game = support.sit(units, terrain=". " * 30, rest=rest).game
    desk.open(served.sit(game), "axis").same().press("i")
    desk.pick("one")
    desk.page.locator("[data-testid^=unit-choice-begin_move]").or_(
        desk.the(f"choice-{key_of(BeginMove('one'))}")
    ).first.click()
    desk.settle().push(f"unit-choice-{key_of(JoinExtender('one'))}").same()
    desk.pick("two").click(desk.hex("07.01")).same()
    desk.push(f"unit-choice-{key_of(JoinExtender('two'))}").same()
    formed = desk.happened(ExtenderFormed)[-1]
    (shown,) = desk.state()["extenders"]
    assert (shown["unit"], shown["hex"]) == (formed.unit, desk.hex("07.01"))
    assert shown["link"][-1] == desk.hex("05.01")
    desk.look(desk.hex("07.01")).click(desk.hex("07.01"))
    says(desk.the("extender-panel"), "itself a source")


@pytest.mark.long
def test_a_broken_chain_of_extenders_is_told_back_to_the_stop_that_is_closed(desk: Desk, served: Served) -> None:
    units = (
        f"axis 14.01 e1 truck 5 20T extender\naxis 22.01 e2 truck 5 20T extender\naxis 24.01 u {support.LEG}\n"
        f"soviet 30.01 far {support.LEG} strat\nsoviet 10.01 z {support.LEG}"
    )
    rest = "[sources]\naxis 05.01\n[extenders]\naxis truck 2 10T\n"
    game = support.sit(units, terrain=". " * 30, rest=rest).game
    desk.open(served.sit(game), "axis").same().pick("u").push("layer-supply")
    stop = desk.the("trace-obstacle").get_by_role("button")
    expect(stop).to_contain_text("e2 at 22.01 links nothing: 14.01 would be 7 MP away, but e1 at 14.01 links nothing:")
    expect(stop).to_contain_text("un-negated enemy ZOC stops it at 11.01")
    desk.pick("e1")
    expect(desk.the("supply-verdict")).to_contain_text("Links nothing")
    expect(desk.the("link-obstacle")).to_contain_text("takes 8 of 10 MP, but an un-negated enemy ZOC stops it at 11.01")
    desk.same()


def test_a_river_is_crossed_where_an_engineer_bridges_it(desk: Desk, served: Served) -> None:
    sides = " ".join(f"02.0{row}/NE 02.0{row}/SE" for row in range(1, 6))
    units = f"axis 02.02 pz {support.TANKS} fueled\naxis 02.04 e {test_bridging.ENGINEERS}\n{test_bridging.FAR}"
    game = support.sit(units, rest=f'[hexsides]\nmajor_river "Dnepr" {sides}\n').game
    desk.open(served.sit(game), "axis").same()
    across = desk.hex("03.02")
    desk.pick("pz").press("Shift+KeyD")
    refusal = desk.the("refusal")
    refusal.wait_for()
    expect(refusal).to_have_attribute("data-code", "bridge.needed")
    says(refusal, "HQ or Engineer in Combat Mode")
    assert desk.game.look.unit("pz").hex == desk.hex("02.02")
    if Halt() in desk.game.choices():
        desk.press("u")
    desk.press("Escape")
    game = support.sit(units.replace("02.04 e", "02.02 e"), rest=f'[hexsides]\nmajor_river "Dnepr" {sides}\n').game
    desk.open(served.sit(game), "axis").same()
    assert desk.state()["bridges"] == [{"hex": desk.hex("02.02"), "side": "axis", "unit": "e"}]
    desk.pick("pz").press("Shift+KeyD").same()
    assert desk.game.look.unit("pz").hex == across


def test_a_side_sets_up_by_clicking_and_dragging(desk: Desk, served: Served) -> None:
    zone, inside = "01.01 01.02 02.01 02.02", "02.02"
    game = test_free_setup.open_game(("axis", zone, "a hq tr", 8), ("soviet", "05.01 05.02", "s g"), hidden=True).game
    desk.open(served.sit(game), "axis").same()
    desk.the("set-up-hidden").wait_for()
    desk.push("tray-hq")
    outside = desk.hex("04.01")
    desk.click(outside).same()
    assert desk.game.look.unit("hq").hex < 0, "outside of its zone nothing is placed"
    desk.click(desk.hex(inside)).same()
    assert desk.game.look.unit("hq").hex == desk.hex(inside)
    tray = desk.the("tray-a").bounding_box()
    assert tray is not None
    to = desk.page.evaluate(f"window.__redball.hexToScreen({desk.hex('01.01')})")
    mouse = desk.page.mouse
    mouse.move(tray["x"] + 20, tray["y"] + 20)
    mouse.down()
    mouse.move(tray["x"] - 60, tray["y"], steps=3)
    mouse.move(to["x"], to["y"], steps=3)
    mouse.up()
    desk.wait(lambda: desk.game.look.unit("a").hex == desk.hex("01.01"), "the unit to be let go")
    desk.same().click(desk.hex("01.01")).push("menu-take_back-a").same()
    assert desk.game.look.unit("a").hex < 0
    desk.push("place-rest").same()
    assert not any(group["units"] for group in desk.state()["set_up"]["groups"] if group["side"] == "axis")


@pytest.fixture
def division(desk: Desk, served: Served) -> Desk:
    """A division with Breakdowns in its pool, before its Movement Phase."""
    return desk.open(served.sit(test_breakdowns.camp().game), "axis").same()


@pytest.mark.long
def test_a_division_detaches_a_breakdown(division: Desk) -> None:
    desk = division.pick("d")
    desk.push(f"unit-choice-{key_of(Detach('d', 'bd3'))}").same()
    made = desk.happened(BreakdownDetached)[-1]
    assert desk.game.look.unit(made.new).hex == desk.game.look.unit("d").hex
    says(desk.the("stack-panel"), "Breakdown, infantry")
    says(desk.the("stack-panel"), "bd3")
    desk.press("Space").same()


@pytest.mark.long
def test_a_hedgehog_is_built_and_its_price_told(desk: Desk, served: Served) -> None:
    units = f"axis 02.02 e {test_bridging.ENGINEERS}\naxis 02.02 i {support.LEG}\nsoviet 06.05 far {support.LEG}"
    game = support.sit(units, rest="[supply]\naxis 02.02 4\n[sources]\naxis 01.01\n").game
    desk.open(served.sit(game), "axis").same().pick("e")
    here = desk.hex("02.02")
    work = desk.the("work-build_hedgehog")
    work.wait_for()
    says(work, "2 SP")
    desk.the("site-build_hedgehog").select_option(str(desk.hex("02.03")))
    says(work, "2 SP")
    desk.the("site-build_hedgehog").select_option(str(here))
    desk.push("work-build_hedgehog")
    while desk.asked.procedure.name != "movement_segment":
        desk.answer(desk.game.choices()[0])
    desk.same()
    assert desk.happened(HedgehogBuilt)[-1].hex == here
    assert desk.state()["hedgehogs"] == [{"hex": here, "side": "axis", "level": 1}]
