"""A landing ("landing"): a draft of who comes ashore in a hex and in which groups; then a roll for each group on the
Amphibious Landing Table, losses by lot, and what the first troops ashore capture.

All Landing Craft sail before the first landing of a phase (18.5f), and all landings come before the first unit that has
landed moves on (18.5f-D). Only units land so; supply and Transport Points need a port (`lading`). A DUKW comes ashore
by the same roll, and goes on as trucks; an LST that is not hit becomes a port.

Cases: 18.4f, 18.4f-C, 18.4f-F, 18.5, 18.5b, 18.5d, 18.5e, 18.5f, 18.5f-D, 18.5f-E, 18.4e-A, 18.4e-C, 5.5d, 5.6c, HR-17
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.board.waters import is_coast, is_port
from redball.core.actions import Cancel, Done
from redball.core.actions.naval import LandAll, LandCraft, LandUnit, PlanLanding, StayAboard, StayAfloat
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.look import Look, re_text
from redball.core.procedures import Chance, Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.telling import counted, phase_name
from redball.forces.craft import DUKW, LST
from redball.rules.capture.claims import capture_on_entry, refuse_facility
from redball.rules.combat.points import ENTERED_HEX
from redball.rules.ground.craft import carrier, craft_at, craft_in, kind_of, the_craft
from redball.rules.ground.fleet import LandingCraft, fleet_in, has_fleet
from redball.rules.ground.harbours import any_quay
from redball.rules.ground.occupancy import can_occupy, holds_enemy
from redball.rules.modes.disorganization import Disorganized
from redball.rules.modes.points import DG_KIND
from redball.rules.moving_stack import simulcast
from redball.rules.naval.beach import (
    GROUP,
    drawn,
    due,
    fewest,
    grouped,
    landing_at,
    last_with,
    lots,
    size_of,
    stakes_of,
)
from redball.rules.naval.dukw import LAND_TO_SEA
from redball.rules.naval.invasion_events import LandingRolled, LstDeployed, UnitLanded, WadedAshore
from redball.rules.naval.landing import landing_tally
from redball.rules.naval.sailing import stopped_by_landing
from redball.rules.naval.sinking import PROCEDURE, Sinking, sink_point
from redball.rules.naval.voyage import called
from redball.rules.units.losses import eliminate, lose_step

LANDING_CAUSE = "landing"
"""Why steps are lost, in a sentence."""
NAMED = 4
"""So many Landing Craft are named in a question, the others counted."""
LANDING_DG = option("landing_dg", "HR-17", "Units landed on a Failure or Mixed result become DG")
SWITCHES = (LANDING_DG,)

NOT_NOW = refusal(
    "landing.not_now",
    case="18.5d",
    text="landings by a roll are made in the Movement Phase, not in the {have}",
    remedy="land within the capacity of a port of your own, or next turn",
)
NO_BEACH = refusal(
    "landing.no_beach", case="18.5", text="{hexes} is not on the coast; units land only in coastal hexes"
)
NOBODY = refusal(
    "landing.nobody", case="18.5", text="no Landing Craft of yours at {hexes} has a unit aboard that could land"
)
INLAND = refusal(
    "landing.inland",
    case="18.5f-D",
    text="units that landed in this phase have moved on already; all landings come first",
    remedy="land before any unit moves inland, or next turn",
)
NOT_ABOARD = refusal("landing.not_aboard", case="18.5", text="{units} is not aboard Landing Craft at {hexes}")
NO_CARGO = refusal(
    "landing.no_cargo",
    case="18.5e",
    text="{units} is a Transport Point, which cannot land by a roll",
    remedy="unload in a port",
)
NO_DUKW = refusal(
    "landing.dukw_among_enemy",
    case="4.4c",
    text="{hexes} holds something of the enemy's, and {detail} is not Attack-Capable",
    remedy="land Attack-Capable units first: they take what is there",
)
NO_ROAD = refusal(
    "landing.dukw_no_ground", case="18.4e-C", text="{detail} could not be in {hexes} as a Transport Point"
)
NO_GROUND = refusal("landing.no_ground", case="18.5", text="{units} could not be in {hexes}")
PLACED = refusal("landing.placed", case="18.5f-B", text="{detail} lands already")
NOT_PLACED = refusal("landing.not_placed", case="18.5f-B", text="{detail} does not land yet")
NO_GROUP = refusal("landing.no_group", case="18.5f-B", text="there is no group {have} yet; the next one is {need}")
TOO_LARGE = refusal(
    "landing.too_large",
    case="18.5f-B",
    text="group {detail} would land {have}, and one roll lands {need}",
    remedy="put it into another group",
)
NOT_SWITCHING = refusal(
    "landing.not_dukw", case="18.4e-A", text="{detail} does not come ashore at {hexes}; only DUKWs and LSTs there do"
)
OTHER_PORT = refusal(
    "landing.other_port", case="18.4f-F", text="{hexes} has a port already, so an LST cannot become one there"
)
LST_CARGO = refusal(
    "landing.lst_cargo",
    case="18.4f",
    text="{detail} carries supply or Transport Points, which cannot land by its roll",
    remedy="unload these in a port first",
)
PASSENGERS = refusal(
    "landing.passengers",
    case="18.4e-C",
    text="{units} is aboard {detail}, which comes ashore: it must land, too",
)
EMPTY = refusal("landing.empty", case="18.5f", text="nobody lands at {hexes} yet")
TOO_MANY = refusal(
    "landing.too_many_rolls",
    case="18.5f-B",
    text="units land with as few rolls as possible: {need}, not {have}",
    remedy="put units together into groups of 3 RE",
)

APART = refusal(
    "landing.apart",
    case="18.4f",
    text="{detail} comes ashore by the roll for its cargo, so with group {need}, not {have}",
    remedy="let it stay afloat, or put it into the last group with cargo of its own",
)


class Invasion(Struct, frozen=True, tag=True):
    """A landing of a side in a hex: its groups, each of units, and of DUKWs that come ashore. `number` is the group
    that is rolled for, with its `result`; the `points` of craft and the `steps` of units still at stake, and how many
    of each are to be lost. `ashore`: somebody has landed; `unloaded`: DUKWs that put cargo ashore. `storms`: it is what
    a Beach Assault has come to, so that those who defend the hex are destroyed (18.6b-B)."""

    side: str
    hex: int
    groups: tuple[tuple[str, ...], ...] = ()
    number: int = 0
    result: str = ""
    points: tuple[str, ...] = ()
    points_due: int = 0
    steps: tuple[str, ...] = ()
    steps_due: int = 0
    ashore: bool = False
    unloaded: tuple[str, ...] = ()
    storms: bool = False

    @property
    def landing(self) -> tuple[str, ...]:
        """Everybody in a group."""
        return tuple([name for group in self.groups for name in group])


# --- where one can land ------------------------------------------------------------------------------------------


def inland(look: Look, side: str) -> bool:
    """18.5f-D: some unit that landed in this phase has moved on."""
    return any(unit.activity.landed and unit.activity.spent for unit in look.own(side))


def passengers(look: Look, side: str, hex_: int) -> list[str]:
    """The combat units aboard in a hex."""
    there = [uid for craft in craft_at(look, hex_, side) for uid in craft.units]
    return [uid for uid in there if look.counter(uid).is_combat_unit]


def swimmers(look: Look, side: str, hex_: int) -> list[LandingCraft]:
    """The DUKWs afloat in a hex that could come ashore, and the LSTs that could become a port."""
    return [craft for craft in craft_at(look, hex_, side) if kind_of(look.world, craft) in (DUKW, LST)]


def refuse_swimmer(look: Look, craft: LandingCraft) -> Refusal | None:
    """Why a DUKW or an LST could not come ashore where it is: a DUKW would be a Transport Point there (4.4c); an LST
    has only units to land, and needs a hex without a port, whoever has it."""
    if kind_of(look.world, craft) == DUKW:
        if not can_occupy(look.world, craft.hex, look.world.counters[craft.counter]):
            return NO_ROAD(detail=called(look.world, craft), hexes=(craft.hex,))
        held = holds_enemy(look, craft.side, craft.hex)
        return NO_DUKW(detail=called(look.world, craft), hexes=(craft.hex,)) if held else None
    if is_port(look.board, craft.hex) or any_quay(look, craft.hex) is not None:
        return OTHER_PORT(hexes=(craft.hex,))
    trucks = any(not look.counter(uid).is_combat_unit for uid in craft.units)
    return LST_CARGO(detail=called(look.world, craft)) if craft.tokens or trucks else None


def refuse_plan(look: Look, side: str, hex_: int) -> Refusal | None:
    """Whether a landing can be drafted in a hex."""
    if look.state.clock.phase != "movement":
        return NOT_NOW(have=phase_name(look.state.clock.phase))
    if not 0 <= hex_ < look.board.size or not is_coast(look.board, hex_):
        return NO_BEACH(hexes=(hex_,))
    able = any(refuse_ground(look, hex_, uid) is None for uid in passengers(look, side, hex_))
    if not able and all(refuse_swimmer(look, craft) is not None for craft in swimmers(look, side, hex_)):
        return NOBODY(hexes=(hex_,))
    return INLAND() if inland(look, side) else simulcast.refuse_step(look, side, hex_)


def beaches(look: Look, side: str) -> Iterator[PlanLanding]:
    """The hexes with Landing Craft of the side from which somebody can land."""
    if look.world.scenario.craft:
        hexes = sorted({craft.hex for craft in fleet_in(look.state).craft if craft.side == side})
        yield from (PlanLanding(hex_) for hex_ in hexes if refuse_plan(look, side, hex_) is None)


def take_plan(run: Run, data: Any, action: PlanLanding) -> None:
    run.push("landing", Invasion(data.side, action.hex))


OPTION = Option(
    PlanLanding,
    lambda look, data: beaches(look, data.side),
    lambda look, data, action: refuse_plan(look, data.side, action.hex),
    take_plan,
    exact=True,
    held=has_fleet,
)


# --- the draft ---------------------------------------------------------------------------------------------------


def refuse_ground(look: Look, hex_: int, uid: str) -> Refusal | None:
    """The unit could be in the hex at all, and comes to something of the enemy's only if Attack-Capable (4.4c)."""
    if not can_occupy(look.world, hex_, look.counter(uid)):
        return NO_GROUND(units=(uid,), hexes=(hex_,))
    return refuse_facility(look, look.unit(uid), hex_)


