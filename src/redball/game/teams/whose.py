"""Who owns an action when several people play a side. Only this module decides it.

The chief of a side may do everything. For the others:

1. An action that names own units, aircraft, ships or craft is whose these are; if they are of several, the chief's,
   as it is if it adds them to what is somebody else's: a stack on the move, a mission.
   The HQ that supply is thrown by does not count: it throws for the whole side. What a unit carries is its owner's.
2. An action that names none belongs to whoever has most of what the open procedure is about: the stack that moves or
   retreats, the attackers or defenders, the aircraft of the mission, the units of a bill. Of equals each may do it.
3. Trains, shipments, arriving SP and dumps are whose the part `supply` is. Who alone stands in a hex may blow up its
   dump, too. A dump on the ground is the side's: every unit may draw on it, load from it and be fed from it.
4. What opens something, such as an attack on a hex, is everybody's who could take part in it.
5. `Done` at the end of a segment needs all who could still do something there, except those who have said that they are
   ready.
6. All else, such as the order of play, is the chief's.

A unit joins an attack or a barrage that somebody else drafts if its owner lends theirs for that; then the draft, the
battle and its choices are whose most of the units are (2), losses and retreats by name whose the unit is (1).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from redball.core.actions import (
    Action,
    AddPlane,
    AddShip,
    AddUnit,
    AimGuns,
    AimMission,
    BlowDump,
    Cancel,
    Construct,
    DeclareAttack,
    DeclareBarrage,
    Done,
    Embark,
    LoadShipment,
    LoadTrain,
    OpenShipment,
    OpenTrain,
    PickSupply,
    PlaceSupply,
    PlanLanding,
    PlanMission,
    RefitAt,
    RemoveUnit,
    SendTrain,
    StopOver,
    TakeBackSupply,
)
from redball.core.dice import NO_DICE
from redball.core.engine import Decision, choices_by_kind, decision
from redball.core.look import Look
from redball.core.procedures import Run
from redball.core.refusals import Refusal, refusal
from redball.core.world import World
from redball.forces.aircraft import Aircraft
from redball.forces.counter import Counter
from redball.forces.craft import Craft
from redball.forces.ship import Ship
from redball.game.sight.redaction import texts_in
from redball.game.teams.parts import FORMATION, SUPPLY, Part, parts

FLOW = ("game", "player_turn", "simulcast_turn")
"""The procedures of the sequence of play; what is open directly above them is a segment."""
OF_SUPPLY = (LoadShipment, LoadTrain, OpenShipment, OpenTrain, PickSupply, PlaceSupply, SendTrain, TakeBackSupply)
OPENS = (AimGuns, Construct, DeclareAttack, DeclareBarrage, PlanLanding, RefitAt)
"""What opens a draft in which units are named only afterwards."""
TAKES_ALONG = (AddPlane, AddShip, AddUnit, Embark)
"""What adds to a stack, a mission or a fire that is somebody's."""
OF_AIR = (AimMission, PlanMission, StopOver)
JOINS = ("combat_segment", "barrage_segment")
BESIDE = ("via", "ends")
"""Fields that may name an own unit without giving it an order."""

NOT_YOURS = refusal(
    "team.not_yours",
    case="2.1-C",
    text="{have} belongs to {detail}",
    remedy="its player or the chief of the side can give this order",
)
NOT_YOUR_CHOICE = refusal(
    "team.not_your_choice", case="2.1-C", text="this is for {detail} to decide", remedy="the chief of the side can, too"
)
NOT_ALL_READY = refusal(
    "team.not_all_ready",
    case="2.1-C",
    text="{detail} can still do something in this segment",
    remedy="say that you are ready; it ends when all are, or when the chief ends it",
)


class Member(NamedTuple):
    """Somebody who plays part of a side: the number of their seat, their name, what they have (ids of parts,
    `formation:NAME`, ids of counters, aircraft, ships and craft; the more exact counts), whether they `lend` their
    units for attacks of others, and whether they are `ready` with the segment."""

    number: int
    name: str
    army: tuple[str, ...] = ()
    lends: bool = False
    ready: bool = False


class Claim(NamedTuple):
    """The seats whose an action is, and an id of what makes it theirs ("" nothing by name). `all_of`: all these seats
    must want it."""

    owners: frozenset[int]
    thing: str = ""
    all_of: bool = False


