"""Numbers that are typed into the table companion: where a number begins to be answered otherwise, found by asking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion_plans import Plan
from redball.analysis.companion import AskError, Kind
from redball.charts import Charts
from redball.core.ledger import Line, show

QUARTER, SEVENTH, LESS = Fraction(1, 4), Fraction(1, 7), Fraction(1, 1000)
SEARCHED, FAR = 120, 999_999
"""Every quarter below the first is asked, and then the largest number that can be typed."""


class Numbers(NamedTuple):
    """The numbers of a field: the least of all that are answered alike, an example of these, and the parts of one in
    which they are counted (0: any)."""

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
        probes += [first | {other: True, of: value} for other, (of, value) in plan.needs.items()]
        probes = [probe for probe in probes if plan.allows(probe | {name: str(FAR)})]

        def brought(number: Fraction) -> list[Any] | None:
            questions = [probe | {name: str(number)} for probe in probes]
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


def known(form: Kind, charts: Charts, question: Mapping[str, Any], plan: Plan) -> Any:
    """What is known before the dice. Raises AskError."""
    asked = form.ready(charts, question)
    return asked.head, templates(asked.ledger, question, plan), asked.certain


def templates(ledger: Iterable[Line], question: Mapping[str, Any], plan: Plan) -> list[Line]:
    """Lines with the name of a typed-in number in its place, which is at the beginning of a reason."""
    texts = {name: show(Fraction(question[name])) for name, parts in plan.typed.items() if not parts}
    return [template(line, texts) for line in ledger]


def template(line: Line, texts: Mapping[str, str]) -> Line:
    """A line with a name in the place of a number."""
    for name, text in texts.items():
        if line.reason.startswith(f"{text} "):
            return replace(line, reason=f"{{{name}}}{line.reason.removeprefix(text)}")
    return line
