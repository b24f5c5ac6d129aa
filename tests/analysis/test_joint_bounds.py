"""Bounds of 1992's barrages with aircraft under fog: whatever lies under the top of the target, the truth lies between
them; and each end is what some stack would have."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest

from editions.v1992.test_v1992_air_barrage import BASES, BOMBER, GUN, MARKERS, drafted
from redball.analysis.joint_bounds import joint_bounds, stacks
from redball.analysis.joint_fire import joint_answer, joint_of
from redball.analysis.mission_bounds import MissionBounds
from redball.core.actions import AddPlane, AddUnit
from redball.editions.aimed_barrage import AimBarrage
from redball.game.sight.belief import believed
from redball.game.sight.beneath import doubt
from redball.server.answers.combat import with_aircraft
from redball.server.session import Session
from support import HQ, LEG, TANKS, Sitting, land, sit

HIDDEN = {"d": "Div infantry other 9-3-4L/5-3-6L re=3", "e": TANKS, "f": LEG, "k": HQ}
ELSEWHERE = "13.02"
STRONG = f"{BASES}\nsoviet 08.02 2"


def hiding(here: tuple[str, ...], *, guns: bool = False, dump: bool = False, aim: str = "", mark: str = "") -> Sitting:
    """Two bombers over a stack with these units under its top; the others lie under another top."""
    units = [f"axis 01.02 army {LEG}", f"axis 06.02 g {GUN}", f"axis 07.02 spot {LEG}"]
    units += [f"soviet 08.02 a {TANKS}", f"soviet {ELSEWHERE} aa {TANKS}"]
    for uid, printed in HIDDEN.items():
        units.append(f"soviet {'08.02' if uid in here else ELSEWHERE} {uid} {printed} {mark if uid == 'd' else ''}")
    supply = "axis 06.02 4\n" + ("soviet 08.02 2\n" if dump else "")
    rest = f"[supply]\n{supply}[sources]\naxis 01.02\nsoviet 14.02\n[bases]\n{STRONG}\n"
    rest += f"[aircraft]\n{MARKERS.format(BOMBER)}\n"
    at = "combat_barrage" if guns else "movement_barrage"
    table = drafted(sit("\n".join(units), land(columns=14, rows=2), rest=rest, edition="1992", at=at))
    table.do(*([AimBarrage(aim)] if aim else []), *([AddUnit("g")] if guns else []), AddPlane("b"), AddPlane("c"))
    return table


def told(table: Sitting) -> MissionBounds:
    known, data = doubt(table.game.look, "axis", table.hex("08.02")), joint_of(table.game.look, table.data)
    assert known is not None
    assert data is not None
    return joint_bounds(known, data)


@pytest.mark.case("4.9a-A", "E92-flak-strength", "E92-barrage-shifts-density")
@pytest.mark.parametrize(("guns", "aim"), [(False, ""), (True, ""), (False, "base")])
def test_the_truth_of_a_barrage_with_aircraft_lies_between_its_bounds(guns: bool, aim: str) -> None:
    """Every choice of what lies there, with a dump or a step lost or without: the bounds are the same, and hold it."""
    due = told(hiding((), guns=guns, aim=aim))
    assert due.open
    for number, dump, mark in product(range(len(HIDDEN) + 1), (False, True), ("", "lost=1")):
        for here in combinations(HIDDEN, number):
            table = hiding(here, guns=guns, dump=dump, aim=aim, mark=mark)
            assert told(table) == due, (here, dump, mark)
            data = joint_of(table.game.look, table.data)
            assert data is not None
            true = joint_answer(table.game.look, data).ends
            assert due.dg.holds(true.chance(lambda end: end.effect.dg)), here
            assert due.steps.holds(true.expect(lambda end: end.effect.steps)), here
            assert due.levels.holds(true.expect(lambda end: end.effect.levels)), here
            assert due.own_steps.holds(true.expect(lambda end: end.arrival.lost)), here


@pytest.mark.case("E92-flak-strength")
def test_both_ends_are_reached() -> None:
    """Least is lost where the tanks are alone, most where all lie with a dump; hits are most likely in between."""
    due = told(hiding(()))
    losses, hits = [], []
    for number in range(len(HIDDEN) + 1):
        for here, dump in product(combinations(HIDDEN, number), (False, True)):
            table = hiding(here, dump=dump)
            data = joint_of(table.game.look, table.data)
            assert data is not None
            true = joint_answer(table.game.look, data).ends
            losses.append(true.expect(lambda end: end.arrival.lost))
            hits.append(true.chance(lambda end: end.effect.dg))
    assert (min(losses), max(losses)) == (due.own_steps.least, due.own_steps.most)
    assert (min(hits), max(hits)) == (due.dg.least, due.dg.most)


@pytest.mark.case("4.8-A", "4.9a-A")
def test_every_size_and_number_of_steps_has_a_stack() -> None:
    """With a battalion of tanks (1/2 RE) on top: subsets of a division of 1 to 3 steps, another battalion, a regiment
    and an HQ of 1 RE each."""
    known = doubt(hiding(()).game.look, "axis", hiding(()).hex("08.02"))
    assert known is not None
    look, due = known.look, set()
    singles = [0, 2], [0, 4], [0, 4]
    for division in range(4):
        for parts in product(*singles):
            due.add((2 + 4 * division + sum(parts), 1 + division + sum(map(bool, parts))))
    found = list(stacks(known))
    assert {(size, steps) for size, steps, _ in found} == due
    for size, steps, stack in found:
        assert sum(map(look.regimental_equivalents, stack.units)) == size
        assert sum(look.steps(unit) for unit in stack.units) == steps
        assert len({unit.counter for unit in stack.units}) == len(stack.units)


@pytest.mark.case("4.9a-A")
def test_the_preview_of_the_draft_has_the_bounds(tmp_path: Path) -> None:
    table = hiding(("d",))
    seat = Session.begin(tmp_path, table.game, {"axis": "human", "soviet": "human"})
    found = with_aircraft(seat, believed(table.game.look, "axis"), "axis", table.hex("08.02"), ())
    assert found is not None
    assert found.bounds is not None
    assert found.bounds.dg[0].chance < found.bounds.dg[1].chance
