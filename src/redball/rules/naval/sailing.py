"""The move of a ship or of Landing Craft ("sail"): hex after hex in a segment of movement of its side, in all three
phases of a turn.

They need neither Reserve markers nor supply, and spend 1 MP a hex. What Landing Craft load and unload on the way is
said by `lading`.

Cases: 12.9d, 18.1a, 18.1e, 18.1f, 18.4b
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from redball.board.costs import PROHIBITED
from redball.board.hexes import MP
from redball.board.kernel import Reach, reach
from redball.core.actions import Halt, StepTo
from redball.core.actions.naval import BeginSail
from redball.core.engine import Run
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.procedures import Choose, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED
from redball.core.telling import phase_name
from redball.core.world import World
from redball.forces.craft import DUKW
from redball.rules.combat.points import CASE_OF
from redball.rules.ground.craft import kind_of, vessel_in
from redball.rules.ground.fleet import LandingCraft, Vessel, fleet_in, has_fleet, printed_ship
from redball.rules.moving_stack import simulcast
from redball.rules.naval import lading
from redball.rules.naval.lanes import closed_to, lanes_of
from redball.rules.naval.naval import ShipSailed, VoyageEnded
from redball.rules.naval.points import SAILING_PHASES
from redball.rules.naval.sea_boxes import Ways, sea_ways, through_boxes, way_price
from redball.rules.naval.voyage import Voyage as Voyage
from redball.rules.naval.voyage import called

FAST, SLOW, DUKW_AFLOAT = 20 * MP, 10 * MP, 8 * MP
"""18.1f, 18.4b: what a ship may spend in a phase."""

UNKNOWN = refusal("ship.unknown", case="18.1e", text="there is no ship {detail}")
NOT_OWN = refusal("ship.not_own", case="18.1e", text="{detail} does not belong to the acting side")
SUNK = refusal("ship.sunk", case="18.3d-A", text="{detail} is sunk")
AWAY = refusal("ship.away", case="13.6", text="{detail} has not arrived yet, or was withdrawn")
NOT_NOW = refusal("ship.not_now", case="7.0c", text="ships and Landing Craft do not sail in the {have}")
SAILED = refusal(
    "ship.sailed",
    case="18.1e",
    text="{detail} has finished its move in this phase",
    remedy="sail on in the next phase: every ship moves in Movement, Reaction and Exploitation",
)
NOT_NEXT = refusal("ship.not_next", case="18.1e", text="{hexes} is not next to {detail}; ships move one hex at a time")
NO_SEA = refusal(
    "ship.no_sea",
    case="18.1c",
    text="{detail} cannot enter {hexes}: ships enter only hexes that are all sea, and ports where the scenario says so",
    remedy="stay at sea; the guns reach the land from there",
)
ENEMY = refusal(
    "ship.enemy",
    case="18.1b",
    text="{hexes} holds enemy ships or combat units, and {detail} never stacks with these",
    remedy="sail around them, or fire at them in the Barrage Segment",
)
NO_COAST = refusal(
    "craft.no_water",
    case="18.1c",
    text="{detail} cannot go to {hexes}: Landing Craft move at sea, along the coast and along estuaries, and never "
    "over an all-land hexside",
    remedy="go around by sea",
)
ROLLED = refusal(
    "craft.rolled",
    case="18.5f",
    text="landings have been rolled for in this phase, so {detail} cannot sail any more",
    remedy="let all Landing Craft sail before the first landing",
)
UNLOADED = refusal("craft.unloaded", case="18.5a", text="{detail} has put cargo ashore, which ends its move")
NO_MP = refusal(
    "ship.no_mp",
    case="18.1f",
    text="{detail} has {have} MP left, the hex costs {need}",
    remedy="halt here, and sail on in the next phase",
)


def speed(world: World, vessel: Vessel | LandingCraft) -> int:
    """18.1f, 18.4b: its MP in a phase (1/12)."""
    if isinstance(vessel, LandingCraft):
        return DUKW_AFLOAT if kind_of(world, vessel) == DUKW else SLOW
    return SLOW if printed_ship(world, vessel).is_slow(vessel.damaged) else FAST


def name_of(look: Look, vessel: Vessel | LandingCraft) -> str:
    """What sentences call it."""
    return called(look.world, vessel)


# --- who may sail ------------------------------------------------------------------------------------------------


def refuse_own(look: Look, side: str, sid: str) -> Refusal | None:
    """Why a ship is not one of a side's that could act."""
    ship = vessel_in(look.state, sid)
    if ship is None:
        return UNKNOWN(detail=repr(sid))
    if ship.side != side:
        return NOT_OWN(detail=repr(sid))
    if ship.hex == NOT_ARRIVED or (isinstance(ship, Vessel) and ship.withdrawn):
        return AWAY(detail=name_of(look, ship))
    return None if ship.afloat else SUNK(detail=name_of(look, ship))


