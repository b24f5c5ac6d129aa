"""One roll on a table of two sides: columns, shifts, DRMs, Ambush and Surprise."""

from __future__ import annotations

import pytest

from editions.new_ocs.fights import BN, DIV, RGT, TANKS, fight, foreseen, odds, result, scene
from editions.new_ocs.test_new_crt import CHARTS
from editions.new_ocs.test_new_crt import odds as on
from redball.core.events import CombatResolved, DiceRolled, LeaderChosen, OddsSet, SurpriseRolled
from redball.editions.new_ocs.combat_table import effect_of, read, understood, who_surprises
from redball.rules.combat.segment import refuse_plan
from support import position

LIGHT = "Rgt infantry other 4-{ar}-3L/2-{ar}-6L"


def sides(found: object) -> tuple[str, str, int, int]:
    """Columns and DRMs, the attackers' first."""
    announced = found.odds  # type: ignore[attr-defined]
    return (
        found.attackers_label,  # type: ignore[attr-defined]
        found.column_label,  # type: ignore[attr-defined]
        announced.attackers.drm,
        announced.drm,
    )


# --- columns --------------------------------------------------------------------------------------------------------


@pytest.mark.case("N9-base-columns-lhs", "N9-base-columns-rhs", "N9-surprise-roll", "N9.0-two-sided")
def test_one_throw_is_read_on_both_sides() -> None:
    """24 against 8 is 3:1; a defence of 8 costs by its own column."""
    table = fight(f"axis 02.02 a1 {DIV}", f"axis 02.02 a2 {DIV}", f"soviet 03.03 r1 {RGT}", dice=(3, 4))
    assert (odds(table).column, odds(table).attackers_column) == ("3:1", "8-11")
    told = table.one(CombatResolved)
    assert (told.roll, told.attackers_roll, told.result) == (7, 5, "AL1 DL1R1"), "six soft RE: -2 for the attackers"
    assert len([e for e in table.all(DiceRolled) if e.reason == "combat"]) == 1


@pytest.mark.case("N9-terrain-close", "N9-base-columns-mods")
def test_close_terrain_shifts_the_defenders_side_only() -> None:
    open_, woods = (foreseen(f"axis 02.02 a {DIV}", f"soviet 03.03 r {BN}", at=at) for at in (".", "w"))
    assert sides(open_)[:2] == ("2-4", "3:1")
    assert sides(woods)[:2] == ("2-4", "2:1")


@pytest.mark.case("N9-terrain-close-swamp", "N9-armor-multipliers")
def test_a_swamp_is_close_terrain_only() -> None:
    found = foreseen(f"axis 02.02 a {DIV}", f"soviet 03.03 r {BN}", at="s")
    assert sides(found)[:2] == ("2-4", "2:1")
    tanks = foreseen(f"axis 02.02 a {TANKS}", f"soviet 03.03 r {BN}", at="s")
    assert tanks.odds.attack == "2.5", "its multipliers stay"


@pytest.mark.case("N9-terrain-close-swamp")
@pytest.mark.parametrize(("unit", "road", "may"), [(TANKS, "", False), (TANKS, "road", True), (RGT, "", True)])
def test_armor_attacks_into_a_swamp_along_a_road_only(unit: str, road: str, may: bool) -> None:
    rest = '[paths]\nroad "r" 02.02 03.03\n' if road else ""
    look = position(scene(f"axis 02.02 a {unit}", f"soviet 03.03 r {RGT}", at="s", rest=rest), phase="combat")
    refused = refuse_plan(look, "axis", look.unit("a"), look.board.index("03.03"))
    assert (refused is None) is may


@pytest.mark.case("N8-terrain-effects")
def test_terrain_has_its_effects_in_overruns_too() -> None:
    lines = (f"axis 02.02 a {DIV}", f"soviet 03.03 r {BN}")
    for at in "wC":
        plain, over = foreseen(*lines, at=at), foreseen(*lines, at=at, kind="overrun")
        assert sides(over) == sides(plain)
        assert sides(over) != sides(foreseen(*lines, kind="overrun"))


@pytest.mark.case("N9-terrain-very-close", "N9-terrain-very-close-extreme")
@pytest.mark.parametrize("at", ["m", "C"])
def test_very_and_extremely_close_shift_both_sides(at: str) -> None:
    found = foreseen(f"axis 02.02 a {DIV}", f"soviet 03.03 r {BN}", at=at)
    assert sides(found)[:2] == ("5-7", "2:1")


