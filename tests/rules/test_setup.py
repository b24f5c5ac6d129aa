"""The state at the start of a scenario, and what a set-up must keep to."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from redball.core.state import FULL, NOT_ARRIVED, Clock, State
from redball.core.world import World
from redball.rules.setup.fixed import check_setup, initial_state
from redball.scenarios.records import Arrival, HedgehogSetup, Placement, SideInfo
from support import in_scenario, position

RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
COUNTERS = f"""[units]
axis 01.01 a {RIFLES}
axis 01.01 flak Rgt anti_aircraft other (3)-3-3L/(1)-3-6L
axis 01.01 tr truck 2 50T
axis 01.01 org organic 2 50T formation=9.PD
axis 01.01 big Div infantry other 12-3-3L/6-3-8L re=4
axis 01.01 dug Rgt infantry other 4-3-0L/2-3-6T
axis 01.01 pax Co pax other /1-1-6L kind=repl
soviet 05.01 s {RIFLES}
soviet 05.01 sflak Rgt anti_aircraft other (3)-3-3L/(1)-3-6L
"""
FLAT = "[terrain]\n. . . . .\n. . . . .\n"


def world_of(*placements: tuple[Any, ...], board: str = FLAT, **changes: Any) -> World:
    """A scenario with placements (side, hex, units, mode, facing, tokens, load); what is not placed never comes."""
    look = position(f"{board}{COUNTERS}")
    setup = tuple(
        Placement(side, look.board.index(h), tuple(units.split()), *rest) for side, h, units, *rest in placements
    )
    return in_scenario(look, setup=setup, **changes).world


def faults(world: World) -> list[tuple[str, str]]:
    """Code and case of everything that is wrong."""
    return [(fault.code, fault.case) for fault in check_setup(world)]


def begin(*placements: tuple[Any, ...], **changes: Any) -> State:
    """The initial state of a scenario."""
    return initial_state(world_of(*placements, **changes))


# --- the state -----------------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-IV-G", "SETUP-IV-J")
def test_units_begin_at_full_strength_and_unfueled() -> None:
    state = begin(("axis", "02.01", "a big"), ("soviet", "05.01", "s"))
    for unit in state.units.values():
        assert (unit.steps_lost, unit.internals, unit.out_of_supply, unit.hq_fueled) == (0, FULL, False, False)
        assert not unit.activity.fueled
    assert state.fueled_formations == frozenset()
    assert (state.steps_lost, state.clock, state.stack) == ({"axis": 0, "soviet": 0}, Clock(), ())
    assert [(state.units[uid].hex, state.units[uid].facing) for uid in ("pax", "flak")] == [
        (NOT_ARRIVED, "move"),
        (NOT_ARRIVED, "combat"),
    ]


@pytest.mark.case("SETUP-IV-B")
@pytest.mark.parametrize(
    ("mode", "facing", "shows"),
    [
        ("combat", "combat", ("combat", "")),
        ("move", "move", ("move", "")),
        ("reserve", "combat", ("combat", "reserve")),
        ("reserve", "move", ("move", "reserve")),
        ("strat", "move", ("move", "strat")),
    ],
)
def test_units_begin_in_any_voluntary_mode(mode: str, facing: str, shows: tuple[str, str]) -> None:
    world = world_of(("axis", "01.01", "a", mode, facing), ("soviet", "05.01", "s"))
    unit = initial_state(world).units["a"]
    assert (unit.facing, unit.marker) == shows
    assert faults(world) == []


@pytest.mark.case("13.2d", "5.5c", "5.8c", "5.7f")
def test_what_has_no_combat_side_begins_on_its_move_side() -> None:
    world = world_of(("axis", "01.01", "a tr org pax"), ("soviet", "05.01", "s"))
    units = initial_state(world).units
    assert [units[uid].mode for uid in ("a", "tr", "org", "pax")] == ["combat", "move", "move", "move"]
    assert faults(world) == []
    reserve = world_of(("axis", "01.01", "org", "reserve", "combat"), ("soviet", "05.01", "s"))
    assert (initial_state(reserve).units["org"].mode, faults(reserve)) == ("reserve", [])
    assert faults(world_of(("axis", "01.01", "tr", "reserve", "move"))) == [("mode.transport", "5.7f")]
    assert faults(world_of(("axis", "01.01", "org", "strat", "move"))) == [("mode.transport", "5.8c")]


@pytest.mark.case("SETUP-IV-C", "SETUP-IV-D")
def test_transport_begins_empty_unless_the_scenario_loads_it() -> None:
    state = begin(
        ("axis", "01.01", "a tr org", "combat", "combat", 12, {"tr": 5}), ("axis", "01.01", "", *("combat",) * 2, 3)
    )
    assert (state.units["tr"].load, state.units["org"].load) == (5, 0)
    assert state.dumps["axis"][0].tokens == 15
    assert state.dumps["soviet"] == {}


@pytest.mark.case("SETUP-III")
def test_works_and_control_are_as_the_scenario_says() -> None:
    look = position(f"{FLAT}{COUNTERS}")
    victory = replace(look.world.scenario.victory, initial_control={3: "soviet"})
    state = begin(hedgehogs=(HedgehogSetup(4, "axis", 2),), victory=victory)
    assert (state.hedgehogs[4].side, state.hedgehogs[4].level, state.control) == ("axis", 2, {3: "soviet"})


# --- what is wrong -------------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-IV-B", "5.7c", "5.8a-A")
@pytest.mark.parametrize(("mode", "facing"), [("reserve", "combat"), ("strat", "move")])
@pytest.mark.parametrize(
    ("enemy", "where", "their_mode", "wrong"),
    [
        ("s", "02.01", ("combat", "combat"), True),
        ("s", "02.01", ("move", "move"), True),
        ("s", "02.01", ("strat", "move"), False),
        ("sflak", "02.01", ("combat", "combat"), False),
        ("s", "03.01", ("combat", "combat"), False),
    ],
)
def test_reserve_and_strat_keep_away_from_attack_capable_enemies(
    mode: str, facing: str, enemy: str, where: str, their_mode: tuple[str, str], wrong: bool
) -> None:
    world = world_of(("axis", "01.01", "a", mode, facing), ("soviet", where, enemy, *their_mode))
    assert (("setup.near_enemy", "SETUP-IV-B") in faults(world)) is wrong
    plain = world_of(("axis", "01.01", "a", "move", "move"), ("soviet", where, enemy, *their_mode))
    assert ("a",) not in [fault.units for fault in check_setup(plain)]


@pytest.mark.case("SETUP-IV-F", "4.8-A")
@pytest.mark.parametrize(("size", "wrong"), [(5, False), (6, True)])
def test_nobody_is_set_up_overstacked(size: int, wrong: bool) -> None:
    world = world_of(("axis", "01.01", "a big tr"), ("soviet", "05.01", "s"))
    big = replace(world.counters["big"], printed_re=size + 4)
    world = dataclasses.replace(world, counters={**world.counters, "big": big}, scenario=_with(world, big))
    assert faults(world) == ([("setup.overstacked", "SETUP-IV-F")] if wrong else [])


def _with(world: World, counter: Any) -> Any:
    return replace(world.scenario, counters={**world.scenario.counters, counter.id: counter})


@pytest.mark.case("SETUP-IV-I")
@pytest.mark.parametrize(
    ("board", "units", "wrong"),
    [
        ("[terrain]\n~ ~ . . .\n. . . . .\n", "a", True),
        ("[terrain]\ns ~ . . .\n. . . . .\n", "a", False),
        ("[terrain]\nm . . . .\n. . . . .\n", "tr", True),
        ("[terrain]\nm . . . .\n. . . . .\n[paths]\nroad - 01.02 01.01\n", "tr", False),
        ("[terrain]\nm . . . .\n. . . . .\n", "dug", True),
        ("[terrain]\nm . . . .\n. . . . .\n", "a", False),
        (FLAT, "dug", False),
    ],
)
def test_nobody_is_set_up_where_he_could_not_go(board: str, units: str, wrong: bool) -> None:
    world = world_of(("axis", "01.02", units), ("soviet", "05.01", "s"), board=board)
    assert faults(world) == ([("setup.closed", "SETUP-IV-I")] if wrong else [])


@pytest.mark.case("4.8-G")
@pytest.mark.parametrize(
    ("theirs", "hedgehogs"),
    [
        (("soviet", "01.01", "s"), ()),
        (("soviet", "01.01", "", "combat", "combat", 4), ()),
        (None, (HedgehogSetup(0, "soviet", 1),)),
    ],
)
def test_the_sides_share_no_hex(theirs: Any, hedgehogs: Any) -> None:
    placements = [("axis", "01.01", "a"), *([theirs] if theirs else [])]
    assert ("setup.shared", "4.8-G") in faults(world_of(*placements, hedgehogs=hedgehogs))
    apart = [("axis", "02.02", "a"), *([theirs] if theirs else [])]
    assert faults(world_of(*apart, hedgehogs=hedgehogs)) == []


@pytest.mark.case("5.4a")
@pytest.mark.parametrize(("markers", "wrong"), [(1, True), (2, False)])
def test_reserve_markers_are_limited(markers: int, wrong: bool) -> None:
    sides = (SideInfo("axis", "Axis", markers), SideInfo("soviet", "Soviet", 9))
    spread = [("axis", hex_, unit, "reserve", "combat") for hex_, unit in (("01.01", "a"), ("02.02", "flak"))]
    assert faults(world_of(*spread, sides=sides)) == ([("mode.no_reserve_marker", "5.4a")] if wrong else [])
    together = [("axis", "01.01", unit, "reserve", "combat") for unit in ("a", "flak")]
    assert faults(world_of(*together, sides=sides)) == []


@pytest.mark.case("16.0f", "5.7g")
@pytest.mark.parametrize(("mode", "facing", "wrong"), [("reserve", "combat", True), ("combat", "combat", False)])
def test_nobody_is_in_reserve_in_a_hedgehog(mode: str, facing: str, wrong: bool) -> None:
    world = world_of(("axis", "01.01", "a", mode, facing), hedgehogs=(HedgehogSetup(0, "axis", 1),))
    assert faults(world) == ([("setup.reserve_in_hedgehog", "16.0f")] if wrong else [])


@pytest.mark.case("13.6", "SETUP-IV-I")
@pytest.mark.parametrize(("entry", "wrong"), [((1,), True), ((1, 9), False)])
def test_arrivals_need_an_entry_that_they_can_enter(entry: tuple[int, ...], wrong: bool) -> None:
    board = "[terrain]\n~ ~ . . .\n. . . . .\n"
    world = world_of(("soviet", "05.01", "s"), board=board, arrivals=(Arrival(1, "axis", entry, ("a",)),))
    assert faults(world) == ([("setup.no_entry", "13.6")] if wrong else [])
