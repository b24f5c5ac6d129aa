"""Ports: what they can take, what shuts them, hits, voluntary damage and repair, capture, trace through them."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import UNSET

from redball.cli.textmap import stack_lines
from redball.core.actions import AddUnit, Advance, Construct, DeclareAttack, Done, Pay
from redball.core.events import OddsSet, SupplySpent
from redball.core.look import Look
from redball.editions import bases
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.sight.belief import believed
from redball.game.view.ports import PortView, port_views
from redball.rules.ground.harbours import (
    Harbour,
    capacity,
    harbour_at,
    refuse_traffic,
    room,
    sea_capacity,
    with_harbour,
)
from redball.rules.ground.port_works import PortCaptured, PortRepaired, PortWrecked
from redball.rules.trace.reasons import explain_trace
from redball.rules.trace.sources import open_sources
from redball.rules.works.candidates import works_of
from redball.rules.works.construction import ALL_TASKS, Segment, refuse
from support import GUNS, HQ, LEG, MILITIA, Sitting, position, sit, text

REPAIR, WRECK = "repair_port", "wreck_port"
ENGINEERS = "Bn engineer other 3-4-3L/1-4-8T kind=engineer"
FAR = f"soviet 06.05 r {LEG}"
OWN = f"axis 02.02 a {LEG}\naxis 02.03 e {ENGINEERS}\n{FAR}"


def ports(harbours: str, printed: str = "02.02 3", more: str = "") -> str:
    """Sections with a port at 02.02 and others that are `printed`."""
    places = "\n".join(f'{line.split()[0]} port "Haven"' for line in printed.splitlines())
    return f"[places]\n{places}\n[ports]\n{printed}\n[harbours]\n{harbours}\n{more}"


def site(
    harbours: str = "axis 02.02",
    printed: str = "02.02 3",
    *,
    units: str = OWN,
    supply: str = "axis 02.02 9\n",
    edition: str = "",
    **switches: object,
) -> Sitting:
    """A Movement Phase with a port of 3 SP at 02.02, a regiment there, engineers next to it, and supply."""
    return sit(units, rest=ports(harbours, printed, f"[supply]\n{supply}"), edition=edition, switches=switches)


def port(table: Sitting, where: str = "02.02") -> Harbour:
    found = harbour_at(table.game.look, table.hex(where))
    assert found is not None
    return found


def worked(table: Sitting, task: str, unit: str = "e", where: str = "02.02") -> Sitting:
    """The work, paid in the first way."""
    table.do(Construct(unit, table.hex(where), task))
    while table.step == "pay.pay":
        table.do(table.offered(Pay)[0])
    return table


def left(printed: str, hits: int, edition: str = "") -> int:
    """Capacity in tokens of a port with hits."""
    table = site(f"axis 02.02 hits={hits}", printed, edition=edition)
    return capacity(table.game.world, port(table))


# --- capacity ----------------------------------------------------------------------------------------------------


@pytest.mark.case("19.0b", "E92-port-hits")
@pytest.mark.parametrize("edition", bases())
def test_hits_leave_fifths_of_the_capacity_to_the_nearest_token(edition: str) -> None:
    """Of 3 SP (12T): 9.6, 7.2, 4.8, 2.4; of 1T: 0.8, 0.6, 0.4, 0.2."""
    assert [left("02.02 3", hits, edition) for hits in range(5)] == [12, 10, 7, 5, 2]
    assert [left("02.02 1T", hits, edition) for hits in range(5)] == [1, 1, 1, 0, 0]


@pytest.mark.case("19.0b")
def test_a_damage_track_of_its_own_replaces_the_chart() -> None:
    assert [left("02.02 3 2 1 2T 0", hits) for hits in range(5)] == [12, 8, 4, 2, 0]


@pytest.mark.case("19.0a-A", "4.8-C")
def test_a_port_takes_up_to_its_capacity_in_a_phase() -> None:
    """8T have gone through, 4T are left: 1 SP is 16 sixteenths."""
    table = site("axis 02.02 used=32")
    look = table.game.look
    assert (room(look, port(table)), sea_capacity(look, port(table))) == (16, 12)
    assert refuse_traffic(look, port(table), 16) is None
    refusal = refuse_traffic(look, port(table), 17)
    assert refusal is not None
    assert (refusal.code, refusal.case, refusal.have) == ("port.full", "19.0a-A", "1")


@pytest.mark.case("19.0a-B")
@pytest.mark.parametrize(
    ("marks", "amount", "alone", "code"),
    [
        ("", 49, True, ""),
        ("", 49, False, "port.full"),
        ("used=4", 49, True, "port.full"),
        ("used=48 whole", 49, True, "port.full"),
        ("used=48 whole", 4, False, "port.full"),
        ("hits=4", 400, True, ""),
    ],
)
def test_one_larger_unit_may_use_a_whole_port_alone(marks: str, amount: int, alone: bool, code: str) -> None:
    table = site(f"axis 02.02 {marks}")
    refusal = refuse_traffic(table.game.look, port(table), amount, alone)
    assert (refusal.code if refusal else "") == code


@pytest.mark.case("19.0a-B")
def test_not_even_one_unit_uses_a_port_without_capacity() -> None:
    table = site("axis 02.02 hits=4", "02.02 1T")
    refusal = refuse_traffic(table.game.look, port(table), 400, alone=True)
    assert refusal is not None
    assert (refusal.code, refusal.case, refusal.have) == ("port.no_capacity", "19.0b", "4")


@pytest.mark.case("19.0a-C", "4.5a-G", "4.5a-F")
@pytest.mark.parametrize(("own", "trace"), [(f"axis 02.02 a {LEG}", True), ("", False)])
def test_an_enemy_zoc_shuts_a_port_and_negation_opens_it_for_trace_only(own: str, trace: bool) -> None:
    body = f"[terrain]\n. . . .\n. . . .\n. . . .\n[units]\nsoviet 03.02 r {LEG}\naxis 01.01 t {LEG} move\n{own}\n"
    look = position(body + ports("axis 02.02", more="[sources]\naxis 02.02\n"))
    harbour = harbour_at(look, look.board.index("02.02"))
    assert harbour is not None
    refusal = refuse_traffic(look, harbour, 4)
    assert refusal is not None
    assert (refusal.code, refusal.case) == ("port.shut", "19.0a-C")
    assert (sea_capacity(look, harbour), bool(open_sources(look, "axis"))) == (0, trace)


@pytest.mark.case("19.0a-C")
def test_a_port_recovers_at_once_when_the_enemy_is_gone() -> None:
    table = site(units=f"axis 02.02 a {LEG}\nsoviet 03.02 r {LEG}")
    look = table.game.look
    assert sea_capacity(look, port(table)) == 0
    gone = look.after(look.state.with_unit(look.unit("r").change(hex=look.board.index("06.05"))), ("r",))
    assert sea_capacity(gone, port(table)) == 12


@pytest.mark.case("19.0a-A", "19.0a-B")
def test_what_was_used_is_free_again_in_the_next_phase() -> None:
    table = site("axis 02.02 hits=1 used=32 whole mended wrecked")
    table.idle(lambda: table.game.state.clock.phase != "movement")
    assert port(table) == Harbour(table.hex("02.02"), "axis", 1, wrecked=table.game.state.clock.turn)


# --- trace -------------------------------------------------------------------------------------------------------


@pytest.mark.case("19.0e", "4.5a-F")
@pytest.mark.parametrize(
    ("marks", "serves"), [("axis 02.02 hits=3", True), ("axis 02.02 hits=4", False), ("soviet 02.02", False)]
)
def test_a_port_is_a_source_with_1_sp_of_capacity(marks: str, serves: bool) -> None:
    """3 hits leave 5T of 3 SP, 4 hits 2T."""
    look = position(f"[terrain]\n. . . .\n. . . .\n[units]\naxis 03.02 a {LEG}\n{ports(marks, more=SOURCE)}")
    assert bool(open_sources(look, "axis")) == serves
    assert explain_trace(look, look.unit("a")).result.found == serves


SOURCE = "[sources]\naxis 02.02\n"


@pytest.mark.case("19.0e")
def test_a_source_that_is_too_small_is_explained() -> None:
    sections = ports("axis 02.02 hits=4", more=SOURCE)
    look = position(f"[terrain]\n. . . .\n. . . .\n[units]\naxis 03.02 a {LEG}\n{sections}")
    obstacle = explain_trace(look, look.unit("a")).obstacle
    assert obstacle is not None
    assert (obstacle.reason, obstacle.place, look.hex_name(obstacle.hex)) == ("small_port", "source", "02.02")


@pytest.mark.case("19.0e")
def test_a_port_is_no_source_by_itself() -> None:
    look = position(f"[terrain]\n. . . .\n. . . .\n[units]\naxis 03.02 a {LEG}\n{ports('axis 02.02')}")
    assert open_sources(look, "axis") == ()


# --- entry and capture -------------------------------------------------------------------------------------------


@pytest.mark.case("19.0", "3.3c-D", "9.14h")
def test_only_attack_capable_units_enter_an_enemy_port_and_take_it() -> None:
    table = site("soviet 02.02 hits=2", units=f"axis 02.03 a {LEG} move\naxis 03.03 m {MILITIA} move\n{FAR}", supply="")
    table.begin("m")
    assert "02.02" not in table.hexes()
    table.halt()
    table.move("a", "02.02")
    assert port(table) == Harbour(table.hex("02.02"), "axis", 2)
    assert table.told(PortCaptured) == "Axis captures the port at 02.02 Haven, with 2 hits"
    assert table.one(PortCaptured).case == "9.14h"


@pytest.mark.case("9.14h")
@pytest.mark.parametrize("edition", ["v4.2", "new-ocs", "1992"])
def test_who_enters_a_port_takes_it_in_every_edition(edition: str) -> None:
    units = f"axis 02.03 a {LEG} move\naxis 03.03 b {LEG}\n{FAR}"
    table = sit(units, rest=ports("soviet 02.02", more="[sources]\naxis 03.03\n"), edition=edition)
    table.move("a", "02.02")
    assert table.one(PortCaptured).side == "axis"


@pytest.mark.case("9.14h")
def test_a_captured_port_is_a_source_at_once() -> None:
    units = f"axis 02.03 a {LEG} move\naxis 03.03 b {LEG}\n{FAR}"
    table = sit(units, rest=ports("soviet 02.02", more="[sources]\naxis 02.02\n"))
    assert open_sources(table.game.look, "axis") == ()
    table.move("a", "02.02")
    assert open_sources(table.game.look, "axis") == (table.hex("02.02"),)


@pytest.mark.case("3.3c-D")
def test_an_empty_own_port_is_entered_by_anybody() -> None:
    table = site("axis 02.02", units=f"axis 03.03 m {MILITIA} move\n{FAR}", supply="")
    table.begin("m")
    assert "02.02" in table.hexes()


# --- voluntary damage --------------------------------------------------------------------------------------------


@pytest.mark.case("19.0c", "3.3c-B")
def test_one_re_in_the_hex_damages_its_port_and_then_stays() -> None:
    table = worked(site(), WRECK, "")
    assert port(table).hits == 1
    assert table.told(PortWrecked) == "Axis damages its port at 02.02 Haven: 1 hit now"
    assert (table.one(PortWrecked).case, table.one(PortWrecked).units, table.spent()) == ("19.0c", ("a",), 0)
    assert table.unit("a").activity.worked
    assert table.refused(Construct("e", table.hex("02.02"), WRECK)) == ("port.wrecked", "19.0c")


@pytest.mark.case("19.0c", "13.8d-B")
def test_an_engineer_damages_a_port_near_by() -> None:
    table = worked(site(), WRECK)
    assert (port(table).hits, table.one(PortWrecked).units) == (1, ("e",))


@pytest.mark.case("19.0c")
@pytest.mark.parametrize(
    ("units", "code"),
    [
        (f"axis 02.02 a {LEG} move\n{FAR}", "construct.party"),
        (f"axis 02.02 a Bn infantry other 4-3-3L/2-3-6L\n{FAR}", "construct.party"),
        (f"axis 02.02 a Bn infantry other 4-3-3L/2-3-6L\naxis 02.02 b Bn infantry other 4-3-3L/2-3-6L\n{FAR}", ""),
        (f"axis 02.03 a {LEG}\n{FAR}", "construct.party"),
    ],
)
def test_a_port_is_damaged_by_1_re_in_combat_mode_in_its_hex(units: str, code: str) -> None:
    table = site(units=units, supply="")
    action = Construct("", table.hex("02.02"), WRECK)
    if code:
        assert table.refused(action)[0] == code
    else:
        table.do(action)
        assert port(table).hits == 1


@pytest.mark.case("19.0c")
def test_whoever_has_moved_damages_no_port() -> None:
    table = site(units=f"axis 02.03 a {LEG}\n{FAR}", supply="")
    table.move("a", "02.02")
    assert table.refused(Construct("", table.hex("02.02"), WRECK))[0] == "construct.party"


@pytest.mark.case("19.0b", "19.0c")
def test_no_port_takes_a_fifth_hit_and_nobody_damages_an_enemy_port() -> None:
    table = site("axis 02.02 hits=4")
    refusal = table.why(Construct("", table.hex("02.02"), WRECK))
    assert (refusal.code, refusal.case, refusal.have) == ("port.ruined", "19.0b", "4")
    theirs = site("soviet 02.02", units=f"axis 02.03 e {ENGINEERS}\n{FAR}", supply="")
    assert theirs.refused(Construct("e", theirs.hex("02.02"), WRECK)) == ("construct.enemy", "13.8d-A")


@pytest.mark.case("19.0c")
def test_a_port_is_damaged_again_in_a_later_turn() -> None:
    table = site("axis 02.02 hits=1 wrecked")
    earlier = Harbour(table.hex("02.02"), "axis", 1, wrecked=table.game.state.clock.turn - 1)
    table.look = table.game.look.after(with_harbour(table.game.state, earlier), ())
    worked(table, WRECK)
    assert port(table).hits == 2


# --- repair ------------------------------------------------------------------------------------------------------


@pytest.mark.case("19.0d", "K19.0d-port", "13.8d-B")
def test_an_engineer_repairs_a_hit_for_1_sp() -> None:
    table = worked(site("axis 02.02 hits=2"), REPAIR)
    assert (port(table).hits, table.tokens("axis", "02.02")) == (1, 32)
    assert [(e.tokens, e.purpose, e.case) for e in table.all(SupplySpent)] == [(4, REPAIR, "19.0d")]
    assert table.told(PortRepaired) == "Axis repairs the port at 02.02 Haven: 1 hit left"


@pytest.mark.case("19.0d")
def test_a_port_is_repaired_once_a_phase_by_engineers_only() -> None:
    units = f"{OWN}\naxis 02.03 hq {HQ}"
    table = site("axis 02.02 hits=2", units=units)
    assert table.refused(Construct("", table.hex("02.02"), REPAIR)) == ("construct.engineers", "19.0d")
    worked(table, REPAIR)
    assert table.refused(Construct("hq", table.hex("02.02"), REPAIR)) == ("port.mended", "19.0d")
    whole = site()
    assert whole.refused(Construct("e", whole.hex("02.02"), REPAIR)) == ("port.whole", "19.0d")
    for task in (REPAIR, WRECK):
        assert whole.refused(Construct("e", whole.hex("02.03"), task)) == ("port.none", "19.0")
    poor = site("axis 02.02 hits=1", supply="axis 02.02 3T\n")
    assert poor.why(Construct("e", poor.hex("02.02"), REPAIR)).need == "1 SP"


@pytest.mark.case("21.11b")
@pytest.mark.parametrize(
    ("printed", "hits", "task", "price"),
    [
        ("02.02 3", 3, REPAIR, 4),
        ("02.02 3", 4, "repair_small_port_2", 2),
        ("02.02 1", 1, "repair_small_port_3", 3),
        ("02.02 1T", 3, "repair_small_port_0", 0),
    ],
)
def test_with_21_11_a_small_port_is_repaired_for_what_is_left_of_it(
    printed: str, hits: int, task: str, price: int
) -> None:
    table = site(f"axis 02.02 hits={hits}", printed, enhanced_construction=True)
    others = {REPAIR, *(f"repair_small_port_{n}" for n in range(4))} - {task}
    for other in others:
        assert table.refused(Construct("e", table.hex("02.02"), other)) == ("port.price", "21.11b")
    worked(table, task)
    assert (port(table).hits, table.spent()) == (hits - 1, price)


@pytest.mark.case("21.11b")
def test_without_21_11_every_repair_costs_1_sp() -> None:
    table = site("axis 02.02 hits=4")
    assert table.refused(Construct("e", table.hex("02.02"), "repair_small_port_2"))[0] == "construct.task"
    worked(table, REPAIR)
    assert table.spent() == 4


@pytest.mark.parametrize("enhanced", [False, True])
@pytest.mark.parametrize("harbours", ["axis 02.02", "axis 02.02 hits=2", "axis 02.02 hits=4", "soviet 02.02"])
def test_the_list_of_works_is_what_is_not_refused(harbours: str, enhanced: bool) -> None:
    units = f"axis 02.03 e {ENGINEERS}\naxis 03.03 g {GUNS}\n{FAR}" if "soviet" in harbours else OWN
    look = site(harbours, units=units, supply="axis 02.03 2\n", enhanced_construction=enhanced).game.look
    every = (Construct(u, h, t) for u, h, t in product(("", "e"), range(look.board.size), ALL_TASKS))
    accepted = [work for work in every if refuse(look, Segment("axis"), work) is None]
    assert sorted(map(repr, works_of(look, "axis"))) == sorted(map(repr, accepted))


# --- what is written and seen ------------------------------------------------------------------------------------


def test_a_position_with_ports_is_written_and_read_again() -> None:
    marks = "axis 02.02 hits=2 used=8 whole mended wrecked\nsoviet 04.02"
    rest = ports(marks, "02.02 3 2 1 2T 0\n04.02 1T", "[shipping]\naxis 2+1T spent=24\n")
    world, state = parse_position(text(OWN, rest=rest))
    written = dump_position(world, state)
    assert marks in written
    assert "02.02  12T 8T 4T 2T 0T" in written
    assert "[shipping]\naxis 2+1T spent=24" in written
    again = parse_position(written)
    assert (again[1], again[0].scenario.ports, again[0].scenario.shipping) == (
        state,
        world.scenario.ports,
        world.scenario.shipping,
    )


def test_what_the_enemy_shipped_is_not_seen() -> None:
    table = sit(OWN, rest=ports("axis 02.02 hits=2 used=8 whole", more="[shipping]\naxis 2 spent=24\n"))
    look: Look = believed(table.game.look, "soviet")
    assert harbour_at(look, table.hex("02.02")) == Harbour(table.hex("02.02"), "axis", 2)
    assert believed(table.game.look, "axis").state.own == table.game.state.own


# --- others ------------------------------------------------------------------------------------------------------


@pytest.mark.case("3.3-A", "9.0-D", "3.3c-A", "4.4c")
def test_a_port_takes_no_part_in_a_combat_and_goes_to_whoever_enters() -> None:
    """The regiment alone defends, and is destroyed; the port has no hit and no step, and no retreat takes it along."""
    units = f"axis 03.02 b Div infantry other 60-5-3L/30-5-6L\nsoviet 02.02 d {LEG} exhausted"
    rest = ports("soviet 02.02", more="[supply]\naxis 03.02 9\n")
    table = sit(units, at="combat", rest=rest, dice=(6, 3, 4, 6, 6))
    table.do(DeclareAttack(table.hex("02.02")), AddUnit("b"), Done())
    table.idle(lambda: bool(table.offered(Advance)))
    assert table.one(OddsSet).defend == "2", "half of 4 without combat supply"
    assert (table.at("d"), port(table)) == ("dead", Harbour(table.hex("02.02"), "soviet"))
    table.do(Advance("b"))
    assert port(table) == Harbour(table.hex("02.02"), "axis")


@pytest.mark.case("9.0-D")
def test_a_port_alone_cannot_be_attacked() -> None:
    """The regiment beyond can be."""
    units = f"axis 03.02 b {LEG}\nsoviet 04.02 d {LEG}"
    table = sit(units, at="combat", rest=ports("soviet 02.02", more="[supply]\naxis 03.02 9\n"))
    assert [action.hex for action in table.offered(DeclareAttack)] == [table.hex("04.02")]
    assert table.refused(DeclareAttack(table.hex("02.02")))[0] == "combat.no_enemy"


def test_a_port_is_shown_with_what_it_cannot_do_and_why() -> None:
    """The side that owns it sees what is left and what trace does; the other one only what the map shows."""
    units = f"axis 02.02 a {LEG}\nsoviet 03.02 r {LEG}"
    table = sit(units, rest=ports("axis 02.02 hits=2 used=8", more="[sources]\naxis 02.02\n"))
    hex_, look = table.hex("02.02"), table.game.look
    shut = "an enemy ZOC shuts it: nothing is landed or shipped there"
    traced = "trace supply comes through it: own units in the hex negate the ZOC"
    assert port_views(look, "axis") == [PortView(hex_, "axis", 12, 7, 2, True, "0", True, 4, (shut, traced))]
    assert port_views(look, "soviet") == [PortView(hex_, "axis", 12, 7, 2, True, "", False, 4, (shut,))]
    assert f"  axis: port of 3 SP, 2 hits: 1 SP 3T; {shut}; {traced}" in stack_lines(look, "axis", hex_)
    assert f"  axis: port of 3 SP, 2 hits: 1 SP 3T; {shut}" in stack_lines(look, "soviet", hex_)


@pytest.mark.parametrize(
    ("harbours", "printed", "units", "note"),
    [
        ("axis 02.02 hits=4", "02.02 1T", FAR, "its hits have left no capacity: nothing is landed or shipped there"),
        (
            "axis 02.02 hits=4",
            "02.02 3",
            FAR,
            "no trace supply comes through it: that takes 1 SP of capacity, and it has 2T",
        ),
        (
            "axis 02.02",
            "02.02 3",
            f"soviet 03.02 r {LEG}",
            "no trace supply comes through it: no own unit in the hex negates the enemy ZOC",
        ),
        ("axis 02.02", "02.02 3", FAR, "trace supply comes through it"),
    ],
)
def test_the_notes_of_a_port(harbours: str, printed: str, units: str, note: str) -> None:
    table = sit(units, rest=ports(harbours, printed, "[sources]\naxis 02.02\n"))
    views = port_views(table.game.look, "axis")
    assert isinstance(views, list)
    assert note in views[0].notes


def test_a_game_without_ports_shows_none() -> None:
    assert port_views(sit(OWN).game.look, "axis") is UNSET
