"""Gunfire of ships at ports, and the Flak of ships at air barrages in their hex."""

from __future__ import annotations

from fractions import Fraction

import pytest

from redball.core.actions import AddPlane, AimMission, Done, PlanMission
from redball.core.actions.naval import AddShip, AimGuns
from redball.core.dice import Dice
from redball.editions.smolensk.charts import SmolenskRules
from redball.game import Game
from redball.rules.air.air import BaseRaided, FlakFired
from redball.rules.air.flak_fire import points_at
from redball.rules.air.kind import Mission
from redball.rules.barrage.points import AIR_SHIFTS
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.ground.harbours import harbour_at
from redball.rules.naval.naval import GunfireOpened
from rules.test_gunfire import BATTLE, CRUISE, aimed, foreseen, sea, ship
from support import Sitting

HAVEN = '[places]\n06.01 port "Haven"\n[ports]\n06.01 3\n[harbours]\nsoviet 06.01'
STUKA = "T (1)-18-15/(1)-9-15"


def off_port(marks: str = "", *dice: int, ships: str = f"{BATTLE}\n{CRUISE}", **more: object) -> Sitting:
    return sea(ships, dice=dice, rest=f"{HAVEN} {marks}\n", **more)  # type: ignore[arg-type]


def hits(game: Game, where: str = "06.01") -> int:
    port = harbour_at(game.look, game.world.board.index(where))
    assert port is not None
    return port.hits


@pytest.mark.case("18.3b", "10.0c", "10.0c-B", "10.0d")
@pytest.mark.parametrize("marks", ["", "hits=3", "hits=4"])
@pytest.mark.parametrize("die", range(1, 7))
def test_ships_barrage_a_port_together_and_nothing_weakens_them(marks: str, die: int) -> None:
    """42 points, on the column that artillery or aircraft would read."""
    table = aimed(off_port(marks, die), "port", "06.01").do(AddShip("bb"), AddShip("ca"), Done())
    facility, before = table.look.world.charts.facility, int(marks[-1:] or 0)
    read, cell = table.one(PortRaided), facility.lookup(facility.column(42), die)
    assert (read.points, read.column, read.result, read.shift) == (
        42,
        facility.columns[facility.column(42)],
        cell.text,
        0,
    )
    assert hits(table.game) == min(before + cell.hits, 4)
    assert table.one(GunfireOpened).strength == "42"
    assert not table.spent()


@pytest.mark.case("18.3b", "18.3a-B", "10.0e-A")
def test_fire_at_a_port_is_fire_at_the_ground_and_the_barrage_of_its_hex() -> None:
    table = aimed(off_port("", 1), "port", "06.01").do(AddShip("bb"), Done())
    assert ship(table, "bb").ashore == 1
    for at in ("port", "base", "units"):
        assert table.refused(AimGuns(table.hex("06.01"), at)) == ("gunfire.barraged", "10.0e-A")
    spent = aimed(off_port(ships=f"{BATTLE} ashore\n{CRUISE}"), "port", "06.01")
    assert spent.refused(AddShip("bb")) == ("gunfire.ashore", "18.3a-B")


@pytest.mark.case("10.0d", "18.3b")
def test_only_an_enemy_port_is_a_target() -> None:
    own = off_port().game
    for table in (sea(), sea(rest=f"{HAVEN.replace('soviet', 'axis')}\n")):
        assert table.refused(AimGuns(table.hex("06.01"), "port")) == ("gunfire.no_target", "18.3a")
        assert "port" not in {aim.at for aim in table.offered(AimGuns)}
    assert AimGuns(own.world.board.index("06.01"), "port") in own.choices()


