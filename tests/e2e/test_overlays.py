"""What is laid over the map, by clicking: one menu with legends, overlays that answer, the small map, silhouettes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

import support
from e2e.conftest import WIDE
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.bots import make_bot
from redball.core.actions import Done
from redball.core.look import Look
from redball.game.explain.whole_side import supply_of_side
from redball.game.sight.belief import believed
from redball.server.session import Session
from support import asked, long

AXIS = {"axis": "human", "soviet": "random"}
PHONE: ViewportSize = {"width": 390, "height": 844}
LEDGER = [
    "layer-supply",
    "layer-reach",
    "layer-rail",
    "layer-costs",
    "layer-victory",
    "layer-front",
    "layer-zoc",
    "layer-since",
]


def laid(desk: Desk) -> Any:
    """What lies over the map."""
    return desk.quiet().page.evaluate("window.__redball.laid()")


def place(desk: Desk, uid: str, name: str) -> None:
    """Put a unit into a hex before the page is opened."""
    game = desk.game
    game.look = Look(game.world, game.state.with_unit(game.look.unit(uid).change(hex=desk.hex(name))))


def moving(served: Served, scenario: str, side: str, other: str) -> Session:
    """A game at the first Movement Segment of a side's own Player Turn."""
    session, bot = served.game(scenario, {side: "human", other: "random"}), make_bot("steady", 0)
    while (asked(session.game).procedure.name, session.game.state.clock.phasing) != ("movement_segment", side):
        open_ = asked(session.game)
        assert session.take(open_.side, bot.choose(session.game, open_.side)) is None
    return session


def test_every_layer_is_one_click_with_a_legend_and_none_takes_all_off(
    desk: Desk, served: Served, pictures: Path
) -> None:
    desk.open(served.game("crossing", AXIS), "axis")
    expect(desk.the("legend")).to_have_count(0)
    desk.the("layers").click()
    for layer in LEDGER:
        button = desk.the(layer)
        if button.is_hidden():  # the railroads make the menu close: what goes by rail is chosen on the map
            desk.the("layers").click()
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(desk.the(layer.replace("layer", "legend"))).to_have_count(1)
    desk.settle().page.screenshot(path=pictures / "overlays-all.png")
    assert violations(desk) == []
    expect(desk.the("layers")).to_contain_text(str(len(LEDGER)))
    desk.the("layers-none").click()
    expect(desk.the("legend")).to_have_count(0)
    for layer in LEDGER:
        expect(desk.the(layer)).to_have_attribute("aria-pressed", "false")
    assert laid(desk)["areas"] == []
    desk.page.keyboard.press("Escape")
    expect(desk.the("layers-none")).to_be_hidden()


@pytest.mark.long
def test_layers_have_keys_and_a_legend_takes_its_layer_off(desk: Desk, served: Served) -> None:
    desk.open(served.game("crossing", AXIS), "axis").press("8").press("7")
    expect(desk.the("layer-front")).to_have_attribute("aria-pressed", "true")
    assert laid(desk)["lines"] >= 2
    desk.page.get_by_role("button", name="Front line: off").click()
    expect(desk.the("legend-front")).to_have_count(0)
    assert laid(desk)["lines"] == 0
    desk.press("0")
    expect(desk.the("legend")).to_have_count(0)


@pytest.mark.case("12.3a-A", "12.3b-1", "12.6a-1")
def test_the_reach_of_all_sources_and_who_is_out_and_why(desk: Desk, served: Served, pictures: Path) -> None:
    desk.session = served.game("crossing", AXIS)
    place(desk, "su-mil", "01.03")  # a ZOC on the source
    desk.open(desk.session, "axis").push("layer-reach")
    told = supply_of_side(believed(desk.game.look, "axis"), "axis")
    out = [unit for unit in told.units if not unit.traces or not unit.by]
    assert out
    says(desk.the("reach-out"), f"{len(out)} of {len(told.units)} units are out")
    first = desk.the(f"out-{out[0].unit}")
    expect(first).to_be_visible()
    shown = laid(desk)
    assert {text[0] for text in shown["texts"] if text[1].endswith("!")} >= {unit.hex for unit in out}
    served_hexes = {h for area in shown["areas"] for h in area["hexes"]}
    assert served_hexes == {h for source in told.sources for h in source.serves}
    desk.painted().page.screenshot(path=pictures / "overlay-reach.png")
    first.click()
    desk.settle()
    says(desk.the("reach-only"), "Only what serves")
    expect(desk.the("legend-reach")).to_contain_text(re.compile("Does not trace: .*(ZOC|MP away|shut)"))
    only = {h for area in laid(desk)["areas"] for h in area["hexes"]}
    assert only == {h for i in out[0].by for h in told.sources[i].serves}
    assert only <= served_hexes
    desk.the("reach-only").get_by_role("button", name="Show all").click()
    expect(desk.the("reach-out")).to_be_visible()


