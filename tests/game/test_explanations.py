"""Questions about supply through the façade: what a side may know, in sentences, and what the enemy could do."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from msgspec import Struct

from as_json import plain
from game.test_planning import run
from redball.game.explain import supply as explanations
from redball.game.explain.shown import show_bills, show_cuts, show_move_cost, show_supply
from redball.game.explain.text import (
    bill_text,
    bills_text,
    cuts_lines,
    hq_text,
    move_lines,
    obstacle_text,
    supply_lines,
)
from redball.game.plan.moves import MoveMacro, expand
from redball.game.sentences import Namer
from redball.game.sight.belief import visible
from redball.rules.supply.reasons import HqObstacle, Obstacle, Reason
from support import HQ, LEG, TANKS, Sitting, land, sit

INF = "Rgt infantry other 4-3-3L/2-3-8T"
SUPPLY = "[supply]\naxis 01.01 1\n[sources]\naxis 01.01"


def namer(table: Sitting, side: str = "axis") -> Namer:
    """Names as a side may read them."""
    look = table.game.look
    return Namer(look.world, {u.id: u.counter for u in look.state.units.values()}, side, visible(look, side))


def supply(table: Sitting, uid: str) -> list[str]:
    """All sentences on a unit's supply."""
    return supply_lines(explanations.supply_of(table.game, "axis", uid), namer(table))


def cuts(table: Sitting, uid: str, line: str) -> list[str]:
    """What would cut a line, in sentences."""
    return cuts_lines(explanations.cuts_of(table.game, "axis", uid, line), namer(table))


def row(units: str, rest: str) -> Sitting:
    """A row of ten open hexes."""
    return sit(units, land(columns=10, rows=1), rest=rest)


# --- in sentences ----------------------------------------------------------------------------------------------


@pytest.mark.case("12.3a-A", "12.6a-1")
def test_a_supplied_unit_is_told_its_paths_with_their_mp() -> None:
    said = supply(row(f"axis 03.01 u {INF}\nsoviet 10.01 s {LEG} strat", SUPPLY), "u")
    assert said == [
        "Trace: from 01.01, 1 MP.",
        "  u Rgt draws from 03.01: 1 of 5 truck MP: 02.01 1, next to 01.01.",
        "On-map supply: 1 SP in 01.01, drawn directly, 1 MP.",
        "  u Rgt draws from 03.01: 1 of 5 truck MP: 02.01 1, next to 01.01.",
    ]


@pytest.mark.case("12.3a-A", "12.3b-1", "12.8a-B")
def test_a_unit_out_of_supply_is_told_what_is_short() -> None:
    table = row(f"axis 09.01 u {INF} oos\naxis 03.01 h hq 1T-3T/10T-20T\nsoviet 10.01 s {LEG} strat", SUPPLY)
    said = supply(table, "u")
    assert said == [
        "u Rgt is marked Out of Supply until its next check.",
        "Trace: none. 01.01, or a hex next to it, is 7 MP away; the range is 5 MP: 2 MP short.",
        "  h Corps at 03.01 cannot throw: 09.01, or a hex next to it, is 5 MP away; the range is 1 MP: 4 MP short.",
        "On-map supply: none. 01.01, or a hex next to it, is 7 MP away; the range is 5 MP: 2 MP short.",
        "  h Corps at 03.01 cannot throw: 09.01, or a hex next to it, is 5 MP away; the range is 1 MP: 4 MP short.",
    ]


WAY = "the way to 01.01 takes 3 of 5 MP, but"
RAIL = "01.01 would be 3 MP away, but the railroad to it is cut:"
ZOC = "an un-negated enemy ZOC stops it at 05.01"
OBSTACLES = [
    (Obstacle("enemy_zoc", 4, 60, 36, 0, units=("s",)), f"{WAY} {ZOC} (s Rgt), and there is no way round"),
    (
        Obstacle("enemy_unit", 4, 60, 36, 0, units=("s",), around=84),
        f"{WAY} enemy units are at 05.01 (s Rgt), and the way round is 2 MP too long",
    ),
    (Obstacle("enemy_zoc", 4, 60, 36, 0, place="rail"), f"{RAIL} {ZOC}"),
    (
        Obstacle("wrong_gauge", 4, 60, 36, 0, place="rail", terrain="broad"),
        f"{RAIL} from 05.01 it has broad gauge, which this side cannot use",
    ),
    (Obstacle(cast(Any, "washed_out"), 4, 60, 36, 0, place="rail"), f"{RAIL} washed out at 05.01"),
    (
        Obstacle("enemy_unit", 4, 60, 36, 4, place="source"),
        "the source at 05.01 would be 3 MP away, but it is shut: enemy units are at 05.01",
    ),
    (Obstacle("no_way", 4, 60, -1, 0, terrain="sea"), "there is no way to 01.01: sea at 05.01 cannot be crossed"),
    (Obstacle("no_way", 4, 60, -1, 0), "there is no way to 01.01: no connection"),
    (Obstacle("no_need", 4, 0, 0), "it uses no supply"),
    (Obstacle("no_dump", 4, 0, 0), "this side has no SP on the map"),
    (Obstacle("organic", 4, 0, 0), "the only SP are on Organic Trucks of other formations"),
    (Obstacle("no_source", 4, 0, 0), "this side has no source to trace from"),
]


