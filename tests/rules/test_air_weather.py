"""What a scenario's weather leaves of missions; refit and interception go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from redball.cli.air_text import mission_lines
from redball.core.actions import AddPlane, AimMission, Done, Intercept, Pay, PlanMission, RefitAt
from redball.game.game import Game
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.game.view.standing import effects
from redball.rules.ground.air_force import plane_in
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from redball.scenarios.records import FlightLimit
from scenarios.test_air_files import BASES as FILES
from scenarios.test_air_files import written
from support import LEG, Sitting, land, sit

FIGHTER = "F 4-3-12/3-2-12"
PLANES = f"axis 01.01 f {FIGHTER}\naxis 01.01 i {FIGHTER} inactive\nsoviet 14.01 x {FIGHTER}"
BASES = "axis 01.01 2\naxis 09.01 1\nsoviet 14.01 1"
UNITS = f"axis 01.01 a {LEG}\nsoviet 14.01 r {LEG}"


def sky(limit: str = "rain", *, weather: str = "rain", at: str = "movement", **more: object) -> Sitting:
    """A row of fourteen hexes with aircraft of both sides, and what a weather leaves."""
    rest = f"[supply]\naxis 01.01 4\n[bases]\n{BASES}\n[aircraft]\n{PLANES}\n[flights]\n{limit}\n"
    return sit(UNITS, land(columns=14, rows=1), at=at, rest=rest, head=f"weather {weather}\n", **more)  # type: ignore[arg-type]


def offered(table: Sitting) -> set[str]:
    return {plan.kind for plan in table.offered(PlanMission)}


@pytest.mark.case("14.1f")
def test_weather_may_stop_all_missions() -> None:
    table = sky()
    assert offered(table) == set()
    assert table.refused(PlanMission("fighter_sweep")) == ("weather.no_flight", "14.1f")
    why = table.why(PlanMission("base_transfer"))
    assert (why.have, why.detail, why.need) == ("rain", "f", "no missions are flown")
    assert "base_transfer" in offered(sky(weather="clear")), "in other weather they fly"


@pytest.mark.case("14.1f")
def test_it_may_leave_some_kinds() -> None:
    table = sky("rain missions=base_transfer")
    assert offered(table) == {"base_transfer"}
    assert table.refused(PlanMission("fighter_sweep")) == ("weather.no_flight", "14.1f")
    table.do(PlanMission("base_transfer"), AimMission(table.hex("09.01")))
    assert table.offered(AddPlane) == [AddPlane("f")]


@pytest.mark.case("14.1f")
@pytest.mark.parametrize(
    ("at", "flies"), [("movement", True), ("exploitation_movement", False), ("reaction_movement", False)]
)
def test_it_may_restrict_them_to_some_phases(at: str, flies: bool) -> None:
    phasing = "soviet" if at.startswith("reaction") else "axis"
    table = sky("rain phases=movement", at=at, phasing=phasing)
    assert ("base_transfer" in offered(table)) is flies
    other = sky("rain phases=exploitation,reaction", at=at, phasing=phasing)
    assert ("base_transfer" in offered(other)) is not flies


@pytest.mark.case("14.1f", "17.0b")
@pytest.mark.parametrize(("limit", "flies"), [("rain sides=soviet", True), ("rain sides=axis", False)])
def test_it_may_ground_one_side_only(limit: str, flies: bool) -> None:
    assert bool(offered(sky(limit))) is flies


@pytest.mark.case("14.1f")
def test_several_limits_hold_together() -> None:
    assert offered(sky("rain missions=base_transfer\nrain sides=axis missions=fighter_sweep")) == set()


@pytest.mark.case("14.1f", "15.1-D", "17.0d")
def test_aircraft_stay_active_and_refit() -> None:
    table = sky(at="aircraft_refit")
    table.do(RefitAt(table.hex("01.01")), AddPlane("i"), Done())
    table.do(table.offered(Pay)[0])
    planes = [plane_in(table.game.state, pid) for pid in ("f", "i")]
    assert [plane is not None and plane.active for plane in planes] == [True, True]


@pytest.mark.case("14.1f", "14.5-B", "14.5-C")
@pytest.mark.parametrize("limit", ["rain sides=soviet", "rain phases=exploitation sides=soviet"])
def test_interception_is_never_prevented(limit: str) -> None:
    """Only the other side's missions are grounded, or in this phase, and its fighter intercepts all the same."""
    table = sky(limit, dice=(1, 1, 1))
    table.do(PlanMission("base_transfer"), AimMission(table.hex("09.01")), AddPlane("f")).done()
    assert Intercept("x") in table.offered(Intercept)


