"""Reinforcements at ports: within the capacity of the phase, and not in an enemy ZOC."""

from __future__ import annotations

import pytest

from redball.core.actions import Done, PlaceSupply, PlaceUnit
from redball.core.events import SupplyArrived, SupplyForfeited
from redball.rules.ground.harbours import PortUsed, harbour_at, room
from rules.table import Table
from rules.test_arrivals import RIFLES, phase

NEW = "\n".join(f"axis 01.01 n{i} {RIFLES}" for i in range(3))
"""Regiments of 6 Leg MA: half a point, or 2T, each (4.7b)."""


def at_port(printed: str, arriving: str, *entry: str, side: str = "axis", units: str = "", **more: object) -> Table:
    """Arrivals where 01.01 has a port."""
    rest = f'[places]\n01.01 port "Haven"\n[ports]\n01.01 {printed}\n[harbours]\n{side} 01.01\n'
    return phase(f"{NEW}\n{units}", arriving, *(entry or ("01.01",)), rest=rest, **more)  # type: ignore[arg-type]


def left(table: Table) -> int:
    port = harbour_at(table.look, table.hex("01.01"))
    assert port is not None
    return room(table.look, port)


def placed(table: Table, *uids: str) -> Table:
    return table.do(*(PlaceUnit(uid, table.hex("01.01")) for uid in uids))


@pytest.mark.case("13.6a-A", "19.0a-A")
def test_units_arrive_at_a_port_up_to_its_capacity() -> None:
    table = placed(at_port("1", "n0 n1 n2"), "n0", "n1")
    assert left(table) == 0
    refusal = table.why(PlaceUnit("n2", table.hex("01.01")))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("port.full", "13.6a-A", "0", "1/2")
    assert [(used.used, used.case) for used in table.all(PortUsed)] == [(8, "13.6a-A"), (16, "13.6a-A")]


@pytest.mark.case("13.6a-A")
def test_another_entry_hex_has_no_such_limit() -> None:
    table = placed(at_port("1", "n0 n1 n2", "01.01", "01.03"), "n0", "n1")
    assert {action.hex for action in table.offered(PlaceUnit)} == {table.hex("01.03")}
    table.do(PlaceUnit("n2", table.hex("01.03")))
    assert (table.at("n2"), len(table.all(PortUsed))) == ("01.03", 2)


@pytest.mark.case("13.6a-A", "19.0a-B")
def test_one_unit_that_is_too_large_arrives_alone() -> None:
    table = placed(at_port("1T", "n0 n1"), "n0")
    assert (table.at("n0"), table.one(PortUsed).whole, left(table)) == ("01.01", True, 0)
    assert table.refused(PlaceUnit("n1", table.hex("01.01")))[0] == "port.full"


@pytest.mark.case("13.6a-A", "13.6b-A")
@pytest.mark.parametrize("guard", ["", f"axis 01.01 own {RIFLES}"])
def test_nothing_arrives_at_a_port_in_an_enemy_zoc_negated_or_not(guard: str) -> None:
    """At any other hex it does (13.6b-A)."""
    enemy = f"soviet 02.01 r {RIFLES}\n{guard}"
    table = at_port("1", "n0", units=enemy)
    assert table.refused(PlaceUnit("n0", table.hex("01.01"))) == ("port.shut", "13.6a-A")
    assert phase(f"{NEW}\n{enemy}", "n0", "01.01").offered(PlaceUnit)


@pytest.mark.case("13.6a-A")
def test_nothing_arrives_at_a_port_that_the_enemy_has() -> None:
    table = at_port("1", "n0", side="soviet")
    assert table.refused(PlaceUnit("n0", table.hex("01.01"))) == ("arrival.blocked", "13.6b-B")


@pytest.mark.case("13.6a-A")
def test_supply_that_finds_no_room_is_lost() -> None:
    """A regiment takes 2T of 1 SP; 2T of the 8T come in."""
    table = placed(at_port("1", "n0", sp=8), "n0")
    assert (table.one(SupplyArrived).tokens, table.one(SupplyForfeited).tokens) == (2, 6)
    assert (table.tokens("axis", "01.01"), left(table)) == (2, 0)
    assert table.told(SupplyForfeited) == "Axis has no room for 1 SP 2T of supply and loses it"


@pytest.mark.case("13.6a-A")
def test_all_supply_is_lost_at_a_port_that_is_shut() -> None:
    table = at_port("1", "", sp=8, units=f"soviet 02.01 r {RIFLES}")
    assert (table.all(SupplyArrived), table.one(SupplyForfeited).tokens) == ([], 8)


@pytest.mark.case("13.6a-A")
def test_supply_is_shared_between_a_port_and_another_hex() -> None:
    table = at_port("1", "", "01.01", "01.03", sp=8)
    here, there = table.hex("01.01"), table.hex("01.03")
    assert max(a.tokens for a in table.offered(PlaceSupply) if a.hex == here) == 4
    assert max(a.tokens for a in table.offered(PlaceSupply) if a.hex == there) == 8
    assert table.refused(PlaceSupply(here, 5)) == ("port.full", "13.6a-A")
    table.do(PlaceSupply(here, 4))
    assert {action.hex for action in table.offered(PlaceSupply)} == {there}
    table.do(PlaceSupply(there, 4))
    assert (table.tokens("axis", "01.01"), table.tokens("axis", "01.03"), table.all(SupplyForfeited)) == (4, 4, [])


@pytest.mark.case("13.6a-A")
def test_the_rest_is_lost_once_all_ports_are_full() -> None:
    rest = '[places]\n01.01 port "A"\n01.03 port "B"\n[ports]\n01.01 1\n01.03 1T\n[harbours]\naxis 01.01\naxis 01.03\n'
    table = phase("", "", "01.01", "01.03", rest=rest, sp=8)
    table.do(PlaceSupply(table.hex("01.01"), 4), PlaceSupply(table.hex("01.03"), 1))
    assert table.one(SupplyForfeited).tokens == 3


@pytest.mark.case("13.6a-A")
def test_units_that_no_port_takes_are_lost_like_others() -> None:
    table = placed(at_port("2T", "n0 n1"), "n0")
    table.do(Done())
    assert not table.unit("n1").on_map
