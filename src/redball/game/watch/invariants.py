"""What must hold in every game: the list of invariants, and a watch that checks a game during play.

Random play under a `Watch` tests the engine. What the rules mean is for their own tests.
"""

from __future__ import annotations

import copy
import dataclasses
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from redball.core import engine
from redball.core.actions import Action, Done
from redball.core.engine import Decision
from redball.core.events import Event
from redball.core.facts import build
from redball.core.look import Look
from redball.core.refusals import Refusal
from redball.core.state import State
from redball.game.game import Game, Taken
from redball.game.save import decode_state, encode_state, state_hash
from redball.game.sight.belief import believed, fogged, out_of_sight, visible
from redball.game.view.whole import view
from redball.game.watch.air import check_air
from redball.game.watch.bookkeeping import check_events, check_supply
from redball.game.watch.broken import InvariantBroken
from redball.game.watch.disguise import disguised
from redball.game.watch.ends import check_ends
from redball.game.watch.ledgers import check_ledgers
from redball.game.watch.ports import check_ports
from redball.game.watch.probes import probes
from redball.game.watch.ships import check_ships

INVARIANTS = {
    "no crash": "no action raises an error",
    "no dead end": "an open decision has a legal action",
    "supply": "tokens come and go only by the events that say so, where they say so; nothing carries more than it can",
    "steps": "steps of combat units on the map come and go only by the events that say so",
    "points": "Transport Points on the map come and go only by the events that say so",
    "rail": "neither side uses more Rail Cap than it has, and cargo arrives as it left",
    "events": "applied to the state before, the events give the state after",
    "ledgers": "the lines of a ledger make its total, and that is the number of its event",
    "stacking": "at the end of a segment no hex holds more than the limit",
    "ends": "no unit ends in Reserve Mode in a hedgehog or without a marker, nor in Strat Mode where it cannot trace",
    "ports": "ports have the hits that they can have, and their enemy is not in their hexes",
    "air": "aircraft are at bases of their side within the limits, on a mission or off the map; a hex has one base",
    "ships": "ships are in hexes of sea or in ports open to them, apart from enemy ships, or sunk",
    "offered": "every action that is offered is accepted, and can be carried out",
    "refused": "no action that was not offered is accepted",
    "turn": "the other side's actions are refused, and nothing changes",
    "facts": "occupation and zones of control, repaired, equal those built anew",
    "kept": "facts kept from one state to the next equal those that a fresh world finds",
    "packed": "packing and unpacking a state gives the same state",
    "undo": "undo restores the state exactly, and never goes back over dice",
    "hidden": "hidden facts change neither a side's view nor its beliefs, and its view names no hidden unit",
    "replay": "the same actions give the same state",
    "save": "a saved game loads to the same state",
}


ALWAYS_AT_FIRST = {"refused": 30, "kept": 0}
"""How many decisions of each kind are always checked, whatever the rate; otherwise one."""


class Rates(msgspec.Struct, frozen=True):
    """How often each of the expensive checks runs: once in so many decisions (0: never).

    The first decision of each kind in a game is always checked (except for `kept`, the most expensive), and the first
    30 for wrong actions.
    """

    refused: int = 4
    offered: int = 12
    facts: int = 8
    kept: int = 100
    packed: int = 24
    undo: int = 24
    hidden: int = 100


@dataclass
class Tally:
    """What was seen: events by type, decisions as `procedure.step`, refusals by code. Tallies add up."""

    events: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.events += other.events
        self.decisions += other.decisions
        self.refusals += other.refusals


