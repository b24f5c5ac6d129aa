"""Option 21.1: recon units look into a hex, at a price, and are told what is there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from redball.core.actions import Pay
from redball.core.events import SupplySpent
from redball.editions.options.recon import ForceTold, Recon, UnitScouted
from support import LEG, Sitting, sit

SCOUTS = "Bn recon mech 3-4-8T/2-4-16T"
RIDERS = "Rgt cavalry other 3-3-8L/2-3-8L"
TANKS = "Bn tank armor 9-5-12K/3-5-15K"
GUNS = "Bn anti_tank other 3-4-3L/1-4-8T"
DIVISION = "Div infantry other 12-3-3L/6-3-8L re=3"


def scouts(
    words: str = f"{RIDERS}", there: str = f"soviet 03.02 r {LEG}", supply: str = "axis 02.01 5", *, on: bool = True
) -> Sitting:
    """A recon unit in 02.02, next to enemies in 03.02."""
    rest = f"[supply]\n{supply}\n" if supply else ""
    return sit(f"axis 02.02 s {words}\n{there}", rest=rest, switches={"recon": on}).begin("s")


def look_into(table: Sitting, where: str = "03.02") -> Sitting:
    """Scout and pay in the first way."""
    table.do(Recon("s", table.hex(where)))
    return table.do(table.offered(Pay)[0])


@pytest.mark.case("21.1-A")
def test_scouting_costs_a_token_and_a_quarter_of_the_printed_ma() -> None:
    table = look_into(scouts())
    assert (table.left("s"), [e.tokens for e in table.all(SupplySpent)]) == ("6", [1])
    assert table.one(UnitScouted).hex == table.hex("03.02")
    for left in ("4", "2", "0"):
        assert look_into(table).left("s") == left
    assert table.refused(Recon("s", table.hex("03.02"))) == ("recon.few_mp", "21.1-A")


@pytest.mark.case("21.1-A")
@pytest.mark.parametrize(
    ("words", "recon"),
    [
        (RIDERS, True),
        (RIDERS.replace("cavalry", "motorcycle"), True),
        (RIDERS.replace("cavalry", "recon"), True),
        (RIDERS.replace("cavalry", "infantry"), False),
        (RIDERS.replace("Rgt", "Bde"), False),
        (f"{RIDERS} re=2", False),
    ],
)
def test_who_scouts(words: str, recon: bool) -> None:
    table = scouts(words)
    assert bool(table.offered(Recon)) is recon
    if not recon:
        assert table.refused(Recon("s", table.hex("03.02"))) == ("recon.not_recon", "21.1-A")


@pytest.mark.case("21.1-A")
@pytest.mark.parametrize(
    ("sat", "where", "answer"),
    [
        (lambda: scouts(on=False), "03.02", ("turn.not_now", "2.1-C")),
        (scouts, "01.02", ("recon.no_enemy", "21.1-A")),
        (lambda: scouts(there=f"soviet 04.02 r {LEG}"), "04.02", ("recon.no_enemy", "21.1-A")),
        (lambda: scouts(SCOUTS), "03.02", ("recon.no_fuel", "21.1-A")),
        (lambda: scouts(supply=""), "03.02", ("recon.no_supply", "21.1-A")),
    ],
)
def test_why_nobody_scouts(sat: Callable[[], Sitting], where: str, answer: tuple[str, str]) -> None:
    table = sat()
    assert table.refused(Recon("s", table.hex(where))) == answer


@pytest.mark.case("21.1-A")
def test_the_quarter_is_of_the_printed_ma_whatever_is_left_of_it() -> None:
    """DG leaves 4 of 8 MP; scouting costs 2 of them, not 1."""
    table = scouts(f"{RIDERS} dg")
    assert table.left("s") == "4"
    assert look_into(table).left("s") == "2"


@pytest.mark.case("21.1-A")
@pytest.mark.parametrize(
    ("at", "phasing", "mark"),
    [
        ("movement", "axis", ""),
        ("exploitation_movement", "axis", "exploit"),
        ("reaction_movement", "soviet", "released"),
    ],
)
def test_it_scouts_in_every_phase_in_which_it_moves(at: str, phasing: str, mark: str) -> None:
    units = f"axis 02.02 s {RIDERS} {mark}\nsoviet 03.02 r {LEG}"
    table = sit(units, at=at, phasing=phasing, rest="[supply]\naxis 02.01 5\n", switches={"recon": True}).begin("s")
    before = int(table.left("s"))
    assert int(look_into(table).left("s")) == before - 2


@pytest.mark.case("21.1-A")
def test_on_wheels_it_needs_fuel() -> None:
    assert look_into(scouts(f"{SCOUTS} fueled")).left("s") == "6"


@pytest.mark.case("21.1-B")
@pytest.mark.parametrize(
    ("units", "told"),
    [
        ((LEG,), (1, False, False, False)),
        ((LEG, f"{DIVISION} lost=1"), (3, False, False, False)),
        ((LEG, TANKS), (2, True, False, False)),
        ((SCOUTS,), (1, False, True, False)),
        ((GUNS, TANKS), (2, True, False, True)),
    ],
)
def test_the_enemy_tells_steps_and_kinds(units: tuple[str, ...], told: tuple[int, bool, bool, bool]) -> None:
    there = "\n".join(f"soviet 03.02 r{n} {words}" for n, words in enumerate(units))
    event = look_into(scouts(there=there)).one(ForceTold)
    assert (event.side, event.steps, event.armor, event.mech, event.anti_tank) == ("soviet", *told)


@pytest.mark.case("21.1-B")
def test_what_was_told_cannot_be_unseen() -> None:
    """The payment may still be made from elsewhere."""
    table = look_into(scouts())
    assert table.game.undo("axis") is None
    refusal = table.game.undo("axis")
    assert refusal is not None
    assert refusal.code == "undo.sealed"
