"""The Smolensk campaign: its size, its order of battle, its railways, and that everybody can get there."""

from collections import Counter as Tally

import pytest

from hexdraw import Grid
from redball.board.board import Board
from redball.board.kernel import reach
from redball.board.terrain import STANDARD
from redball.core.look import Look
from redball.game import Game
from redball.rules.supply.draw_and_throw import payers
from redball.rules.trace.tracing import traced
from redball.scenarios.load import load_scenario
from redball.scenarios.records import Scenario

PANZER_DIVISIONS = ("3 Pz", "4 Pz", "7 Pz", "10 Pz", "12 Pz", "17 Pz", "18 Pz", "19 Pz", "20 Pz")
MOTORIZED_DIVISIONS = ("10 Mot", "14 Mot", "18 Mot", "20 Mot", "29 Mot")
TANK_DIVISIONS = ("13 TD", "14 TD", "17 TD", "18 TD", "50 TD", "57 TD", "101 TD", "102 TD", "104 TD", "105 TD")
SOVIET_ARMIES = ("13 A", "16 A", "19 A", "20 A", "21 A", "22 A", "24 A", "28 A", "29 A", "30 A")
FAR = 30_000


@pytest.fixture(scope="module")
def smolensk() -> Scenario:
    return load_scenario("smolensk")


@pytest.fixture(scope="module")
def look() -> Look:
    return Game.new("smolensk").look


def place(board: Board, name: str) -> int:
    return next(h for h in range(board.size) if any(p.name == name for p in board.places_in(h)))


def rail_network(board: Board, start: int) -> set[int]:
    """Hexes that are joined to one by rail."""
    links: dict[int, set[int]] = {}
    for line in board.lines:
        if line.kind == "railroad":
            for a, b in zip(line.hexes, line.hexes[1:], strict=False):
                links.setdefault(a, set()).add(b)
                links.setdefault(b, set()).add(a)
    found, left = {start}, [start]
    while left:
        new = links.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


# --- sizes -----------------------------------------------------------------------------------------------------------


def test_it_is_as_large_as_it_should_be(smolensk: Scenario) -> None:
    assert (smolensk.board.columns, smolensk.board.rows, smolensk.board.miles) == (62, 40, "5")
    assert smolensk.turns == len(smolensk.dates) == 11
    assert len(smolensk.counters) >= 250
    for side in ("axis", "soviet"):
        assert sum(c.side == side and c.kind == "hq" for c in smolensk.counters.values()) >= 12
        assert sum(c.points for c in smolensk.counters.values() if c.side == side) >= 25


def test_the_country_is_wooded_but_not_overgrown(smolensk: Scenario) -> None:
    wooded = sum("woods" in here or "forest" in here for here in smolensk.board.terrain)
    assert 3 * smolensk.board.size < 10 * wooded < 5 * smolensk.board.size


# --- the order of battle ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PANZER_DIVISIONS)
def test_a_panzer_division_has_its_regiments(smolensk: Scenario, name: str) -> None:
    kinds = Tally(c.symbol for c in smolensk.counters.values() if c.formation == name)
    assert kinds == {
        "tank": 1, "motorized_infantry": 2, "motorcycle": 1, "recon": 1, "engineer": 1, "artillery": 1, "truck": 1,
    }  # fmt: skip


@pytest.mark.parametrize("name", MOTORIZED_DIVISIONS)
def test_a_motorized_division_has_its_regiments(smolensk: Scenario, name: str) -> None:
    kinds = Tally(c.symbol for c in smolensk.counters.values() if c.formation == name)
    assert kinds == {"motorized_infantry": 2, "motorcycle": 1, "artillery": 1, "truck": 1}


@pytest.mark.parametrize("name", TANK_DIVISIONS)
def test_a_tank_division_has_its_regiments(smolensk: Scenario, name: str) -> None:
    kinds = Tally(c.symbol for c in smolensk.counters.values() if c.formation == name)
    assert kinds == {"tank": 2, "motorized_infantry": 1, "artillery": 1}


def test_the_armies_of_the_western_front_are_there(smolensk: Scenario) -> None:
    armies = {c.name for c in smolensk.counters.values() if c.side == "soviet" and c.size == "Army"}
    assert armies == set(SOVIET_ARMIES)


def test_no_division_is_there_twice(smolensk: Scenario) -> None:
    names = Tally((c.side, c.symbol, c.formation, c.name) for c in smolensk.counters.values() if c.name)
    assert [name for name, count in names.items() if count > 1] == []