def refuse_group(look: Look, data: Invasion, name: str, group: int) -> Refusal | None:
    """18.5f-B: one of the groups so far or the next one, with room for it."""
    if name in data.landing:
        return PLACED(detail=name)
    if not 0 <= group <= len(data.groups):
        return NO_GROUP(have=group + 1, need=len(data.groups) + 1)
    there = data.groups[group] if group < len(data.groups) else ()
    size, others = size_of(look, name), sum(size_of(look, other) for other in there)
    if size and others and size + others > GROUP:
        return TOO_LARGE(detail=str(group + 1), have=re_text(size + others), need=re_text(GROUP))
    return None


def refuse_unit(look: Look, data: Invasion, action: LandUnit) -> Refusal | None:
    """Whether a unit can land in that group."""
    craft = carrier(look, action.unit)
    if craft is None or craft.hex != data.hex or craft.side != data.side:
        return NOT_ABOARD(units=(action.unit,), hexes=(data.hex,))
    if not look.counter(action.unit).is_combat_unit:
        return NO_CARGO(units=(action.unit,))
    return refuse_ground(look, data.hex, action.unit) or refuse_group(look, data, action.unit, action.group)


def refuse_craft(look: Look, data: Invasion, action: LandCraft) -> Refusal | None:
    """Whether a DUKW can come ashore, or an LST become a port, with that group; one LST is port enough (18.4f-F)."""
    craft = next((one for one in swimmers(look, data.side, data.hex) if one.id == action.ship), None)
    if craft is None:
        return NOT_SWITCHING(detail=repr(action.ship), hexes=(data.hex,))
    kinds = {name: kind_of(look.world, the_craft(look.state, name)) for name in _afloat(look, data)}
    if kind_of(look.world, craft) == LST and any(k == LST and name != craft.id for name, k in kinds.items()):
        return OTHER_PORT(hexes=(data.hex,))
    return refuse_swimmer(look, craft) or refuse_group(look, data, action.ship, action.group)


