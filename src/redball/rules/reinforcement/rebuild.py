"""Rebuilding units from Repls: the cost of a step, where it may be done, and the list of all that could be rebuilt.

Steps are rebuilt one by one: the first brings a unit back from the Dead Pile, later ones restore a reduced unit.
Of the Repls in a hex, the worst off are used first; otherwise they are interchangeable.

Cases: 13.5a, 13.5a-1, 13.5a-2, 13.5b-A, 13.5b-B, 13.5d, 4.5a-K, 21.7-C, 21.7-A
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from redball.core.actions import Rebuild, RegainStep
from redball.core.derived import derived
from redball.core.edition import option
from redball.core.engine import Run
from redball.core.events import ReplsSpent, StepRegained, UnitRebuilt
from redball.core.look import Look
from redball.core.refusals import Refusal, refusal
from redball.core.state import DEAD_PILE, REMOVED, Unit
from redball.core.world import World, of_world
from redball.forces.counter import Counter
from redball.rules.ground.occupancy import can_occupy
from redball.rules.reinforcement.entry import new_modes, refuse_new_mode
from redball.rules.units.abilities import marker_of
from redball.rules.units.engineers import engineer_capable
from redball.rules.units.zoc import enemy_zoc
from redball.scenarios.records import Cost, RebuildRow

HQ_REACH = 2
"""Hexes from an HQ to the Repls, counted straight (reading 1.112)."""

FOR_GOOD = refusal("rebuild.for_good", case="13.5c", text="{units} is out of the game and cannot be rebuilt")
NOT_DEAD = refusal(
    "rebuild.not_dead", case="13.5b-B", text="{units} is not in the Dead Pile of this side, so it cannot be rebuilt"
)
NOT_REDUCED = refusal(
    "rebuild.not_reduced", case="13.5b-B", text="{units} is not a unit of this side on the map that has lost a step"
)
NO_COST = refusal("rebuild.no_cost", case="13.5a", text="the Rebuild Table has no cost for {units}")
FEW_REPLS = refusal(
    "rebuild.few_repls",
    case="13.5a",
    text="a step of {units} costs {need}, in Move Mode and in one hex; {detail} has {have}",
    remedy="bring the Repls together, and turn them to Move Mode in the Movement Phase",
)
NO_HQ = refusal(
    "rebuild.no_hq",
    case="13.5a-1",
    text="no HQ in Combat Mode, or DG on its Combat side, is within 2 hexes of {hexes}",
    remedy="move the Repls next to such an HQ, or turn the HQ to Combat Mode in the Movement Phase",
)
IN_ZOC = refusal(
    "rebuild.in_zoc",
    case="4.5a-K",
    text="{hexes} is in an enemy ZOC, where nothing can be rebuilt, even if it is negated",
    remedy="move the Repls out of the ZOC",
)
CLOSED = refusal("rebuild.closed", case="13.5b-A", text="{units} cannot be in {hexes}: prohibited terrain")

NOTHING = Cost()


REVISED = option(
    "revised_rebuilds",
    "21.7",
    "A step costs one Repl, Repls arrive at HQs in trace supply, and half of them must be used in the turn they arrive",
)
SWITCHES = (REVISED,)


class Spare(Struct, frozen=True):
    """A Repl used for one of two small units; the other may still be rebuilt in that hex (13.5d)."""

    hex: int
    cost: Cost


class Rebuilding(Struct, frozen=True, tag=True):
    """A side rebuilds and consolidates; `spare` are halves of pairs. `fresh` are the Repls that came in this phase,
    `held` how many the side had when it began (21.7-A)."""

    side: str
    spare: tuple[Spare, ...] = ()
    fresh: tuple[str, ...] = ()
    held: Cost = Cost()


# --- cost ----------------------------------------------------------------------------------------------------------


def row_for(look: Look, unit: Unit) -> RebuildRow | None:
    """The row of the side's Rebuild Table for a unit: the first that fits, if it has a cost."""
    return _row_for(look.world, unit.side, unit.counter)


@of_world
def _row_for(world: World, side: str, counter: str) -> RebuildRow | None:
    rows = world.scenario.rebuild_tables.get(side, ())
    row = next((row for row in rows if row.fits(world.counters[counter])), None)
    return row if row is not None and row.cost is not None else None


