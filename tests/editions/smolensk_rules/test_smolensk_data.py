"""The variant of our Smolensk scenario: what the game-specific rules give in supply, transport, Rail Cap and works."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from redball.scenarios.load import load_scenario
from redball.scenarios.records import Scenario

PLAIN = load_scenario("smolensk")
RULES = PLAIN.variants["smolensk"]


def dumps(scenario: Scenario, side: str) -> dict[str, int]:
    """Tokens on the ground by hex when the game begins."""
    return {scenario.board.hex_name(p.hex): p.tokens for p in scenario.setup if p.side == side and p.tokens}


def arriving(scenario: Scenario, side: str, *, roll: int, turn: int) -> int:
    """SP of the Supply Table."""
    return scenario.supply_tables[side].tokens(roll, turn) // 4


@pytest.mark.case("S-supply-german-dumps", "S-supply-german-start-total")
def test_axis_supply_at_the_start() -> None:
    """Dumps of 4 and 5 SP have 10, and with the loads of organic trucks there are 73 SP."""
    before, now = dumps(PLAIN, "axis"), dumps(RULES, "axis")
    small = [hex_ for hex_, tokens in before.items() if tokens in (16, 20)]
    assert small
    assert {now[hex_] for hex_ in small} == {40}
    loads = sum(sum(p.load.values()) for p in RULES.setup if p.side == "axis")
    assert sum(now.values()) + loads == 73 * 4


@pytest.mark.case("S-supply-german-dump-2t")
def test_the_field_at_the_western_edge_has_one_point() -> None:
    """2T without these rules; it is there with aircraft only, and changes no other dump."""
    flown, both = PLAIN.variants["aircraft"], PLAIN.variants["smolensk+aircraft"]
    (field,) = [base for base in both.air_bases if both.board.hex_name(base.hex).startswith("01.")]
    assert (field.side, field.level, both.board.hex_name(field.hex)) == ("axis", 1, "01.09")
    plain, flying, rules, all_ = (laid_out(one) for one in (PLAIN, flown, RULES, both))
    assert [one.pop(("01.09", 0), 0) for one in (plain, flying, rules, all_)] == [0, 2, 0, 4]
    assert flying - plain == all_ - rules
    assert (plain - flying, rules - all_) == (Counter(), Counter())


def laid_out(scenario: Scenario) -> Counter[tuple[str, int]]:
    """Tokens on the ground of the axis, those of each placement apart."""
    found: Counter[tuple[str, int]] = Counter()
    for placement in scenario.setup:
        if placement.side == "axis" and placement.tokens:
            hex_ = scenario.board.hex_name(placement.hex)
            found[hex_, sum(name == hex_ for name, _ in found)] = placement.tokens
    return found


@pytest.mark.case("S-supply-russian-start")
def test_soviet_supply_at_the_start_is_half_as_much_again() -> None:
    """But for places with 1 SP."""
    before, now = dumps(PLAIN, "soviet"), dumps(RULES, "soviet")
    assert {hex_: t * 3 // 2 if t > 4 else t for hex_, t in before.items()} == now
    assert all(t % 2 == 0 for t in before.values()), "nothing was rounded"


def points_at(scenario: Scenario, side: str) -> dict[tuple[str, str], int]:
    """Transport Points by hex and kind when the game begins."""
    found: dict[tuple[str, str], int] = {}
    for placement in scenario.setup:
        for counter in map(scenario.counters.get, placement.units):
            if counter is not None and placement.side == side and counter.points:
                key = (scenario.board.hex_name(placement.hex), counter.transport)
                found[key] = found.get(key, 0) + counter.points
    return found


@pytest.mark.case("S-supply-russian-start")
def test_soviet_transport_at_the_start_has_a_point_more() -> None:
    """Where there are two or more of a kind."""
    before, now = points_at(PLAIN, "soviet"), points_at(RULES, "soviet")
    assert {place: n + 1 if n > 1 else n for place, n in before.items()} == now
    assert points_at(PLAIN, "axis") == points_at(RULES, "axis")


def coming(scenario: Scenario) -> Iterator[tuple[int, str, int]]:
    """Axis transport that arrives: turn, kind, points."""
    for arrival in scenario.arrivals:
        for counter in map(scenario.counters.get, arrival.units):
            if counter is not None and arrival.side == "axis" and counter.points:
                yield arrival.turn, counter.transport, counter.points


@pytest.mark.case("S-supply-german-july-12", "S-supply-german-transport")
def test_axis_transport_that_arrives() -> None:
    assert list(coming(PLAIN)) == [(6, "wagon", 3)]
    assert sorted(coming(RULES)) == [(2, "truck", 5), (2, "wagon", 5), (6, "wagon", 4)]
    loaded = next(a for a in RULES.arrivals if "de-tr-8" in a.units)
    assert RULES.dates[loaded.turn - 1] == "12 Jul 1941"
    assert loaded.tokens == 40, "for all ten points"


@pytest.mark.case("S-supply-german-early", "S-supply-german-late", "S2.1")
@pytest.mark.parametrize(("turn", "more"), [(1, 4), (7, 4), (8, 2), (11, 2)])
def test_axis_tables_give_4_then_2_sp_more(turn: int, more: int) -> None:
    for roll in range(1, 7):
        assert arriving(RULES, "axis", roll=roll, turn=turn) == arriving(PLAIN, "axis", roll=roll, turn=turn) + more


@pytest.mark.case("S-supply-russian-table", "S2.1")
@pytest.mark.parametrize("turn", [1, 7, 8, 11])
def test_the_soviet_table_gives_2_sp_more(turn: int) -> None:
    for roll in range(1, 7):
        assert arriving(RULES, "soviet", roll=roll, turn=turn) == arriving(PLAIN, "soviet", roll=roll, turn=turn) + 2


@pytest.mark.case("S1.2-russian", "S1.2-german", "S-supply-german-rail")
@pytest.mark.parametrize(("side", "before", "after"), [("soviet", 2, 4), ("axis", 0, 2)])
def test_rail_caps_change_on_19_july(side: str, before: int, after: int) -> None:
    cap = RULES.rail.sides[side]
    turn = RULES.dates.index("19 Jul 1941") + 1
    assert (cap.tokens(1), cap.tokens(turn - 1), cap.tokens(turn)) == (4 * before, 4 * before, 4 * after)
    assert cap.gauge == PLAIN.rail.sides[side].gauge


@pytest.mark.case("S1.3-start")
def test_all_works_are_of_level_2_at_the_start() -> None:
    assert {work.level for work in PLAIN.hedgehogs} == {1, 2}
    assert [(w.hex, w.side, w.level) for w in RULES.hedgehogs] == [(w.hex, w.side, 2) for w in PLAIN.hedgehogs]


@pytest.mark.case("S-gd-lehr")
@pytest.mark.parametrize("uid", ["de-gd", "de-lehr900"])
def test_grossdeutschland_and_lehr_have_two_steps(uid: str) -> None:
    before, now = PLAIN.counters[uid], RULES.counters[uid]
    assert (before.steps, now.steps, now.is_multi_step) == (1, 2, True)
    assert now.combat is not None
    assert (now.combat.strength, now.move.strength) == (10, 5)
    assert now.combat.action_rating == now.move.action_rating == before.move.action_rating


def test_nothing_else_is_changed() -> None:
    """The rest of the counters and of the schedule are the scenario's own."""
    changed = {uid for uid, counter in RULES.counters.items() if PLAIN.counters.get(uid) != counter}
    transport = {uid for uid in changed if RULES.counters[uid].points}
    assert changed - transport == {"de-gd", "de-lehr900"}
    assert RULES.arrivals[: len(PLAIN.arrivals)] == PLAIN.arrivals
    assert RULES.dates == PLAIN.dates
    assert RULES.victory.hexes == PLAIN.victory.hexes