def _afloat(look: Look, data: Invasion) -> list[str]:
    """The DUKWs and LSTs that come ashore."""
    return [name for name in data.landing if name not in look.state.units]


def _groups(data: Invasion) -> range:
    return range(len(data.groups) + 1)


def _with(data: Invasion, name: str, group: int) -> Invasion:
    groups = [*data.groups, ()] if group == len(data.groups) else [*data.groups]
    groups[group] = (*groups[group], name)
    return replace(data, groups=tuple(groups))


def _without(data: Invasion, name: str) -> Invasion:
    groups = [tuple([one for one in group if one != name]) for group in data.groups]
    return replace(data, groups=tuple([group for group in groups if group]))


def refuse_done(look: Look, data: Invasion) -> Refusal | None:
    """Whether the landing can be made as it is drafted."""
    if not data.groups:
        return EMPTY(hexes=(data.hex,))
    for name in data.landing:
        craft = craft_in(look.state, name)
        left = [uid for uid in craft.units if uid not in data.landing] if craft is not None else []
        if left:
            assert craft is not None  # it has passengers
            return PASSENGERS(units=(left[0],), detail=called(look.world, craft))
    need = fewest([size_of(look, name) for name in data.landing])
    if len(data.groups) > need:
        return TOO_MANY(have=len(data.groups), need=need)
    return _refuse_apart(look, data)


