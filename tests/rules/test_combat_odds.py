"""Terrain choices, odds, previews."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import ChooseLeader, ChooseTerrain, UseInternals
from redball.core.events import OddsSet, TerrainChosen
from redball.rules.combat.odds import OddsPreview, best_leader, preview
from redball.rules.combat.record import OWN_TERRAIN, Leader
from redball.rules.combat.terrain import attack_terrains, hex_terrains
from rules.table import Table, combat
from support import position

RGT = "Rgt infantry other 8-3-3L/4-3-6L"
PZ = "Bn tank armor 6-5-12K/3-5-15K"


def field(target: str = ".", *, units: str, also: str = "", sides: str = "", places: str = "", hogs: str = "") -> str:
    """A 5x5 board of open ground but for 03.03."""
    return f"""
[terrain]
. . . . .
. . . . .
. . {target} . .
. . . . .
. . . . .
[places]
{places}
[also]
{also}
[hexsides]
{sides}
[units]
{units}
[hedgehogs]
{hogs}
"""


def line(*values: int) -> str:
    """Attackers of those strengths in 02.02 and one defender of the last strength in 03.03."""
    *attack, defend = values
    units = [f"axis 02.02 a{i} Rgt infantry other {v}-3-3L/1-3-6L" for i, v in enumerate(attack, start=1)]
    return "\n".join([*units, f"soviet 03.03 r1 Rgt infantry other {defend}-3-3L/1-3-6L"])


def look_at(text: str, *attackers: str, kind: str = "regular", **more: Any) -> OddsPreview:
    look = position(text)
    return preview(look, kind, look.board.index("03.03"), attackers, **more)  # type: ignore[arg-type]


# --- which terrain ---------------------------------------------------------------------------------------------


@pytest.mark.case("9.3b", "9.4b-A", "9.4c")
def test_which_terrains_the_defender_may_choose() -> None:
    text = field(
        "w", units=line(8, 8), also="03.03 mountain", sides='minor_river "r" 03.03/SW 03.03/S\nsea_or_lake "l" 03.03/SE'
    )
    look = position(text)
    hex_ = look.board.index("03.03")
    assert hex_terrains(look, hex_) == ("woods", "mountain")
    assert attack_terrains(look, look.board.index("02.02"), hex_) == ("woods", "mountain", "minor_river")
    assert attack_terrains(look, look.board.index("02.03"), hex_) == ("woods", "mountain")
    assert attack_terrains(look, look.board.index("04.02"), hex_) == ("woods", "mountain")  # no such line in the chart


@pytest.mark.case("9.3b")
def test_open_ground_is_no_choice_beside_other_terrain() -> None:
    look = position(field(units=line(8, 8), places='03.03 village "Dorf"'))
    assert hex_terrains(look, look.board.index("03.03")) == ("village",)
    assert hex_terrains(look, look.board.index("01.01")) == ("open",)


def asked(text: str, *attackers: str) -> Table:
    """A combat in which the defender (exhausted) is about to choose terrain; attackers use their stocks."""
    return combat(text, "03.03", *attackers, dice=(3, 4, 3, 4)).do(*(UseInternals(uid) for uid in attackers))


CITY = field(
    "c",
    units=f"""
