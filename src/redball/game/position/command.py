"""The command sections of a written position: armies, zones of operations, the units that HQs lead.

`[command]`: the month, and each side's tables. `[armies]`: side, army id and kind, optional `name=` and `under=`, and
the HQs attached now. `[headquarters]` and `[classes]`: side, row or class, its members. `[zones]`: side, army, two
flank hexes and the direction of the rear. `[orders]`: the order of command so far, one word to a line: `led HQ SLOT
...`, `fed HQ SLOT ...`, `army 12`, `hq de-hq-19`, `slot 1_Pz`, `played ...`, `spare`, `forgotten`, `closing`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.board import Board
from redball.board.hexes import DIRECTION_INDEX, DIRECTIONS
from redball.charts import Charts
from redball.core.state import State
from redball.core.world import World
from redball.editions.command_control.attachment import OWN_KIND
from redball.editions.command_control.charts import ArmyLimit, CommandLimit
from redball.editions.command_control.record import NO_COMMAND, Command, Zone, command_in
from redball.game.position.units import one_of, one_word, spaced
from redball.scenarios.records import ArmyInfo, CommandInfo, SideCommand

COMMAND_SECTIONS = ("command", "armies", "headquarters", "classes", "zones", "orders")
MONTH = "month"
CHANGE = "attachments_change"
A_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")
FLAGS = ("spare", "forgotten", "closing")
NAMES = ("army", "hq", "slot")
PAIRS = ("led", "fed")


def at_least(count: int, line: str, what: str) -> list[str]:
    """The words of a line that begins with `what`. Raises ValueError if there are fewer."""
    words = line.split()
    if len(words) < count:
        raise ValueError(f"the line begins with {what}")
    return words


class TablesLine(Struct, frozen=True):
    """A line of `[command]`: a side and its tables, or the month."""

    side: str
    limits: str
    army_limits: str = ""
    change: bool = False


def read_tables(line: str, sides: tuple[str, str]) -> TablesLine:
    """`month 1940-05`, or `axis 1941-axis armies=1941-axis attachments_change`.

    Raises ValueError.
    """
    name, limits, *marks = at_least(2, line, "a side (or month) and its tables")
    if name != MONTH and name not in sides:
        raise ValueError(f"{name!r} is neither {MONTH!r} nor one of the sides {', '.join(sides)}")
    tables = dict(mark.split("=", 1) for mark in marks if mark.startswith("armies="))
    unknown = [mark for mark in marks if mark != CHANGE and not mark.startswith("armies=")]
    if unknown:
        raise ValueError(f"unknown word {unknown[0]!r}")
    return TablesLine(name, limits, tables.get("armies", ""), CHANGE in marks)


def named(word: str, names: Collection[str]) -> str:
    """The unit or formation with this name, written as one word or not. Raises ValueError."""
    for name in (word, spaced(word)):
        if name in names:
            return name
    raise ValueError(f"{word!r} is neither unit nor formation of this position that could stand here")


def read_army(line: str, sides: tuple[str, str], names: Collection[str]) -> tuple[str, ArmyInfo]:
    """`axis kleist army name=Panzergruppe_Kleist under=12 de-hq-19 de-hq-41`.

    Raises ValueError.
    """
    side, name, kind, *words = at_least(3, line, "a side, an army and its kind")
    _side(side, sides)
    marks = dict(word.split("=", 1) for word in words if "=" in word)
    if unknown := marks.keys() - {"name", "under"}:
        raise ValueError(f"unknown word {min(unknown)!r}")
    hqs = tuple(named(word, names) for word in words if "=" not in word)
    return side, ArmyInfo(name, spaced(marks.get("name", name)), kind, hqs, marks.get("under", ""))


def read_members(line: str, sides: tuple[str, str], names: Collection[str]) -> tuple[str, dict[str, str]]:
    """`axis panzer 1_Pz 2_Pz`: the row or class of each member. Raises ValueError."""
    side, kind, *members = at_least(2, line, "a side, a row or class and its members")
    _side(side, sides)
    return side, {named(word, names): kind for word in members}


def read_zone(line: str, info: CommandInfo | None, board: Board) -> Zone:
    """`axis 12 left=15.10 right=10.12 rear=NE`. Raises ValueError, BoardError for an unknown hex."""
    side, army, *words = at_least(2, line, "a side and an army")
    if info is None or side not in info.sides or army not in {one.id for one in info.sides[side].armies}:
        raise ValueError(f"{side} has no army {army!r}")
    marks = dict(word.partition("=")[::2] for word in words)
    if marks.keys() != {"left", "right", "rear"} or marks["rear"] not in DIRECTION_INDEX:
        raise ValueError(f"a zone reads: SIDE ARMY left=HEX right=HEX rear={'|'.join(DIRECTIONS)}")
    return Zone(side, army, board.index(marks["left"]), board.index(marks["right"]), DIRECTION_INDEX[marks["rear"]])


def _side(side: str, sides: tuple[str, str]) -> None:
    if side not in sides:
        raise ValueError(f"{side!r} is not one of the sides {', '.join(sides)}")


def command_of(
    tables: list[TablesLine],
    armies: list[tuple[str, ArmyInfo]],
    rows: list[tuple[str, dict[str, str]]],
    classes: list[tuple[str, dict[str, str]]],
) -> CommandInfo | None:
    """The position's command information, as a scenario has it; None without a `[command]` section."""
    if not tables:
        return None

    def of(side: str, listed: list[tuple[str, dict[str, str]]]) -> dict[str, str]:
        return {member: kind for by, found in listed if by == side for member, kind in found.items()}

    def tables_of(line: TablesLine) -> SideCommand:
        side = line.side
        own = tuple(army for by, army in armies if by == side)
        return SideCommand(line.limits, line.army_limits, own, of(side, rows), of(side, classes), line.change)

    month = next((line.limits for line in tables if line.side == MONTH), "")
    return CommandInfo(month, {line.side: tables_of(line) for line in tables if line.side != MONTH})


