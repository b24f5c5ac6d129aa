"""What each way to meet an option comes to: a step of a unit, a retreat, or nothing (9.10a).

Computed from what the side believes, as the rest of `redball.game.explain`.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from redball.core.battle import DG_HEX, Role
from redball.core.look import Look
from redball.rules.combat.points import ZOC_PRICE
from redball.rules.combat.record import CombatData, execution_of
from redball.rules.combat.results import retreat_of
from redball.rules.combat.retreat import Group, RetreatData, can_march, has_way, refuse_direction, refuse_way


class StackRetreat(Struct, frozen=True):
    """The retreat of one stack. `open` are the hexes that it can enter first, `calm` those of them that cost nothing;
    units without any way are `lost` (9.12-B)."""

    start: int
    open: tuple[int, ...]
    calm: tuple[int, ...]
    lost: tuple[str, ...]


class RetreatTold(Struct, frozen=True):
    """A retreat of `hexes` before its first step. `dg`: its length disorganizes (9.12a-B)."""

    hexes: int
    stacks: tuple[StackRetreat, ...]
    dg: bool


def retreat_told(look: Look, data: CombatData, role: Role) -> RetreatTold:
    """What it would be to meet the rest of an option by a retreat, now. Units that the side does not see are left out:
    they stand under tops that it sees, or came from hexes that it knows."""
    hexes, there = execution_of(data, role).option, look.state.units
    attackers = tuple([uid for uid in data.attackers if uid in there])
    defenders = tuple([uid for uid in data.defenders if uid in there])
    retreat = retreat_of(look, replace(data, attackers=attackers, defenders=defenders), role, hexes)
    return RetreatTold(hexes, tuple(_stack(look, retreat, going) for going in retreat.groups), hexes >= DG_HEX)


def _stack(look: Look, retreat: RetreatData, going: Group) -> StackRetreat:
    first, distance = replace(retreat, groups=(going,)), retreat.distance
    units = [look.unit(uid) for uid in going.units]
    able = [u for u in units if can_march(look, u) and has_way(look, u, going.origin, u.hex, 0, distance)]
    found = [
        hex_
        for hex_ in look.board.away(going.origin, going.origin)
        if able
        and all(
            refuse_way(look, unit, going.origin, unit.hex, hex_, 0, distance) is None
            and refuse_direction(look, first, unit, hex_) is None
            for unit in able
        )
    ]
    prices = {hex_: look.policies[ZOC_PRICE](look, first, hex_) for hex_ in found}
    calm = tuple([hex_ for hex_ in found if not prices[hex_][0] and not prices[hex_][1]])
    lost = tuple([unit.id for unit in units if unit not in able and look.counter(unit).is_combat_unit])
    return StackRetreat(going.origin, tuple(found), calm, lost)
