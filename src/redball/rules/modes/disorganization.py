"""How units become Disorganized, the whole hex at once, and for how long.

The effects of DG are where the value is used: strength in `combat.strength` and `barrage.on_board`, allowance and
Action Rating in `units.abilities`. It ends in `sequence.cleanup`.

Cases: 5.10-A, 5.10-B, 5.10a, 5.10a-A, 5.10a-1, 5.10c
"""

from __future__ import annotations

from typing import Any, ClassVar

from redball.core.engine import Run
from redball.core.events import MarkerRemoved, UnitEvent
from redball.core.look import Look
from redball.core.own import UnitOwn, bare, find, put
from redball.core.state import Unit
from redball.core.telling import Names
from redball.rules.modes.points import DG_KIND, DG_LEFT
from redball.rules.units.abilities import is_organic


class DgKind(UnitOwn, frozen=True):
    """Which of two kinds of DG a unit has, "fire" or "combat", where an edition has two (N5.10)."""

    with_marker: ClassVar[bool] = True
    kind: str

    @classmethod
    def of_older(cls, fields: dict[str, Any]) -> DgKind | None:
        """`dg_kind` of a unit."""
        kind = fields.get("dg_kind")
        return cls(kind) if kind else None


RECORDS = (DgKind,)


def dg_kind(unit: Unit) -> str:
    """Which kind of DG the unit has, "" where there is one kind."""
    found = find(unit.own, DgKind)
    return found.kind if found is not None else ""


def _of_kind(unit: Unit, kind: str) -> tuple[Any, ...]:
    own = bare(unit.own)
    return put(own, DgKind(kind)) if kind else own


class Disorganized(UnitEvent, frozen=True, kw_only=True):
    """A unit became DG (5.10), of a `kind` where there are two."""

    kind: str = ""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(marker="dg", keeps_zoc=False, own=_of_kind(unit, self.kind))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} is disorganized ({DG_KINDS[self.kind]})"


class DisorganizationEased(UnitEvent, frozen=True, kw_only=True):
    """One of the two markers of Combat DG came off (N5.10)."""

    def changed(self, unit: Unit) -> Unit:
        return unit.change(own=_of_kind(unit, "fire"))

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} has only Fire DG left"


DG_KINDS = {"": "DG", "fire": "Fire DG", "combat": "Combat DG"}

EVENTS = (Disorganized, DisorganizationEased)


GONE = "gone"
"""The answer of `dg_left` for a unit that recovers."""


def disorganize_hex(run: Run, side: str, hex_: int, case: str, cause: str = "combat") -> None:
    """Every combat unit of a side in a hex becomes DG, whatever it did (5.10a); `case` is the trigger, `cause`
    "barrage" or "combat".

    A unit already DG is spared (5.10a-1), unless combat makes its DG a worse kind; Transport Points are exempt,
    and an Organic Truck loses its Reserve marker (5.10c).
    """
    kind = run.look.policies[DG_KIND](cause)
    for unit in run.look.units_at(hex_, side):
        if run.look.counter(unit).is_combat_unit:
            if unit.marker != "dg" or (cause == "combat" and dg_kind(unit) != kind):
                run.emit(Disorganized(case=case, side=side, unit=unit.id, kind=kind))
        elif unit.marker == "reserve" and is_organic(run.look, unit):
            run.emit(MarkerRemoved(case="5.10c", side=side, unit=unit.id, marker="reserve"))


def recover(run: Run, unit: Unit, phasing: str) -> None:
    """DG of a unit comes off in the Clean Up Phase of the `phasing` side, as far as it does."""
    left = run.look.policies[DG_LEFT](run.look, unit, phasing)
    if left == GONE:
        run.emit(MarkerRemoved(case="5.10-B", side=unit.side, unit=unit.id, marker="dg"))
    elif left != dg_kind(unit):
        run.emit(DisorganizationEased(case="N5.10", side=unit.side, unit=unit.id))


def one_kind(cause: str) -> str:
    """There is only one kind of DG (5.10a)."""
    return ""


def until_own_clean_up(look: Look, unit: Unit, phasing: str) -> str:
    """5.10-B: a unit recovers in the Clean Up Phase of its side."""
    return GONE if unit.side == phasing else dg_kind(unit)


POLICIES = {"dg_kind": one_kind, "dg_left": until_own_clean_up}