axis 02.02 a1 {PZ}
axis 03.02 a2 {PZ}
axis 04.02 a3 {RGT}
soviet 03.03 r1 {RGT} exhausted
""",
    sides='minor_river "r" 03.03/SW 03.03/S 03.03/SE',
)


@pytest.mark.case("9.4b-A", "9.4b-B", "9.4b-C", "9.4c", "9.2-4", "9.3", "9.3c")
def test_the_book_s_city_across_a_river() -> None:
    """City against the two armored stacks, the river against the infantry, the city for himself."""
    table = asked(CITY, "a1", "a2", "a3").run_to("terrain")
    choices = [ChooseTerrain("minor_city", table.hex(h)) for h in ("02.02", "03.02")]
    choices += [ChooseTerrain("minor_river", table.hex("04.02"))]
    table.do(*choices)
    odds = table.one(OddsSet)
    assert (odds.line, odds.attack) == ("very_close", "10")  # 3 + 3 + 4: halved once each
    chosen = {event.against: event.terrain for event in table.all(TerrainChosen)}
    assert chosen[OWN_TERRAIN] == "minor_city"
    assert [event.case for event in table.all(TerrainChosen)].count("9.4b-A") == 3


@pytest.mark.case("9.4b-A", "9.2-4")
def test_terrain_is_announced_stack_by_stack() -> None:
    table = asked(CITY, "a1", "a3").run_to("terrain")
    assert table.asked.side == "soviet"
    first, second = table.hex("02.02"), table.hex("04.02")
    assert table.refused(ChooseTerrain("minor_city", second)) == ("combat.terrain_order", "9.4b-A")
    assert table.refused(ChooseTerrain("woods", first)) == ("combat.terrain_absent", "9.4b-A")
    assert table.why(ChooseTerrain("minor_city", second)).need == "against 02.02"
    table.do(ChooseTerrain("minor_river", first), ChooseTerrain("minor_river", second))
    assert table.one(OddsSet).attack == "7"


@pytest.mark.case("9.4c", "9.3")
def test_a_hexside_is_never_the_defender_s_own_terrain() -> None:
    text = field("w", units=f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT} exhausted", also="03.03 mountain",
                 sides='minor_river "r" 03.03/SW')  # fmt: skip
    table = asked(text, "a1").run_to("terrain")
    table.do(ChooseTerrain("minor_river", table.hex("02.02")))
    assert table.refused(ChooseTerrain("minor_river")) == ("combat.terrain_absent", "9.4c")
    assert table.refused(ChooseTerrain("woods", table.hex("02.02"))) == ("combat.terrain_order", "9.4b-A")
    assert table.why(ChooseTerrain("woods", table.hex("02.02"))).need == "of your own hex"
    table.do(ChooseTerrain("mountain"))
    odds = table.one(OddsSet)
    assert (odds.line, odds.attack, odds.defend) == ("very_close", "4", "4")


@pytest.mark.case("9.4b-C", "9.4b-A")
def test_terrain_of_the_attacking_hex_does_not_matter_and_one_terrain_is_taken_at_once() -> None:
    text = field(units=f"axis 02.02 a1 {PZ}\nsoviet 03.03 r1 {RGT} exhausted", also="02.02 swamp")
    table = asked(text, "a1")
    assert [event.terrain for event in table.all(TerrainChosen)] == ["open", "open"]
    assert table.one(OddsSet).attack == "12"


# --- odds ------------------------------------------------------------------------------------------------------


@pytest.mark.case("9.7", "9.7a", "4.2-A", "4.1")
@pytest.mark.parametrize(
    ("attack", "defend", "odds", "column"),
    [
        (15, 6, "3:1", "3:1"),  # the book's rounding
        (17, 20, "1:1", "1:1"),
        (10, 24, "1:2", "1:2"),
        (10, 25, "1:3", "1:3"),
        (6, 1, "6:1", "5:1"),
        (7, 1, "7:1", "7:1"),
        (1, 12, "1:12", "1:5"),
        (30, 2, "15:1", "13:1"),
    ],
)
def test_odds_and_column(attack: int, defend: int, odds: str, column: str) -> None:
    found = look_at(field(units=line(attack, defend)), "a1")
    assert (found.odds.odds, found.column_label) == (odds, column)


@pytest.mark.case("4.2-A", "9.7")
def test_the_book_s_fractions_are_not_rounded_before_the_odds() -> None:
    """2.5, 3.25 and 4 against 2: 4.875 to 1 is 5:1."""
    units = """
