"""What an attack may bring, as the dialogs show it: the server's own answer, for every policy, nothing hidden in it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e import rehearsal
from e2e.desk import Desk, Served, says, until_equal
from editions.new_ocs import fights
from redball.core.actions import AddUnit, DeclareAttack, DeclareOverrun
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.game import Game
from redball.game.watch.disguise import disguised

SHOWN = """() => {
  const the = (id) => document.querySelector(`[data-testid=${id}]`)
  const texts = (id, of) => [...(the(id)?.querySelectorAll(of) ?? [])].map((e) => e.innerText)
  for (const d of the('forecast')?.querySelectorAll('details') ?? []) d.open = true
  return {
    odds: the('odds-text')?.innerText,
    p: texts('forecast-outcomes', ':scope > li .from .num'),
    chance: texts('forecast-outcomes', ':scope > li .row > .num'),
    columns: the('forecast-columns')?.innerText.split('\\n'),
    expected: texts('forecast-expected', 'summary .num'),
    terms: texts('forecast-expected', 'tr')
  }
}"""
"""All at once, so that no answer of the server comes between two of them."""
AXIS = {"axis": "human", "soviet": "random"}


def answer(desk: Desk, what: str, **query: Any) -> Any:
    """What the interface answers to the question behind the dialog."""
    address = f"{desk.served.address}/api/games/{desk.session.id}/{what}"
    found = desk.page.request.get(address, params={"side": desk.side, **query})
    assert found.ok, found.text()
    return found.json()


def shown(desk: Desk) -> dict[str, Any]:
    """The numbers of the forecast on the screen."""
    found: dict[str, Any] = desk.page.evaluate(SHOWN)
    return found


def shows(desk: Desk, due: dict[str, Any]) -> None:
    """Wait until the screen shows these numbers."""
    until_equal(lambda: shown(desk), due, desk.page)


def plan_shows(desk: Desk, rows: list[str]) -> None:
    """Wait until the plan has just these strokes, and these chances."""
    expect(desk.the("plan").locator("tbody tr td:last-child")).to_have_text(rows)


def what_if(desk: Desk) -> None:
    """Open the questions of what would be if."""
    questions = desk.the("what-if")
    questions.first.wait_for()
    questions.evaluate_all("all => all.forEach(d => { d.open = true })")


def told(found: Any) -> dict[str, Any]:
    """The same numbers, from the interface."""
    forecast, percent = found["forecast"], "{:.1f} %".format
    expected = forecast["expected"]
    columns = [[f"{c['column']} {c['p']}", percent(100 * c["chance"])] for c in forecast["columns"]]
    return {
        "odds": found["odds"]["odds"],
        "p": [o["p"] for o in forecast["outcomes"]],
        "chance": [percent(100 * o["chance"]) for o in forecast["outcomes"]],
        "columns": [text for pair in columns for text in pair],
        "expected": [
            f"{expected['attacker_losses']:.2f}",
            f"{expected['defender_losses']:.2f}",
            percent(100 * expected["taken"]),
            show_tokens(int(expected["attack_tokens"])),
            show_tokens(int(expected["defence_tokens"])),
        ],
        "terms": [row for name in EXPECTED for row in terms(name, forecast["expected_ledgers"][name])],
    }


EXPECTED = ("attacker_losses", "defender_losses", "taken", "attack_tokens", "defence_tokens")


CHARTS = {"combat": "Combat Table", "supply_costs": "Supply costs"}
"""The charts behind the terms, as they are headed: no name of a table is shown."""


def terms(name: str, ledger: Any) -> list[str]:
    """The rows of a ledger as the page writes them: first the exact total, where the headline says it otherwise."""
    rows = [f"{line['amount']}\t{line['reason']}\t{line['case']} · {CHARTS[line['chart']]}" for line in ledger["lines"]]
    return [f"{ledger['total']}\texactly\t", *rows]


def at_overrun(desk: Desk, served: Served) -> dict[str, Any]:
    """The lesson's tanks before a hex that they could overrun, the dialog open; the question behind it."""
    desk.open(served.game("crossing", AXIS), "axis").pick("ax-pz").click(desk.hex("04.04")).click(desk.hex("05.04"))
    desk.the("forecast").wait_for()
    return {"hex": desk.hex("05.04"), "units": "ax-pz", "kind": "overrun"}


def test_the_forecast_is_the_servers_and_follows_the_policy(desk: Desk, served: Served) -> None:
    question = at_overrun(desk, served)
    first = told(answer(desk, "odds", **question))
    shows(desk, first)
    for attacker, defender in (("losses", "losses"), ("retreat", "mixed")):
        desk.the("policy-attacker").select_option(attacker)
        desk.the("policy-defender").select_option(defender)
        due = told(answer(desk, "odds", **question, attacker=attacker, defender=defender))
        assert due != first
        shows(desk, due)


