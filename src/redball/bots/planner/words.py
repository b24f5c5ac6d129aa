"""What a plan says: a sentence for each group, what was feared, what was believed, how sure the bot is, and what it
expects to spend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from redball.bots.planner.plans import Group, Judged, Plan, Task, TaskKind
from redball.bots.planner.value import CLOSE
from redball.bots.steady.places import strengths
from redball.core.events.supply import for_what
from redball.core.ledger import show_tokens
from redball.core.look import Look
from redball.core.telling import counted, listed
from redball.game import Game
from redball.game.sight.belief import fogged, visible
from redball.rules.supply.draw_and_throw import stocks
from redball.rules.trace.tracing import untraced

MOST_HAULS = 4
"""Places to which supply is brought that are told."""
SURE, LIKELY = 2.0, 1.0
"""Standard errors by which a plan must be ahead to be called sure, or likely."""


def words(look: Look, plan: Plan, expected: Sequence[str] = ()) -> tuple[str, ...]:
    """A sentence for each group that is `spoken_of`, and one for the others; or for all, if none has a task."""
    told = [
        sentence(look, group, task) + (f" Expected: {does}." if does else "")
        for group, task, does in spoken_of(plan, expected)
    ]
    if not plan.changes:
        return (*told, "Every group makes the best moves and attacks it can find.")
    known = {group for group, _, _ in spoken_of(plan, expected)}
    rest = [group.name for group in plan.groups if group not in known]
    return (*told, f"{', '.join(rest)}: their own moves and attacks, as always.") if rest else tuple(told)


def spoken_of(plan: Plan, expected: Sequence[str] = ()) -> list[tuple[Group, Task, str]]:
    """The groups that have a task, and then those of which something is expected (`expected`, in the order of the
    groups; none: of nobody)."""
    rows = zip(plan.groups, plan.tasks, expected or [""] * len(plan.groups), strict=True)
    return sorted((row for row in rows if row[2] or row[1].kind != "usual"), key=lambda row: row[1].kind == "usual")


def who(look: Look, group: Group) -> str:
    """A group and how large it is.

    >>> from redball.game import Game
    >>> who(Game.new("crossing", seed=1).look, Group("24 A", ("x", "y"), 0))[:17]
    '24 A (2 units) at'
    """
    return f"{group.name} ({counted(len(group.units), 'unit')}) at {look.hex_name(group.hex)}"


def sentence(look: Look, group: Group, task: Task) -> str:
    """What a group is to do."""
    return SAY[task.kind](look, group, task)


def usual(look: Look, group: Group, task: Task) -> str:
    return f"{who(look, group)} plays as always."


def take(look: Look, group: Group, task: Task) -> str:
    """Where to."""
    points = {entry.hex: entry for entry in look.world.scenario.victory.hexes}
    entry = points.get(task.hex)
    place = look.hex_name(task.hex)
    if entry is None:
        return f"{who(look, group)} goes for {place}."
    named = f"{entry.name} ({place}, {counted(entry.points, 'point')})" if entry.name else place
    return f"{who(look, group)} goes for {named} and leaves nearer goals alone."


def hold(look: Look, group: Group, task: Task) -> str:
    return f"{who(look, group)} holds where it stands, seeks cover and attacks only for a clear gain."


def press(look: Look, group: Group, task: Task) -> str:
    return f"{who(look, group)} presses on and attacks at some risk."


def strike(look: Look, group: Group, task: Task) -> str:
    """At whom: by what is on top."""
    top = next(iter(look.combat_units_at(task.hex, look.enemy(look.unit(group.units[0]).side))), None)
    whom = f"{look.counter(top).name} at " if top is not None else "the enemy at "
    return f"{who(look, group)} closes in on {whom}{look.hex_name(task.hex)} and attacks there."


SAY: dict[TaskKind, Callable[[Look, Group, Task], str]] = {
    "usual": usual,
    "take": take,
    "strike": strike,
    "hold": hold,
    "press": press,
}


def feared_words(look: Look, side: str) -> str:
    """The victory hex that is most in danger, and the steps that are cut off, as the side sees it."""
    own, theirs = strengths(look, side), strengths(look, look.enemy(side))
    dangers = []
    for entry in look.world.scenario.victory.hexes:
        if look.state.control.get(entry.hex) == side:
            near = look.board.within(entry.hex, CLOSE)
            enemy, mine = sum(theirs.get(h, 0) for h in near), sum(own.get(h, 0) for h in near)
            if enemy > mine:
                dangers.append((entry.points * enemy // (enemy + mine), -entry.hex, entry, enemy, mine))
    told = []
    if dangers:
        _, _, entry, enemy, mine = max(dangers, key=lambda one: one[:2])
        place = f"{entry.name or look.hex_name(entry.hex)} ({counted(entry.points, 'point')})"
        told.append(f"{place}: enemy strength {enemy // 12} near it, own strength {mine // 12}.")
    units = [unit for unit in look.own(side) if look.counter(unit).is_combat_unit and unit.on_map]
    cut = sum(look.steps(unit) for unit in untraced(look, units))
    if cut:
        told.append(f"{counted(cut, 'step')} cannot trace supply.")
    return " ".join(told) or "Nothing in particular."


def believed_words(game: Game, side: str) -> str:
    """What the imagined games took for granted."""
    if not fogged(game.look, side):
        return "Nothing is hidden."
    seen, enemy = visible(game.look, side), game.world.enemy(side)
    hidden = [u for u in game.state.units.values() if u.side == enemy and u.on_map and u.id not in seen]
    count = sum(game.look.counter(unit).is_combat_unit for unit in hidden)
    if not count:
        return "Every enemy combat unit on the map is seen."
    return f"{counted(count, 'enemy unit')} out of sight: each imagined game hides them in stacks by lot."


def supply_words(look: Look, side: str, spent: list[dict[str, int]], brought: list[dict[int, int]]) -> str:
    """What the side expects to spend in this Player Turn, and where supply is brought. "" without games."""
    return " ".join(filter(None, (spending_words(look, side, spent), haul_words(look, brought))))


def spending_words(look: Look, side: str, spent: list[dict[str, int]]) -> str:
    """What the side expects to spend in this Player Turn, by purpose, the dearest first: the mean of imagined games."""
    if not spent:
        return ""
    purposes = sorted({purpose for game in spent for purpose in game})
    means = [(round(fmean(game.get(purpose, 0) for game in spent)), purpose) for purpose in purposes]
    parts = sorted(means, key=lambda one: -one[0])
    told = [f"{show_tokens(tokens)} for {for_what(purpose)}" for tokens, purpose in parts if tokens]
    there = sum(stock.tokens for here in stocks(look, side).values() for stock in here)
    if not told:
        return f"Nothing of {show_tokens(there)}."
    return f"About {show_tokens(sum(tokens for tokens, _ in parts))} of {show_tokens(there)}: {', '.join(told)}."


def haul_words(look: Look, brought: list[dict[int, int]]) -> str:
    """Where transports and trains put supply down in at least half of the imagined games, the most first: the mean of
    all. "" if nowhere."""
    hexes = {hex_ for game in brought for hex_ in game}
    means = [
        (round(fmean(game.get(hex_, 0) for game in brought)), hex_)
        for hex_ in sorted(hexes)
        if 2 * sum(hex_ in game for game in brought) >= len(brought)
    ]
    told = [
        f"{show_tokens(tokens)} to {look.hex_name(hex_)}"
        for tokens, hex_ in sorted(means, key=lambda one: -one[0])
        if tokens
    ]
    return f"Trucks and trains bring {listed(told[:MOST_HAULS])}." if told else ""


def sure_words(chosen: Judged, tried: int) -> str:
    """How far ahead it was, and after how many tries."""
    if not tried:
        return "Nothing else was tried."
    if not chosen.plan.changes:
        return f"Nothing else was clearly better in imagined games: {counted(tried, 'task')} tried."
    ahead = chosen.gain / chosen.error if chosen.error else 0.0
    how = "Sure" if ahead >= SURE else "Likely" if ahead >= LIKELY else "A guess"
    return (
        f"{how}: {chosen.gain:+.1f} points (give or take {chosen.error:.1f}) compared with no plan, in "
        f"{counted(chosen.games, 'imagined game')}; {counted(tried, 'task')} tried."
    )
