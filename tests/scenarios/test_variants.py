"""Variants: what an overlay of the rules changes in a scenario, and how faults in them are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from redball.core.edition import Part, assemble
from redball.editions import edition
from redball.game.game import Game
from redball.rules.ground.air_force import force_in
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import DATA, load_scenario

HEAD = 'format = "redball-variant 1"\n'


def folder(tmp_path: Path, text: str, counters: str = "") -> Path:
    """A copy of Kohima with a variant of its own."""
    found = tmp_path / "kohima"
    shutil.copytree(DATA / "kohima", found)
    (found / "variant-other.toml").write_text(HEAD + text, encoding="utf-8")
    if counters:
        (found / "variant-other.tsv").write_text(counters, encoding="utf-8")
    return found


def test_a_variant_says_only_what_differs(tmp_path: Path) -> None:
    header, *lines = (DATA / "kohima" / "counters.tsv").read_text(encoding="utf-8").splitlines()
    wagon = next(line for line in lines if line.startswith("br-wg-1\t"))
    rows = [wagon.replace("br-wg-1\t", "br-wg-9\t"), wagon.replace("\t2\twagon", "\t4\twagon")]
    assert rows[1] != wagon
    text = """
[supply_at_start]
"13.26" = "1+2T"
[hedgehog_levels]
all = 2
"13.26" = 3
[victory]
losses = { allied = { per_steps = 3, points = 2 } }
[[more.arrivals]]
turn = 1
side = "allied"
entry = ["01.24"]
units = ["br-wg-9"]
[[more.setup.allied]]
hex = "13.26"
sp = "5"
"""
    plain = load_scenario(folder(tmp_path, text, "\n".join([header, *rows]) + "\n"))
    other = plain.variants["other"]
    ridge = plain.board.index("13.26")
    assert [p.tokens for p in plain.setup if p.hex == ridge] == [4]
    assert [p.tokens for p in other.setup if p.hex == ridge] == [6, 20]
    assert {h.level for h in other.hedgehogs if h.hex != ridge} == {2}
    assert next(h.level for h in other.hedgehogs if h.hex == ridge) == 3
    assert other.victory.losses == {"allied": (3, 2), "japanese": (2, 1)}
    assert len(other.arrivals) == len(plain.arrivals) + 1
    assert (plain.counters["br-wg-1"].points, other.counters["br-wg-1"].points) == (2, 4)
    assert other.board is plain.board
    assert "br-wg-9" not in plain.counters


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("turns = 3\n", "turns: a variant cannot change this"),
        ('[supply_at_start]\n"01.01" = "3"\n', "supply_at_start.01.01: no placements there have SP"),
        ('[supply_at_start]\n"13.26" = "many"\n', "is not an amount of supply"),
        ('[hedgehog_levels]\n"01.01" = 2\n', "no hedgehog stands there"),
        ("[hedgehog_levels]\nall = 5\n", "hedgehogs[1].level"),
        ("more = 3\n", "more: expected a table"),
        ("[more]\nsupply_table = 1\n", "more.supply_table: only lists can have more"),
        ("[what]\nx = 1\n", "what"),
        ('[supply_table.allied]\nadd = [{ from = 3, points = "1" }, { from = 2, points = "1" }]\n', "rising order"),
        ('[supply_table.allied]\nshares = { north = ["05.05"] }\n', "a share has some of the entries"),
        ('[with.nobody.supply_at_start]\n"13.26" = "1"\n', "with.nobody: there is no such variant"),
    ],
)
def test_faults_name_the_variants_file(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(folder(tmp_path, text))
    assert "variant-other.toml" in str(caught.value)
    assert fault in str(caught.value)


def test_another_version_is_refused(tmp_path: Path) -> None:
    found = folder(tmp_path, "")
    (found / "variant-other.toml").write_text('format = "redball-variant 2"\n', encoding="utf-8")
    with pytest.raises(ScenarioError, match="expected 'redball-variant 1'"):
        load_scenario(found)


def test_an_edition_plays_the_variant_of_its_overlay_and_no_two(tmp_path: Path) -> None:
    scenario = load_scenario(folder(tmp_path, ""))
    assert scenario.played_with(("v4.2", "new-ocs")) is scenario
    assert scenario.played_with(["new-ocs", "other"]) is scenario.variants["other"]
    with pytest.raises(ValueError, match="kohima is changed by burma and by other; choose one of them"):
        scenario.played_with(["burma", "other"])
    base = edition("v4.2").parts[0]
    assert [part.name for part in assemble("x", base, Part("other")).parts] == ["v4.2", "other"]
    assert Game.new(scenario, edition="v4.2").world.scenario is scenario


# --- aircraft ------------------------------------------------------------------------------------------------------

WITH_AIRCRAFT = ("kohima", "sedan", "smolensk", "yelnya")
PLANES = "id\tside\tname\tnation\ttypes\tfront\tback\tfront_carries\tback_carries\n"


@pytest.mark.parametrize("name", WITH_AIRCRAFT)
def test_a_scenario_is_played_with_its_aircraft_or_without(name: str) -> None:
    for edition_name in ("v4.2", "new-ocs", "1992"):
        plain = Game.new(name, edition=edition_name)
        assert (plain.world.scenario.aircraft, force_in(plain.state).bases) == ({}, ())
        game = Game.new(name, edition=edition_name, switches={"aircraft": True})
        found = game.world.scenario
        assert found.variants == {}
        assert {plane.side for plane in found.aircraft.values()} == set(game.world.sides)
        assert all(plane.active and plane.hex >= 0 for plane in force_in(game.state).planes)
        assert len(found.setup) > len(plain.world.scenario.setup), "and fuel for their bases"


def test_aircraft_come_on_top_of_the_variant_of_an_overlay() -> None:
    alone = Game.new("kohima", edition="new-ocs+burma").world.scenario
    flying = Game.new("kohima", edition="new-ocs+burma", switches={"aircraft": True}).world.scenario
    assert (alone.supply_tables, alone.victory) == (flying.supply_tables, flying.victory)
    assert flying.supply_tables != Game.new("kohima", edition="new-ocs").world.scenario.supply_tables
    assert flying.aircraft


def test_the_aircraft_of_a_variant_add_to_those_of_the_scenario(tmp_path: Path) -> None:
    text = '[[more.air_bases]]\nhex = "13.26"\nside = "allied"\nlevel = 1\naircraft = ["spit"]\n'
    found = folder(tmp_path, text)
    planes = found / "variant-other-planes.tsv"
    planes.write_text(f"{PLANES}spit\tallied\t\t\tF\t5-2-25\t4-1-25\t\t\n", encoding="utf-8")
    loaded = load_scenario(found)
    assert set(loaded.variants["other"].aircraft) == {"spit"}
    assert set(loaded.variants["other+aircraft"].aircraft) == {"spit", *loaded.variants["aircraft"].aircraft}
    planes.write_text(f"{PLANES}spit\tnobody\t\t\tF\t5-2-25\t4-1-25\t\t\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"variant-other-planes\.tsv"):
        load_scenario(found)


def test_the_switch_changes_nothing_where_a_scenario_keeps_no_aircraft_apart() -> None:
    assert Game.new("crossing", switches={"aircraft": True}).state == Game.new("crossing").state
    assert Game.new("lesson-6-airfield").world.scenario.aircraft, "this one always has them"
