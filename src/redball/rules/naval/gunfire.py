"""Gunfire of ships and of coastal artillery at ships ("gunfire"): a draft, one barrage, and what it does.

In the Air and Naval Barrage Segments ships fire at units, an air base or a port in a hex, at one ship of a stack, or at
coastal artillery by itself. Fire at units is the procedure "barrage" with the weaker results of ships, that at a base
is `base_raid`, that at a port `port_raid`; fire at a ship or at coastal artillery is resolved here, by `ship_target`. A
barrage is announced against a stack of ships before its target is chosen, and lays the stack open. There is no supply
cost.

Cases: 10.3, 18.2d, 18.3, 18.3a, 18.3a-A, 18.3a-B, 18.3c, 18.3g, 18.3g-A, 18.3g-B
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as with_options
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.board.hexes import NO_HEX
from redball.core.actions import AddUnit, Cancel, Done, RemoveUnit
from redball.core.actions.naval import AddShip, AimAtBattery, AimAtShip, AimGuns, RemoveShip
from redball.core.engine import Run
from redball.core.ledger import show
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, Step
from redball.core.refusals import Refusal, refusal
from redball.core.state import Unit
from redball.core.telling import phase_name
from redball.rules.air.base_raid import BaseRaid
from redball.rules.air.bases import ashore_base, ashore_bases
from redball.rules.barrage.chart import Aim, BarrageRead, read_cell
from redball.rules.barrage.on_board import barrage_strength
from redball.rules.barrage.port_raid import PortRaid
from redball.rules.barrage.procedure import Barrage
from redball.rules.barrage.segment import ONE_HEX, BarrageSegment
from redball.rules.combat.points import CASE_OF
from redball.rules.ground.craft import craft_in, note_cleared
from redball.rules.ground.fleet import fleet_in, has_fleet, printed_ship, ship_face, ship_hexes, ship_in
from redball.rules.ground.harbours import own_harbour, port_hexes
from redball.rules.naval.damage import strike_at_sea, strike_battery, table_dice, target_of
from redball.rules.naval.naval import GunfireOpened, GunfireResolved, disclose_ships, naval_targets
from redball.rules.naval.points import NAVAL_PHASES
from redball.rules.naval.sailing import name_of, refuse_own
from redball.rules.naval.ship_target import Shooter, aim_at_ship
from redball.rules.units.visibility import top_unit, veiled

UNITS, BASE, PORT, SHIPS, BATTERY = "units", "base", "port", "ships", "battery"
FACILITIES = (BASE, PORT)
ASHORE = (UNITS, *FACILITIES)
"""What is fired at on the ground; coastal artillery by itself is a naval target (18.3g-C)."""
COASTAL = "coastal_artillery"

NOT_NOW = refusal(
    "gunfire.not_now",
    case="10.0e-D",
    text="ships do not fire in the {have}; they fire in the {need}",
)
NO_TARGET = refusal("gunfire.no_target", case="18.3a", text="{hexes} has no such target: {detail}")
BARRAGED = refusal("gunfire.barraged", case="10.0e-A", text="{hexes} was already barraged in this phase")
SHELLED = refusal("gunfire.shelled", case="18.3c", text="{detail} was already barraged in this phase")
NOBODY = refusal("gunfire.nobody", case="18.3a", text="nothing that may fire now reaches {hexes}")
IN_A_BOX = refusal(
    "gunfire.box", case="SETUP-I-F-B", text="{detail} is in {hexes}, off the map, where there is no combat"
)
FIRED = refusal("gunfire.fired", case="18.3a", text="{detail} has already barraged in this phase")
FIRED_ASHORE = refusal(
    "gunfire.ashore",
    case="18.3a-B",
    text="{detail} has fired at the ground in this game turn already",
    remedy="let it fire at ships; it fires at the ground again next turn",
)
NO_GUNS = refusal("gunfire.no_guns", case="3.4-A", text="{detail} has no Barrage Strength")
TOO_FAR = refusal(
    "gunfire.range",
    case="18.3a",
    text="{hexes} is {have:hex} from {detail}, whose range is {need}",
    remedy="sail closer, or choose a ship that reaches that far",
)
NOT_COASTAL = refusal(
    "gunfire.not_coastal", case="18.3g", text="{units} is not coastal artillery; no other artillery fires at ships"
)
LAND_TARGET = refusal(
    "gunfire.land_target",
    case="18.3g-B",
    text="{units} fires at the ground as ordinary artillery does",
    remedy="declare a barrage of the hex in a Barrage Segment of the artillery",
)
MIXED = refusal("gunfire.mixed", case="10.0-A", text="ships and artillery never fire in one barrage")
ADDED = refusal("gunfire.added", case="10.0e-B", text="{detail} is in the barrage already")
NOT_ADDED = refusal("gunfire.not_added", case="10.0e-B", text="{detail} is not in the barrage")
AIM_FIRST = refusal(
    "gunfire.aim_first",
    case="18.3c",
    text="choose the target at {hexes} first: one ship, or one unit of coastal artillery",
)
NOT_THERE = refusal("gunfire.not_there", case="18.3c", text="{detail} is not a target of this barrage at {hexes}")
SCREENED = refusal(
    "gunfire.screened",
    case="18.2d",
    text="other enemy ships are in range, and a carrier cannot be fired at until they are sunk",
    remedy="fire at one of the other ships; coastal artillery and aircraft may fire at the carrier",
)
NO_FIRE = refusal(
    "gunfire.empty",
    case="18.3a",
    text="nothing fires at {hexes} yet",
    remedy="add a ship, or take the barrage back",
)
NO_POINTS = refusal(
    "gunfire.no_points",
    case="10.0-E",
    text="{have} Barrage Points, divided by a Protection of {detail}, are less than {need}",
    remedy="let more ships fire together, or choose another target",
)
ANNOUNCED = refusal(
    "gunfire.announced",
    case="18.3c",
    text="the barrage is announced and has shown the ships at {hexes}",
    remedy="choose one of them, and fire",
)


class Gunfire(Struct, frozen=True, tag=True):
    """Gunfire that is drafted or fired: `at` what in which hex, the `target` among the ships or the coastal artillery
    there, the ships or the coastal guns that fire. `announced`: it has shown ships that were hidden. `roll` of two
    dice, and the `die` of a 1/2 (0: not rolled)."""

    side: str
    at: str
    hex: int
    target: str = ""
    ships: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()
    announced: bool = False
    roll: int = 0
    die: int = 0


# --- who may fire ------------------------------------------------------------------------------------------------


def refuse_phase(look: Look) -> Refusal | None:
    """10.0e-C, 10.0e-D, 10.0e-E: whether this Barrage Segment is one of ships."""
    phase, open_ = look.state.clock.phase, look.policies[NAVAL_PHASES]()
    if phase in open_:
        return None
    need = " and ".join(map(phase_name, open_))
    return NOT_NOW(have=phase_name(phase), need=need, case=look.policies[CASE_OF](look, NOT_NOW.case))


def refuse_shooter(look: Look, side: str, at: str, hex_: int, sid: str) -> Refusal | None:
    """Every reason why a ship cannot fire at something in a hex."""
    refused = refuse_own(look, side, sid) or refuse_phase(look)
    if refused is not None:
        return refused
    ship = ship_in(look.state, sid)
    if ship is None:
        return NO_GUNS(detail=repr(sid), case="18.4")
    name, face = name_of(look, ship), ship_face(look.world, ship)
    if look.board.is_box(ship.hex):
        return IN_A_BOX(hexes=(ship.hex,), detail=name)
    if not face.barrage:
        return NO_GUNS(detail=name)
    if ship.fired:
        return FIRED(detail=name)
    if at in ASHORE and ship.ashore:
        return FIRED_ASHORE(detail=name)
    have = look.board.distance(ship.hex, hex_)
    return TOO_FAR(hexes=(hex_,), have=have, need=face.range, detail=name) if have > face.range else None


def refuse_gun(look: Look, side: str, at: str, hex_: int, unit: Unit) -> Refusal | None:
    """Every reason why coastal artillery cannot fire at ships in a hex: it does so in every Barrage Segment of its
    side, in any mode and without supply (18.3g)."""
    face = look.face(unit)
    if unit.side != side or not unit.on_map or look.counter(unit).symbol != COASTAL or not face.barrage:
        return NOT_COASTAL(units=(unit.id,))
    if at != SHIPS:
        return LAND_TARGET(units=(unit.id,))
    if unit.activity.barraged:
        return FIRED(detail=unit.id)
    have = look.board.distance(unit.hex, hex_)
    if have > face.barrage_range:
        return TOO_FAR(hexes=(hex_,), have=have, need=face.barrage_range, detail=unit.id)
    return None


def shooters(look: Look, side: str, at: str, hex_: int) -> tuple[str, ...]:
    """Ships that `refuse_shooter` accepts, in the order of their ids."""
    own = (ship.id for ship in fleet_in(look.state).ships if ship.side == side)
    return tuple([sid for sid in own if refuse_shooter(look, side, at, hex_, sid) is None])


def gunners(look: Look, side: str, at: str, hex_: int) -> tuple[str, ...]:
    """Coastal artillery that `refuse_gun` accepts."""
    own = (unit for unit in look.own_of(side, "artillery") if look.counter(unit).symbol == COASTAL)
    return tuple([unit.id for unit in own if refuse_gun(look, side, at, hex_, unit) is None])


# --- targets -----------------------------------------------------------------------------------------------------


def batteries(look: Look, hex_: int, side: str) -> tuple[str, ...]:
    """Coastal artillery of a side in a hex that its enemy can see to fire at: under fog, if it lies on top."""
    found = [unit.id for unit in look.combat_units_at(hex_, side) if look.counter(unit).symbol == COASTAL]
    if not found or not look.switch("fog"):
        return tuple(found)
    top = top_unit(look, hex_, side)
    return (top.id,) if top is not None and top.id in found and not veiled(look, hex_, side) else ()


def targets(look: Look, data: Gunfire) -> tuple[str, ...]:
    """Ids among which the target is chosen: ships, the Landing Craft as one (18.3c-D), or coastal artillery, that were
    not fired at in this phase."""
    enemy = look.enemy(data.side)
    if data.at == SHIPS:
        return naval_targets(look, data.hex, enemy)
    if data.at == BATTERY:
        shelled = fleet_in(look.state).shelled
        return tuple([uid for uid in batteries(look, data.hex, enemy) if uid not in shelled])
    return ()


def refuse_target(look: Look, side: str, at: str, hex_: int) -> Refusal | None:
    """Whether there is such a target in a hex, which may still be barraged in this phase (10.0e-A, 18.3c)."""
    enemy = look.enemy(side)
    there = {
        UNITS: lambda: look.has_combat_units(hex_, enemy),
        BASE: lambda: ashore_base(look, enemy, hex_) is not None,
        PORT: lambda: own_harbour(look, enemy, hex_) is not None,
        SHIPS: lambda: hex_ in ship_hexes(look, enemy),
        BATTERY: lambda: bool(batteries(look, hex_, enemy)),
    }
    if at not in there or look.board.is_box(hex_) or not there[at]():
        return NO_TARGET(hexes=(hex_,), detail=at)
    if at in ASHORE and hex_ in look.state.barraged:
        return BARRAGED(hexes=(hex_,), case=look.policies[CASE_OF](look, BARRAGED.case))
    if at not in ASHORE and not targets(look, Gunfire(side, at, hex_)):
        return SHELLED(detail="each of them")
    return None


def refuse_aim(look: Look, side: str, at: str, hex_: int) -> Refusal | None:
    """Every reason why gunfire at something in a hex cannot be drafted."""
    refused = refuse_target(look, side, at, hex_)
    if refused is not None:
        return refused
    if shooters(look, side, at, hex_) or gunners(look, side, at, hex_):
        return None
    return refuse_phase(look) or NOBODY(hexes=(hex_,))


def aims(look: Look, side: str) -> Iterator[AimGuns]:
    """What `refuse_aim` accepts, by kind of target and hex; nothing in a game without ships."""
    if not has_fleet(look.world) or not _anybody(look, side):
        return
    enemy = look.enemy(side)
    troops = [hex_ for hex_, count in enumerate(look.facts.combat_units[enemy]) if count]
    bases = [base.hex for base in ashore_bases(look, enemy)]
    ports = sorted(port_hexes(look, enemy))
    fleets = sorted(ship_hexes(look, enemy))
    for at, hexes in ((UNITS, troops), (BASE, bases), (PORT, ports), (SHIPS, fleets), (BATTERY, troops)):
        yield from (AimGuns(hex_, at) for hex_ in hexes if refuse_aim(look, side, at, hex_) is None)


def _anybody(look: Look, side: str) -> bool:
    """A quick answer where the side has nobody who could ever fire."""
    ships = any(ship.side == side and not ship.fired for ship in fleet_in(look.state).ships)
    return ships or any(look.counter(unit).symbol == COASTAL for unit in look.own_of(side, "artillery"))


# --- strength ----------------------------------------------------------------------------------------------------


def shooter_of(data: Gunfire) -> Shooter:
    """Who fires."""
    return "coastal_artillery" if data.guns else "naval"


def strength_of(look: Look, data: Gunfire) -> Fraction:
    """Barrage Points of the sides that show; DG changes those of ships not (18.1d), of artillery it does (5.10b-A)."""
    ships = (ship for sid in data.ships if (ship := ship_in(look.state, sid)) is not None)
    points = sum(ship_face(look.world, ship).barrage for ship in ships)
    return points + sum((barrage_strength(look, look.unit(uid)) for uid in data.guns), Fraction(0))


def aim_of(look: Look, data: Gunfire) -> Aim:
    """The column of fire at a ship or coastal artillery. Raises ValueError below one point (10.0-E)."""
    return aim_at_ship(
        look.world.charts, strength_of(look, data), shooter_of(data), target_of(look, data.at, data.target)
    )


def too_weak(look: Look, data: Gunfire) -> Refusal | None:
    """10.0-E, 18.3c-C: at least one Barrage Point, after the division by Protection."""
    charts, strength = look.world.charts, strength_of(look, data)
    table = charts.facility if data.at in FACILITIES else charts.barrage
    protection = target_of(look, data.at, data.target).protection if data.target else 1
    try:
        if data.target:
            aim_of(look, data)
        else:
            table.column(strength)
    except ValueError:
        return NO_POINTS(have=show(strength), need=table.minimum_strength, detail=str(protection))
    return None


def screened(look: Look, data: Gunfire, target: str) -> bool:
    """18.2d: ships do not fire at a carrier while other enemy ships are in range of one of them."""
    ship = ship_in(look.state, target)
    if data.at != SHIPS or data.guns or ship is None or not printed_ship(look.world, ship).is_carrier:
        return False
    enemy = look.enemy(data.side)
    fleet = (s for s in fleet_in(look.state).ships if s.side == enemy and s.afloat)
    others = [s for s in fleet if not printed_ship(look.world, s).is_carrier]
    firing = [s for sid in data.ships if (s := ship_in(look.state, sid)) is not None]
    reach = ((s.hex, ship_face(look.world, s).range) for s in firing)
    return any(look.board.distance(start, other.hex) <= far for start, far in reach for other in others)


# --- the draft ---------------------------------------------------------------------------------------------------


def _refuse_open(look: Look, data: BarrageSegment, action: AimGuns) -> Refusal | None:
    if data.target != NO_HEX:  # artillery is being drafted: nothing mixes (10.0e-F)
        return ONE_HEX(hexes=(data.target,))
    return refuse_aim(look, data.side, action.at, action.hex)


def _open(run: Run, data: BarrageSegment, action: AimGuns) -> None:
    """18.3c: a barrage announced against a stack of ships lays it open."""
    hidden = action.at == SHIPS and disclose_ships(run, action.hex, run.look.enemy(data.side))
    fire = Gunfire(data.side, action.at, action.hex, announced=hidden)
    only = targets(run.look, fire)
    run.push("gunfire", replace(fire, target=only[0] if len(only) == 1 else ""))


OPTION = Option(
    AimGuns,
    lambda look, data: aims(look, data.side) if data.target == NO_HEX else iter(()),
    _refuse_open,
    _open,
    exact=True,
    held=has_fleet,
)


def with_gunfire(usual: Step) -> Step:
    """The side decides, too, while somebody can fire at something."""
    assert isinstance(usual, Choose)
    by_others = usual.decides

    def decides(look: Look, data: BarrageSegment) -> str | None:
        return by_others(look, data) or (data.side if next(aims(look, data.side), None) is not None else None)

    return with_options(usual, decides=decides, options=(*usual.options, OPTION))


def refuse_choice(look: Look, data: Gunfire, target: str) -> Refusal | None:
    """Whether a ship, or a unit of coastal artillery, can be the target."""
    if target not in targets(look, data):
        return NOT_THERE(hexes=(data.hex,), detail=target)
    return NOT_THERE(hexes=(data.hex,), detail=target) if target == data.target else None


def refuse_ship(look: Look, data: Gunfire, sid: str) -> Refusal | None:
    """Whether a ship may join in the fire; ships need not be in one hex (18.3b)."""
    if sid in data.ships:
        return ADDED(detail=sid)
    refused = refuse_shooter(look, data.side, data.at, data.hex, sid)
    return refused or (MIXED() if data.guns else None)


def refuse_coastal(look: Look, data: Gunfire, uid: str) -> Refusal | None:
    """Whether coastal artillery may join in the fire."""
    if uid in data.guns:
        return ADDED(detail=uid)
    refused = refuse_gun(look, data.side, data.at, data.hex, look.unit(uid))
    return refused or (MIXED() if data.ships else None)


def refuse_done(look: Look, data: Gunfire) -> Refusal | None:
    """Whether the barrage can be fired."""
    if data.at not in ASHORE and not data.target:
        return AIM_FIRST(hexes=(data.hex,))
    if not data.ships and not data.guns:
        return NO_FIRE(hexes=(data.hex,))
    return SCREENED(hexes=(data.hex,)) if screened(look, data, data.target) else too_weak(look, data)


def could_fire(look: Look, data: Gunfire) -> bool:
    """Whether some target of the stack can be fired at by somebody: then who has announced the barrage fires it."""
    ships, guns = (found(look, data.side, data.at, data.hex) for found in (shooters, gunners))
    crews = [replace(data, ships=ships, guns=()), *(replace(data, ships=(sid,), guns=()) for sid in ships)]
    crews += [replace(data, ships=(), guns=guns)] if guns else []
    return any(
        refuse_done(look, replace(crew, target=target)) is None for target in targets(look, data) for crew in crews
    )


def refuse_cancel(look: Look, data: Gunfire, action: Cancel) -> Refusal | None:
    """18.3c: not once it has shown what was hidden."""
    return ANNOUNCED(hexes=(data.hex,)) if data.announced and could_fire(look, data) else None


def _set(**made: Any) -> Any:
    """A `take` that changes the draft."""
    return lambda run, data, action: run.set(replace(data, **{name: make(data, action) for name, make in made.items()}))


def _only(kind: type, look: Look, data: Gunfire) -> Iterator[Any]:
    """The targets that may be chosen, as actions of the kind that names them."""
    wanted = SHIPS if kind is AimAtShip else BATTERY
    if data.at == wanted:
        yield from (kind(target) for target in targets(look, data) if target != data.target)


DRAFT = Choose(
    "draft",
    "Choose the target, and who fires at it; fire, or take it back",
    lambda look, data: data.side,
    (
        Option(
            AimAtShip,
            lambda look, data: _only(AimAtShip, look, data),
            lambda look, data, action: refuse_choice(look, data, action.ship),
            _set(target=lambda data, action: action.ship),
            exact=True,
        ),
        Option(
            AimAtBattery,
            lambda look, data: _only(AimAtBattery, look, data),
            lambda look, data, action: refuse_choice(look, data, action.unit),
            _set(target=lambda data, action: action.unit),
            exact=True,
        ),
        Option(
            AddShip,
            lambda look, data: (AddShip(sid) for sid in shooters(look, data.side, data.at, data.hex)),
            lambda look, data, action: refuse_ship(look, data, action.ship),
            _set(ships=lambda data, action: tuple(sorted((*data.ships, action.ship)))),
        ),
        Option(
            RemoveShip,
            lambda look, data: (RemoveShip(sid) for sid in data.ships),
            lambda look, data, action: None if action.ship in data.ships else NOT_ADDED(detail=action.ship),
            _set(ships=lambda data, action: tuple(sid for sid in data.ships if sid != action.ship)),
            exact=True,
        ),
        Option(
            AddUnit,
            lambda look, data: (AddUnit(uid) for uid in gunners(look, data.side, data.at, data.hex)),
            lambda look, data, action: refuse_coastal(look, data, action.unit),
            _set(guns=lambda data, action: tuple(sorted((*data.guns, action.unit)))),
        ),
        Option(
            RemoveUnit,
            lambda look, data: (RemoveUnit(uid) for uid in data.guns),
            lambda look, data, action: None if action.unit in data.guns else NOT_ADDED(detail=action.unit),
            _set(guns=lambda data, action: tuple(uid for uid in data.guns if uid != action.unit)),
            exact=True,
        ),
        Option(
            Done,
            lambda look, data: (Done(),) if refuse_done(look, data) is None else (),
            lambda look, data, action: refuse_done(look, data),
            lambda run, data, action: run.go_on(),
            exact=True,
        ),
        Option(
            Cancel,
            lambda look, data: (Cancel(),) if refuse_cancel(look, data, Cancel()) is None else (),
            refuse_cancel,
            lambda run, data, action: run.finish(),
            exact=True,
        ),
    ),
    case="18.3a",
    secret=True,
)


# --- firing ------------------------------------------------------------------------------------------------------


def fire(run: Run, data: Gunfire) -> None:
    """The ships or guns of the barrage have fired. Fire at the ground goes on as a barrage of the hex, or of what is
    built there."""
    points = strength_of(run.look, data)
    run.emit(
        GunfireOpened(
            case="18.3a",
            side=data.side,
            at=data.at,
            hex=data.hex,
            target=data.target,
            ships=data.ships,
            guns=data.guns,
            strength=show(points),
            turn=run.state.clock.turn,
            craft=at_craft(run.look, data),
        )
    )
    if data.at == UNITS:
        run.go("over")
        run.push("barrage", Barrage(side=data.side, hex=data.hex, units=(), naval=int(points)))
    elif data.at == BASE:
        run.go("over")
        run.push("base_raid", BaseRaid(data.side, data.hex, int(points), naval=True))
    elif data.at == PORT:
        run.go("over")
        run.push("port_raid", PortRaid(data.side, data.hex, int(points), naval=True))


def cell_of(look: Look, data: Gunfire) -> Any:
    """The result that was rolled."""
    return look.world.charts.barrage.lookup(aim_of(look, data).column, data.roll)


def resolve(run: Run, data: Gunfire) -> None:
    """18.3d, 18.3d-B, 18.3g-C."""
    aimed, read = aim_of(run.look, data), read_of(run.look, data)
    run.emit(
        GunfireResolved(
            case="18.3c",
            side=data.side,
            at=data.at,
            hex=data.hex,
            target=data.target,
            roll=data.roll,
            column=aimed.label,
            result=read.result,
            ledger=aimed.ledger,
            craft=at_craft(run.look, data),
        )
    )
    if data.at == SHIPS:
        strike_at_sea(run, data.side, data.target, read)
    else:
        strike_battery(run, data.target, read)
        note_cleared(run, data.side, data.hex)


def at_craft(look: Look, data: Gunfire) -> bool:
    """18.3c-D: the target is all Landing Craft of the hex."""
    return data.at == SHIPS and craft_in(look.state, data.target) is not None


def read_of(look: Look, data: Gunfire) -> BarrageRead:
    """What the dice gave on the Barrage Table."""
    return read_cell(look.world.charts, cell_of(look, data), data.die)


GUNFIRE = Procedure(
    "gunfire",
    Gunfire,
    (
        DRAFT,
        Do("fire", fire),
        *table_dice(cell_of),
        Do("resolve", resolve),
        Do("over", lambda run, data: run.finish()),
    ),
)

PROCEDURES = (GUNFIRE,)
EDITS = (("barrage_segment", "wrap", "declare", with_gunfire),)
POLICIES = {"naval_phases": lambda: ("movement", "reaction", "exploitation")}
