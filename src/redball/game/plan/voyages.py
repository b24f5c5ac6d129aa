"""Planning aids for ships: where one could go, and the atomic actions of a voyage along a path."""

from __future__ import annotations

from msgspec import Struct

from redball.core.actions import Action, Halt, StepTo
from redball.core.actions.naval import BeginSail
from redball.core.refusals import Refusal
from redball.game.game import Game
from redball.game.sight.belief import believed
from redball.rules.ground.craft import vessel_in
from redball.rules.naval.sailing import Voyage, refuse_own, refuse_sail, sea_reach, speed


class SeaReach(Struct, frozen=True):
    """Where a ship could go: by hex the MP left there (1/12) and the path; or why it cannot sail now."""

    hexes: dict[int, tuple[int, tuple[int, ...]]]
    refusal: Refusal | None = None


def open_voyage(game: Game, sid: str) -> Voyage | None:
    """The open move of that ship."""
    data = game.state.stack[-1].data if game.state.stack else None
    return data if isinstance(data, Voyage) and data.ship == sid else None


def reach_of_ship(game: Game, side: str, sid: str) -> SeaReach:
    """Where a ship of the side could go now, by what the side may believe."""
    look, voyage = believed(game.look, side), open_voyage(game, sid)
    refused = refuse_own(look, side, sid) if voyage is not None else refuse_sail(look, side, sid)
    ship = vessel_in(look.state, sid)
    if refused is not None or ship is None:
        return SeaReach({}, refused)
    spent = voyage.spent if voyage is not None else 0
    found, most = sea_reach(look, ship, spent), speed(look.world, ship) - spent
    near = ((hex_, way) for hex_, way in found.items() if hex_ != ship.hex)
    return SeaReach({hex_: (most - cost, path) for hex_, (cost, path) in near})


def next_of_voyage(game: Game, sid: str, path: tuple[int, ...], *, halt: bool) -> Action | None:
    """The next action of a ship along a path that begins where it is, None at its end."""
    voyage, ship = open_voyage(game, sid), vessel_in(game.state, sid)
    if voyage is None:
        return BeginSail(sid) if ship is not None and ship.hex == path[0] and not ship.sailed else None
    if voyage.hex in path[:-1]:
        return StepTo(path[path.index(voyage.hex) + 1])
    return Halt() if halt else None
