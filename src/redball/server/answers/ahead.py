"""Questions about a position that does not exist yet: attacks from where units could stand, and what a ZOC in a hex
would cut. Every answer uses only what the side may believe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.bounds import Attack, combat_bounds
from redball.analysis.ground import CombatAnswer
from redball.analysis.hypothetical import Question, answers_of, standing_at
from redball.analysis.policy import Policy
from redball.analysis.report import combat_bounds_report, combat_report
from redball.core.ledger import show_mp
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import IDLE
from redball.game.explain.budget import Budget, budget
from redball.game.game import Game
from redball.game.plan.mode_reach import reach_by_mode
from redball.game.plan.moves import ReachAnswer, reachable
from redball.game.sentences import ToldRefusal
from redball.game.sight.belief import believed, fogged
from redball.game.sight.beneath import doubt
from redball.rules.combat.points import COMBAT_COLUMNS, REFUSE_COMPANY, REFUSE_FORCE
from redball.rules.combat.segment import refuse_plan
from redball.rules.trace.cuts import cut_map
from redball.rules.units.stacking import stacking_limit
from redball.server.answers.asked import hex_named, own_units, told_or_none
from redball.server.answers.combat import assumptions
from redball.server.session import Session


class Approach(Struct, frozen=True, kw_only=True):
    """An attack from one hex next to the target. `left`: the MP that the units would have left there, "" if they cannot
    be there by a move now, and then `stop` says so if a ZOC ends the move there. `others` beside the target attack,
    too.
    `refusal`: why there is no attack from there. `taken` is the chance that the hex is taken, `spread` its least and
    most over what fog hides. `crowded`: they would be over the stacking limit."""

    hex: int
    left: str
    stop: str
    crowded: bool
    others: tuple[str, ...] = ()
    refusal: ToldRefusal | None = None
    odds: str = ""
    column: str = ""
    drm: int = 0
    taken: float = 0.0
    spread: tuple[float, float] | None = None
    attacker_losses: float = 0.0
    defender_losses: float = 0.0
    tokens: int = 0


class Approaches(Struct, frozen=True):
    """Attacks on a `target` by the same units from each hex next to it, the best first. `assumptions`: what they rest
    on."""

    target: int
    units: tuple[str, ...]
    approaches: list[Approach]
    assumptions: list[str]


class CutHex(Struct, frozen=True):
    """A hex in which a ZOC would leave these units, of so many steps together, without any trace."""

    hex: int
    units: tuple[str, ...]
    steps: int


class CutMapView(Struct, frozen=True):
    """What single ZOCs would cut of the trace of `side`, most steps first. `traced`: its combat units in sight that
    trace now, and their steps."""

    side: str
    cuts: list[CutHex]
    traced: int
    steps: int


class ModeView(Struct, frozen=True):
    """Where units could end a move in a mode: by hex the MP left, as text; `stops` are those where a ZOC ends it.
    `shown`: they are in it now. `later`: why it is for their next Movement Phase, `refusal`: why never."""

    mode: str
    shown: bool
    hexes: dict[int, str]
    stops: tuple[int, ...]
    thirsty: tuple[str, ...]
    later: ToldRefusal | None
    refusal: ToldRefusal | None


# --- what if they attacked from there --------------------------------------------------------------------------


def places_named(look: Look, side: str, text: str) -> dict[str, int]:
    """`{"a": 312}`: own units and the hexes where they are assumed to stand.

    Raises ValueError in one sentence.
    """
    if not text:
        return {}
    try:
        found = msgspec.json.decode(text.encode(), type=dict[str, int])
    except msgspec.DecodeError as error:
        raise ValueError(f"places are an object from units to hexes: {error}") from None
    if found:
        own_units(look, side, ",".join(found))
    for hex_ in found.values():
        hex_named(look, hex_)
        if look.has_combat_units(hex_, look.enemy(side)):
            raise ValueError(f"{look.hex_name(hex_)} is held by the enemy")
    return found


def approaches(
    session: Session, side: str, units: str, target: int, at: str, policy: Policy, *, alone: bool
) -> Approaches:
    """The attacks that units could make on a hex from each hex next to it, if others stood where `at` says. Unless they
    are `alone`, everybody beside the hex who may attack joins."""
    sight = in_own_turn(believed(session.game.look, side), side)
    named = own_units(sight, side, units)
    hex_named(sight, target)
    if not sight.has_combat_units(target, sight.enemy(side)):
        raise ValueError(f"no enemy combat units are known in {sight.hex_name(target)}")
    places = places_named(sight, side, at)
    reached = reached_by(session.game, side, sight, named)
    found = [
        approach
        for hex_ in sight.board.neighbours(target)
        if not sight.has_combat_units(hex_, sight.enemy(side))
        for approach in [_from(session, side, sight, named, target, hex_, places, policy, reached, alone=alone)]
    ]
    found.sort(key=lambda one: (one.refusal is not None, -one.taken, one.attacker_losses, one.hex))
    assumed = assumptions(session, side, target)
    if session.game.state.clock.phasing != side:
        assumed = ["as in your next Combat Phase, if nobody moved until then", *assumed]
    return Approaches(target, named, found, assumed)


def in_own_turn(look: Look, side: str) -> Look:
    """In the other side's Player Turn, the look as if it were this side's Combat Phase and nobody had moved or attacked
    yet; otherwise the same."""
    clock = look.state.clock
    if clock.phasing == side:
        return look
    mine = replace(clock, phasing=side, acting=side, phase="combat", segment="combat")
    fresh = [unit.change(activity=IDLE) for unit in look.own(side) if unit.activity is not IDLE]
    state = look.state.change(clock=mine, attacked=frozenset()).with_units(fresh)
    return look.after(state, tuple(unit.id for unit in fresh))


def reached_by(game: Game, side: str, sight: Look, units: tuple[str, ...]) -> ReachAnswer | None:
    """Where the units could go now; None if they do not stand together."""
    together = len({sight.unit(uid).hex for uid in units}) == 1
    return reachable(game, side, units) if together else None


def _from(
    session: Session,
    side: str,
    sight: Look,
    units: tuple[str, ...],
    target: int,
    hex_: int,
    assumed: Mapping[str, int],
    policy: Policy,
    reached: ReachAnswer | None,
    *,
    alone: bool,
) -> Approach:
    """One approach: who attacks, and what comes of it."""
    places = {**assumed, **dict.fromkeys(units, hex_)}
    there = standing_at(sight, places)
    move = reached.hexes.get(hex_) if reached is not None else None
    stays = all(sight.unit(uid).hex == hex_ for uid in units)
    left = "0" if stays else show_mp(move.mp_left) if move is not None else ""
    stop = move.stop if move is not None else ""
    crowded = sum(map(there.regimental_equivalents, there.units_at(hex_, side))) > stacking_limit(there.world)
    force, refused = force_against(there, side, units, target, alone=alone)
    if refused is not None or not force:
        return Approach(hex=hex_, left=left, stop=stop, crowded=crowded, refusal=told_or_none(session, side, refused))
    attack = Attack("regular", target, force, policy)
    (found,) = answers_of(sight, [Question(places, attack)])
    report = combat_report(found, there.policies[COMBAT_COLUMNS](there.world.charts, found.preview.odds))
    return Approach(
        hex=hex_,
        left=left,
        stop=stop,
        crowded=crowded,
        others=tuple(uid for uid in force if uid not in units),
        odds=found.preview.odds.odds,
        column=found.preview.column_label,
        drm=found.preview.odds.drm,
        taken=report.taken.chance,
        spread=_spread(session, side, places, attack, found),
        attacker_losses=report.expected["attacker_losses"],
        defender_losses=report.expected["defender_losses"],
        tokens=sum(found.preview.attack_tokens.values()),
    )


def force_against(
    look: Look, side: str, units: tuple[str, ...], target: int, *, alone: bool
) -> tuple[tuple[str, ...], Refusal | None]:
    """Those of the units that may attack the hex and, unless they are `alone`, the others beside it who may; or why
    none of the units may."""
    force: tuple[str, ...] = ()
    first: Refusal | None = None
    for uid in (*units, *(() if alone else beside(look, side, target, units))):
        unit = look.unit(uid)
        refused = (
            refuse_plan(look, side, unit, target)
            or look.policies[REFUSE_FORCE](look, force, unit)
            or look.policies[REFUSE_COMPANY](look, force, unit)
        )
        if refused is None:
            force = (*force, uid)
        elif uid in units:
            first = first or refused
    return force, None if any(uid in force for uid in units) else first


def beside(look: Look, side: str, target: int, units: tuple[str, ...]) -> Iterator[str]:
    """The other combat units of a side next to a hex."""
    for hex_ in look.board.neighbours(target):
        yield from (unit.id for unit in look.combat_units_at(hex_, side) if unit.id not in units)


def _spread(
    session: Session, side: str, places: Mapping[str, int], attack: Attack, found: CombatAnswer
) -> tuple[float, float] | None:
    """The chance of taking the hex at least and at most over what fog hides; None without fog, or if only a marker is
    seen."""
    look = session.game.look
    known = doubt(look, side, attack.hex) if fogged(look, side) else None
    if known is None:
        return None
    placed = known._replace(look=standing_at(in_own_turn(known.look, side), places))
    return combat_bounds_report(combat_bounds(placed, attack, found)).expected.taken


# --- what there is to spend, and where they could be -----------------------------------------------------------


def budget_of(session: Session, side: str) -> Budget:
    """The supply budget of a side."""
    return budget(believed(session.game.look, side), side)


def modes_of(session: Session, side: str, units: str) -> list[ModeView]:
    """Where own units of one hex could be in each mode.

    Raises ValueError for units that do not stand together.
    """
    look = session.game.look
    named = own_units(look, side, units)
    if len({look.unit(uid).hex for uid in named}) > 1:
        raise ValueError("name units of one hex")
    return [
        ModeView(
            mode=one.mode,
            shown=one.shown,
            hexes={hex_: show_mp(there.mp_left) for hex_, there in one.hexes.items()},
            stops=tuple(hex_ for hex_, there in one.hexes.items() if there.stop),
            thirsty=one.thirsty,
            later=told_or_none(session, side, one.later),
            refusal=told_or_none(session, side, one.refusal),
        )
        for one in reach_by_mode(session.game, side, named)
    ]


# --- what a ZOC would cut --------------------------------------------------------------------------------------


def cuts_of_side(session: Session, viewer: str, of: str) -> CutMapView:
    """The cuts of a side's trace as the viewer may know them; of the enemy, of the units that it sees.

    Raises ValueError for an unknown side.
    """
    look = believed(session.game.look, viewer)
    side = of or viewer
    if side not in look.world.sides:
        raise ValueError(f"there is no side {side!r}; there are: {', '.join(look.world.sides)}")
    found = cut_map(look, side)
    steps = {uid: look.steps(look.unit(uid)) for uid in found.traced}
    cuts = [CutHex(hex_, units, sum(steps[uid] for uid in units)) for hex_, units in found.cuts.items()]
    cuts.sort(key=lambda one: (-one.steps, one.hex))
    return CutMapView(side, cuts, len(found.traced), sum(steps.values()))
