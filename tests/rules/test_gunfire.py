"""Gunfire of ships: at the ground, at ships, at coastal artillery; and coastal artillery at ships."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from redball.analysis.sea_report import FireOdds, sea_odds
from redball.charts import load_charts
from redball.core.actions import AddUnit, Cancel, DeclareBarrage, Done, RemoveUnit
from redball.core.actions.naval import AddShip, AimAtBattery, AimAtShip, AimGuns, RemoveShip
from redball.core.dice import Dice
from redball.core.events import BarrageResolved, StepLost, UnitEliminated
from redball.game import Game
from redball.game.view.ships import GunfireView, sea_view
from redball.rules.air.air import BaseRaided
from redball.rules.ground.fleet import Vessel, fleet_in, ship_in
from redball.rules.naval.gunfire import Gunfire, refuse_gun, refuse_shooter
from redball.rules.naval.naval import GunfireOpened, GunfireResolved, ShipsDisclosed, ShipStruck
from support import GUNS, HQ, LEG, Sitting, land, sit

BIG, PLAIN = "battleship 30-4-2-3/20-3-1-2", "cruiser 12-4-0-0/6-3-0-0"
CARRIER = "carrier 0-0-3-2/0-0-1-2"
COASTAL = f"{GUNS} symbol=coastal_artillery"
SHORE = land(*(f"{column:02d}.01=." for column in range(1, 13)), columns=12, rows=5, ground="-")
TROOPS = (
    f"axis 01.01 a {LEG}\naxis 02.01 g {COASTAL}\naxis 02.01 o {GUNS}\nsoviet 06.01 r {LEG}\nsoviet 07.01 c {COASTAL}"
)
BATTLE, CRUISE = f"axis 05.03 bb {BIG}", f"axis 06.04 ca {PLAIN}"


def sea(
    ships: str = f"{BATTLE}\n{CRUISE}\nsoviet 08.04 s1 {PLAIN}\nsoviet 08.04 s2 {PLAIN}",
    *,
    at: str = "movement_barrage",
    units: str = TROOPS,
    dice: tuple[int, ...] = (),
    rest: str = "",
    bases: str = "",
    keep: bool = True,
    **how: object,
) -> Sitting:
    """The axis side's Barrage Segment off a shore. In a far corner it keeps something to do, so that it goes on."""
    if keep:
        units, ships = f"{units}\naxis 11.01 kg {COASTAL}", f"{ships}\nsoviet 12.03 kx {PLAIN}"
    more = f"[sources]\naxis 01.01\nsoviet 12.01\n[supply]\naxis 01.01 9\n[bases]\nsoviet 06.01 2\n{bases}"
    return sit(units, SHORE, at=at, rest=f"{more}[ships]\n{ships}\n{rest}", dice=dice, **how)  # type: ignore[arg-type]


def aimed(table: Sitting, at: str, name: str) -> Sitting:
    return table.do(AimGuns(table.hex(name), at))


def ship(table: Sitting, sid: str) -> Vessel:
    found = ship_in(table.look.state, sid)
    assert found is not None
    return found


def drafted(table: Sitting) -> GunfireView:
    view = sea_view(table.look, "axis")
    assert view.gunfire is not None  # type: ignore[union-attr]
    return view.gunfire  # type: ignore[union-attr]


def foreseen(table: Sitting) -> FireOdds:
    """What the draft can come to, as its side may believe."""
    fire = sea_odds(table.look, "axis").gunfire
    assert fire is not None
    return fire


# --- at the ground -----------------------------------------------------------------------------------------------


@pytest.mark.case("18.3", "18.3b", "10.0-A", "10.0-C", "10.3")
def test_ships_of_several_hexes_barrage_units_together_with_weaker_results_and_pay_nothing() -> None:
    """42 points, unspotted; every roll is read as for artillery and then weakened by the notes of the table."""
    charts = load_charts("v4")
    for dice in ((6, 6), (5, 5), (4, 3), (1, 1)):
        table = aimed(sea(dice=(*dice, 6)), "units", "06.01").do(AddShip("bb"), AddShip("ca"), Done())
        resolved = table.one(BarrageResolved)
        plain = charts.barrage.lookup(charts.barrage.columns.index(resolved.column), sum(dice))
        assert resolved.result == charts.ship_to_shore.read(plain.text)
        assert table.one(GunfireOpened).strength == "42"
        assert not table.spent()
    assert charts.ship_to_shore.read("2") != "2"


