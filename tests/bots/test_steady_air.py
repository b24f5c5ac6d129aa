"""The bot in the air: refit, sweeps, strikes, supply, transfers, interception."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.match import play_game
from redball.bots.steady.flights import carried, lifts, movements, needs
from redball.bots.steady.positions import EATING, hunger
from redball.bots.steady.relief import STARVING
from redball.bots.steady.scene import Memory, Scene
from redball.core.actions import (
    Action,
    AddPlane,
    AimMission,
    Breakout,
    DeclareBarrage,
    Done,
    Intercept,
    LoadPlanes,
    PlanMission,
    RefitAt,
    ReturnTo,
    SendPlane,
)
from redball.core.events import BarrageResolved
from redball.core.look import Look
from redball.game import Game
from redball.rules.air.air import AircraftRefitted, SupplyAirlifted
from redball.rules.ground.air_force import base_in, with_base
from support import LEG, Sitting, land, sit

FIGHTER, ACE, BOMBER = "F 3-3-12/2-2-12", "F 5-3-12/4-2-12", "T (1)-18-12/(1)-9-12"
TRANSPORT = "Tpt (0)-0-15/(0)-0-15 carries=2T,1T"
UNITS = f"axis 02.01 a {LEG}\nsoviet 08.01 r {LEG}"


def sky(planes: str, bases: str, units: str = UNITS, **more: object) -> Sitting:
    """A row of fourteen hexes."""
    rest = f"[bases]\n{bases}\n[aircraft]\n{planes}\n{more.pop('rest', '')}"
    return sit(units, land(columns=14, rows=1), rest=rest, **more)  # type: ignore[arg-type]


def chosen(game: Game) -> Action:
    """What the bot does now."""
    open_ = game.decision
    assert open_ is not None
    return make_bot("steady", 1).choose(game, open_.side)


def scene_of(game: Game, side: str = "axis") -> Scene:
    """What the bot knows now."""
    open_ = game.decision
    assert open_ is not None
    return Scene(game, side, open_, Memory())


def played(table: Sitting, side: str, most: int = 30) -> list[Action]:
    """What the bot does for a side until the segment changes; the other side ends what it can."""
    bot = make_bot("steady", 1)
    done: list[Action] = []
    begun = table.game.state.clock
    while table.game.state.clock == begun and len(done) < most and (open_ := table.game.decision) is not None:
        if open_.side == side:
            done.append(bot.choose(table.game, side))
            table.do(done[-1])
        else:
            table.do(next((c for c in table.game.choices() if isinstance(c, Done)), table.game.choices()[0]))
    return done


def test_a_base_refits_its_best_aircraft_and_no_more_than_it_can() -> None:
    planes = f"axis 01.01 f {FIGHTER} inactive\naxis 01.01 b {BOMBER} inactive\naxis 01.01 t {TRANSPORT} inactive"
    table = sky(planes, "axis 01.01 1", at="aircraft_refit", rest="[supply]\naxis 01.01 5\n")
    assert chosen(table.game) == RefitAt(table.hex("01.01"))
    played(table, "axis", most=5)
    assert table.one(AircraftRefitted).planes == ("f", "t"), "by worth: 3 x 90 + 150, 4 x 70, 18 x 12"


def test_nobody_refits_where_nothing_is_gained() -> None:
    planes = "axis 01.01 x Tpt (0)-1-9/(0)-0-9 inactive"
    table = sky(planes, "axis 01.01 1", at="aircraft_refit", rest="[supply]\naxis 01.01 1T\n")
    assert chosen(table.game) == Done(), "one Barrage Point is not worth a scarce token"


@pytest.mark.parametrize(("ours", "sweeps"), [(ACE, True), (FIGHTER, False)])
def test_it_sweeps_fighters_that_are_weaker(ours: str, sweeps: bool) -> None:
    table = sky(f"axis 01.01 f {ours}\nsoviet 10.01 e {FIGHTER}", "axis 01.01 1\nsoviet 10.01 1")
    found = chosen(table.game)
    assert (found == PlanMission("fighter_sweep")) is sweeps
    if sweeps:
        took = played(table, "axis", most=4)
        assert took[1:4] == [AimMission(table.hex("10.01")), AddPlane("f"), Done()]


def test_bombers_fly_before_the_guns_fire_and_land_where_they_can_refit() -> None:
    planes = f"axis 01.01 b {BOMBER}\naxis 03.01 i {BOMBER} inactive\naxis 03.01 j {BOMBER} inactive"
    units = f"axis 07.01 a {LEG}\nsoviet 08.01 r {LEG}\nsoviet 08.01 s {LEG}"
    table = sky(planes, "axis 01.01 1\naxis 03.01 1", units, at="exploitation_barrage", dice=(1, 1, 6, 6, 6))
    assert chosen(table.game) == PlanMission("barrage")
    took = played(table, "axis")
    assert ReturnTo("b", table.hex("01.01")) in took, "two others are waiting at the other base"
    assert table.one(BarrageResolved).hex == table.hex("08.01")


def test_no_bomber_flies_where_fighters_would_meet_it() -> None:
    units = f"axis 07.01 a {LEG}\nsoviet 08.01 r {LEG}\nsoviet 08.01 s {LEG}"
    planes = f"axis 01.01 b {BOMBER}\nsoviet 12.01 e {FIGHTER}"
    table = sky(planes, "axis 01.01 1\nsoviet 12.01 1", units, at="exploitation_barrage")
    assert chosen(table.game) == Done()
    assert not isinstance(chosen(table.game), DeclareBarrage)


STRONG = "Rgt infantry other 8-3-3L/4-3-6L"
TWO = f"axis 07.01 a {LEG}\nsoviet 08.01 r {STRONG}\nsoviet 08.01 s {LEG}"


@pytest.mark.parametrize(
    ("at", "phasing", "flies"),
    [
        ("movement_barrage", "axis", False),
        ("exploitation_barrage", "axis", True),
        ("reaction_barrage", "soviet", True),
    ],
)
def test_what_nobody_attacks_is_struck_after_the_attacks_or_when_it_attacks(at: str, phasing: str, flies: bool) -> None:
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", TWO, at=at, phasing=phasing)
    assert PlanMission("barrage") in table.game.choices()
    assert (chosen(table.game) == PlanMission("barrage")) is flies


def test_what_is_about_to_be_attacked_is_struck_at_once() -> None:
    units = f"axis 07.01 a {LEG}\naxis 07.01 c {LEG}\nsoviet 08.01 r {LEG}"
    table = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", units, at="movement_barrage", rest="[supply]\naxis 07.01 5\n")
    assert chosen(table.game) == PlanMission("barrage")


@pytest.mark.parametrize(("ours", "escorts"), [(ACE, True), ("F (3)-3-12/(2)-2-12", False)])
def test_a_fighter_goes_along_where_others_wait_if_it_can_attack(ours: str, escorts: bool) -> None:
    planes = f"axis 01.01 b {BOMBER}\naxis 01.01 f {ours}\nsoviet 12.01 e {FIGHTER}"
    table = sky(planes, "axis 01.01 1\nsoviet 12.01 1", TWO, at="exploitation_barrage")
    took = played(table, "axis", most=5)
    assert (AddPlane("f") in took) is escorts
    assert (AddPlane("b") in took) is escorts, "alone it had better stay at home"


def test_bombers_part_where_that_gains_more() -> None:
    far = TWO + f"\naxis 11.01 c {LEG}\nsoviet 12.01 t {STRONG}\nsoviet 12.01 u {LEG}"
    planes = f"axis 01.01 b {BOMBER}\naxis 01.01 d {BOMBER}"
    table = sky(planes, "axis 01.01 1", far, at="exploitation_barrage", dice=(1, 1, 6, 6) * 4)
    took = played(table, "axis")
    assert {way.hex for way in took if isinstance(way, AimMission)} == {table.hex("08.01"), table.hex("12.01")}


def test_the_same_bot_without_its_air_rules_neither_refits_nor_flies_nor_intercepts() -> None:
    at_bases = sky(
        f"axis 01.01 f {FIGHTER} inactive", "axis 01.01 1", at="aircraft_refit", rest="[supply]\naxis 01.01 5\n"
    )
    with_bombers = sky(f"axis 01.01 b {BOMBER}", "axis 01.01 1", TWO, at="exploitation_barrage")
    for table, flies in ((at_bases, RefitAt(at_bases.hex("01.01"))), (with_bombers, PlanMission("barrage"))):
        assert chosen(table.game) == flies
        assert make_bot("steady-ground", 1).choose(table.game, "axis") == Done()


def test_supply_is_flown_to_units_that_are_cut_off_and_no_farther() -> None:
    units = f"axis 09.01 a {LEG}\naxis 02.01 c {LEG}\nsoviet 06.01 r {LEG}"
    table = sky(
        f"axis 01.01 t {TRANSPORT}",
        "axis 01.01 1\naxis 09.01 1",
        units,
        rest="[supply]\naxis 01.01 3\n[sources]\naxis 01.01\n",
    )
    took = played(table, "axis", most=6)
    home = table.hex("01.01")
    assert took[:2] == [PlanMission("air_transport"), AimMission(table.hex("09.01"))]
    assert LoadPlanes(home, 2) in took, "of the 3T that 1 RE needs the base unloads two"
    assert table.one(SupplyAirlifted).tokens == 2


def test_a_bomber_that_reaches_nobody_moves_up() -> None:
    planes = "axis 01.01 b T (1)-18-5/(1)-9-5"
    table = sky(planes, "axis 01.01 1\naxis 05.01 1", f"axis 06.01 a {LEG}\nsoviet 10.01 r {LEG}")
    took = played(table, "axis", most=4)
    assert took[:3] == [PlanMission("base_transfer"), AimMission(table.hex("05.01")), AddPlane("b")]


@pytest.mark.parametrize(("escort", "meets"), [("", True), (ACE, False)])
def test_it_intercepts_bombers_but_not_better_fighters(escort: str, meets: bool) -> None:
    extra = f"\nsoviet 12.01 p {escort}" if escort else ""
    table = sky(
        f"axis 01.01 f {FIGHTER}\nsoviet 12.01 e {BOMBER}{extra}",
        "axis 01.01 1\nsoviet 12.01 1",
        f"axis 03.01 a {LEG}\nsoviet 08.01 r {LEG}",
        at="movement_barrage",
        phasing="soviet",
    )
    table.do(PlanMission("barrage"), AimMission(table.hex("03.01")), AddPlane("e"))
    if escort:
        table.do(AddPlane("p"))
    table.done()
    assert chosen(table.game) == (Intercept("f") if meets else Done())


def test_the_best_fighter_meets_an_attack_on_its_base() -> None:
    table = sky(
        f"axis 03.01 b {BOMBER}\naxis 03.01 f {FIGHTER}\nsoviet 12.01 e {FIGHTER}",
        "axis 03.01 1\nsoviet 12.01 1",
        phasing="soviet",
    )
    table.do(PlanMission("fighter_sweep"), AimMission(table.hex("03.01")), AddPlane("e")).done()
    while (open_ := table.game.decision) is not None and open_.step.name != "meet":
        table.do(chosen(table.game))
    assert chosen(table.game) == SendPlane("f")


def test_a_game_with_aircraft_is_played_to_its_end() -> None:
    """Both sides fly, and nothing is planned for ever."""
    found = play_game("lesson-6-airfield", ("steady", "steady"), seed=2)
    assert found.turns == 2
    assert found.actions < 400


@pytest.mark.case("4.9a-A")
def test_hidden_aircraft_change_nothing() -> None:
    planes = f"axis 01.01 f {ACE}\nsoviet 10.01 e {FIGHTER}\nsoviet 10.01 g {FIGHTER}"
    table = sky(planes, "axis 01.01 1\nsoviet 10.01 1")
    alone = sky(planes.rsplit("\n", 1)[0], "axis 01.01 1\nsoviet 10.01 1")
    assert chosen(table.game) == chosen(alone.game)


# --- units that only aircraft feed ----------------------------------------------------------------------------------


@pytest.mark.parametrize("flown", [True, False])
def test_nobody_breaks_out_whom_aircraft_can_feed(flown: bool) -> None:
    units = f"axis 09.01 a {LEG}\n" + "soviet 10.01 e Rgt infantry other 20-3-3L/10-3-6L"
    rest = "[supply]\naxis 01.01 3\n[sources]\naxis 01.01\n"
    planes = f"axis 01.01 t {TRANSPORT}" + ("" if flown else " inactive")
    table = sky(planes, "axis 01.01 1", units, at="movement_breakout", rest=rest)
    assert (chosen(table.game) == Breakout("a")) is not flown


@pytest.mark.parametrize(("unloaded", "trip"), [("", "return"), (" unloaded=2T", "stay")])
def test_who_brings_supply_stays_where_a_base_can_unload_no_more(unloaded: str, trip: str) -> None:
    units = f"axis 09.01 a {LEG}\naxis 01.01 c {LEG}\nsoviet 06.01 r {LEG}"
    rest = "[supply]\naxis 01.01 3\n[sources]\naxis 01.01\n"
    table = sky(f"axis 01.01 t {TRANSPORT}", f"axis 01.01 1\naxis 09.01 1{unloaded}", units, rest=rest)
    took = played(table, "axis", most=5)
    assert [way for way in took if isinstance(way, AddPlane)] == [AddPlane("t", trip)]
    assert table.one(SupplyAirlifted).tokens == 2


def test_what_is_flown_is_enough_to_eat_attack_and_defend_once() -> None:
    rest = "[supply]\naxis 01.01 9\n[sources]\naxis 01.01\n"
    units = f"axis 09.01 a {LEG}\nsoviet 06.01 r {LEG}"
    table = sky("axis 01.01 t Tpt (0)-0-15/(0)-0-15 carries=8T,4T", "axis 01.01 1", units, rest=rest)
    assert needs(scene_of(table.game)) == {table.hex("09.01"): 3}
    two = sky("", "axis 01.01 1", units + f"\naxis 09.01 b {LEG}\naxis 09.01 c {LEG}", rest=rest)
    assert needs(scene_of(two.game)) == {two.hex("09.01"): 2 + 3 + 1}


@pytest.mark.parametrize(
    ("stores", "cut_off", "price"), [("1T", True, EATING), ("", True, STARVING), ("1T", False, STARVING)]
)
def test_who_is_cut_off_stays_where_supply_lies(stores: str, cut_off: bool, price: int) -> None:
    units = f"axis {'09.01' if cut_off else '02.01'} a {LEG}\nsoviet 06.01 r {LEG}"
    supply = f"axis 10.01 {stores}\n" if stores else ""
    table = sky("", "axis 01.01 1", units, rest=f"[supply]\naxis 01.01 3\n{supply}[sources]\naxis 01.01\n")
    look = table.game.look
    assert hunger(look, look.unit("a"), table.hex("10.01")) == price
    assert hunger(look, look.unit("a"), table.hex("02.01")) == 0


@pytest.mark.parametrize(("unloaded", "trip"), [(0, "return"), (4, "stay")])
def test_aircraft_stay_where_a_base_can_unload_no_more(unloaded: int, trip: str) -> None:
    """Mountain troops to Maleme, once it has been taken."""
    game = Game.new("crete", seed=1)
    maleme = game.world.board.index("05.10")
    base = base_in(game.state, maleme)
    assert base is not None
    game.look = Look(game.world, with_base(game.state, replace(base, side="axis", unloaded=unloaded)))
    found = [flight for flight in lifts(scene_of(game, "axis")) if flight.hex == maleme]
    assert found
    assert {way for flight in found for _, way in flight.planes} == {trip}


def test_transports_wait_for_a_base_that_the_units_may_take() -> None:
    """Where troops wait for one: in the Movement Phase nothing is carried before all have moved, and then they go
    before supply. In a Reaction Phase supply flies at once."""
    game, bot = Game.new("crete", seed=1), make_bot("steady", 1)
    while (open_ := game.decision) is not None and open_.step.name != "choose_unit":
        game.take(open_.side, bot.choose(game, open_.side))
    assert game.state.clock.phase == "movement"
    paras = game.look.unit("de-fj-2").change(hex=game.world.board.index("17.08"))
    base = base_in(game.state, game.world.board.index("05.10"))
    assert base is not None
    landed = with_base(game.state.with_units([paras]), replace(base, side="axis"))
    kinds = {"air_transport", "supply_drop"}
    seen = {}
    for phase in ("movement", "reaction"):
        game.look = Look(game.world, landed.change(clock=replace(landed.clock, phase=phase)))
        scene = scene_of(game)
        seen[phase] = [flight.kind for flight in movements(scene, kinds)]
        found = [bool(flight.units) for flight in carried(scene, kinds)]
        assert found[0] is (phase == "movement"), phase
        assert {True, False} <= set(found)
    assert not seen["movement"]
    assert {"air_transport", "supply_drop"} <= set(seen["reaction"])
