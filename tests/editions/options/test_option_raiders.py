"""Raiders on railroads are shifted off them, if the side whose HQs they cut off asks for it."""

from __future__ import annotations

import pytest

from redball.bots import make_bot
from redball.core.actions import Done
from redball.core.state import Frame
from redball.editions.options.raiders import (
    CallRaiderCheck,
    RaiderCheckCalled,
    ShiftRaider,
    UnitShifted,
    cut_off,
    needed,
    refuges,
)
from redball.game.save import decode_state, encode_state
from redball.rules.sequence.turn import PlayerTurn
from redball.rules.units.stacking import StackingCheck
from rules.rail_table import LINE
from support import Sitting, sit

HQ = "hq 15T-4T/6T-20T"
LEG = "Rgt infantry other 4-3-3L/2-3-6L"
RAIL = f"""[places]
08.02 minor_city "Orsha"
[paths]
railroad "-" {LINE}
[sources]
axis 01.02
"""
SERVED = f"axis 09.02 hq {HQ}\naxis 10.02 u {LEG}"
LAND = "\n".join([". " * 16] * 3)


def raid(raiders: str, *, own: str = SERVED, rest: str = RAIL, on: bool = True, terrain: str = LAND) -> Sitting:
    """Soviet raiders on the railroad behind an Axis HQ, as the Soviet Exploitation Phase ends."""
    units, switches = f"{own}\n{raiders}", {"raider_check": on}
    table = sit(units, terrain, at="exploitation_combat", phasing="soviet", rest=rest, switches=switches)
    return table.do(Done()) if table.step.startswith("combat_segment") else table


def asked(table: Sitting) -> str:
    """The step of the Raider Check that is open, "" none."""
    open_ = table.game.decision
    return open_.step.name if open_ is not None and open_.procedure.name == "raider_check" else ""


@pytest.mark.case("21.10b")
def test_a_raider_on_the_railroad_is_shifted_off_it() -> None:
    table = raid(f"soviet 05.02 r {LEG} move")
    look = table.game.look
    assert [hq.id for hq in cut_off(look, "axis")] == ["hq"]
    assert asked(table) == "call"
    assert table.game.decision is not None
    assert table.game.decision.side == "axis"
    table.do(CallRaiderCheck())
    called = next(e for e in table.game.records[-1].events if isinstance(e, RaiderCheckCalled))
    names = [look.hex_name(h) for h in called.hexes]
    assert names == LINE.split()[:8], "from the source to where it is unloaded"
    assert (asked(table), table.game.decision.side) == ("shift", "soviet")
    table.do(ShiftRaider("r", look.board.index("05.03")))
    moved = next(e for e in table.game.records[-1].events if isinstance(e, UnitShifted))
    assert (moved.unit, moved.case, moved.hex) == ("r", "21.10b", look.board.index("05.03"))
    assert asked(table) == ""
    assert not cut_off(table.game.look, "axis")


@pytest.mark.case("21.10b", "21.10")
@pytest.mark.parametrize(
    ("raider", "own", "why"),
    [
        (f"soviet 05.02 r {LEG}", SERVED, "a unit in Combat Mode need not go"),
        (f"soviet 05.02 r {LEG} reserve move", SERVED, "nor need one in Reserve Mode"),
        (f"soviet 05.02 r {LEG} dg move", SERVED, "nor one that is DG"),
        (f"soviet 05.02 r {LEG} exploit move", SERVED, "nor one that is exploiting"),
        (f"soviet 05.01 r {LEG} move", SERVED, "he does not sit on the railroad"),
        (f"soviet 11.02 r {LEG} move", SERVED, "he sits where no HQ needs it"),
        (f"soviet 05.02 r {LEG} move", f"axis 10.02 u {LEG}", "there is no HQ"),
        (f"soviet 05.02 r {LEG} move", SERVED.replace("20T", "20T oos"), "it was cut off before"),
        (f"soviet 05.02 r {LEG} move\nsoviet 06.02 s {LEG}", SERVED, "somebody in Combat Mode shuts it besides"),
    ],
)
def test_when_there_is_nothing_to_ask_for(raider: str, own: str, why: str) -> None:
    assert asked(raid(raider, own=own)) == "", why


