"""`[free_setup]` of a scenario: what the players set up themselves, and their zones.

Cases: SETUP-IV-H
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Protocol

from redball.board.board import Board
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import FreeSetUpFile, SetUpGroupFile
from redball.scenarios.records import FreeSetUp, SetUpGroup


class Names(Protocol):
    """What a scenario reader knows: names of sides, hexes and units, and how to report errors."""

    board: Board
    placed: dict[str, str]
    """Where counters are placed, by id."""

    def fail(self, where: str, message: str) -> ScenarioError:
        """The error to raise."""
        ...

    def side(self, name: str, where: str) -> str:
        """A side."""
        ...

    def hex(self, name: str, where: str) -> int:
        """A hex."""
        ...

    def hexes(self, names: Iterable[str], where: str) -> tuple[int, ...]:
        """Hexes, each once."""
        ...

    def tokens(self, text: str, where: str) -> int:
        """An amount of supply."""
        ...

    def units(self, names: Iterable[str], side: str, where: str) -> tuple[str, ...]:
        """Units placed here and nowhere else."""
        ...

    def load(self, raw: Mapping[str, str], units: tuple[str, ...], where: str) -> dict[str, int]:
        """SP on the Transport Points among some units."""
        ...


def read_free_setup(names: Names, raw: FreeSetUpFile) -> FreeSetUp:
    """The records of `[free_setup]`.

    Raises ScenarioError with the key.
    """
    order = tuple(names.side(side, "free_setup.order") for side in raw.order)
    groups = tuple(_group(names, group, f"free_setup.groups[{i}]") for i, group in enumerate(raw.groups, start=1))
    for i, group in enumerate(groups, start=1):
        if group.side not in order:
            raise names.fail(f"free_setup.groups[{i}].side", f"{group.side} is not in free_setup.order")
    for side in order:
        if order.count(side) > 1 or not any(group.side == side for group in groups):
            raise names.fail("free_setup.order", f"{side} stands there twice, or has no group")
    if raw.hidden:
        _check_apart(names, groups)
    return FreeSetUp(order, raw.hidden, groups)


def _check_apart(names: Names, groups: tuple[SetUpGroup, ...]) -> None:
    """In a hidden set-up the sides cannot see each other, so their zones must not overlap."""
    for i, group in enumerate(groups, start=1):
        for other in groups[i:]:
            shared = sorted(set(group.hexes) & set(other.hexes))
            if shared and other.side != group.side:
                hex_ = names.board.hex_name(shared[0])
                raise names.fail(
                    f"free_setup.groups[{i}]", f"{group.name!r} and {other.name!r} of the other side share {hex_}"
                )


def _group(names: Names, raw: SetUpGroupFile, where: str) -> SetUpGroup:
    side = names.side(raw.side, f"{where}.side")
    units = names.units(raw.units, side, f"{where}.units")
    tokens = names.tokens(raw.sp, f"{where}.sp")
    if not units and not tokens:
        raise names.fail(where, "neither units nor SP are set up here")
    load = names.load(raw.load, units, f"{where}.load")
    return SetUpGroup(side, raw.name, _zone(names, raw, where), units, tokens, load)


def _zone(names: Names, raw: SetUpGroupFile, where: str) -> tuple[int, ...]:
    """The hexes of a group's zone, in index order; exactly one way of naming them is allowed."""
    ways = [bool(raw.hexes), bool(raw.near), bool(raw.line)]
    if sum(ways) != 1 or bool(raw.behind) != bool(raw.line) or (raw.within and not raw.near):
        raise names.fail(where, "a zone is `hexes`, or `near` and `within`, or `line` and `behind`")
    if raw.inclusive and not raw.line:
        raise names.fail(f"{where}.inclusive", "only the hexes of a `line` may be included")
    if raw.hexes:
        return tuple(sorted(names.hexes(raw.hexes, f"{where}.hexes")))
    if raw.near:
        return names.board.within(names.hex(raw.near, f"{where}.near"), raw.within)
    return _behind(names, raw, where)


def _behind(names: Names, raw: SetUpGroupFile, where: str) -> tuple[int, ...]:
    """The part of the map on one side of a boundary, including the boundary hexes if `inclusive` (SETUP-IV-H)."""
    board = names.board
    line = names.hexes(raw.line, f"{where}.line")
    for one, other in pairwise(line):
        if board.direction(one, other) < 0:
            apart = f"{board.hex_name(one)} and {board.hex_name(other)} are not neighbours"
            raise names.fail(f"{where}.line", apart)
    start = names.hex(raw.behind, f"{where}.behind")
    if start in line:
        raise names.fail(f"{where}.behind", f"{raw.behind} is on the line, not behind it")
    found, edge = {start}, [start]
    while edge:
        fresh = [n for n in board.neighbours(edge.pop()) if n not in found and n not in line]
        found.update(fresh)
        edge += fresh
    if len(found) + len(line) == board.size:
        raise names.fail(f"{where}.line", "the line does not divide the map")
    return tuple(sorted((*found, *line) if raw.inclusive else found))
