"""Where cargo could go by rail, and what a view shows of railroads."""

from __future__ import annotations

from typing import Any

import pytest

from as_json import view
from redball.core.actions import Action, ConvertRail, LoadTrain, OpenTrain, RideRail
from redball.game.plan.moves import MoveMacro, expand
from redball.game.plan.rail import RailReach, rail_reach, train_reach
from redball.game.sentences import Namer, sentence
from redball.game.sight.redaction import tellable
from rules.rail_table import FOE, GAUGES, HEAVY, INF, REPAIR, railway
from support import HQ, Sitting


def units(table: Sitting, *uids: str) -> RailReach:
    return rail_reach(table.game, "axis", uids)


def costs(table: Sitting, reach: RailReach) -> dict[str, int]:
    return {table.game.look.hex_name(h): stop.cost for h, stop in reach.hexes.items()}


def reasons(table: Sitting, reach: RailReach) -> dict[str, str]:
    return {table.game.look.hex_name(h): refused.code for h, refused in reach.others.items()}


@pytest.mark.case("13.3e", "13.3b")
def test_stations_with_their_cost_and_the_others_with_the_reason() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move\naxis 01.02 b {INF} move\nsoviet 09.02 z {FOE}")
    reach = units(table, "a", "b")
    assert (costs(table, reach), reach.left, reach.refusal) == ({"04.02": 24}, 64, None)
    assert reasons(table, reach) == {"08.02": "rail.zoc", "12.02": "rail.control"}
    assert [len(stop.path) for stop in reach.hexes.values()] == [4]


def test_what_is_told_is_what_is_offered() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move\naxis 07.02 q {HQ}").begin("a")
    assert sorted(units(table, "a").hexes) == sorted(action.hex for action in table.offered(RideRail))
    table.go("01.01", "01.02", "01.01", "01.02", "01.01", "01.02")
    refusal = units(table, "a").refusal
    assert refusal is not None
    assert refusal.code == "rail.spent"


@pytest.mark.case("5.6a")
def test_units_that_could_change_to_move_mode_are_named() -> None:
    table = railway(f"axis 01.02 a {HEAVY}\naxis 01.02 b {INF} move\naxis 01.02 d {INF} dg")
    reach = units(table, "a", "b")
    assert (costs(table, reach), reach.change) == ({"04.02": 24, "08.02": 24, "12.02": 24}, ("a",))
    refused = units(table, "d").refusal
    assert refused is not None
    assert refused.code == "rail.mode"


@pytest.mark.case("13.3b")
def test_too_little_rail_cap_is_a_reason_with_its_numbers() -> None:
    table = railway(f"axis 01.02 a {HEAVY} move", cap="axis 1/2")
    refused = next(iter(units(table, "a").others.values()))
    assert (refused.code, refused.have, refused.need) == ("rail.no_cap", "1/2", "1")


def test_units_that_cannot_move_at_all() -> None:
    table = railway(f"axis 01.02 a {INF} move\naxis 02.02 b {INF} move")
    for uids, code in ((("garrison",), "move.moved"), (("a", "b"), "move.not_together")):
        refused = units(table, *uids).refusal
        assert refused is not None
        assert refused.code == code


@pytest.mark.case("13.3g-C")
def test_rail_repair_units_are_told_of_every_rail_hex() -> None:
    table = railway(f"axis 01.02 p {REPAIR}", cap="axis 4 gauge=standard", gauges=GAUGES)
    reach = units(table, "p")
    assert len(reach.hexes) == 5
    assert set(reasons(table, reach).values()) == {"rail.gauge"}


@pytest.mark.case("13.3e-1", "13.3a-B")
def test_supply_costs_are_those_of_a_token() -> None:
    table = railway("", supply="axis 01.02 3", cap="axis 1")
    reach = train_reach(table.game, "axis", table.hex("01.02"))
    assert (costs(table, reach), reach.tokens) == ({"04.02": 4, "08.02": 4, "12.02": 4}, 4)
    table.do(OpenTrain(table.hex("01.02")))
    assert max(action.tokens for action in table.offered(LoadTrain)) == reach.tokens
    refused = train_reach(table.game, "axis", table.hex("02.02")).refusal
    assert refused is not None
    assert refused.code == "rail.no_supply"
    blocked = railway(f"axis 02.01 g {INF}\nsoviet 04.03 z {FOE}", supply="axis 01.02 3")
    reach = train_reach(blocked.game, "axis", blocked.hex("01.02"))
    assert reach.refusal is not None
    assert reach.refusal.code == "rail.nowhere"


# --- the view --------------------------------------------------------------------------------------------------


@pytest.mark.case("13.3d-A", "13.3b")
def test_a_view_shows_rail_cap_gauges_and_railheads() -> None:
    table = railway(
        f"axis 06.02 p {REPAIR}", cap="axis 2+2T gauge=standard spent=8\nsoviet 3 gauge=broad", gauges=GAUGES
    )
    shown: dict[str, Any] = view(table.game, "axis")["rail"]
    assert (shown["cap"], shown["left"]) == ({"axis": "2 1/2", "soviet": "3"}, {"axis": "2", "soviet": None})
    assert (shown["gauge"], shown["side_gauges"]) == ("broad", {"axis": "standard", "soviet": "broad"})
    assert shown["railheads"] == [
        {"hex": table.hex("06.02"), "side": "axis"},
        {"hex": table.hex("07.02"), "side": "soviet"},
    ]
    table.begin("p").go("07.02").do(ConvertRail("p"))
    shown = view(table.game, "soviet")["rail"]
    assert shown["gauges"][str(table.hex("07.02"))] == "standard"
    assert shown["converted"] == [table.hex("07.02")]
    assert shown["left"] == {"axis": None, "soviet": "0"}


def test_the_other_side_sees_a_ride_and_not_what_it_took() -> None:
    table = (
        railway(f"axis 01.02 a {HEAVY} move", supply="axis 01.02 3").begin("a").do(RideRail(railway("").hex("04.02")))
    )
    event = next(e for e in table.game.records[-1].events if type(e).__name__ == "UnitRailed")
    counters = {u.id: u.counter for u in table.game.state.units.values()}
    theirs = Namer(table.game.world, counters, "soviet", frozenset({"far"}))
    assert tellable(event, theirs)
    assert sentence(event, theirs) == "An enemy unit goes by rail to 04.02 Minsk"
    seen = Namer(table.game.world, counters, "soviet", frozenset({"far", "a"}))
    assert sentence(event, seen) == "A Rgt goes by rail to 04.02 Minsk"
    own = Namer(table.game.world, counters, "axis", None)
    assert sentence(event, own) == "A Rgt goes by rail to 04.02 Minsk (1 Rail Cap)"


@pytest.mark.case("13.3f-B")
def test_a_move_along_a_railroad_converts_it() -> None:
    table = railway(f"axis 06.02 p {REPAIR}", cap="axis 2 gauge=standard", gauges=GAUGES)
    macro = MoveMacro(("p",), tuple(map(table.hex, ("06.02", "07.02", "08.02"))), halt=True)
    taken: list[Action] = []
    while (action := expand(table.game, macro)) is not None:
        table.do(action)
        taken.append(action)
    assert [type(action).__name__ for action in taken] == [
        "BeginMove",
        "StepTo",
        "ConvertRail",
        "StepTo",
        "ConvertRail",
        "Halt",
    ]
