"""Reading a scenario's folder: what it becomes, and what is wrong with a faulty one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from redball.board.ports import parse_supply
from redball.scenarios.counters import COLUMNS
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import list_scenarios, load_scenario
from redball.scenarios.records import Arrival, Band, BreakdownPool, ExtenderMix, Placement, Rail, Scenario

BOARD = """redball-board 1
name     Ford
columns  4
rows     2
raised   even
[key]
.  open
[terrain]
02  . . . .
01  . . . .
[paths]
railroad/multi  "-"  01.01 02.01 03.01
"""
COUNTERS: list[dict[str, str]] = [
    {"id": "de-ir", "side": "axis", "name": "1", "nation": "de", "kind": "combat", "size": "Rgt", "symbol": "infantry"}
    | {"colour": "other", "combat_strength": "4", "combat_ar": "3", "combat_ma": "3L"}
    | {"move_strength": "2", "move_ar": "3", "move_ma": "6L"},
    {"id": "de-hq", "side": "axis", "name": "HQ", "nation": "de", "kind": "hq", "size": "Corps", "symbol": "hq"}
    | {"colour": "other", "combat_ma": "4T", "combat_throw": "12T", "move_ma": "14T", "move_throw": "6T"},
    {"id": "de-tr", "side": "axis", "nation": "de", "kind": "transport", "symbol": "truck", "move_ma": "50T"}
    | {"points": "2", "transport": "truck"},
    {"id": "de-org", "side": "axis", "nation": "de", "kind": "transport", "symbol": "truck", "move_ma": "50T"}
    | {"points": "1", "transport": "organic", "formation": "9 PD"},
    {"id": "su-gun", "side": "soviet", "name": "7", "nation": "su", "kind": "artillery", "size": "Bn"}
    | {"symbol": "artillery", "colour": "other", "combat_ar": "2", "combat_ma": "3T", "combat_barrage": "8"}
    | {"combat_range": "3", "move_ar": "2", "move_ma": "12T"},
    {
        "id": "su-rd",
        "side": "soviet",
        "name": "3",
        "nation": "su",
        "kind": "combat",
        "size": "Div",
        "symbol": "infantry",
    }
    | {"colour": "other", "re": "3", "no_rebuild": "yes", "combat_strength": "(9)", "combat_ar": "2"}
    | {"combat_ma": "0L", "move_strength": "4", "move_ar": "2", "move_ma": "7L"},
    {"id": "su-bd", "side": "soviet", "nation": "su", "kind": "breakdown", "size": "Rgt", "symbol": "infantry"}
    | {"colour": "other", "combat_strength": "3", "combat_ar": "2", "combat_ma": "3L"}
    | {"move_strength": "1", "move_ar": "2", "move_ma": "7L"},
]
SCENARIO = """format = "redball-scenario 1"
id = "ford"
title = "Ford"
summary = "A ford."
edition = "v4.2"
turns = 2
dates = ["1 Aug", "4 Aug"]
first_turn_first_player = "soviet"
teaching = true
[[sides]]
id = "soviet"
name = "Soviet"
reserve_markers = 4
supply_edge = "the east"
[[sides]]
id = "axis"
name = "Axis"
reserve_markers = 3
[sources]
axis = ["01.01"]
[weather]
dice = "1d6"
bands = [{ max = 4, result = "clear" }, { min = 5, result = "rain" }]
[weather.effects.rain]
open = { truck = "2" }
[weather.terrain.rain]
swamp = "woods"
minor_river = "major_river"
[weather.allowances.rain]
truck = "1/2"
[supply_table.axis]
dice = "2d6"
entries = ["01.01", "01.02"]
bands = [{ max = 6, result = "1/2" }, { min = 7, result = "2+1T" }]
[[setup.axis]]
hex = "01.01"
units = ["de-ir", "de-org"]
mode = "reserve"
facing = "move"
sp = "3"
load = { "de-org" = "1/2" }
[[setup.axis]]
hex = "02.01"
sp = "2"
[[setup.soviet]]
hex = "04.01"
units = ["su-gun"]
[[breakdowns]]
side = "soviet"
nation = "su"
counters = ["su-bd"]
without = [ "su-rd" ]
limit = 2
[[hedgehogs]]
hex = "04.01"
side = "soviet"
level = 2
[extenders.axis]
truck = { count = 2, range = "30T" }
[breakout_entry]
soviet = ["04.02"]
[rail]
gauge = "broad"
hexes = { standard = ["01.01", "02.01"] }
[rail.sides.soviet]
cap = "1+1T"
gauge = "broad"
[rail.sides.axis]
cap = [{ from = 1, points = "0" }, { from = 2, points = "1/2" }]
[[arrivals]]
turn = 2
side = "axis"
entry = ["01.01", "01.02"]
units = ["de-hq", "de-tr"]
sp = "1"
[[arrivals]]
turn = 1
side = "soviet"
entry = ["04.02"]
units = ["su-rd"]
[victory]
for = "soviet"
hexes = [{ hex = "02.01", points = 5, name = "Ford" }, { hex = "03.01", points = 1, name = "Hill" }]
losses = { axis = { per_steps = 2, points = 1 } }
initial_control = { axis = ["02.01"] }
levels = [
  { min = 1, winner = "soviet", result = "S" },
  { min = 0, max = 0, winner = "draw", result = "D" },
  { max = -1, winner = "axis", result = "A" },
]
[[guide]]
text = "Fire."
done_when = "BarrageDeclared"
when = { strength = "8" }
"""


def table(rows: list[dict[str, str]] = COUNTERS) -> str:
    """The text of a counter file."""
    lines = ["\t".join(COLUMNS), *("\t".join(row.get(column, "") for column in COLUMNS) for row in rows)]
    return "\n".join(lines) + "\n"


def folder(path: Path, *, scenario: str = SCENARIO, counters: str = "", name: str = "ford") -> Path:
    """A scenario folder."""
    there = path / name
    there.mkdir(exist_ok=True)
    (there / "scenario.toml").write_text(scenario, encoding="utf-8")
    (there / "board.hexmap").write_text(BOARD, encoding="utf-8")
    (there / "counters.tsv").write_text(counters or table(), encoding="utf-8")
    return there


def fault(path: Path, old: str, new: str) -> ScenarioError:
    """What is wrong once one text of the scenario is replaced by another."""
    assert old in SCENARIO
    with pytest.raises(ScenarioError) as caught:
        load_scenario(folder(path, scenario=SCENARIO.replace(old, new, 1)))
    return caught.value


def counter_fault(path: Path, uid: str, **cells: str) -> ScenarioError:
    """What is wrong once some cells of a counter are others."""
    rows = [row | cells if row["id"] == uid else row for row in COUNTERS]
    with pytest.raises(ScenarioError) as caught:
        load_scenario(folder(path, counters=table(rows)))
    return caught.value


@pytest.fixture
def ford(tmp_path: Path) -> Scenario:
    return load_scenario(folder(tmp_path))


# --- what it becomes -----------------------------------------------------------------------------------------------


@pytest.mark.case("SETUP-I-A")
def test_hexes_become_indices_of_the_board(ford: Scenario) -> None:
    index = ford.board.index
    assert ford.sources == {"soviet": (), "axis": (index("01.01"),)}
    assert ford.setup[0].hex == index("01.01")
    assert ford.hedgehogs[0].hex == index("04.01")
    assert [entry.hex for entry in ford.victory.hexes] == [index("02.01"), index("03.01")]


@pytest.mark.case("SETUP-IV-C", "SETUP-IV-D")
def test_placements(ford: Scenario) -> None:
    index = ford.board.index
    assert ford.setup == (
        Placement("axis", index("01.01"), ("de-ir", "de-org"), "reserve", "move", 12, {"de-org": 2}),
        Placement("axis", index("02.01"), (), "combat", "combat", 8),
        Placement("soviet", index("04.01"), ("su-gun",)),
    )


@pytest.mark.case("13.6")
def test_arrivals(ford: Scenario) -> None:
    index = ford.board.index
    assert ford.arrivals == (
        Arrival(2, "axis", (index("01.01"), index("01.02")), ("de-hq", "de-tr"), 4),
        Arrival(1, "soviet", (index("04.02"),), ("su-rd",)),
    )


def test_tables_and_heads(ford: Scenario) -> None:
    assert (ford.id, ford.turns, ford.dates, ford.teaching) == ("ford", 2, ("1 Aug", "4 Aug"), True)
    assert ford.first_turn_first_player == "soviet"
    assert [(side.id, side.reserve_markers, side.supply_edge) for side in ford.sides] == [
        ("soviet", 4, "the east"),
        ("axis", 3, ""),
    ]
    assert ford.weather is not None
    assert (ford.weather.dice, ford.weather.bands) == (1, (Band("clear", max=4), Band("rain", min=5)))
    assert ford.weather_effects == {"rain": {"open": {"truck": "2"}}}
    assert ford.weather_terrain == {"rain": {"swamp": "woods", "minor_river": "major_river"}}
    assert ford.weather_allowances == {"rain": {"truck": Fraction(1, 2)}}
    supply = ford.supply_tables["axis"]
    assert [supply.tokens(roll) for roll in (2, 6, 7, 12)] == [2, 2, 9, 9]
    assert supply.entries == (ford.board.index("01.01"), ford.board.index("01.02"))


def test_victory_and_guide(ford: Scenario) -> None:
    victory = ford.victory
    assert (victory.for_side, victory.losses) == ("soviet", {"axis": (2, 1)})
    assert victory.initial_control == {ford.board.index("02.01"): "axis"}
    assert [(level.winner, level.min, level.max) for level in victory.levels] == [
        ("soviet", 1, None),
        ("draw", 0, 0),
        ("axis", None, -1),
    ]
    assert (ford.guide[0].done_when, ford.guide[0].when) == ("BarrageDeclared", {"strength": "8"})


@pytest.mark.case("13.3b", "13.3f")
def test_rail_cap_and_gauges(ford: Scenario) -> None:
    at = ford.board.index
    assert (ford.rail.gauge, ford.rail.hexes) == ("broad", {at("01.01"): "standard", at("02.01"): "standard"})
    assert [ford.rail.sides["axis"].tokens(turn) for turn in (1, 2, 3)] == [0, 2, 2]
    assert (ford.rail.sides["soviet"].tokens(1), ford.rail.sides["soviet"].gauge) == (5, "broad")


def test_extender_counters_have_a_range(ford: Scenario) -> None:
    assert ford.extenders == {"axis": {"truck": ExtenderMix(2, 30 * 12, "truck")}}


def test_where_units_return_that_broke_out(ford: Scenario) -> None:
    assert ford.breakout_entry == {"soviet": (ford.board.index("04.02"),)}


@pytest.mark.case("20.0g", "20.0f")
def test_breakdowns_stand_in_the_pool_of_their_nation(ford: Scenario) -> None:
    assert ford.breakdowns == (BreakdownPool("soviet", "su", ("su-bd",), ("su-rd",), 2),)
    assert ford.counters["su-bd"].kind == "breakdown"


def test_without_a_rail_section_nobody_has_rail_cap(tmp_path: Path) -> None:
    start, end = SCENARIO.index("[rail]"), SCENARIO.index("[[arrivals]]")
    assert load_scenario(folder(tmp_path, scenario=SCENARIO[:start] + SCENARIO[end:])).rail == Rail()


def test_without_weather_there_is_no_table(tmp_path: Path) -> None:
    start, end = SCENARIO.index("[weather]"), SCENARIO.index("[supply_table.axis]")
    dry = load_scenario(folder(tmp_path, scenario=SCENARIO[:start] + SCENARIO[end:]))
    assert (dry.weather, dry.weather_effects) == (None, {})


@pytest.mark.case("3.1a", "3.1b", "3.1d", "3.2b", "3.2d", "5.5c")
def test_counters(ford: Scenario) -> None:
    infantry, division = ford.counters["de-ir"], ford.counters["su-rd"]
    assert infantry.combat is not None
    assert (infantry.combat.strength, infantry.combat.parenthesized, infantry.combat.ma) == (4, False, 36)
    assert (infantry.move.mobility, infantry.move.ma, infantry.no_rebuild) == ("leg", 72, False)
    assert division.combat is not None
    assert (division.combat.strength, division.combat.parenthesized, division.combat.ma) == (9, True, 0)
    assert (division.printed_re, division.steps, division.no_rebuild) == (3, 3, True)
    gun, hq, truck = (ford.counters[uid] for uid in ("su-gun", "de-hq", "de-tr"))
    assert gun.combat is not None
    assert hq.combat is not None
    assert (gun.combat.barrage, gun.combat.barrage_range, gun.move.barrage, gun.combat.strength) == (8, 3, 0, None)
    assert (hq.combat.throw_range, hq.combat.throw_mobility, hq.move.throw_range) == (144, "truck", 72)
    assert (truck.combat, truck.points, truck.transport, truck.move.mobility) == (None, 2, "truck", "truck")


@pytest.mark.parametrize(
    ("text", "tokens"), [("3", 12), ("1/2", 2), ("1/4", 1), ("3/4", 3), ("2+1T", 9), ("3T", 3), ("0", 0), ("1/2+1T", 3)]
)
def test_amounts_of_supply(text: str, tokens: int) -> None:
    assert parse_supply(text) == tokens


@pytest.mark.parametrize("text", ["", "x", "1/3", "1.5", "-1", "1/0", "2 + 1T", "T"])
def test_amounts_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"supply|whole number"):
        parse_supply(text)


def test_scenarios_are_listed_and_found_by_name_or_path(tmp_path: Path) -> None:
    folder(tmp_path)
    folder(tmp_path, scenario=SCENARIO.replace('"ford"', '"abc"').replace("teaching = true", ""), name="abc")
    (tmp_path / "notes").mkdir()
    heads = list_scenarios(tmp_path)
    assert [(head.id, head.teaching, head.turns) for head in heads] == [("ford", True, 2), ("abc", False, 2)]
    assert heads[0].sides == (("soviet", "Soviet"), ("axis", "Axis"))
    assert load_scenario(str(tmp_path / "ford")).id == "ford"
    for head in list_scenarios():
        assert load_scenario(head.id).title == head.title
    with pytest.raises(ScenarioError, match="no scenario has that name"):
        load_scenario("no-such-thing")
    with pytest.raises(ScenarioError, match="no scenario has that name"):
        load_scenario(tmp_path / "notes")


def test_a_board_may_be_that_of_another_scenario(tmp_path: Path) -> None:
    folder(tmp_path, scenario=SCENARIO.replace('"ford"', '"abc"'), name="abc")
    there = folder(tmp_path, scenario=SCENARIO.replace("turns = 2", 'turns = 2\nboard = "../abc/board.hexmap"'))
    (there / "board.hexmap").unlink()
    (there / "notes.md").write_text("Sources.", encoding="utf-8")
    assert (load_scenario(there).board.name, load_scenario(there).notes) == ("Ford", "Sources.")


# --- what is wrong with the scenario -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "where", "message"),
    [
        ('"redball-scenario 1"', '"redball-scenario 2"', "format", "redball-scenario 1"),
        ('id = "ford"', 'id = "other"', "id", "the folder is called 'ford'"),
        ("turns = 2", "turns = 2\ncolour = 1", "", "unknown key `colour`"),
        ("turns = 2", 'turns = "two"', "turns", "int"),
        ("turns = 2", "turns = 3", "dates", "2 dates for 3 turns"),
        ("title", "titel", "", "unknown key `titel`"),
        ('title = "Ford"\n', "", "", "missing key `title`"),
        (
            'first_turn_first_player = "soviet"',
            'first_turn_first_player = "turk"',
            "first_turn_first_player",
            "no side 'turk'",
        ),
        ('id = "axis"\nname', 'id = "soviet"\nname', "sides", "two sides"),
        ("reserve_markers = 3", "reserve_markers = -3", "sides[2].reserve_markers", ">= 0"),
        ("[sources]\naxis", "[sources]\nturk", "sources", "no side 'turk'"),
        ("[extenders.axis]", "[extenders.turk]", "extenders", "no side 'turk'"),
        ('range = "30T"', 'range = "30X"', "extenders.axis.truck.range", "str"),
        ("truck = { count", "organic = { count", "extenders.axis", "none of truck wagon"),
        ('load = { "de-org" = "1/2" }', 'extenders = ["de-org"]', "setup.axis[1].extenders", "cannot be an Extender"),
        ('load = { "de-org" = "1/2" }', 'extenders = ["su-rd"]', "setup.axis[1].extenders", "not among the units"),
        ("[breakout_entry]\nsoviet", "[breakout_entry]\nturk", "breakout_entry", "no side 'turk'"),
        ('soviet = ["04.02"]\n', 'soviet = ["09.02"]\n', "breakout_entry.soviet", "no hex 09.02"),
        ('counters = ["su-bd"]', 'counters = ["su-rd"]', "breakdowns[1].counters", "'su-rd' is no Breakdown"),
        ('counters = ["su-bd"]', 'counters = ["su-bd", "su-bd"]', "breakdowns[1].counters", "in two pools"),
        ('nation = "su"', 'nation = "hu"', "breakdowns[1].counters", "no Breakdown of 'hu'"),
        ('without = [ "su-rd" ]', 'without = ["su-gun"]', "breakdowns[1].without", "no multi-step unit of 'su'"),
        ('units = ["su-gun"]', 'units = ["su-gun", "su-bd"]', "breakdowns[1].counters", "su-bd is placed"),
        (
            "[[breakdowns]]",
            '[[breakdowns]]\nside = "soviet"\nnation = "su"\ncounters = ["su-bd"]\n[[breakdowns]]',
            "breakdowns[2]",
            "a pool of 'su' already",
        ),
        ('swamp = "woods"', 'bog = "woods"', "weather.terrain.rain", "no terrain 'bog'"),
        ('swamp = "woods"', 'swamp = "escarpment"', "weather.terrain.rain.swamp", "cannot count as 'escarpment'"),
        ("[weather.terrain.rain]", "[weather.terrain.hail]", "weather.terrain", "'hail'"),
        ("[weather.allowances.rain]", "[weather.allowances.hail]", "weather.allowances", "'hail'"),
        ('truck = "1/2"', 'boat = "1/2"', "weather.allowances.rain", "'boat'"),
        ('truck = "1/2"', 'truck = "half"', "weather.allowances.rain.truck", "no fraction"),
        ('truck = "1/2"', 'truck = "3/2"', "weather.allowances.rain.truck", "from 0 to 1"),
        ('axis = ["01.01"]\n[weather]', 'axis = ["09.01"]\n[weather]', "sources.axis", "no hex 09.01"),
        (
            'axis = ["01.01"]\n[weather]',
            'axis = ["01.01", "01.01"]\n[weather]',
            "sources.axis",
            "01.01 stands there twice",
        ),
        ("{ min = 5, result", "{ min = 6, result", "weather.bands", "no bands hold a roll of 5"),
        ("{ min = 5, result", "{ min = 4, result", "weather.bands", "2 bands hold a roll of 4"),
        ('dice = "1d6"', 'dice = "3d6"', "weather.dice", "3d6"),
        ("effects.rain", "effects.snow", "weather.effects", "'snow'"),
        ("open = {", "opne = {", "weather.effects.rain", "'opne'"),
        ('truck = "2"', 'truk = "2"', "weather.effects.rain.open", "'truk'"),
        ('truck = "2"', 'truck = "+2"', "weather.effects.rain.open.truck", "+2"),
        ("[supply_table.axis]", "[supply_table.turk]", "supply_table", "no side 'turk'"),
        ('"01.02"]\nbands', '"01.03"]\nbands', "supply_table.axis.entries", "01.03"),
        ("{ max = 6, result", "{ max = 5, result", "supply_table.axis.bands", "no bands hold a roll of 6"),
        ("[[setup.soviet]]", "[[setup.turk]]", "setup", "no side 'turk'"),
        ('hex = "02.01"\nsp', 'hexx = "02.01"\nsp', "setup.axis[2]", "unknown key `hexx`"),
        ('hex = "02.01"\nsp', 'hex = "02.09"\nsp', "setup.axis[2].hex", "no hex 02.09"),
        ('hex = "02.01"\nsp = "2"', 'hex = "02.01"', "setup.axis[2]", "neither units nor SP"),
        ('sp = "2"', 'sp = "2 SP"', "setup.axis[2].sp", "'2 SP' is not an amount"),
        ('mode = "reserve"', 'mode = "dg"', "setup.axis[1].mode", "dg"),
        ('mode = "reserve"', 'mode = "move"', "setup.axis[1].facing", "only Reserve Mode"),
        ('["su-gun"]', '["su-gum"]', "setup.soviet[1].units", "no counter 'su-gum'"),
        ('["su-gun"]', '["su-gun", "de-tr"]', "setup.soviet[1].units", "belongs to axis"),
        ('["su-gun"]', '["su-gun", "su-gun"]', "setup.soviet[1].units", "placed in setup.soviet[1].units already"),
        ('["su-rd"]', '["su-rd", "su-gun"]', "arrivals[2].units", "placed in setup.soviet[1].units already"),
        ('units = ["su-rd"]', 'sp = "1"', "setup", "'su-rd' is neither placed nor does it arrive"),
        ('"de-org" = "1/2"', '"de-org" = "1+1T"', "setup.axis[1].load", "cannot carry"),
        ('"de-org" = "1/2"', '"de-tr" = "1"', "setup.axis[1].load", "not among the units"),
        ('"de-org" = "1/2"', '"de-ir" = "1"', "setup.axis[1].load", "0 Transport Points"),
        ("level = 2", "level = 5", "hedgehogs[1].level", "<= 4"),
        ('side = "soviet"\nlevel', 'side = "turk"\nlevel', "hedgehogs[1].side", "no side 'turk'"),
        ("turn = 2", "turn = 3", "arrivals[1].turn", "turn 3 of 2"),
        ('entry = ["04.02"]', "entry = []", "arrivals[2].entry", ">= 1"),
        ('units = ["su-rd"]', "", "arrivals[2]", "neither units nor SP"),
        ('"de-tr"]\nsp = "1"', '"de-tr"]\nload = { "de-tr" = "1" }', "arrivals[1].load", "13.6c"),
        ('for = "soviet"', 'for = "turk"', "victory.for", "no side 'turk'"),
        ('hex = "03.01"', 'hex = "02.01"', "victory.hexes", "02.01 stands there twice"),
        ('axis = ["02.01"]', 'axis = ["04.01"]', "victory.initial_control.axis", "04.01 is no victory hex"),
        ('axis = ["02.01"]', 'axis = ["02.01"], soviet = ["02.01"]', "victory.initial_control.soviet", "held by axis"),
        ("losses = { axis", "losses = { turk", "victory.losses", "no side 'turk'"),
        ("per_steps = 2", "per_steps = 0", "victory.losses[...].per_steps", ">= 1"),
        ('winner = "draw"', 'winner = "nobody"', "victory.levels", "no side 'nobody'"),
        ("{ min = 0, max = 0", "{ min = 0, max = 1", "victory.levels", "2 levels hold a difference of 1"),
        ("{ min = 1, winner", "{ min = 2, winner", "victory.levels", "no levels hold a difference of 1"),
        ('gauge = "broad"\nhexes', "hexes", "rail.gauge", "name the gauge of the other rail hexes"),
        ('"01.01", "02.01"] }', '"04.01"] }', "rail.hexes.standard", "no railroad runs through 04.01"),
        (
            '"02.01"] }\n[rail',
            '"02.01"], narrow = ["02.01"] }\n[rail',
            "rail.hexes.narrow",
            "02.01 has the gauge standard",
        ),
        ("[rail.sides.axis]", "[rail.sides.turk]", "rail.sides", "no side 'turk'"),
        ('cap = "1+1T"', 'cap = "much"', "rail.sides.soviet.cap", "'much' is not an amount"),
        ('cap = "1+1T"', "", "rail.sides.soviet", "missing key `cap`"),
        ("{ from = 2, points", "{ from = 1, points", "rail.sides.axis.cap", "not in rising order"),
        (
            'gauge = "broad"\nhexes = { standard = ["01.01", "02.01"] }',
            "",
            "rail.gauge",
            "rail.sides.soviet.gauge asks for gauges",
        ),
        ("{ min = 1, winner", "{ min = 1, max = 9, winner", "victory.levels", "no levels hold a difference of 10"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, old: str, new: str, where: str, message: str) -> None:
    found = fault(tmp_path, old, new)
    assert found.where == where, str(found)
    assert message in found.message
    assert str(found).startswith(str(tmp_path / "ford" / "scenario.toml"))


@pytest.mark.case("4.8-C")
@pytest.mark.parametrize(
    ("other", "allowed"), [("03.02  port", False), ("04.02  port", True), ("03.02  village", True)]
)
def test_a_hex_holds_one_port(tmp_path: Path, other: str, allowed: bool) -> None:
    there = folder(tmp_path)
    places = f'[places]\n03.02  port  "Haven"\n{other}  "Bay"\n'
    (there / "board.hexmap").write_text(BOARD + places, encoding="utf-8")
    if allowed:
        assert load_scenario(there).board.places
    else:
        with pytest.raises(ScenarioError, match=r"03\.02 has the ports Haven and Bay, and a hex holds one"):
            load_scenario(there)


@pytest.mark.case("12.6a-1")
@pytest.mark.parametrize(
    ("entry", "added"), [("04.02", ()), ("03.01", ("03.01",)), ("02.02", ()), ("01.01", ("01.01",))]
)
def test_a_map_edge_rail_hex_where_reinforcements_enter_is_a_source(
    tmp_path: Path, entry: str, added: tuple[str, ...]
) -> None:
    """Besides the hexes that the scenario names; a railroad runs along 01.01, 02.01 and 03.01."""
    changed = SCENARIO.replace('entry = ["04.02"]', f'entry = ["{entry}"]').replace(
        'axis = ["01.01"]', 'axis = ["04.01"]'
    )
    scenario = load_scenario(folder(tmp_path, scenario=changed))
    index = scenario.board.index
    assert scenario.sources == {"soviet": tuple(map(index, added)), "axis": (index("04.01"), index("01.01"))}


@pytest.mark.case("12.6a-1")
@pytest.mark.parametrize(("entry", "added"), [("03.01", ["03.01"]), ("04.02", [])])
def test_entries_of_the_variable_reinforcement_table_are_sources_too(
    tmp_path: Path, entry: str, added: list[str]
) -> None:
    table = f"""[variable_reinforcement_table.soviet]
