"""The Supply Phase after recovery: trace, formations that split, eating, marking, Attrition."""

from __future__ import annotations

import pytest

from redball.core.actions import Done, Eat, FavourTrace, LoseStep
from redball.core.events import (
    AttritionResult,
    DiceRolled,
    MarkedOutOfSupply,
    OutOfSupplyCleared,
    StepLost,
    SupplySpent,
    TraceChecked,
    UnitEliminated,
)
from redball.core.state import LOW
from redball.rules.barrage.on_board import barrage_strength
from redball.rules.combat.strength import attack_strength, defence_strength, defending_at_level
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply_phase.phase import PROCEDURES
from redball.rules.units.abilities import action_rating, movement_allowance
from rules.supply_table import phase
from support import Sitting, line

INF = "Rgt infantry other 4-3-3L/2-3-8L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
BN = "Bn tank armor 9-5-12K/3-5-15K"
HQ = "hq 4T-3T/10T-20T"
NO_LOSS = (1, 1)
"""2 on the column of AR 3 costs nothing."""


def row(units: str, supply: str = "", dice: tuple[int, ...] = NO_LOSS * 9) -> Sitting:
    """The Supply Phase in a row of open hexes. Units at 02.01 are out of trace, those at 18.01 are not."""
    supply = f"[supply]\n{supply}" if supply else ""
    body = line(24, f"{units}\nsoviet 24.01 far {INF} strat", f"{supply}\n[sources]\naxis 20.01")
    return phase(body, dice)


def eat(t: Sitting, unit: str, source: str = "01.01", via: str = "", holder: str = "") -> Eat:
    """An action."""
    return Eat(unit, t.hex(source), holder, via)


def eaten(t: Sitting) -> int:
    """Tokens eaten so far."""
    return sum(event.tokens for event in t.all(SupplySpent) if event.purpose == "eaten")


def rolls(t: Sitting) -> int:
    """How often Attrition was rolled."""
    return len(t.all(DiceRolled))


# --- trace and marking -----------------------------------------------------------------------------------------


@pytest.mark.case("12.6", "12.6d-A", "12.8a-A", "2.3-G", "K12-who-needs", "K12.8-levels-oos")
def test_who_does_not_trace_is_marked_and_rolls_and_who_does_is_not() -> None:
    t = row(f"axis 02.01 a {INF}\naxis 18.01 b {INF}")
    assert t.over
    assert [e.unit for e in t.all(MarkedOutOfSupply)] == ["a"]
    assert [t.unit(uid).out_of_supply for uid in "ab"] == [True, False]
    assert {e.unit: e.found for e in t.all(TraceChecked)} == {"a": False, "b": True}
    assert {(e.unit, e.case) for e in t.all(TraceChecked)} == {("a", "12.6"), ("b", "12.6")}
    assert [e.source for e in t.all(TraceChecked) if not e.found] == [-1]
    assert rolls(t) == 1
    assert not t.unit("far").out_of_supply, "the other side is not concerned"


@pytest.mark.case("12.8a-B")
def test_the_marker_stays_with_a_roll_in_each_phase_until_trace_is_found() -> None:
    t = row(f"axis 02.01 a {INF} oos\naxis 18.01 b {INF} oos")
    assert [e.unit for e in t.all(OutOfSupplyCleared)] == ["b"]
    assert t.all(MarkedOutOfSupply) == []
    assert [t.unit(uid).out_of_supply for uid in "ab"] == [True, False]
    assert rolls(t) == 1


@pytest.mark.case("12.8a-B", "12.6c-A")
def test_eating_takes_the_marker_off() -> None:
    """Reading 1.98."""
    t = row(f"axis 02.01 a {INF} oos", "axis 01.01 1T")
    t.do(eat(t, "a"))
    assert not t.unit("a").out_of_supply
    assert rolls(t) == 0


@pytest.mark.case("12.9a", "13.2b", "12.9b", "13.1c-B", "K12-who-needs")
def test_transport_is_never_out_of_supply_and_hqs_are() -> None:
    t = row(f"axis 02.01 t truck 2 40T\naxis 02.01 h {HQ}", dice=(1, 1))
    assert [e.unit for e in t.all(MarkedOutOfSupply)] == ["h"]


