"""What the bot's raids gain and cost, and how bombers are shared out among them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from bots.test_steady_air import ACE, BOMBER, FIGHTER, UNITS, scene_of, sky
from bots.test_steady_aircraft import plane
from bots.test_steady_sea_landing import prized
from bots.test_steady_sea_phase import again
from editions.v1992.test_v1992_air_barrage import sky as old_sky
from redball.bots.steady import raids, rear
from redball.bots.steady.raids import Target
from redball.bots.steady.scene import Flight, Memory, Scene
from redball.core.actions import AddPlane, DeclareBarrage, Done, PlanMission
from redball.core.look import Look
from redball.rules.ground.air_force import Plane
from support import GUNS, HQ, LEG, TANKS, Sitting, in_scenario

STUKA = f"{BOMBER} nation=german"
HIPS = "hip_shoots german\n"
BESIDE = f"axis 07.01 a {LEG}\nsoviet 08.01 r {LEG}"


def fixed(patch: pytest.MonkeyPatch, **values: Any) -> None:
    """These functions of `raids` give these values, whatever they are asked."""
    for name, value in values.items():
        patch.setattr(raids, name, lambda *_, found=value, **__: found)


def names(flights: Iterable[Flight], table: Sitting) -> list[tuple[str, str]]:
    """Hexes and aircraft."""
    return [(table.look.hex_name(one.hex), "".join(pid for pid, _ in one.planes)) for one in flights]


# --- what a barrage spoils ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "worth"),
    [
        (f"soviet 08.01 r {LEG}", 2 * 48),
        (f"soviet 09.01 r {LEG}", 2 * 48 * 2 // 3),
        (f"soviet 10.01 r {LEG}", 2 * 48 // 3),
        (f"soviet 11.01 r {LEG}", 0),
        (f"soviet 08.01 r {TANKS}", 2 * 2 * 12 * 9),
        (f"soviet 08.01 g {GUNS}", 2 * 12 + 20 * 25 // 4),
        (f"soviet 08.01 q {HQ}", 2 * 2 * 12 * 5 + 120),
    ],
    ids=["foot", "two hexes off", "three", "four", "tanks", "guns", "an HQ"],
)
def test_what_units_cannot_do_in_their_turn(units: str, worth: int) -> None:
    """Two for each twelfth of their strength, twice that on wheels, less behind the front; guns and HQs more. They
    defend with one and five points."""
    table = sky("", "axis 01.01 1", f"axis 07.01 a {LEG}\n{units}", at="exploitation_barrage")
    hex_ = next(unit.hex for unit in table.look.own("soviet"))
    assert raids.paralysis(scene_of(table.game), hex_) == worth


def test_what_lies_under_the_top_counts_as_foot(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sky("", "axis 01.01 1", BESIDE, at="exploitation_barrage")
    fixed(monkeypatch, beneath=24)
    assert raids.paralysis(scene_of(table.game), table.hex("08.01")) == 2 * (48 + 24)


def test_relief_is_less_danger_for_those_beside_it_the_more_so_where_points_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = sky("", "axis 01.01 1", f"{BESIDE}\naxis 09.01 c {LEG}", at="exploitation_barrage")
    prized(table, "07.01", 2, "axis")
    asked: list[tuple[int, ...]] = []
    fixed(monkeypatch, danger=500)

    def relieved(look: Look, side: str, *of: int) -> int:
        asked.append(of)
        return 150

    monkeypatch.setattr(raids, "relieved", relieved)
    gain = raids.relief(table.look, "axis", table.hex("08.01"))
    assert gain == 350 + (350 + 350 * 2 * 1000 // 700)
    half = 12 * 4 * 4 // 3 // 2
    assert sorted(asked) == [(table.hex("07.01"), 48, half), (table.hex("09.01"), 48, half)]
    assert raids.relief(table.look, "axis", table.hex("05.01")) == 0, "nobody is beside it"


@pytest.mark.parametrize(("after", "before", "gain"), [(700, 300, 400), (0, 0, 0), (300, 700, 0), (0, 300, 0)])
def test_an_opening_is_worth_what_an_overrun_gains_more_by_it(
    monkeypatch: pytest.MonkeyPatch, after: int, before: int, gain: int
) -> None:
    """Half of what may lie under the top counts once the stack is Disorganized."""
    table = sky("", "axis 01.01 1", BESIDE)
    fixed(monkeypatch, beneath=10)
    monkeypatch.setattr(raids, "best_overrun", lambda look, side, hex_, doubt: {5: after, 10: before}[doubt])
    assert raids.opening(scene_of(table.game), table.hex("08.01")) == gain


def test_who_is_disorganized_already_is_not_struck_for_that() -> None:
    table = sky("", "axis 01.01 1", f"{BESIDE} dg", at="exploitation_barrage")
    scene, hex_ = scene_of(table.game), table.hex("08.01")
    assert raids.spoils(scene, hex_) == raids.opening(scene, hex_) == 0


# --- Hip Shoots --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "gain", "flies"), [(300, 321, True), (300, 320, False), (0, 21, True), (0, 20, False)]
)
def test_a_hip_shoot_must_gain_more_than_its_refit_and_the_least(
    monkeypatch: pytest.MonkeyPatch, least: int, gain: int, *, flies: bool
) -> None:
    table = sky(f"axis 01.01 p {STUKA}", "axis 01.01 1", BESIDE, head=HIPS)
    fixed(monkeypatch, raid_gain=gain, opening=1, spoils=1, waits=False)
    assert raids.EARLY == 300
    found = names(raids.shoots(least, scene_of(table.game), {"hip_shoot"}), table)
    assert found == ([("08.01", "p")] if flies else [])


def test_hip_shoots_are_flown_by_bombers_that_may_at_who_stands_beside_own_troops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fixed(monkeypatch, raid_gain=500, opening=1, spoils=1, waits=False)

    def shot(planes: str = f"axis 01.01 p {STUKA}", units: str = BESIDE, **more: Any) -> list[tuple[str, str]]:
        table = sky(planes, "axis 01.01 1", units, head=HIPS, **more)
        return names(raids.shoots(0, scene_of(table.game), {"hip_shoot"}), table)

    assert shot() == [("08.01", "p")]
    assert shot(f"axis 01.01 p {BOMBER}") == [], "of another nation"
    assert shot(f"axis 01.01 p {FIGHTER} nation=german") == [], "three points are no bombs"
    assert shot(f"axis 01.01 p {STUKA.replace('-12', '-6')}") == [], "out of range"
    assert shot(units=f"axis 05.01 a {LEG}\nsoviet 08.01 r {LEG}") == [], "nobody is beside it"
    assert shot(f"axis 01.01 p {STUKA}\naxis 01.01 q {STUKA}") == [("08.01", "p"), ("08.01", "q")]
    fixed(monkeypatch, waits=True)
    assert shot() == [], "there will be time"
    fixed(monkeypatch, waits=False, spoils=0)
    assert shot() == []


def test_hip_shoots_before_the_moves_end_with_the_first_that_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sky(f"axis 01.01 p {STUKA}", "axis 01.01 1", BESIDE, head=HIPS)
    scene, shot = scene_of(table.game), PlanMission("hip_shoot")
    fixed(monkeypatch, hips=shot)
    assert [raids.hips_first(scene), raids.hips_first(scene)] == [shot, shot]
    fixed(monkeypatch, hips=None)
    assert raids.hips_first(scene) is None
    fixed(monkeypatch, hips=shot)
    assert raids.hips_first(scene) is None


def test_hip_shoots_need_air_rules_a_scenario_that_has_them_and_aircraft(monkeypatch: pytest.MonkeyPatch) -> None:
    fixed(monkeypatch, raid_gain=500, spoils=1, waits=False)
    for planes, head, flies, shoots in (
        (f"axis 01.01 p {STUKA}", HIPS, True, True),
        (f"axis 01.01 p {STUKA}", HIPS, False, False),
        (f"axis 01.01 p {STUKA}", "", True, False),
        ("", HIPS, True, False),
    ):
        table = sky(planes, "axis 01.01 1", BESIDE, head=head)
        scene = Scene(table.game, "axis", table.asked, Memory(), flies=flies)
        assert (raids.hips(scene) is not None) is shoots


# --- stations ----------------------------------------------------------------------------------------------------


def test_each_station_is_struck_from_once_by_all_that_are_there() -> None:
    table, memory = old_sky(at="movement_barrage"), Memory()
    hex_ = table.hex("08.02")
    assert raids.from_stations(again(table, memory)) == DeclareBarrage(hex_)
    assert memory.strike == (hex_, ())
    table.do(DeclareBarrage(hex_))
    assert raids.from_stations(again(table, Memory())) is None, "it is the guns'"
    while (found := raids.from_stations(again(table, memory))) != Done():
        assert isinstance(found, AddPlane)
        table.do(found)
    assert memory.dropped == {hex_}
    fresh = old_sky(at="movement_barrage")
    assert raids.from_stations(again(fresh, Memory(dropped={hex_}))) is None


def test_without_air_rules_nobody_strikes_or_goes_to_a_station() -> None:
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", BESIDE, at="exploitation_barrage")
    scene = Scene(table.game, "axis", table.asked, Memory(), flies=False)
    assert raids.strike_or_fire(scene) == Done()
    assert raids.stations(scene) is None


# --- what is struck ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "bombs"),
    [
        ("F 3-5-12/2-2-12", True),
        ("F 3-4-12/2-2-12", False),
        ("T (1)-1-12/(1)-1-12", True),
        ("T (1)-0-12/(1)-0-12", False),
    ],
)
def test_bombs_are_one_point_of_a_bomber_and_five_of_a_fighter(printed: str, *, bombs: bool) -> None:
    table = sky(f"axis 01.01 p {printed}", "axis 01.01 1")
    assert raids.bombs(table.look, plane(table, "p")) is bombs


def struck(table: Sitting, *kinds: str) -> dict[str, Target]:
    found = raids._targets(scene_of(table.game), {*kinds})
    return {table.look.hex_name(hex_): target for hex_, target in found.items()}


def test_the_ten_best_stacks_that_bombers_reach_and_nobody_has_barraged_are_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foes = "\n".join(f"soviet {column:02d}.01 r{column} {LEG}" for column in range(3, 15))
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", f"axis 02.01 a {LEG}\n{foes}", at="exploitation_barrage")
    monkeypatch.setattr(raids, "spoils", lambda scene, hex_: 100 - hex_)
    assert [*struck(table, "barrage")] == [f"{column:02d}.01" for column in range(3, 13)]
    assert struck(table, "barrage")["03.01"] == Target("barrage", 100 - table.hex("03.01"))
    table.look = table.look.after(table.look.state.change(barraged=frozenset({table.hex("03.01")})), ())
    assert [*struck(table, "barrage")] == [f"{column:02d}.01" for column in range(4, 14)], "twelve hexes at most"
    assert struck(table) == {}


def test_of_railroads_and_bases_the_best_three_when_the_attacks_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A raid counts sixty points at most."""
    four = "\n".join(f"axis 01.01 b{n} {BOMBER}" for n in range(4))
    points: list[int] = []
    hexes = [3, 4, 5, 6]
    monkeypatch.setattr(rear, "rails", lambda _: {hex_: 10 * hex_ for hex_ in hexes})
    monkeypatch.setattr(rear, "bases", lambda _: iter(hexes))

    def worth(look: Look, side: str, hex_: int, most: int) -> int:
        points.append(most)
        return hex_

    monkeypatch.setattr(rear, "raid_worth", worth)
    table = sky(four, "axis 01.01 1", UNITS, at="exploitation_barrage")
    found = raids._targets(scene_of(table.game), {"trainbusting"})
    assert found == {hex_: Target("trainbusting", 10 * hex_) for hex_ in (6, 5, 4)}
    assert raids._targets(scene_of(table.game), {"base_barrage"}) == dict.fromkeys((6, 5, 4), Target("base_barrage"))
    assert {*points} == {60}
    early = sky(four, "axis 01.01 1", UNITS, at="movement_barrage")
    assert raids._targets(scene_of(early.game), {"trainbusting", "base_barrage"}) == {}


