"""Hard and soft units, anti-tank strength, armor advantage; strengths after losses, of HQs and of guns."""

from __future__ import annotations

from fractions import Fraction

import pytest

from editions.new_ocs.fights import BN, GUNS, HQ, RED, RED_TANKS, RGT, TANKS, foreseen, scene
from redball.core.look import Look
from redball.editions.new_ocs.armor import at_strength, level
from redball.editions.new_ocs.classes import is_hard
from redball.forces.counter import example
from redball.rules.combat.strength import attack_strength, defence_strength
from support import position

SOVIET_RED = "soviet 03.03 r Div infantry mech 18-3-6T/9-3-14T"
CAR = "Bn recon mech 3-4-9T/1-4-18T"


def advantage(*lines: str, at: str = ".", rest: str = "") -> tuple[str, str, int, int]:
    """Who has the armor advantage, the attack strength, both DRMs (of units of rating 4 against 4, or the like)."""
    found = foreseen(*lines, at=at, rest=rest)
    against = found.odds.attackers
    assert against is not None
    return against.advantage, found.odds.attack, against.drm, found.odds.drm


# --- classes ------------------------------------------------------------------------------------------------------


@pytest.mark.case("N3.2a-hard-soft")
@pytest.mark.parametrize(
    ("fields", "hard"),
    [
        ({"colour": "armor", "symbol": "tank"}, True),
        ({"colour": "mech", "symbol": "motorized_infantry"}, True),
        ({"kind": "artillery", "symbol": "sp_artillery"}, True),
        ({"kind": "artillery", "symbol": "artillery"}, False),
        ({"symbol": "infantry"}, False),
        ({"symbol": "anti_tank"}, False),
        ({"kind": "hq", "symbol": "hq"}, False),
    ],
)
def test_hard_units_are_armor_mech_and_armored_artillery(fields: dict[str, str], hard: bool) -> None:
    assert is_hard(example(**fields)) is hard


def at(line: str, *, attacking: bool) -> tuple[Fraction, Fraction]:
    """Heavy and light strength of one unit."""
    look = position(scene(f"axis 02.02 a {line}"))
    return at_strength(look, [look.unit("a")], attacking=attacking)


@pytest.mark.case("N3.2a-red-armor-symbol", "N9-armor-classes", "N9-armor-red-units", "N9-armor-classes-guns")
@pytest.mark.parametrize(
    ("line", "attacking", "strengths"),
    [
        (TANKS, True, (5, 0)),
        (RED_TANKS, True, (9, 9)),
        (RED, True, (0, 8)),
        (RGT, True, (0, 0)),
        ("Bn anti_tank other 2-3-3L/1-3-6L", True, (0, 0)),
        ("Bn anti_tank other 2-3-3L/1-3-6L", False, (2, 0)),
        ("Bn anti_aircraft other 3-3-3L/1-3-6L", False, (3, 0)),
    ],
)
def test_heavy_and_light_shares(line: str, attacking: bool, strengths: tuple[int, int]) -> None:
    assert at(line, attacking=attacking) == tuple(map(Fraction, strengths))


# --- the examples of the source ------------------------------------------------------------------------------------

ASSAULT_GUNS = "axis 02.02 a Bn assault_gun armor 5-4-12K/3-4-15K"


@pytest.mark.case("N9-armor-examples-1", "N9-armor-attacker-full", "N9-armor-attacker-drm", "N9-armor-odds-attacker")
def test_example_heavy_against_none() -> None:
    found = advantage(ASSAULT_GUNS, SOVIET_RED)
    assert found[:2] == ("attacker", "10"), "the full multiplier of open ground"
    assert found[2:] == (0 + 1, 1 + 1), "rating 4 against 3 is +1 on the right"


@pytest.mark.case("N9-armor-examples-2", "N9-armor-heavy-first-single")
def test_example_a_light_unit_shares_it() -> None:
    assert advantage(ASSAULT_GUNS, f"axis 02.02 c {CAR}", SOVIET_RED)[:2] == ("attacker", "16")


