"""Units by rail: who may entrain, where the train goes, what it costs, what they may do afterwards."""

from __future__ import annotations

from itertools import permutations

import pytest

from redball.core.actions import BeginMove, CombineTransport, LoadSupply, PlaceUnit, RideRail, SetMode
from redball.core.events import ModeChanged, MoveFinished, UnitRailed
from redball.rules.ground.trainbusting import zone
from redball.rules.rail.cap import Rate, cap_left
from redball.rules.rail.paths import Cargo, rate_of, trips, way_to
from redball.rules.rail.train import entrainable
from rules.rail_table import FOE, GAUGES, HEAVY, INF, LINE, REPAIR, arriving, railway, with_victory_hex
from support import GUNS, HQ, TRUCK, Sitting

CARGO = Cargo(False, False)


def ride(table: Sitting, name: str) -> RideRail:
    """The ride to a hex."""
    return RideRail(table.hex(name))


def stations(table: Sitting) -> list[str]:
    """Names of the hexes to which the moving stack may ride."""
    return [table.game.look.hex_name(action.hex) for action in table.offered(RideRail)]


def left(table: Sitting) -> int:
    """Rail Cap left, in 1/16 points."""
    return cap_left(table.game.look, "axis")


# --- the whole of it -------------------------------------------------------------------------------------------


@pytest.mark.case("13.3e", "13.3e-2", "13.3e-3", "13.3a-A", "13.3a-B", "13.3b", "4.7-A", "4.7a", "K13.3-capacity")
def test_a_unit_entrains_rides_any_distance_and_has_finished() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move")
    table.begin("a")
    assert stations(table) == ["04.02", "08.02", "12.02"]
    table.do(ride(table, "12.02"))
    assert (table.at("a"), table.step, left(table)) == ("12.02", "movement_segment.choose_unit", 3 * 16)
    event = table.one(UnitRailed)
    assert (event.cost, len(event.path), event.start, event.hex) == (16, 12, table.hex("01.02"), table.hex("12.02"))
    assert table.unit("a").activity.railed
    assert table.one(MoveFinished).case == "13.3e-3"


@pytest.mark.case("13.3e-3", "4.7d-C", "K13.3-phasing")
def test_after_detraining_nothing_more_is_done() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move").begin("a")
    table.do(ride(table, "04.02"))
    assert table.refused(BeginMove("a")) == ("move.moved", "6.1f")


@pytest.mark.case("13.3a-A", "13.3b")
def test_a_stack_rides_together_and_pays_for_everybody() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move\naxis 01.02 b {TRUCK} move\naxis 01.02 t truck 1 45T")
    table.begin("a", "b", "t").do(ride(table, "08.02"))
    assert [table.at(uid) for uid in ("a", "b", "t")] == ["08.02"] * 3
    assert [event.cost for event in table.all(UnitRailed)] == [16, 16, 16]
    assert left(table) == 16


# --- what cargo takes ------------------------------------------------------------------------------------------


@pytest.mark.case("4.7b", "4.7a")
@pytest.mark.parametrize(
    ("unit", "cost"),
    [
        ("Rgt infantry other 4-3-3L/2-3-6L", 8),
        ("Rgt infantry other 4-3-3L/2-3-7L", 16),
        ("Rgt infantry other 4-3-3L/2-3-6T", 16),
        ("Rgt infantry other 4-3-3L/2-3-0L", 16),
        ("Rgt militia other (3)-1-0L/(1)-1-1L", 8),
        ("Co infantry other 1-3-3L/1-3-6L", 2),
        ("Bn tank armor 9-5-12K/3-5-15K", 8),
        ("Div infantry other 12-3-3L/6-3-6L re=3", 24),
        ("Div infantry other 12-3-3L/6-3-8L re=3 lost=1", 32),
        ("artillery b20-3-4-3L/b10-3-4-12T", 16),
        ("hq 15T-4T/10T-20T", 16),
    ],
)
def test_a_unit_takes_its_size_and_light_ones_half_of_it(unit: str, cost: int) -> None:
    table = railway(f"axis 01.02 a {unit} move").begin("a")
    table.do(ride(table, "04.02"))
    assert table.one(UnitRailed).cost == cost