class Team:
    """Who of a side has what. What no member has is the chief's."""

    def __init__(self, world: World, side: str, chief: Member, members: Iterable[Member]) -> None:
        self.world, self.side, self.chief = world, side, chief
        self.members = {member.number: member for member in members}
        self.everybody = {chief.number: chief, **self.members}
        self._owner: dict[str, int] = {}
        known = {part.id: part for part in parts(world, side)}
        for member in self.members.values():
            for what in member.army:
                if what in known and what not in world.counters:
                    self._owner |= dict.fromkeys((*known[what].counters, what), member.number)
        self._exact(known)

    def _exact(self, known: dict[str, Part]) -> None:
        """HQs with what is attached, then formations, then single counters: the later counts."""
        for member in self.members.values():
            for what in member.army:
                if what in known and what in self.world.counters:
                    self._owner |= dict.fromkeys(known[what].counters, member.number)
        for member in self.members.values():
            for what in member.army:
                if what.startswith(FORMATION):
                    own = formation(self.world, self.side, what.removeprefix(FORMATION))
                    self._owner |= dict.fromkeys(own, member.number)
        for member in self.members.values():
            self._owner |= {what: member.number for what in member.army if what not in known and ":" not in what}

    def owner(self, look: Look, thing: str) -> int:
        """The seat of what has this id: a unit of the game, an aircraft, a ship, craft, or `supply`."""
        unit = look.state.units.get(thing)
        printed = unit.counter if unit is not None else thing.split("/")[0]
        return self._owner.get(thing, self._owner.get(printed, self.chief.number))

    def is_own(self, look: Look, thing: str) -> bool:
        """Whether the side has something with this id."""
        unit = look.state.units.get(thing)
        if unit is not None:
            return unit.side == self.side
        return side_of(self.world, thing.split("/")[0]) == self.side or side_of(self.world, thing) == self.side

    def flies(self) -> frozenset[int]:
        """Who has aircraft; the chief, if nobody else."""
        own = [plane.id for plane in self.world.scenario.aircraft.values() if plane.side == self.side]
        return frozenset(self._owner.get(plane, self.chief.number) for plane in own) or frozenset({self.chief.number})

    # --- whose it is -------------------------------------------------------------------------------------------

    def claim(self, look: Look, action: Action) -> Claim:
        """Whose an action is at the open decision, which must be the side's."""
        open_ = decision(look)
        assert open_ is not None
        named = list(self.named(look, action))
        if named:
            return self._by_name(look, open_, action, named)
        if isinstance(action, BlowDump):
            here = {self.owner(look, u.id) for u in look.own(self.side) if u.hex == action.hex}
            alone = here if len(here) == 1 else set()
            return Claim(frozenset({self.owner(look, SUPPLY)} | alone), SUPPLY)
        if isinstance(action, OF_SUPPLY):
            return Claim(frozenset({self.owner(look, SUPPLY)}), SUPPLY)
        if isinstance(action, Done) and self.ends_segment(look, open_):
            return Claim(self.could_act(look), all_of=True)
        if isinstance(action, OPENS) and not self._about(look):
            return Claim(self._taking_part(look, action))
        most = self._most(look)
        if most:
            return Claim(most)
        if isinstance(action, OF_AIR):
            return Claim(self.flies())
        if isinstance(action, Cancel | Done):
            return Claim(self._named_in_choices(look) or frozenset({self.chief.number}))
        return Claim(frozenset({self.chief.number}))

    def refuse(self, look: Look, number: int, action: Action) -> Refusal | None:
        """Why the member in a seat may not take an action that is the side's to take; None if they may, and for the
        chief."""
        member = self.members.get(number)
        if member is None and number == self.chief.number:
            return None
        claim = self.claim(look, action)
        if claim.all_of:
            waits = {one for one in claim.owners - {number} if not self.everybody[one].ready}
            return NOT_ALL_READY(detail=self.told(waits)) if waits else None
        if number in claim.owners:
            return None
        whose = self.told(claim.owners or {self.chief.number})
        if not claim.thing:
            return NOT_YOUR_CHOICE(detail=whose)
        return NOT_YOURS(have=self.thing_told(look, claim.thing), detail=whose)

    def deciders(self, look: Look) -> frozenset[int]:
        """Who has most of what the open decision is about, or else is named in its choices; empty for a segment, in
        which whoever is not ready may act."""
        open_ = decision(look)
        if open_ is None or open_.side != self.side or self.ends_segment(look, open_):
            return frozenset()
        return self._most(look) or self._named_in_choices(look)

    def _by_name(self, look: Look, open_: Decision, action: Action, named: list[str]) -> Claim:
        owners = {self.owner(look, thing) for thing in named}
        if isinstance(action, AddUnit | RemoveUnit) and open_.procedure.name in JOINS:
            if all(self.everybody[one].lends for one in owners):
                owners |= self._most(look)
        elif len(owners) > 1 or (isinstance(action, TAKES_ALONG) and not owners <= (self._most(look) or owners)):
            owners = {self.chief.number}
        return Claim(frozenset(owners), named[0])

    def named(self, look: Look, action: Action) -> Iterator[str]:
        """Ids of own things that an action names."""
        for name in type(action).__struct_fields__:
            value = getattr(action, name)
            if not isinstance(value, str) or not value or name in BESIDE:
                continue
            if name == "formation":
                yield from (one for one in formation(self.world, self.side, value) if self.is_own(look, one))
            elif self.is_own(look, value):
                yield value

    def ends_segment(self, look: Look, open_: Decision) -> bool:
        """A `Done` now ends a segment, not a draft in it or a part of a battle."""
        below = look.state.stack[-2].procedure if len(look.state.stack) > 1 else ""
        return below in FLOW and not choices_by_kind(look, Cancel)

    def could_act(self, look: Look) -> frozenset[int]:
        """Who could still do something at the open decision; the chief always, as far as nobody else has it."""
        found: set[int] = set()
        for kind, offered in choices_by_kind(look).items():
            if kind in (Done, Cancel, RemoveUnit) or kind.shown.idle:
                continue
            for action in offered:
                found |= self.claim(look, action).owners
                if len(found) == len(self.everybody):
                    return frozenset(found)
        return frozenset(found)

    def _about(self, look: Look) -> set[str]:
        """Own things that the open procedure is about, or one that it is part of."""
        for frame, below in zip(reversed(look.state.stack), (*reversed(look.state.stack[:-1]), None), strict=True):
            found = {one for one in texts_in(msgspec.to_builtins(frame.data)) if self.is_own(look, one)}
            if found or below is None or below.procedure in FLOW:
                return found
        return set()

    def _most(self, look: Look) -> frozenset[int]:
        tally = Tally(self.owner(look, thing) for thing in self._about(look))
        return frozenset(one for one, count in tally.items() if count == max(tally.values()))

    def _named_in_choices(self, look: Look) -> frozenset[int]:
        return frozenset(
            self.owner(look, thing)
            for kind, offered in choices_by_kind(look).items()
            for action in offered
            if kind is not RemoveUnit
            for thing in self.named(look, action)
        )

    def _taking_part(self, look: Look, action: Action) -> frozenset[int]:
        """Who could take part in what an action opens. Dice are not thrown for that."""
        open_ = decision(look)
        assert open_ is not None
        option = next(one for one in open_.step.options if one.action is type(action))
        run = Asking(look, NO_DICE)
        try:
            run.take(option, action)
        except NeedsDice:
            return frozenset()
        after = decision(run.look)
        if after is None or after.side != self.side:
            return frozenset()
        return self._most(run.look) | self._named_in_choices(run.look)

    # --- in words ----------------------------------------------------------------------------------------------

    def told(self, numbers: Iterable[int]) -> str:
        """`Boris (XX AK Corps) or Carl (IX AK Corps)`."""
        return " or ".join(self.called(self.everybody[one]) for one in sorted(numbers))

    def called(self, member: Member) -> str:
        """`Boris (XX AK Corps)`; the chief as such."""
        if member.number == self.chief.number:
            return f"{member.name} (chief)"
        return f"{member.name} ({self.army_told(member.army)})"

    def army_told(self, army: tuple[str, ...]) -> str:
        """What somebody has, in words; of many things the first two."""
        return army_told(self.world, self.side, army)

    def thing_told(self, look: Look, thing: str) -> str:
        """The name of something: `10 Pz/69 Rgt`, `Ju 87`."""
        unit = look.state.units.get(thing)
        return name_of(self.world, self.side, unit.counter if unit is not None else thing.split("/")[0])


