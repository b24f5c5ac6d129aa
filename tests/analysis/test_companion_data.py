"""What the companion's page computes with, and the answers that it is held to, are those of today's Python."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import companion_answers
import companion_data
from companion_numbers import Numbers
from companion_plans import PLANS, Plan
from redball.analysis.companion import KINDS
from redball.charts import Charts, load_charts
from redball.editions import charts_from

REMEDY = "run `python tools/companion_data.py`"


@pytest.mark.long
def test_the_charts_of_the_page_are_current() -> None:
    """Every answer, which takes most of a minute. Some of every kind stand in the fixtures, and the page's tests hold
    its charts to these."""
    assert companion_data.CHARTS.read_text(encoding="utf-8") == companion_data.page_text(), REMEDY


def test_the_fixtures_are_current() -> None:
    assert companion_data.FIXTURES.read_text(encoding="utf-8") == companion_data.lines_of(companion_data.fixtures()), (
        REMEDY
    )


def test_the_grid_is_current() -> None:
    """Every pair of columns of the tables of two sides."""
    text = companion_data.GRID.read_text(encoding="utf-8")
    assert text == companion_data.lines_of(companion_data.grid()), REMEDY


def test_the_fixtures_ask_about_everything() -> None:
    """Every form of every kind that the page has, every field of it given and left out, every die told."""
    found = json.loads(companion_data.FIXTURES.read_text(encoding="utf-8"))
    by_form: dict[int, list[dict[str, Any]]] = {}
    forms = {}
    for one in found:
        form = KINDS[one["kind"]].on(charts_from(*one["set"].split("+")))
        by_form.setdefault(id(form), []).append(one)
        forms[id(form)] = form
    answered = [(charts_from(*names), kind) for names in companion_data.SETS for kind in KINDS.values()]
    assert forms.keys() == {
        id(kind.on(charts)) for charts, kind in answered if kind.name in companion_data.offered(charts)
    }
    for number, kind in forms.items():
        asked = by_form[number]
        assert len(asked) >= companion_data.QUESTIONS
        for field in msgspec.structs.fields(kind.question):
            given = [one for one in asked if field.name in one["fields"]]
            assert given, (kind.name, field.name)
            assert field.default is msgspec.NODEFAULT or len(given) < len(asked), (kind.name, field.name)
        assert {die for one in asked for die in one["dice"]} == set(kind.dice)


def test_a_field_is_described_as_a_form_needs_it() -> None:
    fields = {field["name"]: field for field in companion_data.schema(KINDS["facility"])["fields"]}
    assert fields["target"]["choices"] == ["air_base", "port", "trainbusting"]
    assert (fields["level"]["min"], fields["level"]["max"], fields["level"]["default"]) == (0, 3, 1)
    assert fields["strength"]["required"]


def fields_of(name: str, charts: Charts) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = companion_data.form_of(KINDS[name], charts)["fields"]
    return found


def test_answers_are_trees_of_dice() -> None:
    """Breakout: one die, and if the unit escapes another for the turns."""
    charts, kind = load_charts("v4"), KINDS["breakout"]
    found = companion_answers.answers(kind, fields_of("breakout", charts), charts)
    assert found["domains"] == {"first_turn": [False, True]}
    (trees,) = (part["at"] for part in found["parts"] if part["of"] == "tree")
    for place, first_turn in zip(trees, (False, True), strict=True):
        name, to = found["pieces"][place]
        assert (name, len(to)) == ("dice", 6)
        for die, tree in enumerate(to, start=1):
            told = {"dice": [die]} if isinstance(tree, int) else {"dice": [die], "turns": [4]}
            outcome = tree if isinstance(tree, int) else tree[1][3]
            rolled = kind.roll(charts, {"first_turn": first_turn}, told)
            assert found["outcomes"][outcome].items() <= rolled.items()
    (ledgers,) = (part["at"] for part in found["parts"] if part["of"] == "ledger")
    assert {len(found["pieces"][place]) for place in ledgers} == {0, 1}


@pytest.mark.parametrize(("name", "why"), [("capture", "too many"), ("combat", "cannot be counted")])
def test_what_has_too_many_questions_is_not_written_down(name: str, why: str) -> None:
    charts = load_charts("v4")
    with pytest.raises(ValueError, match=why):
        companion_answers.answers(KINDS[name], fields_of(name, charts), charts)


def test_a_typed_in_number_is_told_by_its_bounds() -> None:
    """Points are rounded, so that a column begins half a point below its least whole number."""
    charts = load_charts("v4")
    counted = {
        f["name"]: companion_answers.domain(KINDS["facility"], f, charts) for f in fields_of("facility", charts)[1:]
    }
    found = Numbers.of(KINDS["facility"], charts, PLANS["fire:make_facility"], counted, "strength")
    least = [charts.facility.minimum_strength, *charts.facility.column_min[1:]]
    assert found.bounds == [number - Fraction(1, 2) for number in least]


BARRAGE = PLANS["fire:make_barrage"]


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (BARRAGE, None),
        (BARRAGE._replace(tree="column"), "not column alone decides the tree"),
        (BARRAGE._replace(shifts=BARRAGE.shifts[1:]), "not column alone decides the head"),
        (BARRAGE._replace(ledger={"barrage": "strength"}), "not all of the answer"),
        (BARRAGE._replace(certain=""), "not nothing alone decides the certain"),
    ],
)
def test_a_plan_that_is_wrong_is_refused(plan: Plan, why: str | None) -> None:
    values: dict[str, list[Any]] = {
        "strength": ["9", "30"],
        "re": ["1", "5"],
        "terrain": ["open", "close"],
        "arm": ["artillery", "air"],
    }
    others: dict[str, list[Any]] = {
        "hedgehog": [0, 3],
        "no_spotter": [False, True],
        "strat": [False],
        "short_range": [False, True],
    }
    composed = companion_answers.Composed(KINDS["barrage"], load_charts("v4"), plan, values | others)

    def ask() -> None:
        for question in composed.questions():
            composed.ask(question)

    if why is None:
        ask()
    else:
        with pytest.raises(ValueError, match=why):
            ask()


SHIP = PLANS["ships:make_ship_target"]


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (SHIP, None),
        (SHIP._replace(factor="arm"), "not arm alone decides the factor"),
        (SHIP._replace(factor=""), "not strength alone decides the ledger"),
        (SHIP._replace(needs=SHIP.needs[1:]), "short_range needs arm air"),
        (SHIP._replace(needs=SHIP.needs[:2]), "target landing_craft needs points"),
        (SHIP._replace(tree="column target dg points"), "alone decides the tree"),
    ],
)
def test_what_multiplies_a_number_is_a_part_of_the_answer(plan: Plan, why: str | None) -> None:
    """The examples are numbers after all factors: 8 points of aircraft at Protection 3 are written 12."""
    values: dict[str, list[Any]] = {
        "strength": ["8", "100"],
        "arm": ["naval", "air"],
        "target": ["ship", "landing_craft"],
        "protection": [1, 3],
        "dg": [False, True],
        "points": [0, 2],
        "short_range": [False, True],
        "brackets_dg": [False, True],
    }
    composed = companion_answers.Composed(KINDS["ship-target"], load_charts("v4"), plan, values)

    def ask() -> None:
        for question in composed.questions():
            composed.ask(question)

    if why is None:
        ask()
        factors = next(part for part in composed.data()["parts"] if part["of"] == "factor")
        assert [composed.data()["pieces"][place] for place in factors["at"]] == ["1", "1/3", "2", "2/3"]
    else:
        with pytest.raises(ValueError, match=why):
            ask()


def test_what_takes_more_than_dice_is_not_written_down() -> None:
    charts = load_charts("v4")
    values = {"strength": ["9"], "target": ["port"]}
    with pytest.raises(ValueError, match="dice alone"):
        companion_answers.Composed(KINDS["facility"], charts, Plan(), values).ask({"strength": 0, "target": 0})


def test_dice_for_several_are_those_for_one_several_times() -> None:
    """Each plane has a die of its own; a field that does not count planes is none of their number."""
    charts = load_charts("v4")
    values: dict[str, list[Any]] = {"strength": ["30"], "target": ["air_base"], "level": [1, 2], "planes": [0, 1, 3]}
    facility = PLANS["fire:make_facility"]._replace(tree="level")
    composed = companion_answers.Composed(KINDS["facility"], charts, facility, values)
    for question in composed.questions():
        composed.ask(question)
    composed = companion_answers.Composed(
        KINDS["facility"], charts, facility._replace(each={"plane": "levels"}), values
    )
    with pytest.raises(ValueError, match="levels"):
        composed.ask({"strength": 0, "target": 0, "level": 0, "planes": 2})
