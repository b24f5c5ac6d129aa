"""What markers that slow a side down add to a way: its price with and without them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.rules.ground.trainbusting import markers_in, with_markers
from redball.rules.moving_stack.points import ARREARS, MOVE_GROUND


def added_to(look: Look, side: str, uids: tuple[str, ...]) -> Callable[[tuple[int, ...]], str]:
    """The MP that a way costs one of these units more, the worst off, as text: `2`, `up to 2` if it may put them off,
    "" for nothing. Begin with the look that the side may believe."""
    if side not in markers_in(look.state).values():
        return lambda path: ""
    bare, moving = Look(look.world, with_markers(look.state, {})), frozenset(uids)
    graphs = []
    for unit in map(look.unit, uids):
        arrears = look.policies[ARREARS](look, unit, moving)
        dear = arrears.dear if arrears is not None else look.policies[MOVE_GROUND](look, unit, moving)
        graphs.append((dear, bare.policies[MOVE_GROUND](bare, unit, moving), arrears is not None))

    def added(path: tuple[int, ...]) -> str:
        most, put_off = 0, False
        steps = [(start, look.board.direction(start, end)) for start, end in pairwise(path)]
        for dear, plain, later in graphs:
            costs = [(dear.step_cost(*step), plain.step_cost(*step)) for step in steps if step[1] >= 0]
            more = sum(much - less for much, less in costs if much > 0 and less > 0)
            if more > most:
                most, put_off = more, later
        return ("up to " if put_off else "") + show_mp(most) if most else ""

    return added
