"""The bot's Landing Craft under way: how far they get, what they carry where, and how a passage is carried out."""

from __future__ import annotations

import pytest

from bots.test_steady_air import scene_of
from bots.test_steady_sea import CRUISER, FOE, SOURCES, TWO_PORTS, shore
from bots.test_steady_sea_assault import off_islet
from bots.test_steady_sea_landing import prized
from bots.test_steady_sea_phase import again
from redball.board.hexes import NO_HEX
from redball.bots.steady import sea_craft, sea_landing
from redball.bots.steady.positions import weigher
from redball.bots.steady.scene import Memory
from redball.bots.steady.sea_craft import Passage
from redball.bots.steady.sea_landing import Beach
from redball.bots.steady.worth import step_worth
from redball.core.actions import BeginSail, Halt, StepTo
from redball.core.actions.naval import PutAshore, PutSupplyAshore, TakeAboard, TakeSupplyAboard
from redball.core.state import DEAD_PILE
from redball.rules.ground.craft import the_craft, with_vessel
from support import HQ, LEG, MILITIA, Sitting, land, sit

DEEP = land(*(f"{c:02d}.{r:02d}=." for c in range(1, 25) for r in (1, 2)), columns=24, rows=36, ground="-")
"""The same coast below a sea of 34 rows: craft sail ten hexes a phase."""
FRONT, BACK = "06.02", "18.02"


def plans(table: Sitting, kind: str, cid: str = "lc", memory: Memory | None = None) -> list[Passage]:
    """The passages of one kind that are thought of, the best first."""
    scene, craft = again(table, memory or Memory()), the_craft(table.look.state, cid)
    found = getattr(sea_craft, kind)(scene, craft, sea_craft.far(table.look, craft))
    return sorted(found, key=lambda plan: -plan.value)


def ends(table: Sitting, found: list[Passage]) -> list[str]:
    """Where they end."""
    return [table.look.hex_name(plan.path[-1]) for plan in found]


def at_sea(name: str, more: str = "", **how: object) -> Sitting:
    units = f"{FOE}\naxis aboard a {LEG}"
    craft = f"[craft]\naxis {name} lc landing_craft 2 aboard=a{more}\n"
    return sit(units, DEEP, rest=f"{SOURCES}{craft}", **how)  # type: ignore[arg-type]


# --- how far -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "later"), [(12, 0), (13, 1), (22, 1), (23, 2), (32, 2)])
def test_a_phase_is_ten_hexes(row: int, later: int) -> None:
    table = at_sea(f"06.{row:02d}")
    craft = the_craft(table.look.state, "lc")
    ways = sea_craft.far(table.look, craft)
    assert sea_craft.phases(table.look, craft, ways, table.hex("06.02")) == later
    assert sea_craft._late(table.look, craft, ways, table.hex("06.02")) == 60 * later


def test_beaches_are_thought_of_within_three_phases() -> None:
    for row, within in ((32, True), (33, False)):
        table = at_sea(f"06.{row}")
        assert (table.hex("06.02") in sea_craft.far(table.look, the_craft(table.look.state, "lc"))) is within


def test_what_was_sailed_in_this_phase_is_gone() -> None:
    table = at_sea("06.12")
    craft = the_craft(table.look.state, "lc").change(spent=12)
    ways = sea_craft.far(table.look, craft)
    assert sea_craft.phases(table.look, craft, ways, table.hex("06.02")) == 1
    assert len(sea_craft.stretch(table.look, craft, ways, table.hex("06.02"))) == 10