def _refuse_apart(look: Look, data: Invasion) -> Refusal | None:
    """18.4e-A, 18.4f: what comes ashore itself does so by the roll for its cargo, the last one if there are several."""
    for number, group in enumerate(data.groups):
        for craft in filter(None, (craft_in(look.state, name) for name in group)):
            last = last_with(data.groups, craft.units, number)
            if last != number:
                return APART(detail=called(look.world, craft), have=number + 1, need=last + 1)
    return None


def take_done(run: Run, data: Invasion, action: Done) -> None:
    run.go_on()


def strands(look: Look, data: Invasion) -> str:
    """Which Landing Craft elsewhere have not sailed, and could not after the first roll (18.5f); "" if none."""
    waiting = [craft for craft in stopped_by_landing(look, data.side) if craft.hex != data.hex]
    named = [
        called(look.world, craft) + (f" with {counted(len(craft.units), 'unit')}" if craft.units else "")
        for craft in waiting[:NAMED]
    ]
    others = [f"and {len(waiting) - NAMED} more"] if len(waiting) > NAMED else []
    told = "Once a landing has been rolled for, no Landing Craft sail in this phase, and these could"
    return f"{told}: {'; '.join(named + others)}" if named else ""


def able(look: Look, data: Invasion) -> list[str]:
    """The units that can land here."""
    return [uid for uid in passengers(look, data.side, data.hex) if refuse_ground(look, data.hex, uid) is None]


def refuse_all(look: Look, data: Invasion, action: LandAll) -> Refusal | None:
    """Whether somebody who can land does not yet."""
    return None if set(able(look, data)) - set(data.landing) else NOBODY(hexes=(data.hex,))


def take_all(run: Run, data: Invasion, action: LandAll) -> None:
    """Everybody who lands is grouped anew; a DUKW or an LST comes ashore with the last of its cargo."""
    look, crafts = run.look, _afloat(run.look, data)
    names = dict.fromkeys((*data.landing, *able(look, data)))
    groups = grouped({name: size_of(look, name) for name in names if name not in crafts})
    for name in crafts:
        at = last_with(groups, the_craft(look.state, name).units, 0)
        groups = (*groups[:at], (*groups[at], name), *groups[at + 1 :])
    run.set(replace(data, groups=groups))