@pytest.mark.case("18.3a", "10.0e-B")
def test_a_ship_barrages_once_in_a_segment() -> None:
    table = aimed(sea(dice=(1, 1)), "units", "06.01").do(AddShip("bb"), Done())
    aimed(table, "ships", "08.04").do(AimAtShip("s1"))
    assert table.refused(AddShip("bb")) == ("gunfire.fired", "18.3a")
    table.do(AddShip("ca"), Cancel() if Cancel() in table.game.choices() else RemoveShip("ca"))


@pytest.mark.case("2.2", "10.0e-C")
def test_the_barrage_segment_of_the_movement_phase_follows_its_movement_for_ships_without_aircraft() -> None:
    table = sea(at="movement", keep=False)
    assert not table.offered(AimGuns)
    table.idle(lambda: bool(table.offered(AimGuns)))
    clock = table.look.state.clock
    assert (clock.phase, clock.segment, clock.phasing) == ("movement", "barrage", "axis")


@pytest.mark.case("18.3a-A", "18.3a-B", "7.0c", "11.0d", "10.0e-C", "10.0e-E", "2.3-H", "2.3-J")
def test_it_fires_at_the_ground_once_a_game_turn_and_at_ships_in_every_segment() -> None:
    """The Reaction Phase of the other Player Turn counts, too (reading 1.135)."""
    for at in ("movement_barrage", "exploitation_barrage"):
        table = aimed(sea(f"{BATTLE} ashore\nsoviet 08.04 s1 {PLAIN}\n{CRUISE}", at=at), "units", "06.01")
        assert table.refused(AddShip("bb")) == ("gunfire.ashore", "18.3a-B")
        table.do(AddShip("ca"), RemoveShip("ca"), Cancel())
        aimed(table, "ships", "08.04").do(AddShip("bb"))
    reacts = sea(f"{BATTLE} ashore\nsoviet 08.04 s1 {PLAIN}\n{CRUISE}", at="reaction_barrage", phasing="soviet")
    aimed(reacts, "ships", "08.04").do(AddShip("bb"))
    table = aimed(sea(dice=(1, 1)), "units", "06.01").do(AddShip("bb"), Done())
    assert ship(table, "bb").ashore == 1
    assert (ship(table, "ca").fired, ship(table, "ca").ashore) == (False, 0)


@pytest.mark.case("10.0e-D")
def test_ships_do_not_fire_in_the_segment_of_the_artillery() -> None:
    table = sea(at="combat_barrage", units=f"{TROOPS}\nsoviet 04.01 t {LEG}\naxis 01.01 h {HQ}")
    assert table.look.state.clock.phase == "combat"
    assert refuse_shooter(table.look, "axis", "ships", table.hex("08.04"), "bb").code == "gunfire.not_now"  # type: ignore[union-attr]
    assert table.refused(AimGuns(table.hex("06.01"), "units"))[0] == "gunfire.not_now"
    assert not [aim for aim in table.offered(AimGuns) if aim.at != "ships"]


@pytest.mark.case("10.0e-A", "10.0e-F")
def test_a_hex_is_barraged_once_in_a_phase_whoever_fires_and_nothing_mixes_with_artillery() -> None:
    table = aimed(sea(dice=(1, 1)), "units", "06.01").do(AddShip("bb"), Done())
    assert table.refused(AimGuns(table.hex("06.01"), "units")) == ("gunfire.barraged", "10.0e-A")
    assert table.refused(AimGuns(table.hex("06.01"), "base")) == ("gunfire.barraged", "10.0e-A")
    assert table.refused(AimGuns(table.hex("05.02"), "units")) == ("gunfire.no_target", "18.3a")
    near = sea(units=f"{TROOPS}\nsoviet 03.01 t {LEG}", at="exploitation_barrage")
    units = f"axis 01.01 a {LEG}\naxis 02.01 o {GUNS} released\nsoviet 03.01 t {LEG}\naxis 01.01 h {HQ}"
    near = sea(units=units, at="exploitation_barrage").do(DeclareBarrage(near.hex("03.01")))
    assert near.refused(AimGuns(near.hex("08.04"), "ships")) == ("barrage.one_hex", "10.0e-A")
    assert near.refused(AddShip("bb"))[0] == "turn.not_now"


@pytest.mark.case("18.3a")
def test_range_counts_from_each_ship() -> None:
    table = sea(f"{BATTLE}\naxis 01.05 far {PLAIN}\naxis 05.03 cv {CARRIER}\nsoviet 08.04 s1 {PLAIN}")
    aimed(table, "units", "06.01")
    assert table.refused(AddShip("far")) == ("gunfire.range", "18.3a")
    assert table.refused(AddShip("cv")) == ("gunfire.no_guns", "3.4-A")
    assert table.refused(Done()) == ("gunfire.empty", "18.3a")
    assert table.refused(RemoveShip("bb")) == ("gunfire.not_added", "10.0e-B")
    table.do(AddShip("bb"))
    assert table.refused(AddShip("bb")) == ("gunfire.added", "10.0e-B")
    lone = sea(f"axis 01.05 far {PLAIN}")
    assert lone.refused(AimGuns(lone.hex("06.01"), "units"))[0] == "gunfire.nobody"