@pytest.mark.long
@pytest.mark.case("12.3b-1")
def test_a_click_on_an_hq_shows_what_it_alone_serves(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(moving(served, "smolensk", "axis", "soviet"), "axis").press("6")
    told = supply_of_side(believed(desk.game.look, "axis"), "axis")
    hq = next(source for source in told.sources if source.hq and source.serves)
    desk.pick(hq.hq)
    says(desk.the("reach-only"), "Only")
    areas = [set(area["hexes"]) for area in laid(desk)["areas"]]
    assert set().union(*areas) == set(hq.serves)
    desk.painted().page.screenshot(path=pictures / "overlay-reach-hq.png")


@pytest.mark.long
def test_the_rail_net_has_stations_sources_and_what_shuts_it(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(moving(served, "sedan", "allied", "axis"), "allied").push("layer-rail")
    says(desk.the("rail-panel"), "Rail Cap")
    says(desk.the("legend-rail"), "trains pass", "not under control", "station")
    flags = laid(desk)["flags"]
    assert {flag["shape"] for flag in flags} >= {"station", "source"}
    assert laid(desk)["lines"] > 3
    desk.painted().page.screenshot(path=pictures / "overlay-rail.png")


@pytest.mark.long
def test_costs_cover_the_map_for_a_mobility_or_the_unit_that_is_picked(
    desk: Desk, served: Served, pictures: Path
) -> None:
    desk.open(served.game("yelnya", AXIS), "axis").push("layer-costs")
    says(desk.the("costs-of"), "leg MP")
    board = desk.game.world.board
    leg = laid(desk)["areas"]
    assert sum(len(area["hexes"]) for area in leg) == board.size
    assert len({area["label"] for area in leg}) == len(leg) > 1
    assert len({area["pattern"] for area in leg[:3]}) == 3
    desk.push("costs-truck")
    says(desk.the("costs-of"), "truck MP")
    assert laid(desk)["areas"] != leg
    desk.push("costs-picked")
    unit = next(u for u in desk.game.look.own("axis") if u.on_map and desk.game.look.counter(u).is_combat_unit)
    desk.pick(unit.id)
    mobility = desk.game.look.face(unit).mobility
    says(desk.the("costs-of"), f"{mobility} MP")
    desk.painted().page.screenshot(path=pictures / "overlay-costs.png")


@pytest.mark.long
def test_victory_places_show_their_points_and_who_holds_them(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(moving(served, "smolensk", "axis", "soviet"), "axis").push("layer-victory")
    game, flags = desk.game, laid(desk)["flags"]
    sides = game.world.sides
    due = {e.hex: (str(e.points), game.state.control.get(e.hex) == sides[0]) for e in game.world.scenario.victory.hexes}
    assert {flag["hex"]: (flag["text"], flag["full"]) for flag in flags} == due
    place_ = game.world.scenario.victory.hexes[0]
    desk.the(f"victory-{place_.hex}").click()
    desk.painted()
    at = desk.page.evaluate(f"window.__redball.hexToScreen({place_.hex})")
    box = desk.the("map").bounding_box()
    assert box is not None
    assert box["x"] < at["x"] < box["x"] + box["width"]
    desk.page.screenshot(path=pictures / "overlay-victory.png")


@pytest.mark.long
def test_the_front_is_drawn_from_what_the_viewer_sees(desk: Desk, served: Served, pictures: Path) -> None:
    desk.open(moving(served, "sedan", "axis", "allied"), "axis").push("layer-front")
    assert laid(desk)["lines"] >= 2
    says(desk.the("legend-front"), "French", "German")
    desk.press("f").painted().page.screenshot(path=pictures / "overlay-front.png")


@pytest.mark.long
def test_what_moved_since_i_last_looked_is_pale_and_goes_away(desk: Desk, served: Served, pictures: Path) -> None:
    session = moving(served, "yelnya", "axis", "soviet")
    desk.open(session, "axis").push("layer-since")
    expect(desk.the("since-banner")).to_have_count(0)
    mine = {u["id"]: u["hex"] for u in desk.state()["units"]}
    bot, turn = make_bot("steady", 0), session.game.state.clock.turn
    while asked(session.game).side != "axis" or session.game.state.clock.turn < turn + 2:
        open_ = asked(session.game)
        idle = next((c for c in session.game.choices() if isinstance(c, Done)), session.game.choices()[0])
        move = idle if open_.side == "axis" else bot.choose(session.game, open_.side)
        assert session.take(open_.side, move) is None
    desk.page.reload()
    desk.open_again(session, "axis")
    desk.push("layer-since")
    desk.the("since-banner").wait_for()
    shown = laid(desk)
    now = {u["id"]: u["hex"] for u in desk.state()["units"]}
    moved = {uid for uid, hex_ in now.items() if hex_ >= 0 and mine.get(uid, -1) >= 0 and mine[uid] != hex_}
    assert moved, "the other side has moved"
    assert {(uid, hex_) for uid, hex_ in map(tuple, shown["ghosts"]) if uid in moved} == {(u, mine[u]) for u in moved}
    assert {trail[0] for trail in shown["trails"]} >= {mine[u] for u in moved}
    assert violations(desk) == []
    desk.painted().page.screenshot(path=pictures / "overlay-since.png")
    desk.the("since-seen").click()
    expect(desk.the("since-banner")).to_have_count(0)
    assert laid(desk)["ghosts"] == []
    desk.page.reload()
    desk.open_again(session, "axis").push("layer-since")
    expect(desk.the("legend-since")).to_contain_text("Nothing has happened")


def test_the_small_map_goes_where_it_is_clicked_and_can_be_hidden(desk: Desk, served: Served) -> None:
    desk.open(moving(served, "smolensk", "axis", "soviet"), "axis").look(desk.hex("10.10"), 1.0)
    small = desk.the("minimap").locator("canvas")
    box = small.bounding_box()
    assert box is not None
    before = desk.page.evaluate("window.__redball.camera()")
    desk.page.mouse.click(box["x"] + 0.8 * box["width"], box["y"] + 0.3 * box["height"])
    after = desk.page.evaluate("window.__redball.camera()")
    grid = desk.game.world.board
    assert after["x"] > before["x"] + 1000
    assert abs(after["x"] / (72 * grid.columns) - 0.8) < 0.08
    desk.page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    desk.page.mouse.down()
    desk.page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.5 * box["height"], steps=4)
    desk.page.mouse.up()
    dragged = desk.page.evaluate("window.__redball.camera()")
    assert dragged["x"] < after["x"] - 1000
    desk.page.mouse.dblclick(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    assert desk.page.evaluate("window.__redball.camera()")["scale"] == pytest.approx(0.8)
    desk.page.get_by_role("button", name="Hide the small map").click()
    expect(desk.the("minimap")).to_have_count(0)
    desk.page.reload()
    desk.open_again(desk.session, "axis")
    expect(desk.the("minimap")).to_have_count(0)
    desk.push("layer-minimap")
    expect(desk.look(desk.hex("10.10"), 1.0).the("minimap")).to_have_count(1)
    desk.the("zoom-fit").click()
    expect(desk.the("minimap")).to_have_count(0)  # the whole board is in sight


@pytest.mark.long
def test_on_a_telephone_the_small_map_is_off_and_the_menu_is_reached(
    desk: Desk, served: Served, pictures: Path
) -> None:
    desk.resize(PHONE)
    desk.open(served.game("crossing", AXIS), "axis")
    expect(desk.the("minimap")).to_have_count(0)
    desk.the("layers").click()
    desk.the("layer-reach").click()
    desk.the("layer-front").click()
    desk.page.screenshot(path=pictures / "overlays-phone-menu.png")
    for button in (desk.the("layer-reach"), desk.the("layers-none"), desk.the("highlight-hq")):
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    desk.the("layers").click()
    expect(desk.the("legend")).to_be_visible()
    desk.settle().page.screenshot(path=pictures / "overlays-phone.png")
    desk.resize(WIDE)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["smolensk", "sedan", "kohima"])
def test_the_maps_from_afar(desk: Desk, served: Served, pictures: Path, scenario: str) -> None:
    """A picture of each, to be looked at; that the sides differ is tested in web/tests."""
    sides = {"smolensk": ("axis", "soviet"), "sedan": ("axis", "allied"), "kohima": ("allied", "japanese")}[scenario]
    session = served.game(scenario, {sides[0]: "human", sides[1]: "random"})
    bot = make_bot("steady", 0)
    while asked(session.game).side != sides[0]:
        assert session.take(sides[1], bot.choose(session.game, sides[1])) is None
    desk.open(session, sides[0]).press("f").painted()
    desk.page.screenshot(path=pictures / f"far-{scenario}.png")
    assert laid(desk)["areas"] == []


@pytest.mark.long
def test_the_small_map_takes_the_keyboard_and_says_where_it_aims(desk: Desk, served: Served) -> None:
    desk.open(served.game("smolensk", {"axis": "human", "soviet": "human"}, fog=False), "")
    desk.look(desk.hex("25.18"), 1.2)
    small = desk.the("minimap-canvas")
    small.focus()
    camera = "[window.__redball.camera().x, window.__redball.camera().y]"
    before = desk.page.evaluate(camera)
    small.press("ArrowRight")
    small.press("ArrowRight")
    expect(desk.the("minimap-said")).to_contain_text("Enter goes there")
    assert desk.page.evaluate(camera) == before  # only the window on the small map has moved
    small.press("Enter")
    desk.page.wait_for_function(f"x => {camera}[0] > x + 50", arg=before[0])
    assert desk.page.evaluate(camera)[1] == pytest.approx(before[1], abs=2)
    expect(desk.the("minimap-said")).to_have_text("")
    small.press("ArrowUp")
    small.press("Escape")
    expect(desk.the("minimap-said")).to_have_text("")


@pytest.mark.parametrize("size", [long((1440, 900)), (390, 844)])
def test_a_counter_of_the_fan_is_picked_by_a_click(
    desk: Desk, served: Served, pictures: Path, size: tuple[int, int]
) -> None:
    text = "\n".join(f"axis 04.02 u{n} {support.LEG}" for n in range(3)) + f"\nsoviet 08.04 s {support.LEG}"
    desk.open(served.sit(support.sit(text, support.land(columns=9, rows=5)).game), "axis")
    desk.resize({"width": size[0], "height": size[1]})
    desk.look(desk.hex("04.02"), 1.0)
    spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex("04.02"))
    desk.page.mouse.move(spot["x"], spot["y"])
    fan = desk.the("fan")
    fan.wait_for()
    desk.page.screenshot(path=pictures / f"fan-{size[0]}.png")

    def picked(*units: str) -> None:
        for n in range(3):
            expect(desk.the(f"fan-u{n}")).to_have_attribute("aria-pressed", "true" if f"u{n}" in units else "false")

    for unit in ("u2", "u0"):
        desk.the(f"fan-{unit}").click()
        picked(unit)
    desk.the("fan-u1").click(modifiers=["Shift"])
    picked("u0", "u1")
    desk.the("fan-u2").press("Enter")
    picked("u2")


@pytest.mark.parametrize("hex_", ["03.03", "07.03"])
def test_the_pointer_names_whose_supply_it_is(desk: Desk, served: Served, hex_: str) -> None:
    text, ground = f"axis 02.02 u {support.LEG}\nsoviet 08.04 s {support.LEG}", support.land(columns=9, rows=5)
    desk.open(served.sit(support.sit(text, ground, rest="[supply]\naxis 03.03 2\nsoviet 07.03 3").game), "axis")
    desk.look(desk.hex(hex_), 1.0)
    spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex(hex_))
    desk.page.mouse.move(spot["x"], spot["y"])
    whose = "axis supply on the ground: 2 SP" if hex_ == "03.03" else "soviet supply on the ground: unknown"
    expect(desk.the("fan")).to_contain_text(whose)
    expect(desk.the("fan")).not_to_contain_text("Enemy")
