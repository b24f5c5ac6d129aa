"""The bot in New OCS's Air Operations Phase: whom it hinders, whom it protects, whom it intercepts."""

from __future__ import annotations

import pytest

from bots.test_steady_air import scene_of
from editions.new_ocs.test_new_air import BOMBER, FIGHTER, fly
from editions.new_ocs.test_new_air import sky as new_sky
from redball.bots.steady import air_phase
from redball.bots.steady.aircraft import duel
from redball.core.actions import Done, Intercept
from redball.rules.ground.air_force import plane_in
from support import LEG, Sitting

STRONG = "Rgt infantry other 9-3-3L/4-3-6L"
Found = list[tuple[str, tuple[str, ...]]]


def hindered(table: Sitting) -> Found:
    """Which stacks bombers would hinder, and which bombers."""
    flights = air_phase.interdictions(scene_of(table.game))
    return [(table.look.hex_name(one.hex), tuple(pid for pid, _ in one.planes)) for one in flights]


def patrolled(table: Sitting) -> Found:
    """Over which stacks fighters would patrol, and which fighters."""
    flights = air_phase.patrols(scene_of(table.game))
    return [(table.look.hex_name(one.hex), tuple(pid for pid, _ in one.planes)) for one in flights]


def bombers(*points: int, range_: int = 15) -> str:
    return "\n".join(f"axis 01.01 b{n} T (1)-{p}-{range_}/(1)-1-{range_}" for n, p in enumerate(points))


# --- reserves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("foe", "hinders"), [("07.01", False), ("08.01", True), ("11.01", True), ("12.01", False)])
def test_reserves_are_three_to_six_hexes_behind_the_front(foe: str, *, hinders: bool) -> None:
    table = new_sky(bombers(18), "axis 01.01 2", units=f"axis 05.01 a {LEG}\nsoviet {foe} r {LEG}")
    assert hindered(table) == ([(foe, ("b0",))] if hinders else [])


def test_the_strongest_reserves_within_range_come_first_each_once() -> None:
    units = f"axis 05.01 a {LEG}\nsoviet 08.01 r {LEG}\nsoviet 10.01 s {STRONG}"
    assert [hex_ for hex_, _ in hindered(new_sky(bombers(18), units=units))] == ["10.01", "08.01"]
    alike = f"axis 05.01 a {LEG}\nsoviet 08.01 r {LEG}\nsoviet 10.01 s {LEG}"
    assert [hex_ for hex_, _ in hindered(new_sky(bombers(18), units=alike))] == ["08.01", "10.01"]
    assert [hex_ for hex_, _ in hindered(new_sky(bombers(18, range_=8), units=units))] == ["08.01"]
    busy = fly(new_sky(f"{bombers(18)}\naxis 01.01 c {BOMBER}", units=units), "interdiction", "10.01", "c")
    assert [hex_ for hex_, _ in hindered(busy)] == ["08.01"]


@pytest.mark.parametrize(
    ("points", "crew"),
    [
        ((5,), ("b0",)),
        ((4,), None),
        ((5, 6), ("b0",)),
        ((4, 1), ("b1", "b0")),
        ((2, 1, 1, 1), ("b1", "b2", "b3", "b0")),
        ((1, 1, 1, 1, 1), None),
        ((0, 5), ("b1",)),
        ((), None),
    ],
)
def test_as_few_bombers_hinder_them_as_succeed_by_a_roll_of_four(
    points: tuple[int, ...], crew: tuple[str, ...] | None
) -> None:
    """Five points; the weakest go, four at most, and no fighters."""
    planes = f"{bombers(*points)}\naxis 01.01 f F 4-5-12/3-5-8".strip()
    table = new_sky(planes, "axis 01.01 3", units=f"axis 05.01 a {LEG}\nsoviet 09.01 r {LEG}")
    assert hindered(table) == ([("09.01", crew)] if crew else [])


