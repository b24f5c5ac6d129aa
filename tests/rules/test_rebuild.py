"""Rebuilding from the Dead Pile, of reduced units and of trucks."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import Done, PlaceUnit, Rebuild, RebuildTruck, RegainStep
from redball.core.events import ReplsSpent, StepRegained, TruckRebuilt, UnitRebuilt
from redball.core.state import DEAD_PILE
from redball.game.view.renewal import renewal_view
from redball.rules.reinforcement.rebuild import prospects
from redball.rules.reinforcement.rebuild_trucks import truck_prospects
from redball.rules.units.stacking import re_in_hex
from redball.scenarios.records import Cost
from rules.game_book import reinforcement
from rules.renewal_table import BOARD, COMPANY, DIVISION, EQ, PAX, TANKS, again, renewal
from rules.table import Table
from support import HQ, LEG, MILITIA

DEAD = f"axis dead d {LEG}"
PAX_HERE = f"axis 03.02 p1 {PAX}"


def why(table: Table, uid: str = "d") -> str:
    """What the query says of a unit."""
    found = {entry.unit: entry for entry in prospects(table.look, "axis")}[uid]
    assert (found.why is None) is bool(found.hexes)
    return found.why.code if found.why else ""


# --- from the Dead Pile --------------------------------------------------------------------------------------------


@pytest.mark.case("13.5a", "13.5a-1", "2.3-D")
def test_a_dead_unit_comes_back_where_the_repls_were() -> None:
    table = renewal(f"{DEAD}\naxis 02.02 p1 {PAX}")
    assert (table.step, why(table)) == ("rebuild", "")
    table.do(Rebuild("d", table.hex("02.02")))
    assert (table.at("d"), table.unit("d").steps_lost, table.unit("d").mode) == ("02.02", 0, "combat")
    assert "p1" not in table.look.state.units
    assert (table.one(ReplsSpent).units, table.one(UnitRebuilt).case) == (("p1",), "13.5a-1")
    assert table.step == ""


@pytest.mark.case("13.5a")
def test_a_rebuild_costs_what_the_table_says() -> None:
    units = f"axis dead d {TANKS}\naxis 03.02 e1 {EQ}\naxis 03.02 e2 {EQ}\naxis 03.02 e3 {EQ}"
    table = renewal(f"{units}\n{PAX_HERE}\naxis 03.02 p2 {PAX}\naxis 04.02 p3 {PAX}")
    table.do(Rebuild("d", table.hex("03.02")))
    assert table.one(ReplsSpent).units == ("p1", "e1", "e2")


@pytest.mark.case("13.5a", "13.5a-1")
@pytest.mark.parametrize(
    ("second", "fits"), [(f"axis 03.02 e2 {EQ}", True), (f"axis 03.01 e2 {EQ}", False), (f"axis 03.02 e2 {PAX}", False)]
)
def test_the_repls_are_all_in_one_hex(second: str, fits: bool) -> None:
    table = renewal(f"axis dead d {TANKS}\n{PAX_HERE}\naxis 03.02 e1 {EQ}\n{second}\n{DEAD.replace(' d ', ' d2 ')}")
    action = Rebuild("d", table.hex("03.02"))
    if fits:
        table.do(action)
    else:
        refused = table.why(action)
        assert (refused.code, refused.case, refused.need) == ("rebuild.few_repls", "13.5a", "1 Pax and 2 Eq")
        assert refused.have == ("2 Pax and 1 Eq" if "pax" in second else "1 Pax and 1 Eq")
        assert why(table) == "rebuild.few_repls"


@pytest.mark.case("13.5a", "13.5-B")
@pytest.mark.parametrize(("mark", "fits"), [("", True), ("reserve", False), ("strat", False), ("dg", False)])
def test_only_repls_in_move_mode_are_used(mark: str, fits: bool) -> None:
    table = renewal(f"{DEAD}\n{PAX_HERE} {mark}\naxis 02.02 p2 {PAX}")
    action = Rebuild("d", table.hex("03.02"))
    assert (action in table.offered(Rebuild)) is fits
    if not fits:
        assert table.refused(action) == ("rebuild.few_repls", "13.5a")


@pytest.mark.case("13.5a-1", "5.10e-A", "13.1b")
@pytest.mark.parametrize(
    ("hq", "fits"),
    [
        (f"axis 02.02 hq {HQ}", True),
        (f"axis 01.02 hq {HQ}", True),
        (f"axis 01.04 hq {HQ}", False),
        (f"axis 02.02 hq {HQ} dg", True),
        (f"axis 02.02 hq {HQ} dg move", False),
        (f"axis 02.02 hq {HQ} move", False),
        (f"axis 02.02 hq {HQ} reserve", False),
        (f"axis 02.02 hq {HQ} strat", False),
        (f"soviet 04.02 hq {HQ}", False),
        (f"axis 02.02 hq {LEG}", False),
    ],
)
def test_an_hq_in_combat_mode_or_dg_on_its_combat_side_is_within_two_hexes(hq: str, fits: bool) -> None:
    ring = f"axis 06.01 other {HQ}\naxis 06.01 p9 {PAX}"
    table = renewal(f"{DEAD}\n{PAX_HERE}\n{hq}\n{ring}")
    action = Rebuild("d", table.hex("03.02"))
    assert Rebuild("d", table.hex("06.01")) in table.offered(Rebuild)
    assert (action in table.offered(Rebuild)) is fits
    if not fits:
        assert table.refused(action) == ("rebuild.no_hq", "13.5a-1")


@pytest.mark.case("4.5a-K", "13.5a-1")
@pytest.mark.parametrize(
    ("enemy", "fits"),
    [
        (f"soviet 04.02 e {LEG}", False),
        (f"soviet 04.02 e {LEG} move", True),
        (f"soviet 05.03 e {LEG}", True),
        (f"soviet 04.02 e {HQ}", True),
    ],
)
def test_an_enemy_zoc_stops_it_though_it_is_negated(enemy: str, fits: bool) -> None:
    table = renewal(f"{DEAD}\n{PAX_HERE}\naxis 03.02 guard {LEG}\naxis 01.02 p2 {PAX}\n{enemy}")
    action = Rebuild("d", table.hex("03.02"))
    assert Rebuild("d", table.hex("01.02")) in table.offered(Rebuild)
    assert (action in table.offered(Rebuild)) is fits
    if not fits:
        assert table.refused(action) == ("rebuild.in_zoc", "4.5a-K")


@pytest.mark.case("13.5a-1", "4.5a-K")
def test_the_query_names_the_reason_that_is_nearest_to_success() -> None:
    table = renewal(f"{DEAD}\naxis 05.04 p1 {PAX} strat\naxis 05.01 p2 {PAX}\naxis dead d2 {MILITIA}")
    assert table.step == "rebuild"
    table = renewal(f"{DEAD}\naxis 05.02 p1 {PAX}\nsoviet 06.02 e {LEG}\naxis dead d2 {MILITIA}")
    assert (table.step, why(table), why(table, "d2")) == ("", "rebuild.in_zoc", "rebuild.no_cost")
    assert why(renewal(f"{DEAD}\naxis 06.01 p1 {PAX}")) == "rebuild.no_hq"
    both = f"{DEAD}\naxis 01.04 p0 {PAX}\naxis 05.02 p1 {PAX}\naxis 06.01 p2 {PAX}\nsoviet 06.02 e {LEG}"
    assert why(renewal(both)) == "rebuild.in_zoc", "of three hexes only 05.02 is near the HQ"
    assert why(renewal(DEAD)) == "rebuild.few_repls"
    assert why(renewal(f"{DEAD}\naxis dead d2 {MILITIA}"), "d2") == "rebuild.no_cost"
    found = prospects(table.look, "axis")
    assert [(p.unit, p.steps, p.cost, p.pairs) for p in found] == [("d", 1, Cost(1), False), ("d2", 1, None, False)]


@pytest.mark.case("13.5b-B", "13.5c")
def test_only_what_lies_in_the_dead_pile_is_rebuilt() -> None:
    units = f"axis removed gone {LEG} no_rebuild\naxis 01.01 up {LEG}\nsoviet dead theirs {LEG}\naxis dead m {MILITIA}"
    table = renewal(f"{DEAD}\n{PAX_HERE}\n{units}\naxis removed p0 {PAX}")
    here = table.hex("03.02")
    assert table.refused(Rebuild("gone", here)) == ("rebuild.for_good", "13.5c")
    assert table.refused(Rebuild("p0", here)) == ("rebuild.for_good", "13.5c")
    assert table.refused(Rebuild("up", here)) == ("rebuild.not_dead", "13.5b-B")
    assert table.refused(Rebuild("theirs", here)) == ("rebuild.not_dead", "13.5b-B")
    assert table.refused(Rebuild("m", here)) == ("rebuild.no_cost", "13.5a")
    assert {a.unit for a in table.offered(Rebuild)} == {"d"}


@pytest.mark.case("13.5b-A", "5.3")
@pytest.mark.parametrize(
    ("mode", "facing", "shows"),
    [
        ("combat", "combat", "combat"),
        ("move", "move", "move"),
        ("reserve", "move", "reserve"),
        ("strat", "move", "strat"),
    ],
)
def test_a_rebuilt_unit_takes_any_voluntary_mode(mode: Any, facing: Any, shows: str) -> None:
    table = renewal(f"{DEAD}\n{PAX_HERE}")
    here = table.hex("03.02")
    assert table.refused(Rebuild("d", here, "dg", "combat")) == ("mode.unknown", "5.3")
    table.do(Rebuild("d", here, mode, facing))
    assert (table.unit("d").mode, table.unit("d").facing, table.unit("d").internals) == (shows, facing, 0)


@pytest.mark.case("13.5b-A", "5.4a", "16.0f")
def test_reserve_mode_needs_a_marker_and_no_hedgehog() -> None:
    full = renewal(f"{DEAD}\n{PAX_HERE}\naxis 01.01 r {LEG} reserve", markers=1)
    here = full.hex("03.02")
    assert full.refused(Rebuild("d", here, "reserve", "combat")) == ("mode.no_reserve_marker", "5.4a")
    works = renewal(f"{DEAD}\n{PAX_HERE}", rest="[hedgehogs]\naxis 03.02 1\n")
    assert works.refused(Rebuild("d", here, "reserve", "combat")) == ("move.reserve_hedgehog", "5.7g")
    free = renewal(f"{DEAD}\n{PAX_HERE}\naxis 01.01 r {LEG} reserve", markers=2)
    free.do(Rebuild("d", here, "reserve", "combat"))


@pytest.mark.case("13.5b-A", "SETUP-IV-I")
def test_a_unit_is_rebuilt_only_where_it_could_stand() -> None:
    """Foot may be in the swamp of 02.03, what drives on both sides may not."""
    drives = "Rgt infantry other 5-4-6T/3-4-14T"
    units = f"{DEAD}\naxis dead t {drives}\n{PAX_HERE}\naxis 02.03 p2 {PAX}"
    table = renewal(units, board=BOARD.replace(". . . . . .", ". s . . . .", 2).replace(". s", ". .", 1))
    swamp, open_ = table.hex("02.03"), table.hex("03.02")
    assert {(a.unit, a.hex) for a in table.offered(Rebuild)} == {("d", swamp), ("d", open_), ("t", open_)}
    assert table.refused(Rebuild("t", swamp)) == ("rebuild.closed", "13.5b-A")


@pytest.mark.case("13.5a-1", "4.8a-B")
def test_a_rebuilt_unit_may_overstack_for_now() -> None:
    crowd = "\n".join(f"axis 03.02 c{n} {LEG}" for n in range(10))
    table = renewal(f"{DEAD}\n{PAX_HERE}\n{crowd}")
    table.do(Rebuild("d", table.hex("03.02")))
    assert re_in_hex(table.look, "axis", table.hex("03.02")) == 48


# --- steps ---------------------------------------------------------------------------------------------------------


@pytest.mark.case("13.5b-A", "13.5a-1", "13.5a-2")
def test_any_number_of_steps_may_be_rebuilt_in_a_turn() -> None:
    units = "\n".join(f"axis 03.02 p{n} {PAX}" for n in range(4))
    table = renewal(f"axis dead d {DIVISION}\n{units}")
    table.do(Rebuild("d", table.hex("03.02")))
    assert (table.unit("d").steps_lost, table.step) == (2, "rebuild")
    table.do(RegainStep("d"), RegainStep("d"))
    assert (table.unit("d").steps_lost, table.step) == (0, "")
    assert [event.units for event in table.all(ReplsSpent)] == [("p0",), ("p1",), ("p2",)]
    assert len(table.all(StepRegained)) == 2


@pytest.mark.case("13.5a-2")
@pytest.mark.parametrize(("where", "fits"), [("03.02", True), ("03.03", False)])
def test_a_reduced_unit_is_stacked_with_the_repls(where: str, fits: bool) -> None:
    table = renewal(f"axis {where} d {DIVISION} lost=1\n{PAX_HERE}\n{DEAD.replace(' d ', ' x ')}")
    if fits:
        table.do(RegainStep("d"))
        assert table.unit("d").steps_lost == 0
    else:
        assert table.refused(RegainStep("d")) == ("rebuild.few_repls", "13.5a")
        assert why(table) == "rebuild.few_repls"


@pytest.mark.case("13.5b-A")
@pytest.mark.parametrize("marks", ["dg", "oos low", "exhausted strat", "reserve move"])
def test_mode_and_supply_of_the_unit_do_not_matter(marks: str) -> None:
    table = renewal(f"axis 03.02 d {DIVISION} lost=2 {marks}\n{PAX_HERE}")
    before = table.unit("d")
    table.do(RegainStep("d"))
    assert table.unit("d") == before.change(steps_lost=1)


@pytest.mark.case("13.5a-2", "13.5b-B", "4.5a-K")
def test_what_is_whole_or_in_a_zoc_or_far_from_an_hq_regains_nothing() -> None:
    units = f"axis 03.02 w {DIVISION}\naxis 03.02 d {DIVISION} lost=1\nsoviet 06.03 s {DIVISION} lost=1"
    table = renewal(f"{units}\n{PAX_HERE}")
    assert table.refused(RegainStep("w")) == ("rebuild.not_reduced", "13.5b-B")
    assert table.refused(RegainStep("s")) == ("rebuild.not_reduced", "13.5b-B")
    zoc = renewal(f"{units}\n{PAX_HERE}\nsoviet 04.02 e {LEG}\naxis 01.02 p2 {PAX}\naxis 01.02 d2 {DIVISION} lost=1")
    assert zoc.refused(RegainStep("d")) == ("rebuild.in_zoc", "4.5a-K")
    far = f"axis 06.01 d {DIVISION} lost=1\naxis 06.01 p1 {PAX}\naxis 03.02 p2 {PAX}\naxis 03.02 d2 {DIVISION} lost=1"
    assert renewal(far).refused(RegainStep("d")) == ("rebuild.no_hq", "13.5a-1")
    table = renewal(f"axis 03.02 m Div militia other (3)-1-2L/(1)-1-4L re=2 lost=1\n{PAX_HERE}\n{DEAD}")
    assert table.refused(RegainStep("m")) == ("rebuild.no_cost", "13.5a")


@pytest.mark.case("13.5a")
def test_repls_that_are_worst_off_are_used_first() -> None:
    units = f"axis 03.02 a {PAX}\naxis 03.02 b {PAX} oos\naxis 03.02 c {PAX} low\naxis 03.02 z {PAX} exhausted"
    table = renewal(f"axis 03.02 d {DIVISION} lost=2\naxis 03.02 e {DIVISION} lost=2\n{units}")
    table.do(RegainStep("d"), RegainStep("d"), RegainStep("e"))
    assert [event.units for event in table.all(ReplsSpent)] == [("z",), ("c",), ("b",)]


# --- pairs ---------------------------------------------------------------------------------------------------------


@pytest.mark.case("13.5d")
def test_two_small_units_come_for_one_repl() -> None:
    dead = "\n".join(f"axis dead c{n} {COMPANY}" for n in range(3))
    table = renewal(f"{dead}\n{PAX_HERE}\naxis 02.02 p2 {PAX}")
    here, there = table.hex("03.02"), table.hex("02.02")
    table.do(Rebuild("c0", here))
    assert [entry.hex for entry in table.data.spare] == [here]
    table.do(Rebuild("c2", here, "move", "move"))
    assert table.data.spare == ()
    assert [event.units for event in table.all(ReplsSpent)] == [("p1",)]
    assert table.refused(Rebuild("c1", here)) == ("rebuild.few_repls", "13.5a")
    table.do(Rebuild("c1", there))
    assert [event.units for event in table.all(ReplsSpent)] == [("p1",), ("p2",)]
    assert table.step == ""


@pytest.mark.case("13.5d")
def test_the_other_half_is_for_that_hex_and_for_units_of_that_price() -> None:
    guns = "axis dead g artillery b4-2-2-3L/b2-2-2-6L size=Co"
    table = renewal(f"axis dead c {COMPANY}\n{guns}\n{DEAD}\n{PAX_HERE}\naxis 02.02 p2 {PAX}")
    here, there = table.hex("03.02"), table.hex("02.02")
    table.do(Rebuild("c", here))
    assert table.refused(Rebuild("d", here)) == ("rebuild.few_repls", "13.5a")
    assert {a.hex for a in table.offered(Rebuild) if a.unit == "g"} == {here, there}
    table.do(Rebuild("g", here))
    assert len(table.all(ReplsSpent)) == 1


@pytest.mark.case("13.5d")
def test_a_single_small_unit_still_costs_a_repl() -> None:
    table = renewal(f"axis dead c {COMPANY}\n{PAX_HERE}")
    table.do(Rebuild("c", table.hex("03.02")))
    assert "p1" not in table.look.state.units
    assert table.step == ""


# --- trucks --------------------------------------------------------------------------------------------------------

TRUCK = "axis 01.01 tr truck 2 45T"
EQ_HERE = f"axis 03.02 e1 {EQ}\naxis 03.02 e2 {EQ}"


def lost(points: int, counter: str = "tr") -> str:
    """Truck points that the enemy took."""
    return f"[trucks_lost]\n{counter} {points}\n"


@pytest.mark.case("13.5e")
def test_a_lost_truck_point_costs_an_eq() -> None:
    table = renewal(f"axis removed tr truck 2 45T\n{EQ_HERE}", lost(2))
    here = table.hex("03.02")
    table.do(RebuildTruck("tr", here))
    assert table.one(TruckRebuilt).unit == "tr/2"
    assert (table.at("tr/2"), table.unit("tr/2").points, table.unit("tr/2").load) == ("03.02", 1, 0)
    assert (table.one(ReplsSpent).units, table.look.state.trucks_lost) == (("e1",), {"tr": 1})
    table.do(RebuildTruck("tr", here))
    assert (table.unit("tr/3").points, table.look.state.trucks_lost, table.step) == (1, {"tr": 0}, "")


@pytest.mark.case("13.5e")
def test_lost_trucks_are_shown_as_they_are_printed() -> None:
    """No unit on the map tells the page what they are called."""
    table = renewal(f"axis removed tr truck 2 45T\n{EQ_HERE}", lost(2))
    (truck,) = renewal_view(table.look, "axis")["axis"].trucks
    assert (truck.counter, truck.points) == ("tr", 2)
    assert (truck.printed.id, truck.printed.transport) == ("tr", "truck")


@pytest.mark.case("13.5e")
def test_only_trucks_that_the_enemy_destroyed_or_took_are_rebuilt() -> None:
    wagon = "axis removed w wagon 2 15T"
    table = renewal(f"{TRUCK}\n{wagon}\naxis removed tr2 truck 1 45T\n{EQ_HERE}", f"{lost(1, 'tr2')}w 2\n")
    here = table.hex("03.02")
    assert table.refused(RebuildTruck("tr", here)) == ("rebuild.none_lost", "13.5e")
    assert table.why(RebuildTruck("tr", here)).detail == "tr"
    assert table.refused(RebuildTruck("w", here)) == ("rebuild.no_truck", "13.5e")
    assert table.refused(RebuildTruck("far", here)) == ("rebuild.no_truck", "13.5e")
    assert table.refused(RebuildTruck("nobody", here)) == ("rebuild.no_truck", "13.5e")
    assert [entry.counter for entry in truck_prospects(table.look, "axis")] == ["tr2"]
    table.do(RebuildTruck("tr2", here))


@pytest.mark.case("13.5e")
@pytest.mark.parametrize(("given", "fits"), [(3, False), (4, True)])
def test_there_are_never_more_trucks_than_the_scenario_gives(given: int, fits: bool) -> None:
    """A side that captured trucks has as many fewer to rebuild."""
    units = f"axis removed tr truck {given - 2} 45T\naxis 01.01 own truck 2 45T\n{EQ_HERE}\n{DEAD}\n{PAX_HERE}"
    table = renewal(f"{units}\nsoviet 06.03 booty truck 1 45T", lost(1))
    table = again(table.look, table.unit("booty").change(side="axis", captured=True, hex=table.hex("01.02")))
    action = RebuildTruck("tr", table.hex("03.02"))
    if fits:
        table.do(action)
    else:
        assert table.refused(action) == ("rebuild.enough_trucks", "13.5e")


@pytest.mark.case("13.5e", "12.7-B")
@pytest.mark.parametrize(("mark", "fits"), [("extender", False), ("", False), ("points=4", True)])
def test_points_that_stand_as_an_extender_are_in_play(mark: str, fits: bool) -> None:
    """Of six points one is lost, and the enemy's that was captured stands for it."""
    units = f"axis removed tr truck 1 45T\naxis 01.01 own truck 5 45T {mark}\n{EQ_HERE}\n{DEAD}\n{PAX_HERE}"
    table = renewal(f"{units}\nsoviet 06.03 booty truck 1 45T", lost(1))
    table = again(table.look, table.unit("booty").change(side="axis", captured=True, hex=table.hex("01.02")))
    action = RebuildTruck("tr", table.hex("03.02"))
    if fits:
        table.do(action)
    else:
        assert table.refused(action) == ("rebuild.enough_trucks", "13.5e")


