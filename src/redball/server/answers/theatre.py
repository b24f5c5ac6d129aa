"""The open combat or barrage, as each side may see it while it decides: who fights, the odds and chances while they are
still open, how each choice would change them, and the result in words.

Under fog the defender's answer is counted with the attackers that they see, the attacker's with the defenders that they
see; what has been announced (leaders' ratings, terrain, odds) is public (4.9b, 4.9c).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.assault import AssaultAnswer, assault_answer, guessed_answer, guesses
from redball.analysis.ground import combat_answer
from redball.analysis.landing import GroupOutcome
from redball.analysis.policy import Policy
from redball.board.terrain import words
from redball.core.actions import (
    Action,
    ChooseLeader,
    ChooseTerrain,
    IgnoreOption,
    LoseStep,
    Pay,
    TakeRetreat,
    UseInternals,
    Withhold,
)
from redball.core.actions.naval import AnswerAssault
from redball.core.battle import AnnouncedOdds, Kind, Leader, Role
from redball.core.events import BarrageResolved
from redball.core.ledger import Ledger, show, show_tokens
from redball.core.look import Look
from redball.core.telling import capital, counted
from redball.game.explain.options import RetreatTold, retreat_told
from redball.game.sentences import Namer
from redball.game.sight.belief import believed, fogged
from redball.game.sight.redaction import disclosed, meaning
from redball.rules.barrage.on_board import aim, best_terrain, effective, target_of
from redball.rules.barrage.procedure import Barrage, strength_of
from redball.rules.barrage.segment import Prospect, prospects
from redball.rules.combat.odds import Settled
from redball.rules.combat.points import COMBAT_COLUMNS, COMBAT_RESULT
from redball.rules.combat.record import CombatData, TerrainChoice, execution_of
from redball.rules.combat.supply import unsupplied
from redball.rules.combat.told import in_words
from redball.rules.naval.assault import Assault
from redball.rules.units.abilities import action_rating
from redball.server.answers.air_theatre import AirStage, air_stage
from redball.server.answers.asked import namer
from redball.server.answers.assault import verdict
from redball.server.answers.combat import OddsAnswer, assumptions, odds_answer
from redball.server.session import Session

MAY_BE_ABOARD = "up to 3 RE in Combat Mode of enemy units that you do not see anywhere"
PAID, LED = "defence_supplied", "attacker_alone"
"""The steps of a combat from which on it is public which defenders lack supply, and whether artillery supports them."""


class Party(Struct, frozen=True):
    """One side of a combat: its units that the viewer sees; whether there are, or may be, `others` that fog hides; its
    announced leader (unit "" if hidden)."""

    side: str
    units: tuple[str, ...]
    others: bool
    leader: Leader | None


class ChoiceAnswer(Struct, frozen=True, kw_only=True):
    """What one choice of the open decision would make of the chances. `actions`: the types of the actions that make it;
    `unit`, `terrain` and `against` are theirs, if they have them ("" and -1 otherwise).

    `column` and `drm` are what the dice would be read on; `taken` is the chance that the hex falls. Of a barrage,
    `defender_losses` are the expected steps, and `taken` is 0.
    """

    text: str
    actions: tuple[str, ...]
    unit: str
    terrain: str
    against: int
    odds: str
    column: str
    drm: int
    attacker_losses: float
    defender_losses: float
    taken: float


class OptionAnswer(Struct, frozen=True):
    """What one way to meet an option comes to, in words: `name` is the way, `text` what follows."""

    name: str
    text: str


class FireAnswer(Struct, frozen=True):
    """A barrage ahead of its dice: strength as players write it, column with its ledger, chances out of 216."""

    strength: str
    terrain: str
    column: str
    ledger: Ledger
    prospects: tuple[Prospect, ...]


class OwedAnswer(Struct, frozen=True):
    """What the viewer still owes: steps, points of an option, hexes of retreat."""

    losses: int
    option: int
    retreat: int


class TheatreAnswer(Struct, frozen=True, kw_only=True):
    """An open combat (`regular`, `overrun`), Beach Assault that its defender answers (`assault`), `barrage`, or mission
    or Air Combat (`air`) on a hex, as the viewer may see it.

    `role`: whose part the viewer has. `chances` are there until the odds are announced, `odds` from then on, with
    their column in words. `fire` is the barrage before its dice. `result` is the chart's text, `meaning` what it asks
    of both sides, in words ("" before). `shift`: columns of surprise. `choices` is not empty only if the viewer
    decides, and their choice changes the chances; `options` only if the viewer meets an option. `air` is all there is
    of what happens in the air.
    """

    kind: Literal["regular", "overrun", "assault", "barrage", "air"]
    hex: int
    role: Role
    attacker: Party
    defender: Party
    terrain: tuple[TerrainChoice, ...]
    chances: OddsAnswer | None
    odds: AnnouncedOdds | None
    column_label: str
    fire: FireAnswer | None
    result: str
    meaning: str
    shift: int
    owed: OwedAnswer | None
    choices: tuple[ChoiceAnswer, ...]
    options: tuple[OptionAnswer, ...]
    air: AirStage | None = None


def stage(
    kind: Literal["assault", "barrage", "air"],
    hex_: int,
    role: Role,
    parties: tuple[Party, Party],
    *,
    terrain: tuple[TerrainChoice, ...] = (),
    chances: OddsAnswer | None = None,
    fire: FireAnswer | None = None,
    result: str = "",
    meaning: str = "",
    owed: OwedAnswer | None = None,
    choices: tuple[ChoiceAnswer, ...] = (),
    options: tuple[OptionAnswer, ...] = (),
    air: AirStage | None = None,
) -> TheatreAnswer:
    """What is no combat of two sides: it has no odds, columns or surprise."""
    return TheatreAnswer(
        kind=kind,
        hex=hex_,
        role=role,
        attacker=parties[0],
        defender=parties[1],
        terrain=terrain,
        chances=chances,
        odds=None,
        column_label="",
        fire=fire,
        result=result,
        meaning=meaning,
        shift=0,
        owed=owed,
        choices=choices,
        options=options,
        air=air,
    )


class Opened(NamedTuple):
    """An open combat before a viewer: the step at which it stands, whether its own decision is open, the viewer's side
    and role, what they believe, and how they name it."""

    session: Session
    data: CombatData
    step: str
    deciding: bool
    side: str
    role: Role
    look: Look
    names: Namer
    policy: Policy

    def after(self, name: str) -> bool:
        """The procedure has passed the step of this name."""
        steps = [step.name for step in self.session.game.world.edition.procedures["combat"].steps]
        return steps.index(self.step) >= steps.index(name)

    def known(self, units: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the units that the viewer knows of."""
        return tuple(uid for uid in units if uid in self.look.state.units)


