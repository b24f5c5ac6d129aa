"""What combat costs, and Defensive Artillery Fire."""

from __future__ import annotations

import pytest

from editions.new_ocs.fights import BN, DIV, RGT, SUPPLY, fight, foreseen, scene
from redball.core.actions import Pay, UseInternals, Withhold
from redball.core.engine import choices
from redball.core.events import InternalsUsed, OddsSet
from redball.core.state import LOW
from redball.editions.new_ocs.defensive_fire import DefensiveFire, SupportWith
from redball.editions.new_ocs.tap import UnitTapped, tapped
from redball.rules.combat.odds import defence_cost
from rules.table import Table, combat
from support import position

GUN = "artillery b{points}-3-3-4T/b6-2-3-14T"
DEFENDER = f"soviet 03.03 r {RGT}"


# --- prices ---------------------------------------------------------------------------------------------------------


@pytest.mark.case("N9.5-supply-cost-attacker", "N8-terrain-effects")
@pytest.mark.parametrize(
    ("attackers", "tokens"),
    [
        ([DIV, DIV], 3),
        ([DIV, DIV, DIV], 5),
        ([RGT], 1),
        ([RGT, RGT], 1),
        ([RGT, RGT, BN], 2),
        ([BN] * 4, 1),
        ([BN] * 5, 2),
    ],
)
def test_the_whole_attack_costs_a_token_for_two_re(attackers: list[str], tokens: int) -> None:
    lines = [f"axis 02.02 a{n} {line}" for n, line in enumerate(attackers)]
    table = fight(*lines, DEFENDER)
    assert table.spent("axis") == tokens
    assert sum(foreseen(*lines, DEFENDER).attack_tokens.values()) == tokens
    assert fight(*lines, DEFENDER, kind="overrun").spent("axis") == tokens


@pytest.mark.case("N12.4-combat-supply-attacker", "N12.4-combat-supply-defender")
def test_steps_may_be_counted_instead() -> None:
    lines = [*(f"axis 02.02 a{n} {BN}" for n in range(5)), *(f"soviet 03.03 r{n} {BN}" for n in range(3))]
    table = fight(*lines, supply_by="steps")
    assert (table.spent("axis"), table.spent("soviet")) == (3, 2)
    table = fight(*lines)
    assert (table.spent("axis"), table.spent("soviet")) == (2, 1)


@pytest.mark.case("N9.5-supply-cost-defender")
@pytest.mark.parametrize(("defenders", "tokens"), [([BN], 1), ([RGT, RGT], 1), ([RGT, RGT, BN], 2), ([DIV], 2)])
def test_the_defence_costs_one_up_to_two_re(defenders: list[str], tokens: int) -> None:
    lines = [f"soviet 03.03 r{n} {line}" for n, line in enumerate(defenders)]
    table = fight(f"axis 02.02 a {RGT}", *lines)
    assert table.spent("soviet") == tokens
    look = position(scene(*lines))
    assert defence_cost(look, look.combat_units_at(look.board.index("03.03"), "soviet")) == tokens


@pytest.mark.case("N12.4-combat-supply-defender", "N9.5-strength-mods", "N2.2-combat")
def test_withheld_supply_halves_the_defence() -> None:
    table = fight(f"axis 02.02 a {RGT}", DEFENDER, withhold=True)
    assert (table.one(OddsSet).defend, table.spent("soviet")) == ("4", 0)


# --- Defensive Artillery Fire ----------------------------------------------------------------------------------------


def defended(*guns: str, supply: str = SUPPLY, rest: str = "") -> Table:
    """An attack on 03.03 up to the moment when guns may support the defender, or beyond if they cannot."""
    lines = (f"axis 02.02 a {RGT}", DEFENDER, *guns)
    table = combat(scene(*lines, supply=supply, rest=rest), "03.03", "a", dice=(3, 4))
    while table.step in ("attacker_supply", "defender_supply"):
        table.do(next(iter(table.offered(Pay)), Withhold()))
    return table


def gun(name: str = "g", points: int = 12, hex_: str = "03.04", marks: str = "") -> str:
    return f"soviet {hex_} {name} {GUN.format(points=points)} {marks}"


@pytest.mark.case(
    "N9.5-defensive-fire",
    "N9.5-defensive-fire-drm",
    "N12.4-defensive-barrage",
    "N5-tap-mode",
    "N7-defensive-fire",
    "N2.2-combat",
    "N7-defensive-fire-tap",
)
def test_guns_worsen_both_sides_of_the_roll_and_are_tapped() -> None:
    table = defended(gun())
    assert table.step == "defensive_fire"
    table.do(SupportWith("g"))
    before = table.spent("soviet")
    table.do(table.offered(Pay)[0])
    assert table.spent("soviet") == before + 1
    assert table.one(DefensiveFire).units == ("g",)
    assert table.one(UnitTapped).unit == "g"
    assert tapped(table.unit("g"))
    assert (table.one(OddsSet).drm, table.one(OddsSet).attackers_drm) == (-1, -1)


