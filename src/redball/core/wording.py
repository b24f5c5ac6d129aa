"""Actions in words: their templates (`core/shown.py`), filled with the names that one viewer may read.

The page fills the same templates (`web/src/game/choices/template.ts`); a test there checks that both agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol

from redball.core.actions import Action
from redball.core.ledger import show_tokens
from redball.core.telling import capital, counted

FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
PART = re.compile(r"\[([^\]]*)\]")


class ActionNames(Protocol):
    """Names for the fields of actions, as one viewer may read them."""

    def unit(self, uid: str) -> str:
        """A unit."""

    def hex(self, hex_: int) -> str:
        """A hex on the map."""

    def army(self, army: str) -> str:
        """An army."""

    def counter(self, counter: str) -> str:
        """A printed counter, on the map or not."""

    def printed(self, counter: str) -> str:
        """A printed counter with the values on its Combat side."""

    def word(self, value: str) -> str:
        """A value in the edition's words."""


SHOWS: dict[str, Callable[[Any, ActionNames], str]] = {
    "unit": lambda value, names: names.unit(value),
    "hex": lambda value, names: names.hex(value),
    "army": lambda value, names: names.army(value),
    "counter": lambda value, names: names.counter(value),
    "printed": lambda value, names: names.printed(value),
    "supply": lambda value, names: show_tokens(value),
    "points": lambda value, names: counted(value, "point"),
    "nth": lambda value, names: str(value + 1),
    "word": lambda value, names: names.word(plain(value)),
    "capital": lambda value, names: capital(names.word(plain(value))),
}
"""The ways to show a field."""


class Template(NamedTuple):
    """The words of a kind of action; each field in them names the way to show it."""

    text: str
    by: Mapping[str, Mapping[Any, str]]


@cache
def template(kind: type[Action]) -> Template:
    """The words of a kind of action.

    >>> from redball.core.actions import LoadSupply
    >>> template(LoadSupply).text
    '{unit:unit} loads {tokens:supply}'
    """

    def explicit(text: str) -> str:
        return FIELD.sub(lambda found: f"{{{found[1]}:{found[2] or default_show(kind, found[1])}}}", text)

    by = {field: {value: explicit(text) for value, text in texts.items()} for field, texts in kind.shown.by.items()}
    return Template(explicit(kind.shown.text), by)


def default_show(kind: type[Action], field: str) -> str:
    """The way to show a field if the template names none."""
    return "unit" if field in kind.unit_fields else "hex" if field in kind.hex_fields else "word"


def action_text(action: Action, names: ActionNames) -> str:
    """The action as it is offered: `10 Pz/69 Rgt to 12.10 Yelnya`."""
    text, by = template(type(action))
    return _filled(text, by, action, names)


def _filled(text: str, by: Mapping[str, Mapping[Any, str]], action: Action, names: ActionNames) -> str:
    def part(found: re.Match[str]) -> str:
        return next((one for one in found[1].split("|") if all(_says(action, *f) for f in FIELD.findall(one))), "")

    def field(found: re.Match[str]) -> str:
        value = getattr(action, found[1])
        by_value = by.get(found[1], {}).get(value)
        return SHOWS[found[2]](value, names) if by_value is None else _filled(by_value, by, action, names)

    return FIELD.sub(field, PART.sub(part, text))


def _says(action: Action, field: str, show: str) -> bool:
    value = getattr(action, field)
    return value >= 0 if show == "hex" else bool(value)


def plain(value: object) -> str:
    """A value without words of its own, as text."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