def in_phase(look: Look) -> bool:
    """18.1e: whether ships sail in this phase."""
    return look.state.clock.phase in look.policies[SAILING_PHASES]()


def refuse_sail(look: Look, side: str, sid: str) -> Refusal | None:
    """Why a ship cannot begin to move now."""
    refused = refuse_own(look, side, sid)
    if refused is not None:
        return refused
    if not in_phase(look):
        return NOT_NOW(have=phase_name(look.state.clock.phase), case=look.policies[CASE_OF](look, NOT_NOW.case))
    ship = vessel_in(look.state, sid)
    assert ship is not None  # it was found
    if isinstance(ship, LandingCraft) and fleet_in(look.state).rolled:
        return ROLLED(detail=name_of(look, ship))
    return SAILED(detail=name_of(look, ship)) if ship.sailed else None


def sailors(look: Look, side: str) -> Iterator[str]:
    """The ships and Landing Craft that `refuse_sail` accepts, in the order of their ids."""
    fleet = fleet_in(look.state)
    if not in_phase(look):
        return iter(())
    there = fleet.ships if fleet.rolled else fleet.vessels
    able = (s.id for s in there if s.side == side and s.afloat and not s.sailed)
    return iter(sorted(able)) if fleet.craft else able


def stopped_by_landing(look: Look, side: str) -> list[LandingCraft]:
    """18.5f: the Landing Craft that could still begin to sail, and no longer can once a landing has been rolled for;
    those with units aboard first."""
    found = [vessel_in(look.state, sid) for sid in sailors(look, side)]
    return sorted((one for one in found if isinstance(one, LandingCraft)), key=lambda craft: not craft.units)


def can_sail(look: Look, side: str) -> bool:
    """Whether some ship of the side may move; quick where there are none."""
    return has_fleet(look.world) and next(sailors(look, side), None) is not None


def take_sail(run: Run, data: Any, action: BeginSail) -> None:
    ship = vessel_in(run.state, action.ship)
    assert ship is not None  # it may sail
    run.set(replace(data, begun=True))
    spent = ship.spent if isinstance(ship, LandingCraft) else 0
    run.push("sail", Voyage(data.side, ship.id, ship.hex, ship.hex, spent))


OPTION = Option(
    BeginSail,
    lambda look, data: (BeginSail(sid) for sid in sailors(look, data.side)),
    lambda look, data, action: refuse_sail(look, data.side, action.ship),
    take_sail,
    exact=True,
    held=has_fleet,
)


# --- the voyage --------------------------------------------------------------------------------------------------


def vessel(look: Look, data: Voyage) -> Vessel | LandingCraft:
    """The ship or Landing Craft that sails."""
    ship = vessel_in(look.state, data.ship)
    assert ship is not None  # it sails
    return ship