@pytest.mark.case("12.8d", "K12.8-levels-unaffected", "K12.8-levels-oos")
def test_what_a_marker_changes_and_what_it_leaves() -> None:
    t = row(f"axis 02.01 a {INF}\naxis 18.01 b {INF}\naxis 02.01 g artillery b20-3-4-3L/b8-3-4-12T")
    starved, fed, guns = t.unit("a"), t.unit("b"), t.unit("g")
    assert guns.out_of_supply
    assert not t.look.in_zoc_of("axis", t.hex("03.01"))
    assert t.look.in_zoc_of("axis", t.hex("19.01"))
    plain = ("open", defending_at_level(t.look, "soviet", t.hex("24.01"), [t.unit("far")]))
    for unit, attack, supplied, unsupplied in ((starved, 2, 2, 1), (fed, 4, 4, 2)):
        assert attack_strength(t.look, unit, *plain).value == attack
        assert defence_strength(t.look, unit, "open", True).value == supplied
        assert defence_strength(t.look, unit, "open", False).value == unsupplied
        assert movement_allowance(t.look, unit) == 3 * 12
    assert barrage_strength(t.look, guns) == 20
    assert action_rating(t.look, starved) == action_rating(t.look, fed) == 3


# --- eating ----------------------------------------------------------------------------------------------------


@pytest.mark.case("12.6c-A", "K12.6e-eating")
def test_six_and_a_half_re_cost_four_tokens() -> None:
    """The example of 12.6c; here the price is charged unit by unit (reading 1.97)."""
    units = "".join(f"\naxis 02.01 {uid} {INF}" for uid in "abcdef")
    t = row(f"axis 02.01 x {BN}{units}", "axis 01.01 2")
    prices = []
    for uid in "xabcdef":
        before = eaten(t)
        t.do(eat(t, uid))
        prices.append(eaten(t) - before)
    assert (prices, eaten(t)) == ([1, 0, 1, 0, 1, 0, 1], 4)
    assert t.over
    assert t.all(MarkedOutOfSupply) == []
    fed = [e for e in t.all(TraceChecked) if e.ate]
    assert [e.unit for e in fed] == list("xabcdef")
    assert not any(e.found for e in fed), "who eats traces nothing"


@pytest.mark.case("12.6c-A")
@pytest.mark.parametrize(("unit", "price"), [(BN, 1), (DIV, 2), (f"{DIV} lost=1", 1), (f"{HQ} size=Army", 1)])
def test_a_meal_is_priced_by_present_re(unit: str, price: int) -> None:
    t = row(f"axis 02.01 a {unit}", "axis 01.01 2")
    t.do(eat(t, "a"))
    assert eaten(t) == price


@pytest.mark.case("13.1")
def test_an_hq_is_one_re_whatever_its_size() -> None:
    t = row(f"axis 02.01 h {HQ} size=Army\naxis 02.01 k {HQ} size=Bn\naxis 02.01 l {HQ}", "axis 01.01 2")
    t.do(eat(t, "h"), eat(t, "k"))
    assert eaten(t) == 1
    t.do(eat(t, "l"))
    assert eaten(t) == 2


@pytest.mark.case("12.0-A", "12.3-A")
def test_sp_stand_in_for_trace_and_trace_never_for_sp() -> None:
    """The unit without trace eats; the one at the source traces and has nothing to fight, move or recover with."""
    t = row(f"axis 02.01 a {INF}\naxis 20.01 b {INF} low", "axis 01.01 1T")
    t.do(eat(t, "a"))
    assert not t.unit("a").out_of_supply
    assert {e.unit: e.found for e in t.all(TraceChecked) if not e.ate}["b"]
    assert payers(t.look, t.unit("b")) == ()
    assert t.unit("b").internals == LOW


@pytest.mark.case("12.6c-A")
def test_each_dump_is_counted_by_itself() -> None:
    t = row(f"axis 03.01 a {INF}\naxis 03.01 b {INF}", "axis 01.01 1T\naxis 02.01 1T")
    t.do(eat(t, "a", "01.01"), eat(t, "b", "02.01"))
    assert eaten(t) == 2