def step_cost(look: Look, unit: Unit) -> Cost | None:
    """Repls for a step of the unit (13.5a); None without a price."""
    row = row_for(look, unit)
    if row is None or row.cost is None or not look.option(REVISED.name):
        return row.cost if row is not None else None
    return one_repl(look, unit, row.cost)


def one_repl(look: Look, unit: Unit, cost: Cost) -> Cost:
    """21.7-C: whatever the table says, a step takes one Repl; if the table mixes kinds, an Eq for units that have Track
    MP on some side."""
    if cost.pax and cost.eq:
        counter = look.counter(unit)
        faces = [face for face in (counter.combat, counter.move) if face is not None]
        return Cost(eq=1) if any(face.mobility == "track" for face in faces) else Cost(pax=1)
    return Cost(min(cost.pax, 1), min(cost.eq, 1))


def in_pairs(look: Look, unit: Unit) -> bool:
    """Two of these cost as much as one (13.5d)."""
    row = row_for(look, unit)
    return row is not None and row.pairs and look.counter(unit).steps == 1


def price(look: Look, data: Rebuilding, unit: Unit, hex_: int) -> Cost | None:
    """The unit's price now in a hex: nothing as the second of a pair (13.5d); None without a price."""
    cost = step_cost(look, unit)
    if cost is not None and in_pairs(look, unit) and Spare(hex_, cost) in data.spare:
        return NOTHING
    return cost


def show_cost(cost: Cost) -> str:
    """`2 Pax and 1 Eq`."""
    parts = ((cost.pax, "Pax"), (cost.eq, "Eq"))
    return " and ".join(f"{number} {name}" for number, name in parts if number) or "no Repls"


# --- Repls and places ----------------------------------------------------------------------------------------------


@derived
def repls(look: Look, side: str) -> dict[int, tuple[Unit, ...]]:
    """A side's Repls by hex, the worst off first."""
    found: dict[int, list[Unit]] = {}
    for unit in look.own_of(side, "repl"):
        found.setdefault(unit.hex, []).append(unit)
    worst = {h: sorted(us, key=lambda u: (-u.internals, not u.out_of_supply, u.id)) for h, us in found.items()}
    return {hex_: tuple(worst[hex_]) for hex_ in sorted(worst)}


def ready(look: Look, side: str, hex_: int, symbol: str) -> list[Unit]:
    """Pax or Eq in a hex that may be used: those in Move Mode (13.5a)."""
    there = repls(look, side).get(hex_, ())
    return [unit for unit in there if unit.mode == "move" and look.counter(unit).symbol == symbol]


def stock(look: Look, side: str, hex_: int) -> Cost:
    """How many Repls in a hex may be used."""
    return Cost(len(ready(look, side, hex_, "pax")), len(ready(look, side, hex_, "eq")))


def rebuilds(look: Look, unit: Unit) -> bool:
    """An HQ in Combat Mode, or DG with its Combat side up (13.5a-1); the same makes it Engineer-Capable."""
    return look.counter(unit).kind == "hq" and engineer_capable(look, unit)


def refuse_hex(look: Look, side: str, hex_: int) -> Refusal | None:
    """The hex must be near an HQ that can rebuild, and in no enemy ZOC, negated or not (4.5a-K)."""
    hqs = [unit.hex for unit in look.own_of(side, "hq") if rebuilds(look, unit)]
    if not any(look.board.distance(hex_, hq) <= HQ_REACH for hq in hqs):
        return NO_HQ(hexes=(hex_,))
    return IN_ZOC(hexes=(hex_,)) if enemy_zoc(look, side, hex_) else None


def refuse_cost(look: Look, unit: Unit, hex_: int, cost: Cost | None) -> Refusal | None:
    """The Repls must be there."""
    if cost is None:
        return NO_COST(units=(unit.id,))
    there = stock(look, unit.side, hex_)
    if there.pax < cost.pax or there.eq < cost.eq:
        where = look.hex_name(hex_)
        return FEW_REPLS(units=(unit.id,), hexes=(hex_,), need=show_cost(cost), have=show_cost(there), detail=where)
    return None