@pytest.mark.case("N9-hedgehog-shifts-2", "N9-hedgehog-shifts-4", "N16.0b-effect", "N12-hedgehogs")
@pytest.mark.parametrize(
    ("level", "columns"), [(1, ("2-4", "3:1")), (2, ("5-7", "2:1")), (3, ("5-7", "2:1")), (4, ("8-11", "1:1"))]
)
def test_works_shift_both_sides_by_level(level: int, columns: tuple[str, str]) -> None:
    works = f"[hedgehogs]\nsoviet 03.03 {level}"
    found = foreseen(f"axis 02.02 a {DIV}", f"soviet 03.03 r {BN}", rest=works)
    assert sides(found)[:2] == columns
    assert found.odds.hedgehog == 0, "there is no DRM for works"


@pytest.mark.case("N9-hedgehog-shifts-max", "N9-hedgehog-shifts-4")
@pytest.mark.parametrize(("at", "columns"), [("w", ("8-11", "1:1")), ("m", ("8-11", "1:1"))])
def test_terrain_and_works_shift_by_two_at_most(at: str, columns: tuple[str, str]) -> None:
    """Close and level 4 would be three on the right; in Very Close terrain works count as level 2: one and one."""
    found = foreseen(f"axis 02.02 a {DIV}", f"soviet 03.03 r {BN}", at=at, rest="[hedgehogs]\nsoviet 03.03 4")
    assert sides(found)[:2] == columns


def test_shifts_stop_at_the_edge_of_the_table() -> None:
    weak = f"axis 02.02 a {BN}"
    found = foreseen(weak, *(f"soviet 03.03 r{n} {DIV}" for n in range(3)), rest="[hedgehogs]\nsoviet 03.03 4")
    assert sides(found)[1] == "1:3"
    assert sides(found)[0] == "69+"


# --- DRMs -----------------------------------------------------------------------------------------------------------


@pytest.mark.case("N9-base-columns-mods")
@pytest.mark.case(
    "N9-ar-effects-p1", "N9-ar-effects-p2", "N9-ar-effects-p3", "N9-ar-effects-p4",
    "N9-ar-effects-m1", "N9-ar-effects-m2", "N9-ar-effects-m3", "N9-ar-effects-m4", "N9-ar-effects-cap",
)  # fmt: skip
@pytest.mark.parametrize(
    ("attacker", "defender", "left", "right", "ambush", "surprise"),
    [(5, 0, 2, 2, 0, 5), (4, 0, 2, 2, 0, 5), (3, 0, 1, 2, 0, 5), (2, 0, 1, 1, 0, 5), (1, 0, 0, 1, 1, 6),
     (3, 3, 0, 0, 1, 6), (0, 1, -1, 0, 1, 6), (0, 2, -1, -1, 2, 0), (0, 3, -2, -1, 2, 0),
     (0, 4, -2, -2, 2, 0), (0, 5, -2, -2, 2, 0)],
)  # fmt: skip
def test_ratings_act_by_side(attacker: int, defender: int, left: int, right: int, ambush: int, surprise: int) -> None:
    found = foreseen(f"axis 02.02 a {LIGHT.format(ar=attacker)}", f"soviet 03.03 r {LIGHT.format(ar=defender)}")
    against = found.odds.attackers
    assert against is not None
    assert (against.drm, found.odds.drm, against.ambush, against.surprise) == (left, right, ambush, surprise)


def bns(side: str, hex_: str, count: int, line: str = BN) -> list[str]:
    """Half an RE each."""
    return [f"{side} {hex_} {side[0]}{n} {line}" for n in range(count)]


@pytest.mark.case("N9-density-soft", "N9-density-other", "N9-density-defender")
@pytest.mark.parametrize(
    ("attackers", "left"),
    [
        (bns("axis", "02.02", 11), 0),
        (bns("axis", "02.02", 12), -2),
        ([*bns("axis", "02.02", 11), f"axis 02.02 t {TANKS}"], -1),
        ([*bns("axis", "02.02", 6), f"axis 04.03 d {DIV}"], 0),
    ],
)
def test_density_of_the_attackers_counts_hex_by_hex(attackers: list[str], left: int) -> None:
    found = foreseen(*attackers, f"soviet 03.03 r {LIGHT.format(ar=3)}")
    armor = 1 if any("tank" in line for line in attackers) else 0
    assert sides(found)[2] == left + armor
    assert sides(found)[3] == armor


@pytest.mark.case("N9-density-defender")
@pytest.mark.parametrize(("count", "right"), [(11, 0), (12, 1)])
def test_a_full_defending_hex_suffers_more(count: int, right: int) -> None:
    found = foreseen(f"axis 02.02 a {RGT}", *bns("soviet", "03.03", count))
    assert sides(found)[2:] == (0, right)


