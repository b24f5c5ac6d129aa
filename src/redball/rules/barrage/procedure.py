"""A barrage from payment to losses: the procedure "barrage".

Cases: 10.1b-A, 10.1b-C
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from redball.charts import BarrageCell
from redball.core.actions import ChooseTerrain, LoseStep
from redball.core.engine import Run
from redball.core.events import BarrageDeclared, BarrageResolved, TerrainChosen
from redball.core.ledger import show
from redball.core.look import Look
from redball.core.procedures import Chance, Choose, Do, Option, Procedure
from redball.core.refusals import Refusal, refusal
from redball.rules.barrage.chart import Aim, Arm, Flown, cell_for, read_cell
from redball.rules.barrage.on_board import (
    aim,
    best_terrain,
    needs_rounding_die,
    terrain_shift,
    total_strength,
)
from redball.rules.barrage.points import BARRAGE_COST, BARRAGE_QUARTERS, MAY_LOSE_TO_BARRAGE
from redball.rules.combat.points import CASE_OF
from redball.rules.combat.terrain import hex_terrains
from redball.rules.ground.craft import note_cleared
from redball.rules.modes.disorganization import disorganize_hex
from redball.rules.supply.bills import Bill
from redball.rules.units.losses import lose_step

LOSSES = "10.0a-B"

NO_SUCH_TERRAIN = refusal(
    "barrage.terrain_absent", case="10.0a-B", text="{detail} cannot be chosen in {hexes}; the choice is {need}"
)
OTHERS_FIRST = refusal(
    "barrage.others_first",
    case="10.0a-B",
    text="other units must lose a step before {units}: now {need}",
)
NOT_IN_TARGET = refusal(
    "barrage.not_in_target",
    case="10.0a-B",
    text="{units} is not one of the combat units in {hexes}, which must lose the steps",
)


class Barrage(Struct, frozen=True, tag=True):
    """A committed barrage: `terrain` as announced, `roll` of two dice and the `die` of a 1/2 (0: not rolled), `steps`
    still to lose, `halved` the units firing half their strength, `lost` the units that lost a step. `flown`: aircraft
    make it, or take part in it. `naval`: ships make it, with so many Barrage Points (18.3b)."""

    side: str
    hex: int
    units: tuple[str, ...]
    terrain: str = ""
    roll: int = 0
    die: int = 0
    steps: int = 0
    halved: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    flown: Flown | None = None
    naval: int = 0


def strength_of(look: Look, data: Barrage) -> Fraction:
    """Strength of the firing units, which does not change while they fire."""
    guns = total_strength(look, data.units, data.halved) if data.units else Fraction(data.naval)
    return guns + data.flown.points if data.flown else guns


def bill_for(look: Look, side: str, units: tuple[str, ...], halved: tuple[str, ...] = ()) -> Bill:
    """The price: through one HQ, or from one dump, never from internal stocks (10.1b-A, 10.1b-C)."""
    strength = total_strength(look, units, halved)
    tokens, (_, quarters) = (
        look.policies[BARRAGE_COST](look, units, strength),
        look.policies[BARRAGE_QUARTERS](look, units, strength),
    )
    return Bill(
        side=side, units=units, tokens=tokens, purpose="barrage", case="10.1b-A", common=True, quarters=quarters
    )


def pay(run: Run, data: Barrage) -> None:
    """Pay, unless the barrage costs nothing, as one by aircraft does (14.7a)."""
    if not data.units:
        return
    bill = bill_for(run.look, data.side, data.units, data.halved)
    if bill.tokens:
        run.push("pay", bill)


def declare(run: Run, data: Barrage) -> None:
    """Paid: the units have fired, and their total strength is public (4.9c). Aircraft have said theirs."""
    if not data.units:
        return
    strength = show(strength_of(run.look, data))
    run.emit(BarrageDeclared(case="10.0-D", side=data.side, hex=data.hex, units=data.units, strength=strength))


# --- terrain -------------------------------------------------------------------------------------------------------


def who_chooses_terrain(look: Look, data: Barrage) -> str | None:
    """The target's owner, if it makes a difference (10.0a-B)."""
    if data.terrain or len({terrain_shift(look, terrain) for terrain in hex_terrains(look, data.hex)}) < 2:
        return None
    return look.enemy(data.side)


def terrain_candidates(look: Look, data: Barrage) -> Iterator[ChooseTerrain]:
    """The terrains of the target hex."""
    return (ChooseTerrain(terrain) for terrain in hex_terrains(look, data.hex))


def refuse_terrain(look: Look, data: Barrage, action: ChooseTerrain) -> Refusal | None:
    """A terrain that is present, for the target's own hex: no hex attacks."""
    there = hex_terrains(look, data.hex)
    if action.terrain not in there or action.against != -1:
        return NO_SUCH_TERRAIN(hexes=(data.hex,), need=", ".join(there), detail=action.terrain)
    return None


def take_terrain(run: Run, data: Barrage, action: ChooseTerrain) -> None:
    run.emit(TerrainChosen(case="10.0a-B", side=run.world.enemy(data.side), hex=data.hex, terrain=action.terrain))
    run.set(replace(data, terrain=action.terrain))


