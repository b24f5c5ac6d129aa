"""The table companion: questions checked, dice told, odds against an enumeration that reads the data files only."""

import json
import re
from collections import Counter, defaultdict
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from tomllib import loads
from typing import Any, Literal

import msgspec
import pytest

from redball.analysis.companion import KINDS, AskError
from redball.charts import load_charts
from redball.cli.companion import show
from redball.cli.main import run
from redball.editions import charts_from, charts_of
from redball.rules.combat.dice import Odds, combat_spread
from redball.rules.supply.price_list import price_list

CHARTS = load_charts("v4")
DATA = files("redball.charts") / "data"
TABLES = {
    **loads((DATA / "v4.toml").read_text("utf-8"))["tables"],
    **loads((DATA / "v4_air_sea.toml").read_text("utf-8"))["tables"],
}
PIPS = range(1, 7)
EXAMPLE = {"terrain": "open", "attack": "17", "defend": "20", "ar": [5, 3]}


def chances(kind: Any, *names: Any, **fields: Any) -> Any:
    """Odds by the values of some fields of the outcomes, as fractions."""
    found = KINDS[kind].odds(CHARTS, fields)
    assert sum(Fraction(outcome["p"]) for outcome in found["outcomes"]) == 1
    assert sum(outcome["chance"] for outcome in found["outcomes"]) == pytest.approx(1)
    by: dict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
    for outcome in found["outcomes"]:
        by[tuple(outcome[name] for name in names)] += Fraction(outcome["p"])
    return by


def counted(outcomes: Any) -> Any:
    """An enumeration as chances."""
    outcomes = list(outcomes)
    return {key: Fraction(count, len(outcomes)) for key, count in Counter(outcomes).items()}


def band(bands: Any, number: Any) -> Any:
    return next(b["result"] for b in bands if b.get("min", -99) <= number <= b.get("max", 99))


def cell(table: Any, column: Any, roll: Any) -> Any:
    rows = TABLES[table]["rows"]
    return TABLES[table]["results"][min(max(roll, rows[0]), rows[-1]) - rows[0]][column]


# --- combat --------------------------------------------------------------------------------------------------------


def combat_results(kind: Any, column: Any, drm: int, hedgehog: Any, tables: Any = TABLES) -> Any:
    """Results of the chart by all 36 x 6 x 36 throws."""
    surprise = tables["surprise"]
    works = next(line["value"] for line in surprise["modifiers"] if line["id"] == "hedgehog") if hedgehog else 0
    combat = tables["combat"]
    first, last = combat["rows"][0], len(combat["columns"]) - 1
    for a, b, pip in product(PIPS, repeat=3):
        who = band(surprise["bands"][kind], a + b + drm + works)
        by = {"attacker": pip, "defender": -pip, "none": 0}[who]
        read = min(max(column + by, 0), last)
        for c, d in product(PIPS, repeat=2):
            row = min(max(c + d + drm - hedgehog, first), combat["rows"][-1]) - first
            yield (combat["results"][row][read],)


@pytest.mark.case("9.7a", "9.8-A", "9.8-B", "9.9", "9.14a-A")
@pytest.mark.parametrize("line", ["open", "close", "very_close", "extremely_close"])
def test_every_column_of_every_line_agrees_with_brute_force(line: Any) -> None:
    """Attack strengths that stand exactly on each column's odds."""
    drms, kinds = (0, 3, -4), ("regular", "overrun")
    for column, label in enumerate(TABLES["combat"]["lines"][line]):
        a, d = map(int, label.split(":"))
        drm, kind, hedgehog = drms[column % 3], kinds[column % 2], (0, 2, 0, 4)[column % 4]
        found = chances(
            "combat",
            "result",
            terrain=line.replace("_", "-"),
            attack=str(a * 7),
            defend=str(d * 7),
            ar=[max(drm, 0), max(-drm, 0)],
            overrun=kind == "overrun",
            hedgehog=hedgehog,
        )
        assert found == counted(combat_results(kind, column, drm, hedgehog)), label


