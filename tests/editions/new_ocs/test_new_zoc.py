"""ZOCs of hexes: who has one, where it reaches, what it costs and whom it stops."""

from __future__ import annotations

from typing import Any

import pytest

from as_json import unit_view
from editions.new_ocs.new_support import look, sit, written
from redball.core import facts
from redball.core.actions import BeginMove, StepTo
from redball.core.events import NegationRelied
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.state import Unit
from redball.editions.new_ocs.zoc import has_zoc, projectors
from redball.game.plan.moves import reachable
from redball.game.position.parse import parse_position
from redball.rules.moving_stack.points import STOPS_IN_ZOC, ZOC_STOP_MASK
from redball.rules.supply.paths import blocked
from redball.rules.units.zoc import enemy_zoc
from rules.table import stacking_check
from support import GUNS, HQ, LEG, MILITIA, TANKS, TRUCK, land

TWO = "Div infantry other 10-3-6L/5-3-12L re=4 lost=2"
FULL = "Div infantry other 20-3-6L/10-3-12L re=4"
WALKERS = "Rgt infantry other 4-3-9L/2-3-12L"
RIVER = "[hexsides]\nmajor_river r 02.02/N 02.02/NE\n"


def around(here: Look, side: str = "soviet") -> set[str]:
    """Hexes in a ZOC of the enemy of a side."""
    return {here.hex_name(h) for h in range(here.board.size) if enemy_zoc(here, side, h)}


def stacked(*units: str) -> Look:
    """A look at axis units in 02.02."""
    rows = "\n".join(f"axis 02.02 u{i} {unit}" for i, unit in enumerate(units))
    return look(f"{rows}\nsoviet 06.05 r {LEG} move")


# --- who has one ---------------------------------------------------------------------------------------------------


@pytest.mark.case(
    "N4.3-zoc-threshold", "N4.5-projection-combat", "N4.5-projection-move", "N4.5-projection-none", "N8-dg-zoc-dg"
)
@pytest.mark.parametrize(
    ("units", "has"),
    [
        ((LEG,), False),
        ((LEG, LEG), True),
        ((TWO,), True),
        ((f"{LEG} move", f"{LEG} move"), False),
        ((f"{LEG} move",) * 3, True),
        ((f"{LEG} reserve",) * 2, False),
        ((f"{LEG} reserve", f"{LEG} reserve", f"{LEG} move"), True),
        ((f"{FULL} move",), True),
        ((f"{FULL} move lost=1",), True),
        ((f"{FULL} move lost=2",), False),
        ((f"{LEG} strat",) * 4, False),
        ((f"{FULL} dg=fire",), False),
        ((f"{FULL} dg=combat",), False),
        ((f"{FULL} oos",), False),
        ((MILITIA, MILITIA, MILITIA), False),
        ((LEG, HQ, GUNS), False),
        ((LEG, "truck 4 45T"), False),
        ((LEG, f"{LEG} exploit"), True),
        ((LEG, f"{LEG} exploit oos"), False),
    ],
)
def test_who_has_a_zoc(units: tuple[str, ...], has: bool) -> None:
    here = stacked(*units)
    assert has_zoc(here.world, here.units_at(here.unit("u0").hex)) is has
    assert bool(around(here)) is has
    assert unit_view(here, here.unit("u0"), "axis")["zoc"] is has


@pytest.mark.case("N4.5-projection-move")
@pytest.mark.parametrize(("reading", "has"), [("together", True), ("apart", False)])
def test_steps_of_both_kinds_in_one_hex(reading: str, has: bool) -> None:
    rows = f"axis 02.02 a {LEG}\naxis 02.02 b {LEG} move\naxis 02.02 c {LEG} move\nsoviet 06.05 r {LEG}"
    assert bool(around(look(rows, zoc_mixture=reading))) is has


@pytest.mark.case("N4.3-zoc-threshold")
def test_guns_and_hqs_count_only_if_that_reading_is_chosen() -> None:
    rows = f"axis 02.02 a {LEG}\naxis 02.02 g {GUNS}\nsoviet 06.05 r {LEG}"
    assert not around(look(rows))
    assert around(look(rows, zoc_steps="combat_units"))


