"""The bot's missions in segments of movement: how they are drafted, who sweeps, carries, is carried and moves up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bots.test_steady_air import ACE, BOMBER, FIGHTER, TRANSPORT, scene_of, sky
from bots.test_steady_sea_phase import again
from redball.bots.steady import flights, legs
from redball.bots.steady.scene import Flight, Memory, Scene
from redball.core.actions import AddPlane, AimMission, Cancel, Done, Embark, LoadPlanes, PlanMission
from redball.core.state import Unit
from redball.rules.ground.air_force import base_in, with_base
from redball.rules.ground.drops import DropPlan, Drops, with_drops
from rules.test_air_transport import BATTALION, HALF, field, ju
from support import LEG, Sitting, land, sit

HOME, GOAL, FAR = "01.01", "04.01", "07.01"


def named(table: Sitting, found: Iterator[Flight]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Kind, hex, aircraft."""
    return [(one.kind, table.look.hex_name(one.hex), tuple(pid for pid, _ in one.planes)) for one in found]


# --- drafting ----------------------------------------------------------------------------------------------------


def test_each_mission_is_begun_once_in_a_segment() -> None:
    table = sky(f"axis 01.01 f {ACE}\nsoviet 10.01 e {FIGHTER}", "axis 01.01 1\nsoviet 10.01 1")
    scene, sweep = scene_of(table.game), Flight("fighter_sweep", table.hex("10.01"), (("f", ""),))
    assert flights.begin(scene, lambda *_: iter([sweep])) == PlanMission("fighter_sweep")
    assert scene.memory.flight == sweep
    assert flights.begin(scene, lambda *_: iter([sweep])) is None


def drafted(table: Sitting, flight: Flight | None) -> list[object]:
    took: list[object] = []
    while table.step == "air_mission.draft" and len(took) < 9:
        found = flights.draft(again(table, Memory(flight=flight)))
        assert found is not None
        took.append(found)
        table.do(found)
    return took


def test_a_draft_is_filled_in_step_by_step_with_units_and_supply() -> None:
    table = field(ju("j", "k"), f"axis 01.01 u {BATTALION} move")
    table.do(PlanMission("air_transport"))
    start = table.hex(HOME)
    flight = Flight("air_transport", table.hex(GOAL), (("j", "return"), ("k", "return")), ((start, 1),), ("u",))
    assert drafted(table, flight) == [
        AimMission(table.hex(GOAL)),
        AddPlane("j", "return"),
        AddPlane("k", "return"),
        LoadPlanes(start, 1),
        Embark("u"),
        Done(),
    ]


def test_a_draft_that_was_not_meant_or_cannot_be_flown_is_taken_back() -> None:
    for flight in (None, Flight("base_transfer", 3, (("j", ""),)), Flight("air_transport", 0, (("j", "return"),))):
        table = field(ju("j"))
        table.do(PlanMission("air_transport"))
        assert drafted(table, flight) == [Cancel()]
    empty = field(ju("j"))
    empty.do(PlanMission("air_transport"), AimMission(empty.hex(GOAL)))
    assert drafted(empty, Flight("air_transport", empty.hex(GOAL), ())) == [Cancel()]


@pytest.mark.parametrize("flies", [True, False])
def test_nothing_flies_without_air_rules_or_aircraft(*, flies: bool) -> None:
    table = sky(f"axis 01.01 f {ACE}\nsoviet 10.01 e {FIGHTER}", "axis 01.01 1\nsoviet 10.01 1")
    scene = Scene(table.game, "axis", table.asked, Memory(), flies=flies)
    assert (flights.moving(scene) is not None) is flies
    assert flights.moved(scene) is None, "no unit waits for a base"
    assert flights.moving(scene_of(sky("", "axis 01.01 1").game)) is None


def test_when_all_have_moved_what_waited_for_a_base_is_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    table = starving(planes=f"axis 01.01 t {TRANSPORT}", bases="axis 01.01 1\naxis 09.01 1")
    none = starving()
    assert flights.moved(scene_of(table.game)) is None
    monkeypatch.setattr(flights, "bases_first", lambda _: True)
    assert flights.moved(scene_of(table.game)) == PlanMission("air_transport")
    assert flights.moved(scene_of(none.game)) is None
    assert flights.moved(Scene(table.game, "axis", table.asked, Memory(), flies=False)) is None


def test_a_second_leg_is_flown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = scene_of(field(ju("j")).game)
    leg = Flight("onward", 3, (("j", "onward"),))
    monkeypatch.setattr(legs, "second_leg", lambda *_: leg)
    assert flights.fly_on(scene) == PlanMission("onward")
    assert scene.memory.flight == leg
    assert flights.fly_on(scene) == Done()
    monkeypatch.setattr(legs, "second_leg", lambda *_: None)
    assert flights.fly_on(scene_of(field(ju("j")).game)) == Done()


