"""Landing Craft: what they take aboard, where they sail, and what they put ashore.

A passage is planned for one segment: loads in the port where the craft are, the way, what goes ashore at its end. Where
it takes longer, they sail on in the next phase, out of reach of the shore, and plan anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from redball.board.hexes import MP, NO_HEX
from redball.board.kernel import Reach, reach
from redball.board.waters import is_coast
from redball.bots.steady import sea_assault, sea_landing
from redball.bots.steady.places import nearest_enemy
from redball.bots.steady.positions import hunger, weigher
from redball.bots.steady.scene import Scene
from redball.bots.steady.sea_away import entry_of, havens, pull
from redball.bots.steady.sea_landing import Beach
from redball.bots.steady.supply import hqs, stock_near
from redball.bots.steady.worth import TOKEN, power, step_worth, victory_points
from redball.core.actions import Action, Halt, StepTo
from redball.core.actions.naval import PutAshore, PutSupplyAshore, TakeAboard, TakeSupplyAboard
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.craft import DUKW, LST
from redball.rules.air.cargo import unmoved
from redball.rules.ground.craft import kind_of, room
from redball.rules.ground.fleet import LandingCraft, fleet_in, ship_face
from redball.rules.ground.harbours import port_hexes, quay, refuse_traffic
from redball.rules.naval.lading import refuse_kind, refuse_passenger
from redball.rules.naval.lanes import closed_to, craft_lanes
from redball.rules.naval.sailing import speed
from redball.rules.naval.sea_boxes import Ways, through_boxes
from redball.rules.units.abilities import attack_capable
from redball.rules.units.equivalents import PER_TOKEN, unit_equivalent

PHASES = 3
"""A landing is considered up to this many phases of sailing away."""
LATER, A_TURN = 60, 200
"""What each of them costs; and what it costs each unit to land in another turn than this one."""
BEST = 6
"""How many beaches are weighed by their exact chances."""
IDLE = 300
"""What each of them costs units that are ashore, and would be aboard."""
WORTHWHILE = 250
"""What a passage with units that are ashore already must gain, for all of them."""
HOME = 900
"""What it is worth for a unit that counts elsewhere to be on its way."""
EMBARK = 150
"""And for each of them."""
ENOUGH = 20
"""Tokens about a place that needs no more."""
A_LOAD = 4
"""Tokens that make a trip worthwhile."""
SUNK = 7
"""Tenths of the troops at sea that enemy ships are likely to sink."""
REACHED, AT_WAR = 3, 12
"""Hexes from a port that is fed through it, and from the enemy within which supply is used up."""


class Passage(NamedTuple):
    """What craft do in this segment: what they load, their way, what they put ashore at its end. `beach`: they are
    there for a landing of those; `assault`: for a Beach Assault on that hex."""

    value: int
    loads: tuple[Action, ...] = ()
    path: tuple[int, ...] = ()
    unloads: tuple[Action, ...] = ()
    beach: Beach | None = None
    assault: int = NO_HEX


def passage(scene: Scene, craft: LandingCraft) -> Passage | None:
    """The best passage of these craft, if any is worth it."""
    ways = far(scene.look, craft)
    kinds = (_with_units, _with_supply, _loading, _following, _leaving)
    plans = [plan for kind in kinds for plan in kind(scene, craft, ways)]
    best = max(plans, key=lambda plan: (plan.value, -len(plan.path)), default=None)
    return best if best is not None and best.value > 0 else None


def far(look: Look, craft: LandingCraft) -> Ways:
    """Where they could get within some phases: cost (1/12 MP) and path."""
    most, lanes, shut = speed(look.world, craft), craft_lanes(look.world), closed_to(look, craft.side)

    def around(start: int, left: int) -> Reach:
        return reach(lanes, look.board.neighbour_array, [start], left, shut)

    return through_boxes(look.world, craft.side, craft.hex, PHASES * most, most, shut, around)


def stretch(look: Look, craft: LandingCraft, ways: Ways, hex_: int) -> tuple[int, ...]:
    """What they sail of the way to a hex in this phase: all of it, or as far as they get, ending at sea."""
    path, left = ways[hex_][1], speed(look.world, craft) - craft.spent
    if ways[hex_][0] <= left:
        return path
    near = [i for i, way in enumerate(path) if ways[way][0] <= left and not is_coast(look.board, way)]
    return path[: near[-1] + 1] if near else path[:1]


def phases(look: Look, craft: LandingCraft, ways: Ways, hex_: int) -> int:
    """Phases after this one until they are there."""
    over = ways[hex_][0] - (speed(look.world, craft) - craft.spent)
    return max(0, -(-over // speed(look.world, craft)))


# --- units aboard ------------------------------------------------------------------------------------------------


def _with_units(scene: Scene, craft: LandingCraft, ways: Ways) -> Iterator[Passage]:
    """To the beach where the units aboard are worth most, or ashore in a port of their own."""
    if not craft.units:
        return
    look = scene.look
    aboard = [look.unit(uid).change(hex=craft.hex) for uid in craft.units]
    fighters = [unit for unit in aboard if look.counter(unit).is_combat_unit]
    for beach in beaches(scene, craft, ways, fighters):
        path = stretch(look, craft, ways, beach.hex)
        there = path[-1] == beach.hex and look.state.clock.phase == "movement"
        if not there and ways[beach.hex][0] <= speed(look.world, craft):
            path = path[:1]  # they come within reach in their next Movement Phase
        price = 0 if there else peril(look, craft, path[-1])
        yield Passage(beach.value + 1 - price, (), path, (), beach if there else None)
    left = speed(look.world, craft) - craft.spent
    for blow, launch in sea_assault.launches(scene, craft, ways, left):
        yield Passage(blow.value, (), ways[launch][1], assault=blow.hex)
    for hex_ in sorted(port_hexes(look, scene.side) & ways.keys()):
        value = sum(weigher(scene, unit)(unit)(hex_) for unit in fighters) + sea_landing.ASHORE * len(aboard)
        value -= _late(look, craft, ways, hex_)
        yield Passage(value, (), stretch(look, craft, ways, hex_), tuple([PutAshore(uid) for uid in craft.units]))


def peril(look: Look, craft: LandingCraft, hex_: int) -> int:
    """What the troops aboard risk by ending a phase at sea, where ships come that can fire at them: more than half of
    them. Nothing in a box, which the enemy never enters, and nothing more where they are in such peril already."""
    foes = [ship for ship in fleet_in(look.state).ships if ship.side != craft.side and ship.afloat]

    def met(at: int) -> bool:
        return not look.board.is_box(at) and any(
            look.board.distance(at, ship.hex) <= speed(look.world, ship) // MP + ship_face(look.world, ship).range
            for ship in foes
            if not look.board.is_box(ship.hex)
        )

    if not met(hex_) or met(craft.hex):
        return 0
    aboard = [look.unit(uid) for uid in craft.units]
    return sum(look.steps(unit) * step_worth(look, unit) for unit in aboard) * SUNK // 10


def _late(look: Look, craft: LandingCraft, ways: Ways, hex_: int) -> int:
    return LATER * phases(look, craft, ways, hex_)


def beaches(scene: Scene, craft: LandingCraft, ways: Ways, units: Sequence[Unit]) -> list[Beach]:
    """The best beaches for these units, with what a landing there is worth after its price."""
    if not units:
        return []
    scene = sea_landing.foreseen(scene)
    look = scene.look
    found = []
    for hex_ in sorted(ways):
        if is_coast(look.board, hex_):
            beach = sea_landing.weigh(scene, craft, units, hex_)
            if beach.units:
                waits = look.state.clock.phase == "movement" and phases(look, craft, ways, hex_) > 0
                late = _late(look, craft, ways, hex_) + (A_TURN * len(beach.units) if waits else 0)
                found.append(beach._replace(value=beach.value - late))
    best = []
    for beach in sorted(found, reverse=True)[:BEST]:
        lands = [unit for unit in units if unit.id in beach.units]
        cost = sea_landing.price(look, scene.side, beach.hex, lands, (craft,))
        best.append(beach._replace(value=beach.value - cost))
    return [beach for beach in best if beach.value > 0]


# --- supply aboard -----------------------------------------------------------------------------------------------


def _with_supply(scene: Scene, craft: LandingCraft, ways: Ways) -> Iterator[Passage]:
    """Into a port through which hungry HQs are fed; else beside own troops who have nothing else; a DUKW ashore."""
    look, side = scene.look, scene.side
    if not craft.tokens or craft.units:
        return
    for hex_ in sorted(port_hexes(look, side) & ways.keys()):
        port, most = quay(look, side, hex_), min(craft.tokens, want(look, side, hex_))
        assert port is not None  # it is friendly
        fits = max((n for n in range(1, most + 1) if refuse_traffic(look, port, n * PER_TOKEN) is None), default=0)
        if fits:
            value = 2 * TOKEN * fits - _late(look, craft, ways, hex_) // 2
            yield Passage(value, (), stretch(look, craft, ways, hex_), (PutSupplyAshore(fits),))
    for hex_, need in hungry(scene).items():
        if hex_ in ways:
            value = TOKEN * min(need, craft.tokens) - _late(look, craft, ways, hex_) // 2
            yield Passage(value, (), stretch(look, craft, ways, hex_))


def hungry(scene: Scene) -> dict[int, int]:
    """Coastal hexes with own troops, and what supply aboard beside them would be worth: tokens for their attacks."""
    look, side = scene.look, scene.side

    def find() -> dict[int, int]:
        found: dict[int, int] = {}
        for unit in look.own(side):
            if look.counter(unit).is_combat_unit and is_coast(look.board, unit.hex):
                dry, untraced = stock_near(look, side, unit.hex, 1) < A_LOAD, bool(hunger(look, unit, unit.hex))
                found[unit.hex] = found.get(unit.hex, 0) + 2 * (dry + untraced)
        return {hex_: need for hex_, need in found.items() if need}

    return scene.note("sea.hungry", find)  # type: ignore[no-any-return]


def want(look: Look, side: str, hex_: int) -> int:
    """Tokens that are needed about a port: where an HQ, or else friendly troops, fight on supply from it."""
    if nearest_enemy(look, side, hex_) > AT_WAR:
        return 0
    fed = any(look.board.distance(hex_, place) <= REACHED for place in hqs(look, side))
    if not fed and not look.has_combat_units(hex_, side):
        return 0
    return max(0, ENOUGH - stock_near(look, side, hex_))


def forward(look: Look, side: str, start: int, hex_: int) -> int:
    """Tokens that should go from one port to another that is nearer to the enemy."""
    if nearest_enemy(look, side, start) <= nearest_enemy(look, side, hex_):
        return 0
    return min(surplus(look, side, start), want(look, side, hex_) - want(look, side, start))


def surplus(look: Look, side: str, hex_: int) -> int:
    """Tokens that may go from a port: where nobody fights, all of them."""
    most = unmoved(look, side, hex_)
    return most if nearest_enemy(look, side, hex_) > 2 * REACHED else max(0, most - ENOUGH // 2)


def _following(scene: Scene, craft: LandingCraft, ways: Ways) -> Iterator[Passage]:
    """DUKWs and LSTs to where own troops are, or are about to land, if they can come ashore there."""
    look, side = scene.look, scene.side
    if craft.units or kind_of(look.world, craft) not in (DUKW, LST):
        return
    meant = scene.memory.notes.get("sea.beaches", {})
    for hex_ in sorted(ways):
        if is_coast(look.board, hex_) and (hex_ in meant or look.has_combat_units(hex_, side)):
            worth = sea_landing.worth_ashore(look, craft, hex_) - _late(look, craft, ways, hex_)
            yield Passage(worth, (), stretch(look, craft, ways, hex_))


# --- loading -----------------------------------------------------------------------------------------------------


def _loading(scene: Scene, craft: LandingCraft, ways: Ways) -> Iterator[Passage]:
    """What the port where they are has to give; else to a port that has something."""
    look, side = scene.look, scene.side
    if craft.units or kind_of(look.world, craft) == LST:
        return
    if quay(look, side, craft.hex) is not None:
        yield from _ferry(scene, craft, ways)
        yield from _troops(scene, craft, ways)
    if craft.tokens:
        return
    for hex_ in sorted(port_hexes(look, side) & ways.keys() - {craft.hex}):
        load = max(forward(look, side, hex_, to) for to in port_hexes(look, side))
        load = min(load, room(look, craft) // PER_TOKEN)
        if load >= A_LOAD:
            value = TOKEN * load // 2 - _late(look, craft, ways, hex_) // 2
            yield Passage(value, (), stretch(look, craft, ways, hex_))


def _ferry(scene: Scene, craft: LandingCraft, ways: Ways) -> Iterator[Passage]:
    """Supply from here to where it is needed more."""
    look, side = scene.look, scene.side
    port = quay(look, side, craft.hex)
    assert port is not None  # they are in it
    most = min(surplus(look, side, craft.hex), room(look, craft) // PER_TOKEN)
    while most and refuse_traffic(look, port, most * PER_TOKEN) is not None:
        most -= 1
    if most < A_LOAD:
        return
    for hex_ in sorted(port_hexes(look, side) & ways.keys() - {craft.hex}):
        load = min(most, forward(look, side, craft.hex, hex_))
        if load >= A_LOAD:
            value = TOKEN * load - _late(look, craft, ways, hex_) // 2
            path = stretch(look, craft, ways, hex_)
            yield Passage(value, (TakeSupplyAboard(load),), path, (PutSupplyAshore(load),))


def _troops(scene: Scene, craft: LandingCraft, ways: Ways) -> Iterator[Passage]:
    """Units from here to a beach or a port where they are worth more, with supply if there is room for it."""
    look, side = scene.look, scene.side
    able = [unit for unit in _waiting(scene, craft) if not scene.memory.notes.get(("stays", unit.id))]
    if not able:
        return
    now = {unit.id: weigher(scene, unit)(unit)(unit.hex) for unit in able}
    for hex_ in sorted(port_hexes(look, side) & ways.keys() - {craft.hex}):
        gains = {unit.id: weigher(scene, unit)(unit)(hex_) - now[unit.id] - EMBARK for unit in able}
        chosen = _fill(look, craft, [unit for unit in able if gains[unit.id] > 0])
        value = sum(gains[unit.id] for unit in chosen) - IDLE * phases(look, craft, ways, hex_) * len(chosen)
        if chosen and value > WORTHWHILE:
            loads = tuple([TakeAboard(unit.id) for unit in chosen])
            ashore = tuple([PutAshore(unit.id) for unit in chosen])
            yield Passage(value, loads, stretch(look, craft, ways, hex_), ashore)
    if look.state.clock.phase != "movement":
        return
    fighters = [unit for unit in able if nearest_enemy(look, side, unit.hex) > REACHED]
    chosen = _fill(look, craft, fighters)
    if chosen:
        loads = tuple([TakeAboard(unit.id) for unit in chosen])
        spare = min(surplus(look, side, craft.hex), A_LOAD)
        fed = (TakeSupplyAboard(spare),) if spare else ()
        worth = sum(now[unit.id] + sea_landing.ASHORE + EMBARK for unit in chosen)
        laden = craft.change(tokens=craft.tokens + spare)
        for beach in beaches(scene, laden, ways, chosen):
            here = stretch(look, craft, ways, beach.hex)
            there = here[-1] == beach.hex
            idle = 0 if there else IDLE * (1 + phases(look, craft, ways, beach.hex)) * len(chosen)
            if len(beach.units) == len(chosen) and beach.value - worth - idle > WORTHWHILE:
                yield Passage(beach.value - worth - idle, (*loads, *fed), here, (), beach if there else None)


def _waiting(scene: Scene, craft: LandingCraft) -> list[Unit]:
    """Units in the port that may go aboard, the strongest first; half of the strength stays where points are held, and
    a unit that cannot attack goes only to where it counts at the end."""
    look = scene.look
    there = sorted(look.combat_units_at(craft.hex, scene.side), key=lambda unit: (power(look, unit), unit.id))
    kept, half = 0, sum(power(look, unit) for unit in there) // 2
    able = []
    for unit in there:
        goes = attack_capable(look, unit) or (entry_of(look, unit) is not None and _late_already(look, unit))
        if goes and (kept >= half or not victory_points(look, craft.hex)):
            able.append(unit)
        else:
            kept += power(look, unit)
    able = [u for u in able if refuse_passenger(look, u) is None and refuse_kind(look, craft, u) is None]
    return able[::-1]


def _late_already(look: Look, unit: Unit) -> bool:
    """It should be on its way to where it counts at the end."""
    worth = pull(look, unit)
    return worth is not None and worth(unit.hex) < 0


def _fill(look: Look, craft: LandingCraft, units: Sequence[Unit]) -> list[Unit]:
    """As many of these as find room aboard, and in the port where they are."""
    port, left, chosen, used = quay(look, craft.side, craft.hex), room(look, craft), list[Unit](), 0
    for unit in units:
        need = unit_equivalent(look, unit)
        if need <= left and port is not None and refuse_traffic(look, port, used + need, not chosen) is None:
            chosen.append(unit)
            left, used = left - need, used + need
    return chosen


def _leaving(scene: Scene, craft: LandingCraft, ways: Ways) -> Iterator[Passage]:
    """To a box where units count at the end: units that are aboard, else those that the port can spare, else to a port
    where units wait."""
    look, side = scene.look, scene.side
    goal = min(havens(look, side) & ways.keys(), key=lambda hex_: ways[hex_][0], default=NO_HEX)
    if goal == NO_HEX:
        return
    gone = [unit for uid in craft.units if entry_of(look, unit := look.unit(uid)) is not None]
    if gone:
        yield Passage(len(gone) * HOME, (), stretch(look, craft, ways, goal))
    for hex_ in sorted(port_hexes(look, side) & ways.keys()) if not craft.units else ():
        chosen = _fill(look, craft.change(hex=hex_), _spare(scene, craft, hex_, goal))
        if chosen and hex_ == craft.hex:
            loads = tuple([TakeAboard(unit.id) for unit in chosen])
            yield Passage(len(chosen) * HOME, loads, stretch(look, craft, ways, goal))
        elif chosen:
            value = len(chosen) * HOME // 2 - _late(look, craft, ways, hex_)
            yield Passage(value, (), stretch(look, craft, ways, hex_))


def _spare(scene: Scene, craft: LandingCraft, hex_: int, goal: int) -> list[Unit]:
    """Units in a port that are worth more in the box than here."""
    found = []
    for unit in _waiting(scene, craft.change(hex=hex_)):
        worth = pull(scene.look, unit)
        if worth is not None and worth(goal) > weigher(scene, unit)(unit)(unit.hex):
            found.append(unit)
    return found


# --- the voyage --------------------------------------------------------------------------------------------------


def sail(scene: Scene, craft: LandingCraft) -> bool:
    """Whether they have something to do in this segment; it is noted."""
    plan = passage(scene, craft)
    if plan is None:
        return False
    if plan.beach is not None:
        meant = scene.memory.notes.setdefault("sea.beaches", {})
        meant[plan.beach.hex] = (*meant.get(plan.beach.hex, ()), *plan.beach.units)
    if plan.assault != NO_HEX:
        scene.memory.notes.setdefault("sea.assaults", set()).add(plan.assault)
    scene.memory.notes["sea.passage", craft.id] = plan
    return len(plan.path) > 1 or bool(plan.loads or plan.unloads)


def go(scene: Scene) -> Action:
    """The next action of the voyage: load, sail, unload, halt."""
    data = scene.data
    plan: Passage | None = scene.memory.notes.get(("sea.passage", data.ship))
    if plan is None or not plan.path:
        return Halt()
    if data.hex == plan.path[0]:
        done = scene.memory.notes.setdefault(("sea.loaded", data.ship), set())
        for load in plan.loads:
            if load not in done:
                done.add(load)
                if scene.allows(load):
                    return load
    if data.hex in plan.path[:-1]:
        step = StepTo(plan.path[plan.path.index(data.hex) + 1])
        return step if scene.allows(step) else Halt()
    return next((act for act in plan.unloads if scene.allows(act)), Halt())


def loaded(look: Look, side: str) -> list[LandingCraft]:
    """Own craft with troops aboard."""
    return [one for one in fleet_in(look.state).craft if one.side == side and one.units]
