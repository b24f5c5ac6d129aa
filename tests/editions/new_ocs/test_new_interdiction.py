"""Interdiction Zones: what they cost a move and a throw, whom they keep out, and what they close to trains."""

from __future__ import annotations

import pytest

from editions.new_ocs.new_support import HEAD, look, sit, written
from redball.board.hexes import MP
from redball.board.pure import LIMIT_MAX
from redball.core.actions import DeclareOverrun, LoadSupply, StepTo
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.game.plan.moves import mp_left_along, reachable
from redball.game.position.parse import parse_position
from redball.rules.ground.bridges import ground_for
from redball.rules.ground.trainbusting import TrainbustingOver, markers_in, with_markers
from redball.rules.moving_stack.points import MOVE_GROUND, STEP_TOLLS
from redball.rules.rail.paths import Cargo, destinations, rate_of, refuse_station, refuse_trip, trips
from redball.rules.supply.draw_and_throw import find_payer, hq_reach, payers
from redball.rules.supply.fields import search
from redball.rules.supply.lines import lines_of_payer
from redball.rules.supply.paths import blocked, field_from, open_ways, path_ground
from redball.rules.supply.reasons import refuse_payer
from redball.rules.trace.tracing import traced
from redball.rules.units.zoc import NOBODY
from rules.rail_table import HEAVY, position
from support import HQ, LEG, TRUCK, Sitting, land, sitting

MARK = "[trainbusting]\naxis 05.03\n"
ROWS = land(columns=9, rows=5)
WAGONS = "truck 2 20T"
STEPS = [f"{column:02d}.01" for column in range(1, 17)]
ROAD = f'[paths]\nroad "r" {" ".join(STEPS)}\n'


def zone_of(here: Look) -> set[int]:
    """The marker's hex and its neighbours."""
    centre = here.board.index("05.03")
    return {centre, *here.board.neighbours(centre)}


def around(unit: str, rest: str = MARK, side: str = "axis", at: str = "04.03") -> dict[str, int]:
    """What a unit pays for each hex around it more than without a marker; nothing if it pays the same everywhere."""
    units = f"{side} {at} u {unit}\n"
    here, plain = look(units, ROWS, rest=rest), look(units, ROWS)
    grounds = [one.policies[MOVE_GROUND](one, one.unit("u"), frozenset("u")) for one in (here, plain)]
    start, found = here.unit("u").hex, {}
    for direction in range(6):
        there = here.board.neighbour(start, direction)
        more = grounds[0].step_cost(start, direction) - grounds[1].step_cost(start, direction)
        if more:
            found[here.hex_name(there)] = more
            assert here.policies[STEP_TOLLS](here, here.unit("u"), start, there) == (("Interdiction Zone", more),)
    return found


# --- moves -------------------------------------------------------------------------------------------------------


@pytest.mark.case("N6-interdiction-mp", "N6-interdiction-area", "N14-interdiction-zone-cost")
@pytest.mark.parametrize("unit", [f"{TRUCK} move", f"{LEG} move", f"{HQ} move"])
def test_move_mode_pays_one_mp_more_in_the_hex_and_its_neighbours(unit: str) -> None:
    here = look(f"axis 04.03 u {LEG}", ROWS)
    near = {here.hex_name(n) for n in here.board.neighbours(here.board.index("04.03")) if n in zone_of(here)}
    assert around(unit) == dict.fromkeys(near, MP)
    assert len(near) == 3, "the marker's hex and two of its neighbours"
    assert around(unit, at="01.03") == {}


@pytest.mark.case("N6-interdiction-mp", "N14-interdiction-zone-combat")
@pytest.mark.parametrize("unit", [TRUCK, LEG, f"{LEG} exploit"])
def test_what_shows_its_combat_side_pays_nothing(unit: str) -> None:
    assert around(unit) == {}


@pytest.mark.case("N6-interdiction-mp", "N14-interdiction-strat-rail-max")
def test_overlapping_zones_cost_once_and_only_the_side_that_they_hinder() -> None:
    both = "[trainbusting]\naxis 05.03\naxis 05.02\naxis 05.04\n"
    assert set(around(f"{TRUCK} move", both).values()) == {MP}
    assert around(f"{TRUCK} move", both, side="soviet") == {}