@pytest.mark.parametrize("drm", range(-4, 5))
def test_every_column_of_the_1992_table_agrees_with_brute_force(drm: int) -> None:
    old = loads((DATA / "v1992.toml").read_text("utf-8"))["tables"]
    charts = charts_from("v4", "v1992")
    for column in range(len(old["combat"]["columns"])):
        kind: Literal["regular", "overrun"] = "overrun" if column % 2 else "regular"
        hedgehog = (0, 1, 0)[column % 3]
        found = combat_spread(charts, Odds(kind, column, drm, hedgehog)).map(lambda read: read.result)
        assert {(text,): chance for text, chance in found} == counted(combat_results(kind, column, drm, hedgehog, old))


def test_the_example_of_one_resolution() -> None:
    told = KINDS["combat"].roll(CHARTS, EXAMPLE, {"surprise": [9], "shift": [2], "dice": [5]})
    assert (told["odds"], told["drm"], told["column"], told["roll"]) == ("1:1", 2, "3:1", 7)
    assert told["surprise"] == {"side": "attacker", "shift": 2}
    assert told["result"] == "Ao1 Do1"
    assert {tuple(line) for line in told["ledger"]} == {("amount", "reason", "case", "chart")}
    quiet = KINDS["combat"].roll(CHARTS, EXAMPLE, {"surprise": [6], "dice": [5]})
    assert quiet["surprise"] == {"side": "none", "shift": 0}


def test_dice_that_are_not_told_fall_and_are_shown() -> None:
    told = KINDS["combat"].roll(CHARTS, EXAMPLE, {"surprise": [6]}, Random(4))
    assert len(told["thrown"]) == 2
    assert told["roll"] == sum(told["thrown"]) + 2


@pytest.mark.case("9.10a", "9.10c-A", "9.11b-B")
def test_options_and_steps_change_what_comes_of_a_result() -> None:
    def came(result: Any, **more: Any) -> Any:
        found = KINDS["combat"].odds(CHARTS, {**EXAMPLE, **more})["outcomes"]
        one = next(outcome for outcome in found if outcome["result"] == result)
        return one["attacker_losses"], one["defender_losses"], one["attacker_retreat"], one["defender_retreat"]

    assert came("Ao1 Do1") == (1, 0, 0, 1)
    assert came("Ao1 Do1", defender_option="losses") == (1, 1, 0, 0)
    assert came("Ao1 Do1", attacker_option="retreat") == (0, 0, 1, 0)
    assert came("Ao1e4 DL1o2", defender_option="mixed") == (1, 2, 0, 1)
    assert came("Ao1e4 DL1o2", defender_steps=1) == (1, 1, 0, 0)
    assert came("AL2", attacker_steps=1) == (1, 0, 0, 0)


@pytest.mark.case("9.14a-A", "9.14a-B", "9.14a-C")
def test_zero_strengths_have_their_columns() -> None:
    def initial(attack: Any, defend: Any) -> Any:
        return KINDS["combat"].odds(CHARTS, {**EXAMPLE, "attack": attack, "defend": defend})["initial_column"]

    assert (initial("1", "0"), initial("0", "1"), initial("0", "0")) == ("13:1", "1:5", "1:1")


# --- the other tables ----------------------------------------------------------------------------------------------


def test_barrage_agrees_with_brute_force_in_every_column() -> None:
    table = TABLES["barrage"]
    for column, low in enumerate(table["column_min"]):

        def outcome(a: Any, b: Any, c: Any, column: Any = column) -> Any:
            text = cell("barrage", column, a + b)
            code = table["codes"][text]
            return text, code["steps"] + (code["half"] and c >= table["step_loss_on"])

        expected = counted(outcome(*dice) for dice in product(PIPS, repeat=3))
        shift = {band(TABLES["barrage_density"]["bands"]["re"], quarters): quarters for quarters in range(80)}
        found = chances("barrage", "result", "steps", strength=str(max(low, 1)), re=str(Fraction(shift[0], 4)))
        assert found == expected, table["columns"][column]


