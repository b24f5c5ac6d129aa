"""Answers of the table companion as data: Python answers every question here, and the page looks the answers up.

An answer has what is known before the dice, the ledger, and a tree of what every dice roll leads to. Each part is
written once for all questions that agree in the fields that decide it; the form's plan says which these are
(`companion_plans.py`). Every question is still asked: if the answer to one is not what its parts make, nothing is
written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any, NamedTuple

from companion_numbers import FAR, Numbers, factor, multiplied, templates
from companion_plans import COLUMN, EVERY, PLANS, Plan, matches
from companion_trees import Tree, Trees
from redball.analysis.companion import Kind
from redball.analysis.companion.kinds import Asked, tally_json
from redball.analysis.companion.kinds import lines as lines_of
from redball.analysis.companion.landings import NATIONS
from redball.charts import Charts

LOOKED_UP = (
    "barrage", "facility", "ship-target", "flak", "attrition", "blow", "breakout", "landing", "air-drop",
    "base-capture",
)  # fmt: skip
"""Kinds that are answered here."""
MOST = 50_000
"""Questions of one form."""
UNREACHED = -1
"""Written where no question has a part."""


def answers(kind: Kind, fields: Iterable[Mapping[str, Any]], charts: Charts) -> dict[str, Any]:
    """The parts of the answers to all questions of a form. A number that is typed in stands for all that are answered
    alike.

    Raises ValueError for a form that has too many questions, other answers than its plan makes, or more in them than
    trees of dice.
    """
    form = kind.on(charts)
    plan = PLANS.get(form.maker, Plan())
    counted = {field["name"]: domain(kind, field, charts) for field in fields if field["name"] not in plan.typed}
    typed = {name: Numbers.of(form, charts, plan, counted, name) for name in plan.typed}
    composed = Composed(form, charts, plan, {name: found.examples for name, found in typed.items()} | counted)
    for question in composed.questions():
        composed.ask(question)
    domains = counted | {name: found.data() for name, found in typed.items()}
    return {"domains": domains, "limits": [*plan.limits.items()], "needs": [*plan.needs], **composed.data()}


def domain(kind: Kind, field: Mapping[str, Any], charts: Charts) -> list[Any]:
    """The values of a field. Raises ValueError for one that has no end."""
    if field["type"] == "bool":
        return [False, True]
    if field["type"] == "int" and field["max"] is not None:
        return list(range(field["min"], field["max"] + 1))
    if field["type"] == "choice":
        return list(field["choices"])
    terrain: Iterable[str] = charts.alt.bands if kind.name == "landing" else charts.combat.lines
    known = {"terrain": [name.replace("_", "-") for name in terrain], "nation": list(NATIONS)}
    if field["name"] not in known:
        raise ValueError(f"the values of {field['name']} cannot be counted")
    return known[field["name"]]


class Part(NamedTuple):
    """A part of an answer: what it is, the fields that decide it, and what it is by the places of their values."""

    of: str
    by: tuple[str, ...]
    at: dict[tuple[int, ...], Any]


class Composed:
    """Answers put together from parts. `values` are those of each field, of typed-in numbers an example of each."""

    def __init__(self, form: Kind, charts: Charts, plan: Plan, values: Mapping[str, list[Any]]) -> None:
        self._form, self._charts, self._plan, self._values = form, charts, plan, values
        self._columns = charts.barrage.columns if plan.start else ()
        self._trees = Trees(form.dice, plan.each)
        self._parts: dict[int, Part] = {}
        self._factors: dict[tuple[int, ...], Fraction] = {}

    def questions(self) -> list[dict[str, int]]:
        """Every question, as the place of each value. Raises ValueError if there are too many."""
        every = product(*map(range, map(len, self._values.values())))
        all_at = (dict(zip(self._values, places, strict=True)) for places in every)
        found = [*islice((at for at in all_at if self._plan.allows(self._values_at(at))), MOST + 1)]
        if len(found) > MOST:
            raise ValueError(f"{self._form.name} can be asked in too many ways to write them down")
        return found

    def _values_at(self, at: Mapping[str, int]) -> dict[str, Any]:
        return {name: self._values[name][place] for name, place in at.items()}

    def _question(self, at: Mapping[str, int]) -> dict[str, Any]:
        """The question; examples of a number that is typed in are those after what multiplies it."""
        question = self._values_at(at)
        if not self._plan.factor:
            return question
        decided = tuple([at[name] for name in self._plan.factor.split()])
        if decided not in self._factors:
            far = question | dict.fromkeys(self._plan.typed, str(FAR))
            self._factors[decided] = factor(self._form, self._charts, self._plan, far)
        by = self._factors[decided]
        return question | {name: str(Fraction(question[name]) / by) for name in self._plan.typed}

    def ask(self, at: Mapping[str, int]) -> None:
        """Keep every part of an answer by what decides it. Raises ValueError if that has brought something else."""
        question = self._question(at)
        asked = self._form.ready(self._charts, question)
        if asked.explain or (asked.spread and not self._plan.each):
            raise ValueError("only what the dice alone decide can be written as a tree")
        known = {**at, COLUMN: self._column(asked)}
        for number, (of, by, piece) in enumerate(self._taken_apart(asked, question)):
            part = self._parts.get(number)
            if part is None:
                part = self._parts[number] = Part(of, tuple(self._values) if by == EVERY else tuple(by.split()), {})
            if part.at.setdefault(tuple([known[name] for name in part.by]), piece) != piece:
                raise ValueError(f"{self._form.name}: not {by or 'nothing'} alone decides the {of} of {question}")

    def _column(self, asked: Asked) -> int:
        """The initial column and all shifts, within the table. That is tried where parts are decided by it."""
        if not self._plan.start:
            return 0
        shifting = (line for line in asked.ledger if any(matches(line.chart, of) for of in self._plan.shifts))
        column = self._start(asked) + sum(int(line.amount) for line in shifting)
        return min(max(column, 0), len(self._columns) - 1)

    def _start(self, asked: Asked) -> int:
        return self._columns.index(asked.head["initial_column"])

    def _taken_apart(self, asked: Asked, question: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
        """What every part is, what decides it, and the part. Raises ValueError if something belongs to none of them."""
        plan = self._plan
        if plan.factor:
            yield "factor", plan.factor, str(multiplied(asked.ledger))
        lines = templates(asked.ledger, question, plan)
        ledger = {of: [line for line in lines if matches(line.chart, of)] for of in plan.ledger}
        head = {of: {name: known for name, known in asked.head.items() if matches(name, of)} for of in plan.head}
        if [*chain(*ledger.values())] != lines or [*chain(*head.values())] != [*asked.head]:
            raise ValueError(f"{self._form.name}: the plan has not all of the answer to {question}")
        for of, by in plan.ledger.items():
            yield "shift" if of in plan.shifts else "ledger", by, ledger[of]
        for of, by in plan.head.items():
            yield "head", by, head[of]
        if plan.start:
            yield "start", plan.start, self._start(asked)
        yield "tree", plan.tree, self._tree(asked, question)
        yield "expected", plan.expected, asked.expected
        yield "certain", plan.certain, asked.certain

    def _tree(self, asked: Asked, question: Mapping[str, Any]) -> Tree:
        """The tree of the dice. Raises ValueError if dice thrown for several are not those for one, several times."""
        if not self._plan.each:
            return self._trees.tree(asked.procedure)
        one = self._form.ready(self._charts, {**question, **dict.fromkeys(self._plan.each.values(), 1)})
        tree = self._trees.tree(one.procedure)
        if asked.spread is None or self._trees.spread(tree, question) != asked.spread():
            raise ValueError(f"{self._form.name}: the dice for several are more than those for each: {question}")
        return tree

    def data(self) -> dict[str, Any]:
        """All that is written of the answers; what is equal is written once, and named by its place in a list."""
        lines: dict[str, int] = {}
        pieces: dict[str, int] = {}
        sizes = {COLUMN: range(len(self._columns))} | {name: range(len(x)) for name, x in self._values.items()}

        def place(of: str, piece: Any) -> int:
            if of in ("ledger", "shift"):
                piece = [place_of(line, lines) for line in lines_of(piece)]
            elif of == "certain":
                piece = {name: tally_json(told) for name, told in piece.items()}
            return place_of(piece, pieces)

        parts = [
            {
                "of": part.of,
                "by": part.by,
                "at": [
                    place(part.of, part.at[places]) if places in part.at else UNREACHED
                    for places in product(*(sizes[name] for name in part.by))
                ],
            }
            for part in self._parts.values()
        ]
        return {
            "columns": len(self._columns),
            "lines": [*map(json.loads, lines)],
            "pieces": [*map(json.loads, pieces)],
            "outcomes": self._trees.outcomes(),
            "parts": parts,
        }


def place_of(thing: Any, things: dict[str, int]) -> int:
    """Where a thing stands among others, to which it is added if it is new."""
    return things.setdefault(json.dumps(thing, ensure_ascii=False), len(things))