@pytest.mark.case("14.1f")
def test_the_terminal_says_what_is_left() -> None:
    lines = [*mission_lines(sky("rain phases=movement missions=base_transfer").look, "axis")]
    assert lines == ["Weather (rain): missions are flown only in the Movement Phase, but for Base Transfer"]
    assert [*mission_lines(sky("rain sides=soviet").look, "axis")] == []
    assert [*mission_lines(sky(weather="clear").look, "axis")] == []


# --- files ---------------------------------------------------------------------------------------------------------


def test_a_written_position_keeps_the_limits() -> None:
    limits = "mud\nrain phases=movement,reaction missions=base_transfer,air_transport sides=axis"
    game = sky(limits).game
    text = dump_position(game.world, game.state)
    assert f"[flights]\n{limits}\n" in text
    assert parse_position(text)[0].scenario.flight_limits == (
        FlightLimit("mud"),
        FlightLimit("rain", ("movement", "reaction"), ("base_transfer", "air_transport"), ("axis",)),
    )
    assert "[flights]" not in dump_position(*parse_position(text.replace(f"[flights]\n{limits}\n", "")))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rain phases=combat", "phase"),
        ("rain missions=picnic", "mission"),
        ("rain sides=turk", "side"),
        ("rain kinds=barrage", "a line of"),
        ("rain movement", "a line of"),
        ("rain phases=movement phases=reaction", "a line of"),
    ],
)
def test_faults_of_a_line(line: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        sky(line)


FLIGHTS = (
    '[[weather.flights]]\nweather = "rain"\nphases = ["movement"]\nmissions = ["base_transfer"]\nsides = ["axis"]\n'
)


def folder(path: Path, flights: str = FLIGHTS) -> Path:
    there = written(path, FILES)
    scenario = there / "scenario.toml"
    text = scenario.read_text(encoding="utf-8")
    assert "[weather]" in text
    scenario.write_text(f"{text}\n{flights}", encoding="utf-8")
    return there


@pytest.mark.case("14.1f")
def test_a_scenario_says_it_with_its_weather(tmp_path: Path) -> None:
    there = folder(tmp_path)
    scenario = load_scenario(there)
    assert scenario.flight_limits == (FlightLimit("rain", ("movement",), ("base_transfer",), ("axis",)),)
    world = Game.new(str(there), seed=1).world
    name = next(side.name for side in scenario.sides if side.id == "axis")
    told = "missions are flown only in the Movement Phase, but for Base Transfer"
    assert effects(world, "rain")[-1] == f"{name}: {told}"
    assert effects(world, "clear") == []
    (tmp_path / "both").mkdir()
    both = Game.new(str(folder(tmp_path / "both", FLIGHTS.replace('sides = ["axis"]\n', ""))), seed=1).world
    assert effects(both, "rain")[-1] == f"M{told[1:]}"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('"rain"', '"fog"', "weather.flights[1].weather"),
        ('["axis"]', '["turk"]', "weather.flights[1].sides"),
        ('["movement"]', '["combat"]', "weather.flights[1].phases[1]"),
    ],
)
def test_faults_of_a_scenario(tmp_path: Path, old: str, new: str, where: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(folder(tmp_path, FLIGHTS.replace(old, new)))
    assert caught.value.where == where


def test_kinds_of_mission_are_checked_with_the_set_up(tmp_path: Path) -> None:
    """The refusal is `setup.no_mission`."""
    with pytest.raises(ValueError, match="'picnic', which is not a mission"):
        Game.new(str(folder(tmp_path, FLIGHTS.replace("base_transfer", "picnic"))), seed=1)


@pytest.mark.case("14.1f")
def test_rain_at_kohima_and_sedan_leaves_little() -> None:
    """Only with aircraft; the Burma module has a rule of its own."""

    def told(name: str, edition: str = "v4.2", *, aircraft: bool = True) -> list[str]:
        world = Game.new(name, seed=1, edition=edition, switches={"aircraft": aircraft}).world
        return [text for text in effects(world, "rain") if "missions" in text]

    transports = "Base Transfer, Air Transport, Air Drop of supply, Air Drop of units, as planned"
    assert told("kohima") == [f"No missions are flown, but for {transports}"]
    assert told("sedan") == ["No missions are flown, but for Base Transfer"]
    assert told("kohima", "new-ocs+burma") == told("sedan", aircraft=False) == told("yelnya") == []
