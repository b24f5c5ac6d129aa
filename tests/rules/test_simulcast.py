"""Simulcast turns: agreed by both, phase by phase for both, and nobody does anything offensive."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from as_json import view
from redball.bots import make_bot
from redball.bots.random_play import at_random
from redball.core.actions import AgreeSimulcast, DeclareOverrun, Done, ElectOrder, PlaceUnit
from redball.core.events import PhaseBegan, SimulcastAgreed, TurnBegan
from redball.game import Game
from redball.game.plan.moves import reachable
from redball.game.position.parse import parse_position
from redball.game.save import decode_state, encode_state
from redball.game.watch.invariants import Rates, Watch
from redball.scenarios.records import Arrival, Placement, SideInfo, VictoryHex
from support import LEG, TANKS, Sitting, land

YES, NO = AgreeSimulcast(True), AgreeSimulcast(False)
SOURCES = "[sources]\naxis 01.01\nsoviet 06.05\n"
UNITS = f"[units]\naxis 01.01 a {LEG}\naxis 01.01 b {TANKS}\nsoviet 05.05 s {LEG}\nsoviet 06.05 r {LEG}\n"


def open_game(
    turns: int = 2,
    units: str = UNITS,
    crowd: tuple[str, ...] = (),
    placed: tuple[str, str, str] | None = None,
    **switches: Any,
) -> Sitting:
    """A game whose first side is axis; soviet control 02.02."""
    world, _ = parse_position(f"redball-position 1\nsides axis soviet\n[terrain]\n{land()}\n{SOURCES}{units}")
    at = world.board.index
    there = [("axis", "01.02", "a"), ("axis", "04.02", "b"), ("soviet", "04.04", "s"), *([placed] if placed else [])]
    setup = tuple(Placement(side, at(where), (uid,)) for side, where, uid in there)
    victory = replace(
        world.scenario.victory,
        hexes=(VictoryHex(at("02.02"), 1, "Town"),),
        initial_control={at("02.02"): "soviet"},
    )
    scenario = replace(
        world.scenario,
        setup=setup,
        turns=turns,
        dates=tuple(map(str, range(turns))),
        victory=victory,
        sides=(SideInfo("axis", "Axis", 9), SideInfo("soviet", "Soviet", 9)),
        first_turn_first_player="soviet",
        arrivals=(Arrival(1, "axis", (at("01.01"),), crowd),) if crowd else (),
    )
    return Sitting(Game.new(scenario, seed=3, switches={"simulcast": True} | switches))


def phases(game: Sitting) -> list[tuple[str, str]]:
    """Phases since the last turn began, with the side that acts."""
    happened = game.game.events()
    last = max(i for i, event in enumerate(happened) if isinstance(event, TurnBegan))
    return [(event.phase, event.side) for event in happened[last:] if isinstance(event, PhaseBegan)]


@pytest.mark.case("2.4")
def test_both_are_asked_and_only_with_the_switch() -> None:
    assert open_game(simulcast=False).step == "movement_segment.choose_unit"
    game = open_game()
    assert (game.step, game.side) == ("game.simulcast", "axis")
    game.do(YES)
    assert (game.step, game.side, game.all(SimulcastAgreed)) == ("game.simulcast", "soviet", [])
    game.do(YES)
    game.one(SimulcastAgreed)
    assert (game.game.state.clock.simulcast, view(game.game, "axis")["simulcast"]) == (True, True)


@pytest.mark.case("2.4")
@pytest.mark.parametrize("answers", [(NO,), (YES, NO)])
def test_one_who_declines_is_enough(answers: tuple[AgreeSimulcast, ...]) -> None:
    game = open_game().do(*answers)
    assert (game.step, game.side, game.game.state.clock.simulcast) == ("movement_segment.choose_unit", "soviet", False)
    assert game.all(SimulcastAgreed) == []


@pytest.mark.case("2.4-1", "2.4-2")
def test_both_play_each_phase_and_nobody_fights() -> None:
    game = open_game().do(YES, YES)
    assert (game.step, game.side) == ("movement_segment.choose_unit", "soviet")
    game.done()
    assert (game.step, game.side) == ("movement_segment.choose_unit", "axis")
    state = game.game.state
    assert decode_state(game.game.world, encode_state(state)) == state
    begun = len(game.game.records)
    game.done()
    assert game.game.state.clock.turn == 2, "there is nothing else to decide"
    ended = [e for record in game.game.records[begun:] for e in record.events if isinstance(e, PhaseBegan)]
    assert [(e.phase, e.side, e.phasing) for e in ended if e.phase != "aircraft_refit"] == [
        ("supply", "soviet", "soviet"),
        ("supply", "axis", "axis"),
        ("clean_up", "soviet", "soviet"),
        ("clean_up", "axis", "axis"),
    ]
    assert {e.phase for e in game.all(PhaseBegan)}.isdisjoint({"reaction", "combat", "exploitation"})


@pytest.mark.case("2.4-3")
def test_what_is_reachable_is_not_offensive() -> None:
    game = open_game().do(YES, YES)
    names = {game.game.look.hex_name(h) for h in reachable(game.game, "soviet", ("s",)).hexes}
    assert names.isdisjoint({"03.03", "04.03", "05.03", "02.02"})
    assert "04.05" in names
    usual = open_game().do(NO)
    assert "04.03" in {usual.game.look.hex_name(h) for h in reachable(usual.game, "soviet", ("s",)).hexes}


@pytest.mark.case("2.4")
def test_the_next_turn_is_agreed_anew() -> None:
    game = open_game().do(YES, YES, Done(), Done())
    assert (game.step, game.side, game.game.state.clock.simulcast) == ("game.simulcast", "axis", False)
    game.do(NO)
    if game.step == "game.elect":
        game.do(ElectOrder(True))
    assert game.step == "movement_segment.choose_unit"
    assert phases(game)[0][0] == "aircraft_refit"


@pytest.mark.case("2.4-2", "2.4-3")
def test_nothing_offensive_is_done() -> None:
    game = open_game().do(YES, YES, Done())
    game.begin("a")
    assert game.refused(game.to("02.02")) == ("simulcast.offensive", "2.4-3"), "a victory hex of the other side"
    game.go("02.01").halt()
    quiet = open_game().do(YES, YES)
    quiet.begin("s")
    assert quiet.refused(quiet.to("04.03")) == ("simulcast.offensive", "2.4-3"), "an enemy ZOC"
    assert quiet.refused(DeclareOverrun(quiet.hex("04.03"))) == ("simulcast.no_combat", "2.4-2")
    quiet.go("05.05").halt()


@pytest.mark.case("2.4-1", "4.8a-B")
def test_arrivals_of_the_second_side_are_not_thinned_out_before_it_moves() -> None:
    """Both sides' arrivals are placed before either moves."""
    crowd = "".join(f"axis 01.01 x{n} {LEG}\n" for n in range(12))
    table = open_game(units=UNITS + crowd, crowd=tuple(f"x{n}" for n in range(12))).do(YES, YES)
    table.do(*(PlaceUnit(f"x{n}", table.hex("01.01"), "combat", "combat") for n in range(12)))
    assert (table.side, table.step) == ("soviet", "movement_segment.choose_unit")
    table.done()
    assert (table.side, table.step) == ("axis", "movement_segment.choose_unit")
    table.done()
    assert (table.side, table.step) == ("axis", "stacking_check.eliminate")


