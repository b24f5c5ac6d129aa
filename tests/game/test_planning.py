"""Where a stack could go, and macros that expand into atomic actions."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from redball.core.actions import Halt, SetMode, StepTo
from redball.game.plan.macros import decode_macro
from redball.game.plan.moves import (
    ON_THE_SPOT,
    AttackMacro,
    MoveMacro,
    PayMacro,
    Single,
    default_payment,
    expand,
    on_the_spot,
    reachable,
)
from support import LEG, TANKS, TRUCK, Sitting, land, sit

FAR = f"soviet 06.05 r {LEG} move"
GROUND = land("02.03=f", "03.03=w", "04.03=s", "05.02=m", "01.04=~")
RIVER = "[hexsides]\nminor_river r 03.02/NE 03.02/SE\n[paths]\nroad - 02.02 02.03 02.04\n"


def named(table: Sitting, *uids: str) -> dict[str, str]:
    """MP left (in 1/12) at each hex that units could reach, by name."""
    answer = reachable(table.game, "axis", uids)
    assert answer.refusal is None
    return {
        table.game.look.hex_name(h): f"{r.mp_left}{' ' + r.stop if r.stop else ''}" for h, r in answer.hexes.items()
    }


@pytest.mark.parametrize(
    "unit",
    [LEG, f"{LEG} move", f"{LEG} dg", f"{LEG} reserve", f"{TANKS} fueled", f"{TRUCK} move fueled", "truck 1 9T"],
)
def test_what_is_reachable_is_what_one_can_walk_to(unit: str) -> None:
    """Every hex with its MP, and no other, by walking all paths through the engine."""
    table = sit(f"axis 02.02 u {unit}\nsoviet 04.05 r {LEG}", GROUND, rest=f"{RIVER}[supply]\nsoviet 05.04 2\n")
    told = {name: text.split()[0] for name, text in named(table, "u").items()}
    assert told == walked(table, "u")


def test_what_a_stack_reaches_together() -> None:
    """Foot and tracks: each pays for itself, and the path is one that both can take."""
    units = f"axis 02.02 a {LEG} move\naxis 02.02 b Bn tank armor 9-5-6K/3-5-15K fueled\n{FAR}"
    table = sit(units, GROUND, rest=RIVER)
    told = reachable(table.game, "axis", ("a", "b")).hexes
    for hex_, found in told.items():
        other = sit(units, GROUND, rest=RIVER).begin("a", "b")
        for step in found.path[1:]:
            other.do(StepTo(step))
        assert other.unit("a").hex == other.unit("b").hex == hex_
        assert min(table_left(other, "a"), table_left(other, "b")) == found.mp_left


def table_left(table: Sitting, uid: str) -> int:
    """MP left of a moving unit in 1/12."""
    return int(Fraction(table.left(uid)) * 12)


def walked(table: Sitting, uid: str) -> dict[str, str]:
    """The most MP left at each hex where a unit could halt, found by trying every path."""
    best: dict[int, int] = {}
    start = table.unit(uid).hex
    table.begin(uid)
    stack = [table.game]
    seen: set[tuple[int, int]] = set()
    while stack:
        here = Sitting(stack.pop())
        key = (here.unit(uid).hex, table_left(here, uid))
        if key in seen:
            continue
        seen.add(key)
        if Halt() in here.game.choices() and key[0] != start:
            best[key[0]] = max(best.get(key[0], 0), key[1])
        for step in here.offered(StepTo):
            fork = here.game.fork()
            fork.do(step)
            stack.append(fork)
    return {table.game.look.hex_name(h): str(mp) for h, mp in best.items() if h != start}


@pytest.mark.case("4.5a-A", "6.1c-A")
def test_why_a_path_ends_is_told() -> None:
    table = sit(f"axis 02.02 m {TRUCK} fueled\nsoviet 04.03 r {LEG}")
    assert named(table, "m")["03.03"] == "60 enemy ZOC"
    assert "04.02" in named(table, "m")
    table.begin("m").go("03.03")
    assert named(table, "m") == {}


@pytest.mark.case("5.8b-A", "5.7g")
def test_where_a_unit_may_not_end_it_is_not_sent() -> None:
    table = sit(f"axis 02.02 u {LEG} strat\n{FAR}")
    assert named(table, "u") == {}
    table = sit(f"axis 02.02 u {LEG} reserve\n{FAR}", rest="[hedgehogs]\naxis 02.03 1\n")
    assert set(named(table, "u")) == {"03.03", "03.02", "02.01", "01.02", "01.03"}


def test_who_cannot_move_is_told_why() -> None:
    table = sit(f"axis 02.02 u {LEG} moved\naxis 02.02 n {LEG} negates\naxis 03.02 a {LEG}\naxis 02.02 b {LEG}\n{FAR}")
    for uids, code in ((("u",), "move.moved"), (("n",), "move.negating"), (("b", "a"), "move.not_together")):
        refusal = reachable(table.game, "axis", uids).refusal
        assert refusal is not None
        assert refusal.code == code


def test_units_that_wait_for_fuel_and_enemies_next_door_are_named() -> None:
    table = sit(f"axis 02.02 a {TANKS}\naxis 02.02 b {LEG}\nsoviet 02.03 r {LEG}")
    answer = reachable(table.game, "axis", ("a", "b"))
    assert answer.unfueled == ("a",)
    assert answer.overruns == (table.hex("02.03"),)


@pytest.mark.case("4.9a-A")
def test_what_a_side_does_not_see_does_not_stop_its_plans() -> None:
    """Two enemies below another one: how many there are changes nothing."""
    one = sit(f"axis 02.02 u {LEG}\nsoviet 02.04 r {LEG}")
    two = sit(f"axis 02.02 u {LEG}\nsoviet 02.04 r {LEG}\nsoviet 02.04 s {TANKS} oos")
    assert named(one, "u") == named(two, "u")


# --- macros ----------------------------------------------------------------------------------------------------


def run(table: Sitting, macro: Single) -> list[str]:
    """Names of the actions that a macro expands into, until it is done."""
    taken: list[str] = []
    for _ in range(40):
        action = expand(table.game, macro)
        if action is None:
            return taken
        taken.append(type(action).__name__)
        table.do(action)
    raise AssertionError("the macro never ends")


def test_a_move_is_begun_fueled_walked_and_halted() -> None:
    table = sit(f"axis 02.02 a {TANKS}\naxis 02.02 b {LEG}\n{FAR}", rest="[supply]\naxis 02.01 1\n")
    path = tuple(table.hex(name) for name in ("02.02", "02.03", "02.04"))
    macro = MoveMacro(("a", "b"), path, halt=True)
    assert run(table, macro) == ["BeginMove", "AddUnit", "PayFuel", "StepTo", "StepTo", "Halt"]
    assert (table.at("a"), table.at("b")) == ("02.04", "02.04")
    assert run(table, macro) == [], "done is done"


def test_what_units_could_do_where_they_stand_is_told_before_they_begin() -> None:
    units = f"axis 02.02 a {LEG}\naxis 02.02 t {TRUCK}\naxis 03.03 far {LEG}\n{FAR}"
    table = sit(units, rest="[supply]\naxis 02.02 3\n")
    before = table.game.state
    told = on_the_spot(table.game, "axis", ("a", "t"))
    assert table.game.state is before
    assert on_the_spot(table.game, "axis", ("a", "far")) == (), "they cannot move together"
    table.begin("a", "t")
    assert any(isinstance(action, SetMode) for action in told)
    assert list(told) == [action for action in table.game.choices() if isinstance(action, ON_THE_SPOT)]
    assert on_the_spot(table.game, "axis", ("far",)) == (), "another stack is on the move"


def test_a_path_of_one_hex_only_picks_up() -> None:
    table = sit(f"axis 02.02 a {LEG}\naxis 02.02 b {LEG}\n{FAR}")
    assert run(table, MoveMacro(("a", "b"), (table.hex("02.02"),))) == ["BeginMove", "AddUnit"]
    assert table.data.units == ("a", "b")
    assert run(table, MoveMacro(("a", "b"), ())) == []


def test_an_attack_is_declared_filled_and_committed_once() -> None:
    units = f"axis 02.02 a {LEG}\naxis 03.02 b {LEG}\naxis 03.03 c {LEG}\nsoviet 02.03 r {LEG}\nsoviet 06.05 q {LEG}"
    table = sit(units, at="combat", rest="[supply]\naxis 02.01 9\nsoviet 02.05 9\n")
    macro = AttackMacro(table.hex("02.03"), ("a", "c"), commit=True)
    assert run(table, macro) == ["DeclareAttack", "AddUnit", "AddUnit", "Done"]
    assert table.step == "combat.attacker_supply"
    assert run(table, macro) == []
    paid = run(table, PayMacro())
    assert set(paid) == {"Pay"}
    assert default_payment(table.game) is None


def test_an_attack_macro_never_ends_the_segment() -> None:
    units = f"axis 02.02 a {LEG}\nsoviet 02.03 r {LEG}\nsoviet 02.01 q {LEG}"
    table = sit(units, at="combat", rest="[supply]\naxis 01.02 9\n")
    assert run(table, AttackMacro(table.hex("02.03"), (), commit=True)) == ["DeclareAttack"]
    assert run(table, AttackMacro(table.hex("02.01"), ("a",), commit=True)) == [], "another attack is being drafted"
    assert run(sit(units), AttackMacro(7, ("a",), commit=True)) == [], "not in the Movement Phase"


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "fly"},
        {"type": "move", "units": ["a"]},
        {"type": "move", "units": "a", "path": [1]},
        {"type": "attack", "hex": "02.03", "units": []},
        {"type": "pay_default", "more": 1},
        [],
    ],
)
def test_a_malformed_macro_is_refused(raw: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_macro(raw)


def test_macros_are_read_from_plain_data() -> None:
    assert decode_macro({"type": "move", "units": ["a"], "path": [1, 2]}) == MoveMacro(("a",), (1, 2))
    assert decode_macro({"type": "pay_default"}) == PayMacro()
