"""Ports on the page: what a port can take and why it takes nothing; repair and damage by clicks."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

import support
from e2e.desk import Desk, Served, key_of, says
from redball.core.actions import SetMode
from redball.rules.ground.port_works import PortRepaired, PortWrecked
from redball.rules.naval.shipment import SupplyShipped
from redball.rules.naval.shipping import UnitShipped
from rules.test_ports import ENGINEERS, ports

BOTH = {"axis": "human", "soviet": "human"}
ENEMY = f"soviet 03.02 r {support.LEG}\nsoviet 06.05 s {support.LEG}"
UNITS = f"axis 02.02 a {support.LEG}\naxis 02.03 e {ENGINEERS}\n"
HAVEN = "axis 02.02 hits=2 used=8\naxis 05.02\nsoviet 06.05 hits=4"
PRINTED = "02.02 3\n05.02 1T\n06.05 2 1 2T 0 0"
MORE = "[supply]\naxis 02.02 9\n[sources]\naxis 02.02\n"


def haven(units: str, phasing: str, **switches: object) -> support.Sitting:
    """Three ports, one with engineers beside it."""
    return support.sit(units, rest=ports(HAVEN, PRINTED, MORE), phasing=phasing, switches=switches)


def test_a_port_is_shut_while_the_enemy_is_beside_it_and_opens_when_they_leave(
    desk: Desk, served: Served, pictures: Path
) -> None:
    desk.open(served.sit(haven(UNITS + ENEMY, "soviet", fog=False).game, BOTH), "").same()
    port, panel = desk.hex("02.02"), desk.the("port-panel")
    desk.look(desk.hex("03.03"), 1.1).hover(port)
    says(desk.the("fan-port"), "Port of 3 SP, 2 hits: 1 SP 3T of", "it can take 0 SP more in this phase")
    desk.click(port)
    says(panel, "Port of 3 SP, 2 hits: 1 SP 3T", "It can take 0 SP more in this phase")
    says(panel, "an enemy ZOC shuts it: nothing is landed or shipped there")
    desk.painted()
    desk.page.screenshot(path=pictures / "ports-shut.png")
    desk.pick("r").click(desk.hex("05.03"))
    desk.page.get_by_role("button", name="Halt here").click()
    desk.settle().look(desk.hex("03.03"), 1.1).click(port)
    says(panel, "It can take 1 1/4 SP more in this phase", "trace supply comes through it")
    expect(panel).not_to_contain_text("shuts it")
    desk.painted()
    desk.page.screenshot(path=pictures / "ports-open.png")


def test_a_port_is_repaired_and_damaged_by_clicks_and_read_in_the_list(
    desk: Desk, served: Served, pictures: Path
) -> None:
    desk.open(served.sit(haven(UNITS + f"soviet 06.05 s {support.LEG}", "axis").game), "axis").same()
    port, panel = desk.hex("02.02"), desk.the("port-panel")
    desk.look(desk.hex("03.03"), 1.1).click(port)
    says(panel, "Repair a hit for 1 SP with", "Damage it by a hit with")
    panel.get_by_role("button", name="e Bn").first.click()
    desk.same()
    assert [event.hits for event in desk.happened(PortRepaired)] == [1]
    says(desk.the("port-size"), "Port of 3 SP, 1 hit: 2 SP 2T")
    says(panel, "A hit on the port 02.02 Haven was already repaired in this phase")
    panel.get_by_role("button", name="units there").click()
    desk.same()
    assert [(event.hits, event.units) for event in desk.happened(PortWrecked)] == [(2, ("a",))]
    says(panel, "was already damaged this way this turn")
    desk.painted()
    desk.page.screenshot(path=pictures / "ports-worked.png")
    desk.page.get_by_text("Map as a list").click()
    occupied = desk.page.get_by_role("list", name="Occupied hexes")
    says(occupied, "soviet: Port of 2 SP, 4 hits: 0T; its hits have left no capacity")
    says(occupied, "axis: Port of 1T")


SEA = "axis 02.02\naxis 05.02\naxis 06.04 hits=4"
COMPANY = "Co infantry other 1-3-3L/1-3-6L"
SHIPPING = "[supply]\naxis 02.02 9\n[sources]\naxis 02.02\n[shipping]\naxis 2\n"


def test_units_and_supply_are_shipped_by_clicks_with_what_is_left_and_why_not(
    desk: Desk, served: Served, pictures: Path
) -> None:
    own = f"axis 02.02 a {support.LEG}\naxis 02.02 b {support.LEG} strat\naxis 02.02 c {COMPANY}"
    units = f"{own}\nsoviet 06.05 s {support.LEG}"
    sitting = support.sit(units, rest=ports(SEA, "02.02 3\n05.02 2\n06.04 1T", SHIPPING))
    desk.open(served.sit(sitting.game), "axis").same()
    there, panel = desk.hex("05.02"), desk.the("port-panel")
    desk.pick("a")
    says(desk.the("shipping-left"), "2 of 2 left")
    says(panel, "a Rgt goes to", "changes to Move Mode first", "1/2 of the allowance")
    desk.the("ship-others").locator("summary").click()
    says(desk.the("ship-others"), "The port 06.04 Haven is shut: it is in an enemy ZOC")
    desk.painted()
    desk.page.screenshot(path=pictures / "ports-shipping.png")
    desk.push(f"ship-to-{there}").same()
    assert [(event.unit, event.hex) for event in desk.happened(UnitShipped)] == [("a", there)]
    assert desk.game.look.unit("a").mode == "move"
    desk.pick("b")
    says(desk.the("shipping-left"), "1 1/2 of 2 left")
    desk.the("ship-amount").select_option(label="1 SP 1T")
    desk.push("ship-go").same()
    assert [(event.tokens, event.hex) for event in desk.happened(SupplyShipped)] == [(5, there)]
    says(desk.the("shipping-left"), "1/4 of 2 left")
    says(desk.page.get_by_role("log"), "shipped from")
    desk.pick("c").push(f"unit-choice-{key_of(SetMode('c', 'move', 'move'))}")
    says(panel, "c Co goes to", "1/8 of the allowance")
    desk.push(f"ship-to-{there}").same()
    assert desk.happened(UnitShipped)[-1].unit == "c"
