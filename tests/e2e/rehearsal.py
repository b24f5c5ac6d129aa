"""Looks for something worth clicking: tries actions and dice on forks of a game, before the page does them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from e2e.desk import force
from redball.bots import make_bot
from redball.core.actions import (
    Action,
    AddUnit,
    BeginMove,
    DeclareAttack,
    DeclareBarrage,
    DeclareOverrun,
    Done,
    IgnoreOption,
    LoseStep,
    PayFuel,
    RetreatTo,
    TakeRetreat,
)
from redball.game.game import Game
from redball.game.plan.moves import default_payment, reachable
from redball.server.session import Session
from support import asked

LIMIT = 40


def policy(game: Game) -> Action:
    """What the tests answer: pay the usual way, retreat where one can, into a ZOC for choice; else the first choice."""
    choices = game.choices()
    payment = default_payment(game)
    if payment is not None:
        return payment
    for kind in (TakeRetreat, IgnoreOption, LoseStep):
        found = next((c for c in choices if isinstance(c, kind)), None)
        if found is not None:
            return found
    enemy = game.look.enemy(asked(game).side)
    retreats = [c for c in choices if isinstance(c, RetreatTo)]
    return next((c for c in retreats if game.look.in_zoc_of(enemy, c.hex)), choices[0])


def rehearse(session: Session, actions: Iterable[Action], dice: tuple[int, ...], goal: Callable[[Game], bool]) -> bool:
    """Whether the actions and then the policy lead to the goal before the procedure that they open is over."""
    game = session.game.fork()
    force(game, *dice)
    bots = {side: make_bot(name, game.dice.seed) for side, name in session.players.items() if name != "human"}
    home = asked(game).procedure.name
    for action in actions:
        if game.over or game.take(asked(game).side, action).refusal is not None:
            return False
    for _ in range(LIMIT):
        if game.over or asked(game).procedure.name == home:
            return goal(game)
        if goal(game):
            return True
        side = asked(game).side
        bot = bots.get(side)
        game.take(side, bot.choose(game, side) if bot else policy(game))
    return False


def throws(quiet: tuple[int, int] = (3, 4)) -> Iterator[tuple[int, ...]]:
    """Surprise dice that mostly surprise nobody, then each sum of two dice, the low ones first."""
    for one, two in sorted(product(range(1, 7), repeat=2), key=sum):
        yield (*quiet, one, two)


def movers(game: Game) -> Iterator[str]:
    """Units that may begin to move."""
    return (c.unit for c in game.choices() if isinstance(c, BeginMove))


def thrown_fuel(game: Game) -> tuple[str, int]:
    """A unit whose only fuel is thrown to it by an HQ, and a hex some way off that it reaches.

    Raises LookupError.
    """
    side = asked(game).side
    for uid in movers(game):
        trial = game.fork()
        trial.take(side, BeginMove(uid))
        ways = [c for c in trial.choices() if isinstance(c, PayFuel)]
        if ways and ways[0].via and ways[0].via != uid:
            found = reachable(game, side, (uid,)).hexes
            supply = game.state.dumps[side]
            free = [h for h in found if not game.look.ids_at(h) and h not in supply and len(found[h].path) > 2]
            free = [h for h in free if found[h].mp_left]  # a stack without MP halts by itself
            if free:
                return uid, max(free, key=lambda h: found[h].mp_left)
    raise LookupError("no unit is fueled by a throw")


def tanks_near(game: Game, hex_: int) -> str:
    """The tanks nearest to a hex that can go somewhere."""
    side, board = asked(game).side, game.world.board
    tanks = [uid for uid in movers(game) if game.look.counter(uid).colour == "armor"]
    free = [uid for uid in tanks if len(reachable(game, side, (uid,)).hexes) > 30]
    return min(free, key=lambda uid: board.distance(game.look.unit(uid).hex, hex_))


def overrun(session: Session) -> tuple[str, int, tuple[int, ...]]:
    """A unit, a neighbouring hex that it overruns from where it stands, and the dice that empty it.

    Raises LookupError.
    """
    game = session.game
    side = asked(game).side
    for uid, dice in product(movers(game), ((3, 4, 6, 6, 6, 6), (6, 6, 6, 6, 6, 6))):
        start = game.look.unit(uid).hex
        for hex_ in reachable(game, side, (uid,)).overruns:
            trial = game.fork()
            trial.take(side, BeginMove(uid))
            fuel = [c for c in trial.choices() if isinstance(c, PayFuel)][:1]

            def won(after: Game, hex_: int = hex_, uid: str = uid, start: int = start) -> bool:
                unit = after.state.units[uid]
                return unit.hex == hex_ and start != hex_

            if rehearse(session, [BeginMove(uid), *fuel, DeclareOverrun(hex_)], dice, won):
                return uid, hex_, dice
    raise LookupError("nothing to overrun")


def capture(game: Game) -> tuple[str, int]:
    """A unit, and an enemy dump or truck in its reach that no combat unit guards.

    Raises LookupError.
    """
    side = asked(game).side
    enemy = game.look.enemy(side)
    prizes = {h for h in game.state.dumps[enemy] if not game.look.has_combat_units(h, enemy)}
    for uid in movers(game):
        for hex_ in sorted(prizes & reachable(game, side, (uid,)).hexes.keys()):
            return uid, hex_
    raise LookupError("nothing to capture")


def barrage(game: Game) -> tuple[int, str]:
    """A target and a gun that may fire at it now, with supply.

    Raises LookupError.
    """
    side = asked(game).side
    for action in [c for c in game.choices() if isinstance(c, DeclareBarrage)]:
        trial = game.fork()
        trial.take(side, action)
        for add in [c for c in trial.choices() if isinstance(c, AddUnit)]:
            firing = trial.fork()
            firing.take(side, add)
            if Done() in firing.choices():
                return action.hex, add.unit
    raise LookupError("no gun can fire")


def retreating_attack(session: Session) -> tuple[int, tuple[str, str], tuple[int, ...]]:
    """An attack from two hexes, and dice after which the attackers can retreat into a ZOC.

    Raises LookupError.
    """
    game = session.game
    side = asked(game).side
    enemy = game.look.enemy(side)

    def into_zoc(after: Game) -> bool:
        offered = [c for c in after.choices() if isinstance(c, RetreatTo)]
        mine = after.decision is not None and after.decision.side == side
        return mine and any(after.look.in_zoc_of(enemy, c.hex) for c in offered)

    for action in [c for c in game.choices() if isinstance(c, DeclareAttack)]:
        trial = game.fork()
        trial.take(side, action)
        able = [c.unit for c in trial.choices() if isinstance(c, AddUnit)]
        first = able[0]
        second = next((u for u in able if game.look.unit(u).hex != game.look.unit(first).hex), None)
        if second is None:
            continue
        for dice in throws():
            if rehearse(session, [action, AddUnit(first), AddUnit(second), Done()], dice, into_zoc):
                return action.hex, (first, second), dice
    raise LookupError("no attack from two hexes ends in a retreat into a ZOC")
