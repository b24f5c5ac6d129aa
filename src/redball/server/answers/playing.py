"""The answer to an action: the new view or what changed in it, what happened, and the refusal if there is one."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from redball.core.refusals import Refusal
from redball.game.sentences import ToldRefusal
from redball.game.view.journal import Entry
from redball.game.view.whole import View
from redball.server.answers.asked import told
from redball.server.answers.changes import Changes, changes
from redball.server.session import Session


class Taken(Struct, frozen=True, kw_only=True):
    """The new view, or `changes` of the one that the client holds, and the `mark` that names the new one; what the
    viewer learnt, and how many actions were `taken` (0 for undo). `refusal`: why the call, or the rest of it, was
    refused; `error`: its sentence, where every failed call has one. `more`, for bots only: a bot must still decide."""

    view: View | UnsetType = UNSET
    changes: Changes | UnsetType = UNSET
    mark: str
    events: list[Entry]
    taken: int
    refusal: ToldRefusal | UnsetType = UNSET
    error: str | UnsetType = UNSET
    more: bool | UnsetType = UNSET


def taken(
    session: Session, side: str, since: int, refused: Refusal | None, holds: str = "", *, more: bool | UnsetType = UNSET
) -> Taken:
    """The answer to a call on the state with number `since` by a client that holds the view with a mark (""; none)."""
    held, now = session.show(side, holds)
    refusal = UNSET if refused is None else told(session, side, refused)
    return Taken(
        view=now.view if held is None else UNSET,
        changes=UNSET if held is None else changes(held, now.view),
        mark=now.mark,
        events=session.journal.read(side, since + 1),
        taken=len(session.game.records) - since,
        refusal=refusal,
        error=UNSET if refusal is UNSET else refusal.text,
        more=more,
    )
