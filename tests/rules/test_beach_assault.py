"""Beach Assaults: who may make one, supply from the water, the hexside, the defender's choice, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from redball.core.actions import (
    AddUnit,
    Advance,
    BeginMove,
    Cancel,
    ChooseTerrain,
    DeclareAttack,
    Detach,
    Done,
    LeaveOut,
    LoseStep,
    Pay,
    TakeRetreat,
    UseInternals,
)
from redball.core.actions.naval import AnswerAssault
from redball.core.battle import CombatResult
from redball.core.events import (
    AttackDeclared,
    ExploitGained,
    OddsSet,
    StepLost,
    UnitAdvanced,
    UnitEliminated,
)
from redball.core.state import ABOARD
from redball.rules.combat.odds import OddsPreview, preview
from redball.rules.combat.points import COMBAT_RESULT
from redball.rules.combat.terrain import attack_terrains
from redball.rules.ground.craft import SupplySpentAfloat, craft_in, poised
from redball.rules.ground.fleet import LandingCraft, fleet_in
from redball.rules.naval.assault import refuse_assault
from redball.rules.naval.assault_events import AssaultAnswered, AssaultEnded, AssaultLaunched
from redball.rules.naval.cargo_events import CraftLost
from redball.rules.naval.invasion_events import LandingRolled, UnitLanded
from redball.rules.units.zoc import enemy_zoc
from support import GUNS, LEG, TRUCK, Sitting, land, sit

COAST = land(*(f"{c:02d}.{r:02d}=." for c in range(1, 25) for r in (1, 2)), columns=24, rows=5, ground="-")
"""Two rows of land, the upper one a beach, below a sea of three."""
SOURCES = "[sources]\naxis 20.01\nsoviet 24.01\n"
FOE = f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}\nsoviet 04.02 d {LEG}"
FIGHT, TABLE = AnswerAssault(False), AnswerAssault(True)
SUCCESS, MIXED, FAILURE = (6, 6), (3, 2), (1, 1)
BIG = "Div infantry other 12-3-3L/6-3-8L re=3"


def shore(units: str, craft: str, *, rest: str = "", foe: str = FOE, at: str = "combat", **how: Any) -> Sitting:
    """A game in which Landing Craft lie off a defended beach at 04.02."""
    return sit(f"{units}\n{foe}", COAST, rest=f"{SOURCES}[craft]\n{craft}\n{rest}", at=at, **how)


def lc(aboard: str, tokens: int = 12, points: int = 8, where: str = "04.03", cid: str = "lc") -> str:
    """Landing Craft with units aboard, and with supply in tokens."""
    load = (f"aboard={aboard}" if aboard else "", f"sp={tokens}T" if tokens else "")
    return f"axis {where} {cid} landing_craft {points} {' '.join(load)}"


def boat(table: Sitting, cid: str = "lc") -> LandingCraft | None:
    return craft_in(table.look.state, cid)


def target(table: Sitting) -> int:
    return table.hex("04.02")


def declare(table: Sitting, *units: str) -> Sitting:
    return table.do(DeclareAttack(target(table)), *(AddUnit(uid) for uid in units)).done()


def run_to(table: Sitting, *steps: str) -> Sitting:
    """Answer what stands before one of the steps: pay, the first leader, the beach as terrain, the first loss."""
    while table.step not in steps:
        offered = table.game.choices()
        terrain = [a for a in offered if isinstance(a, ChooseTerrain)]
        table.do(terrain[-1] if terrain else offered[0])
    return table


def fought(units: str, craft: str, *who: str, want: Callable[[CombatResult], bool], **how: Any) -> Sitting:
    """A Beach Assault by these units whose dice give the first result that is wanted, up to where it is carried
    out."""
    before = shore(units, craft, **how)
    found = preview(before.look, "regular", target(before), who)
    table = declare(shore(units, craft, dice=throw(before, found, want), **how), *who).do(FIGHT)
    ends = ("combat.attacker_loss", "combat.attacker_option", "combat.defender_loss", "combat.defender_option")
    return run_to(
        table, *ends, "combat.advance", "retreat.go", "combat_segment.declare", "movement_segment.choose_unit"
    )


def throw(table: Sitting, found: OddsPreview, want: Callable[[CombatResult], bool]) -> tuple[int, ...]:
    """Dice without surprise, and with such a result."""
    charts, odds = table.look.world.charts, found.odds
    pairs = list(product(range(1, 7), repeat=2))
    calm = next(two for two in pairs if charts.surprise.who("regular", sum(two) + odds.drm) == "none")
    for two in pairs:
        cell = charts.combat.lookup(odds.column, sum(two) + odds.drm)
        if want(table.look.policies[COMBAT_RESULT](charts, cell.text)):
            return (*calm, *two)
    raise KeyError("no such result")


def holds(result: CombatResult) -> bool:
    """The defender holds, and the attacker has an option to meet."""
    return bool(result.a_option) and not (result.d_loss or result.d_option or result.d_retreat)


def clears(result: CombatResult) -> bool:
    """A defender of one step is lost, and the attacker suffers nothing."""
    return bool(result.d_loss) and not result.a_loss and not result.a_option


OVER = ("combat.advance", "combat_segment.declare", "movement_segment.choose_unit")
ONE = f"axis aboard a {LEG}"
TWO = f"{ONE}\naxis aboard b {LEG}"
DIVISION = f"axis aboard a {BIG}"
WEAK = "soviet 04.02 d Bn infantry other 1-1-3L/1-1-6L"
FRAIL = f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}\n{WEAK}"


# --- who, where, when --------------------------------------------------------------------------------------------


@pytest.mark.case("18.6a", "18.6a-A")
def test_units_aboard_attack_a_defended_coast_next_to_their_landing_craft() -> None:
    table = shore(ONE, lc("a"))
    assert [one.hex for one in table.offered(DeclareAttack)] == [target(table)]
    declare(table, "a")
    assert (table.step, table.side) == ("beach_assault.answer", "soviet")
    assert table.unit("a").hex == ABOARD, "nothing has been shown"
    table.do(FIGHT)
    assert (table.at("a"), table.step) == ("04.03", "combat.attacker_supply")


@pytest.mark.case("18.6a")
def test_a_beach_assault_is_made_in_the_combat_phase_only() -> None:
    table = shore(ONE, lc("a"), at="exploitation_combat")
    assert not table.offered(DeclareAttack)
    table = shore(f"{ONE}\naxis 03.02 s {LEG} exploit", lc("a"), at="exploitation_combat").do(
        DeclareAttack(target(table))
    )
    assert table.refused(AddUnit("a")) == ("assault.not_now", "18.6a")


@pytest.mark.case("18.6a")
def test_landing_craft_must_be_next_to_the_beach_by_water() -> None:
    side = f"axis 03.02 s {LEG}"
    table = shore(f"{ONE}\n{side}", lc("a", where="08.03")).do(DeclareAttack(target(shore(ONE, lc("a")))))
    assert table.refused(AddUnit("a")) == ("assault.not_adjacent", "18.6a")
    table = shore(f"{ONE}\n{side}", lc("a", where="05.02")).do(DeclareAttack(target(table)))
    assert table.refused(AddUnit("a")) == ("assault.no_beach", "18.6a"), "the hexside from beach to beach is all land"
    estuary = '[hexsides]\nestuary "-" 04.02/SE\n'
    table = shore(f"{ONE}\n{side}", lc("a", where="05.02"), rest=estuary).do(DeclareAttack(target(table)))
    table.do(AddUnit("a"))


@pytest.mark.case("18.6a")
def test_an_undefended_coast_is_not_assaulted() -> None:
    bare = f"axis 20.01 z {LEG}\nsoviet 24.01 r {LEG}\nsoviet 03.02 d {LEG}"
    table = shore(f"{ONE}\naxis 02.02 s {LEG}", lc("a"), foe=bare)
    assert target(table) not in [one.hex for one in table.offered(DeclareAttack)]
    assert table.refused(DeclareAttack(target(table)))[0] == "combat.no_enemy"


@pytest.mark.case("18.6a-A")
def test_attackers_are_in_combat_mode() -> None:
    table = shore(f"axis aboard a {LEG} move\naxis aboard b {LEG}", lc("a,b")).do(
        DeclareAttack(target(shore(ONE, lc("a"))))
    )
    assert table.refused(AddUnit("a")) == ("assault.mode", "18.6a-A")
    table.do(AddUnit("b"))


@pytest.mark.case("18.6a-A")
def test_attackers_come_from_one_hex() -> None:
    craft = f"{lc('a')}\n{lc('b', where='05.03', cid='l2')}"
    table = shore(TWO, craft).do(DeclareAttack(target(shore(ONE, lc("a")))), AddUnit("a"))
    assert table.refused(AddUnit("b")) == ("assault.apart", "18.6a-A")
    craft = f"{lc('a')}\n{lc('b', cid='l2')}"
    declare(shore(TWO, craft), "a", "b").do(FIGHT)


@pytest.mark.case("18.6a-A")
def test_attackers_are_of_three_re_at_most() -> None:
    company = "axis aboard e Co infantry other 1-3-3L/1-3-6L"
    units = "\n".join([*(f"axis aboard {uid} {LEG}" for uid in "abc"), company])
    table = shore(units, lc("a,b,c,e", 16, 9)).do(DeclareAttack(target(shore(ONE, lc("a")))))
    table.do(AddUnit("a"), AddUnit("b"), AddUnit("c"))
    refusal = table.why(AddUnit("e"))
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == (
        "assault.too_large",
        "18.6a-A",
        "3.25 RE",
        "3 RE",
    )
    table.done()
    assert table.step == "beach_assault.answer"
    huge = shore(f"axis aboard a {BIG.replace('re=3', 're=4')}\naxis 03.02 s {LEG}", lc("a", points=9)).do(
        DeclareAttack(target(table))
    )
    assert huge.refused(AddUnit("a")) == ("assault.too_large", "18.6a-A")


@pytest.mark.case("18.6a", "9.0-B", "9.0-D")
def test_who_could_not_attack_ashore_does_not_from_the_water() -> None:
    units = f"axis aboard g {GUNS}\naxis aboard t truck 1 45T\naxis 03.02 s {LEG}"
    table = shore(units, lc("g,t")).do(DeclareAttack(target(shore(ONE, lc("a")))))
    assert table.refused(AddUnit("g")) == ("combat.not_capable", "9.0-B")
    assert table.refused(AddUnit("t")) == ("combat.not_capable", "9.0-D")


@pytest.mark.case("18.6a", "9.1f-A")
def test_who_could_not_be_in_the_hex_does_not_assault_it() -> None:
    units = f"axis aboard m {TRUCK}\naxis 03.02 s {LEG}"
    marsh = "[also]\n04.02 salt_marsh\n"
    table = shore(units, lc("m"), rest=marsh).do(DeclareAttack(target(shore(ONE, lc("a")))))
    assert table.refused(AddUnit("m")) == ("assault.no_ground", "9.1f-A")


@pytest.mark.case("18.6a-G")
def test_nobody_ashore_attacks_together_with_units_from_the_sea() -> None:
    units = f"{ONE}\naxis 03.02 s {LEG}"
    table = shore(units, lc("a")).do(DeclareAttack(target(shore(ONE, lc("a")))), AddUnit("a"))
    assert table.refused(AddUnit("s")) == ("assault.not_together", "18.6a-G")
    table.do(Cancel(), DeclareAttack(target(table)), AddUnit("s"))
    assert table.refused(AddUnit("a")) == ("assault.not_together", "18.6a-G")


@pytest.mark.case("18.6a-G", "9.1c-C")
def test_a_hex_is_attacked_once_from_land_or_sea() -> None:
    table = fought(f"{ONE}\naxis 03.02 s {LEG}", lc("a"), "a", want=holds)
    run_to(table, "combat_segment.declare", "movement_segment.choose_unit")
    assert not table.offered(DeclareAttack)
    assert not table.over


@pytest.mark.case("9.1c-C", "18.6a")
def test_a_hex_that_was_assaulted_is_not_assaulted_again_while_another_one_may_be() -> None:
    other = "02.02"
    table = fought(TWO, lc("a,b", where="03.03"), "a", want=holds, foe=f"{FOE}\nsoviet {other} e {LEG}")
    run_to(table, "combat_segment.declare")
    assert [one.hex for one in table.offered(DeclareAttack)] == [table.hex(other)]
    refused = refuse_assault(table.look, "axis", table.unit("b"), target(table))
    assert refused is not None
    assert (refused.code, refused.case) == ("combat.hex_attacked", "9.1c-C")
    declare_at(table, other, "b")


def declare_at(table: Sitting, name: str, *units: str) -> Sitting:
    return table.do(DeclareAttack(table.hex(name)), *(AddUnit(uid) for uid in units)).done()


# --- supply ------------------------------------------------------------------------------------------------------


@pytest.mark.case("18.6a-B")
def test_only_supply_on_landing_craft_in_the_hex_or_next_to_it_pays() -> None:
    """On the next beach lie a dump and an HQ that could throw to them; neither pays."""
    ashore = "axis 03.02 q hq 15T-4T/10T-20T"
    boats = f"{lc('a', 0, where='03.03')}\n{lc('', 4, cid='l2', where='02.03')}\n{lc('', 4, cid='l3', where='06.03')}"
    table = declare(shore(f"{ONE}\n{ashore}", boats, rest="[supply]\naxis 03.02 9\n"), "a").do(FIGHT)
    assert [(pay.source, pay.holder, pay.via) for pay in table.offered(Pay)] == [(table.hex("02.03"), "l2", "")]
    table.do(table.offered(Pay)[0])
    assert table.one(SupplySpentAfloat).tokens == 1
    assert boat(table, "l2").tokens == 3  # type: ignore[union-attr]


@pytest.mark.case("18.6a-B")
def test_an_assault_needs_supply_for_all_its_units() -> None:
    table = shore(DIVISION, lc("a", 2)).do(DeclareAttack(target(shore(ONE, lc("a")))), AddUnit("a"))
    refusal = table.why(Done())
    assert (refusal.code, refusal.case, refusal.have, refusal.need) == ("assault.no_supply", "18.6a-B", "2T", "3T")
    declare(shore(DIVISION, lc("a", 3)), "a")


@pytest.mark.case("18.6a-B")
def test_internal_stocks_do_not_pay_and_nobody_is_left_out() -> None:
    table = declare(shore(TWO, lc("a,b", 2)), "a", "b").do(FIGHT)
    assert table.refused(UseInternals("a")) == ("combat.only_afloat", "18.6a-B")
    assert table.refused(LeaveOut("a")) == ("combat.assault_together", "18.6b-A")
    run_to(table, "combat.defender_supply")
    assert [event.tokens for event in table.all(SupplySpentAfloat)] == [1, 1]


# --- the combat --------------------------------------------------------------------------------------------------


@pytest.mark.case("18.6a-F")
def test_the_defender_chooses_the_hexside_or_the_terrain_of_the_hex() -> None:
    """Of tanks in rough country 1/2 count; over the beach 1/2 of everybody. The hexside that is really there, an
    estuary, is no choice."""
    rough = "[also]\n04.02 rough\n"
    table = declare(shore(ONE, lc("a"), rest=rough), "a").do(FIGHT)
    run_to(table, "combat.terrain")
    names = [one.terrain for one in table.offered(ChooseTerrain)]
    assert names == ["rough", "beach_assault"]
    there = poised(shore(ONE, lc("a"), rest=rough).look, ("a",))
    strengths = {
        name: preview(there, "regular", target(table), ("a",), {table.hex("04.03"): name}).odds.attack for name in names
    }
    assert strengths == {"rough": "4", "beach_assault": "2"}
    table.do(ChooseTerrain("beach_assault", table.hex("04.03")))
    assert (
        run_to(table, "movement_segment.choose_unit", "combat.advance", "combat.attacker_option").one(OddsSet).attack
        == "2"
    )


@pytest.mark.case("18.6a-F", "9.4b-A")
def test_an_attack_from_the_next_hex_by_land_knows_no_beach() -> None:
    look = shore(f"{ONE}\naxis 03.02 s {LEG}", lc("a")).look
    hex_, launch = target(shore(ONE, lc("a"))), look.unit("s").hex
    assert "beach_assault" not in attack_terrains(look, launch, hex_)
    assert preview(look, "regular", hex_, ("s",)).odds.attack == "4"
    assert preview(look, "regular", hex_, ("a",)).odds.attack == "2"


@pytest.mark.case("18.6a-C", "18.6a-E")
def test_the_attackers_option_is_taken_as_losses() -> None:
    table = fought(DIVISION, lc("a", 12), "a", want=holds)
    assert table.step == "combat.attacker_option"
    assert table.refused(TakeRetreat()) == ("combat.no_way_back", "18.6a-C")
    table.do(LoseStep("a"))
    assert {event.unit for event in table.all(StepLost)} == {"a"}


@pytest.mark.case("18.6a-E")
def test_a_failed_assault_destroys_the_attackers_and_the_points_that_carried_them() -> None:
    """A division of 3 RE sailed on three of eight points; the rest keeps what it carries."""
    table = fought(f"{DIVISION}\naxis aboard b {LEG}", lc("a,b", 12), "a", want=holds)
    run_to(table, "combat_segment.declare", "movement_segment.choose_unit")
    assert table.one(UnitEliminated).unit == "a"
    assert table.at("a") == "dead"
    assert len(table.all(CraftLost)) == 3
    craft = boat(table)
    assert craft is not None
    assert (craft.points, craft.units, craft.tokens) == (5, ("b",), 9)
    ended = table.one(AssaultEnded)
    assert (ended.held, ended.ashore, ended.back) == (True, (), ())
    assert fleet_in(table.look.state).boats == ()


@pytest.mark.case("18.6a-E", "18.3d-B")
@pytest.mark.parametrize(("die", "left"), [(1, ((), 3)), (2, (("b",), 0))])
def test_cargo_that_no_longer_fits_is_lost_by_lot(die: int, left: tuple[tuple[str, ...], int]) -> None:
    """Two points carry two regiments and 4T. One of these points is lost with the attacker; 3T and the other regiment
    do not fit on the other."""
    before = shore(TWO, lc("a,b", 4, 2))
    dice = throw(before, preview(before.look, "regular", target(before), ("a",)), holds)
    table = declare(shore(TWO, lc("a,b", 4, 2), dice=(*dice, die)), "a").do(FIGHT)
    run_to(table, "combat_segment.declare", "movement_segment.choose_unit")
    craft = boat(table)
    assert craft is not None
    assert (craft.points, craft.units, craft.tokens) == (1, *left)


@pytest.mark.case("18.6a-E", "9.12g-A")
def test_after_success_attackers_advance_or_stay_aboard() -> None:
    table = fought(TWO, lc("a,b"), "a", "b", want=clears, foe=FRAIL)
    assert table.step == "combat.advance"
    table.do(Advance("a"), Done())
    assert table.at("a") == "04.02"
    assert table.unit("b").hex == ABOARD
    craft = boat(table)
    assert craft is not None
    assert (craft.points, craft.units) == (8, ("b",))
    assert table.one(AssaultEnded).back == (("b", "lc"),)
    assert not table.unit("a").activity.afloat
    assert table.unit("a").formation_fueled, "18.5h: it was fueled before it landed"
    assert not table.all(CraftLost)


@pytest.mark.case("18.6a-D", "4.7d-B", "18.5h-A")
def test_an_exploit_marker_is_kept_and_moves_the_unit_in_exploitation() -> None:
    table = fought(TWO, lc("a,b"), "a", "b", want=lambda result: clears(result) and 0 < result.exploit <= 3, foe=FRAIL)
    table.do(Advance("a"), Done())
    assert {event.unit for event in table.all(ExploitGained)} == {"a", "b"}
    assert not table.unit("b").marker, "it stayed aboard"
    run_to(table, "movement_segment.choose_unit")
    assert table.look.state.clock.phase == "exploitation"
    assert [one.unit for one in table.offered(BeginMove)] == ["a"]
    table.begin("a").go("05.02")
    assert table.unit("a").keeps_zoc
    assert not table.spent(), "18.5h: it was fueled before it landed"


@pytest.mark.case("18.6a-D")
def test_no_marker_without_an_exploit_result() -> None:
    table = fought(TWO, lc("a,b"), "a", "b", want=lambda result: bool(result.d_loss) and not result.exploit, foe=FRAIL)
    assert not table.all(ExploitGained)


@pytest.mark.case("4.7d-B", "18.6a")
def test_nobody_moves_in_the_phase_of_a_beach_assault() -> None:
    """Its phase has no movement; and what has moved before is not loaded (18.4c)."""
    table = fought(TWO, lc("a,b"), "a", "b", want=lambda result: bool(result.d_loss) and not result.exploit, foe=FRAIL)
    run_to(table, "movement_segment.choose_unit")
    assert table.all(UnitAdvanced)
    assert table.look.state.clock.phase == "exploitation"
    assert not table.offered(BeginMove)


@pytest.mark.case("18.6a", "4.4b")
def test_attackers_afloat_have_no_zoc_until_they_are_ashore() -> None:
    table = fought(TWO, lc("a,b"), "a", "b", want=clears, foe=FRAIL)
    assert not enemy_zoc(table.look, "soviet", table.hex("05.03"))
    table.do(Advance("a"))
    assert enemy_zoc(table.look, "soviet", table.hex("05.03"))


@pytest.mark.case("18.6a", "20.0a")
def test_nothing_is_detached_in_the_water() -> None:
    pool = "axis pool bd3 Rgt infantry other 4-3-3L/2-3-6L kind=breakdown"
    table = fought(f"{DIVISION}\n{pool}", lc("a"), "a", want=clears, foe=FRAIL)
    assert table.step == "combat.advance"
    assert table.refused(Detach("a", "bd3")) == ("combat.breakdown_afloat", "18.6a")
    table.do(Advance("a"))
    assert table.at("a") == "04.02"


# --- the defender's choice ---------------------------------------------------------------------------------------


@pytest.mark.case("18.6b-A")
def test_the_defender_chooses_before_anything_is_rolled_shown_or_paid_and_once() -> None:
    table = declare(shore(TWO, lc("a,b"), dice=SUCCESS), "a", "b")
    assert [type(e) for record in table.game.records for e in record.events] == [AttackDeclared]
    assert table.game.choices() == [FIGHT, TABLE]
    table.do(TABLE)
    assert table.one(AssaultAnswered).table
    assert not table.all(SupplySpentAfloat), "no supply is spent"
    assert not table.all(AssaultLaunched)
    assert AnswerAssault not in map(type, table.game.choices())


@pytest.mark.case("18.6b-B", "18.5f")
@pytest.mark.parametrize(("dice", "landed"), [(SUCCESS, True), (FAILURE, False)])
def test_by_the_table_the_defenders_are_destroyed_whatever_the_roll(dice: tuple[int, ...], landed: bool) -> None:
    two = f"{FOE}\nsoviet 04.02 e {LEG}"
    table = declare(shore(ONE, f"{lc('a', 0, 1)}\n{lc('', 4, 1, cid='l2')}", foe=two, dice=(*dice, 1, 1)), "a").do(
        TABLE
    )
    assert {event.unit for event in table.all(UnitEliminated)} >= {"d", "e"}
    assert {table.at(uid) for uid in "de"} == {"dead"}
    assert len(table.all(LandingRolled)) == 1
    assert table.at("a") == ("04.02" if landed else "dead"), "half of one step rounds up"
    assert (boat(table) is None) is not landed


@pytest.mark.case("18.6b-B", "4.7d-E")
def test_who_has_landed_so_neither_attacks_again_nor_moves() -> None:
    near = f"{FOE}\nsoviet 05.01 e {LEG}"
    table = declare(shore(ONE, lc("a"), foe=near, dice=SUCCESS), "a").do(TABLE)
    assert table.one(UnitLanded).unit == "a"
    assert not table.offered(DeclareAttack)
    run_to(table, "movement_segment.choose_unit")
    assert table.look.state.clock.phase == "exploitation"
    assert not table.offered(BeginMove)


@pytest.mark.case("18.6b-B", "9.14g")
def test_what_else_lies_on_the_beach_is_captured_after_the_landing() -> None:
    table = declare(shore(ONE, lc("a"), rest="[supply]\nsoviet 04.02 4\n", dice=(*SUCCESS, 3)), "a").do(TABLE)
    assert any(type(e).__name__ == "DumpCaptured" for record in table.game.records for e in record.events)
