"""Aircraft over Smolensk: ratings, ranges, and days of limited flight."""

from __future__ import annotations

from typing import Any

import pytest

from redball.core.actions import AddPlane, AimMission, Done, PlanMission
from redball.editions.burma import air as burma_air
from redball.editions.smolensk import air as smolensk_air
from redball.game.view.air import air_view
from redball.rules.air.air import AirRound
from redball.rules.ground.air_force import face, plane_in
from support import LEG, Sitting, land, sit

STUKA = "T (0)-12-20/(0)-6-20 engines=1"
HEAVY = "T (1)-18-20/(1)-9-20"
FIGHTER = "F 4-4-20/3-2-20"
JU52 = "Tpt (0)-0-20/(0)-0-20 carries=2T,1T"
BASES = "[bases]\naxis 01.01 3\naxis 04.01 1\nsoviet 12.01 1\n"


def sky(planes: str, weather: str = "", edition: str = "new-ocs+smolensk", dice: tuple[int, ...] = ()) -> Sitting:
    """Axis bases at 01 and 04, a Soviet one with units at 12; the axis assigns its missions."""
    units = f"axis 01.01 a {LEG}\nsoviet 12.01 r {LEG}\nsoviet 08.01 s {LEG}"
    rest = f"[supply]\naxis 01.01 9\nsoviet 12.01 4\n[sources]\naxis 01.01\nsoviet 12.01\n{BASES}[aircraft]\n{planes}\n"
    head = f"edition {edition}\nturns 9\n" + (f"weather {weather}\n" if weather else "")
    return sit(units, land(columns=16, rows=1), rest=rest, head=head, at="air_operations", dice=dice)


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
