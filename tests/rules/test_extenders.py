"""Extenders: what they link, how they are made and switched back, and how they collapse."""

from __future__ import annotations

import pytest

from as_json import view
from redball.core.actions import (
    AddUnit,
    BeginMove,
    CollapseExtender,
    CombineTransport,
    Displace,
    DivideTransport,
    Halt,
    JoinExtender,
    LoadSupply,
    RevertExtender,
    RideRail,
    StepTo,
)
from redball.core.events import ExtenderCollapsed, ExtenderFormed, ExtenderReverted, PointsPledged, TransportCaptured
from redball.core.look import Look
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.watch.bookkeeping import points
from redball.rules.moving_stack.move_ends import MoveData, mp_left
from redball.rules.supply.draw_and_throw import payers
from redball.rules.trace.sources import detrainable, network, stations
from redball.rules.trace.tracing import can_trace_from, rely_on_trace, ways
from redball.rules.transport.extenders import refuges
from rules.supply_table import look_at, run_at
from support import Sitting, line, play, sit

RIFLES = "Rgt infantry other 4-3-3L/2-3-8L"
FAR = f"soviet 30.01 far {RIFLES}"
RAIL = '[paths]\nrailroad "-" 01.01 02.01 03.01 04.01 05.01\n[places]\n05.01 village "Station"\n'
MIX = "[sources]\naxis 01.01\n[extenders]\naxis truck 2 10T\naxis wagon 1 4L\n"


def row(units: str, step: str = "movement", phasing: str = "axis", *dice: int, rest: str = RAIL + MIX) -> Sitting:
    """A row of thirty open hexes with a railroad from the source 01.01 to a station at 05.01."""
    return play(line(30, f"{units}\n{FAR}", rest), step, phasing, dice)


def seen(units: str, rest: str = RAIL + MIX, phase: str = "supply") -> Look:
    return look_at(line(30, f"{units}\n{FAR}", rest), phase)


def sources(look: Look, side: str = "axis") -> set[str]:
    return {look.hex_name(h) for h in stations(look, side)}


def join(t: Sitting, *units: str) -> None:
    for uid in units:
        t.do(BeginMove(uid), JoinExtender(uid))


# --- forming -------------------------------------------------------------------------------------------------------


@pytest.mark.case("12.7-A", "12.7d-A", "12.7e")
def test_five_points_of_one_kind_become_an_extender() -> None:
    t = row("axis 08.01 one truck 3 20T\naxis 10.01 two truck 2 20T")
    join(t, "one")
    assert (t.one(PointsPledged).unit, t.unit("one").activity.moved) == ("one", True)
    t.do(BeginMove("two"), StepTo(t.hex("09.01")), StepTo(t.hex("08.01")), JoinExtender("two"))
    found = t.one(ExtenderFormed)
    assert (found.unit, found.others) == ("two", ("one",))
    assert (t.unit("two").extender, t.unit("two").points) == (5, 0)
    assert "one" not in t.look.state.units
    assert [points(t.look.world, u) for u in t.look.own("axis")] == [5]
    assert t.step == "movement_segment.choose_unit"


@pytest.mark.case("12.7-A", "12.7d-A")
@pytest.mark.parametrize(("steps", "left"), [(5, ""), (6, "4")])
def test_half_the_ma_must_be_left(steps: int, left: str) -> None:
    t = row("axis 08.01 one truck 5 10T")
    t.do(BeginMove("one"), *(StepTo(t.hex(f"{8 + n:02}.01")) for n in range(1, steps + 1)))
    if left:
        refused = t.why(JoinExtender("one"))
        assert (refused.code, refused.case, refused.have, refused.need) == ("extender.few_mp", "12.7d-A", left, "5")
    else:
        t.do(JoinExtender("one"))
        assert t.all(ExtenderFormed)


@pytest.mark.case("12.7d-B", "13.2g-C", "12.7-A")
@pytest.mark.parametrize(
    ("unit", "code", "case"),
    [
        ("truck 5 20T load=1", "extender.loaded", "12.7d-B"),
        ("organic 5 20T formation=x", "extender.organic", "13.2g-C"),
        ("truck 6 20T", "extender.too_many", "12.7-A"),
    ],
)
def test_what_never_forms_an_extender(unit: str, code: str, case: str) -> None:
    t = row(f"axis 08.01 one {unit}")
    t.do(BeginMove("one"))
    refused = t.why(JoinExtender("one"))
    assert (refused.code, refused.case) == (code, case)
    if code == "extender.too_many":
        assert (refused.have, refused.need) == ("6", "5")