@pytest.mark.long
def test_another_terrain_and_every_number_of_the_headline_can_be_opened(desk: Desk, served: Served) -> None:
    question = at_overrun(desk, served)
    what_if(desk)
    desk.the("terrain--1").select_option("hills")
    shows(desk, told(answer(desk, "odds", **question, terrain='{"-1":"hills"}')))
    for head, words in (("column", "9.7a"), ("drm", "Action Rating DRM"), ("price", "12.4-A"), ("odds", "9.7")):
        if desk.the(f"head-{head}").get_attribute("aria-expanded") == "false":
            desk.the(f"head-{head}").click()
        says(desk.the("odds"), words)


@pytest.mark.long
def test_a_hidden_fact_changes_nothing_that_is_shown(desk: Desk, served: Served) -> None:
    question = at_overrun(desk, served)
    assert DeclareOverrun(desk.hex("05.04")) in desk.game.choices()
    before = told(answer(desk, "odds", **question))
    shows(desk, before)
    expect(desk.the("assumption")).to_have_count(1)
    bounds = answer(desk, "odds", **question)["bounds"]
    least, most = (f"{100 * end['chance']:.1f} %" for end in bounds["taken"])
    says(desk.the("bounds").locator("summary"), f"between {least} and {most}")
    desk.the("bounds").locator("summary").click()
    says(desk.the("bounds"), f"between {bounds['defence'][0]} and {bounds['defence'][1]}")
    says(desk.the("bounds"), bounds["assumptions"][0])
    words = desk.the("odds").inner_text()
    state = desk.game.state
    for seed in range(20):
        desk.game.look = Look(desk.game.world, disguised(Look(desk.game.world, state), "axis", Random(seed)))
        if any(desk.game.look.unit(uid) != unit for uid, unit in state.units.items()):
            break
    desk.the("policy-attacker").select_option("retreat")
    desk.the("policy-attacker").select_option("losses")
    desk.settle()
    shows(desk, before)
    until_equal(desk.the("odds").inner_text, words, desk.page)


def test_an_attack_and_an_overrun_then(desk: Desk, served: Served, pictures: Path) -> None:
    """Adding a unit changes the forecast at once, a plan is told stroke by stroke, and Esc spends nothing."""
    session = served.game("yelnya", {"soviet": "human", "axis": "random"}, seed=5)
    desk.open(session, "soviet")
    while desk.asked.procedure.name != "combat_segment" or not desk.decides():
        if desk.the("end-segment").count():
            desk.end_segment()
        else:
            desk.answer(rehearsal.policy(desk.game))
    hex_, units = attack(desk)
    before = desk.game.state
    desk.look(hex_).click(hex_)
    desk.push(f"add-{units[0]}")
    desk.the("forecast").wait_for()
    shows(desk, told(answer(desk, "odds", hex=hex_, units=units[0])))
    desk.push(f"add-{units[1]}")
    both = ",".join(units)
    shows(desk, told(answer(desk, "odds", hex=hex_, units=both)))
    what_if(desk)
    around = {str(h) for h in desk.game.look.board.neighbours(hex_)}
    offered = desk.the("then").locator("option").evaluate_all("all => all.map(o => o.value)")
    then = next(h for h in offered if h in around)
    desk.the("then").select_option(then)
    plan = answer(desk, "plan", hex=hex_, units=both, then=then)
    rows = [f"{100 * s['succeeds']['chance']:.1f} %" for s in plan["strokes"]]
    plan_shows(desk, rows)
    desk.page.screenshot(path=pictures / "forecast.png")
    desk.resize({"width": 390, "height": 844})
    desk.the("plan").scroll_into_view_if_needed()
    desk.page.screenshot(path=pictures / "forecast-phone.png")
    desk.press("Escape").same()
    expect(desk.the("attack-dialog")).to_have_count(0)
    assert desk.game.state.units == before.units
    assert desk.game.state.dumps == before.dumps


def attack(desk: Desk) -> tuple[int, list[str]]:
    """A hex that two units can attack."""
    for choice in desk.game.choices():
        if isinstance(choice, DeclareAttack):
            game = desk.game.fork()
            game.take("soviet", choice)
            units = [action.unit for action in game.choices() if isinstance(action, AddUnit)]
            if len(units) >= 2:
                return choice.hex, units[:2]
    raise AssertionError("nobody can attack with two units")


