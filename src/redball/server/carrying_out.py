"""Macros and prepared moves, carried out action by action: where they stop, and what they leave undone."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from msgspec.structs import replace

from redball.core.actions import Action, Done
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.telling import capital
from redball.game.game import Game
from redball.game.plan.formations import INTERRUPTED, Left, MarchMacro
from redball.game.plan.macros import Expanded, Macro, series_units, steps
from redball.game.sentences import told_refusal
from redball.game.sight.belief import sighted
from redball.game.standing.plans import NO_PLAN, Plan, is_due, legs
from redball.game.standing.surprise import namer_of, sighted_told


class Taker(Protocol):
    """Who takes actions: a session."""

    game: Game

    def take(self, side: str, action: Action, by: str = "") -> Refusal | None:
        """Take one."""

    def decides(self, side: str) -> bool:
        """Whether the side must decide now."""


class Sent(NamedTuple):
    """What came of prepared moves: the plan that is left, and which units did not go, with the reason."""

    rest: Plan
    left: tuple[Left, ...]


def carry_out(taker: Taker, side: str, macro: Macro, by: str = "") -> Expanded:
    """Take the atomic actions of a macro, until it is done or refused, the decision passes, or a new enemy unit shows.
    `by`: why the side is not asked."""
    game = taker.game
    if not taker.decides(side):
        return Expanded(refusal=game.check(side, Done()))
    began, taken, refused = game.look, len(game.records), None
    left: list[Left] = []
    going = steps(game, side, macro, left)
    action = next(going, None)
    while action is not None:
        refused = taker.take(side, action, by)
        if refused is None and (not taker.decides(side) or sighted(began, game.look, side)):
            left += cut_short(game, macro, left)
            break
        try:
            action = going.send(refused)
        except StopIteration:
            break
    if left:
        none_done = len(game.records) == taken
        return Expanded(refusal=left[0].refusal) if none_done and len(left) == 1 else Expanded(tuple(left))
    return Expanded(refusal=refused)


def cut_short(game: Game, macro: Macro, left: list[Left]) -> list[Left]:
    """The units of a series that have not gone because something came up."""
    told = {uid for one in left for uid in one.units}
    rest = tuple(uid for uid in series_units(macro) if uid not in told and _waits(game, uid))
    return [Left(rest, INTERRUPTED(units=rest))] if rest else []


def _waits(game: Game, uid: str) -> bool:
    unit = game.state.units.get(uid)
    return unit is not None and unit.on_map and not unit.activity.moved


def send(taker: Taker, side: str, plan: Plan, by: str = "") -> Sent:
    """Order what a plan has, entry by entry; who could not go when it began is passed over. It ends before its end
    where something comes up that the player may not have foreseen: an enemy unit, another decision, a refusal.

    Raises Unwritable, SaveMoved.
    """
    game = taker.game
    barred = [
        {uid: leg for uid, leg in legs(game, side, entry).items() if isinstance(leg, Refusal)} for entry in plan.entries
    ]
    rest: list[MarchMacro] = []
    left: list[Left] = []
    halted = ""
    for entry, hindered in zip(plan.entries, barred, strict=True):
        able = tuple(uid for uid in entry.units if uid not in hindered)
        stay = [Left((uid,), refused) for uid, refused in hindered.items()]
        if halted:
            rest.append(entry)
            continue
        if able:
            before = game.look
            done = carry_out(taker, side, replace(entry, units=able), by)
            stopped = done.left if done.refusal is None else (Left(able, done.refusal),)
            halted = _came_up(game, before, side, plan, stopped)
            stay += stopped
        left += stay
        waiting = {uid for one in stay for uid in one.units if not _stands(game, uid, entry.hex)}
        if waiting:
            rest.append(replace(entry, units=tuple(uid for uid in entry.units if uid in waiting)))
    return Sent(replace(plan, entries=tuple(rest), sends=False, halted=halted) if rest else NO_PLAN, tuple(left))


def _stands(game: Game, uid: str, hex_: int) -> bool:
    unit = game.state.units.get(uid)
    return unit is not None and unit.hex == hex_


def _came_up(game: Game, before: Look, side: str, plan: Plan, stopped: tuple[Left, ...]) -> str:
    """What the player wants to see before the plan goes on, in a sentence; "" for nothing."""
    if seen := sighted_told(game, before, side):
        return f"{capital(seen)}."
    if not is_due(game, side, plan):
        return "Another decision came between."
    return told_refusal(stopped[0].refusal, namer_of(game, side)).text if stopped else ""