def read_order(line: str, names: Collection[str], hqs: Collection[str]) -> dict[str, object]:
    """One line of `[orders]`, as a field of `Command` and its value. Raises ValueError."""
    word, *rest = line.split()
    if word in FLAGS and not rest:
        return {word: True}
    if word in NAMES and len(rest) == 1:
        return {word: rest[0] if word == "army" else named(rest[0], hqs if word == "hq" else names)}
    if word == "played":
        return {word: frozenset(rest)}
    if word in PAIRS and rest:
        return {word: tuple((named(slot, names), named(rest[0], hqs)) for slot in rest[1:])}
    raise ValueError(f"{word!r}: orders are {', '.join((*NAMES, *FLAGS, 'played', *PAIRS))}")


# --- checking --------------------------------------------------------------------------------------------------


def check_tables(line: str, info: CommandInfo, charts: Charts) -> None:
    """The month is a month, and the charts have the tables. Raises ValueError."""
    name, limits, *_ = line.split()
    if name == MONTH:
        if not A_MONTH.fullmatch(limits):
            raise ValueError(f"{limits!r} is not a month such as 1941-07")
        return
    one_of("table", limits, {row.table for row in charts.rows(CommandLimit).values()})
    armies = info.sides[name].army_limits
    if armies:
        one_of("table of armies", armies, {row.table for row in charts.rows(ArmyLimit).values()})


def check_army(line: str, info: CommandInfo, charts: Charts) -> None:
    """The side's table has armies of that kind, and there is the army that it is under. Raises ValueError."""
    side, name, kind, *_ = line.split()
    command = info.sides.get(side)
    if command is None:
        raise ValueError(f"[command] has no line for {side}")
    rows = charts.rows(ArmyLimit).values()
    if command.army_limits:
        one_of("kind of army", kind, {row.hq for row in rows if row.table == command.army_limits})
    under = next(army.under for army in command.armies if army.id == name)
    if under:
        one_of("army", under, {army.id for army in command.armies})