def theatre(session: Session, side: str, policy: Policy) -> TheatreAnswer | None:
    """The innermost combat, barrage or mission in flight that is open; None if there is none."""
    look = session.game.look
    stack = look.state.stack
    for at in reversed(range(len(stack))):
        frame = stack[at]
        if (aloft := air_stage(session, side, at)) is not None:
            return air_open(aloft)
        if isinstance(frame.data, Barrage):
            return barrage_open(session, side, frame.data, deciding=frame is stack[-1])
        if isinstance(frame.data, Assault) and frame is stack[-1]:
            return assault_open(session, side, frame.data, policy)
        if isinstance(frame.data, CombatData):
            role: Role = "attacker" if side == frame.data.side else "defender"
            seen, names = believed(look, side), namer(session, side)
            deciding = frame is stack[-1] and session.decides(side)
            return combat_open(Opened(session, frame.data, frame.step, deciding, side, role, seen, names, policy))
    return None


def air_open(aloft: AirStage) -> TheatreAnswer:
    """A mission in flight or an Air Combat."""
    attacker, defender = (Party(party.side, (), party.others, None) for party in (aloft.attacker, aloft.defender))
    return stage("air", aloft.hex, aloft.role, (attacker, defender), air=aloft)


# --- a Beach Assault ---------------------------------------------------------------------------------------------