@pytest.mark.case("N6-interdiction-road", "N14-interdiction-zone-cost")
@pytest.mark.parametrize(("at", "left"), [("02.01", "9.5"), ("03.01", "9"), ("04.01", "7"), ("07.01", "2.5")])
def test_a_road_costs_at_least_one_mp_before_the_zone_adds_its_own(at: str, left: str) -> None:
    """Half a MP a hex outside the zone of 05.01; two MP in it."""
    mark = "[trainbusting]\naxis 05.01\n"
    walkers = "Rgt infantry other 4-3-3L/2-3-10L"
    table = sit(f"axis 01.01 u {walkers} move", land(columns=16, rows=1), rest=ROAD + mark).begin("u")
    table.go(*STEPS[1 : STEPS.index(at) + 1])
    assert table.left("u") == left


@pytest.mark.case("N14-interdiction-strat-rail-max")
@pytest.mark.parametrize(
    ("unit", "into_zoc"), [(f"{LEG} move", 1), ("Rgt motorized_infantry mech 5-4-6T/3-4-14T move", 2)]
)
def test_of_a_zoc_and_a_zone_the_dearer_counts(unit: str, into_zoc: int) -> None:
    """05.03 is in a ZOC and holds the marker: a step there costs the ZOC or the zone, not both."""
    foes = f"soviet 06.03 s {LEG}\nsoviet 06.03 t {LEG}\n"
    rows = land("06.03=w", columns=9, rows=5)
    paid = []
    for rest in ("", MARK):
        here = look(f"axis 04.03 u {unit}\n{foes}", rows, rest=rest)
        ground = here.policies[MOVE_GROUND](here, here.unit("u"), frozenset("u"))
        start, end = here.board.index("04.03"), here.board.index("05.03")
        paid.append(ground.step_cost(start, here.board.direction(start, end)))
    assert paid == [MP + into_zoc * MP, MP + max(into_zoc, 1) * MP]


@pytest.mark.case("N14-interdiction-strat-rail-max", "N6-interdiction-road")
def test_on_a_road_a_zone_may_be_dearer_than_a_zoc() -> None:
    """Half a MP and one for the ZOC of Leg units; in the zone the road is 1 and the zone 1."""
    foes = f"soviet 04.02 s {LEG}\nsoviet 04.02 t {LEG}\n"
    terrain = "\n".join([". . . . . .", ". . . . . ."])
    found = []
    for mark in ("", "[trainbusting]\naxis 04.01\n"):
        rest = f'[paths]\nroad "r" {" ".join(STEPS[:6])}\n{mark}'
        here = look(f"axis 03.01 u {LEG} move\n{foes}", terrain, rest=rest)
        ground = here.policies[MOVE_GROUND](here, here.unit("u"), frozenset("u"))
        start, end = here.board.index("03.01"), here.board.index("04.01")
        found.append((here.in_zoc_of("soviet", start), ground.step_cost(start, here.board.direction(start, end))))
    (left, plain), (_, zoned) = found
    assert plain == MP // 2 + (2 if left else 1) * MP
    assert zoned == max(plain, 2 * MP)


@pytest.mark.case("N6-interdiction-strat", "N14-interdiction-strat-rail-strat")
def test_strat_mode_may_not_enter_a_zone_and_may_leave_it() -> None:
    rest = f"{MARK}[supply]\naxis 01.03 9\n[sources]\naxis 01.03\n"
    table = sit(f"axis 03.03 u {LEG} strat", ROWS, rest=rest).begin("u")
    entering = next(h for h in table.look.board.neighbours(table.hex("03.03")) if h in zone_of(table.look))
    refused = table.why(StepTo(entering))
    assert (refused.code, refused.case) == ("interdiction.strat", "N14-interdiction-strat-rail-strat")
    assert entering not in reachable(table.game, "axis", ("u",)).hexes
    inside = sit(f"axis 05.03 u {LEG} strat", ROWS, rest=rest.replace("axis 05.03\n", "axis 06.03\n", 1)).begin("u")
    assert "04.03" in inside.hexes() or "04.02" in inside.hexes()
    marching = sit(f"axis 03.03 u {LEG} move", ROWS, rest=rest).begin("u")
    assert StepTo(entering) in marching.game.choices()


@pytest.mark.case("N8-cost")
@pytest.mark.parametrize("mark", ["", "[trainbusting]\naxis 02.01\naxis 03.01\n"])
def test_an_overrun_costs_three_mp_in_a_zone_too(mark: str) -> None:
    tanks = "Bn tank armor 9-5-12K/6-5-15K"
    table = sit(f"axis 02.01 u {tanks} fueled\nsoviet 03.01 s {LEG} dg=fire", land(columns=6, rows=1), rest=mark)
    table.begin("u")
    assert table.left("u") == "12"
    table.do(DeclareOverrun(table.hex("03.01")))
    frame = next(f.data for f in table.game.state.stack if f.procedure == "move")
    assert frame.spent == (3 * MP,)


