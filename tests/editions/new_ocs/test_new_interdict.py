"""Interdiction missions: the table, who counts twice, interception, and the aircraft that stay."""

from __future__ import annotations

import pytest

from editions.new_ocs.test_new_air import BOMBER, FIGHTER, JU52, STRONG, STUKA, TARGET, at, fly, sky
from redball.core.actions import AddPlane, AimMission, Done, Intercept, PlanMission
from redball.editions.new_ocs.interdict import InterdictionFlown
from redball.game.view.air import air_view
from redball.rules.air.air import AirRound, FlakFired
from redball.rules.air.tasks import tasks_in
from redball.rules.ground.trainbusting import markers_in
from support import LEG, Sitting

ZERSTOERER = "F 4-4-14/3-2-14"
TRANSPORT = "Tpt (0)-0-12/(0)-0-12 carries=2T,1T"


def bomber(points: int) -> str:
    """A bomber with so many Barrage Points."""
    return f"T (1)-{points}-15/(1)-{max(points // 2, 1)}-15"


def flown(*dice: int, points: int, enemy: str = "") -> Sitting:
    """A bomber interdicts 08.01."""
    table = sky(f"axis 01.01 b {bomber(points)}\n{enemy}", dice=dice)
    return fly(table, "interdiction", "08.01", "b").done()


@pytest.mark.case("N10-interdiction-1-2", "N10-interdiction-3-4", "N10-interdiction-5-7", "N10-interdiction-8up")
@pytest.mark.parametrize(
    ("points", "need", "case"),
    [(1, 6, "1-2"), (2, 6, "1-2"), (3, 5, "3-4"), (4, 5, "3-4"), (5, 4, "5-7"), (7, 4, "5-7")],
)
def test_the_die_that_places_a_marker(points: int, need: int, case: str) -> None:
    for die in (need - 1, need):
        table = flown(die, points=points)
        found = table.one(InterdictionFlown)
        assert (found.points, found.need, found.roll, found.placed) == (points, need, die, die >= need)
        assert found.case == f"N10-interdiction-{case}"
        assert markers_in(table.game.state) == ({table.hex("08.01"): "soviet"} if die >= need else {})


@pytest.mark.case("N10-interdiction-8up", "N14-interdiction-auto")
def test_eight_points_need_no_die() -> None:
    table = flown(points=8)
    found = table.one(InterdictionFlown)
    assert (found.points, found.need, found.roll, found.placed) == (8, 0, 0, True)
    assert markers_in(table.game.state) == {table.hex("08.01"): "soviet"}
    assert table.told(InterdictionFlown) == (
        "Interdiction at 08.01 with 8 points: no roll needed, a marker slows soviet"
    )


@pytest.mark.case("N14-interdiction-fighters")
def test_fighters_count_twice_and_ratings_in_parentheses_once() -> None:
    """A Me 110 with 4 points makes a zone by itself, a Stuka with 4 does not, nor a Me 110 that escorts."""
    table = sky(f"axis 01.01 f {ZERSTOERER}")
    fly(table, "interdiction", "08.01", "f").done()
    assert table.one(InterdictionFlown).points == 8
    both = sky(f"axis 01.01 f {ZERSTOERER}\naxis 01.01 b {bomber(3)}", dice=(6,))
    fly(both, "interdiction", "08.01", "f+", "b").done()
    assert both.one(InterdictionFlown).points == 3
    half = sky(f"axis 01.01 f {ZERSTOERER} reduced", dice=(4,))
    fly(half, "interdiction", "08.01", "f").done()
    assert half.one(InterdictionFlown).points == 4


@pytest.mark.case("N14-interdiction-auto", "N14-interception-ready")
@pytest.mark.parametrize("intercepted", [False, True])
def test_only_the_points_that_survive_interception_count(intercepted: bool) -> None:
    """The fighter (4) drives the bomber off, and the Stuka goes on alone with 6."""
    planes = f"axis 05.01 b {bomber(5)}\naxis 05.01 c {bomber(6)}\nsoviet 12.01 x {FIGHTER}"
    table = sky(planes, dice=(6, 6, 1, 4) if intercepted else ())
    fly(table, "interdiction", "08.01", "b", "c").done()
    table.do(Intercept("x") if intercepted else Done())
    table.idle(lambda: bool(table.all(InterdictionFlown)))
    assert len(table.all(AirRound)) == int(intercepted)
    assert table.one(InterdictionFlown).points in ((5, 6) if intercepted else (11,))
    assert not table.all(FlakFired), "only strikes meet Flak"


@pytest.mark.case("N14-end-of-phase-stay", "N2.2-cleanup-air", "N2.2-cleanup-interdiction")
def test_its_aircraft_and_its_marker_stay_until_the_enemy_cleans_up() -> None:
    table = flown(points=8)
    table.idle(lambda: table.game.state.clock.phasing == "soviet" and table.game.state.clock.phase == "movement")
    assert at(table, "b") == ("08.01", True)
    assert markers_in(table.game.state)
    table.idle(lambda: table.game.state.clock.phasing == "axis" and table.game.state.clock.turn > 1)
    assert at(table, "b") == ("01.01", False)
    assert markers_in(table.game.state) == {}
    assert tasks_in(table.game.state) == ()