def test_craft_that_do_not_arrive_end_their_phase_at_sea() -> None:
    """Ten hexes on, or if that is a coast, before it; where all is coast they stay."""
    table = at_sea("06.15")
    craft = the_craft(table.look.state, "lc")
    path = sea_craft.stretch(table.look, craft, sea_craft.far(table.look, craft), table.hex("06.02"))
    assert [table.look.hex_name(hex_) for hex_ in (path[0], path[-1])] == ["06.15", "06.05"]
    near = at_sea("06.12")
    craft = the_craft(near.look.state, "lc")
    whole = sea_craft.stretch(near.look, craft, sea_craft.far(near.look, craft), near.hex("06.02"))
    assert near.look.hex_name(whole[-1]) == "06.02"
    along = shore(f"{FOE}\naxis aboard a {LEG}", "axis 01.02 lc landing_craft 2 aboard=a")
    craft = the_craft(along.look.state, "lc")
    ways = {
        along.hex(f"{c:02d}.02"): (12 * (c - 1), tuple(along.hex(f"{n:02d}.02") for n in range(1, c + 1)))
        for c in range(1, 15)
    }
    assert sea_craft.stretch(along.look, craft, ways, along.hex("14.02")) == (along.hex("01.02"),)


# --- units aboard ------------------------------------------------------------------------------------------------


def test_those_aboard_go_for_the_best_beach_and_note_it_when_they_arrive() -> None:
    table = at_sea("06.08")
    best = plans(table, "_with_units")[0]
    assert best.beach is not None
    assert best.beach.units == ("a",)
    assert best.path[-1] == best.beach.hex
    assert best.value == best.beach.value + 1
    scene = scene_of(table.game)
    assert sea_craft.sail(scene, the_craft(table.look.state, "lc"))
    assert scene.memory.notes["sea.beaches"] == {best.beach.hex: ("a",)}
    assert scene.memory.notes["sea.passage", "lc"] == best


def test_outside_the_movement_phase_they_wait_within_reach_and_sail_on_from_afar() -> None:
    """Within ten hexes they stay where they are; from farther away they come nearer."""
    near = at_sea("06.08", at="exploitation_movement")
    assert all(len(plan.path) == 1 and plan.beach is None for plan in plans(near, "_with_units"))
    far = at_sea("06.25", at="exploitation_movement")
    assert max(len(plan.path) for plan in plans(far, "_with_units")) == 11