def step_price(look: Look, ship: Vessel | LandingCraft, start: int, to: int) -> int | None:
    """What a step costs in 1/12 MP: by sea, or into and out of a box; None: it is no step."""
    direction = look.board.direction(start, to)
    if direction < 0:
        return way_price(look.world, ship.side, start, to, speed(look.world, ship))
    return lanes_of(look.world, ship)[start * 6 + direction]


def refuse_step(look: Look, data: Voyage, action: StepTo) -> Refusal | None:
    """Every reason why the ship cannot enter that hex now."""
    ship, to = vessel(look, data), action.hex
    name, cost = name_of(look, ship), step_price(look, ship, data.hex, to)
    if data.unloads:
        return UNLOADED(detail=name)
    if cost is None:
        return NOT_NEXT(hexes=(to,), detail=name)
    if cost == PROHIBITED:
        return (NO_SEA if isinstance(ship, Vessel) else NO_COAST)(hexes=(to,), detail=name)
    if closed_to(look, data.side)[to]:
        return ENEMY(hexes=(to,), detail=name)
    left = speed(look.world, ship) - data.spent
    if cost > left:
        return NO_MP(hexes=(to,), detail=name, have=show_mp(left), need=show_mp(cost))
    return simulcast.refuse_step(look, data.side, to)


def sea_reach(look: Look, ship: Vessel | LandingCraft, spent: int = 0) -> Ways:
    """Where a ship could go from where it is, by the search kernel: the cost (1/12 MP) and the path; a walk by
    `refuse_step` finds the same."""
    closed = bytearray(closed_to(look, ship.side))
    if look.state.clock.simulcast:
        for hex_ in range(look.board.size):
            closed[hex_] |= simulcast.refuse_step(look, ship.side, hex_) is not None
    cost, shut, most = lanes_of(look.world, ship), bytes(closed), speed(look.world, ship)

    def around(start: int, left: int) -> Reach:
        return reach(cost, look.board.neighbour_array, [start], left, shut)

    return through_boxes(look.world, ship.side, ship.hex, most - spent, most, shut, around)


def take_step(run: Run, data: Voyage, action: StepTo) -> None:
    ship = vessel(run.look, data)
    cost = step_price(run.look, ship, data.hex, action.hex)
    assert cost is not None  # it was not refused
    run.emit(ShipSailed(case="18.1e", side=data.side, ship=ship.id, start=data.hex, hex=action.hex, mp=cost))
    run.set(replace(data, hex=action.hex, spent=data.spent + cost, extra=data.extra + cost - MP))


def take_halt(run: Run, data: Voyage, action: Halt) -> None:
    ended = VoyageEnded(
        case="18.1e",
        side=data.side,
        ship=data.ship,
        start=data.start,
        hex=data.hex,
        hexes=_hexes(run.look, data),
        mp=data.spent if isinstance(vessel(run.look, data), LandingCraft) else 0,
    )
    run.emit(ended)
    run.finish()


def _hexes(look: Look, data: Voyage) -> int:
    """How many hexes the voyage has entered."""
    ship = vessel(look, data)
    before = ship.spent if isinstance(ship, LandingCraft) else 0
    return (data.spent - before - data.extra) // MP


def _ahead(look: Look, data: Voyage) -> tuple[int, ...]:
    return (*look.board.neighbours(data.hex), *sea_ways(look.world, data.side).get(data.hex, ()))


SAIL = Procedure(
    "sail",
    Voyage,
    (
        Choose(
            "go",
            "Sail hex by hex, or halt",
            lambda look, data: data.side,
            (
                Option(
                    StepTo,
                    lambda look, data: (StepTo(hex_) for hex_ in _ahead(look, data)),
                    refuse_step,
                    take_step,
                ),
                *lading.OPTIONS,
                Option(Halt, only(Halt()), always_legal, take_halt),
            ),
            case="18.1e",
        ),
    ),
)

PROCEDURES = (SAIL,)
POLICIES = {"sailing_phases": lambda: ("movement", "reaction", "exploitation")}