# --- transport ---------------------------------------------------------------------------------------------------

LONG = land(columns=16, rows=1)
ALL_ALONG = "[trainbusting]\n" + "".join(f"axis {name}\n" for name in ("03.01", "06.01", "09.01", "12.01", "15.01"))


def convoy(rest: str = "", mark: str = ALL_ALONG) -> Sitting:
    """Trucks with 20 MP at the end of a row that is all one zone."""
    return sit(f"axis 01.01 t truck 2 20T\naxis 16.01 u {LEG}", LONG, rest=mark + rest).begin("t")


@pytest.mark.case("N14-interdiction-zone-transport", "N6-interdiction-supply")
def test_transport_that_uses_half_its_mp_ignores_zones_and_pays_for_all_of_them_beyond() -> None:
    table = convoy()
    table.go(*STEPS[1:11])
    assert table.left("t") == "10", "ten hexes of open ground, half of its 20 MP"
    assert table.refused(table.to("12.01"))[0] == "move.no_mp", "with the eleventh it would owe 22"
    short = convoy(mark="[trainbusting]\naxis 03.01\n").go(*STEPS[1:11])
    assert short.left("t") == "10"
    short.go("12.01")
    assert short.left("t") == "6", "one for the hex and three for 02.01 to 04.01"
    short.go("13.01")
    assert short.left("t") == "5"


@pytest.mark.case("N14-interdiction-zone-transport")
def test_beyond_half_each_hex_of_a_zone_is_paid_at_once() -> None:
    table = convoy(mark="[trainbusting]\naxis 14.01\n").go(*STEPS[1:12])
    assert table.left("t") == "9"
    table.go("13.01")
    assert table.left("t") == "7"


@pytest.mark.case("N14-interdiction-zone-transport")
def test_loading_counts_toward_the_half() -> None:
    """Loading takes 2 of 20 MP: after nine hexes it is more than half, and the three of the zone are due."""
    mark = "[trainbusting]\naxis 03.01\n"
    for steps, left in ((8, "10"), (9, "6")):
        table = convoy(mark=mark, rest=f"[supply]\naxis {STEPS[steps]} 4\n").go(*STEPS[1 : steps + 1])
        table.do(LoadSupply("t", 4))
        assert table.left("t") == left
    table.go("11.01")
    assert table.left("t") == "5", "nothing is owed twice"


@pytest.mark.case("N14-interdiction-zone-transport")
def test_the_page_plans_what_the_trucks_can_do() -> None:
    table = convoy()
    found = reachable(table.game, "axis", ("t",)).hexes
    assert {table.look.hex_name(h): show_mp(r.mp_left) for h, r in found.items()} == {
        STEPS[i]: str(20 - i) for i in range(1, 11)
    }
    part = convoy(mark="[trainbusting]\naxis 03.01\n")
    ahead = reachable(part.game, "axis", ("t",)).hexes
    assert {part.look.hex_name(h): show_mp(r.mp_left) for h, r in ahead.items()} == {
        STEPS[i]: str(20 - i if i <= 10 else 17 - i) for i in range(1, 16)
    }
    path = ahead[part.hex("13.01")].path
    walked = mp_left_along(part.game, "axis", ("t",), path)
    for hex_, left in walked[1:]:
        part.do(StepTo(hex_))
        assert part.left("t") == show_mp(left)
    later = reachable(part.game, "axis", ("t",)).hexes
    assert show_mp(later[part.hex("14.01")].mp_left) == "4"


@pytest.mark.case("N14-interdiction-zone-transport")
def test_the_half_that_an_extender_took_does_not_count() -> None:
    """Points that were an Extender begin with half their MP spent; with the other half they ignore zones."""
    table = sit(f"axis 01.01 t truck 2 20T reverted\naxis 16.01 u {LEG}", LONG, rest=ALL_ALONG).begin("t")
    assert table.left("t") == "10"
    table.go(*STEPS[1:11])
    assert table.left("t") == "0"


# --- throws, traces ------------------------------------------------------------------------------------------------


