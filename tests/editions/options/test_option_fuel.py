"""Options on fuel: by size, little of it, out of internal stocks."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import Done, PayFuel, UseInternals
from redball.core.events import FuelPaid, InternalsUsed, SupplySpent
from redball.core.state import EXHAUSTED, LOW
from redball.game import Game
from support import HEAD, Sitting, land, sit

PZ = "Bn tank armor 9-5-12K/3-5-15K"
STUG = "Rgt assault_gun armor 4-3-8K/3-3-12K"
HQ = "hq 4T-3T/10T-20T"
LEGS = "Rgt infantry other 4-3-3L/2-3-8L"
FAR = f"soviet 19.03 far {LEGS} strat"
WIDE = land(columns=19, rows=3)


def scene(units: str, supply: str = "axis 01.01 5", **switches: Any) -> Sitting:
    """A Movement Segment of the axis on an open plain."""
    rest = f"[supply]\n{supply}\n" if supply else ""
    return sit(f"{units}\n{FAR}", WIDE, rest=rest, switches=switches)


def bought(table: Sitting) -> int:
    """Tokens spent."""
    return sum(event.tokens for event in table.all(SupplySpent))


def ways(table: Sitting) -> set[tuple[str, str]]:
    """Methods that are offered, and for whom."""
    return {(action.method, action.unit) for action in table.offered(PayFuel)}


# --- 21.3-C --------------------------------------------------------------------------------------------------------


@pytest.mark.case("21.3-C")
@pytest.mark.parametrize(
    ("units", "price"),
    [((PZ,), 1), ((PZ, PZ), 1), ((PZ, PZ, PZ), 2), ((STUG, PZ), 2), ((STUG, STUG, PZ, PZ), 3)],
)
def test_a_token_fuels_an_re_of_independent_units(units: tuple[str, ...], price: int) -> None:
    names = [f"u{n}" for n in range(len(units))]
    lines = "\n".join(f"axis 02.01 {name} {words}" for name, words in zip(names, units, strict=True))
    table = scene(lines, independents=True).begin(*names).fuel("u0", "independents")
    assert bought(table) == price
    assert table.one(FuelPaid).members == tuple(names)
    assert table.go("03.01").at("u0") == "03.01"


@pytest.mark.case("21.3-C")
def test_it_lasts_until_clean_up() -> None:
    table = scene(f"axis 02.01 u {PZ}", independents=True).begin("u").fuel("u", "independents").halt()
    assert table.unit("u").formation_fueled
    assert table.unit("u").change(formation_fueled=False).activity.fueled is False, "it is no fuel of this phase"
    while table.game.state.clock.phase != "clean_up" and table.unit("u").formation_fueled:
        table.do(Done() if Done() in table.game.choices() else table.game.choices()[0])
    assert not table.unit("u").formation_fueled


@pytest.mark.case("21.3-C")
def test_it_stands_in_place_of_the_fuel_of_hqs() -> None:
    units = f"axis 02.01 u {PZ}\naxis 02.01 h {HQ}\naxis 02.01 d {PZ} formation=x"
    table = scene(units, independents=True).begin("u", "d")
    assert ways(table) == {
        ("single_unit", "u"), ("single_unit", "d"), ("formation", "d"), ("independents", "u"),
    }  # fmt: skip
    hex_ = table.hex("01.01")
    assert table.refused(PayFuel("hq", "h", hex_)) == ("fuel.replaced", "21.3-C")
    assert table.refused(PayFuel("independents", "d", hex_)) == ("fuel.not_independent", "21.3-C")
    usual = scene(units).begin("u", "d")
    assert ("hq", "h") in ways(usual)
    assert usual.refused(PayFuel("independents", "u", hex_)) == ("fuel.method", "12.5c")


# --- HR-10 ---------------------------------------------------------------------------------------------------------


@pytest.mark.case("HR-10")
def test_little_fuel_for_an_hq_moves_its_independent_units_a_quarter() -> None:
    units = f"axis 02.01 h {HQ}\naxis 03.01 u {PZ}\naxis 18.01 v {PZ}\naxis 03.01 d {PZ} formation=x"
    table = scene(units, minimal_fuel=True).begin("u").fuel("h", "hq_short")
    assert bought(table) == 2
    assert set(table.one(FuelPaid).members) == {"h", "u"}, "neither those out of reach nor those of a formation"
    assert table.left("u") == "3"
    table.go("04.01", "05.01", "06.01")
    assert table.hexes() == set()
    assert not table.unit("h").hq_fueled
    assert table.halt().begin("h").left("h") == "0.75"


@pytest.mark.case("HR-10")
def test_little_fuel_for_a_formation_lasts_for_the_phase() -> None:
    units = f"axis 02.01 a {PZ} formation=x\naxis 02.01 b {STUG} formation=x\naxis 02.01 u {PZ}"
    table = scene(units, minimal_fuel=True).begin("a").fuel("a", "formation_short")
    assert bought(table) == 2
    assert (table.left("a"), table.unit("b").activity.short, table.unit("u").activity.short) == ("3", True, False)
    assert table.game.state.fueled_formations == frozenset()
    table.halt().begin("b")
    assert table.left("b") == "2"
    table.halt().done()
    while table.game.state.clock.phase == "movement":
        table.do(Done() if Done() in table.game.choices() else table.game.choices()[0])
    assert not table.unit("a").activity.short
    assert not table.unit("a").activity.fueled


@pytest.mark.case("HR-10")
def test_without_the_rule_nobody_pays_so_little() -> None:
    units = f"axis 02.01 h {HQ}\naxis 02.01 a {PZ} formation=x"
    assert {method for method, _ in ways(scene(units).begin("a", "h"))} == {"single_unit", "formation", "hq"}
    both = scene(units, minimal_fuel=True, independents=True).begin("a", "h")
    assert {method for method, _ in ways(both)} == {"single_unit", "formation", "formation_short", "independents"}


def test_a_short_move_is_written_down() -> None:
    text = f"{HEAD}[terrain]\n{WIDE}\n[units]\naxis 02.01 u {PZ} fueled short\n{FAR}\n"
    assert Game.from_position(text).look.unit("u").activity.short


# --- HR-11 ---------------------------------------------------------------------------------------------------------


@pytest.mark.case("HR-11")
def test_internal_stocks_fuel_who_nothing_else_can() -> None:
    table = scene(f"axis 02.01 u {PZ}", "", internal_fuel=True).begin("u").do(UseInternals("u"))
    assert (table.unit("u").internals, table.one(InternalsUsed).unit) == (LOW, "u")
    assert table.go("03.01", "04.01").halt().at("u") == "04.01"
    low = scene(f"axis 02.01 u {PZ} low", "", internal_fuel=True).begin("u").do(UseInternals("u"))
    assert low.unit("u").internals == EXHAUSTED


@pytest.mark.case("HR-11")
@pytest.mark.parametrize(
    ("words", "supply", "on", "answer"),
    [
        (PZ, "axis 01.01 1T", True, ("combat.supply_in_reach", "9.5-C")),
        (f"{PZ} exhausted", "", True, ("combat.exhausted", "12.10c")),
        (LEGS, "", True, ("fuel.not_thirsty", "HR-11")),
        (PZ, "", False, ("turn.not_now", "2.1-C")),
    ],
)
def test_when_internal_stocks_are_no_fuel(words: str, supply: str, on: bool, answer: tuple[str, str]) -> None:
    table = scene(f"axis 02.01 u {words}", supply, internal_fuel=on).begin("u")
    assert table.refused(UseInternals("u")) == answer
