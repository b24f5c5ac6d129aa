"""What happens to ships in a turn besides their moves and fights: Clean Up, and the enemy who enters their port.

Cases: 9.14g, 18.1d
"""

from __future__ import annotations

from redball.core.engine import Run
from redball.core.procedures import Do
from redball.rules.capture.claims import Capture
from redball.rules.ground.craft import craft_at
from redball.rules.ground.fleet import fleet_at, fleet_in, has_fleet
from redball.rules.naval.cargo_events import CraftDestroyed
from redball.rules.naval.naval import ShipRecovered, ShipsDestroyed
from redball.rules.units.losses import eliminate


def recover_ships(run: Run, side: str) -> None:
    """18.1d: DG markers come off the ships and Landing Craft of a side in its Clean Up Phase."""
    for ship in fleet_in(run.state).vessels:
        if ship.side == side and ship.dg:
            run.emit(ShipRecovered(case="18.1d", side=side, ship=ship.id))


def destroy_ships(run: Run, data: Capture) -> None:
    """9.14g: ships and Landing Craft in a hex that Attack-Capable units enter, with all that these carry."""
    caught = tuple([ship.id for ship in fleet_at(run.look, data.hex, data.loser)])
    if caught:
        run.emit(ShipsDestroyed(case="9.14g", side=data.loser, hex=data.hex, ships=caught))
    craft = craft_at(run.look, data.hex, data.loser)
    for uid in [uid for one in craft for uid in one.units]:
        eliminate(run, uid, "capture", "9.14g")
    if craft:
        run.emit(CraftDestroyed(case="9.14g", side=data.loser, hex=data.hex, craft=tuple([one.id for one in craft])))


EDITS = (("capture", "after", "hedgehog", Do("ships", destroy_ships, held=has_fleet)),)
