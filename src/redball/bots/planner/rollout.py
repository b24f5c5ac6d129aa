"""What comes of a plan: it is played in games that the side may hold for this one, against four kinds of opponents.

All plans are played in the same imagined games, whose dice are bound to places: where two plans do the same, they have
the same luck. And what happens is put down to the groups by place: to the group whose unit it befell, or that is
nearest. So one game tells something of the tasks of all groups at once.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from redball.bots.planner.ground_words import ground_deed, group_at
from redball.bots.planner.guide import Plain, Tasks
from redball.bots.planner.mission_words import Deeds, deed_of
from redball.bots.planner.plans import Group, Plan
from redball.bots.planner.tempers import TEMPERS
from redball.bots.planner.value import placed, value
from redball.bots.steady import SteadyBot
from redball.bots.steady.hands import STAUNCH, Hands
from redball.bots.steady.scene import Guide
from redball.core.actions import Action
from redball.core.events import Event
from redball.core.events.supply import Spent, SupplyRailed, SupplyUnloaded
from redball.core.look import Look
from redball.game import Game

Choose = Callable[[Game, str], Action]
"""How a side plays: its action, when the decision is its own."""
MOST_ACTIONS = 4000
"""After so many actions a rollout ends wherever it is."""


class Outcome(Struct, frozen=True):
    """Where a rollout ended: the value of the position for the side, each group's part of it, by feature, and what
    belongs to no place (`common`). Of the first Player Turn: the tokens that the side `spent`, by purpose, what its
    aircraft and ships did, and how often (`missions`), what each group did (`deeds`), and the tokens that transports
    and trains put down, by hex (`brought`)."""

    value: float
    accounts: tuple[dict[str, float], ...]
    common: dict[str, float] = {}
    spent: dict[str, int] = {}
    missions: Deeds = {}
    deeds: tuple[Deeds, ...] = ()
    brought: dict[int, int] = {}

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the value that belongs to each group."""
        return tuple([sum(account.values()) for account in self.accounts])


def play_out(game: Game, side: str, plan: Plan, lot: int, turns: int, hands: Hands = STAUNCH) -> Outcome:
    """What comes of a plan, `turns` Player Turns later (1: when this one ends), in a game imagined by `lot` in which
    the side plays by the plan in the first of them, and by its hands.

    Raises NotImaginable.
    """
    imagined = game.imagine(side, lot)
    home = homes(imagined.look, side, plan.groups)
    own = SteadyBot(lot, Tasks(plan, Plain(hands))).choose
    return play_on(imagined, side, plan.groups, home, own, lot, turns, hands)


def play_on(
    imagined: Game,
    side: str,
    groups: tuple[Group, ...],
    home: dict[str, int],
    own: Choose,
    lot: int,
    turns: int,
    hands: Hands = STAUNCH,
) -> Outcome:
    """What comes of an imagined game, `turns` Player Turns later, if `own` chooses for the side in the first of
    them. After that the side plays by these hands, and the enemy as `enemy_of` says."""
    plain, enemy = SteadyBot(lot, Plain(hands)).choose, SteadyBot(lot, enemy_of(lot)).choose
    first = now = player_turn(imagined)
    noted = Notes(side, groups, home)
    for _ in range(MOST_ACTIONS):
        open_ = imagined.decision
        if open_ is None:
            break
        if player_turn(imagined) != now:
            turns -= bool(now[1])
            now = player_turn(imagined)
            if turns <= 0:
                break
        mine = own if now == first else plain
        taken = imagined.take(open_.side, (mine if open_.side == side else enemy)(imagined, open_.side))
        for event in taken.events if now == first else ():
            noted.hear(event, imagined.look)
    look = imagined.look
    shares = accounts(look, side, groups, home)
    did = noted.missions, tuple(noted.deeds), noted.brought
    return Outcome(value(look, side), shares, common(look, side), noted.spent, *did)


class Notes:
    """What a side spends and does in a Player Turn, as events tell it."""

    def __init__(self, side: str, groups: tuple[Group, ...], home: dict[str, int]) -> None:
        self.side, self.home = side, home
        self.spent: dict[str, int] = {}
        self.missions: Deeds = {}
        self.deeds: list[Deeds] = [{} for _ in groups]
        self.brought: dict[int, int] = {}

    def hear(self, event: Event, look: Look) -> None:
        """Note an event that has happened; `look`: after it."""
        if isinstance(event, Spent) and event.side == self.side:
            self.spent[event.purpose] = self.spent.get(event.purpose, 0) + event.tokens
        if isinstance(event, SupplyUnloaded | SupplyRailed) and event.side == self.side:
            self.brought[event.hex] = self.brought.get(event.hex, 0) + event.tokens
        if deed := deed_of(event, self.side):
            self.missions[deed] = self.missions.get(deed, 0) + 1
        if found := ground_deed(event, self.side):
            number = group_at(look, *found, self.home)
            if number is not None:
                self.deeds[number][found[0]] = self.deeds[number].get(found[0], 0) + 1


OPPONENTS: tuple[Callable[[], Guide], ...] = (Plain, Guide, TEMPERS["raider"], TEMPERS["cautious"])
"""How enemies play: by the planner's own hands, as `steady`, out for traces, and keeping to their line."""


def enemy_of(lot: int) -> Guide:
    """How the enemy plays in the imagined game of that lot: by turns each way, so that a plan does not fit one opponent
    only."""
    return OPPONENTS[lot % len(OPPONENTS)]()


def player_turn(game: Game) -> tuple[int, str]:
    """Which Player Turn it is: the turn and the side whose it is."""
    clock = game.state.clock
    return clock.turn, clock.phasing


def homes(look: Look, side: str, groups: tuple[Group, ...]) -> dict[str, int]:
    """The group, by number, to which each unit belongs: an enemy's to the one that is nearest."""
    found = {uid: number for number, group in enumerate(groups) for uid in group.units}
    for unit in look.own(look.enemy(side)):
        found[unit.id] = nearest(look, groups, unit.hex)
    return found


def nearest(look: Look, groups: tuple[Group, ...], hex_: int) -> int:
    """The number of the group about whose place a hex lies."""
    return min(range(len(groups)), key=lambda i: (look.board.distance(groups[i].hex, hex_), i))


def accounts(look: Look, side: str, groups: tuple[Group, ...], home: dict[str, int]) -> tuple[dict[str, float], ...]:
    """The parts of a position's value by group and feature."""
    found: list[dict[str, float]] = [{} for _ in groups]
    by_hex: dict[int, int] = {}
    for name, uid, hex_, amount in placed(look, side):
        number = home.get(uid)
        if number is None and hex_ >= 0:
            if hex_ not in by_hex:
                by_hex[hex_] = nearest(look, groups, hex_)
            number = by_hex[hex_]
        if number is not None:
            found[number][name] = found[number].get(name, 0.0) + amount
    return tuple(found)


def common(look: Look, side: str) -> dict[str, float]:
    """The parts of a position's value that belong to no place: the supply of both sides."""
    found: dict[str, float] = {}
    for name, uid, hex_, amount in placed(look, side):
        if not uid and hex_ < 0:
            found[name] = found.get(name, 0.0) + amount
    return found
