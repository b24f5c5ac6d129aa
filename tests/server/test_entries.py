"""Entry hexes say which railroads and roads lead on, and what these serve, as far as their side knows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from as_json import plain
from redball.core.actions import Done, PlaceSupply, PlaceUnit
from redball.game import Game
from redball.game.explain.entries import ways
from redball.game.sight.belief import believed
from redball.server.answers.overlays import entry_hexes
from redball.server.session import Session
from support import HQ, LEG, asked, land, sit

LAND = land(columns=10, rows=3)
NET = """[paths]
railroad "-" 01.02 02.02 03.02 04.02 05.02 06.02
road "-" 01.02 01.01
[places]
03.02 village "Ford"
05.02 village "Far End"
[supply]
axis 03.01 2
[sources]
axis 01.01"""


def told(units: str, side: str = "axis") -> Any:
    """The ways out of 01.02, as their side believes them."""
    table = sit(units, LAND, rest=NET)
    return table, plain(ways(believed(table.game.look, side), side, table.hex("01.02")))


def test_a_railroad_and_a_road_are_told_with_what_lies_on_them_or_beside_them() -> None:
    table, (rail, road) = told(f"axis 04.01 hq {HQ}\naxis 10.03 off {HQ}\nsoviet 10.01 s {LEG} strat")
    assert (rail["kind"], rail["length"], rail["shut"]) == ("railroad", 5, [])
    met = [(one["name"] or one["unit"] or "supply", one["away"]) for one in rail["met"]]
    assert sorted(met) == [("Far End", 4), ("Ford", 2), ("hq", 2), ("supply", 2)]
    assert met[-1] == ("Far End", 4)  # the nearest come first
    assert (road["kind"], road["length"], road["met"]) == ("road", 1, [])
    assert table.hex("10.03") not in {one["hex"] for one in rail["met"]}


def test_a_line_ends_where_the_enemy_stands() -> None:
    table, (rail, _) = told(f"axis 10.03 off {HQ}\nsoviet 04.02 s {LEG} strat")
    assert rail["shut"] == [table.hex("04.02")]
    assert [one["name"] for one in rail["met"] if one["name"]] == ["Ford"]


def test_a_hex_without_a_way_has_none() -> None:
    table = sit(f"axis 05.01 u {LEG}\nsoviet 10.01 s {LEG} strat", LAND, rest=NET)
    assert ways(table.game.look, "axis", table.hex("09.03")) == []


def session_at(scenario: str, kind: type[PlaceSupply] | type[PlaceUnit]) -> Session:
    """A game at the first decision that places supply, or units, in the Reinforcement Phase."""
    game = Game.new(scenario, seed=5)
    for _ in range(4000):
        choices = game.choices()
        if asked(game).procedure.name == "reinforcement_phase" and any(isinstance(c, kind) for c in choices):
            return cast(Session, SimpleNamespace(game=game))
        done = next((c for c in choices if isinstance(c, Done)), choices[0])
        assert game.take(asked(game).side, done).refusal is None
    raise AssertionError("nothing arrived")


@pytest.mark.case("2.3-D", "13.6")
@pytest.mark.parametrize("kind", [PlaceSupply, PlaceUnit])
def test_every_entry_hex_that_is_offered_is_told_and_only_to_its_side(kind: Any) -> None:
    session = session_at("smolensk", kind)
    side = asked(session.game).side
    found = entry_hexes(session, side)
    offered = {c.hex for c in session.game.choices() if isinstance(c, PlaceSupply | PlaceUnit)}
    assert {entry.hex for entry in found} == offered
    assert all(entry.label and entry.text for entry in found)
    assert any("rail" in entry.label for entry in found)
    assert entry_hexes(session, session.game.look.enemy(side)) == []