@pytest.mark.parametrize("target", ["air_base", "port", "trainbusting"])
def test_facility_agrees_with_brute_force(target: Any) -> None:
    table = TABLES["facility"]
    for column, low in enumerate(table["column_min"]):

        def outcome(die: Any, plane: Any, column: Any = column) -> Any:
            code = table["codes"][cell("facility", column, die)]
            return {
                "air_base": (min(code["hits"], 1), 0, 0 < code["plane_check"] <= plane, False),
                "port": (0, min(code["hits"], 1), 0, False),
                "trainbusting": (0, 0, 0, code["trainbust"]),
            }[target]

        found = chances(
            "facility",
            *("levels", "port_hits", "planes", "trainbusting"),
            strength=str(max(low, 1)),
            target=target,
            level=2,
            hits=3,
            planes=1,
        )
        assert found == counted(outcome(*dice) for dice in product(PIPS, repeat=2))


def test_air_combat_of_two_fighters_agrees_with_brute_force() -> None:
    table = TABLES["air_combat"]["bands"]

    def outcome(a: Any, b: Any, c: Any) -> Any:
        who, loss = band(table["main"], a + b + 1), band(table["loss_die"], c) == "step_loss"
        one, other = who in ("attacker_aborts", "both_abort"), who in ("defender_aborts", "both_abort")
        return 1 - one, 1 - other, one * loss, other * loss

    found = chances(
        "air-combat",
        *("attackers_left", "defenders_left", "attacker_losses", "defender_losses"),
        attackers="4",
        defenders="3",
    )
    assert found == counted(outcome(*dice) for dice in product(PIPS, repeat=3))


def test_flak_agrees_with_brute_force() -> None:
    def outcome(a: Any, b: Any, c: Any) -> Any:
        hit = band(TABLES["flak"]["bands"]["main"], a + b + 3) == "step_loss"
        return (cell("mission_loss", 1, c) if hit else "",)

    found = chances("flak", "hit", aircraft=3, patrol_zone=True)
    assert found == counted(outcome(*dice) for dice in product(PIPS, repeat=3))


def test_attrition_agrees_with_brute_force_in_every_column() -> None:
    for rating, steps in product(range(6), (3, 7)):

        def outcome(a: Any, b: Any, rating: Any = rating, steps: Any = steps) -> Any:
            lost = band(TABLES["attrition"]["bands"][f"ar{rating}"], a + b + 3 * (steps >= 5))
            return (steps if lost == "all" else min(lost, steps),)

        found = chances("attrition", "steps", ar=rating, steps=steps)
        assert found == counted(outcome(*dice) for dice in product(PIPS, repeat=2))


def test_one_die_tables_agree_with_brute_force() -> None:
    def part(amount: Any, percent: Any) -> Any:
        return (2 * amount * percent + 100) // 200

    for column, what in enumerate(("dump", "trucks", "wagons")):
        expected = counted(
            (part(9, cell("capture", column, die)), part(6, cell("capture", column, die))) for die in PIPS
        )
        assert chances("capture", "amount", "load", what=what, amount=9, load=6) == expected
    assert chances("blow", "tokens", tokens=7) == counted((part(7, cell("dump_blowing", 0, d)),) for d in PIPS)
    for first in (False, True):
        escapes = counted(
            (die + first >= 5, turns if die + first >= 5 else 0) for die, turns in product(PIPS, repeat=2)
        )
        assert chances("breakout", "escapes", "turns", first_turn=first) == escapes


def test_drops_and_landings_agree_with_brute_force() -> None:
    for friendly, closed, glider in product((False, True), repeat=3):
        name = f"{'friendly' if friendly else 'enemy'}_{'closed' if closed else 'clear'}"
        rolls = [a + b + glider for a, b in product(PIPS, repeat=2)]
        expected = counted((band(TABLES["air_transport"]["bands"][name], roll) == "success",) for roll in rolls)
        assert chances("air-drop", "lands", friendly=friendly, closed=closed, glider=glider) == expected
    for ground, shift in (("other", 0), ("very-close", -1), ("extremely-close", -2)):
        closed_band = TABLES["air_transport"]["bands"]["enemy_closed"]
        expected = counted((band(closed_band, a + b + shift) == "success",) for a, b in product(PIPS, repeat=2))
        assert chances("air-drop", "lands", closed=True, ground=ground) == expected, "HR-15"
    for terrain, bands in TABLES["alt"]["bands"].items():
        expected = counted((band(bands, a + b - 3),) for a, b in product(PIPS, repeat=2))
        found = chances("landing", "result", terrain=terrain.replace("_", "-"), enemy_adjacent=True, enemy_zoc=True)
        assert found == expected