def thrown(throw: int, mark: str, target: str = "09.01", units: str = "") -> Look:
    """An HQ at 01.01 on its SP, and a unit that it is to serve."""
    rows = f"axis 01.01 h hq {throw}L-4T/{throw}L-20T\naxis {target} u {LEG}\n{units}"
    return look(rows, land(columns=14, rows=1), rest=f"[supply]\naxis 01.01 8T\n{mark}")


@pytest.mark.case("N12.3-throw", "N14-interdiction-zone-throw", "N6-interdiction-supply", "N12.3-paths")
@pytest.mark.parametrize(
    ("throw", "mark", "mp"),
    [
        (9, "", 7),
        (14, "[trainbusting]\naxis 03.01\n", 7),
        (13, "[trainbusting]\naxis 03.01\n", 10),
        (10, "[trainbusting]\naxis 03.01\n", 10),
        (9, "[trainbusting]\naxis 03.01\n", None),
        (9, "[trainbusting]\nsoviet 03.01\n", 7),
    ],
)
def test_a_throw_over_more_than_half_its_range_pays_for_zones(throw: int, mark: str, mp: int | None) -> None:
    """To 08.01, beside the unit, it is seven hexes, three of them in the zone."""
    here = thrown(throw, mark)
    found = find_payer(here, here.unit("u"), here.board.index("01.01"), "", "h")
    assert (None if found is None else found.mp) == (None if mp is None else mp * MP)
    assert open_ways(here, "axis").throws(here.unit("h"))[-1].served[here.unit("u").hex] == (mp is not None)
    reached = hq_reach(here, here.unit("h")).throw
    assert reached.get(here.board.index("08.01")) == (None if mp is None else mp * MP)
    if found is None:
        refused = refuse_payer(here, here.unit("u"), here.board.index("01.01"), "", "h", NOBODY)
        assert refused is not None
        assert (refused.have, refused.need) == ("9", "10")
    else:
        line = lines_of_payer(here, here.unit("u"), found)[0]
        assert (line.kind, line.mp) == ("throw", found.mp)


@pytest.mark.case("N12.3-draw", "N14-interdiction-zone-combat")
def test_draws_and_traces_pay_nothing() -> None:
    """A trace through the HQ takes 9 MP in or out of a zone, and a draw five hexes."""
    mark = "[trainbusting]\naxis 03.01\naxis 06.01\n"
    sources = "[sources]\naxis 01.01\n"
    here = thrown(9, mark + sources)
    assert traced(here, "axis")["u"].found
    assert payers(here, here.unit("u")) == ()
    near = thrown(9, mark, target="05.01")
    plain = thrown(9, "", target="05.01")
    assert [(p.via, p.mp) for p in payers(near, near.unit("u")) if not p.via] == [
        (p.via, p.mp) for p in payers(plain, plain.unit("u")) if not p.via
    ]


@pytest.mark.case("N12.3-throw", "N14-interdiction-strat-rail-max")
def test_the_fields_that_are_kept_are_what_plain_searches_find() -> None:
    units = (
        f"soviet 05.02 w1 {LEG}\nsoviet 05.02 w2 {LEG}\naxis 04.03 f {LEG}\naxis 01.01 h {HQ}\n"
        "axis 06.03 k hq 15L-4T/10K-20T move\n"
    )
    mark = "[trainbusting]\naxis 03.03\naxis 04.04\nsoviet 02.01\n"
    here = Look(*parse_position(written(units, rest=mark), {"zoc_blocks_supply": "nothing"}))
    for kind in ("leg", "truck", "track"):
        mask = blocked(here, "axis", kind)
        for facing in ("combat", "move"):
            cheap = path_ground(here, "axis", kind, facing, NOBODY)
            dear = path_ground(here, "axis", kind, facing, NOBODY, thrown=True)
            assert cheap.cost != dear.cost
            for start in range(here.board.size):
                kept = field_from(here, "axis", start, kind, 6 * MP, facing=facing, thrown=True)
                half, full = search(cheap, start, 3 * MP, mask).cost, search(dear, start, 6 * MP, mask).cost
                expected = {h: min(half.get(h, LIMIT_MAX), full.get(h, LIMIT_MAX)) for h in {*half, *full}}
                assert kept.cost == expected
                assert all(kept.path(h)[0] == start and kept.path(h)[-1] == h for h in expected)
                assert {h for h in range(here.board.size) if kept.served[h]} == {
                    n for h in expected for n in (h, *here.board.neighbours(h))
                }
                assert field_from(here, "axis", start, kind, 6 * MP, facing=facing).cost == (
                    search(cheap, start, 6 * MP, mask).cost
                )