@pytest.mark.case("4.7c-B", "13.2e", "K13.3-capacity")
@pytest.mark.parametrize("load", ["0", "2"])
def test_transport_points_take_their_points_loaded_or_not(load: str) -> None:
    table = railway(f"axis 01.02 t truck 2 45T load={load}", cap="axis 2").begin("t")
    table.do(ride(table, "04.02"))
    assert table.one(UnitRailed).cost == 32
    assert table.unit("t").load == 4 * int(load)


@pytest.mark.case("13.3a-B")
@pytest.mark.parametrize(
    ("paths", "cost"),
    [
        (f"railroad/multi - {LINE}", 4),
        ("railroad/multi - 01.02 02.02 03.02\nrailroad - 03.02 04.02", 8),
        ("railroad - 01.02 02.02 03.02 04.02\nrailroad/multi - 01.02 01.03 02.03 03.03 04.02", 4),
    ],
)
def test_a_path_that_is_multi_track_throughout_takes_half(paths: str, cost: int) -> None:
    table = railway(f"axis 01.02 a {INF} move\naxis 04.02 b {INF}", paths=paths).begin("a")
    table.do(ride(table, "04.02"))
    assert table.one(UnitRailed).cost == cost


@pytest.mark.case("13.3a-B", "13.3e-2")
@pytest.mark.parametrize("more", ["", "[trainbusting]\naxis 02.02\n", "[trainbusting]\naxis 06.01\n"])
def test_what_a_train_reaches_is_told_alike_with_and_without_the_way(more: str) -> None:
    """Trains may leave the hexes next to the enemy, and enter none of them."""
    paths = "railroad/multi - 01.02 02.02 03.02 04.02 05.02\nrailroad - 05.02 06.02 07.02 08.02"
    look = railway(f"soviet 05.03 z {FOE}", paths=paths, more=more).game.look
    line = [look.board.index(name) for name in LINE.split()[:8]]
    found = set()
    for start, end in permutations(line, 2):
        way = way_to(look, "axis", CARGO, start, end)
        if way is None:
            assert end not in dict.fromkeys(h for _, there in trips(look, "axis", CARGO).reached(start) for h in there)
            continue
        assert rate_of(look, "axis", CARGO, start, end) == way.rate
        found.add((look.hex_name(start), look.hex_name(end), way.rate.multi))
    assert {("04.02", "03.02", True), ("01.02", "03.02", True)} <= found
    assert ("03.02", "04.02", True) not in found


@pytest.mark.case("14.8c-B", "13.3a-B")
@pytest.mark.parametrize(
    ("paths", "markers", "cost"),
    [
        (f"railroad - {LINE}", "axis 06.02", 32),
        (f"railroad - {LINE}", "soviet 06.02", 16),
        (f"railroad - {LINE}", "axis 06.02\naxis 10.02", 32),
        (f"railroad/multi - {LINE}", "axis 06.02", 16),
        (f"railroad/multi - {LINE}", "", 8),
        (f"railroad - {LINE}", "axis 14.02", 16),
    ],
)
def test_cargo_through_trainbusting_zones_takes_double_once(paths: str, markers: str, cost: int) -> None:
    table = railway(f"axis 01.02 a {HEAVY} move", paths=paths, more=f"[trainbusting]\n{markers}\n").begin("a")
    table.do(ride(table, "12.02"))
    assert table.one(UnitRailed).cost == cost


