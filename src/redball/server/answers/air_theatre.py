"""The open air mission or Air Combat, as each side may see it while it decides: which aircraft meet, how the combat
could end, and how each choice would change that.

It is counted with the aircraft that the viewer sees; an Air Combat lays out all of them (14.3e-A).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from redball.analysis.air_fight import (
    Fight,
    Prospects,
    fight_of,
    intercepted,
    opponent,
    partner,
    rolled,
    used,
    without,
)
from redball.core.actions import AbortPlane, Action, Done, Intercept, SendPlane
from redball.core.battle import Role
from redball.core.chances import Spread
from redball.core.look import Look
from redball.core.state import Frame
from redball.core.telling import with_id
from redball.editions.new_ocs.air_interception import Scramble
from redball.editions.new_ocs.air_rounds import Rounds
from redball.editions.v1992.doubling import UseAttack
from redball.game.sight.belief import believed, fogged
from redball.game.view.decision import fought_over
from redball.rules.air.combat import AirBattle
from redball.rules.air.dogfight import Dogfight
from redball.rules.air.kind import Mission
from redball.rules.air.long_range import rating
from redball.rules.air.tasks import task_named
from redball.rules.ground.air_force import Plane, active_at, face, plane_in, printed
from redball.server.session import Session


class Flyer(Struct, frozen=True):
    """An aircraft in the act, with its Air Combat Rating as it counts here, in parentheses as printed. `fights`: it
    fights in this round."""

    plane: str
    rating: str
    fights: bool


class AirSide(Struct, frozen=True):
    """A side of the act; whether there may be `others` of its aircraft that fog hides."""

    side: str
    planes: tuple[Flyer, ...]
    others: bool


class AirOutcome(Struct, frozen=True):
    """One way in which an Air Combat can end: steps lost; `winner` is "attacker" or "defender", "" if nobody is alone
    there."""

    attacker_losses: int
    defender_losses: int
    winner: str
    p: str
    chance: float


class AirChances(Struct, frozen=True):
    """What an Air Combat can come to from here on: expected steps lost, the chance of each side to be the one that is
    left there, and every outcome."""

    attacker_losses: float
    defender_losses: float
    attacker_wins: float
    defender_wins: float
    outcomes: tuple[AirOutcome, ...]


class AirChoice(Struct, frozen=True):
    """What one choice of the open decision would make of the chances; `plane` is whom it names ("" nobody)."""

    text: str
    action: str
    plane: str
    attacker_losses: float
    defender_losses: float
    attacker_wins: float
    defender_wins: float


class AirStage(Struct, frozen=True):
    """A mission in flight or an Air Combat at `hex`. `mission` is its kind ("": a combat between missions). Whoever
    begins the combat is the attacker; of a mission without one, its side is. `chances` are there while another round is
    to come, `choices` if the viewer's decision changes them, `assumed` is what they take for granted."""

    hex: int
    role: Role
    mission: str
    attacker: AirSide
    defender: AirSide
    chances: AirChances | None
    choices: tuple[AirChoice, ...]
    assumed: tuple[str, ...]


class Flown(NamedTuple):
    """What is open in the air before a viewer: the mission that it is about, the combat if there is one, whose decision
    is open, what the viewer believes."""

    session: Session
    side: str
    look: Look
    hex: int
    mission: Mission | None
    fight: Fight | None
    deciding: bool
    scramble: bool
    task: str

    @property
    def step(self) -> str:
        """The step at which somebody decides."""
        open_ = self.session.game.decision
        return open_.step.name if open_ is not None else ""


BESIDE = ("send_beside", "meet_beside")
"""Where a side may send a second aircraft (1992)."""
DEFENDERS = ("meet", "meet_beside")
"""Where the defender decides, and the attacker has."""


