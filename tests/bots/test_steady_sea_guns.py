"""The bot's ships: what their guns should reach, where they lie, at what they and bombers fire."""

from __future__ import annotations

import pytest

from bots.test_steady_air import chosen, scene_of
from bots.test_steady_sea import CRUISER, shore
from bots.test_steady_sea_phase import BOX, again
from redball.bots.steady import sea_guns
from redball.bots.steady.scene import Memory
from redball.bots.steady.sea_guns import Salvo
from redball.core.actions import Action, AddUnit, Cancel, DeclareBarrage, Done
from redball.core.actions.naval import AddShip, AimAtBattery, AimAtShip, AimGuns
from redball.core.state import DEAD_PILE
from redball.rules.ground.craft import with_vessel
from redball.rules.ground.fleet import ship_in
from support import GUNS, LEG, MILITIA, Sitting

COAST_GUNS = "artillery b12-3-2-0L/b4-2-2-0L symbol=coastal_artillery"
SMALL = "destroyer 4-2-1-0/2-2-0-0 several"
OWN, FOE = f"axis 20.01 z {LEG}", f"soviet 24.01 r {LEG}"
"""Far from everything."""


def seaside(units: str = "", *, ships: str = "", craft: str = "", rest: str = "", **how: object) -> Sitting:
    fleet = f"[ships]\n{ships}\n" if ships else ""
    return shore("\n".join(filter(None, (OWN, FOE, units))), craft, rest=fleet + rest, **how)


def marks(table: Sitting) -> dict[str, int]:
    look = table.look
    return {look.hex_name(hex_): worth for hex_, worth in sea_guns.marks(scene_of(table.game)).items()}


# --- where -------------------------------------------------------------------------------------------------------


def test_guns_should_reach_whom_own_troops_stand_beside_before_all_others() -> None:
    assert marks(seaside()) == {"24.01": 15}
    assert marks(seaside(f"axis 05.02 a {LEG}\nsoviet 06.02 s {LEG}\nsoviet 08.02 t {LEG}")) == {
        "24.01": 15, "06.02": 200, "08.02": 15,
    }  # fmt: skip


@pytest.mark.parametrize(("foe", "worth"), [("12.02", 120), ("13.02", 15)])
def test_troops_on_the_coast_matter_to_loaded_craft_within_six_hexes(foe: str, worth: int) -> None:
    units = f"axis aboard a {LEG}\nsoviet {foe} s {LEG}"
    table = seaside(units, craft="axis 06.03 lc landing_craft 2 aboard=a\naxis 12.04 e landing_craft 2")
    assert table.look.board.distance(table.hex("06.03"), table.hex(foe)) == (6 if worth == 120 else 7)
    assert marks(table) == {"06.03": 150, "24.01": 15, foe: worth}


def test_craft_in_a_box_beside_the_map_are_no_marks() -> None:
    """Nor are troops there; the first box comes right after the last hex of the map."""
    boxes = BOX.replace("[ways]", 'far off_map "Far" at=6,30\n[ways]\nfar soviet sea all 06.05')
    craft = "axis home lc landing_craft 2 aboard=a\nsoviet far lx landing_craft 2"
    assert marks(seaside(f"axis aboard a {LEG}", craft=craft, rest=boxes)) == {"24.01": 15}
    first = BOX.replace("[boxes]\n", '[boxes]\nfar off_map "Far" at=6,30\n')
    table = seaside(
        f"soviet far s {LEG}", craft="soviet far lx landing_craft 2", rest=f"{first}far soviet sea all 06.05\n"
    )
    assert table.hex("far") == table.look.board.map_size
    assert marks(table) == {"24.01": 15}


def test_convoys_are_worth_more_than_warships() -> None:
    ships = f"soviet 08.05 c {CRUISER}\nsoviet 12.05 d {CRUISER}"
    found = marks(seaside(ships=ships, craft="soviet 14.05 lx landing_craft 2"))
    assert found == {"24.01": 15, "08.05": 200, "12.05": 200, "14.05": 400}


