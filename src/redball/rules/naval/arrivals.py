"""Ships and Landing Craft come and go by schedule: as Reinforcements at their entry hexes, and out of the game in a
turn. What is of Landing Craft alone is in `craft_schedule`.

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
from redball.rules.ground.craft import vessel_in
from redball.rules.ground.fleet import LandingCraft, Vessel, aboard, has_fleet, ship_in
from redball.rules.naval.craft_schedule import LEAVE, bring_craft, coming, due_craft, forfeit_craft, recall_craft
from redball.rules.naval.lanes import closed_to, is_open_to
from redball.rules.naval.naval import ShipArrived, ShipForfeited, ShipWithdrawn
from redball.rules.naval.sailing import UNKNOWN, name_of
from redball.rules.reinforcement.phase import ReinforcementPhase
from redball.scenarios.records import CraftArrival, ShipArrival

NOT_DUE = refusal("arrival.ship_not_due", case="13.6", text="{detail} does not arrive in this Reinforcement Phase")
NOT_ENTRY = refusal("arrival.ship_entry", case="13.6", text="{detail} may enter at {need}, not at {hexes}")


@derived
def due_ships(look: Look, side: str) -> dict[str, ShipArrival | CraftArrival]:
    """The ships and Landing Craft of a side that arrive in this turn and have not been placed, by id."""
    turn = look.state.clock.turn
    found: dict[str, ShipArrival | CraftArrival] = {}
    for arrival in look.world.scenario.ship_arrivals:
        if arrival.turn == turn and arrival.side == side:
            found |= {sid: arrival for sid in arrival.ships if the_ship(look, sid).hex == NOT_ARRIVED}
    return found | due_craft(look, side)


def the_ship(look: Look, sid: str) -> Vessel:
    """A ship of the scenario."""
    ship = ship_in(look.state, sid)
    assert ship is not None  # the scenario has it
    return ship


def _arriving(look: Look, sid: str, arrival: ShipArrival | CraftArrival) -> Vessel | LandingCraft:
    return the_ship(look, sid) if isinstance(arrival, ShipArrival) else coming(look.world, arrival, NOT_ARRIVED)


def berths(look: Look, ship: Vessel | LandingCraft, entries: tuple[int, ...]) -> tuple[int, ...]:
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


def _free(look: Look, ship: Vessel | LandingCraft, hex_: int) -> bool:
    return is_open_to(look.world, ship, hex_) and not closed_to(look, ship.side)[hex_]


def _places(look: Look, data: ReinforcementPhase) -> Iterator[PlaceShip]:
    for sid, arrival in due_ships(look, data.side).items():
        yield from (PlaceShip(sid, hex_) for hex_ in berths(look, _arriving(look, sid, arrival), arrival.entry))


def refuse_place(look: Look, data: ReinforcementPhase, action: PlaceShip) -> Refusal | None:
    """One that is due, at one of its entry hexes, or what replaces that."""
    arrival = due_ships(look, data.side).get(action.ship)
    if arrival is None:
        ship = vessel_in(look.state, action.ship)
        if ship is None:
            return UNKNOWN(detail=repr(action.ship))
        return NOT_DUE(detail=name_of(look, ship) if ship.side == data.side else repr(action.ship))
    arriving = _arriving(look, action.ship, arrival)
    allowed = berths(look, arriving, arrival.entry)
    if action.hex in allowed:
        return None
    need = ", ".join(look.hex_name(hex_) for hex_ in allowed) or "no hex now"
    return NOT_ENTRY(hexes=(action.hex,), detail=name_of(look, arriving), need=need)


def take_place(run: Run, data: ReinforcementPhase, action: PlaceShip) -> None:
    arrival = due_ships(run.look, data.side)[action.ship]
    if isinstance(arrival, CraftArrival):
        bring_craft(run, data.side, arrival, action.hex)
    else:
        run.emit(ShipArrived(case="13.6", side=data.side, ship=action.ship, hex=action.hex))


def take_forfeit(run: Run, data: ReinforcementPhase, action: Done) -> None:
    """13.6: ships that are not placed now are lost."""
    for sid, arrival in due_ships(run.look, data.side).items():
        if isinstance(arrival, CraftArrival):
            forfeit_craft(run, data.side, arrival)
        else:
            run.emit(ShipForfeited(case="13.6", side=data.side, ship=sid))


def forfeited(look: Look, data: ReinforcementPhase) -> str:
    """What would be lost if nothing more was placed (13.6)."""
    due = due_ships(look, data.side).values()
    craft = [arrival for arrival in due if isinstance(arrival, CraftArrival)]
    units = sum(len(arrival.units) for arrival in craft)
    return lost_text({"ship": len(due) - len(craft), "group of Landing Craft": len(craft), "unit aboard": units})


def withdraw(run: Run, data: ReinforcementPhase) -> None:
    """The schedule takes ships out of the game, wherever they are, with the aircraft on them."""
    turn = run.state.clock.turn
    leaving = (one for one in run.world.scenario.ship_withdrawals if one.turn == turn and one.side == data.side)
    for sid in (sid for one in leaving for sid in one.ships):
        if the_ship(run.look, sid).afloat:
            planes = tuple([plane.id for plane in aboard(run.state, sid)])
            run.emit(ShipWithdrawn(case="13.6", side=data.side, ship=sid, planes=planes))


ARRIVE = Choose(
    "place_ships",
    "Place the ships and Landing Craft that arrive; those not placed now are lost",
    lambda look, data: data.side if due_ships(look, data.side) else None,
    (
        Option(PlaceShip, _places, refuse_place, take_place, exact=True),
        Option(Done, only(Done()), always_legal, take_forfeit),
    ),
    case="13.6",
    gives_up=forfeited,
    held=has_fleet,
)

EDITS = (
    ("reinforcement_phase", "after", "place", ARRIVE),
    ("reinforcement_phase", "before", "place_ships", Do("withdraw_ships", withdraw, held=has_fleet)),
    ("reinforcement_phase", "after", "withdraw_ships", Do("recall_craft", recall_craft, held=has_fleet)),
    ("reinforcement_phase", "after", "recall_craft", LEAVE),
)