def air_stage(session: Session, side: str, at: int) -> AirStage | None:
    """What is open in the air at that place of the stack; None if nothing is."""
    stack = session.game.state.stack
    frame = stack[at]
    if not isinstance(frame.data, Dogfight | Rounds | Scramble | Mission):
        return None
    hex_ = fought_over(session.game.look, frame)
    if hex_ < 0:
        return None  # the mission is still planned
    look = believed(session.game.look, side)
    fight = fight_of(look, frame.data) if isinstance(frame.data, Dogfight | Rounds) else None
    mission = _mission(look, stack[: at + 1])
    deciding = at == len(stack) - 1 and session.decides(side)
    scramble = isinstance(frame.data, Scramble)
    task = frame.data.task if isinstance(frame.data, Scramble | Rounds) else ""
    flown = Flown(session, side, look, hex_, mission, fight, deciding, scramble, task)
    return _stage(flown)


def _mission(look: Look, stack: tuple[Frame, ...]) -> Mission | None:
    """The mission that the innermost of these procedures is about."""
    for frame in reversed(stack):
        if isinstance(frame.data, Mission):
            return frame.data
        if isinstance(frame.data, Rounds | Scramble):
            task = task_named(look.state, frame.data.task)
            return task.mission if task is not None else None
    return None


def _stage(now: Flown) -> AirStage:
    fight, mission = now.fight, now.mission
    begins = fight.begins if fight is not None else mission.side if mission is not None else now.side
    one, other = fight.planes if fight is not None else _aloft(now, begins)
    told = fight is not None and fight.goes_on
    prospects = Prospects(now.look.world.charts, fight.rules) if fight is not None else None
    return AirStage(
        hex=now.hex,
        role="attacker" if now.side == begins else "defender",
        mission=mission.kind if mission is not None else "",
        attacker=_side(now, begins, one),
        defender=_side(now, now.look.enemy(begins), other),
        chances=_chances(prospects.of(fight.standing))
        if told and fight is not None and prospects is not None
        else None,
        choices=tuple(_choices(now, prospects if told else None)) if now.deciding else (),
        assumed=tuple(_assumed(now, told=told)),
    )


def _aloft(now: Flown, side: str) -> tuple[tuple[Plane, ...], tuple[Plane, ...]]:
    """Of a mission without a combat: who flies it, and whom they could meet there."""
    wanted = now.mission.planes if now.mission is not None else ()
    planes = tuple([p for pid in wanted if (p := plane_in(now.look.state, pid)) is not None and p.hex == now.hex])
    task = task_named(now.look.state, now.task) if now.scramble else None
    sent = task.interceptors if task is not None else ()
    fighters = tuple([p for pid in sent if (p := plane_in(now.look.state, pid)) is not None])
    return planes, fighters or (() if task is not None else active_at(now.look, now.hex, now.look.enemy(side)))


def _side(now: Flown, side: str, planes: tuple[Plane, ...]) -> AirSide:
    chosen = now.fight.chosen if now.fight is not None else frozenset[str]()
    shown = tuple([Flyer(plane.id, rating_text(now.look, plane), plane.id in chosen) for plane in planes])
    return AirSide(side, shown, side != now.side and now.fight is None and fogged(now.session.game.look, now.side))


def rating_text(look: Look, plane: Plane) -> str:
    """The rating as it counts, in parentheses as printed (14.3a)."""
    text = str(rating(look, plane))
    return f"({text})" if face(look.world, plane).parenthesized else text


def _chances(spread: Spread[AirBattle]) -> AirChances:
    ends = spread.map(lambda end: (end.attacker_losses, end.defender_losses, end.winner))
    outcomes = sorted(ends, key=lambda found: -found[1])
    return AirChances(
        float(spread.expect(lambda end: end.attacker_losses)),
        float(spread.expect(lambda end: end.defender_losses)),
        float(spread.chance(lambda end: end.winner == "attacker")),
        float(spread.chance(lambda end: end.winner == "defender")),
        tuple([AirOutcome(*end, str(chance), float(chance)) for end, chance in outcomes]),
    )


# --- choices -------------------------------------------------------------------------------------------------------


