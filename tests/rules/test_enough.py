"""Who can get so many tokens, told without the payers: as many as the payers have together, and no more."""

from __future__ import annotations

from itertools import product

import pytest

from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.supply.draw_and_throw import (
    Payer,
    paid_by_loads,
    payers,
    payers_in,
    stocks,
    tokens_of,
    uses_supply,
)
from redball.rules.supply.enough import ALL, NONE, can_get, enough, gets, together, wanted
from rules.supply_table import look_at, scattered
from support import HQ, LEG, land, line

SEEDS = range(6)


def users(look: Look) -> list[Unit]:
    """The axis units that use supply, where they stand and as if they stood in some other hexes."""
    own = [unit for unit in look.own("axis") if uses_supply(look, unit)]
    others = [own[hex_ % len(own)].change(hex=hex_) for hex_ in range(0, look.board.size, 4)]
    return [*own, *others]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.case("12.1b")
def test_a_unit_gets_what_its_payers_have(seed: int) -> None:
    look = scattered(seed)
    for unit in users(look):
        have = tokens_of(payers(look, unit))
        for tokens in {1, 4, max(1, have), have + 1}:
            want = wanted(look, "axis", tokens)
            assert can_get(look, unit, want) == gets(look, unit, enough(look, want)) == (have >= tokens)


@pytest.mark.parametrize("seed", SEEDS)
def test_loads_alone_may_be_asked_for(seed: int) -> None:
    look = scattered(seed, "movement")
    loads = [(hex_, stock.holder) for hex_, there in stocks(look, "axis").items() for stock in there if stock.holder]
    for (hex_, holder), unit, tokens in product(loads, users(look), (1, 4, 5)):
        want = wanted(look, "axis", tokens, frozenset({holder}), hex_, (holder,))
        have = [p for p in payers_in(look, unit, hex_, frozenset({holder})) if p.holder == holder]
        assert can_get(look, unit, want) == (tokens_of(have) >= tokens)


@pytest.mark.case("12.3b-1")
def test_of_two_hqs_the_one_with_the_shorter_way_in_all_throws_a_load() -> None:
    """`near` draws for less, `far` throws for so much less that its way is the shorter one. Who can draw does so."""
    hqs = f"axis 02.05 near {HQ}\naxis 06.03 far {HQ}\n"
    units = f"axis 01.03 t truck 1 45T load=1\n{hqs}axis 12.03 u {LEG}\naxis 04.03 w {LEG}\nsoviet 14.01 r {LEG}"
    look = look_at(f"[terrain]\n{land(columns=14)}\n[units]\n{units}\n")
    here, moving = look.board.index("01.03"), frozenset({"t"})
    found = {unit.id: ways for unit, ways in paid_by_loads(look, "axis", here, ("t",), look.own("axis"), moving)}
    assert [via for _, via in found["u"]] == ["far", "near"]
    assert found["w"][0][1] == ""
    for uid in "uw":
        ways = payers_in(look, look.unit(uid), here, moving)
        assert [via for _, via in found[uid]] == [payer.via for payer in ways]


def ways(look: Look, unit: Unit) -> dict[tuple[int, str, str], Payer]:
    """A unit's payers, by source, holder and HQ."""
    return {(payer.source, payer.holder, payer.via): payer for payer in payers(look, unit)}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_sure_of_units_in_one_hex_holds_for_each_and_for_all(seed: int) -> None:
    """`together` and `certain` against the payers that the units have in common."""
    look = scattered(seed)
    own = users(look)
    for one, other, tokens in product(own, own[:5], (1, 4, 9)):
        units = [one, other.change(hex=one.hex)]
        want, have = wanted(look, "axis", tokens), [ways(look, unit) for unit in units]
        common = [payer for way, payer in have[0].items() if way in have[1]]
        sure = together(look, units, want)
        assert sure is not True or tokens_of(common) >= tokens
        assert sure is not False or max(tokens_of(there.values()) for there in have) < tokens
        certain = enough(look, want).certain()[one.hex]
        if look.counter(one).kind != "hq" != look.counter(other).kind:
            assert certain != ALL or sure is True
            assert certain != NONE or sure is False


