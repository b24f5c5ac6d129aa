"""Ships come and go by schedule: as Reinforcements at their entry hexes, and out of the game in a turn.

They arrive at hexes that are open to them, ports among these, and cannot be held back (13.6). A map-edge entry hex that
the enemy closes is replaced by the nearest open one of the edge (13.6b-B). Aircraft on a carrier come and go with it
(18.2c).
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.core.actions import Done
from redball.core.actions.naval import PlaceShip
from redball.core.derived import derived
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import NOT_ARRIVED
from redball.core.telling import lost_text
from redball.rules.ground.fleet import Vessel, aboard, ship_in
from redball.rules.naval.lanes import closed_to, is_open_to
from redball.rules.naval.naval import ShipArrived, ShipForfeited, ShipWithdrawn
from redball.rules.naval.sailing import UNKNOWN, name_of
from redball.rules.reinforcement.phase import ReinforcementPhase
from redball.scenarios.records import ShipArrival

NOT_DUE = refusal("arrival.ship_not_due", case="13.6", text="{detail} does not arrive in this Reinforcement Phase")
NOT_ENTRY = refusal("arrival.ship_entry", case="13.6", text="{detail} may enter at {need}, not at {hexes}")


@derived
def due_ships(look: Look, side: str) -> dict[str, ShipArrival]:
    """The ships of a side that arrive in this turn and have not been placed, by id."""
    turn = look.state.clock.turn
    found: dict[str, ShipArrival] = {}
    for arrival in look.world.scenario.ship_arrivals:
        if arrival.turn == turn and arrival.side == side:
            found |= {sid: arrival for sid in arrival.ships if _vessel(look, sid).hex == NOT_ARRIVED}
    return found


def _vessel(look: Look, sid: str) -> Vessel:
    ship = ship_in(look.state, sid)
    assert ship is not None  # the scenario has it
    return ship


def berths(look: Look, ship: Vessel, entries: tuple[int, ...]) -> tuple[int, ...]:
    """Where a ship may arrive now, in index order."""
    found: set[int] = set()
    for entry in entries:
        if _free(look, ship, entry):
            found.add(entry)
        elif look.board.on_edge(entry) and closed_to(look, ship.side)[entry]:
            free = [hex_ for hex_ in range(look.board.map_size) if look.board.on_edge(hex_) and _free(look, ship, hex_)]
            near = min((look.board.distance(entry, hex_) for hex_ in free), default=0)
            found.update(hex_ for hex_ in free if look.board.distance(entry, hex_) == near)
    return tuple(sorted(found))


def _free(look: Look, ship: Vessel, hex_: int) -> bool:
    return is_open_to(look.world, ship, hex_) and not closed_to(look, ship.side)[hex_]


def _places(look: Look, data: ReinforcementPhase) -> Iterator[PlaceShip]:
    for sid, arrival in due_ships(look, data.side).items():
        yield from (PlaceShip(sid, hex_) for hex_ in berths(look, _vessel(look, sid), arrival.entry))


def refuse_place(look: Look, data: ReinforcementPhase, action: PlaceShip) -> Refusal | None:
    """One that is due, at one of its entry hexes, or what replaces that."""
    ship, arrival = ship_in(look.state, action.ship), due_ships(look, data.side).get(action.ship)
    if ship is None:
        return UNKNOWN(detail=repr(action.ship))
    name = name_of(look, ship) if ship.side == data.side else repr(action.ship)
    if arrival is None:
        return NOT_DUE(detail=name)
    allowed = berths(look, ship, arrival.entry)
    if action.hex in allowed:
        return None
    need = ", ".join(look.hex_name(hex_) for hex_ in allowed) or "no hex now"
    return NOT_ENTRY(hexes=(action.hex,), detail=name, need=need)


def take_place(run: Run, data: ReinforcementPhase, action: PlaceShip) -> None:
    run.emit(ShipArrived(case="13.6", side=data.side, ship=action.ship, hex=action.hex))


def take_forfeit(run: Run, data: ReinforcementPhase, action: Done) -> None:
    """13.6: who is not placed now is lost."""
    for sid in due_ships(run.look, data.side):
        run.emit(ShipForfeited(case="13.6", side=data.side, ship=sid))


def withdraw(run: Run, data: ReinforcementPhase) -> None:
    """The schedule takes ships out of the game, wherever they are, with the aircraft on them."""
    turn = run.state.clock.turn
    leaving = (one for one in run.world.scenario.ship_withdrawals if one.turn == turn and one.side == data.side)
    for sid in (sid for one in leaving for sid in one.ships):
        if _vessel(run.look, sid).afloat:
            planes = tuple([plane.id for plane in aboard(run.state, sid)])
            run.emit(ShipWithdrawn(case="13.6", side=data.side, ship=sid, planes=planes))


ARRIVE = Choose(
    "place_ships",
    "Place the ships that arrive; those not placed now are lost",
    lambda look, data: data.side if due_ships(look, data.side) else None,
    (
        Option(PlaceShip, _places, refuse_place, take_place, exact=True),
        Option(Done, only(Done()), always_legal, take_forfeit),
    ),
    case="13.6",
    gives_up=lambda look, data: lost_text({"ship": len(due_ships(look, data.side))}),
)

EDITS = (
    ("reinforcement_phase", "after", "place", ARRIVE),
    ("reinforcement_phase", "before", "place_ships", Do("withdraw_ships", withdraw)),
)
