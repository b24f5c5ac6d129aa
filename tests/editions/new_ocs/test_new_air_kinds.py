"""Who flies which kind of mission in the Air Operations Phase of New OCS, and what holds for every strike by night."""

from __future__ import annotations

from typing import Any

import pytest

from editions.new_ocs.test_new_air import BOMBER, FIGHTER, JU52, STUKA, fly, sky
from redball.core.actions import AddPlane, AimMission, Done, PlanMission
from redball.rules.air.air import FlakFired
from support import LEG, Sitting

HAVEN = '[places]\n09.01 port "Haven"\n[ports]\n09.01 3\n[harbours]\nsoviet 09.01\n'
STOCKS = f"{HAVEN}[supply]\naxis 05.01 4\nsoviet 08.01 4\n"
PARA = "Bn parachute other 2-5-3L/1-5-6L"
UNITS = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}\nsoviet 08.01 t {LEG}\naxis 05.01 p {PARA} move"
PLANES = f"axis 05.01 b {BOMBER}\naxis 05.01 s {STUKA}\naxis 05.01 f {FIGHTER}\naxis 05.01 j {JU52}"


def skies(planes: str = PLANES, **more: Any) -> Sitting:
    """All kinds of targets, and every kind of aircraft at 05.01."""
    drops = "[drops]\np 07.01 turn=1\n"
    table = sky(planes, units=UNITS, supply=STOCKS, drops=drops, own_base_duty="may", **more)
    return table.done() if table.step == "aircraft_refit.refit" else table


@pytest.mark.case("N14-assign-fighters", "N14-assign-bombers", "N10-night-table")
@pytest.mark.parametrize(
    ("kind", "where", "who"),
    [
        ("patrol", "07.01", "f"),
        ("fighter_sweep", "12.01", "f"),
        ("barrage", "08.01", "bsf"),
        ("base_barrage", "12.01", "bsf"),
        ("port_barrage", "09.01", "bsf"),
        ("dump_barrage", "08.01", "bsf"),
        ("night_base_barrage", "12.01", "b"),
        ("night_port_barrage", "09.01", "b"),
        ("night_dump_barrage", "08.01", "b"),
        ("interdiction", "07.01", "bsf"),
        ("supply_drop", "07.01", "fj"),
        ("air_drop", "07.01", "fj"),
    ],
)
def test_who_flies_what(kind: str, where: str, who: str) -> None:
    """A bomber of two engines, a Stuka, a Fighter with bombs, a Transport."""
    table = skies(f"{PLANES}\nsoviet 12.01 x {FIGHTER}")
    table.do(PlanMission(kind), AimMission(table.hex(where)))
    assert {add.plane for add in table.offered(AddPlane)} == {*who}
    trip = "return" if kind.endswith("drop") else ""
    for pid in {*"bsfj"} - {*who}:
        assert table.refused(AddPlane(pid, trip))[1] in ("N14-assign-fighters", "N14-assign-bombers")


@pytest.mark.case("N14-interception-night", "N10-night-defence")
@pytest.mark.parametrize(("kind", "where"), [("base", "12.01"), ("port", "09.01"), ("dump", "08.01")])
def test_no_strike_by_night_is_intercepted_and_each_meets_flak(kind: str, where: str) -> None:
    for night in (False, True):
        table = skies(f"{PLANES}\nsoviet 12.01 x {FIGHTER}", dice=(1,) * 9)
        fly(table, f"night_{kind}_barrage" if night else f"{kind}_barrage", where, "b").done()
        assert (table.step == "air_scramble.intercept") is not night
        if night:
            assert len(table.all(FlakFired)) == 1


@pytest.mark.case("N14.4-roll-airbase", "N10-night-defence")
@pytest.mark.parametrize("kind", ["base_barrage", "night_base_barrage"])
def test_a_strong_base_adds_one_by_day_and_by_night(kind: str) -> None:
    bases = "axis 05.01 1\nsoviet 12.01 2"
    table = skies(f"axis 05.01 b {BOMBER}", bases=bases, dice=(1, 1, 1, 1)).do(
        PlanMission(kind), AimMission(skies().hex("12.01")), AddPlane("b"), Done(), Done()
    )
    assert [line.amount for line in table.one(FlakFired).ledger.lines][1:] == ["+1"]