# --- bad questions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        ("combat", {}, "combat: missing `terrain`"),
        ("combat", {**EXAMPLE, "terrain": "sea"}, "terrain must be one of open, close, very-close, extremely-close"),
        ("combat", {**EXAMPLE, "attack": "many"}, "attack must be a strength like 7, 3.5 or 7/2, not 'many'"),
        ("combat", {**EXAMPLE, "attack": "-1"}, "attack must not be negative"),
        ("combat", {**EXAMPLE, "ar": [5]}, "of length 2"),
        ("combat", {**EXAMPLE, "attack": "1e9"}, "attack must be a strength like 7, 3.5 or 7/2, not '1e9'"),
        ("combat", {**EXAMPLE, "attack": "7/0"}, "attack must be a strength like 7, 3.5 or 7/2, not '7/0'"),
        ("combat", {**EXAMPLE, "ar": [5, -2]}, "Action Ratings go from -1 to 9, and these are 5 and -2"),
        ("combat", {**EXAMPLE, "ar": [99, 2]}, "Action Ratings go from -1 to 9"),
        ("capture", {"what": "beer", "amount": 3}, "invalid enum value 'beer' for `what` (dump, trucks or wagons)"),
        ("attrition", {"ar": 3}, "missing `steps` (Out of Supply steps in the hex)"),
        ("combat", {**EXAMPLE, "hedgehog": 5}, "at most level 4"),
        ("combat", {**EXAMPLE, "wind": 1}, "there is no field `wind`"),
        ("barrage", {"strength": "1/4"}, "at least 1 point, and this is 0.25"),
        ("barrage", {"strength": "9", "re": "1/3"}, "re is counted in quarters"),
        ("facility", {"strength": "9", "target": "bridge"}, "invalid enum value 'bridge'"),
        ("flak", {"aircraft": 5}, "expected `int` <= 4"),
        ("air-combat", {"attackers": "a", "defenders": "3"}, "ratings are up to eight numbers"),
        ("air-combat", {"attackers": "1,2,3", "defenders": "3,4,5"}, "up to five aircraft"),
        ("barrage", {"strength": "9", "re": "0"}, "re must be at least 0.25"),
        ("barrage", {"strength": "9", "short_range": True}, "short_range needs arm air, and it is artillery"),
        ("air-drop", {"nation": "roman"}, "nation must be one of soviet, allied-1944"),
        ("landing", {"terrain": "ice"}, "terrain must be one of open-village"),
    ],
)
def test_a_bad_question_gets_one_sentence(kind: Any, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(AskError) as caught:
        KINDS[kind].odds(CHARTS, fields)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.case("5.10b-B")
def test_a_disorganized_unit_may_have_a_rating_of_minus_one() -> None:
    assert KINDS["combat"].odds(CHARTS, {**EXAMPLE, "ar": [-1, 3]})["drm"] == -4


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ({"surprise": [13]}, "surprise is the sum of two dice, from 2 to 12, not 13"),
        ({"wind": [3]}, "there are no dice called wind; there are: surprise, shift, dice"),
        ({"surprise": [6], "shift": [7]}, "shift is one die, from 1 to 6, not 7"),
    ],
)
def test_bad_dice_get_one_sentence(dice: Any, sentence: str) -> None:
    with pytest.raises(AskError, match=sentence):
        KINDS["combat"].roll(CHARTS, EXAMPLE, dice)


