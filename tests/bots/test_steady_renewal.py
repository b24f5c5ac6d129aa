"""What the steady bot does with replacements."""

from __future__ import annotations

import pytest

from redball.bots import make_bot
from redball.core.actions import Action, BeginMove, Done, PlaceRepl, Rebuild, RebuildTruck, RegainStep
from redball.core.dice import Dice
from redball.core.look import Look
from redball.game import Game
from rules.renewal_table import COMPANY, DIVISION, EQ, PAX, TANKS, renewal
from rules.test_replacements import phase
from support import HQ, LEG, sit

PAX_HERE = f"axis 03.02 p1 {PAX}"


def answer(look: Look) -> Action:
    """What it chooses for the axis."""
    return make_bot("steady", 1).choose(Game.begin(look.world, look.state, Dice(1)), "axis")


def in_renewal(units: str, rest: str = "") -> Action:
    """What it chooses in the axis rebuilding."""
    return answer(renewal(units, rest).look)


def test_it_rebuilds_what_is_worth_most_for_its_repls() -> None:
    dead = f"axis dead co {COMPANY}\naxis dead rgt {LEG}"
    chosen = in_renewal(f"{dead}\n{PAX_HERE}")
    assert isinstance(chosen, Rebuild)
    assert (chosen.unit, chosen.mode) == ("rgt", "move")
    chosen = in_renewal(
        f"{dead}\n{PAX_HERE}\nsoviet 05.02 e {LEG}\naxis 03.02 div {DIVISION.replace('12-', '15-')} lost=1"
    )
    assert chosen == RegainStep("div")


@pytest.mark.parametrize(("enemy", "mode"), [("05.02", "combat"), ("06.04", "move")])
def test_a_rebuilt_unit_shows_the_side_that_the_enemy_asks_for(enemy: str, mode: str) -> None:
    units = f"axis dead rgt {LEG}\naxis 01.02 p1 {PAX}" if mode == "move" else f"axis dead rgt {LEG}\n{PAX_HERE}"
    chosen = in_renewal(f"{units}\nsoviet {enemy} e {LEG}")
    assert isinstance(chosen, Rebuild)
    assert chosen.mode == mode


@pytest.mark.parametrize(("dead", "trucks"), [("", True), (f"axis dead t {TANKS}", False)])
def test_it_rebuilds_trucks_with_eq_that_nothing_else_wants(dead: str, trucks: bool) -> None:
    chosen = in_renewal(f"axis removed tr truck 1 45T\naxis 03.02 e1 {EQ}\n{dead}", "[trucks_lost]\ntr 1\n")
    assert isinstance(chosen, RebuildTruck if trucks else Done)


def test_it_never_consolidates() -> None:
    assert in_renewal(f"axis 01.01 a {DIVISION} lost=2\naxis 01.01 b {DIVISION} lost=1") == Done()


def test_repls_come_in_move_mode_where_an_hq_is_near() -> None:
    look = phase(f"axis 05.01 hq {HQ}", 2, "01.01", "04.01").look
    chosen = answer(look)
    assert isinstance(chosen, PlaceRepl)
    assert (chosen.kind, chosen.mode, look.hex_name(chosen.hex)) == ("pax", "move", "04.01")


@pytest.mark.parametrize(("where", "moves"), [("06.01", True), ("02.02", False)])
def test_repls_walk_to_an_hq_and_wait_there(where: str, moves: bool) -> None:
    units = f"axis 01.01 hq {HQ}\naxis {where} p1 {PAX}\nsoviet 06.05 far {LEG} move"
    sitting = sit(units, rest="[sources]\naxis 01.01\n[supply]\naxis 01.01 3\n")
    bot, begun = make_bot("steady", 1), []
    while sitting.side == "axis" and sitting.step in ("movement_segment.choose_unit", "move.go"):
        action = bot.choose(sitting.game, "axis")
        begun += [action.unit] if isinstance(action, BeginMove) else []
        sitting.game.do(action)
    assert ("p1" in begun) is moves
    if moves:
        distance = sitting.game.look.board.distance
        assert distance(sitting.unit("p1").hex, sitting.unit("hq").hex) < distance(
            sitting.hex(where), sitting.hex("01.01")
        )
