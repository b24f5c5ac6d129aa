"""Fog of war: what a side sees of the other, what it may believe, and that nothing hidden is in what it is sent."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from as_json import plain, view
from redball.bots.random_play import at_random
from redball.core.actions import (
    AddUnit,
    BeginMove,
    BlowDump,
    ChooseLeader,
    DeclareBarrage,
    DeclareOverrun,
    Done,
    LoseStep,
    Pay,
)
from redball.core.events import BarrageResolved, StepLost
from redball.game import Game
from redball.game.sight import belief as sight
from redball.game.sight.belief import believed, fogged, visible
from redball.game.view.journal import Journal
from redball.game.view.whole import NotAllowed
from redball.rules.units.visibility import top_unit
from support import GUNS, HQ, LEG, MILITIA, TANKS, Sitting, long, sit, text

STACK = f"""
axis 02.02 u {LEG}
soviet 04.04 top Div infantry other 12-3-3L/6-3-8L re=3 lost=1 low
soviet 04.04 zz {TANKS} move exhausted
soviet 04.04 hq {HQ} hqfuel
soviet 04.04 tr truck 3 45T load=2
soviet 06.05 lone truck 2 45T load=1
"""
DUMPS = "[supply]\naxis 01.01 3\nsoviet 04.04 7\nsoviet 05.01 5\n[hedgehogs]\nsoviet 04.04 2\n"


def fog(units: str = STACK, rest: str = DUMPS) -> Sitting:
    """A position under fog."""
    return sit(units, rest=rest)


def seen_by(table: Sitting, side: str, data: Any = None) -> str:
    """A view (or other data) as text."""
    return json.dumps(data if data is not None else view(table.game, side))


# --- what is visible -------------------------------------------------------------------------------------------


@pytest.mark.case("4.9a-A", "4.8b", "4.8b-C")
def test_of_an_enemy_stack_one_sees_the_unit_that_has_a_zoc() -> None:
    assert visible(fog().game.look, "axis") == {"u", "top"}
    assert visible(fog().game.look, "soviet") == {"u", "top", "zz", "hq", "tr", "lone"}


@pytest.mark.case("4.9a-A", "4.8b-D")
@pytest.mark.parametrize(
    ("units", "top"),
    [
        ([LEG, TANKS], "u0"),
        ([f"{LEG} move", TANKS], "u1"),
        ([f"{LEG} dg", f"{TANKS} reserve", MILITIA], "u0"),
        (["truck 1 45T", HQ], "u1"),
        (["truck 1 45T"], None),
        ([f"{LEG} oos", LEG], "u1"),
        ([GUNS, f"{LEG} exploit"], "u1"),
    ],
)
def test_the_top_of_a_stack(units: list[str], top: str | None) -> None:
    """A ZOC is never concealed; without one any combat unit is shown."""
    lines = "\n".join(f"soviet 04.04 u{i} {unit}" for i, unit in enumerate(units))
    look = sit(f"axis 02.02 a {LEG}\n{lines}").game.look
    found = top_unit(look, look.board.index("04.04"), "soviet")
    assert (found.id if found else None) == top


@pytest.mark.case("4.9a-A", "4.8b-F")
def test_hedgehogs_are_always_seen_and_lonely_supply_and_transport_too() -> None:
    table = fog()
    mine = view(table.game, "axis")
    assert mine["hedgehogs"] == [{"hex": table.hex("04.04"), "side": "soviet", "level": 2}]
    stacks = {table.game.look.hex_name(s["hex"]): s for s in mine["stacks"] if s["side"] == "soviet"}
    assert (stacks["04.04"]["supply"], stacks["04.04"]["transport"], stacks["04.04"]["zoc"]) == (None, None, True)
    assert (stacks["05.01"]["supply"], stacks["06.05"]["transport"]) == (True, True)
    theirs = [d for d in mine["dumps"] if d["side"] == "soviet"]
    assert theirs == [{"hex": table.hex("05.01"), "side": "soviet", "tokens": None, "fresh": None}]


@pytest.mark.case("4.9a-B", "4.8b-A", "4.8b-B")
def test_of_the_unit_on_top_losses_and_stocks_are_not_shown() -> None:
    table = fog()
    shown = next(u for u in view(table.game, "axis")["units"] if u["id"] == "top")
    own = next(u for u in view(table.game, "soviet")["units"] if u["id"] == "top")
    assert (own["steps"], own["steps_lost"], own["internals"], own["re"], own["strength"]) == (3, 1, 1, 2.0, "12")
    hidden = ("steps", "steps_lost", "re", "internals", "fueled", "load", "moved", "strength", "ma", "points")
    assert [shown[name] for name in hidden] == [None] * len(hidden)


@pytest.mark.case("4.9a-B")
def test_marks_of_the_shown_unit() -> None:
    table = sit(f"axis 02.02 u {LEG}\nsoviet 04.04 r {LEG} strat oos")
    shown = next(u for u in view(table.game, "axis")["units"] if u["id"] == "r")
    assert (shown["mode"], shown["out_of_supply"], shown["zoc"]) == ("strat", True, False)


# --- nothing hidden is sent ------------------------------------------------------------------------------------


def hidden_ids(game: Game, viewer: str) -> set[str]:
    """Ids of units that a side does not see."""
    return set(game.state.units) - visible(game.look, viewer)


def texts(data: Any) -> set[str]:
    """All texts in plain data."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, dict):
        return {found for key, value in data.items() for found in texts(key) | texts(value)}
    if isinstance(data, list | tuple):
        return {found for item in data for found in texts(item)}
    return set()


