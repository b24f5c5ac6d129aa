"""What happens to ships in a turn besides their moves and fights: Clean Up, and the enemy who enters their port.

Cases: 9.14g, 18.1d
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.procedures import Do
from redball.rules.capture.claims import Capture
from redball.rules.ground.fleet import fleet_at, fleet_in
from redball.rules.naval.naval import ShipRecovered, ShipsDestroyed


def recover_ships(run: Run, side: str) -> None:
    """18.1d: DG markers come off the ships of a side in its Clean Up Phase."""
    for ship in fleet_in(run.state).ships:
        if ship.side == side and ship.dg:
            run.emit(ShipRecovered(case="18.1d", side=side, ship=ship.id))


def destroy_ships(run: Run, data: Capture) -> None:
    """9.14g: ships in a hex that Attack-Capable units enter."""
    caught = tuple([ship.id for ship in fleet_at(run.look, data.hex, data.loser)])
    if caught:
        run.emit(ShipsDestroyed(case="9.14g", side=data.loser, hex=data.hex, ships=caught))


EDITS = (("capture", "after", "hedgehog", Do("ships", destroy_ships)),)
