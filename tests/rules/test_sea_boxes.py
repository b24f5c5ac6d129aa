"""Boxes of kind sea: ships sail through them, and nobody fights there."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import BeginSail, Halt, PlanMission, StepTo
from redball.core.actions.naval import AimGuns
from redball.game.plan.voyages import reach_of_ship
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.rules.ground.boxes import ways
from redball.rules.ground.fleet import ship_in
from redball.rules.ground.occupancy import can_occupy, is_enterable
from redball.rules.naval.gunfire import refuse_shooter
from redball.rules.naval.lanes import counts_as_dg, is_open_to
from redball.rules.naval.naval import VoyageEnded
from redball.rules.naval.sailing import Voyage, refuse_step, sea_reach, speed
from support import LEG, Sitting, land, sit

BIG = "battleship 30-4-2-3/20-3-1-2"
COAST = land(*(f"{column:02d}.01=." for column in range(1, 13)), columns=12, rows=4, ground="-")
UNITS = f"axis 02.01 a {LEG}\nsoviet 11.01 r {LEG}"
BOXES = (
    '[boxes]\naegean off_map "Aegean" at=1,20\nalex off_map "Alexandria"\nthem off_map "Theirs"\nrear off_map "Rear"\n'
    "[ways]\naegean axis sea 4 02.04 12.04\nalex axis sea all aegean\nthem soviet sea 3 06.04\nrear axis 6 02.01\n"
    "[sources]\naxis 01.01\nsoviet 12.01\n"
)


def boxed(ships: str, *, rest: str = "", **how: Any) -> Sitting:
    """A sea with a box that joins its two corners, and another box behind it."""
    return sit(UNITS, COAST, rest=f"{BOXES}[ships]\n{ships}\n{rest}", **how)


def box(table: Sitting, name: str) -> int:
    return table.look.board.index(name)


@pytest.mark.case("SETUP-I-F-B", "18.1e")
def test_a_ship_sails_into_a_box_and_out_for_its_price() -> None:
    table = boxed(f"axis 02.03 bb {BIG}").do(BeginSail("bb")).go("02.04")
    table.do(StepTo(box(table, "aegean")))
    assert table.data.spent == 5 * 12
    table.go("12.04").do(Halt())
    ended = table.one(VoyageEnded)
    assert (ended.hex, ended.hexes) == (table.hex("12.04"), 3)


@pytest.mark.case("SETUP-I-F-B")
def test_a_box_may_cost_a_whole_move_and_lie_behind_another_one() -> None:
    """From the first box the next costs all MP, so that no ship comes to it in one phase."""
    table = boxed(f"axis aegean bb {BIG}\naxis 02.04 cc {BIG}").do(BeginSail("bb"))
    table.do(StepTo(box(table, "alex")))
    assert table.data.spent == 20 * 12
    assert table.refused(StepTo(box(table, "aegean"))) == ("ship.no_mp", "18.1f")
    table.do(Halt(), BeginSail("cc"), StepTo(box(table, "aegean")))
    assert table.refused(StepTo(box(table, "alex"))) == ("ship.no_mp", "18.1f")


@pytest.mark.case("SETUP-I-F-B")
def test_boxes_are_those_of_one_side_and_entered_only_where_the_scenario_says() -> None:
    table = boxed(f"axis 06.04 bb {BIG}").do(BeginSail("bb"))
    for name in ("them", "aegean", "rear"):
        assert table.refused(StepTo(box(table, name))) == ("ship.not_next", "18.1e")
    world = table.look.world
    bb = ship_in(table.look.state, "bb")
    assert bb is not None
    assert [is_open_to(world, bb, box(table, name)) for name in ("aegean", "alex", "them", "rear")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.case("SETUP-I-F-B")
def test_units_never_enter_a_box_of_the_sea() -> None:
    table = boxed(f"axis 06.04 bb {BIG}")
    world, counter = table.look.world, table.look.counter(table.look.unit("a"))
    assert [is_enterable(world, box(table, name), "leg") for name in ("aegean", "rear")] == [False, True]
    assert [can_occupy(world, box(table, name), counter) for name in ("aegean", "rear")] == [False, True]
    assert ways(world, box(table, "aegean")) == ()
    assert ways(world, table.hex("02.04")) == ()


def price_of(table: Sitting, start: int, to: int) -> int:
    """What the positions above say."""
    return 240 if box(table, "alex") in (start, to) else 48 if box(table, "aegean") in (start, to) else 12


def walked(table: Sitting, data: Voyage) -> dict[int, int]:
    """Every place that steps lead to, with the MP spent: the plain version of `sea_reach`."""
    found, look = {data.hex: 0}, table.look
    spread = [data.hex]
    while spread:
        start = spread.pop()
        for hex_ in range(look.board.size):
            here = Voyage(data.side, data.ship, data.start, start, found[start])
            if refuse_step(look, here, StepTo(hex_)) is None:
                price = price_of(table, start, hex_)
                if found[start] + price < found.get(hex_, 9999):
                    found[hex_] = found[start] + price
                    spread.append(hex_)
    return found


@pytest.mark.parametrize("where", ["03.03", "aegean", "12.04", "alex"])
def test_the_search_finds_what_steps_find_and_its_paths_are_steps(where: str) -> None:
    table = boxed(f"axis {where} bb {BIG}\nsoviet 07.03 s {BIG}\nsoviet 07.04 t {BIG}\nsoviet 07.02 u {BIG}")
    table.do(BeginSail("bb"))
    bb = ship_in(table.look.state, "bb")
    assert bb is not None
    found = sea_reach(table.look, bb)
    assert {hex_: cost for hex_, (cost, _) in found.items()} == walked(table, table.data)
    for hex_, (cost, path) in found.items():
        data = table.data
        for step in path[1:]:
            assert refuse_step(table.look, data, StepTo(step)) is None
            price = (
                240
                if box(table, "alex") in (data.hex, step)
                else 48
                if box(table, "aegean") in (data.hex, step)
                else 12
            )
            data = Voyage(data.side, data.ship, data.start, step, data.spent + price)
        assert (data.hex, data.spent) == (hex_, cost)
    reach = reach_of_ship(table.game, "axis", "bb")
    assert all(left + found[hex_][0] == speed(table.look.world, bb) for hex_, (left, _) in reach.hexes.items())


@pytest.mark.case("SETUP-I-F-B", "18.1c")
def test_there_is_no_combat_in_a_box_of_the_sea() -> None:
    """No ship fires from there or is fired at, no aircraft strikes; a ship there is not in a port."""
    ships = f"axis aegean bb {BIG}\nsoviet 01.04 s {BIG}\naxis 02.04 cc {BIG}"
    table = boxed(ships, at="movement_barrage")
    bb = ship_in(table.look.state, "bb")
    assert bb is not None
    refused = refuse_shooter(table.look, "axis", "ships", table.hex("01.04"), "bb")
    assert refused is not None
    assert (refused.code, refused.case) == ("gunfire.box", "SETUP-I-F-B")
    assert refuse_shooter(table.look, "axis", "ships", table.hex("01.04"), "cc") is None
    assert not counts_as_dg(table.look, bb)
    enemy = boxed(ships, at="movement_barrage", phasing="soviet")
    assert enemy.refused(AimGuns(box(enemy, "aegean"), "ships"))[0] == "gunfire.no_target"


@pytest.mark.case("SETUP-I-F-B", "18.2c")
def test_aircraft_of_a_carrier_in_a_box_with_a_place_may_fly_from_there() -> None:
    """The Aegean box has a place, that of Alexandria has none: nothing is within range of it."""
    for where, offered in (("aegean", True), ("alex", False)):
        table = boxed(
            f"axis {where} cv carrier 0-0-3-2/0-0-1-2 aircraft=2",
            rest=f"[bases]\naxis 01.01 1\n[aircraft]\naxis {where} f F 4-3-25/3-2-9 carrier=any on=cv\n",
        )
        assert (PlanMission("base_transfer") in table.offered(PlanMission)) is offered


def test_positions_keep_boxes_of_the_sea() -> None:
    table = boxed(f"axis aegean bb {BIG}")
    written = dump_position(table.look.world, table.look.state)
    assert "aegean axis sea 4 02.04 12.04" in written
    assert dump_position(*parse_position(written)) == written