@pytest.mark.parametrize(
    ("kind", "fields", "dice", "edition", "unused"),
    [
        ("combat", EXAMPLE, {"surprise": [6], "shift": [2], "dice": [5]}, "v4.2", {"shift": [2]}),
        (
            "combat",
            EXAMPLE,
            {"surprise": [6], "dice": [5], "white": [1], "again": [8]},
            "v4.2",
            {"white": [1], "again": [8]},
        ),
        ("barrage", {"strength": "9"}, {"dice": [2], "die": [3]}, "v4.2", {"die": [3]}),
        ("barrage", {"strength": "9"}, {"dice": [7], "die": [3]}, "new-ocs", {"die": [3]}),
        ("facility", {"strength": "9", "target": "port"}, {"dice": [6], "plane": [1, 5]}, "v4.2", {"plane": [1, 5]}),
        ("breakout", {}, {"dice": [1], "turns": [4]}, "v4.2", {"turns": [4]}),
        ("flak", {"aircraft": 3}, {"dice": [4, 9], "die": [4]}, "v4.2", {"dice": [9], "die": [4]}),
    ],
)
def test_dice_that_are_not_needed_are_named(
    kind: str, fields: dict[str, Any], dice: dict[str, list[int]], edition: str, unused: dict[str, list[int]]
) -> None:
    """Players throw all dice of a procedure at once (9.8, 10.0a)."""
    assert KINDS[kind].roll(charts_of(edition), fields, dice)["unused"] == unused


@pytest.mark.parametrize(
    ("kind", "field", "written", "known"),
    [
        ("combat", "terrain", "Very Close", "very-close"),
        ("barrage", "terrain", "EXTREMELY_CLOSE", "extremely-close"),
        ("landing", "terrain", "Open/Village", "open-village"),
        ("air-drop", "nation", "Allied 1944", "allied-1944"),
        ("facility", "target", "Air Base", "air_base"),
        ("capture", "what", "Trucks", "trucks"),
    ],
)
def test_names_are_read_as_charts_print_them(kind: str, field: str, written: str, known: str) -> None:
    asked = {**ASKED[kind]}
    assert KINDS[kind].odds(CHARTS, asked | {field: written}) == KINDS[kind].odds(CHARTS, asked | {field: known})


@pytest.mark.parametrize("active", [False, True])
@pytest.mark.parametrize("advance", [False, True])
def test_base_capture_agrees_with_brute_force(active: bool, advance: bool) -> None:
    rolls = [a + b + 2 * active + 2 * advance for a, b in product(PIPS, repeat=2)]
    expected = counted((band(TABLES["air_base_capture"]["bands"]["main"], roll) == "step_loss",) for roll in rolls)
    assert chances("base-capture", "step_lost", active=active, advance=advance) == expected


def test_a_port_has_the_capacity_that_its_hits_leave() -> None:
    left = {
        str(row): result
        for row, (result,) in zip(TABLES["port_damage"]["rows"], TABLES["port_damage"]["results"], strict=True)
    }
    for hits in range(5):
        found = KINDS["facility"].odds(CHARTS, {"strength": "81", "target": "port", "hits": hits})["outcomes"]
        assert {o["port_capacity"] for o in found} == {f"{left[str(hits + o['port_hits'])]}%" for o in found}
    (one,) = {o["port_capacity"] for o in KINDS["facility"].odds(CHARTS, ASKED["facility"])["outcomes"]}
    assert one == ""


