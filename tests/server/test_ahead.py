"""Questions about a position that is not there yet: they agree with what comes of really going there, change nothing,
and name what keeps somebody from it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from as_json import plain
from redball.analysis.bounds import Attack
from redball.analysis.ground import combat_answer
from redball.analysis.hypothetical import Question, answers_of, odds_of, standing_at
from redball.analysis.policy import Policy
from redball.core.actions import BeginMove, Halt, SetMode, StepTo
from redball.core.state import Mode
from redball.game import Game
from redball.game.plan.mode_reach import reach_by_mode
from redball.game.plan.moves import reachable
from redball.rules.combat.odds import attack_cost
from redball.rules.trace.cuts import cut_map, cuts
from redball.server.answers.ahead import approaches, budget_of, cuts_of_side, modes_of
from redball.server.session import Session
from support import GUNS, HQ, LEG, TANKS, TRUCK, Sitting, land, sit

INF = "Rgt infantry other 4-3-3L/2-3-8T"
ROW = land(columns=14, rows=1)
SUPPLY = "[supply]\naxis 01.01 9\n[sources]\naxis 01.01\nsoviet 14.01"


def session_of(game: Game) -> Session:
    """A session of a game that is on no server."""
    return cast(Session, SimpleNamespace(game=game))


def asked(table: Sitting, units: str, target: str, at: str = "", alone: bool = False, side: str = "axis") -> Any:
    """The approaches as the page gets them, by the name of their hex."""
    found = approaches(session_of(table.game), side, units, table.hex(target), at, Policy(), alone=alone)
    return {table.look.hex_name(one["hex"]): one for one in plain(found)["approaches"]}


# --- what if they attacked from there --------------------------------------------------------------------------

FIELD = f"axis 02.03 a {INF}\naxis 04.04 b {INF}\nsoviet 04.03 s {LEG}\nsoviet 06.03 t {LEG}"
NEAR = "[supply]\naxis 02.03 9\n[sources]\naxis 01.01\nsoviet 06.05"


@pytest.mark.case("9.0-A")
def test_the_odds_from_a_hex_are_those_of_an_attack_by_units_that_went_there() -> None:
    table = sit(FIELD, rest=NEAR)
    before = table.game.state
    there = asked(table, "a", "04.03", alone=True)
    assert table.game.state is before
    assert "04.03" not in there
    reached = reachable(table.game, "axis", ("a",)).hexes
    for name, one in there.items():
        hex_ = table.hex(name)
        assert (one["left"] != "") == (hex_ in reached), name
        if hex_ not in reached:
            continue
        gone = sit(FIELD, rest=NEAR)
        gone.do(BeginMove("a"), *map(StepTo, reached[hex_].path[1:]), Halt())
        found = combat_answer(gone.look, "regular", table.hex("04.03"), ("a",))
        assert (one["odds"], one["drm"]) == (found.preview.odds.odds, found.preview.odds.drm), name
        assert one["taken"] == pytest.approx(float(found.outcomes.chance(lambda way: way.after.taken))), name


@pytest.mark.case("9.1c-B")
def test_those_beside_the_hex_join_unless_the_units_go_alone() -> None:
    table = sit(FIELD, rest=NEAR)
    both, alone = asked(table, "a", "04.03"), asked(table, "a", "04.03", alone=True)
    assert {tuple(one["others"]) for one in both.values()} == {("b",)}
    assert {tuple(one["others"]) for one in alone.values()} == {()}
    assert all(both[name]["tokens"] > alone[name]["tokens"] for name in both)
    assert all(both[name]["taken"] >= alone[name]["taken"] for name in both)


def test_others_may_be_assumed_to_stand_elsewhere() -> None:
    table = sit(f"axis 02.03 a {INF}\naxis 01.04 c {INF}\nsoviet 04.03 s {LEG}", rest=NEAR)
    at = f'{{"c": {table.hex("04.04")}}}'
    assert tuple(asked(table, "a", "04.03", at)["03.03"]["others"]) == ("c",)
    assert tuple(asked(table, "a", "04.03")["03.03"]["others"]) == ()
    with pytest.raises(ValueError, match="held by the enemy"):
        asked(table, "a", "04.03", f'{{"c": {table.hex("04.03")}}}')
    with pytest.raises(ValueError, match="not one of your units"):
        asked(table, "a", "04.03", f'{{"s": {table.hex("02.03")}}}')
    with pytest.raises(ValueError, match="object from units to hexes"):
        asked(table, "a", "04.03", "nonsense")


@pytest.mark.case("5.8-C", "9.0-C", "4.8-A")
def test_what_keeps_units_from_an_attack_is_said() -> None:
    table = sit(f"axis 02.03 a {INF} strat\nsoviet 04.03 s {LEG}", rest=NEAR)
    found = asked(table, "a", "04.03")
    assert {one["refusal"]["case"] for one in found.values()} == {"5.8-C"}
    with pytest.raises(ValueError, match="no enemy combat units are known"):
        asked(table, "a", "05.01")
    big = "\n".join(f"axis 03.03 d{i} Div infantry other 9-3-3L/2-3-8T re=3" for i in range(4))
    crowd = asked(sit(f"axis 02.03 a {INF}\n{big}\nsoviet 04.03 s {LEG}", rest=NEAR), "a", "04.03")
    assert [name for name, one in crowd.items() if one["crowded"]] == ["03.03"]


@pytest.mark.case("4.9a-A")
def test_what_lies_under_a_stack_does_not_change_the_answer_under_fog() -> None:
    under = f"{FIELD}\nsoviet 04.03 u Div infantry other 30-3-3L/10-3-8L re=3"
    told = []
    for hidden in ("", " lost=1"):
        table = sit(under + hidden, rest=NEAR, switches={"fog": True})
        told.append(asked(table, "a", "04.03"))
        spread = told[-1]["03.03"]["spread"]
        assert spread[0] < spread[1]
    assert told[0] == told[1]


@pytest.mark.case("7.0")
def test_in_the_other_sides_turn_the_attack_is_that_of_the_next_own_one() -> None:
    own = asked(sit(FIELD, rest=NEAR), "a", "04.03", alone=True)
    other = asked(sit(f"{FIELD}", at="movement", phasing="soviet", rest=NEAR), "a", "04.03", alone=True)
    assert {name: (one["odds"], one["taken"]) for name, one in other.items()} == {
        name: (one["odds"], one["taken"]) for name, one in own.items()
    }


def test_many_questions_at_once_are_those_one_by_one() -> None:
    table = sit(FIELD, rest=NEAR)
    target = table.hex("04.03")
    asks = [
        Question({"a": hex_}, Attack("regular", target, units, Policy()))
        for hex_ in table.look.board.neighbours(target)
        for units in (("a",), ("a", "b"))
    ]
    odds, answers = [*odds_of(table.look, asks)], [*answers_of(table.look, asks)]
    assert [one.odds for one in odds] == [one.preview.odds for one in answers]
    for ask, one in zip(asks, answers, strict=True):
        alone = combat_answer(standing_at(table.look, ask.places), "regular", target, ask.attack.attackers, Policy())
        assert alone.outcomes.ways == one.outcomes.ways
    assert standing_at(table.look, {"a": table.look.unit("a").hex}) is table.look


# --- what a ZOC would cut --------------------------------------------------------------------------------------


@pytest.mark.case("12.6d-A")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_the_map_of_cuts_is_the_single_ones_together(side: str) -> None:
    look = Game.new("yelnya", seed=2, switches={"fog": False}).look
    found = cut_map(look, side)
    for unit in look.own(side):
        alone = {one.hex for one in cuts(look, unit, "trace").cuts if one.by == "zoc"}
        assert alone == {hex_ for hex_, units in found.cuts.items() if unit.id in units}, unit.id


@pytest.mark.case("12.6d-A", "4.9a-A")
def test_both_sides_cuts_are_told_of_the_units_in_sight() -> None:
    rows = f"axis 04.01 a {LEG}\naxis 04.01 b {LEG}\nsoviet 11.01 s {LEG}\nsoviet 11.01 u {LEG}"
    table = sit(rows, ROW, rest=SUPPLY, switches={"fog": True})
    ours = plain(cuts_of_side(session_of(table.game), "axis", "axis"))
    theirs = plain(cuts_of_side(session_of(table.game), "axis", "soviet"))
    assert ours["traced"] == 2
    assert {unit for one in ours["cuts"] for unit in one["units"]} == {"a", "b"}
    assert theirs["traced"] == 1
    assert {tuple(one["units"]) for one in theirs["cuts"]} <= {("s",), ("u",)}
    assert ours["cuts"][0]["steps"] == max(one["steps"] for one in ours["cuts"])
    with pytest.raises(ValueError, match="there is no side"):
        cuts_of_side(session_of(table.game), "axis", "nobody")


# --- the budget ------------------------------------------------------------------------------------------------


@pytest.mark.case("12.5c-A", "12.5c-C", "12.4-A", "12.6c-A")
def test_a_budget_has_what_there_is_and_what_would_need_it() -> None:
    rows = (
        f"axis 02.01 hq {HQ}\naxis 05.01 m {TRUCK} formation=Div\naxis 05.01 n {TRUCK} formation=Div\n"
        f"axis 06.01 k {TANKS}\naxis 05.01 gun {GUNS}\nsoviet 07.01 s {LEG}"
    )
    table = sit(rows, ROW, rest=SUPPLY)
    found = plain(budget_of(session_of(table.game), "axis"))
    assert (found["tokens"], found["ground"], found["loaded"], found["organic"]) == (36, 36, 0, 0)
    assert [(hq["unit"], hq["tokens"]) for hq in found["hqs"]] == [("hq", 36)]
    fuel = {need["name"]: need for need in found["fuel"]}
    costs = table.look.world.charts.supply_costs
    assert fuel["Div"]["tokens"] == min(costs.fuel_formation, 2 * costs.fuel_single_unit)
    (attack,) = found["attacks"]
    assert (attack["hex"], attack["units"]) == (table.hex("07.01"), ["k"])
    assert attack["tokens"] == found["attacking"] == attack_cost(table.look, table.look.unit("k"))
    assert found["feeding"] is None
    cut = sit(rows, ROW, rest=SUPPLY.replace("axis 01.01\nsoviet", "soviet"))
    feeding = plain(budget_of(session_of(cut.game), "axis"))["feeding"]
    assert set(feeding["units"]) >= {"m", "n", "k", "gun"}
    assert feeding["tokens"] > 0


def test_a_need_beyond_what_can_be_brought_shows_what_could() -> None:
    table = sit(
        f"axis 12.01 k {TANKS}\nsoviet 13.01 s {LEG}", ROW, rest="[supply]\naxis 01.01 9\n[sources]\naxis 01.01"
    )
    (attack,) = plain(budget_of(session_of(table.game), "axis"))["attacks"]
    assert attack["tokens"] > attack["within"] == 0


# --- reach by mode ---------------------------------------------------------------------------------------------


@pytest.mark.case("5.4-B", "5.8a-A")
@pytest.mark.parametrize("mode", ["combat", "move", "strat"])
def test_the_reach_of_a_mode_is_that_after_the_change(mode: Mode) -> None:
    rows = f"axis 02.01 a {INF}\nsoviet 14.01 s {LEG}"
    found = {one.mode: one for one in reach_by_mode(sit(rows, ROW, rest=SUPPLY).game, "axis", ("a",))}
    table = sit(rows, ROW, rest=SUPPLY).do(BeginMove("a"))
    if mode != "combat":
        table.do(SetMode("a", mode, "move"))
    after = reachable(table.game, "axis", ("a",)).hexes
    assert found[mode].hexes == after
    assert (found[mode].later, found[mode].refusal) == (None, None)
    assert found[mode].shown == (mode == "combat")


@pytest.mark.case("5.8a-A", "5.4-B")
def test_a_mode_that_cannot_be_had_says_why_and_one_for_later_too() -> None:
    rows = f"axis 12.01 a {INF}\naxis 03.01 b {INF}\nsoviet 13.01 s {LEG}"
    table = sit(rows, ROW, rest=SUPPLY)
    close = {one.mode: one for one in modes_of(session_of(table.game), "axis", "a")}
    assert close["strat"].refusal is not None
    assert close["strat"].refusal.case == "5.8a-A"
    react = sit(rows, ROW, at="reaction_movement", phasing="soviet", rest=SUPPLY)
    later = {one.mode: one for one in modes_of(session_of(react.game), "axis", "b")}
    assert later["move"].later is not None
    assert later["move"].hexes
    with pytest.raises(ValueError, match="units of one hex"):
        modes_of(session_of(table.game), "axis", "a,b")