@pytest.mark.case("12.6c-A", "12.1b", "3.3a-C")
def test_what_lies_and_what_is_loaded_in_a_hex_is_one_dump() -> None:
    t = row(f"axis 02.01 a {INF}\naxis 02.01 b {INF}\naxis 01.01 t truck 1 40T load=1T", "axis 01.01 1T")
    t.do(eat(t, "a"))
    t.do(eat(t, "b", holder="t"))
    assert (eaten(t), t.unit("t").load) == (1, 1)


@pytest.mark.case("12.6c-A")
def test_a_token_feeds_two_re_though_the_dump_is_empty_after_it() -> None:
    t = row("".join(f"axis 02.01 {uid} {INF}\n" for uid in "abc"), "axis 01.01 1T")
    t.do(eat(t, "a"))
    assert t.tokens("axis", "01.01") == 0
    t.do(eat(t, "b"))
    assert eaten(t) == 1
    assert t.over, "c finds nothing"
    assert [e.unit for e in t.all(MarkedOutOfSupply)] == ["c"]


@pytest.mark.case("12.6c-A", "13.2g-B")
def test_the_rest_of_a_token_of_an_organic_truck_is_for_its_formation() -> None:
    units = f"axis 02.01 a {BN} formation=pz\naxis 02.01 b {BN} formation=pz\naxis 02.01 c {BN}"
    t = row(f"{units}\naxis 01.01 t organic 1 40T load=1T formation=pz")
    t.do(eat(t, "a", holder="t"))
    assert t.why(eat(t, "c", holder="t")).code in ("supply.organic", "supply.no_dump")
    t.do(eat(t, "b", holder="t"))
    assert [e.unit for e in t.all(MarkedOutOfSupply)] == ["c"]


@pytest.mark.case("12.6c-A", "12.6d-A")
@pytest.mark.parametrize(("at", "fed"), [("12.01", True), ("13.01", False)])
def test_a_meal_is_drawn_or_thrown(at: str, fed: bool) -> None:
    t = row(f"axis 07.01 h {HQ}\naxis {at} a {INF}", "axis 01.01 2")
    t.do(eat(t, "h"))
    assert bool(t.all(MarkedOutOfSupply)) is not fed
    if fed:
        t.do(eat(t, "a", via="h"))
        assert t.over


@pytest.mark.case("12.6c-A")
def test_a_meal_that_costs_more_than_is_there_is_refused() -> None:
    t = row(f"axis 02.01 d {DIV}\naxis 02.01 a {INF}", "axis 01.01 1T")
    refused = t.why(eat(t, "d"))
    assert (refused.code, refused.case, refused.have, refused.need) == ("supply.too_little", "12.6c-A", "1T", "2T")
    assert [a.unit for a in t.offered(Eat)] == ["a"]


@pytest.mark.case("12.6c-B")
def test_who_traces_may_not_eat() -> None:
    t = row(f"axis 02.01 a {INF}\naxis 18.01 b {INF}", "axis 01.01 2\naxis 17.01 2")
    assert t.why(eat(t, "b", "17.01")).code == "supply.not_hungry"
    assert t.why(eat(t, "far", "17.01")).code == "supply.not_hungry"
    t.do(eat(t, "a"))
    t = row(f"axis 02.01 a {INF}\naxis 02.01 b {INF}", "axis 01.01 2")
    t.do(eat(t, "a"))
    assert t.why(eat(t, "a")).code == "supply.not_hungry", "once is enough"


@pytest.mark.case("12.6d-B")
def test_nobody_is_forced_to_eat() -> None:
    t = row(f"axis 02.01 a {INF}", "axis 01.01 2")
    t.do(Done())
    assert eaten(t) == 0
    assert t.unit("a").out_of_supply
    assert rolls(t) == 1


