"""The `[command]` section of a scenario: armies, their HQs, and the units that take a slot of an HQ.

It also says which army is subordinate to which at the start, and whether HQs may be reattached during the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from redball.forces.counter import Counter
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import CommandFile, SideCommandFile
from redball.scenarios.records import ArmyInfo, CommandInfo, SideCommand


class Names(Protocol):
    """Checks the names of a scenario and reports where one is wrong."""

    counters: dict[str, Counter]

    def fail(self, where: str, message: str) -> ScenarioError: ...
    def side(self, name: str, where: str) -> str: ...


def read_command(names: Names, raw: CommandFile) -> CommandInfo:
    """The section as a record. Raises ScenarioError naming the key."""
    return CommandInfo(
        raw.month,
        {names.side(side, "command.sides"): _side(names, side, one) for side, one in raw.sides.items()},
    )


def _side(names: Names, side: str, raw: SideCommandFile) -> SideCommand:
    where = f"command.sides.{side}"
    hqs = {c.id for c in names.counters.values() if c.side == side and c.kind == "hq"}
    rows = _each(names, raw.headquarters, hqs, f"{where}.headquarters", "no HQ of this side")
    formations = {c.formation for c in names.counters.values() if c.side == side and c.formation}
    singles = {c.id for c in names.counters.values() if c.side == side and c.is_combat_unit and not c.formation}
    classes = _each(names, raw.classes, formations | singles, f"{where}.classes", "neither formation nor unit without")
    armies: dict[str, ArmyInfo] = {}
    grouped: set[str] = set()
    for number, army in enumerate(raw.armies, start=1):
        here = f"{where}.armies[{number}]"
        if army.id in armies:
            raise names.fail(here, f"the army {army.id!r} stands there twice")
        for uid in army.headquarters:
            if uid not in rows or uid in grouped:
                why = "is in an army already" if uid in grouped else "has no row in headquarters"
                raise names.fail(f"{here}.headquarters", f"{uid!r} {why}")
            grouped.add(uid)
        armies[army.id] = ArmyInfo(army.id, army.name, army.kind, army.headquarters, army.under)
    for number, army in enumerate(raw.armies, start=1):
        if army.under:
            _check_parent(names, armies, army.id, f"{where}.armies[{number}].under")
    if grouped != rows.keys():
        raise names.fail(f"{where}.headquarters", f"{min(rows.keys() - grouped)!r} is in no army")
    return SideCommand(raw.limits, raw.army_limits, tuple(armies.values()), rows, classes, raw.attachments_change)


def _check_parent(names: Names, armies: Mapping[str, ArmyInfo], army: str, where: str) -> None:
    """A parent army must be under none itself, and have no other army under it (C4.2-subordinate)."""
    parent = armies.get(armies[army].under)
    if parent is None:
        raise names.fail(where, f"there is no army {armies[army].under!r}")
    if parent.under:
        raise names.fail(where, f"{parent.id!r} is itself under {parent.under!r}")
    others = [one.id for one in armies.values() if one.under == parent.id and one.id != army]
    if others:
        raise names.fail(where, f"{others[0]!r} is under {parent.id!r} already")


def _each(
    names: Names, listed: Mapping[str, tuple[str, ...]], known: set[str], where: str, otherwise: str
) -> dict[str, str]:
    """The lists inverted: the class of each name."""
    found: dict[str, str] = {}
    for kind, members in listed.items():
        for name in members:
            if name not in known:
                raise names.fail(f"{where}.{kind}", f"{name!r} is {otherwise}")
            if name in found:
                raise names.fail(f"{where}.{kind}", f"{name!r} stands there twice")
            found[name] = kind
    return found
