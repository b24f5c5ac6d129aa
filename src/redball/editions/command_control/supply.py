"""Trace supply through HQs: an HQ serves as many units for free as it may command; others eat.

A unit that traces directly counts against no HQ (C1.4-direct). HQs and units are matched so that as many as possible
are served: a unit is refused only if no exchange between HQs makes room. The choice is made
again in every Supply Phase. Units left over eat off the map at the price of the series rules, the same as in the
source, or go Out of Supply.

Cases: C1.4-limit, C1.4-extra, C1.4-direct
"""

from __future__ import annotations

from typing import Any

from redball.board.hexes import NO_HEX
from redball.core.look import Look
from redball.editions.command_control import slots
from redball.rules.trace.tracing import Way, channels_of, coverage, members

LIMIT = "C1.4-limit"
"""The case for units that could trace but find no room."""


def supplied_freely(look: Look, side: str, results: dict[str, Any]) -> dict[str, Any]:
    """Each unit's way if some HQ has room for it, not always the nearest (C1.4-limit)."""
    if slots.side_command(look, side) is None:
        return results
    wanted = requests(look, side, results)
    served = Matching(look, wanted)
    changed = dict(results)
    for slot, uids in wanted.units.items():
        via = served.hq_of.get(slot)
        for uid in uids:
            way = channels_of(look, look.unit(uid)).get((via, NO_HEX)) if via is not None else None
            changed[uid] = (way, "" if way is not None else LIMIT)
    return changed


class Requests:
    """The slots that need room in an HQ: their units that trace through one, and the HQs that could serve them."""

    def __init__(self) -> None:
        self.units: dict[str, list[str]] = {}
        self.hqs: dict[str, tuple[str, ...]] = {}


def requests(look: Look, side: str, results: dict[str, Any]) -> Requests:
    """Units that trace through an HQ and need a slot; a direct trace needs none (C1.4-direct)."""
    found = Requests()
    formations = members(look, side)
    for uid, (way, _) in results.items():
        unit = look.unit(uid)
        if way is None or not way.via or way.via == uid or not slots.class_of(look, unit):
            continue
        slot = slots.slot_of(look, unit)
        found.units.setdefault(slot, []).append(uid)
        if slot not in found.hqs:
            found.hqs[slot] = _choices(look, formations.get(slot, (unit,)), way)
    return found


def _choices(look: Look, units: tuple[Any, ...], way: Way) -> tuple[str, ...]:
    """The HQs through which as many units of a slot trace as through the one that they would use, that one first."""
    covered = {via: uids for (via, _), uids in coverage(look, units).items() if via}
    most = len(covered.get(way.via, ()))
    others = sorted(via for via, uids in covered.items() if via != way.via and len(uids) >= most)
    return (way.via, *others)


class Matching:
    """Slots and the HQs that serve them, by augmenting paths: a slot that finds no room has others exchange HQs."""

    def __init__(self, look: Look, wanted: Requests) -> None:
        self.look = look
        self.wanted = wanted
        self.hq_of: dict[str, str] = {}
        for slot in wanted.units:
            self._place(slot, set())

    def _place(self, slot: str, tried: set[str]) -> bool:
        hqs = self.wanted.hqs[slot]
        for hq in hqs:
            if self._room(hq, slot):
                self.hq_of[slot] = hq
                return True
        tried.add(slot)
        for hq in hqs:
            for other in [name for name, by in self.hq_of.items() if by == hq and name not in tried]:
                del self.hq_of[other]
                if self._room(hq, slot):
                    self.hq_of[slot] = hq
                    if self._place(other, tried):
                        return True
                    del self.hq_of[slot]
                self.hq_of[other] = hq
        return False

    def _room(self, hq: str, slot: str) -> bool:
        unit = self.look.unit(self.wanted.units[slot][0])
        return slots.has_room(self.look, self.look.unit(hq), unit, self.hq_of.items())


POLICIES = {"supplied_freely": supplied_freely}
