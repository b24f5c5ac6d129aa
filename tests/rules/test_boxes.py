"""Holding boxes: one of a hex is the hex; off-map boxes are reserved, unlimited, out of every reach. And the edge."""

from __future__ import annotations

from random import Random

import pytest

from as_json import plain, view
from redball.bots.random_play import at_random
from redball.core.actions import DeclareAttack, DeclareOverrun, PayFuel, StepTo
from redball.core.events import TraceChecked, UnitMoved
from redball.core.state import DEAD_PILE
from redball.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.watch.invariants import Rates, Watch
from redball.rules.combat.segment import refuse_target
from redball.rules.setup.fixed import check_setup, unit_faults
from redball.rules.supply.draw_and_throw import payers
from redball.rules.units.zoc import enemy_zoc
from support import HQ, LEG, TANKS, TRUCK, Sitting, sit, text

BOXES = """[boxes]
rear   off_map  "Army reserve"
camp   off_map  "Nobody's"
town   03.03    "Inside the town"
[ways]
rear axis 2 01.01 01.02
"""
BIG = "Div infantry other 12-3-3L/6-3-8L re=6"


def board(units: str, rest: str = "", **how: str) -> Sitting:
    return sit(units, rest=BOXES + rest, **how)  # type: ignore[arg-type]


# --- a box that is a hex -------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-I-F-A", "12.3e-A")
def test_a_unit_in_the_box_of_a_hex_is_in_the_hex() -> None:
    game = board(f"axis town a {TANKS}\naxis 02.02 b {LEG}\nsoviet 05.05 s {LEG}", "[supply]\naxis 03.03 1\n")
    assert (game.at("a"), game.hex("town")) == ("03.03", game.hex("03.03"))
    assert enemy_zoc(game.game.look, "soviet", game.hex("04.03"))
    game.begin("a").fuel("a").go("04.03").halt()
    assert game.tokens("axis", "town") == 3
    game.move("b", "03.03")
    assert game.at("b") == "03.03"


# --- off the map ---------------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-I-F-B")
def test_a_box_is_entered_and_left_as_the_game_says() -> None:
    game = board(f"axis 02.01 a {LEG}\naxis rear b {LEG} move\nsoviet 05.05 s {LEG}")
    rear = game.hex("rear")
    game.begin("a")
    assert game.refused(StepTo(rear)) == ("box.no_way", "SETUP-I-F-B")
    assert game.refused(StepTo(game.hex("camp"))) == ("box.no_way", "SETUP-I-F-B")
    game.go("01.01").do(StepTo(rear)).halt()
    assert (game.at("a"), [event.mp for event in game.all(UnitMoved)]) == ("rear", [12, 24])
    game.begin("b")
    assert {game.game.look.hex_name(step.hex) for step in game.offered(StepTo)} == {"01.01", "01.02"}
    assert game.refused(StepTo(game.hex("02.01"))) == ("box.no_way", "SETUP-I-F-B")
    game.go("01.02")
    assert game.left("b") == "4"
    game.halt()


@pytest.mark.case("SETUP-I-F-B")
def test_it_costs_mp_like_any_step() -> None:
    game = board(f"axis 03.01 a {LEG}\naxis 01.01 t {TANKS}\nsoviet 05.05 s {LEG}")
    game.begin("a").go("02.01", "01.01")
    assert game.refused(StepTo(game.hex("rear"))) == ("move.no_mp", "6.2")
    game.halt().begin("t")
    assert game.refused(StepTo(game.hex("rear"))) == ("move.no_fuel", "12.5a-A")


@pytest.mark.case("SETUP-I-F-B")
def test_where_it_takes_all_mp_it_is_a_whole_move() -> None:
    game = sit(
        f"axis 02.01 a {LEG}\naxis 01.01 b {LEG}\nsoviet 05.05 s {LEG}",
        rest=BOXES.replace("rear axis 2", "rear axis all"),
    )
    game.begin("a").go("01.01")
    assert game.refused(StepTo(game.hex("rear"))) == ("move.no_mp", "6.2")
    game.halt().begin("b").do(StepTo(game.hex("rear")))
    assert game.left("b") == "0"


@pytest.mark.case("SETUP-I-F-B")
def test_a_box_is_reserved_to_its_side() -> None:
    game = board(f"axis rear a {LEG}\nsoviet 01.01 s {LEG}", phasing="soviet")
    game.begin("s")
    assert game.refused(StepTo(game.hex("rear"))) == ("box.reserved", "SETUP-I-F-B")
    assert game.hex("rear") not in {step.hex for step in game.offered(StepTo)}
    for uid, wrong in (("a", False), ("s", True)):
        unit = game.unit(uid).change(hex=game.hex("rear"))
        found = [fault.code for fault in unit_faults(game.game.look, unit)]
        assert found == (["setup.closed"] if wrong else [])
    assert check_setup(game.game.world) == []


@pytest.mark.case("SETUP-I-F-B")
def test_nobody_fights_from_a_box_or_in_it() -> None:
    units = f"axis rear a {TANKS}\nsoviet 01.01 s {LEG}\nsoviet 01.02 hog {HQ}"
    game = board(units, "[supply]\naxis rear 9\n")
    assert not enemy_zoc(game.game.look, "soviet", game.hex("01.01"))
    game.begin("a").fuel("a")
    for name in ("01.01", "01.02"):
        assert game.refused(game.to(name)) == ("box.enemy", "SETUP-I-F-B")
        assert game.refused(DeclareOverrun(game.hex(name)))[0].startswith("overrun.")
    game.halt()
    fight = board(units, "[supply]\naxis rear 9\nsoviet 01.02 9\n", at="combat", phasing="soviet")
    assert fight.offered(DeclareAttack) == []
    for target in ("rear", "01.01"):
        assert refuse_target(fight.game.look, "axis", fight.hex(target)) is not None