@pytest.mark.parametrize(("obstacle", "text"), OBSTACLES)
def test_every_obstacle_has_its_words(obstacle: Obstacle, text: str) -> None:
    table = row(f"axis 03.01 u {INF}\nsoviet 10.01 s {LEG} strat", "")
    assert obstacle_text(obstacle, namer(table)) == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("strat_hq", "u Rgt at 03.01 cannot throw: it is in Strat Mode"),
        ("no_throw", "u Rgt at 03.01 cannot throw: it has no throw range"),
        (
            "divisional_hq",
            "u Rgt at 03.01 cannot throw: it serves only its own division and independent units of its nationality",
        ),
    ],
)
def test_hqs_that_throw_nothing_have_their_words(reason: Reason, text: str) -> None:
    table = row(f"axis 03.01 u {INF}\nsoviet 10.01 s {LEG} strat", "")
    assert hq_text(HqObstacle("u", "throw", Obstacle(reason, 2, 0, 0), 2), namer(table)) == text


# --- what would cut it -----------------------------------------------------------------------------------------


@pytest.mark.case("12.3d-C", "4.4b")
@pytest.mark.parametrize(
    ("enemy", "who"),
    [
        (f"08.01 s {LEG}", "in one move: s Rgt"),
        ("08.01 s Rgt infantry other 4-3-2L/2-3-2L", "no enemy in sight can get there in one move"),
        ("08.01 s Rgt militia other (3)-1-9L/(1)-1-9L", "no enemy in sight can get there in one move"),
    ],
)
def test_enemies_that_could_cut_a_line_in_one_move_are_named(enemy: str, who: str) -> None:
    """A ZOC into 03.01 needs a unit at 04.01, four hexes away; who cannot attack does not pass the dump there."""
    table = row(f"axis 02.01 u {INF}\nsoviet {enemy}", "[supply]\naxis 04.01 1")
    said = cuts(table, "u", "supply")
    assert said[0] == "The on-map supply of u Rgt would be cut by"
    assert said[1] == f"  an enemy ZOC into 03.01; {who}."


def test_lines_that_nothing_cuts_and_lines_that_are_not_there() -> None:
    table = row(f"axis 02.01 u {INF}\nsoviet 10.01 s {LEG}", "[supply]\naxis 02.01 1")
    (said,) = cuts(table, "u", "supply")
    assert said == "No single hex cuts the on-map supply of u Rgt; another way would remain."
    assert cuts(table, "u", "trace") == ["u Rgt has no trace: there is nothing to cut."]


# --- moves and bills -------------------------------------------------------------------------------------------


@pytest.mark.case("12.5c-C", "6.1-A")
def test_a_move_is_told_with_its_path_and_fuel_and_the_macro_pays_just_that() -> None:
    table = row(f"axis 03.01 u {TANKS}\naxis 03.01 i {LEG}\nsoviet 10.01 s {LEG} strat", "[supply]\naxis 01.01 1")
    told = explanations.move_cost(table.game, "axis", ("u", "i"), table.hex("05.01"))
    assert move_lines(told, namer(table)) == [
        "The way, with the MP left: 03.01 3, 04.01 2, 05.01 1.",
        "i Rgt needs no fuel.",
        "Fuel: 1T in all, the cheapest way.",
        "  1T: u Bn by itself (1T of 1 SP in 01.01, drawn directly, 1 MP).",
    ]
    run(table, MoveMacro(("u", "i"), tuple(mark.hex for mark in told.path), halt=True))
    assert table.tokens("axis", "01.01") == 4 - told.fuel.plans[0].tokens
    assert table.at("u") == table.at("i") == "05.01"


@pytest.mark.case("12.5c-A", "13.7a")
def test_the_macro_pays_a_formation_from_two_dumps_through_its_hq() -> None:
    uids = tuple(f"p{n}" for n in range(5))
    units = "\n".join(f"axis 03.01 {uid} Bn tank armor 9-5-6K/3-5-15K formation=pz" for uid in uids)
    table = row(f"{units}\naxis 02.01 h {HQ}\nsoviet 10.01 s {LEG} strat", "[supply]\naxis 01.01 2T\naxis 02.01 2T")
    told = explanations.move_cost(table.game, "axis", uids, table.hex("05.01"))
    assert [(part.method, part.tokens) for part in told.fuel.plans[0].parts] == [("formation", 4)]
    taken = run(table, MoveMacro(uids, tuple(mark.hex for mark in told.path), halt=True))
    assert taken[-5:] == ["PayFuel", "Pay", "StepTo", "StepTo", "Halt"]
    assert table.tokens("axis", "01.01") == table.tokens("axis", "02.01") == 0


