"""Crete: planned drops, bases off the map, and a game of bots that is flown to its end."""

from __future__ import annotations

import pytest

from redball.board.hexes import MP
from redball.bots import make_bot
from redball.bots.match import play_game
from redball.core.look import Look
from redball.core.state import ABOARD, NOT_ARRIVED
from redball.game import Game
from redball.rules.air.air_drop import UnitDropped, due
from redball.rules.air.drop_plans import plans_of
from redball.rules.ground.craft import with_craft
from redball.rules.ground.fleet import fleet_in
from redball.rules.naval.lanes import craft_lanes
from redball.rules.naval.sailing import sea_reach
from redball.rules.sequence.victory import steps_away
from redball.rules.trace.tracing import traces
from support import Sitting


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.new("crete", seed=1)


def test_bases_off_the_map_lie_where_they_are(game: Game) -> None:
    """As the crow flies 315, 165, 185 and 575 km; counted in hexes of 8.05 km a slanting way is up to 15 % longer."""
    board = game.world.board
    flights = {
        ("topolia", "05.10"): 315,
        ("molaoi", "05.10"): 165,
        ("scarpanto", "22.07"): 185,
        ("egypt", "22.07"): 575,
    }
    for (start, end), km in flights.items():
        assert 1 <= board.distance(board.index(start), board.index(end)) * 8.05 / km <= 1.2


def test_everybody_off_the_map_traces_and_nobody_has_a_source_on_the_island(game: Game) -> None:
    look = game.look
    axis = [unit for unit in look.own("axis") if unit.on_map]
    assert all(look.board.is_box(unit.hex) and traces(look, unit) for unit in axis)
    assert all(
        look.board.is_box(hex_) for hex_ in game.world.scenario.sources["axis"] if hex_ != look.board.index("35.06")
    )


@pytest.mark.case("14.10b-A", "14.10d-A")
def test_the_bot_flies_every_drop_that_was_planned(game: Game) -> None:
    plans = due(game.look, "axis")
    assert {game.look.hex_name(plan.hex) for plan in plans} == {"06.10", "08.09", "17.08", "23.07"}
    bot = make_bot("steady", 1)
    while game.state.clock.segment != "barrage":
        open_ = game.decision
        assert open_ is not None
        game.do(bot.choose(game, open_.side))
    assert {event.unit for event in Sitting(game).all(UnitDropped)} == {plan.unit for plan in plans}


@pytest.mark.case("E92-unit-drop", "14.10b-A")
def test_by_1992_the_drops_that_were_planned_are_flown_with_its_die() -> None:
    game = Game.new("crete", seed=1, edition="1992")
    plans = plans_of(game.look, "axis")
    bots = {side: make_bot("steady", 1) for side in ("axis", "allied")}
    while len(Sitting(game).all(UnitDropped)) < len(plans):
        open_ = game.decision
        assert open_ is not None
        assert game.state.clock.turn == 1
        game.do(bots[open_.side].choose(game, open_.side))
    dropped = Sitting(game).all(UnitDropped)
    assert {event.case for event in dropped} == {"E92-unit-drop"}
    assert {event.unit for event in dropped} == {plan.unit for plan in plans}


@pytest.mark.case("18.1e", "18.4a")
def test_convoys_come_from_milos_and_ships_wait_for_them(game: Game) -> None:
    look = Game.new("crete", seed=1).look
    board, fleet = look.board, fleet_in(look.state)
    aboard = {uid: craft for craft in fleet.craft for uid in craft.units}
    assert set(aboard) == {"de-gj-100-3", "de-gj-85-2"}
    assert {board.hex_name(craft.hex) for craft in aboard.values()} == {"milos", "piraeus"}
    first = aboard["de-gj-100-3"]
    gates = {hex_ for hex_, (cost, _) in sea_reach(look, first).items() if not board.is_box(hex_)}
    assert {board.hex_name(hex_) for hex_ in gates} == {"08.13", "16.13", "24.13"}, "a whole move away"
    ships = {ship.id: ship for ship in fleet.ships}
    assert ships["formidable"].hex == ships["barham"].hex == NOT_ARRIVED
    assert len([ship for ship in ships.values() if ship.side == "allied" and ship.afloat]) == 5


@pytest.mark.case("18.1c")
def test_landing_craft_reach_suda_through_its_bay(game: Game) -> None:
    board = game.world.board
    suda, beyond = board.index("09.10"), board.index("10.10")
    assert craft_lanes(game.world)[suda * 6 + board.direction(suda, beyond)] == MP
    assert {board.hex_name(hex_) for hex_ in board.ports} == {"09.06", "09.10", "22.07"}


def test_who_is_aboard_at_alexandria_counts_as_evacuated(game: Game) -> None:
    look = Game.new("crete", seed=1).look
    (entry,) = look.world.scenario.victory.away
    assert steps_away(look, entry) == 0
    (craft,) = [one for one in fleet_in(look.state).craft if one.id == "evac"]
    state = with_craft(look.state, [craft.change(units=("au-2-1", "au-2-11"))])
    state = state.with_units([look.unit(uid).change(hex=ABOARD) for uid in ("au-2-1", "au-2-11")])
    assert steps_away(Look(look.world, state), entry) == 2
    at_sea = with_craft(state, [craft.change(units=("au-2-1", "au-2-11"), hex=look.board.index("12.01"))])
    assert steps_away(Look(look.world, at_sea), entry) == 0


def test_bots_play_it_to_its_end() -> None:
    found = play_game("crete", ("steady", "steady"), seed=3)
    assert found.turns == 4
    assert found.actions < 3000
