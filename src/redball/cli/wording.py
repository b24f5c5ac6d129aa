"""Actions in words: as a list shows them, and as a player types them."""

from __future__ import annotations

from typing import Any

import msgspec

from redball.core.actions import Action
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.game.sentences import Namer, refusal_text
from redball.game.sight.belief import fogged, visible


class Words:
    """Names of things as one side may read them."""

    def __init__(self, look: Look, viewer: str) -> None:
        self.look = look
        seen = visible(look, viewer) if fogged(look, viewer) else None
        counters = {unit.id: unit.counter for unit in look.state.units.values()}
        self.namer = Namer(look.world, counters, viewer, seen)

    def side(self, side: str) -> str:
        """A side's name."""
        return self.namer.side(side)

    def action(self, action: Action) -> str:
        """`step to: hex 05.04 Gorki`."""
        kind = type(action)
        parts = []
        for field in msgspec.structs.fields(kind):
            value = getattr(action, field.name)
            if value in ("", -1) and field.name in (*kind.unit_fields, *kind.hex_fields, "holder", "via"):
                continue
            if field.name in kind.hex_fields:
                value = self.namer.hex(value)
            elif field.name in kind.unit_fields:
                value = f"{self.namer.unit(value)} ({value})".strip() if self.namer.knows(value) else "an enemy unit"
            elif isinstance(value, bool):
                value = "yes" if value else "no"
            parts.append(f"{field.name.replace('_', ' ')} {value}")
        return f"{tag_of(kind).replace('_', ' ')}{': ' if parts else ''}{', '.join(parts)}"

    def refusal(self, refusal: Refusal) -> str:
        """The sentence, its rule case and the remedy."""
        text, remedy = refusal_text(refusal, self.namer)
        return f"{text} [{refusal.case}]" + (f" Try: {remedy}." if remedy else "")


def tag_of(kind: type[Action]) -> str:
    """`step_to`: how the kind is written in JSON."""
    return str(kind.__struct_config__.tag)


def read_action(look: Look, words: list[str]) -> Action:
    """An action from `step_to hex=05.04`.

    Raises ValueError for an unknown kind, field or hex, msgspec.ValidationError for a value that does not fit.
    """
    kinds = {tag_of(kind): kind for kind in look.world.edition.actions}
    if not words or words[0] not in kinds:
        raise ValueError(f"name a kind of action: {', '.join(kinds)}")
    kind = kinds[words[0]]
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    raw: dict[str, Any] = {"type": words[0]}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in fields:
            raise ValueError(f"{words[0]} takes {', '.join(f'{f}=...' for f in fields) or 'nothing'}, not {word!r}")
        raw[name] = _value(look, kind, name, fields[name], value)
    return look.world.edition.read_action(raw)


def _value(look: Look, kind: type[Action], name: str, wanted: Any, text: str) -> Any:
    if name in kind.hex_fields:
        return look.board.index(text)
    if wanted is bool:
        return text in ("yes", "true", "1")
    if wanted is int:
        return int(text)
    return text