class Watch:
    """A game under watch: call `choices`, then `take`. `InvariantBroken` says what failed and where."""

    def __init__(self, game: Game, rng: Random, rates: Rates | None = None) -> None:
        self.game = game
        self.rng = rng
        self.rates = rates or Rates()
        self.tally = Tally()
        self._trail: list[State] = [game.state]
        self._count(game.opening)

    # --- playing -----------------------------------------------------------------------------------------------

    def choices(self) -> list[Action]:
        """The legal actions, after the checks at this decision."""
        game = self.game
        open_ = self._safely(lambda: game.decision)
        if open_ is None:
            return []
        here = f"{open_.procedure.name}.{open_.step.name}"
        self.tally.decisions[here] += 1
        seen = self.tally.decisions[here]
        offered: list[Action] = self._safely(self._survey, open_)
        if not offered:
            self._broken("no dead end", f"nothing to choose at {here}")
        self._wrong_side(open_, offered)
        for name, check in (
            ("refused", self._refused),
            ("offered", self._offered),
            ("facts", self._facts),
            ("kept", self._kept),
            ("packed", self._packed),
            ("undo", self._undo),
            ("hidden", self._hidden),
        ):
            rate = getattr(self.rates, name)
            if rate and (seen <= ALWAYS_AT_FIRST.get(name, 1) or self.rng.randrange(rate) == 0):
                self._safely(check, open_, offered)
        return offered

    def take(self, side: str, action: Action) -> Taken:
        """Take an action and check what it did. A refusal is an error, because the action was offered."""
        before = self.game.state
        taken: Taken = self._safely(self.game.take, side, action)
        if taken.refusal is not None:
            self._broken("offered", f"{action} is refused: {taken.refusal}")
        self._trail.append(self.game.state)
        self._count(taken.events)
        check_events(self.game.world, len(self.game.records), before, taken.events, self.game.state)
        check_ends(self.game.world, len(self.game.records), before, taken.events)
        check_air(self.game.world, len(self.game.records), self.game.state)
        check_ports(self.game.world, len(self.game.records), self.game.state)
        check_ships(self.game.world, len(self.game.records), self.game.state)
        check_ledgers(self.game.world.charts, len(self.game.records), taken.events)
        return taken

    def finish(self) -> None:
        """Check the whole game: a replay from its beginning must end in the same state."""
        check_supply(self.game.state, len(self.game.records))
        if self.game.over:
            self._ended()
        self._facts(None, [])
        self._packed(None, [])
        self._safely(check_replay, self.game)

    def _safely(self, call: Callable[..., Any], *arguments: Any) -> Any:
        """Make the call; an error in it breaks the invariant "no crash"."""
        try:
            return call(*arguments)
        except InvariantBroken:
            raise
        except Exception as error:
            number = len(self.game.records) + 1
            shown = ", ".join(str(a) for a in arguments if isinstance(a, Action))
            raise InvariantBroken("no crash", number, f"{shown or 'a check'}: {error!r}{_where(error)}") from error

    def _ended(self) -> None:
        """Check that a finished game takes no action."""
        for side in self.game.world.sides:
            refused = self.game.check(side, Done())
            if refused is None or self.game.choices():
                self._broken("refused", "the game is over but goes on")
            else:
                self.tally.refusals[refused.code] += 1

    # --- at a decision -----------------------------------------------------------------------------------------

    def _survey(self, open_: Decision) -> list[Action]:
        """The offered actions as the engine lists them; refusals of other candidates are counted. (`_offered` checks
        that an exact option has none.)"""
        offered: list[Action] = []
        look = self.game.look
        for option in open_.step.options:
            if option.exact:
                offered.extend(option.candidates(look, open_.data))
                continue
            for action in option.candidates(look, open_.data):
                refused = option.refuse(look, open_.data, action)
                if refused is None:
                    offered.append(action)
                else:
                    self.tally.refusals[refused.code] += 1
        return offered

    def _wrong_side(self, open_: Decision, offered: list[Action]) -> None:
        look = self.game.look
        taken = self.game.take(look.enemy(open_.side), self.rng.choice(offered))
        if taken.refusal is None or self.game.look is not look:
            self._broken("turn", f"an action of the side that does not decide at {open_.step.name} was taken")
        else:
            self.tally.refusals[taken.refusal.code] += 1

    def _refused(self, open_: Decision, offered: list[Action]) -> None:
        look, known = self.game.look, set(offered)
        for action in probes(look, self.rng, open_, offered, 12):
            refused: Refusal | None = self._safely(self.game.check, open_.side, action)
            if action in known:
                continue
            if refused is None:
                self._broken("refused", f"{action} was not offered and is accepted")
            else:
                self.tally.refusals[refused.code] += 1
        if self.game.look is not look:
            self._broken("refused", "checking an action changed the game")

    def _offered(self, open_: Decision, offered: list[Action]) -> None:
        if offered != self.game.choices():
            self._broken("offered", "the list of legal actions is not the same when asked for again")
        for action in offered:
            refused = self.game.check(open_.side, action)
            if refused is not None:
                self._broken("offered", f"{action} is offered and refused: {refused}")
        action = self.rng.choice(offered)
        if self.game.world.edition.read_action(msgspec.to_builtins(action)) != action:
            self._broken("offered", f"{action} changes when it is encoded and decoded")
        fork = self.game.fork(self.rng.randrange(1 << 30))
        self._safely(fork.take, open_.side, action)

    def _facts(self, open_: Decision | None, offered: list[Action]) -> None:
        if self.game.look.facts != build(self.game.world, self.game.state):
            self._broken("facts", "occupation or zones of control were repaired wrongly")

    def _kept(self, open_: Decision, offered: list[Action]) -> None:
        fresh = Look(dataclasses.replace(self.game.world), self.game.state)
        if engine.plain_choices(fresh) != offered:
            self._broken("kept", f"a fresh world finds other legal actions at {open_.step.name}")

    def _packed(self, open_: Decision | None, offered: list[Action]) -> None:
        packed = encode_state(self.game.state)
        again = decode_state(self.game.world, packed)
        if again != self.game.state or encode_state(again) != packed:
            self._broken("packed", "packing and unpacking changes the state")

    def _undo(self, open_: Decision, offered: list[Action]) -> None:
        """In a copy, take an action, then undo everything that may be undone."""
        twin = copy.copy(self.game)
        twin.records, twin._undo = list(self.game.records), list(self.game._undo)
        twin.checkpoints = list(self.game.checkpoints)
        twin.take(open_.side, self.rng.choice(offered))
        drawn = twin.state.dice
        while (now := twin.decision) is not None:
            for side in (twin.world.enemy(now.side), now.side):
                refused = twin.undo(side)
                if refused is not None:
                    self.tally.refusals[refused.code] += 1
                elif side != now.side:
                    self._broken("undo", f"{side} undid an action at a decision of {now.side}")
            if refused is not None:
                return
            if twin.state.dice != drawn:
                self._broken("undo", "undo went back over dice")
            was = self._trail[len(twin.records)]
            if twin.state is not was and state_hash(twin.state) != state_hash(was):
                self._broken("undo", f"undo to action {len(twin.records)} did not restore the state")

    def _hidden(self, open_: Decision, offered: list[Action]) -> None:
        for viewer in self.game.world.sides:
            if fogged(self.game.look, viewer):
                check_hidden(self.game, viewer, self.rng)

    # --- counting ----------------------------------------------------------------------------------------------

    def _count(self, events: tuple[Event, ...]) -> None:
        self.tally.events.update(type(event).__name__ for event in events)

    def _broken(self, name: str, detail: str) -> None:
        raise InvariantBroken(name, len(self.game.records), detail)


