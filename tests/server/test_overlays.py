"""What the overlays show of a whole side at once agrees with what is told of each unit, hex and step by itself."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar.testing import TestClient

from as_json import plain
from redball.board.costs import explain_cost
from redball.game import Game
from redball.game.explain.rail_net import SHUT
from redball.game.explain.whole_side import supply_of_side
from redball.game.sight.belief import believed
from redball.rules.rail.paths import SUPPLIES, refuse_station, refuse_track
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply.reasons import explain_payers
from redball.rules.trace.reasons import explain_trace
from redball.rules.trace.tracing import traces
from redball.server.answers.movement import mp_text
from redball.server.answers.overlays import ground, railroads, supply_net
from redball.server.session import Session
from rules.test_craft import ENEMY, flotilla
from server.kit import get, made
from support import HQ, LEG, land, sit

ROW = land(columns=14, rows=1)
INF = "Rgt infantry other 4-3-3L/2-3-8T"
SOURCES = "[supply]\naxis 01.01 2\n[sources]\naxis 01.01"


def session_of(game: Game) -> Session:
    """A session of a game that is on no server."""
    return cast(Session, SimpleNamespace(game=game))


def net(game: Game, side: str = "axis") -> Any:
    """The supply net as the page gets it."""
    return plain(supply_net(session_of(game), side, side))


@pytest.mark.case("12.3a-A", "12.3b-1")
def test_dumps_and_hqs_come_with_what_they_serve_and_units_with_what_serves_them() -> None:
    table = sit(
        f"axis 05.01 near {INF}\naxis 04.01 hq {HQ}\naxis 10.01 far {INF}\nsoviet 14.01 s {LEG} strat",
        ROW,
        rest=SOURCES,
    )
    found = net(table.game)
    dump, hq = found["sources"]
    assert (dump["hq"], dump["hex"], dump["tokens"]) == ("", table.hex("01.01"), 8)
    assert (hq["hq"], hq["hex"], hq["tokens"]) == ("hq", table.hex("04.01"), 8)
    units = {unit["unit"]: unit for unit in found["units"]}
    assert units["near"]["by"] == [0, 1]
    assert units["far"]["by"] == [1]
    assert all(unit["pays"] and unit["traces"] and not unit["text"] for unit in units.values())
    assert units["far"]["hex"] in hq["serves"]
    assert units["far"]["hex"] not in dump["serves"]


@pytest.mark.case("12.3c-B", "18.5e")
def test_supply_aboard_is_a_source_of_the_units_next_to_it() -> None:
    """And it counts with the dump in its hex."""
    units = f"axis 05.01 a {LEG}\naxis 07.01 b {LEG}\n{ENEMY}"
    craft = "axis 05.02 lc landing_craft 2 sp=1\naxis 09.01 other landing_craft 1 sp=1"
    table = flotilla(craft, units=units, rest="[supply]\naxis 09.01 1")
    found = net(table.game)
    told = {source["hex"]: source for source in found["sources"]}
    boat, dump = told[table.hex("05.02")], told[table.hex("09.01")]
    assert (boat["hq"], boat["tokens"]) == ("", 4)
    assert dump["tokens"] == 8
    assert table.hex("05.01") in boat["serves"]
    assert {table.hex("05.02"), *table.look.board.neighbours(table.hex("05.02"))} >= {*boat["serves"]}
    by = {unit["unit"]: [found["sources"][i]["hex"] for i in unit["by"]] for unit in found["units"]}
    assert table.hex("05.02") in by["a"]
    assert table.hex("05.02") not in by["b"]


@pytest.mark.case("12.6a-1")
def test_who_is_out_is_told_why_and_where() -> None:
    table = sit(f"axis 13.01 far {INF}\nsoviet 14.01 s {LEG} strat", ROW, rest=SOURCES)
    (unit,) = net(table.game)["units"]
    assert (unit["by"], unit["traces"], unit["pays"]) == ([], False, False)
    assert len(unit["text"]) == 2
    assert unit["text"][0].startswith(
        "Does not trace: 01.01, or a hex next to it, is 11 MP away; the range is 5 MP: 6 MP short"
    )
    assert unit["text"][1].startswith("Nothing can pay for it: 01.01, or a hex next to it, is 11 MP away")
    assert unit["stop"] == table.hex("01.01")


@pytest.mark.case("12.3b-D")
def test_an_hq_that_draws_nothing_serves_nobody_and_says_why() -> None:
    table = sit(f"axis 12.01 hq {HQ}\naxis 13.01 u {INF}\nsoviet 14.01 s {LEG} strat", ROW, rest=SOURCES)
    hq = net(table.game)["sources"][1]
    assert hq["serves"] == []
    assert hq["text"].startswith("Hq Corps draws from no dump: 01.01")


@pytest.mark.parametrize("scenario", ["yelnya", "smolensk", "kohima"])
def test_the_net_agrees_with_each_unit(scenario: str) -> None:
    game = Game.new(scenario, seed=4)
    for side in game.world.sides:
        look = believed(game.look, side)
        whole = supply_of_side(look, side)
        for told in whole.units:
            unit = look.unit(told.unit)
            own = payers(look, unit)
            assert {(whole.sources[i].hq, whole.sources[i].hex) for i in told.by} == {
                (p.via, look.unit(p.via).hex if p.via else p.source) for p in own
            }
            for i in told.by:
                assert unit.hex in whole.sources[i].serves
            if not told.traces:
                assert told.untraced == explain_trace(look, unit).obstacle or told.dropped
            if not own:
                assert told.unpaid == explain_payers(look, unit).obstacle
            if unit.hex in whole.traced and look.counter(unit).kind != "hq" and not look.face(unit).throw_range:
                assert traces(look, unit)


@pytest.mark.case("13.3c-1", "13.3h", "13.3f", "4.5a-C")
@pytest.mark.parametrize("scenario", ["yelnya", "smolensk", "sedan"])
def test_the_railroads_agree_with_what_is_refused_of_each_hex(scenario: str) -> None:
    game = Game.new(scenario, seed=4)
    for side in game.world.sides:
        look = believed(game.look, side)
        told = plain(railroads(session_of(game), side))
        shut = {hex_: entry["reason"] for entry in told["shut"] for hex_ in entry["hexes"]}
        assert all(entry["text"] == SHUT[entry["reason"]] for entry in told["shut"])
        for hex_ in (*told["open"], *shut):
            refused = refuse_track(look, side, SUPPLIES, hex_)
            assert shut.get(hex_) == (refused.code if refused is not None else None)
            assert (hex_ in told["stations"]) is (refuse_station(look, side, SUPPLIES, hex_) is None)
        assert set(told["sources"]) == set(game.world.scenario.sources[side])


@pytest.mark.case("13.3b")
def test_rail_cap_left_is_told_and_whether_it_may_be_used() -> None:
    rest = f"{SOURCES}\n[rail]\naxis 2\nsoviet 3\n"
    table = sit(f"axis 05.01 u {INF}\nsoviet 14.01 s {LEG} strat", ROW, rest=rest)
    told = plain(railroads(session_of(table.game), "axis"))
    assert (told["left"], told["cap"], told["rides"]) == ("2", "2", True)
    told = plain(railroads(session_of(table.game), "soviet"))
    assert (told["left"], told["cap"], told["rides"]) == ("0", "3", False)


@pytest.mark.case("6.2-A", "6.2b", "6.2d-A")
@pytest.mark.parametrize("kind", ["leg", "track", "truck"])
def test_the_ground_agrees_with_the_terms_of_each_step(kind: Any) -> None:
    game = Game.new("yelnya", seed=4)
    look, board = game.look, game.world.board
    told = plain(ground(session_of(game), "", kind, ""))
    levels = [level["mp"] for level in told["levels"]]
    sides = {(one["hex"], one["direction"]): one["mp"] for one in told["sides"]}
    table = game.world.cost_table(look.state.weather)
    crossed = 0
    for hex_ in range(board.size):
        for direction in range(6):
            there = board.neighbour(hex_, direction)
            if there < 0:
                continue
            terms = dict(explain_cost(board, table, kind, hex_, direction, off_road=True))
            back = any(name.startswith("the way back") for name in terms)  # 6.1d is told of the hex that is left
            first, *rest = terms.values()
            assert levels[int(told["hexes"][there], 36)] == mp_text(first)
            side = sides.get((hex_, direction)) or sides.get((there, (direction + 3) % 6))
            extra = [cost for cost in rest if cost and not back]
            if len(extra) == 1:
                assert side == mp_text(extra[0])
                crossed += 1
            elif not extra and not back:
                assert side is None
    assert crossed > 20


@pytest.mark.case("13.8b-A")
def test_own_bridges_count_and_an_enemy_does_not_use_them() -> None:
    sides = " ".join(f"02.0{row}/NE 02.0{row}/SE" for row in range(1, 6))
    units = f"axis 02.03 hq {HQ}\naxis 02.02 u {INF}\nsoviet 06.05 s {INF}"
    table = sit(units, rest=f'[hexsides]\nmajor_river "Dnepr" {sides}\n')
    bridged = table.hex("02.03")

    def costs(unit: str) -> set[str]:
        told = plain(ground(session_of(table.game), "axis", "", unit))
        assert told["unit"] == unit
        return {one["mp"] for one in told["sides"] if one["hex"] == bridged}

    assert costs("u") != costs("s"), "the HQ bridges the river for its own side"
    assert len(costs("s")) == 1


def test_a_mobility_that_there_is_not_is_refused_in_a_sentence(client: TestClient[Any]) -> None:
    gid = made(client)
    answer = client.get(f"/api/games/{gid}/ground", params={"side": "axis", "mobility": "wings"})
    assert answer.status_code == 400
    assert "there is no mobility 'wings'" in answer.json()["error"]


def test_a_side_is_told_nothing_of_the_other_sides_net(client: TestClient[Any]) -> None:
    gid = made(client)
    for what in ("supply-net", "rail-net"):
        assert get(client, gid, what, side="axis")["side"] == "axis"
        assert client.get(f"/api/games/{gid}/{what}", params={"side": ""}).status_code == 400
    own = {unit["id"] for unit in get(client, gid, "view", side="axis")["units"] if unit["side"] == "axis"}
    assert {unit["unit"] for unit in get(client, gid, "supply-net", side="axis")["units"]} <= own


def test_the_whole_net_of_a_large_game_comes_at_once(client: TestClient[Any]) -> None:
    gid = made(client, scenario="smolensk")
    best = 9.0
    for _ in range(3):
        start = time.perf_counter()
        get(client, gid, "supply-net", side="axis")
        best = min(best, time.perf_counter() - start)
    assert best < 0.2, "an overlay is there at the click"