axis 02.02 a1 Rgt infantry other 5-3-3L/1-3-6L dg
axis 02.02 a2 Rgt infantry other 13-3-3L/1-3-6L dg oos
axis 02.02 a3 Rgt infantry other 4-3-3L/1-3-6L
soviet 03.03 r1 Rgt infantry other 2-3-3L/1-3-6L
"""
    found = look_at(field(units=units), "a1", "a2", "a3")
    assert (found.odds.attack, found.odds.defend, found.odds.odds) == ("9.75", "2", "5:1")
    assert [one.amount for one in found.ledgers[0].lines] == ["2.5", "3.25", "4"]


@pytest.mark.case("9.3", "9.7a")
@pytest.mark.parametrize(
    ("sign", "line_", "column"),
    [(".", "open", "4:1"), ("w", "close", "4:1"), ("m", "very_close", "4:1"), ("C", "extremely_close", "4:1")],
)
def test_the_line_is_that_of_the_defender_s_hex(sign: str, line_: str, column: str) -> None:
    found = look_at(field(sign, units=line(20, 5)), "a1")
    assert (found.odds.line, found.column_label) == (line_, column)
    assert found.odds.column == {".": 7, "w": 6, "m": 5, "C": 4}[sign]


@pytest.mark.case("9.14a-A", "9.14a-B", "9.14a-C")
@pytest.mark.parametrize(("attack", "defend", "column"), [(5, 0, "13:1"), (0, 5, "1:5"), (0, 0, "1:1"), (1, 1, "1:1")])
def test_zero_strengths(attack: int, defend: int, column: str) -> None:
    assert look_at(field(units=line(attack, defend)), "a1").column_label == column


@pytest.mark.case("9.14a-A")
def test_a_zero_beside_some_strength_is_ordinary() -> None:
    """Reading 1.57: only a total of 0 counts as zero strength."""
    units = line(5, 5) + "\nsoviet 03.03 r2 Rgt infantry other 9-3-3L/1-3-6L strat"
    assert look_at(field(units=units), "a1").column_label == "1:1"


@pytest.mark.case("9.4a")
def test_units_of_one_stack_are_multiplied_each_by_its_own_class() -> None:
    units = f"axis 02.02 a1 {PZ}\naxis 02.02 a2 {RGT}\nsoviet 03.03 r1 {RGT}"
    assert [look_at(field(units=units), *who).odds.attack for who in (("a1",), ("a2",), ("a1", "a2"))] == [
        "12",
        "8",
        "20",
    ]


@pytest.mark.case("9.1d", "9.0-D")
def test_all_combat_units_of_the_hex_defend() -> None:
    units = line(8, 3) + """
soviet 03.03 h1 hq 15T-4T/10T-20T
soviet 03.03 b1 artillery b20-3-4-3L/b7-3-4-8T
soviet 03.03 t1 truck 2 45T
"""  # fmt: skip
    assert look_at(field(units=units), "a1").odds.defend == "9"


# --- leaders, surprise, costs ----------------------------------------------------------------------------------


@pytest.mark.case("9.6-A", "9.2-5")
def test_the_drm_is_the_difference_of_the_best_ratings() -> None:
    units = f"""
