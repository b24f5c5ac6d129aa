"""Answers as plain data for a page or a program: outcomes with exact chances, expected values, plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

import msgspec

from redball.analysis.bounds import BarrageBounds, CombatBounds, Span
from redball.analysis.chain import Forecast
from redball.analysis.expectation import Source, certain, expectation, number
from redball.analysis.ground import Aftermath, CombatAnswer, OtherAnswer
from redball.core.chances import Spread
from redball.core.ledger import Ledger, Line, show

COUNTED = {
    "attacker_losses": Source("9.9", "combat"),
    "defender_losses": Source("9.9", "combat"),
    "attacker_retreat": Source("9.12-A", "combat"),
    "defender_retreat": Source("9.12-A", "combat"),
    "disorganized": Source("5.10a", "combat"),
    "exploiting": Source("9.13-A", "combat"),
    "taken": Source("9.12g", "combat"),
}


def chance_of(value: Fraction) -> dict[str, Any]:
    """A chance as an exact fraction and as a number."""
    return {"p": str(value), "chance": float(value)}


def combat_report(answer: CombatAnswer, labels: tuple[str, ...]) -> dict[str, Any]:
    """The distribution of a combat: outcomes by effect, likeliest first, each with the chart results
    that lead there; the possible columns, by their `labels`; expected values with their ledgers."""
    spread = answer.outcomes
    results: dict[Aftermath, list[str]] = {}
    for outcome in spread.ways:
        texts = results.setdefault(outcome.after, [])
        text = f"{outcome.read.result}, then {outcome.again}" if outcome.again else outcome.read.result
        if text not in texts:
            texts.append(text)
    afterwards = spread.map(lambda outcome: outcome.after)
    came = sorted(afterwards, key=lambda pair: -pair[1])
    columns = dict(spread.map(lambda outcome: outcome.read.column))
    ledgers = expected_ledgers(answer, afterwards, lambda after: "; ".join(results[after]))
    return {
        "policy": msgspec.to_builtins(answer.policy),
        "outcomes": [{"results": results[after], **msgspec.to_builtins(after), **chance_of(p)} for after, p in came],
        "columns": [{"column": labels[column], **chance_of(p)} for column, p in sorted(columns.items())],
        "expected": {name: number(ledger) for name, ledger in ledgers.items()},
        "expected_ledgers": msgspec.to_builtins(ledgers),
        "taken": chance_of(afterwards.chance(attrgetter("taken"))),
        "others": [other_report(other, labels) for other in answer.others],
    }


def other_report(found: OtherAnswer, labels: tuple[str, ...]) -> dict[str, Any]:
    """The outcome of an attack if an open choice is made differently."""
    odds = found.other.odds
    expected = {name: float(found.outcomes.expect(attrgetter(name))) for name in ("attacker_losses", "defender_losses")}
    return {
        **msgspec.to_builtins(found.other),
        "column_label": labels[odds.column],
        "expected": expected,
        "taken": chance_of(found.outcomes.chance(attrgetter("taken"))),
    }


def expected_ledgers(
    answer: CombatAnswer, afterwards: Spread[Aftermath], name: Callable[[Aftermath], str]
) -> dict[str, Ledger]:
    """Expected gains and costs of an attack, each with its terms."""
    preview = answer.preview
    ledgers = {
        field: expectation(field.replace("_", " "), afterwards, attrgetter(field), name, source)
        for field, source in COUNTED.items()
    }
    who = {line.unit: line.reason for line in preview.ledgers[0].lines}
    ledgers["attack_tokens"] = Ledger(
        "attack tokens",
        tuple(
            Line(
                str(tokens),
                f"1 x {tokens}: {who[uid] + ', by its steps' if uid else 'all attackers together'}",
                "12.4-A",
                "supply_costs",
                uid,
            )
            for uid, tokens in preview.attack_tokens.items()
        ),
        str(sum(preview.attack_tokens.values())),
    )
    paid = Source("12.4-B", "supply_costs")
    ledgers["defence_tokens"] = certain("defence tokens", preview.defence_tokens, "by the defenders' RE", paid)
    return ledgers


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


def span_of(span: Span, write: Callable[[Fraction], Any]) -> list[Any]:
    """The least and the most, as `write` puts them."""
    return [write(span.least), write(span.most)]


def combat_bounds_report(found: CombatBounds) -> dict[str, Any]:
    """The bounds of an attack as pairs: odds at worst and at best, everything else at least and at most."""
    worst, best = found.worst, found.best
    return {
        "odds": [worst.odds.odds, best.odds.odds],
        "column": [worst.column_label, best.column_label],
        "defence": span_of(found.defence, show),
        "drm": list(found.drm),
        "expected": {name: span_of(one, float) for name, one in found.spans.items()},
        "taken": span_of(found.spans["taken"], chance_of),
        "assumptions": list(found.told),
    }


def barrage_bounds_report(found: BarrageBounds, columns: Sequence[str]) -> dict[str, Any]:
    """The bounds of a barrage as pairs."""
    return {
        "density": span_of(found.density, lambda quarters: show(quarters / 4)),
        "column": span_of(found.column, lambda column: columns[int(column)]),
        "dg": span_of(found.dg, chance_of),
        "steps": span_of(found.steps, float),
        "assumptions": list(found.told),
    }
