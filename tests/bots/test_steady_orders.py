"""The steady bot where armies and HQs play one after the other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.steady import orders
from redball.bots.steady.scene import Memory, Scene
from redball.core.actions import BeginMove, Done, Halt
from redball.core.look import Look
from redball.editions.command_control import slots
from redball.editions.command_control.actions import TakeArmy, TakeHq
from redball.editions.command_control.events import ArmyTaken, HqTaken, UnitLed, UnledMoved
from redball.editions.command_control.record import command_in, with_command
from redball.game import Game
from redball.rules.movement.points import REFUSE_TURN
from redball.rules.trace.tracing import ways

EDITION = "v4.2+command-control"


def bot_until(game: Game, side: str, phase: str) -> Game:
    """Let the bot play both sides to a phase of one."""
    bots = {name: make_bot("steady", 1) for name in game.world.sides}
    while (game.state.clock.phase, game.state.clock.phasing) != (phase, side):
        open_ = game.decision
        assert open_ is not None
        game.do(bots[open_.side].choose(game, open_.side))
    return game


@pytest.fixture(scope="module")
def moved() -> Game:
    """The Germans have moved in the first turn of Sedan."""
    return bot_until(bot_until(Game.new("sedan", seed=1, edition=EDITION), "axis", "movement"), "axis", "supply")


def test_it_plays_every_army_and_every_hq(moved: Game) -> None:
    armies = [event.army for event in moved.events() if isinstance(event, ArmyTaken) and event.side == "axis"]
    assert armies == [army.id for army in slots.armies_of(moved.look, "axis")]
    taken = {event.hq for event in moved.events() if isinstance(event, HqTaken) and event.side == "axis"}
    assert taken == {hq.id for army in armies for hq in slots.headquarters_of(moved.look, "axis", army)}


def test_its_hqs_lead_what_they_can(moved: Game) -> None:
    led = {event.slot for event in moved.events() if isinstance(event, UnitLed) and event.side == "axis"}
    command = slots.side_command(moved.look, "axis")
    assert command is not None
    divisions = {slot for slot in led if slots.class_of_slot(command, slot)}
    assert len(divisions) >= 8
    assert [event for event in moved.events() if isinstance(event, UnledMoved) and event.side == "axis"]


def scene_of(game: Game, passed: set[str]) -> Scene:
    open_ = game.decision
    assert open_ is not None
    return Scene(game, open_.side, open_, Memory(passed=passed))


@pytest.fixture
def ordered() -> Game:
    """The Soviet Movement Phase of Smolensk, with an HQ that must lead two rifle divisions."""
    game = Game.new("smolensk", seed=1, edition=EDITION)
    while (game.state.clock.segment, game.state.clock.phasing) != ("movement", "soviet"):
        actions = game.choices()
        game.do(next((a for a in actions if isinstance(a, Done)), actions[0]))
    game.do(TakeArmy("west"))
    game.do(TakeHq("su-hq-20a"))
    return game


def test_it_ends_an_hq_that_must_lead_more_by_leading_who_stays(ordered: Game) -> None:
    scene = scene_of(ordered, {unit.id for unit in ordered.look.own("soviet")})
    for _ in range(20):
        action = orders.go_on(scene)
        if isinstance(action, Done):
            break
        assert isinstance(action, BeginMove)
        ordered.do(action)
        ordered.do(Halt())
        scene = scene_of(ordered, {unit.id for unit in ordered.look.own("soviet")})
    assert ordered.check("soviet", Done()) is None


def test_nobody_moves_without_command_into_want(ordered: Game) -> None:
    look = ordered.look
    game = ordered.fork()
    command = replace(command_in(look.state), hq="", spare=True)
    scene = scene_of(game, set())
    scene.__dict__["look"] = Look(look.world, with_command(look.state, command))
    for unit in scene.look.own("soviet"):
        if scene.look.policies[REFUSE_TURN](scene.look, unit) is None and scene.look.counter(unit).is_combat_unit:
            direct = any(not way.via for way in ways(scene.look, unit))
            assert orders.may_begin(scene, unit) is (direct or unit.out_of_supply)
