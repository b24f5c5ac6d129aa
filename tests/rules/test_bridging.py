"""Bridges: what an HQ or Engineer by a river does for its side, and for nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from as_json import view
from redball.board.costs import compile_graph
from redball.core.actions import AddUnit, DeclareAttack, DeclareOverrun, RetreatTo, SetMode
from redball.core.refusals import REFUSALS
from redball.forces.counter import MOBILITIES, Mobility
from redball.game import Game
from redball.game.save import SaveFile
from redball.rules.combat.terrain import attack_terrains
from redball.rules.ground.bridges import at_hexside, bridges, ground
from redball.rules.supply.draw_and_throw import payers
from redball.rules.units.engineers import engineer_capable
from redball.server.answers.movement import cost
from redball.server.session import Session
from rules.table import combat_segment, retreat
from support import HQ, LEG, TANKS, Sitting, sit

ENGINEERS = "Bn engineer other 3-4-3L/1-4-8T kind=engineer"
NO_ENGINEERS = "Bn {} other 3-4-3L/1-4-8T"
FAR = f"soviet 06.05 r {LEG}"


def river(kind: str = "major_river", more: str = "") -> str:
    """A river between the second and the third column."""
    sides = " ".join(f"02.0{row}/NE 02.0{row}/SE" for row in range(1, 6))
    return f'[hexsides]\n{kind} "Dnepr" {sides}\n{more}'


def by_river(units: str, kind: str = "major_river", more: str = "", **switches: Any) -> Sitting:
    """Tanks in 02.02, west of the river, fueled; 03.02 and 03.03 are across it."""
    return sit(f"axis 02.02 pz {TANKS} fueled\n{units}\n{FAR}", rest=river(kind, more), switches=switches)


# --- who -------------------------------------------------------------------------------------------------------


@pytest.mark.case("13.8", "13.8a", "5.5b", "5.10e-A", "13.1b")
@pytest.mark.parametrize(
    ("unit", "able"),
    [
        (HQ, True),
        (f"{HQ} dg", True),
        (f"{HQ} move", False),
        (f"{HQ} move dg", False),
        (f"{HQ} strat", False),
        (f"{HQ} reserve", False),
        (f"{HQ} exploit", False),
        (ENGINEERS, True),
        (f"{ENGINEERS} dg", True),
        (f"{ENGINEERS} move", False),
        (NO_ENGINEERS.format("rail_repair") + " kind=rail_repair", False),
        (NO_ENGINEERS.format("assault_engineer"), False),
        (NO_ENGINEERS.format("pioneer"), False),
        (NO_ENGINEERS.format("para_engineer"), False),
        (NO_ENGINEERS.format("glider_engineer"), False),
    ],
)
def test_hqs_and_engineers_in_combat_mode_are_engineers(unit: str, able: bool) -> None:
    table = by_river(f"axis 02.02 e {unit}")
    assert engineer_capable(table.game.look, table.unit("e")) is able
    assert [bridge.unit for bridge in bridges(table.game.look, "axis")] == ["e"] * able


# --- what a bridge does ----------------------------------------------------------------------------------------


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize("there", ["02.02", "03.02"])
def test_a_major_river_costs_as_a_minor_one_into_and_out_of_the_engineers_hex(there: str) -> None:
    table = by_river(f"axis {there} e {ENGINEERS}").begin("pz").go("03.02")
    assert table.left("pz") == "9", "open ground 1, minor river 2 on tracks"


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize("there", ["02.03", "03.03", "02.01"])
def test_a_bridge_is_of_the_engineers_hex_only(there: str) -> None:
    table = by_river(f"axis {there} e {ENGINEERS}").begin("pz")
    assert table.refused(table.to("03.02")) == ("bridge.needed", "13.8b-A")
    assert "HQ or Engineer in Combat Mode" in REFUSALS["bridge.needed"].remedy


@pytest.mark.case("13.8b-A")
def test_a_minor_river_costs_nothing_extra() -> None:
    assert by_river(f"axis 02.02 e {HQ}", "minor_river").begin("pz").go("03.02").left("pz") == "11"
    assert by_river(f"axis 02.04 e {HQ}", "minor_river").begin("pz").go("03.02").left("pz") == "9"


@pytest.mark.case("13.8b-A")
def test_the_enemys_engineers_bridge_nothing_for_this_side() -> None:
    table = sit(f"axis 02.02 pz {TANKS} fueled\nsoviet 03.03 e {ENGINEERS}", rest=river()).begin("pz")
    assert table.refused(table.to("03.02")) == ("bridge.needed", "13.8b-A")


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize(("engineer", "left"), [("", "10"), (f"axis 02.02 e {HQ}", "11")])
def test_frozen_rivers_are_bridged_as_the_lesser_ones(engineer: str, left: str) -> None:
    """Frozen Minor costs trucks 1 more, Frozen Major tracks 2: one downgrade each."""
    truck = f"axis 02.02 tr truck 2 12T\n{engineer}"
    table = by_river(truck, "frozen_minor_river").begin("tr").go("03.02")
    assert table.left("tr") == left
    pz = by_river(engineer, "frozen_major_river").begin("pz").go("03.02").left("pz")
    assert pz == ("11" if engineer else "9")


@pytest.mark.case("13.8b-A")
def test_a_unit_short_of_mp_is_told_of_the_bridge() -> None:
    table = by_river(f"axis 01.02 b {LEG}", "minor_river").begin("b").go("02.02")
    table.go("02.03")
    assert table.left("b") == "1"
    assert table.refused(table.to("03.03")) == ("bridge.needed_mp", "13.8b-A")
    refusal = table.game.do(table.to("03.03")).refusal
    assert refusal is not None
    assert (refusal.have, refusal.need) == ("1", "2")
    bridged = by_river(f"axis 01.02 b {LEG}\naxis 03.03 e {HQ}", "minor_river").begin("b").go("02.02", "02.03", "03.03")
    assert bridged.left("b") == "0"


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize(("value", "left"), [("once", "9"), ("twice", "11")])
def test_two_engineers_at_one_hexside(value: str, left: str) -> None:
    for other in ("02.02", "03.02"):
        units = f"axis 02.02 e {ENGINEERS}\naxis {other} hq {HQ}"
        table = by_river(units, double_bridge=value).begin("pz").go("03.02")
        assert table.left("pz") == left
    assert by_river(f"axis 02.02 e {ENGINEERS}", double_bridge=value).begin("pz").go("03.02").left("pz") == "9"


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize(("value", "counted"), [("once", 1), ("twice", 2)])
def test_a_third_engineer_at_a_hexside_helps_no_more(value: str, counted: int) -> None:
    units = f"axis 02.02 e {ENGINEERS}\naxis 02.02 f {ENGINEERS}\naxis 03.02 hq {HQ}"
    table = by_river(units, double_bridge=value)
    start, hex_ = table.hex("02.02"), table.hex("03.02")
    assert len(at_hexside(table.game.look, table.unit("pz"), start, hex_)) == counted
    assert table.begin("pz").go("03.02").left("pz") == ("9" if value == "once" else "11")


@pytest.mark.case("13.8b-A")
def test_a_unit_that_one_bridge_would_not_help_is_told_of_none() -> None:
    """A major river costs all, bridged as a minor one 2, and 1 over two bridges."""
    table = by_river(f"axis 01.02 b {LEG}").begin("b").go("02.02")
    refusal = table.game.do(table.to("03.02")).refusal
    assert refusal is not None
    assert (refusal.code, refusal.have, refusal.need) == ("bridge.needed_mp", "2", "all")
    table.go("02.03")
    assert (table.left("b"), table.refused(table.to("03.03"))[0]) == ("1", "move.no_mp")


# --- what it does not ------------------------------------------------------------------------------------------


@pytest.mark.case("13.8b-B", "8.1c")
def test_no_overrun_over_a_bridge() -> None:
    enemy = f"soviet 03.02 t {LEG} move"
    plain = by_river(enemy).begin("pz")
    assert plain.refused(DeclareOverrun(plain.hex("03.02"))) == ("overrun.prohibited", "8.1c")
    table = by_river(f"{enemy}\naxis 02.02 e {ENGINEERS}").begin("pz")
    assert table.refused(DeclareOverrun(table.hex("03.02"))) == ("bridge.no_overrun", "13.8b-B")


@pytest.mark.case("13.8b-B", "8.1b")
@pytest.mark.parametrize(
    ("unit", "wanted"), [("6-4-12T/3-4-14T", ("bridge.no_overrun", "13.8b-B")), ("6-4-12K/3-4-14K", None)]
)
def test_the_overruns_limit_is_counted_without_the_bridge(unit: str, wanted: tuple[str, str] | None) -> None:
    """A Minor River: 4 MP for trucks, 3 for tracks."""
    table = by_river(
        f"soviet 03.02 t {LEG} move\naxis 02.02 e {ENGINEERS}\naxis 02.02 b Bn recon mech {unit} fueled", "minor_river"
    ).begin("b")
    overrun = DeclareOverrun(table.hex("03.02"))
    if wanted is None:
        assert overrun in table.game.choices()
    else:
        assert table.refused(overrun) == wanted


ATTACK = f"""
[terrain]
. . . .
. . . .
. . . .
. . . .
. . . .
[units]
axis 02.02 a {TANKS}
{{}}
soviet 03.02 r {LEG}
[supply]
axis 02.02 5
{river()}
"""


@pytest.mark.case("13.8b-B", "9.1f-A")
def test_a_bridge_makes_an_attack_possible_and_changes_no_modifier() -> None:
    assert combat_segment(ATTACK.format("")).step == "", "nobody can attack"
    assert combat_segment(ATTACK.format(f"axis 02.02 e {ENGINEERS} move")).step == ""
    table = combat_segment(ATTACK.format(f"axis 02.02 e {ENGINEERS}"))
    table.do(DeclareAttack(table.hex("03.02")), AddUnit("a"))
    assert table.data.units == ("a",)
    assert attack_terrains(table.look, table.hex("02.02"), table.hex("03.02")) == ("open", "major_river")


# --- its end ---------------------------------------------------------------------------------------------------


@pytest.mark.case("13.8b-C")
def test_the_bridge_vanishes_with_the_mode_but_for_the_engineer_that_leaves() -> None:
    table = by_river(f"axis 02.02 h {HQ} hqfuel").begin("h").mode("h", "move")
    assert not bridges(table.game.look, "axis")
    way = table.hex("02.02"), table.hex("03.02")
    assert at_hexside(table.game.look, table.unit("h"), *way) == ("h",)
    assert at_hexside(table.game.look, table.unit("pz"), *way) == ()
    table.go("03.02")
    assert table.left("h") == "16", "open ground 1, minor river 3 by truck"
    assert table.refused(table.to("02.01")) == ("bridge.needed", "13.8b-A"), "once gone, it has no bridge to come back"
    table.halt().begin("pz")
    assert table.refused(table.to("03.02")) == ("bridge.needed", "13.8b-A")


@pytest.mark.case("13.8b-C")
def test_so_it_is_in_the_first_hex_of_the_map() -> None:
    table = by_river(f"axis 01.01 h {HQ} hqfuel", more='major_river "Dwina" 01.01/NE 01.01/SE').begin("h")
    table.mode("h", "move").go("02.01")
    assert table.left("h") == "16"


@pytest.mark.case("13.8b-C")
def test_nobody_leaves_with_the_engineer_over_its_own_bridge() -> None:
    table = by_river(f"axis 02.02 h {HQ} hqfuel").begin("h", "pz").mode("h", "move")
    assert table.refused(table.to("03.02")) == ("bridge.needed", "13.8b-A")
    table.drop("pz").go("03.02")


@pytest.mark.case("13.8b-C")
def test_an_engineer_that_was_not_capable_has_no_bridge_of_its_own() -> None:
    table = by_river(f"axis 02.02 h {HQ} hqfuel move").begin("h").mode("h", "reserve", "move")
    assert table.refused(table.to("03.02")) == ("bridge.needed", "13.8b-A")
    again = by_river(f"axis 02.02 h {HQ} hqfuel dg").begin("h").do(SetMode("h", "dg", "move"))
    assert again.go("03.02").left("h") == "6", "half of 20, less 4"


@pytest.mark.case("13.8b-C")
def test_a_retreating_hq_leaves_by_its_own_bridge_and_others_do_not() -> None:
    rest = '[hexsides]\nmajor_river "r" 03.03/N 03.03/NE 03.03/SE 03.03/S 03.03/SW 03.03/NW\n'
    picture = "\n".join(". . . . . ." for _ in range(5))
    text = f"[terrain]\n{picture}\n[units]\nsoviet 03.03 h {HQ}\nsoviet 03.03 t {TANKS}\naxis 06.05 a {LEG}\n{rest}"
    table = retreat(text, 1, ("h", "t"))
    assert table.at("t") == "dead"
    table.do(RetreatTo(table.hex("03.04")))
    assert table.at("h") == "03.04"


@pytest.mark.case("13.8b-C")
def test_the_bridge_is_gone_with_the_engineer() -> None:
    table = by_river(f"axis 02.02 e {ENGINEERS} origin=02.02")
    table.move("e", "02.03").begin("pz")
    assert table.refused(table.to("03.02")) == ("bridge.needed", "13.8b-A")
    assert [bridge.hex for bridge in bridges(table.game.look, "axis")] == [table.hex("02.03")]


# --- supply, view, costs ---------------------------------------------------------------------------------------


@pytest.mark.case("13.8b-A", "12.3d-A")
@pytest.mark.parametrize(("where", "found"), [("02.04", []), ("02.02", [(60, "")]), ("03.02", [(60, "")])])
def test_supply_paths_use_bridges(where: str, found: list[tuple[int, str]]) -> None:
    """Reading 1.115: from 02.02 by truck to 04.02, next to the dump in 05.02: 1 and 3 for the river, and 1."""
    table = by_river(f"axis {where} e {ENGINEERS}\naxis 01.05 h {HQ} strat", more="[supply]\naxis 05.02 3\n")
    paying = payers(table.game.look, table.unit("pz"))
    assert [(p.mp, p.via) for p in paying if p.unit == "pz"] == found


@pytest.mark.case("13.8b-A")
def test_the_view_names_the_bridges_that_a_side_sees() -> None:
    units = f"axis 02.02 z9 {ENGINEERS}\nsoviet 03.04 g {LEG}\nsoviet 03.04 z {ENGINEERS}\naxis 01.01 f {ENGINEERS}"
    game = by_river(units).game
    here, there = game.world.board.index("02.02"), game.world.board.index("03.04")
    assert view(game, "axis")["bridges"] == [{"hex": here, "side": "axis", "unit": "z9"}], "z lies under g"
    assert view(game, "soviet")["bridges"] == [{"hex": there, "side": "soviet", "unit": "z"}], "z9 lies under pz"
    assert {u["id"]: u["engineer"] for u in view(game, "axis")["units"]}["z9"] is True


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize(
    ("side", "lines", "by"),
    [
        ("axis", [("open", "1"), ("major river", "2")], ["z9"]),
        ("soviet", [("open", "1"), ("major river", "prohibited")], []),
    ],
)
def test_costs_tell_who_bridges(side: str, lines: list[tuple[str, str]], by: list[str], tmp_path: Path) -> None:
    game = by_river(f"axis 02.02 z9 {ENGINEERS}").game  # pz lies on top, where the other side sees it
    save, index = SaveFile(tmp_path / "x.redball", game), game.world.board.index
    found = cost(Session("x", game, save, {}), side, "pz", index("02.02"), index("03.02"))
    assert [(line.reason, line.mp) for line in found.lines] == lines
    assert list(found.bridged_by) == by


@pytest.mark.case("13.8b-A")
@pytest.mark.parametrize("mobility", MOBILITIES)
@pytest.mark.parametrize("bridges", [0, 1, 2])
def test_a_step_across_bridges_costs_what_a_board_full_of_bridges_says(mobility: Mobility, bridges: int) -> None:
    world = Game.new("yelnya").world
    plain, better = world.graph(mobility), compile_graph(world.board, world.cost_table("", bridges), mobility)
    edges = [edge for edge, _ in world.board.edges_with_sides()]
    assert edges
    for edge in edges:
        assert plain.across(bridges, *divmod(edge, 6)) == better.cost[edge]
    assert (better.cost == plain.cost) is (bridges == 0)


@pytest.mark.case("13.8b-A")
def test_the_ground_agrees_with_each_step() -> None:
    """The overlaid graph is the plain one but for the hexsides of the engineers' hexes, both ways."""
    table = by_river(f"axis 02.02 e {ENGINEERS}\naxis 03.04 f {HQ}")
    look = table.game.look
    plain, over = look.world.graph("track"), ground(look, "axis", "track")
    better = compile_graph(look.board, look.world.cost_table("", 1), "track")
    changed = 0
    for start in range(look.board.size):
        for direction, end in enumerate(look.board.neighbour_array[start * 6 : start * 6 + 6]):
            standing = end >= 0 and bool(at_hexside(look, table.unit("pz"), start, end))
            wanted = (better if standing else plain).step_cost(start, direction)
            assert over.step_cost(start, direction) == wanted
            changed += wanted != plain.step_cost(start, direction)
            assert over.overrun_cost(start, direction) == plain.overrun_cost(start, direction)
    assert changed == 8, "two hexsides each, both ways"