# --- sweeps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gain", "sweeps"), [(60, True), (59, False)])
def test_a_sweep_must_gain_sixty(monkeypatch: pytest.MonkeyPatch, gain: int, *, sweeps: bool) -> None:
    table = sky(f"axis 01.01 f {ACE}\nsoviet 10.01 e {FIGHTER}", "axis 01.01 1\nsoviet 10.01 1")
    monkeypatch.setattr(flights, "duel", lambda *_: gain)
    found = named(table, flights.sweeps(scene_of(table.game)))
    assert found == ([("fighter_sweep", "10.01", ("f",))] if sweeps else [])


def test_only_fighters_that_attack_and_get_there_sweep_fighters() -> None:
    held = "axis 01.01 1\nsoviet 10.01 1"
    for planes in (
        f"axis 01.01 f {ACE.replace('-12', '-8')}\nsoviet 10.01 e {FIGHTER}",
        f"axis 01.01 f F (5)-3-12/(4)-2-12\nsoviet 10.01 e {FIGHTER}",
        f"axis 01.01 f {ACE}\nsoviet 10.01 e {BOMBER}",
        f"axis 01.01 f {ACE}\nsoviet 10.01 e {FIGHTER} inactive",
    ):
        assert list(flights.sweeps(scene_of(sky(planes, held).game))) == []
    near = sky(f"axis 01.01 f {ACE.replace('-12', '-9')}\nsoviet 10.01 e {FIGHTER}", held)
    assert len(list(flights.sweeps(scene_of(near.game)))) == 1


# --- units that fly ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "foe", "drops"), [(1, "14.01", True), (2, "14.01", False), (1, "05.01", False)])
def test_what_is_due_is_dropped_unless_the_enemy_has_come_to_hold_the_hex(turn: int, foe: str, *, drops: bool) -> None:
    para = "Bn parachute other 2-5-3L/1-5-6L"
    table = field(ju("j"), f"axis 01.01 p {para} move", f"soviet {foe} r2 {LEG}")
    state = with_drops(table.look.state, Drops(plans=(DropPlan("p", table.hex("05.01"), turn),)))
    table.look = table.look.after(state, ())
    assert named(table, flights.drops(scene_of(table.game))) == ([("air_drop", "05.01", ("j",))] if drops else [])


BOX = '[boxes]\nfar off_map "Far" at=1,30\nair off_map "Air" at=3,30\n'


def boxed(units: str, *plans: tuple[str, int]) -> Sitting:
    table = sit(f"{units}\nsoviet 12.01 r {LEG}", land(columns=12, rows=1), rest=BOX)
    found = tuple([DropPlan(uid, table.hex("05.01"), turn) for uid, turn in plans])
    table.look = table.look.after(with_drops(table.look.state, Drops(plans=found)), ())
    return table


def test_combat_units_wait_off_the_map_who_are_not_dropped_in_this_turn() -> None:
    units = f"axis far a {LEG}\naxis far b {LEG}\naxis air c {LEG}\naxis far t truck 1 0T\naxis 01.01 d {LEG}"
    table = boxed(units, ("b", 1), ("c", 2))
    waiting = flights.waiting_to_fly(table.look, "axis")
    assert {table.look.hex_name(hex_): [u.id for u in them] for hex_, them in waiting.items()} == {
        "far": ["a"],
        "air": ["c"],
    }


def lifted(planes: str, units: dict[str, str], trip: str = "return") -> list[tuple[str, tuple[str, ...]]]:
    """Which aircraft take which units from 01 to 04."""
    table = field(planes, *(f"axis 01.01 {uid} {printed} move" for uid, printed in units.items()))
    them: list[Unit] = [table.unit(uid) for uid in units]
    found = flights._carried(table.look, "air_transport", table.hex(GOAL), table.hex(HOME), them, trip)
    return [("".join(pid for pid, _ in one.planes), one.units) for one in found]


SMALL = "Tpt (0)-0-6/(0)-0-6 carries=1T,1/2T"
STRONGER = BATTALION.replace("2-3-3L", "3-3-3L")


