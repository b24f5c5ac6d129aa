"""Attacks besides the ordinary one: the interface lists those of the charts, and foresees them when asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from redball.game.sight.belief import visible
from redball.rules.units.abilities import attack_capable
from redball.server.app import create_app
from server.kit import asking, get, made

COSTS = "at_all_costs"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    folder: Path = tmp_path_factory.mktemp("games")
    with asking(create_app(folder, static=folder / "none")) as found:
        yield found


def attack(client: TestClient[Any], gid: str) -> dict[str, Any]:
    """The strongest attack from one hex on an enemy stack; the defender stands as long as he can."""
    look = client.app.state.store.get(gid).game.look
    seen = visible(look, "axis")
    found: list[tuple[int, dict[str, Any]]] = []
    for hex_ in {unit.hex for unit in look.own("soviet") if unit.id in seen and unit.on_map}:
        for near in look.board.neighbours(hex_):
            able = [unit for unit in look.combat_units_at(near, "axis") if attack_capable(look, unit)]
            asked = {"side": "axis", "hex": hex_, "units": ",".join(unit.id for unit in able), "defender": "losses"}
            found += [(sum(map(look.steps, able)), asked)] if able and look.has_combat_units(hex_, "soviet") else []
    for _, asked in sorted(found, key=lambda one: (-one[0], str(one[1]))):
        if client.get(f"/api/games/{gid}/odds", params=asked).status_code == 200:
            return asked
    raise AssertionError("nobody stands next to the enemy")


@pytest.mark.case("E92-at-all-costs", "E92-combat-supply-at-all-costs")
def test_an_attack_at_all_costs_is_foreseen_when_asked_for(client: TestClient[Any]) -> None:
    gid = made(client, scenario="yelnya", edition="1992")
    asked = attack(client, gid)
    ordinary, dear = (get(client, gid, "odds", **asked, special=special) for special in ("", COSTS))
    assert [one["name"] for one in ordinary["specials"]] == [COSTS]
    assert ordinary["specials"][0]["losses_only"]
    assert dear["forecast"]["expected"]["attack_tokens"] == 2 * ordinary["forecast"]["expected"]["attack_tokens"]
    assert dear["forecast"]["outcomes"] != ordinary["forecast"]["outcomes"]
    ends = dear["bounds"]["expected"]["attacker_losses"]
    assert ends[0] <= dear["forecast"]["expected"]["attacker_losses"] <= ends[1]
    del asked["defender"]
    bills = [get(client, gid, "bills", **asked, special=special)["tokens"] for special in ("", COSTS)]
    assert bills[1] == 2 * bills[0]
    plans = [get(client, gid, "plan", **asked, defender="losses", special=special) for special in ("", COSTS)]
    assert plans[0]["chance"] < plans[1]["chance"]


def test_a_way_of_attacking_that_the_charts_do_not_have_is_answered_in_a_sentence(client: TestClient[Any]) -> None:
    gid = made(client, scenario="yelnya")
    asked = attack(client, gid)
    assert get(client, gid, "odds", **asked)["specials"] == []
    del asked["defender"]
    for what in ("odds", "bills", "plan"):
        refused = client.get(f"/api/games/{gid}/{what}", params={**asked, "special": COSTS})
        assert refused.status_code == 400
        assert "have no special attack 'at-all-costs'; there are: none" in refused.text
