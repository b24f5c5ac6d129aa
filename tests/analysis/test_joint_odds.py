"""Barrages of 1992 with aircraft foreseen: held to every throw of the dice, and to barrages through the façade."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from analysis.mission_dice import joint, left_by_hex_flak, percents, raided
from analysis.test_monte_carlo import chance_above, compared
from editions.v1992.test_v1992_air_barrage import BASES, BOMBER, MARKERS, UNITS, drafted, sky
from redball.analysis.joint_fire import joint_answer, joint_of
from redball.analysis.mission import Ended, MissionAnswer, answer
from redball.core.actions import AddPlane, AddUnit, Done
from redball.core.events import BarrageResolved
from redball.editions.aimed_barrage import AimBarrage
from redball.editions.v1992.joint_barrage import AircraftStruck
from redball.game import Game
from redball.game.sight.belief import believed
from redball.rules.air.air import AircraftHit, BaseRaided
from support import Sitting, land, sit

THREE = f"{MARKERS.format(BOMBER)}\naxis 01.01 d T (1)-5-9/(1)-2-9 over=08.02"
STRONG = f"{BASES}\nsoviet 08.02 3"
THROWS = 50


def told(table: Sitting) -> MissionAnswer:
    """What the axis foresees of its draft."""
    look = believed(table.game.look, "axis")
    data = joint_of(look, table.data)
    assert data is not None
    return joint_answer(look, data)


@pytest.mark.case("E92-flak-results", "E92-air-phasing-wait", "E92-air-phasing-barrage-phases")
@pytest.mark.parametrize(
    ("planes", "bases", "flak", "guns"),
    [("b", BASES, 1, 0), ("bc", STRONG, 4, 0), ("bd", STRONG, 4, 0), ("b", STRONG, 4, 8)],
)
def test_flak_fires_at_each_aircraft_then_all_that_are_left_fire(planes: str, bases: str, flak: int, guns: int) -> None:
    """With and without a gun of 8 points; a hex of 1 RE shifts one column to the left."""
    table = drafted(sky(THREE, bases=bases, at="combat_barrage" if guns else "movement_barrage"))
    table.do(*([AddUnit("g")] if guns else []), *map(AddPlane, planes))
    found, points = told(table), {"b": 18, "c": 18, "d": 5}
    due = joint(tuple(points[pid] for pid in planes), flak, guns, -1)
    assert dict(found.ends.map(lambda end: (end.arrival.lost, end.effect.dg, end.effect.steps))) == {
        key: chance for key, chance in due.items() if chance
    }
    arrivals: dict[int, Fraction] = {}
    for _, left, chance in left_by_hex_flak(tuple(points[pid] for pid in planes), flak):
        arrivals[left] = arrivals.get(left, Fraction(0)) + chance
    assert dict(found.ends.map(lambda end: end.arrival.points)) == arrivals
    assert found.flak is not None
    assert found.flak.value == flak
    assert found.column is not None
    assert found.column.lines[0].reason == f"{sum(points[pid] for pid in planes) + guns} Barrage Points"


def targets(*, at: str = "movement_barrage") -> Sitting:
    """The bombers over a regiment, 4 SP, a base of Level 3 and a hedgehog of Level 2: Flak of 5."""
    air = f"[bases]\n{STRONG}\n[aircraft]\n{THREE}\nsoviet 08.02 z {BOMBER} inactive\n"
    rest = "[supply]\naxis 06.02 4\nsoviet 08.02 4\n[hedgehogs]\nsoviet 08.02 2\n"
    rest += f"[sources]\naxis 01.02\nsoviet 14.02\n{air}"
    return drafted(sit(UNITS, land(columns=14, rows=2), rest=rest, edition="1992", at=at))


def unless_turned_back(due: dict[Any, Fraction], turned: Fraction, nothing: Any) -> dict[Any, Fraction]:
    """These results, if the one aircraft gets through."""
    found = {key: chance * (1 - turned) for key, chance in due.items()}
    found[nothing] = found.get(nothing, Fraction(0)) + turned
    return found


@pytest.mark.case("E92-barrage-dump", "E92-facility-ab", "E92-facility-rail-hedgehog", "E92-inactive-air")
def test_other_targets_are_foreseen() -> None:
    """18 points; the hedgehog shifts the barrage on the dump one column to the left."""
    turned = sum((p for _, left, p in left_by_hex_flak((18,), 5) if not left), Fraction(0))
    table = targets()
    table.do(AddPlane("b"), AimBarrage("supply"))
    assert dict(told(table).ends.map(lambda end: end.effect.percent)) == unless_turned_back(percents(18, -1), turned, 0)
    table.do(AimBarrage("base"))
    due = unless_turned_back(raided(18, 3), turned, (0, False))
    assert dict(told(table).ends.map(lambda end: (end.effect.levels, end.effect.aircraft))) == due
    table.do(AimBarrage("works"))
    levels: dict[int, Fraction] = {}
    for (hits, _), chance in raided(18, 3).items():
        levels[hits] = levels.get(hits, Fraction(0)) + chance
    assert dict(told(table).ends.map(lambda end: end.effect.works)) == unless_turned_back(levels, turned, 0)


def test_without_aircraft_or_while_it_cannot_fire_there_is_nothing_to_foresee() -> None:
    table = drafted(sky(THREE, at="combat_barrage"))
    assert joint_of(table.game.look, table.data) is None
    table.do(AddUnit("g"))
    assert joint_of(table.game.look, table.data) is None
    table.do(AddPlane("b"))
    assert joint_of(table.game.look, table.data) is not None


# --- through the façade ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("aim", ["units", "base"])
def test_barrages_through_the_facade_fall_as_foreseen(aim: str) -> None:
    """Three aircraft and a gun; decisions as the analysis has them."""
    table = targets(at="combat_barrage")
    table.do(AddUnit("g"), *map(AddPlane, "bcd"), *([AimBarrage(aim)] if aim != "units" else []))
    foreseen = {came(end): Fraction(0) for end in told(table).ends.ways}
    for end, chance in told(table).ends:
        foreseen[came(end)] += chance
    fell = Counter(flown(table.game.fork(seed)) for seed in range(THROWS))
    assert set(fell) <= set(foreseen)
    square, freedom = compared(fell, foreseen, THROWS)  # type: ignore[arg-type]
    assert chance_above(square, freedom) > 0.001


def came(end: Ended) -> tuple[int, int, bool, int, int, bool]:
    """As a barrage is counted."""
    return end.arrival.lost, end.arrival.points, end.effect.dg, end.effect.steps, end.effect.levels, end.effect.aircraft


def flown(game: Game) -> tuple[int, int, bool, int, int, bool]:
    """One barrage with dice of its own."""
    first = len(game.events())
    game.do(Done())
    while any(frame.procedure == "joint_barrage" for frame in game.state.stack):
        assert game.do(answer(game.look)).refusal is None
    events = game.events()[first:]
    fired = [e for e in events if isinstance(e, BarrageResolved)]
    return (
        sum(isinstance(e, AircraftHit) and e.side == "axis" for e in events),
        sum(e.points for e in events if isinstance(e, AircraftStruck)),
        any(e.result != "-" for e in fired),
        sum(e.steps for e in fired),
        sum(e.levels for e in events if isinstance(e, BaseRaided)),
        any(isinstance(e, AircraftHit) and e.plane == "z" for e in events),
    )
