"""Editions are assembled from parts; what does not fit is named."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from msgspec import Struct

from redball.core.edition import Edition, EditionError, Part, Policies, Switch, assemble
from redball.core.procedures import Do, Procedure
from redball.editions import EDITIONS, edition


class Nothing(Struct, frozen=True, tag=True):
    """An empty record."""


def do(name: str) -> Do:
    """A step of that name."""
    return Do(name, lambda run, data: None)


TABLE = Procedure("combat", Nothing, (do("declare"), do("odds"), do("advance")))
POLICIES = {"projects_zoc": lambda world, unit: True}
SWITCH = Switch("fog", "4.9a-A", True, (True, False), "fog of war")
BASE = Part("base", charts=("v4",), procedures=(TABLE,), policies=POLICIES, switches=(SWITCH,))


def steps(found: Edition) -> list[str]:
    """The names of the steps of the combat procedure."""
    return [step.name for step in found.procedures["combat"].steps]


@pytest.mark.parametrize(
    ("verb", "name", "step", "expected"),
    [
        ("replace", "odds", do("dice"), ["declare", "dice", "advance"]),
        ("remove", "odds", None, ["declare", "advance"]),
        ("before", "odds", do("new"), ["declare", "new", "odds", "advance"]),
        ("after", "advance", do("new"), ["declare", "odds", "advance", "new"]),
    ],
)
def test_an_overlay_edits_a_procedure_by_the_names_of_its_steps(
    verb: str, name: str, step: Do | None, expected: list[str]
) -> None:
    assert steps(assemble("x", BASE, Part("overlay", edits=(("combat", verb, name, step),)))) == expected
    assert [s.name for s in TABLE.steps] == ["declare", "odds", "advance"], "the base is left as it is"


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (Part("o", edits=(("combat", "replace", "odd", do("x")),)), "procedure 'combat' has no step 'odd'"),
        (Part("o", edits=(("barrage", "remove", "x", None),)), "o: there is no procedure 'barrage'"),
        (Part("o", edits=(("combat", "swap", "odds", do("x")),)), "procedure 'combat': unknown edit 'swap'"),
        (Part("o", procedures=(TABLE,)), "o: procedure 'combat' is claimed twice"),
        (Part("o", policies=POLICIES), "o: policy 'projects_zoc' is claimed twice"),
        (Part("o", policies={"nonsense": lambda: 1}), "o: there is no policy 'nonsense'"),
        (Part("o", switches=(SWITCH,)), "o: switch 'fog' is claimed twice"),
    ],
)
def test_what_does_not_fit_is_named(part: Part, message: str) -> None:
    with pytest.raises(EditionError) as error:
        assemble("x", BASE, part)
    assert str(error.value) == message


def test_two_overlays_may_not_claim_one_step() -> None:
    one = Part("one", edits=(("combat", "after", "odds", do("a")),))
    two = Part("two", edits=(("combat", "remove", "odds", None),))
    with pytest.raises(EditionError, match=r"^two: one claims combat\.odds too$"):
        assemble("x", BASE, one, two)


def test_a_policy_that_nobody_fills_is_named() -> None:
    with pytest.raises(EditionError, match=r"^x: nobody fills the policy 'projects_zoc'$"):
        assemble("x", Part("base", charts=("v4",)))


def test_a_policy_may_be_overridden_if_that_is_said() -> None:
    other = {"projects_zoc": lambda world, unit: False}
    found = assemble("x", BASE, Part("o", policies=other, overrides=frozenset({"projects_zoc"})))
    assert found.policies == Policies(other["projects_zoc"])


def test_an_unknown_edition_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(EditionError, match=r"^there is no edition 'v9'; there are: v4\.2$"):
        edition("v9")


MODE = Switch("mode", "4.9a-A", "free", ("free", "away"), "A direction")
SWITCHED = assemble("x", Part("base", charts=("v4",), policies=POLICIES, switches=(SWITCH, MODE)))


def test_switches_have_the_chosen_value_or_the_default() -> None:
    assert SWITCHED.switch_values({}) == {"fog": True, "mode": "free"}
    assert SWITCHED.switch_values({"mode": "away", "fog": False}) == {"fog": False, "mode": "away"}


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"weather": 1}, "there is no switch 'weather'; there are: fog, mode"),
        ({"mode": "sideways"}, "switch 'mode' takes 'free' or 'away', not 'sideways'"),
        ({"mode": ["away"]}, "switch 'mode' takes 'free' or 'away', not ['away']"),
        ({"fog": 1}, "switch 'fog' takes True or False, not 1"),
    ],
)
def test_an_unknown_switch_or_value_is_refused_in_one_sentence(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        SWITCHED.switch_values(chosen)


def test_the_open_readings_are_switches() -> None:
    found = {name: (switch.case, switch.default) for name, switch in edition("v4.2").switches.items()}
    assert found == {
        "fog": ("4.9a-A", True),
        "defender_part_supply": ("12.4-B", "unit_by_unit"),
        "retreat_direction": ("9.12c-A", "free"),
        "capture_order": ("9.14c-A", "transport_first"),
        "displaced_overload": ("9.14c-C", "on_the_ground"),
        "double_bridge": ("13.8b-A", "once"),
        "simulcast": ("2.4", False),
        "hidden_formations": ("13.7b", False),
    }


@pytest.mark.parametrize("name", EDITIONS)
def test_every_switch_and_policy_has_its_row_on_the_page_about_editions(name: str) -> None:
    lines = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8").splitlines()
    rows = {tuple(cell.strip(" `") for cell in line.split("|")[1:-1]) for line in lines if line.startswith("| `")}
    found = edition(name)
    told = {(cells[0], cells[1], cells[3], cells[4]) for cells in rows if len(cells) == 6}
    assert told == {
        (s.name, s.case, str(s.default), ", ".join(str(v) for v in s.values if v != s.default))
        for s in found.switches.values()
    }
    assert {cells[0] for cells in rows if len(cells) == 4} == {field.name for field in fields(found.policies)}


@pytest.mark.parametrize("name", EDITIONS)
def test_editions_are_whole(name: str) -> None:
    """Every procedure has steps of different names, and a record that is saved under its own name."""
    found = edition(name)
    tags = [table.data.__struct_config__.tag for table in found.procedures.values()]
    assert len(set(tags)) == len(tags)
    for table in found.procedures.values():
        names = [step.name for step in table.steps]
        assert len(set(names)) == len(names) > 0, table.name
    for switch in found.switches.values():
        assert switch.default in switch.values, switch.name
        assert switch.text, switch.name