@pytest.mark.case("18.3b", "10.0c-B")
@pytest.mark.parametrize("marks", ["", "hits=3"])
def test_the_forecast_at_a_port_is_what_the_six_throws_give(marks: str) -> None:
    ready = aimed(off_port(marks), "port", "06.01").do(AddShip("bb"), AddShip("ca"))
    told = {one.text: Fraction(one.p) for one in foreseen(ready).outcomes}
    found: dict[str, Fraction] = {}
    for die in range(1, 7):
        game = Game.begin(ready.look.world, ready.look.state, Dice(seed=1, script=(die,)))
        more = hits(Sitting(game).done().game) - int(marks[-1:] or 0)
        text = {0: "no effect", 1: "1 hit"}.get(more, f"{more} hits")
        found[text] = found.get(text, Fraction(0)) + Fraction(1, 6)
    assert told == found


# --- Flak of ships -----------------------------------------------------------------------------------------------

FLEET = "soviet 06.01 c1 cruiser 12-3-2-1/6-3-1-0\nsoviet 06.01 c2 cruiser 12-3-1-1/6-3-0-0\n"


def over_port(ships: str, *dice: int) -> Sitting:
    """A bomber of the axis can strike the port, where Soviet cruisers lie."""
    rest = f"{HAVEN}\n[aircraft]\naxis 01.01 b {STUKA}\n"
    return sea(ships + BATTLE, dice=dice, rest=rest, bases="axis 01.01 2\n", head="ships_in_ports cruiser\n")


def planned(table: Sitting, kind: str, where: str = "06.01") -> Sitting:
    return table.do(PlanMission(kind), AimMission(table.hex(where)), AddPlane("b"))


@pytest.mark.case("18.3f", "14.4e")
@pytest.mark.parametrize("kind", ["port_barrage", "base_barrage", "barrage"])
def test_all_ships_in_the_hex_add_their_flak_to_the_roll_whatever_is_barraged(kind: str) -> None:
    """2 and 1 of the two cruisers, 2 of the air base."""
    with_ships = planned(over_port(FLEET, 2, 2, 1, 1, 1, 1), kind).do(Done()).one(FlakFired)
    without = planned(over_port(FLEET.replace("06.01", "09.03"), 2, 2, 1, 1, 1, 1), "base_barrage").do(Done())
    assert (with_ships.roll, without.one(FlakFired).roll) == (4 + 2 + 3, 4 + 2)
    line = next(line for line in with_ships.ledger.lines if "ships" in line.reason)
    assert (line.amount, line.chart) == ("+3", "flak.intrinsic_or_ships")


@pytest.mark.case("18.3f")
def test_damaged_ships_fire_the_flak_of_that_side_and_sunk_ones_none() -> None:
    marks = FLEET.replace("6-3-1-0", "6-3-1-0 damaged").replace("soviet 06.01 c2", "soviet sunk c2")
    assert planned(over_port(marks, 2, 2, 1, 1), "base_barrage").do(Done()).one(FlakFired).roll == 4 + 2 + 1


@pytest.mark.case("18.3f")
def test_they_fire_at_barrages_only() -> None:
    """Trainbusting strikes the roads, not what lies in the hex."""
    table = over_port(FLEET)
    for kind, more in (("port_barrage", 3), ("trainbusting", 0)):
        assert points_at(table.look, Mission(kind, "axis", table.hex("06.01"), ())).value == 2 + more


@pytest.mark.case("18.3b", "10.0c")
@pytest.mark.parametrize(("at", "event"), [("port", PortRaided), ("base", BaseRaided)])
def test_what_shifts_an_air_barrage_does_not_touch_the_fire_of_ships(
    at: str, event: type[PortRaided] | type[BaseRaided]
) -> None:
    """On limited flight days of Smolensk, aircraft would fire columns to the left."""
    table = off_port("", 1, 1, at="bombardment", edition="new-ocs+smolensk")
    weather = table.look.world.charts.table(SmolenskRules).limited_flight[0]
    table.look = table.look.after(table.look.state.change(weather=weather), ())
    assert table.look.policies[AIR_SHIFTS](table.look, table.hex("06.01"), False)
    aimed(table, at, "06.01").do(AddShip("bb"), Done())
    assert table.one(event).shift == 0
    facility = table.look.world.charts.facility
    assert table.one(event).column == facility.columns[facility.column(30)]