def army_told(world: World, side: str, army: tuple[str, ...]) -> str:
    """What somebody has, in words; of many things the first two."""
    names = [name_of(world, side, what) for what in army[:2]]
    return ", ".join(names) + (" and more" if len(army) > 2 else "") if names else "nothing"


def name_of(world: World, side: str, what: str) -> str:
    """What players call a part, a formation, a counter, an aircraft, a ship or craft."""
    found = next((part.name for part in parts(world, side) if part.id == what), "")
    if found or what.startswith(FORMATION):
        return found or what.removeprefix(FORMATION)
    scenario = world.scenario
    if what in scenario.aircraft:
        return scenario.aircraft[what].name
    if what in scenario.ships:
        return scenario.ships[what].name
    if what in scenario.craft:
        return scenario.craft[what].called
    return world.counters[what].called if what in world.counters else what


def formation(world: World, side: str, name: str) -> list[str]:
    """The counters of a formation."""
    return [one.id for one in world.counters.values() if one.side == side and one.formation == name]


def can_have(world: World, side: str, what: str) -> bool:
    """Whether something can be given to a member."""
    if what.startswith(FORMATION):
        return bool(formation(world, side, what.removeprefix(FORMATION)))
    return side_of(world, what) == side or any(part.id == what for part in parts(world, side))


def side_of(world: World, printed: str) -> str:
    """The side of a counter, aircraft, ship or craft of the scenario; "" for what is none."""
    scenario = world.scenario
    kinds: tuple[Mapping[str, Counter | Aircraft | Ship | Craft], ...] = (
        world.counters,
        scenario.aircraft,
        scenario.ships,
        scenario.craft,
    )
    return next((kind[printed].side for kind in kinds if printed in kind), "")


class NeedsDice(RuntimeError):
    """A question went as far as a roll."""


class Asking(Run):
    """Carries an action out, to see what it opens; it throws no dice."""

    __slots__ = ()

    def roll(self, count: int, reason: str, case: str, side: str, given: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Dice are for play only.

        Raises NeedsDice.
        """
        raise NeedsDice(reason)