@pytest.mark.case("4.9a-A", "4.9a-B")
def test_a_view_names_no_hidden_unit_and_no_hidden_amount() -> None:
    table = fog()
    found = view(table.game, "axis")
    json.dumps(found)
    assert not hidden_ids(table.game, "axis") & texts(found)
    assert table.game.state.dumps["soviet"]
    assert 28 not in [d["tokens"] for d in found["dumps"]]


@pytest.mark.case("4.9a-B")
def test_hidden_facts_change_no_view() -> None:
    """Steps, stocks, fuel, loads, amounts, how many there are below, and which of them are in Reserve."""
    other = (
        STACK.replace("lost=1 low", "lost=2")
        .replace("load=2", "load=1")
        .replace("hqfuel", "")
        .replace("move exhausted", "reserve")
        + f"soviet 04.04 zzz {LEG} move\n"
    )
    one, two = fog(), fog(other, DUMPS.replace("04.04 7", "04.04 1").replace("05.01 5", "05.01 9"))
    assert view(one.game, "axis") == view(two.game, "axis")
    assert believed(one.game.look, "axis").state == believed(two.game.look, "axis").state
    assert view(one.game, "soviet") != view(two.game, "soviet")


@pytest.mark.case("4.9a-A")
def test_what_may_be_believed_holds_the_own_side_as_it_is() -> None:
    table = fog()
    look = believed(table.game.look, "axis")
    assert look.unit("u") is table.unit("u")
    assert look.state.dumps["axis"] is table.game.state.dumps["axis"]
    assert (look.unit("top").steps_lost, look.unit("top").internals) == (0, 0)
    assert {"zz", "hq", "tr"}.isdisjoint(look.state.units)
    assert {h: d.tokens for h, d in look.state.dumps["soviet"].items()} == {table.hex("05.01"): 4}
    assert look.unit("lone").load == 0


@pytest.mark.case("4.9a-A")
def test_without_fog_and_in_open_play_everything_is_shown() -> None:
    table = sit(STACK, rest=DUMPS, switches={"fog": False})
    look = table.game.look
    assert not fogged(look, "axis")
    assert visible(look, "axis") == set(look.state.units)
    assert believed(look, "axis") is look
    assert {u["id"] for u in view(table.game, "")["units"]} == set(look.state.units)


@pytest.mark.case("4.9a-A")
def test_open_play_and_unknown_sides_are_refused_under_fog() -> None:
    game = fog().game
    with pytest.raises(NotAllowed, match="played with fog of war"):
        view(game, "")
    with pytest.raises(NotAllowed, match="there is no side 'finns'; there are: axis, soviet"):
        view(game, "finns")


