"""The steady bot where armies have zones of operations and HQs fuel those that they lead."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.steady import orders, zones
from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.positions import range_of
from redball.bots.steady.scene import Memory, Scene
from redball.core.actions import Done, PayFuel
from redball.core.events import FuelDrawn, FuelPaid
from redball.core.look import Look
from redball.editions.command_control import zone_effects
from redball.editions.command_control.actions import PlaceBoundary
from redball.editions.command_control.record import Zone, command_in, halved, with_command
from redball.game import Game
from redball.game.sight.belief import believed
from redball.rules.modes.disorganization import Disorganized

EDITION = "v4.2+command-control"


def played_until(game: Game, procedure: str, side: str) -> Game:
    """Let the bot play both sides to a decision of one."""
    bots = {name: make_bot("steady", 1) for name in game.world.sides}
    while (open_ := game.decision) is not None:
        if (open_.procedure.name, open_.side) == (procedure, side):
            return game
        game.do(bots[open_.side].choose(game, open_.side))
    raise AssertionError("the game is over")


@pytest.fixture(scope="module")
def drawing() -> Game:
    """Sedan at the first German decision about boundaries."""
    return played_until(Game.new("sedan", seed=1, edition=EDITION), "boundaries", "axis")


@pytest.fixture(scope="module")
def moved(drawing: Game) -> Game:
    """The Germans have moved in the first turn."""
    game = drawing.fork()
    bot = make_bot("steady", 1)
    while (open_ := game.decision) is not None and game.state.clock.phase in ("reinforcement", "movement"):
        assert open_.side == "axis"
        game.do(bot.choose(game, "axis"))
    return game


def scene_of(game: Game) -> Scene:
    open_ = game.decision
    assert open_ is not None
    return Scene(game, open_.side, open_, Memory())


def with_zones(look: Look, *found: Zone, led: tuple[tuple[str, str], ...] = ()) -> Look:
    return Look(look.world, with_command(look.state, replace(command_in(look.state), zones=found, led=led)))


def zone(look: Look, army: str, left: str, right: str) -> Zone:
    return Zone("axis", army, look.board.index(left), look.board.index(right), 1)


@pytest.mark.case("C4.4-into")
def test_it_does_not_enter_stacks_in_zones_of_other_armies(drawing: Game) -> None:
    """7 Pz stands in the zone of the 4th Army: units of the 12th go round it, its own comrades through it."""
    look = drawing.look
    own, other = zone(look, "12", "15.10", "10.12"), zone(look, "4", "10.12", "10.30")
    stranger, friend = look.unit("de-1pz-k"), look.unit("de-7pz-k")
    led = with_zones(look, own, other, led=(("1 Pz", "de-hq-19"), ("7 Pz", "de-hq-15")))
    shut = zones.closed_to(led, stranger)
    assert shut
    assert all(zone_effects.strays(led, stranger, hex_) and led.has_combat_units(hex_, "axis") for hex_ in shut)
    assert not zones.closed_to(led, friend) & {led.unit("de-7pz-sr").hex}
    near = stranger.change(hex=led.board.neighbours(min(shut))[0], facing="move")
    found = range_of(Look(led.world, led.state.with_unit(near)), near)
    assert found is not None
    assert not {hex_ for hex_, _ in found.items()} & zones.closed_to(led, near)


@pytest.mark.case("C4.4-other", "C4.4-combat-supply")
def test_it_knows_what_zones_cost(drawing: Game) -> None:
    look = drawing.look
    unit = look.unit("de-1pz-k")
    led = with_zones(
        look, zone(look, "12", "15.10", "10.12"), zone(look, "4", "10.12", "10.20"), led=(("1 Pz", "de-hq-19"),)
    )
    here = led.board.index("15.20")
    assert zone_effects.strays(led, unit, here)
    assert halved(zones.hampered(led, unit.change(hex=here)))
    assert not halved(zones.hampered(led, unit))
    home = led.board.index("14.14")
    assert not zone_effects.strays(led, unit, home)
    assert zones.trespass(led, unit, home) == 0
    assert zones.trespass(with_zones(look), unit, here) == 0, "without zones nothing costs anything"
    close = next(
        h for h in range(led.board.size) if nearest_enemy(led, "axis", h) <= 2 and zone_effects.strays(led, unit, h)
    )
    assert zones.trespass(led, unit, close) >= zones.DEAR
    hq = look.unit("de-hq-19")
    assert not zone_effects.strays(led, hq, here), "HQs are exempt"


@pytest.mark.case("C4.3-definition")
def test_it_moves_the_boundary_that_leaves_its_units_in_zones_of_others(drawing: Game) -> None:
    """A boundary is put where it cuts the 12th Army's units off from its zone: the bot puts one right."""
    game = drawing.fork()
    look = game.look
    units = zones.followers(look, "axis")
    worst, was = look, zones.astray(look, units)
    for choice in game.choices():
        if isinstance(choice, PlaceBoundary):
            moved = tuple(
                replace(z, **{choice.flank: choice.hex}) if z.army == choice.army else z
                for z in command_in(look.state).zones
            )
            other = with_zones(look, *moved)
            if zones.astray(other, units) > zones.astray(worst, units):
                worst = other
    assert zones.astray(worst, units) > was
    game.look = worst
    action = zones.draw(scene_of(game))
    assert isinstance(action, PlaceBoundary)
    game.do(action)
    assert zones.astray(believed(game.look, "axis"), units) < zones.astray(worst, units)


@pytest.mark.case("C4.3-definition")
def test_it_leaves_boundaries_that_do_no_harm(drawing: Game) -> None:
    game = drawing.fork()
    game.look = with_zones(game.look)
    assert zones.draw(scene_of(game)) == Done()


@pytest.mark.case("C1.3-fuel-units", "C1.3-fuel-hqs")
def test_an_hq_fuels_those_that_it_leads_where_they_are_many(moved: Game) -> None:
    """A payment for an HQ stands where single ones would cost as much; HQs that come later drive on it."""
    paid = [e for e in moved.events() if isinstance(e, FuelPaid) and e.side == "axis" and e.method == "hq"]
    assert paid
    later = [e for e in moved.events() if isinstance(e, FuelDrawn) and e.side == "axis"]
    assert later


@pytest.mark.case("C1.3-fuel-hqs")
def test_comrades_are_the_other_hqs_of_the_army(drawing: Game) -> None:
    scene = scene_of(drawing.fork())
    assert orders.comrades(scene, "de-hq-19") >= {"de-hq-41"}
    assert "de-hq-19" not in orders.comrades(scene, "de-hq-19")
    assert orders.comrades(scene, "nobody") == set()
    assert orders.shared_fuel(scene) is None, "nobody leads now"
    assert not any(isinstance(a, PayFuel) for a in scene.choices)


@pytest.mark.case("C4.4-into")
def test_its_first_moves_disorganize_nobody(moved: Game) -> None:
    assert not [e for e in moved.events() if isinstance(e, Disorganized) and e.case == "C4.4-into" and e.side == "axis"]