def check_row(line: str, info: CommandInfo, charts: Charts) -> None:
    """The side's table has such HQs. Raises ValueError."""
    side, kind, *_ = line.split()
    command = info.sides.get(side)
    if command is None:
        raise ValueError(f"[command] has no line for {side}")
    rows = charts.rows(CommandLimit).values()
    one_of("HQ", kind, {OWN_KIND, *(row.hq for row in rows if row.table == command.limits)})


def check_order(line: str, info: CommandInfo, charts: Charts) -> None:
    """The army that is played is one of the armies. Raises ValueError."""
    word, *rest = line.split()
    if word == "army" and rest:
        one_of("army", rest[0], {army.id for command in info.sides.values() for army in command.armies})


CHECKS = {"command": check_tables, "armies": check_army, "headquarters": check_row, "orders": check_order}
"""By section: what can only be checked when all of them and the edition's charts are known."""


def commanded(zones: list[Zone], orders: list[dict[str, object]]) -> Command:
    """The position's `Command` record."""
    if not zones and not orders:
        return NO_COMMAND
    found: dict[str, object] = {}
    for fields in orders:
        for name, value in fields.items():
            pairs = found.get(name, ())
            found[name] = (*pairs, *value) if name in PAIRS else value  # type: ignore[misc]
    return replace(Command(), zones=tuple(zones), **found)


# --- writing ---------------------------------------------------------------------------------------------------


def dump_command(world: World, state: State) -> Iterator[str]:
    """The lines of all six sections; none if the scenario has no armies."""
    info = world.scenario.command
    if info is None:
        return
    yield "[command]"
    yield f"{MONTH} {info.month}"
    for side, command in info.sides.items():
        armies = [f"armies={command.army_limits}"] if command.army_limits else []
        yield " ".join([side, command.limits, *armies, *([CHANGE] if command.attachments_change else [])])
    yield "[armies]"
    for side, command in info.sides.items():
        yield from (_army(side, command, army, state) for army in command.armies)
    for section in ("headquarters", "classes"):
        yield f"[{section}]"
        for side, command in info.sides.items():
            members: dict[str, list[str]] = {}
            for name, kind in getattr(command, section).items():
                members.setdefault(kind, []).append(one_word(name))
            yield from (f"{side} {kind} {' '.join(names)}" for kind, names in members.items())
    yield from _kept(world, command_in(state))


def _army(side: str, command: SideCommand, army: ArmyInfo, state: State) -> str:
    """An army with its HQs and its parent as they are now."""
    parents = {(by, name): parent for by, name, parent in command_in(state).under}
    own = {hq: one.id for one in command.armies for hq in one.headquarters}
    now = {hq: dict(command_in(state).attached).get(hq, there) for hq, there in own.items()}
    under = parents.get((side, army.id), army.under)
    marks = [f"name={one_word(army.name)}", *([f"under={under}"] if under else [])]
    return " ".join([side, army.id, army.kind, *marks, *(hq for hq, there in now.items() if there == army.id)])


def _kept(world: World, command: Command) -> Iterator[str]:
    """Zones and orders."""
    name = world.board.hex_name
    if command.zones:
        yield "[zones]"
    for zone in command.zones:
        flanks = f"left={name(zone.left)} right={name(zone.right)}"
        yield f"{zone.side} {zone.army} {flanks} rear={DIRECTIONS[zone.rear]}"
    lines = [f"{word} {one_word(getattr(command, word))}" for word in NAMES if getattr(command, word)]
    lines += [word for word in FLAGS if getattr(command, word)]
    lines += [f"played {' '.join(sorted(command.played))}"] if command.played else []
    for word in PAIRS:
        lines += [f"{word} {hq} {one_word(slot)}" for slot, hq in getattr(command, word)]
    yield from ("[orders]", *lines) if lines else ()