@pytest.mark.case("12.7-A")
def test_only_transport_points_of_the_moving_stack() -> None:
    t = row(f"axis 08.01 one truck 5 20T\naxis 08.01 two truck 5 20T\naxis 08.01 r {RIFLES}")
    t.do(BeginMove("one"))
    assert t.why(JoinExtender("two")).code == "extender.not_transport"
    assert t.why(JoinExtender("r")).code == "extender.not_transport"


@pytest.mark.case("12.7-A")
def test_points_that_were_pledged_before_count() -> None:
    t = row("axis 08.01 one truck 3 20T\naxis 08.01 two truck 3 20T\naxis 08.01 three truck 2 20T")
    join(t, "one")
    t.do(BeginMove("two"))
    refused = t.why(JoinExtender("two"))
    assert (refused.code, refused.have, refused.need) == ("extender.too_many", "6", "5")
    t.do(Halt())
    join(t, "three")
    assert t.one(ExtenderFormed).others == ("one",)


@pytest.mark.case("12.7d-A")
def test_who_moves_with_them_goes_on() -> None:
    t = row("axis 08.01 one truck 5 20T\naxis 08.01 two truck 2 20T")
    t.do(BeginMove("one"), AddUnit("two"), JoinExtender("one"))
    assert (t.step, t.unit("one").activity.moved, t.unit("two").activity.moved) == ("move.go", True, False)
    t.do(StepTo(t.hex("09.01")), Halt())
    assert (t.at("one"), t.at("two")) == ("08.01", "09.01")


@pytest.mark.case("12.7d-B", "12.7-A")
def test_trucks_and_wagons_do_not_mix() -> None:
    t = row("axis 06.01 one truck 3 20T\naxis 06.01 w wagon 2 10L\naxis 06.01 two truck 2 20T")
    join(t, "one", "w")
    assert not t.all(ExtenderFormed)
    join(t, "two")
    assert t.one(ExtenderFormed).others == ("one",)


@pytest.mark.case("12.7-A")
def test_no_more_than_the_counter_mix_allows() -> None:
    t = row("axis 08.01 e1 truck 5 20T extender\naxis 09.01 e2 truck 5 20T extender\naxis 10.01 one truck 5 20T")
    t.do(BeginMove("one"))
    refused = t.why(JoinExtender("one"))
    assert (refused.code, refused.have, refused.need) == ("extender.no_counter", "2", "2")
    t = row("axis 08.01 one truck 5 20T", rest=RAIL + "[sources]\naxis 01.01\n")
    t.do(BeginMove("one"))
    assert t.why(JoinExtender("one")).need == "0"


@pytest.mark.case("12.7d-C", "12.7b", "12.7g")
@pytest.mark.parametrize(("column", "linked"), [(16, True), (17, False)])
def test_it_must_connect_when_it_is_made(column: int, linked: bool) -> None:
    """Ten MP of range bring it next to the station at 05.01 from 16.01."""
    t = row(f"axis {column}.01 one truck 5 20T")
    t.do(BeginMove("one"))
    if linked:
        t.do(JoinExtender("one"))
        assert t.all(ExtenderFormed)
    else:
        refused = t.why(JoinExtender("one"))
        assert (refused.code, refused.case, refused.need) == ("extender.no_link", "12.7d-C", "10")


# --- what it links -------------------------------------------------------------------------------------------------


@pytest.mark.case("12.6a-3", "12.7a", "12.7a-A", "K12.6-connections", "12.6a")
def test_an_extender_linked_to_a_station_is_a_source_of_trace() -> None:
    look = seen(f"axis 14.01 e truck 5 20T extender\naxis 20.01 near {RIFLES}\naxis 21.01 out {RIFLES}")
    assert sources(look) == {"01.01", "05.01", "14.01"}
    assert ways(look, look.unit("near"))
    assert not ways(look, look.unit("out"))
    link = network(look, "axis").links["e"]
    assert link.source
    assert [look.hex_name(h) for h in (link.path[0], link.path[-1])] == ["14.01", "05.01"]
    way = stations(look, "axis")[look.board.index("14.01")]
    assert [look.hex_name(h) for h in way] == [f"{n:02}.01" for n in range(1, 15)]


