"""Barrage of 1992: who may lose a step. Tables, shifts and their prices are charts and `prices`.

Cases: E92-barrage-table-number, E92-barrage-table-hq
"""

from __future__ import annotations

from redball.core.look import Look


def may_lose_to_barrage(look: Look, side: str, hex_: int, lost: tuple[str, ...]) -> tuple[str, ...]:
    """Combat units of the owner's choice; the last step of an HQ is never among them."""
    units = look.combat_units_at(hex_, side)
    return tuple(u.id for u in units if look.counter(u).kind != "hq" or look.steps(u) > 1)


POLICIES = {"may_lose_to_barrage": may_lose_to_barrage}
