"""Who loses steps, who retreats and at what price, and how HQs get away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from editions.new_ocs.fights import BN, GUNS, RED, RED_TANKS, RGT, TANKS, scene
from redball.core.actions import Advance, Displace, Done, IgnoreOption, LoseStep, RetreatTo, SplitOff, TakeRetreat
from redball.core.battle import AnnouncedOdds, AttackersOdds, CombatResult, Leader
from redball.core.events import ExploitGained, OptionTaken, StepLost, UnitEliminated
from redball.core.state import Frame
from redball.editions.new_ocs.combat_table import written
from redball.editions.new_ocs.hq_evasion import HqEvaded, HqEvasion, open_to
from redball.editions.new_ocs.ratings import rating
from redball.rules.combat.odds import stacks_of
from redball.rules.combat.record import OWN_TERRAIN, CombatData, TerrainChoice
from redball.rules.combat.results import due_from
from redball.rules.combat.retreat import RetreatData, group
from redball.rules.modes.disorganization import Disorganized, dg_kind
from rules.table import Table
from support import position

AR = "Rgt infantry other 8-{ar}-3L/4-{ar}-6L"
LEG_HQ = "hq 15T-4L/10T-8L"
TRUCK_HQ = "hq 15T-4T/10T-20T"
SOURCE = "[sources]\nsoviet 05.05"


def decided(
    *lines: str,
    a_loss: int = 0,
    d_loss: int = 0,
    retreat: int = 0,
    exploit: int = 0,
    led: tuple[str, str] = ("a", "r"),
    advantage: str = "none",
    at: str = ".",
    rest: str = "",
    dice: tuple[int, ...] = (),
    kind: str = "regular",
    **switches: str,
) -> Table:
    """A combat of which the result stands: the first named unit of each side leads."""
    look = position(scene(*lines, at=at, rest=rest), **switches)
    hex_ = look.board.index("03.03")
    attackers = tuple(
        u.id for u in look.own("axis") if look.board.direction(u.hex, hex_) >= 0 and look.face(u).strength
    )
    result = written(CombatResult(a_loss, 0, exploit, d_loss, 0, False, retreat))
    attack, defence = due_from(look, result)
    leaders = [Leader(uid, rating(look, look.unit(uid))) for uid in led]
    data = CombatData(
        kind,  # type: ignore[arg-type]
        "axis",
        hex_,
        attackers,
        stacks=stacks_of(look.unit(uid) for uid in attackers),
        defenders=tuple(u.id for u in look.combat_units_at(hex_, "soviet")),
        attack_leader=leaders[0],
        defence_leader=leaders[1],
        terrain=(TerrainChoice(look.board.terrain[hex_][0], OWN_TERRAIN),),
        odds=AnnouncedOdds("1", "1", "1:1", "open", 2, 0, 0, AttackersOdds(3, "17-24", 0, 1, 6, advantage)),
        result=result,
        attack=attack,
        defence=defence,
    )
    return Table(look, Frame("combat", "attacker_losses", data), dice)


def offers(table: Table) -> list[str]:
    """Who may lose the next step."""
    return [action.unit for action in table.offered(LoseStep)]


# --- losses ------------------------------------------------------------------------------------------------------


@pytest.mark.case("N9.11-first-loss", "N9.11-first-loss-later")
def test_the_first_step_comes_from_the_rating_that_led() -> None:
    lines = [f"soviet 03.03 {name} {AR.format(ar=ar)}" for name, ar in (("r", 4), ("s", 4), ("t", 2))]
    table = decided(f"axis 02.02 a {RGT}", *lines, d_loss=2)
    assert offers(table) == ["r", "s"]
    assert table.refused(LoseStep("t")) == ("combat.first_loss", "N9.11-first-loss")
    table.do(LoseStep("s"))
    assert offers(table) == ["r", "t"], "the second is free: nobody has to lose once before another loses twice"


@pytest.mark.case("N9.11-first-loss")
def test_attackers_without_integrity_choose_freely() -> None:
    lines = [f"axis 02.02 {name} {AR.format(ar=ar)}" for name, ar in (("a", 2), ("b", 4))]
    assert offers(decided(*lines, f"soviet 03.03 r {RGT}", a_loss=1)) == ["a", "b"]


@pytest.mark.case("N9.11-first-loss-later")
def test_one_division_may_lose_twice() -> None:
    division = "Div infantry other 12-3-3L/6-3-8L re=3"
    table = decided(f"axis 02.02 a {RGT}", f"soviet 03.03 r {division}", f"soviet 03.03 s {division}", d_loss=2)
    table.do(LoseStep("r"))
    assert offers(table) == ["r", "s"]


@pytest.mark.case("N9.11-first-loss-armor")
@pytest.mark.parametrize(
    ("advantage", "attackers", "defenders"),
    [("none", ["t"], ["u", "w"]), ("attacker", ["a", "t"], ["u", "w"]), ("defender", ["t"], ["r", "u", "w"])],
)
def test_armor_pays_where_armor_fought(advantage: str, attackers: list[str], defenders: list[str]) -> None:
    """Of the rating that led: yellow, or red with a tank symbol. All units have the rating 4 here."""
    a, tanks, red = AR.format(ar=4), TANKS, "Div tank mech 18-4-9K/9-4-12K"
    lines = (f"axis 02.02 a {a}", f"axis 02.02 t {tanks}", f"soviet 03.03 r {a}", f"soviet 03.03 u {tanks}")
    more = f"soviet 03.03 w {red}"
    assert offers_of(*lines, more, a_loss=1, advantage=advantage) == attackers
    assert offers_of(*lines, more, d_loss=1, advantage=advantage) == defenders


def offers_of(*lines: str, **more: Any) -> list[str]:
    """Who may lose the first step; a loss that leaves no choice is taken at once."""
    table = decided(*lines, **more)
    taken = [event.unit for event in table.all(StepLost)]
    return taken or sorted(offers(table))


@pytest.mark.case("N9.11-first-loss-armor")
@pytest.mark.parametrize("tanks", ["axis", "soviet"])
@pytest.mark.parametrize("red", [False, True])
def test_armor_need_not_pay_where_only_one_side_has_yellow_armor(tanks: str, red: bool) -> None:
    """Red units with a tank symbol lose for yellow armor, but do not make a battle of it."""
    hexes, others = {"axis": "02.02", "soviet": "03.03"}, {"axis": "soviet", "soviet": "axis"}
    foot, other = AR.format(ar=4), others[tanks]
    lines = [f"{tanks} {hexes[tanks]} t {TANKS}", f"{tanks} {hexes[tanks]} a {foot}"]
    lines += [f"{other} {hexes[other]} r {'Div tank mech 18-4-9K/9-4-12K' if red else foot}"]
    led = ("a", "r") if tanks == "axis" else ("r", "a")
    assert offers_of(*lines, a_loss=int(tanks == "axis"), d_loss=int(tanks == "soviet"), led=led) == ["a", "t"]


@pytest.mark.case("N9.11-first-loss-armor")
def test_armor_pays_though_it_is_below_the_rating() -> None:
    lines = (f"axis 02.02 a {TANKS}", f"soviet 03.03 r {AR.format(ar=5)}", f"soviet 03.03 u {TANKS}")
    assert offers_of(*lines, d_loss=1) == ["u"]


@pytest.mark.case("N9.11-first-loss-guns")
def test_guns_and_hqs_lose_last() -> None:
    lines = (f"soviet 03.03 r {BN}", f"soviet 03.03 s {BN}", f"soviet 03.03 g {GUNS}", f"soviet 03.03 h {TRUCK_HQ}")
    table = decided(f"axis 02.02 a {RGT}", *lines, d_loss=2)
    table.do(LoseStep("r"))
    assert [event.unit for event in table.all(StepLost)] == ["r", "s"], "the last troops, without a choice"
    table = decided(f"axis 02.02 a {RGT}", *lines, f"soviet 03.03 t {BN}", d_loss=2).do(LoseStep("r"))
    assert offers(table) == ["s", "t"]
    assert table.refused(LoseStep("g")) == ("combat.guns_last", "N9.11-first-loss-guns")


# --- retreats ----------------------------------------------------------------------------------------------------


def go(table: Table, *names: str) -> Table:
    """Retreat the group."""
    return table.do(*(RetreatTo(table.hex(name)) for name in names))


@pytest.mark.case(
    "N9.12-no-attacker-retreat",
    "N9.12-defender-retreat-full",
    "N9.12-defender-retreat-dg",
    "N8-dg-zoc-dg",
    "N5.10-combat",
)
@pytest.mark.parametrize(("hexes", "upset"), [(1, ""), (2, "combat")])
@pytest.mark.parametrize("kind", ["regular", "overrun"])
def test_defenders_retreat_in_full_and_two_hexes_disorganize(hexes: int, upset: str, kind: str) -> None:
    table = decided(f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}", retreat=hexes, a_loss=0, kind=kind)
    assert table.step == "go", "nobody may pay with steps instead"
    go(table, *["03.04", "03.05"][:hexes])
    assert dg_kind(table.unit("r")) == upset
    assert table.at("a") == ("02.02" if kind == "regular" else "03.03")


@pytest.mark.case("N9.12-defender-retreat-r1", "N9-ignore-r1", "N9-terrain-very-close-extreme")
@pytest.mark.parametrize(
    ("at", "works", "asked"),
    [
        ("C", 0, True),
        (".", 4, True),
        (".", 3, False),
        ("m", 0, False),
        ("m", 4, False),
        ("w", 4, True),
        (".", 0, False),
    ],
)
def test_one_hex_may_be_ignored_in_the_best_cover(at: str, works: int, asked: bool) -> None:
    rest = f"[hedgehogs]\nsoviet 03.03 {works}" if works else ""
    table = decided(f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}", retreat=1, at=at, rest=rest)
    assert (table.step == "defender_option") is asked
    if asked:
        stays = table.do(IgnoreOption())
        assert (stays.at("r"), stays.one(OptionTaken).ignored) == ("03.03", True)
        goes = decided(f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}", retreat=1, at=at, rest=rest).do(TakeRetreat())
        assert goes.step == "go"


@pytest.mark.case("N9.12-defender-retreat-r1", "N9-ignore-r1")
def test_two_hexes_are_never_ignored() -> None:
    table = decided(f"axis 02.02 a {RGT}", f"soviet 03.03 r {RGT}", retreat=2, at="C")
    assert table.step == "go"


@pytest.mark.case("N9.13")
def test_good_attackers_exploit() -> None:
    table = decided(f"axis 02.02 a {AR.format(ar=4)}", f"soviet 03.03 r {RGT}", d_loss=1, exploit=4)
    assert table.one(ExploitGained).unit == "a"
    weak = decided(f"axis 02.02 a {AR.format(ar=3)}", f"soviet 03.03 r {RGT}", d_loss=1, exploit=4)
    assert not weak.all(ExploitGained)
    shaken = decided(f"axis 02.02 a {AR.format(ar=5)} dg=fire", f"soviet 03.03 r {RGT}", d_loss=1, exploit=4)
    assert not shaken.all(ExploitGained)


@pytest.mark.case("N9.13")
def test_attackers_may_advance_into_the_vacated_hex() -> None:
    table = decided(f"axis 02.02 a {RGT}", f"axis 02.02 b {RGT}", f"soviet 03.03 r {RGT}", d_loss=1)
    assert table.offered(Advance) == [Advance("a"), Advance("b")]
    table.do(Advance("b"), Done())
    assert (table.at("a"), table.at("b")) == ("02.02", "03.03")


# --- ZOCs in retreat ---------------------------------------------------------------------------------------------


def flight(
    *lines: str, to: str = "03.04", units: tuple[str, ...] = ("r",), distance: int = 1, **switches: str
) -> Table:
    """A retreat from 03.03 through 03.04 beside enemies in 02.04 or so, who fought nowhere."""
    look = position(scene(*lines), **switches)
    data = RetreatData("soviet", distance, (group(look.board.index("03.03"), units),), True)
    table = Table(look, Frame("retreat", "prepare", data), (6, 6))
    return go(table, "03.04")


DIVISION = "axis 02.04 z Div infantry other 12-3-3L/6-3-8L re=3"
ARMORED = "axis 02.04 z Div tank armor 12-3-9K/6-3-12K re=3"
RED_WALL = "axis 02.04 z Div motorized_infantry mech 12-3-6T/6-3-14T re=3"
RED_ARMOR_WALL = "axis 02.04 z Div tank mech 12-3-6T/6-3-14T re=3"


@pytest.mark.case("N5.10-combat", "N9.12e-ezoc")
@pytest.mark.case(
    "N4.5-retreat-soft", "N4.5-retreat-hard", "N4.5-retreat-hard-armor", "N9.12e-extra-loss",
    "N9.12e-extra-loss-exception",
)  # fmt: skip
@pytest.mark.parametrize(
    ("wall", "unit", "loses", "by_red"),
    [
        (DIVISION, RGT, True, True),
        (DIVISION, RED, False, False),
        (DIVISION, TANKS, False, False),
        (ARMORED, RED, True, True),
        (RED_ARMOR_WALL, RED, True, True),
        (RED_WALL, RED, False, True),
        ("axis 02.04 z Bn infantry other 4-3-3L/2-3-6L dg", RGT, False, False),
    ],
)
def test_an_enemy_zoc_costs_soft_units_a_step(wall: str, unit: str, loses: bool, by_red: bool) -> None:
    for switch, wanted in (("heavy", loses), ("yellow_and_red", by_red)):
        table = flight(wall, f"soviet 03.03 r {unit}", retreat_armor=switch)
        assert bool(table.all(StepLost)) is wanted
        assert not table.all(Disorganized), "a ZOC disorganizes nobody"
        if wanted:
            assert table.one(StepLost).case == "N9.12e-extra-loss"


@pytest.mark.case("N9.12e-extra-loss-exception", "N4.5-retreat-hard")
def test_armor_without_a_zoc_of_its_own_does_not_count() -> None:
    """One step of yellow armor has no ZOC; two have, and red units pay for theirs."""
    tanks = f"axis 04.04 y {TANKS}"
    assert not flight(DIVISION, tanks, f"soviet 03.03 r {RED}").all(StepLost)
    assert flight(DIVISION, tanks, tanks.replace(" y ", " x "), f"soviet 03.03 r {RED}").all(StepLost)


@pytest.mark.case("N9.12e-ezoc", "N4.5-negation-retreat")
def test_friends_in_the_hex_negate_the_zoc() -> None:
    table = flight(DIVISION, f"soviet 03.03 r {RGT}", f"soviet 03.04 q {BN}")
    assert not table.all(StepLost)
    assert table.at("r") == "03.04"


@pytest.mark.case("N4.5-retreat-max", "N9.12e-extra-loss")
def test_a_stack_pays_once_and_chooses_who() -> None:
    lines = (DIVISION, f"soviet 03.03 r {RGT}", f"soviet 03.03 s {RGT}", f"soviet 03.03 t {RED}")
    table = flight(*lines, units=("r", "s", "t"), distance=2)
    assert (table.step, offers(table)) == ("owed", ["r", "s"]), "red units are spared"
    assert table.refused(LoseStep("t")) == ("retreat.not_owed", "N9.12e-extra-loss")
    go(table.do(LoseStep("r")), "03.05")
    assert len(table.all(StepLost)) == 1
    assert table.at("s") == table.at("t") == "03.05"


@pytest.mark.case("N4.5-retreat-max")
def test_who_splits_off_afterwards_has_paid() -> None:
    lines = (DIVISION, f"soviet 03.03 r {RGT}", f"soviet 03.03 s {RGT}", f"soviet 03.03 t {RGT}")
    table = flight(*lines, units=("r", "s", "t"), distance=2).do(LoseStep("r"), SplitOff("s"))
    go(table, "03.05")
    go(table, "03.05")
    assert len(table.all(StepLost)) == 1


# --- HQs ---------------------------------------------------------------------------------------------------------


def hunted(hq: str, *dice: int, rest: str = SOURCE) -> Table:
    """An HQ alone that would lose its step."""
    return decided(f"axis 02.02 a {RGT}", f"soviet 03.03 r {hq}", d_loss=1, retreat=1, dice=dice, rest=rest)


@pytest.mark.case("N13.1c-evade", "N13.1c-evade-column", "N13.1c-relocate", "N13.1c-relocate-failure")
@pytest.mark.parametrize(
    ("hq", "dice", "evades"),
    [(TRUCK_HQ, (3, 4), True), (TRUCK_HQ, (3, 3), False), (LEG_HQ, (4, 4), True), (LEG_HQ, (3, 4), False),
     ("hq 15T-4T/10T-10T", (3, 4), False), ("hq 15T-4T/10T-11T", (3, 4), True)],
)  # fmt: skip
def test_an_hq_rolls_to_get_away(hq: str, dice: tuple[int, int], evades: bool) -> None:
    table = hunted(hq, *dice)
    assert (table.step == "relocate") is evades
    if evades:
        table.do(Displace("r", table.hex("04.04")))
        assert (table.at("r"), table.one(HqEvaded).case) == ("04.04", "N13.1c-relocate")
        assert not table.all(StepLost)
        assert table.step in ("advance", ""), "nobody is left to retreat"
    else:
        assert table.one(UnitEliminated).case == "N13.1c-relocate-failure"
        assert table.at("r") == "dead"


@pytest.mark.case("N13.1c-relocate")
def test_it_goes_closer_to_a_source_within_its_mp() -> None:
    table = hunted(LEG_HQ, 6, 6)
    ends = {table.look.hex_name(action.hex) for action in table.offered(Displace)}
    assert "05.05" in ends
    assert "02.02" not in ends
    assert "01.01" not in ends
    assert table.refused(Displace("r", table.hex("01.02"))) == ("evasion.hex", "N13.1c-relocate")
    assert table.refused(Displace("a", table.hex("04.04"))) == ("evasion.hex", "N13.1c-relocate")


@pytest.mark.case("N13.1c-relocate")
@pytest.mark.parametrize(("rest", "free"), [("", {"03.05", "04.04"}), ("[hedgehogs]\naxis 04.04 1\n", {"03.05"})])
def test_it_does_not_go_where_anything_of_the_enemys_is(rest: str, free: set[str]) -> None:
    """HQs enter neither works nor dumps of the enemy (4.8c); there is one of his in 04.03."""
    table = hunted(TRUCK_HQ, 6, 6, rest=f"{SOURCE}\n{rest}")
    ends = {table.look.hex_name(action.hex) for action in table.offered(Displace)}
    assert ends & {"03.05", "04.04", "04.03"} == free
    assert table.refused(Displace("r", table.hex("04.03"))) == ("evasion.hex", "N13.1c-relocate")


@pytest.mark.case("N13.1c-relocate")
@pytest.mark.parametrize(("hq", "far"), [(TRUCK_HQ, 10), (LEG_HQ, 8)])
def test_an_hq_goes_ten_truck_or_eight_leg_mp(hq: str, far: int) -> None:
    row = "\n".join([" ".join("." * 16)] * 3)
    text = (
        f"edition new-ocs\n[terrain]\n{row}\n[units]\naxis 01.02 a {RGT}\nsoviet 02.02 r {hq}\n[sources]\nsoviet 16.02"
    )
    look = position(text)
    ends = open_to(look, HqEvasion("soviet", "r"))
    assert max(look.board.distance(look.unit("r").hex, hex_) for hex_ in ends) == far


@pytest.mark.case("N13.1c-relocate")
def test_an_hq_goes_only_where_it_could_stand() -> None:
    """On foot it could flee into the swamp, where an HQ that drives on both sides cannot be."""
    for hq, fits in (("hq 15T-4T/10T-10T", False), (LEG_HQ, True)):
        text = scene(f"axis 02.02 a {RGT}", f"soviet 03.03 r {hq}", rest=SOURCE).replace(
            "edition new-ocs\n[terrain]\n. . . . .", "edition new-ocs\n[terrain]\n. . . . s"
        )
        look = position(text)
        assert (look.board.index("05.05") in open_to(look, HqEvasion("soviet", "r"))) is fits


@pytest.mark.case("N13.1c-relocate")
def test_an_hq_at_its_source_has_nowhere_closer_to_go() -> None:
    table = hunted(TRUCK_HQ, 6, 6, rest="[sources]\nsoviet 03.03")
    assert table.one(UnitEliminated).case == "N13.1c-relocate"


@pytest.mark.case("N13.1c-evade")
def test_an_hq_that_would_pay_for_a_zoc_evades_too() -> None:
    table = flight(DIVISION, f"soviet 03.03 r {TRUCK_HQ}", distance=2)
    assert table.step == "relocate"
    table.do(table.offered(Displace)[0])
    assert table.step == ""
    assert not table.all(StepLost)
    assert replace(table.one(HqEvaded), hex=0).start == table.hex("03.04")


@pytest.mark.case("N9.11-first-loss-armor")
def test_red_armor_is_what_the_chart_calls_half_heavy() -> None:
    look = position(scene(f"axis 02.02 a {RED_TANKS}"))
    assert look.counter("a").symbol == "tank"
