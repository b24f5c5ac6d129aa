"""Replacements as the sides see them: the list of what could be rebuilt, the log; and random play with all of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from as_json import plain, view
from redball.core.actions import Construct, Done, PlaceRepl, Rebuild
from redball.core.state import DEAD_PILE
from redball.game import Game
from redball.game.view.journal import Journal
from redball.game.watch.invariants import Rates, Watch
from redball.scenarios.load import load_scenario
from scenarios.test_load import folder, table
from scenarios.test_replacement_tables import ROWS, TEXT
from support import long

HOUSE = TEXT.replace("turns = 2", "turns = 6").replace(
    'dates = ["1 Aug", "4 Aug"]', 'dates = ["1", "2", "3", "4", "5", "6"]'
)
SOVIET_HQ = {"id": "su-hq", "side": "soviet", "name": "24 A", "nation": "su", "kind": "hq", "size": "Army"} | {
    "symbol": "hq", "colour": "other", "combat_ma": "4T", "combat_throw": "12T", "move_ma": "14T", "move_throw": "6T"
}  # fmt: skip


def game(path: Path, dice: tuple[int, ...] = (), seed: int = 1, fog: bool = True) -> Game:
    """The ford with an HQ and a Rebuild Table for the soviets, before the first roll that brings them something."""
    text = HOUSE.replace('units = ["su-gun"]', 'units = ["su-gun", "su-hq"]')
    rows = [row | {"no_rebuild": ""} for row in (*ROWS, SOVIET_HQ)]
    scenario = load_scenario(folder(path, scenario=text, counters=table(rows)))
    return Game.new(scenario, seed=seed, script=dice, switches={"fog": fog})


def to_step(play: Game, step: str) -> None:
    """End every decision before a step; of those that cannot be ended, the first answer."""
    for _ in range(200):
        open_ = play.decision
        assert open_ is not None, f"the game ended before {step}"
        if f"{open_.procedure.name}.{open_.step.name}" == step:
            return
        play.do(Done() if Done() in play.choices() else play.choices()[0])
    raise AssertionError(step)


def test_the_list_of_what_could_be_rebuilt_is_ones_own(tmp_path: Path) -> None:
    play = game(tmp_path, (1, 3))
    to_step(play, "replacements.place")
    mine, theirs = view(play, "soviet"), view(play, "axis")
    assert set(mine["rebuild"]) == {"soviet"}
    assert set(theirs["rebuild"]) == {"axis"}
    assert mine["rebuild"]["soviet"]["repls"] == []
    assert mine["decision"]["data"]["due"] == [{"kind": "pax", "count": 2}, {"kind": "eq", "count": 1}]
    assert "due" not in theirs["decision"]["data"]
    assert set(view(game(tmp_path, (1, 3), fog=False), "")["rebuild"]) == {"soviet", "axis"}


@pytest.mark.case("13.5a", "13.5a-1")
def test_cost_places_and_reasons_are_listed(tmp_path: Path) -> None:
    play = game(tmp_path, (1, 3))
    to_step(play, "replacements.place")
    hex_ = play.world.board.index("04.02")
    rd = play.look.unit("su-rd")
    dead = rd.change(hex=DEAD_PILE, steps_lost=3)
    play.look = play.look.after(play.state.with_unit(dead), ("su-rd",))
    play.do(PlaceRepl("pax", hex_))
    shown = view(play, "soviet")["rebuild"]["soviet"]
    assert shown["repls"] == [{"hex": hex_, "pax": 1, "eq": 0, "why": None}]
    (unit,) = shown["units"]
    assert unit == {"unit": "su-rd", "hex": DEAD_PILE, "kind": "Rifle Division", "steps": 3} | {
        "cost": {"pax": 1, "eq": 0}, "pairs": False, "hexes": [hex_], "why": None
    }  # fmt: skip
    hq = play.look.unit("su-hq")
    play.look = play.look.after(play.state.with_unit(hq.change(facing="move")), ("su-hq",))
    shown = view(play, "soviet")["rebuild"]["soviet"]
    assert shown["units"][0]["why"] == shown["repls"][0]["why"]
    assert shown["units"][0]["why"]["code"] == "rebuild.no_hq"
    assert "04.02" in shown["units"][0]["why"]["text"]


@pytest.mark.case("13.5a-1", "4.9a-A")
def test_a_rebuilt_unit_is_told_as_an_arrival_and_the_repls_not_at_all(tmp_path: Path) -> None:
    play = game(tmp_path, (1, 3))
    to_step(play, "replacements.place")
    dead = play.look.unit("su-rd").change(hex=DEAD_PILE, steps_lost=3)
    play.look = play.look.after(play.state.with_unit(dead), ("su-rd",))
    hex_ = play.world.board.index("04.02")
    journal = Journal(play.world)
    for action in (PlaceRepl("pax", hex_), Done(), Rebuild("su-rd", hex_, "move", "move")):
        before = play.look
        play.do(action)
        journal.add(len(play.records), play.records[-1], before, play.look)
    own = [entry["text"] for entry in plain(journal.read("soviet"))]
    theirs = [entry["text"] for entry in plain(journal.read("axis"))]
    assert "Pax arrives at 04.02" in own
    assert {"Soviet loses the replacements it did not place: 1 pax, 1 eq", "Spent on rebuilding at 04.02: pax"} <= set(
        own
    )
    assert "3 Div is rebuilt at 04.02" in theirs
    assert not [text for text in theirs if "used" in text]


@pytest.mark.case("13.2c-A")
def test_the_arrivals_of_a_turn_may_have_combined_since(tmp_path: Path) -> None:
    play = game(tmp_path)
    play.look = play.look.after(play.state.without_units(["de-tr"]), ("de-tr",))
    shown = [unit["id"] for entry in view(play, "axis")["arrivals"] for unit in entry["units"]]
    assert "de-hq" in shown
    assert "de-tr" not in shown


@pytest.mark.parametrize("seed", [1, *map(long, (0, 3, 5))])
def test_random_play_with_replacements_keeps_every_promise(tmp_path: Path, seed: int) -> None:
    play = game(tmp_path, seed=seed)
    over = Watch(play, random.Random(seed), Rates(refused=2, offered=2, facts=2, packed=2, undo=2, hidden=2))
    for _ in range(160):
        open_ = play.decision
        if open_ is None:
            break
        offered = over.choices()
        here = open_.procedure.name
        wanted = [a for a in offered if not isinstance(a, Done)] if here in ("replacements", "rebuilding") else []
        usual = [a for a in offered if not isinstance(a, Construct)]  # works take long and bring no Repl
        over.take(open_.side, over.rng.choice(wanted or usual))
    assert over.tally.events["ReplArrived"] > 0
    over.finish()
