"""Air bases and aircraft as one side may see them (4.8b-E, 4.9a-A)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct, UnsetType

from redball.board.hexes import NO_HEX
from redball.core.chances import spread_of
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.world import World
from redball.editions.new_ocs.air_interception import Scramble
from redball.editions.new_ocs.air_rounds import Rounds
from redball.editions.v1992.stations import STATION
from redball.forces.aircraft import AirFace, AirType
from redball.game.sight.belief import OPEN, believed, fogged
from redball.game.view.slowed import SlowedView, slowed_view
from redball.rules.air.air_drop import AIR_DROP, defended
from redball.rules.air.bases import active_count, active_limit, inactive_at
from redball.rules.air.decks import decks
from redball.rules.air.drop_plans import plans_of
from redball.rules.air.flak_fire import draws_flak, tally_of, under_fire
from redball.rules.air.kind import Cargo, Mission, kind_of
from redball.rules.air.mission import DRAFT
from redball.rules.air.patrol import patrols_over
from redball.rules.air.points import AIR_DROP as AIR_DROP_TABLE
from redball.rules.air.points import (
    DROP_TALLY,
    FLAK_CHANCE,
    FLAK_TURNS_BACK,
    MISSION_KINDS,
    PATROLLING,
    REFIT_PRICE,
    USABLE_LEVELS,
)
from redball.rules.air.refit import Refit
from redball.rules.air.refit_phase import AircraftRefit, bill_of, limit_of, refuse_base
from redball.rules.air.strikes import members
from redball.rules.air.supply_drop import drop_of
from redball.rules.air.tasks import Task, task_named, tasks_in
from redball.rules.ground.air_force import Base, Plane, face, force_in, printed
from redball.rules.ground.trainbusting import markers_in


class RefitView(Struct, frozen=True):
    """What a refit costs a base in `tokens`, how many aircraft it refits at `most`, and those `chosen` so far; `why`
    these are fewer than usual, "" if they are not."""

    tokens: int
    most: int
    chosen: tuple[str, ...]
    why: str = ""


class BaseView(Struct, frozen=True, kw_only=True):
    """An air base; level 0 is an air strip. It uses so many `usable` Levels now. At most `limit` of its aircraft are
    Active. The counts of aircraft and Glider Points there, and whether it has `refitted` in this phase, are None where
    fog hides them. `refit` is there while its side may refit aircraft there (15.1). Each Level that a turn uses costs
    `level_price` tokens (0: nothing). `ships`: it is the carriers in the hex that the viewer sees, which hold `limit`
    aircraft in all (18.2a)."""

    hex: int
    side: str
    level: int
    usable: int
    limit: int
    active: int | None = None
    inactive: int | None = None
    refitted: bool | None = None
    gliders: int | None = None
    level_price: int = 0
    refit: RefitView | None = None
    ships: tuple[str, ...] = ()


class PlaneView(Struct, frozen=True, kw_only=True):
    """An aircraft as the viewer may know it. `hex` is that of its base or, on a mission, of its target; < 0: off the
    map. `face` is the side that shows; `base` is where it came from on a mission, else -1. `flown`: its mission of this
    phase (None where fog hides it). `ship` is the carrier that it is on; `carrier` says which ones it may use: "any",
    the id of one, or none ("")."""

    id: str
    side: str
    name: str
    nation: str
    types: tuple[AirType, ...]
    face: AirFace
    hex: int
    active: bool
    reduced: bool
    base: int
    flown: bool | None
    ship: str = ""
    carrier: str = ""


class LandingView(Struct, frozen=True):
    """The roll of a piece of cargo that is dropped, as its side may know it: its modifiers, and the chance that the
    unit, or each token, lands, as a fraction and as a number (14.10d); `scatters`: the chance that it comes down
    elsewhere, "" where nothing does."""

    modifiers: Ledger
    p: str
    chance: float
    scatters: str = ""


class CargoView(Struct, frozen=True):
    """What a mission carries from the base at `start`: a unit, or tokens of supply, perhaps by `glider`, perhaps for a
    second base (`onward`). `landing` is there while a drop is planned."""

    start: int
    unit: str
    tokens: int
    glider: bool = False
    landing: LandingView | None = None
    onward: bool = False


class FlakView(Struct, frozen=True):
    """What a planned mission would meet, as its side may know: the modifiers of the Flak roll (None: no Flak fires,
    14.4a), the chance that it takes a step as a fraction and as a number, and the enemy bases from which a fighter
    could intercept it (14.5-A). `turned_back`: the chance that it turns an aircraft back, "" if it cannot (HR-14)."""

    modifiers: Ledger | None
    p: str
    chance: float
    patrols: tuple[int, ...]
    turned_back: str = ""


class MissionView(Struct, frozen=True):
    """A mission: its kind, side, hex (-1: not chosen yet) and those of its aircraft that the viewer may see, in its
    order. It is planned until it is `flying`. Its side knows the way in which each flies (`trips`), its `cargo`, and
    while it is planned what it would meet (`flak`; None before an aircraft is added) and, for missions with a die of
    their own, the chance of `success` as a fraction if all its aircraft get there. One that `passes` through its hex
    loads and unloads nothing there (21.12a). A barrage of ships may be planned for the one that is `meant`."""

    kind: str
    side: str
    hex: int
    planes: tuple[str, ...]
    flying: bool
    trips: tuple[str, ...] = ()
    cargo: tuple[CargoView, ...] = ()
    flak: FlakView | None = None
    success: str = ""
    passes: bool = False
    meant: str = ""


class DropPlanView(Struct, frozen=True):
    """A planned drop (14.10b): the unit, the hex where it is to land (-1: not chosen yet), the turn (0: not chosen
    yet)."""

    unit: str
    hex: int
    turn: int


class TaskView(Struct, frozen=True):
    """A mission in the air that waits until it is resolved, or stays over its hex; those of its aircraft and of its
    interceptors that the viewer may see."""

    kind: str
    side: str
    hex: int
    planes: tuple[str, ...]
    interceptors: tuple[str, ...]


class PatrolView(Struct, frozen=True):
    """A hex from which Fighters of a side patrol, and how many of them the viewer sees."""

    side: str
    hex: int
    fighters: int


class AirView(Struct, frozen=True):
    """All bases by hex, the aircraft that the viewer may see, and the open mission (None: there is none, or the enemy
    still plans it). A Patrol Zone reaches `patrol` hexes from its base (14.4c). `plans` are the viewer's own Drop Plans
    by turn, the one that is being made last. `tasks` are the missions that are in the air, `patrols` what makes Patrol
    Zones, `slowed` where markers slow moves down. `stations`: aircraft wait over hexes, outside of missions."""

    bases: list[BaseView]
    planes: list[PlaneView]
    mission: MissionView | None = None
    patrol: int = 0
    plans: tuple[DropPlanView, ...] = ()
    tasks: tuple[TaskView, ...] = ()
    patrols: tuple[PatrolView, ...] = ()
    slowed: SlowedView | None = None
    stations: bool = False


def air_view(look: Look, viewer: str) -> AirView | UnsetType:
    """What a side sees of the air forces; UNSET in a game without any."""
    force = force_in(look.state)
    fog = fogged(look, viewer)
    known_look = believed(look, viewer) if fog else look
    afloat = [base for side in look.world.sides for base in decks(known_look, side)]
    if not force.bases and not force.planes and not afloat and not markers_in(look.state):
        return UNSET
    seen = force.as_seen(look, viewer) if fog else force
    known = frozenset(plane.id for plane in seen.planes)
    return AirView(
        [_base(look, base, viewer, hidden=fog and base.side != viewer) for base in (*seen.bases, *afloat)],
        [_plane(look.world, plane, hidden=fog and plane.side != viewer) for plane in seen.planes],
        _mission(look, viewer, known, fog=fog),
        look.world.charts.air_transport_limits.patrol_zone_hexes,
        _plans(look, viewer, fog=fog),
        tuple([_task(task.known(known, own=not fog or task.mission.side == viewer)) for task in tasks_in(look.state)]),
        tuple(_patrols(look, viewer, known, fog=fog)),
        slowed_view(look),
        STATION in look.policies[MISSION_KINDS](),
    )


def _task(task: Task) -> TaskView:
    mission = task.mission
    return TaskView(mission.kind, mission.side, mission.hex, mission.planes, task.interceptors)


def _patrols(look: Look, viewer: str, known: frozenset[str], *, fog: bool) -> Iterator[PatrolView]:
    """Of the enemy only hexes with a Fighter that the viewer sees."""
    for side in look.world.sides:
        for hex_, fighters in look.policies[PATROLLING](look, side):
            seen = sum(pid in known for pid in fighters)
            if seen or side == viewer or not fog:
                yield PatrolView(side, hex_, seen)


def _plans(look: Look, viewer: str, *, fog: bool) -> tuple[DropPlanView, ...]:
    """A secret of their side (14.10b-A)."""
    sides = look.world.sides if not fog else (viewer,)
    made = [DropPlanView(p.unit, p.hex, p.turn) for side in sides for p in plans_of(look, side)]
    data = look.state.stack[-1].data if look.state.stack else None
    made.sort(key=lambda plan: (plan.turn, plan.unit))
    if isinstance(data, AircraftRefit) and data.unit and data.side in sides:
        made.append(DropPlanView(data.unit, data.where, 0))
    return tuple(made)


def _mission(look: Look, viewer: str, seen: frozenset[str], *, fog: bool) -> MissionView | None:
    for frame in reversed(look.state.stack):
        if isinstance(data := frame.data, Mission):
            flying = frame.step != DRAFT.name
            known = tuple([pid for pid in data.planes if pid in seen])
            own = data.side == viewer or not fog
            if not own and not flying:
                return None
            trips, cargo = (data.trips if any(data.trips) else (), data.cargo) if own else ((), ())
            known_look = believed(look, viewer) if fog else look
            loaded = tuple([_cargo(known_look, data, piece, planned=not flying) for piece in cargo])
            if not own or flying:
                passes = own and not data.calls
                return MissionView(data.kind, data.side, data.hex, known, flying, trips, loaded, passes=passes)
            chance = kind_of(look, data.kind).chance
            success = str(chance(look, data)) if chance is not None and data.planes else ""
            return MissionView(
                data.kind,
                data.side,
                data.hex,
                known,
                flying,
                trips,
                loaded,
                _flak(known_look, data),
                success,
                passes=not data.calls,
                meant=data.meant,
            )
        if isinstance(data, Scramble | Rounds) and (task := task_named(look.state, data.task)) is not None:
            there = task.known(seen, own=not fog).mission
            return MissionView(there.kind, there.side, there.hex, there.planes, flying=True)
    return None


def _cargo(look: Look, data: Mission, piece: Cargo, *, planned: bool) -> CargoView:
    dropped = planned and kind_of(look, data.kind).row == AIR_DROP.row and members(look, data)
    landing = _landing(look, data, piece) if dropped else None
    return CargoView(piece.start, piece.unit, piece.tokens, piece.glider, landing, piece.onward)


def _landing(look: Look, data: Mission, piece: Cargo) -> LandingView:
    """By what the side may believe of the hex: nothing lands on an enemy combat unit (14.10d-B)."""
    nation = printed(look.world, members(look, data)[0]).nation
    drop = drop_of(look, data.side, data.hex, nation, supply=not piece.unit, glider=piece.glider)
    charts, read = look.world.charts, look.policies[AIR_DROP_TABLE]
    spread = spread_of(lambda throw: read(charts, drop, throw))
    closed = defended(look, data.side, data.hex)
    p = spread.chance(lambda result: result == "lands" and not closed)
    astray = spread.chance(lambda result: result == "scatters")
    modifiers = look.policies[DROP_TALLY](charts, drop).ledger()
    return LandingView(modifiers, str(p), float(p), str(astray) if astray else "")


def _flak(look: Look, data: Mission) -> FlakView | None:
    """By what the side may believe of the hex (4.9a-A)."""
    planes = members(look, data)
    if data.hex == NO_HEX or not planes:
        return None
    kind, charts, enemy = kind_of(look, data.kind), look.world.charts, look.enemy(data.side)
    subject = charts.flak_applies[kind.row].intercept_in_pz and data.calls
    patrols = tuple([patrol.base for patrol in patrols_over(look, enemy, data.hex)]) if subject else ()
    if not data.calls or not draws_flak(look, data.side, data.hex, kind):
        return FlakView(None, "0", 0.0, patrols)
    planes = under_fire(look, data, planes)
    found = tally_of(look, data.side, data.hex, kind, planes)
    p = look.policies[FLAK_CHANCE](look, found, planes)
    back = look.policies[FLAK_TURNS_BACK](look, found, planes)
    return FlakView(found.ledger(), str(p), float(p), patrols, str(back) if back else "")


def _refit(look: Look, base: Base, viewer: str) -> RefitView | None:
    """For its own side, or whoever sees all; with one aircraft if none is chosen."""
    data = look.state.stack[-1].data if look.state.stack else None
    if not isinstance(data, AircraftRefit) or base.side != data.side or viewer not in (OPEN, data.side):
        return None
    idle = inactive_at(look, base)
    if not idle or refuse_base(look, data.side, base.hex) is not None:
        return None
    chosen = tuple([plane for plane in idle if plane.id in data.planes]) if data.hex == base.hex else ()
    tokens = bill_of(look, base, chosen or idle[:1]).tokens
    most = limit_of(look, base)
    return RefitView(tokens, most.aircraft, tuple([plane.id for plane in chosen]), most.why)


def _level_price(look: Look, base: Base) -> int:
    """What one more usable Level adds to the price of a base's supply."""
    one, none = (look.policies[REFIT_PRICE](look.world.charts, Refit(base.level, levels, 0, 0)) for levels in (1, 0))
    return one - none


