"""Refusals: each is declared once, and each can be told in a sentence."""

from __future__ import annotations

import re
import string

import pytest

from redball.cases import load_index
from redball.core.refusals import REFUSALS, RefusalKind, refusal
from redball.editions import edition, names
from redball.game import Game
from redball.game.sentences import Namer, refusal_text

EDITION = edition("v4.2")
for name in names():  # an edition that is loaded has declared its refusals
    edition(name)
CASES = {case.id for case in load_index()}


def declared() -> list[RefusalKind]:
    """Every refusal of the rules and the game."""
    assert len(REFUSALS) > 100, "the rules are not imported"
    return list(REFUSALS.values())


@pytest.fixture(scope="module")
def namer() -> Namer:
    world = Game.new("crossing").world
    return Namer(world, {}, "", None)


@pytest.mark.parametrize("kind", declared(), ids=lambda kind: kind.code)
def test_a_refusal_is_told_with_all_that_it_names(kind: RefusalKind, namer: Namer) -> None:
    uid = next(iter(namer.world.counters))
    text, remedy = refusal_text(kind(units=(uid,), hexes=(0,), have="HAVE", need="NEED", detail="DETAIL"), namer)
    assert text[0] == text[0].upper()
    assert text.endswith(".")
    assert not re.search(r"[{}]|\bNone\b", text + remedy)
    words = {"units": namer.unit(uid), "hexes": namer.hex(0), "have": "HAVE", "need": "NEED", "detail": "DETAIL"}
    for template, told in ((kind.text, text), (kind.remedy, remedy)):
        for _, name, _, _ in string.Formatter().parse(template):
            assert name is None or words[name].lower() in told.lower()


@pytest.mark.parametrize("kind", declared(), ids=lambda kind: kind.code)
def test_a_refusal_names_a_case_of_the_rulebook(kind: RefusalKind) -> None:
    assert kind.case in CASES


def test_codes_say_which_part_of_the_rules_refuses() -> None:
    assert [kind.code for kind in declared() if not re.fullmatch(r"[a-z_]+\.[a-z_0-9]+", kind.code)] == []


def test_a_second_declaration_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"refusal 'move\.moved' is declared twice"):
        refusal("move.moved", case="6.1f", text="no")


def test_an_unknown_field_in_a_text_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"refusal 'example\.x' uses an unknown field 'unit'"):
        refusal("example.x", case="6.1f", text="{unit} may not")
    with pytest.raises(ValueError, match="unknown field 'cost'"):
        refusal("example.x", case="6.1f", text="no", remedy="pay {cost}")
    assert "example.x" not in REFUSALS


def test_a_refusal_may_narrow_its_case_and_writes_numbers_as_text() -> None:
    kind = RefusalKind("example.y", "6.1", "text")
    assert (kind().case, kind(case="6.1f").case) == ("6.1", "6.1f")
    assert (kind(have=3).have, kind(need=4).need) == ("3", "4")
