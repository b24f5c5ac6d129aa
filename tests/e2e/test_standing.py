"""Decisions that matter, by clicking: standing answers, proposals, what is given up, what passes by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.desk import Desk, Served, key_of, says
from e2e.test_access import violations
from game.test_standing_answers import DIV, RGT, WEAK, defence, escaping, fought
from redball.core.actions import AddUnit, Advance, ChooseLeader, DeclareAttack, Displace, Done, Pay
from redball.game import Game
from redball.game.standing.orders import StandingOrder, When
from redball.game.standing.questions import Standing, questions_of
from server.test_standing import BEST, FIGHT, STOCKS, TWO_DUMPS, WAITING
from support import text

PEOPLE = {"axis": "human", "soviet": "human"}
AGAINST_A_BOT = {"axis": "random", "soviet": "human"}


def open_play(desk: Desk, served: Served, units: str, *, at: str = "combat", rest: str = STOCKS) -> Desk:
    """Two people and no fog: the page acts for whoever decides."""
    game = Game.from_position(text(units, at=at, rest=rest), seed=3, script=(3, 4) * 6, switches={"fog": False})
    return desk.open(served.sit(game, PEOPLE), "")


def attack(desk: Desk, where: str, *units: str, asks: bool = False) -> Desk:
    """Declare an attack and commit to it; who pays goes with the commitment, or is asked when it is due."""
    hex_ = desk.hex(where)
    assert desk.session.act("axis", [DeclareAttack(hex_), *map(AddUnit, units)]) is None
    desk.page.reload()
    desk.open_again(desk.session, desk.side)
    if asks:
        desk.the("price-line").click()
        desk.the("ask-payer").check()
    return desk.push("combat-commit")


def has_class(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{name}\b")


# --- standing answers ------------------------------------------------------------------------------------------


def test_an_answer_is_given_beforehand_marked_and_turned_off(desk: Desk, served: Served, pictures: Path) -> None:
    """The form; the answer in the game; its mark here, in the log and after a reload; off where it was used."""
    two = f"axis 02.02 a1 {RGT}\naxis 02.02 a2 {BEST}\nsoviet 03.03 r1 {RGT} exhausted"
    open_play(desk, served, two, rest="[supply]\naxis 02.02 4\n").push("standing-open")
    desk.the("standing-leader").wait_for()
    desk.page.screenshot(path=pictures / "standing-form.png")
    desk.the("standing-leader").select_option("highest")
    desk.the("standing-always").check()
    desk.wait(
        lambda: desk.session.standing_of("axis") == Standing({"leader": "highest"}, always=True),
        "the answer to be kept",
    )
    desk.push("standing-close")
    attack(desk, "03.03", "a1", "a2")
    assert ChooseLeader("a2") in [record.action for record in desk.game.records], "nobody was asked"
    says(desk.the("answered"), "Answered for you", "by standing answer: the highest Action Rating leads")
    desk.page.screenshot(path=pictures / "standing-used.png")
    desk.page.reload()
    desk.open_again(desk.session, "").push("tab-log")
    expect(desk.page.locator("#papers [data-testid=by-standing]")).to_have_count(1)
    desk.page.locator("#papers [data-testid=off-leader]").click()
    desk.wait(lambda: desk.session.standing_of("axis").answers == {}, "the answer to be turned off")
    says(desk.page.locator("#papers"), "you are asked from now on")


def test_an_order_is_written_tried_on_the_log_and_kept(desk: Desk, served: Served, pictures: Path) -> None:
    """The player would be asked where they pay: the trial shows that decision, and the order is kept and removed."""
    open_play(desk, served, TWO_DUMPS, rest="[supply]\naxis 02.02 2T\naxis 02.01 2T\n")
    attack(desk, "03.03", "a1", "a2", asks=True)
    desk.answer(Pay("a1", desk.hex("02.01"))).same()
    desk.push("standing-open").the("order-form").locator("summary").click()
    desk.the("order-question").select_option("payer")
    desk.the("order-answer").select_option("ask")
    desk.the("order-supply-from").fill("1")
    desk.the("order-hexes").fill("99.99")
    desk.push("orders-try")
    says(desk.page.get_by_role("alert"), "There is no hex 99.99 on this map.")
    desk.the("order-hexes").fill("03.03")
    desk.push("orders-try")
    says(desk.the("trial"), "Would have answered 0 of 1 decisions", "you would have been asked")
    desk.page.screenshot(path=pictures / "standing-orders.png")
    assert violations(desk) == []
    assert desk.session.standing_of("axis") == Standing(), "it was only tried"
    desk.push("order-add")
    here = desk.hex("03.03")
    wanted = StandingOrder("payer", "ask", When(hexes=(here,), supply_from=1))
    desk.wait(lambda: desk.session.standing_of(desk.asked.side).orders == (wanted,), "the order to be kept")
    says(desk.the("orders"), "Who pays? ask me, in 03.03 with tokens from 1")
    desk.the("halt-sighted").check()
    desk.wait(lambda: desk.session.standing_of(desk.asked.side).halts == ("sighted",), "the surprise to be kept")
    desk.push("order-remove-0")
    desk.wait(lambda: desk.session.standing_of(desk.asked.side).orders == (), "the order to go")


@pytest.mark.long
def test_sensible_answers_are_filled_in_with_a_click_and_leave_those_that_were_given(
    desk: Desk, served: Served, pictures: Path
) -> None:
    session = served.game("yelnya", {"soviet": "human", "axis": "random"}, seed=5)
    session.stand("soviet", Standing({"losses": "weakest"}))
    desk.open(session, "soviet").push("standing-open").push("standing-fill")
    wanted = {name: question.sensible for name, question in questions_of(session.game.world).items()}
    desk.wait(lambda: session.standing_of("soviet").answers == wanted | {"losses": "weakest"}, "all to be answered")
    expect(desk.the("standing-fill")).to_be_disabled()
    expect(desk.the("standing-losses")).to_have_value("weakest")
    assert violations(desk) == []
    desk.page.screenshot(path=pictures / "standing-filled.png")
    desk.push("standing-none")
    desk.wait(lambda: session.standing_of("soviet").answers == {}, "nothing to be answered")


def test_standing_answers_hold_while_the_bots_turn_is_skipped(desk: Desk, served: Served) -> None:
    """A bot's turn of Yelnya: with everything answered beforehand, hardly anything is asked."""
    session = served.game("yelnya", {"soviet": "steady", "axis": "human"}, seed=5)
    answers = {"leader": "highest", "defence": "stocks", "option": "retreat", "retreat": "supply", "losses": "spare"}
    session.stand("axis", Standing(answers | {"escape": "near", "payer": "nearest", "terrain": "best"}))
    desk.open(session, "axis")
    used = [record.by for record in desk.game.records if record.by.startswith("standing")]
    assert used
    assert desk.asked.side == "axis"
    assert not {record.side for record in desk.game.records if record.by} - {"axis"}


