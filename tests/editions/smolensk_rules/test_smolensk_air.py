"""Aircraft over Smolensk: ratings, ranges, and days of limited flight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from editions.new_ocs.test_new_naval import REST, SHORE
from editions.new_ocs.test_new_naval import UNITS as SHORE_UNITS
from redball.charts import load_charts
from redball.core.actions import AddPlane, AimMission, Done, LoadPlanes, Pay, PlanMission, RefitAt
from redball.core.events import BarrageResolved
from redball.editions.burma import air as burma_air
from redball.editions.smolensk import air as smolensk_air
from redball.game.view.air import air_view
from redball.rules.air.air import AirRound, BaseRaided
from redball.rules.barrage.chart import Flown
from redball.rules.barrage.on_board import aim
from redball.rules.barrage.port_raid import PortRaided
from redball.rules.ground.air_force import face, plane_in
from redball.rules.naval.naval import GunfireResolved
from support import LEG, Sitting, land, sit

STUKA = "T (0)-12-20/(0)-6-20 engines=1"
HEAVY = "T (1)-18-20/(1)-9-20"
FIGHTER = "F 4-4-20/3-2-20"
JU52 = "Tpt (0)-0-20/(0)-0-20 carries=2T,1T"
BASES = "[bases]\naxis 01.01 3\naxis 04.01 1\nsoviet 12.01 1\n"


def sky(
    planes: str,
    weather: str = "",
    edition: str = "new-ocs+smolensk",
    dice: tuple[int, ...] = (),
    *,
    ground: str = "",
    spotted: bool = False,
) -> Sitting:
    """Axis bases at 01 and 04, a Soviet one with units at 12; the axis assigns its missions."""
    units = f"axis 01.01 a {LEG}\nsoviet 12.01 r {LEG}\nsoviet 08.01 s {LEG}"
    units += f"\naxis 07.01 near {LEG}" if spotted else ""
    marks = (ground,) if ground else ()
    rest = f"[supply]\naxis 01.01 9\nsoviet 12.01 4\n[sources]\naxis 01.01\nsoviet 12.01\n{BASES}[aircraft]\n{planes}\n"
    head = f"edition {edition}\nturns 9\n" + (f"weather {weather}\n" if weather else "")
    return sit(units, land(*marks, columns=16, rows=1), rest=rest, head=head, at="air_operations", dice=dice)


def joins(table: Sitting, kind: str, where: str, pid: str, trip: str = "") -> str:
    """The code of the refusal of an aircraft on a mission, "" if it may fly it; another bomber makes it possible."""
    table.do(PlanMission(kind), AimMission(table.hex(where)))
    action = AddPlane(pid, trip)
    return "" if action in table.game.choices() else table.why(action).code


# --- the counters --------------------------------------------------------------------------------------------------


@pytest.mark.case("S3.2-me109", "S2.2-ratings", "S3.2-russian")
@pytest.mark.parametrize(
    ("side", "name", "nation", "more"),
    [
        ("axis", "Bf_109F", "de", 1),
        ("axis", "Me-109", "de", 1),
        ("axis", "Bf_110", "de", 0),
        ("axis", "Bf_109F", "ro", 0),
        ("soviet", "MiG-3", "su", 1),
        ("soviet", "LaGG-3", "su", 1),
        ("soviet", "Yak-1", "su", 1),
        ("soviet", "I-16", "su", 0),
    ],
)
def test_fighters_whose_rating_is_one_better_on_both_sides(side: str, name: str, nation: str, more: int) -> None:
    base = "01.01" if side == "axis" else "12.01"
    for marks, printed_rating in (("", 4), ("reduced", 3)):
        planes = f"{side} {base} p {FIGHTER} name={name} nation={nation} {marks}"
        table, plain = sky(planes), sky(planes, edition="new-ocs")
        plane = plane_in(table.game.state, "p")
        assert plane is not None
        assert face(table.game.world, plane).rating == printed_rating + more
        assert face(plain.game.world, plane).rating == printed_rating
        shown = air_view(table.look, side)
        assert shown.planes[0].face.rating == printed_rating + more  # type: ignore[union-attr]


@pytest.mark.case("S3.2-me109")
def test_the_better_rating_counts_in_air_combat() -> None:
    """5 against 4: a roll of 7 is an 8, and only the defender aborts."""
    planes = f"axis 04.01 p {FIGHTER} name=Bf_109F nation=de\nsoviet 12.01 x {FIGHTER} name=I-16 nation=su"
    results = []
    for edition in ("new-ocs+smolensk", "new-ocs"):
        table = sky(planes, edition=edition, dice=(3, 4, 1))
        table.do(PlanMission("fighter_sweep"), AimMission(table.hex("12.01")), AddPlane("p"), Done(), Done())
        table.idle(lambda table=table: bool(table.all(AirRound)))  # type: ignore[misc]
        results.append(table.one(AirRound).result)
    assert results == ["defender_aborts", "both_abort"]


@pytest.mark.case("S2.2-range")
@pytest.mark.parametrize(("side", "nation", "factor"), [("soviet", "su", 2), ("axis", "de", 1)])
def test_soviet_ranges_are_doubled(side: str, nation: str, factor: int) -> None:
    base = "01.01" if side == "axis" else "12.01"
    table = sky(f"{side} {base} p T (1)-18-5/(1)-9-4 name=SB-2 nation={nation}")
    plane = plane_in(table.game.state, "p")
    assert plane is not None
    assert face(table.game.world, plane).range == 5 * factor
    assert face(table.game.world, plane.change(steps_lost=1)).range == 4 * factor


@pytest.mark.case("S3.2-hip-shoot")
def test_nobody_hip_shoots() -> None:
    table = sky(f"axis 01.01 b {STUKA} nation=de")
    kinds = {action.kind for action in table.offered(PlanMission)}
    assert "barrage" in kinds
    assert not {"hip_shoot", "base_hip_shoot"} & kinds
    assert table.refused(PlanMission("hip_shoot"))[0] == "mission.not_now"


# --- limited flight ------------------------------------------------------------------------------------------------

ALL = f"""axis 01.01 j {STUKA} name=Ju_87B nation=de
axis 01.01 h {HEAVY} name=He_111 nation=de
axis 04.01 f {FIGHTER} name=Bf_110 nation=de
axis 04.01 t {JU52} name=Ju_52 nation=de
soviet 12.01 x {FIGHTER} name=I-16 nation=su"""


@pytest.mark.case("S-weather-roll-1", "S-limited-flight-single")
@pytest.mark.parametrize("name", ["Ju_87B", "Il-2", "SB-2"])
def test_single_engined_strike_aircraft_fly_nothing_on_such_days(name: str) -> None:
    planes = f"{ALL}\naxis 01.01 g {STUKA} name={name} nation=de"
    for kind, where in (("barrage", "08.01"), ("interdiction", "09.01"), ("base_transfer", "04.01")):
        assert joins(sky(planes), kind, where, "g") == ""
    assert joins(sky(planes, "rain"), "barrage", "08.01", "g") == "weather.grounded"
    assert joins(sky(planes, "rain"), "base_transfer", "04.01", "g") == "weather.grounded"


@pytest.mark.case("S-limited-flight-heavy")
def test_other_bombers_and_transports_fly_but_do_not_interdict() -> None:
    assert joins(sky(ALL, "rain"), "barrage", "08.01", "h") == ""
    assert joins(sky(ALL, "rain"), "base_transfer", "01.01", "t") == ""
    assert PlanMission("interdiction") in sky(ALL).game.choices()
    assert PlanMission("interdiction") not in sky(ALL, "rain").game.choices()
    assert joins(sky(ALL), "interdiction", "09.01", "h") == ""


@pytest.mark.case("S-limited-flight-heavy", "B-air-spotters-weather")
@pytest.mark.parametrize(
    ("module", "name", "code"),
    [(smolensk_air, "new-ocs+smolensk", "weather.no_interdiction"), (burma_air, "new-ocs+burma", "weather.restricted")],
)
def test_no_interdiction_in_bad_weather(module: Any, name: str, code: str) -> None:
    for weather, expected in (("", None), ("rain", code)):
        table = sky(ALL, weather, edition=name)
        plane = plane_in(table.game.state, "h")
        found = module.refuse_flight(table.game.look, "interdiction", plane, "")
        assert (found.code if found is not None else None) == expected


@pytest.mark.case("S-limited-flight-night")
def test_night_strikes_go_on() -> None:
    for weather in ("", "rain"):
        assert joins(sky(ALL, weather), "night_base_barrage", "12.01", "h") == ""


ALONE = f"axis 01.01 h {HEAVY} name=He_111 nation=de"
"""Nobody intercepts it."""


def struck(table: Sitting, kind: str, where: str, *planes: str) -> Sitting:
    """A strike is flown to its end."""
    table.do(PlanMission(kind), AimMission(table.hex(where)), *map(AddPlane, planes), Done())
    return table.done().idle(lambda: table.game.state.clock.phase == "movement")


@pytest.mark.case("S-limited-flight-heavy")
@pytest.mark.parametrize(("weather", "reasons"), [("", []), ("rain", ["limited flight"])])
def test_barrages_by_day_shift_one_to_the_left_on_the_barrage_table(weather: str, reasons: list[str]) -> None:
    table = struck(sky(ALL, weather, dice=(3, 4, 1, 1, 1, 1)), "barrage", "08.01", "h")
    ledger = table.one(BarrageResolved).ledger
    assert [line.reason for line in ledger.lines if line.case == "S-limited-flight-heavy"] == reasons
    plain = struck(sky(ALL, dice=(3, 4, 1, 1, 1, 1)), "barrage", "08.01", "h").one(BarrageResolved)
    columns = table.game.world.charts.barrage.columns
    assert columns.index(plain.column) - columns.index(table.one(BarrageResolved).column) == len(reasons)


@pytest.mark.case("S-limited-flight-heavy", "S-limited-flight-night")
@pytest.mark.parametrize(("kind", "shifts"), [("base_barrage", True), ("night_base_barrage", False)])
def test_barrages_on_a_base_shift_by_day_and_not_by_night(kind: str, shifts: bool) -> None:
    raids = [struck(sky(ALONE, weather, dice=(4,) * 9), kind, "12.01", "h") for weather in ("", "rain")]
    found = [raid.one(BaseRaided) for raid in raids]
    columns = raids[0].game.world.charts.facility.columns
    assert columns.index(found[0].column) - columns.index(found[1].column) == int(shifts)
    assert [event.shift for event in found] == [0, -1 if shifts else 0]
    assert (" (1 left), " in raids[1].told(BaseRaided)) is shifts


@pytest.mark.case("S-limited-flight-heavy", "S-limited-flight-night")
@pytest.mark.parametrize(("kind", "shifts"), [("dump_barrage", True), ("night_dump_barrage", False)])
def test_barrages_on_a_dump_shift_by_day_and_not_by_night(kind: str, shifts: bool) -> None:
    found = [
        struck(sky(ALONE, weather, dice=(4,) * 9), kind, "12.01", "h").one(BarrageResolved) for weather in ("", "rain")
    ]
    columns = load_charts("v4").facility.columns
    assert columns.index(found[0].column) - columns.index(found[1].column) == int(shifts)


def at_sea(weather: str, planes: str, dice: tuple[int, ...] = ()) -> Sitting:
    """The axis assigns missions; a Soviet cruiser is off a shore with a Soviet port."""
    fleet = "[ships]\nsoviet 03.03 s1 cruiser 12-1-0-0/6-1-0-0\n"
    rest = f"{REST}[bases]\naxis 01.01 3\n[aircraft]\n{planes}\n{fleet}"
    head = "edition new-ocs+smolensk\nturns 9\n" + (f"weather {weather}\n" if weather else "")
    return sit(SHORE_UNITS, SHORE, rest=rest, head=head, at="air_operations", dice=dice, switches={"fog": False})


HEINKEL = f"axis 01.01 bomber {HEAVY} name=He_111 nation=de"


@pytest.mark.case("S-limited-flight-heavy")
def test_barrages_by_day_shift_on_ships_and_ports_too() -> None:
    """A ship is barraged on the table of units, a port on that of facilities."""
    ships, ports = [], []
    for weather in ("", "rain"):
        table = struck(at_sea(weather, HEINKEL, (3, 4, 1, 1, 1, 1)), "ship_barrage", "03.03", "bomber")
        ships.append(table.one(GunfireResolved).column)
        ports.append(struck(at_sea(weather, HEINKEL, (4,) * 9), "port_barrage", "06.01", "bomber").one(PortRaided))
    columns = table.game.world.charts.barrage.columns
    assert columns.index(ships[0]) - columns.index(ships[1]) == 1
    assert [event.shift for event in ports] == [0, -1]
    night = struck(at_sea("rain", HEINKEL, (4,) * 9), "night_port_barrage", "06.01", "bomber")
    assert night.one(PortRaided).shift == 0


@pytest.mark.case("S-limited-flight-fighters")
@pytest.mark.parametrize(("kind", "where"), [("ship_barrage", "03.03"), ("port_barrage", "06.01")])
def test_fighters_strike_neither_ships_nor_ports_in_limited_flight(kind: str, where: str) -> None:
    planes = f"{HEINKEL}\naxis 01.01 fighter {FIGHTER} name=Bf_110 nation=de"
    assert joins(at_sea("", planes), kind, where, "fighter") == ""
    assert joins(at_sea("rain", planes), kind, where, "fighter") == "weather.fighters"
    assert joins(at_sea("rain", planes), kind, where, "fighter", "escort") == ""


@pytest.mark.case("S-limited-flight-fighters", "B-air-spotters-weather")
@pytest.mark.parametrize(
    ("edition", "kind", "meets"), [("new-ocs+smolensk", "barrage", True), ("new-ocs+burma", "base_transfer", False)]
)
def test_fighters_intercept_in_limited_flight_and_not_in_restricted_flight(
    edition: str, kind: str, meets: bool
) -> None:
    for weather in ("", "rain"):
        table = sky(ALL, weather, edition=edition)
        table.do(PlanMission(kind), AimMission(table.hex("08.01" if kind == "barrage" else "04.01")), AddPlane("h"))
        table.do(Done(), Done())
        assert (table.step == "air_scramble.intercept") is (meets or not weather)


@pytest.mark.case("B-air-spotters")
@pytest.mark.parametrize(("ground", "shift"), [("", 0), ("f", -1), ("w", -1), ("h", -1), ("m", -1), ("s", 0)])
@pytest.mark.parametrize("spotted", [True, False])
def test_in_burma_concealment_shifts_one_to_the_left_spotted_or_not(ground: str, shift: int, spotted: bool) -> None:
    """The shift of terrain itself is another line."""
    table = sky(ALL, edition="new-ocs+burma", ground=f"08.01={ground}" if ground else "", spotted=spotted)
    for night in (False, True):
        assert sum(term.by for term in burma_air.air_shifts(table.look, table.hex("08.01"), night)) == shift
    flown = aim(table.look, "axis", table.hex("08.01"), Fraction(18), "open", Flown(18))
    guns = aim(table.look, "axis", table.hex("08.01"), Fraction(18), "open")
    cases = [[line.case for line in found.ledger.lines] for found in (flown, guns)]
    assert ["B-air-spotters" in known for known in cases] == [shift < 0, False]
    assert "N10-shifts-spotter" not in cases[0]


@pytest.mark.case("B-air-spotters")
def test_in_burma_a_base_in_the_jungle_is_struck_one_column_to_the_left() -> None:
    found = [
        struck(sky(ALONE, edition="new-ocs+burma", ground=ground, dice=(4,) * 9), "base_barrage", "12.01", "h")
        for ground in ("", "12.01=f")
    ]
    assert [raid.one(BaseRaided).shift for raid in found] == [0, -1]


# --- supply by air -----------------------------------------------------------------------------------------------


def boxed(tokens: str, edition: str, *, at: str = "air_operations") -> Sitting:
    """A base in a box off the map, with aircraft and so much supply; the railhead elsewhere has plenty."""
    units = f"axis 01.01 a {LEG}\nsoviet 12.01 r {LEG}"
    rest = (
        '[boxes]\nrear off_map "Rear" at=-12,1\n[ways]\nrear axis 6 01.01\n'
        f"[supply]\naxis 01.01 9\n{tokens}[sources]\naxis 01.01\nsoviet 12.01\n"
        f"[bases]\naxis rear 3\naxis 04.01 1\n[aircraft]\naxis rear f {FIGHTER} inactive\naxis rear t {FAR}\n"
    )
    return sit(units, land(columns=16, rows=1), rest=rest, head=f"edition {edition}\nturns 9\n", at=at)


FAR = "Tpt (0)-0-60/(0)-0-60 carries=2T,1T"
BOTH = pytest.mark.parametrize("edition", ["new-ocs+burma", "new-ocs+smolensk"])


@pytest.mark.case("B-supply-air")
@BOTH
@pytest.mark.parametrize(("tokens", "refits"), [("axis rear 2T\n", True), ("", False)])
def test_a_base_off_the_map_pays_in_full_for_its_refit(edition: str, tokens: str, refits: bool) -> None:
    """1T for a fighter, as anywhere (N14-refit-cost), from what is in the box; without it nobody refits."""
    table = boxed(tokens, edition)
    rear = table.hex("rear")
    assert (RefitAt(rear) in table.game.choices()) is refits
    if refits:
        table.do(RefitAt(rear), AddPlane("f"), Done())
        assert {pay.source for pay in table.offered(Pay)} == {rear}
        table.do(table.offered(Pay)[0])
        assert table.tokens("axis", "rear") == 1
    else:
        assert table.game.state.clock.phase == "air_operations"
        assert table.step == "air_operations.assign"


@pytest.mark.case("B-supply-air", "S1.6b")
@BOTH
@pytest.mark.parametrize(("tokens", "most"), [("axis rear 1T\n", 1), ("axis rear 4T\n", 2), ("", 0)])
def test_air_transport_carries_only_what_lies_in_its_box(edition: str, tokens: str, most: int) -> None:
    """Two tokens fit aboard. What is flown is gone from the box."""
    table = boxed(tokens, edition)
    if table.step == "aircraft_refit.refit":
        table.done()
    if not most:
        assert PlanMission("air_transport") not in table.game.choices()
        return
    table.do(PlanMission("air_transport"), AimMission(table.hex("04.01")), AddPlane("t", "return"))
    assert max(load.tokens for load in table.offered(LoadPlanes)) == most
    before = table.tokens("axis", "rear")
    table.do(LoadPlanes(table.hex("rear"), most), Done()).done()
    table.idle(lambda: table.game.state.clock.phase == "movement")
    assert (table.tokens("axis", "rear"), table.tokens("axis", "04.01")) == (before - most, most)


@pytest.mark.case("S-limited-flight-fighters")
def test_fighters_sweep_patrol_and_escort_but_neither_strike_nor_interdict() -> None:
    assert joins(sky(ALL), "barrage", "08.01", "f") == ""
    assert joins(sky(ALL, "rain"), "barrage", "08.01", "f") == "weather.fighters"
    assert joins(sky(ALL, "rain"), "barrage", "08.01", "f", "escort") == ""
    assert joins(sky(ALL, "rain"), "fighter_sweep", "12.01", "f") == ""
    assert joins(sky(ALL, "rain"), "patrol", "06.01", "f") == ""


# --- Burma -----------------------------------------------------------------------------------------------------------


@pytest.mark.case("B-air-spotters-weather")
def test_in_restricted_flight_aircraft_only_change_their_bases() -> None:
    fine, rain = sky(ALL, edition="new-ocs+burma"), sky(ALL, "rain", edition="new-ocs+burma")
    kinds = {action.kind for action in fine.offered(PlanMission)}
    assert {"barrage", "fighter_sweep", "patrol", "interdiction", "base_transfer"} <= kinds
    assert {action.kind for action in rain.offered(PlanMission)} == {"base_transfer"}
    assert joins(rain, "base_transfer", "01.01", "t") == ""