@pytest.mark.case("13.5e", "13.5a-1", "4.5a-K")
def test_trucks_are_rebuilt_where_units_are() -> None:
    units = f"axis removed tr truck 2 45T\naxis 03.02 p1 {PAX}\n{DEAD}\naxis 06.01 e1 {EQ}"
    table = renewal(units, lost(2))
    assert table.refused(RebuildTruck("tr", table.hex("03.02"))) == ("rebuild.few_repls", "13.5e")
    assert table.refused(RebuildTruck("tr", table.hex("06.01"))) == ("rebuild.no_hq", "13.5a-1")
    (entry,) = truck_prospects(table.look, "axis")
    assert (entry.points, entry.hexes, entry.why and entry.why.code) == (2, (), "rebuild.no_hq")
    (none,) = truck_prospects(renewal(f"axis removed tr truck 2 45T\n{DEAD}", lost(2)).look, "axis")
    assert none.why is not None
    assert none.why.case == "13.5e"


@pytest.mark.case("13.5e", "13.5a-2")
def test_points_of_an_organic_truck_are_added_to_what_is_left_of_it() -> None:
    units = f"axis 03.02 org organic 2 50T formation=9.PD load=1\n{EQ_HERE}\naxis 02.02 e3 {EQ}\n{DEAD}\n{PAX_HERE}"
    table = renewal(units, lost(1, "org"))
    table = again(table.look, table.unit("org").change(points=1))
    assert table.refused(RebuildTruck("org", table.hex("02.02"))) == ("rebuild.rest_elsewhere", "13.5a-2")
    table.do(RebuildTruck("org", table.hex("03.02")))
    assert (table.one(TruckRebuilt).unit, table.unit("org").points, table.unit("org").load) == ("org", 2, 4)


