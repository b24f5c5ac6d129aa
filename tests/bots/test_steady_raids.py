"""When the bot's bombers fly: before anybody moves, against what would act in its turn, or when the enemy attacks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bots.test_steady_air import BOMBER, TRANSPORT, scene_of, sky
from redball.bots import make_bot
from redball.bots.steady.raids import (
    A_TWELFTH,
    PACE,
    WATCH,
    follow_up,
    kept_for_defence,
    paralysis,
    spoils,
    waits,
)
from redball.core.actions import BeginMove, PlanMission
from redball.rules.ground.air_force import plane_in
from redball.scenarios.records import VictoryHex
from support import LEG, Sitting, again, in_scenario

STUKA = f"{BOMBER} nation=german"
TANKS = "Rgt tank armor 4-3-12K/2-3-15K"
SUPPLY = "[supply]\naxis 07.01 9\naxis 05.01 9\n"


def first(table: Sitting) -> object:
    """What the bot does now."""
    return make_bot("steady", 1).choose(table.game, "axis")


@pytest.mark.parametrize(("beside", "shoots"), [("07.01", True), ("05.01", False)])
def test_hip_shoots_come_before_the_moves_where_an_attack_is_ready(beside: str, *, shoots: bool) -> None:
    """From farther off the attackers move first, and the aircraft wait to see where to."""
    units = f"axis {beside} a {LEG}\naxis {beside} c {LEG}\nsoviet 08.01 r {LEG}"
    table = sky(f"axis 01.01 p {STUKA}", "axis 01.01 1", units, head="hip_shoots german\n", rest=SUPPLY)
    found = first(table)
    assert (found == PlanMission("hip_shoot")) is shoots
    assert shoots or isinstance(found, BeginMove)


def test_tanks_are_hindered_more_than_foot_and_less_far_from_the_front() -> None:
    found = {}
    for kind in (LEG, TANKS):
        for where in ("08.01", "09.01", "11.01"):
            table = sky("", "axis 01.01 1", f"axis 07.01 a {LEG}\nsoviet {where} r {kind}", at="exploitation_barrage")
            found[kind, where] = paralysis(scene_of(table.game), table.hex(where))
    power = 12 * 4
    assert found[LEG, "08.01"] == A_TWELFTH * power
    assert found[TANKS, "08.01"] == A_TWELFTH * PACE * power
    assert found[LEG, "09.01"] == A_TWELFTH * power * 2 // 3
    assert found[LEG, "11.01"] == 0


@pytest.mark.parametrize(("at", "waiting"), [("movement_barrage", True), ("exploitation_barrage", False)])
def test_what_nobody_attacks_is_weighed_at_once_and_struck_later(at: str, *, waiting: bool) -> None:
    units = f"axis 07.01 a {LEG}\nsoviet 08.01 r Rgt infantry other 8-3-3L/4-3-6L\nsoviet 08.01 s {LEG}"
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", units, at=at)
    now, hex_ = scene_of(table.game), table.hex("08.01")
    assert (follow_up(now, hex_), waits(now, hex_)) == (0, waiting)
    assert spoils(now, hex_) > 0


@pytest.mark.parametrize(
    ("points", "enemy", "at", "phasing", "kept"),
    [
        (5, "08.01", "exploitation_barrage", "axis", 5 * WATCH),
        (5, "10.01", "exploitation_barrage", "axis", 5 * WATCH),
        (5, "11.01", "exploitation_barrage", "axis", 0),
        (0, "08.01", "exploitation_barrage", "axis", 0),
        (5, "08.01", "reaction_barrage", "soviet", 0),
    ],
)
def test_bombers_are_kept_for_a_place_that_is_threatened(
    points: int, enemy: str, at: str, phasing: str, kept: int
) -> None:
    units = f"axis 07.01 a {LEG}\nsoviet {enemy} r {LEG}"
    planes = f"axis 01.01 b {BOMBER}\naxis 01.01 n T (1)-18-5/(1)-9-5\naxis 01.01 t {TRANSPORT}"
    table = sky(planes, "axis 01.01 1", units, at=at, phasing=phasing)
    town = VictoryHex(table.hex("07.01"), points, "Town")
    victory = replace(table.game.world.scenario.victory, hexes=(town,) if points else ())
    game = again(in_scenario(table.game.look, victory=victory))
    now = scene_of(game)
    found = [kept_for_defence(now, plane) for pid in "bnt" if (plane := plane_in(game.state, pid)) is not None]
    assert found == [kept, 0, 0], "the others do not reach it, or drop nothing"


@pytest.mark.case("14.7d")
def test_an_attack_that_is_coming_is_met_by_hip_shoots() -> None:
    strong = "Rgt infantry other 9-3-3L/4-3-6L"
    units = f"axis 07.01 a {LEG}\nsoviet 08.01 r {strong}"
    planes, head = f"axis 01.01 p {STUKA}", "hip_shoots german\n"
    table = sky(planes, "axis 01.01 1", units, at="reaction_movement", phasing="soviet", head=head)
    assert first(table) == PlanMission("hip_shoot")
