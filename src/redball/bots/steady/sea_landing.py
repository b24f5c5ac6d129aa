"""Where the units aboard should come ashore, by the exact chances of a landing there; and its draft.

A landing is worth what its units are worth in the hex (`positions`), less the steps and the craft that the Amphibious
Landing Table may cost; together they are in less danger than alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from redball.analysis.landing import group_outcomes
from redball.bots.steady.fighters import CROWD
from redball.bots.steady.places import crowds, held_off, strengths, threats
from redball.bots.steady.positions import hunger, weigher
from redball.bots.steady.scene import Scene
from redball.bots.steady.worth import TOKEN, power, step_worth
from redball.core.actions import Action, Cancel, Done
from redball.core.actions.naval import LandAll, LandCraft, LandUnit, PlanLanding
from redball.core.look import Look
from redball.core.state import Unit
from redball.forces.craft import DUKW, LST
from redball.rules.ground.craft import craft_at, kind_of
from redball.rules.ground.fleet import LandingCraft, fleet_in
from redball.rules.ground.harbours import port_hexes
from redball.rules.ground.occupancy import can_occupy
from redball.rules.naval.beach import Stakes, grouped, landing_at
from redball.rules.naval.invasion import able, refuse_plan
from redball.rules.units.stacking import stacking_limit

ASHORE = 450
"""What a unit is worth for being ashore at all: aboard it does nothing."""
PACKED = 60
"""What a quarter RE costs on a beach that is crowded: there is no room for what follows, and guns find them."""
CRAFT_POINT = 250
"""A point of Landing Craft."""
FED_AFLOAT = 600
"""How much less hungry a unit is beside supply aboard."""
A_PORT, TRUCKS = 350, 120
"""What an LST is worth as a port, and a DUKW as trucks."""
PORTS_APART = 4
"""Hexes within which another port serves as well."""


class Beach(NamedTuple):
    """A landing in mind: what it is worth, its hex, who lands."""

    value: int
    hex: int
    units: tuple[str, ...] = ()


def foreseen(scene: Scene) -> Scene:
    """The same scene, as if every unit that is about to land had done so."""
    meant: dict[int, tuple[str, ...]] = scene.memory.notes.get("sea.beaches", {})
    look = scene.look
    ashore = [look.unit(uid).change(hex=hex_) for hex_, uids in meant.items() for uid in uids]
    state = look.state.with_units(ashore)
    control = state.control | {hex_: scene.side for hex_ in meant if hex_ in state.control}
    return scene.seeing(look.after(state.change(control=control), tuple([unit.id for unit in ashore])))


def taken(scene: Scene, hex_: int) -> Scene:
    """As if the first had landed there: points are taken only once."""
    state = scene.look.state
    if state.control.get(hex_, scene.side) == scene.side:
        return scene
    return scene.seeing(scene.look.after(state.change(control=state.control | {hex_: scene.side}), ()))


def weigh(scene: Scene, craft: LandingCraft, units: Sequence[Unit], hex_: int) -> Beach:
    """Which of these should land in a hex, and what that is worth: as many as there is room for, in this order. HQs
    wait for a place behind the front, and guns for one that they can fire from."""
    look, side = scene.look, scene.side
    room = stacking_limit(look.world) - crowds(look, side).get(hex_, 0)
    threat, there = threats(look, side).get(hex_, 0), strengths(look, side).get(hex_, 0)
    value, chosen = 0, list[Unit]()
    for unit in units:
        size = look.regimental_equivalents(unit)
        if size > room or not can_occupy(look.world, hex_, look.counter(unit)):
            continue
        found = weigher(scene, unit)(unit)(hex_)
        packed = min(size, max(0, stacking_limit(look.world) - room + size - CROWD))
        fed = max(0, hunger(look, unit, hex_) - (FED_AFLOAT if craft.tokens else 0))
        found += ASHORE - fed - PACKED * packed + held_off(look, side, hex_, threat, there + power(look, unit))
        if found > 0:
            scene = taken(scene, hex_)
            value += found
            room -= size
            chosen.append(unit)
    together = there + sum(power(look, unit) for unit in chosen)
    value -= held_off(look, side, hex_, threat, together) * len(chosen)
    return Beach(value, hex_, tuple([unit.id for unit in chosen]))


def price(look: Look, side: str, hex_: int, units: Sequence[Unit], craft: Sequence[LandingCraft]) -> int:
    """What the Amphibious Landing Table is likely to cost, by the exact chances of each group."""
    sizes = {unit.id: look.regimental_equivalents(unit) for unit in units}
    total = Fraction(0)
    for group in grouped(sizes):
        steps = tuple([uid for uid in group for _ in range(look.steps(look.unit(uid)))])
        points = min(sum(one.points for one in craft), max(1, sum(sizes[uid] for uid in group) // 4))
        outcomes = group_outcomes(look.world.charts, landing_at(look, side, hex_, group), Stakes(("",) * points, steps))
        worth = sum(step_worth(look, look.unit(uid)) for uid in steps) // max(1, len(steps))
        total += sum((one.p * (one.points * CRAFT_POINT + one.steps * worth) for one in outcomes), Fraction(0))
    return int(total)


# --- the draft ---------------------------------------------------------------------------------------------------


def begin(scene: Scene) -> Action | None:
    """Once all have sailed, land as planned, and where DUKWs and LSTs should come ashore."""
    look, side = scene.look, scene.side
    if look.state.clock.phase != "movement":
        return None
    meant = scene.memory.notes.get("sea.beaches", {})
    for hex_ in sorted({one.hex for one in fleet_in(look.state).craft if one.side == side}):
        goes = scene.first(("landed", hex_)) and (hex_ in meant or swimmers(look, side, hex_))
        if goes and refuse_plan(look, side, hex_) is None:
            return PlanLanding(hex_)
    return None


def swimmers(look: Look, side: str, hex_: int, landing: bool = False) -> list[str]:
    """The DUKWs that go on as trucks here, where own troops are or land; the first LST, if a port is needed here."""
    if not (landing or look.has_combat_units(hex_, side)):
        return []
    there = [one for one in craft_at(look, hex_, side) if worth_ashore(look, one, hex_)]
    kinds = {one.id: kind_of(look.world, one) for one in there}
    return [cid for cid in kinds if kinds[cid] == DUKW] + [cid for cid in kinds if kinds[cid] == LST][:1]


def worth_ashore(look: Look, craft: LandingCraft, hex_: int) -> int:
    """What it is worth that a DUKW goes on as trucks, or an LST becomes a port, in a hex."""
    if kind_of(look.world, craft) == DUKW:
        return TRUCKS + TOKEN * craft.tokens
    if kind_of(look.world, craft) != LST or craft.tokens:
        return 0
    ports = port_hexes(look, craft.side)
    return A_PORT if all(look.board.distance(hex_, port) > PORTS_APART for port in ports) else 0


def draft(scene: Scene) -> Action | None:
    """All units that were to land; then the DUKWs and LSTs."""
    look, data = scene.look, scene.data
    meant: tuple[str, ...] = scene.memory.notes.get("sea.beaches", {}).get(data.hex, ())
    if meant and not data.landing and set(able(look, data)) == set(meant):
        return LandAll()
    sizes = {uid: look.regimental_equivalents(look.unit(uid)) for uid in meant}
    wanted: list[Action] = [LandUnit(uid, at) for at, group in enumerate(grouped(sizes)) for uid in group]
    craft = swimmers(look, scene.side, data.hex, bool(meant))
    rooms = (*reversed(range(len(data.groups))), len(data.groups))  # with the last of its passengers
    wanted += [LandCraft(cid, at) for cid in craft if cid not in data.landing for at in rooms]
    found = next((act for act in wanted if scene.allows(act)), None)
    if found is not None:
        return found
    return Done() if scene.allows(Done()) else Cancel()