def _base(look: Look, base: Base, viewer: str, *, hidden: bool) -> BaseView:
    limit, usable = active_limit(look.world, base), look.policies[USABLE_LEVELS](look, base)
    if hidden:
        return BaseView(hex=base.hex, side=base.side, level=base.level, usable=usable, limit=limit, ships=base.ships)
    active = active_count(look, base)
    return BaseView(
        hex=base.hex,
        side=base.side,
        level=base.level,
        usable=usable,
        limit=limit,
        active=active,
        inactive=len(inactive_at(look, base)),
        refitted=base.refitted,
        gliders=base.gliders,
        level_price=0 if base.ships else _level_price(look, base),
        refit=_refit(look, base, viewer),
        ships=base.ships,
    )


def _plane(world: World, plane: Plane, *, hidden: bool) -> PlaneView:
    aircraft = printed(world, plane)
    return PlaneView(
        id=plane.id,
        side=plane.side,
        name=aircraft.name,
        nation=aircraft.nation,
        types=aircraft.types,
        face=face(world, plane),
        hex=plane.hex,
        active=plane.active,
        reduced=plane.steps_lost > 0,
        base=plane.base,
        flown=None if hidden else plane.flown,
        ship=plane.ship if plane.parked or not hidden else "",
        carrier=aircraft.carrier,
    )