def lies(table: Sitting) -> str:
    """Where the ship `c` would lie."""
    ship = ship_in(table.look.state, "c")
    assert ship is not None
    way = sea_guns.berth(scene_of(table.game), ship)
    assert way[:1] in ((), (ship.hex,))
    return table.look.hex_name(way[-1] if way else ship.hex)


FIGHT = f"axis 05.02 a {LEG}\nsoviet 06.02 s {LEG}"


def test_a_ship_lies_as_near_as_its_guns_need_by_the_shortest_way() -> None:
    far = seaside(FIGHT, ships=f"axis 16.04 c {CRUISER}")
    at = far.hex(lies(far))
    board = far.look.board
    assert board.distance(at, far.hex("06.02")) == 3
    assert board.distance(at, far.hex("16.04")) == board.distance(far.hex("16.04"), far.hex("06.02")) - 3
    assert lies(seaside(FIGHT, ships=f"axis 06.04 c {CRUISER}")) == "06.04", "in range already"


def test_a_ship_does_not_move_for_a_trifle() -> None:
    """Fifteen for a single unit far behind, less the way, must be more than twelve."""
    for name, goes in (("18.03", False), ("19.03", True), ("20.03", True)):
        table = seaside(ships=f"axis {name} c {CRUISER}")
        way = table.look.board.distance(table.hex(name), table.hex("24.01")) - 3
        assert (lies(table) != name) is goes is (way <= 2)


def test_ships_share_what_there_is_to_reach() -> None:
    """Two stacks alike: one is in range of another ship, so that the second goes for the other one."""
    two = f"{FIGHT}\naxis 13.02 b {LEG}\nsoviet 14.02 t {LEG}"
    for other, goal in (("06.04", "14.02"), ("06.05", "14.02"), ("14.04", "06.02")):
        table = seaside(two, ships=f"axis 10.05 c {CRUISER}\naxis {other} d {CRUISER}")
        assert table.look.board.distance(table.hex(lies(table)), table.hex(goal)) <= 3
    far_off = seaside(FIGHT, ships=f"axis 16.04 c {CRUISER}\naxis 06.06 d {CRUISER}")
    assert far_off.look.board.distance(far_off.hex(lies(far_off)), far_off.hex("06.02")) <= 3


def test_coastal_guns_keep_a_ship_away_where_what_it_reaches_is_worth_less() -> None:
    """Twelve Barrage Points cost more than a fight ashore is worth; without them the ship comes."""
    guns = f"soviet 05.01 g {COAST_GUNS}\nsoviet 07.01 h {COAST_GUNS}\nsoviet 06.01 i {COAST_GUNS}"
    table = seaside(f"{FIGHT}\n{guns}", ships=f"axis 16.04 c {SMALL}")
    assert lies(table) == "16.04"
    plain = guns.replace(" symbol=coastal_artillery", "")
    assert lies(seaside(f"{FIGHT}\n{plain}", ships=f"axis 16.04 c {SMALL}")) != "16.04"


@pytest.mark.parametrize(("points", "goes"), [(4, True), (5, False)])
def test_a_barrage_point_of_coastal_guns_costs_forty_and_each_hex_of_the_way_one(points: int, *, goes: bool) -> None:
    """The fight is worth 200, what the ship reaches already 15: nine hexes under four points leave four to spare."""
    guns = f"soviet 06.02 g artillery b{points}-9-2-0L/b2-2-2-0L symbol=coastal_artillery"
    units = f"{FIGHT}\nsoviet 18.02 t {LEG}\n{guns}"
    table = seaside(units, ships=f"axis 18.05 c {CRUISER}", switches={"fog": False})
    assert (lies(table) != "18.05") is goes


def test_a_ship_sails_only_to_where_it_reaches_something_even_from_under_coastal_guns() -> None:
    guns = f"soviet 02.02 g {COAST_GUNS}"
    table = seaside(guns, ships="axis 02.04 c battleship 20-3-2-1/10-3-1-0 slow")
    assert table.look.board.distance(table.hex("02.04"), table.hex("24.01")) > 10 + 3
    assert lies(table) == "02.04"


