"""What an air barrage at ships does ("ship_strike"): the stack is laid open, each aircraft gets a target, and each
barrage is resolved by itself.

Aircraft combine against one ship or go for several, and none divides its strength. At first all of them go for the ship
that their draft meant, else for the first one; with one ship there is nothing to choose. A barrage that comes to less
than a point after the target's Protection is not made (10.0-E).

Cases: 18.3c-B
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import BarrageCell
from redball.core.actions import Done
from redball.core.actions.naval import SendAtShip
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Procedure, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.state import State
from redball.core.telling import Names, counted
from redball.rules.barrage.chart import Aim, read_cell
from redball.rules.barrage.points import AIR_SHIFTS
from redball.rules.ground.craft import craft_in
from redball.rules.naval.damage import strike_at_sea, table_dice, target_of
from redball.rules.naval.naval import CRAFT, GunfireResolved, disclose_ships, naval_targets, with_shelled
from redball.rules.naval.ship_target import aim_at_ship

NOT_OF_IT = refusal("ship_strike.no_plane", case="18.3c", text="{detail} is not an aircraft of this barrage")
NO_TARGET = refusal("ship_strike.no_ship", case="18.3c", text="{detail} is not a ship at {hexes} that may be barraged")
AIMED = refusal("ship_strike.aimed", case="18.3c", text="{detail} is aimed at that ship already")


class Wing(Struct, frozen=True):
    """An aircraft of a barrage at ships: its Barrage Points there, whether it is near its base (14.7c), or far from it
    where that matters (21.4)."""

    plane: str
    points: int
    near: bool = False
    far: bool = False


class ShipStrike(Struct, frozen=True, tag=True):
    """Aircraft over a stack of ships. `meant` is the ship of their draft, `aims` has the target of each aircraft;
    `target` is the ship whose barrage is being resolved, `over` are those that are done with. `roll` of two dice, and
    the `die` of a 1/2 (0: not rolled). `hip`: it counts against no limit (reading 1.82)."""

    side: str
    hex: int
    wings: tuple[Wing, ...]
    meant: str = ""
    hip: bool = False
    aims: tuple[str, ...] = ()
    target: str = ""
    over: tuple[str, ...] = ()
    roll: int = 0
    die: int = 0


class ShipBombed(Event, frozen=True, kw_only=True):
    """Aircraft go for a ship, or for all Landing Craft of the hex (`craft`), with so many Barrage Points, which is its
    barrage in this phase if it `counts`. They may be too few for its Protection, and then do not fire (10.0-E)."""

    hex: int
    ship: str
    planes: tuple[str, ...]
    points: int
    fires: bool
    counts: bool
    craft: bool = False

    def apply(self, state: State) -> State:
        return with_shelled(state, self.ship) if self.fires and self.counts else state

    def told(self, n: Names) -> str:
        whom = CRAFT if self.craft else n.ship(self.ship)
        what = f"{n.planes(self.planes)} at {whom}: {counted(self.points, 'Barrage Point')}"
        return what if self.fires else f"{what}, too few to overcome its Protection"


EVENTS = (ShipBombed,)


# --- targets -----------------------------------------------------------------------------------------------------


def targets(look: Look, data: ShipStrike) -> tuple[str, ...]:
    """The ships among which the aircraft choose, the Landing Craft as one of them (18.3c-D)."""
    return naval_targets(look, data.hex, look.enemy(data.side), again=data.hip)


def announce(run: Run, data: ShipStrike) -> None:
    """18.3c: all ships there are seen; then the targets are chosen."""
    disclose_ships(run, data.hex, run.look.enemy(data.side))
    there = targets(run.look, data)
    if not there:
        run.finish()
        return
    first = data.meant if data.meant in there else there[0]
    run.set(replace(data, aims=(first,) * len(data.wings)))


def _ways(look: Look, data: ShipStrike) -> Iterator[SendAtShip]:
    for wing, aim in zip(data.wings, data.aims, strict=True):
        yield from (SendAtShip(target, wing.plane) for target in targets(look, data) if target != aim)


def refuse_send(look: Look, data: ShipStrike, action: SendAtShip) -> Refusal | None:
    """Whether an aircraft can be given another target."""
    aims = {wing.plane: aim for wing, aim in zip(data.wings, data.aims, strict=True)}
    if action.plane not in aims:
        return NOT_OF_IT(detail=repr(action.plane))
    if action.ship not in targets(look, data):
        return NO_TARGET(hexes=(data.hex,), detail=repr(action.ship))
    return AIMED(detail=action.plane) if aims[action.plane] == action.ship else None


def send(run: Run, data: ShipStrike, action: SendAtShip) -> None:
    aims = [action.ship if wing.plane == action.plane else aim for wing, aim in zip(data.wings, data.aims, strict=True)]
    run.set(replace(data, aims=tuple(aims)))


TARGETS = Choose(
    "targets",
    "Choose a ship for each of the aircraft, then strike",
    lambda look, data: data.side if len(targets(look, data)) > 1 else None,
    (
        Option(Done, only(Done()), always_legal, lambda run, data, action: run.go_on()),
        Option(SendAtShip, _ways, refuse_send, send, exact=True),
    ),
    case="18.3c",
)


# --- each barrage ------------------------------------------------------------------------------------------------


def at_target(data: ShipStrike, target: str) -> tuple[Wing, ...]:
    """The aircraft that go for a ship."""
    return tuple([wing for wing, aim in zip(data.wings, data.aims, strict=True) if aim == target])


def aim_of(look: Look, data: ShipStrike, target: str) -> Aim:
    """The column: aircraft count double (18.3c-B), and only their distance from their bases and the weather or the
    ground of the edition shift it. Raises ValueError below one point (10.0-E)."""
    wings = at_target(data, target)
    return aim_at_ship(
        look.world.charts,
        Fraction(sum(wing.points for wing in wings)),
        "air",
        target_of(look, "ships", target),
        short_range=all(wing.near for wing in wings),
        long_range=any(wing.far for wing in wings),
        more=look.policies[AIR_SHIFTS](look, data.hex, False),
    )


def fires(look: Look, data: ShipStrike, target: str) -> bool:
    """10.0-E, 18.3c-C: whether they come to a point against its Protection."""
    try:
        aim_of(look, data, target)
    except ValueError:
        return False
    return True


def next_target(run: Run, data: ShipStrike) -> None:
    """The next ship, in the order of their ids."""
    over = data.over
    for target in sorted({*data.aims} - {*over}):
        wings, able = at_target(data, target), fires(run.look, data, target)
        run.emit(
            ShipBombed(
                case="18.3c-B" if able else "10.0-E",
                side=data.side,
                hex=data.hex,
                ship=target,
                planes=tuple([wing.plane for wing in wings]),
                points=sum(wing.points for wing in wings),
                fires=able,
                counts=not data.hip,
                craft=craft_in(run.state, target) is not None,
            )
        )
        over = (*over, target)
        if able:
            run.set(replace(data, target=target, over=over, roll=0, die=0))
            return
    run.finish()


def cell_of(look: Look, data: ShipStrike) -> BarrageCell:
    """The result that was rolled."""
    return look.world.charts.barrage.lookup(aim_of(look, data, data.target).column, data.roll)


def resolve(run: Run, data: ShipStrike) -> None:
    """18.3d."""
    aimed, charts = aim_of(run.look, data, data.target), run.world.charts
    read = read_cell(charts, cell_of(run.look, data), data.die)
    run.emit(
        GunfireResolved(
            case="18.3c",
            side=data.side,
            at="ships",
            hex=data.hex,
            target=data.target,
            roll=data.roll,
            column=aimed.label,
            result=read.result,
            ledger=aimed.ledger,
            by="aircraft",
            craft=craft_in(run.state, data.target) is not None,
        )
    )
    run.go("next")
    strike_at_sea(run, data.side, data.target, read)


STRIKE = Procedure(
    "ship_strike",
    ShipStrike,
    (
        Do("announce", announce),
        TARGETS,
        Do("next", next_target),
        *table_dice(cell_of),
        Do("resolve", resolve),
    ),
)

PROCEDURES = (STRIKE,)
