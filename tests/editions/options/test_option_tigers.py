"""House rule HR-12: Tigers in attack, in defence, on the move."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from redball.rules.combat.odds import preview
from redball.rules.modes.disorganization import Disorganized
from support import LEG, position, sit

TIGER = "Bn tiger armor 10-5-8K/4-5-12K"
TANKS = "Bn tank armor 10-5-8K/4-5-12K"
GUNS = "Bn anti_tank other 3-4-3L/1-4-8T"
BOARD = "[terrain]\n. . .\n. . .\n. . .\n[units]\n"


def attack(attackers: str, defenders: str, **switches: Any) -> str:
    """The strength of an attack from 01.01 on 02.01."""
    units = [f"axis 01.01 a{n} {words}" for n, words in enumerate(attackers.split(" + "))]
    units += [f"soviet 02.01 d{n} {words}" for n, words in enumerate(defenders.split(" + "))]
    look = position(BOARD + "\n".join(units), **switches)
    ids = tuple(f"a{n}" for n in range(len(units)) if f"a{n}" in look.state.units)
    return preview(look, "regular", look.board.index("02.01"), ids).odds.attack


@pytest.mark.case("HR-12-A")
def test_against_a_tiger_no_attacker_is_doubled() -> None:
    assert attack(TANKS, TIGER, tiger_tanks=True) == "10"
    assert attack(TANKS, TIGER) == "15", "its Heavy Anti-Tank Effects leave x1.5"
    assert attack(f"{TANKS} + {TANKS}", f"{TIGER} + {LEG}", tiger_tanks=True) == "20"


@pytest.mark.case("HR-12-B")
@pytest.mark.parametrize(("attackers", "strength"), [(TIGER, "20"), (f"{TIGER} + {TANKS}", "40"), (TANKS, "15")])
def test_an_attacking_tiger_meets_no_anti_tank_effects(attackers: str, strength: str) -> None:
    assert attack(attackers, GUNS, tiger_tanks=True) == strength


@pytest.mark.case("HR-12-A", "HR-12-B")
def test_tiger_against_tiger_is_not_doubled() -> None:
    assert attack(TIGER, TIGER, tiger_tanks=True) == "10"
    assert attack(TIGER, TIGER, tiger_tanks=True, simple_anti_tank=True) == "10"
    assert attack(TIGER, TIGER) == "15"


@pytest.mark.case("HR-12-A")
def test_what_is_less_than_one_is_left() -> None:
    """A swamp leaves the tanks less than x1 with a Tiger in it or not."""
    found = []
    for on in (True, False):
        terrain = BOARD.replace(". . .\n[units]", "s s s\n[units]")
        look = position(f"{terrain}axis 01.01 a {TANKS}\nsoviet 02.01 d {TIGER}", tiger_tanks=on)
        found.append(Fraction(preview(look, "regular", look.board.index("02.01"), ("a",)).odds.attack))
    assert found[0] == min(found[1], Fraction(10))


@pytest.mark.case("HR-12-C")
@pytest.mark.parametrize(
    ("words", "hexes", "on", "dg"),
    [
        (TIGER, ("02.01", "03.01", "04.01", "05.01"), True, False),
        (TIGER, ("02.01", "03.01", "04.01", "05.01", "06.01"), True, True),
        (TIGER, ("02.01", "03.01", "04.01", "05.01", "06.01"), False, False),
        (TANKS, ("02.01", "03.01", "04.01", "05.01", "06.01"), True, False),
    ],
)
def test_a_tiger_that_spends_more_than_half_its_ma_becomes_dg(
    words: str, hexes: tuple[str, ...], on: bool, dg: bool
) -> None:
    """Of its 8 MP four leave it as it is, five do not."""
    table = sit(f"axis 01.01 t {words} fueled\nsoviet 01.05 r {LEG} move", switches={"tiger_tanks": on})
    table.begin("t").go(*hexes).halt()
    assert (table.unit("t").marker == "dg") is dg
    assert [e.case for e in table.all(Disorganized)] == ["HR-12-C"] * dg