def test_the_strongest_fly_first_as_many_as_four_transports_carry() -> None:
    """A battalion weighs as much as a token."""
    one = {"u": BATTALION, "v": STRONGER}
    assert lifted(f"axis 01.01 j {SMALL}", one) == [("j", ("v",))]
    assert lifted(ju("j"), one) == [("j", ("v", "u"))]
    assert lifted(f"axis 01.01 j {SMALL}\naxis 01.01 k {SMALL}", one) == [("kj", ("v", "u"))]
    many = "\n".join(f"axis 01.01 j{n} {SMALL}" for n in range(5))
    five = {f"u{n}": BATTALION for n in range(6)}
    found = lifted(many, five)
    assert [(len(planes) // 2, len(units)) for planes, units in found] == [(4, 4), (1, 1)]
    assert len({uid for _, units in found for uid in units}) == 5


def test_no_more_aircraft_go_than_are_needed() -> None:
    assert lifted(ju("j", "k"), {"u": BATTALION}) == [("k", ("u",))]
    assert lifted(f"{ju('j')}\naxis 01.01 k {SMALL}", {"u": BATTALION}) == [("j", ("u",))]
    assert lifted(f"{ju('j')}\naxis 01.01 k {SMALL}", dict.fromkeys("uvw", BATTALION)) == [("jk", ("u", "v", "w"))]


def test_who_is_too_heavy_or_whose_aircraft_are_elsewhere_does_not_fly() -> None:
    assert lifted(ju("j"), {"h": "Bn tank armor 9-5-12K/3-5-15K"}) == []
    assert lifted(ju("j", start="07.01"), {"u": BATTALION}) == []
    assert lifted(f"axis 01.01 f {FIGHTER}", {"u": BATTALION}) == []
    assert lifted(f"axis 01.01 j {SMALL}", {"u": "Rgt infantry other 4-3-3L/2-3-6L re=2"}) == []


# --- supply ------------------------------------------------------------------------------------------------------

CUT_OFF = f"axis 09.01 a {LEG}\naxis 02.01 c {LEG}\nsoviet 06.01 r {LEG}"
SOURCE = "[sources]\naxis 01.01\n"


def starving(size: str = LEG, supply: str = "", planes: str = "", bases: str = "axis 01.01 1") -> Sitting:
    units = CUT_OFF.replace(f"a {LEG}", f"a {size}")
    return sky(planes, bases, units, rest=f"[supply]\naxis 01.01 9\n{supply}{SOURCE}")


@pytest.mark.parametrize(
    ("size", "supply", "lacks"),
    [
        (LEG, "", 3),
        (LEG, "axis 09.01 2T\n", 1),
        (LEG, "axis 09.01 3T\n", 0),
        (LEG.replace("Rgt", "Div") + " re=2", "", 1 + 2 + 1),
        (LEG.replace("Rgt", "Div") + " re=3", "", 2 + 3 + 1),
        (LEG.replace("Rgt", "Bn"), "", 3),
    ],
)
def test_who_is_cut_off_lacks_what_it_needs_to_eat_attack_and_defend_once(size: str, supply: str, lacks: int) -> None:
    table = starving(size, supply)
    assert flights.needs(scene_of(table.game)) == ({table.hex("09.01"): lacks} if lacks else {})


def test_a_token_feeds_two_re_and_each_attacks_with_one() -> None:
    assert [flights._meals(quarters) for quarters in (1, 20, 36)] == [1 + 1 + 1, 3 + 5 + 1, 5 + 9 + 1]


def test_trucks_and_units_off_the_map_lack_nothing() -> None:
    units = f"axis 09.01 t truck 1 0T\naxis far b {LEG}\naxis 02.01 c {LEG}\nsoviet 06.01 r {LEG}"
    table = sit(units, land(columns=14, rows=1), rest=BOX + SOURCE)
    assert flights.needs(scene_of(table.game)) == {}


def brought(planes: str, wanted: tuple[int, int], *, stay: bool = False, supply: str = "axis 01.01 4") -> Flight | None:
    table = field(planes, supply=supply)
    return flights._supply_flight(table.look, "axis", "air_transport", table.hex(FAR), wanted, stay=stay)


def test_as_few_transports_as_bring_what_is_wanted() -> None:
    """Two tokens each there and back."""
    for tokens, planes in ((1, 1), (2, 1), (3, 2), (8, 4), (12, 4)):
        found = brought(ju(*"hijkl"), (tokens, 0))
        assert found is not None
        assert (len(found.planes), found.loads[0][1], found.on) == (planes, min(tokens, 8), ())
    assert brought("", (2, 0)) is None
    assert brought(ju("j"), (0, 0)) is None
    assert brought(ju("j"), (2, 0), supply="axis 04.01 4") is None, "no supply where they are"
    few = brought(ju("j", "k"), (4, 0), supply="axis 01.01 3T")
    assert few is not None
    assert few.loads[0][1] == 3
    halves = brought(f"axis 01.01 h {HALF}\naxis 01.01 i {HALF}", (1, 0))
    assert halves is not None
    assert len(halves.planes) == 2
    one = brought(ju("j", "k"), (4, 0), supply="axis 01.01 2T")
    assert one is not None
    assert len(one.planes) == 1


def test_the_largest_transports_go_first_and_stay_where_they_are_to() -> None:
    both = brought(f"{ju('z')}\naxis 01.01 a {SMALL}", (1, 0))
    assert both is not None
    assert both.planes == (("z", "return"),)
    stays = brought(ju("j"), (2, 0), stay=True)
    assert stays is not None
    assert [trip for _, trip in stays.planes] == ["stay"]


def test_what_is_wanted_at_bases_behind_goes_along() -> None:
    found = brought(ju("j", "k"), (1, 2))
    assert found is not None
    start = found.loads[0][0]
    assert (found.loads, found.on) == (((start, 1),), ((start, 2),))


def test_transports_of_the_base_that_brings_most_go() -> None:
    planes = f"{ju('j')}\n{ju('k', 'l', start='13.01')}"
    found = brought(planes, (4, 0), supply="axis 01.01 4\naxis 13.01 4")
    assert found is not None
    assert {pid for pid, _ in found.planes} == {"k", "l"}
    alike = brought(f"{ju('j')}\n{ju('k', start='13.01')}", (2, 0), supply="axis 01.01 4\naxis 13.01 4")
    assert alike is not None
    assert len(alike.planes) == 1
    there = brought(ju("j", start=FAR), (2, 0), supply=f"axis {FAR} 4")
    assert there is None, "they are there"


def test_the_hungriest_come_first_by_transport_to_a_base_else_by_drop() -> None:
    units = f"axis 09.01 a {LEG}\naxis 11.01 d {LEG}\naxis 11.01 e {LEG}\naxis 02.01 c {LEG}\nsoviet 06.01 r {LEG}"
    planes = "\n".join(f"axis 01.01 {pid} {TRANSPORT}" for pid in "tuv")
    table = sky(planes, "axis 01.01 1\naxis 09.01 1", units, rest=f"[supply]\naxis 01.01 9\n{SOURCE}")
    scene = scene_of(table.game)
    assert flights.needs(scene) == {table.hex("09.01"): 3, table.hex("11.01"): 4}
    by_air = list(flights.supplies(scene, "air_transport"))
    assert [(table.look.hex_name(one.hex), one.loads[0][1]) for one in by_air] == [("09.01", 2)], "a Level unloads two"
    dropped = list(flights.supplies(scene, "supply_drop"))
    assert [(table.look.hex_name(one.hex), one.loads[0][1], one.on) for one in dropped] == [("11.01", 4, ())]
    base = base_in(table.look.state, table.hex("09.01"))
    assert base is not None
    for unloaded, brings in ((2, (1, (), {"return"})), (4, (3, (), {"stay"}))):
        table.look = table.look.after(with_base(table.look.state, replace(base, unloaded=unloaded)), ())
        found = list(flights.supplies(scene_of(table.game), "air_transport"))
        assert [(one.loads[0][1], one.on, {trip for _, trip in one.planes}) for one in found] == [brings]


@pytest.mark.parametrize(
    ("planes", "supply", "hex_", "reached"),
    [
        (f"axis 01.01 t {TRANSPORT}", "axis 01.01 1T", "09.01", True),
        (f"axis 01.01 t {TRANSPORT}", "axis 02.01 1T", "09.01", False),
        (f"axis 01.01 t {TRANSPORT}", "axis 01.01 1T", "01.01", False),
        (f"axis 01.01 t {BOMBER}", "axis 01.01 1T", "09.01", False),
        (f"axis 01.01 t {TRANSPORT.replace('-15', '-3')}", "axis 01.01 1T", "09.01", False),
        ("", "axis 01.01 1T", "09.01", False),
    ],
    ids=["yes", "nothing to bring", "there already", "a bomber", "too far", "no aircraft"],
)
def test_supply_reaches_a_hex_by_transports_that_are_ready(
    planes: str, supply: str, hex_: str, *, reached: bool
) -> None:
    table = sky(planes, "axis 01.01 1\naxis 09.01 1", CUT_OFF, rest=f"[supply]\n{supply}\n{SOURCE}")
    assert flights.reached_by_supply(scene_of(table.game), table.hex(hex_)) is reached
    grounded = Scene(table.game, "axis", table.asked, Memory(), flies=False)
    assert not flights.reached_by_supply(grounded, table.hex(hex_))


# --- moving up ---------------------------------------------------------------------------------------------------


def row(planes: str, bases: str, front: str = "16.01", foe: str = "18.01", more: str = "") -> Sitting:
    """Twenty-four hexes, a spearhead and an enemy."""
    air = f"[bases]\n{bases}\n[aircraft]\n{planes}\n"
    return sit(f"axis {front} a {LEG}\nsoviet {foe} r {LEG}{more}", land(columns=24, rows=1), rest=air)


F20 = FIGHTER.replace("-12", "-20")


@pytest.mark.parametrize(
    ("base", "foe", "goes"),
    [
        ("09.01", "18.01", True),
        ("09.01", "19.01", False),
        ("06.01", "18.01", True),
        ("05.01", "18.01", False),
        ("14.01", "18.01", True),
        ("15.01", "18.01", False),
    ],
)
def test_a_fighter_moves_up_to_a_safe_base_within_ten_hexes_of_a_spearhead(base: str, foe: str, *, goes: bool) -> None:
    """A spearhead is two hexes from the enemy, a safe base four; the fighter comes from fifteen hexes behind."""
    table = row(f"axis 01.01 f {F20}", f"axis 01.01 1\naxis {base} 1", foe=foe)
    found = named(table, flights.forward(scene_of(table.game)))
    assert found == ([("base_transfer", base, ("f",))] if goes else [])


def test_fighters_that_protect_a_spearhead_or_cannot_attack_stay_and_a_strip_or_a_full_base_takes_none() -> None:
    held = "axis 01.01 1\naxis 09.01 1"
    near = row(f"axis 06.01 f {F20}", f"{held}\naxis 06.01 1")
    assert named(near, flights.forward(scene_of(near.game))) == [], "ten hexes"
    tame = row("axis 01.01 f F (3)-3-20/(2)-2-20", held)
    assert named(tame, flights.forward(scene_of(tame.game))) == []
    bomber = row(f"axis 01.01 f {BOMBER.replace('-12', '-20')}", held)
    assert named(bomber, flights.forward(scene_of(bomber.game))) == []
    strip = row(f"axis 01.01 f {F20}", "axis 01.01 1\naxis 09.01 strip")
    assert named(strip, flights.forward(scene_of(strip.game))) == []
    crowd = "\n".join(f"axis 09.01 b{n} {BOMBER}" for n in range(5))
    full = row(f"axis 01.01 f {F20}\n{crowd}", held)
    assert named(full, flights.forward(scene_of(full.game))) == []
    short = row(f"axis 01.01 f {FIGHTER.replace('-12', '-7')}", held)
    assert named(short, flights.forward(scene_of(short.game))) == []


def test_the_best_fighter_moves_up_and_one_is_enough_for_a_spearhead() -> None:
    table = row(f"axis 01.01 f {F20}\naxis 01.01 g {ACE.replace('-12', '-20')}", "axis 01.01 1\naxis 09.01 1")
    assert named(table, flights.forward(scene_of(table.game))) == [("base_transfer", "09.01", ("g",))]


@pytest.mark.parametrize(
    ("range_", "base", "goes"),
    [
        (9, "09.01", True),
        (8, "09.01", False),
        (17, "09.01", False),
        (4, "09.01", False),
        (6, "13.01", True),
        (6, "14.01", False),
    ],
)
def test_a_bomber_that_reaches_nobody_moves_to_a_base_from_which_it_does(range_: int, base: str, *, goes: bool) -> None:
    """The enemy is at 18; a transfer goes twice the range."""
    table = row(f"axis 01.01 b T (1)-18-{range_}/(1)-9-{range_}", f"axis 01.01 1\naxis {base} 1")
    found = [one for one in named(table, flights.transfers(scene_of(table.game))) if one[2] == ("b",)]
    assert found == ([("base_transfer", base, ("b",))] if goes else [])


def test_transports_and_those_without_an_enemy_stay() -> None:
    held = "axis 01.01 1\naxis 09.01 1"
    carrier = row(f"axis 01.01 t {TRANSPORT.replace('-15', '-9')}", held)
    assert named(carrier, flights.transfers(scene_of(carrier.game))) == []
    alone = sky("axis 01.01 b T (1)-18-5/(1)-9-5", "axis 01.01 1\naxis 05.01 1", f"axis 06.01 a {LEG}")
    assert named(alone, flights.transfers(scene_of(alone.game))) == []
    crowd = "\n".join(f"axis 09.01 c{n} {BOMBER}" for n in range(5))
    full = row(f"axis 01.01 b T (1)-18-9/(1)-9-9\n{crowd}", held)
    assert [one for one in named(full, flights.transfers(scene_of(full.game))) if one[2] == ("b",)] == []
