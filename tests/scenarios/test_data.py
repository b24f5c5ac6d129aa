"""The shipped scenarios keep their promises: sizes, unbroken rivers, balanced stakes, guides that can be finished."""

from fractions import Fraction

import pytest
from msgspec.structs import fields

from hexdraw import Grid
from rate_forces import counters_file, table
from redball.board.board import Board
from redball.cases.index import load_index
from redball.core.events import Event
from redball.core.kinds import leaves
from redball.core.procedures import Chance
from redball.editions import edition
from redball.game import Game
from redball.rules.setup.fixed import check_setup
from redball.rules.supply.draw_and_throw import payers
from redball.rules.trace.tracing import traced
from redball.scenarios import load
from redball.scenarios.load import list_scenarios, load_scenario
from redball.scenarios.records import Scenario

SHIPPED = [head.id for head in list_scenarios()]
TEACHING = [head.id for head in list_scenarios() if head.teaching]
LESSONS = [head.id for head in list_scenarios() if head.lesson]
LIMIT_IN_QUARTERS = 40
INNER_SOURCES = {
    "kohima": {"11.14"},
    "crete": {"09.06", "09.10", "22.07"},
    "sicily": {
        "05.22",
        "16.23",
        "18.12",
        "20.21",
        "22.10",
        "23.10",
        "27.09",
        "28.08",
        "29.08",
        "36.04",
        "37.05",
        "37.15",
        "38.06",
        "39.08",
        "39.11",
        "40.09",
        "43.25",
    },
    "lesson-7-landing": {"07.04"},
    "gela": {"22.10", "23.10", "27.09", "28.08", "29.08", "37.15", "43.25"},
    "etna": {"16.23", "20.21", "23.10", "39.11", "40.09", "43.25"},
}
"""Places within the map that aircraft or ships fed: they stand for the air bridge and the harbours."""


@pytest.fixture(scope="module")
def yelnya() -> Scenario:
    return load_scenario("yelnya")


def rows(scenario: Scenario, side: str, *kinds: str) -> list[str]:
    return [c.id for c in scenario.counters.values() if c.side == side and c.kind in kinds]


def test_yelnya_and_two_teaching_scenarios_are_shipped() -> None:
    assert {"yelnya", "crossing", "throw-range"} <= set(SHIPPED)
    assert {"crossing", "throw-range"} <= set(TEACHING)


def test_yelnya_is_as_large_as_it_should_be(yelnya: Scenario) -> None:
    assert (yelnya.board.columns, yelnya.board.rows, yelnya.board.miles) == (30, 24, "2.5")
    assert 8 <= yelnya.turns <= 12
    for side in ("soviet", "axis"):
        assert len(rows(yelnya, side, "combat", "artillery", "engineer")) >= 70
        assert len(rows(yelnya, side, "hq")) >= 3
        dumps = {p.hex for p in yelnya.setup if p.side == side and p.tokens}
        assert len(dumps) >= 8
        assert sum(c.points for c in yelnya.counters.values() if c.side == side) >= 8


def test_yelnya_has_divisions_with_steps_and_formations_with_regiments(yelnya: Scenario) -> None:
    for side in ("soviet", "axis"):
        assert sum(c.printed_re == 3 and c.side == side for c in yelnya.counters.values()) >= 4
    for formation in ("10 Pz", "SS Das Reich", "102 TD"):
        members = [c for c in yelnya.counters.values() if c.formation == formation]
        assert sum(c.kind == "combat" for c in members) >= 3
        assert any(c.kind == "artillery" for c in members)
        assert [c.transport for c in members if c.points] == ["organic"]


@pytest.mark.parametrize("name", ["etna", "gela", "kohima", "sedan", "sicily", "smolensk", "yelnya"])
def test_counters_are_what_the_formula_gives(name: str) -> None:
    assert counters_file(name).read_text(encoding="utf-8") == table(name)


@pytest.mark.parametrize("name", TEACHING)
def test_a_teaching_scenario_has_twelve_counters_at_most(name: str) -> None:
    assert len(load_scenario(name).counters) <= 12


@pytest.mark.parametrize("name", LESSONS)
def test_a_guide_is_written_out(name: str) -> None:
    """Every step waits for an event that exists, with fields that it has, and says why and by which case."""
    scenario = load_scenario(name)
    assert scenario.teaching
    assert scenario.guide
    index = {case.id for case in load_index()}
    known = {kind.__name__: kind for kind in leaves(Event)}
    for step in scenario.guide:
        event = known[step.done_when]
        assert set(step.when) <= {field.name for field in fields(event)}, step
        assert step.title, step
        assert step.why, step
        assert step.otherwise, step
        assert step.case in index, step
        assert step.ways, step
        kinds = {kind.__struct_config__.tag for kind in edition(scenario.edition).actions}
        assert {way.fields["type"] for way in step.ways if way.verb == "act"} <= kinds, step


@pytest.mark.parametrize("name", LESSONS)
def test_the_dice_of_a_lesson_are_those_of_rolls_that_exist(name: str) -> None:
    scenario = load_scenario(name)
    procedures = edition(scenario.edition).procedures
    for dice in scenario.dice:
        procedure, step = dice.roll.split(".")
        table = procedures[procedure]
        assert isinstance(table.steps[table.index(step)], Chance), dice


