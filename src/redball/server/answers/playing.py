"""The answer to an action: the new view or what changed in it, what happened, and the refusal if there is one."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from redball.core.refusals import Refusal
from redball.game.plan.formations import Left
from redball.game.sentences import ToldRefusal
from redball.game.view.lines import Entry
from redball.game.view.whole import View
from redball.server.answers.asked import told
from redball.server.answers.changes import Changes, changes
from redball.server.session import Session


class NotOrdered(Struct, frozen=True):
    """Units that a series left as they were, and why."""

    units: tuple[str, ...]
    refusal: ToldRefusal


class PlayerTurnProgress(Struct, frozen=True):
    """How far a Player Turn is: the number of its present step, from 0, and how many it has: none outside of
    one. Some take long."""

    step: int
    steps: int


class BotThinks(Struct, frozen=True):
    """A bot plans before it acts: `done` pieces of the work, `of` at most so many."""

    done: int
    of: int


class Taken(Struct, frozen=True, kw_only=True):
    """The new view, or `changes` of the one that the client holds, and the `mark` that names the new one. `events` are
    the viewer's lines from action number `since` on (their `first`): they take the place of those that the client has,
    because a line grows with its move, and an undo shortens it. `taken`: how many actions were taken (0 for undo).
    `refusal`: why the call, or the rest of it, was refused; `error`: its sentence, where every failed call has one.
    `left`: what a series of orders left, and why. For bots only: `more`, a bot must still decide; `progress` of its
    Player Turn, and how far it is with what it `thinks` about before its next action."""

    view: View | UnsetType = UNSET
    changes: Changes | UnsetType = UNSET
    mark: str
    since: int
    events: list[Entry]
    taken: int
    refusal: ToldRefusal | UnsetType = UNSET
    error: str | UnsetType = UNSET
    left: tuple[NotOrdered, ...] | UnsetType = UNSET
    more: bool | UnsetType = UNSET
    progress: PlayerTurnProgress | UnsetType = UNSET
    thinks: BotThinks | UnsetType = UNSET


def taken(
    session: Session,
    side: str,
    since: int,
    refused: Refusal | None,
    holds: str = "",
    *,
    left: tuple[Left, ...] = (),
    more: bool | UnsetType = UNSET,
) -> Taken:
    """The answer to a call on the state with number `since` by a client that holds the view with a mark (""; none)."""
    held, now = session.show(side, holds)
    again, lines = session.journal.again(side, since + 1)
    refusal = UNSET if refused is None else told(session, side, refused)
    return Taken(
        view=now.view if held is None else UNSET,
        changes=UNSET if held is None else changes(held, now.view),
        mark=now.mark,
        since=again,
        events=lines,
        taken=len(session.game.records) - since,
        refusal=refusal,
        error=UNSET if refusal is UNSET else refusal.text,
        left=tuple(NotOrdered(one.units, told(session, side, one.refusal)) for one in left) or UNSET,
        more=more,
        progress=UNSET if more is UNSET else PlayerTurnProgress(*session.progress()),
        thinks=_thinks(session) if more is True else UNSET,
    )


def _thinks(session: Session) -> BotThinks | UnsetType:
    done, of = session.thought()
    return BotThinks(done, of) if of else UNSET