def settle_terrain(run: Run, data: Barrage) -> None:
    """Without a choice, the first terrain counts."""
    if not data.terrain:
        run.set(replace(data, terrain=best_terrain(run.look, data.hex)))


# --- dice ----------------------------------------------------------------------------------------------------------


def aim_of(look: Look, data: Barrage) -> Aim:
    """The column, from the announced terrain."""
    return aim(look, data.side, data.hex, strength_of(look, data), data.terrain, data.flown, naval=bool(data.naval))


def cell_of(look: Look, data: Barrage) -> BarrageCell:
    """The result that was rolled; of ships the lesser one that they have at units (18.3b)."""
    arm: Arm = "naval" if data.naval else "artillery"
    return cell_for(look.world.charts, arm, aim_of(look, data).column, data.roll)


def two_dice(look: Look, data: Barrage) -> int:
    """10.0a-A."""
    return 2


def rolled(run: Run, data: Barrage, dice: tuple[int, ...]) -> None:
    run.set(replace(data, roll=sum(dice)))


def rounding_dice(look: Look, data: Barrage) -> int:
    """One die for a result of 1/2."""
    cell = cell_of(look, data)
    return int(needs_rounding_die(look, data.side, data.hex, cell, data.flown, naval=bool(data.naval)))


def rounded(run: Run, data: Barrage, dice: tuple[int, ...]) -> None:
    run.set(replace(data, die=dice[0]))


def resolve(run: Run, data: Barrage) -> None:
    """Log the result; DG affects the whole hex (5.10a)."""
    cell, aimed = cell_of(run.look, data), aim_of(run.look, data)
    steps = read_cell(run.world.charts, cell, data.die).steps
    run.emit(
        BarrageResolved(
            case="10.0a-A",
            side=data.side,
            hex=data.hex,
            roll=data.roll,
            column=aimed.label,
            result=cell.text,
            steps=steps,
            ledger=aimed.ledger,
        )
    )
    if cell.dg:
        disorganize_hex(run, run.world.enemy(data.side), data.hex, "5.10a-A", "barrage")
    run.set(replace(data, steps=steps))


# --- losses --------------------------------------------------------------------------------------------------------


def who_loses(look: Look, data: Barrage) -> str | None:
    """The target's owner, while they have a choice (10.0a-B)."""
    enemy = look.enemy(data.side)
    return enemy if data.steps and len(victims(look, data)) > 1 else None


def victims(look: Look, data: Barrage) -> tuple[str, ...]:
    """The units that may lose the next step."""
    return look.policies[MAY_LOSE_TO_BARRAGE](look, look.enemy(data.side), data.hex, data.lost)


def lose_candidates(look: Look, data: Barrage) -> Iterator[LoseStep]:
    """Every combat unit of the target hex, as often as the owner likes (9.11c-B)."""
    return (LoseStep(uid) for uid in victims(look, data))


def refuse_lose(look: Look, data: Barrage, action: LoseStep) -> Refusal | None:
    """A combat unit of the target hex."""
    if action.unit not in {unit.id for unit in look.combat_units_at(data.hex, look.enemy(data.side))}:
        return NOT_IN_TARGET(units=(action.unit,), hexes=(data.hex,))
    found = victims(look, data)
    if action.unit in found:
        return None
    return OTHERS_FIRST(units=(action.unit,), need=", ".join(found), case=look.policies[CASE_OF](look, LOSSES))


def take_lose(run: Run, data: Barrage, action: LoseStep) -> None:
    lose_step(run, action.unit, "barrage", run.look.policies[CASE_OF](run.look, LOSSES))
    run.set(replace(data, steps=data.steps - 1, lost=(*data.lost, action.unit)))


def lose_rest(run: Run, data: Barrage) -> None:
    """Without a choice the only possible unit loses steps, while steps and units last."""
    found = victims(run.look, data) if data.steps else ()
    if found:
        lose_step(run, found[0], "barrage", run.look.policies[CASE_OF](run.look, LOSSES))
        run.set(replace(data, steps=data.steps - 1, lost=(*data.lost, found[0])))
        run.go("losses")


BARRAGE = Procedure(
    "barrage",
    Barrage,
    (
        Do("pay", pay),
        Do("declare", declare),
        Choose(
            "terrain",
            "Which terrain of the hex counts against the barrage?",
            who_chooses_terrain,
            (Option(ChooseTerrain, terrain_candidates, refuse_terrain, take_terrain),),
            case="10.0a-B",
        ),
        Do("settle_terrain", settle_terrain),
        Chance("roll", "Barrage Table", "10.0a-A", two_dice, rolled, lambda look, data: data.side),
        Chance("rounding", "Barrage Table, 1/2", "10.0a-A", rounding_dice, rounded, lambda look, data: data.side),
        Do("resolve", resolve),
        Choose(
            "losses",
            "Which unit loses a step to the barrage?",
            who_loses,
            (Option(LoseStep, lose_candidates, refuse_lose, take_lose),),
            case="10.0a-B",
        ),
        Do("lose_rest", lose_rest),
        Do("cleared", lambda run, data: note_cleared(run, data.side, data.hex)),
    ),
)