@pytest.mark.case("12.6e", "5.8b-A", "K12.6e-eating")
def test_strat_units_never_eat() -> None:
    t = row(f"axis 02.01 a {INF} strat\naxis 02.01 b {INF}", "axis 01.01 2", dice=(1, 1))
    assert t.why(eat(t, "a")).code == "supply.strat_cannot_eat"
    t.do(eat(t, "b"))
    assert [e.unit for e in t.all(MarkedOutOfSupply)] == ["a"]
    alone = row(f"axis 02.01 a {INF} strat", "axis 01.01 2", dice=(1, 1))
    assert alone.over, "nobody is asked"


# --- formations ------------------------------------------------------------------------------------------------


def divided(supply: str = "") -> Sitting:
    """A formation with two units near the source, of which an HQ reaches one, and one that only the HQ reaches."""
    units = f"axis 21.01 a {INF} formation=pz\naxis 19.01 b {INF} formation=pz\naxis 10.01 c {INF} formation=pz"
    return row(f"axis 14.01 h {HQ}\n{units}", supply)


@pytest.mark.case("12.6f", "13.7a")
def test_the_owner_chooses_how_a_split_formation_traces() -> None:
    t = divided()
    source = t.hex("20.01")
    assert t.step == "trace_check.favour"
    assert set(t.offered(FavourTrace)) == {FavourTrace("pz", "h"), FavourTrace("pz", "", source)}
    assert t.why(FavourTrace("xx", "h")).code == "trace.no_split"
    assert t.why(FavourTrace("pz", "h", source)).code == "trace.no_channel"
    t.do(FavourTrace("pz", "", source))
    assert {e.unit for e in t.all(MarkedOutOfSupply)} == {"c"}
    other = divided()
    other.do(FavourTrace("pz", "h"))
    assert {e.unit for e in other.all(MarkedOutOfSupply)} == {"a"}
    assert {e.unit: e.case for e in other.all(TraceChecked)}["a"] == "12.6f"
    assert {e.unit: (e.found, e.via) for e in other.all(TraceChecked)}["b"] == (True, "h")
    assert other.one(MarkedOutOfSupply).unit == "a"


@pytest.mark.case("12.6f", "13.7a", "12.6c-B")
def test_the_part_that_is_not_favoured_may_eat() -> None:
    t = divided("axis 22.01 1T")
    t.do(FavourTrace("pz", "h"), eat(t, "a", "22.01"))
    assert t.over
    assert t.all(MarkedOutOfSupply) == []


@pytest.mark.case("12.6f")
def test_no_choice_is_asked_where_one_way_serves_all() -> None:
    t = row(f"axis 14.01 h {HQ}\naxis 19.01 b {INF} formation=pz\naxis 10.01 c {INF} formation=pz")
    assert t.over
    assert t.all(MarkedOutOfSupply) == []
    assert {e.unit: e.via for e in t.all(TraceChecked)}["b"] == "h"


# --- Attrition -------------------------------------------------------------------------------------------------


@pytest.mark.case("12.8b-A", "12.8b-B")
@pytest.mark.parametrize(("dice", "losses"), [((1, 4), 0), ((1, 5), 1), ((3, 4), 1), ((4, 4), 2)])
def test_the_table_is_read_in_the_column_of_the_action_rating(dice: tuple[int, int], losses: int) -> None:
    """AR 3: up to 5 nothing, 6 and 7 one step, 8 and 9 two."""
    t = row(f"axis 02.01 d {DIV}", dice=dice)
    result = t.one(AttritionResult)
    assert (result.steps, result.ledger.total) == (losses, str(losses))
    for _ in range(losses):
        t.do(LoseStep("d"))
    assert t.over
    assert t.unit("d").steps_lost == losses
    assert {e.cause for e in t.all(StepLost)} <= {"attrition"}


@pytest.mark.case("12.8b-A", "12.8c")
@pytest.mark.parametrize(
    ("units", "column"),
    [
        ("Bn recon mech 2-5-12T/1-5-20T", "5"),
        ("Bn recon mech 2-5-12T/1-5-20T dg", "5"),
        ("Bn recon mech 2-5-12T/1-2-20T move", "2"),
        ("Bn recon mech 2-5-12T/1-5-20T strat", "0"),
        (HQ, "0"),
    ],
)
def test_the_rating_ignores_dg_and_not_strat(units: str, column: str) -> None:
    t = row(f"axis 02.01 a {units}", dice=(6, 6))
    assert t.one(AttritionResult).ledger.lines[1].amount == column


