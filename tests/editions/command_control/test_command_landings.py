"""Units that come from Landing Craft into a stack in the zone of another army, as those that come on foot."""

from __future__ import annotations

import pytest

from editions.command_control.sedan import EDITION
from editions.command_control.test_command_zones import PORTS, RAILWAY
from redball.core.actions.naval import BeginSail, LandUnit, PlanLanding, PutAshore
from redball.rules.modes.disorganization import Disorganized
from redball.rules.naval.invasion_events import UnitLanded
from rules.rail_table import INF, position
from support import HQ, Sitting, sitting

WAYS = [("08.02", "08.02", {"u", "v"}), ("08.02", "09.02", set()), ("04.02", "04.02", set())]
"""Where a unit lands, where another one of its side stands, and who is DG then."""


def off_shore(to: str, there: str) -> Sitting:
    """Landing Craft with a unit of army 1 lie on a coast: 08.02 is in the zone of army 2."""
    units = f"axis aboard u {INF} move\naxis 01.02 h1 {HQ}\naxis 13.02 h2 {HQ}\naxis {there} v {INF}"
    craft = f"[also]\n{to} sea\n[craft]\naxis {to} lc landing_craft 3 aboard=u\n"
    return sitting(position(units, more=f"{PORTS}{RAILWAY}{craft}"), edition=EDITION)


@pytest.mark.case("C4.4-into", "18.5g")
@pytest.mark.parametrize(("to", "there", "dg"), WAYS)
def test_who_lands_in_a_port_of_another_zone_disorganizes_too(to: str, there: str, dg: set[str]) -> None:
    table = off_shore(to, there).do(BeginSail("lc"), PutAshore("u"))
    assert table.at("u") == to
    assert {event.unit for event in table.all(Disorganized)} == dg


@pytest.mark.case("C4.4-into", "18.5f")
@pytest.mark.parametrize(("to", "there", "dg"), WAYS)
def test_who_lands_on_a_beach_of_another_zone_disorganizes_too(to: str, there: str, dg: set[str]) -> None:
    table = off_shore(to, there)
    table.do(PlanLanding(table.hex(to)), LandUnit("u", 0)).done()
    table.idle(lambda: bool(table.all(UnitLanded)))
    assert {event.unit for event in table.all(Disorganized)} == dg
