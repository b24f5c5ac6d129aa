"""The tables of air power, ships and ports: the rulebook's examples and fairness."""

from collections import Counter

import pytest

from redball.charts import load_charts

CHARTS = load_charts("v4")


def test_air_combat_and_its_loss_die() -> None:
    assert [CHARTS.air_combat.read("main", n) for n in (6, 9 + 2 - 4, 8)] == [
        "attacker_aborts",
        "both_abort",
        "defender_aborts",
    ]
    assert [CHARTS.air_combat.read("loss_die", n) for n in (4, 5)] == ["none", "step_loss"]


def test_flak_needs_eleven() -> None:
    flak = CHARTS.flak
    assert [flak.read("main", n) for n in (10, 10 + flak.modifier("hq"))] == ["none", "step_loss"]
    assert flak.modifier("three_or_more_aircraft") + flak.modifier("patrol_zone_with_fighter") == 2
    with pytest.raises(KeyError):
        flak.modifier("air_base")  # its number is the level
    assert CHARTS.flak_applies["air_drop"].flak == "patrol_zone"


@pytest.mark.case("14.4f")
@pytest.mark.parametrize("aircraft", [2, 3, 4])
def test_mission_losses_are_even(aircraft: int) -> None:
    picks = Counter(CHARTS.mission_loss.pick(aircraft, die) for die in range(1, 7))
    places = {place: count for place, count in picks.items() if place.isdigit()}
    assert set(places) == {str(place) for place in range(1, aircraft + 1)}
    assert len(set(places.values())) == 1


def test_mission_losses_need_a_column() -> None:
    with pytest.raises(ValueError, match="tuple"):
        CHARTS.mission_loss.pick(5, 1)


def test_ships_fire_weaker_at_ground_units() -> None:
    barrage, ships = CHARTS.barrage, CHARTS.ship_to_shore
    strongest = barrage.lookup(barrage.last_column, 12)
    assert (strongest.text, ships.read(strongest.text)) == ("3", "2")
    assert [ships.read(text) for text in ("1/2", "[1/2]", "DG", "-")] == ["DG", "DG", "DG", "-"]


def test_port_capacity() -> None:
    assert [CHARTS.port_damage.percent(hits) for hits in (0, 1, 4)] == [100, 80, 20]


def test_air_bases() -> None:
    limits = CHARTS.air_transport_limits
    assert limits.active_aircraft_at_base_besides_level + 3 == 7
    assert limits.refit_per_base_level * 3 == 6
    assert [CHARTS.air_base_capture.read("main", n) for n in (6, 7)] == ["step_loss", "none"]
