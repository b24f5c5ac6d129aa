"""Fights by New OCS on a small written map: attackers of the axis in 02.02 and 04.03, defenders in 03.03."""

from __future__ import annotations

from redball.core.actions import Pay, Withhold
from redball.core.engine import choices
from redball.core.events import CombatResolved, OddsSet
from redball.core.look import Look
from redball.rules.combat.odds import OddsPreview, preview
from rules.table import Table, combat
from support import position

BOARD = """edition new-ocs
[terrain]
. . . . .
. . . . .
. . {at} . .
. . . . .
. . . . .
[units]
"""
RGT = "Rgt infantry other 8-3-3L/4-3-6L"
BN = "Bn infantry other 4-3-3L/2-3-6L"
DIV = "Div infantry other 12-3-3L/6-3-8L re=3"
TANKS = "Bn tank armor 5-4-12K/3-4-15K"
RED = "Rgt motorized_infantry mech 8-3-6T/4-3-14T"
RED_TANKS = "Div tank mech 18-3-9K/9-3-12K"
GUNS = "artillery b12-3-3-4T/b6-2-3-14T"
HQ = "hq 15T-4T/10T-20T"
SUPPLY = "axis 02.02 20\naxis 04.03 20\nsoviet 03.04 20"


def scene(*lines: str, at: str = ".", supply: str = SUPPLY, rest: str = "") -> str:
    """A written position; lines of units as in `[units]`."""
    return BOARD.format(at=at) + "\n".join(lines) + f"\n[supply]\n{supply}\n{rest}"


def foreseen(*lines: str, at: str = ".", rest: str = "", kind: str = "regular", **switches: str) -> OddsPreview:
    """The preview of an attack by all units of the axis on 03.03."""
    look = position(scene(*lines, at=at, rest=rest), **switches)
    return ahead(look, kind)


def ahead(look: Look, kind: str = "regular") -> OddsPreview:
    """The preview of an attack by all troops of the axis that stand next to 03.03."""
    hex_ = look.board.index("03.03")
    units = [u.id for u in look.own("axis") if look.board.direction(u.hex, hex_) >= 0 and look.face(u).strength]
    return preview(look, kind, hex_, units)  # type: ignore[arg-type]


def fight(
    *lines: str,
    dice: tuple[int, ...] = (3, 4),
    at: str = ".",
    supply: str = SUPPLY,
    rest: str = "",
    kind: str = "regular",
    withhold: bool = False,
    **switches: str,
) -> Table:
    """An attack by all troops of the axis beside 03.03, played until the dice are thrown and a choice is left."""
    text = scene(*lines, at=at, supply=supply, rest=rest)
    look = position(text, **switches)
    hex_ = look.board.index("03.03")
    units = [u.id for u in look.own("axis") if look.board.direction(u.hex, hex_) >= 0 and look.face(u).strength]
    table = combat(text, "03.03", *units, dice=dice, kind=kind, **switches)
    while table.step in ("attacker_supply", "defender_supply", "defensive_fire"):
        done = Withhold() in choices(table.look) and (withhold or table.step == "defensive_fire")
        table.do(Withhold() if done else table.offered(Pay)[0])
    return table


def result(table: Table) -> str:
    """The result of the combat."""
    return table.one(CombatResolved).result


def odds(table: Table) -> OddsSet:
    """The odds that were announced."""
    return table.one(OddsSet)
