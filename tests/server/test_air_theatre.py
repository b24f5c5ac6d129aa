"""Missions and Air Combats that are open, as both sides are told of them while they decide."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from editions.new_ocs.test_new_air import BOMBER, FIGHTER, STRONG, TARGET, fly, sky
from redball.analysis.air_fight import Prospects, fight_of
from redball.analysis.policy import Policy
from redball.core.actions import AbortPlane, AddPlane, AimMission, Done, PlanMission, SendPlane
from redball.core.chances import spread_of
from redball.editions.new_ocs import air as new_ocs
from redball.editions.v1992 import air as v1992
from redball.game.plan.fighting import FightMacro
from redball.game.save import SaveFile
from redball.game.view.decision import contested
from redball.rules.air.air import AirRound
from redball.rules.air.combat import SERIES, AirCombat, Aircraft, Standing, throw_battle
from redball.rules.air.outcomes import Outcomes
from redball.server.answers.air_theatre import AirChances, AirStage, Flyer
from redball.server.answers.theatre import theatre
from redball.server.session import Session
from support import LEG, Sitting, land, sit

BF109, LAGG, STUKA = "F 4-3-12/3-2-12", "F 2-2-8/1-1-8", "T (1)-18-9/(1)-9-9"
UNITS = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"
BASES = "[bases]\naxis 04.01 2\nsoviet 11.01 2\n[aircraft]\n"
SKY = f"{BASES}axis 04.01 g1 {BF109}\naxis 04.01 g2 {STUKA}\nsoviet 11.01 l1 {LAGG}\nsoviet 11.01 l2 {LAGG}\n"


def aloft(kind: str, where: str, *planes: str, rest: str = SKY, **more: Any) -> Sitting:
    """A mission of the Soviet side up to the first decision after its draft."""
    table = sit(UNITS, land(columns=14, rows=1), rest=rest, phasing="soviet", **more)
    return table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes), Done())


def seated(table: Sitting, tmp_path: Path) -> Session:
    """Two people at the game."""
    save = SaveFile(tmp_path / f"{uuid4().hex}.redball", table.game)
    return Session("x", table.game, save, {"axis": "human", "soviet": "human"})


def told(table: Sitting, side: str, tmp_path: Path) -> AirStage:
    """What the server answers a side."""
    found = theatre(seated(table, tmp_path), side, Policy())
    assert found is not None
    assert (found.kind, found.hex) == ("air", contested(table.game.look))
    assert found.air is not None
    return found.air


def chances(stage: AirStage) -> AirChances:
    """Those that the answer must have."""
    assert stage.chances is not None
    return stage.chances


@pytest.mark.case("14.3e-A", "14.3d-A")
def test_both_sides_are_told_the_same_chances_and_who_decides_what_an_abort_makes_of_them(tmp_path: Path) -> None:
    table = aloft("fighter_sweep", "04.01", "l1", "l2")
    seen = {side: told(table, side, tmp_path) for side in ("soviet", "axis")}
    assert [seen[side].role for side in ("soviet", "axis")] == ["attacker", "defender"]
    assert seen["soviet"].attacker.planes == (Flyer("l1", "2", False), Flyer("l2", "2", False))
    assert seen["axis"].defender.planes == (Flyer("g1", "4", False), Flyer("g2", "(1)", False))
    assert chances(seen["soviet"]) == chances(seen["axis"])
    met = Standing(((Aircraft(2), Aircraft(2)), (Aircraft(4), Aircraft(1, True))))
    plain = Outcomes(table.game.world.charts).battle(met)
    assert chances(seen["axis"]).attacker_wins == float(plain.chance(lambda end: end.winner == "attacker"))
    assert chances(seen["axis"]).defender_losses == float(plain.expect(lambda end: end.defender_losses))
    assert seen["axis"].choices == ()
    assert [(c.text, c.action) for c in seen["soviet"].choices] == [
        ("l1 aborts", "abort_plane"),
        ("l2 aborts", "abort_plane"),
        ("Nobody aborts", "done"),
    ]
    fewer, on = seen["soviet"].choices[0], seen["soviet"].choices[-1]
    assert on.attacker_wins == chances(seen["soviet"]).attacker_wins
    assert fewer.attacker_wins < on.attacker_wins
    assert fewer.attacker_losses < on.attacker_losses
    table.do(AbortPlane("l1"))
    assert chances(told(table, "axis", tmp_path)).attacker_wins == fewer.attacker_wins


@pytest.mark.case("14.3e-B")
def test_who_chooses_for_a_round_is_told_what_each_aircraft_would_bring(tmp_path: Path) -> None:
    table = aloft("fighter_sweep", "04.01", "l1", "l2").done().done().do(SendPlane("l1"))
    assert table.step == "air_combat.meet"
    stage = told(table, "axis", tmp_path)
    assert [plane.fights for plane in stage.attacker.planes] == [True, False]
    fighter, stuka = stage.choices
    assert (fighter.plane, stuka.plane) == ("g1", "g2")
    assert fighter.defender_losses < stuka.defender_losses


@pytest.mark.case("14.5-A", "14.5-B", "4.8b-E")
def test_who_may_intercept_is_told_of_the_fight_with_what_they_see(tmp_path: Path) -> None:
    """The target is far from the base of the Fighter. Of the mission only the aircraft on top shows (4.8b-E)."""
    rest = f"{BASES}axis 04.01 g1 {BF109}\nsoviet 11.01 s1 {STUKA}\nsoviet 11.01 s2 {STUKA}\n"
    units = f"{UNITS}\naxis 05.01 t {LEG}"
    table = sit(units, land(columns=14, rows=1), rest=rest, phasing="soviet", at="movement_barrage")
    table.do(PlanMission("barrage"), AimMission(table.hex("05.01")), AddPlane("s1"), AddPlane("s2"))
    assert contested(table.game.look) == -1, "what is planned is its side's secret"
    table.do(Done())
    assert (table.step, table.side) == ("air_mission.intercept", "axis")
    stage = told(table, "axis", tmp_path)
    assert (stage.mission, stage.role, stage.attacker.others) == ("barrage", "defender", True)
    (one,) = stage.choices
    assert (one.text, one.action, one.plane) == ("g1 intercepts", "intercept", "g1")
    seen = Standing(((Aircraft(4),), tuple([Aircraft(1, True)] * len(stage.attacker.planes))))
    plain = Outcomes(table.game.world.charts).battle(seen)
    assert one.defender_wins == float(plain.chance(lambda end: end.winner == "attacker"))
    assert told(table, "soviet", tmp_path).choices == ()


RULES = {"series": SERIES, "1992": v1992.ROUNDS, "new": new_ocs.SWEEP}


@pytest.mark.parametrize("name", RULES)
def test_combats_counted_once_are_walking_the_dice(name: str) -> None:
    """`Prospects` against its plain versions, with steps lost before; two more aircraft against the faster of them."""
    rules: AirCombat = RULES[name]
    charts = sit(
        UNITS, land(columns=14, rows=1), rest=SKY, edition={"series": "v4.2", "1992": "1992", "new": "new-ocs"}[name]
    ).game.world.charts
    met = Standing(((Aircraft(3), Aircraft(2)), (Aircraft(4),)), lost=(1, 0))
    assert Prospects(charts, rules).of(met) == spread_of(partial(throw_battle, charts, met, rules=rules))
    more = Standing(((Aircraft(3), Aircraft(3)), (Aircraft(4), Aircraft(2))))
    assert Prospects(charts, rules).of(more) == Outcomes(charts, rules).battle(more)


def test_the_best_pair_is_what_the_plain_version_sends() -> None:
    table = aloft("fighter_sweep", "04.01", "l1", "l2")
    fight = fight_of(table.game.look, table.game.state.stack[-1].data)
    charts = table.game.world.charts
    assert Prospects(charts, SERIES).of_pair(fight, ["l1"], ["g1"]) == Outcomes(charts).battle(fight.standing)
    assert Prospects(charts, SERIES).of_pair(fight, ["l1"], ["g2"]) != Outcomes(charts).battle(fight.standing)


def test_a_fight_goes_on_until_the_other_side_decides(tmp_path: Path) -> None:
    table = aloft("fighter_sweep", "04.01", "l1", "l2", dice=(1, 1, 1, 1, 1, 1))
    session = seated(table, tmp_path)
    session.macro("soviet", FightMacro())
    assert (table.step, table.side) == ("air_combat.before_second", "axis")
    session.macro("axis", FightMacro())
    assert (table.step, table.side) == ("air_combat.send", "soviet")
    session.macro("soviet", FightMacro())
    session.macro("axis", FightMacro())
    assert [(e.attacker, e.defender) for e in table.all(AirRound)] == [("l1", "g1"), ("l2", "g1")]
    assert (table.step, table.side) == ("air_combat.after_second", "axis"), (
        "whether to abort after it is the player's to say"
    )
    before = len(table.game.records)
    session.macro(table.side, FightMacro())
    assert len(table.game.records) == before


@pytest.mark.case("N14-interception-number", "4.8b-E")
@pytest.mark.parametrize("first", ["b", "e"])
def test_who_may_intercept_one_of_many_missions_sees_the_top_aircraft_of_each(tmp_path: Path, first: str) -> None:
    """New OCS: the aircraft by which the program calls a mission lies under its escort, or all of another one lie
    under those of a third; the defender is told of the mission all the same, and of nothing hidden."""
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 c {BOMBER}\naxis 05.01 e {STRONG}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, units=TARGET, supply="[supply]\nsoviet 08.01 4\nsoviet 14.01 4\n")
    fly(table, "barrage", "08.01", *(["b", "e+"] if first == "b" else ["e+", "b"]))
    fly(table, "interdiction", "08.01", "c")
    table.do(Done())
    assert (table.step, table.side) == ("air_scramble.intercept", "soviet")
    stage = told(table, "soviet", tmp_path)
    assert (stage.mission, stage.role, stage.attacker.side, stage.defender.side) == (
        "barrage",
        "defender",
        "axis",
        "soviet",
    )
    assert [one.plane for one in stage.attacker.planes] == ["e"]
    assert [choice.plane for choice in stage.choices] == ["x"]


@pytest.mark.case("E92-air-doubling-availability")
def test_who_could_double_up_is_told_before_the_rounds_and_who_aborts_counts_no_more(tmp_path: Path) -> None:
    """Three Fighters against one are an advantage of two. Without one of them there is none."""
    planes = "".join(f"soviet 11.01 l{i} {LAGG}\n" for i in (1, 2, 3))
    rest = f"{BASES.replace(' 2', ' 2 usable=2')}axis 04.01 g1 {BF109}\n{planes}"
    table = aloft("fighter_sweep", "04.01", "l1", "l2", "l3", rest=rest, edition="1992")
    assert table.step == "air_combat.before_first"
    charts, three = table.game.world.charts, (Aircraft(2), Aircraft(2), Aircraft(2))
    stage = told(table, "soviet", tmp_path)
    doubled = Standing((three, (Aircraft(4),)), doubling=(2, 0))
    won = Outcomes(charts, v1992.ROUNDS).battle(doubled).chance(lambda end: end.winner == "attacker")
    assert chances(stage).attacker_wins == float(won)
    left = Standing((three[1:], (Aircraft(4),)))
    alone = Outcomes(charts, v1992.ROUNDS).battle(left).chance(lambda end: end.winner == "attacker")
    aborts = [choice for choice in stage.choices if choice.plane]
    assert [choice.attacker_wins for choice in aborts] == [float(alone)] * 3
    assert alone < won


@pytest.mark.case("E92-air-doubling-attacker")
def test_what_a_second_aircraft_adds_is_told_and_which_of_two_attacks_is_better(tmp_path: Path) -> None:
    """Who is sent has the best one beside it; alone the first one does worse. Then the rolls: 6 and 11, with 2 against
    4 in ratings."""
    planes = "".join(f"soviet 11.01 l{i} {LAGG}\n" for i in (1, 2, 3))
    rest = f"{BASES.replace(' 2', ' 2 usable=2')}axis 04.01 g1 {BF109}\n{planes}"
    table = aloft("fighter_sweep", "04.01", "l1", "l2", "l3", rest=rest, edition="1992", dice=(3, 3, 6, 5))
    table.done()
    while table.step != "air_combat.send":
        table.done()
    stage = told(table, "soviet", tmp_path)
    whole = chances(stage).attacker_wins
    assert [choice.attacker_wins for choice in stage.choices] == [whole] * 3
    table.do(SendPlane("l1"))
    stage = told(table, "soviet", tmp_path)
    assert [choice.text for choice in stage.choices][-1] == "Only the first one"
    *beside, alone = [choice.attacker_wins for choice in stage.choices]
    assert beside == [whole] * 2
    assert alone < whole
    assert "a side that may send two aircraft against one does" in stage.assumed
    table.do(SendPlane("l2"))
    while table.step != "air_combat.use_attack":
        table.do(table.game.choices()[0])
    stage = told(table, "soviet", tmp_path)
    first, second = stage.choices
    assert (first.text.split(": ")[1][:2], second.text.split(": ")[1][:2]) == ("4,", "9,")
    assert first.attacker_wins < second.attacker_wins
