"""When the bot's bombers fly: before anybody moves, against what would act in its turn, or when the enemy attacks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bots.test_steady_air import BOMBER, TRANSPORT, scene_of, sky
from redball.bots import make_bot
from redball.bots.steady.aircraft import plane_worth
from redball.bots.steady.barrage import disordered
from redball.bots.steady.positions import OVERRUN, best_overrun
from redball.bots.steady.raids import (
    A_TWELFTH,
    EARLY,
    PACE,
    POINT_GAIN,
    WATCH,
    follow_up,
    kept_for_defence,
    opening,
    paralysis,
    raids,
    shoots,
    spoils,
    step_price,
    waits,
)
from redball.core.actions import BeginMove, PlanMission
from redball.rules.ground.air_force import plane_in
from redball.scenarios.records import VictoryHex
from support import LEG, Sitting, again, in_scenario, land, sit

STUKA = f"{BOMBER} nation=german"
PANZER = "Rgt tank armor 4-4-12K/2-4-15K"
STRONG = "Rgt infantry other 8-3-3L/4-3-6L"
TANKS = "Rgt tank armor 4-3-12K/2-3-15K"
SUPPLY = "[supply]\naxis 07.01 9\naxis 05.01 9\n"


def first(table: Sitting) -> object:
    """What the bot does now."""
    return make_bot("steady", 1).choose(table.game, "axis")


@pytest.mark.parametrize(
    ("own", "where", "early"), [(PANZER, "07.01", True), (PANZER, "05.01", False), (LEG, "07.01", False)]
)
def test_hip_shoots_come_before_the_moves_where_they_let_somebody_overrun(own: str, where: str, *, early: bool) -> None:
    """Who comes from farther off, or only attacks, gains as much by them when all have moved."""
    units = f"axis {where} a {own}\naxis {where} c {own}\nsoviet 08.01 r {LEG}"
    table = sky(f"axis 01.01 p {STUKA}", "axis 01.01 1", units, head="hip_shoots german\n", rest=SUPPLY)
    found = first(table)
    assert (found == PlanMission("hip_shoot")) is early
    assert early or isinstance(found, BeginMove)


def test_where_an_attack_is_ready_hip_shoots_wait_until_all_have_moved() -> None:
    units = f"axis 07.01 a {LEG}\naxis 07.01 c {LEG}\nsoviet 08.01 r {LEG}"
    table = sky(f"axis 01.01 p {STUKA}", "axis 01.01 1", units, head="hip_shoots german\n", rest=SUPPLY)
    early, late = (list(shoots(least, scene_of(table.game), {"hip_shoot"})) for least in (EARLY, 0))
    assert (early, [flight.hex for flight in late]) == ([], [table.hex("08.01")])


@pytest.mark.parametrize(("foe", "gains"), [(1, True), (2, False)])
def test_an_opening_is_an_overrun_that_is_possible_by_it(foe: int, *, gains: bool) -> None:
    """Two regiments of 4 overrun one of 4 that is halved, at 4:1, and are too weak against two even then; as they are,
    not even one is worth it."""
    them = "\n".join(f"soviet 08.01 r{n} {LEG}" for n in range(foe))
    units = f"axis 07.01 a {LEG}\naxis 07.01 c {LEG}\n{them}"
    table = sky(f"axis 01.01 p {STUKA}", "axis 01.01 1", units, rest=SUPPLY, switches={"fog": False})
    now, hex_ = scene_of(table.game), table.hex("08.01")
    assert best_overrun(now.look, "axis", hex_, 0) == 0
    assert (opening(now, hex_) >= OVERRUN) is gains
    assert opening(now, hex_) == best_overrun(disordered(now.look, hex_, "soviet"), "axis", hex_, 0)


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
    found = [kept_for_defence(now, (plane,)) for pid in "bnt" if (plane := plane_in(game.state, pid)) is not None]
    assert found == [kept, 0, 0], "the others do not reach it, or drop nothing"


def test_of_many_bombers_the_last_are_free() -> None:
    """Each finds half as much to do as the one before."""
    planes = "\n".join(f"axis 01.01 {pid} {BOMBER}" for pid in "bcd")
    table = sky(planes, "axis 01.01 1", f"axis 07.01 a {LEG}\nsoviet 08.01 r {LEG}", at="exploitation_barrage")
    town = VictoryHex(table.hex("07.01"), 4, "Town")
    game = again(in_scenario(table.game.look, victory=replace(table.game.world.scenario.victory, hexes=(town,))))
    now, first = scene_of(game), 4 * WATCH
    crew = [plane for pid in "bcd" if (plane := plane_in(game.state, pid)) is not None]
    found = [kept_for_defence(now, tuple(crew[:size])) for size in (1, 2, 3)]
    assert found == [first // 4, first // 4 + first // 2, first // 4 + first // 2 + first]


@pytest.mark.parametrize(("turns", "price"), [(9, 3), (2, 1), (1, 0)])
def test_a_step_costs_what_its_bombs_would_gain_later(turns: int, price: int) -> None:
    """Of at most three turns that come; a Transport costs half its worth."""
    table = sky(f"axis 01.01 b {BOMBER}\naxis 01.01 t {TRANSPORT}", "axis 01.01 1", at="exploitation_barrage")
    look = in_scenario(table.game.look, turns=turns)
    bomber, transport = (plane for pid in "bt" if (plane := plane_in(look.state, pid)) is not None)
    assert step_price(look, bomber) == max(plane_worth(look, bomber), price * POINT_GAIN * 18) // 2
    assert step_price(look, transport) == plane_worth(look, transport) // 2


@pytest.mark.case("14.7d")
def test_an_attack_that_is_coming_is_met_by_hip_shoots() -> None:
    strong = "Rgt infantry other 9-3-3L/4-3-6L"
    units = f"axis 07.01 a {LEG}\nsoviet 08.01 r {strong}"
    planes, head = f"axis 01.01 p {STUKA}", "hip_shoots german\n"
    table = sky(planes, "axis 01.01 1", units, at="reaction_movement", phasing="soviet", head=head)
    assert first(table) == PlanMission("hip_shoot")


def test_bombers_with_as_many_points_are_weighed_apart_where_one_bombs_better() -> None:
    """Strategic Bombers have no spotter (14.1e), so they do not stand for a tactical one with the same points, nor does
    one that flies too far (14.7c) for one from nearby."""
    near, far = f"axis 05.01 z {BOMBER}", f"axis 01.01 a {BOMBER.replace('-12', '-24')}"
    high = f"axis 05.01 a {BOMBER.replace('T ', 'S ')}"
    units = f"axis 15.01 c {LEG}\nsoviet 14.01 r {STRONG}\nsoviet 14.01 s {LEG}"
    for other in (far, high):
        air = f"[bases]\naxis 01.01 1\naxis 05.01 1\n[aircraft]\n{near}\n{other}\n"
        table = sit(units, land(columns=15, rows=1), rest=air, at="exploitation_barrage")
        found = raids(scene_of(table.game), {"barrage"})
        assert found[0].crew[0].id == "z"
