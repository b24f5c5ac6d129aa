"""Answers as plain data for a page or a program: outcomes with exact chances, what is expected, plans of strokes."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import Any

import msgspec

from redball.analysis.chain import Forecast
from redball.analysis.ground import Aftermath, CombatAnswer

COUNTED = ("attacker_losses", "defender_losses", "attacker_retreat", "defender_retreat", "disorganized", "exploiting")


def chance_of(value: Fraction) -> dict[str, Any]:
    """A chance as an exact fraction and as a number."""
    return {"p": str(value), "chance": float(value)}


def combat_report(answer: CombatAnswer, labels: tuple[str, ...]) -> dict[str, Any]:
    """The distribution of a combat: outcomes by what comes of them, the likeliest first, each with the chart's results
    that lead there; the columns that may be read, by their `labels`; expected values."""
    spread = answer.outcomes
    results: dict[Aftermath, list[str]] = {}
    for outcome in spread.ways:
        texts = results.setdefault(outcome.after, [])
        if outcome.read.result not in texts:
            texts.append(outcome.read.result)
    afterwards = spread.map(lambda outcome: outcome.after)
    came = sorted(afterwards, key=lambda pair: -pair[1])
    columns = dict(spread.map(lambda outcome: outcome.read.column))
    return {
        "policy": msgspec.to_builtins(answer.policy),
        "outcomes": [{"results": results[after], **msgspec.to_builtins(after), **chance_of(p)} for after, p in came],
        "columns": [{"column": labels[column], **chance_of(p)} for column, p in sorted(columns.items())],
        "expected": {name: float(afterwards.expect(attrgetter(name))) for name in COUNTED},
        "taken": chance_of(afterwards.chance(attrgetter("taken"))),
    }


def plan_report(found: Forecast) -> dict[str, Any]:
    """A plan, stroke by stroke."""
    return {
        "strokes": [
            {"name": s.name, "reached": chance_of(s.reached), "succeeds": chance_of(s.succeeds)} for s in found.strokes
        ],
        **chance_of(found.chance),
        "policy": msgspec.to_builtins(found.policy),
        "assumptions": list(found.assumptions),
    }