@pytest.mark.case("18.3b", "10.0c")
def test_a_barrage_of_an_air_base_is_not_reduced() -> None:
    """Twelve points and a six on the Barrage vs Facility Table."""
    table = aimed(sea(dice=(6, 1, 1)), "base", "06.01").do(AddShip("ca"), Done())
    charts, raided = table.look.world.charts, table.one(BaseRaided)
    assert raided.column == charts.facility.columns[charts.facility.column(12)]
    assert raided.result == charts.facility.lookup(charts.facility.column(12), 6).text


# --- at ships ----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3c")
def test_a_barrage_announced_against_a_stack_lays_it_open_and_must_then_be_fired() -> None:
    table = sea()
    assert {one.id for one in sea_view(table.look, "axis").ships if one.side == "soviet"} == {"s1", "kx"}  # type: ignore[union-attr]
    aimed(table, "ships", "08.04")
    assert table.one(ShipsDisclosed).ships == ("s1", "s2")
    assert set(drafted(table).targets) == {"s1", "s2"}
    assert table.refused(Cancel()) == ("gunfire.announced", "18.3c")
    assert table.refused(Done()) == ("gunfire.aim_first", "18.3c")
    assert table.refused(AimAtShip("bb")) == ("gunfire.not_there", "18.3c")
    seen = aimed(sea(f"{BATTLE}\nsoviet 08.04 s1 {PLAIN}"), "ships", "08.04").do(Cancel())
    assert not seen.all(ShipsDisclosed)


@pytest.mark.case("18.3c")
def test_each_ship_is_the_target_of_one_barrage_in_a_phase_and_others_of_the_hex_are_free() -> None:
    table = aimed(sea(dice=(1, 1, 1, 1)), "ships", "08.04").do(AimAtShip("s1"), AddShip("bb"), Done())
    aimed(table, "ships", "08.04")
    assert drafted(table).target == "s2"
    table.do(AddShip("ca"), Done())
    assert table.refused(AimGuns(table.hex("08.04"), "ships")) == ("gunfire.shelled", "18.3c")
    assert len(table.all(GunfireResolved)) == 2


@pytest.mark.case("18.3c-A", "18.3c-C", "10.0-E")
def test_strength_is_divided_by_protection_and_nothing_shifts_the_column() -> None:
    """Thirty points at a Protection of 3 are 10; 6 at 20 are none."""
    for protection, points in ((0, 30), (1, 30), (3, 10)):
        target = f"soviet 08.04 s1 battleship 9-3-0-{protection}/1-1-0-0"
        table = aimed(sea(f"{BATTLE}\n{target}", dice=(1, 1)), "ships", "08.04").do(AddShip("bb"))
        table.do(Done())
        barrage = table.look.world.charts.barrage
        assert table.one(GunfireResolved).column == barrage.columns[barrage.column(Fraction(points))]
    table = aimed(sea(f"{CRUISE}\nsoviet 08.04 s1 battleship 9-3-0-30/1-1-0-0"), "ships", "08.04").do(AddShip("ca"))
    assert table.refused(Done()) == ("gunfire.no_points", "10.0-E")


def throw_of(table: Sitting, wanted: tuple[int, bool]) -> tuple[int, ...]:
    """Dice that give so many steps and DG or not in the drafted barrage; none if no throw does."""
    charts = table.look.world.charts
    column = charts.barrage.columns.index(foreseen(table).column)
    for a, b in product(range(1, 7), repeat=2):
        cell = charts.barrage.lookup(column, a + b)
        if not cell.half and (cell.steps, cell.dg) == wanted:
            return a, b
    return ()


def struck(marks: str, result: tuple[int, bool]) -> Sitting:
    """A cruiser that as many battleships have fired at as it takes for that result."""
    how = "\n".join(f"axis 05.03 b{number} {BIG}" for number in range(4)) + f"\nsoviet 08.04 s1 {PLAIN} {marks}"
    for count in range(1, 5):
        fire = [AddShip(f"b{number}") for number in range(count)]
        if dice := throw_of(aimed(sea(how), "ships", "08.04").do(*fire), result):
            return aimed(sea(how, dice=dice), "ships", "08.04").do(*fire, Done())
    raise AssertionError(f"no throw gives {result}")