@pytest.mark.case("14.8c-B")
def test_a_way_around_the_zone_is_taken_though_it_is_longer() -> None:
    """From 03.02 the straight line runs into the zone of 06.03; the other one does not."""
    upper = "railroad - 03.02 03.01 04.01 05.01 06.01 07.01 08.01 08.02"
    table = railway(
        f"axis 01.02 a {HEAVY} move", paths=f"railroad - {LINE}\n{upper}", more="[trainbusting]\naxis 06.03\n"
    ).begin("a")
    look = table.game.look
    zone_ = zone(look, "axis")
    way = way_to(look, "axis", CARGO, table.hex("01.02"), table.hex("08.02"))
    assert way is not None
    assert way.rate == Rate()
    assert zone_.isdisjoint(way.path)
    assert not zone_.isdisjoint(look.board.index(name) for name in LINE.split())


@pytest.mark.case("14.8c-B")
@pytest.mark.parametrize(("cap", "fits"), [("axis 2", True), ("axis 1", False)])
def test_double_must_be_within_the_rail_cap(cap: str, fits: bool) -> None:
    table = railway(f"axis 01.02 a {HEAVY} move", cap=cap, more="[trainbusting]\naxis 06.02\n").begin("a")
    assert ("12.02" in stations(table)) is fits
    if not fits:
        refusal = table.why(ride(table, "12.02"))
        assert (refusal.code, refusal.have, refusal.need) == ("rail.no_cap", "1", "2")


@pytest.mark.case("13.3b")
@pytest.mark.parametrize(("cap", "fits"), [("3/4", False), ("1", True)])
def test_the_rail_cap_must_suffice(cap: str, fits: bool) -> None:
    table = railway(f"axis 01.02 a {HEAVY} move", cap=f"axis {cap}").begin("a")
    assert stations(table) == (["04.02", "08.02", "12.02"] if fits else [])
    if not fits:
        assert table.refused(ride(table, "04.02")) == ("rail.no_cap", "13.3b")


@pytest.mark.case("13.3b", "K13.3-phasing")
def test_rail_cap_is_for_the_owners_movement_phase_and_not_saved() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move", cap="axis 1\nsoviet 1").begin("a")
    table.do(ride(table, "04.02"))
    assert left(table) == 0
    assert cap_left(table.game.look, "soviet") == 0
    table.done()
    assert table.game.state.rail_spent == 0
    assert left(railway("", cap="axis 1 spent=4")) == 12
    assert left(railway("", cap="axis 1", at="reaction_movement")) == 0
    assert left(railway("", cap="soviet 1")) == 0


@pytest.mark.case("13.3b")
def test_released_reserves_use_no_rail_cap() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move released", at="exploitation_movement").begin("a")
    assert table.refused(ride(table, "04.02")) == ("rail.phase", "13.3b")


# --- who may entrain -------------------------------------------------------------------------------------------


@pytest.mark.case("5.5a", "5.6a", "5.7e", "5.8d", "5.10d", "K13.3-phasing")
@pytest.mark.parametrize(
    ("marks", "case"), [("", "5.5a"), ("move reserve", "5.7e"), ("strat", "5.8d"), ("move dg", "5.10d"), ("move", "")]
)
def test_only_move_mode_goes_by_rail(marks: str, case: str) -> None:
    table = railway(f"axis 01.02 a {INF} {marks}").begin("a")
    if case:
        assert table.refused(ride(table, "04.02")) == ("rail.mode", case)
    else:
        table.do(ride(table, "04.02"))
        assert table.at("a") == "04.02"


@pytest.mark.case("5.6a", "5.4-A")
def test_the_mode_may_change_as_the_move_begins() -> None:
    table = railway(f"axis 01.02 a {INF}").begin("a").mode("a", "move")
    assert stations(table) == ["04.02", "08.02", "12.02"]


@pytest.mark.case("4.7d-C", "13.3e-1", "K13.3-phasing")
def test_up_to_half_the_ma_is_spent_before_entraining() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move").begin("a").go("01.01", "01.02", "01.01", "01.02")
    assert table.left("a") == "4"
    assert stations(table) == ["04.02", "08.02", "12.02"]
    table.go("02.02", "01.02")
    assert table.refused(ride(table, "04.02")) == ("rail.spent", "4.7d-C")
    refusal = table.game.do(ride(table, "04.02")).refusal
    assert refusal is not None
    assert (refusal.have, refusal.need) == ("6", "4")


