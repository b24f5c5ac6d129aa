"""Whom the bot's Landing Craft take aboard in a port, where these go, and who is taken off at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bots.test_steady_air import scene_of
from bots.test_steady_sea import FOE, TWO_PORTS, shore
from bots.test_steady_sea_craft import BACK, FRONT, ends, plans
from bots.test_steady_sea_landing import DIVISION
from bots.test_steady_sea_phase import BOX, counting
from redball.bots.steady import sea_craft
from redball.bots.steady.positions import weigher
from redball.bots.steady.scene import Memory
from redball.bots.steady.sea_craft import Passage
from redball.bots.steady.sea_landing import Beach
from redball.core.actions.naval import PutAshore, TakeAboard, TakeSupplyAboard
from redball.rules.ground.craft import the_craft
from redball.rules.ground.fleet import LandingCraft
from redball.scenarios.records import VictoryHex
from support import HQ, LEG, MILITIA, Sitting, in_scenario, land, sit

CRAFT = "axis 18.02 lc landing_craft 4"
WEAK = "Rgt infantry other 2-3-3L/1-3-6L"


def port(units: str, craft: str = CRAFT, rest: str = TWO_PORTS, **how: object) -> Sitting:
    """Craft in the port behind the front."""
    return shore(f"{FOE}\n{units}", craft, rest=rest, **how)


def waiting(table: Sitting) -> list[str]:
    """Who may go aboard, in that order."""
    craft = the_craft(table.look.state, "lc")
    return [unit.id for unit in sea_craft._waiting(scene_of(table.game), craft)]


def worth_points(table: Sitting, name: str, points: int = 1) -> None:
    prize = replace(table.look.world.scenario.victory, hexes=(VictoryHex(table.hex(name), points, "Place"),))
    table.look = in_scenario(table.look, victory=prize)


# --- who may go --------------------------------------------------------------------------------------------------


def test_the_strongest_go_first() -> None:
    assert waiting(port(f"axis 18.02 a {WEAK}\naxis 18.02 b {LEG}")) == ["b", "a"]
    assert waiting(port(f"axis 18.02 a {LEG}\naxis 18.02 b {LEG}")) == ["b", "a"], "alike: by their ids"


@pytest.mark.parametrize(
    ("strengths", "go"), [((LEG, LEG), ["b"]), ((WEAK, LEG), []), ((WEAK, WEAK, LEG), ["c"]), ((LEG,), [])]
)
def test_half_of_the_strength_stays_where_points_are_held(strengths: tuple[str, ...], go: list[str]) -> None:
    """The weakest are kept first, until they are half of it."""
    table = port("\n".join(f"axis 18.02 {uid} {unit}" for uid, unit in zip("abc", strengths, strict=False)))
    assert len(waiting(table)) == len(strengths)
    worth_points(table, BACK)
    assert waiting(table) == go


def test_who_cannot_attack_or_has_moved_already_stays() -> None:
    table = port(f"axis 18.02 m {MILITIA}\naxis 18.02 h {HQ}\naxis 18.02 a {LEG} railed\naxis 17.02 b {LEG}")
    assert waiting(table) == []


def test_who_cannot_attack_goes_where_it_counts_in_time() -> None:
    for turns, goes in ((1, ["m"]), (9, [])):
        table = port(f"axis 18.02 m {MILITIA}")
        table.look = counting(table.look, turns, "01.01")
        assert waiting(table) == goes


# --- who finds room ----------------------------------------------------------------------------------------------


def filled(table: Sitting, *ids: str) -> list[str]:
    craft = the_craft(table.look.state, "lc")
    return [unit.id for unit in sea_craft._fill(table.look, craft, [table.unit(uid) for uid in ids])]


def test_as_many_go_aboard_as_there_is_room_for() -> None:
    """A point carries two regiments; who does not fit is passed over."""
    three = "\n".join(f"axis 18.02 {uid} {LEG}" for uid in "abc")
    assert filled(port(three, "axis 18.02 lc landing_craft 1"), "a", "b", "c") == ["a", "b"]
    assert filled(port(three, "axis 18.02 lc landing_craft 2"), "c", "b", "a") == ["c", "b", "a"]
    mixed = f"axis 18.02 d {DIVISION}\naxis 18.02 a {LEG}"
    assert filled(port(mixed, "axis 18.02 lc landing_craft 1"), "d", "a") == ["a"]


def test_no_more_go_aboard_than_the_port_takes_in_a_phase() -> None:
    """One SP of capacity takes two regiments; the first may always go."""
    three = "\n".join(f"axis 18.02 {uid} {LEG}" for uid in "abc")
    found = [filled(port(three, rest=TWO_PORTS.replace("18.02 6", f"18.02 {sp}")), *"abc") for sp in (1, 2)]
    assert found == [["a", "b"], ["a", "b", "c"]]
    large = port(f"axis 18.02 d {DIVISION}\naxis 18.02 a {LEG}", rest=TWO_PORTS.replace("18.02 6", "18.02 1"))
    assert filled(large, "d", "a") == ["d"]
    assert filled(port(f"axis 17.02 a {LEG}", "axis 17.02 lc landing_craft 2"), "a") == [], "there is no port"


# --- where they go -----------------------------------------------------------------------------------------------


def two_ports(back: str, ids: str = "ab") -> Sitting:
    """The enemy is at the front port; units wait with craft in the other one."""
    units = "\n".join(f"axis {back} {uid} {LEG}" for uid in ids)
    foe = f"axis 20.01 z {LEG}\nsoviet 05.01 r {MILITIA}"
    return shore(f"{foe}\n{units}", f"axis {back} lc landing_craft 4", rest=TWO_PORTS.replace(BACK, back))


def by_port(table: Sitting, memory: Memory | None = None) -> list[Passage]:
    return [plan for plan in plans(table, "_troops", memory=memory) if plan.unloads]


@pytest.mark.parametrize(("back", "later"), [("16.02", 0), ("17.02", 1)])
def test_units_go_to_the_port_where_they_are_worth_more(back: str, later: int) -> None:
    table = two_ports(back)
    best = by_port(table)[0]
    assert best.loads == (TakeAboard("b"), TakeAboard("a"))
    assert best.unloads == (PutAshore("b"), PutAshore("a"))
    scene, there = scene_of(table.game), table.hex(FRONT)
    weighed = [(weigher(scene, unit)(unit), unit.hex) for unit in map(table.unit, "ab")]
    gains = [weigh(there) - weigh(here) - 150 for weigh, here in weighed]
    assert best.value == sum(gains) - 300 * later * 2, "a phase more for each"


def test_units_stay_where_the_gain_is_small_and_where_they_were_told_to() -> None:
    """Two gain 500 there, one alone 250, for which nothing sails."""
    assert [plan.value for plan in by_port(two_ports("12.02"))] == [500]
    assert by_port(two_ports("12.02", "a")) == []
    memory = Memory(notes={("stays", "a"): True})
    assert [plan.loads for plan in by_port(two_ports("16.02"), memory)] == [(TakeAboard("b"),)]
    near = shore(f"axis 20.01 z {LEG}\nsoviet 16.01 r {LEG}\naxis 18.02 a {LEG}", CRAFT, rest=TWO_PORTS)
    assert plans(near, "_troops") == [], "the front is here"
    assert plans(port(f"axis 17.02 a {LEG}"), "_troops") == []


def weighing(monkeypatch: pytest.MonkeyPatch, worth: Callable[[str, int], int]) -> None:
    """Let this say what each unit is worth in a hex."""
    monkeypatch.setattr(sea_craft, "weigher", lambda _, before: lambda unit: lambda hex_: worth(before.id, hex_))


@pytest.mark.parametrize(("gain", "goes"), [(150, ["b"]), (151, ["b", "a"])])
def test_each_that_goes_aboard_must_gain_more_than_that_costs(
    monkeypatch: pytest.MonkeyPatch, gain: int, goes: list[str]
) -> None:
    table = two_ports("16.02")
    there = table.hex(FRONT)
    weighing(monkeypatch, lambda uid, hex_: 0 if hex_ != there else gain if uid == "a" else 2000)
    assert [plan.loads for plan in by_port(table)] == [tuple(TakeAboard(uid) for uid in goes)]


@pytest.mark.parametrize(("apart", "goes"), [(3, False), (4, True)])
def test_only_who_is_more_than_three_hexes_from_the_enemy_is_taken_to_a_beach(
    monkeypatch: pytest.MonkeyPatch, apart: int, *, goes: bool
) -> None:
    table = islands(f"axis 11.02 a {LEG}\naxis 11.02 b {LEG}")
    monkeypatch.setattr(sea_craft, "nearest_enemy", lambda *_: apart)
    assert bool([plan for plan in plans(table, "_troops") if plan.beach is not None]) is goes


@pytest.mark.parametrize(
    ("more", "lands", "value"), [(251, ("b", "a"), 251), (250, ("b", "a"), None), (999, ("b",), None)]
)
def test_a_beach_that_is_phases_away_must_repay_the_time_aboard_of_all(
    monkeypatch: pytest.MonkeyPatch, more: int, lands: tuple[str, ...], value: int | None
) -> None:
    """From 18.02 to 06.02 is a second phase: each is idle for two. All must land, and gain more than 250 together."""
    table = port(f"axis 18.02 a {LEG}\naxis 18.02 b {LEG}")
    weighing(monkeypatch, lambda uid, hex_: 70)
    worth = 2 * (70 + 450 + 150) + 2 * 300 * 2 + more
    monkeypatch.setattr(sea_craft, "beaches", lambda *_: [Beach(worth, table.hex(FRONT), lands)])
    assert [plan.value for plan in plans(table, "_troops")] == ([] if value is None else [value])


def test_beaches_are_weighed_with_the_supply_that_is_aboard_and_that_goes_aboard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = shore(f"{FOE}\naxis 18.02 a {LEG}", f"{CRAFT} sp=1", rest=f"{TWO_PORTS}[supply]\naxis 18.02 9T\n")
    laden: list[int] = []

    def none_of(_scene: object, craft: LandingCraft, *_: object) -> list[Beach]:
        laden.append(craft.tokens)
        return []

    monkeypatch.setattr(sea_craft, "beaches", none_of)
    assert plans(table, "_troops") == []
    assert laden == [4 + 4]


CUT = land(*(f"{c:02d}.{r:02d}=." for c in (1, 2, 3, 10, 11, 12) for r in (1, 2)), columns=12, rows=5, ground="-")
HAVEN = '[places]\n11.02 port "Haven"\n[ports]\n11.02 6\n[harbours]\naxis 11.02\n[sources]\naxis 03.02 11.02\n'


def islands(units: str, supply: str = "", foe: str = "01.01", at: str = "movement") -> Sitting:
    """Two islands: the port on one of them, the enemy on the other or beside it."""
    rest = f"{HAVEN}{supply}[craft]\naxis 11.02 lc landing_craft 4\n"
    return sit(f"{units}\nsoviet {foe} r {MILITIA}", CUT, rest=rest, at=at)


def test_units_land_over_the_water_with_supply_if_there_is_some_to_spare() -> None:
    for supply, fed in (
        ("", ()),
        ("[supply]\naxis 11.02 3T\n", (TakeSupplyAboard(3),)),
        ("[supply]\naxis 11.02 9T\n", (TakeSupplyAboard(4),)),
    ):
        table = islands(f"axis 11.02 a {LEG}\naxis 11.02 b {LEG}", supply)
        best = plans(table, "_troops")[0]
        assert best.loads == (TakeAboard("b"), TakeAboard("a"), *fed)
        assert best.unloads == ()
        assert best.beach is not None
        assert set(best.beach.units) == {"a", "b"}
        assert best.value > 250


def test_to_land_from_a_port_costs_what_the_units_are_worth_there_and_each_phase_aboard() -> None:
    """Ashore as they are 450, to go aboard 150, and 300 for each phase until they land."""
    table = islands(f"axis 11.02 a {LEG}")
    scene, craft, unit = scene_of(table.game), the_craft(table.look.state, "lc"), table.unit("a")
    ways, now = sea_craft.far(table.look, craft), weigher(scene, unit)(unit)(unit.hex)
    worth = {beach.hex: beach.value for beach in sea_craft.beaches(scene, craft, ways, [unit])}
    found = [plan for plan in plans(table, "_troops") if plan.beach is not None]
    assert found
    assert all(plan.value == worth[plan.path[-1]] - now - 600 for plan in found)


def test_nobody_is_taken_off_beside_the_enemy_or_out_of_its_phase() -> None:
    """Within three hexes of the enemy they have something to do; landings are made in the Movement Phase."""
    troops = f"axis 11.02 a {LEG}\naxis 11.02 b {LEG}"
    assert plans(islands(troops), "_troops")
    assert plans(islands(troops, at="exploitation_movement"), "_troops") == []
    assert plans(islands(troops, foe="12.01"), "_troops") == []


# --- getting away ------------------------------------------------------------------------------------------------

AWAY = TWO_PORTS + BOX


def leaving(units: str, craft: str, turns: int = 1, **entry: Any) -> Sitting:
    table = port(units, craft, AWAY)
    table.look = counting(table.look, turns, "home", **entry)
    return table


def test_who_counts_elsewhere_is_taken_there_before_all_else() -> None:
    table = leaving(f"axis aboard a {LEG}", "axis 18.04 lc landing_craft 2 aboard=a")
    best = plans(table, "_leaving")
    assert [(plan.value, plan.loads, plan.unloads) for plan in best] == [(900, (), ())]
    assert ends(table, best) == ["18.05"], "the box is a phase off"
    two = leaving(f"axis aboard a {LEG}\naxis aboard b {LEG}", "axis 18.04 lc landing_craft 2 aboard=a,b")
    assert plans(two, "_leaving")[0].value == 1800
    assert plans(leaving(f"axis aboard a {LEG}", "axis 18.04 lc landing_craft 2 aboard=a", 8), "_leaving") == []
    foreign = leaving(f"axis aboard a {LEG}", "axis 18.04 lc landing_craft 2 aboard=a", nations=("xx",))
    assert plans(foreign, "_leaving") == []


def test_those_in_the_port_go_aboard_and_others_are_fetched() -> None:
    table = leaving(f"axis 18.02 a {LEG}\naxis 18.02 b {LEG}", CRAFT, points=9)
    best = plans(table, "_leaving")
    assert [(plan.value, plan.loads) for plan in best] == [(1800, (TakeAboard("b"), TakeAboard("a")))]
    fetched = leaving(f"axis 18.02 a {LEG}", "axis 17.04 lc landing_craft 4", points=9)
    best = plans(fetched, "_leaving")
    assert [(plan.value, plan.loads) for plan in best] == [(450, ())]
    assert ends(fetched, best) == [BACK]
    later = leaving(f"axis 18.02 a {LEG}", "axis 07.05 lc landing_craft 4", points=9)
    assert [plan.value for plan in plans(later, "_leaving")] == [450 - 60], "eleven hexes are a phase more"
    assert plans(leaving("axis 18.02 t truck 2 12T", CRAFT), "_leaving") == []


def test_of_two_boxes_they_make_for_the_nearer_one() -> None:
    boxes = BOX.replace("[ways]", 'away off_map "Away" at=2,30\n[ways]\naway axis sea all {way}')
    for way, goal in (("02.05", "18.05"), ("18.05", "02.05")):
        other = boxes.replace("sea all 18.05", f"sea all {goal}").format(way=way)
        for at, end in (("16.04", "18.05"), ("04.04", "02.05")):
            table = port(f"axis aboard a {LEG}", f"axis {at} lc landing_craft 2 aboard=a", TWO_PORTS + other)
            table.look = counting(table.look, 1, "home", "away")
            assert ends(table, plans(table, "_leaving")) == [end]


@pytest.mark.parametrize(("more", "stays"), [(0, True), (-1, False)])
def test_who_is_worth_as_much_where_it_stands_stays(monkeypatch: pytest.MonkeyPatch, more: int, *, stays: bool) -> None:
    """It counts three points for two steps in the box."""
    table = leaving(f"axis 18.02 a {LEG}", CRAFT)
    weighing(monkeypatch, lambda uid, hex_: 1500 + more)
    craft = the_craft(table.look.state, "lc")
    assert (sea_craft._spare(scene_of(table.game), craft, craft.hex, table.hex("home")) == []) is stays


def test_who_is_worth_more_where_it_stands_stays() -> None:
    """The port holds many points, of which half of the strength would have kept most."""
    table = leaving(f"axis 18.02 a {LEG}\naxis 18.02 b {LEG}", CRAFT, points=1)
    home = table.hex("home")
    craft = the_craft(table.look.state, "lc")
    assert [unit.id for unit in sea_craft._spare(scene_of(table.game), craft, craft.hex, home)] == ["b", "a"]
    worth = replace(table.look.world.scenario.victory, hexes=(VictoryHex(craft.hex, 9, "Place"),))
    table.look = in_scenario(table.look, victory=worth)
    assert [unit.id for unit in sea_craft._spare(scene_of(table.game), craft, craft.hex, home)] == []
