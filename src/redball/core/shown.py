"""How a kind of action is offered: its words, its group, its place and what a click means.

Every kind of action has one (`Action.shown`). The page reads them all from a table that `tools/api_types.py`
writes; `core/wording.py` fills the words for the terminal.

A text is a template. `{hex}` shows a field by its kind: a unit or hex by its name, any other value in the edition's
words; `{tokens:supply}` shows it another way (`core/wording.SHOWS`). `[through {via}|from {source}]` uses the first
part with no empty field, or nothing. `by` has texts for single values of a field; they may contain fields too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

Place = Literal["list", "map", "reach", "unit", "unit+list", "hex", "end"]
"""Where a choice is offered, in order: in the decision's list; on the map, so that a long list is folded; on the map,
where the page lights the hexes in reach; in the panel of the stack, and nowhere else while the unit moves; in that
panel and always in the list; in the panel of the hex, so that nobody meets it without looking for it; below the list,
to end the decision."""

Click = Literal["", "do", "ask", "dialog"]
"""The effect of an unambiguous click on its hex, or on its unit's counter if it names no hex: do it; ask first, because
the player may have meant the stack and the action cannot be undone; open its dialog. "": offer it in a menu if it names
a hex, else nothing."""


class Mark(Struct, frozen=True):
    """The mark of a hex where a kind can be chosen: a sign, and ink and pattern from the page's palette."""

    text: str
    ink: Literal["choice", "overrun", "barrage"]
    pattern: Literal["none", "dots"] = "none"


RING: Literal["ring"] = "ring"
"""The mark of a unit's hex."""
BACK = Mark("↩", "choice")
AWAY = Mark("•", "choice", "dots")
PUT = Mark("+", "choice", "dots")


class Shown(Struct, frozen=True):
    """How a kind is shown. Groups with a low `weight` come first. A click on its hex chooses it, unless the hex is a
    `spot`: a hex that it merely concerns, where it is offered beside other choices.

    `takes_up`: its unit may move. `step_key`: a direction key chooses it, too. `in_hand`: while a unit is picked,
    only that unit's hexes are marked. `pays`: it pays a price, and there is a usual way to pay. `idle`: it only
    destroys what is one's own, so a segment that offers nothing else may pass by itself. `arrives`: something comes
    onto the map in its hex.
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
    idle: bool = False
    arrives: bool = False