@pytest.mark.case("18.3d", "18.3d-A", "18.3d-C", "18.1d")
@pytest.mark.parametrize(
    ("marks", "result", "after"),
    [
        ("", (0, False), (True, False, False)),
        ("", (0, True), (True, False, True)),
        ("dg", (0, True), (True, True, True)),
        ("", (1, True), (True, True, True)),
        ("damaged", (1, True), (False, True, False)),
        ("damaged dg", (0, True), (False, True, False)),
        ("dg", (1, True), (False, True, False)),
    ],
)
def test_the_first_hit_damages_the_second_sinks_and_a_second_dg_is_a_hit(
    marks: str, result: tuple[int, bool], after: tuple[bool, bool, bool]
) -> None:
    """After: afloat, damaged, DG."""
    table = struck(marks, result)
    hit = ship(table, "s1")
    assert (hit.afloat, hit.damaged, hit.dg) == after
    assert len(table.all(ShipStruck)) == (result != (0, False))


@pytest.mark.case("18.1c", "18.3d-C")
def test_in_a_port_a_dg_result_is_a_hit() -> None:
    places = '[places]\n10.01 port "Haven"\n'
    ships = f"axis 09.03 b0 {BIG}\naxis 09.03 b1 {BIG}\naxis 09.03 b2 {BIG}\nsoviet 10.01 s1 {PLAIN}"

    def off_port(*dice: int) -> Sitting:
        table = sea(ships, dice=dice, rest=places, head="ships_in_ports cruiser\n")
        return aimed(table, "ships", "10.01")

    fire = (AddShip("b0"), AddShip("b1"), AddShip("b2"))
    table = off_port(*throw_of(off_port().do(*fire), (0, True))).do(*fire, Done())
    assert (ship(table, "s1").damaged, ship(table, "s1").dg) == (True, True)


@pytest.mark.case("18.2d")
def test_a_carrier_is_screened_by_other_ships_in_range_from_ships_and_not_from_coastal_artillery() -> None:
    cv = f"soviet 05.01 r {LEG}"
    ships = f"{BATTLE}\nsoviet 08.04 cv {CARRIER}\nsoviet 08.05 s1 {PLAIN}"
    table = aimed(sea(ships), "ships", "08.04").do(AddShip("bb"))
    assert table.refused(Done()) == ("gunfire.screened", "18.2d")
    gone = f"{BATTLE}\nsoviet 08.04 cv {CARRIER}\nsoviet 12.05 s1 {PLAIN}"
    aimed(sea(gone, dice=(1, 1)), "ships", "08.04").do(AddShip("bb"), Done())
    units = f"axis 08.01 g {COASTAL}\n{cv}"
    shore = aimed(sea(ships, units=units, dice=(1, 1)), "ships", "08.04").do(AddUnit("g"), Done())
    assert shore.one(GunfireOpened).guns == ("g",)


# --- coastal artillery -------------------------------------------------------------------------------------------

NEAR = f"axis 05.05 bb {BIG}\nsoviet 03.03 s1 {PLAIN}"


@pytest.mark.case("18.3g", "18.3g-A", "10.0-A")
@pytest.mark.parametrize("at", ["movement_barrage", "combat_barrage", "exploitation_barrage"])
@pytest.mark.parametrize("marks", ["", "strat"])
def test_coastal_artillery_fires_at_ships_in_every_segment_in_any_mode_and_pays_nothing(at: str, marks: str) -> None:
    units = TROOPS.replace(COASTAL, f"{COASTAL} {marks}", 1)
    table = aimed(sea(NEAR, at=at, units=units, dice=(1, 1)), "ships", "03.03")
    assert table.refused(AddUnit("o")) == ("gunfire.not_coastal", "18.3g")
    table.do(AddUnit("g"))
    assert table.refused(AddUnit("g"))[0] == "gunfire.added"
    if at == "movement_barrage":
        assert table.refused(AddShip("bb")) == ("gunfire.mixed", "10.0-A")
    table.do(RemoveUnit("g"), AddUnit("g"), Done())
    assert not table.spent()
    assert table.one(GunfireResolved).target == "s1"
    assert refuse_gun(table.look, "axis", "ships", table.hex("03.03"), table.unit("g")).code == "gunfire.fired"  # type: ignore[union-attr]