ASKED: dict[str, dict[str, Any]] = {
    "combat": EXAMPLE,
    "overrun": {**EXAMPLE, "attack": "30", "hedgehog": 2, "defender_steps": 1, "attacker_option": "mixed"},
    "barrage": {"strength": "40", "re": "3"},
    "facility": {"strength": "40", "target": "air_base", "level": 3, "planes": 2},
    "ship-target": {"strength": "40", "arm": "air", "protection": 2, "dg": True},
    "air-combat": {"attackers": "4,(2)", "defenders": "3"},
    "flak": {"aircraft": 3, "air_base": 2},
    "mission": {"aircraft": "18/9,3/2f", "hq": True, "air_base": 2},
    "attrition": {"ar": 1, "steps": 6},
    "capture": {"what": "trucks", "amount": 9, "load": 7},
    "blow": {"tokens": 7},
    "breakout": {"first_turn": True},
    "landing": {"terrain": "hills", "enemy_zoc": True},
    "air-drop": {"closed": True},
    "base-capture": {"active": True},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_expected_value_opens_into_its_terms(kind: Any) -> None:
    """Chance times amount, term by term, and the sum of the terms is what the outcomes themselves give."""
    told = KINDS[kind].odds(CHARTS, ASKED[kind])
    assert told["expected"].keys() == told["expected_ledgers"].keys()
    assert any(told["expected"].values())
    for name, ledger in told["expected_ledgers"].items():
        for line in ledger["lines"]:
            read = re.match(r"(\S+) x ([\d/]+)", line["reason"])
            assert read is not None
            chance, worth = read.groups()
            assert Fraction(line["amount"]) == Fraction(chance) * Fraction(worth)
            assert line["case"]
            assert line["chart"]
        assert sum(Fraction(line["amount"]) for line in ledger["lines"]) == Fraction(ledger["total"])
        assert told["expected"][name] == float(Fraction(ledger["total"]))
        if name in told["outcomes"][0]:
            brought = [
                Fraction(o["p"]) * (int(o[name]) if o[name] is True else Fraction(o[name])) for o in told["outcomes"]
            ]
            assert sum(brought) == Fraction(ledger["total"])


def test_ratings_capture_and_aircraft_at_their_limits() -> None:
    """The ends of what may be asked are still answered, and every ledger names its own case."""
    ends = KINDS["combat"].odds(CHARTS, {**EXAMPLE, "ar": [9, -1]})
    assert ends["drm"] == 10
    assert [line["amount"] for line in ends["ledger"]] == ["+9", "+1", "1:1"]
    assert all(outcome["exploit"] == 0 for outcome in KINDS["overrun"].odds(CHARTS, EXAMPLE)["outcomes"])
    assert any(outcome["exploit"] for outcome in KINDS["combat"].odds(CHARTS, EXAMPLE)["outcomes"])
    five = KINDS["air-combat"].odds(CHARTS, {"attackers": "4,3,(2)", "defenders": "3,(1)"})
    assert sum(Fraction(outcome["p"]) for outcome in five["outcomes"]) == 1
    cases = {what: KINDS["capture"].odds(CHARTS, {"what": what, "amount": 8})["ledger"] for what in ("dump", "wagons")}
    assert [(line["amount"], line["case"]) for (line,) in cases.values()] == [
        ("2 SP", "9.14b"),
        ("8 points", "9.14c-A"),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_roll_tells_its_dice_and_what_they_brought(kind: Any) -> None:
    told = KINDS[kind].roll(CHARTS, ASKED[kind], {}, Random(7))
    dice = [line for line in told["ledger"] if re.search(r"two dice|one die", line["reason"])]
    assert dice
    assert all(line["case"] for line in told["ledger"])
    assert sum(int(line["amount"]) for line in dice) <= sum(told["thrown"])
    if kind not in ("combat", "overrun"):
        assert sum(int(line["amount"]) for line in dice) == sum(told["thrown"])


def test_the_price_of_a_barrage_is_among_what_is_expected() -> None:
    paid = KINDS["barrage"].odds(CHARTS, {"strength": "17"})["expected_ledgers"]["tokens"]
    assert (paid["total"], paid["lines"][0]["reason"], paid["lines"][0]["case"]) == (
        "3",
        "1 x 3: column 17-24 before shifts",
        "10.1b-1",
    )
    assert KINDS["barrage"].odds(CHARTS, {"strength": "17", "arm": "air"})["expected_ledgers"]["tokens"]["lines"] == []


# --- the commands --------------------------------------------------------------------------------------------------

ARGUMENTS = ["--terrain", "open", "--attack", "17", "--defend", "20", "--ar", "5", "3"]


def test_roll_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    dice = ["--surprise", "9", "--shift", "2", "--dice", "5", "--json"]
    assert run(["roll", "combat", *ARGUMENTS, *dice]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["column"], told["roll"], told["result"]) == ("3:1", 7, "Ao1 Do1")


def test_odds_for_people_show_chances_and_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "overrun", *ARGUMENTS]) == 0
    shown = capsys.readouterr().out
    assert "chance" in shown
    assert "9.6-A" in shown
    assert "expected defender losses: " in shown
    assert "AL1o1 Do1" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ["roll", "combat"],
        ["odds", "flak", "--aircraft", "9"],
        ["cost", "beer"],
        ["odds"],
        ["roll", "dice"],
        ["odds", "combat", "--ar", "5"],
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("redball: ")
    assert captured.err.count("\n") == 1