@pytest.mark.case("4.9a-A")
def test_a_game_that_is_over_hides_nothing() -> None:
    text_ = (
        text(STACK)
        .replace("redball-position 1\n", "redball-position 1\nturns 1\n")
        .replace("phasing=axis", "phasing=soviet first=axis")
    )
    game = Game.from_position(text_.replace("at movement", "at clean_up"))
    assert game.over
    assert {u["id"] for u in view(game, "")["units"]} == set(game.state.units)
    assert visible(game.look, "axis") == set(game.state.units)


# --- the record of a decision ----------------------------------------------------------------------------------


def overrun(marks: str = "", second: str = LEG) -> Sitting:
    """The axis overruns a stack, the first of it with `marks`; the soviet side is asked for its combat supply."""
    units = f"""
axis 02.02 a1 {TANKS} fueled
axis 02.02 a2 {TANKS} fueled
soviet 02.03 s1 Div infantry other 12-3-3L/6-3-8L re=3 lost=1 {marks}
soviet 02.03 s2 {second} move
"""
    table = sit(units, rest="[supply]\naxis 02.01 9\nsoviet 02.05 9\n", dice=(2, 3, 3, 2)).begin("a1", "a2")
    table.do(DeclareOverrun(table.hex("02.03")))
    while table.side == "axis":
        table.do(table.game.choices()[0])
    return table


@pytest.mark.case("4.9b", "4.9a-A")
def test_of_the_other_sides_decision_one_learns_what_it_is_about() -> None:
    table = sit(STACK, phasing="soviet", rest=DUMPS).begin("top", "zz", "hq")
    decision = view(table.game, "axis")["decision"]
    assert (decision["side"], decision["yours"], decision["step"]) == ("soviet", False, "go")
    assert decision["data"] == {"side": "soviet", "hex": table.hex("04.04"), "begun": False}
    assert view(table.game, "axis")["choices"] == []
    own = view(table.game, "soviet")
    assert own["decision"]["data"]["units"] == ["top", "zz", "hq"]
    assert len(own["choices"]) == len(table.game.choices())


@pytest.mark.case("4.9b", "4.9a-A")
def test_the_defender_learns_no_hidden_attacker_and_nothing_that_they_paid() -> None:
    table = overrun()
    assert table.step == "combat.defender_supply"
    data = view(table.game, "soviet")["decision"]["data"]
    assert data["attackers"] == ["a1"]
    assert data["defenders"] == ["s1", "s2"]
    assert "a2" not in texts(data)
    table.do(next(a for a in table.game.choices() if isinstance(a, Pay)))
    while table.step not in ("move.go", "movement_segment.choose_unit"):
        for viewer in ("axis", "soviet"):
            assert not hidden_ids(table.game, viewer) & texts(view(table.game, viewer))
        table.do(table.game.choices()[0])


# --- the log ---------------------------------------------------------------------------------------------------


def logged(table: Sitting, *actions: Any) -> Journal:
    """The log of a game that goes on with some actions."""
    journal = Journal(table.game.world)
    journal.begin(table.game.opening, table.game.look)
    for action in actions:
        before = table.game.look
        table.do(action)
        journal.add(len(table.game.records), table.game.records[-1], before, table.game.look)
    return journal