@pytest.mark.case("N10-interdiction-1-2", "N14-assign-bombers")
def test_what_may_be_interdicted_and_by_whom() -> None:
    supply = "[trainbusting]\naxis 07.01\n"
    planes = f"axis 01.01 b {bomber(8)}\naxis 01.01 c {STUKA}\naxis 01.01 t {TRANSPORT}\naxis 01.01 f {FIGHTER}"
    table = sky(planes, bases="axis 01.01 3\nsoviet 12.01 1", supply=supply)
    table.do(PlanMission("interdiction"))
    assert table.refused(AimMission(table.hex("07.01"))) == ("mission.marked", "14.8")
    table.do(AimMission(table.hex("08.01")))
    assert table.refused(AddPlane("t")) == ("mission.unarmed", "N14-assign-bombers")
    table.do(AddPlane("b"), Done(), PlanMission("interdiction"))
    assert table.refused(AimMission(table.hex("08.01"))) == ("interdiction.flown", "14.8")
    table.do(AimMission(table.hex("09.01")), AddPlane("f", "escort"))
    assert table.refused(Done()) == ("interdiction.no_points", "N10-interdiction-1-2")
    table.do(AddPlane("c"), Done())
    assert len(tasks_in(table.game.state)) == 2


@pytest.mark.case("N14-assign-bombers")
@pytest.mark.parametrize(("plane", "flies"), [(STRONG, False), (ZERSTOERER, True)])
def test_nobody_interdicts_without_barrage_points(plane: str, flies: bool) -> None:
    """The former has none: it could only escort."""
    assert (PlanMission("interdiction") in sky(f"axis 01.01 f {plane}").offered(PlanMission)) is flies


@pytest.mark.case("N10-interdiction-5-7", "N10-interdiction-8up")
@pytest.mark.parametrize(("points", "chance"), [(1, "1/6"), (3, "1/3"), (7, "1/2"), (8, "1")])
def test_a_planned_mission_shows_its_chance_to_its_own_side(points: int, chance: str) -> None:
    table = sky(f"axis 01.01 b {bomber(points)}")
    table.do(PlanMission("interdiction"), AimMission(table.hex("08.01")), AddPlane("b"))
    mission = air_view(table.look, "axis").mission  # type: ignore[union-attr]
    assert mission is not None
    assert mission.success == chance
    assert air_view(table.look, "soviet").mission is None  # type: ignore[union-attr]


@pytest.mark.case("N14-interdiction-auto")
def test_without_barrage_points_there_is_no_chance_and_no_mission() -> None:
    """An escort may be added first, but nobody flies it without a bomber."""
    table = sky(f"axis 01.01 b {bomber(8)}\naxis 01.01 f {FIGHTER}")
    table.do(PlanMission("interdiction"), AimMission(table.hex("08.01")), AddPlane("f", "escort"))
    mission = air_view(table.look, "axis").mission  # type: ignore[union-attr]
    assert mission is not None
    assert mission.success == "0"
    alone = sky(f"axis 01.01 t {TRANSPORT}")
    assert PlanMission("interdiction") not in alone.game.choices()


@pytest.mark.case("N14-assign-bombers", "N14-assign-fighters")
def test_transports_strike_nothing_and_bombers_carry_nothing() -> None:
    """Who has no Barrage Strength strikes only as an escort, who carries nothing goes along only as one; both change
    bases."""
    planes = f"axis 05.01 b {BOMBER}\naxis 05.01 f {STRONG}\naxis 05.01 w F (2)-0-12/(1)-0-8\naxis 05.01 j {JU52}"
    units = f"{TARGET}\naxis 05.01 p {LEG} move"

    def joins(kind: str, where: str, trip: str = "", escort: str = "") -> dict[str, tuple[str, str] | None]:
        table = sky(planes, units=units, supply="[supply]\naxis 05.01 4\n")
        table.do(PlanMission(kind), AimMission(table.hex(where)))
        adds = {pid: AddPlane(pid, escort if pid == "f" else trip) for pid in "bfwj"}
        able = {pid for pid, add in adds.items() if add in table.offered(AddPlane)}
        return {pid: None if pid in able else table.refused(add) for pid, add in adds.items()}

    unarmed, empty = ("mission.unarmed", "N14-assign-bombers"), ("mission.nothing_aboard", "N14-assign-bombers")
    for kind, where in (("barrage", "08.01"), ("interdiction", "09.01")):
        assert joins(kind, where, escort="escort") == {"b": None, "f": None, "w": unarmed, "j": unarmed}
    assert joins("air_transport", "01.01", "return", "return") == {"b": empty, "f": None, "w": empty, "j": None}
    assert set(joins("base_transfer", "01.01").values()) == {None}