def _where(error: BaseException) -> str:
    """Where in the code an error was raised."""
    trace = traceback.extract_tb(error.__traceback__)
    return f" in {Path(trace[-1].filename).name}:{trace[-1].lineno} ({trace[-1].name})" if trace else ""


def check_hidden(game: Game, viewer: str, rng: Random) -> None:
    """Raises InvariantBroken if the view or the beliefs of a side depend on what is hidden from it."""
    look, number = game.look, len(game.records)
    other = in_disguise(game, viewer, rng)
    if other is None:
        return
    one, two = view(game, viewer), view(other, viewer)
    if one != two:
        keys = [key for key in one.__struct_fields__ if getattr(one, key) != getattr(two, key)]
        raise InvariantBroken("hidden", number, f"hidden facts change the view of {viewer}: {', '.join(keys)}")
    if believed(look, viewer).state != believed(other.look, viewer).state:
        raise InvariantBroken("hidden", number, f"hidden facts change what {viewer} may believe")
    named = named_in(one, (look.state.units.keys() - visible(look, viewer)) | out_of_sight(look, viewer))
    if named:
        raise InvariantBroken("hidden", number, f"the view of {viewer} names hidden units: {', '.join(named)}")


def in_disguise(game: Game, viewer: str, rng: Random) -> Game | None:
    """The game with everything changed that is hidden from a side; None if that would change whose decision it is or
    which hexes have ZOCs, as both are public."""
    other = copy.copy(game)
    other.look = Look(game.world, disguised(game.look, viewer, rng))
    try:
        open_ = other.decision
    except engine.EngineError:
        return None
    now = game.decision
    if other.look.facts.zones != game.look.facts.zones:
        return None  # ZOCs are public
    return other if (open_ and open_.side) == (now and now.side) else None


def named_in(data: object, ids: Iterable[str]) -> list[str]:
    """Which ids occur as strings in a record. The record is searched only if its JSON contains one."""
    packed = msgspec.json.encode(data)
    there = {uid for uid in ids if msgspec.json.encode(uid) in packed}
    return sorted(there.intersection(_strings(msgspec.to_builtins(data, str_keys=True)))) if there else []


def _strings(data: Any) -> list[str]:
    """All strings in plain data except those printed on counters. The parts of a divided Transport Point share these:
    in a written position, the printed name is the id of the first part."""
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [t for key, value in data.items() if key not in PRINTED for t in (*_strings(key), *_strings(value))]
    if isinstance(data, (list, tuple)):
        return [text for item in data for text in _strings(item)]
    return []


PRINTED = ("counter", "name", "printed")


def begun_alike(game: Game) -> Game:
    """A new game of the same scenario, or from the same position, with the same rules and dice."""
    world, dice = game.world, game.dice
    if world.position:
        return Game.from_position(
            world.position, seed=dice.seed, script=dice.script, switches=world.switches, edition=world.edition.name
        )
    return Game.new(
        world.scenario, seed=dice.seed, switches=world.switches, edition=world.edition.name, script=dice.script
    )


def check_replay(game: Game) -> None:
    """Raises InvariantBroken if a replay of the actions from the beginning ends in another state."""
    again = begun_alike(game)
    look = again.look
    for number, record in enumerate(game.records, 1):
        answer = engine.apply(look, again.dice, record.side, record.action)
        if isinstance(answer, Refusal):
            raise InvariantBroken("replay", number, f"{record.action} is refused when played again: {answer}")
        look = answer[0]
        if tuple(answer[1]) != record.events:
            raise InvariantBroken("replay", number, f"{record.action} has other events when played again")
    if state_hash(look.state) != state_hash(game.state):
        raise InvariantBroken("replay", len(game.records), "the game ends in another state when played again")


__all__ = [
    "INVARIANTS",
    "InvariantBroken",
    "Rates",
    "Tally",
    "Watch",
    "begun_alike",
    "check_hidden",
    "check_replay",
    "in_disguise",
]