@pytest.mark.case("13.5e", "13.6c")
def test_an_organic_truck_that_was_lost_comes_back_empty() -> None:
    """Full come those that are Reinforcements."""
    table = renewal(f"axis removed org organic 2 50T formation=9.PD\n{EQ_HERE}", lost(2, "org"))
    table.do(RebuildTruck("org", table.hex("03.02")))
    back = table.unit(table.one(TruckRebuilt).unit)
    assert (back.points, back.load) == (1, 0)


@pytest.mark.case("13.5e", "SETUP-IV-I")
def test_a_truck_is_not_rebuilt_in_a_swamp() -> None:
    board = BOARD.replace(". . . . . .", ". s . . . .", 2).replace(". s", ". .", 1)
    units = f"axis removed tr truck 2 45T\naxis 02.03 e3 {EQ}\n{EQ_HERE}"
    table = renewal(units, lost(1), board=board)
    assert table.refused(RebuildTruck("tr", table.hex("02.03"))) == ("rebuild.truck_closed", "13.5e")
    assert table.why(RebuildTruck("tr", table.hex("02.03"))).detail == "tr"


# --- in the phase --------------------------------------------------------------------------------------------------


@pytest.mark.case("2.3-D", "13.5-A")
def test_rebuilding_comes_last_and_may_be_ended() -> None:
    table = renewal(f"{DEAD}\n{PAX_HERE}\naxis dead d2 {LEG}")
    phase = reinforcement(table.look)
    assert (phase.asked.procedure.name, phase.step) == ("rebuilding", "rebuild")
    assert phase.refused(PlaceUnit("d", phase.hex("03.02"))) == ("turn.not_now", "2.1-C")
    phase.do(Done())
    assert (phase.step, phase.unit("d").hex) == ("", DEAD_PILE)
