"""Capture: enemy supply, transport and works when Attack-Capable units enter their hex.

The order is Extenders, Transport Points with their loads, supply on the ground, hedgehog, port;
`rules.air.base_capture` adds the air base. With the switch `capture_order`, supply on the ground comes before the
Transport Points (reading 1.73). Supply that falls to the ground later is rolled for separately.

Cases: 4.4c, 9.14b, 9.14e, 3.3c-A, 12.11b, K9.14-capture-when, 21.11c
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from redball.charts.rounding import percent_of
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import ControlChanged, DumpCaptured, HedgehogCaptured, HedgehogReduced
from redball.core.look import Look
from redball.core.procedures import Chance, Do, Procedure
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.rules.capture import transport as capture_transport
from redball.rules.capture.points import ENTERED
from redball.rules.capture.transport import TRANSPORT_CAPTURE, TransportCapture, transport_in
from redball.rules.ground import hedgehogs, port_works
from redball.rules.ground.occupancy import holds_enemy
from redball.rules.transport.extenders import Collapse, in_hex
from redball.rules.units.abilities import attack_capable

ORDER = Switch(
    "capture_order",
    "9.14c-A",
    "transport_first",
    ("transport_first", "dump_first"),
    "Transport Points are rolled for before or after the supply on the ground in their hex",
)
SWITCHES = (ORDER, *capture_transport.SWITCHES)

ENEMY_FACILITY = refusal(
    "move.enemy_noncombat",
    case="4.4c",
    text="{hexes} holds enemy supply, transport or works; {units} is not Attack-Capable and may not enter",
)


def refuse_facility(look: Look, unit: Unit, hex_: int) -> Refusal | None:
    """4.4c: only an Attack-Capable unit comes into a hex with something of the enemy's, by land or from the water."""
    if not holds_enemy(look, unit.side, hex_) or attack_capable(look, unit):
        return None
    return ENEMY_FACILITY(units=(unit.id,), hexes=(hex_,))


class Capture(Struct, frozen=True, tag=True):
    """`side` has entered `hex`, where `loser` has something to lose; `after_combat`: by an advance. In editions with
    one throw for all, `roll` is that throw, `captured` tokens are taken, and `going` are the tokens that get away (by
    truck, and otherwise)."""

    side: str
    hex: int
    loser: str
    after_combat: bool = False
    roll: int = 0
    going: tuple[int, ...] = ()
    captured: int = 0


def come_into(run: Run, side: str, hex_: int) -> None:
    """Call this when units of `side` have come into a hex where nothing of the enemy's can be: by rail, as arrivals.

    A victory hex belongs to the side whose combat unit entered it last.
    """
    new = run.state.control.get(hex_) != side and run.look.has_combat_units(hex_, side)
    if new and any(entry.hex == hex_ for entry in run.world.scenario.victory.hexes):
        run.emit(ControlChanged(case="SETUP-III", side=side, hex=hex_))
    run.look.policies[ENTERED](run, side, hex_)


def capture_on_entry(run: Run, side: str, hex_: int, after_combat: bool = False) -> None:
    """Call this when units of `side` have entered a hex by movement, advance or retreat. As `come_into`; and if
    Attack-Capable units meet something of the enemy's there, opens the procedure "capture" (4.8c-A). `after_combat`:
    they advanced."""
    come_into(run, side, hex_)
    capturing = any(attack_capable(run.look, unit) for unit in run.look.combat_units_at(hex_, side))
    if capturing and holds_enemy(run.look, side, hex_):
        run.push("capture", Capture(side, hex_, run.world.enemy(side), after_combat))


def collapse_extenders(run: Run, data: Capture) -> None:
    """Extenders get away first (9.14d-A, reading 1.73); the Capture Table has no column for them (9.14c-F)."""
    units = in_hex(run.look, data.loser, data.hex)
    if units:
        run.push("extender_collapse", Collapse(data.loser, data.hex, units))


def capture_trucks(run: Run, data: Capture) -> None:
    """One roll for all Transport Points with MA above 10 (9.14c-A)."""
    if transport_in(run.look, data.loser, data.hex, "trucks"):
        run.push("transport_capture", TransportCapture(data.side, data.hex, data.loser, "trucks"))


def capture_wagons(run: Run, data: Capture) -> None:
    """One roll for all Transport Points with MA 10 or less (9.14c-A)."""
    if transport_in(run.look, data.loser, data.hex, "wagons"):
        run.push("transport_capture", TransportCapture(data.side, data.hex, data.loser, "wagons"))


def dump_dice(look: Look, data: Capture) -> int:
    """One die if there is supply on the ground."""
    return 1 if look.state.ground_supply(data.loser, data.hex).tokens else 0


def early_dump_dice(look: Look, data: Capture) -> int:
    """The same die before the Transport Points, if the switch says so."""
    return dump_dice(look, data) if look.switch(ORDER.name) == "dump_first" else 0


def dump_step(name: str, dice: Callable[[Look, Capture], int]) -> Chance:
    """A roll for the supply on the ground."""
    return Chance(name, "Capture Table, dump", "9.14b", dice, capture_dump, lambda look, data: data.side)


def capture_dump(run: Run, data: Capture, dice: tuple[int, ...]) -> None:
    """9.14b: capture a percentage, to the nearest token; the rest is destroyed."""
    tokens = run.state.ground_supply(data.loser, data.hex).tokens
    captured = percent_of(tokens, run.world.charts.capture.percent("dump", dice[0]))
    run.emit(
        DumpCaptured(
            case="9.14b",
            side=data.side,
            hex=data.hex,
            loser=data.loser,
            captured=captured,
            destroyed=tokens - captured,
        )
    )


def capture_hedgehog(run: Run, data: Capture) -> None:
    """9.14e: the hedgehog changes hands unchanged; with option 21.11 it loses a Level (21.11c)."""
    hedgehog = run.state.hedgehogs.get(data.hex)
    if hedgehog is not None and hedgehog.side == data.loser:
        run.emit(HedgehogCaptured(case="9.14e", side=data.side, hex=data.hex))
        if run.look.option(hedgehogs.ENHANCED.name):
            run.emit(HedgehogReduced(case="21.11c", side=data.side, hex=data.hex, level=hedgehog.level - 1, units=()))


def capture_port(run: Run, data: Capture) -> None:
    """9.14h: the port changes hands."""
    port_works.capture(run, data.side, data.loser, data.hex)


CAPTURE = Procedure(
    "capture",
    Capture,
    (
        Do("extenders", collapse_extenders),
        dump_step("early_dump", early_dump_dice),
        Do("trucks", capture_trucks),
        Do("wagons", capture_wagons),
        dump_step("dump", dump_dice),
        Do("hedgehog", capture_hedgehog),
        Do("port", capture_port),
    ),
)

PROCEDURES = (CAPTURE, TRANSPORT_CAPTURE)
