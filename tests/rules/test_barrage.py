"""The Barrage Segment: who may fire at which hex, and what it takes to commit a barrage."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from redball.core.actions import AddUnit, Cancel, DeclareBarrage, Done, Pay, RemoveUnit
from redball.core.edition import Edition
from redball.core.engine import decision
from redball.core.events import BarrageDeclared, BarrageResolved, InternalsUsed, SupplySpent
from redball.core.ledger import show
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import Unit
from redball.rules.barrage.on_board import barrage_strength
from redball.rules.barrage.segment import (
    battery,
    preview,
    refuse_artillery,
    refuse_plan,
    refuse_target,
    refuse_unit,
)
from redball.rules.combat import segment as combat_segment
from rules.table import Table, barrage_segment
from support import position

GUN = "artillery b16-3-3-3T/b5-2-3-14T"
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
ROW = "[terrain]\n. . . . . . .\n. . . . . . .\n. . . . . . .\n[units]\n"
# A gun at 01.02, a spotter next to the target, the target at 04.02: three hexes away.
SCENE = f"""{ROW}
axis 01.02 g1 {GUN}
axis 03.02 ir1 {RIFLES}
soviet 04.02 rr1 {RIFLES}
soviet 04.02 rr2 {RIFLES}
[supply]
axis 01.01 5
soviet 06.01 5
"""
MISS = (1, 1)


def segment(text: str = SCENE, *, dice: tuple[int, ...] = MISS, phase: str = "combat") -> Table:
    """A Barrage Segment of the axis, with dice that miss."""
    return barrage_segment(text, dice=dice, phase=phase)


def drafted(text: str = SCENE, target: str = "04.02", **more: Any) -> Table:
    """A barrage that is being drafted."""
    table = segment(text, **more)
    return table.do(DeclareBarrage(table.hex(target)))


def refusal(text: str, unit: str, target: str, *, phase: str = "combat", **activity: bool) -> tuple[str, str]:
    """Code and case of why a unit of the axis cannot barrage a hex; ("", "") if it can."""
    look = position(text, phase=phase)
    record: Unit = look.unit(unit).act(**activity)
    look = look.after(look.state.with_unit(record), (unit,))
    answer = refuse_unit(look, "axis", look.unit(unit), look.board.index(target))
    return (answer.code, answer.case) if isinstance(answer, Refusal) else ("", "")


def one_gun(words: str, hex_: str = "01.02") -> str:
    """A scene in which the gun is written with other words."""
    return SCENE.replace(f"axis 01.02 g1 {GUN}", f"axis {hex_} g1 {words}")


# --- the draft -----------------------------------------------------------------------------------------------------


@pytest.mark.case("10.0-D", "10.0-B", "4.9c")
def test_a_committed_barrage_is_paid_declared_and_rolled() -> None:
    table = drafted()
    assert table.offered(AddUnit) == [AddUnit("g1")]
    table.do(AddUnit("g1"), Done())
    assert table.step == "pay"
    table.do(Pay("g1", table.hex("01.01")))
    declared = table.one(BarrageDeclared)
    assert (declared.hex, declared.units, declared.strength) == (table.hex("04.02"), ("g1",), "16")
    assert declared.audience == "all"
    assert table.one(SupplySpent).tokens == 3
    assert table.one(BarrageResolved).roll == 2
    assert table.unit("g1").activity.barraged
    assert table.step == ""


@pytest.mark.case("10.0-D")
def test_a_draft_may_be_changed_and_taken_back() -> None:
    table = drafted(SCENE.replace("[supply]", f"axis 02.02 g2 {GUN}\n[supply]"))
    table.do(AddUnit("g1"), AddUnit("g2"), RemoveUnit("g1"))
    assert table.data.units == ("g2",)
    assert table.refused(RemoveUnit("g1")) == ("barrage.not_added", "10.0-D")
    assert table.refused(AddUnit("g2")) == ("barrage.added", "10.0e-B")
    assert table.refused(DeclareBarrage(table.hex("04.02"))) == ("barrage.one_hex", "10.0e-A")
    table.do(Cancel())
    assert table.data.units == ()
    assert table.refused(Cancel()) == ("barrage.no_target", "10.0-D")
    assert table.refused(AddUnit("g1")) == ("barrage.no_target", "10.0-D")
    assert not table.all(BarrageDeclared)


@pytest.mark.case("10.0-D")
def test_the_segment_can_be_ended_and_an_empty_draft_cannot_be_committed() -> None:
    table = drafted()
    assert table.refused(Done()) == ("barrage.no_units", "10.0-D")
    table.do(Cancel(), Done())
    assert table.step == ""
    assert not table.look.state.stack


@pytest.mark.case("10.0-B")
def test_a_side_that_can_barrage_nothing_is_not_asked() -> None:
    assert segment(one_gun(GUN, "07.01")).step == "declare"
    assert decision(segment(SCENE.replace("soviet 04.02", "soviet 07.01")).look) is None


@pytest.mark.case("10.0-C")
def test_any_number_of_artillery_may_fire_together() -> None:
    guns = "\n".join(f"axis 01.0{1 + n % 3} h{n} {GUN}" for n in range(6))
    table = drafted(SCENE.replace("[supply]", f"{guns}\n[supply]"), dice=(6, 6, 1))
    everybody = ("g1", *(f"h{n}" for n in range(6)))
    table.do(*(AddUnit(uid) for uid in everybody), Done())
    table.do(table.offered(Pay)[0])
    assert table.one(BarrageDeclared).strength == str(16 * 7)
    assert table.one(BarrageDeclared).units == everybody


# --- limits --------------------------------------------------------------------------------------------------------


@pytest.mark.case("10.0e-A")
def test_one_barrage_a_hex_in_each_phase() -> None:
    text = SCENE.replace("[supply]", f"axis 02.02 g2 {GUN}\nsoviet 04.03 rr3 {RIFLES}\n[supply]")
    table = drafted(text).do(AddUnit("g1"), Done())
    table.do(Pay("g1", table.hex("01.01")))
    assert table.refused(DeclareBarrage(table.hex("04.02"))) == ("barrage.hex_barraged", "10.0e-A")
    assert table.offered(DeclareBarrage) == [DeclareBarrage(table.hex("04.03"))]


@pytest.mark.case("10.0e-B")
def test_a_unit_barrages_once_in_each_phase() -> None:
    text = SCENE.replace("[supply]", f"axis 02.02 g2 {GUN}\nsoviet 04.03 rr3 {RIFLES}\n[supply]")
    table = drafted(text).do(AddUnit("g1"), Done())
    table.do(Pay("g1", table.hex("01.01")), DeclareBarrage(table.hex("04.03")))
    assert table.refused(AddUnit("g1")) == ("barrage.fired", "10.0e-B")
    assert table.offered(AddUnit) == [AddUnit("g2")]


@pytest.mark.case("10.1a")
@pytest.mark.parametrize(
    ("where", "answer"),
    [
        ("02.02", ("", "")),
        ("04.02", ("", "")),
        ("05.02", ("barrage.range", "10.1a")),
        ("01.02", ("barrage.range", "10.1a")),
    ],
)
def test_range_is_counted_in_hexes(where: str, answer: tuple[str, str]) -> None:
    assert refusal(SCENE, "g1", where) == answer


@pytest.mark.case("10.1a")
def test_terrain_and_weather_do_not_shorten_the_range() -> None:
    hard = SCENE.replace(". . . . . . .\n. . . . . . .\n", "~ m ~ s ~ . .\n. ~ ~ m . . .\n", 1)
    assert refusal(hard, "g1", "04.02") == ("", "")


@pytest.mark.case("10.1a", "13.4")
def test_the_range_and_strength_are_those_of_the_side_that_shows() -> None:
    moving = one_gun(f"{GUN} move")
    assert refusal(moving, "g1", "04.02") == ("barrage.range", "10.1a")
    assert refusal(moving, "g1", "03.02") == ("", "")
    look = position(moving)
    assert barrage_strength(look, look.unit("g1")) == 5


@pytest.mark.case("13.4")
def test_only_artillery_that_shows_a_barrage_strength_fires() -> None:
    assert refusal(SCENE, "ir1", "04.02") == ("barrage.not_artillery", "13.4")


@pytest.mark.case("13.4")
@pytest.mark.parametrize(("printed", "code"), [(5, ""), (0, "barrage.not_artillery")])
def test_a_side_that_prints_no_barrage_strength_does_not_fire(printed: int, code: str) -> None:
    look = position(one_gun(f"{GUN} move", "02.02"))
    counter = look.counter("g1")
    counter = replace(counter, move=replace(counter.move, barrage=printed))
    look = Look(dataclasses.replace(look.world, counters={**look.world.counters, "g1": counter}), look.state)
    assert getattr(refuse_artillery(look, "axis", look.unit("g1")), "code", "") == code


@pytest.mark.case("13.4a", "5.7-A", "5.8-C")
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (f"{GUN} reserve", ("barrage.mode", "13.4a")),
        (f"{GUN} strat", ("barrage.mode", "13.4a")),
        (f"{GUN} dg", ("", "")),
        (f"{GUN} oos", ("", "")),
        (GUN, ("", "")),
    ],
)
def test_artillery_is_silent_in_reserve_and_strat_mode(words: str, answer: tuple[str, str]) -> None:
    assert refusal(one_gun(words, "02.02"), "g1", "04.02") == answer


@pytest.mark.case("2.2-A", "10.0e-C", "10.0e-D")
def test_artillery_barrages_in_the_combat_phase_but_not_in_the_movement_phase() -> None:
    assert refusal(SCENE, "g1", "04.02", phase="movement") == ("barrage.movement_phase", "10.0e-C")
    assert refusal(SCENE, "g1", "04.02", phase="combat") == ("", "")
    assert decision(segment(phase="movement").look) is None


@pytest.mark.case("10.0e-E", "5.7b-B", "7.0b", "11.0a", "5.7b-A")
@pytest.mark.parametrize(("phase", "case"), [("reaction", "7.0a"), ("exploitation", "11.0a")])
def test_in_reaction_and_exploitation_only_released_artillery_fires(phase: str, case: str) -> None:
    assert refusal(SCENE, "g1", "04.02", phase=phase) == ("barrage.not_usable", case)
    assert refusal(SCENE, "g1", "04.02", phase=phase, released=True) == ("", "")


@pytest.mark.case("13.4")
def test_artillery_may_move_and_fire_in_one_phase() -> None:
    assert refusal(SCENE, "g1", "04.02", phase="reaction", released=True, moved=True, spent=True) == ("", "")


@pytest.mark.case("10.0-B", "SETUP-I-A")
def test_the_first_hex_may_be_a_target_and_no_hex_is_none() -> None:
    table = segment(SCENE.replace("soviet 04.02", "soviet 01.01"))
    assert table.refused(DeclareBarrage(-1)) == ("input.unknown_hex", "SETUP-I-A")
    table.do(DeclareBarrage(table.hex("01.01")))


@pytest.mark.case("10.0-B")
def test_targets_are_hexes_with_enemy_combat_units() -> None:
    text = SCENE.replace("[supply]", "soviet 03.03 tr truck 2 50T\n[supply]")
    look = position(text)
    hexes = {name: look.board.index(name) for name in ("04.02", "03.03", "03.02")}
    codes = {name: getattr(refuse_target(look, "axis", h), "code", "") for name, h in hexes.items()}
    assert codes == {"04.02": "", "03.03": "barrage.no_enemy", "03.02": "barrage.no_enemy"}
    assert refuse_unit(look, "soviet", look.unit("g1"), hexes["04.02"]).code == "barrage.not_own"  # type: ignore[union-attr]


@pytest.mark.case("10.1a")
def test_a_hex_out_of_every_range_is_no_target() -> None:
    look = position(SCENE.replace("soviet 04.02", "soviet 05.02"))
    answer = refuse_target(look, "axis", look.board.index("05.02"))
    assert answer is not None
    assert (answer.code, answer.case) == ("barrage.nobody", "10.1a")


# --- points and supply ---------------------------------------------------------------------------------------------


@pytest.mark.case("10.0-E")
@pytest.mark.parametrize(("second", "points"), [(True, "1"), (False, "0.5")])
def test_at_least_one_point_before_shifts(second: bool, points: str) -> None:
    """Half a point rounds up to one (4.1), so one DG gun of 1 point is enough and nothing at all is not."""
    weak = "artillery b1-3-3-3T/b1-2-3-14T dg"
    text = SCENE.replace(f"axis 01.02 g1 {GUN}", f"axis 01.02 g1 {weak}")
    if second:
        text = text.replace("[supply]", f"axis 02.02 g2 {weak}\n[supply]")
    table = drafted(text).do(AddUnit("g1"))
    if second:
        table.do(AddUnit("g2"))
    table.do(Done())
    table.do(table.offered(Pay)[0])
    assert table.one(BarrageDeclared).strength == points
    assert table.one(SupplySpent).tokens == 1


@pytest.mark.case("10.0-E")
@pytest.mark.parametrize(("part", "code"), [(Fraction(1, 2), ""), (Fraction(1, 4), "barrage.no_points")])
def test_less_than_a_point_is_refused(part: Fraction, code: str) -> None:
    """With charts on which DG leaves a quarter, a gun of 1 point would be too weak."""
    look = position(one_gun("artillery b1-3-3-3T/b1-2-3-14T dg"))
    charts = replace(look.world.charts, strength_states=replace(look.world.charts.strength_states, dg_barrage=part))
    assert isinstance(look.world.edition, Edition)
    world = dataclasses.replace(look.world, edition=dataclasses.replace(look.world.edition, charts=charts))
    seen = preview(Look(world, look.state), "axis", look.board.index("04.02"), ("g1",))
    assert getattr(seen.refused, "code", "") == code
    assert (seen.column == "") is bool(code)


@pytest.mark.case("5.10b-A", "10.1b-B")
@pytest.mark.parametrize(
    ("words", "points"), [(GUN, "16"), (f"{GUN} dg", "8"), (f"{GUN} oos", "16"), (f"{GUN} dg oos move", "2.5")]
)
def test_dg_halves_barrage_strength_and_out_of_supply_does_not(words: str, points: str) -> None:
    look = position(one_gun(words))
    assert show(barrage_strength(look, look.unit("g1"))) == points


@pytest.mark.case("5.9-B", "5.7b-A", "5.7b-B")
@pytest.mark.parametrize("mark", ["exploit", "released"])
def test_exploiting_and_released_artillery_has_its_whole_barrage_strength(mark: str) -> None:
    look = position(one_gun(f"{GUN} {mark}"), phase="exploitation")
    assert show(barrage_strength(look, look.unit("g1"))) == "16"


@pytest.mark.case("10.1b-1", "10.1b-2", "12.3-A", "K12.8-levels-unsupplied-oos")
@pytest.mark.parametrize(("there", "fires"), [("3T", True), ("2T", False)])
def test_a_barrage_is_paid_in_full_or_not_made(there: str, fires: bool) -> None:
    table = drafted(SCENE.replace("axis 01.01 5", f"axis 01.01 {there}")).do(AddUnit("g1"))
    if fires:
        table.do(Done()).do(Pay("g1", table.hex("01.01")))
        assert table.tokens("axis", "01.01") == 0
        return
    assert table.refused(Done()) == ("barrage.no_supply", "10.1b-2")
    table.do(Cancel())
    assert table.tokens("axis", "01.01") == 2
    assert not table.unit("g1").activity.barraged
    assert not table.look.state.barraged


@pytest.mark.case("10.1b-C", "12.10")
def test_internal_stocks_do_not_pay() -> None:
    table = drafted(SCENE.replace("axis 01.01 5\n", "")).do(AddUnit("g1"))
    assert table.unit("g1").internals == 0
    assert table.refused(Done()) == ("barrage.no_supply", "10.1b-2")
    answer = preview(table.look, "axis", table.hex("04.02"), ("g1",)).refused
    assert answer is not None
    assert (answer.have, answer.need) == ("0T", "3T")
    assert not table.all(InternalsUsed)


TWO_GUNS = f"""{ROW}
axis 02.02 g1 {GUN.replace("b16", "b8")}
axis 02.01 g2 {GUN.replace("b16", "b8")}
axis 03.02 ir1 {RIFLES}
soviet 04.02 rr1 {RIFLES}
soviet 04.02 rr2 {RIFLES}
"""


@pytest.mark.case("10.1b-A")
def test_two_dumps_cannot_share_the_price() -> None:
    table = drafted(f"{TWO_GUNS}[supply]\naxis 01.01 2T\naxis 01.03 2T\n").do(AddUnit("g1"), AddUnit("g2"))
    assert table.refused(Done()) == ("barrage.no_supply", "10.1b-2")
    table = drafted(f"{TWO_GUNS}[supply]\naxis 01.01 3T\naxis 01.03 2T\n").do(AddUnit("g1"), AddUnit("g2"), Done())
    assert table.offered(Pay) == [Pay("", table.hex("01.01"))]


@pytest.mark.case("10.1b-A")
def test_one_hq_may_draw_from_two_dumps_for_a_barrage() -> None:
    hq = "axis 01.02 hq hq 8T-4T/6T-12T\n"
    supply = "[supply]\naxis 01.01 2T\naxis 01.03 2T\n"
    table = drafted(f"{TWO_GUNS}{hq}{supply}").do(AddUnit("g1"), AddUnit("g2"), Done())
    assert {pay.via for pay in table.offered(Pay)} == {"hq"}
    table.do(table.offered(Pay)[0])
    assert table.step == "pay"
    assert {pay.via for pay in table.offered(Pay)} == {"hq"}
    table.do(table.offered(Pay)[0])
    assert sum(event.tokens for event in table.all(SupplySpent)) == 3


# --- preview -------------------------------------------------------------------------------------------------------


@pytest.mark.case("10.0-D", "10.1b-1")
def test_a_preview_tells_price_column_and_chances() -> None:
    look = position(SCENE)
    seen = preview(look, "axis", look.board.index("04.02"), ("g1",))
    assert seen.refused is None
    assert (seen.strength, seen.cost, seen.column, seen.terrain) == ("16", 3, "12-16", "open")
    assert sum(p.ways for p in seen.prospects) == 216
    # On 12-16: nothing up to 5, DG on 6 to 8, DG and perhaps a step on 9 to 11, a step on 12.
    ways = {(p.dg, p.steps): p.ways for p in seen.prospects}
    assert ways == {(False, 0): 10 * 6, (True, 0): 16 * 6 + 9 * 3, (True, 1): 9 * 3 + 6}


@pytest.mark.case("10.0-D")
def test_a_preview_tells_why_a_barrage_cannot_be() -> None:
    look = position(SCENE)
    target, own = look.board.index("04.02"), look.board.index("03.02")
    assert preview(look, "axis", target, ("ir1",)).refused.code == "barrage.not_artillery"  # type: ignore[union-attr]
    assert preview(look, "axis", own, ("g1",)).refused.code == "barrage.no_enemy"  # type: ignore[union-attr]
    poor = position(SCENE.replace("axis 01.01 5", "axis 01.01 1T"))
    seen = preview(poor, "axis", target, ("g1",))
    assert seen.refused is not None
    assert (seen.refused.code, seen.refused.have, seen.refused.need) == ("barrage.no_supply", "1T", "3T")
    assert seen.column == "12-16"


# --- barrages that are only planned --------------------------------------------------------------------------------


def planned(text: str = SCENE, segment: str = "barrage") -> Look:
    """The scene in one of the segments of the Combat Phase."""
    look = position(text)
    return look.after(look.state.change(clock=replace(look.state.clock, segment=segment)), ())


@pytest.mark.case("10.1a", "10.1b-1", "10.1b-2", "13.4a", "5.10b-A")
def test_a_plan_tells_of_every_gun_within_range_what_it_costs_or_why_it_cannot_fire() -> None:
    others = "\n".join(
        (
            f"axis 01.02 g1 {GUN}",
            f"axis 02.02 g2 {GUN} dg",
            f"axis 02.02 g3 {GUN} strat",
            "axis 01.03 near artillery b16-1-3-3T/b5-1-3-14T",
        )
    )
    look = planned(SCENE.replace(f"axis 01.02 g1 {GUN}", others))
    told = battery(look, "axis", look.board.index("04.02"))
    assert [(gun.unit, gun.strength, gun.cost, gun.refused and gun.refused.code) for gun in told] == [
        ("g1", "16", 3, None),
        ("g2", "8", 2, None),
        ("g3", "5", 2, "barrage.mode"),
    ]
    broke = planned(SCENE.replace("axis 01.01 5\n", ""))
    assert [gun.refused and gun.refused.code for gun in battery(broke, "axis", broke.board.index("04.02"))] == [
        "barrage.no_supply"
    ]


@pytest.mark.case("10.0-B")
def test_no_barrage_is_planned_once_its_segment_is_over() -> None:
    target = planned().board.index("04.02")
    assert refuse_plan(planned(), "axis", target, ("g1",)) is None
    late = refuse_plan(planned(segment="combat"), "axis", target, ("g1",))
    assert late is not None
    assert (late.code, late.case) == ("barrage.segment_over", "10.0-B")


@pytest.mark.case("7.0", "9.1c-C")
def test_who_may_attack_after_a_barrage_is_told_by_the_rules_of_attacks() -> None:
    look = planned()
    target, rifles, gun = look.board.index("04.02"), look.unit("ir1"), look.unit("g1")
    assert combat_segment.refuse_plan(look, "axis", rifles, target) is None
    codes = [
        refused.code
        for refused in (
            combat_segment.refuse_plan(look, "axis", gun, target),
            combat_segment.refuse_plan(position(SCENE, phase="reaction"), "axis", rifles, target),
            combat_segment.refuse_plan(
                look.after(look.state.change(attacked=frozenset({target})), ()), "axis", rifles, target
            ),
        )
        if refused is not None
    ]
    assert codes == ["combat.not_adjacent", "combat.no_segment", "combat.hex_attacked"]