def _choices(now: Flown, prospects: Prospects | None) -> Iterator[AirChoice]:
    """Every choice that changes the chances, in the order of its actions."""
    for action in now.session.game.choices():
        spread = _after(now, prospects, action) if prospects is not None else _met_by(now, action)
        if spread is None:
            continue
        found = _chances(spread)
        yield AirChoice(
            _text(now, action),
            str(type(action).__struct_config__.tag),
            getattr(action, "plane", ""),
            found.attacker_losses,
            found.defender_losses,
            found.attacker_wins,
            found.defender_wins,
        )


def _after(now: Flown, prospects: Prospects, action: Action) -> Spread[AirBattle] | None:
    fight = now.fight
    assert fight is not None  # there are prospects of it
    if isinstance(action, AbortPlane):
        return prospects.of(without(now.look, fight, action.plane))
    if isinstance(action, UseAttack):
        return prospects.of(used(now.look, fight, action.plane))
    beside = now.step in BESIDE
    if isinstance(action, SendPlane) or (beside and isinstance(action, Done)):
        return prospects.of_pair(fight, *_fighting(now, fight, getattr(action, "plane", ""), beside=beside))
    return prospects.of(fight.standing) if isinstance(action, Done) else None


def _fighting(now: Flown, fight: Fight, pid: str, *, beside: bool) -> tuple[list[str], list[str]]:
    """Who attacks and who defends in this round if that aircraft is sent ("": no second one is): the others are the
    best, two of them where a side may double up and has not said otherwise."""
    acts = 1 if now.step in DEFENDERS else 0
    sides: list[list[str]] = []
    for place in (0, 1):
        first = [plane.id for plane in fight.able[place] if plane.id in fight.chosen and plane.id != pid]
        found = [*first, *([pid] if place == acts and pid else [])] or [opponent(now.look, fight, attacks=place == 0)]
        said = (place == acts and beside) or (place == 0 and now.step in DEFENDERS)
        sides.append(found if said else [*found, *partner(now.look, fight, place, found)][:2])
    return sides[0], sides[1]


def _met_by(now: Flown, action: Action) -> Spread[AirBattle] | None:
    """The combat that a Fighter begins if it intercepts, with those that intercept already."""
    mission = now.mission
    if mission is None or not isinstance(action, Intercept):
        return None
    look = now.look
    fighter = plane_in(look.state, action.plane)
    planes, sent = _aloft(now, mission.side)
    if not now.scramble:
        planes = active_at(look, now.hex, mission.side)
    if fighter is None or not planes:
        return None
    fight = intercepted(look, now.side, now.hex, (*sent, fighter), planes)
    found = Prospects(look.world.charts, fight.rules).of(fight.standing)
    # the mission's side is the attacker while nobody has met it
    return found.map(_turned)


def _turned(end: AirBattle) -> AirBattle:
    """The same end, told from the other side."""
    winner = {"attacker": "defender", "defender": "attacker"}.get(end.winner, "")
    return AirBattle(end.defenders_left, end.attackers_left, end.defender_losses, end.attacker_losses, winner)


def _text(now: Flown, action: Action) -> str:
    plane = plane_in(now.look.state, getattr(action, "plane", ""))
    name = with_id(printed(now.look.world, plane).name, plane.id) if plane is not None else ""
    if isinstance(action, AbortPlane):
        return f"{name} aborts"
    if isinstance(action, SendPlane):
        return f"{name} fights"
    if isinstance(action, UseAttack):
        assert now.fight is not None  # it is fought
        return f"{name}: {rolled(now.look, now.fight, action.plane)}"
    if isinstance(action, Intercept):
        return f"{name} intercepts"
    return "Only the first one" if now.step in BESIDE else "Nobody aborts"


def _assumed(now: Flown, *, told: bool) -> Iterator[str]:
    """What the chances take for granted."""
    if not told and not (now.deciding and now.fight is None):
        return
    yield "each side sends its best rating in every round, and nobody else aborts"
    if now.fight is not None and any(now.fight.standing.doubling):
        yield "a side that may send two aircraft against one does"
    if now.fight is None and fogged(now.session.game.look, now.side):
        yield "the enemy has only the aircraft that you see"
