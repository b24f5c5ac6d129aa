"""What the companion's page computes with, and the answers that it is held to, are those of today's Python."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import companion_answers
import companion_data
from redball.analysis.companion import KINDS
from redball.charts import load_charts
from redball.editions import charts_from

REMEDY = "run `python tools/companion_data.py`"


def test_the_charts_of_the_page_are_current() -> None:
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


def test_whole_answers_are_trees_of_dice() -> None:
    """Breakout: one die, and if the unit escapes another for the turns."""
    charts, kind = load_charts("v4"), KINDS["breakout"]
    found = companion_answers.answers(kind, companion_data.form_of(kind, charts)["fields"], charts)
    assert found["domains"] == {"first_turn": [False, True]}
    for number, first_turn in enumerate((False, True)):
        name, to = found["trees"][found["asked"]["tree"][number]]
        assert (name, len(to)) == ("dice", 6)
        for die, tree in enumerate(to, start=1):
            told = {"dice": [die]} if isinstance(tree, int) else {"dice": [die], "turns": [4]}
            place = tree if isinstance(tree, int) else tree[1][3]
            rolled = kind.roll(charts, {"first_turn": first_turn}, told)
            assert found["outcomes"][place].items() <= rolled.items()
    assert {len(found["ledgers"][place]) for place in found["asked"]["ledger"]} == {0, 1}


@pytest.mark.parametrize(("name", "why"), [("capture", "too many"), ("barrage", "cannot be counted")])
def test_what_has_too_many_questions_is_not_written_down(name: str, why: str) -> None:
    charts = load_charts("v4")
    fields = companion_data.form_of(KINDS[name], charts)["fields"]
    with pytest.raises(ValueError, match=why):
        companion_answers.answers(KINDS[name], fields, charts)


def test_what_takes_more_than_dice_is_not_written_down() -> None:
    charts, kind = load_charts("v4"), KINDS["facility"]
    asked = kind.ready(charts, {"strength": "9", "target": "port"})
    with pytest.raises(ValueError, match="dice alone"):
        companion_answers.Shared().asked(asked, kind.dice)