def spend(run: Run, side: str, hex_: int, cost: Cost, case: str) -> None:
    """Remove the Repls of the cost."""
    pax, eq = (ready(run.look, side, hex_, symbol) for symbol in ("pax", "eq"))
    used = tuple(unit.id for unit in (*pax[: cost.pax], *eq[: cost.eq]))
    if used:
        run.emit(ReplsSpent(case=case, side=side, units=used, hex=hex_))


# --- from the Dead Pile --------------------------------------------------------------------------------------------


@derived
def gone(look: Look) -> tuple[Unit, ...]:
    """The lost units of both sides, whether they may be rebuilt or not."""
    return tuple([unit for unit in look.state.units.values() if unit.hex in (DEAD_PILE, REMOVED)])


@derived
def dead(look: Look, side: str) -> tuple[Unit, ...]:
    """The Dead Pile of a side."""
    return tuple([unit for unit in gone(look) if unit.hex == DEAD_PILE and unit.side == side])


def refuse_dead(look: Look, data: Rebuilding, unit: Unit, hex_: int) -> Refusal | None:
    """Why a unit cannot return from the Dead Pile in a hex, in any mode."""
    if unit.side == data.side and unit.hex == REMOVED:
        return FOR_GOOD(units=(unit.id,))
    if unit.side != data.side or unit.hex != DEAD_PILE:
        return NOT_DEAD(units=(unit.id,))
    refused = refuse_cost(look, unit, hex_, price(look, data, unit, hex_)) or refuse_hex(look, data.side, hex_)
    if refused is None and not can_occupy(look.world, hex_, look.counter(unit)):
        return CLOSED(units=(unit.id,), hexes=(hex_,))
    return refused


def refuse_rebuild(look: Look, data: Rebuilding, action: Rebuild) -> Refusal | None:
    """13.5a-1, in any voluntary mode that the unit could take there (13.5b-A, reading 1.113)."""
    unit = look.unit(action.unit)
    refused = refuse_dead(look, data, unit, action.hex)
    return refused or refuse_new_mode(look, unit, action.mode, action.facing, action.hex)


def rebuild_candidates(look: Look, data: Rebuilding) -> Iterator[Rebuild]:
    """Every dead unit in every hex where it could be rebuilt, in every mode."""
    hexes = [hex_ for hex_ in _hexes(look, data) if refuse_hex(look, data.side, hex_) is None]
    for unit in dead(look, data.side) if hexes else ():
        for hex_ in hexes:
            if refuse_dead(look, data, unit, hex_) is None:
                ways = new_modes(look, unit, (hex_,))
                yield from (Rebuild(unit.id, hex_, way.mode, way.facing) for _, way in ways)


def _hexes(look: Look, data: Rebuilding) -> list[int]:
    """Hexes with Repls, or where one was used for half a pair."""
    return sorted({*repls(look, data.side), *(spare.hex for spare in data.spare)})


def take_rebuild(run: Run, data: Rebuilding, action: Rebuild) -> None:
    unit = run.look.unit(action.unit)
    cost = step_cost(run.look, unit)
    assert cost is not None  # refuse_rebuild
    half = Spare(action.hex, cost)
    if in_pairs(run.look, unit) and half in data.spare:
        kept = list(data.spare)
        kept.remove(half)
        run.set(replace(data, spare=tuple(kept)))
    else:
        spend(run, data.side, action.hex, cost, "13.5a-1")
        if in_pairs(run.look, unit):
            run.set(replace(data, spare=(*data.spare, half)))
    run.emit(
        UnitRebuilt(
            case="13.5a-1",
            side=data.side,
            unit=unit.id,
            hex=action.hex,
            facing="combat" if action.facing == "combat" else "move",
            marker=marker_of(action.mode),
            steps_lost=run.look.counter(unit).steps - 1,
        )
    )


# --- on the map ----------------------------------------------------------------------------------------------------


@derived
def reduced(look: Look, side: str) -> list[Unit]:
    """A side's units on the map that have lost steps."""
    return [unit for unit in look.own(side) if unit.steps_lost and look.counter(unit).is_combat_unit]


def refuse_regain(look: Look, data: Rebuilding, action: RegainStep) -> Refusal | None:
    """13.5a-2: the Repls must be stacked with the unit; its mode and supply do not matter (13.5b-A)."""
    unit = look.unit(action.unit)
    if unit not in reduced(look, data.side):
        return NOT_REDUCED(units=(unit.id,))
    return refuse_cost(look, unit, unit.hex, step_cost(look, unit)) or refuse_hex(look, data.side, unit.hex)