def test_own_ships_that_are_afloat_are_the_fleet() -> None:
    ships = f"axis 05.05 c {CRUISER}\naxis 06.05 d {CRUISER}\nsoviet 12.05 x {CRUISER}"
    table = seaside(ships=ships)
    table.look = table.look.after(with_vessel(table.look.state, "d", hex=DEAD_PILE), ())
    assert [ship.id for ship in sea_guns._fleet(table.look, "axis")] == ["c"]


# --- at what -----------------------------------------------------------------------------------------------------

ATTACK = (
    "axis 06.02 a Div infantry other 12-4-3L/6-4-6L\naxis 06.01 b Div infantry other 12-4-3L/6-4-6L\nsoviet 07.02 s "
)


def firing(units: str, ships: str, *, craft: str = "", rest: str = "", **how: object) -> Sitting:
    more = f"[supply]\naxis 06.02 6\n{rest}"
    return seaside(units, ships=ships, craft=craft, rest=more, at="movement_barrage", **how)


def test_one_more_ship_fires_as_long_as_it_adds_something() -> None:
    """The second cruiser helps; a destroyer of no strength does not, nor fires one by itself."""
    both = firing(f"{ATTACK}{LEG}", f"axis 07.04 c {CRUISER}\naxis 07.05 d {CRUISER}")
    salvo = sea_guns.best_salvo(scene_of(both.game))
    assert salvo is not None
    assert (salvo.at, salvo.hex, salvo.ships) == ("units", both.hex("07.02"), ("c", "d"))
    weak = firing(f"{ATTACK}{LEG}", f"axis 07.04 c {CRUISER}\naxis 07.04 d destroyer 1-2-1-0/1-2-0-0 several")
    salvo = sea_guns.best_salvo(scene_of(weak.game))
    assert salvo is not None
    assert salvo.ships == ("c",)
    alone = firing(f"soviet 07.02 s {MILITIA}", "axis 07.04 d destroyer 1-2-1-0/1-2-0-0 several")
    assert sea_guns.best_salvo(scene_of(alone.game)) is None


def test_the_stronger_ship_fires_first() -> None:
    table = firing(f"{ATTACK}{LEG}", f"axis 07.04 a1 {SMALL}\naxis 07.04 c {CRUISER}")
    salvo = sea_guns.best_salvo(scene_of(table.game))
    assert salvo is not None
    assert salvo.ships[0] == "c"


def test_more_is_gained_where_more_is_upset_and_where_steps_are_worth_more() -> None:
    look = firing(f"{ATTACK}{LEG}", f"axis 07.04 c {CRUISER}\naxis 07.05 d {CRUISER}").look
    hex_ = look.board.index("07.02")
    plain, upset, rich = (
        sea_guns.gain_of(look, "axis", hex_, ["c"], *stakes) for stakes in ((0, 1000), (4000, 1000), (0, 9000))
    )
    assert 0 < plain < upset < 4000
    assert plain < rich < 9000
    assert upset < sea_guns.gain_of(look, "axis", hex_, ["c", "d"], 4000, 1000)
    assert sea_guns.gain_of(look, "axis", hex_, ["c"], 0, 0) == 0


def test_what_gunfire_gains_is_the_mean_of_the_table_for_ships() -> None:
    """Twenty points: 26 and a half of 36 throws, where guns ashore would have 31 and a half."""
    look = firing(f"{ATTACK}{LEG}", f"axis 07.04 c {CRUISER}").look
    assert sea_guns.gain_of(look, "axis", look.board.index("07.02"), ["c"], 1000, 1000) == 736


@pytest.mark.parametrize(("gains", "fire"), [((24, 24), None), ((25, 49), (25, "c")), ((25, 50), (50, "cd"))])
def test_each_ship_must_add_25(
    monkeypatch: pytest.MonkeyPatch, gains: tuple[int, int], fire: tuple[int, str] | None
) -> None:
    table = firing(f"{ATTACK}{LEG}", f"axis 07.04 c {CRUISER}\naxis 07.05 d {CRUISER}")
    monkeypatch.setattr(sea_guns, "gain_of", lambda *of: gains[len(of[3]) - 1])
    salvo = sea_guns.best_salvo(scene_of(table.game))
    assert (None if salvo is None else (salvo.value, "".join(salvo.ships))) == fire


