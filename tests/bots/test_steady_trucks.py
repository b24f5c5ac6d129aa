"""The steady bot's trucks: they bring what is wanted, and stop."""

from __future__ import annotations

from bots.test_steady_rails import HQ, RIFLES, play
from redball.bots.steady.convoy import ENOUGH, needs, needs_without
from redball.core.actions import StepTo, UnloadSupply
from redball.game import Game

COLUMNS = 16
ROW = " ".join("." * COLUMNS)
ROAD = " ".join(f"{column:02d}.02" for column in range(1, COLUMNS + 1))


def road(truck: str, supply: str, second: str = "") -> Game:
    """A truck with 8T on a road that runs along the middle row; an HQ in 03.02, perhaps another in 12.02."""
    return Game.from_position(
        f"redball-position 1\nat movement phasing=axis\nsides axis soviet\n[terrain]\n{ROW}\n{ROW}\n{ROW}\n"
        f"[paths]\nroad - {ROAD}\n[units]\naxis {truck} t truck 2 45T load=2\naxis 03.02 hq {HQ}\n{second}"
        f"axis 15.02 g {RIFLES} moved\nsoviet 16.01 foe {RIFLES}\n[supply]\n{supply}\n"
    )


SECOND = f"axis 12.02 second {HQ}\n"


def steps(game: Game) -> list[str]:
    """Hexes through which the bot drives the truck, in order, and "unload" where it does that."""
    name = game.world.board.hex_name
    acts = [act for act in play(game) if isinstance(act, StepTo | UnloadSupply)]
    return [name(act.hex) if isinstance(act, StepTo) else "unload" for act in acts]


def test_a_load_beside_the_hq_is_still_wanted_there() -> None:
    """8T on the ground and 8T on the truck are enough, but a load serves nobody until it is unloaded."""
    game = road("02.02", "axis 03.02 8T")
    look, truck, hq = game.look, game.look.unit("t"), game.world.board.index("03.02")
    assert needs(look, "axis") == {}
    assert needs_without(look, truck) == {hq: ENOUGH - 8}
    assert steps(game) == ["03.02", "unload"]


def test_a_load_far_off_counts_nowhere() -> None:
    game = road("08.02", "axis 03.02 8T")
    assert needs_without(game.look, game.look.unit("t")) == needs(game.look, "axis") != {}


def test_a_truck_between_two_hqs_unloads_once_and_does_not_shuttle() -> None:
    driven = steps(road("08.02", "axis 03.02 8T\naxis 12.02 8T", SECOND))
    assert driven.count("unload") == 1
    assert len(set(driven)) == len(driven)


def test_an_hq_that_has_enough_without_it_gets_nothing() -> None:
    assert steps(road("03.02", f"axis 03.02 {ENOUGH}T")) == []