@pytest.mark.case("12.2a")
@pytest.mark.parametrize(("load", "may"), [("0", True), ("1T", False)])
def test_supply_that_a_truck_has_carried_does_not_go_on_by_rail(load: str, may: bool) -> None:
    table = railway(f"axis 01.01 t truck 1 45T load={load}").begin("t").go("01.02")
    if may:
        assert stations(table) == ["04.02", "08.02", "12.02"]
    else:
        assert table.refused(ride(table, "04.02")) == ("rail.loaded", "12.2a")


# --- stations --------------------------------------------------------------------------------------------------


@pytest.mark.case("13.3e-1", "13.3c-1", "K13.3-connections")
def test_cargo_entrains_in_a_detrainable_hex_only() -> None:
    table = railway(f"axis 03.02 a {INF} move\naxis 02.01 b {INF} move").begin("a")
    assert table.refused(ride(table, "04.02")) == ("rail.not_detrainable", "13.3c-1")
    table.halt().begin("b")
    assert table.refused(ride(table, "04.02")) == ("rail.no_railroad", "13.3e-1")


@pytest.mark.case("13.3e-3", "13.3c-1", "K13.3-connections")
def test_and_detrains_in_one() -> None:
    table = railway(f"axis 01.02 a {INF} move\naxis 06.02 q {HQ}\naxis 07.02 r {HQ} move").begin("a")
    assert stations(table) == ["04.02", "06.02", "08.02", "12.02"]
    assert table.refused(ride(table, "07.02")) == ("rail.not_detrainable", "13.3c-1")
    assert table.refused(ride(table, "01.01")) == ("rail.no_railroad", "13.3e-1")
    assert table.refused(ride(table, "01.02")) == ("rail.here", "13.3e")


@pytest.mark.case("4.5a-C", "13.3e-1", "13.3e-2", "13.3c-3", "K13.3-connections")
@pytest.mark.parametrize("guard", ["", f"axis 04.02 g {INF} moved"])
def test_a_zoc_shuts_a_station_even_where_it_is_negated(guard: str) -> None:
    """The same ZOC leaves trace open where a friendly unit stands (4.5a-D)."""
    table = railway(f"axis 01.02 a {INF} move\n{guard}\nsoviet 04.03 z {FOE}").begin("a")
    assert stations(table) == []
    assert table.refused(ride(table, "04.02")) == ("rail.zoc", "4.5a-C")
    assert table.refused(ride(table, "08.02")) == ("rail.no_line", "13.3c-3")
    without = railway(f"axis 01.02 a {INF} move\n{guard}\nsoviet 04.03 z {FOE} strat").begin("a")
    assert stations(without) == ["04.02", "08.02", "12.02"]


@pytest.mark.case("4.5a-C")
def test_nobody_entrains_in_a_zoc() -> None:
    table = railway(f"axis 04.02 a {INF} move\nsoviet 04.03 z {FOE}").begin("a")
    assert table.refused(ride(table, "01.02")) == ("rail.zoc", "4.5a-C")


@pytest.mark.case("13.3e-2", "4.8c-D", "K13.3-connections")
def test_enemy_combat_units_stop_a_train_and_others_only_keep_it_from_stopping() -> None:
    table = railway(f"axis 01.02 a {INF} move\nsoviet 05.02 z {FOE} strat").begin("a")
    assert stations(table) == ["04.02"]
    assert table.refused(ride(table, "05.02")) == ("rail.enemy", "13.3e-2")
    table = railway(f"axis 01.02 a {INF} move", supply="soviet 08.02 1").begin("a")
    assert stations(table) == ["04.02", "12.02"]
    assert table.refused(ride(table, "08.02")) == ("rail.enemy", "4.8c-D")


