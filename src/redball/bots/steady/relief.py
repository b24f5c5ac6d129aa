"""Relief: units go where they open a trace to others that have none.

An enemy ZOC shuts a hex to a trace unless a unit stands in it that negates it (4.5b-A). So a single unit that goes to
the right hex can feed a whole pocket. Each such hex is tried with the rules' own trace.
"""

from __future__ import annotations

from redball.bots.steady.scene import Scene
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.trace.tracing import certain_hexes, untraced
from redball.rules.units.abilities import attack_capable

STARVING = 900
"""What it costs a unit to be without trace."""
AN_HQ = 3
"""How many units an HQ counts for."""
NEAR = 8
"""How many hexes from a unit without trace a gap is looked for."""
ONE_MORE = "one more"
"""The id of the unit that is tried."""


def relief(scene: Scene, unit: Unit) -> dict[int, int]:
    """What it is worth to others that the unit stands in a hex: by hex, where it is worth anything. Hexes are tried
    once for all units, with the first that asks, as long as the same units are cut off."""
    look, share = scene.look, scene.guide.hands.relief
    if not share or look.counter(unit).kind not in ("combat", "engineer") or not attack_capable(look, unit):
        return {}
    lost = cut_off(look, scene.side)
    if not lost:
        return {}
    key = ("relief", tuple(other.id for other in lost))
    found: dict[int, int] = scene.note(key, lambda: openings(look, scene.side, unit, lost))
    return {hex_: share * worth // 100 for hex_, worth in found.items()}


def cut_off(look: Look, side: str) -> list[Unit]:
    """The combat units of a side on the map that have no trace."""
    return untraced(look, [u for u in look.own(side) if look.counter(u).is_combat_unit and _on_board(look, u)])


def openings(look: Look, side: str, like: Unit, lost: list[Unit]) -> dict[int, int]:
    """The hexes in which one unit more, such as `like`, would open a trace to some of those that have `lost` it, and
    what that is worth: empty hexes in an enemy ZOC, at the edge of where the side traces."""
    worth = {unit.id: STARVING * served_by(look, unit) for unit in lost}
    found = {}
    for hex_ in gaps(look, side, lost):
        more = like.change(id=ONE_MORE, hex=hex_, marker="")
        there = look.after(look.state.with_units([more]), (ONE_MORE,))
        still = {unit.id for unit in untraced(there, lost)}
        gain = sum(value for uid, value in worth.items() if uid not in still)
        if gain:
            found[hex_] = gain
    return found


def gaps(look: Look, side: str, lost: list[Unit]) -> list[int]:
    """The hexes to try."""
    board, enemy = look.board, look.enemy(side)
    traced, zoc, combat = certain_hexes(look, side), look.facts.zoc[enemy], look.facts.combat_units
    pockets = {unit.hex for unit in lost}
    return [
        hex_
        for hex_ in range(board.size)
        if zoc[hex_]
        and not combat[side][hex_]
        and not combat[enemy][hex_]
        and (traced[hex_] or any(traced[near] for near in board.neighbours(hex_)))
        and min(board.distance(hex_, pocket) for pocket in pockets) <= NEAR
    ]


def served_by(look: Look, unit: Unit) -> int:
    """How many units starve if the unit has no trace: an HQ counts for those it throws to."""
    return AN_HQ if look.counter(unit).kind == "hq" else 1


def _on_board(look: Look, unit: Unit) -> bool:
    return unit.on_map and not look.board.is_box(unit.hex)
