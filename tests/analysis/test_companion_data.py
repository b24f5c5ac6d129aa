"""What the companion's page computes with, and the answers that it is held to, are those of today's Python."""

from __future__ import annotations

import json

import msgspec

import companion_data
from redball.analysis.companion import KINDS

REMEDY = "run `python tools/companion_data.py`"


def test_the_charts_of_the_page_are_current() -> None:
    assert companion_data.CHARTS.read_text(encoding="utf-8") == companion_data.page_text(), REMEDY


def test_the_fixtures_are_current() -> None:
    assert companion_data.FIXTURES.read_text(encoding="utf-8") == companion_data.fixtures_text(), REMEDY


def test_the_fixtures_ask_about_everything() -> None:
    """Every kind, every field of it given and left out, every die told."""
    found = json.loads(companion_data.FIXTURES.read_text(encoding="utf-8"))
    for kind in KINDS.values():
        asked = [one for one in found if one["kind"] == kind.name]
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