def assault_open(session: Session, side: str, data: Assault, policy: Policy) -> TheatreAnswer:
    """A Beach Assault that was declared: what the defender's two answers come to. Who does not see what is aboard is
    told it for the strongest and for the weakest force that may be there."""
    seen = believed(session.game.look, side)
    enemy = seen.enemy(data.side)
    known = tuple([uid for uid in data.units if uid in seen.state.units])
    hidden = fogged(session.game.look, side)
    role: Role = "attacker" if side == data.side else "defender"
    deciding = session.decides(side)
    chances: OddsAnswer | None = None
    choices: list[ChoiceAnswer] = []
    outlook: list[OptionAnswer] = []
    if len(known) == len(data.units):
        both = assault_answer(seen, data.side, data.hex, known, policy)
        chances = odds_answer(
            seen, both.fight, None, assumptions(session, side, data.hex) if role == "attacker" else []
        )
        choices += both_ways(seen, both, "")
        outlook.append(OptionAnswer("Which is better?", verdict(both, "you")))
        outlook += [table_outlook(one) for one in both.table.outcomes]
    else:
        for guess in guesses(session.game.look, side, data.hex) if deciding else ():
            both = guessed_answer(guess, data.side, data.hex, policy)
            choices += both_ways(guess.look, both, guess.text)
            outlook.append(OptionAnswer(capital(guess.text), verdict(both, "you")))
        outlook += [OptionAnswer("Aboard may be", MAY_BE_ABOARD)] if outlook else []
    defenders = tuple([unit.id for unit in seen.combat_units_at(data.hex, enemy)])
    attacker = Party(data.side, known, hidden and role == "defender", None)
    defender = Party(enemy, defenders, hidden and role == "attacker", None)
    return stage(
        "assault",
        data.hex,
        role,
        (attacker, defender),
        chances=chances,
        choices=tuple(choices) if deciding else (),
        options=tuple(outlook) if deciding else (),
    )


def table_outlook(one: GroupOutcome) -> OptionAnswer:
    """An outcome of the Amphibious Landing Table, with its chance."""
    what = one.text.partition(": ")[2]
    return OptionAnswer(f"They land: {one.result}", f"{100 * float(one.p):.1f} %, {what}")


def both_ways(look: Look, both: AssaultAnswer, who: str) -> Iterator[ChoiceAnswer]:
    """The two answers to a Beach Assault side by side; `who` says for which attackers, if they are a guess."""
    yield choice(f"Fight {who}".strip(), (AnswerAssault(False),), odds_answer(look, both.fight, None, []))
    table = both.table
    yield ChoiceAnswer(
        text=f"Let {who or 'them'} land",
        actions=("answer_assault",),
        unit="",
        terrain="",
        against=-1,
        odds="",
        column="landing table",
        drm=int(table.ledger.total),
        attacker_losses=float(table.attacker_losses),
        defender_losses=float(table.defender_losses),
        taken=float(table.taken),
    )


# --- a combat ----------------------------------------------------------------------------------------------------


def combat_open(now: Opened) -> TheatreAnswer:
    """An open combat."""
    look, data = now.session.game.look, now.data
    enemy = look.enemy(data.side)
    defenders = data.defenders or tuple(unit.id for unit in now.look.combat_units_at(data.hex, enemy))
    # without defenders there are no odds: nobody is there (21.8b), or nobody whom the viewer sees
    ahead = data.odds is None and now.known(data.attackers) and now.look.has_combat_units(data.hex, enemy)
    labels = look.policies[COMBAT_COLUMNS](look.world.charts, data.odds) if data.odds else ()
    owed = execution_of(data, now.role)
    return TheatreAnswer(
        kind=data.kind,
        hex=data.hex,
        role=now.role,
        attacker=party(now, data.side, data.attackers, data.attack_leader),
        defender=party(now, enemy, defenders, data.defence_leader),
        terrain=data.terrain,
        chances=chances(now, announced(now)) if ahead else None,
        odds=data.odds,
        column_label=labels[data.odds.column] if data.odds else "",
        fire=None,
        result=data.result,
        meaning=meant(look, data),
        shift=data.shift,
        owed=OwedAnswer(owed.losses, owed.option, owed.retreat) if data.result else None,
        choices=tuple(choices(now)) if ahead and now.deciding else (),
        options=tuple(options(now)) if now.deciding and owed.option else (),
    )


