"""The theatre of combat: attack, barrage and overrun beside the map, for the attacker and the defender."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from e2e import rehearsal
from e2e.desk import Desk, Served, force, says
from e2e.test_access import violations
from editions.new_ocs import fights
from redball.core.actions import AddUnit, ChooseLeader, DeclareAttack, DeclareBarrage, Done, Pay, TakeRetreat, Withhold
from redball.core.events import AttackDeclared, SupplySpent
from redball.game import Game
from redball.server.session import Session

BOTH = {"axis": "human", "soviet": "human"}
AXIS = {"axis": "human", "soviet": "random"}
FIELD = "\n".join(". " * 12 for _ in range(8))
ATTACK = f"""redball-position 1
at combat phasing=axis
[terrain]
{FIELD}
[units]
axis 05.04 a1 Rgt infantry other 12-4-3L/6-4-6L
axis 05.04 a2 Rgt infantry other 8-2-3L/4-2-6L
axis 06.03 a3 Rgt infantry other 8-3-3L/4-3-6L
soviet 06.04 r1 Rgt infantry other 6-3-3L/3-3-6L
soviet 06.04 r2 Rgt infantry other 4-1-3L/2-1-6L
[supply]
axis 05.04 9
axis 04.04 9
soviet 06.04 9
"""
GUNS = f"""redball-position 1
at combat_barrage phasing=axis
[terrain]
{FIELD}
[units]
axis 04.04 g1 artillery b30-3-3-3T/b5-2-3-14T
axis 05.04 ir1 Rgt infantry other 8-3-3L/2-3-6L
soviet 06.04 r1 Div infantry other 12-3-3L/6-3-8L re=3
soviet 06.04 r2 Rgt infantry other 4-1-3L/2-1-6L
[supply]
axis 04.04 20
"""
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "small": {"width": 1024, "height": 768},
    "doubled": {"width": 720, "height": 450},
    "phone": {"width": 390, "height": 844},
    "lying": {"width": 844, "height": 390},
}
"""`doubled` is what a window of 1440 by 900 has at 200 % zoom."""
WIDTHS = ("desk", "small", "phone")
PLACES = """hexes => {
  const box = (id) => document.querySelector(`[data-testid=${id}]`)?.getBoundingClientRect()
  const map = box('map'), stage = box('theatre')
  const between = (x, from, to) => x >= from && x <= to
  const within = (p, b, by) =>
    !!b && between(p.x, b.left + by, b.right - by) && between(p.y, b.top + by, b.bottom - by)
  return hexes.map(h => {
    const at = window.__redball.hexToScreen(h)
    return { on: within(at, map, 20), under: within(at, stage, 0) }
  })
}"""
NAMES = re.compile(r"[a-z]+_[a-z]+|\bledger|\bswitch|undefined|\bNaN\b|\[object")
"""What only programs call so: names of tables, switches and fields."""


def sit(desk: Desk, served: Served, text: str, *, fog: bool = False, players: dict[str, str] | None = None) -> Desk:
    """The page of a game from a written position, seen by everybody or by the Axis."""
    game = Game.from_position(text, seed=3, switches={"fog": fog})
    return desk.open(served.sit(game, players or BOTH), "axis" if fog else "")


def declared(desk: Desk, served: Served, **how: Any) -> int:
    """An attack by all three units is declared and foreseen."""
    sit(desk, served, ATTACK, **how)
    hex_ = desk.hex("06.04")
    desk.look(hex_).click(hex_).push("add-all")
    desk.the("odds-text").wait_for()
    return hex_


def in_sight(desk: Desk, *hexes: int) -> None:
    """These hexes are on the map, with room round them, and nothing of the theatre lies over them."""

    def fine() -> bool:
        return all(p["on"] and not p["under"] for p in desk.page.evaluate(PLACES, list(hexes)))

    desk.wait(fine, f"hexes {hexes} in sight beside the theatre")


def inside(desk: Desk, testid: str) -> bool:
    """All of an element is in the window, and nothing lies over its middle."""
    return bool(
        desk.page.evaluate(
            """id => {
              const e = document.querySelector(`[data-testid=${id}]`)
              if (!e) return false
              const b = e.getBoundingClientRect()
              const top = document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2)
              const fits = b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight + 1 && b.right <= innerWidth + 1
              return fits && (e.contains(top) || top?.contains(e))
            }""",
            testid,
        )
    )


def before(desk: Desk, first: str, second: str) -> bool:
    """One element comes before another in reading order."""
    return bool(
        desk.page.evaluate(
            """([a, b]) => {
              const [one, two] = [a, b].map(id => document.querySelector(`[data-testid=${id}]`))
              return !!(one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_FOLLOWING)
            }""",
            [first, second],
        )
    )


def picture(desk: Desk, pictures: Path, name: str) -> None:
    """A screenshot for whoever wants to look."""
    desk.painted().page.screenshot(path=pictures / f"theatre-{name}.png")


def test_an_attack_lies_over_none_of_its_hexes_and_odds_come_before_the_button(
    desk: Desk, served: Served, pictures: Path
) -> None:
    sit(desk, served, ATTACK)
    hex_ = desk.hex("06.04")
    for size in SIZES:
        desk.resize(SIZES[size]).settle()
        desk.look(hex_).click(hex_).push("add-all")
        desk.the("odds-text").wait_for()
        in_sight(desk, hex_, desk.hex("05.04"), desk.hex("06.03"))
        for shown in ("odds-text", "column-text", "drm-text", "chance-sentence", "combat-commit"):
            assert inside(desk, shown), f"{shown} is in sight without scrolling"
        assert before(desk, "odds-text", "combat-commit")
        assert before(desk, "chance-sentence", "combat-commit")
        says(desk.the("chance-sentence"), "You lose", "on average", "You take the hex")
        picture(desk, pictures, f"attack-{size}")
        desk.the("theatre").evaluate("e => { e.scrollTop = 400; e.parentElement.scrollTop = 400 }")
        assert inside(desk, "odds-text") or not inside(desk, "combat-commit"), "no button without the odds"
        desk.press("Escape").same()
        expect(desk.the("theatre")).to_have_count(0)


def test_no_button_commits_before_there_are_odds(desk: Desk, served: Served) -> None:
    sit(desk, served, ATTACK)
    hex_ = desk.hex("06.04")
    desk.look(hex_).click(hex_)
    desk.the("attack-dialog").wait_for()
    expect(desk.the("combat-commit")).to_have_count(0)
    desk.push("add-a1")
    desk.the("odds-text").wait_for()
    expect(desk.the("combat-commit")).to_be_enabled()


def test_the_attack_says_who_leads_who_pays_and_no_names_of_programs(desk: Desk, served: Served) -> None:
    declared(desk, served)
    says(desk.the("remove-a1"), "Action Rating 4", "leads")
    says(desk.the("parties"), "Action Rating 3", "would lead")
    says(desk.the("price-line"), "You pay", "from the dump at")
    desk.page.evaluate("document.querySelectorAll('[data-testid=theatre] details').forEach(d => { d.open = true })")
    for head in ("odds", "column", "drm", "price"):
        desk.push(f"head-{head}")
        told = desk.the("theatre").inner_text()
        assert NAMES.search(told) is None, told
    hidden = desk.the("theatre").locator(".case").all_inner_texts()
    assert not any("_" in text for text in hidden)


@pytest.mark.long
def test_what_the_price_line_says_is_paid_with_the_commitment(desk: Desk, served: Served) -> None:
    declared(desk, served)
    told = desk.the("price-line").inner_text()
    desk.push("combat-commit").same()
    spent = desk.happened(SupplySpent)
    assert desk.happened(AttackDeclared)
    assert spent, "the attackers have paid"
    assert all(desk.game.world.board.hex_name(event.hex) in told for event in spent)
    assert desk.asked.step.name == "defender_supply"


@pytest.mark.long
def test_another_payer_is_chosen_behind_the_line(desk: Desk, served: Served) -> None:
    declared(desk, served)
    says(desk.the("price-line"), "2T from the dump at 04.04, 1T from the dump at 05.04")
    desk.the("price-line").click()
    desk.page.locator("input[name=pays-a1]").nth(1).check()
    desk.page.locator("input[name=pays-a2]").nth(1).check()
    expect(desk.the("price-line")).not_to_contain_text("04.04")
    desk.push("combat-commit").same()
    near = desk.hex("05.04")
    assert [event.hex for event in desk.happened(SupplySpent)] == [near, near, near]


@pytest.mark.long
def test_whoever_wants_to_is_asked_who_pays(desk: Desk, served: Served) -> None:
    declared(desk, served)
    desk.the("price-line").click()
    desk.the("ask-payer").check()
    desk.push("combat-commit").same()
    assert desk.asked.step.name == "attacker_supply"


@pytest.mark.long
def test_every_act_is_accessible(desk: Desk, served: Served, pictures: Path) -> None:
    declared(desk, served)
    desk.the("forecast-behind").locator("summary").first.click()
    assert violations(desk) == []
    force(desk.game, 3, 4, 3, 4)
    desk.push("combat-commit").same()
    while desk.the("open-combat").count():
        assert violations(desk) == [], desk.asked.step.name
        desk.answer(rehearsal.policy(desk.game)).same()
    desk.the("ended-combat").wait_for()
    assert violations(desk) == []
    desk.page.emulate_media(color_scheme="dark")
    picture(desk, pictures, "ended-dark")


@pytest.mark.long
def test_the_keyboard_goes_into_the_theatre_and_back(desk: Desk, served: Served) -> None:
    declared(desk, served)
    expect(desk.the("theatre-title")).to_be_focused()
    order = []
    for _ in range(6):
        desk.page.keyboard.press("Tab")
        order.append(desk.page.evaluate("document.activeElement.dataset.testid ?? ''"))
    assert order == ["combat-cancel", "head-odds", "head-column", "head-drm", "head-price", "combat-commit"]
    before_ = desk.game.state
    desk.press("Escape").same()
    assert desk.game.state.units == before_.units
    assert desk.game.state.dumps == before_.dumps
    expect(desk.the("map")).to_be_focused()


@pytest.mark.long
def test_the_key_that_confirms_waits_for_the_odds_and_pays(desk: Desk, served: Served) -> None:
    sit(desk, served, ATTACK)
    hex_ = desk.hex("06.04")
    desk.look(hex_).click(hex_).press("Enter")
    assert not desk.happened(AttackDeclared)
    desk.push("add-a1")
    desk.the("odds-text").wait_for()
    desk.press("Enter").same()
    assert desk.happened(AttackDeclared)
    assert desk.happened(SupplySpent)


def test_the_defender_sees_the_same_odds_and_what_each_choice_makes_of_them(
    desk: Desk, served: Served, pictures: Path
) -> None:
    """Two people at one screen, under fog: the attacker commits, then the defender decides in the same theatre."""
    game = Game.from_position(ATTACK, seed=3, switches={"fog": True})
    session = served.sit(game, BOTH)
    desk.page.goto(f"{served.address}/#/game/{session.id}")
    desk.the("lift-curtain").click()
    desk.open_again(session, "axis")
    hex_ = desk.hex("06.04")
    desk.look(hex_).click(hex_).push("add-all")
    desk.the("odds-text").wait_for()
    desk.push("combat-commit")
    desk.push("lift-curtain")
    desk.side = "soviet"
    desk.same()
    says(desk.the("theatre"), "you defend", "You lose the hex")
    rows = desk.the("choice-chances").locator("tbody tr")
    says(rows.nth(0), "Pay")
    says(rows.nth(1), "Spend nothing")
    chances = [int(row.locator("td").last.inner_text().split()[0]) for row in rows.all()]
    assert chances[0] < chances[1], "who spends nothing loses the hex more often"
    expect(desk.the("choice-withhold")).to_be_visible()  # beside the payment, not folded away among who could pay
    for size in ("desk", "small", "lying", "phone"):
        desk.resize(SIZES[size])
        in_sight(desk, hex_, desk.hex("05.04"))
        picture(desk, pictures, f"defence-{size}")
        if size in ("phone", "lying"):
            for button in ("pay-default", "choice-withhold"):
                assert inside(desk, button), "the buttons are in reach below the chances"
                expect(desk.the(button)).to_be_in_viewport(ratio=1)
        if size == "phone":
            desk.the("theatre").get_by_text("Who fights").click()
        if size != "lying":  # folded
            says(desk.the("parties"), "perhaps more under it")
    desk.answer(next(c for c in desk.game.choices() if isinstance(c, Pay))).push("lift-curtain")
    desk.side = "axis"
    desk.same()
    leads = [c for c in desk.game.choices() if isinstance(c, ChooseLeader)]
    expect(desk.the("choice-chances").locator("tbody tr")).to_have_count(len(leads))
    picture(desk, pictures, "leader-phone")


def test_a_bots_attack_opens_the_theatre_for_whoever_defends(desk: Desk, served: Served) -> None:
    session = served.sit(
        Game.from_position(ATTACK, seed=3, switches={"fog": True}), {"axis": "random", "soviet": "human"}
    )
    for action in (DeclareAttack(session.game.world.board.index("06.04")), AddUnit("a1"), AddUnit("a3"), Done()):
        assert session.take("axis", action) is None
    while session.decides("axis"):
        assert session.take("axis", next(c for c in session.game.choices() if isinstance(c, Pay))) is None
    desk.open(session, "soviet")
    desk.the("open-combat").wait_for()
    says(desk.the("theatre"), "you defend", "You lose the hex")
    in_sight(desk, desk.hex("06.04"))
    while desk.the("open-combat").count():
        desk.answer(rehearsal.policy(desk.game))
    desk.the("ended-combat").wait_for()
    says(desk.the("result-meaning"), "The")


def test_the_dice_and_the_result_stay_in_words_until_the_player_goes_on(
    desk: Desk, served: Served, pictures: Path
) -> None:
    declared(desk, served)
    force(desk.game, 3, 4, 3, 4)
    desk.push("combat-commit").same()
    while desk.the("open-combat").count():
        if desk.the("result-meaning").count():
            picture(desk, pictures, f"carried-out-{desk.asked.step.name}")
        withhold = next((c for c in desk.game.choices() if isinstance(c, Withhold)), None)
        desk.answer(withhold or rehearsal.policy(desk.game)).same()
    desk.the("ended-combat").wait_for()
    expect(desk.the("dice").get_by_role("img")).not_to_have_count(0)
    falls = "getComputedStyle(document.querySelector('[data-testid=dice] svg')).animationName"
    assert desk.page.evaluate(falls) == "none", "whoever wants less motion sees dice that lie"
    desk.page.emulate_media(reduced_motion="no-preference")
    assert "fall" in desk.page.evaluate(falls)
    desk.page.emulate_media(reduced_motion="reduce")
    says(desk.the("result-meaning"), "The attacker")
    assert desk.the("result-text").inner_text() != desk.the("result-meaning").inner_text()
    picture(desk, pictures, "result")
    desk.press("Escape").same()
    expect(desk.the("theatre")).to_have_count(0)


def test_a_barrage_has_its_strength_its_chances_and_its_result(desk: Desk, served: Served, pictures: Path) -> None:
    sit(desk, served, GUNS)
    hex_ = desk.hex("06.04")
    desk.look(hex_).click(hex_)
    says(desk.the("add-g1"), "30 barrage points")
    desk.push("add-g1")
    desk.the("barrage-preview").wait_for()
    says(desk.the("chance-sentence"), "The target loses", "It becomes DG")
    for size in WIDTHS:
        desk.resize(SIZES[size])
        in_sight(desk, hex_, desk.hex("04.04"))
        assert inside(desk, "strength-text")
        assert inside(desk, "combat-commit")
        assert before(desk, "column-text", "combat-commit")
        assert NAMES.search(desk.the("theatre").inner_text()) is None
        picture(desk, pictures, f"barrage-{size}")
    force(desk.game, 6, 5, 6)
    desk.push("combat-commit").same()
    while desk.the("open-combat").count():
        says(desk.the("theatre"), "Barrage on")
        picture(desk, pictures, f"under-fire-{desk.asked.step.name}")
        desk.answer(rehearsal.policy(desk.game)).same()
    says(desk.the("result-meaning"), "The target becomes DG")
    picture(desk, pictures, "barrage-result")


@pytest.mark.long
def test_a_bots_barrage_is_on_stage_as_it_is_played_back(desk: Desk, served: Served, pictures: Path) -> None:
    """The player decides nothing in it. What was put away stays away; with the playback the stage is empty."""
    text = GUNS.replace("soviet 06.04 r2 Rgt infantry other 4-1-3L/2-1-6L\n", "")
    session = served.sit(Game.from_position(text, seed=3), {"axis": "steady", "soviet": "human"})
    for action in (DeclareBarrage(session.game.world.board.index("06.04")), AddUnit("g1"), Done()):
        assert session.take("axis", action) is None
    force(session.game, 6, 5, 1)
    desk.page.goto(f"{served.address}/#/game/{session.id}")
    desk.session, desk.side = session, "soviet"
    desk.page.wait_for_function("() => window.__redball?.playing()")
    desk.page.evaluate("window.__redball.speed('slow')")
    desk.the("bot-pause").click()
    stage = desk.the("ended-combat")
    for _ in range(4):
        if desk.the("result-text").count():
            break
        desk.the("bot-step").click()
        desk.page.wait_for_timeout(500)
    says(stage, "Barrage on", "by axis", "30 points", "The target becomes DG")
    expect(desk.the("dice").get_by_role("img")).not_to_have_count(0)
    for size in WIDTHS:
        desk.resize(SIZES[size])
        in_sight(desk, desk.hex("06.04"))
        picture(desk, pictures, f"played-back-{size}")
        assert violations(desk) == []
    desk.the("combat-cancel").click()
    expect(stage).to_have_count(0)


def test_an_overrun_goes_through_the_same_theatre(desk: Desk, served: Served, pictures: Path) -> None:
    session: Session = served.game("crossing", AXIS)
    desk.open(session, "axis").pick("ax-pz")
    for name in ("04.04", "05.04"):
        desk.look(desk.hex(name)).click(desk.hex(name))
    desk.the("odds-text").wait_for()
    expect(desk.the("theatre-title")).to_be_focused()
    says(desk.the("parties"), "Attacking", "Defending", "Action Rating")
    lit = [text for _, text in desk.page.evaluate("window.__redball.laid().texts")]
    assert not [text for text in lit if text[0].isnumeric()], "no MP of moves that are not meant now"
    expect(desk.the("minimap")).to_be_visible()
    for size in WIDTHS:
        desk.resize(SIZES[size])
        in_sight(desk, desk.hex("05.04"), desk.hex("04.04"))
        if size == "phone":  # on the telephone it would cover the target
            expect(desk.the("minimap")).to_be_hidden()
        assert inside(desk, "odds-text")
        assert inside(desk, "overrun-commit")
        assert before(desk, "odds-text", "overrun-commit")
        picture(desk, pictures, f"overrun-{size}")
    force(desk.game, 3, 4, 6, 6)
    desk.push("overrun-commit").same()
    assert desk.happened(SupplySpent)
    while desk.the("open-combat").count() and desk.decides():
        desk.answer(rehearsal.policy(desk.game)).same()
    says(desk.the("result-meaning"), "The")
    picture(desk, pictures, "overrun-result")
    desk.press("Escape").same()
    expect(desk.the("theatre")).to_have_count(0)


@pytest.mark.long
def test_the_log_stays_in_sight_beside_a_stack_and_beside_the_theatre(
    desk: Desk, served: Served, pictures: Path
) -> None:
    desk.open(served.game("yelnya", {"soviet": "human", "axis": "random"}, seed=5), "soviet")
    while desk.asked.procedure.name != "combat_segment" or not desk.decides():
        if desk.the("end-segment").count():
            desk.end_segment()
        else:
            desk.answer(rehearsal.policy(desk.game))
    declare = next(c for c in desk.game.choices() if isinstance(c, DeclareAttack))
    near = desk.game.fork()
    near.take("soviet", declare)
    unit = next(c.unit for c in near.choices() if isinstance(c, AddUnit))
    stack = desk.game.look.unit(unit).hex
    for size in ("desk", "small"):
        desk.resize(SIZES[size]).settle()
        desk.look(stack).click(stack)
        desk.the("stack-panel").wait_for()
        desk.wait(lambda: last_lines(desk) >= 3, "three lines of the log at least, beside a stack")
        picture(desk, pictures, f"log-beside-stack-{size}")
        desk.look(declare.hex).click(declare.hex)
        desk.the("attack-dialog").wait_for()
        desk.wait(lambda: last_lines(desk) >= 3, "three lines of the log at least, beside the theatre")
        desk.push("tab-turns")
        tail = desk.the("log-tail")
        expect(tail).to_be_visible()
        assert inside(desk, "log-tail")
        tail.click()
        desk.the("log").wait_for()
        picture(desk, pictures, f"log-beside-theatre-{size}")
        desk.press("Escape").press("Escape")


def last_lines(desk: Desk) -> int:
    """How many of the last lines of the log are wholly in sight."""
    return int(
        desk.page.evaluate(
            """() => {
              const log = document.querySelector('[role=log]'), box = log.getBoundingClientRect()
              const bottom = Math.min(box.bottom, innerHeight)
              const lines = [...log.querySelectorAll('.line, h4')].map(e => e.getBoundingClientRect())
              return lines.length && lines.at(-1).bottom <= bottom + 2
                ? lines.filter(b => b.top >= box.top - 1 && b.bottom <= bottom + 2).length : 0
            }"""
        )
    )


TWO_SIDED = fights.scene(
    *(f"{who} {fights.RGT}" for who in ("axis 02.02 a", "axis 02.02 b", "soviet 03.03 r")),
    f"soviet 03.04 g {fights.GUNS}",
).replace("edition new-ocs", "redball-position 1\nedition new-ocs\nat combat")
AT_ALL_COSTS = f"""redball-position 1
edition 1992
at combat
[terrain]
{FIELD}
[units]
axis 02.02 a Div infantry other 12-3-3L/6-3-8L re=3
axis 02.02 b Div infantry other 12-3-3L/6-3-8L re=3
soviet 03.03 r Div infantry other 12-3-3L/6-3-8L re=3
[supply]
axis 02.02 9
"""


@pytest.mark.long
@pytest.mark.parametrize(("name", "text"), [("two-sided", TWO_SIDED), ("at-all-costs", AT_ALL_COSTS)])
def test_a_result_of_another_table_is_told_in_words_too(
    desk: Desk, served: Served, pictures: Path, name: str, text: str
) -> None:
    sit(desk, served, text)
    hex_ = desk.hex("03.03")
    desk.answer(DeclareAttack(hex_)).push("add-a").push("add-b")
    desk.the("odds-text").wait_for()
    picture(desk, pictures, f"attack-{name}")
    force(desk.game, *(6, 5) * 3)
    desk.push("combat-commit").same()
    while desk.the("open-combat").count():
        assert NAMES.search(desk.the("theatre").inner_text()) is None
        picture(desk, pictures, f"{name}-{desk.asked.step.name}")
        if desk.asked.step.name == "defensive_fire":
            says(desk.the("choice-chances"), "Artillery supports", "No support")
        desk.answer(rehearsal.policy(desk.game)).same()
    for meaning in desk.the("result-meaning").all():
        says(meaning, ".")
    assert desk.the("result-meaning").count() >= 1
    picture(desk, pictures, f"result-{name}")


@pytest.mark.long
def test_what_each_way_to_meet_an_option_comes_to(desk: Desk, served: Served, pictures: Path) -> None:
    """Steps left, ways back and what they cost stand beside the choice, for whoever owes it."""
    declared(desk, served)
    force(desk.game, 3, 4, 3, 4)
    desk.push("combat-commit").settle()
    while desk.asked.step.name != "defender_option":
        withhold = next((c for c in desk.game.choices() if isinstance(c, Withhold)), None)
        desk.answer(withhold or rehearsal.policy(desk.game)).settle()
    outlook = desk.the("option-outlook")
    says(outlook, "loses a step", "it is eliminated", "Back ", "without harm from a ZOC")
    for size in ("desk", "phone"):
        desk.resize(SIZES[size])
        outlook.scroll_into_view_if_needed()
        expect(outlook).to_be_in_viewport(ratio=1)
        assert not NAMES.search(outlook.inner_text())
        picture(desk, pictures, f"option-{size}")
    desk.answer(TakeRetreat()).settle()
    expect(outlook).to_have_count(0)
