"""Capture in 1992: half of the percentage lost is captured, the other half is destroyed, and the rest gets away.

As in the series, units roll that may enter hexes with anything of the enemy's except combat units, once for each
category. The rest of a dump displaces on its own; captured vehicles keep the captured supply and may move at once in
their captor's Movement Phase (13.2i).

Cases: E92-capture-dump, E92-capture-trucks, E92-capture-wagons, E92-capture-split, E92-capture-displace,
E92-capture-when, E92-capture-vehicles
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.board.waters import is_sea
from redball.charts import percent_of, round_half_up
from redball.core.actions import OnHex
from redball.core.engine import Run
from redball.core.events import DumpCaptured, SupplySpent, TransportDivided, UnitEliminated
from redball.core.events.supply import WASTED
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.editions.evaded import SupplyEvaded
from redball.editions.v1992.charts import CaptureSplit
from redball.rules.capture.claims import Capture, dump_dice, early_dump_dice
from redball.rules.capture.transport import (
    ENEMY_THERE,
    TOO_FAR,
    TransportCapture,
    drop_surplus,
    left,
    roll_die,
    roll_reason,
    rolled,
)
from redball.rules.ground.occupancy import holds_enemy
from redball.rules.transport.loading import new_id

IN_THE_SEA = refusal(
    "capture.in_the_sea", case="E92-capture-displace", text="{hexes} is all sea, and supply is displaced on land"
)


class DisplaceDump(OnHex, frozen=True, tag="displace_dump"):
    """The owner moves what is left of a dump to a hex (1992)."""

    shown = Shown("Displace", 2, "The rest of the dump to {hex}")


def split(look: Look, amount: int) -> int:
    """How much of a loss is captured: half of it, rounded; the rest is destroyed."""
    return round_half_up(amount * look.world.charts.table(CaptureSplit).captured_share)


# --- dumps -----------------------------------------------------------------------------------------------------


class DumpCapture(Struct, frozen=True, tag=True):
    """A dump that was rolled for: tokens that the owner loses."""

    side: str
    hex: int
    loser: str
    lost: int


def roll_dump(run: Run, data: Capture, dice: tuple[int, ...]) -> None:
    """The percentage of the dump that is lost, to the nearest token."""
    there = run.state.ground_supply(data.loser, data.hex).tokens
    lost = percent_of(there, run.world.charts.capture.percent("dump", dice[0]))
    run.push("dump_capture", DumpCapture(data.side, data.hex, data.loser, lost))


def rest_of(look: Look, data: DumpCapture) -> int:
    """Tokens that get away."""
    return look.state.ground_supply(data.loser, data.hex).tokens - data.lost


def refuse_refuge(look: Look, data: DumpCapture, action: DisplaceDump) -> Refusal | None:
    """Up to five hexes away, whatever lies between, to a hex with nothing of the enemy's."""
    limit = look.world.charts.table(CaptureSplit).dump_displacement
    distance = look.board.distance(data.hex, action.hex)
    if not 1 <= distance <= limit:
        return TOO_FAR(hexes=(action.hex,), have=distance, need=limit, case="E92-capture-displace")
    if is_sea(look.board, action.hex):
        return IN_THE_SEA(hexes=(action.hex,))
    if holds_enemy(look, data.loser, action.hex):
        return ENEMY_THERE(hexes=(action.hex,), case="E92-capture-displace")
    return None


def refuges(look: Look, data: DumpCapture) -> Iterator[DisplaceDump]:
    """Hexes for what is left of the dump."""
    limit = look.world.charts.table(CaptureSplit).dump_displacement
    near = (DisplaceDump(hex_) for hex_ in look.board.within(data.hex, limit))
    return (action for action in near if refuse_refuge(look, data, action) is None)


def who_displaces(look: Look, data: DumpCapture) -> str | None:
    """The owner, while something is left and can go somewhere."""
    return data.loser if rest_of(look, data) and next(refuges(look, data), None) is not None else None