def test_fighters_sweep_before_all_else_where_sweeps_can_be_planned() -> None:
    table = new_sky("axis 01.01 f F 6-0-20/1-0-20\nsoviet 12.01 x F 2-0-12/1-0-8")
    scene = scene_of(table.game)
    kinds = [flight.kind for flight in air_phase._operations(scene, {"fighter_sweep", "patrol"})]
    assert kinds[:1] == ["fighter_sweep"]
    assert kinds.count("fighter_sweep") == 1
    assert "fighter_sweep" not in {flight.kind for flight in air_phase._operations(scene, {"patrol"})}


# --- spearheads --------------------------------------------------------------------------------------------------

FRONTS = f"axis 03.01 a {LEG}\nsoviet 05.01 r {LEG}\naxis 15.01 c {STRONG}\nsoviet 16.01 s {LEG}"
"""Two spearheads, twelve hexes apart; the stronger one is the farther one."""


def fighters(*ratings: int, range_: int = 20) -> str:
    return "\n".join(f"axis 01.01 f{n} F {r}-0-{range_}/1-0-{range_}" for n, r in enumerate(ratings))


def test_the_best_fighter_patrols_over_the_strongest_spearhead_within_its_range() -> None:
    both = new_sky(fighters(3, 4), "axis 01.01 2", units=FRONTS)
    assert patrolled(both) == [("15.01", ("f1",)), ("03.01", ("f1",))]
    alike = FRONTS.replace(STRONG, LEG)
    assert patrolled(new_sky(fighters(4), "axis 01.01 2", units=alike)) == [("03.01", ("f0",)), ("15.01", ("f0",))]
    later = f"axis 15.01 a {LEG}\nsoviet 16.01 s {LEG}\naxis 03.01 c {LEG}\nsoviet 05.01 r {LEG}"
    assert [hex_ for hex_, _ in patrolled(new_sky(fighters(4), "axis 01.01 2", units=later))] == ["03.01", "15.01"]
    near = new_sky(fighters(3, range_=8), "axis 01.01 2", units=FRONTS)
    assert patrolled(near) == [("03.01", ("f0",))]
    tame = new_sky("axis 01.01 f F (4)-0-20/(3)-0-20", "axis 01.01 2", units=FRONTS)
    assert patrolled(tame) == [], "a rating in parentheses never attacks"


@pytest.mark.parametrize(("second", "fronts"), [("12.01", 1), ("13.01", 1), ("14.01", 2)])
def test_a_patrol_covers_ten_hexes(second: str, fronts: int) -> None:
    units = f"axis 03.01 a {STRONG}\nsoviet 05.01 r {LEG}\naxis {second} c {LEG}\nsoviet 16.01 s {LEG}"
    units += f"\nsoviet {int(second[:2]) + 1:02d}.01 t {LEG}"
    assert len(patrolled(new_sky(fighters(4), "axis 01.01 2", units=units))) == fronts
    flown = fly(new_sky(fighters(4, 3), "axis 01.01 2", units=units), "patrol", "03.01", "f0")
    assert len(patrolled(flown)) == fronts - 1


@pytest.mark.parametrize(("foe", "near"), [("05.01", True), ("06.01", False)])
def test_a_spearhead_is_two_hexes_from_the_enemy(foe: str, *, near: bool) -> None:
    table = new_sky(fighters(4), "axis 01.01 2", units=f"axis 03.01 a {LEG}\nsoviet {foe} r {LEG}")
    assert bool(patrolled(table)) is near