@pytest.mark.case("12.7c")
def test_extenders_link_to_one_another() -> None:
    look = seen("axis 16.01 e1 truck 5 20T extender\naxis 27.01 e2 truck 5 20T extender")
    assert sources(look) == {"01.01", "05.01", "16.01", "27.01"}
    assert sources(seen("axis 27.01 e2 truck 5 20T extender")) == {"01.01", "05.01"}


TWO_LINES = (
    '[paths]\nrailroad "-" 01.01 02.01 03.01 04.01\nrailroad "-" 12.01 13.01 14.01 15.01 16.01\n'
    '[places]\n16.01 village "Forward"\n'
)


@pytest.mark.case("12.7a-B")
@pytest.mark.parametrize(("column", "joined"), [(12, True), (11, True), (10, False)])
def test_an_extender_joins_two_railroads(column: int, joined: bool) -> None:
    """The back line has no station: it leads to a source. The forward one must run into its hex or next to it."""
    mix = MIX.replace("10T", "7T")
    look = seen(f"axis {column}.01 e truck 5 20T extender", TWO_LINES + mix)
    assert ("16.01" in sources(look)) == joined
    if joined:
        assert not network(look, "axis").links["e"].source
        assert "16.01" in {look.hex_name(h) for h in detrainable(look, "axis")}
        way = stations(look, "axis")[look.board.index("16.01")]
        assert [look.hex_name(h) for h in way] == [f"{n:02}.01" for n in range(1, 17)]


@pytest.mark.case("12.7a-C")
def test_an_extender_joins_a_railroad_to_a_source() -> None:
    rest = '[paths]\nrailroad "-" 08.01 09.01 10.01\n[places]\n10.01 village "Forward"\n' + MIX
    assert sources(seen("axis 08.01 e truck 5 20T extender", rest)) == {"01.01", "08.01", "10.01"}
    assert sources(seen("", rest)) == {"01.01"}


@pytest.mark.case("12.7d-C", "4.5a-B", "12.7b")
@pytest.mark.parametrize(("unit", "works"), [("truck 5 20T", False), ("wagon 5 10L", True)])
def test_a_zoc_cuts_a_link_in_truck_mp_only_and_the_extender_stays(unit: str, works: bool) -> None:
    terrain = "[terrain]\n" + (". " * 12 + "\n") * 3
    units = f"[units]\naxis 08.01 e {unit} extender\nsoviet 06.02 z {RIFLES}\n"
    look = look_at(terrain + units + RAIL + MIX)
    assert ("08.01" in sources(look)) == works
    assert look.unit("e").extender == 5


@pytest.mark.case("12.7a-A", "12.7c")
def test_an_enemy_zoc_in_its_hex_shuts_any_extender_unless_it_is_negated() -> None:
    terrain = "[terrain]\n" + (". " * 12 + "\n") * 3
    units = f"[units]\naxis 08.01 e wagon 5 10L extender\nsoviet 08.02 z {RIFLES}\n"
    assert "08.01" not in sources(look_at(terrain + units + RAIL + MIX))
    assert "08.01" in sources(look_at(terrain + units + f"axis 08.01 g {RIFLES}\n" + RAIL + MIX))


@pytest.mark.case("12.7a", "13.3c-3")
def test_it_lengthens_no_draw_and_helps_no_train() -> None:
    """The unit behind it traces, the railroad ahead has a stop for traces; supply and trains stay where they were."""
    rest = (
        '[paths]\nrailroad "-" 01.01 02.01 03.01 04.01 05.01\nrailroad "-" 14.01 15.01 16.01\n'
        '[places]\n03.01 village "Mill"\n05.01 village "Station"\n16.01 village "Forward"\n'
        "[rail]\naxis 9\n[supply]\naxis 05.01 9\n"
    )
    t = row(f"axis 14.01 e truck 5 20T extender\naxis 18.01 u {RIFLES}\naxis 05.01 r {RIFLES} move", rest=rest + MIX)
    assert t.hex("16.01") in detrainable(t.look, "axis")
    assert ways(t.look, t.unit("u"))
    assert payers(t.look, t.unit("u")) == ()
    assert payers(t.look, t.unit("r"))
    t.do(BeginMove("r"))
    assert t.hex("03.01") in {ride.hex for ride in t.offered(RideRail)}
    assert t.hex("16.01") not in {ride.hex for ride in t.offered(RideRail)}