@pytest.mark.case("N8-dg-zoc-size")
@pytest.mark.parametrize(
    ("marks", "lost", "has"), [("", 2, True), ("", 3, False), ("move", 1, True), ("move", 2, False)]
)
def test_a_stack_reduced_to_one_step_or_two_in_move_mode_has_none(marks: str, lost: int, has: bool) -> None:
    assert bool(around(stacked(f"{FULL} {marks} lost={lost}"))) is has


@pytest.mark.case("N4.3-stacking")
@pytest.mark.parametrize(("extra", "asked"), [("", False), (LEG, True)])
def test_the_stacking_limit_is_that_of_the_series(extra: str, asked: bool) -> None:
    units = "".join(f"axis 02.01 x{n} {LEG}\n" for n in range(10)) + (f"axis 02.01 y {extra}\n" if extra else "")
    table = stacking_check(f"edition new-ocs\n[terrain]\n{land()}\n[units]\n{units}soviet 06.05 r {LEG}\n")
    assert (table.step == "eliminate") is asked


# --- where it reaches ----------------------------------------------------------------------------------------------


def across(rest: str, *more: str) -> set[str]:
    """Hexes in the ZOC of a division in 02.02 with rivers to the north and north-east."""
    units = "\n".join((f"axis 02.02 u {FULL}", f"soviet 06.01 r {LEG} move", *more))
    return around(look(units, rest=rest))


ALL_AROUND = {"02.03", "03.03", "03.02", "02.01", "01.02", "01.03"}


@pytest.mark.case("N4.5-terrain-river", "N4.5-terrain-bridge")
def test_a_zoc_does_not_cross_a_major_river_but_for_bridges() -> None:
    assert across("") == ALL_AROUND
    assert across(RIVER.replace("major", "minor")) == ALL_AROUND
    assert across(RIVER) == ALL_AROUND - {"02.03", "03.03"}
    assert across(f"{RIVER}[paths]\nroad r 02.02 02.03\n") == ALL_AROUND - {"03.03"}
    assert across(RIVER, f"axis 03.03 hq {HQ}") == ALL_AROUND - {"02.03"}
    assert across(RIVER, f"axis 02.02 hq {HQ}") == ALL_AROUND
    assert across(RIVER, f"axis 02.02 hq {HQ} move") == ALL_AROUND - {"02.03", "03.03"}
    assert across(RIVER, f"soviet 02.03 hq {HQ}") == ALL_AROUND - {"02.03", "03.03"}


@pytest.mark.case("N4.5-terrain-impassable")
def test_a_zoc_does_not_cross_an_impassable_hexside() -> None:
    assert across("[hexsides]\nsea_or_lake l 02.02/N\n") == ALL_AROUND - {"02.03"}


@pytest.mark.case("N4.5-terrain-bridge", "N4.5-projection-combat")
def test_repaired_zones_are_those_that_are_built_anew() -> None:
    """`facts.repair` agrees with `facts.build` while units move, bridge, lose steps and turn."""
    axis = f"axis 02.02 a {FULL}\naxis 03.03 hq {HQ} move\naxis 04.04 b {LEG}\n"
    here = look(f"{axis}soviet 05.05 r {FULL}\nsoviet 06.05 s {LEG}", rest=RIVER)
    assert here.facts.zones

    def turned(unit: Unit, **fields: Any) -> None:
        nonlocal here
        here = here.after(here.state.with_unit(unit.change(**fields)), (unit.id,))
        plain = facts.build(here.world, here.state)
        assert (here.facts, here.facts.zones) == (plain, plain.zones)

    turned(here.unit("hq"), facing="combat")
    assert enemy_zoc(here, "soviet", here.board.index("03.03"))
    turned(here.unit("hq"), hex=here.board.index("02.03"))
    turned(here.unit("hq"), marker="strat")
    for lost in (1, 2, 3):
        turned(here.unit("r"), steps_lost=lost)
    assert not enemy_zoc(here, "axis", here.board.index("04.04"))
    turned(here.unit("b"), hex=here.unit("a").hex)
    turned(here.unit("a"), hex=-2)
    assert not here.facts.zones