def meant(look: Look, data: CombatData) -> str:
    """What the result asks of both sides; "" before it is known."""
    return in_words(look.policies[COMBAT_RESULT](look.world.charts, data.result), data.kind) if data.result else ""


def party(now: Opened, side: str, units: tuple[str, ...], leader: Leader | None) -> Party:
    """A side as the viewer knows it. Of the enemy's stacks there may always be more under the top (4.9a-A)."""
    hidden = side != now.side and fogged(now.session.game.look, now.side)
    return Party(side, now.known(units), hidden, nameless(now, leader))


def settled(now: Opened) -> Settled:
    """What has been announced, of units that the viewer knows: one who is seen leads with a hidden leader's rating."""
    data = now.data
    lacking = now.known(unsupplied(data)) if now.after(PAID) else ()
    return Settled(
        frozenset(lacking),
        seen_leader(now, data.attack_leader, data.attackers),
        seen_leader(now, data.defence_leader, data.defenders),
        bool(data.fire) if now.after(LED) else None,
    )


def announced(now: Opened) -> Settled:
    """What the chances count with. While the viewer decides about support, they are told with it; what they would be
    without stands among the choices."""
    decides = now.deciding and now.after(PAID) and not now.after(LED)
    return settled(now)._replace(fire=True) if decides else settled(now)


def seen_leader(now: Opened, leader: Leader | None, units: tuple[str, ...]) -> Leader | None:
    """The leader, or another unit of theirs with the announced rating; None before it is announced."""
    if leader is None or now.known((leader.unit,)):
        return leader
    others = now.known(units)
    return Leader(others[0], leader.action_rating) if others else None


def hides_leader(now: Opened) -> bool:
    """An announced leader is a unit that the viewer does not see."""
    leaders = (now.data.attack_leader, now.data.defence_leader)
    return any(leader is not None and not now.known((leader.unit,)) for leader in leaders)


def chances(now: Opened, known: Settled, terrain: dict[int, str] | None = None) -> OddsAnswer:
    """The chances of the combat, with what is settled and the terrain that has been, or would be, announced."""
    data = now.data
    chosen = {choice.against: choice.terrain for choice in data.terrain} | (terrain or {})
    attackers = now.known(data.attackers)
    kind: Kind = data.kind
    found = combat_answer(now.look, kind, data.hex, attackers, now.policy, chosen, data.special, known)
    answer = odds_answer(now.look, found, None, assumed(now))
    if not hides_leader(now):
        return answer
    return replace(
        answer,
        ledgers=tuple(disclosed(answer.ledgers, now.names)),
        attack_leader=nameless(now, data.attack_leader) or answer.attack_leader,
        defence_leader=nameless(now, data.defence_leader) or answer.defence_leader,
    )


def nameless(now: Opened, leader: Leader | None) -> Leader | None:
    """An announced leader, without the name of a unit that the viewer does not see."""
    return leader if leader is None or now.known((leader.unit,)) else Leader("", leader.action_rating)


def assumed(now: Opened) -> list[str]:
    """What the chances assume where fog hides the other side's stacks."""
    if not fogged(now.session.game.look, now.side):
        return []
    if now.role == "attacker":
        return ["the defender is just the unit that you see, at full steps"]
    return ["of each attacking stack only the unit on top attacks, at full steps"]