@pytest.mark.case("21.10b")
def test_units_in_strat_mode_go_too_and_all_that_sit_on_the_line() -> None:
    table = raid(f"soviet 05.02 r {LEG} strat\nsoviet 03.02 s {LEG} move\nsoviet 11.02 t {LEG} move")
    table.do(CallRaiderCheck())
    assert {a.unit for a in table.game.choices() if isinstance(a, ShiftRaider)} == {"r", "s"}
    at = table.game.world.board.index
    table.do(ShiftRaider("r", at("05.01")), ShiftRaider("s", at("03.01")))
    assert asked(table) == ""
    assert needed(table.game.look, "axis") == frozenset()


@pytest.mark.case("21.10b")
def test_where_a_raider_may_go() -> None:
    """One or two hexes over ground that he can enter, neither into the enemy's nor onto the railroad."""
    land = LAND.splitlines()
    land[0] = ". . . . ~ . . . . . . . . . . ."  # the top row is row 3
    own = f"{SERVED}\naxis 06.03 v {LEG}"
    table = raid(f"soviet 05.02 r {LEG} move", own=own, terrain="\n".join(land)).do(CallRaiderCheck())
    look, at = table.game.look, table.game.world.board.index
    there = {look.hex_name(h) for h in refuges(look, look.unit("r"), needed(look, "axis"))}
    assert there
    assert all(1 <= look.board.distance(at("05.02"), at(name)) <= 2 for name in there)
    assert not there & {*LINE.split(), "05.03", "06.03"}
    assert table.refused(ShiftRaider("r", at("06.03"))) == ("raiders.not_there", "21.10b")
    assert table.refused(ShiftRaider("r", at("04.02"))) == ("raiders.not_there", "21.10b")
    assert table.refused(ShiftRaider("r", at("05.02"))) == ("raiders.not_there", "21.10b")
    assert table.refused(ShiftRaider("u", at("05.03"))) == ("raiders.not_raider", "21.10b")


@pytest.mark.case("21.10b")
def test_a_full_hex_is_no_refuge_and_who_has_none_stays() -> None:
    corps = "Div infantry other 12-3-3L/6-3-8L re=5"
    table = raid(f"soviet 05.02 r {LEG} move\nsoviet 05.03 a {corps} move\nsoviet 05.03 b {corps} move")
    table.do(CallRaiderCheck())
    look, at = table.game.look, table.game.world.board.index
    assert at("05.03") not in refuges(look, look.unit("r"), needed(look, "axis"))
    sea = "\n".join(["~ " * 16] * 3)
    stuck = raid(f"soviet 05.02 r {LEG} move", terrain=sea)
    if asked(stuck) == "call":
        stuck.do(CallRaiderCheck())
    assert asked(stuck) == "", "nobody is asked to go where nobody can go"


@pytest.mark.case("21.10b")
def test_the_other_side_may_let_them_be_and_without_the_option_nobody_is_asked() -> None:
    table = raid(f"soviet 05.02 r {LEG} move")
    table.do(Done())
    assert asked(table) == ""
    assert table.game.look.unit("r").hex == table.game.world.board.index("05.02")
    assert asked(raid(f"soviet 05.02 r {LEG} move", on=False)) == ""


@pytest.mark.case("21.10b")
def test_the_steady_bot_asks_for_it_and_stays_near() -> None:
    table, bot = raid(f"soviet 05.02 r {LEG} move"), make_bot("steady", 0)
    assert bot.choose(table.game, "axis") == CallRaiderCheck()
    table.do(CallRaiderCheck())
    assert isinstance(bot.choose(table.game, "soviet"), ShiftRaider)


@pytest.mark.parametrize(("on", "step"), [(False, "exploitation_combat_absorption"), (True, "raider_check")])
def test_older_saves_name_the_step_without_the_option_too(on: bool, step: str) -> None:
    """Every Player Turn had it, and stood at it while a side eliminated units of an overstacked hex."""
    game = raid(f"soviet 05.02 r {LEG} move", on=on).game
    turn, check = PlayerTurn("soviet"), StackingCheck()
    stack = (Frame("player_turn", "raider_check", turn), Frame("stacking_check", "eliminate", check))
    read = decode_state(game.world, encode_state(game.state.change(stack=stack)))
    assert [frame.step for frame in read.stack] == [step, "eliminate"]
