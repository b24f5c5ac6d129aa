"""Sets of options: every scenario in every edition is assembled with them, and short games are played."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from redball.bots.fuzz import Plan, fuzz_game, switches_of
from redball.core.edition import Part, option
from redball.core.edition import assemble as put_together
from redball.core.errors import EditionError
from redball.editions import edition, names
from redball.game import Game
from redball.rules.setup.fixed import initial_state
from redball.scenarios.load import list_scenarios, load_scenario

SCENARIOS = [head.id for head in list_scenarios()]
DRAWS = 60
PLAYED = 12
"""Of so many draws one is set up to the first decision."""
SERIES = edition("v4.2")


def on(name: str) -> Any:
    """A value of a switch that is not its default."""
    switch = SERIES.switches[name]
    return next(value for value in switch.values if value != switch.default)


def pairs(number: int) -> list[tuple[str, str]]:
    """So many pairs of switches that may be on together, always the same."""
    possible = [(a, b) for a, b in combinations(sorted(SERIES.switches), 2) if not SERIES.clash(a, b)]
    return sorted(Random("pairs of switches").sample(possible, number))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_option_set_is_assembled_and_set_up(scenario: str, name: str) -> None:
    """No point is missing, none is filled twice."""
    rules, rng = edition(name), Random(f"{scenario}/{name}")
    seen: set[tuple[Any, ...]] = set()
    for number in range(DRAWS):
        drawn = rules.draw(rng)
        played = rules.played_with(drawn)
        assert played.policies.keys() == SERIES.policies.keys()
        assert played.procedures.keys() >= rules.procedures.keys()
        assert played.switches == rules.switches
        seen.add(tuple(drawn.values()))
        if number % PLAYED == 0:
            game = Game.new(scenario, edition=name, switches=drawn)
            assert game.world.switches == drawn
            assert game.decision is not None
            assert initial_state(game.world).units.keys() >= game.state.units.keys()
    assert len(seen) > DRAWS // 2


def play(switches: dict[str, Any], seed: int) -> None:
    """A short random game in which no invariant breaks."""
    result = fuzz_game(Plan(("throw-range",), turns=1, switches=switches), seed)
    assert result.broken is None, result.broken
    assert result.actions > 0
    assert result.switches == switches


@pytest.mark.parametrize("name", sorted(SERIES.switches))
def test_every_switch_is_played_alone(name: str) -> None:
    play({name: on(name)}, 2)


@pytest.mark.parametrize(("one", "other"), pairs(24))
def test_pairs_of_switches_are_played(one: str, other: str) -> None:
    play({one: on(one), other: on(other)}, 4)


@pytest.mark.parametrize("scenario", ["crossing", "yelnya"])
def test_larger_games_are_played_with_all_that_was_drawn(scenario: str) -> None:
    plan = Plan((scenario,), turns=1, draw=True)
    result = fuzz_game(plan, 3)
    assert result.broken is None, result.broken
    assert result.switches


def test_a_draw_keeps_what_is_chosen_and_never_holds_what_excludes_it() -> None:
    plan = Plan(("crossing",), switches={"last_step": True}, draw=True)
    drawn = [switches_of(plan, "crossing", seed) for seed in range(20)]
    assert all(found["last_step"] and not found["proportional_strength"] for found in drawn)
    assert len({tuple(found.values()) for found in drawn}) > 10
    assert drawn[0] == switches_of(plan, "crossing", 0), "a seed draws the same again"
    assert switches_of(Plan(("crossing",), switches={"fog": False}), "crossing", 1) == {"fog": False}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("proportional_strength", "last_step"),
        ("half_barrage", "fueled_guns"),
    ],
)
def test_alternatives_are_refused(one: str, other: str) -> None:
    with pytest.raises(ValueError, match="exclude each other"):
        Game.new("crossing", switches={one: True, other: True})
    for name in (one, other):
        assert Game.new("crossing", switches={name: True}).world.switches[name] is True


def test_a_scenario_names_an_edition_that_there_is() -> None:
    for scenario in SCENARIOS:
        assert load_scenario(scenario).edition in names()


def test_options_that_fill_one_point_are_found_when_they_are_put_together() -> None:
    part = SERIES.switches["last_step"].parts[True]
    other = Part("other", policies=part.policies)
    switches = (option("a", "HR-6", "One.", part), option("b", "21.2", "Another."))
    with pytest.raises(EditionError, match="claims policy"):
        put_together("x", SERIES.parts[0], part, other)
    made = put_together("x", replace(SERIES.parts[0], name="base", switches=switches))
    assert made.clash("a", "b") == ""