def choices(now: Opened) -> Iterator[ChoiceAnswer]:
    """Every choice of the decision that changes the chances, in the order of its actions."""
    actions = now.session.game.choices()
    known = settled(now)
    if any(isinstance(action, Withhold) for action in actions):
        yield from supporting(now, known, actions) if now.after(PAID) else paying(now, known, actions)
    for action in actions:
        if isinstance(action, ChooseLeader):
            leader = Leader(action.unit, action_rating(now.look, now.look.unit(action.unit)))
            attacks = now.role == "attacker"
            led = known._replace(attack_leader=leader) if attacks else known._replace(defence_leader=leader)
            text = f"{now.names.unit(action.unit)}, AR {leader.action_rating}"
            yield choice(text, (action,), chances(now, led))
        elif isinstance(action, ChooseTerrain):
            against = f" against {now.names.hex(action.against)}" if action.against >= 0 else ""
            found = chances(now, known, {action.against: action.terrain})
            yield choice(capital(words(action.terrain)) + against, (action,), found)


def paying(now: Opened, known: Settled, actions: list[Action]) -> Iterator[ChoiceAnswer]:
    """The defence with all its units in supply, and with none more than now."""
    pays = tuple(action for action in actions if isinstance(action, Pay | UseInternals))
    if pays:
        found = chances(now, known)
        together = any(isinstance(action, Pay) and not action.unit for action in pays)
        tokens = show_tokens(found.defence_tokens)
        yield choice(f"Pay {tokens}" if together else "Supply every unit", pays, found)
    lacking = known._replace(unsupplied=frozenset(unsupplied(now.data)))
    yield choice("Spend nothing", (Withhold(),), chances(now, lacking))


def supporting(now: Opened, known: Settled, actions: list[Action]) -> Iterator[ChoiceAnswer]:
    """The defence with artillery that supports it, and without. What is withheld here is not its combat supply."""
    fires = tuple(action for action in actions if not isinstance(action, Withhold))
    yield choice("Artillery supports", fires, chances(now, known._replace(fire=True)))
    yield choice("No support", (Withhold(),), chances(now, known._replace(fire=False)))


def choice(text: str, actions: tuple[Action, ...], found: OddsAnswer) -> ChoiceAnswer:
    """A choice with its chances."""
    first, expected = actions[0], found.forecast.expected
    return ChoiceAnswer(
        text=text,
        actions=tuple(dict.fromkeys(str(type(action).__struct_config__.tag) for action in actions)),
        unit=first.unit if isinstance(first, ChooseLeader) else "",
        terrain=first.terrain if isinstance(first, ChooseTerrain) else "",
        against=first.against if isinstance(first, ChooseTerrain) else -1,
        odds=found.odds.odds,
        column=found.column_label,
        drm=found.odds.drm - found.odds.hedgehog,
        attacker_losses=expected["attacker_losses"],
        defender_losses=expected["defender_losses"],
        taken=found.forecast.taken.chance,
    )


# --- an option ---------------------------------------------------------------------------------------------------


def options(now: Opened) -> Iterator[OptionAnswer]:
    """What each way to meet the option comes to, for the side that decides."""
    look, owed = now.look, execution_of(now.data, now.role).option
    more = f"; {owed - 1} more to lose or to go back" if owed > 1 else ""
    for action in now.session.game.choices():
        if isinstance(action, LoseStep):
            left = look.steps(look.unit(action.unit)) - 1
            text = f"{counted(left, 'step')} left" if left else "it is eliminated"
            yield OptionAnswer(f"{now.names.unit(action.unit)} loses a step", f"{text}{more}")
        elif isinstance(action, TakeRetreat):
            told = retreat_told(look, now.data, now.role)
            name = f"Back {counted(told.hexes, 'hex')}"
            yield OptionAnswer(name, "; ".join(retreat_words(now.names, told)))
        elif isinstance(action, IgnoreOption):
            yield OptionAnswer("Skip the option", "nothing happens")