def regain_candidates(look: Look, data: Rebuilding) -> Iterator[RegainStep]:
    """Every reduced unit stacked with Repls."""
    yield from (RegainStep(unit.id) for unit in reduced(look, data.side) if unit.hex in repls(look, data.side))


def take_regain(run: Run, data: Rebuilding, action: RegainStep) -> None:
    unit = run.look.unit(action.unit)
    cost = step_cost(run.look, unit)
    assert cost is not None  # refuse_regain
    spend(run, data.side, unit.hex, cost, "13.5a-2")
    run.emit(StepRegained(case="13.5a-2", side=data.side, unit=unit.id))


# --- hoarding ----------------------------------------------------------------------------------------------------


def on_map(look: Look, side: str) -> Cost:
    """All Repls of a side."""
    symbols = [look.counter(unit).symbol for there in repls(look, side).values() for unit in there]
    return Cost(symbols.count("pax"), symbols.count("eq"))


def end_hoarding(run: Run, data: Rebuilding) -> None:
    """21.7-A: half of the Pax and of the Eq that came in this phase must be used in it, rounded up; the rest of that
    half is gone."""
    if not run.look.option(REVISED.name):
        return
    now = on_map(run.look, data.side)
    for symbol, used in (("pax", data.held.pax - now.pax), ("eq", data.held.eq - now.eq)):
        fresh = [uid for uid in data.fresh if symbol == _counter_of(run.look, uid).symbol]
        left = [uid for uid in fresh if uid in run.state.units]
        for uid in left[: max((len(fresh) + 1) // 2 - used, 0)]:
            run.emit(ReplsSpent(case="21.7-A", side=data.side, units=(uid,), hex=run.look.unit(uid).hex))


def _counter_of(look: Look, uid: str) -> Counter:
    """The counter of a Repl, which may be used up; ids of generic Repls are their counter's, numbered."""
    counters = look.world.counters
    return counters[uid] if uid in counters else counters[uid.rpartition("/")[0]]


# --- the query -----------------------------------------------------------------------------------------------------


class Prospect(Struct, frozen=True):
    """A unit that lacks steps: the cost of each, where it could be rebuilt now, or why not."""

    unit: str
    steps: int
    cost: Cost | None
    pairs: bool
    hexes: tuple[int, ...]
    why: Refusal | None


def prospects(look: Look, side: str, data: Rebuilding | None = None) -> tuple[Prospect, ...]:
    """Every dead and every reduced unit of a side, by id; `data` is the open step, if rebuilding is under way."""
    data = data or Rebuilding(side)
    found = [_dead_prospect(look, data, unit) for unit in dead(look, side)]
    for unit in reduced(look, side):
        why = refuse_regain(look, data, RegainStep(unit.id))
        found.append(_prospect(look, unit, unit.steps_lost, () if why else (unit.hex,), why))
    return tuple(sorted(found, key=lambda entry: entry.unit))


def _dead_prospect(look: Look, data: Rebuilding, unit: Unit) -> Prospect:
    """Of several reasons, the one nearest to success."""
    answers = {hex_: refuse_dead(look, data, unit, hex_) for hex_ in _hexes(look, data)}
    hexes = tuple(hex_ for hex_, why in answers.items() if why is None)
    order = (NO_COST, FEW_REPLS, NO_HQ, IN_ZOC, CLOSED)
    codes = [kind.code for kind in order]
    reasons = sorted((why for why in answers.values() if why), key=lambda why: codes.index(why.code), reverse=True)
    why = None if hexes else reasons[0] if reasons else _no_repls(look, unit)
    return _prospect(look, unit, look.counter(unit).steps, hexes, why)


def _no_repls(look: Look, unit: Unit) -> Refusal:
    cost = step_cost(look, unit)
    if cost is None:
        return NO_COST(units=(unit.id,))
    return FEW_REPLS(units=(unit.id,), need=show_cost(cost), have=show_cost(NOTHING), detail="the map")


def _prospect(look: Look, unit: Unit, steps: int, hexes: tuple[int, ...], why: Refusal | None) -> Prospect:
    return Prospect(unit.id, steps, step_cost(look, unit), in_pairs(look, unit), hexes, why)