def take_displace(run: Run, data: DumpCapture, action: DisplaceDump) -> None:
    tokens = rest_of(run.look, data)
    run.emit(SupplyEvaded(case="E92-capture-displace", side=data.loser, start=data.hex, hex=action.hex, tokens=tokens))


def take_dump(run: Run, data: DumpCapture) -> None:
    """Half of the loss changes hands; the other half, and what found no refuge, is destroyed."""
    there = run.state.ground_supply(data.loser, data.hex).tokens
    captured = min(split(run.look, data.lost), there)
    if there:
        run.emit(
            DumpCaptured(
                case="E92-capture-split",
                side=data.side,
                hex=data.hex,
                loser=data.loser,
                captured=captured,
                destroyed=there - captured,
            )
        )


DUMP_CAPTURE = Procedure(
    "dump_capture",
    DumpCapture,
    (
        Choose(
            "displace",
            "Where does the rest of the dump go?",
            who_displaces,
            (Option(DisplaceDump, refuges, refuse_refuge, take_displace),),
            case="E92-capture-displace",
        ),
        Do("take", take_dump),
    ),
)


# --- transport -------------------------------------------------------------------------------------------------


def destroy_half(run: Run, data: TransportCapture) -> None:
    """Destroy the lost points and tokens that are not captured."""
    look = run.look
    points = sum(look.unit(uid).points for uid in data.taken)
    doomed = points - split(look, points)
    captured = split(look, data.tokens)
    waste(run, data, data.tokens - captured)
    kept: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    for uid in data.taken:
        dead, alive = part(run, data, uid, doomed)
        doomed -= run.look.unit(dead).points if dead else 0
        gone += (dead,) if dead else ()
        kept += (alive,) if alive else ()
    data = replace(data, taken=(*kept, *gone), tokens=captured)
    loads = sum(run.look.unit(uid).load for uid in gone)
    drop_surplus(run, data, gone, (*kept, *(unit.id for unit in left(run.look, data))), loads)
    for uid in gone:
        run.emit(UnitEliminated(case="E92-capture-split", side=data.loser, unit=uid, steps=0, cause="capture"))
    run.set(replace(data, taken=kept))


def part(run: Run, data: TransportCapture, uid: str, doomed: int) -> tuple[str, str]:
    """The part of a counter that is destroyed and the part that is captured ("" for none)."""
    unit = run.look.unit(uid)
    if not doomed:
        return "", uid
    if doomed >= unit.points:
        return uid, ""
    dead = new_id(run.look, uid)
    run.emit(
        TransportDivided(
            case="E92-capture-split",
            side=data.loser,
            unit=uid,
            new=dead,
            points=doomed,
            tokens=0,
            activity=unit.activity,
        )
    )
    return dead, uid


def waste(run: Run, data: TransportCapture, tokens: int) -> None:
    """Destroy this many tokens, first on the lost points, then on the others."""
    for uid in (*data.taken, *(unit.id for unit in left(run.look, data))):
        burned = min(tokens, run.look.unit(uid).load)
        tokens -= burned
        if burned:
            run.emit(
                SupplySpent(
                    case="E92-capture-split",
                    side=data.loser,
                    hex=data.hex,
                    tokens=burned,
                    purpose=WASTED,
                    holder=uid,
                    unit=uid,
                )
            )


def dump_step(name: str, early: bool) -> Chance:
    """A roll for the supply on the ground."""
    dice = early_dump_dice if early else dump_dice
    return Chance(name, "Capture Table, dump", "E92-capture-dump", dice, roll_dump, lambda look, data: data.side)


PROCEDURES = (DUMP_CAPTURE,)
EDITS = (
    ("capture", "replace", "dump", dump_step("dump", early=False)),
    ("capture", "replace", "early_dump", dump_step("early_dump", early=True)),
    (
        "transport_capture",
        "replace",
        "roll",
        Chance("roll", roll_reason, "E92-capture-trucks", roll_die, rolled, lambda look, data: data.side),
    ),
    ("transport_capture", "before", "divide_loads", Do("destroy_half", destroy_half)),
)
