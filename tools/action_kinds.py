"""What the page knows of each kind of action, written from the kinds themselves (`Action.shown`).

`web/src/game/choices/kind-table.ts` is the table; `web/tests/kinds.fixtures.json` has sample actions of every kind with
the words that Python makes of them, to which the page's own filling of the templates is held.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from redball.core.actions import Action
from redball.core.shown import Mark
from redball.core.wording import action_text, template
from redball.server.description import every_action
from web_client import WEB

TABLE = WEB / "src" / "game" / "choices" / "kind-table.ts"
SAMPLES = WEB / "tests" / "kinds.fixtures.json"
HEAD = """\
// Written by tools/api_types.py from the kinds of action themselves. Not for changing by hand.

import type { ActionType } from '../types'
import type { Kind } from './kinds'

export const KINDS: Readonly<Record<ActionType, Kind>> = {
"""
FLAGS = {"takes_up": "takesUp", "step_key": "stepKey", "in_hand": "inHand", "pays": "pays", "arrives": "arrives"}
NUMBERS = (6, 1, 0)
"""Numbers of the samples: tokens, points, groups."""


class Said:
    """Names that say what kind of thing they name."""

    def unit(self, uid: str) -> str:
        return f"unit {uid}"

    def hex(self, hex_: int) -> str:
        return f"hex {hex_}"

    def army(self, army: str) -> str:
        return f"army {army}"

    def counter(self, counter: str) -> str:
        return f"counter {counter}"

    def printed(self, counter: str) -> str:
        return f"printed {counter}"

    def word(self, value: str) -> str:
        return value.replace("_", " ")


def files() -> dict[Path, str]:
    """What is written, by its place."""
    kinds = sorted(every_action(), key=tag_of)
    lines = [f"  {tag_of(kind)}: {json.dumps(entry(kind), ensure_ascii=False)}" for kind in kinds]
    rows = [json.dumps([msgspec.to_builtins(a), action_text(a, Said())]) for kind in kinds for a in samples(kind)]
    return {TABLE: HEAD + ",\n".join(lines) + "\n}\n", SAMPLES: "[\n" + ",\n".join(rows) + "\n]\n"}


def tag_of(kind: type[Action]) -> str:
    """How the kind is written in JSON."""
    return str(kind.__struct_config__.tag)


def entry(kind: type[Action]) -> dict[str, Any]:
    """A kind as the page has it: nothing is said of what is as usual."""
    shown, (text, by) = kind.shown, template(kind)
    hex_ = {"spot" if shown.spot else "hex": "hex"} if "hex" in kind.hex_fields else {}
    mark = msgspec.to_builtins(shown.mark) if isinstance(shown.mark, Mark) else shown.mark
    return {
        "group": shown.group,
        "weight": shown.weight,
        "text": text,
        **({"by": {field: {written(v): t for v, t in texts.items()} for field, texts in by.items()}} if by else {}),
        **({"place": shown.place} if shown.place != "list" else {}),
        **({"click": shown.click} if shown.click else {}),
        **({"mark": mark} if mark else {}),
        **hex_,
        **({"unit": "unit"} if "unit" in kind.unit_fields else {}),
        **{page: True for flag, page in FLAGS.items() if getattr(shown, flag)},
    }


def written(value: object) -> str:
    """A value as the page reads it: `true`, `3`, `full`."""
    return value if isinstance(value, str) else json.dumps(value)


def samples(kind: type[Action]) -> Iterator[Action]:
    """A full action of the kind, and for each field one with each of the field's other values."""
    values = {field.name: values_of(kind, field) for field in msgspec.structs.fields(kind)}
    full = kind(**{name: first for name, (first, *_) in values.items()})
    yield full
    for name, (_, *others) in values.items():
        yield from (msgspec.structs.replace(full, **{name: other}) for other in others)


def values_of(kind: type[Action], field: msgspec.structs.FieldInfo) -> list[Any]:
    """Values that a field of the kind may have."""
    if field.name in kind.hex_fields or field.name in kind.unit_fields:
        thing, nothing = (9, -1) if field.name in kind.hex_fields else (field.name, "")
        return [thing, nothing] if field.name in kind.may_be_none else [thing]
    told = list(kind.shown.by.get(field.name, ()))
    if field.type is bool:
        return [True, False]
    if field.type is int:
        return told or [*NUMBERS]
    return [*told, "any_word"]
