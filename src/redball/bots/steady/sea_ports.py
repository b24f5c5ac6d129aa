"""Ports: supply and units that go by Shipping Allowance, and repair of what was hit.

Units wait in a port on their Move side, if they are worth more in another one: at the front, or beyond the strait.
"""

from __future__ import annotations

from collections.abc import Iterator

from redball.bots.steady.places import strengths, threat
from redball.bots.steady.positions import EAGER, weigher
from redball.bots.steady.scene import Scene
from redball.bots.steady.sea_craft import A_LOAD, forward, surplus
from redball.bots.steady.supply import stock_near
from redball.bots.steady.worth import TOKEN
from redball.core.actions import Action, Cancel, Construct, SetMode
from redball.core.actions.naval import LoadShipment, OpenShipment, ShipTo
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.ground.harbours import port_hexes
from redball.rules.naval.shipping import allowance_left, refuse_passenger, refuse_way
from redball.rules.works.candidates import works_of

SAIL = 40
"""What the allowance that a unit takes is worth."""
REPAIR, WRECK = "repair_port", "wreck_port"
"""How tasks are called that mend a port, or damage it."""
STOCK = 8
"""Tokens about a port before some are spent on it."""


# --- supply ------------------------------------------------------------------------------------------------------


def ship_supply(scene: Scene) -> Action | None:
    """From where supply is plentiful to where it is needed most; each pair of ports once a segment."""
    look, side = scene.look, scene.side
    if not allowance_left(look, side):
        return None
    for _, start, hex_ in sorted(_shipments(look, side), reverse=True):
        if scene.first(("shipped", start, hex_)) and scene.allows(OpenShipment(start, hex_)):
            return OpenShipment(start, hex_)
    return None


def _shipments(look: Look, side: str) -> Iterator[tuple[int, int, int]]:
    ports = sorted(port_hexes(look, side))
    for start in ports:
        for hex_ in ports if surplus(look, side, start) >= A_LOAD else ():
            load = forward(look, side, start, hex_)
            if load >= A_LOAD:
                yield TOKEN * load, start, hex_


def load(scene: Scene) -> Action | None:
    """As much as is needed there, of what can be shipped."""
    look, data = scene.look, scene.data
    most = forward(look, scene.side, data.start, data.hex)
    able = [act for act in scene.of(LoadShipment) if act.tokens <= most]
    return max(able, key=lambda act: act.tokens, default=Cancel())


# --- units -------------------------------------------------------------------------------------------------------


def passage(scene: Scene, unit: Unit) -> tuple[int, int] | None:
    """The port where a unit that waits in one is worth most more than here, and how much; None: it stays."""
    look, side = scene.look, scene.side
    if not allowance_left(look, side):
        return None
    ports = port_hexes(look, side)
    turned = unit.change(facing="move")
    if unit.hex not in ports or not look.counter(unit).is_combat_unit or refuse_passenger(look, turned, 0) is not None:
        return None
    weigh, now = weigher(scene, unit)(turned), weigher(scene, unit)(unit)(unit.hex)
    open_ = [hex_ for hex_ in sorted(ports) if refuse_way(look, side, unit.hex, hex_) is None]
    best = max(open_, key=weigh, default=None)
    if best is None or weigh(best) - now <= EAGER + SAIL:
        return None
    return weigh(best) - now, best


def embark(scene: Scene, unit: Unit, otherwise: int) -> bool:
    """Whether the unit gains more by sea than it does `otherwise`; where it goes is noted."""
    found = passage(scene, unit) if scene.look.world.scenario.shipping else None
    if found is None or found[0] <= otherwise:
        return False
    scene.memory.notes["by sea", unit.id] = found[1]
    return True


def ride(scene: Scene, unit: Unit) -> Action | None:
    """By sea on its Move side, if that was meant and still goes."""
    hex_ = scene.memory.notes.get(("by sea", unit.id))
    if hex_ is None:
        return None
    turned, ship = SetMode(unit.id, "move", "move"), ShipTo(hex_)
    return next((act for act in (ship, turned) if scene.allows(act)), None)


# --- works -------------------------------------------------------------------------------------------------------


def work(scene: Scene) -> Action | None:
    """A hit on an own port is repaired where supply is at hand; a port that is about to be lost is damaged. Each port
    once a segment."""
    look = scene.look
    if look.state.clock.phase != "movement":
        return None
    for act in works_of(look, scene.side):
        ours = act.task.startswith((REPAIR, WRECK)) and scene.first((act.task, act.hex))
        if ours and _wanted(look, scene.side, act) and scene.allows(act):
            return act
    return None


def _wanted(look: Look, side: str, act: Construct) -> bool:
    lost = threat(look, side, act.hex) > 2 * strengths(look, side).get(act.hex, 0)
    if act.task.startswith(WRECK):
        return lost
    return not lost and stock_near(look, side, act.hex) >= STOCK