@pytest.mark.case("N9-density-soft", "N9-density-other", "N4.3-density")
def test_density_may_count_steps() -> None:
    lines = [*bns("axis", "02.02", 6), f"soviet 03.03 r {LIGHT.format(ar=3)}"]
    assert sides(foreseen(*lines))[2] == 0
    assert sides(foreseen(*lines, density_by="steps"))[2] == -2
    mixed = [*bns("axis", "02.02", 5), f"axis 02.02 t {TANKS}", f"soviet 03.03 r {LIGHT.format(ar=3)}"]
    assert sides(foreseen(*mixed, density_by="steps"))[2] == 1, "six steps, but neither six soft nor six hard ones"
    hard = [*bns("axis", "02.02", 6, TANKS), f"soviet 03.03 r {LIGHT.format(ar=3)}"]
    assert sides(foreseen(*hard, density_by="steps"))[2] == sides(foreseen(*hard))[2] - 1


@pytest.mark.case("N4.3-density", "N9-density-defender")
@pytest.mark.parametrize(("line", "count", "right"), [(TANKS, 6, 1), (TANKS, 5, 0), (BN, 6, 0)])
def test_of_the_defenders_six_hard_steps_count(line: str, count: int, right: int) -> None:
    lines = [f"axis 02.02 a {RGT}", *bns("soviet", "03.03", count, line)]
    assert sides(foreseen(*lines, density_by="steps"))[3] == sides(foreseen(*lines))[3] + right


# --- surprise -------------------------------------------------------------------------------------------------------


@pytest.mark.case("N9-surprise-normal-ambush", "N9-surprise-normal-surprise", "N9-surprise-order")
@pytest.mark.parametrize(
    ("white", "red", "who"),
    [(1, 1, "defender"), (1, 6, "defender"), (2, 6, "attacker"), (2, 5, "none"), (6, 6, "attacker"), (6, 1, "none")],
)
def test_white_one_is_ambush_else_red_six_is_surprise(white: int, red: int, who: str) -> None:
    assert who_surprises(on("2:1"), white, red) == who
    assert foreseen(f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}").surprise == (5, 25, 6)


@pytest.mark.case("N9-surprise-attacker-ar", "N9-surprise-defender-ar")
@pytest.mark.parametrize(
    ("difference", "throws"), [(2, (12, 24, 0)), (4, (12, 24, 0)), (1, (5, 25, 6)), (-1, (5, 25, 6)), (-2, (0, 24, 12))]
)
def test_two_points_leave_one_side_all_surprise(difference: int, throws: tuple[int, int, int]) -> None:
    attacker, defender = max(difference, 0), max(-difference, 0)
    found = foreseen(f"axis 02.02 a {LIGHT.format(ar=attacker)}", f"soviet 03.03 r {LIGHT.format(ar=defender)}")
    assert found.surprise == throws


@pytest.mark.case("N9-surprise-dg", "N9-surprise-defender-ar-dg")
def test_defenders_that_are_all_dg_ambush_nobody() -> None:
    attacker = f"axis 02.02 a {LIGHT.format(ar=2)}"
    both = foreseen(attacker, f"soviet 03.03 r {LIGHT.format(ar=3)} dg=fire")
    assert both.surprise == (6, 30, 0), "its rating is one less, so that they are even"
    some = foreseen(attacker, f"soviet 03.03 r {LIGHT.format(ar=3)} dg=fire", f"soviet 03.03 q {LIGHT.format(ar=2)}")
    assert some.surprise == (5, 25, 6)
    neither = foreseen(attacker, f"soviet 03.03 r {LIGHT.format(ar=5)} dg=fire")
    assert neither.surprise == (0, 36, 0)


@pytest.mark.case("N9-surprise-dg-hedgehog", "N8-surprise")
def test_works_and_overruns_leave_surprise_as_it_is() -> None:
    lines = (f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}")
    assert foreseen(*lines, rest="[hedgehogs]\nsoviet 03.03 4").surprise == (5, 25, 6)
    assert foreseen(*lines, kind="overrun").surprise == (5, 25, 6)


@pytest.mark.case(
    "N9-surprise-effects-ambush", "N9-surprise-effects-ambush-zero", "N9-surprise-effects-surprise",
    "N9-surprise-effects-surprise-zero", "N9-surprise-effects-no-shift",
)  # fmt: skip
@pytest.mark.parametrize(
    ("right", "left", "white", "red", "found"),
    [
        ("5:1", "12-16", 1, 6, "A- DL1R2 is AL1 and R1"),
        ("2:1", "12-16", 1, 2, "ambush, no loss to spare"),
        ("5:1", "12-16", 2, 6, "surprise spares the attacker"),
        ("9:1", "0-1", 3, 6, "surprise, no loss to spare"),
    ],
)
def test_surprise_changes_the_result(right: str, left: str, white: int, red: int, found: str) -> None:
    """7 at 5:1 is L1R2, 12-16 L1: Ambush leaves R1 and the attacker's step. 3 at 2:1 is nothing, 12-16 L2: one more.
    8 at 5:1 is L2R2e4, 12-16 L1: the attacker loses none and it is R3. 9 at 9:1 is L2R3e3, 0-1 nothing: L3R4."""
    texts = {
        "A- DL1R2 is AL1 and R1": "AL1 DR1",
        "ambush, no loss to spare": "AL3",
        "surprise spares the attacker": "Ae4 DL2R3",
        "surprise, no loss to spare": "Ae3 DL3R4",
    }
    assert read(CHARTS, on(right, left), white, red).result == texts[found]