def retreat_words(names: Namer, told: RetreatTold) -> Iterator[str]:
    """A retreat in words: where to, what it costs, who is lost."""
    for stack in told.stacks:
        where = f"from {names.hex(stack.start)} " if len(told.stacks) > 1 else ""
        ways = len(stack.open)
        if ways:
            calm = "all" if len(stack.calm) == ways else str(len(stack.calm)) if stack.calm else "none"
            yield f"{where}{counted(ways, 'way')}, {calm} of them without harm from a ZOC"
        if stack.lost:
            verb = "has" if len(stack.lost) == 1 else "have"
            yield f"{names.units(stack.lost)} {verb} no way and would be eliminated"
    if told.dg:
        yield "so far back they become DG"


# --- a barrage ---------------------------------------------------------------------------------------------------


def barrage_open(session: Session, side: str, data: Barrage, *, deciding: bool) -> TheatreAnswer:
    """An open barrage on units. Its strength is public (4.9c); the density of a stack that the viewer does not see is
    what they believe."""
    look, seen = session.game.look, believed(session.game.look, side)
    enemy = look.enemy(data.side)
    role: Role = "attacker" if side == data.side else "defender"
    hidden = fogged(look, side)
    guns = tuple(uid for uid in data.units if uid in seen.state.units)
    targets = tuple(unit.id for unit in seen.combat_units_at(data.hex, enemy))
    resolved = last_barrage(session) if data.roll else None
    terrain = data.terrain or (best_terrain(look, data.hex) if resolved is None else "")
    asked = deciding and session.decides(side) and resolved is None
    attacker = Party(data.side, guns, hidden and role == "defender", None)
    defender = Party(enemy, targets, hidden and role == "attacker", None)
    return stage(
        "barrage",
        data.hex,
        role,
        (attacker, defender),
        terrain=(TerrainChoice(terrain, -1),) if data.terrain else (),
        fire=fire(look, seen, data, terrain) if resolved is None else None,
        result=resolved.result if resolved else "",
        meaning=meaning(resolved, look.world) or "" if resolved else "",
        owed=OwedAnswer(data.steps, 0, 0) if resolved and role == "defender" else None,
        choices=tuple(terrains(session, look, seen, data)) if asked else (),
    )


def last_barrage(session: Session) -> BarrageResolved | None:
    """The result that was read last. It is public, and losses that followed may have changed the column since."""
    happened = (event for record in reversed(session.game.records) for event in reversed(record.events))
    return next((event for event in happened if isinstance(event, BarrageResolved)), None)


def fire(look: Look, seen: Look, data: Barrage, terrain: str) -> FireAnswer | None:
    """The chances of a barrage, with the terrain that has been, or would be, chosen; None for less than one point."""
    strength = strength_of(look, data)
    charts = look.world.charts
    if not charts.barrage.allows(effective(look, data.side, strength)) or not seen.has_combat_units(
        data.hex, look.enemy(data.side)
    ):
        return None
    found = aim(seen, data.side, data.hex, strength, terrain)
    possible = prospects(look.world, found.column, target_of(seen, data.side, data.hex, terrain))
    return FireAnswer(show(strength), terrain, found.label, found.ledger, possible)


def terrains(session: Session, look: Look, seen: Look, data: Barrage) -> Iterator[ChoiceAnswer]:
    """Every terrain that the owner of the target may choose."""
    for action in session.game.choices():
        found = fire(look, seen, data, action.terrain) if isinstance(action, ChooseTerrain) else None
        if found is not None and isinstance(action, ChooseTerrain):
            yield ChoiceAnswer(
                text=capital(words(action.terrain)),
                actions=("choose_terrain",),
                unit="",
                terrain=action.terrain,
                against=-1,
                odds="",
                column=found.column,
                drm=0,
                attacker_losses=0.0,
                defender_losses=sum(one.steps * one.ways for one in found.prospects) / 216,
                taken=0.0,
            )