@pytest.mark.case("4.9c", "10.0a-C")
def test_both_sides_read_the_strength_and_every_shift_of_a_barrage() -> None:
    """8 RE of which the axis sees one unit, in a hedgehog: two shifts with their terms, and the points before them."""
    there = "".join(f"soviet 04.02 r{n} {LEG}\n" for n in range(8))
    rest = "[supply]\naxis 02.01 9\n[hedgehogs]\nsoviet 04.02 1\n"
    table = sit(f"axis 02.02 g {GUNS}\naxis 02.03 h {GUNS}\n{there}", rest=rest, at="combat_barrage", dice=(1, 1))
    journal = logged(table, DeclareBarrage(table.hex("04.02")), AddUnit("g"), AddUnit("h"), Done())
    while not table.all(BarrageResolved):
        before = table.game.look
        table.do(table.game.choices()[0])
        journal.add(len(table.game.records), table.game.records[-1], before, table.game.look)
    result = table.one(BarrageResolved)
    assert len(result.ledger.lines) >= 3
    for viewer in ("axis", "soviet"):
        entries = {entry["type"]: entry["details"] for entry in plain(journal.read(viewer))}
        assert entries["BarrageDeclared"]["strength"] == "40"
        told = [(line["amount"], line["case"]) for line in entries["BarrageResolved"]["ledger"]["lines"]]
        assert told == [(line.amount, line.case) for line in result.ledger.lines], viewer


@pytest.mark.case("4.9a-A")
def test_a_stack_moves_as_one_and_how_many_they_are_is_not_told() -> None:
    units = f"axis 01.01 u {LEG}\n" + "".join(f"soviet 04.04 s{i} {LEG} move\n" for i in range(4))
    table = sit(units, phasing="soviet")
    journal = logged(table, BeginMove("s0"), AddUnit("s1"), AddUnit("s2"), table.to("05.04"), table.to("05.03"))
    axis = [e for e in plain(journal.read("axis")) if e["type"] == "UnitMoved"]
    way = [table.hex(h) for h in ("04.04", "05.04", "05.03")]
    assert [(e["units"], e["hexes"]) for e in axis] == [(["s0"], way)]
    soviet = [e for e in plain(journal.read("soviet")) if e["type"] == "UnitMoved"]
    assert [(e["units"], e["hexes"]) for e in soviet] == [(["s0", "s1", "s2"], way)]
    assert {"s1", "s2"}.isdisjoint(texts(axis))


@pytest.mark.case("4.9a-A")
def test_units_that_nobody_sees_move_without_name_and_mp() -> None:
    units = f"axis 01.01 u {LEG}\nsoviet 04.04 s0 {LEG}\nsoviet 04.04 s1 {LEG} move\nsoviet 05.04 s2 {LEG}\n"
    table = sit(units, phasing="soviet")
    journal = logged(table, BeginMove("s1"), table.to("05.04"))
    (entry,) = [e for e in plain(journal.read("axis")) if e["type"] == "UnitMoved"]
    assert entry["text"] == "Enemy units move from 04.04 to 05.04"
    assert (entry["units"], entry["details"]) == ([], {})


@pytest.mark.case("4.9a-B")
def test_who_lost_a_step_is_told_to_its_owner_only() -> None:
    """The division on top loses a step in the overrun; the attacker reads that somebody did."""
    table = overrun()
    journal = Journal(table.game.world)
    while table.step not in ("move.go", "movement_segment.choose_unit"):
        before = table.game.look
        offered = table.game.choices()
        table.do(next((a for a in offered if isinstance(a, LoseStep)), offered[0]))
        journal.add(len(table.game.records), table.game.records[-1], before, table.game.look)
    lost = [e for e in table.game.events() if isinstance(e, StepLost) and e.side == "soviet" and not e.destroyed]
    assert lost
    (theirs,) = [e for e in plain(journal.read("axis")) if e["type"] == "StepLost" and e["side"] == "soviet"][:1]
    assert theirs["text"].startswith("An enemy unit loses a step")
    assert theirs["units"] == []
    (own,) = [e for e in plain(journal.read("soviet")) if e["type"] == "StepLost" and e["side"] == "soviet"][:1]
    assert own["units"] == [lost[0].unit]


