"""The bot's ports: what is missed where, what may go, shipping of supply and units, and works on ports."""

from __future__ import annotations

import pytest

from bots.test_steady_air import scene_of
from bots.test_steady_sea import FOE, TWO_PORTS, shore
from bots.test_steady_sea_phase import again
from redball.bots.steady import sea_ports
from redball.bots.steady.scene import Memory
from redball.bots.steady.sea_craft import forward, surplus, want
from redball.core.actions import BeginMove, Cancel, Construct, SetMode
from redball.core.actions.naval import LoadShipment, OpenShipment, ShipTo
from support import HQ, LEG, MILITIA, Sitting

ENGINEER = "Bn engineer other 2-3-4L/1-3-8L kind=engineer"
FRONT, BACK = "06.02", "18.02"
"""Two own ports: four hexes from the enemy at 10.01, and eight."""


def ports(more: str = "", supply: str = "", *, allowance: int = 3, foe: str = FOE, hits: str = "") -> Sitting:
    """Those two ports, with a Shipping Allowance in SP."""
    rest = TWO_PORTS.replace(f"axis {FRONT}", f"axis {FRONT}{hits}") + f"[shipping]\naxis {allowance}\n"
    return shore(f"{foe}\n{more}" if more else foe, rest=rest + (f"[supply]\n{supply}\n" if supply else ""))


# --- what is missed, and what may go -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "supply", "missed"),
    [
        (f"axis 06.02 q {HQ}", "", 20),
        (f"axis 06.02 q {HQ}", "axis 06.02 7T", 13),
        (f"axis 06.02 q {HQ}", "axis 06.02 20T", 0),
        (f"axis 06.02 q {HQ}", "axis 06.02 30T", 0),
        (f"axis 03.02 q {HQ}", "", 20),
        (f"axis 02.02 q {HQ}", "", 0),
        (f"axis 02.02 q {HQ}\naxis 06.02 a {LEG}", "", 20),
        (f"axis 06.02 a {LEG}", "axis 06.02 1T", 19),
        ("", "", 0),
    ],
)
def test_supply_is_missed_where_an_hq_or_troops_live_from_a_port(more: str, supply: str, missed: int) -> None:
    look = ports(more, supply).look
    assert want(look, "axis", look.board.index(FRONT)) == missed


def test_supply_is_missed_only_where_it_is_used_up() -> None:
    """Twelve hexes from the enemy it is, thirteen it is not."""
    for foe, missed in (("18.01", 20), ("19.01", 0)):
        look = ports(f"axis 06.02 q {HQ}", foe=f"axis 01.01 z {LEG}\nsoviet {foe} r {LEG}").look
        assert want(look, "axis", look.board.index(FRONT)) == missed


@pytest.mark.parametrize(("hex_", "tokens", "left"), [("17.02", 14, 14), ("16.02", 14, 4), ("16.02", 9, 0)])
def test_a_port_behind_the_front_gives_all_and_one_near_it_keeps_a_stock(hex_: str, tokens: int, left: int) -> None:
    look = ports(supply=f"axis {hex_} {tokens}T").look
    assert surplus(look, "axis", look.board.index(hex_)) == left


def test_supply_goes_forward_and_never_back_as_much_as_is_there_and_is_missed() -> None:
    look = ports(f"axis 06.02 q {HQ}", "axis 18.02 30T\naxis 06.02 8T").look
    front, back = look.board.index(FRONT), look.board.index(BACK)
    assert forward(look, "axis", back, front) == 12
    assert forward(look, "axis", front, back) == 0
    assert forward(look, "axis", back, back) == 0
    few = ports(f"axis 06.02 q {HQ}", "axis 18.02 5T").look
    assert forward(few, "axis", back, front) == 5
    both = ports(f"axis 06.02 q {HQ}\naxis 18.02 p {HQ}", "axis 18.02 16T\naxis 06.02 8T").look
    assert forward(both, "axis", back, front) == 8, "of 12, 4 are missed at the start, too"
    level = ports(f"axis 06.02 q {HQ}", "axis 18.02 30T", foe=f"axis 20.01 z {LEG}\nsoviet 12.01 r {LEG}").look
    assert level.board.distance(front, level.board.index("12.01")) == level.board.distance(
        back, level.board.index("12.01")
    )
    assert forward(level, "axis", back, front) == 0, "it is no nearer to the enemy"