GUNS = """redball-position 1
at combat_barrage phasing=axis
[terrain]
. . . . . . .
. . . . . . .
. . . . . . .
[units]
axis 01.02 g1 artillery b16-3-3-3T/b5-2-3-14T
axis 02.02 g2 artillery b16-3-3-3T/b5-3-3-14T strat
axis 03.02 ir1 Rgt infantry other 8-3-3L/2-3-6L
soviet 04.02 rr1 Rgt infantry other 4-3-3L/2-3-6L
[supply]
axis 01.01 9
"""


def test_a_barrage_is_planned_with_the_attack_after_it(desk: Desk, served: Served, pictures: Path) -> None:
    """In the Barrage Segment the plan goes on to the attack; in the Combat Segment it is told why no gun is offered."""
    game = Game.from_position(GUNS, seed=3, switches={"fog": False})
    desk.open(served.sit(game), "axis")
    hex_ = desk.hex("04.02")
    desk.look(hex_).click(hex_).push("add-g1")
    desk.the("barrage-preview").wait_for()
    what_if(desk)
    desk.push("attacker-ir1")
    plan = answer(desk, "plan", hex=hex_, units="ir1", guns="g1")
    rows = [f"{100 * s['succeeds']['chance']:.1f} %" for s in plan["strokes"]]
    plan_shows(desk, rows)
    assert len(rows) == 2
    desk.page.screenshot(path=pictures / "barrage-plan.png")
    desk.press("Escape").settle().end_segment()
    desk.look(hex_).click(hex_).push("add-ir1")
    desk.the("forecast").wait_for()
    what_if(desk)
    says(desk.the("guns"), "The Barrage Segment of this phase is over")
    expect(desk.the("gun-g1")).to_have_count(0)
    desk.the("forecast-behind").locator("summary").first.press("Enter")
    summary = desk.the("forecast-expected").locator("summary").first
    summary.press("Enter")
    says(desk.the("forecast-expected"), "exactly")


@pytest.mark.long
def test_a_choice_that_stays_open_is_told_either_way(desk: Desk, served: Served, pictures: Path) -> None:
    """By New OCS guns near the defender are taken to fire: the dialog says so, with the numbers of doing without."""
    text = fights.scene(
        *(f"{who} {fights.RGT}" for who in ("axis 02.02 a", "axis 02.02 b", "soviet 03.03 r")),
        f"soviet 03.04 g {fights.GUNS}",
    )
    game = Game.from_position(text.replace("edition new-ocs", "redball-position 1\nedition new-ocs\nat combat"), seed=5)
    desk.open(served.sit(game), "axis")
    hex_ = game.look.board.index("03.03")
    desk.answer(DeclareAttack(hex_)).push("add-a")
    desk.the("open-choices").wait_for()
    found = answer(desk, "odds", hex=hex_, units="a")
    (other,) = found["forecast"]["others"]
    assert other["choice"] == "no Defensive Artillery Fire"
    rows = desk.the("open-choices").locator("tbody tr")
    percent = "{:.1f} %".format
    says(rows.nth(0), "as assumed here", percent(100 * found["forecast"]["taken"]["chance"]), "−1 / −1")
    says(rows.nth(1), "with no Defensive Artillery Fire", percent(100 * other["taken"]["chance"]), "0 / 0")
    desk.the("open-choices").screenshot(path=pictures / "open-choices.png")


@pytest.mark.long
def test_an_attack_at_all_costs_is_foreseen_when_it_is_ticked(desk: Desk, served: Served) -> None:
    """By the charts of 1992: double price, both rolls, and no retreat for the attacker."""
    units = "\n".join(
        f"{who} Div infantry other 12-3-3L/6-3-8L re=3" for who in ("axis 02.02 a", "axis 02.02 b", "soviet 03.03 r")
    )
    text = f"redball-position 1\nedition 1992\nat combat\n[terrain]\n{'. ' * 7}\n{'. ' * 7}\n{'. ' * 7}\n{'. ' * 7}\n"
    game = Game.from_position(f"{text}[units]\n{units}\n[supply]\naxis 02.02 9\n", seed=5)
    desk.open(served.sit(game), "axis")
    hex_ = game.look.board.index("03.03")
    desk.answer(DeclareAttack(hex_)).push("add-a")
    box = desk.the("special-at_all_costs")
    box.wait_for()
    expect(desk.the("price-text")).to_have_text(show_tokens(2))
    box.check()
    expect(desk.the("price-text")).to_have_text(show_tokens(4))
    expect(desk.the("policy-attacker")).to_be_disabled()
    shows(desk, told(answer(desk, "odds", hex=hex_, units="a", special="at_all_costs")))
    says(desk.the("bills"), show_tokens(4))
    box.uncheck()
    expect(desk.the("price-text")).to_have_text(show_tokens(2))
    expect(desk.the("policy-attacker")).to_be_enabled()
    shows(desk, told(answer(desk, "odds", hex=hex_, units="a")))
