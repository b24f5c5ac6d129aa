"""Attrition, capture, blown dumps and Breakout for the companion."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from redball.analysis.companion.kinds import Asked
from redball.analysis.companion.questions import AttritionQuestion, BlowingQuestion, BreakoutQuestion, CaptureQuestion
from redball.analysis.expectation import Source
from redball.charts import Charts, percent_of
from redball.core.chances import Throw
from redball.core.ledger import Line, Tally, show_tokens, signed
from redball.rules.supply_phase.attrition import step_terms, throw_attrition


class StepsLost(Struct, frozen=True):
    """Steps lost, and whether that is the whole stack."""

    steps: int
    all: bool


class Captured(Struct, frozen=True):
    """What is captured; the rest of a dump is destroyed, the rest of transport gets away."""

    percent: int
    amount: int
    load: int


class Destroyed(Struct, frozen=True):
    """What is destroyed."""

    percent: int
    tokens: int


class BrokeOut(Struct, frozen=True):
    """Whether the unit escapes, and in how many turns it returns (0: it does not)."""

    escapes: bool
    turns: int


def make_attrition(charts: Charts, asked: AttritionQuestion) -> Asked:
    """Column and modifier."""
    column = Line(str(asked.ar), "column: best Action Rating", "12.8c", "attrition")
    added = Tally("attrition", (column, *step_terms(charts, asked.steps)), total=signed)

    def procedure(throw: Throw) -> StepsLost:
        lost = throw_attrition(charts, asked.ar, asked.steps, throw)
        return StepsLost(lost, lost == asked.steps)

    return Asked(
        {"modifier": added.total},
        added.lines,
        procedure,
        expected={"steps": Source("12.8c", "attrition"), "all": Source("12.8c", "attrition")},
    )


def make_capture(charts: Charts, asked: CaptureQuestion) -> Asked:
    """Percentages of points and of tokens, each rounded separately (9.14c-E)."""

    def procedure(throw: Throw) -> Captured:
        percent = charts.capture.percent(asked.what, throw.one("dice"))
        return Captured(percent, percent_of(asked.amount, percent), percent_of(asked.load, percent))

    case = "9.14b" if asked.what == "dump" else "9.14c-A"
    amount = show_tokens(asked.amount) if asked.what == "dump" else f"{asked.amount} points"
    expected = dict.fromkeys(("amount", "load"), Source(case, "capture"))
    return Asked({}, (Line(amount, asked.what, case, "capture"),), procedure, expected=expected)


def make_blowing(charts: Charts, asked: BlowingQuestion) -> Asked:
    """A percentage of what was tried."""

    def procedure(throw: Throw) -> Destroyed:
        percent = charts.dump_blowing.percent(throw.one("dice"))
        return Destroyed(percent, percent_of(asked.tokens, percent))

    tried = Line(show_tokens(asked.tokens), "supply to blow", "12.11a-A", "dump_blowing")
    return Asked({}, (tried,), procedure, expected={"tokens": Source("12.11a-A", "dump_blowing")})


def make_breakout(charts: Charts, asked: BreakoutQuestion) -> Asked:
    """One die, and one more for the turns until the unit returns."""

    def procedure(throw: Throw) -> BrokeOut:
        result: Literal["dead_pile", "returns"] = charts.breakout.result(throw.one("dice"), asked.first_turn)
        return BrokeOut(True, throw.one("turns")) if result == "returns" else BrokeOut(False, 0)

    ledger = ()
    if asked.first_turn:
        modifier = charts.breakout.modifier("first_turn_out_of_trace")
        ledger = (Line(signed(modifier), "first turn out of trace supply", "12.8e-4", "breakout"),)  # type: ignore[assignment]
    return Asked({}, ledger, procedure, expected={"escapes": Source("12.8e-2", "breakout")})