def test_who_names_no_kind_is_told_the_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["roll"], ["odds", "nothing"]):
        assert run(arguments) == 2
        assert "combat, overrun, barrage, facility" in capsys.readouterr().err


def test_dice_that_are_not_needed_are_told_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["roll", "combat", *ARGUMENTS, "--surprise", "6", "--shift", "2", "--dice", "5"]) == 0
    assert "dice not needed: shift 2\n" in capsys.readouterr().out


def test_help_names_the_editions_of_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["roll", "barrage", "--help"]) == 0
    told = re.sub(r"[\s│]+", " ", capsys.readouterr().out)
    for text in (
        "near their bases (v4.2, 1992) --",
        "the soft ones of them [1] (new-ocs) --",
        "like 17 or 8.5 --",
        "one die (v4.2, 1992) --",
    ):
        assert text in told


@pytest.mark.parametrize("edition", ["v4.2", "1992", "new-ocs"])
@pytest.mark.parametrize("kind", KINDS)
def test_odds_and_rolls_fit_80_columns(kind: str, edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    charts = charts_of(edition)
    if (kind, edition) == ("mission", "new-ocs"):
        return  # it is not flown at a stretch there
    known = KINDS[kind].on(charts).question.__struct_fields__
    fields = {**ASKED["capture" if edition != "new-ocs" else "blow"], **NEW} if kind == "capture" else ASKED[kind]
    fields = {name: value for name, value in fields.items() if name in known}
    fields |= {"special": "at-all-costs"} if "special" in known else {}
    fields |= {"attackers": "4,2"} if "sweep" in known else {}
    for found in (KINDS[kind].odds(charts, fields), KINDS[kind].roll(charts, fields, {})):
        show(found)
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


NEW = {"trucks": 3, "wagons": 2}


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("HQ fuel", ["fuel, HQ"]),
        ("Fuel, Single-Unit", ["fuel, single unit"]),
        ("Airstrip", ["air strip, build", "air strip to level 1"]),
        ("barrage 12-16", ["barrage, 12-16"]),
        ("Eating", ["eating off the map"]),
    ],
)
def test_prices_are_found_as_players_write_them(
    asked: str, names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["cost", asked, "--json"]) == 0
    assert [price["name"] for price in json.loads(capsys.readouterr().out)] == names


def test_fuel_and_eating_have_their_cases(capsys: pytest.CaptureFixture[str]) -> None:
    cases = {price.name: price.case for price in price_list(CHARTS)}
    assert (cases["fuel, formation"], cases["fuel, HQ"], cases["fuel, single unit"]) == (
        "12.5c-A",
        "12.5c-B",
        "12.5c-C",
    )
    assert cases["eating off the map"] == "12.6c-A"
    for edition in ("1992", "new-ocs"):
        assert run(["cost", "--edition", edition]) == 0
        out = capsys.readouterr().out
        assert ("12.6c-A" in out) == (edition == "new-ocs")
        assert max(map(len, out.splitlines())) <= 80


def test_costs_are_those_of_the_charts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cost", "fuel, formation", "--times", "3", "--json"]) == 0
    (price,) = json.loads(capsys.readouterr().out)
    assert (price["tokens"], price["case"]) == (12, "12.5c-A")
    assert run(["cost"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line[:12].strip()]) == len(list(price_list(CHARTS)))


def test_the_documented_fields_are_those_of_the_questions() -> None:
    """docs/formats.md names every field and every die."""
    formats = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text("utf-8")
    text = formats.split("## The table companion")[1]
    for kind in KINDS.values():
        for name in [field.name for field in msgspec.structs.fields(kind.question)] + list(kind.dice):
            assert f"`{name}`" in text, (kind.name, name)