@pytest.mark.case("N9-armor-examples-3", "N9-armor-none-cap", "N9-armor-odds-none")
def test_example_nine_against_five_is_nobodys() -> None:
    lines = (f"axis 02.02 a {RED_TANKS}", "soviet 03.03 g Bn assault_gun armor 5-3-12K/3-3-15K",
             "soviet 03.03 c Bn recon mech 3-3-9T/1-3-18T")  # fmt: skip
    assert advantage(*lines) == ("none", "27", 0, 0)


# --- odds and limits ------------------------------------------------------------------------------------------------


@pytest.mark.case("N9-armor-odds-defender", "N9-armor-odds-none", "N9-armor-odds-attacker")
@pytest.mark.parametrize(
    ("own", "other", "who"),
    [(4, 5, "defender"), (5, 5, "defender"), (7, 5, "defender"), (8, 5, "none"), (3, 1, "none"), (17, 5, "none"),
     (18, 5, "attacker"), (4, 1, "attacker")],
)  # fmt: skip
def test_at_odds_are_rounded_as_ever(own: int, other: int, who: str) -> None:
    lines = (f"axis 02.02 a Bn tank armor {own}-3-12K/1-3-15K", f"soviet 03.03 r Bn tank armor {other}-3-9K/1-3-12K")
    assert advantage(*lines)[0] == who


@pytest.mark.case("N9-armor-defender-cap", "N9-armor-defender-drm", "N9-armor-multipliers")
def test_the_defenders_advantage_limits_and_worsens() -> None:
    found = advantage(f"axis 02.02 a {TANKS}", "soviet 03.03 r Bn tank armor 6-4-9K/1-4-12K")
    assert found == ("defender", "5", -1, -1)


@pytest.mark.case("N9-armor-heavy-first")
def test_light_counts_only_where_nobody_is_heavy() -> None:
    light = (f"axis 02.02 a {RED}", "soviet 03.03 r Bn recon mech 2-3-9T/1-3-18T")
    assert advantage(*light)[0] == "attacker", "8 light against 2"
    gun = "soviet 03.03 g Bn anti_tank other 1-3-3L/1-3-6L"
    assert advantage(*light, gun)[0] == "defender", "no heavy against 1"


@pytest.mark.case("N9-armor-classes-hedgehog")
def test_works_are_not_heavy() -> None:
    found = advantage(f"axis 02.02 a {TANKS}", f"soviet 03.03 r {RGT}", rest="[hedgehogs]\nsoviet 03.03 3")
    assert found[:2] == ("attacker", "10")


@pytest.mark.case("N9-armor-all-reduced", "N9-armor-trigger")
@pytest.mark.parametrize(("at", "who"), [("C", "none"), ("m", "none"), ("w", "attacker"), (".", "attacker")])
def test_reduced_armor_has_no_advantage(at: str, who: str) -> None:
    lines = (f"axis 02.02 a {TANKS}", f"soviet 03.03 r {RGT}")
    assert advantage(*lines, at=at)[0] == who
    assert advantage(f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}", at=at)[0] == "none", "no armor at all"


@pytest.mark.case("N9-armor-trigger")
@pytest.mark.parametrize(
    ("others", "counts"), [((), False), ((f"axis 02.02 b {RED}",), True), ((f"axis 02.02 b {RGT}",), False)]
)
def test_one_unit_that_terrain_does_not_reduce_is_enough(others: tuple[str, ...], counts: bool) -> None:
    """Forest halves the tanks and takes nothing from mech; infantry does not count."""
    found = advantage(f"axis 02.02 a {TANKS}", *others, f"soviet 03.03 r {RGT}", at="f")
    assert (found[0], found[2]) == (("attacker", 1) if counts else ("none", 0))


@pytest.mark.case("N9-armor-trigger")
def test_it_is_enough_that_the_units_of_one_hex_are_not_reduced() -> None:
    river = '[hexsides]\nmajor_river "r" 03.03/SE 03.03/NE 03.03/S\n'
    lines = [f"axis 04.03 a {TANKS}", f"soviet 03.03 r {RGT}"]
    assert advantage(*lines, rest=river)[2] == 0
    assert advantage(*lines, f"axis 02.02 b {TANKS}", rest=river)[2] == 1