def test_infantry_divisions_have_three_steps(smolensk: Scenario) -> None:
    for side, least in (("axis", 25), ("soviet", 50)):
        divisions = [c for c in smolensk.counters.values() if (c.side, c.symbol, c.size) == (side, "infantry", "Div")]
        assert len(divisions) >= least
        assert {c.printed_re for c in divisions} == {3}


def test_the_infantry_of_the_axis_comes_later(smolensk: Scenario) -> None:
    arriving = {uid: a.turn for a in smolensk.arrivals if a.side == "axis" for uid in a.units}
    divisions = [
        uid for uid, c in smolensk.counters.items() if (c.side, c.symbol, c.size) == ("axis", "infantry", "Div")
    ]
    late = [uid for uid in divisions if uid in arriving]
    assert len(late) >= 20
    assert max(arriving[uid] for uid in late) <= 7


# --- the ways --------------------------------------------------------------------------------------------------------


def test_the_railways_are_one_network(smolensk: Scenario) -> None:
    board = smolensk.board
    network = rail_network(board, place(board, "Smolensk"))
    for line in board.lines:
        if line.kind == "railroad":
            assert set(line.hexes) <= network, line.name
    for name in (
        "Vitebsk",
        "Orsha",
        "Mogilev",
        "Polotsk",
        "Nevel",
        "Velikie Luki",
        "Roslavl",
        "Yelnya",
        "Vyazma",
        "Rzhev",
    ):
        assert place(board, name) in network, name


@pytest.mark.parametrize("name", ["Smolensk", "Vitebsk", "Mogilev", "Orsha", "Solovyovo", "Ulla", "Surazh", "Bykhov"])
def test_there_is_a_bridge(smolensk: Scenario, name: str) -> None:
    """A road or track leads over the major river from the town's hex or the next one."""
    board = smolensk.board
    here = place(board, name)
    assert any(
        "major_river" in board.hexsides(h, d) and {"road", "track"} & set(board.paths(h, d))
        for h in (here, *board.neighbours(here))
        for d in range(6)
    )


def test_rivers_reach_the_ones_that_they_flow_into(smolensk: Scenario) -> None:
    board = smolensk.board
    grid = Grid(board.columns, board.rows, board.raised, miles=1.0, west=0.0, south=0.0, middle=0.0)
    courses = {}
    for feature in board.features:
        assert feature.kind in STANDARD.water
        corners = [(grid.corners(board.position(h)), d) for h, d in feature.sides]
        courses[feature.name] = {c for ring, d in corners for c in (ring[d], ring[(d + 1) % 6])}
    for river, into in (
        ("Upper Dnepr", "Dnepr"), ("Upper Dvina", "Dvina"), ("Upper Berezina", "Berezina"), ("Ulla", "Dvina"),
        ("Kasplya", "Dvina"), ("Luchosa", "Dvina"), ("Vop", "Dnepr"), ("Mezha", "Upper Dvina"), ("Ostyor", "Sozh"),
        ("Vikhra", "Sozh"), ("Obol", "Dvina"), ("Snopot", "Desna"),
    ):  # fmt: skip
        assert courses[river] & courses[into], river


def test_every_arrival_can_get_from_its_entry_to_smolensk(look: Look) -> None:
    """By its own mobility, over the bridges that there are; nobody is shut in at the edge."""
    goal = place(look.board, "Smolensk")
    found = {}
    for mobility in ("leg", "truck", "track"):
        graph = look.world.graph(mobility)
        found[mobility] = reach(graph.cost, graph.neighbours, [goal], FAR, reverse=True)
    for arrival in look.world.scenario.arrivals:
        for uid in arrival.units:
            mobility = look.world.counters[uid].move.mobility
            assert any(found[mobility].cost_to(h) is not None for h in arrival.entry), uid


# --- supply and stakes -----------------------------------------------------------------------------------------------


def test_everybody_can_be_supplied_at_the_start(look: Look) -> None:
    for side in look.world.sides:
        results = traced(look, side)
        assert [uid for uid, result in results.items() if not result.found] == []
        assert [uid for uid in results if not payers(look, look.unit(uid))] == []


def test_soviet_headquarters_throw_less_far(smolensk: Scenario) -> None:
    throws: dict[str, set[int]] = {"axis": set(), "soviet": set()}
    for counter in smolensk.counters.values():
        if counter.kind == "hq" and counter.combat is not None:
            throws[counter.side].add(counter.combat.throw_range)
    assert max(throws["soviet"]) < min(throws["axis"])


def test_the_towns_that_count_are_towns_and_have_a_holder(smolensk: Scenario) -> None:
    victory = smolensk.victory
    assert {h.hex for h in victory.hexes} == set(victory.initial_control)
    for entry in victory.hexes:
        assert entry.name in [p.name for p in smolensk.board.places_in(entry.hex)]
