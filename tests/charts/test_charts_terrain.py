"""Terrain effects."""

from fractions import Fraction

import pytest

from redball.charts import load_charts

CHARTS = load_charts("v4")


@pytest.mark.case("9.4", "9.4d")
def test_the_multiplier_of_open_ground_is_for_attackers() -> None:
    terrain = CHARTS.terrain_combat["open"]
    assert [terrain.attack[colour] for colour in ("armor", "mech", "other")] == [Fraction(2), Fraction(2), Fraction(1)]
    assert [terrain.defend[colour] for colour in ("armor", "mech", "other")] == [Fraction(1)] * 3
    with pytest.raises(KeyError):
        terrain.attack["__class__"]


@pytest.mark.case("9.3", "9.3c")
def test_lines_of_the_examples() -> None:
    lines = {name: CHARTS.terrain_combat[name].line for name in ("open", "forest", "minor_city", "major_city")}
    assert lines == {"open": "open", "forest": "close", "minor_city": "very_close", "major_city": "extremely_close"}


@pytest.mark.case("9.4b-A", "9.4c")
def test_hexsides_modify_attackers_only() -> None:
    sides = [t for t in CHARTS.terrain_combat.values() if t.scope == "hexside"]
    assert len(sides) == 8
    assert {multiplier for t in sides for multiplier in (t.defend.armor, t.defend.mech, t.defend.other)} == {1}
    assert CHARTS.terrain_combat["minor_river"].attack.mech == Fraction(1, 2)
    assert {t.line for t in sides} == {"none"}


@pytest.mark.case("6.2")
def test_movement_costs() -> None:
    costs = CHARTS.terrain_movement
    assert (costs["woods"].leg, costs["woods"].track, costs["woods"].truck) == ("1", "2", "2")
    assert (costs["minor_river"].scope, costs["minor_river"].truck) == ("hexside", "+3")
    assert costs["mountain"].leg == "all"
    assert costs["mountain"].truck == "prohibited"
    assert (costs["road"].scope, costs["road"].leg) == ("path", "1/2")


def test_every_terrain_one_can_fight_in_has_movement_costs() -> None:
    hexes = {name for name, terrain in CHARTS.terrain_combat.items() if terrain.scope == "hex"}
    assert len(hexes) == 15
    assert hexes <= CHARTS.terrain_movement.keys()