# --- what is not asked -----------------------------------------------------------------------------------------


def test_the_only_choice_is_taken_and_undone_with_its_click(desk: Desk, served: Served) -> None:
    open_play(desk, served, TWO_DUMPS, rest="[supply]\naxis 02.02 2T\naxis 02.01 2T\n")
    attack(desk, "03.03", "a1", "a2", asks=True)
    before = len(desk.game.records)
    desk.answer(Pay("a1", desk.hex("02.02"))).same()
    assert [record.by for record in desk.game.records[before:]] == ["", "only"]
    says(desk.the("answered"), "the only choice")
    desk.push("undo").same()
    assert len(desk.game.records) == before
    desk.push("redo").same()
    assert len(desk.game.records) == before + 2


def test_a_segment_with_nothing_useful_passes_unless_the_player_stops_there(desk: Desk, served: Served) -> None:
    """Reserves none, nobody may move: only the dump could be blown up."""
    dump = "[supply]\nsoviet 06.05 2\n"
    open_play(desk, served, WAITING, at="movement", rest=dump).end_segment()
    assert "passed" in [record.by for record in desk.game.records]
    desk.page.get_by_role("button", name="Look at the map").click()
    desk.push("tab-log")
    line = "Reaction Phase, Movement Segment: nothing useful could be done, so it passed by itself"
    says(desk.page.locator("#papers"), line)

    open_play(desk, served, WAITING, at="movement", rest=dump)
    desk.session.stand("soviet", Standing(stops=("reaction/movement_segment",)))
    desk.end_segment()
    assert (desk.asked.side, desk.game.state.clock.phase) == ("soviet", "reaction")
    desk.push("standing-open")
    stop = desk.the("stop-reaction/movement_segment")
    expect(stop).to_be_checked()
    stop.uncheck()
    desk.wait(lambda: not desk.session.standing_of("soviet").stops, "the stop to be taken back")


