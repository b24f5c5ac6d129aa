"""The cheapest fuel for a stack: what the plan names is accepted, is enough, and nothing is cheaper."""

from __future__ import annotations

import pytest

from redball.core.actions import AddUnit, BeginMove, Pay, PayFuel
from redball.core.engine import apply, choices
from redball.core.events import SupplySpent
from redball.core.refusals import Refusal
from redball.rules.moving_stack.fuel import is_fueled
from redball.rules.moving_stack.fuel_plan import FuelCost, Plan, Stack, fuel_cost, next_payment
from redball.rules.moving_stack.move_ends import MoveData
from rules.test_fuel import HQ, LEGS, MOT, PZ, bought, row
from support import Sitting


def cost(t: Sitting, *uids: str) -> FuelCost:
    """The price of moving units that stand together."""
    return fuel_cost(t.look, Stack("axis", uids))


def methods(plan: Plan) -> list[tuple[str, str, int]]:
    """Method, unit and tokens of each part."""
    return [(part.method, part.unit, part.tokens) for part in plan.parts]


def formation(count: int, marks: str = "formation=pz") -> str:
    """So many tank battalions of one formation in 03.01."""
    return "\n".join(f"axis 03.01 p{n} {PZ} {marks}" for n in range(1, count + 1))


# --- which way is cheapest -------------------------------------------------------------------------------------


@pytest.mark.case("12.5c-C", "12.5a-B")
def test_one_unit_pays_by_itself_and_who_needs_none_is_ready() -> None:
    told = cost(row(f"axis 03.01 p1 {PZ}\naxis 03.01 i {LEGS}\naxis 03.01 f {PZ} fueled"), "p1", "i", "f")
    assert methods(told.plans[0]) == [("single_unit", "p1", 1)]
    assert told.plans[0].tokens == 1
    assert [(ready.unit, ready.why) for ready in told.ready] == [("i", "no_need"), ("f", "fueled")]
    assert told.dry == ()


@pytest.mark.case("12.5c-A", "12.5c-C")
@pytest.mark.parametrize(
    ("units", "cheapest", "tokens"), [(3, "single_unit", 3), (4, "formation", 4), (5, "formation", 4)]
)
def test_a_formation_pays_together_from_four_units_on(units: int, cheapest: str, tokens: int) -> None:
    """Of four the price is the same: then the formation's, which may fuel others too."""
    told = cost(row(formation(units)), *(f"p{n}" for n in range(1, units + 1)))
    assert told.plans[0].tokens == tokens
    assert {part.method for part in told.plans[0].parts} == {cheapest}


@pytest.mark.case("12.5c-A")
def test_equal_prices_are_settled_by_who_is_fueled_besides() -> None:
    stack = "\n".join(f"axis 03.01 p{n} {PZ} formation=pz" for n in range(1, 5))
    told = cost(row(f"{stack}\naxis 04.01 q {PZ} formation=pz"), "p1", "p2", "p3", "p4")
    best = told.plans[0]
    assert methods(best) == [("formation", "p1", 4)]
    assert best.parts[0].others == ("q",)
    assert [plan.tokens for plan in told.plans] == [4, 4]


@pytest.mark.case("12.5c-B", "12.5e-A")
def test_an_hq_fuels_independent_units_cheaper_from_five_on() -> None:
    stack = "\n".join(f"axis 05.01 p{n} {PZ}" for n in range(1, 6))
    told = cost(row(f"{stack}\naxis 04.01 h {HQ}"), *(f"p{n}" for n in range(1, 6)))
    assert methods(told.plans[0]) == [("hq", "h", 4)]
    assert told.plans[0].parts[0].covers == ("p1", "p2", "p3", "p4", "p5")
    assert told.plans[1].tokens == 5
    four = cost(row(f"{stack}\naxis 04.01 h {HQ}"), "p1", "p2", "p3")
    assert four.plans[0].tokens == 3


@pytest.mark.case("12.5c-A", "13.7a")
def test_a_formation_is_paid_by_the_source_that_fuels_most_of_it_besides() -> None:
    """Both dumps reach the stack; the farther one reaches two members elsewhere too."""
    units = "\n".join(f"axis 05.01 p{n} {PZ} formation=pz" for n in range(1, 5))
    units += "".join(f"\naxis 13.01 r{n} {PZ} formation=pz" for n in (1, 2))
    t = row(units, "axis 02.01 5\naxis 09.01 5")
    (part,) = cost(t, "p1", "p2", "p3", "p4").plans[0].parts
    ((payment,),) = [part.payments]
    assert (part.others, t.look.hex_name(payment.payer.source)) == (("r1", "r2"), "09.01")