@pytest.mark.case("12.7a", "12.7-B")
def test_it_carries_and_throws_nothing() -> None:
    t = row(
        "axis 08.01 e truck 5 20T extender\naxis 08.01 tr truck 1 20T", rest=RAIL + MIX + "[supply]\naxis 08.01 2\n"
    )
    assert t.why(BeginMove("e")).code == "move.extender"
    t.do(BeginMove("tr"))
    assert t.why(LoadSupply("e", 1)).code == "transport.not_transport"
    assert t.why(CombineTransport("tr", "e")).code == "transport.kind"


# --- back again ----------------------------------------------------------------------------------------------------


@pytest.mark.case("12.7d-A", "12.7f", "12.7-B")
def test_switched_back_the_points_move_apart_with_half_their_ma() -> None:
    t = row("axis 08.01 e truck 5 20T extender")
    refused = t.why(BeginMove("e"))
    assert (refused.code, refused.case) == ("move.extender", "12.7-B")
    t.do(RevertExtender("e"))
    assert t.one(ExtenderReverted).paid
    assert (t.unit("e").points, t.unit("e").extender) == (5, 0)
    t.do(BeginMove("e"), DivideTransport("e", 2, 0))
    data = t.asked.data
    assert isinstance(data, MoveData)
    assert mp_left(t.look, data, "e") == 10 * 12
    t.do(StepTo(t.hex("09.01")), Halt(), BeginMove("e/2"))
    assert mp_left(t.look, t.asked.data, "e/2") == 10 * 12
    t.do(StepTo(t.hex("07.01")), Halt())
    assert (t.at("e"), t.at("e/2"), t.unit("e").points, t.unit("e/2").points) == ("09.01", "07.01", 3, 2)


@pytest.mark.case("12.7d-A")
def test_what_was_made_in_this_phase_is_not_switched_back_in_it() -> None:
    t = row("axis 08.01 one truck 5 20T")
    join(t, "one")
    refused = t.why(RevertExtender("one"))
    assert (refused.code, refused.case) == ("extender.when", "12.7d-A")
    assert t.why(RevertExtender("far")).code == "extender.not_extender"


@pytest.mark.case("12.7d-A", "13.2c-A")
def test_who_takes_such_points_in_has_no_more_ma_than_they() -> None:
    t = row("axis 08.01 e truck 5 20T extender\naxis 08.01 tr truck 1 20T")
    t.do(RevertExtender("e"), BeginMove("tr"), CombineTransport("tr", "e"))
    assert (t.unit("tr").points, mp_left(t.look, t.asked.data, "tr")) == (6, 10 * 12)


@pytest.mark.case("12.7d-A")
def test_not_in_exploitation() -> None:
    t = row("axis 08.01 e truck 5 20T extender", "exploitation_movement", rest=RAIL + MIX + "[supply]\naxis 08.01 1\n")
    assert t.why(RevertExtender("e")).code == "extender.when"


# --- collapse ------------------------------------------------------------------------------------------------------


@pytest.mark.case("9.14d-A", "9.14d-B", "12.7h", "K9.14c-extender")
def test_its_owner_may_let_it_collapse_instead_of_moving_it() -> None:
    """Within 10 MP of 20.01 are the hexes from 10.01 on, and draws from the station at 05.01 reach to 11.01."""
    t = row("axis 20.01 e truck 5 20T extender")
    t.do(CollapseExtender("e"))
    assert {t.look.hex_name(a.hex) for a in t.offered(Displace)} == {"10.01", "11.01"}
    refused = t.why(Displace("e", t.hex("12.01")))
    assert (refused.code, refused.case, refused.need) == ("extender.bad_refuge", "9.14d-A", "10")
    assert t.why(Displace("far", t.hex("10.01"))).code == "extender.not_extender"
    t.do(Displace("e", t.hex("10.01")))
    assert t.one(ExtenderCollapsed).start == t.hex("20.01")
    assert (t.at("e"), t.unit("e").points, t.unit("e").activity.moved) == ("10.01", 5, True)


@pytest.mark.case("9.14d-B")
def test_without_a_hex_to_go_to_its_owner_cannot_collapse_it() -> None:
    t = row("axis 25.01 e truck 5 20T extender")
    refused = t.why(CollapseExtender("e"))
    assert (refused.code, refused.case, refused.need) == ("extender.no_refuge", "9.14d-B", "10")