# --- what it costs -------------------------------------------------------------------------------------------------

# The division in 03.05 lays a ZOC over 02.04, 03.04 and 04.04.
WALL = f"soviet 03.05 r1 {FULL}\n"


@pytest.mark.case("N4.5-soft-truck-track", "N4.5-soft-leg", "N4.5-minimum-move-combat", "N6-zoc-mp", "N4.5-negation-mp")
@pytest.mark.parametrize(
    ("unit", "left"),
    [
        (WALKERS, ["8", "6", "4"]),  # 9 MA: in at 1, on at 1 and 1 to leave, out at 1 and 1
        (TANKS.replace("12K", "20K"), ["18", "15", "13"]),  # in at 2, from ZOC to ZOC 3, out 2
        (TRUCK.replace("6T", "20T"), ["18", "15", "13"]),
    ],
)
def test_soft_zocs_cost_mp_and_stop_nobody(unit: str, left: list[str]) -> None:
    table = sit(f"{WALL}axis 01.04 m {unit} fueled\naxis 02.04 f {LEG}\naxis 04.03 n {LEG}").begin("m")
    for name, mp in zip(("02.04", "03.04", "03.03"), left, strict=True):
        table.go(name)
        assert table.left("m") == mp


@pytest.mark.case("N4.5-hard-stop", "N4.5-hard-leg-mp", "N4.5-hard-truck-track-mp", "N6-zoc-mp")
@pytest.mark.parametrize(
    ("unit", "left"), [(f"{WALKERS} move", "10"), (f"{TANKS} move", "12"), (f"{TRUCK} move", "11")]
)
def test_hard_zocs_stop_every_mobility(unit: str, left: str) -> None:
    table = sit(f"{WALL}axis 01.04 m {unit} fueled\naxis 02.04 f {LEG}").begin("m").go("02.04")
    assert table.left("m") == left
    assert table.refused(table.to("02.03")) == ("zoc.hard_stop", "N4.5-hard-stop")
    assert table.hexes() == set()
    assert not table.all(NegationRelied)
    table.halt()


@pytest.mark.case("N4.5-hard-truck-track-mp", "N4.5-hard-leg-mp", "N4.5-minimum-move-move")
@pytest.mark.parametrize(("unit", "left"), [(f"{WALKERS} move", "10"), (f"{TANKS} move", "12")])
def test_leaving_a_zoc_in_move_mode_costs_and_leads_into_no_other(unit: str, left: str) -> None:
    table = sit(f"{WALL}axis 02.04 m {unit} fueled").begin("m")
    assert table.refused(table.to("03.04")) == ("zoc.to_zoc", "N4.5-minimum-move-move")
    table.go("02.03")
    assert table.left("m") == left
    table.go("03.03")


@pytest.mark.case("N4.5-minimum-move-combat")
def test_a_minimum_move_in_combat_mode_goes_from_zoc_to_zoc() -> None:
    table = sit(f"{WALL}axis 02.04 m {LEG.replace('3L/', '1L/')}").begin("m").go("03.04")
    assert (table.at("m"), table.left("m")) == ("03.04", "0")


@pytest.mark.case("N4.5-minimum-move-combat", "N6-zoc-mp")
def test_from_zoc_to_zoc_may_cost_the_higher_of_the_two() -> None:
    table = sit(f"{WALL}axis 02.04 m {TANKS} fueled", zoc_to_zoc="higher").begin("m").go("03.04")
    assert table.left("m") == "10"


@pytest.mark.case("N4.5-strat")
def test_strat_mode_enters_no_zoc() -> None:
    table = sit(f"{WALL}axis 01.04 m {WALKERS} strat", rest="[sources]\naxis 01.01\n").begin("m")
    assert table.refused(table.to("02.04")) == ("zoc.strat", "N4.5-strat")


