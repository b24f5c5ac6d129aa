"""The bot's landings: what a beach is worth and costs, who lands there, and the draft."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bots.test_steady_air import scene_of
from bots.test_steady_sea import FOE, TWO_PORTS, shore
from bots.test_steady_sea_phase import again
from redball.bots.steady import sea_landing
from redball.bots.steady.places import held_off, strengths, threats
from redball.bots.steady.positions import weigher
from redball.bots.steady.scene import Memory, Scene
from redball.bots.steady.sea_landing import Beach
from redball.core.actions import Cancel, Done
from redball.core.actions.naval import LandAll, LandCraft, LandUnit, PlanLanding
from redball.rules.ground.craft import the_craft
from redball.scenarios.records import VictoryHex
from support import LEG, Sitting, in_scenario, land, sit

BEACH = "06.02"
DIVISION = "Div infantry other 12-4-3L/6-4-6L re=3"
HOST = "Div tank armor 30-5-8K/20-5-14K re=3"


def afloat(ids: str, craft: str = "axis 06.03 lc landing_craft 4", more: str = "", unit: str = LEG) -> Sitting:
    """Those units aboard off the beach, with what else is there."""
    units = "\n".join(f"axis aboard {uid} {unit}" for uid in ids)
    return shore("\n".join(filter(None, (FOE, units, more))), f"{craft} aboard={','.join(ids)}")


def worth(table: Sitting, ids: str, hex_: str = BEACH, scene: Scene | None = None) -> Beach:
    """What it is worth that these land there."""
    scene = scene or scene_of(table.game)
    craft = the_craft(table.look.state, "lc")
    units = [table.unit(uid).change(hex=craft.hex) for uid in ids]
    return sea_landing.weigh(scene, craft, units, table.hex(hex_))


def ashore(table: Sitting, uid: str, hex_: str = BEACH) -> int:
    """What the unit is worth in the hex by itself."""
    unit = table.unit(uid).change(hex=the_craft(table.look.state, "lc").hex)
    return weigher(scene_of(table.game), unit)(unit)(table.hex(hex_))


# --- what a beach is worth ---------------------------------------------------------------------------------------


def test_to_be_ashore_is_worth_something_beside_the_place_itself() -> None:
    table = afloat("a")
    assert worth(table, "a") == Beach(ashore(table, "a") + 450, table.hex(BEACH), ("a",))


def prized(table: Sitting, name: str = BEACH, points: int = 2, holder: str = "soviet") -> None:
    """The hex is worth points, which a side has."""
    hex_ = table.hex(name)
    prize = replace(table.look.world.scenario.victory, hexes=(VictoryHex(hex_, points, "Beach"),))
    table.look = in_scenario(table.look, victory=prize)
    table.look = table.look.after(table.look.state.change(control={hex_: holder}), ())


@pytest.mark.parametrize(("sp", "traces", "hunger"), [("", True, 0), ("", False, 900), (" sp=1", False, 300)])
def test_supply_aboard_makes_up_for_most_of_the_hunger_of_who_lands(sp: str, hunger: int, *, traces: bool) -> None:
    table = afloat("a", f"axis 06.03 lc landing_craft 4{sp}")
    prized(table)
    if not traces:
        table.look = in_scenario(table.look, sources={"axis": (), "soviet": (table.hex("24.01"),)})
    assert worth(table, "a").value == ashore(table, "a") + 450 - hunger > 0


@pytest.mark.parametrize(("there", "packed"), [(2, 0), (3, 4), (4, 4)])
def test_a_beach_that_is_crowded_is_worth_less(there: int, packed: int) -> None:
    """Each quarter RE beyond three RE costs; what the newcomer brings, not what others brought."""
    crowd = "\n".join(f"axis 06.02 c{n} {LEG}" for n in range(there))
    table = afloat("a", more=crowd)
    assert worth(table, "a").value == max(0, ashore(table, "a") + 450 - 60 * packed)


def test_as_many_land_as_there_is_room_for_in_their_order() -> None:
    crowd = f"\naxis 06.02 c1 {DIVISION}\naxis 06.02 c2 {DIVISION}\naxis 06.02 c3 {LEG}"
    units = f"{FOE}\naxis aboard a {LEG}\naxis aboard d {DIVISION}{crowd}"
    table = shore(units, "axis 06.03 lc landing_craft 4 aboard=a,d")
    prized(table, points=40, holder="axis")
    assert worth(table, "d").units == ("d",), "there are points to be kept, of ten RE three are left"
    assert worth(table, "ad").units == ("a",)
    assert worth(table, "da").units == ("d",)


def test_a_beach_takes_ten_re_to_the_last_quarter() -> None:
    units = "".join(f"\naxis aboard {uid} {DIVISION}" for uid in "bcd")
    table = shore(f"{FOE}\naxis aboard a {LEG}{units}", "axis 06.03 lc landing_craft 9 aboard=a,b,c,d")
    prized(table, points=40, holder="axis")
    assert worth(table, "bcda").units == ("b", "c", "d", "a")


@pytest.mark.parametrize(("value", "lands"), [(-449, ("a",)), (-450, ())])
def test_who_gains_nothing_by_being_ashore_stays_aboard(
    monkeypatch: pytest.MonkeyPatch, value: int, lands: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sea_landing, "weigher", lambda *_: lambda unit: lambda hex_: value)
    assert worth(afloat("a"), "a").units == lands


def test_several_are_in_less_danger_together_than_alone() -> None:
    table = afloat("ab", more=f"soviet 07.02 h {DIVISION}")
    look, hex_ = table.look, table.hex(BEACH)
    threat = threats(look, "axis")[hex_]
    one = strengths(look, "axis").get(hex_, 0) + 48
    alone, both = held_off(look, "axis", hex_, threat, one), held_off(look, "axis", hex_, threat, one + 48)
    assert alone > both > 0
    found = worth(table, "ab")
    singles = sum(ashore(table, uid) + 450 + alone for uid in "ab")
    assert found.value == singles - 2 * both
    assert worth(table, "a").value == ashore(table, "a") + 450


def test_nobody_lands_where_it_is_worth_nothing() -> None:
    hosts = "\n".join(f"soviet {at} h{n} {HOST}" for n, at in enumerate(("05.02", "07.02", "06.01", "05.02", "07.02")))
    table = afloat("a", more=hosts)
    assert worth(table, "a") == Beach(0, table.hex(BEACH))


def test_points_are_taken_by_the_first_one_only_and_not_again_by_those_who_land_later() -> None:
    table = afloat("ab")
    hex_ = table.hex(BEACH)
    prized(table)
    both, one = worth(table, "ab").value, worth(table, "a").value
    assert one > 1800
    assert both < one + 1200
    scene = scene_of(table.game)
    scene.memory.notes["sea.beaches"] = {hex_: ("b",)}
    later = sea_landing.foreseen(scene)
    assert later.look.unit("b").hex == hex_
    assert later.look.state.control[hex_] == "axis"
    assert worth(table, "a", scene=later).value < one - 900
    assert sea_landing.taken(later, hex_) is later
    assert sea_landing.taken(scene, hex_).look.state.control[hex_] == "axis"


# --- what the table may cost -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ids", "points", "cost"),
    [("a", 4, 46), ("ab", 4, 46), ("abc", 4, 93), ("abcd", 4, 140), ("abc", 1, 51), ("abc", 2, 51)],
)
def test_the_price_of_a_landing_is_that_of_its_groups(ids: str, points: int, cost: int) -> None:
    """An open beach: one throw of 36 fails, five are mixed. Half of the craft that carry the group, at 250 a point, and
    of its steps, at 180, rounded up; a fourth regiment makes a group of its own."""
    table = afloat(ids, f"axis 06.03 lc landing_craft {max(points, 4)}")
    craft = replace(the_craft(table.look.state, "lc"), points=points)
    units = [table.unit(uid) for uid in ids]
    assert sea_landing.price(table.look, "axis", table.hex(BEACH), units, [craft]) == cost


def test_small_units_need_a_point_of_craft_too_and_several_craft_count_together() -> None:
    table = afloat("a", unit=LEG.replace("Rgt", "Bn"))
    assert table.look.regimental_equivalents(table.unit("a")) < 4
    craft = the_craft(table.look.state, "lc")
    hex_, unit = table.hex(BEACH), table.unit("a")
    assert sea_landing.price(table.look, "axis", hex_, [unit], [craft]) == 46
    ground = land("06.02=m", "05.02=.", "07.02=.", columns=12, rows=6, ground="-")
    units = f"axis aboard a {LEG.replace('Rgt', 'Bn')}\nsoviet 05.02 s {LEG}\naxis 07.02 z {LEG}"
    rest = "[sources]\naxis 07.02\nsoviet 05.02\n[craft]\naxis 06.03 lc landing_craft 4 aboard=a\n"
    hills = sit(units, ground, rest=rest)
    assert sea_landing.price(hills.look, "axis", hills.hex(BEACH), [hills.unit("a")], [craft]) == 293
    big = afloat("abc")
    one = replace(the_craft(big.look.state, "lc"), points=1)
    three = [big.unit(uid) for uid in "abc"]
    assert sea_landing.price(big.look, "axis", hex_, three, [one, one, one]) == 93


# --- the draft ---------------------------------------------------------------------------------------------------


def test_a_landing_begins_where_it_was_meant_once_a_segment_and_only_in_the_movement_phase() -> None:
    table = afloat("a", "axis 06.02 lc landing_craft 4")
    hex_ = table.hex(BEACH)
    memory = Memory(notes={"sea.beaches": {hex_: ("a",)}})
    assert sea_landing.begin(again(table, memory)) == PlanLanding(hex_)
    assert sea_landing.begin(again(table, memory)) is None
    assert sea_landing.begin(scene_of(table.game)) is None, "nobody meant to"
    late = shore(f"{FOE}\naxis aboard a {LEG}", "axis 06.02 lc landing_craft 4 aboard=a", at="exploitation_movement")
    assert sea_landing.begin(again(late, Memory(notes={"sea.beaches": {hex_: ("a",)}}))) is None


@pytest.mark.parametrize(("troops", "lands"), [(f"axis 06.02 u {LEG}", True), ("", False)])
def test_dukws_come_ashore_beside_own_troops_without_a_landing_of_units(troops: str, *, lands: bool) -> None:
    table = shore(f"{FOE}\n{troops}".strip(), "axis 06.02 d dukw 2")
    found = sea_landing.begin(scene_of(table.game))
    assert found == (PlanLanding(table.hex(BEACH)) if lands else None)


def test_what_dukws_and_lsts_are_worth_ashore() -> None:
    craft = (
        "axis 06.02 d dukw 2\naxis 06.02 e dukw 2 sp=1\naxis 06.02 l lst 1\naxis 06.02 m lst 1 sp=1\n"
        "axis 06.02 c landing_craft 1"
    )
    look = shore(FOE, craft).look
    hex_ = look.board.index(BEACH)
    worths = {cid: sea_landing.worth_ashore(look, the_craft(look.state, cid), hex_) for cid in "delmc"}
    assert worths == {"d": 120, "e": 120 + 4 * 35, "l": 350, "m": 0, "c": 0}


@pytest.mark.parametrize(("hex_", "worth_"), [("10.02", 0), ("11.02", 350), ("06.02", 0), ("14.02", 0)])
def test_an_lst_is_no_port_within_four_hexes_of_one(hex_: str, worth_: int) -> None:
    look = shore(FOE, "axis 09.03 l lst 1", rest=TWO_PORTS).look
    assert sea_landing.worth_ashore(look, the_craft(look.state, "l"), look.board.index(hex_)) == worth_


def test_all_dukws_swim_ashore_and_one_lst_where_troops_are_or_land() -> None:
    look = shore(FOE, "axis 06.02 d dukw 2\naxis 06.02 e dukw 2\naxis 06.02 l lst 1\naxis 06.02 m lst 1").look
    hex_ = look.board.index(BEACH)
    assert sea_landing.swimmers(look, "axis", hex_) == []
    assert sea_landing.swimmers(look, "axis", hex_, landing=True) == ["d", "e", "l"]
    near = shore(FOE, "axis 06.02 d dukw 2\naxis 06.02 l lst 1", rest=TWO_PORTS).look
    assert sea_landing.swimmers(near, "axis", hex_, landing=True) == ["d"]


def drafting(table: Sitting, *meant: str) -> Memory:
    table.do(PlanLanding(table.hex(BEACH)))
    return Memory(notes={"sea.beaches": {table.hex(BEACH): meant}})


def test_who_was_meant_to_lands_all_at_once_if_nobody_else_could() -> None:
    table = afloat("ab", "axis 06.02 lc landing_craft 4")
    memory = drafting(table, "a", "b")
    assert sea_landing.draft(again(table, memory)) == LandAll()
    table.do(LandAll())
    assert sea_landing.draft(again(table, memory)) == Done()


def test_otherwise_one_after_the_other_by_groups_and_who_was_not_meant_stays_aboard() -> None:
    table = afloat("abcde", "axis 06.02 lc landing_craft 5")
    memory = drafting(table, "a", "b", "c", "d")
    took = []
    while (found := sea_landing.draft(again(table, memory))) != Done():
        assert isinstance(found, LandUnit)
        took.append((found.unit, found.group))
        table.do(found)
    assert took == [("a", 0), ("b", 0), ("c", 0), ("d", 1)]


def test_craft_that_come_ashore_join_the_last_group_of_their_passengers() -> None:
    units = f"{FOE}\naxis aboard a {DIVISION}\naxis aboard b {LEG}"
    table = shore(units, "axis 06.02 lc landing_craft 4 aboard=a\naxis 06.02 l lst 1 aboard=b")
    memory = drafting(table, "a", "b")
    took = []
    while (found := sea_landing.draft(again(table, memory))) != Done():
        assert found is not None
        took.append(found)
        table.do(found)
    assert LandCraft("l", 1) in took


def test_a_landing_that_nobody_meant_is_taken_back() -> None:
    table = afloat("a", "axis 06.02 lc landing_craft 4")
    drafting(table)
    assert sea_landing.draft(again(table, Memory())) == Cancel()
