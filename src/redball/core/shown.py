"""What is told of a kind of action where it is offered: its words, its group, where it stands and what a click means.

Every kind carries one beside its fields (`Action.shown`). The page reads them all as a table that `tools/api_types.py`
writes; `core/wording.py` fills the words for the terminal.

A text is a template. `{hex}` is a field, shown by its kind: a unit or a hex by its name, any other value as the edition
calls it; `{tokens:supply}` names another way to show it (`core/wording.SHOWS`). Of `[through {via}|from {source}]` the
first part counts whose fields all say something, or none. `by` has what stands for single values of a field, which may
hold fields in turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

Place = Literal["list", "map", "reach", "unit", "unit+list", "hex", "end"]
"""Where a choice is offered: among those of the decision; by a click on the map, so that a long list of them is folded;
the same, and lit by what the units can reach; in the panel of the stack, and while the unit moves only there; in that
panel and always in the list; in the panel of the hex, since nobody should come upon it before they look for it; below
the list, as what ends it."""

Click = Literal["", "do", "ask", "dialog"]
"""What a click on its hex, or on its unit's counter if it names no hex, means when nothing else can be meant: do it;
ask, since the stack may have been meant and what follows cannot be taken back or is not wanted; open its dialog. "":
offer it in a menu if it names a hex, else nothing."""


class Mark(Struct, frozen=True):
    """How a hex is marked in which a kind can be chosen: a sign, and ink and pattern of the page's palette."""

    text: str
    ink: Literal["choice", "overrun", "barrage"]
    pattern: Literal["none", "dots"] = "none"


RING: Literal["ring"] = "ring"
"""The mark of a unit's hex."""
BACK = Mark("↩", "choice")
AWAY = Mark("•", "choice", "dots")
PUT = Mark("+", "choice", "dots")


class Shown(Struct, frozen=True):
    """How a kind is shown. Groups of light `weight` stand first. A click on its hex means it, unless the hex is a
    `spot`: one that it only concerns, so that it is offered beside what stands there.

    `takes_up`: its unit may move. `step_key`: the key of a direction means it, too. `in_hand`: while a unit is picked
    only that unit's hexes are marked. `pays`: it pays a price, for which there is a usual way.
    """

    group: str
    weight: int
    text: str
    by: Mapping[str, Mapping[Any, str]] = {}
    place: Place = "list"
    click: Click = ""
    mark: Mark | Literal["", "ring"] = ""
    spot: bool = False
    takes_up: bool = False
    step_key: bool = False
    in_hand: bool = False
    pays: bool = False