@pytest.mark.parametrize("name", SHIPPED)
def test_rivers_are_unbroken(name: str) -> None:
    board = load_scenario(name).board
    for feature in board.features:
        assert broken_after(board, feature.sides) is None, feature.name


def broken_after(board: Board, sides: tuple[tuple[int, int], ...]) -> int | None:
    """Number of the first hexside that does not share a corner with the next one."""
    grid = Grid(board.columns, board.rows, board.raised, miles=1.0, west=0.0, south=0.0, middle=0.0)
    ends = []
    for h, d in sides:
        corners = grid.corners(board.position(h))
        ends.append({corners[d], corners[(d + 1) % 6]})
    return next((i for i in range(len(ends) - 1) if not ends[i] & ends[i + 1]), None)


def test_a_gap_in_a_river_is_noticed() -> None:
    board = load_scenario("crossing").board
    (river, *_) = board.features
    assert broken_after(board, river.sides[:3] + river.sides[4:]) == 2


def test_rivers_that_flow_into_another_reach_it(yelnya: Scenario) -> None:
    board = yelnya.board
    grid = Grid(board.columns, board.rows, board.raised, miles=1.0, west=0.0, south=0.0, middle=0.0)
    courses = {}
    for feature in board.features:
        corners = [(grid.corners(board.position(h)), d) for h, d in feature.sides]
        courses[feature.name] = {c for ring, d in corners for c in (ring[d], ring[(d + 1) % 6])}
    for river, into in (("Ustrom", "Dnepr"), ("Uzha", "Dnepr"), ("Stryana", "Desna"), ("Khmara", "Sozh")):
        assert courses[river] & courses[into]


def test_yelnya_is_wooded_but_not_overgrown(yelnya: Scenario) -> None:
    board = yelnya.board
    wooded = sum("woods" in here or "forest" in here for here in board.terrain)
    assert Fraction(35, 100) <= Fraction(wooded, board.size) <= Fraction(45, 100)


def test_stakes_are_even_at_the_start(yelnya: Scenario) -> None:
    victory = yelnya.victory
    assert {h.hex for h in victory.hexes} == set(victory.initial_control)
    held = {"axis": 0, "soviet": 0}
    for entry in victory.hexes:
        held[victory.initial_control[entry.hex]] += entry.points
    assert held["axis"] == held["soviet"]


@pytest.mark.parametrize("name", SHIPPED)
def test_units_stand_on_the_side_that_holds_the_hex(name: str) -> None:
    """No hex holds both sides, and no stack is over 10 RE."""
    scenario = load_scenario(name)
    holder: dict[int, str] = {}
    size: dict[int, int] = {}
    for placement in scenario.setup:
        assert holder.setdefault(placement.hex, placement.side) == placement.side
        quarters = sum(scenario.counters[u].regimental_equivalents() for u in placement.units)
        size[placement.hex] = size.get(placement.hex, 0) + quarters
    assert max(size.values()) <= LIMIT_IN_QUARTERS
    for hedgehog in scenario.hedgehogs:
        assert holder.get(hedgehog.hex, hedgehog.side) == hedgehog.side


@pytest.mark.parametrize("name", SHIPPED)
def test_the_rules_find_nothing_wrong_with_the_set_up(name: str) -> None:
    assert check_setup(Game.new(name).world) == []


def test_everybody_in_yelnya_can_be_supplied_at_the_start() -> None:
    """Every combat unit traces supply, and there is SP that it can use."""
    look = Game.new("yelnya").look
    for side in look.world.sides:
        results = traced(look, side)
        assert [uid for uid, result in results.items() if not result.found] == []
        assert [uid for uid in results if not payers(look, look.unit(uid))] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_sources_of_supply_are_at_the_edge(name: str) -> None:
    board = load_scenario(name).board
    for hexes in load_scenario(name).sources.values():
        inner = {board.hex_name(h) for h in hexes if len(board.neighbours(h)) == 6}
        assert inner == INNER_SOURCES.get(name, set()) & {board.hex_name(h) for h in hexes}


@pytest.mark.parametrize("name", SHIPPED)
def test_notes_say_where_things_come_from(name: str) -> None:
    assert any(word in load_scenario(name).notes for word in ("judgement", "invention", "invented"))


@pytest.mark.case("13.4")
@pytest.mark.parametrize("name", SHIPPED)
def test_guns_are_stronger_on_the_combat_side(name: str) -> None:
    guns = [c for c in load_scenario(name).counters.values() if c.kind == "artillery"]
    assert guns or load_scenario(name).lesson
    for gun in guns:
        assert gun.combat is not None
        assert gun.combat.barrage >= max(1, gun.move.barrage), gun.id
        assert gun.combat.barrage_range >= 1, gun.id


def test_all_shipped_scenarios_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of all of them reads no file twice."""
    heads, first = list_scenarios(), [load_scenario(name) for name in SHIPPED]
    monkeypatch.setattr(load, "_text", lambda path: pytest.fail(f"{path} is read again"))
    assert list_scenarios() == heads
    assert all(load_scenario(name) is one for name, one in zip(SHIPPED, first, strict=True))