dice = "1d6"
entries = ["{entry}"]
bands = [{{ result = "none" }}]
"""
    scenario = load_scenario(folder(tmp_path, scenario=SCENARIO.replace("[[arrivals]]", f"{table}[[arrivals]]", 1)))
    assert [scenario.board.hex_name(hex_) for hex_ in scenario.sources["soviet"]] == added


@pytest.mark.case("12.6a-1")
def test_a_rail_hex_inland_where_reinforcements_enter_is_no_source(tmp_path: Path) -> None:
    there = folder(tmp_path, scenario=SCENARIO.replace('entry = ["04.02"]', 'entry = ["02.02"]'))
    rows = "03  . . . .\n02  . . . .\n"
    wider = BOARD.replace("rows     2", "rows     3").replace("02  . . . .\n", rows)
    (there / "board.hexmap").write_text(wider.replace("01.01 02.01 03.01", "01.01 02.01 02.02 03.02"), encoding="utf-8")
    scenario = load_scenario(there)
    assert not scenario.board.on_edge(scenario.board.index("02.02"))
    assert scenario.sources["soviet"] == ()


@pytest.mark.case("4.8-C", "16.0g")
def test_a_hex_holds_one_hedgehog(tmp_path: Path) -> None:
    again = '[[hedgehogs]]\nhex = "04.01"\nside = "axis"\nlevel = 1\n[[arrivals]]'
    found = fault(tmp_path, "[[arrivals]]", again)
    assert (found.where, "a hex holds one" in found.message) == ("hedgehogs[2].hex", True)
    other = SCENARIO.replace("[[arrivals]]", again.replace("04.01", "03.01"), 1)
    assert len(load_scenario(folder(tmp_path, scenario=other)).hedgehogs) == 2


def test_broken_files(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"scenario\.toml: Invalid value"):
        load_scenario(folder(tmp_path, scenario="format = "))
    there = folder(tmp_path)
    (there / "counters.tsv").unlink()
    with pytest.raises(ScenarioError, match=r"counters\.tsv: cannot be read"):
        load_scenario(there)
    folder(tmp_path)
    (there / "board.hexmap").write_text(BOARD.replace(". . . .", ". . .", 1), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"board: .*board\.hexmap:9"):
        load_scenario(there)


# --- what is wrong with a counter ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uid", "cells", "where", "message"),
    [
        ("de-ir", {"id": "De IR"}, "line 2, id", "lower-case words"),
        ("de-ir", {"side": "turk"}, "line 2, side", "'turk'"),
        ("de-ir", {"kind": "infantry"}, "line 2, kind", "'infantry'"),
        ("de-ir", {"size": "Platoon"}, "line 2, size", "'Platoon'"),
        ("de-ir", {"size": ""}, "line 2, size", "''"),
        ("de-ir", {"symbol": "foot"}, "line 2, symbol", "'foot'"),
        ("su-bd", {"re": "2"}, "line 8, kind", "1 RE and one step (20.0f)"),
        ("su-bd", {"size": "Bn"}, "line 8, kind", "1 RE and one step (20.0f)"),
        ("de-ir", {"kind": "engineer", "symbol": "pioneer"}, "line 2, kind", "no engineer functions (13.8)"),
        ("de-ir", {"colour": "pink"}, "line 2, colour", "'pink'"),
        ("de-ir", {"re": "x"}, "line 2, re", "'x'"),
        ("de-ir", {"no_rebuild": "no"}, "line 2, no_rebuild", "'no'"),
        ("de-ir", {"combat_strength": "(4"}, "line 2, combat_strength", "'(4'"),
        ("de-ir", {"combat_strength": ""}, "line 2, combat_strength", "''"),
        ("de-ir", {"combat_ar": "6"}, "line 2, combat_ar", "from 0 to 5"),
        ("de-ir", {"combat_ma": "3"}, "line 2, combat_ma", "such as 6K"),
        ("de-ir", {"move_ma": ""}, "line 2, move_ma", "such as 6K"),
        ("de-ir", {"combat_barrage": "5"}, "line 2, combat_barrage", "kind combat has none"),
        ("de-ir", {"combat_throw": "5T"}, "line 2, combat_throw", "kind combat has none"),
        ("de-ir", {"points": "1"}, "line 2, points", "kind combat has none"),
        ("de-ir", {"transport": "truck"}, "line 2, transport", "kind combat has none"),
        ("de-ir", {"divisional": "yes"}, "line 2, divisional", "kind combat has none"),
        ("de-ir", {"kind": "repl"}, "line 2, combat_strength", "kind repl has none"),
        ("de-hq", {"combat_strength": "5"}, "line 3, combat_strength", "kind hq has none"),
        ("de-hq", {"move_ar": "0"}, "line 3, move_ar", "kind hq has none"),
        ("de-hq", {"combat_throw": "", "move_throw": ""}, "line 3, combat_throw", "has a throw range"),
        ("de-tr", {"size": "Bn"}, "line 4, size", "a Transport Point has none"),
        ("de-tr", {"points": ""}, "line 4, points", "from 1 to 99"),
        ("de-tr", {"points": "0"}, "line 4, points", "from 1 to 99"),
        ("de-tr", {"transport": "mule"}, "line 4, transport", "'mule'"),
        ("de-org", {"formation": ""}, "line 5, formation", "belongs to a formation"),
        ("su-gun", {"combat_strength": "1"}, "line 6, combat_strength", "kind artillery has none"),
        ("su-gun", {"combat_barrage": ""}, "line 6, combat_range", "without Barrage Strength"),
        ("su-gun", {"combat_barrage": "", "combat_range": ""}, "line 6, combat_barrage", "on one side at least"),
        ("su-gun", {"combat_range": ""}, "line 6, combat_range", "from 1 to 99"),
        ("su-rd", {"id": "de-ir"}, "line 7", "'de-ir' stands there twice"),
    ],
)
def test_a_faulty_counter_is_named_with_line_and_column(
    tmp_path: Path, uid: str, cells: dict[str, str], where: str, message: str
) -> None:
    found = counter_fault(tmp_path, uid, **cells)
    assert found.where == where, str(found)
    assert message in found.message
    assert str(found).startswith(str(tmp_path / "ford" / "counters.tsv"))


def test_columns_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="line 1: the columns must be"):
        load_scenario(folder(tmp_path, counters=table().replace("nation", "country", 1)))
    with pytest.raises(ScenarioError, match=r"line 2: \d+ cells for \d+ columns"):
        load_scenario(folder(tmp_path, counters=table().replace("de-ir\t", "de-ir\t\t", 1)))