@pytest.mark.case("13.3h", "13.3e-2")
def test_a_railroad_that_supplies_nobody_is_not_controlled() -> None:
    table = railway(f"axis 01.02 a {INF} move", source="12.02").begin("a")
    assert stations(table) == ["04.02", "08.02", "12.02"]
    alone = railway(f"axis 12.02 a {INF} move", source="12.02").begin("a")
    assert alone.refused(ride(alone, "01.02")) == ("rail.control", "13.3h")


@pytest.mark.case("13.3f", "13.3e-2", "K13.3-connections")
def test_the_gauge_must_be_that_of_the_side() -> None:
    table = railway(f"axis 01.02 a {INF} move", cap="axis 4 gauge=standard", gauges=GAUGES).begin("a")
    assert stations(table) == ["04.02"]
    assert table.refused(ride(table, "08.02")) == ("rail.gauge", "13.3f")


@pytest.mark.case("13.3e-2")
def test_two_stations_without_a_railroad_between_them() -> None:
    broken = 'railroad "-" 01.02 02.02 03.02 04.02\nrailroad "-" 08.02 09.02 10.02 11.02 12.02'
    table = railway(f"axis 01.02 a {INF} move\naxis 03.02 b {INF}", paths=broken, source="01.02 12.02").begin("a")
    assert stations(table) == ["04.02"]
    assert table.refused(ride(table, "08.02")) == ("rail.no_way", "13.3e-2")


# --- HQs, Rail Repair units ------------------------------------------------------------------------------------


@pytest.mark.case("K13.3-phasing", "13.3e-1")
def test_what_counts_is_where_one_may_detrain_at_that_moment() -> None:
    """An HQ that turns to Combat Mode gives a stop to the units that ride after it in the same phase (13.8c)."""
    units = f"axis 01.02 a {HEAVY} move\naxis 05.02 q {HQ} move fueled"
    before = railway(units).begin("a")
    assert stations(before) == ["04.02", "08.02", "12.02"]
    table = railway(units).begin("q").mode("q", "combat").halt().begin("a")
    assert "05.02" in stations(table)


@pytest.mark.case("13.8c")
def test_an_hq_entrains_where_it_makes_the_hex_detrainable_and_turns_to_move_mode() -> None:
    table = railway(f"axis 03.02 q {HQ}").begin("q")
    assert stations(table) == ["01.02", "04.02", "08.02", "12.02"]
    table.do(ride(table, "08.02"))
    assert (table.unit("q").mode, table.at("q"), table.one(ModeChanged).case) == ("move", "08.02", "13.8c")
    in_village = railway(f"axis 04.02 q {HQ}").begin("q")
    assert in_village.refused(ride(in_village, "08.02")) == ("rail.mode", "5.5a")


@pytest.mark.case("13.8c", "5.5a")
def test_but_not_after_it_has_moved_or_has_just_turned_to_combat_mode() -> None:
    moved = railway(f"axis 03.02 q {HQ} fueled").begin("q").go("03.01", "03.02")
    assert moved.refused(ride(moved, "08.02")) == ("rail.mode", "5.5a")
    turned = railway(f"axis 03.02 q {HQ} move").begin("q").mode("q", "combat")
    assert turned.refused(ride(turned, "08.02")) == ("rail.mode", "5.5a")


@pytest.mark.case("SETUP-III", "13.3e-3")
@pytest.mark.parametrize(("unit", "claims"), [(f"{INF} move", True), ("truck 1 45T", False)])
def test_a_combat_unit_that_detrains_claims_a_victory_hex(unit: str, claims: bool) -> None:
    table = with_victory_hex(railway(f"axis 01.02 a {unit}"), "08.02").begin("a")
    table.do(ride(table, "08.02"))
    assert table.game.state.control == ({table.hex("08.02"): "axis"} if claims else {})