# --- proposals -------------------------------------------------------------------------------------------------


def test_an_escaping_truck_has_a_proposal(desk: Desk, served: Served, pictures: Path) -> None:
    table = escaping("soviet 08.02 2\nsoviet 10.02 2\n", f"axis 02.02 e1 {WEAK}")
    desk.open(served.sit(table.game, AGAINST_A_BOT), "soviet").same()
    many = table.offered(Displace)
    best = desk.the(f"choice-{key_of(Displace('tr', desk.hex('08.02')))}")
    expect(best).to_have_class(has_class("main"))
    says(
        desk.the("decision"),
        "to the nearest own dump or HQ out of the enemy's reach",
        "Also good",
        f"Others: {len(many) - 8}",
    )
    shown = desk.the("decision").locator("[data-testid^=choice-displace]:visible")
    expect(shown).to_have_count(8)
    desk.look(desk.hex("08.02"), 0.6).painted()
    desk.page.screenshot(path=pictures / "escape-proposal.png")
    best.click()
    desk.settle()
    assert desk.game.look.unit("tr").hex == desk.hex("08.02")


@pytest.mark.long
def test_the_likely_leader_comes_first(desk: Desk, served: Served) -> None:
    table = defence([RGT, BEST], "")
    while table.step != "defender_leader":
        table.do(table.game.choices()[-1])
    desk.open(served.sit(table.game, AGAINST_A_BOT), "soviet")
    first = desk.the("decision").locator("[data-testid^=choice-]").first
    expect(first).to_have_attribute("data-testid", "choice-choose_leader-r2")
    expect(first).to_have_class(has_class("main"))


# --- giving something up ---------------------------------------------------------------------------------------


@pytest.fixture
def advancing(desk: Desk, served: Served) -> Desk:
    """The defender is dead: the attackers may advance."""
    table = fought([WEAK], "Ae3 DL2o2DG")
    assert table.step == "advance"
    return desk.open(served.sit(table.game, {"axis": "human", "soviet": "random"}), "axis")


def test_what_gives_something_up_is_never_red_and_asks_once(advancing: Desk, pictures: Path) -> None:
    desk = advancing
    before = len(desk.game.records)
    expect(desk.the("end-segment")).not_to_have_class(has_class("main"))
    desk.push("end-segment")
    says(desk.the("sure"), "No unit advances into 04.03. Sure?")
    desk.page.screenshot(path=pictures / "sure.png")
    assert len(desk.game.records) == before
    desk.push("keep")
    expect(desk.the("sure")).to_have_count(0)
    desk.push("end-segment").push("give-up")
    assert desk.game.records[before].action == Done("combat/combat")


@pytest.mark.long
def test_the_keyboard_asks_too(advancing: Desk) -> None:
    desk = advancing
    before = len(desk.game.records)
    desk.press("Enter")
    says(desk.the("sure"), "No unit advances")
    desk.press("Escape")
    expect(desk.the("sure")).to_have_count(0)
    assert len(desk.game.records) == before
    desk.press("Enter").press("Enter")
    assert len(desk.game.records) > before


@pytest.mark.long
def test_after_one_unit_the_question_is_another(advancing: Desk) -> None:
    desk = advancing
    desk.answer(Advance("a1")).push("end-segment")
    says(desk.the("sure"), "No more units advance into 04.03. Sure?")


# --- the header ------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_header_and_panel_name_the_same_side(desk: Desk, served: Served, pictures: Path) -> None:
    """In the enemy's combat the defender decides: the header says so."""
    table = defence([DIV], "soviet 03.03 2")
    desk.open(served.sit(table.game, AGAINST_A_BOT), "soviet")
    assert desk.asked.side == "soviet"
    assert desk.state()["phasing"] == "axis"
    words = desk.the("decision-side").locator("h2").inner_text()
    says(desk.the("header-decides"), words, "(soviet)")
    desk.page.screenshot(path=pictures / "header-decides.png")
    open_play(desk, served, FIGHT)
    says(desk.the("header-decides"), desk.the("decision-side").locator("h2").inner_text(), "axis decides")