@pytest.mark.case("12.8c", "K12.8-attrition-roll")
def test_a_dg_unit_of_the_highest_rating_is_the_best() -> None:
    t = row("axis 02.01 a Bn recon mech 2-5-12T/1-5-20T dg\naxis 02.01 b Bn recon mech 2-4-12T/1-4-20T")
    best = t.one(AttritionResult).ledger.lines[1]
    assert (best.unit, best.amount) == ("a", "5")


@pytest.mark.case("12.8b-A")
def test_the_best_rating_counts_and_five_steps_add_three() -> None:
    units = f"axis 02.01 d {DIV}\naxis 02.01 b {INF}"
    t = row(units, dice=(2, 3))
    assert t.one(AttritionResult).steps == 0, "four steps: 5"
    t = row(f"{units}\naxis 02.01 c {INF}", dice=(2, 3))
    result = t.one(AttritionResult)
    assert result.steps == 2, "five steps: 8"
    assert [line.amount for line in result.ledger.lines] == ["5", "3", "+3"]
    t = row("axis 02.01 a Bn recon mech 2-5-12T/1-5-20T\naxis 02.01 b Rgt security other 1-1-3L/1-1-8L", dice=(2, 3))
    assert t.one(AttritionResult).ledger.lines[1].unit == "a"


@pytest.mark.case("12.8b-A", "12.8b-B")
def test_only_units_out_of_supply_count_and_lose() -> None:
    """Reading 1.100. The fed unit has the better rating and would bring the fifth step."""
    units = f"axis 02.01 d {DIV}\naxis 02.01 b {INF}\naxis 02.01 r Bn recon mech 2-5-12T/1-5-20T"
    t = row(units, "axis 01.01 1T", dice=(2, 4))
    t.do(eat(t, "r"), Done())
    assert t.one(AttritionResult).steps == 1, "AR 3, four steps: 6"
    assert t.why(LoseStep("r")).code == "supply.not_starving"
    assert {a.unit for a in t.offered(LoseStep)} == {"d", "b"}
    t.do(LoseStep("b"))
    assert t.at("b") == "dead"
    assert t.over


@pytest.mark.case("12.8b-B")
def test_the_owner_spreads_the_losses_freely() -> None:
    units = f"axis 02.01 d {DIV}\naxis 02.01 b {INF}\naxis 02.01 c {INF}"
    t = row(units, dice=(2, 3))
    t.do(LoseStep("d"), LoseStep("d"))
    assert t.unit("d").steps_lost == 2
    t = row(units, dice=(2, 3))
    t.do(LoseStep("b"), LoseStep("d"))
    assert (t.at("b"), t.unit("d").steps_lost) == ("dead", 1)


@pytest.mark.case("12.8b-B", "12.8b-A")
@pytest.mark.parametrize(("dice", "units"), [((6, 6), f"axis 02.01 d {DIV}"), ((5, 5), f"axis 02.01 d {DIV}")])
def test_all_steps_go_at_once(dice: tuple[int, int], units: str) -> None:
    """12 takes all; 10 takes four of three steps."""
    t = row(units, dice=dice)
    assert t.over
    assert t.one(AttritionResult).ledger.total == ("all" if dice == (6, 6) else "4")
    assert t.one(UnitEliminated).steps == 3
    assert t.at("d") == "dead"


@pytest.mark.case("12.8b-A", "K12.8-attrition-roll")
def test_every_stack_rolls_for_itself() -> None:
    t = row(f"axis 02.01 a {INF}\naxis 05.01 b {DIV}\naxis 05.01 c {INF}\naxis 18.01 d {INF}", dice=(1, 1, 1, 5))
    assert [(t.look.hex_name(e.hex), e.steps) for e in t.all(AttritionResult)] == [("02.01", 0), ("05.01", 1)]
    t.do(LoseStep("c"))
    assert t.over


def test_the_procedures_are_those_of_the_phase() -> None:
    assert [p.name for p in PROCEDURES] == ["supply_phase", "recovery", "trace_check", "attrition"]