@pytest.mark.case("4.8-D", "SETUP-I-F-B")
@pytest.mark.parametrize(("where", "dead"), [("rear", 0), ("01.01", 1)])
def test_there_is_no_limit_in_an_off_map_box(where: str, dead: int) -> None:
    game = board(f"axis {where} a {BIG}\naxis {where} b {BIG}\nsoviet 05.05 s {LEG}")
    game.done()
    while game.step == "stacking_check.eliminate":
        game.do(game.game.choices()[0])
    assert sum(unit.hex == DEAD_PILE for unit in game.game.state.units.values()) == dead


@pytest.mark.case("12.3e-B")
def test_a_unit_in_a_box_draws_from_the_box_alone() -> None:
    units = f"axis rear a {TANKS}\naxis 01.01 b {TANKS}\nsoviet 05.05 s {LEG}"
    game = board(units, "[supply]\naxis 01.01 2\n")
    assert payers(game.game.look, game.unit("a")) == ()
    assert [payer.source for payer in payers(game.game.look, game.unit("b"))] == [game.hex("01.01")]
    full = board(units, "[supply]\naxis rear 2\n")
    assert [payer.source for payer in payers(full.game.look, full.unit("a"))] == [full.hex("rear")]
    assert payers(full.game.look, full.unit("b")) == ()
    full.begin("a").fuel("a")
    assert full.tokens("axis", "rear") == 7
    assert full.offered(PayFuel) == []


@pytest.mark.case("12.3e-B", "12.6a-1")
@pytest.mark.parametrize(("source", "supplied"), [("rear", True), ("01.01", False)])
def test_a_box_has_trace_where_it_is_a_source_itself(source: str, supplied: bool) -> None:
    game = board(f"axis rear a {LEG}\nsoviet 05.05 s {LEG}", f"[sources]\naxis {source}\n", at="supply")
    assert [event.found for event in game.all(TraceChecked)] == [supplied]


# --- the edge of the world -----------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-I-C")
def test_nobody_leaves_the_map_and_moves_beyond_it() -> None:
    game = sit(f"axis 01.01 a {LEG}\nsoviet 05.05 s {LEG}").begin("a")
    assert game.hexes() == {"01.02", "02.01"}
    assert game.refused(StepTo(-1))[0] == "input.unknown_hex"


@pytest.mark.case("SETUP-I-B")
def test_a_hex_that_hardly_shows_is_not_part_of_the_map() -> None:
    game = sit(f"axis 01.01 a {LEG}\nsoviet 05.05 s {LEG}", rest="[unplayable]\n01.02\n")
    game.begin("a")
    assert game.hexes() == {"02.01"}
    there = game.hex("01.01") + 1
    assert game.refused(StepTo(there)) == ("move.not_adjacent", "6.1-A")
    board_ = game.game.world.board
    assert there not in board_.within(game.hex("01.01"), 2)
    assert board_.on_edge(game.hex("02.02"))
    with pytest.raises(PositionError, match="less than half of the hex"):
        parse_position(text(f"axis 01.02 a {LEG}\nsoviet 05.05 s {LEG}", rest="[unplayable]\n01.02\n"))


# --- all together --------------------------------------------------------------------------------------------------


def test_boxes_are_written_down_and_read_again() -> None:
    game = board(f"axis rear a {TRUCK}\nsoviet 05.05 s {LEG}", "[supply]\naxis rear 3\n").game
    world, state = parse_position(dump_position(game.world, game.state))
    assert (world.scenario.boxes, state.units, state.dumps) == (
        game.world.scenario.boxes, game.state.units, game.state.dumps
    )  # fmt: skip
    for wrong, why in (("town axis 2", "off-map box"), ("rear red 2", "not one of the sides"), ("rear axis x", "x")):
        with pytest.raises(PositionError, match=why):
            parse_position(text("", rest=BOXES.replace("rear axis 2", wrong)))


def test_the_page_learns_where_boxes_are() -> None:
    game = board(f"axis rear a {LEG}\nsoviet 05.05 s {LEG}").game
    page = plain(game.world.board.to_page())
    assert [(box["id"], box["hex"], box["index"]) for box in page["boxes"]] == [
        ("rear", None, 30),
        ("camp", None, 31),
        ("town", 12, 12),
    ]
    assert len(page["terrain"]) == 30
    assert [unit["hex"] for unit in view(game, "axis")["units"] if unit["id"] == "a"] == [30]


@pytest.mark.parametrize("seed", [1, 2])
def test_play_with_boxes(seed: int) -> None:
    units = f"axis rear a {TANKS}\naxis 01.01 b {TRUCK}\naxis rear h {HQ}\naxis rear t truck 2 45T load=2\n"
    rest = BOXES + "[supply]\naxis rear 9\nsoviet 06.05 9\n[sources]\naxis rear\nsoviet 06.05\n"
    played = Game.from_position(text(units + f"soviet 03.03 s {TANKS}\nsoviet 04.04 u {LEG}", rest=rest), seed=seed)
    watch = Watch(played, Random(seed), Rates(refused=2, offered=6, facts=2, packed=8, undo=8, hidden=4))
    rng = Random(seed)
    for _ in range(150):
        choices = watch.choices()
        if not choices:
            break
        open_ = played.decision
        assert open_ is not None
        watch.take(open_.side, at_random(choices, rng.getrandbits(64), True))