@pytest.mark.case("18.3g-A", "18.3g-B")
def test_coastal_artillery_fires_at_the_ground_as_ordinary_artillery_and_then_not_at_ships() -> None:
    units = f"axis 02.01 g {COASTAL}\naxis 02.01 h {HQ}\nsoviet 04.01 r {LEG}"
    table = sea(NEAR, at="combat_barrage", units=units, dice=(1, 1), rest="")
    look, hex_ = table.look, table.hex("04.01")
    assert refuse_gun(look, "axis", "units", hex_, table.unit("g")).code == "gunfire.land_target"  # type: ignore[union-attr]
    table.do(DeclareBarrage(hex_), AddUnit("g"), Done())
    while table.step != "barrage_segment.declare":
        table.do(table.game.choices()[0])
    assert table.spent() > 0
    assert table.hex("03.03") not in {aim.hex for aim in table.offered(AimGuns)}
    other = aimed(sea(NEAR, at="combat_barrage", units=units, dice=(1, 1)), "ships", "03.03").do(AddUnit("g"), Done())
    other_unit = other.unit("g")
    assert other_unit.activity.barraged
    assert DeclareBarrage(hex_) not in other.game.choices()


@pytest.mark.case("18.3g-C")
def test_ships_fire_at_coastal_artillery_apart_from_its_hex_a_step_loss_destroys_it_and_dg_is_ignored() -> None:
    """The other unit of the hex is untouched, and the hex may still be barraged."""
    units = f"axis 01.01 a {LEG}\nsoviet 07.01 c {COASTAL}\nsoviet 12.01 z {LEG}"
    fire = (AddShip("bb"), AddShip("ca"))
    mine = f"{BATTLE}\n{CRUISE}"
    for result, gone in (((0, True), False), ((1, True), True)):
        dice = throw_of(aimed(sea(mine, units=units), "battery", "07.01").do(*fire), result)
        table = aimed(sea(mine, units=units, dice=dice), "battery", "07.01").do(*fire, Done())
        assert bool(table.all(UnitEliminated)) is gone
        assert not table.all(StepLost)
        assert table.unit("c").marker == ""
        assert table.hex("07.01") not in table.look.state.barraged
        assert fleet_in(table.look.state).shelled == ("c",)


@pytest.mark.case("18.3g-C", "4.9a-A")
def test_under_fog_only_coastal_artillery_on_top_of_its_stack_is_fired_at() -> None:
    units = f"axis 01.01 a {LEG}\nsoviet 07.01 b {COASTAL}\nsoviet 07.01 r {LEG}\nsoviet 07.01 z {COASTAL}"
    hidden = sea(f"{BATTLE}\n{CRUISE}", units=units)
    assert hidden.refused(AimGuns(hidden.hex("07.01"), "battery"))[0] == "gunfire.no_target"
    open_ = aimed(sea(f"{BATTLE}\n{CRUISE}", units=units, switches={"fog": False}), "battery", "07.01")
    open_.do(AimAtBattery("z"))
    assert isinstance(open_.data, Gunfire)
    assert open_.data.target == "z"


# --- chances -----------------------------------------------------------------------------------------------------


@pytest.mark.case("18.3c")
def test_the_forecast_is_what_all_throws_give() -> None:
    """Every throw of three dice is played; so many of 216 end that way."""
    ships = f"{BATTLE}\n{CRUISE}\nsoviet 08.04 s1 {PLAIN} dg"
    fire = (AddShip("bb"), AddShip("ca"))
    told = {one.text: Fraction(one.p) for one in foreseen(aimed(sea(ships), "ships", "08.04").do(*fire)).outcomes}
    ready = aimed(sea(ships), "ships", "08.04").do(*fire)
    found: dict[str, Fraction] = {}
    for a, b in product(range(1, 7), repeat=2):
        for die in range(1, 7):
            game = Game.begin(ready.look.world, ready.look.state, Dice(seed=1, script=(a, b, die)))
            after = ship(Sitting(game).done(), "s1")
            text = "sunk" if not after.afloat else "damaged, and DG" if after.damaged else "no effect"
            found[text] = found.get(text, Fraction(0)) + Fraction(1, 216)
    assert told == found
    assert sum(told.values()) == 1


@pytest.mark.case("18.3b")
def test_the_forecast_at_units_and_bases_adds_up_and_waits_until_it_can_be_fired() -> None:
    for at in ("units", "base"):
        table = aimed(sea(), at, "06.01")
        assert (foreseen(table).column, foreseen(table).outcomes) == ("", ())
        table.do(AddShip("bb"))
        assert sum(Fraction(one.p) for one in foreseen(table).outcomes) == 1
        assert sea_view(table.look, "soviet").gunfire is None  # type: ignore[union-attr]
        assert sea_odds(table.look, "soviet").gunfire is None
