"""Divisions that are set up freely deploy Breakdowns in their zone (SETUP-IV-A)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from as_json import view
from redball.bots import make_bot
from redball.core.actions import Cancel, Detach, Done, PickUnit, PlaceRest, PlaceUnit, TakeBack
from redball.core.events import BreakdownAbsorbed, BreakdownDetached
from redball.core.state import Mode
from redball.game import Game
from redball.game.position.parse import parse_position
from redball.game.sight.belief import believed
from redball.game.watch.invariants import Rates, Watch
from redball.scenarios.records import FreeSetUp, SetUpGroup, SideInfo
from support import LEG, Sitting

TEXT = f"""redball-position 1
sides axis soviet
[terrain]
. . . . .
. . . . .
[units]
axis 01.01 d Div infantry other 12-3-3L/6-3-8L re=3
axis 01.01 b1 {LEG}
axis 01.01 b2 {LEG}
axis pool bd Rgt infantry other 4-3-3L/2-3-6L kind=breakdown
axis pool good Rgt infantry other 4-4-3L/2-4-6L kind=breakdown
soviet 05.01 s {LEG}
"""


def set_up(hidden: bool = False) -> Sitting:
    """The axis sets up a division and two regiments in three hexes, then the soviets one."""
    world, _ = parse_position(TEXT)
    zone = tuple(sorted(world.board.index(name) for name in ("01.01", "01.02", "02.01")))
    groups = (
        SetUpGroup("axis", "the corps", zone, ("d", "b1", "b2")),
        SetUpGroup("soviet", "the guard", (world.board.index("05.01"),), ("s",)),
    )
    sides = (SideInfo("axis", "Axis", 9), SideInfo("soviet", "Soviet", 9))
    free = FreeSetUp(("axis", "soviet"), hidden, groups)
    scenario = replace(world.scenario, setup=(), free_setup=free, turns=1, dates=("1",), sides=sides)
    return Sitting(Game.new(scenario, seed=3, switches={"fog": True}))


def at(table: Sitting, uid: str, name: str, mode: Mode = "combat") -> PlaceUnit:
    return PlaceUnit(uid, table.hex(name), mode, "combat")


def placed(hidden: bool = False) -> Sitting:
    """The division stands in 01.01."""
    table = set_up(hidden)
    assert table.offered(Detach) == []
    assert table.refused(Detach("d", "bd")) == ("setup.not_placed", "SETUP-IV-A")
    return table.do(PickUnit("d"), at(table, "d", "01.01"))


@pytest.mark.case("SETUP-IV-A")
def test_a_division_deploys_breakdowns_in_its_zone() -> None:
    table = placed()
    assert table.offered(Detach) == [Detach("d", "bd")]
    assert table.refused(Detach("d", "good")) == ("breakdown.too_good", "20.0b")
    table.do(Detach("d", "bd"))
    assert (table.step, table.data.unit, table.unit("d").steps_lost) == ("free_set_up.place", "bd/1", 1)
    assert table.refused(at(table, "bd/1", "03.01")) == ("setup.outside", "SETUP-IV-A")
    table.do(at(table, "bd/1", "02.01", "reserve"))
    assert (table.at("bd/1"), table.unit("bd/1").mode, table.at("d")) == ("02.01", "reserve", "01.01")
    table.do(Detach("d", "bd"), Cancel())
    assert table.at("bd/2") == "01.01", "put back, it stays beside its division"
    assert table.refused(Detach("d", "bd")) == ("breakdown.last_step", "20.0-A")
    table.do(PlaceRest(), Done(), PlaceRest(), Done())
    assert table.game.state.clock.phase != "set_up"
    assert (table.at("bd/1"), table.unit("d").steps_lost) == ("02.01", 1 + ("bd/2" in table.game.state.units))


@pytest.mark.case("SETUP-IV-A", "SETUP-IV-F")
def test_a_breakdown_takes_no_more_room_than_its_step() -> None:
    """10 RE stand in the hex before and after; in the hex that is full without it there is no room."""
    crowd = "".join(f"axis 01.01 x{n} {LEG}\n" for n in range(17))
    world, _ = parse_position(TEXT.replace("[units]\n", f"[units]\n{crowd}"))
    zone = tuple(sorted(world.board.index(name) for name in ("01.01", "01.02")))
    free = FreeSetUp(("axis",), False, (SetUpGroup("axis", "all", zone, ("d", *(f"x{n}" for n in range(17)))),))
    scenario = replace(world.scenario, setup=(), free_setup=free, turns=1, dates=("1",))
    table = Sitting(Game.new(scenario, seed=3))
    table.do(PickUnit("d"), at(table, "d", "01.01"))
    for n in range(17):
        table.do(PickUnit(f"x{n}"), at(table, f"x{n}", "01.01" if n < 7 else "01.02"))
    table.do(Detach("d", "bd"))
    assert table.refused(at(table, "bd/1", "01.02")) == ("setup.overstacked", "SETUP-IV-F")
    table.do(at(table, "bd/1", "01.01"))


@pytest.mark.case("SETUP-IV-A")
@pytest.mark.parametrize("taken", ["bd/1", "d"])
def test_it_goes_back_into_its_division(taken: str) -> None:
    table = placed().do(Detach("d", "bd"))
    table.do(at(table, "bd/1", "02.01"))
    assert table.refused(TakeBack("s")) == ("setup.not_placed", "SETUP-IV-A")
    assert {action.unit for action in table.offered(TakeBack)} == {"d", "bd/1"}
    table.do(TakeBack(taken))
    assert table.one(BreakdownAbsorbed).other == "bd/1"
    assert (table.unit("d").steps_lost, "bd/1" in table.game.state.units) == (0, False)
    assert table.unit("d").on_map is (taken == "bd/1")
    assert table.refused(TakeBack("bd/1"))[0] in ("setup.not_placed", "input.unknown_unit")


@pytest.mark.case("SETUP-IV-A")
def test_in_a_hidden_set_up_the_other_side_sees_no_breakdown() -> None:
    table = placed(hidden=True)
    bare: Any = view(table.game, "soviet")
    table.do(Detach("d", "bd"))
    table.do(at(table, "bd/1", "02.01"))
    seen: Any = view(table.game, "soviet")
    for key in ("units", "stacks", "losses"):
        assert seen[key] == bare[key], key
    assert not {"d", "bd/1"} & {u.id for u in believed(table.game.look, "soviet").state.units.values() if u.on_map}
    assert table.one(BreakdownDetached).audience == "own"


@pytest.mark.parametrize("hidden", [False, True])
def test_bots_that_deploy_breakdowns_break_nothing(hidden: bool) -> None:
    """Steps are conserved, what is hidden stays hidden, and a repetition comes to the same."""
    happened: set[type] = set()
    for seed in range(4):
        game = set_up(hidden).game
        watch = Watch(game, Random(seed), Rates(refused=1, offered=2, facts=2, packed=2, undo=2, hidden=1))
        bot = make_bot("random", seed)
        for _ in range(400):
            if game.state.clock.phase != "set_up" or game.decision is None:
                break
            watch.choices()
            watch.take(game.decision.side, bot.choose(game, game.decision.side))
        watch.finish()
        happened |= {type(event) for event in game.events()}
    assert {BreakdownDetached, BreakdownAbsorbed} <= happened
