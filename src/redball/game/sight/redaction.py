"""What one side may read of the other's actions: in an event, a ledger, or the record of an open procedure.

The other side's stacks stay closed: which units are in them, how many, and what they lost or spent.

Cases: 4.9a-B, 4.9b, 4.9c
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from redball.core import events as ev
from redball.core.battle import Kind
from redball.core.events import Event, UnitEvent
from redball.core.ledger import Ledger, Line, signed
from redball.core.look import Look
from redball.core.procedures import Choose
from redball.core.world import World
from redball.game.sentences import Namer
from redball.game.sight.belief import fogged, out_of_sight, visible
from redball.rules.barrage.chart import AT_UNITS
from redball.rules.combat.points import COMBAT_RESULT
from redball.rules.combat.record import CombatData, Execution, SupplyStage
from redball.rules.combat.told import barrage_in_words, in_words

PUBLIC_FIELDS = ("side", "hex", "kind", "target", "begun")
"""The fields of the other side's decision that say what it is about."""

RATING = "9.6-A"
TOTAL = "9.7"


def tellable(event: Event, namer: Namer) -> bool:
    """Whether the viewer learns of the event at all."""
    if namer.seen is None or event.side == namer.viewer:
        return True
    if event.audience == "own":
        return False
    hidden = isinstance(event, UnitEvent) and event.unit not in namer.seen
    return not hidden or event.openly


def namer_for(event: Event, namer: Namer) -> Namer:
    """The namer for one event. It hides which enemy unit lost a step, even if the viewer sees the unit."""
    theirs = namer.seen is not None and event.side != namer.viewer
    if theirs and isinstance(event, ev.StepLost) and not event.destroyed:
        return namer.without(event.unit)
    return namer


class Details(Struct, frozen=True, kw_only=True):
    """The numbers of an event. Those that it does not have, or that are hidden from the viewer, are left out.

    Strengths and odds are as players write them, `column` as in the table; `tokens`, `mp` (1/12), `steps`, `destroyed`
    and `captured` (tokens or steps) are numbers; `kind` is the kind of combat or of DG. `meaning` is what `result`
    asks of both sides, in words.
    """

    ledger: Ledger | UnsetType = UNSET
    ledgers: tuple[Ledger, ...] | UnsetType = UNSET
    odds: str | UnsetType = UNSET
    column: str | UnsetType = UNSET
    line: str | UnsetType = UNSET
    drm: int | UnsetType = UNSET
    attack: str | UnsetType = UNSET
    defend: str | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    result: str | UnsetType = UNSET
    meaning: str | UnsetType = UNSET
    shift: int | UnsetType = UNSET
    who: str | UnsetType = UNSET
    tokens: int | UnsetType = UNSET
    mp: int | UnsetType = UNSET
    steps: int | UnsetType = UNSET
    destroyed: bool | int | UnsetType = UNSET
    captured: int | UnsetType = UNSET
    strength: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    method: str | UnsetType = UNSET
    purpose: str | UnsetType = UNSET
    mode: str | UnsetType = UNSET


def details(event: Event, namer: Namer) -> Details:
    """The numbers of an event, without those hidden from the viewer."""
    shown = event
    if namer.seen is not None:
        if isinstance(event, ev.OddsSet):
            shown = replace(event, ledgers=tuple(disclosed(event.ledgers, namer)))
        elif isinstance(event, ev.AttritionResult) and event.side != namer.viewer:
            shown = replace(event, ledger=replace(event.ledger, lines=()))
    hidden = isinstance(event, UnitEvent) and namer.seen is not None and event.unit not in namer.seen
    fields = {name: value for name, value in asdict(shown).items() if value is not None}
    wanted = fields.keys() & set(Details.__struct_fields__) - ({"mp"} if hidden else set())
    return Details(**{name: fields[name] for name in wanted}, meaning=meaning(event, namer.world))


def meaning(event: Event, world: World) -> str | UnsetType:
    """What a result of the Combat Table, or of the Barrage Table against units, asks of both sides; unset for other
    events."""
    if isinstance(event, ev.CombatResolved):
        kind: Kind = "overrun" if event.kind == "overrun" else "regular"
        return in_words(world.policies[COMBAT_RESULT](world.charts, event.result), kind)
    if isinstance(event, ev.BarrageResolved) and event.ledger.title == AT_UNITS:
        return barrage_in_words(world.charts.barrage.codes[event.result], event.steps)
    return UNSET


def disclosed(ledgers: Iterable[Ledger], namer: Namer) -> Iterable[Ledger]:
    """4.9b: for the other side, show the Action Rating and the total strength, but not the units and their terms."""
    for ledger in ledgers:
        kept: list[Line] = []
        for theirs, group in groupby(ledger.lines, key=lambda line: namer.is_theirs(line.unit)):
            lines = list(group)
            kept += _anonymous(lines) if theirs else lines
        if kept or not ledger.lines or all(line.case == TOTAL for line in ledger.lines):
            yield replace(ledger, lines=tuple(kept))


def _anonymous(lines: list[Line]) -> list[Line]:
    """Of a rating only what it comes to; of other terms nothing."""
    if lines[0].case != RATING:
        return []
    return [Line(signed(sum(int(line.amount) for line in lines)), "Action Rating of the enemy", RATING)]


def decision_data(look: Look, data: Any, step: Choose, viewer: str, *, yours: bool) -> Any:
    """The record of the open procedure, as plain data for a viewer."""
    if not fogged(look, viewer):
        return msgspec.to_builtins(data)
    if not yours:
        plain = msgspec.to_builtins(data)
        public = ("side",) if step.secret else PUBLIC_FIELDS
        return _without_hidden({k: v for k, v in plain.items() if k in public}, look, viewer)
    if isinstance(data, CombatData):
        data = _own_part(data, step, viewer)
    return _without_hidden(msgspec.to_builtins(data), look, viewer)


def _own_part(data: CombatData, step: Choose, viewer: str) -> CombatData:
    """The combat record without what the other side paid and lost."""
    attacks = viewer == data.side
    stage = data.supply if step.name == ("attacker_supply" if attacks else "defender_supply") else SupplyStage()
    mine, other = (data.attack, data.defence) if attacks else (data.defence, data.attack)
    other = Execution(retreat=other.retreat, failed=other.failed)
    return replace(data, supply=stage, attack=mine if attacks else other, defence=other if attacks else mine)


def _without_hidden(plain: Any, look: Look, viewer: str) -> Any:
    """Plain data without the ids of units, aircraft and ships that the viewer may not see."""
    seen = visible(look, viewer)
    if isinstance(plain, str):
        unseen = plain in look.state.units and plain not in seen
        return None if unseen or plain in out_of_sight(look, viewer) else plain
    if isinstance(plain, list | tuple):
        items = [_without_hidden(item, look, viewer) for item in plain]
        return [item for item in items if item is not None]
    if isinstance(plain, dict):
        return {key: _without_hidden(value, look, viewer) for key, value in plain.items()}
    return plain


def texts_in(plain: Any) -> Iterator[str]:
    """Every text in plain data, such as the ids in a record."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for one in plain.values():
            yield from texts_in(one)
    elif isinstance(plain, list | tuple):
        for one in plain:
            yield from texts_in(one)
