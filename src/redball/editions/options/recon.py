"""Option 21.1: recon units scout an adjacent hex as they move, and its owner must say what is there.

A recon unit is one of a regiment or smaller whose symbol says so; it spends MP, so that it needs fuel like any that
does.

Cases: 21.1-A, 21.1-B
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from redball.core.actions import Action
from redball.core.edition import Part, option
from redball.core.engine import Run
from redball.core.events import Event, UnitEvent
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.procedures import Option, offering
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.state import State, Unit
from redball.core.telling import Names, counted
from redball.rules.combat.strength import ANTI_TANK_SYMBOLS
from redball.rules.moving_stack import fuel
from redball.rules.moving_stack.move_ends import BOUND, MoveData, mp_left
from redball.rules.supply.bills import Bill, offers


class Recon(Action, frozen=True, tag="recon"):
    """A recon unit of the moving stack looks into a hex next to it (21.1)."""

    unit: str
    hex: int
    unit_fields: ClassVar = ("unit",)
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Recon", 5, "Scout {hex} with {unit}: 1T", spot=True)


class UnitScouted(UnitEvent, frozen=True, kw_only=True):
    """A recon unit spent MP to look into a hex (21.1-A)."""

    hex: int
    mp: int

    def changed(self, unit: Unit) -> Unit:
        return unit.act(spent=True)

    def told(self, n: Names) -> str:
        return f"{n.unit(self.unit)} scouts {n.hex(self.hex)}"


class ForceTold(Event, frozen=True, kw_only=True):
    """A side had to tell what it has in a hex: steps, and which kinds of units (21.1-B)."""

    hex: int
    steps: int
    armor: bool
    mech: bool
    anti_tank: bool

    def apply(self, state: State) -> State:
        return state

    def told(self, n: Names) -> str:
        kinds = ((self.armor, "armor"), (self.mech, "mech"), (self.anti_tank, "anti-tank"))
        present = [name for there, name in kinds if there]
        among = f", including {' and '.join(present)} units" if present else ""
        return f"{n.side(self.side)} has {counted(self.steps, 'step')} at {n.hex(self.hex)}{among}"


EVENTS = (UnitScouted, ForceTold)


SYMBOLS = frozenset({"recon", "motorcycle", "cavalry"})
SIZES = frozenset({"Co", "Bn", "KG", "Rgt"})
PART = Fraction(1, 4)
"""Of the printed MA (21.1-A)."""
PRICE = 1

NOT_RECON = refusal(
    "recon.not_recon", case="21.1-A", text="{units} is not a recon unit of the moving stack (a regiment or smaller)"
)
NO_ENEMY = refusal(
    "recon.no_enemy", case="21.1-A", text="{hexes} is not next to {units}, or holds no enemy combat units"
)
FEW_MP = refusal("recon.few_mp", case="21.1-A", text="{units} has {have} MP left; scouting costs {need}")
NO_FUEL = refusal(
    "recon.no_fuel", case="21.1-A", text="{units} is not fueled", remedy="pay for its fuel before it spends MP"
)
NO_SUPPLY = refusal("recon.no_supply", case="21.1-A", text="no supply within reach of {units} pays 1T for it")


def is_recon(look: Look, unit: Unit) -> bool:
    """21.1: by symbol and size."""
    counter = look.counter(unit)
    return counter.symbol in SYMBOLS and counter.size in SIZES and not counter.is_multi_step


def cost(look: Look, unit: Unit) -> int:
    """A quarter of the printed MA, in 1/12 MP."""
    return int(PART * look.face(unit).ma)


def bill_for(data: MoveData, uid: str) -> Bill:
    """1T for the unit, which moves."""
    return Bill(data.side, (uid,), PRICE, "recon", "21.1-A", moving=data.units)


def candidates(look: Look, data: MoveData) -> Iterator[Recon]:
    """Every recon unit of the stack with every adjacent hex that holds enemy combat units."""
    enemy = look.enemy(data.side)
    for uid in data.units:
        if is_recon(look, look.unit(uid)):
            yield from (Recon(uid, h) for h in look.board.neighbours(data.hex) if look.has_combat_units(h, enemy))


def refuse(look: Look, data: MoveData, action: Recon) -> Refusal | None:
    """Check unit, hex, MP, fuel and supply."""
    unit = look.unit(action.unit)
    if unit.id not in data.units or not is_recon(look, unit):
        return NOT_RECON(units=(unit.id,))
    near = action.hex in look.board.neighbours(data.hex)
    if not near or not look.has_combat_units(action.hex, look.enemy(data.side)):
        return NO_ENEMY(units=(unit.id,), hexes=(action.hex,))
    if unit.activity.negates:
        return BOUND(units=(unit.id,))
    left, need = mp_left(look, data, unit.id), cost(look, unit)
    if left < need or not need:
        return FEW_MP(units=(unit.id,), have=show_mp(left), need=show_mp(need))
    if not fuel.is_fueled(look, unit):
        return NO_FUEL(units=(unit.id,))
    return None if offers(look, bill_for(data, unit.id)) else NO_SUPPLY(units=(unit.id,))


def take(run: Run, data: MoveData, action: Recon) -> None:
    """Spend, and learn (21.1-B) the steps, and whether armor, mech or anti-tank units are there, as 9.4e counts
    them."""
    fuel.fuel_on_begin(run, (action.unit,))
    look = run.look
    unit = look.unit(action.unit)
    price = cost(look, unit)
    spent = (s + price if uid == unit.id else s for uid, s in zip(data.units, data.spent, strict=True))
    enemy = look.enemy(data.side)
    there = [(look.counter(u), look.steps(u)) for u in look.combat_units_at(action.hex, enemy)]
    run.emit(UnitScouted(case="21.1-A", side=data.side, unit=unit.id, hex=action.hex, mp=price))
    run.emit(
        ForceTold(
            case="21.1-B",
            side=enemy,
            hex=action.hex,
            steps=sum(steps for _, steps in there),
            armor=any(counter.colour == "armor" for counter, _ in there),
            mech=any(counter.colour == "mech" for counter, _ in there),
            anti_tank=any(counter.symbol in ANTI_TANK_SYMBOLS for counter, _ in there),
        )
    )
    run.set(replace(data, spent=tuple(spent), begun=True))
    run.push("pay", bill_for(data, unit.id))


RECON = option(
    "recon",
    "21.1",
    "Recon units may scout an adjacent hex for 1T and a quarter of their MA: its owner says what is there",
    Part(
        "recon",
        edits=(("move", "wrap", "go", offering(Option(Recon, candidates, refuse, take))),),
        events=EVENTS,
        overrides=frozenset({"what is round move.go"}),
    ),
)
SWITCHES = (RECON,)
