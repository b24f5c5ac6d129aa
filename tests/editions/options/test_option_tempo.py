"""Option 21.6: more supply, more transport, more reinforcements."""

from __future__ import annotations

import pytest

from redball.core.actions import Done
from redball.core.events import ReplacementsRolled, SupplyArrived
from redball.game import Game
from redball.rules.rail.cap import rail_cap
from redball.rules.reinforcement.points import SUPPLY_ARRIVING
from redball.scenarios.load import list_scenarios
from redball.scenarios.records import Arrival, Band, RollTable, SupplyTable
from rules.game_book import reinforcement
from support import LEG, in_scenario, line, position

SCENARIOS = [head.id for head in list_scenarios()]


def both(scenario: str) -> tuple[Game, Game]:
    """The beginning of a scenario without the option and with it."""
    return Game.new(scenario), Game.new(scenario, switches={"convention_tempo": True})


@pytest.mark.case("21.6a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_lies_on_the_map_is_doubled(scenario: str) -> None:
    usual, more = both(scenario)
    for side in usual.world.sides:
        assert {h: 2 * d.tokens for h, d in usual.state.dumps[side].items()} == {
            h: d.tokens for h, d in more.state.dumps[side].items()
        }


@pytest.mark.case("21.6a", "21.6b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_transport_of_the_start_is_doubled_and_organic_trucks_are_not(scenario: str) -> None:
    usual, more = both(scenario)
    later = {uid for arrival in usual.world.scenario.arrivals for uid in arrival.units}
    seen = 0
    for uid, unit in usual.state.units.items():
        counter = usual.look.counter(unit)
        if counter.is_combat_unit:
            assert more.state.units[uid] == unit
            continue
        times = 1 if counter.transport == "organic" or uid in later else 2
        found = more.state.units[uid]
        assert (found.points, found.load, found.extender) == (times * unit.points, times * unit.load, unit.extender)
        seen += 1
    assert seen or scenario not in ("yelnya", "smolensk")


@pytest.mark.case("21.6b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_rail_cap_is_doubled(scenario: str) -> None:
    usual, more = both(scenario)
    caps = [[rail_cap(game.look, side) for side in game.world.sides] for game in (usual, more)]
    assert caps[1] == [2 * cap for cap in caps[0]]
    assert any(caps[0]) or scenario != "smolensk"


@pytest.mark.case("21.6c")
@pytest.mark.parametrize(("tokens", "more"), [(0, 0), (1, 2), (2, 3), (3, 5), (4, 6), (48, 72)])
def test_supply_that_arrives_is_half_as_much_again(tokens: int, more: int) -> None:
    """To the nearest token."""
    arriving = [game.look.policies[SUPPLY_ARRIVING] for game in both("throw-range")]
    assert [arrives(tokens) for arrives in arriving] == [tokens, more]


@pytest.mark.case("21.6c")
@pytest.mark.parametrize(("chosen", "rolled", "scheduled"), [(False, 8, 16), (True, 12, 24)])
def test_supply_of_the_table_and_of_the_schedule_are_half_as_much_again(
    chosen: bool, rolled: int, scheduled: int
) -> None:
    """2 SP are rolled, 4 SP are due; each has an entry of its own."""
    look = position(line(6, f"axis 03.01 a {LEG}"), phase="reinforcement", convention_tempo=chosen)
    near, far = look.board.index("01.01"), look.board.index("05.01")
    table = SupplyTable(RollTable(1, (Band("8", 1, 6),)), (near,))
    arrival = Arrival(look.state.clock.turn, "axis", (far,), (), 16, {})
    arrived = reinforcement(in_scenario(look, supply_tables={"axis": table}, arrivals=(arrival,))).all(SupplyArrived)
    assert {event.hex: event.tokens for event in arrived} == {near: rolled, far: scheduled}


@pytest.mark.case("21.6d")
def test_there_are_two_variable_reinforcement_rolls() -> None:
    rolls = []
    for game in both("smolensk"):
        while game.state.clock.phase != "movement":
            assert game.decision is not None
            choices = game.choices()
            game.take(game.decision.side, Done() if Done() in choices else choices[0])
        rolls.append([event.side for event in game.events() if isinstance(event, ReplacementsRolled)])
    assert len(rolls[0]) == 1
    assert rolls[1] == 2 * rolls[0]