@pytest.mark.case("N9.5-defensive-fire-internal")
def test_the_defence_is_paid_from_stocks_where_no_supply_reaches() -> None:
    table = combat(scene(f"axis 02.02 a {RGT}", DEFENDER, supply="axis 02.02 20"), "03.03", "a", dice=(3, 4))
    table.do(table.offered(Pay)[0], UseInternals("r"))
    assert table.unit("r").internals == LOW
    assert table.one(OddsSet).defend == "8"


@pytest.mark.case("N9.5-defensive-fire", "N9.5-defensive-fire-drm")
@pytest.mark.parametrize("refrains", [0, 1])
def test_the_defender_may_do_without(refrains: int) -> None:
    table = defended(gun())
    table.do(*[SupportWith("g")] * refrains, Withhold())
    assert not table.all(DefensiveFire)
    assert not tapped(table.unit("g"))
    assert table.one(OddsSet).drm == 0


@pytest.mark.case(
    "N9.5-defensive-fire",
    "N7-defensive-fire-tap",
    "N13.4-own-hex",
    "N5-tap-mode",
    "N5-tap-barrage",
    "N7-defensive-fire",
    "N10-one-per-hex-consequence",
    "N12.4-defensive-barrage",
)
@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (gun(points=12), True),
        (gun(points=11), False),
        (gun(hex_="03.03"), True),
        (gun(marks="tapped"), False),
        (gun(marks="strat"), False),
        (gun(marks="reserve"), False),
        (gun(points=24, marks="dg"), True),
        (gun(points=22, marks="dg"), False),
        (gun(points=30, marks="move"), False),
        (gun(hex_="04.04"), True),
        (gun(hex_="05.05"), False),
        ("soviet 05.05 g artillery b12-1-3-4T/b6-1-3-14T", False),
    ],
)
def test_ready_guns_in_range_with_twelve_points(line: str, asked: bool) -> None:
    """A Move side of 6 points is too weak; from 05.05 the attacking hex is four hexes away."""
    assert (defended(line).step == "defensive_fire") is asked


@pytest.mark.case("N9.5-defensive-fire")
def test_several_guns_add_their_points_one_by_one() -> None:
    table = defended(gun("g", 6), gun("k", 5), gun("m", 7))
    table.do(SupportWith("g"))
    assert table.refused(SupportWith("g")) == ("fire.not_ready", "N9.5-defensive-fire")
    assert table.refused(SupportWith("r")) == ("fire.not_ready", "N9.5-defensive-fire")
    table.do(SupportWith("k"))
    assert table.step == "defensive_fire", "eleven points are not enough"
    table.do(SupportWith("m"))
    assert table.step == "fire_supply"
    assert table.refused(Pay("r", table.hex("03.04"), "", "")) == ("fire.not_firing", "N9.5-defensive-fire-internal")
    table.do(table.offered(Pay)[0])
    assert all(tapped(table.unit(uid)) for uid in "gkm")


@pytest.mark.case("N9.5-defensive-fire-internal")
def test_guns_pay_from_their_stocks_where_no_supply_reaches() -> None:
    table = defended(gun(), supply="axis 02.02 20")
    table.do(SupportWith("g"))
    assert table.refused(UseInternals("r")) == ("fire.not_firing", "N9.5-defensive-fire-internal")
    table.do(UseInternals("g"))
    assert table.all(InternalsUsed)[-1].unit == "g"
    assert table.unit("g").internals == LOW
    supplied = defended(gun()).do(SupportWith("g"))
    assert supplied.refused(UseInternals("g"))[0] == "combat.supply_in_reach"


@pytest.mark.case("N9.5-defensive-fire")
def test_guns_that_nobody_can_pay_for_are_not_asked() -> None:
    table = defended(gun(marks="exhausted"), supply="axis 02.02 20")
    assert table.step != "defensive_fire"


@pytest.mark.case("N9.5-defensive-fire")
def test_the_last_gun_must_bring_someone_who_can_pay() -> None:
    """Of three guns only one has stocks left; the two others together have the points and nothing to pay with."""
    table = defended(
        gun("g", 6, marks="exhausted"), gun("k", 6, marks="exhausted"), gun("m", 6), supply="axis 02.02 20"
    )
    table.do(SupportWith("g"))
    assert table.refused(SupportWith("k")) == ("fire.unpayable", "N9.5-defensive-fire")
    table.do(SupportWith("m"), UseInternals("m"))
    assert table.one(DefensiveFire).units == ("g", "m")


@pytest.mark.case("N9.5-defensive-fire-drm")
def test_a_preview_takes_the_fire_for_granted() -> None:
    lines = (f"axis 02.02 a {RGT}", DEFENDER)
    plain, supported = foreseen(*lines), foreseen(*lines, gun())
    assert (plain.odds.drm, supported.odds.drm) == (0, -1)
    assert any("Defensive" in line.reason for ledger in supported.ledgers for line in ledger.lines)
    assert Withhold() not in choices(position(scene(*lines)))
