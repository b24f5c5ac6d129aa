"""What the bot's aircraft are worth to it, where they land, who refits first, and who meets whom."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from bots.test_steady_air import ACE, BOMBER, FIGHTER, TRANSPORT, UNITS, scene_of, sky
from editions.v1992.test_v1992_bases import bases
from redball.bots.steady import aircraft
from redball.bots.steady.scene import Scene
from redball.core.actions import (
    Action,
    AddPlane,
    Cancel,
    Done,
    Intercept,
    LoseCargo,
    LosePlane,
    PlacePlane,
    RebuildPlane,
    RefitAt,
    ReturnTo,
    SendPlane,
    StandDown,
)
from redball.editions.v1992.base_supply import SupplyBase
from redball.rules.ground.air_force import Plane, plane_in
from support import LEG, Sitting

HOME, FORWARD, FRONT = "01.01", "03.01", "05.01"
"""Three bases; the last one is three hexes from the enemy at 08.01."""
MANY = "\n".join(f"axis 03.01 i{n} {BOMBER} inactive" for n in range(9))


def plane(table: Sitting, pid: str) -> Plane:
    found = plane_in(table.look.state, pid)
    assert found is not None
    return found


def offered(monkeypatch: pytest.MonkeyPatch, table: Sitting, *actions: Action) -> Scene:
    """A decision of the axis in which these actions are legal."""
    monkeypatch.setattr(Scene, "choices", list(actions))
    return scene_of(table.game)


def field(planes: str = "", units: str = UNITS, rest: str = "") -> Sitting:
    """Three bases of the axis, of Levels 1, 2 and 1; all aircraft are seen."""
    held = f"axis {HOME} 1\naxis {FORWARD} 2\naxis {FRONT} 1\nsoviet 10.01 1"
    return sky(planes, held, units, rest=rest, switches={"fog": False})


# --- what they are worth -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "worth"),
    [
        ("F 3-3-12/2-2-12", 3 * 90 + 150 + 3 * 12),
        ("F (3)-3-12/(2)-2-12", 150 + 3 * 12),
        ("T (1)-18-12/(1)-9-12", 18 * 12),
        ("T 2-18-12/1-9-12", 2 * 90 + 18 * 12),
        (TRANSPORT, 4 * 70),
    ],
)
def test_an_aircraft_is_worth_its_ratings(printed: str, worth: int) -> None:
    table = field(f"axis {HOME} p {printed}")
    assert aircraft.plane_worth(table.look, plane(table, "p")) == worth
    assert aircraft.worth_of(scene_of(table.game), "p") == worth
    assert aircraft.worth_of(scene_of(table.game), "unknown") == 0


def test_a_round_gains_what_the_other_side_loses_by_it_less_what_it_costs() -> None:
    """Who aborts loses half of its worth with one loss die, all of it with another; equals gain nothing."""
    planes = f"axis {HOME} f {FIGHTER}\naxis {HOME} b {BOMBER}\nsoviet 10.01 e {FIGHTER}\nsoviet 10.01 g {ACE}"
    table = field(f"{planes}\nsoviet 10.01 h {BOMBER}")
    gains = {(a, b): aircraft.duel(table.look, plane(table, a), plane(table, b)) for a in "fb" for b in "egh"}
    assert gains == {
        ("f", "e"): 0, ("f", "g"): -136, ("f", "h"): 35, ("b", "e"): -36, ("b", "g"): -105, ("b", "h"): 0,
    }  # fmt: skip


def test_the_chances_of_a_round_are_those_of_the_table() -> None:
    """Driven off; driven off by one who goes on; a loss. Two dice and the difference of the ratings."""
    planes = f"axis {HOME} f {FIGHTER}\nsoviet 10.01 e {FIGHTER}\nsoviet 10.01 g {ACE}\nsoviet 10.01 h {BOMBER}"
    table = field(planes)
    found = {foe: aircraft.rounds(table.look, plane(table, foe), plane(table, "f")) for foe in "egh"}
    assert found == {
        "e": (Fraction(7, 12), Fraction(5, 12), Fraction(1, 3)),
        "g": (Fraction(5, 6), Fraction(13, 18), Fraction(1, 3)),
        "h": (Fraction(5, 18), Fraction(1, 6), Fraction(1, 3)),
    }


# --- bases -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "planes", "supply", "fitness"),
    [
        (HOME, "", "", 20 * 2 - 7),
        (HOME, "", f"[supply]\naxis {HOME} 1T\n", 20 * 2 + 40 - 7),
        (HOME, f"axis {HOME} x {BOMBER} inactive", "", 20 * 1 - 7),
        (FORWARD, "", "", 20 * 3 - 5),
        (FORWARD, f"axis {FORWARD} x {BOMBER} inactive", "", 20 * 3 - 5),
        (FORWARD, MANY, "", 20 * -4 - 5),
        (FRONT, "", "", 20 * 2 - 200 - 3),
    ],
)
def test_a_base_suits_by_its_room_its_supply_and_its_place(where: str, planes: str, supply: str, fitness: int) -> None:
    """A Level refits two; three more have room at most, four too many count. Within three hexes of the enemy a base may
    be taken, and each hex farther off is one hex farther to fly."""
    table = field(planes, rest=supply)
    assert aircraft.base_fitness(scene_of(table.game), table.hex(where)) == fitness


def test_a_base_four_hexes_from_the_enemy_is_safe_and_none_is_farther_than_sixty() -> None:
    near = field(units=f"axis 02.01 a {LEG}\nsoviet 09.01 r {LEG}")
    assert aircraft.base_fitness(scene_of(near.game), near.hex(FRONT)) == 40 - 4
    alone = field(units=f"axis 02.01 a {LEG}")
    assert aircraft.base_fitness(scene_of(alone.game), alone.hex(FRONT)) == 40 - 60
    assert aircraft.base_fitness(scene_of(alone.game), alone.hex("04.01")) == 0, "there is none"


def test_aircraft_arrive_land_and_are_rebuilt_where_it_suits_best(monkeypatch: pytest.MonkeyPatch) -> None:
    table = field(f"axis {HOME} b {BOMBER}\naxis {HOME} f {FIGHTER}\naxis {HOME} g {FIGHTER}")
    home, forward = table.hex(HOME), table.hex(FORWARD)
    scene = offered(monkeypatch, table, PlacePlane("b", home), PlacePlane("b", forward))
    assert aircraft.place(scene) == PlacePlane("b", forward)
    scene = offered(monkeypatch, table, ReturnTo("b", home), ReturnTo("b", forward))
    assert aircraft.land(scene) == ReturnTo("b", forward)
    ways = [RebuildPlane(pid, hex_) for pid in "bfg" for hex_ in (home, forward)]
    assert aircraft.rebuild(offered(monkeypatch, table, *ways)) == RebuildPlane("g", forward), "the best one first"


def test_the_least_worth_stands_down_or_takes_a_loss_and_supply_is_lost_before_units(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = field(f"axis {HOME} b {BOMBER}\naxis {HOME} f {FIGHTER}\naxis {HOME} t {TRANSPORT}")
    assert aircraft.stand_down(offered(monkeypatch, table, *map(StandDown, "fbt"))) == StandDown("b")
    assert aircraft.lose_plane(offered(monkeypatch, table, *map(LosePlane, "fbt"))) == LosePlane("b")
    unit, supply = LoseCargo(unit="a", hex=table.hex(HOME)), LoseCargo(unit="", hex=table.hex(HOME))
    assert aircraft.lose_cargo(offered(monkeypatch, table, unit, supply)) == supply


# --- refit -------------------------------------------------------------------------------------------------------


def refitting(planes: str, supply: str) -> Sitting:
    held = f"axis {HOME} 1\naxis {FORWARD} 1"
    return sky(planes, held, at="aircraft_refit", rest=f"[supply]\naxis {HOME} {supply}\naxis {FORWARD} {supply}\n")


def test_the_base_refits_first_where_its_best_aircraft_are_worth_most() -> None:
    """A Level refits two of three: the two best ones."""
    weak, few = "T (1)-4-12/(1)-2-12", "\n".join(f"axis {HOME} a{n} {BOMBER} inactive" for n in range(2))
    many = "\n".join(f"axis {FORWARD} c{n} {weak} inactive" for n in range(2))
    table = refitting(f"{few}\n{many}\naxis {FORWARD} d {FIGHTER} inactive", "5")
    assert aircraft._refit_gain(table.look, "axis", table.hex(HOME)) == 2 * 216
    assert aircraft._refit_gain(table.look, "axis", table.hex(FORWARD)) == 456 + 48
    assert aircraft.refit(scene_of(table.game)) == RefitAt(table.hex(FORWARD))


def test_at_a_base_the_best_refit_first_and_a_refit_of_nobody_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = refitting(f"axis {HOME} b {BOMBER} inactive\naxis {HOME} f {FIGHTER} inactive", "5")
    table.do(RefitAt(table.hex(HOME)))
    assert aircraft.refit(scene_of(table.game)) == AddPlane("f")
    assert aircraft.refit(offered(monkeypatch, table)) == Cancel()
    monkeypatch.undo()
    table.do(AddPlane("f"), AddPlane("b"))
    assert aircraft.refit(scene_of(table.game)) == Done()


def test_by_1992_each_base_with_aircraft_is_paid_one_level_the_most_worth_first() -> None:
    fighter, bomber = "F 4-3-6/3-2-4", "T (1)-18-6/(1)-9-6"
    planes = f"axis 01.01 b {bomber}\naxis 02.01 f {fighter}\nsoviet 11.01 x {fighter}\nsoviet 11.01 y {fighter}"
    table = bases("axis 01.01 2\naxis 02.01 3\naxis 03.01 1\nsoviet 11.01 2", planes, at="supply")
    while table.asked.step.name != "supply_bases" and not table.offered(SupplyBase):
        table.done()
    scene = scene_of(table.game)
    assert aircraft.supply_base(scene) == SupplyBase(table.hex("02.01"), 1)
    kept: list[Action] = [act for act in scene.of(SupplyBase) if act.hex != table.hex("02.01")]
    scene.choices = kept
    assert aircraft.supply_base(scene) == SupplyBase(table.hex("01.01"), 1)
    scene.choices = [SupplyBase(table.hex("03.01"), 1)] if SupplyBase(table.hex("03.01"), 1) in kept else []
    assert scene.choices, "an empty base could be paid for"
    assert aircraft.supply_base(scene) == Done()


# --- fights ------------------------------------------------------------------------------------------------------


def fight(monkeypatch: pytest.MonkeyPatch, foes: Sequence[str], able: str, sent: str = "") -> Action | None:
    """Whom the axis sends of these, or has intercept, against aircraft of the other side at 10.01."""
    planes = f"axis {HOME} f {FIGHTER}\naxis {HOME} g {ACE}\naxis {HOME} b {BOMBER}"
    planes += "".join(f"\nsoviet 10.01 e{n} {printed}" for n, printed in enumerate(foes))
    table = field(planes)
    scene = offered(monkeypatch, table, *map(SendPlane, able))

    class Data:
        hex = table.hex("10.01")

    scene.data = Data()
    scene.data.sent = sent
    return aircraft.send(scene)


def test_who_does_best_against_the_strongest_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fight(monkeypatch, [BOMBER, FIGHTER], "bfg") == SendPlane("g")
    assert fight(monkeypatch, [BOMBER, FIGHTER], "bf") == SendPlane("f")
    assert fight(monkeypatch, [], "bf") is None
    assert fight(monkeypatch, [FIGHTER], "") is None
    assert fight(monkeypatch, [BOMBER, ACE], "fb", "e0") == SendPlane("f"), "who was sent counts"


@pytest.mark.parametrize(
    ("flown", "able", "meets"), [("h", "f", "f"), ("e", "f", ""), ("e", "fg", "g"), ("", "f", ""), ("h", "", "")]
)
def test_only_who_gains_by_it_intercepts(monkeypatch: pytest.MonkeyPatch, flown: str, able: str, meets: str) -> None:
    planes = f"axis {HOME} f {FIGHTER}\naxis {HOME} g {ACE}\nsoviet 10.01 e {FIGHTER}\nsoviet 10.01 h {BOMBER}"
    scene = offered(monkeypatch, field(planes), *map(Intercept, able))

    class Data:
        planes = tuple(flown)

    scene.data = Data()
    assert aircraft.intercept(scene) == (Intercept(meets) if meets else Done())
    assert aircraft.keep_all(scene) == Done()