@pytest.mark.case("N9-surprise-effects-ambush", "N9-surprise-roll")
def test_the_first_die_of_a_combat_is_the_white_one() -> None:
    lines = (f"axis 02.02 a1 {RGT}", f"axis 02.02 a2 {RGT}", f"soviet 03.03 r1 {RGT}", f"soviet 03.03 r2 {BN}")
    ambushed, surprised = (fight(*lines, dice=dice) for dice in ((1, 6), (6, 1)))
    assert ambushed.one(SurpriseRolled).who == "defender"
    assert not surprised.all(SurpriseRolled)
    assert result(ambushed) != result(surprised)
    assert "attackers' column" in ambushed.told(CombatResolved)


@pytest.mark.case("N9-ignore-r1-options")
def test_written_results_are_understood() -> None:
    assert understood("AL1e4 DL2R2").exploit == 4
    with pytest.raises(KeyError):
        understood("AL1o1 Do1")
    assert effect_of(CHARTS, 9) == effect_of(CHARTS, 4)


# --- ratings --------------------------------------------------------------------------------------------------------


def led(*lines: str) -> tuple[tuple[str, int], tuple[str, int]]:
    """Who leads both sides, with the rating."""
    found = foreseen(*lines)
    assert found.attack_leader is not None
    assert found.defence_leader is not None
    return tuple((one.unit, one.action_rating) for one in (found.attack_leader, found.defence_leader))  # type: ignore


A5, A2, A4 = (LIGHT.format(ar=n) for n in (5, 2, 4))
DEFENDER = f"soviet 03.03 r {A2}"


@pytest.mark.case("N9.6-ar-choice-attacker", "N9.6-ar-choice-defender")
def test_the_lowest_attacker_and_the_highest_defender_count() -> None:
    found = led(f"axis 02.02 a {A5}", f"axis 04.03 b {A4}", DEFENDER, f"soviet 03.03 q {A4}")
    assert found == (("b", 4), ("q", 4))


@pytest.mark.case("N9.6-ar-choice-integrity", "N13.7-integrity")
@pytest.mark.parametrize(
    ("others", "leader"),
    [
        ([], ("a", 5)),
        ([f"axis 05.05 c {A2} formation=GD"], ("o", 2)),
        ([f"axis dead c {A2} formation=GD"], ("a", 5)),
        (["axis 05.05 g artillery b12-3-3-4T/b6-2-3-14T formation=GD"], ("a", 5)),
    ],
)
def test_a_whole_formation_lends_its_best_rating(others: list[str], leader: tuple[str, int]) -> None:
    """From two hexes, and with an outsider: all that could attack of it and still live must take part."""
    attack = [f"axis 02.02 a {A5} formation=GD", f"axis 04.03 b {A4} formation=GD", f"axis 04.03 o {A2}"]
    assert led(*attack, *others, DEFENDER)[0] == leader


@pytest.mark.case("N13.1c-defence-ar")
def test_an_hq_leads_only_alone_and_then_with_one() -> None:
    hq = "soviet 03.03 h hq 15T-4T/10T-20T"
    assert led(f"axis 02.02 a {A5}", hq)[1] == ("h", 1)
    assert led(f"axis 02.02 a {A5}", hq, f"soviet 03.03 r {LIGHT.format(ar=0)}")[1] == ("r", 0)


@pytest.mark.case("N13.1c-defence-ar", "9.6a-A")
def test_a_rating_that_is_not_as_printed_is_told_with_its_terms() -> None:
    table = fight(f"axis 02.02 a {A5}", "soviet 03.03 h hq 15T-4T/10T-20T dg")
    told = {ledger.title: ledger for ledger in table.one(OddsSet).ledgers}
    names = [title for title in told if title.startswith("Action Rating of")]
    assert len(names) == 1, "that of the attacker is as printed"
    rating = told[names[0]]
    assert ([line.amount for line in rating.lines], rating.total) == (["0", "+1", "-1"], "0")
    assert {line.unit for line in rating.lines} == {"h"}


@pytest.mark.case("N9.6-ar-choice-attacker")
def test_nobody_is_asked_who_leads() -> None:
    table = fight(f"axis 02.02 a {A5}", f"axis 02.02 b {A4}", DEFENDER, f"soviet 03.03 q {A4}")
    assert [(e.unit, e.action_rating) for e in table.all(LeaderChosen)] == [("b", 4), ("q", 4)]