@pytest.mark.parametrize(
    ("more", "enemy", "range_", "stays"),
    [
        (f"axis 01.01 b {BOMBER}", "12.01", 6, True),
        (f"axis 01.01 b {BOMBER}", "12.01", 5, False),
        (f"axis 01.01 b {BOMBER}", "11.01", 5, True),
        ("", "12.01", 6, False),
        (f"axis 01.01 b {BOMBER}\naxis 01.01 g {FIGHTER}", "12.01", 6, False),
        (f"axis 05.01 b {BOMBER}", "12.01", 6, False),
        (f"axis 01.01 b {BOMBER}\naxis 05.01 g {FIGHTER}", "12.01", 6, True),
    ],
    ids=[
        "bombers within reach",
        "too far",
        "just within reach",
        "nobody else there",
        "another fighter",
        "bombers elsewhere",
        "fighter elsewhere",
    ],
)
def test_the_only_fighter_stays_with_bombers_that_the_enemy_can_reach(
    more: str, enemy: str, range_: int, *, stays: bool
) -> None:
    """Within twice the range of the fighter, eleven hexes."""
    planes = f"axis 01.01 f F 4-0-{range_}/1-0-{range_}\n{more}".strip()
    table = new_sky(planes, f"axis 01.01 2\naxis 05.01 1\nsoviet {enemy} 1", units=FRONTS)
    plane = plane_in(table.look.state, "f")
    assert plane is not None
    assert air_phase._guard(scene_of(table.game), plane) is stays


# --- interception ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flown", "able", "meets"),
    [
        ((BOMBER,), {"x": "F 4-0-12/3-0-8"}, "x"),
        (("T (3)-18-15/(1)-9-12",), {"x": "F 5-0-12/3-0-8"}, "x"),
        ((BOMBER, "F 4-0-12/3-0-8"), {"x": "F 4-0-12/3-0-8"}, ""),
        ((BOMBER,), {"x": "F 4-0-12/3-0-8", "y": "F 5-0-12/3-0-8"}, "y"),
        ((BOMBER,), {"x": "F 4-9-12/3-0-8", "y": "F 4-0-12/3-0-8"}, "y"),
    ],
    ids=["a bomber", "a good bomber", "an escort as good", "the best of two", "of two alike the cheaper one"],
)
def test_it_intercepts_with_whom_gains_most(flown: tuple[str, ...], able: dict[str, str], meets: str) -> None:
    planes = [f"axis 05.01 b{n} {printed}" for n, printed in enumerate(flown)]
    planes += [f"soviet 12.01 {pid} {printed}" for pid, printed in able.items()]
    units = f"axis 05.01 a {LEG}\nsoviet 10.01 r {LEG}\nsoviet 14.01 s {LEG}"
    table = new_sky("\n".join(planes), "axis 05.01 3\nsoviet 12.01 2", units=units, fog=False)
    fly(table, "barrage", "10.01", *(f"b{n}{'+' if 'F ' in one else ''}" for n, one in enumerate(flown))).done()
    while not table.offered(Intercept) and table.game.state.clock.phase == "air_operations":
        table.done()
    scene = scene_of(table.game, "soviet")
    assert {way.plane for way in scene.of(Intercept)} == {*able}
    ours, theirs = plane_in(table.look.state, meets or "x"), plane_in(table.look.state, f"b{len(flown) - 1}")
    assert ours is not None
    assert theirs is not None
    assert (duel(table.look, ours, theirs) > 0) is bool(meets)
    assert air_phase.intercept(scene) == (Intercept(meets) if meets else Done())
    if len(able) > 1:
        table.do(Intercept(meets))
        assert table.offered(Intercept)
        assert air_phase.intercept(scene_of(table.game, "soviet")) == Done(), "one for one"


@pytest.mark.parametrize(("gain", "meets"), [(1, True), (0, False)])
def test_an_interception_must_gain_something(monkeypatch: pytest.MonkeyPatch, gain: int, *, meets: bool) -> None:
    units = f"axis 05.01 a {LEG}\nsoviet 10.01 r {LEG}\nsoviet 14.01 s {LEG}"
    table = new_sky(f"axis 05.01 b {BOMBER}\nsoviet 12.01 x {FIGHTER}", units=units, fog=False)
    fly(table, "barrage", "10.01", "b").done()
    while not table.offered(Intercept) and table.game.state.clock.phase == "air_operations":
        table.done()
    monkeypatch.setattr(air_phase, "duel", lambda *_: gain)
    assert air_phase.intercept(scene_of(table.game, "soviet")) == (Intercept("x") if meets else Done())
