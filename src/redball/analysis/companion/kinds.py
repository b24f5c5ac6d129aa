"""Kinds of roll for the table companion: each has a question, its dice and a procedure of the rules.

Questions come as plain fields, from a command line, a page or JSON, and are checked here: anything missing or wrong is
reported in one sentence. Answers are plain data; every number opens into ledger lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Struct

from redball.analysis.companion.questions import Question
from redball.analysis.expectation import Source, expectation
from redball.charts import Charts
from redball.core.chances import Rolled, Spread, Throw, Told, spread_of
from redball.core.ledger import Line, Tally

Dice = Literal["one", "two"]
FIELD = re.compile(r"`(?:\$\.)?(\w+)[^`]*`$")
"""The field that a msgspec error is about, its last word."""
BETWEEN = re.compile(r"[\s/_-]+")
"""What may stand between the words of a name."""
STRENGTH = re.compile(r"([+-]?)(\d{1,6}/\d{1,6}|\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})")


Fallen = tuple[tuple[str, int], ...]
"""The dice of one resolution as rolled, by name."""


class AskError(ValueError):
    """An invalid question; the text says what is expected."""


class Asked(Struct, frozen=True):
    """A prepared question: what is known before the dice, why, and the procedure that rolls them.

    `explain` derives one resolution, where that takes more than the dice and their results.
    `spread` is a faster way to the same distribution as walking the procedure. `expected` are the fields of an outcome
    whose expected value is given, with their sources; `certain` is what happens in any case. `look_closer` adds to
    the odds anything else that follows from the whole distribution.
    """

    head: dict[str, Any]
    ledger: tuple[Line, ...]
    procedure: Callable[[Throw], Hashable]
    explain: Callable[[Any, Fallen], tuple[Line, ...]] | None = None
    spread: Callable[[], Spread[Any]] | None = None
    expected: Mapping[str, Source] = {}
    certain: Mapping[str, Tally[int]] = {}
    look_closer: Callable[[Spread[Any]], dict[str, Any]] = lambda spread: {}


class Kind(Struct, frozen=True):
    """One kind of roll. `dice` are the names under which its dice can be told, and how many dice each sum has.

    `maker` is a function `module:name` of this package, which makes a question of this kind ready; it is imported with
    the rules that it needs when somebody asks. `otherwise` is the same kind where the charts have another form of its
    table, one that is called `table`: it has a question and dice of its own, and may have another form in turn. The
    last form whose table the charts have is asked.
    """

    name: str
    title: str
    question: type[Question]
    dice: dict[str, Dice]
    maker: str
    table: str = ""
    otherwise: Kind | None = None

    def on(self, charts: Charts) -> Kind:
        """The form of the kind that these charts have."""
        return next(form for form in reversed(self.forms) if not form.table or form.table in charts.added)

    @property
    def forms(self) -> tuple[Kind, ...]:
        """Every form."""
        return (self,) if self.otherwise is None else (self, *self.otherwise.forms)

    @property
    def all_dice(self) -> dict[str, Dice]:
        """The dice of every form."""
        return {die: count for form in self.forms for die, count in form.dice.items()}

    def make(self, charts: Charts, question: Question) -> Asked:
        """The question made ready by `maker`. Raises AskError, ValueError or KeyError for what the charts lack."""
        module, _, function = self.maker.partition(":")
        made: Asked = getattr(import_module(f"redball.analysis.companion.{module}"), function)(charts, question)
        return made

    def ask(self, fields: Mapping[str, Any]) -> Question:
        """The question from plain fields.

        Raises AskError with one sentence: the field, and what is expected.
        """
        try:
            return msgspec.convert(self._as_named(fields), self.question, strict=False)
        except msgspec.ValidationError as error:
            raise AskError(f"{self.name}: {plain(str(error))}{self._meaning(str(error))}") from error

    def _as_named(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields, with choices as the question calls them."""
        known = choices_of(self.question)
        found = dict(fields)
        for field, value in fields.items():
            if isinstance(value, str) and field in known:
                found[field] = known[field].get(plain_name(value), value)
        return found

    def _meaning(self, text: str) -> str:
        """The meaning of the field that a msgspec error names."""
        named = FIELD.search(text)
        hint = get_type_hints(self.question, include_extras=True).get(named[1]) if named else None
        metas = (meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
        return next((f" ({meta.description})" for meta in metas if meta.description), "")

    def ready(self, charts: Charts, fields: Mapping[str, Any]) -> Asked:
        """The prepared question. Raises AskError."""
        question = self.ask(fields)
        try:
            return self.make(charts, question)
        except (ValueError, KeyError) as error:
            text = error.args[0] if error.args else error
            raise AskError(f"{self.name}: {text}") from error

    def odds(self, charts: Charts, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The exact distribution: `outcomes` with `p` as a fraction and `chance` as a number. Raises AskError."""
        asked = self.on(charts).ready(charts, fields)
        spread = asked.spread() if asked.spread else spread_of(asked.procedure)
        outcomes = [{**as_plain(o), "p": str(p), "chance": float(p)} for o, p in spread]
        expected: dict[str, Tally[int] | Tally[Fraction]] = {**asked.certain}
        expected |= {name: expected_of(spread, name, of) for name, of in asked.expected.items()}
        return {
            "kind": self.name,
            **asked.head,
            "outcomes": outcomes,
            "expected": {name: float(told.value) for name, told in expected.items()},
            "expected_ledgers": {name: tally_json(told) for name, told in expected.items()},
            **asked.look_closer(spread),
            "ledger": lines(asked.ledger),
        }

    def roll(
        self, charts: Charts, fields: Mapping[str, Any], dice: Mapping[str, list[int]], source: Random | None = None
    ) -> dict[str, Any]:
        """One resolution with the given dice; the others are rolled. Players throw all dice of a kind at once, so dice
        that are not needed are allowed, those of another form too: the answer has them as `unused`. Raises AskError."""
        form = self.on(charts)
        asked = form.ready(charts, fields)
        known = self.all_dice
        unknown = sorted(set(dice) - set(known))
        if unknown:
            raise AskError(f"{self.name}: there are no dice called {unknown[0]}; there are: {', '.join(form.dice)}")
        thrown = Rolled(source or Random())
        told = Told(dice, thrown)
        noting = Noting(told)
        try:
            outcome = asked.procedure(noting)
            unused = {name: [getattr(told, known[name])(name) for _ in left] for name, left in told.unused.items()}
        except ValueError as error:
            raise AskError(f"{self.name}: {error}") from error
        return {
            "kind": self.name,
            **asked.head,
            **as_plain(outcome),
            "thrown": thrown.dice,
            "unused": unused,
            "ledger": lines((*asked.ledger, *form._explained(asked, outcome, tuple(noting.fallen)))),
        }

    def _explained(self, asked: Asked, outcome: Any, fallen: Fallen) -> tuple[Line, ...]:
        """The dice by name, the chart's result, and every amount that follows."""
        if asked.explain is not None:
            return asked.explain(outcome, fallen)
        source = next(iter(asked.expected.values()))
        many = {"two": "two dice", "one": "one die"}
        dice = [Line(str(value), f"{name}: {many[self.dice[name]]}", *source) for name, value in fallen]
        result = [Line(label(outcome), "result", *source)] if label(outcome) else []
        came = [
            Line(brought(getattr(outcome, name)), name.replace("_", " "), *of) for name, of in asked.expected.items()
        ]
        return (*dice, *result, *came)


class Noting:
    """A throw that records the dice."""

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self.fallen: list[tuple[str, int]] = []

    def one(self, name: str = "die") -> int:
        """One die."""
        self.fallen.append((name, self._throw.one(name)))
        return self.fallen[-1][1]

    def two(self, name: str = "dice") -> int:
        """Two dice."""
        self.fallen.append((name, self._throw.two(name)))
        return self.fallen[-1][1]


def brought(value: object) -> str:
    """A field of an outcome in a ledger."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def plain(text: str) -> str:
    """A msgspec sentence without its notation for places."""
    text = text.replace(" - at `$.", " for `").replace("Object missing required field", "missing")
    text = text.replace("Object contains unknown field", "there is no field")
    return text[:1].lower() + text[1:]


def as_plain(value: Any) -> Any:
    """Records as plain data, fractions as text."""
    return msgspec.to_builtins(value, enc_hook=str)


def lines(ledger: Iterable[Line]) -> list[dict[str, str]]:
    """Ledger lines as plain data."""
    return [{"amount": x.amount, "reason": x.reason, "case": x.case, "chart": x.chart} for x in ledger]


def tally_json(tally: Tally[int] | Tally[Fraction]) -> dict[str, Any]:
    """A number with its terms as plain data."""
    return {"title": tally.title, "total": tally.total, "lines": lines(tally.lines)}


def expected_of(spread: Spread[Any], name: str, source: Source) -> Tally[Fraction]:
    """The expected value of a field of the outcomes: a number, yes or no, or a fraction as text."""

    def worth(outcome: Any) -> Fraction | int:
        value = getattr(outcome, name)
        return int(value) if isinstance(value, bool) else Fraction(value)

    return expectation(name.replace("_", " "), spread, worth, label, source)


def label(outcome: Any) -> str:
    """The chart's result for an outcome, or "" if there is none."""
    if hasattr(outcome, "percent"):
        return f"{outcome.percent} %"
    return str(getattr(outcome, "result", ""))


@cache
def choices_of(question: type[Question]) -> dict[str, dict[str, str]]:
    """The choices of every field that has some, by their plain names: found once, because hints are slow to read."""
    hints = get_type_hints(question)
    found = {
        field: {plain_name(one): one for one in get_args(hint) if isinstance(one, str)} for field, hint in hints.items()
    }
    return {field: choices for field, choices in found.items() if choices}


def plain_name(text: str) -> str:
    """A name as the charts call it, however a player writes it.

    >>> plain_name("Very Close"), plain_name("open/village"), plain_name("Air-base")
    ('very_close', 'open_village', 'air_base')
    """
    return BETWEEN.sub("_", text.strip().lower())


def hyphened(name: str) -> str:
    """A name of the charts as players write it."""
    return name.replace("_", "-")


def named(text: str, known: Iterable[str], field: str) -> str:
    """One of the names that the charts know. Raises AskError."""
    names = list(known)
    if plain_name(text) not in names:
        raise AskError(f"{field} must be one of {', '.join(map(hyphened, names))}, not {text!r}")
    return plain_name(text)


def only_with(asked: Question, field: str, of: str, value: str) -> None:
    """Refuse a field that is set, unless another one has a value. Raises AskError."""
    if getattr(asked, field) and getattr(asked, of) != value:
        raise AskError(f"{field} needs {of} {value}, and it is {getattr(asked, of)}")


def quarters(text: str, name: str) -> int:
    """RE in quarters. Raises AskError."""
    size = strength(text, name) * 4
    if size.denominator != 1:
        raise AskError(f"{name} is counted in quarters, and {text} is none")
    return int(size)


def strength(text: str, name: str) -> Fraction:
    """A strength as players write it: 7, 3.5 or 7/2.

    Raises AskError.

    >>> strength("3.5", "attack"), strength("7/2", "attack")
    (Fraction(7, 2), Fraction(7, 2))
    """
    found = STRENGTH.fullmatch(text.strip())
    if found is None or re.search(r"/0+$", found[2]):
        raise AskError(f"{name} must be a strength like 7, 3.5 or 7/2, not {text!r}")
    value = Fraction(found[2])
    if found[1] == "-" and value:
        raise AskError(f"{name} must not be negative, and is {text}")
    return value
