"""The terrain of a combat: what the defender may choose from, and their choices.

One choice for each attacking stack, in the order of the stacks, then one for the defender's hex; without a choice the
only terrain counts. Open ground is a choice only if there is no other terrain: it has no symbol (9.3b).

Cases: 9.2-4, 9.3, 9.3b, 9.4b-A, 9.4b-B, 9.4b-C, 9.4c, 18.6a-F
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from redball.core.actions import ChooseTerrain
from redball.core.engine import Run
from redball.core.events import TerrainChosen
from redball.core.look import Look
from redball.core.procedures import Choose, Do, Option, Step
from redball.core.refusals import Refusal, refusal
from redball.rules.combat.record import OWN_TERRAIN, CombatData, TerrainChoice
from redball.rules.ground.craft import afloat

OPEN = "open"
BEACH = "beach_assault"
"""The hexside that halves whoever attacks from Landing Craft."""

OUT_OF_TURN = refusal(
    "combat.terrain_order",
    case="9.4b-A",
    text="announce the terrain {need} now",
)
NOT_THERE = refusal(
    "combat.terrain_absent",
    case="9.4b-A",
    text="{detail} cannot be chosen here; the choice is {need}",
)


def hex_terrains(look: Look, hex_: int) -> tuple[str, ...]:
    """Terrains of a hex that its defender may choose from, in the order of the board."""
    chart = look.world.charts.terrain_combat
    there = look.world.terrain_in(look.state.weather, look.board.terrain[hex_])
    found = tuple(name for name in there if name in chart)
    return tuple(name for name in found if name != OPEN) or found


def holds_line(look: Look, hex_: int, line: str) -> bool:
    """Whether a terrain of the hex is on that line of the Combat Table ("very_close"), whatever the weather."""
    chart = look.world.charts.terrain_combat
    return any(name in chart and chart[name].line == line for name in look.board.terrain[hex_])


HARD = ("extremely_close", "very_close")
"""The hardest lines, the worst first."""


def hardest_line(look: Look, hex_: int) -> str:
    """The first of these lines that a terrain of the hex is on, whatever the weather; "" if none is."""
    return next((line for line in HARD if holds_line(look, hex_, line)), "")


def attack_terrains(look: Look, launch: int, hex_: int, *, by_sea: bool = False) -> tuple[str, ...]:
    """Terrains that may count against the attackers of one hex: in the target, or on the hexside crossed (9.4b-A); for
    those who come from the sea, the hexside of every Beach Assault stands for that (18.6a-F)."""
    if by_sea:
        return (*hex_terrains(look, hex_), BEACH)
    chart = look.world.charts.terrain_combat
    sides = look.board.hexsides(launch, look.board.direction(launch, hex_))
    sides = look.world.terrain_in(look.state.weather, sides)
    crossed = tuple(name for name in sides if name in chart and chart[name].scope == "hexside")
    return hex_terrains(look, hex_) + crossed


def allowed(look: Look, data: CombatData, against: int) -> tuple[str, ...]:
    """What may be announced against the attackers of a hex, or for the defender's own hex (hex terrain only, 9.4c)."""
    if against == OWN_TERRAIN:
        return hex_terrains(look, data.hex)
    return attack_terrains(look, against, data.hex, by_sea=afloat(look, data.attackers))


def chosen(data: CombatData, against: int) -> str:
    """The announced terrain, "" if none is."""
    return next((choice.terrain for choice in data.terrain if choice.against == against), "")


def announce(run: Run, data: CombatData, terrain: str, against: int) -> CombatData:
    """Log a choice; returns the record with it."""
    case = "9.4c" if against == OWN_TERRAIN else "9.4b-A"
    side = run.look.enemy(data.side)
    run.emit(TerrainChosen(case=case, side=side, hex=data.hex, terrain=terrain, against=against))
    return replace(data, terrain=(*data.terrain, TerrainChoice(terrain, against)))


def announce_forced(run: Run, data: CombatData) -> None:
    """If there is only one terrain, it counts."""
    for against in (*(stack.hex for stack in data.stacks), OWN_TERRAIN):
        names = allowed(run.look, data, against)
        if len(names) == 1:
            data = announce(run, data, names[0], against)
    run.set(data)


def due(data: CombatData) -> int | None:
    """The terrain to announce now: for an attacking hex, OWN_TERRAIN, or None when all are announced."""
    wanted = (*(stack.hex for stack in data.stacks), OWN_TERRAIN)
    return next((against for against in wanted if not chosen(data, against)), None)


def decides(look: Look, data: CombatData) -> str | None:
    """The defender, until every terrain is announced."""
    return None if due(data) is None else look.enemy(data.side)


def candidates(look: Look, data: CombatData) -> Iterator[ChooseTerrain]:
    """The terrains for the next attacking hex, or for the defender."""
    against = due(data)
    if against is not None:
        yield from (ChooseTerrain(name, against) for name in allowed(look, data, against))


def refuse(look: Look, data: CombatData, action: ChooseTerrain) -> Refusal | None:
    """One terrain at a time, and only one that is present."""
    against = due(data)
    if against is None or action.against != against:
        need = "of your own hex" if against in (None, OWN_TERRAIN) else f"against {look.hex_name(against)}"
        return OUT_OF_TURN(hexes=(action.against,), need=need)
    names = allowed(look, data, against)
    if action.terrain not in names:
        case = "9.4c" if against == OWN_TERRAIN else "9.4b-A"
        return NOT_THERE(hexes=(data.hex,), need=", ".join(names), detail=action.terrain, case=case)
    return None


def take(run: Run, data: CombatData, action: ChooseTerrain) -> None:
    run.set(announce(run, data, action.terrain, action.against))


STEPS: tuple[Step, ...] = (
    Do("terrain_forced", announce_forced),
    Choose(
        "terrain",
        "Choose the terrain that counts: against each attacking hex, then for your own hex",
        decides,
        (Option(ChooseTerrain, candidates, refuse, take),),
        case="9.4b",
    ),
)