@pytest.mark.parametrize(("cruiser", "met"), [("06.03", True), ("", False)])
def test_troops_do_not_end_a_phase_where_ships_come(cruiser: str, met: bool) -> None:
    """A cruiser sails twenty hexes and fires three: from row 30 the craft would end in row 20, within reach. There is
    nothing more to lose where it reaches them already."""
    rest = f"[ships]\nsoviet {cruiser} c {CRUISER}\n" if cruiser else ""
    table = at_sea("06.30", at="exploitation_movement", more=f"\n{rest}")
    craft = the_craft(table.look.state, "lc")
    price = sea_craft.peril(table.look, craft, table.hex("06.20"))
    assert price == (7 * step_worth(table.look, table.unit("a")) // 10 if met else 0)
    assert sea_craft.peril(table.look, craft, table.hex("06.26")) == price
    assert sea_craft.peril(table.look, craft, table.hex("06.27")) == 0
    assert sea_craft.peril(table.look, craft.change(hex=table.hex("06.25")), table.hex("06.20")) == 0
    calm = plans(at_sea("06.30", at="exploitation_movement"), "_with_units")[0]
    assert plans(table, "_with_units")[0].value == calm.value - price


@pytest.mark.parametrize(("row", "sails"), [(12, 1), (13, 11)])
def test_they_wait_where_their_next_movement_phase_takes_them_to_the_beach(
    monkeypatch: pytest.MonkeyPatch, row: int, sails: int
) -> None:
    table = at_sea(f"06.{row}", at="exploitation_movement")
    monkeypatch.setattr(sea_craft, "beaches", lambda *_: [Beach(500, table.hex("06.02"), ("a",))])
    assert len(plans(table, "_with_units")[0].path) == sails


def test_own_ships_and_those_that_are_sunk_are_no_peril() -> None:
    table = at_sea("06.30", more=f"\n[ships]\naxis 06.03 c {CRUISER}\nsoviet 08.03 d {CRUISER}\n")
    craft, there = the_craft(table.look.state, "lc"), table.hex("06.20")
    assert sea_craft.peril(table.look, craft, there) > 0
    table.look = table.look.after(with_vessel(table.look.state, "d", hex=DEAD_PILE), ())
    assert sea_craft.peril(table.look, craft, there) == 0
    assert sea_craft.peril(at_sea("06.30", more=f"\n[ships]\naxis 06.03 c {CRUISER}\n").look, craft, there) == 0


def test_to_land_in_another_turn_costs_more_in_the_movement_phase() -> None:
    """Two hundred for each unit, and sixty for each phase; a beach that is worth points is worth that."""
    values = {}
    for row in (12, 13):
        table = at_sea(f"06.{row}")
        prized(table)
        scene, craft, hex_ = scene_of(table.game), the_craft(table.look.state, "lc"), table.hex("06.02")
        unit = table.unit("a").change(hex=craft.hex)
        way = {hex_: sea_craft.far(table.look, craft)[hex_]}
        cost = sea_landing.price(table.look, "axis", hex_, [unit], [craft])
        values[row] = [beach.value for beach in sea_craft.beaches(scene, craft, way, [unit])]
        worth = sea_landing.weigh(scene, craft, [unit], hex_).value - cost
        assert values[row] == [worth - (260 if row == 13 else 0)]


def test_each_unit_that_lands_in_another_turn_costs_two_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what its landing costs by the table must leave a gain."""
    table = at_sea("06.13")
    scene, craft, hex_ = scene_of(table.game), the_craft(table.look.state, "lc"), table.hex("06.02")
    way = {hex_: sea_craft.far(table.look, craft)[hex_]}
    monkeypatch.setattr(sea_landing, "weigh", lambda *_: Beach(1000, hex_, ("a", "b")))
    for price, found in ((0, [540]), (539, [1]), (540, [])):
        monkeypatch.setattr(sea_landing, "price", lambda *_, cost=price: cost)
        assert [one.value for one in sea_craft.beaches(scene, craft, way, [table.unit("a")])] == found


def test_nobody_lands_by_a_roll_on_the_enemy_or_where_nothing_is_gained() -> None:
    table = shore(f"{FOE}\nsoviet 06.02 g {MILITIA}\naxis aboard a {LEG}", "axis 06.04 lc landing_craft 2 aboard=a")
    scene, craft = scene_of(table.game), the_craft(table.look.state, "lc")
    ways, unit = sea_craft.far(table.look, craft), table.unit("a").change(hex=craft.hex)
    found = sea_craft.beaches(scene, craft, ways, [unit])
    assert found
    assert table.hex("06.02") not in {beach.hex for beach in found}
    assert all(beach.value > 0 and table.hex("02.03") != beach.hex for beach in found)
    assert sea_craft.beaches(scene, craft, ways, []) == []
    assert len(found) <= 6
    assert found == sorted(found, key=lambda beach: -beach.value) or len(found) > 1


def test_they_go_ashore_in_an_own_port_if_that_is_best() -> None:
    table = shore(f"{FOE}\naxis aboard a {LEG}", "axis 06.04 lc landing_craft 2 aboard=a", rest=TWO_PORTS)
    harboured = [plan for plan in plans(table, "_with_units") if plan.unloads]
    assert {plan.unloads for plan in harboured} == {(PutAshore("a"),)}
    assert ends(table, harboured)[0] == FRONT
    unit = table.unit("a").change(hex=table.hex("06.04"))
    front = weigher(scene_of(table.game), unit)(unit)(table.hex(FRONT)) + 450
    assert harboured[0].value == front
    later = shore(
        f"{FOE}\naxis aboard a {LEG}\naxis aboard t truck 1 0T",
        "axis 17.05 lc landing_craft 8 aboard=a,t",
        rest=TWO_PORTS,
    )
    best = max(plan.value for plan in plans(later, "_with_units") if PutAshore("t") in plan.unloads)
    unit = later.unit("a").change(hex=later.hex("17.05"))
    worth = {at: weigher(scene_of(later.game), unit)(unit)(later.hex(at)) + 2 * 450 for at in (FRONT, BACK)}
    assert best == max(worth[FRONT] - 60, worth[BACK]), "trucks count as ashore, the front is a phase more"


# --- supply aboard -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "ashore"), [("", 8), ("axis 06.02 14T\n", 6), ("axis 06.02 19T\n", 1), ("axis 06.02 20T\n", 0)]
)
def test_as_much_supply_goes_ashore_as_is_missed_in_a_port(there: str, ashore: int) -> None:
    stock = f"[supply]\n{there}" if there else ""
    table = shore(f"{FOE}\naxis 06.01 q {HQ}", "axis 06.03 lc landing_craft 4 sp=2", rest=TWO_PORTS + stock)
    found = [
        plan for plan in plans(table, "_with_supply") if table.look.hex_name(plan.path[-1]) == FRONT and plan.unloads
    ]
    wanted = [(2 * 35 * ashore, (PutSupplyAshore(ashore),))] if ashore else []
    assert [(plan.value, plan.unloads) for plan in found] == wanted


def test_supply_that_comes_a_phase_later_is_worth_a_little_less() -> None:
    table = shore(f"{FOE}\naxis 06.01 q {HQ}", "axis 17.05 lc landing_craft 4 sp=2", rest=TWO_PORTS)
    found = {plan.unloads: plan.value for plan in plans(table, "_with_supply") if plan.unloads == (PutSupplyAshore(8),)}
    assert found == {(PutSupplyAshore(8),): 2 * 35 * 8 - 30}


def test_hungry_troops_that_are_a_phase_away_are_worth_a_little_less() -> None:
    table = shore(f"{FOE}\naxis 06.02 a {LEG}", "axis 17.05 lc landing_craft 4 sp=2")
    assert [plan.value for plan in plans(table, "_with_supply")] == [35 * 2 - 30]


def test_supply_is_put_ashore_within_the_capacity_of_the_port() -> None:
    small = TWO_PORTS.replace("06.02 6", "06.02 1")
    table = shore(f"{FOE}\naxis 06.01 q {HQ}", "axis 06.03 lc landing_craft 4 sp=2", rest=small)
    best = plans(table, "_with_supply")[0]
    assert best.unloads == (PutSupplyAshore(4),), "one SP"


def test_supply_waits_beside_troops_who_have_none() -> None:
    """Each that is dry counts two tokens, and two more if it traces to nothing."""
    table = shore(f"{FOE}\naxis 06.02 a {LEG}\naxis 06.02 b {LEG}\naxis 12.02 c {LEG}")
    assert sea_craft.hungry(scene_of(table.game)) == {table.hex("06.02"): 4, table.hex("12.02"): 4}
    fed = shore(f"{FOE}\naxis 06.02 a {LEG}\naxis 06.01 i {LEG}", rest="[supply]\naxis 05.02 4T\n")
    assert sea_craft.hungry(scene_of(fed.game)) == {}
    less = shore(f"{FOE}\naxis 06.02 a {LEG}", rest="[supply]\naxis 05.02 3T\n")
    assert sea_craft.hungry(scene_of(less.game)) == {less.hex("06.02"): 2}
    away = shore(f"{FOE}\naxis 06.02 a {LEG}", rest="[supply]\naxis 04.02 4T\n")
    assert away.look.board.distance(away.hex("06.02"), away.hex("04.02")) == 2
    assert sea_craft.hungry(scene_of(away.game)) == {away.hex("06.02"): 2}
    laden = shore(f"{FOE}\naxis 06.02 a {LEG}", "axis 06.05 lc landing_craft 2 sp=1")
    found = plans(laden, "_with_supply")
    assert [(plan.value, plan.unloads) for plan in found] == [(35 * 2, ())]
    assert plans(shore(f"{FOE}\naxis 06.02 a {LEG}", "axis 06.05 lc landing_craft 2"), "_with_supply") == []


# --- following, loading ------------------------------------------------------------------------------------------


def test_dukws_and_lsts_follow_those_who_are_ashore_or_about_to_land() -> None:
    craft = "axis 06.05 d dukw 2\naxis 06.05 l lst 1\naxis 06.05 lc landing_craft 2"
    table = shore(f"{FOE}\naxis 05.02 a {LEG}", craft)
    assert [ends(table, plans(table, "_following", cid)) for cid in ("d", "l", "lc")] == [["05.02"], ["05.02"], []]
    assert [plans(table, "_following", cid)[0].value for cid in "dl"] == [120, 350]
    later = shore(f"{FOE}\naxis 05.02 a {LEG}", "axis 14.05 d dukw 2")
    assert [plan.value for plan in plans(later, "_following", "d")] == [120 - 60], "nine hexes are a phase more"
    empty = shore(FOE, craft)
    assert plans(empty, "_following", "d") == []
    meant = Memory(notes={"sea.beaches": {empty.hex("07.02"): ("x",)}})
    assert ends(empty, plans(empty, "_following", "d", meant)) == ["07.02"]


@pytest.mark.parametrize(
    ("tokens", "there", "carried"), [(30, 0, 16), (9, 0, 9), (4, 0, 4), (3, 0, 0), (30, 17, 0), (30, 16, 4)]
)
def test_craft_in_a_port_carry_supply_to_where_it_is_missed(tokens: int, there: int, carried: int) -> None:
    stock = f"[supply]\naxis 18.02 {tokens}T\n" + (f"axis 06.02 {there}T\n" if there else "")
    table = shore(f"{FOE}\naxis 06.01 q {HQ}", "axis 18.02 lc landing_craft 4", rest=TWO_PORTS + stock)
    found = plans(table, "_ferry")
    assert [(plan.loads, plan.unloads) for plan in found] == (
        [((TakeSupplyAboard(carried),), (PutSupplyAshore(carried),))] if carried else []
    )
    if carried:
        assert found[0].value == 35 * carried - 30, "twelve hexes are a phase more"


@pytest.mark.parametrize(("tokens", "goes"), [(4, True), (3, False)])
def test_empty_craft_go_to_a_port_that_has_something_to_give(tokens: int, *, goes: bool) -> None:
    stock = f"[supply]\naxis 18.02 {tokens}T\n"
    table = shore(
        f"{FOE}\naxis 06.01 q {HQ}", "axis 16.04 lc landing_craft 4\naxis 16.04 l lst 1", rest=TWO_PORTS + stock
    )
    found = plans(table, "_loading")
    assert ends(table, found) == ([BACK] if goes else [])
    assert [plan.value for plan in found] == ([35 * tokens // 2] if goes else [])
    assert plans(table, "_loading", "l") == [], "an LST carries units"
    small = shore(
        f"{FOE}\naxis 06.01 q {HQ}", "axis 06.05 lc landing_craft 1", rest=f"{TWO_PORTS}[supply]\naxis 18.02 9T\n"
    )
    assert [plan.value for plan in plans(small, "_loading")] == [35 * 4 // 2 - 30], "room for four, a phase away"
    laden = shore(f"{FOE}\naxis 06.01 q {HQ}", "axis 16.04 lc landing_craft 4 sp=1", rest=TWO_PORTS + stock)
    assert plans(laden, "_loading") == []


def test_as_much_goes_aboard_as_the_port_takes_in_a_phase_to_the_last_token() -> None:
    """Thirteen are there, two SP are eight tokens."""
    rest = f"{TWO_PORTS.replace('18.02 6', '18.02 2')}[supply]\naxis 18.02 13T\n"
    table = shore(f"{FOE}\naxis 06.01 q {HQ}", "axis 18.02 lc landing_craft 4", rest=rest)
    assert [plan.loads for plan in plans(table, "_ferry")] == [(TakeSupplyAboard(8),)]


def test_craft_with_troops_aboard_neither_load_nor_follow_nor_feed() -> None:
    table = shore(
        f"{FOE}\naxis aboard a {LEG}\naxis 06.02 b {LEG}", "axis 06.03 lc landing_craft 3 aboard=a sp=1", rest=TWO_PORTS
    )
    assert [plans(table, kind) for kind in ("_loading", "_following", "_with_supply")] == [[], [], []]


# --- the voyage --------------------------------------------------------------------------------------------------


def test_a_passage_loads_sails_and_unloads_in_that_order() -> None:
    units = f"{FOE}\naxis 18.02 a {LEG}"
    table = shore(units, "axis 18.02 lc landing_craft 4", rest=f"{TWO_PORTS}[supply]\naxis 18.02 8T\n")
    table.do(BeginSail("lc"))
    way = tuple(table.hex(name) for name in ("18.02", "18.03", "17.03", "18.03", "18.02"))
    plan = Passage(1, (TakeAboard("a"), TakeSupplyAboard(4)), way[:3], (PutAshore("a"),))
    memory = Memory(notes={("sea.passage", "lc"): plan})
    took = []
    while table.asked.procedure.name == "sail":
        took.append(sea_craft.go(again(table, memory)))
        table.do(took[-1])
    assert took == [TakeAboard("a"), TakeSupplyAboard(4), StepTo(way[1]), StepTo(way[2]), Halt()]


def test_in_port_they_put_ashore_what_they_were_to_and_halt() -> None:
    table = shore(f"{FOE}\naxis aboard a {LEG}", "axis 06.03 lc landing_craft 4 aboard=a", rest=TWO_PORTS)
    table.do(BeginSail("lc"))
    plan = Passage(1, (), (table.hex("06.03"), table.hex("06.02")), (PutAshore("a"),))
    memory = Memory(notes={("sea.passage", "lc"): plan})
    assert sea_craft.go(again(table, memory)) == StepTo(table.hex("06.02"))
    table.do(StepTo(table.hex("06.02")))
    assert sea_craft.go(again(table, memory)) == PutAshore("a")
    table.do(PutAshore("a"))
    assert sea_craft.go(again(table, memory)) == Halt()


def test_a_voyage_that_was_not_meant_or_is_barred_ends() -> None:
    table = shore(FOE, "axis 06.03 lc landing_craft 4")
    table.do(BeginSail("lc"))
    assert sea_craft.go(again(table, Memory())) == Halt()
    barred = Passage(1, (), (table.hex("06.03"), table.hex("06.01")))
    assert sea_craft.go(again(table, Memory(notes={("sea.passage", "lc"): barred}))) == Halt()
    pathless = Memory(notes={("sea.passage", "lc"): Passage(1)})
    assert sea_craft.go(again(table, pathless)) == Halt()


def test_craft_that_have_nothing_to_do_stay() -> None:
    table = shore(FOE, "axis 12.05 lc landing_craft 4")
    scene = scene_of(table.game)
    assert sea_craft.passage(scene, the_craft(table.look.state, "lc")) is None
    assert not sea_craft.sail(scene, the_craft(table.look.state, "lc"))
    assert ("sea.passage", "lc") not in scene.memory.notes


@pytest.mark.parametrize(("value", "goes"), [(1, True), (0, False)])
def test_a_passage_must_be_worth_something(monkeypatch: pytest.MonkeyPatch, value: int, *, goes: bool) -> None:
    table = shore(FOE, "axis 12.05 lc landing_craft 4")
    monkeypatch.setattr(sea_craft, "_following", lambda *_: [Passage(value)])
    assert (sea_craft.passage(scene_of(table.game), the_craft(table.look.state, "lc")) is not None) is goes


@pytest.mark.parametrize(("spent", "goes"), [(0, True), (108, False)])
def test_craft_go_for_an_assault_that_they_reach_in_this_phase_and_it_is_noted(spent: int, *, goes: bool) -> None:
    table = off_islet(at="movement", lies="06.05")
    scene, craft = scene_of(table.game), the_craft(table.look.state, "lc").change(spent=spent)
    bound = {plan.assault for plan in sea_craft._with_units(scene, craft, sea_craft.far(table.look, craft))}
    assert (bound - {NO_HEX} != set()) is goes
    sea_craft.sail(scene, craft)
    noted = scene.memory.notes.get("sea.assaults", set())
    assert len(noted) == goes
    assert noted <= bound


def test_craft_that_are_where_they_should_be_sail_only_to_load_or_unload() -> None:
    """Supply that lies beside the troops stays; troops in their port go ashore."""
    table = shore(f"{FOE}\naxis 06.02 a {LEG}", "axis 06.02 lc landing_craft 2 sp=1")
    scene = scene_of(table.game)
    assert not sea_craft.sail(scene, the_craft(table.look.state, "lc"))
    assert scene.memory.notes["sea.passage", "lc"].path == (table.hex("06.02"),)
    ashore = shore(f"{FOE}\naxis 06.01 q {HQ}", "axis 06.02 lc landing_craft 2 sp=1", rest=TWO_PORTS)
    scene = scene_of(ashore.game)
    assert sea_craft.sail(scene, the_craft(ashore.look.state, "lc"))
    assert scene.memory.notes["sea.passage", "lc"].unloads == (PutSupplyAshore(4),)


def test_what_cannot_be_loaded_any_more_is_passed_over() -> None:
    table = shore(f"{FOE}\naxis 18.02 a {LEG}", "axis 18.02 lc landing_craft 4", rest=TWO_PORTS)
    table.do(BeginSail("lc"))
    plan = Passage(1, (TakeSupplyAboard(4), TakeAboard("a")), (table.hex("18.02"), table.hex("18.03")))
    memory = Memory(notes={("sea.passage", "lc"): plan})
    assert sea_craft.go(again(table, memory)) == TakeAboard("a")
    table.do(TakeAboard("a"))
    assert sea_craft.go(again(table, memory)) == StepTo(table.hex("18.03"))


def test_craft_load_no_more_than_their_port_takes_in_a_phase() -> None:
    small = TWO_PORTS.replace("18.02 6", "18.02 2")
    table = shore(
        f"{FOE}\naxis 06.01 q {HQ}", "axis 18.02 lc landing_craft 4", rest=f"{small}[supply]\naxis 18.02 30T\n"
    )
    assert [plan.loads for plan in plans(table, "_ferry")] == [(TakeSupplyAboard(8),)]


def test_of_many_beaches_six_are_weighed_to_the_end() -> None:
    table = at_sea("06.06")
    scene, craft = scene_of(table.game), the_craft(table.look.state, "lc")
    ways, unit = sea_craft.far(table.look, craft), table.unit("a").change(hex=craft.hex)
    weighed = [sea_landing.weigh(scene, craft, [unit], hex_) for hex_ in ways if table.look.hex_name(hex_)[3:] == "02"]
    assert sum(beach.value > 100 for beach in weighed) > 6
    found = sea_craft.beaches(scene, craft, ways, [unit])
    assert len(found) == 6
    assert max(found).hex == max(weighed).hex


def test_several_craft_may_be_meant_for_one_beach() -> None:
    units = f"{FOE}\naxis aboard a {LEG}\naxis aboard b {LEG}"
    table = shore(units, "axis 06.03 lc landing_craft 2 aboard=a\naxis 06.03 ld landing_craft 2 aboard=b")
    scene, state = scene_of(table.game), table.look.state
    for cid in ("lc", "ld"):
        assert sea_craft.sail(scene, the_craft(state, cid))
    meant = scene.memory.notes["sea.beaches"]
    assert sorted(uid for uids in meant.values() for uid in uids) == ["a", "b"]
    assert sea_craft.loaded(table.look, "axis") == [the_craft(state, "lc"), the_craft(state, "ld")]
    assert sea_craft.loaded(table.look, "soviet") == []
