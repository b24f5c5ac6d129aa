"""The table companion: a page of its own on a phone, which works without network once it was loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from companion_data import ASKED
from e2e.conftest import is_complaint
from e2e.desk import Served, says
from e2e.test_access import AXE, VIOLATIONS
from redball.analysis.companion import KINDS
from redball.charts import load_charts
from redball.editions import charts_from

PHONE: ViewportSize = {"width": 390, "height": 844}
TARGET = 44
SMALL = (
    "all => all.filter(e => e.getBoundingClientRect().height)"
    f".filter(e => e.getBoundingClientRect().height < {TARGET}).map(e => e.outerHTML.slice(0, 90))"
)
EXAMPLE = {"terrain": "open", "attack": "17", "defend": "20", "ar": [5, 3]}
DICE = {"surprise": [9], "shift": [2], "dice": [5]}


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def page(phone: BrowserContext, served: Served) -> Iterator[Page]:
    """The companion on it, which complains of nothing."""
    complaints: list[str] = []
    opened = phone.new_page()
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda said: complaints.append(said.text) if is_complaint(said.type, said.text) else None)
    opened.goto(f"{served.address}/companion.html")
    opened.get_by_test_id("kind").wait_for()
    yield opened
    assert not complaints


def kept(page: Page) -> None:
    """Until the service worker has kept the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def ask(page: Page) -> None:
    """The example of the documentation, by hand."""
    page.get_by_test_id("kind").select_option("combat")
    page.get_by_test_id("field-terrain-open").click()
    page.get_by_test_id("field-attack").fill("17")
    page.get_by_test_id("field-defend").fill("20")
    page.get_by_test_id("field-ar-0").fill("5")
    page.get_by_test_id("field-ar-1").fill("3")
    page.get_by_test_id("field-ar-1").blur()


