"""Random play does not reach everything: whatever it may miss, a directed test names."""

from __future__ import annotations

from pathlib import Path

import redball.server.app
from redball.core.events import Event
from redball.core.kinds import leaves
from redball.core.refusals import REFUSALS
from redball.editions import edition, names

HERE = Path(__file__)
TESTS = "".join(path.read_text() for path in HERE.parent.rglob("test_*.py") if path != HERE)


def test_every_refusal_is_provoked_by_a_directed_test() -> None:
    assert redball.server.app.HANDLERS, "everything that declares refusals is loaded"
    assert all(edition(name).procedures for name in names()), "the rules of every edition, too"
    assert [code for code in sorted(REFUSALS) if code not in TESTS] == []


def test_every_event_is_looked_at_by_a_directed_test() -> None:
    assert [kind.__name__ for kind in leaves(Event) if kind.__name__ not in TESTS] == []