axis 02.02 a1 {RGT}
axis 02.02 a2 {PZ}
soviet 03.03 r1 Rgt infantry other 8-1-3L/4-1-6L
soviet 03.03 r2 Rgt infantry other 8-2-3L/4-2-6L
"""
    found = look_at(field(units=units), "a1", "a2")
    assert (found.attack_leader, found.defence_leader) == (Leader("a2", 5), Leader("r2", 2))
    assert (found.odds.drm, found.ledgers[2].total) == (3, "3")
    assert [one.amount for one in found.ledgers[2].lines] == ["+5", "-2"]


@pytest.mark.case("9.6a-A", "9.6a-B", "9.6-A", "5.10b-B", "5.8-C")
@pytest.mark.parametrize(("marks", "drm"), [("", 0), ("dg", 1), ("strat", 3)])
def test_modes_of_the_leader_change_the_drm(marks: str, drm: int) -> None:
    units = f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {RGT} {marks}"
    found = look_at(field(units=units), "a1")
    assert found.odds.drm == drm
    _, printed, *changes = found.ledgers[2].lines
    assert (printed.amount, [line.amount for line in changes]) == ("-3", [f"+{drm}"] if marks else [])
    assert {line.unit for line in (printed, *changes)} == {"r1"}


@pytest.mark.case("9.6a-A", "13.1c-A")
def test_disorganization_of_an_hq_has_its_own_line() -> None:
    found = look_at(field(units=f"axis 02.02 a1 {RGT} dg\nsoviet 03.03 h hq 15T-4T/10T-20T dg"), "a1")
    assert [(line.amount, line.case) for line in found.ledgers[2].lines] == [
        ("+3", "9.6-A"),
        ("-1", "9.6a-A"),
        ("0", "9.6-A"),
        ("+1", "9.6a-A"),
    ]
    assert (found.odds.drm, found.ledgers[2].total) == (3, "3")


@pytest.mark.case("9.8-A", "16.0d")
@pytest.mark.parametrize(
    ("kind", "hogs", "chances"),
    [
        ("regular", "", (6, 20, 10)),
        ("overrun", "", (10, 11, 15)),
        ("regular", "soviet 03.03 1", (3, 18, 15)),
        ("regular", "soviet 03.03 4", (3, 18, 15)),
    ],
)
def test_chances_of_surprise(kind: str, hogs: str, chances: tuple[int, int, int]) -> None:
    found = look_at(field(units=line(8, 8), hogs=hogs), "a1", kind=kind)
    assert found.surprise == chances
    assert found.odds.hedgehog == (int(hogs[-1]) if hogs else 0)


@pytest.mark.case("12.4-A", "12.4-B")
def test_what_the_attack_would_cost() -> None:
    units = line(8, 8) + "\naxis 02.02 d1 Div infantry other 12-3-3L/6-3-8L re=3 lost=1"
    found = look_at(field(units=units), "a1", "d1")
    assert found.attack_tokens == {"a1": 1, "d1": 2}
    assert found.defence_tokens == 1


# --- what a preview assumes ------------------------------------------------------------------------------------


@pytest.mark.case("9.4b-A", "9.4c")
def test_a_preview_assumes_the_terrain_that_hurts_most() -> None:
    found = look_at(CITY, "a1", "a3")
    chosen = {choice.against: choice.terrain for choice in found.terrain}
    assert list(chosen.values()) == ["minor_city", "minor_river", "minor_city"]
    assert found.odds.attack == "7"


@pytest.mark.case("9.4c")
def test_the_defender_weighs_his_strength_against_the_line() -> None:
    """In a village with a swamp infantry takes the better line; armor would be halved by it, which gains nothing."""

    def own(defender: str) -> str:
        text = field("s", units=f"axis 02.02 a1 {RGT}\nsoviet 03.03 r1 {defender}", places='03.03 village "Dorf"')
        return next(choice.terrain for choice in look_at(text, "a1").terrain if choice.against == OWN_TERRAIN)

    assert own(RGT) == "swamp"
    assert own("Bn tank armor 8-3-3K/4-3-6K") == "village"


@pytest.mark.case("9.4c", "9.5-B")
def test_the_defender_weighs_it_with_the_supply_that_he_has() -> None:
    units = "axis 02.02 a1 Rgt infantry other 6-3-3L/1-3-6L\nsoviet 03.03 r1 Bn tank armor 8-3-3K/4-3-6K"
    text = field("s", units=units, places='03.03 major_city "Stadt"')
    own = [look_at(text, "a1", unsupplied=without).terrain[-1].terrain for without in ((), ("r1",))]
    assert own == ["major_city", "swamp"]


@pytest.mark.case("9.5-B")
def test_a_preview_with_unsupplied_defenders() -> None:
    text = field(units=line(8, 8))
    assert look_at(text, "a1").odds.odds == "1:1"
    assert look_at(text, "a1", unsupplied=("r1",)).odds.odds == "2:1"


@pytest.mark.case("9.7")
def test_a_preview_changes_nothing_and_agrees_with_the_combat() -> None:
    text = field(units=f"axis 02.02 a1 {PZ}\naxis 03.02 a2 {RGT}\nsoviet 03.03 r1 {RGT} exhausted")
    before = position(text)
    found = preview(before, "regular", before.board.index("03.03"), ("a1", "a2"), unsupplied=("r1",))
    table = asked(text, "a1", "a2")
    table.do(ChooseLeader("a1"))
    told = table.one(OddsSet)
    assert (told.attack, told.defend, told.odds) == (found.odds.attack, found.odds.defend, found.odds.odds)
    assert (told.column, told.line, told.drm) == (found.column_label, found.odds.line, found.odds.drm)
    assert told.ledgers == found.ledgers


@pytest.mark.case("9.6-A")
def test_nobody_leads_nothing() -> None:
    look = position(field(units=line(8, 8)))
    assert best_leader(look, []) is None
