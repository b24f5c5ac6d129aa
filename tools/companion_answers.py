"""Complete answers of the table companion as data, for kinds of question with at most a few thousand variants.

The page's data gets what Python makes of each question: what is known before the dice, the ledger, and a tree of what
every dice roll leads to. The page only looks it up, so these tables have no second home there. Equal things are written
once, and referred to by their index in a list.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping
from itertools import product
from typing import Any

from redball.analysis.companion import Kind
from redball.analysis.companion.kinds import Asked, as_plain, lines
from redball.analysis.companion.landings import NATIONS
from redball.charts import Charts
from redball.core.chances import PIPS, SUMS

WHOLE = ("flak", "attrition", "breakout", "landing", "air-drop")
"""Kinds answered completely."""
MOST = 10_000
"""Limit for the questions of one form; a phone must load the answers to all of them."""


def answers(kind: Kind, fields: Iterable[Mapping[str, Any]], charts: Charts) -> dict[str, Any]:
    """The answers to every question of a form. Each question has the indices of its `head`, `ledger`, `tree` and
    `expected`. Questions are in the order of the values of the fields, the last field varying fastest.

    Raises ValueError for a form with too many questions, or one that is more than a tree of dice.
    """
    domains = {field["name"]: domain(field, charts) for field in fields}
    questions = [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]
    if len(questions) > MOST:
        raise ValueError(f"{kind.name} has {len(questions)} questions, too many to write down")
    shared, form = Shared(), kind.on(charts)
    rows = [shared.asked(form.ready(charts, question), form.dice) for question in questions]
    columns = zip(("head", "ledger", "tree", "expected"), zip(*rows, strict=True), strict=True)
    return {"domains": domains, **shared.lists(), "asked": dict(columns)}


def domain(field: Mapping[str, Any], charts: Charts) -> list[Any]:
    """The values of a field. Raises ValueError if they are unlimited."""
    if field["type"] == "bool":
        return [False, True]
    if field["type"] == "int" and field["max"] is not None:
        return list(range(field["min"], field["max"] + 1))
    if field["type"] == "choice":
        return list(field["choices"])
    known = {"terrain": [name.replace("_", "-") for name in charts.alt.bands], "nation": list(NATIONS)}
    if field["name"] not in known:
        raise ValueError(f"the values of {field['name']} cannot be counted")
    return known[field["name"]]


class Shared:
    """Lists without duplicates."""

    def __init__(self) -> None:
        self._lists: dict[str, dict[str, int]] = {
            name: {} for name in ("heads", "lines", "ledgers", "outcomes", "trees", "expected")
        }

    def place(self, name: str, thing: Any) -> int:
        """The index of a thing in a list, adding it if new."""
        found = self._lists[name]
        return found.setdefault(json.dumps(thing, ensure_ascii=False), len(found))

    def asked(self, asked: Asked, dice: Mapping[str, str]) -> tuple[int, int, int, int]:
        """The indices for a prepared question. Raises ValueError if it is more than a tree of dice."""
        if asked.explain or asked.spread or asked.certain:
            raise ValueError("only what the dice alone decide can be written as a tree")
        ledger = [self.place("lines", line) for line in lines(asked.ledger)]
        expected = {name: [source.case, source.chart] for name, source in asked.expected.items()}
        return (
            self.place("heads", asked.head),
            self.place("ledgers", ledger),
            self.place("trees", self.tree(asked, dice, ())),
            self.place("expected", expected),
        )

    def tree(self, asked: Asked, dice: Mapping[str, str], fallen: tuple[int, ...]) -> Any:
        """What the next dice lead to: their name, and for each value a tree or the index of an outcome."""
        script = Script(fallen)
        try:
            outcome: Hashable = asked.procedure(script)
        except Next as wanted:
            values = SUMS if dice[wanted.name] == "two" else PIPS
            return [wanted.name, [self.tree(asked, dice, (*fallen, value)) for value in values]]
        return self.place("outcomes", as_plain(outcome))

    def lists(self) -> dict[str, Any]:
        """The lists as plain data."""
        return {name: [json.loads(thing) for thing in found] for name, found in self._lists.items()}


class Next(Exception):
    """The procedure rolls dice that the script does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Script:
    """Scripted dice. Raises Next when they run out."""

    def __init__(self, fallen: tuple[int, ...]) -> None:
        self._left = list(fallen)

    def one(self, name: str = "die") -> int:
        """One die."""
        if not self._left:
            raise Next(name)
        return self._left.pop(0)

    def two(self, name: str = "dice") -> int:
        """The sum of two dice."""
        return self.one(name)