ROW = f"axis 01.01 a {LEG}\nsoviet 20.01 s {LEG} strat"


@pytest.mark.parametrize(
    ("units", "supply", "tokens", "expected"),
    [
        ("", "axis 03.01 1", 4, ALL),
        ("", "axis 03.01 1", 5, 0),
        ("", "axis 03.01 1\naxis 04.01 1", 5, 0),
        ("", "axis 12.01 1", 1, NONE),
        (f"axis 07.01 h {HQ}", "axis 12.01 1", 4, ALL),
        (f"axis 07.01 h {HQ}", "axis 12.01 1", 5, 0),
        (f"axis 07.01 h {HQ} divisional formation=x", "axis 12.01 1", 4, 0),
        ("axis 03.01 t truck 2 40T load=1", "", 4, ALL),
        (f"axis 03.01 t organic 2 40T load=1 formation=x\naxis 03.01 b {LEG} formation=x", "", 4, 0),
    ],
)
def test_one_answer_serves_a_hex_where_supply_is_plenty_or_out_of_reach(
    units: str, supply: str, tokens: int, expected: int
) -> None:
    """One dump that has it all is enough for everybody there; several dumps, a divisional HQ or an Organic Truck leave
    it to the units."""
    look = look_at(line(20, f"{ROW}\n{units}", f"[supply]\n{supply}"))
    assert enough(look, wanted(look, "axis", tokens)).certain()[0] == expected


@pytest.mark.parametrize(
    ("units", "supply", "tokens", "expected"),
    [
        ("", "axis 03.01 1", 5, True),
        ("", "axis 03.01 1\naxis 04.01 1", 8, False),
        ("", "axis 03.01 1\naxis 04.01 1", 9, True),
        ("", "axis 03.01 1\naxis 12.01 1", 5, True),
        (f"axis 07.01 h {HQ}", "axis 12.01 1", 5, True),
        (f"axis 07.01 h {HQ}\naxis 07.01 i {HQ}", "axis 12.01 1", 5, True),
        (f"axis 07.01 h {HQ}", "axis 03.01 1\naxis 12.01 1", 8, False),
        (f"axis 03.01 t organic 2 40T load=1 formation=x\naxis 03.01 b {LEG} formation=x", "", 4, False),
    ],
)
def test_all_that_reaches_a_hex_may_be_too_little(units: str, supply: str, tokens: int, expected: bool) -> None:
    """SP that some units may not use count as well, and those that come by two ways count once."""
    look = look_at(line(20, f"{ROW}\n{units}", f"[supply]\n{supply}"))
    assert enough(look, wanted(look, "axis", tokens)).scarce(0) is expected


@pytest.mark.case("12.3a-A")
def test_a_dump_out_of_reach_adds_nothing_to_one_within_reach() -> None:
    look = look_at(line(20, ROW, "[supply]\naxis 03.01 1\naxis 12.01 1"))
    assert can_get(look, look.unit("a"), wanted(look, "axis", 4))
    assert not can_get(look, look.unit("a"), wanted(look, "axis", 5))


@pytest.mark.case("12.3a-B", "12.3b-D")
@pytest.mark.parametrize(("hq", "expected"), [("01.01", 0), ("02.01", ALL)])
def test_an_hq_on_foot_draws_through_woods_and_throws_to_others_but_not_to_itself(hq: str, expected: int) -> None:
    """Trucks do not come through; the HQ's own hex is left to its units."""
    ground = land("03.01=w", "04.01=w", "05.01=w", columns=12, rows=1)
    units = f"axis 01.01 a {LEG}\naxis {hq} h hq 3L-15L/2L-15L\nsoviet 12.01 s {LEG} strat"
    look = look_at(f"[terrain]\n{ground}\n[units]\n{units}\n[supply]\naxis 06.01 1")
    want = wanted(look, "axis", 4)
    assert enough(look, want).certain()[0] == expected
    assert can_get(look, look.unit("h"), want)
    assert can_get(look, look.unit("a"), want)
