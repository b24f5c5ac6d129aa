"""Numbers that are typed into the table companion: where a number begins to be answered otherwise, found by asking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion_plans import Plan
from redball.analysis.companion import AskError, Kind
from redball.charts import Charts
from redball.core.ledger import Line, show

QUARTER, SEVENTH, LESS = Fraction(1, 4), Fraction(1, 7), Fraction(1, 100)
SEARCHED, FAR = 120, 99_999
"""Every quarter below the first is asked, and then a number that is far beyond, multiplied or not."""


class Numbers(NamedTuple):
    """The numbers of a field, after what multiplies them: the least of all that are answered alike, an example of
    these, and the parts of one in which they are counted (0: any)."""

    bounds: list[Fraction]
    examples: list[str]
    parts: int

    @classmethod
    def of(cls, form: Kind, charts: Charts, plan: Plan, counted: Mapping[str, list[Any]], name: str) -> Numbers:
        """Found with every value of each other field in turn.

        Raises ValueError if a bound is no quarter, or if other parts of one are answered than the plan counts.
        """
        first = {other: values[0] for other, values in counted.items()}
        first |= {other: "0" if other in plan.limits else str(FAR) for other in plan.typed}
        probes = [first | {other: value} for other, values in counted.items() for value in values]
        probes += [
            first | {need.field: need.value or counted[need.field][-1], need.of: need.known or counted[need.of][-1]}
            for need in plan.needs
        ]
        probes = [probe for probe in probes if plan.allows(probe | {name: str(FAR)})]
        times = [factor(form, charts, plan, probe | {name: str(FAR)}) for probe in probes]

        def brought(number: Fraction) -> list[Any] | None:
            questions = [probe | {name: str(number / by)} for probe, by in zip(probes, times, strict=True)]
            try:
                return [known(form, charts, question, plan) for question in questions]
            except AskError:
                return None

        bounds: list[Fraction] = []
        last = None
        for number in (QUARTER * n for n in range(4 * SEARCHED)):
            found = brought(number)
            if number and not plan.typed[name] and brought(number - LESS) != last:
                raise ValueError(f"{form.name}: {name} is answered otherwise shortly below {number}")
            if found != last:
                bounds.append(number)
            last = found
        if brought(Fraction(FAR)) != last or brought(SEARCHED + SEVENTH) != (None if plan.typed[name] else last):
            raise ValueError(f"{form.name}: {name} is answered otherwise beyond {SEARCHED}")
        ends = [end - QUARTER for end in bounds[1:]] + [Fraction(FAR)]
        examples = [str(number) for number in (ends if name in plan.limits.values() else bounds)]
        return cls(bounds, examples, plan.typed[name])

    def data(self) -> dict[str, Any]:
        """As the page reads it."""
        return {"bounds": [float(bound) for bound in self.bounds], "parts": self.parts}


def factor(form: Kind, charts: Charts, plan: Plan, question: Mapping[str, Any]) -> Fraction:
    """What multiplies the number that is typed in."""
    return multiplied(form.ready(charts, question).ledger) if plan.factor else Fraction(1)


def multiplied(ledger: Iterable[Line]) -> Fraction:
    """The product of the lines that multiply."""
    return prod((Fraction(line.amount[1:]) for line in ledger if line.amount.startswith("x")), start=Fraction(1))


def known(form: Kind, charts: Charts, question: Mapping[str, Any], plan: Plan) -> Any:
    """What is known before the dice. Raises AskError."""
    asked = form.ready(charts, question)
    return asked.head, templates(asked.ledger, question, plan), asked.certain


def templates(ledger: Iterable[Line], question: Mapping[str, Any], plan: Plan) -> list[Line]:
    """Lines with the name of a typed-in number in its place, which is at the beginning of a reason."""
    lines = [*ledger]
    times = multiplied(lines) if plan.factor else 1
    texts = {name: show(Fraction(question[name]) * times) for name, parts in plan.typed.items() if not parts}
    return [template(line, texts) for line in lines]


def template(line: Line, texts: Mapping[str, str]) -> Line:
    """A line with a name in the place of a number."""
    for name, text in texts.items():
        if line.reason.startswith(f"{text} "):
            return replace(line, reason=f"{{{name}}}{line.reason.removeprefix(text)}")
    return line