def answered(page: Page) -> None:
    """The answer to the example, as Python gives it: its odds, and its roll with told dice."""
    charts = load_charts("v4")
    odds, roll = KINDS["combat"].odds(charts, EXAMPLE), KINDS["combat"].roll(charts, EXAMPLE, DICE)
    page.get_by_test_id("mode-odds").click()
    assert odds["odds"] == "1:1"
    expect(page.get_by_test_id("head-odds")).to_have_text("1:1")
    for outcome in odds["outcomes"]:
        says(page.get_by_test_id("outcomes"), outcome["result"], outcome["p"])
    page.get_by_test_id("mode-roll").click()
    for name, (value,) in DICE.items():
        if page.get_by_test_id(f"die-{name}-{value}").get_attribute("aria-pressed") == "false":
            page.get_by_test_id(f"die-{name}-{value}").click()
    page.get_by_test_id("throw").click()
    assert (roll["result"], roll["column"], roll["roll"]) == ("Ao1 Do1", "3:1", 7)
    expect(page.get_by_test_id("result")).to_have_text("Ao1 Do1")
    says(page.get_by_test_id("rolled"), "column 3:1 · roll 7")
    says(page.get_by_test_id("ledger"), *(line["case"] for line in roll["ledger"]))


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than the screen."""
    return int(
        page.evaluate(
            "Math.max(...[document.scrollingElement, document.querySelector('main')].map("
            "e => e.scrollWidth - e.clientWidth))"
        )
    )


def test_it_answers_without_network_even_when_it_is_loaded_again(
    page: Page, phone: BrowserContext, pictures: Path
) -> None:
    kept(page)
    phone.set_offline(True)
    page.reload()
    ask(page)
    answered(page)
    page.screenshot(path=pictures / "companion-roll.png", full_page=True)
    page.reload()
    page.get_by_test_id("mode-roll").wait_for()
    expect(page.get_by_test_id("field-attack")).to_have_value("17")  # the question stands in the address
    answered(page)
    page.wait_for_function("() => document.fonts.check('600 16px \"Barlow Condensed\"')")
    phone.set_offline(False)


def expected_opens(page: Page) -> None:
    """Every expected value opens into its terms, by the keyboard too."""
    values = page.get_by_test_id("expected").locator("details")
    expect(values.first).to_be_visible()
    for value in values.all():
        value.locator("summary").press("Enter")
        expect(value).to_have_attribute("open", "")
        if float(value.locator("summary strong").inner_text()):
            expect(value.locator("table")).to_contain_text(re.compile(" x "), use_inner_text=True)


@pytest.mark.long
def test_every_kind_fits_a_phone_and_is_accessible(page: Page, pictures: Path) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for kind in (*ASKED, "costs"):
        page.get_by_test_id("kind").select_option(kind)
        for mode in ("odds", "roll"):
            if kind != "costs":
                page.get_by_test_id(f"mode-{mode}").click()
            if mode == "odds" and kind != "costs":
                expected_opens(page)
            if mode == "roll" and kind != "costs":
                page.get_by_test_id("throw").click()
                page.get_by_test_id("rolled").wait_for()
            assert overflow(page) <= 0, (kind, mode)
            assert page.locator("main :is(button, select, input:not([type=checkbox]), a)").evaluate_all(SMALL) == []
            found = [f"{v['impact']} {v['id']} {v['help']}" for v in page.evaluate(VIOLATIONS)]
            assert [text for text in found if text.startswith(("serious", "critical"))] == [], (kind, mode)
            expect(page.get_by_test_id("problem")).to_have_count(0)
        page.screenshot(path=pictures / f"companion-{kind}.png")


def test_a_bad_question_gets_one_sentence_and_another_chart_set_other_odds(page: Page) -> None:
    ask(page)
    expect(page.get_by_test_id("head-odds")).to_have_text("1:1")
    before = page.get_by_test_id("outcomes").inner_text()
    page.get_by_test_id("charts").select_option("v4+v1992")
    expect(page.get_by_test_id("outcomes")).not_to_have_text(before, use_inner_text=True)
    page.get_by_test_id("field-attack").fill("many")
    says(page.get_by_test_id("problem"), "attack must be a strength like 7, 3.5 or 7/2")
    page.get_by_test_id("field-attack").fill("17")
    page.get_by_test_id("mode-roll").click()
    page.get_by_test_id("die-surprise-7").click()
    page.get_by_test_id("die-shift-2").click()
    page.get_by_test_id("throw").click()
    says(page.get_by_test_id("unused"), "Not needed: Surprise 7, Shift 2")


@pytest.mark.long
def test_a_special_attack_of_the_charts_is_a_check_mark(page: Page) -> None:
    """By the charts of 1992 an attack at all costs rolls twice; other charts do not ask for it."""
    ask(page)
    expect(page.get_by_test_id("field-special")).to_have_count(0)
    page.get_by_test_id("charts").select_option("v4+v1992")
    page.get_by_test_id("field-special").wait_for()
    before = page.get_by_test_id("outcomes").inner_text()
    page.get_by_test_id("field-special").check()
    expect(page.get_by_test_id("outcomes")).not_to_have_text(before, use_inner_text=True)
    page.get_by_test_id("mode-roll").click()
    expect(page.get_by_test_id("die-again-6")).to_have_count(1)
    page.get_by_test_id("field-special").uncheck()
    expect(page.get_by_test_id("die-again-6")).to_have_count(0)
    page.get_by_test_id("field-special").check()
    page.get_by_test_id("charts").select_option("v4")
    expect(page.get_by_test_id("field-special")).to_have_count(0)
    expect(page.get_by_test_id("problem")).to_have_count(0)


@pytest.mark.long
def test_a_table_of_two_sides_is_asked_by_the_keyboard_on_a_phone(page: Page, pictures: Path) -> None:
    """New OCS: its own fields and dice, Python's answers, nothing cut off, and no kind that it does not answer."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    names = ("v4", "new_ocs", "new_ocs_combat", "burma")
    page.get_by_test_id("kind").select_option("barrage")
    page.get_by_test_id("charts").select_option("+".join(names))
    expect(page.get_by_test_id("kind").locator("option")).to_have_count(12)  # eleven kinds and the prices
    page.get_by_test_id("field-soft").fill("7")
    says(page.get_by_test_id("problem"), "soft must be at most re, 1")
    page.get_by_test_id("kind").select_option("combat")
    says(page.locator("footer"), "reconstruction")
    page.get_by_test_id("field-terrain").select_option("close")
    page.get_by_test_id("field-attack").fill("24")
    page.get_by_test_id("field-defend").fill("8")
    for field in ("fire", "crowded"):
        page.get_by_test_id(f"field-{field}").focus()
        page.keyboard.press("Space")
    for field in ("armor-attacker", "charge-wider"):
        page.get_by_test_id(f"field-{field}").press("Enter")
    fields = {"terrain": "close", "attack": "24", "defend": "8", "ar": [3, 3], "armor": "attacker", "charge": "wider"}
    asked = {**fields, "fire": True, "crowded": True}
    charts = charts_from(*names)
    odds = KINDS["combat"].odds(charts, asked)
    page.get_by_test_id("mode-odds").press("Enter")
    for head in ("attackers_column", "defenders_column", "attackers_drm", "defenders_drm", "ambush_on_white"):
        expect(page.get_by_test_id(f"head-{head}")).to_have_text(odds[head], use_inner_text=True)
    for outcome in odds["outcomes"]:
        says(page.get_by_test_id("outcomes"), outcome["p"], outcome["result"])
    page.screenshot(path=pictures / "companion-two-sided.png", full_page=True)
    for mode in ("odds", "roll"):
        page.get_by_test_id(f"mode-{mode}").press("Enter")
        assert overflow(page) <= 0
        assert page.locator("main :is(button, select, input:not([type=checkbox]), a)").evaluate_all(SMALL) == []
        found = [f"{v['impact']} {v['id']} {v['help']}" for v in page.evaluate(VIOLATIONS)]
        assert [text for text in found if text.startswith(("serious", "critical"))] == []
    for die in ("white-1", "red-6"):
        page.get_by_test_id(f"die-{die}").press("Enter")
    page.get_by_test_id("throw").press("Enter")
    roll = KINDS["combat"].roll(charts, asked, {"white": [1], "red": [6]})
    expect(page.get_by_test_id("result")).to_have_text(roll["result"], use_inner_text=True)
    says(page.get_by_test_id("rolled"), "Ambush")
    says(page.get_by_test_id("ledger"), *(line["case"] for line in roll["ledger"]))
    page.get_by_test_id("charts").select_option("v4")
    page.get_by_test_id("mode-odds").click()
    expect(page.get_by_test_id("field-attack")).to_have_value("24")  # what both tables ask is carried over


@pytest.mark.long
def test_it_is_linked_from_the_start_screen(browser: Browser, served: Served, pictures: Path) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    page.goto(served.address)
    page.get_by_test_id("companion-link").click()
    page.get_by_test_id("outcomes").wait_for()
    assert overflow(page) <= 0
    page.screenshot(path=pictures / "companion-desktop.png")
    manifest = page.request.get(f"{served.address}/companion.webmanifest")
    assert manifest.ok
    assert manifest.json()["start_url"] == "./companion.html"
    context.close()
