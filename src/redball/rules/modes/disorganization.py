"""How units become Disorganized, the whole hex at once, and how long they stay so.

What DG does is read where the value is used: strength in `combat.strength` and `barrage.on_board`, allowance and Action
Rating in `units.abilities`. It ends in `sequence.cleanup`.

Cases: 5.10-A, 5.10-B, 5.10a, 5.10a-A, 5.10a-1, 5.10c
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.events import DisorganizationEased, Disorganized, MarkerRemoved
from redball.core.look import Look
from redball.core.state import DgKind, Unit
from redball.rules.units.abilities import is_organic

GONE = "gone"
"""What `dg_left` answers for a unit that recovers."""


def disorganize_hex(run: Run, side: str, hex_: int, case: str, cause: str = "combat") -> None:
    """Every combat unit of a side in a hex becomes DG, whatever it did (5.10a); `case` is what triggered it, `cause`
    "barrage" or "combat".

    A unit that is DG already is spared (5.10a-1), unless combat makes its DG a worse kind; Transport Points are exempt,
    and an Organic Truck loses its Reserve marker (5.10c).
    """
    kind = run.look.policies.dg_kind(cause)
    for unit in run.look.units_at(hex_, side):
        if run.look.counter(unit).is_combat_unit:
            if unit.marker != "dg" or (cause == "combat" and unit.dg_kind != kind):
                run.emit(Disorganized(case=case, side=side, unit=unit.id, kind=kind))
        elif unit.marker == "reserve" and is_organic(run.look, unit):
            run.emit(MarkerRemoved(case="5.10c", side=side, unit=unit.id, marker="reserve"))


def recover(run: Run, unit: Unit, phasing: str) -> None:
    """DG of a unit comes off in the Clean Up Phase of the `phasing` side, as far as it does."""
    left = run.look.policies.dg_left(run.look, unit, phasing)
    if left == GONE:
        run.emit(MarkerRemoved(case="5.10-B", side=unit.side, unit=unit.id, marker="dg"))
    elif left != unit.dg_kind:
        run.emit(DisorganizationEased(case="N5.10", side=unit.side, unit=unit.id))


def one_kind(cause: str) -> DgKind:
    """There is one kind of DG (5.10a)."""
    return ""


def until_own_clean_up(look: Look, unit: Unit, phasing: str) -> str:
    """5.10-B: a unit recovers in the Clean Up Phase of its side."""
    return GONE if unit.side == phasing else unit.dg_kind


POLICIES = {"dg_kind": one_kind, "dg_left": until_own_clean_up}