DRAFT = Choose(
    "draft",
    "Put those who land into groups of up to 3 RE; land, or take it back",
    lambda look, data: data.side,
    (
        Option(
            LandAll,
            lambda look, data: (LandAll(),) if refuse_all(look, data, LandAll()) is None else (),
            refuse_all,
            take_all,
            exact=True,
        ),
        Option(
            LandUnit,
            lambda look, data: (
                LandUnit(uid, group) for uid in passengers(look, data.side, data.hex) for group in _groups(data)
            ),
            refuse_unit,
            lambda run, data, action: run.set(_with(data, action.unit, action.group)),
        ),
        Option(
            LandCraft,
            lambda look, data: (
                LandCraft(craft.id, group) for craft in swimmers(look, data.side, data.hex) for group in _groups(data)
            ),
            refuse_craft,
            lambda run, data, action: run.set(_with(data, action.ship, action.group)),
        ),
        Option(
            StayAboard,
            lambda look, data: (StayAboard(name) for name in data.landing if name in look.state.units),
            lambda look, data, action: None if action.unit in data.landing else NOT_PLACED(detail=action.unit),
            lambda run, data, action: run.set(_without(data, action.unit)),
            exact=True,
        ),
        Option(
            StayAfloat,
            lambda look, data: (StayAfloat(name) for name in data.landing if name not in look.state.units),
            lambda look, data, action: (
                None
                if action.ship in data.landing and action.ship not in look.state.units
                else NOT_PLACED(detail=repr(action.ship))
            ),
            lambda run, data, action: run.set(_without(data, action.ship)),
            exact=True,
        ),
        Option(
            Done,
            lambda look, data: (Done(),) if refuse_done(look, data) is None else (),
            lambda look, data, action: refuse_done(look, data),
            take_done,
            exact=True,
        ),
        Option(Cancel, only(Cancel()), always_legal, lambda run, data, action: run.finish()),
    ),
    case="18.5",
    secret=True,
    gives_up=strands,
)


# --- the landing -------------------------------------------------------------------------------------------------


def still_aboard(look: Look, data: Invasion, number: int) -> tuple[str, ...]:
    """The members of a group that are left to land: a point that an earlier group lost may have cost some of them, or
    have made plain Landing Craft of an LST. Units that assault a beach may be aboard in a hex beside it."""

    def is_left(name: str) -> bool:
        craft = craft_in(look.state, name)
        return carrier(look, name) is not None if craft is None else kind_of(look.world, craft) in (DUKW, LST)

    return tuple([name for name in data.groups[number] if is_left(name)])


def two_dice(look: Look, data: Invasion) -> int:
    """Two for each group (18.5f)."""
    return 2


def take_roll(run: Run, data: Invasion, dice: tuple[int, ...]) -> None:
    look, group = run.look, still_aboard(run.look, data, data.number)
    units = [name for name in group if name in look.state.units]
    landing = landing_at(look, data.side, data.hex, units)
    tally = landing_tally(run.world.charts, landing)
    roll = sum(dice) + tally.value
    result = str(run.world.charts.alt.read(landing.terrain, roll))
    stakes, losses = stakes_of(look, group), run.world.charts.alt.codes[result]
    swum = tuple([name for name in group if name not in look.state.units and the_craft(run.state, name).units])
    run.emit(
        LandingRolled(
            case="18.5f",
            side=data.side,
            hex=data.hex,
            group=data.number,
            terrain=landing.terrain,
            roll=roll,
            result=result,
            ledger=tally.ledger(),
        )
    )
    for unit in look.combat_units_at(data.hex, look.enemy(data.side)) if data.storms else ():
        eliminate(run, unit.id, "Beach Assault", "18.6b-B")
    for uid in units:
        craft = carrier(run.look, uid)
        assert craft is not None  # it is aboard until it lands
        run.emit(UnitLanded(case="18.5f", side=data.side, unit=uid, craft=craft.id, hex=data.hex))
    run.set(
        replace(
            data,
            result=result,
            points=stakes.points,
            points_due=due(len(stakes.points), losses.landing_craft_lost),
            steps=stakes.steps,
            steps_due=due(len(stakes.steps), losses.units_lost),
            ashore=data.ashore or bool(units),
            unloaded=(*data.unloaded, *swum),
        )
    )


def point_dice(look: Look, data: Invasion) -> int:
    """18.5f-C: dice to draw the point that is lost."""
    return lots(len(data.points))[0] if data.points_due else 0


