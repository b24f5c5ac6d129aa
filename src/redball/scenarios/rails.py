"""The `[rail]` section of a scenario: Rail Cap and gauges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from redball.board.board import Board
from redball.board.costs import PROHIBITED, path_graph
from redball.scenarios.errors import ScenarioError
from redball.scenarios.files import FromTurnFile, RailFile, RailSideFile, read
from redball.scenarios.records import Rail, RailSide

WHERE = "rail"


class Names(Protocol):
    """Checks the names of a scenario and reports where one is wrong."""

    file: str
    board: Board

    def fail(self, where: str, message: str) -> ScenarioError: ...
    def side(self, name: str, where: str) -> str: ...
    def hexes(self, names: Iterable[str], where: str) -> tuple[int, ...]: ...
    def tokens(self, text: str, where: str) -> int: ...


def read_rail(raw: RailFile, names: Names) -> Rail:
    """The section as a record.

    Raises ScenarioError for an unknown name, a hex without a railroad or with two gauges, or turns out of order.
    """
    gauges: dict[int, str] = {}
    rails = path_graph(names.board, ("railroad",))
    for gauge, listed in raw.hexes.items():
        where = f"{WHERE}.hexes.{gauge}"
        if not raw.gauge:
            raise names.fail(f"{WHERE}.gauge", "name the gauge of the other rail hexes")
        for hex_ in names.hexes(listed, where):
            if hex_ in gauges:
                raise names.fail(where, f"the hex {names.board.hex_name(hex_)} has the gauge {gauges[hex_]} already")
            if all(cost == PROHIBITED for cost in rails[hex_ * 6 : hex_ * 6 + 6]):
                raise names.fail(where, f"no railroad runs through {names.board.hex_name(hex_)}")
            gauges[hex_] = gauge
    sides = {
        names.side(side, f"{WHERE}.sides"): _side(
            read(value, RailSideFile, names.file, f"{WHERE}.sides.{side}"), raw, names, f"{WHERE}.sides.{side}"
        )
        for side, value in raw.sides.items()
    }
    return Rail(raw.gauge, gauges, sides)


def _side(raw: RailSideFile, rail: RailFile, names: Names, where: str) -> RailSide:
    if raw.gauge and not rail.gauge:
        raise names.fail(f"{WHERE}.gauge", f"{where}.gauge asks for gauges, and the railroads have none")
    return RailSide(by_turn(raw.cap, names, f"{where}.cap"), raw.gauge)


def by_turn(raw: str | tuple[FromTurnFile, ...], names: Names, where: str) -> tuple[tuple[int, int], ...]:
    """A capacity in tokens, as (from turn, tokens): one for all turns, or a list."""
    if isinstance(raw, str):
        return ((1, names.tokens(raw, where)),)
    turns = [entry.start for entry in raw]
    if turns != sorted(set(turns)):
        raise names.fail(where, "its turns are not in rising order")
    return tuple((entry.start, names.tokens(entry.points, where)) for entry in raw)
