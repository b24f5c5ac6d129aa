"""The bot in the air by other editions: New OCS's Air Operations Phase, 1992's stations; and its Drop Plans."""

from __future__ import annotations

import pytest

from bots.test_steady_air import chosen, played
from editions.new_ocs.test_new_air import BOMBER, FIGHTER, STRONG, fly
from editions.new_ocs.test_new_air import sky as new_sky
from editions.v1992.test_v1992_air_barrage import sky as old_sky
from redball.bots import make_bot
from redball.core.actions import (
    Action,
    AddPlane,
    AimDrop,
    AimMission,
    Cancel,
    DateDrop,
    DelayDrop,
    Done,
    Intercept,
    PlanDrop,
    PlanMission,
    RefitAt,
)
from redball.core.events import BarrageResolved
from redball.rules.air.tasks import tasks_in
from rules.test_drop_plans import field
from support import LEG, Sitting

ENEMY = f"axis 07.01 a {LEG}\nsoviet 08.01 r Rgt infantry other 8-3-3L/4-3-6L\nsoviet 08.01 s {LEG}"

# --- New OCS -----------------------------------------------------------------------------------------------------


def assigned(table: Sitting, side: str = "axis") -> list[tuple[str, str, tuple[str, ...]]]:
    """The missions that the bot assigns: kind, hex, aircraft."""
    bot = make_bot("steady", 1)
    for _ in range(60):
        open_ = table.game.decision
        if open_ is None or open_.side != side or open_.step.name not in ("assign", "draft", "refit"):
            break
        action = bot.choose(table.game, side)
        if action == Done() and open_.step.name == "assign":
            break
        table.do(action)
    look = table.game.look
    return [(t.mission.kind, look.hex_name(t.mission.hex), t.mission.planes) for t in tasks_in(look.state)]


def test_bombers_strike_and_a_fighter_patrols_over_the_spearhead() -> None:
    table = new_sky(f"axis 01.01 b {BOMBER}\naxis 01.01 f {FIGHTER}", units=ENEMY)
    found = assigned(table)
    assert ("barrage", "08.01", ("b",)) in found
    assert ("patrol", "07.01", ("f",)) in found


def test_the_last_fighter_stays_ready_where_bombers_stand_within_the_enemys_reach() -> None:
    planes = f"axis 01.01 b {BOMBER} inactive\naxis 01.01 c {BOMBER}\naxis 01.01 f {FIGHTER}\naxis 01.01 g {FIGHTER}"
    table = new_sky(planes, "axis 01.01 2\nsoviet 12.01 1", units=f"axis 04.01 a {LEG}\nsoviet 06.01 r {LEG}")
    assert [planes for kind, _, planes in assigned(table) if kind == "patrol"] == [("g",)]


def test_bombers_that_strike_nobody_hinder_reserves() -> None:
    units = f"axis 05.01 a {LEG}\nsoviet 09.01 r {LEG}"
    found = assigned(new_sky(f"axis 01.01 b {BOMBER}", units=units))
    assert found == [("interdiction", "09.01", ("b",))]


@pytest.mark.parametrize(("ours", "meets"), [(STRONG, True), ("F (1)-0-12/(1)-0-8", False)])
def test_it_intercepts_with_fighters_that_do_better(ours: str, meets: bool) -> None:
    table = new_sky(f"axis 05.01 b {BOMBER}\nsoviet 12.01 x {ours}", units=f"axis 05.01 a {LEG}\nsoviet 12.01 r {LEG}")
    fly(table, "barrage", "12.01", "b").done()
    open_ = table.game.decision
    assert open_ is not None
    asked = open_.procedure.name == "air_scramble"
    assert asked is meets, "a rating in parentheses never attacks"
    if meets:
        assert chosen(table.game) == Intercept("x")
        assert make_bot("steady-ground", 1).choose(table.game, "soviet") == Intercept("x"), "its own base: it must"


def test_without_its_air_rules_it_assigns_nothing() -> None:
    table = new_sky(f"axis 01.01 b {BOMBER}", units=ENEMY)
    assert make_bot("steady-ground", 1).choose(table.game, "axis") == Done()


# --- 1992 --------------------------------------------------------------------------------------------------------


def test_bombers_of_1992_enter_stations_over_what_will_be_attacked_and_strike_from_there() -> None:
    strong = "Rgt infantry other 9-3-3L/4-3-6L"
    units = f"axis 01.02 army {LEG}\naxis 07.02 m {strong}\naxis 07.02 n {strong}\nsoviet 08.02 r {LEG}"
    table = old_sky("axis 01.01 b T (1)-18-9/(1)-9-9", units=units, at="movement")
    took = played(table, "axis")
    assert PlanMission("station") in took
    assert AimMission(table.hex("08.02")) in took
    assert AddPlane("b") in took


def test_who_is_on_a_station_strikes_with_all_that_are_there() -> None:
    table = old_sky(at="movement_barrage", dice=(1, 1, 4, 4))
    took = played(table, "axis")
    assert [one for one in took if isinstance(one, AddPlane)] == [AddPlane("b"), AddPlane("c")]
    assert table.one(BarrageResolved).hex == table.hex("08.02")


# --- Drop Plans --------------------------------------------------------------------------------------------------


def test_it_plans_a_drop_beside_a_goal_where_friends_are_near() -> None:
    table = field(f"axis 11.01 c {LEG}", planes="axis 01.01 j Tpt (0)-0-20/(0)-0-20 carries=2T,1T inactive")
    took = [chosen(table.game)]
    for _ in range(2):
        table.do(took[-1])
        took.append(chosen(table.game))
    assert isinstance(took[0], PlanDrop)
    assert took[1:] == [AimDrop(table.hex("13.01")), DateDrop(3)]


def test_a_plan_that_comes_to_nothing_is_begun_once() -> None:
    """Whatever becomes of it, the phase ends."""
    table = field(f"axis 11.01 c {LEG}", planes="axis 01.01 j Tpt (0)-0-20/(0)-0-20 carries=2T,1T inactive")
    bot, done = make_bot("steady", 1), list[Action]()
    while table.game.state.clock.phase == "aircraft_refit" and len(done) < 30:
        done.append(bot.choose(table.game, "axis"))
        table.do(Cancel() if isinstance(done[-1], AimDrop) else done[-1])
    assert len(done) < 30
    assert len({one for one in done if isinstance(one, PlanDrop)}) == sum(isinstance(one, PlanDrop) for one in done)


def test_it_plans_none_where_the_unit_would_be_alone() -> None:
    table = field(planes="axis 01.01 j Tpt (0)-0-20/(0)-0-20 carries=2T,1T inactive")
    assert table.offered(PlanDrop)
    assert chosen(table.game) == RefitAt(table.hex("01.01"))


@pytest.mark.parametrize(("where", "delays"), [("14.01", True), ("13.01", False)])
def test_a_drop_on_a_hex_that_the_enemy_holds_is_put_off(where: str, delays: bool) -> None:
    table = field(drops=f"p {where} turn=1", turn=1)
    assert (chosen(table.game) == DelayDrop("p")) is delays
