"""Bounds of air missions under fog: whatever lies under the top of the target, the truth lies between them."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

from analysis.test_mission_odds import draft, squadron
from redball.analysis.mission_bounds import MissionBounds, mission_bounds
from redball.analysis.phased_mission import unopposed
from redball.cli.mission_text import mission_odds_lines
from redball.game.sight.beneath import doubt
from redball.server.session import Session
from rules.test_air_strikes import BLENHEIM, FAR, FIGHTER, HQ, STUKA, TANKS, front
from support import LEG, Sitting, land, sit

HIDDEN = {"t2": TANKS, "t3": LEG, "u": HQ}
ELSEWHERE = "18.01"


def hiding(here: tuple[str, ...], *types: str, kind: str = "barrage", mark: str = "", level: int = 0) -> Sitting:
    """A mission to a stack with these units under its top; the others lie under another top."""
    planes, _ = squadron(*types)
    stacks = {FAR: [f"t1 {TANKS}"], ELSEWHERE: [f"a {TANKS}"]}
    for uid, printed in HIDDEN.items():
        stacks[FAR if uid in here else ELSEWHERE].append(f"{uid} {printed} {mark if uid == 't2' else ''}")
    units = [f"soviet {where} {line}" for where, lines in stacks.items() for line in lines]
    bases = "axis 01.01 3" + (f"\nsoviet {FAR} {level}" if level else "")
    rest = f"[bases]\n{bases}\n[aircraft]\n{planes}\n"
    ground = land(columns=30, rows=1)
    table = sit("\n".join([*units, f"axis 02.01 s {LEG}"]), ground, rest=rest, at="movement_barrage")
    return draft(table, *(f"p{i}" for i in range(len(types))), kind=kind)


def told(table: Sitting) -> MissionBounds:
    known = doubt(table.game.look, "axis", table.hex(FAR))
    assert known is not None
    return mission_bounds(known, table.data)


@pytest.mark.case("4.9a-A", "4.9a-B", "10.0a-C", "14.4e")
@pytest.mark.parametrize(
    ("types", "kind", "level"),
    [
        ((STUKA,), "barrage", 0),
        ((BLENHEIM, STUKA, FIGHTER), "barrage", 0),
        ((STUKA, STUKA), "base_barrage", 3),
    ],
)
def test_the_truth_of_a_mission_lies_between_its_bounds(types: tuple[str, ...], kind: str, level: int) -> None:
    """Every choice of what lies there, one of them in Strat Mode or with a step lost: the bounds are the same, and
    hold it."""
    due = told(hiding((), *types, kind=kind, level=level))
    assert due.open
    for number, mark in product(range(len(HIDDEN) + 1), ("", "strat move")):
        for here in combinations(HIDDEN, number):
            table = hiding(here, *types, kind=kind, mark=mark, level=level)
            assert told(table) == due
            true = unopposed(table.game.look, table.data)
            assert due.dg.holds(true.chance(lambda end: end.effect.dg)), here
            assert due.steps.holds(true.expect(lambda end: end.effect.steps)), here
            assert due.levels.holds(true.expect(lambda end: end.effect.levels)), here
            assert due.own_steps.holds(true.expect(lambda end: end.arrival.lost)), here


@pytest.mark.case("4.9a-A")
def test_both_ends_are_reached() -> None:
    """Most is lost to Flak beside an HQ; all together are hit most easily, with one in Strat Mode."""
    due = told(hiding((), STUKA, STUKA))
    lowest = unopposed((table := hiding(("u",), STUKA, STUKA)).game.look, table.data)
    assert due.own_steps.most == lowest.expect(lambda end: end.arrival.lost)
    highest = unopposed((table := hiding(("t2", "t3", "u"), STUKA, STUKA, mark="strat move")).game.look, table.data)
    assert due.dg.most == highest.chance(lambda end: end.effect.dg)


@pytest.mark.case("4.9a-A")
@pytest.mark.parametrize("fog", [True, False])
def test_the_terminal_tells_the_bounds_under_fog(tmp_path: Path, *, fog: bool) -> None:
    table = hiding(("t2",), STUKA)
    if not fog:
        table = draft(front(f"t1 {TANKS}", squadron(STUKA)[0]), "p0")
    seat = Session.begin(tmp_path, table.game, {"axis": "human", "soviet": "human"})
    lines = "\n".join(mission_odds_lines(seat, "axis", "", -1, ()))
    assert ("whatever fog hides there: DG" in lines) is fog