@pytest.mark.case("2.4-3")
@pytest.mark.parametrize("quiet", [True, False])
def test_what_lies_there_of_the_enemys_is_not_taken(quiet: bool) -> None:
    """A truck that nobody guards stands at 01.03, next to `a`."""
    game = open_game(units=UNITS + "soviet 01.03 t truck 1 45T\n", placed=("soviet", "01.03", "t"))
    game.do(*((YES, YES, Done()) if quiet else (NO,)))
    if quiet:
        game.begin("a")
        assert game.refused(game.to("01.03")) == ("simulcast.offensive", "2.4-3")
        game.go("01.01")
    else:
        game.idle(lambda: game.side == "axis" and game.step == "movement_segment.choose_unit")
        game.begin("a").go("01.03")
        assert game.at("a") == "01.03"


@pytest.mark.case("2.4-3")
def test_in_another_turn_all_of_that_is_allowed() -> None:
    game = open_game().do(NO).begin("s").go("04.03").halt()
    assert game.at("s") == "04.03"


@pytest.mark.parametrize("name", ["random", "steady"])
def test_bots_are_asked_too(name: str) -> None:
    game = open_game(turns=3).game
    watch = Watch(game, Random(1), Rates(refused=2, offered=4, facts=2, packed=4, undo=4, hidden=2))
    bot = make_bot(name, 5)
    rng = Random(2)
    while (open_ := game.decision) is not None and len(game.records) < 400:
        choices = watch.choices()
        action = at_random(choices, rng.getrandbits(64)) if name == "random" else bot.choose(game, open_.side)
        watch.take(open_.side, YES if name == "random" and YES in choices else action)
    assert game.over
    watch.finish()
