"""Barrages of ships foreseen, held to every throw of the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analysis.mission_dice import NEW, OLD, TABLES, Steps, flak, half_up, points, ship_fate
from editions.new_ocs.test_new_naval import strike_force
from editions.v1992.test_v1992_naval import sea as sea_1992
from redball.analysis.joint_fire import joint_answer, joint_of
from redball.analysis.mission import mission_answer
from redball.analysis.mission_report import ONE_SHIP, TERRAIN, assumptions_of
from redball.analysis.phased_mission import foreseen
from redball.core.actions import AddPlane, DeclareBarrage
from redball.core.actions.naval import AimAtShip
from redball.game.sight.belief import believed
from rules.test_ship_strikes import BOTH, STUKA, at_base, planned, skies

BLENHEIM = "T (2)-6-20/(1)-3-20"
FULL = {STUKA: (18, 9, 0), BLENHEIM: (6, 3, 0), BOTH: (9, 4, 0)}
Ends = dict[tuple[int, int], Fraction]


def due(steps: Steps, more: int, protection: int, *, shift: int = 1, damaged: bool = False, dg: bool = False) -> Ends:
    """Steps lost on the way, and what becomes of the ship."""
    found: Ends = {}
    for after, chance in flak(steps, more, (0,) * len(steps)):
        strength = half_up(Fraction(2 * points(steps, after), protection))
        for fate, p in ship_fate(strength, shift, damaged=damaged, dg=dg, by_charts=TABLES).items():
            fate = 0 if fate == 1 and dg else fate
            found[sum(after), fate] = found.get((sum(after), fate), Fraction(0)) + chance * p
    return {key: chance for key, chance in found.items() if chance}


@pytest.mark.case("18.3c", "18.3c-B", "18.3c-C", "18.3d-A", "18.3d-C", "18.3f", "18.3e")
@pytest.mark.parametrize("types", [(STUKA,), (STUKA, BLENHEIM), (BOTH, STUKA, BLENHEIM)])
@pytest.mark.parametrize(("marks", "flak_of", "protection"), [("", 0, 1), ("dg", 2, 3), ("damaged", 3, 3)])
def test_a_barrage_of_a_ship_is_foreseen_as_every_throw_falls(
    types: tuple[str, ...], marks: str, flak_of: int, protection: int
) -> None:
    values = f"12-4-{flak_of}-{protection}"
    table = skies(at_base(*types), f"soviet 08.04 s1 cruiser {values}/{values} {marks}\n")
    planned(table, *(f"p{i}" for i in range(len(types))))
    found = mission_answer(table.game.look, table.data)
    more = flak_of + (len(types) >= 3)
    wanted = due([FULL[t] for t in types], more, protection, damaged=marks == "damaged", dg=marks == "dg")
    assert dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.struck))) == wanted
    assert found.flak is not None
    assert found.flak.value == more
    told = assumptions_of(found, fog=False)
    assert (ONE_SHIP in told, TERRAIN in told) == (True, False)


@pytest.mark.case("18.3c", "4.9a-A")
def test_it_is_foreseen_for_the_ship_that_is_meant_and_hidden_ones_change_nothing() -> None:
    weak, strong = "soviet 08.04 s1 cruiser 9-3-0-1/9-3-0-1\n", "soviet 08.04 s2 cruiser 9-3-1-9/9-3-1-9\n"

    def ends(ships: str, *, fog: bool = True, meant: str = "") -> Ends:
        table = planned(skies(at_base(STUKA), ships, switches={"fog": fog}), "p0")
        table.do(*([AimAtShip(meant)] if meant else []))
        found = mission_answer(believed(table.game.look, "axis"), table.data)
        return dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.struck)))

    assert ends(weak) == ends(weak + strong) == due([FULL[STUKA]], 0, 1)
    assert ends(weak + strong, fog=False) == due([FULL[STUKA]], 1, 1)
    assert ends(weak + strong, fog=False, meant="s2") == due([FULL[STUKA]], 1, 9)


@pytest.mark.case("N14-strike-flak", "18.3f", "18.3c-B")
@pytest.mark.parametrize("marks", ["", "damaged", "dg"])
def test_in_new_ocs_what_is_left_of_the_ship_fires_its_flak_after_the_strike(marks: str) -> None:
    """Front 3, back 1; another ship there has 1. There is no shift for a short range."""
    table = strike_force(marks)
    found = foreseen(table.game.look, table.data)
    before = 1 if marks == "damaged" else 3
    fates = ship_fate(36, 0, damaged=marks == "damaged", dg=marks == "dg", by_charts=NEW)
    wanted: Ends = {}
    for fate, p in fates.items():
        left = {3: 0, 2: 1}.get(fate, before)
        fate = 0 if fate == 1 and marks == "dg" else fate
        for after, chance in flak([FULL[STUKA]], left + 1, (0,)):
            wanted[sum(after), fate] = wanted.get((sum(after), fate), Fraction(0)) + chance * p
    assert dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.struck))) == wanted


@pytest.mark.case("E92-flak-strength", "18.3c-B")
def test_by_1992_aircraft_over_ships_are_foreseen_under_flak() -> None:
    """The Flak of both ships is the strength of the hex at sea; a roll takes a step, or turns the aircraft back."""
    table = sea_1992(planes=f"axis 01.01 b {STUKA.replace('-15', '-9')} over=03.03")
    table.do(DeclareBarrage(table.hex("03.03")), AddPlane("b"))
    data = joint_of(table.game.look, table.data)
    assert data is not None
    found = joint_answer(table.game.look, data)
    assert found.flak is not None
    assert found.flak.value == 4
    through = {points: p for points, p in dict(found.ends.map(lambda end: end.arrival.points)).items() if points}
    assert set(through) == {18}
    wanted = {fate: p * through[18] for fate, p in ship_fate(36, 0, damaged=False, dg=False, by_charts=OLD).items()}
    wanted[0] += 1 - through[18]
    assert dict(found.ends.map(lambda end: end.effect.struck)) == wanted
