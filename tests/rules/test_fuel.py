"""Fuel: who needs it, what it costs, how long it lasts, and what fueled HQs give."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from msgspec.structs import replace

from redball.core.actions import (
    AddUnit,
    Advance,
    BeginMove,
    DeclareAttack,
    DeclareBarrage,
    DeclareOverrun,
    Done,
    Halt,
    Pay,
    PayFuel,
    Release,
    SetMode,
    StepTo,
    UseInternals,
)
from redball.core.events import (
    BarrageResolved,
    FuelDrawn,
    FuelPaid,
    FuelRemoved,
    NegationRelied,
    OverrunDeclared,
    PhaseBegan,
    SupplySpent,
    UnitArrived,
)
from redball.core.refusals import Refusal
from redball.core.state import NOT_ARRIVED
from redball.rules.moving_stack import fuel
from redball.rules.moving_stack.fuel import fuel_on_begin, is_fueled, needs_fuel, remove_fuel
from redball.rules.moving_stack.move_ends import MoveData
from rules.supply_table import look_at, run_at
from support import Sitting, line, play

PZ = "Bn tank armor 9-5-12K/3-5-15K"
STUG = "Bn assault_gun armor (3)-3-10K/(1)-3-12K"
MOT = "Rgt motorized_infantry mech 6-4-4L/3-4-18T"
LEGS = "Rgt infantry other 4-3-3L/2-3-8L"
HQ = "hq 4T-3T/10T-20T"
FAR = "soviet 20.01 far Rgt infantry other 4-3-3L/2-3-8L strat"


def row(units: str, supply: str = "axis 01.01 5", step: str = "movement") -> Sitting:
    """A row of open hexes with a dump at 01.01, in a segment of the axis Player Turn (or before it)."""
    supply = f"[supply]\n{supply}" if supply else ""
    return play(line(20, f"{units}\n{FAR}", supply), step)


def pay(t: Sitting, method: Any, unit: str, source: str = "01.01", via: str = "", holder: str = "") -> PayFuel:
    """An action."""
    return PayFuel(method, unit, t.hex(source), holder, via)


def bought(t: Sitting) -> int:
    """Tokens spent so far."""
    return sum(event.tokens for event in t.all(SupplySpent))


# --- who needs it ----------------------------------------------------------------------------------------------


@pytest.mark.case("12.5a-A", "12.5a-B", "13.2b", "12.9a", "12.9b", "K12.5-required")
@pytest.mark.parametrize(
    ("unit", "needs"),
    [
        (PZ, True),
        (MOT, False),
        (f"{MOT} move", True),
        (LEGS, False),
        ("truck 2 40T", False),
        (HQ, True),
        (f"{PZ} strat", True),
    ],
)
def test_combat_units_on_wheels_and_tracks_need_fuel(unit: str, needs: bool) -> None:
    look = look_at(line(20, f"axis 02.01 a {unit}\n{FAR}"))
    assert needs_fuel(look, look.unit("a")) is needs
    assert is_fueled(look, look.unit("a")) is not needs


@pytest.mark.case("12.5a-A", "12.5", "12.5c", "12.5c-C", "K12.5c-single", "12.3-A")
def test_not_one_hex_without_fuel() -> None:
    t = row(f"axis 03.01 a {PZ}")
    t.do(BeginMove("a"))
    assert t.why(StepTo(t.hex("04.01"))).case == "12.5a-A"
    t.do(pay(t, "single_unit", "a"))
    assert t.one(SupplySpent).purpose == "fuel"
    t.do(StepTo(t.hex("04.01")))
    assert t.at("a") == "04.01"
    assert bought(t) == 1


@pytest.mark.case("12.5b-B")
def test_an_overrun_needs_fuel_even_next_door() -> None:
    t = row(f"axis 03.01 a {PZ}\nsoviet 04.01 s Bn security other 1-1-3L/1-1-8L")
    t.do(BeginMove("a"))
    refused = t.why(DeclareOverrun(t.hex("04.01")))
    assert (refused.code, refused.case) == ("overrun.no_fuel", "12.5b-B")
    t.do(pay(t, "single_unit", "a"), DeclareOverrun(t.hex("04.01")))
    assert t.one(OverrunDeclared).units == ("a",)


@pytest.mark.case("12.5a-B")
def test_leg_units_walk_for_nothing() -> None:
    t = row(f"axis 03.01 a {MOT}\naxis 03.01 t truck 2 40T")
    t.do(BeginMove("a"), AddUnit("t"))
    refused = t.why(pay(t, "single_unit", "a"))
    assert (refused.code, refused.case) == ("fuel.not_needed", "12.5a-B")
    assert t.why(pay(t, "single_unit", "t")).code == "fuel.not_needed"
    t.do(StepTo(t.hex("04.01")))


@pytest.mark.case("12.5c", "12.5a-A")
def test_fuel_is_paid_when_it_is_needed_and_for_whom() -> None:
    t = row(f"axis 03.01 a {MOT}\naxis 03.01 b {PZ}")
    t.do(BeginMove("a"))
    assert t.why(pay(t, "single_unit", "b")).code == "fuel.not_moving"
    assert t.why(pay(t, "single_unit", "far")).code == "fuel.not_moving"
    assert t.why(pay(t, "by hand", "a")).code == "fuel.method"
    assert t.why(pay(t, "hq_short", "a")).code == "fuel.method"
    assert t.why(pay(t, "hq", "far")).code == "fuel.not_moving"
    t.do(SetMode("a", "move", "move"), pay(t, "single_unit", "a"), StepTo(t.hex("04.01")), Halt())


@pytest.mark.case("12.5c-C")
def test_single_unit_fuel_is_1t_for_any_unit_and_ends_with_the_phase() -> None:
    big = "Div mech_infantry mech 20-4-8T/8-4-20T re=4"
    t = row(f"axis 03.01 a {big}")
    t.do(BeginMove("a"), pay(t, "single_unit", "a"), StepTo(t.hex("04.01")), Halt())
    assert bought(t) == 1
    assert is_fueled(t.look, t.unit("a"))
    after = PhaseBegan(
        case="2.2", side="axis", phase="exploitation", segment="movement", phasing="axis", new_phase=True
    ).apply(t.look.state)
    assert not is_fueled(t.look, after.units["a"])


@pytest.mark.case("12.5", "12.5c-C", "K12.3b-throw-any")
def test_fuel_comes_by_throw_and_not_from_out_of_reach() -> None:
    t = row(f"axis 07.01 h {HQ}\naxis 12.01 a {PZ}\naxis 13.01 b {PZ}")
    t.do(BeginMove("a"))
    assert t.why(pay(t, "single_unit", "a")).code == "supply.too_far"
    t.do(pay(t, "single_unit", "a", via="h"), Halt(), BeginMove("b"))
    assert t.why(pay(t, "single_unit", "b", via="h")).code == "supply.throw_short"
    assert t.offered(PayFuel) == []


@pytest.mark.case("12.5g", "12.10")
def test_internal_stocks_are_no_fuel() -> None:
    t = row(f"axis 03.01 a {PZ}", supply="")
    t.do(BeginMove("a"))
    assert t.offered(PayFuel) == []
    assert t.why(UseInternals("a")).code == "turn.not_now"
    assert t.why(pay(t, "single_unit", "a")).code == "supply.no_dump"


@pytest.mark.case("12.5f")
def test_a_reinforcement_arrives_without_fuel_and_needs_none_for_that() -> None:
    run = run_at(line(20, f"axis 02.01 a {PZ}\n{FAR}", "[supply]\naxis 01.01 1"), "reinforcement")
    here = run.look.board.index("02.01")
    run.look = run.look.after(run.state.with_unit(run.look.unit("a").change(hex=NOT_ARRIVED)), ("a",))
    run.emit(UnitArrived(case="13.6", side="axis", unit="a", hex=here, facing="combat"))
    assert run.look.unit("a").hex == here
    assert not any(isinstance(event, SupplySpent) for event in run.events)
    assert not is_fueled(run.look, run.look.unit("a")), "beyond the entry hex it pays like others"


# --- formations ------------------------------------------------------------------------------------------------


@pytest.mark.case("12.5c-A", "13.7-D", "K12.5c-formation")
def test_a_formation_is_fueled_for_1_sp_until_clean_up() -> None:
    units = "\n".join(f"axis 03.01 {uid} {PZ} formation=pz" for uid in "abc")
    t = row(f"{units}\naxis 04.01 m {MOT} formation=pz\naxis 03.01 x {PZ}")
    t.do(BeginMove("a"), pay(t, "formation", "a"))
    assert (bought(t), t.one(FuelPaid).members) == (4, ("a", "b", "c", "m"))
    assert t.look.state.fueled_formations == {"pz"}
    t.do(StepTo(t.hex("04.01")), Halt(), BeginMove("b"), StepTo(t.hex("04.01")), Halt())
    t.do(BeginMove("m"), SetMode("m", "move", "move"), StepTo(t.hex("05.01")), Halt())
    assert not is_fueled(t.look, t.unit("x"))
    after = PhaseBegan(case="2.2", side="axis", phase="combat", segment="barrage", phasing="axis", new_phase=True)
    assert is_fueled(t.look, after.apply(t.look.state).units["c"])
    t.do(BeginMove("x"))
    assert t.why(pay(t, "formation", "x")).code == "fuel.no_formation"


@pytest.mark.case("12.5c-A", "13.7a")
def test_members_out_of_reach_of_the_common_source_pay_by_themselves() -> None:
    """Reading 1.93: decided at payment, whichever way it is made."""
    members = "".join(
        f"\naxis {at} {uid} {PZ} formation=pz" for at, uid in (("03.01", "a"), ("09.01", "b"), ("12.01", "c"))
    )
    t = row(f"axis 07.01 h {HQ}{members}")
    t.do(BeginMove("a"), pay(t, "formation", "a"))
    assert t.one(FuelPaid).members == ("a",), "by direct draw"
    t.do(Halt(), BeginMove("b"))
    refused = t.why(pay(t, "formation", "b", via="h"))
    assert (refused.code, refused.case) == ("fuel.formation_fueled", "13.7a")
    t.do(pay(t, "single_unit", "b", via="h"))
    other = row(f"axis 07.01 h {HQ}{members}")
    other.do(BeginMove("b"), pay(other, "formation", "b", via="h"))
    assert other.one(FuelPaid).members == ("a", "b", "c"), "a draws too, but the HQ reaches it as well"


@pytest.mark.case("12.5c-A")
def test_formation_fuel_follows_its_units_out_of_reach() -> None:
    t = row(f"axis 05.01 a {PZ} formation=pz")
    t.do(BeginMove("a"), pay(t, "formation", "a"), *(StepTo(t.hex(f"{c:02}.01")) for c in range(6, 13)), Halt())
    again = PhaseBegan(
        case="2.2", side="axis", phase="exploitation", segment="movement", phasing="axis", new_phase=True
    )
    assert is_fueled(t.look, again.apply(t.look.state).units["a"])


@pytest.mark.case("12.5c-A", "13.7a")
def test_formation_fuel_comes_from_one_dump_or_through_one_hq() -> None:
    """2T lie at each of two dumps: together only an HQ makes them a common source."""
    units = f"axis 04.01 a {PZ} formation=pz"
    t = row(units, "axis 01.01 2T\naxis 06.01 2T")
    t.do(BeginMove("a"))
    refused = t.why(pay(t, "formation", "a"))
    assert (refused.code, refused.have, refused.need) == ("supply.too_little", "2T", "1 SP")
    assert {a.method for a in t.offered(PayFuel)} == {"single_unit"}
    t = row(f"{units}\naxis 05.01 h {HQ}", "axis 01.01 2T\naxis 06.01 2T")
    t.do(BeginMove("a"), pay(t, "formation", "a", via="h"))
    assert t.step == "pay.pay"
    t.do(*t.offered(Pay))
    assert bought(t) == 4
    assert is_fueled(t.look, t.unit("a"))


# --- HQs -------------------------------------------------------------------------------------------------------


@pytest.mark.case("12.5c-B", "12.5e-A", "12.3c-A", "K12.5c-hq")
def test_a_fueled_hq_fuels_independent_units_in_its_throw_range() -> None:
    at = {"a": "09.01", "b": "10.01", "c": "12.01"}
    units = "".join(f"\naxis {hex_} {uid} {STUG}" for uid, hex_ in at.items())
    t = row(f"axis 05.01 h {HQ}\naxis 05.01 k {HQ}{units}\naxis 06.01 f {PZ} formation=pz\naxis 06.01 d {PZ} re=2")
    t.do(BeginMove("a"), pay(t, "hq", "h"), StepTo(t.hex("10.01")), Halt())
    assert bought(t) == 4
    assert t.one(FuelDrawn).hq == "h"
    fueled = {uid: is_fueled(t.look, t.unit(uid)) for uid in "hkbcfd"}
    assert fueled == {"h": True, "k": True, "b": True, "c": False, "f": False, "d": False}
    t.do(BeginMove("b"), StepTo(t.hex("11.01")), StepTo(t.hex("12.01")), StepTo(t.hex("13.01")), Halt())
    assert bought(t) == 4, "it may leave the range (reading 1.94)"


@pytest.mark.case("12.5e-A")
def test_hq_fuel_is_asked_for_again_in_each_phase() -> None:
    t = row(f"axis 05.01 h {HQ} hqfuel\naxis 10.01 a {STUG}")
    t.do(BeginMove("a"), StepTo(t.hex("11.01")), StepTo(t.hex("12.01")))
    assert is_fueled(t.look, t.unit("a"))
    t.do(Halt())
    after = PhaseBegan(
        case="2.2", side="axis", phase="exploitation", segment="movement", phasing="axis", new_phase=True
    )
    look = t.look.after(after.apply(t.look.state), ("a", "h"))
    assert not is_fueled(look, look.unit("a"))
    assert is_fueled(look, look.unit("h"))


@pytest.mark.case("12.5c-B")
def test_an_hq_is_fueled_only_for_somebody() -> None:
    t = row(f"axis 05.01 h {HQ}\naxis 13.01 a {STUG}\naxis 06.01 f {PZ} formation=pz\naxis 02.01 b {STUG}")
    for uid in "af":
        t.do(BeginMove(uid))
        refused = t.why(pay(t, "hq", "h"))
        assert (refused.code, refused.case) == ("fuel.helps_nobody", "12.5e-A")
        t.do(Halt())
    t.do(BeginMove("b"))
    assert t.why(pay(t, "hq", "b")).code == "fuel.not_hq"
    t.do(pay(t, "hq", "h"))
    assert t.why(pay(t, "hq", "h")).code == "fuel.fueled"
    assert t.why(pay(t, "single_unit", "b")).code == "fuel.fueled"


@pytest.mark.case("12.5c-B")
@pytest.mark.parametrize("kind", ["", "divisional formation=9.Pz"])
def test_an_hq_fuels_itself_to_move(kind: str) -> None:
    t = row(f"axis 05.01 h {HQ} {kind}")
    t.do(BeginMove("h"), pay(t, "hq", "h"), StepTo(t.hex("06.01")), Halt())
    assert bought(t) == 4
    assert t.all(FuelDrawn) == []


@pytest.mark.case("12.5c-B")
def test_hq_fuel_may_come_from_several_dumps() -> None:
    t = row(f"axis 04.01 h {HQ}", "axis 01.01 3T\naxis 06.01 2T")
    t.do(BeginMove("h"), pay(t, "hq", "h", "06.01"))
    assert t.step == "pay.pay"
    (rest,) = t.offered(Pay)
    t.do(rest)
    assert (bought(t), t.tokens("axis", "01.01")) == (4, 1)
    assert t.step == "move.go"
    t = row(f"axis 04.01 h {HQ}", "axis 01.01 1T\naxis 06.01 2T")
    t.do(BeginMove("h"))
    assert t.why(pay(t, "hq", "h", "06.01")).code == "supply.too_little"


@pytest.mark.case("12.5e-B")
def test_a_fueled_hq_throws_fuel_from_one_hex_in_a_phase() -> None:
    units = f"axis 05.01 h {HQ} hqfuel\naxis 06.01 a {STUG}\naxis 07.01 b {STUG}"
    t = row(units)
    t.do(BeginMove("a"), StepTo(t.hex("07.01")), Halt(), BeginMove("h"), StepTo(t.hex("06.01")), Halt())
    assert t.unit("h").activity.fuel_hex == t.hex("05.01")
    assert not is_fueled(t.look, t.unit("b")), "it threw from its first hex already"
    other = row(units)
    other.do(BeginMove("h"), StepTo(other.hex("06.01")), Halt(), BeginMove("a"), StepTo(other.hex("07.01")), Halt())
    assert other.unit("h").activity.fuel_hex == other.hex("06.01")
    assert is_fueled(other.look, other.unit("b")), "from its last hex it goes on"


@pytest.mark.case("12.5e-B")
def test_units_that_move_with_their_hq_are_fueled_from_its_first_hex() -> None:
    t = row(f"axis 05.01 h {HQ} hqfuel\naxis 05.01 a {STUG}\naxis 07.01 b {STUG}")
    t.do(BeginMove("h"), AddUnit("a"), StepTo(t.hex("06.01")), Halt())
    assert t.one(FuelDrawn).hex == t.hex("05.01")
    assert not is_fueled(t.look, t.unit("b"))


@pytest.mark.case("12.5e-A", "5.8b-B", "13.1d-B")
@pytest.mark.parametrize(
    ("hq", "fuels"), [("", True), ("strat", False), ("divisional nation=ro", False), ("divisional nation=de", True)]
)
def test_a_fueled_hq_fuels_whom_it_could_throw_to(hq: str, fuels: bool) -> None:
    look = look_at(line(20, f"axis 05.01 h {HQ} hqfuel {hq}\naxis 06.01 a {STUG} nation=de\n{FAR}"), "movement")
    assert is_fueled(look, look.unit("a")) is fuels


@pytest.mark.case("12.5e-A")
def test_of_several_hqs_one_that_is_bound_already_comes_first_then_the_nearest() -> None:
    units = f"axis 01.01 k {HQ} hqfuel\naxis 05.01 h {HQ} hqfuel\naxis 04.01 a {STUG}\naxis 01.01 b {STUG}\n{FAR}"
    run = run_at(line(20, units), "movement")
    fuel_on_begin(run, ("a",))
    assert [e.hq for e in run.events if isinstance(e, FuelDrawn)] == ["h"], "the nearer one"
    run = run_at(line(20, units), "movement")
    fuel_on_begin(run, ("b",))
    fuel_on_begin(run, ("a", "h"))
    assert [e.hq for e in run.events if isinstance(e, FuelDrawn)] == ["k", "k"]


@pytest.mark.case("12.5e-A")
def test_hq_fuel_is_for_units_that_begin_to_move_on_the_map() -> None:
    look = look_at(line(20, f"axis 05.01 h {HQ} hqfuel\naxis 06.01 a {STUG}\n{FAR}"), "movement")
    assert is_fueled(look, look.unit("a"))
    assert not is_fueled(look, look.unit("a").act(spent=True)), "it has begun somewhere else"
    assert not is_fueled(look, look.unit("a").change(hex=NOT_ARRIVED))


@pytest.mark.case("4.5b-A", "12.5e-A")
def test_thrown_fuel_binds_the_units_whose_negation_it_relies_on() -> None:
    units = f"axis 05.01 h {HQ} hqfuel\naxis 08.01 a {STUG}\naxis 07.01 n {LEGS}\nsoviet 06.02 s {LEGS}\n{FAR}"
    rows = f"[terrain]\n{' ~' * 20}\n{' .' * 20}\n[units]\n{units}\naxis 06.01 m {LEGS}\naxis 05.01 o {LEGS}"
    run = run_at(rows, "movement")
    fuel_on_begin(run, ("a",))
    assert [e.unit for e in run.events if isinstance(e, NegationRelied)] == ["m"]


# --- how it ends -----------------------------------------------------------------------------------------------


@pytest.mark.case("12.5d", "12.5c-A", "12.5c-B", "K12.5c-formation", "K12.5c-hq")
def test_fuel_comes_off_in_the_owners_clean_up() -> None:
    units = f"axis 05.01 h {HQ} hqfuel\naxis 06.01 a {PZ} formation=pz\nsoviet 15.01 s {HQ} hqfuel\n{FAR}"
    run = run_at(line(20, units))
    paid = FuelPaid(case="12.5c-A", side="axis", unit="a", method="formation", formation="pz", members=("a",))
    assert paid.touched() == ("a",), "who starts is named once"
    run.emit(paid)
    remove_fuel(run, "soviet")
    assert is_fueled(run.look, run.look.unit("a"))
    assert run.look.unit("h").hq_fueled
    assert not run.look.unit("s").hq_fueled
    remove_fuel(run, "axis")
    assert not is_fueled(run.look, run.look.unit("a"))
    assert not run.look.unit("h").hq_fueled
    assert run.state.fueled_formations == frozenset()
    before = len(run.events)
    remove_fuel(run, "axis")
    assert len(run.events) == before, "nothing is left to remove"
    assert sum(isinstance(e, FuelRemoved) for e in run.events) == 2


@pytest.mark.case("12.5b-A", "9.1e-B", "K12.5-required")
def test_tanks_attack_defend_and_advance_without_fuel() -> None:
    """In the Combat Phase; they could not take a step there."""
    units = f"axis 02.01 a {PZ}\nsoviet 03.01 d {STUG}\n{FAR}"
    t = play(line(20, units, "[supply]\naxis 02.01 1\nsoviet 03.01 1"), "combat", dice=(6, 6, 6, 6, 6, 6))
    t.do(DeclareAttack(t.hex("03.01")), AddUnit("a"), Done())
    t.idle(lambda: bool(t.offered(Advance)))
    t.do(Advance("a"))
    assert t.at("a") == "03.01"
    assert not is_fueled(t.look, t.unit("a"))
    assert {event.purpose for event in t.all(SupplySpent)} == {"combat"}


@pytest.mark.case("12.5b-A")
def test_motorized_guns_barrage_without_fuel() -> None:
    guns = "artillery b30-3-4-12T/b15-3-3-15T"
    t = play(
        line(20, f"axis 02.01 g {guns}\naxis 03.01 a {LEGS}\nsoviet 04.01 d {LEGS}", "[supply]\naxis 02.01 5"),
        "combat_barrage",
    )
    t.do(DeclareBarrage(t.hex("04.01")), AddUnit("g"), Done())
    t.idle(lambda: bool(t.all(BarrageResolved)))
    assert not is_fueled(t.look, t.unit("g"))
    assert {event.purpose for event in t.all(SupplySpent)} == {"barrage"}


@pytest.mark.case("12.5b-A", "K12.5-required")
@pytest.mark.parametrize("name", ["combat", "barrage"])
def test_fighting_asks_for_no_fuel(name: str) -> None:
    """No module of these procedures knows of fuel."""
    package = import_module(f"redball.rules.{name}")
    modules = [import_module(f"{package.__name__}.{found.name}") for found in iter_modules(package.__path__)]
    assert len(modules) > 4
    known = [value for module in modules for value in vars(module).values()]
    assert not any(
        getattr(value, "__module__", "") == "redball.rules.moving_stack.fuel" or value is fuel for value in known
    )


# --- pausing trucks --------------------------------------------------------------------------------------------


@pytest.mark.case("13.2a-A", "12.2b", "12.1b")
def test_a_pausing_truck_fuels_units_that_move_later() -> None:
    """Reading 1.95; a unit that walks now may take fuel for the wheels of its other side."""
    t = row(f"axis 03.01 t truck 2 40T load=1\naxis 08.01 a {PZ}\naxis 08.01 m {MOT}\naxis 08.01 l {LEGS}", supply="")
    t.do(BeginMove("t"), *(StepTo(t.hex(f"{c:02}.01")) for c in range(4, 8)))
    t.do(pay(t, "single_unit", "a", "07.01", holder="t"), pay(t, "single_unit", "m", "07.01", holder="t"))
    assert t.unit("t").load == 2
    assert t.why(pay(t, "single_unit", "a", "07.01", holder="t")).code == "fuel.fueled"
    assert t.why(pay(t, "single_unit", "l", "07.01", holder="t")).code == "fuel.not_needed"
    t.do(StepTo(t.hex("06.01")), Halt())
    t.do(BeginMove("a"), StepTo(t.hex("09.01")), Halt())
    t.do(BeginMove("m"), SetMode("m", "move", "move"), StepTo(t.hex("09.01")), Halt())


@pytest.mark.case("13.2a-A")
def test_a_pausing_truck_fuels_to_its_last_token_and_no_farther() -> None:
    tanks = "\n".join(f"axis 04.01 {uid} {PZ}" for uid in "abcde")
    t = row(f"axis 03.01 t truck 1 40T load=1\n{tanks}", supply="").do(BeginMove("t"))
    t.do(*(pay(t, "single_unit", uid, "03.01", holder="t") for uid in "abcd"))
    assert t.unit("t").load == 0
    assert PayFuel("single_unit", "e", t.hex("03.01"), "t") not in t.offered(PayFuel)
    assert t.why(pay(t, "single_unit", "e", "03.01", holder="t")).code == "fuel.not_moving"


@pytest.mark.case("13.2a-A")
def test_a_truck_that_is_not_moving_fuels_nobody_in_advance() -> None:
    t = row(f"axis 03.01 t truck 2 40T load=1\naxis 04.01 a {PZ}\naxis 05.01 b {PZ}", supply="")
    t.do(BeginMove("b"))
    assert t.why(pay(t, "single_unit", "a", "03.01", holder="t")).code == "fuel.not_moving"
    t.do(pay(t, "single_unit", "b", "03.01", holder="t"))


@pytest.mark.case("13.2a-A", "12.5c-A", "12.5c-B")
def test_a_pausing_truck_fuels_formations_and_hqs() -> None:
    t = row(
        f"axis 03.01 t truck 3 40T load=2+1T\naxis 04.01 a {PZ} formation=pz\naxis 04.01 h {HQ}\naxis 04.01 k {HQ}", ""
    )
    t.do(BeginMove("t"), pay(t, "formation", "a", "03.01", holder="t"), pay(t, "hq", "h", "03.01", holder="t"))
    assert t.unit("t").load == 1
    assert t.why(pay(t, "hq", "k", "03.01", holder="t")).code == "supply.too_little"


@pytest.mark.case("13.2a-A")
def test_a_pausing_truck_does_not_fuel_units_that_are_done() -> None:
    t = row(f"axis 03.01 t truck 2 40T load=1\naxis 04.01 a {PZ}", supply="")
    t.do(BeginMove("a"), Halt(), BeginMove("t"))
    assert t.why(pay(t, "single_unit", "a", "03.01", holder="t")).code == "fuel.not_needed"


@pytest.mark.case("13.2a-B")
def test_nothing_but_fuel_is_paid_during_a_move() -> None:
    t = row(f"axis 03.01 t truck 2 40T load=1\naxis 04.01 a {PZ}", supply="")
    t.do(BeginMove("t"))
    for action in (Pay("a", t.hex("03.01"), "t"), Pay("", t.hex("03.01"), "t")):
        assert t.why(action).code == "turn.not_now"


# --- the example -----------------------------------------------------------------------------------------------


@pytest.mark.case("12.5c-A", "12.5c-B", "12.5c-C", "12.5d", "12.5e-A", "12.5a-B", "12.5c")
def test_the_panzer_division_and_five_assault_gun_battalions() -> None:
    """The example under 12.5: 5T in Reaction, where it might have been 9T, and what still runs in the own turn.

    Fueled singly the battalions cost 5T and the division 1 SP. Here the HQ costs 1 SP for all five, the panzer
    battalion 1T, and the infantry walks.
    """
    guns = "".join(f"\naxis {5 + n:02}.01 g{n} {STUG} reserve" for n in range(5))
    division = f"axis 04.01 pz {PZ} formation=pzdiv reserve\naxis 04.01 mot {MOT} formation=pzdiv reserve"
    body = line(20, f"axis 07.01 h {HQ}{guns}\n{division}\n{FAR}", "[supply]\naxis 01.01 9T")
    t = play(body, "reaction_movement", "soviet")
    assert t.step == "movement_segment.choose_unit"
    assert t.asked.side == "axis"
    t.do(*(Release(f"g{n}") for n in range(5)), Release("pz"), Release("mot"))
    t.do(BeginMove("g0"))
    t.do(next(a for a in t.offered(PayFuel) if (a.method, a.unit) == ("hq", "h")))
    t.do(StepTo(t.hex("06.01")), Halt())
    for n in range(1, 5):
        t.do(BeginMove(f"g{n}"), StepTo(t.hex(f"{4 + n:02}.01")), Halt())
    t.do(BeginMove("mot"), StepTo(t.hex("05.01")), Halt())
    t.do(BeginMove("pz"), pay(t, "single_unit", "pz"), StepTo(t.hex("05.01")), Halt())
    assert bought(t) == 5
    assert t.tokens("axis", "01.01") == 4
    while not (
        t.step == "movement_segment.choose_unit" and t.asked.side == "axis" and t.look.state.clock.phase == "movement"
    ):
        t.do(Done())
    assert {uid: is_fueled(t.look, t.unit(uid)) for uid in ("h", "g0", "g4", "mot", "pz")} == {
        "h": True, "g0": True, "g4": True, "mot": True, "pz": False,
    }  # fmt: skip
    t.do(BeginMove("g0"), StepTo(t.hex("07.01")), Halt(), BeginMove("pz"))
    assert isinstance(refusal_of(t, StepTo(t.hex("06.01"))), Refusal)
    t.do(Halt(), BeginMove("mot"), StepTo(t.hex("06.01")), Halt())
    assert bought(t) == 5


def refusal_of(t: Sitting, action: StepTo) -> Refusal:
    """A refusal for lack of fuel."""
    refused = t.why(action)
    assert refused.case == "12.5a-A"
    return refused


def test_a_stack_need_not_know_more_than_side_and_units() -> None:
    """The fuel options serve any open move."""
    data = MoveData(side="axis", hex=2, units=("a",), spent=(0,))
    look = look_at(line(20, f"axis 03.01 a {PZ}\n{FAR}", "[supply]\naxis 01.01 1T"), "movement")
    (offer,) = fuel.fuel_candidates(look, data)
    assert fuel.refuse_fuel(look, data, offer) is None
    assert fuel.refuse_fuel(look, replace(data, units=()), offer) is not None
