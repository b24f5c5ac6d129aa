"""Editions are assembled from parts; what does not fit is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import Struct

from redball.charts.shapes import Record
from redball.core.edition import Edition, Part, Switch, assemble, option
from redball.core.errors import EditionError
from redball.core.point import Point
from redball.core.procedures import Do, Procedure
from redball.editions import edition, find, names


class Nothing(Struct, frozen=True, tag=True):
    """An empty record."""


def do(name: str) -> Do:
    """A step of that name."""
    return Do(name, lambda run, data: None)


TABLE = Procedure("combat", Nothing, (do("declare"), do("odds"), do("advance")))
POINTS = {point.name: point for point in edition("v4.2").policies}
POLICIES = dict.fromkeys(POINTS, lambda *given: True)
SWITCH = Switch("fog", "4.9a-A", True, (True, False), "fog of war")
BASE = Part(
    "base",
    points=(*POINTS.values(),),
    charts=("v4",),
    tables={"luck": ("values", Record)},
    procedures=(TABLE,),
    policies=POLICIES,
    switches=(SWITCH,),
)


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
        (Part("o", without=frozenset({"rain"})), "o: there is no switch 'rain' to leave out"),
        (Part("o", policies={"nonsense": lambda: 1}), "o: there is no policy 'nonsense'"),
        (Part("o", switches=(SWITCH,)), "o: switch 'fog' is claimed twice"),
        (Part("o", tables=BASE.tables), "o: table 'luck' is claimed twice"),
    ],
)
def test_what_does_not_fit_is_named(part: Part, message: str) -> None:
    with pytest.raises(EditionError) as error:
        assemble("x", BASE, part)
    assert str(error.value) == message


AFTER = Part("one", edits=(("combat", "after", "odds", do("a")),))
ZOC = Part("one", policies={"projects_zoc": lambda world, unit: False})


@pytest.mark.parametrize(
    ("one", "two", "point"),
    [
        (AFTER, Part("two", edits=(("combat", "remove", "odds", None),)), "combat.odds"),
        (ZOC, Part("two", policies=ZOC.policies), "policy 'projects_zoc'"),
        (Part("one", procedures=(TABLE,)), Part("two", procedures=(TABLE,)), "procedure 'combat'"),
    ],
)
def test_two_overlays_may_not_claim_one_point(one: Part, two: Part, point: str) -> None:
    with pytest.raises(EditionError, match=f"^two: one claims {re.escape(point)} too$"):
        assemble("x", BASE, one, two)
    assert assemble("x", BASE, one, replace(two, overrides=frozenset({point}))).name == "x", "unless it says so"


def test_a_base_may_not_claim_a_procedure_twice() -> None:
    with pytest.raises(EditionError, match=r"^base: procedure 'combat' is claimed twice$"):
        assemble("x", replace(BASE, procedures=(TABLE, TABLE)))


@pytest.mark.parametrize("point", sorted(POINTS))
def test_a_policy_that_nobody_fills_is_named(point: str) -> None:
    rest = {name: function for name, function in POLICIES.items() if name != point}
    with pytest.raises(EditionError, match=f"^x: nobody fills the policy '{point}'$"):
        assemble("x", replace(BASE, policies=rest))


def test_an_overlay_fills_a_policy_anew() -> None:
    found = assemble("x", BASE, ZOC)
    assert {point.name: function for point, function in found.policies.items()} == POLICIES | ZOC.policies
    assert found.policies[POINTS["projects_zoc"]] is ZOC.policies["projects_zoc"]


def test_a_part_brings_points_of_its_own_and_none_twice() -> None:
    own: Point[Callable[[], int]] = Point("own")
    found = assemble("x", BASE, Part("o", points=(own,), policies={"own": lambda: 7}))
    assert found.policies[own]() == 7
    with pytest.raises(EditionError, match=r"^x: nobody fills the policy 'own'$"):
        assemble("x", BASE, Part("o", points=(own,)))
    with pytest.raises(EditionError, match=r"^o: the point 'projects_zoc' is declared twice$"):
        assemble("x", BASE, Part("o", points=(Point("projects_zoc"),)))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("v9", "there is no edition 'v9'; there are: " + ", ".join(names())),
        ("v4.2+nothing", "there is no overlay 'nothing' for v4.2; there are: "),
        ("v4.2+smolensk", "there is no overlay 'smolensk' for v4.2; there are: "),
        (
            "new-ocs+smolensk+burma",
            "burma and smolensk do not go together: they are rules for Burma and Smolensk; choose one of them",
        ),
    ],
)
def test_an_unknown_edition_is_refused_with_those_that_there_are(name: str, message: str) -> None:
    with pytest.raises(EditionError, match=f"^{re.escape(message)}"):
        find(name)


PART_ON = option("hard", "21.2", "An option", Part("hard", policies=ZOC.policies))
OTHER_ON = option("harder", "HR-6", "Another", Part("harder", policies=ZOC.policies))
APART = option("cheap", "HR-7-A", "A third", excludes=("fog",))
CHOOSING = assemble("x", replace(BASE, switches=(SWITCH, PART_ON, OTHER_ON, APART)))


def test_the_value_of_a_switch_brings_its_part() -> None:
    values = CHOOSING.switch_values({"hard": True})
    assert CHOOSING.played_with(values).policies[POINTS["projects_zoc"]] is ZOC.policies["projects_zoc"]
    assert CHOOSING.played_with(values) is CHOOSING.played_with(dict(values)), "made once"
    assert CHOOSING.played_with(CHOOSING.switch_values({})) is CHOOSING


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"hard": True, "harder": True}, "'hard' and 'harder' exclude each other: both fill policy 'projects_zoc'"),
        ({"fog": False, "cheap": True}, "'fog' and 'cheap' exclude each other: 4.9a-A and HR-7-A are alternatives"),
    ],
)
def test_options_that_exclude_each_other_are_refused(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^switches {re.escape(message)}$"):
        CHOOSING.switch_values(chosen)


def test_an_option_is_closed_where_an_overlay_has_filled_its_point() -> None:
    assert set(assemble("x", replace(BASE, switches=(SWITCH, PART_ON)), ZOC).switches) == {"fog"}


MODE = Switch("mode", "4.9a-A", "free", ("free", "away"), "A direction")
SWITCHED = assemble("x", replace(BASE, switches=(SWITCH, MODE)))


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
    assert (
        found
        | {
            "fog": ("4.9a-A", True),
            "defender_part_supply": ("12.4-B", "unit_by_unit"),
            "retreat_direction": ("9.12c-A", "free"),
            "capture_order": ("9.14c-A", "transport_first"),
            "displaced_overload": ("9.14c-C", "on_the_ground"),
            "double_bridge": ("13.8b-A", "once"),
            "simulcast": ("2.4", False),
            "hidden_formations": ("13.7b", False),
        }
        == found
    )


def test_the_page_about_editions_tells_switches_as_they_are() -> None:
    """Rows of six cells are switches; the page explains those whose sentence is not enough."""
    lines = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| `")]
    told = {(cells[0], cells[1], cells[3], cells[4]) for cells in rows if len(cells) == 6}
    assert told <= {
        (s.name, s.case, str(s.default), ", ".join(str(v) for v in s.values if v != s.default))
        for name in names()
        for s in edition(name).switches.values()
    }


@pytest.mark.parametrize("name", names())
def test_editions_are_whole(name: str) -> None:
    """Every procedure has steps of different names, and no two records are saved under one name."""
    found = edition(name)
    records = {table.data for table in found.procedures.values()}
    assert len({cast(Any, record).__struct_config__.tag for record in records}) == len(records)
    for table in found.procedures.values():
        names = [step.name for step in table.steps]
        assert len(set(names)) == len(names) > 0, table.name
    for switch in found.switches.values():
        assert switch.default in switch.values, switch.name
        assert switch.text, switch.name