# --- shipping ----------------------------------------------------------------------------------------------------


def test_each_pair_of_ports_is_asked_once_a_segment() -> None:
    table, memory = ports(f"axis 06.02 q {HQ}", "axis 18.02 30T"), Memory()
    assert sea_ports.ship_supply(again(table, memory)) == OpenShipment(table.hex(BACK), table.hex(FRONT))
    assert sea_ports.ship_supply(again(table, memory)) is None


def test_supply_goes_first_to_where_most_is_missed() -> None:
    third = TWO_PORTS.replace("[ports]", '08.02 port "Creek"\n[ports]\n08.02 6').replace(
        "[harbours]", "[harbours]\naxis 08.02"
    )
    hqs = f"axis 05.02 q {HQ}\naxis 08.02 p {HQ}"
    for there, goal in (("08.02", FRONT), (FRONT, "08.02")):
        stock = f"[supply]\naxis 18.02 30T\naxis {'11.02' if there == '08.02' else '04.01'} 9T\n"
        table = shore(f"{FOE}\n{hqs}", rest=f"{third}[shipping]\naxis 9\n{stock}")
        missed = {name: want(table.look, "axis", table.hex(name)) for name in (FRONT, "08.02")}
        assert missed == {goal: 20, there: 11}
        assert sea_ports.ship_supply(scene_of(table.game)) == OpenShipment(table.hex(BACK), table.hex(goal))


@pytest.mark.parametrize(("tokens", "allowance", "ships"), [(4, 3, True), (3, 3, False), (4, 0, False)])
def test_a_load_must_be_worth_a_trip_and_there_must_be_an_allowance(
    tokens: int, allowance: int, *, ships: bool
) -> None:
    table = ports(f"axis 06.02 q {HQ}", f"axis 18.02 {tokens}T", allowance=allowance)
    assert (sea_ports.ship_supply(scene_of(table.game)) is not None) is ships


@pytest.mark.parametrize(("there", "loaded"), [("", 12), ("axis 06.02 15T", 5), ("axis 06.02 18T", 2)])
def test_as_much_is_loaded_as_is_missed_and_may_go(there: str, loaded: int) -> None:
    table = ports(f"axis 06.02 q {HQ}", f"axis 18.02 30T\n{there}".strip())
    table.do(OpenShipment(table.hex(BACK), table.hex(FRONT)))
    assert sea_ports.load(scene_of(table.game)) == LoadShipment(loaded)


def test_nothing_is_loaded_for_a_port_that_misses_nothing() -> None:
    table = ports(f"axis 06.02 q {HQ}", "axis 18.02 30T\naxis 06.02 20T")
    table.do(OpenShipment(table.hex(BACK), table.hex(FRONT)))
    assert sea_ports.load(scene_of(table.game)) == Cancel()


# --- units -------------------------------------------------------------------------------------------------------

WAITS = f"axis 18.02 a {LEG}"


def test_a_unit_in_a_port_goes_to_the_one_where_it_is_worth_more_first_turning_its_move_side_up() -> None:
    table = ports(WAITS)
    scene = scene_of(table.game)
    found = sea_ports.passage(scene, table.unit("a"))
    assert found is not None
    assert found[1] == table.hex(FRONT)
    assert sea_ports.embark(scene, table.unit("a"), found[0] - 1)
    table.do(BeginMove("a"))
    moving = again(table, scene.memory)
    assert sea_ports.ride(moving, table.unit("a")) == SetMode("a", "move", "move")
    table.do(SetMode("a", "move", "move"))
    assert sea_ports.ride(again(table, scene.memory), table.unit("a")) == ShipTo(table.hex(FRONT))
    assert sea_ports.ride(again(table, Memory()), table.unit("a")) is None, "it was not meant to"