def test_a_move_that_cannot_be_fueled_spends_nothing() -> None:
    table = row(f"axis 03.01 u {TANKS}\naxis 03.01 v {TANKS}\nsoviet 10.01 s {LEG} strat", "[supply]\naxis 01.01 1T")
    told = explanations.move_cost(table.game, "axis", ("u", "v"), table.hex("04.01"))
    assert move_lines(told, namer(table))[1:] == [
        "u Bn cannot be fueled: too little is left.",
        "v Bn cannot be fueled: too little is left.",
    ]
    table.begin("u", "v")
    step = expand(table.game, MoveMacro(("u", "v"), (table.hex("03.01"), table.hex("04.01"))))
    assert step == table.to("04.01")
    assert table.game.do(step).refusal is not None
    assert table.tokens("axis", "01.01") == 1


def test_out_of_reach_and_not_now() -> None:
    table = row(f"axis 03.01 u {LEG}\naxis 04.01 m {LEG} moved\nsoviet 10.01 s {LEG} strat", "")
    far = explanations.move_cost(table.game, "axis", ("u",), table.hex("09.01"))
    assert move_lines(far, namer(table)) == ["09.01 is out of reach.", "u Rgt needs no fuel."]
    moved = explanations.move_cost(table.game, "axis", ("m",))
    assert moved.refusal is not None
    assert move_lines(moved, namer(table))[1:] == ["m Rgt needs no fuel."]


@pytest.mark.case("12.4-A")
def test_bills_in_sentences() -> None:
    rest = "[supply]\naxis 07.01 1T"
    table = row(f"axis 09.01 a {INF} re=1\naxis 09.01 b {INF} re=2 exhausted\nsoviet 10.01 s {LEG}", rest)
    told = explanations.bills_for(table.game, "axis", "regular", table.hex("10.01"), ("a", "b"))
    n = namer(table)
    assert [bill_text(bill, n) for bill in told.bills] == [
        "a Rgt: 1T, from 1T in 07.01, drawn directly, 1 MP",
        "b Rgt: 2T, but only 1T is available",
    ]
    assert bills_text(told, n) == "3T in all; supply within reach is 2T short"


# --- what a side may know --------------------------------------------------------------------------------------

GROUND = land(columns=8, rows=5)
OWN = f"axis 02.03 u {INF}\naxis 02.03 t {TANKS}\naxis 03.03 h {HQ}\n"
REST = "[supply]\naxis 05.03 2\nsoviet 06.03 {enemy}\n[sources]\naxis 01.01 08.05\n"
SEEN = f"soviet 05.05 top Div infantry other 12-3-3L/6-3-8L re=3 {{marks}}\nsoviet 07.03 lone {LEG} {{other}}\n"


@pytest.mark.case("4.9a-A", "4.9a-B")
def test_hidden_facts_change_no_explanation() -> None:
    """Steps, stocks and loads of enemies, who is below the top of a stack, and what enemy dumps hold."""
    below = f"soviet 05.05 zz {TANKS}\nsoviet 05.05 h2 {HQ} hqfuel\nsoviet 07.03 aq truck 2 45T load=1\n"
    one = sit(OWN + SEEN.format(marks="", other=""), GROUND, rest=REST.format(enemy=1))
    two = sit(OWN + SEEN.format(marks="lost=1 low", other="exhausted") + below, GROUND, rest=REST.format(enemy=7))
    assert everything(one) == everything(two)
    assert "zz" not in everything(two)
    assert len(everything(one)) > 2000


def everything(table: Sitting) -> str:
    """All that the axis can ask, as the page gets it."""
    n, game = namer(table), table.game
    told: list[Struct] = []
    for uid in ("u", "t", "h"):
        told.append(show_supply(explanations.supply_of(game, "axis", uid), n))
        told += [show_cuts(explanations.cuts_of(game, "axis", uid, line), n) for line in ("trace", "supply")]
        hexes = [table.hex(name) for name in ("04.03", "06.04")]
        told += [show_move_cost(explanations.move_cost(game, "axis", (uid,), hex_), n) for hex_ in hexes]
        for kind, target in (("regular", "05.05"), ("overrun", "07.03"), ("barrage", "05.05")):
            bills = explanations.bills_for(game, "axis", kind, table.hex(target), (uid,))  # type: ignore[arg-type]
            told.append(show_bills(bills, n))
    return json.dumps(plain(told), sort_keys=True)


def test_plain_data_has_mp_in_words_and_sentences() -> None:
    table = row(f"axis 09.01 u {INF}\nsoviet 10.01 s {LEG} strat", "[supply]\naxis 01.01 1")
    obstacle = plain(show_supply(explanations.supply_of(table.game, "axis", "u"), namer(table)))["payers"]["obstacle"]
    assert (obstacle["need"], obstacle["have"], obstacle["around"]) == ("7", "5", "7")
    assert obstacle["text"] == "01.01, or a hex next to it, is 7 MP away; the range is 5 MP: 2 MP short."
    assert obstacle["path"][0] == {"hex": table.hex("09.01"), "mp": "0", "negators": []}
