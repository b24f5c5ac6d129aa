"""`[[boxes]]` of a scenario: the side of each off-map box, and its exits to the map."""

from __future__ import annotations

from redball.board.board import BoardError
from redball.board.costs import ALL
from redball.board.hexes import MP
from redball.board.waters import is_sea
from redball.scenarios.files import BoxFile
from redball.scenarios.free_setup import Names
from redball.scenarios.records import BoxUse


def mp_of(text: str) -> int:
    """`all`, or whole MP, in 1/12 MP.

    >>> mp_of("6"), mp_of("all") == ALL
    (72, True)
    """
    return ALL if text == "all" else int(text) * MP


def read_boxes(names: Names, raw: tuple[BoxFile, ...]) -> tuple[BoxUse, ...]:
    """The boxes that the scenario uses.

    Raises ScenarioError with the key.
    """
    found: list[BoxUse] = []
    for number, entry in enumerate(raw, start=1):
        where = f"boxes[{number}]"
        try:
            box = names.board.index(entry.id)
        except BoardError:
            box = 0
        if not names.board.is_box(box):
            raise names.fail(f"{where}.id", f"the board has no off-map box {entry.id!r}")
        if any(other.box == box for other in found):
            raise names.fail(f"{where}.id", f"the box {entry.id} a second time")
        exits = names.hexes(entry.exits, f"{where}.exits")
        sea = entry.kind == "sea"
        if sea and not all(names.board.is_box(hex_) or is_sea(names.board, hex_) for hex_ in exits):
            raise names.fail(f"{where}.exits", "a box of the sea is joined to hexes that are all sea, and to boxes")
        if not sea and any(names.board.is_box(hex_) for hex_ in exits):
            raise names.fail(f"{where}.exits", "a box is joined to hexes of the map")
        found.append(BoxUse(box, names.side(entry.side, f"{where}.side"), exits, mp_of(entry.mp), sea))
    afloat = {(box.box, box.side) for box in found if box.sea}
    for number, use in enumerate(found, start=1):
        if any((hex_, use.side) not in afloat for hex_ in use.exits if names.board.is_box(hex_)):
            raise names.fail(f"boxes[{number}].exits", "only boxes of the sea of one side are joined to each other")
    return tuple(found)
