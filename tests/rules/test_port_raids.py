"""Barrages on ports by aircraft: hits, up to four; which hexes; Hip Shoots."""

from __future__ import annotations

import pytest

from editions.new_ocs import test_new_air
from redball.core.actions import AddPlane, AimMission, Done, PlanMission
from redball.game import Game
from redball.rules.air.air import AircraftHit
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.ground.harbours import harbour_at
from rules.test_air_strikes import FAR, STUKA, TANKS, fly, front
from support import Sitting

PORT = f'[places]\n{FAR} port "Haven"\n[ports]\n{FAR} 3\n[harbours]\nsoviet {FAR}'


def raid(marks: str, values: str, *dice: int, kind: str = "port_barrage", **more: object) -> Sitting:
    """A barrage on a Soviet port at 15.01, which has no Flak."""
    table = front("", f"axis 01.01 b {values}", *dice, rest=f"{PORT} {marks}\n", **more)  # type: ignore[arg-type]
    return fly(table, "b", kind=kind)


def hits(game: Game, where: str = FAR) -> int:
    port = harbour_at(game.look, game.world.board.index(where))
    assert port is not None
    return port.hits


@pytest.mark.case("10.0c-B", "10.0c", "10.0d", "19.0b")
@pytest.mark.parametrize(
    ("marks", "points", "die", "result", "left"),
    [
        ("", 18, 5, "1*(4)", 1),
        ("", 30, 6, "2*(4)", 2),
        ("hits=3", 30, 6, "2*(4)", 4),
        ("hits=4", 30, 6, "2*(4)", 4),
        ("hits=1", 18, 2, "-", 1),
    ],
)
def test_numbers_are_hits_up_to_four(marks: str, points: int, die: int, result: str, left: int) -> None:
    table = raid(marks, f"T (1)-{points}-15/(1)-9-15", 1, 1, die)
    read = table.one(PortRaided)
    assert (read.roll, read.result, read.hits, read.case) == (die, result, left, "10.0c-B")
    assert hits(table.game) == left


@pytest.mark.case("10.0c-B", "10.0d")
def test_a_number_in_parentheses_hits_nobody_at_a_port() -> None:
    """The aircraft of the base in the hex are not the target, and the base keeps its Levels."""
    planes = f"axis 01.01 b {STUKA}\nsoviet {FAR} i {STUKA} inactive"
    bases = f"axis 01.01 3\nsoviet {FAR} 3"
    table = fly(front("", planes, 1, 1, 5, rest=f"{PORT}\n", bases=bases), "b", kind="port_barrage")
    assert (table.one(PortRaided).result, hits(table.game), table.all(AircraftHit)) == ("1*(4)", 1, [])
    assert table.told(PortRaided) == (
        f"Barrage on the port at {FAR} Haven: column 11-20, roll 5: 1*(4); it takes 1 hit and has 1 now"
    )


@pytest.mark.case("10.0b-D", "10.0c")
@pytest.mark.parametrize("spotter", [False, True])
@pytest.mark.parametrize("ground", ["", "w"])
def test_neither_spotter_nor_terrain_shifts_a_barrage_on_a_port(spotter: bool, ground: str) -> None:
    assert raid("", STUKA, 1, 1, 5, spotter=spotter, ground=ground).one(PortRaided).column == "11-20"


@pytest.mark.case("10.0d", "10.0e-A", "14.7")
def test_a_barrage_on_a_port_is_for_hexes_with_an_enemy_port_once_a_phase() -> None:
    planes = f"axis 01.01 b {STUKA}\naxis 01.01 c {STUKA}"
    table = front(f"t {TANKS}", planes, 1, 1, 5, rest=f"{PORT}\n")
    table.do(PlanMission("port_barrage"))
    assert [action.hex for action in table.offered(AimMission)] == [table.hex(FAR)]
    assert table.refused(AimMission(table.hex("14.01"))) == ("mission.no_enemy_port", "10.0c-B")
    table.do(AimMission(table.hex(FAR)), AddPlane("b"), Done())
    assert hits(table.game) == 1
    assert table.refused(PlanMission("port_barrage"))[0] in ("mission.nobody", "mission.barraged")


@pytest.mark.case("10.0d")
def test_an_own_port_is_no_target() -> None:
    own = PORT.replace("soviet", "axis")
    table = front("", f"axis 01.01 b {STUKA}", rest=f"{own}\n", spotter=True)
    assert "port_barrage" not in {action.kind for action in table.offered(PlanMission)}


@pytest.mark.case("14.7d", "14.7d-D", "10.0c-B")
def test_a_hip_shoot_hits_a_port_next_to_a_spotter() -> None:
    planes = f"axis 01.01 b {STUKA} nation=german"
    more = {"at": "movement", "head": "hip_shoots german\n", "rest": f"{PORT}\n"}
    far = front("", planes, **more)  # type: ignore[arg-type]
    assert "port_hip_shoot" not in {action.kind for action in far.offered(PlanMission)}
    near = front("", planes, 1, 1, 5, spotter=True, **more)
    fly(near, "b", kind="port_hip_shoot")
    assert hits(near.game) == 1


@pytest.mark.case("10.0c-B", "N2.2-air-operations")
def test_new_ocs_bombs_ports_in_its_phase_of_the_air() -> None:
    """18 points read the column 11-20; a five is 1 hit. There is no Flak at the port."""
    port = '[places]\n10.01 port "Haven"\n[ports]\n10.01 3\n[harbours]\nsoviet 10.01\n'
    table = test_new_air.sky(f"axis 05.01 b {test_new_air.BOMBER}", drops=port, dice=(5, 5, 5, 5))
    test_new_air.fly(table, "port_barrage", "10.01", "b").done()
    table.idle(lambda: bool(table.all(PortRaided)))
    read = table.one(PortRaided)
    assert (read.points, read.column, read.roll, read.hits) == (18, "11-20", 5, 1)