def test_while_a_barrage_is_put_together_neither_ships_nor_bombers_begin_anything() -> None:
    """Its target is the very first hex of the map."""
    units = f"soviet 01.01 s {LEG}\naxis 03.02 g {GUNS} exploit\naxis 02.02 a {LEG}"
    rest = f"[supply]\naxis 03.02 6\n[bases]\naxis 20.01 3\n[aircraft]\n{bombers(18)}\n"
    ships = f"axis 07.04 c {CRUISER}\nsoviet 08.05 x {CRUISER}"
    table = seaside(units, ships=ships, rest=rest, at="exploitation_barrage")
    assert sea_guns.best_salvo(scene_of(table.game)) is not None
    table.do(DeclareBarrage(0))
    took = []
    scene = again(table, Memory(strike=(0, ("g",))))
    while table.asked.procedure.name == "barrage_segment" and scene.data.target == 0:
        action = sea_guns.strike_or_fire(scene)
        assert action is not None
        took.append(action)
        table.do(action)
        scene = again(table, scene.memory)
    assert took == [AddUnit("g"), Done()]


def test_what_is_disordered_already_is_not_fired_at_for_that() -> None:
    """A stack that is DG has only its steps to lose."""
    table = firing(f"{ATTACK}{LEG} dg", f"axis 07.04 c {CRUISER}")
    fresh = firing(f"{ATTACK}{LEG}", f"axis 07.04 c {CRUISER}")
    salvos = [sea_guns.best_salvo(scene_of(one.game)) for one in (table, fresh)]
    assert salvos[1] is not None
    assert salvos[0] is None or salvos[0].value < salvos[1].value


def test_ships_and_coastal_guns_are_fired_at_when_nothing_better_is_in_range_each_once() -> None:
    ships = f"axis 07.04 c {CRUISER}\nsoviet 08.05 x {CRUISER}"
    table = firing("", ships)
    memory = Memory()
    first = sea_guns.strike_or_fire(again(table, memory))
    assert first == AimGuns(table.hex("08.05"), "ships")
    assert memory.notes["sea.salvo"] == Salvo(1, "ships", table.hex("08.05"))
    assert sea_guns.strike_or_fire(again(table, memory)) == Done()
    battery = firing(f"soviet 07.02 g {COAST_GUNS}", f"axis 07.04 c {CRUISER}")
    found = sea_guns.best_salvo(scene_of(battery.game))
    assert found is not None
    better = sea_guns.best_salvo(scene_of(firing(f"{ATTACK}{LEG}", ships).game))
    assert better is not None
    assert better.at == "units"


def drafting(table: Sitting, at: str, name: str, *ships: str) -> Memory:
    hex_ = table.hex(name)
    table.do(AimGuns(hex_, at))
    return Memory(notes={"sea.salvo": Salvo(1, at, hex_, ships)})


def drafted(table: Sitting, memory: Memory, side: str = "axis") -> list[Action]:
    took: list[Action] = []
    while table.asked.procedure.name == "gunfire":
        found = sea_guns.draft(again(table, memory, side))
        assert found is not None
        took.append(found)
        table.do(found)
    return took


def test_the_ships_that_were_meant_fire_at_units_and_all_at_a_ship() -> None:
    ships = f"axis 07.04 c {CRUISER}\naxis 07.05 d {CRUISER}\nsoviet 08.05 x {CRUISER}"
    table = firing(f"{ATTACK}{LEG}", ships)
    assert drafted(table, drafting(table, "units", "07.02", "d")) == [AddShip("d"), Done()]
    table = firing(f"{ATTACK}{LEG}", ships)
    took = drafted(table, drafting(table, "ships", "08.05"))
    assert took[-1] == Done()
    assert {AddShip("c"), AddShip("d")} <= {*took}
    two = firing("", f"{ships}\nsoviet 08.05 y {CRUISER}")
    assert drafted(two, drafting(two, "ships", "08.05"))[0] == AimAtShip("x")