@pytest.mark.case("4.9b", "9.6a-A")
@pytest.mark.parametrize(("marks", "rating", "lines_of_owner"), [("", -3, 2), ("dg", -2, 3)])
def test_total_strength_and_rating_are_told_but_not_the_terms_of_the_other_side(
    marks: str, rating: int, lines_of_owner: int
) -> None:
    table = overrun(marks)
    journal = Journal(table.game.world)
    while not any(e["type"] == "OddsSet" for e in plain(journal.read("axis"))):
        before = table.game.look
        table.do(table.game.choices()[0])
        journal.add(len(table.game.records), table.game.records[-1], before, table.game.look)
    for viewer, other in (("axis", {"s1", "s2"}), ("soviet", {"a1", "a2"})):
        (entry,) = [e for e in plain(journal.read(viewer)) if e["type"] == "OddsSet"]
        ledgers = {ledger["title"]: ledger for ledger in entry["details"]["ledgers"]}
        assert ledgers["attack"]["total"] == entry["details"]["attack"]
        assert ledgers["defence"]["total"] == entry["details"]["defend"]
        assert other.isdisjoint(texts(entry))
        drm = ledgers["Action Rating DRM"]
        ratings = [line["reason"] for line in drm["lines"]]
        assert ratings.count("Action Rating of the enemy") == 1
        assert sum(int(line["amount"]) for line in drm["lines"]) == int(drm["total"]) == entry["details"]["drm"]
        if viewer == "axis":
            assert (len(ratings), drm["lines"][1]["amount"]) == (2, str(rating))
        else:
            assert len(ratings) == lines_of_owner
        lines = ledgers["defence" if viewer == "axis" else "attack"]["lines"]
        assert list(lines) == []


@pytest.mark.case("4.9b")
@pytest.mark.parametrize(
    ("second", "level"),
    [
        (LEG, ""),
        ("Bde anti_tank other 4-3-6L/2-3-12T re=1", "heavy"),
        ("Bde infantry mech 4-3-6T/2-3-12T re=1", "light"),
    ],
)
def test_both_sides_learn_the_level_of_anti_tank_effects(second: str, level: str) -> None:
    table = overrun(second=second)
    journal = Journal(table.game.world)
    while not any(e["type"] == "OddsSet" for e in plain(journal.read("axis"))):
        before = table.game.look
        table.do(table.game.choices()[0])
        journal.add(len(table.game.records), table.game.records[-1], before, table.game.look)
    for viewer in ("axis", "soviet"):
        (entry,) = [e for e in plain(journal.read(viewer)) if e["type"] == "OddsSet"]
        assert entry["text"].endswith(f", {level} Anti-Tank Effects") if level else "Anti-Tank" not in entry["text"]


@pytest.mark.case("4.9a-B")
def test_what_is_done_with_supply_is_told_to_its_owner_only() -> None:
    table = sit(f"axis 02.02 u {TANKS}\nsoviet 06.05 r {LEG}", rest="[supply]\naxis 02.01 3\n").begin("u")
    journal = Journal(table.game.world)
    before = table.game.look
    table.fuel("u")
    journal.add(2, table.game.records[-1], before, table.game.look)
    assert [e["type"] for e in plain(journal.read("axis"))] == ["SupplySpent", "FuelPaid"]
    assert plain(journal.read("soviet")) == []


@pytest.mark.case("4.9a-B", "12.11a-A")
def test_what_is_blown_where_is_told_to_its_owner_only() -> None:
    table = sit(f"axis 02.02 u {TANKS}\nsoviet 06.05 r {LEG}", rest="[supply]\naxis 02.01 3\n", dice=(6,))
    journal = logged(table, BlowDump(table.hex("02.01"), 4))
    (told,) = [e for e in plain(journal.read("axis")) if e["type"] == "DumpBlown"]
    assert told["text"] == "Axis tries to blow 1 SP at 02.01: 1 SP destroyed"
    assert [e["type"] for e in plain(journal.read("soviet")) if e["n"]] == ["DiceRolled"]
    assert (view(table.game, "axis")["blown"], view(table.game, "soviet")["blown"]) == ([table.hex("02.01")], [])


