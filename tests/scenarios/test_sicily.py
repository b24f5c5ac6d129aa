"""Sicily: its map, and the scenarios on it."""

from __future__ import annotations

import pytest

from author_board import surface
from hexdraw import Grid
from rate_forces import Rater, forces_of
from redball.board.board import Board
from redball.board.costs import PROHIBITED
from redball.board.hexes import MP
from redball.board.waters import is_coast, is_sea
from redball.bots import make_bot
from redball.bots.match import play_game
from redball.core.look import Look
from redball.forces.counter import LEG, TRACK, TRUCK
from redball.game import Game
from redball.rules.air.air_drop import UnitDropped, due
from redball.rules.ground.fleet import fleet_in
from redball.rules.naval.invasion_events import LandingRolled
from redball.rules.naval.sailing import sea_reach
from redball.rules.sequence.victory import steps_away
from redball.rules.supply.draw_and_throw import payers
from redball.rules.trace.tracing import traced
from redball.scenarios.load import load_scenario
from redball.scenarios.records import Scenario
from support import Sitting, long

GAMES = ("sicily", "gela", "etna")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_scenario("etna").board


def place(board: Board, name: str) -> int:
    return next(h for h in range(board.size) if any(p.name == name for p in board.places_in(h)))


# --- the map -----------------------------------------------------------------------------------------------------


def test_the_map_is_the_island_with_sea_all_round(board: Board) -> None:
    assert (board.columns, board.rows, board.miles) == (47, 30, "5")
    edge = {h for h in range(board.map_size) if board.on_edge(h)}
    dry = {board.hex_name(h) for h in edge if not is_sea(board, h)}
    assert dry == {"47.21", "47.22", "47.23", "47.24", "47.25", "47.26", "47.27"}  # Calabria goes on


def test_one_sea_surrounds_the_island(board: Board) -> None:
    """Ships sail from any hex of it to any other."""
    sea = {h for h in range(board.map_size) if is_sea(board, h)}
    found, left = set[int](), [next(iter(sea))]
    while left:
        at = left.pop()
        if at not in found:
            found.add(at)
            left += [n for n in board.neighbours(at) if n in sea]
    assert found == sea


def test_every_port_lies_at_the_sea(board: Board) -> None:
    names = {p.name for h in board.ports for p in board.places_in(h) if p.kind == "port"}
    assert {"Palermo", "Messina", "Catania", "Syracuse", "Augusta", "Licata", "Gela", "Porto Empedocle"} <= names
    assert {"Trapani", "Milazzo"} <= names
    for port in board.ports:
        assert is_coast(board, port)
        assert any(is_sea(board, n) for n in board.neighbours(port)), board.hex_name(port)


def test_roads_and_places_are_on_land(board: Board) -> None:
    for line in board.lines:
        assert not [board.hex_name(h) for h in line.hexes if is_sea(board, h)], line.name
    assert not [board.hex_name(h) for h in board.places if is_sea(board, h)]


def test_rivers_reach_the_sea_or_another_river(board: Board) -> None:
    """The last or first hexside of a river touches a hex of sea, or a corner of the Simeto."""
    grid = Grid(board.columns, board.rows, board.raised, miles=1.0, west=0.0, south=0.0, middle=0.0)
    rivers = {f.name: f.sides for f in board.features if f.kind == "minor_river"}
    assert len(rivers) == 12
    corners = {name: {c for h, d in sides for c in _ends(grid, board, h, d)} for name, sides in rivers.items()}
    wet = {c for h in range(board.map_size) if is_sea(board, h) for c in grid.corners(board.position(h))}
    for name, found in corners.items():
        assert found & (corners["Simeto"] if name in ("Salso", "Troina", "Dittaino", "Gornalunga") else wet), name


def _ends(grid: Grid, board: Board, h: int, d: int) -> set[tuple[int, int]]:
    ring = grid.corners(board.position(h))
    return {ring[d], ring[(d + 1) % 6]}


def test_distances_are_true(board: Board) -> None:
    """As the crow flies, in kilometres; counted in hexes of 8.05 km a slanting way is up to 15 % longer."""
    flights = {
        ("Palermo", "Messina"): 193,
        ("Gela", "Catania"): 87,
        ("Syracuse", "Catania"): 52,
        ("Trapani", "Palermo"): 74,
        ("Palermo", "Catania"): 166,
    }
    for (start, end), km in flights.items():
        assert 0.93 <= board.distance(place(board, start), place(board, end)) * 8.05 / km <= 1.2, (start, end)


def test_nothing_on_wheels_drives_over_etna() -> None:
    world = Game.new("etna", seed=1).world
    graph, board = world.graph(TRUCK), world.board
    top = [h for h in range(board.map_size) if board.terrain[h][0] in ("mountain", "lava")]
    etna = [h for h in top if board.distance(h, place(board, "Bronte")) <= 4]
    assert len(etna) >= 5
    roads = {h for line in board.lines for h in line.hexes}
    for h in etna:
        ways = [d for d in range(6) if board.neighbour(h, d) >= 0]
        costs = {graph.step_cost(board.neighbour(h, d), (d + 3) % 6) for d in ways}
        assert costs == {PROHIBITED} or h in roads, board.hex_name(h)


def test_the_strait_is_crossed_at_a_price() -> None:
    world = Game.new("etna", seed=1).world
    here, there = place(world.board, "Messina"), place(world.board, "Villa San Giovanni")
    way = next(d for d in range(6) if world.board.neighbour(here, d) == there)
    leg, track, truck = (world.graph(mobility).step_cost(here, way) for mobility in (LEG, TRACK, TRUCK))
    assert 0 < leg < track < truck <= 10 * MP