def take_point(run: Run, data: Invasion, dice: tuple[int, ...]) -> None:
    """One point of the group's Landing Craft is lost, and by lot what else is aboard and no longer fits."""
    lot = drawn(dice, len(data.points))
    if lot >= 0:
        cid = data.points[lot]
        sink_point(run, cid, LANDING_CAUSE, "18.5f-C")
        data = replace(data, points=data.points[:lot] + data.points[lot + 1 :], points_due=data.points_due - 1)
        run.set(data)
    if data.points_due:
        run.go("points")
    if lot >= 0 and craft_in(run.state, cid) is not None:
        over = Sinking(data.side, data.side, data.hex, craft=cid, cause=LANDING_CAUSE, case="18.5f-C")
        run.push(PROCEDURE, over)


def step_dice(look: Look, data: Invasion) -> int:
    """18.5f-C: dice to draw the step that is lost."""
    return lots(len(data.steps))[0] if data.steps_due else 0


def take_step(run: Run, data: Invasion, dice: tuple[int, ...]) -> None:
    """One step of the group is lost; survivors of a failure land all the same."""
    lot = drawn(dice, len(data.steps))
    if lot >= 0:
        lose_step(run, data.steps[lot], LANDING_CAUSE, "18.5f-C")
        data = replace(data, steps=data.steps[:lot] + data.steps[lot + 1 :], steps_due=data.steps_due - 1)
        run.set(data)
    if data.steps_due:
        run.go("steps")


def close_group(run: Run, data: Invasion) -> None:
    """DUKWs are trucks now, and with HR-17 units that landed badly are DG; then the next group."""
    for name in data.groups[data.number]:
        craft = craft_in(run.state, name)
        unit = run.state.units.get(name)
        if craft is not None and kind_of(run.world, craft) == DUKW:
            wade(run, data, craft)
        elif craft is not None and not craft.lesser:
            run.emit(LstDeployed(case="18.4f", side=data.side, craft=name, hex=data.hex))
        elif unit is not None and unit.on_map and data.result != "success" and run.look.option(LANDING_DG.name):
            kind = run.look.policies[DG_KIND]("combat")
            run.emit(Disorganized(case="HR-17", side=data.side, unit=name, kind=kind))
    ahead = range(data.number + 1, len(data.groups))
    number = next((n for n in ahead if still_aboard(run.look, data, n)), len(data.groups))
    run.set(replace(data, number=number))
    if number < len(data.groups):
        run.go("roll")


def wade(run: Run, data: Invasion, craft: LandingCraft) -> None:
    """18.4e: three times the MP that it has left at sea; none if it unloaded cargo by the same roll (18.4e-A)."""
    run.emit(
        WadedAshore(
            case="18.4e-A",
            side=data.side,
            unit=craft.id,
            hex=data.hex,
            spent=craft.spent * LAND_TO_SEA,
            moved=craft.id in data.unloaded,
        )
    )


def capture(run: Run, data: Invasion) -> None:
    """18.5f-E: what the enemy has in the hex falls to those who landed, after the rolls."""
    landed = [name for name in data.landing if name in run.state.units and run.look.unit(name).hex == data.hex]
    run.look.policies[ENTERED_HEX](run, landed, data.hex)
    if run.look.has_combat_units(data.hex, data.side):
        capture_on_entry(run, data.side, data.hex)


LANDING = Procedure(
    "landing",
    Invasion,
    (
        DRAFT,
        Chance("roll", "Amphibious Landing Table", "18.5f", two_dice, take_roll, lambda look, data: data.side),
        Chance("points", "Landing Craft lost, by lot", "18.5f-C", point_dice, take_point, lambda look, data: data.side),
        Chance("steps", "Steps lost, by lot", "18.5f-C", step_dice, take_step, lambda look, data: data.side),
        Do("close", close_group),
        Do("capture", capture),
    ),
)

STORM = Procedure("storm", Invasion, LANDING.steps[1:])
"""A landing that its side does not draft: what a Beach Assault comes to (18.6a-H, 18.6b)."""

PROCEDURES = (LANDING, STORM)
