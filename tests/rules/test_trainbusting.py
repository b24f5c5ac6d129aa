"""Trainbusting: the attack, its marker, and what the zone costs."""

from __future__ import annotations

import pytest

from redball.board.hexes import MP
from redball.core.actions import AddPlane, AimMission, Done, PlanMission
from redball.game.plan.moves import reachable
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.rules.air.trainbusting import TrainbustingRolled
from redball.rules.ground.bridges import ground_for
from redball.rules.ground.trainbusting import TrainbustingOver, markers_in
from redball.rules.movement.step import move_ground
from support import LEG, Sitting, land, sit

STUKA = "T (1)-18-15/(1)-9-15"
MECH = "Bde tank mech 4-4-4K/2-4-10K"
ROWS = land(columns=9, rows=5)
MARK = "[trainbusting]\naxis 05.03\n"


def raid(*dice: int, at: str = "movement_barrage", rest: str = "", where: str = "05.03", **more: object) -> Sitting:
    """The Soviets attack a hex on the 17-24 points of one Stuka; Flak rolls first."""
    air = f"[bases]\nsoviet 09.03 1\n[aircraft]\nsoviet 09.03 b {STUKA}\nsoviet 09.03 c {STUKA}\n{rest}"
    units = f"soviet 09.03 s {LEG}\naxis 01.03 a {LEG}"
    table = sit(units, ROWS, rest=air, at=at, phasing="soviet", dice=dice, **more)  # type: ignore[arg-type]
    return table.do(PlanMission("trainbusting"), AimMission(table.hex(where)), AddPlane("b"), Done())


@pytest.mark.case("14.8a", "10.0c-C", "10.0c", "14.8", "14.2f-F")
@pytest.mark.parametrize(("die", "placed", "result"), [(3, False, "(5)"), (4, True, "1*(5)")])
def test_an_asterisk_places_a_marker(die: int, placed: bool, result: str) -> None:
    table = raid(1, 1, die)
    rolled = table.one(TrainbustingRolled)
    assert (rolled.points, rolled.column, rolled.result, rolled.placed) == (18, "11-20", result, placed)
    assert markers_in(table.game.state) == ({table.hex("05.03"): "axis"} if placed else {})


@pytest.mark.case("14.8", "10.0e-A")
def test_one_mission_and_one_marker_a_hex() -> None:
    table = raid(1, 1, 3)
    table.do(PlanMission("trainbusting"))
    assert table.refused(AimMission(table.hex("05.03"))) == ("mission.barraged", "10.0e-A")
    marked = raid(1, 1, 3, rest=MARK, where="04.03").do(PlanMission("trainbusting"))
    assert marked.refused(AimMission(marked.hex("05.03"))) == ("mission.marked", "14.8")


# --- the zone ----------------------------------------------------------------------------------------------------


def costs(unit: str, rest: str = MARK, side: str = "axis", ground: str = ".") -> dict[str, int]:
    """What a unit at 04.03 pays for each hex around it more than without a marker."""
    table = sit(f"{side} 04.03 u {unit}", land(columns=9, rows=5, ground=ground), rest=rest, head="sides axis soviet\n")
    look, unit_ = table.game.look, table.unit("u")
    with_, plain = move_ground(look, unit_, frozenset({"u"})), ground_for(look, unit_)
    around = [d for d in range(6) if look.board.neighbour(unit_.hex, d) >= 0]
    found = {
        look.hex_name(look.board.neighbour(unit_.hex, d)): with_.step_cost(unit_.hex, d) - plain.step_cost(unit_.hex, d)
        for d in around
    }
    assert {with_.overrun_cost(unit_.hex, d) - plain.overrun_cost(unit_.hex, d) for d in around} == set(found.values())
    return {name: more for name, more in found.items() if more}