@pytest.mark.case("13.3e-1")
@pytest.mark.parametrize(("entry", "answer"), [("02.01", ("rail.no_railroad", "13.3e-1")), ("02.02", None)])
def test_reinforcements_entrain_where_they_came_in_if_a_railroad_is_there(
    entry: str, answer: tuple[str, str] | None
) -> None:
    table = arriving(f"axis 01.01 new {INF}", "new", entry)
    table.do(PlaceUnit("new", table.hex(entry), "move", "move"))
    while table.step != "movement_segment.choose_unit":
        table.done()
    table.begin("new")
    if answer is None:
        assert stations(table) == ["01.02", "04.02", "08.02", "12.02"]
    else:
        assert table.refused(ride(table, "04.02")) == answer


@pytest.mark.case("13.3e-1")
def test_who_joins_reinforcements_there_does_not_entrain_off_the_map_with_them() -> None:
    """02.02 has no stop, so only what arrived in this turn entrains there."""
    table = arriving(f"axis 01.01 new {INF}\naxis 02.02 old {INF} move", "new", "02.02")
    table.do(PlaceUnit("new", table.hex("02.02"), "move", "move"))
    while table.step != "movement_segment.choose_unit":
        table.done()
    table.begin("new", "old")
    assert table.refused(ride(table, "04.02")) == ("rail.not_detrainable", "13.3c-1")
    table.drop("old")
    assert stations(table) == ["01.02", "04.02", "08.02", "12.02"]


@pytest.mark.case("13.3e-1", "13.2c-A")
@pytest.mark.parametrize(("arrived", "rides"), [("new", False), ("old", False), ("new\nold", True)])
def test_points_that_were_there_do_not_entrain_off_the_map_in_those_that_arrived(arrived: str, rides: bool) -> None:
    """02.02 has no stop. One counter entrains there only if all its points came in this turn."""
    units = "axis 02.02 new truck 1 45T\naxis 02.02 old truck 2 45T"
    table = railway(units, more=f"[arrived]\n{arrived}\n").begin("new").do(CombineTransport("new", "old"))
    if rides:
        assert table.do(ride(table, "04.02")).at("new") == "04.02"
    else:
        assert table.refused(ride(table, "04.02")) == ("rail.not_detrainable", "13.3c-1")


@pytest.mark.case("13.3e-1", "13.2f-A")
@pytest.mark.parametrize(
    ("supply", "tokens", "rides"), [("2 new=4T", 4, True), ("2 new=4T", 5, False), ("2", 1, False), ("2", 0, True)]
)
def test_sp_that_were_there_do_not_entrain_off_the_map_on_a_truck_that_arrived(
    supply: str, tokens: int, rides: bool
) -> None:
    table = railway("axis 02.02 new truck 2 45T", supply=f"axis 02.02 {supply}", more="[arrived]\nnew\n").begin("new")
    if tokens:
        table.do(LoadSupply("new", tokens))
    if rides:
        assert table.do(ride(table, "04.02")).unit("new").load == tokens
    else:
        assert table.refused(ride(table, "04.02")) == ("rail.not_detrainable", "13.3c-1")


@pytest.mark.case("13.3e-1")
@pytest.mark.parametrize(("first", "left"), [(3, 1), (4, 0)])
def test_new_sp_that_an_arrival_has_loaded_are_not_counted_again_for_a_train(first: int, left: int) -> None:
    table = railway("axis 02.02 new truck 2 45T", supply="axis 02.02 2 new=4T", more="[arrived]\nnew\n").begin("new")
    table.do(LoadSupply("new", first), ride(table, "04.02"))
    assert entrainable(table.look, "axis", table.hex("02.02")) == left


@pytest.mark.case("13.3g-C", "13.3g-B", "5.5a", "5.6a", "K13.3g-repair")
def test_rail_repair_units_ride_in_combat_mode_between_any_hexes_and_move_on() -> None:
    table = railway(f"axis 03.02 p {REPAIR}").begin("p")
    table.do(ride(table, "11.02"))
    assert (table.at("p"), table.left("p"), table.step) == ("11.02", "4", "move.go")
    assert table.refused(table.set_mode("p", "move"))[0] == "mode.too_late"
    table.go("12.02", "11.02", "12.02", "11.02")
    assert table.refused(table.to("12.02"))[0] == "move.no_mp"
    assert table.refused(ride(table, "03.02")) == ("rail.once", "13.3e")


