"""Actions in words: as a list shows them, and as a player types them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from redball.core.actions import Action, Done
from redball.core.engine import decision
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.telling import capital, with_id
from redball.core.wording import action_text
from redball.game.sentences import Namer, refusal_text
from redball.game.sight.belief import fogged, knows
from redball.game.view.segment_ends import end_named


class Words:
    """Names of things as one side may read them: in actions with the ids by which players type them. `done`: what a
    `Done` that names nothing does now (`segment_ends.done_text`)."""

    def __init__(self, look: Look, viewer: str, done: str = "") -> None:
        self.look = look
        self.done = done
        seen = knows(look, viewer) if fogged(look, viewer) else None
        counters = {unit.id: unit.counter for unit in look.state.units.values()}
        self.namer = Namer(look.world, counters, viewer, seen)

    def side(self, side: str) -> str:
        """A side's name."""
        return self.namer.side(side)

    def unit(self, uid: str) -> str:
        """`AR 90 Rgt (ax-ar)`, or "an enemy unit"."""
        return with_id(self.namer.unit(uid), uid) if self.namer.knows(uid) else self.namer.unit(uid)

    def hex(self, hex_: int) -> str:
        """`05.04 Gorki`."""
        return self.namer.hex(hex_)

    def army(self, army: str) -> str:
        """`2nd Panzer Army (2pz)`."""
        command = self.look.world.scenario.command
        sides = command.sides.values() if command is not None else ()
        name = next((one.name for side in sides for one in side.armies if one.id == army), "army")
        return with_id(name, army)

    def counter(self, counter: str) -> str:
        """A printed counter: nobody hides what there is to choose from."""
        return with_id(Namer(self.look.world, {}, "", None).unit(counter), counter)

    def printed(self, counter: str) -> str:
        """`bd3 Rgt (bd3), 4-3-3`."""
        known = self.look.world.counters.get(counter)
        face = known.combat if known is not None else None
        if face is None:
            return self.counter(counter)
        strength = "" if face.strength is None else face.strength
        return f"{self.counter(counter)}, {strength}-{face.action_rating}-{show_mp(face.ma)}"

    def word(self, value: str) -> str:
        """A value of an action as the edition calls it at the open decision; an aircraft or a ship with its id."""
        aircraft = self.look.world.scenario.aircraft.get(value)
        if aircraft is not None:
            return with_id(aircraft.name, value)
        ship = self.look.world.scenario.ships.get(value)
        if ship is not None:
            return with_id(ship.name, value)
        craft = self.look.world.scenario.craft.get(value.split("/")[0])
        if craft is not None:
            return with_id(craft.called, value)
        return self._said.get(value, value.replace("_", " "))

    @cached_property
    def _said(self) -> dict[str, str]:
        open_ = decision(self.look)
        return dict(open_.step.words) if open_ is not None else {}

    def action(self, action: Action) -> str:
        """`To 05.04 Gorki  [step_to]`: the words, and the kind as a player types it."""
        named = ""
        if isinstance(action, Done):
            named = end_named(self.look.world, action.ends) if action.ends else self.done
        return f"{named or capital(action_text(action, self))}  [{tag_of(type(action))}]"

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
