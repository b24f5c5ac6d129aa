"""Saved games as a table, a row for each action, written as Parquet. Needs `redball[study]`.

| column | what |
| --- | --- |
| game | the save's name |
| scenario, edition, seed | what was played |
| bot | who played the side, if the save says so |
| number, turn, phase, segment, side | which action (from 1), when, whose |
| action, arguments | its kind, and the rest of it as JSON |
| events | how many events it had |
| dice | the dice it threw, added up (null: none) |
| points_first, points_second | the points of the two sides after it |
| steps_first, steps_second | steps that they have lost until then |
| winner | the winner of the game: a side, draw, or null if it is not over |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from redball.analysis.study.output import NotInstalledError
from redball.core.events import DiceRolled
from redball.core.look import Look
from redball.game.save import load
from redball.rules.sequence.victory import score

TEXTS = ("game", "scenario", "edition", "phase", "segment", "side", "bot", "action", "arguments", "winner")
COLUMNS = (
    "game", "scenario", "edition", "seed", "number", "turn", "phase", "segment", "side", "bot", "action", "arguments",
    "events", "dice", "points_first", "points_second", "steps_first", "steps_second", "winner",
)  # fmt: skip
GROUP = 20_000
"""Rows that are written together."""


def write(saves: Iterable[Path], path: Path) -> int:
    """Write the rows of all saves, in their order; returns how many.

    Raises SaveError, NotInstalledError, OSError."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise NotInstalledError("Parquet needs pyarrow: install redball[study]") from error
    text, number = pyarrow.string(), pyarrow.int64()
    schema = pyarrow.schema([(name, text if name in TEXTS else number) for name in COLUMNS])
    count, left = 0, chain.from_iterable(rows(save) for save in saves)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while group := list(islice(left, GROUP)):
            writer.write_table(pyarrow.Table.from_pylist(group, schema))
            count += len(group)
    return count


def rows(save: Path) -> Iterator[dict[str, Any]]:
    """The rows of one save: its actions are taken again. Raises SaveError."""
    loaded = load(save)
    game, bots = loaded.game, loaded.about.get("bots", {})
    world, outcome = game.world, game.state.outcome
    first, second = world.sides
    game.checkpoints = game.checkpoints[:1]  # from the beginning, not from the nearest
    states = game.states_until(len(game.records))
    _, before = next(states)
    for (number, state), record in zip(states, game.records, strict=True):
        clock, said = before.clock, msgspec.to_builtins(record.action)
        dice = [sum(event.dice) for event in record.events if isinstance(event, DiceRolled)]
        points = score(Look(world, state)).points
        yield {
            "game": save.stem,
            "scenario": world.scenario.id,
            "edition": world.edition.name,
            "seed": game.dice.seed,
            "number": number,
            "turn": clock.turn,
            "phase": clock.phase,
            "segment": clock.segment,
            "side": record.side,
            "bot": bots.get(record.side),
            "action": said.pop("type"),
            "arguments": msgspec.json.encode(said).decode(),
            "events": len(record.events),
            "dice": sum(dice) if dice else None,
            "points_first": points[first],
            "points_second": points[second],
            "steps_first": state.steps_lost.get(first, 0),
            "steps_second": state.steps_lost.get(second, 0),
            "winner": outcome.winner if outcome else None,
        }
        before = state