@pytest.mark.case("14.8b", "14.8c-A")
@pytest.mark.parametrize("unit", [MECH, LEG])
def test_one_mp_more_in_the_zone_which_for_leg_is_the_hex_alone(unit: str) -> None:
    found, board = costs(unit), sit(f"axis 04.03 u {LEG}", ROWS, head="sides axis soviet\n").game.look.board
    here = board.index("05.03")
    zone = {here} if unit == LEG else {here, *board.neighbours(here)}
    around = {board.hex_name(n) for n in board.neighbours(board.index("04.03")) if n in zone}
    assert found == dict.fromkeys(around, MP)
    assert len(found) == (1 if unit == LEG else 3)


@pytest.mark.case("14.8c-A")
def test_zones_that_overlap_cost_once_and_only_the_enemy_pays() -> None:
    both = "[trainbusting]\naxis 05.03\naxis 05.02\naxis 05.04\n"
    assert set(costs(MECH, both).values()) == {MP}
    assert costs(MECH, both, side="soviet") == {}
    assert costs(MECH, "") == {}


@pytest.mark.case("14.8c-A", "14.8b")
def test_a_move_through_the_zone_and_its_preview() -> None:
    """Seven hexes of open ground; three of them in the zone cost one MP more for a unit with ten."""
    row, rest = land(columns=11, rows=1), "[trainbusting]\naxis 05.01\n[supply]\naxis 01.01 9\n"
    table = sit(f"axis 01.01 u {MECH} move fueled\nsoviet 11.01 s {LEG}", row, rest=rest)
    table.begin("u").go("02.01", "03.01")
    assert table.left("u") == "8"
    table.go("04.01", "05.01", "06.01")
    assert table.left("u") == "2"
    table.go("07.01")
    assert table.left("u") == "1"
    fresh = sit(f"axis 01.01 u {MECH} move fueled\nsoviet 11.01 s {LEG}", row, rest=rest)
    found = reachable(fresh.game, "axis", ("u",)).hexes
    far = max(look_hex for look_hex in found)
    assert fresh.game.look.hex_name(far) == "08.01"


@pytest.mark.case("14.8c-C", "12.3d-D")
def test_supply_paths_and_retreats_take_the_plain_ground() -> None:
    """Both read `ground_for`, which knows no zone."""
    table = sit(f"axis 04.03 u {MECH}", ROWS, rest=MARK, head="sides axis soviet\n")
    plain = sit(f"axis 04.03 u {MECH}", ROWS, head="sides axis soviet\n")
    assert ground_for(table.game.look, table.unit("u")).cost == ground_for(plain.game.look, plain.unit("u")).cost


@pytest.mark.case("14.8d", "2.3-K")
def test_markers_go_in_the_clean_up_phase_of_the_side_that_they_hinder() -> None:
    air = f"[bases]\nsoviet 09.03 1\n[aircraft]\nsoviet 09.03 b {STUKA} inactive\n"
    units = f"soviet 09.03 s {LEG}\naxis 01.03 a {LEG}"
    table = sit(units, ROWS, rest=air + MARK + "soviet 01.05\n", at="exploitation_movement", phasing="soviet")
    mine, theirs = table.hex("05.03"), table.hex("01.05")
    table.idle(lambda: bool(table.all(TrainbustingOver)))
    assert markers_in(table.game.state) == {mine: "axis"}
    assert table.all(TrainbustingOver)[0].hexes == (theirs,)
    table.idle(lambda: len(table.all(TrainbustingOver)) == 2 or table.over)
    over = table.all(TrainbustingOver)[1]
    assert (over.side, over.case, over.hexes, markers_in(table.game.state)) == ("axis", "14.8d", (mine,), {})


def test_a_written_position_keeps_markers_and_hip_shoots() -> None:
    table = sit(f"axis 04.03 u {MECH}", ROWS, rest=MARK, head="sides axis soviet\nhip_shoots german soviet\n")
    written = dump_position(table.game.world, table.game.state)
    world, state = parse_position(written)
    assert world.scenario.hip_shoots == ("german", "soviet")
    assert markers_in(state) == {table.hex("05.03"): "axis"}
    assert dump_position(world, state) == written