def entered(column: int, *dice: int) -> Sitting:
    """A Soviet regiment enters the hex of an axis Extender, where another truck stands."""
    trucks = f"axis {column}.01 e truck 5 20T extender\naxis {column}.01 tr truck 4 20T"
    t = row(f"{trucks}\nsoviet {column + 1}.01 r {RIFLES} move", "movement", "soviet", *dice)
    t.do(BeginMove("r"), StepTo(t.hex(f"{column}.01")))
    return t


@pytest.mark.case("9.14d-A", "9.14c-F", "12.7h", "K9.14c-extender")
def test_an_enemy_in_its_hex_makes_it_collapse_without_loss() -> None:
    t = entered(20, 6)
    assert (t.step, t.asked.side) == ("extender_collapse.displace", "axis")
    t.do(Displace("e", t.hex("11.01")))
    assert (t.at("e"), t.unit("e").points) == ("11.01", 5)
    assert sum(t.unit(e.unit).points for e in t.all(TransportCaptured)) <= 4, "only the truck was rolled for"


@pytest.mark.case("9.14d-C")
def test_with_no_hex_to_go_to_it_turns_over_and_is_rolled_for() -> None:
    t = entered(25, 6)
    assert not t.one(ExtenderReverted).paid
    taken = sum(t.unit(e.unit).points for e in t.all(TransportCaptured))
    assert taken == round(9 * t.look.world.charts.capture.percent("trucks", 6) / 100)


@pytest.mark.case("9.14d-A")
def test_a_refuge_is_in_trace_supply_without_this_extender() -> None:
    look = seen("axis 14.01 e truck 5 20T extender")
    there = look.board.index("19.01")
    assert can_trace_from(look, look.unit("e"), there) is False
    assert ways(look, look.unit("e").change(id="x", hex=there))


@pytest.mark.case("9.14d-A")
@pytest.mark.parametrize("barrier", ["major_river", "sea_or_lake"])
def test_terrain_on_the_way_to_a_refuge_does_not_matter(barrier: str) -> None:
    """No truck could drive from 14.01 to the hexes near the station."""
    river = f"[hexsides]\n{barrier} r 13.01/N 13.01/NE 13.01/SE 13.01/S\n"
    look = seen("axis 14.01 e truck 5 20T extender", rest=f"{RAIL}{MIX}{river}")
    assert {"08.01", "11.01"} <= {look.hex_name(hex_) for hex_ in refuges(look, look.unit("e"))}


@pytest.mark.case("9.14d-A")
def test_nor_is_it_its_own_hex_or_one_that_the_enemy_holds() -> None:
    look = seen("axis 09.01 e truck 5 20T extender\nsoviet 10.01 x truck 1 20T")
    found = {look.hex_name(hex_) for hex_ in refuges(look, look.unit("e"))}
    assert {"06.01", "08.01", "11.01"} <= found
    assert not found & {"09.01", "10.01"}


# --- what is kept and shown ----------------------------------------------------------------------------------------


def test_a_position_keeps_extenders_and_their_mix() -> None:
    t = row("axis 08.01 e truck 5 20T extender")
    world, state = parse_position(dump_position(t.look.world, t.look.state))
    assert state.units["e"] == t.unit("e")
    assert world.scenario.extenders == t.look.world.scenario.extenders


@pytest.mark.case("12.7b")
def test_a_view_shows_a_sides_own_extenders_with_range_and_link() -> None:
    units = f"axis 02.01 e truck 5 20T extender\nsoviet 06.05 r {RIFLES}\naxis 01.02 a {RIFLES}"
    table = sit(units, rest="[sources]\naxis 01.01\n[extenders]\naxis truck 1 10T\n")
    (shown,) = view(table.game, "axis")["extenders"]
    assert (shown["unit"], shown["range"], shown["mobility"], shown["source"]) == ("e", "10", "truck", True)
    assert shown["link"][0] == table.hex("02.01")
    assert view(table.game, "soviet")["extenders"] == []
    stack = next(s for s in view(table.game, "soviet")["stacks"] if s["hex"] == table.hex("02.01"))
    assert stack["transport"] is True


@pytest.mark.case("12.7g", "4.5a-B")
def test_a_link_in_leg_mp_relies_on_nobodys_negation() -> None:
    run = run_at(line(30, f"axis 08.01 e wagon 5 10L extender\naxis 09.01 u {RIFLES}\n{FAR}", RAIL + MIX), "movement")
    rely_on_trace(run, run.look.unit("u"))
    way = stations(run.look, "axis")[run.look.board.index("08.01")]
    assert [run.look.hex_name(h) for h in way][-2:] == ["05.01", "08.01"]