@pytest.mark.parametrize("seed", [0, 2, *map(long, (1, 3))])
@pytest.mark.case("4.9a-A", "4.9a-B")
def test_in_random_play_nothing_hidden_is_in_any_log_or_view(seed: int) -> None:
    """At every decision, what each side is sent names only units that it sees or saw before or after the action."""
    game = Game.new("throw-range" if seed % 2 else "crossing", seed=seed)
    journal = Journal(game.world)
    rng = Random(seed)
    for _ in range(150):
        open_ = game.decision
        if open_ is None:
            break
        before = game.look
        game.take(open_.side, at_random(game.choices(), rng.getrandbits(64)))
        number = len(game.records)
        journal.add(number, game.records[-1], before, game.look)
        for viewer in game.world.sides:
            known = visible(before, viewer) | visible(game.look, viewer)
            entries = [e for e in plain(journal.read(viewer, number)) if e["n"] == number]
            secret = (set(before.state.units) | set(game.state.units)) - known
            names = {game.world.counters[u.counter].name for u in game.state.units.values() if u.id in secret}
            found = texts(entries)
            assert not secret & found
            told = " ".join(e["text"] for e in entries)
            assert not [n for n in names if f" {n} " in f" {told} " and len(n) > 3]
            assert not hidden_ids(game, viewer) & texts(view(game, viewer))


@pytest.mark.case("4.9a-A")
def test_the_leader_of_the_other_side_is_told_by_rating() -> None:
    table = overrun()
    journal = Journal(table.game.world)
    while table.step not in ("move.go", "movement_segment.choose_unit"):
        before = table.game.look
        offered = table.game.choices()
        table.do(next((a for a in offered if a in (ChooseLeader("a2"), ChooseLeader("s2"))), offered[0]))
        journal.add(len(table.game.records), table.game.records[-1], before, table.game.look)
    (entry,) = [e for e in plain(journal.read("axis")) if e["type"] == "LeaderChosen" and e["side"] == "soviet"]
    assert entry["text"] == "Soviet announces Action Rating 3: an enemy unit"


@pytest.mark.case("13.7b")
@pytest.mark.parametrize(
    ("units", "open_", "hidden"),
    [
        (f"a {LEG} formation=9pz;b {LEG} formation=9pz;c {LEG}", "a", "c"),
        (f"a {LEG} formation=9pz;b {LEG} formation=8pz;c {LEG}", "a", "a"),
        (f"a {LEG} formation=9pz;b {LEG} formation=9pz;c {LEG} move", "a", "a"),
        (f"a {LEG} formation=9pz move;b {LEG} formation=9pz;c {LEG}", "b", "c"),
        (f"a {LEG} formation=9pz move;b {LEG} formation=9pz move;c {LEG} move", "a", "c"),
        (f"a {LEG} formation=9pz;b {LEG} formation=9pz", "a", "a"),
        (f"a {LEG};b {LEG}", "a", "a"),
    ],
)
def test_a_formation_may_be_hidden_under_other_units(units: str, open_: str, hidden: str) -> None:
    """Its marker lies below, but for the stack's only ZOC: then one of its units shows."""
    for switch, top in ((False, open_), (True, hidden)):
        lines = "\n".join(f"soviet 04.04 {unit}" for unit in units.split(";"))
        game = sit(f"axis 02.02 u {LEG}\n{lines}", switches={"hidden_formations": switch}).game
        shown = view(game, "axis")
        assert [unit["id"] for unit in shown["units"] if unit["side"] == "soviet"] == [top]
        assert [stack["top"] for stack in shown["stacks"] if stack["side"] == "soviet"] == [top]


@pytest.mark.case("4.8b", "13.7b", "HR-2")
@pytest.mark.parametrize("switches", [{}, {"hidden_formations": True}, {"denser_fog": True}])
def test_what_cannot_be_hidden_is_told_alike_from_what_was_known(switches: dict[str, object]) -> None:
    """Stack by stack as units change, and all at once."""
    rng, game, shown = Random(6), Game.new("yelnya", seed=6, switches=switches), set()
    for _ in range(250):
        open_ = game.decision
        assert open_ is not None
        for side in game.world.sides:
            found = sight._shown(game.look, side)
            assert found == sight.shown_anew(game.look, side)
            shown.add(found)
        game.take(open_.side, at_random(game.choices(), rng.getrandbits(64)))
    assert len(shown) > 15