# --- the tools that drew it and rated the forces --------------------------------------------------------------------


def test_islands_are_measured() -> None:
    assert surface([(0, 0), (4, 0), (4, 3), (0, 3)]) == 12
    assert surface([(0, 0), (0, 3), (4, 0)]) == 6


def test_the_letters_of_an_id_say_whose_a_unit_is() -> None:
    forces = forces_of("sicily")
    rater = Rater(forces)
    assert rater.cells("ca-1-1", "allied", forces["allied"]["first_canadian_division"]["ca-1-1"])["nation"] == "ca"
    with pytest.raises(AssertionError, match="of no nation"):
        rater.cells("su-1", "allied", {"name": "1", "type": "infantry"})


def test_a_shorter_scenario_has_the_units_that_it_names_with_its_changes() -> None:
    whole, part = forces_of("sicily"), forces_of("etna")
    assert "us-2ad-66" in whole["allied"]["second_armored"]
    assert not part["allied"]["second_armored"]
    before, after = (forces["axis"]["first_parachute"]["de-fj-4"] for forces in (whole, part))
    assert (before["fill"], after["fill"]) == ("0.85", "0.65")
    assert before | {"fill": "0.65"} == after


# --- the scenarios ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=GAMES)
def look(request: pytest.FixtureRequest) -> Look:
    return Game.new(request.param, seed=1).look


def test_everybody_traces_and_can_be_fed(look: Look) -> None:
    for side in look.world.sides:
        assert [uid for uid, result in traced(look, side).items() if not result.found] == []
        assert [uid for uid in traced(look, side) if not payers(look, look.unit(uid))] == []


def test_all_victory_places_have_an_owner_at_the_start(look: Look) -> None:
    victory = look.world.scenario.victory
    assert {entry.hex for entry in victory.hexes} == set(victory.initial_control)


@pytest.mark.case("18.5")
@pytest.mark.parametrize("name", ["sicily", "gela"])
def test_the_first_wave_comes_from_the_sea_and_coastal_troops_wait_for_it(name: str) -> None:
    """No ground unit of the Allies is on the island; every group has a beach within its move where nobody stands."""
    look = Game.new(name, seed=1).look
    assert all(look.board.is_box(unit.hex) for unit in look.own("allied"))
    coastal = [unit for unit in look.own("axis") if unit.id.startswith(("it-c-", "it-g-"))]
    assert any(is_coast(look.board, unit.hex) for unit in coastal)
    loaded = [craft for craft in fleet_in(look.state).craft if craft.side == "allied" and craft.units]
    assert len(loaded) >= 7
    for craft in loaded:
        near = [h for h, (cost, _) in sea_reach(look, craft).items() if cost <= 3 * MP and is_coast(look.board, h)]
        assert any(not look.has_combat_units(h, "axis") for h in near), craft.id


@pytest.mark.parametrize("name", ["sicily", "etna"])
def test_every_port_has_an_owner(name: str) -> None:
    scenario: Scenario = load_scenario(name)
    assert {port.hex for port in scenario.ports} == set(scenario.board.ports)


def test_sicily_is_as_large_as_it_should_be() -> None:
    scenario = load_scenario("sicily")
    assert (scenario.turns, scenario.dates[0], scenario.dates[-1]) == (12, "10 Jul 1943", "15 Aug 1943")
    assert len(scenario.counters) >= 250
    for side, nations in {"allied": {"us", "br", "ca"}, "axis": {"de", "it"}}.items():
        own = [counter for counter in scenario.counters.values() if counter.side == side]
        assert {counter.nation for counter in own} == nations
        assert len([counter for counter in own if counter.is_combat_unit]) >= 100
    formations = {counter.formation for counter in scenario.counters.values()}
    assert {"Livorno", "Assietta", "Aosta", "Napoli", "HG", "15 PzG", "29 PzG", "1 FJ"} <= formations
    assert len([c for c in scenario.counters if c.startswith("it-c-")]) >= 15
    assert len({plan.hex for plan in scenario.drop_plans}) == 4


def test_germans_over_the_strait_count() -> None:
    """One battalion is there at the start; trucks and Italians do not count."""
    look = Game.new("etna", seed=1).look
    (entry,) = look.world.scenario.victory.away
    assert steps_away(look, entry) == 1
    board = look.board
    assert place(board, "Villa San Giovanni") in entry.hexes
    assert place(board, "Messina") not in entry.hexes
    assert all(board.position(h)[0] >= 44 for h in entry.hexes)


@pytest.mark.case("14.10b-A")
def test_the_bot_flies_the_drops_of_the_first_turn() -> None:
    game = Game.new("sicily", seed=1)
    bot = make_bot("steady", 1)
    due_now = {plan.unit for plan in due(game.look, "allied")}
    assert due_now == {"us-82-505", "us-82-3-504", "br-1al"}
    while game.state.clock.segment != "barrage":
        open_ = game.decision
        assert open_ is not None
        game.do(bot.choose(game, open_.side))
    assert len(Sitting(game).all(LandingRolled)) >= 6, "and the first wave lands"
    assert {event.unit for event in Sitting(game).all(UnitDropped)} == due_now


@pytest.mark.parametrize("name", ["gela", long("etna"), long("sicily")])
def test_bots_play_it_to_its_end(name: str) -> None:
    found = play_game(name, ("steady", "steady"), seed=3)
    assert found.turns == load_scenario(name).turns