def test_three_ways_are_told_at_most() -> None:
    """Units by themselves, with the formation's fuel, an HQ's, or several of these."""
    units = f"{formation(2)}\naxis 03.01 i1 {PZ}\naxis 03.01 i2 {PZ}\naxis 02.01 h {HQ}"
    assert len(cost(row(units), "p1", "p2", "i1", "i2").plans) == 3


@pytest.mark.case("12.5e-A")
def test_a_fueled_hq_serves_for_nothing() -> None:
    told = cost(row(f"axis 05.01 p {PZ}\naxis 04.01 h {HQ} hqfuel"), "p")
    assert [(ready.unit, ready.why, ready.by) for ready in told.ready] == [("p", "hq", "h")]
    assert told.plans == ()


# --- who pays, and who cannot ----------------------------------------------------------------------------------


@pytest.mark.case("12.3-A", "12.3b-1")
@pytest.mark.parametrize(
    ("at", "via"),
    [("07.01", ""), ("08.01", "h")],
)
def test_the_payer_is_named_drawn_or_thrown(at: str, via: str) -> None:
    told = cost(row(f"axis {at} p {PZ}\naxis 06.01 h {HQ}"), "p")
    ((payment,),) = [part.payments for part in told.plans[0].parts]
    assert (payment.payer.via, payment.tokens) == (via, 1)


@pytest.mark.case("12.3a-A")
def test_one_hex_too_far_nobody_pays_and_the_way_is_told() -> None:
    near, far = cost(row(f"axis 07.01 p {PZ}"), "p"), cost(row(f"axis 08.01 p {PZ}"), "p")
    assert near.dry == ()
    assert far.plans == ()
    (dry,) = far.dry
    assert dry.supply.obstacle is not None
    assert (dry.unit, dry.supply.obstacle.reason, dry.supply.obstacle.need) == ("p", "too_far", 72)


@pytest.mark.case("12.5c-C", "12.1b")
@pytest.mark.parametrize(("tokens", "plans"), [("2T", [2]), ("1T", [])])
def test_what_is_there_must_pay_for_all(tokens: str, plans: list[int]) -> None:
    told = cost(row(f"axis 03.01 p1 {PZ}\naxis 03.01 p2 {PZ}", f"axis 01.01 {tokens}"), "p1", "p2")
    assert [plan.tokens for plan in told.plans] == plans
    assert len(told.dry) == (0 if plans else 2)


@pytest.mark.case("12.5c-A", "13.7a")
def test_what_another_part_used_up_does_not_make_a_formation_draw_on_two_dumps() -> None:
    """After the first formation, 2T are left in the nearer dump."""
    others = formation(4, "formation=qz").replace(" p", " q")
    t = row(f"{formation(4)}\n{others}", "axis 04.01 6T\naxis 01.01 5T")
    plans = cost(t, *(f"{name}{n}" for name in "pq" for n in range(1, 5))).plans
    parts = [part for plan in plans for part in plan.parts if part.method == "formation"]
    assert parts
    assert all(len({payment.payer.source for payment in part.payments}) == 1 for part in parts)


@pytest.mark.case("13.2g-B")
def test_who_cannot_use_the_supply_of_the_others_is_dry() -> None:
    t = row(f"{formation(1)}\naxis 03.01 o organic 1 20T formation=pz load=1\naxis 03.01 i {PZ}", "")
    told = cost(t, "p1", "i")
    assert [part.covers for part in told.plans[0].parts] == [("p1",)]
    assert [dry.unit for dry in told.dry] == ["i"]


def test_two_dumps_pay_one_formation_only_through_one_hq() -> None:
    units = formation(5)
    split = "axis 01.01 2T\naxis 02.01 2T"
    assert cost(row(units, split), *(f"p{n}" for n in range(1, 6))).plans == ()
    told = cost(row(f"{units}\naxis 02.01 h {HQ}", split), *(f"p{n}" for n in range(1, 6)))
    (part,) = told.plans[0].parts
    assert (part.method, [(p.payer.via, p.tokens) for p in part.payments]) == ("formation", [("h", 2), ("h", 2)])


@pytest.mark.case("12.1b", "12.5c-C")
def test_what_one_part_has_used_up_is_not_offered_to_the_next() -> None:
    told = cost(row(f"axis 03.01 p1 {PZ}\naxis 03.01 p2 {PZ}", "axis 01.01 1T\naxis 04.01 1T"), "p1", "p2")
    payments = [payment for part in told.plans[0].parts for payment in part.payments]
    assert [payment.tokens for payment in payments] == [1, 1]
    assert len({payment.payer.source for payment in payments}) == 2