@pytest.mark.case("N4.5-negation-transport", "N4.5-negation-mp")
def test_a_friendly_combat_unit_negates_for_transport_alone() -> None:
    lone = sit(f"{WALL}axis 01.04 t truck 1 45T").begin("t").go("02.04")
    assert lone.left("t") == "42"
    assert lone.refused(lone.to("03.04")) == ("zoc.transport_stop", "N4.5-negation-transport")
    helped = sit(f"{WALL}axis 01.04 t truck 1 45T\naxis 02.04 f {LEG}\naxis 03.04 g {LEG}").begin("t")
    helped.go("02.04", "03.04", "03.03")
    assert helped.left("t") == "42"


@pytest.mark.case("N4.5-negation-supply")
def test_a_friendly_combat_unit_negates_for_supply_paths_in_truck_mp() -> None:
    here = look(f"{WALL}axis 02.04 f {LEG}\naxis 01.01 a {LEG}")
    shut = blocked(here, "axis", "truck")
    assert not shut[here.board.index("02.04")]
    assert shut[here.board.index("03.04")]


@pytest.mark.case("N4.5-hard-stop", "4.5a-A")
@pytest.mark.parametrize("edition", ["new-ocs", "v4.2"])
@pytest.mark.parametrize("unit", [WALKERS, f"{WALKERS} move", TRUCK, f"{TRUCK} move", "truck 1 12T"])
def test_the_mask_of_stops_is_what_stops_hex_by_hex(edition: str, unit: str) -> None:
    units = f"{WALL}axis 01.04 m {unit}\naxis 03.04 f {LEG}\nsoviet 06.02 r2 {LEG}"
    here = Look(*parse_position(written(units).replace("edition new-ocs", f"edition {edition}")))
    one, moving = here.unit("m"), frozenset({"m"})
    mask = here.policies[ZOC_STOP_MASK](here, [one], moving)
    for hex_ in range(here.board.size):
        if not here.has_combat_units(hex_, "soviet"):
            assert bool(mask[hex_]) is here.policies[STOPS_IN_ZOC](here, one, hex_, moving)


# --- what a player is shown ----------------------------------------------------------------------------------------


@pytest.mark.case("N6-zoc-mp", "N4.5-hard-stop")
@pytest.mark.parametrize("unit", [WALKERS, f"{TANKS} move", TANKS, f"{TRUCK} move", f"{WALKERS} strat", "truck 1 12T"])
def test_the_reach_that_is_shown_is_what_steps_allow(unit: str) -> None:
    """Every hex shown is reached along its path with that many MP left; every step that is legal is shown."""
    units = f"{WALL}axis 01.04 m {unit} fueled\naxis 03.04 f {LEG}\nsoviet 06.02 r2 {LEG}\nsoviet 06.02 r3 {LEG}"
    units = units.replace("T fueled", "T") if unit.startswith("truck") else units
    rest = "[sources]\naxis 01.01\n"
    table = sit(units, land("05.03=w"), rest=rest)
    shown = reachable(table.game, "axis", ("m",)).hexes
    assert shown
    for hex_, found in shown.items():
        walk = sit(units, land("05.03=w"), rest=rest).do(BeginMove("m"), *map(StepTo, found.path[1:]))
        assert (walk.unit("m").hex, walk.left("m")) == (hex_, show_mp(found.mp_left))
        assert bool(found.stop) is (not walk.hexes() and bool(found.stop))
    first = {step.hex for step in table.begin("m").offered(StepTo)}
    assert first == {found.path[1] for found in shown.values()}


@pytest.mark.case("N4.5-hard-overrun-target")
def test_the_hexes_that_project_into_a_hex_are_known() -> None:
    world, state = parse_position(written(f"{WALL}axis 01.04 m {TANKS}\nsoviet 05.04 r2 {FULL}"))
    here = Look(world, state)
    names = {here.hex_name(h) for h in projectors(here, "soviet", here.board.index("04.04"))}
    assert names == {"03.05", "05.04"}