# --- with whom ---------------------------------------------------------------------------------------------------

TWO = f"axis 04.01 a {LEG}\nsoviet 05.01 r {LEG}\nsoviet 07.01 s {LEG}"


def shared(monkeypatch: pytest.MonkeyPatch, bombers: int, gains: dict[str, list[int]]) -> list[tuple[str, int, int]]:
    """Hex, aircraft and value of each raid, if so many aircraft gain so much in a hex."""
    planes = "\n".join(f"axis 01.01 b{n} {BOMBER}" for n in range(bombers))
    table = sky(planes, "axis 01.01 2", TWO, at="exploitation_barrage")
    fixed(monkeypatch, kept_for_defence=3, spoils=1)

    def gain(look: Look, side: str, hex_: int, crew: tuple[Plane, ...], upset: int) -> int:
        return gains[look.hex_name(hex_)][len(crew) - 1]

    monkeypatch.setattr(raids, "raid_gain", gain)
    found = raids.raids(scene_of(table.game), {"barrage"})
    flown = [one.id for raid in found for one in raid.crew]
    assert len(flown) == len({*flown}), "each flies once"
    return [(table.look.hex_name(raid.hex), len(raid.crew), raid.value) for raid in found]


def test_bombers_go_one_by_one_to_where_each_adds_most_while_it_adds_more_than_it_risks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each costs twenty, the crew three more; a third one that would only earn its price stays."""
    gains = {"05.01": [100, 150, 170, 170], "07.01": [90, 109, 120, 120]}
    assert shared(monkeypatch, 4, gains) == [("05.01", 2, 107), ("07.01", 1, 67)]
    assert shared(monkeypatch, 2, gains) == [("05.01", 1, 77), ("07.01", 1, 67)]
    assert shared(monkeypatch, 1, gains) == [("05.01", 1, 77)]
    assert shared(monkeypatch, 2, {"05.01": [23, 43], "07.01": [0, 0]}) == [], "nothing is left"


def test_four_aircraft_fly_together_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    more = [1000 * size for size in range(1, 7)]
    assert shared(monkeypatch, 6, {"05.01": more, "07.01": [0] * 6}) == [("05.01", 4, 4000 - 83)]


@pytest.mark.parametrize(
    ("own", "crew", "patrols", "joins"),
    [
        (f"axis 01.01 f {FIGHTER}\naxis 01.01 g {ACE}", "b", True, "g"),
        (f"axis 01.01 f {FIGHTER}\naxis 01.01 g {ACE}", "b", False, ""),
        (f"axis 01.01 f {FIGHTER}\naxis 01.01 g {ACE}", "bf", True, ""),
        ("axis 01.01 f F (3)-3-12/(2)-2-12", "b", True, ""),
        (f"axis 01.01 f {FIGHTER.replace('-12', '-6')}", "b", True, ""),
        (f"axis 01.01 c {BOMBER}", "b", True, ""),
    ],
    ids=["the best", "nobody patrols", "one is there", "it never attacks", "too far", "a bomber"],
)
def test_the_best_fighter_escorts_bombers_where_the_enemy_patrols(
    monkeypatch: pytest.MonkeyPatch, own: str, crew: str, joins: str, *, patrols: bool
) -> None:
    table = sky(f"axis 01.01 b {BOMBER}\n{own}", "axis 01.01 1", UNITS, at="exploitation_barrage")
    fixed(monkeypatch, patrols_over=[1] if patrols else [])
    them = tuple([plane(table, pid) for pid in crew])
    found = [
        tuple(one.id for one in with_it) for with_it in raids._escorted(scene_of(table.game), table.hex("08.01"), them)
    ]
    assert found == ([(*crew, joins)] if joins else [])


# --- gains and prices --------------------------------------------------------------------------------------------


def test_bombers_are_kept_for_a_town_by_its_points_and_a_step_costs_what_it_would_have_gained() -> None:
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", BESIDE, at="exploitation_barrage")
    prized(table, "07.01", 5, "axis")
    table.look = in_scenario(table.look, turns=9)
    bomber = plane(table, "b")
    assert raids.kept_for_defence(scene_of(table.game), (bomber,)) == 5 * 120
    assert raids.step_price(table.look, bomber) == 3 * 25 * 18 // 2


def test_a_strike_gains_what_is_not_turned_back_less_what_fighters_and_flak_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", BESIDE, at="exploitation_barrage")
    look, hex_, crew = table.look, table.hex("08.01"), (plane(table, "b"),)
    fixed(monkeypatch, interception=(0, 0), flak=0)
    whole = raids.raid_gain(look, "axis", hex_, crew, 1000)
    assert whole > 100
    fixed(monkeypatch, interception=(6, 30), flak=7)
    assert raids.raid_gain(look, "axis", hex_, crew, 1000) == whole - whole * 6 // 18 - 37
    monkeypatch.setattr(rear, "raid_worth", lambda *_: 1000)
    monkeypatch.setattr(rear, "busts", lambda *_: (2, 6))
    assert raids.rear_gain(look, "axis", hex_, crew, Target("base_barrage")) == 1000 - 333 - 37
    assert raids.rear_gain(look, "axis", hex_, crew, Target("trainbusting", 90)) == 30 - 10 - 37


@pytest.mark.parametrize(("least", "cost"), [(10, 6), (12, 1), (13, 0)])
def test_flak_costs_the_mean_price_of_a_step_by_its_chance(
    monkeypatch: pytest.MonkeyPatch, least: int, cost: int
) -> None:
    """Six throws of 36 come to ten with no points of Flak, one to twelve."""
    table = sky(f"axis 01.01 b {BOMBER}\naxis 01.01 f {FIGHTER}", "axis 01.01 1", BESIDE, at="exploitation_barrage")
    crew = (plane(table, "b"), plane(table, "f"))
    fixed(monkeypatch, tally_of=SimpleNamespace(value=0))
    monkeypatch.setattr(raids, "flak_hits", lambda charts, roll: roll >= least)
    monkeypatch.setattr(raids, "step_price", lambda look, one: {"b": 50, "f": 22}[one.id])
    assert raids.flak(table.look, "axis", table.hex("08.01"), crew) == cost
    worth = (216 // 2 + 456 // 2) // 2
    chance = {10: 6, 12: 1, 13: 0}[least]
    assert raids.flak(table.look, "axis", table.hex("08.01"), crew, "base_barrage") == worth * chance // 36


@pytest.mark.parametrize(("gain", "turned"), [(1, (3, 57)), (0, (0, 0))])
def test_a_fighter_meets_them_one_after_the_other_if_it_gains_by_it(
    monkeypatch: pytest.MonkeyPatch, gain: int, turned: tuple[int, int]
) -> None:
    """The best rating first: three points and a worth of 636, then eighteen and 216. Each is driven off by a half, the
    fighter goes on by a quarter, and a third of those who abort lose half of their worth."""
    table = sky(f"axis 01.01 b {BOMBER}\naxis 01.01 g {ACE}\nsoviet 12.01 e {FIGHTER}", "axis 01.01 1\nsoviet 12.01 1")
    crew = (plane(table, "b"), plane(table, "g"))
    fixed(monkeypatch, duel=gain, patrols_over=[SimpleNamespace(fighters=("e",))])
    fixed(monkeypatch, rounds=(Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)))
    assert raids.interception(table.look, "axis", table.hex("08.01"), crew) == turned
    fixed(monkeypatch, patrols_over=[])
    assert raids.interception(table.look, "axis", table.hex("08.01"), crew) == (0, 0)