@pytest.mark.case("13.3g-B", "4.7d-C")
def test_what_they_spent_before_is_gone() -> None:
    table = railway(f"axis 01.02 p {REPAIR}").begin("p").go("02.02", "03.02")
    table.do(ride(table, "11.02"))
    assert table.left("p") == "2"
    table = railway(f"axis 01.02 p {REPAIR}").begin("p").go("02.02", "03.02", "04.02")
    assert table.refused(ride(table, "11.02")) == ("rail.spent", "4.7d-C")


@pytest.mark.case("5.10d", "13.3g-B")
def test_but_not_in_dg_mode() -> None:
    table = railway(f"axis 01.02 p {REPAIR} dg").begin("p")
    assert table.refused(ride(table, "11.02")) == ("rail.mode", "5.10d")


@pytest.mark.case("13.3g-C", "13.3g-B")
def test_others_that_ride_with_them_need_a_station_and_have_finished() -> None:
    table = railway(f"axis 01.02 p {REPAIR}\naxis 01.02 a {INF} move").begin("p", "a")
    assert table.refused(ride(table, "05.02")) == ("rail.not_detrainable", "13.3c-1")
    table.do(ride(table, "08.02"))
    assert (table.data.units, table.unit("a").activity.moved, table.unit("p").activity.moved) == (("p",), True, False)
    table.go("09.02").halt()
    assert (table.at("p"), table.at("a")) == ("09.02", "08.02")


@pytest.mark.case("13.3g-A")
def test_rail_repair_units_do_not_ride_on_what_was_converted_in_this_phase() -> None:
    gauges = GAUGES.replace("05.02 06.02", "05.02! 06.02!")
    table = railway(
        f"axis 01.02 p {REPAIR}\naxis 01.02 a {INF} move\naxis 06.02 q {HQ}", cap="axis 4 gauge=standard", gauges=gauges
    ).begin("p")
    assert stations(table) == ["02.02", "03.02", "04.02"]
    assert table.refused(ride(table, "05.02")) == ("rail.leapfrog", "13.3g-A")
    table.halt().begin("a")
    assert stations(table) == ["04.02", "06.02"]


# --- arrivals, victory hexes -----------------------------------------------------------------------------------


@pytest.mark.case("13.3e", "13.3b")
def test_rides_count_together_until_nothing_is_left() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move\naxis 01.02 b {GUNS} move\naxis 01.02 c {INF} move", cap="axis 2+2T")
    for uid, rest in (("a", 24), ("b", 8), ("c", 0)):
        table.begin(uid).do(ride(table, "04.02"))
        assert left(table) == rest


def test_a_stack_without_rail_cap_is_offered_no_ride() -> None:
    table = railway(f"axis 01.02 a {INF} move", cap="axis 0").begin("a")
    assert stations(table) == []
    assert table.refused(ride(table, "04.02")) == ("rail.no_cap", "13.3b")
    assert SetMode("a", "combat", "combat") in table.game.choices()


@pytest.mark.case("2.4-3")
@pytest.mark.parametrize("quiet", [True, False])
def test_in_a_simulcast_turn_nobody_rides_onto_what_is_the_enemys(quiet: bool) -> None:
    at = "movement simulcast=yes" if quiet else "movement"
    table = railway(f"axis 01.02 a {HEAVY} move", at=at, more="[control]\nsoviet 08.02").begin("a")
    assert stations(table) == ["04.02", "12.02"] if quiet else ["04.02", "08.02", "12.02"]
    if quiet:
        assert table.refused(ride(table, "08.02")) == ("simulcast.offensive", "2.4-3")
    else:
        table.do(ride(table, "08.02"))