@pytest.mark.case("N12.3-throw")
def test_a_marker_is_noticed_by_what_was_worked_out_before_it() -> None:
    here = thrown(9, "")
    assert payers(here, here.unit("u"))
    marked = here.after(with_markers(here.state, {here.board.index("03.01"): "axis"}), ())
    assert payers(marked, marked.unit("u")) == ()
    assert payers(here, here.unit("u"))


# --- trains ------------------------------------------------------------------------------------------------------


def railway(mark: str) -> Sitting:
    """Axis units may ride from 01.02 to Minsk and Orsha."""
    written_ = position(f"axis 01.02 a {HEAVY} move", more=mark, cap="axis 1")
    return sitting(written_.replace("\nat ", f"\n{HEAD}at ", 1))


@pytest.mark.case("N14-interdiction-strat-rail")
@pytest.mark.parametrize(
    ("mark", "ends"),
    [("", {"04.02", "08.02"}), ("[trainbusting]\naxis 03.02\n", set()), ("[trainbusting]\naxis 06.02\n", {"04.02"}),
     ("[trainbusting]\naxis 04.02\n", set()), ("[trainbusting]\naxis 06.03\n", {"04.02", "08.02"}),
     ("[trainbusting]\nsoviet 03.02\n", {"04.02", "08.02"})],
)  # fmt: skip
def test_trains_do_not_pass_the_hex_of_a_marker_and_pay_nothing_more_elsewhere(mark: str, ends: set[str]) -> None:
    table = railway(mark)
    here, cargo = table.look, Cargo()
    start = here.board.index("01.02")
    found = {here.hex_name(h) for h in destinations(here, "axis", cargo, start)} & {"04.02", "08.02"}
    assert found == ends
    for name in ("04.02", "08.02"):
        refused = refuse_trip(here, "axis", cargo, start, here.board.index(name))
        assert (refused is None) is (name in ends)
        if name in ends:
            assert not rate_of(here, "axis", cargo, start, here.board.index(name)).busted


@pytest.mark.case("N14-interdiction-strat-rail")
def test_nobody_entrains_or_detrains_at_a_marker_but_the_line_stays_open_to_traces() -> None:
    table = railway("[trainbusting]\naxis 01.02\n")
    here = table.look
    refused = refuse_station(here, "axis", Cargo(), here.board.index("01.02"))
    assert refused is not None
    assert refused.code == "rail.interdicted"
    assert here.board.index("01.02") not in trips(here, "axis", Cargo()).entrances
    assert refuse_station(here, "axis", Cargo(), here.board.index("04.02")) is None, "its line is open as before"
    assert traced(here, "axis")["a"].found


# --- how long ------------------------------------------------------------------------------------------------------


@pytest.mark.case("N2.2-cleanup-interdiction", "2.3-K")
def test_markers_go_in_the_clean_up_phase_of_the_side_that_they_hinder() -> None:
    marks = "[trainbusting]\naxis 05.03\nsoviet 01.05\n[sources]\naxis 01.03\nsoviet 09.03\n"
    units = f"soviet 09.03 s {LEG}\naxis 01.03 a {LEG}"
    table = sit(units, ROWS, rest=marks, at="exploitation_movement", phasing="soviet")
    mine, theirs = table.hex("05.03"), table.hex("01.05")
    table.idle(lambda: bool(table.all(TrainbustingOver)))
    first = table.all(TrainbustingOver)[0]
    assert (first.hexes, first.case) == ((theirs,), "N2.2-cleanup-interdiction")
    assert markers_in(table.game.state) == {mine: "axis"}
    assert table.told(TrainbustingOver) == "Soviet is no longer slowed at 01.05 (marker removed)"
    table.idle(lambda: len(table.all(TrainbustingOver)) == 2 or table.over)
    assert table.all(TrainbustingOver)[1].hexes == (mine,)
    assert markers_in(table.game.state) == {}


@pytest.mark.case("N6-interdiction-mp", "N14-interdiction-zone-combat")
def test_retreats_take_the_plain_ground() -> None:
    here, plain = look(f"axis 04.03 u {TRUCK} move", ROWS, rest=MARK), look(f"axis 04.03 u {TRUCK} move", ROWS)
    assert ground_for(here, here.unit("u")).cost == ground_for(plain, plain.unit("u")).cost