def test_it_stays_where_it_gains_no_more_by_sea_than_otherwise() -> None:
    table = ports(WAITS)
    scene = scene_of(table.game)
    found = sea_ports.passage(scene, table.unit("a"))
    assert found is not None
    assert not sea_ports.embark(scene, table.unit("a"), found[0])
    assert ("by sea", "a") not in scene.memory.notes


@pytest.mark.parametrize(("gain", "goes"), [(140, False), (141, True)])
def test_a_passage_must_gain_more_than_a_move_and_the_allowance_that_it_takes(
    monkeypatch: pytest.MonkeyPatch, gain: int, *, goes: bool
) -> None:
    table = ports(WAITS)
    there = table.hex(FRONT)
    monkeypatch.setattr(sea_ports, "weigher", lambda *_: lambda unit: lambda hex_: 7 + gain * (hex_ == there))
    assert sea_ports.passage(scene_of(table.game), table.unit("a")) == ((gain, there) if goes else None)


@pytest.mark.parametrize(
    ("unit", "allowance"),
    [
        (f"axis 17.02 a {LEG}", 3),
        (f"axis 06.02 a {LEG}", 3),
        ("axis 18.02 a truck 2 12T", 3),
        (WAITS, 0),
        (f"axis 18.02 a {LEG} railed", 3),
    ],
)
def test_nobody_goes_by_sea_who_waits_in_no_port_is_at_the_front_already_or_may_not(unit: str, allowance: int) -> None:
    table = ports(unit, allowance=allowance)
    assert sea_ports.passage(scene_of(table.game), table.unit("a")) is None


def test_nobody_goes_by_sea_to_a_port_that_is_full_of_troops() -> None:
    crowd = "\n".join(f"axis 06.02 c{n} Div infantry other 12-4-3L/6-4-6L re=3" for n in range(5))
    table = ports(f"{WAITS}\n{crowd}")
    assert sea_ports.passage(scene_of(table.game), table.unit("a")) is None


# --- works -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("supply", "foe", "mends"),
    [("8T", "10.01", True), ("7T", "10.01", False), ("8T", "08.02", False), ("8T", "09.02", True)],
)
def test_a_port_is_mended_with_supply_at_hand_and_not_where_it_is_about_to_be_lost(
    supply: str, foe: str, *, mends: bool
) -> None:
    """A host two hexes off would take it, three hexes off not yet."""
    host = f"axis 20.01 z {LEG}\nsoviet {foe} r Div tank armor 30-5-8K/20-5-14K re=3"
    table = ports(f"axis 05.02 e {ENGINEER}", f"axis 06.02 {supply}", foe=host, hits=" hits=2")
    found = sea_ports.work(scene_of(table.game))
    assert (isinstance(found, Construct) and found.task.startswith("repair_port")) is mends


@pytest.mark.parametrize(
    ("guard", "foe", "wrecks"),
    [
        (LEG, "Div tank armor 30-5-8K/20-5-14K re=3", True),
        ("Div tank armor 30-5-8K/20-5-14K re=3", "Div tank armor 30-5-8K/20-5-14K re=3", False),
        (LEG, MILITIA, False),
        (LEG, "Rgt infantry other 12-4-3L/6-4-6L", False),
        (LEG, "Rgt infantry other 13-4-3L/6-4-6L", True),
    ],
)
def test_a_port_that_is_about_to_be_lost_is_damaged_once(guard: str, foe: str, *, wrecks: bool) -> None:
    table = ports(f"axis 06.02 a {guard}", "axis 06.02 4T", foe=f"axis 20.01 z {LEG}\nsoviet 08.02 r {foe}")
    memory = Memory()
    found = sea_ports.work(again(table, memory))
    assert (isinstance(found, Construct) and found.task.startswith("wreck_port")) is wrecks
    if wrecks:
        assert sea_ports.work(again(table, memory)) != found


def test_works_wait_for_the_movement_phase() -> None:
    rest = TWO_PORTS.replace(f"axis {FRONT}", f"axis {FRONT} hits=2") + "[supply]\naxis 06.02 8T\n"
    table = shore(f"{FOE}\naxis 05.02 e {ENGINEER}", rest=rest, at="exploitation_movement")
    assert sea_ports.work(scene_of(table.game)) is None
