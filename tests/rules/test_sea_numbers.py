"""What the rules of the sea say in numbers and sentences: refusals with what there is and what it takes, both sides of
each boundary, and events as the log tells them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.core.actions import AddUnit, Cancel, Construct, Done, Halt
from redball.core.actions.naval import (
    AddShip,
    AimAtShip,
    BeginSail,
    CombineCraft,
    DivideCraft,
    LandCraft,
    LandUnit,
    PlanLanding,
    PutAshore,
    PutSupplyAshore,
    TakeAboard,
    TakeSupplyAboard,
    TakeToWater,
)
from redball.core.look import Look
from redball.rules.ground.craft import craft_in, with_craft
from redball.rules.ground.fleet import Fleet, LandingCraft, Vessel, fleet_in, with_fleet
from redball.rules.ground.harbours import (
    Harbour,
    PortUsed,
    after_traffic,
    called,
    harbour_at,
    harbour_in,
    refuse_traffic,
)
from redball.rules.naval.beach import drawn, landing_at, lots
from redball.rules.naval.cargo_events import (
    CargoSunk,
    CraftCombined,
    CraftDivided,
    CraftLost,
    SupplyCarried,
    TookToWater,
    WentAboard,
    WentAshore,
)
from redball.rules.naval.gunfire import refuse_gun, refuse_shooter
from redball.rules.naval.invasion_events import LandingRolled, LstDeployed, UnitLanded, WadedAshore
from redball.rules.naval.naval import GunfireOpened, ShipsDisclosed, VoyageEnded
from redball.rules.naval.set_up import berth_faults
from rules.test_craft import ENEMY, boat, flotilla
from rules.test_fire_at_craft import fired
from rules.test_gunfire import BATTLE, BIG, CARRIER, COASTAL, CRUISE, PLAIN, aimed, drafted, sea
from rules.test_invasion import MIXED, SUCCESS, at_four, beach, landing, table_hex
from rules.test_ports import port, site
from rules.test_ships import SMALL, fleet
from support import LEG, TRUCK

# --- landings ----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.5f-B")
def test_the_refusals_of_a_draft_count_groups_from_one() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "abcd")
    table = beach(at_four("a,b,c,d"), units).do(PlanLanding(table_hex()))
    assert {group for group in range(-1, 3) if LandUnit("a", group) in table.game.choices()} == {0}
    for group in (-1, 2):
        refused = table.why(LandUnit("a", group))
        assert (refused.code, refused.have, refused.need) == ("landing.no_group", str(group + 1), "1")
    table.do(LandUnit("a", 0), LandUnit("b", 0), LandUnit("c", 0))
    refused = table.why(LandUnit("d", 2))
    assert (refused.code, refused.have, refused.need) == ("landing.no_group", "3", "2")
    full = table.why(LandUnit("d", 0))
    assert (full.code, full.detail, full.have, full.need) == ("landing.too_large", "1", "4 RE", "3 RE")
    table.do(LandUnit("d", 1))


@pytest.mark.case("18.5f-B")
def test_too_many_rolls_are_told_with_how_many_it_takes() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG}" for uid in "ab")
    table = beach(at_four("a,b"), units).do(PlanLanding(table_hex()), LandUnit("a", 0), LandUnit("b", 1))
    refused = table.why(Done())
    assert (refused.code, refused.have, refused.need) == ("landing.too_many_rolls", "2", "1")


@pytest.mark.case("18.4f")
def test_who_comes_ashore_apart_from_its_cargo_is_told_with_both_groups() -> None:
    units = "\n".join(f"axis aboard {uid} {LEG} move" for uid in "abcd")
    table = beach("axis 04.02 s dukw 4 aboard=a,b,c,d", units)
    table.do(PlanLanding(table.hex("04.02")), *(LandUnit(uid, 0) for uid in "abc"), LandUnit("d", 1), LandCraft("s", 0))
    refused = table.why(Done())
    assert (refused.code, refused.have, refused.need) == ("landing.apart", "1", "2")


@pytest.mark.case("18.5f", "18.5f-C")
def test_a_landing_is_told_with_its_group_and_its_losses() -> None:
    table = beach(at_four("a", 2, "sp=1+2T"), f"axis aboard a {LEG}", dice=(*MIXED, 1))
    landing(table, ("a",))
    assert table.told(LandingRolled) == "Landing at 04.02, group 1: roll 3: mixed"
    assert table.told(CraftLost) == "A point of Landing Craft is lost at 04.02"
    assert table.told(CargoSunk) == "2T aboard Landing Craft lost at 04.02"
    assert table.told(UnitLanded) == "A Rgt lands at 04.02"


@pytest.mark.case("18.5f-C")
def test_the_last_point_is_told_with_the_supply_aboard() -> None:
    table = beach(at_four("a", 1, "sp=2T"), "axis aboard a Bn infantry other 4-3-3L/2-3-6L", dice=(*MIXED, 1))
    landing(table, ("a",))
    assert (table.one(CraftLost).tokens, craft_in(table.look.state, "lc")) == (2, None)
    assert table.told(CraftLost) == "A point of Landing Craft is lost at 04.02, with 2T"


@pytest.mark.case("18.4e-A", "18.4f")
def test_what_comes_ashore_itself_is_told() -> None:
    table = beach("axis 04.02 d dukw 1\naxis 04.02 l lst 1", dice=SUCCESS)
    table.do(PlanLanding(table_hex()), LandCraft("d", 0), LandCraft("l", 0), Done())
    assert table.told(WadedAshore) == "DUKW comes ashore at 04.02"
    assert table.told(LstDeployed) == "LST becomes a port at 04.02"


@pytest.mark.case("18.5f-C")
@pytest.mark.parametrize(("count", "dice", "of"), [(1, 1, 6), (6, 1, 6), (7, 2, 35), (36, 2, 36), (37, 3, 185)])
def test_as_many_dice_as_it_takes_draw_a_lot(count: int, dice: int, of: int) -> None:
    assert lots(count) == (dice, of)


@pytest.mark.case("18.5f-C")
def test_two_dice_are_read_one_after_the_other() -> None:
    """Of 36 lots each throw is one; of eight lots four for each, and the last four throws are none."""
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert [drawn(two, 36) for two in throws] == [*range(36)]
    assert [drawn(two, 8) for two in throws] == [*[*range(8)] * 4, -1, -1, -1, -1]


@pytest.mark.case("18.5f")
@pytest.mark.parametrize(
    ("ship", "helps"),
    [
        ("axis 04.03 s battleship 30-4-2-3/20-3-1-2", True),
        ("axis 04.03 s carrier 0-4-2-3/0-3-1-2", False),
        ("axis 04.05 s destroyer 1-3-1-0/1-3-0-0", True),
        ("axis 04.05 s destroyer 1-2-1-0/1-2-0-0", False),
        ("soviet 04.05 s battleship 30-4-2-3/20-3-1-2", False),
        ("axis sunk s battleship 30-40-2-3/20-30-1-2", False),
    ],
)
def test_only_an_own_ship_with_guns_that_is_afloat_and_in_range_supports(ship: str, helps: bool) -> None:
    table = beach(at_four("a"), f"axis aboard a {LEG}", rest=f"[ships]\n{ship}\n")
    assert ("naval_support" in landing_at(table.look, "axis", table_hex(), ("a",)).holds) is helps


@pytest.mark.case("18.5f")
def test_nobody_is_not_elite() -> None:
    """A DUKW alone has no unit that would land better."""
    table = beach("axis 04.02 d dukw 1")
    assert landing_at(table.look, "axis", table_hex(), ()).holds == ()


# --- voyages and cargo -------------------------------------------------------------------------------------------


@pytest.mark.case("18.1f", "18.4b")
def test_mp_are_told_with_what_is_left() -> None:
    row = [f"{column:02d}.04" for column in range(1, 13)]
    table = flotilla("axis 01.04 lc landing_craft 1").do(BeginSail("lc")).go(*row[1:11])
    refused = table.why(table.to(row[11]))
    assert (refused.code, refused.have, refused.need) == ("ship.no_mp", "0", "1")
    table.do(Halt())
    assert table.told(VoyageEnded) == "Landing Craft sails from 01.04 to 11.04, 10 hexes"
    still = flotilla("axis 01.04 lc landing_craft 1").do(BeginSail("lc"), Halt())
    assert still.told(VoyageEnded) == "Landing Craft stays at 01.04"


@pytest.mark.case("18.4a")
@pytest.mark.parametrize(("tokens", "fits"), [(8, True), (9, False)])
def test_landing_craft_are_full_with_1_sp_a_point(tokens: int, fits: bool) -> None:
    table = flotilla("axis 05.01 lc landing_craft 2", rest="[supply]\naxis 05.01 9\n").do(BeginSail("lc"))
    if fits:
        table.do(TakeSupplyAboard(tokens))
        assert not table.offered(TakeSupplyAboard)
        assert table.told(SupplyCarried) == "2 SP loaded onto Landing Craft at 05.01 Haven"
        return
    refused = table.why(TakeSupplyAboard(tokens))
    assert (refused.code, refused.have, refused.need) == ("craft.full", "2", "2 1/4")


@pytest.mark.case("18.4c", "18.5g", "12.2a")
def test_supply_is_refused_with_what_is_there() -> None:
    table = flotilla("axis 05.01 lc landing_craft 3 sp=1", rest="[supply]\naxis 05.01 2 fresh=6T\n").do(BeginSail("lc"))
    for tokens, have in ((-1, "0T"), (0, "0T"), (3, "3T")):
        refused = table.why(TakeSupplyAboard(tokens))
        assert (refused.code, refused.have, refused.need) == ("craft.no_supply", have, "2T")
    for tokens, have in ((-1, "0T"), (5, "1 SP 1T")):
        refused = table.why(PutSupplyAshore(tokens))
        assert (refused.code, refused.have, refused.need) == ("craft.not_carried", have, "1 SP")
    table.do(PutSupplyAshore(4))
    assert table.told(SupplyCarried) == "1 SP unloaded at 05.01 Haven"
    assert table.look.state.ground_supply("axis", table.hex("05.01")).fresh == 10


@pytest.mark.case("18.4c", "18.5g", "18.5h-B")
def test_going_aboard_and_ashore_is_told_and_who_has_arrived_in_the_turn_is_no_longer_kept() -> None:
    table = flotilla("axis 05.01 lc landing_craft 3")
    state = table.look.state
    table.look = table.look.at_stack(state.change(arrived=state.arrived | {"a", "b"}))
    table.do(BeginSail("lc"), TakeAboard("a"))
    assert table.look.state.arrived == {"b"}
    assert table.told(WentAboard) == "A Rgt goes aboard Landing Craft at 05.01 Haven"
    table.do(PutAshore("a"))
    assert table.told(WentAshore) == "A Rgt lands in the port at 05.01 Haven"
    done = table.unit("a").activity
    assert (done.origin, done.moved, done.spent) == (table.hex("05.01"), True, True)


@pytest.mark.case("18.4e")
def test_a_dukw_that_takes_to_the_water_is_told_and_no_longer_one_that_has_arrived() -> None:
    units = f"axis 04.01 d truck 2 24T\naxis 04.01 a {LEG}\n{ENEMY}"
    table = flotilla("axis ashore d dukw 2", units=units)
    state = table.look.state
    table.look = table.look.at_stack(state.change(arrived=state.arrived | {"a", "d"}))
    table.begin("d").do(TakeToWater("d"))
    assert table.look.state.arrived == {"a"}
    assert table.told(TookToWater) == "D takes to the water at 04.01"


@pytest.mark.case("18.4d")
def test_a_division_is_told_with_what_goes_along() -> None:
    units = f"axis aboard a {LEG}\naxis aboard m {TRUCK}\n{ENEMY}"
    craft = "axis 05.03 lc landing_craft 4 aboard=a,m sp=1"
    told = {}
    for action in (DivideCraft(1, 0), DivideCraft(2, 4), DivideCraft(1, 0, "m"), DivideCraft(2, 4, "a")):
        table = flotilla(craft, units=units).do(BeginSail("lc"), action)
        told[action] = table.told(CraftDivided)
    assert [*told.values()] == [
        "Landing Craft splits: 1 point stays behind",
        "Landing Craft splits: 2 points with 1 SP stay behind",
        "Landing Craft splits: 1 point with m Rgt stays behind",
        "Landing Craft splits: 2 points with a Rgt and 1 SP stay behind",
    ]


@pytest.mark.case("18.4d", "18.4a")
def test_a_part_that_would_be_too_small_is_told_with_its_cargo_and_its_room() -> None:
    units = f"axis aboard m {TRUCK}\n{ENEMY}"
    table = flotilla("axis 05.03 lc landing_craft 3 aboard=m sp=2", units=units).do(BeginSail("lc"))
    refused = table.why(DivideCraft(1, 1, "m"))
    assert (refused.code, refused.have, refused.need) == ("craft.split", "1 1/4", "1")
    rest = table.why(DivideCraft(2, 3))
    assert (rest.code, rest.have, rest.need) == ("craft.split", "2 1/4", "1")
    points = table.why(DivideCraft(4, 0))
    assert (points.code, points.have) == ("craft.points", "3")
    assert table.refused(DivideCraft(1, 0, "", "m")) == ("craft.points", "18.4d")
    assert table.refused(DivideCraft(2, 0, "m", "m")) == ("craft.points", "18.4d")


@pytest.mark.case("18.4d")
@pytest.mark.parametrize("mark", ["dg", "shelled", "shown"])
@pytest.mark.parametrize("who", ["l1", "l2"])
def test_craft_that_combine_have_what_befell_either(mark: str, who: str) -> None:
    lines = {cid: f"axis 05.03 {cid} landing_craft 1{f' {mark}' if cid == who else ''}" for cid in ("l1", "l2")}
    table = flotilla("\n".join(lines.values())).do(BeginSail("l1"), CombineCraft("l2"))
    whole = boat(table, "l1")
    marks = {"dg": whole.dg, "shelled": whole.shelled, "shown": whole.shown}
    assert [name for name, on in marks.items() if on] == [mark]
    assert table.told(CraftCombined) == "Landing Craft and Landing Craft combine"


@pytest.mark.case("18.4d")
def test_who_has_spent_more_does_not_combine_with_who_sails() -> None:
    """A DUKW that has spent 2 MP on land joins one that has sailed two hexes, and none that has sailed one."""
    for hexes, able in ((["06.03"], False), (["06.03", "07.03"], True)):
        table = flotilla("axis 05.03 d1 dukw 1\naxis 06.03 d2 dukw 1 mp=24\naxis 07.03 d3 dukw 1 mp=24")
        table.do(BeginSail("d1")).go(*hexes)
        other = CombineCraft("d3" if able else "d2")
        if able:
            table.do(other)
        else:
            assert table.refused(other) == ("craft.apart", "18.4d")


@pytest.mark.case("18.4a")
@pytest.mark.parametrize(("tokens", "fault"), [(8, ""), (9, "setup.craft_overloaded")])
def test_a_set_up_is_full_with_1_sp_a_point(tokens: int, fault: str) -> None:
    table = flotilla("axis 03.03 lc landing_craft 2")
    state = with_craft(table.look.state, [boat(table, "lc").change(tokens=tokens)])
    found = [*berth_faults(table.look.world, state)]
    assert [one.code for one in found] == [fault] * bool(fault)
    assert not fault or (found[0].have, found[0].need) == ("2 1/4", "2")


# --- gunfire -----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3a")
@pytest.mark.parametrize(("where", "reach"), [("05.04", True), ("05.05", False)])
def test_a_ship_fires_as_far_as_its_range(where: str, reach: bool) -> None:
    """A battleship of range 4 at the port that lies four or five hexes away."""
    table = sea(f"axis {where} bb {BIG}")
    target = table.hex("07.01")
    have = table.look.board.distance(table.hex(where), target)
    assert have == (4 if reach else 5)
    refused = refuse_shooter(table.look, "axis", "battery", target, "bb")
    assert (refused is None) is reach
    assert refused is None or (refused.code, refused.have, refused.need) == ("gunfire.range", "5", "4")


@pytest.mark.case("18.3g", "18.3a")
@pytest.mark.parametrize(("where", "reach"), [("03.04", True), ("03.05", False)])
def test_coastal_artillery_fires_as_far_as_its_range(where: str, reach: bool) -> None:
    table = sea(f"{BATTLE}\nsoviet {where} s1 {PLAIN}")
    gun, target = table.unit("g"), table.hex(where)
    have = table.look.board.distance(gun.hex, target)
    assert have == (3 if reach else 4)
    refused = refuse_gun(table.look, "axis", "ships", target, gun)
    assert (refused is None) is reach
    assert refused is None or (refused.code, refused.have, refused.need) == ("gunfire.range", "4", "3")


@pytest.mark.case("18.3g")
def test_only_own_coastal_artillery_on_the_map_with_a_strength_fires() -> None:
    table = sea(units=f"axis 02.01 g {COASTAL}\nsoviet 07.01 c {COASTAL}\naxis 01.01 a {LEG}", keep=False)
    near, gun = table.hex("03.03"), table.unit("g")
    assert refuse_gun(table.look, "axis", "ships", near, gun) is None
    for other in (table.unit("c"), table.unit("a"), gun.change(hex=-9)):
        refused = refuse_gun(table.look, "axis", "ships", near, other)
        assert refused is not None
        assert refused.code == "gunfire.not_coastal"


@pytest.mark.case("18.3c")
def test_the_target_is_chosen_anew_until_it_is_fired_at_and_not_the_same_one_twice() -> None:
    table = aimed(sea(), "ships", "08.04").do(AimAtShip("s1"))
    assert [one.ship for one in table.offered(AimAtShip)] == ["s2"]
    assert table.refused(AimAtShip("s1")) == ("gunfire.not_there", "18.3c")
    table.do(AimAtShip("s2"))
    assert drafted(table).target == "s2"
    assert table.told(ShipsDisclosed) == "The ships at 08.04: s1, s2"


@pytest.mark.case("18.3c", "10.0-E")
def test_a_barrage_that_nobody_can_fire_is_taken_back_though_it_was_announced() -> None:
    """The stack is laid open, and its armour is too thick for everybody in range; with one more ship it is not."""
    targets = "soviet 08.04 s1 battleship 9-3-0-99/1-1-0-0\nsoviet 08.04 s2 battleship 9-3-0-99/1-1-0-0"
    weak = aimed(sea(f"{CRUISE}\n{targets}"), "ships", "08.04")
    assert weak.all(ShipsDisclosed)
    weak.do(Cancel())
    strong = aimed(sea(f"{CRUISE}\n{BATTLE}\naxis 06.04 cb {BIG}\n{targets}"), "ships", "08.04")
    assert strong.refused(Cancel()) == ("gunfire.announced", "18.3c")


@pytest.mark.case("18.3c", "18.3g")
def test_coastal_artillery_in_range_is_somebody_who_can_fire() -> None:
    units = f"axis 08.01 g {COASTAL}\naxis 01.01 a {LEG}\nsoviet 12.01 z {LEG}"
    ships = f"axis 01.05 far {PLAIN}\nsoviet 08.04 s1 {PLAIN}\nsoviet 08.04 s2 {PLAIN}"
    table = aimed(sea(ships, units=units), "ships", "08.04")
    assert table.all(ShipsDisclosed)
    assert table.refused(Cancel()) == ("gunfire.announced", "18.3c")


@pytest.mark.case("10.0-E", "18.3c-C")
def test_too_little_fire_is_told_with_the_protection() -> None:
    table = aimed(sea(f"{CRUISE}\nsoviet 08.04 s1 battleship 9-3-0-30/1-1-0-0"), "ships", "08.04").do(AddShip("ca"))
    refused = table.why(Done())
    assert (refused.code, refused.have, refused.need, refused.detail) == ("gunfire.no_points", "12", "1", "30")


@pytest.mark.case("10.0-E", "N2.2-bombardment")
def test_too_little_fire_at_the_ground_is_divided_by_nothing() -> None:
    """By New OCS a barrage takes two points."""
    table = aimed(
        sea("axis 05.03 s destroyer 1-4-1-0/1-2-0-0", at="bombardment", edition="new-ocs"), "units", "06.01"
    ).do(AddShip("s"))
    refused = table.why(Done())
    assert (refused.code, refused.have, refused.need, refused.detail) == ("gunfire.no_points", "1", "2", "1")


@pytest.mark.case("18.3c")
def test_what_is_seen_is_not_laid_open() -> None:
    """The side that fires has no ship, and sees all there are."""
    units = f"axis 08.01 g {COASTAL}\naxis 01.01 a {LEG}\nsoviet 12.01 z {LEG}"
    table = aimed(sea(f"soviet 08.04 s1 {PLAIN}", units=units, keep=False), "ships", "08.04")
    assert not table.all(ShipsDisclosed)
    table.do(Cancel())


@pytest.mark.case("18.2d")
@pytest.mark.parametrize(
    ("other", "screened"),
    [
        (f"soviet 05.04 s1 {PLAIN}", True),
        (f"soviet 09.05 s1 {PLAIN}", True),
        (f"soviet 10.05 s1 {PLAIN}", False),
        (f"soviet 05.05 s1 {CARRIER}", False),
        (f"soviet sunk s1 {PLAIN}", False),
        (f"axis 05.04 s1 {PLAIN}", False),
    ],
)
def test_only_another_enemy_ship_afloat_in_range_screens_a_carrier(other: str, screened: bool) -> None:
    """The battleship at 05.03 reaches four hexes."""
    table = aimed(sea(f"{BATTLE}\nsoviet 08.04 cv {CARRIER}\n{other}", dice=(1, 1)), "ships", "08.04")
    table.do(AddShip("bb"))
    if screened:
        assert table.refused(Done()) == ("gunfire.screened", "18.2d")
    else:
        table.do(Done())


@pytest.mark.case("18.3", "18.3g")
def test_fire_is_told_by_one_and_by_several() -> None:
    one = aimed(sea(dice=(1, 1)), "units", "06.01").do(AddShip("bb"), Done())
    assert one.told(GunfireOpened) == "Bb fires at units at 06.01 with 30 Barrage Points"
    two = aimed(sea(dice=(1, 1)), "base", "06.01").do(AddShip("bb"), AddShip("ca"), Done())
    assert two.told(GunfireOpened) == "Bb, ca fire at the air base at 06.01 with 42 Barrage Points"
    gun = aimed(sea(f"{BATTLE}\nsoviet 03.03 s1 {PLAIN}", dice=(1, 1)), "ships", "03.03").do(AddUnit("g"), Done())
    assert gun.told(GunfireOpened) == "G Rgt fires at s1 at 03.03 with 20 Barrage Points"


@pytest.mark.case("18.3d-B", "13.2e")
@pytest.mark.parametrize(("load", "goes"), [("9T", 1), ("2", 0), ("3", 4)])
def test_a_transport_point_that_goes_down_takes_what_the_others_cannot_carry(load: str, goes: int) -> None:
    """Three points with up to 3 SP: the two that are left carry 2 SP."""
    units = f"soviet aboard t truck 3 45T load={load}"
    table = fired((1, True), "soviet 08.04 x1 landing_craft 3 aboard=t", units=units)
    sunk = table.one(CargoSunk)
    assert (sunk.points, sunk.load, table.unit("t").points) == (1, goes, 2)
    tail = {0: "", 1: ", with 1T", 4: ", with 1 SP"}[goes]
    assert table.told(CargoSunk) == f"1 Transport Point of t lost at 08.04{tail}"


# --- what a phase leaves, and what others see --------------------------------------------------------------------


@pytest.mark.case("18.3a-B", "18.1e", "15.1-A")
def test_a_new_phase_leaves_a_ship_only_its_fire_at_the_ground_of_this_turn() -> None:
    table = fleet(f"axis 03.03 s {SMALL} damaged dg")
    state = table.look.state
    turn = state.clock.turn
    tired = Vessel("s", "axis", table.hex("03.03"), True, True, True, True, True, True, turn, True)
    old = replace(fleet_in(state), ships=(tired,), rolled=True, shelled=("x",))
    rested = Vessel("s", "axis", table.hex("03.03"), damaged=True, dg=True, ashore=turn)
    assert old.in_new_phase(state) == Fleet(ships=(rested,))
    later = state.change(clock=replace(state.clock, turn=turn + 1))
    assert old.in_new_phase(later) == Fleet(ships=(replace(rested, ashore=0),))


@pytest.mark.case("18.4e", "18.1e")
def test_a_new_phase_gives_landing_craft_their_mp_and_leaves_them_cargo_and_dg() -> None:
    state = flotilla("axis 03.03 lc landing_craft 2").look.state
    tired = LandingCraft("lc", "lc", "axis", 3, 2, ("a",), 4, True, True, 24, True, True, True)
    rested = LandingCraft("lc", "lc", "axis", 3, 2, ("a",), 4, dg=True, lesser=True)
    assert Fleet(craft=(tired,)).in_new_phase(state) == Fleet(craft=(rested,))


@pytest.mark.case("18.3c", "18.6a", "4.9a-A")
def test_the_enemy_sees_neither_what_they_did_nor_who_attacks_from_which_craft() -> None:
    table = flotilla("axis 03.03 lc landing_craft 2\naxis 03.03 l2 lst 1\nsoviet 20.03 su landing_craft 1")
    one = LandingCraft("lc", "lc", "axis", table.hex("03.03"), 2, ("a",), 4, True, True, 24, True, True, False)
    two = LandingCraft("l2", "l2", "axis", table.hex("03.03"), 1, ("b",), 4, True, True, 24, False, False, True)
    far = fleet_in(table.look.state).craft[-1]
    ship = Vessel("z", "axis", table.hex("05.03"), True, True, True, True, True, True, 1, True)
    record = Fleet((ship,), (), (two, one, far), True, (7,), (("a", "lc"),), ("lc",))
    look = Look(table.look.world, with_fleet(table.look.state, record))
    assert record.as_seen(look, "axis") == record
    seen = record.as_seen(look, "soviet")
    assert seen.ships == (replace(ship, sailed=False, fired=False, ashore=0, refitted=False),)
    bare = {"units": (), "tokens": 0, "sailed": False, "spent": 0}
    assert seen.craft == (replace(two, **bare), far)
    assert (seen.rolled, seen.cleared, seen.boats, seen.staked) == (True, (7,), (), ())


# --- ports -------------------------------------------------------------------------------------------------------


@pytest.mark.case("19.0a-B", "19.0a-A")
@pytest.mark.parametrize(
    ("amount", "alone", "after"), [(48, True, (48, False)), (49, True, (48, True)), (47, False, (47, False))]
)
def test_a_port_is_used_up_by_what_is_larger_than_it_and_not_by_what_fills_it(
    amount: int, alone: bool, after: tuple[int, bool]
) -> None:
    table = site()
    look = table.game.look
    assert refuse_traffic(look, port(table), amount, alone) is None
    left = after_traffic(look, port(table), amount, alone, shipped=False)
    assert (left.used, left.whole) == after


@pytest.mark.case("19.0a-A")
def test_what_a_port_has_handled_is_told() -> None:
    table = flotilla("axis 05.01 lc landing_craft 3", rest="[supply]\naxis 05.01 9\n").do(BeginSail("lc"))
    table.do(TakeSupplyAboard(2))
    assert table.told(PortUsed) == "The port at 05.01 Haven has handled 1/2 SP this phase"
    alone = flotilla("axis 09.01 lc landing_craft 3", units=f"axis 09.01 m {TRUCK}\n{ENEMY}")
    alone.do(BeginSail("lc"), TakeAboard("m"))
    assert alone.told(PortUsed) == "The port at 09.01 Mole has handled 1/2 SP this phase, by one unit alone"


@pytest.mark.case("18.4f-D", "18.4f-E")
def test_what_a_port_is_called() -> None:
    table = site("axis 02.02 hits=1")
    world, here = table.look.world, table.hex("02.02")
    names = [called(world, one) for one in (Harbour(here, "axis"), Harbour(here, "axis", hits=1))]
    assert names == ["port of 3 SP", "port of 3 SP, 1 hit: 2 SP 2T"]
    lsts = [called(world, Harbour(3, "axis", lst=True, fresh=fresh)) for fresh in (False, True)]
    assert lsts == ["LST, a port of 1 SP", "LST, a port of 1 SP from the next phase on"]


@pytest.mark.case("21.11b")
@pytest.mark.parametrize(("hits", "task"), [(2, "repair_port"), (3, "repair_small_port_2")])
def test_a_port_of_1_sp_is_not_small(hits: int, task: str) -> None:
    """A track of 2 SP, 1 SP, 2T and nothing."""
    table = site(f"axis 02.02 hits={hits}", "02.02 3 2 1 2T 0", enhanced_construction=True)
    other = {"repair_port", "repair_small_port_2"} - {task}
    refused = table.why(Construct("e", table.hex("02.02"), other.pop()))
    assert (refused.code, refused.have, refused.need) == ("port.price", *{2: ("1 SP", "1 SP"), 3: ("2T", "2T")}[hits])
    table.do(Construct("e", table.hex("02.02"), task))


@pytest.mark.case("19.0")
def test_an_event_about_a_port_that_is_as_at_the_start_says_whose_it_is() -> None:
    table = site("axis 02.02 hits=1")
    state, here = table.game.state, table.hex("02.02")
    assert harbour_in(state, here, "axis", 2) == Harbour(here, "axis", 2)
    assert harbour_at(table.look, here) == Harbour(here, "axis", 1)
