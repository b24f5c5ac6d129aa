"""Answers as records for a page or a program: outcomes with exact chances, expected values, plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from redball.analysis.bounds import BarrageBounds, CombatBounds, Span
from redball.analysis.chain import Forecast
from redball.analysis.expectation import Source, certain, expectation
from redball.analysis.ground import Aftermath, CombatAnswer, OtherAnswer
from redball.analysis.policy import Policy
from redball.core.battle import AnnouncedOdds
from redball.core.chances import Spread
from redball.core.ledger import Ledger, Part, Tally, show

COUNTED = {
    "attacker_losses": Source("9.9", "combat"),
    "defender_losses": Source("9.9", "combat"),
    "attacker_retreat": Source("9.12-A", "combat"),
    "defender_retreat": Source("9.12-A", "combat"),
    "disorganized": Source("5.10a", "combat"),
    "exploiting": Source("9.13-A", "combat"),
    "taken": Source("9.12g", "combat"),
}
End = TypeVar("End")


class ChanceReport(Struct, frozen=True):
    """A chance `p` as an exact fraction such as "5/36", and as a number."""

    p: str
    chance: float


class OutcomeReport(Aftermath, frozen=True, kw_only=True):
    """A possible outcome of an attack, the results of the Combat Table that lead there, and its chance."""

    results: tuple[str, ...]
    p: str
    chance: float


class ColumnReport(Struct, frozen=True):
    """A possible column of the Combat Table, and its chance."""

    column: str
    p: str
    chance: float


class LossesReport(Struct, frozen=True):
    """Steps that each side is likely to lose."""

    attacker_losses: float
    defender_losses: float


class OtherReport(Struct, frozen=True):
    """The outcome of an attack if an open choice differs from what the preview assumes."""

    choice: str
    case: str
    odds: AnnouncedOdds
    column_label: str
    expected: LossesReport
    taken: ChanceReport


class CombatReport(Struct, frozen=True):
    """The distribution of a combat under a policy. `outcomes`: the likeliest first, their chances sum to 1. `columns`:
    the possible ones, from the left. `expected`: numbers by name, and the ledger of each. `taken`: the chance that
    the hex is taken."""

    policy: Policy
    outcomes: tuple[OutcomeReport, ...]
    columns: tuple[ColumnReport, ...]
    expected: dict[str, float]
    expected_ledgers: dict[str, Ledger]
    taken: ChanceReport
    others: tuple[OtherReport, ...]


class StrokeReport(Struct, frozen=True):
    """One stroke of a plan: the chance of reaching it, and the chance that the plan still holds after it."""

    name: str
    reached: ChanceReport
    succeeds: ChanceReport


class PlanReport(Struct, frozen=True):
    """A plan, stroke by stroke, the chance of all of it, and its assumptions."""

    strokes: tuple[StrokeReport, ...]
    p: str
    chance: float
    policy: Policy
    assumptions: tuple[str, ...]


class SpansReport(Struct, frozen=True):
    """The least and the most expected: steps lost by each side, the chance that the hex is taken."""

    attacker_losses: tuple[float, float]
    defender_losses: tuple[float, float]
    taken: tuple[float, float]


class CombatBoundsReport(Struct, frozen=True):
    """The bounds of an attack, whatever fog hides in the stack, as pairs: odds, column and DRM at worst and at best,
    all else at least and at most. `defence` as players write strengths; `assumptions` says what may be in the stack."""

    odds: tuple[str, str]
    column: tuple[str, str]
    defence: tuple[str, str]
    drm: tuple[int, int]
    expected: SpansReport
    taken: tuple[ChanceReport, ChanceReport]
    assumptions: tuple[str, ...]


class BarrageBoundsReport(Struct, frozen=True):
    """The bounds of a barrage, each at least and at most: density in RE, column, chance of DG, steps."""

    density: tuple[str, str]
    column: tuple[str, str]
    dg: tuple[ChanceReport, ChanceReport]
    steps: tuple[float, float]
    assumptions: tuple[str, ...]


def chance_of(value: Fraction) -> ChanceReport:
    """A chance as an exact fraction and as a number."""
    return ChanceReport(str(value), float(value))


def combat_report(answer: CombatAnswer, labels: tuple[str, ...]) -> CombatReport:
    """The distribution of a combat: outcomes by effect, likeliest first, each with the chart results that lead there;
    the possible columns, by their `labels`; expected values with their ledgers."""
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
    expected = expected_values(answer, afterwards, lambda after: "; ".join(results[after]))
    return CombatReport(
        policy=answer.policy,
        outcomes=tuple(
            OutcomeReport(**asdict(after), results=tuple(results[after]), p=str(p), chance=float(p))
            for after, p in came
        ),
        columns=tuple(ColumnReport(labels[column], str(p), float(p)) for column, p in sorted(columns.items())),
        expected={name: float(tally.value) for name, tally in expected.items()},
        expected_ledgers={name: tally.ledger() for name, tally in expected.items()},
        taken=chance_of(afterwards.chance(attrgetter("taken"))),
        others=tuple(other_report(other, labels) for other in answer.others),
    )


def other_report(found: OtherAnswer, labels: tuple[str, ...]) -> OtherReport:
    """The outcome of an attack if an open choice is made differently."""
    other, outcomes = found.other, found.outcomes
    return OtherReport(
        choice=other.choice,
        case=other.case,
        odds=other.odds,
        column_label=labels[other.odds.column],
        expected=LossesReport(
            float(outcomes.expect(attrgetter("attacker_losses"))), float(outcomes.expect(attrgetter("defender_losses")))
        ),
        taken=chance_of(outcomes.chance(attrgetter("taken"))),
    )


def expected_values(
    answer: CombatAnswer, afterwards: Spread[Aftermath], name: Callable[[Aftermath], str]
) -> dict[str, Tally[int] | Tally[Fraction]]:
    """Expected gains and costs of an attack, each with its terms."""
    preview = answer.preview
    expected: dict[str, Tally[int] | Tally[Fraction]] = {
        field: expectation(field.replace("_", " "), afterwards, attrgetter(field), name, source)
        for field, source in COUNTED.items()
    }
    who = {line.unit: line.reason for line in preview.tallies[0].lines}
    expected["attack_tokens"] = Tally(
        "attack tokens",
        (
            Part(
                tokens,
                f"1 x {tokens}: {who[uid] + ', by its steps' if uid else 'all attackers together'}",
                "12.4-A",
                "supply_costs",
                uid,
            )
            for uid, tokens in preview.attack_tokens.items()
        ),
    )
    paid = Source("12.4-B", "supply_costs")
    expected["defence_tokens"] = certain("defence tokens", preview.defence_tokens, "by the defenders' RE", paid)
    return expected


def plan_report(found: Forecast) -> PlanReport:
    """A plan, stroke by stroke."""
    strokes = tuple(StrokeReport(s.name, chance_of(s.reached), chance_of(s.succeeds)) for s in found.strokes)
    return PlanReport(strokes, str(found.chance), float(found.chance), found.policy, found.assumptions)


def span_of(span: Span, write: Callable[[Fraction], End]) -> tuple[End, End]:
    """The least and the most, as `write` puts them."""
    return write(span.least), write(span.most)


def combat_bounds_report(found: CombatBounds) -> CombatBoundsReport:
    """The bounds of an attack as pairs: odds at worst and at best, everything else at least and at most."""
    worst, best = found.worst, found.best
    return CombatBoundsReport(
        odds=(worst.odds.odds, best.odds.odds),
        column=(worst.column_label, best.column_label),
        defence=span_of(found.defence, show),
        drm=found.drm,
        expected=SpansReport(**{name: span_of(one, float) for name, one in found.spans.items()}),
        taken=span_of(found.spans["taken"], chance_of),
        assumptions=found.told,
    )


def barrage_bounds_report(found: BarrageBounds, columns: Sequence[str]) -> BarrageBoundsReport:
    """The bounds of a barrage as pairs."""
    return BarrageBoundsReport(
        density=span_of(found.density, lambda quarters: show(quarters / 4)),
        column=span_of(found.column, lambda column: columns[int(column)]),
        dg=span_of(found.dg, chance_of),
        steps=span_of(found.steps, float),
        assumptions=found.told,
    )
