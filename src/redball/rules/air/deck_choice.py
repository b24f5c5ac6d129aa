"""On which of several carriers of a hex an aircraft comes down ("air_deck"): its owner chooses, carrier by carrier.

It has landed on its own, or on the one with most room (`decks.assigned`), and may be on another one that has room for
it. On land, and where one carrier alone takes it, nobody is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import ChooseDeck
from redball.core.engine import Run
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.rules.air.air import DeckChosen
from redball.rules.air.bases import NOT_YOURS, UNKNOWN_PLANE, own_base
from redball.rules.air.decks import capacity, held, takes
from redball.rules.ground.air_force import Plane, plane_in, printed

PROCEDURE = "air_deck"
NOT_NEXT = refusal("deck.not_next", case="18.2a", text="{detail} is not the aircraft that has just landed")
NO_DECK = refusal(
    "deck.closed",
    case="18.2a",
    text="{detail} finds no room on that carrier at {hexes}, may not use it, or it is not there",
    remedy="choose another carrier of the hex",
)


class Landed(Struct, frozen=True, tag=True):
    """Aircraft of a side that have come down where several carriers are; the first one is next."""

    side: str
    planes: tuple[str, ...]


def open_decks(look: Look, plane: Plane) -> tuple[str, ...]:
    """The carriers of its hex on which it may be, where it is now first."""
    base = own_base(look, plane.side, plane.hex) if plane.parked and plane.ship else None
    if base is None or len(base.ships) < 2:
        return ()
    fit = [sid for sid in base.ships if takes(look.world, sid, plane)]
    free = [sid for sid in fit if len(held(look, sid) - {plane.id}) < capacity(look.world, sid)]
    return tuple(sorted(free, key=lambda sid: (sid != plane.ship, sid)))


def ask_decks(run: Run, side: str, planes: Iterable[str]) -> None:
    """To be called last in a step in which these have landed."""
    if not run.world.scenario.ships:
        return
    asked = tuple([pid for pid in planes if _choosable(run.look, pid)])
    if asked:
        run.push(PROCEDURE, Landed(side, asked))


def _choosable(look: Look, pid: str) -> bool:
    plane = plane_in(look.state, pid)
    return plane is not None and len(open_decks(look, plane)) > 1


def settle(run: Run, data: Landed) -> None:
    """Those for whom the others have left no choice stay where they are."""
    left = data.planes
    while left and not _choosable(run.look, left[0]):
        left = left[1:]
    run.set(replace(data, planes=left))


def _ways(look: Look, data: Landed) -> Iterator[ChooseDeck]:
    plane = plane_in(look.state, data.planes[0])
    assert plane is not None  # it has landed
    return (ChooseDeck(plane.id, sid) for sid in open_decks(look, plane))


def refuse_deck(look: Look, data: Landed, action: ChooseDeck) -> Refusal | None:
    """The next aircraft, on a carrier of its hex with room for it."""
    plane = plane_in(look.state, action.plane)
    if plane is None:
        return UNKNOWN_PLANE(detail=repr(action.plane))
    name = printed(look.world, plane).name
    if plane.side != data.side:
        return NOT_YOURS(detail=name)
    if action.plane != data.planes[0]:
        return NOT_NEXT(detail=name)
    return None if action.ship in open_decks(look, plane) else NO_DECK(hexes=(plane.hex,), detail=name)


def take_deck(run: Run, data: Landed, action: ChooseDeck) -> None:
    plane = plane_in(run.state, action.plane)
    assert plane is not None  # it has landed
    if plane.ship != action.ship:
        run.emit(DeckChosen(case="18.2a", side=data.side, plane=plane.id, ship=action.ship))
    run.set(replace(data, planes=data.planes[1:]))
    run.go("settle")


DECKS = Procedure(
    PROCEDURE,
    Landed,
    (
        Do("settle", settle),
        Choose(
            "deck",
            "Choose the carrier on which the aircraft comes down",
            lambda look, data: data.side if data.planes else None,
            (Option(ChooseDeck, _ways, refuse_deck, take_deck, exact=True),),
            case="18.2a",
        ),
    ),
)

PROCEDURES = (DECKS,)
