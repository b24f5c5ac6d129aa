"""When a turn begins, for rules that hold from a day or up to one."""

from __future__ import annotations

from datetime import datetime

from redball.core.look import Look

FORMAT = "%d %b %Y"
"""How scenarios write their dates."""


def turn_begins(look: Look) -> datetime | None:
    """The first day of the turn; None if the scenario gives no dates."""
    dates, turn = look.world.scenario.dates, look.state.clock.turn
    return datetime.strptime(dates[turn - 1], FORMAT) if 1 <= turn <= len(dates) else None
