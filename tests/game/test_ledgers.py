"""The ledgers of events: whatever is played, their lines make the number that the rules used."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import fields, replace

from game.saves import bare, rewrite
from redball.bots.fuzz import write_save
from redball.bots.random_play import of_kinds
from redball.charts import load_charts
from redball.core import events as ev
from redball.core.events import EVENTS, Event
from redball.core.ledger import Ledger, Line
from redball.editions import edition, names
from redball.game import Game
from redball.game.save import state_hash, verify
from redball.game.watch.broken import InvariantBroken
from redball.game.watch.ledgers import TOLD, added_up, check_ledgers
from redball.rules.air.air import FlakFired
from support import long

CHARTS = load_charts("v4")
ACTIONS = 1500
GAMES = (
    ("v4.2", "kohima"),
    ("v4.2", "yelnya"),
    ("1992", "kohima"),
    ("new-ocs", "kohima"),
    long("new-ocs", "yelnya"),
    ("new-ocs+burma", "kohima"),
)


def played(by: str, scenario: str, actions: int = ACTIONS) -> Game:
    """A random game."""
    game, rng = Game.new(scenario, seed=3, edition=by), Random(f"ledgers/{by}/{scenario}")
    while (open_ := game.decision) is not None and len(game.records) < actions:
        game.take(open_.side, of_kinds(game.choices_by_kind(), rng.getrandbits(64), rng.random() < 0.3))
    return game


@pytest.mark.parametrize(("by", "scenario"), GAMES)
def test_every_number_is_what_its_lines_make(by: str, scenario: str) -> None:
    game = played(by, scenario)
    for number, record in enumerate(game.records, start=1):
        check_ledgers(game.world.charts, number, record.events)
    seen = {type(event) for event in game.events()} & TOLD.keys()
    assert seen >= {ev.OddsSet, ev.CombatResolved, ev.BarrageResolved}


def test_every_event_with_ledgers_is_checked() -> None:
    kinds = {*EVENTS, *(kind for name in names() for kind in edition(name).events)}
    assert {kind for kind in kinds if {"ledger", "ledgers"} & {field.name for field in fields(kind)}} == TOLD.keys()


def test_how_ledgers_were_worded_when_a_game_was_saved_is_nothing_to_verify(tmp_path: Path) -> None:
    """An older version told a roll for surprise without its terms, and other numbers with other lines."""
    game, path = played("v4.2", "crossing"), tmp_path / "older.redball"
    write_save(game, path)
    saved = [json.loads(line) for line in bare(path)]
    happened = [event for line in saved for event in line.get("events", ())]
    for event in happened:
        if event["type"] == "SurpriseRolled":
            del event["ledger"]
        for ledger in event.get("ledgers", ()):
            ledger["lines"] = [line | {"reason": "other words"} for line in ledger["lines"][:1]]
    assert any("ledgers" in event for event in happened)
    rewrite(path, [json.dumps(line) for line in saved])
    loaded, again, *_ = verify(path)
    assert state_hash(loaded.state) == state_hash(again.state) == state_hash(game.state)


# --- planted faults --------------------------------------------------------------------------------------------


def lines(*amounts: str) -> tuple[Line, ...]:
    return tuple(Line(amount, "a reason") for amount in amounts)


@pytest.mark.parametrize(
    ("amounts", "strength", "value"),
    [
        (("7", "+4", "-2"), False, 9),
        (("3", "-4", "x2"), False, -2),
        (("3", "-4", "x2"), True, 0),
        (("2.5", "1/3", "", "AL1 Do1", "-"), False, Fraction(17, 6)),
    ],
)
def test_lines_are_added_up_as_a_player_would(amounts: tuple[str, ...], strength: bool, value: Fraction) -> None:
    assert added_up(lines(*amounts), strength=strength) == value


ROLL = Ledger("roll", lines("7", "+4"), "11")
COLUMN = Ledger("column", (Line("8-11", "9 Barrage Points", chart="barrage"), *lines("-1")), "5-7")
RESOLVED = ev.CombatResolved(
    case="9.9", side="axis", kind="regular", hex=1, roll=11, column="1:1", line="open", result="-", ledger=ROLL
)
SURPRISED = ev.SurpriseRolled(case="9.8-A", side="axis", hex=1, who="none", roll=11, ledger=ROLL)
BARRAGE = ev.BarrageResolved(
    case="10.0a-A", side="axis", hex=1, roll=7, column="5-7", result="DG", steps=0, ledger=COLUMN
)
STARVED = ev.AttritionResult(
    case="12.8b-A", side="axis", hex=1, steps=2, ledger=Ledger("Attrition", lines("9", "3"), "2")
)
FLAK = FlakFired(case="14.4e", side="axis", hex=1, roll=11, hit=True, ledger=ROLL)
ODDS = ev.OddsSet(
    case="9.7",
    side="axis",
    hex=1,
    attack="4",
    defend="2",
    odds="2:1",
    line="open",
    column="2:1",
    drm=1,
    ledgers=(
        Ledger("attack", lines("2.5", "1.5"), "4"),
        Ledger("defence", lines("2"), "2"),
        Ledger("Action Rating DRM", lines("+3", "-2"), "1"),
        Ledger("defence: a unit", lines("4", "x0.5"), "2"),
    ),
)


def with_ledger(at: int, ledger: Ledger) -> Event:
    """The odds with another of their ledgers."""
    return replace(ODDS, ledgers=(*ODDS.ledgers[:at], ledger, *ODDS.ledgers[at + 1 :]))


@pytest.mark.parametrize("event", [RESOLVED, SURPRISED, replace(SURPRISED, ledger=None), BARRAGE, FLAK, STARVED, ODDS])
def test_what_is_in_order_passes(event: Event) -> None:
    check_ledgers(CHARTS, 1, (event,))


@pytest.mark.parametrize(
    "event",
    [
        replace(RESOLVED, roll=10),
        replace(RESOLVED, ledger=replace(ROLL, lines=lines("7", "+3"))),
        replace(SURPRISED, ledger=replace(ROLL, total="12")),
        replace(BARRAGE, column="8-11"),
        replace(BARRAGE, ledger=replace(COLUMN, lines=COLUMN.lines[:1])),
        replace(BARRAGE, ledger=replace(COLUMN, lines=COLUMN.lines[1:])),
        replace(FLAK, roll=12),
        replace(STARVED, steps=3),
        replace(ODDS, attack="5"),
        replace(ODDS, drm=2),
        with_ledger(0, Ledger("attack", lines("2.5"), "4")),
        with_ledger(2, Ledger("Action Rating DRM", lines("+3", "-2", "-1"), "1")),
        with_ledger(3, Ledger("defence: a unit", lines("4"), "2")),
    ],
)
def test_what_is_summed_beside_a_ledger_is_found(event: Event) -> None:
    with pytest.raises(InvariantBroken, match="'ledgers'"):
        check_ledgers(CHARTS, 1, (event,))