@pytest.mark.case("12.1b", "12.5c-B")
def test_a_dump_that_is_reached_in_two_ways_is_spent_once() -> None:
    """An HQ's fuel from two dumps of 2T, one of which another HQ could throw as well."""
    stack = "\n".join(f"axis 05.01 p{n} {PZ}" for n in range(1, 6))
    t = row(f"{stack}\naxis 04.01 h {HQ}\naxis 02.01 g {HQ}", "axis 01.01 2T\naxis 06.01 2T")
    told = cost(t, *(f"p{n}" for n in range(1, 6)))
    (part,) = told.plans[0].parts
    spent = {t.look.hex_name(payment.payer.source): 0 for payment in part.payments}
    for payment in part.payments:
        spent[t.look.hex_name(payment.payer.source)] += payment.tokens
    assert (part.method, spent) == ("hq", {"01.01": 2, "06.01": 2})


@pytest.mark.case("12.5c-B")
def test_an_hq_that_throws_to_none_of_the_stack_is_in_no_plan() -> None:
    told = cost(row(f"axis 07.01 p {PZ}\naxis 01.01 h {HQ}"), "p")
    assert [methods(plan) for plan in told.plans] == [[("single_unit", "p", 1)]]


# --- the engine takes it ---------------------------------------------------------------------------------------


def fuel_up(t: Sitting, *uids: str) -> int:
    """Begin the move and pay as the plan says until nothing need be paid; tokens spent."""
    t.do(BeginMove(uids[0]), *(AddUnit(uid) for uid in uids[1:]))
    while (action := next_payment(t.look, t.asked.data)) is not None:
        t.do(action)
        while not isinstance(t.asked.data, MoveData):
            t.do(t.offered(Pay)[0])
    return bought(t)


MIXED = [
    (f"axis 03.01 p1 {PZ}", "axis 01.01 5"),
    (formation(3), "axis 01.01 5"),
    (formation(5), "axis 01.01 5"),
    (f"{formation(2)}\naxis 03.01 i1 {PZ}\naxis 03.01 i2 {PZ}\naxis 02.01 h {HQ}", "axis 01.01 5"),
    (f"{formation(4)}\naxis 03.01 i1 {MOT} move\naxis 03.01 i2 {PZ}\naxis 02.01 h {HQ}", "axis 01.01 1\naxis 04.01 2"),
    (f"{formation(2)}\naxis 03.01 i1 {PZ}", "axis 01.01 1T\naxis 04.01 2T"),
    (f"axis 03.01 h {HQ}\naxis 03.01 i1 {PZ}\naxis 03.01 i2 {PZ}", "axis 01.01 5"),
]


@pytest.mark.parametrize(("units", "supply"), MIXED)
def test_what_is_planned_is_paid_and_fuels_everybody(units: str, supply: str) -> None:
    t = row(units, supply)
    uids = tuple(sorted(u.id for u in t.look.own("axis") if t.look.hex_name(u.hex) == "03.01"))
    told = cost(t, *uids)
    assert told.dry == ()
    assert fuel_up(t, *uids) == told.plans[0].tokens
    assert all(is_fueled(t.look, t.unit(uid)) for uid in uids)


@pytest.mark.parametrize(("units", "supply"), MIXED)
def test_nothing_is_cheaper(units: str, supply: str) -> None:
    """Every series of payments that the engine offers is tried."""
    t = row(units, supply)
    uids = tuple(sorted(u.id for u in t.look.own("axis") if t.look.hex_name(u.hex) == "03.01"))
    planned = cost(t, *uids).plans[0].tokens
    t.do(BeginMove(uids[0]), *(AddUnit(uid) for uid in uids[1:]))
    assert cheapest(t, uids, planned) == planned


def cheapest(t: Sitting, uids: tuple[str, ...], most: int) -> int:
    """The fewest tokens with which everybody is fueled, `most` or less."""
    best = most + 1
    pending = [(t.look, 0)]
    seen = set()
    while pending:
        look, spent = pending.pop()
        if look.state.stack == t.look.state.stack and all(is_fueled(look, look.unit(uid)) for uid in uids):
            best = min(best, spent)
        for action in choices(look):
            if not isinstance(action, PayFuel | Pay):
                continue
            result = apply(look, t.game.dice, "axis", action)
            assert not isinstance(result, Refusal)
            after, events = result
            paid = spent + sum(e.tokens for e in events if isinstance(e, SupplySpent))
            mark = repr((after.state.units, after.state.dumps, after.state.stack))
            if paid < best and mark not in seen:
                seen.add(mark)
                pending.append((after, paid))
    return best