@pytest.mark.case("N9-armor-odds-attacker")
def test_no_armor_on_either_side_is_nobodys() -> None:
    look = position(scene("axis 02.02 a Bn tank armor 0-3-12K/0-3-15K", f"soviet 03.03 r {RGT}"))
    units = [look.unit("a")], [look.unit("r")]
    assert level(look, "soviet", look.board.index("03.03"), *units) == "none"


# --- strengths ------------------------------------------------------------------------------------------------------


def strengths(line: str) -> tuple[Fraction, Fraction]:
    """Attack and defence of one unit in woods, which leave infantry as it is."""
    look: Look = position(scene(f"axis 02.02 a {line}"))
    unit = look.unit("a")
    return attack_strength(look, unit, "woods", "none").value, defence_strength(look, unit, "woods", True).value


DIV4 = "Div infantry other 20-3-3L/10-3-8L re=4"


@pytest.mark.case("N9.11d-one-step", "N9.11d-half", "N9.11d-last-step")
@pytest.mark.parametrize(
    ("line", "strength"),
    [
        *((f"{DIV4} lost={n}", value) for n, value in ((0, 20), (1, 16), (2, 10), (3, 6))),
        *((f"{DIV4} lost={n} move", value) for n, value in ((0, 10), (1, 8), (2, 5), (3, 3))),
        *((f"Div infantry other 12-3-3L/6-3-8L re=3 lost={n}", value) for n, value in ((1, 8), (2, 6))),
        ("Bde infantry other 10-3-3L/5-3-8L re=2 lost=1", 5),
        ("Div infantry other 3-3-3L/1-3-8L re=3 lost=1", 0),
    ],
)
def test_steps_lost_take_points_in_attack_and_defence(line: str, strength: int) -> None:
    assert strengths(line) == (Fraction(strength), Fraction(strength))


@pytest.mark.case("N9.5-strength-mods", "N9.11d-one-step")
def test_dg_and_supply_modify_what_is_left() -> None:
    assert strengths(f"{DIV4} lost=1 dg")[0] == 8, "the points come off before DG halves"
    look = position(scene(f"axis 02.02 a {DIV4} lost=1"))
    assert defence_strength(look, look.unit("a"), "woods", False).value == 8


@pytest.mark.case("N5.7-full-defence")
def test_reserves_defend_in_full() -> None:
    look = position(scene(f"axis 02.02 a {RGT} reserve"))
    assert defence_strength(look, look.unit("a"), "woods", True).value == 8


@pytest.mark.case("N13.1c-defence", "N13.4-strength", "N13.4-size")
@pytest.mark.parametrize(
    ("line", "strength"),
    [
        (HQ, 3),
        (f"{HQ} move", 1),
        ("artillery b14-3-3-4T/b7-2-3-14T", 1),
        ("artillery b15-3-3-4T/b7-2-3-14T", 2),
        ("artillery b24-3-3-4T/b7-2-3-14T", 2),
        ("artillery b25-3-3-4T/b7-2-3-14T", 3),
        ("artillery b25-3-3-4T/b30-2-3-14T move", 1),
    ],
)
def test_hqs_and_guns_have_a_defence_of_their_own(line: str, strength: int) -> None:
    look = position(scene(f"axis 02.02 a {line}"))
    unit = look.unit("a")
    assert defence_strength(look, unit, "woods", True).value == strength
    assert (look.steps(unit), look.regimental_equivalents(unit)) == (1, 4)
    assert not is_hard(look.counter(unit))


@pytest.mark.case("N13.4-strength")
def test_the_ledger_tells_points_that_came_off() -> None:
    look = position(scene(f"axis 02.02 a {DIV4} lost=1", f"axis 02.02 g {GUNS}", f"axis 02.02 b {BN}"))
    lines = defence_strength(look, look.unit("a"), "woods", True).lines
    assert [(line.amount, line.case) for line in lines[1:]] == [("-4", "N9.11d-one-step")]