def test_coastal_guns_join_and_a_battery_is_a_target() -> None:
    table = firing(
        f"soviet 07.02 g {COAST_GUNS}\nsoviet 08.02 h {COAST_GUNS}", f"axis 07.04 c {CRUISER}", phasing="soviet"
    )
    took = drafted(table, drafting(table, "ships", "07.04"), "soviet")
    assert {AddUnit("g"), AddUnit("h")} <= {*took}
    pair = f"soviet 07.02 g {COAST_GUNS}\nsoviet 07.02 h {COAST_GUNS}"
    two = firing(pair, f"axis 07.04 c {CRUISER}", switches={"fog": False})
    assert drafted(two, drafting(two, "battery", "07.02"))[0] == AimAtBattery("g")


def test_gunfire_that_was_not_meant_is_taken_back() -> None:
    table = firing(f"{ATTACK}{LEG}", f"axis 07.04 c {CRUISER}\nsoviet 08.05 x {CRUISER}")
    drafting(table, "units", "07.02")
    assert sea_guns.draft(again(table, Memory())) == Cancel()
    other = Memory(notes={"sea.salvo": Salvo(1, "ships", table.hex("07.02"))})
    assert sea_guns.draft(again(table, other)) == Cancel()


# --- bombers -----------------------------------------------------------------------------------------------------


def bombing(planes: str, ships: str, *, craft: str = "", fog: bool = True) -> list[tuple[str, tuple[str, ...]]]:
    """Which aircraft would go for the ships of each hex."""
    air = f"[bases]\naxis 20.01 3\n[aircraft]\n{planes}\n"
    table = seaside(ships=ships, craft=craft, rest=air, at="exploitation_barrage", switches={"fog": fog})
    flights = sea_guns.at_ships(scene_of(table.game), {"ship_barrage"})
    return [(table.look.hex_name(one.hex), tuple([pid for pid, _ in one.planes])) for one in flights]


def bombers(*points: int, range_: int = 15) -> str:
    return "\n".join(f"axis 20.01 b{n} T (1)-{p}-{range_}/(1)-2-{range_}" for n, p in enumerate(points))


def test_as_many_bombers_go_for_a_ship_as_are_likely_to_hit_the_strongest_first() -> None:
    """Their points count double; forty-eight are enough against a Protection of two, and half of that is tried."""
    ship = "soviet 12.05 c cruiser 20-3-2-2/10-3-1-0 several"
    assert bombing(bombers(4, 18, 6, 2), ship) == [("12.05", ("b1", "b2"))]
    assert bombing(bombers(4, 18, 5, 2), ship) == [("12.05", ("b1", "b2", "b0"))]
    four = tuple(f"b{n}" for n in range(4))
    assert bombing(bombers(*[6] * 5), ship.replace("-2/10", "-3/10")) == [("12.05", four)], "no mission has more"
    assert bombing(bombers(12), ship) == [("12.05", ("b0",))]
    assert bombing(bombers(11), ship) == []
    light = "soviet 12.05 d cruiser 20-3-2-1/10-3-1-0 several"
    both = bombing(bombers(11), f"{ship}\n{light}", fog=False)
    assert both == [("12.05", ("b0",))], "the weakest counts"


def test_fighters_bombers_without_points_and_those_out_of_range_stay() -> None:
    ship = f"soviet 12.05 c {CRUISER}"
    assert bombing("axis 20.01 f F 4-18-15/3-9-15", ship) == []
    assert bombing("axis 20.01 t T (1)-0-15/(1)-0-15", ship) == []
    assert bombing(bombers(18, range_=7), ship) == []
    assert bombing(bombers(18, range_=8), ship) == [("12.05", ("b0",))]
    assert bombing(bombers(6), "", craft="soviet 12.05 lc landing_craft 2") == [("12.05", ("b0",))]
    assert bombing(bombers(5), "", craft="soviet 12.05 lc landing_craft 2") == []


def test_bombers_wait_where_no_mission_at_ships_can_be_flown() -> None:
    air = f"[bases]\naxis 20.01 3\n[aircraft]\n{bombers(18)}\n"
    table = seaside(ships=f"soviet 12.05 c {CRUISER}", rest=air, at="exploitation_barrage")
    assert list(sea_guns.at_ships(scene_of(table.game), {"barrage"})) == []
    assert chosen(table.game) != Done()
